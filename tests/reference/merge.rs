//! The items of a file that is based on others: section 1 of the language page.

use super::{Answer, meaningless};
use mancala::diagnostic::Diagnostics;
use mancala::syntax::ast::{
    Binding, BoardEntry, Item, ItemKind, MatchEntry, NotationEntry, Removed, Row, SetupEntry, SpliceItem, SpliceWhere,
    Spliced, Statement, StatementKind,
};
use mancala::syntax::parse;

/// Finds the text of the file that stands behind `based on`.
pub(crate) type Texts<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Items of a file with those of its base, and what `with` says on the way; what is said later counts.
#[derive(Debug, Default)]
pub(super) struct Merged {
    pub(super) items: Vec<Item>,
    pub(super) with: Vec<Binding>,
}

/// Reads a text, and those it is based on.
pub(super) fn read(text: &str, texts: &Texts<'_>) -> Answer<Merged> {
    read_as(0, text, texts)
}

/// The number keeps the places of the files apart.
fn read_as(number: u16, text: &str, texts: &Texts<'_>) -> Answer<Merged> {
    let mut found = Diagnostics::default();
    let items = parse(text, number, &mut found).items;
    if found.any_error() {
        return meaningless(format!("cannot be parsed: {:?}", found.sorted()));
    }
    let based_on = items.iter().find_map(|item| match &item.kind {
        ItemKind::BasedOn(base, with) => Some((base.text.clone(), with.clone())),
        _ => None,
    });
    let mut merged = Merged::default();
    if let Some((name, with)) = based_on {
        let Some(text) = texts(&name) else { return meaningless(format!("there is no file {name}")) };
        merged = read_as(number + 1, &text, texts)?;
        merged.items.retain(|item| !matches!(item.kind, ItemKind::Example(_)));
        merged.with.extend(with);
    }
    if items.iter().any(|item| says_turns(&item.kind)) {
        merged.items.retain(|item| !says_turns(&item.kind));
    }
    for item in items {
        put_on_top(&mut merged.items, item)?;
    }
    Ok(merged)
}

fn says_turns(kind: &ItemKind) -> bool {
    matches!(kind, ItemKind::Turn(_) | ItemKind::Phase(..))
}

fn put_on_top(items: &mut Vec<Item>, item: Item) -> Answer<()> {
    match item.kind {
        ItemKind::BasedOn(..) => Ok(()),
        ItemKind::Without(list) => list.iter().try_for_each(|removed| take_out(items, removed)),
        ItemKind::Splice(splice) => put_in(items, splice),
        _ => {
            let old = items.iter_mut().find(|old| same_item(&old.kind, &item.kind));
            match old {
                Some(old) => replace(&mut old.kind, item.kind),
                None => items.push(item),
            }
            Ok(())
        }
    }
}

/// Whether the second stands for the first in a file that is based on it.
fn same_item(old: &ItemKind, new: &ItemKind) -> bool {
    std::mem::discriminant(old) == std::mem::discriminant(new)
        && !says_turns(old)
        && !matches!(old, ItemKind::Example(_))
        && name_of(old) == name_of(new)
}

/// The name of an item that has one.
fn name_of(kind: &ItemKind) -> Option<&str> {
    match kind {
        ItemKind::Option(option) => Some(&option.name.text),
        ItemKind::Parameter(parameter) => Some(&parameter.name.text),
        ItemKind::Define(define) => Some(&define.name.text),
        ItemKind::Preset(name, ..) | ItemKind::Move(name, _) | ItemKind::Sequence(name, ..) => Some(&name.text),
        _ => None,
    }
}

/// Some items are merged entry by entry, all others replaced.
fn replace(old: &mut ItemKind, new: ItemKind) {
    match (old, new) {
        (ItemKind::Board(old), ItemKind::Board(new)) => by_name(old, new, board_name),
        (ItemKind::Setup(old), ItemKind::Setup(new)) => by_name(old, new, setup_name),
        (ItemKind::State(old), ItemKind::State(new)) => by_name(old, new, |entry| entry.name.text.clone()),
        (ItemKind::Notation(old), ItemKind::Notation(new)) => by_name(old, new, notation_name),
        (ItemKind::Legal(old), ItemKind::Legal(new)) => by_name(old, new, |rule| rule.label.text.clone()),
        (ItemKind::End(old), ItemKind::End(new)) => by_name(old, new, |row| row.row.label.text.clone()),
        (old, new) => *old = new,
    }
}

