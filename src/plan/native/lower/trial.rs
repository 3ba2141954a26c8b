//! Where moves are counted, and what stands behind the choice leads onward only: every place that can be an option is tried, one
//! after the other, as the same code with the place known. No branch asks which of them are options; turns of those that are not are
//! made and not counted. What seldom happens is left to the code that takes option by option.

use super::{Lowering, Then};
use crate::id::Id;
use crate::plan::native::ways;
use crate::plan::op::{Address, Op, Reg, SetReg, View, turn};
use mancala_native::{Block, Condition, Truth, Variable, Vector, Word};

/// The option that is tried.
pub(super) struct Trial {
    place: i64,
    /// Not 0 if it is an option.
    chosen: Word,
    /// Whether every option holds pieces when it is chosen.
    holds_pieces: bool,
    /// Where code goes on that cannot be gone on with here.
    pub(super) otherwise: Block,
}

/// Of which cells pieces were added up.
pub(super) struct Sum {
    /// All cells, those that were added, the places of these, or at most which they are.
    all: Vector,
    cells: Vector,
    places: u64,
    is_exact: bool,
}

/// Places that are tried, times operations behind the choice: no more than these.
const MOST_TRIED: usize = 768;

impl<const W: usize> Lowering<'_, '_, W> {
    /// Tries all options of the only choice, where that can be done; what follows takes option by option.
    pub(super) fn try_all(&mut self, at: Address, slot: Reg, set: SetReg, members: Word) {
        let possible = self.possible(at, set);
        let Some(only) = self.only.filter(|only| only.unchanged) else { return };
        let Some(onward) = ways::onward(self.side, only.at) else { return };
        if onward.len() * possible.count_ones() as usize > MOST_TRIED {
            return;
        }
        let carried = &self.carried[&at];
        let numbers: Vec<(Reg, Word)> = carried.numbers.iter().map(|reg| (*reg, self.get(*reg))).collect();
        let sets: Vec<(SetReg, Word)> = carried.sets.iter().map(|reg| (*reg, self.set(*reg))).collect();
        let (none, refused, otherwise) = (self.to.word(0), self.to.variable(), self.to.seldom());
        self.to.put(refused, none);
        let holds_pieces = self.options_hold_pieces(at, set);
        self.make_variables(&onward);
        self.leave_empty_beginnings(&onward, otherwise);
        self.to.keep_vectors(true);
        for place in (0..u64::BITS).filter(|place| possible >> place & 1 == 1) {
            let bit = self.to.word((1_u64 << place).cast_signed());
            let chosen = self.to.and(members, bit);
            self.trial = Some(Trial { place: place.into(), chosen, holds_pieces, otherwise });
            self.begin_behind_choice(at, &numbers, &sets);
            let place = self.to.word(place.into());
            self.put(slot, place);
            self.try_one(&onward, refused, bit);
        }
        self.trial = None;
        self.to.keep_vectors(false);
        let lists = self.common.counts.filter(|counts| counts.lists);
        if lists.is_none() {
            let refused = self.to.get(refused);
            let legal = self.to.and_not(members, refused);
            let count = self.to.count_bits(legal);
            self.counts_more(count);
        }
        self.to.jump(self.over);
        self.to.begin(otherwise);
        self.to.seal(otherwise);
        lists.iter().for_each(|lists| self.list_anew(lists));
        self.begin_behind_choice(at, &numbers, &sets);
    }

    /// Where it is asked whether pieces lay somewhere before the turn, there nearly always are some; positions in which there are
    /// none are left to the other code, so that this need not be asked for each option.
    fn leave_empty_beginnings(&mut self, operations: &[Address], otherwise: Block) {
        let mut masks: Vec<u16> = operations.iter().filter_map(|at| self.asks_of_beginning(*at)).collect();
        masks.sort_unstable();
        masks.dedup();
        for mask in masks {
            let mask = self.side.tables.masks[usize::from(mask)];
            let cells = self.cells_under(View::TurnStart, &mask);
            let (any, some) = (self.any_of(&cells), self.to.block());
            self.to.branch(any, some, otherwise);
            self.to.begin(some);
            self.to.seal(some);
        }
    }

    /// In which cells an operation asks for pieces before the turn, if it does.
    pub(super) fn asks_of_beginning(&self, at: Address) -> Option<u16> {
        match self.side.made_ops()[at.index()] {
            Op::NoPiecesOf(View::TurnStart, mask, ..) => Some(mask),
            _ => None,
        }
    }

    /// Makes the variables that some operations write, so that all of them are known.
    fn make_variables(&mut self, operations: &[Address]) {
        for at in operations {
            let mut op = self.side.made_ops()[at.index()];
            if let Some(reg) = op.result_mut().copied() {
                self.variable(reg);
            }
            if let Some(set) = op.set_result_mut().copied() {
                self.set_variable(set);
            }
        }
    }

    /// Makes everything what it is behind the choice.
    fn begin_behind_choice(&mut self, at: Address, numbers: &[(Reg, Word)], sets: &[(SetReg, Word)]) {
        self.copy_cells(View::TurnStart, View::Now);
        if self.side.remembers {
            self.copy_cells(View::TurnStart, View::BeforeSowing);
        }
        // What else a register holds is not asked for, and need not be the same wherever code has come from.
        let zero = self.to.word(0);
        let variables: Vec<Variable> = self.numbers.iter().chain(&self.sets).flatten().copied().collect();
        variables.into_iter().for_each(|variable| self.to.put(variable, zero));
        let kind = self.to.word(self.side.only_kind().and_then(|kind| i64::try_from(kind).ok()).unwrap_or(-1));
        self.put(turn::KIND, kind);
        for (reg, _) in &self.carried[&at].begun {
            self.put_beginning(*reg);
        }
        numbers.iter().for_each(|(reg, word)| self.put(*reg, *word));
        sets.iter().for_each(|(reg, word)| self.put_set(*reg, *word));
    }

