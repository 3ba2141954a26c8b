//! Where columns stand.

use super::code::{At, MOST_COLUMNS};
use super::run::VECTOR;
#[cfg(feature = "native")]
use mancala_native::Sixteen;
use std::cell::Cell;

/// Sixteen bytes that stand where the machine likes to read them.
#[cfg(not(feature = "native"))]
#[derive(Debug, Default)]
#[repr(align(16))]
struct Sixteen(Cell<[u8; VECTOR]>);

/// N vectors of each column: as many columns as there can be, so that none that a step names is beyond them. Steps go through one column
/// after the other.
#[cfg(not(feature = "native"))]
#[derive(Debug)]
pub(super) struct Places<const N: usize>([[Sixteen; N]; MOST_COLUMNS]);

/// The same. Machine code goes through all columns with one vector of each, so that these stand together.
#[cfg(feature = "native")]
#[derive(Debug)]
pub(super) struct Places<const N: usize>([[Sixteen; MOST_COLUMNS]; N]);

/// One column.
#[cfg(not(feature = "native"))]
#[derive(Debug, Clone, Copy)]
pub(super) struct Column<'p, const N: usize>(&'p [Sixteen; N]);

/// One column, by its number.
#[cfg(feature = "native")]
#[derive(Debug, Clone, Copy)]
pub(super) struct Column<'p, const N: usize>(&'p [[Sixteen; MOST_COLUMNS]; N], usize);

impl<const N: usize> Places<N> {
    pub(super) fn new() -> Box<Self> {
        Box::new(Places(std::array::from_fn(|_| std::array::from_fn(|_| Sixteen::default()))))
    }

    #[cfg(not(feature = "native"))]
    #[inline(always)]
    pub(super) fn column(&self, at: At) -> Column<'_, N> {
        Column(&self.0[usize::from(at) % MOST_COLUMNS])
    }

    #[cfg(feature = "native")]
    #[inline(always)]
    pub(super) fn column(&self, at: At) -> Column<'_, N> {
        Column(&self.0, usize::from(at) % MOST_COLUMNS)
    }

    /// Puts some bytes into one lane of as many columns, from one on.
    #[cfg(not(feature = "native"))]
    #[inline(always)]
    pub(super) fn put<const B: usize>(&self, first: usize, lane: usize, bytes: &[u8; B]) {
        let Some(columns) = self.0[first..].first_chunk::<B>() else { return };
        for (column, byte) in columns.iter().zip(bytes) {
            Column(column).byte(lane).set(*byte);
        }
    }

    /// Puts some bytes into one lane of as many columns, from one on.
    #[cfg(feature = "native")]
    #[inline(always)]
    pub(super) fn put<const B: usize>(&self, first: usize, lane: usize, bytes: &[u8; B]) {
        let Some(vectors) = self.0[lane / VECTOR % N][first..].first_chunk::<B>() else { return };
        for (vector, byte) in vectors.iter().zip(bytes) {
            byte_of(&vector.0, lane).set(*byte);
        }
    }

    /// All of them, as machine code sees them.
    #[cfg(feature = "native")]
    #[inline(always)]
    pub(super) fn all(&self) -> &[Sixteen] {
        self.0.as_flattened()
    }
}

impl<'p, const N: usize> Column<'p, N> {
    /// One of its vectors.
    #[cfg(not(feature = "native"))]
    #[inline(always)]
    pub(super) fn vector(self, number: usize) -> &'p Cell<[u8; VECTOR]> {
        &self.0[number % N].0
    }

    /// One of its vectors.
    #[cfg(feature = "native")]
    #[inline(always)]
    pub(super) fn vector(self, number: usize) -> &'p Cell<[u8; VECTOR]> {
        &self.0[number % N][self.1].0
    }

    #[inline(always)]
    pub(super) fn vectors(self) -> impl Iterator<Item = &'p Cell<[u8; VECTOR]>> {
        (0..N).map(move |number| self.vector(number))
    }

    /// The byte of one lane.
    #[inline(always)]
    pub(super) fn byte(self, lane: usize) -> &'p Cell<u8> {
        byte_of(self.vector(lane / VECTOR), lane)
    }
}

/// The byte of one lane in its vector.
#[inline(always)]
pub(super) fn byte_of(vector: &Cell<[u8; VECTOR]>, lane: usize) -> &Cell<u8> {
    let bytes: &Cell<[u8]> = vector;
    &bytes.as_slice_of_cells()[lane % VECTOR]
}
