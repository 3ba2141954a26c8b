//! Runs the grammar over each item and turns its errors into diagnostics.

use super::ast::{File, Item, PositionEntry};
use super::build::Builder;
use super::chunk::{Chunk, brackets, chunks, comments};
use super::rule_name::rule_name;
use super::slip::{guess, joined, misspelled};
use crate::diagnostic::{Diagnostic, Diagnostics, code, did_you_mean};
use crate::limits;
use crate::source::Span;
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

/// The parser that pest makes from the grammar.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/mancala.pest"]
    pub(crate) struct MancalaParser;
}
use grammar::MancalaParser;
pub(super) use grammar::Rule;

/// Most items that are explained if they cannot be read.
const MOST_PROBLEMS: usize = 50;

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

/// Reads one file. Every item that can be read is in the result; the others are reported.
pub fn parse(text: &str, file: u16, found: &mut Diagnostics) -> File {
    parse_only(text, file, found, |_| true)
}

/// Reads the items of a file that begin with a wanted word.
pub fn parse_only(text: &str, file: u16, found: &mut Diagnostics, wanted: fn(&str) -> bool) -> File {
    let comments = comments(text, file);
    let (mut items, mut broken) = (Vec::new(), Vec::new());
    if text.len() > limits::FILE_BYTES {
        found.report(Diagnostic::error(
            code::FILE_TOO_LARGE,
            Span { file, start: 0, end: 1 },
            format!("the file has {} bytes, more than the {} that are read", text.len(), limits::FILE_BYTES),
            "starts here",
        ));
        return File::default();
    }
    let mut chunks = chunks(text).into_iter().peekable();
    read_version(chunks.peek().copied(), file, found);
    chunks.next_if(|first| first.text.starts_with("mancala"));
    for (number, chunk) in chunks.enumerate() {
        if number == limits::ITEMS || broken.len() == MOST_PROBLEMS {
            let span = Span { file, start: chunk.offset, end: chunk.offset + 1 };
            let message = if number == limits::ITEMS {
                "the file has too many items"
            } else {
                "too many items of the file cannot be read"
            };
            found.report(Diagnostic::error(code::FILE_TOO_LARGE, span, message, "reading stops here"));
            break;
        }
        if !wanted(first_word(chunk.text)) {
            continue;
        }
        match read_item(text, chunk, file) {
            Ok(item) => items.push(item),
            Err(problem) => {
                broken.push(
                    chunk.text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_string(),
                );
                found.report(*problem);
            }
        }
    }
    if items.is_empty() && !found.any_error() {
        found.report(
            Diagnostic::error(code::EMPTY_FILE, Span { file, start: 0, end: 1 }, "the file has no items", "nothing behind this")
                .help("begin with `game \"Name\"` and `board { row home: 6 }`; `mancala show oware --source` prints a whole file"),
        );
    }
    File { items, comments, broken }
}

fn first_word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next().unwrap_or_default()
}

fn read_version(first: Option<Chunk<'_>>, file: u16, found: &mut Diagnostics) {
    let Some(chunk) = first else {
        found.report(
            Diagnostic::error(code::EMPTY_FILE, Span { file, start: 0, end: 0 }, "the file is empty", "nothing here")
                .help("a rules file begins with the line `mancala 1`"),
        );
        return;
    };
    let line_end = chunk.text.lines().next().map_or(0, str::len);
    let span = Span { file, start: chunk.offset, end: chunk.offset + line_end.max(1) as u32 };
    if !chunk.text.starts_with("mancala") || MancalaParser::parse(Rule::version_line, chunk.text).is_err() {
        found.report(
            Diagnostic::error(
                code::MISSING_VERSION,
                span,
                "the first line does not name the language version",
                "expected `mancala 1`",
            )
            .help("write `mancala 1` as the first line"),
        );
        return;
    }
    let version = chunk.text.split_whitespace().nth(1).unwrap_or_default();
    if version != "1" {
        found.report(
            Diagnostic::error(
                code::UNKNOWN_VERSION,
                span,
                format!("language version {version} is not known"),
                "this version",
            )
            .help("this program reads version 1: write `mancala 1`, or use a newer program"),
        );
    }
}

fn read_item(text: &str, chunk: Chunk<'_>, file: u16) -> Result<Item, Box<Diagnostic>> {
    let at = |start: usize, length: usize| Span {
        file,
        start: chunk.offset + start as u32,
        end: chunk.offset + (start + length) as u32,
    };
    let word_end = chunk.text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(chunk.text.len());
    let word = &chunk.text[..word_end];
    if !ITEM_WORDS.contains(&word) && word != "instead" {
        let length = word_end.max(chunk.text.chars().next().map_or(1, char::len_utf8));
        let shown: String = chunk.text[..length].chars().take(40).collect();
        return Err(Box::new(
            Diagnostic::error(code::UNKNOWN_ITEM, at(0, length), format!("no item begins with `{shown}`"), "not the start of an item")
                .help(did_you_mean(word, "", &ITEM_WORDS).unwrap_or_else(|| {
                    "items begin in the first column with `game`, `board`, `move`, `end` and the like; indent what belongs to one".into()
                })),
        ));
    }
    let brackets = brackets(chunk.text);
    if brackets.depth > limits::NESTING || brackets.nesting_words > limits::NESTING_WORDS {
        return Err(Box::new(
            Diagnostic::error(
                code::TOO_DEEP,
                at(brackets.deepest, 1),
                format!(
                    "this item is nested more than {} deep, or has more than {} conditions",
                    limits::NESTING,
                    limits::NESTING_WORDS
                ),
                "the deepest place",
            )
            .help("name parts of it with `define`"),
        ));
    }
    let parsed = MancalaParser::parse(Rule::item, chunk.text);
    let pair = match parsed {
        Ok(mut pairs) => pairs.next(),
        Err(error) => return Err(Box::new(explain(&error, text, chunk, file, brackets.unclosed))),
    };
    let builder = Builder { file, offset: chunk.offset };
    match pair {
        Some(pair) => builder.item(pair),
        None => Err(Box::new(Diagnostic::error(code::SYNTAX, at(0, word_end), "this item cannot be read", "here"))),
    }
}

