//! Moves that are found by straight code, where a machine has some.

use super::judge::Ended;
use super::listing::Found;
use super::machine::Machine;
use super::position::{Cells, Shape};
use super::script::Script;
use crate::ir::{EndCode, Id, MoveKind, Verdict};
use crate::model::Player;
use crate::plan::{Reached, Seen};
use std::ops::ControlFlow;

impl<S: Shape> Machine<'_, S> {
    /// Visits moves by straight code, in the order of listing; without it no move is seen.
    #[inline]
    pub(super) fn moves_by_plan(
        &mut self,
        position: &S::Position,
        visit: &mut impl FnMut(Found<'_, S>) -> ControlFlow<()>,
    ) -> Seen {
        let (Some(mut fast), Some(bytes)) = (self.fast.take(), position.bytes()) else { return Seen::Some(0) };
        let mover = position.mover();
        let (mut after, mut script) = (*position, Script::new(MoveKind::at(0).expect("there is room for one")));
        let seen = fast.visit(mover, bytes, &mut |reached| {
            after.set_bytes(reached.cells);
            after.set_mover(if reached.again { mover } else { mover.other() });
            let Reached { kind, choices, again, captured, laps, .. } = reached;
            script.become_choices(MoveKind::at(kind).expect("it is a kind of the program"), choices);
            let ended = reached.ended.and_then(|row| self.ended_by(row, mover, &after));
            visit(Found { position: &after, script: &script, again, ended, captured, laps })
        });
        self.fast = Some(fast);
        seen
    }

    /// How a row of `end` ends the game in a position.
    #[cold]
    fn ended_by(&mut self, row: &EndCode, mover: Player, after: &S::Position) -> Option<Ended> {
        let Verdict::Award(award) = row.verdict else { return None };
        (self.mover, self.code) = (mover, self.program.code(mover));
        self.now = *after;
        Some(Ended::new(award, row.rule, mover, self.scores_now()))
    }
}
