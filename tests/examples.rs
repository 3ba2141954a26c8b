//! Every worked example of every shipped variant, told step by step: what was sown and captured, which rule said so,
//! and the boards.

use crate::shipped::variants;
use mancala::Variant;
use mancala::check::{ExampleRun, run_example};
use mancala::text::{DrawStyle, draw};
use std::collections::HashSet;
use std::fmt::Write as _;

/// Variants whose stories and programs are kept as snapshots: among them they use every construct. The catalogue's other
/// games are proved by their records.
const TOLD: [&str; 25] = [
    "ayoayo",
    "bao",
    "bao-first-stage",
    "bawo",
    "bawo-advanced",
    "bawo-ntchuwa",
    "bohnenspiel",
    "cow",
    "dakon",
    "deka",
    "eson-xorgol",
    "gelech",
    "glass-bead-game",
    "halusa",
    "hawalis",
    "hus",
    "kalah",
    "kara",
    "oware",
    "pallanguli",
    "qelat",
    "songo",
    "toguz-kumalak",
    "vai-lung-thlan",
    "wari",
];

const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };

#[test]
fn every_example_comes_out_as_before() {
    for (name, variant) in variants() {
        let game = variant.game().unwrap();
        let mut used = HashSet::new();
        for example in &game.model().examples {
            let mut text = String::new();
            let problems = run_example(&variant, example, &mut |game, run| tell(&mut text, game, run));
            assert!(problems.is_empty(), "{name}: {problems:?}");
            let file = file_name(&example.name.text);
            assert!(used.insert(file.clone()), "{name}: two examples would be told in `{file}`");
            if !TOLD.contains(&name) {
                continue;
            }
            let source = example.source.as_ref().map_or(String::new(), |source| format!(" ({})", source.text));
            insta::with_settings!({
                omit_expression => true,
                prepend_module_to_snapshot => false,
                snapshot_path => format!("snapshots/examples/{name}"),
                description => format!("{name}: {}{source}", example.name.text),
            }, {
                insta::assert_snapshot!(file, text);
            });
        }
    }
}

/// The name of an example as the name of a file: letters and digits, with one line between words.
fn file_name(example: &str) -> String {
    let words = example.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

#[test]
fn a_turn_of_very_many_laps_is_told_without_its_middle() {
    let variant = mancala::Variant::from_text("round and round", include_str!("play/round_and_round.mancala"));
    let game = variant.game().unwrap();
    let (made, story) = game.trace(&game.start(), "1").unwrap();
    assert_eq!(made.outcome.unwrap().reason, "endless");
    let laps = story.iter().filter(|sentence| sentence.text.starts_with("sows ")).count();
    assert_eq!(laps, 20);
    let left_out: Vec<&str> =
        story.iter().map(|sentence| sentence.text.as_str()).filter(|text| text.starts_with('…')).collect();
    assert_eq!(left_out, ["… 9,981 laps more …"]);
}

fn tell(text: &mut String, game: &mancala::Game, run: ExampleRun) {
    let model = game.model();
    match run {
        ExampleRun::Position(position) => text.push_str(&draw(&position, model, PLAIN)),
        ExampleRun::Played(made, story) => {
            writeln!(text, "--- {}{} ({})", made.text, made.marks, made.kind).unwrap();
            for sentence in story {
                writeln!(text, "    {}   [{}.{}]", sentence.text, sentence.of, sentence.label).unwrap();
            }
            text.push_str(&draw(&made.after, model, PLAIN));
        }
        ExampleRun::Over(position, outcome) => {
            writeln!(text, "--- over: {:?} because of `{}`", outcome.result, outcome.reason).unwrap();
            text.push_str(&draw(&position, model, PLAIN));
        }
    }
}

#[test]
fn every_listing_is_as_before() {
    for (name, variant) in variants().into_iter().filter(|(name, _)| TOLD.contains(name)) {
        let listing = mancala::ir::listing(variant.game().unwrap().program());
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, description => format!("program of {name}") }, {
            insta::assert_snapshot!(format!("listing_{name}"), listing);
        });
    }
}

/// The files in `tests/listing/`, each with something that no listing of a shipped game shows.
#[test]
fn every_listing_of_a_file_is_as_before() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_path => "listing" }, {
        insta::glob!("listing/*.mancala", |path| {
            let game = Variant::from_text("listed.mancala", &std::fs::read_to_string(path).unwrap()).game().unwrap();
            insta::assert_snapshot!(mancala::ir::listing(game.program()));
        });
    });
}
