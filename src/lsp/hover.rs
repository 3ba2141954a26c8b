//! What is told of the word under the cursor.

use super::document::Document;
use super::names::{Declaration, Kind};
use super::reference;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::model::{Model, Player, Spot};
use crate::text::{DrawStyle, draw};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };
/// Longest declaration that is shown.
const MOST_LINES: usize = 8;

/// What is told of a byte of a text.
pub(super) fn hover(document: &Document, problems: &[Diagnostic], byte: usize) -> Option<Hover> {
    let word = document.lines.word(byte);
    let written = document.text().get(word.clone())?;
    let mut parts: Vec<String> = problem(problems, byte).into_iter().collect();
    match document.names().at(byte) {
        Some(declared) => parts.push(name(document, declared)),
        None => parts.extend(inherited(document, byte).or_else(|| of_language(document, written))),
    }
    if parts.is_empty() {
        return None;
    }
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: parts.join("\n\n---\n\n") };
    Some(Hover { contents: HoverContents::Markup(contents), range: Some(document.lines.range(word)) })
}

/// What is wrong there, and what the page of the error says of it.
fn problem(problems: &[Diagnostic], byte: usize) -> Option<String> {
    let here = |one: &&Diagnostic| {
        one.labels.first().is_some_and(|label| {
            label.span.file == 0 && (label.span.start as usize..=label.span.end as usize).contains(&byte)
        })
    };
    let found = problems.iter().find(here)?;
    let help = found.help.as_deref().map(|help| format!("\n\n{help}")).unwrap_or_default();
    Some(format!("**{}**{help}\n\n`mancala explain {}`", found.message, found.code.name))
}

/// A name that the file which this one is based on declares.
fn inherited(document: &Document, byte: usize) -> Option<String> {
    let used = document.names().used_at(byte)?;
    document.bases().iter().find_map(|base| {
        let declared = base.names.declared.iter().find(|one| one.name == used.name && one.kind != Kind::Local)?;
        let text = declaration(&base.text, declared);
        Some(format!("{} of `{}`\n\n{text}", declared.kind.word(), base.name))
    })
}

fn of_language(document: &Document, word: &str) -> Option<String> {
    let told = reference::explained(word);
    let shown = document.game().and_then(|game| match word {
        "board" | "setup" => Some(board(game)),
        _ => None,
    });
    let parts: Vec<String> = told.into_iter().chain(shown).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

fn name(document: &Document, declared: &Declaration) -> String {
    let mut parts = vec![format!("{} `{}`", declared.kind.word(), declared.name)];
    parts.extend(document.game().and_then(|game| value(game, declared)));
    parts.push(declaration(document.text(), declared));
    parts.join("\n\n")
}

/// The lines that declare a name, with the comment above them.
fn declaration(text: &str, declared: &Declaration) -> String {
    let start = text[..declared.at.start].rfind('\n').map_or(0, |at| at + 1);
    let comment: Vec<&str> = text[..start].lines().rev().take_while(|line| line.trim().starts_with('#')).collect();
    let comment = comment.into_iter().rev().map(|line| line.trim().trim_start_matches('#').trim());
    let comment: String = comment.map(|line| format!("{line}\n")).collect();
    let is_item = matches!(
        declared.kind,
        Kind::Define | Kind::Option | Kind::Parameter | Kind::Preset | Kind::Move | Kind::Sequence | Kind::Phase
    );
    let end = if is_item {
        declared.item.end
    } else {
        text[declared.at.end..].find('\n').map_or(text.len(), |at| declared.at.end + at)
    };
    let lines: Vec<&str> = text[start..end.max(declared.at.end)].lines().take(MOST_LINES).collect();
    let lines = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    format!("```mancala\n{}\n```\n{comment}", lines.trim_start())
}

/// Type and value of a name, as far as they can be told.
fn value(game: &Game, declared: &Declaration) -> Option<String> {
    let model = game.model();
    let name = declared.name.as_str();
    match declared.kind {
        Kind::Option | Kind::Parameter => {
            let bound = model.bindings.iter().find(|bound| bound.name == name)?;
            let about = bound.about.as_deref().map(|about| format!("{about}; ")).unwrap_or_default();
            Some(format!("{about}`{}` unless something else is said", bound.value))
        }
        Kind::Local => {
            let mut types: Vec<&str> =
                model.locals.iter().filter(|local| local.name == name).map(|local| local.ty.words()).collect();
            types.sort_unstable();
            types.dedup();
            (!types.is_empty()).then(|| types.join(" or "))
        }
        Kind::State => {
            let state = model.states.iter().find(|state| state.name == name)?;
            Some(format!("{}, {}", state.ty.words(), scope(state.scope)))
        }
        Kind::Place => Some(place(game, name)),
        Kind::Track => track(model, name),
        _ => None,
    }
}

fn scope(scope: crate::model::StateScope) -> &'static str {
    match scope {
        crate::model::StateScope::Game => "one for the game",
        crate::model::StateScope::Player => "one for each player",
        crate::model::StateScope::Pit => "one for each pit",
    }
}

fn place(game: &Game, name: &str) -> String {
    let row = game.model().board.row(name);
    let size = row.map(|row| format!("{} pits for each player\n\n", row.size)).unwrap_or_default();
    format!("{size}{}", board(game))
}

fn board(game: &Game) -> String {
    format!("The start:\n```text\n{}\n```", draw(&game.start(), game.model(), PLAIN).trim_end())
}

/// The places of a track in the order in which they are sown.
fn track(model: &Model, name: &str) -> Option<String> {
    let track = model.board.tracks.iter().find(|track| track.name == name)?;
    let stretches = stretches(model, &track.spots);
    let ways: Vec<&str> = model.board.ways.iter().map(|(way, _)| way.as_str()).collect();
    let ways = if track.two_way { format!("; ways: {}", ways.join(", ")) } else { String::new() };
    Some(format!("{} places{ways}\n```text\n{} ->\n```", track.spots.len(), stretches.join(" -> ")))
}

/// Places in their order; those that follow each other in a row are taken together.
fn stretches(model: &Model, spots: &[Spot]) -> Vec<String> {
    let numbered = |spot: &Spot| {
        let (row, number) = model.board.row_and_number(model.board.resolve(*spot, Player::South))?;
        Some((model.board.owner(model.board.resolve(*spot, Player::South)), &row.name, number))
    };
    let follows = |one: &Spot, next: &Spot| match (numbered(one), numbered(next)) {
        (Some((side, row, one)), Some((other, next_row, next))) => {
            side == other && row == next_row && one.abs_diff(next) == 1
        }
        _ => false,
    };
    spots
        .chunk_by(follows)
        .map(|stretch| match stretch {
            [first, .., last] => match numbered(last) {
                Some((_, _, number)) => format!("{}..{number}", spot_name(model, *first)),
                None => spot_name(model, *first),
            },
            _ => stretch.iter().map(|spot| spot_name(model, *spot)).collect(),
        })
        .collect()
}

fn spot_name(model: &Model, spot: Spot) -> String {
    let place = model.board.resolve(spot, Player::South);
    let side = match model.board.owner(place) {
        Some(Player::South) => "own",
        Some(Player::North) => "opponent",
        None => return "off".to_string(),
    };
    match model.board.row_and_number(place) {
        Some((row, number)) => format!("{side} {} {number}", row.name),
        None => {
            let local = place % model.board.half().max(1);
            let holder = model.board.holders.get(local - model.board.pits_per_player().min(local));
            format!("{side} {}", holder.map_or("store", |holder| &holder.name))
        }
    }
}
