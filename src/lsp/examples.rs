//! Examples that are run from the editor.

use super::document::Document;
use crate::check::{ExampleRun, run_example};
use crate::game::Game;
use crate::situation::{GameResult, Outcome, Situation};
use crate::syntax::ast::{ExampleItem, ExampleStepKind, Item, ItemKind};
use crate::text::{DrawStyle, draw};
use lsp_types::{CodeLens, Command};
use serde_json::json;

/// The command that runs an example; its arguments are the address of the text and the number of the example.
pub(super) const RUN: &str = "mancala.runExample";
const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };

/// The examples of the text itself, not of what it is based on.
fn examples(document: &Document) -> impl Iterator<Item = (&Item, &ExampleItem)> {
    document.variant().file().items.iter().filter_map(|item| match &item.kind {
        ItemKind::Example(example) if item.span.file == 0 => Some((item, example)),
        _ => None,
    })
}

/// A lens above each example.
pub(super) fn lenses(document: &Document) -> Vec<CodeLens> {
    examples(document)
        .enumerate()
        .map(|(number, (item, example))| CodeLens {
            range: document.lines.range(item.span.start as usize..item.span.start as usize + "example".len()),
            command: Some(Command {
                title: title(example),
                command: RUN.to_string(),
                arguments: Some(vec![json!(document.url), json!(number)]),
            }),
            data: None,
        })
        .collect()
}

fn title(example: &ExampleItem) -> String {
    let moves: usize = example
        .steps
        .iter()
        .map(|step| if let ExampleStepKind::Play(moves) = &step.kind { moves.len() } else { 0 })
        .sum();
    match moves {
        0 => "▶ run".to_string(),
        1 => "▶ run, 1 move".to_string(),
        _ => format!("▶ run, {moves} moves"),
    }
}

/// Runs an example: the board before, what happens, the board behind it, and what did not come out as it says.
pub(super) fn run(document: &Document, number: usize) -> Option<String> {
    let (_, example) = examples(document).nth(number)?;
    let mut told = format!("example \"{}\"\n\n", example.name.text);
    let mut shown: Option<Situation> = None;
    let mut start: Option<String> = None;
    let mut show = |game: &Game, run: ExampleRun| {
        let board = |situation: &Situation| draw(situation, game.model(), PLAIN);
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
