//! Laps: seeds fall along a track, one by one.

use super::board::next_on;
use super::environment::Frame;
use super::turn::{Leave, Sown, Step, Turn};
use super::value::{Dropped, Set, Way};
use super::{Choice, meaningless};
use mancala::syntax::ast::{EachDrop, SowStatement, StatementKind};
use std::rc::Rc;

impl<'r> Turn<'r> {
    /// One lap by a statement, which knows the names of its frame: drops the hand, and looks whether the turn is
    /// endless.
    pub(super) fn sow(
        &mut self,
        statement: &'r SowStatement,
        frame: Rc<Frame>,
        start: Option<usize>,
        after: bool,
        way: Way,
    ) -> Step {
        let board = &self.rules.board;
        let track = board.tracks[board.track(&statement.track.text)?].places(self.mover).to_vec();
        let outside = std::mem::replace(&mut self.frame, Rc::clone(&frame));
        self.before_lap = self.now.clone();
        let skipped = self.skipped(statement)?;
        let each = statement.each.as_ref().map_or(Ok(1), |each| self.number(each))?.max(1);
        self.drops.clear();
        self.sown = Some(Sown { statement, frame, track: track.clone(), way });
        if let Some(start) = start.and_then(|start| track.iter().position(|place| *place == start))
            && track.iter().any(|place| !skipped.has(*place))
        {
            let mut at = if after { next_on(start, track.len(), way) } else { start };
            while self.hand.iter().any(|pieces| *pieces > 0) {
                self.rules.step()?;
                if !skipped.has(track[at]) {
                    self.drop_into(statement, track[at], each)?;
                }
                at = next_on(at, track.len(), way);
            }
        }
        self.frame = outside;
        self.laps += 1;
        self.laps_since_capture += 1;
        self.look_at_until()?;
        let limit = self.rules.lap_limit;
        if self.laps_since_capture > limit || u64::from(self.laps) > 100 * u64::from(limit) {
            return self.endless();
        }
        Ok(())
    }

    fn skipped(&self, statement: &SowStatement) -> Step<Set> {
        Ok(match &statement.skipping {
            Some(set) => self.set(set)?,
            None => Set::default(),
        })
    }

    /// As many seeds fall into a place as fall there together, or what is left; then the table of the drops is looked at.
    fn drop_into(&mut self, statement: &'r SowStatement, place: usize, each: i64) -> Step {
        let held = self.now.pieces[place].clone();
        let mut fallen = 0;
        while fallen < each && self.hand.iter().any(|pieces| *pieces > 0) {
            self.rules.step()?;
            self.drop_one(statement, place, &held)?;
            fallen += 1;
        }
        let is_last = self.hand.iter().all(|pieces| *pieces == 0);
        match &statement.each_drop {
            Some(each) if !(each.but_last && is_last) => self.each_drop(each),
            _ => Ok(()),
        }
    }

    fn drop_one(&mut self, statement: &'r SowStatement, place: usize, held: &[u32]) -> Step {
        let in_hand: Vec<usize> = (0..self.rules.kinds.len()).filter(|kind| self.hand[*kind] > 0).collect();
        let kind = if statement.choosing.is_some() && self.rules.kinds.len() > 1 {
            let Choice::Piece(kind) = self.choose(in_hand.into_iter().map(Choice::Piece).collect())? else {
                unreachable!("pieces were offered")
            };
            kind
        } else {
            in_hand[0]
        };
        self.carry_one(kind, place);
        self.last = Some(place);
        self.held = held.to_vec();
        self.drops.push(Dropped { place, kind, held: held.to_vec() });
        Ok(())
    }

    /// The table that is looked at for each seed, which fell into `last`.
    fn each_drop(&mut self, each: &'r EachDrop) -> Step {
        if let Some(row) = self.first_row(&each.rows)?
            && self.block(&row.body)?.is_some()
        {
            return Ok(meaningless("a row of `each drop` does not say how the turn goes on")?);
        }
        Ok(())
    }

    /// What comes of a turn that does not end.
    fn endless(&mut self) -> Step {
        let rules = self.rules;
        self.frame = Rc::default();
        let Some(row) = self.first_row(&rules.endless)? else { return Err(Leave::Stopped { again: false }) };
        for statement in &row.body {
            match &statement.kind {
                StatementKind::Award(award) => return Err(Leave::Over(self.award(*award, &row.label.text)?)),
                _ => self.act_if(statement)?,
            }
        }
        Err(Leave::Stopped { again: false })
    }
}
