//! Captures of which the mover chooses the pieces, as code: one choice for each piece.

use super::build::{Builder, LATER};
use super::expressions::number_of_player;
use super::op::{Op, Several, View, several};
use super::refusal::Refusal;
use crate::ir::{Into, Kinds, NumberId, SetId};
use crate::model::CompareOp;

/// Which pieces are taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taking {
    pub(super) count: NumberId,
    pub(super) kinds: Kinds,
    pub(super) from: SetId,
    /// From where when there are no more.
    pub(super) then: Option<SetId>,
    pub(super) into: Into,
}

impl<const W: usize> Builder<'_, W> {
    /// Takes pieces for the mover.
    pub(super) fn take(&mut self, taking: Taking) -> Result<(), Refusal> {
        if !self.has_several_kinds() {
            return Err(Refusal::Taken);
        }
        let kinds = self.kind_bits(taking.kinds);
        let (next, end, zero) = (self.label(), self.label(), self.constant(0)?);
        let from = self.set(taking.from, View::Now)?;
        let then = match taking.then {
            Some(then) => self.set(then, View::Now)?,
            None => self.constant_set(0)?,
        };
        for (to, set) in several::FROM.into_iter().zip([from, then]) {
            self.emit(Op::MoveSet(to, set));
        }
        let count = self.number(taking.count, View::Now)?;
        let mover = self.constant(number_of_player(Some(self.mover)))?;
        let into = self.goal(taking.into, Some(self.mover), mover)?;
        self.emit(Op::Move(several::INTO, into));
        self.emit(Op::Several(Several::BeginTaking(count, kinds)));
        self.place(next);
        self.emit_to(Op::Compare(CompareOp::Equal, several::LEFT, zero, LATER), end);
        self.emit(Op::ChoosePiece(kinds));
        self.emit(Op::Several(Several::Take(kinds)));
        self.jump(next);
        self.place(end);
        self.emit(Op::Several(Several::EndTaking));
        Ok(())
    }
}
