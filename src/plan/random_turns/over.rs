//! Games that were played many at once, and how each has come to its end.

use super::Halt;
use super::sheets::Sheets;
use super::trail::Trail;
use crate::model::Player;
use crate::plan::column::TURNS;

/// Where a game begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Begins<const W: usize> {
    pub(super) cells: [u8; W],
    pub(super) mover: Player,
}

/// How a game has come to its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct End<'p, const W: usize> {
    pub(super) halt: Halt<'p>,
    pub(super) cells: [u8; W],
    pub(super) mover: Player,
    pub(super) at_the_end: [u8; W],
    /// How often its last position has been there.
    pub(super) times: u32,
}

/// A game that is over: its turns, and the last sheet on which they are told.
#[derive(Debug, Clone, Copy)]
struct Game<'p, const W: usize> {
    end: End<'p, W>,
    turns: usize,
    sheet: u32,
}

/// Games that are over, by their numbers, and what is told of all turns.
#[derive(Debug)]
pub(super) struct Over<'p, const W: usize> {
    games: Vec<Option<Game<'p, W>>>,
    sheets: Sheets,
}

impl<const W: usize> Default for Over<'_, W> {
    fn default() -> Self {
        Over { games: Vec::new(), sheets: Sheets::default() }
    }
}

impl<'p, const W: usize> Over<'p, W> {
    /// So many games begin. All columns are told of their turns, or the first alone.
    pub(super) fn begin(&mut self, games: usize, tells: bool) {
        self.games.clear();
        self.games.resize(games, None);
        self.sheets.begin(tells);
    }

    /// A sheet more on which turns of a game are told, behind another.
    pub(super) fn add_sheet(&mut self, told: &[[u8; TURNS]], before: u32) -> u32 {
        self.sheets.add(told, before)
    }

    /// A game is over: its turns, and its last sheet.
    pub(super) fn put(&mut self, game: usize, end: End<'p, W>, (turns, sheet): (usize, u32)) {
        if let Some(there) = self.games.get_mut(game) {
            *there = Some(Game { end, turns, sheet });
        }
    }

    /// How a game has come to its end; its turns are told in a trail.
    pub(super) fn tell(&mut self, game: usize, trail: &mut Trail) -> Option<End<'p, W>> {
        let game = (*self.games.get(game)?)?;
        self.sheets.tell(game.sheet, game.turns, trail);
        Some(game.end)
    }

    /// How many games there are.
    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// The turns of all.
    pub(super) fn turns(&self) -> usize {
        self.games.iter().flatten().map(|game| game.turns).sum()
    }
}
