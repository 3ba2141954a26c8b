//! Pieces of several kinds: where those of a place lie among the cells of a position, and how they are moved.

use super::along::as_set;
use super::cells;
use super::op::KindBits;
use crate::ir::{Counts, Program};

/// Pieces that lie together: the cell of the first kind, and how far it is from there to that of the next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bag {
    first: usize,
    step: usize,
}

/// Where pieces lie: those of places kind after kind, as in every position, and behind it those of the hand and those that
/// are taken one by one. There are none of these before a turn and behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bags {
    pub(super) kinds: usize,
    /// All of them, by bits.
    pub(super) all_kinds: KindBits,
    places: usize,
    pub(super) hand: Bag,
    pub(super) taken: Bag,
}

impl Bags {
    pub(super) fn of(program: &Program) -> Self {
        let (kinds, places, behind) = (program.layout.kinds, program.layout.places, program.layout.cells());
        let [hand, taken] = [behind, behind + kinds].map(|first| Bag { first, step: 1 });
        let all_kinds = (0..kinds.min(8)).fold(0, |all, kind| all | 1 << kind);
        Bags { kinds, all_kinds, places, hand, taken }
    }

    /// Cells that positions need while a turn is played.
    pub(super) fn cells(program: &Program) -> usize {
        let (cells, kinds) = (program.layout.cells(), program.layout.kinds);
        if kinds > 1 { cells + 2 * kinds } else { cells }
    }

    /// The pieces of a place; none of none.
    #[inline(always)]
    pub(super) fn place(&self, place: i32) -> Option<Bag> {
        Some(Bag { first: usize::try_from(place).ok()?, step: self.places })
    }

    /// The cell of a kind.
    #[inline(always)]
    pub(super) fn cell<const W: usize>(bag: Bag, kind: usize) -> usize {
        (bag.first + kind * bag.step) & (W - 1)
    }

    /// Pieces of a kind.
    #[inline(always)]
    pub(super) fn count<const W: usize>(cells: &[u8; W], bag: Bag, kind: usize) -> i32 {
        i32::from(cells[Bags::cell::<W>(bag, kind)])
    }

    /// Pieces of some kinds.
    #[inline(always)]
    pub(super) fn sum<const W: usize>(&self, cells: &[u8; W], bag: Bag, kinds: KindBits) -> i32 {
        let (mut sum, mut left) = (0, kinds);
        while left != 0 {
            sum += Bags::count(cells, bag, left.trailing_zeros() as usize);
            left &= left - 1;
        }
        sum
    }

    /// Pieces of all kinds.
    #[inline(always)]
    pub(super) fn all<const W: usize>(&self, cells: &[u8; W], bag: Bag) -> i32 {
        let (mut sum, mut cell) = (0, bag.first);
        for _ in 0..self.kinds {
            sum += i32::from(cells[cell & (W - 1)]);
            cell += bag.step;
        }
        sum
    }

    /// Pieces of some kinds, which are often all.
    #[inline(always)]
    pub(super) fn some_or_all<const W: usize>(&self, cells: &[u8; W], bag: Bag, kinds: KindBits) -> i32 {
        if kinds == self.all_kinds { self.all(cells, bag) } else { self.sum(cells, bag, kinds) }
    }

    /// Pieces of some kinds in a set of places.
    pub(super) fn in_set<const W: usize>(&self, cells: &[u8; W], set: u64, kinds: KindBits) -> i32 {
        members(set).filter_map(|place| self.place(place)).map(|bag| self.sum(cells, bag, kinds)).sum()
    }

    /// The members of a set that hold one of these numbers of pieces of some kinds; where any will do, eight places at a time.
    pub(super) fn holding<const W: usize>(&self, cells: &[u8; W], set: u64, kinds: KindBits, counts: &Counts) -> u64 {
        if !counts.is_any() {
            let holds =
                |place: &i32| counts.has(self.place(*place).map_or(0, |bag| self.some_or_all(cells, bag, kinds)));
            return members(set).filter(holds).fold(0, |all, place| all | as_set(place));
        }
        let (mut left, mut those) = (set, 0);
        while left != 0 {
            let first = left.trailing_zeros() & !7;
            those |= cells::filled(self.any_of_eight(cells, first as usize, kinds)) << first;
            left &= !(0xff << first);
        }
        those & set
    }

