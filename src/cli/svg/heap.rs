//! Pieces in a pit or store, laid out so that they can be counted.

use super::short;
use std::fmt::Write as _;

/// Most pieces that are drawn one by one; where there are more, only the number says how many.
const MOST: u32 = 36;

/// A name for a heap: `s4`, or `s1_0_2` where there are kinds.
pub(super) fn name(held: &[u32]) -> String {
    let counts: Vec<String> = held.iter().map(u32::to_string).collect();
    format!("s{}", counts.join("_"))
}

/// The shape of a piece, by its kind: a circle, a diamond, a square, a triangle, a hexagon, a bar.
pub(super) fn piece(name: &str) -> String {
    let path = |class: &str, path: &str| format!("<path class=\"{class}\" d=\"{path}z\"/>");
    match name {
        "k1" => path("k1", "M0-6.5L6.5 0L0 6.5L-6.5 0"),
        "k2" => path("k2", "M-5-5H5V5H-5"),
        "k3" => path("k3", "M0-6.5L6 5H-6"),
        "k4" => path("k4", "M-3-5.5H3L6.2 0L3 5.5H-3L-6.2 0"),
        "k5" => path("k5", "M0-6.5L1.9-2L6.5-2L2.8 1L4.2 6L0 3.2L-4.2 6L-2.8 1L-6.5-2H-1.9"),
        _ => "<circle class=\"s\" r=\"5\"/>".to_string(),
    }
}

/// The name of a kind's shape.
fn shape_of(kind: usize) -> &'static str {
    ["k0", "k1", "k2", "k3", "k4", "k5"][kind.min(5)]
}

/// A sign like the shape, for writing.
pub(super) fn sign(kind: usize) -> char {
    ['●', '◆', '■', '▲', '⬢', '★'][kind.min(5)]
}

/// The kinds of the pieces, one by one.
fn pieces(held: &[u32]) -> Vec<usize> {
    held.iter().enumerate().flat_map(|(kind, count)| std::iter::repeat_n(kind, *count as usize)).collect()
}

/// The pieces of a pit around its middle, and the shapes that they need.
pub(super) fn drawn(held: &[u32], radius: f64) -> (String, Vec<&'static str>) {
    let pieces = pieces(held);
    if pieces.len() as u32 > MOST {
        return (format!("<circle class=\"s\" r=\"{}\"/>", short(radius * 0.8)), Vec::new());
    }
    let rows = rows_of(pieces.len());
    let longest = rows.iter().copied().max().unwrap_or(1);
    let gap = (2.0 * radius / (longest.max(rows.len()) as f64 + 0.35)).min(15.0);
    laid_out(&pieces, &rows, gap, gap * 0.9)
}

/// Rows of pieces one below the other, in a store.
pub(super) fn column(held: &[u32], width: f64, height: f64) -> (String, Vec<&'static str>) {
    let pieces = pieces(held);
    let gap = 11.5;
    let across = (width / gap) as usize;
    if pieces.len() > across * (height / gap) as usize {
        return (String::new(), Vec::new());
    }
    let mut rows = vec![across; pieces.len() / across];
    rows.extend((!pieces.len().is_multiple_of(across)).then_some(pieces.len() % across));
    laid_out(&pieces, &rows, gap, gap)
}

/// How many pieces lie in each row of a heap: rows as even as they can be, the longest in the middle.
fn rows_of(count: usize) -> Vec<usize> {
    let lines = match count {
        0..=3 => 1,
        4..=8 => 2,
        9..=14 => 3,
        15..=21 => 4,
        22..=28 => 5,
        _ => 6,
    };
    let mut rows = vec![count / lines; lines];
    // What is left over lies in the middle rows.
    for extra in 0..count % lines {
        let middle = lines / 2;
        let at = if extra % 2 == 0 { middle + extra / 2 } else { middle - extra.div_ceil(2) };
        rows[at.min(lines - 1)] += 1;
    }
    rows
}

fn laid_out(pieces: &[usize], rows: &[usize], across: f64, down: f64) -> (String, Vec<&'static str>) {
    let mut text = String::new();
    let mut shapes: Vec<&'static str> = Vec::new();
    let mut pieces = pieces.iter();
    for (line, count) in rows.iter().enumerate() {
        let y = (line as f64 - (rows.len() as f64 - 1.0) / 2.0) * down;
        for (at, kind) in pieces.by_ref().take(*count).enumerate() {
            let x = (at as f64 - (*count as f64 - 1.0) / 2.0) * across;
            let shape = shape_of(*kind);
            let _ = write!(text, "<use href=\"#{shape}\" x=\"{}\" y=\"{}\"/>", short(x), short(y));
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
    }
    (text, shapes)
}

#[cfg(test)]
mod tests {
    use super::rows_of;

    #[test]
    fn every_piece_lies_in_a_row() {
        for count in 0..=36 {
            assert_eq!(rows_of(count).iter().sum::<usize>(), count);
        }
        assert_eq!(rows_of(5), [2, 3]);
        assert_eq!(rows_of(10), [3, 4, 3]);
    }
}
