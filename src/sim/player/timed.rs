//! What it takes players to choose their moves.

use super::{Decision, Seat, Strategy};
use crate::engine::Shape;
use crate::sim::clock::Clock;
use crate::sim::seed::Generator;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What it has taken a player to choose moves. It is no part of results: another run takes other time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effort {
    /// Moves that were chosen.
    pub moves: u64,
    /// The time that this took.
    pub time: Duration,
    /// What was looked at for that: see [`Strategy::looked_at`].
    pub looked_at: u64,
}

impl Effort {
    /// Adds another.
    pub fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.time += other.time;
        self.looked_at += other.looked_at;
    }
}

/// A player by the clock, if he thinks: of others the clock would take most of the time.
#[derive(Debug)]
pub(in crate::sim) struct Timed<'p, S: Shape> {
    player: Box<dyn Strategy<S> + 'p>,
    is_slow: bool,
    effort: Effort,
    /// What he had looked at when that was taken.
    taken: u64,
}

impl<'p, S: Shape> Timed<'p, S> {
    pub(in crate::sim) fn new(player: Box<dyn Strategy<S> + 'p>, is_slow: bool) -> Self {
        Timed { player, is_slow, effort: Effort::default(), taken: 0 }
    }

    /// What it has taken since the last time.
    pub(in crate::sim) fn take_effort(&mut self) -> Effort {
        let before = std::mem::replace(&mut self.taken, self.player.looked_at());
        Effort { looked_at: self.taken - before, ..std::mem::take(&mut self.effort) }
    }
}

impl<S: Shape> Strategy<S> for Timed<'_, S> {
    fn begin(&mut self) {
        self.player.begin();
    }

    fn heed(&mut self, clock: &Arc<Clock>) {
        self.player.heed(clock);
    }

    fn draws(&self) -> bool {
        self.player.draws()
    }

    fn proven(&self) -> Option<i32> {
        self.player.proven()
    }

    fn looked_at(&self) -> u64 {
        self.player.looked_at()
    }

    fn choose(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Decision {
        if !self.is_slow {
            return self.player.choose(seat, generator);
        }
        let began = Instant::now();
        let decision = self.player.choose(seat, generator);
        self.effort.time += began.elapsed();
        self.effort.moves += 1;
        decision
    }
}
