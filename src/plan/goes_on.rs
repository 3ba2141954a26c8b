//! Turns that are found by code which stops where they are settled, and gone on with by other code.

use super::Side;
use super::live::Live;
#[cfg(feature = "sim")]
use super::machine;
use super::onward::ways;
use super::op::{Address, Op, Reg, turn};
use super::side::Kept;
use crate::id::Id as _;

/// How turns that are found by code which stops where they are settled are gone on with.
#[derive(Debug)]
pub(super) struct GoesOn {
    /// What is read from an operation on, and told of the turn.
    pub(super) live: Live,
    /// How many registers hold that where turns are settled.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "games at random go on with turns"))]
    pub(super) kept: Kept,
}

#[cfg(feature = "sim")]
impl GoesOn {
    /// None where registers hold it that are not kept.
    pub(super) fn of<const W: usize>(side: &Side<W>, stopping: &[Op]) -> Option<Self> {
        let live = told_live(side);
        let mut kept = Kept { numbers: turn::COUNT, sets: 0 };
        for at in stopping.iter().enumerate().filter(|(_, op)| **op == Op::Legal).filter_map(|(at, _)| Address::at(at))
        {
            let is_kept = |reg: &Reg| *reg != turn::KIND && side.constants.number(*reg).is_none();
            let numbers = live.numbers(at).filter(is_kept).map(|reg| reg.index() + 1);
            let sets = live.sets(at).filter(|set| side.constants.set(*set).is_none()).map(|set| set.index() + 1);
            kept.numbers = numbers.fold(kept.numbers, usize::max);
            kept.sets = sets.fold(kept.sets, usize::max);
        }
        (kept.numbers <= machine::KEPT && kept.sets <= machine::KEPT_SETS).then_some(GoesOn { live, kept })
    }
}

impl<const W: usize> Side<W> {
    /// The operations with those that tell where turns are settled that whoever plays them goes on with.
    pub(super) fn stopping_ops(&self) -> Vec<Op> {
        let stopping = |(op, at): (&Op, Address)| self.stopping_op(*op, at);
        self.ops.iter().zip(Address::all()).map(stopping).collect()
    }

    /// The same of the operation at an address.
    pub(super) fn stopping_op(&self, op: Op, at: Address) -> Op {
        if self.goes_on.is_some() && op == Op::Legal { Op::Settled(at) } else { op }
    }

    /// Whether turns that are found by this code can be gone on with by other code of the same player: code of turns is the same whatever
    /// is tried. Machine code plays them in
    /// fewer instructions than it would take to note what they have come to.
    #[cfg(feature = "sim")]
    pub(super) fn can_be_gone_on_with(&self, plays: &Self) -> bool {
        !cfg!(feature = "native") && !self.chooses_orders && self.goes_on.is_some() && self.logs == plays.logs
    }

    /// What is read from an operation on; what is told of a turn that is found, or read where it is gone on with, among it.
    pub(super) fn live_in_turns(&self) -> Live {
        self.goes_on.as_ref().map_or_else(|| told_live(self), |goes_on| goes_on.live.clone())
    }
}

/// What is read from an operation on, what is told of a turn that is found among it.
pub(super) fn told_live<const W: usize>(side: &Side<W>) -> Live {
    let told: Vec<Reg> = Reg::all().take(turn::COUNT).collect();
    Live::telling(side.made_ops(), ways(side), &told)
}
