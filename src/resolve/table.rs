//! Tables: rows with conditions and outcomes.

use super::Resolver;
use super::expression::and;
use crate::diagnostic::{Diagnostic, code};
use crate::model::*;
use crate::syntax::ast;

/// What the rows of a table may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableKind {
    /// After a sowing: the last outcome says how the turn goes on.
    Landing,
    /// At each drop: only actions.
    EachDrop,
    /// When a turn does not end.
    Endless,
    /// When the game is over, or a match.
    End,
}

impl<'a> Resolver<'a> {
    /// Rows whose condition can hold under these options, up to the first that always does.
    pub(super) fn rows(&mut self, rows: &'a [ast::Row], kind: TableKind) -> Vec<Row> {
        self.unique_labels(rows);
        let mut live = Vec::new();
        let mut closed = false;
        for row in rows {
            let resolved = self.row(row, kind);
            let Some(resolved) = resolved else {
                // A row that always applies closes its table even if its outcome has an error.
                closed |= row.conditions.is_empty();
                continue;
            };
            if closed {
                self.model.shadowed.push(row.span);
                continue;
            }
            closed = resolved.condition.is_none();
            live.push(resolved);
        }
        if !closed && matches!(kind, TableKind::Landing | TableKind::Endless) {
            let span = rows.last().map_or_else(Default::default, |row| row.span);
            self.report(
                Diagnostic::error(
                    code::MISSING_OTHERWISE,
                    span,
                    "this table has a hole: nothing is said for a last seed that fits none of its rows",
                    "the last row has conditions",
                )
                .help("end the table with a row for all the rest: `otherwise -> stop`"),
            );
        }
        live
    }

    pub(super) fn unique_labels(&mut self, rows: &[ast::Row]) {
        for (index, row) in rows.iter().enumerate() {
            if row.label.text.starts_with("row@") {
                let example = row.span;
                self.report(
                    Diagnostic::error(code::SYNTAX, example, "this row has no label", "a row begins with its label")
                        .help("write `label: condition -> outcome`; traces and records name the row by it"),
                );
                continue;
            }
            if let Some(first) = rows[..index].iter().find(|other| other.label.text == row.label.text) {
                let first = first.label.span;
                self.report(
                    Diagnostic::error(
                        code::DUPLICATE_LABEL,
                        row.label.span,
                        format!("two rows are called `{}`", row.label.text),
                        "and again here",
                    )
                    .also(first, "first used here"),
                );
            }
        }
    }

    fn row(&mut self, row: &'a ast::Row, kind: TableKind) -> Option<Row> {
        let errors = self.errors;
        let conditions = row.conditions.iter().map(|condition| self.truth(condition)).collect();
        let condition = match and(conditions) {
            Expr::Int(0) if self.errors == errors => {
                self.model.never.push(row.span);
                return None;
            }
            Expr::Int(_) => None,
            condition => Some(condition),
        };
        let rule = self.rule(&row.label.text, row.span);
        let (actions, then) = self.outcomes(&row.outcomes, kind, row)?;
        Some(Row { condition, actions, then, rule })
    }

    fn outcomes(
        &mut self,
        outcomes: &'a [ast::Outcome],
        kind: TableKind,
        row: &'a ast::Row,
    ) -> Option<(Vec<Statement>, Outcome)> {
        let mut actions = Vec::new();
        let mut then = None;
        for outcome in outcomes {
            if then.is_some() {
                self.error(
                    code::MISPLACED_STATEMENT,
                    outcome.span,
                    "nothing can follow what ends a row",
                    "never reached",
                );
                return None;
            }
            match &outcome.kind {
                ast::OutcomeKind::Action(statement) if !matches!(statement.kind, ast::StatementKind::Then(..)) => {
                    actions.extend(self.statement(statement));
                }
                other => then = self.ending(other, outcome, kind, row),
            }
        }
        match (then, kind) {
            (Some(then), _) => Some((actions, then)),
            (None, TableKind::EachDrop) => Some((actions, Outcome::Nothing)),
            (None, _) => {
                let (message, help) = match kind {
                    TableKind::End => (
                        "this row does not say who wins",
                        "end it with `higher score wins`, `mover wins`, `opponent wins`, `draw` or `no winner`",
                    ),
                    _ => (
                        "this row does not say how the turn goes on",
                        "end it with `stop`, `again`, `relay`, `then …`, `either { … }` or `not legal`",
                    ),
                };
                if !self.failed {
                    self.report(Diagnostic::error(code::ROW_DOES_NOT_END, row.span, message, "and then?").help(help));
                }
                None
            }
        }
    }

    fn ending(
        &mut self,
        kind: &'a ast::OutcomeKind,
        outcome: &'a ast::Outcome,
        table: TableKind,
        row: &'a ast::Row,
    ) -> Option<Outcome> {
        use ast::OutcomeKind as Kind;
        let fits = match (table, kind) {
            (TableKind::Landing, kind) => !matches!(kind, Kind::Award(_)),
            (TableKind::Endless, kind) => matches!(kind, Kind::Stop | Kind::NotLegal | Kind::Award(_)),
            (TableKind::End, kind) => matches!(kind, Kind::Award(_)),
            (TableKind::EachDrop, _) => false,
        };
        if !fits {
            let help = match table {
                TableKind::Landing => "who wins is said in `end`, for instance `at a capture, … -> mover wins`",
                TableKind::Endless => {
                    "an endless turn may `stop`, be `not legal`, or end the game (`opponent wins`, `draw`)"
                }
                TableKind::End => "a row of `end` closes with who wins",
                TableKind::EachDrop => "rows of `each drop` only act; how the turn goes on is said in `landing`",
            };
            self.report(
                Diagnostic::error(
                    code::MISPLACED_STATEMENT,
                    outcome.span,
                    "this cannot stand in this table",
                    "not here",
                )
                .help(help),
            );
            return None;
        }
        Some(match kind {
            Kind::NotLegal => Outcome::NotLegal,
            Kind::Stop => Outcome::Stop,
            Kind::Again => Outcome::Again,
            Kind::Relay(from) => Outcome::Relay(from.as_ref().map_or(Expr::Last, |from| self.pit(from))),
            Kind::Award(award) => Outcome::Award(*award),
            Kind::Either(alternatives) => {
                let mut made = Vec::new();
                for (name, outcomes) in alternatives {
                    let (actions, then) = self.outcomes(outcomes, table, row)?;
                    made.push((name.text.clone(), actions, then));
                }
                Outcome::Either(made)
            }
            Kind::Action(statement) => {
                let ast::StatementKind::Then(name, arguments) = &statement.kind else { return None };
                let (sequence, arguments) = self.call_sequence(name, arguments)?;
                Outcome::Then(sequence, arguments)
            }
        })
    }
}
