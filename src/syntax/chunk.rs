//! Cuts a text into the version line and the items, so that a slip in one item does not hide the others.

use crate::source::Span;
use std::ops::Range;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A piece of the text that begins in the first column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chunk<'a> {
    /// First byte in the file.
    pub(super) offset: u32,
    /// The text, without the blank lines and comments behind it.
    pub(super) text: &'a str,
}

/// Cuts before each line that begins with a letter or digit in the first column.
pub(super) fn chunks(text: &str) -> Vec<Chunk<'_>> {
    let mut starts = Vec::new();
    // Some editors begin a file with a mark of its encoding.
    let mut at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    for line in text[at..].split_inclusive('\n') {
        if line.starts_with(|first: char| !first.is_whitespace() && !matches!(first, '#' | '}')) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| Chunk {
            offset: u32::try_from(start).unwrap_or(u32::MAX),
            text: trimmed(&text[start..end]),
        })
        .collect()
}

/// The first word of the next item behind a byte.
pub(super) fn next_item(text: &str, behind: usize) -> Option<Range<usize>> {
    let start = behind + text[behind..].find('\n')? + 1;
    let next = chunks(&text[start..]).first()?.offset as usize + start;
    let length = text[next..].find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let length = length.unwrap_or(text.len() - next).max(text[next..].chars().next().map_or(0, char::len_utf8));
    Some(next..next + length)
}

/// The items of a text, with the words that they begin with.
pub(crate) fn items(text: &str) -> impl Iterator<Item = (&str, &str)> {
    chunks(text).into_iter().map(|chunk| {
        let word = chunk.text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next();
        (word.unwrap_or_default(), chunk.text)
    })
}

/// Without trailing blank lines and lines that are only a comment.
fn trimmed(text: &str) -> &str {
    let mut kept = text.trim_end();
    loop {
        let line = kept.rfind('\n').map_or(0, |before| before + 1);
        if !kept[line..].trim_start().starts_with('#') {
            return kept;
        }
        kept = kept[..line].trim_end();
    }
}

/// What the brackets of a chunk look like: how deep they go.
pub(super) struct Brackets {
    /// Deepest nesting.
    pub(super) depth: usize,
    /// Byte in the chunk of the deepest one.
    pub(super) deepest: usize,
    /// Words that nest without brackets (`where`, `while`, `each`, …).
    pub(super) nesting_words: usize,
}

/// Looks at brackets outside comments and quotes.
pub(super) fn brackets(text: &str) -> Brackets {
    let mut open: Vec<usize> = Vec::new();
    let mut found = Brackets { depth: 0, deepest: 0, nesting_words: 0 };
    visible(text, |at, piece| match piece {
        "{" | "(" => {
            open.push(at);
            if open.len() > found.depth {
                found.depth = open.len();
                found.deepest = at;
            }
        }
        "}" | ")" => {
            open.pop();
        }
        "where" | "while" | "each" | "chain" | "drops" | "if" => found.nesting_words += 1,
        _ => {}
    });
    found
}

/// A bracket that is never closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unclosed {
    /// Its byte in the chunk.
    pub(super) open: usize,
    /// Byte of the `}` that shows it: it would close the bracket, and begins a line further out.
    pub(super) crossed: Option<usize>,
}

/// The bracket of a chunk that is never closed. Where a `}` begins a line, it stands below the line of its `{`, so that the
/// indentation tells which of several brackets it is; else it is the first.
pub(super) fn unclosed(text: &str) -> Option<Unclosed> {
    let mut open: Vec<usize> = Vec::new();
    let mut crossed = None;
    visible(text, |at, piece| match piece {
        "{" | "(" => open.push(at),
        "}" | ")" => {
            let partner = open.pop().filter(|_| crossed.is_none() && begins_line(text, at));
            let further_in = |partner: &usize| indentation(text, *partner) > indentation(text, at);
            crossed = crossed.or(partner.filter(further_in).map(|open| Unclosed { open, crossed: Some(at) }));
        }
        _ => {}
    });
    let first = Unclosed { open: *open.first()?, crossed: None };
    Some(crossed.unwrap_or(first))
}

fn line_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    &text[start..at]
}

/// How many blanks stand before the line of a byte.
fn indentation(text: &str, at: usize) -> usize {
    let line = line_of(text, at);
    line.len() - line.trim_start().len()
}

fn begins_line(text: &str, at: usize) -> bool {
    line_of(text, at).trim().is_empty()
}

/// How many brackets of a text are still open at its end.
fn open_brackets(text: &str) -> i64 {
    let mut open = 0;
    visible(text, |_, piece| match piece {
        "{" | "(" => open += 1,
        "}" | ")" => open -= 1,
        _ => {}
    });
    open
}

/// An item some lines of which stand in the first column, as if they were items: the whole of it, and those lines. What
/// follows is taken to it as long as a bracket is open and it does not look like an item.
pub(super) fn with_astray<'a>(
    text: &'a str,
    item: Chunk<'a>,
    behind: &[Chunk<'a>],
    is_item: impl Fn(&str) -> bool,
) -> (Chunk<'a>, usize) {
    let mut open = open_brackets(item.text);
    let belongs = |next: &&Chunk<'a>| {
        let goes_on = open > 0 && !is_item(next.text);
        open += if goes_on { open_brackets(next.text) } else { 0 };
        goes_on
    };
    let astray = behind.iter().take_while(belongs).count();
    let Some(last) = astray.checked_sub(1).map(|last| behind[last]) else { return (item, 0) };
    let start = item.offset as usize;
    let text = &text[start..last.offset as usize + last.text.len()];
    (Chunk { offset: item.offset, text }, astray)
}

/// Calls back with every bracket and word that is neither in a comment nor in quotes.
fn visible<'a>(text: &'a str, mut see: impl FnMut(usize, &'a str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b'"' => {
                // No further than the quote or the end of the line, however long that is.
                let rest = &text[at + 1..];
                let close = rest.find(['"', '\n']).filter(|end| rest.as_bytes()[*end] == b'"');
                at += close.map_or(1, |close| close + 2);
            }
            b'{' | b'}' | b'(' | b')' => {
                see(at, &text[at..=at]);
                at += 1;
            }
            byte if byte.is_ascii_alphabetic() => {
                let end =
                    text[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(text.len(), |n| at + n);
                see(at, &text[at..end]);
                at = end;
            }
            _ => at += 1,
        }
    }
}

/// Places of the comments of a file.
pub(super) fn comments(text: &str, file: u16) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(start) = comment_start(line) {
            let end = line.trim_end().len();
            found.push(Span { file, start: (at + start) as u32, end: (at + end) as u32 });
        }
        at += line.len();
    }
    found
}

/// Where the comment of a line begins, if it has one.
pub(crate) fn comment_start(line: &str) -> Option<usize> {
    let hash = line.find('#')?;
    if !line[..hash].contains('"') {
        return Some(hash);
    }
    let mut quoted = false;
    line.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'#' && !quoted
    })
}
