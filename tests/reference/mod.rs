//! The slow, obvious evaluator: walks the resolved [`Model`] and plays by the letter of `docs/language.md`.
//!
//! Nothing here is shared with `src/ir` and `src/engine`, which are compared with it on random positions. It clones
//! positions freely, keeps sets as trees, and replays a turn from its beginning for each sequence of choices.
//!
//! Where the language page leaves a corner open, this is what is done here:
//!
//! - Every choice is listed, also one with a single possible value: each piece of a sowing in chosen order, each piece
//!   placed freely, each piece taken of choice.
//! - `until` of state is looked at for South before North, in the order of declaration; what it says at the start of a
//!   turn belongs to the position before the turn. `becomes` alone does not make it looked at.
//! - A lap is counted in `laps` when it is complete.
//! - `C before the sowing`, when nothing has been sown yet in this turn, reads the position before the turn.
//! - A local whose statement was left out because of its `if` is 0, no, none, nobody, or the empty set.
//! - State of no pit is 0, no, none or nobody. A number that does not fit into its state becomes the nearest that does.
//! - `position repeats` and `mover cannot move` never hold but before a turn.
//! - The rows `at a capture` are not looked at while the outcomes of a row of `end` are done.
//! - Between rounds the mover is who made the last move, also where a row `before a turn` ended the round; `captured`
//!   is what it was in that move.
//! - Seeds in the hand after a turn that ended the game make it illegal like any other.

mod corners;
mod expressions;
mod game;
mod perft;
mod pits;
mod rounds;
mod source;
mod turn;

use mancala::model::Model;
use mancala::situation::{Outcome, Situation};

/// The rules of one game, read from the model itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference<'m> {
    model: &'m Model,
}

/// A complete legal move and what comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Played {
    /// The kind of move.
    pub(crate) kind: usize,
    /// What was chosen, in the order in which it was chosen.
    pub(crate) choices: Vec<Choice>,
    /// The position after the turn, and after the outcomes of the row that ended the game; with who is to move next.
    pub(crate) after: Situation,
    /// Whether the same player moves again.
    pub(crate) again: bool,
    /// How the game ended, if it did.
    pub(crate) ended: Option<Outcome>,
}

/// One thing that the mover has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Choice {
    /// A place.
    Pit(usize),
    /// A way.
    Way(u8),
    /// A number.
    Number(i32),
    /// An alternative of `either`, by its number.
    Alternative(usize),
    /// Where the next piece of the hand is placed freely. Places do not fall while pieces of one kind are placed.
    Place(usize),
    /// The kind of piece that falls next.
    Piece(usize),
    /// A piece that is captured: its place and its kind. These do not fall within one capture from one set.
    Take(usize, usize),
}
