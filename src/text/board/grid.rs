//! Pits and stores as a grid of cells, and the lines between them.

use super::canvas::{Canvas, Paint};
use super::cell::Cell;
use super::view::View;
use crate::model::{Board, BoardRow, HalfPlace, Id, Place, Player};
use std::ops::Range;

/// Narrowest column for a number.
const NARROWEST: usize = 2;
/// Widest grid: a terminal of 80 columns, less the blanks that commands put before it. One that is wider is drawn with
/// narrow cells, and if that does not help, in parts, one below the other.
const WIDEST: usize = 78;

/// Corners and edges by the edges that meet: up 8, down 4, left 2, right 1.
struct Lines {
    single: [char; 16],
    /// Where the edges to the left and right are those between the players.
    double: [char; 16],
}

const UNICODE: Lines = Lines {
    single: [' ', '─', '─', '─', '│', '╭', '╮', '┬', '│', '╰', '╯', '┴', '│', '├', '┤', '┼'],
    double: [' ', '═', '═', '═', '│', '╒', '╕', '╤', '│', '╘', '╛', '╧', '│', '╞', '╡', '╪'],
};

const ASCII: Lines = Lines {
    single: [' ', '-', '-', '-', '|', '+', '+', '+', '|', '+', '+', '+', '|', '+', '+', '+'],
    double: [' ', '=', '=', '=', '|', '+', '+', '+', '|', '+', '+', '+', '|', '+', '+', '+'],
};

/// The cells of the board, line by line from North's outermost row to South's. A store stands in every line of its column.
pub(super) struct Grid<'a> {
    view: &'a View<'a>,
    /// For each line and column, the place drawn there.
    places: Vec<Vec<Option<Place>>>,
    /// Inner width of each column.
    widths: Vec<usize>,
    /// Columns behind the pieces of a pit.
    tail: usize,
    /// Whether nothing stands before the pieces of a pit and around its name.
    narrow: bool,
}

impl<'a> Grid<'a> {
    pub(super) fn new(view: &'a View<'a>) -> Self {
        let mut grid = Grid { view, places: places(&view.model.board), widths: Vec::new(), tail: 1, narrow: false };
        let pits = grid.pits();
        grid.tail = pits.iter().map(|pit| Cell::new(view, *pit).tail()).max().unwrap_or(1);
        grid.set_widths();
        if !grid.fits(&(0..grid.columns())) {
            grid.narrow = true;
            grid.set_widths();
            if !grid.fits(&(0..grid.columns())) {
                grid.narrow = false;
                grid.set_widths();
            }
        }
        grid
    }

    fn set_widths(&mut self) {
        self.widths = (0..self.columns()).map(|column| self.width(column)).collect();
        if self.view.model.kinds.len() == 1 {
            self.same_width_for_pits();
        }
    }

    /// Whether these columns, with the lines around them, are not too wide.
    fn fits(&self, columns: &Range<usize>) -> bool {
        self.left(columns.end) - self.left(columns.start) < WIDEST
    }

    /// The grid, or parts of it that are about alike and none of which is too wide: South's first pits, then those further
    /// to the right. In each part stand the pits that face each other.
    pub(super) fn parts(self) -> Vec<Self> {
        let all = self.columns();
        let pits: Vec<usize> = (0..all).filter(|column| self.is_pit_column(*column)).collect();
        for number in 1..=pits.len() {
            let each = pits.len().div_ceil(number);
            let bounds: Vec<Range<usize>> = (0..number)
                .map(|part| {
                    let begin = if part == 0 { 0 } else { pits.get(part * each).copied().unwrap_or(all) };
                    let end =
                        if part + 1 == number { all } else { pits.get((part + 1) * each).copied().unwrap_or(all) };
                    begin..end
                })
                .filter(|columns| !columns.is_empty())
                .collect();
            if bounds.iter().all(|columns| self.fits(columns)) {
                return bounds.into_iter().map(|columns| self.part(columns)).collect();
            }
        }
        vec![self]
    }

    fn part(&self, columns: Range<usize>) -> Self {
        let places = self.places.iter().map(|line| line[columns.clone()].to_vec()).collect();
        Grid { view: self.view, places, widths: self.widths[columns].to_vec(), tail: self.tail, narrow: self.narrow }
    }

