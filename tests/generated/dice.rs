//! Chance, from a seed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[derive(Debug)]
pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    pub(super) fn of(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// From 0 to less than this.
    pub(super) fn below(&mut self, number: usize) -> usize {
        self.0.random_range(0..number.max(1))
    }

    pub(super) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Whether it happens, as it does n times in a hundred.
    pub(super) fn in_hundred(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}
