//! Straight code for one player: operations on registers and cells, each of which does one small thing.

use super::refusal::Refusal;
use crate::id::ids;
use crate::ir::Id;
use crate::model::{ArithmeticOp, CompareOp, RuleId};

ids! {
    /// A register for a number, a place (-1 is none), a way (0 or 1), a player (-1 is nobody) or a truth value.
    pub(super) Reg(u8, 256, "registers");
    /// A register for a set of places.
    pub(super) SetReg(u8, 256, "registers for sets");
    /// Where the code goes on: the number of an operation.
    pub(super) Address(u16, 1 << 16, "operations");
}

impl Reg {
    /// The one that stands so many behind it, where registers belong together.
    pub(super) const fn behind(self, count: u8) -> Reg {
        Reg(self.0.wrapping_add(count))
    }
}

impl SetReg {
    /// The same for sets.
    pub(super) const fn behind(self, count: u8) -> SetReg {
        SetReg(self.0.wrapping_add(count))
    }
}

impl Address {
    /// That of the next operation.
    #[inline(always)]
    pub(super) const fn next(self) -> Address {
        Address(self.0.wrapping_add(1))
    }

    /// That of the operation before.
    pub(super) const fn before(self) -> Address {
        Address(self.0.wrapping_sub(1))
    }
}

/// In which position cells are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum View {
    /// As it is.
    Now,
    /// Before the turn.
    TurnStart,
    /// Before the last lap.
    BeforeSowing,
}

/// Number of views.
pub(super) const VIEWS: usize = 3;

/// Registers of what is known of a turn. Slots follow them, then what is read on the way; constants stand at the end.
pub(super) mod turn {
    use super::Reg;

    /// Pieces in the hand.
    pub(in crate::plan) const HAND: Reg = Reg(0);
    /// What the place of the last drop held before.
    pub(in crate::plan) const HELD: Reg = Reg(1);
    /// Pieces captured by the mover.
    pub(in crate::plan) const CAPTURED: Reg = Reg(2);
    /// Laps sown.
    pub(in crate::plan) const LAPS: Reg = Reg(3);
    /// Laps sown since the last capture.
    pub(in crate::plan) const LAPS_SINCE_CAPTURE: Reg = Reg(4);
    /// Whether the mover has captured since end rows were last looked at.
    pub(in crate::plan) const JUST_CAPTURED: Reg = Reg(5);
    /// Where the last piece fell.
    pub(in crate::plan) const LAST: Reg = Reg(6);
    /// The pit last lifted that was a pit.
    pub(in crate::plan) const ORIGIN: Reg = Reg(7);
    /// The pit last lifted, or none.
    pub(in crate::plan) const LIFTED: Reg = Reg(8);
    /// The way of the sowing.
    pub(in crate::plan) const WAY: Reg = Reg(9);
    /// The sowing, or -1.
    pub(in crate::plan) const SOWING: Reg = Reg(10);
    /// Whether the mover moves again.
    pub(in crate::plan) const AGAIN: Reg = Reg(11);
    /// The preferences that are satisfied, by bits.
    pub(in crate::plan) const PREFERENCE: Reg = Reg(12);
    /// The row that ended the game: its number plus one.
    pub(in crate::plan) const ENDED: Reg = Reg(13);
    /// How many these are.
    pub(in crate::plan) const COUNT: usize = 14;
    /// What they hold when a turn begins.
    pub(in crate::plan) const BEGIN: [i32; COUNT] = [0, 0, 0, 0, 0, 0, -1, -1, -1, 0, -1, 0, 0, 0];
    /// The kind of move, which is the same in the whole turn.
    pub(in crate::plan) const KIND: Reg = Reg(255);
}

/// Registers of what else is known of a turn where there are several kinds of pieces: they follow those of every turn, and
/// the lengths of runs of drops follow them.
pub(super) mod several {
    use super::{Reg, SetReg, turn};

