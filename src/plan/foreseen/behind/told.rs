//! What a turn captures behind its first lap, where that is the same in all positions in which something is as it is taken for granted.

use super::{End, State, Way};
use crate::model::CompareOp;
use crate::plan::along::as_set;
use crate::plan::foreseen::captures::{Capture, Holds, Source};
use crate::plan::known::Known;
use crate::plan::op::{Op, Reg, SetReg, View, turn};

/// No chain has more places than this.
const MOST_OF_A_CHAIN: i32 = 64;

/// What is known of captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan::foreseen) enum Told {
    /// There are none.
    Nothing,
    /// This one, and nothing else is changed.
    This(Capture),
    Unknown,
}

impl Told {
    /// What is known of it where it may be this or another.
    #[must_use]
    pub(in crate::plan::foreseen) fn or(self, other: Self) -> Self {
        if self == other { self } else { Told::Unknown }
    }
}

/// What a register holds that was read in the position behind the first lap.
#[derive(Debug, Clone, Copy)]
pub(super) enum Read {
    Cell(u16),
    /// Pieces in places from which can be captured, or under a mask.
    Pieces(Source),
    PiecesUnder(u16),
}

/// What is known of captures on the way, and of what they depend on.
#[derive(Debug, Clone)]
pub(super) struct Tracked<'s> {
    /// Sets that are a chain from where the lap ends.
    chains: Known<'s, SetReg, u16>,
    reads: Known<'s, Reg, Read>,
    told: Told,
    /// What is taken for granted: what a cell holds, and that not all is captured that lies under a mask.
    holds: Option<Holds>,
    leaves: Option<(Source, u16)>,
    /// Whether something is not as it is taken for granted elsewhere.
    is_aside: bool,
}

impl Tracked<'_> {
    /// Nothing is captured by now.
    pub(super) fn begin() -> Self {
        Tracked {
            chains: Known::of(&[]),
            reads: Known::of(&[]),
            told: Told::Nothing,
            holds: None,
            leaves: None,
            is_aside: false,
        }
    }

    /// The same where something is not so.
    pub(super) fn aside(self) -> Self {
        Tracked { is_aside: true, ..self }
    }

    pub(super) fn put_read(&mut self, reg: Reg, read: Option<Read>) {
        self.reads.put(reg, read);
    }

    /// What was read that is in a register now.
    pub(super) fn read(&self, reg: Reg) -> Option<Read> {
        self.reads.get(reg)
    }

    pub(super) fn put_chain(&mut self, set: SetReg, chain: Option<u16>) {
        self.chains.put(set, chain);
    }

    /// Whether a set is a chain that has a place at least.
    pub(super) fn is_chain(&self, set: SetReg) -> bool {
        self.chains.get(set).is_some()
    }

    /// Something was captured, or changed otherwise.
    pub(super) fn changes(&mut self, captured: Option<Capture>) {
        self.told = captured.filter(|_| self.told == Told::Nothing).map_or(Told::Unknown, Told::This);
    }

    /// What was captured by the end of a turn, with what was taken for granted; none where something is not as it is taken for granted.
    pub(super) fn at_the_end(&self) -> Option<Told> {
        let told = match (self.told, self.leaves) {
            (Told::This(capture), Some((from, _))) if capture.from != from => Told::Unknown,
            (Told::This(capture), leaves) => {
                Told::This(Capture { holds: self.holds, leaves: leaves.map(|(_, mask)| mask), ..capture })
            }
            (told, _) => told,
        };
        (!self.is_aside).then_some(told)
    }
}

