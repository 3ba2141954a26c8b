//! A worked example of a game, before and after.

use super::escape::{code, escaped};
use crate::check::{ExampleRun, run_example};
use crate::game::{Game, Move, Sentence, Variant};
use crate::position::Position;
use crate::syntax::ast::ExampleItem;
use crate::text::{DrawStyle, draw};
use std::fmt::Write as _;

const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };
/// A turn that takes more sentences than this is hard to follow.
const MOST_SENTENCES: usize = 14;

/// A turn of an example.
struct Turn {
    title: String,
    options: Vec<String>,
    boards: [String; 2],
    made: Box<Move>,
    story: Vec<Sentence>,
}

/// The section of a page: of the turns that the file's examples play, the first in which something is captured, or else the
/// one of which there is most to tell.
pub(super) fn section(variant: &Variant, game: &Game) -> Option<String> {
    let turns: Vec<Turn> = game.model().examples.iter().filter_map(|example| first_turn(variant, example)).collect();
    let can_be_followed = |turn: &&Turn| turn.story.len() <= MOST_SENTENCES && turn.options.is_empty();
    let short: Vec<&Turn> = turns.iter().filter(can_be_followed).collect();
    let shown =
        short.iter().find(|turn| turn.made.captured > 1).or_else(|| short.iter().max_by_key(|turn| turn.story.len()));
    shown.copied().or_else(|| turns.first()).map(told)
}

fn first_turn(variant: &Variant, example: &ExampleItem) -> Option<Turn> {
    let mut before: Option<Position> = None;
    let mut found = None;
    run_example(variant, example, &mut |game, run| match run {
        ExampleRun::Position(position) => before = Some(position),
        ExampleRun::Played(made, story) if found.is_none() => {
            // Options may change the board, so that the start is that of the example's game.
            let before = before.clone().unwrap_or_else(|| game.start());
            let boards = [draw(&before, game.model(), PLAIN), draw(&made.after, game.model(), PLAIN)];
            let title = example.name.text.clone();
            found = Some(Turn { title, options: changed(game, variant), boards, made, story });
        }
        _ => {}
    });
    found
}

/// The options that an example sets otherwise than by default.
fn changed(game: &Game, variant: &Variant) -> Vec<String> {
    let defaults = variant.options();
    let differs = |name: &str, value: &str| defaults.iter().all(|bound| bound.name != name || bound.value != value);
    let bindings = game.model().bindings.iter().filter(|bound| differs(&bound.name, &bound.value));
    bindings.map(|bound| format!("{}: {}", bound.name, bound.value)).collect()
}

fn told(turn: &Turn) -> String {
    let mut text = format!("## An example: {}\n\n", escaped(&turn.title));
    if !turn.options.is_empty() {
        let _ = writeln!(text, "With {}.\n", code(&turn.options.join(", ")));
    }
    let _ = writeln!(text, "```text\n{}```\n\n{} is played:\n", turn.boards[0], code(&turn.made.text));
    for sentence in &turn.story {
        let _ = writeln!(text, "- {}", sentence.text.replace('<', "&lt;"));
    }
    let _ = writeln!(text, "\n```text\n{}```\n", turn.boards[1]);
    text
}
