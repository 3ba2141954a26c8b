//! Plays a compiled game, step by step. Knows cells, tracks, expressions and blocks; no game.

mod actions;
mod budget;
#[cfg(feature = "sim")]
mod by_cells;
mod children;
mod choice_point;
mod choices;
mod encoded_move;
mod ended;
mod expression;
mod fast;
mod frame;
#[cfg(feature = "sim")]
mod ground;
mod history;
mod judge;
mod listing;
mod machine;
mod perft;
mod placings;
mod playing;
mod position;
mod rounds;
mod run;
mod sample;
mod score;
mod sets;
mod sowing;
mod trace;
mod turn;

#[cfg(feature = "sim")]
pub use crate::plan::Foreseen;
pub use crate::plan::{Name, Outcome};
pub use budget::{Budget, Exhausted, Stop};
#[cfg(feature = "sim")]
pub use by_cells::{Bare, ByCells, Grounds};
pub use children::Children;
pub use encoded_move::{Alternatives, Choice, EncodedMove, MoveText, Step};
pub use ended::Ended;
#[cfg(feature = "sim")]
pub use ground::Ground;
pub use history::{History, fingerprint};
pub use listing::Successor;
pub use machine::Machine;
pub use perft::perft;
pub use placings::{Listed, Placings};
pub use playing::Refused;
pub use position::{Cells, Middle, Shape, Small, Wide, pack, unpack};
pub use trace::{Event, Observer, Silent};
