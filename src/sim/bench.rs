//! Games at random and nothing else: how fast the engine plays.

use super::player::Random;
use super::referee::{Limits, Referee};
use super::seed::{game_generator, opening_generator};
use super::shaped;
use crate::engine::pack;
use crate::game::Game;
use std::ops::Range;
use std::time::{Duration, Instant};

/// What games at random come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Playouts {
    /// Games.
    pub games: u64,
    /// Moves.
    pub moves: u64,
    /// Laps.
    pub laps: u64,
    /// How long they took.
    pub time: Duration,
}

/// Plays these games at random on one thread, each up to `moves` moves.
///
/// # Examples
/// ```
/// let game = mancala::Variant::shipped("oware").unwrap().game().unwrap();
/// let played = mancala::sim::playouts(&game, 7, 0..10, 1000);
/// assert_eq!(played.games, 10);
/// ```
#[must_use]
pub fn playouts(game: &Game, seed: u64, games: Range<u64>, most_moves: u32) -> Playouts {
    let limits = Limits { moves: most_moves, time: None, random_moves: 0 };
    let began = Instant::now();
    let mut sum = Playouts::default();
    shaped!(game.program(), S => {
        let start = pack::<S>(game.program(), &game.without_expired_state(&game.start()));
        let mut referee = Referee::<S>::new(game);
        for number in games {
            let (mut south, mut north) = (Random, Random);
            let mut generator = game_generator(seed, number);
            referee.play(&start, limits, &mut [&mut south, &mut north], &mut generator, &mut opening_generator(seed, number));
            sum.games += 1;
            sum.moves += referee.trail().len() as u64;
            sum.laps += referee.trail().iter().map(|ply| u64::from(ply.turn.laps)).sum::<u64>();
        }
    });
    sum.time = began.elapsed();
    sum
}