    const FIRST: Reg = turn::ENDED.behind(1);
    /// The kind of the piece that falls.
    pub(in crate::plan) const PIECE: Reg = FIRST;
    /// The number of the path and the way along which pieces fall, in one; -1 if there is nowhere to sow.
    pub(in crate::plan) const PATH: Reg = FIRST.behind(1);
    /// How far they have come.
    pub(in crate::plan) const INDEX: Reg = FIRST.behind(2);
    /// How many have fallen in the last lap.
    pub(in crate::plan) const FALLEN: Reg = FIRST.behind(3);
    /// How many pieces are still to be taken, one by one.
    pub(in crate::plan) const LEFT: Reg = FIRST.behind(4);
    /// The number of the piece that is taken; those before it are passed from then on.
    pub(in crate::plan) const TAKEN: Reg = FIRST.behind(5);
    /// Whether pieces are taken from the second set.
    pub(in crate::plan) const SECOND: Reg = FIRST.behind(6);
    /// Where they go: a place, -1 the hand, -2 nowhere.
    pub(in crate::plan) const INTO: Reg = FIRST.behind(7);
    /// How many these are.
    pub(in crate::plan) const COUNT: u8 = 8;
    /// The lengths of runs of drops, of which a game has at most so many.
    pub(in crate::plan) const RUNS: [Reg; 8] = {
        let mut runs = [FIRST.behind(COUNT); 8];
        let mut run: u8 = 1;
        while run < 8 {
            runs[run as usize] = FIRST.behind(COUNT + run);
            run += 1;
        }
        runs
    };

    /// Places that the sowing leaves out.
    pub(in crate::plan) const SKIPPED: SetReg = SetReg(0);
    /// The kinds of pieces in the hand while it is sown.
    pub(in crate::plan) const IN_HAND: SetReg = SKIPPED.behind(1);
    /// The sets that pieces are taken from, the one when there are no more in the other.
    pub(in crate::plan) const FROM: [SetReg; 2] = [SKIPPED.behind(2), SKIPPED.behind(3)];
    /// How many sets these are.
    pub(in crate::plan) const SETS: usize = 4;
}

/// What code answers that draws a move, where it does not come to a choice.
pub(in crate::plan) mod answer {
    /// There is no move.
    pub(in crate::plan) const NOT: i32 = -1;
    /// The game is over before the turn.
    pub(in crate::plan) const OVER: i32 = -2;
    /// Moves of the first phase have to be listed; of the second, if it is one less, and so on.
    pub(in crate::plan) const LIST: i32 = -3;
    /// The game is over before the turn by the first row that is looked at then, and the position is what that row has made of
    /// it; by the second, if it is one less, and so on. There are fewer phases than would come to that.
    pub(in crate::plan) const OVER_BY: i32 = -1_000_000;
}

