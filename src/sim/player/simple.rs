//! Players that look no further than the legal moves.

use super::{Decision, Seat, Strategy};
use crate::engine::{Cells as _, Shape};
use crate::position::GameResult;
use crate::sim::candidates::random_index;
use crate::sim::seed::{Generator, below};

/// Draws a legal move uniformly at random.
#[derive(Debug, Clone, Copy, Default)]
pub struct Random;

impl<S: Shape> Strategy<S> for Random {
    #[inline]
    fn draws(&self) -> bool {
        true
    }

    #[inline]
    fn choose(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Decision {
        match seat.candidates.orders {
            None => Decision::Play(random_index(seat.candidates.count, generator)),
            Some(_) => Decision::Any,
        }
    }
}

/// Plays a move that wins at once if there is one, otherwise one that captures most now and does not lose at once; one of
/// those at random.
#[derive(Debug, Clone, Copy, Default)]
pub struct Greedy;

impl<S: Shape> Strategy<S> for Greedy {
    fn choose(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Decision {
        let mover = seat.position.mover();
        let gain = |index: usize| {
            let candidate = &seat.candidates.listed[index];
            let result = candidate.ended.map(|ended| ended.result);
            let verdict = match result {
                Some(GameResult::Winner(winner)) if winner == mover => 1,
                Some(GameResult::Winner(_)) => -1,
                _ => 0,
            };
            (verdict, candidate.captured)
        };
        let all = seat.candidates.listed.len();
        let Some(best) = (0..all).map(gain).max() else { return Decision::Play(0) };
        let alike = (0..all).filter(|index| gain(*index) == best).count();
        let chosen = below(generator, alike as u32) as usize;
        let index = (0..all).filter(|index| gain(*index) == best).nth(chosen);
        Decision::Play(index.unwrap_or(0) as u64)
    }
}
