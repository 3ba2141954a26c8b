//! Shapes of position. A game is played in the smallest that holds it; the machine is made once for each.

use crate::ir::{Increments, Program};
use crate::model::Player;
use crate::situation::Situation;
use std::fmt::Debug;
use std::hash::Hash;

/// Cells of a position. The last one says who is to move: 0 South, 1 North.
pub trait Cells: Copy + Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// Number of cells, a power of two.
    const COUNT: usize;

    /// Cells that are all 0.
    fn zero() -> Self;
    /// The value of a cell.
    fn get(&self, cell: usize) -> i32;
    /// Sets a cell.
    fn set(&mut self, cell: usize, value: i32);
    /// Adds to a cell.
    fn add(&mut self, cell: usize, value: i32);
    /// Adds one to each of these cells.
    fn add_one_each(&mut self, cells: &[u8]);
    /// Adds to the first 64 cells.
    fn add_row(&mut self, row: &Increments);
    /// Becomes what another position is with this added to its first 64 cells.
    fn become_sum(&mut self, other: &Self, row: &Increments) {
        *self = *other;
        self.add_row(row);
    }
    /// What one of the first 64 cells is after [`Cells::add_row`].
    fn sum_at(&self, row: &Increments, cell: usize) -> i32;
    /// The sum of cells that follow each other.
    fn sum(&self, first: usize, count: usize) -> i32;
    /// Whether cells that follow each other are all 0.
    fn all_zero(&self, first: usize, count: usize) -> bool;

    /// Those of some places whose cell is not 0.
    fn non_empty(&self, places: u128) -> u128;

    /// Who is to move.
    fn mover(&self) -> Player {
        if self.get(Self::COUNT - 1) == 0 { Player::South } else { Player::North }
    }

    /// Sets who is to move.
    fn set_mover(&mut self, player: Player) {
        self.set(Self::COUNT - 1, player.index() as i32);
    }
}

/// What a position and a hand look like.
pub trait Shape: Copy + Clone + Debug + Send + Sync + 'static {
    /// The position.
    type Position: Cells;
    /// Kinds of pieces that a hand can hold.
    const KINDS: usize;
    /// Whether there are fewer than 64 places, so that half of a set says all.
    const NARROW: bool;
    /// Pieces by kind.
    type Bag: Copy + Clone + Debug + Default + AsRef<[u16]> + AsMut<[u16]> + Send + Sync;

    /// Whether a place is in a set.
    #[inline]
    fn has(set: u128, place: usize) -> bool {
        if Self::NARROW { (set as u64) >> (place & 63) & 1 == 1 } else { set >> (place & 127) & 1 == 1 }
    }

    /// The set of one place.
    #[inline]
    fn single(place: usize) -> u128 {
        if Self::NARROW { u128::from(1_u64 << (place & 63)) } else { 1 << (place & 127) }
    }
}

/// One kind of piece, at most 63 cells, at most 255 pieces: a cache line.
#[derive(Debug, Clone, Copy)]
pub struct Small;

/// Anything else.
#[derive(Debug, Clone, Copy)]
pub struct Wide;

/// 64 cells of one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub struct SmallCells([u8; 64]);

/// 512 cells of two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WideCells([u16; 512]);

impl Shape for Small {
    type Position = SmallCells;
    const KINDS: usize = 1;
    const NARROW: bool = true;
    type Bag = [u16; 1];
}

impl Shape for Wide {
    type Position = WideCells;
    const KINDS: usize = 16;
    const NARROW: bool = false;
    type Bag = [u16; 16];
}

impl SmallCells {
    /// Cells that follow each other, the first one lowest, if one load holds them; a row of an ordinary board fits.
    #[inline]
    fn row(&self, first: usize, count: usize) -> Option<u64> {
        if count == 0 || count > 8 {
            return None;
        }
        let bytes: [u8; 8] = self.0.get(first..first + 8)?.try_into().ok()?;
        Some(u64::from_le_bytes(bytes) << (64 - 8 * count as u32) >> (64 - 8 * count as u32))
    }
}

impl Cells for SmallCells {
    const COUNT: usize = 64;

    #[inline]
    fn zero() -> Self {
        SmallCells([0; 64])
    }

    #[inline]
    fn get(&self, cell: usize) -> i32 {
        i32::from(self.0[cell & 63])
    }

    #[inline]
    fn set(&mut self, cell: usize, value: i32) {
        self.0[cell & 63] = value as u8;
    }

    #[inline]
    fn add(&mut self, cell: usize, value: i32) {
        let cell = &mut self.0[cell & 63];
        *cell = cell.wrapping_add(value as u8);
    }

    #[inline]
    fn add_one_each(&mut self, cells: &[u8]) {
        for cell in cells {
            let cell = &mut self.0[usize::from(*cell & 63)];
            *cell = cell.wrapping_add(1);
        }
    }

