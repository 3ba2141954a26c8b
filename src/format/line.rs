//! The lines of a text: how far each is indented, and what it holds.

use super::spacing::between;
use crate::syntax::layout::{Piece, Role};

/// Blanks of a step of indentation.
const STEP: usize = 4;

/// A line as it is to be written.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    /// Whether a blank line stands before it.
    pub(super) after_blank: bool,
    /// Blanks before it.
    pub(super) indent: usize,
    /// Its tokens, with what stands between them.
    pub(super) code: String,
    /// Its comment; a line without tokens may be one.
    pub(super) comment: Option<String>,
    /// Blanks between the tokens and the comment.
    pub(super) gap: usize,
    /// Where in `code` the label of the row ends that the line consists of, and where its arrow begins.
    pub(super) row: Option<RowMarks>,
}

/// Where the parts of a row on one line begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowMarks {
    /// Behind the colon of the label, where there is one.
    pub(super) label: Option<usize>,
    /// Before the arrow.
    pub(super) arrow: usize,
}

impl Line {
    /// The line with its end; with an empty one before it, if it has one.
    pub(super) fn written(&self, end: &str) -> String {
        let blank = if self.after_blank { end } else { "" };
        let indent = " ".repeat(self.indent);
        let comment = self.comment.as_deref().unwrap_or_default();
        let gap = " ".repeat(if self.code.is_empty() || comment.is_empty() { 0 } else { self.gap });
        format!("{blank}{indent}{}{gap}{comment}{end}", self.code)
    }

    /// Columns that indentation and tokens take.
    pub(super) fn width(&self) -> usize {
        self.indent + self.code.chars().count()
    }

    /// Columns that the whole line takes.
    pub(super) fn full_width(&self) -> usize {
        self.width() + self.comment.as_ref().map_or(0, |comment| self.gap + comment.chars().count())
    }
}

/// A bracket that is open.
struct Open {
    is_brace: bool,
    /// Indentation of the line that it stands on.
    indent: usize,
}

/// The lines of a text, not yet aligned with each other.
pub(super) fn lines(pieces: &[Piece<'_>]) -> Vec<Line> {
    let mut open: Vec<Open> = Vec::new();
    let mut found: Vec<Line> = Vec::new();
    let mut last = None;
    let mut rest = pieces;
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|piece| piece.line == first.line).count();
        let (here, behind) = rest.split_at(length);
        let mut line = line(here, behind, &mut open);
        let closes = matches!(first.text, "}" | ")") && first.role != Role::Comment;
        let opened = found.last().is_some_and(|before| before.code.ends_with(['{', '(']));
        line.after_blank = last.is_some_and(|last| first.line > last + 1) && !closes && !opened;
        last = Some(first.line);
        found.push(line);
        rest = behind;
    }
    found
}

fn line(here: &[Piece<'_>], behind: &[Piece<'_>], open: &mut Vec<Open>) -> Line {
    let tokens = here.iter().take_while(|piece| piece.role != Role::Comment).count();
    let (tokens, comment) = here.split_at(tokens);
    let first = tokens.first().or_else(|| behind.iter().find(|piece| piece.role != Role::Comment));
    let mut indent = first.map_or(0, |first| indentation(first, open));
    if let (true, Some(first)) = (tokens.is_empty(), first) {
        // A comment before a closing bracket belongs to what stands in the brackets.
        indent += if matches!(first.text, "}" | ")") { STEP } else { 0 };
    }
    let row = if is_whole_row(tokens, behind) { row_marks(tokens) } else { None };
    for token in tokens {
        match token.text {
            "{" | "(" => open.push(Open { is_brace: token.text == "{", indent }),
            "}" | ")" => drop(open.pop()),
            _ => {}
        }
    }
    let comment = comment.first().map(|comment| spaced(comment.text));
    Line { after_blank: false, indent, code: code(tokens), comment, gap: 2, row }
}

/// Indentation of a line that begins with this token.
fn indentation(first: &Piece<'_>, open: &[Open]) -> usize {
    let block = open.iter().rposition(|bracket| bracket.is_brace);
    let base = block.map_or(0, |at| open[at].indent + STEP);
    let parentheses = open.len() - block.map_or(0, |at| at + 1);
    match (first.text, open.last()) {
        ("}" | ")", Some(bracket)) => bracket.indent,
        _ if matches!(first.role, Role::Item | Role::Entry) => base,
        _ => base + STEP * parentheses.max(1),
    }
}

fn code(tokens: &[Piece<'_>]) -> String {
    let mut code = String::new();
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 {
            code.push_str(between(&tokens[at - 1], token));
        }
        code.push_str(token.text);
    }
    code
}

/// Whether a line consists of one row, from its beginning to its end.
fn is_whole_row(tokens: &[Piece<'_>], behind: &[Piece<'_>]) -> bool {
    let next = behind.iter().find(|piece| piece.role != Role::Comment);
    let is_over = next.is_none_or(|next| matches!(next.role, Role::Entry | Role::Item) || next.text == "}");
    let mut depth = 0;
    let mut entries = 0;
    for token in tokens {
        entries += usize::from(token.role == Role::Entry && depth == 0);
        depth += match token.text {
            "{" | "(" => 1,
            "}" | ")" => -1,
            _ => 0,
        };
    }
    is_over && depth == 0 && entries == 1 && tokens[0].role == Role::Entry
}

fn row_marks(tokens: &[Piece<'_>]) -> Option<RowMarks> {
    let arrow = tokens.iter().position(|token| token.role == Role::Arrow)?;
    let is_outside = tokens[..arrow].iter().all(|token| token.text != "{" || token.role == Role::ListBrace);
    let end_of = |tokens: &[Piece<'_>]| code(tokens).len();
    let label = tokens.get(1).filter(|second| second.text == ":").map(|_| end_of(&tokens[..2]));
    is_outside.then(|| RowMarks { label, arrow: end_of(&tokens[..arrow]) })
}

/// A comment with a blank behind its `#`.
fn spaced(comment: &str) -> String {
    let text = comment.trim_start_matches('#');
    let signs = &comment[..comment.len() - text.len()];
    let is_word = text.starts_with(|first: char| first.is_alphanumeric());
    format!("{signs}{}{}", if is_word { " " } else { "" }, text.trim_end())
}
