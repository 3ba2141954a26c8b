//! Hus by hand. A player's circuit of sixteen pits is a `u128`: back pits 1 to 8, then front pits 8 to 1. A lap is one
//! addition.

use super::ByHand;
use std::hint::black_box;

const HAND_LIMIT: usize = 64;
const PITS: usize = 16;
const FRONT: usize = 8;
/// More laps than these since the last capture make a turn endless, which is not legal; as many times a hundred altogether.
const LAPS: u32 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hus {
    own: u128,
    opponent: u128,
}

static SOWINGS: [[u128; HAND_LIMIT]; PITS] = {
    let mut table = [[0; HAND_LIMIT]; PITS];
    let mut pit = 0;
    while pit < PITS {
        let mut hand = 1;
        while hand < HAND_LIMIT {
            table[pit][hand] = table[pit][hand - 1] + (1 << (8 * ((pit + hand) % PITS)));
            hand += 1;
        }
        pit += 1;
    }
    table
};

impl Hus {
    /// The position behind a turn from a pit; none if the turn does not end.
    #[inline(always)]
    fn play(self, pit: usize) -> Option<Hus> {
        let (mut own, mut opponent) = (self.own, self.opponent);
        let (mut from, mut hand) = (pit, (own >> (8 * pit)) as usize & 0xff);
        own &= !(0xff << (8 * pit));
        let (mut laps, mut since) = (0, 0);
        loop {
            own += SOWINGS[from][hand % HAND_LIMIT];
            let last = (from + hand) % PITS;
            let count = (own >> (8 * last)) as usize & 0xff;
            laps += 1;
            since += 1;
            if since > LAPS || laps > 100 * LAPS {
                return None;
            }
            if count == 1 {
                return Some(Hus { own: opponent, opponent: own });
            }
            from = last;
            // The opponent's front pit that faces it, and the back pit behind that.
            let facing = 8 * ((23 - last) & 15);
            let front = (opponent >> facing) as usize & 0xff;
            if last >= FRONT && front > 0 {
                let behind = 8 * (last - FRONT);
                hand = front + ((opponent >> behind) as usize & 0xff);
                opponent &= !(0xff << facing | 0xff << behind);
                since = 0;
            } else {
                hand = count;
                own &= !(0xff << (8 * last));
            }
        }
    }

    /// The pits with two seeds or more.
    #[inline]
    fn pits(self) -> u32 {
        let half = |bytes: u64| {
            let tops = bytes.wrapping_add(0x7e7e_7e7e_7e7e_7e7e) & 0x8080_8080_8080_8080;
            ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
        };
        half(self.own as u64) | half((self.own >> 64) as u64) << 8
    }

    /// The pits in the order of listing: the front row from the left, then the back row.
    #[inline]
    fn in_order(self) -> impl Iterator<Item = usize> {
        let pits = self.pits();
        (FRONT..PITS).rev().chain(0..FRONT).filter(move |pit| pits >> pit & 1 == 1)
    }
}

impl ByHand for Hus {
    const START: Self = {
        let own = 0x0000_0000_0202_0202_0202_0202_0202_0202;
        Hus { own, opponent: own }
    };

    #[inline]
    fn children(self, mut visit: impl FnMut(Self, bool)) {
        let mut pits = self.pits();
        while pits != 0 {
            if let Some(next) = self.play(pits.trailing_zeros() as usize) {
                visit(next, false);
            }
            pits &= pits - 1;
        }
    }

    #[inline]
    fn leaves(self) -> u64 {
        let (mut pits, mut paths) = (self.pits(), 0);
        while pits != 0 {
            paths += u64::from(black_box(self.play(pits.trailing_zeros() as usize)).is_some());
            pits &= pits - 1;
        }
        paths
    }

    /// Turns without end are so rare that a move is drawn from all of them, and drawn again if it is one.
    #[inline]
    fn count(self) -> u32 {
        self.pits().count_ones()
    }

    #[inline]
    fn moved(self, number: u32) -> Option<(Self, bool)> {
        let pit = self.in_order().nth(number as usize)?;
        self.play(pit).map(|next| (next, false))
    }

    fn cells(self) -> Vec<u8> {
        let rows = |side: u128| {
            let bytes = side.to_le_bytes();
            let front = bytes[FRONT..].iter().rev().copied().collect::<Vec<u8>>();
            [front, bytes[..FRONT].to_vec()].concat()
        };
        [rows(self.own), rows(self.opponent)].concat()
    }

    fn out_of_play(self) -> Option<u32> {
        None
    }
}
