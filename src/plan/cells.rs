//! Arithmetic on all cells of a position at once, in forms of which compilers make a few vector instructions.

/// For each byte of bits: eight bytes, all ones for a bit that is set.
pub(super) static SPREAD: [[u8; 8]; 256] = spread_bytes();

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

/// Does something with each sixteen cells and sixteen of something else: what compilers make one vector of.
#[inline(always)]
fn change<const W: usize>(cells: &mut [u8; W], others: &[u8; W], change: impl Fn([u8; 16], [u8; 16]) -> [u8; 16]) {
    let (cells, _) = cells.as_chunks_mut::<16>();
    let (others, _) = others.as_chunks::<16>();
    for (cells, others) in cells.iter_mut().zip(others) {
        *cells = change(*cells, *others);
    }
}

/// Adds a row to the cells, modulo 256.
#[inline(always)]
pub(super) fn add<const W: usize>(cells: &mut [u8; W], row: &[u8; W]) {
    change(cells, row, |cells, row| std::array::from_fn(|at| cells[at].wrapping_add(row[at])));
}

/// Leaves those bits in the cells that stand in a row.
#[cfg(feature = "sim")]
#[inline(always)]
pub(super) fn keep<const W: usize>(cells: &mut [u8; W], row: &[u8; W]) {
    change(cells, row, |cells, row| std::array::from_fn(|at| cells[at] & row[at]));
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

/// Cells with what is added to each, modulo 256.
#[cfg(feature = "sim")]
#[inline(always)]
pub(super) fn sum_of<const W: usize>(cells: &[u8; W], row: &[u8; W]) -> [u8; W] {
    let mut sum = *cells;
    add(&mut sum, row);
    sum
}

/// The sum of the cells under a mask.
#[inline(always)]
pub(super) fn sum<const W: usize>(cells: &[u8; W], mask: &[u8; W]) -> i32 {
    let (cells, _) = cells.as_chunks::<8>();
    let (masks, _) = mask.as_chunks::<8>();
    let mut sums = 0;
    for (cells, mask) in cells.iter().zip(masks) {
        sums += in_pairs(u64::from_le_bytes(*cells) & u64::from_le_bytes(*mask));
    }
    all_of(sums)
}

/// The pieces in cells, which are no more than those of a game.
#[inline]
pub(crate) fn pieces_in_all(cells: &[u8]) -> i32 {
    let (eights, rest) = cells.as_chunks::<8>();
    let sums = eights.iter().map(|eight| in_pairs(u64::from_le_bytes(*eight))).sum();
    all_of(sums) + rest.iter().copied().map(i32::from).sum::<i32>()
}

/// The pieces in some cells less those in as many others.
#[cfg(feature = "sim")]
#[inline]
pub(crate) fn more_pieces(these: &[u8], those: &[u8]) -> i32 {
    more(these, those, in_pairs, all_of, i32::from)
}

/// How many of some cells hold something, less how many of as many others do.
#[cfg(feature = "sim")]
#[inline]
pub(crate) fn more_filled(these: &[u8], those: &[u8]) -> i32 {
    // Each byte tells how many there are at its place among the eights.
    let all = |filled| all_of(in_pairs(filled));
    more(these, those, |eight| filled_tops(eight) >> 7, all, |cell| i32::from(cell != 0))
}

/// What some cells come to less what as many others do: what eight of them do is added up, and told of the sum.
#[cfg(feature = "sim")]
#[inline(always)]
fn more(
    these: &[u8],
    those: &[u8],
    eight: impl Fn(u64) -> u64,
    all: impl Fn(u64) -> i32,
    one: impl Fn(u8) -> i32,
) -> i32 {
    let mut sums = [0; 2];
    let (these, rest) = these.as_chunks::<8>();
    let (those, other_rest) = those.as_chunks::<8>();
    for (these, those) in these.iter().zip(those) {
        sums[0] += eight(u64::from_le_bytes(*these));
        sums[1] += eight(u64::from_le_bytes(*those));
    }
    let of_rest = |rest: &[u8]| rest.iter().map(|cell| one(*cell)).sum::<i32>();
    all(sums[0]) - all(sums[1]) + of_rest(rest) - of_rest(other_rest)
}

/// Eight cells as four sums of two bytes each.
#[inline(always)]
fn in_pairs(eight: u64) -> u64 {
    (eight & EVEN) + (eight >> 8 & EVEN)
}

/// The sum of four sums of two bytes each, which the product brings together in the upper two.
#[inline(always)]
fn all_of(sums: u64) -> i32 {
    let all = sums.wrapping_mul(0x0001_0001_0001_0001).to_be_bytes();
    i32::from(u16::from_be_bytes([all[0], all[1]]))
}

/// Every second byte.
const EVEN: u64 = 0x00ff_00ff_00ff_00ff;

/// Whether all cells under a mask are empty.
#[inline(always)]
pub(super) fn none_under<const W: usize>(cells: &[u8; W], mask: &[u8; W]) -> bool {
    let (cells, _) = cells.as_chunks::<16>();
    let (masks, _) = mask.as_chunks::<16>();
    let under = cells.iter().zip(masks).map(|(cells, mask)| u128::from_le_bytes(*cells) & u128::from_le_bytes(*mask));
    under.fold(0, |all, under| all | under) == 0
}

/// The same where all of them are among the same sixteen.
#[inline(always)]
pub(super) fn none_among_sixteen<const W: usize>(cells: &[u8; W], mask: &[u8; W], sixteen: usize) -> bool {
    let (cells, _) = cells.as_chunks::<16>();
    let (masks, _) = mask.as_chunks::<16>();
    let at = sixteen % (W / 16);
    u128::from_le_bytes(cells[at]) & u128::from_le_bytes(masks[at]) == 0
}

/// Empties the cells under a mask; gives what was in them.
#[inline(always)]
pub(super) fn take<const W: usize>(cells: &mut [u8; W], mask: &[u8; W]) -> i32 {
    let taken = sum(cells, mask);
    change(cells, mask, |cells, mask| (u128::from_le_bytes(cells) & !u128::from_le_bytes(mask)).to_le_bytes());
    taken
}

/// The low seven bits of each byte.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Values from one on, told of eight bytes at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AtLeast {
    /// What carries into the top bit of a byte whose other bits are as large as those of the least value.
    carry: u64,
    /// Whether the least value is above 128: then the top bit has to be there as well.
    both: bool,
}

