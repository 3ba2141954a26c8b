//! Positions to JSON.

use crate::model::{BoardRow, Id, Model, Place, Player, State, StateScope, Type, ValueOf};
use crate::position::Position;
use crate::text::pieces::present;
use crate::text::place::{pit_text, stretches};
use crate::text::way_name;
use serde_json::{Map, Value};

/// The position as one object. State and `off` stand there only where they are not as at the start.
#[must_use]
pub fn to_json(position: &Position, model: &Model) -> Value {
    let mut fields = Map::new();
    fields.insert("to_move".into(), position.to_move().word().into());
    for player in Player::BOTH {
        fields.insert(player.word().into(), side(position, model, player));
    }
    if let Some(off) = model.board.off_place().filter(|off| position.pieces().at(*off) > 0) {
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
fn pieces(position: &Position, model: &Model, place: Place) -> Value {
    let bag = position.pieces().bag(place);
    match bag.as_slice() {
        [count] => (*count).into(),
        bag => present(bag, model).map(|(count, name)| (name.to_string(), Value::from(count))).collect(),
    }
}

/// Declared state with some value that is not its start value.
fn state(position: &Position, model: &Model) -> Map<String, Value> {
    let states = model.states.values().zip(position.states());
    let changed = states.filter_map(|(state, (_, values))| {
        let value = match state.scope {
            StateScope::Game => changed(state, ValueOf::Game, values).map(|value| value_json(state, value, model)),
            StateScope::Player => per_player(|player| {
                changed(state, ValueOf::Player(player), values).map(|value| value_json(state, value, model))
            }),
            StateScope::Pit => per_place(state, values, model),
        };
        value.map(|value| (state.name.clone(), value))
    });
    changed.collect()
}

/// The value of a state, if it is not the one at the start.
fn changed(state: &State, of: ValueOf, values: &[i32]) -> Option<i32> {
    let value = *values.get(of.index())?;
    (state.start_of(of) != Some(value)).then_some(value)
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
    let off = model.board.off_place().and_then(|off| changed(state, ValueOf::Place(off), values));
    fields.extend(off.map(|value| ("off".to_string(), value_json(state, value, model))));
    some_fields(fields)
}

/// Pits by number, with the row's name between where a player has several rows; stores and reserves by name. Truth values of
/// one row are a list of what is not as at the start.
fn per_side(state: &State, values: &[i32], player: Player, model: &Model) -> Option<Value> {
    let row_json = |row: &BoardRow| per_pit(state, values, player, row, model);
    let holders = stretches(&model.board, player).filter(|stretch| !stretch.is_row);
    let mut holders = holders
        .filter_map(|holder| Some((holder.name.to_string(), changed(state, ValueOf::Place(holder.first), values)?)))
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
fn per_pit(state: &State, values: &[i32], player: Player, row: &BoardRow, model: &Model) -> Option<Value> {
    let pits = (1..).zip(row.pits().map(|pit| ValueOf::Place(model.board.place(player, pit))));
    let pits = pits.filter_map(|(number, pit)| Some((number, changed(state, pit, values)?)));
    if state.ty == Type::Truth {
        let numbers: Vec<u32> = pits.map(|(number, _)| number).collect();
        return (!numbers.is_empty()).then(|| numbers.into());
    }
    some_fields(pits.map(|(number, value)| (number.to_string(), value_json(state, value, model))).collect())
}

fn some_fields(fields: Map<String, Value>) -> Option<Value> {
    (!fields.is_empty()).then(|| fields.into())
}

fn value_json(state: &State, value: i32, model: &Model) -> Value {
    match state.ty {
        Type::Truth => (value != 0).into(),
        Type::Way => way_name(model, value).into(),
        Type::Player => Player::of_value(value).map(Player::word).into(),
        Type::Pit => Place::of_value(value).map(|place| pit_text(model, place)).into(),
        _ => value.into(),
    }
}
