//! The cells of a position while code runs: as many as a vector holds are a variable, so that nothing is written and read
//! again from turn to turn; more of them stand in memory.

use super::Lowering;
use crate::plan::op::{Reg, View};
use mancala_native::{Truth, Vector, Word};

/// Cells of a vector.
pub(super) const LANES: usize = 16;

/// Vectors that hold so many cells.
pub(super) fn vectors(cells: usize) -> u32 {
    u32::try_from(cells.div_ceil(LANES)).unwrap_or(u32::MAX)
}

/// A place that there is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub(super) number: Word,
    /// Its number, where it is always the same.
    known: Option<u8>,
}

impl Spot {
    /// One whose number is worked out.
    pub(super) fn of(number: Word) -> Self {
        Spot { number, known: None }
    }
}

/// For each place, all ones in its byte.
const ONE_EACH: [[u8; LANES]; LANES] = {
    let mut rows = [[0; LANES]; LANES];
    let mut place = 0;
    while place < LANES {
        rows[place][place] = u8::MAX;
        place += 1;
    }
    rows
};

impl<const W: usize> Lowering<'_, '_, W> {
    // --- whole vectors -----------------------------------------------------------------------------------------------------

    /// Vectors that hold all cells.
    pub(super) fn vectors(&self) -> u32 {
        vectors(self.side.sizes.cells)
    }

    /// Vectors that hold all places.
    pub(super) fn vectors_of_places(&self) -> u32 {
        vectors(self.side.places)
    }

    /// The vector with a number.
    pub(super) fn vector(&mut self, view: View, number: u32) -> Vector {
        match self.common.held {
            Some(held) => self.to.get_vector(held[view as usize]),
            None => self.to.load_vector(self.room.view(view), None, 16 * number),
        }
    }

    pub(super) fn put_vector(&mut self, view: View, number: u32, vector: Vector) {
        match self.common.held {
            Some(held) => self.to.put_vector(held[view as usize], vector),
            None => self.to.store_vector(vector, self.room.view(view), None, 16 * number),
        }
    }

    /// Sixteen cells from one on.
    pub(super) fn cells_from(&mut self, view: View, first: usize) -> Vector {
        if self.common.held.is_none() {
            return self.to.load_vector(self.room.view(view), None, u32::try_from(first).unwrap_or(0));
        }
        let cells = self.vector(view, 0);
        if first == 0 {
            return cells;
        }
        let numbers = std::array::from_fn(|number| u8::try_from(first + number).unwrap_or(u8::MAX));
        self.to.bytes_at_fixed(cells, numbers)
    }

    pub(super) fn copy_cells(&mut self, from: View, into: View) {
        for number in 0..self.vectors() {
            let vector = self.vector(from, number);
            self.put_vector(into, number, vector);
        }
    }

    /// Reads the position before the turn, which somebody else has written.
    pub(super) fn read_cells(&mut self) {
        self.common.read_cells(self.room, self.to);
    }

    /// Writes a position where others read it.
    pub(super) fn write_cells(&mut self, view: View) {
        if let Some(held) = self.common.held {
            let vector = self.to.get_vector(held[view as usize]);
            self.to.store_vector(vector, self.room.view(view), None, 0);
        }
    }

    // --- single cells ------------------------------------------------------------------------------------------------------

    /// The place of a register that holds one.
    pub(super) fn spot(&mut self, reg: Reg) -> Spot {
        let number = self.get(reg);
        Spot { number, known: self.to.known(number).and_then(|place| u8::try_from(place).ok()) }
    }

    /// What a cell holds.
    pub(super) fn cell(&mut self, view: View, cell: usize) -> Word {
        let number = u8::try_from(cell).unwrap_or(0);
        match self.common.held {
            Some(held) if cell < LANES => {
                let cells = self.to.get_vector(held[view as usize]);
                self.to.byte(cells, number)
            }
            Some(_) => self.to.word(0),
            None => self.to.load_byte(self.room.view(view), None, number.into()),
        }
    }

    /// What the cell of a place holds, counted from this cell on.
    pub(super) fn cell_of(&mut self, view: View, first: usize, spot: Spot) -> Word {
        if let Some(known) = spot.known {
            return self.cell(view, first + usize::from(known));
        }
        let offset = u32::try_from(first).unwrap_or(0);
        let Some(held) = self.common.held else {
            return self.to.load_byte(self.room.view(view), Some(spot.number), offset);
        };
        let cells = self.to.get_vector(held[view as usize]);
        let number = self.number_behind(first, spot);
        self.to.byte_at(cells, number)
    }