impl AtLeast {
    /// The values from one that is not 0 on.
    fn new(least: u8) -> Self {
        let both = least > 128;
        let carry = if both { 256 - u64::from(least) } else { 128 - u64::from(least) };
        AtLeast { carry: ONES * carry, both }
    }

    /// The top bits of those bytes that hold one.
    #[inline(always)]
    fn tops(self, cells: u64) -> u64 {
        let carried = (cells & LOW) + self.carry;
        (if self.both { carried & cells } else { carried | cells }) & !LOW
    }
}

/// Values from one on up to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    /// None if there is none below.
    from: Option<AtLeast>,
    /// None if there is none above.
    beyond: Option<AtLeast>,
}

impl Range {
    /// N values, at least one, from the first one on.
    pub(super) fn new(first: u8, more: u8) -> Self {
        let from = (first > 0).then(|| AtLeast::new(first));
        let beyond = first.checked_add(more).and_then(|last| last.checked_add(1)).map(AtLeast::new);
        Range { from, beyond }
    }

    /// Its least value, if all from there on are in it.
    pub(super) fn least(self) -> Option<AtLeast> {
        self.from.filter(|_| self.beyond.is_none())
    }

    #[inline(always)]
    fn tops(self, cells: u64) -> u64 {
        let from = self.from.map_or(!LOW, |from| from.tops(cells));
        self.beyond.map_or(from, |beyond| from & !beyond.tops(cells))
    }
}

/// The members of a set whose cell is in one of some ranges.
#[inline(always)]
pub(super) fn within<const W: usize>(cells: &[u8; W], ranges: &[Range], set: u64) -> u64 {
    members(cells, set, |cells| ranges.iter().fold(0, |tops, range| tops | range.tops(cells)))
}

/// The members of a set whose cell holds a value from one on.
#[inline(always)]
pub(super) fn at_least<const W: usize>(cells: &[u8; W], least: AtLeast, set: u64) -> u64 {
    members(cells, set, |cells| least.tops(cells))
}

/// The members of a set that are told by the top bits of eight cells at a time.
#[inline(always)]
fn members<const W: usize>(cells: &[u8; W], set: u64, tops: impl Fn(u64) -> u64) -> u64 {
    let (eights, _) = cells.as_chunks::<8>();
    let among = |number: usize| {
        let tops = tops(u64::from_le_bytes(eights[number % eights.len()]));
        side_by_side(tops >> 7) << (8 * number)
    };
    if W <= 16 {
        // Both are done faster than one is left out.
        return (0..W / 8).fold(0, |found, number| found | among(number)) & set;
    }
    let (mut found, mut left) = (0, set);
    while left != 0 {
        let number = left.trailing_zeros() as usize / 8;
        found |= among(number);
        left &= !(0xff << (8 * number));
    }
    found & set
}

/// Eight bytes, each of which is 0 or 1, as bits side by side.
#[inline(always)]
pub(crate) fn side_by_side(eight: u64) -> u64 {
    // A product puts their lowest bits into the highest byte.
    eight.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Those of eight bytes that hold something, by bits.
#[inline(always)]
pub(super) fn filled(eight: u64) -> u64 {
    side_by_side(filled_tops(eight) >> 7)
}

/// The top bits of those.
#[inline(always)]
pub(crate) fn filled_tops(eight: u64) -> u64 {
    (((eight & LOW) + LOW) | eight) & !LOW
}

/// Eight cells from a number on; those behind the last one are empty.
#[inline(always)]
pub(super) fn eight_from<const W: usize>(cells: &[u8; W], first: usize) -> [u8; 8] {
    if let Some(eight) = cells.get(first..).and_then(|cells| cells.first_chunk()) {
        return *eight;
    }
    std::array::from_fn(|at| cells.get(first + at).copied().unwrap_or(0))
}

/// The cells from a number on.
#[inline(always)]
pub(super) fn from<const W: usize>(cells: &[u8; W], first: usize) -> [u8; W] {
    let mut shifted = [0; W];
    let first = first.min(W);
    shifted[..W - first].copy_from_slice(&cells[first..]);
    shifted
}

#[cfg(all(test, feature = "sim"))]
mod tests {
    use super::*;

    /// Cells are counted eight at a time as one by one.
    #[test]
    fn cells_are_counted_as_one_by_one() {
        let mut state = 1_u32;
        let mut cell = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 30 == 0 { 0 } else { state.to_be_bytes()[1] }
        };
        for count in (0..40).cycle().take(400) {
            let [these, those]: [Vec<u8>; 2] = [(); 2].map(|()| (0..count).map(&mut cell).collect());
            let pieces = |cells: &[u8]| cells.iter().copied().map(i32::from).sum::<i32>();
            let filled = |cells: &[u8]| cells.iter().map(|cell| i32::from(*cell != 0)).sum::<i32>();
            assert_eq!(pieces_in_all(&these), pieces(&these));
            assert_eq!(more_pieces(&these, &those), pieces(&these) - pieces(&those));
            assert_eq!(more_filled(&these, &those), filled(&these) - filled(&those));
        }
    }
}
