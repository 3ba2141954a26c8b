//! Positions, outcomes and records as people and programs exchange them: one-line text, JSON, drawings. All of it works
//! on [`Position`](crate::position::Position) and [`Model`](crate::model::Model); nothing here plays.

mod board;
mod entries;
mod expectation;
mod fact;
pub mod json;
mod line;
mod pieces;
mod place;
mod read;
pub mod record;

pub use board::{DrawStyle, draw, draw_partial};
pub use entries::position_of_entries;
pub use expectation::{Expectation, expectation};
pub use fact::ExpectedEnd;
pub use line::to_line;
pub(crate) use line::way_name;
pub use place::pit_text;
pub use read::{PositionError, position};
