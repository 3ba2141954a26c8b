//! Runs a simulation on all cores. Threads take games by number; results come out in the order of the games, so that
//! what is written does not depend on the number of threads.

use super::clock::Clock;
use super::drawn_games::MOST_GAMES;
use super::ending::{Ending, Stop};
use super::player::{PlayerError, Strategy as _, Timed, build};
use super::prepare::Prepared;
use super::random_games::{RandomGames, Told};
use super::referee::Referee;
use super::scribe::{Batch, Scribe};
use super::script::{AlphaBetaSpec, PlayerSpec};
use super::seed::{game_generator, opening_generator};
use super::shaped;
use crate::engine::{Shape, pack};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use sysinfo::System;

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
    pub interrupted: &'a Arc<AtomicBool>,
    /// Told of the games that are done.
    pub progress: &'a Progress<'a>,
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Run({} threads)", self.threads)
    }
}

/// Why a run cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunError {
    /// What its games came to could not be taken.
    Write(io::Error),
    /// A player cannot play at all.
    Player(PlayerError),
    /// The players ask for more memory than is free.
    Memory {
        /// What they ask for on all threads, in bytes.
        wanted: u64,
        /// What is free, in bytes.
        free: u64,
        /// How many threads play.
        threads: u64,
    },
    /// The system gives no threads.
    Threads(rayon::ThreadPoolBuildError),
}

impl fmt::Display for RunError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Write(error) => write!(out, "cannot write the games: {error}"),
            RunError::Player(reason) => reason.fmt(out),
            RunError::Memory { wanted, free, threads } => write!(
                out,
                "the players ask for {} MB of memory on {threads} threads, and {} MB are free",
                wanted / 1_000_000,
                free / 1_000_000
            ),
            RunError::Threads(reason) => write!(out, "the system gives no threads: {reason}"),
        }
    }
}

impl std::error::Error for RunError {}

/// How far threads may run ahead of what is written, in batches for each thread.
const AHEAD: u64 = 16;

/// Where players think, a thread takes more games at a time as long as they are played in less than this, so that handing them on takes
/// no longer than playing them; and fewer when they take longer.
const SOON: Duration = Duration::from_millis(2);

/// Memory that is free for this process, in bytes, where the system tells.
fn memory() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    let limited = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    Some(system.available_memory().min(limited))
}

/// Lets no thread run too far ahead, so that memory does not grow.
#[derive(Debug)]
struct Gate {
    /// The first game that is not written yet.
    written: Mutex<u64>,
    opened: Condvar,
}

impl Gate {
    /// Waits until a game may be played that is so far ahead at most, or there is nothing more to do.
    fn wait(&self, game: u64, ahead: u64, over: impl Fn() -> bool) {
        let Ok(mut written) = self.written.lock() else { return };
        while game >= written.saturating_add(ahead) && !over() {
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
    /// What `take` complains of, or a player that cannot play; the run is called off then.
    pub fn games(&self, games: Range<u64>, take: &mut dyn FnMut(Batch) -> io::Result<()>) -> Result<u64, RunError> {
        if games.is_empty() {
            return Ok(0);
        }
        self.fits_into_memory()?;
        shaped!(self.prepared.game.program(), S => self.games_of::<S>(games, take))
    }

    fn games_of<S: Shape>(
        &self,
        games: Range<u64>,
        take: &mut dyn FnMut(Batch) -> io::Result<()>,
    ) -> Result<u64, RunError> {
        let threads = self.threads.max(1);
        let next = AtomicU64::new(games.start);
        let gate = Gate { written: Mutex::new(games.start), opened: Condvar::new() };
        let called_off = AtomicBool::new(false);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(RunError::Threads)?;
        let (sender, receiver) = sync_channel(threads * AHEAD as usize);
        pool.in_place_scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                let (next, gate, called_off, games) = (&next, &gate, &called_off, &games);
                scope.spawn(move |_| self.work::<S>(games, next, gate, called_off, &sender));
            }
            drop(sender);
            let taken = collect(&receiver, games.start, &gate, take);
            if taken.is_err() {
                called_off.store(true, Ordering::Relaxed);
            }
            gate.open(u64::MAX);
            // Threads that still send must not be left waiting.
            receiver.iter().for_each(drop);
            taken
        })
    }

    /// Memory that the players ask for is looked for before it is used: the system promises more than it has.
    fn fits_into_memory(&self) -> Result<(), RunError> {
        let players = &self.prepared.simulation.players;
        let threads = self.threads.max(1) as u64;
        let wanted = threads * (players.south.bytes() + players.north.bytes());
        // What a player takes where nothing is said is no reason to ask the system.
        if wanted <= threads * 2 * AlphaBetaSpec::default().bytes() {
            return Ok(());
        }
        match memory() {
            Some(free) if wanted > free => Err(RunError::Memory { wanted, free, threads }),
            _ => Ok(()),
        }
    }

    /// Whether players think, so that games take long.
    fn is_slow(&self) -> bool {
        let players = &self.prepared.simulation.players;
        players.south.is_slow() || players.north.is_slow()
    }

    /// Games that a thread takes at a time, at first.
    fn batch_size(&self, games: u64) -> u64 {
        if self.is_slow() { 1 } else { (games / (self.threads.max(1) as u64 * 8)).clamp(1, MOST_GAMES) }
    }

    fn work<S: Shape>(
        &self,
        games: &Range<u64>,
        next: &AtomicU64,
        gate: &Gate,
        called_off: &AtomicBool,
        sender: &SyncSender<Result<Batch, RunError>>,
    ) {
        let mut worker = match Worker::<S>::new(self) {
            Ok(worker) => worker,
            Err(reason) => {
                // If nobody listens any more, the run is over already.
                let _ = sender.send(Err(RunError::Player(reason)));
                return;
            }
        };
        let ahead = self.threads.max(1) as u64 * AHEAD;
        let mut size = self.batch_size(games.end - games.start);
        let over = || called_off.load(Ordering::Relaxed) || self.interrupted.load(Ordering::Relaxed);
        loop {
            let taken = |first: u64| Some(games.end.min(first.saturating_add(size)));
            let first = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).unwrap_or(games.end);
            let last = games.end.min(first.saturating_add(size));
            if first >= last {
                return;
            }
            gate.wait(first, ahead * size, over);
            let began = Instant::now();
            worker.look_ahead(first..last);
            for number in first..last {
                if over() || !worker.game(number) {
                    return;
                }
            }
            (self.progress)(last - first);
            if sender.send(Ok(worker.take(first, last - first))).is_err() {
                return;
            }
            if self.is_slow() {
                size = if began.elapsed() < SOON { MOST_GAMES.min(2 * size) } else { 1.max(size / 2) };
            }
        }
    }
}

