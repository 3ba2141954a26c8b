//! Where a turn is settled: whatever follows, the move is legal, and nothing more is chosen. Whoever asks only which moves
//! there are can leave it there.

use super::Side;
use super::hand::Hand;
use super::live::Ways;
use super::op::Op;
use std::sync::OnceLock;

impl<const W: usize> Side<W> {
    /// The same player's code for whoever asks for the choices of legal moves and nothing else: it stops where a turn is
    /// settled.
    pub(super) fn listing(&self) -> Self {
        let ways = Ways { alternatives: &self.tables.alternatives, closes: &self.tables.closes };
        let settled = settled(self.made_ops(), ways, &Hand::of(self, ways));
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
}

/// Whether every way from an operation leads to a legal move, without a choice: if the hand is empty there, and whatever is in
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LeadsToLegal {
    with_empty_hand: bool,
    with_any_hand: bool,
}

/// For each operation: whether the hand is empty there, and every way from there leads to a legal move without a choice. A
/// turn that takes too long for straight code is legal or not as the interpreter says, who plays it if it is drawn.
fn settled(ops: &[Op], ways: Ways<'_>, hand: &Hand) -> Vec<bool> {
    let mut leads = vec![LeadsToLegal { with_empty_hand: true, with_any_hand: true }; ops.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in ops.iter().enumerate().rev() {
            let now = leads_to_legal(&leads, op, at, ways, hand);
            changed |= now != leads[at];
            leads[at] = now;
        }
    }
    let is_settled = |at: usize| leads[at].with_empty_hand && hand.is_empty(at);
    (0..ops.len()).map(is_settled).collect()
}

fn leads_to_legal(leads: &[LeadsToLegal], op: &Op, at: usize, ways: Ways<'_>, hand: &Hand) -> LeadsToLegal {
    let behind = |is: fn(&LeadsToLegal) -> bool| ways.behind(op, at).all(|next| leads.get(next).is_some_and(is));
    let (empty, any) = (behind(|leads| leads.with_empty_hand), behind(|leads| leads.with_any_hand));
    let [with_empty_hand, with_any_hand] = match op {
        Op::Legal => [true, false],
        Op::ChoosePlace(..)
        | Op::ChooseNumber(..)
        | Op::ChooseAlternative(_)
        | Op::ChoosePiece(_)
        | Op::Dead
        | Op::Answer(_)
        | Op::AnswerWith(_)
        | Op::Prefer(_)
        | Op::Begin(_)
        | Op::Lead(_) => [false, false],
        _ if hand.is_emptied(at) => [empty, empty],
        _ if hand.is_left_alone(at) => [empty, any],
        _ => [any, any],
    };
    LeadsToLegal { with_empty_hand, with_any_hand }
}
