//! `mancala sim`

mod parts;
mod progress;
mod scenario;
mod series;
mod sinks;

use super::failure::{Failure, Status};
use super::given::OptionArgs;
use super::output::{Ink, Output};
use crate::sim::player::Effort;
use crate::sim::script::{Script, Simulation, Value, Write};
use crate::sim::{self, Figures, Prepared, Run, ScriptError, ScriptText, Tally};
pub(crate) use parts::shell_line;
use parts::{Part, Parts, not_in_parts, read_part};
pub(crate) use progress::Progress;
pub(crate) use series::aligned;
use sinks::Sink;
pub(crate) use sinks::Sinks;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Plays many games: from a script, or of a variant at random
///
/// A script is a .ron file that holds a Simulation, a Scenario (a fixed line of play), a Sweep (simulations over variants,
/// options and players) or a Tournament. Paths in it are relative to it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mancala sim oware --games 1000 --seed 7
  mancala sim kalah --set pits=4 --set seeds=3 --south 'AlphaBeta(depth: 6)' --north Greedy
  mancala sim oware --games 1000 --report oware.html
  mancala sim oware --games 1000 --json
  mancala sim examples/quickstart.ron
  mancala sim examples/tournament.ron --plan 8
  mancala sim --print-example > my-script.ron")]
pub(crate) struct Args {
    /// A script (.ron), a shipped variant, or the path of a .mancala file
    #[arg(required_unless_present = "print_example")]
    what: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// How many games, or which: `1000`, `2000..4000`
    #[arg(long, value_name = "N|A..B", value_parser = read_games)]
    games: Option<Games>,
    /// Plays until the interval of the points is narrower than this, as in 0.01; `--games` is then the most
    #[arg(long, value_name = "SHARE")]
    precision: Option<f64>,
    /// Where the random numbers begin
    #[arg(long)]
    seed: Option<u64>,
    /// Who plays South, as in a script
    #[arg(long, value_name = "PLAYER")]
    south: Option<String>,
    /// Who plays North, as in a script
    #[arg(long, value_name = "PLAYER")]
    north: Option<String>,
    /// Plays every second game with swapped sides
    #[arg(long)]
    swap_sides: bool,
    /// Threads; as many as there are cores without it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Goes on where a run was broken off, from the games it has written
    #[arg(long)]
    resume: bool,
    /// Plays nothing: takes the games of the script, or their counts, from these files, in this order
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "resume")]
    merge: Vec<PathBuf>,
    /// Plays nothing: writes the commands that play N parts, one a line, and last the one that puts them together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000), conflicts_with_all = ["merge", "resume", "part"])]
    plan: Option<u64>,
    /// Plays one of several parts, as in `3/64`, and writes its games (`--records`) or their counts (`--counts`) only
    #[arg(long, value_name = "K/N", value_parser = read_part, conflicts_with_all = ["merge", "table", "report", "json"])]
    part: Option<Part>,
    /// Writes the figures as one JSON document instead of the summary; docs/results.md describes it
    #[arg(long)]
    json: bool,
    /// Writes every game to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Writes a table to this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Writes a page with figures and plots to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Writes the counts from which figures are made to this file, to be put together with those of other parts
    #[arg(long, value_name = "FILE")]
    counts: Option<PathBuf>,
    /// Writes to standard error how many games are done, each second, instead of a bar
    #[arg(long)]
    progress: bool,
    /// Writes a commented script of each kind
    #[arg(long)]
    print_example: bool,
}

/// Which games are played.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Games(Range<u64>);

fn read_games(text: &str) -> Result<Games, String> {
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| format!("`{text}` is not a number of games"));
    match text.split_once("..") {
        None if number(text)? == 0 => Err("there is no game to play".into()),
        None => Ok(Games(0..number(text)?)),
        Some((from, to)) => {
            let range = number(from)?..number(to)?;
            if range.is_empty() {
                Err(format!("there are no games from {} to {}", range.start, range.end))
            } else {
                Ok(Games(range))
            }
        }
    }
}

