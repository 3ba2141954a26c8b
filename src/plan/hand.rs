//! What is known of the hand wherever code is: whether it is empty, and whether sowing is sure to empty it.

use super::Side;
use super::laps::LeftOut;
use super::live::{Effects, Ways, changes_cells};
use super::op::{Op, Reg, Several, turn};
use super::origins::{Origin, Origins};
use super::pieces;
use crate::id::Id;

/// What is sure where code comes to an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Known {
    hand_is_empty: bool,
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

/// What an operation does with the hand.
#[derive(Debug)]
enum Does {
    /// It neither takes anything into it nor out of it.
    Nothing,
    /// It leaves it empty, if a piece was sown where these operations read where the last one fell.
    Empties { last_at: Vec<usize> },
    /// It lifts what lies where the last piece fell, and nothing if none has fallen.
    LiftsLast,
    /// Anything.
    Anything,
}

/// What is known of a turn of a player.
#[derive(Debug)]
pub(super) struct Hand {
    does: Vec<Does>,
    /// Whether each operation sows a piece, if it is the first to change anything.
    sows: Vec<bool>,
    /// By operation; none where code never comes.
    known: Vec<Option<Known>>,
}

impl Hand {
    pub(super) fn of<const W: usize>(side: &Side<W>, ways: Ways<'_>) -> Self {
        let (ops, origins) = (side.made_ops(), Origins::of(side, ways));
        let does = ops.iter().enumerate().map(|(at, op)| does(side, &origins, at, op)).collect();
        let sows = ops.iter().enumerate().map(|(at, op)| sows_a_piece(&origins, at, op)).collect();
        let mut hand = Hand { does, sows, known: vec![None; ops.len()] };
        for kind in &side.kinds {
            hand.comes(kind.index(), Known::AT_FIRST);
        }
        // What is known of one place may rest on what is known of others, and only ever becomes less.
        while hand.goes_on(ops, ways) {}
        hand
    }

    /// Tells what is known at each operation to those behind it; whether anything has changed by that.
    fn goes_on(&mut self, ops: &[Op], ways: Ways<'_>) -> bool {
        let mut changed = false;
        for (at, op) in ops.iter().enumerate() {
            let Some(known) = self.known[at] else { continue };
            let behind = Known {
                hand_is_empty: self.is_emptied(at) || (known.hand_is_empty && self.is_left_empty(at)),
                is_sown: known.is_sown || (known.is_unchanged && self.sows[at] && self.is_emptied(at)),
                is_unchanged: known.is_unchanged && !changes_cells(op),
            };
            for next in ways.behind(op, at) {
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
        match &self.does[at] {
            // Where code has not come yet, nothing is read.
            Does::Empties { last_at } => last_at.iter().all(|at| self.known[*at].is_none_or(|known| known.is_sown)),
            Does::Nothing | Does::LiftsLast | Does::Anything => false,
        }
    }

    /// Whether an operation is sure to leave the hand empty if there is nothing in it before the first piece has fallen.
    pub(super) fn is_emptied_of_what_was_sown(&self, at: usize) -> bool {
        matches!(&self.does[at], Does::Empties { last_at } if last_at.iter().all(|read| *read == at))
    }

    /// Whether an operation is sure to leave an empty hand empty. What sows from where the last piece fell does so even if none
    /// has fallen yet: then nothing is lifted.
    pub(super) fn is_left_empty(&self, at: usize) -> bool {
        matches!(self.does[at], Does::Nothing | Does::Empties { .. })
    }

    /// Whether an operation lifts what lies where the last piece fell.
    pub(super) fn lifts_last(&self, at: usize) -> bool {
        matches!(self.does[at], Does::LiftsLast)
    }

    /// Whether an operation neither takes anything into the hand nor out of it.
    pub(super) fn is_left_alone(&self, at: usize) -> bool {
        matches!(self.does[at], Does::Nothing)
    }
}

fn does<const W: usize>(side: &Side<W>, origins: &Origins<'_, W>, at: usize, op: &Op) -> Does {
    let emptied = |origin: Option<Origin>| match origin {
        Some(Origin { last_at, .. }) => Does::Empties { last_at },
        None => Does::Anything,
    };
    match *op {
        Op::Lap { sowing, start, .. } => emptied(sown_from(side, origins, at, (sowing.into(), start))),
        Op::FirstLap { sowing, start, .. } | Op::LiftLap { sowing, start, .. } => {
            emptied(sown_from(side, origins, at, (sowing.into(), start)))
        }
        // As many as there are are put somewhere.
        Op::PutHand(turn::HAND, into) => emptied(origins.place(at, into)),
        Op::Capture(_, into, _)
        | Op::CaptureSome { into, .. }
        | Op::Several(Several::Capture(_, into, _) | Several::CaptureSome { into, .. })
            if origins.constant(into).is_some_and(|into| into != pieces::HAND) =>
        {
            Does::Nothing
        }
        Op::Lift(turn::LAST) => Does::LiftsLast,
        _ if Effects::of(op).writes_number(turn::HAND) => Does::Anything,
        _ => Does::Nothing,
    }
}

/// The places that a lap may begin at, if all of them are on its path, and there is somewhere to sow from each.
fn sown_from<const W: usize>(
    side: &Side<W>,
    origins: &Origins<'_, W>,
    at: usize,
    (sowing, start): (usize, Reg),
) -> Option<Origin> {
    let table = &side.tables.sowings[sowing];
    let path = side.tables.paths[table.path].all();
    let has_room = match table.left_out? {
        LeftOut::Always(left_out) => path & !u64::try_from(left_out.bits()).unwrap_or(u64::MAX) != 0,
        LeftOut::Lifted => path.count_ones() > 1,
    };
    let origin = origins.place(at, start).filter(|_| has_room)?;
    // The last piece may have fallen anywhere on any path.
    let last = if origin.last_at.is_empty() { 0 } else { all_paths(side) };
    ((origin.places | last) & !path == 0).then_some(origin)
}

/// All places of the paths that are sown along.
fn all_paths<const W: usize>(side: &Side<W>) -> u64 {
    side.tables.sowings.iter().fold(0, |all, sowing| all | side.tables.paths[sowing.path].all())
}

/// Whether a lap begins with a pit that was chosen because it is not empty.
fn sows_a_piece<const W: usize>(origins: &Origins<'_, W>, at: usize, op: &Op) -> bool {
    match op {
        Op::FirstLap { start, .. } | Op::LiftLap { start, .. } => origins.holds_pieces(at, *start),
        _ => false,
    }
}
