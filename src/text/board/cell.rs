//! What is written in one pit or store.

use super::view::View;
use crate::model::{Id, Model, Place, Player, State, StateScope, Type, ValueOf};

/// The text of a place: its pieces, brackets for a named pit, marks for its state.
pub(super) struct Cell {
    /// The pieces.
    pub(super) core: String,
    /// Whether there is nothing in it.
    pub(super) empty: bool,
    /// Whether the board has a name for this pit.
    pub(super) named: bool,
    pub(super) marks: String,
}

impl Cell {
    pub(super) fn new(view: &View<'_>, place: Place) -> Cell {
        let bag = view.bag(place);
        Cell {
            core: bag.as_ref().map_or("?".to_string(), |bag| format!("{:>1}", pieces(bag, view))),
            empty: bag.is_some_and(|bag| bag.iter().all(|count| *count == 0)),
            named: is_named(view.model, place),
            marks: marks(view, place).into_iter().map(|(mark, _)| mark).collect(),
        }
    }

    /// Columns behind the pieces that the cell needs: a bracket, marks, or a blank.
    pub(super) fn tail(&self) -> usize {
        (usize::from(self.named) + self.marks.chars().count()).max(1)
    }
}

fn is_named(model: &Model, place: Place) -> bool {
    let board = &model.board;
    let is_it = |local| Player::BOTH.iter().any(|player| board.place(*player, local) == place);
    board.pits.iter().any(|(_, local)| is_it(*local))
}

/// A number; where there are several kinds, the pieces side by side: `0·0·5` by their worth, else `stone·gem3`. More than
/// three of a kind are counted: `0×6·5`.
pub(super) fn pieces(bag: &[u32], view: &View<'_>) -> String {
    if let [count] = bag {
        return count.to_string();
    }
    let (point, times) = if view.style.unicode { ("·", "×") } else { (".", "x") };
    let by_worth = view.model.notation.pieces_by_worth;
    let mut groups: Vec<(u32, u32, String)> = Vec::new();
    for (count, kind) in bag.iter().zip(view.model.kinds.values()).filter(|(count, _)| **count > 0) {
        let worth = kind.worth.unwrap_or(0);
        let name = if by_worth { worth.to_string() } else { kind.name.clone() };
        groups.push((worth, *count, name));
    }
    groups.sort_by_key(|(worth, ..)| *worth);
    let few = if by_worth { 3 } else { 1 };
    let texts = groups.into_iter().map(|(_, count, name)| match count {
        _ if count > few => format!("{name}{times}{count}"),
        _ => vec![name; count as usize].join(point),
    });
    texts.collect::<Vec<_>>().join(point)
}

/// State that a mark in the pit shows: yes or no, and players.
pub(super) fn marks(view: &View<'_>, place: Place) -> Vec<(char, String)> {
    let states = view
        .model
        .states
        .values()
        .zip(view.position.states.values())
        .filter(|(state, _)| state.scope == StateScope::Pit);
    let mut others = 0;
    let shown = states.filter_map(|(state, values)| {
        let sort = others;
        others += 1;
        let value = values.get(place.index()).copied().flatten().filter(|value| is_marked(state, place, *value))?;
        mark(view, state, value, sort)
    });
    shown.collect()
}

/// What is as at the start is not marked; but of a state that is yes in some pits from the beginning, these are.
fn is_marked(state: &State, place: Place, value: i32) -> bool {
    let start = &state.start;
    let alike = start.iter().all(|one| Some(one) == start.first());
    if state.ty == Type::Truth && !alike { value == 1 } else { state.start_of(ValueOf::Place(place)) != Some(value) }
}

/// The mark of a value, and what it means. The first state per pit has the plain marks, others have their first letter.
fn mark(view: &View<'_>, state: &State, value: i32, sort: usize) -> Option<(char, String)> {
    let unicode = view.style.unicode;
    let letter = state.name.chars().next()?;
    match (state.ty, Player::of_value(value)) {
        (Type::Truth, _) => {
            let plain = if unicode { '×' } else { 'x' };
            let not = if value == 0 { "not " } else { "" };
            Some((if sort == 0 { plain } else { letter }, format!("{not}{}", state.name)))
        }
        (Type::Player, Some(player)) => {
            let plain = [['v', '^'], ['▼', '▲']][usize::from(unicode)][player.index()];
            let letter =
                if player == Player::South { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
            let whose = title(player);
            Some((if sort == 0 { plain } else { letter }, format!("{whose}'s {}", state.name)))
        }
        _ => None,
    }
}

/// `South` or `North`, as a heading has it.
pub(super) fn title(player: Player) -> &'static str {
    if player == Player::South { "South" } else { "North" }
}
