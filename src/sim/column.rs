//! What a column of a [`Sheet`](crate::plan::Sheet) comes to. There are few turns on a sheet, and what is told of one is less than
//! thirty millions, so that vectors of four numbers do.

use crate::plan::{Column, Sheet, TURNS, next};

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
    /// Counts the turns of a sheet.
    pub(super) fn add(&mut self, sheet: &Sheet) {
        let [choices, south, north, laps, next] =
            [Column::Choices, Column::CapturedBySouth, Column::CapturedByNorth, Column::Laps, Column::Next]
                .map(|column| sheet.column(column));
        self.turns += sheet.turns() as u64;
        self.choices += sum(choices).unsigned_abs();
        self.forced += number_of(choices, |choices| choices == 1);
        self.again += number_of(next, |next| next & next::AGAIN != 0);
        let captures = south.iter().zip(north).map(|(south, north)| i32::from(south | north > 0)).sum::<i32>();
        self.captures += u64::from(captures.unsigned_abs());
        self.captured[0] += sum(south);
        self.captured[1] += sum(north);
        self.laps += sum(laps).unsigned_abs();
        self.most_laps = self.most_laps.max(greatest(laps));
    }
}

/// The sum.
pub(super) fn sum(column: &[i32]) -> i64 {
    column.iter().sum::<i32>().into()
}

/// The greatest, and 0 if none is greater.
fn greatest(column: &[i32]) -> u32 {
    column.iter().copied().fold(0, i32::max).unsigned_abs()
}

/// How many are so.
fn number_of(column: &[i32], is_so: impl Fn(i32) -> bool) -> u64 {
    column.iter().map(|one| u32::from(is_so(*one))).sum::<u32>().into()
}

/// All bits that are set in any.
pub(super) fn all_bits(column: &[i32]) -> i32 {
    column.iter().fold(0, |all, one| all | one)
}

/// A bit for each: whether it is so.
pub(super) fn bits(column: &[i32; TURNS], is_so: impl Fn(i32) -> bool) -> u64 {
    let mut bytes = [0; TURNS];
    bytes.iter_mut().zip(column).for_each(|(byte, one)| *byte = u8::from(is_so(*one)));
    let (eights, _) = bytes.as_chunks::<8>();
    // A product puts the lowest bits of eight bytes into the highest byte, one beside the other.
    let bits = eights.iter().map(|eight| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
    bits.zip((0..).step_by(8)).fold(0, |all, (bits, at)| all | bits << at)
}
