//! The compiled game: a flat, immutable program. Each player has his own code, in which every place is a fixed cell, so
//! that nothing is looked up by side while a game is played.

mod landing;
mod laps;
mod layout;
mod listing;
mod lower;
mod lower_expr;
mod program;
mod quicken;
mod reach;
#[cfg(test)]
mod size_test;

pub use landing::{Landing, Onward};
pub use laps::{Increments, LapTable};
pub use layout::Layout;
pub use listing::listing;
pub use lower::compile;
pub use program::*;
pub use reach::Reach;
