//! Files that build on others: reads the chain of files and merges their items into one list.

use super::names::report_taken;
use super::once::{notation_key, report_twice};
use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::limits;
use crate::source::{SourceMap, Span};
use crate::syntax::ast::*;
use crate::syntax::parse_only;

/// Finds the text of a rules file by the name that stands behind `based on`: its full name for messages, and the text.
///
/// # Examples
/// ```
/// use mancala::{Variant, shipped_text};
///
/// let find = |name: &str| (name == "kalah").then(|| ("kalah.mancala".to_string(), shipped_text("kalah").unwrap().to_string()));
/// let mine = "mancala 1\nbased on kalah with pits: 4\ngame \"Mine\"\n";
/// let game = Variant::read("mine.mancala", mine, &find).game()?;
/// assert_eq!(game.model().board.pits_per_player(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Loader<'a> = dyn Fn(&str) -> Option<(String, String)> + 'a;

/// Parses a file and those it is based on, and merges them. The bindings are those of `based on … with`, which change
/// what is the default; later ones win.
pub fn load(
    name: &str,
    text: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    found: &mut Diagnostics,
) -> (File, Vec<Binding>) {
    load_only(name, text, loader, sources, found, |_| true)
}

/// The same for the items that begin with a wanted word; `based` must be one of them.
pub fn load_only(
    name: &str,
    text: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    found: &mut Diagnostics,
    wanted: fn(&str) -> bool,
) -> (File, Vec<Binding>) {
    let number = sources.add(name, text);
    let file = parse_only(text, number, found, wanted);
    report_twice(&file, found);
    report_taken(&file, found);
    let mut chain = vec![file];
    let mut defaults = Vec::new();
    let mut names: Vec<String> = vec![];
    while let Some((base, with)) = base_of(chain.last().expect("the chain has a file")) {
        let (base, with) = (base.clone(), with.to_vec());
        defaults.splice(0..0, with);
        if names.contains(&base.text) || chain.len() > limits::BASES {
            found.report(Diagnostic::error(
                code::BASE_LOOP,
                base.span,
                format!("`{}` is based on itself", base.text),
                "this closes the circle, or the chain is too long",
            ));
            break;
        }
        let Some((path, text)) = loader(&base.text) else {
            found.report(
                Diagnostic::error(
                    code::BASE_NOT_FOUND,
                    base.span,
                    format!("there is no rules file `{}`", base.text),
                    "not a shipped variant, and not a file beside this one",
                )
                .help("`mancala list` shows the shipped variants; a file of your own must lie in the same folder"),
            );
            break;
        };
        names.push(base.text);
        let number = sources.add(&path, &text);
        let mut file = parse_only(&text, number, found, wanted);
        // A file's examples are its own: they show the rules as that file has them. So are the other names of a game.
        file.items.retain(|item| !matches!(item.kind, ItemKind::Example(_)));
        file.items.iter_mut().for_each(forget_aliases);
        chain.push(file);
    }
    let incomplete = chain.last().is_some_and(|file| base_of(file).is_some());
    let mut merged = File::default();
    while let Some(file) = chain.pop() {
        merged = merge(merged, file, found);
    }
    if incomplete {
        // Without its base a file makes no sense, and the one error says so.
        merged.items.clear();
    }
    (merged, defaults)
}

fn forget_aliases(item: &mut Item) {
    if let ItemKind::Game(game) = &mut item.kind {
        game.aliases.clear();
    }
}

fn base_of(file: &File) -> Option<(&Name, &[Binding])> {
    file.items.iter().find_map(|item| match &item.kind {
        ItemKind::BasedOn(base, with) => Some((base, with.as_slice())),
        _ => None,
    })
}

fn merge(base: File, file: File, found: &mut Diagnostics) -> File {
    let first = base.items.is_empty();
    let replaces_turns = file.items.iter().any(|item| is_turn(&item.kind));
    let mut items = base.items;
    if replaces_turns {
        items.retain(|item| !is_turn(&item.kind));
    }
    let inherited = items.len();
    for item in file.items {
        match item.kind {
            ItemKind::BasedOn(..) => {}
            ItemKind::Without(removed) => removed.iter().for_each(|one| remove(&mut items, one, found)),
            ItemKind::Splice(item) => splice(&mut items, item, found),
            kind => add(&mut items, Item { kind, span: item.span }, if first { 0 } else { inherited }, found),
        }
    }
    let broken = [base.broken, file.broken].concat();
    let broken_words = base.broken_words.into_iter().chain(file.broken_words).collect();
    File { items, comments: file.comments, broken, broken_words }
}

