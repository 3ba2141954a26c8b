//! Captures.

use super::statement::Into;
use super::turn::{Leave, Step, Turn};
use super::value::Set;
use super::{Answer, Choice, meaningless};
use mancala::model::Player;
use mancala::syntax::ast::{Capture, CaptureWhat, Expr, ExprKind, Moment};

impl<'r> Turn<'r> {
    pub(super) fn capture(&mut self, capture: &Capture) -> Step {
        let captor = match &capture.captor {
            None => Some(self.mover),
            Some(captor) => self.value(captor)?.player()?,
        };
        // A statement that moves nothing is done all the same.
        let Some(captor) = captor else { return Ok(self.look_at_until()?) };
        let Some(into) = self.destination(capture.into.as_ref(), captor)? else { return Ok(self.look_at_until()?) };
        let taken = match &capture.what {
            CaptureWhat::All(set) => {
                let set = self.set(set)?;
                self.capture_each(&set, i64::MAX, into)
            }
            CaptureWhat::Some(count, set) => {
                let count = self.number(count)?;
                let set = self.set(set)?;
                self.capture_each(&set, count, into)
            }
            CaptureWhat::Chosen { count, kind, from, then } => {
                let kinds = self.rules.kinds_called(&kind.text);
                let count = self.number(count)?;
                let mut sets = vec![self.set(from)?];
                if let Some(then) = then {
                    sets.push(self.set(then)?);
                }
                self.capture_of_choice(count, &kinds, &sets, into)?
            }
        };
        self.look_at_until()?;
        if captor == self.turn_of && taken > 0 {
            self.captured += taken;
            self.laps_since_capture = 0;
            let mover = std::mem::replace(&mut self.mover, self.turn_of);
            self.look_at_end_in_mid_turn()?;
            self.mover = mover;
        }
        Ok(())
    }

    /// At most so many pieces of each place. They go somewhere when all have been taken, so that each is taken once.
    fn capture_each(&mut self, set: &Set, most: i64, into: Into) -> u32 {
        let (goal, others): (Vec<usize>, Vec<usize>) = set.places().partition(|place| into == Into::Place(*place));
        goal.into_iter().chain(others).map(|place| self.carry(Into::Place(place), into, most)).sum()
    }

    /// Where captures go: to the captor's store, if nothing else is said; nowhere, if that is no place.
    fn destination(&self, into: Option<&Expr>, captor: Player) -> Answer<Option<Into>> {
        match into {
            None => match self.rules.board.single("store") {
                Some(store) => Ok(Some(Into::Place(self.rules.board.place(captor, store)))),
                None => meaningless("there is no store"),
            },
            Some(Expr { kind: ExprKind::Call(name, None), .. }) if name.text == "hand" => Ok(Some(Into::Hand)),
            Some(place) => Ok(self.pit(place)?.map(Into::Place)),
        }
    }

    /// Pieces that the mover picks from the first set, and when that has no more from the second, in no order.
    fn capture_of_choice(&mut self, count: i64, kinds: &[usize], sets: &[Set], into: Into) -> Step<u32> {
        let mut wanted = u32::try_from(count.max(0)).unwrap_or(u32::MAX);
        let mut picked: Vec<usize> = Vec::new();
        for set in sets {
            // Cells in the order in which their pieces may be picked.
            let mut there: Vec<(usize, usize, u32)> = Vec::new();
            for place in set.in_order() {
                there.extend(kinds.iter().map(|kind| (place, *kind, self.now.pieces[place][*kind])));
            }
            let mut needed = wanted.min(there.iter().map(|(.., pieces)| pieces).sum());
            wanted -= needed;
            while needed > 0 {
                self.rules.step()?;
                let (place, kind) = self.pick(&there, needed)?;
                there.retain(|(other, other_kind, _)| (*other, *other_kind) >= (place, kind));
                there[0].2 -= 1;
                self.now.pieces[place][kind] -= 1;
                picked.push(kind);
                needed -= 1;
            }
        }
        for kind in &picked {
            *self.cell(into, *kind) += 1;
        }
        Ok(picked.len() as u32)
    }

    /// A piece of a cell from which on there are enough, since no earlier one can be picked later.
    fn pick(&mut self, there: &[(usize, usize, u32)], needed: u32) -> Step<(usize, usize)> {
        let left_from = |at: usize| there[at..].iter().map(|(.., pieces)| pieces).sum::<u32>();
        let enough = |at: &usize| there[*at].2 > 0 && left_from(*at) >= needed;
        let cells = (0..there.len()).filter(enough).map(|at| Choice::Take(there[at].0, there[at].1));
        match self.choose(cells.collect())? {
            Choice::Take(place, kind) => Ok((place, kind)),
            other => unreachable!("{other:?} was not offered"),
        }
    }

    fn look_at_end_in_mid_turn(&mut self) -> Step {
        if self.closing {
            return Ok(());
        }
        match self.look_at_end(Moment::Capture)? {
            Some(outcome) => Err(Leave::Over(outcome)),
            None => Ok(()),
        }
    }
}
