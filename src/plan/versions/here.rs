//! What is known at one place of the code.

use super::occupied::Occupied;
use crate::id::Id as _;
use crate::plan::Side;
use crate::plan::along::only_of;
use crate::plan::known::{Numbers, Sets};
use crate::plan::live::Effects;
use crate::plan::op::{Address, Op, Reg, SetReg};

/// What is known, and what of it registers do not hold although the code that is followed has put it there.
#[derive(Debug, Clone)]
pub(super) struct Here<'s> {
    pub(super) numbers: Numbers<'s>,
    pub(super) sets: Sets<'s>,
    owed: Vec<Reg>,
    owed_sets: Vec<SetReg>,
    /// Cells that hold state, in order.
    cells: Vec<(u16, u8)>,
    /// A register that holds what a cell of state does.
    copy: Option<(Reg, u16)>,
    pub(super) occupied: Occupied,
}

/// All of it that matters further on, in order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    at: Address,
    numbers: Vec<(Reg, i32, bool)>,
    sets: Vec<(SetReg, u64, bool)>,
    cells: Vec<(u16, u8)>,
    occupied: u64,
}

impl<'s> Here<'s> {
    /// Nothing but constants.
    pub(super) fn nothing<const W: usize>(side: &'s Side<W>) -> Self {
        Here {
            numbers: Numbers::of(&side.constants.numbers),
            sets: Sets::of(&side.constants.sets),
            owed: Vec::new(),
            owed_sets: Vec::new(),
            cells: Vec::new(),
            copy: None,
            occupied: Occupied::nothing(side),
        }
    }

    /// What of it matters from an operation on, and which of some places hold pieces.
    pub(super) fn key(
        &self,
        at: Address,
        asks_for: impl Fn(Reg) -> bool,
        asks_for_set: impl Fn(SetReg) -> bool,
        places: u64,
    ) -> Key {
        let numbers = self.numbers.all_put().filter(|(reg, _)| asks_for(*reg));
        let mut numbers: Vec<_> = numbers.map(|(reg, number)| (reg, number, self.owed.contains(&reg))).collect();
        let sets = self.sets.all_put().filter(|(set, _)| asks_for_set(*set));
        let mut sets: Vec<_> = sets.map(|(set, places)| (set, places, self.owed_sets.contains(&set))).collect();
        numbers.sort_unstable_by_key(|(reg, ..)| reg.index());
        sets.sort_unstable_by_key(|(set, ..)| set.index());
        Key { at, numbers, sets, cells: self.cells.clone(), occupied: self.occupied.that_matter(places) }
    }

    /// Keeps nothing but that.
    pub(super) fn keep(&mut self, key: &Key) {
        self.numbers.forget();
        self.sets.forget();
        self.owed.clear();
        self.owed_sets.clear();
        self.copy = None;
        self.occupied.keep(key.occupied);
        for (reg, number, owed) in &key.numbers {
            self.numbers.put(*reg, Some(*number));
            self.owed.extend(owed.then_some(*reg));
        }
        for (set, places, owed) in &key.sets {
            self.sets.put(*set, Some(*places));
            self.owed_sets.extend(owed.then_some(*set));
        }
    }

    /// A register holds a number, as is found out.
    pub(super) fn learn(&mut self, reg: Reg, number: i32) {
        self.numbers.put(reg, Some(number));
        if let Some((_, cell)) = self.copy.filter(|(copy, _)| *copy == reg) {
            self.put_cell(cell, u8::try_from(number).ok());
        }
    }

    /// The code that is followed puts a number into a register; it is not put there yet.
    pub(super) fn owe(&mut self, reg: Reg, number: i32) {
        if self.numbers.get(reg) != Some(number) {
            self.forget(reg);
            self.numbers.put(reg, Some(number));
            self.owed.push(reg);
        }
    }

    /// The same of a set.
    pub(super) fn owe_set(&mut self, set: SetReg, places: u64) {
        if self.sets.get(set) != Some(places) {
            self.forget_set(set);
            self.sets.put(set, Some(places));
            self.owed_sets.push(set);
        }
    }

