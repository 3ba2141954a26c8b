//! Numbers below others, uniformly at random, from words at random (Lemire's method on 32 bits).

/// A number below `count` from a word; seldom more words are asked for. For a count of 0 it gives 0.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half of a product are words")]
pub(crate) fn below(count: u32, word: u32, more: &mut impl FnMut() -> u32) -> u32 {
    if let Some(number) = at_once(count, word) {
        return number;
    }
    let mut product = u64::from(word) * u64::from(count);
    let threshold = count.wrapping_neg() % count.max(1);
    while (product as u32) < threshold {
        product = u64::from(more()) * u64::from(count);
    }
    (product >> 32) as u32
}

/// The number that was drawn, from the last word that was drawn for it.
#[cfg(feature = "sim")]
#[allow(clippy::cast_possible_truncation, reason = "the upper half of a product is a word")]
pub(super) fn drawn(count: u32, last_word: u32) -> u32 {
    ((u64::from(last_word) * u64::from(count)) >> 32) as u32
}

/// A number below `count` from a word that gives it without a closer look; none below 0.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half of a product are words")]
pub(super) fn at_once(count: u32, word: u32) -> Option<u32> {
    let product = u64::from(word) * u64::from(count);
    (product as u32 >= count.max(1)).then_some((product >> 32) as u32)
}
