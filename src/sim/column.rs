//! What a column of a [`Sheet`](crate::plan::Sheet) comes to. There are few turns on a sheet, and what is told of one is less than
//! thirty millions, so that vectors of four numbers do.

use crate::plan::{Column, Sheet, TURNS, moved, side_by_side};

/// What the turns of a game come to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub(super) turns: u64,
    /// Numbers of legal moves; turns with one.
    pub(super) choices: u64,
    pub(super) forced: u64,
    /// Turns after which the same player moves again.
    pub(super) again: u64,
    /// Turns with a capture; pieces captured by South and North.
    pub(super) captures: u64,
    pub(super) captured: [i64; 2],
    /// Laps, and most laps of a turn.
    pub(super) laps: u64,
    pub(super) most_laps: u32,
}

impl Sums {
    /// Counts the turns of a sheet: all at one go, so that vectors are filled. Gives the bits that numbers of legal moves take.
    pub(super) fn add(&mut self, sheet: &Sheet) -> i32 {
        let [moved, choices, captured] =
            [Column::Moved, Column::Choices, Column::Captured].map(|column| sheet.column(column));
        let (mut of_sheet, mut most_laps, mut bits) = ([0_i32; 7], 0, 0);
        for ((moved, choices), captured) in moved.iter().zip(choices).zip(captured) {
            let (forced, captures) = (i32::from(*choices == 1), i32::from(*captured > 0));
            let (by_north, laps) = (if moved & moved::BY_NORTH == 0 { 0 } else { *captured }, moved::laps(*moved));
            let told = [*choices, forced, moved & moved::AGAIN, captures, *captured, by_north, laps];
            of_sheet.iter_mut().zip(told).for_each(|(sum, told)| *sum += told);
            most_laps = most_laps.max(laps);
            bits |= *choices;
        }
        let [choices, forced, again, captures, captured, by_north, laps] = of_sheet.map(i64::from);
        self.turns += sheet.turns() as u64;
        for (sum, more) in [
            (&mut self.choices, choices),
            (&mut self.forced, forced),
            (&mut self.again, again),
            (&mut self.captures, captures),
            (&mut self.laps, laps),
        ] {
            *sum += more.unsigned_abs();
        }
        self.captured[0] += captured - by_north;
        self.captured[1] += by_north;
        self.most_laps = self.most_laps.max(most_laps.unsigned_abs());
        bits
    }
}

/// The laps of the turns of a sheet.
pub(super) fn laps(sheet: &Sheet) -> i64 {
    sheet.column(Column::Moved).iter().map(|told| moved::laps(*told)).sum::<i32>().into()
}

/// All bits that the sizes of numbers take: if that is less than a power of two, none is larger than that power.
pub(super) fn bits_of_all(column: &[i32]) -> i32 {
    // One less than the size of a negative number has the bits that it has not.
    column.iter().fold(0, |all, one| all | (one ^ (one >> 31)))
}

/// A bit for each: whether it is so.
pub(super) fn bits(column: &[i32; TURNS], is_so: impl Fn(i32) -> bool) -> u64 {
    let mut bytes = [0; TURNS];
    bytes.iter_mut().zip(column).for_each(|(byte, one)| *byte = u8::from(is_so(*one)));
    let (eights, _) = bytes.as_chunks::<8>();
    let bits = eights.iter().map(|eight| side_by_side(u64::from_le_bytes(*eight)));
    bits.zip((0..).step_by(8)).fold(0, |all, (bits, at)| all | bits << at)
}
