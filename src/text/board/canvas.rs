//! Lines of painted characters.

use crate::model::Player;

/// What a character is, and so its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Paint {
    #[default]
    Plain,
    /// Lines, and what matters little.
    Faint,
    South,
    North,
    /// What is to be noticed.
    Mark,
}

impl Paint {
    /// The colour of what belongs to a player.
    pub(super) fn of(player: Player) -> Self {
        if player == Player::South { Paint::South } else { Paint::North }
    }

    fn code(self) -> &'static str {
        match self {
            Paint::Plain => "",
            Paint::Faint => "\x1b[2m",
            Paint::South => "\x1b[36m",
            Paint::North => "\x1b[33m",
            Paint::Mark => "\x1b[1;35m",
        }
    }
}

/// A drawing that grows with what is put on it.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<(char, Paint)>>,
}

impl Canvas {
    /// Number of lines so far.
    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    /// Writes a text over what is there, from this column of this line on.
    pub(super) fn put(&mut self, line: usize, column: usize, text: &str, paint: Paint) {
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        let cells = &mut self.lines[line];
        let end = column + text.chars().count();
        if cells.len() < end {
            cells.resize(end, (' ', Paint::Plain));
        }
        for (cell, letter) in cells[column..].iter_mut().zip(text.chars()) {
            *cell = (letter, paint);
        }
    }

    /// Adds a line of painted texts.
    pub(super) fn line(&mut self, texts: &[(String, Paint)]) {
        let (line, mut column) = (self.height(), 0);
        for (text, paint) in texts {
            self.put(line, column, text, *paint);
            column += text.chars().count();
        }
    }

    pub(super) fn render(&self, color: bool) -> String {
        self.lines.iter().map(|line| rendered(line, color) + "\n").collect()
    }
}

fn rendered(line: &[(char, Paint)], color: bool) -> String {
    let end = line.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
    let runs = line[..end].chunk_by(|(_, left), (_, right)| left == right);
    let texts = runs.map(|run| {
        let text: String = run.iter().map(|(letter, _)| letter).collect();
        let code = run.first().map_or("", |(_, paint)| paint.code());
        if color && !code.is_empty() { format!("{code}{text}\x1b[0m") } else { text }
    });
    texts.collect()
}
