//! Scores that are no more than the pieces in places that follow each other, such as a store: they are read where they lie.

use super::position::Cells;
use crate::ir::{Id, Number, NumberId, Places, Program, Set};
use crate::model::Player;

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

    /// South's score less North's.
    #[inline]
    pub(super) fn lead(&self, position: &impl Cells) -> i32 {
        if let Some(bytes) = position.bytes() {
            return self.lead_by(bytes);
        }
        let [south, north] = self.0.map(|stretch| position.sum(stretch.first, stretch.count));
        south - north
    }

    /// The same of cells of one byte, as many as hold pieces at least.
    #[inline]
    pub(super) fn lead_by(&self, cells: &[u8]) -> i32 {
        let [south, north] = self.0.map(|stretch| stretch.sum(cells));
        south - north
    }
}

impl Stretch {
    #[inline]
    fn sum(self, cells: &[u8]) -> i32 {
        if self.count == 1 {
            return cells.get(self.first).copied().map_or(0, i32::from);
        }
        let cells = cells.get(self.first..self.first + self.count).unwrap_or(&[]);
        cells.iter().copied().map(i32::from).sum()
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
