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
    // Whether a game can end before a turn although there is a legal move.
    let ends = machine.ends_before_turns();
    // Positions still to be looked at, each with the number of moves that follow it: no ply needs a stack frame.
    let mut waiting = vec![(*position, depth)];
    let mut paths = 0;
    while let Some((position, depth)) = waiting.pop() {
        if ends && machine.before_turn(&mut position.clone(), 1).is_some() {
            continue;
        }
        if depth == 1 {
            machine.moves(&position, |found| {
                std::hint::black_box(found.position);
                paths += 1;
                ControlFlow::Continue(())
            });
            continue;
        }
        machine.moves(&position, |found| {
            if found.ended.is_none() {
                waiting.push((*found.position, depth - 1));
            }
            ControlFlow::Continue(())
        });
    }
    paths
}
