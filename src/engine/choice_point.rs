//! What can be chosen at a choice, and what must be put back there.

use super::encoded_move::Choice;
use super::position::Shape;
use super::turn::Turn;
use crate::ir::{BlockId, ChoiceId, Places, Slot};

/// What can be chosen.
#[derive(Debug, Clone, Copy)]
pub(super) enum Options {
    /// A pit of a set.
    Pits { slot: Slot, set: Places, next: BlockId },
    /// One of the ways.
    Ways { slot: Slot, ways: [bool; 2], next: BlockId },
    /// A number from low to high.
    Numbers { slot: Slot, low: i32, high: i32, next: BlockId },
    /// An alternative; how many there are.
    Alternatives { choice: ChoiceId, count: usize },
    /// Where the next piece of the hand is put.
    Free { set: Places, choice: ChoiceId },
    /// The kind of the next piece that falls.
    Piece,
    /// The next piece that is taken.
    Take,
}

/// A choice of which not all options have been tried: what must be put back before the next one is.
#[derive(Debug)]
pub(super) struct ChoicePoint<S: Shape> {
    pub(super) position: S::Position,
    pub(super) turn: Turn<S>,
    pub(super) options: Options,
    /// The next option, and where to look for the one behind it.
    pub(super) upcoming: (Choice, usize),
    pub(super) length: usize,
    pub(super) in_turn: u64,
    pub(super) kept: Lengths,
}

/// How much had been saved, and had fallen, at a choice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lengths {
    pub(super) drops: usize,
    pub(super) numbers: usize,
    pub(super) sets: usize,
    pub(super) before: usize,
    pub(super) piecewise: usize,
}
