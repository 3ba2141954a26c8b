//! The high-level interface: load a variant, bind its options, play.

mod notation;
mod play;
mod shipped;
mod story;
mod variant;

pub use notation::{Unreadable, legal_texts, marks, read, write};
pub use play::{Count, Game, Move, PlayError};
pub use shipped::{shipped_names, shipped_text};
pub use story::{Sentence, tell};
pub use variant::{Rejected, Variant};
