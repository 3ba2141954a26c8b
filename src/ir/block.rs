//! What a turn is made of: blocks of actions, each with one way out. Choices are ways out, so that a turn can be left
//! at a choice and gone on with.

use super::expression::Binding;
use super::id::*;
use crate::model::RuleId;

/// Actions that are done one after the other, and how the turn goes on.
#[derive(Debug, Clone)]
pub struct Block {
    /// The row of a table that is taken when the block is entered, told to whoever listens.
    pub row: Option<RuleId>,
    /// What is done.
    pub actions: Vec<(Action, RuleId)>,
    /// How it goes on.
    pub exit: Exit,
    /// The rule that the exit belongs to.
    pub rule: RuleId,
}

/// Does something, and nothing else can come of it than that the next action follows; or that the turn ends
/// ([`Action::Require`], [`Action::CaptureEnds`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Keeps a value.
    Keep(Binding),
    /// No legal move unless it holds.
    Require(TruthId),
    /// Sets this bit of the preference if it holds.
    Prefer(u8, TruthId),
    /// Takes all pieces of a place into the hand; it becomes the origin.
    Lift(PitId),
    /// Takes n pieces, or all there are.
    LiftSome(NumberId, PitId),
    /// Takes all pieces of a set into the hand; the last of them becomes the origin.
    LiftSet(SetId),
    /// Moves n pieces, or all there are, from a place (none: the hand) to a place.
    Put(NumberId, Option<PitId>, PitId),
    /// Moves all pieces of a set to a place.
    PutSet(SetId, PitId),
    /// A player takes all pieces of a set; nothing happens for nobody.
    Capture(PlayerId, SetId, Into),
    /// A player takes n pieces of a place, or all there are.
    CaptureSome(PlayerId, NumberId, PitId, Into),
    /// Sets a cell of state to a number.
    SetNumber(StateCell, NumberId),
    /// Sets a cell of state to yes or no.
    SetTruth(StateCell, TruthId),
    /// Sets a cell of state to a place, or none.
    SetPit(StateCell, PitId),
    /// Sets a cell of state to a way.
    SetWay(StateCell, WayId),
    /// Sets a cell of state to a player, or nobody.
    SetPlayer(StateCell, PlayerId),
    /// Looks at the conditions `until`, because pieces have moved.
    Untils,
    /// Looks at the rows of `end` that are looked at `at a capture`, if the mover has captured since they last were.
    CaptureEnds,
    /// Does a block (which ends with [`Exit::Return`]) for each member of a set, the member being in the slot. The set
    /// is read once.
    ForEach(Slot, SetId, BlockId),
    /// Does a block (which ends with [`Exit::Return`]).
    Do(BlockId),
}

/// A cell of state that is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateCell {
    /// This cell.
    At(Cell),
    /// The cell of a pit: the cell of place 0, the pit; nothing is set for none.
    Of(Cell, PitId),
}

/// Where captured pieces go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Into {
    /// The captor's store.
    Store,
    /// The hand.
    Hand,
    /// A place; for none they stay where they are.
    Place(PitId),
}

/// How a turn goes on behind a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// With another block.
    Go(BlockId),
    /// With another block, whose parameters are bound: all values are read before the first is bound.
    Pass(ArgumentsId, BlockId),
    /// With the first block if the condition holds, otherwise with the second.
    Branch(TruthId, BlockId, BlockId),
    /// The mover chooses.
    Choose(ChoiceId),
    /// Sows the hand. When the last piece has fallen, the conditions `until` are looked at, the lap is counted (the turn
    /// may be endless now), and it goes on with the landing.
    Sow(SowingId, BlockId),
    /// Sows the hand on behind the origin, as in the lap before; then the landing.
    SowOn(BlockId),
    /// The sowing is over: closes the turn. Whether the mover plays again.
    Close(bool),
    /// The turn is closed.
    Done,
    /// This was no legal move.
    NotLegal,
    /// The end of a block that another one does.
    Return,
}

/// What the mover chooses, and where the turn goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// A pit of the first of these sets that has a member.
    Pit {
        /// Where it is kept.
        slot: Slot,
        /// The sets.
        sets: Vec<SetId>,
        /// How the turn goes on.
        next: BlockId,
    },
    /// A number.
    Number {
        /// Where it is kept.
        slot: Slot,
        /// From this one.
        low: NumberId,
        /// To this one.
        high: NumberId,
        /// How the turn goes on.
        next: BlockId,
    },
    /// A way.
    Way {
        /// Where it is kept; and while the condition is read, the way that is asked for.
        slot: Slot,
        /// Whether a way may be chosen.
        condition: Option<TruthId>,
        /// How the turn goes on.
        next: BlockId,
    },
    /// One of several ways to go on, with their names.
    Alternative {
        /// Names and how the turn goes on.
        ways: Vec<(String, BlockId)>,
    },
    /// Where each piece of the hand is put, in no order.
    Placing {
        /// In these places.
        set: SetId,
        /// How the turn goes on when the hand is empty.
        next: BlockId,
    },
    /// Which pieces are captured.
    Taking {
        /// How many, or all there are.
        count: NumberId,
        /// Of which kinds.
        kinds: Kinds,
        /// From where first.
        from: SetId,
        /// From where when there are no more.
        then: Option<SetId>,
        /// Where they go.
        into: Into,
        /// How the turn goes on.
        next: BlockId,
    },
}

impl Choice {
    /// Where the turn may go on.
    #[must_use]
    pub fn next_blocks(&self) -> Vec<BlockId> {
        match self {
            Choice::Alternative { ways } => ways.iter().map(|(_, block)| *block).collect(),
            Choice::Pit { next, .. }
            | Choice::Number { next, .. }
            | Choice::Way { next, .. }
            | Choice::Placing { next, .. }
            | Choice::Taking { next, .. } => vec![*next],
        }
    }
}

/// A sowing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sowing {
    /// Its track.
    pub track: TrackId,
    /// Whether the first piece falls behind the start.
    pub after: bool,
    /// The start.
    pub start: PitId,
    /// The way.
    pub way: WayId,
    /// How many pieces fall into each place, one after the other.
    pub each: NumberId,
    /// Places left out, read at the start of each lap.
    pub skipping: Option<SetId>,
    /// Whether the mover chooses the order in which pieces of several kinds fall.
    pub in_order: bool,
    /// What is done at each drop, the place of which is the last.
    pub at_drop: Option<BlockId>,
    /// Whether the last drop of a lap is left out of that.
    pub but_last: bool,
    /// Its rule.
    pub rule: RuleId,
}
