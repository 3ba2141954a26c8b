//! Games at random by machine code: many turns in one run of it.

use super::room::{COLUMN, Control, MOST_TURNS, SEEN, WORDS_AT_RANDOM, asked, stop, wanted};
use super::{Compiled, number, number_of};
use crate::plan::Side;
use crate::plan::counts::Counts;
use crate::plan::op::{View, turn};
use mancala_native::Memory;

/// Plays turns that are drawn.
#[derive(Debug)]
pub(in crate::plan) struct DrawnGame<'p, const W: usize> {
    sides: &'p [Side<W>; 2],
    compiled: &'p Compiled,
    memory: Memory,
    /// The number of the game: each marks the positions that it comes to with its own.
    game: u8,
}

/// What a run came to, behind the turns that were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum Came {
    /// All words are used.
    Enough,
    /// The position may have been there before.
    PerhapsSeen,
    /// This row has ended the game in the last turn: its number plus one.
    Ended(i32),
    /// The next turn has to be played otherwise.
    Unknown,
}

/// A column of nothing.
const NOTHING: [[u8; 4]; MOST_TURNS as usize] = [[0; 4]; MOST_TURNS as usize];

impl<'p, const W: usize> DrawnGame<'p, W> {
    /// Words that a run may be given.
    pub(in crate::plan) const MOST_TURNS: usize = MOST_TURNS as usize;

    /// None as long as there is no machine code, and where moves have to be listed before one is drawn.
    pub(in crate::plan) fn new(sides: &'p [Side<W>; 2]) -> Option<Self> {
        let is_drawn = sides.iter().all(|side| side.has_free && side.settle.is_none());
        let compiled = sides[0].compiled().filter(|_| is_drawn)?;
        let mut game = DrawnGame { sides, compiled, memory: Memory::new(&compiled.room.layout), game: 0 };
        compiled.room.write(&mut game.memory, Control::Asked, asked::DRAW);
        compiled.room.write(&mut game.memory, Control::Wanted, wanted::PLAY);
        Some(game)
    }

    /// Another game begins.
    pub(in crate::plan) fn begin(&mut self) {
        self.game = self.game.wrapping_add(1);
        if self.game == 0 {
            if self.sides[0].sizes.repeats {
                self.memory.bytes_mut(self.compiled.room.seen, 0, SEEN).fill(0);
            }
            self.game = 1;
        }
        self.compiled.room.write(&mut self.memory, Control::Game, self.game.into());
    }

    /// Plays turns from a position on, one for each word at random, as long as it can. `notes` says whether the position is to
    /// be noted.
    pub(in crate::plan) fn run(&mut self, position: &[u8; W], mover: usize, notes: bool, words: &[[u8; 4]]) -> Came {
        let room = &self.compiled.room;
        let words = words.as_flattened();
        let bytes = number(words.len()).min(COLUMN);
        self.memory.bytes_mut(room.turns, WORDS_AT_RANDOM * COLUMN, bytes).copy_from_slice(&words[..bytes as usize]);
        room.write(&mut self.memory, Control::Played, 0);
        room.write(&mut self.memory, Control::ToPlay, bytes.into());
        self.memory.bytes_mut(room.view(View::TurnStart), 0, number(W)).copy_from_slice(position);
        let entry = self.compiled.entries[mover].next_turn(notes);
        match self.compiled.code.run(&mut self.memory, entry) {
            stop::ENOUGH => Came::Enough,
            stop::PERHAPS_SEEN => Came::PerhapsSeen,
            stop::ENDED => Came::Ended(self.row_that_ended()),
            _ => Came::Unknown,
        }
    }

    fn row_that_ended(&self) -> i32 {
        let (area, offset) = self.compiled.room.told(turn::ENDED);
        number_of(self.memory.word(area, offset))
    }

    /// Turns that the last run has played.
    pub(in crate::plan) fn played(&self) -> usize {
        usize::try_from(self.compiled.room.read(&self.memory, Control::Played) / 4).unwrap_or(0)
    }

    /// What is told of each of them in a column, four bytes each; further ones mean nothing.
    pub(in crate::plan) fn column(&self, number: usize) -> &[[u8; 4]; MOST_TURNS as usize] {
        let column = self.memory.bytes(self.compiled.room.turns, super::number(number) * COLUMN, COLUMN);
        column.as_chunks().0.first_chunk().unwrap_or(&NOTHING)
    }

    /// What each of them leads to, where positions may come again and in matches.
    pub(in crate::plan) fn positions(&self) -> &[[u8; W]] {
        let bytes = number(W) * number(self.played());
        let positions = self.compiled.room.positions.map(|area| self.memory.bytes(area, 0, bytes));
        positions.unwrap_or_default().as_chunks().0
    }

    /// What the last of them leads to.
    pub(in crate::plan) fn position(&self) -> &[u8; W] {
        let (cells, _) = self.memory.bytes(self.compiled.room.view(View::TurnStart), 0, number(W)).as_chunks();
        &cells[0]
    }

    /// Takes what was counted of the turns that were played.
    pub(in crate::plan) fn take_counts(&mut self, into: &mut Counts) {
        self.compiled.take_counts(&mut self.memory, &self.sides[0], into);
    }
}
