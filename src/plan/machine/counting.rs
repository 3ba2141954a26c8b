//! What is counted of moves that are played, by straight code that is made for it.

use super::Machine;
#[cfg(feature = "sim")]
use crate::id::Id as _;
use crate::model::RuleId;
use crate::plan::along::first_of;
use crate::plan::counts::Counts;
#[cfg(feature = "sim")]
use crate::plan::counts::Note;
use crate::plan::op::View;
use crate::plan::pieces::{NOWHERE, byte};

/// Notes of one turn, at most. A turn of which more is counted has to be played again for that.
#[cfg(feature = "sim")]
const MOST_NOTES: usize = 1 << 10;

/// What is counted where that is wanted: of moves that are played at once, and of those that are listed in notes, since all but
/// one of them will not be played.
#[derive(Debug, Clone)]
pub(super) struct Counting {
    counts: Counts,
    /// What had been counted when that was to be kept.
    #[cfg(feature = "sim")]
    kept: Counts,
    /// What is noted of this turn, and how many notes that would be if there were room for all.
    #[cfg(feature = "sim")]
    notes: Vec<Note>,
    #[cfg(feature = "sim")]
    noted: usize,
    #[cfg(feature = "sim")]
    takes_notes: bool,
}

impl Counting {
    pub(super) fn new(nothing: Counts) -> Self {
        Counting {
            counts: nothing,
            #[cfg(feature = "sim")]
            kept: Counts::NONE,
            #[cfg(feature = "sim")]
            notes: Vec::new(),
            #[cfg(feature = "sim")]
            noted: 0,
            #[cfg(feature = "sim")]
            takes_notes: false,
        }
    }

    /// A row was taken.
    #[inline(always)]
    pub(super) fn row(&mut self, rule: RuleId) {
        #[cfg(feature = "sim")]
        if self.takes_notes {
            return self.note(Note::Row(rule));
        }
        self.counts.row(rule);
    }

    /// Pieces were captured at a place.
    #[inline(always)]
    pub(super) fn capture(&mut self, place: usize, pieces: i32) {
        #[cfg(feature = "sim")]
        if self.takes_notes {
            return self.note(Note::capture(place, pieces));
        }
        self.counts.capture(place, pieces);
    }

    #[cfg(feature = "sim")]
    #[inline(always)]
    fn note(&mut self, note: Note) {
        if let Some(next) = self.notes.get_mut(self.noted) {
            *next = note;
        }
        self.noted += 1;
    }

    /// How many notes of this turn were taken.
    #[inline(always)]
    pub(super) fn noted(&self) -> usize {
        #[cfg(feature = "sim")]
        return self.noted;
        #[cfg(not(feature = "sim"))]
        0
    }

    /// Another option of this turn, behind so many notes; or another turn.
    #[inline(always)]
    pub(super) fn go_back(&mut self, noted: usize) {
        #[cfg(feature = "sim")]
        {
            self.noted = noted;
        }
        #[cfg(not(feature = "sim"))]
        let _ = noted;
    }

    /// What has been counted.
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Counts what was counted since it was so as if it had come that often again.
    pub(super) fn repeat(&mut self, since: &Counts, times: u32) {
        #[cfg(feature = "sim")]
        if self.takes_notes && self.counts.are_counted() {
            // There would be too many of them.
            self.noted = MOST_NOTES + 1;
        }
        self.counts.repeat(since, times);
    }
}

impl<const W: usize> Machine<'_, W> {
    /// Takes what was counted of moves that were played.
    pub(in crate::plan) fn take_counts(&mut self, into: &mut Counts) {
        into.take(&mut self.counting.counts);
    }

    /// Keeps what is counted by now.
    #[cfg(feature = "sim")]
    pub(in crate::plan) fn keep_counts(&mut self) {
        self.counting.kept.clone_from(&self.counting.counts);
    }

    /// Forgets what was counted since that was kept.
    #[cfg(feature = "sim")]
    pub(in crate::plan) fn take_counts_back(&mut self) {
        self.counting.counts.clone_from(&self.counting.kept);
    }

    /// Whether moves from here on are listed: what would be counted of them is noted.
    #[cfg(feature = "sim")]
    pub(in crate::plan) fn takes_notes(&mut self, takes: bool) {
        self.counting.takes_notes = takes;
        self.counting.notes.resize(MOST_NOTES, Note::Row(RuleId::FIRST));
    }

    /// What is noted of the move that was found; none if there was no room for all.
    #[cfg(feature = "sim")]
    pub(in crate::plan) fn notes(&self) -> Option<&[Note]> {
        self.counting.notes.get(..self.counting.noted)
    }

    /// Counts what was noted of a move.
    #[cfg(feature = "sim")]
    pub(in crate::plan) fn count_notes(&mut self, notes: &[Note]) {
        notes.iter().for_each(|note| self.counting.counts.count(*note));
    }

    /// The place that was lifted first in the turn, or none.
    #[inline]
    pub(in crate::plan) fn lifted_first(&self) -> i32 {
        self.lifted_first
    }

    /// A place is lifted.
    #[inline(always)]
    pub(super) fn lifts(&mut self, place: i32) {
        if self.lifted_first < 0 {
            self.lifted_first = place;
        }
    }

    /// Counts what lies in each place of a set that is to be taken.
    pub(super) fn count_captures(&mut self, set: u64, into: i32) {
        if into == NOWHERE {
            return;
        }
        let mut left = set;
        while left != 0 {
            let place = usize::from(byte(first_of(left)));
            left &= left - 1;
            let there = i32::from(self.view(View::Now)[place & (W - 1)]);
            self.counting.capture(place, there);
        }
    }
}