    fn columns(&self) -> usize {
        self.places.first().map_or(0, Vec::len)
    }

    fn pits(&self) -> Vec<Place> {
        self.places.iter().flatten().flatten().copied().filter(|place| self.is_pit(*place)).collect()
    }

    fn is_pit(&self, place: Place) -> bool {
        self.view.model.board.row_and_number(place).is_some()
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.places.iter().filter_map(|line| line[column]);
        cells.map(|place| self.width_of(place)).max().unwrap_or(0)
    }

    fn width_of(&self, place: Place) -> usize {
        let core = Cell::new(self.view, place).core.chars().count().max(NARROWEST);
        let name = self.name(place).chars().count();
        match self.is_pit(place) {
            true if self.narrow => (core + self.tail).max(name),
            true => (1 + core + self.tail).max(1 + name + self.tail),
            false if self.narrow => core.max(name),
            false => (core + 2).max(name + 2),
        }
    }

    fn same_width_for_pits(&mut self) {
        let pits: Vec<bool> = (0..self.columns()).map(|column| self.is_pit_column(column)).collect();
        let widest = self.widths.iter().zip(&pits).filter(|(_, pit)| **pit).map(|(width, _)| *width).max().unwrap_or(0);
        self.widths.iter_mut().zip(&pits).filter(|(_, pit)| **pit).for_each(|(width, _)| *width = widest);
    }

    fn is_pit_column(&self, column: usize) -> bool {
        self.places.iter().filter_map(|line| line[column]).any(|place| self.is_pit(place))
    }

    fn name(&self, place: Place) -> &str {
        self.view.model.notation.places.get(place).map_or("", String::as_str)
    }

    /// Column of the canvas at which a column of the grid has its left edge.
    fn left(&self, column: usize) -> usize {
        self.widths[..column].iter().map(|width| width + 1).sum()
    }

    /// Draws it below what stands on the canvas, from the given line on.
    pub(super) fn draw(&self, canvas: &mut Canvas, top: usize) {
        self.draw_lines(canvas, top);
        for (line, places) in self.places.iter().enumerate() {
            for (column, place) in places.iter().enumerate() {
                if let Some(pit) = place.filter(|place| self.is_pit(*place)) {
                    self.draw_pit(canvas, pit, top + 2 * line, column);
                }
            }
        }
        for (column, place) in self.places.first().into_iter().flatten().enumerate() {
            if let Some(store) = place.filter(|place| !self.is_pit(*place)) {
                self.draw_store(canvas, store, top, column);
            }
        }
    }

    fn draw_lines(&self, canvas: &mut Canvas, top: usize) {
        let lines = if self.view.style.unicode { &UNICODE } else { &ASCII };
        for line in 0..=self.places.len() {
            let shapes = if 2 * line == self.places.len() { &lines.double } else { &lines.single };
            for column in 0..=self.columns() {
                let (at, row) = (self.left(column), top + 2 * line);
                let corner = shapes[self.edges_at(line, column)];
                canvas.put(row, at, &corner.to_string(), Paint::Faint);
                if column < self.columns() && self.edge_above(line, column) {
                    canvas.put(row, at + 1, &shapes[3].to_string().repeat(self.widths[column]), Paint::Faint);
                }
                if line < self.places.len() && self.edge_left_of(line, column) {
                    canvas.put(row + 1, at, &lines.single[12].to_string(), Paint::Faint);
                }
            }
        }
    }

    /// Which edges meet at the upper left corner of a cell.
    fn edges_at(&self, line: usize, column: usize) -> usize {
        let up = line > 0 && self.edge_left_of(line - 1, column);
        let left = column > 0 && self.edge_above(line, column - 1);
        let down = self.edge_left_of(line, column);
        let right = self.edge_above(line, column);
        8 * usize::from(up) + 4 * usize::from(down) + 2 * usize::from(left) + usize::from(right)
    }

    fn edge_above(&self, line: usize, column: usize) -> bool {
        self.at(line.checked_sub(1), Some(column)) != self.at(Some(line), Some(column))
    }

    fn edge_left_of(&self, line: usize, column: usize) -> bool {
        self.at(Some(line), column.checked_sub(1)) != self.at(Some(line), Some(column))
    }

