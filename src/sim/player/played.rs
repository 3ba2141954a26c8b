//! Moves that are played to know what comes of them, where it is enough to look at those first that capture most.

use super::evaluation::WIN;
use super::line::label_of;
use super::search::Search;
use crate::engine::{Foreseen, Ground};
use crate::sim::candidates::MOST_LISTED;

/// What a move leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Played<G: Ground> {
    pub(super) after: G::Position,
    pub(super) captured: i32,
    /// What it is worth for who makes it, where it ends the game.
    pub(super) value: Option<i32>,
    /// What it is called in the table.
    pub(super) label: u16,
    /// The higher, the earlier it is looked at; the lowest if it was.
    order: i32,
}

/// Moves of a position that were played.
#[derive(Debug, Clone)]
pub(super) struct PlayedMoves<G: Ground>(Vec<Played<G>>);

/// Lower than the order of any move.
const LOOKED_AT: i32 = i32::MIN;

impl<G: Ground> Default for PlayedMoves<G> {
    fn default() -> Self {
        PlayedMoves(Vec::new())
    }
}

impl<G: Ground> Played<G> {
    #[inline(always)]
    fn of(after: G::Position, captured: i32, value: Option<i32>, label: u16) -> Self {
        let order = captured + value.map_or(0, |value| value.clamp(-WIN, WIN) / 100);
        Played { after, captured, value, label, order }
    }
}

impl<G: Ground> PlayedMoves<G> {
    #[inline]
    pub(super) fn all(&self) -> &[Played<G>] {
        &self.0
    }

    /// The one that is looked at next. It stays where it is: what was written by parts is not soon read as a whole.
    #[inline]
    pub(super) fn next(&mut self) -> Option<&Played<G>> {
        let (mut at, mut highest) = (0, LOOKED_AT);
        for (number, played) in self.0.iter().enumerate() {
            (at, highest) = if played.order > highest { (number, played.order) } else { (at, highest) };
        }
        let played = self.0.get_mut(at).filter(|_| highest > LOOKED_AT)?;
        played.order = LOOKED_AT;
        Some(played)
    }
}

impl<G: Ground> Search<G> {
    /// Plays the moves of some places by what was foreseen of them; whether straight code could play all of them.
    #[inline]
    pub(super) fn play(
        &mut self,
        position: &G::Position,
        foreseen: &Foreseen,
        places: u64,
        played: &mut PlayedMoves<G>,
    ) -> bool {
        played.0.clear();
        let mut left = self.ground.told_among(position, foreseen, places);
        let mut others = places & !left;
        while left != 0 {
            let place = left.trailing_zeros() as u16;
            match self.ground.captured(position, foreseen, place) {
                Some((after, captured)) => played.0.push(Played::of(after, captured, None, place)),
                None => others |= left & left.wrapping_neg(),
            }
            left &= left - 1;
        }
        others == 0 || self.play_by_code(position, foreseen, others, played)
    }

    /// The same of places of whose moves tables do not tell what they lead to.
    #[inline(never)]
    fn play_by_code(
        &mut self,
        position: &G::Position,
        foreseen: &Foreseen,
        places: u64,
        played: &mut PlayedMoves<G>,
    ) -> bool {
        let (listed, mover) = (&mut self.listed, G::mover(position));
        let can_play_all = self.ground.children_among(position, foreseen, places, MOST_LISTED, listed);
        played.0.extend(listed.outcomes().enumerate().map(|(number, told)| {
            let value = listed.ended(number).map(|ended| self.evaluation.verdict(ended, mover));
            Played::of(G::child(position, listed, number), told.captured, value, label_of(number, &told))
        }));
        can_play_all
    }
}
