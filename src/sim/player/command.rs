//! Commands of outside programs.

use super::error::ProgramError;
use std::env;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// The words of a command, as a shell would take them apart.
///
/// # Errors
/// [`ProgramError::QuotationMark`].
pub fn split(command: &str) -> Result<Vec<String>, ProgramError> {
    shlex::split(command).ok_or(ProgramError::QuotationMark)
}

/// The path of a program.
pub(super) fn find(program: &str, folder: &Path) -> Option<PathBuf> {
    let here = folder.join(program);
    if here.is_file() {
        return Some(here.canonicalize().unwrap_or(here));
    }
    if program.contains('/') {
        return None;
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Why the system would not run a program, as far as that can be seen without running it.
pub(super) fn cannot_run(path: &Path) -> Option<String> {
    if !may_be_run(path) {
        return Some("it may not be executed".into());
    }
    let interpreter = interpreter(path)?;
    let there = Path::new(&interpreter).is_file();
    (!there).then(|| format!("its first line names `{interpreter}`, which is not there"))
}

#[cfg(unix)]
fn may_be_run(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn may_be_run(path: &Path) -> bool {
    fs::metadata(path).is_ok()
}

/// Longest first line that is looked at.
const FIRST_LINE: u64 = 256;

/// What the first line of a script says it is run by: `#!/bin/sh`.
fn interpreter(path: &Path) -> Option<String> {
    let mut line = Vec::new();
    BufReader::new(File::open(path).ok()?).take(FIRST_LINE).read_until(b'\n', &mut line).ok()?;
    let words = String::from_utf8(line.strip_prefix(b"#!")?.to_vec()).ok()?;
    words.split_whitespace().next().map(String::from)
}
