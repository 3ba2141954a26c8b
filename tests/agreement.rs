//! The engine against the reference evaluator, on random positions of every shipped variant and of every whole file that
//! stands in the documents and among the tests.
//!
//! `MANCALA_POSITIONS=100000 cargo test --release agreement` tries a hundred thousand of each.

use crate::book::right_rules;
use crate::documents::blocks;
use crate::reference::{Choice, Played, Reference, Trouble};
use crate::shipped::{how_many, random_positions, variants};
use mancala::engine::{Machine, MoveText, Shape, pack, unpack};
use mancala::model::{Choices, Id as _};
use mancala::{Bindings, Game, Position, Variant, shipped_text};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// More moves than the slow evaluator should list.
const MOST_MOVES: u64 = 400;

/// A rules text and its name.
struct Text {
    name: String,
    text: String,
}

#[test]
fn engine_and_reference_agree_on_every_variant() {
    for text in shipped() {
        agree(&text, &[], how_many(60));
    }
}

#[test]
fn engine_and_reference_agree_with_other_options() {
    for text in shipped() {
        agree_with_other_options(&text, how_many(60) / 6);
    }
}

/// The rules of the book, the reference of the language among them.
#[test]
fn engine_and_reference_agree_on_the_book() {
    let rules = right_rules();
    assert!(rules.len() >= 30, "{} blocks", rules.len());
    for (name, text) in rules {
        let text = Text { name, text };
        agree(&text, &[], how_many(60));
        agree_with_other_options(&text, how_many(60) / 4);
    }
}

/// The right example of every page about an error.
#[test]
fn engine_and_reference_agree_on_the_pages_of_errors() {
    let mut compared = 0;
    for entry in fs::read_dir(in_project("docs/errors")).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        if let [_, right] = blocks(&page).as_slice() {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            agree(&Text { name, text: right.clone() }, &[], how_many(60) / 4);
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared} pages");
}

/// The files among the tests that check, and those that were once played wrong.
#[test]
fn engine_and_reference_agree_on_right_files() {
    let files = ["tests/right", "tests/agreement"].map(files_in).concat();
    for path in &files {
        agree(&of_file(path), &[], how_many(60));
    }
}

fn in_project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(in_project(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn of_file(path: &Path) -> Text {
    let name = path.file_name().unwrap().to_str().unwrap().to_string();
    Text { name, text: fs::read_to_string(path).unwrap() }
}

fn shipped() -> Vec<Text> {
    let text = |name: &'static str| Text { name: name.into(), text: shipped_text(name).unwrap().into() };
    variants().into_iter().map(|(name, _)| text(name)).collect()
}

fn agree_with_other_options(text: &Text, count: usize) {
    for option in Variant::from_text(&text.name, &text.text).options() {
        let values: Vec<String> = match &option.choices {
            Choices::Values(values) => values.iter().map(|(value, _)| value.clone()).collect(),
            Choices::Range(low, high) => vec![low.to_string(), high.to_string()],
        };
        for value in values.into_iter().filter(|value| *value != option.value) {
            agree(text, &[(option.name.clone(), value)], count);
        }
    }
}

/// Compares engine and reference on random positions of a game; skips what would take too long.
fn agree(text: &Text, options: &[(String, String)], count: usize) {
    let name = &text.name;
    let bindings = options.iter().fold(Bindings::default(), |all, (name, value)| all.with(name, value));
    let Ok(game) = Variant::from_text(name, &text.text).game_with(&bindings) else {
        assert!(!options.is_empty(), "{name} has errors");
        return;
    };
    let texts = |name: &str| shipped_text(name).map(String::from);
    let reference = Reference::read(&text.text, &texts, options).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    assert_eq!(game.start(), reference.start(), "{name} {options:?}: the opening");
    let mut skipped = 0;
    for position in random_positions(&game, count, 11) {
        match differ(&game, &reference, &position) {
            Ok(None) => {}
            Ok(Some(difference)) => panic!("{name} {options:?}: {difference}"),
            Err(Trouble::TooLong) => skipped += 1,
            Err(Trouble::Meaningless(why)) => panic!("{name} {options:?}: {why}"),
        }
    }
    assert!(2 * skipped <= count, "{name} {options:?}: {skipped} of {count} positions take too long");
}

/// In what engine and reference differ in a position, if they do.
pub(crate) fn differ(game: &Game, reference: &Reference, position: &Position) -> Result<Option<String>, Trouble> {
    if game.count_moves(position, MOST_MOVES) >= MOST_MOVES {
        return Err(Trouble::TooLong);
    }
    let line = mancala::text::to_line(position, game.model());
    let expected = reference.legal(position)?;
    let found = engine_moves(game, position)?;
    let only_found: Vec<&Played> = found.iter().filter(|one| !expected.contains(one)).take(3).collect();
    let only_expected: Vec<&Played> = expected.iter().filter(|one| !found.contains(one)).take(3).collect();
    if !only_found.is_empty() || !only_expected.is_empty() {
        return Ok(Some(format!("{line}\nonly the engine: {only_found:?}\nonly the reference: {only_expected:?}")));
    }
    if found != expected {
        return Ok(Some(format!("{line}\nthe moves stand in another order, or several times")));
    }
    for occurrences in 1..=3 {
        let (found, expected) =
            (game.before_turn(position, occurrences), reference.before_turn(position, occurrences)?);
        if found != expected {
            return Ok(Some(format!(
                "before the turn, there {occurrences} times: {line}\nengine: {found:?}\nreference: {expected:?}"
            )));
        }
    }
    Ok(None)
}

fn engine_moves(game: &Game, position: &Position) -> Result<Vec<Played>, Trouble> {
    shaped!(game, S => played::<S>(game, position))
}

fn played<S: Shape>(game: &Game, position: &Position) -> Result<Vec<Played>, Trouble> {
    let program = game.program();
    let mut machine = Machine::<S>::new(program);
    let position = pack::<S>(program, position);
    let mut found = Vec::new();
    let all = machine.moves(&position, |one| {
        let ended = one.ended.map(|ended| ended.outcome(program));
        found.push((one.encoded.clone(), unpack::<S>(program, one.position), one.again, ended));
        ControlFlow::Continue(())
    });
    if all.is_err() {
        return Err(Trouble::TooLong);
    }
    let found = found.into_iter().map(|(encoded, after, again, ended)| {
        let placed = machine.texts(&position, &encoded).into_iter().map(|(text, _)| text);
        let choices = placed.map(choice).collect();
        let kind = game.model().moves[encoded.kind()].name.clone();
        Played { kind, choices, after, again, ended }
    });
    Ok(found.collect())
}

fn choice(text: MoveText) -> Choice {
    match text {
        MoveText::Pit(place) => Choice::Pit(place.index()),
        MoveText::Free(place) => Choice::Place(place.index()),
        MoveText::Way(way) => Choice::Way(u8::from(way.index() == 1)),
        MoveText::Number(number) => Choice::Number(number),
        MoveText::Alternative(_, number) => Choice::Alternative(number),
        MoveText::Piece(kind) => Choice::Piece(kind.index()),
        MoveText::Take(place, kind) => Choice::Take(place.index(), kind.index()),
    }
}