    fn at(&self, line: Option<usize>, column: Option<usize>) -> Option<Place> {
        *self.places.get(line?)?.get(column?)?
    }

    /// The pieces of a pit, and its name on the edge away from the other player.
    fn draw_pit(&self, canvas: &mut Canvas, pit: Place, top: usize, column: usize) {
        let cell = Cell::new(self.view, pit);
        let owner = self.owner(pit);
        let end = self.left(column) + 1 + self.widths[column] - self.tail;
        let is_filled_up = self.view.model.kinds.len() == 1 && !(self.narrow && cell.named);
        let core = format!("{:>1$}", cell.core, if is_filled_up { self.core_width() } else { 0 });
        let color = if cell.empty { Paint::Faint } else { Paint::of(owner) };
        let start = end - core.chars().count();
        canvas.put(top + 1, start, &core, color);
        if cell.named {
            canvas.put(top + 1, start - 1, "[", Paint::Mark);
            canvas.put(top + 1, end, "]", Paint::Mark);
        }
        canvas.put(top + 1, end + usize::from(cell.named), &cell.marks, Paint::Mark);
        let name = self.name(pit);
        let edge = if owner == Player::North { top } else { top + 2 };
        let name_end = if self.narrow { self.left(column) + 1 + self.widths[column] } else { end };
        canvas.put(edge, name_end - name.chars().count(), name, Paint::Plain);
    }

    /// Width of the widest number in a pit.
    fn core_width(&self) -> usize {
        let cores = self.pits().into_iter().map(|pit| Cell::new(self.view, pit).core.chars().count());
        cores.max().unwrap_or(0).max(NARROWEST)
    }

    /// The pieces of a store halfway up, and its name on its owner's edge.
    fn draw_store(&self, canvas: &mut Canvas, store: Place, top: usize, column: usize) {
        let cell = Cell::new(self.view, store);
        let (left, width, height) = (self.left(column) + 1, self.widths[column], self.places.len());
        let owner = self.owner(store);
        let color = if cell.empty { Paint::Faint } else { Paint::of(owner) };
        let blank = width.saturating_sub(cell.core.chars().count()) / 2;
        canvas.put(top + height, left + blank, &cell.core, color);
        let name = self.name(store);
        let edge = if owner == Player::North { top } else { top + 2 * height };
        canvas.put(edge, left + width.saturating_sub(name.chars().count()) / 2, name, Paint::Plain);
    }

    fn owner(&self, place: Place) -> Player {
        self.view.model.board.owner(place).unwrap_or(Player::South)
    }
}

/// The place in each line and column: North's rows, then South's, between the stores.
fn places(board: &Board) -> Vec<Vec<Option<Place>>> {
    let rows = outward(board);
    let widest = rows.iter().map(|row| usize::from(row.size)).max().unwrap_or(0);
    let north = rows.iter().rev().map(|row| {
        let mut line = line(board, Player::North, row, widest);
        line.reverse();
        line
    });
    let south = rows.iter().map(|row| line(board, Player::South, row, widest));
    let mut lines: Vec<_> = north.chain(south).collect();
    if let Some(store) = board.store() {
        for line in &mut lines {
            line.insert(0, Some(board.place(Player::North, store)));
            line.push(Some(board.place(Player::South, store)));
        }
    }
    lines
}

/// A row from its owner's left.
fn line(board: &Board, player: Player, row: &BoardRow, width: usize) -> Vec<Option<Place>> {
    let pits = row.pits().map(|pit| Some(board.place(player, pit)));
    pits.chain(std::iter::repeat(None)).take(width).collect()
}

/// The rows of a player, from the middle of the board outward.
fn outward(board: &Board) -> Vec<&BoardRow> {
    let mut rows: Vec<&BoardRow> = board.rows.iter().collect();
    rows.sort_by_key(|row| (depth(board, row), !row.faces));
    rows
}

/// How many rows lie before this one.
fn depth(board: &Board, row: &BoardRow) -> usize {
    let mut at = row.start;
    let mut depth = 0;
    let in_front = |at| HalfPlace::all().zip(&board.behind).find(|(_, behind)| **behind == Some(at));
    while let Some((front, _)) = in_front(at) {
        if depth > board.rows.len() {
            break;
        }
        at = front;
        depth += 1;
    }
    depth
}
