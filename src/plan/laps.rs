//! Laps worked out beforehand: what lifting and sowing the seeds of a place adds to a position, and where the last falls.

use crate::ir::{Id, Place, Places};

/// Bytes that the laps of one sowing may take; larger hands are sown seed by seed.
const MOST_BYTES: usize = 1 << 19;

/// Stands for the last place of a lap that there is not.
const NOWHERE: u8 = u8::MAX;

/// Places that a sowing leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeftOut {
    /// The same in every lap.
    Always(Places),
    /// The place that was lifted.
    Lifted,
}

/// What lifting the seeds of a place and sowing them behind it does.
#[derive(Debug, Clone)]
pub(super) struct Lap<const W: usize> {
    /// What is added to each cell, modulo 256.
    pub(super) row: [u8; W],
    /// Where the last seed falls.
    pub(super) last: u8,
}

/// Laps of a sowing, one way.
#[derive(Debug, Clone)]
pub(super) struct LapTable<const W: usize> {
    /// Hands that are worked out are smaller.
    hands: usize,
    /// By place times hands plus seeds.
    laps: Vec<Lap<W>>,
}

impl<const W: usize> LapTable<W> {
    /// Works out the laps along these places, on a board of `places`, in a game of `seeds` seeds.
    pub(super) fn of(path: &[Place], left_out: LeftOut, seeds: u32, places: usize) -> Self {
        let all = usize::try_from(seeds).unwrap_or(usize::MAX).saturating_add(1);
        let hands = all.min(MOST_BYTES / (W * places.max(1))).max(2);
        let mut table = LapTable { hands, laps: vec![Lap { row: [0; W], last: NOWHERE }; places * hands] };
        for (at, lifted) in path.iter().enumerate() {
            table.behind(path, at, *lifted, left_out);
        }
        table
    }

    fn behind(&mut self, path: &[Place], at: usize, lifted: Place, left_out: LeftOut) {
        let skipped = match left_out {
            LeftOut::Always(places) => places,
            LeftOut::Lifted => Places::of(lifted),
        };
        let sown = path.iter().cycle().skip(at + 1).filter(|place| !skipped.has(**place));
        let mut row = [0_u8; W];
        let first = lifted.index() * self.hands;
        for (hand, place) in (1..self.hands).zip(sown) {
            row[lifted.index()] = row[lifted.index()].wrapping_sub(1);
            row[place.index()] = row[place.index()].wrapping_add(1);
            self.laps[first + hand] = Lap { row, last: u8::try_from(place.index()).unwrap_or(NOWHERE) };
        }
    }

    /// The lap of n seeds of a place; none if that was not worked out.
    #[inline(always)]
    pub(super) fn lap(&self, place: usize, seeds: usize) -> Option<&Lap<W>> {
        if seeds >= self.hands {
            return None;
        }
        // A place beyond all others is none.
        self.laps.get(place.wrapping_mul(self.hands).wrapping_add(seeds)).filter(|lap| lap.last != NOWHERE)
    }
}
