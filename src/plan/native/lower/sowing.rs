//! Sowing: laps that are worked out, laps place by place, and drops one after the other.

use super::cells::Spot;
use super::{Lowering, Then};
use crate::id::Id;
use crate::plan::native::ranges::Range;
use crate::plan::op::{Address, Reg, SetReg, View, turn};
use crate::plan::tables::NOWHERE;
use mancala_native::{Condition, Table, Truth, Word};
use std::rc::Rc;

/// Where a lap begins.
pub(super) struct Begins {
    /// The path with the way.
    path: Word,
    /// All places of the path.
    places: u64,
    length: usize,
    start: Word,
    /// Whether the start is a place.
    is_place: bool,
    after: bool,
}

/// Which laps these are: their sowing, the place that they begin at and the way, if there is but one, and whether they lift first
/// what they sow.
pub(super) type WhichRows = (usize, Option<usize>, Option<usize>, Lifts);

/// Whether a lap lifts first what it sows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lifts {
    /// It is in the hand already.
    Before,
    /// It does; an empty place it passes, or not.
    Now { passes_empty: bool },
}

/// Laps that are worked out.
#[derive(Clone)]
pub(super) struct Rows {
    /// What is added to the cells of some vectors, and where the last seed falls.
    rows: Table,
    lasts: Table,
    /// The numbers of these vectors: no lap adds anything to others.
    vectors: Rc<[u32]>,
    /// Bits of the number of seeds, and of that of a place.
    seeds: u32,
    places: u32,
    /// The way, if all laps go the same.
    way: Option<usize>,
    /// What is told of laps that are not worked out, where a number of the last place is told of others.
    nowhere: u8,
    /// Whether laps of one place alone are there.
    is_of_one_place: bool,
    /// Where the last seed of each lap falls.
    all_lasts: Rc<[u8]>,
}

/// Sixteen bytes of a row.
fn sixteen<const W: usize>(row: &[u8; W], vector: u32) -> &[u8] {
    &row[16 * vector as usize..][..16]
}

/// Bytes that a row of some vectors takes: a power of two, so that where it stands is told by moving bits.
fn bytes_of_row(vectors: &[u32]) -> usize {
    16 * vectors.len().next_power_of_two()
}

impl Lifts {
    /// What a lap adds to each cell, made of that of one that lifts n seeds of a place first.
    fn row<const W: usize>(self, mut row: [u8; W], place: usize, seeds: usize) -> [u8; W] {
        if self == Lifts::Before {
            row[place] = row[place].wrapping_add(seeds.to_le_bytes()[0]);
        }
        row
    }
}

impl<const W: usize> Lowering<'_, '_, W> {
    pub(super) fn sowing(&mut self, sowing: u16, way: Reg) {
        let (sowing, way) = (self.to.word(i64::from(sowing)), self.get(way));
        self.put(turn::SOWING, sowing);
        self.put(turn::WAY, way);
    }

    /// Lifts a place and sows behind it.
    pub(super) fn lift_lap(&mut self, at: Address, sowing: usize, start: Reg) {
        let (place, spot) = (self.get(start), self.spot(start));
        let passes_empty = self.holds_pieces_or_is_not_chosen(place);
        let Some(rows) = self.rows(sowing, Some(place), Lifts::Now { passes_empty }) else {
            return self.lift_and_sow(sowing, start);
        };
        let seeds = if start == turn::LAST && self.knows_what_is_there(at) {
            self.to.get(self.there)
        } else {
            self.cell_of(View::Now, 0, spot)
        };
        let (row, last) = self.find_row(&rows, place, seeds);
        let (hand, zero) = (self.get(turn::HAND), self.to.word(0));
        let mut worked_out = self.is_worked_out(&rows, last, start);
        if self.to.known(hand) != Some(0) {
            let nothing_held = self.to.compare(Condition::Equal, hand, zero);
            worked_out = self.to.both(worked_out, nothing_held);
        }
        if !passes_empty {
            worked_out = self.or_is_not_chosen(worked_out);
        }
        self.either(
            worked_out,
            |this| {
                this.put(turn::LIFTED, place);
                this.put(turn::ORIGIN, place);
                this.lifts(place);
                this.sow_row(&rows, row, last);
            },
            |this| this.lift_and_sow(sowing, start),
        );
    }

    fn lift_and_sow(&mut self, sowing: usize, start: Reg) {
        self.lift(start, None);
        self.sow_as_it_is(sowing, start, true);
    }

