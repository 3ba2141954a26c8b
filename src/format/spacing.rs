//! How tokens stand beside each other on a line.

use crate::syntax::layout::{Piece, Role};

/// Between two entries on one line.
const BETWEEN_ENTRIES: &str = "  ";

/// What stands between two tokens of one line.
pub(super) fn between(before: &Piece<'_>, next: &Piece<'_>) -> &'static str {
    match (before.text, next.text) {
        _ if next.role == Role::Joined => "",
        _ if next.role == Role::AsWritten && before.at.end == next.at.start => "",
        _ if next.role == Role::AsWritten => " ",
        (_, "," | ":" | ")" | ".." | ".") | ("(" | ".." | ".", _) => "",
        (_, "}") if next.role == Role::ListBrace => "",
        ("{", _) if before.role == Role::ListBrace => "",
        ("{" | ",", _) => " ",
        _ if next.role == Role::Entry => BETWEEN_ENTRIES,
        _ => " ",
    }
}
