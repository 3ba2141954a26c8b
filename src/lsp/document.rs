//! An open text, and what is known of it. What takes time is found out when it is first asked for.

use super::names::Names;
use super::text::Lines;
use crate::game::{Game, Variant};
use crate::resolve::Bindings;
use lsp_types::Url;
use std::cell::OnceCell;
use std::path::PathBuf;

/// An open text.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) url: Url,
    pub(super) version: i32,
    pub(super) lines: Lines,
    names: OnceCell<Names>,
    variant: OnceCell<Variant>,
    game: OnceCell<Option<Game>>,
}

impl Document {
    pub(super) fn new(url: Url, version: i32, text: String) -> Self {
        let lines = Lines::new(text);
        Document { url, version, lines, names: OnceCell::new(), variant: OnceCell::new(), game: OnceCell::new() }
    }

    pub(super) fn text(&self) -> &str {
        self.lines.text()
    }

    pub(super) fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(self.text()))
    }

    /// The rules as they were read, with those they are based on.
    pub(super) fn variant(&self) -> &Variant {
        self.variant.get_or_init(|| Variant::read(&shown_name(&self.url), self.text(), &beside(&self.url)))
    }

    /// The game with its default options, if the text can be played.
    pub(super) fn game(&self) -> Option<&Game> {
        self.game
            .get_or_init(|| {
                let variant = self.variant();
                if variant.problems().is_empty() { variant.game_with(&Bindings::default()).ok() } else { None }
            })
            .as_ref()
    }
}

/// What a text is called in what is said of it: its file, or its address.
pub(super) fn shown_name(url: &Url) -> String {
    let path = url.to_file_path().ok();
    path.map_or_else(|| url.to_string(), |path| path.to_string_lossy().into_owned())
}

/// Finds base files in the folder of a file.
pub(super) fn beside(url: &Url) -> impl Fn(&str) -> Option<(String, String)> + use<> {
    let folder = url.to_file_path().ok().and_then(|path| path.parent().map(PathBuf::from));
    move |wanted| {
        let path = folder.as_ref()?.join(format!("{wanted}.mancala"));
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    }
}
