//! Follows straight code that leads onward only, in terms of the position before the turn: where ways part both are gone, and
//! where they meet one of what they have come to is chosen. Every option of a choice is tried, with what was chosen known.

use super::Refused;
use super::drawn::{Counted, Notes};
use super::implied::Fact;
use super::relay::Relays;
use super::relayed::{Arrival, Begun};
use super::state::State;
use super::terms::{Term, Terms};
use super::values::set_of;
use crate::id::Id;
use crate::model::Ranking;
use crate::plan::Side;
use crate::plan::live::Effects;
use crate::plan::onward::{is_choice, onward};
use crate::plan::op::{Address, Op, Reg, View, turn};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A legal move: whether there is one, and what it leads to.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) is_legal: Term,
    pub(super) cells: Vec<Term>,
    pub(super) again: Term,
    /// Not 0 if the game is over.
    pub(super) ended: Term,
    /// What else is told of it.
    pub(super) told: Vec<Term>,
    /// The number of the option that was chosen.
    option: usize,
}

impl Found {
    fn is_the_same_move<'f>(&'f self, other: &'f Found) -> bool {
        let of = |found: &'f Found| (found.option, &found.cells, found.again, found.ended, &found.told);
        of(self) == of(other)
    }
}

/// What is told of moves besides what they lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "moves are drawn in games at random"))]
pub(super) enum Tells {
    /// Nothing, of all moves.
    Nothing,
    /// How many laps were sown, of the move that was drawn.
    Laps,
    /// How many pieces were captured, and where the last one fell, too.
    Turns,
}

impl Tells {
    /// What is told of a move, of its laps, how many pieces were captured, and where the last one fell.
    pub(super) fn of(self, told: [Term; 3]) -> Vec<Term> {
        let count = match self {
            Tells::Nothing => 0,
            Tells::Laps => 1,
            Tells::Turns => told.len(),
        };
        told[..count].to_vec()
    }
}

/// More terms are not made for a player.
const MOST_TERMS: usize = 1 << 15;

/// Follows the code of one player.
pub(super) struct Follower<'s, const W: usize> {
    pub(super) side: &'s Side<W>,
    pub(super) terms: Terms,
    /// Whether it follows only what usually happens: laps of so many rounds at most; and where it does not, so far.
    pub(super) usual_rounds: Option<i16>,
    pub(super) seldom: Term,
    /// The moves that were found, and what is told of each.
    pub(super) found: Vec<Found>,
    pub(super) tells: Tells,
    /// What is noted where a move is drawn, instead of trying all.
    pub(super) drawing: Option<Notes>,
    /// The rows and captures that were come to, where they are counted.
    pub(super) counted: Option<Counted>,
    /// Laps at which it ends, where these are known; those that it has come to, and of these the ones on ways that may yet meet.
    pub(super) relays: Option<&'s Relays>,
    pub(super) arrivals: Vec<Arrival>,
    pub(super) arriving: Vec<(Begun, State)>,
    /// What was answered, and when.
    answers: Vec<(Term, Term)>,
    orders: BTreeMap<Address, Rc<[Address]>>,
    /// How many options were tried.
    options: usize,
}

