//! What operations that are run as one have in common with those that are run alone.

use super::Machine;
use crate::plan::op::{Address, Far, Reg, View, turn};

impl<const W: usize> Machine<'_, W> {
    /// Two numbers go into registers, one after the other.
    #[inline(always)]
    pub(super) fn move_both(&mut self, to: [Reg; 2], from: [Reg; 2]) {
        self.put(to[0], self.get(from[0]));
        self.put(to[1], self.get(from[1]));
    }

    /// What a cell holds.
    #[inline(always)]
    pub(super) fn held_in(&self, cell: u8) -> i32 {
        i32::from(self.view(View::Now)[usize::from(cell) & (W - 1)])
    }

    /// What the cell of a place holds; 0 for none.
    #[inline(always)]
    pub(super) fn held_at(&self, view: View, first: u16, place: i32) -> i32 {
        match usize::try_from(place) {
            Ok(place) => i32::from(self.view(view)[(usize::from(first) + place) & (W - 1)]),
            Err(_) => 0,
        }
    }

    /// Puts into registers what a table holds for a place, and what the cell of that one holds, which it gives.
    #[inline(always)]
    pub(super) fn look_up(&mut self, to: Reg, table: u8, of: Reg, held: Reg, first: u8) -> i32 {
        let place = self.side.tables.entry(table.into(), self.get(of));
        self.put(to, place);
        let holds = self.held_at(View::Now, first.into(), place);
        self.put(held, holds);
        holds
    }

    /// A place so many steps along a track goes into a register.
    #[inline(always)]
    pub(super) fn step(&mut self, to: Reg, count: Reg, from: Reg, way: Reg, steps: u16) {
        let (count, from, way) = (self.get(count), self.get(from), self.get(way));
        self.put(to, self.side.tables.steps_along(count, from, way, steps));
    }

    /// Counts a lap behind which this operation follows; tells where it goes on, which is elsewhere if the place of the last drop held
    /// something.
    #[inline(always)]
    pub(super) fn behind_lap(&mut self, at: Address, endless: Far, elsewhere: Far) -> Address {
        if self.counts_too_many_laps(at) {
            endless.address()
        } else if self.get(turn::HELD) != 0 {
            elsewhere.address()
        } else {
            at.next()
        }
    }
}
