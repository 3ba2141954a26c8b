//! Positions of which a record tells only a part.

use crate::model::{Model, Player};
use crate::position::Position;
use crate::text::pieces::{counted, kind_totals};

/// A position that may leave out what its source did not record: a store, a reserve, `off`, some state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialPosition {
    /// As in [`Position::pieces`].
    pub pieces: Vec<Option<u32>>,
    /// As in [`Position::states`].
    pub states: Vec<Vec<Option<i32>>>,
    /// Who is to move.
    pub to_move: Player,
}

impl From<&Position> for PartialPosition {
    fn from(position: &Position) -> Self {
        PartialPosition {
            pieces: position.pieces.iter().copied().map(Some).collect(),
            states: position.states.iter().map(|values| values.iter().copied().map(Some).collect()).collect(),
            to_move: position.to_move,
        }
    }
}

impl PartialPosition {
    /// A position that tells nothing but who is to move.
    pub(super) fn unknown(model: &Model, to_move: Player) -> Self {
        let empty = Position::empty(model);
        PartialPosition {
            pieces: vec![None; empty.pieces.len()],
            states: empty.states.iter().map(|values| vec![None; values.len()]).collect(),
            to_move,
        }
    }

    /// Whether the position agrees with everything that is told.
    #[must_use]
    pub fn matches(&self, position: &Position) -> bool {
        self.to_move == position.to_move
            && agree(&self.pieces, &position.pieces)
            && self.states.iter().zip(&position.states).all(|(told, values)| agree(told, values))
    }

    /// The whole position: what is left out is at its start value, or 0 where that would be too much. If `off` alone is
    /// left out, what is missing lies there.
    #[must_use]
    pub fn complete(&self, model: &Model) -> Position {
        let mut position = self.with_start_values(model);
        let places = model.board.places();
        for (kind, total) in kind_totals(model).into_iter().enumerate() {
            let plane = kind * places..(kind + 1) * places;
            let told = &self.pieces[plane.clone()];
            if position.pieces[plane.clone()].iter().map(|count| u64::from(*count)).sum::<u64>() > total {
                let known = told.iter().map(|count| count.unwrap_or(0));
                position.pieces.splice(plane, known);
            } else if let Some(off) = only_unknown(told).filter(|place| Some(*place) == model.board.off_place()) {
                let missing = total.saturating_sub(sum(told));
                position.pieces[kind * places + off] = u32::try_from(missing).unwrap_or(u32::MAX);
            }
        }
        position
    }

    /// The whole position with start values for what is left out.
    pub(super) fn with_start_values(&self, model: &Model) -> Position {
        let start = Position::start(model);
        let pieces = self.pieces.iter().zip(&start.pieces).map(|(told, start)| told.unwrap_or(*start)).collect();
        let states = self.states.iter().zip(&start.states).map(|(told, start)| filled(told, start)).collect();
        Position { pieces, states, to_move: self.to_move }
    }

    /// Whether the pieces told can be a position of this game.
    ///
    /// # Errors
    /// In words: too many pieces, or too few where none can be left out.
    pub fn fits_total(&self, model: &Model) -> Result<(), String> {
        let planes = self.pieces.chunks(model.board.places().max(1));
        let wrong = planes.zip(kind_totals(model)).zip(&model.kinds).filter_map(|((plane, total), kind)| {
            let (held, all_told) = (sum(plane), plane.iter().all(Option::is_some));
            (held > total || (all_told && held < total)).then_some((held, total, kind.name.as_str()))
        });
        fits(&wrong.collect::<Vec<_>>(), model)
    }
}

/// Of which kinds a position holds more or fewer pieces than the game has: held, in the game, the kind.
pub(super) fn fits(wrong: &[(u64, u64, &str)], model: &Model) -> Result<(), String> {
    match wrong {
        [] => Ok(()),
        [(held, total, _)] if model.kinds.len() == 1 => {
            Err(format!("the position holds {}, and `{}` has {total}", counted(*held, model), model.title))
        }
        _ => {
            let kinds = wrong.iter().map(|(held, total, kind)| format!("{held} {kind} instead of {total}"));
            Err(format!("the position holds {}", kinds.collect::<Vec<_>>().join(", ")))
        }
    }
}

fn agree<T: PartialEq>(told: &[Option<T>], values: &[T]) -> bool {
    told.iter().zip(values).all(|(told, value)| told.as_ref().is_none_or(|told| told == value))
}

fn filled(told: &[Option<i32>], start: &[i32]) -> Vec<i32> {
    told.iter().zip(start).map(|(told, start)| told.unwrap_or(*start)).collect()
}

fn sum(told: &[Option<u32>]) -> u64 {
    told.iter().flatten().map(|count| u64::from(*count)).sum()
}

/// The place that is left out, if it is the only one.
fn only_unknown(told: &[Option<u32>]) -> Option<usize> {
    let mut unknown = told.iter().enumerate().filter(|(_, count)| count.is_none());
    let (place, _) = unknown.next()?;
    unknown.next().is_none().then_some(place)
}
