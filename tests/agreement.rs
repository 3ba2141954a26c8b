//! The engine against the reference evaluator, on random positions of every shipped variant.
//!
//! `MANCALA_POSITIONS=100000 cargo test --release agreement` tries a hundred thousand of each.

use crate::reference::{Choice, Played, Reference};
use crate::shipped::{game, how_many, random_positions, variants};
use mancala::engine::{Machine, MoveText, Shape, Small, Wide, pack, unpack};
use mancala::{Game, Situation};
use std::ops::ControlFlow;

/// More moves than the slow evaluator should list.
const MOST_MOVES: u64 = 400;

#[test]
fn engine_and_reference_agree_on_every_variant() {
    for (name, _) in variants() {
        agree(name, "", how_many(60));
    }
}

#[test]
fn engine_and_reference_agree_with_other_options() {
    for (name, variant) in variants() {
        for option in variant.options() {
            if let mancala::model::Choices::Values(values) = &option.choices {
                for (value, _) in values.iter().filter(|(value, _)| *value != option.value) {
                    agree(name, &format!("{}={value}", option.name), how_many(60) / 6);
                }
            }
        }
    }
}

fn agree(name: &str, options: &str, count: usize) {
    let game = game(name, options);
    let reference = Reference::new(game.model());
    for situation in random_positions(&game, count, 11) {
        if game.count_moves(&situation, MOST_MOVES) >= MOST_MOVES {
            continue;
        }
        let expected = reference.legal(&situation);
        let found = engine_moves(&game, &situation);
        let line = mancala::text::to_line(&situation, game.model());
        let only_found: Vec<&Played> = found.iter().filter(|one| !expected.contains(one)).take(3).collect();
        let only_expected: Vec<&Played> = expected.iter().filter(|one| !found.contains(one)).take(3).collect();
        assert!(
            only_found.is_empty() && only_expected.is_empty(),
            "{name} {options}: {line}\nonly the engine: {only_found:?}\nonly the reference: {only_expected:?}"
        );
        assert_eq!(found.len(), expected.len(), "{name} {options}: number of moves of {line}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{name} {options}: a move of {line}");
        }
        let before = game.before_turn(&situation, 1);
        assert_eq!(before, reference.before_turn(&situation, 1), "{name} {options}: before the turn of {line}");
    }
}

fn engine_moves(game: &Game, situation: &Situation) -> Vec<Played> {
    if game.program().layout.wide { played::<Wide>(game, situation) } else { played::<Small>(game, situation) }
}

fn played<S: Shape>(game: &Game, situation: &Situation) -> Vec<Played> {
    let program = game.program();
    let mut machine = Machine::<S>::new(program);
    let position = pack::<S>(program, situation);
    let mut found = Vec::new();
    let all = machine.moves(&position, |one| {
        let ended = one.ended.map(|ended| ended.outcome(program));
        found.push((one.script.clone(), unpack::<S>(program, one.position), one.again, ended));
        ControlFlow::Continue(())
    });
    all.expect("listing comes to an end");
    found
        .into_iter()
        .map(|(script, after, again, ended)| {
            let placed = machine.texts(&position, &script).into_iter().map(|(text, _)| text);
            let choices = placed.map(choice).collect();
            Played { kind: script.kind(), choices, after, again, ended }
        })
        .collect()
}

fn choice(text: MoveText) -> Choice {
    match text {
        MoveText::Pit(place) => Choice::Pit(place),
        MoveText::Free(place) => Choice::Place(place),
        MoveText::Way(way) => Choice::Way(way as u8),
        MoveText::Number(number) => Choice::Number(number),
        MoveText::Alternative(_, number) => Choice::Alternative(number),
        MoveText::Piece(kind) => Choice::Piece(kind),
        MoveText::Take(place, kind) => Choice::Take(place, kind),
    }
}