impl<'s, const W: usize> Follower<'s, W> {
    pub(super) fn new(side: &'s Side<W>, is_usual: bool) -> Self {
        Follower {
            side,
            terms: Terms::new(),
            usual_rounds: is_usual.then_some(1),
            seldom: Terms::NEVER,
            found: Vec::new(),
            tells: Tells::Nothing,
            drawing: None,
            counted: None,
            relays: None,
            arrivals: Vec::new(),
            arriving: Vec::new(),
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

    /// What was answered by now, each where something holds.
    pub(super) fn take_answers(&mut self) -> Vec<(Term, Term)> {
        std::mem::take(&mut self.answers)
    }

    /// Whether an option of a choice is legal that can be chosen if something holds, and behind which nothing else is chosen.
    pub(super) fn is_legal(
        &mut self,
        at: Address,
        state: &State,
        can_be: Term,
        chosen: (Reg, i32),
    ) -> Result<Term, Refused> {
        let before = self.options;
        self.chosen(at.next(), state, can_be, chosen)?;
        let found = std::mem::take(&mut self.found);
        let is_legal = found.iter().fold(Terms::NEVER, |any, found| self.terms.either(any, found.is_legal));
        if self.options <= before + 1 { Ok(is_legal) } else { Err(Refused) }
    }

    /// Follows code up to moves and answers.
    pub(super) fn follow(&mut self, from: Address, state: State) -> Result<(), Refused> {
        let order = match self.orders.get(&from) {
            Some(order) => Rc::clone(order),
            None => {
                let ends = |at, op: &Op| is_choice(op) || self.relays.is_some_and(|relays| relays.at(at).is_some());
                let order: Rc<[Address]> = onward(self.side, from, ends).ok_or(Refused)?.into();
                self.orders.insert(from, Rc::clone(&order));
                order
            }
        };
        let before = std::mem::take(&mut self.arriving);
        let mut waiting = BTreeMap::from([(from, vec![state])]);
        for &at in &*order {
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
        let arriving = std::mem::replace(&mut self.arriving, before);
        self.arrived(arriving);
        Ok(())
    }

    /// What ways have come to that meet; those that have parted last are brought together first.
    pub(super) fn meet(&mut self, mut states: Vec<State>) -> State {
        while states.len() > 1 {
            let pairs = (0..states.len()).flat_map(|one| (0..one).map(move |two| (two, one)));
            let terms = &self.terms;
            let parted = pairs.into_iter().find(|(one, two)| terms.have_parted(states[*one].comes, states[*two].comes));
            let (one, two) = parted.unwrap_or((0, 1));
            let mut other = states.remove(two);
            if !other.holds_like(&states[one]) {
                self.work_out_held(&mut other);
                self.work_out_held(&mut states[one]);
            }
            states[one] = states[one].joined(&other, &mut self.terms);
        }
        states.remove(0)
    }

    /// Does an operation; tells where it goes on, and with what.
    fn operation(&mut self, at: Address, mut state: State) -> Result<Vec<(Address, State)>, Refused> {
        let op = &self.side.made_ops()[at.index()];
        if let Some(relay) = self.relays.and_then(|relays| relays.at(at)) {
            self.arrive(relay, op, state)?;
            return Ok(Vec::new());
        }
        if Effects::of(op).asks_for(turn::HELD) {
            self.work_out_held(&mut state);
        }
        if let Some((holds, to)) = self.asked(op, &state)? {
            return self.part(state, holds, (to, at.next()));
        }
        if let Some((to, number)) = self.number_made(op, &state)? {
            state.put(to, number);
            return Ok(vec![(at.next(), state)]);
        }
        if let Some((to, members)) = self.set_made(op, &state)? {
            state.put_set(to, members);
            return Ok(vec![(at.next(), state)]);
        }
        match *op {
            Op::Jump(to) => return Ok(vec![(to, state)]),
            Op::Close => {
                let kind = self.terms.constant(state.get(turn::KIND)).and_then(|kind| usize::try_from(kind).ok());
                let to = kind.and_then(|kind| self.side.tables.closes.get(kind)).ok_or(Refused)?;
                return Ok(vec![(*to, state)]);
            }
            Op::ChoosePlace(..) | Op::ChooseNumber(..) | Op::ChooseAlternative(_) => self.options(at, &state)?,
            Op::Dead => {}
            Op::Legal => self.legal(&state),
            Op::Answer(answer) => {
                let answer = self.terms.number(answer);
                self.answers.push((state.comes, answer));
            }
            Op::AnswerWith(answer) => self.answers.push((state.comes, state.get(answer))),
            ref op => {
                self.act(op, &mut state)?;
                return Ok(vec![(at.next(), state)]);
            }
        }
        Ok(Vec::new())
    }

    /// A turn is at its end. Nothing comes of one that leaves pieces in the hand.
    fn legal(&mut self, state: &State) {
        let is_empty = self.terms.is(state.get(turn::HAND), 0);
        let comes = self.terms.both(state.comes, is_empty);
        if self.comes_to(comes, state) {
            return;
        }
        let is_legal = self.terms.both(state.chosen, comes);
        if is_legal != Terms::NEVER {
            let (again, ended) = (state.get(turn::AGAIN), state.get(turn::ENDED));
            let told = [turn::LAPS, turn::CAPTURED, turn::LAST].map(|reg| state.get(reg));
            let (cells, told) = (state.cells(View::Now).to_vec(), self.tells.of(told));
            self.found_one(Found { is_legal, cells, again, ended, told, option: state.option });
        }
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
                self.know(&mut there, holds, true);
                self.know(&mut other, holds, false);
                Ok(vec![(to, there), (next, other)])
            }
        }
    }

    /// Notes what is known of numbers if a truth value holds, or does not.
    pub(super) fn know(&mut self, state: &mut State, truth: Term, holds: bool) {
        for fact in self.terms.facts(truth, holds) {
            if let Fact::Lies(term, range) = fact {
                state.know(term, range, &mut self.terms);
            }
        }
    }

    /// Tries all options of a choice, one after the other.
    fn options(&mut self, at: Address, state: &State) -> Result<(), Refused> {
        if self.draws_from(at, state) {
            return Ok(());
        }
        if self.tells != Tells::Nothing {
            // One turn is played, and not all that its choices lead to.
            return Err(Refused);
        }
        match self.side.made_ops()[at.index()] {
            Op::ChoosePlace(slot, set) => {
                let members = set_of(state, set)?;
                for (place, member) in (0..).zip(&*members).filter(|(_, member)| **member != Terms::NEVER) {
                    self.chosen(at.next(), state, *member, (slot, place))?;
                }
            }
            Op::ChooseNumber(slot, low, high) => {
                let (low, high) = (state.get(low), state.get(high));
                if [low, high].contains(&Terms::UNKNOWN) {
                    return Err(Refused);
                }
                for number in self.terms.range(low).least..=self.terms.range(high).most {
                    let (above, below) = (self.terms.more_than(low, number), self.terms.more_than(high, number - 1));
                    let can_be = self.terms.without(below, above);
                    self.chosen(at.next(), state, can_be, (slot, number.into()))?;
                }
            }
            Op::ChooseAlternative(table) => {
                for address in &self.side.tables.alternatives[usize::from(table)] {
                    let option = self.option(state, Terms::ALWAYS);
                    self.follow(*address, option)?;
                }
            }
            _ => return Err(Refused),
        }
        Ok(())
    }

    /// Goes on with what was chosen, if that can be.
    fn chosen(&mut self, to: Address, state: &State, can_be: Term, (slot, number): (Reg, i32)) -> Result<(), Refused> {
        if can_be == Terms::NEVER {
            return Ok(());
        }
        let mut option = self.option(state, can_be);
        let number = self.terms.number(number);
        option.put(slot, number);
        self.follow(to, option)
    }

    /// Where an option of a choice goes on, which can be chosen if something holds.
    fn option(&mut self, state: &State, can_be: Term) -> State {
        let here = self.terms.both(state.chosen, state.comes);
        let mut option = state.clone();
        (option.comes, option.chosen) = (Terms::ALWAYS, self.terms.both(here, can_be));
        self.options += 1;
        option.option = self.options;
        // Only what can be chosen is asked for.
        self.know(&mut option, can_be, true);
        option
    }
}