/// Takes batches in their order, from a first game on. Those behind one that is missing because the run was called off are dropped.
fn collect(
    receiver: &Receiver<Result<Batch, RunError>>,
    first: u64,
    gate: &Gate,
    take: &mut dyn FnMut(Batch) -> io::Result<()>,
) -> Result<u64, RunError> {
    let mut waiting: BTreeMap<u64, Batch> = BTreeMap::new();
    let mut due = first;
    for played in receiver.iter() {
        let batch = played?;
        waiting.insert(batch.first, batch);
        while let Some(batch) = waiting.remove(&due) {
            due += batch.games;
            take(batch).map_err(RunError::Write)?;
            gate.open(due);
        }
    }
    Ok(due - first)
}

/// What a thread plays with.
#[derive(Debug)]
struct Worker<'p, S: Shape> {
    prepared: &'p Prepared,
    scribe: Scribe<'p, S>,
    /// Sees games that are not drawn; made when there is one.
    referee: Option<Referee<'p, S>>,
    clock: Arc<Clock>,
    starts: Vec<S::Position>,
    /// The first and the second player.
    players: [Timed<'p, S>; 2],
    /// Plays for them, if both only ever draw their moves and nothing but counts is wanted.
    random: Option<RandomGames<'p, S>>,
}

impl<'p, S: Shape> Worker<'p, S> {
    fn new(run: &Run<'p>) -> Result<Self, PlayerError> {
        let prepared = run.prepared;
        let program = prepared.game.program();
        let scribe = Scribe::new(prepared, run.records, run.table);
        let clock = Arc::new(Clock::heeding(run.interrupted));
        let (players, venue) = (&prepared.simulation.players, prepared.venue());
        let timed = |spec: &PlayerSpec| build::<S>(spec, venue).map(|player| Timed::new(player, spec.is_slow()));
        let mut players = [timed(&players.south)?, timed(&players.north)?];
        players.iter_mut().for_each(|player| player.heed(&clock));
        let counts_alone = !run.records && !run.table && players.iter().all(|player| player.draws());
        let told = if prepared.simulation.count_rules { Told::Rules } else { Told::Turns };
        let random = if counts_alone { RandomGames::new(&prepared.game, told, &clock) } else { None };
        let starts = prepared.starts.iter().map(|start| pack::<S>(program, start)).collect();
        Ok(Worker { prepared, scribe, referee: None, clock, starts, players, random })
    }

    /// What its last games came to.
    fn take(&mut self, first: u64, games: u64) -> Batch {
        if let Some(random) = &mut self.random {
            self.scribe.take_counts(random);
        }
        let efforts = self.players.each_mut().map(Timed::take_effort);
        Batch { efforts, ..self.scribe.take(first, games) }
    }

    /// Games that are to be played next may be played many at once.
    fn look_ahead(&mut self, games: Range<u64>) {
        let (prepared, starts) = (self.prepared, &self.starts);
        if let Some(random) = &mut self.random {
            let start = |number| &starts[(prepared.pair(number) % starts.len() as u64) as usize];
            random.play_ahead(games, start, prepared.limits, |number| prepared.draws(number));
        }
    }

    /// Plays a game; `false` if it was broken off.
    fn game(&mut self, number: u64) -> bool {
        let prepared = self.prepared;
        let swapped = prepared.is_swapped(number);
        let pair = prepared.pair(number);
        let start = self.starts[(pair % self.starts.len() as u64) as usize];
        let (seed, limits) = (prepared.simulation.seed, prepared.limits);
        if let Some(random) = &mut self.random
            && let Some(ending) = random.play(number, &start, limits, prepared.draws(number))
        {
            if ending == Ending::Stopped(Stop::Interrupted) {
                return false;
            }
            self.scribe.finish_drawn(swapped, &ending, random);
            return true;
        }
        let (mut generator, mut opening) = (game_generator(seed, number), opening_generator(seed, pair));
        let [first, second] = &mut self.players;
        first.begin();
        second.begin();
        let referee = self.referee.get_or_insert_with(|| Referee::heeding(&prepared.game, &self.clock));
        let ending = if swapped {
            referee.play(&start, limits, &mut [second, first], &mut generator, &mut opening)
        } else {
            referee.play(&start, limits, &mut [first, second], &mut generator, &mut opening)
        };
        if ending == Ending::Stopped(Stop::Interrupted) {
            return false;
        }
        self.scribe.finish(referee, number, swapped, &ending);
        true
    }
}
