//! Where everything lies in a position: cells for pieces, kind after kind, then cells for state.

use super::id::{Arena, Cell, Id, PieceKind, Place, TooMany};
use crate::model::{Model, State, StateId, StateScope, Type};

/// Cells of the small shape of position: 64 bytes, one cache line. The last says who is to move.
pub(crate) const SMALL_CELLS: usize = 64;
/// Cells of the middle shape of position, and the kinds of pieces that a hand holds there.
pub(crate) const MIDDLE_CELLS: usize = 128;
pub(crate) const MIDDLE_KINDS: usize = 8;

/// The shapes of a position, each of which costs more than the one before. A game is played in the first that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PositionShape {
    /// 64 bytes, of one kind of pieces.
    Small,
    /// 128 bytes, of at most eight kinds.
    Middle,
    /// Two bytes for each cell.
    Wide,
}

/// The cells of a position.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Places of the board; a piece of kind `k` at place `p` is counted in cell `k * places + p`.
    pub places: usize,
    /// Kinds of pieces.
    pub kinds: usize,
    /// For each state: where it is.
    pub states: Arena<StateId, StateCells>,
    /// For each cell: the largest value it may take.
    pub largest: Arena<Cell, i32>,
    /// What holds a position.
    pub shape: PositionShape,
}

/// Where a state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateCells {
    /// Its first cell; where there is one for each player, South's, and for each pit, that of place 0.
    pub first: Cell,
    /// How many cells.
    pub count: usize,
    /// What is added to a value to store it: 1 where -1 means nobody or none.
    pub shift: i32,
}

impl Layout {
    /// Lays out the cells of a game.
    ///
    /// # Errors
    /// If a position has no room for all of it.
    pub fn of(model: &Model) -> Result<Self, TooMany> {
        let (places, kinds) = (model.board.places(), model.kinds.len());
        fits::<Place>(places)?;
        fits::<PieceKind>(kinds)?;
        let mut largest = Arena::default();
        for _ in 0..places * kinds {
            largest.push(i32::from(u16::MAX))?;
        }
        let states = model.states.values().map(|state| state_cells(state, places, &mut largest));
        let states = states.collect::<Result<Arena<_, _>, _>>()?;
        let state_is_large = largest.iter().any(|(cell, most)| cell.index() >= places * kinds && *most > 255);
        // The last cell says who is to move.
        let shape = match (largest.len(), kinds) {
            _ if state_is_large || model.total() > 255 => PositionShape::Wide,
            (..SMALL_CELLS, 1) => PositionShape::Small,
            (..MIDDLE_CELLS, ..=MIDDLE_KINDS) => PositionShape::Middle,
            _ => PositionShape::Wide,
        };
        Ok(Layout { places, kinds, states, largest, shape })
    }

    /// Cells in use.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.largest.len()
    }
}

fn fits<I: Id>(count: usize) -> Result<(), TooMany> {
    if count <= I::MOST { Ok(()) } else { Err(TooMany { what: I::WHAT, most: I::MOST }) }
}

fn state_cells(state: &State, places: usize, cells: &mut Arena<Cell, i32>) -> Result<StateCells, TooMany> {
    let count = match state.scope {
        StateScope::Game => 1,
        StateScope::Player => 2,
        StateScope::Pit => places,
    };
    let largest = match state.ty {
        Type::Player => 2,
        Type::Pit => i32::try_from(places).unwrap_or(i32::MAX),
        _ => state.largest,
    };
    let first = cells.push(largest)?;
    for _ in 1..count {
        cells.push(largest)?;
    }
    Ok(StateCells { first, count, shift: i32::from(matches!(state.ty, Type::Pit | Type::Player)) })
}
