//! Moves that were played to list them, up to where they are settled: the one that is drawn goes on there, and need not be played
//! twice.

use super::counts::Note;
use super::machine::Standing;
use super::runner::Runner;

/// What moves of a list have come to.
#[derive(Debug)]
pub(super) struct HalfPlayed<const W: usize> {
    moves: Vec<OneMove<W>>,
    /// Those in use; the others are used again.
    used: usize,
    /// What is noted of one after the other.
    notes: Vec<Note>,
    /// Moves of all lists by now, and the steps that were taken to find them.
    found: u64,
    steps: u64,
    is_worth_it: bool,
}

/// Moves of a list that are kept; further ones are played again.
const MOST_KEPT: usize = 256;

/// Where it takes fewer steps to find a move, one is played again sooner than all are kept.
const WORTH_IT: u64 = 3;

#[derive(Debug)]
struct OneMove<const W: usize> {
    /// Its number in the list.
    number: usize,
    standing: Standing<W>,
    /// Where its notes end.
    noted: usize,
}

impl<const W: usize> Default for HalfPlayed<W> {
    fn default() -> Self {
        HalfPlayed { moves: Vec::new(), used: 0, notes: Vec::new(), found: 0, steps: 0, is_worth_it: true }
    }
}

impl<const W: usize> HalfPlayed<W> {
    /// Another list begins; so many steps were taken for the last one.
    pub(super) fn begin(&mut self, steps: u32) {
        self.steps += u64::from(steps);
        self.is_worth_it = self.steps >= WORTH_IT * self.found;
        self.used = 0;
        self.notes.clear();
    }

    /// Keeps where the move stands that was found, which has a number in the list, if there is room and all is noted that is to be
    /// counted of it.
    #[inline]
    pub(super) fn keep(&mut self, number: usize, runner: &Runner<'_, W>) {
        self.found += 1;
        if !self.is_worth_it || self.used == MOST_KEPT {
            return;
        }
        let Some(notes) = runner.notes() else { return };
        self.notes.extend_from_slice(notes);
        if self.used == self.moves.len() {
            self.moves.push(OneMove { number, standing: Standing::NOWHERE, noted: 0 });
        }
        let one = &mut self.moves[self.used];
        (one.number, one.noted) = (number, self.notes.len());
        runner.note_standing(&mut one.standing);
        self.used += 1;
    }

    /// Where the move with a number in the list stands, and what is noted of it, if that was kept.
    pub(super) fn get(&self, number: usize) -> Option<(&Standing<W>, &[Note])> {
        let moves = &self.moves[..self.used];
        let at = moves.binary_search_by_key(&number, |one| one.number).ok()?;
        let before = at.checked_sub(1).map_or(0, |before| moves[before].noted);
        Some((&moves[at].standing, &self.notes[before..moves[at].noted]))
    }
}
