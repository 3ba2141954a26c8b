//! Every worked example of every shipped variant, told step by step: what was sown and captured, which rule said so,
//! and the boards.

use crate::shipped::variants;
use mancala::check::{ExampleRun, run_example};
use mancala::text::{DrawStyle, draw};
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
        let mut text = String::new();
        for example in &game.model().examples {
            let source = example.source.as_ref().map_or("", |source| source.text.as_str());
            writeln!(text, "=== {} ({source})", example.name.text).unwrap();
            let problems = run_example(&variant, example, &mut |game, run| tell(&mut text, game, run));
            assert!(problems.is_empty(), "{name}: {problems:?}");
            text.push('\n');
        }
        if !TOLD.contains(&name) {
            continue;
        }
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, description => format!("worked examples of {name}") }, {
            insta::assert_snapshot!(format!("example_{name}"), text);
        });
    }
}

fn tell(text: &mut String, game: &mancala::Game, run: ExampleRun) {
    let model = game.model();
    match run {
        ExampleRun::Position(situation) => text.push_str(&draw(&situation, model, PLAIN)),
        ExampleRun::Played(made, story) => {
            writeln!(text, "--- {}{} ({})", made.text, made.marks, made.kind).unwrap();
            for sentence in story {
                writeln!(text, "    {}   [{}.{}]", sentence.text, sentence.of, sentence.label).unwrap();
            }
            text.push_str(&draw(&made.after, model, PLAIN));
        }
        ExampleRun::Over(situation, outcome) => {
            writeln!(text, "--- over: {:?} because of `{}`", outcome.result, outcome.reason).unwrap();
            text.push_str(&draw(&situation, model, PLAIN));
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
