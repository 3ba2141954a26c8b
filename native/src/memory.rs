//! What code works on: one piece of memory, divided into areas.

use std::cell::Cell;

/// Sixteen bytes of a memory that others hold, too.
#[derive(Debug, Default)]
#[repr(align(16))]
pub struct Sixteen(pub Cell<[u8; 16]>);

/// A part of a memory: a power of two of bytes, or the first bytes of as many rows, that can be reached by a number, and some behind
/// them that can be reached from the last of these by an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    pub(crate) start: u32,
    pub(crate) size: u32,
    pub(crate) reach: u32,
}

impl Area {
    /// Behind its last byte.
    pub(crate) fn end(self) -> usize {
        self.start as usize + self.size as usize + self.reach as usize
    }

    /// Where bytes at an offset stand.
    ///
    /// # Panics
    /// If they are not in the area.
    #[inline]
    fn range(self, offset: u32, count: u32) -> std::ops::Range<usize> {
        assert!(
            u64::from(offset) + u64::from(count) <= u64::from(self.size) + u64::from(self.reach),
            "outside its area"
        );
        let first = (self.start + offset) as usize;
        first..first + count as usize
    }
}

/// How a memory is divided.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    bytes: u32,
}

impl Layout {
    /// More bytes than this are refused.
    pub const MOST_BYTES: u32 = 1 << 24;

    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Layout::default()
    }

    /// A new area: how many bytes a number must be able to reach (rounded up to a power of two), and how many behind each of
    /// them an offset must be able to.
    ///
    /// # Panics
    /// If the memory would be larger than [`Layout::MOST_BYTES`].
    pub fn area(&mut self, size: u32, reach: u32) -> Area {
        let size = size.max(1).next_power_of_two();
        // A vector can be read from any byte.
        let reach = reach.max(16);
        let area = Area { start: self.bytes, size, reach };
        let end = u64::from(self.bytes) + u64::from(size) + u64::from(reach);
        assert!(end <= u64::from(Layout::MOST_BYTES), "a memory would be too large");
        self.bytes = (self.bytes + size + reach).next_multiple_of(64);
        area
    }

    /// A new area of rows, one behind the other: each is reached by the number of its first byte, and all of it by offsets from there.
    ///
    /// # Panics
    /// If rows are not a power of two, or have not a power of two of bytes; or if the memory would be larger than [`Layout::MOST_BYTES`].
    pub fn rows(&mut self, rows: u32, bytes: u32) -> Area {
        assert!(rows.is_power_of_two() && bytes.is_power_of_two(), "a number is cut to the bits of rows");
        let area = Area { start: self.bytes, size: (rows - 1) * bytes + 1, reach: bytes - 1 };
        assert!(
            u64::from(self.bytes) + u64::from(rows) * u64::from(bytes) <= u64::from(Layout::MOST_BYTES),
            "a memory would be too large"
        );
        self.bytes = (self.bytes + rows * bytes).next_multiple_of(64);
        area
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes as usize
    }
}

/// What code works on.
#[derive(Debug, Clone)]
pub struct Memory {
    bytes: Box<[u8]>,
}

impl Memory {
    /// All bytes are 0.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        Memory { bytes: vec![0; layout.bytes()].into() }
    }

    /// Some bytes of an area.
    ///
    /// # Panics
    /// If they are not in the area.
    #[inline]
    #[must_use]
    pub fn bytes(&self, area: Area, offset: u32, count: u32) -> &[u8] {
        &self.bytes[area.range(offset, count)]
    }

    /// The same, to write to.
    ///
    /// # Panics
    /// If they are not in the area.
    #[inline]
    pub fn bytes_mut(&mut self, area: Area, offset: u32, count: u32) -> &mut [u8] {
        &mut self.bytes[area.range(offset, count)]
    }

    /// The first words of an area, byte by byte.
    ///
    /// # Panics
    /// If they are not in the area.
    #[inline]
    #[must_use]
    pub fn words<const N: usize>(&self, area: Area) -> &[[u8; 8]; N] {
        let (words, _) = self.bytes(area, 0, area.size).as_chunks::<8>();
        words.first_chunk().expect("the area has so many words")
    }

    /// The same, to write to.
    ///
    /// # Panics
    /// If they are not in the area.
    #[inline]
    pub fn words_mut<const N: usize>(&mut self, area: Area) -> &mut [[u8; 8]; N] {
        let (words, _) = self.bytes_mut(area, 0, area.size).as_chunks_mut::<8>();
        words.first_chunk_mut().expect("the area has so many words")
    }

    /// The word at an offset.
    ///
    /// # Panics
    /// If it is not in the area.
    #[inline]
    #[must_use]
    pub fn word(&self, area: Area, offset: u32) -> i64 {
        let (words, _) = self.bytes(area, offset, 8).as_chunks::<8>();
        i64::from_le_bytes(words[0])
    }

    /// Writes the word at an offset.
    ///
    /// # Panics
    /// If it is not in the area.
    #[inline]
    pub fn set_word(&mut self, area: Area, offset: u32, word: i64) {
        self.bytes_mut(area, offset, 8).copy_from_slice(&word.to_le_bytes());
    }

    #[inline]
    pub(crate) fn all(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}
