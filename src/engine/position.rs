//! Positions. A game is played in the smallest of three shapes that holds it; the machine is made once for each.

use crate::ir::{Id, MIDDLE_CELLS, MIDDLE_KINDS, PieceKind, Place, Places, Program};
use crate::limits;
use crate::model::Player;
use crate::plan::{filled_tops, pieces_in_all};
use crate::position::Position;
use std::fmt::Debug;
use std::hash::Hash;

/// Cells of a position: pieces, kind after kind, then state. The last one says who is to move: 0 South, 1 North.
pub trait Cells: Copy + Clone + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// Number of cells, a power of two.
    const COUNT: usize;

    /// Cells that are all 0.
    fn zero() -> Self;
    /// The value of a cell.
    fn get(&self, cell: usize) -> i32;
    /// Sets a cell. The layout of a game gives it cells that hold every value it can take.
    fn set(&mut self, cell: usize, value: i32);
    /// Adds to a cell; the sum fits as [`Cells::set`] says.
    fn add(&mut self, cell: usize, value: i32);
    /// Adds a piece of the first kind to each of these places.
    fn add_one_each(&mut self, places: &[Place]) {
        places.iter().for_each(|place| self.add(place.index(), 1));
    }
    /// Takes all pieces of the first kind from these places; how many they were.
    fn take_all(&mut self, places: Places) -> i32 {
        places.fold(0, |taken, place| {
            let count = self.get(place.index());
            self.set(place.index(), 0);
            taken + count
        })
    }
    /// The sum of cells that follow each other.
    fn sum(&self, first: usize, count: usize) -> i32 {
        (first..first + count).map(|cell| self.get(cell)).sum()
    }
    /// Pieces of the first kind in a set of places.
    fn pieces_in(&self, places: Places) -> i32 {
        places.map(|place| self.get(place.index())).sum()
    }
    /// Whether one of some places holds a piece of the first kind.
    fn any_in(&self, mut places: Places) -> bool {
        places.any(|place| self.get(place.index()) > 0)
    }

    /// The cells as bytes, where each is one.
    fn bytes(&self) -> Option<&[u8]>;
    /// Sets the first cells from bytes.
    fn set_bytes(&mut self, bytes: &[u8]);
    /// Adds bytes to the first cells, modulo 256.
    fn add_bytes(&mut self, bytes: &[u8]);

    /// Who is to move.
    #[inline]
    fn mover(&self) -> Player {
        if self.get(Self::COUNT - 1) == 0 { Player::South } else { Player::North }
    }

    /// Sets who is to move.
    #[inline]
    fn set_mover(&mut self, player: Player) {
        self.set(Self::COUNT - 1, i32::from(player == Player::North));
    }
}

/// What a position and a hand look like.
pub trait Shape: Copy + Clone + Debug + Send + Sync + 'static {
    /// The position.
    type Position: Cells;
    /// Kinds of pieces that a hand can hold.
    const KINDS: usize;
    /// Pieces by kind.
    type Bag: Copy + Clone + Debug + Default + PartialEq + AsRef<[u16]> + AsMut<[u16]> + Send + Sync;
}

/// One kind of piece, at most 63 cells, at most 255 pieces: a cache line.
#[derive(Debug, Clone, Copy)]
pub struct Small;

/// At most 127 cells, eight kinds of pieces and 255 pieces.
#[derive(Debug, Clone, Copy)]
pub struct Middle;

/// Anything else.
#[derive(Debug, Clone, Copy)]
pub struct Wide;

/// 64 cells of one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub struct SmallCells([u8; 64]);

/// 128 cells of one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(64))]
pub struct MiddleCells([u8; MIDDLE_CELLS]);

/// [`limits::POSITION_CELLS`] cells of two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WideCells([u16; limits::POSITION_CELLS]);

impl Shape for Small {
    type Position = SmallCells;
    const KINDS: usize = 1;
    type Bag = [u16; 1];
}

impl Shape for Middle {
    type Position = MiddleCells;
    const KINDS: usize = MIDDLE_KINDS;
    type Bag = [u16; MIDDLE_KINDS];
}

