//! What is known of the hand wherever code is: whether it is empty, and whether sowing is sure to empty it.

use super::Side;
use super::laps::LeftOut;
use super::live::{Effects, Ways, changes_cells, last_written};
use super::op::{Address, Op, Reg, SetReg, Several, turn};
use crate::id::Id;

/// Stands for the hand among the places that captured pieces go to.
const HAND: i32 = -1;

/// Registers that a place may have been moved through, one after the other.
const MOST_MOVES: u8 = 6;

/// What is sure where code comes to an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) hand_is_empty: bool,
    /// A piece was sown, so that the last one fell somewhere.
    is_sown: bool,
    /// Cells hold what they held before the turn.
    is_unchanged: bool,
}

impl Known {
    const AT_FIRST: Known = Known { hand_is_empty: true, is_sown: false, is_unchanged: true };

    fn and(self, other: Known) -> Known {
        Known {
            hand_is_empty: self.hand_is_empty && other.hand_is_empty,
            is_sown: self.is_sown && other.is_sown,
            is_unchanged: self.is_unchanged && other.is_unchanged,
        }
    }
}

/// What is known of a turn of a player.
pub(super) struct Hand<'s, const W: usize> {
    side: &'s Side<W>,
    ways: Ways<'s>,
    /// By operation; none where code never comes.
    known: Vec<Option<Known>>,
}

impl<'s, const W: usize> Hand<'s, W> {
    pub(super) fn of(side: &'s Side<W>, ways: Ways<'s>) -> Self {
        let mut hand = Hand { side, ways, known: vec![None; side.made_ops().len()] };
        for kind in &side.kinds {
            hand.comes(kind.index(), Known::AT_FIRST);
        }
        // What is known of one place may rest on what is known of others, and only ever becomes less.
        while hand.goes_on() {}
        hand
    }

    /// Tells what is known at each operation to those behind it; whether anything has changed by that.
    fn goes_on(&mut self) -> bool {
        let mut changed = false;
        for (at, op) in Address::all().zip(self.side.made_ops()) {
            let Some(known) = self.known[at.index()] else { continue };
            let behind = self.behind(at, op, known);
            let ways = self.ways;
            for next in ways.behind(op, at.index()) {
                changed |= self.comes(next, behind);
            }
        }
        changed
    }

    /// Code comes to an operation; whether less is known there now.
    fn comes(&mut self, at: usize, comes: Known) -> bool {
        let Some(there) = self.known.get_mut(at) else { return false };
        let known = there.map_or(comes, |known| known.and(comes));
        there.replace(known) != Some(known)
    }

    /// Whether the hand is sure to be empty where code comes to an operation.
    pub(super) fn is_empty(&self, at: usize) -> bool {
        self.known[at].is_some_and(|known| known.hand_is_empty)
    }

    /// Whether an operation is sure to leave the hand empty, whatever is in it before.
    pub(super) fn is_emptied(&self, at: usize) -> bool {
        let known = self.known[at].zip(Address::at(at));
        known.is_some_and(|(known, address)| self.empties(address, &self.side.made_ops()[at], known))
    }

    /// Whether an operation neither takes anything into the hand nor out of it.
    pub(super) fn is_left_alone(&self, op: &Op) -> bool {
        match *op {
            Op::Capture(_, into, _)
            | Op::CaptureSome { into, .. }
            | Op::Several(Several::Capture(_, into, _) | Several::CaptureSome { into, .. }) => {
                self.constant(into).is_some_and(|into| into != HAND)
            }
            _ => !Effects::of(op).writes_number(turn::HAND),
        }
    }

    fn constant(&self, reg: Reg) -> Option<i32> {
        let constants = &self.side.constants.numbers;
        constants.iter().find(|(constant, _)| *constant == reg).map(|(_, value)| *value)
    }

    /// What is known behind an operation.
    fn behind(&self, at: Address, op: &Op, known: Known) -> Known {
        Known {
            hand_is_empty: self.empties(at, op, known) || (known.hand_is_empty && self.is_left_alone(op)),
            is_sown: known.is_sown || self.sows_a_piece(at, op, known),
            is_unchanged: known.is_unchanged && !changes_cells(op),
        }
    }

    fn empties(&self, at: Address, op: &Op, known: Known) -> bool {
        match *op {
            Op::Lap { sowing, start, .. } => self.has_room(at, (sowing.into(), start), known),
            Op::FirstLap { sowing, start, .. } | Op::LiftLap { sowing, start, .. } => {
                self.has_room(at, (sowing.into(), start), known)
            }
            // As many as there are are put somewhere.
            Op::PutHand(turn::HAND, into) => self.places(at, into, known, MOST_MOVES).is_some(),
            _ => false,
        }
    }

