//! Expressions that give a set of places.

use super::machine::Machine;
use super::position::Shape;
use super::turn::Dropped;
use crate::ir::{Chain, Id, PitId, Place, Places, Set, SetId, Slot, TruthId};

impl<S: Shape> Machine<'_, S> {
    /// A set.
    #[inline]
    pub(super) fn set(&self, cells: &S::Position, id: SetId) -> Places {
        let expressions = &self.code.expressions;
        match expressions.sets[id] {
            Set::Constant(places) => expressions.constants[places],
            Set::Kept(slot) => self.frame.set(slot),
            set => self.compound_set(cells, set),
        }
    }

    #[inline(never)]
    fn compound_set(&self, cells: &S::Position, set: Set) -> Places {
        let expressions = &self.code.expressions;
        match set {
            Set::Constant(places) => expressions.constants[places],
            Set::Kept(slot) => self.frame.set(slot),
            Set::Single(pit) => self.pit(cells, pit).map_or(Places::NONE, Places::of),
            Set::Where(set, slot, condition) => {
                let set = self.set(cells, set);
                self.members_where(cells, set, slot, condition)
            }
            Set::Union(one, two) => self.set(cells, one).with(self.set(cells, two)),
            Set::Minus(one, two) => self.set(cells, one).without(self.set(cells, two)),
            Set::Facing(set) => related(self.set(cells, set), &self.program.board.facing),
            Set::Behind(set) => related(self.set(cells, set), &self.program.board.behind),
            Set::Chain(chain) => self.chain(cells, &expressions.chains[chain]),
            Set::Each(each) => {
                let each = &expressions.eaches[each];
                self.each(cells, each.value, &each.over)
            }
            Set::LastDrops(count) => {
                let count = usize::try_from(self.number(cells, count)).unwrap_or(0);
                self.last_lap().iter().rev().take(count).map(|drop| drop.place).collect()
            }
            Set::If(condition, one, two) => self.set(cells, if self.truth(cells, condition) { one } else { two }),
            Set::In(past, set) => self.set(self.past(past), set),
            Set::With(binding, set) => {
                self.bind(cells, binding);
                self.set(cells, set)
            }
        }
    }

    /// Members of a set for which a condition holds.
    fn members_where(&self, cells: &S::Position, set: Places, slot: Slot, condition: TruthId) -> Places {
        if !self.meter.spend(set.count().unsigned_abs().into()) {
            return Places::NONE;
        }
        let mut kept = Places::NONE;
        for place in set {
            self.frame.keep_pit(slot, Some(place));
            if self.truth(cells, condition) {
                kept = kept.with(Places::of(place));
            }
        }
        kept
    }

    /// The drops of the last lap.
    #[inline]
    pub(super) fn last_lap(&self) -> &[Dropped<S>] {
        self.drops.get(self.turn.lap_start..).unwrap_or_default()
    }

    /// Places along the track of the last sowing while a condition holds; before anything was sown, along the first track
    /// of the board.
    fn chain(&self, cells: &S::Position, chain: &Chain) -> Places {
        let Some(track) = self.code.track_of(self.turn.sowing) else { return Places::NONE };
        let Some(from) = self.pit(cells, chain.from) else { return Places::NONE };
        let limit = chain.limit.map_or(usize::MAX, |limit| usize::try_from(self.number(cells, limit)).unwrap_or(0));
        let track = &self.code.tracks[track];
        let way = usize::from(self.turn.backward != chain.back);
        let Some(index) = track.index[way][from.index()] else { return Places::NONE };
        let places = &track.places[way];
        let mut set = Places::NONE;
        let (behind, from) = places.split_at_checked(index).unwrap_or((&[], places));
        for place in from.iter().chain(behind).take(limit) {
            self.frame.keep_pit(chain.it, Some(*place));
            if !self.meter.spend(1) || !self.truth(cells, chain.condition) {
                break;
            }
            set = set.with(Places::of(*place));
        }
        set
    }

    /// All values of a pit expression.
    fn each(&self, cells: &S::Position, value: PitId, over: &[(Slot, Option<SetId>)]) -> Places {
        let Some(((slot, set), rest)) = over.split_first() else {
            return self.pit(cells, value).map_or(Places::NONE, Places::of);
        };
        let mut all = Places::NONE;
        match set {
            None => {
                for way in [false, true] {
                    if !self.meter.spend(1) {
                        break;
                    }
                    self.frame.keep_truth(*slot, way);
                    all = all.with(self.each(cells, value, rest));
                }
            }
            Some(set) => {
                for member in self.set(cells, *set) {
                    if !self.meter.spend(1) {
                        break;
                    }
                    self.frame.keep_pit(*slot, Some(member));
                    all = all.with(self.each(cells, value, rest));
                }
            }
        }
        all
    }
}

/// What a table of the board gives for the members of a set.
fn related(set: Places, table: &[Option<Place>]) -> Places {
    set.filter_map(|place| table[place.index()]).collect()
}
