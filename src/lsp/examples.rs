//! Examples that are run from the editor.

use super::document::Document;
use crate::check::{ExampleRun, run_example};
use crate::game::Game;
use crate::position::{GameResult, Outcome, Position};
use crate::syntax::ast::{ExampleItem, ItemKind};
use crate::text::{DrawStyle, draw};
use lsp_types::{CodeLens, Command};
use serde_json::json;
use std::ops::Range;

/// The command that runs an example; its arguments are the address of the text and the number of the example.
pub(super) const RUN: &str = "mancala.runExample";
const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };

/// Where the examples of the text stand, those that cannot be read among them.
fn places(document: &Document) -> impl Iterator<Item = &Range<usize>> {
    document.names().items.iter().filter(|at| document.text()[at.start..at.end].starts_with("example "))
}

/// The example of the text itself with this number, if it can be read.
fn example(document: &Document, number: usize) -> Option<&ExampleItem> {
    let place = places(document).nth(number)?;
    document.variant().file().items.iter().find_map(|item| match &item.kind {
        ItemKind::Example(example) if item.span.file == 0 && place.contains(&(item.span.start as usize)) => {
            Some(&**example)
        }
        _ => None,
    })
}

/// A lens above each example.
pub(super) fn lenses(document: &Document) -> Vec<CodeLens> {
    places(document)
        .enumerate()
        .map(|(number, at)| CodeLens {
            range: document.lines.range(at.start..at.start + "example".len()),
            command: Some(Command {
                title: "▶ run".to_string(),
                command: RUN.to_string(),
                arguments: Some(vec![json!(document.url), json!(number)]),
            }),
            data: None,
        })
        .collect()
}

/// Runs an example: the board before, what happens, the board behind it, and what did not come out as it says.
pub(super) fn run(document: &Document, number: usize) -> Option<String> {
    let example = example(document, number)?;
    let mut told = format!("example \"{}\"\n\n", example.name.text);
    let mut shown: Option<Position> = None;
    let mut start: Option<String> = None;
    let mut show = |game: &Game, run: ExampleRun| {
        let board = |position: &Position| draw(position, game.model(), PLAIN);
        if start.is_none() {
            let first = if let ExampleRun::Position(position) = &run { position.clone() } else { game.start() };
            start = Some(board(&first));
            told.push_str(&board(&first));
            shown = Some(first);
        }
        match run {
            ExampleRun::Position(position) => {
                if shown.as_ref() != Some(&position) {
                    told.push_str(&format!("\n{}", board(&position)));
                }
            }
            ExampleRun::Played(made, story) => {
                told.push_str(&format!("\nplays {}{}\n", made.text, made.marks));
                story.iter().for_each(|sentence| told.push_str(&format!("  {}\n", sentence.text)));
                told.push_str(&format!("\n{}", board(&made.after)));
                shown = Some(made.after);
            }
            ExampleRun::Over(position, outcome) => {
                if shown.as_ref() != Some(&position) {
                    told.push_str(&format!("\n{}", board(&position)));
                }
                told.push_str(&format!("\n{}\n", over(&outcome)));
            }
        }
    };
    let problems = run_example(document.variant(), example, &mut show);
    if start.is_none()
        && let Some(game) = document.game()
    {
        told.push_str(&draw(&game.start(), game.model(), PLAIN));
    }
    told.push('\n');
    if problems.is_empty() {
        told.push_str("comes out as it says\n");
    }
    for problem in &problems {
        let labels = problem.labels.iter().map(|label| format!("\n  {}", label.text)).collect::<String>();
        told.push_str(&format!("{}{labels}\n", problem.message));
    }
    Some(told)
}

fn over(outcome: &Outcome) -> String {
    let who = match outcome.result {
        GameResult::Winner(player) => format!("{} wins", player.word()),
        GameResult::Draw => "a draw".to_string(),
        GameResult::NoWinner => "over without a winner".to_string(),
    };
    format!("{who} ({})", outcome.reason)
}
