//! What is drawn, and how.

use crate::model::{Model, Place};
use crate::text::json::PartialPosition;

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawStyle {
    /// Whether to colour it, with the codes of ANSI terminals.
    pub color: bool,
    /// Whether to use box-drawing characters; without them all is ASCII.
    pub unicode: bool,
}

/// What is drawn, and how.
pub(super) struct View<'a> {
    pub(super) position: &'a PartialPosition,
    pub(super) model: &'a Model,
    pub(super) style: DrawStyle,
}

impl View<'_> {
    /// Pieces of each kind at a place; none if that is not known.
    pub(super) fn bag(&self, place: Place) -> Option<Vec<u32>> {
        self.position.pieces.bag(place).into_iter().collect()
    }
}
