//! How games come to their end.

use crate::engine::Ended;
use crate::model::Player as Side;

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
