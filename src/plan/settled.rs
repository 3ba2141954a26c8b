//! Where a turn is settled: whatever follows, the move is legal, and nothing more is chosen. Whoever asks only which moves
//! there are can leave it there.

use super::Side;
use super::live::{Effects, Ways};
use super::op::{Op, Reg, Several, turn};
use std::sync::OnceLock;

/// Stands for the hand among the places that captured pieces go to.
const HAND: i32 = -1;

impl<const W: usize> Side<W> {
    /// The same player's code for whoever asks for the choices of legal moves and nothing else: it stops where a turn is
    /// settled.
    pub(super) fn listing(&self) -> Self {
        let ways = Ways { alternatives: &self.tables.alternatives, closes: &self.tables.closes };
        let harmless = self.made_ops().iter().map(|op| self.is_harmless(op)).collect();
        let settled = settled(self.made_ops(), ways, harmless);
        let mut side = self.clone();
        for (op, _) in side.ops.iter_mut().zip(settled).filter(|(_, settled)| *settled) {
            *op = Op::Legal;
        }
        side.carried = OnceLock::new();
        #[cfg(feature = "native")]
        {
            side.compiled = OnceLock::new();
        }
        side
    }

    /// Whether an operation decides neither which moves there are nor whether they are legal.
    fn is_harmless(&self, op: &Op) -> bool {
        let into_hand = |into: Reg| match self.constants.numbers.iter().find(|(reg, _)| *reg == into) {
            Some((_, place)) => *place == HAND,
            None => true,
        };
        match *op {
            Op::ChoosePlace(..)
            | Op::ChooseNumber(..)
            | Op::ChooseAlternative(_)
            | Op::ChoosePiece(_)
            | Op::Dead
            | Op::Answer(_)
            | Op::AnswerWith(_)
            | Op::Prefer(_)
            | Op::Begin(_)
            | Op::Lead(_)
            | Op::LapOver(_) => false,
            Op::Capture(_, into, _)
            | Op::CaptureSome { into, .. }
            | Op::Several(Several::Capture(_, into, _) | Several::CaptureSome { into, .. }) => !into_hand(into),
            _ => !Effects::of(op).writes_number(turn::HAND),
        }
    }
}

/// For each operation: whether every way from there leads to a legal move, without a choice, a lap or a change of the hand.
fn settled(ops: &[Op], ways: Ways<'_>, harmless: Vec<bool>) -> Vec<bool> {
    let mut settled = harmless;
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in ops.iter().enumerate().rev().filter(|(_, op)| **op != Op::Legal) {
            let goes_on = || ways.behind(op, at).all(|next| settled.get(next) == Some(&true));
            if settled[at] && !goes_on() {
                settled[at] = false;
                changed = true;
            }
        }
    }
    settled
}
