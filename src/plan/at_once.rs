//! Questions that need no machine: whether there are pieces in some places is all that is asked on the way to an answer.

use super::Side;
use super::cells;
use super::op::{Address, Op, View};
use crate::id::Id as _;

/// Longer ways are left to a machine.
const MOST_OPERATIONS: usize = 16;

impl<const W: usize> Side<W> {
    /// What is asked of a position before the turn, if nothing else has to be known for it.
    #[inline]
    pub(super) fn answer_at_once(&self, position: &[u8; W], question: Address) -> Option<i32> {
        if self.settle.is_some() {
            return None;
        }
        let mut at = question;
        for _ in 0..MOST_OPERATIONS {
            match self.ops[at.index()] {
                Op::Jump(to) => at = to,
                Op::NoPiecesOf(View::Now | View::TurnStart, mask, expected, to) => {
                    let is_so = cells::none_under(position, &self.tables.masks[usize::from(mask)]) == expected;
                    at = if is_so { to } else { at.next() };
                }
                Op::Answer(answer) => return Some(answer),
                _ => return None,
            }
        }
        None
    }
}
