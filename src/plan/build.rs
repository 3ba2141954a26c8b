//! Making straight code: operations one after the other, registers, places to go on.

use super::op::{Address, Op, Reg, SetReg, number_of, turn};
use super::refusal::Refusal;
use super::shortcuts;
use super::tables::{PlaceTable, Tables};
use crate::ir::{Code, Id, Program, SetSlot, Slot};
use std::collections::HashMap;

/// Operations that a player's code may take: as many as there are addresses.
pub(super) const MOST_OPERATIONS: usize = 1 << 16;

/// A place in the code that is known later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(Address);

impl Label {
    /// What stands for its address as long as that is not known.
    pub(super) fn unplaced(self) -> Address {
        self.0
    }
}

/// Registers.
#[derive(Debug)]
pub(super) struct Registers {
    /// The next one that is free, and the first constant.
    next: usize,
    first_constant: usize,
    constants: HashMap<i32, Reg>,
    next_set: usize,
    first_constant_set: usize,
    constant_sets: HashMap<u64, SetReg>,
}

/// What holds constants, with the constants.
#[derive(Debug, Clone, Default)]
pub(super) struct Constants {
    pub(super) numbers: Vec<(Reg, i32)>,
    pub(super) sets: Vec<(SetReg, u64)>,
}

/// Which registers are free.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(usize, usize);

/// The code of one player, as far as it has been made.
#[derive(Debug)]
pub(super) struct Builder<'p, const W: usize> {
    pub(super) program: &'p Program,
    pub(super) code: &'p Code,
    pub(super) ops: Vec<Op>,
    labels: Vec<Option<Address>>,
    /// Behind the last place that can be gone on with: what stands there follows what stood before it.
    joined: usize,
    /// Registers below hold slots.
    slots: usize,
    set_slots: usize,
    registers: Registers,
    pub(super) tables: Tables<W>,
    /// Whether rows are told.
    pub(super) logs: bool,
    /// Where closed turns are judged.
    pub(super) judge: Label,
    /// Where endless turns go on.
    pub(super) endless: Label,
}

impl<'p, const W: usize> Builder<'p, W> {
    pub(super) fn new(program: &'p Program, code: &'p Code, logs: bool) -> Result<Self, Refusal> {
        let slots = turn::COUNT + code.slots.all;
        let mut builder = Builder {
            program,
            code,
            ops: Vec::new(),
            labels: Vec::new(),
            joined: 0,
            slots,
            set_slots: code.slots.all_sets,
            registers: Registers {
                next: slots,
                // The last one holds the kind of move.
                first_constant: usize::from(turn::KIND),
                constants: HashMap::new(),
                next_set: code.slots.all_sets,
                first_constant_set: 256,
                constant_sets: HashMap::new(),
            },
            tables: Tables::default(),
            logs,
            judge: Label(0),
            endless: Label(0),
        };
        if slots > 200 || code.slots.all_sets > 200 {
            return Err(Refusal::Kept);
        }
        builder.judge = builder.label();
        builder.endless = builder.label();
        Ok(builder)
    }

    // --- code --------------------------------------------------------------------------------------------------------

    pub(super) fn emit(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// A place in the code that is not known yet.
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(Address::try_from(self.labels.len() - 1).unwrap_or(Address::MAX))
    }

    /// An operation that may go on at a label.
    pub(super) fn emit_to(&mut self, mut op: Op, to: Label) {
        if let Some(address) = op.address_mut() {
            *address = to.0;
        }
        self.ops.push(op);
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.emit_to(Op::Jump(0), to);
    }

    /// The label is here.
    pub(super) fn place(&mut self, label: Label) {
        let here = self.here();
        self.labels[usize::from(label.0)] = Some(here);
        self.joined = self.ops.len();
    }

    /// The last operation, if whatever comes next comes from there alone.
    pub(super) fn last_op(&mut self) -> Option<&mut Op> {
        if self.joined < self.ops.len() { self.ops.last_mut() } else { None }
    }

    /// Whether a register holds nothing but what is read on the way.
    pub(super) fn is_passing(&self, reg: Reg) -> bool {
        (self.slots..self.registers.first_constant).contains(&usize::from(reg))
    }

    /// The same for a set.
    pub(super) fn is_passing_set(&self, reg: SetReg) -> bool {
        (self.set_slots..self.registers.first_constant_set).contains(&usize::from(reg))
    }

    pub(super) fn here(&self) -> Address {
        Address::try_from(self.ops.len()).unwrap_or(Address::MAX)
    }

    /// Where a label is, once everything is made.
    pub(super) fn address(&self, label: Label) -> Result<Address, Refusal> {
        self.labels[usize::from(label.0)].ok_or(Refusal::NoEnd)
    }

