//! What commands are given: a variant with its options, and a position.

use super::boards::{PLAIN, indented};
use super::failure::{Failure, Status, warn};
use crate::game::{Game, OptionError, Rejected, Variant, nearest};
use crate::library;
use crate::model::Model;
use crate::position::Position;
use crate::resolve::Bindings;
use crate::source::SourceMap;
use crate::syntax::{ast, parse_position};
use crate::text::{Expectation, PositionError, draw, draw_partial, expectation, position};
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

/// A variant and its options.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct GameArgs {
    /// A name of a variant, or the path of a .mancala file
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
}

/// Options of a variant.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct OptionArgs {
    /// Binds an option or parameter; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Binds what a preset of the file binds; `--set` wins over it
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<String>,
}

/// A position; the start without one.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PositionArgs {
    /// The position, on one line or in JSON; the start without it
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

impl GameArgs {
    /// Reads the variant.
    pub(crate) fn read(&self) -> Result<Variant, Failure> {
        read_variant(&self.variant)
    }

    /// The game with its options.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        self.options.game(&self.read()?)
    }
}

impl OptionArgs {
    /// The game of a variant with these options.
    pub(crate) fn game(&self, variant: &Variant) -> Result<Game, Failure> {
        self.game_over(variant, Bindings::default())
    }

    /// The same where others are bound already; these win.
    pub(crate) fn game_over(&self, variant: &Variant, bound: Bindings) -> Result<Game, Failure> {
        variant
            .game_with(&self.bindings(variant, bound)?)
            .map_err(|rejected| Failure::Diagnostics(Status::Finding, rejected, String::new()))
    }

    /// What is bound, where others are bound already; these win.
    pub(crate) fn bindings(&self, variant: &Variant, mut bindings: Bindings) -> Result<Bindings, Failure> {
        if let Some(name) = &self.preset {
            for binding in preset(variant, name)? {
                bindings = bindings.with(&binding.name.text, &binding.value.text);
            }
        }
        let mut set: Vec<(&str, &str)> = Vec::new();
        for text in &self.set {
            let (name, value) = split(text)?;
            if set.iter().any(|(other, _)| *other == name) {
                return Err(Failure::usage(format!("`--set` binds `{name}` twice")));
            }
            set.push((name, value));
        }
        variant.bind(set.iter().copied())?;
        for (name, value) in set {
            bindings = bindings.with(name, value);
        }
        Ok(bindings)
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Failure::Usage(error.to_string(), Some(error.help().to_string()))
    }
}

fn split(text: &str) -> Result<(&str, &str), Failure> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    parts.filter(|(name, value)| !name.is_empty() && !value.is_empty()).ok_or_else(|| {
        Failure::Usage(format!("`--set {text}` does not bind anything"), Some("write `--set name=value`".into()))
    })
}

fn preset<'a>(variant: &'a Variant, wanted: &str) -> Result<&'a [ast::Binding], Failure> {
    let presets: Vec<(&str, &[ast::Binding])> = presets(variant).map(|(name, _, bindings)| (name, bindings)).collect();
    if let Some((_, bindings)) = presets.iter().find(|(name, _)| *name == wanted) {
        return Ok(bindings);
    }
    let names: Vec<&str> = presets.iter().map(|(name, _)| *name).collect();
    let help = nearest(wanted, "presets", &names);
    Err(Failure::Usage(format!("there is no preset `{wanted}`"), Some(help)))
}

/// Presets of a file: name, what it is, what it binds.
pub(crate) fn presets(variant: &Variant) -> impl Iterator<Item = (&str, Option<&str>, &[ast::Binding])> {
    variant.file().items.iter().filter_map(|item| match &item.kind {
        ast::ItemKind::Preset(name, about, bindings) => {
            Some((name.text.as_str(), about.as_ref().map(|text| text.text.as_str()), bindings.as_slice()))
        }
        _ => None,
    })
}

/// Reads a variant by a name of it, or the file at a path.
pub(crate) fn read_variant(name: &str) -> Result<Variant, Failure> {
    Ok(found(name)?.read(name))
}

/// A rules file that is there.
pub(crate) enum Found {
    /// The text of the file at a path.
    File(String),
    /// One that has a name.
    Named(library::Entry),
}

impl Found {
    /// Reads it; `name` is what it was asked for by.
    pub(crate) fn read(self, name: &str) -> Variant {
        match self {
            Found::File(text) => Variant::read(name, &text, &|base| library::base(Some(Path::new(name)), base)),
            Found::Named(entry) => entry.read_to_play().0,
        }
    }
}

