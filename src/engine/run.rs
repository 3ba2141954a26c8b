//! The course of a turn: from block to block, until it is closed, comes to nothing, or needs a choice.

use super::choices::Asked;
use super::machine::Machine;
use super::position::Shape;
use super::sowing::Lap;
use super::trace::{Event, Observer};
use super::turn::{Point, Status};
use crate::ir::{BlockId, ChoiceId, Exit, Verdict};
use crate::limits;

/// How a turn goes on: with a block, or not by itself.
type Onward = Result<BlockId, Status>;

impl<S: Shape> Machine<'_, S> {
    /// Runs until the turn is closed, comes to nothing, or needs a choice.
    pub(super) fn run<O: Observer>(&mut self, observer: &mut O) -> Status {
        let onward = match self.turn.point {
            Point::Block(block) => Ok(block),
            Point::Choice(choice) => self.onward(choice),
            Point::Drop(landing) if self.may_drop() => self.choose_piece(landing),
            Point::Drop(landing) => self.lap_over(landing, observer),
            Point::Stopped(status) => Err(status),
        };
        match onward {
            Ok(block) => self.follow(block, observer),
            Err(status) => status,
        }
    }

    fn follow<O: Observer>(&mut self, mut at: BlockId, observer: &mut O) -> Status {
        let code = self.code;
        loop {
            let block = &code.blocks[at];
            if let Some(status) = self.actions(at, observer) {
                return status;
            }
            if !self.turn.closing {
                self.turn.rule = block.rule;
            }
            let onward = match block.exit {
                Exit::Go(next) => Ok(next),
                Exit::Pass(arguments, next) => {
                    self.pass(arguments);
                    Ok(next)
                }
                Exit::Branch(condition, yes, no) => Ok(if self.truth(&self.now, condition) { yes } else { no }),
                Exit::Choose(choice) => self.onward(choice),
                Exit::Sow(sowing, landing) => {
                    let lap = self.sow(sowing, observer);
                    self.landed(lap, landing, observer)
                }
                Exit::SowOn(landing) => {
                    let lap = self.sow_on(observer);
                    self.landed(lap, landing, observer)
                }
                Exit::Close(again) => {
                    self.turn.again |= again;
                    self.turn.closing = true;
                    self.closing()
                }
                Exit::Done | Exit::Return => Err(Status::Done),
                Exit::NotLegal => Err(Status::Dead(block.rule)),
            };
            match onward {
                Ok(next) => at = next,
                Err(status) => return status,
            }
        }
    }

    /// Does the actions of a block; gives how the turn stops, if it does.
    #[inline(always)]
    fn actions<O: Observer>(&mut self, at: BlockId, observer: &mut O) -> Option<Status> {
        let block = &self.code.blocks[at];
        if !self.meter.spend(1) {
            return Some(Status::Exhausted(block.rule));
        }
        if O::ACTIVE
            && let Some(row) = block.row
        {
            observer.event(Event::Row(row));
        }
        for (action, rule) in &block.actions {
            let stopped = self.act(*action, *rule, observer);
            // When the budget is spent, what was read means nothing.
            if self.meter.is_exhausted() {
                return Some(Status::Exhausted(*rule));
            }
            if stopped.is_some() {
                return stopped;
            }
        }
        None
    }

    /// Does a block that ends with a return, and those it goes on with; gives how the turn stops, if it does.
    pub(super) fn perform<O: Observer>(&mut self, mut at: BlockId, observer: &mut O) -> Option<Status> {
        let code = self.code;
        loop {
            let block = &code.blocks[at];
            if let Some(status) = self.actions(at, observer) {
                return Some(status);
            }
            at = match block.exit {
                Exit::Go(next) => next,
                Exit::Pass(arguments, next) => {
                    self.pass(arguments);
                    next
                }
                Exit::Branch(condition, yes, no) => {
                    if self.truth(&self.now, condition) {
                        yes
                    } else {
                        no
                    }
                }
                Exit::NotLegal => return Some(Status::Dead(block.rule)),
                // Such a block neither chooses nor sows nor closes the turn.
                _ => return None,
            };
        }
    }

    fn onward(&mut self, choice: ChoiceId) -> Onward {
        let asked = self.ask(choice);
        // When the budget is spent, what was read means nothing: a set that seems empty offers no option.
        if self.meter.is_exhausted() {
            return Err(Status::Exhausted(self.turn.rule));
        }
        match asked {
            Asked::Choose => Err(Status::Choose),
            Asked::Nothing(next) => Ok(next),
            Asked::TooMany => Err(Status::Exhausted(self.turn.rule)),
        }
    }

    // --- laps --------------------------------------------------------------------------------------------------------

    /// What comes after the pieces have fallen.
    #[inline]
    fn landed<O: Observer>(&mut self, lap: Lap, landing: BlockId, observer: &mut O) -> Onward {
        match lap {
            Lap::Over => self.lap_over(landing, observer),
            Lap::Chosen => self.choose_piece(landing),
            Lap::Stopped(status) => Err(status),
        }
    }

    fn choose_piece(&mut self, landing: BlockId) -> Onward {
        self.turn.point = Point::Drop(landing);
        self.ask_for_piece();
        Err(Status::Choose)
    }

    /// Counts a lap; a turn that has had too many is endless.
    #[inline]
    fn lap_over<O: Observer>(&mut self, landing: BlockId, observer: &mut O) -> Onward {
        self.untils(self.turn.rule, observer);
        if self.meter.is_exhausted() {
            return Err(Status::Exhausted(self.turn.rule));
        }
        self.turn.laps += 1;
        self.turn.laps_since_capture += 1;
        let limit = self.program.lap_limit;
        if self.turn.laps_since_capture > limit || self.turn.laps > limit.saturating_mul(limits::LAPS_ALTOGETHER) {
            return self.endless(observer);
        }
        Ok(landing)
    }

    #[cold]
    fn endless<O: Observer>(&mut self, observer: &mut O) -> Onward {
        let code = self.code;
        let row = self.first_row(&code.endless);
        if O::ACTIVE {
            // Where no row speaks of it, the rule that sowed.
            observer.event(Event::Endless(row.map_or(self.turn.rule, |row| row.rule)));
        }
        match row {
            Some(row) if row.verdict == Verdict::NotLegal => Err(Status::Dead(row.rule)),
            Some(row) if let Verdict::Award(award) = row.verdict => {
                let over = self.over(row.rule);
                self.end_game(row, award, over, observer);
                Err(Status::Done)
            }
            row => {
                if let Some(actions) = row.and_then(|row| row.actions)
                    && let Some(status) = self.perform(actions, observer)
                {
                    return Err(status);
                }
                self.turn.closing = true;
                self.closing()
            }
        }
    }

    /// What closes a turn of this kind.
    fn closing(&self) -> Result<BlockId, Status> {
        self.turn.kind.map(|kind| self.code.kinds[kind].close).ok_or(Status::Done)
    }
}
