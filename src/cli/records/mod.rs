//! Recorded games: read from files, followed with the rules.

mod claims;
mod disagreement;
mod walk;

pub(crate) use claims::{Claims, Flaw};
pub(crate) use disagreement::Disagreement;
pub(crate) use walk::{Ply, Stop, follow};

use super::failure::Failure;
use super::given::{OptionArgs, read_variant, unreadable};
use crate::game::Game;
use crate::text::record::{Record, read_record};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};

/// A record and where it stands.
pub(crate) struct RecordInFile {
    /// Line of the file, from 1.
    pub(crate) line: usize,
    /// Number of the game in the file, from 1.
    pub(crate) game: usize,
    pub(crate) record: Record,
}

impl RecordInFile {
    /// Which game it is, for programs.
    pub(crate) fn to_json(&self, game: &Game) -> Value {
        json!({
            "line": self.line, "game": self.game, "source": self.record.source, "variant": self.record.variant,
            "of_other_rules": Claims::of_other_rules(&self.record, game),
        })
    }
}

/// Visits the records of a file one by one; empty lines are passed over.
pub(crate) fn each_record(
    path: &str,
    mut visit: impl FnMut(RecordInFile) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut lines = BufReader::with_capacity(1 << 16, file);
    let (mut text, mut line, mut game) = (String::new(), 0, 0);
    loop {
        text.clear();
        line += 1;
        if lines.read_line(&mut text).map_err(|error| unreadable(path, &error))? == 0 {
            return Ok(());
        }
        if text.trim().is_empty() {
            continue;
        }
        game += 1;
        let record = read_record(&text)
            .map_err(|message| Failure::usage(format!("{path}, line {line}, is no record: {message}")))?;
        visit(RecordInFile { line, game, record })?;
    }
}

/// The games that records are played by: compiled once for each variant and its options.
pub(crate) struct Games<'a> {
    options: &'a OptionArgs,
    compiled: Vec<(String, BTreeMap<String, String>, Game)>,
}

impl<'a> Games<'a> {
    pub(crate) fn new(options: &'a OptionArgs) -> Self {
        Games { options, compiled: Vec::new() }
    }

    /// The game of a record; options of the command line win over its own.
    pub(crate) fn of(&mut self, record: &Record) -> Result<Game, Failure> {
        let same = |(variant, options, _): &&(String, BTreeMap<String, String>, Game)| {
            *variant == record.variant && *options == record.options
        };
        if let Some((.., game)) = self.compiled.iter().find(same) {
            return Ok(game.clone());
        }
        let variant = read_variant(&record.variant)?;
        let pairs = record.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let game = self.options.game_over(&variant, variant.bind(pairs)?)?;
        self.compiled.push((record.variant.clone(), record.options.clone(), game.clone()));
        Ok(game)
    }
}
