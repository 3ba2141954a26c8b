//! Lines with their indentation; long ones go on in the next line, further in.

/// Width of a listing.
const WIDTH: usize = 120;
/// How far a part of something stands in.
const STEP: usize = 4;

/// Lines of text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    lines: Vec<(usize, String)>,
}

impl Lines {
    /// Adds a line, indented by n steps.
    pub(super) fn add(&mut self, depth: usize, text: impl Into<String>) {
        self.lines.push((depth, text.into()));
    }

    /// Adds an empty line.
    pub(super) fn gap(&mut self) {
        self.lines.push((0, String::new()));
    }

    /// Adds what belongs to a line: behind it, if that is one line and there is room for it, or below it.
    pub(super) fn add_with(&mut self, depth: usize, text: impl Into<String>, below: Lines) {
        let mut text = text.into();
        match below.lines.as_slice() {
            [(_, only)] if depth * STEP + text.len() + only.len() + 4 <= WIDTH => {
                text.push_str(" -> ");
                text.push_str(only);
                self.add(depth, text);
            }
            _ => {
                self.add(depth, text);
                self.append(depth + 1, below);
            }
        }
    }

    /// Adds a heading with what belongs to it below.
    pub(super) fn add_below(&mut self, heading: &str, below: Lines) {
        self.add(0, format!("{heading}:"));
        self.append(1, below);
    }

    /// Adds other lines, indented by n steps.
    pub(super) fn append(&mut self, depth: usize, other: Lines) {
        self.lines.extend(other.lines.into_iter().map(|(more, text)| (depth + more, text)));
    }

    /// Takes the last line away if it says only this, and another stands before it.
    pub(super) fn drop_last(&mut self, text: &str) {
        if self.lines.len() > 1 && self.lines.last().is_some_and(|(depth, last)| *depth == 0 && last == text) {
            self.lines.pop();
        }
    }

    /// Takes a last line away that says only that what was done is over.
    pub(super) fn drop_return(&mut self) {
        if self.lines.last().is_some_and(|(depth, last)| *depth == 0 && last == "return") {
            self.lines.pop();
        }
    }

    /// Whether there is no line.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The text, in which no line is too long that could be broken.
    pub(super) fn text(self) -> String {
        let mut text = String::new();
        for (depth, line) in self.lines {
            wrap(depth * STEP, &line, &mut text);
        }
        text
    }
}

/// Writes a line, broken between words where it would be too long.
fn wrap(indent: usize, line: &str, text: &mut String) {
    let mut room = WIDTH.saturating_sub(indent);
    let mut first = true;
    let mut open = String::new();
    for word in line.split(' ') {
        if !open.is_empty() && open.chars().count() + 1 + word.chars().count() > room {
            write_line(indent + if first { 0 } else { 2 * STEP }, &open, text);
            (first, room) = (false, WIDTH.saturating_sub(indent + 2 * STEP));
            open.clear();
        }
        if !open.is_empty() {
            open.push(' ');
        }
        open.push_str(word);
    }
    write_line(indent + if first { 0 } else { 2 * STEP }, &open, text);
}

fn write_line(indent: usize, line: &str, text: &mut String) {
    if !line.is_empty() {
        text.extend(std::iter::repeat_n(' ', indent));
        text.push_str(line);
    }
    text.push('\n');
}
