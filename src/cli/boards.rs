//! Boards in the text of a command.

use super::output::Output;
use crate::model::Model;
use crate::situation::Situation;
use crate::text::json::PartialSituation;
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
    pub(crate) fn board(&mut self, situation: &Situation, model: &Model) -> io::Result<()> {
        let drawing = indented(&draw(situation, model, self.style));
        self.text(drawing)
    }

    /// Draws what is known of a position.
    pub(crate) fn partial_board(&mut self, position: &PartialSituation, model: &Model) -> io::Result<()> {
        let drawing = indented(&draw_partial(position, model, self.style));
        self.text(drawing)
    }
}
