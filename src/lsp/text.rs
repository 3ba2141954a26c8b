//! Places in a text as editors count them: lines from 0, columns in units of UTF-16.

use lsp_types::{Position, Range};
use std::ops;

/// A text with the bytes at which its lines begin.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    text: String,
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn new(text: String) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The place of a byte; of one within a letter, the place of the letter.
    pub(super) fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let column = self.text[self.starts[line]..byte].encode_utf16().count();
        Position::new(count(line), count(column))
    }

    pub(super) fn range(&self, bytes: ops::Range<usize>) -> Range {
        Range::new(self.position(bytes.start), self.position(bytes.end))
    }

    /// The byte of a place; a place behind a line is its end, one behind the text the end of that.
    pub(super) fn byte(&self, position: Position) -> usize {
        let line = self.line(position.line as usize);
        let mut left = position.character as usize;
        for (at, letter) in self.text[line.clone()].char_indices() {
            if left < letter.len_utf16() {
                return line.start + at;
            }
            left -= letter.len_utf16();
        }
        line.end
    }

    /// The bytes of a line, without its end.
    fn line(&self, line: usize) -> ops::Range<usize> {
        let Some(&start) = self.starts.get(line) else { return self.text.len()..self.text.len() };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let end = if self.text[start..end].ends_with('\r') { end - 1 } else { end };
        start..end
    }

    /// The bytes of the word that a byte lies in or behind.
    pub(super) fn word(&self, byte: usize) -> ops::Range<usize> {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let start = byte - self.text[..byte].chars().rev().take_while(|letter| is_part(*letter)).count();
        let end = byte + self.text[byte..].chars().take_while(|letter| is_part(*letter)).count();
        start..end
    }
}

/// A number as the protocol has it.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units_of_utf16() {
        let lines = Lines::new("a😀b\r\né\n".to_string());
        assert_eq!(lines.position(5), Position::new(0, 3), "behind a letter of two units");
        assert_eq!(lines.byte(Position::new(0, 3)), 5);
        assert_eq!(lines.byte(Position::new(0, 2)), 1, "within the letter");
        assert_eq!(lines.byte(Position::new(0, 99)), 6, "before the end of the line");
        assert_eq!(lines.position(8), Position::new(1, 0));
        assert_eq!(lines.byte(Position::new(1, 1)), 10);
        assert_eq!(lines.byte(Position::new(9, 0)), 11, "behind the text");
    }
}
