//! Moves of which something is known before they are played: those that are wanted are listed, and the others are left alone. Where
//! all is known of them, they are not even played.

use super::{Expander, Halt, Ranking};
use crate::id::Id as _;
use crate::plan::along::as_set;
use crate::plan::foreseen::{Foreseen, Foresight, Known};
use crate::plan::machine::Stop;
use crate::plan::outcomes::Outcomes;
use crate::plan::runner::Runner;
use std::ops::ControlFlow;

impl<'p, const W: usize> Expander<'p, W> {
    /// What is known of the moves of a position before any of them is played, if it is known of all of them.
    #[inline]
    pub(in crate::plan) fn foresee(&mut self, position: &[u8; W]) -> Option<Foreseen> {
        let (foresight, gives_way) = self.foresight(position)?;
        let foreseen = foresight.foresee(self.side, position);
        let is_known = !gives_way || (foreseen.options() != 0 && self.is_free(position, foreseen.kind()));
        is_known.then_some(foreseen)
    }

    /// What is known beforehand of all moves of a position; and whether they are of another kind if there is none of this one.
    #[inline]
    pub(super) fn foresight(&mut self, position: &[u8; W]) -> Option<(&'p Foresight, bool)> {
        if self.prefers {
            return None;
        }
        let ranking = if self.side.phase.is_none() { self.side.phases.first() } else { self.ranking(position) };
        let (kind, gives_way) = match ranking? {
            Ranking::Kind(kind) => (*kind, false),
            ranking => (ranking.first_kind()?, true),
        };
        Some((self.side.foresight(kind.index())?, gives_way))
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
        if self.knows(position, foreseen, places)
            && let Some(foresight) = self.side.foresight(foreseen.kind())
        {
            let added = foresight.add_known(self.side, position, foreseen, places, outcomes);
            return if added.is_continue() { Ok(()) } else { Err(Halt::Enough) };
        }
        self.runner.set_position(position);
        #[cfg(feature = "native")]
        if self.runner.lists_together() {
            return self.runner.outcomes_among(foreseen.kind(), places, outcomes).map(drop);
        }
        let first = self.runner.first_among(foreseen.kind(), places);
        self.from(first, &mut |runner| outcomes.add_found(runner)).map(drop)
    }

    /// Whether all is known of some moves of a position.
    #[inline]
    fn knows(&mut self, position: &[u8; W], foreseen: &Foreseen, places: u64) -> bool {
        match foreseen.known(places) {
            Known::All => true,
            Known::AllIfLegal => self.is_free(position, foreseen.kind()),
            Known::NotAll => false,
        }
    }

    /// Lists what the legal move with this place as its only choice leads to, where it is known before any move is played that there
    /// is one.
    #[inline]
    pub(in crate::plan) fn outcome_chosen(&mut self, position: &[u8; W], place: u16, outcomes: &mut Outcomes) {
        if let Some((foresight, gives_way)) = self.foresight(position)
            && let Some(foreseen) = foresight.foresee_one(self.side, position, place)
            && self.knows(position, &foreseen, foreseen.options())
            && (!gives_way || self.is_free(position, foreseen.kind()))
        {
            let _ = foresight.add_known(self.side, position, &foreseen, foreseen.options(), outcomes);
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
