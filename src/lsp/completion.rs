//! What may be written at a place: the words that the grammar expects there, and the names that can stand there.

use super::document::{Document, beside_names};
use super::meanings::meanings;
use super::names::{Declaration, Kind};
use super::offer::{Offer, Wanted, begins_expression, is_side, may_stand, offer};
use super::place::Place;
use super::reference;
use super::sort::{Sort, sort_of_word};
use crate::game::{shipped_names, shipped_text};
use crate::resolve::{FUNCTIONS, WORDS};
use crate::syntax::expected::{Expected, expected};
use crate::syntax::leaves::item_words;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind, TextEdit,
};
use std::collections::BTreeSet;

/// What may be written before a byte; what stands of a word there is passed over.
pub(super) fn completions(document: &Document, byte: usize) -> Vec<CompletionItem> {
    let text = document.text();
    let begins = document.lines.word(byte).start.min(byte);
    if is_quoted(text, begins) {
        return Vec::new();
    }
    if let Some(start) = base_begins(text, byte) {
        return bases(document, start, byte);
    }
    let expected = expected(text, begins);
    if expected.item {
        return item_words().map(word).collect();
    }
    let item = document.names().items.iter().rfind(|item| item.start <= begins).map_or(begins, |item| item.start);
    let place = Place::behind(&text[item..begins]);
    let is_option = |name: &str| known(document).any(|one| one.kind == Kind::Option && one.name == name);
    let offer = offer(&place, &expected, &is_option);
    let mut items = Vec::new();
    if expected.name {
        items.extend(names(document, begins, &place, offer));
    }
    items.extend(words(document, &place, &expected, offer).into_iter().map(word));
    let mut seen = BTreeSet::new();
    items.retain(|item| seen.insert(item.label.clone()));
    items
}

/// Whether a place lies in a comment or a quoted text.
fn is_quoted(text: &str, byte: usize) -> bool {
    let line = text[..byte].rsplit('\n').next().unwrap_or_default();
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            '#' if !quoted => return true,
            _ => {}
        }
    }
    quoted
}

// --- files that can be based on ---------------------------------------------------------------------------------------

/// Where the name behind `based on` begins that is being written.
fn base_begins(text: &str, byte: usize) -> Option<usize> {
    let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    let name = text[start..byte].strip_prefix("based on ")?.trim_start();
    (!name.contains(char::is_whitespace)).then(|| byte - name.len())
}

/// The files beside the text and the shipped variants. Their names may hold a `-`, at which editors begin another word.
fn bases(document: &Document, start: usize, byte: usize) -> Vec<CompletionItem> {
    let own = beside_names(&document.url).into_iter().map(|name| (name, "beside this file".to_string()));
    let shipped = shipped_names().map(|name| (name.to_string(), title(shipped_text(name).unwrap_or_default())));
    let range = document.lines.range(start..byte);
    own.chain(shipped)
        .map(|(name, about)| CompletionItem {
            label: name.clone(),
            kind: Some(CompletionItemKind::FILE),
            detail: Some(about),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, name))),
            ..CompletionItem::default()
        })
        .collect()
}

/// What the game of a file is called.
pub(super) fn title(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("game \"")).unwrap_or_default();
    line.split('"').next().unwrap_or_default().to_string()
}

// --- words ------------------------------------------------------------------------------------------------------------

