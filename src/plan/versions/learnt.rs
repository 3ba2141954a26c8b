//! What is known behind an operation by what is known before it.

use super::Here;
use super::constants::Constants;
use crate::model::CompareOp;
use crate::plan::along::as_set;
use crate::plan::op::{Op, Reg, View, turn};
use crate::plan::pieces::NOWHERE;
use std::collections::BTreeSet;

/// What is known behind an operation.
pub(super) enum Learnt {
    Nothing,
    /// Which place was lifted.
    Lifted(i32),
    /// Which sowing is made, and which way if that is known.
    Sowing(u16, Option<i32>),
    /// The kind of move.
    Kind(u16),
    /// A register holds what a cell of state does.
    Copy(Reg, u16),
    /// What a cell of state holds, if that is known.
    Cell(u16, Option<u8>),
    /// That any cell of state may have changed.
    AnyCell,
    /// The mover has captured.
    Captured,
}

impl Learnt {
    /// What is known behind an operation; of cells, only truth values are told.
    pub(super) fn behind(
        op: &Op,
        here: &Here<'_>,
        constants: &Constants,
        is_truth: &BTreeSet<u16>,
        mover: i32,
    ) -> Self {
        let number = |reg: Reg| here.numbers.get(reg).or_else(|| constants.numbers.held(reg));
        match *op {
            Op::Lift(place) | Op::LiftSome(_, place) => {
                number(place).filter(|place| *place >= 0).map_or(Learnt::Nothing, Learnt::Lifted)
            }
            Op::FirstLap { sowing, way, .. } => Learnt::Sowing(sowing.into(), number(way)),
            Op::Sowing(sowing, _) => Learnt::Sowing(sowing, None),
            Op::Begin(kind) => Learnt::Kind(kind),
            Op::Cell(to, View::Now, cell) if is_truth.contains(&cell) => Learnt::Copy(to, cell),
            Op::SetCell { cell, most, value } if is_truth.contains(&cell) => {
                let value = number(value).map(|value| value.clamp(0, i32::from(most)));
                Learnt::Cell(cell, value.and_then(|value| u8::try_from(value).ok()))
            }
            Op::SetCellOf { .. } => Learnt::AnyCell,
            Op::CaptureSome { count, pit, into, captor } => {
                let is_taken = number(count) > Some(0) && number(into).is_some_and(|into| into != NOWHERE);
                let holds_pieces = number(pit).is_some_and(|pit| here.occupied.places() & as_set(pit) != 0);
                let is_captured = is_taken && holds_pieces && number(captor) == Some(mover);
                if is_captured { Learnt::Captured } else { Learnt::Nothing }
            }
            _ => Learnt::Nothing,
        }
    }

    pub(super) fn note(self, here: &mut Here<'_>) {
        match self {
            Learnt::Nothing => {}
            Learnt::Lifted(place) => [turn::LIFTED, turn::ORIGIN].into_iter().for_each(|reg| here.learn(reg, place)),
            Learnt::Sowing(sowing, way) => {
                here.learn(turn::SOWING, sowing.into());
                way.into_iter().for_each(|way| here.learn(turn::WAY, way));
            }
            Learnt::Kind(kind) => here.learn(turn::KIND, kind.into()),
            Learnt::Copy(reg, cell) => here.is_copy(reg, cell),
            Learnt::Cell(cell, value) => here.put_cell(cell, value),
            Learnt::AnyCell => here.forget_cells(),
            Learnt::Captured => here.learn(turn::JUST_CAPTURED, 1),
        }
    }
}

/// Notes what is known where a question is answered: behind it, and where it goes on elsewhere.
pub(super) fn learn_answer<'s>(op: &Op, behind: &mut Here<'s>, elsewhere: &mut Here<'s>) {
    let Op::Compare(compare @ (CompareOp::Equal | CompareOp::NotEqual), one, two, _) = *op else { return };
    let (reg, number) = match (behind.numbers.get(one), behind.numbers.get(two)) {
        (None, Some(number)) => (one, number),
        (Some(number), None) => (two, number),
        _ => return,
    };
    let (equal, other) = if compare == CompareOp::Equal { (elsewhere, behind) } else { (behind, elsewhere) };
    // What is copied is a truth value.
    if number == 0 && other.is_copied(reg) {
        other.learn(reg, 1);
    }
    equal.learn(reg, number);
}
