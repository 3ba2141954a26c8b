//! Numbers, places and conditions.

use super::Lowering;
use super::cells::Spot;
use super::counting::lap_limit_is_out_of_reach;
use crate::model::{ArithmeticOp, CompareOp};
use crate::plan::native::ranges::Range;
use crate::plan::op::{Op, Reg, View, turn};
use mancala_native::{Condition, Truth, Vector, Word};

impl<const W: usize> Lowering<'_, '_, W> {
    /// An operation that gives a number.
    pub(super) fn number(&mut self, op: &Op) {
        let (to, number) = match *op {
            Op::Move(to, from) => (to, self.get(from)),
            Op::Cell(to, view, cell) => (to, self.cell(view, usize::from(cell))),
            Op::CellOf(to, view, first, pit) => (to, self.cell_of_any(view, usize::from(first), pit)),
            Op::Pieces(to, view, set) => {
                let set = self.set(set);
                let cells = self.cells_in(view, set);
                let sum = self.sum_of(&cells);
                if let Some(places) = self.at_most.get(&set).copied() {
                    self.note_sum(sum, view, &cells, places, false);
                }
                (to, sum)
            }
            Op::PiecesOf(to, view, mask) => {
                let mask = self.side.tables.masks[usize::from(mask)];
                (to, self.pieces_under(view, &mask))
            }
            Op::Count(to, set) => {
                let set = self.set(set);
                (to, self.to.count_bits(set))
            }
            Op::Table(to, table, at) => (to, self.entry(table, at)),
            Op::Arithmetic(op, to, one, two) => (to, self.arithmetic(op, one, two)),
            Op::Larger(to, one, two) => {
                let (one, two) = (self.get(one), self.get(two));
                (to, self.to.larger(one, two))
            }
            Op::Smaller(to, one, two) => {
                let (one, two) = (self.get(one), self.get(two));
                (to, self.to.smaller(one, two))
            }
            Op::Only(to, set) => {
                let set = self.set(set);
                (to, self.only_of(set))
            }
            Op::Steps { to, count, from, way, steps } => (to, self.steps(count, from, way, steps)),
            _ => return,
        };
        self.put(to, number);
    }

    /// What the cell of a place holds, counted from this cell on; 0 for none.
    fn cell_of_any(&mut self, view: View, first: usize, pit: Reg) -> Word {
        let (spot, is_there) = (self.spot(pit), self.is_never_negative(pit));
        self.cell_if_there(view, first, spot, is_there)
    }

    /// The same where it may be known that the place is there.
    pub(super) fn cell_if_there(&mut self, view: View, first: usize, spot: Spot, is_there: bool) -> Word {
        let cell = self.cell_of(view, first, spot);
        // Where no cell is so far behind the last place, 0 stands there.
        if is_there || first + 63 >= self.side.sizes.cells { cell } else { self.if_there(spot.number, cell) }
    }

    /// This, or 0 where a place is none.
    pub(super) fn if_there(&mut self, place: Word, word: Word) -> Word {
        let zero = self.to.word(0);
        let there = self.to.compare(Condition::AtLeast, place, zero);
        self.to.select(there, word, zero)
    }

    /// What a table holds for a place or for none.
    fn entry(&mut self, table: u16, at: Reg) -> Word {
        let entries = &self.side.tables.places[usize::from(table)];
        let count = entries.len().next_power_of_two();
        let bytes: Vec<u8> = (0..count).flat_map(|at| entries.get(at).unwrap_or(&entries[0]).to_le_bytes()).collect();
        let table = self.to.table(&bytes);
        let (place, one) = (self.get(at), self.to.word(1));
        let number = self.to.add(place, one);
        self.to.number_of(table, number)
    }

