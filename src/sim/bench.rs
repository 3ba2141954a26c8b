//! How fast the engine plays: games at random and nothing else, and searches.

use super::candidates::Candidates;
use super::clock::Clock;
use super::column;
use super::ending::Limits;
use super::player::{AlphaBeta, Random, Seat, Strategy as _};
use super::random_games::{RandomGames, Told};
use super::referee::Referee;
use super::script::AlphaBetaSpec;
use super::seed::{Draws, game_generator, opening_generator};
use super::shaped;
use crate::engine::{History, Shape, pack};
use crate::game::Game;
use std::fmt::Debug;
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

/// Plays these games at random on one thread, each up to `most_moves` moves.
///
/// Each legal move is as likely as any other. Where it is not known before moves are played how many are legal, one is drawn from all options,
/// and another if it is not: for the same seed these may be other games than those that `Random` players play.
///
/// # Examples
/// ```
/// let game = mancala::Variant::shipped("oware").unwrap().game().unwrap();
/// let played = mancala::sim::playouts(&game, 7, 0..10, 1000);
/// assert_eq!(played.games, 10);
/// ```
#[must_use]
pub fn playouts(game: &Game, seed: u64, games: Range<u64>, most_moves: u32) -> Playouts {
    RandomPlay::new(game).play(seed, games, most_moves)
}

/// Plays games at random on one thread, one lot after the other: code that it has written on the way is there for the next.
///
/// # Examples
/// ```
/// let game = mancala::Variant::shipped("bao").unwrap().game().unwrap();
/// let mut random = mancala::sim::RandomPlay::new(&game);
/// let [first, second] = [0..10, 10..20].map(|games| random.play(7, games, 1000));
/// assert_eq!(first.moves + second.moves, mancala::sim::playouts(&game, 7, 0..20, 1000).moves);
/// ```
#[derive(Debug)]
pub struct RandomPlay<'g>(Box<dyn PlaysLots + 'g>);

impl<'g> RandomPlay<'g> {
    /// One that has not played yet.
    #[must_use]
    pub fn new(game: &'g Game) -> Self {
        RandomPlay(shaped!(game.program(), S => Box::new(Lots::<S>::new(game))))
    }

    /// Plays these games, each up to `most_moves` moves; the seed and its number say which moves are made in a game.
    #[must_use]
    pub fn play(&mut self, seed: u64, games: Range<u64>, most_moves: u32) -> Playouts {
        self.0.play(seed, games, most_moves)
    }
}

/// Who plays lots of games, whatever positions look like.
trait PlaysLots: Debug {
    fn play(&mut self, seed: u64, games: Range<u64>, most_moves: u32) -> Playouts;
}

#[derive(Debug)]
struct Lots<'g, S: Shape> {
    start: S::Position,
    /// Who plays what needs no more than cells, and who plays the others.
    random: Option<RandomGames<'g, S>>,
    referee: Referee<'g, S>,
}

impl<'g, S: Shape> Lots<'g, S> {
    fn new(game: &'g Game) -> Self {
        Lots {
            start: pack::<S>(game.program(), &game.without_expired_state(&game.start())),
            random: RandomGames::new(game, Told::Moves, &Arc::default()),
            referee: Referee::new(game),
        }
    }
}

impl<S: Shape> PlaysLots for Lots<'_, S> {
    fn play(&mut self, seed: u64, games: Range<u64>, most_moves: u32) -> Playouts {
        let Lots { start, random, referee } = self;
        let limits = Limits { moves: most_moves, time: None, random_moves: 0 };
        let began = Instant::now();
        let mut sum = Playouts::default();
        let draws = |game| Draws { seed, game, pair: game, random_moves: limits.random_moves };
        for first in games.clone().step_by(TOGETHER as usize) {
            let some = first..games.end.min(first.saturating_add(TOGETHER));
            if let Some(random) = random {
                random.play_ahead(some.clone(), |_| &*start, limits, draws);
            }
            for number in some {
                let drawn = random.as_mut().and_then(|random| {
                    random.play(number, start, limits, draws(number))?;
                    Some(&*random)
                });
                sum.games += 1;
                if let Some(drawn) = drawn {
                    sum.moves += drawn.trail().len() as u64;
                    let laps = drawn.trail().sheets().iter().map(column::laps);
                    sum.laps += laps.sum::<i64>().unsigned_abs();
                } else {
                    let (mut generator, mut opening) = (game_generator(seed, number), opening_generator(seed, number));
                    referee.play(start, limits, &mut [&mut Random, &mut Random], &mut generator, &mut opening);
                    sum.moves += referee.trail().len() as u64;
                    sum.laps += referee.trail().iter().map(|ply| u64::from(ply.turn.laps)).sum::<u64>();
                }
            }
        }
        sum.time = began.elapsed();
        sum
    }
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
