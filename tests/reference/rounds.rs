//! Rounds of a match: what comes when one is over.

use super::game::only_acts;
use super::position::Position;
use super::rules::Rules;
use super::turn::Turn;
use super::value::Value;
use super::{Answer, meaningless};
use mancala::position::{GameResult, Outcome};
use mancala::syntax::ast::{Fill, MatchEntry};
use std::rc::Rc;

impl Rules {
    /// What a turn comes to in a match: the position as it is if its round goes on, otherwise the first one of the next
    /// round, or the end of the match.
    pub(super) fn go_on<'r>(
        &'r self,
        mut turn: Turn<'r>,
        after: Position,
        ended: Option<Outcome>,
    ) -> Answer<(Position, Option<Outcome>)> {
        let (after, over) = match ended {
            Some(outcome) => (after, outcome),
            None => match self.before_turn(&after, 1)? {
                Some(over) => over,
                None => return Ok((after, None)),
            },
        };
        turn.closing = true;
        turn.frame = Rc::default();
        turn.winner = match over.result {
            GameResult::Winner(player) => Some(player),
            GameResult::Draw | GameResult::NoWinner => None,
        };
        turn.now = after;
        for entry in &self.rounds {
            if let Some(outcome) = self.between(entry, &mut turn)? {
                return Ok((turn.now, Some(outcome)));
            }
        }
        Ok(match self.before_turn(&turn.now, 1)? {
            Some((last, outcome)) => (last, Some(outcome)),
            None => (turn.now, None),
        })
    }

    fn between<'r>(&'r self, entry: &'r MatchEntry, turn: &mut Turn<'r>) -> Answer<Option<Outcome>> {
        match entry {
            MatchEntry::Over(rows) => {
                if let Some(row) = only_acts(turn.first_row(rows))? {
                    return only_acts(turn.close(row)).map(Some);
                }
            }
            MatchEntry::Setup(_) => {
                let start = self.start.as_ref().expect("the rules were read");
                turn.now.pieces.clone_from(&start.pieces);
            }
            MatchEntry::Fill(fill) => self.fill(turn, fill)?,
            MatchEntry::Act(statement) => only_acts(turn.act_if(statement))?,
            MatchEntry::StartsInTurn(_) => {
                let began = self.states.len() - 1;
                let next = match turn.now.states[began][0] {
                    Value::Player(Some(player)) => player.other(),
                    _ => turn.mover,
                };
                turn.now.to_move = next;
                turn.now.states[began][0] = Value::Player(Some(next));
            }
            MatchEntry::Starts(player) => match turn.value(player)?.player()? {
                Some(player) => turn.now.to_move = player,
                None => turn.now.to_move = mancala::model::Player::South,
            },
        }
        Ok(None)
    }

    /// Fills pits in the order in which they are written, as long as there is enough.
    fn fill(&self, turn: &mut Turn<'_>, fill: &Fill) -> Answer<()> {
        let each = turn.number(&fill.each)? as u32;
        let Some(from) = turn.pit(&fill.from)? else { return meaningless("filled from nowhere") };
        let state = fill.unfilled.as_ref().map(|name| self.states.iter().position(|state| state.name == name.text));
        let mut left = turn.now.pieces[from][0];
        let pits = turn.set(&fill.row)?;
        for pit in pits.places() {
            left += std::mem::take(&mut turn.now.pieces[pit][0]);
        }
        for pit in pits.places() {
            let filled = left >= each;
            if filled {
                turn.now.pieces[pit][0] = each;
                left -= each;
            }
            match state {
                None => {}
                Some(Some(state)) => turn.now.states[state][pit] = Value::Truth(!filled),
                Some(None) => return meaningless("there is no such state"),
            }
        }
        turn.now.pieces[from][0] = left;
        Ok(())
    }
}
