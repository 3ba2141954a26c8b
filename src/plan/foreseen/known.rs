//! What registers hold where code is followed before it is run.

use crate::id::Id as _;
use crate::plan::Side;
use crate::plan::build::Constants;
use crate::plan::live::Effects;
use crate::plan::op::{Op, Reg, SetReg};

/// Numbers in registers, where they are known: constants, and what was put there on the way.
#[derive(Debug, Clone)]
pub(super) struct Numbers<'s> {
    constants: &'s Constants,
    put: Vec<(Reg, Option<i32>)>,
}

impl<'s> Numbers<'s> {
    /// Constants alone.
    pub(super) fn of<const W: usize>(side: &'s Side<W>) -> Self {
        Numbers { constants: &side.constants, put: Vec::new() }
    }

    pub(super) fn get(&self, reg: Reg) -> Option<i32> {
        match self.put.iter().find(|(other, _)| *other == reg) {
            Some((_, number)) => *number,
            None => self.constants.number(reg),
        }
    }

    pub(super) fn put(&mut self, reg: Reg, number: Option<i32>) {
        match self.put.iter_mut().find(|(other, _)| *other == reg) {
            Some((_, known)) => *known = number,
            None => self.put.push((reg, number)),
        }
    }
}

/// The same for sets.
#[derive(Debug, Clone)]
pub(super) struct Sets<'s> {
    constants: &'s Constants,
    put: Vec<(SetReg, Option<u64>)>,
}

impl<'s> Sets<'s> {
    pub(super) fn of<const W: usize>(side: &'s Side<W>) -> Self {
        Sets { constants: &side.constants, put: Vec::new() }
    }

    pub(super) fn get(&self, set: SetReg) -> Option<u64> {
        match self.put.iter().find(|(other, _)| *other == set) {
            Some((_, places)) => *places,
            None => self.constants.set(set),
        }
    }

    pub(super) fn put(&mut self, set: SetReg, places: Option<u64>) {
        match self.put.iter_mut().find(|(other, _)| *other == set) {
            Some((_, known)) => *known = places,
            None => self.put.push((set, places)),
        }
    }
}

/// The registers for numbers that an operation writes.
pub(super) fn written(op: &Op) -> impl Iterator<Item = Reg> {
    let effects = Effects::of(op);
    Reg::all().filter(move |reg| effects.writes_number(*reg))
}