/// An operation.
///
/// Those that branch go on elsewhere if what they ask is as they expect, otherwise with the next operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    // Numbers and places: first where the result goes.
    /// The same as in another register.
    Move(Reg, Reg),
    /// What a cell holds.
    Cell(Reg, View, u16),
    /// What the cell of a place holds, counted from this cell on; 0 for none.
    CellOf(Reg, View, u16, Reg),
    /// Pieces in a set.
    Pieces(Reg, View, SetReg),
    /// Pieces in a set that never changes.
    PiecesOf(Reg, View, u16),
    /// Members of a set.
    Count(Reg, SetReg),
    /// What a table holds for a place, or for none.
    Table(Reg, u16, Reg),
    /// Arithmetic of two numbers.
    Arithmetic(ArithmeticOp, Reg, Reg, Reg),
    /// The larger of two.
    Larger(Reg, Reg, Reg),
    /// The smaller of two.
    Smaller(Reg, Reg, Reg),
    /// The only member of a set, or none.
    Only(Reg, SetReg),
    /// A place along a track: how many steps, from where, which way.
    Steps { to: Reg, count: Reg, from: Reg, way: Reg, steps: u16 },

    // Sets.
    /// The same as in another register.
    MoveSet(SetReg, SetReg),
    /// The empty set.
    NoSet(SetReg),
    /// One place, or the empty set for none.
    Single(SetReg, Reg),
    /// In either.
    Union(SetReg, SetReg, SetReg),
    /// In the first, not in the second.
    Minus(SetReg, SetReg, SetReg),
    /// What a table holds for the members.
    Related(SetReg, SetReg, u16),
    /// Members of which a condition on cells holds.
    Filter(SetReg, SetReg, View, u16),
    /// Adds a member; none adds nothing.
    Add(SetReg, Reg),
    /// Takes the first member out; goes on elsewhere if there is none.
    Next(Reg, SetReg, Address),
    /// Places along a track while a condition on cells holds: from where, at most how many.
    Chain { to: SetReg, from: Reg, most: Reg, view: View, chain: u16 },
    /// Begins a walk along the track of the sowing, with three registers from the first one on; goes on elsewhere if the
    /// place is not on it. How many steps at most stands in the third.
    Walk { first: Reg, from: Reg, back: bool, off: Address },
    /// The place that a walk is at; goes on elsewhere if it is over.
    WalkAt { place: Reg, first: Reg, over: Address },
    /// One step on.
    WalkOn(Reg),

    // Where the code goes on.
    /// Elsewhere.
    Jump(Address),
    /// If two numbers compare so.
    Compare(CompareOp, Reg, Reg, Address),
    /// If a number is one of these, as expected.
    IsIn(Reg, u16, bool, Address),
    /// If a number can be divided by two.
    Even(Reg, bool, Address),
    /// If a place is in a set.
    Has(Reg, SetReg, bool, Address),
    /// If all members of the first set are in the second.
    Within(SetReg, SetReg, bool, Address),
    /// If two sets are the same.
    Same(SetReg, SetReg, bool, Address),
    /// If a set has no member.
    IsEmpty(SetReg, bool, Address),
    /// If no piece lies in a set.
    NoPieces(SetReg, View, bool, Address),
    /// If no piece lies in a set that never changes, as expected.
    NoPiecesOf(View, u16, bool, Address),
    /// Where turns of the kind of move are closed.
    Close,
    /// Where a table says for what a register holds. This stands in versions alone.
    Switch(Reg, u16),
    /// A version that is not written by now.
    Unwritten(u16),
    /// If what one of the first cells holds, in the position as it is, is one of some numbers, as expected. This stands in versions
    /// alone, too.
    CellIsIn { cell: u8, counts: u8, expected: bool, to: Address },

    // What is done.
    /// South's lead before the turn, told to whoever draws moves.
    Lead(Reg),
    /// A turn of this kind of move begins.
    Begin(u16),
    /// A row of a table is taken; this is told to whoever keeps a log.
    Row(RuleId),
    /// Takes all pieces of a place into the hand.
    Lift(Reg),
    /// Takes at most n.
    LiftSome(Reg, Reg),
    /// Moves at most n from a place to a place.
    Put(Reg, Reg, Reg),
    /// Moves at most n from the hand to a place.
    PutHand(Reg, Reg),
    /// Takes all pieces of a set to a place (-1 the hand, -2 nowhere), for the mover or not.
    Capture(SetReg, Reg, Reg),
    /// Takes at most n of a place.
    CaptureSome { count: Reg, pit: Reg, into: Reg, captor: Reg },
    /// Sets a cell to the nearest value that it can have.
    SetCell { cell: u16, most: u8, value: Reg },
    /// The same for the cell of a place.
    SetCellOf { first: u16, pit: Reg, most: u8, value: Reg },
    /// Sets a bit of the preferences.
    Prefer(u8),

    // Sowing.
    /// The position before a lap.
    Remember,
    /// The sowing that is made, and its way.
    Sowing(u16, Reg),
    /// Sows the hand by rows that are worked out, or as they would be; behind the start or from there on.
    Lap { sowing: u16, start: Reg, after: bool },
    /// Lifts a place, sows behind it as they would be, and counts the lap; goes on elsewhere if there have been too many.
    /// A table tells where it leads back to itself.
    LiftLap { sowing: u8, start: Reg, endless: Address, back: u8 },
    /// The same for the first lap of a sowing, with its way.
    FirstLap { sowing: u8, start: Reg, way: Reg, endless: Address },
    /// Sows the hand, leaving out a set, n into each place.
    AnyLap { sowing: u16, start: Reg, after: bool, skipped: SetReg, each: Reg },
    /// Begins to sow drop by drop, with two registers from the first one on.
    Drops { sowing: u16, start: Reg, after: bool, first: Reg, skipped: SetReg },
    /// Drops what falls into a place together; goes on elsewhere if the hand is empty. A table tells where it leads back to
    /// itself.
    Drop { first: Reg, skipped: SetReg, each: Reg, over: Address, back: u8 },
    /// Counts a lap; goes on elsewhere if there have been too many.
    LapOver(Address),

    // Choices and ends.
    /// A member of a set, in order.
    ChoosePlace(Reg, SetReg),
    /// The kind of the piece that falls, of those in the hand; where the hand may fall in any order, all orders at once.
    #[cfg(feature = "sim")]
    ChooseOrder,
    /// A number from the second register to the third.
    ChooseNumber(Reg, Reg, Reg),
    /// One of several ways to go on.
    ChooseAlternative(u16),
    /// The next piece that is taken, of these kinds.
    ChoosePiece(KindBits),
    /// What is done with pieces where there are several kinds of them.
    Several(Several),
    /// No legal move.
    Dead,
    /// A legal move, if no pieces are left in the hand.
    Legal,
    /// The same where a turn is settled: whoever plays it goes on at this address.
    Settled(Address),
    /// What is asked comes to this.
    Answer(i32),
    /// What is asked comes to what a register holds.
    AnswerWith(Reg),

    // Some operations as one, which stand in the code of machines alone. Cells are those of the position as it is, and among the
    // first 256.
    /// What a cell holds; goes on elsewhere if it compares so.
    CellCompare { to: Reg, cell: u8, op: CompareOp, with: Reg, elsewhere: Far },
    /// What the cell of a place holds; goes on elsewhere if that is one of these, as expected.
    CellOfIsIn { to: Reg, first: u8, pit: Reg, counts: u8, expected: bool, elsewhere: Far },
    /// What a table holds for a place, and what the cell of that one holds.
    TableCellOf { to: Reg, table: u8, of: Reg, held: Reg, first: u8 },
    /// The same of the first cells; goes on elsewhere if that is none of these.
    TableCellOfIsIn { to: Reg, table: u8, of: Reg, held: Reg, counts: u8, elsewhere: Far },
    /// What a cell holds, and the place so many steps along a track.
    CellSteps { count: Reg, cell: u8, to: Reg, from: Reg, way: Reg, steps: u8 },
    /// A place along a track, and what its cell holds.
    StepsCellOf { to: Reg, count: Reg, from: Reg, way: Reg, steps: u8, held: Reg, first: u8 },
    /// Two numbers go into registers.
    Moves { to: [Reg; 2], from: [Reg; 2] },
    /// A number goes into a register, and code goes on elsewhere.
    MoveJump { to: Reg, from: Reg, elsewhere: Far },
    /// The same with two numbers.
    MovesJump { to: [Reg; 2], from: [Reg; 2], elsewhere: Far },
    /// The hand is sown, and the lap is counted.
    SowLapOver { sowing: u8, start: Reg, after: bool, endless: Far },
    /// The hand is sown, and the lap is counted; goes on elsewhere if the place of the last drop held something.
    SowLapOverHeld { sowing: u8, start: Reg, after: bool, endless: Far, elsewhere: Far },
    /// The same of a lap of what is lifted.
    LiftLapHeld { sowing: u8, start: Reg, endless: Far, elsewhere: Far },
    /// A lap is counted; goes on elsewhere if two numbers compare so.
    LapOverCompare { endless: Far, op: CompareOp, one: Reg, two: Reg, elsewhere: Far },
    /// Goes on elsewhere if a cell is empty, or not, as expected.
    CellIsEmpty { cell: u8, expected: bool, to: Address },
    /// The same if no piece lies in a set that never changes and all of whose cells are among the same sixteen.
    NoPiecesIn { mask: u16, sixteen: u8, expected: bool, to: Address },
    /// Goes on elsewhere if two numbers compare so; otherwise one goes into a register.
    CompareMove { op: CompareOp, one: Reg, two: Reg, to: Reg, from: Reg, elsewhere: Far },
    /// Goes on at one of two addresses.
    CompareJump { op: CompareOp, one: Reg, two: Reg, elsewhere: Far, otherwise: Far },
    /// Adds a member to a set, and goes on elsewhere.
    AddJump { to: SetReg, place: Reg, elsewhere: Far },
}

