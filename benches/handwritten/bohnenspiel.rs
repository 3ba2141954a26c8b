//! Das Bohnenspiel by hand. The ring of twelve pits is the low twelve bytes of a `u128`, the mover's first; behind it stand
//! his store and the opponent's. A sowing is one addition, a chain of captures a run of bits.

use super::{ByHand, holding, nth_bit};
use std::hint::black_box;

const HAND_LIMIT: usize = 128;
const RING: usize = 12;
const ROW: u64 = 0x0000_ffff_ffff_ffff;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bohnenspiel {
    ring: u128,
    own: u32,
    opponent: u32,
}

#[derive(Clone, Copy)]
struct Sowing {
    add: u128,
    last: u32,
}

static SOWINGS: [[Sowing; HAND_LIMIT]; 6] = sowings();

const fn sowings() -> [[Sowing; HAND_LIMIT]; 6] {
    let mut table = [[Sowing { add: 0, last: 0 }; HAND_LIMIT]; 6];
    let mut pit = 0;
    while pit < 6 {
        let mut hand = 1;
        while hand < HAND_LIMIT {
            let (mut place, mut left, mut add) = (pit, hand, 0_u128);
            while left > 0 {
                place = (place + 1) % RING;
                add += 1 << (8 * place);
                left -= 1;
            }
            table[pit][hand] = Sowing { add, last: place as u32 };
            hand += 1;
        }
        pit += 1;
    }
    table
}

/// For each last pit and number of pits: those from it back, as bytes.
static RUNS: [[u128; RING + 1]; RING] = {
    let mut runs = [[0; RING + 1]; RING];
    let mut last = 0;
    while last < RING {
        let mut length = 1;
        while length <= RING {
            runs[last][length] = runs[last][length - 1] | 0xff << (8 * ((last + 1 + RING - length) % RING));
            length += 1;
        }
        last += 1;
    }
    runs
};

impl Bohnenspiel {
    #[inline(always)]
    fn play(self, pit: usize) -> Bohnenspiel {
        let hand = (self.ring >> (8 * pit)) as usize & 0xff;
        let sowing = SOWINGS[pit][hand % HAND_LIMIT];
        let sown = (self.ring & !(0xff << (8 * pit))) + sowing.add;
        let last = sowing.last;
        let taken = taken(sown, last);
        let rest = sown & !taken;
        let seeds = sum(sown & taken);
        let turned = rest >> 48 | rest << 48 & ((1 << 96) - 1);
        Bohnenspiel { ring: turned, own: self.opponent, opponent: self.own + seeds }
    }

    #[inline]
    fn own_row(self) -> u64 {
        self.ring as u64 & ROW
    }
}

/// The pits with two, four or six seeds from the last one back, as bytes.
#[inline(always)]
fn taken(ring: u128, last: u32) -> u128 {
    let pits = two_four_six(ring as u64) | two_four_six((ring >> 64) as u64) << 8;
    // Twice round, so that the run back from the last pit does not pass the end.
    let twice = (pits & 0xfff) | pits << RING;
    let length = (!(twice << (19 - last))).leading_zeros().min(RING as u32);
    RUNS[last as usize % RING][length as usize]
}

/// A bit for each byte that is 2, 4 or 6.
#[inline(always)]
fn two_four_six(bytes: u64) -> u32 {
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let wrong = bytes & 0xf9f9_f9f9_f9f9_f9f9;
    let wrong = ((wrong & !TOPS) + !TOPS) | wrong;
    let some = (bytes & 0x0606_0606_0606_0606) + !TOPS;
    let tops = some & !wrong & TOPS;
    ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

#[inline]
fn sum(bytes: u128) -> u32 {
    let ones = 0x0101_0101_0101_0101_u64;
    let half = |bytes: u64| (bytes.wrapping_mul(ones) >> 56) as u32;
    half(bytes as u64) + half((bytes >> 64) as u64)
}

impl ByHand for Bohnenspiel {
    const START: Self = Bohnenspiel { ring: 0x0606_0606_0606_0606_0606_0606, own: 0, opponent: 0 };

    #[inline]
    fn children(self, mut visit: impl FnMut(Self, bool)) {
        let mut pits = holding(self.own_row());
        while pits != 0 {
            visit(self.play(pits.trailing_zeros() as usize), false);
            pits &= pits - 1;
        }
    }

    #[inline]
    fn leaves(self) -> u64 {
        let pits = holding(self.own_row());
        let mut open = pits;
        while open != 0 {
            black_box(self.play(open.trailing_zeros() as usize));
            open &= open - 1;
        }
        u64::from(pits.count_ones())
    }

    #[inline]
    fn count(self) -> u32 {
        holding(self.own_row()).count_ones()
    }

    #[inline]
    fn moved(self, number: u32) -> Option<(Self, bool)> {
        Some((self.play(nth_bit(holding(self.own_row()), number) as usize), false))
    }

    fn cells(self) -> Vec<u8> {
        let bytes = self.ring.to_le_bytes();
        let (own, opponent) = bytes[..RING].split_at(6);
        [own, &[self.own as u8], opponent, &[self.opponent as u8]].concat()
    }

    fn out_of_play(self) -> Option<u32> {
        Some(self.own + self.opponent)
    }
}
