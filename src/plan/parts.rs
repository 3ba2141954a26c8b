//! Conditions on the members of a set, taken apart: what does not ask which member it is has to be asked once, what a filter
//! tells is asked of all members together, and only what is left is asked of one member after the other.

use super::filter::{Asked, Filter};
use crate::ir::{Expressions, Number, NumberId, Slot, Truth, TruthId};

/// The parts of a condition, which must all hold.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// What is the same for all members.
    pub(super) once: Vec<TruthId>,
    /// What a filter tells.
    pub(super) filter: Option<Filter>,
    /// What a filter tells of the places that they face, with the conditions.
    pub(super) facing: Option<(Filter, Vec<TruthId>)>,
    /// What is asked member by member.
    pub(super) each: Vec<TruthId>,
}

impl Parts {
    /// The parts of a condition on the member in a slot.
    pub(super) fn of(asked: Asked<'_>, condition: TruthId) -> Self {
        let mut parts = Parts::default();
        parts.add(asked, condition);
        parts
    }

    fn add(&mut self, asked: Asked<'_>, condition: TruthId) {
        if let Truth::And(one, two) = asked.expressions.truths[condition] {
            self.add(asked, one);
            self.add(asked, two);
        } else if (Member { expressions: asked.expressions, slot: asked.slot }).is_left_out_of(condition) {
            self.once.push(condition);
        } else if let Some(filter) = Filter::new(asked, condition) {
            self.filter = Some(match self.filter.take() {
                Some(before) => before.and(filter),
                None => filter,
            });
        } else if let Some(filter) = Filter::new(Asked { faces: true, ..asked }, condition) {
            let before = self.facing.take().unwrap_or_else(|| (Filter::of_all(), Vec::new()));
            self.facing = Some((before.0.and(filter), [before.1, vec![condition]].concat()));
        } else {
            self.each.push(condition);
        }
    }
}

/// A member of a set, in its slot.
struct Member<'e> {
    expressions: &'e Expressions,
    slot: Slot,
}

impl Member<'_> {
    /// Whether a condition is seen at a glance not to ask which member it is.
    fn is_left_out_of(&self, condition: TruthId) -> bool {
        match self.expressions.truths[condition] {
            Truth::Constant(_) | Truth::State(_) | Truth::MoveIs(_) => true,
            Truth::Kept(slot) => slot != self.slot,
            Truth::And(one, two) | Truth::Or(one, two) => self.is_left_out_of(one) && self.is_left_out_of(two),
            Truth::Not(inner) | Truth::Past(_, inner) => self.is_left_out_of(inner),
            Truth::Compare(_, one, two) => self.is_left_out_of_number(one) && self.is_left_out_of_number(two),
            Truth::IsIn(number, _) | Truth::Even(number) => self.is_left_out_of_number(number),
            _ => false,
        }
    }

    fn is_left_out_of_number(&self, number: NumberId) -> bool {
        match self.expressions.numbers[number] {
            Number::Constant(_)
            | Number::State(_)
            | Number::Hand
            | Number::LastHeld
            | Number::Captured
            | Number::Laps => true,
            Number::Kept(slot) => slot != self.slot,
            _ => false,
        }
    }
}
