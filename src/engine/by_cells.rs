//! Games of whose moves something is always known before they are played: they are searched on their cells alone.

use super::budget::{Budget, Exhausted};
use super::children::Children;
use super::ended::Ended;
use super::ground::Ground;
use super::history::fingerprint;
use super::machine::Machine;
use super::position::{Cells, Shape};
use crate::model::Player;
use crate::plan::{Foreseen, Outlook, Outlooks, Seen};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// The cells of a position, and who is to move. The cells come first, so that they are copied sixteen at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Bare<const W: usize> {
    cells: [u8; W],
    mover: Player,
}

/// A position as its whole is hashed.
struct AsWhole<'a, S: Shape, const W: usize>(&'a Bare<W>, PhantomData<S>);

impl<S: Shape, const W: usize> Hash for AsWhole<'_, S, W> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let (eights, _) = self.0.cells.as_chunks::<8>();
        let eight = |number: usize| eights.get(number).copied().unwrap_or([0; 8]);
        let last = S::Position::COUNT / 8 - 1;
        hasher.write_usize(S::Position::COUNT);
        (0..last).for_each(|number| hasher.write(&eight(number)));
        // The last cell of a position says who is to move.
        let mut end = eight(last);
        end[7] = u8::from(self.0.mover == Player::North);
        hasher.write(&end);
    }
}

/// Looks at positions by their cells alone, where something is always known of moves before they are played.
#[derive(Debug)]
pub struct ByCells<'p, S: Shape, const W: usize> {
    /// What is seldom asked is asked here.
    machine: Machine<'p, S>,
    outlook: Outlook<'p, W>,
}

