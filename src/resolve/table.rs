//! Tables: rows with conditions, and what then happens.

use super::Resolver;
use super::scope::Place;
use crate::diagnostic::{Diagnostic, Fix, code};
use crate::fold;
use crate::model::*;
use crate::source::Span;
use crate::syntax::ast::{self, StatementKind as Kind};
use std::collections::HashMap;

impl<'a> Resolver<'a> {
    /// Rows whose condition can hold under these options, up to the first that always does.
    pub(super) fn rows(&mut self, rows: &'a [ast::Row], place: Place) -> Vec<Row> {
        self.unique_labels(rows);
        let outside = std::mem::replace(&mut self.place, place);
        let in_loop = std::mem::take(&mut self.in_loop);
        let mut live = Vec::new();
        let mut closed = false;
        for row in rows {
            let resolved = self.row(row);
            let Some(resolved) = resolved else {
                // A row that always applies closes its table even if what it does has an error.
                closed |= row.conditions.is_empty() || bare_word(row).is_some();
                continue;
            };
            if closed {
                if !says_never(row) {
                    self.observed.shadowed.push(row.span);
                }
                continue;
            }
            closed = resolved.condition.is_none();
            live.push(resolved);
        }
        (self.place, self.in_loop) = (outside, in_loop);
        if !closed && matches!(place, Place::Landing | Place::Endless) {
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
        let mut labels: HashMap<&str, Span> = HashMap::new();
        for row in rows {
            if row.label.text.starts_with("row@") {
                let report =
                    Diagnostic::error(code::SYNTAX, row.span, "this row has no label", "a row begins with its label");
                let report = match bare_word(row).filter(|word| FOR_THE_REST.contains(&word.text.as_str())) {
                    Some(word) => report
                        .help("write `otherwise -> …` for all that is left")
                        .fix_if(Some(Fix { span: word.span, text: "otherwise".into() })),
                    None => report.help("write `label: condition -> outcome`; traces and records name the row by it"),
                };
                self.report(report);
                continue;
            }
            let first = *labels.entry(&row.label.text).or_insert(row.label.span);
            if first != row.label.span {
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

    fn row(&mut self, row: &'a ast::Row) -> Option<Row> {
        if bare_word(row).is_some() {
            // It may be meant as a label, or as `otherwise`; that it is no row is said.
            return None;
        }
        let errors = self.errors;
        let conditions = self.truths(&row.conditions);
        let condition = match fold::and(conditions) {
            Expr::Int(0) if self.errors == errors => {
                if !says_never(row) {
                    self.observed.never.push(row.span);
                }
                return None;
            }
            Expr::Int(_) => None,
            condition => Some(condition),
        };
        let rule = self.rule(&row.label.text, row.span);
        if says_never(row) && matches!(self.place, Place::Landing | Place::Endless | Place::End) {
            let body = vec![self.never(rule, row.body[0].span)];
            return Some(Row { condition, body, rule });
        }
        let mark = self.scope.open();
        let errors = self.errors;
        let body = self.body(&row.body);
        self.scope.close(mark);
        if self.errors == errors && !self.says_how_it_goes_on(&row.body, row.span) {
            return None;
        }
        Some(Row { condition, body, rule })
    }

    /// What is done in a row that is never met: if it is met all the same, the turn is over, or the game without a winner.
    fn never(&mut self, row: RuleId, span: crate::source::Span) -> Statement {
        self.model.rules[row].never = true;
        let action = if self.place == Place::End { Action::Award(Award::NoWinner) } else { Action::Stop };
        Statement { action, condition: None, rule: self.rule("never", span) }
    }

    /// Whether the last statement says how the turn goes on, or who wins, where that must be said.
    fn says_how_it_goes_on(&mut self, body: &[ast::Statement], span: crate::source::Span) -> bool {
        if self.place == Place::EachDrop {
            return true;
        }
        let last = body.last().filter(|last| last.condition.is_none());
        match last.map(|last| &last.kind) {
            Some(Kind::Either(alternatives)) => {
                return alternatives.iter().all(|one| self.says_how_it_goes_on(&one.body, one.name.span));
            }
            // Where it stands is said to be wrong.
            Some(Kind::Never) => return true,
            Some(Kind::Award(_)) if matches!(self.place, Place::End | Place::Endless) => return true,
            Some(Kind::Stop | Kind::NotLegal) if matches!(self.place, Place::Landing | Place::Endless) => return true,
            Some(Kind::Again | Kind::Relay(_) | Kind::Then(..) | Kind::Landing(_)) if self.place == Place::Landing => {
                return true;
            }
            _ => {}
        }
        let (message, help) = match self.place {
            Place::End => (
                "this row does not say who wins",
                "end it with `higher score wins`, `mover wins`, `opponent wins`, `draw` or `no winner`",
            ),
            _ => (
                "this row does not say how the turn goes on",
                "end it with `stop`, `again`, `relay`, `then …`, `either { … }` or `not legal`",
            ),
        };
        if !self.failed {
            self.report(Diagnostic::error(code::ROW_DOES_NOT_END, span, message, "and then?").help(help));
        }
        false
    }

    /// Statements in their order; nothing stands behind one that is the last to be done.
    pub(super) fn body(&mut self, body: &'a [ast::Statement]) -> Vec<Statement> {
        self.nothing_follows(body);
        body.iter().filter_map(|statement| self.statement(statement)).collect()
    }

    pub(super) fn nothing_follows(&mut self, body: &[ast::Statement]) {
        let ends = |kind: &Kind| {
            matches!(
                kind,
                Kind::NotLegal
                    | Kind::Stop
                    | Kind::Again
                    | Kind::Relay(_)
                    | Kind::Either(_)
                    | Kind::Award(_)
                    | Kind::Never
                    | Kind::Landing(_)
                    | Kind::Then(..)
            )
        };
        let Some(last) = body.iter().position(|statement| statement.condition.is_none() && ends(&statement.kind))
        else {
            return;
        };
        if let Some(next) = body[last + 1..].iter().find(|next| !matches!(next.kind, Kind::Finally(_))) {
            self.report(
                Diagnostic::error(code::MISPLACED_STATEMENT, next.span, "this is never reached", "never done")
                    .also(body[last].span, "the turn goes on or ends here")
                    .help("what is done when the sowing has stopped stands in `finally { … }`"),
            );
        }
    }

    /// Whether a statement may stand where it does.
    pub(super) fn fits(&mut self, statement: &ast::Statement) -> bool {
        let Err((message, help)) = self.misplaced(&statement.kind) else { return true };
        self.report(Diagnostic::error(code::MISPLACED_STATEMENT, statement.span, message, "not here").help(help));
        false
    }

    fn misplaced(&self, kind: &Kind) -> Result<(), (&'static str, &'static str)> {
        let goes_on = matches!(
            kind,
            Kind::Sow(_)
                | Kind::Landing(_)
                | Kind::Then(..)
                | Kind::Stop
                | Kind::Again
                | Kind::Relay(_)
                | Kind::Either(_)
        );
        let decides = matches!(kind, Kind::Choose(..) | Kind::PlaceFreely(_) | Kind::Require(_) | Kind::Prefer(_));
        let here = "this cannot stand in this table";
        if self.in_loop && (goes_on || matches!(kind, Kind::Award(_) | Kind::Finally(_))) {
            return Err((
                "a loop does the same for each of several; it does not say how the turn goes on",
                "keep what you need with `let`, and go on behind the loop",
            ));
        }
        match (self.place, kind) {
            (_, Kind::Never) => Err((
                "`never` stands alone behind the arrow of a row",
                "write `label: condition -> never` for a row of `landing`, `endless` or `end` that no game comes to",
            )),
            (Place::End | Place::Endless, Kind::Award(_)) => Ok(()),
            (Place::Endless, Kind::Stop | Kind::NotLegal) => Ok(()),
            (Place::Landing, Kind::Award(_)) => {
                Err((here, "who wins is said in `end`, for instance `at a capture, … -> mover wins`"))
            }
            (Place::End, _) if goes_on || decides || matches!(kind, Kind::NotLegal) => {
                Err((here, "a row of `end` closes with who wins"))
            }
            (Place::Endless, _) if goes_on || decides => {
                Err((here, "an endless turn may `stop`, be `not legal`, or end the game (`opponent wins`, `draw`)"))
            }
            (Place::EachDrop, _) if goes_on || decides || matches!(kind, Kind::Award(_) | Kind::NotLegal) => {
                Err((here, "rows of `each drop` only act; how the turn goes on is said in `landing`"))
            }
            (Place::Finally, _) if goes_on || matches!(kind, Kind::Award(_) | Kind::NotLegal) => Err((
                "the turn is over here: nothing is sown in `finally`",
                "put it into the move; in `finally`, pieces are captured or put, and state is set",
            )),
            (Place::Rounds, _) if goes_on || decides || matches!(kind, Kind::Award(_) | Kind::NotLegal) => Err((
                "a round is over here, and the next has not begun",
                "between rounds, `capture` and `put` move pieces, `becomes` sets state, and `for` goes through pits or players; who has won the match is said in `over`",
            )),
            (Place::Turn, Kind::Relay(_)) => {
                Err(("there is no sowing to go on with", "`sow` stands above the table whose rows relay"))
            }
            (Place::Turn, Kind::Award(_)) => Err((
                "a turn does not say who wins",
                "who wins is said in `end`, for instance `at a capture, … -> mover wins`",
            )),
            (_, Kind::Finally(_)) => Err((
                "`finally` belongs to a move, or stands as an item of its own",
                "move it into the `move`, or to the first column",
            )),
            _ => Ok(()),
        }
    }
}

/// Words of others for the row that is left.
const FOR_THE_REST: [&str; 7] = ["default", "rest", "any", "anything", "always", "other", "others"];

/// The word that stands alone before the arrow of a row without a label.
fn bare_word(row: &ast::Row) -> Option<&ast::Name> {
    match row.conditions.as_slice() {
        [ast::Expr { kind: ast::ExprKind::Call(word, None), .. }] if row.label.text.starts_with("row@") => Some(word),
        _ => None,
    }
}

/// Whether a row says of itself that it is never met.
fn says_never(row: &ast::Row) -> bool {
    matches!(row.body.as_slice(), [ast::Statement { kind: Kind::Never, condition: None, .. }])
}
