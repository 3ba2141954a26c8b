//! How far a run has come: a bar on a terminal, lines where they are asked for, nothing elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A bar on a terminal, nothing elsewhere.
fn bar(games: u64) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr_with_hz(8) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(games), target);
    let style = ProgressStyle::with_template("{prefix}{wide_bar} {pos}/{len} games, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// How often a line is written.
const EVERY: Duration = Duration::from_secs(1);

/// How far a run has come.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// When the last line was written, where lines are wanted.
    lines: Option<Mutex<Option<Instant>>>,
    done: std::sync::atomic::AtomicU64,
    games: u64,
}

impl Progress {
    /// Of a run that has not begun. `lines` writes `DONE/GAMES` to standard error, a line each second.
    pub(crate) fn new(lines: bool) -> Self {
        Progress { bar: None, lines: lines.then(Mutex::default), done: 0.into(), games: 0 }
    }

    /// Begins to show how many of these games are done.
    pub(crate) fn begin(&mut self, games: u64) {
        self.games = games;
        if self.lines.is_none() {
            self.bar = Some(bar(games));
        }
    }

    /// What is being played.
    pub(crate) fn of(&self, name: &str) {
        if let Some(bar) = &self.bar {
            bar.set_prefix(format!("{name}: "));
        }
    }

    /// Counts games that are done.
    pub(crate) fn add(&self, games: u64) {
        let done = self.done.fetch_add(games, std::sync::atomic::Ordering::Relaxed) + games;
        if let Some(bar) = &self.bar {
            bar.inc(games);
        }
        let Some(last) = &self.lines else { return };
        let Ok(mut last) = last.lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= EVERY) || done == self.games {
            *last = Some(Instant::now());
            // Who does not listen is not told.
            let _ = writeln!(io::stderr(), "{done}/{}", self.games);
        }
    }

    /// There is nothing more to do, or the bar is in the way of what is to be told.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
