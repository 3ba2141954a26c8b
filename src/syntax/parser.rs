//! Runs the grammar over each item and turns its errors into diagnostics.

use super::ast::{File, Item, PositionEntry};
use super::chunk::{Brackets, Chunk, brackets, chunks, comments, unclosed, with_astray};
use super::explain::explain;
use super::failure::{Failure, read_until};
use super::grammar::{ITEM_WORDS, MancalaParser, Rule, is_reserved};
use super::node::Builder;
use crate::diagnostic::{Diagnostic, Diagnostics, code, nearest, other_word};
use crate::limits;
use crate::source::Span;
use pest::Parser;
use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

/// Most items that are explained if they cannot be read.
const MOST_PROBLEMS: usize = 50;
/// Most lines that are shown because they stand in the first column.
const MOST_ASTRAY: usize = 4;

/// Reads one file. Every item that can be read is in the result; the others are reported.
pub fn parse(text: &str, file: u16, found: &mut Diagnostics) -> File {
    parse_only(text, file, found, |_| true)
}

/// Reads the items of a file that begin with a wanted word.
pub fn parse_only(text: &str, file: u16, found: &mut Diagnostics, wanted: fn(&str) -> bool) -> File {
    let comments = comments(text, file);
    let (mut items, mut broken) = (Vec::new(), Vec::new());
    let (mut broken_words, mut misnamed) = (BTreeSet::new(), Vec::<String>::new());
    if text.len() > limits::FILE_BYTES {
        found.report(Diagnostic::error(
            code::FILE_TOO_LARGE,
            Span { file, start: 0, end: 1 },
            format!("the file has {} bytes, more than the {} that are read", text.len(), limits::FILE_BYTES),
            "starts here",
        ));
        return File::default();
    }
    let mut pieces: VecDeque<Chunk<'_>> = chunks(text).into();
    // What is indented below the version line is an item that ought not to be.
    if let Some((version, rest)) = pieces.front().and_then(|first| below_version(*first)) {
        found.report(not_in_first_column(rest, file));
        pieces[0] = version;
        pieces.insert(1, rest);
    }
    if let Some(line) = indented_version(text, pieces.front()) {
        found.report(version_indented(line, file));
    } else {
        read_version(pieces.front().copied(), file, found);
        if pieces.front().is_some_and(|first| first.text.starts_with("mancala")) {
            pieces.pop_front();
        }
    }
    let (mut number, mut unread) = (0, 0);
    while let Some(chunk) = pieces.pop_front() {
        number += 1;
        if number > limits::ITEMS || unread == MOST_PROBLEMS {
            let span = Span { file, start: chunk.offset, end: chunk.offset + 1 };
            let message = if number > limits::ITEMS {
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
        let (chunk, problem) = gathered(text, chunk, &mut pieces, file);
        problem.into_iter().for_each(|problem| found.report(problem));
        match read_item(text, chunk, file) {
            Ok(item) => {
                items.push(item);
            }
            Err(problem) => match split(chunk) {
                Some((head, rest)) => {
                    found.report(not_in_first_column(rest, file));
                    pieces.push_front(rest);
                    pieces.push_front(head);
                }
                None => {
                    unread += 1;
                    broken.extend(what_it_may_be(chunk.text));
                    broken_words.extend(words(chunk.text));
                    // What is declared by a word of the language cannot be asked for either, which needs no saying.
                    let follows = misnamed.iter().any(|word| is_about(&problem, text, word));
                    misnamed.extend(misnaming(&problem, text));
                    if !follows && !found.has_at(&problem) {
                        found.report(*problem);
                    }
                }
            },
        }
    }
    if items.is_empty() && !found.any_error() {
        found.report(
            Diagnostic::error(code::EMPTY_FILE, Span { file, start: 0, end: 1 }, "the file has no items", "nothing behind this")
                .help("begin with `game \"Name\"` and `board { row home: 6 }`; `mancala show oware --source` prints a whole file"),
        );
    }
    File { items, comments, broken, broken_words }
}

/// The words of an item, by which others may be meant to ask for what it declares.
fn words(item: &str) -> impl Iterator<Item = String> + '_ {
    let words = item.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| !word.is_empty()).map(str::to_string)
}

