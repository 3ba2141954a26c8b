//! Games at random by machine code: many turns in one run of it.

use super::lower::next_turn;
use super::room::{COLUMN, Control, SEEN, WORDS_AT_RANDOM, stop};
use super::{Compiled, KeptCounts, number, number_of};
use crate::plan::Side;
use crate::plan::column::{COLUMNS, Column, TURNS};
use crate::plan::counts::Counts;
use crate::plan::expand::Drawing;
use crate::plan::op::{View, turn};
use mancala_native::{Code, Memory};

/// Plays turns that are drawn.
#[derive(Debug)]
pub(in crate::plan) struct DrawnGame<'p, const W: usize> {
    sides: &'p [Side<W>; 2],
    compiled: &'p Compiled,
    code: &'p Code,
    memory: Memory,
    tells: bool,
    /// The number of the game: each marks the positions that it comes to with its own.
    game: u8,
    kept_counts: KeptCounts,
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
    /// The next turn has no legal move.
    NotDrawn,
    /// The game is over before it: by this row, if that is known.
    Over(Option<usize>),
    /// The next turn has to be played otherwise.
    Unknown,
}

impl<'p, const W: usize> DrawnGame<'p, W> {
    /// None as long as there is no machine code, and where moves have to be listed before one is drawn. `tells` says whether more
    /// is told of turns than who has moved.
    pub(in crate::plan) fn new(sides: &'p [Side<W>; 2], tells: bool) -> Option<Self> {
        let compiled = sides[0].compiled()?;
        let code = compiled.games.get()?.as_ref()?;
        let mut memory = Memory::new(&compiled.room.layout);
        compiled.room.write(&mut memory, Control::Tells, tells.into());
        Some(DrawnGame { sides, compiled, code, memory, tells, game: 0, kept_counts: compiled.no_counts(&sides[0]) })
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
        room.write(&mut self.memory, Control::ToPlay, bytes.into());
        self.memory.bytes_mut(room.view(View::TurnStart), 0, number(W)).copy_from_slice(position);
        match self.code.run(&mut self.memory, next_turn(mover, notes)) {
            stop::ENOUGH => Came::Enough,
            stop::PERHAPS_SEEN => Came::PerhapsSeen,
            stop::ENDED => Came::Ended(self.row_that_ended()),
            stop::ANSWER => self.answered(),
            _ => Came::Unknown,
        }
    }

    /// What it means that no option was drawn.
    fn answered(&self) -> Came {
        match Drawing::answered(number_of(self.compiled.room.read(&self.memory, Control::Answer))) {
            Drawing::Not => Came::NotDrawn,
            Drawing::Over(row) => Came::Over(row),
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

    /// What is told of each of them, column by column, four bytes each; further ones mean nothing.
    pub(in crate::plan) fn told(&self) -> &[[[u8; 4]; TURNS]] {
        let columns = if self.tells { COLUMNS } else { Column::Moved as u32 + 1 };
        self.memory.bytes(self.compiled.room.turns, 0, columns * COLUMN).as_chunks().0.as_chunks().0
    }

    /// What each of them leads to, where positions may come again and in matches.
    pub(in crate::plan) fn positions(&self) -> &[[u8; W]] {
        let bytes = number(W) * number(self.played());
        let positions = self.compiled.room.positions.map(|area| self.memory.bytes(area, 0, bytes));
        positions.unwrap_or_default().as_chunks().0
    }

    /// What the last of them leads to.
    pub(in crate::plan) fn position(&self) -> &[u8; W] {
        self.seen_by(View::TurnStart)
    }

    /// What a row has made of that which has ended the game before the next turn.
    pub(in crate::plan) fn at_the_end(&self) -> &[u8; W] {
        self.seen_by(View::Now)
    }

    fn seen_by(&self, view: View) -> &[u8; W] {
        let (cells, _) = self.memory.bytes(self.compiled.room.view(view), 0, number(W)).as_chunks();
        &cells[0]
    }

    /// Keeps what is counted by now.
    pub(in crate::plan) fn keep_counts(&mut self) {
        self.compiled.keep_counts(&self.memory, &self.sides[0], &mut self.kept_counts);
    }

    /// Forgets what was counted since that was kept.
    pub(in crate::plan) fn take_counts_back(&mut self) {
        self.compiled.take_counts_back(&mut self.memory, &self.sides[0], &self.kept_counts);
    }

    /// Takes what was counted of the turns that were played.
    pub(in crate::plan) fn take_counts(&mut self, into: &mut Counts) {
        self.compiled.take_counts(&mut self.memory, &self.sides[0], into);
    }
}