    fn arithmetic(&mut self, op: ArithmeticOp, one: Reg, two: Reg) -> Word {
        let fits = Range::of(op, self.ranges.get(one), self.ranges.get(two)).fits();
        let (one, two) = (self.get(one), self.get(two));
        let result = match op {
            ArithmeticOp::Add => self.to.add(one, two),
            ArithmeticOp::Subtract => self.to.subtract(one, two),
            ArithmeticOp::Multiply => self.to.multiply(one, two),
            ArithmeticOp::Divide => self.to.divide(one, two),
        };
        if fits {
            return result;
        }
        let (least, most) = (self.to.word(i64::from(i32::MIN)), self.to.word(i64::from(i32::MAX)));
        let result = self.to.larger(result, least);
        self.to.smaller(result, most)
    }

    /// The only member of a set, or none.
    fn only_of(&mut self, set: Word) -> Word {
        let (zero, none) = (self.to.word(0), self.to.word(-1));
        let others = self.to.without_first_bit(set);
        let first = self.to.first_bit(set);
        let alone = self.to.compare(Condition::Equal, others, zero);
        let there = self.to.compare(Condition::NotEqual, set, zero);
        let only = self.to.both(alone, there);
        self.to.select(only, first, none)
    }

    /// A place n steps along a track, or none.
    fn steps(&mut self, count: Reg, from: Reg, way: Reg, steps: u16) -> Word {
        let (path, back) = self.side.tables.steps[usize::from(steps)];
        let length = i64::try_from(self.side.tables.paths[path].places[0].len()).unwrap_or(1).max(1);
        let (count, place, way) = (self.get(count), self.get(from), self.get(way));
        let zero = self.to.word(0);
        let is_on = self.to.compare(Condition::Equal, way, zero);
        let way = self.to.word_of(is_on);
        let way = if back { way } else { self.not(way) };
        let number = self.to.word(i64::try_from(path).unwrap_or(0));
        let path = self.path_and_way(number, way);
        let index = self.index_on(path, place);
        let (nowhere, none, length) = (self.to.word(255), self.to.word(-1), self.to.word(length));
        let on_the_path = self.to.compare(Condition::NotEqual, index, nowhere);
        let on_the_path = if self.is_never_negative(from) {
            on_the_path
        } else {
            let there = self.to.compare(Condition::AtLeast, place, zero);
            self.to.both(on_the_path, there)
        };
        let at = self.to.add(index, count);
        let rounds = self.to.divide(at, length);
        let whole = self.to.multiply(rounds, length);
        let at = self.to.subtract(at, whole);
        let place = self.place_on(path, at);
        self.to.select(on_the_path, place, none)
    }

    /// The other of 0 and 1.
    pub(super) fn not(&mut self, word: Word) -> Word {
        let one = self.to.word(1);
        self.to.xor(word, one)
    }

    // --- conditions ------------------------------------------------------------------------------------------------------

    /// Whether an operation that branches goes on elsewhere.
    pub(super) fn condition(&mut self, op: &Op) -> Truth {
        let zero = self.to.word(0);
        let (word, holds_for_zero) = match *op {
            Op::Compare(op, one, two, _) => {
                let (one, two) = (self.get(one), self.get(two));
                return match (op, self.sums_differ(one, two)) {
                    (CompareOp::NotEqual, Some(differ)) => differ,
                    (CompareOp::Equal, Some(differ)) => self.to.not(differ),
                    _ => self.to.compare(condition_of(op), one, two),
                };
            }
            Op::IsIn(number, counts, expected, _) => (self.is_in(number, counts), !expected),
            Op::Even(number, expected, _) => {
                let (number, one) = (self.get(number), self.to.word(1));
                (self.to.and(number, one), expected)
            }
            Op::Has(place, set, expected, _) => {
                let set = self.set(set);
                (self.is_member(place, set), !expected)
            }
            Op::Within(one, two, expected, _) => {
                let (one, two) = (self.set(one), self.set(two));
                (self.to.and_not(one, two), expected)
            }
            Op::Same(one, two, expected, _) => {
                let (one, two) = (self.set(one), self.set(two));
                (self.to.xor(one, two), expected)
            }
            Op::IsEmpty(set, expected, _) => {
                let set = self.set(set);
                (self.counted_by.get(&set).copied().unwrap_or(set), expected)
            }
            Op::NoPieces(set, view, expected, _) => {
                let set = self.set(set);
                let cells = self.cells_in(view, set);
                return self.is_empty(&cells, expected);
            }
            Op::NoPiecesOf(view, mask, expected, _) => {
                let mask = self.side.tables.masks[usize::from(mask)];
                let cells = self.cells_under(view, &mask);
                return self.is_empty(&cells, expected);
            }
            _ => (zero, false),
        };
        let condition = if holds_for_zero { Condition::Equal } else { Condition::NotEqual };
        self.to.compare(condition, word, zero)
    }

