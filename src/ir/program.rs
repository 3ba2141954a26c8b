//! Instructions, expressions and tables of a compiled game.

use super::{Landing, LapTable, Layout};
use crate::model::{ArithmeticOp, Award, CompareOp, Model, Ranking, RuleId};
use std::sync::Arc;

/// Number of an expression that gives a number, truth value, pit, way or player, in [`Code::nodes`].
pub type Num = u16;
/// Number of an expression that gives a set, in [`Code::sets`].
pub type Set = u16;
/// Number of a register.
pub type Register = u8;
/// Address of an instruction, in [`Code::instructions`].
pub type Address = u16;

/// Registers for numbers.
pub const NUMBER_REGISTERS: usize = 128;
/// Registers for sets.
pub const SET_REGISTERS: usize = 64;
/// Most choices of one move; a candidate with more is no legal move.
pub const MOST_CHOICES: usize = 64;

/// A compiled game. Immutable; share it between threads with [`Arc`].
#[derive(Debug, Clone)]
pub struct Program {
    /// What it was compiled from: names, notation, source map.
    pub model: Arc<Model>,
    /// The cells of a position.
    pub layout: Layout,
    /// Code for South to move and for North to move.
    pub sides: [Code; 2],
    /// Whether drops must be logged.
    pub logs_drops: bool,
    /// Laps since the last capture after which a turn is endless.
    pub lap_limit: u32,
    /// Whether the position before a lap is asked for.
    pub remembers: bool,
    /// Whether pieces are placed or taken one by one, by choice.
    pub takes: bool,
}

/// The program of one mover.
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// Instructions.
    pub instructions: Vec<Instruction>,
    /// For each instruction: its rule.
    pub rules: Vec<RuleId>,
    /// For each instruction: whether it begins a row of a table.
    pub row_starts: Vec<bool>,
    /// Expressions that give numbers.
    pub nodes: Vec<Node>,
    /// Expressions that give sets.
    pub sets: Vec<SetNode>,
    /// Sets of places known when the game is read.
    pub masks: Vec<u128>,
    /// Sets of counts from 0 to 255.
    pub counts: Vec<CountSet>,
    /// Lists of sets, kinds or addresses.
    pub lists: Vec<Vec<u16>>,
    /// Names of the alternatives of each fork: its list, the names.
    pub forks: Vec<(u16, Vec<String>)>,
    /// Variables of `each … for`: (register, set to run over; both ways where there is none).
    pub binders: Vec<Vec<(Register, Option<Set>)>>,
    /// Paths.
    pub tracks: Vec<TrackTable>,
    /// Sowings.
    pub sowings: Vec<SowingCode>,
    /// Laps worked out beforehand.
    pub laps: Vec<Arc<LapTable>>,
    /// Where turns go on behind their laps.
    pub landings: Vec<Arc<Landing>>,
    /// By address of a choice: the sowing that follows it at once. May be shorter than the instructions.
    pub at_once: Vec<Option<AtOnce>>,
    /// Kinds of move.
    pub kinds: Vec<KindCode>,
    /// Phases: condition and ranking.
    pub phases: Vec<(Option<Num>, Ranking)>,
    /// Whether anything but position and turn lives through a choice.
    pub looks_back: bool,
    /// Whether the position before the turn settles for every rule of legality when it is asked for.
    pub settled: bool,
    /// Rules of legality.
    pub legal: Vec<LegalCode>,
    /// End rows by moment: at a capture, after a turn, before a turn.
    pub ends: [Vec<EndCode>; 3],
    /// What an endless turn comes to.
    pub endless: Vec<EndCode>,
    /// What is done between rounds, in order.
    pub rounds: Vec<RoundCode>,
    /// `until` conditions: cell, value it takes, condition.
    pub untils: Vec<(u16, u16, Num)>,
    /// Scores of the mover and of the opponent.
    pub scores: Option<[Num; 2]>,
    /// Marks behind a move: conditions by number of the mark.
    pub marks: Vec<Num>,
    /// Number registers that must live through choices; they come first.
    pub kept_numbers: usize,
    /// Set registers that must live through choices; they come first.
    pub kept_sets: usize,
    /// Place of each store for the mover's captures, by player.
    pub stores: [u8; 2],
    /// For each cell: the largest value it may take.
    pub largest: Vec<i32>,
    /// Worth of each kind of piece.
    pub worths: Vec<i32>,
    /// For each place: the place that faces it (255: none).
    pub facing: Vec<u8>,
    /// For each place: the place behind it (255: none).
    pub behind: Vec<u8>,
    /// For each place: its number in its row (0: no pit).
    pub numbers: Vec<u8>,
    /// For each place: 0 South's, 1 North's, -1 nobody's.
    pub owners: Vec<i8>,
}

