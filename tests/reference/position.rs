//! A position: pieces, declared state, and who is to move; from and to the plain form in which positions are compared.

use super::board::Board;
use super::rules::Rules;
use super::value::{Value, Way};
use super::{Answer, meaningless};
use mancala::Position as PlainPosition;
use mancala::model::Player;
use mancala::pieces::Pieces;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Position {
    /// For each place the pieces of each kind.
    pub(super) pieces: Vec<Vec<u32>>,
    /// For each declared state its values: one, or one for each player, or one for each place.
    pub(super) states: Vec<Vec<Value>>,
    pub(super) to_move: Player,
}

impl Position {
    /// A board without pieces; all state is at its start.
    pub(super) fn empty(rules: &Rules) -> Position {
        let places = rules.board.places();
        Position {
            pieces: vec![vec![0; rules.kinds.len()]; places],
            states: rules.states.iter().map(|state| state.start.clone()).collect(),
            to_move: Player::South,
        }
    }

    /// From the plain form.
    pub(super) fn from_plain(plain: &PlainPosition, rules: &Rules) -> Answer<Position> {
        let places = rules.board.places();
        let mut position = Position::empty(rules);
        if plain.pieces().as_slice().len() != places * rules.kinds.len() || plain.states().count() != rules.states.len()
        {
            return meaningless("the position is of another board");
        }
        for (at, pieces) in plain.pieces().as_slice().iter().enumerate() {
            position.pieces[at % places][at / places] = *pieces;
        }
        for (values, (_, plain)) in position.states.iter_mut().zip(plain.states()) {
            if values.len() != plain.len() {
                return meaningless("a state has too many or too few values");
            }
            for (value, plain) in values.iter_mut().zip(plain) {
                *value = from_plain_value(value, *plain);
            }
        }
        position.to_move = plain.to_move();
        Ok(position)
    }

    /// To the plain form.
    pub(super) fn plain(&self, board: &Board) -> PlainPosition {
        let places = board.places();
        let kinds = self.pieces.first().map_or(0, Vec::len);
        let pieces = (0..kinds * places).map(|at| self.pieces[at % places][at / places]).collect();
        let states = self.states.iter().map(|values| values.iter().map(plain_value).collect());
        PlainPosition::of_parts(Pieces::of(places, pieces), states, self.to_move)
    }
}

/// The plain form has numbers for everything: -1 is none, or nobody.
fn plain_value(value: &Value) -> i32 {
    match value {
        Value::Number(number) => *number as i32,
        Value::Truth(truth) => i32::from(*truth),
        Value::Pit(pit) => pit.map_or(-1, |place| place as i32),
        Value::Player(player) => player.map_or(-1, |player| player.index() as i32),
        Value::Way(way) => i32::from(*way != Way::Written),
        other => unreachable!("{other:?} is no state"),
    }
}

/// A value of the same type.
fn from_plain_value(like: &Value, plain: i32) -> Value {
    let index = usize::try_from(plain).ok();
    match like {
        Value::Number(_) => Value::Number(i64::from(plain)),
        Value::Truth(_) => Value::Truth(plain != 0),
        Value::Pit(_) => Value::Pit(index),
        Value::Way(_) => Value::Way(Way::BOTH[usize::from(plain != 0)]),
        Value::Player(_) => Value::Player(index.map(|index| Player::BOTH[index])),
        other => unreachable!("{other:?} is no state"),
    }
}
