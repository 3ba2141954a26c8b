//! How a game ended.

use crate::ir::Program;
use crate::model::{Award, Player, RuleId};
use crate::position::{GameResult, Outcome};

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
    pub(super) fn new(
        award: Award,
        rule: RuleId,
        [mover, winner]: [Option<Player>; 2],
        scores: Option<[i32; 2]>,
    ) -> Self {
        let result = match (award, scores) {
            (Award::Mover, _) => won_by(mover),
            (Award::Opponent, _) => won_by(mover.map(Player::other)),
            // A match whose last round is drawn is drawn.
            (Award::Winner, _) => won_by(winner),
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

    /// Who has won, if anybody has.
    pub(super) fn winner(&self) -> Option<Player> {
        match self.result {
            GameResult::Winner(player) => Some(player),
            GameResult::Draw | GameResult::NoWinner => None,
        }
    }

    /// With the label of its row.
    #[must_use]
    pub fn outcome(&self, program: &Program) -> Outcome {
        let reason = program.model.rules[self.rule].label.clone();
        Outcome { result: self.result, reason, score: self.scores }
    }
}

/// The game is won by a player, or drawn.
fn won_by(player: Option<Player>) -> GameResult {
    player.map_or(GameResult::Draw, GameResult::Winner)
}
