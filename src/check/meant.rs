//! What can be read and is most likely not meant: it says nothing, or another thing than it seems to.

use super::lint::is_own;
use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::game::Variant;
use crate::model::Model;
use crate::source::Span;
use crate::syntax::ast::{
    BoardEntry, CompareOp, Expr, ExprKind, Item, ItemKind, MatchEntry, Name, Row, Side, SidedTail, StateScope,
    Statement, StatementKind,
};
use crate::syntax::walk::{Walker, walk};

/// Looks at what a file says, whatever its options are; `models` are what it resolves to with them.
pub(super) fn all(variant: &Variant, models: &[&Model], found: &mut Diagnostics) {
    let items = &variant.file().items;
    nothing_there(items, found);
    one_player(items, found);
    comparisons(items, models, found);
    states(items, found);
}

/// Every expression of some items, with those it is made of.
struct Expressions<F>(F);

impl<'a, F: FnMut(&'a Expr)> Walker<'a> for Expressions<F> {
    fn expression(&mut self, expression: &'a Expr) {
        expression.each(&mut self.0);
    }
}

fn each_expression<'a>(item: &'a Item, see: impl FnMut(&'a Expr)) {
    walk(&item.kind, &mut Expressions(see));
}

// --- facing and behind -----------------------------------------------------------------------------------------------

/// The places of a board, as far as they face others or lie before them.
#[derive(Default)]
struct Neighbours<'a> {
    rows: Vec<&'a str>,
    /// The store and the reserves.
    holders: Vec<&'a str>,
    /// Rows that face another.
    faced: Vec<&'a str>,
    /// Rows behind which another lies.
    backed: Vec<&'a str>,
}

impl<'a> Neighbours<'a> {
    fn of(items: &'a [Item]) -> Self {
        let mut found = Neighbours { holders: vec!["store"], ..Neighbours::default() };
        let entries = items.iter().filter_map(|item| match &item.kind {
            ItemKind::Board(entries) => Some(entries),
            _ => None,
        });
        for entry in entries.flatten() {
            match entry {
                BoardEntry::Row { name, facing, behind, .. } => {
                    found.rows.push(&name.text);
                    if let Some(other) = facing {
                        found.faced.extend([name.text.as_str(), &other.text]);
                    }
                    found.backed.extend(behind.iter().map(|other| other.text.as_str()));
                }
                BoardEntry::Reserve(name) => found.holders.push(&name.text),
                _ => {}
            }
        }
        found
    }

    /// Whether `facing` or `behind` finds nothing; `place` is the row or store of which it is asked, if that is known.
    fn finds_nothing(&self, word: &str, place: Option<&str>) -> bool {
        let some = if word == "facing" { &self.faced } else { &self.backed };
        let place = place.filter(|place| self.rows.contains(place) || self.holders.contains(place));
        some.is_empty() || place.is_some_and(|place| !some.contains(&place))
    }

    fn no_such_pit(&self, word: &str, place: Option<&str>, span: Span) -> Diagnostic {
        let known = place.filter(|place| self.rows.contains(place) || self.holders.contains(place));
        if let Some(holder) = known.filter(|place| self.holders.contains(place)) {
            return nothing_found(word, &format!("`{holder}` is no pit of a row"), span)
                .help("only pits of rows face each other, or lie behind each other");
        }
        let (of, said) = match (word, known) {
            ("facing", Some(row)) => {
                (format!("row `{row}` faces no other"), format!("row {row}: … facing opponent {row}"))
            }
            ("facing", None) => ("no row of the board faces another".into(), "row home: … facing opponent home".into()),
            (_, Some(row)) => (format!("no row lies behind `{row}`"), format!("row back: … behind {row}")),
            (_, None) => ("no row of the board lies behind another".into(), "row back: … behind front".to_string()),
        };
        nothing_found(word, &of, span).help(format!(
            "say so in the board: `{said}`; a pit that is none holds nothing, and nothing is captured from it"
        ))
    }
}

