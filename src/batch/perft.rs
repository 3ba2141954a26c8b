//! Counts move paths.

use super::bits::Bits;
use super::expand::needs_history;
use super::prepared::Prepared;
use super::turns::Turns;
use crate::ir::Program;
use crate::model::Player;
use std::hint::black_box;

/// Positions that are expanded together.
const TOGETHER: usize = 96;

/// Positions of one depth that wait before they are gone on with.
const WAITING: usize = 2048;

/// Counts what cannot be followed here: a position, who is to move, and how deep.
pub(super) type Otherwise<'o, const W: usize> = &'o mut dyn FnMut(&[u8; W], Player, u32) -> u64;

/// Counts move paths of one program.
#[derive(Debug)]
pub(super) struct Perft<'p, const W: usize, B> {
    turns: [Turns<'p, W, B>; 2],
    /// For each player: whether a game can end before a turn although there is a legal move.
    ends: [bool; 2],
}

impl<'p, const W: usize, B: Bits> Perft<'p, W, B> {
    pub(super) fn new(program: &'p Program, prepared: &'p Prepared<W>) -> Self {
        let ends = |player| {
            let code = program.code(player);
            code.ends_before_turn
                .iter()
                .any(|row| row.condition.is_none_or(|condition| !needs_history(code, condition)))
        };
        Perft { turns: Player::BOTH.map(|player| Turns::new(program, prepared, player)), ends: Player::BOTH.map(ends) }
    }

    /// Paths of exactly so many moves from a position; every last move is really made.
    pub(super) fn count(&mut self, cells: [u8; W], mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.paths(vec![cells], mover, depth, otherwise)
    }

    /// Paths from positions of one mover.
    fn paths(&mut self, mut positions: Vec<[u8; W]>, mover: Player, depth: u32, otherwise: Otherwise<'_, W>) -> u64 {
        let mut paths = 0;
        let mut next: [Vec<[u8; W]>; 2] = [Vec::new(), Vec::new()];
        while !positions.is_empty() {
            let rest = positions.len().saturating_sub(TOGETHER);
            paths += self.expand(&positions[rest..], mover, depth, &mut next, otherwise);
            positions.truncate(rest);
            for player in Player::BOTH {
                let waiting = &mut next[player.index()];
                if depth > 1 && (waiting.len() >= WAITING || positions.is_empty()) && !waiting.is_empty() {
                    let waiting = std::mem::take(waiting);
                    paths += self.paths(waiting, player, depth - 1, otherwise);
                }
            }
        }
        paths
    }

    /// Makes every legal move of some positions. At the last depth the moves are counted, before it they wait.
    fn expand(
        &mut self,
        positions: &[[u8; W]],
        mover: Player,
        depth: u32,
        next: &mut [Vec<[u8; W]>; 2],
        otherwise: Otherwise<'_, W>,
    ) -> u64 {
        let ends = self.ends[mover.index()];
        let turns = &mut self.turns[mover.index()];
        turns.sources.clear();
        turns.sources.extend_from_slice(positions);
        if ends {
            turns.drop_those_that_are_over();
        }
        turns.expand();
        let mut paths = 0;
        for source in &turns.given_up {
            paths += otherwise(&turns.sources[*source as usize], mover, depth);
        }
        for turn in turns.complete.iter().filter(|turn| turn.legal) {
            if depth == 1 {
                black_box(&turn.cells);
                paths += 1;
            } else if turn.ended == 0 {
                let player = if turn.again { mover } else { mover.other() };
                next[player.index()].push(turn.cells);
            }
        }
        paths
    }
}

impl<const W: usize, B: Bits> Turns<'_, W, B> {
    /// Takes out the positions in which the game is over before the turn.
    fn drop_those_that_are_over(&mut self) {
        let code = self.code;
        for row in &code.ends_before_turn {
            let all: Vec<u32> = (0..self.sources.len()).filter_map(|source| u32::try_from(source).ok()).collect();
            let Some(condition) = row.condition else { return self.sources.clear() };
            if needs_history(code, condition) {
                continue;
            }
            let holds = self.holds_before(condition, &all);
            let mut holds = holds.iter();
            self.sources.retain(|_| !*holds.next().unwrap_or(&false));
        }
    }
}
