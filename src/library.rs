//! Where variants are found by name: in folders of the user's, then among the shipped ones; by the name of the file, then
//! by what the game is called.

use crate::diagnostic::did_you_mean;
use crate::game::{Facts, Region, Variant, region, rules_hash, shipped, shipped_facts};
use crate::resolve::Loader;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The folders that this process looks in. Like its working folder they are the same for whatever it does.
static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// The ending of a rules file.
const ENDING: &str = "mancala";

/// Tells where to look for variants besides the shipped ones, in this order. Only the first call counts.
pub fn look_in(folders: Vec<PathBuf>) {
    // Whoever asks again is told the same.
    let _ = FOLDERS.set(folders);
}

/// The folders that are looked in besides the shipped variants.
#[must_use]
pub fn folders() -> &'static [PathBuf] {
    FOLDERS.get().map_or(&[], Vec::as_slice)
}

/// A variant that can be asked for by name.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Entry {
    /// The name of its file.
    pub name: String,
    /// Where it is played, if that is said.
    pub region: Option<&'static Region>,
    /// Its file; none if it is shipped.
    pub path: Option<PathBuf>,
    /// Its rules.
    pub text: Cow<'static, str>,
}

impl Entry {
    /// The file at a path.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn at(path: &Path) -> io::Result<Self> {
        let text = Cow::Owned(fs::read_to_string(path)?);
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Entry { name, region: None, path: Some(path.to_path_buf()), text })
    }

    /// What a list says of it.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let known = if self.path.is_none() { shipped_facts(&self.name) } else { None };
        known.unwrap_or_else(|| Facts::of(&self.text, &|name| self.base(name)))
    }

    /// Hash of its rules, which is the same as long as the game is.
    #[must_use]
    pub fn rules_hash(&self) -> String {
        rules_hash(&self.text, &|name| self.base(name))
    }

    /// The text of a file that it is based on.
    fn base(&self, name: &str) -> Option<String> {
        base(self.path.as_deref(), name).map(|(_, text)| text)
    }

    /// The variant, and the name by which records call it.
    #[must_use]
    pub fn read(&self) -> (Variant, String) {
        (self.read_by(Variant::read), self.recorded())
    }

    /// The same for whoever plays it and asks for no worked example: those of a shipped variant, which are half of the work,
    /// are not read. The user's own are, since what is wrong in them ought to be heard of.
    #[must_use]
    pub fn read_to_play(&self) -> (Variant, String) {
        let read = if self.path.is_some() { Variant::read } else { Variant::read_rules };
        (self.read_by(read), self.recorded())
    }

    fn read_by(&self, read: fn(&str, &str, &Loader<'_>) -> Variant) -> Variant {
        read(&self.file(), &self.text, &|name| base(self.path.as_deref(), name))
    }

    /// What records call it.
    fn recorded(&self) -> String {
        self.path.as_ref().map_or_else(|| self.name.clone(), |path| path.to_string_lossy().into_owned())
    }

    /// The title, options and presets, without the rules.
    #[must_use]
    pub fn read_header(&self) -> Variant {
        self.read_by(Variant::read_header)
    }

    /// What messages call its file.
    #[must_use]
    pub fn file(&self) -> String {
        let shipped = || format!("{}.{ENDING}", self.name);
        self.path.as_ref().map_or_else(shipped, |path| path.to_string_lossy().into_owned())
    }

    /// Where it is, for people.
    fn place(&self) -> String {
        let shipped = || "the shipped one".to_string();
        self.path.as_ref().map_or_else(shipped, |path| format!("`{}`", path.display()))
    }
}

/// A variant that was asked for.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Lookup {
    /// What was found.
    pub entry: Entry,
    /// What whoever asked should know: another file has this name too.
    pub note: Option<String>,
}

/// No variant, or more than one, is called so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct UnknownName {
    /// What is wrong.
    pub message: String,
    /// How to go on.
    pub help: String,
}

/// All that can be found, and what is wrong with the folders.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Library {
    /// The user's variants, folder by folder, then the shipped ones.
    pub entries: Vec<Entry>,
    /// What cannot be read, and names that stand for two files.
    pub problems: Vec<String>,
}

impl Library {
    /// Reads the folders.
    #[must_use]
    pub fn open() -> Self {
        let mut library = Library::default();
        for folder in folders() {
            library.read(folder);
        }
        let mine = library.entries.len();
        library.entries.extend(shipped().iter().map(|one| Entry {
            name: one.name.to_string(),
            region: region(one.region),
            path: None,
            text: Cow::Borrowed(one.text),
        }));
        library.hide(mine);
        library
    }

    fn read(&mut self, folder: &Path) {
        match sorted(folder) {
            Ok(paths) => paths.into_iter().for_each(|path| self.add(path, None)),
            Err(why) => self.problems.push(format!("cannot look in `{}`: {why}", folder.display())),
        }
    }

    /// Adds a file, or the files of a folder within the user's folder.
    fn add(&mut self, path: PathBuf, within: Option<&'static Region>) {
        if path.is_dir() {
            let inner = sorted(&path).unwrap_or_default().into_iter().filter(|path| !path.is_dir());
            let within = path.file_name().and_then(|name| region(name.to_str()?));
            inner.for_each(|file| self.add(file, within));
            return;
        }
        let Some(name) = name_of(&path) else { return };
        match fs::read_to_string(&path) {
            Ok(text) => self.entries.push(Entry { name, region: within, path: Some(path), text: Cow::Owned(text) }),
            Err(why) => self.problems.push(format!("cannot read `{}`: {why}", path.display())),
        }
    }

