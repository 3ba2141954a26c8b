//! Players. None of them knows a particular game: they see positions, legal moves, and what the rules make of them.

mod alpha_beta;
mod build;
mod check;
mod command;
mod error;
mod evaluation;
mod known;
mod last_ply;
mod line;
mod marks;
mod mcts;
mod moves;
mod played;
mod process;
mod quiet_moves;
mod search;
mod simple;
mod timed;
mod window;

pub use alpha_beta::AlphaBeta;
pub use build::build;
pub use check::check;
pub use command::split as command_words;
pub use error::{NoMemory, PlayerError, ProgramError};
pub use evaluation::Evaluation;
pub use mcts::Mcts;
pub use moves::{Moves, Replay};
pub use process::{Process, end_programs};
pub use simple::{Greedy, Random};
pub use timed::Effort;
pub(super) use timed::Timed;

use super::candidates::Candidates;
use super::clock::Clock;
use super::ending::Stop;
use super::script::Options;
use super::seed::Generator;
use crate::engine::{History, Shape};
use crate::game::Game;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Where players play, and what outside programs are told of it.
#[derive(Debug, Clone, Copy)]
pub struct Venue<'p> {
    /// The game.
    pub game: &'p Game,
    /// The variant as records name it.
    pub variant: &'p str,
    /// Its options.
    pub options: &'p Options,
    /// The folder where outside programs run.
    pub folder: &'p Path,
    /// Most time for an answer of an outside program.
    pub answer_time: Duration,
}

/// What a player sees when it is his turn.
#[derive(Debug)]
pub struct Seat<'a, S: Shape> {
    /// The position.
    pub position: &'a S::Position,
    /// The legal moves; at least one.
    pub candidates: &'a Candidates<S>,
    /// The positions that have been there, this one included; empty where no rule asks for them.
    pub seen: &'a History<S>,
    /// Turns played so far.
    pub turns: usize,
    /// What may call the game off while the player thinks.
    pub clock: &'a Clock,
}

/// What a player does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Plays the legal move of this number.
    Play(u64),
    /// Draws a legal move uniformly at random.
    Any,
    /// Gives no legal move, for this reason, and loses.
    Forfeit(String),
    /// The game cannot go on.
    Stop(Stop),
}

/// Someone who chooses moves.
pub trait Strategy<S: Shape>: Debug {
    /// Told that a game begins.
    fn begin(&mut self) {}

    /// Given a clock that calls off what it does, within a turn too.
    fn heed(&mut self, _clock: &Arc<Clock>) {}

    /// Whether it only ever draws moves: then they need not be listed for it.
    fn draws(&self) -> bool {
        false
    }

    /// The lead that the player whose turn it was has with perfect play, if the last choice has found it.
    fn proven(&self) -> Option<i32> {
        None
    }

    /// Positions that it has looked at in all its choices, or games that it has played in its mind; 0 where it counts neither.
    fn looked_at(&self) -> u64 {
        0
    }

    /// Chooses a move.
    fn choose(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Decision;
}
