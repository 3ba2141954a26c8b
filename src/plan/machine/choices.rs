//! Choices: what is left to choose from, and going back to it.

use super::snapshot::{Keeps, Snapshot};
use super::{Asked, Machine};
use crate::id::Id;
use crate::plan::Side;
use crate::plan::along::{as_set, first_of};
use crate::plan::op::{Address, KindBits, Reg, several};
use crate::plan::pieces::byte;

/// Steps (choices, laps, drops) that the turns of one position may take before they are left to the interpreter, which
/// has a budget. So few that the budget would not be spent by them: whoever plays, the same comes of it.
pub(in crate::plan) const MOST_STEPS: u32 = 200_000;

/// Numbers that may be chosen from, but for one: a choice is noted in two bytes. With more of them a turn is left to the
/// interpreter, which refuses it ([`crate::limits::OFFERED_NUMBERS`]).
pub(in crate::plan) const MOST_NUMBERS: u16 = u16::MAX;

/// Choices that a turn may have.
pub(in crate::plan) const MOST_CHOICES: usize = 64;

/// What is left to choose from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Options {
    /// These places, each of which goes into the register.
    Places { slot: Reg, left: u64 },
    /// Numbers from the next one on.
    Numbers { slot: Reg, low: i32, next: i32, high: i32 },
    /// Ways to go on, of a table.
    Alternatives { table: u16, next: usize },
    /// Pieces of some kinds, from the next one on.
    Pieces { kinds: KindBits, next: Option<i32> },
}

/// A choice of which not all options have been tried.
#[derive(Debug, Clone)]
pub(super) struct Point<const W: usize> {
    snapshot: Snapshot<W>,
    options: Options,
    /// Where it goes on.
    address: Address,
    /// Choices made before, and notes taken of what they have come to.
    made: usize,
    noted: usize,
    /// The place that was lifted first, or none.
    lifted_first: i32,
}

impl<const W: usize> Point<W> {
    const EMPTY: Self = Point {
        snapshot: Snapshot::EMPTY,
        options: Options::Places { slot: Reg::FIRST, left: 0 },
        address: Address::FIRST,
        made: 0,
        noted: 0,
        lifted_first: -1,
    };
}

