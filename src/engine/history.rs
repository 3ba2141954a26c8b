//! How often positions have been there in a game, for rules on repetition.

use super::position::Shape;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A quick hash of a position; the same on every machine and in every run.
#[must_use]
pub fn fingerprint<P: Hash>(position: &P) -> u64 {
    let mut mixer = Mixer::default();
    position.hash(&mut mixer);
    mixer.finish()
}

/// Multiplies and rotates eight bytes at a time.
#[derive(Debug, Clone, Copy)]
pub struct Mixer(u64);

impl Default for Mixer {
    fn default() -> Self {
        Mixer(0x243f_6a88_85a3_08d3)
    }
}

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
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write(&number.to_le_bytes());
    }
}

/// The positions that have been there in a game.
#[derive(Debug, Clone)]
pub struct History<S: Shape> {
    seen: HashMap<S::Position, u32, BuildHasherDefault<Mixer>>,
}

impl<S: Shape> Default for History<S> {
    fn default() -> Self {
        History { seen: HashMap::default() }
    }
}

impl<S: Shape> History<S> {
    /// No position yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a position and tells how often it has been there, this time included.
    pub fn note(&mut self, position: &S::Position) -> u32 {
        let count = self.seen.entry(*position).or_insert(0);
        *count += 1;
        *count
    }

    /// How often a position has been there.
    #[must_use]
    pub fn count(&self, position: &S::Position) -> u32 {
        self.seen.get(position).copied().unwrap_or(0)
    }

    /// Forgets everything, for instance when a capture has made a return impossible.
    pub fn clear(&mut self) {
        self.seen.clear();
    }
}
