//! Conditions on a place that ask nothing but what stands in some of its cells: for these a table says whether they hold.

use super::cells::{self, AtLeast, Range};
use crate::ir::{Counts, Expressions, Id, Kinds, Layout, Number, NumberId, Pit, PitId, Set, Slot, Truth, TruthId, Who};
use crate::model::Player;

/// A condition on a place.
#[derive(Debug, Clone)]
pub(super) struct Filter {
    /// The places of which it can hold at all.
    within: u64,
    tests: Vec<Test>,
}

/// What a cell of the place must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Test {
    /// The cell of place 0.
    first: usize,
    holds: [bool; 256],
    /// The same, as it is told of many places at once.
    quick: Quick,
}

/// How it is told of many places at once which of them hold what they must.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Quick {
    /// A value from one on, in the cells from the first one on.
    AtLeast(AtLeast),
    /// A value in a few ranges.
    Ranges(Vec<Range>),
    /// There are more ranges than that: place by place.
    Table,
}

/// More ranges are not faster than a table.
const MOST_RANGES: usize = 4;

impl Test {
    fn new(first: usize, holds: impl Fn(i32) -> bool) -> Self {
        let mut table = [false; 256];
        (0..).zip(&mut table).for_each(|(value, entry)| *entry = holds(value));
        let quick = match ranges(&table) {
            None => Quick::Table,
            Some(ranges) => match ranges.as_slice() {
                [only] if first == 0 => only.least().map_or(Quick::Ranges(ranges), Quick::AtLeast),
                _ => Quick::Ranges(ranges),
            },
        };
        Test { first, holds: table, quick }
    }

    fn has(&self, value: i32) -> bool {
        usize::try_from(value).is_ok_and(|value| self.holds[value])
    }

    #[inline]
    fn holds_at<const W: usize>(&self, cells: &[u8; W], place: usize) -> bool {
        self.holds[usize::from(cells[(self.first + place) & (W - 1)])]
    }

    /// The members of a set for which it holds.
    #[inline]
    fn of<const W: usize>(&self, cells: &[u8; W], set: u64) -> u64 {
        match &self.quick {
            Quick::AtLeast(least) => cells::at_least(cells, *least, set),
            Quick::Ranges(ranges) if self.first == 0 => cells::within(cells, ranges, set),
            Quick::Ranges(ranges) => cells::within(&cells::from(cells, self.first), ranges, set),
            Quick::Table => {
                let members = (0..64).filter(|place| set >> place & 1 == 1 && self.holds_at(cells, *place));
                members.fold(0, |all, place| all | 1 << place)
            }
        }
    }
}

/// The values that satisfy something, each row of them by its first and its last.
pub(super) fn spans(holds: &[bool; 256]) -> Vec<(u8, u8)> {
    let mut values = 0..=u8::MAX;
    let parts = holds.chunk_by(|one, other| one == other);
    let spans = parts.map(|part| (part[0], values.next(), values.by_ref().take(part.len() - 1).last()));
    spans
        .filter_map(|(holds, first, last)| first.filter(|_| holds).map(|first| (first, last.unwrap_or(first))))
        .collect()
}

/// The same as vectors ask for them; none if there are many.
fn ranges(holds: &[bool; 256]) -> Option<Vec<Range>> {
    let spans = spans(holds);
    (spans.len() <= MOST_RANGES).then(|| spans.iter().map(|(first, last)| Range::new(*first, last - first)).collect())
}

impl Filter {
    /// What holds of all places.
    pub(super) fn of_all() -> Self {
        Filter { within: u64::MAX, tests: Vec::new() }
    }

    /// A condition on the place in a slot; none if it asks more.
    pub(super) fn new(asked: Asked<'_>, condition: TruthId) -> Option<Self> {
        let mut filter = Filter::of_all();
        filter.add(&asked, condition)?;
        Some(filter)
    }

    /// Where both hold.
    #[must_use]
    pub(super) fn and(mut self, other: Filter) -> Self {
        self.within &= other.within;
        other.tests.into_iter().for_each(|test| self.test(test));
        self
    }

    fn test(&mut self, test: Test) {
        if !self.tests.contains(&test) {
            self.tests.push(test);
        }
    }

    /// The places of which it can hold at all.
    pub(super) fn within(&self) -> u64 {
        self.within
    }

    /// Whether it holds of no place that is empty.
    #[cfg(any(feature = "native", feature = "sim"))]
    pub(super) fn asks_for_pieces(&self) -> bool {
        self.tests.iter().any(|test| test.first == 0 && !test.holds[0])
    }

    /// Whether it holds of every place where there are pieces, of those of which it can hold at all.
    #[cfg(feature = "sim")]
    pub(super) fn asks_for_pieces_alone(&self) -> bool {
        self.tests.iter().all(|test| test.first == 0 && test.holds[1..].iter().all(|holds| *holds))
    }

    /// What cells of a place must hold: the cell of place 0, and whether each number does.
    pub(super) fn tests(&self) -> impl Iterator<Item = (usize, &[bool; 256])> {
        self.tests.iter().map(|test| (test.first, &test.holds))
    }

