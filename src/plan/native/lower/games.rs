//! Games at random, in code of their own: the next turn begins where the last one ends, as long as moves are drawn and there are
//! words at random. What is told of each turn is written down, a column for each thing. Every pit is drawn there, and nothing
//! else can be asked.

use super::both::{Common, Held};
use super::{Lowering, Then};
use crate::plan::Side;
use crate::plan::column::{Column, moved};
use crate::plan::live::Carried;
use crate::plan::native::room::{COLUMN, Control, Room, SEEN, WORDS_AT_RANDOM, stop};
use crate::plan::op::{Address, Reg, SetReg, View, turn};
use mancala_native::{Assembler, Block, Condition, Word};
use std::collections::BTreeMap;

/// What the code of games at random shares.
#[derive(Debug, Clone, Copy)]
pub(super) struct OfGames {
    /// For each player: where the next turn begins whose position has to be noted, and where it begins when that was done.
    noting: [Block; 2],
    going_on: [Block; 2],
    /// Words that are told.
    pub(super) held: Held<{ HELD.len() }>,
}

/// What stands in variables here, and elsewhere in memory.
const HELD: [Control; 5] = [Control::Played, Control::Option, Control::Answer, Control::Lead, Control::Steps];

impl OfGames {
    fn new(to: &mut Assembler<'_>) -> Self {
        let [noting, going_on] = [(); 2].map(|()| [(); 2].map(|()| to.block()));
        OfGames { noting, going_on, held: Held::new(HELD, to) }
    }
}

/// The entry at which the next turn of a player begins: one whose position has to be noted, or not any more.
pub(in crate::plan::native) fn next_turn(mover: usize, notes: bool) -> u32 {
    crate::plan::native::number(2 * mover) + u32::from(!notes)
}

/// Puts the code of games at random together.
pub(in crate::plan::native) fn games<const W: usize>(
    sides: &[Side<W>; 2],
    room: &Room,
    carried: [&BTreeMap<Address, Carried>; 2],
    to: &mut Assembler<'_>,
) {
    let of_games = OfGames::new(to);
    let common = Common { games: Some(of_games), ..Common::new(to, sides[0].sizes.cells) };
    // Whoever begins has written the position.
    common.read_cells(room, to);
    // Behind each turn it is so again: nothing waits for what was written to be read there.
    common.lay_out_cells(sides[0].sizes.cells, room, to);
    let entry = to.entry();
    let [south, north] = [0, 1].map(|by| [of_games.noting[by], of_games.going_on[by]]);
    to.select_block(entry, &[south, north].concat());
    for (side, carried) in sides.iter().zip(carried) {
        Lowering::new(side, room, carried, common, to).of_games(&of_games);
    }
}

impl<const W: usize> Lowering<'_, '_, W> {
    /// The turns of one player.
    fn of_games(mut self, games: &OfGames) {
        self.turns_at_random(games);
        self.find_blocks();
        self.operations();
        self.begin_legal();
        self.played(games);
        self.to.begin(self.answers);
        let answer = self.to.get(self.answer);
        self.tell(Control::Answer, answer);
        self.write_cells(View::Now);
        self.stop_game(stop::ANSWER);
        // There is no other option to go on with: where that which was drawn is not legal, others draw again.
        for (block, code) in [(self.next_option, stop::OVER), (self.over, stop::OVER), (self.too_long, stop::TOO_LONG)]
        {
            self.to.begin(block);
            self.stop_game(code);
        }
    }

    /// Stops, with what others go on with.
    fn stop_game(&mut self, code: i64) {
        for control in [Control::Played, Control::Answer] {
            let (word, (area, offset)) = (self.told(control), self.room.control(control));
            self.to.store_word(word, area, None, offset);
        }
        self.write_cells(View::TurnStart);
        self.stop(code);
    }

    /// Where turns of this player begin.
    fn turns_at_random(&mut self, games: &OfGames) {
        let (noting, going_on) = (games.noting[self.side.by()], games.going_on[self.side.by()]);
        self.to.begin(noting);
        self.note_position();
        self.to.jump(going_on);
        self.to.begin(going_on);
        let (at, end) = (self.told(Control::Played), self.told(Control::ToPlay));
        let (go, enough) = (self.to.block(), self.to.seldom());
        let more = self.to.compare(Condition::Less, at, end);
        self.to.branch(more, go, enough);
        self.to.begin(enough);
        self.stop_game(stop::ENOUGH);
        self.to.begin(go);
        let word = self.to.load_number(self.room.turns, Some(at), WORDS_AT_RANDOM * COLUMN);
        self.tell(Control::Option, word);
        let zero = self.to.word(0);
        self.tell(Control::Steps, zero);
        self.begin_laid_out(-1);
        let drawn = self.block_at(self.side.drawn);
        self.to.jump(drawn);
    }

