//! Four games written by hand, as the yardstick for the engine: what a program that knows one game can do.
//!
//! Rules are the defaults of the shipped variants of the same names. Repetition is ignored in perft, as everywhere; a game at random
//! ends by it where the rules say so.

pub(crate) mod bohnenspiel;
pub(crate) mod hus;
pub(crate) mod kalah;
pub(crate) mod oware;

/// A position of a game that is written by hand, as the player to move sees it.
pub(crate) trait ByHand: Copy + PartialEq {
    /// The opening position.
    const START: Self;

    /// Visits the position that each legal move leads to, in the order of the engine's listing, and tells whether the
    /// same player moves again.
    fn children(self, visit: impl FnMut(Self, bool));

    /// Number of legal moves. All are made, as if the positions were wanted.
    fn leaves(self) -> u64;

    /// The position behind the legal move with a number, and whether the same player moves again; moves are numbered in
    /// the order of listing. None if there are fewer.
    fn moved(self, number: u32) -> Option<(Self, bool)>;

    /// Number of legal moves, not made where that can be told without.
    fn count(self) -> u32;

    /// Pits and stores, the mover's first; to compare with the engine.
    fn cells(self) -> Vec<u8>;

    /// Where a position that comes again ends the game: pieces that are out of play for good, so that positions with more and with fewer
    /// are not the same. None where it does not.
    fn out_of_play(self) -> Option<u32>;
}

/// Counts the move paths of exactly `depth` moves from a position; paths that end earlier are not counted.
pub(crate) fn perft<G: ByHand>(position: G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.leaves(),
        _ => {
            let mut paths = 0;
            position.children(|next, _| paths += perft(next, depth - 1));
            paths
        }
    }
}

/// Plays games at random, each to its end or a number of moves; gives the number of moves made.
pub(crate) fn play_at_random<G: ByHand>(games: u32, most: u32, seed: u64) -> u64 {
    let mut random = Random(seed | 1);
    let (mut moves, mut past) = (0, Past::default());
    for _ in 0..games {
        let mut position = G::START;
        past.begin(position);
        for _ in 0..most {
            let count = position.count();
            if count == 0 {
                break;
            }
            let Some((next, _)) = position.moved(random.below(count)) else { break };
            position = next;
            moves += 1;
            if past.has(position) {
                break;
            }
        }
        std::hint::black_box(position);
    }
    moves
}

/// The positions that can come again, each as the player to move sees it: players take turns in games that ask for them.
struct Past<G> {
    positions: Vec<G>,
    out: u32,
}

impl<G> Default for Past<G> {
    fn default() -> Self {
        Past { positions: Vec::new(), out: 0 }
    }
}

impl<G: ByHand> Past<G> {
    fn begin(&mut self, position: G) {
        if let Some(out) = position.out_of_play() {
            self.out = out;
            self.positions.clear();
            self.positions.push(position);
        }
    }

    /// Whether the position that a move has led to has been there; notes it.
    #[inline(always)]
    fn has(&mut self, position: G) -> bool {
        let Some(out) = position.out_of_play() else { return false };
        if out != self.out {
            self.out = out;
            self.positions.clear();
        }
        // Every other one is seen by the same player.
        let has_been = self.positions.iter().rev().skip(1).step_by(2).any(|before| *before == position);
        self.positions.push(position);
        has_been
    }
}

/// Numbers at random: xorshift, as quick as can be.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below another.
    #[inline]
    pub(crate) fn below(&mut self, count: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(count)) >> 32) as u32
    }
}

/// The number of the set bit with a number among the set bits.
#[inline]
pub(crate) fn nth_bit(mut bits: u32, number: u32) -> u32 {
    for _ in 0..number {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// A bit for each byte that is not 0. Bytes are below 128.
#[inline]
pub(crate) fn holding(bytes: u64) -> u32 {
    let tops = (bytes + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
    ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}
