//! Tables: which row is taken, and how the turn goes on.

use super::statement::Next;
use super::turn::{Leave, Step, Turn};
use super::{Choice, meaningless};
use mancala::syntax::ast::{Outcome, OutcomeKind, Row, Statement};
use std::rc::Rc;

impl<'r> Turn<'r> {
    /// The first row whose conditions all hold.
    pub(super) fn first_row(&self, rows: &'r [Row]) -> Step<Option<&'r Row>> {
        for row in rows {
            self.rules.step()?;
            if self.all_hold(row)? {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    pub(super) fn all_hold(&self, row: &Row) -> Step<bool> {
        for condition in &row.conditions {
            if !self.holds(condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks at a table after each lap, until it goes on with a sequence or the sowing is over.
    pub(super) fn landing(&mut self, rows: &'r [Row]) -> Step<Next<'r>> {
        loop {
            let Some(row) = self.first_row(rows)? else { return Err(Leave::Stopped { again: false }) };
            if let Some(next) = self.outcomes(&row.outcomes)? {
                return Ok(next);
            }
        }
    }

    /// Does outcomes in their order; gives the sequence that they go on with, or nothing after a relay.
    fn outcomes(&mut self, outcomes: &'r [Outcome]) -> Step<Option<Next<'r>>> {
        for outcome in outcomes {
            match &outcome.kind {
                OutcomeKind::Action(statement) => {
                    if let Some(next) = self.statements(std::slice::from_ref(&**statement))? {
                        return Ok(Some(next));
                    }
                }
                OutcomeKind::Stop => return Err(Leave::Stopped { again: false }),
                OutcomeKind::Again => return Err(Leave::Stopped { again: true }),
                OutcomeKind::NotLegal => return Err(Leave::Illegal),
                OutcomeKind::Relay(from) => {
                    let from = from.as_ref().map_or(Ok(self.last), |from| self.pit(from))?;
                    self.relay(from)?;
                    return Ok(None);
                }
                OutcomeKind::Either(alternatives) => {
                    let offered = (0..alternatives.len()).map(Choice::Alternative).collect();
                    let Choice::Alternative(number) = self.choose(offered)? else {
                        unreachable!("alternatives were offered")
                    };
                    return self.outcomes(&alternatives[number].1);
                }
                OutcomeKind::Award(_) => return Ok(meaningless("who wins is said in `end`")?),
            }
        }
        Err(Leave::Stopped { again: false })
    }

    /// Lifts a pit, and sows on behind it by the statement that sowed last.
    fn relay(&mut self, from: Option<usize>) -> Step {
        let Some(sown) = self.sown.clone() else { return Ok(meaningless("nothing has been sown")?) };
        self.lift(from, i64::MAX)?;
        self.sow(sown.statement, Rc::clone(&sown.frame), from, true, sown.way)
    }

    /// Outcomes of a table whose rows only act.
    pub(super) fn only_act(&mut self, outcomes: &'r [Outcome]) -> Step {
        for outcome in outcomes {
            match &outcome.kind {
                OutcomeKind::Action(statement) => self.act_if(statement)?,
                _ => meaningless("this row only acts")?,
            }
        }
        Ok(())
    }

    /// Does a statement if its condition holds.
    pub(super) fn act_if(&mut self, statement: &'r Statement) -> Step {
        if self.allows(statement.condition.as_ref())? { self.act(statement) } else { Ok(()) }
    }
}
