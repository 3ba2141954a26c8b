//! `mancala bench`

use super::failure::{Failure, Status};
use super::given::read_variant;
use super::output::{Ink, Output};
use crate::game::{Game, shipped_names};
use crate::plan::Refusal;
use crate::sim::script::Simulation;
use crate::sim::{Batch, Prepared, RandomPlay, Run, ScriptText, prepare, searches};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Measures how fast games are played on this machine, on one thread
///
/// Perft counts leaves, each of which is made. Games at random are played by the engine and nothing else, the same one from
/// round to round, with the code that it has made on the way; where it is not known how many moves are legal, one is drawn
/// from all, and another if it is not legal. `sim` begins anew each time, lists moves there, and counts what its report tells
/// of games. `AlphaBeta` searches positions of a game at random. The kinds of work take turns, so that whatever else the
/// machine does falls on all of them; told are the median of the rounds and, with `--json`, all of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  mancala bench oware kalah\n  mancala bench --all --seconds 1 --json")]
pub(crate) struct Args {
    /// Names of variants, or paths of .mancala files
    #[arg(required_unless_present = "all")]
    variants: Vec<String>,
    /// All shipped variants
    #[arg(long, conflicts_with = "variants")]
    all: bool,
    /// How often each kind of work is measured
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// About how many seconds a variant takes
    #[arg(long, value_name = "SECONDS", default_value_t = 4.0, value_parser = seconds)]
    seconds: f64,
    /// How deep `AlphaBeta` looks
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A number of seconds above 0.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    if seconds > 0.0 && seconds <= 86_400.0 { Ok(seconds) } else { Err("more than 0 and at most 86400 seconds".into()) }
}

/// Moves after which a game is given up.
const MOST_MOVES: u32 = 1000;

/// The same games in every run.
const SEED: u64 = 1;

/// What is measured, in the order of the table.
const KINDS: [(&str, &str); 4] = [
    ("perft", "leaves_per_second"),
    ("random", "moves_per_second"),
    ("sim", "moves_per_second"),
    ("alpha_beta", "nodes_per_second"),
];

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let names: Vec<String> = if args.all { shipped_names().map(String::from).collect() } else { args.variants.clone() };
    if !args.json {
        heading(out)?;
    }
    let mut documents = Vec::new();
    for name in names {
        let variant = read_variant(&name)?;
        let game = variant.game().map_err(|rejected| Failure::Diagnostics(Status::Finding, rejected, String::new()))?;
        let measured = Measured::of(args, &name, &game)?;
        if args.json {
            documents.push(measured.to_json());
        } else {
            measured.show(out)?;
        }
    }
    if args.json {
        let document = json!({
            "version": crate::sim::VERSION,
            "rounds": args.rounds,
            "alpha_beta_depth": args.depth,
            "machine_code": cfg!(feature = "native"),
            "variants": documents,
        });
        out.json(&document)?;
    }
    Ok(Status::Clean)
}

/// A kind of work: does an amount of it.
type Work<'w> = Box<dyn FnMut(u64) -> Done + 'w>;

/// Work that was done.
#[derive(Debug, Clone, Copy, Default)]
struct Done {
    /// Leaves, moves or nodes.
    units: u64,
    /// Runs of perft, games or searches.
    runs: u64,
    /// How long it took, without what is made ready for it.
    time: Duration,
}

impl Done {
    /// Counts units, and takes the time of all that is done for them.
    fn timed(runs: u64, mut units: impl FnMut() -> u64) -> Done {
        let began = Instant::now();
        let units = units();
        Done { units, runs, time: began.elapsed() }
    }

    fn and(self, other: Done) -> Done {
        Done { units: self.units + other.units, runs: self.runs + other.runs, time: self.time + other.time }
    }

    fn rate(&self) -> f64 {
        self.units as f64 / self.time.as_secs_f64().max(1e-9)
    }

    fn seconds_a_run(&self) -> f64 {
        self.time.as_secs_f64() / self.runs.max(1) as f64
    }
}

/// What was measured of a variant.
struct Measured {
    variant: String,
    /// Why it has no plan, if it has none.
    unplanned: Option<Refusal>,
    depth: u32,
    /// For each kind of work: what was done, by round.
    rounds: [Vec<Done>; KINDS.len()],
}

impl Measured {
    fn of(args: &Args, name: &str, game: &Game) -> Result<Measured, Failure> {
        let unplanned = game.plan().err();
        #[cfg(feature = "native")]
        game.compile();
        let share = Duration::from_secs_f64(args.seconds / f64::from(args.rounds) / KINDS.len() as f64);
        let start = game.start();
        let depth = deepest(share, &mut |depth| game.perft(&start, depth).unwrap_or(0));
        let simulation = Simulation { max_moves: i64::from(MOST_MOVES), seed: SEED, ..Simulation::new(name) };
        let prepared = prepare(&simulation, &ScriptText::default(), Path::new(""));
        let prepared = prepared.map_err(|error| Failure::usage(error.to_string()))?;
        let mut random = RandomPlay::new(game);
        let mut works: [Work<'_>; KINDS.len()] = [
            Box::new(|times| Done::timed(times, || (0..times).map(|_| game.perft(&start, depth).unwrap_or(0)).sum())),
            Box::new(|games| {
                let played = random.play(SEED, 0..games, MOST_MOVES);
                Done { units: played.moves, runs: games, time: played.time }
            }),
            Box::new(|games| Done::timed(games, || simulated(&prepared, games))),
            Box::new(|times| {
                let searched = (0..times).map(|_| searches(game, SEED, args.depth));
                let each = searched.map(|one| Done { units: one.nodes, runs: one.searches, time: one.time });
                each.fold(Done::default(), Done::and)
            }),
        ];
        let amounts = works.each_mut().map(|work| amount(share, work));
        let mut rounds = [const { Vec::new() }; KINDS.len()];
        for _ in 0..args.rounds {
            for ((work, amount), rounds) in works.iter_mut().zip(amounts).zip(&mut rounds) {
                rounds.push(work(amount));
            }
        }
        drop(works);
        Ok(Measured { variant: name.into(), unplanned, depth, rounds })
    }