impl State<'_> {
    /// The places of a set, where they are known, or a chain.
    fn source(&self, set: SetReg) -> Option<Source> {
        let chain = || self.tracked.chains.get(set).map(Source::Chain);
        self.sets.get(set).map(Source::Places).or_else(chain)
    }

    /// What an operation reads in the position behind the first lap.
    pub(super) fn read_by(&self, op: &Op) -> Option<Read> {
        match *op {
            Op::Move(_, from) => self.tracked.read(from),
            _ if !self.holds_drop => None,
            Op::Cell(_, View::Now, cell) => Some(Read::Cell(cell)),
            Op::CellOf(_, View::Now, first, pit) => {
                let cell = u16::try_from(self.numbers.get(pit)?).ok()?;
                Some(Read::Cell(first + cell))
            }
            Op::Pieces(_, View::Now, set) => self.source(set).map(Read::Pieces),
            Op::PiecesOf(_, View::Now, mask) => Some(Read::PiecesUnder(mask)),
            _ => None,
        }
    }
}

impl<const W: usize> End<'_, W> {
    /// What an operation captures in the position behind the first lap, if that is known.
    pub(super) fn captured(&self, op: &Op, state: &State<'_>) -> Option<Capture> {
        let Op::Capture(set, into, captor) = *op else { return None };
        let (from, into) = (state.source(set)?, u16::try_from(state.numbers.get(into)?).ok()?);
        let is_for_mover = state.numbers.get(captor) == Some(self.side.mover);
        let stays_there = self.all_of(from) & as_set(into.into()) == 0;
        (state.holds_drop && is_for_mover && stays_there).then_some(Capture { from, into, holds: None, leaves: None })
    }

    /// All places from which may be captured so.
    fn all_of(&self, from: Source) -> u64 {
        match from {
            Source::Places(places) => places,
            Source::Chain(chain) => {
                let tables = &self.side.tables;
                let path = &tables.paths[tables.path_of_sowing(self.along.sowing)];
                path.all() & tables.chains[usize::from(chain)].filter.within()
            }
        }
    }

    /// Where a question leads if something is taken for granted that answers it: that a cell which is asked about holds pieces, as far
    /// as they are asked for, and that not all that lies in some places is captured.
    pub(super) fn assumed(&self, op: &Op, state: &mut State<'_>) -> Option<Way> {
        let (next, tables, tracked) = (state.at.next(), &self.side.tables, &mut state.tracked);
        let (holds, to) = match *op {
            Op::IsIn(number, counts, expected, to) if tracked.holds.is_none() => {
                let Some(Read::Cell(cell)) = tracked.read(number) else { return None };
                let is_in = !tables.counts[usize::from(counts)].has(0);
                tracked.holds = Some(Holds { cell, counts, is_in });
                (is_in == expected, to)
            }
            Op::Compare(op @ (CompareOp::Equal | CompareOp::NotEqual), one, two, to) if tracked.leaves.is_none() => {
                let ((Read::Pieces(from), Read::PiecesUnder(mask)) | (Read::PiecesUnder(mask), Read::Pieces(from))) =
                    (tracked.read(one)?, tracked.read(two)?)
                else {
                    return None;
                };
                if self.all_of(from) & !tables.places_under(mask) != 0 {
                    return None;
                }
                tracked.leaves = Some((from, mask));
                (op == CompareOp::NotEqual, to)
            }
            _ => return None,
        };
        Some(if holds { Way::Assumed(to, next) } else { Way::Assumed(next, to) })
    }

    /// The number of a chain that an operation puts into a register, if it is one from where the lap has ended on, with that place and as
    /// many others as there are.
    pub(super) fn chain(&self, op: &Op, state: &State<'_>) -> Option<u16> {
        let (from, most, chain) = match *op {
            Op::MoveSet(_, from) => return state.tracked.chains.get(from),
            Op::Chain { from, most, view: View::Now, chain, .. } if state.holds_drop => (from, most, chain),
            _ => return None,
        };
        let number = |reg: Reg| state.numbers.get(reg);
        let is_here = number(from) == Some(self.place) && number(most).is_some_and(|most| most >= MOST_OF_A_CHAIN);
        let is_along = number(turn::SOWING) == Some(self.along.sowing) && number(turn::WAY) == Some(self.along.way);
        let filter = &self.side.tables.chains[usize::from(chain)].filter;
        let has_it = || self.those(state, View::Now, as_set(self.place), filter).is_some_and(|first| first != 0);
        (is_here && is_along && has_it()).then_some(chain)
    }
}
