//! Laws on positions that need not come up in any game: seeds in any pits, state of any value. A position is the opening
//! with some seeds moved, so that one that fails is shown with as few of them moved as still fail.

use crate::laws::moves_have_one_text;
use crate::plan::difference;
use crate::shipped::{game, variants};
use crate::text::possible_values;
use mancala::engine::{History, Shape, fingerprint, pack, unpack};
use mancala::model::{Model, Player, StateScope, Type};
use mancala::text::record::{Record, read_record};
use mancala::{Game, GameResult, Outcome, Playthrough, Position, Variant};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;
use std::collections::HashMap;

/// More moves than are looked at.
const MOST_MOVES: u64 = 300;

/// Positions of each variant: the number in `MANCALA_CASES`, or this one. The same in every run.
fn runner(usual: u32) -> TestRunner {
    let cases = std::env::var("MANCALA_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, proptest::test_runner::TestRng::deterministic_rng(Default::default()))
}

/// Seeds that go from one place to another: from, to, how many.
type Moved = Vec<(Index, Index, u32)>;

/// A position, as what is done to the opening.
fn changes() -> impl Strategy<Value = (Moved, Vec<Index>, bool)> {
    let moved = vec((any::<Index>(), any::<Index>(), 0..12_u32), 0..60);
    (moved, vec(any::<Index>(), 1..40), any::<bool>())
}

fn changed(model: &Model, (moved, values, north): &(Moved, Vec<Index>, bool)) -> Position {
    let places = model.board.places();
    let mut found = Position::start(model);
    for plane in found.pieces_mut().as_mut_slice().chunks_mut(places) {
        for (from, to, most) in moved {
            let taken = plane[from.index(places)].min(*most);
            plane[from.index(places)] -= taken;
            plane[to.index(places)] += taken;
        }
    }
    let mut values = values.iter().cycle();
    for (id, state) in model.states.iter() {
        for (at, cell) in found.state_mut(id).iter_mut().enumerate() {
            let possible = possible_values(model, state, at);
            if let Some(value) = values.next().filter(|_| !possible.is_empty()) {
                *cell = possible[value.index(possible.len())];
            }
        }
    }
    found.set_to_move(if *north { Player::North } else { Player::South });
    found
}

/// Looks at positions of every shipped variant, and tells how many there were.
fn of_every_variant(cases: u32, holds: impl Fn(&str, &Game, &Position)) -> usize {
    let looked_at = Cell::new(0);
    for (name, _) in variants() {
        let game = game(name, "");
        let positions = changes().prop_map(|changes| changed(game.model(), &changes));
        let result = runner(cases).run(&positions, |position| {
            if game.count_moves(&position, MOST_MOVES) < MOST_MOVES {
                looked_at.set(looked_at.get() + 1);
                holds(name, &game, &position);
            }
            Ok(())
        });
        result.unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    looked_at.get()
}

#[test]
fn straight_code_gives_what_the_interpreter_gives_on_any_position() {
    let looked_at = of_every_variant(6, |name, game, position| {
        if game.plan().is_ok() {
            assert_eq!(difference(game, position), None, "{name}");
        }
    });
    assert!(looked_at > 500, "only {looked_at} positions");
}

#[test]
fn moves_have_one_text_on_any_position() {
    let looked_at = of_every_variant(2, moves_have_one_text);
    assert!(looked_at > 200, "only {looked_at} positions");
}

// --- mirrored games ----------------------------------------------------------------------------------------------------

/// Whether the rules, examples and comments aside, name South or North: a game that does may be another when it is
/// mirrored. Files that it is based on count.
fn names_a_side(variant: &Variant) -> bool {
    let files = variant.sources().files();
    let mut in_example = false;
    let mut rules = files.iter().flat_map(|file| file.text.lines()).filter(|line| {
        in_example = line.starts_with("example") || (in_example && !line.starts_with('}'));
        !in_example
    });
    rules.any(|line| {
        let code = line.split('#').next().unwrap_or_default();
        code.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .any(|word| word == "south" || word == "north")
    })
}

/// The place of the other player that is like this one.
fn across(model: &Model, place: usize) -> usize {
    let half = model.board.half();
    if place < half {
        place + half
    } else if place < 2 * half {
        place - half
    } else {
        place
    }
}

/// The same with South and North exchanged.
fn mirrored(model: &Model, position: &Position) -> Position {
    let places = model.board.places();
    let mut found = position.clone();
    for (cell, count) in position.pieces().as_slice().iter().enumerate() {
        found.pieces_mut().as_mut_slice()[cell / places * places + across(model, cell % places)] = *count;
    }
    for (state, (id, values)) in model.states.values().zip(position.states()) {
        let cells = found.state_mut(id);
        for (at, value) in values.iter().enumerate() {
            let to = match state.scope {
                StateScope::Game => 0,
                StateScope::Player => 1 - at,
                StateScope::Pit => across(model, at),
            };
            cells[to] = match state.ty {
                Type::Player if *value >= 0 => 1 - value,
                Type::Pit => usize::try_from(*value).map_or(-1, |place| across(model, place) as i32),
                _ => *value,
            };
        }
    }
    found.set_to_move(position.to_move().other());
    found
}

fn mirrored_outcome(outcome: &Outcome) -> Outcome {
    let result = match outcome.result {
        GameResult::Winner(player) => GameResult::Winner(player.other()),
        same => same,
    };
    Outcome::new(result, outcome.reason.clone(), outcome.score.map(|[south, north]| [north, south]))
}

/// What the moves come to, in no order, each with South and North as `seen` has them.
fn results(game: &Game, position: &Position, seen: impl Fn(&Position) -> Position, other: bool) -> Vec<String> {
    let outcome = |outcome: &Outcome| if other { mirrored_outcome(outcome) } else { outcome.clone() };
    let mut told: Vec<String> = game
        .moves(position)
        .iter()
        .map(|made| {
            let ended = made.outcome.as_ref().map(outcome);
            format!("{} {:?} {} {} {ended:?}", made.kind, seen(&made.after), made.again, made.captured)
        })
        .collect();
    let over = game.before_turn(position, 1).map(|(after, ended)| (seen(&after), outcome(&ended)));
    told.sort();
    told.push(format!("{over:?}"));
    told
}

#[test]
fn a_game_mirrored_is_the_game() {
    let alike: Vec<&str> =
        variants().into_iter().filter(|(_, variant)| !names_a_side(variant)).map(|(name, _)| name).collect();
    assert!(alike.len() > 100, "only {} variants name no side", alike.len());
    of_every_variant(4, |name, game, position| {
        if alike.contains(&name) {
            let model = game.model();
            let there = results(game, position, Position::clone, false);
            let back = results(game, &mirrored(model, position), |after| mirrored(model, after), true);
            assert_eq!(there, back, "{name}");
        }
    });
}

// --- fingerprints --------------------------------------------------------------------------------------------------------

/// Packed, unpacked and packed again is the same, with the same fingerprint; how often a position has been there is how
/// often it is in the list.
fn counted_as_in_a_list<S: Shape>(game: &Game, positions: &[Position]) {
    let (program, mut history) = (game.program(), History::<S>::new());
    let (mut prints, mut list) = (HashMap::new(), Vec::new());
    for position in positions {
        let packed = pack::<S>(program, position);
        assert_eq!(unpack::<S>(program, &packed), *position);
        let again = pack::<S>(program, &unpack::<S>(program, &packed));
        assert_eq!(fingerprint(&packed), fingerprint(&again));
        assert_eq!(*prints.entry(fingerprint(&packed)).or_insert(packed), packed, "two positions with one fingerprint");
        list.push(packed);
        let times = list.iter().filter(|one| **one == packed).count() as u32;
        assert_eq!(history.note(&packed), times);
        assert_eq!(history.count(&packed, fingerprint(&packed)), times);
    }
    // The next game knows nothing of this one.
    history.clear();
    if let Some(packed) = list.first() {
        assert_eq!(history.note(packed), 1);
    }
}

#[test]
fn positions_that_come_again_are_counted() {
    for (name, _) in variants() {
        let game = game(name, "");
        let met = (vec(changes(), 1..6), vec(any::<Index>(), 0..30));
        let result = runner(4).run(&met, |(pool, order)| {
            let pool: Vec<Position> = pool.iter().map(|changes| changed(game.model(), changes)).collect();
            let positions: Vec<Position> = order.iter().map(|index| index.get(&pool).clone()).collect();
            shaped!(game, S => counted_as_in_a_list::<S>(&game, &positions));
            Ok(())
        });
        result.unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

// --- options -------------------------------------------------------------------------------------------------------------

#[test]
fn options_that_say_what_holds_anyway_change_nothing() {
    for (name, _) in variants() {
        let silent = game(name, "");
        let orders = Just(silent.model().bindings.clone()).prop_shuffle();
        let result = runner(2).run(&orders, |order| {
            let words: Vec<String> = order.iter().map(|bound| format!("{}={}", bound.name, bound.value)).collect();
            let said = game(name, &words.join(" "));
            prop_assert_eq!(format!("{:?}", said.program()), format!("{:?}", silent.program()));
            Ok(())
        });
        result.unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

// --- records -------------------------------------------------------------------------------------------------------------

#[test]
fn a_record_played_again_gives_the_same_record() {
    for (name, _) in variants() {
        let game = game(name, "");
        let drawn = (changes(), any::<bool>(), vec(any::<Index>(), 0..12));
        let result = runner(2).run(&drawn, |(changes, opening, draws)| {
            let start = if opening { game.start() } else { changed(game.model(), &changes) };
            let mut played = Playthrough::set_up(&game, &start).expect("a position of the game");
            for draw in draws {
                let moves = played.moves(40);
                if moves.is_empty() {
                    break;
                }
                played.play(&draw.get(&moves).text).expect("a listed move");
            }
            let record = played.to_record(name, &Default::default());
            let read = read_record(&record.to_line()).expect("a record");
            prop_assert_eq!(&read, &record);
            let first = mancala::text::json::from_json(&read.positions[0], game.model()).expect("a position");
            let mut again = Playthrough::set_up(&game, &first).expect("a position of the game");
            for text in read.moves.iter().flatten() {
                again.play(text).expect("a move that was made");
            }
            prop_assert_eq!(again.to_record(name, &Default::default()), record);
            Ok(())
        });
        result.unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

proptest! {
    #![proptest_config(Config { cases: 200, failure_persistence: None, ..Config::default() })]

    #[test]
    fn any_words_survive_a_record(
        variant in any::<String>(),
        options in btree_map(any::<String>(), any::<String>(), 0..4),
        source in proptest::option::of(any::<String>()),
        numbers in proptest::option::of(any::<[u64; 2]>()),
        moves in proptest::option::of(vec(any::<String>(), 0..5)),
        counted in proptest::option::of(vec(any::<u32>(), 0..5)),
    ) {
        let mut record = Record::new(variant);
        (record.options, record.source, record.moves) = (options, source, moves);
        (record.game, record.seed) = (numbers.map(|[game, _]| game), numbers.map(|[_, seed]| seed));
        (record.successors, record.legal) = (counted.clone(), counted);
        let line = record.to_line();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(read_record(&line), Ok(record));
    }
}
