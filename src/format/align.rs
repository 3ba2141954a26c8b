//! Rows and comments of neighbouring lines begin in one column, where that does not make lines too wide.

use super::line::Line;

/// Widest line that is aligned with its neighbours.
const WIDTH: usize = 120;
/// Most blanks that are put in to align something.
const MOST_BLANKS: usize = 40;

/// Something that lines are aligned by.
struct Column {
    /// Where it stands in a line, if it does.
    of: fn(&Line) -> Option<usize>,
    /// Columns that the line takes, as far as they matter.
    width: fn(&Line) -> usize,
    /// Puts n blanks before it.
    pad: fn(&mut Line, usize),
}

const CONDITIONS: Column = Column {
    of: |line| line.row?.label,
    width: Line::full_width,
    pad: |line, blanks| {
        if let Some(row) = &mut line.row
            && let Some(label) = row.label
        {
            line.code.insert_str(label, &" ".repeat(blanks));
            row.arrow += blanks;
        }
    },
};

const ARROWS: Column = Column {
    of: |line| Some(line.row?.arrow),
    width: Line::full_width,
    pad: |line, blanks| {
        if let Some(row) = line.row {
            line.code.insert_str(row.arrow, &" ".repeat(blanks));
        }
    },
};

const COMMENTS: Column =
    Column { of: |line| Some(line.width()), width: Line::full_width, pad: |line, blanks| line.gap += blanks };

/// Aligns the conditions and the arrows of rows that stand on a line each, one below the other.
pub(super) fn rows(lines: &mut [Line]) {
    let are_neighbours = |one: &Line, next: &Line| next.row.is_some() && one.indent == next.indent;
    for rows in lines.chunk_by_mut(|one, next| one.row.is_some() && !next.after_blank && are_neighbours(one, next)) {
        align(rows, &CONDITIONS);
        align(rows, &ARROWS);
    }
}

/// Aligns the comments behind lines that stand one below the other.
pub(super) fn comments(lines: &mut [Line]) {
    let has = |line: &Line| !line.code.is_empty() && line.comment.is_some();
    let are_neighbours = |one: &Line, next: &Line| has(one) && has(next) && one.indent == next.indent;
    for section in lines.chunk_by_mut(|one, next| are_neighbours(one, next) && !next.after_blank) {
        align(section, &COMMENTS);
    }
}

/// Aligns lines, as many in a group as can be without much blank space or lines that are too wide.
fn align(mut lines: &mut [Line], column: &Column) {
    while !lines.is_empty() {
        let mut group = 1;
        while group < lines.len() && blanks(&lines[..=group], column).is_some() {
            group += 1;
        }
        let (here, behind) = lines.split_at_mut(group);
        let needed = blanks(here, column).unwrap_or_default();
        for (line, blanks) in here.iter_mut().zip(needed) {
            (column.pad)(line, blanks);
        }
        lines = behind;
    }
}

/// How many blanks align each of these lines, if they may be aligned.
fn blanks(lines: &[Line], column: &Column) -> Option<Vec<usize>> {
    let furthest = lines.iter().filter_map(column.of).max()?;
    let needed = |line: &Line| (column.of)(line).map_or(0, |at| furthest - at);
    let fits =
        |line: &Line| needed(line) == 0 || needed(line) <= MOST_BLANKS && (column.width)(line) + needed(line) <= WIDTH;
    lines.iter().all(fits).then(|| lines.iter().map(needed).collect())
}
