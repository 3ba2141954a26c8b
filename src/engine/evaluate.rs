//! Expressions: numbers and sets of a position in the middle of a turn.

use super::shape::{Cells, Shape};
use crate::ir::{Code, NUMBER_REGISTERS, Node, Num, SET_REGISTERS, Set, SetNode};

/// Values of locals.
#[derive(Debug, Clone)]
pub(super) struct Registers {
    pub(super) numbers: [i32; NUMBER_REGISTERS],
    pub(super) sets: [u128; SET_REGISTERS],
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
    /// Places left out in the lap that is being sown, and where its next piece falls.
    pub(super) skipped: u128,
    pub(super) next: u8,
}

/// Everything that an expression may read.
pub(super) struct Environment<'a, S: Shape> {
    pub(super) code: &'a Code,
    pub(super) places: usize,
    pub(super) kinds: usize,
    pub(super) cells: &'a S::Position,
    pub(super) start: &'a S::Position,
    pub(super) before: &'a S::Position,
    pub(super) turn: &'a Turn<S>,
    pub(super) drops: &'a [Dropped<S>],
    /// How often this position has been there, and whether no move is legal; known only in `end`.
    pub(super) occurrences: u32,
    pub(super) stuck: bool,
    /// Reads `held` of a drop other than the last.
    pub(super) held: &'a S::Bag,
}

/// Places of a set, ascending.
pub(super) struct Members(pub(super) u128);

