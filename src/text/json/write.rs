//! Positions to JSON.

use crate::model::{BoardRow, Model, Player, State, StateScope, Type};
use crate::position::Position;
use crate::text::pieces::{bag_at, present};
use crate::text::place::{pit_text, stretches};
use crate::text::way_name;
use serde_json::{Map, Value};

/// The position as one object. State and `off` stand there only where they are not as at the start.
#[must_use]
pub fn to_json(position: &Position, model: &Model) -> Value {
    let mut fields = Map::new();
    fields.insert("to_move".into(), position.to_move.word().into());
    for player in Player::BOTH {
        fields.insert(player.word().into(), side(position, model, player));
    }
    if let Some(off) = model.board.off_place().filter(|off| position.at(model, *off) > 0) {
        fields.insert("off".into(), pieces(position, model, off));
    }
    let states = state(position, model);
    if !states.is_empty() {
        fields.insert("state".into(), states.into());
    }
    fields.into()
}

fn side(position: &Position, model: &Model, player: Player) -> Value {
    let mut fields = Map::new();
    for stretch in stretches(&model.board, player) {
        let mut values = stretch.places().map(|place| pieces(position, model, place));
        let value = if stretch.is_row { values.collect() } else { values.next().unwrap_or_default() };
        fields.insert(stretch.name.to_string(), value);
    }
    fields.into()
}

/// A number, or an object with the kinds of which there are some.
fn pieces(position: &Position, model: &Model, place: usize) -> Value {
    let bag = bag_at(position, model, place);
    match bag.as_slice() {
        [count] => (*count).into(),
        bag => present(bag, model).map(|(count, name)| (name.to_string(), Value::from(count))).collect(),
    }
}

/// Declared state with some value that is not its start value.
fn state(position: &Position, model: &Model) -> Map<String, Value> {
    let states = model.states.iter().zip(&position.states);
    let changed = states.filter_map(|(state, values)| {
        let value = match state.scope {
            StateScope::Game => changed(state, 0, values[0]).map(|value| value_json(state, value, model)),
            StateScope::Player => per_player(|player| {
                changed(state, player.index(), values[player.index()]).map(|value| value_json(state, value, model))
            }),
            StateScope::Pit => per_place(state, values, model),
        };
        value.map(|value| (state.name.clone(), value))
    });
    changed.collect()
}

/// The value of a state, if it is not the one at the start.
fn changed(state: &State, at: usize, value: i32) -> Option<i32> {
    (state.start.get(at) != Some(&value)).then_some(value)
}

fn per_player(value: impl Fn(Player) -> Option<Value>) -> Option<Value> {
    let values = Player::BOTH.into_iter().filter_map(|player| Some((player.word().to_string(), value(player)?)));
    some_fields(values.collect())
}

/// State per pit: of each player's pits, stores and reserves, and of `off`.
fn per_place(state: &State, values: &[i32], model: &Model) -> Option<Value> {
    let mut fields: Map<String, Value> = Player::BOTH
        .into_iter()
        .filter_map(|player| Some((player.word().to_string(), per_side(state, values, player, model)?)))
        .collect();
    let off = model.board.off_place().and_then(|off| changed(state, off, values[off]));
    fields.extend(off.map(|value| ("off".to_string(), value_json(state, value, model))));
    some_fields(fields)
}

/// Pits by number, with the row's name between where a player has several rows; stores and reserves by name. Truth values of
/// one row are a list of what is not as at the start.
fn per_side(state: &State, values: &[i32], player: Player, model: &Model) -> Option<Value> {
    let row_json = |row: &BoardRow| per_pit(state, values, model.board.place(player, row.start), row, model);
    let holders = stretches(&model.board, player).filter(|stretch| !stretch.is_row);
    let mut holders = holders
        .filter_map(|holder| Some((holder.name.to_string(), changed(state, holder.first, values[holder.first])?)))
        .peekable();
    match model.board.rows.as_slice() {
        [row] if holders.peek().is_none() => row_json(row),
        [row] if state.ty == Type::Truth => {
            let pits = row_json(row).map_or(Vec::new(), |pits| pits.as_array().cloned().unwrap_or_default());
            Some(pits.into_iter().chain(holders.map(|(name, _)| name.into())).collect())
        }
        rows => {
            let mut fields = match rows {
                [row] => row_json(row).map_or(Map::new(), |pits| pits.as_object().cloned().unwrap_or_default()),
                rows => rows.iter().filter_map(|row| Some((row.name.clone(), row_json(row)?))).collect(),
            };
            fields.extend(holders.map(|(name, value)| (name, value_json(state, value, model))));
            some_fields(fields)
        }
    }
}

/// A list of pit numbers for truth values, else an object from pit number to value.
fn per_pit(state: &State, values: &[i32], first: usize, row: &BoardRow, model: &Model) -> Option<Value> {
    let pits = values[first..].iter().take(usize::from(row.size)).enumerate();
    let pits = pits.filter_map(|(at, value)| changed(state, first + at, *value).map(|value| (at + 1, value)));
    if state.ty == Type::Truth {
        let numbers: Vec<usize> = pits.map(|(number, _)| number).collect();
        return (!numbers.is_empty()).then(|| numbers.into());
    }
    some_fields(pits.map(|(number, value)| (number.to_string(), value_json(state, value, model))).collect())
}

fn some_fields(fields: Map<String, Value>) -> Option<Value> {
    (!fields.is_empty()).then(|| fields.into())
}

fn value_json(state: &State, value: i32, model: &Model) -> Value {
    match (state.ty, usize::try_from(value)) {
        (Type::Truth, _) => (value != 0).into(),
        (Type::Way, _) => way_name(model, value).into(),
        (Type::Player, Ok(index)) => Player::BOTH[index.min(1)].word().into(),
        (Type::Pit, Ok(place)) => pit_text(model, place).into(),
        (Type::Player | Type::Pit, Err(_)) => Value::Null,
        _ => value.into(),
    }
}
