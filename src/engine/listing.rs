//! Listing: every legal move of a position.

use super::budget::Exhausted;
use super::encoded_move::EncodedMove;
use super::ended::Ended;
use super::machine::Machine;
use super::placings::{Listed, Placings};
use super::position::{Cells, Shape};
use super::trace::{Observer, Silent};
use super::turn::Status;
use crate::ir::MoveKind;
use crate::model::{Ranking, RuleId};
use crate::plan::Seen;
use std::ops::ControlFlow;

/// A complete move that was found, and what it leads to.
#[derive(Debug)]
pub struct Successor<'a, S: Shape> {
    /// The position that it leads to, with the next player to move.
    pub position: &'a S::Position,
    /// The move itself.
    pub encoded: &'a EncodedMove,
    /// Whether the same player moves again.
    pub again: bool,
    /// How the game ended in this turn, if it did.
    pub ended: Option<Ended>,
    /// Pieces captured by the mover.
    pub captured: i32,
    /// Laps sown.
    pub laps: u32,
}

/// Why a search stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// Whoever looks at what is found has seen enough.
    Enough,
    /// The budget was spent while this rule was followed.
    Exhausted(RuleId),
}

/// How a search came to its end: whether it was stopped because enough was seen.
pub(super) fn finished<T>(flow: ControlFlow<Halt, T>) -> Result<bool, Exhausted> {
    match flow {
        ControlFlow::Continue(_) => Ok(false),
        ControlFlow::Break(Halt::Enough) => Ok(true),
        ControlFlow::Break(Halt::Exhausted(rule)) => Err(Exhausted { rule }),
    }
}

/// Told of the legal moves.
trait Visit<S: Shape> {
    /// Whether it is enough to be told how many there are, where they differ only in where pieces are placed.
    const COUNTS_PLACINGS: bool = false;