/// What a search of a game stands on.
#[derive(Debug)]
pub enum Grounds<'p, S: Shape> {
    /// Few cells alone.
    Narrow(ByCells<'p, S, 16>),
    /// More of them.
    Middle(ByCells<'p, S, 64>),
    /// Whole positions.
    Whole(Machine<'p, S>),
}

impl<'p, S: Shape> Grounds<'p, S> {
    /// That of a game that a machine plays.
    #[must_use]
    pub fn of(machine: Machine<'p, S>) -> Self {
        // Straight code does not know what is done between rounds.
        let can_be_bare = !machine.plays_on && S::Position::zero().bytes().is_some();
        let plan = machine.plan.filter(|_| can_be_bare);
        match plan.and_then(|plan| plan.outlook(machine.program)) {
            Some(Outlooks::Narrow(outlook)) => Grounds::Narrow(ByCells { machine, outlook }),
            Some(Outlooks::Middle(outlook)) => Grounds::Middle(ByCells { machine, outlook }),
            None => Grounds::Whole(machine),
        }
    }
}

impl<S: Shape, const W: usize> Ground for ByCells<'_, S, W> {
    type Shape = S;
    type Position = Bare<W>;

    fn kept(position: &S::Position) -> Bare<W> {
        let mut cells = [0; W];
        // The last cell of a position says who is to move.
        let all = position.bytes().and_then(<[u8]>::split_last).map_or(&[][..], |(_, all)| all);
        cells.iter_mut().zip(all).for_each(|(cell, byte)| *cell = *byte);
        Bare { cells, mover: position.mover() }
    }

    fn whole(position: &Bare<W>) -> S::Position {
        let mut whole = S::Position::zero();
        whole.set_bytes(&position.cells);
        whole.set_mover(position.mover);
        whole
    }

    #[inline(always)]
    fn mover(position: &Bare<W>) -> Player {
        position.mover
    }

    #[inline(always)]
    fn cells(position: &Bare<W>) -> Option<&[u8]> {
        Some(&position.cells)
    }

    #[inline(always)]
    fn print(position: &Bare<W>) -> u64 {
        fingerprint(&AsWhole::<S, W>(position, PhantomData))
    }

    fn set_budget(&mut self, budget: Budget) {
        Machine::set_budget(&mut self.machine, budget);
    }

    fn begin_search(&mut self) {
        self.machine.begin_search();
        self.outlook.begin_search();
    }

    #[inline(always)]
    fn foresee(&mut self, position: &Bare<W>) -> Option<Foreseen> {
        Some(self.outlook.foresee(position.mover, &position.cells))
    }

    #[inline]
    fn foresee_place(&mut self, position: &Bare<W>, place: u16) -> Option<Foreseen> {
        self.outlook.foresee_place(position.mover, &position.cells, place)
    }

    #[inline]
    fn has_move_foreseen(&mut self, position: &Bare<W>, foreseen: &Foreseen) -> bool {
        foreseen.options() != 0
            && (self.outlook.are_legal(position.mover, &position.cells) || !self.cannot_move(position))
    }

    #[inline(always)]
    fn known_among(&mut self, position: &Bare<W>, foreseen: &Foreseen, places: u64) -> u64 {
        self.outlook.known_among(position.mover, &position.cells, foreseen, places)
    }

    #[inline(always)]
    fn sow_foreseen(&self, position: &Bare<W>, foreseen: &Foreseen, place: u16) -> Bare<W> {
        let mut cells = position.cells;
        self.outlook.sow(position.mover, &mut cells, place);
        Bare { cells, mover: foreseen.next(place, position.mover) }
    }

    #[inline(always)]
    fn told_among(&mut self, position: &Bare<W>, foreseen: &Foreseen, places: u64) -> u64 {
        self.outlook.told_among(position.mover, &position.cells, foreseen, places)
    }

    #[inline(always)]
    fn captured(&self, position: &Bare<W>, foreseen: &Foreseen, place: u16) -> Option<(Bare<W>, i32)> {
        let (cells, captured) = self.outlook.captured(position.mover, &position.cells, place)?;
        Some((Bare { cells, mover: foreseen.next(place, position.mover) }, captured))
    }

    #[inline]
    fn children_among(
        &mut self,
        position: &Bare<W>,
        foreseen: &Foreseen,
        places: u64,
        most: usize,
        children: &mut Children<S>,
    ) -> bool {
        children.clear(position.mover, most);
        let among = (foreseen, places);
        let seen = self.outlook.children_among(position.mover, &position.cells, among, &mut children.outcomes);
        self.note_ends(position, children);
        seen == Seen::All
    }

    #[inline]
    fn child_by_place(&mut self, position: &Bare<W>, place: u16, children: &mut Children<S>) -> bool {
        children.clear(position.mover, 1);
        self.outlook.child_by_place(position.mover, &position.cells, place, &mut children.outcomes);
        self.note_ends(position, children);
        !children.is_empty()
    }

    fn children(&mut self, position: &Bare<W>, most: usize, children: &mut Children<S>) -> Result<(), Exhausted> {
        Machine::children(&mut self.machine, &Self::whole(position), most, children)
    }

    #[inline(always)]
    fn child(before: &Bare<W>, children: &Children<S>, number: usize) -> Bare<W> {
        match children.first_cells(number) {
            Some(cells) => Bare { cells: *cells, mover: children.next(number) },
            None => Self::kept(&Machine::child(&Self::whole(before), children, number)),
        }
    }

    #[inline(always)]
    fn surely_goes_on(&mut self, position: &Bare<W>) -> bool {
        self.outlook.surely_goes_on(position.mover, &position.cells)
    }

    #[inline(always)]
    fn goes_on_by_pieces(&self, position: &Bare<W>) -> bool {
        self.outlook.goes_on_by_pieces(position.mover, &position.cells)
    }

    #[inline(always)]
    fn is_not_over(&mut self, position: &Bare<W>) -> bool {
        self.outlook.is_not_over(position.mover, &position.cells)
    }

    fn cannot_move(&mut self, position: &Bare<W>) -> bool {
        self.machine.cannot_move(&Self::whole(position))
    }

    fn before_turn(&mut self, position: &Bare<W>, times: u32) -> Option<Ended> {
        Ground::before_turn(&mut self.machine, &Self::whole(position), times)
    }

    #[inline(always)]
    fn lead_by(&self, cells: &[u8]) -> Option<i32> {
        self.machine.lead_by(cells)
    }

    fn lead_in_score(&mut self, position: &Bare<W>) -> Option<i32> {
        Machine::lead_in_score(&mut self.machine, &Self::whole(position))
    }
}

impl<S: Shape, const W: usize> ByCells<'_, S, W> {
    /// Notes how moves that were listed end the game, if any does.
    #[inline(always)]
    fn note_ends(&mut self, position: &Bare<W>, children: &mut Children<S>) {
        if children.any_ends() {
            self.machine.children_that_end(&Self::whole(position), children);
        }
    }
}