fn by_name<T>(old: &mut Vec<T>, new: Vec<T>, name: impl Fn(&T) -> String) {
    for entry in new {
        match old.iter_mut().find(|other| name(other) == name(&entry)) {
            Some(other) => *other = entry,
            None => old.push(entry),
        }
    }
}

fn board_name(entry: &BoardEntry) -> String {
    match entry {
        BoardEntry::Row { name, .. } | BoardEntry::Track { name, .. } => name.text.clone(),
        BoardEntry::Reserve(name) | BoardEntry::Pit(name, ..) | BoardEntry::Set(name, _) => name.text.clone(),
        BoardEntry::Store(_) => "store".into(),
        BoardEntry::Off(_) => "off".into(),
    }
}

fn setup_name(entry: &SetupEntry) -> String {
    match entry {
        SetupEntry::First(_) => "first".into(),
        SetupEntry::Contents { side, place, .. } => format!("{side:?} {}", place.text),
    }
}

fn notation_name(entry: &NotationEntry) -> String {
    match entry {
        NotationEntry::Row(name, _) => format!("row {}", name.text),
        NotationEntry::Way(name, _) => format!("way {}", name.text),
        NotationEntry::Choice(name, _) => format!("choice {}", name.text),
        NotationEntry::Kind(name, _) => format!("kind {}", name.text),
        NotationEntry::PiecesByWorth(_) => "pieces".into(),
        NotationEntry::Mark(text, _) => format!("mark {}", text.text),
    }
}

fn take_out(items: &mut Vec<Item>, removed: &Removed) -> Answer<()> {
    let name = removed.name.text.as_str();
    match (removed.kind.text.as_str(), &removed.of) {
        ("row", Some(table)) => match find(items, &table.text, name)? {
            Labelled::Row(rows, at) => drop(rows.remove(at)),
            Labelled::Statement(body, at) => drop(body.remove(at)),
            Labelled::BetweenRounds(entries, at) => drop(entries.remove(at)),
        },
        ("option", None) => items.retain(|item| {
            !matches!(item.kind, ItemKind::Option(_) | ItemKind::Parameter(_)) || name_of(&item.kind) != Some(name)
        }),
        ("define", None) => items.retain(|item| !matches!(&item.kind, ItemKind::Define(it) if it.name.text == name)),
        ("move", None) => items.retain(|item| !matches!(&item.kind, ItemKind::Move(it, _) if it.text == name)),
        ("sequence", None) => {
            items.retain(|item| !matches!(&item.kind, ItemKind::Sequence(it, ..) if it.text == name));
        }
        ("preset", None) => items.retain(|item| !matches!(&item.kind, ItemKind::Preset(it, ..) if it.text == name)),
        (word, _) => items.iter_mut().for_each(|item| take_entry_out(&mut item.kind, word, name)),
    }
    Ok(())
}

fn take_entry_out(kind: &mut ItemKind, word: &str, name: &str) {
    match (kind, word) {
        (ItemKind::Board(entries), "row") => entries.retain(|entry| board_name(entry) != name),
        (ItemKind::State(entries), "state") => entries.retain(|entry| entry.name.text != name),
        (ItemKind::Legal(rules), "legal") => rules.retain(|rule| rule.label.text != name),
        (ItemKind::End(rows), "end") => rows.retain(|row| row.row.label.text != name),
        (ItemKind::Notation(entries), "notation") => entries.retain(|entry| match entry {
            NotationEntry::Row(it, _) | NotationEntry::Way(it, _) => it.text != name,
            NotationEntry::Choice(it, _) | NotationEntry::Kind(it, _) => it.text != name,
            NotationEntry::PiecesByWorth(_) | NotationEntry::Mark(..) => true,
        }),
        _ => {}
    }
}

