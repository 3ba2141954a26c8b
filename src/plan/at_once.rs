//! Questions that need no machine: whether there are pieces in some places is all that is asked on the way to an answer.

use super::Side;
use super::cells;
use super::op::{Address, Op, View};
use crate::id::Id as _;

/// Longer ways are left to a machine.
const MOST_OPERATIONS: usize = 16;

/// Whether code answers a question so.
pub(super) fn is_answered_at_once(ops: &[Op], question: Address) -> bool {
    is_answered_within(ops, question, MOST_OPERATIONS)
}

fn is_answered_within(ops: &[Op], at: Address, left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    match ops.get(at.index()) {
        Some(Op::Answer(_)) => true,
        Some(Op::Jump(to)) => is_answered_within(ops, *to, left),
        Some(Op::NoPiecesOf(View::Now | View::TurnStart, _, _, to)) => {
            is_answered_within(ops, *to, left) && is_answered_within(ops, at.next(), left)
        }
        _ => false,
    }
}

impl<const W: usize> Side<W> {
    /// What is asked of a position before the turn, if that is answered at once.
    #[inline]
    pub(super) fn answer_at_once(&self, position: &[u8; W], question: Address) -> Option<i32> {
        if !self.at_once.contains(&question) {
            return None;
        }
        let mut at = question;
        loop {
            match self.ops[at.index()] {
                Op::Jump(to) => at = to,
                Op::NoPiecesOf(_, mask, expected, to) => {
                    let is_so = cells::none_under(position, &self.tables.masks[usize::from(mask)]) == expected;
                    at = if is_so { to } else { at.next() };
                }
                Op::Answer(answer) => return Some(answer),
                _ => return None,
            }
        }
    }
}
