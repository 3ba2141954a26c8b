//! Turns that are played alone, where many games are played at once.

use super::{DrawnTurn, Halt};
use crate::model::Player;
use crate::plan::abreast::{Head, UnderWay};

/// A turn that is played alone, and what it comes to: the number of the row that has ended the game, plus one, or 0; and the cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alone<const W: usize> {
    pub(super) turn: DrawnTurn,
    pub(super) ended: i32,
    pub(super) cells: [u8; W],
}

/// Whoever plays turns that are seldom, and says what a row of the end is.
pub(super) trait PlaysAlone<'p, const W: usize> {
    /// Plays a turn from a position; `random` gives words. A halt, and what a row has made of the position, if none was played.
    fn turn(
        &mut self,
        cells: &[u8; W],
        mover: Player,
        random: &mut impl FnMut() -> u32,
    ) -> Result<Alone<W>, (Halt<'p>, [u8; W])>;

    /// Plays a turn of this player to its end that has come to a lap of a relay; none if it is not legal, or takes too long.
    fn go_on(&mut self, mover: Player, lap: &Head, turn: &UnderWay<W>) -> Option<Alone<W>>;

    /// A row has ended the game in a turn of this player.
    fn ended_by(&self, mover: Player, row: i32) -> Halt<'p>;
}
