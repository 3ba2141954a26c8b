//! Where results may go: each to a file of its own, which nothing else is read from or written to.

use super::files::OutFile;
use super::read::{ScriptError, ScriptText};
use super::script::Write;
use std::path::{Path, PathBuf};

/// Each result goes to a file of its own, each kind of file is written once, and nothing that is read is written over.
///
/// # Errors
/// What is written twice, would be lost, or has no name, and where in the script.
pub fn check_outputs(
    write: &[Write],
    script: &ScriptText,
    folder: &Path,
    inputs: &[PathBuf],
) -> Result<(), ScriptError> {
    let inputs: Vec<PathBuf> = inputs.iter().map(|path| true_place(path)).collect();
    let mut taken: Vec<(&str, PathBuf)> = Vec::new();
    for (at, one) in write.iter().enumerate() {
        let Some(name) = one.file() else { continue };
        if name.trim().is_empty() {
            let error = ScriptError::new("a file in `write` has no name").help("as in `Games(\"games.jsonl\")`");
            return Err(script.at("write", error));
        }
        let path = folder.join(name);
        let places = [true_place(&path), true_place(&OutFile::part(&path))];
        let refused = clash(name, &places, &taken).or_else(|| lost(name, &places, &inputs));
        if let Some(error) = refused {
            return Err(script.at(name, error));
        }
        let alike = |other: &&Write| std::mem::discriminant(*other) == std::mem::discriminant(one);
        if write[..at].iter().any(|other| alike(&other)) {
            let error = ScriptError::new(format!("`{name}` is the second file of its kind in `write`"));
            return Err(script.at(name, error.help("each kind of file is written once; copy it if you need two")));
        }
        taken.extend(places.map(|place| (name.as_str(), place)));
    }
    Ok(())
}

/// Two results in one file. Until it is whole, a file lies beside its place.
fn clash(name: &str, places: &[PathBuf; 2], taken: &[(&str, PathBuf)]) -> Option<ScriptError> {
    let (other, place) = taken.iter().find(|(_, place)| places.contains(place))?;
    let message = if *other == name {
        format!("two results would be written to `{name}`")
    } else {
        format!("`{other}` and `{name}` would both be written to `{}`", place.display())
    };
    let help = "give each a file of its own; until it is whole, `NAME` is written as `NAME.part`";
    Some(ScriptError::new(message).help(help))
}

fn lost(name: &str, places: &[PathBuf; 2], inputs: &[PathBuf]) -> Option<ScriptError> {
    let place = places.iter().find(|place| inputs.contains(place))?;
    let error =
        ScriptError::new(format!("`{}` is read by this run, and `{name}` would be written over it", place.display()));
    Some(error.help("give the result a file of its own, or what is read another name; a run that was broken off goes on with `--resume`"))
}

/// A path without links and detours, also of a file that is not there yet.
fn true_place(path: &Path) -> PathBuf {
    if let Ok(place) = path.canonicalize() {
        return place;
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let parent = parent.canonicalize().unwrap_or_else(|_| parent.to_path_buf());
    path.file_name().map_or(parent.clone(), |name| parent.join(name))
}
