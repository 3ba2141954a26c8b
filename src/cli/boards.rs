//! Boards in the text of a command.

use super::output::Output;
use crate::model::Model;
use crate::position::Position;
use crate::text::json::PartialPosition;
use crate::text::{DrawStyle, draw, draw_partial};
use std::io;

/// How boards are drawn in what goes to standard error.
pub(crate) const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };

/// A board, moved to the right.
pub(crate) fn indented(drawing: &str) -> String {
    drawing.lines().map(|line| format!("  {line}").trim_end().to_string() + "\n").collect()
}

impl Output {
    /// Draws a position.
    pub(crate) fn board(&mut self, position: &Position, model: &Model) -> io::Result<()> {
        let drawing = indented(&draw(position, model, self.style));
        self.text(drawing)
    }

    /// Draws what is known of a position.
    pub(crate) fn partial_board(&mut self, position: &PartialPosition, model: &Model) -> io::Result<()> {
        let drawing = indented(&draw_partial(position, model, self.style));
        self.text(drawing)
    }
}
