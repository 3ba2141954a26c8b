//! What registers hold where code is followed before it is run, and what operations give and ask by that.

use super::along::{as_set, only_of};
use super::op::{Op, Reg, SetReg};
use super::tables::Tables;

/// What registers of one sort hold, where it is known: constants, and what was put there on the way.
#[derive(Debug, Clone)]
pub(super) struct Known<'s, R, V> {
    constants: &'s [(R, V)],
    put: Vec<(R, Option<V>)>,
}

impl<'s, R: Copy + PartialEq, V: Copy> Known<'s, R, V> {
    /// Constants alone.
    pub(super) fn of(constants: &'s [(R, V)]) -> Self {
        Known { constants, put: Vec::new() }
    }

    /// Forgets what was put there.
    pub(super) fn forget(&mut self) {
        self.put.clear();
    }

    pub(super) fn get(&self, reg: R) -> Option<V> {
        match self.put.iter().find(|(other, _)| *other == reg) {
            Some((_, known)) => *known,
            None => self.constants.iter().find(|(constant, _)| *constant == reg).map(|(_, value)| *value),
        }
    }

    /// All that is known of what was put there.
    pub(super) fn all_put(&self) -> impl Iterator<Item = (R, V)> {
        self.put.iter().filter_map(|(reg, known)| Some((*reg, (*known)?)))
    }

    pub(super) fn put(&mut self, reg: R, value: Option<V>) {
        match self.put.iter_mut().find(|(other, _)| *other == reg) {
            Some((_, known)) => *known = value,
            None => self.put.push((reg, value)),
        }
    }
}

/// Numbers, and sets.
pub(super) type Numbers<'s> = Known<'s, Reg, i32>;
pub(super) type Sets<'s> = Known<'s, SetReg, u64>;

/// Whether an operation goes on elsewhere, if it is a question that registers answer, and if that is known.
pub(super) fn goes_elsewhere<const W: usize>(
    op: &Op,
    tables: &Tables<W>,
    numbers: &Numbers<'_>,
    sets: &Sets<'_>,
) -> Option<Option<bool>> {
    let both = |one: SetReg, two: SetReg| sets.get(one).zip(sets.get(two));
    let (holds, expected) = match *op {
        Op::Compare(op, one, two, _) => {
            (numbers.get(one).zip(numbers.get(two)).map(|(one, two)| op.holds(one, two)), true)
        }
        Op::IsIn(number, counts, expected, _) => {
            let counts = tables.counts.get(usize::from(counts));
            (numbers.get(number).zip(counts).map(|(number, counts)| counts.has(number)), expected)
        }
        Op::Even(number, expected, _) => (numbers.get(number).map(|number| number % 2 == 0), expected),
        Op::Has(place, set, expected, _) => {
            (numbers.get(place).zip(sets.get(set)).map(|(place, set)| set & as_set(place) != 0), expected)
        }
        Op::Within(one, two, expected, _) => (both(one, two).map(|(one, two)| one & !two == 0), expected),
        Op::Same(one, two, expected, _) => (both(one, two).map(|(one, two)| one == two), expected),
        Op::IsEmpty(set, expected, _) => (sets.get(set).map(|set| set == 0), expected),
        _ => return None,
    };
    Some(holds.map(|holds| holds == expected))
}

/// What an operation gives of what is in registers, if that is a number and known.
pub(super) fn number<const W: usize>(
    op: &Op,
    tables: &Tables<W>,
    numbers: &Numbers<'_>,
    sets: &Sets<'_>,
) -> Option<i32> {
    let number = |reg: Reg| numbers.get(reg);
    match *op {
        Op::Move(_, from) => number(from),
        Op::Count(_, set) => Some(sets.get(set)?.count_ones().cast_signed()),
        Op::Only(_, set) => Some(only_of(sets.get(set)?)),
        Op::Table(_, table, at) => Some(tables.entry(table, number(at)?)),
        Op::Arithmetic(op, _, one, two) => Some(op.apply(number(one)?, number(two)?)),
        Op::Larger(_, one, two) => Some(number(one)?.max(number(two)?)),
        Op::Smaller(_, one, two) => Some(number(one)?.min(number(two)?)),
        Op::Steps { count, from, way, steps, .. } => {
            Some(tables.steps_along(number(count)?, number(from)?, number(way)?, steps))
        }
        _ => None,
    }
}

/// The register that the result goes into, and what an operation gives of what is in registers, if that is a set of places and known.
pub(super) fn places<const W: usize>(
    op: &Op,
    tables: &Tables<W>,
    numbers: &Numbers<'_>,
    sets: &Sets<'_>,
) -> Option<(SetReg, Option<u64>)> {
    let (number, set) = (|reg: Reg| numbers.get(reg), |reg: SetReg| sets.get(reg));
    let both = |one: SetReg, two: SetReg| set(one).zip(set(two));
    match *op {
        Op::MoveSet(to, from) => Some((to, set(from))),
        Op::NoSet(to) => Some((to, Some(0))),
        Op::Single(to, place) => Some((to, number(place).map(as_set))),
        Op::Union(to, one, two) => Some((to, both(one, two).map(|(one, two)| one | two))),
        Op::Minus(to, one, two) => Some((to, both(one, two).map(|(one, two)| one & !two))),
        Op::Related(to, of, table) => Some((to, set(of).map(|of| tables.related(of, table)))),
        Op::Add(to, place) => Some((to, set(to).zip(number(place)).map(|(set, place)| set | as_set(place)))),
        _ => None,
    }
}