fn put_in(items: &mut [Item], item: SpliceItem) -> Answer<()> {
    let beside = find(items, &item.of.text, &item.label.text)?;
    match (beside, item.what) {
        (Labelled::Row(rows, at), Spliced::Rows(new)) => put_beside(rows, at, item.place, new),
        (Labelled::Statement(body, at), Spliced::Statements(new)) => put_beside(body, at, item.place, new),
        (Labelled::BetweenRounds(entries, at), Spliced::Statements(new)) => {
            let new = new.into_iter().map(|statement| MatchEntry::Act(Box::new(statement))).collect();
            put_beside(entries, at, item.place, new);
        }
        _ => return meaningless("rows beside a statement, or statements beside a row"),
    }
    Ok(())
}

fn put_beside<T>(list: &mut Vec<T>, at: usize, place: SpliceWhere, new: Vec<T>) {
    let replaced = match place {
        SpliceWhere::Before => at..at,
        SpliceWhere::After => at + 1..at + 1,
        SpliceWhere::Instead => at..at + 1,
    };
    list.splice(replaced, new);
}

/// A row or statement with a label, by the list that it stands in and its number there.
enum Labelled<'i> {
    Row(&'i mut Vec<Row>, usize),
    Statement(&'i mut Vec<Statement>, usize),
    BetweenRounds(&'i mut Vec<MatchEntry>, usize),
}

/// What has this label in a move or sequence, in `finally`, `endless` or `match`.
fn find<'i>(items: &'i mut [Item], of: &str, label: &str) -> Answer<Labelled<'i>> {
    let found = items.iter_mut().find_map(|item| match &mut item.kind {
        ItemKind::Endless(_, rows) if of == "endless" => in_rows(rows, label),
        ItemKind::Match(_, entries) if of == "match" => between_rounds(entries, label),
        ItemKind::Finally(body) if of == "finally" => in_body(body, label),
        ItemKind::Move(name, body) | ItemKind::Sequence(name, _, body) if name.text == of => in_body(body, label),
        _ => None,
    });
    found.map_or_else(|| meaningless(format!("there is no row {of}.{label}")), Ok)
}

fn between_rounds<'i>(entries: &'i mut Vec<MatchEntry>, label: &str) -> Option<Labelled<'i>> {
    let named = |entry: &MatchEntry| matches!(entry, MatchEntry::Act(statement) if is_called(statement, label));
    if let Some(at) = entries.iter().position(named) {
        return Some(Labelled::BetweenRounds(entries, at));
    }
    entries.iter_mut().find_map(|entry| match entry {
        MatchEntry::Over(rows) => in_rows(rows, label),
        MatchEntry::Act(statement) => in_statement(statement, label),
        _ => None,
    })
}

fn is_called(statement: &Statement, label: &str) -> bool {
    statement.label.as_ref().is_some_and(|name| name.text == label)
}

fn in_rows<'i>(rows: &'i mut Vec<Row>, label: &str) -> Option<Labelled<'i>> {
    match rows.iter().position(|row| row.label.text == label) {
        Some(at) => Some(Labelled::Row(rows, at)),
        None => rows.iter_mut().find_map(|row| in_body(&mut row.body, label)),
    }
}

fn in_body<'i>(body: &'i mut Vec<Statement>, label: &str) -> Option<Labelled<'i>> {
    match body.iter().position(|one| is_called(one, label)) {
        Some(at) => Some(Labelled::Statement(body, at)),
        None => body.iter_mut().find_map(|one| in_statement(one, label)),
    }
}

fn in_statement<'i>(statement: &'i mut Statement, label: &str) -> Option<Labelled<'i>> {
    match &mut statement.kind {
        StatementKind::Landing(rows) => in_rows(rows, label),
        StatementKind::Sow(sow) => sow.each_drop.as_mut().and_then(|each| in_rows(&mut each.rows, label)),
        StatementKind::Finally(inner) | StatementKind::For(_, inner) => in_body(inner, label),
        StatementKind::Either(alternatives) => alternatives.iter_mut().find_map(|one| in_body(&mut one.body, label)),
        _ => None,
    }
}
