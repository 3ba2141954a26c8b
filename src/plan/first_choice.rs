//! The choice of a place with which moves of a kind begin, before which nothing is changed, and nothing of the turn is told.

use super::Side;
use super::live::{self, Effects, Live};
use super::onward::{self, is_choice, reached};
use super::op::{Address, Op, Reg, turn};
use crate::id::Id as _;

/// What is known of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstChoice {
    /// The register that the place goes into.
    pub(super) slot: Reg,
    /// Where it goes on behind it.
    pub(super) behind: Address,
    /// Whether a turn can be begun there: nothing is asked for but the place, and nothing before is counted.
    pub(super) stands_alone: bool,
}

impl<const W: usize> Side<W> {
    /// The choice of a place with which moves of a kind begin, if they do.
    #[inline]
    pub(super) fn first_choice(&self, kind: usize) -> Option<FirstChoice> {
        let choices = self.first_choices.get_or_init(|| {
            let live = Live::of(self.made_ops(), onward::ways(self));
            (0..self.kinds.len()).map(|kind| self.finds_first_choice(kind, &live)).collect()
        });
        choices.get(kind).copied().flatten()
    }

    fn finds_first_choice(&self, kind: usize, live: &Live) -> Option<FirstChoice> {
        if self.has_several_kinds() {
            return None;
        }
        let (choice, before) = only_choice_first(self, kind)?;
        let Op::ChoosePlace(slot, _) = self.made_ops()[choice] else { return None };
        let behind = Address::at(choice)?.next();
        let counts = before.iter().any(|op| matches!(op, Op::Row(_)));
        let stands_alone = !counts && self.can_begin_at(behind, &[slot], live);
        before.iter().all(leaves_all_as_it_is).then_some(FirstChoice { slot, behind, stands_alone })
    }

    /// Whether a turn can be begun at an operation, where some registers are filled: nothing else is asked for there but what is
    /// known of every turn, and constants.
    pub(super) fn can_begin_at(&self, at: Address, filled: &[Reg], live: &Live) -> bool {
        let is_known = |reg: Reg| is_of_the_turn(reg) || filled.contains(&reg) || self.constants.number(reg).is_some();
        live.numbers(at).all(is_known) && live.sets(at).all(|set| self.constants.set(set).is_some())
    }
}

/// The choice that all moves of a kind make first, whatever code does before, and what that is.
pub(super) fn only_choice_first<const W: usize>(side: &Side<W>, kind: usize) -> Option<(usize, Vec<Op>)> {
    let reached = reached(side, [side.kinds.get(kind)?.index()].into_iter(), is_choice);
    let ops = || side.made_ops().iter().enumerate().filter(|(at, _)| reached[*at]);
    let mut choices = ops().filter(|(_, op)| is_choice(op)).map(|(at, _)| at);
    let choice = choices.next().filter(|_| choices.next().is_none())?;
    let before = ops().map(|(_, op)| *op).filter(|op| !is_choice(op)).collect();
    Some((choice, before))
}

/// The same, if there is no other choice behind it.
pub(super) fn only_choice<const W: usize>(side: &Side<W>, kind: usize) -> Option<(usize, Vec<Op>)> {
    let (choice, before) = only_choice_first(side, kind)?;
    let behind = reached(side, [choice + 1].into_iter(), |_| false);
    let is_last = !side.made_ops().iter().zip(behind).any(|(op, behind)| behind && is_choice(op));
    is_last.then_some((choice, before))
}

/// Whether a register tells something of a turn that has begun.
fn is_of_the_turn(reg: Reg) -> bool {
    reg.index() < turn::COUNT || reg == turn::KIND
}

/// Whether an operation changes nothing, tells nothing of the turn, and does not end it.
pub(super) fn leaves_all_as_it_is(op: &Op) -> bool {
    let tells = Reg::all().filter(|reg| is_of_the_turn(*reg)).any(|reg| Effects::of(op).writes_number(reg));
    !tells && !live::changes_cells(op) && !matches!(op, Op::Legal | Op::Remember)
}
