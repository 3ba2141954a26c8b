//! Where everything lies in a position: cells for pieces, kind after kind, then cells for state.

use crate::model::{Model, StateScope, Type};

/// Cells of the small shape of position: 64 bytes, one cache line.
const SMALL_CELLS: usize = 64;

/// The cells of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Places of the board; a piece of kind `k` at place `p` is counted in cell `k * places + p`.
    pub places: usize,
    /// Kinds of pieces.
    pub kinds: usize,
    /// For each state: its first cell.
    pub states: Vec<usize>,
    /// For each state: what is added to a value to store it (1 where -1 means nobody or none).
    pub shifts: Vec<i32>,
    /// Cells in use.
    pub cells: usize,
    /// Whether the wide shape is needed.
    pub wide: bool,
}

impl Layout {
    /// Lays out the cells of a game.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let (places, kinds) = (model.board.places(), model.kinds.len());
        let mut cells = places * kinds;
        let mut states = Vec::new();
        let mut shifts = Vec::new();
        for state in &model.states {
            states.push(cells);
            shifts.push(i32::from(matches!(state.ty, Type::Pit | Type::Player)));
            cells += match state.scope {
                StateScope::Game => 1,
                StateScope::Player => 2,
                StateScope::Pit => places,
            };
        }
        // The last cell says who is to move.
        let wide = cells >= SMALL_CELLS || model.total() > 255 || kinds > 1;
        Layout { places, kinds, states, shifts, cells, wide }
    }
}
