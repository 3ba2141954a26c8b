//! Registers that nobody uses, for constants that versions need.

use crate::id::Id as _;
use crate::plan::Side;
use crate::plan::live::Effects;
use crate::plan::machine::{KEPT, KEPT_SETS};
use crate::plan::op::{Reg, SetReg, turn};
use std::collections::{BTreeMap, HashSet};

/// Registers that hold constants.
#[derive(Debug, Clone)]
pub(super) struct Constants {
    pub(super) numbers: Held<Reg, i32>,
    pub(super) sets: Held<SetReg, u64>,
}

/// Registers of one sort: those that hold constants, and those that nobody uses.
#[derive(Debug, Clone)]
pub(super) struct Held<R, V> {
    free: Vec<R>,
    known: BTreeMap<V, R>,
    /// Those that were free.
    more: Vec<(R, V)>,
}

impl<R: Copy + PartialEq, V: Copy + Ord> Held<R, V> {
    fn of(all: impl Iterator<Item = R>, is_used: impl Fn(&R) -> bool, constants: &[(R, V)]) -> Self {
        Held {
            free: all.filter(|reg| !is_used(reg)).collect(),
            known: constants.iter().map(|(reg, value)| (*value, *reg)).collect(),
            more: Vec::new(),
        }
    }

    /// A register that always holds this, if there is one left for it.
    pub(super) fn holding(&mut self, value: V) -> Option<R> {
        if let Some(reg) = self.known.get(&value) {
            return Some(*reg);
        }
        let reg = self.free.pop()?;
        self.known.insert(value, reg);
        self.more.push((reg, value));
        Some(reg)
    }

    /// What a register holds that was free.
    pub(super) fn held(&self, reg: R) -> Option<V> {
        self.more.iter().find(|(held, _)| *held == reg).map(|(_, value)| *value)
    }

    /// All that registers hold that were free.
    pub(super) fn more(&self) -> &[(R, V)] {
        &self.more
    }
}

impl Constants {
    /// Those of a player's code. The first registers are left alone: they are filled anew where a turn is gone on with that other
    /// code has found, and after each choice.
    pub(super) fn of<const W: usize>(side: &Side<W>) -> Self {
        let (numbers, sets) = (&side.constants.numbers, &side.constants.sets);
        let (mut used, mut used_sets) = (HashSet::new(), HashSet::new());
        used.extend(numbers.iter().map(|(reg, _)| *reg).chain(Reg::all().take(turn::COUNT)).chain([turn::KIND]));
        used_sets.extend(sets.iter().map(|(set, _)| *set));
        for effects in side.made_ops().iter().map(Effects::of) {
            used.extend(effects.read().chain(effects.written()));
            used_sets.extend(effects.read_sets().chain(effects.written_sets()));
        }
        Constants {
            numbers: Held::of(Reg::all().skip(KEPT), |reg| used.contains(reg), numbers),
            sets: Held::of(SetReg::all().skip(KEPT_SETS), |set| used_sets.contains(set), sets),
        }
    }
}
