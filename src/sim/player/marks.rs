//! Which positions may have been there: nearly always the answer is that one has not, and that is said at once.

use crate::engine::{Cells as _, History, Shape};

/// Words of marks: so many that few positions of a game and on the way are taken for others.
const WORDS: usize = 64;

/// Bits that positions mark by their first cells: those of the game, and those on the way from there.
#[derive(Debug, Clone)]
pub(super) struct Marks([u64; WORDS]);

/// What was marked before a position on the way was.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    word: usize,
    bits: u64,
}

/// What a position marks: a bit of a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    word: usize,
    bit: u64,
}

impl Mark {
    /// Of a position that nobody asks about: it is never taken for one that has been there.
    pub(super) const NONE: Mark = Mark { word: 0, bit: 0 };
    /// Of a position whose first cells are not at hand: it may always have been there.
    const ANY: Mark = Mark { word: WORDS, bit: 0 };

    /// That of a position by its first cells.
    #[inline]
    pub(super) fn of(cells: Option<&[u8]>) -> Self {
        let Some(first) = cells.and_then(<[u8]>::first_chunk::<16>) else { return Mark::ANY };
        let both = u128::from_le_bytes(*first);
        #[allow(clippy::cast_possible_truncation, reason = "both halves are wanted")]
        let (low, high) = (both as u64, (both >> 64) as u64);
        let mixed = low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let bits = (mixed >> 52) as usize;
        Mark { word: bits % WORDS, bit: 1 << (bits / WORDS) }
    }
}

const _: () = assert!(WORDS * 64 == 1 << (64 - 52));

impl Default for Marks {
    fn default() -> Self {
        Marks([0; WORDS])
    }
}

impl Marks {
    /// Those of all positions of a game.
    pub(super) fn of<S: Shape>(seen: &History<S>) -> Self {
        let mut marks = Marks::default();
        for position in seen.positions() {
            marks.enter(Mark::of(position.bytes()));
        }
        marks
    }

    /// Marks a position on the way; gives what is to be put back when it is left.
    #[inline]
    pub(super) fn enter(&mut self, mark: Mark) -> Before {
        let bits = self.0.get(mark.word).copied().unwrap_or(0);
        self.leave(Before { word: mark.word, bits: bits | mark.bit });
        Before { word: mark.word, bits }
    }

    /// Leaves it.
    #[inline]
    pub(super) fn leave(&mut self, before: Before) {
        self.0.get_mut(before.word).into_iter().for_each(|word| *word = before.bits);
    }

    /// Whether a position may have been there in the game or on the way.
    #[inline]
    pub(super) fn may_hold(&self, mark: Mark) -> bool {
        self.0.get(mark.word).is_none_or(|word| word & mark.bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Small;

    fn position(number: i32) -> <Small as Shape>::Position {
        let mut position = <Small as Shape>::Position::zero();
        for cell in 0..12 {
            position.set(cell, number / (cell as i32 + 1) % 7);
        }
        position
    }

    /// What has been there is never denied, and of the rest little is taken for it.
    #[test]
    fn what_has_been_there_is_held() {
        let (mut seen, game, way) = (History::<Small>::new(), 0..40, 40..50);
        for number in game.clone() {
            seen.note(&position(number * 1_009));
        }
        let mut marks = Marks::of(&seen);
        let holds = |marks: &Marks, number: i32| marks.may_hold(Mark::of(position(number * 1_009).bytes()));
        let before: Vec<Before> =
            way.clone().map(|number| marks.enter(Mark::of(position(number * 1_009).bytes()))).collect();
        assert!(game.clone().chain(way).all(|number| holds(&marks, number)));
        before.into_iter().rev().for_each(|before| marks.leave(before));
        assert!(game.into_iter().all(|number| holds(&marks, number)));
        assert!((50..1_050).filter(|number| holds(&marks, *number)).count() < 50);
        assert!(marks.may_hold(Mark::of(None)));
        assert!(!marks.may_hold(Mark::NONE));
    }
}
