//! How a game plays, from games at random.

use super::super::failure::Failure;
use crate::sim::script::Simulation;
use crate::sim::{self, Run, ScriptText, Tally};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Figures of games at random. They stand in the page itself, so that it can be made anew without playing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Figures {
    /// Hash of the rules that were played.
    pub(super) rules: String,
    /// Games; none as long as it has not been played.
    pub(super) games: u64,
    /// Where the random numbers began.
    pub(super) seed: u64,
    /// Moves of a game: the middle, and between what nine of ten games lie.
    pub(super) moves: [i64; 3],
    /// Legal moves of a turn, on average and at most.
    pub(super) choices: (f64, u64),
    /// Points of who moves first, in 100 games: 1 for a win, a half for a draw.
    pub(super) first: f64,
    /// Draws, and games that were broken off, in 100.
    pub(super) draws: f64,
    pub(super) unfinished: f64,
    /// Laps of a turn, on average and at most.
    pub(super) laps: (f64, u32),
    /// Turns with a capture in a game.
    pub(super) captures: f64,
    /// What ended the games, in 100, the most frequent first.
    pub(super) ended: Vec<(String, f64)>,
}

/// Games that are played before the clock is looked at.
const BATCH: u64 = 250;
/// How the line of a page begins that holds its figures.
const BEGIN: &str = "<!-- figures ";
const END: &str = " -->";

impl Figures {
    /// The figures that a page holds.
    pub(super) fn read(page: &str) -> Option<Self> {
        let line = page.lines().find_map(|line| line.strip_prefix(BEGIN)?.strip_suffix(END))?;
        serde_json::from_str(line).ok()
    }

    /// The line of a page that holds them.
    pub(super) fn line(&self) -> String {
        format!("{BEGIN}{}{END}", serde_json::to_string(self).unwrap_or_default())
    }

    /// Plays games until there are enough, or the time is up.
    pub(super) fn play(name: &str, rules: String, games: u64, time: Duration) -> Result<Self, Failure> {
        let simulation = Simulation { games: i64::try_from(games.max(1)).unwrap_or(i64::MAX), ..Simulation::new(name) };
        let prepared = sim::prepare(&simulation, &ScriptText::default(), Path::new(""))?;
        let run = Run {
            prepared: &prepared,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            records: false,
            table: false,
            interrupted: &Arc::default(),
            progress: &|_| {},
        };
        let (began, mut tally) = (Instant::now(), Tally::default());
        while tally.games < games && (tally.games == 0 || began.elapsed() < time) {
            run.games(tally.games..games.min(tally.games + BATCH), &mut |batch| {
                tally.add(&batch.tally);
                Ok(())
            })
            .map_err(|error| Failure::usage(error.to_string()))?;
        }
        let found = sim::Figures::of(name, &prepared, &tally);
        let length = found.length.map_or([0; 3], |length| [length.median, length.q05, length.q95]);
        let percent = |share: f64| (share * 1000.0).round() / 10.0;
        let rounded = |number: f64| (number * 100.0).round() / 100.0;
        let mut ended: Vec<(String, f64)> =
            found.endings.iter().map(|ending| (ending.by.clone(), percent(ending.part.share.value))).collect();
        ended.sort_by(|one, other| other.1.total_cmp(&one.1));
        Ok(Figures {
            rules,
            games: tally.games,
            seed: found.seed,
            moves: length,
            choices: (rounded(found.turns.legal_moves.value), found.turns.most_legal_moves),
            first: percent(found.by_mover[0].points.value),
            draws: percent(found.draws.share.value),
            unfinished: percent(found.unfinished.share.value),
            laps: (rounded(found.turns.laps), found.turns.most_laps),
            captures: rounded(found.turns.captures),
            ended,
        })
    }
}
