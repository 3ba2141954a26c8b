//! Expressions as code: numbers, places, ways and players in registers; conditions as places to go on.

use super::build::{Builder, LATER, Label};
use super::op::{Op, Reg, SetReg, View, number_of, turn};
use super::refusal::Refusal;
use crate::ir::{
    Binding, BindingId, Cell, Id, Kinds, Number, NumberId, Past, Pit, PitId, Place, PlayerId, Truth, TruthId, Way,
    WayId, Who,
};
use crate::model::{ArithmeticOp, CompareOp, Player};

/// A player in arithmetic on players.
pub(super) fn number_of_player(player: Option<Player>) -> i32 {
    player.map_or(-1, Player::value)
}

/// A place in arithmetic on places.
pub(super) fn number_of_place(place: Option<Place>) -> i32 {
    place.map_or(-1, |place| i32::try_from(place.index()).unwrap_or(-1))
}

/// The position that has been.
pub(super) fn view_of(past: Past) -> View {
    match past {
        Past::TurnStart => View::TurnStart,
        Past::BeforeSowing => View::BeforeSowing,
    }
}

impl<const W: usize> Builder<'_, W> {
    /// Binds a value.
    pub(super) fn bind(&mut self, binding: Binding, view: View) -> Result<(), Refusal> {
        let mark = self.mark();
        match binding {
            Binding::Set(slot, set) => {
                let value = self.set(set, view)?;
                let slot = self.set_slot(slot);
                self.move_set_to(slot, value);
            }
            Binding::Number(slot, _)
            | Binding::Truth(slot, _)
            | Binding::Pit(slot, _)
            | Binding::Way(slot, _)
            | Binding::Player(slot, _) => {
                let value = self.value(binding, view)?;
                let slot = self.slot(slot);
                self.move_to(slot, value);
            }
        }
        self.release(mark);
        Ok(())
    }

    /// A value that is to be bound, if it is no set.
    pub(super) fn value(&mut self, binding: Binding, view: View) -> Result<Reg, Refusal> {
        match binding {
            Binding::Number(_, number) => self.number(number, view),
            Binding::Truth(_, truth) => self.truth(truth, view),
            Binding::Pit(_, pit) => self.pit(pit, view),
            Binding::Way(_, way) => self.way(way, view),
            Binding::Player(_, player) => self.player(player, view),
            Binding::Set(..) => Err(Refusal::SetForNumber),
        }
    }

    fn bind_id(&mut self, binding: BindingId, view: View) -> Result<(), Refusal> {
        self.bind(self.code.expressions.bindings[binding], view)
    }

    /// A value goes into a register. Where the operation before has made it for this alone, it goes there at once.
    pub(super) fn move_to(&mut self, to: Reg, from: Reg) {
        let is_passing = self.is_passing(from);
        match self.last_op().and_then(Op::result_mut) {
            Some(result) if *result == from && is_passing => *result = to,
            _ if to != from => self.emit(Op::Move(to, from)),
            _ => {}
        }
    }

    /// The same for a set.
    pub(super) fn move_set_to(&mut self, to: SetReg, from: SetReg) {
        let is_passing = self.is_passing_set(from);
        match self.last_op().and_then(Op::set_result_mut) {
            Some(result) if *result == from && is_passing => *result = to,
            _ if to != from => self.emit(Op::MoveSet(to, from)),
            _ => {}
        }
    }

    /// A register of its own with the value of another.
    fn copy(&mut self, from: Reg) -> Result<Reg, Refusal> {
        let to = self.fresh()?;
        self.emit(Op::Move(to, from));
        Ok(to)
    }

    /// One of two values, as a condition says.
    fn either(
        &mut self,
        condition: TruthId,
        view: View,
        mut read: impl FnMut(&mut Self, bool) -> Result<Reg, Refusal>,
    ) -> Result<Reg, Refusal> {
        let to = self.fresh()?;
        let (otherwise, end) = (self.label(), self.label());
        self.go_if(condition, view, otherwise, false)?;
        let value = read(self, true)?;
        self.move_to(to, value);
        self.jump(end);
        self.place(otherwise);
        let value = read(self, false)?;
        self.move_to(to, value);
        self.place(end);
        Ok(to)
    }

    fn cell(&mut self, cell: Cell, view: View) -> Result<Reg, Refusal> {
        let to = self.fresh()?;
        self.emit(Op::Cell(to, view, number_of(cell)?));
        Ok(to)
    }

    pub(super) fn cell_of(&mut self, first: usize, pit: PitId, view: View) -> Result<Reg, Refusal> {
        let first = u16::try_from(first).map_err(|_| Refusal::Cells)?;
        if let Pit::Constant(place) = self.code.expressions.pits[pit] {
            let Some(place) = place else { return self.constant(0) };
            let to = self.fresh()?;
            let cell = u16::try_from(usize::from(first) + place.index()).map_err(|_| Refusal::Cells)?;
            self.emit(Op::Cell(to, view, cell));
            return Ok(to);
        }
        let pit = self.pit(pit, view)?;
        let to = self.fresh()?;
        self.emit(Op::CellOf(to, view, first, pit));
        Ok(to)
    }

    /// A value as it is stored, less one.
    fn less_one(&mut self, stored: Reg) -> Result<Reg, Refusal> {
        let (to, one) = (self.fresh()?, self.constant(1)?);
        self.emit(Op::Arithmetic(ArithmeticOp::Subtract, to, stored, one));
        Ok(to)
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    /// A number.
    pub(super) fn number(&mut self, number: NumberId, view: View) -> Result<Reg, Refusal> {
        match self.code.expressions.numbers[number] {
            Number::Constant(value) => self.constant(value),
            Number::Kept(slot) => Ok(self.slot(slot)),
            Number::Hand => Ok(turn::HAND),
            Number::LastHeld => Ok(turn::HELD),
            Number::Held(kinds) => self.held(kinds),
            Number::Captured => Ok(turn::CAPTURED),
            Number::Laps => Ok(turn::LAPS),
            Number::State(cell) => self.cell(cell, view),
            Number::StateOf(first, pit) => self.cell_of(first.index(), pit, view),
            Number::Pieces(set, kinds) => self.pieces(set, kinds, view),
            Number::PiecesAt(pit, kinds) => self.pieces_at(pit, kinds, view),
            Number::Worth(set) => self.worth(set, view),
            Number::Count(set) => {
                let set = self.set(set, view)?;
                let to = self.fresh()?;
                self.emit(Op::Count(to, set));
                Ok(to)
            }
            Number::Run(run) => self.run_length(run),
            Number::PitNumber(pit) => {
                let numbers = self.program.board.numbers.clone();
                self.looked_up(pit, view, 0, numbers.into_iter())
            }
            Number::Arithmetic(op, one, two) => {
                self.of_two(one, two, view, |to, one, two| Op::Arithmetic(op, to, one, two))
            }
            Number::Larger(one, two) => self.of_two(one, two, view, Op::Larger),
            Number::Smaller(one, two) => self.of_two(one, two, view, Op::Smaller),
            Number::If(condition, one, two) => {
                self.either(condition, view, |this, holds| this.number(if holds { one } else { two }, view))
            }
            Number::In(past, number) => self.number(number, view_of(past)),
            Number::With(binding, number) => {
                self.bind_id(binding, view)?;
                let value = self.number(number, view)?;
                self.copy(value)
            }
        }
    }

    fn of_two(
        &mut self,
        one: NumberId,
        two: NumberId,
        view: View,
        op: impl Fn(Reg, Reg, Reg) -> Op,
    ) -> Result<Reg, Refusal> {
        let (one, two) = (self.number(one, view)?, self.number(two, view)?);
        let to = self.fresh()?;
        self.emit(op(to, one, two));
        Ok(to)
    }

    /// What a table holds for a place.
    fn looked_up(
        &mut self,
        pit: PitId,
        view: View,
        none: i32,
        values: impl Iterator<Item = i32>,
    ) -> Result<Reg, Refusal> {
        let table = self.place_table(none, values)?;
        let pit = self.pit(pit, view)?;
        let to = self.fresh()?;
        self.emit(Op::Table(to, table, pit));
        Ok(to)
    }

    // --- places, ways, players ---------------------------------------------------------------------------------------

    /// A place.
    pub(super) fn pit(&mut self, pit: PitId, view: View) -> Result<Reg, Refusal> {
        match self.code.expressions.pits[pit] {
            Pit::Constant(place) => self.constant(number_of_place(place)),
            Pit::Kept(slot) => Ok(self.slot(slot)),
            Pit::Last => Ok(turn::LAST),
            Pit::Origin => Ok(turn::ORIGIN),
            Pit::State(cell) => {
                let stored = self.cell(cell, view)?;
                self.less_one(stored)
            }
            Pit::StateOf(first, pit) => {
                let stored = self.cell_of(first.index(), pit, view)?;
                self.less_one(stored)
            }
            Pit::Facing(pit) => {
                let facing = self.program.board.facing.clone();
                self.looked_up(pit, view, -1, facing.into_iter().map(number_of_place))
            }
            Pit::Behind(pit) => {
                let behind = self.program.board.behind.clone();
                self.looked_up(pit, view, -1, behind.into_iter().map(number_of_place))
            }
            Pit::Steps(steps) => {
                let steps = self.code.expressions.steps[steps];
                let count = self.number(steps.count, view)?;
                let (from, way) = (self.pit(steps.from, view)?, self.way(steps.way, view)?);
                let to = self.fresh()?;
                self.tables.steps.push((steps.track.index(), steps.back));
                let steps = u16::try_from(self.tables.steps.len() - 1).map_err(|_| Refusal::Steps)?;
                self.emit(Op::Steps { to, count, from, way, steps });
                Ok(to)
            }
            Pit::Only(set) => {
                let set = self.set(set, view)?;
                let to = self.fresh()?;
                self.emit(Op::Only(to, set));
                Ok(to)
            }
            Pit::If(condition, one, two) => {
                self.either(condition, view, |this, holds| this.pit(if holds { one } else { two }, view))
            }
            Pit::In(past, pit) => self.pit(pit, view_of(past)),
            Pit::With(binding, pit) => {
                self.bind_id(binding, view)?;
                let value = self.pit(pit, view)?;
                self.copy(value)
            }
        }
    }

    /// A way.
    pub(super) fn way(&mut self, way: WayId, view: View) -> Result<Reg, Refusal> {
        match self.code.expressions.ways[way] {
            Way::Constant(other) => self.constant(i32::from(other)),
            Way::Kept(slot) => Ok(self.slot(slot)),
            Way::State(cell) => self.cell(cell, view),
            Way::StateOf(first, pit) => self.cell_of(first.index(), pit, view),
            Way::Opposite(way) => {
                let way = self.way(way, view)?;
                let (to, one) = (self.fresh()?, self.constant(1)?);
                self.emit(Op::Arithmetic(ArithmeticOp::Subtract, to, one, way));
                Ok(to)
            }
            Way::If(condition, one, two) => {
                self.either(condition, view, |this, holds| this.way(if holds { one } else { two }, view))
            }
            Way::In(past, way) => self.way(way, view_of(past)),
            Way::With(binding, way) => {
                self.bind_id(binding, view)?;
                let value = self.way(way, view)?;
                self.copy(value)
            }
        }
    }

    /// A player.
    pub(super) fn player(&mut self, player: PlayerId, view: View) -> Result<Reg, Refusal> {
        match self.code.expressions.players[player] {
            Who::Constant(player) => self.constant(number_of_player(player)),
            Who::Kept(slot) => Ok(self.slot(slot)),
            Who::State(cell) => {
                let stored = self.cell(cell, view)?;
                self.less_one(stored)
            }
            Who::StateOf(first, pit) => {
                let stored = self.cell_of(first.index(), pit, view)?;
                self.less_one(stored)
            }
            Who::Owner(pit) => {
                let owners = self.program.board.owners.clone();
                self.looked_up(pit, view, -1, owners.into_iter().map(number_of_player))
            }
            // A turn that is not over has no winner.
            Who::Winner => self.constant(-1),
            Who::If(condition, one, two) => {
                self.either(condition, view, |this, holds| this.player(if holds { one } else { two }, view))
            }
            Who::In(past, player) => self.player(player, view_of(past)),
            Who::With(binding, player) => {
                self.bind_id(binding, view)?;
                let value = self.player(player, view)?;
                self.copy(value)
            }
        }
    }

    // --- truth values ------------------------------------------------------------------------------------------------

    /// A truth value as 0 or 1.
    pub(super) fn truth(&mut self, truth: TruthId, view: View) -> Result<Reg, Refusal> {
        if let Truth::Kept(slot) = self.code.expressions.truths[truth] {
            return Ok(self.slot(slot));
        }
        let (to, zero, one) = (self.fresh()?, self.constant(0)?, self.constant(1)?);
        let end = self.label();
        self.emit(Op::Move(to, zero));
        self.go_if(truth, view, end, false)?;
        self.emit(Op::Move(to, one));
        self.place(end);
        Ok(to)
    }

    /// Goes on elsewhere if a condition is as expected.
    pub(super) fn go_if(&mut self, truth: TruthId, view: View, to: Label, expected: bool) -> Result<(), Refusal> {
        let mark = self.mark();
        self.branch(truth, view, to, expected)?;
        self.release(mark);
        Ok(())
    }

    fn branch(&mut self, truth: TruthId, view: View, to: Label, expected: bool) -> Result<(), Refusal> {
        match self.code.expressions.truths[truth] {
            Truth::Constant(value) => self.known(value, to, expected),
            // Whoever asks for repetition, or whether there is a move, does so without this.
            Truth::Occurs(times) => self.known(times <= 1, to, expected),
            Truth::CannotMove => self.known(self.is_stuck, to, expected),
            Truth::Kept(slot) => {
                let value = self.slot(slot);
                self.if_not_zero(value, to, expected)?;
            }
            Truth::State(cell) => {
                let value = self.cell(cell, view)?;
                self.if_not_zero(value, to, expected)?;
            }
            Truth::StateOf(first, pit) => {
                let value = self.cell_of(first.index(), pit, view)?;
                self.if_not_zero(value, to, expected)?;
            }
            Truth::And(one, two) => self.both(one, two, view, to, expected)?,
            Truth::Or(one, two) => self.one_of(one, two, view, to, expected)?,
            Truth::Not(inner) => self.go_if(inner, view, to, !expected)?,
            Truth::Compare(op, one, two) => {
                let (one, two) = (self.number(one, view)?, self.number(two, view)?);
                self.compare(op, one, two, to, expected);
            }
            Truth::IsIn(number, counts) => {
                let (number, counts) = (self.number(number, view)?, self.counts(counts)?);
                self.emit_to(Op::IsIn(number, counts, expected, LATER), to);
            }
            Truth::Between(number, low, high) => {
                let number = self.number(number, view)?;
                let (low, high) = (self.number(low, view)?, self.number(high, view)?);
                let outside = self.label();
                let no = if expected { outside } else { to };
                self.compare(CompareOp::Less, number, low, no, true);
                self.compare(CompareOp::More, number, high, no, true);
                if expected {
                    self.jump(to);
                }
                self.place(outside);
            }
            Truth::Even(number) => {
                let number = self.number(number, view)?;
                self.emit_to(Op::Even(number, expected, LATER), to);
            }
            Truth::SamePit(one, two) => {
                let (one, two) = (self.pit(one, view)?, self.pit(two, view)?);
                self.compare(CompareOp::Equal, one, two, to, expected);
            }
            Truth::SameWay(one, two) => {
                let (one, two) = (self.way(one, view)?, self.way(two, view)?);
                self.compare(CompareOp::Equal, one, two, to, expected);
            }
            Truth::SamePlayer(one, two) => {
                let (one, two) = (self.player(one, view)?, self.player(two, view)?);
                self.compare(CompareOp::Equal, one, two, to, expected);
            }
            Truth::PieceIs(..) => return Err(Refusal::Drops),
            Truth::MoveIs(kind) => {
                let kind = i32::try_from(kind.index()).map_err(|_| Refusal::MoveKinds)?;
                let kind = self.constant(kind)?;
                self.compare(CompareOp::Equal, turn::KIND, kind, to, expected);
            }
            Truth::In(pit, set) => {
                let (pit, set) = (self.pit(pit, view)?, self.set(set, view)?);
                self.emit_to(Op::Has(pit, set, expected, LATER), to);
            }
            Truth::Within(one, two) => {
                let (one, two) = (self.set(one, view)?, self.set(two, view)?);
                self.emit_to(Op::Within(one, two, expected, LATER), to);
            }
            Truth::SameSet(one, two) => {
                let (one, two) = (self.set(one, view)?, self.set(two, view)?);
                self.emit_to(Op::Same(one, two, expected, LATER), to);
            }
            Truth::Some(set) => {
                let set = self.set(set, view)?;
                self.emit_to(Op::IsEmpty(set, !expected, LATER), to);
            }
            Truth::NoPieces(set) => {
                if let Some(mask) = self.known_mask(set, self.kind_bits(Kinds::ALL))? {
                    self.emit_to(Op::NoPiecesOf(view, mask, expected, LATER), to);
                    return Ok(());
                }
                if self.has_several_kinds() {
                    let pieces = self.pieces(set, Kinds::ALL, view)?;
                    return self.if_not_zero(pieces, to, !expected);
                }
                let set = self.set(set, view)?;
                self.emit_to(Op::NoPieces(set, view, expected, LATER), to);
            }
            Truth::If(condition, one, two) => {
                let (otherwise, end) = (self.label(), self.label());
                self.go_if(condition, view, otherwise, false)?;
                self.go_if(one, view, to, expected)?;
                self.jump(end);
                self.place(otherwise);
                self.go_if(two, view, to, expected)?;
                self.place(end);
            }
            Truth::Past(past, inner) => self.go_if(inner, view_of(past), to, expected)?,
            Truth::With(binding, inner) => {
                self.bind_id(binding, view)?;
                self.go_if(inner, view, to, expected)?;
            }
        }
        Ok(())
    }

    fn known(&mut self, value: bool, to: Label, expected: bool) {
        if value == expected {
            self.jump(to);
        }
    }

    fn both(&mut self, one: TruthId, two: TruthId, view: View, to: Label, expected: bool) -> Result<(), Refusal> {
        if !expected {
            self.go_if(one, view, to, false)?;
            return self.go_if(two, view, to, false);
        }
        let end = self.label();
        self.go_if(one, view, end, false)?;
        self.go_if(two, view, to, true)?;
        self.place(end);
        Ok(())
    }

    fn one_of(&mut self, one: TruthId, two: TruthId, view: View, to: Label, expected: bool) -> Result<(), Refusal> {
        if expected {
            self.go_if(one, view, to, true)?;
            return self.go_if(two, view, to, true);
        }
        let end = self.label();
        self.go_if(one, view, end, true)?;
        self.go_if(two, view, to, false)?;
        self.place(end);
        Ok(())
    }

    fn if_not_zero(&mut self, value: Reg, to: Label, expected: bool) -> Result<(), Refusal> {
        let zero = self.constant(0)?;
        self.compare(CompareOp::NotEqual, value, zero, to, expected);
        Ok(())
    }

    fn compare(&mut self, op: CompareOp, one: Reg, two: Reg, to: Label, expected: bool) {
        let op = if expected { op } else { contrary(op) };
        self.emit_to(Op::Compare(op, one, two, LATER), to);
    }
}

/// What holds where a comparison does not.
fn contrary(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Equal => CompareOp::NotEqual,
        CompareOp::NotEqual => CompareOp::Equal,
        CompareOp::Less => CompareOp::AtLeast,
        CompareOp::AtLeast => CompareOp::Less,
        CompareOp::More => CompareOp::AtMost,
        CompareOp::AtMost => CompareOp::More,
    }
}
