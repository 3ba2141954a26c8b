//! Operations that stand one behind the other and are run as one: what takes longest in straight code is to find out which
//! operation is run next.
//!
//! Each stands in the place of the first of its operations, and goes on behind the last one. Those behind the first one stay where
//! they are, so that code can come to them from elsewhere.

use super::build::{Constants, MOST_OPERATIONS};
use super::op::{Address, Far, NEVER_BACK, Op, Reg, View, turn};
use super::tables::Tables;
use crate::id::Id;
use crate::model::CompareOp;

/// The most operations that are run as one.
pub(super) const MOST_JOINED: usize = 3;

/// Most players' code has fewer operations. Where it has, there is no room for all that there can be: to make that takes as long as half of
/// the rest of a plan.
const FEW_OPERATIONS: usize = 1 << 11;

/// What is run, with room for a power of two of operations, so that none has to be asked whether it is there. Nothing goes on behind the
/// last one.
#[derive(Debug, Clone)]
pub(super) enum Joined {
    Few(Box<[Op; FEW_OPERATIONS]>),
    Many(Box<[Op; MOST_OPERATIONS]>),
}

impl Joined {
    pub(super) fn ops(&self) -> &[Op] {
        match self {
            Joined::Few(ops) => &ops[..],
            Joined::Many(ops) => &ops[..],
        }
    }

    /// The same with room for all that can be written.
    pub(super) fn with_room(&self) -> Box<[Op; MOST_OPERATIONS]> {
        filled(self.ops().iter().copied())
    }
}

fn filled<const N: usize>(ops: impl Iterator<Item = Op>) -> Box<[Op; N]> {
    let mut filled = vec![Op::Answer(-1); N].into_boxed_slice();
    filled.iter_mut().zip(ops).for_each(|(place, op)| *place = op);
    filled.try_into().unwrap_or_else(|_| Box::new([Op::Answer(-1); N]))
}

/// Joins operations of a player.
#[derive(Debug, Clone, Copy)]
pub(super) struct Joining<'s, const W: usize> {
    masks: &'s [[u8; W]],
    /// The register that holds nothing but 0.
    zero: Option<Reg>,
}

impl<'s, const W: usize> Joining<'s, W> {
    pub(super) fn new(tables: &'s Tables<W>, constants: &Constants) -> Self {
        let zero = constants.numbers.iter().find(|(_, number)| *number == 0).map(|(reg, _)| *reg);
        Joining { masks: &tables.masks, zero }
    }

    /// What is run where an operation stands.
    pub(super) fn at(self, ops: &[Op], at: usize) -> Op {
        let behind = &ops[at..];
        let three = || self.of_three(behind.first_chunk()?);
        let two = || of_two(behind.first_chunk()?).or_else(|| self.of_lap(behind.first_chunk()?));
        let joined = of_moves(ops, at).or_else(three).or_else(two).or_else(|| of_jump(ops, at));
        joined.or_else(|| self.of_one(ops[at])).unwrap_or(ops[at])
    }

    /// The same for all operations.
    pub(super) fn all(self, ops: &[Op]) -> Joined {
        let all = (0..ops.len()).map(|at| self.at(ops, at));
        if ops.len() < FEW_OPERATIONS { Joined::Few(filled(all)) } else { Joined::Many(filled(all)) }
    }

    /// A lap of what is lifted, and whether its last drop fell into an empty place.
    fn of_lap(self, ops: &[Op; 2]) -> Option<Op> {
        match *ops {
            [
                Op::LiftLap { sowing, start, endless, back: NEVER_BACK },
                Op::Compare(CompareOp::NotEqual, turn::HELD, with, elsewhere),
            ] if self.zero == Some(with) => {
                Some(Op::LiftLapHeld { sowing, start, endless: Far::to(endless), elsewhere: Far::to(elsewhere) })
            }
            _ => None,
        }
    }

    /// A question of few cells.
    fn of_one(self, op: Op) -> Option<Op> {
        let Op::NoPiecesOf(View::Now, mask, expected, to) = op else { return None };
        let cells: Vec<usize> = (0..W).filter(|cell| self.masks[usize::from(mask)][*cell] != 0).collect();
        if let [cell] = cells.as_slice()
            && let Ok(cell) = u8::try_from(*cell)
        {
            return Some(Op::CellIsEmpty { cell, expected, to });
        }
        let sixteen = cells.first()? / 16;
        let are_among_them = cells.iter().all(|cell| cell / 16 == sixteen);
        are_among_them.then_some(Op::NoPiecesIn { mask, sixteen: u8::try_from(sixteen).ok()?, expected, to })
    }

    /// Three operations as one.
    fn of_three(self, ops: &[Op; 3]) -> Option<Op> {
        match *ops {
            [
                Op::Table(to, table, of),
                Op::CellOf(held, View::Now, 0, pit),
                Op::IsIn(asked, counts, false, elsewhere),
            ] if pit == to && asked == held => Some(Op::TableCellOfIsIn {
                to,
                table: small(table)?,
                of,
                held,
                counts: small(counts)?,
                elsewhere: Far::to(elsewhere),
            }),
            [Op::Lap { sowing, start, after }, Op::LapOver(endless), Op::Compare(op, turn::HELD, with, elsewhere)]
                if op == CompareOp::NotEqual && self.zero == Some(with) =>
            {
                let (endless, elsewhere) = (Far::to(endless), Far::to(elsewhere));
                Some(Op::SowLapOverHeld { sowing: small(sowing)?, start, after, endless, elsewhere })
            }
            _ => None,
        }
    }
}

