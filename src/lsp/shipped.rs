//! Shipped files where an editor can open them. They lie within the program; an editor knows files, and addresses of another
//! kind only if an extension of its own explains them. So a file that is asked for is written to a folder of this version,
//! where it may be read and not changed.

use lsp_types::Url;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The address of a copy of a shipped file; none where nothing can be written.
pub(super) fn address(name: &str, text: &str) -> Option<Url> {
    let path = cache()?.join(format!("{name}.mancala"));
    if fs::read_to_string(&path).is_ok_and(|there| there == text) || write(&path, text).is_ok() {
        return Url::from_file_path(path).ok();
    }
    None
}

/// A folder for what can be made again, as each system has one for every user.
fn cache() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value: &OsString| !value.is_empty()).map(PathBuf::from);
    let home = || Some(named("HOME")?.join(".cache"));
    let user = named("XDG_CACHE_HOME").or_else(|| named("LOCALAPPDATA")).or_else(home)?;
    Some(user.join("mancala").join(env!("CARGO_PKG_VERSION")))
}

/// Writes it beside its place first: another server may be reading it.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    let beside = path.with_extension(format!("{}.new", std::process::id()));
    fs::write(&beside, text)?;
    let mut permissions = fs::metadata(&beside)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&beside, permissions)?;
    fs::rename(&beside, path)
}
