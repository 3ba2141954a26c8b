//! Why games cannot be read back.

use super::origin::OtherOrigin;
use crate::text::json::JsonError;
use crate::text::record::RecordError;
use std::io;

/// A line that holds no games of a simulation.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct BadLine {
    /// The number of the line, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub why: LineError,
}

/// Why a line holds no games of a simulation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// It cannot be read from its file.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It holds neither a record nor counts.
    #[error("here are neither games nor counts of them: `--records` and `--counts` write these")]
    NoGames,
    /// It is no record.
    #[error(transparent)]
    NoRecord(#[from] RecordError),
    /// It holds no counts.
    #[error("these are no counts: {0}")]
    NoCounts(serde_json::Error),
    /// It is of another variant.
    #[error("it is of the variant `{there}`, and this is `{wanted}`")]
    OtherVariant {
        /// The variant that it names.
        there: String,
        /// The variant of the simulation.
        wanted: String,
    },
    /// It is of another script.
    #[error("it is of another script")]
    OtherScript,
    /// It was made by another version, by other rules or by other settings.
    #[error(transparent)]
    OtherOrigin(#[from] OtherOrigin),
    /// It is another game than the one that comes next.
    #[error("it is game {}, and game {next} comes next", .game.map_or("?".into(), |game| game.to_string()))]
    OtherGame {
        /// Its number, if it has one.
        game: Option<u64>,
        /// The number of the game that comes next.
        next: u64,
    },
    /// The record holds no position.
    #[error("it holds no position")]
    NoPosition,
    /// The first position is none of this game.
    #[error(transparent)]
    Position(Box<JsonError>),
    /// The rules forbid a move.
    #[error("its move {number} is not legal")]
    NotLegal {
        /// The number of the move, from 1.
        number: usize,
    },
    /// The game was broken off.
    #[error("it was not played to its end")]
    NotEnded,
    /// The rules end the game otherwise.
    #[error("its outcome is not that of the rules")]
    OtherOutcome,
    /// Counts are of no use where games are wanted.
    #[error("here are counts, and the games themselves are wanted")]
    OnlyCounts,
    /// The counts begin with another game than the one that comes next.
    #[error("these counts begin with game {first}, and game {next} comes next")]
    CountsBegin {
        /// The first game that is counted.
        first: u64,
        /// The number of the game that comes next.
        next: u64,
    },
    /// More games are counted than are wanted.
    #[error("there are counts of {counts} games, and only {left} are left")]
    MoreCounts {
        /// How many games are counted.
        counts: u64,
        /// How many are wanted.
        left: u64,
    },
    /// The counts disagree with themselves.
    #[error("it does not count the games that it names")]
    WrongCounts,
}
