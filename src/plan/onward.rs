//! Code that leads onward only: none of it can be come to twice.

use super::Side;
use super::live::Ways;
use super::op::{Address, Op};
use crate::id::Id;

/// Longer code is not followed.
const MOST_FOLLOWED: usize = 4096;

/// The operations from one on up to some ends, where none of them can be come to twice: each stands behind all that lead to it,
/// and where that can be, the next one behind each.
pub(super) fn onward<const W: usize>(
    side: &Side<W>,
    from: Address,
    ends: impl Fn(Address, &Op) -> bool,
) -> Option<Vec<Address>> {
    let mut way = Way { side, ends, states: vec![State::New; side.made_ops().len()], ended: Vec::new(), followed: 0 };
    way.end_behind(from)?;
    way.ended.reverse();
    Some(way.ended)
}

/// Where code leads.
pub(super) fn ways<const W: usize>(side: &Side<W>) -> Ways<'_> {
    Ways { alternatives: &side.tables.alternatives, closes: &side.tables.closes }
}

pub(super) fn is_choice(op: &Op) -> bool {
    matches!(op, Op::ChoosePlace(..) | Op::ChooseNumber(..) | Op::ChooseAlternative(_))
}

/// Whether code comes to an operation again before it comes to an end.
pub(super) fn repeats<const W: usize>(side: &Side<W>, at: Address, ends: impl Fn(&Op) -> bool) -> bool {
    let at = at.index();
    let behind: Vec<usize> = ways(side).behind(&side.made_ops()[at], at).collect();
    reached(side, behind.into_iter(), ends)[at]
}

/// Which operations code comes to from some, those that it ends at among them.
pub(super) fn reached<const W: usize>(
    side: &Side<W>,
    from: impl Iterator<Item = usize>,
    ends: impl Fn(&Op) -> bool,
) -> Vec<bool> {
    let ops = side.made_ops();
    let mut reached = vec![false; ops.len()];
    let mut left: Vec<usize> = from.collect();
    while let Some(at) = left.pop() {
        let Some(op) = ops.get(at) else { continue };
        if !std::mem::replace(&mut reached[at], true) && !ends(op) {
            left.extend(ways(side).behind(op, at));
        }
    }
    reached
}

/// How far operations have been followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Followed,
    Ended,
}

struct Way<'s, E, const W: usize> {
    side: &'s Side<W>,
    ends: E,
    states: Vec<State>,
    ended: Vec<Address>,
    followed: usize,
}

impl<E: Fn(Address, &Op) -> bool, const W: usize> Way<'_, E, W> {
    /// Notes an operation behind all that it leads to; none if it leads back.
    fn end_behind(&mut self, at: Address) -> Option<()> {
        let side = self.side;
        let op = side.made_ops().get(at.index())?;
        match self.states[at.index()] {
            State::Ended => return Some(()),
            State::Followed => return None,
            State::New => self.states[at.index()] = State::Followed,
        }
        self.followed += 1;
        if self.followed > MOST_FOLLOWED {
            return None;
        }
        if !(self.ends)(at, op) {
            let (next, elsewhere): (Vec<usize>, _) =
                ways(side).behind(op, at.index()).partition(|to| *to == at.next().index());
            for to in elsewhere.into_iter().chain(next) {
                self.end_behind(Address::at(to)?)?;
            }
        }
        self.states[at.index()] = State::Ended;
        self.ended.push(at);
        Some(())
    }
}
