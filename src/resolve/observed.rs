//! What is seen while a file is resolved that no game needs, and whoever judges the file does.

use crate::model::Model;
use crate::source::Span;

/// What a file comes to with some options.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// The game.
    pub model: Model,
    /// What was seen on the way.
    pub observed: Observed,
    /// How many expressions it has, those of definitions counted wherever they are used.
    pub expressions: usize,
}

/// What was seen while a file was resolved with some options.
#[derive(Debug, Clone, Default)]
pub struct Observed {
    /// Rows and rules that cannot apply.
    pub never: Vec<Span>,
    /// Rows behind one that always applies.
    pub shadowed: Vec<Span>,
    /// Sequences that nothing goes on with.
    pub unused: Vec<(String, Span)>,
    /// Names that are used.
    pub used: Vec<String>,
}

impl Observed {
    /// Notes that a name was used.
    pub(super) fn uses(&mut self, name: &str) {
        if !self.used.iter().any(|used| used == name) {
            self.used.push(name.to_string());
        }
    }
}
