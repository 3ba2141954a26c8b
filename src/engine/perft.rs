//! Counts move paths.

use super::budget::Exhausted;
use super::machine::Machine;
use super::position::Shape;
use std::ops::ControlFlow;

/// Counts the paths of exactly `depth` moves. Paths that end earlier count nothing; repetition is ignored; every last
/// move is really made.
///
/// # Errors
/// If the moves of a position on the way cannot be listed within the budget.
pub fn perft<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position, depth: u32) -> Result<u64, Exhausted> {
    let ends = machine.ends_before_turns();
    // Positions still to be looked at, with the moves that are to follow.
    let mut waiting = vec![(*position, depth)];
    let mut paths = 0_u64;
    while let Some((position, depth)) = waiting.pop() {
        if depth == 0 {
            paths = paths.saturating_add(1);
            continue;
        }
        if ends && machine.before_turn(&mut position.clone(), 1)?.is_some() {
            continue;
        }
        machine.moves(&position, |found| {
            if depth == 1 {
                std::hint::black_box(found.position);
                paths = paths.saturating_add(1);
            } else if found.ended.is_none() {
                waiting.push((*found.position, depth - 1));
            }
            ControlFlow::Continue(())
        })?;
    }
    Ok(paths)
}