/// Operations that stand in the code of machines alone, as a pattern.
macro_rules! of_machines {
    () => {
        Op::Switch(..)
            | Op::Unwritten(_)
            | Op::Settled(_)
            | Op::CellIsIn { .. }
            | Op::CellCompare { .. }
            | Op::CellOfIsIn { .. }
            | Op::TableCellOf { .. }
            | Op::TableCellOfIsIn { .. }
            | Op::CellSteps { .. }
            | Op::StepsCellOf { .. }
            | Op::Moves { .. }
            | Op::MoveJump { .. }
            | Op::MovesJump { .. }
            | Op::SowLapOver { .. }
            | Op::SowLapOverHeld { .. }
            | Op::LiftLapHeld { .. }
            | Op::LapOverCompare { .. }
            | Op::CellIsEmpty { .. }
            | Op::NoPiecesIn { .. }
            | Op::CompareMove { .. }
            | Op::CompareJump { .. }
            | Op::AddJump { .. }
    };
}
pub(super) use of_machines;

/// An address in bytes that may stand anywhere, so that nothing is left between them and others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Far([u8; 2]);

impl Far {
    pub(super) fn to(address: Address) -> Self {
        Far(u16::try_from(address.index()).unwrap_or(0).to_le_bytes())
    }

    #[inline(always)]
    pub(super) fn address(self) -> Address {
        Address::at(usize::from(u16::from_le_bytes(self.0))).unwrap_or(Address::FIRST)
    }
}

