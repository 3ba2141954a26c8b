//! What the legal moves of a position lead to, listed together for whoever searches.

use super::budget::Exhausted;
use super::ended::Ended;
use super::fast::Found;
use super::listing::Successor;
use super::machine::Machine;
use super::position::{Cells, Shape};
use crate::model::Player;
use crate::plan::{Name, Outcome, Outcomes, Seen, Wanted, end_row};
use std::ops::ControlFlow;

/// What legal moves of a position lead to, in the order of listing. Made once, it is used for one position after another.
#[derive(Debug, Clone)]
pub struct Children<S: Shape> {
    pub(super) outcomes: Outcomes,
    /// Who has moved.
    mover: Player,
    /// Positions, where they are not given by their cells: behind those that are.
    wholes: Vec<S::Position>,
    /// How moves end the game, with their numbers.
    ends: Vec<(usize, Ended)>,
}

impl<S: Shape> Default for Children<S> {
    fn default() -> Self {
        Children { outcomes: Outcomes::default(), mover: Player::South, wholes: Vec::new(), ends: Vec::new() }
    }
}

impl<S: Shape> Children<S> {
    /// How many moves were listed.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether there was none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is told of a move.
    #[must_use]
    #[inline]
    pub fn outcome(&self, number: usize) -> Outcome {
        self.outcomes.outcome(number)
    }

    /// What is told of each.
    #[inline]
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = Outcome> + '_ {
        self.outcomes.outcomes()
    }

    /// Whether some move ends the game, or a round of a match.
    #[must_use]
    #[inline]
    pub fn any_ends(&self) -> bool {
        self.outcomes.any_ends()
    }

    /// The first cells of the position that a move leads to, if they are at hand; its other cells are those of the position
    /// before the move, but for who is to move.
    #[must_use]
    #[inline]
    pub fn cells(&self, number: usize) -> Option<&[u8]> {
        self.is_by_cells(number).then(|| self.outcomes.cells(number))
    }

    /// The same of positions of this many cells.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn first_cells<const W: usize>(&self, number: usize) -> Option<&[u8; W]> {
        if self.is_by_cells(number) { self.outcomes.first_cells(number) } else { None }
    }

    /// Who moves behind a move.
    #[must_use]
    #[inline]
    pub fn next(&self, number: usize) -> Player {
        if self.outcomes.again(number) { self.mover } else { self.mover.other() }
    }

    /// How a move ends the game, if it does.
    #[must_use]
    #[inline]
    pub fn ended(&self, number: usize) -> Option<&Ended> {
        self.ends.iter().find(|(at, _)| *at == number).map(|(_, ended)| ended)
    }

    /// Makes the position before the moves the one that a move leads to, with the next player to move.
    #[inline]
    pub fn play_in(&self, number: usize, before: &mut S::Position) {
        if self.is_by_cells(number) {
            before.set_bytes(self.outcomes.cells(number));
            before.set_mover(self.next(number));
        } else {
            *before = self.wholes[number - self.by_cells()];
        }
    }

    #[inline]
    fn is_by_cells(&self, number: usize) -> bool {
        number < self.by_cells()
    }

    /// How many positions are given by their cells.
    #[inline]
    fn by_cells(&self) -> usize {
        self.len() - self.wholes.len()
    }

    #[inline]
    pub(super) fn clear(&mut self, mover: Player, most: usize) {
        self.outcomes.clear(most);
        self.mover = mover;
        self.wholes.clear();
        self.ends.clear();
    }

    fn add(&mut self, found: &Found<'_, S>) -> ControlFlow<()> {
        self.ends.extend(found.ended.map(|ended| (self.len(), ended)));
        self.wholes.push(*found.position);
        let name = Name::of(found.kind, found.choices);
        // How it ends the game is told already, and by which row nobody asks.
        let ended = u16::from(found.ended.is_some());
        self.outcomes.add(&[], &Outcome::new(name, found.again, found.captured, ended))
    }
}

impl<S: Shape> Machine<'_, S> {
    /// Lists what legal moves of a position lead to, so many at most, in the order of [`Machine::moves`], which costs more.
    ///
    /// # Errors
    /// As for [`Machine::moves`].
    #[inline]
    pub fn children(
        &mut self,
        position: &S::Position,
        most: usize,
        children: &mut Children<S>,
    ) -> Result<(), Exhausted> {
        children.clear(position.mover(), most);
        let seen = self.children_by_plan(position, Wanted::All, children);
        self.children_behind(seen, position, children)
    }

    /// Lists what was not seen by straight code.
    #[inline]
    pub(super) fn children_behind(
        &mut self,
        seen: Seen,
        position: &S::Position,
        children: &mut Children<S>,
    ) -> Result<(), Exhausted> {
        match seen {
            Seen::All | Seen::Enough => Ok(()),
            Seen::Some(known) => self.further_moves(position, known, |found| {
                let Successor { position, encoded, again, ended, captured, laps } = found;
                let (kind, choices) = (encoded.kind(), &encoded.numbers());
                children.add(&Found { position, kind, choices, again, ended, captured, laps })
            }),
        }
    }

    #[inline]
    pub(super) fn children_by_plan(
        &mut self,
        position: &S::Position,
        wanted: Wanted,
        children: &mut Children<S>,
    ) -> Seen {
        if self.plays_on {
            return self.by_plan(position, wanted, &mut |found| children.add(&found));
        }
        let (Some(fast), Some(bytes)) = (&mut self.fast, position.bytes()) else { return Seen::Some(0) };
        let seen = fast.children(position.mover(), bytes, wanted, &mut children.outcomes);
        self.note_ends(position, children);
        seen
    }

    /// Notes how moves that were listed end the game, if any does.
    #[inline(always)]
    pub(super) fn note_ends(&mut self, position: &S::Position, children: &mut Children<S>) {
        if children.any_ends() {
            self.children_that_end(position, children);
        }
    }

    #[cold]
    pub(super) fn children_that_end(&mut self, position: &S::Position, children: &mut Children<S>) {
        for number in 0..children.len() {
            if children.outcome(number).ended() != 0 {
                self.child_that_ends(position, number, children);
            }
        }
    }

    fn child_that_ends(&mut self, position: &S::Position, number: usize, children: &mut Children<S>) {
        let mover = position.mover();
        let Some(row) = end_row(self.program.code(mover), children.outcome(number).ended().into()) else { return };
        let mut after = *position;
        children.play_in(number, &mut after);
        children.ends.extend(self.ended_by(row, mover, &after).map(|ended| (number, ended)));
    }
}
