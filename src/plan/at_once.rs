//! Questions that need no machine: whether there are pieces in some places is all that is asked on the way to an answer.

use super::cells;
use super::op::{Address, Op, View};
use super::tables::Tables;
use crate::id::Id as _;

/// Longer ways are left to a machine.
const MOST_STEPS: usize = 8;

/// How a question is answered at once.
#[derive(Debug, Clone)]
pub(super) struct AtOnce<const W: usize> {
    begin: Next,
    steps: Vec<Step<W>>,
}

/// Whether these places are empty, and what is next if they are and if they are not.
#[derive(Debug, Clone)]
struct Step<const W: usize> {
    places: [u8; W],
    if_empty: Next,
    otherwise: Next,
}

/// What is next.
#[derive(Debug, Clone, Copy)]
enum Next {
    Answer(i32),
    /// The step with this number, which is an earlier one.
    Step(usize),
}

impl<const W: usize> AtOnce<W> {
    /// How what code asks from an address on is answered so; none if it asks anything else.
    pub(super) fn of(ops: &[Op], question: Address, tables: &Tables<W>) -> Option<Self> {
        let mut all = AtOnce { begin: Next::Answer(0), steps: Vec::new() };
        all.begin = all.follow(ops, question, tables, MOST_STEPS)?;
        Some(all)
    }

    /// Adds the steps from an address on, each behind those that it leads to.
    fn follow(&mut self, ops: &[Op], at: Address, tables: &Tables<W>, most: usize) -> Option<Next> {
        let most = most.checked_sub(1)?;
        match *ops.get(at.index())? {
            Op::Answer(answer) => Some(Next::Answer(answer)),
            Op::Jump(to) => self.follow(ops, to, tables, most),
            Op::NoPiecesOf(View::Now | View::TurnStart, mask, expected, to) => {
                let as_expected = self.follow(ops, to, tables, most)?;
                let otherwise = self.follow(ops, at.next(), tables, most)?;
                let [if_empty, otherwise] = if expected { [as_expected, otherwise] } else { [otherwise, as_expected] };
                self.steps.push(Step { places: *tables.masks.get(usize::from(mask))?, if_empty, otherwise });
                Some(Next::Step(self.steps.len() - 1))
            }
            _ => None,
        }
    }

    /// Sets of places: where there are pieces in each of them, this is answered. None if that is not all it takes.
    #[cfg(feature = "sim")]
    pub(super) fn where_filled(&self, answer: i32) -> Option<Vec<[u8; W]>> {
        let (mut sets, mut next) = (Vec::new(), self.begin);
        loop {
            match next {
                Next::Answer(told) => return (told == answer).then_some(sets),
                Next::Step(number) => {
                    sets.push(self.steps[number].places);
                    next = self.steps[number].otherwise;
                }
            }
        }
    }

    /// What is answered of a position before the turn.
    #[inline]
    pub(super) fn answer(&self, position: &[u8; W]) -> i32 {
        let mut next = self.begin;
        loop {
            match next {
                Next::Answer(answer) => return answer,
                Next::Step(number) => {
                    let step = &self.steps[number];
                    let is_empty = cells::none_under(position, &step.places);
                    next = if is_empty { step.if_empty } else { step.otherwise };
                }
            }
        }
    }
}