    /// Bytes that hold something where pieces of some kinds are, for eight places from one on.
    #[inline(always)]
    fn any_of_eight<const W: usize>(&self, cells: &[u8; W], first: usize, kinds: KindBits) -> u64 {
        let (mut any, mut left) = (0, kinds);
        while left != 0 {
            let cell = first + left.trailing_zeros() as usize * self.places;
            any |= u64::from_le_bytes(cells::eight_from(cells, cell));
            left &= left - 1;
        }
        any
    }

    /// The kinds of which there is a piece in the hand, which lie side by side.
    #[inline(always)]
    pub(super) fn in_hand<const W: usize>(&self, cells: &[u8; W]) -> u64 {
        cells::filled(self.each_in_hand(cells))
    }

    /// Pieces of each kind in the hand, a byte for each.
    #[inline(always)]
    pub(super) fn each_in_hand<const W: usize>(&self, cells: &[u8; W]) -> u64 {
        let others = 64_usize.saturating_sub(8 * self.kinds);
        u64::from_le_bytes(cells::eight_from(cells, self.hand.first)) & u64::MAX >> others
    }

    /// How many pieces there are at a place, and of each kind, a byte for each.
    #[cfg(feature = "sim")]
    #[inline(always)]
    pub(super) fn each_at<const W: usize>(&self, cells: &[u8; W], place: u8) -> (usize, u64) {
        let bag = Bag { first: place.into(), step: self.places };
        (0..self.kinds).fold((0, 0), |(pieces, each), kind| {
            let count = cells[Bags::cell::<W>(bag, kind)];
            (pieces + usize::from(count), each | u64::from(count) << (8 * kind))
        })
    }

    /// Moves a piece of a kind.
    #[inline(always)]
    pub(super) fn move_one<const W: usize>(cells: &mut [u8; W], kind: usize, from: Bag, to: Bag) {
        let (from, to) = (Bags::cell::<W>(from, kind), Bags::cell::<W>(to, kind));
        cells[from] = cells[from].wrapping_sub(1);
        cells[to] = cells[to].wrapping_add(1);
    }

    /// Moves all pieces; gives how many.
    #[inline]
    pub(super) fn pour<const W: usize>(&self, cells: &mut [u8; W], from: Bag, to: Bag) -> i32 {
        let mut moved = 0;
        for kind in 0..self.kinds {
            let count = std::mem::take(&mut cells[Bags::cell::<W>(from, kind)]);
            let to = &mut cells[Bags::cell::<W>(to, kind)];
            *to = to.wrapping_add(count);
            moved += i32::from(count);
        }
        moved
    }

    /// Moves at most n pieces, kind after kind; gives how many.
    #[inline]
    pub(super) fn move_some<const W: usize>(&self, cells: &mut [u8; W], from: Bag, most: i32, to: Bag) -> i32 {
        let mut moved = 0;
        for kind in 0..self.kinds {
            let (from, to) = (Bags::cell::<W>(from, kind), Bags::cell::<W>(to, kind));
            let count = i32::from(cells[from]).min(most.max(0) - moved);
            let [byte, ..] = count.to_le_bytes();
            cells[from] = cells[from].wrapping_sub(byte);
            cells[to] = cells[to].wrapping_add(byte);
            moved += count;
        }
        moved
    }

    /// Moves all pieces of a set of places, which may be one of the set; gives how many.
    pub(super) fn move_all<const W: usize>(&self, cells: &mut [u8; W], set: u64, to: Bag) -> i32 {
        let mut moved = 0;
        for kind in 0..self.kinds {
            let mut together = 0_u8;
            for bag in members(set).filter_map(|place| self.place(place)) {
                let cell = std::mem::take(&mut cells[Bags::cell::<W>(bag, kind)]);
                together = together.wrapping_add(cell);
                moved += i32::from(cell);
            }
            let cell = &mut cells[Bags::cell::<W>(to, kind)];
            *cell = cell.wrapping_add(together);
        }
        moved
    }
}

/// The members of a set of places.
#[inline(always)]
pub(super) fn members(mut set: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros().cast_signed())?;
        set &= set - 1;
        Some(first)
    })
}