impl From<ScriptError> for Failure {
    fn from(error: ScriptError) -> Self {
        Failure::Usage(error.headline(), error.help)
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    if args.print_example {
        out.text(include_str!("../../sim/example.ron"))?;
        return Ok(Status::Clean);
    }
    let what = args.what.as_deref().unwrap_or_default();
    let mut job = Job::new(args, out);
    if let Some(parts) = args.plan {
        return job.plan(what, parts);
    }
    if let Some(part) = args.part {
        return job.one_part(what, part);
    }
    job.carry_out(what)
}

/// A command that is being carried out.
struct Job<'a> {
    args: &'a Args,
    out: &'a mut Output,
    interrupted: Arc<AtomicBool>,
    threads: usize,
    progress: Progress,
    /// The files that are put together.
    parts: Parts,
    /// What it took the players to choose their moves.
    efforts: [Effort; 2],
}

impl<'a> Job<'a> {
    fn new(args: &'a Args, out: &'a mut Output) -> Self {
        let interrupted = interruptible();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = args.threads.unwrap_or(cores).clamp(1, 1024);
        let (progress, parts) = (Progress::new(args.progress), Parts::new(&args.merge));
        Job { args, out, interrupted, threads, progress, parts, efforts: Default::default() }
    }

    fn carry_out(&mut self, what: &str) -> Result<Status, Failure> {
        let (script, read, folder) = self.read(what)?;
        match read {
            Script::Simulation(simulation) => self.simulation(&simulation, &script, &folder),
            Script::Scenario(scenario) => self.scenario(&scenario, &script, &folder),
            Script::Sweep(sweep) => self.sweep(&sweep, &script, &folder),
            Script::Tournament(tournament) => self.tournament(&tournament, &script, &folder),
        }
    }

    /// The script with what the command line changes, and its folder; a variant is a simulation without a script.
    fn read(&self, what: &str) -> Result<(ScriptText, Script, PathBuf), Failure> {
        if Path::new(what).extension().is_none_or(|extension| extension != "ron") {
            let simulation = self.variant(what)?;
            let command = Some(self.args.command_of(&simulation)?);
            return Ok((
                ScriptText { command, ..ScriptText::default() },
                Script::Simulation(simulation),
                PathBuf::new(),
            ));
        }
        let text = std::fs::read_to_string(what).map_err(|error| super::given::unreadable(what, &error))?;
        let script = ScriptText { file: what.to_string(), text, command: self.args.command_over(what)? };
        let folder = Path::new(what).parent().map(Path::to_path_buf).unwrap_or_default();
        let mut read = script.read()?;
        match &mut read {
            Script::Simulation(simulation) => self.amend(simulation)?,
            Script::Scenario(scenario) => self.outputs(&mut scenario.write)?,
            Script::Sweep(sweep) => self.outputs(&mut sweep.write)?,
            Script::Tournament(tournament) => self.outputs(&mut tournament.write)?,
        }
        Ok((script, read, folder))
    }

    fn variant(&self, name: &str) -> Result<Simulation, Failure> {
        let mut simulation = Simulation::new(name);
        let found = super::given::found(name)?;
        if let Some(preset) = &self.args.options.preset {
            let variant = found.read(name);
            let bindings = super::given::presets(&variant).find(|(other, ..)| other == preset);
            let (_, _, bindings) = bindings.ok_or_else(|| Failure::usage(format!("there is no preset `{preset}`")))?;
            simulation
                .options
                .extend(bindings.iter().map(|one| (one.name.text.clone(), Value(one.value.text.clone()))));
        }
        self.amend(&mut simulation)?;
        Ok(simulation)
    }