fn is_turn(kind: &ItemKind) -> bool {
    matches!(kind, ItemKind::Turn(_) | ItemKind::Phase(..))
}

/// What makes two items the same: their word and, where they have one, their name.
fn identity(kind: &ItemKind) -> Option<(&'static str, &str, Span)> {
    Some(match kind {
        ItemKind::Game(game) => ("game", "", game.title.span),
        ItemKind::Option(option) => ("option", &option.name.text, option.name.span),
        ItemKind::Parameter(parameter) => ("option", &parameter.name.text, parameter.name.span),
        ItemKind::Preset(name, ..) => ("preset", &name.text, name.span),
        ItemKind::Define(define) => ("define", &define.name.text, define.name.span),
        ItemKind::Phase(name, ..) => ("phase", &name.text, name.span),
        ItemKind::Move(name, _) => ("move", &name.text, name.span),
        ItemKind::Sequence(name, ..) => ("sequence", &name.text, name.span),
        ItemKind::Example(example) => ("example", &example.name.text, example.name.span),
        ItemKind::Pieces(_) => ("pieces", "", Span::default()),
        ItemKind::Board(_) => ("board", "", Span::default()),
        ItemKind::Setup(_) => ("setup", "", Span::default()),
        ItemKind::State(_) => ("state", "", Span::default()),
        ItemKind::Notation(_) => ("notation", "", Span::default()),
        ItemKind::Turn(_) => ("turn", "", Span::default()),
        ItemKind::Legal(_) => ("legal", "", Span::default()),
        ItemKind::Endless(..) => ("endless", "", Span::default()),
        ItemKind::End(_) => ("end", "", Span::default()),
        ItemKind::Finally(_) => ("finally", "", Span::default()),
        ItemKind::Match(..) => ("match", "", Span::default()),
        ItemKind::BasedOn(..) | ItemKind::Without(_) | ItemKind::Splice(..) => return None,
    })
}

/// Adds an item; one of the base file (numbers below `inherited`) with the same identity is replaced or added to.
fn add(items: &mut Vec<Item>, item: Item, inherited: usize, found: &mut Diagnostics) {
    let same = items.iter().position(|other| match (identity(&other.kind), identity(&item.kind)) {
        (Some((word, name, _)), Some((other_word, other_name, _))) => word == other_word && name == other_name,
        _ => false,
    });
    let Some(at) = same else {
        items.push(item);
        return;
    };
    if at >= inherited && items[at].span.file == item.span.file {
        found.report(duplicate(&items[at], &item));
        return;
    }
    let old = std::mem::replace(&mut items[at], item);
    let new = &mut items[at].kind;
    match (old.kind, new) {
        (ItemKind::Board(old), ItemKind::Board(new)) => *new = by_name(old, std::mem::take(new), board_key),
        (ItemKind::Setup(old), ItemKind::Setup(new)) => *new = by_name(old, std::mem::take(new), setup_key),
        (ItemKind::State(old), ItemKind::State(new)) => {
            *new = by_name(old, std::mem::take(new), |one| one.name.text.clone());
        }
        (ItemKind::Notation(old), ItemKind::Notation(new)) => *new = by_name(old, std::mem::take(new), notation_key),
        (ItemKind::Legal(old), ItemKind::Legal(new)) => {
            *new = by_name(old, std::mem::take(new), |one| one.label.text.clone());
        }
        (ItemKind::End(old), ItemKind::End(new)) => {
            *new = by_name(old, std::mem::take(new), |one| one.row.label.text.clone());
        }
        _ => {}
    }
}

fn duplicate(first: &Item, second: &Item) -> Diagnostic {
    let (word, name, at) = identity(&second.kind).unwrap_or(("item", "", second.span));
    let first_at =
        identity(&first.kind).map_or(first.span, |(_, name, at)| if name.is_empty() { first.span } else { at });
    let at = if name.is_empty() { second.span } else { at };
    if name.is_empty() {
        Diagnostic::error(code::DUPLICATE_ITEM, at, format!("`{word}` stands twice"), "the second one")
            .also(first_at, "the first one")
            .help("join them: an item of this kind stands once")
    } else {
        Diagnostic::error(code::DUPLICATE_NAME, at, format!("`{name}` names two things"), "and again here")
            .also(first_at, "first used here")
            .help("rename one of them")
    }
}

