//! What a search knows of positions it has looked at: a table that grows with them, up to the memory that it may take. So
//! short searches stay in the near memory of the processor.

use super::error::NoMemory;
use super::window::{Bound, Window};

/// Depth of an entry whose game was followed to its end everywhere.
pub(super) const SOLVED: u8 = u8::MAX;

/// A position that was looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) print: u64,
    pub(super) value: i32,
    /// The best move by its number.
    pub(super) best: u16,
    /// Plies that were looked ahead: at least one.
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    /// Whether its value is as good as one that is looked for now.
    pub(super) fn decides(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= window.beta,
            Bound::AtMost => self.value <= window.alpha,
        }
    }
}

/// What stands where nothing is known.
const NOTHING: Entry = Entry { print: 0, value: 0, best: 0, depth: 0, bound: Bound::Exact };

/// Entries of positions that have the same place in the table: a line of the processor's cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

const EMPTY: Bucket = Bucket([NOTHING; 4]);
const _: () = assert!(size_of::<Bucket>() == 64);

/// Buckets that a table begins with.
const FIRST: usize = 256;

/// What is known of positions, by their fingerprints.
#[derive(Debug)]
pub(super) struct Known {
    /// A power of two of them.
    buckets: Vec<Bucket>,
    /// How many there may be.
    most: usize,
    /// Entries that hold something.
    used: usize,
    /// Whether some game was followed to its end everywhere.
    holds_solved: bool,
}

impl Known {
    /// Nothing yet, in at most so many bytes.
    ///
    /// # Errors
    /// That the system does not give it the memory.
    pub(super) fn new(bytes: u64) -> Result<Self, NoMemory> {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Bucket>();
        let most = (most.max(FIRST) + 1).next_power_of_two() / 2;
        let mut buckets = Vec::new();
        let megabytes = most * size_of::<Bucket>() / 1_000_000;
        buckets.try_reserve_exact(most).map_err(|_| NoMemory { megabytes })?;
        buckets.resize(FIRST, EMPTY);
        Ok(Known { buckets, most, used: 0, holds_solved: false })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.truncate(FIRST);
        self.buckets.fill(EMPTY);
        self.used = 0;
        self.holds_solved = false;
    }

    /// What is known of a position whose game was followed to its end everywhere, if it is one.
    #[inline(always)]
    pub(super) fn get_solved(&self, print: impl FnOnce() -> u64) -> Option<Entry> {
        // In most searches there is none.
        if self.holds_solved { self.get(print()).filter(|entry| entry.depth == SOLVED) } else { None }
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, print: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(print)];
        bucket.0.iter().find(|entry| entry.print == print && entry.depth > 0).copied()
    }

    /// Notes what is known of a position now. Where there is no room, what was looked ahead fewest plies is forgotten for it.
    #[inline]
    pub(super) fn put(&mut self, entry: Entry) {
        let place = self.place(entry.print);
        let entries = &mut self.buckets[place].0;
        let mut at = 0;
        for number in 0..entries.len() {
            if entries[number].print == entry.print {
                at = number;
                break;
            }
            at = if entries[number].depth < entries[at].depth { number } else { at };
        }
        self.used += usize::from(entries[at].depth == 0);
        entries[at] = entry;
        self.holds_solved |= entry.depth == SOLVED;
        if self.used > 2 * self.buckets.len() && self.buckets.len() < self.most {
            self.grow();
        }
    }

    /// The number of its bucket: the lowest bits of a fingerprint, which are in every word of a machine.
    #[allow(clippy::cast_possible_truncation, reason = "the lowest bits are wanted")]
    #[inline]
    fn place(&self, print: u64) -> usize {
        print as usize & (self.buckets.len() - 1)
    }

    /// Twice as many buckets: entries of each go on to a new one by one more bit of their fingerprints.
    fn grow(&mut self) {
        let half = self.buckets.len();
        self.buckets.resize(2 * half, EMPTY);
        let bit = half as u64;
        let (old, new) = self.buckets.split_at_mut(half);
        for (old, new) in old.iter_mut().zip(new) {
            let both = old.0.iter_mut().zip(&mut new.0);
            both.filter(|(old, _)| old.print & bit != 0).for_each(|(old, new)| std::mem::swap(old, new));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: u64) -> Entry {
        let print = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Entry { print, value: i32::try_from(number).unwrap_or(0), best: 0, depth: 1, bound: Bound::Exact }
    }

    /// Next to nothing is lost while a table grows, and one that may not grow gives nothing wrong.
    #[test]
    fn what_is_known_is_found_again() {
        for (bytes, kept) in [(1 << 24, 20_000), (1, 0)] {
            let mut known = Known::new(bytes).expect("there is so much memory");
            let entries: Vec<Entry> = (1..=20_000).map(entry).collect();
            entries.iter().for_each(|entry| known.put(*entry));
            let found = entries.iter().filter(|entry| match known.get(entry.print) {
                Some(found) => found.value == entry.value,
                None => false,
            });
            // Where many fall into one bucket, a few are forgotten although there is room elsewhere.
            assert!(found.count() * 100 >= kept * 98, "{bytes} bytes");
            let wrong = |entry: &&Entry| known.get(entry.print).is_some_and(|found| found.value != entry.value);
            assert_eq!(entries.iter().filter(wrong).count(), 0);
            known.clear();
            assert!(entries.iter().all(|entry| known.get(entry.print).is_none()));
        }
    }
}
