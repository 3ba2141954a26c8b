//! Expressions, each read for many lanes at once: numbers, truth values, places, ways, players.
//!
//! Results stand in the order of the lanes that were asked for. A part that only some lanes need is read for those alone.

use super::bits::{Bits, number_of};
use super::lanes::Lane;
use super::turns::Turns;
use crate::ir::{
    Binding, BindingId, Cell, Id, Number, NumberId, Past, Pit, PitId, PlayerId, Slot, Steps, Truth, TruthId, Way,
    WayId, Who,
};
use crate::model::Player;

/// A player in arithmetic on players; -1 is nobody.
#[inline]
pub(super) fn number_of_player(player: Option<Player>) -> i32 {
    match player {
        None => -1,
        Some(Player::South) => 0,
        Some(Player::North) => 1,
    }
}

impl<const W: usize, B: Bits> Turns<'_, W, B> {
    // --- what is read of lanes ---------------------------------------------------------------------------------------

    /// Reads something of the position of each lane, as it is or was.
    #[inline(always)]
    pub(super) fn read<T>(&self, on: &[Lane], out: &mut Vec<T>, read: impl Fn(usize, &[u8; W]) -> T) {
        let lanes = on.iter().map(|lane| *lane as usize).enumerate();
        match self.view {
            None => out.extend(lanes.map(|(at, lane)| read(at, &self.lanes.cells[lane]))),
            Some(Past::TurnStart) => {
                let source = |lane: usize| &self.sources[self.lanes.facts[lane].source as usize];
                out.extend(lanes.map(|(at, lane)| read(at, source(lane))));
            }
            Some(Past::BeforeSowing) => out.extend(lanes.map(|(at, lane)| read(at, &self.lanes.before[lane]))),
        }
    }

    #[inline(always)]
    fn facts(&self, on: &[Lane], out: &mut Vec<i32>, read: impl Fn(&super::lanes::Facts) -> i32) {
        out.extend(on.iter().map(|lane| read(&self.lanes.facts[*lane as usize])));
    }

    fn slot(&self, slot: Slot, on: &[Lane], out: &mut Vec<i32>) {
        let slot = slot.index();
        match self.uniform[slot] {
            Some(value) => out.extend(on.iter().map(|_| value)),
            None => out.extend(on.iter().map(|lane| self.lanes.slot(*lane, slot))),
        }
    }

    fn cell(&self, cell: Cell, shift: i32, on: &[Lane], out: &mut Vec<i32>) {
        let cell = cell.index() & (W - 1);
        self.read(on, out, |_, cells| i32::from(cells[cell]) - shift);
    }

    /// The cell of each lane's pit, less a shift; the shift's contrary for none.
    fn cell_of(&mut self, first: Cell, pit: PitId, shift: i32, on: &[Lane], out: &mut Vec<i32>) {
        if let Some(place) = self.known_pit(pit) {
            match usize::try_from(place) {
                Ok(place) => {
                    let cell = (first.index() + place) & (W - 1);
                    self.read(on, out, |_, cells| i32::from(cells[cell]) - shift);
                }
                Err(_) => out.extend(on.iter().map(|_| -shift)),
            }
            return;
        }
        let pits = self.pits(pit, on);
        let first = first.index();
        self.read(on, out, |at, cells| match usize::try_from(pits[at]) {
            Ok(place) => i32::from(cells[(first + place) & (W - 1)]) - shift,
            Err(_) => -shift,
        });
        self.numbers.give(pits);
    }

    /// A place that is the same for all lanes; -1 is none.
    pub(super) fn known_pit(&self, pit: PitId) -> Option<i32> {
        match self.code.expressions.pits[pit] {
            Pit::Constant(place) => Some(number_of(place)),
            Pit::Kept(slot) => self.uniform[slot.index()],
            _ => None,
        }
    }

    /// Reads the first for the lanes where something holds, the second for the others.
    fn either<T: Copy + Default>(
        &mut self,
        condition: TruthId,
        on: &[Lane],
        out: &mut Vec<T>,
        mut read: impl FnMut(&mut Self, bool, &[Lane], &mut Vec<T>),
    ) {
        let holds = self.truth(condition, on);
        let start = out.len();
        out.resize(start + on.len(), T::default());
        for side in [true, false] {
            let mut part = self.lists.take();
            part.extend(on.iter().zip(&holds).filter(|(_, holds)| **holds == side).map(|(lane, _)| *lane));
            if !part.is_empty() {
                let mut values = Vec::with_capacity(part.len());
                read(self, side, &part, &mut values);
                let places = holds.iter().enumerate().filter(|(_, holds)| **holds == side).map(|(at, _)| start + at);
                places.zip(values).for_each(|(at, value)| out[at] = value);
            }
            self.lists.give(part);
        }
        self.truths.give(holds);
    }

    /// Binds a value in every lane.
    pub(super) fn bind(&mut self, binding: Binding, on: &[Lane]) {
        let values = self.values_of(binding, on);
        self.keep_values(binding, values, on);
    }

    pub(super) fn bind_id(&mut self, binding: BindingId, on: &[Lane]) {
        self.bind(self.code.expressions.bindings[binding], on);
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    /// A number of each lane.
    pub(super) fn number(&mut self, number: NumberId, on: &[Lane]) -> Vec<i32> {
        let mut out = self.numbers.take();
        self.number_into(number, on, &mut out);
        out
    }

    fn number_into(&mut self, number: NumberId, on: &[Lane], out: &mut Vec<i32>) {
        match self.code.expressions.numbers[number] {
            Number::Constant(value) => out.extend(on.iter().map(|_| value)),
            Number::Kept(slot) => self.slot(slot, on, out),
            Number::Hand => self.facts(on, out, |facts| facts.hand),
            Number::Held(_) => self.facts(on, out, |facts| facts.held),
            Number::Captured => self.facts(on, out, |facts| facts.captured),
            Number::Laps => self.facts(on, out, |facts| i32::try_from(facts.laps).unwrap_or(i32::MAX)),
            Number::State(cell) => self.cell(cell, 0, on, out),
            Number::StateOf(first, pit) => self.cell_of(first, pit, 0, on, out),
            Number::Pieces(set, _) => self.pieces(set, on, out),
            Number::PiecesAt(pit, _) => {
                let first = Cell::at(0).expect("there is room for a cell");
                self.cell_of(first, pit, 0, on, out);
            }
            Number::Worth(set) => {
                self.pieces(set, on, out);
                let worth = self.program.board.worths.first().copied().unwrap_or(0);
                out.iter_mut().for_each(|pieces| *pieces *= worth);
            }
            Number::Count(set) => {
                let sets = self.set(set, on);
                out.extend(sets.iter().map(|set| set.count()));
                self.sets.give(sets);
            }
            Number::PitNumber(pit) => {
                let pits = self.pits(pit, on);
                let numbers = &self.program.board.numbers;
                out.extend(pits.iter().map(|pit| usize::try_from(*pit).map_or(0, |pit| numbers[pit])));
                self.numbers.give(pits);
            }
            Number::Arithmetic(op, left, right) => {
                self.pairs(left, right, on, out, |left, right| op.apply(left, right));
            }
            Number::Larger(left, right) => self.pairs(left, right, on, out, i32::max),
            Number::Smaller(left, right) => self.pairs(left, right, on, out, i32::min),
            Number::If(condition, left, right) => self.either(condition, on, out, |this, side, part, values| {
                this.number_into(if side { left } else { right }, part, values);
            }),
            Number::In(past, inner) => self.in_past(past, |this| this.number_into(inner, on, out)),
            Number::With(binding, rest) => {
                self.bind_id(binding, on);
                self.number_into(rest, on, out);
            }
            Number::Run(_) => unreachable!("turns that log their drops are not prepared"),
        }
    }

    #[inline(always)]
    fn pairs(
        &mut self,
        left: NumberId,
        right: NumberId,
        on: &[Lane],
        out: &mut Vec<i32>,
        join: impl Fn(i32, i32) -> i32,
    ) {
        let (left, right) = (self.number(left, on), self.number(right, on));
        out.extend(left.iter().zip(&right).map(|(left, right)| join(*left, *right)));
        self.numbers.give(left);
        self.numbers.give(right);
    }

    // --- truth values ------------------------------------------------------------------------------------------------

    /// A condition of each lane.
    pub(super) fn truth(&mut self, truth: TruthId, on: &[Lane]) -> Vec<bool> {
        let mut out = self.truths.take();
        self.truth_into(truth, on, &mut out);
        out
    }

    fn truth_into(&mut self, truth: TruthId, on: &[Lane], out: &mut Vec<bool>) {
        let code = self.code;
        match code.expressions.truths[truth] {
            Truth::Constant(value) => out.extend(on.iter().map(|_| value)),
            Truth::Kept(slot) => {
                let mut values = self.numbers.take();
                self.slot(slot, on, &mut values);
                self.tested(values, out, |value| value != 0);
            }
            Truth::State(cell) => {
                let cell = cell.index() & (W - 1);
                self.read(on, out, |_, cells| cells[cell] != 0);
            }
            Truth::StateOf(first, pit) => {
                let mut values = self.numbers.take();
                self.cell_of(first, pit, 0, on, &mut values);
                self.tested(values, out, |value| value != 0);
            }
            Truth::And(left, right) => self.joined(left, right, true, on, out),
            Truth::Or(left, right) => self.joined(left, right, false, on, out),
            Truth::Not(inner) => {
                let start = out.len();
                self.truth_into(inner, on, out);
                out[start..].iter_mut().for_each(|value| *value = !*value);
            }
            Truth::Compare(op, left, right) => {
                let left = self.number(left, on);
                if let Number::Constant(right) = code.expressions.numbers[right] {
                    return self.tested(left, out, |left| op.holds(left, right));
                }
                let right = self.number(right, on);
                out.extend(left.iter().zip(&right).map(|(left, right)| op.holds(*left, *right)));
                self.numbers.give(left);
                self.numbers.give(right);
            }
            Truth::IsIn(number, counts) => {
                let counts = &code.expressions.counts[counts];
                let values = self.number(number, on);
                self.tested(values, out, |value| counts.has(value));
            }
            Truth::Between(value, low, high) => {
                let (value, low, high) = (self.number(value, on), self.number(low, on), self.number(high, on));
                let bounds = low.iter().zip(&high);
                out.extend(value.iter().zip(bounds).map(|(value, (low, high))| (low..=high).contains(&value)));
                [value, low, high].into_iter().for_each(|list| self.numbers.give(list));
            }
            Truth::Even(value) => {
                let values = self.number(value, on);
                self.tested(values, out, |value| value % 2 == 0);
            }
            Truth::SamePit(left, right) => {
                let (left, right) = (self.pits(left, on), self.pits(right, on));
                self.same(left, right, out);
            }
            Truth::SameWay(left, right) => {
                let (left, right) = (self.ways(left, on), self.ways(right, on));
                self.same(left, right, out);
            }
            Truth::SamePlayer(left, right) => {
                let (left, right) = (self.players(left, on), self.players(right, on));
                self.same(left, right, out);
            }
            Truth::PieceIs(..) => unreachable!("turns with several kinds of pieces are not prepared"),
            Truth::MoveIs(kind) => {
                let played = self.playing && kind == self.kind;
                out.extend(on.iter().map(|_| played));
            }
            Truth::In(pit, set) => self.lies_in(pit, set, on, out),
            Truth::Within(left, right) => {
                self.sets_compared(left, right, on, out, |left, right| (left & !right).is_empty());
            }
            Truth::SameSet(left, right) => self.sets_compared(left, right, on, out, |left, right| left == right),
            Truth::Some(set) => {
                let sets = self.set(set, on);
                out.extend(sets.iter().map(|set| !set.is_empty()));
                self.sets.give(sets);
            }
            Truth::NoPieces(set) => {
                let mut pieces = self.numbers.take();
                self.pieces(set, on, &mut pieces);
                self.tested(pieces, out, |pieces| pieces == 0);
            }
            Truth::If(condition, left, right) => self.either(condition, on, out, |this, side, part, values| {
                this.truth_into(if side { left } else { right }, part, values);
            }),
            Truth::Past(past, inner) => self.in_past(past, |this| this.truth_into(inner, on, out)),
            // Whoever asks for repetition, or lists moves, does so without this.
            Truth::Occurs(times) => out.extend(on.iter().map(|_| times <= 1)),
            Truth::CannotMove => out.extend(on.iter().map(|_| false)),
            Truth::With(binding, rest) => {
                self.bind_id(binding, on);
                self.truth_into(rest, on, out);
            }
        }
    }

    #[inline(always)]
    fn tested(&mut self, values: Vec<i32>, out: &mut Vec<bool>, holds: impl Fn(i32) -> bool) {
        out.extend(values.iter().map(|value| holds(*value)));
        self.numbers.give(values);
    }

    fn same(&mut self, left: Vec<i32>, right: Vec<i32>, out: &mut Vec<bool>) {
        out.extend(left.iter().zip(&right).map(|(left, right)| left == right));
        self.numbers.give(left);
        self.numbers.give(right);
    }

    /// Both, or one of two conditions; the second is read only where the first does not settle the matter.
    fn joined(&mut self, left: TruthId, right: TruthId, open: bool, on: &[Lane], out: &mut Vec<bool>) {
        let start = out.len();
        self.truth_into(left, on, out);
        let undecided = out[start..].iter().filter(|value| **value == open).count();
        if undecided == 0 {
            return;
        }
        if undecided == on.len() {
            out.truncate(start);
            return self.truth_into(right, on, out);
        }
        let mut part = self.lists.take();
        part.extend(on.iter().zip(&out[start..]).filter(|(_, value)| **value == open).map(|(lane, _)| *lane));
        let values = self.truth(right, &part);
        let mut next = values.iter();
        for value in out[start..].iter_mut().filter(|value| **value == open) {
            *value = *next.next().unwrap_or(&open);
        }
        self.lists.give(part);
        self.truths.give(values);
    }

    fn lies_in(&mut self, pit: PitId, set: crate::ir::SetId, on: &[Lane], out: &mut Vec<bool>) {
        let pits = self.pits(pit, on);
        if let Some(known) = self.known_set(set) {
            return self.tested(pits, out, |pit| usize::try_from(pit).is_ok_and(|pit| known.has(pit)));
        }
        let sets = self.set(set, on);
        out.extend(pits.iter().zip(&sets).map(|(pit, set)| usize::try_from(*pit).is_ok_and(|pit| set.has(pit))));
        self.numbers.give(pits);
        self.sets.give(sets);
    }

    // --- places ------------------------------------------------------------------------------------------------------

    /// A place of each lane; -1 is none.
    pub(super) fn pits(&mut self, pit: PitId, on: &[Lane]) -> Vec<i32> {
        let mut out = self.numbers.take();
        self.pits_into(pit, on, &mut out);
        out
    }

    fn pits_into(&mut self, pit: PitId, on: &[Lane], out: &mut Vec<i32>) {
        match self.code.expressions.pits[pit] {
            Pit::Constant(place) => {
                let place = number_of(place);
                out.extend(on.iter().map(|_| place));
            }
            Pit::Kept(slot) => self.slot(slot, on, out),
            Pit::Last => self.facts(on, out, |facts| facts.last),
            Pit::Origin => self.facts(on, out, |facts| facts.origin),
            Pit::State(cell) => self.cell(cell, 1, on, out),
            Pit::StateOf(first, pit) => self.cell_of(first, pit, 1, on, out),
            Pit::Facing(pit) => self.related(pit, on, out, &self.prepared.facing),
            Pit::Behind(pit) => self.related(pit, on, out, &self.prepared.behind),
            Pit::Steps(steps) => {
                let steps = self.code.expressions.steps[steps];
                self.steps_along(&steps, on, out);
            }
            Pit::Only(set) => {
                let sets = self.set(set, on);
                let only = |set: &B| if set.rest().is_empty() { set.first() } else { None };
                out.extend(sets.iter().map(|set| only(set).map_or(-1, |place| i32::try_from(place).unwrap_or(-1))));
                self.sets.give(sets);
            }
            Pit::If(condition, left, right) => self.either(condition, on, out, |this, side, part, values| {
                this.pits_into(if side { left } else { right }, part, values);
            }),
            Pit::In(past, inner) => self.in_past(past, |this| this.pits_into(inner, on, out)),
            Pit::With(binding, rest) => {
                self.bind_id(binding, on);
                self.pits_into(rest, on, out);
            }
        }
    }

    fn related(&mut self, pit: PitId, on: &[Lane], out: &mut Vec<i32>, table: &[i32]) {
        let pits = self.pits(pit, on);
        out.extend(pits.iter().map(|pit| usize::try_from(*pit).map_or(-1, |pit| table[pit])));
        self.numbers.give(pits);
    }

    fn steps_along(&mut self, steps: &Steps, on: &[Lane], out: &mut Vec<i32>) {
        let (counts, from, ways) = (self.number(steps.count, on), self.pits(steps.from, on), self.ways(steps.way, on));
        let track = &self.code.tracks[steps.track];
        let one = |((count, from), way): ((&i32, &i32), &i32)| {
            let way = usize::from((*way == 0) == steps.back);
            let index = track.index[way].get(usize::try_from(*from).ok()?).copied().flatten()?;
            let length = i64::try_from(track.places[way].len()).ok()?;
            let at = (i64::try_from(index).ok()? + i64::from(*count)).rem_euclid(length);
            track.places[way].get(usize::try_from(at).ok()?).copied()
        };
        out.extend(counts.iter().zip(&from).zip(&ways).map(|each| number_of(one(each))));
        [counts, from, ways].into_iter().for_each(|list| self.numbers.give(list));
    }

    // --- ways and players --------------------------------------------------------------------------------------------

    /// A way of each lane: 0 or 1.
    pub(super) fn ways(&mut self, way: WayId, on: &[Lane]) -> Vec<i32> {
        let mut out = self.numbers.take();
        self.ways_into(way, on, &mut out);
        out
    }

    fn ways_into(&mut self, way: WayId, on: &[Lane], out: &mut Vec<i32>) {
        match self.code.expressions.ways[way] {
            Way::Constant(other) => out.extend(on.iter().map(|_| i32::from(other))),
            Way::Kept(slot) => self.slot(slot, on, out),
            Way::State(cell) => self.cell(cell, 0, on, out),
            Way::StateOf(first, pit) => self.cell_of(first, pit, 0, on, out),
            Way::Opposite(way) => {
                let start = out.len();
                self.ways_into(way, on, out);
                out[start..].iter_mut().for_each(|way| *way = 1 - *way);
            }
            Way::If(condition, left, right) => self.either(condition, on, out, |this, side, part, values| {
                this.ways_into(if side { left } else { right }, part, values);
            }),
            Way::In(past, inner) => self.in_past(past, |this| this.ways_into(inner, on, out)),
            Way::With(binding, rest) => {
                self.bind_id(binding, on);
                self.ways_into(rest, on, out);
            }
        }
    }

    /// A player of each lane; -1 is nobody.
    pub(super) fn players(&mut self, player: PlayerId, on: &[Lane]) -> Vec<i32> {
        let mut out = self.numbers.take();
        self.players_into(player, on, &mut out);
        out
    }

    fn players_into(&mut self, player: PlayerId, on: &[Lane], out: &mut Vec<i32>) {
        match self.code.expressions.players[player] {
            Who::Constant(player) => {
                let player = number_of_player(player);
                out.extend(on.iter().map(|_| player));
            }
            Who::Kept(slot) => self.slot(slot, on, out),
            Who::State(cell) => self.cell(cell, 1, on, out),
            Who::StateOf(first, pit) => self.cell_of(first, pit, 1, on, out),
            Who::Owner(pit) => {
                let pits = self.pits(pit, on);
                let owners = &self.program.board.owners;
                let owner = |pit: &i32| usize::try_from(*pit).map_or(-1, |pit| number_of_player(owners[pit]));
                out.extend(pits.iter().map(owner));
                self.numbers.give(pits);
            }
            // A turn that is not over has no winner.
            Who::Winner => out.extend(on.iter().map(|_| -1)),
            Who::If(condition, left, right) => self.either(condition, on, out, |this, side, part, values| {
                this.players_into(if side { left } else { right }, part, values);
            }),
            Who::In(past, inner) => self.in_past(past, |this| this.players_into(inner, on, out)),
            Who::With(binding, rest) => {
                self.bind_id(binding, on);
                self.players_into(rest, on, out);
            }
        }
    }
}
