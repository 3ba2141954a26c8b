//! Seeds that are sown: laps that are worked out, laps place by place, and drops one after the other.

use super::along::{as_i32, as_set};
use super::cells;
use super::laps::LeftOut;
use super::leads_back::LeadsBack;
use super::pieces::byte;
use super::tables::{NOWHERE, SowingTable, Tables};
use crate::ir::Id;

/// Where a lap begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Begins {
    pub(super) path: usize,
    pub(super) start: i32,
    pub(super) way: i32,
    /// Behind the start, or at it.
    pub(super) after: bool,
}

/// What is sown, and how.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sown {
    pub(super) hand: i32,
    pub(super) skipped: u64,
    /// How many into each place.
    pub(super) each: i32,
}

/// The last place that something fell into.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drop {
    pub(super) place: i32,
    /// What it held before.
    pub(super) held: i32,
}

/// What one drop, or several on end, have come to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dropped {
    /// What is left in the hand.
    pub(super) hand: i32,
    pub(super) last: Drop,
    /// How many drops there were.
    pub(super) drops: u32,
}

/// Where drops have come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dropping {
    /// The number of the path and the way, in one; -1 if there is nowhere to sow.
    pub(super) path: i32,
    pub(super) index: i32,
}

/// Lifts a place and sows behind it, if that is worked out.
#[inline(always)]
pub(super) fn lift_lap<const W: usize>(
    sowing: &SowingTable<W>,
    cells: &mut [u8; W],
    start: i32,
    way: i32,
) -> Option<Drop> {
    let place = usize::try_from(start).ok()?;
    let lap = sowing.lap(way, place, usize::from(cells[place & (W - 1)]))?;
    cells::add(cells, &lap.row);
    Some(Drop { place: i32::from(lap.last), held: i32::from(cells[usize::from(lap.last) & (W - 1)]) - 1 })
}

/// Sows a hand behind a place that was lifted, if that is worked out.
#[inline(always)]
pub(super) fn sow_lap<const W: usize>(
    sowing: &SowingTable<W>,
    cells: &mut [u8; W],
    begins: Begins,
    hand: i32,
) -> Option<Drop> {
    let (place, seeds) = (usize::try_from(begins.start).ok()?, usize::try_from(hand).ok()?);
    let lap = sowing.lap(begins.way, place, seeds).filter(|_| begins.after)?;
    cells::add(cells, &lap.row);
    // The row lifts what was lifted before.
    let start = &mut cells[place & (W - 1)];
    *start = start.wrapping_add(byte(hand));
    Some(Drop { place: i32::from(lap.last), held: i32::from(cells[usize::from(lap.last) & (W - 1)]) - 1 })
}

impl<const W: usize> SowingTable<W> {
    /// A lap that begins at a place as the one behind the place before that, where it matters not which place was lifted.
    #[inline(always)]
    pub(super) fn behind_a_place(&self, begins: Begins) -> Begins {
        let (false, Some(before), Ok(start)) = (begins.after, &self.before, usize::try_from(begins.start)) else {
            return begins;
        };
        match before[usize::from(begins.way == 1)][start & 63] {
            NOWHERE => begins,
            place => Begins { start: place.into(), after: true, ..begins },
        }
    }

    /// What a lap from a place leaves out.
    pub(super) fn skipped(&self, start: i32) -> u64 {
        match self.left_out {
            Some(LeftOut::Always(places)) => {
                places.map(|place| as_set(as_i32(place.index()))).fold(0, |all, one| all | one)
            }
            Some(LeftOut::Lifted) => as_set(start),
            None => 0,
        }
    }
}

impl<const W: usize> Tables<W> {
    /// Sows a hand place by place: what is left of it, and the last drop.
    pub(super) fn sow_each(&self, cells: &mut [u8; W], begins: Begins, sown: Sown) -> (i32, Option<Drop>) {
        let (path, skipped) = (&self.paths[begins.path], sown.skipped);
        let Some(mut index) = path.find(begins.way, begins.start) else { return (sown.hand, None) };
        let places = &path.places[usize::from(begins.way == 1)];
        if places.iter().all(|place| skipped & as_set(i32::from(*place)) != 0) {
            return (sown.hand, None);
        }
        index += usize::from(begins.after);
        let (mut hand, mut last) = (sown.hand, None);
        while hand > 0 {
            let place = i32::from(places[index % places.len()]);
            index += 1;
            if skipped & as_set(place) == 0 {
                let count = sown.each.clamp(1, hand);
                last = Some(drop_into(cells, place, count));
                hand -= count;
            }
        }
        (hand, last)
    }

    /// Begins to sow drop by drop.
    pub(super) fn begin_drops(&self, begins: Begins, skipped: u64) -> Dropping {
        let path = &self.paths[begins.path];
        let places = &path.places[usize::from(begins.way == 1)];
        let somewhere = places.iter().any(|place| skipped & as_set(i32::from(*place)) == 0);
        match path.find(begins.way, begins.start).filter(|_| somewhere) {
            None => Dropping { path: -1, index: 0 },
            Some(index) => Dropping {
                path: as_i32(begins.path) << 1 | begins.way,
                index: as_i32(index + usize::from(begins.after)),
            },
        }
    }

    /// Drops what falls into a place together, and goes on so where that leads back to the next drop; tells what is left in
    /// the hand, where it fell last, and how many drops there were, if there was anything.
    pub(super) fn drop_on(
        &self,
        cells: &mut [u8; W],
        at: &mut Dropping,
        sown: Sown,
        back: &LeadsBack,
    ) -> Option<Dropped> {
        let path = usize::try_from(at.path).ok().filter(|_| sown.hand > 0)?;
        let places = self.paths[path >> 1].places[path & 1].as_slice();
        let (each, mut index) = (sown.each.max(1), usize::try_from(at.index).unwrap_or(0));
        let (mut hand, mut drops) = (sown.hand, 0);
        loop {
            index = if index < places.len() { index } else { index % places.len() };
            let place = i32::from(places[index]);
            index += 1;
            if sown.skipped & as_set(place) != 0 {
                continue;
            }
            let drop = drop_into(cells, place, hand.min(each));
            hand -= hand.min(each);
            drops += 1;
            // Where several fall together the place holds more than tables are made for.
            if hand == 0 || each > 1 || !back.from(cells, drop) {
                at.index = as_i32(index % places.len());
                return Some(Dropped { hand, last: drop, drops });
            }
        }
    }
}

/// Drops n seeds into a place.
#[inline]
fn drop_into<const W: usize>(cells: &mut [u8; W], place: i32, count: i32) -> Drop {
    let cell = &mut cells[usize::from(byte(place)) & (W - 1)];
    let held = i32::from(*cell);
    *cell = cell.wrapping_add(byte(count));
    Drop { place, held }
}
