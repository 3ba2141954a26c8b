//! Moves that are drawn: where their number is known before any is played, the others are left alone.

use super::{Expander, Halt};
use crate::plan::Side;
use crate::plan::chance::Listed;
use crate::plan::machine::Stop;
use crate::plan::op::turn;
use crate::plan::runner::Runner;
use std::ops::ControlFlow;

/// What came of drawing a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plan) enum Drawing {
    /// One of so many was played.
    Played(u64),
    /// There is none.
    Not,
    /// The game is over before the turn.
    Over,
    /// They have to be listed, since their number is not known before.
    List,
    /// It takes too long.
    TooLong,
}

impl<'p, const W: usize> Expander<'p, W> {
    /// One that draws moves, and does not list them.
    pub(in crate::plan) fn drawing(side: &'p Side<W>, prefers: bool) -> Self {
        Expander { side, runner: Runner::drawing(side), prefers }
    }

    /// Draws a move of the position before the turn and plays it, if their number is known before any is played. `draw`
    /// gives a number below it.
    #[inline]
    pub(in crate::plan) fn draw(&mut self, draw: &mut impl FnMut(u64) -> u64) -> Drawing {
        if self.side.over.is_some_and(|over| self.runner.ask(over) == 1) {
            return Drawing::Over;
        }
        let Some(ranking) = self.ranking_here() else { return Drawing::Not };
        let Some(kind) = self.unjudged(ranking) else { return Drawing::List };
        let Ok(count @ 1..) = u64::try_from(self.runner.count_options(kind)) else { return Drawing::Not };
        let number = u32::try_from(draw(count)).unwrap_or(u32::MAX);
        if self.runner.counted_option(kind, number) == Stop::Found { Drawing::Played(count) } else { Drawing::TooLong }
    }

    /// Lists the legal moves of a position.
    pub(in crate::plan) fn list(&mut self, position: &[u8; W], listed: &mut Listed) -> Result<(), Halt> {
        listed.clear();
        self.visit(position, &mut |runner| {
            listed.add(usize::try_from(runner.get(turn::KIND)).unwrap_or(0), runner.choices());
            ControlFlow::Continue(())
        })
    }
}
