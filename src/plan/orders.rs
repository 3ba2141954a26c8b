//! Sowing pieces of several kinds as code: one by one where the mover chooses their order, where something is done at each
//! drop, and where a rule asks for single drops.
//!
//! Drops are not kept. A run of drops, from the last one back while a condition holds, is as long as it has grown since the
//! last drop of which the condition did not hold: so its length is counted while pieces fall.

use super::build::{Builder, LATER};
use super::op::{KindBits, Op, Reg, SetReg, Several, View, several, turn};
use super::refusal::Refusal;
use super::sets::bits_of;
use super::tables::RunTable;
use crate::ir::{Counts, Id, Number, NumberId, Pit, Run, RunId, Sowing, SowingId, Truth, TruthId};
use crate::model::CompareOp;

impl<const W: usize> Builder<'_, W> {
    /// Sows the hand from a start, or behind it.
    pub(super) fn sow_several(
        &mut self,
        id: SowingId,
        sowing: &Sowing,
        (start, after): (Reg, bool),
        skipped: SetReg,
    ) -> Result<(), Refusal> {
        let each = self.number(sowing.each, View::Now)?;
        let number = u8::try_from(id.index()).map_err(|_| Refusal::Numbered)?;
        if !sowing.in_order && sowing.at_drop.is_none() && !self.program.keeps.drops {
            self.emit(Op::Several(Several::Lap { sowing: number, start, after, skipped, each }));
            return Ok(());
        }
        let each = self.each_drop(sowing, each)?;
        let (over, next) = (self.label(), self.label());
        // What is left out is read once, whatever is done at the drops.
        self.move_set_to(several::SKIPPED, skipped);
        self.emit(Op::Several(Several::Drops { sowing: number, start, after }));
        self.emit_to(Op::IsEmpty(several::IN_HAND, true, LATER), over);
        self.place(next);
        self.emit(if sowing.in_order {
            Op::ChoosePlace(several::PIECE, several::IN_HAND)
        } else {
            Op::Several(Several::First)
        });
        self.emit(Op::Several(Several::Drop { each, chosen: sowing.in_order && sowing.at_drop.is_none() }));
        if let Some(block) = sowing.at_drop {
            if sowing.but_last {
                let zero = self.constant(0)?;
                self.emit_to(Op::Compare(CompareOp::Equal, turn::HAND, zero, LATER), over);
            }
            self.inline(block)?;
            // What is done there may fill the hand, or empty it.
            self.emit(Op::Several(Several::Hand));
        }
        self.emit_to(Op::IsEmpty(several::IN_HAND, false, LATER), next);
        self.place(over);
        Ok(())
    }

    /// How many pieces fall into each place together. Where drops are chosen, or asked for, it is one.
    fn each_drop(&mut self, sowing: &Sowing, each: Reg) -> Result<Reg, Refusal> {
        if self.code.expressions.numbers[sowing.each] == Number::Constant(1) {
            return Ok(each);
        }
        if sowing.in_order {
            return Err(Refusal::Ordered);
        }
        if self.program.keeps.drops {
            return Err(Refusal::Drops);
        }
        let own = self.fresh()?;
        self.emit(Op::Move(own, each));
        Ok(own)
    }

    // --- runs of drops -----------------------------------------------------------------------------------------------

    /// The length of a run of drops.
    pub(super) fn run_length(&self, run: RunId) -> Result<Reg, Refusal> {
        if !self.has_several_kinds() {
            return Err(Refusal::Drops);
        }
        several::RUNS.get(run.index()).copied().ok_or(Refusal::Kept)
    }

    /// The places of the last n drops of the last lap.
    pub(super) fn last_drops(&mut self, count: NumberId, view: View) -> Result<SetReg, Refusal> {
        if !self.has_several_kinds() {
            return Err(Refusal::Drops);
        }
        let (count, to) = (self.number(count, view)?, self.fresh_set()?);
        self.emit(Op::Several(Several::LastDrops(to, count)));
        Ok(to)
    }

    /// Nothing has fallen yet, where single drops are asked for.
    pub(super) fn forget_drops(&mut self) -> Result<(), Refusal> {
        if self.program.keeps.drops {
            let zero = self.constant(0)?;
            self.emit(Op::Move(several::FALLEN, zero));
            for (run, _) in self.code.expressions.runs.iter() {
                let length = self.run_length(run)?;
                self.emit(Op::Move(length, zero));
            }
        }
        Ok(())
    }

    /// What holds of the drops of runs.
    pub(super) fn runs(&mut self) -> Result<(), Refusal> {
        let code = self.code;
        for (_, run) in code.expressions.runs.iter() {
            let mut table = RunTable { kinds: KindBits::MAX, places: u64::MAX, held: Vec::new() };
            self.add_to_run(run, run.condition, &mut table).ok_or(Refusal::Drops)?;
            self.tables.runs.push(table);
        }
        Ok(())
    }

    /// Adds a condition on a drop; none if it asks of more than that drop: then it might come to something else later.
    fn add_to_run(&self, run: &Run, condition: TruthId, table: &mut RunTable) -> Option<()> {
        if let Truth::And(one, two) = self.code.expressions.truths[condition] {
            self.add_to_run(run, one, table)?;
            self.add_to_run(run, two, table)?;
        } else if let Some(kinds) = self.kinds_where(run, condition) {
            table.kinds &= kinds;
        } else if let Some(places) = self.places_where(run, condition) {
            table.places &= places;
        } else {
            table.held.push(self.held_where(condition)?);
        }
        Some(())
    }

    /// The kinds of which a condition holds, if it asks of the kind of the piece alone.
    fn kinds_where(&self, run: &Run, condition: TruthId) -> Option<KindBits> {
        let of = |condition| self.kinds_where(run, condition);
        match self.code.expressions.truths[condition] {
            Truth::Constant(holds) => Some(if holds { KindBits::MAX } else { 0 }),
            Truth::PieceIs(slot, kinds) if slot == run.piece => Some(self.kind_bits(kinds)),
            Truth::And(one, two) => Some(of(one)? & of(two)?),
            Truth::Or(one, two) => Some(of(one)? | of(two)?),
            Truth::Not(inner) => Some(!of(inner)?),
            _ => None,
        }
    }

    /// The places of which a condition holds, if it asks of the place alone.
    fn places_where(&self, run: &Run, condition: TruthId) -> Option<u64> {
        let (all, of) = (&self.code.expressions, |condition| self.places_where(run, condition));
        match all.truths[condition] {
            Truth::In(pit, set) if all.pits[pit] == Pit::Kept(run.pit) => bits_of(self.known_places(set)?).ok(),
            Truth::And(one, two) => Some(of(one)? & of(two)?),
            Truth::Or(one, two) => Some(of(one)? | of(two)?),
            Truth::Not(inner) => Some(!of(inner)?),
            _ => None,
        }
    }

    /// The kinds that are counted, and the numbers of which a condition holds, if it asks how many pieces the place held before.
    fn held_where(&self, condition: TruthId) -> Option<(KindBits, Counts)> {
        let all = &self.code.expressions;
        let kinds = |number| match all.numbers[number] {
            Number::Held(kinds) => Some(self.kind_bits(kinds)),
            _ => None,
        };
        match all.truths[condition] {
            Truth::IsIn(number, counts) => Some((kinds(number)?, all.counts[counts])),
            Truth::Compare(op, number, other) => {
                let Number::Constant(other) = all.numbers[other] else { return None };
                Some((kinds(number)?, Counts::new(|count| op.holds(count, other))))
            }
            Truth::Not(inner) => {
                let (kinds, counts) = self.held_where(inner)?;
                Some((kinds, Counts::new(|count| !counts.has(count))))
            }
            _ => None,
        }
    }
}
