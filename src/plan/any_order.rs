//! Hands that may fall in any order: where no run of drops is left behind the last piece, the turn is settled, so that each
//! order is one legal move. Whoever asks only which moves there are can count such orders instead of playing them.

use super::Side;
use super::along::as_set;
use super::live::{Effects, Ways};
use super::op::{Op, Reg, SetReg, Several, several, turn};
use super::settled::chooses_or_forbids;
use super::tables::RunTable;
use crate::id::Id;
use std::collections::{BTreeMap, BTreeSet};

impl<const W: usize> Side<W> {
    /// Where the kind of the piece that falls is chosen, if every turn is settled, rules of legality apart, that leaves no run
    /// of drops behind.
    pub(super) fn settled_orders(&self, ways: Ways<'_>) -> Vec<usize> {
        let chosen = Op::ChoosePlace(several::PIECE, several::IN_HAND);
        let choices = self.made_ops().iter().enumerate().filter(|(_, op)| **op == chosen).map(|(at, _)| at);
        choices.filter(|at| self.drops_are_chosen(*at) && self.is_settled_without_runs(at + 3, ways)).collect()
    }

    /// Whether what follows a choice is the drop of that piece, and the next choice if it was not the last one.
    fn drops_are_chosen(&self, at: usize) -> bool {
        matches!(
            self.made_ops()[at + 1..],
            [Op::Several(Several::Drop { chosen: true, .. }), Op::IsEmpty(several::IN_HAND, false, next), ..]
                if next.index() == at
        )
    }

    /// The kinds of pieces with which a run of drops may end where they fall last into a place, if others fall there before or not.
    #[inline]
    pub(super) fn kinds_that_leave_runs(&self, cells: &[u8; W], place: i32, others_fall_there: bool) -> u64 {
        let Some(bag) = self.bags.place(place) else { return u64::MAX };
        let runs = self.tables.runs.iter().filter(|run| run.places & as_set(place) != 0);
        let ends_there = |run: &&RunTable| {
            // Where others fall first it is not known what the last one finds.
            others_fall_there
                || run.held.iter().all(|(kinds, counts)| counts.has(self.bags.some_or_all(cells, bag, *kinds)))
        };
        runs.filter(ends_there).fold(0, |all, run| all | u64::from(run.kinds))
    }

    fn is_settled_without_runs(&self, at: usize, ways: Ways<'_>) -> bool {
        let mut known: BTreeMap<Reg, i32> = self.constants.numbers.iter().copied().collect();
        known.extend(several::RUNS.iter().take(self.tables.runs.len()).map(|run| (*run, 0)));
        let begin = Known { numbers: known, empty: BTreeSet::new() };
        let (mut seen, mut left) = (BTreeSet::new(), vec![(at, begin)]);
        while let Some((at, mut known)) = left.pop() {
            let Some(op) = self.made_ops().get(at) else { return false };
            if at == self.judge.index() || *op == Op::Legal || !seen.insert((at, known.clone())) {
                continue;
            }
            // What takes pieces into the hand, or sows them, may leave some of them there.
            if chooses_or_forbids(op) || Effects::of(op).writes_number(turn::HAND) {
                return false;
            }
            let goes_on = known.goes_elsewhere(op);
            known.goes_past(op);
            let elsewhere = { *op }.address_mut().map(|to| to.index());
            let behind = ways.behind(op, at).filter(|next| match goes_on {
                Some(true) => Some(*next) == elsewhere,
                Some(false) => *next == at + 1,
                None => true,
            });
            left.extend(behind.map(|next| (next, known.clone())));
        }
        true
    }
}

/// What registers are known to hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    numbers: BTreeMap<Reg, i32>,
    empty: BTreeSet<SetReg>,
}

impl Known {
    /// Whether a question goes on elsewhere, if its answer is known.
    fn goes_elsewhere(&self, op: &Op) -> Option<bool> {
        match op {
            Op::Compare(op, one, two, _) => Some(op.holds(*self.numbers.get(one)?, *self.numbers.get(two)?)),
            Op::IsEmpty(set, expected, _) if self.empty.contains(set) => Some(*expected),
            _ => None,
        }
    }

    /// Takes up what an operation writes.
    fn goes_past(&mut self, op: &Op) {
        let (number, empty) = match op {
            Op::Move(to, from) => (self.numbers.get(from).map(|value| (*to, *value)), None),
            Op::MoveSet(to, from) => (None, self.empty.contains(from).then_some(*to)),
            Op::NoSet(to) => (None, Some(*to)),
            Op::Several(Several::LastDrops(to, count)) => (None, (self.numbers.get(count) == Some(&0)).then_some(*to)),
            _ => (None, None),
        };
        let effects = Effects::of(op);
        self.numbers.retain(|reg, _| !effects.writes_number(*reg));
        self.empty.retain(|set| !effects.writes_places(*set));
        self.numbers.extend(number);
        self.empty.extend(empty);
    }
}
