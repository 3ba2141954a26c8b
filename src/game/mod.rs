//! The high-level interface: load a variant, bind its options, play.

mod course;
mod facts;
mod hash;
mod notation;
mod options;
mod planned;
mod play;
mod playthrough;
mod record;
mod region;
mod shipped;
mod story;
mod variant;

pub use course::{Course, Flow};
pub use facts::{Capture, Difficulty, Facts};
pub use hash::{VERSION, hash_of, rules_hash};
pub(crate) use notation::Alike;
pub use notation::{Unreadable, legal_texts, marks, read, write};
pub use options::OptionError;
#[cfg(feature = "cli")]
pub(crate) use options::nearest;
pub use play::{Count, Game, Move, PlayError};
pub use playthrough::{Playthrough, Turn};
pub use record::successors;
pub use region::{REGIONS, Region, region};
pub use shipped::{Shipped, shipped, shipped_facts, shipped_names, shipped_text};
pub use story::{Sentence, tell};
pub use variant::{Rejected, UnknownVariant, Variant};

/// Runs a body with the shape of position that a program needs.
macro_rules! shaped {
    ($program:expr, $shape:ident => $body:expr) => {
        match $program.layout.shape {
            crate::ir::PositionShape::Small => {
                type $shape = crate::engine::Small;
                $body
            }
            crate::ir::PositionShape::Middle => {
                type $shape = crate::engine::Middle;
                $body
            }
            crate::ir::PositionShape::Wide => {
                type $shape = crate::engine::Wide;
                $body
            }
        }
    };
}
pub(crate) use shaped;
