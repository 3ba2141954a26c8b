//! Players from what a script says of them.

use super::{AlphaBeta, Greedy, Mcts, Moves, PlayerError, Process, Random, Strategy, Venue};
use crate::engine::Shape;
use crate::sim::script::PlayerSpec;

/// Makes a player for the games of a simulation.
///
/// # Errors
/// Why there can be no such player on this machine: it takes too much memory, or its program cannot be started.
pub fn build<'p, S: Shape>(spec: &PlayerSpec, venue: Venue<'p>) -> Result<Box<dyn Strategy<S> + 'p>, PlayerError> {
    let program = venue.game.program();
    Ok(match spec {
        PlayerSpec::Random => Box::new(Random),
        PlayerSpec::Greedy => Box::new(Greedy),
        PlayerSpec::AlphaBeta(look) => {
            let player = AlphaBeta::<S>::new(venue.game, look);
            Box::new(player.map_err(|reason| PlayerError::Memory { player: spec.clone(), reason })?)
        }
        PlayerSpec::Mcts(spec) => Box::new(Mcts::<S>::new(venue.game, spec)),
        PlayerSpec::Moves(moves) => Box::new(Moves::<S>::new(program, moves.clone())),
        PlayerSpec::Process(command) => {
            let player = Process::<S>::new(venue, command);
            Box::new(player.map_err(|reason| PlayerError::Program { command: command.clone(), reason })?)
        }
    })
}
