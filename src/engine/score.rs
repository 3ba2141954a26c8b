//! Scores that are no more than the pieces in places that follow each other, such as a store: they are read where they lie.

use super::position::Cells;
use crate::ir::{Id, Number, NumberId, Places, Program, Set};
use crate::model::Player;
use crate::plan::pieces_in_all;

/// Where the scores of South and North lie.
#[derive(Debug, Clone, Copy)]
pub(super) struct Score([Stretch; 2]);

/// The first of some cells that follow each other, and how many they are.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    first: usize,
    count: usize,
}

impl Score {
    /// None if the score of a game is something else.
    pub(super) fn of(program: &Program) -> Option<Self> {
        if program.layout.kinds > 1 {
            return None;
        }
        let [south, north] = program.code(Player::South).scores?;
        Some(Score([stretch(program, south)?, stretch(program, north)?]))
    }

    /// The scores of South and North.
    #[inline]
    pub(super) fn of_each(&self, position: &impl Cells) -> [i32; 2] {
        let [south, north] = self.0;
        match position.bytes() {
            Some(cells) => [south.sum(cells), north.sum(cells)],
            None => [south, north].map(|stretch| position.sum(stretch.first, stretch.count)),
        }
    }

    /// South's score less North's.
    #[inline]
    pub(super) fn lead(&self, position: &impl Cells) -> i32 {
        let [south, north] = self.of_each(position);
        south - north
    }

    /// The same of cells of one byte, as many as hold pieces at least.
    #[cfg(feature = "sim")]
    #[inline(always)]
    pub(super) fn lead_by(&self, cells: &[u8]) -> i32 {
        let [south, north] = self.0;
        south.sum(cells) - north.sum(cells)
    }
}

impl Stretch {
    #[inline(always)]
    fn sum(self, cells: &[u8]) -> i32 {
        if self.count == 1 {
            return cells.get(self.first).copied().map_or(0, i32::from);
        }
        pieces_in_all(cells.get(self.first..self.first + self.count).unwrap_or(&[]))
    }
}

/// Where the pieces lie that a number counts.
fn stretch(program: &Program, number: NumberId) -> Option<Stretch> {
    let expressions = &program.code(Player::South).expressions;
    let Number::Pieces(set, _) = expressions.numbers[number] else { return None };
    let Set::Constant(places) = expressions.sets[set] else { return None };
    following(expressions.constants[places])
}

/// Places that follow each other.
fn following(places: Places) -> Option<Stretch> {
    let mut stretch = Stretch { first: places.first()?.index(), count: 0 };
    for place in places {
        if place.index() != stretch.first + stretch.count {
            return None;
        }
        stretch.count += 1;
    }
    Some(stretch)
}
