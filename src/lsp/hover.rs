//! What is told of the word under the cursor.

use super::completion::title;
use super::document::{Base, Document};
use super::meanings::{meaning, meanings};
use super::names::{Declaration, Kind};
use super::reference;
use super::sort::Sort;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::model::{Choices, Expr, Model, Player, Spot, Type};
use crate::syntax::Rule;
use crate::syntax::leaves::item_leaves;
use crate::text::{DrawStyle, draw};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };
/// Longest declaration that is shown.
const MOST_LINES: usize = 8;

/// What is told of a byte of a text; `game` is the one that its rules come to.
pub(super) fn hover(document: &Document, game: Option<&Game>, problems: &[Diagnostic], byte: usize) -> Option<Hover> {
    let base = document.base_at(byte);
    let word = base.as_ref().map_or_else(|| document.lines.word(byte), |(at, _)| at.clone());
    let written = document.text().get(word.clone())?;
    let mut parts: Vec<String> = problem(problems, byte).into_iter().collect();
    match (base, document.names().at(byte)) {
        (Some((_, base)), _) => parts.push(of_base(base, game)),
        (None, Some(declared)) => parts.push(name(document.text(), game, declared, None)),
        (None, None) => {
            parts.extend(inherited(document, game, byte).or_else(|| of_language(document, game, byte, written)));
        }
    }
    if parts.is_empty() {
        return None;
    }
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: parts.join("\n\n---\n\n") };
    Some(Hover { contents: HoverContents::Markup(contents), range: Some(document.lines.range(word)) })
}

