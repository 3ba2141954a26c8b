//! Follows straight code that leads onward only, in terms of the position before the turn: where ways part both are gone, and
//! where they meet one of what they have come to is chosen. Every option of a choice is tried, with what was chosen known.

use super::Refused;
use super::state::{Members, State, members_of};
use super::terms::{Made, Range, Term, Terms};
use crate::id::Id;
use crate::model::{ArithmeticOp, CompareOp, Ranking};
use crate::plan::Side;
use crate::plan::onward::{is_choice, onward};
use crate::plan::op::{Address, NEVER_BACK, Op, SetReg, View, turn};
use std::collections::BTreeMap;

/// A legal move: whether there is one, and what it leads to.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) is_legal: Term,
    pub(super) cells: Vec<Term>,
    pub(super) again: Term,
    /// Not 0 if the game is over.
    pub(super) ended: Term,
    /// The number of the option that was chosen.
    option: usize,
}

impl Found {
    fn is_the_same_move(&self, other: &Found) -> bool {
        let one = (self.option, &self.cells, self.again, self.ended);
        one == (other.option, &other.cells, other.again, other.ended)
    }
}

/// More terms are not made for a player.
const MOST_TERMS: usize = 1 << 15;

/// Follows the code of one player.
pub(super) struct Follower<'s, const W: usize> {
    pub(super) side: &'s Side<W>,
    pub(super) terms: Terms,
    /// Whether it follows only what usually happens; and where it does not, so far.
    pub(super) is_usual: bool,
    pub(super) seldom: Term,
    /// The moves that were found.
    pub(super) found: Vec<Found>,
    /// What was answered, and when.
    answers: Vec<(Term, Term)>,
    orders: BTreeMap<Address, Vec<Address>>,
    /// How many options were tried.
    options: usize,
}

impl<'s, const W: usize> Follower<'s, W> {
    pub(super) fn new(side: &'s Side<W>, is_usual: bool) -> Self {
        Follower {
            side,
            terms: Terms::new(),
            is_usual,
            seldom: Terms::NEVER,
            found: Vec::new(),
            answers: Vec::new(),
            orders: BTreeMap::new(),
            options: 0,
        }
    }

    /// All moves of a position, of which it is asked first whether it is over.
    pub(super) fn moves(&mut self) -> Result<(), Refused> {
        let goes_on = match self.side.over {
            Some(over) => {
                let answer = self.answer(over)?;
                let is_over = self.terms.is(answer, 1);
                self.terms.not(is_over)
            }
            None => Terms::ALWAYS,
        };
        let phase = self.side.phase.map(|phase| self.answer(phase)).transpose()?;
        for (number, ranking) in (0..).zip(&self.side.phases) {
            let is_it = phase.map_or(Terms::ALWAYS, |phase| self.terms.is(phase, number));
            let chosen = self.terms.both(goes_on, is_it);
            self.ranked(ranking, chosen)?;
        }
        Ok(())
    }

    /// How many of the moves that were found are legal; unknown if they may be too many for a byte.
    pub(super) fn count(&mut self) -> Term {
        let count = |count, found: &Found| self.terms.subtract(count, found.is_legal);
        self.found.iter().fold(Terms::NEVER, count)
    }

    /// Finds the moves of a ranking; tells whether there is one.
    fn ranked(&mut self, ranking: &Ranking, chosen: Term) -> Result<Term, Refused> {
        let (mut any, mut left) = (Terms::NEVER, chosen);
        match ranking {
            Ranking::Kind(kind) => {
                let before = self.found.len();
                let state = State::new(self.side, kind.value(), chosen, &mut self.terms);
                self.follow(self.side.kinds[kind.index()], state)?;
                for found in &self.found[before..] {
                    any = self.terms.either(any, found.is_legal);
                }
            }
            Ranking::Else(members) | Ranking::Or(members) => {
                for member in members {
                    let found = self.ranked(member, left)?;
                    any = self.terms.either(any, found);
                    if matches!(ranking, Ranking::Else(_)) {
                        left = self.terms.without(left, found);
                    }
                }
            }
        }
        Ok(any)
    }

