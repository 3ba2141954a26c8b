//! One style for rules files. Where a line ends is the writer's choice; blanks, blank lines and indentation are not.

#[cfg(feature = "lsp")]
mod again;
mod align;
mod line;
mod page;
mod spacing;

#[cfg(feature = "lsp")]
pub use again::Formatter;
pub use page::{Page, format_page};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::syntax::layout::{Piece, Role, pieces, shape};
use crate::syntax::parse;
use line::lines;

/// Why a text is left as it is.
#[derive(Debug, Clone)]
pub enum Unformatted {
    /// It cannot be read.
    Unread(Vec<Diagnostic>),
    /// What came out would not mean the same: a fault of the formatter.
    Changed,
}

/// The same rules in the one style. Comments and where lines end are kept; so is the end of line that the text uses.
///
/// # Examples
/// ```
/// let text = "mancala 1\ngame   \"Mine\" #mine\n\n\nboard{ row home:6   store }\n";
/// let styled = mancala::format::format(text).unwrap();
/// assert_eq!(styled, "mancala 1\ngame \"Mine\"  # mine\n\nboard { row home: 6  store }\n");
/// ```
///
/// # Errors
/// The text cannot be read; it is never changed then.
pub fn format(text: &str) -> Result<String, Unformatted> {
    let text = without_mark(text);
    let mut found = Diagnostics::default();
    parse(text, 0, &mut found);
    if found.any_error() {
        return Err(Unformatted::Unread(found.sorted()));
    }
    let styled = styled(text);
    if means_the_same(text, &styled) { Ok(styled) } else { Err(Unformatted::Changed) }
}

/// Some editors begin a file with a mark of its encoding.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn styled(text: &str) -> String {
    styled_pieces(text, &pieces(text))
}

fn styled_pieces(text: &str, pieces: &[Piece<'_>]) -> String {
    let mut lines = lines(pieces);
    align::rows(&mut lines);
    align::comments(&mut lines);
    let first = text.split_inclusive('\n').next().unwrap_or_default();
    let end = if first.ends_with("\r\n") { "\r\n" } else { "\n" };
    lines.iter().map(|line| line.written(end)).collect()
}

/// Whether two texts have one tree and the same comments.
fn means_the_same(before: &str, after: &str) -> bool {
    shape(before) == shape(after) && comments(&pieces(before)) == comments(&pieces(after))
}

/// The comments among the pieces of a text, without blanks.
fn comments(pieces: &[Piece<'_>]) -> Vec<String> {
    let comments = pieces.iter().filter(|piece| piece.role == Role::Comment);
    comments.map(|comment| comment.text.replace(char::is_whitespace, "")).collect()
}
