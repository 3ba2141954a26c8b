//! What moves lead to, one behind the other, for whoever searches and need not say which moves they are.

use super::op::turn;
use super::runner::Runner;
use crate::id::{Id as _, MoveKind};
use std::ops::ControlFlow;

/// What moves that are alike in many positions have in common: the kind and the first choice, and whether nothing else is
/// chosen. They stand where `told` says, as everything does that is told of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name(u64);

impl Name {
    /// That of a move of this kind with these choices.
    #[inline]
    pub(crate) fn of(kind: MoveKind, choices: &[u16]) -> Self {
        Name::new(u16::try_from(kind.index()).unwrap_or(u16::MAX), choices)
    }

    /// The same of a kind with this number.
    #[inline]
    fn new(kind: u16, choices: &[u16]) -> Self {
        let kind = u64::from(kind) << (8 * told::KIND);
        let first = choices.first().map_or(0, |first| u64::from(*first) << (8 * told::FIRST));
        Name(kind | first | if choices.len() == 1 { Name::ONE } else { Name::ANOTHER_NUMBER })
    }

    /// How many choices are made: that there is not one is all that is told of another number.
    const ONE: u64 = 1 << (8 * told::MADE);
    const ANOTHER_NUMBER: u64 = 2 << (8 * told::MADE);

    /// The choice, if there is but one.
    #[must_use]
    #[inline]
    pub fn only_choice(self) -> Option<u16> {
        (low(self.0 >> (8 * told::MADE)) == 1).then(|| self.first())
    }

    /// The choice of a move that has this code, where it differs in that alone from this one, which chooses what has number 0.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn choice_of_another(self, code: u64) -> Option<u16> {
        let differs = self.0 ^ code;
        (differs & !FIRST == 0).then(|| pair(differs, told::FIRST))
    }

    /// A number that moves with different names seldom share: the kind of a move is mixed into its first choice.
    #[must_use]
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.first() ^ (pair(self.0, told::KIND) << 3))
    }

    /// All of it as one number, which is not 0.
    #[must_use]
    #[inline]
    pub fn code(self) -> u64 {
        self.0
    }

    /// The first choice, 0 if there is none.
    #[must_use]
    #[inline]
    pub fn first(self) -> u16 {
        pair(self.0, told::FIRST)
    }
}

/// What is told of a move that was listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Who it is, whether the mover moves again, and which row ended the game.
    head: u64,
    /// Pieces captured by the mover.
    pub captured: i32,
}

impl Outcome {
    /// What is told of a move; with the number of the row that ended the game, plus one, 0 if none did.
    #[inline]
    pub(crate) fn new(name: Name, again: bool, captured: i32, ended: u16) -> Self {
        let ended = u64::from(ended) << (8 * told::ENDED);
        Outcome { head: name.0 | ended | u64::from(again) << (8 * told::AGAIN), captured }
    }

    /// What moves that are alike in many positions have in common.
    #[must_use]
    #[inline]
    pub fn name(&self) -> Name {
        const KIND: u64 = 0xffff << (8 * told::KIND);
        match low(self.head >> (8 * told::MADE)) {
            1 => Name(self.head & (KIND | FIRST) | Name::ONE),
            // Where nothing was chosen, the choice of an earlier move stands there.
            0 => Name(self.head & KIND | Name::ANOTHER_NUMBER),
            _ => Name(self.head & (KIND | FIRST) | Name::ANOTHER_NUMBER),
        }
    }

    /// Whether the same player moves again.
    #[must_use]
    #[inline]
    pub fn again(&self) -> bool {
        low(self.head >> (8 * told::AGAIN)) != 0
    }

    /// The number of the row that ended the game, plus one; 0 if none did.
    #[inline]
    pub(crate) fn ended(&self) -> u16 {
        pair(self.head, told::ENDED)
    }

    /// The same as bytes.
    #[inline]
    fn bytes(&self) -> [u8; told::BYTES] {
        let mut told = [0; told::BYTES];
        told[..told::CAPTURED].copy_from_slice(&self.head.to_le_bytes());
        told[told::CAPTURED..told::CAPTURED + 4].copy_from_slice(&self.captured.to_le_bytes());
        told
    }

    #[inline]
    fn of_bytes(told: &[u8; told::BYTES]) -> Self {
        const { assert!(told::CAPTURED == 8 && told::BYTES == 16) };
        let all = u128::from_le_bytes(*told);
        #[allow(clippy::cast_possible_truncation, reason = "these are parts of it")]
        let (head, captured) = (all as u64, (all >> 64) as i32);
        Outcome { head, captured }
    }
}

/// Where the first choice stands.
const FIRST: u64 = 0xffff << (8 * told::FIRST);

/// The lowest byte.
#[inline]
fn low(word: u64) -> u8 {
    word.to_le_bytes()[0]
}

/// The two bytes that begin with this one.
#[inline]
fn pair(word: u64, at: usize) -> u16 {
    let [low, high, ..] = (word >> (8 * at)).to_le_bytes();
    u16::from_le_bytes([low, high])
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

/// What is told where there is no move.
const NOTHING: [u8; told::BYTES] = [0; told::BYTES];

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
    /// Whether one of them ends the game.
    any_ends: bool,
}

