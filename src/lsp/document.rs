//! An open text, and what is known of it. What takes time is found out when it is first asked for.

use super::names::{Declaration, Known, Names, Use};
use super::text::Lines;
use crate::game::{Game, Variant, shipped_text};
use crate::limits;
use crate::resolve::Bindings;
use crate::syntax::leaves::is_whole;
use lsp_types::Url;
use std::cell::OnceCell;
use std::ops::Range;
use std::path::Path;

/// An open text.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) url: Url,
    pub(super) version: i32,
    pub(super) lines: Lines,
    /// What was read of the items of earlier versions.
    earlier: Known,
    read: OnceCell<Read>,
    variant: OnceCell<Variant>,
    game: OnceCell<Option<Game>>,
}

/// What is read of a text, and of those that it is based on.
#[derive(Debug)]
struct Read {
    names: Names,
    /// The nearest first.
    bases: Vec<Base>,
    items: Known,
}

/// A file that a text is based on.
#[derive(Debug)]
pub(super) struct Base {
    /// What it is called in `based on`.
    pub(super) called: String,
    /// Its path, or the name of a shipped file.
    pub(super) name: String,
    /// Whether it comes with the program.
    pub(super) is_shipped: bool,
    pub(super) text: String,
    pub(super) names: Names,
}

impl Document {
    pub(super) fn new(url: Url, version: i32, text: String) -> Self {
        Document {
            url,
            version,
            lines: Lines::new(text),
            earlier: Known::default(),
            read: OnceCell::new(),
            variant: OnceCell::new(),
            game: OnceCell::new(),
        }
    }

    /// A later version. What was read of items that are the same is kept.
    pub(super) fn changed(self, version: i32, text: String) -> Self {
        let earlier = self.read.into_inner().map_or(self.earlier, |read| read.items);
        Document { earlier, ..Document::new(self.url, version, text) }
    }

    pub(super) fn text(&self) -> &str {
        self.lines.text()
    }

    pub(super) fn names(&self) -> &Names {
        &self.read().names
    }

    /// The files that it is based on, the nearest first.
    pub(super) fn bases(&self) -> &[Base] {
        &self.read().bases
    }

    fn read(&self) -> &Read {
        self.read.get_or_init(|| {
            let mut items = Known::default();
            let names = Names::of(self.text(), &self.earlier, &mut items);
            let bases = self.read_bases(&mut items);
            Read { names, bases, items }
        })
    }

    fn read_bases(&self, items: &mut Known) -> Vec<Base> {
        let beside = beside(&self.url);
        let mut found: Vec<Base> = Vec::new();
        while let Some(called) = base_name(found.last().map_or(self.text(), |base| &base.text)).map(str::to_string)
            && found.len() < limits::BASES
        {
            let own = beside(&called);
            let is_shipped = own.is_none();
            let Some((name, text)) = own.or_else(|| shipped(&called)) else { break };
            let names = Names::of(&text, &self.earlier, items);
            found.push(Base { called, name, is_shipped, text, names });
        }
        found
    }

    /// The bytes of the name behind `based on`, if this byte lies in it, and the file.
    pub(super) fn base_at(&self, byte: usize) -> Option<(Range<usize>, &Base)> {
        let base = self.bases().first()?;
        let text = self.text();
        let start = base_name(text)?.as_ptr() as usize - text.as_ptr() as usize;
        let at = start..start + base.called.len();
        (at.start <= byte && byte <= at.end).then_some((at, base))
    }

    /// What a name stands for that one of the files declares which this text is based on.
    pub(super) fn inherited(&self, used: &Use) -> Option<(&Base, &Declaration)> {
        self.bases().iter().find_map(|base| Some((base, base.names.meant(used)?)))
    }

    /// The rules as they were read, with those they are based on.
    pub(super) fn variant(&self) -> &Variant {
        self.variant.get_or_init(|| Variant::read(&shown_name(&self.url), self.text(), &beside(&self.url)))
    }

    /// The game with its default options, if the text can be played. The judge knows it sooner, but for the first time.
    pub(super) fn game(&self) -> Option<&Game> {
        self.game
            .get_or_init(|| {
                // To say why a text cannot be read takes time, and is not asked for here.
                if !self.names().is_whole {
                    return None;
                }
                by_default(self.variant())
            })
            .as_ref()
    }
}

/// The game of a text with its default options, if it can be played.
pub(super) fn playable(url: &Url, text: &str) -> Option<Game> {
    // To say why a text cannot be read takes time, and is not asked for here.
    if !is_whole(text) {
        return None;
    }
    by_default(&Variant::read(&shown_name(url), text, &beside(url)))
}

fn by_default(variant: &Variant) -> Option<Game> {
    if variant.problems().is_empty() { variant.game_with(&Bindings::default()).ok() } else { None }
}

/// What a text is called in what is said of it: its file, or its address.
pub(super) fn shown_name(url: &Url) -> String {
    let path = url.to_file_path().ok();
    path.map_or_else(|| url.to_string(), |path| path.to_string_lossy().into_owned())
}

/// The name behind `based on`.
fn base_name(text: &str) -> Option<&str> {
    let behind = text.lines().find_map(|line| line.strip_prefix("based on "))?.trim_start();
    behind.split(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '_' | '-')).next()
}

/// Finds base files in the folder of a file, and shipped ones.
pub(super) fn with_shipped(url: &Url) -> impl Fn(&str) -> Option<(String, String)> + use<> {
    let beside = beside(url);
    move |wanted| beside(wanted).or_else(|| shipped(wanted))
}

/// A shipped file: what it is called, and its text.
fn shipped(name: &str) -> Option<(String, String)> {
    Some((format!("{name}.mancala"), shipped_text(name)?.to_string()))
}

/// The names of the rules files beside a file.
pub(super) fn beside_names(url: &Url) -> Vec<String> {
    let path = url.to_file_path().ok();
    let folder = path.as_deref().and_then(Path::parent);
    let entries = folder.into_iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let others =
        files.filter(|file| Some(file) != path.as_ref() && file.extension().is_some_and(|end| end == "mancala"));
    let mut names: Vec<String> =
        others.filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

/// Finds base files in the folder of a file, and in the user's folders.
fn beside(url: &Url) -> impl Fn(&str) -> Option<(String, String)> + use<> {
    let path = url.to_file_path().ok();
    move |wanted| base_file(path.as_deref()?, wanted)
}

#[cfg(feature = "sim")]
fn base_file(path: &Path, wanted: &str) -> Option<(String, String)> {
    crate::library::base(Some(path), wanted)
}

/// Without the library of variants there are no folders of the user's.
#[cfg(not(feature = "sim"))]
fn base_file(path: &Path, wanted: &str) -> Option<(String, String)> {
    let file = path.parent()?.join(format!("{wanted}.mancala"));
    let text = std::fs::read_to_string(&file).ok()?;
    Some((file.to_string_lossy().into_owned(), text))
}
