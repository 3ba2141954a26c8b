//! Moves of many positions that are counted at one go: those that were listed before, one after the other.

use super::Lowering;
use super::both::Common;
use crate::plan::native::room::{Control, Room, stop};
use crate::plan::op::View;
use mancala_native::{Assembler, Condition, Word};

impl Common {
    /// Where the moves of the next position that was listed are counted, by the code of who is to move there.
    pub(super) fn next_of_list(&self, room: &Room, vectors: u32, to: &mut Assembler<'_>) {
        to.begin(self.next_listed);
        let told = |to: &mut Assembler<'_>, control| {
            let (area, offset) = room.control(control);
            to.load_word(area, None, offset)
        };
        let (at, end) = (told(to, Control::Counting), told(to, Control::Listed));
        let (go, done) = (to.block(), to.block());
        let more = to.compare(Condition::Less, at, end);
        to.branch(more, go, done);
        to.begin(done);
        let over = to.word(stop::OVER);
        to.stop(over);
        to.begin(go);
        for number in 0..vectors {
            let vector = to.load_vector(room.listed, Some(at), 16 * number);
            match self.held {
                Some(held) => to.put_vector(held[View::TurnStart as usize], vector),
                None => to.store_vector(vector, room.view(View::TurnStart), None, 16 * number),
            }
        }
        let again = to.load_byte(room.listed, Some(at), room.again);
        let stride = to.word(i64::from(room.listed_stride));
        let next = to.add(at, stride);
        let (area, offset) = room.control(Control::Counting);
        to.store_word(next, area, None, offset);
        // Who listed them is to move again, or the other is.
        let (lister, zero) = (told(to, Control::Lister), to.word(0));
        let (by_south, by_north) = (to.block(), to.block());
        let north_listed = to.compare(Condition::NotEqual, lister, zero);
        to.branch(north_listed, by_north, by_south);
        let [south, north] = self.counted;
        for (lister, same, other) in [(by_south, south, north), (by_north, north, south)] {
            to.begin(lister);
            let zero = to.word(0);
            let is_again = to.compare(Condition::NotEqual, again, zero);
            to.branch(is_again, same, other);
        }
    }
}

impl<const W: usize> Lowering<'_, '_, W> {
    /// Where the moves of a listed position are counted, if the game is not over there.
    pub(super) fn counted(&mut self) {
        self.to.begin(self.common.counted[self.side.by()]);
        let zero = self.to.word(0);
        self.tell(Control::Steps, zero);
        if let Some(over) = self.side.over {
            self.begin_turn(-1);
            let over = self.block_at(over);
            self.to.jump(over);
        } else {
            self.to.jump(self.moves);
        }
        self.to.begin(self.moves);
        let Some(kind) = self.side.only_kind() else { return self.to.jump(self.too_long) };
        self.begin_turn(i64::try_from(kind).unwrap_or(-1));
        let first = self.block_at(self.side.kinds[kind]);
        self.to.jump(first);
    }

    /// Goes on with the next listed position if moves of some are counted; otherwise what follows is put together.
    pub(super) fn next_if_counting(&mut self) {
        let next = self.common.next_listed;
        self.if_counting(|this| this.to.jump(next));
    }

    /// The same where it was asked whether the game is over: if it is not, moves are counted.
    pub(super) fn moves_if_counting(&mut self, answer: Word) {
        if self.side.over.is_some() {
            let (next, moves) = (self.common.next_listed, self.moves);
            self.if_counting(|this| {
                let zero = this.to.word(0);
                let is_over = this.to.compare(Condition::NotEqual, answer, zero);
                this.to.branch(is_over, next, moves);
            });
        }
    }

    fn if_counting(&mut self, then: impl FnOnce(&mut Self)) {
        let (counts, zero) = (self.told(Control::Counts), self.to.word(0));
        let (yes, no) = (self.to.block(), self.to.block());
        let is_counting = self.to.compare(Condition::NotEqual, counts, zero);
        self.to.branch(is_counting, yes, no);
        self.to.begin(yes);
        then(self);
        self.to.begin(no);
    }
}
