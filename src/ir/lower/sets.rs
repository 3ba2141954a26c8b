//! Sets of places.

use super::Lowerer;
use super::scope::Meaning;
use crate::ir::expression::*;
use crate::ir::id::*;
use crate::model::{Expr, LocalId};

impl Lowerer<'_> {
    pub(super) fn set(&mut self, expr: &Expr) -> SetId {
        let set = match expr {
            Expr::Places(spots) => {
                let places = self.places(spots);
                return self.interned.constant(places);
            }
            Expr::Local(local) => match self.scope.meaning(*local) {
                Some(Meaning::Set(set)) => return set,
                Some(Meaning::SetSlot(slot)) => Set::Kept(slot),
                meaning => unreachable!("the resolver gives a set here, not {meaning:?}"),
            },
            Expr::AsSet(pit) => {
                let pit = self.pit(pit);
                return self.single(pit);
            }
            Expr::PitsOf(run) => return self.pits_of(run),
            Expr::Where(set, local, condition) => return self.filtered(set, *local, condition),
            Expr::Union(left, right) => return self.union(left, right),
            Expr::Minus(left, right) => return self.minus(left, right),
            Expr::FacingSet(set) => Set::Facing(self.set(set)),
            Expr::BehindSet(set) => Set::Behind(self.set(set)),
            Expr::Chain { back, from, limit, local, condition } => {
                let from = self.pit(from);
                let limit = limit.as_ref().map(|limit| self.number(limit));
                let (it, condition) = self.with_slot(*local, |this, it| (it, this.truth(condition)));
                Set::Chain(self.interned.chain(Chain { back: *back, from, limit, it, condition }))
            }
            Expr::Each(value, over) => return self.each(value, over),
            Expr::AtTurnStart(inner) => Set::In(Past::TurnStart, self.set(inner)),
            Expr::BeforeSowing(inner) => Set::In(self.before_sowing(), self.set(inner)),
            Expr::If(cases, otherwise) => {
                return self.cases(cases, otherwise, Self::set, |this, condition, one, two| {
                    this.interned.set(Set::If(condition, one, two))
                });
            }
            Expr::Call { define, flipped, arguments } => {
                return self.call(*define, *flipped, arguments, Self::set, |this, binding, rest| {
                    this.interned.set(Set::With(binding, rest))
                });
            }
            Expr::Flipped(inner) => return self.flipped(|this| this.set(inner)),
            pit => {
                let pit = self.pit(pit);
                return self.single(pit);
            }
        };
        self.interned.set(set)
    }

    /// The pits of a run of drops.
    pub(super) fn pits_of(&mut self, run: &Expr) -> SetId {
        let set = match run {
            Expr::Local(local) => match self.scope.meaning(*local) {
                Some(Meaning::Run(_, pits)) => return pits,
                Some(Meaning::RunSlots(_, slot)) => Set::Kept(slot),
                meaning => unreachable!("the resolver gives a run here, not {meaning:?}"),
            },
            Expr::If(cases, otherwise) => {
                return self.cases(cases, otherwise, Self::pits_of, |this, condition, one, two| {
                    this.interned.set(Set::If(condition, one, two))
                });
            }
            Expr::Call { define, flipped, arguments } => {
                return self.call(*define, *flipped, arguments, Self::pits_of, |this, binding, rest| {
                    this.interned.set(Set::With(binding, rest))
                });
            }
            Expr::Flipped(inner) => return self.flipped(|this| this.pits_of(inner)),
            drops => Set::LastDrops(self.number(drops)),
        };
        self.interned.set(set)
    }

    /// One place; a place that is known is a set that is known.
    pub(super) fn single(&mut self, pit: PitId) -> SetId {
        match self.interned.known_pit(pit) {
            Some(place) => self.interned.constant(place.map_or(Places::NONE, Places::of)),
            None => self.interned.set(Set::Single(pit)),
        }
    }

    fn filtered(&mut self, set: &Expr, local: LocalId, condition: &Expr) -> SetId {
        let set = self.set(set);
        let (slot, condition) = self.with_slot(local, |this, slot| (slot, this.truth(condition)));
        match self.interned.known_truth(condition) {
            Some(true) => set,
            Some(false) => self.interned.constant(Places::NONE),
            None => self.interned.set(Set::Where(set, slot, condition)),
        }
    }

    /// Sets that are known are joined now; an empty one adds nothing.
    fn union(&mut self, left: &Expr, right: &Expr) -> SetId {
        let (left, right) = (self.set(left), self.set(right));
        match (self.interned.known_set(left), self.interned.known_set(right)) {
            (Some(left), Some(right)) => self.interned.constant(left.with(right)),
            (Some(Places::NONE), None) => right,
            (None, Some(Places::NONE)) => left,
            _ => self.interned.set(Set::Union(left, right)),
        }
    }

    fn minus(&mut self, left: &Expr, right: &Expr) -> SetId {
        let (left, right) = (self.set(left), self.set(right));
        match (self.interned.known_set(left), self.interned.known_set(right)) {
            (Some(left), Some(right)) => self.interned.constant(left.without(right)),
            (None, Some(Places::NONE)) => left,
            _ => self.interned.set(Set::Minus(left, right)),
        }
    }

    /// What runs over what is read from the outside in, each name standing for a slot of its own behind its set.
    fn each(&mut self, value: &Expr, over: &[(LocalId, Option<Expr>)]) -> SetId {
        let each = self.run_over(value, over, Vec::new());
        let each = self.interned.each(each);
        self.interned.set(Set::Each(each))
    }

    fn run_over(
        &mut self,
        value: &Expr,
        over: &[(LocalId, Option<Expr>)],
        mut bound: Vec<(Slot, Option<SetId>)>,
    ) -> Each {
        let Some(((local, set), rest)) = over.split_first() else {
            return Each { value: self.pit(value), over: bound };
        };
        let set = set.as_ref().map(|set| self.set(set));
        self.with_slot(*local, |this, slot| {
            bound.push((slot, set));
            this.run_over(value, rest, bound)
        })
    }
}