    fn add(&mut self, asked: &Asked<'_>, condition: TruthId) -> Option<()> {
        match asked.expressions.truths[condition] {
            Truth::And(left, right) => {
                self.add(asked, left)?;
                self.add(asked, right)
            }
            Truth::In(pit, set) if asked.is_it(pit) => {
                let Set::Constant(constant) = asked.expressions.sets[set] else { return None };
                let places = asked.expressions.constants[constant].bits() & u128::from(u64::MAX);
                self.within &= u64::try_from(places).ok()?;
                Some(())
            }
            _ => {
                self.test(asked.test(condition)?);
                Some(())
            }
        }
    }

    /// Whether it holds of no place, where all cells count as empty.
    pub(super) fn holds_of_none(&self) -> bool {
        self.within == u64::MAX && self.tests.iter().all(|test| test.holds[0])
    }

    /// Whether it holds of a place.
    #[inline]
    pub(super) fn holds_of<const W: usize>(&self, cells: &[u8; W], place: usize) -> bool {
        let tests = match self.tests.as_slice() {
            [only] => only.holds_at(cells, place),
            tests => tests.iter().all(|test| test.holds_at(cells, place)),
        };
        tests & (self.within >> (place & 63) & 1 == 1)
    }

    /// The members of a set for which it holds.
    #[inline]
    pub(super) fn of<const W: usize>(&self, cells: &[u8; W], set: u64) -> u64 {
        let set = set & self.within;
        match self.tests.as_slice() {
            [only] => only.of(cells, set),
            tests => tests.iter().fold(set, |set, test| test.of(cells, set)),
        }
    }

    /// The same, for whoever asks so often that the code of the most frequent condition stands where it is asked.
    #[cfg(feature = "sim")]
    #[inline(always)]
    pub(super) fn of_in_line<const W: usize>(&self, cells: &[u8; W], set: u64) -> u64 {
        match self.tests.as_slice() {
            [Test { quick: Quick::AtLeast(least), .. }] => cells::at_least(cells, *least, set & self.within),
            _ => self.of(cells, set),
        }
    }
}

/// What is asked, and of which place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'e> {
    pub(super) expressions: &'e Expressions,
    pub(super) layout: &'e Layout,
    /// Where the place is, or the one that it faces.
    pub(super) slot: Slot,
    pub(super) faces: bool,
}

impl Asked<'_> {
    fn is_it(&self, pit: PitId) -> bool {
        match self.expressions.pits[pit] {
            Pit::Facing(pit) if self.faces => self.expressions.pits[pit] == Pit::Kept(self.slot),
            pit => pit == Pit::Kept(self.slot) && !self.faces,
        }
    }

    /// What a cell must hold, if a condition asks one cell of the place alone.
    fn test(&self, condition: TruthId) -> Option<Test> {
        let all = self.expressions;
        match all.truths[condition] {
            Truth::IsIn(number, counts) => {
                let counts = &all.counts[counts];
                Some(Test::new(self.cell(number)?, |value| counts.has(value)))
            }
            Truth::Compare(op, number, value) => {
                let Number::Constant(value) = all.numbers[value] else { return None };
                Some(Test::new(self.cell(number)?, |count| op.holds(count, value)))
            }
            Truth::Even(number) => Some(Test::new(self.cell(number)?, |value| value % 2 == 0)),
            Truth::StateOf(first, pit) if self.is_it(pit) => Some(Test::new(first.index(), |value| value != 0)),
            Truth::SamePlayer(left, right) => self.player_test(&all.players[left], &all.players[right]),
            Truth::NoPieces(set) => match all.sets[set] {
                Set::Single(pit) if self.is_it(pit) => Some(Test::new(self.only_kind(Kinds::ALL)?, |value| value == 0)),
                _ => None,
            },
            Truth::Not(inner) => {
                let test = self.test(inner)?;
                Some(Test::new(test.first, |value| !test.has(value)))
            }
            Truth::Or(left, right) => {
                let (left, right) = (self.test(left)?, self.test(right)?);
                (left.first == right.first).then(|| Test::new(left.first, |value| left.has(value) || right.has(value)))
            }
            _ => None,
        }
    }

    fn player_test(&self, left: &Who, right: &Who) -> Option<Test> {
        let (Who::StateOf(first, pit), Who::Constant(player)) = (left, right) else { return None };
        // As it is stored.
        let stored = match player {
            None => 0,
            Some(Player::South) => 1,
            Some(Player::North) => 2,
        };
        self.is_it(*pit).then(|| Test::new(first.index(), |value| value == stored))
    }

    /// The cell of place 0 of pieces of some kinds, if they are of one.
    fn only_kind(&self, kinds: Kinds) -> Option<usize> {
        let mut members = kinds.members(self.layout.kinds);
        let only = members.next()?;
        members.next().is_none().then_some(only.index() * self.layout.places)
    }

    /// The cell of place 0 of what a number counts at the place.
    fn cell(&self, number: NumberId) -> Option<usize> {
        match self.expressions.numbers[number] {
            Number::PiecesAt(pit, kinds) if self.is_it(pit) => self.only_kind(kinds),
            Number::StateOf(first, pit) if self.is_it(pit) => Some(first.index()),
            _ => None,
        }
    }
}

/// Numbers that fit a cell are told apart by every set of numbers.
const _: () = assert!(Counts::END == 256);
