//! Counts move paths.

use super::machine::Machine;
use super::shape::Shape;
use std::ops::ControlFlow;

/// Counts the paths of exactly `depth` moves. Paths that end earlier count nothing; repetition is ignored; every last
/// move is really made.
pub fn perft<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut start = *position;
    if machine.ends_before_turns() && machine.before_turn(&mut start, 1).is_some() {
        return 0;
    }
    let mut nodes = 0;
    if depth == 1 {
        machine.moves(position, |_| {
            nodes += 1;
            ControlFlow::Continue(())
        });
        return nodes;
    }
    let mut children = Vec::new();
    machine.moves(position, |found| {
        if found.ended.is_none() {
            children.push(*found.position);
        }
        ControlFlow::Continue(())
    });
    children.iter().map(|child| perft(machine, child, depth - 1)).sum()
}
