//! Typed expressions. Every operand says what it is: there is one type of expression for each type of value, and none of
//! them can be read as another.
//!
//! A place may be none; none holds no pieces, lies in no set, and what would come from it is none as well. So no
//! expression can fail.

use super::id::*;
use crate::model::{ArithmeticOp, CompareOp, Player};

/// A position that has been, in which an expression is read. Only cells are read there; names mean what they mean now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Past {
    /// Before the turn.
    TurnStart,
    /// Before the last lap was sown.
    BeforeSowing,
}

/// Gives a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// A constant.
    Constant(i32),
    /// What a slot holds.
    Kept(Slot),
    /// Pieces in the hand.
    Hand,
    /// Pieces that the pit of the last drop held before its piece fell.
    LastHeld,
    /// Pieces of these kinds that the pit of the drop in question held before its piece fell.
    Held(Kinds),
    /// Pieces captured by the mover in this turn.
    Captured,
    /// Laps sown in this turn.
    Laps,
    /// State, as it is stored.
    State(Cell),
    /// State of a pit: the cell of place 0, the pit; 0 for none.
    StateOf(Cell, PitId),
    /// Pieces of these kinds in a set.
    Pieces(SetId, Kinds),
    /// Pieces of these kinds at a place; 0 for none.
    PiecesAt(PitId, Kinds),
    /// What the pieces in a set are worth.
    Worth(SetId),
    /// Members of a set.
    Count(SetId),
    /// Number of drops of a run.
    Run(RunId),
    /// Number of a pit in its row; 0 for other places and none.
    PitNumber(PitId),
    /// Arithmetic; division rounds down, by 0 gives 0; the ends of the range of 32 bits are never passed.
    Arithmetic(ArithmeticOp, NumberId, NumberId),
    /// The larger of two.
    Larger(NumberId, NumberId),
    /// The smaller of two.
    Smaller(NumberId, NumberId),
    /// The first if the condition holds, otherwise the second.
    If(TruthId, NumberId, NumberId),
    /// Read in another position.
    In(Past, NumberId),
    /// Binds a value, then reads the rest.
    With(BindingId, NumberId),
}

/// Gives yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truth {
    /// Always the same.
    Constant(bool),
    /// What a slot holds: 0 is no.
    Kept(Slot),
    /// State: 0 is no.
    State(Cell),
    /// State of a pit: the cell of place 0, the pit; no for none.
    StateOf(Cell, PitId),
    /// Both hold.
    And(TruthId, TruthId),
    /// One holds.
    Or(TruthId, TruthId),
    /// It does not hold.
    Not(TruthId),
    /// Two numbers compare so.
    Compare(CompareOp, NumberId, NumberId),
    /// A number is one of these.
    IsIn(NumberId, CountsId),
    /// A number lies between two others, or is one of them.
    Between(NumberId, NumberId, NumberId),
    /// A number can be divided by two.
    Even(NumberId),
    /// The same place, or both none.
    SamePit(PitId, PitId),
    /// The same way.
    SameWay(WayId, WayId),
    /// The same player, or both nobody.
    SamePlayer(PlayerId, PlayerId),
    /// The piece of the drop in question (its kind is in a slot) is of one of these kinds.
    PieceIs(Slot, Kinds),
    /// This kind of move is played.
    MoveIs(MoveKind),
    /// A place is in a set; none is in no set.
    In(PitId, SetId),
    /// All members of the first set are in the second.
    Within(SetId, SetId),
    /// Two sets are the same.
    SameSet(SetId, SetId),
    /// A set has a member.
    Some(SetId),
    /// No piece lies in a set.
    NoPieces(SetId),
    /// The first if the condition holds, otherwise the second.
    If(TruthId, TruthId, TruthId),
    /// Read in another position.
    Past(Past, TruthId),
    /// The position is there for the nth time, with the same player to move.
    Occurs(u32),
    /// The mover has no legal move.
    CannotMove,
    /// Binds a value, then reads the rest.
    With(BindingId, TruthId),
}

/// Gives a place, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pit {
    /// Always the same; none is none.
    Constant(Option<Place>),
    /// What a slot holds.
    Kept(Slot),
    /// Where the last piece fell.
    Last,
    /// The pit last lifted to be sown.
    Origin,
    /// State: stored as the place plus one, 0 is none.
    State(Cell),
    /// State of a pit: the cell of place 0, the pit.
    StateOf(Cell, PitId),
    /// The pit that faces a pit.
    Facing(PitId),
    /// The pit behind a pit.
    Behind(PitId),
    /// A place along a track.
    Steps(StepsId),
    /// The only member of a set.
    Only(SetId),
    /// The first if the condition holds, otherwise the second.
    If(TruthId, PitId, PitId),
    /// Read in another position.
    In(Past, PitId),
    /// Binds a value, then reads the rest.
    With(BindingId, PitId),
}

/// Gives a set of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Set {
    /// Always the same.
    Constant(ConstantId),
    /// What a slot holds.
    Kept(SetSlot),
    /// One place; none gives the empty set.
    Single(PitId),
    /// Members for which a condition holds, the member being in the slot.
    Where(SetId, Slot, TruthId),
    /// In either.
    Union(SetId, SetId),
    /// In the first, not in the second.
    Minus(SetId, SetId),
    /// What faces its members.
    Facing(SetId),
    /// What lies behind its members.
    Behind(SetId),
    /// Places along a track while a condition holds.
    Chain(ChainId),
    /// All values of a pit expression.
    Each(EachId),
    /// The pits of the last n drops.
    LastDrops(NumberId),
    /// The first if the condition holds, otherwise the second.
    If(TruthId, SetId, SetId),
    /// Read in another position.
    In(Past, SetId),
    /// Binds a value, then reads the rest.
    With(BindingId, SetId),
}