    /// Sows the hand.
    pub(super) fn lap(&mut self, sowing: usize, start: Reg, after: bool) {
        let (spot, hand) = (self.spot(start), self.get(turn::HAND));
        let rows = if after { self.rows(sowing, Some(spot.number), Lifts::Before) } else { None };
        let Some(rows) = rows else { return self.sow_as_it_is(sowing, start, after) };
        let (row, last) = self.find_row(&rows, spot.number, hand);
        let most = self.to.word(1 << rows.seeds);
        let few = self.to.compare(Condition::Below, hand, most);
        let worked_out = self.is_worked_out(&rows, last, start);
        let worked_out = self.to.both(worked_out, few);
        let worked_out = self.or_is_not_chosen(worked_out);
        self.either(
            worked_out,
            |this| {
                this.sow_row(&rows, row, last);
                let zero = this.to.word(0);
                this.put(turn::HAND, zero);
            },
            |this| this.sow_as_it_is(sowing, start, after),
        );
    }

    /// Sows a row whose last seed falls there.
    fn sow_row(&mut self, rows: &Rows, row: Word, last: Word) {
        let count = self.behind_row(rows, row, last);
        self.add_row(rows, row);
        let (count, one) = (count.unwrap_or_else(|| self.cell_of(View::Now, 0, Spot::of(last))), self.to.word(1));
        let held = self.to.subtract(count, one);
        self.not_negative.insert(last);
        self.put(turn::LAST, last);
        self.put(turn::HELD, held);
        self.to.put(self.there, count);
    }

    /// What a place will hold once a row is added, where cells stand in memory: a byte that is read behind a vector which was written
    /// has to wait for that, and the next lap waits for the byte.
    fn behind_row(&mut self, rows: &Rows, row: Word, place: Word) -> Option<Word> {
        let (first, last) = (*rows.vectors.first()?, *rows.vectors.last()?);
        if self.common.held.is_some() || (last - first + 1) as usize != rows.vectors.len() {
            return None;
        }
        let (row, before) = (self.where_row_begins(rows, row), self.to.word(i64::from(16 * first)));
        let at = self.to.add(row, place);
        let at = self.to.subtract(at, before);
        let (more, there) = (self.to.byte_of(rows.rows, at), self.cell_of(View::Now, 0, Spot::of(place)));
        let (count, byte) = (self.to.add(there, more), self.to.word(255));
        Some(self.to.and(count, byte))
    }

    /// Whether it is known what lies where the last seed fell.
    fn knows_what_is_there(&self, at: Address) -> bool {
        self.common.held.is_none() && !self.changed_since_lap[at.index()]
    }

    fn is_worked_out(&mut self, rows: &Rows, last: Word, start: Reg) -> Truth {
        let nowhere = self.to.word(i64::from(rows.nowhere));
        let there = self.to.compare(Condition::NotEqual, last, nowhere);
        if self.is_never_negative(start) {
            return there;
        }
        let (place, zero) = (self.get(start), self.to.word(0));
        let is_place = self.to.compare(Condition::AtLeast, place, zero);
        self.to.both(there, is_place)
    }

    // --- laps that are worked out ------------------------------------------------------------------------------------------

    /// The laps of a sowing, if they are worked out; of one place alone, if it is known. Where that passes empty places, a lap of
    /// no seeds is one that adds nothing.
    fn rows(&mut self, sowing: usize, place: Option<Word>, lifts: Lifts) -> Option<Rows> {
        let place = place.and_then(|place| self.to.known(place)).and_then(|place| usize::try_from(place).ok());
        let way = match self.ranges.get(turn::WAY) {
            Range { least, most } if least == most => Some(usize::from(least == 1)),
            _ => None,
        };
        let which = (sowing, place, way, lifts);
        if let Some(rows) = self.made_rows.get(&which) {
            return Some(rows.clone());
        }
        let rows = self.make_rows(which)?;
        self.made_rows.insert(which, rows.clone());
        Some(rows)
    }

