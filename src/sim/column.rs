//! What a column of a [`Trail`](crate::plan::Trail) comes to. There are fewer turns than numbers of 32 bits, and what is told of
//! one is less than thirty millions, so that vectors of four numbers do.

/// Entries of which the sum fits into 32 bits.
const PART: usize = 1 << 6;

/// The sum.
pub(super) fn sum(column: &[i32]) -> i64 {
    column.chunks(PART).map(|part| i64::from(part.iter().sum::<i32>())).sum()
}

/// The greatest, and 0 if none is greater.
pub(super) fn greatest(column: &[i32]) -> i32 {
    column.iter().copied().fold(0, i32::max)
}

/// What all of them are, if they are the same.
pub(super) fn only(column: &[i32]) -> Option<i32> {
    let first = *column.first()?;
    let other = column.iter().fold(0, |other, one| other | (one ^ first));
    (other == 0).then_some(first)
}

/// How many are so.
pub(super) fn number_of(column: &[i32], is_so: impl Fn(i32) -> bool) -> u64 {
    column.iter().map(|one| u32::from(is_so(*one))).sum::<u32>().into()
}

/// In how many turns it is so of what stands in two columns.
pub(super) fn number_of_either([one, two]: [&[i32]; 2], is_so: impl Fn(i32, i32) -> bool) -> u64 {
    one.iter().zip(two).map(|(one, two)| u32::from(is_so(*one, *two))).sum::<u32>().into()
}
