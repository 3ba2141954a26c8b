//! Positions and outcomes in JSON: one object with `to_move`, a `south` and a `north` with their rows, store and reserves
//! by name, `off`, and `state` where it is not at its start value.

mod error;
mod outcome;
mod partial;
mod read;
mod unique;
mod write;

pub use error::{JsonError, WrongTotal};
pub use outcome::{RecordedOutcome, outcome_from_json, outcome_json};
pub use partial::PartialPosition;
pub use read::{from_json, from_json_partial};
pub(super) use unique::no_key_twice;
pub use unique::parse;
pub use write::to_json;