    fn make_rows(&mut self, (sowing, known, way, lifts): WhichRows) -> Option<Rows> {
        let side = self.side;
        let laps = side.tables.sowings[sowing].laps.as_ref()?;
        // A number that is a byte needs no care in a table of all bytes.
        let all_bytes = known.is_some() && self.common.held.is_some();
        let seeds = if all_bytes { 256 } else { side.sizes.hands.next_power_of_two() };
        let (first, places) = known.map_or((0, side.places.next_power_of_two()), |place| (place, 1));
        // A small number, so that what is looked up by it is known to be there.
        let nowhere = u8::try_from(side.places).unwrap_or(NOWHERE);
        let (mut rows, mut lasts) = (Vec::new(), Vec::new());
        for laps in
            laps.iter().enumerate().filter(|(number, _)| way.is_none_or(|way| way == *number)).map(|(_, laps)| laps)
        {
            for (place, seeds) in (first..first + places).flat_map(|place| (0..seeds).map(move |seeds| (place, seeds)))
            {
                let lap = laps.lap(place, seeds);
                rows.push(lap.map_or([0; W], |lap| lifts.row(lap.row, place, seeds)));
                let none = if seeds == 0 && lifts == (Lifts::Now { passes_empty: true }) {
                    u8::try_from(place).unwrap_or(NOWHERE)
                } else {
                    nowhere
                };
                lasts.push(lap.map_or(none, |lap| lap.last));
            }
        }
        let is_added_to = |vector: &u32| rows.iter().any(|row| sixteen(row, *vector).iter().any(|byte| *byte != 0));
        let vectors: Rc<[u32]> = (0..self.vectors_of_places()).filter(is_added_to).collect();
        let mut bytes = Vec::new();
        for (number, row) in (1..).zip(&rows) {
            vectors.iter().for_each(|vector| bytes.extend_from_slice(sixteen(row, *vector)));
            bytes.resize(number * bytes_of_row(&vectors), 0);
        }
        let (rows, all_lasts, lasts) = (self.to.table(&bytes), Rc::from(lasts.as_slice()), self.to.table(&lasts));
        let (seeds, places) = (seeds.trailing_zeros(), places.trailing_zeros());
        Some(Rows { rows, lasts, vectors, seeds, places, way, nowhere, is_of_one_place: known.is_some(), all_lasts })
    }

    /// The number of a row, and where its last seed falls.
    fn find_row(&mut self, rows: &Rows, place: Word, seeds: Word) -> (Word, Word) {
        let by = self.to.word(i64::from(rows.seeds));
        if rows.is_of_one_place && rows.way.is_some() {
            let last = self.to.byte_of(rows.lasts, seeds);
            self.fallen.insert(last, (seeds, Rc::clone(&rows.all_lasts)));
            return (seeds, last);
        }
        let place = if rows.is_of_one_place { self.to.word(0) } else { place };
        let number = if rows.way.is_some() {
            place
        } else {
            let (way, by) = (self.get(turn::WAY), self.to.word(i64::from(rows.places)));
            let way = self.to.shift_up(way, by);
            self.to.add(way, place)
        };
        let number = self.to.shift_up(number, by);
        let number = self.to.add(number, seeds);
        (number, self.to.byte_of(rows.lasts, number))
    }

    /// By how many bytes a row stands behind the first one.
    fn where_row_begins(&mut self, rows: &Rows, number: Word) -> Word {
        let by = self.to.word(i64::from(bytes_of_row(&rows.vectors).trailing_zeros()));
        self.to.shift_up(number, by)
    }

    fn add_row(&mut self, rows: &Rows, number: Word) {
        let first = self.where_row_begins(rows, number);
        for (behind, vector) in (0..).zip(&*rows.vectors) {
            let here = self.behind(first, 16 * behind);
            let (row, cells) = (self.to.vector_of(rows.rows, here), self.vector(View::Now, *vector));
            let cells = self.to.add_bytes(cells, row);
            self.put_vector(View::Now, *vector, cells);
        }
    }

    /// A number so much further.
    fn behind(&mut self, number: Word, by: u32) -> Word {
        if by == 0 {
            return number;
        }
        let by = self.to.word(by.into());
        self.to.add(number, by)
    }

    // --- place by place ----------------------------------------------------------------------------------------------------

    pub(super) fn begins(&mut self, sowing: usize, start: Reg, after: bool) -> Begins {
        let number = self.side.tables.sowings[sowing].path;
        let path = &self.side.tables.paths[number];
        let places = path.all();
        let length = path.places[0].len();
        let (number, way) = (self.to.word(i64::try_from(number).unwrap_or(0)), self.get(turn::WAY));
        let path = self.path_and_way(number, way);
        Begins { path, places, length, start: self.get(start), is_place: self.is_never_negative(start), after }
    }

    fn sow_as_it_is(&mut self, sowing: usize, start: Reg, after: bool) {
        use crate::plan::laps::LeftOut;
        let skipped = match self.side.tables.sowings[sowing].left_out {
            Some(LeftOut::Lifted) => self.as_set(start),
            _ => {
                // What is left out is then the same wherever a lap begins.
                let skipped = self.side.tables.sowings[sowing].skipped(-1);
                self.to.word(skipped.cast_signed())
            }
        };
        let (begins, one) = (self.begins(sowing, start, after), self.to.word(1));
        self.sow_each(begins, skipped, one);
        let last = self.spot(turn::LAST);
        let count = self.cell_of(View::Now, 0, last);
        self.to.put(self.there, count);
    }

