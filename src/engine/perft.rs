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
    let ends = machine.ends_before_turns();
    Count { machine, ends, waiting: Vec::new() }.paths(position, depth)
}

struct Count<'m, 'p, S: Shape> {
    machine: &'m mut Machine<'p, S>,
    /// Whether a game can end before a turn although there is a legal move.
    ends: bool,
    /// Positions still to be looked at, of all depths.
    waiting: Vec<S::Position>,
}

impl<S: Shape> Count<'_, '_, S> {
    fn paths(&mut self, position: &S::Position, depth: u32) -> u64 {
        if self.ends && self.machine.before_turn(&mut position.clone(), 1).is_some() {
            return 0;
        }
        let mut paths = 0;
        if depth == 1 {
            self.machine.moves(position, |found| {
                std::hint::black_box(found.position);
                paths += 1;
                ControlFlow::Continue(())
            });
            return paths;
        }
        let first = self.waiting.len();
        let waiting = &mut self.waiting;
        self.machine.moves(position, |found| {
            if found.ended.is_none() {
                waiting.push(*found.position);
            }
            ControlFlow::Continue(())
        });
        while self.waiting.len() > first {
            if let Some(next) = self.waiting.pop() {
                paths += self.paths(&next, depth - 1);
            }
        }
        paths
    }
}
