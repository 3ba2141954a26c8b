//! Moves: a kind and choices.

use crate::ir::{ChoiceId, Id, MoveKind, PieceKind, Place, Program};
use crate::model::{Player, RuleId, WayNumber};
use smallvec::SmallVec;

/// One choice of a move: number of a place, a way, an alternative, a kind of piece, a piece that is taken, or how far a
/// number is from the lowest that could be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(u16);

impl Choice {
    /// The choice with a number; the last one for what is larger.
    #[inline]
    pub(super) fn of(number: usize) -> Self {
        Choice(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// The place with its number.
    #[inline]
    pub(super) fn place(self) -> Option<Place> {
        Place::at(self.number())
    }
}

/// A move: its kind and its choices in order. All that is needed to play it again.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct EncodedMove {
    kind: MoveKind,
    choices: SmallVec<[Choice; 16]>,
}

impl EncodedMove {
    pub(super) fn new(kind: MoveKind) -> Self {
        EncodedMove { kind, choices: SmallVec::new() }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> MoveKind {
        self.kind
    }

    /// Its choices in order.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The numbers of its choices, as straight code has them.
    pub(crate) fn numbers(&self) -> SmallVec<[u16; 16]> {
        self.choices.iter().map(|choice| choice.0).collect()
    }

    /// Makes it the move of this kind with these choices.
    #[inline]
    pub(super) fn become_choices(&mut self, kind: MoveKind, choices: &[u16]) {
        self.kind = kind;
        self.choices.clear();
        self.choices.extend(choices.iter().map(|number| Choice(*number)));
    }

    pub(super) fn restart(&mut self, kind: MoveKind) {
        self.kind = kind;
        self.choices.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, choice: Choice) {
        self.choices.push(choice);
    }

    pub(super) fn extend(&mut self, choices: impl IntoIterator<Item = Choice>) {
        self.choices.extend(choices);
    }

    #[inline]
    pub(super) fn truncate(&mut self, length: usize) {
        self.choices.truncate(length);
    }
}

impl std::fmt::Debug for EncodedMove {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let numbers: Vec<usize> = self.choices.iter().map(|choice| choice.number()).collect();
        write!(out, "{}{numbers:?}", self.kind.index())
    }
}

/// Alternatives that a player chooses from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alternatives {
    pub(super) player: Player,
    pub(super) choice: ChoiceId,
}

impl Alternatives {
    /// The name of one of them.
    #[must_use]
    pub fn name(self, program: &Program, number: usize) -> &str {
        match &program.code(self.player).choices[self.choice] {
            crate::ir::Choice::Alternative { ways } => ways.get(number).map_or("", |(name, _)| name.as_str()),
            _ => "",
        }
    }
}

/// What is written for each choice of a move: the choice and what it was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveText {
    /// A pit.
    Pit(Place),
    /// The pit for a piece that is placed freely.
    Free(Place),
    /// A way.
    Way(WayNumber),
    /// A number.
    Number(i32),
    /// An alternative: the list, and number in it.
    Alternative(Alternatives, usize),
    /// A piece of a kind, dropped next.
    Piece(PieceKind),
    /// A piece of a kind, taken at a place.
    Take(Place, PieceKind),
}

/// What comes after some choices of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The turn is complete; the rule that forbids it, if it is no legal move.
    Complete(EncodedMove, Option<RuleId>),
    /// It can come to no legal move, because of this rule.
    Dead(RuleId),
    /// It takes too many steps; this rule was being followed.
    Exhausted(RuleId),
    /// Another choice: the options in order.
    Choice(Vec<(Choice, MoveText)>),
}