fn nothing_found(word: &str, reason: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` finds no pit here: {reason}");
    Diagnostic::warning(code::FACES_NOTHING, span, message, "always none")
}

/// `facing X` and `behind X`, with X.
fn asked_beside(expression: &Expr) -> Option<(&'static str, &Expr)> {
    match &expression.kind {
        ExprKind::Facing(of) => Some(("facing", of)),
        ExprKind::Behind(of) => Some(("behind", of)),
        _ => None,
    }
}

/// `facing X` and `behind X` where X faces nothing, or nothing lies behind it: on the whole board, in the row that is named,
/// or in the one in which a row of the table says that the last pit lies.
fn nothing_there(items: &[Item], found: &mut Diagnostics) {
    let neighbours = Neighbours::of(items);
    for item in items {
        each_expression(item, |expression| {
            let Some((word, of)) = asked_beside(expression).filter(|_| is_own(expression.span)) else { return };
            if neighbours.finds_nothing(word, row_of(of)) {
                found.report(neighbours.no_such_pit(word, row_of(of), expression.span));
            }
        });
        let mut tables = LastPits::default();
        walk(&item.kind, &mut tables);
        for (row, place, span) in &tables.rows {
            for (word, asked) in tables.asked.iter().filter(|(_, asked)| row.contains(*asked) && is_own(*asked)) {
                if neighbours.finds_nothing(word, Some(place)) && !neighbours.finds_nothing(word, None) {
                    let report = neighbours.no_such_pit(word, Some(place), *asked);
                    found.report(report.also(*span, "the last pit lies there"));
                }
            }
        }
    }
}

/// What rows of tables say of the row in which the last pit lies, and where it is asked what that pit faces.
#[derive(Default)]
struct LastPits<'a> {
    /// The row of the table, the row of the board, and where that is said.
    rows: Vec<(Span, &'a str, Span)>,
    asked: Vec<(&'static str, Span)>,
}

impl<'a> Walker<'a> for LastPits<'a> {
    fn row(&mut self, row: &'a Row) {
        // A sowing in the row would have a last pit of its own.
        let sows = |statement: &Statement| matches!(statement.kind, StatementKind::Sow(_));
        if row.body.iter().any(sows) {
            return;
        }
        for condition in &row.conditions {
            let said = joined_by_and(condition).into_iter().filter_map(|one| Some((last_lies_in(one)?, one.span)));
            self.rows.extend(said.map(|(place, span)| (row.span, place, span)));
        }
    }

    fn expression(&mut self, expression: &'a Expr) {
        expression.each(&mut |part| {
            let asked = asked_beside(part).filter(|(_, of)| is_last(of));
            self.asked.extend(asked.map(|(word, _)| (word, part.span)));
        });
    }
}

fn joined_by_and(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::And(members) => members.iter().flat_map(joined_by_and).collect(),
        _ => vec![condition],
    }
}

fn is_last(expression: &Expr) -> bool {
    matches!(&expression.kind, ExprKind::Call(name, None) if name.text == "last")
}

/// The row of which a condition says that the last pit lies in it.
fn last_lies_in(condition: &Expr) -> Option<&str> {
    match &condition.kind {
        ExprKind::In(pit, false, sets, false) if is_last(pit) => match sets.as_slice() {
            [(set, None)] => row_of(set),
            _ => None,
        },
        ExprKind::Is(pit, false, other) if is_last(pit) => row_of(other),
        _ => None,
    }
}

fn row_of(expression: &Expr) -> Option<&str> {
    match &expression.kind {
        ExprKind::Sided(_, Some(name), SidedTail::None | SidedTail::Index(..)) => Some(&name.text),
        _ => None,
    }
}

// --- rules for one player --------------------------------------------------------------------------------------------

/// Rules that name a place of South or of North and not that of the other player.
fn one_player(items: &[Item], found: &mut Diagnostics) {
    for item in items.iter().filter(|item| holds_for_both(&item.kind)) {
        let mut said = OfOnePlayer::default();
        walk(&item.kind, &mut said);
        let Some(&(side, name, span)) = said.named.iter().find(|named| said.is_one_sided(named)) else { continue };
        if is_own(span) {
            let (player, other) = if side == Side::South { ("South", "North") } else { ("North", "South") };
            found.report(
                Diagnostic::warning(
                    code::ONE_PLAYER,
                    span,
                    format!("this rule is about {player}'s `{}`, whoever is to move", name.text),
                    format!("nothing here is about {other}'s"),
                )
                .help(format!(
                    "write `own {0}` for the mover's and `opponent {0}` for the other player's: rules hold for both",
                    name.text
                )),
            );
        }
    }
}

/// Whether an item has rules that hold for whoever moves.
fn holds_for_both(item: &ItemKind) -> bool {
    matches!(
        item,
        ItemKind::Move(..)
            | ItemKind::Sequence(..)
            | ItemKind::Define(_)
            | ItemKind::Finally(_)
            | ItemKind::Legal(_)
            | ItemKind::Endless(..)
            | ItemKind::End(_)
            | ItemKind::Phase(..)
            | ItemKind::Splice(..)
    )
}

/// What an item says of South or of North.
#[derive(Default)]
struct OfOnePlayer<'a> {
    /// Their places.
    named: Vec<(Side, &'a Name, Span)>,
    /// Where it is asked who moves: whoever does so knows that there are two.
    asked: Vec<Span>,
    /// Statements and rows, with all that is in them.
    rules: Vec<Span>,
}

impl<'a> Walker<'a> for OfOnePlayer<'a> {
    fn statement(&mut self, statement: &'a Statement) {
        self.rules.push(statement.span);
    }

    fn row(&mut self, row: &'a Row) {
        self.rules.push(row.span);
    }

    fn expression(&mut self, expression: &'a Expr) {
        expression.each(&mut |part| match &part.kind {
            ExprKind::Sided(side @ (Side::South | Side::North), Some(name), _) => {
                self.named.push((*side, name, part.span));
            }
            ExprKind::Sided(Side::South | Side::North, None, _) => self.asked.push(part.span),
            _ => {}
        });
    }
}

impl OfOnePlayer<'_> {
    /// Whether a place is named of one player only, and nothing around it asks who moves.
    fn is_one_sided(&self, (side, name, span): &(Side, &Name, Span)) -> bool {
        let has_twin = self.named.iter().any(|(other, twin, _)| other != side && twin.text == name.text);
        // The outermost statement or row around it: a table in it may ask in one row, and leave the rest to another.
        let around = self.rules.iter().find(|rule| rule.contains(*span));
        !has_twin && !self.asked.iter().any(|asked| around.is_none_or(|around| around.contains(*asked)))
    }
}

// --- comparisons -----------------------------------------------------------------------------------------------------

/// Comparisons that hold whatever the number is, or never: none is below 0, and none of seeds and pits above what there is.
fn comparisons(items: &[Item], models: &[&Model], found: &mut Diagnostics) {
    for item in items {
        each_expression(item, |expression| {
            let ExprKind::Compare(op, one, other) = &expression.kind else { return };
            let (op, asked, number) = match (&one.kind, &other.kind) {
                (_, ExprKind::Number(number)) => (*op, one, *number),
                (ExprKind::Number(number), _) => (mirrored(*op), other, *number),
                _ => return,
            };
            if let Some(report) = known_beforehand(op, asked, number, models, expression.span)
                && is_own(expression.span)
            {
                found.report(report);
            }
        });
    }
}

/// A comparison of what is counted with a number, if it is known how it comes out.
fn known_beforehand(op: CompareOp, asked: &Expr, number: u32, models: &[&Model], span: Span) -> Option<Diagnostic> {
    let (holds, reason, help) = match most(asked, models) {
        _ if number == 0 && is_count(asked) && against_nought(op).is_some() => {
            let holds = against_nought(op)?;
            let help = if holds { "write `>= 1` to ask for at least one" } else { "write `= 0` to ask for none" };
            (holds, "there is no number below 0".to_string(), help)
        }
        Some((most, reason)) => {
            (against_most(op, number, most)?, reason, "compare with a smaller number, or leave the comparison out")
        }
        None => return None,
    };
    let (always, label) =
        if holds { ("always", "holds whatever the number is") } else { ("never", "holds for no number") };
    let message = format!("this comparison {always} holds: {reason}");
    Some(Diagnostic::warning(code::ALWAYS_HOLDS, span, message, label).help(help))
}

/// Whether a number that is never below 0 compares so with 0 always, or never.
fn against_nought(op: CompareOp) -> Option<bool> {
    match op {
        CompareOp::AtLeast => Some(true),
        CompareOp::Less => Some(false),
        CompareOp::Equal | CompareOp::NotEqual | CompareOp::AtMost | CompareOp::More => None,
    }
}

/// Whether a number that is never above the most compares so with another always, or never.
fn against_most(op: CompareOp, number: u32, most: u32) -> Option<bool> {
    match op {
        CompareOp::AtMost if number >= most => Some(true),
        CompareOp::More if number >= most => Some(false),
        CompareOp::Less | CompareOp::NotEqual if number > most => Some(true),
        CompareOp::AtLeast | CompareOp::Equal if number > most => Some(false),
        _ => None,
    }
}

/// The most that something which is counted comes to with any options, and why.
fn most(asked: &Expr, models: &[&Model]) -> Option<(u32, String)> {
    let ExprKind::Call(name, Some(arguments)) = &asked.kind else { return None };
    let [of] = arguments.as_slice() else { return None };
    let largest = |size: &dyn Fn(&Model) -> u32| models.iter().copied().map(size).max();
    // A pit may be among the drops of a sowing more than once.
    let mut has_drops = false;
    of.each(&mut |part| has_drops |= matches!(part.kind, ExprKind::Drops(_)));
    match name.text.as_str() {
        "seeds" if !has_drops && !calls_something(of) => {
            // Of a game without a seed that alone is said.
            let total = largest(&Model::total).filter(|total| *total > 0)?;
            Some((total, format!("there are {total} seeds in all")))
        }
        "number" => {
            let longest = |model: &Model| model.board.rows.iter().map(|row| u32::from(row.size)).max().unwrap_or(0);
            let pits = largest(&longest)?;
            Some((pits, format!("no row has more than {pits} pits")))
        }
        "count" => {
            let (side, row) = fixed_row(of)?;
            let size = |model: &Model| model.board.row(row).map_or(u32::MAX, |row| u32::from(row.size));
            let pits = largest(&size)?.checked_mul(if side == Side::All { 2 } else { 1 })?;
            Some((pits, format!("there are {pits} pits in it")))
        }
        _ => None,
    }
}

/// Whether a name in an expression may stand for a run of drops.
fn calls_something(expression: &Expr) -> bool {
    let mut calls = false;
    expression.each(&mut |part| {
        calls |= match &part.kind {
            ExprKind::Call(name, _) => {
                !matches!(name.text.as_str(), "last" | "origin" | "it" | "seeds" | "number" | "count")
            }
            _ => false,
        };
    });
    calls
}

/// The row of which a set is a part.
fn fixed_row(set: &Expr) -> Option<(Side, &str)> {
    match &set.kind {
        ExprKind::Sided(side, Some(name), SidedTail::None) => Some((*side, &name.text)),
        ExprKind::Where(set, _) => fixed_row(set),
        _ => None,
    }
}

fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::More,
        CompareOp::More => CompareOp::Less,
        CompareOp::AtMost => CompareOp::AtLeast,
        CompareOp::AtLeast => CompareOp::AtMost,
        same => same,
    }
}

fn is_count(expression: &Expr) -> bool {
    const COUNTS: [&str; 9] = ["seeds", "count", "number", "worth", "held", "captured", "laps", "hand", "total"];
    matches!(&expression.kind, ExprKind::Call(name, _) if COUNTS.contains(&name.text.as_str()))
}

// --- state -----------------------------------------------------------------------------------------------------------

/// What sets state and what asks for it.
#[derive(Default)]
struct Uses<'a> {
    set: Vec<&'a str>,
    /// What each is set to.
    values: Vec<(&'a str, &'a Expr)>,
    asked: Vec<&'a str>,
}

impl<'a> Walker<'a> for Uses<'a> {
    fn statement(&mut self, statement: &'a Statement) {
        if let StatementKind::Becomes(state, value) = &statement.kind {
            self.set.extend(name_of(state));
            self.values.extend(name_of(state).map(|name| (name, value)));
        }
    }

    fn expression(&mut self, expression: &'a Expr) {
        expression.each(&mut |part| self.asked.extend(name_of(part)));
    }
}

fn name_of(expression: &Expr) -> Option<&str> {
    match &expression.kind {
        ExprKind::Call(name, _) | ExprKind::Sided(_, Some(name), _) => Some(&name.text),
        _ => None,
    }
}

/// Whether two values are written alike and mean the same wherever they stand.
fn are_same(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Number(one), ExprKind::Number(other)) => one == other,
        (ExprKind::Truth(one), ExprKind::Truth(other)) => one == other,
        (ExprKind::Nobody, ExprKind::Nobody) | (ExprKind::NoPit, ExprKind::NoPit) => true,
        _ => false,
    }
}

/// State that is set and never asked for, or asked for and never set to anything but what it is at the start.
fn states(items: &[Item], found: &mut Diagnostics) {
    let mut uses = Uses::default();
    for item in items {
        walk(&item.kind, &mut uses);
        if let ItemKind::Match(_, entries) = &item.kind {
            uses.set.extend(entries.iter().filter_map(|entry| match entry {
                MatchEntry::Fill(fill) => fill.unfilled.as_ref().map(|name| name.text.as_str()),
                _ => None,
            }));
        }
    }
    let entries = items.iter().filter_map(|item| match &item.kind {
        ItemKind::State(entries) => Some(entries),
        _ => None,
    });
    for entry in entries.flatten().filter(|entry| is_own(entry.name.span)) {
        let name = entry.name.text.as_str();
        let is_set = uses.set.contains(&name);
        let changes = is_set || entry.until.is_some();
        let mut values = uses.values.iter().filter(|(of, _)| *of == name).map(|(_, value)| value);
        let is_filled = uses.set.iter().filter(|of| **of == name).count() > values.clone().count();
        let keeps = is_set && entry.until.is_none() && !is_filled && values.all(|value| are_same(value, &entry.start));
        match (changes, uses.asked.contains(&name)) {
            // What nothing but its own `until` names is unused, and said to be.
            (true, false) if is_set => found.report(
                Diagnostic::warning(
                    code::STATE_NEVER_READ,
                    entry.name.span,
                    format!("the state `{name}` is set, and no rule asks for it"),
                    "never asked for",
                )
                .help("ask for it in a rule, or take it out: it makes positions differ that are the same"),
            ),
            (_, true) if !changes || keeps => found.report(
                Diagnostic::warning(
                    code::STATE_NEVER_CHANGES,
                    entry.name.span,
                    if keeps {
                        format!("the state `{name}` is only ever set to what it is at the start")
                    } else {
                        format!("the state `{name}` is asked for, and never changes")
                    },
                    "keeps its value for ever",
                )
                .help(format!(
                    "set it where it changes: `{} becomes …`; what never changes is an option or a `define`",
                    match entry.scope {
                        StateScope::Pit => format!("{name}(last)"),
                        StateScope::Player => format!("own {name}"),
                        StateScope::Game => name.to_string(),
                    }
                )),
            ),
            _ => {}
        }
    }
}
