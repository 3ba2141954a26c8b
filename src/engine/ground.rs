//! What a search stands on: positions, and what it asks about them. A machine answers for whole positions.

use super::budget::{Budget, Exhausted};
use super::children::Children;
use super::ended::Ended;
use super::history::fingerprint;
use super::machine::Machine;
use super::position::{Cells, Shape};
use crate::model::Player;
use crate::plan::{Foreseen, Outcome, Seen, Wanted};
use std::fmt::Debug;

/// Positions as a search looks at them, and what it asks about them.
pub trait Ground: Debug {
    /// What a position of the game looks like.
    type Shape: Shape;
    /// What a search keeps of it.
    type Position: Copy + Debug;

    /// A position of the game as a search keeps it.
    fn kept(position: &<Self::Shape as Shape>::Position) -> Self::Position;
    /// A position of the game from what a search keeps of it.
    fn whole(position: &Self::Position) -> <Self::Shape as Shape>::Position;
    /// Who is to move.
    fn mover(position: &Self::Position) -> Player;
    /// The cells as bytes, where each is one.
    fn cells(position: &Self::Position) -> Option<&[u8]>;
    /// The [`fingerprint`] of the whole position.
    fn print(position: &Self::Position) -> u64;

    /// Gives what it asks another budget of steps for each position.
    fn set_budget(&mut self, budget: Budget);

    /// From now on all positions are those that turns have come to, not one from which a search begins; and, until this is said again,
    /// they have as many pieces as the next one.
    fn begin_search(&mut self);

    /// What is known of the moves of a position before any of them is played, if it is known of all of them.
    fn foresee(&mut self, position: &Self::Position) -> Option<Foreseen>;
    /// The same of the move with this place as its only choice, if it is known before any is played that there is one.
    fn foresee_place(&mut self, position: &Self::Position, place: u16) -> Option<Foreseen>;
    /// Whether a position has a legal move, where its moves were foreseen; if that takes too long, it is taken to have one.
    fn has_move_foreseen(&mut self, position: &Self::Position, foreseen: &Foreseen) -> bool;
    /// Those of some places of which nothing but their lap comes in a position whose moves were foreseen, so that
    /// [`Ground::sow_foreseen`] plays them.
    fn known_among(&mut self, position: &Self::Position, foreseen: &Foreseen, places: u64) -> u64;
    /// What the move of a place leads to of which nothing but the lap comes, in the position whose moves were foreseen.
    fn sow_foreseen(&self, position: &Self::Position, foreseen: &Foreseen, place: u16) -> Self::Position;
    /// Those of some places that may capture of which [`Ground::captured`] may tell what they lead to, in a position whose moves were
    /// foreseen.
    fn told_among(&mut self, position: &Self::Position, foreseen: &Foreseen, places: u64) -> u64;
    /// What the move of a place of those leads to, and how many pieces it captures; none if tables do not tell it.
    fn captured(&self, position: &Self::Position, foreseen: &Foreseen, place: u16) -> Option<(Self::Position, i32)>;
    /// Lists what those legal moves of a position lead to that choose one of some places, where its moves were foreseen; tells whether
    /// straight code could play all of them.
    fn children_among(
        &mut self,
        position: &Self::Position,
        foreseen: &Foreseen,
        places: u64,
        most: usize,
        children: &mut Children<Self::Shape>,
    ) -> bool;
    /// Lists what the legal move with this place as its only choice leads to, where straight code knows that before any move is played;
    /// tells whether it does, and there is such a move.
    fn child_by_place(&mut self, position: &Self::Position, place: u16, children: &mut Children<Self::Shape>) -> bool;
    /// Lists what legal moves of a position lead to, so many at most.
    ///
    /// # Errors
    /// As for [`Machine::moves`].
    fn children(
        &mut self,
        position: &Self::Position,
        most: usize,
        children: &mut Children<Self::Shape>,
    ) -> Result<(), Exhausted>;
    /// The same, where moves behind the first one may be left out that is enough, by what is told of it and the cells of the position
    /// that it leads to. Only what [`Ground::lead_by`] tells can be asked for that.
    ///
    /// # Errors
    /// As for [`Machine::moves`].
    fn children_until(
        &mut self,
        position: &Self::Position,
        most: usize,
        children: &mut Children<Self::Shape>,
        _is_enough: impl Fn(&Self, &Outcome, &[u8]) -> bool,
    ) -> Result<(), Exhausted> {
        self.children(position, most, children)
    }
    /// The position that a move leads to which was listed.
    fn child(before: &Self::Position, children: &Children<Self::Shape>, number: usize) -> Self::Position;

    /// Whether straight code knows soon that a position that has not been there before has a legal move, and that the game is not over
    /// before the turn.
    fn surely_goes_on(&mut self, position: &Self::Position) -> bool;
    /// Whether the pieces in a few places tell that a position has a legal move, that all its moves are legal, and that the game is
    /// not over before the turn; only of positions of whose moves something is known before they are played.
    fn goes_on_by_pieces(&self, position: &Self::Position) -> bool;
    /// Whether straight code knows that the game is not over before the turn in a position that has a legal move, and has not been
    /// there before.
    fn is_not_over(&mut self, position: &Self::Position) -> bool;
    /// Whether a position is known to have no legal move.
    fn cannot_move(&mut self, position: &Self::Position) -> bool;
    /// How the game ends before a turn in a position that is there for this many times, if it does.
    fn before_turn(&mut self, position: &Self::Position, times: u32) -> Option<Ended>;
    /// South's lead in score in a position that is given by its cells, if they alone tell it; 0 where the game has no score.
    fn lead_by(&self, cells: &[u8]) -> Option<i32>;
    /// The same of any position, where the game has a score.
    fn lead_in_score(&mut self, position: &Self::Position) -> Option<i32>;
}

