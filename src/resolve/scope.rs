//! Which locals are visible.

use crate::model::LocalId;

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
