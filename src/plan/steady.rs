//! Sets of places that stay the same through a turn, because they ask only for state that no turn changes: whose a pit is in
//! this round of a match, say. They are worked out once, where a turn begins.

use super::build::{Builder, Label};
use super::op::{Op, SetReg, View};
use super::refusal::Refusal;
use crate::ir::{
    Action, BlockId, Cell, Code, Expressions, Id, Number, NumberId, Pit, PitId, PlayerId, Program, Set, SetId, Slot,
    StateCell, Truth, TruthId, Who,
};

/// So many sets are looked at; there are few registers.
const MOST_SETS: usize = 48;

/// Registers below this are left to constants and to what is read on the way.
const LEAST_REGISTER: usize = 200;

/// The steady sets of a player's turns.
#[derive(Debug)]
pub(super) struct Steady {
    /// For each cell of a position: whether turns change it.
    changes: Vec<bool>,
    places: usize,
    /// Those that code asks for, with the number of places where it does.
    asked: Vec<(SetId, usize)>,
    /// Those that are worth a register, which they get when they are asked for.
    worthwhile: Vec<(SetId, Option<SetReg>)>,
    /// Whether code is made that turns come to on their way.
    in_turn: bool,
}

impl Steady {
    pub(super) fn of(program: &Program, code: &Code) -> Self {
        let (places, kinds) = (program.layout.places, program.layout.kinds);
        let changes = vec![true; places * kinds];
        let mut steady = Steady { changes, places, asked: Vec::new(), worthwhile: Vec::new(), in_turn: true };
        code.untils.iter().for_each(|until| steady.change(until.cell, 1));
        for block in blocks_of_turns(code) {
            for (action, _) in &code.blocks[block].actions {
                steady.act(action);
            }
        }
        steady
    }

    /// The same for code that is made once more, if that is worth it: if it asks in several places for the same set.
    pub(super) fn once_more(&self) -> Option<Self> {
        let several = self.asked.iter().filter(|(_, places)| *places > 1);
        let worthwhile: Vec<_> = several.map(|(set, _)| (*set, None)).collect();
        (!worthwhile.is_empty()).then(|| Steady {
            changes: self.changes.clone(),
            asked: Vec::new(),
            worthwhile,
            in_turn: true,
            places: self.places,
        })
    }

    /// Whether code is made that turns come to on their way, and not only where they begin or end; gives what was so before.
    pub(super) fn is_in_turn(&mut self, is_so: bool) -> bool {
        std::mem::replace(&mut self.in_turn, is_so)
    }

    fn act(&mut self, action: &Action) {
        match action {
            Action::SetNumber(cell, _)
            | Action::SetTruth(cell, _)
            | Action::SetPit(cell, _)
            | Action::SetWay(cell, _)
            | Action::SetPlayer(cell, _) => match cell {
                StateCell::At(cell) => self.change(*cell, 1),
                StateCell::Of(first, _) => self.change(*first, self.places),
            },
            _ => {}
        }
    }

    fn change(&mut self, first: Cell, count: usize) {
        let behind = first.index() + count;
        if self.changes.len() < behind {
            self.changes.resize(behind, false);
        }
        self.changes[first.index()..behind].fill(true);
    }

    /// Whether no turn changes some cells.
    fn stays(&self, first: Cell, count: usize) -> bool {
        !self.changes.iter().skip(first.index()).take(count).any(|changes| *changes)
    }
}

/// All blocks that turns come to, ends of games among them.
pub(super) fn blocks_of_turns(code: &Code) -> Vec<BlockId> {
    let ends = [&code.ends_at_capture, &code.ends_after_turn, &code.endless].into_iter().flatten();
    let kinds = code.kinds.iter().flat_map(|(_, kind)| [kind.entry, kind.close]);
    code.with_all_behind(kinds.chain(ends.filter_map(|row| row.actions)))
}

/// Looks whether expressions are steady, in which slots hold members of steady sets.
struct Look<'e> {
    steady: &'e Steady,
    all: &'e Expressions,
    members: Vec<Slot>,
}

