//! Kalah (6, 4) by hand. Pits and stores are the bytes of a `u128`: the mover's six pits, his store, the opponent's six pits,
//! his store. A sowing is one addition.

use super::{ByHand, holding, nth_bit};
use std::hint::black_box;

const HAND_LIMIT: usize = 64;
const SIDE: u32 = 7;
const ROW: u128 = 0xffff_ffff_ffff;
const WHOLE: u128 = (1 << 112) - 1;
const STORE: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Kalah(u128);

#[derive(Clone, Copy)]
struct Sowing {
    add: u128,
    last: u32,
}

static SOWINGS: [[Sowing; HAND_LIMIT]; 6] = sowings();

const fn sowings() -> [[Sowing; HAND_LIMIT]; 6] {
    let mut table = [[Sowing { add: 0, last: 15 }; HAND_LIMIT]; 6];
    let mut pit = 0;
    while pit < 6 {
        let mut hand = 1;
        while hand < HAND_LIMIT {
            let (mut place, mut left, mut add) = (pit, hand, 0_u128);
            while left > 0 {
                place = (place + 1) % 13;
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

impl Kalah {
    #[inline]
    fn own(self) -> u64 {
        (self.0 & ROW) as u64
    }

    #[inline]
    fn is_over(self) -> bool {
        self.own() == 0 || self.0 >> 56 & ROW == 0
    }

    #[inline(always)]
    fn play(self, pit: usize) -> (Kalah, bool) {
        let hand = (self.0 >> (8 * pit)) as usize & 0xff;
        let sowing = SOWINGS[pit][hand % HAND_LIMIT];
        let sown = (self.0 & !(0xff << (8 * pit))) + sowing.add;
        let last = sowing.last as usize;
        let held = (sown >> (8 * last)) as u32 & 0xff;
        let across = 8 * (12 - last.min(12));
        let facing = sown >> across & 0xff;
        let takes = (last < STORE) & (held == 1) & (facing > 0);
        let taken = sown & !(0xff << across) & !(0xff << (8 * last));
        let taken = taken + ((facing + 1) << (8 * STORE));
        let after = if takes { taken } else { sown };
        let again = last == STORE;
        let turned = after >> 56 | after << 56 & WHOLE;
        (Kalah(if again { after } else { turned }), again)
    }
}

impl ByHand for Kalah {
    const START: Self = Kalah(0x0004_0404_0404_0400_0404_0404_0404);

    #[inline]
    fn children(self, mut visit: impl FnMut(Self, bool)) {
        if self.is_over() {
            return;
        }
        let mut pits = holding(self.own());
        while pits != 0 {
            let (next, again) = self.play(pits.trailing_zeros() as usize);
            visit(next, again);
            pits &= pits - 1;
        }
    }

    #[inline]
    fn leaves(self) -> u64 {
        if self.is_over() {
            return 0;
        }
        for pit in 0..6 {
            black_box(self.play(pit));
        }
        u64::from(holding(self.own()).count_ones())
    }

    #[inline]
    fn count(self) -> u32 {
        if self.is_over() { 0 } else { holding(self.own()).count_ones() }
    }

    #[inline]
    fn moved(self, number: u32) -> Option<(Self, bool)> {
        Some(self.play(nth_bit(holding(self.own()), number) as usize))
    }

    fn cells(self) -> Vec<u8> {
        self.0.to_le_bytes()[..2 * SIDE as usize].to_vec()
    }

    fn out_of_play(self) -> Option<u32> {
        None
    }
}
