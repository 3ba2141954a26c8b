//! What the other tests share: shipped variants, and positions met in random play.

use mancala::engine::{Machine, Shape, pack, unpack};
use mancala::{Bindings, Game, Position, Variant, shipped_names};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;

/// Every shipped variant.
pub(crate) fn variants() -> Vec<(&'static str, Variant)> {
    shipped_names().map(|name| (name, Variant::shipped(name).unwrap())).collect()
}

/// A shipped game with options as `name=value` words.
pub(crate) fn game(name: &str, options: &str) -> Game {
    let bindings = options.split_whitespace().fold(Bindings::default(), |all, option| {
        let (name, value) = option.split_once('=').unwrap();
        all.with(name, value)
    });
    Variant::shipped(name).unwrap().game_with(&bindings).unwrap_or_else(|why| panic!("{name} {options}: {why}"))
}

/// How many positions to try: the number in the environment, or this one.
pub(crate) fn how_many(usual: usize) -> usize {
    std::env::var("MANCALA_POSITIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Positions met in random games from the start, and every fourth one with its seeds thrown anew.
pub(crate) fn random_positions(game: &Game, count: usize, seed: u64) -> Vec<Position> {
    shaped!(game, S => walk::<S>(game, count, seed))
}

fn walk<S: Shape>(game: &Game, count: usize, seed: u64) -> Vec<Position> {
    let program = game.program();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut machine = Machine::<S>::new(program);
    let start = pack::<S>(program, &game.start());
    let mut position = start;
    let mut positions = vec![game.start()];
    let mut moves = 0;
    while positions.len() < count {
        let mut children = Vec::new();
        let all = machine.moves(&position, |found| {
            children.push((*found.position, found.ended.is_some()));
            if children.len() < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        all.expect("listing comes to an end");
        moves += 1;
        let next = (!children.is_empty()).then(|| children[random.random_range(0..children.len())]);
        position = match next {
            Some((next, false)) if moves < 150 => next,
            _ => {
                moves = 0;
                start
            }
        };
        let met = unpack::<S>(program, &position);
        positions.push(if positions.len() % 4 == 3 { thrown(&met, program.layout.places, &mut random) } else { met });
    }
    positions
}

/// The same pieces thrown anew over the places that hold some of their kind.
pub(crate) fn thrown(position: &Position, places: usize, random: &mut ChaCha8Rng) -> Position {
    let mut thrown = position.clone();
    let (before, after) = (position.pieces().as_slice(), thrown.pieces_mut().as_mut_slice());
    for plane in 0..before.len() / places {
        let cells = plane * places..(plane + 1) * places;
        let held: Vec<usize> = cells.filter(|cell| before[*cell] > 0).collect();
        for cell in &held {
            for _ in 0..before[*cell].min(3) {
                after[*cell] -= 1;
                after[held[random.random_range(0..held.len())]] += 1;
            }
        }
    }
    thrown
}
