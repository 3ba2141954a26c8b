//! Tables: which row is taken, and how the turn goes on.

use super::environment::Frame;
use super::statement::Onward;
use super::turn::{Leave, Step, Turn};
use super::{Choice, meaningless};
use mancala::syntax::ast::{Alternative, Row, Statement};
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
    pub(super) fn landing(&mut self, rows: &'r [Row]) -> Step<Onward<'r>> {
        loop {
            let Some(row) = self.first_row(rows)? else { return Err(Leave::Stopped { again: false }) };
            match self.block(&row.body)? {
                Some(Onward::Table) => {}
                Some(sequence) => return Ok(sequence),
                None => return Err(Leave::Stopped { again: false }),
            }
        }
    }

    pub(super) fn either(&mut self, alternatives: &'r [Alternative]) -> Step<Option<Onward<'r>>> {
        let offered = (0..alternatives.len()).map(Choice::Alternative).collect();
        let Choice::Alternative(number) = self.choose(offered)? else { unreachable!("alternatives were offered") };
        match self.block(&alternatives[number].body)? {
            Some(onward) => Ok(Some(onward)),
            None => Err(Leave::Stopped { again: false }),
        }
    }

    /// Statements that have names of their own.
    pub(super) fn block(&mut self, body: &'r [Statement]) -> Step<Option<Onward<'r>>> {
        let frame = Frame::within(&self.frame, Vec::new());
        let outside = std::mem::replace(&mut self.frame, frame);
        let onward = self.statements(body)?;
        self.frame = outside;
        Ok(onward)
    }

    /// Lifts a pit, and sows on behind it by the statement that sowed last.
    pub(super) fn relay(&mut self, from: Option<usize>) -> Step {
        let Some(sown) = self.sown.clone() else { return Ok(meaningless("nothing has been sown")?) };
        self.lift(from, i64::MAX);
        self.look_at_until()?;
        self.sow(sown.statement, Rc::clone(&sown.frame), from, true, sown.way)
    }

    /// Does a statement if its condition holds.
    pub(super) fn act_if(&mut self, statement: &'r Statement) -> Step {
        if self.allows(statement.condition.as_ref())? { self.act(statement) } else { Ok(()) }
    }
}