/// Gives a way along a track: the way in which it is written, or the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// Always the same: whether it is the other one.
    Constant(bool),
    /// What a slot holds.
    Kept(Slot),
    /// State: 0 is the way in which tracks are written.
    State(Cell),
    /// State of a pit: the cell of place 0, the pit.
    StateOf(Cell, PitId),
    /// The other way.
    Opposite(WayId),
    /// The first if the condition holds, otherwise the second.
    If(TruthId, WayId, WayId),
    /// Read in another position.
    In(Past, WayId),
    /// Binds a value, then reads the rest.
    With(BindingId, WayId),
}

/// Gives a player, or nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who {
    /// Always the same; none is nobody.
    Constant(Option<Player>),
    /// What a slot holds.
    Kept(Slot),
    /// State: stored as the player plus one, 0 is nobody.
    State(Cell),
    /// State of a pit: the cell of place 0, the pit.
    StateOf(Cell, PitId),
    /// In whose row, store or reserve a place lies.
    Owner(PitId),
    /// Who won the round that is over, or the game.
    Winner,
    /// The first if the condition holds, otherwise the second.
    If(TruthId, PlayerId, PlayerId),
    /// Read in another position.
    In(Past, PlayerId),
    /// Binds a value, then reads the rest.
    With(BindingId, PlayerId),
}

/// A value with the slot that it goes into. It is read before the slot is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binding {
    /// A number.
    Number(Slot, NumberId),
    /// A truth value: 0 or 1.
    Truth(Slot, TruthId),
    /// A place: its number, -1 for none.
    Pit(Slot, PitId),
    /// A way: 0 or 1.
    Way(Slot, WayId),
    /// A player: 0 or 1, -1 for nobody.
    Player(Slot, PlayerId),
    /// A set.
    Set(SetSlot, SetId),
}

/// A place n steps along a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps {
    /// How many; negative goes the other way.
    pub count: NumberId,
    /// From where; none if that is not on the track.
    pub from: PitId,
    /// On which track.
    pub track: TrackId,
    /// Which way.
    pub way: WayId,
    /// Whether against that way.
    pub back: bool,
}

/// Places along the track of the last sowing, one after the other, while a condition holds; each at most once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chain {
    /// Whether against the direction of the sowing.
    pub back: bool,
    /// The first place.
    pub from: PitId,
    /// The most places it may have.
    pub limit: Option<NumberId>,
    /// Where the place is when the condition is read.
    pub it: Slot,
    /// While this holds.
    pub condition: TruthId,
}

/// All values of a pit expression over members of sets and ways.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Each {
    /// The expression.
    pub value: PitId,
    /// What runs over what, the first outermost; none runs over both ways.
    pub over: Vec<(Slot, Option<SetId>)>,
}

/// Drops of the last lap, from the last one back, while a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Run {
    /// Where the pit of the drop is when the condition is read.
    pub pit: Slot,
    /// Where the kind of its piece is.
    pub piece: Slot,
    /// While this holds.
    pub condition: TruthId,
}

/// A set of whole numbers from 0 to 255, and whether all larger ones are in it too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Counts {
    bits: [u64; 4],
    above: bool,
}

impl Counts {
    /// Numbers that are told apart are smaller than this.
    pub const END: i32 = 256;

    /// The numbers from 0 on for which something holds; it must hold of all numbers above 255 or of none.
    #[must_use]
    pub fn new(holds: impl Fn(i32) -> bool) -> Self {
        let mut bits = [0; 4];
        for (word, first) in bits.iter_mut().zip((0..).step_by(64)) {
            *word = (0..64).filter(|bit| holds(first + bit)).fold(0, |word, bit| word | 1 << bit);
        }
        Counts { bits, above: holds(Counts::END) }
    }

    /// Whether it is every number but 0.
    #[inline]
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.bits == [!1, !0, !0, !0] && self.above
    }

    /// Whether a number is in it; no negative one is.
    #[inline]
    #[must_use]
    pub fn has(&self, count: i32) -> bool {
        match usize::try_from(count) {
            Ok(count) if count < 256 => self.bits[count / 64] >> (count % 64) & 1 == 1,
            Ok(_) => self.above,
            Err(_) => false,
        }
    }
}

/// All expressions of a program.
#[derive(Debug, Clone, Default)]
pub struct Expressions {
    /// Expressions that give numbers.
    pub numbers: Arena<NumberId, Number>,
    /// Expressions that give truth values.
    pub truths: Arena<TruthId, Truth>,
    /// Expressions that give places.
    pub pits: Arena<PitId, Pit>,
    /// Expressions that give sets.
    pub sets: Arena<SetId, Set>,
    /// Expressions that give ways.
    pub ways: Arena<WayId, Way>,
    /// Expressions that give players.
    pub players: Arena<PlayerId, Who>,
    /// Values that are bound.
    pub bindings: Arena<BindingId, Binding>,
    /// Chains.
    pub chains: Arena<ChainId, Chain>,
    /// Sets of all values.
    pub eaches: Arena<EachId, Each>,
    /// Steps along tracks.
    pub steps: Arena<StepsId, Steps>,
    /// Runs of drops.
    pub runs: Arena<RunId, Run>,
    /// Known sets of places.
    pub constants: Arena<ConstantId, Places>,
    /// Known sets of numbers.
    pub counts: Arena<CountsId, Counts>,
}