/// The word of the language by which an option, or what else has a name, was called.
fn misnaming(problem: &Diagnostic, text: &str) -> Option<String> {
    let named = (problem.code == code::RESERVED_WORD).then(|| problem.labels.first()).flatten()?;
    let word = text.get(named.span.start as usize..named.span.end as usize)?;
    is_reserved(word).then(|| word.to_string())
}

/// Whether a problem is that a word stands where it does.
fn is_about(problem: &Diagnostic, text: &str, word: &str) -> bool {
    let at = problem.labels.first().and_then(|label| text.get(label.span.start as usize..label.span.end as usize));
    at.is_some_and(|at| words(at).next().is_some_and(|first| first == word))
}

/// An item with those of its lines that stand in the first column, which are taken from the pieces behind it.
fn gathered<'a>(
    text: &'a str,
    item: Chunk<'a>,
    behind: &mut VecDeque<Chunk<'a>>,
    file: u16,
) -> (Chunk<'a>, Option<Diagnostic>) {
    if !ITEM_WORDS.contains(&first_word(item.text)) {
        return (item, None);
    }
    let (whole, astray) = with_astray(text, item, behind.make_contiguous(), looks_like_an_item);
    let Some(first) = behind.front().filter(|_| astray > 0 && !is_too_deep(&brackets(whole.text))) else {
        return (item, None);
    };
    // Only if that line can be read where it stands, it is one of the item.
    let line = first.offset as usize - item.offset as usize + first.text.lines().next().map_or(0, str::len);
    if read_until(whole.text).is_err_and(|failure| failure.at <= line) {
        return (item, None);
    }
    let lines: Vec<Chunk<'_>> = behind.drain(..astray).collect();
    (whole, Some(not_indented(item, &lines, file)))
}

/// Whether a line in the first column begins an item, perhaps a misspelt one.
fn looks_like_an_item(line: &str) -> bool {
    let word = first_word(line);
    ITEM_WORDS.contains(&word) || word == "instead" || nearest(word, ITEM_WORDS).is_some()
}

/// Lines of an item that stand in the first column.
fn not_indented(item: Chunk<'_>, lines: &[Chunk<'_>], file: u16) -> Diagnostic {
    let place = |chunk: &Chunk<'_>| {
        let length = first_word(chunk.text).len().max(chunk.text.chars().next().map_or(1, char::len_utf8));
        Span { file, start: chunk.offset, end: chunk.offset + length as u32 }
    };
    let first = place(&lines[0]);
    let spelled = &lines[0].text[..(first.end - first.start) as usize];
    let of = first_word(item.text);
    let message = format!("`{spelled}` belongs to `{of}` and stands in the first column, where items begin");
    let report = Diagnostic::error(code::UNKNOWN_ITEM, first, message, "not indented").help(format!(
        "indent {}: what belongs to an item has blanks before it",
        if lines.len() > 1 { "these lines" } else { "this line" }
    ));
    let others = lines.iter().skip(1).take(MOST_ASTRAY - 1).map(place);
    others.fold(report.also(place(&item), "to this item"), |report, other| report.also(other, "nor is this"))
}

/// The first words of the items that one that cannot be read may be: any, if it begins with none of them.
fn what_it_may_be(item: &str) -> Vec<String> {
    let word = first_word(item);
    let is_item = ITEM_WORDS.contains(&word) || word == "instead";
    if is_item { vec![word.to_string()] } else { ITEM_WORDS.map(str::to_string).to_vec() }
}

/// An item that is whole, and what stands behind it on a line of its own.
fn split(chunk: Chunk<'_>) -> Option<(Chunk<'_>, Chunk<'_>)> {
    let at = read_until(chunk.text).err()?.at;
    let head = chunk.text.get(..at)?;
    let begins_line = head.rsplit_once('\n').is_some_and(|(_, blank)| blank.trim().is_empty());
    let is_whole = begins_line && at < chunk.text.len() && read_until(head.trim_end()).is_ok();
    is_whole.then(|| {
        let rest = Chunk { offset: chunk.offset + at as u32, text: &chunk.text[at..] };
        (Chunk { offset: chunk.offset, text: head.trim_end() }, rest)
    })
}

