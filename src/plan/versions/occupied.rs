//! Which places hold pieces, by what was asked of them and what was done since.

use crate::plan::Side;
use crate::plan::along::{as_set, only_of};
use crate::plan::op::{NEVER_BACK, Op, Reg, SetReg, View};
use crate::plan::tables::Tables;

/// Places that are known to hold pieces; others may.
#[derive(Debug, Clone)]
pub(super) struct Occupied {
    /// Those that are told of: all, where pieces are of one kind.
    among: u64,
    places: u64,
    /// The one that was asked last, if nothing was done with pieces since.
    last: u64,
    /// A register that holds what lies in a place.
    read: Option<(Reg, u16)>,
}

/// What numbers and sets are in registers, where that is known.
pub(super) struct Registers<N, S> {
    pub(super) number: N,
    pub(super) set: S,
}

impl Occupied {
    /// None is known.
    pub(super) fn nothing<const W: usize>(side: &Side<W>) -> Self {
        let among = if side.has_several_kinds() { 0 } else { side.all_places() };
        Occupied { among, places: 0, last: 0, read: None }
    }

    /// Keeps nothing but that these places do.
    pub(super) fn keep(&mut self, places: u64) {
        (self.places, self.read) = (places, None);
    }

    pub(super) fn places(&self) -> u64 {
        self.places
    }

    /// Those of some places, and the one that was asked last.
    pub(super) fn that_matter(&self, among: u64) -> u64 {
        self.places & (among | self.last)
    }

    /// Notes what an operation leaves. Nothing but taking pieces away empties a place: there are no more pieces than a cell holds.
    pub(super) fn pass<N, S>(&mut self, op: &Op, registers: &Registers<N, S>)
    where
        N: Fn(Reg) -> Option<i32>,
        S: Fn(SetReg) -> Option<u64>,
    {
        let taken = match *op {
            Op::Lift(pit)
            | Op::LiftSome(_, pit)
            | Op::Put(_, pit, _)
            | Op::CaptureSome { pit, .. }
            | Op::FirstLap { start: pit, .. }
            | Op::LiftLap { start: pit, back: NEVER_BACK, .. } => (registers.number)(pit).map(as_set),
            Op::Capture(places, ..) => (registers.set)(places),
            op => takes_nothing(&op).then_some(0),
        };
        self.places &= !taken.unwrap_or(u64::MAX);
        if matches!(op, Op::Lap { .. }) || !takes_nothing(op) {
            self.last = 0;
        }
        self.read = match *op {
            Op::Cell(to, View::Now, cell) if cell < 64 && self.among & as_set(cell.into()) != 0 => Some((to, cell)),
            Op::Compare(..) | Op::IsIn(..) | Op::Even(..) | Op::Has(..) => self.read,
            _ => None,
        };
    }

    /// The place of which a question asks what lies there, and whether it goes on elsewhere if nothing does.
    pub(super) fn asked<const W: usize>(
        &self,
        op: &Op,
        tables: &Tables<W>,
        number: impl Fn(Reg) -> Option<i32>,
    ) -> Option<(u64, bool)> {
        let place = |asked: Reg| self.read.filter(|(reg, _)| *reg == asked).map(|(_, place)| as_set(place.into()));
        match *op {
            Op::NoPiecesOf(View::Now, mask, expected, _) => {
                let places = tables.places_under(mask);
                (only_of(places) >= 0).then_some((places, expected))
            }
            Op::IsIn(asked, counts, expected, _) => {
                Some((place(asked)?, tables.counts.get(usize::from(counts))?.has(0) == expected))
            }
            Op::Compare(op, asked, with, _) => Some((place(asked)?, op.holds(0, number(with)?))),
            _ => None,
        }
    }

    /// It was answered that a place is not empty.
    pub(super) fn learn(&mut self, place: u64) {
        self.last = place & self.among;
        self.places |= self.last;
    }
}

/// Whether an operation is seen at a glance to take no pieces from places, other than those that say which.
fn takes_nothing(op: &Op) -> bool {
    let works_out = { *op }.result_mut().is_some() || { *op }.set_result_mut().is_some();
    let does_else = matches!(
        op,
        Op::Move(..)
            | Op::MoveSet(..)
            | Op::NoSet(_)
            | Op::Add(..)
            | Op::Next(..)
            | Op::Begin(_)
            | Op::Row(_)
            | Op::SetCell { .. }
            | Op::SetCellOf { .. }
            | Op::Prefer(_)
            | Op::Remember
            | Op::Sowing(..)
            | Op::Lap { .. }
            | Op::LapOver(_)
    );
    op.is_question() || works_out || does_else
}