    /// A pit is drawn. Where another word is needed, and where there is no option, it is answered how many there are.
    pub(super) fn draw_place(&mut self, at: Address, slot: Reg, set: SetReg) -> Then {
        let (members, possible) = (self.set(set), self.possible(at, set));
        // Moved down, they are known to be few.
        let lowest = self.to.word(i64::from(possible.trailing_zeros() & 63));
        let moved_down = self.to.shift_down(members, lowest);
        let (number, count) = self.number_at_random(moved_down);
        self.tell(Control::Answer, count);
        self.begin_behind(at);
        let place = self.place_of_number(members, number, possible);
        self.put(slot, place);
        self.go_on(at.next())
    }

    /// Another choice than that of a pit is none that is drawn from: code does not come there.
    pub(super) fn not_drawn(&mut self) -> Then {
        self.to.jump(self.too_long);
        Then::Gone
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
        let (by, mover) = (self.to.word(i64::from(u64::BITS - SEEN.ilog2())), self.to.word(i64::from(self.side.mover)));
        let number = self.to.shift_down(mixed, by);
        let number = self.to.xor(number, mover);
        let (there, game) = (self.to.load_byte(self.room.seen, Some(number), 0), self.told(Control::Game));
        let (new, again) = (self.to.block(), self.to.seldom());
        let is_marked = self.to.compare(Condition::Equal, there, game);
        self.to.branch(is_marked, again, new);
        self.to.begin(again);
        self.stop_game(stop::PERHAPS_SEEN);
        self.to.begin(new);
        self.to.store_byte(game, self.room.seen, Some(number), 0);
    }

    /// A turn was played: what came of it is told, and the next one begins if the game goes on.
    fn played(&mut self, games: &OfGames) {
        let (at, ended, again) = (self.told(Control::Played), self.get(turn::ENDED), self.get(turn::AGAIN));
        // It is less anyway, but code can know that of what it has cut alone.
        let most = self.to.word(i64::from(COLUMN - 1));
        let at = self.to.and(at, most);
        let moved = self.moved(again);
        self.tell_of_turn(at, Column::Moved, moved);
        if self.side.logs {
            self.tell_more(at);
        } else {
            let (tells, zero) = (self.told(Control::Tells), self.to.word(0));
            let tells = self.to.compare(Condition::NotEqual, tells, zero);
            self.when(tells, |this| this.tell_more(at));
        }
        let four = self.to.word(4);
        let next = self.to.add(at, four);
        self.tell(Control::Played, next);
        self.keep_position(at);
        self.copy_cells(View::Now, View::TurnStart);
        self.next_player(games, ended, again);
    }

    fn tell_of_turn(&mut self, at: Word, column: Column, told: Word) {
        self.to.store_number(told, self.room.turns, Some(at), column as u32 * COLUMN);
    }

    /// All that is told of a turn besides who has moved.
    fn tell_more(&mut self, at: Word) {
        for (column, told) in [
            (Column::Choices, self.told(Control::Answer)),
            (Column::Captured, self.get(turn::CAPTURED)),
            (Column::Origin, self.to.get(self.lifted_first)),
            (Column::Last, self.get(turn::LAST)),
            (Column::Lead, self.told(Control::Lead)),
        ] {
            self.tell_of_turn(at, column, told);
        }
    }

    /// What [`Column::Moved`] tells of a turn.
    fn moved(&mut self, again: Word) -> Word {
        let by_north = if self.side.by() == 0 { 0 } else { moved::BY_NORTH };
        let [zero, again_by, once_by, by] =
            [0, moved::AGAIN + by_north, by_north, moved::LAPS].map(|told| self.to.word(told.into()));
        let moves_again = self.to.compare(Condition::NotEqual, again, zero);
        let (moved, laps) = (self.to.select(moves_again, again_by, once_by), self.get(turn::LAPS));
        let laps = self.to.shift_up(laps, by);
        self.to.add(moved, laps)
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

    fn next_player(&mut self, games: &OfGames, ended: Word, again: Word) {
        let (zero, goes_on, over) = (self.to.word(0), self.to.block(), self.to.seldom());
        let is_over = self.to.compare(Condition::NotEqual, ended, zero);
        self.to.branch(is_over, over, goes_on);
        self.to.begin(over);
        let (area, offset) = self.room.told(turn::ENDED);
        self.to.store_word(ended, area, None, offset);
        self.stop_game(stop::ENDED);
        self.to.begin(goes_on);
        let [mine, theirs] = [self.side.by(), 1 - self.side.by()].map(|by| games.noting[by]);
        let moves_again = self.to.compare(Condition::NotEqual, again, zero);
        self.to.branch(moves_again, mine, theirs);
    }
}

/// An odd number whose bits are mixed.
const MIX: i64 = 0x9e37_79b9_7f4a_7c15_u64.cast_signed();
