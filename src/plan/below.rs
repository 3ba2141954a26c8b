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

/// Stands for a number where none is drawn.
#[cfg(feature = "sim")]
const NONE: u8 = u8::MAX;

/// Numbers below counts from the upper halves of words, where the whole word gives the same without a closer look: nothing is asked
/// that depends on one of them, and all are worked out at once. The others, and those below 0, are more than any count.
#[cfg(feature = "sim")]
#[inline(never)]
#[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half of a product are halves of words")]
pub(super) fn by_upper_halves<const N: usize>(counts: &[u8; N], halves: &[u16; N]) -> [u8; N] {
    let mut numbers = [NONE; N];
    for at in 0..N {
        let count = u16::from(counts[at]);
        let product = u32::from(count) * u32::from(halves[at]);
        let (number, behind) = ((product >> 16) as u16, product as u16);
        // The lower half of the word adds less than the count to what stands behind the number, which must not be 0.
        let is_sure = behind.wrapping_sub(1) < count.wrapping_neg().wrapping_sub(1);
        numbers[at] = if is_sure { number as u8 } else { NONE };
    }
    numbers
}

/// A number below `count` from a word that gives it without a closer look; none below 0.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the lower and the upper half of a product are words")]
pub(super) fn at_once(count: u32, word: u32) -> Option<u32> {
    let product = u64::from(word) * u64::from(count);
    (product as u32 >= count.max(1)).then_some((product >> 32) as u32)
}

#[cfg(all(test, feature = "sim"))]
mod tests {
    use super::*;

    /// Where the upper half of a word is enough it gives what the word gives, and it nearly always is.
    #[test]
    fn half_a_word_gives_the_same_number() {
        let mut unsure = 0;
        for count in 0..=127_u8 {
            for number in 0..4_000_u32 {
                let word = number.wrapping_mul(0x9e37_79b9) ^ (number << 7);
                let [drawn] = by_upper_halves(&[count], &[(word >> 16) as u16]);
                if drawn == NONE {
                    unsure += u32::from(count > 0);
                } else {
                    assert_eq!(at_once(count.into(), word), Some(drawn.into()), "{count} {word}");
                }
            }
        }
        assert!(unsure < 127 * 4_000 / 100, "{unsure} are unsure");
        let numbers = by_upper_halves(&[0, 3, 4, 3, 5], &[5, 0, 0x4000, u16::MAX, 20]);
        assert_eq!(numbers, [NONE, NONE, NONE, NONE, 0]);
    }
}
