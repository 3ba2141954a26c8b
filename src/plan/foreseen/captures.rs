//! Captures that tables tell: what a turn takes that captures once behind its first lap, and does nothing else, is known by where that lap
//! ends, as long as what was taken for granted is so.

use super::MOST_ENDS;
use super::first_lap::FirstLap;
use crate::ir::Counts;
use crate::plan::along::as_i32;
use crate::plan::filter::Filter;
use crate::plan::tables::Tables;
use crate::plan::{Side, cells};
use std::sync::Arc;

/// From where is captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Places(u64),
    /// The chain with this number that begins where the lap ends, and has a place at least.
    Chain(u16),
}

/// What a cell holds behind the lap: one of some numbers, or none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Holds {
    pub(super) cell: u16,
    pub(super) counts: u16,
    pub(super) is_in: bool,
}

/// A capture of all that lies in some places, in the position behind a lap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Capture {
    pub(super) from: Source,
    pub(super) into: u16,
    /// What is taken for granted: what a cell holds, and that something is left under a mask.
    pub(super) holds: Option<Holds>,
    pub(super) leaves: Option<u16>,
}

/// By where a first lap ends: what the turn captures, where that is known.
#[derive(Debug, Clone)]
pub(super) struct Captures<const W: usize> {
    of_ends: Vec<Option<Made<W>>>,
    are_any: bool,
    /// Pieces of the game.
    most: usize,
}

/// How a capture is made.
#[derive(Debug, Clone)]
struct Made<const W: usize> {
    /// From these, one after the other, as long as they hold one of some numbers.
    places: Vec<u8>,
    numbers: [bool; 256],
    /// By how many of them there are: the bits that stay in cells.
    stays: Vec<[u8; W]>,
    /// By how many pieces are captured: what is added to cells.
    gains: Arc<Gains<W>>,
    /// What is taken for granted: what a cell holds, and that something is left under a mask.
    holds: Option<(u16, Counts, bool)>,
    leaves: Option<[u8; W]>,
}

/// By how many pieces go into a place: what is added to each cell.
type Gains<const W: usize> = [[u8; W]; 256];

impl<const W: usize> Captures<W> {
    pub(super) fn of(side: &Side<W>, lap: &FirstLap, ends: &[Option<Capture>; MOST_ENDS]) -> Self {
        let mut gains: Vec<(u16, Arc<Gains<W>>)> = Vec::new();
        let made = |(place, capture): (usize, &Option<Capture>)| {
            let capture = (*capture)?;
            if gains.iter().all(|(into, _)| *into != capture.into) {
                gains.push((capture.into, Arc::new(gains_of(capture.into))));
            }
            let (_, gains) = gains.iter().find(|(into, _)| *into == capture.into)?;
            Made::of(&side.tables, lap, place, capture, Arc::clone(gains))
        };
        let of_ends: Vec<Option<Made<W>>> = ends.iter().enumerate().map(made).collect();
        Captures { are_any: of_ends.iter().any(Option::is_some), of_ends, most: side.sizes.hands - 1 }
    }

    /// Whether any is known.
    #[inline(always)]
    pub(super) fn are_any(&self) -> bool {
        self.are_any
    }

    /// Captures in a position behind a lap that has ended here, of which it is known that it captures, if it is known what; tells how many
    /// pieces.
    #[inline(always)]
    pub(super) fn make(&self, last: u8, cells: &mut [u8; W]) -> Option<i32> {
        // Code was not followed for more pieces than the game has.
        if usize::from(cells[usize::from(last) & (W - 1)]) > self.most {
            return None;
        }
        self.of_ends.get(usize::from(last))?.as_ref()?.make(cells)
    }
}

/// What pieces that go into a place add to each cell.
fn gains_of<const W: usize>(into: u16) -> Gains<W> {
    let mut gains = [[0; W]; 256];
    for (row, count) in gains.iter_mut().zip(0..=u8::MAX) {
        row[usize::from(into) & (W - 1)] = count;
    }
    gains
}

impl<const W: usize> Made<W> {
    /// None if more is asked of places than what they hold.
    fn of(tables: &Tables<W>, lap: &FirstLap, place: usize, capture: Capture, gains: Arc<Gains<W>>) -> Option<Self> {
        let (places, numbers) = match capture.from {
            Source::Places(all) => ((0..64).filter(|place| all >> place & 1 == 1).collect(), [true; 256]),
            Source::Chain(chain) => chain_from(tables, lap, place, chain.into())?,
        };
        let holds = |holds: Holds| (holds.cell, tables.counts[usize::from(holds.counts)], holds.is_in);
        let leaves = capture.leaves.map(|mask| tables.masks[usize::from(mask)]);
        let is_left_alone = leaves.is_none_or(|mask| mask[usize::from(capture.into) & (W - 1)] == 0);
        is_left_alone.then(|| Made {
            stays: (0..=places.len()).map(|count| stays_behind(&places[..count])).collect(),
            numbers,
            gains,
            holds: capture.holds.map(holds),
            leaves,
            places,
        })
    }

    #[inline(always)]
    fn make(&self, cells: &mut [u8; W]) -> Option<i32> {
        let is_so = |(cell, counts, is_in): &(u16, Counts, bool)| {
            counts.has(cells[usize::from(*cell) & (W - 1)].into()) == *is_in
        };
        if !self.holds.as_ref().is_none_or(is_so) {
            return None;
        }
        let (mut count, mut pieces) = (0, 0);
        for place in &self.places {
            let held = cells[usize::from(*place) & (W - 1)];
            if !self.numbers[usize::from(held)] {
                break;
            }
            (count, pieces) = (count + 1, pieces + usize::from(held));
        }
        // Cells that are changed one by one could not soon be read together.
        cells::keep(cells, self.stays.get(count)?);
        cells::add(cells, &self.gains[pieces & 255]);
        let all_is_gone = self.leaves.as_ref().is_some_and(|mask| cells::none_under(cells, mask));
        if all_is_gone { None } else { Some(as_i32(pieces)) }
    }
}

/// The bits that stay in cells where some places are emptied.
fn stays_behind<const W: usize>(places: &[u8]) -> [u8; W] {
    let mut stays = [u8::MAX; W];
    places.iter().for_each(|place| stays[usize::from(*place) & (W - 1)] = 0);
    stays
}

/// The places of the chain that begins where a lap ends, and what those hold that belong to it.
fn chain_from<const W: usize>(
    tables: &Tables<W>,
    lap: &FirstLap,
    place: usize,
    chain: usize,
) -> Option<(Vec<u8>, [bool; 256])> {
    let (along, chain) = (lap.along(), tables.chains.get(chain)?);
    let (path, way) = (tables.paths.get(tables.path_of_sowing(along.sowing))?, along.way ^ i32::from(chain.back));
    let all = path.round(way, path.find(way, as_i32(place))?, usize::MAX);
    let places = all.iter().copied().take_while(|place| chain.filter.within() >> (place & 63) & 1 == 1);
    Some((places.collect(), numbers_of(&chain.filter)?))
}

/// What a place holds of which a condition holds; none if more is asked of it.
fn numbers_of(filter: &Filter) -> Option<[bool; 256]> {
    let mut numbers = [true; 256];
    for (first, holds) in filter.tests() {
        (first == 0).then_some(())?;
        numbers.iter_mut().zip(holds).for_each(|(all, holds)| *all &= holds);
    }
    Some(numbers)
}
