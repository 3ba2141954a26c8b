//! Rounds of a match: what is done when one is over.

use super::budget::Exhausted;
use super::ended::Ended;
use super::machine::Machine;
use super::position::{Cells, Shape, pack};
use super::trace::{Event, Observer, Silent};
use crate::ir::{Cell, FillCode, Id, Place, RoundCode, Verdict};
use crate::model::{Player, RuleId};
use crate::position::Position;

impl<S: Shape> Machine<'_, S> {
    /// If the turn that has just ended ended its round, or the next player is met by a row `before a turn`, lays out the
    /// next round, or ends the match. A round that is over before its first move is the last one.
    pub(super) fn next_round<O: Observer>(&mut self, observer: &mut O) -> Result<(), Exhausted> {
        let over = match self.ended.take() {
            Some(over) => Some(over),
            None => self.over_before_turn(observer)?,
        };
        let Some(over) = over else { return Ok(()) };
        self.winner = over.winner();
        let captured = self.turn.captured;
        self.between_rounds(observer);
        // What a player wins of his own seeds between rounds is no capture.
        self.turn.captured = captured;
        if self.meter.is_exhausted() {
            return Err(Exhausted { rule: over.rule });
        }
        if self.ended.is_none()
            && let Some(over) = self.over_before_turn(observer)?
        {
            if O::ACTIVE {
                observer.event(Event::Ended(over.rule));
            }
            self.ended = Some(over);
        }
        Ok(())
    }

    /// Notes who has won by the move that was just played. In a match that is who has won its last round.
    pub fn note_winner(&mut self) {
        if self.plays_on {
            return;
        }
        let now = self.now;
        let over = match self.ended {
            Some(over) => Some(over),
            // Who has won after too many steps, nobody knows.
            None => self.over_before_turn(&mut Silent).unwrap_or(None),
        };
        self.now = now;
        self.winner = over.as_ref().and_then(Ended::winner);
    }

    /// Looks at the end rows `before a turn` for the position as it is; if one holds, its awards are made. Another machine
    /// does that, with the steps that are left for this position: else each move that ends a round would have its own.
    pub(super) fn over_before_turn<O: Observer>(&mut self, observer: &mut O) -> Result<Option<Ended>, Exhausted> {
        let mut next_turn = self.next_turn.take().unwrap_or_else(|| {
            let mut machine = Machine::with_plan(self.program, self.plan);
            machine.set_budget(self.meter.budget().clone());
            machine.plays_on = false;
            Box::new(machine)
        });
        next_turn.meter.set_most_for_position(self.meter.left_for_position());
        let before = next_turn.meter.spent();
        let over = if O::ACTIVE {
            next_turn.ends_before_turn(&mut self.now, 1, observer)
        } else {
            next_turn.before_turn(&mut self.now, 1)
        };
        self.meter.spend_on_position(next_turn.meter.spent() - before);
        self.next_turn = Some(next_turn);
        over
    }

    fn between_rounds<O: Observer>(&mut self, observer: &mut O) {
        let code = self.code;
        for step in &code.rounds {
            match step {
                RoundCode::Over(rows) => {
                    if let Some(row) = self.first_row(rows)
                        && let Verdict::Award(award) = row.verdict
                    {
                        return self.end_game(row, award, Event::Ended(row.rule), observer);
                    }
                }
                RoundCode::Setup(rule) => self.set_up(*rule, observer),
                RoundCode::Fill(fill) => self.fill(fill, observer),
                RoundCode::Act(block) => {
                    // What is done between rounds stops nothing.
                    let _ = self.perform(*block, observer);
                }
                RoundCode::Starts(player) => {
                    // Where that is nobody, whoever begins a game.
                    let first = self.player(&self.now, *player).unwrap_or(Player::South);
                    self.now.set_mover(first);
                    self.turn.again = first == self.mover;
                }
            }
        }
    }

    fn set_up<O: Observer>(&mut self, rule: RuleId, observer: &mut O) {
        let start = pack::<S>(self.program, &Position::start(&self.program.model));
        for cell in 0..self.program.layout.places * self.program.layout.kinds {
            self.now.set(cell, start.get(cell));
        }
        if O::ACTIVE {
            observer.event(Event::SetUp(rule));
        }
    }

    fn fill<O: Observer>(&mut self, fill: &FillCode, observer: &mut O) {
        let from = fill.from;
        for pit in &fill.pits {
            self.carry(fill.rule, *pit, from, self.now.get(pit.index()), observer);
        }
        for pit in &fill.pits {
            let filled = self.now.get(from.index()) >= fill.each;
            if filled {
                self.carry(fill.rule, from, *pit, fill.each, observer);
            }
            if let Some(cell) = fill.unfilled.and_then(|first| Cell::at(first.index() + pit.index())) {
                self.set_cell(cell, i32::from(!filled), fill.rule, observer);
            }
        }
    }

    fn carry<O: Observer>(&mut self, rule: RuleId, from: Place, to: Place, count: i32, observer: &mut O) {
        self.now.add(from.index(), -count);
        self.now.add(to.index(), count);
        if O::ACTIVE && count > 0 {
            observer.event(Event::Put(rule, Some(from), to, count));
        }
    }
}
