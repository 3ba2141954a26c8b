//! A position in plain form: what texts, JSON, drawings and the slow evaluator work with. The engine packs it.

use crate::model::{Model, Player, Type};

/// Seeds everywhere, declared state, and who is to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// Pieces of each kind at each place: `kind * places + place`, places numbered as in [`crate::model::Board`].
    pub pieces: Vec<u32>,
    /// Values of each declared state, as in [`crate::model::Expr`]: one for the game, one for each player (South first),
    /// or one for each place. Pits are places, none and nobody -1, players 0 and 1.
    pub states: Vec<Vec<i32>>,
    /// Who is to move.
    pub to_move: Player,
}

impl Position {
    /// A board without seeds, with all state at its start value.
    #[must_use]
    pub fn empty(model: &Model) -> Self {
        let states = model.states.iter().map(|state| state.start.clone()).collect();
        let pieces = vec![0; model.board.places() * model.kinds.len()];
        Position { pieces, states, to_move: model.first }
    }

    /// The opening position.
    #[must_use]
    pub fn start(model: &Model) -> Self {
        Position { pieces: model.setup.clone(), ..Position::empty(model) }
    }

    /// Whether this is a position of a game: as many places and values as it has, as many pieces of each kind, and no value
    /// that its state cannot have.
    ///
    /// # Errors
    /// What is wrong.
    ///
    /// # Examples
    /// ```
    /// let oware = mancala::Variant::shipped("oware")?.game()?;
    /// let mut set_up = oware.start();
    /// set_up.pieces[0] += 1;
    /// assert_eq!(set_up.check(oware.model()).unwrap_err().to_string(), "the position holds 49 of `seed`, and the game has 48");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, model: &Model) -> Result<(), SetUpError> {
        let empty = Position::empty(model);
        let alike = |one: &[i32], other: &[i32]| one.len() == other.len();
        let sizes = self.states.len() == empty.states.len()
            && self.states.iter().zip(&empty.states).all(|(one, other)| alike(one, other));
        if self.pieces.len() != empty.pieces.len() || !sizes {
            return Err(SetUpError::Size);
        }
        let places = model.board.places().max(1);
        let sum = |plane: &[u32]| plane.iter().map(|count| u64::from(*count)).sum::<u64>();
        let planes = self.pieces.chunks(places).zip(model.setup.chunks(places)).zip(&model.kinds);
        for ((plane, setup), kind) in planes {
            let (held, total) = (sum(plane), sum(setup));
            if held != total {
                return Err(SetUpError::Pieces { kind: kind.name.clone(), held, total });
            }
        }
        for (state, values) in model.states.iter().zip(&self.states) {
            let range = match state.ty {
                Type::Truth => 0..=1,
                Type::Player => -1..=1,
                Type::Pit => -1..=i32::try_from(places).unwrap_or(i32::MAX) - 1,
                _ => 0..=state.largest,
            };
            if let Some(value) = values.iter().find(|value| !range.contains(value)) {
                return Err(SetUpError::Value { state: state.name.clone(), value: *value });
            }
        }
        Ok(())
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

/// Why a position that was set up by hand is none of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetUpError {
    /// It has another number of places or values.
    #[error("the position is of another board, or has other state")]
    Size,
    /// It holds more or fewer pieces of a kind than the game has.
    #[error("the position holds {held} of `{kind}`, and the game has {total}")]
    Pieces {
        /// The kind.
        kind: String,
        /// How many it holds.
        held: u64,
        /// How many there are.
        total: u64,
    },
    /// State has a value that it cannot have.
    #[error("`{state}` cannot be {value}")]
    Value {
        /// The state.
        state: String,
        /// The value, as in [`Position::states`].
        value: i32,
    },
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
