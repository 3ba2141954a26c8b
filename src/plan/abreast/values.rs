//! Numbers, sets and truth values that operations ask for.

use super::Refused;
use super::follow::Follower;
use super::state::{Members, State, members_of};
use super::terms::{Term, Terms};
use crate::model::{ArithmeticOp, CompareOp};
use crate::plan::op::{Address, Op, Reg, SetReg};

impl<const W: usize> Follower<'_, W> {
    /// The number that an operation makes, if it makes one, and where it goes.
    pub(super) fn number_made(&mut self, op: &Op, state: &State) -> Result<Option<(Reg, Term)>, Refused> {
        let tables = &self.side.tables;
        Ok(Some(match *op {
            Op::Move(to, from) => (to, state.get(from)),
            Op::Cell(to, view, cell) => (to, state.cell(view, usize::from(cell))),
            Op::CellOf(to, view, first, pit) => {
                let cell = |place| state.cell(view, usize::from(first) + place);
                (to, self.by_place(state.get(pit), Terms::NEVER, cell))
            }
            Op::Pieces(to, view, set) => (to, self.pieces(state, view, &set_of(state, set)?)),
            Op::PiecesOf(to, view, mask) => (to, self.pieces(state, view, &self.cells_of(mask))),
            Op::Count(to, set) => {
                let count = |count, member: &Term| self.terms.subtract(count, *member);
                (to, set_of(state, set)?.iter().fold(Terms::NEVER, count))
            }
            Op::Table(to, table, at) => {
                (to, self.terms.function(state.get(at), |place| Some(tables.entry(table, place.into()))))
            }
            Op::Arithmetic(op, to, one, two) => (to, self.arithmetic(op, state.get(one), state.get(two))),
            Op::Larger(to, one, two) => (to, self.terms.larger(state.get(one), state.get(two))),
            Op::Smaller(to, one, two) => (to, self.terms.smaller(state.get(one), state.get(two))),
            Op::Only(to, set) => (to, self.only(&set_of(state, set)?)),
            Op::Steps { to, count, from, way, steps } => {
                let [count, way] = [count, way].map(|reg| self.terms.constant(state.get(reg)).map(i32::from));
                let along = |from: i16| Some(tables.steps_along(count?, from.into(), way?, steps));
                (to, self.terms.function(state.get(from), along))
            }
            _ => return Ok(None),
        }))
    }

    /// The same of a set.
    pub(super) fn set_made(&mut self, op: &Op, state: &State) -> Result<Option<(SetReg, Members)>, Refused> {
        Ok(Some(match *op {
            Op::MoveSet(to, from) => (to, set_of(state, from)?),
            Op::NoSet(to) => (to, members_of(0, self.side.places)),
            Op::Single(to, place) => (to, self.single(state.get(place))),
            Op::Union(to, one, two) => (to, self.of_two(&set_of(state, one)?, &set_of(state, two)?, Terms::either)),
            Op::Minus(to, one, two) => (to, self.of_two(&set_of(state, one)?, &set_of(state, two)?, Terms::without)),
            Op::Related(to, of, table) => (to, self.related(&set_of(state, of)?, table)),
            Op::Filter(to, of, view, filter) => {
                let (of, filter) = (set_of(state, of)?, &self.side.tables.filters[usize::from(filter)]);
                let mut held = |(place, is_in): (usize, &Term)| match *is_in {
                    Terms::NEVER => Terms::NEVER,
                    is_in => {
                        let holds = self.holds_of(state, view, filter, place);
                        self.terms.both(is_in, holds)
                    }
                };
                (to, of.iter().enumerate().map(&mut held).collect())
            }
            Op::Add(to, place) => {
                let added = self.single(state.get(place));
                (to, self.of_two(&set_of(state, to)?, &added, Terms::either))
            }
            Op::Chain { to, from, most, view, chain } => (to, self.chain(state, (from, most), view, chain)?),
            _ => return Ok(None),
        }))
    }

    /// What an operation asks, if it goes on elsewhere where that holds, and where.
    pub(super) fn asked(&mut self, op: &Op, state: &State) -> Result<Option<(Term, Address)>, Refused> {
        let (holds, expected, to) = match *op {
            Op::Compare(op, one, two, to) => (self.compare(op, state.get(one), state.get(two)), true, to),
            Op::IsIn(number, counts, expected, to) => {
                let counts = &self.side.tables.counts[usize::from(counts)];
                (self.terms.holds(state.get(number), |number| counts.has(number.into())), expected, to)
            }
            Op::Even(number, expected, to) => {
                (self.terms.holds(state.get(number), |number| number % 2 == 0), expected, to)
            }
            Op::Has(place, set, expected, to) => (self.is_in(state.get(place), &set_of(state, set)?), expected, to),
            Op::Within(one, two, expected, to) => {
                let others = self.of_two(&set_of(state, one)?, &set_of(state, two)?, Terms::without);
                (self.none_of(&others), expected, to)
            }
            Op::Same(one, two, expected, to) => {
                let differ = |terms: &mut Terms, one, two| {
                    let same = terms.equal(one, two);
                    terms.not(same)
                };
                let differ = self.of_two(&set_of(state, one)?, &set_of(state, two)?, differ);
                (self.none_of(&differ), expected, to)
            }
            Op::IsEmpty(set, expected, to) => (self.none_of(&set_of(state, set)?), expected, to),
            Op::NoPieces(set, view, expected, to) => (self.no_pieces(state, view, &set_of(state, set)?), expected, to),
            Op::NoPiecesOf(view, mask, expected, to) => {
                (self.no_pieces(state, view, &self.cells_of(mask)), expected, to)
            }
            _ => return Ok(None),
        };
        Ok(Some((if expected { holds } else { self.terms.not(holds) }, to)))
    }

    /// The cells of a set that never changes.
    fn cells_of(&self, mask: u16) -> [Term; W] {
        self.side.tables.masks[usize::from(mask)].map(|byte| if byte == 0 { Terms::NEVER } else { Terms::ALWAYS })
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    fn arithmetic(&mut self, op: ArithmeticOp, one: Term, two: Term) -> Term {
        match op {
            ArithmeticOp::Add => self.terms.add(one, two),
            ArithmeticOp::Subtract => self.terms.subtract(one, two),
            ArithmeticOp::Multiply | ArithmeticOp::Divide => match (self.terms.constant(one), self.terms.constant(two))
            {
                (_, Some(two)) => self.terms.function(one, |one| Some(op.apply(one.into(), two.into()))),
                (Some(one), _) => self.terms.function(two, |two| Some(op.apply(one.into(), two.into()))),
                _ => Terms::UNKNOWN,
            },
        }
    }

    fn compare(&mut self, op: CompareOp, one: Term, two: Term) -> Term {
        match op {
            CompareOp::Equal => self.terms.equal(one, two),
            CompareOp::More => self.terms.more(one, two),
            CompareOp::Less => self.terms.more(two, one),
            CompareOp::NotEqual | CompareOp::AtMost | CompareOp::AtLeast => {
                let holds = match op {
                    CompareOp::NotEqual => self.terms.equal(one, two),
                    CompareOp::AtMost => self.terms.more(one, two),
                    _ => self.terms.more(two, one),
                };
                self.terms.not(holds)
            }
        }
    }

    /// The places that a number can be.
    pub(super) fn possible_places(&self, place: Term) -> std::ops::RangeInclusive<i32> {
        let range = self.terms.range(place);
        let last = i32::try_from(self.side.places).unwrap_or(0) - 1;
        i32::from(range.least).max(0)..=i32::from(range.most).min(last)
    }

    /// What there is for a place, or for none.
    pub(super) fn by_place(&mut self, place: Term, none: Term, mut of: impl FnMut(usize) -> Term) -> Term {
        if place == Terms::UNKNOWN {
            return place;
        }
        // The last of them need not be asked for, where one of them it is.
        let mut value = (self.terms.range(place).least < 0).then_some(none);
        for number in self.possible_places(place) {
            let (is_it, there) = (self.terms.is(place, number), of(usize::try_from(number).unwrap_or(0)));
            value = Some(value.map_or(there, |value| self.terms.choose(is_it, there, value)));
        }
        value.unwrap_or(none)
    }

    pub(super) fn clamped(&mut self, value: Term, most: u8) -> Term {
        let (none, most) = (self.terms.number(0), self.terms.number(most.into()));
        let value = self.terms.smaller(value, most);
        self.terms.larger(value, none)
    }

    // --- sets --------------------------------------------------------------------------------------------------------

    fn of_two(&mut self, one: &[Term], two: &[Term], of: impl Fn(&mut Terms, Term, Term) -> Term) -> Members {
        one.iter().zip(two).map(|(one, two)| of(&mut self.terms, *one, *two)).collect()
    }

    /// What a table holds for the members of a set.
    fn related(&mut self, of: &Members, table: u16) -> Members {
        let mut members = vec![Terms::NEVER; of.len()];
        for (place, is_in) in (0..).zip(&**of) {
            let related = usize::try_from(self.side.tables.entry(table, place)).ok();
            if let Some(member) = related.and_then(|related| members.get_mut(related)) {
                *member = self.terms.either(*member, *is_in);
            }
        }
        members.into()
    }

    /// One place; none is the empty set.
    pub(super) fn single(&mut self, place: Term) -> Members {
        (0..).take(self.side.places).map(|number| self.terms.is(place, number)).collect()
    }

    /// The only member of a set, or none.
    fn only(&mut self, members: &Members) -> Term {
        let (mut any, mut several, mut only) = (Terms::NEVER, Terms::NEVER, Terms::NEVER);
        for (place, member) in (0..).zip(&**members) {
            let another = self.terms.both(any, *member);
            several = self.terms.either(several, another);
            any = self.terms.either(any, *member);
            let place = self.terms.number(place);
            only = self.terms.choose(*member, place, only);
        }
        let none = self.terms.not(any);
        let none = self.terms.either(none, several);
        let nowhere = self.terms.number(-1);
        self.terms.choose(none, nowhere, only)
    }

    /// Whether a place is in a set.
    fn is_in(&mut self, place: Term, members: &Members) -> Term {
        let member = |place: usize| members.get(place).copied().unwrap_or(Terms::NEVER);
        if members.iter().all(|member| [Terms::NEVER, Terms::ALWAYS].contains(member)) {
            let is_member = |place: i16| usize::try_from(place).is_ok_and(|place| member(place) == Terms::ALWAYS);
            return self.terms.holds(place, is_member);
        }
        self.by_place(place, Terms::NEVER, member)
    }

    fn none_of(&mut self, members: &[Term]) -> Term {
        let any = members.iter().fold(Terms::NEVER, |any, member| self.terms.either(any, *member));
        self.terms.not(any)
    }
}

/// A set, if it is known.
pub(super) fn set_of(state: &State, reg: SetReg) -> Result<Members, Refused> {
    state.set(reg).ok_or(Refused)
}
