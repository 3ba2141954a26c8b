//! Why a game has no straight code.

/// Why a game is played by the interpreter alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Sets of places are 64 bits.
    #[error("there are more than 64 places")]
    Places,
    /// A rule asks for the drops of a lap one by one.
    #[error("single drops are asked for")]
    Drops,
    /// Conditions on single cells are tables that are numbered.
    #[error("there are too many conditions")]
    Conditions,
    /// Chains along a track are numbered.
    #[error("there are too many chains")]
    Chains,
    /// Known sets are numbered.
    #[error("there are too many sets")]
    Sets,
    /// What a turn keeps stands in registers.
    #[error("a turn keeps too many values")]
    Kept,
    /// A block goes nowhere.
    #[error("its code has no end")]
    NoEnd,
    /// Operations are numbered.
    #[error("its code is too long")]
    Length,
    /// What is worked out stands in registers.
    #[error("it needs too many registers")]
    Registers,
    /// Tables are numbered.
    #[error("it needs too many tables")]
    Tables,
    /// A cell is a byte.
    #[error("a cell may hold more than 255")]
    LargeCell,
    /// Alternatives are numbered.
    #[error("there are too many alternatives")]
    Alternatives,
    /// Every seed is a choice.
    #[error("seeds are placed one by one")]
    Placed,
    /// Pieces are numbered by their kinds, of which there are several.
    #[error("captured pieces are chosen one by one")]
    Taken,
    /// A drop that is chosen is one of one piece, and pieces are of several kinds.
    #[error("the order of sowing is chosen")]
    Ordered,
    /// What lives through choices is copied for each of them.
    #[error("a turn keeps too many values through its choices")]
    KeptThroughChoices,
    /// A value is bound to a slot of another type.
    #[error("a set stands where a number should")]
    SetForNumber,
    /// Cells are numbered.
    #[error("there are too many cells")]
    Cells,
    /// Steps along tracks are numbered.
    #[error("too many steps")]
    Steps,
    /// Kinds of move are numbered.
    #[error("there are too many kinds of move")]
    MoveKinds,
    /// Rows are numbered.
    #[error("there are too many rows")]
    Rows,
    /// The score is read apart from turns.
    #[error("the score asks what happened in the turn")]
    Score,
    /// What operations name is numbered.
    #[error("there is too much of something")]
    Numbered,
    /// A set of kinds is eight bits.
    #[error("there are more than eight kinds of pieces")]
    PieceKinds,
    /// What rules between rounds ask of a turn is told of pieces that are all alike.
    #[error("a match is played with several kinds of pieces")]
    KindsInMatch,
    /// What a pit held before is counted without asking for kinds.
    #[error("it is asked what kinds of pieces a pit held")]
    HeldKinds,
    /// A position is at most 128 bytes.
    #[error("a position has more than 128 cells")]
    LargePosition,
}
