//! Machine code gives what the interpreter gives: the tests of straight code once more, with machine code made before they
//! begin. `cargo test --features native --test native`.

#![allow(clippy::disallowed_methods, reason = "only the library does without files and clocks")]

#[macro_use]
mod shape;

#[path = "plan.rs"]
mod plan;

use mancala::engine::{History, Small, pack};
use mancala::sim::player::{AlphaBeta, Decision, Mcts, Seat, Strategy};
use mancala::sim::script::{AlphaBetaSpec, MctsSpec};
use mancala::sim::{Candidates, Clock, game_generator, playouts};
use mancala::{Game, Variant};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Machine code is made while moves are listed without it, once enough of that was done that it may pay.
#[test]
fn machine_code_is_begun_when_enough_was_looked_at() {
    let game = Variant::shipped("bohnenspiel").unwrap().game().unwrap();
    let plan = game.plan().unwrap();
    let (mut machine, start) = (game.machine::<Small>(), pack::<Small>(game.program(), &game.start()));
    let mut list = || machine.moves(&start, |_| ControlFlow::Continue(())).unwrap();
    (0..1_000).for_each(|_| list());
    assert!(!plan.is_compiled());
    let began = Instant::now();
    while !plan.is_compiled() {
        assert!(began.elapsed() < Duration::from_secs(300), "machine code was not begun");
        list();
    }
}

/// Games at random in which moves are tried come to the same with machine code.
#[test]
fn tried_moves_are_the_same_by_machine_code() {
    for name in ["ayoayo", "hus", "hus-nama", "kisolo", "modiar", "qelat"] {
        let [before, compiled] = [(); 2].map(|()| Variant::shipped(name).unwrap().game().unwrap());
        assert!(compiled.compile(), "{name}");
        // Some are played one after the other; more, if that can be, many at once.
        for games in [0..50, 0..600] {
            let [before, compiled] = [&before, &compiled].map(|game| playouts(game, 7, games.clone(), 300));
            assert_eq!((before.moves, before.laps), (compiled.moves, compiled.laps), "{name}");
        }
    }
}

/// The moves that a player chooses in a game against itself.
fn chosen(game: &Game, player: &mut impl Strategy<Small>) -> Vec<Decision> {
    let (mut machine, mut position) = (game.machine::<Small>(), pack::<Small>(game.program(), &game.start()));
    let (mut candidates, mut generator) = (Candidates::default(), game_generator(3, 0));
    let mut all = Vec::new();
    for turns in 0..20 {
        candidates.list(&mut machine, &position);
        let seat = Seat {
            position: &position,
            candidates: &candidates,
            seen: &History::new(),
            turns,
            clock: &Clock::default(),
        };
        if candidates.listed.is_empty() {
            break;
        }
        let decision = player.choose(&seat, &mut generator);
        let Decision::Play(number) = decision else { break };
        position = candidates.listed[usize::try_from(number).unwrap()].position;
        all.push(decision);
    }
    all
}

/// `Mcts` plays the same games in its mind with machine code, and chooses the same moves.
#[test]
fn searches_at_random_choose_the_same_moves_by_machine_code() {
    for name in ["oware", "kalah", "hus", "kisolo", "bao"] {
        let [before, compiled] = [(); 2].map(|()| Variant::shipped(name).unwrap().game().unwrap());
        assert!(compiled.compile(), "{name}");
        let spec = MctsSpec { playouts: Some(300), ..MctsSpec::default() };
        let [before, compiled] = [&before, &compiled].map(|game| chosen(game, &mut Mcts::new(game, &spec)));
        assert_eq!(before, compiled, "{name}");
    }
}

/// `AlphaBeta` looks at as many positions whether machine code is there from the beginning or made on the way, and so chooses the same moves
/// where it may look at so many.
#[test]
fn searches_look_at_the_same_positions_by_machine_code() {
    for name in ["oware", "kalah", "hus", "kisolo", "bao", "bawo-ntchuwa"] {
        let [before, compiled] = [(); 2].map(|()| Variant::shipped(name).unwrap().game().unwrap());
        assert!(compiled.compile(), "{name}");
        for spec in [
            AlphaBetaSpec { nodes: Some(1_500), ..AlphaBetaSpec::default() },
            AlphaBetaSpec { depth: Some(4), ..AlphaBetaSpec::default() },
        ] {
            let [before, compiled] = [&before, &compiled].map(|game| {
                let mut player = AlphaBeta::new(game, &spec).unwrap();
                (chosen(game, &mut player), player.nodes())
            });
            assert_eq!(before, compiled, "{name}");
        }
    }
}
