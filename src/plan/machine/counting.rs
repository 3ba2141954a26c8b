//! What is counted of moves that are played, by straight code that is made for it.

use super::Machine;
use crate::plan::along::first_of;
use crate::plan::counts::Counts;
use crate::plan::op::View;
use crate::plan::pieces::{NOWHERE, byte};

impl<const W: usize> Machine<'_, W> {
    /// Takes what was counted of moves that were played.
    pub(in crate::plan) fn take_counts(&mut self, into: &mut Counts) {
        into.take(&mut self.counts);
    }

    /// Keeps what is counted by now.
    #[cfg(feature = "sim")]
    pub(in crate::plan) fn keep_counts(&mut self) {
        self.kept_counts.clone_from(&self.counts);
    }

    /// Forgets what was counted since that was kept.
    #[cfg(feature = "sim")]
    pub(in crate::plan) fn take_counts_back(&mut self) {
        self.counts.clone_from(&self.kept_counts);
    }

    /// The place that was lifted first in the turn, or none.
    #[inline]
    pub(in crate::plan) fn lifted_first(&self) -> i32 {
        self.lifted_first
    }

    /// A place is lifted.
    #[inline(always)]
    pub(super) fn lifts(&mut self, place: i32) {
        if self.lifted_first < 0 {
            self.lifted_first = place;
        }
    }

    /// Counts what lies in each place of a set that is to be taken.
    pub(super) fn count_captures(&mut self, set: u64, into: i32) {
        if into == NOWHERE {
            return;
        }
        let mut left = set;
        while left != 0 {
            let place = usize::from(byte(first_of(left)));
            left &= left - 1;
            let there = i32::from(self.view(View::Now)[place & (W - 1)]);
            self.counts.capture(place, there);
        }
    }
}
