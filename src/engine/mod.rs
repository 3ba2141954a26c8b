//! Plays a compiled game. Knows cells, tracks, tables and instructions; no game.

mod evaluate;
mod execute;
mod flow;
mod history;
mod machine;
mod perft;
mod rounds;
mod sample;
mod shape;
mod sow;
mod trace;

pub use flow::Ended;
pub use history::{History, fingerprint};
pub use machine::{Found, Machine, MoveText, Script, Step};
pub use perft::perft;
pub use shape::{Cells, Shape, Small, Wide, pack, unpack};
pub use trace::{Event, Observer, Silent};