    /// The finished operations, and how many were made.
    pub(super) fn finish(&mut self) -> Result<(Box<[Op; MOST_OPERATIONS]>, usize), Refusal> {
        let too_long = Refusal::Length;
        if self.ops.len() > MOST_OPERATIONS || self.labels.len() > MOST_OPERATIONS {
            return Err(too_long);
        }
        let mut ops = std::mem::take(&mut self.ops);
        for op in &mut ops {
            if let Some(address) = op.address_mut() {
                *address = self.address(Label(*address))?;
            }
        }
        let constants = self.registers.constants.iter().map(|(value, reg)| (*reg, *value)).collect();
        shortcuts::shorten(&mut ops, &constants);
        let mut alternatives = std::mem::take(&mut self.tables.alternatives);
        for address in alternatives.iter_mut().flatten() {
            *address = self.address(Label(*address))?;
        }
        self.tables.alternatives = alternatives;
        // Nothing goes on behind the last operation.
        let made = ops.len();
        ops.resize(MOST_OPERATIONS, Op::Answer(-1));
        Ok((ops.into_boxed_slice().try_into().map_err(|_| too_long)?, made))
    }

    // --- registers ---------------------------------------------------------------------------------------------------

    /// A register that is free until the mark is given back.
    pub(super) fn fresh(&mut self) -> Result<Reg, Refusal> {
        self.fresh_in_a_row(1)
    }

    /// Registers one after the other; gives the first.
    pub(super) fn fresh_in_a_row(&mut self, count: usize) -> Result<Reg, Refusal> {
        let first = self.registers.next;
        self.registers.next += count;
        if self.registers.next > self.registers.first_constant {
            return Err(Refusal::Registers);
        }
        Reg::try_from(first).map_err(|_| Refusal::Registers)
    }

    pub(super) fn fresh_set(&mut self) -> Result<SetReg, Refusal> {
        let fresh = self.registers.next_set;
        self.registers.next_set += 1;
        if self.registers.next_set > self.registers.first_constant_set {
            return Err(Refusal::Registers);
        }
        SetReg::try_from(fresh).map_err(|_| Refusal::Registers)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.registers.next, self.registers.next_set)
    }

    pub(super) fn release(&mut self, mark: Mark) {
        (self.registers.next, self.registers.next_set) = (mark.0, mark.1);
    }

    /// The register that holds a constant.
    pub(super) fn constant(&mut self, value: i32) -> Result<Reg, Refusal> {
        if let Some(reg) = self.registers.constants.get(&value) {
            return Ok(*reg);
        }
        self.registers.first_constant -= 1;
        let reg = Reg::try_from(self.registers.first_constant).map_err(|_| Refusal::Registers)?;
        if self.registers.first_constant < 160 {
            return Err(Refusal::Registers);
        }
        self.registers.constants.insert(value, reg);
        Ok(reg)
    }

    /// The register that holds a set that never changes.
    pub(super) fn constant_set(&mut self, set: u64) -> Result<SetReg, Refusal> {
        if let Some(reg) = self.registers.constant_sets.get(&set) {
            return Ok(*reg);
        }
        self.registers.first_constant_set -= 1;
        let reg = SetReg::try_from(self.registers.first_constant_set).map_err(|_| Refusal::Registers)?;
        if self.registers.first_constant_set < 160 {
            return Err(Refusal::Registers);
        }
        self.registers.constant_sets.insert(set, reg);
        Ok(reg)
    }

    /// All constants.
    pub(super) fn constants(&self) -> Constants {
        let mut constants = Constants {
            numbers: self.registers.constants.iter().map(|(value, reg)| (*reg, *value)).collect(),
            sets: self.registers.constant_sets.iter().map(|(set, reg)| (*reg, *set)).collect(),
        };
        constants.numbers.sort_unstable();
        constants.sets.sort_unstable();
        constants
    }

    /// The register of a slot.
    pub(super) fn slot(&self, slot: Slot) -> Reg {
        // There are fewer than 200, as was seen at the beginning.
        Reg::try_from(turn::COUNT + slot.index()).unwrap_or(Reg::MAX)
    }

    pub(super) fn set_slot(&self, slot: SetSlot) -> SetReg {
        SetReg::try_from(slot.index()).unwrap_or(SetReg::MAX)
    }

    // --- tables ------------------------------------------------------------------------------------------------------

    /// A table that holds a value for each place, and one for none.
    pub(super) fn place_table(&mut self, none: i32, values: impl Iterator<Item = i32>) -> Result<u16, Refusal> {
        let table: PlaceTable = std::iter::once(none).chain(values).collect();
        let known = self.tables.places.iter().position(|other| *other == table);
        let number = known.unwrap_or_else(|| {
            self.tables.places.push(table);
            self.tables.places.len() - 1
        });
        u16::try_from(number).map_err(|_| Refusal::Tables)
    }

    pub(super) fn counts(&mut self, counts: crate::ir::CountsId) -> Result<u16, Refusal> {
        if self.tables.counts.is_empty() {
            self.tables.counts = self.code.expressions.counts.iter().map(|(_, counts)| *counts).collect();
        }
        number_of(counts)
    }
}
