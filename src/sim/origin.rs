//! What an output was made from, so that it can be made again, and so that no run goes on with the games of another.

use super::script::Simulation;
use crate::game::{Game, VERSION, hash_of};
use crate::position::Position;
use crate::text::record::MadeBy;
use serde::Serialize;
use serde_json::{Value, json};

/// What decides the games of a simulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Hash of the rules file, followed by those it is based on.
    pub rules: String,
    /// Hash of what the script says about how games are played.
    pub settings: String,
}

/// The settings that decide what game `i` is, whatever else a script says: not how many games there are, nor what is
/// written and expected.
#[derive(Debug, Serialize)]
struct Settings<'a> {
    variant: &'a str,
    options: &'a super::script::Options,
    players: &'a super::script::Players,
    swap_sides: bool,
    seed: u64,
    max_moves: i64,
    max_time: Option<f64>,
    answer_time: Option<f64>,
    starts: Vec<Value>,
    random_moves: i64,
}

impl Origin {
    /// Of the games of a simulation.
    #[must_use]
    pub fn of(simulation: &Simulation, game: &Game, starts: &[Position]) -> Self {
        let settings = Settings {
            variant: &simulation.variant,
            options: &simulation.options,
            players: &simulation.players,
            swap_sides: simulation.swap_sides,
            seed: simulation.seed,
            max_moves: simulation.max_moves,
            max_time: simulation.max_time,
            answer_time: simulation.answer_time,
            starts: starts.iter().map(|start| crate::text::json::to_json(start, game.model())).collect(),
            random_moves: simulation.random_moves,
        };
        // Settings have no maps but those with names, so that they can always be written.
        let settings = serde_json::to_string(&settings).unwrap_or_default();
        Origin { rules: game.rules_hash(), settings: hash_of(&settings) }
    }

    /// As it stands in records and results.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!(self.made_by())
    }

    /// As a record tells it.
    #[must_use]
    pub(super) fn made_by(&self) -> MadeBy {
        MadeBy { version: VERSION.into(), rules: self.rules.clone(), settings: Some(self.settings.clone()) }
    }

    /// Whether a record was made by this; why it was not.
    pub(super) fn is_of(&self, other: Option<&MadeBy>) -> Result<(), OtherOrigin> {
        let Some(other) = other else { return Err(OtherOrigin::NotSaid) };
        if other.version != VERSION {
            return Err(OtherOrigin::Version(other.version.clone()));
        }
        if other.rules != self.rules {
            return Err(OtherOrigin::Rules);
        }
        if other.settings.as_ref() == Some(&self.settings) { Ok(()) } else { Err(OtherOrigin::Settings) }
    }
}

/// Why games are of another origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OtherOrigin {
    /// They do not say it.
    #[error("it does not say what it was made by")]
    NotSaid,
    /// They were made by this other version.
    #[error("it was made by version {0}, and this is {VERSION}")]
    Version(String),
    /// They were played by other rules.
    #[error("it was played by other rules: the file has changed since")]
    Rules,
    /// Something else decided the games.
    #[error("it is of another script, or of this one before it was changed")]
    Settings,
}
