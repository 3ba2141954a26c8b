//! Where code leads: what is done once in a turn, and what was changed before.

use crate::id::Id;
use crate::plan::Side;
use crate::plan::live::changes_cells;
pub(super) use crate::plan::onward::ways;
use crate::plan::onward::{self, is_choice, reached, repeats};
use crate::plan::op::{Address, Op, turn};

/// The only choice of all turns of a player, which each turn comes to at most once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OnlyChoice {
    pub(super) at: Address,
    /// Whether the position is the same there as before the turn.
    pub(super) unchanged: bool,
}

/// That choice, if there is no other.
pub(super) fn only_choice<const W: usize>(side: &Side<W>) -> Option<OnlyChoice> {
    let mut choices = Address::all().zip(side.made_ops()).filter(|(_, op)| is_choice(op));
    let (at, op) = choices.next()?;
    if choices.next().is_some() || !matches!(op, Op::ChoosePlace(..)) || repeats(side, at, |_| false) {
        return None;
    }
    let before = reached(side, side.kinds.iter().map(|kind| kind.index()), is_choice);
    let unchanged = side.made_ops().iter().zip(before).filter(|(_, before)| *before).all(|(op, _)| !changes_cells(op));
    Some(OnlyChoice { at, unchanged })
}

/// Before which operations something may have changed since the last lap ended, or there was none: a cell, or where the last seed fell.
/// Behind a choice code begins with what stood there when it was come to.
pub(super) fn changed_since_lap<const W: usize>(side: &Side<W>) -> Vec<bool> {
    let ops = side.made_ops();
    let is_lap = |op: &Op| matches!(op, Op::Lap { .. } | Op::LiftLap { .. } | Op::FirstLap { .. });
    let changes = |op: &Op| {
        is_choice(op) || (changes_cells(op) && !is_lap(op)) || { *op }
            .result_mut()
            .is_some_and(|reg| *reg == turn::LAST)
    };
    let ways = ways(side);
    let behind_changes = ops.iter().enumerate().filter(|(_, op)| changes(op)).flat_map(|(at, op)| ways.behind(op, at));
    let begins = entries(side).into_iter().map(|entry| entry.index());
    reached(side, begins.chain(behind_changes), is_lap)
}

/// What code can be asked to begin with: the kinds of move, then other addresses; what draws a move is the last.
pub(super) fn entries<const W: usize>(side: &Side<W>) -> Vec<Address> {
    let asked = [side.settle, side.phase, side.judged.address(), side.over].into_iter().flatten();
    let all = side.kinds.iter().copied().chain(asked).chain([side.lead]);
    #[cfg(feature = "sim")]
    let all = all.chain(side.stuck).chain([side.drawn]);
    all.collect()
}

/// Whether code comes to an operation again without a choice between.
pub(super) fn repeats_without_choice<const W: usize>(side: &Side<W>, at: Address) -> bool {
    repeats(side, at, is_choice)
}

/// The operations behind a choice, where none of them is a choice or can be come to twice: see [`onward::onward`].
pub(super) fn onward<const W: usize>(side: &Side<W>, choice: Address) -> Option<Vec<Address>> {
    let behind = onward::onward(side, choice.next(), |_, op| is_choice(op))?;
    let ends_nowhere = behind.iter().all(|at| !is_choice(&side.made_ops()[at.index()]));
    ends_nowhere.then_some(behind)
}
