//! Sets of places as code.

use super::bags::members;
use super::build::{Builder, LATER};
use super::expressions::{number_of_place, view_of};
use super::filter::{Asked, Filter};
use super::op::{KindBits, Op, Reg, SetReg, View, number_of};
use super::parts::Parts;
use super::refusal::Refusal;
use super::tables::ChainTable;
use crate::ir::{Chain, ChainId, Each, Id, Place, Places, Set, SetId, Slot, TruthId};

/// A set of places as it is kept in a register.
pub(super) fn bits_of(places: Places) -> Result<u64, Refusal> {
    u64::try_from(places.bits()).map_err(|_| Refusal::Places)
}

impl<const W: usize> Builder<'_, W> {
    /// A set.
    pub(super) fn set(&mut self, set: SetId, view: View) -> Result<SetReg, Refusal> {
        if let Some(known) = self.steady_set(set) {
            return Ok(known);
        }
        match self.code.expressions.sets[set] {
            Set::Constant(constant) => {
                // All places there can be are those that there are.
                let everywhere: Places = self.everywhere();
                let places = self.code.expressions.constants[constant].common(everywhere);
                self.constant_set(bits_of(places)?)
            }
            Set::Kept(slot) => Ok(self.set_slot(slot)),
            Set::Single(pit) => {
                let pit = self.pit(pit, view)?;
                let to = self.fresh_set()?;
                self.emit(Op::Single(to, pit));
                Ok(to)
            }
            Set::Where(of, slot, condition) => self.filtered(of, slot, condition, view),
            Set::Union(one, two) => self.of_two_sets(one, two, view, Op::Union),
            Set::Minus(one, two) => self.of_two_sets(one, two, view, Op::Minus),
            Set::Facing(of) => {
                let facing = self.program.board.facing.clone();
                self.related(of, view, facing.into_iter().map(number_of_place))
            }
            Set::Behind(of) => {
                let behind = self.program.board.behind.clone();
                self.related(of, view, behind.into_iter().map(number_of_place))
            }
            Set::Chain(chain) => self.chain(chain, view),
            Set::Each(each) => {
                let to = self.fresh_set()?;
                self.emit(Op::NoSet(to));
                let code = self.code;
                let each = &code.expressions.eaches[each];
                self.values(each, &each.over, to, view)?;
                Ok(to)
            }
            Set::LastDrops(count) => self.last_drops(count, view),
            Set::If(condition, one, two) => {
                let to = self.fresh_set()?;
                let (otherwise, end) = (self.label(), self.label());
                self.go_if(condition, view, otherwise, false)?;
                let value = self.set(one, view)?;
                self.emit(Op::MoveSet(to, value));
                self.jump(end);
                self.place(otherwise);
                let value = self.set(two, view)?;
                self.emit(Op::MoveSet(to, value));
                self.place(end);
                Ok(to)
            }
            Set::In(past, inner) => self.set(inner, view_of(past)),
            Set::With(binding, inner) => {
                self.bind(self.code.expressions.bindings[binding], view)?;
                let value = self.set(inner, view)?;
                let to = self.fresh_set()?;
                self.emit(Op::MoveSet(to, value));
                Ok(to)
            }
        }
    }

    fn everywhere(&self) -> Places {
        let places = (0..self.program.layout.places).filter_map(crate::ir::Place::at);
        places.fold(Places::NONE, |all, place| all.with(Places::of(place)))
    }

    fn of_two_sets(
        &mut self,
        one: SetId,
        two: SetId,
        view: View,
        op: impl Fn(SetReg, SetReg, SetReg) -> Op,
    ) -> Result<SetReg, Refusal> {
        let (one, two) = (self.set(one, view)?, self.set(two, view)?);
        let to = self.fresh_set()?;
        self.emit(op(to, one, two));
        Ok(to)
    }

    fn related(&mut self, of: SetId, view: View, values: impl Iterator<Item = i32>) -> Result<SetReg, Refusal> {
        let table = self.place_table(-1, values)?;
        let of = self.set(of, view)?;
        let to = self.fresh_set()?;
        self.emit(Op::Related(to, of, table));
        Ok(to)
    }

    /// Members of which a condition holds.
    fn filtered(&mut self, of: SetId, slot: Slot, condition: TruthId, view: View) -> Result<SetReg, Refusal> {
        let mut parts = Parts::of(self.asked_of(slot), condition);
        let facing = parts.facing.take().and_then(|(filter, conditions)| {
            let is_told = self.is_told_of_facing(&filter, of);
            if !is_told {
                parts.each.extend(conditions);
            }
            is_told.then_some(filter)
        });
        let of = self.set(of, view)?;
        let to = self.fresh_set()?;
        let end = self.label();
        if !parts.once.is_empty() {
            self.emit(Op::NoSet(to));
        }
        for condition in parts.once {
            self.go_if(condition, view, end, false)?;
        }
        let among = match parts.filter {
            Some(filter) => {
                let filter = self.filter(filter)?;
                self.emit(Op::Filter(to, of, view, filter));
                to
            }
            None => of,
        };
        let among = match facing {
            Some(filter) => self.facing_such(to, among, filter, view)?,
            None => among,
        };
        let (among, each) = self.holding(to, among, slot, parts.each, view)?;
        if !each.is_empty() {
            self.one_by_one(to, among, slot, &each, view)?;
        } else if among != to {
            self.emit(Op::MoveSet(to, among));
        }
        self.place(end);
        Ok(to)
    }

    /// Whether it can be told of all members of a set at once that a condition holds of the places that they face: where two
    /// face each other, and members that face none are none of those.
    fn is_told_of_facing(&self, filter: &Filter, of: SetId) -> bool {
        let facing = &self.program.board.facing;
        let faced = |place: Place| facing.get(place.index()).copied().flatten();
        let mut all = (0..facing.len()).filter_map(Place::at);
        let face_each_other = all.all(|place| faced(place).is_none_or(|other| faced(other) == Some(place)));
        let all_face = || self.known_places(of).is_some_and(|mut places| places.all(|place| faced(place).is_some()));
        face_each_other && (!filter.holds_of_none() || all_face())
    }

    /// Members of a set that face places of which a condition holds, in a register that may be the set's own.
    fn facing_such(&mut self, to: SetReg, of: SetReg, filter: Filter, view: View) -> Result<SetReg, Refusal> {
        let facing = self.program.board.facing.clone();
        let table = self.place_table(-1, facing.into_iter().map(number_of_place))?;
        let filter = self.filter(filter)?;
        self.emit(Op::Related(to, of, table));
        self.emit(Op::Filter(to, to, view, filter));
        self.emit(Op::Related(to, to, table));
        Ok(to)
    }

    /// Members of which conditions hold that are asked of each by itself.
    fn one_by_one(
        &mut self,
        to: SetReg,
        of: SetReg,
        slot: Slot,
        conditions: &[TruthId],
        view: View,
    ) -> Result<(), Refusal> {
        let left = self.fresh_set()?;
        let (next, end) = (self.label(), self.label());
        self.emit(Op::MoveSet(left, of));
        self.emit(Op::NoSet(to));
        let it = self.slot(slot);
        self.place(next);
        self.emit_to(Op::Next(it, left, LATER), end);
        for condition in conditions {
            self.go_if(*condition, view, next, false)?;
        }
        self.emit(Op::Add(to, it));
        self.jump(next);
        self.place(end);
        Ok(())
    }

    /// What conditions ask of the place in a slot.
    fn asked_of(&self, slot: Slot) -> Asked<'_> {
        Asked { expressions: &self.code.expressions, layout: &self.program.layout, slot, faces: false }
    }

    fn filter(&mut self, filter: Filter) -> Result<u16, Refusal> {
        self.tables.filters.push(filter);
        u16::try_from(self.tables.filters.len() - 1).map_err(|_| Refusal::Conditions)
    }

    /// All values of a pit expression.
    fn values(&mut self, each: &Each, over: &[(Slot, Option<SetId>)], to: SetReg, view: View) -> Result<(), Refusal> {
        let Some(((slot, set), rest)) = over.split_first() else {
            let pit = self.pit(each.value, view)?;
            self.emit(Op::Add(to, pit));
            return Ok(());
        };
        let of = match set {
            Some(set) => self.set(*set, view)?,
            None => self.constant_set(0b11)?,
        };
        let left = self.fresh_set()?;
        let (next, end) = (self.label(), self.label());
        self.emit(Op::MoveSet(left, of));
        let it = self.slot(*slot);
        self.place(next);
        self.emit_to(Op::Next(it, left, LATER), end);
        self.values(each, rest, to, view)?;
        self.jump(next);
        self.place(end);
        Ok(())
    }

    /// Places along the track of the last sowing.
    fn chain(&mut self, id: ChainId, view: View) -> Result<SetReg, Refusal> {
        let chain = self.code.expressions.chains[id];
        let from = self.pit(chain.from, view)?;
        let most = match chain.limit {
            Some(limit) => self.number(limit, view)?,
            None => self.constant(i32::MAX)?,
        };
        match Filter::new(self.asked_of(chain.it), chain.condition) {
            Some(filter) => self.plain_chain(chain, filter, from, most, view),
            None => self.walked_chain(chain, from, most, view),
        }
    }

    fn plain_chain(
        &mut self,
        chain: Chain,
        filter: Filter,
        from: Reg,
        most: Reg,
        view: View,
    ) -> Result<SetReg, Refusal> {
        self.tables.chains.push(ChainTable { back: chain.back, filter });
        let number = u16::try_from(self.tables.chains.len() - 1).map_err(|_| Refusal::Chains)?;
        let to = self.fresh_set()?;
        self.emit(Op::Chain { to, from, most, view, chain: number });
        Ok(to)
    }

    fn walked_chain(&mut self, chain: Chain, from: Reg, most: Reg, view: View) -> Result<SetReg, Refusal> {
        let to = self.fresh_set()?;
        let first = self.fresh_in_a_row(3)?;
        let (next, end) = (self.label(), self.label());
        self.emit(Op::NoSet(to));
        self.emit(Op::Move(first.behind(2), most));
        self.emit_to(Op::Walk { first, from, back: chain.back, off: LATER }, end);
        let it = self.slot(chain.it);
        self.place(next);
        self.emit_to(Op::WalkAt { place: it, first, over: LATER }, end);
        self.go_if(chain.condition, view, end, false)?;
        self.emit(Op::Add(to, it));
        self.emit(Op::WalkOn(first));
        self.jump(next);
        self.place(end);
        Ok(to)
    }

    /// The cells of some kinds in a set that never changes, as bytes.
    pub(super) fn known_mask(&mut self, set: SetId, kinds: KindBits) -> Result<Option<u16>, Refusal> {
        let Some(places) = self.known_places(set) else { return Ok(None) };
        self.mask(bits_of(places)?, kinds).map(Some)
    }

    /// The places of a set that never changes.
    pub(super) fn known_places(&self, set: SetId) -> Option<Places> {
        let Set::Constant(constant) = self.code.expressions.sets[set] else { return None };
        Some(self.code.expressions.constants[constant].common(self.everywhere()))
    }

    /// The only place of a set that never changes and has one.
    pub(super) fn only_place(&self, set: SetId) -> Option<u16> {
        let mut places = self.known_places(set)?;
        let only = number_of(places.next()?).ok()?;
        places.next().is_none().then_some(only)
    }

    /// The number of the cells of some kinds in a set, as bytes.
    pub(super) fn mask(&mut self, set: u64, kinds: KindBits) -> Result<u16, Refusal> {
        let mut mask = [0; W];
        for place in members(set) {
            let place = usize::try_from(place).unwrap_or(0);
            for kind in (0..self.program.layout.kinds).filter(|kind| kinds >> kind & 1 == 1) {
                mask[(kind * self.program.layout.places + place) & (W - 1)] = u8::MAX;
            }
        }
        let known = self.tables.masks.iter().position(|other| *other == mask);
        let number = known.unwrap_or_else(|| {
            self.tables.masks.push(mask);
            self.tables.masks.len() - 1
        });
        u16::try_from(number).map_err(|_| Refusal::Sets)
    }
}
