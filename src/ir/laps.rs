//! Laps worked out beforehand: what lifting and sowing a pit adds to the board, and where its last seed falls.

use super::program::TrackTable;

/// Hands that are worked out are smaller than this; larger ones are sown seed by seed. No power of two, so that the laps
/// of different pits do not compete for the same lines of a cache.
const HANDS: usize = 33;

/// Stands for the last place of a lap that there is not.
const NONE: u8 = 255;

/// What a lap adds to each of the first 64 cells, modulo 256.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct Increments(pub [u8; 64]);

/// Places that a sowing leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeftOut {
    /// The same in every lap.
    Fixed(u128),
    /// The pit that it starts from.
    Start,
}

/// Laps of a sowing, one way.
#[derive(Debug, Clone)]
pub struct LapTable {
    /// The lowest place of the track.
    first: usize,
    /// By place that is lifted, less the first, times [`HANDS`], plus the seeds in it.
    increments: Vec<Increments>,
    last: Vec<u8>,
}

impl LapTable {
    /// Works out the laps of a sowing along a track.
    pub(super) fn of(track: &TrackTable, way: usize, left_out: LeftOut) -> Self {
        let places = &track.places[way][..track.length];
        let first = places.iter().copied().min().map_or(0, usize::from);
        let end = places.iter().copied().max().map_or(0, |place| usize::from(place) + 1);
        let laps = (end - first) * HANDS;
        let mut table = LapTable { first, increments: vec![Increments([0; 64]); laps], last: vec![NONE; laps] };
        for start in 0..track.length {
            table.laps_behind(places, start, left_out);
        }
        table
    }

    fn laps_behind(&mut self, places: &[u8], start: usize, left_out: LeftOut) {
        let lifted = usize::from(places[start]);
        let skipped = match left_out {
            LeftOut::Fixed(mask) => mask,
            LeftOut::Start => 1 << lifted,
        };
        let path = places.iter().cycle().skip(start + 1).filter(|place| skipped >> **place & 1 == 0);
        let mut sown = Increments([0; 64]);
        let at = (lifted - self.first) * HANDS;
        for (hand, place) in (1..HANDS).zip(path) {
            sown.0[lifted] = sown.0[lifted].wrapping_sub(1);
            sown.0[usize::from(*place)] = sown.0[usize::from(*place)].wrapping_add(1);
            self.increments[at + hand] = sown;
            self.last[at + hand] = *place;
        }
    }

    /// What lifting a place that holds so many seeds and sowing them behind it adds, and the last place. None if that was
    /// not worked out.
    #[inline]
    #[must_use]
    pub fn lap(&self, place: usize, seeds: usize) -> Option<(&Increments, u8)> {
        let at = place.wrapping_sub(self.first).wrapping_mul(HANDS) + seeds;
        match (self.increments.get(at), self.last.get(at)) {
            (Some(increments), Some(last)) if *last != NONE && seeds < HANDS => Some((increments, *last)),
            _ => None,
        }
    }
}
