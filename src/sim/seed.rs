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

/// By which words the moves of a game are drawn: its seed and number, that of its pair, and how many first moves are drawn for both
/// players.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draws {
    pub(super) seed: u64,
    pub(super) game: u64,
    pub(super) pair: u64,
    pub(super) random_moves: u32,
}

impl Draws {
    #[inline]
    pub(super) fn generators(self) -> Generators {
        Generators { seed: self.seed, game: game_generator(self.seed, self.game), opening: self.opening() }
    }

    fn opening(self) -> Option<Generator> {
        (self.random_moves > 0).then(|| opening_generator(self.seed, self.pair))
    }
}

/// What the moves of a game are drawn by.
#[derive(Debug, Clone)]
pub(super) struct Generators {
    seed: u64,
    /// Those of who moves.
    pub(super) game: Generator,
    /// First moves that are played for both players, where there are any.
    pub(super) opening: Option<Generator>,
}

impl Generators {
    /// Begins another game, in the place of those of the last one: of the same seed nothing but the stream is another.
    #[inline]
    pub(super) fn begin(&mut self, draws: Draws) {
        if draws.seed != self.seed {
            *self = draws.generators();
            return;
        }
        self.game.set_stream(draws.game);
        self.game.set_word_pos(0);
        self.opening = draws.opening();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// However many words of one game were used, the next has its own.
    #[test]
    fn games_begun_in_the_place_of_others_have_words_of_their_own() {
        let draws = |seed, game| Draws { seed, game, pair: game / 2, random_moves: (game % 3) as u32 };
        let mut generators = draws(1, 0).generators();
        for (game, used) in (1..).zip([0, 1, 63, 64, 65, 128, 5]) {
            for seed in [1, 1, 2] {
                for _ in 0..used {
                    generators.game.word();
                }
                let mut fresh = draws(seed, game).generators();
                generators.begin(draws(seed, game));
                assert!((0..200).all(|_| generators.game.word() == fresh.game.word()), "{seed}, {game}, {used}");
                assert_eq!(generators.opening.is_some(), fresh.opening.is_some());
                for (one, other) in generators.opening.iter_mut().zip(&mut fresh.opening) {
                    assert!((0..200).all(|_| one.word() == other.word()), "{seed}, {game}");
                }
                generators.begin(draws(seed, game));
            }
        }
    }
}
