//! What a turn has come to, in terms of the position before it.

use super::terms::{Range, Term, Terms};
use crate::id::Id;
use crate::plan::Side;
use crate::plan::op::{Reg, SetReg, VIEWS, View, turn};
use std::rc::Rc;

/// For each place whether it is in a set.
pub(super) type Members = Rc<[Term]>;

/// What tells what the place of the last drop of a lap held before.
#[derive(Debug)]
pub(super) struct Held {
    /// Where it fell, and the cells behind the lap.
    pub(super) last: Term,
    pub(super) cells: Vec<Term>,
    /// Whether there was a drop at all; what was held otherwise.
    pub(super) is_any: Term,
    pub(super) before: Term,
}

/// Registers and positions.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// Whether the turn has come here, if it can be chosen so.
    pub(super) comes: Term,
    /// Whether it can be chosen so.
    pub(super) chosen: Term,
    /// The number of the option that was chosen, of all that are tried.
    pub(super) option: usize,
    /// The place that was lifted first, or none.
    lifted_first: Term,
    /// What the place of the last drop held before, as long as nobody has asked for it.
    held: Option<Rc<Held>>,
    numbers: Vec<Term>,
    sets: Vec<Option<Members>>,
    cells: [Vec<Term>; VIEWS],
}

impl State {
    /// Where a turn of a kind begins: nothing is known of it but the position.
    pub(super) fn new<const W: usize>(side: &Side<W>, kind: i32, chosen: Term, terms: &mut Terms) -> Self {
        let mut numbers = vec![Terms::UNKNOWN; Reg::MOST];
        for (number, value) in numbers.iter_mut().zip(turn::BEGIN) {
            *number = terms.number(value);
        }
        for (reg, value) in &side.constants.numbers {
            numbers[reg.index()] = terms.number(*value);
        }
        numbers[turn::KIND.index()] = terms.number(kind);
        let mut sets = vec![None; SetReg::MOST];
        for (reg, set) in &side.constants.sets {
            sets[reg.index()] = Some(members_of(*set, side.places));
        }
        let most = |cell: usize| if cell < side.places { side.sizes.most_in_a_cell() } else { i8::MAX.into() };
        let cells: Vec<Term> = (0..side.sizes.cells).map(|cell| terms.given(cell, Range::new(0, most(cell)))).collect();
        let (lifted_first, cells) = (terms.number(-1), [cells.clone(), cells.clone(), cells]);
        State { comes: Terms::ALWAYS, chosen, option: 0, lifted_first, held: None, numbers, sets, cells }
    }

    /// Positions before this one are not known.
    pub(super) fn forget_positions_before(&mut self) {
        let [_, before @ ..] = &mut self.cells;
        before.iter_mut().for_each(|cells| cells.fill(Terms::UNKNOWN));
    }

    pub(super) fn get(&self, reg: Reg) -> Term {
        self.numbers[reg.index()]
    }

    pub(super) fn put(&mut self, reg: Reg, number: Term) {
        self.numbers[reg.index()] = number;
    }

    /// A set; none if it is not known.
    pub(super) fn set(&self, reg: SetReg) -> Option<Members> {
        self.sets[reg.index()].clone()
    }

    pub(super) fn put_set(&mut self, reg: SetReg, set: Members) {
        self.sets[reg.index()] = Some(set);
    }

    /// What a cell holds; those that no position has are empty.
    pub(super) fn cell(&self, view: View, cell: usize) -> Term {
        self.cells[view as usize].get(cell).copied().unwrap_or(Terms::NEVER)
    }

    pub(super) fn cells(&self, view: View) -> &[Term] {
        &self.cells[view as usize]
    }

    pub(super) fn put_cell(&mut self, cell: usize, number: Term) {
        if let Some(there) = self.cells[View::Now as usize].get_mut(cell) {
            *there = number;
        }
    }

    pub(super) fn lifted_first(&self) -> Term {
        self.lifted_first
    }

    /// A place is lifted, or none.
    pub(super) fn lifts(&mut self, place: Term, terms: &mut Terms) {
        let is_first = terms.is(self.lifted_first, -1);
        self.lifted_first = terms.choose(is_first, place, self.lifted_first);
    }

    /// Takes what tells what the place of the last drop held before, if nobody has asked for it.
    pub(super) fn take_held(&mut self) -> Option<Rc<Held>> {
        self.held.take()
    }

    pub(super) fn hold(&mut self, held: Held) {
        self.held = Some(Rc::new(held));
    }

    /// Whether that is told alike.
    pub(super) fn holds_like(&self, other: &State) -> bool {
        match (&self.held, &other.held) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// Notes the position before a lap.
    pub(super) fn remember(&mut self) {
        self.cells[View::BeforeSowing as usize] = self.cells[View::Now as usize].clone();
    }

    /// From here on a term is known to lie between two numbers.
    pub(super) fn know(&mut self, term: Term, range: Range, terms: &mut Terms) {
        let cells = self.cells.iter_mut().flatten();
        for there in cells.chain(&mut self.numbers) {
            if terms.plain(*there) == term {
                *there = terms.known(*there, range);
            }
        }
    }

    /// What two ways have come to that meet.
    pub(super) fn joined(&self, other: &State, terms: &mut Terms) -> State {
        let (comes, is_first) = terms.joined(self.comes, other.comes);
        let mut choose = |one: Term, two: Term| terms.choose(is_first, one, two);
        let numbers = self.numbers.iter().zip(&other.numbers).map(|(one, two)| choose(*one, *two)).collect();
        let sets = self.sets.iter().zip(&other.sets).map(|(one, two)| match (one, two) {
            (Some(one), Some(two)) if Rc::ptr_eq(one, two) => Some(one.clone()),
            (Some(one), Some(two)) => Some(one.iter().zip(&**two).map(|(one, two)| choose(*one, *two)).collect()),
            _ => None,
        });
        let sets = sets.collect();
        let cells = std::array::from_fn(|view| {
            let both = self.cells[view].iter().zip(&other.cells[view]);
            both.map(|(one, two)| choose(*one, *two)).collect()
        });
        let lifted_first = terms.choose(is_first, self.lifted_first, other.lifted_first);
        let (chosen, option, held) = (self.chosen, self.option, self.held.clone());
        State { comes, chosen, option, lifted_first, held, numbers, sets, cells }
    }
}

/// A set that is known.
pub(super) fn members_of(set: u64, places: usize) -> Members {
    (0..places.min(64)).map(|place| if set >> place & 1 == 1 { Terms::ALWAYS } else { Terms::NEVER }).collect()
}
