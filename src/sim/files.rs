//! Files that are written beside their place and moved there when they are whole. While a file is written it belongs to
//! one process: another that would write it is refused.

use super::prepare::io_words;
use super::read::ScriptError;
use same_file::Handle;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file in the making. It is written as `NAME.part`, which is locked.
#[derive(Debug)]
pub struct OutFile {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    /// Whether there was no part before.
    new: bool,
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    path.with_file_name(name)
}

impl OutFile {
    /// Takes the part of a file into possession, whatever it holds.
    ///
    /// # Errors
    /// Why it cannot be written, or that another run writes it.
    pub fn claim(path: &Path) -> Result<Self, ScriptError> {
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
        let new = !part.exists();
        let file = locked(&part).map_err(|error| unwritable(path, &error))?;
        let Some(file) = file else {
            let error = ScriptError::new(format!("another run is writing `{}`", path.display()));
            return Err(error.help("wait until it is done, or give this one a file of its own"));
        };
        Ok(OutFile { path: path.to_path_buf(), part, file: BufWriter::with_capacity(1 << 16, file), new })
    }

    /// Begins a file.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn create(path: &Path) -> Result<Self, ScriptError> {
        let mut file = Self::claim(path)?;
        file.keep(0)?;
        Ok(file)
    }

    /// Goes on behind the first n bytes of what is there.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn keep(&mut self, length: u64) -> Result<(), ScriptError> {
        let file = self.file.get_mut();
        let done = file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length)));
        done.map(|_| ()).map_err(|error| unwritable(&self.path, &error))
    }

    /// Whether a run has left games there that would be lost.
    ///
    /// # Errors
    /// That it has.
    pub fn nothing_left_behind(&self) -> Result<(), ScriptError> {
        if self.is_empty() {
            return Ok(());
        }
        let error = ScriptError::new(format!("`{}` holds games of a run that was broken off", self.part.display()));
        Err(error.help("`--resume` goes on from there; to begin anew, take that file away"))
    }

    fn is_empty(&self) -> bool {
        self.file.get_ref().metadata().is_ok_and(|file| file.len() == 0)
    }

    /// If the part is new, and the whole file is there, begins with what it holds.
    ///
    /// # Errors
    /// Why it cannot be read or written.
    pub fn begin_with_the_whole(&mut self) -> io::Result<()> {
        if self.new && self.path.is_file() {
            io::copy(&mut File::open(&self.path)?, self.file.get_mut())?;
        }
        Ok(())
    }

    /// What the part holds, to be read from its beginning.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn reader(&self) -> io::Result<BufReader<File>> {
        let mut file = self.file.get_ref().try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(BufReader::new(file))
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
        // What cannot be taken away stays as a part, and does not look whole.
        let _ = fs::remove_file(&self.part);
    }

    /// Leaves things as they were before it was claimed, where nothing was written.
    pub fn give_back(self) {
        if self.new {
            self.discard();
        }
    }

    /// Leaves what there is, if there is anything.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn leave_unless_empty(mut self) -> Result<(), ScriptError> {
        self.file.flush().map_err(|error| unwritable(&self.path, &error))?;
        if self.is_empty() {
            self.discard();
        }
        Ok(())
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

/// Opens a file for this process alone; none if another has it.
fn locked(part: &Path) -> io::Result<Option<File>> {
    loop {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(part)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Some file systems know no locks. There nothing can be done.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(Some(file)),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Whoever had it may have moved it to its place between the opening and the locking.
        let opened = Handle::from_file(file.try_clone()?)?;
        if Handle::from_path(part).is_ok_and(|there| there == opened) {
            return Ok(Some(file));
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> ScriptError {
    let error = ScriptError::new(format!("cannot write `{}`: {}", path.display(), io_words(error)));
    error.help("the folder must be there, and paths are relative to the script")
}