/// A path: its places in order, twice over, both ways; and where on it a place stands (255: not on it).
#[derive(Debug, Clone, Default)]
pub struct TrackTable {
    /// Number of places.
    pub length: usize,
    /// Twice the places in order; second, twice the places in reverse order.
    pub places: [Vec<u8>; 2],
    /// For each place: its index in the first half of the order, for each way.
    pub index: [Vec<u8>; 2],
    /// All its places.
    pub mask: u128,
}

impl TrackTable {
    /// The index before an index.
    #[inline]
    #[must_use]
    pub fn before(&self, index: usize) -> usize {
        if index == 0 { self.length - 1 } else { index - 1 }
    }
}

/// A set of counts from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CountSet(pub [u64; 4]);

impl CountSet {
    /// The counts for which something holds.
    #[must_use]
    pub fn new(holds: impl Fn(i32) -> bool) -> Self {
        let mut bits = [0; 4];
        for count in (0..256).filter(|count| holds(*count)) {
            bits[count as usize / 64] |= 1 << (count % 64);
        }
        CountSet(bits)
    }

    /// Whether a count is in it; counts above 255 are in none.
    #[inline]
    #[must_use]
    pub fn has(&self, count: i32) -> bool {
        (0..256).contains(&count) && self.0[(count >> 6) as usize & 3] >> (count & 63) & 1 == 1
    }
}

/// Where captured pieces go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Into {
    /// The captor's store.
    Store,
    /// The hand.
    Hand,
    /// A place.
    Place(Num),
}

/// What a turn is made of. Small and `Copy`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(u8)]
pub enum Instruction {
    /// The mover chooses a pit of the first set in a list that has a member.
    ChoosePit(Register, u16),
    /// The mover chooses a number from low to high.
    ChooseNumber(Register, Num, Num),
    /// The mover chooses a way for which the condition holds of the second register.
    ChooseWay(Register, Register, Option<Num>),
    /// The mover chooses an address of a list.
    Fork(u16),
    /// Keeps a number.
    Let(Register, Num),
    /// Keeps a set.
    LetSet(Register, Set),
    /// Not legal unless it holds.
    Require(Num),
    /// Sets a bit of the preference if it holds.
    Prefer(u8, Num),
    /// Lifts a pit.
    Lift(Num),
    /// Does what this and the next two instructions are there for, if its lap is worked out: lifts a pit, sows it by a
    /// sowing, ends the lap, and goes on as a landing says. Otherwise it only lifts the pit.
    LiftAndSow(Num, u16, u16),
    /// Lifts so many from a pit.
    LiftSome(Num, Num),
    /// Moves so many from a place to a place.
    Put(Num, Num, Num),
    /// Moves so many from the hand to a place.
    PutHand(Num, Num),
    /// The mover places the hand in a set.
    PlaceFreely(Set),
    /// Sows.
    Sow(u16),
    /// Chooses the piece for the next drop, drops it, and comes back until the hand is empty.
    DropChosen,
    /// Ends a lap: counts it.
    EndLap,
    /// Sows on behind the pit last lifted, as in the lap before.
    SowOn,
    /// Lifts a pit and sows on behind it, ends the lap, and goes on as a landing says.
    Relay(Num, u16),
    /// Goes on elsewhere.
    Jump(Address),
    /// Goes on elsewhere unless it holds.
    Unless(Num, Address),
    /// Goes on elsewhere unless a set has a member.
    UnlessSome(Set, Address),
    /// The mover captures a set.
    Capture(Set, Into),
    /// The mover captures so many from a pit.
    CaptureSome(Num, Num, Into),
    /// A player captures a set.
    CaptureFor(Num, Set, Into),
    /// The mover captures chosen pieces: count, list of kinds, set, second set.
    CaptureChosen(Num, u16, Set, Option<Set>, Into),
    /// Sets a cell to a number plus a shift.
    SetCell(u16, Num, i8),
    /// Sets the cell of a pit: first cell, pit, value, shift.
    SetPitCell(u16, Num, Num, i8),
    /// Looks at the `until` conditions.
    Untils,
    /// Looks at the end rows `at a capture`, if the mover has just captured.
    CaptureEnds,
    /// The sowing is over: closes the turn; `true` if the mover plays again.
    Stop(bool),
    /// The same where nothing is done to close a turn.
    Finish(bool),
    /// The turn is closed.
    Done,
    /// This was no legal move.
    NotLegal,
    /// The end of the rows of an `each drop`.
    Return,
}

