//! Playing one move: walking a turn along choices that are given.

use super::budget::Exhausted;
use super::encoded_move::{Choice, EncodedMove, MoveText, Step};
use super::listing::Successor;
use super::machine::Machine;
use super::position::Shape;
use super::trace::{Observer, Silent};
use super::turn::Status;
use crate::ir::MoveKind;
use crate::model::{Ranking, RuleId};
use std::ops::ControlFlow;

/// Why a move was not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// Its choices do not fit the position.
    NotOffered,
    /// This rule forbids it.
    Forbidden(RuleId),
    /// It takes more steps than the budget has; this rule was being followed.
    Exhausted(RuleId),
}

impl From<Exhausted> for Refused {
    fn from(exhausted: Exhausted) -> Self {
        Refused::Exhausted(exhausted.rule)
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Refused::NotOffered => "the move cannot be chosen here",
            Refused::Forbidden(_) => "a rule forbids the move",
            Refused::Exhausted(_) => "the turn takes more steps than a turn may take",
        })
    }
}

impl std::error::Error for Refused {}

impl<S: Shape> Machine<'_, S> {
    /// Plays a move of this position, telling an observer. Whether another kind of move ranks before its own is not asked.
    ///
    /// # Errors
    /// Why it is no move.
    pub fn play<O: Observer>(
        &mut self,
        position: &S::Position,
        encoded: &EncodedMove,
        observer: &mut O,
    ) -> Result<Successor<'_, S>, Refused> {
        self.set_position(position);
        self.begin(encoded.kind());
        let mut choices = encoded.choices().iter();
        loop {
            match self.run(observer) {
                Status::Dead(rule) => return Err(Refused::Forbidden(rule)),
                Status::Exhausted(rule) => return Err(Refused::Exhausted(rule)),
                Status::Choose => {
                    let choice = *choices.next().ok_or(Refused::NotOffered)?;
                    let options = self.options;
                    let offered = self.option_after(options, choice.number());
                    if offered.is_none_or(|(there, _)| there != choice) {
                        return Err(Refused::NotOffered);
                    }
                    let forced = self.is_only_one(options);
                    self.choose(options, choice, forced, observer);
                }
                Status::Done => break,
            }
        }
        if choices.next().is_some() {
            return Err(Refused::NotOffered);
        }
        match self.judge(observer) {
            None => {}
            Some(Status::Exhausted(rule)) => return Err(Refused::Exhausted(rule)),
            Some(Status::Dead(rule)) => return Err(Refused::Forbidden(rule)),
            Some(Status::Choose | Status::Done) => return Err(Refused::NotOffered),
        }
        self.end_turn(observer)?;
        Ok(self.found())
    }

    /// The preferences that a turn satisfies, by bits: of two turns the one with the greater number is preferred. None if it is
    /// no turn of this position.
    pub fn preferences(&mut self, position: &S::Position, encoded: &EncodedMove) -> Option<u32> {
        self.play(position, encoded, &mut Silent).ok()?;
        Some(self.turn.preference)
    }

    /// What is written for each choice of a move of this position, with whether it was the only one possible.
    pub fn texts(&mut self, position: &S::Position, encoded: &EncodedMove) -> Vec<(MoveText, bool)> {
        let mut texts = Vec::new();
        self.set_position(position);
        self.begin(encoded.kind());
        // What comes behind the last choice need not be played.
        for choice in encoded.choices() {
            if self.run(&mut Silent) != Status::Choose {
                break;
            }
            let options = self.options;
            let forced = self.is_only_one(options);
            texts.extend(self.text_of(options, *choice).map(|text| (text, forced)));
            self.choose(options, *choice, forced, &mut Silent);
        }
        texts
    }

    /// The ranking of the phase that a position is in; none if no phase applies.
    pub fn phase(&mut self, position: &S::Position) -> Option<Ranking> {
        self.set_position(position);
        self.ranking().cloned()
    }

    /// What comes after these choices of a turn of a kind. Choices that are not offered lead nowhere.
    pub fn step(&mut self, position: &S::Position, kind: MoveKind, choices: &[Choice]) -> Step {
        self.set_position(position);
        if self.code.kinds.get(kind).is_none() {
            return Step::Choice(Vec::new());
        }
        self.begin(kind);
        let mut made = choices.iter();
        loop {
            match self.run(&mut Silent) {
                Status::Dead(rule) => return Step::Dead(rule),
                Status::Exhausted(rule) => return Step::Exhausted(rule),
                Status::Choose => match made.next() {
                    Some(choice) => self.choose(self.options, *choice, false, &mut Silent),
                    None => {
                        let offered = self.all_options();
                        return if offered.is_empty() { Step::Dead(self.turn.rule) } else { Step::Choice(offered) };
                    }
                },
                Status::Done => break,
            }
        }
        let forbidden = match self.judge(&mut Silent) {
            None => None,
            Some(Status::Dead(rule)) => Some(rule),
            Some(Status::Exhausted(rule)) => return Step::Exhausted(rule),
            Some(Status::Choose | Status::Done) => None,
        };
        match self.end_turn(&mut Silent) {
            Ok(()) => Step::Complete(self.encoded.clone(), forbidden),
            Err(exhausted) => Step::Exhausted(exhausted.rule),
        }
    }

    /// All options of the choice that has come, with what they mean.
    fn all_options(&self) -> Vec<(Choice, MoveText)> {
        let options = self.options;
        let first = self.option_after(options, 0);
        let all = std::iter::successors(first, |(_, next)| self.option_after(options, *next));
        all.filter_map(|(choice, _)| Some((choice, self.text_of(options, choice)?))).collect()
    }

    /// Whether a complete turn that no rule forbids is a legal move: no kind that ranks before its own has one, and no
    /// other turn is preferred.
    ///
    /// # Errors
    /// If the budget is spent before that is known.
    pub fn may_be_played(&mut self, position: &S::Position, encoded: &EncodedMove) -> Result<bool, Exhausted> {
        self.set_position(position);
        let Some(ranking) = self.ranking() else { return Ok(false) };
        if self.program.model.preferences == 0 {
            return self.ranks_first(ranking, encoded.kind());
        }
        let mut found = false;
        self.moves(position, |one| {
            found |= one.encoded == encoded;
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(found)
    }

    /// Whether a ranking lets a kind be played: no kind before it has a move.
    fn ranks_first(&mut self, ranking: &Ranking, kind: MoveKind) -> Result<bool, Exhausted> {
        match ranking {
            Ranking::Kind(other) => Ok(*other == kind),
            Ranking::Or(members) => {
                for member in members {
                    if self.ranks_first(member, kind)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Ranking::Else(members) => {
                for member in members {
                    if self.ranks_first(member, kind)? {
                        return Ok(true);
                    }
                    if self.has_move_of(member)? {
                        return Ok(false);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Ends state whose `until` already holds in a position from outside.
    pub fn expire_state(&mut self, position: &mut S::Position) {
        self.set_position(position);
        *position = self.start;
    }

    /// Whether the condition of a mark holds of the move that was just played.
    pub fn mark_holds(&mut self, mark: usize) -> bool {
        self.code.marks.get(mark).is_some_and(|condition| self.truth(&self.now, *condition))
    }
}
