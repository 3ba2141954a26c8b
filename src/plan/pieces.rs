//! Pieces that are taken from places and given to them.

use super::cells;

/// Stands for nowhere: what would go there stays where it is.
pub(super) const NOWHERE: i32 = -2;

/// Stands for the hand among them.
#[cfg(feature = "sim")]
pub(super) const HAND: i32 = -1;

/// Pieces that were taken, and how many of them are now in the hand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Taken {
    pub(super) all: i32,
    pub(super) to_hand: i32,
}

/// The low byte of a number.
#[inline(always)]
pub(super) fn byte(number: i32) -> u8 {
    number.to_le_bytes()[0]
}

/// Takes at most n pieces away from a place; gives how many it took.
#[inline(always)]
pub(super) fn take<const W: usize>(cells: &mut [u8; W], place: i32, most: i32) -> i32 {
    let Ok(place) = usize::try_from(place) else { return 0 };
    let cell = &mut cells[place & (W - 1)];
    let count = i32::from(*cell).min(most.max(0));
    *cell = cell.wrapping_sub(byte(count));
    count
}

/// Gives pieces to a place, or to the hand; tells how many go into the hand.
#[inline(always)]
pub(super) fn give<const W: usize>(cells: &mut [u8; W], into: i32, count: i32) -> i32 {
    let Ok(place) = usize::try_from(into) else { return count };
    let cell = &mut cells[place & (W - 1)];
    *cell = cell.wrapping_add(byte(count));
    0
}

/// Takes at most n pieces of a place to another.
#[inline]
pub(super) fn take_some<const W: usize>(cells: &mut [u8; W], place: i32, most: i32, into: i32) -> Taken {
    if place < 0 || into == NOWHERE {
        return Taken::default();
    }
    let all = take(cells, place, most);
    Taken { all, to_hand: give(cells, into, all) }
}

/// Takes all pieces of a set to a place, which may be one of the set.
#[inline]
pub(super) fn take_all<const W: usize>(cells: &mut [u8; W], set: u64, into: i32) -> Taken {
    if into == NOWHERE || set == 0 {
        return Taken::default();
    }
    let all = cells::take(cells, &cells::mask(set));
    Taken { all, to_hand: give(cells, into, all) }
}
