//! Which row of a board is drawn where.

use crate::model::{Board, BoardRow, HalfPlace, Id, Player};

/// The rows of a board, as they are drawn.
pub(super) struct Layout<'a> {
    /// What is drawn in each line, from above.
    pub(super) lines: Vec<Vec<(Player, &'a BoardRow)>>,
    /// A row of one pit that lies at the end of the board, between the two players.
    pub(super) end: Option<End<'a>>,
}

/// A pit at the end of the board, of each player.
#[derive(Debug, Clone, Copy)]
pub(super) struct End<'a> {
    pub(super) row: &'a BoardRow,
    /// Whether it lies at its owner's left.
    pub(super) left: bool,
}

impl<'a> Layout<'a> {
    pub(super) fn of(board: &'a Board) -> Self {
        let end = end(board);
        let is_in_line = |row: &&BoardRow| end.is_none_or(|end| end.row != *row);
        let lines = lines(board, board.rows.iter().filter(is_in_line).collect());
        Layout { lines, end }
    }

    /// Pits of the longest line.
    pub(super) fn columns(&self) -> u16 {
        self.lines.iter().map(|line| line.iter().map(|(_, row)| row.size).sum::<u16>()).max().unwrap_or(0)
    }
}

/// The row of one pit that is sown from a longer row of the same player or into it, if there is one.
fn end(board: &Board) -> Option<End<'_>> {
    let mut single = board.rows.iter().filter(|row| row.size == 1);
    let (row, None) = (single.next()?, single.next()) else { return None };
    let pit = board.place(Player::South, row.start);
    let track = board.tracks.values().map(|track| {
        let places = track.spots.iter().map(|spot| board.resolve(*spot, Player::South));
        places.collect::<Vec<_>>()
    });
    let along = track.into_iter().find(|places| places.contains(&pit))?;
    let at = along.iter().position(|place| *place == pit)?;
    let beside = [along[(at + 1) % along.len()], along[(at + along.len() - 1) % along.len()]];
    beside.into_iter().find_map(|place| {
        let (other, number) = board.row_and_number(place)?;
        let is_own = board.owner(place) == Some(Player::South) && other.size > 1;
        is_own.then_some(End { row, left: number == 1 })
    })
}

/// What is drawn in each line. Where a row is half as long as the only other one, the two players share the middle line of
/// three.
fn lines<'a>(board: &Board, rows: Vec<&'a BoardRow>) -> Vec<Vec<(Player, &'a BoardRow)>> {
    let shared = |long, half| {
        let middle = vec![(Player::North, half), (Player::South, half)];
        vec![vec![(Player::North, long)], middle, vec![(Player::South, long)]]
    };
    match *rows.as_slice() {
        [one, other] if one.size == 2 * other.size => shared(one, other),
        [one, other] if other.size == 2 * one.size => shared(other, one),
        _ => one_below_the_other(board, rows),
    }
}

/// North's rows from the outermost inward, then South's from the inmost outward.
fn one_below_the_other<'a>(board: &Board, mut rows: Vec<&'a BoardRow>) -> Vec<Vec<(Player, &'a BoardRow)>> {
    rows.sort_by_key(|row| (depth(board, row), !row.faces));
    let north = rows.iter().rev().map(|row| vec![(Player::North, *row)]);
    north.chain(rows.iter().map(|row| vec![(Player::South, *row)])).collect()
}

/// How many rows lie before this one.
fn depth(board: &Board, row: &BoardRow) -> usize {
    let mut at = row.start;
    let before = |at| HalfPlace::all().zip(&board.behind).find(|(_, behind)| **behind == Some(at));
    let mut depth = 0;
    while let (Some((front, _)), true) = (before(at), depth < board.rows.len()) {
        at = front;
        depth += 1;
    }
    depth
}
