//! Runs a simulation on all cores. Threads take games by number; results come out in the order of the games, so that
//! what is written does not depend on the number of threads.

use super::ending::{Ending, Stop};
use super::player::{Player, build};
use super::prepare::Prepared;
use super::record::{Played, reason, record, result_word};
use super::referee::Referee;
use super::seed::{game_generator, opening_generator};
use super::shaped;
use super::tally::{Tally, count};
use crate::engine::{Event, Machine, Observer, Shape, pack};
use crate::model::RuleId;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// What some games that follow each other came to.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// Number of the first.
    pub first: u64,
    /// How many.
    pub games: u64,
    /// Counts.
    pub tally: Tally,
    /// Their records, a line each, where they are asked for.
    pub records: String,
    /// Their lines of the table, where it is asked for.
    pub table: Vec<u8>,
}

/// Told of the games that are done.
pub type Progress<'a> = dyn Fn(u64) + Sync + 'a;

/// A run of a simulation.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// What is played.
    pub prepared: &'a Prepared,
    /// On how many threads.
    pub threads: usize,
    /// Whether records are made.
    pub records: bool,
    /// Whether lines of the table are made.
    pub table: bool,
    /// Set from outside to call the run off.
    pub interrupted: &'a AtomicBool,
    /// Told of the games that are done.
    pub progress: &'a Progress<'a>,
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Run({} threads)", self.threads)
    }
}

/// How far threads may run ahead of what is written, in batches for each thread.
const AHEAD: u64 = 16;

/// Lets no thread run too far ahead, so that memory does not grow.
#[derive(Debug, Default)]
struct Gate {
    written: Mutex<u64>,
    opened: Condvar,
}

impl Gate {
    /// Waits until a batch may be played, or there is nothing more to do.
    fn wait(&self, batch: u64, ahead: u64, over: impl Fn() -> bool) {
        let Ok(mut written) = self.written.lock() else { return };
        while batch >= written.saturating_add(ahead) && !over() {
            written = match self.opened.wait_timeout(written, Duration::from_millis(50)) {
                Ok((written, _)) => written,
                Err(_) => return,
            };
        }
    }

    fn open(&self, to: u64) {
        if let Ok(mut written) = self.written.lock() {
            *written = to;
        }
        self.opened.notify_all();
    }
}

impl Run<'_> {
    /// Plays these games and hands what they came to, in their order, to `take`. Tells how many were played.
    ///
    /// # Errors
    /// What `take` complains of; the run is called off then.
    pub fn games(&self, games: Range<u64>, take: &mut dyn FnMut(Batch) -> io::Result<()>) -> io::Result<u64> {
        if games.is_empty() {
            return Ok(0);
        }
        shaped!(self.prepared.game.program(), S => self.games_of::<S>(games, take))
    }

    fn games_of<S: Shape>(&self, games: Range<u64>, take: &mut dyn FnMut(Batch) -> io::Result<()>) -> io::Result<u64> {
        let size = self.batch_size(games.end - games.start);
        let threads = self.threads.max(1);
        let (next, gate) = (AtomicU64::new(0), Gate::default());
        let called_off = AtomicBool::new(false);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
        let (sender, receiver) = sync_channel(threads * AHEAD as usize);
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                let (next, gate, called_off, games) = (&next, &gate, &called_off, &games);
                scope.spawn(move |_| self.work::<S>(games, size, next, gate, called_off, &sender));
            }
            drop(sender);
            let taken = collect(&receiver, &gate, take);
            if taken.is_err() {
                called_off.store(true, Ordering::Relaxed);
            }
            gate.open(u64::MAX);
            // Threads that still send must not be left waiting.
            receiver.iter().for_each(drop);
            taken
        })
    }

    /// Games that a thread takes at a time.
    fn batch_size(&self, games: u64) -> u64 {
        let players = &self.prepared.simulation.players;
        if players.south.is_slow() || players.north.is_slow() {
            return 1;
        }
        (games / (self.threads.max(1) as u64 * 8)).clamp(1, 128)
    }

    fn work<S: Shape>(
        &self,
        games: &Range<u64>,
        size: u64,
        next: &AtomicU64,
        gate: &Gate,
        called_off: &AtomicBool,
        sender: &SyncSender<(u64, Batch)>,
    ) {
        let mut worker = Worker::<S>::new(self.prepared, self.interrupted);
        (worker.records, worker.table) = (self.records, self.table);
        let ahead = self.threads.max(1) as u64 * AHEAD;
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            let first = games.start.saturating_add(batch.saturating_mul(size));
            if first >= games.end {
                return;
            }
            let over = || called_off.load(Ordering::Relaxed) || self.interrupted.load(Ordering::Relaxed);
            gate.wait(batch, ahead, over);
            let last = games.end.min(first + size);
            for number in first..last {
                if over() || !worker.game(number) {
                    return;
                }
            }
            (self.progress)(last - first);
            if sender.send((batch, worker.take(first, last - first))).is_err() {
                return;
            }
        }
    }
}