    /// What is answered to a question about the position.
    fn answer(&mut self, address: Address) -> Result<Term, Refused> {
        let state = State::new(self.side, -1, Terms::ALWAYS, &mut self.terms);
        self.follow(address, state)?;
        let answers = std::mem::take(&mut self.answers);
        let choose = |answer: Option<Term>, (comes, other): (Term, Term)| match answer {
            Some(answer) => Some(self.terms.choose(comes, other, answer)),
            None => Some(other),
        };
        answers.into_iter().fold(None, choose).ok_or(Refused)
    }

    /// Follows code up to moves and answers.
    fn follow(&mut self, from: Address, state: State) -> Result<(), Refused> {
        if !self.orders.contains_key(&from) {
            let order = onward(self.side, from, is_choice).ok_or(Refused)?;
            self.orders.insert(from, order);
        }
        let order = self.orders[&from].clone();
        let mut waiting = BTreeMap::from([(from, vec![state])]);
        for at in order {
            let Some(states) = waiting.remove(&at) else { continue };
            let state = self.meet(states);
            if state.comes == Terms::NEVER || state.chosen == Terms::NEVER {
                continue;
            }
            if self.terms.len() > MOST_TERMS {
                return Err(Refused);
            }
            for (to, state) in self.operation(at, state)? {
                waiting.entry(to).or_default().push(state);
            }
        }
        Ok(())
    }

    /// What ways have come to that meet; those that have parted last are brought together first.
    fn meet(&mut self, mut states: Vec<State>) -> State {
        while states.len() > 1 {
            let pairs = (0..states.len()).flat_map(|one| (0..one).map(move |two| (two, one)));
            let terms = &self.terms;
            let parted = pairs.into_iter().find(|(one, two)| terms.have_parted(states[*one].comes, states[*two].comes));
            let (one, two) = parted.unwrap_or((0, 1));
            let other = states.remove(two);
            states[one] = states[one].joined(&other, &mut self.terms);
        }
        states.remove(0)
    }

