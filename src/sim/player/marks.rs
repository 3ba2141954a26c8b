//! Which positions may have been there: nearly always the answer is that one has not, and that is said at once.

use crate::engine::{Cells as _, History, Shape};

/// Words of the marks of a game.
const WORDS: usize = 16;

/// Bits that positions mark by their first cells: those of the game, and those on the way from there.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Marks {
    game: [u64; WORDS],
    way: u64,
}

/// What is marked of the positions on the way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way(u64);

/// What a position marks: a word of the game's, and a bit.
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
        let bits = (mixed >> 54) as usize;
        Mark { word: bits % WORDS, bit: 1 << (bits / WORDS) }
    }
}

const _: () = assert!(WORDS * 64 == 1 << (64 - 54));

impl Marks {
    /// Those of all positions of a game.
    pub(super) fn of<S: Shape>(seen: &History<S>) -> Self {
        let mut marks = Marks::default();
        for position in seen.positions() {
            let mark = Mark::of(position.bytes());
            marks.game.get_mut(mark.word).into_iter().for_each(|word| *word |= mark.bit);
        }
        marks
    }

    /// Marks a position on the way; gives what is to be put back when it is left.
    #[inline]
    pub(super) fn enter(&mut self, mark: Mark) -> Way {
        let before = Way(self.way);
        self.way |= mark.bit;
        before
    }

    /// Leaves it.
    #[inline]
    pub(super) fn leave(&mut self, before: Way) {
        self.way = before.0;
    }

    /// Whether a position may have been there in the game.
    #[inline]
    pub(super) fn may_hold_of_game(&self, mark: Mark) -> bool {
        self.game.get(mark.word).is_none_or(|word| word & mark.bit != 0)
    }

    /// Whether a position may have been there in the game or on the way.
    #[inline]
    pub(super) fn may_hold(&self, mark: Mark) -> bool {
        self.game.get(mark.word).is_none_or(|word| (word | self.way) & mark.bit != 0)
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
        let before: Vec<Way> =
            way.clone().map(|number| marks.enter(Mark::of(position(number * 1_009).bytes()))).collect();
        assert!(game.clone().chain(way).all(|number| holds(&marks, number)));
        before.into_iter().rev().for_each(|before| marks.leave(before));
        assert!(game.into_iter().all(|number| holds(&marks, number)));
        assert!((50..1_050).filter(|number| holds(&marks, *number)).count() < 200);
        assert!(marks.may_hold(Mark::of(None)));
        assert!(!marks.may_hold(Mark::NONE));
    }
}
