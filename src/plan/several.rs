//! Pieces of several kinds as code: what is counted of them, and what moves them. Where there is one kind, the operations
//! are those on single cells.

use super::build::Builder;
use super::op::{KindBits, Op, Reg, SetReg, Several, View, turn};
use super::refusal::Refusal;
use crate::ir::{Id, Kinds, Number, PieceKind, Pit, PitId, Place, Places, SetId, Slot, Truth, TruthId};
use crate::model::ArithmeticOp;

impl<const W: usize> Builder<'_, W> {
    /// Whether there are several kinds of pieces.
    pub(super) fn has_several_kinds(&self) -> bool {
        self.program.layout.kinds > 1
    }

    /// Kinds that there are, by bits.
    pub(super) fn kind_bits(&self, kinds: Kinds) -> KindBits {
        kinds.members(self.program.layout.kinds).fold(0, |bits, kind| bits | 1 << kind.index())
    }

    // --- what is counted ---------------------------------------------------------------------------------------------

    /// Pieces of some kinds at a place.
    pub(super) fn pieces_at(&mut self, pit: PitId, kinds: Kinds, view: View) -> Result<Reg, Refusal> {
        let bits = self.kind_bits(kinds);
        if bits == 0 {
            return self.constant(0);
        }
        if bits.is_power_of_two() {
            return self.cell_of(bits.ilog2() as usize * self.program.layout.places, pit, view);
        }
        if let Pit::Constant(place) = self.code.expressions.pits[pit] {
            let Some(place) = place else { return self.constant(0) };
            let mask = self.mask(1 << place.index(), bits)?;
            let to = self.fresh()?;
            self.emit(Op::PiecesOf(to, view, mask));
            return Ok(to);
        }
        let pit = self.pit(pit, view)?;
        let to = self.fresh()?;
        self.emit(Op::Several(Several::At(to, view, pit, bits)));
        Ok(to)
    }

    /// Pieces of some kinds in a set.
    pub(super) fn pieces(&mut self, set: SetId, kinds: Kinds, view: View) -> Result<Reg, Refusal> {
        let bits = self.kind_bits(kinds);
        if bits == 0 {
            return self.constant(0);
        }
        if let Some(only) = self.only_place(set).filter(|_| bits.is_power_of_two()) {
            let first = bits.ilog2() as usize * self.program.layout.places;
            let cell = u16::try_from(first + usize::from(only)).map_err(|_| Refusal::Cells)?;
            let to = self.fresh()?;
            self.emit(Op::Cell(to, view, cell));
            return Ok(to);
        }
        if let Some(mask) = self.known_mask(set, bits)? {
            let to = self.fresh()?;
            self.emit(Op::PiecesOf(to, view, mask));
            return Ok(to);
        }
        let set = self.set(set, view)?;
        let to = self.fresh()?;
        self.emit_for_kinds(Several::In(to, view, set, bits), Op::Pieces(to, view, set));
        Ok(to)
    }

    /// What the pieces in a set are worth.
    pub(super) fn worth(&mut self, set: SetId, view: View) -> Result<Reg, Refusal> {
        if let Some(places) = self.known_places(set).filter(|_| self.has_several_kinds()) {
            let table = self.worth_table(places)?;
            let to = self.fresh()?;
            self.emit(Op::Several(Several::Worth(to, view, table)));
            return Ok(to);
        }
        let mut sum = None;
        for (kind, worth) in self.worths() {
            let pieces = self.pieces(set, [kind].into_iter().collect(), view)?;
            let (to, worth) = (self.fresh()?, self.constant(worth)?);
            self.emit(Op::Arithmetic(ArithmeticOp::Multiply, to, pieces, worth));
            if let Some(before) = sum {
                self.emit(Op::Arithmetic(ArithmeticOp::Add, to, before, to));
            }
            sum = Some(to);
        }
        sum.map_or_else(|| self.constant(0), Ok)
    }

    /// Kinds that are worth something, and how much.
    fn worths(&self) -> Vec<(PieceKind, i32)> {
        let worths = PieceKind::all().zip(self.program.board.worths.iter().copied());
        worths.filter(|(_, worth)| *worth != 0).collect()
    }

    fn worth_table(&mut self, places: Places) -> Result<u8, Refusal> {
        let cell = |kind: PieceKind, place: Place| {
            u8::try_from(kind.index() * self.program.layout.places + place.index()).map_err(|_| Refusal::Cells)
        };
        let each = self.worths().into_iter().flat_map(|(kind, worth)| places.map(move |place| (kind, place, worth)));
        let table = each.map(|(kind, place, worth)| Ok((cell(kind, place)?, worth))).collect::<Result<_, _>>()?;
        let number = self.tables.worths.iter().position(|other| *other == table).unwrap_or_else(|| {
            self.tables.worths.push(table);
            self.tables.worths.len() - 1
        });
        u8::try_from(number).map_err(|_| Refusal::Tables)
    }

    /// Members of a set of which conditions hold that ask how many pieces of some kinds lie there, in a register that may be
    /// the set's own; and those of the conditions that ask something else.
    pub(super) fn holding(
        &mut self,
        to: SetReg,
        of: SetReg,
        slot: Slot,
        conditions: Vec<TruthId>,
        view: View,
    ) -> Result<(SetReg, Vec<TruthId>), Refusal> {
        let (mut among, mut others) = (of, Vec::new());
        for condition in conditions {
            match self.asks_how_many(slot, condition)? {
                Some((kinds, counts)) => {
                    self.emit(Op::Several(Several::Holding { to, of: among, view, kinds, counts }));
                    among = to;
                }
                None => others.push(condition),
            }
        }
        Ok((among, others))
    }

    /// The kinds and the numbers, if a condition asks whether one of these numbers of pieces lies at the place in a slot.
    fn asks_how_many(&mut self, slot: Slot, condition: TruthId) -> Result<Option<(KindBits, u8)>, Refusal> {
        let all = &self.code.expressions;
        if let Truth::IsIn(number, counts) = all.truths[condition]
            && let Number::PiecesAt(pit, kinds) = all.numbers[number]
            && all.pits[pit] == Pit::Kept(slot)
            && self.has_several_kinds()
        {
            let counts = u8::try_from(self.counts(counts)?).ok();
            return Ok(counts.map(|counts| (self.kind_bits(kinds), counts)));
        }
        Ok(None)
    }

    /// Pieces of some kinds that the place of the last drop held before.
    pub(super) fn held(&mut self, kinds: Kinds) -> Result<Reg, Refusal> {
        let bits = self.kind_bits(kinds);
        if bits == 0 {
            return self.constant(0);
        }
        if bits == self.kind_bits(Kinds::ALL) { Ok(turn::HELD) } else { Err(Refusal::HeldKinds) }
    }

    // --- what moves them ---------------------------------------------------------------------------------------------

    /// An operation on pieces of all kinds, or on those of the only one.
    fn emit_for_kinds(&mut self, several: Several, one: Op) {
        self.emit(if self.has_several_kinds() { Op::Several(several) } else { one });
    }

    /// Takes all pieces of a place into the hand.
    pub(super) fn lift(&mut self, pit: Reg) -> Result<(), Refusal> {
        let all = if self.has_several_kinds() { self.constant(i32::MAX)? } else { pit };
        self.emit_for_kinds(Several::Lift(all, pit), Op::Lift(pit));
        Ok(())
    }

    /// Takes at most n.
    pub(super) fn lift_some(&mut self, count: Reg, pit: Reg) {
        self.emit_for_kinds(Several::Lift(count, pit), Op::LiftSome(count, pit));
    }

    /// Moves at most n from a place to a place.
    pub(super) fn put(&mut self, count: Reg, from: Reg, to: Reg) {
        self.emit_for_kinds(Several::Put(count, from, to), Op::Put(count, from, to));
    }

    /// Moves at most n from the hand to a place.
    pub(super) fn put_hand(&mut self, count: Reg, to: Reg) {
        self.emit_for_kinds(Several::PutHand(count, to), Op::PutHand(count, to));
    }

    /// Takes all pieces of a set to a place, for somebody.
    pub(super) fn capture(&mut self, set: SetReg, into: Reg, captor: Reg) {
        self.emit_for_kinds(Several::Capture(set, into, captor), Op::Capture(set, into, captor));
    }

    /// Takes at most n of a place.
    pub(super) fn capture_some(&mut self, count: Reg, pit: Reg, into: Reg, captor: Reg) {
        let several = Several::CaptureSome { count, pit, into, captor };
        self.emit_for_kinds(several, Op::CaptureSome { count, pit, into, captor });
    }
}
