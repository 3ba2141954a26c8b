//! Making straight code: operations one after the other, registers, places to go on.

use super::op::{Address, Op, Reg, SetReg, number_of, several, turn};
use super::refusal::Refusal;
use super::shortcuts;
use super::steady::Steady;
use super::tables::{PlaceTable, Tables};
use crate::ir::{ChoiceId, Code, Id, Program, SetSlot, Slot};
use crate::model::Player;
use std::collections::HashMap;

/// Operations that a player's code may take: as many as there are addresses.
pub(super) const MOST_OPERATIONS: usize = 1 << 16;

/// A place in the code that is known later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(usize);

/// Stands in an operation that is made for the address of a label.
pub(super) const LATER: Address = Address::FIRST;

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

#[cfg(feature = "sim")]
impl Constants {
    /// The constant that a register holds, if it holds one.
    pub(super) fn number(&self, reg: Reg) -> Option<i32> {
        self.numbers.iter().find(|(constant, _)| *constant == reg).map(|(_, number)| *number)
    }

    /// The same for a set.
    pub(super) fn set(&self, reg: SetReg) -> Option<u64> {
        self.sets.iter().find(|(constant, _)| *constant == reg).map(|(_, set)| *set)
    }
}

/// The first registers that hold slots: those before them hold what is known of a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstSlots {
    pub(super) numbers: usize,
    pub(super) sets: usize,
}

/// Which registers are free.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(usize, usize);

/// The code of one player, as far as it has been made.
#[derive(Debug)]
pub(super) struct Builder<'p, const W: usize> {
    pub(super) program: &'p Program,
    /// Whose turns it makes, and what he does in them.
    pub(super) mover: Player,
    pub(super) code: &'p Code,
    pub(super) ops: Vec<Op>,
    /// Where each label is, if that is known; which operations go on at labels, and the ways of alternatives.
    labels: Vec<Option<Address>>,
    going: Vec<(usize, Label)>,
    alternatives: Vec<Vec<Label>>,
    /// Behind the last place that can be gone on with: what stands there follows what stood before it.
    joined: usize,
    /// Where registers for slots begin; those below the others hold slots.
    first_slots: FirstSlots,
    slots: usize,
    set_slots: usize,
    registers: Registers,
    pub(super) tables: Tables<W>,
    pub(super) steady: Steady,
    /// Whether rows are told.
    pub(super) logs: bool,
    /// The numbers of kinds of move that are tried.
    pub(super) tried: &'p [usize],
    /// Whether what is made is for positions without a legal move.
    pub(super) is_stuck: bool,
    /// Where closed turns are judged.
    pub(super) judge: Label,
    /// Where endless turns go on.
    pub(super) endless: Label,
    /// Where code goes on behind choices of pits, numbers and ways.
    pub(super) behind_choices: Vec<(ChoiceId, Address)>,
}

impl FirstSlots {
    fn of(program: &Program, code: &Code) -> Self {
        if program.layout.kinds == 1 {
            return FirstSlots { numbers: turn::COUNT, sets: 0 };
        }
        let runs = code.expressions.runs.len();
        FirstSlots { numbers: turn::COUNT + usize::from(several::COUNT) + runs, sets: several::SETS }
    }
}