    /// Leaves out what cannot be reached, because an entry before it has its name. The first `mine` of them are the user's.
    fn hide(&mut self, mine: usize) {
        let mut first: HashMap<String, usize> = HashMap::new();
        for (at, entry) in self.entries.iter().enumerate().take(mine) {
            first.entry(entry.name.clone()).or_insert(at);
        }
        let kept: Vec<bool> = self
            .entries
            .iter()
            .enumerate()
            .map(|(at, entry)| first.get(&entry.name).is_none_or(|one| *one == at))
            .collect();
        for (entry, _) in self.entries.iter().zip(&kept).filter(|(_, kept)| !**kept) {
            self.problems.extend(twice(&self.entries[first[&entry.name]], entry));
        }
        let mut kept = kept.into_iter();
        self.entries.retain(|_| kept.next().unwrap_or(true));
    }

    /// The variants that are called so, in some way of writing: titles and other names.
    fn called(&self, name: &str) -> Vec<&Entry> {
        let wanted = key(name);
        let is_it = |facts: &Facts| facts.aliases.iter().chain([&facts.title]).any(|other| key(other) == wanted);
        self.entries.iter().filter(|entry| key(&entry.name) == wanted || is_it(&entry.facts())).collect()
    }

    fn nothing(&self, name: &str) -> UnknownName {
        let facts: Vec<(&Entry, Facts)> = self.entries.iter().map(|entry| (entry, entry.facts())).collect();
        let named = facts.iter().flat_map(|(entry, facts)| {
            let others = facts.aliases.iter().chain([&facts.title]).map(String::as_str);
            [entry.name.as_str()].into_iter().chain(others.filter(|other| key(other) != key(&entry.name)))
        });
        let help = did_you_mean(name, "variants", &named.collect::<Vec<_>>());
        let help = help.unwrap_or_else(|| "`mancala list` shows the variants that there are".into());
        UnknownName { message: format!("there is no variant `{name}`"), help }
    }
}

/// Finds a variant by the name of its file, or by a name of the game: `oware`, `awale`, `"Das Bohnenspiel"`.
///
/// # Errors
/// None is called so, or several are.
pub fn find(name: &str) -> Result<Lookup, UnknownName> {
    if folders().is_empty()
        && let Some(entry) = shipped_entry(name)
    {
        return Ok(Lookup { entry, note: None });
    }
    let library = Library::open();
    if let Some(entry) = library.entries.iter().find(|entry| entry.name == name) {
        let is_meant = |problem: &&String| problem.starts_with(&format!("`{name}` "));
        return Ok(Lookup { entry: entry.clone(), note: library.problems.iter().find(is_meant).cloned() });
    }
    match library.called(name).as_slice() {
        [] => Err(library.nothing(name)),
        [entry] => Ok(Lookup { entry: (*entry).clone(), note: None }),
        several => {
            let names: Vec<String> = several.iter().map(|entry| format!("`{}`", entry.name)).collect();
            let help = format!("name the file: {}", names.join(", "));
            Err(UnknownName { message: format!("{} games are called `{name}`", several.len()), help })
        }
    }
}

fn shipped_entry(name: &str) -> Option<Entry> {
    let one = shipped().iter().find(|one| one.name == name)?;
    Some(Entry { name: name.into(), region: region(one.region), path: None, text: Cow::Borrowed(one.text) })
}

/// Finds the file that another is based on: beside it, then in the user's folders. Shipped ones are found without it.
#[must_use]
pub fn base(path: Option<&Path>, name: &str) -> Option<(String, String)> {
    let path = path?;
    let file = format!("{name}.{ENDING}");
    let beside = path.parent().map(|folder| folder.join(&file));
    let mine = folders().iter().flat_map(|folder| {
        let within = sorted(folder).unwrap_or_default().into_iter().filter(|path| path.is_dir());
        within.chain([folder.clone()]).map(|folder| folder.join(&file)).collect::<Vec<_>>()
    });
    let is_other = |candidate: &PathBuf| candidate != path;
    beside.into_iter().chain(mine.filter(is_other)).find_map(|candidate| {
        let text = fs::read_to_string(&candidate).ok()?;
        Some((candidate.to_string_lossy().into_owned(), text))
    })
}

/// What is said of two files of one name; nothing if they are the same.
fn twice(first: &Entry, other: &Entry) -> Option<String> {
    let (name, taken, hidden) = (&first.name, first.place(), other.place());
    (first.text != other.text).then(|| format!("`{name}` is there twice: {taken} is taken, and hides {hidden}"))
}

/// Why a folder cannot be looked in.
#[derive(Debug, thiserror::Error)]
enum FolderError {
    #[error("there is no such folder")]
    NotThere,
    #[error("it is no folder")]
    NoFolder,
    #[error(transparent)]
    NotRead(io::Error),
}

/// What lies in a folder, by name.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let entries = fs::read_dir(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FolderError::NotThere,
        io::ErrorKind::NotADirectory => FolderError::NoFolder,
        _ => FolderError::NotRead(error),
    })?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> Option<String> {
    let is_rules = path.extension().is_some_and(|extension| extension == ENDING);
    path.file_stem().filter(|_| is_rules).map(|name| name.to_string_lossy().into_owned())
}

/// A name without what people write differently: case, accents, blanks and marks.
#[must_use]
pub fn key(name: &str) -> String {
    let plain = name.nfd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase);
    plain.filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn names_are_compared_without_accents_case_and_marks() {
        assert_eq!(key("Ouré  Ngat"), key("oure-ngat"));
        assert_eq!(key("Chongka'"), key("chongka"));
        assert_ne!(key("Hoyito I"), key("Hoyito II"));
    }
}
