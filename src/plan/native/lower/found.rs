//! What is done with a legal move that was found: it is told, counted or listed.

use super::Lowering;
use crate::plan::native::room::{Control, MOST_LISTED, named, stop, told_of_a_turn, wanted};
use crate::plan::op::{View, turn};
use crate::plan::outcomes::told;
use mancala_native::{Block, Condition, Word};

impl<const W: usize> Lowering<'_, '_, W> {
    /// Where turns end that are legal, if no pieces are left in the hand.
    pub(super) fn begin_legal(&mut self) {
        self.to.begin(self.legal);
        let (hand, zero, empty) = (self.get(turn::HAND), self.to.word(0), self.to.block());
        let is_empty = self.to.compare(Condition::Equal, hand, zero);
        self.to.branch(is_empty, empty, self.next_option);
        self.to.begin(empty);
    }

    /// What is done there.
    pub(super) fn found(&mut self) {
        self.begin_legal();
        let wanted = self.told(Control::Wanted);
        self.if_wanted(wanted, Condition::Equal, wanted::COUNT, Self::count_move);
        let each = self.to.block();
        if !self.side.logs {
            self.if_wanted(wanted, Condition::Equal, wanted::NAME, |this| this.name(each));
        }
        self.if_wanted(wanted, Condition::NotEqual, wanted::EACH, Self::list);
        self.to.jump(each);
        self.to.begin(each);
        self.tell_of_move();
    }

    /// Does something with the move and goes on elsewhere, if that is wanted.
    fn if_wanted(&mut self, wanted: Word, condition: Condition, this_one: i64, then: impl FnOnce(&mut Self)) {
        let (yes, no, word) = (self.to.block(), self.to.block(), self.to.word(this_one));
        let is_wanted = self.to.compare(condition, wanted, word);
        self.to.branch(is_wanted, yes, no);
        self.to.begin(yes);
        then(self);
        self.to.begin(no);
    }

    fn count_move(&mut self) {
        // Every move is really made.
        self.write_cells(View::Now);
        let (counted, one) = (self.told(Control::Counted), self.to.word(1));
        let counted = self.to.add(counted, one);
        self.tell(Control::Counted, counted);
        self.to.jump(self.next_option);
    }

    /// Stops for a move, with what is told of it.
    fn tell_of_move(&mut self) {
        for reg in told_of_a_turn(self.side.in_match) {
            let word = self.get(*reg);
            let (area, offset) = self.room.told(*reg);
            self.to.store_word(word, area, None, offset);
        }
        let (made, first) = (self.to.get(self.made), self.to.get(self.lifted_first));
        self.tell(Control::Made, made);
        self.tell(Control::LiftedFirst, first);
        self.write_cells(View::Now);
        if self.side.remembers {
            self.write_cells(View::BeforeSowing);
        }
        self.put_down();
        self.stop(stop::FOUND);
    }

    /// Lists what a move leads to, if the game goes on or more is to be told.
    fn list(&mut self) {
        let (wanted, tell) = (self.told(Control::Wanted), self.to.word(wanted::TELL));
        let (ended, zero) = (self.get(turn::ENDED), self.to.word(0));
        let (over, goes_on) = (self.to.seldom(), self.to.block());
        let is_over = self.to.compare(Condition::NotEqual, ended, zero);
        self.to.branch(is_over, over, goes_on);
        self.to.begin(over);
        self.tell(Control::AnyEnds, ended);
        let is_told = self.to.compare(Condition::Equal, wanted, tell);
        self.to.branch(is_told, goes_on, self.next_option);
        self.to.begin(goes_on);
        let at = self.told(Control::Listed);
        for number in 0..self.vectors() {
            let vector = self.vector(View::Now, number);
            self.to.store_vector(vector, self.room.listed, Some(at), 16 * number);
        }
        let again = self.get(turn::AGAIN);
        self.to.store_word(again, self.room.listed, Some(at), self.room.again);
        let is_told = self.to.compare(Condition::Equal, wanted, tell);
        self.when(is_told, |this| this.tell_listed(at));
        self.list_next(at);
    }

    /// Lists the choices that make a move; goes on elsewhere if there are too many.
    fn name(&mut self, too_many: Block) {
        let (made, most, few) = (self.to.get(self.made), self.to.word(named::CHOICES.into()), self.to.block());
        let is_few = self.to.compare(Condition::AtMost, made, most);
        self.to.branch(is_few, few, too_many);
        self.to.begin(few);
        let at = self.told(Control::Listed);
        let choices = self.to.load_vector(self.room.choices, None, 0);
        self.to.store_vector(choices, self.room.listed, Some(at), 0);
        self.to.store_word(made, self.room.listed, Some(at), named::MADE);
        self.list_next(at);
    }

    /// Goes on with the next option behind a move that was listed; stops where there is no room for another.
    fn list_next(&mut self, at: Word) {
        let full = self.to.seldom();
        let stride = self.to.word(i64::from(self.room.listed_stride));
        let next = self.to.add(at, stride);
        self.tell(Control::Listed, next);
        let end = self.to.word(i64::from(self.room.listed_stride * MOST_LISTED));
        let more = self.to.compare(Condition::Less, next, end);
        self.to.branch(more, self.next_option, full);
        self.to.begin(full);
        self.put_down();
        self.stop(stop::FULL);
    }

    /// What else is told of a move that is listed.
    fn tell_listed(&mut self, at: Word) {
        let (listed, told) = (self.room.listed, |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX));
        let (made, first) = (self.to.get(self.made), self.to.load_pair(self.room.choices, None, 0));
        let [ended, kind, captured] = [turn::ENDED, turn::KIND, turn::CAPTURED].map(|reg| self.get(reg));
        self.to.store_byte(made, listed, Some(at), self.room.again + told(told::MADE));
        for (word, offset) in [(first, told::FIRST), (ended, told::ENDED), (kind, told::KIND)] {
            self.to.store_pair(word, listed, Some(at), self.room.again + told(offset));
        }
        self.to.store_word(captured, listed, Some(at), self.room.again + told(told::CAPTURED));
    }
}