impl<'p, const W: usize> Builder<'p, W> {
    pub(super) fn new(program: &'p Program, mover: Player, logs: bool, steady: Steady) -> Result<Self, Refusal> {
        let code = program.code(mover);
        let first_slots = FirstSlots::of(program, code);
        let slots = first_slots.numbers + code.slots.all;
        let set_slots = first_slots.sets + code.slots.all_sets;
        let mut builder = Builder {
            program,
            mover,
            code,
            ops: Vec::new(),
            labels: Vec::new(),
            going: Vec::new(),
            alternatives: Vec::new(),
            joined: 0,
            first_slots,
            slots,
            set_slots,
            registers: Registers {
                next: slots,
                // The last one holds the kind of move.
                first_constant: turn::KIND.index(),
                constants: HashMap::new(),
                next_set: set_slots,
                first_constant_set: 256,
                constant_sets: HashMap::new(),
            },
            tables: Tables::default(),
            steady,
            logs,
            tried: &[],
            is_stuck: false,
            judge: Label(0),
            endless: Label(0),
            behind_choices: Vec::new(),
        };
        if slots > 200 || set_slots > 200 {
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
        Label(self.labels.len() - 1)
    }

    /// An operation that may go on at a label.
    pub(super) fn emit_to(&mut self, op: Op, to: Label) {
        self.going.push((self.ops.len(), to));
        self.ops.push(op);
    }

    /// Several ways to go on; gives their number.
    pub(super) fn ways(&mut self, ways: Vec<Label>) -> Result<u16, Refusal> {
        let number = u16::try_from(self.alternatives.len()).map_err(|_| Refusal::Alternatives)?;
        self.alternatives.push(ways);
        Ok(number)
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.emit_to(Op::Jump(LATER), to);
    }

    /// The label is here.
    pub(super) fn place(&mut self, label: Label) {
        let here = self.here();
        self.labels[label.0] = Some(here);
        self.joined = self.ops.len();
    }

    /// The last operation, if whatever comes next comes from there alone.
    pub(super) fn last_op(&mut self) -> Option<&mut Op> {
        if self.joined < self.ops.len() { self.ops.last_mut() } else { None }
    }

    /// Whether a register holds nothing but what is read on the way.
    pub(super) fn is_passing(&self, reg: Reg) -> bool {
        (self.slots..self.registers.first_constant).contains(&reg.index())
    }

    /// The same for a set.
    pub(super) fn is_passing_set(&self, reg: SetReg) -> bool {
        (self.set_slots..self.registers.first_constant_set).contains(&reg.index())
    }

    pub(super) fn here(&self) -> Address {
        // Code that is longer is refused when it is finished.
        Address::at(self.ops.len()).unwrap_or(Address::FIRST)
    }

    /// Where a label is, once everything is made.
    pub(super) fn address(&self, label: Label) -> Result<Address, Refusal> {
        self.labels[label.0].ok_or(Refusal::NoEnd)
    }

    /// The same for several.
    pub(super) fn addresses(&self, labels: &[Label]) -> Result<Vec<Address>, Refusal> {
        labels.iter().map(|label| self.address(*label)).collect()
    }

    /// The finished operations, and how many were made.
    pub(super) fn finish(&mut self) -> Result<Vec<Op>, Refusal> {
        if self.ops.len() >= MOST_OPERATIONS {
            return Err(Refusal::Length);
        }
        let mut ops = std::mem::take(&mut self.ops);
        for (at, label) in &self.going {
            if let Some(address) = ops[*at].address_mut() {
                *address = self.address(*label)?;
            }
        }
        let constants = self.registers.constants.iter().map(|(value, reg)| (*reg, *value)).collect();
        shortcuts::shorten(&mut ops, &constants);
        self.lead_back(&mut ops)?;
        let placed = |ways: &Vec<Label>| ways.iter().map(|label| self.address(*label)).collect();
        self.tables.alternatives = self.alternatives.iter().map(placed).collect::<Result<_, _>>()?;
        Ok(ops)
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
        Reg::at(first).ok_or(Refusal::Registers)
    }

    pub(super) fn fresh_set(&mut self) -> Result<SetReg, Refusal> {
        let fresh = self.registers.next_set;
        self.registers.next_set += 1;
        if self.registers.next_set > self.registers.first_constant_set {
            return Err(Refusal::Registers);
        }
        SetReg::at(fresh).ok_or(Refusal::Registers)
    }

    /// A register that nothing else is given, if there is one that is not below the least.
    pub(super) fn lasting_set(&mut self, least: usize) -> Option<SetReg> {
        let last = self.registers.first_constant_set.checked_sub(1).filter(|last| *last >= least)?;
        self.registers.first_constant_set = last;
        SetReg::at(last)
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
        let reg = Reg::at(self.registers.first_constant).ok_or(Refusal::Registers)?;
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
        let reg = self.lasting_set(160).ok_or(Refusal::Registers)?;
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
        Reg::at(self.first_slots.numbers + slot.index()).unwrap_or(Reg::FIRST)
    }

    pub(super) fn set_slot(&self, slot: SetSlot) -> SetReg {
        SetReg::at(self.first_slots.sets + slot.index()).unwrap_or(SetReg::FIRST)
    }

    /// The first registers that hold slots.
    pub(super) fn first_slots(&self) -> FirstSlots {
        self.first_slots
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
