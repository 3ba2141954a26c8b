//! Landings decided beforehand: what the tests behind a lap come to, as far as the last pit and its count settle it.

use super::program::*;

/// Counts that are told apart; larger ones count as unknown.
const COUNTS: usize = 32;

/// The first instruction behind a lap that is not settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Onward {
    /// Its address.
    pub address: Address,
    /// If it is a [`Instruction::Finish`]: whether the mover plays again.
    pub finish: Option<bool>,
}

/// Where a turn goes on behind a lap.
#[derive(Debug, Clone)]
pub struct Landing {
    /// Where its tests begin.
    pub at: Address,
    /// By last pit, times [`COUNTS`], plus its count (0: unknown).
    settled: Vec<Onward>,
}

impl Landing {
    /// Where a turn goes on whose last piece fell at a place that now holds so many.
    #[inline]
    #[must_use]
    pub fn after(&self, place: usize, count: usize) -> Onward {
        let count = if count < COUNTS { count } else { 0 };
        let settled = self.settled.get(place * COUNTS + count).copied();
        settled.unwrap_or(Onward { address: self.at, finish: None })
    }

    /// Decides the landings whose tests begin at an address, on a board of so many places.
    pub(super) fn of(code: &Code, at: Address, places: usize) -> Self {
        let mut settled = Vec::with_capacity(places * COUNTS);
        // Nothing falls where nothing is sown.
        let tracks = code.sowings.iter().map(|sowing| code.tracks[usize::from(sowing.track)].mask);
        let sown = tracks.fold(0, |all, track| all | track);
        for place in 0..places {
            if sown >> place & 1 == 0 {
                settled.extend([at; COUNTS]);
                continue;
            }
            let (whatever, open) = Facts::new(code, Some(place as i32), None).follow(at);
            settled.push(whatever);
            let with = |count| Facts::new(code, Some(place as i32), Some(count)).follow(at).0;
            settled.extend((1..COUNTS as i32).map(|count| if open { with(count) } else { whatever }));
        }
        let onward = |address| match code.instructions[usize::from(address)] {
            Instruction::Finish(again) => Onward { address, finish: Some(again) },
            _ => Onward { address, finish: None },
        };
        Landing { at, settled: settled.into_iter().map(onward).collect() }
    }
}

/// What is known of a landing. Numbers that are not known are none; of sets it may be known whether they have a member.
#[derive(Debug, Clone)]
pub(super) struct Facts<'c> {
    code: &'c Code,
    /// Where the last piece fell, -1 being nowhere; none if that is not known.
    last: Option<i32>,
    count: Option<i32>,
    kind: Option<i32>,
    /// The count is larger than this, if it is not known.
    least: Option<i32>,
    /// Whether pieces were moved since the last one fell.
    moved: bool,
    /// Registers of pits that hold a piece.
    filled: Vec<Register>,
    /// Whether the hand holds a piece.
    pub(super) in_hand: bool,
    numbers: Vec<(Register, Option<i32>)>,
    sets: Vec<(Register, Option<bool>)>,
}

