//! Rounds of a match: what comes when one is over.

use super::Reference;
use super::turn::Turn;
use mancala::model::{Fill, Outcome as Then, RoundStep};
use mancala::situation::{GameResult, Outcome, Situation};

impl<'m> Reference<'m> {
    /// What a turn comes to in a match: the position as it is if its round goes on, otherwise the first one of the next
    /// round, or the end of the match.
    pub(super) fn go_on(
        &self,
        mut turn: Turn<'m>,
        after: Situation,
        ended: Option<Outcome>,
    ) -> (Situation, Option<Outcome>) {
        let (after, over) = match ended {
            Some(outcome) => (after, outcome),
            None => match self.before_turn(&after, 1) {
                Some(over) => over,
                None => return (after, None),
            },
        };
        turn.closing = true;
        turn.winner = match over.result {
            GameResult::Winner(player) => Some(player),
            GameResult::Draw | GameResult::NoWinner => None,
        };
        turn.now = after;
        for step in &self.model.rounds {
            if let Some(outcome) = self.between(step, &mut turn) {
                return (turn.now, Some(outcome));
            }
        }
        match self.before_turn(&turn.now, 1) {
            Some((last, outcome)) => (last, Some(outcome)),
            None => (turn.now, None),
        }
    }

    fn between(&self, step: &'m RoundStep, turn: &mut Turn<'m>) -> Option<Outcome> {
        match step {
            RoundStep::Over(rows) => {
                let row = rows.iter().find(|row| turn.view().allows(row.condition.as_ref()))?;
                turn.only_act(&row.actions);
                let Then::Award(award) = row.then else { unreachable!("a row of `over` says who wins") };
                return Some(turn.award(award, row.rule));
            }
            RoundStep::Setup(_) => turn.now.pieces.clone_from(&self.model.setup),
            RoundStep::Fill(fill) => self.fill(fill, turn),
            RoundStep::Act(statement) => turn.only_act(std::slice::from_ref(&**statement)),
            RoundStep::Starts(player) => turn.now.to_move = turn.view().player(player).expect("somebody begins"),
        }
        None
    }

    fn fill(&self, fill: &Fill, turn: &mut Turn<'m>) {
        let board = &self.model.board;
        let from = board.resolve(fill.from, turn.mover);
        let pits: Vec<usize> = fill.pits.iter().map(|pit| board.resolve(*pit, turn.mover)).collect();
        let mut left = turn.now.pieces[from] + pits.iter().map(|pit| turn.now.pieces[*pit]).sum::<u32>();
        for pit in pits {
            let given = if left < fill.each { 0 } else { fill.each };
            turn.now.pieces[pit] = given;
            left -= given;
            if let Some(state) = fill.unfilled {
                turn.now.states[state][pit] = i32::from(given == 0);
            }
        }
        turn.now.pieces[from] = left;
    }
}
