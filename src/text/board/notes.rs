//! What stands above and below the board: players, reserves, state, and the meaning of the marks.

use super::canvas::{Canvas, Paint};
use super::cell::{marks, pieces, title};
use super::view::View;
use crate::model::{Id, Place, Player, State, StateScope, Type, ValueOf};
use crate::text::line::state_text;
use crate::text::place::{pit_text, stretches};

/// Blanks between notes.
const GAP: &str = "   ";
/// Width of the longest heading.
const HEADING: usize = "South to move".len();

/// The player's name, whether he is to move, what he holds off the board, and his state.
pub(super) fn player_line(canvas: &mut Canvas, view: &View<'_>, player: Player) {
    let to_move = view.position.to_move == player;
    let heading = format!("{}{}", title(player), if to_move { " to move" } else { "" });
    let notes = reserves(view, player).into_iter().chain(states(view, StateScope::Player, ValueOf::Player(player)));
    let notes: Vec<String> = notes.collect();
    let width = if notes.is_empty() { 0 } else { HEADING };
    let mut texts = vec![(format!("{heading:width$}"), Paint::of(player))];
    texts.extend(notes.into_iter().map(|note| (format!("{GAP}{note}"), Paint::Plain)));
    canvas.line(&texts);
}

/// Seeds that have left the game, and state of the game and of pits that no mark shows.
pub(super) fn game_line(canvas: &mut Canvas, view: &View<'_>) {
    let mut notes: Vec<String> = off(view).into_iter().collect();
    notes.extend(states(view, StateScope::Game, ValueOf::Game));
    notes.extend(pit_values(view));
    if !notes.is_empty() {
        canvas.line(&[(notes.join(GAP), Paint::Plain)]);
    }
}

/// What brackets and marks mean, where there are some.
pub(super) fn legend(canvas: &mut Canvas, view: &View<'_>) {
    let board = &view.model.board;
    let mut notes: Vec<(String, String)> = Vec::new();
    if !board.pits.is_empty() {
        let mut names: Vec<&str> = board.pits.iter().map(|(name, _)| name.as_str()).collect();
        // Several pits may be marked for one reason.
        names.dedup();
        notes.push(("[ ]".to_string(), names.join(", ")));
    }
    for place in board.every_place().filter(|place| board.owner(*place).is_some()) {
        notes.extend(marks(view, place).into_iter().map(|(mark, meaning)| (mark.to_string(), meaning)));
    }
    let mut texts: Vec<(String, Paint)> = Vec::new();
    for (index, (mark, meaning)) in notes.iter().enumerate().filter(|(index, note)| !notes[..*index].contains(note)) {
        let gap = if index == 0 { "" } else { GAP };
        texts.push((format!("{gap}{mark}"), Paint::Mark));
        texts.push((format!(" {meaning}"), Paint::Plain));
    }
    if !texts.is_empty() {
        canvas.line(&texts);
    }
}

fn reserves(view: &View<'_>, player: Player) -> Vec<String> {
    let board = &view.model.board;
    let reserves = stretches(board, player).filter(|stretch| !stretch.is_row && Some(stretch.name) != store_name(view));
    reserves.map(|reserve| format!("{} {}", reserve.name, held(view, reserve.first))).collect()
}

/// The store is drawn at the end of the board.
fn store_name(view: &View<'_>) -> Option<&'static str> {
    view.model.board.store().map(|_| "store")
}

fn off(view: &View<'_>) -> Option<String> {
    let place = view.model.board.off_place()?;
    let empty = view.bag(place).is_some_and(|bag| bag.iter().all(|count| *count == 0));
    (!empty).then(|| format!("off {}", held(view, place)))
}

fn held(view: &View<'_>, place: Place) -> String {
    let text = view.bag(place).map_or("?".to_string(), |bag| pieces(&bag, view));
    if text.is_empty() { "0".to_string() } else { text }
}

/// State of this scope, but for what is none or nobody.
fn states(view: &View<'_>, scope: StateScope, of: ValueOf) -> Vec<String> {
    // What the rules never ask under these options says nothing.
    let states = view.model.states.values().zip(view.position.states.values());
    let states = states.filter(|(state, _)| state.scope == scope && state.asked);
    let shown = states.filter_map(|(state, values)| {
        let value = values[of.index()].filter(|value| *value >= 0)?;
        Some(format!("{}: {}", state.name, value_text(view, state, value)))
    });
    shown.collect()
}

/// Numbers and pits remembered for pits: `wait: a3 = 2, a5 = 1`.
fn pit_values(view: &View<'_>) -> Vec<String> {
    let states = view.model.states.values().zip(view.position.states.values());
    let states = states.filter(|(state, _)| {
        state.scope == StateScope::Pit && matches!(state.ty, Type::Number | Type::Pit | Type::Way)
    });
    let lists = states.filter_map(|(state, values)| {
        let values = Place::all().zip(values).filter_map(|(place, value)| Some((place, (*value)?)));
        let changed = values.filter(|(place, value)| state.start_of(ValueOf::Place(*place)) != Some(*value));
        let texts = changed
            .map(|(place, value)| format!("{} = {}", pit_text(view.model, place), value_text(view, state, value)));
        let list = texts.collect::<Vec<_>>().join(", ");
        (!list.is_empty()).then(|| format!("{}: {list}", state.name))
    });
    lists.collect()
}

fn value_text(view: &View<'_>, state: &State, value: i32) -> String {
    match (state.ty, Place::of_value(value)) {
        (Type::Pit, Some(place)) => pit_text(view.model, place),
        _ => state_text(state, value, view.model),
    }
}
