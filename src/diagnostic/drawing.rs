//! The text of a file as it is drawn: lines that are too long for that are cut around the place, and control characters,
//! which a terminal would obey, are shown.

use crate::source::visible_char;
use std::ops::Range;

/// Longest line that is drawn whole, in bytes.
const LONGEST: usize = 400;
/// How much of a longer line is drawn on each side of the place.
const AROUND: usize = 120;

/// A text to draw, and where the places of the original are in it.
pub(super) struct Drawing {
    /// The text.
    pub(super) text: String,
    /// Pieces of the original that were kept, with where they begin in the text.
    kept: Vec<(Range<usize>, usize)>,
    /// Whether the line of the first place was cut.
    pub(super) is_cut: bool,
}

impl Drawing {
    /// Prepares a text for drawing these places, the most important first.
    pub(super) fn of(original: &str, places: &[Range<usize>]) -> Self {
        let is_plain = |line: &str| line.len() <= LONGEST && !line.chars().any(|letter| visible_char(letter) != letter);
        if original.split_inclusive('\n').all(is_plain) {
            return Drawing { text: original.to_string(), kept: vec![(0..original.len(), 0)], is_cut: false };
        }
        let mut drawing = Drawing { text: String::with_capacity(original.len()), kept: Vec::new(), is_cut: false };
        let mut begin = 0;
        for line in original.split_inclusive('\n') {
            let all = begin..begin + line.len();
            let place = places.iter().position(|place| all.contains(&place.start));
            let window = match place {
                _ if line.len() <= LONGEST => all.clone(),
                Some(number) => around(original, &all, &places[number]),
                None => begin..boundary(original, begin + LONGEST),
            };
            drawing.is_cut |= place == Some(0) && window != all;
            drawing.keep(original, &all, window);
            begin = all.end;
        }
        drawing
    }

    fn keep(&mut self, original: &str, line: &Range<usize>, window: Range<usize>) {
        if window.start > line.start {
            self.text.push('…');
        }
        // Runs of characters that stay as they are, so that places are found by subtraction.
        let mut run = window.start;
        for (at, letter) in original[window.clone()].char_indices() {
            let shown = visible_char(letter);
            if shown != letter {
                let at = window.start + at;
                self.copy(original, run..at);
                self.kept.push((at..at + letter.len_utf8(), self.text.len()));
                self.text.push(shown);
                run = at + letter.len_utf8();
            }
        }
        self.copy(original, run..window.end);
        if window.end < line.end {
            self.text.push_str("…\n");
        }
    }

    fn copy(&mut self, original: &str, run: Range<usize>) {
        if !run.is_empty() {
            self.kept.push((run.clone(), self.text.len()));
            self.text.push_str(&original[run]);
        }
    }

    /// Where a byte of the original is; at the nearest piece that was kept, if it was cut away.
    pub(super) fn place(&self, byte: usize) -> usize {
        let after = self.kept.partition_point(|(piece, _)| piece.start <= byte);
        let Some((piece, begin)) = after.checked_sub(1).map(|at| &self.kept[at]) else { return 0 };
        let at = (begin + (byte - piece.start).min(piece.len())).min(self.text.len());
        boundary(&self.text, at)
    }
}

fn around(text: &str, line: &Range<usize>, place: &Range<usize>) -> Range<usize> {
    let start = place.start.saturating_sub(AROUND).max(line.start);
    let end = (place.end.min(place.start + AROUND) + AROUND).min(line.end);
    boundary(text, start)..boundary(text, end)
}

/// The nearest boundary of a character at or before a byte.
pub(super) fn boundary(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
