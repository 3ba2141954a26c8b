//! What the rules of a game ask for before a turn.

use crate::engine::{Machine, Shape};
use crate::ir::Node;

/// What a program asks for before a turn.
#[derive(Debug, Clone, Copy)]
pub struct Flow {
    /// Whether it has a rule on positions that repeat.
    pub repetition: bool,
    /// Whether the game can be over before a turn although there is a legal move.
    pub before_turns: bool,
}

impl Flow {
    /// Of a program.
    #[must_use]
    pub fn of<S: Shape>(machine: &Machine<'_, S>) -> Self {
        let program = machine.program();
        let repeats = |node: &Node| matches!(node, Node::Repeats(_));
        let repetition = program.sides.iter().any(|code| code.nodes.iter().any(repeats));
        Flow { repetition, before_turns: machine.ends_before_turns() }
    }
}
