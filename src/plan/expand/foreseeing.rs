//! Moves of which something is known before they are played: those that are wanted are listed, and the others are left alone. Where
//! all is known of them, they are not even played.

use super::{Expander, Halt, Ranking};
use crate::id::Id as _;
use crate::plan::along::as_set;
use crate::plan::cells;
use crate::plan::foreseen::{Foreseen, Foresight};
use crate::plan::laps::Lap;
use crate::plan::machine::Stop;
use crate::plan::outcomes::Outcomes;
use crate::plan::runner::Runner;
use std::ops::ControlFlow;

/// What is known beforehand of all moves of a position; and whether they are of another kind if there is none of this one.
pub(super) type Beforehand<'p, const W: usize> = (&'p Foresight<W>, bool);

impl<'p, const W: usize> Expander<'p, W> {
    /// What is known of the moves of a position before any of them is played, if it is known of all of them.
    #[inline]
    pub(in crate::plan) fn foresee(&mut self, position: &[u8; W]) -> Option<Foreseen> {
        let (foresight, gives_way) = self.foresight(position)?;
        let foreseen = foresight.foresee(self.side, position);
        let is_known = !gives_way || (foreseen.options() != 0 && self.is_free(position, foreseen.kind()));
        is_known.then_some(foreseen)
    }

    /// What is known beforehand of all moves of all positions, if something is.
    pub(in crate::plan) fn foresight_of_all(&self) -> Option<&'p Foresight<W>> {
        let ranking = self.side.phases.first().filter(|_| self.side.phase.is_none())?;
        self.foresight_of(ranking).filter(|(_, gives_way)| !gives_way).map(|(foresight, _)| foresight)
    }

    /// What is known beforehand of all moves of a position.
    #[inline]
    pub(super) fn foresight(&mut self, position: &[u8; W]) -> Option<Beforehand<'p, W>> {
        if self.side.phase.is_none() {
            return *self.foresight.get_or_init(|| self.foresight_of(self.side.phases.first()?));
        }
        let ranking = self.ranking(position)?;
        self.foresight_of(ranking)
    }

    /// The same of all moves of a ranking.
    fn foresight_of(&self, ranking: &Ranking) -> Option<Beforehand<'p, W>> {
        if self.prefers {
            return None;
        }
        let (kind, gives_way) = match ranking {
            Ranking::Kind(kind) => (*kind, false),
            ranking => (ranking.first_kind()?, true),
        };
        Some((self.side.foresight(kind.index())?, gives_way))
    }

    /// What is known beforehand of moves of the kind that was foreseen.
    #[inline]
    fn foresight_behind(&self, foreseen: &Foreseen) -> Option<&'p Foresight<W>> {
        match self.foresight.get() {
            Some(Some((foresight, _))) if foresight.kind() == foreseen.kind() => Some(foresight),
            _ => self.side.foresight(foreseen.kind()),
        }
    }

    /// Lists what those legal moves of a position lead to that choose one of some places, in the order of listing, by what was
    /// foreseen of them.
    #[inline]
    pub(in crate::plan) fn outcomes_among(
        &mut self,
        position: &[u8; W],
        foreseen: &Foreseen,
        places: u64,
        outcomes: &mut Outcomes,
    ) -> Result<(), Halt> {
        let places = places & foreseen.options();
        let known = self.known(position, foreseen, places);
        if places & !known != 0 {
            // Where some have to be played, machine code plays all of them.
            #[cfg(feature = "native")]
            if let Some(listed) = self.runner.outcomes_among(position, (foreseen.kind(), places), outcomes) {
                return listed;
            }
            #[cfg(not(feature = "native"))]
            self.runner.set_position(position);
        }
        let Some(foresight) = self.foresight_behind(foreseen) else { return Ok(()) };
        let mut left = places;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let lap = foresight.lap_of(place, position[place & (W - 1)]);
            let added = match lap {
                Some(lap) if known >> place & 1 == 1 => {
                    outcomes.add_cells(&cells::sum_of(position, &lap.row), &foreseen.outcome(place))
                }
                _ => match self.played(foresight, place, lap) {
                    Stop::Legal => outcomes.add_found(&self.runner),
                    Stop::TooLong => return Err(Halt::TooLong),
                    Stop::Over | Stop::Answer(_) => ControlFlow::Continue(()),
                },
            };
            if added.is_break() {
                return Err(Halt::Enough);
            }
        }
        Ok(())
    }

    /// What the first lap from a place with so many seeds adds to each cell, modulo 256, if it is worked out.
    #[inline]
    pub(in crate::plan) fn row(&self, foreseen: &Foreseen, place: usize, seeds: u8) -> Option<&'p [u8; W]> {
        Some(&self.foresight_behind(foreseen)?.lap_of(place, seeds)?.row)
    }

    /// Those of some places of which it is known what moves from there lead to.
    #[inline(always)]
    pub(in crate::plan) fn known(&mut self, position: &[u8; W], foreseen: &Foreseen, places: u64) -> u64 {
        foreseen.known_among(places, || self.is_free(position, foreseen.kind()))
    }

    /// Plays the move of a place that is its only choice, from the position before the turn.
    #[inline]
    fn played(&mut self, foresight: &Foresight<W>, place: usize, lap: Option<&Lap<W>>) -> Stop {
        match (lap, foresight.begins_behind(), u16::try_from(place)) {
            (Some(lap), Some(first), Ok(place)) => self.runner.behind_first_lap(foresight.kind(), place, first, lap),
            _ => self.runner.first_among(foresight.kind(), 1 << (place & 63)),
        }
    }

    /// Lists what the legal move with this place as its only choice leads to, where it is known before any move is played that there
    /// is one.
    #[inline]
    pub(in crate::plan) fn outcome_chosen(&mut self, position: &[u8; W], place: u16, outcomes: &mut Outcomes) {
        if let Some((foresight, _)) = self.foresight(position)
            && self.is_free(position, foresight.kind())
        {
            if let Some(foreseen) = foresight.foresee_one(self.side, position, place) {
                let _ = self.outcomes_among(position, &foreseen, foreseen.options(), outcomes);
            }
            return;
        }
        self.visit_chosen(position, place, &mut |runner| outcomes.add_found(runner));
    }

    /// Visits the legal move with this place as its only choice, in a position whose moves can be counted unplayed; tells
    /// whether there is one.
    pub(in crate::plan) fn visit_chosen(
        &mut self,
        position: &[u8; W],
        place: u16,
        visit: &mut impl FnMut(&Runner<'p, W>) -> ControlFlow<()>,
    ) -> bool {
        if !self.side.has_free {
            return false;
        }
        let kind = self.ranking(position).and_then(|ranking| self.unjudged(position, ranking));
        let is_there = kind.is_some_and(|kind| self.runner.first_among(kind, as_set(place.into())) == Stop::Legal);
        if is_there {
            let _ = visit(&self.runner);
        }
        is_there
    }
}
