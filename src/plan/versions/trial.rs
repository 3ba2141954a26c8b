//! Whether versions pay: a switch costs about as much as a question, so that little is won where little is known.

use super::{Address, Unwritten};
use std::collections::BTreeMap;

/// How often code comes to versions before that is told.
const TRIAL: u32 = 1 << 12;

/// A version.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) begin: Address,
    /// Operations that were followed for it.
    pub(super) followed: usize,
    /// Those that are left of them.
    pub(super) left: usize,
}

impl Piece {
    /// One of which it is not known how much it leaves out.
    pub(super) fn beginning(begin: Address) -> Self {
        Piece { begin, followed: 0, left: 0 }
    }
}

/// Counts what is left out. As long as it goes on, code comes to each version by whoever writes them.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    left: u32,
    /// Versions that code has come to.
    pub(super) pieces: BTreeMap<Unwritten, Piece>,
    /// Operations that would have been run without versions, and those that were run.
    without: usize,
    with: usize,
}

impl Default for Trial {
    fn default() -> Self {
        Trial { left: TRIAL, pieces: BTreeMap::new(), without: 0, with: 0 }
    }
}

impl Trial {
    /// One that is over, and was passed.
    #[cfg(test)]
    pub(super) fn over() -> Self {
        Trial { left: 0, ..Trial::default() }
    }

    pub(super) fn goes_on(&self) -> bool {
        self.left > 0
    }

    /// Code has come to a version; whether the trial is over with it.
    pub(super) fn comes_to(&mut self, unwritten: Unwritten, piece: Piece) -> bool {
        if !self.goes_on() {
            return false;
        }
        self.left -= 1;
        self.pieces.insert(unwritten, piece);
        self.without += piece.followed;
        self.with += piece.left + usize::from(matches!(unwritten, Unwritten::Switched { .. }));
        self.left == 0
    }

    /// Whether versions save less than a quarter.
    pub(super) fn has_failed(&self) -> bool {
        !self.goes_on() && self.with * 4 > self.without * 3
    }
}
