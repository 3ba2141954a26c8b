//! The slow, obvious evaluator: plays by the letter of `docs/language.md`, straight from the syntax tree.
//!
//! Nothing here is shared with `src/resolve`, `src/ir` and `src/engine` but the tree that the parser makes of a text. Files
//! that are based on others are merged here, options bound, names looked up while a turn is played, geometry worked out
//! from what `board` says. Types are those of the values at hand. A turn is replayed from its beginning for each sequence
//! of choices.
//!
//! | file | what |
//! |---|---|
//! | `merge` | the items of a file and of those it is based on |
//! | `options` | options and parameters with their values |
//! | `rules` | items by name; pieces, state and the opening |
//! | `board` | places, who faces whom, tracks |
//! | `position` | pieces and state, from and to the plain form that is compared |
//! | `value`, `environment` | what an expression may be worth; which names mean what |
//! | `expression`, `places` | expressions |
//! | `turn`, `statement`, `sowing`, `landing`, `capture` | one turn, its choices given |
//! | `game`, `rounds` | all legal moves; the ends of games and rounds |
//!
//! Where the language page leaves a corner open, this is what is done here:
//!
//! - Every choice is listed, also one with a single possible value: each piece of a sowing in chosen order, each piece
//!   placed freely, each piece taken of choice.
//! - `until` of state is looked at for South before North, in the order of declaration; what it says at the start of a
//!   turn belongs to the position before the turn. `becomes` alone does not make it looked at, nor does a single drop.
//! - A lap is counted in `laps` when it is complete.
//! - `C before the sowing`, when nothing has been sown yet in this turn, reads the position before the turn.
//! - Numbers beyond 32 bits stay at the limit.
//! - State of no pit is 0, no, none or nobody. A number that does not fit into its state becomes the nearest that does.
//! - `position occurs` and `mover cannot move` never hold but before a turn.
//! - What is preferred is asked in the order of the text: moves, the sequences they go on with, `finally`, `legal`. A
//!   `prefer` in a move that was not reached is not satisfied; a rule of `legal` whose `if` does not hold is.
//! - The rows `at a capture` are not looked at while the outcomes of a row of `end` are done.
//! - Between rounds the mover is who made the last move, also where a row `before a turn` ended the round; `captured`
//!   is what it was in that move.
//! - Seeds in the hand after a turn that ended the game make it illegal like any other.
//! - A relay repeats the statement that sowed, read with the names that were known where it stands.

mod board;
mod capture;
mod corners;
mod environment;
mod expression;
mod game;
mod landing;
mod merge;
mod options;
mod perft;
mod places;
mod position;
mod rounds;
mod rules;
mod sowing;
mod statement;
mod turn;
mod value;

use mancala::position::{Outcome, Position};
use rules::Rules;

/// The rules of one game, read from the syntax tree.
#[derive(Debug)]
pub(crate) struct Reference {
    rules: Rules,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It took more steps than it may.
    TooLong,
    /// The text has no meaning here.
    Meaningless(String),
}

/// An answer, or why there is none.
pub(crate) type Answer<T> = Result<T, Trouble>;

/// That the text has no meaning here.
fn meaningless<T>(what: impl Into<String>) -> Answer<T> {
    Err(Trouble::Meaningless(what.into()))
}

/// A complete legal move and what comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Played {
    /// The kind of move.
    pub(crate) kind: String,
    /// What was chosen, in the order in which it was chosen.
    pub(crate) choices: Vec<Choice>,
    /// The position after the turn, and after the outcomes of the row that ended the game; with who is to move next.
    pub(crate) after: Position,
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
