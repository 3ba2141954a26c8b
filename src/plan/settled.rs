//! Where a turn is settled: whatever follows, the move is legal, and nothing more is chosen. Whoever asks only which moves
//! there are can leave it there.

use super::Side;
use super::goes_on::GoesOn;
use super::hand::Hand;
use super::joined::Joining;
use super::live::Ways;
#[cfg(feature = "native")]
use super::native;
use super::onward;
use super::op::Op;
#[cfg(feature = "sim")]
use super::op::{Reg, View, turn};
use crate::id::Id;
use std::sync::{Arc, OnceLock};

impl<const W: usize> Side<W> {
    /// The same player's code for whoever asks for the choices of legal moves and nothing else: it stops where a turn is
    /// settled.
    pub(super) fn listing(&self) -> Self {
        let ways = onward::ways(self);
        let settled = settled(self.made_ops(), ways, &Hand::of(self, ways));
        let mut side = self.clone();
        for (op, _) in side.ops.iter_mut().zip(settled).filter(|(_, settled)| *settled) {
            *op = Op::Legal;
        }
        self.settled.iter().for_each(|at| side.ops[at.index()] = Op::Legal);
        for at in self.settled_orders(ways) {
            side.ops[at] = Op::ChooseOrder;
            side.has_settled_orders = true;
        }
        side.goes_on = GoesOn::of(self, &side.ops).map(Arc::new);
        side.joined = Joining::new(&side.tables, &side.constants).all(&side.stopping_ops());
        side.carried = OnceLock::new();
        side.steps = OnceLock::new();
        side.foresight = OnceLock::new();
        side.first_choices = OnceLock::new();
        side.first_hands = OnceLock::new();
        side.drawing = Default::default();
        #[cfg(feature = "native")]
        {
            side.compiled = OnceLock::new();
            side.beginning = native::Beginning::default();
        }
        side
    }
}

/// Whether every way from an operation leads to a legal move, without a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LeadsToLegal {
    /// If the hand is empty there.
    with_empty_hand: bool,
    /// Whatever is in the hand.
    with_any_hand: bool,
    /// If the hand is empty there as long as no piece has fallen in the turn.
    with_hand_of_what_was_sown: bool,
    /// If the hand is empty there, and because nothing changes that.
    with_hand_left_alone: bool,
}

impl LeadsToLegal {
    const NEVER: Self = LeadsToLegal::with(false);

    const fn with(all: bool) -> Self {
        LeadsToLegal {
            with_empty_hand: all,
            with_any_hand: all,
            with_hand_of_what_was_sown: all,
            with_hand_left_alone: all,
        }
    }
}

/// What a cell holds, where nothing in a turn changes that.
#[cfg(feature = "sim")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stays {
    cell: usize,
    value: i32,
}

#[cfg(feature = "sim")]
impl Stays {
    /// That a cell which is that of no place holds this value, if it goes on to do so.
    pub(super) fn of<const W: usize>(side: &Side<W>, (cell, value): (usize, u8)) -> Option<Self> {
        let stays = Stays { cell, value: value.into() };
        (cell >= side.places && side.made_ops().iter().all(|op| stays.is_left_by(op, side))).then_some(stays)
    }

    fn is_left_by<const W: usize>(&self, op: &Op, side: &Side<W>) -> bool {
        match *op {
            Op::SetCell { cell, most, value } if usize::from(cell) == self.cell => {
                side.constants.number(value).map(|value| value.clamp(0, i32::from(most))) == Some(self.value)
            }
            Op::SetCellOf { first, .. } => usize::from(first) > self.cell,
            _ => true,
        }
    }
}

/// For each operation: whether every way from there leads to a legal move of this kind without a choice, if the hand is empty there;
/// where a cell stays as it is, if that is told.
#[cfg(feature = "sim")]
pub(super) fn leads_to_legal_moves<const W: usize>(
    side: &Side<W>,
    hand: &Hand,
    kind: i32,
    stays: Option<Stays>,
) -> Vec<bool> {
    let ops = side.made_ops();
    let (ways, is_led_to) = (onward::ways(side), led_to(side));
    let held = |at: usize, reg: Reg| {
        if reg == turn::KIND {
            return Some(kind);
        }
        let read = at.checked_sub(1).filter(|_| !is_led_to[at]).map(|before| ops[before]);
        match (read, stays) {
            (Some(Op::Cell(to, View::Now, cell)), Some(stays)) if to == reg && usize::from(cell) == stays.cell => {
                Some(stays.value)
            }
            _ => side.constants.number(reg),
        }
    };
    let only_way = |at: usize, op: &Op| match *op {
        Op::Compare(compare, one, two, to) => {
            let holds = compare.holds(held(at, one)?, held(at, two)?);
            Some(if holds { to.index() } else { at + 1 })
        }
        _ => None,
    };
    let leads = lead_to_legal(ops, ways, hand, &only_way);
    leads.into_iter().map(|leads| leads.with_empty_hand || leads.with_hand_left_alone).collect()
}

