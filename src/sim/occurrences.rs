//! How often positions have been there in a game: made for one game after another, without allocating in each.

use crate::engine::Shape;
use std::hash::{Hash, Hasher};

/// A quick hash of the bytes of a position; the same on every machine and in every run.
#[must_use]
pub fn fingerprint<P: Hash>(position: &P) -> u64 {
    let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
    position.hash(&mut mixer);
    mixer.finish()
}

/// Multiplies and rotates eight bytes at a time.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 29
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.mix(word.try_into().map_or(0, u64::from_le_bytes));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}

/// The positions of a game, with a table to find them by.
#[derive(Debug, Clone)]
pub struct Occurrences<S: Shape> {
    positions: Vec<(S::Position, u64)>,
    counts: Vec<u32>,
    /// Number of an entry plus one, by the low bits of its fingerprint; a power of two long, at most half full.
    table: Vec<u32>,
}

impl<S: Shape> Default for Occurrences<S> {
    fn default() -> Self {
        Occurrences { positions: Vec::new(), counts: Vec::new(), table: vec![0; 512] }
    }
}

impl<S: Shape> Occurrences<S> {
    /// Forgets all positions.
    pub fn clear(&mut self) {
        if !self.positions.is_empty() {
            self.positions.clear();
            self.counts.clear();
            self.table.fill(0);
        }
    }

    /// Notes a position and tells how often it has been there, this time included.
    pub fn note(&mut self, position: &S::Position) -> u32 {
        let print = fingerprint(position);
        match self.find(position, print) {
            Ok(entry) => {
                self.counts[entry] += 1;
                self.counts[entry]
            }
            Err(slot) => {
                self.positions.push((*position, print));
                self.counts.push(1);
                self.table[slot] = self.positions.len() as u32;
                if self.positions.len() * 2 > self.table.len() {
                    self.grow();
                }
                1
            }
        }
    }

    /// How often a position has been there.
    #[must_use]
    pub fn count(&self, position: &S::Position, print: u64) -> u32 {
        self.find(position, print).map_or(0, |entry| self.counts[entry])
    }

    /// Number of its entry, or the free slot where it belongs.
    fn find(&self, position: &S::Position, print: u64) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut slot = print as usize & mask;
        loop {
            match self.table[slot] {
                0 => return Err(slot),
                entry => {
                    let entry = entry as usize - 1;
                    let (known, known_print) = &self.positions[entry];
                    if *known_print == print && known == position {
                        return Ok(entry);
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        self.table = vec![0; self.table.len() * 2];
        let mask = self.table.len() - 1;
        for (entry, (_, print)) in self.positions.iter().enumerate() {
            let mut slot = *print as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = entry as u32 + 1;
        }
    }
}
