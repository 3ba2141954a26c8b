//! Hands whose orders are counted and not played.

use super::Machine;
use super::choices::{MOST_CHOICES, Options};
use crate::plan::along::first_of;
use crate::plan::hand_orders::Orders;
use crate::plan::op::{View, several, turn};

impl<const W: usize> Machine<'_, W> {
    /// Whether hands are found as they are that may fall in any order, where the code says so.
    pub(in crate::plan) fn takes_orders_together(&mut self, takes: bool) {
        self.takes_orders_together = takes;
    }

    /// What is in the hand of the turn that was found, to fall in any order.
    pub(in crate::plan) fn orders(&self) -> Orders {
        Orders::of(self.side.bags.each_in_hand(self.view(View::Now)))
    }

    /// Whether each order in which the hand can fall is one legal move, rules of legality apart: whichever piece falls last,
    /// no run of drops ends with it.
    #[inline(never)]
    pub(super) fn may_fall_in_any_order(&self) -> bool {
        let hand = self.get(turn::HAND);
        let has_room = usize::try_from(hand).is_ok_and(|hand| self.made + hand < MOST_CHOICES);
        self.takes_orders_together && has_room && self.leaves_no_run(hand)
    }

    /// The kinds that may fall next.
    pub(super) fn pieces_of_hand(&self) -> Options {
        Options::Places { slot: several::PIECE, left: self.set(several::IN_HAND) }
    }

    /// Whether no run of drops ends with the last of n pieces in the hand, whichever that is.
    fn leaves_no_run(&self, hand: i32) -> bool {
        self.place_of_last(hand).is_some_and(|(place, others_fall_there)| {
            let kinds = self.side.kinds_that_leave_runs(self.view(View::Now), place, others_fall_there);
            kinds & self.set(several::IN_HAND) == 0
        })
    }

    /// Where the last of n pieces falls, and whether some of the others fall there, too.
    fn place_of_last(&self, hand: i32) -> Option<(i32, bool)> {
        let path = usize::try_from(self.get(several::PATH)).ok()?;
        let places = self.side.tables.paths[path >> 1].places[path & 1].as_slice();
        let mut index = usize::try_from(self.get(several::INDEX)).unwrap_or(0);
        let (skipped, mut left, mut last) = (self.set(several::SKIPPED), hand, (0, 0));
        let mut fallen = 0;
        while left > 0 {
            index = if index < places.len() { index } else { index % places.len() };
            let place = 1 << (places[index] & 63);
            index += 1;
            if skipped & place == 0 {
                (last, left) = ((place, fallen & place), left - 1);
                fallen |= place;
            }
        }
        let (place, before) = last;
        (place != 0).then(|| (first_of(place), before != 0))
    }
}