    /// The number of the cell of a place, counted from this cell on.
    fn number_behind(&mut self, first: usize, spot: Spot) -> Word {
        if first == 0 {
            return spot.number;
        }
        let first = self.to.word(i64::try_from(first).unwrap_or(0));
        self.to.add(spot.number, first)
    }

    /// Makes a cell hold this.
    pub(super) fn set_cell(&mut self, cell: usize, count: Word) {
        let number = u8::try_from(cell).unwrap_or(0);
        match self.common.held {
            Some(held) => {
                let cells = self.to.get_vector(held[View::Now as usize]);
                let cells = self.to.with_byte(cells, number, count);
                self.to.put_vector(held[View::Now as usize], cells);
            }
            None => self.to.store_byte(count, self.room.view(View::Now), None, number.into()),
        }
    }

    /// Makes the cell of a place hold this, counted from this cell on.
    pub(super) fn set_cell_of(&mut self, first: usize, spot: Spot, count: Word) {
        if let Some(known) = spot.known {
            return self.set_cell(first + usize::from(known), count);
        }
        if self.common.held.is_none() {
            let offset = u32::try_from(first).unwrap_or(0);
            return self.to.store_byte(count, self.room.view(View::Now), Some(spot.number), offset);
        }
        let (cells, only) = (self.vector(View::Now, 0), self.only_cell(first, spot));
        let (others, counts) = (self.to.and_not_bytes(cells, only), self.to.each_byte(count));
        let here = self.to.and_bytes(counts, only);
        let cells = self.to.add_bytes(others, here);
        self.put_vector(View::Now, 0, cells);
    }

    /// All ones in the cell of a place.
    fn only_cell(&mut self, first: usize, spot: Spot) -> Vector {
        let table = self.to.table(ONE_EACH.as_flattened());
        let (number, four) = (self.number_behind(first, spot), self.to.word(4));
        let bytes = self.to.shift_up(number, four);
        self.to.vector_of(table, bytes)
    }

    /// Gives pieces to a place.
    pub(super) fn give(&mut self, spot: Spot, count: Word) {
        if let (Some(known @ 0..8), Some(_)) = (spot.known, self.common.held) {
            // Moved there as a word it takes fewer steps than as a byte that is taken out and put back.
            let (low, by) = (self.to.word(255), self.to.word(8 * i64::from(known)));
            let count = self.to.and(count, low);
            let count = self.to.shift_up(count, by);
            let (cells, more) = (self.vector(View::Now, 0), self.to.with_word(count));
            let cells = self.to.add_bytes(cells, more);
            return self.put_vector(View::Now, 0, cells);
        }
        if let (Some(known @ 8..16), Some(_)) = (spot.known, self.common.held) {
            let mut numbers = [u8::MAX; LANES];
            numbers[usize::from(known)] = 0;
            let (cells, more) = (self.vector(View::Now, 0), self.to.with_word(count));
            let more = self.to.bytes_at_fixed(more, numbers);
            let cells = self.to.add_bytes(cells, more);
            return self.put_vector(View::Now, 0, cells);
        }
        if self.common.held.is_none() || spot.known.is_some() {
            let there = self.cell_of(View::Now, 0, spot);
            let there = self.to.add(there, count);
            return self.set_cell_of(0, spot, there);
        }
        let (cells, only) = (self.vector(View::Now, 0), self.only_cell(0, spot));
        let counts = self.to.each_byte(count);
        let here = self.to.and_bytes(counts, only);
        let cells = self.to.add_bytes(cells, here);
        self.put_vector(View::Now, 0, cells);
    }

    /// Takes all pieces of a place where whole vectors are read and written next: of cells in memory, a vector that is read behind a single
    /// byte that was written has to wait for it.
    pub(super) fn empty_in_vector(&mut self, spot: Spot) -> Word {
        if self.common.held.is_some() {
            return self.empty(spot);
        }
        let (count, (first, only)) = (self.cell_of(View::Now, 0, spot), self.vector_around(spot));
        let area = self.room.view(View::Now);
        let cells = self.to.load_vector(area, Some(first), 0);
        let cells = self.to.and_not_bytes(cells, only);
        self.to.store_vector(cells, area, Some(first), 0);
        count
    }

