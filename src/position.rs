//! A position in plain form: what texts, JSON, drawings and the slow evaluator work with. The engine packs it.

use crate::model::{Arena, Model, Player, StateId, Type};
use crate::pieces::Pieces;

/// Pieces everywhere, declared state, and who is to move. It begins as a position of a game ([`Position::start`],
/// [`Position::empty`], or read from text or JSON) and keeps the shape of that game's positions, whatever is set in it; whether
/// the game may have it is what [`Position::check`] says, and a [`crate::Playthrough`] begins with none that it refuses.
///
/// # Examples
/// ```
/// use mancala::model::Player;
///
/// let oware = mancala::Variant::shipped("oware")?.game()?;
/// let place = oware.model().board.place(Player::North, oware.model().board.rows[0].pit(1).unwrap());
/// let mut set_up = oware.start();
/// set_up.pieces_mut().set_bag(place, [0]);
/// assert_eq!((set_up.pieces().at(place), set_up.total()), (0, 44));
/// assert!(set_up.check(oware.model()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: Pieces,
    /// For each state: its values, in the order of [`State::values_of`](crate::model::State::values_of).
    states: Arena<StateId, Vec<i32>>,
    to_move: Player,
}

impl Position {
    /// A position of these parts: what lies where, the values of each state, who is to move. Whether it is one of a game,
    /// [`Position::check`] says.
    #[must_use]
    pub fn of_parts(pieces: Pieces, states: impl IntoIterator<Item = Vec<i32>>, to_move: Player) -> Self {
        Position { pieces, states: states.into_iter().collect(), to_move }
    }

    /// A board without pieces, with all state at its start value.
    #[must_use]
    pub fn empty(model: &Model) -> Self {
        let states = model.states.values().map(|state| state.start.clone()).collect();
        let pieces = Pieces::filled(model.kinds.len(), model.board.places(), 0);
        Position { pieces, states, to_move: model.first }
    }

    /// The opening position.
    #[must_use]
    pub fn start(model: &Model) -> Self {
        Position { pieces: model.setup.clone(), ..Position::empty(model) }
    }

    /// What lies where.
    #[must_use]
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// What lies where, to be changed.
    pub fn pieces_mut(&mut self) -> &mut Pieces {
        &mut self.pieces
    }

    /// The values of a state, as in [`crate::model::Expr`]: pits are places, none and nobody -1, players 0 and 1.
    #[must_use]
    pub fn state(&self, state: StateId) -> &[i32] {
        self.states.get(state).map_or(&[], Vec::as_slice)
    }

    /// Each state with its values.
    pub fn states(&self) -> impl Iterator<Item = (StateId, &[i32])> {
        self.states.iter().map(|(state, values)| (state, values.as_slice()))
    }

    /// The values of a state, to be changed.
    pub fn state_mut(&mut self, state: StateId) -> &mut [i32] {
        self.states.get_mut(state).map_or(&mut [], Vec::as_mut_slice)
    }

    /// Who is to move.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Says who is to move.
    pub fn set_to_move(&mut self, player: Player) {
        self.to_move = player;
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
    /// set_up.pieces_mut().as_mut_slice()[0] += 1;
    /// assert_eq!(set_up.check(oware.model()).unwrap_err().to_string(), "the position holds 49 of `seed`, and the game has 48");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, model: &Model) -> Result<(), SetUpError> {
        let empty = Position::empty(model);
        let sizes = |position: &Position| position.states.values().map(Vec::len).collect::<Vec<_>>();
        let places = |position: &Position| (position.pieces.places(), position.pieces.as_slice().len());
        if places(self) != places(&empty) || sizes(self) != sizes(&empty) {
            return Err(SetUpError::Size);
        }
        let totals = self.pieces.totals().into_iter().zip(model.setup.totals());
        for ((held, total), kind) in totals.zip(model.kinds.values()) {
            if held != total {
                return Err(SetUpError::Pieces { kind: kind.name.clone(), held, total });
            }
        }
        for (state, values) in model.states.values().zip(self.states.values()) {
            let range = match state.ty {
                Type::Truth => 0..=1,
                Type::Player => -1..=1,
                Type::Pit => -1..=i32::try_from(self.pieces.places()).unwrap_or(i32::MAX) - 1,
                _ => 0..=state.largest,
            };
            if let Some(value) = values.iter().find(|value| !range.contains(value)) {
                return Err(SetUpError::Value { state: state.name.clone(), value: *value });
            }
        }
        Ok(())
    }

    /// All pieces.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.pieces.total()
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
        /// The value, as in [`Position::state`].
        value: i32,
    },
}

/// Why and how a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// Who won.
    pub result: GameResult,
    /// Label of the row of `end` (or of `endless`) that ended it.
    pub reason: String,
    /// Scores of South and North, where the game has a score.
    pub score: Option<[i32; 2]>,
}

impl Outcome {
    /// The end of a game that was played elsewhere: with the label of the row that ended it, and the scores of South and
    /// North, if the game has them.
    #[must_use]
    pub fn new(result: GameResult, reason: impl Into<String>, score: Option<[i32; 2]>) -> Self {
        Outcome { result, reason: reason.into(), score }
    }
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
