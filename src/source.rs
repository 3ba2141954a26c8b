//! Source text and places in it.
//!
//! A rules file may build on another, so a place names its file as well as its bytes.

use std::sync::Arc;

/// A character as it can be written to a terminal: of control characters, which it would obey, the sign for them.
#[must_use]
pub fn visible_char(letter: char) -> char {
    match letter {
        '\n' | '\t' | '\r' => letter,
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + letter as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        // The marks that turn the direction of writing would show a line otherwise than it is read.
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ => letter,
    }
}

/// A text as it can be written to a terminal.
#[must_use]
pub fn visible(text: &str) -> String {
    text.chars().map(visible_char).collect()
}

/// Half-open range of bytes in one source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Number of the file in its [`SourceMap`].
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both; both must lie in one file, otherwise the first is returned.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether the other one lies in this one and is not the same.
    #[must_use]
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end && self != other
    }
}

/// One named text.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The name to show: a path, or the name of a shipped variant.
    pub name: Arc<str>,
    /// The text.
    pub text: Arc<str>,
}

impl SourceFile {
    /// Line and column of a byte, both from 1; the column counts characters.
    #[must_use]
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let mut byte = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &self.text[..byte];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }
}

/// The files that one variant is made of: itself, and those it is based on.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file and returns its number.
    pub fn add(&mut self, name: &str, text: &str) -> u16 {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        u16::try_from(self.files.len() - 1).unwrap_or(u16::MAX)
    }

    /// The file with this number; the first one where there is no such file.
    #[must_use]
    pub fn file(&self, number: u16) -> &SourceFile {
        self.files.get(usize::from(number)).unwrap_or(&self.files[0])
    }

    /// The files, in the order of their numbers.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The text of a place.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The text of a place on one line, without its comments.
    #[must_use]
    pub fn on_one_line(&self, span: Span) -> String {
        let lines = self.text(span).lines().map(|line| line.split('#').next().unwrap_or(""));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    /// Line of the start of a place, from 1.
    #[must_use]
    pub fn line(&self, span: Span) -> usize {
        self.file(span.file).line_column(span.start).0
    }
}