impl<const W: usize> Machine<'_, W> {
    /// Takes the first option; if there are none, goes back. Tells where it goes on.
    #[inline]
    pub(super) fn choose(&mut self, mut options: Options, address: Address) -> Option<Address> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let made = self.made;
        if self.asked == Asked::Move {
            only(&mut options, self.choices[made % MOST_CHOICES]);
            return self.take_option(&mut options, address);
        }
        match self.take_option(&mut options, address) {
            None => self.next_option(),
            Some(next) => {
                if has_more(&options, self.side) {
                    self.remember(options, address, made);
                }
                Some(next)
            }
        }
    }

    /// Opens a point to come back to; those that were closed before are used again.
    #[inline]
    fn remember(&mut self, options: Options, address: Address, made: usize) {
        if self.open == self.points.len() {
            self.points.push(Point::EMPTY);
        }
        let keeps = self.keeps();
        let point = &mut self.points[self.open];
        point.snapshot.keep(&self.cells, (&self.numbers, &self.sets), keeps);
        (point.options, point.address, point.made) = (options, address, made);
        (point.noted, point.lifted_first) = (self.counting.noted(), self.lifted_first);
        self.open += 1;
    }

    /// What choices keep of what turns have come to.
    #[inline(always)]
    fn keeps(&self) -> Keeps {
        Keeps { registers: self.side.kept, before_sowing: self.side.remembers }
    }

    /// Goes back to the last choice that has an option left, and takes it.
    #[inline(always)]
    pub(super) fn next_option(&mut self) -> Option<Address> {
        let keeps = self.keeps();
        if self.steps > MOST_STEPS {
            return None;
        }
        let point = self.points.get_mut(self.open.checked_sub(1)?)?;
        let address = point.address;
        point.snapshot.put_back(&mut self.cells, (&mut self.numbers, &mut self.sets), keeps);
        self.made = point.made;
        self.counting.go_back(point.noted);
        self.lifted_first = point.lifted_first;
        self.round.begin();
        let Options::Places { slot, left } = &mut point.options else { return self.next_of_others(address) };
        // The choice that most turns have; one with no option left is not open.
        let place = first_of(*left);
        *left &= left.wrapping_sub(1);
        self.open -= usize::from(*left == 0);
        let slot = *slot;
        self.put(slot, place);
        self.note(u16::from(byte(place)));
        Some(address)
    }

    /// The next option of the last choice, which is none of a place.
    fn next_of_others(&mut self, address: Address) -> Option<Address> {
        let last = self.open - 1;
        let mut options = self.points[last].options;
        let next = self.take_option(&mut options, address);
        if has_more(&options, self.side) {
            self.points[last].options = options;
        } else {
            self.open = last;
        }
        next
    }

    /// Takes the next option, if there is one; tells where it goes on.
    #[inline]
    fn take_option(&mut self, options: &mut Options, address: Address) -> Option<Address> {
        match options {
            Options::Places { slot, left } => {
                if *left == 0 {
                    return None;
                }
                let place = first_of(*left);
                *left &= *left - 1;
                self.put(*slot, place);
                self.note(u16::from(byte(place)));
                Some(address)
            }
            Options::Numbers { slot, low, next, high } => {
                if *next > *high {
                    return None;
                }
                self.put(*slot, *next);
                self.note(u16::try_from(*next - *low).unwrap_or(u16::MAX));
                *next += 1;
                Some(address)
            }
            Options::Alternatives { table, next } => {
                let address = self.side.tables.alternatives[usize::from(*table)].get(*next).copied()?;
                self.note(u16::try_from(*next).unwrap_or(u16::MAX));
                *next += 1;
                Some(address)
            }
            Options::Pieces { kinds, next } => {
                let number = (*next)?;
                *next = self.next_take(*kinds, number + 1);
                self.put(several::TAKEN, number);
                self.note(u16::try_from(number).unwrap_or(u16::MAX));
                Some(address)
            }
        }
    }

    /// The mover has but one option: it is noted. A move that says something else is left to the interpreter.
    #[inline]
    pub(super) fn choose_only(&mut self, number: u8) {
        let number = u16::from(number);
        self.steps += 1;
        if self.asked == Asked::Move && self.choices[self.made % MOST_CHOICES] != number {
            self.steps = MOST_STEPS + 1;
        }
        self.note(number);
    }

    /// Notes a choice. A turn with more of them than there is room for is left to the interpreter.
    #[inline]
    pub(super) fn note(&mut self, number: u16) {
        self.choices[self.made % MOST_CHOICES] = number;
        self.made += 1;
        if self.made >= MOST_CHOICES {
            self.steps = MOST_STEPS + 1;
        }
    }

    /// The choices of this turn.
    #[inline]
    pub(in crate::plan) fn choices(&self) -> &[u16] {
        &self.choices[..self.made.min(MOST_CHOICES)]
    }
}

/// Leaves the option that has this number in a move.
fn only(options: &mut Options, number: u16) {
    match options {
        Options::Places { left, .. } => *left &= as_set(i32::from(number)),
        Options::Numbers { low, next, .. } => *next = low.saturating_add(i32::from(number)),
        Options::Alternatives { next, .. } => *next = usize::from(number),
        Options::Pieces { next, .. } => *next = Some(i32::from(number)),
    }
}

/// Whether there is another option.
#[inline]
fn has_more<const W: usize>(options: &Options, side: &Side<W>) -> bool {
    match options {
        Options::Places { left, .. } => *left != 0,
        Options::Numbers { next, high, .. } => next <= high,
        Options::Alternatives { table, next } => *next < side.tables.alternatives[usize::from(*table)].len(),
        Options::Pieces { next, .. } => next.is_some(),
    }
}