    /// Adds what the command line wants written, which takes the place of a file of its kind in the script. Its paths are not
    /// relative to the script.
    fn outputs(&self, write: &mut Vec<Write>) -> Result<(), Failure> {
        let args = self.args;
        type Kind = fn(String) -> Write;
        let wanted: [(&Option<PathBuf>, Kind); 4] = [
            (&args.records, Write::Games),
            (&args.table, Write::Table),
            (&args.report, Write::Report),
            (&args.counts, Write::Counts),
        ];
        for (path, kind) in wanted {
            let Some(path) = path else { continue };
            let place = std::path::absolute(path)
                .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))?;
            let wanted = kind(place.to_string_lossy().into_owned());
            write.retain(|one| std::mem::discriminant(one) != std::mem::discriminant(&wanted));
            write.push(wanted);
        }
        if args.json {
            write.retain(|one| *one != Write::Summary);
        }
        Ok(())
    }

    /// What the command line says wins over the script.
    fn amend(&self, simulation: &mut Simulation) -> Result<(), Failure> {
        self.outputs(&mut simulation.write)?;
        for text in &self.args.options.set {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                Failure::Usage(
                    format!("`--set {text}` does not bind anything"),
                    Some("write `--set name=value`".into()),
                )
            })?;
            let name = name.trim();
            let earlier = self.args.options.set.iter().take_while(|other| !std::ptr::eq(*other, text));
            if earlier.filter_map(|other| other.split_once('=')).any(|(other, _)| other.trim() == name) {
                return Err(Failure::Usage(
                    format!("`--set` binds `{name}` twice"),
                    Some("take one of them out".into()),
                ));
            }
            simulation.options.insert(name.to_string(), Value(value.trim().to_string()));
        }
        if let Some(seed) = self.args.seed {
            simulation.seed = seed;
        }
        simulation.precision = self.args.precision.or(simulation.precision);
        simulation.swap_sides |= self.args.swap_sides;
        for (text, player) in
            [(&self.args.south, &mut simulation.players.south), (&self.args.north, &mut simulation.players.north)]
        {
            if let Some(text) = text {
                *player = read_player(text)?;
            }
        }
        Ok(())
    }

    // --- simulations -------------------------------------------------------------------------------------------------

    fn simulation(&mut self, simulation: &Simulation, script: &ScriptText, folder: &Path) -> Result<Status, Failure> {
        let prepared = sim::prepare(simulation, script, folder)?;
        let games = self.args.games.clone().map_or(0..simulation.games as u64, |games| games.0);
        if simulation.precision.is_some() && games.start > 0 {
            return Err(not_in_parts());
        }
        let inputs = self.inputs(&prepared);
        let head = sim::table_head(&prepared);
        let mut sinks = Sinks::open(&simulation.write, folder, script, self.args.resume, &inputs, &head)?;
        self.progress.begin(games.end - games.start);
        let mut tally = Tally::default();
        let first = match self.earlier_games(&prepared, &mut sinks, games.clone(), &mut tally) {
            Ok(first) => first,
            Err(failure) => {
                // Nothing has been played: there is nothing to keep.
                sinks.give_up();
                return Err(failure);
            }
        };
        let began = Instant::now();
        let before = tally.clone();
        if self.args.merge.is_empty() {
            let played = self.play(&prepared, first..games.end, &mut sinks, &mut tally);
            played.map_err(|failure| sinks.fail(failure))?;
        }
        self.progress.end();
        let seconds = began.elapsed().as_secs_f64();
        let unfinished = tally.games < games.end - games.start && !prepared.is_precise(&tally);
        if sinks.summary {
            self.out.text(sim::summary(&prepared, &tally))?;
            if self.args.merge.is_empty() {
                let played = sim::rate(&difference(&tally, &before), seconds, self.threads);
                let efforts = sim::efforts(&prepared, &self.efforts);
                self.out.text(format!("\n{played}{efforts}"))?;
            }
        }
        let figures = Figures::of(prepared.title(), &prepared, &tally);
        let mut document = sim::simulation_document(prepared.title(), &figures);
        if unfinished {
            document["not_as_expected"] = serde_json::Value::Null;
            self.show_broken_off(document, tally.games, games.end - games.start)?;
            return sinks.broken_off(&format!("{} games", tally.games));
        }
        document["broken_off"] = serde_json::Value::Null;
        let (status, wrong) = self.verdict(&prepared, &tally, "")?;
        document["not_as_expected"] = wrong.into();
        sinks.json(&document)?;
        sinks.counts(&prepared, games.start, &tally)?;
        sinks.report(&|| sim::report::simulation(&prepared, &tally))?;
        sinks.finish()?;
        self.show_json(&document)?;
        Ok(status)
    }

    /// Games that are there already: of a run that was broken off, or of files to be put together. Tells the number of the
    /// game that comes next.
    fn earlier_games(
        &mut self,
        prepared: &Prepared,
        sinks: &mut Sinks,
        games: Range<u64>,
        tally: &mut Tally,
    ) -> Result<u64, Failure> {
        if !self.args.merge.is_empty() {
            self.merged(prepared, games.clone(), sinks, tally)?;
            self.parts.nothing_left()?;
            return Ok(games.end);
        }
        if !self.args.resume {
            return Ok(games.start);
        }
        let earlier = sinks.earlier(prepared, games.clone(), tally)?;
        self.progress.add(earlier);
        sinks.nothing_left()?;
        Ok(games.start + earlier)
    }

    /// The files that a run reads: its own, and those that are put together.
    fn inputs(&self, prepared: &Prepared) -> Vec<PathBuf> {
        prepared.inputs.iter().chain(&self.args.merge).cloned().collect()
    }

    fn play(
        &mut self,
        prepared: &Prepared,
        games: Range<u64>,
        sink: &mut dyn Sink,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let progress = |done: u64| self.progress.add(done);
        let run = Run {
            prepared,
            threads: self.threads,
            records: sink.wants_records(),
            table: sink.wants_table(),
            interrupted: &self.interrupted,
            progress: &progress,
        };
        let mut from = games.start;
        while from < games.end && !self.interrupted.load(Ordering::Relaxed) && !prepared.is_precise(tally) {
            let to = prepared.look_after(tally).map_or(games.end, |more| games.end.min(from + more));
            let done = run.games(from..to, &mut |batch| {
                tally.add(&batch.tally);
                self.efforts.iter_mut().zip(&batch.efforts).for_each(|(all, effort)| all.add(effort));
                sink.take(&batch)
            });
            if let Err(error) = done {
                self.progress.end();
                return Err(Failure::usage(error.to_string()));
            }
            from = to;
        }
        Ok(())
    }

    /// The document, where it was asked for.
    fn show_json(&mut self, document: &serde_json::Value) -> Result<(), Failure> {
        if self.args.json { Ok(self.out.json(document)?) } else { Ok(()) }
    }

    /// The document of a run that was broken off after n games, combinations or pairs.
    fn show_broken_off(&mut self, mut document: serde_json::Value, done: u64, of: u64) -> Result<(), Failure> {
        document["broken_off"] = serde_json::json!({"done": done, "of": of});
        self.show_json(&document)
    }

    /// Looks whether all is as expected, and tells what is not.
    fn verdict(&mut self, prepared: &Prepared, tally: &Tally, of: &str) -> Result<(Status, Vec<String>), Failure> {
        let wrong = sim::check_expectations(&prepared.simulation.expect, tally, prepared.game.model());
        if !self.args.json {
            for line in &wrong {
                let line = self.out.paint(&format!("not as expected{of}: {line}"), Ink::Bad);
                self.out.line(line)?;
            }
            if wrong.is_empty() && !prepared.simulation.expect.is_empty() && of.is_empty() {
                let line = self.out.paint("all is as expected", Ink::Good);
                self.out.line(line)?;
            }
        }
        Ok((if wrong.is_empty() { Status::Clean } else { Status::Finding }, wrong))
    }
}

/// What was counted since.
fn difference(now: &Tally, before: &Tally) -> Tally {
    Tally { turns: now.turns - before.turns, games: now.games - before.games, ..Tally::default() }
}

/// A player in the notation of scripts.
pub(crate) fn read_player(text: &str) -> Result<sim::script::PlayerSpec, Failure> {
    sim::read_value(text).map_err(|error: ScriptError| {
        let help = "as in `Random`, `Greedy`, `AlphaBeta(depth: 6)`, `Mcts(playouts: 2000)`";
        let help = error.help.unwrap_or_else(|| help.into());
        Failure::Usage(format!("there is no such player: {}", error.message), Some(help))
    })
}

/// A flag that is set by Ctrl-C, or when the system asks the program to end; a second time the program ends at once, with
/// the outside programs that it has started.
pub(crate) fn interruptible() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler the program ends at once, and parts of files stay beside their places.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            sim::player::end_programs();
            std::process::exit(130);
        }
    });
    interrupted
}
