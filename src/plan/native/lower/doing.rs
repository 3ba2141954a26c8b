//! What is done with pieces and state.

use super::Lowering;
use super::cells::Spot;
use crate::id::Id;
use crate::plan::op::{Op, Reg, SetReg, View, turn};
use crate::plan::pieces::NOWHERE;
use mancala_native::{Condition, Variable, Word};

/// Pieces that were taken, and how many of them go into the hand.
struct Taken {
    all: Variable,
    to_hand: Variable,
}

impl<const W: usize> Lowering<'_, '_, W> {
    /// An operation that changes the position or what is known of the turn.
    pub(super) fn done(&mut self, op: &Op) {
        match *op {
            Op::Lift(place) => self.lift(place, None),
            Op::LiftSome(most, place) => {
                let most = self.get(most);
                self.lift(place, Some(most));
            }
            Op::Put(most, from, to) => self.move_some(most, from, to),
            Op::PutHand(most, to) => self.put_hand(most, to),
            Op::Capture(set, into, captor) => self.capture(set, into, captor),
            Op::CaptureSome { count, pit, into, captor } => self.capture_some(count, pit, into, captor),
            Op::SetCell { cell, most, value } => {
                let value = self.kept_within(value, most);
                self.set_cell(usize::from(cell), value);
            }
            Op::SetCellOf { first, pit, most, value } => {
                let value = self.kept_within(value, most);
                self.where_there_is(pit, |this, spot| this.set_cell_of(usize::from(first), spot, value));
            }
            Op::Prefer(bit) => {
                let (bits, bit) = (self.get(turn::PREFERENCE), self.to.word(i64::from(1_i32 << (bit & 31))));
                let bits = self.to.or(bits, bit);
                self.put(turn::PREFERENCE, bits);
            }
            _ => {}
        }
    }

    /// Does something with a place, if it is one.
    fn where_there_is(&mut self, pit: Reg, then: impl FnOnce(&mut Self, Spot)) {
        let (spot, zero) = (self.spot(pit), self.to.word(0));
        if self.is_never_negative(pit) {
            return then(self, spot);
        }
        let there = self.to.compare(Condition::AtLeast, spot.number, zero);
        self.when(there, |this| then(this, spot));
    }

    fn kept_within(&mut self, value: Reg, most: u8) -> Word {
        let (zero, limit) = (self.to.word(0), self.to.word(i64::from(most)));
        let range = self.ranges.get(value);
        let mut value = self.get(value);
        if range.least < 0 {
            value = self.to.larger(value, zero);
        }
        if range.most > i64::from(most) {
            value = self.to.smaller(value, limit);
        }
        value
    }

    /// Takes at most n pieces away from a place that there is; all if no n is given. Gives how many it took.
    fn take(&mut self, spot: Spot, most: Option<Word>) -> Word {
        let Some(most) = most else { return self.empty_in_vector(spot) };
        let (cell, zero) = (self.cell_of(View::Now, 0, spot), self.to.word(0));
        let most = self.to.larger(most, zero);
        let count = self.to.smaller(cell, most);
        self.take_from(spot, count);
        count
    }

    pub(super) fn lift(&mut self, place: Reg, most: Option<Word>) {
        let lifted = self.get(place);
        self.put(turn::LIFTED, lifted);
        self.where_there_is(place, |this, spot| {
            let count = this.take(spot, most);
            this.add_to_hand(count);
            this.put(turn::ORIGIN, spot.number);
            this.lifts(spot.number);
        });
    }

    fn add_to_hand(&mut self, count: Word) {
        if self.to.known(count) == Some(0) {
            return;
        }
        let hand = self.get(turn::HAND);
        let hand = self.to.add(hand, count);
        self.put(turn::HAND, hand);
    }

    /// Moves at most n pieces from a place to a place.
    fn move_some(&mut self, most: Reg, from: Reg, to: Reg) {
        let most = self.get(most);
        self.where_there_is(to, |this, into| {
            this.where_there_is(from, |this, from| {
                let count = this.take(from, Some(most));
                this.give(into, count);
            });
        });
    }

    fn put_hand(&mut self, most: Reg, to: Reg) {
        let most = self.get(most);
        self.where_there_is(to, |this, into| {
            let (hand, zero) = (this.get(turn::HAND), this.to.word(0));
            let most = this.to.larger(most, zero);
            let moved = this.to.smaller(hand, most);
            let hand = this.to.subtract(hand, moved);
            this.put(turn::HAND, hand);
            this.give(into, moved);
        });
    }

    // --- captures ----------------------------------------------------------------------------------------------------------

    fn nothing_taken(&mut self) -> Taken {
        let taken = Taken { all: self.to.variable(), to_hand: self.to.variable() };
        let zero = self.to.word(0);
        self.to.put(taken.all, zero);
        self.to.put(taken.to_hand, zero);
        taken
    }

