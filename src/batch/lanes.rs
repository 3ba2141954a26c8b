//! Turns side by side: each lane is a turn of some position, as far as it has come.

use super::bits::Bits;
use crate::ir::{Slots, SowingId};

/// What is known of a turn besides its position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    /// The choices that have been made, the first in the highest bits: turns of one position in this order are in the
    /// order of listing.
    pub(super) path: u128,
    /// Number of the position that it begins from.
    pub(super) source: u32,
    pub(super) laps: u32,
    pub(super) laps_since_capture: u32,
    pub(super) preference: u32,
    pub(super) captured: i32,
    pub(super) hand: i32,
    pub(super) held: i32,
    /// -1 is none, here and for the origin.
    pub(super) last: i32,
    pub(super) origin: i32,
    pub(super) sowing: Option<SowingId>,
    /// How the game ended: number of the row plus one of that moment's rows, 0 if it did not.
    pub(super) ended: u16,
    /// Choices made.
    pub(super) choices: u8,
    pub(super) way: u8,
    pub(super) again: bool,
    pub(super) just_captured: bool,
}

impl Facts {
    /// Of a turn that begins.
    pub(super) fn new(source: u32) -> Self {
        Facts {
            path: 0,
            source,
            laps: 0,
            laps_since_capture: 0,
            preference: 0,
            captured: 0,
            hand: 0,
            held: 0,
            last: -1,
            origin: -1,
            sowing: None,
            ended: 0,
            choices: 0,
            way: 0,
            again: false,
            just_captured: false,
        }
    }
}

/// Number of a lane.
pub(super) type Lane = u32;

/// The turns.
#[derive(Debug)]
pub(super) struct Lanes<const W: usize, B> {
    /// Positions.
    pub(super) cells: Vec<[u8; W]>,
    /// Positions before the last lap, where they are asked for.
    pub(super) before: Vec<[u8; W]>,
    pub(super) facts: Vec<Facts>,
    /// Slots, those of one lane side by side.
    slots: Vec<i32>,
    sets: Vec<B>,
    sizes: Slots,
    remembers: bool,
}

impl<const W: usize, B: Bits> Lanes<W, B> {
    pub(super) fn new(remembers: bool) -> Self {
        Lanes {
            cells: Vec::new(),
            before: Vec::new(),
            facts: Vec::new(),
            slots: Vec::new(),
            sets: Vec::new(),
            sizes: Slots::default(),
            remembers,
        }
    }

    /// No lane yet, each with so many slots.
    pub(super) fn clear(&mut self, sizes: Slots) {
        self.cells.clear();
        self.before.clear();
        self.facts.clear();
        self.slots.clear();
        self.sets.clear();
        self.sizes = sizes;
    }

    /// A lane for a turn that begins.
    pub(super) fn begin(&mut self, cells: &[u8; W], source: u32) -> Lane {
        let lane = self.next();
        self.cells.push(*cells);
        if self.remembers {
            self.before.push(*cells);
        }
        self.facts.push(Facts::new(source));
        self.slots.resize(self.slots.len() + self.sizes.all, 0);
        self.sets.resize(self.sets.len() + self.sizes.all_sets, B::none());
        lane
    }

    /// Another lane like this one.
    pub(super) fn fork(&mut self, from: Lane) -> Lane {
        let lane = self.next();
        self.fork_each(&[from]);
        lane
    }

    /// Another lane like each of these, in their order; gives the first.
    pub(super) fn fork_each(&mut self, from: &[Lane]) -> Lane {
        let first = self.next();
        copies(&mut self.cells, from, 1, 1, [0; W]);
        if self.remembers {
            copies(&mut self.before, from, 1, 1, [0; W]);
        }
        copies(&mut self.facts, from, 1, 1, Facts::new(0));
        let sizes = self.sizes;
        copies(&mut self.slots, from, sizes.all, sizes.kept, 0);
        if sizes.all_sets > 0 {
            copies(&mut self.sets, from, sizes.all_sets, sizes.kept_sets, B::none());
        }
        first
    }

    fn next(&self) -> Lane {
        Lane::try_from(self.facts.len()).expect("lanes are cleared long before there are so many")
    }

    #[inline]
    pub(super) fn slot(&self, lane: Lane, slot: usize) -> i32 {
        self.slots[lane as usize * self.sizes.all + slot]
    }

    #[inline]
    pub(super) fn keep(&mut self, lane: Lane, slot: usize, value: i32) {
        self.slots[lane as usize * self.sizes.all + slot] = value;
    }

    #[inline]
    pub(super) fn set(&self, lane: Lane, slot: usize) -> B {
        self.sets[lane as usize * self.sizes.all_sets + slot]
    }

    #[inline]
    pub(super) fn keep_set(&mut self, lane: Lane, slot: usize, value: B) {
        self.sets[lane as usize * self.sizes.all_sets + slot] = value;
    }
}

/// Adds what some lanes hold, of which only the first part need be copied: each holds so many of a list.
#[inline]
fn copies<T: Copy>(list: &mut Vec<T>, from: &[Lane], stride: usize, part: usize, empty: T) {
    let there = list.len();
    list.resize(there + from.len() * stride, empty);
    let (old, new) = list.split_at_mut(there);
    if stride == 1 {
        for (copy, lane) in new.iter_mut().zip(from) {
            *copy = old[*lane as usize];
        }
        return;
    }
    for (copy, lane) in new.chunks_exact_mut(stride).zip(from) {
        let first = *lane as usize * stride;
        for (slot, value) in copy[..part].iter_mut().zip(&old[first..first + part]) {
            *slot = *value;
        }
    }
}
