//! Whoever plays many games at once, if anybody does.

use super::Words;
use super::alone::PlaysAlone;
use super::many::Many;
use super::over::{Begins, End};
use super::relays::Relays;
use super::trail::Trail;
use crate::plan::Side;
use crate::plan::counts::Counts;

/// It takes as long as so many turns to find out how to play many games at once; and where laps are followed, too.
const TURNS_TO_BEGIN: usize = 1 << 13;
const TURNS_TO_BEGIN_RELAYS: usize = 1 << 17;

/// Games that are played at once: those whose turns lead onward only, or those whose turns are sown lap by lap.
#[derive(Debug)]
pub(super) enum Together<'p, const W: usize> {
    Many(Box<Many<'p, W>>),
    Relays(Box<Relays<'p, W>>),
}

/// The same of whoever it is.
macro_rules! whoever {
    ($together:expr, $games:ident => $what:expr) => {
        match $together {
            Together::Many($games) => $what,
            Together::Relays($games) => $what,
        }
    };
}

impl<'p, const W: usize> Together<'p, W> {
    /// None if a player's moves cannot be drawn so, or that does not pay for so many turns, which may be played by machine code. `tells` says
    /// whether anybody looks at more of a turn than who has moved, and laps.
    pub(super) fn new(sides: &'p [Side<W>; 2], tells: bool, turns: usize, is_by_code: bool) -> Option<Self> {
        if turns < TURNS_TO_BEGIN {
            return None;
        }
        let relays = || {
            let pays = turns >= TURNS_TO_BEGIN_RELAYS && !is_by_code;
            pays.then(|| Relays::new(sides, tells)).flatten().map(|relays| Together::Relays(Box::new(relays)))
        };
        Many::new(sides, tells).map(|many| Together::Many(Box::new(many))).or_else(relays)
    }

    /// Plays games of at most n turns each. `random` gives each its words, and `is_off` says whether it is called off. Tells
    /// whether all have come to their end.
    pub(super) fn play<R: Words>(
        &mut self,
        games: &[Begins<W>],
        most: usize,
        random: impl Fn(usize) -> R,
        alone: &mut impl PlaysAlone<'p, W>,
        is_off: impl Fn() -> bool,
    ) -> bool {
        whoever!(self, played => played.play(games, most, random, alone, is_off))
    }

    /// Whether something has come up so that games cannot be played so.
    pub(super) fn has_failed(&self) -> bool {
        whoever!(self, played => played.has_failed())
    }

    /// Whether it is worth it to play so.
    pub(super) fn is_worth_it(&self) -> bool {
        whoever!(self, played => played.is_worth_it())
    }

    /// Puts what others have counted to its counts.
    pub(super) fn add_counts(&mut self, counts: &mut Counts) {
        whoever!(self, played => played.add_counts(counts));
    }

    /// Takes what was counted.
    pub(super) fn take_counts(&mut self, into: &mut Counts) {
        whoever!(self, played => played.take_counts(into));
    }

    /// How a game has come to its end; its turns are told in a trail.
    pub(super) fn over(&mut self, game: usize, trail: &mut Trail) -> Option<End<'p, W>> {
        whoever!(self, played => played.over(game, trail))
    }
}
