//! What is done with pieces: lifting, capturing, sowing.

use super::Machine;
use crate::plan::along::{Along, Walk};
use crate::plan::op::{Reg, turn};
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

    /// Lifts a place and sows behind it, by a row that is worked out if there is one.
    #[inline(always)]
    pub(super) fn lift_lap(&mut self, sowing: &SowingTable<W>, start: i32) {
        let way = self.get(turn::WAY);
        if self.get(turn::HAND) == 0
            && let Some(drop) = seeds::lift_lap(sowing, self.now(), start, way)
        {
            self.put(turn::LIFTED, start);
            self.put(turn::ORIGIN, start);
            self.lifts(start);
            self.dropped(drop);
        } else {
            self.lift_and_sow(sowing, start);
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
    fn dropped(&mut self, drop: Drop) {
        self.put(turn::HELD, drop.held);
        self.put(turn::LAST, drop.place);
    }

    /// Sows the hand, by a row that is worked out if there is one.
    #[inline]
    pub(super) fn lap(&mut self, sowing: &SowingTable<W>, start: i32, after: bool) {
        let begins = Begins { path: sowing.path, start, way: self.get(turn::WAY), after };
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

    /// Drops what falls into a place together; tells whether there was anything.
    pub(super) fn drop_one(&mut self, first: Reg, skipped: u64, each: i32) -> bool {
        self.steps += 1;
        let mut at = Dropping { path: self.get(first), index: self.get(first.behind(1)) };
        let sown = Sown { hand: self.get(turn::HAND), skipped, each };
        let Some((hand, drop)) = self.side.tables.drop_one(self.now(), &mut at, sown) else { return false };
        self.dropped(drop);
        self.put(turn::HAND, hand);
        self.put(first.behind(1), at.index);
        true
    }
}
