//! Watches a turn for what is counted of it.

use super::statistics::count;
use crate::engine::{Event, Observer};
use crate::model::{Id, Place};

/// Counts rows and captures, and remembers the pit that a turn began with and that its last piece fell into.
pub(super) struct Watch<'a> {
    rows: &'a mut Vec<u64>,
    captured: &'a mut Vec<u64>,
    pub(super) origin: Option<Place>,
    pub(super) last: Option<Place>,
}

impl<'a> Watch<'a> {
    /// Counts by the numbers of rules, and pieces by the numbers of places.
    pub(super) fn new(rows: &'a mut Vec<u64>, captured: &'a mut Vec<u64>) -> Self {
        Watch { rows, captured, origin: None, last: None }
    }
}

impl Observer for Watch<'_> {
    const ACTIVE: bool = true;

    #[inline]
    fn event(&mut self, event: Event) {
        match event {
            // In a match a row of `end` ends a round, and the game goes on.
            Event::Row(rule) | Event::RoundOver(rule) => count(self.rows, rule.index(), 1),
            Event::Lifted(_, place, _) if self.origin.is_none() => self.origin = Some(place),
            Event::Dropped(_, place, ..) => self.last = Some(place),
            Event::Captured(_, place, pieces, _) => {
                count(self.captured, place.index(), u64::from(pieces.unsigned_abs()));
            }
            _ => {}
        }
    }
}
