//! A player that looks ahead, on what its game can be searched on.

use super::error::NoMemory;
use super::search::{Search, Searches};
use super::{Decision, Seat, Strategy};
use crate::engine::{Grounds, Shape};
use crate::game::{Flow, Game};
use crate::sim::clock::Clock;
use crate::sim::script::AlphaBetaSpec;
use crate::sim::seed::Generator;
use std::sync::Arc;

/// A player that looks ahead.
#[derive(Debug)]
pub struct AlphaBeta<'p, S: Shape>(Box<dyn Searches<S> + 'p>);

impl<'p, S: Shape> AlphaBeta<'p, S> {
    /// A player of a game.
    ///
    /// # Errors
    /// That the system does not give it the memory it asks for.
    pub fn new(game: &'p Game, spec: &AlphaBetaSpec) -> Result<Self, NoMemory> {
        let machine = game.machine();
        let (flow, model) = (Flow::of(&machine), game.model());
        Ok(AlphaBeta(match Grounds::of(machine) {
            Grounds::Narrow(cells) => Box::new(Search::new(cells, flow, model, spec)?),
            Grounds::Middle(cells) => Box::new(Search::new(cells, flow, model, spec)?),
            Grounds::Whole(machine) => Box::new(Search::new(machine, flow, model, spec)?),
        }))
    }

    /// The best move and what it is worth, in hundredths of a seed; a won game is worth a million seeds more.
    pub fn best(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> (u64, i32) {
        self.0.best(seat, generator)
    }

    /// How many positions it has looked at in all its searches.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

impl<S: Shape> Strategy<S> for AlphaBeta<'_, S> {
    fn proven(&self) -> Option<i32> {
        self.0.proven()
    }

    fn looked_at(&self) -> u64 {
        self.nodes()
    }

    fn begin(&mut self) {
        self.0.begin();
    }

    fn heed(&mut self, clock: &Arc<Clock>) {
        self.0.set_budget(clock.budget());
    }

    fn choose(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Decision {
        if seat.candidates.count == 1 && seat.turns > 0 {
            return Decision::Play(0);
        }
        let (best, _) = self.best(seat, generator);
        seat.clock.stopped().map_or(Decision::Play(best), Decision::Stop)
    }
}
