//! Between which numbers registers lie, wherever the code is: what lies in a small range needs no care.

use crate::id::Id;
use crate::model::ArithmeticOp;
use crate::plan::Side;
use crate::plan::op::{Op, Reg, SetReg, of_machines, turn};
use std::collections::BTreeMap;

/// Numbers from one to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Range {
    const ANY: Range = Range { least: i32::MIN as i64, most: i32::MAX as i64 };
    const PLACE: Range = Range { least: 0, most: 63 };
    const PLACE_OR_NONE: Range = Range { least: -1, most: 63 };
    const CELL: Range = Range { least: 0, most: 255 };
    /// What is counted in a turn: pieces, laps, steps along a path.
    const COUNT: Range = Range { least: -1, most: 1 << 24 };

    fn only(number: i32) -> Self {
        Range { least: i64::from(number), most: i64::from(number) }
    }

    fn joined(self, other: Range) -> Range {
        Range { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn kept_to_numbers(self) -> Range {
        let within = |number: i64| number.clamp(Range::ANY.least, Range::ANY.most);
        Range { least: within(self.least), most: within(self.most) }
    }

    /// What arithmetic comes to, before it is kept to the numbers that there are.
    pub(super) fn of(op: ArithmeticOp, one: Range, two: Range) -> Range {
        match op {
            ArithmeticOp::Add => Range { least: one.least + two.least, most: one.most + two.most },
            ArithmeticOp::Subtract => Range { least: one.least - two.most, most: one.most - two.least },
            ArithmeticOp::Multiply => {
                let corners = [one.least, one.most].map(|left| [left * two.least, left * two.most]);
                let corners = corners.as_flattened();
                let least = corners.iter().copied().fold(i64::MAX, i64::min);
                Range { least, most: corners.iter().copied().fold(i64::MIN, i64::max) }
            }
            ArithmeticOp::Divide => {
                let most = one.least.abs().max(one.most.abs());
                Range { least: -most, most }
            }
        }
    }

    /// Whether every number in it is one that there is.
    pub(super) fn fits(self) -> bool {
        self == self.kept_to_numbers()
    }
}

/// Rounds after which what still grows may be anything.
const ROUNDS: usize = 8;

/// The range of each register, and sets that never change.
#[derive(Debug, Clone)]
pub(super) struct Ranges {
    numbers: [Range; 256],
    constant_sets: BTreeMap<usize, u64>,
}

impl Ranges {
    pub(super) fn of<const W: usize>(side: &Side<W>) -> Self {
        let constant_sets = side.constants.sets.iter().map(|(reg, set)| (reg.index(), *set)).collect();
        let mut ranges = Ranges { numbers: [Range::only(0); 256], constant_sets };
        for (range, value) in ranges.numbers.iter_mut().zip(turn::BEGIN) {
            *range = Range::only(value);
        }
        for (reg, value) in &side.constants.numbers {
            ranges.numbers[reg.index()] = Range::only(*value);
        }
        ranges.numbers[turn::KIND.index()] = Range::COUNT;
        let mut round = 0;
        while ranges.grow(side, round) {
            round += 1;
        }
        ranges
    }

    /// Lets each range take in what is written into its register; tells whether one has grown.
    fn grow<const W: usize>(&mut self, side: &Side<W>, round: usize) -> bool {
        let before = self.numbers;
        for op in side.made_ops() {
            for (reg, range) in self.written(side, op) {
                let known = &mut self.numbers[reg.index()];
                let joined = known.joined(range.kept_to_numbers());
                *known = if joined == *known || round < ROUNDS { joined } else { Range::ANY };
            }
        }
        self.numbers != before
    }

    pub(super) fn get(&self, reg: Reg) -> Range {
        self.numbers[reg.index()]
    }

    /// The places that may be in a set that an operation makes; all if that is not known.
    pub(super) fn places_of(&self, op: &Op) -> u64 {
        let places = |set: SetReg| self.constant_sets.get(&set.index()).copied().unwrap_or(u64::MAX);
        match *op {
            Op::NoSet(_) => 0,
            Op::MoveSet(_, from) | Op::Minus(_, from, _) | Op::Filter(_, from, ..) => places(from),
            Op::Union(_, one, two) => places(one) | places(two),
            _ => u64::MAX,
        }
    }

    /// What an operation writes, and between which numbers it lies.
    fn written<const W: usize>(&self, side: &Side<W>, op: &Op) -> Vec<(Reg, Range)> {
        use turn::{
            CAPTURED, HAND, HELD, JUST_CAPTURED, LAPS, LAPS_SINCE_CAPTURE, LAST, LIFTED, ORIGIN, PREFERENCE, SOWING,
            WAY,
        };
        const TRUTH: Range = Range { least: 0, most: 1 };
        let captures =
            [(HAND, Range::COUNT), (CAPTURED, Range::COUNT), (JUST_CAPTURED, TRUTH), (LAPS_SINCE_CAPTURE, TRUTH)];
        let sows = [(HAND, Range::COUNT), (HELD, Range::COUNT), (LAST, Range::PLACE)];
        let lifts = [(HAND, Range::COUNT), (LIFTED, Range::PLACE_OR_NONE), (ORIGIN, Range::PLACE)];
        let laps = [(LAPS, Range::COUNT), (LAPS_SINCE_CAPTURE, Range::COUNT)];
        match *op {
            Op::Move(to, from) => vec![(to, self.get(from))],
            Op::Cell(to, ..) | Op::CellOf(to, ..) => vec![(to, Range::CELL)],
            Op::Pieces(to, ..) | Op::PiecesOf(to, ..) | Op::Count(to, _) => vec![(to, Range::COUNT)],
            Op::Table(to, table, _) => {
                let entries = side.tables.places[usize::from(table)].iter().copied().map(Range::only);
                entries.reduce(Range::joined).map(|range| (to, range)).into_iter().collect()
            }
            Op::Arithmetic(op, to, one, two) => vec![(to, Range::of(op, self.get(one), self.get(two)))],
            Op::Larger(to, one, two) | Op::Smaller(to, one, two) => vec![(to, self.get(one).joined(self.get(two)))],
            Op::Only(to, _) | Op::Steps { to, .. } => vec![(to, Range::PLACE_OR_NONE)],
            Op::Next(to, ..) | Op::WalkAt { place: to, .. } | Op::ChoosePlace(to, _) => vec![(to, Range::PLACE)],
            Op::Walk { first, .. } | Op::WalkOn(first) => (0..3).map(|at| (first.behind(at), Range::ANY)).collect(),
            Op::ChooseNumber(to, low, high) => vec![(to, self.get(low).joined(self.get(high)))],
            Op::Lift(_) | Op::LiftSome(..) => lifts.to_vec(),
            Op::PutHand(..) => vec![(HAND, Range::COUNT)],
            Op::Capture(..) | Op::CaptureSome { .. } => captures.to_vec(),
            Op::Prefer(_) => vec![(PREFERENCE, Range::ANY)],
            Op::Sowing(sowing, way) => vec![(SOWING, Range::only(i32::from(sowing))), (WAY, self.get(way))],
            Op::Lap { .. } | Op::AnyLap { .. } => sows.to_vec(),
            Op::LiftLap { .. } => [&sows[..], &lifts, &laps].concat(),
            Op::FirstLap { sowing, way, .. } => {
                let sowing = [(SOWING, Range::only(i32::from(sowing))), (WAY, self.get(way))];
                [&sows[..], &lifts, &laps, &sowing].concat()
            }
            Op::Drops { first, .. } => vec![(first, Range::ANY), (first.behind(1), Range::ANY)],
            Op::Drop { first, .. } => [&sows[..], &[(first.behind(1), Range::ANY)]].concat(),
            Op::LapOver(_) => laps.to_vec(),
            Op::MoveSet(..)
            | Op::NoSet(_)
            | Op::Single(..)
            | Op::Union(..)
            | Op::Minus(..)
            | Op::Related(..)
            | Op::Filter(..)
            | Op::Add(..)
            | Op::Chain { .. }
            | Op::Jump(_)
            | Op::Compare(..)
            | Op::IsIn(..)
            | Op::Even(..)
            | Op::Has(..)
            | Op::Within(..)
            | Op::Same(..)
            | Op::IsEmpty(..)
            | Op::NoPieces(..)
            | Op::NoPiecesOf(..)
            | Op::Close
            | Op::Lead(_)
            | Op::Begin(_)
            | Op::Row(_)
            | Op::Put(..)
            | Op::SetCell { .. }
            | Op::SetCellOf { .. }
            | Op::Remember
            | Op::ChooseAlternative(_)
            | Op::ChoosePiece(_)
            | Op::Several(_)
            | of_machines!()
            | Op::Dead
            | Op::Legal
            | Op::Answer(_)
            | Op::AnswerWith(_) => vec![],
            #[cfg(feature = "sim")]
            Op::ChooseOrder => vec![],
        }
    }
}
