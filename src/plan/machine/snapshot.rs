//! What a turn has come to: kept at choices that are come back to, and where a turn is settled that another machine goes on with.

use crate::plan::op::{VIEWS, View};
use crate::plan::side::Kept;

/// Registers that can be kept.
pub(in crate::plan) const KEPT: usize = 48;
/// Registers for sets that can.
pub(in crate::plan) const KEPT_SETS: usize = 8;

/// Cells, and what registers held.
#[derive(Debug, Clone)]
pub(super) struct Snapshot<const W: usize> {
    now: [u8; W],
    before: [u8; W],
    numbers: [i32; KEPT],
    sets: [u64; KEPT_SETS],
}

/// What is kept of it: so many registers, and whether the position before a lap is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keeps {
    pub(super) registers: Kept,
    pub(super) before_sowing: bool,
}

impl<const W: usize> Snapshot<W> {
    pub(super) const EMPTY: Self = Snapshot { now: [0; W], before: [0; W], numbers: [0; KEPT], sets: [0; KEPT_SETS] };

    /// Keeps cells, and numbers and sets of registers.
    #[inline(always)]
    pub(super) fn keep(&mut self, cells: &[[u8; W]; VIEWS], (numbers, sets): (&[i32], &[u64]), keeps: Keeps) {
        self.now = cells[View::Now as usize];
        if keeps.before_sowing {
            self.before = cells[View::BeforeSowing as usize];
        }
        copy(&mut self.numbers, numbers, keeps.registers.numbers);
        copy_sets(&mut self.sets, sets, keeps.registers.sets);
    }

    /// Puts them back.
    #[inline(always)]
    pub(super) fn put_back(
        &self,
        cells: &mut [[u8; W]; VIEWS],
        (numbers, sets): (&mut [i32], &mut [u64]),
        keeps: Keeps,
    ) {
        cells[View::Now as usize] = self.now;
        if keeps.before_sowing {
            cells[View::BeforeSowing as usize] = self.before;
        }
        copy(numbers, &self.numbers, keeps.registers.numbers);
        copy_sets(sets, &self.sets, keeps.registers.sets);
    }
}

/// Copies the first registers, by sixteens: that many words are a few moves, without a call.
#[inline(always)]
fn copy(to: &mut [i32], from: &[i32], count: usize) {
    let (to, _) = to.as_chunks_mut::<16>();
    let (from, _) = from.as_chunks::<16>();
    to[0] = from[0];
    if count > 16 {
        to[1] = from[1];
        if count > 32 {
            to[2] = from[2];
        }
    }
}

/// The same for sets, by twos.
#[inline(always)]
fn copy_sets(to: &mut [u64], from: &[u64], count: usize) {
    if count == 0 {
        return;
    }
    let (to, _) = to.as_chunks_mut::<2>();
    let (from, _) = from.as_chunks::<2>();
    to[0] = from[0];
    if count > 2 {
        to[1] = from[1];
        if count > 4 {
            to[2] = from[2];
            to[3] = from[3];
        }
    }
}