    /// Does an operation; tells where it goes on, and with what.
    fn operation(&mut self, at: Address, mut state: State) -> Result<Vec<(Address, State)>, Refused> {
        let side = self.side;
        let tables = &side.tables;
        match side.made_ops()[at.index()] {
            Op::Move(to, from) => state.put(to, state.get(from)),
            Op::Cell(to, view, cell) => state.put(to, state.cell(view, usize::from(cell))),
            Op::CellOf(to, view, first, pit) => {
                let value =
                    self.by_place(state.get(pit), Terms::NEVER, |place| state.cell(view, usize::from(first) + place));
                state.put(to, value);
            }
            Op::Pieces(to, view, set) => {
                let pieces = self.pieces(&state, view, &set_of(&state, set)?);
                state.put(to, pieces);
            }
            Op::PiecesOf(to, view, mask) => {
                let cells =
                    tables.masks[usize::from(mask)].map(|byte| if byte == 0 { Terms::NEVER } else { Terms::ALWAYS });
                let pieces = self.pieces(&state, view, &cells);
                state.put(to, pieces);
            }
            Op::Count(to, set) => {
                let members = set_of(&state, set)?;
                let zero = self.terms.number(0);
                let count = members.iter().fold(zero, |count, member| self.terms.subtract(count, *member));
                state.put(to, count);
            }
            Op::Table(to, table, at) => {
                let entry = self.terms.function(state.get(at), |place| Some(tables.entry(table, place.into())));
                state.put(to, entry);
            }
            Op::Arithmetic(op, to, one, two) => {
                let value = self.arithmetic(op, state.get(one), state.get(two));
                state.put(to, value);
            }
            Op::Larger(to, one, two) => {
                let larger = self.terms.larger(state.get(one), state.get(two));
                state.put(to, larger);
            }
            Op::Smaller(to, one, two) => {
                let smaller = self.terms.smaller(state.get(one), state.get(two));
                state.put(to, smaller);
            }
            Op::Only(to, set) => {
                let only = self.only(&set_of(&state, set)?);
                state.put(to, only);
            }
            Op::Steps { to, count, from, way, steps } => {
                let [count, way] = [count, way].map(|reg| self.terms.constant(state.get(reg)));
                let (Some(count), Some(way)) = (count, way) else {
                    state.put(to, Terms::UNKNOWN);
                    return Ok(vec![(at.next(), state)]);
                };
                let along = |from: i16| Some(tables.steps_along(count.into(), from.into(), way.into(), steps));
                let place = self.terms.function(state.get(from), along);
                state.put(to, place);
            }

            Op::MoveSet(to, from) => state.put_set(to, set_of(&state, from)?),
            Op::NoSet(to) => state.put_set(to, members_of(0, side.places)),
            Op::Single(to, place) => {
                let members = self.single(state.get(place));
                state.put_set(to, members);
            }
            Op::Union(to, one, two) => {
                let members = self.of_two(&state, one, two, Terms::either)?;
                state.put_set(to, members);
            }
            Op::Minus(to, one, two) => {
                let members = self.of_two(&state, one, two, Terms::without)?;
                state.put_set(to, members);
            }
            Op::Related(to, of, table) => {
                let of = set_of(&state, of)?;
                let mut members = vec![Terms::NEVER; of.len()];
                for (place, is_in) in (0..).zip(&*of) {
                    if let Some(member) =
                        members.get_mut(usize::try_from(tables.entry(table, place)).unwrap_or(usize::MAX))
                    {
                        *member = self.terms.either(*member, *is_in);
                    }
                }
                state.put_set(to, members.into());
            }
            Op::Filter(to, of, view, filter) => {
                let (of, filter) = (set_of(&state, of)?, &tables.filters[usize::from(filter)]);
                let places = of.iter().enumerate();
                let members = places.map(|(place, is_in)| {
                    let holds =
                        if *is_in == Terms::NEVER { Terms::NEVER } else { self.holds_of(&state, view, filter, place) };
                    self.terms.both(*is_in, holds)
                });
                let members = members.collect();
                state.put_set(to, members);
            }
            Op::Add(to, place) => {
                let (members, added) = (set_of(&state, to)?, self.single(state.get(place)));
                let members = members.iter().zip(&*added).map(|(one, two)| self.terms.either(*one, *two)).collect();
                state.put_set(to, members);
            }
            Op::Chain { to, from, most, view, chain } => {
                let members = self.chain(&state, (from, most), view, chain)?;
                state.put_set(to, members);
            }

            Op::Jump(to) => return Ok(vec![(to, state)]),
            Op::Close => {
                let kind = self.terms.constant(state.get(turn::KIND)).and_then(|kind| usize::try_from(kind).ok());
                let to = kind.and_then(|kind| tables.closes.get(kind)).ok_or(Refused)?;
                return Ok(vec![(*to, state)]);
            }
            Op::Compare(op, one, two, to) => {
                let holds = self.compare(op, state.get(one), state.get(two));
                return self.part(state, holds, (to, at.next()));
            }
            Op::IsIn(number, counts, expected, to) => {
                let counts = &tables.counts[usize::from(counts)];
                let is_in = self.terms.holds(state.get(number), |number| counts.has(number.into()));
                return self.part_as(state, is_in, expected, (to, at.next()));
            }
            Op::Even(number, expected, to) => {
                let is_even = self.terms.holds(state.get(number), |number| number % 2 == 0);
                return self.part_as(state, is_even, expected, (to, at.next()));
            }
            Op::Has(place, set, expected, to) => {
                let members = set_of(&state, set)?;
                let is_in = self.is_in(state.get(place), &members);
                return self.part_as(state, is_in, expected, (to, at.next()));
            }
            Op::Within(one, two, expected, to) => {
                let others = self.of_two(&state, one, two, Terms::without)?;
                let is_within = self.none_of(&others);
                return self.part_as(state, is_within, expected, (to, at.next()));
            }
            Op::Same(one, two, expected, to) => {
                let (first, second) = (set_of(&state, one)?, set_of(&state, two)?);
                let mut differ = Terms::NEVER;
                for (one, two) in first.iter().zip(&*second) {
                    let same = self.terms.equal(*one, *two);
                    let other = self.terms.not(same);
                    differ = self.terms.either(differ, other);
                }
                let same = self.terms.not(differ);
                return self.part_as(state, same, expected, (to, at.next()));
            }
            Op::IsEmpty(set, expected, to) => {
                let is_empty = self.none_of(&set_of(&state, set)?);
                return self.part_as(state, is_empty, expected, (to, at.next()));
            }
            Op::NoPieces(set, view, expected, to) => {
                let none = self.no_pieces(&state, view, &set_of(&state, set)?);
                return self.part_as(state, none, expected, (to, at.next()));
            }
            Op::NoPiecesOf(view, mask, expected, to) => {
                let cells =
                    tables.masks[usize::from(mask)].map(|byte| if byte == 0 { Terms::NEVER } else { Terms::ALWAYS });
                let none = self.no_pieces(&state, view, &cells);
                return self.part_as(state, none, expected, (to, at.next()));
            }

            // Nobody counts rows here.
            Op::Row(_) | Op::Lead(_) | Op::Begin(_) => {}
            Op::Lift(place) => self.lift(&mut state, place, None)?,
            Op::LiftSome(most, place) => self.lift(&mut state, place, Some(most))?,
            Op::Put(most, from, to) => self.put(&mut state, most, from, to)?,
            Op::PutHand(most, to) => self.put_hand(&mut state, most, to)?,
            Op::Capture(set, into, captor) => {
                let members = set_of(&state, set)?;
                self.capture(&mut state, &members, None, (into, captor))?;
            }
            Op::CaptureSome { count, pit, into, captor } => {
                let members = self.single(state.get(pit));
                let most = state.get(count);
                self.capture(&mut state, &members, Some(most), (into, captor))?;
            }
            Op::SetCell { cell, most, value } => {
                let value = self.clamped(state.get(value), most);
                state.put_cell(usize::from(cell), value);
            }
            Op::SetCellOf { first, pit, most, value } => {
                let value = self.clamped(state.get(value), most);
                let place = state.get(pit);
                for number in self.possible_places(place) {
                    let (is_it, cell) =
                        (self.terms.is(place, number), usize::from(first) + usize::try_from(number).unwrap_or(0));
                    let there = self.terms.choose(is_it, value, state.cell(View::Now, cell));
                    state.put_cell(cell, there);
                }
            }
            Op::Remember => state.remember(),
            Op::Sowing(sowing, way) => self.sow_by(&mut state, sowing, way),
            Op::Lap { sowing, start, after } => self.lap(&mut state, usize::from(sowing), start, after)?,
            Op::LiftLap { sowing, start, endless: _, back: NEVER_BACK } => {
                self.lift_and_sow(&mut state, usize::from(sowing), start)?;
                self.count_lap(&mut state)?;
            }
            Op::FirstLap { sowing, start, way, endless: _ } => {
                self.sow_by(&mut state, sowing.into(), way);
                self.lift_and_sow(&mut state, usize::from(sowing), start)?;
                self.count_lap(&mut state)?;
            }
            Op::LapOver(_) => self.count_lap(&mut state)?,

            Op::ChoosePlace(slot, set) => {
                let members = set_of(&state, set)?;
                for (place, member) in (0..).zip(&*members).filter(|(_, member)| **member != Terms::NEVER) {
                    let mut option = self.option(&state, *member);
                    let place = self.terms.number(place);
                    option.put(slot, place);
                    self.follow(at.next(), option)?;
                }
                return Ok(Vec::new());
            }
            Op::ChooseNumber(slot, low, high) => {
                let (low, high) = (state.get(low), state.get(high));
                if [low, high].contains(&Terms::UNKNOWN) {
                    return Err(Refused);
                }
                for number in self.terms.range(low).least..=self.terms.range(high).most {
                    let (above, below) = (self.terms.more_than(low, number), self.terms.more_than(high, number - 1));
                    let can_be = self.terms.without(below, above);
                    if can_be != Terms::NEVER {
                        let mut option = self.option(&state, can_be);
                        let number = self.terms.number(number.into());
                        option.put(slot, number);
                        self.follow(at.next(), option)?;
                    }
                }
                return Ok(Vec::new());
            }
            Op::ChooseAlternative(table) => {
                for address in &tables.alternatives[usize::from(table)] {
                    let option = self.option(&state, Terms::ALWAYS);
                    self.follow(*address, option)?;
                }
                return Ok(Vec::new());
            }
            Op::Dead => return Ok(Vec::new()),
            Op::Legal => {
                // Nothing comes of a turn that leaves pieces in the hand.
                let is_empty = self.terms.is(state.get(turn::HAND), 0);
                let comes = self.terms.both(state.comes, is_empty);
                let is_legal = self.terms.both(state.chosen, comes);
                if is_legal != Terms::NEVER {
                    let (again, ended) = (state.get(turn::AGAIN), state.get(turn::ENDED));
                    let cells = state.cells(View::Now).to_vec();
                    self.found_one(Found { is_legal, cells, again, ended, option: state.option });
                }
                return Ok(Vec::new());
            }
            Op::Answer(answer) => {
                let answer = self.terms.number(answer);
                self.answers.push((state.comes, answer));
                return Ok(Vec::new());
            }
            Op::AnswerWith(answer) => {
                self.answers.push((state.comes, state.get(answer)));
                return Ok(Vec::new());
            }
            // Code that goes round; seeds sown otherwise than by whole laps; several kinds of pieces; preferences, which are
            // known only when all moves are.
            Op::Next(..)
            | Op::Walk { .. }
            | Op::WalkAt { .. }
            | Op::WalkOn(_)
            | Op::LiftLap { .. }
            | Op::AnyLap { .. }
            | Op::Drops { .. }
            | Op::Drop { .. }
            | Op::Prefer(_)
            | Op::ChoosePiece(_)
            | Op::Several(_) => return Err(Refused),
            #[cfg(feature = "sim")]
            Op::ChooseOrder => return Err(Refused),
        }
        Ok(vec![(at.next(), state)])
    }

