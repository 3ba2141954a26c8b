//! The turns of a game at random: a column for each thing that is told of them, so that many turns are counted at once.

use crate::model::Player;
use crate::plan::column::{COLUMNS, Column, next};

/// A turn that was drawn and played.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DrawnTurn {
    /// Number of legal moves that it was drawn from.
    pub(crate) choices: u32,
    /// Pieces captured by the mover.
    pub(crate) captured: i32,
    /// Laps sown.
    pub(crate) laps: u32,
    /// Numbers of the place that was lifted first, and of the one where the last piece fell; below 0 for none.
    pub(crate) origin: i32,
    pub(crate) last: i32,
    /// South's lead before it.
    pub(crate) lead: i32,
    /// Who moved, and whether he moves again.
    pub(crate) mover: Player,
    pub(crate) again: bool,
}

/// By how many turns columns grow at least.
const GROWTH: usize = 64;

/// What is told of the turns of a game, in their order.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// Turns that there are.
    turns: usize,
    /// By [`Column`]; all of the same length, with room for more turns.
    columns: [Vec<i32>; COLUMNS as usize],
}

impl Trail {
    /// Forgets all turns.
    pub(super) fn clear(&mut self) {
        self.turns = 0;
    }

    /// Turns that there are.
    pub(crate) fn len(&self) -> usize {
        self.turns
    }

    /// What is told of each turn.
    pub(crate) fn column(&self, column: Column) -> &[i32] {
        &self.columns[column as usize][..self.turns]
    }

    /// One turn more.
    #[inline]
    pub(super) fn push(&mut self, turn: DrawnTurn) {
        self.make_room(1);
        self.turns += 1;
        self.put_last(turn);
    }

    /// The last turn is another.
    #[inline]
    pub(super) fn put_last(&mut self, turn: DrawnTurn) {
        let Some(at) = self.turns.checked_sub(1) else { return };
        let captured = |by| if turn.mover == by { turn.captured } else { 0 };
        let by_north = if turn.mover == Player::North { next::BY_NORTH } else { 0 };
        let told: [i32; COLUMNS as usize] = [
            turn.choices.cast_signed(),
            captured(Player::South),
            captured(Player::North),
            turn.laps.cast_signed(),
            turn.origin,
            turn.last,
            turn.lead,
            i32::from(turn.again) * next::AGAIN + by_north,
        ];
        self.columns.iter_mut().zip(told).for_each(|(column, what)| column[at] = what);
    }

    /// Some turns more, of which is told what the first entries of each column are.
    #[cfg(feature = "native")]
    pub(super) fn add<'c, const N: usize>(&mut self, turns: usize, told: impl Fn(usize) -> &'c [[u8; 4]; N]) {
        self.make_room(N);
        for (number, column) in self.columns.iter_mut().enumerate() {
            // All of them are taken, since that is a known number; those that are not there are written over.
            if let Some(new) = column[self.turns..].first_chunk_mut::<N>() {
                // Four at a time, as a vector has room for them.
                let (new, told) = (new.as_chunks_mut::<4>().0, told(number).as_chunks().0);
                new.iter_mut().zip(told).for_each(|(new, told)| *new = told.map(i32::from_le_bytes));
            }
        }
        self.turns += turns;
    }

    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.turns + more > self.columns[0].len() {
            self.grow(more);
        }
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        let turns = (2 * self.turns).max(self.turns + more).next_multiple_of(GROWTH);
        self.columns.iter_mut().for_each(|column| column.resize(turns, 0));
    }

    /// The last turn.
    pub(crate) fn last(&self) -> Option<DrawnTurn> {
        let told = |column| self.column(column).last().copied();
        let next = told(Column::Next)?;
        let mover = who_moved(next);
        let captured = [Column::CapturedBySouth, Column::CapturedByNorth][mover.index()];
        Some(DrawnTurn {
            choices: told(Column::Choices)?.cast_unsigned(),
            captured: told(captured)?,
            laps: told(Column::Laps)?.cast_unsigned(),
            origin: told(Column::Origin)?,
            last: told(Column::Last)?,
            lead: told(Column::Lead)?,
            mover,
            again: moves_again(next),
        })
    }

    /// Who is to move after each of the last n turns.
    #[cfg(feature = "native")]
    pub(super) fn next_movers(&self, turns: usize) -> impl Iterator<Item = Player> {
        let told = self.column(Column::Next);
        told[told.len().saturating_sub(turns)..].iter().map(|next| mover_after(*next))
    }

    /// Who is to move after the last turn.
    #[cfg(feature = "native")]
    pub(super) fn next_mover(&self) -> Option<Player> {
        self.next_movers(1).next()
    }
}

fn who_moved(next: i32) -> Player {
    if next & next::BY_NORTH == 0 { Player::South } else { Player::North }
}

fn moves_again(next: i32) -> bool {
    next & next::AGAIN != 0
}

#[cfg(feature = "native")]
fn mover_after(next: i32) -> Player {
    if moves_again(next) { who_moved(next) } else { who_moved(next).other() }
}