    /// A move, with the preferences that it satisfies.
    fn found(&mut self, found: Successor<'_, S>, preference: u32) -> ControlFlow<()>;

    /// Moves that are only counted.
    fn counted(&mut self, _: Placings) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<S: Shape, F: FnMut(Successor<'_, S>, u32) -> ControlFlow<()>> Visit<S> for F {
    fn found(&mut self, found: Successor<'_, S>, preference: u32) -> ControlFlow<()> {
        self(found, preference)
    }
}

/// Told of moves and of placings.
struct Counting<F>(F);

impl<S: Shape, F: FnMut(Listed<'_, S>) -> ControlFlow<()>> Visit<S> for Counting<F> {
    const COUNTS_PLACINGS: bool = true;

    fn found(&mut self, found: Successor<'_, S>, _: u32) -> ControlFlow<()> {
        self.0(Listed::Move(found))
    }

    fn counted(&mut self, placings: Placings) -> ControlFlow<()> {
        self.0(Listed::Placings(placings))
    }
}

impl<'p, S: Shape> Machine<'p, S> {
    /// Visits every legal move: by rank of its kind, then in the order in which choices are offered (pits by their
    /// place, ways as the track declares them, numbers upward, alternatives as written). The visitor may stop.
    ///
    /// # Errors
    /// If that takes more steps than the budget has; then moves are missing.
    pub fn moves(
        &mut self,
        position: &S::Position,
        mut visit: impl FnMut(Successor<'_, S>) -> ControlFlow<()>,
    ) -> Result<(), Exhausted> {
        match self.moves_by_plan(position, &mut visit) {
            Seen::All | Seen::Enough => Ok(()),
            Seen::Some(known) => self.further_moves(position, known, visit),
        }
    }

    /// Visits every legal move in the order of [`Machine::moves`]; those that differ only in where pieces are placed come
    /// together, unplayed.
    ///
    /// # Errors
    /// As for [`Machine::moves`].
    pub fn moves_and_placings(
        &mut self,
        position: &S::Position,
        mut visit: impl FnMut(Listed<'_, S>) -> ControlFlow<()>,
    ) -> Result<(), Exhausted> {
        // A preference is of one turn, and says which of them are moves.
        if self.program.model.preferences > 0 {
            return self.moves(position, |found| visit(Listed::Move(found)));
        }
        let mut known = match self.moves_by_plan(position, &mut |found| visit(Listed::Move(found))) {
            Seen::All | Seen::Enough => return Ok(()),
            Seen::Some(known) => known,
        };
        self.set_position(position);
        let all = self.all(&mut Counting(|listed: Listed<'_, S>| match known.checked_sub(1) {
            Some(left) => {
                known = left;
                ControlFlow::Continue(())
            }
            None => visit(listed),
        }));
        finished(all).map(drop)
    }

    /// Visits the legal moves behind those that are known, in the same order.
    pub(super) fn further_moves(
        &mut self,
        position: &S::Position,
        mut known: u64,
        mut visit: impl FnMut(Successor<'_, S>) -> ControlFlow<()>,
    ) -> Result<(), Exhausted> {
        self.moves_by_interpreter(position, |found| match known.checked_sub(1) {
            Some(left) => {
                known = left;
                ControlFlow::Continue(())
            }
            None => visit(found),
        })
    }

    fn moves_by_interpreter(
        &mut self,
        position: &S::Position,
        mut visit: impl FnMut(Successor<'_, S>) -> ControlFlow<()>,
    ) -> Result<(), Exhausted> {
        self.set_position(position);
        if self.program.model.preferences == 0 {
            return finished(self.all(&mut |found: Successor<'_, S>, _| visit(found))).map(drop);
        }
        // A preference binds if some move satisfies it: look for the best first.
        let mut best = 0;
        finished(self.all(&mut |_: Successor<'_, S>, preference| {
            best = best.max(preference);
            ControlFlow::Continue(())
        }))?;
        let found = self.all(&mut |found: Successor<'_, S>, preference| {
            if preference == best { visit(found) } else { ControlFlow::Continue(()) }
        });
        finished(found).map(drop)
    }

    /// Whether there is a legal move.
    ///
    /// # Errors
    /// If none has been found when the budget is spent.
    pub fn can_move(&mut self, position: &S::Position) -> Result<bool, Exhausted> {
        if let Some(moves) = self.count_unplayed(position) {
            return Ok(moves > 0);
        }
        match self.moves_by_plan(position, &mut |_| ControlFlow::Break(())) {
            Seen::All => return Ok(false),
            Seen::Enough | Seen::Some(1..) => return Ok(true),
            Seen::Some(0) => {}
        }
        self.set_position(position);
        finished(self.all(&mut |_: Successor<'_, S>, _| ControlFlow::Break(())))
    }

    /// Visits the moves of the phase that applies.
    fn all(&mut self, visit: &mut impl Visit<S>) -> ControlFlow<Halt, bool> {
        match self.ranking() {
            Some(ranking) => self.ranked(ranking, visit),
            // Then it is not known whether a phase applies.
            None if self.meter.is_exhausted() => ControlFlow::Break(Halt::Exhausted(self.turn.rule)),
            None => ControlFlow::Continue(false),
        }
    }

    /// Whether there is a move of a ranking.
    pub(super) fn has_move_of(&mut self, ranking: &Ranking) -> Result<bool, Exhausted> {
        finished(self.ranked(ranking, &mut |_: Successor<'_, S>, _| ControlFlow::Break(())))
    }

    /// Visits the moves of a ranking; tells whether there was one.
    fn ranked(&mut self, ranking: &Ranking, visit: &mut impl Visit<S>) -> ControlFlow<Halt, bool> {
        match ranking {
            Ranking::Kind(kind) => self.kind(*kind, visit),
            Ranking::Else(members) => {
                for member in members {
                    if self.ranked(member, visit)? {
                        return ControlFlow::Continue(true);
                    }
                }
                ControlFlow::Continue(false)
            }
            Ranking::Or(members) => {
                let mut any = false;
                for member in members {
                    any |= self.ranked(member, visit)?;
                }
                ControlFlow::Continue(any)
            }
        }
    }

    /// Visits the moves of one kind.
    fn kind<V: Visit<S>>(&mut self, kind: MoveKind, visit: &mut V) -> ControlFlow<Halt, bool> {
        let mut any = false;
        self.begin(kind);
        self.explore(&mut |machine, status| {
            match status {
                Status::Choose => {
                    let Some(placings) = V::COUNTS_PLACINGS.then(|| machine.placings()).flatten() else {
                        return ControlFlow::Continue(true);
                    };
                    any |= placings.count() > 0;
                    return match visit.counted(placings) {
                        ControlFlow::Continue(()) => ControlFlow::Continue(false),
                        ControlFlow::Break(()) => ControlFlow::Break(Halt::Enough),
                    };
                }
                Status::Done => {}
                Status::Dead(_) | Status::Exhausted(_) => return ControlFlow::Continue(false),
            }
            match machine.judge(&mut Silent) {
                None => {}
                Some(Status::Exhausted(rule)) => return ControlFlow::Break(Halt::Exhausted(rule)),
                Some(_) => return ControlFlow::Continue(false),
            }
            if let Err(Exhausted { rule }) = machine.end_turn(&mut Silent) {
                return ControlFlow::Break(Halt::Exhausted(rule));
            }
            any = true;
            match visit.found(machine.found(), machine.turn.preference) {
                ControlFlow::Continue(()) => ControlFlow::Continue(false),
                ControlFlow::Break(()) => ControlFlow::Break(Halt::Enough),
            }
        })?;
        ControlFlow::Continue(any)
    }

    /// Goes on from where the turn is, with each option of each choice. Told where a run stops, `reach` says of a choice
    /// whether its options are to be tried.
    pub(super) fn explore(
        &mut self,
        reach: &mut impl FnMut(&mut Self, Status) -> ControlFlow<Halt, bool>,
    ) -> ControlFlow<Halt> {
        loop {
            let status = self.run(&mut Silent);
            if let Status::Exhausted(rule) = status {
                return ControlFlow::Break(Halt::Exhausted(rule));
            }
            let chooses = reach(self, status)? && status == Status::Choose;
            if !(chooses && self.choose_first() || self.choose_next()) {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The ranking of the phase that applies.
    pub(super) fn ranking(&mut self) -> Option<&'p Ranking> {
        let code = self.code;
        if let [(None, ranking)] = code.phases.as_slice() {
            return Some(ranking);
        }
        self.before_any_kind();
        let mut phases = code.phases.iter();
        let holds = |condition: &Option<_>| condition.is_none_or(|condition| self.truth(&self.now, condition));
        phases.find(|(condition, _)| holds(condition)).map(|(_, ranking)| ranking)
    }

    /// Makes the next player the one to move; in a match, after what is done between rounds if one is over.
    #[inline]
    pub(super) fn end_turn<O: Observer>(&mut self, observer: &mut O) -> Result<(), Exhausted> {
        let next = if self.turn.again { self.mover } else { self.mover.other() };
        self.now.set_mover(next);
        if self.plays_on { self.next_round(observer) } else { Ok(()) }
    }

    /// The move that was just played to its end.
    #[inline]
    pub(super) fn found(&self) -> Successor<'_, S> {
        Successor {
            position: &self.now,
            encoded: &self.encoded,
            again: self.turn.again,
            ended: self.ended,
            captured: self.turn.captured,
            laps: self.turn.laps,
        }
    }
}
