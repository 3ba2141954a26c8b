//! Whether positions have been there in the games of many lanes: marks tell at once of most that they have not, and only the others
//! are looked for among those that are kept.

use super::many::LANES;
use crate::plan::abreast::{At, Columns, VECTOR, marks};

/// Marks that a game has room for.
const MARKS: usize = 1 << 11;

/// Phases of which positions are kept.
const MOST_PHASES: usize = 1 << 10;

/// Positions that are looked through together.
const CHUNK: usize = 32;

/// A column as its bytes.
type Bytes = [[u8; VECTOR]; LANES / VECTOR];

/// The marks of all games, and the positions of the last phases.
#[derive(Debug)]
pub(super) struct Marks {
    /// Cells of a position.
    cells: usize,
    games: Vec<Marked>,
    /// Positions before the turns of each phase, cell by cell.
    kept: Vec<Bytes>,
}

/// What is noted of a game.
#[derive(Debug, Clone)]
struct Marked {
    marks: [u64; MARKS / 64],
    /// The positions: what tells them apart, most often, and the phase before whose turn the position before each stood there, of as
    /// many as are kept; and how many they are.
    noted: [u16; MOST_PHASES],
    before: [u16; MOST_PHASES],
    count: usize,
    /// In which phase it has begun.
    began: usize,
}

impl Marked {
    /// Notes a position, if that is so, as a truth value; tells whether that may have been there before.
    #[inline(always)]
    fn note(&mut self, noted: u16, bit: u16, phase: u16, is_so: u8) -> u8 {
        let word = &mut self.marks[usize::from(bit) / 64 % (MARKS / 64)];
        let is_marked = if *word >> (bit % 64) & 1 == 1 { is_so } else { 0 };
        *word |= u64::from(is_so & 1) << (bit % 64);
        let count = self.count % MOST_PHASES;
        (self.noted[count], self.before[count]) = (noted, phase);
        self.count += usize::from(is_so & 1);
        is_marked
    }
}

/// The mark of a position.
#[inline(always)]
fn bit_of(noted: u16) -> u16 {
    noted.wrapping_mul(0x9e3b) >> (u16::BITS - MARKS.ilog2())
}

impl Marks {
    pub(super) fn new(cells: usize) -> Self {
        let game =
            Marked { marks: [0; MARKS / 64], noted: [0; MOST_PHASES], before: [0; MOST_PHASES], count: 0, began: 0 };
        let kept = vec![[[0; VECTOR]; LANES / VECTOR]; cells * MOST_PHASES];
        Marks { cells, games: vec![game; LANES], kept }
    }

    /// A game begins with a position, before that phase.
    pub(super) fn begin(&mut self, lane: usize, cells: &[u8], phase: usize) {
        let game = &mut self.games[lane];
        game.marks.fill(0);
        (game.began, game.count) = (phase, 0);
        self.note_one(lane, cells, 0);
    }

    /// Whether positions of a game may be forgotten before it is looked at again.
    pub(super) fn is_too_long(&self, lane: usize, phase: usize, until_then: usize) -> bool {
        phase - self.games[lane].began + 2 * until_then + 2 >= MOST_PHASES
    }

    /// Keeps the positions before the turns of a phase.
    pub(super) fn keep<F: Clone>(
        &mut self,
        phase: usize,
        columns: &Columns<F, { LANES / VECTOR }>,
        cells: std::ops::Range<At>,
    ) {
        let first = phase % MOST_PHASES * self.cells;
        for (kept, cell) in self.kept[first..].iter_mut().zip(cells) {
            for (number, bytes) in kept.iter_mut().enumerate() {
                *bytes = columns.vector(cell, number);
            }
        }
    }

    /// Notes which positions turns of a phase have led to, in the lanes of a vector in which one was played; tells where they may have
    /// been there before.
    #[inline]
    pub(super) fn note(
        &mut self,
        vector: usize,
        [one, two]: [[u8; VECTOR]; 2],
        phase: usize,
        is_played: [u8; VECTOR],
    ) -> [u8; VECTOR] {
        let some_of = vector * VECTOR..(vector + 1) * VECTOR;
        let games = self.games[some_of].as_chunks_mut::<VECTOR>().0;
        let (Some(games), phase) = (games.first_mut(), Marks::kept_as(phase)) else { return [0; VECTOR] };
        let (mut noted, mut are_marked) = ([0; VECTOR], [0; VECTOR]);
        for lane in 0..VECTOR {
            noted[lane] = u16::from_le_bytes([one[lane], two[lane]]);
        }
        let bits = noted.map(bit_of);
        for lane in 0..VECTOR {
            are_marked[lane] = games[lane].note(noted[lane], bits[lane], phase, is_played[lane]);
        }
        are_marked
    }

    /// Notes one position.
    pub(super) fn note_one(&mut self, lane: usize, cells: &[u8], phase: usize) {
        let noted = u16::from_le_bytes(marks(&cells[..self.cells]));
        self.games[lane].note(noted, bit_of(noted), Marks::kept_as(phase), u8::MAX);
    }

    #[expect(clippy::cast_possible_truncation, reason = "so many phases are fewer")]
    fn kept_as(phase: usize) -> u16 {
        (phase % MOST_PHASES) as u16
    }

    /// How often the last position of a game has been there, whose cells are these; `by` says who is to move there.
    pub(super) fn times(&self, lane: usize, cells: &[u8], by: usize) -> u32 {
        let game = &self.games[lane];
        let Some((last, marks)) = game.count.checked_sub(1).map(|last| (last, game.noted[last])) else { return 1 };
        let is_there = |phase: usize| {
            let there = &self.kept[phase * self.cells..][..self.cells];
            there.iter().zip(cells).all(|(kept, cell)| kept[lane / VECTOR][lane % VECTOR] == *cell)
        };
        let mut times = 1;
        for (number, some) in game.noted.as_chunks::<CHUNK>().0.iter().enumerate().take(last.div_ceil(CHUNK)) {
            if !has(some, marks) {
                continue;
            }
            let like_it = (CHUNK * number..last.min(CHUNK * (number + 1))).filter(|at| game.noted[*at] == marks);
            let phases = like_it.map(|at| usize::from(game.before[at + 1]));
            times +=
                u32::try_from(phases.filter(|phase| phase % 2 == by && is_there(*phase)).count()).unwrap_or(u32::MAX);
        }
        times
    }
}

/// Whether a number is among others: of eight at a time, so that it is found out quickly that it is not.
#[inline]
fn has(some: &[u16; CHUNK], number: u16) -> bool {
    let mut are_it = [0_u16; 8];
    for eight in some.as_chunks::<8>().0 {
        for at in 0..8 {
            are_it[at] |= if eight[at] == number { u16::MAX } else { 0 };
        }
    }
    are_it != [0; 8]
}
