//! What is told of the turns of many games, in bytes: the sheets of a game name those before them.

use super::trail::{DrawnTurn, Trail};
use crate::plan::column::{COLUMNS, TURNS};

/// Stands for no sheet.
pub(super) const NO_SHEET: u32 = u32::MAX;

/// What is told of some turns of a game, a column for each thing.
#[derive(Debug, Clone)]
pub(super) struct ByteSheet {
    pub(super) columns: [[u8; TURNS]; COLUMNS as usize],
}

impl ByteSheet {
    pub(super) const EMPTY: Self = ByteSheet { columns: [[0; TURNS]; COLUMNS as usize] };

    /// Tells of a turn; whether everything has fitted a byte.
    pub(super) fn put(&mut self, at: usize, turn: DrawnTurn) -> bool {
        let told = turn.told();
        self.columns.iter_mut().zip(told).for_each(|(column, what)| column[at % TURNS] = what.to_le_bytes()[0]);
        let [moved, others @ ..] = told;
        u8::try_from(moved).is_ok() && others.iter().all(|what| i8::try_from(*what).is_ok())
    }

    /// Tells of a turn who has moved, whether he moves again, and laps; whether that has fitted a byte.
    #[inline]
    pub(super) fn put_moved(&mut self, at: usize, turn: DrawnTurn) -> bool {
        let [moved, ..] = turn.told();
        self.columns[0][at % TURNS] = moved.to_le_bytes()[0];
        u8::try_from(moved).is_ok()
    }
}

/// Sheets of many games.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// As many columns of each as are told, one behind the other.
    told: Vec<[u8; TURNS]>,
    columns: usize,
    /// The sheet before each.
    before: Vec<u32>,
    /// Those of a game, from the first on.
    of_game: Vec<u32>,
}

impl Sheets {
    /// Forgets all; from now on all columns are told, or the first alone.
    pub(super) fn begin(&mut self, all: bool) {
        self.columns = if all { COLUMNS as usize } else { 1 };
        self.told.clear();
        self.before.clear();
    }

    /// A sheet more, behind another.
    pub(super) fn add(&mut self, told: &[[u8; TURNS]], before: u32) -> u32 {
        let number = self.before.len();
        self.before.push(before);
        self.told.extend_from_slice(&told[..self.columns]);
        u32::try_from(number).unwrap_or(NO_SHEET)
    }

    /// Tells the turns of a game, of which this is the last sheet, in a trail.
    pub(super) fn tell(&mut self, last: u32, turns: usize, trail: &mut Trail) {
        self.of_game.clear();
        let mut number = last;
        while let Some(before) = self.before.get(number as usize) {
            self.of_game.push(number);
            number = *before;
        }
        trail.clear();
        let mut left = turns;
        for number in self.of_game.iter().rev() {
            let some = left.min(TURNS);
            trail.add_bytes(some, &self.told[*number as usize * self.columns..][..self.columns]);
            left -= some;
        }
    }
}