fn small(number: u16) -> Option<u8> {
    u8::try_from(number).ok()
}

/// Two operations as one.
fn of_two(ops: &[Op; 2]) -> Option<Op> {
    match *ops {
        [Op::Cell(to, View::Now, cell), Op::Compare(op, one, with, elsewhere)] if one == to => {
            Some(Op::CellCompare { to, cell: small(cell)?, op, with, elsewhere: Far::to(elsewhere) })
        }
        [Op::CellOf(to, View::Now, first, pit), Op::IsIn(asked, counts, expected, elsewhere)] if asked == to => {
            Some(Op::CellOfIsIn {
                to,
                first: small(first)?,
                pit,
                counts: small(counts)?,
                expected,
                elsewhere: Far::to(elsewhere),
            })
        }
        [Op::Table(to, table, of), Op::CellOf(held, View::Now, first, pit)] if pit == to => {
            Some(Op::TableCellOf { to, table: small(table)?, of, held, first: small(first)? })
        }
        [Op::Steps { to, count, from, way, steps }, Op::CellOf(held, View::Now, first, pit)] if pit == to => {
            Some(Op::StepsCellOf { to, count, from, way, steps: small(steps)?, held, first: small(first)? })
        }
        [Op::Cell(number, View::Now, cell), Op::Steps { to, count, from, way, steps }] if count == number => {
            Some(Op::CellSteps { count, cell: small(cell)?, to, from, way, steps: small(steps)? })
        }
        [Op::Lap { sowing, start, after }, Op::LapOver(endless)] => {
            Some(Op::SowLapOver { sowing: small(sowing)?, start, after, endless: Far::to(endless) })
        }
        [Op::LapOver(endless), Op::Compare(op, one, two, elsewhere)] => {
            Some(Op::LapOverCompare { endless: Far::to(endless), op, one, two, elsewhere: Far::to(elsewhere) })
        }
        [Op::Compare(op, one, two, elsewhere), Op::Move(to, from)] => {
            Some(Op::CompareMove { op, one, two, to, from, elsewhere: Far::to(elsewhere) })
        }
        [Op::Compare(op, one, two, elsewhere), Op::Jump(otherwise)] => {
            Some(Op::CompareJump { op, one, two, elsewhere: Far::to(elsewhere), otherwise: Far::to(otherwise) })
        }
        [Op::Add(to, place), Op::Jump(elsewhere)] => Some(Op::AddJump { to, place, elsewhere: Far::to(elsewhere) }),
        _ => None,
    }
}

/// Numbers that go into registers one after the other, across jumps.
fn of_moves(ops: &[Op], at: usize) -> Option<Op> {
    let there = |at: usize| match ops.get(at) {
        Some(Op::Jump(there)) => there.index(),
        _ => at,
    };
    let first = there(at);
    let Op::Move(to, from) = *ops.get(first)? else { return None };
    let second = there(first + 1);
    let is_straight = first == at && second == at + 1;
    match *ops.get(second)? {
        Op::Move(other, second_from) => {
            let (next, to, from) = (there(second + 1), [to, other], [from, second_from]);
            let is_straight = is_straight && next == second + 1;
            let elsewhere = Far::to(Address::at(next)?);
            Some(if is_straight { Op::Moves { to, from } } else { Op::MovesJump { to, from, elsewhere } })
        }
        _ if is_straight => None,
        _ => Some(Op::MoveJump { to, from, elsewhere: Far::to(Address::at(second)?) }),
    }
}

/// A jump together with what stands where it leads.
fn of_jump(ops: &[Op], at: usize) -> Option<Op> {
    let Op::Jump(there) = ops[at] else { return None };
    match *ops.get(there.index())? {
        Op::Compare(op, one, two, elsewhere) => {
            Some(Op::CompareJump { op, one, two, elsewhere: Far::to(elsewhere), otherwise: Far::to(there.next()) })
        }
        op @ Op::Switch(..) => Some(op),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::op::of_machines;
    use super::super::{Plan, Side, Width};
    use super::*;
    use crate::{Bindings, Variant, shipped_names};
    use std::collections::HashSet;
    use std::mem::{Discriminant, discriminant};

    /// Kinds of operations that are run as one, but for two that are met with in versions.
    const KINDS: usize = 16;

    fn kinds<const W: usize>(sides: &[Side<W>; 2]) -> HashSet<Discriminant<Op>> {
        let all = sides.iter().flat_map(|side| &side.joined.ops()[..side.ops.len()]);
        all.filter(|op| matches!(op, of_machines!())).map(discriminant).collect()
    }

    /// Each stands in the code of a shipped game, so that whatever plays these runs it.
    #[test]
    fn all_that_is_run_as_one_is_met_with() {
        let mut met = HashSet::new();
        for name in shipped_names() {
            let variant = Variant::shipped(name).expect("it is shipped");
            let game = variant.game_with(&Bindings::default()).expect("it checks");
            let Ok(plan) = Plan::new(game.program()) else { continue };
            met.extend(match &plan.width {
                Width::Narrow(sides) => kinds(sides),
                Width::Middle(sides) => kinds(sides),
                Width::Wide(sides) => kinds(sides),
            });
        }
        assert_eq!(met.len(), KINDS);
    }
}
