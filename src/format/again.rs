//! Texts that are formatted again and again while they are written: only items that have changed are read again.

use super::{styled_pieces, without_mark};
use crate::diagnostic::Diagnostics;
use crate::limits;
use crate::syntax::layout::{Piece, Role, Shape, pieces, shape};
use crate::syntax::{items, parse};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Formats texts one after the other, and keeps what it has read of the last one.
#[derive(Debug, Default)]
pub struct Formatter {
    read: HashMap<String, Rc<Reading>>,
}

/// What is read of an item and of the comments behind it.
#[derive(Debug)]
struct Reading {
    is_clean: bool,
    pieces: Vec<(Range<usize>, usize, Role)>,
    shape: Shape,
}

/// A part of a text: its first byte, the number of its first line, and what was read of it.
type Part = (usize, usize, Rc<Reading>);

impl Formatter {
    /// The same rules in the one style, as [`format`](super::format) gives them; nothing for a text that cannot be read.
    pub fn format(&mut self, text: &str) -> Option<String> {
        let text = without_mark(text);
        let version = items(text).next().is_some_and(|(_, first)| first == "mancala 1");
        if !version || text.len() > limits::FILE_BYTES || !(2..=limits::ITEMS).contains(&items(text).count()) {
            return super::format(text).ok();
        }
        let before = self.parts(text);
        if before.iter().any(|(_, _, part)| !part.is_clean) {
            return None;
        }
        let styled = styled_pieces(text, &joined(text, &before));
        let after = self.parts(&styled);
        let is_same = styled == text || means_the_same((text, &before), (&styled, &after));
        let used: Vec<Rc<Reading>> = before.into_iter().chain(after).map(|(_, _, part)| part).collect();
        self.read.retain(|_, read| used.iter().any(|one| Rc::ptr_eq(one, read)));
        is_same.then_some(styled)
    }

    /// What stands before the first item, and each item with what stands behind it.
    fn parts(&mut self, text: &str) -> Vec<Part> {
        let begins = items(text).map(|(_, item)| item.as_ptr() as usize - text.as_ptr() as usize);
        let mut bounds: Vec<usize> = std::iter::once(0).chain(begins).chain([text.len()]).collect();
        bounds.dedup();
        let mut line = 0;
        let part = |bound: &[usize]| {
            let written = &text[bound[0]..bound[1]];
            let begins = line;
            line += written.matches('\n').count();
            (bound[0], begins, self.reading(written))
        };
        bounds.windows(2).map(part).collect()
    }

    fn reading(&mut self, part: &str) -> Rc<Reading> {
        if let Some(known) = self.read.get(part) {
            return Rc::clone(known);
        }
        let pieces = pieces(part).into_iter().map(|piece| (piece.at, piece.line, piece.role)).collect();
        let reading = Rc::new(Reading { is_clean: is_clean(part), pieces, shape: shape(part) });
        self.read.insert(part.to_string(), Rc::clone(&reading));
        reading
    }
}

/// Whether a part of a text can be read by itself.
fn is_clean(part: &str) -> bool {
    if items(part).all(|(word, _)| word == "mancala") {
        return true;
    }
    let mut found = Diagnostics::default();
    parse(&format!("mancala 1\n{part}"), 0, &mut found);
    !found.any_error()
}

fn joined<'a>(text: &'a str, parts: &[Part]) -> Vec<Piece<'a>> {
    let of = |(start, first_line, part): &Part| {
        let (start, first_line) = (*start, *first_line);
        let piece = move |(at, line, role): &(Range<usize>, usize, Role)| {
            let at = start + at.start..start + at.end;
            Piece { text: &text[at.clone()], at, line: first_line + line, role: *role }
        };
        part.pieces.iter().map(piece).collect::<Vec<_>>()
    };
    parts.iter().flat_map(of).collect()
}

fn means_the_same(before: (&str, &[Part]), after: (&str, &[Part])) -> bool {
    let shape = |parts: &[Part]| parts.iter().flat_map(|(_, _, part)| part.shape.clone()).collect::<Vec<_>>();
    shape(before.1) == shape(after.1)
        && super::comments(&joined(before.0, before.1)) == super::comments(&joined(after.0, after.1))
}
