//! Arithmetic on all cells of a position at once. Eight are worked on at a time, as one word.

/// For each byte of bits: eight bytes, all ones for a bit that is set.
static SPREAD: [[u8; 8]; 256] = spread_bytes();

const fn spread_bytes() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut place = 0;
        while place < 8 {
            if bits >> place & 1 == 1 {
                table[bits][place] = u8::MAX;
            }
            place += 1;
        }
        bits += 1;
    }
    table
}

/// The low seven bits of each byte.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Does something with each eight cells and eight of something else.
#[inline(always)]
fn eights<const W: usize>(cells: &mut [u8; W], others: &[u8; W], change: impl Fn(u64, u64) -> u64) {
    let (cells, _) = cells.as_chunks_mut::<8>();
    let (others, _) = others.as_chunks::<8>();
    for (cells, others) in cells.iter_mut().zip(others) {
        *cells = change(u64::from_le_bytes(*cells), u64::from_le_bytes(*others)).to_le_bytes();
    }
}

/// Adds a row to the cells, modulo 256.
#[inline(always)]
pub(super) fn add<const W: usize>(cells: &mut [u8; W], row: &[u8; W]) {
    eights(cells, row, |cells, row| ((cells & LOW) + (row & LOW)) ^ ((cells ^ row) & !LOW));
}

/// A set as bytes: all ones for its members.
#[inline(always)]
pub(super) fn mask<const W: usize>(set: u64) -> [u8; W] {
    let mut mask = [0; W];
    let (eights, _) = mask.as_chunks_mut::<8>();
    for (eight, bits) in eights.iter_mut().zip(set.to_le_bytes()) {
        *eight = SPREAD[usize::from(bits)];
    }
    mask
}

/// Adds up something of each eight cells and eight of a mask.
#[inline(always)]
fn folded<const W: usize>(cells: &[u8; W], mask: &[u8; W], join: impl Fn(u64, u64) -> u64) -> u64 {
    let (cells, _) = cells.as_chunks::<8>();
    let (masks, _) = mask.as_chunks::<8>();
    cells
        .iter()
        .zip(masks)
        .fold(0, |all, (cells, mask)| join(all, u64::from_le_bytes(*cells) & u64::from_le_bytes(*mask)))
}

/// The sum of the cells under a mask.
#[inline(always)]
pub(super) fn sum<const W: usize>(cells: &[u8; W], mask: &[u8; W]) -> i32 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    // Four sums of two bytes each: no position of a game that is played so holds more than 255 pieces.
    let sums = folded(cells, mask, |sums, eight| sums + (eight & EVEN) + (eight >> 8 & EVEN));
    let [low, high, ..] = (sums.wrapping_mul(0x0001_0001_0001_0001) >> 48).to_le_bytes();
    i32::from(u16::from_le_bytes([low, high]))
}

/// Whether all cells under a mask are empty.
#[inline(always)]
pub(super) fn none_under<const W: usize>(cells: &[u8; W], mask: &[u8; W]) -> bool {
    folded(cells, mask, |all, eight| all | eight) == 0
}

/// Empties the cells under a mask; gives what was in them.
#[inline(always)]
pub(super) fn take<const W: usize>(cells: &mut [u8; W], mask: &[u8; W]) -> i32 {
    let taken = sum(cells, mask);
    eights(cells, mask, |cells, mask| cells & !mask);
    taken
}

/// Values from the first one on, and how many more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) first: u8,
    pub(super) more: u8,
}

/// The places whose cell is in one of some ranges.
#[inline(always)]
pub(super) fn within<const W: usize>(cells: &[u8; W], ranges: &[Range]) -> u64 {
    let (eights, _) = cells.as_chunks::<8>();
    let mut found = 0;
    for (number, eight) in eights.iter().enumerate().take(8) {
        let cells = u64::from_le_bytes(*eight);
        let tops = ranges.iter().fold(0, |tops, range| tops | within_range(cells, *range));
        // The top bit of each byte that holds one, then those bits side by side.
        found |= ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * number);
    }
    found
}

/// The top bits of those of eight bytes that are in a range.
#[inline(always)]
fn within_range(cells: u64, range: Range) -> u64 {
    let at_least = |least: u8| match least {
        0 => !LOW,
        // Of bytes with their top bit and of the others apart, so that nothing is carried over.
        1..=128 => (((cells & LOW) + ONES * u64::from(128 - least)) | cells) & !LOW,
        _ => ((cells & LOW) + ONES * (256 - u64::from(least))) & cells & !LOW,
    };
    let end = u16::from(range.first) + u16::from(range.more) + 1;
    at_least(range.first) & u8::try_from(end).map_or(!LOW, |end| !at_least(end))
}

/// The cells from a number on.
#[inline(always)]
pub(super) fn from<const W: usize>(cells: &[u8; W], first: usize) -> [u8; W] {
    let mut shifted = [0; W];
    let first = first.min(W);
    shifted[..W - first].copy_from_slice(&cells[first..]);
    shifted
}
