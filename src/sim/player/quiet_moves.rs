//! Which moves that capture nothing have refuted what the other player did: they are tried before their like.

use crate::engine::{Foreseen, Name};
use crate::model::Player;

/// What the order of quiet moves is below.
pub(super) const RANGE: i64 = 1 << 24;

/// Names of moves that are told apart.
const NAMES: usize = 1 << 10;
/// How often a move has refuted others counts for no more than this.
const MOST: i64 = RANGE / 4;

/// Moves that have refuted others, by whoever made them and by how deep that was.
#[derive(Debug, Clone)]
pub(super) struct QuietMoves {
    /// How much a player's move has refuted so far: the deeper what was saved, the more.
    merits: [Box<[i64; NAMES]>; 2],
    /// At each distance from the game's position, the codes of the two that refuted last; 0 for none.
    last: Vec<[u64; 2]>,
}

/// What is known of the moves of a player at a distance from the game's position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refuters<'q> {
    merits: &'q [i64; NAMES],
    last: [u64; 2],
}

impl Default for QuietMoves {
    fn default() -> Self {
        QuietMoves { merits: [(); 2].map(|()| Box::new([0; NAMES])), last: Vec::new() }
    }
}

impl QuietMoves {
    /// What is known of a player's moves at a distance from the game's position.
    #[inline]
    pub(super) fn at(&self, mover: Player, ply: usize) -> Refuters<'_> {
        Refuters { merits: &self.merits[mover.index()], last: self.last.get(ply).copied().unwrap_or_default() }
    }

    /// Notes that a move was too good for the other player to let it come to this.
    pub(super) fn refutes(&mut self, mover: Player, ply: usize, name: Name, depth: u32) {
        let merit = &mut self.merits[mover.index()][name.number() % NAMES];
        *merit = MOST.min(*merit + i64::from(depth * depth));
        if self.last.len() <= ply {
            self.last.resize(ply + 1, [0; 2]);
        }
        let (last, code) = (&mut self.last[ply], name.code());
        if last[0] != code {
            *last = [code, last[0]];
        }
    }
}

impl Refuters<'_> {
    /// What is added to the order of a move: less than [`RANGE`].
    #[inline]
    pub(super) fn order(&self, name: Name) -> i64 {
        let (merit, code) = (self.merits[name.number() % NAMES], name.code());
        let [last, before] = self.last;
        merit + if code == last || code == before { MOST } else { 0 }
    }

    /// The places whose moves were the last to refute here: they are tried before the others.
    #[inline]
    pub(super) fn favoured(&self, foreseen: &Foreseen) -> u64 {
        let [last, before] = self.last.map(|code| foreseen.place_called(code));
        last | before
    }

    /// Which of some places is to be tried first, where all or none of them is favoured, by the same order; of equals the first one.
    #[inline]
    pub(super) fn first_to_try(&self, places: u64, foreseen: &Foreseen) -> u16 {
        let (mut left, mut first, mut highest) = (places, 0, -1);
        while left != 0 {
            let place = left.trailing_zeros() as u16;
            left &= left - 1;
            let merit = self.merits[foreseen.name(place).number() % NAMES];
            (first, highest) = if merit > highest { (place, merit) } else { (first, highest) };
        }
        first
    }
}