impl Look<'_> {
    fn set(&mut self, set: SetId) -> bool {
        match self.all.sets[set] {
            Set::Constant(_) => true,
            Set::Single(pit) => self.pit(pit),
            Set::Where(of, slot, condition) => {
                if !self.set(of) {
                    return false;
                }
                self.members.push(slot);
                let is_steady = self.truth(condition);
                self.members.pop();
                is_steady
            }
            Set::Union(one, two) | Set::Minus(one, two) => self.set(one) && self.set(two),
            Set::Facing(inner) | Set::Behind(inner) | Set::In(_, inner) => self.set(inner),
            Set::If(condition, one, two) => self.truth(condition) && self.set(one) && self.set(two),
            Set::Kept(_) | Set::Chain(_) | Set::Each(_) | Set::LastDrops(_) | Set::With(..) => false,
        }
    }

    fn truth(&mut self, truth: TruthId) -> bool {
        match self.all.truths[truth] {
            Truth::Constant(_) => true,
            Truth::State(cell) => self.steady.stays(cell, 1),
            Truth::StateOf(first, pit) => self.state_of(first, pit),
            Truth::And(one, two) | Truth::Or(one, two) => self.truth(one) && self.truth(two),
            Truth::Not(inner) | Truth::Past(_, inner) => self.truth(inner),
            Truth::Compare(_, one, two) => self.number(one) && self.number(two),
            Truth::IsIn(number, _) | Truth::Even(number) => self.number(number),
            Truth::SamePit(one, two) => self.pit(one) && self.pit(two),
            Truth::SamePlayer(one, two) => self.player(one) && self.player(two),
            Truth::In(pit, set) => self.pit(pit) && self.set(set),
            Truth::Some(set) => self.set(set),
            Truth::If(condition, one, two) => self.truth(condition) && self.truth(one) && self.truth(two),
            _ => false,
        }
    }

    fn number(&mut self, number: NumberId) -> bool {
        match self.all.numbers[number] {
            Number::Constant(_) => true,
            Number::State(cell) => self.steady.stays(cell, 1),
            Number::StateOf(first, pit) => self.state_of(first, pit),
            Number::PitNumber(pit) => self.pit(pit),
            Number::Count(set) => self.set(set),
            Number::Arithmetic(_, one, two) => self.number(one) && self.number(two),
            _ => false,
        }
    }

    fn pit(&mut self, pit: PitId) -> bool {
        match self.all.pits[pit] {
            Pit::Constant(_) => true,
            Pit::Kept(slot) => self.members.contains(&slot),
            Pit::State(cell) => self.steady.stays(cell, 1),
            Pit::StateOf(first, inner) => self.state_of(first, inner),
            Pit::Facing(inner) | Pit::Behind(inner) => self.pit(inner),
            _ => false,
        }
    }

    fn player(&mut self, player: PlayerId) -> bool {
        match self.all.players[player] {
            Who::Constant(_) => true,
            Who::State(cell) => self.steady.stays(cell, 1),
            Who::StateOf(first, pit) => self.state_of(first, pit),
            Who::Owner(pit) => self.pit(pit),
            _ => false,
        }
    }

    fn state_of(&mut self, first: Cell, pit: PitId) -> bool {
        self.steady.stays(first, self.steady.places) && self.pit(pit)
    }
}

impl<const W: usize> Builder<'_, W> {
    /// The register of a set that stays the same through the turn of which code is made, if it does.
    pub(super) fn steady_set(&mut self, set: SetId) -> Option<SetReg> {
        let expressions = &self.code.expressions;
        let is_at_hand = matches!(expressions.sets[set], Set::Constant(_) | Set::Kept(_) | Set::Single(_));
        if is_at_hand || !self.steady.in_turn {
            return None;
        }
        if let Some(at) = self.steady.worthwhile.iter().position(|(other, _)| *other == set) {
            let register = self.steady.worthwhile[at].1.or_else(|| self.lasting_set(LEAST_REGISTER));
            self.steady.worthwhile[at].1 = register;
            return register;
        }
        if let Some((_, places)) = self.steady.asked.iter_mut().find(|(other, _)| *other == set) {
            *places += 1;
        } else if self.steady.asked.len() < MOST_SETS && self.is_steady(set) {
            self.steady.asked.push((set, 1));
        }
        None
    }

    /// Whether a set stays the same through a turn.
    pub(super) fn is_steady(&self, set: SetId) -> bool {
        Look { steady: &self.steady, all: &self.code.expressions, members: Vec::new() }.set(set)
    }

    /// Where turns begin that go on at some labels: once their code is made, it is known which steady sets have registers.
    pub(super) fn begin_turns(&mut self, entries: &[Label]) -> Result<Vec<Label>, Refusal> {
        self.steady.is_in_turn(false);
        let worthwhile = self.steady.worthwhile.iter();
        let held: Vec<_> = worthwhile.filter_map(|(set, register)| Some((*set, (*register)?))).collect();
        if held.is_empty() && !self.program.keeps.drops {
            return Ok(entries.to_vec());
        }
        let mut begins = Vec::new();
        for entry in entries {
            let begin = self.label();
            self.place(begin);
            self.forget_drops()?;
            for (set, register) in &held {
                let mark = self.mark();
                let value = self.set(*set, View::Now)?;
                self.emit(Op::MoveSet(*register, value));
                self.release(mark);
            }
            self.jump(*entry);
            begins.push(begin);
        }
        Ok(begins)
    }
}
