//! What is counted of turns that are played, for whoever asks which rows were taken and where pieces were captured.

use super::Side;
use crate::model::{Id, RuleId};

/// Counts over some turns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    rows: Vec<u64>,
    captured: Vec<u64>,
}

/// Something to be counted of a move, if it is played.
#[cfg(feature = "sim")]
#[derive(Debug, Clone, Copy)]
pub(super) enum Note {
    /// A row was taken.
    Row(RuleId),
    /// Pieces were captured at a place.
    Capture { place: u8, pieces: u16 },
}

#[cfg(feature = "sim")]
impl Note {
    /// Pieces were captured at a place, of which there are no more than a position has cells.
    #[inline(always)]
    pub(super) fn capture(place: usize, pieces: i32) -> Self {
        Note::Capture {
            place: u8::try_from(place).unwrap_or(u8::MAX),
            pieces: u16::try_from(pieces).unwrap_or(u16::MAX),
        }
    }
}

impl Counts {
    /// Nothing, and no room for anything.
    pub(super) const NONE: Self = Counts { rows: Vec::new(), captured: Vec::new() };

    /// Nothing yet; there is room for what the code of a player counts.
    pub(super) fn of<const W: usize>(side: &Side<W>) -> Self {
        let room = |things: usize| vec![0; if side.logs { things } else { 0 }];
        Counts { rows: room(side.rules), captured: room(side.places) }
    }

    /// How often each row was taken, by the number of its rule.
    pub(crate) fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// Pieces captured at each place.
    pub(crate) fn captured(&self) -> &[u64] {
        &self.captured
    }

    /// Both lists, for whoever counts what straight code does not play.
    #[cfg(feature = "sim")]
    pub(crate) fn lists(&mut self) -> [&mut Vec<u64>; 2] {
        [&mut self.rows, &mut self.captured]
    }

    /// Takes away what others have counted.
    #[cfg(feature = "sim")]
    pub(crate) fn subtract(&mut self, others: &Counts) {
        for (mine, theirs) in [(&mut self.rows, &others.rows), (&mut self.captured, &others.captured)] {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine -= theirs);
        }
    }

    /// A row was taken.
    #[inline(always)]
    pub(super) fn row(&mut self, rule: RuleId) {
        self.add_to_row(rule, 1);
    }

    /// Pieces were captured at a place.
    #[inline(always)]
    pub(super) fn capture(&mut self, place: usize, pieces: i32) {
        self.add_to_captured(place, pieces.unsigned_abs().into());
    }

    /// Counts what was noted.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn count(&mut self, note: Note) {
        match note {
            Note::Row(rule) => self.row(rule),
            Note::Capture { place, pieces } => self.add_to_captured(place.into(), pieces.into()),
        }
    }

    /// Whether there is room for anything.
    #[cfg(feature = "sim")]
    pub(super) fn are_counted(&self) -> bool {
        !self.rows.is_empty()
    }

    /// A row was taken so often more.
    #[inline(always)]
    pub(super) fn add_to_row(&mut self, rule: RuleId, times: u64) {
        if let Some(row) = self.rows.get_mut(rule.index()) {
            *row += times;
        }
    }

    /// So many pieces more were captured at a place.
    #[inline(always)]
    pub(super) fn add_to_captured(&mut self, place: usize, pieces: u64) {
        if let Some(captured) = self.captured.get_mut(place) {
            *captured += pieces;
        }
    }

    /// Counts what was counted since it was so as if it had come that often again.
    pub(super) fn repeat(&mut self, since: &Counts, times: u32) {
        for (now, before) in [(&mut self.rows, &since.rows), (&mut self.captured, &since.captured)] {
            now.iter_mut().zip(before).for_each(|(now, before)| *now += (*now - before) * u64::from(times));
        }
    }

    /// Puts what others have counted to this, and takes it from them.
    pub(crate) fn take(&mut self, others: &mut Counts) {
        for (mine, theirs) in [(&mut self.rows, &mut others.rows), (&mut self.captured, &mut others.captured)] {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += std::mem::take(theirs));
        }
    }

    /// Puts words that machine code has counted to this, each as its bytes.
    #[cfg(feature = "native")]
    pub(super) fn add(&mut self, rows: &[[u8; 8]], captured: &[[u8; 8]]) {
        for (mine, theirs) in [(&mut self.rows, rows), (&mut self.captured, captured)] {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += u64::from_le_bytes(*theirs));
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.rows.fill(0);
        self.captured.fill(0);
    }
}
