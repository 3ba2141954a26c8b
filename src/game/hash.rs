//! What tells one text from another, and one program.

use super::facts::rules;
use sha2::{Digest as _, Sha256};

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Digits of a hash that are told: the first of what `sha256sum` prints.
const DIGITS: usize = 16;

/// The hash of a text, as far as it is told.
#[must_use]
pub fn hash_of(text: &str) -> String {
    hash_of_parts([text.as_bytes()])
}

/// The hash of texts, one behind the other.
pub(super) fn hash_of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    parts.into_iter().for_each(|part| hasher.update(part));
    let digits: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    digits.chars().take(DIGITS).collect()
}

/// Hash of the rules of a file, which is the same as long as the game is: comments, blanks, examples, texts and the names that
/// are written do not count. `base` finds the text of a file that it is based on, as for [`Facts::of`](super::Facts::of).
#[must_use]
pub fn rules_hash(text: &str, base: &dyn Fn(&str) -> Option<String>) -> String {
    hash_of(&rules(text, base))
}
