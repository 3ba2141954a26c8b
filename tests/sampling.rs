//! Moves drawn without listing them: uniformly at random.

use crate::shipped::random_positions;
use mancala::engine::{Machine, Wide, pack};
use mancala::sim::Candidates;
use mancala::{Game, Position, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

/// Draws for each move, on average.
const DRAWS: usize = 30;

/// Two kinds of seed, one worth five, sown in chosen order; the sower may then take up to three of the other's pits.
const BOULDERS: &str = r#"mancala 1
game "Boulders"
pieces { pebble worth 1  boulder worth 5 }
board {
    row home: 4
    store
    track ring: own home, opponent home
}
setup { home k: 3 pebble, 1 boulder }
turn: sowing
move sowing {
    choose pit in own home where seeds(it) >= 1
    lift pit
    sow ring after pit skipping pit choosing the order
    landing {
        heavy: held(boulder) = 1 and last in opponent home -> then take
        light: last in own home                            -> either { keep: stop  pass: put 1 from last in opponent home 1, stop }
        otherwise                                          -> stop
    }
}
sequence take {
    choose number in 0..3
    capture chosen number pebble from opponent home, then from opponent store
}
define score = worth(own store)
end { stuck: before a turn, mover cannot move -> higher score wins }
example "a heavy end" {
    position {
        south home: {} {} {} {1 pebble} store: {20 pebble, 4 boulder}
        north home: {boulder} {2 pebble} {} {} store: {1 pebble, 3 boulder}
        to move: south
    }
    moves 6
}
"#;

/// How much the numbers of draws differ from what is expected, as deviations of a standard normal variable.
fn deviation(game: &Game, position: &Position, random: &mut ChaCha8Rng) -> Option<f64> {
    let program = game.program();
    let mut machine = Machine::<Wide>::new(program);
    let position = pack::<Wide>(program, position);
    let mut drawn = HashMap::new();
    let all = machine.moves(&position, |found| {
        drawn.insert(found.encoded.clone(), 0_usize);
        if drawn.len() <= 10_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all.expect("listing comes to an end");
    if drawn.len() < 2 || drawn.len() > 10_000 {
        return None;
    }
    for _ in 0..DRAWS * drawn.len() {
        let encoded = machine.sample(&position, &mut || random.next_u64()).unwrap().unwrap();
        *drawn.get_mut(&encoded).expect("a legal move") += 1;
    }
    let expected = DRAWS as f64;
    let squares: f64 = drawn.values().map(|times| (*times as f64 - expected).powi(2) / expected).sum();
    let freedom = (drawn.len() - 1) as f64;
    Some((squares - freedom) / (2.0 * freedom).sqrt())
}

fn drawn_alike(game: &Game, positions: usize, most_moves: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut tested, mut sum) = (0, 0.0);
    for position in random_positions(game, positions, 3) {
        let count = game.count(&position, most_moves as u64);
        if !count.exact {
            continue;
        }
        if let Some(deviation) = deviation(game, &position, &mut random) {
            let line = mancala::text::to_line(&position, game.model());
            assert!(deviation < 6.0, "{deviation} deviations at {line}");
            (tested, sum) = (tested + 1, sum + deviation);
        }
    }
    assert!(tested >= positions / 2, "{tested} positions were tested");
    let mean = sum / f64::from(tested as u32).sqrt();
    assert!(mean.abs() < 6.0, "{mean} deviations over all positions");
}

#[test]
fn orders_and_captures_are_drawn_alike() {
    let game = Variant::shipped("glass-bead-game").unwrap().game().unwrap();
    drawn_alike(&game, 24, 120);
}

#[test]
#[ignore = "a minute: cargo test --release --test suite ten_thousand -- --ignored"]
fn up_to_ten_thousand_moves_are_drawn_alike() {
    let game = Variant::shipped("glass-bead-game").unwrap().game().unwrap();
    drawn_alike(&game, 400, 10_000);
}

#[test]
fn two_kinds_with_weights_are_drawn_alike() {
    let variant = Variant::from_text("boulders.mancala", BOULDERS);
    let report = mancala::check::check("boulders.mancala", BOULDERS, &|_| None);
    assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    drawn_alike(&variant.game().unwrap(), 30, 100);
}

#[test]
fn very_many_orders_are_counted_and_drawn() {
    let game = Variant::shipped("glass-bead-game").unwrap().game().unwrap();
    let line = "south home: {} {} {} {} {9 stone, 2 gem1, 2 gem2, 2 gem3, 2 gem4, 2 gem5} \
                north home: {1 stone} {} {} {} {} to move: south";
    let position = crate::text::read(line, game.model());
    let count = game.count(&position, 1000);
    // 19! / (9! 2! 2! 2! 2! 2!)
    assert_eq!((count.moves, count.exact, count.orders), (1000, false, Some(10_475_665_200)));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..20 {
        let made = game.sample(&position, &mut || random.next_u64()).unwrap();
        assert_eq!(game.play(&position, &made.text).unwrap().after, made.after);
    }
}

/// Moves that are counted together are those that are listed, each with its number.
fn counted_as_listed(game: &Game, positions: usize) -> usize {
    let program = game.program();
    let mut machine = game.machine::<Wide>();
    let (mut counted, mut listed) = (Candidates::<Wide>::default(), Candidates::<Wide>::default());
    let mut unlisted = 0;
    for position in random_positions(game, positions, 11) {
        let line = mancala::text::to_line(&position, game.model());
        let position = pack::<Wide>(program, &position);
        counted.count(&mut machine, &position);
        listed.list(&mut machine, &position);
        assert_eq!((counted.count, counted.exhausted), (listed.count, listed.exhausted), "{line}");
        unlisted += usize::from((counted.listed.len() as u64) < counted.count && !counted.unplayed);
        let all = listed.listed.len() as u64;
        for index in (0..all).step_by(1 + all as usize / 200).chain(counted.count.checked_sub(1)) {
            let one = counted.at(&mut machine, &position, index).map(|one| (one.encoded, one.position));
            let same = listed.at(&mut machine, &position, index).map(|one| (one.encoded, one.position));
            assert!(one.is_some() && one == same, "{index} of {line}: {one:?} instead of {same:?}");
        }
    }
    unlisted
}

#[test]
fn placings_are_counted_as_they_are_listed() {
    let shipped = Variant::shipped("bawo-advanced").unwrap().game().unwrap();
    assert!(counted_as_listed(&shipped, 60) > 0, "nothing was placed");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agreement");
    let mut placed = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        if text.contains("place freely in") {
            let game = Variant::from_text(path.to_str().unwrap(), &text).game().unwrap();
            placed += usize::from(counted_as_listed(&game, 40) > 0);
        }
    }
    assert!(placed > 0, "no file has placings that are counted");
}
