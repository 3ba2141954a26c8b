//! How often positions have been there in a game: what is noted in one game is forgotten in the next without being touched.

use crate::model::Player;

/// The positions that have been there in a game, each with the number of times.
#[derive(Debug, Clone)]
pub(super) struct Repeats<const W: usize> {
    /// A power of two of places for positions, of which at most half are taken.
    seen: Vec<Seen<W>>,
    /// The number of this game, and how many positions it has come to.
    game: u32,
    count: usize,
}

#[derive(Debug, Clone, Copy)]
struct Seen<const W: usize> {
    cells: [u8; W],
    mover: Player,
    times: u32,
    /// The game in which it was noted; what another game has noted is free.
    game: u32,
}

impl<const W: usize> Repeats<W> {
    pub(super) fn new() -> Self {
        Repeats { seen: vec![Seen::FREE; 64], game: 1, count: 0 }
    }

    /// Another game begins.
    pub(super) fn begin(&mut self) {
        self.count = 0;
        self.game = self.game.wrapping_add(1);
        if self.game == 0 {
            self.seen.fill(Seen::FREE);
            self.game = 1;
        }
    }

    /// Notes a position and tells how often it has been there, this time included.
    #[inline]
    pub(super) fn note(&mut self, cells: &[u8; W], mover: Player) -> u32 {
        if 2 * self.count >= self.seen.len() {
            self.grow();
        }
        let found = self.find(cells, mover);
        let game = self.game;
        let seen = &mut self.seen[found];
        if seen.game == game {
            seen.times += 1;
            return seen.times;
        }
        *seen = Seen { cells: *cells, mover, times: 1, game };
        self.count += 1;
        1
    }

    /// How often a position was noted.
    #[cfg(feature = "native")]
    pub(super) fn times(&self, cells: &[u8; W], mover: Player) -> u32 {
        let seen = &self.seen[self.find(cells, mover)];
        if seen.game == self.game { seen.times } else { 0 }
    }

    /// Takes back that a position was noted once.
    pub(super) fn forget(&mut self, cells: &[u8; W], mover: Player) {
        let found = self.find(cells, mover);
        let seen = &mut self.seen[found];
        if seen.game == self.game {
            seen.times = seen.times.saturating_sub(1);
        }
    }

    /// Where a position is noted, or the free place where it would be.
    #[inline]
    fn find(&self, cells: &[u8; W], mover: Player) -> usize {
        let last = self.seen.len() - 1;
        let mut at = mixed(cells, mover);
        loop {
            at &= last;
            let seen = &self.seen[at];
            if seen.game != self.game || (seen.cells == *cells && seen.mover == mover) {
                return at;
            }
            at += 1;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![Seen::FREE; 2 * self.seen.len()];
        let before = std::mem::replace(&mut self.seen, twice);
        for seen in before.into_iter().filter(|seen| seen.game == self.game) {
            let at = self.find(&seen.cells, seen.mover);
            self.seen[at] = seen;
        }
    }
}

impl<const W: usize> Seen<W> {
    const FREE: Self = Seen { cells: [0; W], mover: Player::South, times: 0, game: 0 };
}

/// A number that positions which differ seldom share.
#[inline]
fn mixed<const W: usize>(cells: &[u8; W], mover: Player) -> usize {
    let (words, _) = cells.as_chunks::<8>();
    let mix = |mixed: u64, word: &[u8; 8]| {
        (mixed.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let mixed = words.iter().fold(mover.index() as u64, mix);
    // The upper bits depend on all cells.
    (mixed >> 32) as usize
}
