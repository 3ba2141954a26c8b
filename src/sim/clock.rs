//! What calls a game off from outside: also while a player thinks, and within a turn.

use super::ending::Stop;
use crate::engine::{self, Budget};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// When a game must stop: at a moment, or as soon as a run is called off. Whoever plays games has one, and the machines
/// that he and his players use heed it.
#[derive(Debug, Default)]
pub struct Clock {
    running: Mutex<Option<Running>>,
    interrupted: Arc<AtomicBool>,
}

/// What a clock knows of the game that is being played.
#[derive(Debug, Clone, Copy)]
struct Running {
    deadline: Option<Instant>,
}

impl Clock {
    /// A clock that heeds a flag.
    #[must_use]
    pub fn heeding(interrupted: &Arc<AtomicBool>) -> Self {
        Clock { running: Mutex::default(), interrupted: Arc::clone(interrupted) }
    }

    /// A game begins, and may take so much time.
    pub fn start(&self, time: Option<Duration>) {
        self.set(Some(Running { deadline: time.and_then(|time| Instant::now().checked_add(time)) }));
    }

    /// The game is over. What is done with it now is not called off: it must be whole.
    pub fn rest(&self) {
        self.set(None);
    }

    /// Why the game must stop now, if it must.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        let running = self.running()?;
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        running.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Time)
    }

    /// The earlier of a moment and the end of the game's time.
    #[must_use]
    pub fn no_later_than(&self, moment: Option<Instant>) -> Option<Instant> {
        moment.into_iter().chain(self.running().and_then(|running| running.deadline)).min()
    }

    /// The budget of a machine that heeds this clock within a turn.
    #[must_use]
    pub fn budget(self: &Arc<Self>) -> Budget {
        let clock = Arc::clone(self);
        Budget { stop: Some(engine::Stop::when(move || clock.stopped().is_some())), ..Budget::default() }
    }

    fn running(&self) -> Option<Running> {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, running: Option<Running>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = running;
    }
}
