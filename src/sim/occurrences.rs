//! How often positions have been there in a game.

pub use crate::engine::{History as Occurrences, fingerprint};