    /// Notes a move, which ways through the code may lead to that do not meet.
    fn found_one(&mut self, found: Found) {
        match self.found.last_mut().filter(|last| last.is_the_same_move(&found)) {
            Some(last) => last.is_legal = self.terms.either(last.is_legal, found.is_legal),
            None => self.found.push(found),
        }
    }

    // --- where ways part ---------------------------------------------------------------------------------------------

    /// Goes on elsewhere if something holds, otherwise with the next operation.
    fn part(
        &mut self,
        state: State,
        holds: Term,
        (to, next): (Address, Address),
    ) -> Result<Vec<(Address, State)>, Refused> {
        match holds {
            Terms::UNKNOWN => Err(Refused),
            Terms::ALWAYS => Ok(vec![(to, state)]),
            Terms::NEVER => Ok(vec![(next, state)]),
            _ => {
                let mut other = state.clone();
                other.comes = match state.comes {
                    Terms::ALWAYS => self.terms.not(holds),
                    comes => self.terms.without(comes, holds),
                };
                let mut there = state;
                there.comes = self.terms.both(there.comes, holds);
                Ok(vec![(to, there), (next, other)])
            }
        }
    }

    /// The same if it is as expected.
    fn part_as(
        &mut self,
        state: State,
        holds: Term,
        expected: bool,
        (to, next): (Address, Address),
    ) -> Result<Vec<(Address, State)>, Refused> {
        self.part(state, holds, (to, next)).map(|mut parts| {
            if !expected {
                for (at, _) in &mut parts {
                    *at = if *at == to { next } else { to };
                }
            }
            parts
        })
    }

