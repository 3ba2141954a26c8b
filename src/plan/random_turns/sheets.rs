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
        told.iter().all(|what| i8::try_from(*what).is_ok())
    }
}

/// Sheets of many games.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    sheets: Vec<ByteSheet>,
    /// The sheet before each.
    before: Vec<u32>,
    /// Those of a game, from the first on.
    of_game: Vec<u32>,
}

impl Sheets {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.before.clear();
    }

    /// A sheet more, behind another; or the first column of it.
    pub(super) fn add(&mut self, sheet: &ByteSheet, before: u32, all: bool) -> u32 {
        let number = self.before.len();
        self.before.push(before);
        match self.sheets.get_mut(number) {
            Some(there) if all => *there = sheet.clone(),
            Some(there) => there.columns[0] = sheet.columns[0],
            None => self.sheets.push(sheet.clone()),
        }
        u32::try_from(number).unwrap_or(NO_SHEET)
    }

    /// Tells the turns of a game, of which this is the last sheet, in a trail.
    pub(super) fn tell(&mut self, last: u32, turns: usize, tells: bool, trail: &mut Trail) {
        self.of_game.clear();
        let mut number = last;
        while let Some(before) = self.before.get(number as usize) {
            self.of_game.push(number);
            number = *before;
        }
        let columns = if tells { COLUMNS as usize } else { 1 };
        trail.clear();
        let mut left = turns;
        for number in self.of_game.iter().rev() {
            let some = left.min(TURNS);
            trail.add_bytes(some, &self.sheets[*number as usize].columns[..columns]);
            left -= some;
        }
    }
}
