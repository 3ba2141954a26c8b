//! What may come of all options of a position, told together: where few places can be chosen, and it is enough to look into a place
//! to know whether it can be.

use super::{ANYTHING, FirstLap, Flags, Foreseen, LapEnd, MOST_ENDS, MOST_PLACES, May};
use crate::plan::{Side, cells};

/// Places that can be chosen lie no further from each other than this: as bits they are a byte.
const FEW: usize = 8;

/// Boards whose positions have no more cells than this have one end of a lap for each, and two more.
const FEW_CELLS: usize = 16;
const ENDS: usize = 32;
/// Where a lap ends that is not worked out, and where what is no option ends.
const UNKNOWN: u16 = 30 << 8;
const NO_OPTION: u16 = 31 << 8;

/// What comes of places with what they hold, and of where their laps end.
#[derive(Debug, Clone)]
pub(super) struct Few<const W: usize> {
    /// The first place that can be chosen, and how many there are from there to the last.
    first: u32,
    count: usize,
    /// By place, from the first on, and seeds: where the first lap ends, in the upper byte, and in the lower one what it holds there
    /// before the last drop, less what it held before the turn.
    ends: Box<[[u16; 256]; FEW]>,
    /// By where a lap ends, and what that held before the last drop: what may come of it, and whether it is an option, each as the
    /// lowest bit of a byte.
    comes: Box<[[u64; 256]; ENDS]>,
}

impl<const W: usize> Few<W> {
    /// None where places that can be chosen are many, or more is asked of them than what they hold.
    pub(super) fn of(
        side: &Side<W>,
        lap: &FirstLap,
        ends: &[[LapEnd; 256]; MOST_PLACES as usize],
        comes: &[[Flags; 256]; MOST_ENDS],
    ) -> Option<Self> {
        let ((places, condition), all) = (lap.chosen, lap.places());
        let filter = side.tables.filters.get(condition)?;
        if W > FEW_CELLS || all.len() > FEW || filter.tests().any(|(first, _)| first != 0) {
            return None;
        }
        let can_be_chosen = |place: usize, seeds: usize| {
            places & filter.within() & 1 << place != 0 && filter.tests().all(|(_, holds)| holds[seeds])
        };
        let end = |place, seeds, end: LapEnd| {
            let is_known = usize::from(end.place) < W;
            let told = if is_known { u16::from_le_bytes([end.more, end.place]) } else { UNKNOWN };
            if can_be_chosen(place, seeds) { told } else { NO_OPTION }
        };
        let mut few = Few {
            first: places.trailing_zeros(),
            count: all.len(),
            ends: Box::new([[NO_OPTION; 256]; FEW]),
            comes: Box::new([[0; 256]; ENDS]),
        };
        for ((place, ends), few) in all.zip(ends).zip(few.ends.iter_mut()) {
            *few = std::array::from_fn(|seeds| end(place, seeds, ends[seeds]));
        }
        for (flags, few) in comes.iter().zip(few.comes.iter_mut()).take(W) {
            *few = flags.map(in_bytes);
        }
        few.comes[usize::from(UNKNOWN >> 8)] = [in_bytes(ANYTHING); 256];
        Some(few)
    }

    /// What may come of all options.
    #[inline(always)]
    pub(super) fn flags_of_all(&self, cells: &[u8; W]) -> u64 {
        // On most boards it is six; a loop of known length is faster.
        if self.count <= 6 { self.flags_of::<6>(cells) } else { self.flags_of::<FEW>(cells) }
    }

    #[inline(always)]
    fn flags_of<const COUNT: usize>(&self, cells: &[u8; W]) -> u64 {
        let seeds = cells::eight_from(cells, self.first as usize);
        let flags = |number: usize| self.flags(cells, number, seeds[number]);
        (0..COUNT).fold(0, |all, number| all | flags(number))
    }

    /// The same of one place; of no other than those that can be chosen there is any.
    #[inline]
    pub(super) fn flags_of_one(&self, cells: &[u8; W], place: u16) -> u64 {
        let number = usize::from(place).wrapping_sub(self.first as usize);
        if number < FEW { self.flags(cells, number, cells[usize::from(place) & (W - 1)]) } else { 0 }
    }

    #[inline(always)]
    fn flags(&self, cells: &[u8; W], number: usize, seeds: u8) -> u64 {
        let [more, place] = self.ends[number][usize::from(seeds)].to_le_bytes();
        let held = cells[usize::from(place) & (W - 1)].wrapping_add(more);
        self.comes[usize::from(place) % ENDS][usize::from(held)] << number
    }

    /// What was told of options.
    #[inline(always)]
    pub(super) fn foresee(&self, kind: usize, flags: u64) -> Foreseen {
        let places = |byte: u32| (flags >> (8 * byte) & 255) << self.first;
        let may =
            May { captures: places(0), again: places(1), nothing_else: places(2), nothing_else_if_legal: places(3) };
        Foreseen { kind, options: places(4), may }
    }
}

/// The flags of an option as the lowest bits of bytes; behind them, that it is one.
fn in_bytes(flags: Flags) -> u64 {
    let bytes = std::array::from_fn(|byte| if byte < 4 { flags >> byte & 1 } else { u8::from(byte == 4) });
    u64::from_le_bytes(bytes)
}
