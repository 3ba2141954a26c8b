//! A whole position from a text of either form: one line of entries, or JSON.

use super::entries::position_of_entries;
use super::json::{JsonError, PartialPosition, from_json, from_json_partial, parse};
use crate::diagnostic::Diagnostic;
use crate::model::Model;
use crate::position::Position;
use crate::syntax::parse_position;

/// Why a text is not a position of a game.
#[derive(Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// It begins as JSON, and is not.
    NotJson(serde_json::Error),
    /// It is JSON, and no position of the game: why, and what can be read of it.
    Json(JsonError, Option<Box<PartialPosition>>),
    /// Something is wrong with an entry; places are bytes of the text.
    Entry(Box<Diagnostic>),
}

impl std::fmt::Display for PositionError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PositionError::NotJson(why) => write!(out, "the position is not JSON: {why}"),
            PositionError::Json(why, _) => write!(out, "the position cannot be used: {why}"),
            PositionError::Entry(problem) => {
                write!(out, "the position cannot be used: {}", problem.message)?;
                problem.labels.first().map_or(Ok(()), |label| write!(out, " ({})", label.text))
            }
        }
    }
}

impl std::error::Error for PositionError {}

/// Reads a position as `--position` and scripts write it: `south home: 4 4 … to move: south`, or a JSON object.
///
/// # Errors
/// Why it is no position of this game.
///
/// # Examples
/// ```
/// let oware = mancala::Variant::shipped("oware")?.game()?;
/// let text = "south home: 1 0 0 0 0 3 store: 10 north home: 1 1 1 0 0 0 store: 31 to move: north";
/// let position = mancala::text::position(text, oware.model())?;
/// assert_eq!(mancala::text::to_line(&position, oware.model()), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position(text: &str, model: &Model) -> Result<Position, PositionError> {
    if !text.trim_start().starts_with('{') {
        let entries = parse_position(text, 0).map_err(PositionError::Entry)?;
        return position_of_entries(&entries, model).map_err(PositionError::Entry);
    }
    let value = parse(text).map_err(PositionError::NotJson)?;
    from_json(&value, model)
        .map_err(|why| PositionError::Json(why, from_json_partial(&value, model).ok().map(Box::new)))
}
