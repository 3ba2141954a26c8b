//! Chains on boards whose cells are one vector: the cells are laid in the order in which the chain looks at them, so that one
//! question is asked of all together, and how far the answer holds is the number of a bit.

use super::Lowering;
use super::cells::LANES;
use crate::plan::filter::spans;
use crate::plan::op::{Reg, View, turn};
use crate::plan::tables::ChainTable;
use mancala_native::{Condition, Table, Vector, Word};

/// Places that a chain may have, and none: a power of two.
const LENGTHS: usize = 32;

/// What a chain looks up, for each path, way and place that it can begin at.
struct ChainRows {
    /// The number of the cell that is looked at in each step; some number that there is not, behind the last one.
    order: Vec<[u8; LANES]>,
    /// The steps that come to a place of which the condition can hold, by bits.
    steps: Table,
    /// The places that a chain of each length has, and all ones in the bytes of these.
    places: Table,
    masks: Table,
}

impl<const W: usize> Lowering<'_, '_, W> {
    /// The places of a chain.
    pub(super) fn chain_in_vector(&mut self, from: Reg, most: Reg, view: View, chain: &ChainTable) -> Word {
        let rows = self.chain_rows(chain);
        let (path, way) = (self.path_of_sowing(), self.way(chain.back));
        let (row, place) = (self.path_and_way(path, way), self.get(from));
        let (four, last) = (self.to.word(LANES.ilog2().into()), self.to.word(i64::try_from(LANES - 1).unwrap_or(0)));
        let (row, place) = (self.to.shift_up(row, four), self.to.and(place, last));
        let row = self.to.add(row, place);
        let (order, first) = match self.by_seeds(&rows, from, chain) {
            Some(both) => both,
            None => self.by_row(&rows, row),
        };
        let held = self.steps_that_hold(&rows, order, row, view, chain);
        let length = self.length_of_chain(held, from, most);
        let entry = self.to.add(first, length);
        let places = self.to.long_of(rows.places, entry);
        let bytes = self.to.shift_up(entry, four);
        let mask = self.to.vector_of(rows.masks, bytes);
        self.masks.insert(places, mask);
        // Where the first step holds there is a place.
        self.counted_by.insert(places, length);
        self.at_most.insert(places, chain.filter.within());
        places
    }

    /// The order in which cells are looked at, and the number of the first entry of a row.
    fn by_row(&mut self, rows: &ChainRows, row: Word) -> (Vector, Word) {
        let [four, five] = [4, LENGTHS.trailing_zeros()].map(|by| self.to.word(by.into()));
        let bytes = self.to.shift_up(row, four);
        let order = self.to.table(rows.order.as_flattened());
        (self.to.vector_of(order, bytes), self.to.shift_up(row, five))
    }

    /// The same by the number of seeds that were sown from a place that is known, where the chain begins with the last of them: it
    /// need not be known then where that fell before this is looked up.
    fn by_seeds(&mut self, rows: &ChainRows, from: Reg, chain: &ChainTable) -> Option<(Vector, Word)> {
        let last = self.get(from);
        let (path, way) = (self.path_of_sowing(), self.get(turn::WAY));
        let (path, way) = (self.to.known(path)?, self.to.known(way)? ^ i64::from(chain.back));
        let first = LANES * usize::try_from(2 * path + way).ok()?;
        let (seeds, lasts) = self.fallen.get(&last).filter(|_| fails_for_none(chain))?;
        let row = |last: &u8| if usize::from(*last) < LANES { first + usize::from(*last) } else { first };
        let entry = |last: &u8| u16::try_from(LENGTHS * row(last)).unwrap_or(0);
        let order: Vec<u8> = lasts.iter().flat_map(|last| rows.order[row(last)]).collect();
        let entries: Vec<u8> = lasts.iter().flat_map(|last| entry(last).to_le_bytes()).collect();
        let (seeds, four, one) = (*seeds, self.to.word(4), self.to.word(1));
        let (order, entries) = (self.to.table(&order), self.to.table(&entries));
        let (bytes, two_bytes) = (self.to.shift_up(seeds, four), self.to.shift_up(seeds, one));
        Some((self.to.vector_of(order, bytes), self.to.pair_of(entries, two_bytes)))
    }

