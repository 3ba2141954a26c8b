//! What a position is worth, by the rules of any game.

use crate::engine::{Cells as _, Ended, Ground, Shape};
use crate::model::{Model, Player};
use crate::plan::{more_filled, more_pieces};
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
    #[inline(always)]
    pub fn judge<G: Ground>(&self, ground: &mut G, position: &G::Position, player: Player) -> i32 {
        let worth = G::cells(position).and_then(|cells| self.judge_by(ground, cells, player));
        worth.unwrap_or_else(|| self.judge_whole(ground, position, player))
    }

    /// The same where cells alone do not tell it.
    fn judge_whole<G: Ground>(&self, ground: &mut G, position: &G::Position, player: Player) -> i32 {
        let lead = if self.weights.score == 0 { 0 } else { ground.lead_in_score(position).unwrap_or(0) };
        let whole = G::whole(position);
        let of_each = |count: &dyn Fn(usize) -> i32| count(0) - count(1);
        self.weighed(
            lead,
            || of_each(&|player| self.seeds::<G::Shape>(&whole, player)),
            || of_each(&|player| self.full_pits::<G::Shape>(&whole, player)),
            player,
        )
    }

    /// The same of a position that is given by its cells, if they alone tell it.
    #[inline(always)]
    pub fn judge_by<G: Ground>(&self, ground: &G, cells: &[u8], player: Player) -> Option<i32> {
        let lead = if self.weights.score == 0 { 0 } else { ground.lead_by(cells)? };
        if self.weights.seeds == 0 && self.weights.pits == 0 {
            return Some(self.weighed(lead, || 0, || 0, player));
        }
        if self.kinds > 1 {
            return None;
        }
        let (south, north) = cells.split_at_checked(self.half)?;
        let north = north.get(..self.half)?;
        let pits = |cells| <[u8]>::get(cells, ..self.pits).unwrap_or(cells);
        Some(self.weighed(lead, || more_pieces(south, north), || more_filled(pits(south), pits(north)), player))
    }

    /// The sum of differences between South and North, by their weights, for a player. Those that have none are not counted.
    #[inline]
    fn weighed(&self, lead: i32, seeds: impl Fn() -> i32, pits: impl Fn() -> i32, player: Player) -> i32 {
        let mut worth = self.weights.score * lead;
        if self.weights.seeds != 0 {
            worth += self.weights.seeds * seeds();
        }
        if self.weights.pits != 0 {
            worth += self.weights.pits * pits();
        }
        let worth = worth.clamp(1 - WIN, WIN - 1);
        if player == Player::South { worth } else { -worth }
    }

    /// Pieces in a player's pits and reserves.
    fn seeds<S: Shape>(&self, position: &S::Position, player: usize) -> i32 {
        (0..self.kinds).map(|kind| position.sum(kind * self.places + player * self.half, self.half)).sum()
    }

    fn full_pits<S: Shape>(&self, position: &S::Position, player: usize) -> i32 {
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