/// An expression that gives a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Node {
    /// A constant; -1 is none and nobody.
    Const(i32),
    /// A register.
    Local(Register),
    /// Where the last seed fell.
    Last,
    /// The pit last lifted.
    Origin,
    /// Pieces in the hand.
    Hand,
    /// What the last pit held before its last piece fell.
    Held,
    /// The same for a list of kinds.
    HeldKinds(u16),
    /// Captured by the mover.
    Captured,
    /// Laps sown.
    Laps,
    /// The kind of move.
    Kind,
    /// A cell, less a shift.
    Cell(u16, i8),
    /// The cell of a pit: first cell, pit, shift, value for none.
    PitCell(u16, Num, i8, i8),
    /// Pieces in a pit.
    SeedsAt(Num),
    /// Pieces in places that follow each other: first, number.
    SeedsRow(u8, u8),
    /// Whether these hold nothing.
    EmptyRow(u8, u8),
    /// Pieces in a set.
    Seeds(Set),
    /// Pieces of a list of kinds in a set.
    SeedsKinds(Set, u16),
    /// What the pieces in a set are worth.
    Worth(Set),
    /// Members of a set.
    Count(Set),
    /// Number of a pit in its row.
    Number(Num),
    /// Whose a place is.
    Owner(Num),
    /// The only member of a set.
    Only(Set),
    /// Both hold.
    And(Num, Num),
    /// One holds.
    Or(Num, Num),
    /// Does not hold.
    Not(Num),
    /// Two numbers compare so.
    Compare(CompareOp, Num, Num),
    /// A number compares so with a constant.
    CompareConst(CompareOp, Num, i32),
    /// A number is in a set of counts.
    InCounts(Num, u16),
    /// The pieces in a pit are in a set of counts.
    SeedsInCounts(Num, u16),
    /// A number is in a range.
    InRange(Num, Num, Num),
    /// A pit is in a set.
    InSet(Num, Set),
    /// A pit is in a fixed set.
    InMask(Num, u16),
    /// One set lies in another.
    Subset(Set, Set),
    /// Two sets are the same.
    SameSet(Set, Set),
    /// A set has a member.
    Some(Set),
    /// Divisible by two.
    Even(Num),
    /// Read before the turn.
    AtTurnStart(Num),
    /// Read before the last lap.
    BeforeSowing(Num),
    /// Arithmetic.
    Arithmetic(ArithmeticOp, Num, Num),
    /// The larger (or smaller) of two.
    Larger(bool, Num, Num),
    /// A place along a track: count, from, track, way; against it.
    Steps(Num, Num, u8, Num, bool),
    /// The pit facing a pit.
    Facing(Num),
    /// The pit behind a pit.
    Behind(Num),
    /// The other way.
    Opposite(Num),
    /// Condition, value, otherwise.
    If(Num, Num, Num),
    /// Binds a register, then the rest.
    Bind(Register, Num, Num),
    /// Binds a set register, then the rest.
    BindSet(Register, Set, Num),
    /// Drops of the last lap, from the last back, while a condition holds of the registers (pit, piece).
    Run(Register, Register, Num),
    /// The position is there for the so-many-th time.
    Repeats(u32),
    /// No move is legal.
    CannotMove,
    /// Who won the round that is over.
    RoundWinner,
}

