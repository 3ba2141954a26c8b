//! Where a name that is not known may have been declared: a slip in the one word that declares a name shows only where
//! the name is used.

use crate::diagnostic::{Code, Diagnostic, Label, code};
use crate::game::Variant;
use crate::syntax::ast::{BoardEntry, ItemKind, Name, Statement, StatementKind};
use crate::syntax::words;
use std::collections::{HashMap, HashSet};

/// Most names that are shown because nothing uses them.
const MOST_SHOWN: usize = 2;

/// Adds to what is said of unknown names the place that declares what may be meant.
pub(super) fn point_to(variant: &Variant, found: &mut [Diagnostic]) {
    let names = names(variant);
    let text = &variant.sources().file(0).text;
    let mut times: HashMap<&str, usize> = HashMap::new();
    words(text).into_iter().for_each(|at| *times.entry(&text[at]).or_default() += 1);
    let known: HashSet<&str> = names.iter().map(|(name, _)| name.text.as_str()).collect();
    // What stands once in the file is used nowhere.
    let lonely: Vec<(&Name, bool)> = names
        .into_iter()
        .filter(|(name, _)| name.span.file == 0 && times.get(name.text.as_str()) == Some(&1))
        .collect();
    let is_named = |one: &Diagnostic| is_of_names(one.code) && is_word(variant, &known, one);
    for diagnostic in found.iter_mut().filter(|one| is_named(one)) {
        let of_sort = |(_, is_label): &&(&Name, bool)| *is_label == (diagnostic.code == code::POSITION_TEXT);
        let mut own = lonely.iter().filter(of_sort).map(|(name, _)| *name);
        let meant = diagnostic.fix.as_ref().and_then(|fix| own.clone().find(|name| name.text == fix.text));
        let shown: Vec<&Name> = match meant {
            Some(name) => vec![name],
            None => own.by_ref().filter(|name| !is_value(variant, name)).take(MOST_SHOWN + 1).collect(),
        };
        if shown.len() > MOST_SHOWN {
            continue;
        }
        for name in shown {
            if diagnostic.labels.iter().all(|label| label.span != name.span) {
                let text = format!("`{}` is declared here, and used nowhere", name.text);
                diagnostic.labels.push(Label { span: name.span, text });
            }
        }
    }
}

fn is_of_names(code: Code) -> bool {
    code.name.starts_with("unknown_") || code == code::POSITION_TEXT
}

fn is_word(variant: &Variant, known: &HashSet<&str>, diagnostic: &Diagnostic) -> bool {
    let text = diagnostic.labels.first().map_or("", |label| variant.sources().text(label.span));
    let is_known = matches!(text, "off" | "store") || known.contains(text);
    !text.is_empty() && !is_known && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

/// Whether a name is the value of an option: no rule need ask for it.
fn is_value(variant: &Variant, name: &Name) -> bool {
    variant.file().items.iter().any(|item| match &item.kind {
        ItemKind::Option(option) => option.values.iter().any(|(value, ..)| value.span == name.span),
        _ => false,
    })
}

/// Every name that the file declares, and whether it is the label of a row.
fn names(variant: &Variant) -> Vec<(&Name, bool)> {
    let mut names = Vec::new();
    let mut labels = Vec::new();
    for item in &variant.file().items {
        match &item.kind {
            ItemKind::Option(option) => {
                names.push(&option.name);
                names.extend(option.values.iter().map(|(value, ..)| value));
            }
            ItemKind::Parameter(parameter) => names.push(&parameter.name),
            ItemKind::Pieces(pieces) => names.extend(pieces.iter().map(|piece| &piece.name)),
            ItemKind::Board(entries) => entries.iter().for_each(|entry| board(entry, &mut names)),
            ItemKind::State(entries) => names.extend(entries.iter().map(|entry| &entry.name)),
            ItemKind::Define(define) => {
                names.push(&define.name);
                names.extend(&define.parameters);
            }
            ItemKind::Move(name, body) => {
                names.push(name);
                chosen(body, &mut names);
            }
            ItemKind::Sequence(name, parameters, body) => {
                names.push(name);
                names.extend(parameters);
                chosen(body, &mut names);
            }
            ItemKind::End(rows) => labels.extend(rows.iter().map(|row| &row.row.label)),
            ItemKind::Endless(_, rows) => labels.extend(rows.iter().map(|row| &row.label)),
            _ => {}
        }
    }
    names.into_iter().map(|name| (name, false)).chain(labels.into_iter().map(|label| (label, true))).collect()
}

fn board<'a>(entry: &'a BoardEntry, names: &mut Vec<&'a Name>) {
    match entry {
        BoardEntry::Row { name, .. }
        | BoardEntry::Reserve(name)
        | BoardEntry::Pit(name, ..)
        | BoardEntry::Set(name, _) => names.push(name),
        BoardEntry::Track { name, ways, .. } => {
            names.push(name);
            names.extend(ways.iter().flat_map(|(one, other)| [one, other]));
        }
        BoardEntry::Store(_) | BoardEntry::Off(_) => {}
    }
}

/// What a body chooses or keeps.
fn chosen<'a>(body: &'a [Statement], names: &mut Vec<&'a Name>) {
    names.extend(body.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Choose(name, ..) | StatementKind::Let(name, _) => Some(name),
        _ => None,
    }));
}
