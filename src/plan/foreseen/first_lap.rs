//! The first lap of moves that sow a place which is all that is chosen.

use crate::id::Id as _;
use crate::plan::Side;
use crate::plan::along::{Along, as_i32};
use crate::plan::first_choice::only_choice;
use crate::plan::known::Numbers;
use crate::plan::live::{self, Effects, Live, Writers, written};
use crate::plan::onward;
use crate::plan::op::{Address, Op, Reg, SetReg, View, turn};

/// Operations that are followed from the choice to the lap.
const MOST_FOLLOWED: usize = 64;

/// The first lap of all moves of a kind.
#[derive(Debug, Clone)]
pub(in crate::plan) struct FirstLap {
    /// The places that are chosen from, and the number of the condition that holds of those that can be chosen.
    pub(super) chosen: (u64, usize),
    /// Registers that hold the place that was chosen.
    pub(in crate::plan) hold_place: Vec<Reg>,
    pub(in crate::plan) sowing: usize,
    pub(in crate::plan) way: i32,
    /// Where it goes on behind it, and how many laps are counted there.
    pub(in crate::plan) behind: Address,
    pub(in crate::plan) laps: i32,
}

impl FirstLap {
    /// From the first place to the last one that can be chosen.
    pub(super) fn places(&self) -> std::ops::Range<usize> {
        let (places, _) = self.chosen;
        places.trailing_zeros() as usize..(u64::BITS - places.leading_zeros()) as usize
    }

    /// Along which path it is sown.
    pub(super) fn along(&self) -> Along {
        Along { sowing: as_i32(self.sowing), way: self.way }
    }

    /// Whether a turn can be begun behind it: what code asks for there is known by the place and its lap.
    pub(super) fn is_left_by_itself<const W: usize>(&self, side: &Side<W>) -> bool {
        let live = Live::of(side.made_ops(), onward::ways(side));
        !side.remembers && !side.logs && side.can_begin_at(self.behind, &self.hold_place, &live)
    }
}

/// The first lap of moves of a kind, where they choose one of the places of which a condition holds, and sow what lies there behind
/// it, one way, with nothing changed before.
pub(super) fn of<const W: usize>(side: &Side<W>, kind: usize) -> Option<FirstLap> {
    let choice = only_and_first_choice(side, kind)?;
    let Op::ChoosePlace(slot, set) = side.made_ops()[choice] else { return None };
    let chosen = chosen_from(side, choice, set)?;
    let mut follower =
        Follower { known: Numbers::of(&side.constants.numbers), hold_place: vec![slot], is_lifted: false };
    let mut at = Address::at(choice)?.next();
    for _ in 0..MOST_FOLLOWED {
        let op = *side.made_ops().get(at.index())?;
        let behind = at.next();
        if let Some((sowing, way)) = follower.sows(&op) {
            let laps = i32::from(matches!(op, Op::FirstLap { .. }));
            return Some(FirstLap { chosen, hold_place: follower.hold_place, sowing, way: way?, behind, laps });
        }
        at = follower.follow(op, behind)?;
    }
    None
}

/// The choice of a kind of move, if there is no other, and nothing is changed before.
fn only_and_first_choice<const W: usize>(side: &Side<W>, kind: usize) -> Option<usize> {
    let (choice, before) = only_choice(side, kind)?;
    let is_first = !before.iter().any(|op| live::changes_cells(op) || tells(op));
    is_first.then_some(choice)
}

/// The places that are chosen from and the condition that holds of those that can be chosen, where that is the same wherever code
/// comes from: the set is what one condition leaves of places that never change.
fn chosen_from<const W: usize>(side: &Side<W>, choice: usize, set: SetReg) -> Option<(u64, usize)> {
    let writers = Writers::of(side.made_ops(), onward::ways(side));
    let [only] = *writers.last(choice, |effects| effects.writes_places(set)).as_slice() else { return None };
    match side.made_ops()[only] {
        Op::Filter(_, of, View::Now | View::TurnStart, filter) => Some((side.constants.set(of)?, filter.into())),
        _ => None,
    }
}

/// Whether an operation tells what comes of a turn.
fn tells(op: &Op) -> bool {
    let effects = Effects::of(op);
    [turn::CAPTURED, turn::JUST_CAPTURED, turn::AGAIN, turn::ENDED].iter().any(|reg| effects.writes_number(*reg))
}

/// What is known on the way from the choice to the lap.
struct Follower<'s> {
    known: Numbers<'s>,
    /// Registers that hold the place that was chosen.
    hold_place: Vec<Reg>,
    is_lifted: bool,
}

impl Follower<'_> {
    /// The sowing and its way, if it is known, where an operation sows the place that was chosen.
    fn sows(&self, op: &Op) -> Option<(usize, Option<i32>)> {
        let is_place = |reg: &Reg| self.hold_place.contains(reg);
        match op {
            Op::FirstLap { sowing, start, way, .. } if !self.is_lifted && is_place(start) => {
                Some((usize::from(*sowing), self.known.get(*way)))
            }
            Op::Lap { sowing, start, after: true } if self.is_lifted && is_place(start) => {
                Some((usize::from(*sowing), self.known.get(turn::WAY)))
            }
            _ => None,
        }
    }

    /// Where an operation leads that changes nothing; none if that is not known.
    fn follow(&mut self, op: Op, next: Address) -> Option<Address> {
        match op {
            Op::Jump(to) => return Some(to),
            Op::Lift(place) if !self.is_lifted && self.hold_place.contains(&place) => self.is_lifted = true,
            Op::Sowing(_, way) => self.known.put(turn::WAY, self.known.get(way)),
            Op::Move(to, from) if !tells(&op) => {
                let is_place = self.hold_place.contains(&from);
                self.hold_place.retain(|reg| *reg != to);
                self.hold_place.extend(is_place.then_some(to));
                self.known.put(to, self.known.get(from));
            }
            mut op => {
                if tells(&op) || live::changes_cells(&op) || op.address_mut().is_some() {
                    return None;
                }
                for reg in written(&op) {
                    self.hold_place.retain(|other| *other != reg);
                    self.known.put(reg, None);
                }
            }
        }
        Some(next)
    }
}
