//! Turns that are begun behind their first lap, which is worked out: what is known of them there is told as if they had come to it.

use super::{Machine, Stop};
use crate::plan::along::as_i32;
use crate::plan::cells;
use crate::plan::foreseen::FirstLap;
use crate::plan::laps::Lap;
use crate::plan::op::turn;
use crate::plan::seeds::Drop;

impl<const W: usize> Machine<'_, W> {
    /// The legal move of a kind that chooses a place and nothing else, begun behind its first lap, which is worked out.
    #[inline]
    pub(in crate::plan) fn behind_first_lap(
        &mut self,
        kind: usize,
        place: u16,
        first: &FirstLap,
        lap: &Lap<W>,
    ) -> Stop {
        self.begin(as_i32(kind));
        // The choice, and the laps that were counted.
        self.steps += 1 + first.laps.unsigned_abs();
        cells::add(self.now(), &lap.row);
        let held = i32::from(self.position()[usize::from(lap.last) & (W - 1)]) - 1;
        self.dropped(Drop { place: lap.last.into(), held });
        let at = i32::from(place);
        self.put(turn::LIFTED, at);
        self.put(turn::ORIGIN, at);
        self.lifts(at);
        self.put(turn::WAY, first.way);
        self.put(turn::SOWING, as_i32(first.sowing));
        self.put(turn::LAPS, first.laps);
        self.put(turn::LAPS_SINCE_CAPTURE, first.laps);
        first.hold_place.iter().for_each(|reg| self.put(*reg, at));
        self.note(place);
        self.run(first.behind)
    }
}
