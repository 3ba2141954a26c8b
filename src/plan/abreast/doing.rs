//! What is done with pieces.

use super::Refused;
use super::follow::Follower;
use super::state::State;
use super::terms::{Range, Term, Terms};
use super::values::set_of;
use crate::plan::filter::Filter;
use crate::plan::op::{NEVER_BACK, Op, Reg, View, turn};
use crate::plan::pieces::NOWHERE;

impl<const W: usize> Follower<'_, W> {
    /// As many pieces as there can be.
    pub(super) fn any_pieces(&self) -> Range {
        Range::new(0, self.side.sizes.most_in_a_cell())
    }

    /// The pieces in cells, each if something holds.
    pub(super) fn pieces(&mut self, state: &State, view: View, members: &[Term]) -> Term {
        let (mut sum, all) = (Terms::NEVER, self.any_pieces());
        for (cell, member) in state.cells(view).iter().zip(members) {
            let pieces = self.terms.both(*cell, *member);
            sum = self.terms.add_within(sum, pieces, all);
        }
        sum
    }

    /// Whether these cells are empty.
    pub(super) fn no_pieces(&mut self, state: &State, view: View, members: &[Term]) -> Term {
        let mut bits = Terms::NEVER;
        for (cell, member) in state.cells(view).iter().zip(members) {
            let pieces = self.terms.both(*cell, *member);
            if self.terms.range(pieces).least > 0 {
                return Terms::NEVER;
            }
            bits = self.terms.all_bits(bits, pieces);
        }
        self.terms.is(bits, 0)
    }

    /// Whether a condition on cells holds of a place.
    pub(super) fn holds_of(&mut self, state: &State, view: View, filter: &Filter, place: usize) -> Term {
        if filter.within() >> place & 1 == 0 {
            return Terms::NEVER;
        }
        let mut all = Terms::ALWAYS;
        for (first, holds) in filter.tests() {
            let has = |number: i16| usize::try_from(number).is_ok_and(|number| holds[number]);
            let holds = self.terms.holds(state.cell(view, first + place), has);
            all = self.terms.both(all, holds);
        }
        all
    }

    /// Does an operation that asks nothing.
    pub(super) fn act(&mut self, op: &Op, state: &mut State) -> Result<(), Refused> {
        match *op {
            Op::Row(row) => {
                self.count_row(row, state);
                Ok(())
            }
            Op::Lead(lead) => {
                self.leads(state.get(lead));
                Ok(())
            }
            Op::Begin(kind) => {
                let kind = self.terms.number(kind.into());
                state.put(turn::KIND, kind);
                Ok(())
            }
            Op::Lift(place) => self.lift(state, place, None),
            Op::LiftSome(most, place) => self.lift(state, place, Some(most)),
            Op::Put(most, from, to) => self.put(state, most, from, to),
            Op::PutHand(most, to) => self.put_hand(state, most, to),
            Op::Capture(set, into, captor) => {
                let members = set_of(state, set)?;
                self.capture(state, &members, None, (into, captor))
            }
            Op::CaptureSome { count, pit, into, captor } => {
                let members = self.single(state.get(pit));
                let most = state.get(count);
                self.capture(state, &members, Some(most), (into, captor))
            }
            Op::SetCell { cell, most, value } => {
                let value = self.clamped(state.get(value), most);
                state.put_cell(usize::from(cell), value);
                Ok(())
            }
            Op::SetCellOf { first, pit, most, value } => {
                let value = self.clamped(state.get(value), most);
                self.set_cell_of(state, usize::from(first), state.get(pit), value)
            }
            Op::Remember => {
                state.remember();
                Ok(())
            }
            Op::Sowing(sowing, way) => {
                self.sow_by(state, sowing, way);
                Ok(())
            }
            Op::Lap { sowing, start, after } => self.lap(state, usize::from(sowing), start, after),
            Op::LiftLap { sowing, start, endless: _, back: NEVER_BACK } => {
                self.lift_and_sow(state, usize::from(sowing), start)?;
                self.count_lap(state)
            }
            Op::FirstLap { sowing, start, way, endless: _ } => {
                self.sow_by(state, sowing.into(), way);
                self.lift_and_sow(state, usize::from(sowing), start)?;
                self.count_lap(state)
            }
            Op::LapOver(_) => self.count_lap(state),
            // Code that goes round; seeds sown otherwise than by whole laps; several kinds of pieces; preferences, which are
            // known only when all moves are.
            _ => Err(Refused),
        }
    }

    /// Sets the cell of a place, counted from this cell on.
    fn set_cell_of(&mut self, state: &mut State, first: usize, place: Term, value: Term) -> Result<(), Refused> {
        if place == Terms::UNKNOWN {
            return Err(Refused);
        }
        for number in self.possible_places(place) {
            let (is_it, cell) = (self.terms.is(place, number), first + usize::try_from(number).unwrap_or(0));
            let there = self.terms.choose(is_it, value, state.cell(View::Now, cell));
            state.put_cell(cell, there);
        }
        Ok(())
    }

    /// Takes pieces of a place into the hand: all, or at most n.
    pub(super) fn lift(&mut self, state: &mut State, place: Reg, most: Option<Reg>) -> Result<(), Refused> {
        let place = state.get(place);
        let most = most.map(|most| state.get(most));
        state.put(turn::LIFTED, place);
        state.lifts(place, &mut self.terms);
        let is_untouched = state.cells(View::Now) == state.cells(View::TurnStart) && most.is_none();
        let lifted = self.take(state, place, most)?;
        let least = if is_untouched { self.lifts_least(place) } else { 0 };
        let lifted = self.terms.known(lifted, Range::new(least, i8::MAX.into()));
        let hand = self.terms.add_within(state.get(turn::HAND), lifted, self.any_pieces());
        state.put(turn::HAND, hand);
        let is_place = self.terms.more_than(place, -1);
        let origin = self.terms.choose(is_place, place, state.get(turn::ORIGIN));
        state.put(turn::ORIGIN, origin);
        Ok(())
    }

    /// Moves at most n pieces from a place to a place.
    fn put(&mut self, state: &mut State, most: Reg, from: Reg, to: Reg) -> Result<(), Refused> {
        let (most, from, to) = (state.get(most), state.get(from), state.get(to));
        let is_place = self.terms.more_than(to, -1);
        let most = self.terms.both(most, is_place);
        let moved = self.take(state, from, Some(most))?;
        self.give(state, to, moved)
    }

    /// Moves at most n pieces from the hand to a place.
    fn put_hand(&mut self, state: &mut State, most: Reg, to: Reg) -> Result<(), Refused> {
        let (most, to, hand) = (state.get(most), state.get(to), state.get(turn::HAND));
        let is_place = self.terms.more_than(to, -1);
        let most = self.terms.both(most, is_place);
        let most = self.terms.larger(most, Terms::NEVER);
        let moved = self.terms.smaller(hand, most);
        let left = self.terms.subtract_within(hand, moved, self.any_pieces());
        state.put(turn::HAND, left);
        self.give(state, to, moved)
    }

    /// Takes the pieces of a set, all or at most n, to a place (-1 the hand, -2 nowhere), for the mover or not.
    fn capture(
        &mut self,
        state: &mut State,
        members: &[Term],
        most: Option<Term>,
        (into, captor): (Reg, Reg),
    ) -> Result<(), Refused> {
        let (into, captor) = (state.get(into), state.get(captor));
        let nowhere = self.terms.is(into, NOWHERE);
        let (mut all, range) = (Terms::NEVER, self.any_pieces());
        for (place, member) in members.iter().enumerate() {
            let member = self.terms.without(*member, nowhere);
            let taken = self.take_where(state, place, member, most);
            self.count_capture(place, taken, state);
            all = self.terms.add_within(all, taken, range);
        }
        self.give(state, into, all)?;
        let by_mover = self.terms.is(captor, self.side.mover);
        let captured = self.terms.both(all, by_mover);
        let sum = self.terms.add(state.get(turn::CAPTURED), captured);
        state.put(turn::CAPTURED, sum);
        let (any, one) = (self.terms.more_than(captured, 0), self.terms.number(1));
        let just = self.terms.choose(any, one, state.get(turn::JUST_CAPTURED));
        state.put(turn::JUST_CAPTURED, just);
        let laps = self.terms.without(state.get(turn::LAPS_SINCE_CAPTURE), any);
        state.put(turn::LAPS_SINCE_CAPTURE, laps);
        Ok(())
    }

    /// Takes pieces away from a place: all, or at most n; none from none.
    fn take(&mut self, state: &mut State, place: Term, most: Option<Term>) -> Result<Term, Refused> {
        if place == Terms::UNKNOWN {
            return Err(Refused);
        }
        let (mut taken, range, before) = (Terms::NEVER, self.any_pieces(), state.cells(View::Now).to_vec());
        for number in self.possible_places(place) {
            let is_it = self.terms.is(place, number);
            let of_it = self.take_where(state, usize::try_from(number).unwrap_or(0), is_it, most);
            taken = self.terms.add_within(taken, of_it, range);
        }
        if most.is_none() && place == state.get(turn::LAST) {
            // What lies where the last seed fell is most often asked for anyway.
            taken = self.by_place(place, Terms::NEVER, |place| before.get(place).copied().unwrap_or(Terms::NEVER));
        }
        Ok(taken)
    }

    /// Takes pieces away from a place if something holds.
    fn take_where(&mut self, state: &mut State, place: usize, holds: Term, most: Option<Term>) -> Term {
        if holds == Terms::NEVER {
            return holds;
        }
        let cell = state.cell(View::Now, place);
        let Some(most) = most else {
            let left = self.terms.without(cell, holds);
            state.put_cell(place, left);
            return self.terms.both(cell, holds);
        };
        let most = self.terms.larger(most, Terms::NEVER);
        let taken = self.terms.smaller(cell, most);
        let taken = self.terms.both(taken, holds);
        let left = self.terms.subtract_within(cell, taken, self.any_pieces());
        state.put_cell(place, left);
        taken
    }

    /// Gives pieces to a place, or to the hand.
    fn give(&mut self, state: &mut State, into: Term, pieces: Term) -> Result<(), Refused> {
        if pieces == Terms::NEVER {
            return Ok(());
        }
        if into == Terms::UNKNOWN {
            return Err(Refused);
        }
        let range = self.any_pieces();
        for number in self.possible_places(into) {
            let is_it = self.terms.is(into, number);
            let (given, place) = (self.terms.both(pieces, is_it), usize::try_from(number).unwrap_or(0));
            let cell = self.terms.add_within(state.cell(View::Now, place), given, range);
            state.put_cell(place, cell);
        }
        let to_hand = self.terms.is(into, -1);
        let to_hand = self.terms.both(pieces, to_hand);
        let hand = self.terms.add_within(state.get(turn::HAND), to_hand, range);
        state.put(turn::HAND, hand);
        Ok(())
    }
}
