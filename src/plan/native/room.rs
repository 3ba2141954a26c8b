//! Where what machine code works on stands in its memory.

use crate::id::Id;
use crate::plan::column::{COLUMNS, TURNS};
use crate::plan::lanes::Child;
use crate::plan::op::{Reg, VIEWS, View, turn};
use crate::plan::outcomes;
use mancala_native::{Area, Layout, Memory};

/// Choices that a turn may have.
pub(super) const MOST_CHOICES: u32 = 64;

/// Words that code and whoever runs it tell each other.
pub(super) const WORDS: u32 = 64;

/// Words that tell the code what is asked, and whoever asks what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Control {
    /// What a choice of a pit is asked for.
    Asked,
    /// The number of the option that is asked for, the places that one is asked for of, or the word at random that one is drawn
    /// by.
    Option,
    /// What is wanted of moves that are found, and how many were counted.
    Wanted,
    Counted,
    /// Where the next one is listed, and whether one that is told of ends the game: 0 if none does.
    Listed,
    AnyEnds,
    /// Steps that were taken.
    Steps,
    /// Where the points end that choices can be come back to.
    Open,
    /// The answer to what was asked.
    Answer,
    /// Choices that were made.
    Made,
    /// The kind of move.
    Kind,
    /// What is left of the choice that is the only one of a turn.
    Left,
    /// South's lead before the turn, where a move is drawn.
    Lead,
    /// The place that was lifted first in the turn, where rows are counted.
    LiftedFirst,
    /// Of games at random: four for each turn that was played and for each that is to be played, and the number of the game.
    Played,
    ToPlay,
    Game,
    /// Whether more is told of their turns than who has moved, where code does not tell it anyway.
    Tells,
    /// The first of those of the turn.
    Turn,
}

/// What a choice of a pit is asked for.
pub(super) mod asked {
    pub(in crate::plan::native) const ALL: i64 = 0;
    pub(in crate::plan::native) const COUNT: i64 = 1;
    pub(in crate::plan::native) const ONE: i64 = 2;
    /// An option that is drawn by a word at random; how many there are, where another word is needed.
    pub(in crate::plan::native) const DRAW: i64 = 3;
    /// The options that are among some places.
    pub(in crate::plan::native) const AMONG: i64 = 4;
}

/// What is wanted of moves that are found.
pub(super) mod wanted {
    /// To stop at each.
    pub(in crate::plan::native) const EACH: i64 = 0;
    /// How many they are.
    pub(in crate::plan::native) const COUNT: i64 = 1;
    /// What they lead to, where they do not end the game.
    pub(in crate::plan::native) const LIST: i64 = 2;
    /// What all of them lead to, and what else is told of those that are listed.
    pub(in crate::plan::native) const TELL: i64 = 3;
    /// The choices that make them.
    pub(in crate::plan::native) const NAME: i64 = 4;
}

/// Where it stands of a move whose choices are listed how many there are, behind as many as have room; moves with more of them
/// are told one by one.
pub(super) mod named {
    pub(in crate::plan::native) const CHOICES: u32 = 8;
    pub(in crate::plan::native) const MADE: u32 = 2 * CHOICES;
}

/// Moves that are listed before the code stops for them to be read.
pub(super) const MOST_LISTED: u32 = 64;

/// Turns of a game at random that are played before they are read: a sheet of them.
pub(super) const MOST_TURNS: u32 = u64::BITS;
const _: () = assert!(MOST_TURNS as usize == TURNS);

/// Bytes of a column in which something is told of each turn of a game at random, four bytes each. Columns stand one behind
/// the other, that of the words at random behind those that are told.
pub(super) const COLUMN: u32 = 4 * MOST_TURNS;
pub(super) const WORDS_AT_RANDOM: u32 = COLUMNS;

/// What the code stops with.
pub(super) mod stop {
    pub(in crate::plan::native) const OVER: i64 = 0;
    pub(in crate::plan::native) const FOUND: i64 = 1;
    pub(in crate::plan::native) const ANSWER: i64 = 2;
    pub(in crate::plan::native) const TOO_LONG: i64 = 3;
    /// There is no room for more moves that are listed.
    pub(in crate::plan::native) const FULL: i64 = 4;
    /// Words at random have come to their end.
    pub(in crate::plan::native) const ENOUGH: i64 = 5;
    /// The position may have been there before.
    pub(in crate::plan::native) const PERHAPS_SEEN: i64 = 6;
    /// A turn of a game at random has ended it.
    pub(in crate::plan::native) const ENDED: i64 = 7;
}

/// Bytes that positions of a game mark: many enough that few of them mark the same.
pub(super) const SEEN: u32 = 1 << 15;

/// What is told of a turn that was found: the first of these always, the others in matches only. The kind of move stands
/// elsewhere.
const TOLD: [Reg; 11] = [
    turn::AGAIN,
    turn::ENDED,
    turn::CAPTURED,
    turn::LAPS,
    turn::LAST,
    turn::PREFERENCE,
    turn::ORIGIN,
    turn::HELD,
    turn::LIFTED,
    turn::SOWING,
    turn::WAY,
];
const ALWAYS_TOLD: usize = 6;

/// What is told of a turn that was found.
pub(super) fn told_of_a_turn(in_match: bool) -> &'static [Reg] {
    if in_match { &TOLD } else { &TOLD[..ALWAYS_TOLD] }
}

