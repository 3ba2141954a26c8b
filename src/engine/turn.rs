//! What is known of a turn while it is played.

use super::position::Shape;
use crate::ir::{BlockId, ChoiceId, Id, Kinds, MoveKind, PieceKind, Place, Places, SowingId};
use crate::model::RuleId;

/// Facts of a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<S: Shape> {
    pub(super) hand: S::Bag,
    /// What the last place held before its last piece fell.
    pub(super) held: S::Bag,
    /// Where the last piece fell.
    pub(super) last: Option<Place>,
    /// The last pit that was lifted.
    pub(super) origin: Option<Place>,
    /// What was to be lifted last: the origin, or none.
    pub(super) lifted: Option<Place>,
    /// The kind of move; none before anybody has chosen one.
    pub(super) kind: Option<MoveKind>,
    /// The sowing of the last lap.
    pub(super) sowing: Option<SowingId>,
    /// Whether the last lap went against the way in which its track is written.
    pub(super) backward: bool,
    /// Whether the mover plays again.
    pub(super) again: bool,
    /// Whether the mover has captured since the rows `at a capture` were looked at.
    pub(super) just_captured: bool,
    /// Pieces captured by the mover.
    pub(super) captured: i32,
    pub(super) laps: u32,
    pub(super) laps_since_capture: u32,
    /// The preferences that are satisfied, by bits.
    pub(super) preference: u32,
    /// First drop of the last lap in the log.
    pub(super) lap_start: usize,
    /// Where it goes on.
    pub(super) point: Point,
    /// The rule that the last way out of a block belongs to; when the turn is closed, the one that closed it.
    pub(super) rule: RuleId,
    /// Whether the turn is being closed.
    pub(super) closing: bool,
}

/// Where a turn goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Point {
    /// At the beginning of a block.
    Block(BlockId),
    /// At a choice that has been made in part.
    Choice(ChoiceId),
    /// With the next piece of the hand, in chosen order; behind the lap, with the landing.
    Drop(BlockId),
    /// Nowhere: it has stopped.
    Stopped(Status),
}

/// How a run of the machine stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// The turn is closed.
    Done,
    /// No legal move, because of this rule.
    Dead(RuleId),
    /// A choice must be made.
    Choose,
    /// The budget of steps was spent while this rule was followed.
    Exhausted(RuleId),
}

impl<S: Shape> Turn<S> {
    #[inline]
    pub(super) fn new(kind: Option<MoveKind>, entry: BlockId) -> Self {
        Turn {
            hand: S::Bag::default(),
            held: S::Bag::default(),
            last: None,
            origin: None,
            lifted: None,
            kind,
            sowing: None,
            backward: false,
            again: false,
            just_captured: false,
            captured: 0,
            laps: 0,
            laps_since_capture: 0,
            preference: 0,
            lap_start: 0,
            point: Point::Block(entry),
            rule: RuleId::FIRST,
            closing: false,
        }
    }

    /// Pieces in the hand.
    #[inline]
    pub(super) fn in_hand(&self) -> i32 {
        self.hand.as_ref().iter().map(|count| i32::from(*count)).sum()
    }
}

/// A piece that fell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dropped<S: Shape> {
    pub(super) place: Place,
    pub(super) kind: PieceKind,
    /// What the place held before.
    pub(super) held: S::Bag,
}

/// A choice that is made piece by piece: where pieces are placed, which are taken, in what order they fall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piecewise<S: Shape> {
    /// Whether it has begun.
    pub(super) begun: bool,
    /// Pieces still to be taken.
    pub(super) left: i32,
    /// Options before this one are passed: equal sets of pieces are one move.
    pub(super) from: usize,
    /// Whether pieces are taken from the second set.
    pub(super) second: bool,
    /// From where, or where to.
    pub(super) sets: [Places; 2],
    /// Kinds that may be taken.
    pub(super) kinds: Kinds,
    /// Where pieces go that are taken.
    pub(super) into: Target,
    /// Pieces that have been taken.
    pub(super) taken: S::Bag,
    /// Places that are left out of the sowing.
    pub(super) skipped: Places,
    /// Where the next piece falls, as an index of the track; none if none can.
    pub(super) next: Option<usize>,
    /// How many pieces fall into each place.
    pub(super) each: i32,
    /// How many more pieces fall there.
    pub(super) more: i32,
}

/// Where captured pieces go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Hand,
    Place(Place),
    /// They stay where they are.
    Nowhere,
}

impl<S: Shape> Default for Piecewise<S> {
    fn default() -> Self {
        Piecewise {
            begun: false,
            left: 0,
            from: 0,
            second: false,
            sets: [Places::NONE; 2],
            kinds: Kinds::ALL,
            into: Target::Nowhere,
            taken: S::Bag::default(),
            skipped: Places::NONE,
            next: None,
            each: 1,
            more: 0,
        }
    }
}
