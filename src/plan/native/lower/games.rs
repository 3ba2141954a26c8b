//! Games at random: the next turn begins where the last one ends, as long as moves are drawn and there are words at random.
//! What is told of each turn is written down behind that of the one before.

use super::Lowering;
use crate::plan::native::room::{Control, RECORD_CELLS, Record, stop};
use crate::plan::op::{View, turn};
use mancala_native::{Condition, Word};

impl<const W: usize> Lowering<'_, '_, W> {
    /// Where turns of this player begin.
    pub(super) fn turns_at_random(&mut self) {
        let (noting, going_on) = (self.common.noting[self.side.by()], self.common.going_on[self.side.by()]);
        self.to.begin(noting);
        self.note_position();
        self.to.jump(going_on);
        self.to.begin(going_on);
        let (at, end, eight) = (self.told(Control::WordAt), self.told(Control::WordsEnd), self.to.word(8));
        let (go, enough) = (self.to.block(), self.to.seldom());
        let more = self.to.compare(Condition::Less, at, end);
        self.to.branch(more, go, enough);
        self.to.begin(enough);
        self.stop(stop::ENOUGH);
        self.to.begin(go);
        let word = self.to.load_word(self.room.words, Some(at), 0);
        self.tell(Control::Option, word);
        let next = self.to.add(at, eight);
        self.tell(Control::WordAt, next);
        let zero = self.to.word(0);
        self.tell(Control::Steps, zero);
        self.begin_turn(-1);
        let drawn = self.block_at(self.side.drawn);
        self.to.jump(drawn);
    }

    /// Stops if the position may have been there before in this game: others then look what has. Each position marks one of
    /// many bytes with the number of the game, so that nothing has to be wiped out between games.
    fn note_position(&mut self) {
        if !self.side.sizes.repeats {
            return;
        }
        let (mut mixed, mix) = (self.to.word(0), self.to.word(MIX));
        for number in 0..self.vectors() {
            let cells = self.vector(View::TurnStart, number);
            for word in self.to.words(cells) {
                mixed = self.to.add(mixed, word);
                mixed = self.to.multiply(mixed, mix);
            }
        }
        let (by, mover) = (self.to.word(48), self.to.word(i64::from(self.side.mover)));
        let number = self.to.shift_down(mixed, by);
        let number = self.to.xor(number, mover);
        let (there, game) = (self.to.load_byte(self.room.seen, Some(number), 0), self.told(Control::Game));
        let (new, again) = (self.to.block(), self.to.seldom());
        let is_marked = self.to.compare(Condition::Equal, there, game);
        self.to.branch(is_marked, again, new);
        self.to.begin(again);
        self.stop(stop::PERHAPS_SEEN);
        self.to.begin(new);
        self.to.store_byte(game, self.room.seen, Some(number), 0);
    }

    /// A turn was played: what came of it is written down, and the next one begins if the game goes on.
    pub(super) fn played(&mut self) {
        let at = self.told(Control::Record);
        let choices = self.told(Control::Answer);
        let lead = self.told(Control::Lead);
        let ended = self.get(turn::ENDED);
        let again = self.get(turn::AGAIN);
        for (what, word) in [
            (Record::Choices, choices),
            (Record::Captured, self.get(turn::CAPTURED)),
            (Record::Laps, self.get(turn::LAPS)),
            (Record::Last, self.get(turn::LAST)),
            (Record::LiftedFirst, self.to.get(self.lifted_first)),
            (Record::Lead, lead),
            (Record::Again, again),
            (Record::Ended, ended),
        ] {
            self.to.store_word(word, self.room.records, Some(at), 8 * what as u32);
        }
        for number in 0..self.vectors() {
            let vector = self.vector(View::Now, number);
            self.to.store_vector(vector, self.room.records, Some(at), RECORD_CELLS + 16 * number);
        }
        let stride = self.to.word(i64::from(self.room.record_stride));
        let next = self.to.add(at, stride);
        self.tell(Control::Record, next);
        self.copy_cells(View::Now, View::TurnStart);
        self.next_player(ended, again);
    }

    fn next_player(&mut self, ended: Word, again: Word) {
        let (zero, goes_on, over) = (self.to.word(0), self.to.block(), self.to.seldom());
        let is_over = self.to.compare(Condition::NotEqual, ended, zero);
        self.to.branch(is_over, over, goes_on);
        self.to.begin(over);
        self.stop(stop::ENDED);
        self.to.begin(goes_on);
        let [mine, theirs] = [self.side.by(), 1 - self.side.by()].map(|by| self.common.noting[by]);
        let moves_again = self.to.compare(Condition::NotEqual, again, zero);
        self.to.branch(moves_again, mine, theirs);
    }
}

/// An odd number whose bits are mixed.
const MIX: i64 = 0x9e37_79b9_7f4a_7c15_u64.cast_signed();
