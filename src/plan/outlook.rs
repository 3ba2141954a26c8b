//! Games of whose moves something is known before any is played, whatever the position is: what a search asks of them is asked of
//! cells alone, in as many as a position has.

use super::cells;
use super::expand::Expander;
use super::fast::{Seen, seen_of};
use super::filled::Filled;
use super::foreseen::{Foreseen, Foresight};
use super::outcomes::Outcomes;
use super::{Plan, Side, Width};
use crate::ir::Program;
use crate::model::Player;

/// Finds what moves of such positions lead to. Make one for each thread.
#[derive(Debug)]
pub(crate) struct Outlook<'p, const W: usize> {
    players: Box<[Seer<'p, W>; 2]>,
}

/// What finds it for one player.
#[derive(Debug)]
struct Seer<'p, const W: usize> {
    side: &'p Side<W>,
    foresight: &'p Foresight<W>,
    /// Where it is known by pieces alone that all moves are legal; that the game is not over if there is one; and that it goes on.
    free: Option<Filled<W>>,
    not_over: Option<Filled<W>>,
    goes_on: Option<Filled<W>>,
    expander: Expander<'p, W>,
}

/// The same, for positions of as many cells as they need.
#[derive(Debug)]
pub(crate) enum Outlooks<'p> {
    Narrow(Outlook<'p, 16>),
    Middle(Outlook<'p, 64>),
}

impl Plan {
    /// What looks ahead by this plan of a program, in a game of which something is known of all moves of all positions.
    pub(crate) fn outlook<'p>(&'p self, program: &Program) -> Option<Outlooks<'p>> {
        let prefers = program.model.preferences > 0;
        match &self.width {
            Width::Narrow(sides) => Outlook::of(sides, prefers).map(Outlooks::Narrow),
            Width::Middle(sides) => Outlook::of(sides, prefers).map(Outlooks::Middle),
            // No game that has so many cells is played often enough to have code of its own.
            Width::Wide(_) => None,
        }
    }
}

impl<'p, const W: usize> Outlook<'p, W> {
    fn of([south, north]: &'p [Side<W>; 2], prefers: bool) -> Option<Self> {
        Some(Outlook { players: Box::new([Seer::of(south, prefers)?, Seer::of(north, prefers)?]) })
    }

