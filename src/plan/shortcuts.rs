//! Shorter ways through straight code: jumps to jumps, and questions whose answer is known on the way to them.

use super::live::Effects;
use super::op::{Address, Op, Reg};
use crate::id::Id;
use std::collections::{HashMap, HashSet};

/// Makes every operation go on where its way leads in the end.
pub(super) fn shorten(ops: &mut [Op], constants: &HashMap<Reg, i32>) {
    let joins: HashSet<usize> = ops.iter().filter_map(|op| { *op }.address_mut().map(|to| to.index())).collect();
    for at in 0..ops.len() {
        let Some(mut to) = ops[at].address_mut().map(|to| *to) else { continue };
        // Each step leads on; a circle of them would be a turn that never ends, and is left as it is.
        for _ in 0..ops.len() {
            match onward(ops, &joins, constants, at, to) {
                Some(next) => to = next,
                None => break,
            }
        }
        if let Some(address) = ops[at].address_mut() {
            *address = to;
        }
        if let Op::Jump(to) = ops[at]
            && let Some(op @ (Op::Legal | Op::Dead | Op::Close | Op::Answer(_))) = ops.get(to.index())
        {
            // What stands alone where a jump goes to is done in its place.
            ops[at] = *op;
        }
    }
}

/// Where an operation that goes on at an address goes from there at once.
fn onward(
    ops: &[Op],
    joins: &HashSet<usize>,
    constants: &HashMap<Reg, i32>,
    at: usize,
    to: Address,
) -> Option<Address> {
    match *ops.get(to.index())? {
        Op::Jump(next) => Some(next),
        Op::Compare(op, one, two, next) => {
            let (one, two) = (known(ops, joins, constants, at, one)?, *constants.get(&two)?);
            if op.holds(one, two) { Some(next) } else { Some(to.next()) }
        }
        _ => None,
    }
}

/// What a register holds at an operation, if it was moved there on the only way to it.
fn known(ops: &[Op], joins: &HashSet<usize>, constants: &HashMap<Reg, i32>, at: usize, reg: Reg) -> Option<i32> {
    let mut here = at;
    loop {
        if joins.contains(&here) {
            return None;
        }
        here = here.checked_sub(1)?;
        match ops[here] {
            Op::Move(to, from) if to == reg => return constants.get(&from).copied(),
            Op::Jump(_)
            | Op::Dead
            | Op::Legal
            | Op::Answer(_)
            | Op::AnswerWith(_)
            | Op::Close
            | Op::ChooseAlternative(_) => return None,
            op if Effects::of(&op).writes_number(reg) => return None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CompareOp;
    use crate::plan::op::View;

    /// Operations that put one into a register, do something, and jump to a question whether one is in it.
    fn shortened(between: Op) -> Op {
        let [reg, one] = [20, 250].map(|number| Reg::at(number).unwrap());
        let [question, yes] = [4, 6].map(|number| Address::at(number).unwrap());
        let ask = Op::Compare(CompareOp::Equal, reg, one, yes);
        let mut ops = [Op::Move(reg, one), between, Op::Jump(question), Op::Dead, ask, Op::Dead, Op::Legal];
        shorten(&mut ops, &HashMap::from([(one, 1)]));
        ops[2]
    }

    #[test]
    fn a_question_is_passed_where_its_answer_is_known() {
        let other = Op::Cell(Reg::at(21).unwrap(), View::Now, 0);
        assert_eq!(shortened(other), Op::Legal);
    }

    #[test]
    fn a_question_is_asked_where_something_else_was_written() {
        let same = Op::Cell(Reg::at(20).unwrap(), View::Now, 0);
        assert_eq!(shortened(same), Op::Jump(Address::at(4).unwrap()));
        assert_eq!(shortened(Op::Close), Op::Jump(Address::at(4).unwrap()));
    }
}
