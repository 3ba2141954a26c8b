//! Moves that a search looks at, and in which order.

use super::evaluation::{Evaluation, WIN};
use super::quiet_moves;
use crate::engine::{Cells as _, Child, Name, Shape};
use std::cmp::Reverse;

/// A move that is being looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<S: Shape> {
    pub(super) position: S::Position,
    /// What it comes to, where it ends the game.
    pub(super) value: Option<i32>,
    pub(super) captured: i32,
    /// The higher, the earlier it is tried.
    pub(super) order: i64,
    pub(super) index: u16,
    /// What other positions call a move like this one.
    pub(super) name: Option<Name>,
}

impl<S: Shape> Line<S> {
    /// A move of a position, which is still there in it.
    pub(super) fn of(position: &S::Position, found: &Child<'_, S>, evaluation: &Evaluation, index: u16) -> Self {
        let value = found.ended.map(|ended| evaluation.verdict(ended, position.mover()));
        // First what ends the game well, then captures and extra turns.
        let order = value.unwrap_or(0).clamp(-WIN, WIN) / 100 + 10 * found.captured + 15 * i32::from(found.again);
        Line {
            position: *position,
            value,
            captured: found.captured,
            order: i64::from(order) * quiet_moves::RANGE,
            index,
            name: Some(found.name),
        }
    }

    /// Whether it neither captures nor ends the game.
    pub(super) fn is_quiet(&self) -> bool {
        self.captured == 0 && self.value.is_none()
    }

    /// What it is called in the table: by its only choice, where it has but one, otherwise by its number.
    pub(super) fn label(&self) -> u16 {
        self.name.filter(|name| name.is_all).map_or(self.index, |name| name.first)
    }
}

/// Brings the move to the front that is to be tried next.
pub(super) fn bring_best_first<S: Shape>(lines: &mut [Line<S>]) {
    let best = (0..lines.len()).max_by_key(|at| (lines[*at].order, Reverse(lines[*at].index)));
    lines.swap(0, best.unwrap_or(0));
}
