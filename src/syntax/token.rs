//! Words, numbers, texts and marks of a rules file, for looking at what the grammar could not read.

use super::chunk::comment_start;
use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Number,
    Text,
    Mark,
}

/// A piece of the text that stands by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: Kind,
    /// Its bytes.
    pub(super) at: Range<usize>,
    /// Its line, counted from the beginning of the text.
    pub(super) line: usize,
}

impl Token {
    /// How it is written.
    pub(super) fn spelled<'a>(&self, text: &'a str) -> &'a str {
        &text[self.at.clone()]
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// Marks of more than one sign, those of other languages among them.
const LONG_MARKS: [&str; 11] = ["->", "..", "<=", ">=", "!=", "==", "=>", "//", "&&", "||", "**"];

/// The tokens of a text, without its comments.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut begin = 0;
    for (line, whole) in text.split_inclusive('\n').enumerate() {
        let code = &whole[..comment_start(whole).unwrap_or(whole.len())];
        let mut at = 0;
        while let Some(first) = code[at..].chars().next() {
            let (kind, length) = first_token(first, &code[at..]);
            if let Some(kind) = kind {
                found.push(Token { kind, at: begin + at..begin + at + length, line });
            }
            at += length;
        }
        begin += whole.len();
    }
    found
}

fn first_token(first: char, rest: &str) -> (Option<Kind>, usize) {
    let while_in = |holds: fn(char) -> bool| rest.find(|letter| !holds(letter)).unwrap_or(rest.len());
    match first {
        _ if first.is_whitespace() => (None, while_in(char::is_whitespace)),
        'a'..='z' | 'A'..='Z' | '_' => (Some(Kind::Word), while_in(|letter| letter.is_alphanumeric() || letter == '_')),
        '0'..='9' => (Some(Kind::Number), while_in(|letter| letter.is_alphanumeric() || letter == '_')),
        '"' => (Some(Kind::Text), rest[1..].find('"').map_or(rest.trim_end().len(), |close| close + 2)),
        _ => {
            let long = LONG_MARKS.iter().find(|mark| rest.starts_with(**mark));
            (Some(Kind::Mark), long.map_or(first.len_utf8(), |mark| mark.len()))
        }
    }
}

/// The words of a text, outside of its comments and quoted texts.
#[must_use]
pub fn words(text: &str) -> Vec<Range<usize>> {
    tokens(text).into_iter().filter(Token::is_word).map(|token| token.at).collect()
}
