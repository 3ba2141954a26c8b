//! Where a name that is not known may have been declared: a slip in the one word that declares a name shows only where
//! the name is used.

use crate::diagnostic::{Code, Diagnostic, Label, code};
use crate::game::Variant;
use crate::source::Span;
use crate::syntax::ast::{BoardEntry, ItemKind, Name, Statement, StatementKind};
use crate::syntax::words;
use std::collections::{HashMap, HashSet};

/// Most names that are shown because nothing uses them.
const MOST_SHOWN: usize = 2;

/// What a name is declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeclaredAs {
    Option,
    Value,
    Piece,
    Row,
    /// A reserve, a named pit or set.
    Place,
    Track,
    Way,
    State,
    Define,
    Parameter,
    Move,
    Sequence,
    /// What a body chooses or keeps.
    Kept,
    Label,
}

/// A name with what it is declared as, and the item that declares it.
struct Declared<'a> {
    name: &'a Name,
    declared_as: DeclaredAs,
    item: Span,
}

/// Adds to what is said of unknown names the place that declares what may be meant: a name that is near, or one that is
/// declared as such a thing and used nowhere.
pub(super) fn point_to(variant: &Variant, found: &mut [Diagnostic]) {
    let names = names(variant);
    // What a file is based on uses names of it, too.
    let mut times: HashMap<&str, usize> = HashMap::new();
    for file in variant.sources().files() {
        words(&file.text).into_iter().for_each(|at| *times.entry(&file.text[at]).or_default() += 1);
    }
    // What a body chooses or keeps is known in its item only.
    let known = names.iter().filter(|declared| declared.declared_as != DeclaredAs::Kept);
    let known: HashSet<&str> = known.map(|declared| declared.name.text.as_str()).collect();
    let is_lonely = |one: &&Declared<'_>| one.name.span.file == 0 && times.get(one.name.text.as_str()) == Some(&1);
    let lonely: Vec<&Declared<'_>> = names.iter().filter(is_lonely).collect();
    let is_named = |one: &Diagnostic| is_of_names(one.code) && is_word(variant, &known, one);
    for diagnostic in found.iter_mut().filter(|one| is_named(one)) {
        let near = diagnostic.fix.as_ref().and_then(|fix| lonely.iter().find(|one| one.name.text == fix.text));
        let shown: Vec<&Declared<'_>> = match (near, &diagnostic.fix) {
            (Some(near), _) => vec![near],
            (None, Some(_)) => Vec::new(),
            (None, None) => {
                let may_be_meant = |one: &&Declared<'_>| may_be_meant(variant, diagnostic, one);
                lonely.iter().copied().filter(may_be_meant).take(MOST_SHOWN + 1).collect()
            }
        };
        if shown.len() > MOST_SHOWN {
            continue;
        }
        if let ([one], None) = (shown.as_slice(), &diagnostic.fix)
            && one.declared_as == DeclaredAs::Kept
        {
            *diagnostic = diagnostic.clone().help(format!("did you mean `{}`?", one.name.text));
        }
        for one in shown {
            if diagnostic.labels.iter().all(|label| label.span != one.name.span) {
                let text = format!("`{}` is declared here, and used nowhere", one.name.text);
                diagnostic.labels.push(Label { span: one.name.span, text });
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

/// Whether an unknown name may be meant to be one that is used nowhere, as far as what it is declared as goes.
fn may_be_meant(variant: &Variant, diagnostic: &Diagnostic, declared: &Declared<'_>) -> bool {
    let Some(place) = diagnostic.labels.first().map(|label| label.span).filter(|place| place.file == 0) else {
        return false;
    };
    let declared_as = declared.declared_as;
    match diagnostic.code {
        code::UNKNOWN_TRACK => declared_as == DeclaredAs::Track,
        code::UNKNOWN_ROW => declared_as == DeclaredAs::Row,
        code::UNKNOWN_MOVE => declared_as == DeclaredAs::Move,
        code::UNKNOWN_SEQUENCE => declared_as == DeclaredAs::Sequence,
        code::UNKNOWN_OPTION => matches!(declared_as, DeclaredAs::Option | DeclaredAs::Parameter),
        code::UNKNOWN_PIECE => declared_as == DeclaredAs::Piece,
        code::UNKNOWN_NAME => {
            let text = &variant.sources().file(0).text;
            let before = text[..place.start as usize].trim_end();
            let has_side = ["own", "opponent", "all", "south", "north"].iter().any(|side| before.ends_with(side));
            let behind = text[place.end as usize..].trim_start();
            let is_called = behind.starts_with('(');
            let is_compared = behind.starts_with("is ");
            match declared_as {
                DeclaredAs::Row | DeclaredAs::Place => has_side,
                DeclaredAs::State | DeclaredAs::Define => true,
                DeclaredAs::Option => !has_side && is_compared,
                DeclaredAs::Parameter => !has_side && !is_called && !is_compared,
                DeclaredAs::Kept => !has_side && !is_called && declared.item.contains(place),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Every name that the file declares.
fn names(variant: &Variant) -> Vec<Declared<'_>> {
    let mut names = Vec::new();
    for item in &variant.file().items {
        let mut add = |name, declared_as| names.push(Declared { name, declared_as, item: item.span });
        match &item.kind {
            ItemKind::Option(option) => {
                add(&option.name, DeclaredAs::Option);
                option.values.iter().for_each(|(value, ..)| add(value, DeclaredAs::Value));
            }
            ItemKind::Parameter(parameter) => add(&parameter.name, DeclaredAs::Parameter),
            ItemKind::Pieces(pieces) => pieces.iter().for_each(|piece| add(&piece.name, DeclaredAs::Piece)),
            ItemKind::Board(entries) => entries.iter().for_each(|entry| board(entry, &mut add)),
            ItemKind::State(entries) => entries.iter().for_each(|entry| add(&entry.name, DeclaredAs::State)),
            ItemKind::Define(define) => {
                add(&define.name, DeclaredAs::Define);
                define.parameters.iter().for_each(|name| add(name, DeclaredAs::Kept));
            }
            ItemKind::Move(name, body) => {
                add(name, DeclaredAs::Move);
                kept(body, &mut add);
            }
            ItemKind::Sequence(name, parameters, body) => {
                add(name, DeclaredAs::Sequence);
                parameters.iter().for_each(|name| add(name, DeclaredAs::Kept));
                kept(body, &mut add);
            }
            ItemKind::End(rows) => rows.iter().for_each(|row| add(&row.row.label, DeclaredAs::Label)),
            ItemKind::Endless(_, rows) => rows.iter().for_each(|row| add(&row.label, DeclaredAs::Label)),
            _ => {}
        }
    }
    names
}

fn board<'a>(entry: &'a BoardEntry, add: &mut dyn FnMut(&'a Name, DeclaredAs)) {
    match entry {
        BoardEntry::Row { name, .. } => add(name, DeclaredAs::Row),
        BoardEntry::Reserve(name) | BoardEntry::Pit(name, ..) | BoardEntry::Set(name, _) => {
            add(name, DeclaredAs::Place);
        }
        BoardEntry::Track { name, ways, .. } => {
            add(name, DeclaredAs::Track);
            ways.iter().flat_map(|(one, other)| [one, other]).for_each(|way| add(way, DeclaredAs::Way));
        }
        BoardEntry::Store(_) | BoardEntry::Off(_) => {}
    }
}

/// What a body chooses or keeps.
fn kept<'a>(body: &'a [Statement], add: &mut dyn FnMut(&'a Name, DeclaredAs)) {
    for statement in body {
        if let StatementKind::Choose(name, ..) | StatementKind::Let(name, _) = &statement.kind {
            add(name, DeclaredAs::Kept);
        }
    }
}
