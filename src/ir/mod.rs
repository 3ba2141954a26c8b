//! The compiled game: typed expressions, and blocks of actions with explicit choices. Each player has his own code, in
//! which every place is fixed, so that nothing is looked up by side while a game is played.

mod block;
mod expression;
mod facts;
mod free;
mod id;
mod layout;
mod listing;
mod lower;
mod program;
mod reach;
#[cfg(test)]
mod size_test;

pub use block::{Action, Block, Choice, Exit, Into, Sowing, StateCell};
pub use expression::{Binding, Chain, Counts, Each, Expressions, Number, Past, Pit, Run, Set, Steps, Truth, Way, Who};
pub(crate) use free::{free, settling};
pub use id::*;
pub use layout::{Layout, PositionShape, StateCells};
pub(crate) use layout::{MIDDLE_CELLS, MIDDLE_KINDS};
pub use listing::listing;
pub use lower::compile;
pub use program::{
    BoardTables, Code, EndCode, FillCode, Keeps, KindCode, LegalCode, Program, RoundCode, SlotNames, Slots, Track,
    Until, Verdict,
};
pub use reach::Reach;
