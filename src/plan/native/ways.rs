//! Where code leads: what is done once in a turn, and what was changed before.

use crate::id::Id;
use crate::plan::Side;
use crate::plan::live::changes_cells;
pub(super) use crate::plan::onward::ways;
use crate::plan::onward::{self, is_choice, reached, repeats};
use crate::plan::op::{Address, Op};

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
