//! The turns of a game at random: a column for each thing that is told of them, so that many turns are counted at once.

use crate::model::Player;
use crate::plan::column::{COLUMNS, Column, TURNS, moved};

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

impl DrawnTurn {
    /// Who is to move behind it.
    pub(super) fn next(self) -> Player {
        if self.again { self.mover } else { self.mover.other() }
    }

    /// What is told of it, by [`Column`].
    #[inline(always)]
    pub(super) fn told(self) -> [i32; COLUMNS as usize] {
        let by_north = if self.mover == Player::North { moved::BY_NORTH } else { 0 };
        [
            i32::from(self.again) * moved::AGAIN + by_north + (self.laps.cast_signed() << moved::LAPS),
            self.choices.cast_signed(),
            self.captured,
            self.origin,
            self.last,
            self.lead,
        ]
    }
}

/// What is told of some turns that follow each other.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    /// Turns that there are.
    turns: usize,
    /// By [`Column`]; entries behind those turns mean nothing.
    columns: [[i32; TURNS]; COLUMNS as usize],
}

impl Sheet {
    const EMPTY: Self = Sheet { turns: 0, columns: [[0; TURNS]; COLUMNS as usize] };

    /// Turns that there are.
    pub(crate) fn turns(&self) -> usize {
        self.turns
    }

    /// What is told of each turn.
    pub(crate) fn column(&self, column: Column) -> &[i32] {
        &self.columns[column as usize][..self.turns]
    }

    /// The same, with entries behind those turns which mean nothing.
    pub(crate) fn whole_column(&self, column: Column) -> &[i32; TURNS] {
        &self.columns[column as usize]
    }

    fn put(&mut self, at: usize, turn: DrawnTurn) {
        self.columns.iter_mut().zip(turn.told()).for_each(|(column, what)| column[at] = what);
    }

    /// What is told of the last turn.
    fn last(&self) -> Option<DrawnTurn> {
        let told = |column| self.column(column).last().copied();
        let moved = told(Column::Moved)?;
        Some(DrawnTurn {
            choices: told(Column::Choices)?.cast_unsigned(),
            captured: told(Column::Captured)?,
            laps: moved::laps(moved).cast_unsigned(),
            origin: told(Column::Origin)?,
            last: told(Column::Last)?,
            lead: told(Column::Lead)?,
            mover: who_moved(moved),
            again: moves_again(moved),
        })
    }
}

/// What is told of the turns of a game, in their order.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// Turns that there are.
    turns: usize,
    /// Sheets that are in use, and others behind them. There is a turn on each that is in use.
    used: usize,
    sheets: Vec<Sheet>,
}

impl Trail {
    /// Forgets all turns.
    pub(super) fn clear(&mut self) {
        (self.turns, self.used) = (0, 0);
    }

    /// Turns that there are.
    pub(crate) fn len(&self) -> usize {
        self.turns
    }

    /// The sheets on which they are told, one after the other.
    pub(crate) fn sheets(&self) -> &[Sheet] {
        &self.sheets[..self.used]
    }

    /// One turn more.
    #[inline]
    pub(super) fn push(&mut self, turn: DrawnTurn) {
        let (sheet, at) = self.room_for(1);
        sheet.put(at, turn);
    }

    /// The last turn is another.
    pub(super) fn put_last(&mut self, turn: DrawnTurn) {
        let Some(sheet) = self.sheets[..self.used].last_mut() else { return };
        sheet.put(sheet.turns - 1, turn);
    }

    /// Some turns more, told in the first columns or all; entries behind so many mean nothing.
    #[cfg(feature = "native")]
    pub(super) fn add(&mut self, turns: usize, told: &[[[u8; 4]; TURNS]]) {
        if turns == 0 {
            return;
        }
        let (sheet, before) = self.room_for(turns);
        if before == 0 {
            // All of it at one go.
            let (new, told) = (sheet.columns.as_flattened_mut(), told.as_flattened());
            new.iter_mut().zip(told).for_each(|(new, told)| *new = i32::from_le_bytes(*told));
        } else {
            for (column, told) in sheet.columns.iter_mut().zip(told) {
                let new = column[before..].iter_mut().zip(&told[..turns]);
                new.for_each(|(new, told)| *new = i32::from_le_bytes(*told));
            }
        }
    }

    /// The same, told in bytes: those of the first column without a sign, the others with one.
    pub(super) fn add_bytes(&mut self, turns: usize, told: &[[u8; TURNS]]) {
        if turns == 0 {
            return;
        }
        let (sheet, before) = self.room_for(turns);
        for (number, (column, told)) in sheet.columns.iter_mut().zip(told).enumerate() {
            let new = column[before..].iter_mut().zip(told);
            if number == Column::Moved as usize {
                new.for_each(|(new, told)| *new = i32::from(*told));
            } else {
                new.for_each(|(new, told)| *new = i32::from(told.cast_signed()));
            }
        }
    }

    /// Counts so many turns more, at least one: they fit on the last sheet, or on a new one. How many there are on it before them.
    #[inline]
    fn room_for(&mut self, turns: usize) -> (&mut Sheet, usize) {
        if self.used == 0 || self.sheets[self.used - 1].turns + turns > TURNS {
            self.begin_sheet();
        }
        self.turns += turns;
        let sheet = &mut self.sheets[self.used - 1];
        let before = sheet.turns;
        sheet.turns += turns;
        (sheet, before)
    }

    fn begin_sheet(&mut self) {
        self.used += 1;
        if self.used > self.sheets.len() {
            self.sheets.push(Sheet::EMPTY);
        }
        self.sheets[self.used - 1].turns = 0;
    }

    /// The last turn.
    pub(crate) fn last(&self) -> Option<DrawnTurn> {
        self.sheets().last()?.last()
    }

    /// Who is to move after the last turn.
    #[cfg(feature = "native")]
    pub(super) fn next_mover(&self) -> Option<Player> {
        let told = self.sheets().last()?.column(Column::Moved);
        told.last().map(|moved| mover_after(*moved))
    }

    /// What is told of who is to move after each of the last turns, of which so many were added together.
    #[cfg(feature = "native")]
    pub(super) fn next_movers(&self, turns: usize) -> &[i32] {
        let told = self.sheets().last().map_or(&[][..], |sheet| sheet.column(Column::Moved));
        &told[told.len().saturating_sub(turns)..]
    }
}

fn who_moved(moved: i32) -> Player {
    if moved & moved::BY_NORTH == 0 { Player::South } else { Player::North }
}

fn moves_again(moved: i32) -> bool {
    moved & moved::AGAIN != 0
}

/// What would be told of a turn after which this player moves.
#[cfg(feature = "native")]
pub(super) fn moves_now(mover: Player) -> i32 {
    if mover == Player::South { moved::BY_NORTH } else { 0 }
}

#[cfg(feature = "native")]
pub(super) fn mover_after(moved: i32) -> Player {
    if moves_again(moved) { who_moved(moved) } else { who_moved(moved).other() }
}
