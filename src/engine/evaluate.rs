//! Expressions: numbers and sets of a position in the middle of a turn.

use super::machine::Machine;
use super::shape::{Cells, Shape};
use crate::ir::{NUMBER_REGISTERS, Node, Num, Register, SET_REGISTERS, Set, SetNode};
use std::cell::Cell;

/// Values of locals. An expression may bind some of its own while it is read, so they are cells.
#[derive(Debug, Clone)]
pub(super) struct Registers {
    numbers: [Cell<i32>; NUMBER_REGISTERS],
    sets: [Cell<u128>; SET_REGISTERS],
}

impl Registers {
    pub(super) fn new() -> Self {
        Registers { numbers: [const { Cell::new(0) }; NUMBER_REGISTERS], sets: [const { Cell::new(0) }; SET_REGISTERS] }
    }

    #[inline]
    pub(super) fn number(&self, register: Register) -> i32 {
        self.numbers[usize::from(register) & (NUMBER_REGISTERS - 1)].get()
    }

    #[inline]
    pub(super) fn set(&self, register: Register) -> u128 {
        self.sets[usize::from(register) & (SET_REGISTERS - 1)].get()
    }

    #[inline]
    pub(super) fn keep(&self, register: Register, value: i32) {
        self.numbers[usize::from(register) & (NUMBER_REGISTERS - 1)].set(value);
    }

    #[inline]
    pub(super) fn keep_set(&self, register: Register, value: u128) {
        self.sets[usize::from(register) & (SET_REGISTERS - 1)].set(value);
    }

    /// The first registers, which live through choices.
    pub(super) fn first(&self, numbers: usize, sets: usize) -> (&[Cell<i32>], &[Cell<u128>]) {
        (&self.numbers[..numbers], &self.sets[..sets])
    }
}

/// A piece that fell in the last lap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dropped<S: Shape> {
    pub(super) place: u8,
    pub(super) kind: u8,
    pub(super) held: S::Bag,
}

/// Facts of the turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<S: Shape> {
    pub(super) hand: S::Bag,
    pub(super) held: S::Bag,
    pub(super) last: i16,
    pub(super) origin: i16,
    pub(super) kind: u8,
    pub(super) way: u8,
    /// Sowing of the last lap.
    pub(super) sowing: u16,
    /// First drop of the last lap in the log.
    pub(super) lap_start: u16,
    pub(super) again: bool,
    pub(super) just_captured: bool,
    pub(super) captured: i32,
    pub(super) laps: u32,
    pub(super) laps_since_capture: u32,
    pub(super) preference: u32,
    /// Where the next piece of a sowing in chosen order falls, as an index of its track; 255: nowhere.
    pub(super) next: u8,
}

/// Places of a set, ascending.
pub(super) struct Members {
    low: u64,
    high: u64,
}

/// The places of a set, ascending.
#[inline]
pub(super) fn members<S: Shape>(set: u128) -> Members {
    Members { low: set as u64, high: if S::NARROW { 0 } else { (set >> 64) as u64 } }
}

impl Iterator for Members {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.low != 0 {
            let place = self.low.trailing_zeros() as usize;
            self.low &= self.low - 1;
            return Some(place);
        }
        if self.high != 0 {
            let place = 64 + self.high.trailing_zeros() as usize;
            self.high &= self.high - 1;
            return Some(place);
        }
        None
    }
}