    /// Units a second of a kind of work, by round.
    fn rates(rounds: &[Done]) -> Vec<f64> {
        rounds.iter().map(Done::rate).collect()
    }

    fn show(&self, out: &mut Output) -> Result<(), Failure> {
        let medians = self.rounds.each_ref().map(|rounds| rate(median(&Self::rates(rounds))));
        let name = self.variant.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".mancala");
        let name = format!("{name:<22}");
        let name = out.paint(&name, Ink::Accent);
        let [perft, random, sim, search] = medians;
        out.line(format!("{name}  {:>5}  {perft:>9}  {random:>9}  {sim:>9}  {search:>9}", self.depth))?;
        if let Some(reason) = self.unplanned {
            out.line(format!("  played by the interpreter: {reason}"))?;
        }
        // A variant takes a while: what is known is shown at once.
        Ok(out.flush()?)
    }

    fn to_json(&self) -> Value {
        let unplanned = self.unplanned.map(|reason| reason.to_string());
        let mut document = json!({"variant": self.variant, "perft_depth": self.depth, "no_plan_because": unplanned});
        for ((kind, unit), rounds) in KINDS.iter().zip(&self.rounds) {
            let rates = Self::rates(rounds);
            let told: Vec<f64> = rates.iter().map(|rate| rate.round()).collect();
            document[*kind] = json!({*unit: median(&rates).round(), "rounds": told});
        }
        let [.., searches] = &self.rounds;
        let searches = searches.iter().map(Done::seconds_a_run);
        document["alpha_beta"]["seconds_per_search"] = json!(median(&searches.collect::<Vec<f64>>()));
        document
    }
}

/// Plays games as `sim` does, with what its report counts; gives their moves.
fn simulated(prepared: &Prepared, games: u64) -> u64 {
    let (interrupted, mut moves) = (Arc::default(), 0);
    let progress = &|_: u64| {};
    let run = Run { prepared, threads: 1, records: false, table: false, interrupted: &interrupted, progress };
    let played = run.games(0..games, &mut |batch: Batch| {
        moves += batch.tally.turns;
        Ok(())
    });
    played.map_or(0, |_| moves)
}

fn heading(out: &mut Output) -> Result<(), Failure> {
    let first = format!("{:<22}  {:>5}  {:>9}  {:>9}  {:>9}  {:>9}", "", "depth", "perft", "random", "sim", "search");
    let second =
        format!("{:<22}  {:>5}  {:>9}  {:>9}  {:>9}  {:>9}", "", "", "leaves/s", "moves/s", "moves/s", "nodes/s");
    for line in [first, second] {
        let line = out.paint(&line, Ink::Bold);
        out.line(line)?;
    }
    Ok(())
}

/// The greatest depth that does not take longer than it may.
fn deepest(share: Duration, count: &mut dyn FnMut(u32) -> u64) -> u32 {
    let (mut depth, mut leaves) = (1, 1);
    loop {
        let began = Instant::now();
        let next = count(depth);
        let took = began.elapsed();
        // The next depth takes as much longer as there are more leaves.
        let growth = next as f64 / f64::from(leaves.max(1)).max(1.0);
        if next == 0 || took.as_secs_f64() * growth.max(2.0) > share.as_secs_f64() || depth >= 30 {
            return depth;
        }
        (depth, leaves) = (depth + 1, u32::try_from(next).unwrap_or(u32::MAX));
    }
}

/// How much of a kind of work takes about so long.
fn amount(share: Duration, work: &mut Work<'_>) -> u64 {
    let mut amount = 1;
    loop {
        let began = Instant::now();
        work(amount);
        let took = began.elapsed();
        if took * 2 > share || amount >= 1 << 30 {
            return amount;
        }
        // At most eight times as much at once: the first of all is the slowest.
        let factor = share.as_secs_f64() / took.as_secs_f64().max(1e-9);
        amount = (amount as f64 * factor.clamp(2.0, 8.0)) as u64;
    }
}

/// The one in the middle.
fn median(rates: &[f64]) -> f64 {
    let mut sorted = rates.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// A rate with three digits that count.
fn rate(rate: f64) -> String {
    match rate {
        1e6.. => format!("{:.2} M", rate / 1e6),
        1e4.. => format!("{:.0} k", rate / 1e3),
        1e3.. => format!("{:.1} k", rate / 1e3),
        _ => format!("{rate:.0}"),
    }
}