    #[inline]
    fn add_row(&mut self, row: &Increments) {
        for (cell, more) in self.0.iter_mut().zip(&row.0) {
            *cell = cell.wrapping_add(*more);
        }
    }

    #[inline]
    fn become_sum(&mut self, other: &Self, row: &Increments) {
        let mut sum = [0; 64];
        for ((cell, before), more) in sum.iter_mut().zip(&other.0).zip(&row.0) {
            *cell = before.wrapping_add(*more);
        }
        self.0 = sum;
    }

    #[inline]
    fn sum_at(&self, row: &Increments, cell: usize) -> i32 {
        i32::from(self.0[cell & 63].wrapping_add(row.0[cell & 63]))
    }

    #[inline]
    fn sum(&self, first: usize, count: usize) -> i32 {
        if let Some(row) = self.row(first, count) {
            // No game of this shape has more than 255 pieces, so that the sum fits into the top byte.
            return (row.wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32;
        }
        self.0.get(first..first + count).map_or(0, |cells| cells.iter().map(|cell| i32::from(*cell)).sum())
    }

    #[inline]
    fn non_empty(&self, places: u128) -> u128 {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let (cells, _) = self.0.as_chunks::<8>();
        let places = places as u64;
        let (mut rest, mut found) = (places, 0);
        while rest != 0 {
            let eight = rest.trailing_zeros() as usize / 8;
            let bytes = u64::from_le_bytes(cells[eight]);
            // The top bit of each byte that is not 0, then those bits side by side.
            let tops = (((bytes & LOW) + LOW) | bytes) & !LOW;
            found |= (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * eight);
            rest &= !(0xff << (8 * eight));
        }
        u128::from(found & places)
    }

    #[inline]
    fn all_zero(&self, first: usize, count: usize) -> bool {
        if let Some(row) = self.row(first, count) {
            return row == 0;
        }
        self.0.get(first..first + count).is_none_or(|cells| cells.iter().all(|cell| *cell == 0))
    }
}

impl Cells for WideCells {
    const COUNT: usize = 512;

    fn zero() -> Self {
        WideCells([0; 512])
    }

    #[inline]
    fn get(&self, cell: usize) -> i32 {
        i32::from(self.0[cell & 511])
    }

    #[inline]
    fn set(&mut self, cell: usize, value: i32) {
        self.0[cell & 511] = value as u16;
    }

    #[inline]
    fn add(&mut self, cell: usize, value: i32) {
        let cell = &mut self.0[cell & 511];
        *cell = cell.wrapping_add(value as u16);
    }

    fn add_one_each(&mut self, cells: &[u8]) {
        for cell in cells {
            self.add(usize::from(*cell), 1);
        }
    }

    fn add_row(&mut self, row: &Increments) {
        for (cell, more) in self.0.iter_mut().zip(&row.0) {
            *cell = cell.wrapping_add(u16::from(*more));
        }
    }

    fn sum_at(&self, row: &Increments, cell: usize) -> i32 {
        i32::from(self.0[cell & 511].wrapping_add(u16::from(row.0[cell & 63])))
    }

    fn sum(&self, first: usize, count: usize) -> i32 {
        self.0.get(first..first + count).map_or(0, |cells| cells.iter().map(|cell| i32::from(*cell)).sum())
    }

    fn all_zero(&self, first: usize, count: usize) -> bool {
        self.0.get(first..first + count).is_none_or(|cells| cells.iter().all(|cell| *cell == 0))
    }

    fn non_empty(&self, places: u128) -> u128 {
        super::evaluate::members::<Wide>(places)
            .filter(|place| self.get(*place) > 0)
            .fold(0, |set, place| set | 1 << place)
    }
}

/// Packs a position.
#[must_use]
pub fn pack<S: Shape>(program: &Program, situation: &Situation) -> S::Position {
    let mut cells = S::Position::zero();
    for (cell, count) in situation.pieces.iter().enumerate() {
        cells.set(cell, *count as i32);
    }
    for (state, values) in situation.states.iter().enumerate() {
        for (offset, value) in values.iter().enumerate() {
            cells.set(program.layout.states[state] + offset, value + program.layout.shifts[state]);
        }
    }
    cells.set_mover(situation.to_move);
    cells
}

/// Unpacks a position.
#[must_use]
pub fn unpack<S: Shape>(program: &Program, cells: &S::Position) -> Situation {
    let mut situation = Situation::empty(&program.model);
    for (cell, count) in situation.pieces.iter_mut().enumerate() {
        *count = cells.get(cell) as u32;
    }
    for (state, values) in situation.states.iter_mut().enumerate() {
        for (offset, value) in values.iter_mut().enumerate() {
            *value = cells.get(program.layout.states[state] + offset) - program.layout.shifts[state];
        }
    }
    situation.to_move = cells.mover();
    situation
}