    /// Whether a lap is the first of a turn and begins with a pit that was chosen because it is not empty.
    fn sows_a_piece(&self, at: Address, op: &Op, known: Known) -> bool {
        match op {
            Op::FirstLap { start, .. } | Op::LiftLap { start, .. } => {
                known.is_unchanged && self.empties(at, op, known) && self.holds_pieces(at, *start, MOST_MOVES)
            }
            _ => false,
        }
    }

    /// Whether all places that a lap may begin at are on its path, and there is somewhere to sow from each of them.
    fn has_room(&self, at: Address, (sowing, start): (usize, Reg), known: Known) -> bool {
        let table = &self.side.tables.sowings[sowing];
        let path = self.path(table.path);
        let sown = match table.left_out {
            Some(LeftOut::Always(left_out)) => path & !u64::try_from(left_out.bits()).unwrap_or(u64::MAX) != 0,
            Some(LeftOut::Lifted) => path.count_ones() > 1,
            None => false,
        };
        sown && self.places(at, start, known, MOST_MOVES).is_some_and(|places| places & !path == 0)
    }

    /// All places of a path.
    fn path(&self, path: usize) -> u64 {
        self.side.tables.paths[path].places[0].iter().fold(0, |all, place| all | 1 << (place & 63))
    }

    // --- what registers hold -----------------------------------------------------------------------------------------------

    /// The operations that may have written a number, or a set, last where code comes to an address.
    fn written(&self, at: Address, writes: impl Fn(&Effects) -> bool) -> impl Iterator<Item = (Address, &'s Op)> {
        let ops = self.side.made_ops();
        last_written(ops, self.ways, at, writes).into_iter().map(|at| (at, &ops[at.index()]))
    }

    /// The places that a register may hold; none if it may hold no place, or that is not known.
    fn places(&self, at: Address, reg: Reg, known: Known, moves: u8) -> Option<u64> {
        if reg == turn::LAST {
            let paths = self.side.tables.sowings.iter().map(|sowing| self.path(sowing.path));
            return known.is_sown.then(|| paths.fold(0, |all, path| all | path));
        }
        if let Some(place) = self.constant(reg) {
            return place_alone(place);
        }
        let moves = moves.checked_sub(1)?;
        self.written(at, |effects| effects.writes_number(reg)).try_fold(0, |all, (at, op)| {
            let places = match *op {
                Op::ChoosePlace(_, set) => self.members(at, set, moves),
                // Where code has not come yet, nothing is moved.
                Op::Move(_, from) => {
                    self.known[at.index()].map_or(Some(0), |known| self.places(at, from, known, moves))
                }
                Op::Table(_, table, _) => all_places(&self.side.tables.places[usize::from(table)]),
                _ => None,
            };
            Some(all | places?)
        })
    }

    /// The places that may be in a set.
    fn members(&self, at: Address, set: SetReg, moves: u8) -> Option<u64> {
        if let Some((_, places)) = self.side.constants.sets.iter().find(|(constant, _)| *constant == set) {
            return Some(*places);
        }
        let moves = moves.checked_sub(1)?;
        self.written(at, |effects| effects.writes_places(set)).try_fold(0, |all, (at, op)| {
            let places = match *op {
                Op::Filter(_, of, ..) | Op::MoveSet(_, of) => self.members(at, of, moves),
                Op::NoSet(_) => Some(0),
                _ => None,
            };
            Some(all | places?)
        })
    }

    /// Whether a register holds a place that was chosen from those that are not empty.
    fn holds_pieces(&self, at: Address, place: Reg, moves: u8) -> bool {
        let Some(moves) = moves.checked_sub(1) else { return false };
        self.written(at, |effects| effects.writes_number(place)).all(|(at, op)| match *op {
            Op::ChoosePlace(_, set) => self.leaves_out_empty(at, set, moves),
            Op::Move(_, from) => self.holds_pieces(at, from, moves),
            _ => false,
        })
    }

    /// Whether no member of a set is empty.
    fn leaves_out_empty(&self, at: Address, set: SetReg, moves: u8) -> bool {
        let constant = self.side.constants.sets.iter().find(|(constant, _)| *constant == set);
        if let Some((_, places)) = constant {
            return *places == 0;
        }
        let Some(moves) = moves.checked_sub(1) else { return false };
        self.written(at, |effects| effects.writes_places(set)).all(|(at, op)| match *op {
            Op::Filter(_, _, _, filter) => self.side.tables.filters[usize::from(filter)].asks_for_pieces(),
            Op::MoveSet(_, from) => self.leaves_out_empty(at, from, moves),
            Op::NoSet(_) => true,
            _ => false,
        })
    }
}

/// What a table may give, if that is always a place.
fn all_places(table: &[i32]) -> Option<u64> {
    table.iter().try_fold(0, |all, place| Some(all | place_alone(*place)?))
}

/// A place as a set of one; none of no place.
fn place_alone(place: i32) -> Option<u64> {
    u32::try_from(place).ok().and_then(|place| 1_u64.checked_shl(place))
}
