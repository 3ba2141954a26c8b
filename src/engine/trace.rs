//! What the engine tells an observer. Without one it costs nothing.

use crate::ir::{Cell, PieceKind, Place};
use crate::model::RuleId;

/// Something that happened in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A row of a table was taken.
    Row(RuleId),
    /// Pieces were lifted from a place: how many.
    Lifted(RuleId, Place, i32),
    /// A lap begins: with how many pieces in the hand.
    Lap(RuleId, i32),
    /// A piece of a kind fell: how many the place now holds.
    Dropped(RuleId, Place, PieceKind, i32),
    /// Pieces were moved from a place (the hand, if none) to a place: how many.
    Put(RuleId, Option<Place>, Place, i32),
    /// Pieces were captured at a place: how many, and the place they went to (the hand, if none).
    Captured(RuleId, Place, i32, Option<Place>),
    /// A cell of state became a value, as stored.
    State(RuleId, Cell, i32),
    /// The mover chose: number of the choice in the move, and whether it was the only one possible.
    Chose(RuleId, usize, bool),
    /// The turn had more laps than allowed.
    Endless(RuleId),
    /// The game was ended by a row of `end` or `endless`.
    Ended(RuleId),
    /// A round of a match was ended by a row of `end` or `endless`.
    RoundOver(RuleId),
    /// Every piece was put where it was at the start.
    SetUp(RuleId),
    /// The candidate is no legal move because of this rule.
    NotLegal(RuleId),
}

/// Listens to what happens.
pub trait Observer {
    /// Whether it listens at all.
    const ACTIVE: bool;
    /// Told of each event.
    fn event(&mut self, event: Event);
}

/// Nobody listens.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    const ACTIVE: bool = false;
    #[inline]
    fn event(&mut self, _: Event) {}
}

impl Observer for Vec<Event> {
    const ACTIVE: bool = true;
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
