//! How long games may last, and how they come to their end.

use crate::engine::Ended;
use crate::model::Player as Side;
use std::time::Duration;

/// How long a game may last, and how it begins.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Most moves.
    pub moves: u32,
    /// Most time.
    pub time: Option<Duration>,
    /// How many first moves are played at random.
    pub random_moves: u32,
}

/// Why a game came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// By its rules.
    Rules(Ended),
    /// By something else.
    Stopped(Stop),
}

/// Why a game was not played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// It had as many moves as it may have.
    Moves,
    /// It took as long as it may take.
    Time,
    /// A player could not move, and the rules do not say what that comes to.
    Stuck,
    /// A player lost it by giving no legal move, for this reason.
    Forfeit(Side, String),
    /// A turn takes more steps than a turn may take.
    TooLong,
    /// The run was called off.
    Interrupted,
}
