//! How fast the engine plays: games at random and nothing else, and searches.

use super::candidates::Candidates;
use super::clock::Clock;
use super::column;
use super::player::{AlphaBeta, Random, Seat, Strategy as _};
use super::random_games::{RandomGames, Told};
use super::referee::{Limits, Referee};
use super::script::AlphaBetaSpec;
use super::seed::{Generators, game_generator, opening_generator};
use super::shaped;
use crate::engine::{History, Shape, pack};
use crate::game::Game;
use std::ops::Range;
use std::sync::Arc;
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

/// Games that may be played many at once: the more there are, the fewer lanes stand idle when they run out.
const TOGETHER: u64 = 1 << 13;

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
    shaped!(game.program(), S => playouts_of::<S>(game, seed, games, most_moves))
}

fn playouts_of<S: Shape>(game: &Game, seed: u64, games: Range<u64>, most_moves: u32) -> Playouts {
    let limits = Limits { moves: most_moves, time: None, random_moves: 0 };
    let start = pack::<S>(game.program(), &game.without_expired_state(&game.start()));
    let mut random = RandomGames::<S>::new(game, Told::Moves, &Arc::default());
    let mut referee = Referee::<S>::new(game);
    let began = Instant::now();
    let mut sum = Playouts::default();
    let generators = |number| Generators::of(seed, number, number, limits.random_moves);
    for first in games.clone().step_by(TOGETHER as usize) {
        let some = first..games.end.min(first.saturating_add(TOGETHER));
        if let Some(random) = &mut random {
            random.play_ahead(some.clone(), |_| &start, limits, generators);
        }
        for number in some {
            let drawn = random.as_mut().and_then(|random| {
                random.play(number, &start, limits, || generators(number))?;
                Some(&*random)
            });
            sum.games += 1;
            if let Some(drawn) = drawn {
                sum.moves += drawn.trail().len() as u64;
                let laps = drawn.trail().sheets().iter().map(column::laps);
                sum.laps += laps.sum::<i64>().unsigned_abs();
            } else {
                let (mut generator, mut opening) = (game_generator(seed, number), opening_generator(seed, number));
                referee.play(&start, limits, &mut [&mut Random, &mut Random], &mut generator, &mut opening);
                sum.moves += referee.trail().len() as u64;
                sum.laps += referee.trail().iter().map(|ply| u64::from(ply.turn.laps)).sum::<u64>();
            }
        }
    }
    sum.time = began.elapsed();
    sum
}

/// What searches come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Searches {
    /// Searches.
    pub searches: u64,
    /// Positions that they looked at.
    pub nodes: u64,
    /// How long they took.
    pub time: Duration,
}

/// Positions of a game at random that lie so far apart are searched.
const APART: usize = 5;

/// Looks so deep ahead with `AlphaBeta`, from positions of one game at random.
#[must_use]
pub fn searches(game: &Game, seed: u64, depth: u32) -> Searches {
    shaped!(game.program(), S => searches_of::<S>(game, seed, depth))
}

fn searches_of<S: Shape>(game: &Game, seed: u64, depth: u32) -> Searches {
    let limits = Limits { moves: 50, time: None, random_moves: 0 };
    let start = pack::<S>(game.program(), &game.without_expired_state(&game.start()));
    let mut referee = Referee::<S>::new(game);
    let (mut generator, mut opening) = (game_generator(seed, 0), opening_generator(seed, 0));
    referee.play(&start, limits, &mut [&mut Random, &mut Random], &mut generator, &mut opening);
    let positions: Vec<S::Position> = referee.trail().iter().step_by(APART).map(|ply| ply.position).collect();
    let spec = AlphaBetaSpec { depth: Some(i64::from(depth)), ..AlphaBetaSpec::default() };
    let Ok(mut player) = AlphaBeta::<S>::new(game, &spec) else { return Searches::default() };
    let (clock, seen, mut candidates) = (Clock::default(), History::new(), Candidates::default());
    let began = Instant::now();
    for (turns, position) in positions.iter().enumerate() {
        candidates.list(referee.machine(), position);
        let seat = Seat { position, candidates: &candidates, seen: &seen, turns, clock: &clock };
        player.begin();
        player.best(&seat, &mut generator);
    }
    Searches { searches: positions.len() as u64, nodes: player.nodes(), time: began.elapsed() }
}
