//! Random numbers. Game `i` of seed `s` has a generator of its own, so that it is the same game whoever plays it: ChaCha
//! with 8 rounds, whose key is the seed in 8 bytes, least significant first, then 24 zero bytes, and whose stream is the
//! number of the game. First moves that are played at random for both players have the stream of the pair of games, with
//! the highest bit set, so that two games with swapped sides begin alike.

use crate::plan::Words;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

/// A generator of random numbers.
pub type Generator = ChaCha8Rng;

impl Words for Generator {
    #[inline]
    fn word(&mut self) -> u32 {
        self.next_u32()
    }

    fn fill(&mut self, words: &mut [[u8; 4]]) {
        self.fill_bytes(words.as_flattened_mut());
    }
}

/// The generator of a game.
#[inline]
#[must_use]
pub fn game_generator(seed: u64, game: u64) -> Generator {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut generator = ChaCha8Rng::from_seed(key);
    generator.set_stream(game);
    generator
}

/// The generator of the first moves of a pair of games.
#[must_use]
pub fn opening_generator(seed: u64, pair: u64) -> Generator {
    game_generator(seed, pair | 1 << 63)
}

/// What the moves of a game are drawn by.
#[derive(Debug, Clone)]
pub(super) struct Generators {
    /// Those of who moves.
    pub(super) game: Generator,
    /// First moves that are played for both players, where there are any.
    pub(super) opening: Option<Generator>,
}

impl Generators {
    /// Those of a game, which is one of a pair, and has so many first moves that are drawn.
    #[inline]
    pub(super) fn of(seed: u64, game: u64, pair: u64, random_moves: u32) -> Self {
        let opening = (random_moves > 0).then(|| opening_generator(seed, pair));
        Generators { game: game_generator(seed, game), opening }
    }
}

/// A number below `count`, uniformly at random (Lemire's method on 32 bits).
///
/// # Panics
/// Never; for a count of 0 it gives 0.
#[inline]
pub fn below(generator: &mut Generator, count: u32) -> u32 {
    let word = generator.next_u32();
    crate::plan::below(count, word, &mut || generator.next_u32())
}
