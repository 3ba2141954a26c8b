//! Moves that are found by straight code, where a machine has some.

use super::budget::Exhausted;
use super::encoded_move::EncodedMove;
use super::ended::Ended;
use super::listing::Successor;
use super::machine::Machine;
use super::position::{Cells, Shape};
use super::trace::{Event, Observer, Silent};
use super::turn::Turn;
use crate::ir::{EndCode, Id, MoveKind, PieceKind, Place, SowingId, Verdict};
use crate::model::{Player, RuleId};
use crate::plan::{Fast, InMatch, Played, Reached, Seen, Wanted};
use std::ops::ControlFlow;

/// A move that was found, with its choices as straight code has them.
pub(super) struct Found<'a, S: Shape> {
    pub(super) position: &'a S::Position,
    pub(super) kind: MoveKind,
    pub(super) choices: &'a [u16],
    pub(super) again: bool,
    pub(super) ended: Option<Ended>,
    pub(super) captured: i32,
    pub(super) laps: u32,
}

impl<S: Shape> Machine<'_, S> {
    /// Visits moves by straight code, in the order of listing; without it no move is seen.
    #[inline]
    pub(super) fn moves_by_plan(
        &mut self,
        position: &S::Position,
        visit: &mut impl FnMut(Successor<'_, S>) -> ControlFlow<()>,
    ) -> Seen {
        self.encoded_by_plan(position, Wanted::All, visit)
    }

    /// Whether straight code knows that the game is not over before the turn, in a position that has not been there before
    /// and has a legal move.
    pub(super) fn goes_on_by_plan(&mut self, position: &S::Position) -> bool {
        match (&mut self.fast, position.bytes()) {
            (Some(fast), Some(bytes)) => fast.goes_on(position.mover(), bytes),
            _ => false,
        }
    }

    /// How many legal moves a position has, where straight code knows that before any of them is played.
    pub fn count_unplayed(&mut self, position: &S::Position) -> Option<u32> {
        self.fast.as_mut()?.count_unplayed(position.mover(), position.bytes()?)
    }

    /// Visits the legal move with this number, of a position whose moves were counted unplayed; tells whether it could.
    pub fn visit_unplayed(
        &mut self,
        position: &S::Position,
        number: u32,
        visit: &mut impl FnMut(Successor<'_, S>) -> ControlFlow<()>,
    ) -> bool {
        self.encoded_by_plan(position, Wanted::One(number), visit) == Seen::All
    }

    /// Plays a move by straight code that counts rows, for an observer who asks how often rows were taken, what was lifted
    /// first, how much was captured at each place, and where the last piece fell. Tells whether it could.
    pub fn tell_by_plan<O: Observer>(
        &mut self,
        position: &S::Position,
        encoded: &EncodedMove,
        observer: &mut O,
    ) -> bool {
        let Some(mut fast) = self.fast.take() else { return false };
        let is_told = self.tells(&mut fast, position, encoded, observer);
        self.fast = Some(fast);
        is_told
    }

    fn tells<O: Observer>(
        &mut self,
        fast: &mut Fast<'_>,
        position: &S::Position,
        encoded: &EncodedMove,
        observer: &mut O,
    ) -> bool {
        let told = position
            .bytes()
            .and_then(|cells| fast.tell(position.mover(), cells, encoded.kind().index(), &encoded.numbers()));
        let Some(played) = told else { return false };
        if self.plays_on && !self.goes_on_in_its_round(position, &played) {
            return false;
        }
        // Which rule it was, and what lies there, nobody asks who counts.
        let rule = RuleId::FIRST;
        let origin = played.origin.and_then(Place::at);
        origin.into_iter().for_each(|place| observer.event(Event::Lifted(rule, place, 0)));
        for (row, times) in RuleId::all().zip(played.counts.rows()) {
            (0..*times).for_each(|_| observer.event(Event::Row(row)));
        }
        for (place, pieces) in Place::all().zip(played.counts.captured()).filter(|(_, pieces)| **pieces > 0) {
            let pieces = i32::try_from(*pieces).unwrap_or(i32::MAX);
            observer.event(Event::Captured(rule, place, pieces, None));
        }
        let last = played.last.and_then(Place::at);
        last.into_iter().for_each(|place| observer.event(Event::Dropped(rule, place, PieceKind::FIRST, 0)));
        true
    }

    /// Whether a match goes on in the same round behind a turn. What is done between rounds is known to the interpreter.
    fn goes_on_in_its_round(&mut self, position: &S::Position, played: &Played<'_>) -> bool {
        if played.ended {
            return false;
        }
        self.set_position(position);
        self.now.set_bytes(played.cells);
        self.now.set_mover(if played.again { self.mover } else { self.mover.other() });
        matches!(self.over_before_turn(&mut Silent), Ok(None))
    }

    /// South's score less North's, where the game has a score.
    #[inline]
    pub fn lead_in_score(&mut self, position: &S::Position) -> Option<i32> {
        match self.score {
            Some(score) => Some(score.lead(position)),
            None => self.lead_in_other_score(position),
        }
    }

    /// The same, where the score is something else than pieces in some places.
    fn lead_in_other_score(&mut self, position: &S::Position) -> Option<i32> {
        self.program.model.score.as_ref()?;
        if let (Some(fast), Some(bytes)) = (&mut self.fast, position.bytes()) {
            return Some(fast.lead(position.mover(), bytes));
        }
        self.scores(position).map(|[south, north]| south - north)
    }

    #[inline]
    fn encoded_by_plan(
        &mut self,
        position: &S::Position,
        wanted: Wanted,
        visit: &mut impl FnMut(Successor<'_, S>) -> ControlFlow<()>,
    ) -> Seen {
        let mut encoded = EncodedMove::new(MoveKind::FIRST);
        self.by_plan(position, wanted, &mut |found| {
            encoded.become_choices(found.kind, found.choices);
            let Found { position, again, ended, captured, laps, .. } = found;
            visit(Successor { position, encoded: &encoded, again, ended, captured, laps })
        })
    }

    #[inline]
    pub(super) fn by_plan(
        &mut self,
        position: &S::Position,
        wanted: Wanted,
        visit: &mut impl FnMut(Found<'_, S>) -> ControlFlow<()>,
    ) -> Seen {
        let (Some(mut fast), Some(bytes)) = (self.fast.take(), position.bytes()) else { return Seen::Some(0) };
        let mover = position.mover();
        let mut after = *position;
        if self.plays_on {
            self.set_position(position);
        }
        let mut told = 0;
        let mut spent = false;
        let seen = fast.visit(mover, bytes, wanted, &mut |reached| {
            after.set_bytes(reached.cells);
            after.set_mover(if reached.again { mover } else { mover.other() });
            let kind = MoveKind::at(reached.kind).expect("it is a kind of the program");
            let ended = reached.ended.and_then(|row| self.ended_by(row, mover, &after));
            let (mut again, mut captured) = (reached.again, reached.captured);
            let mut found_end = ended;
            if self.plays_on {
                if self.round_by_plan(kind, &reached, ended, &after).is_err() {
                    spent = true;
                    return ControlFlow::Break(());
                }
                (after, again, captured, found_end) = (self.now, self.turn.again, self.turn.captured, self.ended);
            }
            told += 1;
            visit(Found {
                position: &after,
                kind,
                choices: reached.choices,
                again,
                ended: found_end,
                captured,
                laps: reached.laps,
            })
        });
        self.fast = Some(fast);
        // What the budget does not reach is left to the interpreter, which says so.
        if spent { Seen::Some(told) } else { seen }
    }

    /// What comes after a turn of a match: the next round, if one is over.
    fn round_by_plan(
        &mut self,
        kind: MoveKind,
        reached: &Reached<'_>,
        ended: Option<Ended>,
        after: &S::Position,
    ) -> Result<(), Exhausted> {
        self.now = *after;
        self.ended = ended;
        self.turn = Turn::new(Some(kind), self.code.kinds[kind].close);
        self.turn.again = reached.again;
        self.turn.captured = reached.captured;
        self.turn.laps = reached.laps;
        if let Some(known) = &reached.in_match {
            self.recall(known);
        }
        self.end_turn(&mut Silent)
    }

    /// Takes up what rules between rounds may ask of a turn that straight code has played.
    fn recall(&mut self, known: &InMatch<'_>) {
        if self.program.keeps.before_sowing {
            self.before.set_bytes(known.before_sowing);
            self.before.set_mover(self.mover);
        }
        self.turn.last = known.last.and_then(Place::at);
        self.turn.origin = known.origin.and_then(Place::at);
        // Matches with pieces of several kinds have no straight code.
        if let Some(held) = self.turn.held.as_mut().first_mut() {
            *held = known.held;
        }
        self.turn.lifted = known.lifted.and_then(Place::at);
        self.turn.sowing = known.sowing.and_then(SowingId::at);
        self.turn.backward = known.backward;
    }

    /// How a row of `end` ends the game in a position.
    #[cold]
    pub(crate) fn ended_by(&mut self, row: &EndCode, mover: Player, after: &S::Position) -> Option<Ended> {
        let Verdict::Award(award) = row.verdict else { return None };
        (self.mover, self.code) = (mover, self.program.code(mover));
        self.now = *after;
        Some(Ended::new(award, row.rule, [Some(mover), None], self.scores_now()))
    }
}
