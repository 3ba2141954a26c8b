//! Doing something again whenever a file is saved.

use super::failure::{Failure, Status};
use notify::{Event, EventKind, RecursiveMode, Watcher as _};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Editors write a file in several steps; what follows so soon belongs to one save.
const ONE_SAVE: Duration = Duration::from_millis(80);

/// Does it now, and at every save of a rules file in the folders of these files: one may be based on another. Comes back
/// only when that fails.
pub(super) fn at_every_save(
    files: &[String],
    mut again: impl FnMut() -> Result<(), Failure>,
) -> Result<Status, Failure> {
    let (tell, told) = channel();
    let mut watcher = notify::recommended_watcher(tell).map_err(|error| unable(&error))?;
    // Folders are watched, not files: many editors put a new file in the place of the old one.
    for folder in folders(files) {
        watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(|error| unable(&error))?;
    }
    loop {
        again()?;
        if !is_saved(&told) {
            return Err(Failure::usage("the files cannot be watched any longer"));
        }
    }
}

fn folders(files: &[String]) -> BTreeSet<PathBuf> {
    let folder = |file: &String| {
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() }
    };
    files.iter().map(folder).collect()
}

/// Waits for a save; `false` if nothing can be heard of any more.
fn is_saved(told: &Receiver<notify::Result<Event>>) -> bool {
    loop {
        let Ok(event) = told.recv() else { return false };
        if event.is_ok_and(|event| is_change(&event)) {
            while told.recv_timeout(ONE_SAVE).is_ok() {}
            return true;
        }
    }
}

fn is_change(event: &Event) -> bool {
    let is_rules = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "mancala");
    let changes = matches!(event.kind, EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_));
    changes && event.paths.iter().any(is_rules)
}

fn unable(error: &notify::Error) -> Failure {
    Failure::usage(format!("the files cannot be watched: {error}"))
}