/// Some of at most eight kinds of pieces, by bits.
pub(super) type KindBits = u8;

/// An operation on pieces of several kinds. What stands in the registers of [`several`] is not named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Several {
    /// Pieces of some kinds at a place; 0 for none.
    At(Reg, View, Reg, KindBits),
    /// Pieces of some kinds in a set.
    In(Reg, View, SetReg, KindBits),
    /// What the pieces are worth in a set that never changes.
    Worth(Reg, View, u8),
    /// Members of a set that hold one of these numbers of pieces of some kinds.
    Holding { to: SetReg, of: SetReg, view: View, kinds: KindBits, counts: u8 },
    /// Takes at most n pieces of a place into the hand.
    Lift(Reg, Reg),
    /// Moves at most n from a place to a place.
    Put(Reg, Reg, Reg),
    /// Moves at most n from the hand to a place.
    PutHand(Reg, Reg),
    /// Takes all pieces of a set to a place (-1 the hand, -2 nowhere), for the mover or not.
    Capture(SetReg, Reg, Reg),
    /// Takes at most n of a place.
    CaptureSome { count: Reg, pit: Reg, into: Reg, captor: Reg },
    /// Sows the hand, kind after kind, leaving out a set, n into each place.
    Lap { sowing: u8, start: Reg, after: bool, skipped: SetReg, each: Reg },
    /// Begins to sow piece by piece, behind the start or from there on: nothing has fallen yet.
    Drops { sowing: u8, start: Reg, after: bool },
    /// Finds out which kinds are in the hand.
    Hand,
    /// The piece that falls is of the first kind in the hand.
    First,
    /// Drops the piece that falls, and with it as many others as fall together. Where the mover chooses the next one, those
    /// that he cannot choose otherwise fall as well.
    Drop { each: Reg, chosen: bool },
    /// The places of the last n drops of the last lap.
    LastDrops(SetReg, Reg),
    /// Begins to take n pieces of some kinds.
    BeginTaking(Reg, KindBits),
    /// Takes the piece that was chosen.
    Take(KindBits),
    /// Gives the pieces that were taken where they go.
    EndTaking,
}

/// The table of laps and drops that never lead back to themselves.
pub(super) const NEVER_BACK: u8 = 0;

/// Twice as many fit into a line of the cache as would if it were larger.
const _: () = assert!(size_of::<Op>() == 8);

impl Op {
    /// The register that the result goes into, where that can be chosen freely.
    pub(super) fn result_mut(&mut self) -> Option<&mut Reg> {
        match self {
            Op::Cell(to, ..)
            | Op::CellOf(to, ..)
            | Op::Pieces(to, ..)
            | Op::PiecesOf(to, ..)
            | Op::Count(to, _)
            | Op::Table(to, ..)
            | Op::Arithmetic(_, to, ..)
            | Op::Larger(to, ..)
            | Op::Smaller(to, ..)
            | Op::Only(to, _)
            | Op::Steps { to, .. }
            | Op::Several(Several::At(to, ..) | Several::In(to, ..) | Several::Worth(to, ..)) => Some(to),
            _ => None,
        }
    }

    /// The same for results that are sets.
    pub(super) fn set_result_mut(&mut self) -> Option<&mut SetReg> {
        match self {
            Op::Single(to, _)
            | Op::Union(to, ..)
            | Op::Minus(to, ..)
            | Op::Related(to, ..)
            | Op::Filter(to, ..)
            | Op::Chain { to, .. }
            | Op::Several(Several::Holding { to, .. } | Several::LastDrops(to, _)) => Some(to),
            _ => None,
        }
    }