impl Iterator for Members {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

impl<'a, S: Shape> Environment<'a, S> {
    fn at(&self, cells: &'a S::Position) -> Environment<'a, S> {
        Environment { cells, ..*self }
    }

    /// Pieces of all kinds at a place; 0 for none.
    #[inline]
    pub(super) fn seeds_at(&self, place: i32) -> i32 {
        if place < 0 {
            return 0;
        }
        if S::KINDS == 1 {
            return self.cells.get(place as usize);
        }
        (0..self.kinds).map(|kind| self.cells.get(kind * self.places + place as usize)).sum()
    }

    #[inline]
    fn seeds_in(&self, set: u128) -> i32 {
        Members(set).map(|place| self.seeds_at(place as i32)).sum()
    }

    /// Pieces of a list of kinds in a set.
    fn kinds_in(&self, set: u128, kinds: &[u16]) -> i32 {
        let count =
            |place| kinds.iter().map(|kind| self.cells.get(usize::from(*kind) * self.places + place)).sum::<i32>();
        Members(set).map(count).sum()
    }

    fn worth_in(&self, set: u128) -> i32 {
        let worth = |place| {
            let kinds = self.code.worths.iter().enumerate();
            kinds.map(|(kind, worth)| worth * self.cells.get(kind * self.places + place)).sum::<i32>()
        };
        Members(set).map(worth).sum()
    }

    /// A condition.
    #[inline]
    pub(super) fn holds(&self, registers: &mut Registers, at: Num) -> bool {
        self.num(registers, at) != 0
    }

    /// An expression that gives a number, truth value, pit, way or player.
    pub(super) fn num(&self, registers: &mut Registers, at: Num) -> i32 {
        match self.code.nodes[usize::from(at)] {
            Node::Const(value) => value,
            Node::Local(register) => registers.numbers[usize::from(register) & (NUMBER_REGISTERS - 1)],
            Node::Last => i32::from(self.turn.last),
            Node::Origin => i32::from(self.turn.origin),
            Node::Hand => self.turn.hand.as_ref().iter().map(|count| i32::from(*count)).sum(),
            Node::Held => self.held.as_ref().iter().map(|count| i32::from(*count)).sum(),
            Node::HeldKinds(kinds) => self.code.lists[usize::from(kinds)]
                .iter()
                .map(|kind| i32::from(self.held.as_ref()[usize::from(*kind)]))
                .sum(),
            Node::Captured => self.turn.captured,
            Node::Laps => self.turn.laps as i32,
            Node::Kind => i32::from(self.turn.kind),
            Node::Cell(cell, shift) => self.cells.get(usize::from(cell)) - i32::from(shift),
            Node::PitCell(first, pit, shift, none) => match self.num(registers, pit) {
                pit if pit < 0 => i32::from(none),
                pit => self.cells.get(usize::from(first) + pit as usize) - i32::from(shift),
            },
            Node::SeedsAt(pit) => {
                let pit = self.num(registers, pit);
                self.seeds_at(pit)
            }
            Node::SeedsRow(first, count) => self.cells.sum(usize::from(first), usize::from(count)),
            Node::EmptyRow(first, count) => i32::from(self.cells.all_zero(usize::from(first), usize::from(count))),
            Node::Seeds(set) => {
                let set = self.set(registers, set);
                self.seeds_in(set)
            }
            Node::SeedsKinds(set, kinds) => {
                let set = self.set(registers, set);
                self.kinds_in(set, &self.code.lists[usize::from(kinds)])
            }
            Node::Worth(set) => {
                let set = self.set(registers, set);
                self.worth_in(set)
            }
            Node::Count(set) => self.set(registers, set).count_ones() as i32,
            Node::Number(pit) => {
                self.num(registers, pit).try_into().map_or(0, |pit: usize| i32::from(self.code.numbers[pit]))
            }
            Node::Owner(pit) => {
                self.num(registers, pit).try_into().map_or(-1, |pit: usize| i32::from(self.code.owners[pit]))
            }
            Node::Only(set) => {
                let set = self.set(registers, set);
                if set.count_ones() == 1 { set.trailing_zeros() as i32 } else { -1 }
            }
            Node::And(one, two) => i32::from(self.holds(registers, one) && self.holds(registers, two)),
            Node::Or(one, two) => i32::from(self.holds(registers, one) || self.holds(registers, two)),
            Node::Not(inner) => i32::from(!self.holds(registers, inner)),
            Node::Compare(op, one, two) => {
                let (one, two) = (self.num(registers, one), self.num(registers, two));
                i32::from(op.holds(one, two))
            }
            Node::CompareConst(op, one, two) => i32::from(op.holds(self.num(registers, one), two)),
            Node::InCounts(value, counts) => {
                i32::from(self.code.counts[usize::from(counts)].has(self.num(registers, value)))
            }
            Node::SeedsInCounts(pit, counts) => {
                let pit = self.num(registers, pit);
                i32::from(self.code.counts[usize::from(counts)].has(self.seeds_at(pit)))
            }
            Node::InRange(value, low, high) => {
                let value = self.num(registers, value);
                i32::from((self.num(registers, low)..=self.num(registers, high)).contains(&value))
            }
            Node::InSet(pit, set) => {
                let pit = self.num(registers, pit);
                i32::from(pit >= 0 && self.set(registers, set) >> pit & 1 == 1)
            }
            Node::InMask(pit, mask) => {
                let pit = self.num(registers, pit);
                i32::from(pit >= 0 && self.code.masks[usize::from(mask)] >> pit & 1 == 1)
            }
            Node::Subset(one, two) => i32::from(self.set(registers, one) & !self.set(registers, two) == 0),
            Node::SameSet(one, two) => i32::from(self.set(registers, one) == self.set(registers, two)),
            Node::Some(set) => i32::from(self.set(registers, set) != 0),
            Node::Even(value) => i32::from(self.num(registers, value) % 2 == 0),
            Node::AtTurnStart(inner) => self.at(self.start).num(registers, inner),
            Node::BeforeSowing(inner) => self.at(self.before).num(registers, inner),
            Node::Arithmetic(op, one, two) => {
                let (one, two) = (self.num(registers, one), self.num(registers, two));
                op.apply(one, two)
            }
            Node::Larger(max, one, two) => {
                let (one, two) = (self.num(registers, one), self.num(registers, two));
                if max { one.max(two) } else { one.min(two) }
            }
            Node::Steps(count, from, track, way, back) => {
                let (count, from, way) =
                    (self.num(registers, count), self.num(registers, from), self.num(registers, way));
                let table = &self.code.tracks[usize::from(track)];
                match self.index_on(track, from, 0) {
                    Some(index) => {
                        let ahead = (way == 0) != back;
                        let step = if ahead { count } else { -count };
                        let at = (index as i32).wrapping_add(step).rem_euclid(table.length as i32);
                        i32::from(table.places[0][at as usize])
                    }
                    None => -1,
                }
            }
            Node::Facing(pit) => self.related(registers, pit, &self.code.facing),
            Node::Behind(pit) => self.related(registers, pit, &self.code.behind),
            Node::Opposite(way) => 1 - self.num(registers, way),
            Node::If(condition, then, otherwise) => {
                let value = if self.holds(registers, condition) { then } else { otherwise };
                self.num(registers, value)
            }
            Node::Bind(register, value, rest) => {
                registers.numbers[usize::from(register)] = self.num(registers, value);
                self.num(registers, rest)
            }
            Node::BindSet(register, value, rest) => {
                registers.sets[usize::from(register)] = self.set(registers, value);
                self.num(registers, rest)
            }
            Node::Run(pit, piece, condition) => self.run(registers, pit, piece, condition),
            Node::Repeats(times) => i32::from(self.occurrences >= times),
            Node::CannotMove => i32::from(self.stuck),
        }
    }

    #[inline]
    fn related(&self, registers: &mut Registers, pit: Num, table: &[u8]) -> i32 {
        let pit = self.num(registers, pit);
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
        match self.code.tracks[usize::from(track)].index[way][usize::from(place)] {
            255 => None,
            index => Some(usize::from(index)),
        }
    }

    /// How many drops of the last lap, from the last one back, satisfy a condition.
    fn run(&self, registers: &mut Registers, pit: u8, piece: u8, condition: Num) -> i32 {
        let lap = &self.drops[usize::from(self.turn.lap_start).min(self.drops.len())..];
        let satisfied = lap.iter().rev().take_while(|drop| {
            registers.numbers[usize::from(pit)] = i32::from(drop.place);
            registers.numbers[usize::from(piece)] = i32::from(drop.kind);
            let environment = Environment { held: &drop.held, ..*self };
            environment.holds(registers, condition)
        });
        satisfied.count() as i32
    }

    // --- sets --------------------------------------------------------------------------------------------------------

    /// An expression that gives a set.
    pub(super) fn set(&self, registers: &mut Registers, at: Set) -> u128 {
        match self.code.sets[usize::from(at)] {
            SetNode::Mask(mask) => self.code.masks[usize::from(mask)],
            SetNode::Local(register) => registers.sets[usize::from(register) & (SET_REGISTERS - 1)],
            SetNode::Single(pit) => match self.num(registers, pit) {
                pit if pit < 0 => 0,
                pit => 1 << pit,
            },
            SetNode::Where(set, register, condition) => {
                let set = self.set(registers, set);
                self.filtered(set, |place| {
                    registers.numbers[usize::from(register)] = place as i32;
                    self.holds(registers, condition)
                })
            }
            SetNode::WhereCounts(set, counts) => {
                let counts = &self.code.counts[usize::from(counts)];
                let set = self.set(registers, set);
                self.filtered(set, |place| counts.has(self.cells.get(place)))
            }
            SetNode::Union(one, two) => self.set(registers, one) | self.set(registers, two),
            SetNode::Minus(one, two) => self.set(registers, one) & !self.set(registers, two),
            SetNode::Facing(set) => related_set(self.set(registers, set), &self.code.facing),
            SetNode::Behind(set) => related_set(self.set(registers, set), &self.code.behind),
            SetNode::If(condition, then, otherwise) => {
                let set = if self.holds(registers, condition) { then } else { otherwise };
                self.set(registers, set)
            }
            SetNode::Chain(back, from, limit, register, condition) => {
                let from = self.num(registers, from);
                let limit = limit.map_or(i32::MAX, |limit| self.num(registers, limit));
                self.chain(back, from, limit, |place| {
                    registers.numbers[usize::from(register)] = place as i32;
                    self.holds(registers, condition)
                })
            }
            SetNode::ChainCounts(back, from, mask, counts) => {
                let (mask, counts) = (self.code.masks[usize::from(mask)], &self.code.counts[usize::from(counts)]);
                let from = self.num(registers, from);
                self.chain(back, from, i32::MAX, |place| mask >> place & 1 == 1 && counts.has(self.cells.get(place)))
            }
            SetNode::Each(value, binders) => self.each(registers, value, &self.code.binders[usize::from(binders)]),
            SetNode::RunPits(run) => {
                let count = self.num(registers, run).max(0) as usize;
                self.drops.iter().rev().take(count).fold(0, |set, drop| set | 1 << drop.place)
            }
            SetNode::Bind(register, value, rest) => {
                registers.numbers[usize::from(register)] = self.num(registers, value);
                self.set(registers, rest)
            }
            SetNode::BindSet(register, value, rest) => {
                registers.sets[usize::from(register)] = self.set(registers, value);
                self.set(registers, rest)
            }
        }
    }

    #[inline]
    fn filtered(&self, set: u128, mut holds: impl FnMut(usize) -> bool) -> u128 {
        Members(set).filter(|place| holds(*place)).fold(0, |kept, place| kept | 1 << place)
    }

    /// Places along the track of the last sowing while something holds; each at most once.
    #[inline]
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
            set |= 1 << place;
        }
        set
    }

    fn each(&self, registers: &mut Registers, value: Num, binders: &[(u8, Option<Set>)]) -> u128 {
        let Some(((register, over), rest)) = binders.split_first() else {
            return match self.num(registers, value) {
                pit if pit < 0 => 0,
                pit => 1 << pit,
            };
        };
        let members = over.map_or(0b11, |set| self.set(registers, set));
        let mut all = 0;
        for member in Members(members) {
            registers.numbers[usize::from(*register)] = member as i32;
            all |= self.each(registers, value, rest);
        }
        all
    }
}

fn related_set(set: u128, table: &[u8]) -> u128 {
    Members(set).filter(|place| table[*place] != 255).fold(0, |related, place| related | 1 << table[place])
}
