//! What is done with pieces: lifting, capturing, sowing.

use super::Machine;
use crate::plan::along::{Along, Walk};
use crate::plan::leads_back::LeadsBack;
use crate::plan::op::{Address, Reg, turn};
use crate::plan::pieces::{self, Taken};
use crate::plan::seeds::{self, Begins, Drop, Dropping, Sown};
use crate::plan::tables::SowingTable;

impl<const W: usize> Machine<'_, W> {
    /// The sowing along whose path chains and walks go.
    #[inline(always)]
    pub(super) fn along(&self) -> Along {
        Along { sowing: self.get(turn::SOWING), way: self.get(turn::WAY) }
    }

    /// The walk that three registers hold.
    pub(super) fn walk(&self, first: Reg) -> Walk {
        Walk { path: self.get(first), index: self.get(first.behind(1)), left: self.get(first.behind(2)) }
    }

    pub(super) fn put_walk(&mut self, first: Reg, walk: Walk) {
        self.put(first, walk.path);
        self.put(first.behind(1), walk.index);
        self.put(first.behind(2), walk.left);
    }

    #[inline]
    pub(super) fn lift(&mut self, place: i32, most: i32) {
        self.put(turn::LIFTED, place);
        if place >= 0 {
            let lifted = pieces::take(self.now(), place, most);
            self.add_to_hand(lifted);
            self.put(turn::ORIGIN, place);
            self.lifts(place);
        }
    }

    #[inline(always)]
    pub(super) fn add_to_hand(&mut self, count: i32) {
        self.put(turn::HAND, self.get(turn::HAND) + count);
    }

    /// Pieces were taken for somebody.
    #[inline]
    pub(super) fn captured(&mut self, captor: i32, taken: Taken) {
        self.add_to_hand(taken.to_hand);
        if captor == self.side.mover && taken.all > 0 {
            self.put(turn::CAPTURED, self.get(turn::CAPTURED) + taken.all);
            self.put(turn::JUST_CAPTURED, 1);
            self.put(turn::LAPS_SINCE_CAPTURE, 0);
        }
    }

    /// Lifts a place and sows behind it; tells whether there was a row for it that is worked out.
    #[inline(always)]
    pub(super) fn lift_lap(&mut self, sowing: &SowingTable<W>, start: i32) -> bool {
        let way = self.get(turn::WAY);
        if self.get(turn::HAND) == 0
            && let Some(drop) = seeds::lift_lap(sowing, self.now(), start, way)
        {
            self.put(turn::LIFTED, start);
            self.put(turn::ORIGIN, start);
            self.lifts(start);
            self.dropped(drop);
            true
        } else {
            self.lift_and_sow(sowing, start);
            false
        }
    }

    /// Lifts a place and sows behind it, and goes on so from where the last seed falls as long as that leads back to the next
    /// lap; each lap is counted. Tells whether there have been too many.
    #[inline(always)]
    pub(super) fn laps_on(&mut self, sowing: &SowingTable<W>, start: i32, back: &LeadsBack, at: Address) -> bool {
        let mut start = start;
        loop {
            let is_worked_out = self.lift_lap(sowing, start);
            if self.counts_too_many_laps(at) {
                return true;
            }
            let drop = Drop { place: self.get(turn::LAST), held: self.get(turn::HELD) };
            // Where no row was used there may have been nothing to sow: the last piece fell in an earlier lap, then.
            if !is_worked_out || !back.from(self.position(), drop) {
                return false;
            }
            back.row().into_iter().for_each(|row| self.counting.row(row));
            start = drop.place;
        }
    }

    /// The same where no row is worked out.
    #[cold]
    fn lift_and_sow(&mut self, sowing: &SowingTable<W>, start: i32) {
        self.lift(start, i32::MAX);
        self.lap(sowing, start, true);
    }

    /// Where the last seed fell, and what was there before.
    #[inline(always)]
    pub(super) fn dropped(&mut self, drop: Drop) {
        self.put(turn::HELD, drop.held);
        self.put(turn::LAST, drop.place);
    }

    /// Sows the hand, by a row that is worked out if there is one.
    #[inline]
    pub(super) fn lap(&mut self, sowing: &SowingTable<W>, start: i32, after: bool) {
        let begins = Begins { path: sowing.path, start, way: self.get(turn::WAY), after };
        let begins = sowing.behind_a_place(begins);
        let hand = self.get(turn::HAND);
        match seeds::sow_lap(sowing, self.now(), begins, hand) {
            Some(drop) => {
                self.dropped(drop);
                self.put(turn::HAND, 0);
            }
            None => self.sow_each(begins, sowing.skipped(start), 1),
        }
    }

    pub(super) fn begins(&self, sowing: u16, start: i32, after: bool) -> Begins {
        Begins { path: self.side.tables.sowings[usize::from(sowing)].path, start, way: self.get(turn::WAY), after }
    }

    /// Sows the hand place by place.
    pub(super) fn sow_each(&mut self, begins: Begins, skipped: u64, each: i32) {
        let sown = Sown { hand: self.get(turn::HAND), skipped, each };
        let (hand, last) = self.side.tables.sow_each(self.now(), begins, sown);
        self.put(turn::HAND, hand);
        if let Some(drop) = last {
            self.dropped(drop);
        }
    }

    /// The first register holds path and way, or -1 if there is nowhere to sow; the second how far it has come.
    pub(super) fn begin_drops(&mut self, begins: Begins, first: Reg, skipped: u64) {
        let at = self.side.tables.begin_drops(begins, skipped);
        self.put(first, at.path);
        self.put(first.behind(1), at.index);
    }

    /// Drops what falls into a place together, and goes on so where that leads back to the next drop; tells whether there
    /// was anything.
    pub(super) fn drop_on(&mut self, first: Reg, skipped: u64, each: i32, back: &LeadsBack) -> bool {
        let mut at = Dropping { path: self.get(first), index: self.get(first.behind(1)) };
        let sown = Sown { hand: self.get(turn::HAND), skipped, each };
        let dropped = self.side.tables.drop_on(self.now(), &mut at, sown, back);
        self.steps += dropped.map_or(1, |dropped| dropped.drops);
        let Some(dropped) = dropped else { return false };
        if let Some(row) = back.row() {
            (1..dropped.drops).for_each(|_| self.counting.row(row));
        }
        self.dropped(dropped.last);
        self.put(turn::HAND, dropped.hand);
        self.put(first.behind(1), at.index);
        true
    }
}
