//! How often positions have been there in a game: made for one game after another, without allocating in each.

use super::position::Shape;
use hashbrown::HashTable;
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

/// The positions that have been there in a game, each with the number of times.
#[derive(Debug, Clone)]
pub struct History<S: Shape> {
    seen: HashTable<Seen<S>>,
}

#[derive(Debug, Clone, Copy)]
struct Seen<S: Shape> {
    position: S::Position,
    print: u64,
    times: u32,
}

impl<S: Shape> Default for History<S> {
    fn default() -> Self {
        History { seen: HashTable::new() }
    }
}

impl<S: Shape> History<S> {
    /// No position yet.
    #[must_use]
    pub fn new() -> Self {
        History::default()
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.seen.clear();
    }

    /// All that have been there, each once.
    pub fn positions(&self) -> impl Iterator<Item = &S::Position> {
        self.seen.iter().map(|seen| &seen.position)
    }

    /// Notes a position and tells how often it has been there, this time included.
    pub fn note(&mut self, position: &S::Position) -> u32 {
        let print = fingerprint(position);
        let same = |seen: &Seen<S>| seen.print == print && seen.position == *position;
        let entry = self.seen.entry(print, same, |seen| seen.print);
        let noted = entry.and_modify(|seen| seen.times += 1).or_insert(Seen { position: *position, print, times: 1 });
        noted.get().times
    }

    /// How often a position has been there; its [`fingerprint`] is known already.
    #[must_use]
    pub fn count(&self, position: &S::Position, print: u64) -> u32 {
        let found = self.seen.find(print, |seen| seen.print == print && seen.position == *position);
        found.map_or(0, |seen| seen.times)
    }
}
