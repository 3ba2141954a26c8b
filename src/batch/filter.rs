//! Conditions on a place that ask nothing but what stands in some of its cells: for these a table says whether they hold.

use super::bits::Bits;
use crate::ir::{Counts, Expressions, Id, Number, NumberId, Pit, PitId, Places, Set, Slot, Truth, TruthId, Who};
use crate::model::Player;

/// A condition on a place.
#[derive(Debug, Clone)]
pub(super) struct Filter {
    /// The places of which it can hold at all.
    pub(super) within: Places,
    tests: Vec<Test>,
    /// Whether it asks for any piece at all, and nothing else.
    any: bool,
}

/// What a cell of the place must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Test {
    /// The cell of place 0.
    first: usize,
    holds: [bool; 256],
}

impl Test {
    fn new(first: usize, holds: impl Fn(i32) -> bool) -> Self {
        let mut table = [false; 256];
        (0..).zip(&mut table).for_each(|(value, entry)| *entry = holds(value));
        Test { first, holds: table }
    }

    /// Whether it asks for any piece at all.
    fn asks_for_any(&self) -> bool {
        self.first == 0 && !self.holds[0] && self.holds[1..].iter().all(|holds| *holds)
    }
}

impl Filter {
    /// A condition on the place in a slot; none if it asks more.
    pub(super) fn new(expressions: &Expressions, slot: Slot, condition: TruthId) -> Option<Self> {
        let mut filter = Filter { within: Places::ALL, tests: Vec::new(), any: false };
        filter.add(&Asked { expressions, slot }, condition)?;
        filter.any = matches!(filter.tests.as_slice(), [test] if test.asks_for_any());
        Some(filter)
    }

    fn add(&mut self, asked: &Asked<'_>, condition: TruthId) -> Option<()> {
        match asked.expressions.truths[condition] {
            Truth::And(left, right) => {
                self.add(asked, left)?;
                self.add(asked, right)
            }
            Truth::In(pit, set) if asked.is_it(pit) => {
                let Set::Constant(constant) = asked.expressions.sets[set] else { return None };
                self.within = self.within.common(asked.expressions.constants[constant]);
                Some(())
            }
            _ => {
                let test = asked.test(condition)?;
                if !self.tests.contains(&test) {
                    self.tests.push(test);
                }
                Some(())
            }
        }
    }

    /// Whether it holds of a place, if that is within.
    #[inline]
    pub(super) fn holds<const W: usize>(&self, cells: &[u8; W], place: usize) -> bool {
        self.tests.iter().all(|test| test.holds[usize::from(cells[(test.first + place) & (W - 1)])])
    }

    /// The members of a set for which it holds.
    #[inline]
    pub(super) fn of<const W: usize, B: Bits>(&self, cells: &[u8; W], set: B) -> B {
        match self.tests.as_slice() {
            [] => set,
            [test] if test.asks_for_any() => holding(cells, set),
            _ => set
                .members()
                .filter(|place| self.holds(cells, *place))
                .fold(B::none(), |all, place| all | B::one(place)),
        }
    }
}

/// The members of a set that hold a piece.
#[inline]
fn holding<const W: usize, B: Bits>(cells: &[u8; W], set: B) -> B {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (eights, _) = cells.as_chunks::<8>();
    let mut found = B::none();
    for (number, eight) in eights.iter().enumerate().take(B::MOST / 8) {
        let bytes = u64::from_le_bytes(*eight);
        // The top bit of each byte that is not 0, then those bits side by side.
        let tops = (((bytes & LOW) + LOW) | bytes) & !LOW;
        found = found | B::eight((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56, number);
    }
    found & set
}

/// What is asked, and of which place.
struct Asked<'e> {
    expressions: &'e Expressions,
    slot: Slot,
}

impl Asked<'_> {
    fn is_it(&self, pit: PitId) -> bool {
        self.expressions.pits[pit] == Pit::Kept(self.slot)
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
                Set::Single(pit) if self.is_it(pit) => Some(Test::new(0, |value| value == 0)),
                _ => None,
            },
            Truth::Not(inner) => {
                let test = self.test(inner)?;
                Some(Test { holds: test.holds.map(|holds| !holds), ..test })
            }
            Truth::Or(left, right) => {
                let (left, right) = (self.test(left)?, self.test(right)?);
                let either =
                    |value: i32| usize::try_from(value).is_ok_and(|value| left.holds[value] || right.holds[value]);
                (left.first == right.first).then(|| Test::new(left.first, either))
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

    /// The cell of place 0 of what a number counts at the place.
    fn cell(&self, number: NumberId) -> Option<usize> {
        match self.expressions.numbers[number] {
            Number::PiecesAt(pit, _) if self.is_it(pit) => Some(0),
            Number::StateOf(first, pit) if self.is_it(pit) => Some(first.index()),
            _ => None,
        }
    }
}

/// Numbers that fit a cell are told apart by every set of numbers.
const _: () = assert!(Counts::END == 256);
