//! Moves that a search looks at, and in which order.

use super::evaluation::{Evaluation, WIN};
use super::quiet_moves::{self, Refuters};
use crate::engine::{Cells as _, Children, Machine, Name, Outcome, Shape};
use crate::model::Player;
use crate::sim::candidates::{Candidate, MOST_LISTED};

/// What a move comes to.
#[derive(Debug)]
pub(super) struct Line<'l, S: Shape> {
    pub(super) position: &'l S::Position,
    /// What it is worth for who made it, where it ends the game.
    pub(super) value: Option<i32>,
}

/// A move of the position that is searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstLine<S: Shape> {
    pub(super) position: S::Position,
    pub(super) value: Option<i32>,
    pub(super) captured: i32,
    pub(super) index: u16,
}

impl<S: Shape> FirstLine<S> {
    /// The move with this number among those that were listed.
    pub(super) fn of(index: usize, candidate: &Candidate<S>, evaluation: &Evaluation, mover: Player) -> Self {
        let value = candidate.ended.map(|ended| evaluation.verdict(&ended, mover));
        FirstLine { position: candidate.position, value, captured: candidate.captured, index: number_of(index) }
    }

    pub(super) fn line(&self) -> Line<'_, S> {
        Line { position: &self.position, value: self.value }
    }
}

/// What was listed of the moves of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listed {
    /// Whether there is a move.
    pub(super) any: bool,
    /// Whether none is missing.
    pub(super) all: bool,
}

/// Moves of a position that are tried one after the other, the best first.
#[derive(Debug, Clone)]
pub(super) struct Lines<S: Shape> {
    children: Children<S>,
    /// Moves that are left to try: each a number that is the higher the earlier the move is tried, with the number of the move,
    /// of which the lower is tried first between equals.
    left: Vec<i64>,
}

/// Bits for the number of a move.
const NUMBER: u32 = u16::BITS;
const _: () = assert!(MOST_LISTED < 1 << NUMBER);

impl<S: Shape> Default for Lines<S> {
    fn default() -> Self {
        Lines { children: Children::default(), left: Vec::new() }
    }
}

impl<S: Shape> Lines<S> {
    /// Lists the moves of a position.
    pub(super) fn list(&mut self, machine: &mut Machine<'_, S>, position: &S::Position) -> Listed {
        self.left.clear();
        let listed = machine.children(position, MOST_LISTED, &mut self.children);
        let count = self.children.len();
        Listed { any: count > 0, all: listed.is_ok() && count < MOST_LISTED }
    }

    /// Lists nothing but the move with this place as its only choice; whether it is known that there is one.
    pub(super) fn list_one(&mut self, machine: &mut Machine<'_, S>, position: &S::Position, place: u16) -> bool {
        machine.child_by_place(position, place, &mut self.children)
    }

    /// Puts moves in order that capture or end the game; the others are not tried.
    pub(super) fn order_captures(&mut self, evaluation: &Evaluation, mover: Player) {
        for number in 0..self.children.len() {
            let told = self.children.outcome(number);
            let value = self.value(number, evaluation, mover);
            if told.captured != 0 || value.is_some() {
                self.left.push(key(order(&told, value), number));
            }
        }
    }

    /// Puts all moves in order but one that was tried: the best one that is known first, and such as have refuted others before
    /// their like.
    pub(super) fn order_all(
        &mut self,
        evaluation: &Evaluation,
        mover: Player,
        (tried, best): (Option<u16>, Option<u16>),
        refuters: Refuters<'_>,
    ) {
        for number in 0..self.children.len() {
            let told = self.children.outcome(number);
            let label = label(number, told.name);
            if tried == Some(label) {
                continue;
            }
            let value = self.value(number, evaluation, mover);
            let order = if best == Some(label) {
                i64::MAX >> NUMBER
            } else if told.captured == 0 && value.is_none() {
                order(&told, value) + refuters.order(told.name)
            } else {
                order(&told, value)
            };
            self.left.push(key(order, number));
        }
    }

    /// The move that is to be tried next.
    pub(super) fn next(&mut self) -> Option<usize> {
        let (at, key) = self.left.iter().copied().enumerate().max_by_key(|(_, key)| *key)?;
        self.left.swap_remove(at);
        Some(usize::from(u16::MAX - number_of(usize::try_from(key & i64::from(u16::MAX)).unwrap_or(0))))
    }

    /// What a move of a position comes to, which is made in the position.
    #[inline]
    pub(super) fn play_in<'l>(
        &self,
        number: usize,
        position: &'l mut S::Position,
        evaluation: &Evaluation,
    ) -> Line<'l, S> {
        let value = self.value(number, evaluation, position.mover());
        self.children.play_in(number, position);
        Line { position, value }
    }

    /// The first cells of the position that a move leads to and who is to move there, if the game goes on and they are at hand.
    #[inline]
    pub(super) fn cells(&self, number: usize) -> Option<(&[u8], Player)> {
        let cells = self.children.cells(number)?;
        self.children.ended(number).is_none().then(|| (cells, self.children.next(number)))
    }

    #[inline]
    fn value(&self, number: usize, evaluation: &Evaluation, mover: Player) -> Option<i32> {
        self.children.ended(number).map(|ended| evaluation.verdict(ended, mover))
    }

    /// What other positions call a move like this one.
    pub(super) fn name(&self, number: usize) -> Name {
        self.children.outcome(number).name
    }

    /// What a move is called in the table: by its only choice, where it has but one, otherwise by its number.
    pub(super) fn label(&self, number: usize) -> u16 {
        label(number, self.name(number))
    }

    /// Whether a move neither captures nor ends the game.
    pub(super) fn is_quiet(&self, number: usize) -> bool {
        self.children.outcome(number).captured == 0 && self.children.ended(number).is_none()
    }
}

fn label(number: usize, name: Name) -> u16 {
    if name.is_all { name.first } else { number_of(number) }
}

/// The number of a move, of which there are no more than that.
fn number_of(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// When a move is tried: first what ends the game well, then captures and extra turns.
fn order(told: &Outcome, value: Option<i32>) -> i64 {
    let order = value.unwrap_or(0).clamp(-WIN, WIN) / 100 + 10 * told.captured + 15 * i32::from(told.again);
    i64::from(order) * quiet_moves::RANGE
}

/// That with the number of the move: the lower it is, the higher this.
fn key(order: i64, number: usize) -> i64 {
    order << NUMBER | i64::from(u16::MAX - number_of(number))
}
