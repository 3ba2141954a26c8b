//! Kinds of move of which every option is legal: how many moves there are is known before any of them is played, so that
//! one can be drawn and the others left alone.

use super::build::Builder;
use super::op::{Address, Op, View};
use super::refusal::Refusal;
use crate::ir::{Code, Number, Past, Set, SetId, Truth, TruthId};

/// Whether a rule of legality is looked at in a position, as far as that is known before a move is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judged {
    /// There are no such rules.
    Never,
    /// What stands here tells.
    Asked(Address),
    /// That depends on the move.
    Unknown,
}

impl Judged {
    /// Where it is asked.
    #[cfg(feature = "native")]
    pub(super) fn address(self) -> Option<Address> {
        match self {
            Judged::Asked(address) => Some(address),
            Judged::Never | Judged::Unknown => None,
        }
    }
}

impl<const W: usize> Builder<'_, W> {
    /// Tells by its answer whether a rule of legality is looked at in this position.
    pub(super) fn is_judged(&mut self) -> Result<Judged, Refusal> {
        let code = self.code;
        if code.legal.is_empty() {
            return Ok(Judged::Never);
        }
        let Some(asked) = judged_by(code) else { return Ok(Judged::Unknown) };
        let here = self.here();
        let judged = self.label();
        for when in asked {
            self.go_if(when, View::Now, judged, true)?;
        }
        self.emit(Op::Answer(0));
        self.place(judged);
        self.emit(Op::Answer(1));
        Ok(Judged::Asked(here))
    }
}

/// Under which conditions a rule of legality is looked at, if that is known before a move is played.
pub(super) fn judged_by(code: &Code) -> Option<Vec<TruthId>> {
    code.legal.iter().map(|legal| legal.when.filter(|when| is_of_the_start(code, *when))).collect()
}

/// Whether a condition asks of nothing but the position before the turn.
fn is_of_the_start(code: &Code, condition: TruthId) -> bool {
    match code.expressions.truths[condition] {
        Truth::Constant(_) => true,
        Truth::Past(past, inner) => past == Past::TurnStart && asks_cells_alone(code, inner),
        Truth::And(one, two) | Truth::Or(one, two) => is_of_the_start(code, one) && is_of_the_start(code, two),
        Truth::Not(inner) => is_of_the_start(code, inner),
        _ => false,
    }
}

/// Whether a condition asks of nothing but cells that are known beforehand.
fn asks_cells_alone(code: &Code, condition: TruthId) -> bool {
    let all = &code.expressions;
    let known_set = |set: SetId| matches!(all.sets[set], Set::Constant(_));
    let known_number = |number| match all.numbers[number] {
        Number::Constant(_) | Number::State(_) => true,
        Number::Pieces(set, _) => known_set(set),
        _ => false,
    };
    match all.truths[condition] {
        Truth::Constant(_) | Truth::State(_) => true,
        Truth::NoPieces(set) => known_set(set),
        Truth::Compare(_, one, two) => known_number(one) && known_number(two),
        Truth::And(one, two) | Truth::Or(one, two) => asks_cells_alone(code, one) && asks_cells_alone(code, two),
        Truth::Not(inner) => asks_cells_alone(code, inner),
        _ => false,
    }
}
