//! Laps and drops that lead back to themselves with nothing done in between but that a row is counted: whoever makes one can go
//! on with the next at once, without asking what the rules ask on the way. It is found out from the code itself, for each place
//! where a piece may fall and each number of pieces that may lie there.

use super::along::as_set;
use super::build::{Builder, Constants};
use super::known::{self, Numbers, Sets};
use super::op::{Address, NEVER_BACK, Op, View, turn};
use super::refusal::Refusal;
use super::seeds::Drop;
use crate::ir::{Id as _, Places};
use crate::model::RuleId;

/// Ways that are longer are not followed to their end.
const MOST_OPERATIONS: usize = 64;

/// Operations that are followed altogether for one player: what takes more goes the long way.
const MOST_FOLLOWED: u32 = 1 << 18;

/// Tables that one player's code may have; further laps and drops go the long way.
const MOST_TABLES: usize = 256;

/// Where a lap or a drop leads back to itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LeadsBack {
    /// By what the place of the last drop held before: the places of which it is so.
    places: Box<[u64; 256]>,
    /// What has to be zero there, if something has: the cell of place 0.
    zero: Option<u16>,
    /// The row that is taken on the way, if one is.
    row: Option<RuleId>,
}

impl LeadsBack {
    /// It never does.
    pub(super) fn never() -> Self {
        LeadsBack { places: Box::new([0; 256]), zero: None, row: None }
    }

    /// The row that is taken on the way, where that is counted and one is.
    #[inline(always)]
    pub(super) fn row(&self) -> Option<RuleId> {
        self.row
    }

    /// Whether it does from where the last piece fell.
    #[inline(always)]
    pub(super) fn from<const W: usize>(&self, cells: &[u8; W], drop: Drop) -> bool {
        let place = usize::try_from(drop.place).unwrap_or(0);
        let is_so = self.places[usize::from(drop.held.to_le_bytes()[0])] >> (place & 63) & 1 == 1;
        is_so && self.zero.is_none_or(|first| cells[(usize::from(first) + place) & (W - 1)] == 0)
    }
}

impl<const W: usize> Builder<'_, W> {
    /// Finds out of finished code which laps and drops lead back to themselves.
    pub(super) fn lead_back(&mut self, ops: &mut [Op]) -> Result<(), Refusal> {
        let (mut tables, constants, mut left) = (vec![LeadsBack::never()], self.constants(), MOST_FOLLOWED);
        for at in 0..ops.len() {
            if left == 0 || tables.len() == MOST_TABLES {
                break;
            }
            if !matches!(ops[at], Op::LiftLap { .. } | Op::Drop { .. }) {
                continue;
            }
            let address = Address::at(at).ok_or(Refusal::Length)?;
            let table = self.leading_back(ops, address, &constants, &mut left);
            let known = tables.iter().position(|other| *other == table);
            let number = known.unwrap_or_else(|| {
                tables.push(table);
                tables.len() - 1
            });
            if let Op::LiftLap { back, .. } | Op::Drop { back, .. } = &mut ops[at] {
                *back = u8::try_from(number).unwrap_or(NEVER_BACK);
            }
        }
        self.tables.leads_back = tables;
        Ok(())
    }

    fn leading_back(&self, ops: &[Op], lap: Address, constants: &Constants, left: &mut u32) -> LeadsBack {
        let mut table = LeadsBack::never();
        let pieces = i32::try_from(self.program.model.total()).unwrap_or(i32::MAX).min(254);
        let (mut way, mut row) = (Way::new(self, constants), None);
        // Pieces fall on tracks that are sown along, and of a place that is left out nothing is claimed.
        let sown = self.code.sowings.iter().map(|(_, sowing)| self.code.tracks[sowing.track].all);
        let sown = sown.fold(Places::NONE, Places::with);
        for (held, places) in (0..=pieces).zip(&mut *table.places) {
            for place in sown.map(|place| i32::try_from(place.index()).unwrap_or(i32::MAX)).filter(|place| *place < 64)
            {
                way.begin(Drop { place, held }, table.zero);
                // All ways take the same row.
                if way.leads(ops, lap, left) && *row.get_or_insert(way.row) == way.row {
                    *places |= as_set(place);
                    table.zero = way.zero;
                }
            }
        }
        table.row = row.flatten();
        table
    }
}

