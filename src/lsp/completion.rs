//! What may be written at a place: the words that the grammar expects there, and the names that can stand there.

use super::document::Document;
use super::names::{Declaration, IN_EXPRESSIONS, Kind};
use super::reference;
use crate::resolve::{FUNCTIONS, WORDS};
use crate::syntax::expected::{Expected, expected};
use crate::syntax::leaves::item_words;
use lsp_types::{CompletionItem, CompletionItemKind, Documentation, MarkupContent, MarkupKind};
use std::collections::BTreeSet;

/// What may be written before a byte; what stands of a word there is passed over.
pub(super) fn completions(document: &Document, byte: usize) -> Vec<CompletionItem> {
    let text = document.text();
    let begins = document.lines.word(byte).start.min(byte);
    if is_quoted(text, begins) {
        return Vec::new();
    }
    let expected = expected(text, begins);
    let mut items: Vec<CompletionItem> = words(&expected).into_iter().map(word).collect();
    if expected.name {
        items.extend(names(document, begins));
    }
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

fn words(expected: &Expected) -> Vec<&str> {
    if expected.item { item_words().collect() } else { expected.words.iter().map(String::as_str).collect() }
}

fn word(word: &str) -> CompletionItem {
    let documentation = reference::explained(word)
        .map(|value| Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
    CompletionItem {
        label: word.to_string(),
        kind: Some(CompletionItemKind::KEYWORD),
        documentation,
        ..CompletionItem::default()
    }
}

/// The names that can stand at a place, those of the file before those of the language.
fn names(document: &Document, byte: usize) -> Vec<CompletionItem> {
    let text = document.text();
    let names = document.names();
    let before: Vec<&str> = words_before(text, byte);
    let kinds = kinds_behind(&before);
    let inherited = document.bases().iter().flat_map(|base| &base.names.declared);
    let known = names.declared.iter().chain(inherited);
    let option = option_before(&before);
    let mut seen = BTreeSet::new();
    let mut items: Vec<CompletionItem> = Vec::new();
    for declared in known.filter(|declared| is_in_reach(declared, byte, kinds)) {
        let is_other_value = declared.kind == Kind::Value && declared.of.as_deref() != option;
        if !is_other_value && has_side(document, declared, &before) && seen.insert(&declared.name) {
            items.push(name(declared));
        }
    }
    if is_side(&before) && before.last() != Some(&"row") {
        items.push(word("side"));
    }
    if kinds == IN_EXPRESSIONS {
        items.extend(
            WORDS
                .iter()
                .chain(&FUNCTIONS)
                .filter(|one| !seen.contains(&(**one).to_string()))
                .map(|one| CompletionItem { kind: Some(CompletionItemKind::CONSTANT), ..word(one) }),
        );
    }
    items
}

/// Whether the word before a place says whose it is.
fn is_side(before: &[&str]) -> bool {
    matches!(before.first(), Some(&("own" | "opponent" | "all" | "south" | "north")))
}

/// Whether a name can stand there as far as its side goes: behind one, state is that of a player.
fn has_side(document: &Document, declared: &Declaration, before: &[&str]) -> bool {
    let is_of_file = document.names().declared.iter().any(|one| std::ptr::eq(one, declared));
    let of_player = || {
        let behind = document.text().get(declared.at.end..).unwrap_or_default();
        behind.split_whitespace().take(2).eq(["per", "player:"])
    };
    declared.kind != Kind::State || !is_side(before) || !is_of_file || of_player()
}

/// Whether a name is known at a place, and of a kind that can stand there.
fn is_in_reach(declared: &Declaration, byte: usize, kinds: &[Kind]) -> bool {
    let is_here = declared.item.start <= byte && byte <= declared.item.end + 1;
    let is_being_written = declared.at.start == byte;
    kinds.contains(&declared.kind) && (declared.kind != Kind::Local || is_here) && !is_being_written
}

fn name(declared: &Declaration) -> CompletionItem {
    let kind = match declared.kind {
        Kind::Define | Kind::Sequence => CompletionItemKind::FUNCTION,
        Kind::Move => CompletionItemKind::METHOD,
        Kind::Value | Kind::Choice => CompletionItemKind::ENUM_MEMBER,
        Kind::Place | Kind::Track => CompletionItemKind::FIELD,
        _ => CompletionItemKind::VARIABLE,
    };
    CompletionItem {
        label: declared.name.clone(),
        kind: Some(kind),
        detail: Some(declared.kind.word().to_string()),
        // The names of the file come first.
        sort_text: Some(format!(" {}", declared.name)),
        ..CompletionItem::default()
    }
}

/// The words and marks of the line before a place, the last first.
fn words_before(text: &str, byte: usize) -> Vec<&str> {
    let line = text[..byte].rsplit('\n').next().unwrap_or_default();
    let mut words: Vec<&str> = line
        .split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .flat_map(|part| {
            let word = part.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            [word, part[word.len()..].trim()]
        })
        .filter(|word| !word.is_empty())
        .collect();
    words.reverse();
    words
}

/// What a name behind these words can stand for.
fn kinds_behind(before: &[&str]) -> &'static [Kind] {
    let first = before.last().copied().unwrap_or_default();
    match before {
        ["sow" | "on", ..] => &[Kind::Track],
        ["then", ..] => &[Kind::Sequence],
        ["because", ..] => &[Kind::Label],
        ["opponent", "facing", ..] if first == "row" => &[Kind::Place],
        ["behind", ..] if first == "row" => &[Kind::Place],
        ["own" | "opponent" | "all" | "south" | "north", ..] => &[Kind::Place, Kind::State, Kind::Define],
        ["with", ..] => &[Kind::Option, Kind::Parameter],
        [",", ..] if first == "with" => &[Kind::Option, Kind::Parameter],
        [":", ..] if first == "with" || first == "based" => &[Kind::Value],
        _ if matches!(first, "turn" | "phase") && before.contains(&":") => &[Kind::Move],
        ["is", "kind", ..] | ["not", "is", "kind", ..] => &[Kind::Move],
        _ => IN_EXPRESSIONS,
    }
}

/// The option whose value comes next.
fn option_before<'a>(before: &[&'a str]) -> Option<&'a str> {
    match before {
        ["is" | ":", option, ..] | ["not", "is", option, ..] => Some(option),
        _ => None,
    }
}
