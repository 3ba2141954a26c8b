//! What moves lead to, as tables tell it or as they are played, where it is enough to look at those first that capture most.

use super::evaluation::WIN;
use super::line::label_of;
use super::search::Search;
use crate::engine::{Foreseen, Ground};
use crate::sim::candidates::MOST_LISTED;

/// What a move leads to.
#[derive(Debug)]
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

/// What moves of a position lead to.
#[derive(Debug)]
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
    /// Finds what the moves of some places lead to by what was foreseen of them; whether straight code could play those that have to be
    /// played.
    #[inline]
    pub(super) fn play(
        &mut self,
        position: &G::Position,
        foreseen: &Foreseen,
        places: u64,
        played: &mut PlayedMoves<G>,
    ) -> bool {
        let told = self.ground.told_among(position, foreseen, places);
        let others = places & !told | self.look_up(position, foreseen, told, played);
        others == 0 || self.play_by_code(position, foreseen, others, played)
    }

    /// Finds what the moves of some places lead to of which tables may tell it; gives those of which they do not.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        position: &G::Position,
        foreseen: &Foreseen,
        places: u64,
        played: &mut PlayedMoves<G>,
    ) -> u64 {
        played.0.clear();
        let (mut left, mut others) = (places, 0);
        while left != 0 {
            let place = left.trailing_zeros() as u16;
            match self.ground.captured(position, foreseen, place) {
                Some((after, captured)) => played.0.push(Played::of(after, captured, None, place)),
                None => others |= left & left.wrapping_neg(),
            }
            left &= left - 1;
        }
        others
    }

    /// Plays the moves of some places; whether straight code could play all of them.
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