impl Outcomes {
    /// Forgets all of them; so many will be listed at most.
    #[inline]
    pub(crate) fn clear(&mut self, most: usize) {
        self.records.clear();
        self.count = 0;
        self.most = most;
        self.any_ends = false;
        (self.width, self.stride) = (0, told::BYTES);
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    #[inline]
    fn is_of_width<const W: usize>(&mut self) {
        (self.width, self.stride) = (W, const { stride(W) });
    }

    /// Adds records as machine code writes them, and whether one of them ends the game; whether there is room for more.
    #[cfg(feature = "native")]
    #[inline]
    pub(super) fn add_records<const W: usize>(&mut self, records: &[u8], any_ends: bool) -> ControlFlow<()> {
        self.is_of_width::<W>();
        let most = (self.most - self.count).saturating_mul(const { stride(W) });
        let records = records.get(..most).unwrap_or(records);
        match <&[u8; const { stride(16) }]>::try_from(records) {
            // The only move of a small board need not be copied by a loop.
            Ok(one) => self.records.extend_from_slice(one),
            Err(_) => self.records.extend_from_slice(records),
        }
        self.count += records.len() / const { stride(W) };
        self.any_ends |= any_ends;
        self.has_room()
    }

    /// Adds what the move leads to that was found last; whether there is room for another.
    pub(super) fn add_found<const W: usize>(&mut self, runner: &Runner<'_, W>) -> ControlFlow<()> {
        let name = Name::new(u16::try_from(runner.get(turn::KIND)).unwrap_or(0), runner.choices());
        let ended = u16::try_from(runner.get(turn::ENDED)).unwrap_or(0);
        let outcome = Outcome::new(name, runner.get(turn::AGAIN) != 0, runner.get(turn::CAPTURED), ended);
        self.add_cells(runner.position(), &outcome)
    }

    /// Adds what a move leads to; whether there is room for another.
    #[inline]
    pub(super) fn add_cells<const W: usize>(&mut self, cells: &[u8; W], outcome: &Outcome) -> ControlFlow<()> {
        self.is_of_width::<W>();
        self.records.extend_from_slice(cells);
        self.records.extend_from_slice(&outcome.bytes());
        if const { stride(W) > W + told::BYTES } {
            self.records.resize((self.count + 1) * const { stride(W) }, 0);
        }
        self.added(outcome)
    }

    /// Adds a move and the cells of the position that it leads to, if they are told; whether there is room for another.
    #[inline]
    pub(crate) fn add(&mut self, cells: &[u8], outcome: &Outcome) -> ControlFlow<()> {
        let begin = self.records.len();
        self.records.extend_from_slice(cells);
        self.records.resize(begin + self.width, 0);
        self.records.extend_from_slice(&outcome.bytes());
        self.records.resize(begin + self.stride, 0);
        self.added(outcome)
    }

    /// Takes out what is behind the first move that is enough, from the one with this number on; whether there is such a move.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn end_with_enough(&mut self, from: usize, is_enough: &impl Fn(&Outcome, &[u8]) -> bool) -> bool {
        let enough = (from..self.count).find(|number| is_enough(&self.outcome(*number), self.cells(*number)));
        let Some(enough) = enough else { return false };
        self.count = enough + 1;
        self.records.truncate(self.count * self.stride);
        self.any_ends = self.any_ends && self.outcomes().any(|outcome| outcome.ended() != 0);
        true
    }

    /// Counts a move that was added; whether there is room for another.
    #[inline]
    fn added(&mut self, outcome: &Outcome) -> ControlFlow<()> {
        self.count += 1;
        self.any_ends |= outcome.ended() != 0;
        self.has_room()
    }

    #[inline]
    fn has_room(&self) -> ControlFlow<()> {
        if self.count < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The cells of the position that a move leads to.
    #[inline]
    pub(crate) fn cells(&self, number: usize) -> &[u8] {
        let record = self.records.get(number * self.stride..).unwrap_or(&[]);
        record.get(..self.width).unwrap_or(&[])
    }

    /// The same, where positions have this many cells.
    #[cfg(feature = "sim")]
    #[inline]
    pub(crate) fn first_cells<const W: usize>(&self, number: usize) -> Option<&[u8; W]> {
        if self.width != W {
            return None;
        }
        self.records.get(number * const { stride(W) }..)?.first_chunk()
    }

    /// What is told of a move.
    #[inline]
    pub(crate) fn outcome(&self, number: usize) -> Outcome {
        Outcome::of_bytes(self.told(number))
    }

    /// The same of each.
    #[inline]
    pub(crate) fn outcomes(&self) -> impl ExactSizeIterator<Item = Outcome> + '_ {
        let records = self.records.chunks_exact(self.stride.max(told::BYTES));
        records
            .map(|record| Outcome::of_bytes(record.get(self.width..).and_then(<[u8]>::first_chunk).unwrap_or(&NOTHING)))
    }

    /// Whether the mover moves again behind a move.
    #[inline]
    pub(crate) fn again(&self, number: usize) -> bool {
        self.told(number)[told::AGAIN] != 0
    }

    /// Whether a move ended the game.
    #[inline]
    pub(crate) fn any_ends(&self) -> bool {
        self.any_ends
    }

    #[inline]
    fn told(&self, number: usize) -> &[u8; told::BYTES] {
        let told = self.records.get(number * self.stride + self.width..).and_then(<[u8]>::first_chunk);
        told.unwrap_or(&NOTHING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of moves is read as it was written, and no more are listed than are wanted.
    #[test]
    fn outcomes_are_told_as_they_were_added() {
        let mut outcomes = Outcomes::default();
        outcomes.clear(2);
        outcomes.is_of_width::<16>();
        let all =
            [(true, 300, true, -1, 0), (false, 0, false, 70_000, 3)].map(|(is_all, first, again, captured, ended)| {
                let choices = [first, 7];
                let name = Name::of(MoveKind::FIRST, if is_all { &choices[..1] } else { &choices });
                Outcome::new(name, again, captured, ended)
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
