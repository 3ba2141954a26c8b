//! Files that are written beside their place and moved there when they are whole.

use super::prepare::io_words;
use super::read::ScriptError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file in the making. It is written as `NAME.part`.
#[derive(Debug)]
pub struct OutFile {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    path.with_file_name(name)
}

impl OutFile {
    /// Begins a file.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn create(path: &Path) -> Result<Self, ScriptError> {
        let part = part_of(path);
        for place in [path, &part] {
            if place.is_dir() {
                return Err(unwritable(place, &io::Error::from(io::ErrorKind::IsADirectory)));
            }
            // What is written is moved there in the end, and would take the place of a device.
            if place.exists() && !place.is_file() {
                return Err(unwritable(place, &io::Error::other("it is no ordinary file")));
            }
        }
        let file = File::create(&part).map_err(|error| unwritable(path, &error))?;
        Ok(OutFile { path: path.to_path_buf(), part, file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Whether a run has left games there that would be lost.
    ///
    /// # Errors
    /// That it has.
    pub fn nothing_left_behind(path: &Path) -> Result<(), ScriptError> {
        let part = part_of(path);
        if fs::metadata(&part).is_ok_and(|part| part.is_file() && part.len() > 0) {
            let error = ScriptError::new(format!("`{}` holds games of a run that was broken off", part.display()));
            return Err(error.help("`--resume` goes on from there; to begin anew, take that file away"));
        }
        Ok(())
    }

    /// Goes on with the first so many bytes of one that was left behind.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn resume(path: &Path, length: u64) -> Result<Self, ScriptError> {
        let part = part_of(path);
        let file = OpenOptions::new().append(true).open(&part).map_err(|error| unwritable(path, &error))?;
        file.set_len(length).map_err(|error| unwritable(path, &error))?;
        Ok(OutFile { path: path.to_path_buf(), part, file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Where what is not whole lies.
    #[must_use]
    pub fn part(path: &Path) -> PathBuf {
        part_of(path)
    }

    /// Moves it to its place.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn finish(mut self) -> Result<(), ScriptError> {
        let done = self.file.flush().and_then(|()| fs::rename(&self.part, &self.path));
        done.map_err(|error| unwritable(&self.path, &error))
    }

    /// Leaves what there is where it lies.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn leave(mut self) -> Result<PathBuf, ScriptError> {
        self.file.flush().map_err(|error| unwritable(&self.path, &error))?;
        Ok(self.part)
    }

    /// Takes it away.
    pub fn discard(self) {
        let OutFile { part, file, .. } = self;
        drop(file);
        // What cannot be taken away stays as a part, and does not look whole.
        let _ = fs::remove_file(part);
    }

    /// Its place.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn unwritable(path: &Path, error: &io::Error) -> ScriptError {
    let error = ScriptError::new(format!("cannot write `{}`: {}", path.display(), io_words(error)));
    error.help("the folder must be there, and paths are relative to the script")
}
