//! Sowing as code.

use super::build::{Builder, LATER};
use super::fixed::{is_fixed_pit, is_fixed_way};
use super::laps::{LapTable, LeftOut};
use super::op::{NEVER_BACK, Op, Reg, View, number_of, turn};
use super::refusal::Refusal;
use super::tables::{Path, SowingTable};
use crate::ir::{
    Action, ArgumentsId, Binding, Block, BlockId, Code, Exit, Id, Number, Pit, PitId, Places, Set, Sowing, SowingId,
    Way,
};
use crate::model::CompareOp;
use std::sync::Arc;

impl<const W: usize> Builder<'_, W> {
    /// Works out the laps of all sowings.
    pub(super) fn sowings(&mut self) -> Result<(), Refusal> {
        let (program, code) = (self.program, self.code);
        self.tables.paths = code.tracks.iter().map(|(_, track)| Path::of(track)).collect();
        self.tables.path_of = code.sowings.iter().map(|(_, sowing)| sowing.track.index()).collect();
        let mut laps: Vec<(_, Arc<LapTable<W>>)> = Vec::new();
        for (_, sowing) in code.sowings.iter() {
            if sowing.in_order && !self.has_several_kinds() {
                return Err(Refusal::Ordered);
            }
            // A row that is added is one of pieces of one kind.
            let left_out = left_out(code, sowing).filter(|_| !self.has_several_kinds());
            let mut table = |way: usize, left_out: LeftOut| {
                let key = (sowing.track, way, left_out);
                let known = laps.iter().find(|(other, _)| *other == key).map(|(_, table)| Arc::clone(table));
                known.unwrap_or_else(|| {
                    let places = code.tracks[sowing.track].places[way].as_slice();
                    let table = LapTable::of(places, left_out, program.model.total(), program.layout.places);
                    let table = Arc::new(table);
                    laps.push((key, Arc::clone(&table)));
                    table
                })
            };
            let ways = match code.expressions.ways[sowing.way] {
                Way::Constant(way) => [usize::from(way); 2],
                _ => [0, 1],
            };
            let is_lifted_of_no_matter = matches!(left_out, Some(LeftOut::Always(_)));
            let path = self.tables.paths.get(sowing.track.index()).filter(|_| is_lifted_of_no_matter);
            let before = path.and_then(Path::before).map(Box::new);
            self.tables.sowings.push(SowingTable {
                before,
                path: sowing.track.index(),
                laps: left_out.map(|left_out| ways.map(|way| table(way, left_out))),
                left_out,
            });
        }
        Ok(())
    }

    /// The place that a block lifts just before it sows behind it, if that can be done in one.
    pub(super) fn lifted(&self, block: &Block) -> Option<PitId> {
        let Some((Action::Lift(pit), _)) = block.actions.last() else { return None };
        if self.program.keeps.before_sowing || self.has_several_kinds() {
            return None;
        }
        match block.exit {
            Exit::Sow(id, _) => {
                let sowing = &self.code.sowings[id];
                // The way is read when the pit has been lifted, and so is the pit once more.
                let is_fixed = is_fixed_pit(self.code, *pit) && is_fixed_way(self.code, sowing.way);
                let is_so = is_fixed && sowing.after && sowing.start == *pit && left_out(self.code, sowing).is_some();
                is_so.then_some(*pit)
            }
            Exit::SowOn(_) => {
                let known =
                    |(_, sowing): (SowingId, &Sowing)| matches!(left_out(self.code, sowing), Some(LeftOut::Always(_)));
                self.code.sowings.iter().all(known).then_some(*pit)
            }
            Exit::Pass(arguments, to) => self.is_passed_to_be_sown(*pit, arguments, to).then_some(*pit),
            _ => None,
        }
    }

    /// Whether a pit is passed to a block that does nothing but sow behind it.
    fn is_passed_to_be_sown(&self, pit: PitId, arguments: ArgumentsId, to: BlockId) -> bool {
        let Some((sowing, _)) = self.sown_at_once(to) else { return false };
        let sowing = &self.code.sowings[sowing];
        let mut is_passed = false;
        for binding in &self.code.arguments[arguments] {
            // What is passed is read before the pit is lifted, then.
            let Binding::Pit(slot, passed) = *binding else { return false };
            if !is_fixed_pit(self.code, passed) {
                return false;
            }
            is_passed |= passed == pit && self.code.expressions.pits[sowing.start] == Pit::Kept(slot);
        }
        let is_sown_in_one =
            is_fixed_way(self.code, sowing.way) && sowing.after && left_out(self.code, sowing).is_some();
        is_passed && is_sown_in_one
    }

    /// What a block sows that does nothing before, and where it goes on.
    pub(super) fn sown_at_once(&self, block: BlockId) -> Option<(SowingId, BlockId)> {
        let block = &self.code.blocks[block];
        match block.exit {
            Exit::Sow(sowing, landing) if block.actions.is_empty() => Some((sowing, landing)),
            _ => None,
        }
    }

    /// Sows the hand.
    pub(super) fn sow(&mut self, id: SowingId, lifted: Option<PitId>) -> Result<(), Refusal> {
        let sowing = self.code.sowings[id].clone();
        let start = self.pit(sowing.start, View::Now)?;
        let way = self.way(sowing.way, View::Now)?;
        if lifted.is_some()
            && let Some(sowing) = self.in_one(id)
        {
            let endless = self.endless;
            self.emit_to(Op::FirstLap { sowing, start, way, endless: LATER }, endless);
            return Ok(());
        }
        self.emit(Op::Sowing(number_of(id)?, way));
        let begins = Begins { start, first: true, lifts: lifted.is_some() };
        self.lap(id, &sowing, begins)?;
        self.lap_over()
    }

    /// The number of a sowing whose laps can be lifted, sown and counted in one.
    fn in_one(&self, id: SowingId) -> Option<u8> {
        if self.code.untils.is_empty() { u8::try_from(id.index()).ok() } else { None }
    }

    /// Sows the hand on as in the lap before.
    pub(super) fn sow_on(&mut self, lifted: Option<PitId>) -> Result<(), Refusal> {
        let start = match lifted {
            Some(pit) => self.pit(pit, View::Now)?,
            None => turn::LIFTED,
        };
        let code = self.code;
        if lifted.is_some()
            && code.sowings.len() == 1
            && let Some(sowing) = code.sowings.iter().find_map(|(id, _)| self.in_one(id))
        {
            let endless = self.endless;
            self.emit_to(Op::LiftLap { sowing, start, endless: LATER, back: NEVER_BACK }, endless);
            return Ok(());
        }
        let end = self.label();
        for (id, sowing) in code.sowings.iter() {
            let other = self.label();
            if code.sowings.len() > 1 {
                let number = self.constant(i32::from(number_of(id)?))?;
                self.emit_to(Op::Compare(CompareOp::NotEqual, turn::SOWING, number, LATER), other);
            }
            self.lap(id, sowing, Begins { start, first: false, lifts: lifted.is_some() })?;
            self.jump(end);
            self.place(other);
        }
        self.place(end);
        self.lap_over()
    }

    fn lap(&mut self, id: SowingId, sowing: &Sowing, begins: Begins) -> Result<(), Refusal> {
        let Begins { start, first, lifts } = begins;
        let mark = self.mark();
        // Whoever sows on sows behind what was lifted.
        let after = sowing.after || !first;
        if self.program.keeps.before_sowing {
            self.emit(Op::Remember);
        }
        let number = number_of(id)?;
        let known = match left_out(self.code, sowing) {
            _ if self.has_several_kinds() => false,
            Some(LeftOut::Lifted) => first,
            left_out => left_out.is_some(),
        };
        if known {
            if lifts {
                self.emit(Op::Lift(start));
            }
            self.emit(Op::Lap { sowing: number, start, after });
            self.release(mark);
            return Ok(());
        }
        let skipped = match sowing.skipping {
            Some(set) => self.set(set, View::Now)?,
            None => self.constant_set(0)?,
        };
        if self.has_several_kinds() {
            self.sow_several(id, sowing, (start, after), skipped)?;
            self.release(mark);
            return Ok(());
        }
        match sowing.at_drop {
            None => {
                let each = self.number(sowing.each, View::Now)?;
                self.emit(Op::AnyLap { sowing: number, start, after, skipped, each });
            }
            Some(block) => {
                let (own, first) = (self.fresh_set()?, self.fresh_in_a_row(3)?);
                let (over, next) = (self.label(), self.label());
                // What is left out is read once, whatever is done at the drops.
                self.emit(Op::MoveSet(own, skipped));
                self.emit(Op::Drops { sowing: number, start, after, first, skipped: own });
                let each = self.number(sowing.each, View::Now)?;
                self.emit(Op::Move(first.behind(2), each));
                self.place(next);
                let (skipped, each) = (own, first.behind(2));
                self.emit_to(Op::Drop { first, skipped, each, over: LATER, back: NEVER_BACK }, over);
                if sowing.but_last {
                    let zero = self.constant(0)?;
                    self.emit_to(Op::Compare(CompareOp::Equal, turn::HAND, zero, LATER), next);
                }
                self.inline(block)?;
                self.jump(next);
                self.place(over);
            }
        }
        self.release(mark);
        Ok(())
    }

    fn lap_over(&mut self) -> Result<(), Refusal> {
        self.untils()?;
        let endless = self.endless;
        self.emit_to(Op::LapOver(LATER), endless);
        Ok(())
    }
}

/// How a lap begins.
#[derive(Debug, Clone, Copy)]
struct Begins {
    start: Reg,
    /// Whether it is the first of its sowing.
    first: bool,
    /// Whether the start is lifted.
    lifts: bool,
}

/// What a sowing leaves out, if that is known and its laps can be worked out.
pub(super) fn left_out(code: &Code, sowing: &Sowing) -> Option<LeftOut> {
    let one_each = code.expressions.numbers[sowing.each] == Number::Constant(1);
    if sowing.in_order || sowing.at_drop.is_some() || !one_each {
        return None;
    }
    let Some(set) = sowing.skipping else { return Some(LeftOut::Always(Places::NONE)) };
    match code.expressions.sets[set] {
        Set::Constant(constant) => {
            let places = code.expressions.constants[constant];
            let something_left = !code.tracks[sowing.track].all.without(places).is_empty();
            something_left.then_some(LeftOut::Always(places))
        }
        Set::Single(pit) if pit == sowing.start && sowing.after && code.tracks[sowing.track].all.count() > 1 => {
            Some(LeftOut::Lifted)
        }
        _ => None,
    }
}
