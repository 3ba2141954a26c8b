//! Straight code gives what the interpreter gives.

use mancala::engine::{Machine, Shape, Small, Wide, pack};
use mancala::{Bindings, Game, Situation, Variant, shipped_names};
use std::ops::ControlFlow;

/// Numbers at random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % count.max(1)
    }
}

/// Positions that are looked at for each setting of a game.
const POSITIONS: usize = 40;

/// Positions with more moves than this are left out.
const MOST_MOVES: u64 = 400;

#[test]
fn straight_code_gives_what_the_interpreter_gives() {
    let mut planned = 0;
    for name in shipped_names() {
        let variant = Variant::shipped(name).unwrap();
        for (option, value) in settings(&variant) {
            let bindings = match &option {
                Some(option) => Bindings::default().with(option, &value),
                None => Bindings::default(),
            };
            let Ok(game) = variant.game_with(&bindings) else { continue };
            if game.plan().is_err() {
                continue;
            }
            planned += usize::from(option.is_none());
            let positions = positions_of(&game);
            for position in &positions {
                let difference = difference(&game, position);
                assert!(
                    difference.is_none(),
                    "{name} {option:?} {value}: {position:?}\n{}",
                    difference.unwrap_or_default()
                );
            }
        }
    }
    assert!(planned >= 20, "only {planned} variants have a plan");
}

/// Where straight code and the interpreter find other moves of a position, or what comes of them is not the same.
pub fn difference(game: &Game, position: &Situation) -> Option<String> {
    let wide = game.program().layout.wide;
    let [by_plan, by_interpreter] = [true, false]
        .map(|plan| if wide { told::<Wide>(game, position, plan) } else { told::<Small>(game, position, plan) });
    (by_plan != by_interpreter).then(|| format!("{by_plan:#?}\n{by_interpreter:#?}"))
}

/// All that is told of each move.
fn told<S: Shape>(game: &Game, position: &Situation, plan: bool) -> Vec<String> {
    let mut machine = if plan { game.machine::<S>() } else { Machine::<S>::new(game.program()) };
    let mut told = Vec::new();
    let listed = machine.moves(&pack::<S>(game.program(), position), |found| {
        let (after, script) = (found.position, found.script);
        let (again, ended) = (found.again, found.ended);
        told.push(format!("{script:?} {after:?} {again} {ended:?} {} {}", found.captured, found.laps));
        ControlFlow::Continue(())
    });
    told.push(format!("{listed:?}"));
    told
}

/// The defaults, and every other value of every option.
fn settings(variant: &Variant) -> Vec<(Option<String>, String)> {
    let game = variant.game().unwrap();
    let mut settings = vec![(None, String::new())];
    for bound in &game.model().bindings {
        if let mancala::model::Choices::Values(values) = &bound.choices {
            let others = values.iter().filter(|(value, _)| *value != bound.value);
            settings.extend(others.map(|(value, _)| (Some(bound.name.clone()), value.clone())));
        }
    }
    settings
}

/// Positions of games at random.
fn positions_of(game: &mancala::Game) -> Vec<mancala::Situation> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut positions = Vec::new();
    let mut position = game.start();
    while positions.len() < POSITIONS {
        if game.count_moves(&position, MOST_MOVES + 1) > MOST_MOVES {
            return positions;
        }
        let moves = game.moves(&position);
        positions.push(position.clone());
        let next = random.below(moves.len());
        position = match moves.get(next) {
            Some(one) if one.outcome.is_none() && game.before_turn(&one.after, 1).is_none() => one.after.clone(),
            _ => game.start(),
        };
        if positions.len() > 1 && positions[1..].contains(&position) {
            break;
        }
    }
    positions
}

#[test]
fn perft_is_the_same_in_both_ways() {
    for name in shipped_names() {
        let game = Variant::shipped(name).unwrap().game().unwrap();
        let start = game.start();
        if game.plan().is_err() || game.count_moves(&start, 100) > 60 {
            continue;
        }
        for depth in 0..=3 {
            assert_eq!(game.perft(&start, depth), game.perft_one_by_one(&start, depth), "{name}, depth {depth}");
        }
    }
}