impl<S: Shape> Ground for Machine<'_, S> {
    type Shape = S;
    type Position = S::Position;

    #[inline]
    fn kept(position: &S::Position) -> S::Position {
        *position
    }

    #[inline]
    fn whole(position: &S::Position) -> S::Position {
        *position
    }

    #[inline]
    fn mover(position: &S::Position) -> Player {
        position.mover()
    }

    #[inline]
    fn cells(position: &S::Position) -> Option<&[u8]> {
        position.bytes()
    }

    #[inline]
    fn print(position: &S::Position) -> u64 {
        fingerprint(position)
    }

    fn set_budget(&mut self, budget: Budget) {
        Machine::set_budget(self, budget);
    }

    fn begin_search(&mut self) {
        self.fast.iter_mut().for_each(|fast| fast.begin_search());
    }

    #[inline]
    fn foresee(&mut self, position: &S::Position) -> Option<Foreseen> {
        if self.plays_on {
            return None;
        }
        self.fast.as_mut()?.foresee(position.mover(), position.bytes()?)
    }

    fn foresee_place(&mut self, _: &S::Position, _: u16) -> Option<Foreseen> {
        None
    }

    fn has_move_foreseen(&mut self, position: &S::Position, foreseen: &Foreseen) -> bool {
        let mut are_legal = || Some(self.fast.as_mut()?.are_legal(position.mover(), position.bytes()?, foreseen));
        foreseen.options() != 0 && (are_legal() == Some(true) || !self.cannot_move(position))
    }

    #[inline]
    fn known_among(&mut self, position: &S::Position, foreseen: &Foreseen, places: u64) -> u64 {
        match (&mut self.fast, position.bytes()) {
            (Some(fast), Some(bytes)) => fast.known_among(position.mover(), bytes, foreseen, places),
            _ => 0,
        }
    }

    #[inline]
    fn sow_foreseen(&self, position: &S::Position, foreseen: &Foreseen, place: u16) -> S::Position {
        let (mut after, mover) = (*position, position.mover());
        let row = self.fast.as_ref().and_then(|fast| fast.row(mover, position.bytes()?, foreseen, place));
        row.into_iter().for_each(|row| after.add_bytes(row));
        after.set_mover(foreseen.next(place, mover));
        after
    }

    fn told_among(&mut self, _: &S::Position, _: &Foreseen, _: u64) -> u64 {
        0
    }

    fn captured(&self, _: &S::Position, _: &Foreseen, _: u16) -> Option<(S::Position, i32)> {
        None
    }

    #[inline]
    fn children_among(
        &mut self,
        position: &S::Position,
        foreseen: &Foreseen,
        places: u64,
        most: usize,
        children: &mut Children<S>,
    ) -> bool {
        children.clear(position.mover(), most);
        let (Some(fast), Some(bytes)) = (&mut self.fast, position.bytes()) else { return false };
        let seen = fast.children_among(position.mover(), bytes, (foreseen, places), &mut children.outcomes);
        self.note_ends(position, children);
        seen == Seen::All
    }

    fn child_by_place(&mut self, position: &S::Position, place: u16, children: &mut Children<S>) -> bool {
        children.clear(position.mover(), 1);
        self.children_by_plan(position, Wanted::Chosen(place), children);
        !children.is_empty()
    }

    #[inline]
    fn children(&mut self, position: &S::Position, most: usize, children: &mut Children<S>) -> Result<(), Exhausted> {
        Machine::children(self, position, most, children)
    }

    fn children_until(
        &mut self,
        position: &S::Position,
        most: usize,
        children: &mut Children<S>,
        is_enough: impl Fn(&Self, &Outcome, &[u8]) -> bool,
    ) -> Result<(), Exhausted> {
        let (Some(bytes), false) = (position.bytes(), self.plays_on) else {
            return Machine::children(self, position, most, children);
        };
        // Who is asked whether a move is enough has no straight code while it plays.
        let Some(mut fast) = self.fast.take() else { return Machine::children(self, position, most, children) };
        children.clear(position.mover(), most);
        let is_enough = |told: &Outcome, cells: &[u8]| is_enough(self, told, cells);
        let seen = fast.children_until(position.mover(), bytes, &mut children.outcomes, &is_enough);
        self.fast = Some(fast);
        self.note_ends(position, children);
        self.children_behind(seen, position, children)
    }

    #[inline]
    fn child(before: &S::Position, children: &Children<S>, number: usize) -> S::Position {
        let mut after = *before;
        children.play_in(number, &mut after);
        after
    }

    fn surely_goes_on(&mut self, position: &S::Position) -> bool {
        match (&mut self.fast, position.bytes()) {
            (Some(fast), Some(bytes)) => fast.surely_goes_on(position.mover(), bytes),
            _ => false,
        }
    }

    #[inline]
    fn goes_on_by_pieces(&self, _: &S::Position) -> bool {
        false
    }

    fn is_not_over(&mut self, position: &S::Position) -> bool {
        self.goes_on_by_plan(position)
    }

    fn cannot_move(&mut self, position: &S::Position) -> bool {
        self.can_move(position) == Ok(false)
    }

    fn before_turn(&mut self, position: &S::Position, times: u32) -> Option<Ended> {
        let mut after = *position;
        Machine::before_turn(self, &mut after, times).unwrap_or(None)
    }

    #[inline(always)]
    fn lead_by(&self, cells: &[u8]) -> Option<i32> {
        match self.score {
            Some(score) => Some(score.lead_by(cells)),
            None => self.program.model.score.is_none().then_some(0),
        }
    }

    fn lead_in_score(&mut self, position: &S::Position) -> Option<i32> {
        Machine::lead_in_score(self, position)
    }
}
