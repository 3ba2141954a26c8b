//! What a record claims, read for its game.

use crate::game::Game;
use crate::text::json::{
    self, JsonError, PartialPosition, RecordedOutcome, from_json, from_json_partial, outcome_from_json,
};
use crate::text::record::Record;
use serde_json::{Value, json};

/// What a record claims.
pub(crate) struct Claims {
    /// Its positions; perhaps the first alone, if it has moves.
    pub(crate) positions: Vec<PartialPosition>,
    pub(crate) moves: Option<Vec<String>>,
    pub(crate) successors: Option<Vec<u32>>,
    /// Numbers of legal moves.
    pub(crate) legal: Option<Vec<u32>>,
    /// None if nothing is told of the end; none inside if the game was not played to its end.
    pub(crate) outcome: Option<Option<RecordedOutcome>>,
}

/// Why a record cannot be followed at all.
pub(crate) struct Flaw {
    /// The position that is wrong, from 0.
    pub(crate) ply: Option<usize>,
    pub(crate) message: String,
    /// The position, where it can be drawn.
    pub(crate) drawn: Option<PartialPosition>,
}

impl From<String> for Flaw {
    fn from(message: String) -> Self {
        Flaw { ply: None, message, drawn: None }
    }
}

impl From<JsonError> for Flaw {
    fn from(error: JsonError) -> Self {
        Flaw::from(error.to_string())
    }
}

impl Flaw {
    /// What is wrong, for programs.
    pub(crate) fn to_json(&self, game: &Game) -> Value {
        let at = if self.ply.is_some() { "position" } else { "record" };
        let position = self.drawn.as_ref().map(|drawn| json::to_json(&drawn.complete(game.model()), game.model()));
        json!({ "at": at, "number": self.ply, "message": self.message, "position": position })
    }
}

impl Claims {
    pub(crate) fn read(record: &Record, game: &Game) -> Result<Claims, Flaw> {
        let read = |(ply, value)| {
            let position = match record.made_by {
                Some(_) => from_json(value, game.model()).map(|whole| PartialPosition::from(&whole)),
                None => from_json_partial(value, game.model()),
            };
            position.map_err(|error| Flaw { ply: Some(ply), message: error.to_string(), drawn: None })
        };
        let positions = record.positions.iter().enumerate().map(read).collect::<Result<Vec<_>, Flaw>>()?;
        if let Some(first) = positions.first() {
            let drawn = || Some(first.clone());
            first.fits_total(game.model()).map_err(|error| Flaw {
                ply: Some(0),
                message: error.to_string(),
                drawn: drawn(),
            })?;
        }
        let outcome = record.outcome.as_ref().map(outcome_from_json).transpose()?;
        let claims = Claims {
            positions,
            moves: record.moves.clone(),
            successors: record.successors.clone(),
            legal: record.legal.clone(),
            outcome,
        };
        claims.lengths()?;
        Ok(claims)
    }

    /// Whether a record was made by other rules than those of this game.
    pub(crate) fn of_other_rules(record: &Record, game: &Game) -> bool {
        record.made_by.as_ref().is_some_and(|by| by.rules != game.rules_hash())
    }

    /// Number of moves.
    pub(crate) fn plies(&self) -> usize {
        let moves = self.moves.as_ref().map_or(0, Vec::len);
        if self.positions.len() > 1 { self.positions.len() - 1 } else { moves }
    }

    /// Whether the lists fit each other.
    fn lengths(&self) -> Result<(), Flaw> {
        let plies = self.plies();
        if self.positions.is_empty() && self.moves.is_none() {
            return Err("it tells nothing of a game: it has neither `positions` nor `moves`".to_string().into());
        }
        if let Some(moves) = self.moves.as_ref().filter(|moves| moves.len() != plies) {
            return Err(format!(
                "it has {} positions and {} moves, and there is one move between two positions",
                plies + 1,
                moves.len()
            )
            .into());
        }
        for (numbers, of) in [(&self.successors, "successors"), (&self.legal, "legal moves")] {
            let told = numbers.as_ref().map_or(plies, Vec::len);
            if told != plies && told != plies + 1 {
                return Err(format!("it has {plies} moves and {told} numbers of {of}").into());
            }
        }
        Ok(())
    }
}