impl Shape for Wide {
    type Position = WideCells;
    const KINDS: usize = limits::PIECE_KINDS;
    type Bag = [u16; limits::PIECE_KINDS];
}

/// One in each of eight bytes.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The low byte of a number.
#[inline]
fn byte(value: i32) -> u8 {
    value.to_le_bytes()[0]
}

/// The low two bytes of a number.
#[inline]
fn two_bytes(value: i32) -> u16 {
    let [low, high, ..] = value.to_le_bytes();
    u16::from_le_bytes([low, high])
}

impl SmallCells {
    /// Eight cells, by the number of the eight.
    #[inline]
    fn eight(&self, number: usize) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[number & 7])
    }
}

/// Eights of cells by their number, each with a byte of ones for each place of a set that is among them.
#[inline]
fn eights(places: Places) -> impl Iterator<Item = (usize, u64)> {
    // A board of the smallest shape has fewer than 64 places.
    let mut rest = u64::try_from(places.bits() & u128::from(u64::MAX)).unwrap_or(0);
    std::iter::from_fn(move || {
        let first = rest.trailing_zeros() & !7;
        let bits = rest.checked_shr(first)? & 0xff;
        rest &= !(0xff << first);
        Some((first as usize / 8, as_bytes(bits)))
    })
}

/// The sum of eight cells, in a game of at most 255 pieces: it fits into the top byte.
#[inline]
fn all_pieces(eight: u64) -> i32 {
    i32::from(eight.wrapping_mul(ONES).to_le_bytes()[7])
}

/// Eight bits, each as a whole byte.
#[inline]
fn as_bytes(bits: u64) -> u64 {
    (filled_tops(bits.wrapping_mul(ONES) & 0x8040_2010_0804_0201) >> 7).wrapping_mul(0xff)
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
        self.0[cell & 63] = byte(value);
    }

    #[inline]
    fn add(&mut self, cell: usize, value: i32) {
        let cell = &mut self.0[cell & 63];
        *cell = cell.wrapping_add(byte(value));
    }

    #[inline]
    fn sum(&self, first: usize, count: usize) -> i32 {
        pieces_in_all(&self.0[first..first + count])
    }

    #[inline]
    fn pieces_in(&self, places: Places) -> i32 {
        eights(places).map(|(at, mask)| all_pieces(self.eight(at) & mask)).sum()
    }

    #[inline]
    fn take_all(&mut self, places: Places) -> i32 {
        let mut take = |(at, mask): (usize, u64)| {
            let eight = self.eight(at);
            self.0.as_chunks_mut().0[at & 7] = (eight & !mask).to_le_bytes();
            all_pieces(eight & mask)
        };
        eights(places).map(&mut take).sum()
    }

    #[inline]
    fn bytes(&self) -> Option<&[u8]> {
        Some(&self.0)
    }

    #[inline]
    fn set_bytes(&mut self, bytes: &[u8]) {
        if let ([cells, ..], Ok(bytes)) = (self.0.as_chunks_mut::<16>().0, <[u8; 16]>::try_from(bytes)) {
            // So many cells have most games, and then no loop is needed.
            *cells = bytes;
            return;
        }
        let (cells, _) = self.0.as_chunks_mut::<16>();
        let (chunks, rest) = bytes.as_chunks::<16>();
        let mut cells = cells.iter_mut();
        chunks.iter().zip(cells.by_ref()).for_each(|(chunk, cells)| *cells = *chunk);
        if let Some(cells) = cells.next() {
            cells[..rest.len()].copy_from_slice(rest);
        }
    }

    #[inline]
    fn add_bytes(&mut self, bytes: &[u8]) {
        add_to_each(&mut self.0, bytes);
    }

    #[inline]
    fn any_in(&self, places: Places) -> bool {
        eights(places).any(|(at, mask)| self.eight(at) & mask != 0)
    }
}

impl Cells for MiddleCells {
    const COUNT: usize = MIDDLE_CELLS;

    #[inline]
    fn zero() -> Self {
        MiddleCells([0; MIDDLE_CELLS])
    }

    #[inline]
    fn get(&self, cell: usize) -> i32 {
        i32::from(self.0[cell & (MIDDLE_CELLS - 1)])
    }