/// A line that belongs to no item. It may be one itself, but for the blanks before it.
fn not_in_first_column(rest: Chunk<'_>, file: u16) -> Diagnostic {
    let word = first_word(rest.text);
    let length = word.len().max(rest.text.chars().next().map_or(1, char::len_utf8));
    let span = Span { file, start: rest.offset, end: rest.offset + length as u32 };
    let shown = &rest.text[..length];
    if ITEM_WORDS.contains(&word) || word == "instead" {
        let message = format!("the item `{word}` does not begin in the first column");
        return Diagnostic::error(code::UNKNOWN_ITEM, span, message, "blanks stand before it")
            .help("take away the blanks: what is indented belongs to the item before it");
    }
    let message = format!("no item begins with `{shown}`, and the one before it is complete");
    Diagnostic::error(code::UNKNOWN_ITEM, span, message, "belongs to no item").help(item_help(rest.text))
}

/// Longest item that is read with another first word.
const LONGEST_TRIED: usize = 20_000;

/// Which item is meant by one that begins with no word of an item: those that could be read if they began so, or the
/// nearest word.
fn item_help(item: &str) -> String {
    let word = first_word(item);
    if let Some(near) = nearest(word, ITEM_WORDS) {
        return format!("did you mean `{near}`?");
    }
    let first = word.len().max(item.chars().next().map_or(0, char::len_utf8));
    let is_short = item.len() <= LONGEST_TRIED;
    let with = |first: &str, rest: &str| is_short && read_until(&format!("{first} {rest}")).is_ok();
    let fits = |rest: &str| ITEM_WORDS.iter().copied().filter(|first| with(first, rest)).collect::<Vec<_>>();
    let (lacking, wrong) = (fits(item), fits(&item[first..]));
    let quoted = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
    if !lacking.is_empty() && lacking.len() <= 3 {
        return format!("write {} before it", quoted(&lacking));
    }
    if !wrong.is_empty() && wrong.len() <= 3 {
        return format!("write {} instead of it", quoted(&wrong));
    }
    other_word(word).map_or_else(
        || "items begin in the first column with `game`, `board`, `move`, `end` and the like; indent what belongs to one".into(),
        str::to_string,
    )
}

fn first_word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next().unwrap_or_default()
}

/// The version line, and what stands indented below it.
fn below_version(first: Chunk<'_>) -> Option<(Chunk<'_>, Chunk<'_>)> {
    let (line, below) = first.text.split_once('\n')?;
    let rest = below.trim_start();
    let is_version = MancalaParser::parse(Rule::version_line, line.trim_end()).is_ok();
    (is_version && rest.starts_with(|letter: char| letter.is_ascii_alphabetic())).then(|| {
        let offset = first.offset + (first.text.len() - rest.len()) as u32;
        (Chunk { offset: first.offset, text: line }, Chunk { offset, text: rest })
    })
}

/// The bytes of a version line that is indented.
fn indented_version(text: &str, first: Option<&Chunk<'_>>) -> Option<Range<usize>> {
    let before = &text[..first.map_or(text.len(), |first| first.offset as usize)];
    let start = before.find(|letter: char| !letter.is_whitespace())?;
    let line = text[start..].lines().next().unwrap_or_default().trim_end();
    let is_version = MancalaParser::parse(Rule::version_line, line).is_ok();
    is_version.then(|| start..start + line.len())
}

fn version_indented(line: Range<usize>, file: u16) -> Diagnostic {
    let span = Span { file, start: line.start as u32, end: line.end as u32 };
    Diagnostic::error(
        code::MISSING_VERSION,
        span,
        "the line with the language version does not begin in the first column",
        "blanks stand before it",
    )
    .help("take away the blanks before `mancala 1`")
}

fn read_version(first: Option<Chunk<'_>>, file: u16, found: &mut Diagnostics) {
    let Some(chunk) = first.filter(|chunk| !chunk.text.is_empty()) else {
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

fn is_too_deep(brackets: &Brackets) -> bool {
    brackets.depth > limits::NESTING || brackets.nesting_words > limits::NESTING_WORDS
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
            Diagnostic::error(
                code::UNKNOWN_ITEM,
                at(0, length),
                format!("no item begins with `{shown}`"),
                "not the start of an item",
            )
            .help(item_help(chunk.text)),
        ));
    }
    let brackets = brackets(chunk.text);
    if is_too_deep(&brackets) {
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
        Err(error) => return Err(Box::new(explain(&Failure::of(&error), text, chunk, file, unclosed(chunk.text)))),
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
        .map_err(|error| Box::new(explain(&Failure::of(&error), text, chunk, file, None)))?;
    let builder = Builder { file, offset: 0 };
    pairs.next().map_or(Ok(Vec::new()), |pair| builder.position_entries(pair))
}
