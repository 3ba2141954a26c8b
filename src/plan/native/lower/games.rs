//! Games at random: the next turn begins where the last one ends, as long as moves are drawn and there are words at random.
//! What is told of each turn is written down, a column for each thing.

use super::Lowering;
use crate::plan::column::{Column, next};
use crate::plan::native::room::{COLUMN, Control, WORDS_AT_RANDOM, stop};
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
        let (at, end) = (self.told(Control::Played), self.told(Control::ToPlay));
        let (go, enough) = (self.to.block(), self.to.seldom());
        let more = self.to.compare(Condition::Less, at, end);
        self.to.branch(more, go, enough);
        self.to.begin(enough);
        self.stop(stop::ENOUGH);
        self.to.begin(go);
        let word = self.to.load_number(self.room.turns, Some(at), WORDS_AT_RANDOM * COLUMN);
        self.tell(Control::Option, word);
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

    /// A turn was played: what came of it is told, and the next one begins if the game goes on.
    pub(super) fn played(&mut self) {
        let (at, ended, again) = (self.told(Control::Played), self.get(turn::ENDED), self.get(turn::AGAIN));
        let (captured, none) = (self.get(turn::CAPTURED), self.to.word(0));
        let [by_south, by_north] = if self.side.by() == 0 { [captured, none] } else { [none, captured] };
        let next = self.next_mover(again);
        for (column, told) in [
            (Column::Choices, self.told(Control::Answer)),
            (Column::CapturedBySouth, by_south),
            (Column::CapturedByNorth, by_north),
            (Column::Laps, self.get(turn::LAPS)),
            (Column::Origin, self.to.get(self.lifted_first)),
            (Column::Last, self.get(turn::LAST)),
            (Column::Lead, self.told(Control::Lead)),
            (Column::Next, next),
        ] {
            self.to.store_number(told, self.room.turns, Some(at), column as u32 * COLUMN);
        }
        let four = self.to.word(4);
        let next = self.to.add(at, four);
        self.tell(Control::Played, next);
        self.keep_position(at);
        self.copy_cells(View::Now, View::TurnStart);
        self.write_cells(View::TurnStart);
        self.next_player(ended, again);
    }

    /// What [`Column::Next`] tells of a turn.
    fn next_mover(&mut self, again: Word) -> Word {
        let by_north = if self.side.by() == 0 { 0 } else { next::BY_NORTH };
        let [zero, again_by, once_by] = [0, next::AGAIN + by_north, by_north].map(|told| self.to.word(told.into()));
        let moves_again = self.to.compare(Condition::NotEqual, again, zero);
        self.to.select(moves_again, again_by, once_by)
    }

    /// Keeps what a turn leads to, where that is looked at; `at` is four for each turn before it.
    fn keep_position(&mut self, at: Word) {
        let Some(positions) = self.room.positions else { return };
        let by = self.to.word(i64::from((W / 4).ilog2()));
        let at = self.to.shift_up(at, by);
        for number in 0..self.vectors() {
            let vector = self.vector(View::Now, number);
            self.to.store_vector(vector, positions, Some(at), 16 * number);
        }
    }

    fn next_player(&mut self, ended: Word, again: Word) {
        let (zero, goes_on, over) = (self.to.word(0), self.to.block(), self.to.seldom());
        let is_over = self.to.compare(Condition::NotEqual, ended, zero);
        self.to.branch(is_over, over, goes_on);
        self.to.begin(over);
        let (area, offset) = self.room.told(turn::ENDED);
        self.to.store_word(ended, area, None, offset);
        self.stop(stop::ENDED);
        self.to.begin(goes_on);
        let [mine, theirs] = [self.side.by(), 1 - self.side.by()].map(|by| self.common.noting[by]);
        let moves_again = self.to.compare(Condition::NotEqual, again, zero);
        self.to.branch(moves_again, mine, theirs);
    }
}

/// An odd number whose bits are mixed.
const MIX: i64 = 0x9e37_79b9_7f4a_7c15_u64.cast_signed();
