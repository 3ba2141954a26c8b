//! Why JSON is not what it should be.

use crate::model::{DeclaredPiece, Model};
use crate::text::pieces::counted;
use serde_json::Value;

/// Why a JSON value is no position, or no end, of a game. `what` says of which part of the value it is, as in `` `home` of
/// south ``.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// An object is needed.
    #[error("{what} must be an object")]
    NoObject {
        /// Of what.
        what: String,
    },
    /// A list is needed.
    #[error("{what} must be a list")]
    NoList {
        /// Of what.
        what: String,
    },
    /// A field is missing.
    #[error("`{field}` is missing in {what}")]
    Missing {
        /// The field.
        field: String,
        /// In what.
        what: String,
    },
    /// A field has no meaning.
    #[error("{what} has no `{field}`{}", .help.as_ref().map_or(String::new(), |help| format!(": {help}")))]
    Unknown {
        /// Of what.
        what: String,
        /// The field.
        field: String,
        /// What may be meant.
        help: Option<String>,
    },
    /// A list of pits is too long or too short.
    #[error("{what} lists {listed} pits, and the row has {pits}")]
    Length {
        /// Of which row.
        what: String,
        /// How many it lists.
        listed: usize,
        /// How many there are.
        pits: usize,
    },
    /// A row has no pit with a number.
    #[error("{what} names pit {number}, and the pits of `{row}` are 1 to {pits}")]
    NoPit {
        /// Of what.
        what: String,
        /// The number, as it is written.
        number: String,
        /// The row.
        row: String,
        /// How many pits it has.
        pits: u16,
    },
    /// What lies in a place is not said by a number.
    #[error("{what} holds {value}, and {needed} is needed")]
    NoCount {
        /// Of which place.
        what: String,
        /// What is written.
        value: Value,
        /// What is needed.
        needed: &'static str,
    },
    /// What lies in a place is not said kind by kind.
    #[error("{what} holds {value}, and an object with kinds of pieces is needed: {{\"{kind}\": 1}}")]
    NoKinds {
        /// Of which place.
        what: String,
        /// What is written.
        value: Value,
        /// A kind of piece.
        kind: String,
    },
    /// A value is not of the type that is needed.
    #[error("{what} is {value}, and {needed} is needed")]
    Value {
        /// Of what.
        what: String,
        /// What is written.
        value: Value,
        /// What is needed.
        needed: String,
    },
    /// No pit is written so.
    #[error("{what} is {value}, which is no pit of the board")]
    UnknownPit {
        /// Of what.
        what: String,
        /// What is written.
        value: Value,
    },
    /// Several pits are written so.
    #[error("{what} is {value}, which may be {}", .meant.join(" or "))]
    SeveralPits {
        /// Of what.
        what: String,
        /// What is written.
        value: Value,
        /// The pits, by their whole names.
        meant: Vec<String>,
    },
    /// A score is not a whole number.
    #[error("`score` needs a whole number for `{player}`")]
    NoScore {
        /// Of which player.
        player: &'static str,
    },
    /// The position holds more or fewer pieces than the game has.
    #[error(transparent)]
    Total(#[from] WrongTotal),
}

/// A position holds more or fewer pieces than the game has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the position holds {0}")]
pub struct WrongTotal(String);

impl WrongTotal {
    /// What is wrong, if something is: kinds with how many pieces of them the position holds, and the game has.
    pub(super) fn of(wrong: &[(&DeclaredPiece, u64, u64)], model: &Model) -> Result<(), WrongTotal> {
        let kinds =
            |(kind, held, total): &(&DeclaredPiece, u64, u64)| format!("{held} {} instead of {total}", kind.name);
        match wrong {
            [] => Ok(()),
            [(_, held, total)] if model.kinds.len() == 1 => {
                Err(WrongTotal(format!("{}, and `{}` has {total}", counted(*held, model), model.title)))
            }
            _ => Err(WrongTotal(wrong.iter().map(kinds).collect::<Vec<_>>().join(", "))),
        }
    }
}