/// The words of the language that can stand there.
fn words<'a>(document: &Document, place: &Place<'_>, expected: &'a Expected, offer: Offer<'_>) -> Vec<&'a str> {
    let may_be = |word: &str| match offer {
        Offer::Nothing => false,
        Offer::Row => word == "otherwise",
        Offer::Values(_) => word == "not",
        Offer::Expression(wanted) => !begins_expression(word) || begins(word, wanted),
        Offer::Side { .. } => {
            let player = matches!(place.last(), "opponent" | "south" | "north");
            word == "store" && has_store(document)
                || player && matches!(word, "is" | "and" | "or" | "captures" | "wins" | "if")
        }
        Offer::Statement(table) => {
            let is_statement = !begins_expression(word) || matches!(word, "no" | "not" | "mover" | "place" | "winner");
            let is_row = place.last() == "->";
            word != "cannot" && is_statement && may_stand(word, table, is_row) || is_side(word) && word != "all"
        }
        Offer::Words | Offer::Names(_) => true,
        Offer::Entry { .. } | Offer::EntryValue(_) => false,
    };
    let mut found: Vec<&str> = expected.words.iter().map(String::as_str).filter(|word| may_be(word)).collect();
    match offer {
        Offer::Entry { is_expected } => found.extend(entry_words(document, place, is_expected)),
        Offer::EntryValue(entry) => found.extend(entry_values(entry)),
        Offer::Side { in_expression: true } => found.push("side"),
        _ => {}
    }
    found
}

/// Whether a word of the language can begin an expression of this kind.
fn begins(word: &str, wanted: Wanted) -> bool {
    match word {
        "own" | "all" => wanted.takes(Sort::Pits) || wanted.takes(Sort::Number),
        "opponent" | "south" | "north" => {
            wanted.takes(Sort::Pits) || wanted.takes(Sort::Number) || wanted.takes(Sort::Player)
        }
        // It begins `mover cannot move`, too.
        "mover" => wanted.takes(Sort::Player) || wanted == Wanted::Condition,
        // `is not`, `is no`.
        "not" | "no" => wanted.takes(Sort::Condition) || wanted == Wanted::Compared,
        _ => wanted.takes(sort_of_word(word)),
    }
}

/// What an entry of a position begins with, beside the names of places and state.
fn entry_words(document: &Document, place: &Place<'_>, is_expected: bool) -> Vec<&'static str> {
    let store = has_store(document).then_some("store");
    if is_side(place.last()) {
        return store.into_iter().collect();
    }
    let ends: &[&str] = if is_expected { &["winner", "reason"] } else { &[] };
    ["south", "north", "to", "rest"].into_iter().chain(store).chain(ends.iter().copied()).collect()
}

fn entry_values(entry: &str) -> &'static [&'static str] {
    match entry {
        "winner" => &["south", "north", "draw", "nobody", "none"],
        "reason" => &[],
        _ => &["yes", "no", "none", "nobody", "south", "north"],
    }
}

fn has_store(document: &Document) -> bool {
    let texts = [document.text()].into_iter().chain(document.bases().iter().map(|base| base.text.as_str()));
    let mut boards = texts.flat_map(crate::syntax::items).filter(|(word, _)| *word == "board");
    boards.any(|(_, board)| board.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| word == "store"))
}

fn word(word: &str) -> CompletionItem {
    let kind = if WORDS.contains(&word) { CompletionItemKind::CONSTANT } else { CompletionItemKind::KEYWORD };
    CompletionItem {
        label: word.to_string(),
        kind: Some(kind),
        documentation: meanings(word).or_else(|| reference::explained(word)).map(markdown),
        ..CompletionItem::default()
    }
}

fn markdown(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}

// --- names ------------------------------------------------------------------------------------------------------------

/// The declarations of the text and of those that it is based on, its own first.
fn known(document: &Document) -> impl Iterator<Item = &Declaration> {
    let inherited = document.bases().iter().flat_map(|base| &base.names.declared);
    document.names().declared.iter().chain(inherited)
}

