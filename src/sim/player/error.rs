//! Why there can be no player, and why a player gives no move.

use crate::engine::Exhausted;
use crate::game::Unreadable;
use crate::sim::script::PlayerSpec;
use std::io;
use std::time::Duration;

/// Why there can be no such player on this machine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The system does not give it the memory it asks for.
    #[error("{player} cannot play: {reason}")]
    Memory {
        /// The player.
        player: PlayerSpec,
        /// How much it asks for.
        reason: NoMemory,
    },
    /// Its program cannot be started.
    #[error("`{command}` cannot play: {reason}")]
    Program {
        /// The command.
        command: String,
        /// Why it cannot be started.
        reason: ProgramError,
    },
}

/// The system does not give as much memory as was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the system does not give it {megabytes} MB of memory")]
pub struct NoMemory {
    /// How much was asked for, in millions of bytes.
    pub megabytes: usize,
}

/// Why a program cannot be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The words of its command cannot be told apart.
    #[error("a quotation mark of the command is not closed")]
    QuotationMark,
    /// Neither the folder nor the search path has it.
    #[error("the program is not there")]
    NotThere,
    /// The system does not start it.
    #[error("it cannot be started: {0}")]
    NotStarted(io::Error),
    /// It was started without an input or an output.
    #[error("it cannot be spoken to")]
    NoPipes,
}

/// Why no move is meant by a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoSuchMove {
    /// The text cannot be read as one move.
    #[error(transparent)]
    Text(#[from] Unreadable),
    /// Listing the moves takes too long.
    #[error(transparent)]
    TooLong(#[from] Exhausted),
    /// No legal move is written so.
    #[error("no move is written so here")]
    Unknown,
}

/// Why a program gives no move. Of what it has said, the beginning is told.
#[derive(Debug, thiserror::Error)]
pub(super) enum AnswerError {
    /// It had ended, and cannot be started once more.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// It ends while it is asked.
    #[error("it has ended")]
    Ended,
    /// It takes longer than an answer may take.
    #[error("it gave no answer within {} s", .0.as_secs_f64())]
    Late(Duration),
    /// It speaks before it is asked.
    #[error("it answered without being asked: {0}")]
    NotAsked(String),
    /// What it says is no JSON.
    #[error("its answer is not JSON: {0}")]
    NoJson(String),
    /// It answers an earlier question, or none.
    #[error("it answered a question that was not asked now: {0}")]
    OtherQuestion(String),
    /// Its answer names no move.
    #[error("its answer has no `move`: {0}")]
    NoMove(String),
    /// Its move is not legal.
    #[error("it played `{0}`: {1}")]
    NotLegal(String, NoSuchMove),
}
