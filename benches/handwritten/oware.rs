//! Oware written by hand, as the yardstick for the engine: what a program that knows this one game can do.
//!
//! The rules are the defaults of `variants/west-africa/oware.mancala`: the emptied pit is skipped on every lap, a Grand Slam captures
//! nothing, an empty row must be fed, and the game ends when the mover cannot move, at random also when a position comes again.
//!
//! A row of six pits is the low six bytes of a `u64`, pit 1 lowest, so that a sowing is two additions and a chain of
//! captures is a few operations on whole rows.

use super::ByHand;
use std::hint::black_box;

const PITS: usize = 6;
const SEEDS_PER_PIT: u64 = 4;

/// Seeds lifted from one pit are fewer than this; a power of two, so that an index needs no bounds test.
const HAND_LIMIT: usize = 64;

const PIT: u64 = 0xff;
const ONE_EACH: u64 = 0x0000_0101_0101_0101;

/// A position as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Oware {
    own: u64,
    opponent: u64,
    own_store: u32,
    opponent_store: u32,
}

/// What sowing a number of seeds from a pit adds to the two rows.
#[derive(Clone, Copy)]
struct Sowing {
    own: u64,
    opponent: u64,
    /// The opponent's pits from the first one to that of the last seed; none if the last seed falls on the mover's side.
    chain: u64,
}

impl Sowing {
    const NOTHING: Sowing = Sowing { own: 0, opponent: 0, chain: 0 };
}

static SOWINGS: [[Sowing; HAND_LIMIT]; PITS] = sowings();

const fn sowings() -> [[Sowing; HAND_LIMIT]; PITS] {
    let mut table = [[Sowing::NOTHING; HAND_LIMIT]; PITS];
    let mut origin = 0;
    while origin < PITS {
        let mut hand = 0;
        while hand < HAND_LIMIT {
            table[origin][hand] = sow(origin, hand);
            hand += 1;
        }
        origin += 1;
    }
    table
}

const fn sow(origin: usize, hand: usize) -> Sowing {
    let mut sowing = Sowing::NOTHING;
    let mut place = origin;
    let mut left = hand;
    while left > 0 {
        place = (place + 1) % (2 * PITS);
        if place == origin {
            continue;
        }
        if place < PITS {
            sowing.own += 1 << (8 * place);
        } else {
            sowing.opponent += 1 << (8 * (place - PITS));
        }
        left -= 1;
    }
    if place >= PITS {
        sowing.chain = (1 << (8 * (place - PITS + 1))) - 1;
    }
    sowing
}

impl Oware {
    /// The position after sowing from `pit`, for the other player to move, and whether that is legal.
    #[inline(always)]
    fn play(self, pit: usize) -> (Oware, bool) {
        let hand = ((self.own >> (8 * pit)) & PIT) as usize;
        let sowing = SOWINGS[pit][hand % HAND_LIMIT];
        let own = (self.own & !(PIT << (8 * pit))) + sowing.own;
        let opponent = self.opponent + sowing.opponent;
        // Sowing takes nothing from the opponent's row: if it is empty now, it was, and this move does not feed it.
        let legal = (hand != 0) & (opponent != 0);
        let rest = opponent & !captured(opponent, sowing.chain);
        // A Grand Slam leaves nothing, and captures nothing.
        let rest = if rest == 0 { opponent } else { rest };
        let next = Oware {
            own: rest,
            opponent: own,
            own_store: self.opponent_store,
            opponent_store: self.own_store + seeds(opponent - rest),
        };
        (next, legal)
    }

    /// The legal moves: pits that hold seeds, and feed if the opponent has none.
    #[inline]
    fn pits(self) -> u32 {
        let pits = super::holding(self.own);
        if self.opponent != 0 {
            pits
        } else {
            (0..PITS).filter(|pit| self.play(*pit).1).fold(0, |all, pit| all | 1 << pit)
        }
    }
}

impl ByHand for Oware {
    const START: Self =
        Oware { own: ONE_EACH * SEEDS_PER_PIT, opponent: ONE_EACH * SEEDS_PER_PIT, own_store: 0, opponent_store: 0 };

    #[inline]
    fn children(self, mut visit: impl FnMut(Self, bool)) {
        for pit in 0..PITS {
            let (next, legal) = self.play(pit);
            if legal {
                visit(next, false);
            }
        }
    }

    /// All are made, and there is no branch to guess wrong.
    #[inline(always)]
    fn leaves(self) -> u64 {
        let mut paths = 0;
        for pit in 0..PITS {
            let (next, legal) = self.play(pit);
            black_box(next);
            paths += u64::from(legal);
        }
        paths
    }

    #[inline]
    fn count(self) -> u32 {
        self.pits().count_ones()
    }

    #[inline]
    fn moved(self, number: u32) -> Option<(Self, bool)> {
        Some((self.play(super::nth_bit(self.pits(), number) as usize).0, false))
    }

    fn cells(self) -> Vec<u8> {
        let row = |row: u64| row.to_le_bytes()[..PITS].to_vec();
        let store = |store: u32| vec![store as u8];
        [row(self.own), store(self.own_store), row(self.opponent), store(self.opponent_store)].concat()
    }

    fn out_of_play(self) -> Option<u32> {
        Some(self.own_store + self.opponent_store)
    }
}

/// The unbroken run of pits with two or three seeds at the upper end of `chain`, as a mask.
#[inline(always)]
fn captured(row: u64, chain: u64) -> u64 {
    let not_two_or_three = (row ^ (ONE_EACH * 2)) & (ONE_EACH * 0xfe);
    // No pit holds more than 48 seeds: adding 127 carries into a byte's top bit just where it is not 0.
    let stops = (not_two_or_three + ONE_EACH * 0x7f) & (ONE_EACH * 0x80) & chain;
    // The lowest bit of the pit above the uppermost stop; bit 0 if there is no stop.
    let run = ((stops << 1) | 1).ilog2();
    chain & (u64::MAX << run)
}

/// The seeds of a row, no more than 255.
#[inline(always)]
fn seeds(row: u64) -> u32 {
    (row.wrapping_mul(ONE_EACH) >> (8 * (PITS - 1))) as u32 & 0xff
}
