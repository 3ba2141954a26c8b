//! Where what registers hold comes from: which places a number may be, and whether they were chosen because they are not empty.

use super::Side;
use super::live::{Ways, Writers};
use super::op::{Op, Reg, SetReg, turn};

/// Registers that a place may have been moved through, one after the other.
const MOST_MOVES: u8 = 6;
/// Tables that a set may have been looked up in, one after the other.
const MOST_TABLES: u8 = 4;

/// The places that a register may hold.
#[derive(Debug, Clone, Default)]
pub(super) struct Origin {
    /// Those that are known.
    pub(super) places: u64,
    /// Operations that read where the last piece fell: that is among them, too, if a piece has fallen by then.
    pub(super) last_at: Vec<usize>,
}

/// Operations that were looked at on the way: what they write is among the origins already.
#[derive(Debug, Default)]
struct Seen {
    numbers: Vec<usize>,
    sets: Vec<usize>,
    /// Through how many tables one has come to them.
    tables: u8,
}

impl Seen {
    /// Adds an operation to some; tells whether it is not among them yet.
    fn adds(to: &mut Vec<usize>, at: usize) -> bool {
        let is_new = !to.contains(&at);
        if is_new {
            to.push(at);
        }
        is_new
    }
}

/// Looks for the origins of what registers of a player's code hold.
pub(super) struct Origins<'s, const W: usize> {
    side: &'s Side<W>,
    writers: Writers,
}

impl<'s, const W: usize> Origins<'s, W> {
    pub(super) fn of(side: &'s Side<W>, ways: Ways<'_>) -> Self {
        Origins { side, writers: Writers::of(side.made_ops(), ways) }
    }

    /// The number that a register always holds, if there is one.
    pub(super) fn constant(&self, reg: Reg) -> Option<i32> {
        let constants = &self.side.constants.numbers;
        constants.iter().find(|(constant, _)| *constant == reg).map(|(_, value)| *value)
    }

    fn constant_set(&self, set: SetReg) -> Option<u64> {
        let constants = &self.side.constants.sets;
        constants.iter().find(|(constant, _)| *constant == set).map(|(_, places)| *places)
    }

    /// The places that a register may hold where code comes to an operation; none if it may hold no place, or that is not
    /// known.
    pub(super) fn place(&self, at: usize, reg: Reg) -> Option<Origin> {
        let mut origin = Origin::default();
        self.add_places(at, reg, &mut origin, &mut Seen::default())?;
        Some(origin)
    }

    fn add_places(&self, at: usize, reg: Reg, origin: &mut Origin, seen: &mut Seen) -> Option<()> {
        if reg == turn::LAST {
            origin.last_at.push(at);
            return Some(());
        }
        if let Some(place) = self.constant(reg) {
            origin.places |= alone(place)?;
            return Some(());
        }
        for at in self.writers.last(at, |effects| effects.writes_number(reg)) {
            if !Seen::adds(&mut seen.numbers, at) {
                continue;
            }
            match self.side.made_ops()[at] {
                Op::ChoosePlace(_, set) => self.add_members(at, set, origin, seen)?,
                Op::Next(_, set, _) => {
                    self.add_members(at, set, origin, seen)?;
                    // Where there is no member, it holds what it did before.
                    self.add_places(at, reg, origin, seen)?;
                }
                Op::Move(_, from) => self.add_places(at, from, origin, seen)?,
                Op::Table(_, table, _) => {
                    for place in &self.side.tables.places[usize::from(table)] {
                        origin.places |= alone(*place)?;
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Adds the places that may be in a set.
    fn add_members(&self, at: usize, set: SetReg, origin: &mut Origin, seen: &mut Seen) -> Option<()> {
        if let Some(places) = self.constant_set(set) {
            origin.places |= places;
            return Some(());
        }
        for at in self.writers.last(at, |effects| effects.writes_places(set)) {
            if !Seen::adds(&mut seen.sets, at) {
                continue;
            }
            match self.side.made_ops()[at] {
                Op::Filter(_, of, ..) | Op::MoveSet(_, of) | Op::Next(_, of, _) => {
                    self.add_members(at, of, origin, seen)?;
                }
                Op::Add(of, place) => {
                    self.add_members(at, of, origin, seen)?;
                    self.add_places(at, place, origin, seen)?;
                }
                Op::Related(_, of, table) => origin.places |= self.related(at, of, table, seen.tables)?,
                Op::NoSet(_) => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// What a table holds for the places that may be in a set, if these are known.
    fn related(&self, at: usize, of: SetReg, table: u16, tables: u8) -> Option<u64> {
        let mut origin = Origin::default();
        let tables = tables + 1;
        if tables > MOST_TABLES {
            return None;
        }
        self.add_members(at, of, &mut origin, &mut Seen { tables, ..Seen::default() })?;
        origin.last_at.is_empty().then(|| self.side.tables.related(origin.places, table))
    }

    /// Whether a register holds a place that was chosen from some that are not empty.
    pub(super) fn holds_pieces(&self, at: usize, place: Reg) -> bool {
        self.comes_of_pieces(at, place, MOST_MOVES)
    }

    fn comes_of_pieces(&self, at: usize, place: Reg, moves: u8) -> bool {
        let Some(moves) = moves.checked_sub(1) else { return false };
        let written = self.writers.last(at, |effects| effects.writes_number(place));
        written.into_iter().all(|at| match self.side.made_ops()[at] {
            Op::ChoosePlace(_, set) => self.leaves_out_empty(at, set, moves),
            Op::Move(_, from) => self.comes_of_pieces(at, from, moves),
            _ => false,
        })
    }

    /// Whether no member of a set is empty.
    fn leaves_out_empty(&self, at: usize, set: SetReg, moves: u8) -> bool {
        if let Some(places) = self.constant_set(set) {
            return places == 0;
        }
        let Some(moves) = moves.checked_sub(1) else { return false };
        let written = self.writers.last(at, |effects| effects.writes_places(set));
        written.into_iter().all(|at| match self.side.made_ops()[at] {
            Op::Filter(_, _, _, filter) => self.side.tables.filters[usize::from(filter)].asks_for_pieces(),
            Op::MoveSet(_, from) => self.leaves_out_empty(at, from, moves),
            Op::NoSet(_) => true,
            _ => false,
        })
    }
}

/// A place as a set of one; none of no place.
fn alone(place: i32) -> Option<u64> {
    u32::try_from(place).ok().and_then(|place| 1_u64.checked_shl(place))
}
