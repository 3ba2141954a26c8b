//! What operations look up: laps, paths, conditions on cells, numbers and places.

use super::filter::Filter;
use super::laps::{Lap, LapTable};
use super::leads_back::LeadsBack;
use super::op::{Address, KindBits};
use crate::ir::{Counts, Id, Track};
use std::sync::Arc;

/// Stands for none among places in a byte.
pub(super) const NOWHERE: u8 = u8::MAX;

/// What a table holds for each place; the entry before the first is for none.
pub(super) type PlaceTable = Vec<i32>;

/// A path, both ways.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// The places in order.
    pub(super) places: [Vec<u8>; 2],
    /// The same twice over, so that a round from anywhere stands in one piece.
    twice: [Vec<u8>; 2],
    /// For each place: where in that order it stands.
    pub(super) index: [[u8; 64]; 2],
}

impl Path {
    pub(super) fn of(track: &Track) -> Self {
        let byte = |number: usize| u8::try_from(number).unwrap_or(NOWHERE);
        let places = [0, 1].map(|way| track.places[way].iter().map(|place| byte(place.index())).collect::<Vec<_>>());
        let twice = [0, 1].map(|way| places[way].repeat(2));
        let index = [0, 1].map(|way| {
            let mut index = [NOWHERE; 64];
            for (entry, at) in index.iter_mut().zip(&track.index[way]) {
                *entry = at.map_or(NOWHERE, byte);
            }
            index
        });
        Path { places, twice, index }
    }

    /// All places, as a set.
    #[cfg(any(feature = "native", feature = "sim"))]
    pub(super) fn all(&self) -> u64 {
        self.places[0].iter().fold(0, |all, place| all | 1 << (place & 63))
    }

    /// Where a place stands in the order; -1 is no place.
    #[inline]
    pub(super) fn find(&self, way: i32, place: i32) -> Option<usize> {
        let place = usize::try_from(place).ok()?;
        let index = self.index[usize::from(way == 1)][place & 63];
        (index != NOWHERE).then_some(usize::from(index))
    }

    /// For each place, each way: the place before it. None if a place comes twice.
    pub(super) fn before(&self) -> Option<[[u8; 64]; 2]> {
        let mut before = [[NOWHERE; 64]; 2];
        for (places, before) in self.places.iter().zip(&mut before) {
            for (one, next) in places.iter().zip(places.iter().cycle().skip(1)) {
                let there = std::mem::replace(&mut before[usize::from(*next) & 63], *one);
                (there == NOWHERE).then_some(())?;
            }
        }
        Some(before)
    }

    /// At most n places from one in the order on, once round.
    #[inline]
    pub(super) fn round(&self, way: i32, index: usize, most: usize) -> &[u8] {
        let twice = &self.twice[usize::from(way == 1)];
        let most = most.min(twice.len() / 2);
        twice.get(index..index + most).unwrap_or_default()
    }
}

/// What is known of a sowing.
#[derive(Debug, Clone)]
pub(super) struct SowingTable<const W: usize> {
    /// Its path.
    pub(super) path: usize,
    /// Laps that are worked out, each way.
    pub(super) laps: Option<[Arc<LapTable<W>>; 2]>,
    /// What those leave out.
    pub(super) left_out: Option<super::laps::LeftOut>,
    /// For each place, each way: the place before it, where nothing depends on which place was lifted.
    pub(super) before: Option<Box<[[u8; 64]; 2]>>,
}

impl<const W: usize> SowingTable<W> {
    /// The lap of n seeds of a place, if it is worked out.
    #[inline(always)]
    pub(super) fn lap(&self, way: i32, place: usize, seeds: usize) -> Option<&Lap<W>> {
        self.laps.as_ref()?[usize::from(way == 1)].lap(place, seeds)
    }
}

/// What is known of a chain whose condition asks nothing but cells.
#[derive(Debug, Clone)]
pub(super) struct ChainTable {
    /// Whether against the direction of the sowing.
    pub(super) back: bool,
    pub(super) filter: Filter,
}

/// What holds of each drop of a run.
#[derive(Debug, Clone)]
pub(super) struct RunTable {
    /// The kinds that the piece may be of.
    pub(super) kinds: KindBits,
    /// The places that it may fall into.
    pub(super) places: u64,
    /// How many pieces of some kinds the place may have held before.
    pub(super) held: Vec<(KindBits, Counts)>,
}

/// What operations look up.
#[derive(Debug, Clone, Default)]
pub(super) struct Tables<const W: usize> {
    pub(super) paths: Vec<Path>,
    pub(super) sowings: Vec<SowingTable<W>>,
    /// For each sowing as turns remember it: its path.
    pub(super) path_of: Vec<usize>,
    pub(super) filters: Vec<Filter>,
    pub(super) chains: Vec<ChainTable>,
    pub(super) places: Vec<PlaceTable>,
    pub(super) counts: Vec<Counts>,
    /// Whole steps: path, and whether against the way.
    pub(super) steps: Vec<(usize, bool)>,
    /// Sets that never change, as bytes.
    pub(super) masks: Vec<[u8; W]>,
    /// What is worth something in sets that never change: cells, and what a piece there is worth.
    pub(super) worths: Vec<Vec<(u8, i32)>>,
    /// Runs of drops whose length is counted while pieces fall.
    pub(super) runs: Vec<RunTable>,
    /// Ways to go on.
    pub(super) alternatives: Vec<Vec<Address>>,
    /// For each kind of move: where turns are closed.
    pub(super) closes: Vec<Address>,
    /// Which laps and drops lead back to themselves, and where.
    pub(super) leads_back: Vec<LeadsBack>,
}

impl<const W: usize> Tables<W> {
    /// The first 64 cells under a mask: where pieces are of one kind, places.
    pub(super) fn places_under(&self, mask: u16) -> u64 {
        let mask = self.masks[usize::from(mask)].iter().take(64);
        (0..).zip(mask).filter(|(_, bits)| **bits != 0).fold(0, |all, (place, _)| all | 1 << place)
    }
}