/// Finds a variant by a name of it, or the file at a path, for whoever leaves it to others to read what it says.
pub(crate) fn found(name: &str) -> Result<Found, Failure> {
    if is_path(name) {
        return read_rules(Path::new(name)).map(Found::File).map_err(|problem| problem.into_failure(name));
    }
    let found = library::find(name).map_err(|unfound| {
        let file = format!("{name}.mancala");
        let is_there = Path::new(&file).exists();
        let help = if is_there { format!("to play the file, write `{file}`") } else { unfound.help.clone() };
        Failure::Usage(unfound.to_string(), Some(help))
    })?;
    found.note.iter().for_each(|note| warn(note, None));
    Ok(Found::Named(found.entry))
}

fn is_path(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "mancala")
}

/// Why a rules file could not be read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// The system's reason.
    Io(io::Error),
    /// It is not UTF-8: what can be read of it, and the first byte that cannot.
    NotUtf8(String, usize),
}

impl Unread {
    pub(crate) fn into_failure(self, name: &str) -> Failure {
        match self {
            Unread::Io(error) => unreadable(name, &error),
            Unread::NotUtf8(_, byte) => {
                Failure::usage(format!("`{name}` is not UTF-8 text: byte {byte} cannot be read"))
            }
        }
    }
}

/// A file that cannot be read, in words.
pub(crate) fn unreadable(name: &str, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::PermissionDenied => "it may not be read".to_string(),
        io::ErrorKind::IsADirectory => "it is a folder".to_string(),
        _ => error.to_string(),
    };
    Failure::usage(format!("cannot read `{name}`: {reason}"))
}

/// The name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// What a file is called in what is said of it.
pub(crate) fn shown_name(name: &str) -> &str {
    if name == STANDARD_INPUT { "standard input" } else { name }
}

/// Reads the text of a rules file, or of standard input.
pub(crate) fn read_named(name: &str) -> Result<String, Unread> {
    if name == STANDARD_INPUT { read_standard_input() } else { read_rules(Path::new(name)) }
}

/// Reads the text of a rules file.
pub(crate) fn read_rules(path: &Path) -> Result<String, Unread> {
    as_text(fs::read(path).map_err(Unread::Io)?)
}

/// Reads standard input to its end.
fn read_standard_input() -> Result<String, Unread> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(Unread::Io)?;
    as_text(bytes)
}

fn as_text(bytes: Vec<u8>) -> Result<String, Unread> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        Unread::NotUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned(), good)
    })
}

impl PositionArgs {
    /// The position that is meant.
    pub(crate) fn of(&self, game: &Game) -> Result<Position, Failure> {
        let position = match &self.position {
            None => game.start(),
            Some(text) => position(text, game.model()).map_err(|error| refused(error, text, game))?,
        };
        Ok(game.without_expired_state(&position))
    }
}

/// Why a position is refused, with what can be read of it drawn, so that the mistake can be seen.
fn refused(error: PositionError, text: &str, game: &Game) -> Failure {
    let model = game.model();
    let message = error.to_string();
    match error {
        PositionError::Json(_, told) => {
            let shown = told.map(|told| indented(&draw_partial(&told, model, PLAIN)));
            Failure::Refused(Status::Unable, message, shown.unwrap_or_default())
        }
        PositionError::Entry(problem) => {
            let named = parse_position(text, 0).and_then(|entries| expectation(&entries, model));
            let shown = named.map(|named| indented(&draw(&as_named(&named, model), model, PLAIN)));
            let mut sources = SourceMap::default();
            sources.add("--position", text);
            let rejected = Rejected { diagnostics: vec![*problem], sources: Arc::new(sources) };
            Failure::Diagnostics(Status::Unable, rejected, shown.unwrap_or_default())
        }
        _ => Failure::usage(message),
    }
}

/// The position that the entries name, whatever it holds.
fn as_named(named: &Expectation, model: &Model) -> Position {
    let mut position = Position::empty(model);
    for (place, bag) in &named.pieces {
        position.pieces_mut().set_bag(*place, bag.iter().copied());
    }
    for (state, of, value) in &named.states {
        position.state_mut(*state)[of.index()] = *value;
    }
    position.set_to_move(named.to_move.unwrap_or(position.to_move()));
    position
}