    #[inline]
    fn set(&mut self, cell: usize, value: i32) {
        self.0[cell & (MIDDLE_CELLS - 1)] = byte(value);
    }

    #[inline]
    fn add(&mut self, cell: usize, value: i32) {
        let cell = &mut self.0[cell & (MIDDLE_CELLS - 1)];
        *cell = cell.wrapping_add(byte(value));
    }

    #[inline]
    fn bytes(&self) -> Option<&[u8]> {
        Some(&self.0)
    }

    #[inline]
    fn set_bytes(&mut self, bytes: &[u8]) {
        self.0.iter_mut().zip(bytes).for_each(|(cell, byte)| *cell = *byte);
    }

    #[inline]
    fn add_bytes(&mut self, bytes: &[u8]) {
        add_to_each(&mut self.0, bytes);
    }
}

impl Cells for WideCells {
    const COUNT: usize = limits::POSITION_CELLS;

    fn zero() -> Self {
        WideCells([0; limits::POSITION_CELLS])
    }

    #[inline]
    fn get(&self, cell: usize) -> i32 {
        i32::from(self.0[cell & (limits::POSITION_CELLS - 1)])
    }

    #[inline]
    fn set(&mut self, cell: usize, value: i32) {
        self.0[cell & (limits::POSITION_CELLS - 1)] = two_bytes(value);
    }

    #[inline]
    fn add(&mut self, cell: usize, value: i32) {
        let cell = &mut self.0[cell & (limits::POSITION_CELLS - 1)];
        *cell = cell.wrapping_add(two_bytes(value));
    }

    fn bytes(&self) -> Option<&[u8]> {
        None
    }

    fn set_bytes(&mut self, bytes: &[u8]) {
        for (cell, byte) in bytes.iter().enumerate() {
            self.set(cell, i32::from(*byte));
        }
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        for (cell, byte) in self.0.iter_mut().zip(bytes) {
            *cell = (*cell + u16::from(*byte)) & 0xff;
        }
    }
}

/// Adds bytes to the first of some cells, modulo 256, sixteen at a time.
#[inline]
fn add_to_each(cells: &mut [u8], bytes: &[u8]) {
    let (sixteens, _) = cells.as_chunks_mut::<16>();
    for (cells, bytes) in sixteens.iter_mut().zip(bytes.as_chunks::<16>().0) {
        *cells = std::array::from_fn(|at| cells[at].wrapping_add(bytes[at]));
    }
}

/// Pieces of a kind in a bag.
#[inline]
pub(super) fn in_bag(bag: &[u16], kind: PieceKind) -> i32 {
    bag.get(kind.index()).map_or(0, |count| i32::from(*count))
}

/// Adds pieces of a kind to a bag, or takes them away.
#[inline]
pub(super) fn add_to(bag: &mut [u16], kind: PieceKind, count: i32) {
    if let Some(pieces) = bag.get_mut(kind.index()) {
        *pieces = u16::try_from(i32::from(*pieces) + count).unwrap_or(0);
    }
}

/// Packs a position.
#[must_use]
pub fn pack<S: Shape>(program: &Program, position: &Position) -> S::Position {
    let mut cells = S::Position::zero();
    for (cell, count) in position.pieces().as_slice().iter().enumerate() {
        cells.set(cell, i32::try_from(*count).unwrap_or(i32::MAX));
    }
    for ((_, at), (_, values)) in program.layout.states.iter().zip(position.states()) {
        for (cell, value) in (at.first.index()..).zip(values) {
            cells.set(cell, value.saturating_add(at.shift));
        }
    }
    cells.set_mover(position.to_move());
    cells
}

/// Unpacks a position.
#[must_use]
pub fn unpack<S: Shape>(program: &Program, cells: &S::Position) -> Position {
    let mut position = Position::empty(&program.model);
    for (cell, count) in position.pieces_mut().as_mut_slice().iter_mut().enumerate() {
        *count = cells.get(cell).unsigned_abs();
    }
    for (state, at) in program.layout.states.iter() {
        for (cell, value) in (at.first.index()..).zip(position.state_mut(state)) {
            *value = cells.get(cell) - at.shift;
        }
    }
    position.set_to_move(cells.mover());
    position
}