impl<'c> Facts<'c> {
    pub(super) fn new(code: &'c Code, last: Option<i32>, count: Option<i32>) -> Self {
        Facts {
            code,
            last,
            count,
            kind: None,
            least: None,
            moved: false,
            filled: Vec::new(),
            in_hand: false,
            numbers: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// The same for a kind of move.
    pub(super) fn of_kind(self, kind: i32) -> Self {
        Facts { kind: Some(kind), ..self }
    }

    /// The same where the count is larger than a number.
    pub(super) fn larger_than(self, number: i32) -> Self {
        Facts { least: Some(number), ..self }
    }

    /// Whether something holds of the count, if it is the same for all that are larger than a number.
    fn larger(&self, holds: impl Fn(i32) -> bool) -> Option<i32> {
        let mut counts = self.least? + 1..=255;
        let first = holds(counts.next()?);
        counts.all(|count| holds(count) == first).then_some(i32::from(first))
    }

    /// Whether the same is known.
    pub(super) fn same_as(&self, other: &Facts<'_>) -> bool {
        (self.count, self.least, self.moved, self.in_hand) == (other.count, other.least, other.moved, other.in_hand)
            && self.filled == other.filled
            && self.numbers == other.numbers
            && self.sets == other.sets
    }

    /// Keeps a number in a register.
    pub(super) fn keep(&mut self, register: Register, value: Num) {
        let value = self.number(value);
        self.numbers.push((register, value));
    }

    /// Keeps a set in a register.
    pub(super) fn keep_set(&mut self, register: Register, value: Set) {
        let has_member = self.has_member(value);
        self.sets.push((register, has_member));
    }

    /// Pieces were moved.
    pub(super) fn forget_count(&mut self) {
        (self.count, self.least, self.moved, self.in_hand) = (None, None, true, false);
    }

    /// Whether a pit is the one where the last piece fell, and still holds it.
    pub(super) fn holds_last(&self, pit: Num) -> bool {
        !self.moved && self.last.is_some_and(|last| last >= 0) && self.is_last(pit) == Some(true)
    }

    /// Whether a pit is where the last piece fell.
    fn is_last(&self, pit: Num) -> Option<bool> {
        Some(self.number(pit)? == self.last?)
    }

    /// Notes that the pit of a register holds a piece.
    pub(super) fn is_filled(&mut self, register: Register) {
        self.filled.push(register);
    }

    /// Whether lifting a pit gives the hand a piece for certain.
    pub(super) fn fills_hand(&self, pit: Num) -> bool {
        match self.code.nodes[usize::from(pit)] {
            Node::Local(register) => !self.moved && self.filled.contains(&register),
            _ => false,
        }
    }

    /// The first instruction from an address on that must be run, and whether more facts could settle more. Values may be
    /// left out only if nothing follows them.
    fn follow(mut self, from: Address) -> (Address, bool) {
        let code = self.code;
        let mut at = from;
        let mut first_value = None;
        let mut open = false;
        // No more steps than instructions: jumps may lead in a circle.
        for _ in 0..code.instructions.len() {
            match code.instructions[usize::from(at)] {
                Instruction::Jump(address) => at = address,
                Instruction::Unless(condition, address) => match self.number(condition) {
                    Some(0) => at = address,
                    Some(_) => at += 1,
                    None => {
                        open = true;
                        break;
                    }
                },
                Instruction::UnlessSome(set, address) => match self.has_member(set) {
                    Some(false) => at = address,
                    Some(true) => at += 1,
                    None => {
                        open = true;
                        break;
                    }
                },
                Instruction::Let(register, value) => {
                    first_value.get_or_insert(at);
                    self.keep(register, value);
                    at += 1;
                }
                Instruction::LetSet(register, value) => {
                    first_value.get_or_insert(at);
                    self.keep_set(register, value);
                    at += 1;
                }
                Instruction::Capture(set, _) if code.ends[0].is_empty() && self.has_member(set) == Some(false) => {
                    first_value.get_or_insert(at);
                    at += 1;
                }
                Instruction::Finish(_) => return (at, open),
                Instruction::Capture(..) => {
                    open = true;
                    break;
                }
                _ => break,
            }
        }
        (first_value.unwrap_or(at), open)
    }

    pub(super) fn number(&self, number: Num) -> Option<i32> {
        let code = self.code;
        let fixed = |holds: bool| Some(i32::from(holds));
        match code.nodes[usize::from(number)] {
            Node::Const(value) => Some(value),
            Node::Local(register) => self.numbers.iter().rev().find(|(kept, _)| *kept == register)?.1,
            Node::Last => self.last,
            Node::Kind => self.kind,
            // Of an empty pit nothing is known: no piece has just fallen there.
            Node::Held => Some(self.count.filter(|count| *count > 0)? - 1),
            Node::SeedsAt(pit) if self.is_last(pit)? => self.count,
            Node::Cell(cell, 0) if i32::from(cell) == self.last? => self.count,
            Node::SeedsInCounts(pit, counts) if self.is_last(pit)? => {
                let counts = &code.counts[usize::from(counts)];
                self.count.map_or_else(|| self.larger(|count| counts.has(count)), |count| fixed(counts.has(count)))
            }
            Node::InCounts(value, counts) => fixed(code.counts[usize::from(counts)].has(self.number(value)?)),
            Node::InMask(pit, mask) => {
                let pit = self.number(pit)?;
                fixed(pit >= 0 && code.masks[usize::from(mask)] >> pit & 1 == 1)
            }
            Node::Owner(pit) => Some(usize::try_from(self.number(pit)?).map_or(-1, |pit| i32::from(code.owners[pit]))),
            Node::Number(pit) => Some(usize::try_from(self.number(pit)?).map_or(0, |pit| i32::from(code.numbers[pit]))),
            Node::Facing(pit) => Some(related(self.number(pit)?, &code.facing)),
            Node::Behind(pit) => Some(related(self.number(pit)?, &code.behind)),
            Node::Compare(op, one, two) => fixed(op.holds(self.number(one)?, self.number(two)?)),
            Node::CompareConst(op, one, two) => match (self.number(one), code.nodes[usize::from(one)]) {
                (Some(one), _) => fixed(op.holds(one, two)),
                (None, Node::Held) => self.larger(|count| op.holds(count - 1, two)),
                (None, Node::SeedsAt(pit)) if self.is_last(pit)? => self.larger(|count| op.holds(count, two)),
                _ => None,
            },
            Node::Not(one) => fixed(self.number(one)? == 0),
            Node::And(one, two) => match (self.number(one), self.number(two)) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(_), Some(_)) => Some(1),
                _ => None,
            },
            Node::Or(one, two) => match (self.number(one), self.number(two)) {
                (Some(0), Some(0)) => Some(0),
                (Some(1..), _) | (_, Some(1..)) => Some(1),
                _ => None,
            },
            Node::If(condition, then, otherwise) => match self.number(condition)? {
                0 => self.number(otherwise),
                _ => self.number(then),
            },
            Node::Some(set) => self.has_member(set).map(i32::from),
            _ => None,
        }
    }

    pub(super) fn has_member(&self, set: Set) -> Option<bool> {
        let code = self.code;
        match code.sets[usize::from(set)] {
            SetNode::Mask(mask) => Some(code.masks[usize::from(mask)] != 0),
            SetNode::Local(register) => self.sets.iter().rev().find(|(kept, _)| *kept == register)?.1,
            SetNode::Single(pit) => Some(self.number(pit)? >= 0),
            SetNode::ChainCounts(_, from, mask, counts) if self.is_last(from)? => {
                let place = usize::try_from(self.last?).ok();
                let inside = place.is_some_and(|place| code.masks[usize::from(mask)] >> place & 1 == 1);
                if inside { Some(code.counts[usize::from(counts)].has(self.count?)) } else { Some(false) }
            }
            SetNode::Union(one, two) => match (self.has_member(one), self.has_member(two)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            SetNode::Minus(one, _)
            | SetNode::NonEmpty(one)
            | SetNode::WhereCells(one, ..)
            | SetNode::Where(one, ..) => (self.has_member(one) == Some(false)).then_some(false),
            _ => None,
        }
    }
}

fn related(pit: i32, table: &[u8]) -> i32 {
    match usize::try_from(pit).map(|pit| table[pit]) {
        Ok(place) if place != 255 => i32::from(place),
        _ => -1,
    }
}