    /// Whether no piece lies in some cells, as expected.
    fn is_empty(&mut self, cells: &[Vector], expected: bool) -> Truth {
        let any = self.any_of(cells);
        if expected { self.to.not(any) } else { any }
    }

    /// Not 0 if a place is in a set.
    fn is_member(&mut self, place: Reg, set: Word) -> Word {
        let (number, one) = (self.get(place), self.to.word(1));
        let there = self.to.shift_down(set, number);
        let there = self.to.and(there, one);
        // None is looked for in the uppermost bit, where there is hardly ever a place.
        let none_is_not_in = self.to.known(set).is_some_and(|set| set >= 0);
        if none_is_not_in || self.is_never_negative(place) { there } else { self.if_there(number, there) }
    }

    /// 1 if a number is one of some, otherwise 0.
    fn is_in(&mut self, number: Reg, counts: u16) -> Word {
        let counts = self.side.tables.counts[usize::from(counts)];
        let held: Vec<i32> = (0..=256).filter(|count| counts.has(*count)).collect();
        let number = self.get(number);
        match held.as_slice() {
            [] => self.to.word(0),
            [first, .., last] | [first @ last]
                if *last < 256 && held.len() == usize::try_from(last - first + 1).unwrap_or(0) =>
            {
                let (first, width) = (self.to.word(i64::from(*first)), self.to.word(i64::from(last - first + 1)));
                let above = self.to.subtract(number, first);
                let truth = self.to.compare(Condition::Below, above, width);
                self.to.word_of(truth)
            }
            // All from one number on.
            [first, .., 256] if held.len() == usize::try_from(257 - first).unwrap_or(0) => {
                let first = self.to.word(i64::from(*first));
                let truth = self.to.compare(Condition::AtLeast, number, first);
                self.to.word_of(truth)
            }
            _ => {
                // The first entry is for negative numbers, the last for those that are not told apart.
                let entries: Vec<u8> = (-1..=256).map(|count| u8::from(counts.has(count))).collect();
                let table = self.to.table(&entries);
                let (least, most, one) = (self.to.word(-1), self.to.word(256), self.to.word(1));
                let number = self.to.larger(number, least);
                let number = self.to.smaller(number, most);
                let number = self.to.add(number, one);
                self.to.byte_of(table, number)
            }
        }
    }

    /// Counts a lap; tells whether there have been too many.
    pub(super) fn counts_too_many_laps(&mut self) -> Truth {
        let one = self.to.word(1);
        let (laps, since) = (self.get(turn::LAPS), self.get(turn::LAPS_SINCE_CAPTURE));
        let (laps, since) = (self.to.add(laps, one), self.to.add(since, one));
        self.put(turn::LAPS, laps);
        self.put(turn::LAPS_SINCE_CAPTURE, since);
        let limit = self.to.word(i64::from(self.side.lap_limit));
        let since = self.to.compare(Condition::More, since, limit);
        if lap_limit_is_out_of_reach(self.side) {
            return since;
        }
        let altogether = self.to.word(i64::from(self.side.lap_limit_altogether));
        let laps = self.to.compare(Condition::More, laps, altogether);
        self.to.either(since, laps)
    }
}

fn condition_of(op: CompareOp) -> Condition {
    match op {
        CompareOp::Equal => Condition::Equal,
        CompareOp::NotEqual => Condition::NotEqual,
        CompareOp::Less => Condition::Less,
        CompareOp::AtMost => Condition::AtMost,
        CompareOp::More => Condition::More,
        CompareOp::AtLeast => Condition::AtLeast,
    }
}
