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
        let ops = self.made_ops();
        let before = reached(self, [self.kinds.get(kind)?.index()].into_iter(), is_choice);
        let mut choices = (0..ops.len()).filter(|at| before[*at] && is_choice(&ops[*at]));
        let choice = choices.next().filter(|_| choices.next().is_none())?;
        let Op::ChoosePlace(slot, _) = ops[choice] else { return None };
        let before = || ops.iter().zip(&before).filter(|(op, before)| **before && !is_choice(op)).map(|(op, _)| op);
        let behind = Address::at(choice)?.next();
        let is_alone = |reg: Reg| reg == slot || is_of_the_turn(reg) || self.constants.number(reg).is_some();
        let stands_alone = live.numbers(behind).all(is_alone)
            && live.sets(behind).all(|set| self.constants.set(set).is_some())
            && !before().any(|op| matches!(op, Op::Row(_)));
        before().all(leaves_all_as_it_is).then_some(FirstChoice { slot, behind, stands_alone })
    }
}

/// Whether a register tells something of a turn that has begun.
fn is_of_the_turn(reg: Reg) -> bool {
    reg.index() < turn::COUNT || reg == turn::KIND
}

/// Whether an operation changes nothing, tells nothing of the turn, and does not end it.
fn leaves_all_as_it_is(op: &Op) -> bool {
    let tells = Reg::all().filter(|reg| is_of_the_turn(*reg)).any(|reg| Effects::of(op).writes_number(reg));
    !tells && !live::changes_cells(op) && !matches!(op, Op::Legal | Op::Remember)
}