/// The file that this one is based on: its game, what its first comment says, and the board.
fn of_base(base: &Base, game: Option<&Game>) -> String {
    let whence = if base.is_shipped { "comes with the program" } else { &base.name };
    let mut lines = base.text.lines().skip_while(|line| !line.starts_with('#'));
    let comment = lines.by_ref().take_while(|line| line.starts_with('#')).take(MOST_LINES);
    let comment = comment.map(|line| line.trim_start_matches('#').trim()).collect::<Vec<_>>().join("\n");
    let told = format!("**{}** (`{}`, {whence})\n\n{comment}", title(&base.text), base.called);
    game.map_or_else(|| told.clone(), |game| format!("{told}\n\n{}", board(game)))
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
fn inherited(document: &Document, game: Option<&Game>, byte: usize) -> Option<String> {
    let (base, declared) = document.inherited(document.names().used_at(byte)?)?;
    Some(name(&base.text, game, declared, Some(&base.name)))
}

/// A word of the language, in the construct that it stands in.
fn of_language(document: &Document, game: Option<&Game>, byte: usize, word: &str) -> Option<String> {
    let names = document.names();
    let item = names.items.iter().find(|item| item.start <= byte && byte <= item.end)?;
    let leaves = item_leaves(&document.text()[item.clone()]).pop()?.leaves;
    let leaf = leaves.iter().find(|leaf| leaf.at.start <= byte - item.start && byte - item.start <= leaf.at.end);
    let told = leaf
        .and_then(|leaf| meaning(leaf.within[0], word))
        .or_else(|| reference::explained(word))
        .or_else(|| meanings(word));
    let shown = game.and_then(|game| match (word, leaf.map(|leaf| leaf.within[0])) {
        ("board", _) | ("setup", Some(Rule::setup)) => Some(board(game)),
        _ => None,
    });
    let parts: Vec<String> = told.into_iter().chain(shown).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// A name: what it is, of which file if not of this one, its type and value, and how it is declared.
fn name(text: &str, game: Option<&Game>, declared: &Declaration, of: Option<&str>) -> String {
    let of = of.map(|file| format!(" of `{file}`")).unwrap_or_default();
    let mut parts = vec![format!("{} `{}`{of}", declared.kind.word(), declared.name)];
    parts.extend(game.and_then(|game| value(game, declared)));
    parts.push(declaration(text, declared));
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
            Some(format!("{about}`{}` unless something else is said{}", bound.value, choices(&bound.choices)))
        }
        Kind::Value => of_option(model, declared),
        Kind::Define => definition(game, declared),
        Kind::Local => {
            let mut types: Vec<&str> =
                model.locals.values().filter(|local| local.name == name).map(|local| local.ty.words()).collect();
            types.sort_unstable();
            types.dedup();
            (!types.is_empty()).then(|| types.join(" or "))
        }
        Kind::State => {
            let state = model.states.values().find(|state| state.name == name)?;
            Some(format!("{}, {}", state.ty.words(), scope(state.scope)))
        }
        Kind::Place => Some(place(game, declared)),
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

/// The values that an option may have, with what they mean; the bounds of a parameter.
fn choices(choices: &Choices) -> String {
    match choices {
        Choices::Values(values) => {
            let line = |(name, meaning): &(String, Option<String>)| {
                format!("\n- `{name}`{}", meaning.as_ref().map(|meaning| format!(": {meaning}")).unwrap_or_default())
            };
            format!("\n{}", values.iter().map(line).collect::<String>())
        }
        Choices::Range(low, high) => format!("; from {low} to {high}"),
    }
}

/// What a value of an option means.
fn of_option(model: &Model, declared: &Declaration) -> Option<String> {
    let bound = model.bindings.iter().find(|bound| Some(&bound.name) == declared.of.as_ref())?;
    let Choices::Values(values) = &bound.choices else { return None };
    let (name, meaning) = values.iter().find(|(name, _)| *name == declared.name)?;
    let is_default = if *name == bound.value { " (unless something else is said)" } else { "" };
    let meaning = meaning.as_deref().unwrap_or("the file does not say what it means");
    Some(format!("`{}: {name}`{is_default}: {meaning}", bound.name))
}

/// The type of a definition; its value, if the options alone say what it is, or its pits, if the board does.
fn definition(game: &Game, declared: &Declaration) -> Option<String> {
    let (model, name) = (game.model(), declared.name.as_str());
    let define = model.defines.values().find(|define| define.name == name);
    let body = if name == "score" { model.score.as_ref() } else { define.map(|define| &define.body) }?;
    let ty = Some(model.type_of(body)).filter(|ty| *ty != Type::Unknown);
    let value = match body {
        Expr::Int(number) if declared.sort == Sort::Number => Some(format!("a number; always {number}")),
        Expr::Places(spots) => Some(format!("always {}", stretches(model, spots).join(", "))),
        Expr::Place(spot) => Some(format!("always {}", spot_name(model, *spot))),
        _ => None,
    };
    let told: Vec<String> = ty.map(|ty| ty.words().to_string()).into_iter().chain(value).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn place(game: &Game, declared: &Declaration) -> String {
    let name = declared.name.as_str();
    let model = game.model();
    if let Some(row) = model.board.row(name) {
        return format!("{} pits for each player\n\n{}", row.size, board(game));
    }
    let pits = model.board.pits.iter().find(|(pit, _)| pit == name).map(|(_, pit)| vec![*pit]);
    let set = || model.board.sets.iter().find(|(set, _)| set == name).map(|(_, pits)| pits.clone());
    let Some(members) = pits.or_else(set) else { return board(game) };
    let mut marked = model.clone();
    marked.board.pits = members.iter().map(|pit| (name.to_string(), *pit)).collect();
    let count = if members.len() == 1 { "one pit".to_string() } else { format!("{} pits", members.len()) };
    let drawn = draw(&game.start(), &marked, PLAIN);
    format!("{count} for each player:\n```text\n{}\n```", drawn.trim_end())
}

fn board(game: &Game) -> String {
    format!("The start:\n```text\n{}\n```", draw(&game.start(), game.model(), PLAIN).trim_end())
}

/// The places of a track in the order in which they are sown.
fn track(model: &Model, name: &str) -> Option<String> {
    let track = model.board.tracks.values().find(|track| track.name == name)?;
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
        None => format!("{side} {}", model.board.holder_at(place).map_or("store", |holder| &holder.name)),
    }
}
