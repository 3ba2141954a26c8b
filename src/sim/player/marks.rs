//! Which positions may have been there: nearly always the answer is that one has not, and that is said at once.

use crate::engine::{Cells, History, Shape};

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

impl Marks {
    /// Those of all positions of a game.
    pub(super) fn of<S: Shape>(seen: &History<S>) -> Self {
        let mut marks = Marks::default();
        for position in seen.positions() {
            let mark = position.bytes().and_then(mark);
            mark.into_iter().for_each(|mark| marks.game[mark % WORDS] |= bit(mark));
        }
        marks
    }

    /// Marks a position on the way; gives what is to be put back when it is left.
    pub(super) fn enter(&mut self, position: &impl Cells) -> Way {
        let before = Way(self.way);
        self.way |= position.bytes().and_then(mark).map_or(0, bit);
        before
    }

    /// Leaves it.
    pub(super) fn leave(&mut self, before: Way) {
        self.way = before.0;
    }

    /// Whether a position may have been there, by its first cells.
    #[inline]
    pub(super) fn may_hold(&self, cells: Option<&[u8]>) -> bool {
        let Some(mark) = cells.and_then(mark) else { return true };
        (self.game[mark % WORDS] | self.way) & bit(mark) != 0
    }
}

/// A number that is mixed of the first cells; none if they are not at hand.
#[inline]
fn mark(cells: &[u8]) -> Option<usize> {
    let [low, high] = *cells.as_chunks::<8>().0.first_chunk()?;
    let [low, high] = [low, high].map(u64::from_le_bytes);
    let mixed = low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.wrapping_mul(0xd6e8_feb8_6659_fd93);
    usize::try_from(mixed >> 54).ok()
}

/// The bit of a mark in its word.
#[inline]
fn bit(mark: usize) -> u64 {
    1 << (mark / WORDS % 64)
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
        let holds = |marks: &Marks, number: i32| marks.may_hold(position(number * 1_009).bytes());
        let before: Vec<Way> = way.clone().map(|number| marks.enter(&position(number * 1_009))).collect();
        assert!(game.clone().chain(way).all(|number| holds(&marks, number)));
        before.into_iter().rev().for_each(|before| marks.leave(before));
        assert!(game.into_iter().all(|number| holds(&marks, number)));
        assert!((50..1_050).filter(|number| holds(&marks, *number)).count() < 200);
        assert!(marks.may_hold(None));
    }
}