/// Entries of the old list, replaced by those of the new one that have the same key; the others come behind.
fn by_name<T>(mut old: Vec<T>, new: Vec<T>, key: impl Fn(&T) -> String) -> Vec<T> {
    for entry in new {
        match old.iter().position(|other| key(other) == key(&entry)) {
            Some(at) => old[at] = entry,
            None => old.push(entry),
        }
    }
    old
}

fn board_key(entry: &BoardEntry) -> String {
    match entry {
        BoardEntry::Row { name, .. } | BoardEntry::Reserve(name) | BoardEntry::Track { name, .. } => name.text.clone(),
        BoardEntry::Pit(name, ..) | BoardEntry::Set(name, _) => name.text.clone(),
        BoardEntry::Store(_) => "store".into(),
        BoardEntry::Off(_) => "off".into(),
    }
}

fn setup_key(entry: &SetupEntry) -> String {
    match entry {
        SetupEntry::First(_) => "first".into(),
        SetupEntry::Contents { side, place, range: None, .. } => format!("{side:?} {}", place.text),
        SetupEntry::Contents { side, place, range: Some((low, high)), .. } => {
            let high = high.as_ref().map(bound_key);
            format!("{side:?} {} {}..{high:?}", place.text, bound_key(low))
        }
    }
}

/// The number or parameter where a part of a row begins or ends; what is computed is like nothing else.
fn bound_key(bound: &Expr) -> String {
    match &bound.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Call(name, None) => name.text.clone(),
        _ => format!("{:?}", bound.span),
    }
}

fn remove(items: &mut Vec<Item>, removed: &Removed, found: &mut Diagnostics) {
    let name = &removed.name.text;
    let word = removed.kind.text.as_str();
    let count = |items: &[Item]| items.iter().map(|item| entries(&item.kind)).sum::<usize>();
    let before = count(items);
    match (word, &removed.of) {
        ("row", Some(of)) => match find(items, &of.text, name) {
            Some(Labelled::Row(rows, at)) => {
                rows.remove(at);
                return;
            }
            Some(Labelled::Statement(body, at)) => {
                body.remove(at);
                return;
            }
            Some(Labelled::Entry(entries, at)) => {
                entries.remove(at);
                return;
            }
            None => {}
        },
        ("move" | "option" | "define" | "sequence" | "preset", None) => {
            items.retain(|item| identity(&item.kind).is_none_or(|(kind, other, _)| kind != word || other != name));
        }
        _ => {
            for item in items.iter_mut() {
                match (&mut item.kind, word) {
                    (ItemKind::State(list), "state") => list.retain(|entry| entry.name.text != *name),
                    (ItemKind::End(list), "end") => list.retain(|entry| entry.row.label.text != *name),
                    (ItemKind::Legal(list), "legal") => list.retain(|entry| entry.label.text != *name),
                    (ItemKind::Notation(list), "notation") => list.retain(|entry| match entry {
                        NotationEntry::Row(other, _) | NotationEntry::Way(other, _) => other.text != *name,
                        NotationEntry::Choice(other, _) | NotationEntry::Kind(other, _) => other.text != *name,
                        NotationEntry::PiecesByWorth(_) | NotationEntry::Mark(..) => true,
                    }),
                    (ItemKind::Board(list), "row") => list.retain(|entry| board_key(entry) != *name),
                    _ => {}
                }
            }
        }
    }
    if count(items) == before {
        found.report(
            Diagnostic::error(
                code::NOTHING_TO_CHANGE,
                removed.name.span,
                format!("there is no {word} `{name}` to take out"),
                "not in the file that this one is based on",
            )
            .help("rows are named by their move or sequence: `without row scatter.house`"),
        );
    }
}

/// Number of things in an item, so that a removal can be seen.
fn entries(kind: &ItemKind) -> usize {
    match kind {
        ItemKind::State(list) => list.len(),
        ItemKind::End(list) => list.len(),
        ItemKind::Legal(list) => list.len(),
        ItemKind::Notation(list) => list.len(),
        ItemKind::Board(list) => list.len(),
        _ => 1,
    }
}

