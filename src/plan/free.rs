//! Kinds of move of which every option is legal: how many moves there are is known before any of them is played, so that
//! one can be drawn and the others left alone.

use super::build::{Builder, LATER, Label};
use super::op::{Address, Op, View};
use super::refusal::Refusal;
use super::sets::bits_of;
use crate::ir::{self, Code, Number, Past, Places, Set, SetId, SowingId, Truth, TruthId};
use crate::model::{CompareOp, MoveKind};

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
    pub(super) fn address(self) -> Option<Address> {
        match self {
            Judged::Asked(address) => Some(address),
            Judged::Never | Judged::Unknown => None,
        }
    }
}

/// What has to be so before a turn, so that a sowing leaves out less than its whole track in all of it: more than some of these
/// places are in none of these sets, which stay the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Room {
    places: Places,
    /// How many others are left out.
    others: i32,
    left_out: Vec<SetId>,
}

/// What all moves of a kind rest on, if they are legal whatever comes of them, rules of legality apart.
pub(super) type Free = Option<Vec<Room>>;

impl<const W: usize> Builder<'_, W> {
    /// Whether moves of a kind are so.
    pub(super) fn free(&self, kind: MoveKind) -> Free {
        let sowings = ir::free(self.program, self.code, kind)?;
        sowings.into_iter().map(|sowing| self.room(sowing)).collect()
    }

    fn room(&self, sowing: SowingId) -> Option<Room> {
        let sowing = &self.code.sowings[sowing];
        let mut room = Room { places: self.code.tracks[sowing.track].all, others: 0, left_out: Vec::new() };
        self.leave_out(sowing.skipping?, &mut room)?;
        Some(room)
    }

    /// Leaves out a set. None if it may be any.
    fn leave_out(&self, set: SetId, room: &mut Room) -> Option<()> {
        let expressions = &self.code.expressions;
        match expressions.sets[set] {
            Set::Constant(constant) => room.places = room.places.without(expressions.constants[constant]),
            _ if self.is_steady(set) => room.left_out.push(set),
            Set::Single(_) => room.others += 1,
            Set::Union(one, two) => {
                self.leave_out(one, room)?;
                self.leave_out(two, room)?;
            }
            Set::Where(of, ..) | Set::Minus(of, _) => self.leave_out(of, room)?,
            _ => return None,
        }
        Some(())
    }

    /// Goes on elsewhere if there is no room.
    pub(super) fn go_without(&mut self, room: &Room, to: Label) -> Result<(), Refusal> {
        let mut left = self.constant_set(bits_of(room.places)?)?;
        for set in &room.left_out {
            let (set, without) = (self.set(*set, View::Now)?, self.fresh_set()?);
            self.emit(Op::Minus(without, left, set));
            left = without;
        }
        let (count, others) = (self.fresh()?, self.constant(room.others)?);
        self.emit(Op::Count(count, left));
        self.emit_to(Op::Compare(CompareOp::AtMost, count, others, LATER), to);
        Ok(())
    }

    /// Tells by its answer whether a rule of legality is looked at in this position, or there is no room for a sowing that moves
    /// of a kind rest on.
    pub(super) fn is_judged(&mut self, free: &[Free]) -> Result<Judged, Refusal> {
        let code = self.code;
        let mut rooms: Vec<&Room> = Vec::new();
        for room in free.iter().flatten().flatten() {
            if !rooms.contains(&room) {
                rooms.push(room);
            }
        }
        if code.legal.is_empty() && rooms.is_empty() {
            return Ok(Judged::Never);
        }
        let Some(asked) = judged_by(code) else { return Ok(Judged::Unknown) };
        let here = self.here();
        let judged = self.label();
        for when in asked {
            self.go_if(when, View::Now, judged, true)?;
        }
        for room in rooms {
            self.go_without(room, judged)?;
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

#[cfg(test)]
mod tests {
    use crate::plan::{Plan, Side, Width};
    use crate::{Variant, shipped_names};

    /// Whether a move can be drawn before any is played, and whether turns are settled behind a choice.
    fn what_is_known<const W: usize>([side, _]: &[Side<W>; 2]) -> [bool; 2] {
        [side.has_free, !side.settled.is_empty()]
    }

    /// Of most shipped games a move is drawn before any is played, and of others it is known behind a choice that it is legal.
    #[test]
    fn most_moves_are_known_before_they_are_played() {
        let (mut are_free, mut are_settled) = (0, 0);
        for game in shipped_names().filter_map(|name| Variant::shipped(name).ok()?.game().ok()) {
            let Ok(plan) = Plan::new(game.program()) else { continue };
            let [is_free, is_settled] = match &plan.width {
                Width::Narrow(sides) => what_is_known(sides),
                Width::Middle(sides) => what_is_known(sides),
                Width::Wide(sides) => what_is_known(sides),
            };
            are_free += usize::from(is_free);
            are_settled += usize::from(is_settled && !is_free);
        }
        assert!(are_free >= 190, "only {are_free} are drawn so");
        assert!(are_settled >= 10, "only {are_settled} are settled behind a choice");
    }
}
