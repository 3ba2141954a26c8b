//! What can be read and is most likely not meant: it says nothing, or another thing than it seems to.

use super::lint::is_own;
use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::game::Variant;
use crate::source::Span;
use crate::syntax::ast::{
    BoardEntry, CompareOp, Expr, ExprKind, Item, ItemKind, MatchEntry, Name, Row, Side, SidedTail, StateScope,
    Statement, StatementKind,
};
use crate::syntax::walk::{Walker, walk};

/// Looks at what a file says, whatever its options are.
pub(super) fn all(variant: &Variant, found: &mut Diagnostics) {
    let items = &variant.file().items;
    nothing_there(items, found);
    one_player(items, found);
    comparisons(items, found);
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

/// `facing X` and `behind X` on a board where X faces nothing, or nothing lies behind it.
fn nothing_there(items: &[Item], found: &mut Diagnostics) {
    let rows = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Board(entries) => Some(entries),
        _ => None,
    });
    let (mut faced, mut backed, mut known) = (Vec::new(), Vec::new(), Vec::new());
    for entry in rows.flatten() {
        if let BoardEntry::Row { name, facing, behind, .. } = entry {
            known.push(name.text.as_str());
            if let Some(other) = facing {
                faced.extend([name.text.as_str(), &other.text]);
            }
            backed.extend(behind.iter().map(|other| other.text.as_str()));
        }
    }
    for item in items {
        each_expression(item, |expression| {
            let (of, some, word) = match &expression.kind {
                ExprKind::Facing(of) => (of, &faced, "facing"),
                ExprKind::Behind(of) => (of, &backed, "behind"),
                _ => return,
            };
            let row = row_of(of).filter(|row| known.contains(row));
            let nothing = some.is_empty() || row.is_some_and(|row| !some.contains(&row));
            if nothing && is_own(expression.span) {
                found.report(no_such_pit(word, row, expression.span));
            }
        });
    }
}

fn row_of(expression: &Expr) -> Option<&str> {
    match &expression.kind {
        ExprKind::Sided(_, Some(name), SidedTail::None | SidedTail::Index(..)) => Some(&name.text),
        _ => None,
    }
}

fn no_such_pit(word: &str, row: Option<&str>, span: Span) -> Diagnostic {
    let (of, said) = match (word, row) {
        ("facing", Some(row)) => (format!("row `{row}` faces no other"), format!("row {row}: … facing opponent {row}")),
        ("facing", None) => ("no row of the board faces another".into(), "row home: … facing opponent home".into()),
        (_, Some(row)) => (format!("no row lies behind `{row}`"), format!("row back: … behind {row}")),
        (_, None) => ("no row of the board lies behind another".into(), "row back: … behind front".to_string()),
    };
    let message = format!("`{word}` finds no pit here: {of}");
    Diagnostic::warning(code::FACES_NOTHING, span, message, "always none").help(format!(
        "say so in the board: `{said}`; a pit that is none holds nothing, and nothing is captured from it"
    ))
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

/// Comparisons of a number with nought that hold whatever it is, or never.
fn comparisons(items: &[Item], found: &mut Diagnostics) {
    for item in items {
        each_expression(item, |expression| {
            let ExprKind::Compare(op, one, other) = &expression.kind else { return };
            let holds = match (&one.kind, &other.kind) {
                (_, ExprKind::Number(0)) if is_count(one) => against_nought(*op),
                (ExprKind::Number(0), _) if is_count(other) => against_nought(mirrored(*op)),
                _ => None,
            };
            let Some(holds) = holds.filter(|_| is_own(expression.span)) else { return };
            let (message, help) = if holds {
                ("this comparison always holds: there is no number below 0", "write `>= 1` to ask for at least one")
            } else {
                ("this comparison never holds: there is no number below 0", "write `= 0` to ask for none")
            };
            let label = if holds { "holds whatever the number is" } else { "holds for no number" };
            found.report(Diagnostic::warning(code::ALWAYS_HOLDS, expression.span, message, label).help(help));
        });
    }
}

/// Whether a number that is never below 0 compares so with 0 always, or never.
fn against_nought(op: CompareOp) -> Option<bool> {
    match op {
        CompareOp::AtLeast => Some(true),
        CompareOp::Less => Some(false),
        CompareOp::Equal | CompareOp::NotEqual | CompareOp::AtMost | CompareOp::More => None,
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
    asked: Vec<&'a str>,
}

impl<'a> Walker<'a> for Uses<'a> {
    fn statement(&mut self, statement: &'a Statement) {
        if let StatementKind::Becomes(state, _) = &statement.kind {
            self.set.extend(name_of(state));
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

/// State that is set and never asked for, or asked for and never set.
fn states(items: &[Item], found: &mut Diagnostics) {
    let mut uses = Uses::default();
    for item in items {
        walk(&item.kind, &mut uses);
        if let ItemKind::Match(_, entries) = &item.kind {
            uses.set.extend(entries.iter().filter_map(|entry| match entry {
                MatchEntry::Fill { unfilled, .. } => unfilled.as_ref().map(|name| name.text.as_str()),
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
            (false, true) => found.report(
                Diagnostic::warning(
                    code::STATE_NEVER_CHANGES,
                    entry.name.span,
                    format!("the state `{name}` is asked for, and never changes"),
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
            (true, _) | (false, false) => {}
        }
    }
}