impl<S: Shape> Machine<'_, S> {
    /// Pieces of all kinds at a place; 0 for none.
    #[inline]
    pub(super) fn seeds_at(&self, cells: &S::Position, place: i32) -> i32 {
        if place < 0 {
            return 0;
        }
        if S::KINDS == 1 {
            return cells.get(place as usize);
        }
        (0..self.kinds()).map(|kind| cells.get(kind * self.program.layout.places + place as usize)).sum()
    }

    #[inline]
    fn seeds_in(&self, cells: &S::Position, set: u128) -> i32 {
        members::<S>(set).map(|place| self.seeds_at(cells, place as i32)).sum()
    }

    /// Pieces of a list of kinds in a set.
    fn kinds_in(&self, cells: &S::Position, set: u128, kinds: &[u16]) -> i32 {
        let count = |place| {
            kinds.iter().map(|kind| cells.get(usize::from(*kind) * self.program.layout.places + place)).sum::<i32>()
        };
        members::<S>(set).map(count).sum()
    }

    fn worth_in(&self, cells: &S::Position, set: u128) -> i32 {
        let worth = |place| {
            let kinds = self.code.worths.iter().enumerate();
            kinds.map(|(kind, worth)| worth * cells.get(kind * self.program.layout.places + place)).sum::<i32>()
        };
        members::<S>(set).map(worth).sum()
    }

    /// A condition.
    #[inline]
    pub(super) fn holds_of(&self, cells: &S::Position, at: Num) -> bool {
        self.num_of(cells, at) != 0
    }

    /// What the pit of the drop in question held before: that of the last drop, or of one that `Node::Run` looks at.
    #[inline]
    fn held(&self) -> S::Bag {
        self.held_by.get().unwrap_or(self.turn.held)
    }

    /// An expression that gives a number, truth value, pit, way or player.
    #[inline(always)]
    pub(super) fn num_of(&self, cells: &S::Position, at: Num) -> i32 {
        // The simplest expressions are most of all that is read.
        match self.code.nodes[usize::from(at)] {
            Node::Const(value) => value,
            Node::Local(register) => self.registers.number(register),
            Node::Last => i32::from(self.turn.last),
            _ => self.leaf(cells, at),
        }
    }

    /// A pit that can be read without more ado.
    #[inline(always)]
    fn named(&self, pit: Num) -> Option<i32> {
        match self.code.nodes[usize::from(pit)] {
            Node::Local(register) => Some(self.registers.number(register)),
            Node::Last => Some(i32::from(self.turn.last)),
            _ => None,
        }
    }

    /// Expressions without operands, or with a pit that has a name. They stand apart so that they need no room for any.
    #[inline(never)]
    fn leaf(&self, cells: &S::Position, at: Num) -> i32 {
        match self.code.nodes[usize::from(at)] {
            Node::Origin => i32::from(self.turn.origin),
            Node::Captured => self.turn.captured,
            Node::Laps => self.turn.laps as i32,
            Node::Kind => i32::from(self.turn.kind),
            Node::Cell(cell, shift) => cells.get(usize::from(cell)) - i32::from(shift),
            Node::SeedsAt(pit) if let Some(pit) = self.named(pit) => self.seeds_at(cells, pit),
            Node::SeedsInCounts(pit, counts) if let Some(pit) = self.named(pit) => {
                i32::from(self.code.counts[usize::from(counts)].has(self.seeds_at(cells, pit)))
            }
            Node::SeedsRow(first, count) => cells.sum(usize::from(first), usize::from(count)),
            Node::EmptyRow(first, count) => i32::from(cells.all_zero(usize::from(first), usize::from(count))),
            Node::Repeats(times) => i32::from(self.occurrences >= times),
            Node::CannotMove => i32::from(self.stuck),
            Node::RoundWinner => self.winner,
            _ => self.compound(cells, at),
        }
    }

    #[inline(never)]
    fn compound(&self, cells: &S::Position, at: Num) -> i32 {
        match self.code.nodes[usize::from(at)] {
            Node::Const(_) | Node::Local(_) | Node::Last => self.num_of(cells, at),
            Node::Origin
            | Node::Captured
            | Node::Laps
            | Node::Kind
            | Node::Cell(..)
            | Node::SeedsRow(..)
            | Node::EmptyRow(..)
            | Node::Repeats(_)
            | Node::CannotMove
            | Node::RoundWinner => self.leaf(cells, at),
            Node::Hand => self.turn.hand.as_ref().iter().map(|count| i32::from(*count)).sum(),
            Node::Held => self.held().as_ref().iter().map(|count| i32::from(*count)).sum(),
            Node::HeldKinds(kinds) => self.code.lists[usize::from(kinds)]
                .iter()
                .map(|kind| i32::from(self.held().as_ref()[usize::from(*kind)]))
                .sum(),
            Node::PitCell(first, pit, shift, none) => match self.num_of(cells, pit) {
                pit if pit < 0 => i32::from(none),
                pit => cells.get(usize::from(first) + pit as usize) - i32::from(shift),
            },
            Node::SeedsAt(pit) => {
                let pit = self.num_of(cells, pit);
                self.seeds_at(cells, pit)
            }
            Node::Seeds(set) => {
                let set = self.set_of(cells, set);
                self.seeds_in(cells, set)
            }
            Node::SeedsKinds(set, kinds) => {
                let set = self.set_of(cells, set);
                self.kinds_in(cells, set, &self.code.lists[usize::from(kinds)])
            }
            Node::Worth(set) => {
                let set = self.set_of(cells, set);
                self.worth_in(cells, set)
            }
            Node::Count(set) => self.set_of(cells, set).count_ones() as i32,
            Node::Number(pit) => {
                self.num_of(cells, pit).try_into().map_or(0, |pit: usize| i32::from(self.code.numbers[pit]))
            }
            Node::Owner(pit) => {
                self.num_of(cells, pit).try_into().map_or(-1, |pit: usize| i32::from(self.code.owners[pit]))
            }
            Node::Only(set) => {
                let set = self.set_of(cells, set);
                if set.count_ones() == 1 { set.trailing_zeros() as i32 } else { -1 }
            }
            Node::And(one, two) => i32::from(self.holds_of(cells, one) && self.holds_of(cells, two)),
            Node::Or(one, two) => i32::from(self.holds_of(cells, one) || self.holds_of(cells, two)),
            Node::Not(inner) => i32::from(!self.holds_of(cells, inner)),
            Node::Compare(op, one, two) => {
                let (one, two) = (self.num_of(cells, one), self.num_of(cells, two));
                i32::from(op.holds(one, two))
            }
            Node::CompareConst(op, one, two) => i32::from(op.holds(self.num_of(cells, one), two)),
            Node::InCounts(value, counts) => {
                i32::from(self.code.counts[usize::from(counts)].has(self.num_of(cells, value)))
            }
            Node::SeedsInCounts(pit, counts) => {
                let pit = self.num_of(cells, pit);
                i32::from(self.code.counts[usize::from(counts)].has(self.seeds_at(cells, pit)))
            }
            Node::InRange(value, low, high) => {
                let value = self.num_of(cells, value);
                i32::from((self.num_of(cells, low)..=self.num_of(cells, high)).contains(&value))
            }
            Node::InSet(pit, set) => {
                let pit = self.num_of(cells, pit);
                i32::from(pit >= 0 && S::has(self.set_of(cells, set), pit as usize))
            }
            Node::InMask(pit, mask) => {
                let pit = self.num_of(cells, pit);
                i32::from(pit >= 0 && S::has(self.code.masks[usize::from(mask)], pit as usize))
            }
            Node::Subset(one, two) => i32::from(self.set_of(cells, one) & !self.set_of(cells, two) == 0),
            Node::SameSet(one, two) => i32::from(self.set_of(cells, one) == self.set_of(cells, two)),
            Node::Some(set) => i32::from(self.set_of(cells, set) != 0),
            Node::Even(value) => i32::from(self.num_of(cells, value) % 2 == 0),
            Node::AtTurnStart(inner) => self.num_of(&self.start, inner),
            Node::BeforeSowing(inner) => self.num_of(&self.before, inner),
            Node::Arithmetic(op, one, two) => {
                let (one, two) = (self.num_of(cells, one), self.num_of(cells, two));
                op.apply(one, two)
            }
            Node::Larger(max, one, two) => {
                let (one, two) = (self.num_of(cells, one), self.num_of(cells, two));
                if max { one.max(two) } else { one.min(two) }
            }
            Node::Steps(count, from, track, way, back) => {
                let (count, from, way) = (self.num_of(cells, count), self.num_of(cells, from), self.num_of(cells, way));
                let table = &self.code.tracks[usize::from(track)];
                let way = usize::from((way == 0) == back);
                let Some(index) = self.index_on(track, from, way) else { return -1 };
                let at = index as i64 + i64::from(count);
                // The places stand there twice, so that most steps need no division.
                let near = usize::try_from(at).ok().and_then(|at| table.places[way].get(at));
                let far = || &table.places[way][at.rem_euclid(table.length as i64) as usize];
                i32::from(*near.unwrap_or_else(far))
            }
            Node::Facing(pit) => self.related(cells, pit, &self.code.facing),
            Node::Behind(pit) => self.related(cells, pit, &self.code.behind),
            Node::Opposite(way) => 1 - self.num_of(cells, way),
            Node::If(condition, then, otherwise) => {
                let value = if self.holds_of(cells, condition) { then } else { otherwise };
                self.num_of(cells, value)
            }
            Node::Bind(register, value, rest) => {
                self.registers.keep(register, self.num_of(cells, value));
                self.num_of(cells, rest)
            }
            Node::BindSet(register, value, rest) => {
                self.registers.keep_set(register, self.set_of(cells, value));
                self.num_of(cells, rest)
            }
            Node::Run(pit, piece, condition) => self.run_length(cells, pit, piece, condition),
        }
    }

    #[inline]
    fn related(&self, cells: &S::Position, pit: Num, table: &[u8]) -> i32 {
        let pit = self.num_of(cells, pit);
        if pit < 0 {
            return -1;
        }
        match table[pit as usize] {
            255 => -1,
            place => i32::from(place),
        }
    }

    /// Where on a track a place stands, walking it this way.
    #[inline]
    pub(super) fn index_on(&self, track: u8, place: i32, way: usize) -> Option<usize> {
        let place: u8 = place.try_into().ok()?;
        match self.code.tracks[usize::from(track)].index[way & 1][usize::from(place)] {
            255 => None,
            index => Some(usize::from(index)),
        }
    }

    /// How many drops of the last lap, from the last one back, satisfy a condition.
    fn run_length(&self, cells: &S::Position, pit: u8, piece: u8, condition: Num) -> i32 {
        let lap = &self.drops[usize::from(self.turn.lap_start).min(self.drops.len())..];
        let satisfied = lap.iter().rev().take_while(|drop| {
            self.registers.keep(pit, i32::from(drop.place));
            self.registers.keep(piece, i32::from(drop.kind));
            let before = self.held_by.replace(Some(drop.held));
            let holds = self.holds_of(cells, condition);
            self.held_by.set(before);
            holds
        });
        satisfied.count() as i32
    }

    // --- sets --------------------------------------------------------------------------------------------------------

    /// An expression that gives a set.
    #[inline(always)]
    pub(super) fn set_of(&self, cells: &S::Position, at: Set) -> u128 {
        match self.code.sets[usize::from(at)] {
            SetNode::Mask(mask) => self.code.masks[usize::from(mask)],
            SetNode::Local(register) => self.registers.set(register),
            _ => self.common_set(cells, at),
        }
    }

    /// The sets that turns most often begin and end with. They stand apart so that they need no room for operands.
    #[inline(never)]
    fn common_set(&self, cells: &S::Position, at: Set) -> u128 {
        let code = self.code;
        match code.sets[usize::from(at)] {
            SetNode::NonEmpty(set) if let SetNode::Mask(mask) = code.sets[usize::from(set)] => {
                cells.non_empty(code.masks[usize::from(mask)])
            }
            SetNode::ChainCounts(back, from, mask, counts) if matches!(code.nodes[usize::from(from)], Node::Last) => {
                self.chain_of_counts(cells, back, i32::from(self.turn.last), mask, counts)
            }
            _ => self.compound_set(cells, at),
        }
    }

    #[inline(always)]
    fn chain_of_counts(&self, cells: &S::Position, back: bool, from: i32, mask: u16, counts: u16) -> u128 {
        let (mask, counts) = (self.code.masks[usize::from(mask)], &self.code.counts[usize::from(counts)]);
        self.chain(back, from, i32::MAX, |place| S::has(mask, place) && counts.has(cells.get(place)))
    }

    #[inline(never)]
    fn compound_set(&self, cells: &S::Position, at: Set) -> u128 {
        match self.code.sets[usize::from(at)] {
            SetNode::Mask(_) | SetNode::Local(_) => self.set_of(cells, at),
            SetNode::Single(pit) => match self.num_of(cells, pit) {
                pit if pit < 0 => 0,
                pit => S::single(pit as usize),
            },
            SetNode::Where(set, register, condition) => {
                let set = self.set_of(cells, set);
                self.filtered(set, |place| {
                    self.registers.keep(register, place as i32);
                    self.holds_of(cells, condition)
                })
            }
            SetNode::WhereCells(set, first, counts) => {
                let counts = &self.code.counts[usize::from(counts)];
                let set = self.set_of(cells, set);
                self.filtered(set, |place| counts.has(cells.get(usize::from(first) + place)))
            }
            SetNode::NonEmpty(set) => {
                let set = self.set_of(cells, set);
                cells.non_empty(set)
            }
            SetNode::Union(one, two) => self.set_of(cells, one) | self.set_of(cells, two),
            SetNode::Minus(one, two) => self.set_of(cells, one) & !self.set_of(cells, two),
            SetNode::Facing(set) => related_set::<S>(self.set_of(cells, set), &self.code.facing),
            SetNode::Behind(set) => related_set::<S>(self.set_of(cells, set), &self.code.behind),
            SetNode::If(condition, then, otherwise) => {
                let set = if self.holds_of(cells, condition) { then } else { otherwise };
                self.set_of(cells, set)
            }
            SetNode::Chain(back, from, limit, register, condition) => {
                let from = self.num_of(cells, from);
                let limit = limit.map_or(i32::MAX, |limit| self.num_of(cells, limit));
                self.chain(back, from, limit, |place| {
                    self.registers.keep(register, place as i32);
                    self.holds_of(cells, condition)
                })
            }
            SetNode::ChainCounts(back, from, mask, counts) => {
                let from = self.num_of(cells, from);
                self.chain_of_counts(cells, back, from, mask, counts)
            }
            SetNode::Each(value, binders) => self.each(cells, value, &self.code.binders[usize::from(binders)]),
            SetNode::RunPits(run) => {
                let count = self.num_of(cells, run).max(0) as usize;
                self.drops.iter().rev().take(count).fold(0, |set, drop| set | S::single(usize::from(drop.place)))
            }
            SetNode::Bind(register, value, rest) => {
                self.registers.keep(register, self.num_of(cells, value));
                self.set_of(cells, rest)
            }
            SetNode::BindSet(register, value, rest) => {
                self.registers.keep_set(register, self.set_of(cells, value));
                self.set_of(cells, rest)
            }
        }
    }

    #[inline]
    fn filtered(&self, set: u128, mut holds: impl FnMut(usize) -> bool) -> u128 {
        members::<S>(set).filter(|place| holds(*place)).fold(0, |kept, place| kept | S::single(place))
    }

    /// Places along the track of the last sowing while something holds; each at most once.
    #[inline(always)]
    fn chain(&self, back: bool, from: i32, limit: i32, mut holds: impl FnMut(usize) -> bool) -> u128 {
        let Some(sowing) = self.code.sowings.get(usize::from(self.turn.sowing)) else { return 0 };
        let way = usize::from(self.turn.way ^ u8::from(back));
        let Some(index) = self.index_on(sowing.track, from, way) else { return 0 };
        let table = &self.code.tracks[usize::from(sowing.track)];
        let steps = table.length.min(limit.max(0) as usize);
        let mut set = 0;
        for place in &table.places[way][index..index + steps] {
            if !holds(usize::from(*place)) {
                break;
            }
            set |= S::single(usize::from(*place));
        }
        set
    }

    fn each(&self, cells: &S::Position, value: Num, binders: &[(u8, Option<Set>)]) -> u128 {
        let Some(((register, over), rest)) = binders.split_first() else {
            return match self.num_of(cells, value) {
                pit if pit < 0 => 0,
                pit => S::single(pit as usize),
            };
        };
        let all_of = over.map_or(0b11, |set| self.set_of(cells, set));
        let mut all = 0;
        for member in members::<S>(all_of) {
            self.registers.keep(*register, member as i32);
            all |= self.each(cells, value, rest);
        }
        all
    }
}

fn related_set<S: Shape>(set: u128, table: &[u8]) -> u128 {
    let related = members::<S>(set).map(|place| table[place]).filter(|place| *place != 255);
    related.fold(0, |set, place| set | S::single(usize::from(place)))
}
