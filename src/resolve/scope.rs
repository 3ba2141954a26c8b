//! Where a statement stands, and which locals are visible there.

use crate::model::LocalId;

/// Where a statement stands, which says what it may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a move or sequence.
    Turn,
    /// In a row that is looked at after a sowing: the last statement says how the turn goes on.
    Landing,
    /// In a row that is looked at at each drop: only actions.
    EachDrop,
    /// In `finally`.
    Finally,
    /// In a row for turns that do not end.
    Endless,
    /// In a row that says when the game is over, or a match.
    End,
    /// Between two rounds.
    Rounds,
}

/// Names of locals, innermost last.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    names: Vec<(String, LocalId)>,
}

impl Scope {
    pub(super) fn find(&self, name: &str) -> Option<LocalId> {
        self.names.iter().rev().find(|(other, _)| other == name).map(|(_, id)| *id)
    }

    pub(super) fn add(&mut self, name: &str, id: LocalId) {
        self.names.push((name.to_string(), id));
    }

    /// How many there are, to return to with [`Scope::close`].
    pub(super) fn open(&self) -> usize {
        self.names.len()
    }

    pub(super) fn close(&mut self, mark: usize) {
        self.names.truncate(mark);
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }
}
