//! Blocks as code: what is done, and how a turn goes on.

use super::build::{Builder, LATER, Label};
use super::expressions::number_of_place;
use super::op::{Op, Reg, SetReg, View, number_of, turn};
use super::refusal::Refusal;
use super::sets::bits_of;
use super::takings::Taking;
use crate::ir::{
    Action, ArgumentsId, Binding, Block, BlockId, Choice, ChoiceId, Exit, Into, Pit, PlayerId, SetId, Slot, StateCell,
    TruthId, Who,
};
use crate::model::{CompareOp, Player};
use std::collections::HashMap;

/// Blocks that are made together: those that can be come to from the first without coming back to who does them.
#[derive(Debug, Default)]
pub(super) struct Region {
    labels: HashMap<BlockId, Label>,
    open: Vec<BlockId>,
    /// Where it goes on behind a return; none for turns themselves.
    end: Option<Label>,
}

impl<const W: usize> Builder<'_, W> {
    /// Makes all blocks that turns can come to from some.
    pub(super) fn turns(&mut self, entries: &[BlockId]) -> Result<Vec<Label>, Refusal> {
        let mut region = Region::default();
        let labels = entries.iter().map(|entry| self.label_in(&mut region, *entry)).collect();
        self.make(&mut region)?;
        Ok(labels)
    }

    /// Makes a block where it stands that is done by others, and those that it goes on with.
    pub(super) fn inline(&mut self, entry: BlockId) -> Result<(), Refusal> {
        let end = self.label();
        let mut region = Region { end: Some(end), ..Region::default() };
        let _ = self.label_in(&mut region, entry);
        self.make(&mut region)?;
        self.place(end);
        Ok(())
    }

    fn label_in(&mut self, region: &mut Region, block: BlockId) -> Label {
        if let Some(label) = region.labels.get(&block) {
            return *label;
        }
        let label = self.label();
        region.labels.insert(block, label);
        region.open.push(block);
        label
    }

    fn make(&mut self, region: &mut Region) -> Result<(), Refusal> {
        let code = self.code;
        while let Some(block) = region.open.pop() {
            let label = region.labels[&block];
            self.place(label);
            self.one_block(&code.blocks[block], region)?;
        }
        Ok(())
    }

    /// Goes on with a block, which follows at once if nothing else waits for it.
    fn go(&mut self, region: &mut Region, block: BlockId) {
        let label = self.label_in(region, block);
        match region.open.last() {
            Some(next) if *next == block => {}
            _ => self.jump(label),
        }
    }

    fn one_block(&mut self, block: &Block, region: &mut Region) -> Result<(), Refusal> {
        self.tell_row(block);
        let lifted = self.lifted(block);
        let actions = block.actions.len() - usize::from(lifted.is_some());
        for (action, _) in &block.actions[..actions] {
            let mark = self.mark();
            self.action(*action)?;
            self.release(mark);
        }
        let mark = self.mark();
        self.exit(block.exit, lifted, region)?;
        self.release(mark);
        Ok(())
    }

    fn tell_row(&mut self, block: &Block) {
        if let Some(row) = block.row.filter(|_| self.logs) {
            self.emit(Op::Row(row));
        }
    }

    fn exit(&mut self, exit: Exit, lifted: Option<crate::ir::PitId>, region: &mut Region) -> Result<(), Refusal> {
        match (exit, region.end) {
            (Exit::Go(to), _) => self.go(region, to),
            (Exit::Pass(arguments, to), _) => {
                self.pass(arguments)?;
                match lifted.and_then(|_| self.sown_at_once(to)) {
                    Some((sowing, landing)) => {
                        self.tell_row(&self.code.blocks[to]);
                        self.sow(sowing, Some(self.code.sowings[sowing].start))?;
                        self.go(region, landing);
                    }
                    None => self.go(region, to),
                }
            }
            (Exit::Branch(condition, then, otherwise), _) => {
                let otherwise = self.label_in(region, otherwise);
                self.go_if(condition, View::Now, otherwise, false)?;
                // What was not there before is made next.
                self.go(region, then);
            }
            (Exit::NotLegal, _) => self.emit(Op::Dead),
            (_, Some(end)) => self.jump(end),
            (Exit::Choose(choice), None) => self.choose(choice, region)?,
            (Exit::Sow(sowing, landing), None) => {
                self.sow(sowing, lifted)?;
                self.go(region, landing);
            }
            (Exit::SowOn(landing), None) => {
                self.sow_on(lifted)?;
                self.go(region, landing);
            }
            (Exit::Close(again), None) => {
                if again {
                    let one = self.constant(1)?;
                    self.emit(Op::Move(turn::AGAIN, one));
                }
                self.close(region);
            }
            (Exit::Done | Exit::Return, None) => {
                let judge = self.judge;
                self.jump(judge);
            }
        }
        Ok(())
    }

    /// The turn is closed: where that is, the kind of move says.
    fn close(&mut self, region: &mut Region) {
        let mut closes = self.code.kinds.iter().map(|(_, kind)| kind.close);
        match closes.next() {
            Some(first) if closes.all(|close| close == first) => self.go(region, first),
            _ => self.emit(Op::Close),
        }
    }

    /// All values are read before the first is bound.
    fn pass(&mut self, arguments: ArgumentsId) -> Result<(), Refusal> {
        let code = self.code;
        let arguments = code.arguments[arguments].as_slice();
        if let [only] = arguments {
            return self.bind(*only, View::Now);
        }
        let mut moves = Vec::new();
        for binding in arguments {
            match *binding {
                Binding::Set(slot, set) => {
                    let (value, copy) = (self.set(set, View::Now)?, self.fresh_set()?);
                    self.emit(Op::MoveSet(copy, value));
                    moves.push(Op::MoveSet(self.set_slot(slot), copy));
                }
                Binding::Number(slot, _)
                | Binding::Truth(slot, _)
                | Binding::Pit(slot, _)
                | Binding::Way(slot, _)
                | Binding::Player(slot, _) => {
                    let (value, copy) = (self.value(*binding, View::Now)?, self.fresh()?);
                    self.emit(Op::Move(copy, value));
                    moves.push(Op::Move(self.slot(slot), copy));
                }
            }
        }
        moves.into_iter().for_each(|op| self.emit(op));
        Ok(())
    }

    // --- actions -----------------------------------------------------------------------------------------------------

    pub(super) fn action(&mut self, action: Action) -> Result<(), Refusal> {
        let now = View::Now;
        match action {
            Action::Keep(Binding::Truth(slot, truth)) => self.keep_truth(slot, truth)?,
            Action::Keep(binding) => self.bind(binding, now)?,
            Action::Require(condition) => {
                let holds = self.label();
                self.go_if(condition, now, holds, true)?;
                self.emit(Op::Dead);
                self.place(holds);
            }
            Action::Prefer(bit, condition) => {
                let end = self.label();
                self.go_if(condition, now, end, false)?;
                self.emit(Op::Prefer(bit));
                self.place(end);
            }
            Action::Lift(pit) => {
                let pit = self.pit(pit, now)?;
                self.lift(pit)?;
            }
            Action::LiftSome(count, pit) => {
                let (count, pit) = (self.number(count, now)?, self.pit(pit, now)?);
                self.lift_some(count, pit);
            }
            Action::LiftSet(set) => self.for_each(set, Self::lift)?,
            Action::Put(count, from, to) => {
                let (count, to) = (self.number(count, now)?, self.pit(to, now)?);
                match from {
                    Some(from) => {
                        let from = self.pit(from, now)?;
                        self.put(count, from, to);
                    }
                    None => self.put_hand(count, to),
                }
            }
            Action::PutSet(set, to) => {
                let (to, all) = (self.pit(to, now)?, self.constant(i32::MAX)?);
                self.for_each(set, |this, it| {
                    this.put(all, it, to);
                    Ok(())
                })?;
            }
            Action::Capture(captor, set, into) => {
                let end = self.label();
                let (captor, into) = self.captor(captor, into, end)?;
                let set = self.set(set, now)?;
                self.capture(set, into, captor);
                self.place(end);
            }
            Action::CaptureSome(captor, count, pit, into) => {
                let end = self.label();
                let (captor, into) = self.captor(captor, into, end)?;
                let (count, pit) = (self.number(count, now)?, self.pit(pit, now)?);
                self.capture_some(count, pit, into, captor);
                self.place(end);
            }
            Action::SetNumber(cell, number) => {
                let value = self.number(number, now)?;
                self.set_cell(cell, value)?;
            }
            Action::SetTruth(cell, truth) => {
                let value = self.truth(truth, now)?;
                self.set_cell(cell, value)?;
            }
            Action::SetPit(cell, pit) => {
                let value = self.pit(pit, now)?;
                let value = self.one_more(value)?;
                self.set_cell(cell, value)?;
            }
            Action::SetWay(cell, way) => {
                let value = self.way(way, now)?;
                self.set_cell(cell, value)?;
            }
            Action::SetPlayer(cell, player) => {
                let value = self.player(player, now)?;
                let value = self.one_more(value)?;
                self.set_cell(cell, value)?;
            }
            Action::Untils => self.untils()?,
            Action::CaptureEnds => self.capture_ends()?,
            Action::ForEach(slot, set, block) => {
                let kept = self.slot(slot);
                self.for_each(set, |this, it| {
                    this.move_to(kept, it);
                    this.inline(block)
                })?;
            }
            Action::Do(block) => self.inline(block)?,
        }
        Ok(())
    }

    /// Keeps a truth value. Nothing that is read for it can stand in its own slot.
    fn keep_truth(&mut self, slot: Slot, truth: TruthId) -> Result<(), Refusal> {
        let (slot, zero, one, end) = (self.slot(slot), self.constant(0)?, self.constant(1)?, self.label());
        self.emit(Op::Move(slot, zero));
        self.go_if(truth, View::Now, end, false)?;
        self.emit(Op::Move(slot, one));
        self.place(end);
        Ok(())
    }

    /// Does something for each member of a set, which is read once.
    fn for_each(&mut self, set: SetId, act: impl FnOnce(&mut Self, Reg) -> Result<(), Refusal>) -> Result<(), Refusal> {
        let set = self.set(set, View::Now)?;
        let (left, it) = (self.fresh_set()?, self.fresh()?);
        let (next, end) = (self.label(), self.label());
        self.emit(Op::MoveSet(left, set));
        self.place(next);
        self.emit_to(Op::Next(it, left, LATER), end);
        act(self, it)?;
        self.jump(next);
        self.place(end);
        Ok(())
    }

    fn one_more(&mut self, value: Reg) -> Result<Reg, Refusal> {
        let (to, one) = (self.fresh()?, self.constant(1)?);
        self.emit(Op::Arithmetic(crate::model::ArithmeticOp::Add, to, value, one));
        Ok(to)
    }

    /// Who captures, and where it goes; nothing is captured for nobody.
    fn captor(&mut self, captor: PlayerId, into: Into, nobody: Label) -> Result<(Reg, Reg), Refusal> {
        let known = match self.code.expressions.players[captor] {
            Who::Constant(known) => Some(known),
            _ => None,
        };
        let captor = self.player(captor, View::Now)?;
        match known {
            Some(None) => self.jump(nobody),
            Some(Some(_)) => {}
            None => {
                let zero = self.constant(0)?;
                self.emit_to(Op::Compare(CompareOp::Less, captor, zero, LATER), nobody);
            }
        }
        let into = self.goal(into, known.flatten(), captor)?;
        Ok((captor, into))
    }

    /// Where captured pieces go: those of this captor, or of the one that a register holds.
    pub(super) fn goal(&mut self, into: Into, known: Option<Player>, captor: Reg) -> Result<Reg, Refusal> {
        let stores = self.program.board.stores;
        let store = |player: Player| stores[player.index()].map_or(-2, |store| number_of_place(Some(store)));
        match (into, known) {
            (Into::Hand, _) => self.constant(-1),
            (Into::Store, Some(player)) => self.constant(store(player)),
            (Into::Store, None) => {
                let table = self.place_table(-2, Player::BOTH.into_iter().map(store))?;
                let to = self.fresh()?;
                self.emit(Op::Table(to, table, captor));
                Ok(to)
            }
            (Into::Place(pit), _) => self.place_or_nowhere(pit),
        }
    }

    /// A place where captured pieces go; for none they stay where they are.
    fn place_or_nowhere(&mut self, pit: crate::ir::PitId) -> Result<Reg, Refusal> {
        if let Pit::Constant(place) = self.code.expressions.pits[pit] {
            return self.constant(place.map_or(-2, |place| number_of_place(Some(place))));
        }
        let pit = self.pit(pit, View::Now)?;
        let (to, zero, nowhere) = (self.fresh()?, self.constant(0)?, self.constant(-2)?);
        let end = self.label();
        self.emit(Op::Move(to, pit));
        self.emit_to(Op::Compare(CompareOp::AtLeast, pit, zero, LATER), end);
        self.emit(Op::Move(to, nowhere));
        self.place(end);
        Ok(to)
    }

    pub(super) fn set_cell(&mut self, cell: StateCell, value: Reg) -> Result<(), Refusal> {
        let largest = &self.program.layout.largest;
        let most = |most: i32| u8::try_from(most).map_err(|_| Refusal::LargeCell);
        match cell {
            StateCell::At(cell) => {
                let most = most(largest[cell])?;
                self.emit(Op::SetCell { cell: number_of(cell)?, most, value });
            }
            StateCell::Of(first, pit) => {
                let most = most(largest[first])?;
                let pit = self.pit(pit, View::Now)?;
                self.emit(Op::SetCellOf { first: number_of(first)?, pit, most, value });
            }
        }
        Ok(())
    }

    /// State that falls back as soon as a condition holds.
    pub(super) fn untils(&mut self) -> Result<(), Refusal> {
        let code = self.code;
        for until in &code.untils {
            let mark = self.mark();
            let (end, held, value) = (self.label(), self.fresh()?, self.constant(until.value)?);
            self.emit(Op::Cell(held, View::Now, number_of(until.cell)?));
            self.emit_to(Op::Compare(CompareOp::Equal, held, value, LATER), end);
            self.go_if(until.condition, View::Now, end, false)?;
            self.set_cell(StateCell::At(until.cell), value)?;
            self.place(end);
            self.release(mark);
        }
        Ok(())
    }

    // --- choices -----------------------------------------------------------------------------------------------------

    fn choose(&mut self, choice: ChoiceId, region: &mut Region) -> Result<(), Refusal> {
        let code = self.code;
        match &code.choices[choice] {
            Choice::Pit { slot, sets, next } => {
                let set = self.first_with_members(sets)?;
                let slot = self.slot(*slot);
                self.emit(Op::ChoosePlace(slot, set));
                self.go_behind(choice, region, *next);
            }
            Choice::Number { slot, low, high, next } => {
                let (low, high) = (self.number(*low, View::Now)?, self.number(*high, View::Now)?);
                let slot = self.slot(*slot);
                self.emit(Op::ChooseNumber(slot, low, high));
                self.go_behind(choice, region, *next);
            }
            Choice::Way { slot, condition, next } => {
                let ways = self.fresh_set()?;
                let slot = self.slot(*slot);
                self.emit(Op::NoSet(ways));
                for way in [0, 1] {
                    let (way, no) = (self.constant(way)?, self.label());
                    self.emit(Op::Move(slot, way));
                    if let Some(condition) = condition {
                        self.go_if(*condition, View::Now, no, false)?;
                    }
                    self.emit(Op::Add(ways, slot));
                    self.place(no);
                }
                self.emit(Op::ChoosePlace(slot, ways));
                self.go_behind(choice, region, *next);
            }
            Choice::Alternative { ways } => {
                let labels: Vec<Label> = ways.iter().map(|(_, next)| self.label_in(region, *next)).collect();
                let number = self.ways(labels)?;
                self.emit(Op::ChooseAlternative(number));
            }
            Choice::Placing { .. } => return Err(Refusal::Placed),
            Choice::Taking { count, kinds, from, then, into, next } => {
                self.take(Taking { count: *count, kinds: *kinds, from: *from, then: *then, into: *into })?;
                self.go(region, *next);
            }
        }
        Ok(())
    }

    /// Goes on behind a choice.
    fn go_behind(&mut self, choice: ChoiceId, region: &mut Region, next: BlockId) {
        let here = self.here();
        self.behind_choices.push((choice, here));
        self.go(region, next);
    }

    /// The first set that has a member.
    fn first_with_members(&mut self, sets: &[SetId]) -> Result<SetReg, Refusal> {
        let [first, others @ ..] = sets else { return self.constant_set(bits_of(crate::ir::Places::NONE)?) };
        let first = self.set(*first, View::Now)?;
        if others.is_empty() {
            return Ok(first);
        }
        let (to, end) = (self.fresh_set()?, self.label());
        self.emit(Op::MoveSet(to, first));
        for set in others {
            self.emit_to(Op::IsEmpty(to, false, LATER), end);
            let set = self.set(*set, View::Now)?;
            self.emit(Op::MoveSet(to, set));
        }
        self.place(end);
        Ok(to)
    }
}
