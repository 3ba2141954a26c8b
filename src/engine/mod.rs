//! Plays a compiled game, step by step. Knows cells, tracks, expressions and blocks; no game.

mod actions;
mod budget;
mod choices;
mod expression;
mod fast;
mod frame;
mod history;
mod judge;
mod listing;
mod machine;
mod perft;
mod playing;
mod position;
mod rounds;
mod run;
mod sample;
mod script;
mod sets;
mod sowing;
mod trace;
mod turn;

pub use budget::{Budget, Exhausted};
pub use history::{History, fingerprint};
pub use judge::Ended;
pub use listing::Found;
pub use machine::Machine;
pub use perft::perft;
pub use playing::Refused;
pub use position::{Cells, Shape, Small, Wide, pack, unpack};
pub use script::{Alternatives, Choice, MoveText, Script, Step};
pub use trace::{Event, Observer, Silent};
