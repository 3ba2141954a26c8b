//! Definitions are put in where they are called. Their arguments are values, read before the body.

use super::Lowerer;
use super::scope::{Mark, Meaning};
use crate::ir::expression::Binding;
use crate::ir::id::*;
use crate::model::{DefineId, Expr, LocalId, Type};

/// A call that is being put in.
pub(super) struct Call {
    bound: Vec<Binding>,
    before: Vec<(LocalId, Option<Meaning>)>,
    mark: Mark,
}

impl Lowerer<'_> {
    /// Puts in a definition: gives its parameters their meaning, reads the body, and binds what must be read first.
    pub(super) fn call<T>(
        &mut self,
        define: DefineId,
        flipped: bool,
        arguments: &[Expr],
        read: impl FnOnce(&mut Self, &Expr) -> T,
        bind: impl Fn(&mut Self, BindingId, T) -> T,
    ) -> T {
        let model = self.model;
        let definition = &model.defines[define];
        let call = self.enter(&definition.parameters, arguments);
        let body = |this: &mut Self| read(this, &definition.body);
        let mut value = if flipped { self.flipped(body) } else { body(self) };
        for binding in call.bound.iter().rev() {
            let binding = self.interned.binding(*binding);
            value = bind(self, binding, value);
        }
        self.leave(call);
        value
    }

    /// Reads all arguments before any parameter means something else: the same definition may stand in one of them.
    fn enter(&mut self, parameters: &[LocalId], arguments: &[Expr]) -> Call {
        let mark = self.scope.mark();
        let mut bound = Vec::new();
        let mut meanings = Vec::new();
        for (local, argument) in parameters.iter().zip(arguments) {
            let ty = self.model.locals[*local].ty;
            let value = self.value(argument, ty);
            if self.is_name(value) {
                meanings.push((*local, value));
                continue;
            }
            // A slot above those in use, so that later arguments do not write over it.
            let slots = self.scope.new_slots(ty);
            bound.extend(slots.bindings(value));
            meanings.push((*local, slots));
        }
        let before = meanings.into_iter().map(|(local, meaning)| (local, self.scope.mean(local, meaning))).collect();
        Call { bound, before, mark }
    }

    fn leave(&mut self, call: Call) {
        for (local, before) in call.before.into_iter().rev() {
            self.scope.restore(local, before);
        }
        self.scope.leave(call.mark);
    }

    /// An expression of some type.
    pub(super) fn value(&mut self, expr: &Expr, ty: Type) -> Meaning {
        match ty {
            Type::Truth => Meaning::Truth(self.truth(expr)),
            Type::Pit => Meaning::Pit(self.pit(expr)),
            Type::Set => Meaning::Set(self.set(expr)),
            Type::Way => Meaning::Way(self.way(expr)),
            Type::Player => Meaning::Player(self.player(expr)),
            Type::Run => Meaning::Run(self.number(expr), self.pits_of(expr)),
            Type::Number | Type::Kind | Type::Piece | Type::OptionValue | Type::Unknown => {
                Meaning::Number(self.number(expr))
            }
        }
    }

    /// Whether a value may be put in wherever its name stands.
    pub(super) fn is_name(&self, value: Meaning) -> bool {
        match value {
            Meaning::Number(number) => self.interned.is_name_of_number(number),
            Meaning::Truth(truth) => self.interned.is_name_of_truth(truth),
            Meaning::Pit(pit) => self.interned.is_name_of_pit(pit),
            Meaning::Way(way) => self.interned.is_name_of_way(way),
            Meaning::Player(player) => self.interned.is_name_of_player(player),
            Meaning::Set(set) => self.interned.is_name_of_set(set),
            Meaning::Run(count, pits) => self.interned.is_name_of_number(count) && self.interned.is_name_of_set(pits),
            Meaning::Slot(_) | Meaning::SetSlot(_) | Meaning::RunSlots(..) => true,
        }
    }

    /// Reads something while a name stands for a slot of its own.
    pub(super) fn with_slot<T>(&mut self, local: LocalId, read: impl FnOnce(&mut Self, Slot) -> T) -> T {
        let mark = self.scope.mark();
        let slot = self.scope.new_slot();
        let before = self.scope.mean(local, Meaning::Slot(slot));
        let value = read(self, slot);
        self.scope.restore(local, before);
        self.scope.leave(mark);
        value
    }
}
