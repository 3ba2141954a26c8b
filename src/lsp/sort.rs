//! What expressions are, as far as their words tell it.

/// What an expression is, as far as it can be told from its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Number,
    /// A pit, or a set of pits.
    Pits,
    Way,
    Player,
    /// `yes` or `no`.
    Truth,
    /// The word `none`.
    Nothing,
    /// What only a condition begins with.
    Condition,
    /// It cannot be told.
    Any,
}

/// What an expression is that begins with this word.
pub(super) fn sort_of_word(word: &str) -> Sort {
    match word {
        "seeds" | "count" | "number" | "worth" | "min" | "max" | "hand" | "held" | "captured" | "laps" | "total"
        | "score" => Sort::Number,
        "last" | "origin" | "off" | "only" | "pits" | "facing" | "behind" | "place" | "chain" | "each" | "drops" => {
            Sort::Pits
        }
        "opposite" => Sort::Way,
        "owner" | "mover" | "winner" | "nobody" => Sort::Player,
        "yes" => Sort::Truth,
        "none" => Sort::Nothing,
        "some" | "not" | "position" | "no" | "kind" => Sort::Condition,
        _ if word.starts_with(|first: char| first.is_ascii_digit()) => Sort::Number,
        _ => Sort::Any,
    }
}