/// The names that can stand at a place, those of the file before those of the language.
fn names(document: &Document, byte: usize, place: &Place<'_>, offer: Offer<'_>) -> Vec<CompletionItem> {
    let fits = |one: &Declaration| match offer {
        Offer::Nothing | Offer::Words | Offer::Row => false,
        Offer::Names(kinds) => kinds.contains(&one.kind),
        Offer::Values(option) => one.kind == Kind::Value && one.of.as_deref() == Some(option),
        Offer::Side { in_expression } => of_side(one, in_expression),
        Offer::Statement(_) => one.kind == Kind::State,
        Offer::Entry { .. } => matches!(one.kind, Kind::Place | Kind::State) && !is_set(one),
        Offer::EntryValue("reason") => one.kind == Kind::Label && document.text()[one.item.start..].starts_with("end"),
        Offer::EntryValue(_) => one.kind == Kind::Way,
        Offer::Expression(wanted) => in_expression(one, wanted),
    };
    let text = document.text();
    let is_own = |one: &Declaration| document.names().declared.iter().any(|own| std::ptr::eq(own, one));
    let reached = known(document).filter(|one| !is_own(one) && one.kind != Kind::Local || is_in_reach(one, byte));
    let mut items: Vec<CompletionItem> =
        reached.filter(|one| fits(one)).map(|one| name(one, is_own(one).then_some(text))).collect();
    if let Offer::Expression(wanted) = offer {
        let built_in = WORDS.iter().chain(&FUNCTIONS).filter(|one| wanted.takes(sort_of_word(one)));
        items.extend(built_in.map(|one| word(one)));
        if matches!(place.last(), "into" | "put") {
            items.push(word("hand"));
        }
    }
    if matches!(offer, Offer::Statement(_)) {
        items.push(word("owner"));
    }
    items
}

/// What belongs to a player.
fn of_side(one: &Declaration, in_expression: bool) -> bool {
    match one.kind {
        Kind::Place => true,
        Kind::State => in_expression && one.about == "per player",
        Kind::Define => in_expression,
        _ => false,
    }
}

/// A set or a named pit is no place of its own.
fn is_set(one: &Declaration) -> bool {
    matches!(one.about.as_str(), "set" | "pit")
}

/// Whether a name can begin such an expression. Places need a side before them.
fn in_expression(one: &Declaration, wanted: Wanted) -> bool {
    match one.kind {
        Kind::Local if wanted == Wanted::Condition => true,
        Kind::Local | Kind::Define => wanted.takes(one.sort),
        Kind::State => one.about != "per player" && wanted.takes(one.sort),
        Kind::Option => matches!(wanted, Wanted::Condition | Wanted::Anything),
        Kind::Parameter | Kind::Piece => wanted.takes(Sort::Number),
        Kind::Way => matches!(wanted, Wanted::Way | Wanted::Compared | Wanted::Anything),
        _ => false,
    }
}

/// Whether a name is known at a place.
fn is_in_reach(declared: &Declaration, byte: usize) -> bool {
    let is_here = declared.item.start <= byte && declared.at.end <= byte && byte <= declared.item.end + 1;
    let is_being_written = declared.at.start == byte;
    (declared.kind != Kind::Local || is_here) && !is_being_written
}

/// A name as it is offered; `text` is the one that it is declared in, if that is the one being written.
fn name(declared: &Declaration, text: Option<&str>) -> CompletionItem {
    let kind = match declared.kind {
        Kind::Define | Kind::Sequence => CompletionItemKind::FUNCTION,
        Kind::Move => CompletionItemKind::METHOD,
        Kind::Value | Kind::Choice => CompletionItemKind::ENUM_MEMBER,
        Kind::Place | Kind::Track => CompletionItemKind::FIELD,
        _ => CompletionItemKind::VARIABLE,
    };
    let is_told = matches!(declared.kind, Kind::Value | Kind::Option | Kind::Parameter) && !declared.about.is_empty();
    let detail = if is_told { declared.about.clone() } else { declared.kind.word().to_string() };
    let line = text.and_then(|text| text.get(declared.at.start..)?.lines().next()).map(str::trim);
    CompletionItem {
        label: declared.name.clone(),
        kind: Some(kind),
        detail: Some(detail),
        documentation: line.map(|line| markdown(format!("```mancala\n{line}\n```"))),
        // The names of the file come first.
        sort_text: Some(format!(" {}", declared.name)),
        ..CompletionItem::default()
    }
}
