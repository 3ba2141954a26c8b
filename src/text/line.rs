//! A position on one line, as `--position` and `position { … }` read it back.

use super::pieces::{bag_at, written};
use super::place::{reference, stretches};
use crate::model::{Model, Player, State, StateScope, Type};
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
    parts.push(format!("to move: {}", position.to_move.word()));
    parts.join(" ")
}

/// What follows a player's word: rows, store, reserves, own state.
fn side_entries(position: &Position, model: &Model, player: Player) -> Vec<String> {
    let mut entries: Vec<String> = stretches(&model.board, player)
        .map(|stretch| {
            let bags: Vec<String> =
                stretch.places().map(|place| written(&bag_at(position, model, place), model)).collect();
            format!("{}: {}", stretch.name, bags.join(" "))
        })
        .collect();
    let own = changed_values(position, model)
        .filter(|(state, index, _)| model.states[*state].scope == StateScope::Player && *index == player.index());
    entries.extend(own.map(|(state, _, value)| entry(&model.states[state].name, &model.states[state], value, model)));
    entries
}

fn off_entry(position: &Position, model: &Model) -> Option<String> {
    let place = model.board.off_place()?;
    let bag = bag_at(position, model, place);
    bag.iter().any(|count| *count > 0).then(|| format!("off: {}", written(&bag, model)))
}

fn shared_state_entries(position: &Position, model: &Model) -> Vec<String> {
    changed_values(position, model)
        .filter_map(|(index, at, value)| {
            let state = &model.states[index];
            let name = match state.scope {
                StateScope::Game => state.name.clone(),
                StateScope::Pit => format!("{}({})", state.name, reference(&model.board, at)),
                StateScope::Player => return None,
            };
            Some(entry(&name, state, value, model))
        })
        .collect()
}

fn entry(name: &str, state: &State, value: i32, model: &Model) -> String {
    format!("{name}: {}", state_text(state, value, model))
}

/// Number of the state, number of its value, and the value, where it is not the start value.
pub(super) fn changed_values<'a>(
    position: &'a Position,
    model: &'a Model,
) -> impl Iterator<Item = (usize, usize, i32)> + 'a {
    model.states.iter().zip(&position.states).enumerate().flat_map(move |(index, (state, values))| {
        let changed = values.iter().zip(&state.start).enumerate().filter(|(_, (value, start))| value != start);
        let changed = changed.map(|(at, (value, _))| (at, value));
        changed.map(move |(at, value)| (index, at, *value))
    })
}

/// A value as positions write it: `yes`, `south`, `north front 3`, `2`.
pub(super) fn state_text(state: &State, value: i32, model: &Model) -> String {
    match (state.ty, usize::try_from(value)) {
        (Type::Truth, _) => if value == 0 { "no" } else { "yes" }.to_string(),
        (Type::Way, _) => way_name(model, value).to_string(),
        (Type::Player, Ok(index)) => Player::BOTH[index.min(1)].word().to_string(),
        (Type::Player, Err(_)) => "nobody".to_string(),
        (Type::Pit, Ok(place)) => reference(&model.board, place),
        (Type::Pit, Err(_)) => "none".to_string(),
        _ => value.to_string(),
    }
}

/// What a way is called.
pub(crate) fn way_name(model: &Model, way: i32) -> &str {
    let named = model.board.ways.iter().find(|(_, number)| i32::from(*number) == way);
    named.map_or("", |(name, _)| name.as_str())
}

/// One value of a state in a sentence: `owned` of south, `tuz(north home 6)`, `blocked`, in backticks.
pub(super) fn state_name(index: usize, at: usize, model: &Model) -> String {
    let state = &model.states[index];
    match state.scope {
        StateScope::Game => format!("`{}`", state.name),
        StateScope::Player => format!("`{}` of {}", state.name, Player::BOTH[at.min(1)].word()),
        StateScope::Pit => format!("`{}({})`", state.name, reference(&model.board, at)),
    }
}