    /// The steps whose cells are as the chain wants them, by bits.
    fn steps_that_hold(&mut self, rows: &ChainRows, order: Vector, row: Word, view: View, chain: &ChainTable) -> Word {
        let one = self.to.word(1);
        let two_bytes = self.to.shift_up(row, one);
        // Where the condition does not hold of an empty cell, those that are looked at are told by their order.
        let mut held = if fails_for_none(chain) { self.to.word(-1) } else { self.to.pair_of(rows.steps, two_bytes) };
        for (first, holds) in chain.filter.tests() {
            let cells = self.cells_from(view, first);
            let cells = self.to.bytes_at(cells, order);
            let some = self.to.bytes_within(cells, &spans(holds));
            held = self.to.and(held, some);
        }
        held
    }

    /// How many steps hold one after the other, from the first on.
    fn length_of_chain(&mut self, held: Word, from: Reg, most: Reg) -> Word {
        let (one, zero) = (self.to.word(1), self.to.word(0));
        // One more carries as far as they hold.
        let missing = self.to.add(held, one);
        let mut length = self.to.first_bit(missing);
        let range = self.ranges.get(most);
        if range.least < i64::try_from(LANES).unwrap_or(0) {
            let most = self.get(most);
            length = self.to.smaller(length, most);
            if range.least < 0 {
                length = self.to.larger(length, zero);
            }
        }
        // No place is the last lane of all, in which no chain begins if there are fewer places.
        if self.is_never_negative(from) || self.side.places < LANES {
            return length;
        }
        let place = self.get(from);
        let there = self.to.compare(Condition::AtLeast, place, zero);
        self.to.select(there, length, zero)
    }

    fn chain_rows(&mut self, chain: &ChainTable) -> ChainRows {
        let (mut order, mut steps, mut places, mut masks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let within = chain.filter.within();
        for path in &self.side.tables.paths {
            for (way, place) in [0, 1].into_iter().flat_map(|way| (0..LANES).map(move |place| (way, place))) {
                let round = i32::try_from(place).ok().and_then(|place| path.find(way, place));
                let round = round.map_or(&[][..], |index| path.round(way, index, LANES));
                let mut row = [u8::MAX; LANES];
                row[..round.len()].copy_from_slice(round);
                if fails_for_none(chain) {
                    row.iter_mut().filter(|place| within >> (**place & 63) & 1 == 0).for_each(|place| *place = u8::MAX);
                }
                order.push(row);
                let sets: Vec<u64> = round.iter().map(|place| 1 << (place & 63)).collect();
                let can_hold = (0..).zip(&sets).filter(|(_, set)| **set & within != 0);
                steps.extend(can_hold.fold(0_u16, |steps, (step, _)| steps | 1 << step).to_le_bytes());
                let length = |count: usize| sets.iter().take(count).fold(0, |all, set| all | set);
                places.extend((0..LENGTHS).flat_map(|count| length(count).to_le_bytes()));
                let mask = |set: u64| (0..LANES).map(move |place| if set >> place & 1 == 1 { u8::MAX } else { 0 });
                masks.extend((0..LENGTHS).flat_map(|count| mask(length(count))));
            }
        }
        let [steps, places, masks] = [steps, places, masks].map(|bytes| self.to.table(&bytes));
        ChainRows { order, steps, places, masks }
    }
}

/// Whether a place at which nothing is looked at is none of which the condition holds.
fn fails_for_none(chain: &ChainTable) -> bool {
    chain.filter.tests().any(|(_, holds)| !holds[0])
}
