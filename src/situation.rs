//! A position in plain form: what texts, JSON, drawings and the slow evaluator work with. The engine packs it.

use crate::model::{Model, Player, StateScope};

/// Seeds everywhere, declared state, and who is to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// Pieces of each kind at each place: `kind * places + place`, places numbered as in [`crate::model::Board`].
    pub pieces: Vec<u32>,
    /// Values of each declared state, as in [`crate::model::Expr`]: one for the game, one for each player (South first),
    /// or one for each place. Pits are places, none and nobody -1, players 0 and 1.
    pub states: Vec<Vec<i32>>,
    /// Who is to move.
    pub to_move: Player,
}

impl Situation {
    /// A board without seeds, with all state at its start value.
    #[must_use]
    pub fn empty(model: &Model) -> Self {
        let states = model
            .states
            .iter()
            .map(|state| {
                let size = match state.scope {
                    StateScope::Game => 1,
                    StateScope::Player => 2,
                    StateScope::Pit => model.board.places(),
                };
                vec![state.start; size]
            })
            .collect();
        let pieces = vec![0; model.board.places() * model.kinds.len()];
        Situation { pieces, states, to_move: model.first }
    }

    /// The opening position.
    #[must_use]
    pub fn start(model: &Model) -> Self {
        Situation { pieces: model.setup.clone(), ..Situation::empty(model) }
    }

    /// Pieces of all kinds at a place.
    #[must_use]
    pub fn at(&self, model: &Model, place: usize) -> u32 {
        let places = model.board.places();
        (0..model.kinds.len()).map(|kind| self.pieces[kind * places + place]).sum()
    }

    /// All pieces.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.pieces.iter().sum()
    }
}

/// Why and how a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub result: GameResult,
    /// Label of the row of `end` (or of `endless`) that ended it.
    pub reason: String,
    /// Scores of South and North, where the game has a score.
    pub score: Option<[i32; 2]>,
}

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This player.
    Winner(Player),
    /// Drawn.
    Draw,
    /// The game is over without a result.
    NoWinner,
}