    /// Where the vector begins that a place stands in, and all ones in its byte.
    fn vector_around(&mut self, spot: Spot) -> (Word, Vector) {
        let [last, four] = [15, 4].map(|number| self.to.word(number));
        let (first, within) = (self.to.and_not(spot.number, last), self.to.and(spot.number, last));
        let (table, bytes) = (self.to.table(ONE_EACH.as_flattened()), self.to.shift_up(within, four));
        (first, self.to.vector_of(table, bytes))
    }

    /// Takes pieces of a place that holds as many.
    pub(super) fn take_from(&mut self, spot: Spot, count: Word) {
        let zero = self.to.word(0);
        let less = self.to.subtract(zero, count);
        self.give(spot, less);
    }

    /// Takes all pieces of a place; gives how many there were.
    pub(super) fn empty(&mut self, spot: Spot) -> Word {
        let count = self.cell_of(View::Now, 0, spot);
        if self.common.held.is_none() || spot.known.is_some() {
            let zero = self.to.word(0);
            self.set_cell_of(0, spot, zero);
        } else {
            let (cells, only) = (self.vector(View::Now, 0), self.only_cell(0, spot));
            let others = self.to.and_not_bytes(cells, only);
            self.put_vector(View::Now, 0, others);
        }
        count
    }

    // --- sets of cells -----------------------------------------------------------------------------------------------------

    /// For the sixteen places of a vector: all ones in the bytes of those that are in a set.
    pub(super) fn mask_of(&mut self, set: Word, number: u32) -> Vector {
        if let Some(mask) = self.masks.get(&set).filter(|_| number == 0) {
            return *mask;
        }
        // Each byte gets the eight bits among which its own is, and keeps that one.
        const EIGHTS: [u8; LANES] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];
        const BITS: [u8; LANES] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        let by = self.to.word(i64::from(16 * number));
        let bits = if number == 0 { set } else { self.to.shift_down(set, by) };
        let (bits, own) = (self.to.with_word(bits), self.to.vector(BITS));
        let bits = self.to.bytes_at_fixed(bits, EIGHTS);
        let bits = self.to.and_bytes(bits, own);
        self.to.equal_bytes(bits, own)
    }

    /// The cells of a set, vector by vector; those of others are empty.
    pub(super) fn cells_in(&mut self, view: View, set: Word) -> Vec<Vector> {
        let numbers = 0..self.vectors_of_places();
        numbers
            .map(|number| {
                let (mask, cells) = (self.mask_of(set, number), self.vector(view, number));
                self.to.and_bytes(cells, mask)
            })
            .collect()
    }

    /// The same of a mask that never changes.
    pub(super) fn cells_under(&mut self, view: View, mask: &[u8; W]) -> Vec<Vector> {
        let (masks, _) = mask.as_chunks::<LANES>();
        let some = (0..).zip(masks).filter(|(_, mask)| mask.iter().any(|byte| *byte != 0));
        some.map(|(number, mask)| {
            let (cells, mask) = (self.vector(view, number), self.to.vector(*mask));
            self.to.and_bytes(cells, mask)
        })
        .collect()
    }

    /// All pieces of some cells: there are at most 255 on a board, so bytes can be added without a carry.
    pub(super) fn sum_of(&mut self, cells: &[Vector]) -> Word {
        /// One in each byte.
        const ONES: i64 = 0x0101_0101_0101_0101;
        /// The numbers of the last eight bytes, and of none.
        const UPPER: [u8; LANES] = [8, 9, 10, 11, 12, 13, 14, 15, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE];
        const NONE: u8 = u8::MAX;
        let Some(sum) = cells.iter().copied().reduce(|sum, cells| self.to.add_bytes(sum, cells)) else {
            return self.to.word(0);
        };
        let others = self.to.bytes_at_fixed(sum, UPPER);
        let sum = self.to.add_bytes(sum, others);
        let (sum, ones, top) = (self.to.first_word(sum), self.to.word(ONES), self.to.word(56));
        let sum = self.to.multiply(sum, ones);
        self.to.shift_down(sum, top)
    }

    /// Whether a piece lies in some cells.
    pub(super) fn any_of(&mut self, cells: &[Vector]) -> Truth {
        let none = self.to.vector([0; LANES]);
        let any = cells.iter().copied().reduce(|any, cells| self.to.add_bytes(any, cells)).unwrap_or(none);
        self.to.any_bit(any)
    }
}
