//! Whether positions have been there in the games of many lanes: marks tell at once of most that they have not, and only the others
//! are looked for among those that are kept. Nothing is looked for before a turn behind which no earlier position can come again.

use super::many::LANES;
use crate::model::Player;
use crate::plan::abreast::{At, Columns, VECTOR, marks, truth};

/// Phases of which positions are kept.
const MOST_PHASES: usize = 1 << 8;

/// A column as its bytes.
type Bytes = [[u8; VECTOR]; LANES / VECTOR];

/// What tells the positions of a vector of lanes apart, most often.
type Marked = [[u8; VECTOR]; 2];

/// The marks and the positions of the last phases.
#[derive(Debug)]
pub(super) struct Marks {
    /// Cells of a position.
    cells: usize,
    /// Behind how many phases the same player is to move again, at least.
    step: usize,
    /// How many phases ago a position was made since which all positions may come again.
    ages: [[i16; VECTOR]; LANES / VECTOR],
    /// The positions behind the turns of each phase, of one vector after the other.
    marked: Vec<[Marked; MOST_PHASES]>,
    /// Positions before the turns of each phase, cell by cell, and in which lanes the player was to move who moves in that phase.
    kept: Vec<Bytes>,
}

impl Marks {
    /// `alternates` says whether nobody ever moves twice in a row.
    pub(super) fn new(cells: usize, alternates: bool) -> Self {
        Marks {
            cells,
            step: if alternates { 2 } else { 1 },
            ages: [[0; VECTOR]; LANES / VECTOR],
            marked: vec![[[[0; VECTOR]; 2]; MOST_PHASES]; LANES / VECTOR],
            kept: vec![[[0; VECTOR]; LANES / VECTOR]; (cells + 1) * MOST_PHASES],
        }
    }

    /// A game begins with a position, behind that phase.
    pub(super) fn begin(&mut self, lane: usize, cells: &[u8], phase: usize) {
        self.note_one(lane, cells, phase, true);
    }

    /// Whether positions of a game may be forgotten before it is looked at again.
    pub(super) fn is_too_long(&self, lane: usize, until_then: usize) -> bool {
        self.age(lane) + 2 * until_then + 2 >= MOST_PHASES
    }

    fn age(&self, lane: usize) -> usize {
        self.ages[lane / VECTOR][lane % VECTOR].unsigned_abs().into()
    }

    /// Keeps the positions before the turns of a phase, and who is to move.
    pub(super) fn keep<F: Clone>(
        &mut self,
        phase: usize,
        columns: &Columns<F, { LANES / VECTOR }>,
        all: impl Iterator<Item = At>,
    ) {
        let first = phase % MOST_PHASES * (self.cells + 1);
        for (kept, at) in self.kept[first..].iter_mut().zip(all) {
            for (number, bytes) in kept.iter_mut().enumerate() {
                *bytes = columns.vector(at, number);
            }
        }
    }

    /// Notes which positions turns of a phase have led to, in the lanes of a vector in which one was played, and whether no position
    /// from before can come again; tells where they may have been there before.
    #[inline]
    pub(super) fn note(
        &mut self,
        vector: usize,
        marks: Marked,
        phase: usize,
        is_played: [u8; VECTOR],
        is_new: [u8; VECTOR],
    ) -> [u8; VECTOR] {
        let (ages, marked) = (&mut self.ages[vector], &mut self.marked[vector]);
        let before = marked[phase.wrapping_sub(1) % MOST_PHASES];
        let now = [choose(is_played, marks[0], before[0]), choose(is_played, marks[1], before[1])];
        marked[phase % MOST_PHASES] = now;
        let mut oldest = 0;
        for lane in 0..VECTOR {
            let begins_anew = i16::from((is_played[lane] & is_new[lane]).cast_signed());
            ages[lane] = ages[lane].saturating_add(1) & !begins_anew;
            oldest = oldest.max(ages[lane] & i16::from(is_played[lane].cast_signed()));
        }
        let mut are_marked = [0; VECTOR];
        let (step, oldest) = (self.step, usize::from(oldest.unsigned_abs()).min(MOST_PHASES - 1));
        let mut back = step;
        while back <= oldest {
            let there = &marked[phase.wrapping_sub(back) % MOST_PHASES];
            for lane in 0..VECTOR {
                are_marked[lane] |= truth(there[0][lane] == now[0][lane]) & truth(there[1][lane] == now[1][lane]);
            }
            back += step;
        }
        are_marked
    }

    /// Notes one position, and whether no position from before can come again.
    pub(super) fn note_one(&mut self, lane: usize, cells: &[u8], phase: usize, is_new: bool) {
        let (vector, lane) = (lane / VECTOR, lane % VECTOR);
        let there = &mut self.marked[vector][phase % MOST_PHASES];
        let [one, two] = marks(&cells[..self.cells]);
        (there[0][lane], there[1][lane]) = (one, two);
        if is_new {
            self.ages[vector][lane] = 0;
        }
    }

    /// How often the position of a lane behind a phase has been there, whose cells are these; who is to move there.
    pub(super) fn times(&self, lane: usize, cells: &[u8], mover: Player, phase: usize) -> u32 {
        let (vector, at) = (lane / VECTOR, lane % VECTOR);
        let marks_behind = |phase: usize| self.marked[vector][phase % MOST_PHASES].map(|bytes| bytes[at]);
        let marks = marks_behind(phase);
        let is_there = |phase: usize| {
            let there = &self.kept[phase % MOST_PHASES * (self.cells + 1)..][..=self.cells];
            let (there, is_to_move) = there.split_at(self.cells);
            is_to_move.iter().all(|bytes| bytes[vector][at] != 0)
                && there.iter().zip(cells).all(|(kept, cell)| kept[vector][at] == *cell)
        };
        let first = phase + 1 - self.age(lane).min(phase);
        let times = (first..=phase)
            .filter(|phase| phase % 2 == mover.index() && marks_behind(phase - 1) == marks && is_there(*phase))
            .count();
        1 + u32::try_from(times).unwrap_or(u32::MAX)
    }
}

/// One of two, by truth values.
#[inline(always)]
fn choose(truth: [u8; VECTOR], one: [u8; VECTOR], other: [u8; VECTOR]) -> [u8; VECTOR] {
    let mut chosen = [0; VECTOR];
    for lane in 0..VECTOR {
        chosen[lane] = (one[lane] & truth[lane]) | (other[lane] & !truth[lane]);
    }
    chosen
}
