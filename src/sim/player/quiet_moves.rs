//! Which moves that capture nothing have refuted what the other player did: they are tried before their like.

use crate::engine::Name;
use crate::model::{Id as _, Player};

/// What the order of quiet moves is below.
pub(super) const RANGE: i64 = 1 << 24;

/// Names of moves that are told apart.
const NAMES: usize = 1 << 10;
/// How often a move has refuted others counts for less than this.
const MOST: i64 = RANGE / 4;

/// Moves that have refuted others, by whoever made them and by how deep that was.
#[derive(Debug, Clone)]
pub(super) struct QuietMoves {
    /// How much a player's move has refuted so far: the deeper what was saved, the more.
    merits: Vec<i64>,
    /// At each distance from the game's position, the two that refuted last.
    last: Vec<[Option<Name>; 2]>,
}

impl Default for QuietMoves {
    fn default() -> Self {
        QuietMoves { merits: vec![0; 2 * NAMES], last: Vec::new() }
    }
}

impl QuietMoves {
    /// What is added to the order of a move: less than [`RANGE`].
    pub(super) fn order(&self, mover: Player, ply: usize, name: Name) -> i64 {
        let refuted_last = self.last.get(ply).is_some_and(|last| last.contains(&Some(name)));
        self.merits[merit_of(mover, name)].min(MOST) + if refuted_last { MOST } else { 0 }
    }

    /// Notes that a move was too good for the other player to let it come to this.
    pub(super) fn refutes(&mut self, mover: Player, ply: usize, name: Name, depth: u32) {
        self.merits[merit_of(mover, name)] += i64::from(depth * depth);
        if self.last.len() <= ply {
            self.last.resize(ply + 1, [None; 2]);
        }
        let last = &mut self.last[ply];
        if last[0] != Some(name) {
            *last = [Some(name), last[0]];
        }
    }
}

/// Moves with different names seldom share a place: the kind of a move is mixed into its first choice.
fn merit_of(mover: Player, name: Name) -> usize {
    mover.index() * NAMES + (usize::from(name.first) ^ name.kind.index() << 3) % NAMES
}