    /// Takes all pieces of a set.
    fn capture(&mut self, set: SetReg, into: Reg, captor: Reg) {
        if self.constants[into.index()] == Some(NOWHERE) {
            return;
        }
        let (taken, set, goal) = (self.nothing_taken(), self.set(set), self.get(into));
        if self.trial.is_some() && self.common.held.is_some() && self.ranges.get(into).least > i64::from(NOWHERE) {
            // Taking nothing is cheaper than a branch that no processor can foresee.
            self.take_together(set, into, &taken);
            return self.captured(captor, &taken);
        }
        let zero = self.to.word(0);
        let mut some = self.to.compare(Condition::NotEqual, set, zero);
        if self.ranges.get(into).least <= i64::from(NOWHERE) {
            let nowhere = self.to.word(i64::from(NOWHERE));
            let somewhere = self.to.compare(Condition::NotEqual, goal, nowhere);
            some = self.to.both(some, somewhere);
        }
        self.when(some, |this| {
            if this.side.logs {
                this.count_captures(set);
            }
            this.take_together(set, into, &taken);
            this.captured(captor, &taken);
        });
    }

    fn take_together(&mut self, set: Word, into: Reg, taken: &Taken) {
        let few = if self.common.held.is_none() { self.pieces_one_by_one(set) } else { None };
        let mut under = Vec::new();
        for number in 0..self.vectors_of_places() {
            let (mask, cells) = (self.mask_of(set, number), self.vector(View::Now, number));
            under.push(self.to.and_bytes(cells, mask));
            let left = self.to.and_not_bytes(cells, mask);
            self.put_vector(View::Now, number, left);
        }
        let all = few.unwrap_or_else(|| self.sum_of(&under));
        self.to.put(taken.all, all);
        self.give_or_hold(into, all, taken);
    }

    /// Gives pieces to a place, or to the hand if it is none.
    fn give_or_hold(&mut self, into: Reg, count: Word, taken: &Taken) {
        if self.ranges.get(into).most < 0 {
            self.to.put(taken.to_hand, count);
        } else if self.is_never_negative(into) {
            let into = self.spot(into);
            self.give(into, count);
        } else {
            self.to.put(taken.to_hand, count);
            self.where_there_is(into, |this, into| {
                let zero = this.to.word(0);
                this.to.put(taken.to_hand, zero);
                this.give(into, count);
            });
        }
    }

    /// Counts what lies in each place of a set that is to be taken.
    fn count_captures(&mut self, set: Word) {
        let left = self.to.variable();
        self.to.put(left, set);
        self.each_member(left, |this, place| {
            let there = this.cell_of(View::Now, 0, Spot::of(place));
            this.count_captured(place, there);
        });
    }

    fn count_captured(&mut self, place: Word, pieces: Word) {
        let three = self.to.word(3);
        let number = self.to.shift_up(place, three);
        self.count(self.room.captured, Some(number), 0, pieces);
    }

    /// Takes at most n pieces of a place.
    fn capture_some(&mut self, count: Reg, pit: Reg, into: Reg, captor: Reg) {
        if self.constants[into.index()] == Some(NOWHERE) {
            return;
        }
        let (taken, most, goal) = (self.nothing_taken(), self.get(count), self.get(into));
        let nowhere = self.to.word(i64::from(NOWHERE));
        let somewhere = self.to.compare(Condition::NotEqual, goal, nowhere);
        self.when(somewhere, |this| {
            this.where_there_is(pit, |this, spot| {
                let all = this.take(spot, Some(most));
                this.to.put(taken.all, all);
                this.give_or_hold(into, all, &taken);
                this.count_captured(spot.number, all);
            });
            this.captured(captor, &taken);
        });
    }

    /// Pieces were taken for somebody.
    fn captured(&mut self, captor: Reg, taken: &Taken) {
        let to_hand = self.to.get(taken.to_hand);
        self.add_to_hand(to_hand);
        if self.constants[captor.index()].is_some_and(|captor| captor != self.side.mover) {
            return;
        }
        let (zero, one, all) = (self.to.word(0), self.to.word(1), self.to.get(taken.all));
        let (captor, mover) = (self.get(captor), self.to.word(i64::from(self.side.mover)));
        let mine = self.to.compare(Condition::Equal, captor, mover);
        let captured = self.get(turn::CAPTURED);
        let more = self.to.add(captured, all);
        let more = self.to.select(mine, more, captured);
        self.put(turn::CAPTURED, more);
        let some = self.to.compare(Condition::More, all, zero);
        let mine = self.to.both(mine, some);
        let since = self.get(turn::LAPS_SINCE_CAPTURE);
        let just = self.get(turn::JUST_CAPTURED);
        for (reg, then, otherwise) in [(turn::JUST_CAPTURED, one, just), (turn::LAPS_SINCE_CAPTURE, zero, since)] {
            let word = self.to.select(mine, then, otherwise);
            self.put(reg, word);
        }
    }
}