fn splice(items: &mut [Item], item: SpliceItem, found: &mut Diagnostics) {
    let (of, label) = (&item.of, &item.label);
    let problem = match (find(items, &of.text, &label.text), item.what) {
        (Some(Labelled::Row(rows, at)), Spliced::Rows(new)) => return put_beside(rows, at, item.place, new),
        (Some(Labelled::Statement(body, at)), Spliced::Statements(new)) => {
            return put_beside(body, at, item.place, new);
        }
        (Some(Labelled::Entry(entries, at)), Spliced::Statements(new)) => {
            return put_beside(entries, at, item.place, new.into_iter().map(between_rounds).collect());
        }
        (None, _) => Diagnostic::error(
            code::NOTHING_TO_CHANGE,
            of.span.to(label.span),
            format!("there is no row or statement `{}.{}` here", of.text, label.text),
            "nothing of the base file has this label there",
        )
        .help("`mancala show BASE --source` prints the base file with its labels"),
        (Some(Labelled::Row(..)), _) => Diagnostic::error(
            code::NOTHING_TO_CHANGE,
            of.span.to(label.span),
            format!("`{}.{}` is a row, and statements are put beside it", of.text, label.text),
            "a row of a table",
        )
        .help("write rows: `label: condition -> what happens`"),
        (Some(Labelled::Statement(..) | Labelled::Entry(..)), _) => Diagnostic::error(
            code::NOTHING_TO_CHANGE,
            of.span.to(label.span),
            format!("`{}.{}` is a statement, and rows are put beside it", of.text, label.text),
            "a statement",
        )
        .help("write statements, each on a line"),
    };
    found.report(problem);
}

fn put_beside<T>(list: &mut Vec<T>, at: usize, place: SpliceWhere, new: Vec<T>) {
    match place {
        SpliceWhere::Before => drop(list.splice(at..at, new)),
        SpliceWhere::After => drop(list.splice(at + 1..at + 1, new)),
        SpliceWhere::Instead => drop(list.splice(at..=at, new)),
    }
}

/// What a label names: a row or a statement, by the list that it stands in and its number there.
enum Labelled<'a> {
    Row(&'a mut Vec<Row>, usize),
    Statement(&'a mut Vec<Statement>, usize),
    /// A statement between two rounds.
    Entry(&'a mut Vec<MatchEntry>, usize),
}

fn between_rounds(statement: Statement) -> MatchEntry {
    MatchEntry::Act(Box::new(statement))
}

/// The row or statement with this label in a move or sequence, in `finally`, `endless` or `match`.
fn find<'a>(items: &'a mut [Item], of: &str, label: &str) -> Option<Labelled<'a>> {
    for item in items {
        match &mut item.kind {
            ItemKind::Move(name, body) | ItemKind::Sequence(name, _, body) if name.text == of => {
                return in_body(body, label);
            }
            ItemKind::Finally(body) if of == "finally" => return in_body(body, label),
            ItemKind::Endless(_, rows) if of == "endless" => return in_rows(rows, label),
            ItemKind::Match(_, entries) if of == "match" => return in_match(entries, label),
            _ => {}
        }
    }
    None
}

fn in_match<'a>(entries: &'a mut Vec<MatchEntry>, label: &str) -> Option<Labelled<'a>> {
    let is_it = |entry: &MatchEntry| matches!(entry, MatchEntry::Act(statement) if is_called(statement, label));
    if let Some(at) = entries.iter().position(is_it) {
        return Some(Labelled::Entry(entries, at));
    }
    entries.iter_mut().find_map(|entry| match entry {
        MatchEntry::Over(rows) => in_rows(rows, label),
        MatchEntry::Act(statement) => within(statement, label),
        _ => None,
    })
}

fn is_called(statement: &Statement, label: &str) -> bool {
    statement.label.as_ref().is_some_and(|own| own.text == label)
}

fn in_body<'a>(body: &'a mut Vec<Statement>, label: &str) -> Option<Labelled<'a>> {
    if let Some(at) = body.iter().position(|statement| is_called(statement, label)) {
        return Some(Labelled::Statement(body, at));
    }
    body.iter_mut().find_map(|statement| within(statement, label))
}

fn within<'a>(statement: &'a mut Statement, label: &str) -> Option<Labelled<'a>> {
    match &mut statement.kind {
        StatementKind::Landing(rows) => in_rows(rows, label),
        StatementKind::Sow(sow) => sow.each_drop.as_mut().and_then(|each| in_rows(&mut each.rows, label)),
        StatementKind::Finally(inner) | StatementKind::For(_, inner) => in_body(inner, label),
        StatementKind::Either(alternatives) => alternatives.iter_mut().find_map(|one| in_body(&mut one.body, label)),
        _ => None,
    }
}

fn in_rows<'a>(rows: &'a mut Vec<Row>, label: &str) -> Option<Labelled<'a>> {
    if let Some(at) = rows.iter().position(|row| row.label.text == label) {
        return Some(Labelled::Row(rows, at));
    }
    rows.iter_mut().find_map(|row| in_body(&mut row.body, label))
}
