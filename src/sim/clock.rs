//! What calls a game off from outside, also while a player thinks.

use super::ending::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a game must stop: at a moment, or as soon as a run is called off.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock<'a> {
    deadline: Option<Instant>,
    interrupted: Option<&'a AtomicBool>,
}

impl<'a> Clock<'a> {
    /// A clock that starts now.
    #[must_use]
    pub fn start(time: Option<Duration>, interrupted: Option<&'a AtomicBool>) -> Self {
        Clock { deadline: time.and_then(|time| Instant::now().checked_add(time)), interrupted }
    }

    /// Why the game must stop now, if it must.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        if self.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Interrupted);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Time)
    }

    /// The earlier of a moment and the end of the game's time.
    #[must_use]
    pub fn no_later_than(&self, moment: Option<Instant>) -> Option<Instant> {
        moment.into_iter().chain(self.deadline).min()
    }
}
