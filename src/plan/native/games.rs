//! Games at random by machine code: many turns in one run of it.

use super::room::{Control, MOST_TURNS, RECORD_CELLS, RECORD_WORDS, Record, SEEN, asked, stop, wanted};
use super::{Compiled, number, number_of};
use crate::plan::Side;
use crate::plan::counts::Counts;
use crate::plan::expand::Told;
use crate::plan::op::View;
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
    /// The last turn has ended the game.
    Ended,
    /// The next turn has to be played otherwise.
    Unknown,
}

/// A turn that was drawn, and what it leads to.
#[derive(Debug, Clone, Copy)]
pub(in crate::plan) struct PlayedTurn<'g, const W: usize> {
    pub(in crate::plan) choices: u32,
    pub(in crate::plan) told: Told,
    pub(in crate::plan) cells: &'g [u8; W],
}

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
    pub(in crate::plan) fn run(&mut self, position: &[u8; W], mover: usize, notes: bool, words: &[u32]) -> Came {
        self.compiled.room.write(&mut self.memory, Control::WordAt, 0);
        self.compiled.room.write(&mut self.memory, Control::WordsEnd, 8 * i64::try_from(words.len()).unwrap_or(0));
        self.compiled.room.write(&mut self.memory, Control::Record, 0);
        let (places, _) = self.memory.bytes_mut(self.compiled.room.words, 0, 8 * MOST_TURNS).as_chunks_mut::<8>();
        for (place, word) in places.iter_mut().zip(words) {
            *place = u64::from(*word).to_le_bytes();
        }
        self.memory.bytes_mut(self.compiled.room.view(View::TurnStart), 0, number(W)).copy_from_slice(position);
        let entry = self.compiled.entries[mover].next_turn(notes);
        match self.compiled.code.run(&mut self.memory, entry) {
            stop::ENOUGH => Came::Enough,
            stop::PERHAPS_SEEN => Came::PerhapsSeen,
            stop::ENDED => Came::Ended,
            _ => Came::Unknown,
        }
    }

    /// The turns of the last run.
    pub(in crate::plan) fn turns(&self) -> impl Iterator<Item = PlayedTurn<'_, W>> {
        let room = &self.compiled.room;
        let end = u32::try_from(self.compiled.room.read(&self.memory, Control::Record)).unwrap_or(0);
        let records = self.memory.bytes(room.records, 0, end).chunks_exact(room.record_stride as usize);
        records.filter_map(|record| {
            let (words, rest) = record.split_first_chunk::<{ RECORD_CELLS as usize }>()?;
            let (words, cells) =
                (words.as_chunks::<8>().0.first_chunk::<{ RECORD_WORDS as usize }>()?, rest.first_chunk::<W>()?);
            let word = |what: Record| number_of(i64::from_le_bytes(words[what as usize]));
            let told = Told {
                lead: word(Record::Lead),
                again: word(Record::Again) != 0,
                ended: word(Record::Ended),
                captured: word(Record::Captured),
                laps: word(Record::Laps),
                last: word(Record::Last),
                lifted_first: word(Record::LiftedFirst),
            };
            Some(PlayedTurn { choices: word(Record::Choices).unsigned_abs(), told, cells })
        })
    }

    /// Takes what was counted of the turns that were played.
    pub(in crate::plan) fn take_counts(&mut self, into: &mut Counts) {
        self.compiled.take_counts(&mut self.memory, &self.sides[0], into);
    }
}