/// Takes batches in their order. Those behind one that is missing because the run was called off are dropped.
fn collect(
    receiver: &Receiver<(u64, Batch)>,
    gate: &Gate,
    take: &mut dyn FnMut(Batch) -> io::Result<()>,
) -> io::Result<u64> {
    let mut waiting: BTreeMap<u64, Batch> = BTreeMap::new();
    let (mut due, mut games) = (0, 0);
    for (number, batch) in receiver.iter() {
        waiting.insert(number, batch);
        while let Some(batch) = waiting.remove(&due) {
            games += batch.games;
            take(batch)?;
            due += 1;
            gate.open(due);
        }
    }
    Ok(games)
}

impl Prepared {
    /// Whether the sides are swapped in a game.
    #[must_use]
    pub fn is_swapped(&self, game: u64) -> bool {
        self.simulation.swap_sides && game % 2 == 1
    }

    /// Two games with swapped sides are a pair, and begin alike.
    fn pair(&self, game: u64) -> u64 {
        if self.simulation.swap_sides { game / 2 } else { game }
    }
}

/// What a thread plays with.
#[derive(Debug)]
pub(super) struct Worker<'p, S: Shape> {
    pub(super) prepared: &'p Prepared,
    pub(super) referee: Referee<'p, S>,
    starts: Vec<S::Position>,
    /// The first and the second player.
    players: [Box<dyn Player<S> + 'p>; 2],
    /// Looks at games that are over.
    scribe: Machine<'p, S>,
    pub(super) records: bool,
    pub(super) table: bool,
    batch: Batch,
}

impl<'p, S: Shape> Worker<'p, S> {
    pub(super) fn new(prepared: &'p Prepared, interrupted: &'p AtomicBool) -> Self {
        let program = prepared.game.program();
        let mut referee = Referee::new(program);
        referee.heed(interrupted);
        let players = &prepared.simulation.players;
        Worker {
            prepared,
            referee,
            starts: prepared.starts.iter().map(|start| pack::<S>(program, start)).collect(),
            players: [build::build::<S>(&players.south, prepared), build::build::<S>(&players.north, prepared)],
            scribe: Machine::new(program),
            records: true,
            table: true,
            batch: Batch::default(),
        }
    }

    /// Plays a game; `false` if it was broken off.
    fn game(&mut self, number: u64) -> bool {
        let prepared = self.prepared;
        let swapped = prepared.is_swapped(number);
        let pair = prepared.pair(number);
        let start = self.starts[(pair % self.starts.len() as u64) as usize];
        let seed = prepared.simulation.seed;
        let (mut generator, mut opening) = (game_generator(seed, number), opening_generator(seed, pair));
        let [first, second] = &mut self.players;
        first.begin();
        second.begin();
        let ending = if swapped {
            self.referee.play(
                &start,
                prepared.limits,
                &mut [second.as_mut(), first.as_mut()],
                &mut generator,
                &mut opening,
            )
        } else {
            self.referee.play(
                &start,
                prepared.limits,
                &mut [first.as_mut(), second.as_mut()],
                &mut generator,
                &mut opening,
            )
        };
        if ending == Ending::Stopped(Stop::Interrupted) {
            return false;
        }
        self.finish(number, swapped, &ending);
        true
    }