/// Where everything stands.
#[derive(Debug, Clone)]
pub(super) struct Room {
    pub(super) layout: Layout,
    /// By view; places are below 64, and other cells are reached from them.
    pub(super) views: [Area; VIEWS],
    pub(super) control: Area,
    /// Choices that were made, two bytes each.
    pub(super) choices: Area,
    /// Choices to come back to.
    pub(super) points: Area,
    /// Bytes that each of these takes: a power of two.
    pub(super) stride: u32,
    /// What moves lead to: the cells, and whether the mover moves again.
    pub(super) listed: Area,
    /// Bytes that each of these takes: a power of two.
    pub(super) listed_stride: u32,
    /// Where in these it is told who moves.
    pub(super) again: u32,
    /// How often each row was taken, and pieces captured at each place, a word each, where that is counted.
    pub(super) rows: Area,
    pub(super) captured: Area,
    /// What is told of turns at random, column by column, with the words by which they are drawn; and what they lead to, where
    /// that is looked at.
    pub(super) turns: Area,
    pub(super) positions: Option<Area>,
    /// For positions, by what is mixed of their cells: the number of the game in which one was last there.
    pub(super) seen: Area,
}

impl Room {
    /// Room for positions of n cells, and points of n bytes; for as many rows as are counted; for what is noted of
    /// positions, where a rule asks for those that come again; and for all that turns at random lead to, where they are kept.
    pub(super) fn new(cells: u32, point: u32, rows: u32, repeats: bool, keeps: bool) -> Self {
        let mut layout = Layout::new();
        let [now, start, before] = [(); 3].map(|()| layout.area(64, 64 + cells));
        let views = [now, start, before];
        let control = layout.area(8 * WORDS, 0);
        let choices = layout.area(2 * MOST_CHOICES, 0);
        let stride = point.next_power_of_two();
        let points = layout.area(stride * MOST_CHOICES, stride);
        let again = cells;
        let listed_stride = u32::try_from(outcomes::stride(cells as usize)).unwrap_or(u32::MAX);
        // Behind those that are read there is room for what one of them leads to.
        let listed = layout.area(2 * listed_stride * MOST_LISTED, listed_stride);
        let (rows, captured) = (layout.area(8 * rows, 0), layout.area(8 * 64, 0));
        // Behind the last turn of a sheet nothing is read, but code need not cut a number for that.
        let turns = layout.area(2 * COLUMN, COLUMN * (WORDS_AT_RANDOM + 1));
        let positions = keeps.then(|| layout.area(cells * MOST_TURNS, cells));
        let seen = layout.area(if repeats { SEEN } else { 0 }, 0);
        Room {
            layout,
            views,
            control,
            choices,
            points,
            stride,
            listed,
            listed_stride,
            again,
            rows,
            captured,
            turns,
            positions,
            seen,
        }
    }

    /// What a word of those holds in a memory.
    #[inline]
    pub(super) fn read(&self, memory: &Memory, word: Control) -> i64 {
        let (area, offset) = self.control(word);
        memory.word(area, offset)
    }

    /// Makes a word of those hold this.
    #[inline]
    pub(super) fn write(&self, memory: &mut Memory, word: Control, value: i64) {
        let (area, offset) = self.control(word);
        memory.set_word(area, offset, value);
    }

    /// Moves that are listed in a memory, each with what is told of it.
    #[inline]
    pub(super) fn listed<'m>(&self, memory: &'m Memory) -> impl Iterator<Item = &'m [u8]> + use<'m> {
        self.records(memory).chunks_exact(self.listed_stride as usize)
    }

    /// All of them.
    #[inline]
    fn records<'m>(&self, memory: &'m Memory) -> &'m [u8] {
        self.first_records(memory, self.read(memory, Control::Listed))
    }

    /// Those in the first bytes, of which there are so many.
    #[inline]
    pub(super) fn first_records<'m>(&self, memory: &'m Memory, bytes: i64) -> &'m [u8] {
        memory.bytes(self.listed, 0, u32::try_from(bytes).unwrap_or(0))
    }

    /// What they lead to.
    pub(super) fn children<'m, const W: usize>(
        &self,
        memory: &'m Memory,
    ) -> impl Iterator<Item = Child<W>> + use<'m, W> {
        self.listed(memory).map(|one| {
            let (cells, again) = one.split_at(W);
            let (cells, _) = cells.as_chunks::<W>();
            Child { cells: cells[0], again: again[0] != 0 }
        })
    }

    #[inline]
    pub(super) fn view(&self, view: View) -> Area {
        self.views[view as usize]
    }

    /// Where a word of those stands.
    #[inline]
    pub(super) fn control(&self, word: Control) -> (Area, u32) {
        (self.control, 8 * word as u32)
    }

    /// Where a register of the turn is told.
    #[inline]
    pub(super) fn told(&self, reg: Reg) -> (Area, u32) {
        (self.control, 8 * word_of(reg))
    }
}

/// The word in which a register of the turn is told.
#[inline]
pub(super) fn word_of(reg: Reg) -> u32 {
    Control::Turn as u32 + u32::try_from(reg.index()).unwrap_or(u32::MAX)
}

/// All words have room.
const _: () = assert!(Control::Turn as usize + turn::COUNT <= WORDS as usize);