    /// The turn of one option; notes its bit if it is not legal.
    fn try_one(&mut self, onward: &[Address], refused: Variable, bit: Word) {
        let (legal, illegal, next) = (self.to.block(), self.to.seldom(), self.to.block());
        let (blocks, usual) = (std::mem::take(&mut self.blocks), (self.legal, self.next_option));
        (self.legal, self.next_option) = (legal, illegal);
        self.operations_onward(onward);
        (self.legal, self.next_option) = usual;
        self.blocks = blocks;
        self.to.begin(legal);
        self.to.seal(legal);
        let (hand, zero) = (self.get(turn::HAND), self.to.word(0));
        if self.to.known(hand) != Some(0) {
            let (is_empty, empty) = (self.to.compare(Condition::Equal, hand, zero), self.to.block());
            self.to.branch(is_empty, empty, illegal);
            self.to.begin(empty);
            self.to.seal(empty);
        }
        self.made();
        self.to.jump(next);
        self.to.begin(illegal);
        self.to.seal(illegal);
        let all = self.to.get(refused);
        let all = self.to.or(all, bit);
        self.to.put(refused, all);
        self.to.jump(next);
        self.to.begin(next);
        self.to.seal(next);
    }

    /// The turn of an option was made, and is legal. Which options are none is told at the end where turns are counted.
    fn made(&mut self) {
        match (self.common.counts, &self.trial) {
            (Some(counts), Some(trial)) if counts.lists => {
                let chosen = trial.chosen;
                self.list_if(&counts, chosen);
            }
            // Every move is really made.
            _ => self.write_cells(View::Now),
        }
    }

    /// Operations of which none leads back: whatever leads to one of them is put together before it.
    fn operations_onward(&mut self, onward: &[Address]) {
        let ops = self.side.made_ops();
        let mut open = true;
        for (at, behind) in onward.iter().zip(onward.iter().skip(1).map(Some).chain([None])) {
            let begins = self.blocks.get(at).copied();
            open = self.begins_at(*at, open);
            begins.into_iter().for_each(|block| self.to.seal(block));
            if !open {
                continue;
            }
            open = false;
            match self.operation(*at, &ops[at.index()]) {
                Then::Next if behind == Some(&at.next()) => open = true,
                Then::Next => {
                    let _ = self.go_on(at.next());
                }
                Then::If(_, to) if self.asks_of_beginning(*at).is_some() => {
                    let expects_none = matches!(ops[at.index()], Op::NoPiecesOf(_, _, true, _));
                    let _ = self.go_on(if expects_none { at.next() } else { to });
                }
                Then::If(truth, to) => {
                    let (truth, last) = self.asked_together(*at, truth, to);
                    let (then, otherwise) = (self.block_at(to), self.block_at(last.next()));
                    self.to.branch(truth, then, otherwise);
                }
                Then::Gone => {}
            }
        }
    }

    // --- what is known ---------------------------------------------------------------------------------------------------

    /// Whether all options of a choice hold pieces.
    fn options_hold_pieces(&self, at: Address, set: SetReg) -> bool {
        let ops = self.side.made_ops();
        let written = self.writers.last(at.index(), |effects| effects.writes_places(set));
        let holds = |at: &usize| match ops[*at] {
            Op::Filter(_, _, View::Now | View::TurnStart, filter) => {
                self.side.tables.filters[usize::from(filter)].asks_for_pieces()
            }
            _ => false,
        };
        self.constant_sets[set.index()].is_none() && !written.is_empty() && written.iter().all(holds)
    }

    /// Whether a place that is tried, and still is what it was before the turn, is empty only if it is no option.
    pub(super) fn holds_pieces_or_is_not_chosen(&mut self, place: Word) -> bool {
        let Some(trial) = self.trial.as_ref().filter(|trial| trial.holds_pieces) else { return false };
        let is_tried = self.to.known(place) == Some(trial.place);
        is_tried && self.common.held.is_some() && self.vector(View::Now, 0) == self.vector(View::TurnStart, 0)
    }

    /// Whether it is so or the place that is tried is no option: then it does not matter.
    pub(super) fn or_is_not_chosen(&mut self, truth: Truth) -> Truth {
        let Some(trial) = &self.trial else { return truth };
        let (chosen, zero) = (trial.chosen, self.to.word(0));
        let is_not = self.to.compare(Condition::Equal, chosen, zero);
        self.to.either(truth, is_not)
    }

    /// Notes of which cells of a view pieces were added up.
    pub(super) fn note_sum(&mut self, sum: Word, view: View, cells: &[Vector], places: u64, is_exact: bool) {
        if let ([cells], Some(_)) = (cells, self.common.held) {
            let all = self.vector(view, 0);
            self.sums.insert(sum, Sum { all, cells: *cells, places, is_exact });
        }
    }

    /// Whether two sums differ, where the cells of the one are among those of the other: then one does that lies in these alone.
    pub(super) fn sums_differ(&mut self, one: Word, two: Word) -> Option<Truth> {
        let (one, two) = (self.sums.get(&one)?, self.sums.get(&two)?);
        let is_within = |few: &Sum, many: &Sum| many.is_exact && few.places & !many.places == 0;
        if one.all != two.all || !(is_within(one, two) || is_within(two, one)) {
            return None;
        }
        let (one, two) = (one.cells, two.cells);
        let others = self.to.xor_bytes(one, two);
        let differ = self.to.any_bit(others);
        self.foreseen.insert(differ);
        Some(differ)
    }
}
