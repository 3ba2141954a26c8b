//! What a closed turn comes to: whether it is legal, and whether the game is over.

use super::budget::Exhausted;
use super::ended::Ended;
use super::machine::Machine;
use super::position::{Cells, Shape};
use super::trace::{Event, Observer, Silent};
use super::turn::Status;
use crate::ir::{Code, EndCode, Verdict};
use crate::model::{Award, Player, RuleId};

impl<S: Shape> Machine<'_, S> {
    /// Whether a closed turn is a legal move: nothing if it is, otherwise what forbids it. Then looks at the end rows
    /// `after a turn`.
    #[inline]
    pub(super) fn judge<O: Observer>(&mut self, observer: &mut O) -> Option<Status> {
        if self.turn.in_hand() > 0 {
            return Some(Status::Dead(self.turn.rule));
        }
        let code = self.code;
        if !code.legal.is_empty()
            && let Some(rule) = self.forbidden(observer)
        {
            return Some(if self.meter.is_exhausted() { Status::Exhausted(rule) } else { Status::Dead(rule) });
        }
        if self.ended.is_none() && !code.ends_after_turn.is_empty() {
            self.end_rows(&code.ends_after_turn, observer);
        }
        self.meter.is_exhausted().then_some(Status::Exhausted(self.turn.rule))
    }

    /// The rule of legality that forbids a closed turn, if one does. Notes the preferences that it satisfies.
    fn forbidden<O: Observer>(&mut self, observer: &mut O) -> Option<RuleId> {
        let code = self.code;
        for legal in &code.legal {
            let asked = legal.when.is_none_or(|when| self.truth(&self.now, when));
            let satisfied = !asked || self.truth(&self.now, legal.condition);
            match legal.prefer {
                None if !satisfied => {
                    if O::ACTIVE {
                        observer.event(Event::NotLegal(legal.rule));
                    }
                    return Some(legal.rule);
                }
                Some(bit) if satisfied => self.turn.preference |= 1 << bit,
                _ => {}
            }
        }
        None
    }

    /// The first row whose condition holds.
    pub(super) fn first_row<'r>(&self, rows: &'r [EndCode]) -> Option<&'r EndCode> {
        rows.iter().find(|row| row.condition.is_none_or(|condition| self.truth(&self.now, condition)))
    }

    /// Looks at end rows; the first whose condition holds ends the game, or the round.
    pub(super) fn end_rows<O: Observer>(&mut self, rows: &[EndCode], observer: &mut O) -> bool {
        let Some(row) = self.first_row(rows) else { return false };
        let Verdict::Award(award) = row.verdict else { return false };
        let over = self.over(row.rule);
        self.end_game(row, award, over, observer);
        true
    }

    /// What ends by a row of `end` or `endless`: the game, or a round of a match.
    pub(super) fn over(&self, rule: RuleId) -> Event {
        if self.code.rounds.is_empty() { Event::Ended(rule) } else { Event::RoundOver(rule) }
    }

    pub(super) fn end_game<O: Observer>(&mut self, row: &EndCode, award: Award, event: Event, observer: &mut O) {
        if O::ACTIVE {
            observer.event(event);
        }
        if let Some(actions) = row.actions {
            // Actions of a row only move pieces and set state; none of them stops anything.
            let _ = self.perform(actions, observer);
        }
        self.ended = Some(Ended::new(award, row.rule, [Some(self.mover), self.winner], self.scores_now()));
    }

    /// Scores of South and North, where the game has a score.
    pub(super) fn scores_now(&self) -> Option<[i32; 2]> {
        if let Some(score) = self.score {
            return Some(score.of_each(&self.now));
        }
        let [own, opponent] = self.code.scores?.map(|score| self.number(&self.now, score));
        Some(if self.mover == Player::South { [own, opponent] } else { [opponent, own] })
    }

    /// Scores of South and North, where the game has a score.
    pub fn scores(&mut self, position: &S::Position) -> Option<[i32; 2]> {
        self.set_position(position);
        self.before_any_kind();
        self.scores_now()
    }

    /// Looks at the end rows `before a turn`, for a position that is there for the n-th time. If one holds, the
    /// position has what its awards made of it.
    ///
    /// # Errors
    /// If that takes more steps than the budget has.
    pub fn before_turn(&mut self, position: &mut S::Position, occurrences: u32) -> Result<Option<Ended>, Exhausted> {
        let stuck = self.is_stuck(position)?;
        if !stuck && occurrences <= 1 && self.goes_on_by_plan(position) {
            return Ok(None);
        }
        self.end_rows_before_turn(position, occurrences, stuck, &mut Silent)
    }

    /// The same, of a position in which one most likely holds.
    ///
    /// # Errors
    /// If that takes more steps than the budget has.
    #[cfg(feature = "sim")]
    pub fn likely_ends(&mut self, position: &mut S::Position, occurrences: u32) -> Result<Option<Ended>, Exhausted> {
        self.ends_before_turn(position, occurrences, &mut Silent)
    }

    /// The same, telling an observer.
    pub(super) fn ends_before_turn<O: Observer>(
        &mut self,
        position: &mut S::Position,
        occurrences: u32,
        observer: &mut O,
    ) -> Result<Option<Ended>, Exhausted> {
        let stuck = self.is_stuck(position)?;
        self.end_rows_before_turn(position, occurrences, stuck, observer)
    }

    /// Whether the mover cannot move, where a rule asks that: it costs a search.
    fn is_stuck(&mut self, position: &S::Position) -> Result<bool, Exhausted> {
        Ok(self.asks_for_stuck[position.mover().index()] && !self.can_move(position)?)
    }

    fn end_rows_before_turn<O: Observer>(
        &mut self,
        position: &mut S::Position,
        occurrences: u32,
        stuck: bool,
        observer: &mut O,
    ) -> Result<Option<Ended>, Exhausted> {
        let rows = &self.program.code(position.mover()).ends_before_turn;
        let Some(first) = rows.first() else { return Ok(None) };
        self.set_position(position);
        self.before_any_kind();
        (self.stuck, self.occurrences) = (stuck, occurrences);
        let over = self.end_rows(rows, observer);
        (self.stuck, self.occurrences) = (false, 1);
        if self.meter.is_exhausted() {
            return Err(Exhausted { rule: first.rule });
        }
        if !over {
            return Ok(None);
        }
        *position = self.now;
        Ok(self.ended)
    }

    /// Whether a position can be over before a turn although there is a legal move and it has not been there before.
    #[must_use]
    pub fn ends_before_turns(&self) -> bool {
        self.program.sides.iter().any(Code::ends_before_turns)
    }
}