    /// Where an option of a choice goes on, which can be chosen if something holds.
    fn option(&mut self, state: &State, can_be: Term) -> State {
        let here = self.terms.both(state.chosen, state.comes);
        let mut option = state.clone();
        (option.comes, option.chosen) = (Terms::ALWAYS, self.terms.both(here, can_be));
        self.options += 1;
        option.option = self.options;
        // Only what can be chosen is asked for.
        if let Some((term, range)) = self.implied(can_be) {
            option.know(term, range, &mut self.terms);
        }
        option
    }

    /// What is known of a number if something holds.
    fn implied(&self, holds: Term) -> Option<(Term, Range)> {
        match self.terms.made(holds) {
            Made::More(one, two) => match (self.terms.constant(one), self.terms.constant(two)) {
                (None, Some(number)) => Some((one, Range::new(number + 1, i8::MAX.into()))),
                (Some(number), None) => Some((two, Range::new(i8::MIN.into(), number - 1))),
                _ => None,
            },
            Made::Both(one, two) => self.implied(one).or_else(|| self.implied(two)),
            _ => None,
        }
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

    fn clamped(&mut self, value: Term, most: u8) -> Term {
        let (none, most) = (self.terms.number(0), self.terms.number(most.into()));
        let value = self.terms.smaller(value, most);
        self.terms.larger(value, none)
    }

    // --- sets --------------------------------------------------------------------------------------------------------

    fn of_two(
        &mut self,
        state: &State,
        one: SetReg,
        two: SetReg,
        of: impl Fn(&mut Terms, Term, Term) -> Term,
    ) -> Result<Members, Refused> {
        let (one, two) = (set_of(state, one)?, set_of(state, two)?);
        Ok(one.iter().zip(&*two).map(|(one, two)| of(&mut self.terms, *one, *two)).collect())
    }

    /// One place; none is the empty set.
    fn single(&mut self, place: Term) -> Members {
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