    /// Changes registers that it reads and does not change; those that are not named apart.
    pub(super) fn change_operands(&mut self, number: &mut impl FnMut(&mut Reg), set: &mut impl FnMut(&mut SetReg)) {
        match self {
            Op::Move(_, one)
            | Op::CellOf(_, _, _, one)
            | Op::Table(_, _, one)
            | Op::Single(_, one)
            | Op::Add(_, one)
            | Op::IsIn(one, ..)
            | Op::Even(one, ..)
            | Op::Lead(one)
            | Op::Lift(one)
            | Op::SetCell { value: one, .. }
            | Op::Sowing(_, one)
            | Op::Lap { start: one, .. }
            | Op::LiftLap { start: one, .. }
            | Op::AnswerWith(one) => number(one),
            Op::Arithmetic(_, _, one, two)
            | Op::Larger(_, one, two)
            | Op::Smaller(_, one, two)
            | Op::Compare(_, one, two, _)
            | Op::LiftSome(one, two)
            | Op::PutHand(one, two)
            | Op::Chain { from: one, most: two, .. }
            | Op::SetCellOf { pit: one, value: two, .. }
            | Op::FirstLap { start: one, way: two, .. } => [one, two].into_iter().for_each(number),
            Op::Steps { count: one, from: two, way: three, .. } | Op::Put(one, two, three) => {
                [one, two, three].into_iter().for_each(number);
            }
            Op::CaptureSome { count, pit, into, captor } => [count, pit, into, captor].into_iter().for_each(number),
            Op::Has(place, places, ..) => {
                number(place);
                set(places);
            }
            Op::Capture(places, into, captor) => {
                [into, captor].into_iter().for_each(number);
                set(places);
            }
            Op::Pieces(_, _, one)
            | Op::Count(_, one)
            | Op::Only(_, one)
            | Op::MoveSet(_, one)
            | Op::Related(_, one, _)
            | Op::Filter(_, one, ..)
            | Op::IsEmpty(one, ..)
            | Op::NoPieces(one, ..) => set(one),
            Op::Union(_, one, two) | Op::Minus(_, one, two) | Op::Within(one, two, ..) | Op::Same(one, two, ..) => {
                [one, two].into_iter().for_each(set);
            }
            _ => {}
        }
    }

    /// Whether it does nothing but ask.
    pub(super) fn is_question(&self) -> bool {
        matches!(
            self,
            Op::Compare(..)
                | Op::IsIn(..)
                | Op::Even(..)
                | Op::Has(..)
                | Op::Within(..)
                | Op::Same(..)
                | Op::IsEmpty(..)
                | Op::NoPieces(..)
                | Op::NoPiecesOf(..)
        )
    }

    /// The view in which it reads cells.
    pub(super) fn view(&self) -> Option<View> {
        match self {
            Op::Cell(_, view, _)
            | Op::CellOf(_, view, ..)
            | Op::Pieces(_, view, _)
            | Op::PiecesOf(_, view, _)
            | Op::Filter(_, _, view, _)
            | Op::Chain { view, .. }
            | Op::NoPieces(_, view, ..)
            | Op::NoPiecesOf(view, ..)
            | Op::Several(
                Several::At(_, view, ..)
                | Several::In(_, view, ..)
                | Several::Worth(_, view, _)
                | Several::Holding { view, .. },
            ) => Some(*view),
            _ => None,
        }
    }

    /// Where it may go on besides the next operation.
    pub(super) fn address_mut(&mut self) -> Option<&mut Address> {
        match self {
            Op::Next(_, _, to)
            | Op::Walk { off: to, .. }
            | Op::WalkAt { over: to, .. }
            | Op::Jump(to)
            | Op::Compare(_, _, _, to)
            | Op::IsIn(_, _, _, to)
            | Op::CellIsIn { to, .. }
            | Op::Even(_, _, to)
            | Op::Has(_, _, _, to)
            | Op::Within(_, _, _, to)
            | Op::Same(_, _, _, to)
            | Op::IsEmpty(_, _, to)
            | Op::NoPieces(_, _, _, to)
            | Op::NoPiecesOf(_, _, _, to)
            | Op::Drop { over: to, .. }
            | Op::LiftLap { endless: to, .. }
            | Op::FirstLap { endless: to, .. }
            | Op::LapOver(to) => Some(to),
            _ => None,
        }
    }
}

/// The number of a thing, where it fits an operation.
pub(super) fn number_of<I: Id>(id: I) -> Result<u16, Refusal> {
    u16::try_from(id.index()).map_err(|_| Refusal::Numbered)
}
