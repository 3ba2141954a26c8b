//! Counts move paths.

use super::Side;
use super::expand::Expander;
use super::op::turn;
use crate::ir::Program;
use crate::model::Player;
use std::ops::ControlFlow;

/// Counts what cannot be followed here: a position, who is to move, and how deep.
pub(super) type Otherwise<'o, const W: usize> = &'o mut dyn FnMut(&[u8; W], Player, u32) -> u64;

/// Counts move paths of one program.
#[derive(Debug)]
pub(super) struct Perft<'p, const W: usize> {
    sides: [Expander<'p, W>; 2],
    /// Positions that wait, of all depths.
    waiting: Vec<([u8; W], Player)>,
}

impl<'p, const W: usize> Perft<'p, W> {
    pub(super) fn new(program: &'p Program, sides: &'p [Side<W>; 2]) -> Self {
        let prefers = program.model.preferences > 0;
        let sides = Player::BOTH.map(|player| Expander::new(&sides[player.index()], prefers));
        Perft { sides, waiting: Vec::new() }
    }

    /// Paths of exactly so many moves from a position; every last move is really made.
    pub(super) fn count(&mut self, position: &[u8; W], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let side = &mut self.sides[mover.index()];
        if side.is_over(position) {
            return 0;
        }
        if depth == 1 {
            return side.count(position).unwrap_or_else(|_| otherwise(position, mover, depth));
        }
        let first = self.waiting.len();
        let waiting = &mut self.waiting;
        let all = side.visit(position, &mut |machine| {
            if machine.get(turn::ENDED) == 0 {
                let next = if machine.get(turn::AGAIN) != 0 { mover } else { mover.other() };
                waiting.push((*machine.position(), next));
            }
            ControlFlow::Continue(())
        });
        if all.is_err() {
            self.waiting.truncate(first);
            return otherwise(position, mover, depth);
        }
        let mut paths = 0;
        while self.waiting.len() > first {
            if let Some((position, mover)) = self.waiting.pop() {
                paths += self.count(&position, mover, depth - 1, otherwise);
            }
        }
        paths
    }
}
