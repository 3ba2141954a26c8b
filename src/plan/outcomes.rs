//! What moves lead to, one behind the other, for whoever searches and need not say which moves they are.

use super::op::turn;
use super::runner::Runner;
use crate::id::{Id as _, MoveKind};
use std::ops::ControlFlow;

/// The kind of a move and its first choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// The kind.
    pub kind: MoveKind,
    /// The first choice, 0 if there is none.
    pub first: u16,
    /// Whether nothing else is chosen.
    pub is_all: bool,
}

impl Name {
    /// That of a move of this kind with these choices.
    #[inline]
    pub(crate) fn of(kind: MoveKind, choices: &[u16]) -> Self {
        Name { kind, first: choices.first().copied().unwrap_or(0), is_all: choices.len() == 1 }
    }
}

/// What is told of a move that was listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// What moves that are alike in many positions have in common.
    pub name: Name,
    /// Whether the same player moves again.
    pub again: bool,
    /// Pieces captured by the mover.
    pub captured: i32,
    /// The number of the row that ended the game, plus one; 0 if none did.
    pub(crate) ended: u16,
}

/// Where it is told of a move, behind the cells of the position that it leads to, whether the mover moves again, how many
/// choices were made, the first of them, the row that ended the game, the kind, and pieces captured.
pub(super) mod told {
    pub(in crate::plan) const AGAIN: usize = 0;
    pub(in crate::plan) const MADE: usize = 1;
    pub(in crate::plan) const FIRST: usize = 2;
    pub(in crate::plan) const ENDED: usize = 4;
    pub(in crate::plan) const KIND: usize = 6;
    pub(in crate::plan) const CAPTURED: usize = 8;
    /// Bytes that all of it takes.
    pub(in crate::plan) const BYTES: usize = 16;
}

/// Bytes that a record of a move takes that leads to so many cells.
pub(super) const fn stride(cells: usize) -> usize {
    (cells + told::BYTES).next_power_of_two()
}

/// What moves lead to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outcomes {
    /// A record of each: the cells of the position that it leads to, and what is told of it.
    records: Vec<u8>,
    count: usize,
    /// Cells of a position; further ones are empty.
    width: usize,
    stride: usize,
    /// How many are listed at most.
    most: usize,
}

