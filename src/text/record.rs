//! Recorded games: one JSON object on each line.

use super::json::no_key_twice;
use crate::diagnostic::nearest;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A recorded game. Positions and outcome stay JSON until the variant is known ([`super::json`]).
///
/// # Examples
/// ```
/// use mancala::text::json::{from_json, to_json};
/// use mancala::text::record::{Record, read_record};
///
/// let oware = mancala::Variant::shipped("oware")?.game()?;
/// let mut record = Record::new("oware");
/// record.positions.push(to_json(&oware.start(), oware.model()));
/// record.moves = Some(vec!["3".into()]);
/// let read = read_record(&record.to_line())?;
/// assert_eq!(from_json(&read.positions[0], oware.model())?, oware.start());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// Name of a shipped variant, or path of a rules file.
    pub variant: String,
    /// Options and parameters that are not at their default.
    #[serde(default, deserialize_with = "options")]
    pub options: BTreeMap<String, String>,
    /// Where the record comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Number of the game among those of its seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// Seed of its random numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Who played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Value>,
    /// The positions in their order, each perhaps incomplete.
    pub positions: Vec<Value>,
    /// The moves between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// To how many different positions the legal moves of each turn lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successors: Option<Vec<u32>>,
    /// How many moves are legal at each turn; two of them may lead to one position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<u32>>,
    /// How it ended: absent if that is not told, null if it was not played to its end.
    #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Value>,
    /// What made it; the positions of such a record are whole: what one leaves out is at its start value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
    /// What other programs have added.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Which program wrote a record, and by which rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MadeBy {
    /// Version of the program.
    pub version: String,
    /// Hash of the rules ([`crate::Game::rules_hash`]).
    pub rules: String,
    /// Hash of what a script says about how games are played, where a script says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
}

/// The fields that a record may be thought to misspell.
const FIELDS: [&str; 12] = [
    "variant",
    "options",
    "source",
    "game",
    "seed",
    "players",
    "positions",
    "moves",
    "successors",
    "legal",
    "outcome",
    "made_by",
];

impl Record {
    /// A record without positions.
    #[must_use]
    pub fn new(variant: impl Into<String>) -> Self {
        Record {
            variant: variant.into(),
            options: BTreeMap::new(),
            source: None,
            game: None,
            seed: None,
            players: None,
            positions: Vec::new(),
            moves: None,
            successors: None,
            legal: None,
            outcome: None,
            made_by: None,
            other: Map::new(),
        }
    }

    /// The record as one line of JSON, without the end of the line.
    #[must_use]
    pub fn to_line(&self) -> String {
        // Writing to a string fails only for maps with keys that are not texts, and a record has none.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Why a line is no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It is not JSON, or a field is missing or of the wrong kind.
    #[error("{message}{}", if *.column > 0 { format!(" (column {column})") } else { String::new() })]
    Unreadable {
        /// What is wrong.
        message: String,
        /// Where, from 1; 0 if that is not known.
        column: usize,
    },
    /// It has a field that looks like a misspelt one of a record.
    #[error("a record has no `{field}`; did you mean `{meant}`?")]
    Misspelt {
        /// The field.
        field: String,
        /// The one that may be meant.
        meant: &'static str,
    },
}

/// Reads one line. Fields that other programs have added are kept, unless they look like a misspelt field of a record.
///
/// # Errors
/// The line is no record.
pub fn read_record(line: &str) -> Result<Record, RecordError> {
    let record: Record = serde_json::from_str(line).map_err(|error| at_column(&error))?;
    no_key_twice(line).map_err(|error| at_column(&error))?;
    let misspelt = record.other.keys().find_map(|name| Some((name, nearest(name, FIELDS)?)));
    match misspelt {
        Some((name, meant)) => Err(RecordError::Misspelt { field: name.clone(), meant }),
        None => Ok(record),
    }
}

/// Reads JSON lines; empty lines are passed over.
///
/// # Errors
/// The number of the line, from 1, and what is wrong with it.
pub fn read_records(text: &str) -> Result<Vec<Record>, (usize, RecordError)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| read_record(line).map_err(|message| (index + 1, message))).collect()
}

/// The message of serde without its line, which is always the first.
fn at_column(error: &serde_json::Error) -> RecordError {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((message, _)) => RecordError::Unreadable { message: message.into(), column: error.column() },
        None => RecordError::Unreadable { message: text, column: 0 },
    }
}

/// Values of options may be texts or whole numbers.
fn options<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    let values = Option::<BTreeMap<String, Value>>::deserialize(from)?.unwrap_or_default();
    let texts = values.into_iter().map(|(name, value)| match value {
        Value::String(text) => Ok((name, text)),
        Value::Number(number) if number.is_u64() => Ok((name, number.to_string())),
        other => Err(D::Error::custom(format!("option `{name}` is {other}, and a text or a whole number is needed"))),
    });
    texts.collect()
}

/// Tells a field that is null from one that is absent.
fn told<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}