    #[inline(always)]
    fn of_mover(&mut self, mover: Player) -> &mut Seer<'p, W> {
        &mut self.players[mover.index()]
    }

    /// From now on all positions are those that turns have come to, and have as many pieces as the next one.
    pub(crate) fn begin_search(&mut self) {
        self.players.iter_mut().for_each(|seer| seer.expander.begin_search());
    }

    /// What is known of the moves of a position before any of them is played.
    #[inline(always)]
    pub(crate) fn foresee(&self, mover: Player, cells: &[u8; W]) -> Foreseen {
        let seer = &self.players[mover.index()];
        seer.foresight.foresee(seer.side, cells)
    }

    /// The same of the move with this place as its only choice, if it is known that there is one.
    #[inline]
    pub(crate) fn foresee_place(&mut self, mover: Player, cells: &[u8; W], place: u16) -> Option<Foreseen> {
        let seer = self.of_mover(mover);
        if seer.is_free(cells) { seer.foresight.foresee_one(seer.side, cells, place) } else { None }
    }

    /// Whether it is known that all moves are legal that were foreseen of a position.
    #[inline(always)]
    pub(crate) fn are_legal(&mut self, mover: Player, cells: &[u8; W]) -> bool {
        self.of_mover(mover).is_free(cells)
    }

    /// Those of some places of which nothing but their lap comes, by what was foreseen of the moves.
    #[inline(always)]
    pub(crate) fn known_among(&mut self, mover: Player, cells: &[u8; W], foreseen: &Foreseen, places: u64) -> u64 {
        let seer = self.of_mover(mover);
        places & foreseen.known_among(places, || seer.is_free(cells))
    }

    /// Plays the move of a place of which nothing but the lap comes, in a position whose moves were foreseen.
    #[inline(always)]
    pub(crate) fn sow(&self, mover: Player, cells: &mut [u8; W], place: u16) {
        let lap = cells.get(usize::from(place)).and_then(|seeds| {
            let foresight = self.players[mover.index()].foresight;
            foresight.lap_of(place.into(), *seeds)
        });
        lap.into_iter().for_each(|lap| cells::add(cells, &lap.row));
    }

    /// Those of some places that may capture of which [`Outlook::captured`] may tell what they lead to, by what was foreseen of the moves.
    #[inline(always)]
    pub(crate) fn told_among(&mut self, mover: Player, cells: &[u8; W], foreseen: &Foreseen, places: u64) -> u64 {
        let seer = self.of_mover(mover);
        seer.foresight.told_among(foreseen, places, || seer.is_free(cells))
    }

    /// What the move of a place of those leads to, and how many pieces it captures; none if tables do not tell it.
    #[inline(always)]
    pub(crate) fn captured(&self, mover: Player, cells: &[u8; W], place: u16) -> Option<([u8; W], i32)> {
        self.players[mover.index()].foresight.captured(cells, place.into())
    }

    /// Lists what those legal moves of a position lead to that choose one of some places, by what was foreseen of them.
    #[inline]
    pub(crate) fn children_among(
        &mut self,
        mover: Player,
        cells: &[u8; W],
        (foreseen, places): (&Foreseen, u64),
        outcomes: &mut Outcomes,
    ) -> Seen {
        let halted = self.of_mover(mover).expander.outcomes_among(cells, foreseen, places, outcomes);
        seen_of(halted, outcomes.len() as u64)
    }

    /// Lists what the legal move with this place as its only choice leads to, where it is known before any move is played that there
    /// is one.
    #[inline]
    pub(crate) fn child_by_place(&mut self, mover: Player, cells: &[u8; W], place: u16, outcomes: &mut Outcomes) {
        self.of_mover(mover).expander.outcome_chosen(cells, place, outcomes);
    }

    /// Whether a position is not over before the turn, if it has a legal move and has not been there before.
    #[inline(always)]
    pub(crate) fn is_not_over(&mut self, mover: Player, cells: &[u8; W]) -> bool {
        self.of_mover(mover).is_not_over(cells)
    }

    /// Whether it is known by pieces alone that a position has a legal move, all moves are legal, and the game is not over before it.
    #[inline(always)]
    pub(crate) fn goes_on_by_pieces(&self, mover: Player, cells: &[u8; W]) -> bool {
        self.players[mover.index()].goes_on_by_pieces(cells)
    }

    /// Whether it is known soon that a position has a legal move, and that the game is not over before it.
    #[inline(always)]
    pub(crate) fn surely_goes_on(&mut self, mover: Player, cells: &[u8; W]) -> bool {
        self.of_mover(mover).surely_goes_on(cells)
    }
}

impl<'p, const W: usize> Seer<'p, W> {
    fn of(side: &'p Side<W>, prefers: bool) -> Option<Self> {
        let expander = Expander::new(side, prefers);
        let foresight = expander.foresight_of_all()?;
        Some(Seer {
            side,
            foresight,
            free: Filled::free(side, foresight.kind()),
            not_over: Filled::not_over(side),
            goes_on: Filled::goes_on(side, foresight),
            expander,
        })
    }

    /// Whether it is known that all moves of a position are legal.
    #[inline(always)]
    fn is_free(&mut self, cells: &[u8; W]) -> bool {
        self.free.as_ref().is_some_and(|filled| filled.all(cells))
            || self.expander.is_free(cells, self.foresight.kind())
    }

    #[inline(always)]
    fn is_not_over(&mut self, cells: &[u8; W]) -> bool {
        self.not_over.as_ref().is_some_and(|filled| filled.all(cells)) || self.expander.is_over(cells) == Some(false)
    }

    #[inline(always)]
    fn goes_on_by_pieces(&self, cells: &[u8; W]) -> bool {
        self.goes_on.as_ref().is_some_and(|filled| filled.all(cells))
    }

    #[inline(always)]
    fn surely_goes_on(&mut self, cells: &[u8; W]) -> bool {
        self.goes_on_by_pieces(cells) || self.goes_on_otherwise(cells)
    }

    #[inline(never)]
    fn goes_on_otherwise(&mut self, cells: &[u8; W]) -> bool {
        let foreseen = self.expander.goes_on_as_foreseen((self.foresight, false), cells);
        foreseen.unwrap_or_else(|| self.expander.goes_on_unforeseen(cells))
    }
}
