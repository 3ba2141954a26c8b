//! The board drawn in the terminal, as South sees it: North's rows above, running from right to left, South's below.

mod canvas;
mod cell;
mod grid;
mod notes;
mod view;

use super::json::PartialPosition;
use crate::model::{Model, Player};
use crate::position::Position;
use canvas::Canvas;
use grid::Grid;
pub use view::DrawStyle;
use view::View;

/// Draws a position: the board with the names of pits on its lines, stores at the ends, then what lies elsewhere, state,
/// and what the marks mean. Ends with a line break; no line ends with blanks.
#[must_use]
pub fn draw(position: &Position, model: &Model, style: DrawStyle) -> String {
    draw_partial(&position.into(), model, style)
}

/// The same for a position of which a part is not known; a question mark stands for it.
#[must_use]
pub fn draw_partial(position: &PartialPosition, model: &Model, style: DrawStyle) -> String {
    let view = View { position, model, style };
    let mut canvas = Canvas::default();
    notes::player_line(&mut canvas, &view, Player::North);
    for (number, part) in Grid::new(&view).parts().iter().enumerate() {
        let top = canvas.height() + number.min(1);
        part.draw(&mut canvas, top);
    }
    notes::player_line(&mut canvas, &view, Player::South);
    notes::game_line(&mut canvas, &view);
    notes::legend(&mut canvas, &view);
    canvas.render(style.color)
}
