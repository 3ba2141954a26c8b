//! What the names of a model stand for while it is lowered, and where their values are kept.
//!
//! What statements keep has a slot of its own. What an expression binds (parameters, `it`) has one only while it is read,
//! above all that are in use then: so a definition can stand in its own argument, and no value is written over while it
//! can still be read.

use crate::ir::expression::Binding;
use crate::ir::id::*;
use crate::ir::program::{SlotNames, Slots};
use crate::model::{LocalId, Model, Type};
use std::collections::HashMap;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A number.
    Number(NumberId),
    /// A truth value.
    Truth(TruthId),
    /// A place.
    Pit(PitId),
    /// A way.
    Way(WayId),
    /// A player.
    Player(PlayerId),
    /// A set.
    Set(SetId),
    /// A run of drops: how many they are, and their pits. A later lap has other drops, so what is kept are both.
    Run(NumberId, SetId),
    /// What this slot holds.
    Slot(Slot),
    /// What this slot of a set holds.
    SetSlot(SetSlot),
    /// The run of drops that these hold.
    RunSlots(Slot, SetSlot),
}

/// Names and slots.
#[derive(Debug)]
pub(super) struct Scope {
    meanings: HashMap<LocalId, Meaning>,
    /// Slots in use.
    used: Slots,
    /// The most slots that are in use at one time.
    most: Slots,
    /// Names of the slots of statements.
    names: SlotNames,
    too_many: Option<TooMany>,
}

/// How many slots were in use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(Slots);

impl Scope {
    /// Every local that lives through choices has a slot from the beginning.
    pub(super) fn of(model: &Model) -> Self {
        let mut scope = Scope {
            meanings: HashMap::new(),
            used: Slots::default(),
            most: Slots::default(),
            names: SlotNames::default(),
            too_many: None,
        };
        for (number, local) in model.locals.iter() {
            if local.kept {
                let slots = scope.bind(number, local.ty);
                let (values, sets) = (slots.slot(), slots.set_slot());
                scope.names.values.extend(values.map(|_| local.name.clone()));
                scope.names.sets.extend(sets.map(|_| local.name.clone()));
            }
        }
        (scope.most.kept, scope.most.kept_sets) = (scope.used.all, scope.used.all_sets);
        scope
    }

    /// What a name stands for.
    pub(super) fn meaning(&self, local: LocalId) -> Option<Meaning> {
        self.meanings.get(&local).copied()
    }

    /// Makes a name stand for something; gives back what it stood for.
    pub(super) fn mean(&mut self, local: LocalId, meaning: Meaning) -> Option<Meaning> {
        self.meanings.insert(local, meaning)
    }

    /// Lets a name stand again for what it stood for.
    pub(super) fn restore(&mut self, local: LocalId, before: Option<Meaning>) {
        match before {
            Some(meaning) => self.meanings.insert(local, meaning),
            None => self.meanings.remove(&local),
        };
    }

    /// Gives a name a slot of its own, as long as the mark is not left.
    pub(super) fn bind(&mut self, local: LocalId, ty: Type) -> Meaning {
        let meaning = self.new_slots(ty);
        self.meanings.insert(local, meaning);
        meaning
    }

    /// Slots for a value of this type that nothing else uses, as long as the mark is not left.
    pub(super) fn new_slots(&mut self, ty: Type) -> Meaning {
        match ty {
            Type::Set => Meaning::SetSlot(self.new_set_slot()),
            Type::Run => Meaning::RunSlots(self.new_slot(), self.new_set_slot()),
            _ => Meaning::Slot(self.new_slot()),
        }
    }

    /// A slot that nothing else uses, as long as the mark is not left.
    pub(super) fn new_slot(&mut self) -> Slot {
        let slot = Slot::at(self.used.all);
        self.used.all += 1;
        self.most.all = self.most.all.max(self.used.all);
        self.or_refuse(slot)
    }

    /// A slot for a set that nothing else uses, as long as the mark is not left.
    pub(super) fn new_set_slot(&mut self) -> SetSlot {
        let slot = SetSlot::at(self.used.all_sets);
        self.used.all_sets += 1;
        self.most.all_sets = self.most.all_sets.max(self.used.all_sets);
        self.or_refuse(slot)
    }

    fn or_refuse<I: Id>(&mut self, slot: Option<I>) -> I {
        slot.unwrap_or_else(|| {
            self.too_many = Some(TooMany { what: I::WHAT, most: I::MOST });
            I::FIRST
        })
    }

    /// How many slots are in use.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.used)
    }

    /// Lets nothing else use the slots that were in use at any time.
    pub(super) fn hold(&mut self) {
        self.used = self.most;
    }

    /// Gives back the slots that were taken since the mark.
    pub(super) fn leave(&mut self, mark: Mark) {
        self.used = mark.0;
    }

    /// Names of the slots of statements.
    pub(super) fn names(&self) -> SlotNames {
        self.names.clone()
    }

    /// The slots that are needed.
    pub(super) fn slots(&self) -> Result<Slots, TooMany> {
        self.too_many.map_or(Ok(self.most), Err)
    }
}

impl Meaning {
    /// The slot, for what is no set.
    pub(super) fn slot(self) -> Option<Slot> {
        match self {
            Meaning::Slot(slot) | Meaning::RunSlots(slot, _) => Some(slot),
            _ => None,
        }
    }

    /// The slot of a set, for a set, and for the pits of a run.
    pub(super) fn set_slot(self) -> Option<SetSlot> {
        match self {
            Meaning::SetSlot(slot) | Meaning::RunSlots(_, slot) => Some(slot),
            _ => None,
        }
    }

    /// The value with the slots that it goes into; none where they are not of one type.
    pub(super) fn bindings(self, value: Meaning) -> Vec<Binding> {
        match (self, value) {
            (Meaning::Slot(slot), Meaning::Number(number)) => vec![Binding::Number(slot, number)],
            (Meaning::Slot(slot), Meaning::Truth(truth)) => vec![Binding::Truth(slot, truth)],
            (Meaning::Slot(slot), Meaning::Pit(pit)) => vec![Binding::Pit(slot, pit)],
            (Meaning::Slot(slot), Meaning::Way(way)) => vec![Binding::Way(slot, way)],
            (Meaning::Slot(slot), Meaning::Player(player)) => vec![Binding::Player(slot, player)],
            (Meaning::SetSlot(slot), Meaning::Set(set)) => vec![Binding::Set(slot, set)],
            (Meaning::RunSlots(slot, set_slot), Meaning::Run(count, pits)) => {
                vec![Binding::Number(slot, count), Binding::Set(set_slot, pits)]
            }
            _ => Vec::new(),
        }
    }
}
