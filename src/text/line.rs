//! A position on one line, as `--position` and `position { … }` read it back.

use super::pieces::written;
use super::place::{reference, stretches};
use crate::model::{Id, Model, Place, Player, State, StateId, Type, ValueOf};
use crate::position::Position;

/// The whole position on one line: `south home: 4 4 4 4 4 4 store: 0 north home: … to move: south`. State and `off`
/// stand there only where they are not as at the start.
#[must_use]
pub fn to_line(position: &Position, model: &Model) -> String {
    let mut parts: Vec<String> = Vec::new();
    for player in Player::BOTH {
        let side = side_entries(position, model, player);
        if !side.is_empty() {
            parts.push(player.word().to_string());
            parts.extend(side);
        }
    }
    parts.extend(off_entry(position, model));
    parts.extend(shared_state_entries(position, model));
    parts.push(format!("to move: {}", position.to_move().word()));
    parts.join(" ")
}

/// What follows a player's word: rows, store, reserves, own state.
fn side_entries(position: &Position, model: &Model, player: Player) -> Vec<String> {
    let mut entries: Vec<String> = stretches(&model.board, player)
        .map(|stretch| {
            let bags: Vec<String> =
                stretch.places().map(|place| written(&position.pieces().bag(place), model)).collect();
            format!("{}: {}", stretch.name, bags.join(" "))
        })
        .collect();
    let own = changed_values(position, model).filter(|(_, of, _)| *of == ValueOf::Player(player));
    entries.extend(own.map(|(state, _, value)| entry(&model.states[state].name, &model.states[state], value, model)));
    entries
}

fn off_entry(position: &Position, model: &Model) -> Option<String> {
    let place = model.board.off_place()?;
    let bag = position.pieces().bag(place);
    bag.iter().any(|count| *count > 0).then(|| format!("off: {}", written(&bag, model)))
}

fn shared_state_entries(position: &Position, model: &Model) -> Vec<String> {
    changed_values(position, model)
        .filter_map(|(id, of, value)| {
            let state = &model.states[id];
            let name = match of {
                ValueOf::Game => state.name.clone(),
                ValueOf::Place(place) => format!("{}({})", state.name, reference(&model.board, place)),
                ValueOf::Player(_) => return None,
            };
            Some(entry(&name, state, value, model))
        })
        .collect()
}

fn entry(name: &str, state: &State, value: i32, model: &Model) -> String {
    format!("{name}: {}", state_text(state, value, model))
}

/// The state, of what its value is, and the value, where it is not the start value.
pub(super) fn changed_values<'a>(
    position: &'a Position,
    model: &'a Model,
) -> impl Iterator<Item = (StateId, ValueOf, i32)> + 'a {
    model.states.values().zip(position.states()).flat_map(move |(state, (id, values))| {
        let changed = state.values_of().zip(values).filter(|(of, value)| state.start_of(*of) != Some(**value));
        changed.map(move |(of, value)| (id, of, *value))
    })
}

/// A value as positions write it: `yes`, `south`, `north front 3`, `2`.
pub(super) fn state_text(state: &State, value: i32, model: &Model) -> String {
    match state.ty {
        Type::Truth => if value == 0 { "no" } else { "yes" }.to_string(),
        Type::Way => way_name(model, value).to_string(),
        Type::Player => Player::of_value(value).map_or("nobody", Player::word).to_string(),
        Type::Pit => Place::of_value(value).map_or("none".to_string(), |place| reference(&model.board, place)),
        _ => value.to_string(),
    }
}

/// What a way is called.
pub(crate) fn way_name(model: &Model, way: i32) -> &str {
    let named = model.board.ways.iter().find(|(_, number)| number.value() == way);
    named.map_or("", |(name, _)| name.as_str())
}

/// One value of a state in a sentence: `owned` of south, `tuz(north home 6)`, `blocked`, in backticks.
pub(super) fn state_name(state: StateId, of: ValueOf, model: &Model) -> String {
    let state = &model.states[state];
    match of {
        ValueOf::Game => format!("`{}`", state.name),
        ValueOf::Player(player) => format!("`{}` of {}", state.name, player.word()),
        ValueOf::Place(place) => format!("`{}({})`", state.name, reference(&model.board, place)),
    }
}
