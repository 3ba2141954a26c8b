//! Positions of which a record tells only a part.

use super::error::WrongTotal;
use crate::model::{Arena, Id, Model, Place, Player, StateId};
use crate::pieces::Pieces;
use crate::position::Position;

/// A position that may leave out what its source did not record: a store, a reserve, `off`, some state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialPosition {
    /// As in [`Position::pieces`].
    pub pieces: Pieces<Option<u32>>,
    /// As in [`Position::state`].
    pub states: Arena<StateId, Vec<Option<i32>>>,
    /// Who is to move.
    pub to_move: Player,
}

impl From<&Position> for PartialPosition {
    fn from(position: &Position) -> Self {
        PartialPosition {
            pieces: position.pieces().map(|count| Some(*count)),
            states: position.states().map(|(_, values)| values.iter().copied().map(Some).collect()).collect(),
            to_move: position.to_move(),
        }
    }
}

impl PartialPosition {
    /// A position that tells nothing but who is to move.
    pub(super) fn unknown(model: &Model, to_move: Player) -> Self {
        let empty = Position::empty(model);
        PartialPosition {
            pieces: empty.pieces().map(|_| None),
            states: empty.states().map(|(_, values)| vec![None; values.len()]).collect(),
            to_move,
        }
    }

    /// Whether the position agrees with everything that is told.
    #[must_use]
    pub fn matches(&self, position: &Position) -> bool {
        self.to_move == position.to_move()
            && agree(self.pieces.as_slice(), position.pieces().as_slice())
            && self.states.values().zip(position.states()).all(|(told, (_, values))| agree(told, values))
    }

    /// The whole position: what is left out is at its start value, or 0 where that would be too much. If `off` alone is
    /// left out, what is missing lies there.
    #[must_use]
    pub fn complete(&self, model: &Model) -> Position {
        let mut position = self.with_start_values(model);
        let totals = model.setup.totals().into_iter().zip(position.pieces().totals());
        for ((kind, told), (total, held)) in self.pieces.planes().zip(totals) {
            if held > total {
                let known = Place::all().zip(told).map(|(place, count)| (place, count.unwrap_or(0)));
                known.for_each(|(place, count)| position.pieces_mut()[(kind, place)] = count);
            } else if let Some(off) = only_unknown(told).filter(|place| Some(*place) == model.board.off_place()) {
                let missing = total.saturating_sub(sum(told));
                position.pieces_mut()[(kind, off)] = u32::try_from(missing).unwrap_or(u32::MAX);
            }
        }
        position
    }

    /// The whole position with start values for what is left out.
    pub(super) fn with_start_values(&self, model: &Model) -> Position {
        let mut position = Position::start(model);
        fill(position.pieces_mut().as_mut_slice(), self.pieces.as_slice());
        self.states.iter().for_each(|(state, told)| fill(position.state_mut(state), told));
        position.set_to_move(self.to_move);
        position
    }

    /// Whether the pieces told can be a position of this game.
    ///
    /// # Errors
    /// There are too many pieces, or too few where none can be left out.
    pub fn fits_total(&self, model: &Model) -> Result<(), WrongTotal> {
        let planes = self.pieces.planes().zip(model.setup.totals()).zip(model.kinds.values());
        let wrong = planes.filter_map(|(((_, plane), total), kind)| {
            let (held, all_told) = (sum(plane), plane.iter().all(Option::is_some));
            (held > total || (all_told && held < total)).then_some((kind, held, total))
        });
        WrongTotal::of(&wrong.collect::<Vec<_>>(), model)
    }
}

fn agree<T: PartialEq>(told: &[Option<T>], values: &[T]) -> bool {
    told.iter().zip(values).all(|(told, value)| told.as_ref().is_none_or(|told| told == value))
}

/// Puts what is told over what was there.
fn fill<T: Copy>(there: &mut [T], told: &[Option<T>]) {
    for (there, told) in there.iter_mut().zip(told) {
        *there = told.unwrap_or(*there);
    }
}

fn sum(told: &[Option<u32>]) -> u64 {
    told.iter().flatten().map(|count| u64::from(*count)).sum()
}

/// The place that is left out, if it is the only one.
fn only_unknown(told: &[Option<u32>]) -> Option<Place> {
    let mut unknown = Place::all().zip(told).filter(|(_, count)| count.is_none());
    let (place, _) = unknown.next()?;
    unknown.next().is_none().then_some(place)
}
