//! What may stand once in a file, or in a list of it, and stands twice.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, code};
use crate::source::Span;
use crate::syntax::ast::{File, Item, ItemKind, Name, NotationEntry, OptionItem};
use std::collections::HashMap;

/// Reports what stands twice within a file, before it is merged with the one that it is based on.
pub(super) fn report_twice(file: &File, found: &mut Diagnostics) {
    let bases = file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::BasedOn(base, _) => Some((String::new(), base.span)),
        _ => None,
    });
    twice(bases, |_, first, second| {
        let report = again(code::DUPLICATE_ITEM, "`based on` stands twice".into(), first, second);
        found.report(report.help("a file builds on one other, and that one may build on a third"));
    });
    for item in &file.items {
        within(item, found);
    }
}

fn within(item: &Item, found: &mut Diagnostics) {
    match &item.kind {
        ItemKind::Option(option) => option_values(option, found),
        ItemKind::Notation(entries) => {
            // A move may bear several marks.
            let unique = entries.iter().filter(|entry| !matches!(entry, NotationEntry::Mark(..)));
            twice(unique.map(|entry| (notation_key(entry), notation_span(entry))), |key, first, second| {
                let message = format!("the notation says twice how it writes `{key}`");
                found.report(again(code::DUPLICATE_ITEM, message, first, second).help("take one of them out"));
            });
        }
        ItemKind::Legal(rules) => {
            twice(rules.iter().map(|rule| spelled(&rule.label)), |label, first, second| {
                let message = format!("two rules are called `{label}`");
                let help = "rename one of them: a label tells the player which rule it was";
                found.report(again(code::DUPLICATE_LABEL, message, first, second).help(help));
            });
        }
        _ => {}
    }
}

fn option_values(option: &OptionItem, found: &mut Diagnostics) {
    let name = &option.name.text;
    twice(option.values.iter().map(|(value, _)| spelled(value)), |value, first, second| {
        let message = format!("`{value}` is twice a value of `{name}`");
        found.report(again(code::DUPLICATE_NAME, message, first, second).help("take one of them out, or rename it"));
    });
}

/// Calls back for the first entry that has the key of an earlier one: the key, the earlier place, the later one.
fn twice(entries: impl Iterator<Item = (String, Span)>, report: impl FnOnce(&str, Span, Span)) {
    let mut seen: HashMap<String, Span> = HashMap::new();
    for (key, span) in entries {
        if let Some(first) = seen.get(&key) {
            report(&key, *first, span);
            return;
        }
        seen.insert(key, span);
    }
}

fn again(code: Code, message: String, first: Span, second: Span) -> Diagnostic {
    Diagnostic::error(code, second, message, "and again here").also(first, "first here")
}

fn spelled(name: &Name) -> (String, Span) {
    (name.text.clone(), name.span)
}

/// What tells an entry of the notation from the others.
pub(super) fn notation_key(entry: &NotationEntry) -> String {
    match entry {
        NotationEntry::Row(name, _) => format!("row {}", name.text),
        NotationEntry::Way(name, _) => format!("way {}", name.text),
        NotationEntry::Choice(name, _) => format!("choice {}", name.text),
        NotationEntry::Kind(name, _) => format!("kind {}", name.text),
        NotationEntry::PiecesByWorth(_) => "pieces".into(),
        NotationEntry::Mark(text, _) => format!("mark {}", text.text),
    }
}

fn notation_span(entry: &NotationEntry) -> Span {
    match entry {
        NotationEntry::Row(name, _)
        | NotationEntry::Way(name, _)
        | NotationEntry::Choice(name, _)
        | NotationEntry::Kind(name, _) => name.span,
        NotationEntry::PiecesByWorth(span) => *span,
        NotationEntry::Mark(text, _) => text.span,
    }
}
