//! Which moves there are, and when the game is over.

use super::turn::{Leave, Turn};
use super::{Choice, Played, Reference};
use mancala::model::{Model, Moment, Ranking};
use mancala::situation::{Outcome, Situation};

/// A complete turn that the rules of legality that bind allow.
struct Candidate<'m> {
    turn: Turn<'m>,
    kind: usize,
    choices: Vec<Choice>,
    again: bool,
    ended: Option<Outcome>,
}

impl<'m> Reference<'m> {
    /// The rules of this game.
    pub(crate) fn new(model: &'m Model) -> Self {
        Reference { model }
    }

    /// All complete legal moves: kinds of move in their ranking (`or`: the members in order), and for each kind the
    /// choices in the order in which they are offered: pits by number of their place, way 0 before way 1, numbers
    /// upward, alternatives as they are written, places, kinds of pieces and pieces taken upward.
    pub(crate) fn legal(&self, situation: &Situation) -> Vec<Played> {
        let candidates = self.candidates(situation);
        let best = candidates.iter().map(|candidate| candidate.turn.preference.clone()).max();
        candidates
            .into_iter()
            .filter(|candidate| Some(&candidate.turn.preference) == best.as_ref())
            .map(|candidate| self.finish(candidate))
            .collect()
    }

    /// Whether there is a legal move. What is preferred does not matter, since it always leaves one.
    pub(super) fn can_move(&self, situation: &Situation) -> bool {
        !self.candidates(situation).is_empty()
    }

    /// Looks whether the game is over before the player to move moves: the position with what was left awarded, and how
    /// it ended. `occurrences` says how often this position, with this player to move, has been there, now included.
    pub(crate) fn before_turn(&self, situation: &Situation, occurrences: u32) -> Option<(Situation, Outcome)> {
        let mut turn = Turn::new(self.model, situation, Vec::new());
        turn.occurrences = Some(occurrences);
        let outcome = only_acts(turn.look_at_end(Moment::BeforeTurn))?;
        Some((turn.now, outcome))
    }

    /// Complete turns of the kinds of move that may be played, before what is preferred.
    fn candidates(&self, situation: &Situation) -> Vec<Candidate<'m>> {
        let turn = Turn::new(self.model, situation, Vec::new());
        let phase = self.model.phases.iter().find(|phase| turn.view().allows(phase.condition.as_ref()));
        phase.map_or_else(Vec::new, |phase| self.ranked(&phase.ranking, situation))
    }

    fn ranked(&self, ranking: &Ranking, situation: &Situation) -> Vec<Candidate<'m>> {
        match ranking {
            Ranking::Kind(kind) => {
                let mut found = Vec::new();
                self.explore(*kind, situation, &mut Vec::new(), &mut found);
                found
            }
            Ranking::Or(members) => members.iter().flat_map(|member| self.ranked(member, situation)).collect(),
            Ranking::Else(members) => {
                let mut tried = members.iter().map(|member| self.ranked(member, situation));
                tried.find(|found| !found.is_empty()).unwrap_or_default()
            }
        }
    }

    /// Plays a kind of move with these choices, and with each further one that it turns out to need.
    fn explore(&self, kind: usize, situation: &Situation, choices: &mut Vec<Choice>, found: &mut Vec<Candidate<'m>>) {
        let mut turn = Turn::new(self.model, situation, choices.clone());
        match turn.play(kind) {
            Ok((again, ended)) => found.push(Candidate { turn, kind, choices: choices.clone(), again, ended }),
            Err(Leave::Illegal) => {}
            Err(Leave::Choose(options)) => {
                drop(turn);
                for option in options {
                    choices.push(option);
                    self.explore(kind, situation, choices, found);
                    choices.pop();
                }
            }
            Err(Leave::Stopped { .. } | Leave::Over(_)) => unreachable!("a turn ends with these"),
        }
    }

    /// Looks whether the game is over after the turn, and hands over to the next player.
    fn finish(&self, candidate: Candidate<'m>) -> Played {
        let Candidate { mut turn, kind, choices, again, mut ended } = candidate;
        if ended.is_none() {
            ended = only_acts(turn.look_at_end(Moment::AfterTurn));
        }
        let next = if again { turn.mover } else { turn.mover.other() };
        let mover = turn.mover;
        let after = Situation { to_move: next, ..turn.now.clone() };
        let (after, ended) = if self.model.rounds.is_empty() { (after, ended) } else { self.go_on(turn, after, ended) };
        Played { kind, choices, again: after.to_move == mover, after, ended }
    }
}

/// What came of a row of `end`, which only moves pieces and sets state.
fn only_acts(result: Result<Option<Outcome>, Leave>) -> Option<Outcome> {
    result.unwrap_or_else(|leave| unreachable!("a row of `end` led to {leave:?}"))
}