/// An expression that gives a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum SetNode {
    /// A fixed set.
    Mask(u16),
    /// A register.
    Local(Register),
    /// A pit as a set.
    Single(Num),
    /// Members for which a condition holds of the register.
    Where(Set, Register, Num),
    /// Members whose cell, counted from a first one, is in a set of counts.
    WhereCells(Set, u16, u16),
    /// Members that hold a piece, of one kind.
    NonEmpty(Set),
    /// In either.
    Union(Set, Set),
    /// In the first, not in the second.
    Minus(Set, Set),
    /// What faces its members.
    Facing(Set),
    /// What lies behind its members.
    Behind(Set),
    /// Condition, value, otherwise.
    If(Num, Set, Set),
    /// Along the track of the last sowing: against it, from, limit, register, condition.
    Chain(bool, Num, Option<Num>, Register, Num),
    /// The same while in a fixed set with counts in a set: against it, from, mask, counts.
    ChainCounts(bool, Num, u16, u16),
    /// All values of a pit expression, over binders.
    Each(Num, u16),
    /// The pits of the last so many drops.
    RunPits(Num),
    /// Binds a register, then the rest.
    Bind(Register, Num, Set),
    /// Binds a set register, then the rest.
    BindSet(Register, Set, Set),
}

/// A sowing.
#[derive(Debug, Clone, PartialEq)]
pub struct SowingCode {
    /// Its track.
    pub track: u8,
    /// Whether the first seed falls behind the start.
    pub after: bool,
    /// The start.
    pub start: Num,
    /// The way.
    pub way: Num,
    /// Places left out.
    pub skipping: Option<Set>,
    /// Whether the order is chosen.
    pub choosing: bool,
    /// What happens at each drop: its address.
    pub each_drop: Option<Address>,
    /// Whether the last drop is left out of that.
    pub but_last: bool,
    /// Whether the position before it is asked for.
    pub remembered: bool,
    /// Whether its drops are logged.
    pub logged: bool,
    /// Its laps worked out.
    pub laps: Option<WorkedOut>,
    /// Its rule.
    pub rule: RuleId,
}

/// A choice of a pit or way behind which that pit, or a pit that is known, is lifted and sown.
#[derive(Debug, Clone)]
pub struct AtOnce {
    /// Register of the choice.
    pub register: Register,
    /// Number of the sowing.
    pub number: u16,
    /// The pit that is lifted.
    pub pit: Part,
    /// The way.
    pub way: Part,
    /// Its laps, for each way.
    pub laps: [Arc<LapTable>; 2],
    /// Where the turn goes on.
    pub landing: Arc<Landing>,
}

/// Where a part of a sowing is known from when the choice before it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// It is what is chosen.
    Chosen,
    /// It is always this.
    Always(i32),
    /// A register holds it.
    Kept(Register),
}

/// Laps of a sowing that are worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkedOut {
    /// For each way: where, in [`Code::laps`]; the same where a way cannot be sown.
    pub tables: [u16; 2],
    /// Whether they hold only for a lap from the start of the sowing, which they leave out.
    pub from_start: bool,
}

/// A kind of move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindCode {
    /// Where it begins.
    pub entry: Address,
    /// Where it closes.
    pub close: Address,
}

/// What is done between two rounds, for who made the last move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundCode {
    /// The first of these rows whose condition holds ends the match.
    Over(Vec<EndCode>),
    /// Every piece goes where it was at the start.
    Setup(RuleId),
    /// Pits are filled.
    Fill(FillCode),
    /// Actions.
    Act(Address),
    /// Who begins.
    Starts(Num),
}

/// Pits that are filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillCode {
    /// The pits, in the order in which they are filled.
    pub pits: Vec<u8>,
    /// How many seeds each of them gets.
    pub each: i32,
    /// Where they come from, with what lies in the pits.
    pub from: u8,
    /// First cell of the state of pits that says which were not filled.
    pub unfilled: Option<u16>,
    /// Its rule.
    pub rule: RuleId,
}

/// A rule of legality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegalCode {
    /// Bit of the preference; none if it binds.
    pub prefer: Option<u8>,
    /// What must hold.
    pub condition: Num,
    /// When it is asked for.
    pub when: Option<Num>,
    /// When it is asked for, as a condition of the position before the turn, if that settles it.
    pub settled: Option<Num>,
    /// Its rule.
    pub rule: RuleId,
}

/// What an end row or a row of `endless` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The game is over.
    Award(Award),
    /// The turn stops.
    Stop,
    /// The move is not legal.
    NotLegal,
}

/// A row of `end` or `endless`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndCode {
    /// Its condition.
    pub condition: Option<Num>,
    /// Its actions.
    pub actions: Option<Address>,
    /// What it comes to.
    pub verdict: Verdict,
    /// Its rule.
    pub rule: RuleId,
}