    /// Whether there is anywhere to sow, and where it begins.
    fn first_index(&mut self, begins: &Begins, skipped: Word) -> (Truth, Word) {
        let (zero, nowhere) = (self.to.word(0), self.to.word(i64::from(NOWHERE)));
        let index = self.index_on(begins.path, begins.start);
        let on_it = self.to.compare(Condition::NotEqual, index, nowhere);
        let places = self.to.word(begins.places.cast_signed());
        let sown = self.to.and_not(places, skipped);
        let somewhere = self.to.compare(Condition::NotEqual, sown, zero);
        let mut truth = self.to.both(on_it, somewhere);
        if !begins.is_place {
            let is_place = self.to.compare(Condition::AtLeast, begins.start, zero);
            truth = self.to.both(truth, is_place);
        }
        let further = self.to.word(i64::from(begins.after));
        let index = self.to.add(index, further);
        (truth, self.wrapped(index, begins.length))
    }

    /// Once round is where it began.
    fn wrapped(&mut self, index: Word, length: usize) -> Word {
        let (end, zero) = (self.to.word(i64::try_from(length).unwrap_or(0)), self.to.word(0));
        let beyond = self.to.compare(Condition::AtLeast, index, end);
        self.to.select(beyond, zero, index)
    }

    /// Sows the hand place by place.
    pub(super) fn sow_each(&mut self, begins: Begins, skipped: Word, each: Word) {
        let (truth, index) = self.first_index(&begins, skipped);
        let (zero, one) = (self.to.word(0), self.to.word(1));
        let each = self.to.larger(each, one);
        self.when(truth, |this| {
            let at = this.to.variable();
            this.to.put(at, index);
            this.while_so(
                |this| {
                    let hand = this.get(turn::HAND);
                    this.to.compare(Condition::More, hand, zero)
                },
                |this| {
                    let here = this.to.get(at);
                    let place = this.place_on(begins.path, here);
                    let next = this.to.add(here, one);
                    let next = this.wrapped(next, begins.length);
                    this.to.put(at, next);
                    let left_out = this.to.shift_down(skipped, place);
                    let left_out = this.to.and(left_out, one);
                    let sown = this.to.compare(Condition::Equal, left_out, zero);
                    this.when(sown, |this| this.drop_into(place, each));
                },
            );
        });
    }

    /// Drops n seeds of the hand into a place, or what is left.
    fn drop_into(&mut self, place: Word, each: Word) {
        let (hand, held) = (self.get(turn::HAND), self.cell_of(View::Now, 0, Spot::of(place)));
        let count = self.to.smaller(each, hand);
        self.give(Spot::of(place), count);
        let hand = self.to.subtract(hand, count);
        self.put(turn::HAND, hand);
        self.put(turn::LAST, place);
        self.put(turn::HELD, held);
    }

    // --- drop by drop ------------------------------------------------------------------------------------------------------

    pub(super) fn begin_drops(&mut self, begins: Begins, first: Reg, skipped: SetReg) {
        let skipped = self.set(skipped);
        let (truth, index) = self.first_index(&begins, skipped);
        let none = self.to.word(-1);
        let path = self.to.select(truth, begins.path, none);
        self.put(first, path);
        self.put(first.behind(1), index);
    }

    /// Drops what falls into a place together.
    pub(super) fn drop_one(&mut self, at: Address, first: Reg, [skipped, each]: [Word; 2], over: Address) -> Then {
        self.step();
        let (path, hand) = (self.get(first), self.get(turn::HAND));
        let (zero, one) = (self.to.word(0), self.to.word(1));
        let somewhere = self.to.compare(Condition::AtLeast, path, zero);
        let some = self.to.compare(Condition::More, hand, zero);
        let drops = self.to.both(somewhere, some);
        let (over, next, drop) = (self.block_at(over), self.block_at(at.next()), self.to.block());
        self.to.branch(drops, drop, over);
        self.to.begin(drop);
        let number = self.to.shift_down(path, one);
        let length = self.length_of(number);
        let index = self.to.variable();
        let from = self.get(first.behind(1));
        self.to.put(index, from);
        self.while_so(
            |this| {
                let here = this.to.get(index);
                let place = this.place_on(path, here);
                let left_out = this.to.shift_down(skipped, place);
                let left_out = this.to.and(left_out, one);
                this.to.compare(Condition::NotEqual, left_out, zero)
            },
            |this| {
                let here = this.to.get(index);
                let next = this.next_index(here, length);
                this.to.put(index, next);
            },
        );
        let here = self.to.get(index);
        let place = self.place_on(path, here);
        let each = self.to.larger(each, one);
        self.drop_into(place, each);
        let after = self.next_index(here, length);
        self.put(first.behind(1), after);
        self.to.jump(next);
        Then::Gone
    }

    fn next_index(&mut self, index: Word, length: Word) -> Word {
        let (one, zero) = (self.to.word(1), self.to.word(0));
        let next = self.to.add(index, one);
        let beyond = self.to.compare(Condition::AtLeast, next, length);
        self.to.select(beyond, zero, next)
    }
}