    /// Counts and writes down the game that the referee has just seen.
    pub(super) fn finish(&mut self, number: u64, swapped: bool, ending: &Ending) {
        let scores = match ending {
            Ending::Rules(ended) => ended.scores,
            Ending::Stopped(_) => self.scribe.scores(self.referee.last()),
        };
        let trail = self.referee.trail();
        let tally = &mut self.batch.tally;
        for (turn, ply) in trail.iter().enumerate() {
            tally.turn(turn, ply);
        }
        tally.game(ending, trail.len(), swapped, scores);
        if let Some(lead) = self.referee.proven() {
            *tally.proven.entry(i64::from(lead)).or_default() += 1;
        }
        if self.prepared.simulation.count_rules {
            for ply in trail {
                let mut watch = Watch { rows: &mut tally.rows, origin: None };
                let _ = self.scribe.play(&ply.position, &ply.script, &mut watch).is_ok();
                if let Some(origin) = watch.origin {
                    count(&mut tally.pits, origin, 1);
                }
            }
        }
        let played = Played { number, swapped, trail, last: self.referee.last(), ending };
        if self.records {
            self.batch.records += &record(self.prepared, &mut self.scribe, &played).to_line();
            self.batch.records.push('\n');
        }
        if self.table {
            table_row(&mut self.batch.table, self.prepared, &played, scores);
        }
    }

    /// What was counted since the last time.
    pub(super) fn take(&mut self, first: u64, games: u64) -> Batch {
        Batch { first, games, ..std::mem::take(&mut self.batch) }
    }
}

/// Counts rows, and remembers the pit that a turn began with.
struct Watch<'a> {
    rows: &'a mut Vec<u64>,
    origin: Option<usize>,
}

impl Observer for Watch<'_> {
    const ACTIVE: bool = true;

    #[inline]
    fn event(&mut self, event: Event) {
        match event {
            Event::Row(rule) => count(self.rows, usize::from(rule as RuleId), 1),
            Event::Lifted(_, place, _) if self.origin.is_none() => self.origin = Some(place),
            _ => {}
        }
    }
}

/// The heading of a table of games.
pub(super) const TABLE_HEAD: [&str; 13] = [
    "game",
    "seed",
    "south",
    "north",
    "winner",
    "reason",
    "south_score",
    "north_score",
    "moves",
    "captures",
    "captured_south",
    "captured_north",
    "laps",
];

/// The heading of a table as a line.
#[must_use]
pub fn table_head() -> Vec<u8> {
    csv_line(&TABLE_HEAD.map(String::from))
}

/// A line of comma-separated values.
#[must_use]
pub fn csv_line(fields: &[String]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(fields);
    writer.into_inner().unwrap_or_default()
}

fn table_row<S: Shape>(table: &mut Vec<u8>, prepared: &Prepared, played: &Played<'_, S>, scores: Option<[i32; 2]>) {
    let simulation = &prepared.simulation;
    let (mut south, mut north) = (simulation.players.south.to_string(), simulation.players.north.to_string());
    if played.swapped {
        (south, north) = (north, south);
    }
    let score = |side: usize| scores.map_or(String::new(), |scores| scores[side].to_string());
    let captured = |side: usize| -> i32 {
        let of_side = played.trail.iter().filter(|ply| crate::engine::Cells::mover(&ply.position).index() == side);
        of_side.map(|ply| ply.captured).sum()
    };
    table.extend(csv_line(&[
        played.number.to_string(),
        simulation.seed.to_string(),
        south,
        north,
        result_word(played.ending).into(),
        reason(played.ending, prepared),
        score(0),
        score(1),
        played.trail.len().to_string(),
        played.trail.iter().filter(|ply| ply.captured > 0).count().to_string(),
        captured(0).to_string(),
        captured(1).to_string(),
        played.trail.iter().map(|ply| u64::from(ply.laps)).sum::<u64>().to_string(),
    ]));
}
