//! wip
#![allow(missing_docs)]
pub mod diagnostic; pub mod source; pub mod syntax; pub mod model; pub mod resolve; pub mod situation; pub mod ir; pub mod engine; pub mod game;
pub use game::*; pub use situation::*;