/// For each operation: whether code comes to it from elsewhere than the one before.
#[cfg(feature = "sim")]
fn led_to<const W: usize>(side: &Side<W>) -> Vec<bool> {
    let ops = side.made_ops();
    let mut is_led_to = vec![false; ops.len()];
    for (at, op) in ops.iter().enumerate() {
        onward::ways(side).behind(op, at).filter(|to| *to != at + 1).for_each(|to| is_led_to[to] = true);
    }
    side.kinds.iter().for_each(|begin| is_led_to[begin.index()] = true);
    is_led_to
}

/// For each operation: whether every way from there leads to a legal move without a choice, and the hand is empty there or asked
/// for as it will be at the end. A turn that takes too long for straight code is legal or not as the interpreter says, who
/// plays it if it is drawn.
fn settled(ops: &[Op], ways: Ways<'_>, hand: &Hand) -> Vec<bool> {
    let leads = lead_to_legal(ops, ways, hand, &|_, _| None);
    let is_settled =
        |(at, leads): (usize, LeadsToLegal)| leads.with_hand_left_alone || (leads.with_empty_hand && hand.is_empty(at));
    leads.into_iter().enumerate().map(is_settled).collect()
}

/// For each operation: whether every way from there leads to a legal move without a choice. Where an operation leads but one way,
/// that may be told.
fn lead_to_legal(
    ops: &[Op],
    ways: Ways<'_>,
    hand: &Hand,
    only_way: &impl Fn(usize, &Op) -> Option<usize>,
) -> Vec<LeadsToLegal> {
    let mut leads = vec![LeadsToLegal::with(true); ops.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, op) in ops.iter().enumerate().rev() {
            let now = match only_way(at, op) {
                Some(next) => leads.get(next).copied().unwrap_or(LeadsToLegal::NEVER),
                None => leads_to_legal(&leads, op, at, ways, hand),
            };
            changed |= now != leads[at];
            leads[at] = now;
        }
    }
    leads
}

/// Whether an operation is a choice, or may keep a turn from being legal, or belongs to no turn.
pub(super) fn chooses_or_forbids(op: &Op) -> bool {
    matches!(
        op,
        Op::ChoosePlace(..)
            | Op::ChooseOrder
            | Op::ChooseNumber(..)
            | Op::ChooseAlternative(_)
            | Op::ChoosePiece(_)
            | Op::Dead
            | Op::Answer(_)
            | Op::AnswerWith(_)
            | Op::Prefer(_)
            | Op::Begin(_)
            | Op::Lead(_)
    )
}

fn leads_to_legal(leads: &[LeadsToLegal], op: &Op, at: usize, ways: Ways<'_>, hand: &Hand) -> LeadsToLegal {
    let behind = |is: fn(&LeadsToLegal) -> bool| ways.behind(op, at).all(|next| leads.get(next).is_some_and(is));
    let (empty, any) = (behind(|leads| leads.with_empty_hand), behind(|leads| leads.with_any_hand));
    let sown = behind(|leads| leads.with_hand_of_what_was_sown);
    match op {
        Op::Legal => LeadsToLegal { with_empty_hand: true, with_hand_left_alone: true, ..LeadsToLegal::NEVER },
        op if chooses_or_forbids(op) => LeadsToLegal::NEVER,
        _ if hand.is_emptied(at) => LeadsToLegal { with_hand_left_alone: false, ..LeadsToLegal::with(empty) },
        _ if hand.is_left_alone(at) => LeadsToLegal {
            with_empty_hand: empty,
            with_any_hand: any,
            with_hand_of_what_was_sown: sown,
            with_hand_left_alone: behind(|leads| leads.with_hand_left_alone),
        },
        _ => LeadsToLegal {
            with_empty_hand: match () {
                () if hand.is_left_empty(at) => empty,
                () if hand.lifts_last(at) => sown,
                () => any,
            },
            with_any_hand: any,
            with_hand_of_what_was_sown: match () {
                () if hand.is_emptied_of_what_was_sown(at) => empty,
                () if hand.lifts_last(at) => sown,
                () => any,
            },
            with_hand_left_alone: false,
        },
    }
}
