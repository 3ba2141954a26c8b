//! What is told of a turn to whoever keeps a log.

use super::{Asked, Machine};
use crate::model::RuleId;
use crate::plan::along::first_of;
use crate::plan::op::View;
use crate::plan::pieces::{NOWHERE, byte};

/// What a log tells of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// This row was taken.
    Row(RuleId),
    /// This place was lifted.
    Lifted(u8),
    /// Pieces were captured at a place: how many.
    Captured(u8, i32),
}

impl<const W: usize> Machine<'_, W> {
    /// What was told of the move that was played.
    pub(in crate::plan) fn told_of_the_move(&self) -> &[Told] {
        &self.log
    }

    /// Tells something of a move that is played.
    #[inline(always)]
    pub(super) fn tell(&mut self, told: impl FnOnce() -> Told) {
        if self.is_told() {
            self.log.push(told());
        }
    }

    /// Whether one move is played, and not all looked for.
    #[inline(always)]
    pub(super) fn is_told(&self) -> bool {
        self.asked != Asked::All
    }

    /// Tells what lies in each place of a set that is to be taken.
    #[cold]
    pub(super) fn tell_captures(&mut self, set: u64, into: i32) {
        if into == NOWHERE {
            return;
        }
        let mut left = set;
        while left != 0 {
            let place = first_of(left);
            left &= left - 1;
            let there = i32::from(self.view(View::Now)[usize::from(byte(place)) & (W - 1)]);
            if there > 0 {
                self.log.push(Told::Captured(byte(place), there));
            }
        }
    }
}