/// A way through the code, from where a piece fell.
struct Way<'a, 'p, const W: usize> {
    builder: &'a Builder<'p, W>,
    drop: Drop,
    /// What registers hold.
    numbers: Numbers<'a>,
    sets: Sets<'a>,
    /// The cells of which one is taken to be zero at that place.
    zero: Option<u16>,
    /// The row that was taken.
    row: Option<RuleId>,
}

impl<'a, 'p, const W: usize> Way<'a, 'p, W> {
    fn new(builder: &'a Builder<'p, W>, constants: &'a Constants) -> Self {
        let (numbers, sets) = (Numbers::of(&constants.numbers), Sets::of(&constants.sets));
        Way { builder, drop: Drop { place: 0, held: 0 }, numbers, sets, zero: None, row: None }
    }

    /// Another way begins, from where a piece fell.
    fn begin(&mut self, drop: Drop, zero: Option<u16>) {
        (self.drop, self.zero, self.row) = (drop, zero, None);
        self.numbers.forget();
        self.numbers.put(turn::LAST, Some(drop.place));
        self.numbers.put(turn::HELD, Some(drop.held));
    }

    /// Whether it leads from a lap, or a drop, back to it, and nothing is done that anybody could tell. How many operations
    /// may still be followed is counted down.
    fn leads(&mut self, ops: &[Op], lap: Address, left: &mut u32) -> bool {
        let mut at = lap.next();
        for _ in 0..MOST_OPERATIONS {
            let Some(fewer) = left.checked_sub(1) else { return false };
            *left = fewer;
            if at == lap {
                return self.lifts_last(ops[lap.index()]);
            }
            let Some(op) = ops.get(at.index()) else { return false };
            match self.behind(*op, at.next(), matches!(ops[lap.index()], Op::Drop { .. })) {
                Some(next) => at = next,
                None => return false,
            }
        }
        false
    }

    /// Whether a lap lifts the place where the last piece fell; a drop lifts nothing.
    fn lifts_last(&self, lap: Op) -> bool {
        match lap {
            Op::LiftLap { start, .. } => self.numbers.get(start) == Some(self.drop.place),
            _ => true,
        }
    }

    /// Where an operation leads that does nothing but ask, and write what nobody reads later; none if that is not known.
    fn behind(&mut self, op: Op, next: Address, in_hand: bool) -> Option<Address> {
        match op {
            Op::Jump(to) => return Some(to),
            Op::Row(row) => return self.row.replace(row).is_none().then_some(next),
            // All that is known of a hand that is not empty is that.
            Op::Compare(op, turn::HAND, other, to) if in_hand => {
                (self.numbers.get(other)? == 0).then_some(())?;
                return Some(if op.holds(1, 0) { to } else { next });
            }
            _ => {}
        }
        let tables = &self.builder.tables;
        match (known::goes_elsewhere(&op, tables, &self.numbers, &self.sets), { op }.address_mut()) {
            (Some(holds), Some(to)) => holds.map(|holds| if holds { *to } else { next }),
            _ => self.behind_result(op).then_some(next),
        }
    }

    /// Follows an operation that asks nothing; whether it does nothing but write what nobody reads later.
    fn behind_result(&mut self, mut op: Op) -> bool {
        let value = self.result(op);
        if let Some(to) = op.set_result_mut() {
            return self.builder.is_passing_set(*to);
        }
        let to = match &mut op {
            Op::Move(to, _) => *to,
            op => match op.result_mut() {
                Some(to) => *to,
                None => return false,
            },
        };
        self.numbers.put(to, value);
        self.builder.is_passing(to)
    }

    /// What an operation puts into a register, if it is known.
    fn result(&mut self, op: Op) -> Option<i32> {
        match op {
            Op::CellOf(_, View::Now, first, pit) => match self.numbers.get(pit)? {
                -1 => Some(0),
                place if place == self.drop.place => self.cell(first),
                _ => None,
            },
            op => known::number(&op, &self.builder.tables, &self.numbers, &self.sets),
        }
    }

    /// What a cell of the place holds where the piece fell: one more than before, or zero, as it is taken to be.
    fn cell(&mut self, first: u16) -> Option<i32> {
        if first == 0 {
            return Some(self.drop.held + 1);
        }
        (*self.zero.get_or_insert(first) == first).then_some(0)
    }
}
