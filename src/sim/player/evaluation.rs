//! What a position is worth, by the rules of any game.

use crate::engine::{Cells as _, Ended, Machine, Shape};
use crate::model::{Model, Player};
use crate::position::GameResult;
use crate::sim::script::Weights;

/// What a won game is worth more than any position that is not over; in hundredths of a seed.
pub(super) const WIN: i32 = 100_000_000;

/// Judges positions: differences between the player and his opponent, weighed.
#[derive(Debug, Clone)]
pub struct Evaluation {
    weights: Weights,
    /// Places of one player.
    half: usize,
    pits: usize,
    places: usize,
    kinds: usize,
}

impl Evaluation {
    /// With these weights; without any, the score of the game, and where it has none the seeds and pits of each side.
    #[must_use]
    pub fn new(model: &Model, weights: Option<Weights>) -> Self {
        let default =
            if model.score.is_some() { Weights::default() } else { Weights { score: 0, seeds: 100, pits: 20 } };
        let board = &model.board;
        Evaluation {
            weights: weights.unwrap_or(default),
            half: board.half(),
            pits: board.pits_per_player(),
            places: board.places(),
            kinds: model.kinds.len(),
        }
    }

    /// What a position that is not over is worth for a player.
    pub fn judge<S: Shape>(&self, machine: &mut Machine<'_, S>, position: &S::Position, player: Player) -> i32 {
        let mut worth = 0;
        if self.weights.score != 0
            && let Some(lead) = machine.lead_in_score(position)
        {
            worth += self.weights.score * lead;
        }
        if self.weights.seeds != 0 {
            worth += self.weights.seeds * (self.seeds::<S>(position, 0) - self.seeds::<S>(position, 1));
        }
        if self.weights.pits != 0 {
            worth += self.weights.pits * (self.full_pits::<S>(position, 0) - self.full_pits::<S>(position, 1));
        }
        let worth = worth.clamp(1 - WIN, WIN - 1);
        if player == Player::South { worth } else { -worth }
    }

    /// Pieces in a player's pits and reserves.
    fn seeds<S: Shape>(&self, position: &S::Position, player: usize) -> i32 {
        (0..self.kinds).map(|kind| position.sum(kind * self.places + player * self.half, self.half)).sum()
    }

    fn full_pits<S: Shape>(&self, position: &S::Position, player: usize) -> i32 {
        if self.kinds == 1 {
            return position.filled(player * self.half, self.pits);
        }
        let holds =
            |pit: &usize| (0..self.kinds).any(|kind| position.get(kind * self.places + player * self.half + pit) > 0);
        (0..self.pits).filter(holds).count() as i32
    }

    /// What the end of a game is worth for a player: first who won, then by how much.
    #[must_use]
    pub fn verdict(&self, ended: &Ended, player: Player) -> i32 {
        let margin = ended.scores.map_or(0, |scores| 100 * (scores[player.index()] - scores[player.other().index()]));
        match ended.result {
            GameResult::Winner(winner) if winner == player => WIN + margin,
            GameResult::Winner(_) => margin - WIN,
            GameResult::Draw | GameResult::NoWinner => 0,
        }
    }
}
