//! Players from what a script says of them.

use super::{AlphaBeta, Greedy, Mcts, Moves, Process, Random, Strategy, Venue};
use crate::engine::Shape;
use crate::sim::script::PlayerSpec;

/// Makes a player for the games of a simulation.
///
/// # Errors
/// Why there can be no such player on this machine: it takes too much memory, or its program cannot be started.
pub fn build<'p, S: Shape>(spec: &PlayerSpec, venue: Venue<'p>) -> Result<Box<dyn Strategy<S> + 'p>, String> {
    let program = venue.game.program();
    Ok(match spec {
        PlayerSpec::Random => Box::new(Random),
        PlayerSpec::Greedy => Box::new(Greedy),
        PlayerSpec::AlphaBeta(look) => {
            Box::new(AlphaBeta::<S>::new(venue.game, look).map_err(|reason| format!("{spec} cannot play: {reason}"))?)
        }
        PlayerSpec::Mcts(spec) => Box::new(Mcts::<S>::new(venue.game, spec)),
        PlayerSpec::Moves(moves) => Box::new(Moves::<S>::new(program, moves.clone())),
        PlayerSpec::Process(command) => {
            Box::new(Process::<S>::new(venue, command).map_err(|reason| format!("`{command}` cannot play: {reason}"))?)
        }
    })
}
