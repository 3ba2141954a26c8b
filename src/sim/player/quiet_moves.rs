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
    merits: [Box<[i64; NAMES]>; 2],
    /// At each distance from the game's position, the two that refuted last.
    last: Vec<[Code; 2]>,
}

/// What is known of the moves of a player at a distance from the game's position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refuters<'q> {
    merits: &'q [i64; NAMES],
    last: [Code; 2],
}

impl Default for QuietMoves {
    fn default() -> Self {
        QuietMoves { merits: [(); 2].map(|()| Box::new([0; NAMES])), last: Vec::new() }
    }
}

impl QuietMoves {
    /// What is known of a player's moves at a distance from the game's position.
    pub(super) fn at(&self, mover: Player, ply: usize) -> Refuters<'_> {
        Refuters { merits: &self.merits[mover.index()], last: self.last.get(ply).copied().unwrap_or_default() }
    }

    /// Notes that a move was too good for the other player to let it come to this.
    pub(super) fn refutes(&mut self, mover: Player, ply: usize, name: Name, depth: u32) {
        self.merits[mover.index()][merit_of(name)] += i64::from(depth * depth);
        if self.last.len() <= ply {
            self.last.resize(ply + 1, [Code::default(); 2]);
        }
        let (last, code) = (&mut self.last[ply], Code::of(name));
        if last[0] != code {
            *last = [code, last[0]];
        }
    }
}

impl Refuters<'_> {
    /// What is added to the order of a move: less than [`RANGE`].
    #[inline]
    pub(super) fn order(&self, name: Name) -> i64 {
        let merit = self.merits[merit_of(name)].min(MOST);
        merit + if self.last.contains(&Code::of(name)) { MOST } else { 0 }
    }
}

/// A name as one number, which is not 0: that stands for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Code(u64);

impl Code {
    #[inline]
    fn of(name: Name) -> Self {
        let choices = if name.is_all { 1 } else { 2 };
        Code((name.kind.index() as u64) << 32 | u64::from(name.first) << 8 | choices)
    }
}

/// Moves with different names seldom share a place: the kind of a move is mixed into its first choice.
#[inline]
fn merit_of(name: Name) -> usize {
    (usize::from(name.first) ^ name.kind.index() << 3) % NAMES
}
