//! The grammar as the parser has it: its rules, the words that items begin with, the words that cannot be names.

use pest::Parser;

/// The parser that pest makes from the grammar.
mod generated {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/mancala.pest"]
    pub(crate) struct MancalaParser;
}
pub(super) use generated::MancalaParser;
pub(crate) use generated::Rule;

/// The words that items begin with.
pub(super) const ITEM_WORDS: [&str; 24] = [
    "based",
    "game",
    "option",
    "parameter",
    "preset",
    "pieces",
    "board",
    "setup",
    "state",
    "notation",
    "define",
    "phase",
    "turn",
    "move",
    "sequence",
    "legal",
    "endless",
    "end",
    "finally",
    "match",
    "example",
    "without",
    "before",
    "after",
];

/// Whether a word of the language cannot be a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    !word.is_empty()
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && MancalaParser::parse(Rule::name, word).is_err()
}
