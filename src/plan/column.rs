//! What is told of a turn of a game at random: each thing stands in a column of its own, turn below turn, a sheet for
//! some turns.

/// What is told of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "only simulations read columns"))]
pub(crate) enum Column {
    /// Who has moved, whether he moves again, and laps sown: see [`moved`]. It is told of every turn; the others may be left out.
    Moved,
    /// Number of legal moves that it was drawn from.
    Choices,
    /// Pieces captured by who has moved.
    Captured,
    /// Numbers of the place that was lifted first, and of the one where the last piece fell; below 0 for none.
    Origin,
    Last,
    /// South's lead before it.
    Lead,
}

/// Turns of which something is told on one sheet: as many as a word has bits.
pub(crate) const TURNS: usize = u64::BITS as usize;

/// How many columns there are.
pub(super) const COLUMNS: u32 = Column::Lead as u32 + 1;

/// What [`Column::Moved`] is the sum of.
#[cfg(feature = "sim")]
pub(crate) mod moved {
    /// The same player moves again.
    pub(crate) const AGAIN: i32 = 1;
    /// North has moved, not South.
    pub(crate) const BY_NORTH: i32 = 2;
    /// Where the number of laps stands, in bits.
    pub(crate) const LAPS: i32 = 2;

    /// Laps sown.
    pub(crate) fn laps(moved: i32) -> i32 {
        moved >> LAPS
    }
}