impl Outcomes {
    /// Forgets all of them; so many will be listed at most.
    pub(crate) fn clear(&mut self, most: usize) {
        self.records.clear();
        self.count = 0;
        self.most = most;
        self.is_of_width(0);
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    fn is_of_width(&mut self, width: usize) {
        self.width = width;
        self.stride = stride(width);
    }

    /// Adds records as machine code writes them; whether there is room for more.
    #[cfg(feature = "native")]
    #[inline]
    pub(super) fn add_records<const W: usize>(&mut self, records: &[u8]) -> ControlFlow<()> {
        self.is_of_width(W);
        let most = (self.most - self.count).saturating_mul(self.stride);
        let records = records.get(..most).unwrap_or(records);
        self.records.extend_from_slice(records);
        self.count += records.len() / stride(W);
        self.has_room()
    }

    /// Adds what the move leads to that was found last; whether there is room for another.
    pub(super) fn add_found<const W: usize>(&mut self, runner: &Runner<'_, W>) -> ControlFlow<()> {
        self.is_of_width(W);
        let kind = usize::try_from(runner.get(turn::KIND)).ok().and_then(MoveKind::at);
        let name = Name::of(kind.unwrap_or(MoveKind::FIRST), runner.choices());
        let ended = u16::try_from(runner.get(turn::ENDED)).unwrap_or(0);
        let (again, captured) = (runner.get(turn::AGAIN) != 0, runner.get(turn::CAPTURED));
        let told = bytes_of(&Outcome { name, again, captured, ended });
        let begin = self.records.len();
        self.records.resize(begin + const { stride(W) }, 0);
        if let Some((cells, behind)) = self.records[begin..].split_first_chunk_mut::<W>() {
            *cells = *runner.position();
            behind[..told::BYTES].copy_from_slice(&told);
        }
        self.count += 1;
        self.has_room()
    }

    /// Adds a move and the cells of the position that it leads to, if they are told; whether there is room for another.
    #[inline]
    pub(crate) fn add(&mut self, cells: &[u8], outcome: &Outcome) -> ControlFlow<()> {
        let begin = self.records.len();
        self.records.extend_from_slice(cells);
        self.records.resize(begin + self.width, 0);
        self.records.extend_from_slice(&bytes_of(outcome));
        self.records.resize(begin + self.stride, 0);
        self.count += 1;
        self.has_room()
    }

    fn has_room(&self) -> ControlFlow<()> {
        if self.count < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The cells of the position that a move leads to.
    #[inline]
    pub(crate) fn cells(&self, number: usize) -> &[u8] {
        let record = self.records.get(number * self.stride..).unwrap_or(&[]);
        record.get(..self.width).unwrap_or(&[])
    }

    /// What is told of a move.
    #[inline]
    pub(crate) fn outcome(&self, number: usize) -> Outcome {
        outcome_of(self.told(number))
    }

    /// Whether the mover moves again behind a move.
    #[inline]
    pub(crate) fn again(&self, number: usize) -> bool {
        self.told(number)[told::AGAIN] != 0
    }

    /// Whether a move ended the game.
    #[inline]
    pub(crate) fn any_ends(&self) -> bool {
        let told = self.records.get(self.width..).unwrap_or(&[]).chunks(self.stride.max(told::BYTES));
        told.filter_map(<[u8]>::first_chunk).any(|told| pair(told, told::ENDED) != 0)
    }

    /// The number of the row by which a move ended the game, plus one; 0 if none did.
    #[inline]
    pub(crate) fn ended(&self, number: usize) -> u16 {
        pair(self.told(number), told::ENDED)
    }

    #[inline]
    fn told(&self, number: usize) -> &[u8; told::BYTES] {
        let told = self.records.get(number * self.stride + self.width..).and_then(<[u8]>::first_chunk);
        told.unwrap_or(&[0; told::BYTES])
    }
}

#[inline]
fn pair(told: &[u8; told::BYTES], at: usize) -> u16 {
    u16::from_le_bytes([told[at], told[at + 1]])
}

#[inline]
fn outcome_of(told: &[u8; told::BYTES]) -> Outcome {
    let [.., a, b, c, d, _, _, _, _] = *told;
    const { assert!(told::CAPTURED == told::BYTES - 8) };
    let made = told[told::MADE];
    Outcome {
        name: Name {
            kind: MoveKind::at(usize::from(pair(told, told::KIND))).unwrap_or(MoveKind::FIRST),
            // Where nothing was chosen, the choice of an earlier move stands there.
            first: if made == 0 { 0 } else { pair(told, told::FIRST) },
            is_all: made == 1,
        },
        again: told[told::AGAIN] != 0,
        captured: i32::from_le_bytes([a, b, c, d]),
        ended: pair(told, told::ENDED),
    }
}

/// The same the other way round. That there is more than one choice is all that is told of their number.
#[inline]
fn bytes_of(outcome: &Outcome) -> [u8; told::BYTES] {
    let Outcome { name, again, captured, ended } = *outcome;
    let mut told = [0; told::BYTES];
    told[told::AGAIN] = u8::from(again);
    told[told::MADE] = if name.is_all { 1 } else { 2 };
    let kind = u16::try_from(name.kind.index()).unwrap_or(0);
    for (at, pair) in [(told::FIRST, name.first), (told::ENDED, ended), (told::KIND, kind)] {
        told[at..at + 2].copy_from_slice(&pair.to_le_bytes());
    }
    told[told::CAPTURED..told::CAPTURED + 4].copy_from_slice(&captured.to_le_bytes());
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of moves is read as it was written, and no more are listed than are wanted.
    #[test]
    fn outcomes_are_told_as_they_were_added() {
        let mut outcomes = Outcomes::default();
        outcomes.clear(2);
        outcomes.is_of_width(16);
        let all =
            [(true, 300, true, -1, 0), (false, 0, false, 70_000, 3)].map(|(is_all, first, again, captured, ended)| {
                let name = Name { kind: MoveKind::FIRST, first, is_all };
                Outcome { name, again, captured, ended }
            });
        assert!(!outcomes.any_ends());
        assert!(outcomes.add(&[1; 16], &all[0]).is_continue());
        assert!(!outcomes.any_ends());
        assert!(outcomes.add(&[2; 16], &all[1]).is_break());
        assert_eq!([0, 1].map(|number| outcomes.outcome(number)), all);
        assert_eq!([0, 1].map(|number| outcomes.cells(number).to_vec()), [vec![1; 16], vec![2; 16]]);
        assert_eq!((outcomes.len(), outcomes.cells(2), outcomes.any_ends()), (2, &[][..], true));
    }
}
