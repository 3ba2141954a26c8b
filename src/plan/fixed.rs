//! Expressions that come to the same before a pit is lifted and after it: what is sown from a pit can then be lifted with the
//! sowing.

use crate::ir::{Code, Number, NumberId, Pit, PitId, Set, SetId, Truth, TruthId, Way, WayId};

pub(super) fn is_fixed_pit(code: &Code, pit: PitId) -> bool {
    match code.expressions.pits[pit] {
        Pit::Constant(_) | Pit::Kept(_) | Pit::Last | Pit::State(_) => true,
        Pit::StateOf(_, of) | Pit::Facing(of) | Pit::Behind(of) => is_fixed_pit(code, of),
        Pit::If(condition, one, two) => {
            is_fixed_truth(code, condition) && is_fixed_pit(code, one) && is_fixed_pit(code, two)
        }
        // What was lifted is the origin.
        Pit::Origin | Pit::Steps(_) | Pit::Only(_) | Pit::In(..) | Pit::With(..) => false,
    }
}

pub(super) fn is_fixed_way(code: &Code, way: WayId) -> bool {
    match code.expressions.ways[way] {
        Way::Constant(_) | Way::Kept(_) | Way::State(_) => true,
        Way::StateOf(_, pit) => is_fixed_pit(code, pit),
        Way::Opposite(other) => is_fixed_way(code, other),
        Way::If(condition, one, two) => {
            is_fixed_truth(code, condition) && is_fixed_way(code, one) && is_fixed_way(code, two)
        }
        Way::In(..) | Way::With(..) => false,
    }
}

fn is_fixed_truth(code: &Code, truth: TruthId) -> bool {
    match code.expressions.truths[truth] {
        Truth::Constant(_) | Truth::Kept(_) | Truth::State(_) | Truth::MoveIs(_) => true,
        Truth::StateOf(_, pit) => is_fixed_pit(code, pit),
        Truth::And(one, two) | Truth::Or(one, two) => is_fixed_truth(code, one) && is_fixed_truth(code, two),
        Truth::Not(inner) => is_fixed_truth(code, inner),
        Truth::Compare(_, one, two) => is_fixed_number(code, one) && is_fixed_number(code, two),
        Truth::SamePit(one, two) => is_fixed_pit(code, one) && is_fixed_pit(code, two),
        Truth::SameWay(one, two) => is_fixed_way(code, one) && is_fixed_way(code, two),
        Truth::In(pit, set) => is_fixed_pit(code, pit) && is_fixed_set(code, set),
        _ => false,
    }
}

fn is_fixed_number(code: &Code, number: NumberId) -> bool {
    match code.expressions.numbers[number] {
        Number::Constant(_) | Number::Kept(_) | Number::State(_) => true,
        Number::PitNumber(pit) => is_fixed_pit(code, pit),
        _ => false,
    }
}

fn is_fixed_set(code: &Code, set: SetId) -> bool {
    match code.expressions.sets[set] {
        Set::Constant(_) | Set::Kept(_) => true,
        Set::Single(pit) => is_fixed_pit(code, pit),
        Set::Union(one, two) | Set::Minus(one, two) => is_fixed_set(code, one) && is_fixed_set(code, two),
        _ => false,
    }
}
