//! Items as an outline, and what can be folded.

use super::document::Document;
use super::names::Kind;
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};
use std::ops::Range;

/// The items, with the names that each declares.
pub(super) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let text = document.text();
    document.names().items.iter().map(|item| of_item(document, text, item)).collect()
}

fn of_item(document: &Document, text: &str, item: &Range<usize>) -> DocumentSymbol {
    let heading = text[item.clone()].lines().next().unwrap_or_default();
    let code = heading.split(['{', '#', '=']).next().unwrap_or_default().trim();
    let names = document.names();
    let inner = names.declared.iter().filter(|one| one.item == *item && !matches!(one.kind, Kind::Local | Kind::Value));
    let is_own = |at: &Range<usize>| at.end <= item.start + heading.len();
    let children: Vec<DocumentSymbol> = inner
        .filter(|one| !is_own(&one.at) || one.kind == Kind::Label)
        .map(|one| symbol(document, one.name.clone(), kind(one.kind), &one.at, &one.at, Vec::new()))
        .collect();
    let first = item.start..item.start + heading.len().max(1).min(item.len());
    let word = code.split(' ').next().unwrap_or_default();
    let name = if code.is_empty() { "…".to_string() } else { code.to_string() };
    symbol(document, name, item_kind(word), item, &first, children)
}

#[allow(deprecated, reason = "the protocol's type has a field that is out of date and must be given")]
fn symbol(
    document: &Document,
    name: String,
    kind: SymbolKind,
    at: &Range<usize>,
    selected: &Range<usize>,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: document.lines.range(at.clone()),
        selection_range: document.lines.range(selected.clone()),
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

fn item_kind(word: &str) -> SymbolKind {
    match word {
        "mancala" | "game" | "based" => SymbolKind::MODULE,
        "option" | "parameter" | "preset" => SymbolKind::ENUM,
        "define" | "sequence" => SymbolKind::FUNCTION,
        "move" => SymbolKind::METHOD,
        "example" => SymbolKind::EVENT,
        "board" | "setup" | "pieces" | "state" => SymbolKind::STRUCT,
        _ => SymbolKind::NAMESPACE,
    }
}

fn kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Place | Kind::Track | Kind::State => SymbolKind::FIELD,
        Kind::Label => SymbolKind::KEY,
        _ => SymbolKind::VARIABLE,
    }
}

/// Items of several lines, and comments of several lines.
pub(super) fn folding(document: &Document) -> Vec<FoldingRange> {
    let lines = &document.lines;
    let fold = |start: u32, end: u32, kind: Option<FoldingRangeKind>| FoldingRange {
        start_line: start,
        end_line: end,
        kind,
        ..FoldingRange::default()
    };
    let mut found = Vec::new();
    for item in &document.names().items {
        let (start, end) = (lines.position(item.start).line, lines.position(item.end).line);
        if end > start {
            found.push(fold(start, end, None));
        }
    }
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let mut begin = None;
    for (number, line) in document.text().lines().chain([""]).enumerate() {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        match (is_comment(line), begin) {
            (true, None) => begin = Some(number),
            (false, Some(start)) => {
                if number > start + 1 {
                    found.push(fold(start, number - 1, Some(FoldingRangeKind::Comment)));
                }
                begin = None;
            }
            _ => {}
        }
    }
    found
}