    /// Registers to which something is owed.
    pub(super) fn all_owed(&self) -> (&[Reg], &[SetReg]) {
        (&self.owed, &self.owed_sets)
    }

    /// What is owed to a register.
    pub(super) fn owed(&self, reg: Reg) -> Option<i32> {
        self.owed.contains(&reg).then(|| self.numbers.get(reg)).flatten()
    }

    pub(super) fn owed_set(&self, set: SetReg) -> Option<u64> {
        self.owed_sets.contains(&set).then(|| self.sets.get(set)).flatten()
    }

    /// It was put there.
    pub(super) fn is_paid(&mut self, reg: Reg) {
        self.owed.retain(|owed| *owed != reg);
    }

    pub(super) fn set_is_paid(&mut self, set: SetReg) {
        self.owed_sets.retain(|owed| *owed != set);
    }

    /// Forgets whatever is still owed: nothing asks for it.
    pub(super) fn forget_owed(&mut self) {
        std::mem::take(&mut self.owed).into_iter().for_each(|reg| self.numbers.put(reg, None));
        std::mem::take(&mut self.owed_sets).into_iter().for_each(|set| self.sets.put(set, None));
    }

    /// Something that is not known is put into a register.
    fn forget(&mut self, reg: Reg) {
        self.numbers.put(reg, None);
        self.is_paid(reg);
        self.copy = self.copy.filter(|(copy, _)| *copy != reg);
    }

    fn forget_set(&mut self, set: SetReg) {
        self.sets.put(set, None);
        self.set_is_paid(set);
    }

    /// Forgets what an operation writes into registers.
    pub(super) fn forget_written(&mut self, effects: &Effects) {
        effects.written().for_each(|reg| self.forget(reg));
        effects.written_sets().for_each(|set| self.forget_set(set));
    }

    /// What a cell of state holds.
    pub(super) fn cell(&self, cell: u16) -> Option<u8> {
        let at = self.cells.binary_search_by_key(&cell, |(cell, _)| *cell).ok()?;
        Some(self.cells[at].1)
    }

    /// A cell of state holds this, or nobody knows what.
    pub(super) fn put_cell(&mut self, cell: u16, value: Option<u8>) {
        self.cells.retain(|(other, _)| *other != cell);
        self.copy = self.copy.filter(|(_, copied)| *copied != cell);
        if let Some(value) = value {
            let at = self.cells.partition_point(|(other, _)| *other < cell);
            self.cells.insert(at, (cell, value));
        }
    }

    /// Nobody knows what any of them holds.
    pub(super) fn forget_cells(&mut self) {
        self.cells.clear();
        self.copy = None;
    }

    /// A register holds what a cell of state does.
    pub(super) fn is_copy(&mut self, reg: Reg, cell: u16) {
        self.copy = Some((reg, cell));
    }

    /// Whether a register holds what a cell of state does.
    pub(super) fn is_copied(&self, reg: Reg) -> bool {
        self.copy.is_some_and(|(copy, _)| copy == reg)
    }

    /// An operation by what is known: of one place where it is one of a set, and of one cell where it is that of a place.
    pub(super) fn made_plain(&self, op: Op) -> Op {
        let cell_of = |first: u16, pit: Reg| {
            let place = u16::try_from(self.numbers.get(pit)?).ok()?;
            first.checked_add(place)
        };
        match op {
            Op::CellOf(to, view, first, pit) => cell_of(first, pit).map_or(op, |cell| Op::Cell(to, view, cell)),
            Op::SetCellOf { first, pit, most, value } => {
                cell_of(first, pit).map_or(op, |cell| Op::SetCell { cell, most, value })
            }
            Op::Pieces(to, view, set) => self.only(set).map_or(op, |cell| Op::Cell(to, view, cell)),
            op => op,
        }
    }

    /// The only place of a set, which is the number of its cell as well.
    pub(super) fn only(&self, set: SetReg) -> Option<u16> {
        u16::try_from(only_of(self.sets.get(set)?)).ok()
    }
}
