//! Conditions that follow each other and lead to the same place are asked together, so that there is one branch: where one of them
//! is nearly always so, it can be foreseen.

use super::Lowering;
use crate::id::Id as _;
use crate::plan::op::{Address, Op};
use mancala_native::{Truth, Word};

/// Operations that are done before it is known whether they are needed.
const MOST_TOO_MANY: usize = 4;

impl<const W: usize> Lowering<'_, '_, W> {
    /// Asks what follows a condition and leads to the same place with it. One that is known to be so nearly always is asked first.
    /// Gives whether one of the others is so, and the last of them.
    pub(super) fn asked_together(&mut self, mut at: Address, truth: Truth, to: Address) -> (Truth, Address) {
        let ops = self.side.made_ops();
        let mut any = truth;
        while let Some(last) = self.last_of_next_condition(at.next(), to) {
            let before: Vec<_> = ops[at.index() + 1..last.index()].iter().map(|op| (*op, self.result(op))).collect();
            for (op, _) in &before {
                self.number(op);
                self.make_set(op);
            }
            let further = self.condition(&ops[last.index()]);
            for (op, old) in before {
                self.put_back_if(any, to, &op, old);
            }
            at = last;
            if self.foreseen.contains(&further) {
                // The others are hardly ever asked for then.
                let (then, rest) = (self.block_at(to), self.to.seldom());
                self.to.branch(further, then, rest);
                self.to.begin(rest);
                self.to.seal(rest);
            } else {
                any = self.to.either(any, further);
            }
        }
        (any, at)
    }

    /// The next condition, if it leads to the same place, and what stands before it can be done in any case.
    pub(super) fn last_of_next_condition(&self, from: Address, to: Address) -> Option<Address> {
        let ops = self.side.made_ops();
        let mut at = from;
        for _ in 0..=MOST_TOO_MANY {
            let op = ops.get(at.index()).filter(|_| !self.blocks.contains_key(&at))?;
            match { *op }.address_mut() {
                Some(address) if *address == to && op.is_question() && self.asks_of_beginning(at).is_none() => {
                    return Some(at);
                }
                Some(_) => return None,
                None if is_cheap(op) => at = at.next(),
                None => return None,
            }
        }
        None
    }

    /// What the register holds that an operation writes.
    fn result(&mut self, op: &Op) -> Word {
        let mut op = *op;
        if let Some(reg) = op.result_mut().copied() {
            return self.get(reg);
        }
        match op.set_result_mut().copied() {
            Some(set) => self.set(set),
            None => self.to.word(0),
        }
    }

    /// Makes the register that an operation has written hold what it held before, if it is so and code goes on there, where that may be
    /// read.
    fn put_back_if(&mut self, truth: Truth, to: Address, op: &Op, old: Word) {
        let mut op = *op;
        if let Some(reg) = op.result_mut().copied().filter(|reg| self.live.asks_for(to, *reg)) {
            let new = self.get(reg);
            let word = self.to.select(truth, old, new);
            self.put(reg, word);
        } else if let Some(reg) = op.set_result_mut().copied().filter(|reg| self.live.asks_for_set(to, *reg)) {
            let new = self.set(reg);
            let set = self.to.select(truth, old, new);
            self.put_set(reg, set);
        }
    }
}

/// Whether an operation does nothing but work something out that takes no branch.
fn is_cheap(op: &Op) -> bool {
    matches!(
        op,
        Op::Cell(..)
            | Op::CellOf(..)
            | Op::Pieces(..)
            | Op::PiecesOf(..)
            | Op::Count(..)
            | Op::Table(..)
            | Op::Single(..)
            | Op::Union(..)
            | Op::Minus(..)
    )
}
