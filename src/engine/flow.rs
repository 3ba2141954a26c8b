//! The flow of a game: what is looked at before a turn, and how a game ends.

use super::machine::Machine;
use super::shape::{Cells, Shape};
use super::trace::{Observer, Silent};
use crate::ir::{Code, Node, Num, Program};
use crate::model::{Award, Player, RuleId};
use crate::situation::{GameResult, Outcome};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Who won.
    pub result: GameResult,
    /// The row of `end` or `endless`.
    pub rule: RuleId,
    /// Scores of South and North, where the game has a score.
    pub scores: Option<[i32; 2]>,
}

impl Ended {
    pub(super) fn new(award: Award, rule: RuleId, mover: Player, scores: Option<[i32; 2]>) -> Self {
        let result = match (award, scores) {
            (Award::Mover, _) => GameResult::Winner(mover),
            (Award::Opponent, _) => GameResult::Winner(mover.other()),
            (Award::Draw, _) => GameResult::Draw,
            (Award::NoWinner, _) | (Award::HigherScore, None) => GameResult::NoWinner,
            (Award::HigherScore, Some([south, north])) => match south.cmp(&north) {
                std::cmp::Ordering::Greater => GameResult::Winner(Player::South),
                std::cmp::Ordering::Less => GameResult::Winner(Player::North),
                std::cmp::Ordering::Equal => GameResult::Draw,
            },
        };
        Ended { result, rule, scores }
    }

    /// With the label of its row.
    #[must_use]
    pub fn outcome(&self, program: &Program) -> Outcome {
        let reason = program.model.rules[usize::from(self.rule)].label.clone();
        Outcome { result: self.result, reason, score: self.scores }
    }
}

impl<S: Shape> Machine<'_, S> {
    /// Looks at the end rows `before a turn`, for a position that is there for the so-many-th time. If one holds, the
    /// position has what its awards made of it.
    pub fn before_turn(&mut self, position: &mut S::Position, occurrences: u32) -> Option<Ended> {
        self.ends_before_turn(position, occurrences, &mut Silent)
    }

    /// The same, telling an observer.
    pub(super) fn ends_before_turn<O: Observer>(
        &mut self,
        position: &mut S::Position,
        occurrences: u32,
        observer: &mut O,
    ) -> Option<Ended> {
        let code = &self.program.sides[position.mover().index()];
        if code.ends[2].is_empty() {
            return None;
        }
        // Whether the mover is stuck costs a search; it is made only where a row asks for it.
        let stuck = !self.can_move(position);
        self.take_up(position);
        self.stand_still();
        self.stuck = stuck;
        self.occurrences = occurrences;
        let over = self.end_rows(2, observer);
        self.stuck = false;
        self.occurrences = 1;
        if !over {
            return None;
        }
        *position = self.now;
        self.ended
    }

    /// Whether a position can be over before a turn although there is a legal move and it has not been there before.
    #[must_use]
    pub fn ends_before_turns(&self) -> bool {
        self.program.sides.iter().any(|code| {
            code.ends[2].iter().any(|row| row.condition.is_none_or(|condition| !needs_history(code, condition)))
        })
    }

    /// Applies what state falls back by itself to a position from outside.
    pub fn settle(&mut self, position: &mut S::Position) {
        self.take_up(position);
        *position = self.start;
    }

    /// Scores of South and North, where the game has a score.
    pub fn scores(&mut self, position: &S::Position) -> Option<[i32; 2]> {
        self.take_up(position);
        self.stand_still();
        let scores = self.code.scores?;
        let mut of = [0; 2];
        of[self.mover.index()] = self.num(scores[0]);
        of[self.mover.other().index()] = self.num(scores[1]);
        Some(of)
    }
}

/// Whether a condition can hold only where the mover is stuck or the position repeats.
fn needs_history(code: &Code, condition: Num) -> bool {
    match code.nodes[usize::from(condition)] {
        Node::CannotMove => true,
        Node::Repeats(times) => times > 1,
        Node::And(one, two) => needs_history(code, one) || needs_history(code, two),
        Node::Or(one, two) => needs_history(code, one) && needs_history(code, two),
        _ => false,
    }
}