/// Reads the one-line form of a position, which is the inside of a `position { … }` block.
///
/// # Errors
/// The place that cannot be read.
pub fn parse_position(text: &str, file: u16) -> Result<Vec<PositionEntry>, Box<Diagnostic>> {
    let chunk = Chunk { offset: 0, text };
    if text.len() > limits::FILE_BYTES || brackets(text).depth > limits::NESTING {
        let span = Span { file, start: 0, end: 1 };
        return Err(Box::new(Diagnostic::error(
            code::TOO_DEEP,
            span,
            "the position is too large to read",
            "starts here",
        )));
    }
    let mut pairs = MancalaParser::parse(Rule::position_line, text)
        .map_err(|error| Box::new(explain(&error, text, chunk, file, None)))?;
    let builder = Builder { file, offset: 0 };
    pairs.next().map_or(Ok(Vec::new()), |pair| builder.position_entries(pair))
}

/// Says in the words of the language what pest expected.
fn explain(error: &Error<Rule>, text: &str, chunk: Chunk<'_>, file: u16, unclosed: Option<usize>) -> Diagnostic {
    let start = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let rest = &chunk.text[start.min(chunk.text.len())..];
    let rest_word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let length = if rest_word > 0 { rest_word } else { rest.chars().next().map_or(0, char::len_utf8) };
    let span = Span { file, start: chunk.offset + start as u32, end: chunk.offset + (start + length) as u32 };
    let found = &rest[..length];
    if let (true, Some(open)) = (found.is_empty(), unclosed) {
        let open_span = Span { file, start: chunk.offset + open as u32, end: chunk.offset + open as u32 + 1 };
        let bracket = &chunk.text[open..=open];
        return Diagnostic::error(
            code::UNCLOSED,
            open_span,
            format!("this `{bracket}` is never closed"),
            "opened here",
        )
        .help("close it before the next item, which begins in the first column");
    }
    let expected = expected_words(error);
    let as_label =
        rest[length..].trim_start().starts_with(':') && expected.iter().any(|word| word.starts_with("a row"));
    let before = &chunk.text[..start.min(chunk.text.len())];
    if (as_label || expected.contains(&"a name")) && is_reserved(found) && joined(before, found).is_none() {
        return Diagnostic::error(
            code::RESERVED_WORD,
            span,
            format!("`{found}` is a word of the language and cannot be a name"),
            "a name is needed here",
        )
        .help(format!(
            "choose another name, such as `the_{found}`; or, if `{found}` is meant, write the name that belongs before it"
        ));
    }
    let help = guess(before, found, rest, &expected);
    if help.is_none()
        && let Some(slip) = misspelled(text, chunk.offset as usize, span.start as usize)
    {
        let word = &text[slip.at.clone()];
        let at = Span { file, start: slip.at.start as u32, end: slip.at.end as u32 };
        let message = format!("`{word}` is no word of the language");
        let report = Diagnostic::error(code::SYNTAX, at, message, format!("did you mean `{}`?", slip.near));
        return if at == span { report } else { report.also(span, "cannot be read from here") };
    }
    let list = listed(&expected);
    let message = match (found.is_empty(), list.is_empty()) {
        (true, true) => "the item ends too early".to_string(),
        (true, false) => format!("the item ends too early: expected {list}"),
        (false, true) => format!("`{found}` cannot stand here"),
        (false, false) => format!("expected {list}, found `{found}`"),
    };
    let label = if list.is_empty() { "cannot be read from here".to_string() } else { format!("expected {list}") };
    Diagnostic::error(code::SYNTAX, span, message, label).help_if(help)
}

fn expected_words(error: &Error<Rule>) -> Vec<&'static str> {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else { return Vec::new() };
    let mut words: Vec<&str> = positives.iter().map(|rule| rule_name(*rule)).filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// At most five expectations, joined; more than that help nobody.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_string(),
        [rest @ .., last] if words.len() <= 5 => format!("{} or {last}", rest.join(", ")),
        _ => {
            let common: Vec<&str> = words.iter().copied().filter(|word| word.starts_with("a")).take(3).collect();
            if common.is_empty() { String::new() } else { common.join(" or ") }
        }
    }
}

pub(super) fn is_reserved(word: &str) -> bool {
    !word.is_empty()
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && MancalaParser::parse(Rule::name, word).is_err()
}
