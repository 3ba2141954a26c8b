//! Rounds of a match: what is done when one is over.

use super::flow::Ended;
use super::machine::Machine;
use super::shape::{Cells, Shape, pack};
use super::trace::{Event, Observer, Silent};
use crate::ir::{FillCode, RoundCode, Verdict};
use crate::model::{Player, RuleId};
use crate::situation::{GameResult, Situation};

/// Who has won, as expressions tell it.
fn winner(over: &Ended) -> i32 {
    match over.result {
        GameResult::Winner(player) => player.index() as i32,
        GameResult::Draw | GameResult::NoWinner => -1,
    }
}

impl<S: Shape> Machine<'_, S> {
    /// If the turn that was just handed over ended its round, or the next player is met by a row `before a turn`, lays
    /// out the next round, or ends the match. A round that is over before its first move is the last one.
    pub(super) fn next_round<O: Observer>(&mut self, observer: &mut O) {
        let Some(over) = self.ended.take().or_else(|| self.over_before_turn(observer)) else { return };
        self.winner = winner(&over);
        let captured = self.turn.captured;
        self.between_rounds(observer);
        // What a player wins of his own seeds between rounds is no capture.
        self.turn.captured = captured;
        if self.ended.is_none()
            && let Some(over) = self.over_before_turn(observer)
        {
            if O::ACTIVE {
                observer.event(Event::Ended(over.rule));
            }
            self.ended = Some(over);
        }
    }

    /// Notes who has won by the move that was just played. In a match that is who has won its last round.
    pub fn note_winner(&mut self) {
        if self.plays_on {
            return;
        }
        let now = self.now;
        let over = self.ended.or_else(|| self.over_before_turn(&mut Silent));
        self.now = now;
        self.winner = over.as_ref().map_or(-1, winner);
    }

    /// Looks at the end rows `before a turn` for the position as it is; if one holds, its awards are made.
    fn over_before_turn<O: Observer>(&mut self, observer: &mut O) -> Option<Ended> {
        let mut beyond = self.beyond.take().unwrap_or_else(|| {
            let mut machine = Machine::new(self.program);
            machine.plays_on = false;
            Box::new(machine)
        });
        let over = beyond.ends_before_turn(&mut self.now, 1, observer);
        self.beyond = Some(beyond);
        over
    }

    fn between_rounds<O: Observer>(&mut self, observer: &mut O) {
        let code = self.code;
        for step in &code.rounds {
            match step {
                RoundCode::Over(rows) => {
                    let row = rows.iter().find(|row| row.condition.is_none_or(|condition| self.holds(condition)));
                    if let Some((row, Verdict::Award(award))) = row.map(|row| (row, row.verdict)) {
                        return self.end_game(row, award, Event::Ended(row.rule), observer);
                    }
                }
                RoundCode::Setup(rule) => self.set_up(*rule, observer),
                RoundCode::Fill(fill) => self.fill(fill, observer),
                RoundCode::Act(address) => self.act(*address, observer),
                RoundCode::Starts(player) => {
                    let first = if self.num(*player) == 1 { Player::North } else { Player::South };
                    self.now.set_mover(first);
                    self.turn.again = first == self.mover;
                }
            }
        }
    }

    fn set_up<O: Observer>(&mut self, rule: RuleId, observer: &mut O) {
        let start = pack::<S>(self.program, &Situation::start(&self.program.model));
        for cell in 0..self.program.layout.places * self.program.layout.kinds {
            self.now.set(cell, start.get(cell));
        }
        if O::ACTIVE {
            observer.event(Event::SetUp(rule));
        }
    }

    fn fill<O: Observer>(&mut self, fill: &FillCode, observer: &mut O) {
        let from = usize::from(fill.from);
        for pit in fill.pits.iter().map(|pit| usize::from(*pit)) {
            self.carry(fill.rule, pit, from, self.now.get(pit), observer);
        }
        for pit in fill.pits.iter().map(|pit| usize::from(*pit)) {
            let filled = self.now.get(from) >= fill.each;
            if filled {
                self.carry(fill.rule, from, pit, fill.each, observer);
            }
            if let Some(first) = fill.unfilled {
                let cell = usize::from(first) + pit;
                if O::ACTIVE && self.now.get(cell) == i32::from(filled) {
                    observer.event(Event::State(fill.rule, cell, i32::from(!filled)));
                }
                self.now.set(cell, i32::from(!filled));
            }
        }
    }

    fn carry<O: Observer>(&mut self, rule: RuleId, from: usize, to: usize, count: i32, observer: &mut O) {
        self.now.add(from, -count);
        self.now.add(to, count);
        if O::ACTIVE && count > 0 {
            observer.event(Event::Put(rule, Some(from), to, count));
        }
    }
}
