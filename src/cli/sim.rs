//! `mancala sim`

use super::failure::{Failure, Status};
use super::given::OptionArgs;
use super::output::{Ink, Output};
use crate::diagnostic::did_you_mean;
use crate::sim::rating::{self, Crosstable};
use crate::sim::script::{PlayerSpec, Rank, Scenario, Script, Simulation, Sweep, Tournament, Value, Write};
use crate::sim::{self, Batch, Lines, OutFile, Prepared, ReadBack, Run, ScriptError, ScriptText, Tally, Told};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::File;
use std::io::{self, BufReader, IsTerminal as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Plays many games: from a script, or of a variant at random
///
/// A script is a .ron file that holds a Simulation, a Scenario (a fixed line of play), a Sweep (simulations over variants,
/// options and players) or a Tournament. Paths in it are relative to it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mancala sim oware --games 1000 --seed 7
  mancala sim kalah --set pits=4 --set seeds=3 --south 'AlphaBeta(depth: 6)' --north Greedy
  mancala sim examples/quickstart.ron
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
    /// Plays nothing: takes the games of the script from these files, in this order
    #[arg(long, value_name = "FILE", num_args = 1..)]
    merge: Vec<PathBuf>,
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
        None => Ok(Games(0..number(text)?)),
        Some((from, to)) => {
            let range = number(from)?..number(to)?;
            if range.start > range.end {
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
        out.text(include_str!("../sim/example.ron"))?;
        return Ok(Status::Clean);
    }
    let what = args.what.as_deref().unwrap_or_default();
    let mut job = Job::new(args, out);
    if Path::new(what).extension().is_some_and(|extension| extension == "ron") {
        return job.script(what);
    }
    job.variant(what)
}

/// A command that is being carried out.
struct Job<'a> {
    args: &'a Args,
    out: &'a mut Output,
    interrupted: Arc<AtomicBool>,
    threads: usize,
}

impl<'a> Job<'a> {
    fn new(args: &'a Args, out: &'a mut Output) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        // Without a handler Ctrl-C ends the program at once, and parts of files stay beside their places.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Job { args, out, interrupted, threads: args.threads.unwrap_or(cores).clamp(1, 1024) }
    }

    fn script(&mut self, path: &str) -> Result<Status, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| super::given::unreadable(path, &error))?;
        let script = ScriptText { file: path.to_string(), text };
        let folder = Path::new(path).parent().map(Path::to_path_buf).unwrap_or_default();
        match script.read()? {
            Script::Simulation(mut simulation) => {
                self.amend(&mut simulation)?;
                self.simulation(&simulation, &script, &folder)
            }
            Script::Scenario(scenario) => self.scenario(&scenario, &script, &folder),
            Script::Sweep(sweep) => self.sweep(&sweep, &script, &folder),
            Script::Tournament(tournament) => self.tournament(&tournament, &script, &folder),
        }
    }

    fn variant(&mut self, name: &str) -> Result<Status, Failure> {
        let mut simulation = Simulation::new(name);
        if let Some(preset) = &self.args.options.preset {
            let variant = super::given::read_variant(name)?;
            let bindings = super::given::presets(&variant).find(|(other, ..)| other == preset);
            let (_, _, bindings) = bindings.ok_or_else(|| Failure::usage(format!("there is no preset `{preset}`")))?;
            simulation
                .options
                .extend(bindings.iter().map(|one| (one.name.text.clone(), Value(one.value.text.clone()))));
        }
        self.amend(&mut simulation)?;
        self.simulation(&simulation, &ScriptText::default(), Path::new(""))
    }

    /// What the command line says wins over the script.
    fn amend(&self, simulation: &mut Simulation) -> Result<(), Failure> {
        for text in &self.args.options.set {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                Failure::Usage(
                    format!("`--set {text}` does not bind anything"),
                    Some("write `--set name=value`".into()),
                )
            })?;
            simulation.options.insert(name.trim().to_string(), Value(value.trim().to_string()));
        }
        if let Some(seed) = self.args.seed {
            simulation.seed = seed;
        }
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
        self.keeps_inputs(&simulation.write, folder)?;
        let mut sinks = Sinks::open(&simulation.write, folder, script, self.args.resume)?;
        let mut tally = Tally::default();
        let first = match self.earlier_games(&prepared, &mut sinks, games.clone(), &mut tally) {
            Ok(first) => first,
            Err(failure) => {
                sinks.give_up();
                return Err(failure);
            }
        };
        let began = Instant::now();
        let before = tally.clone();
        if self.args.merge.is_empty() {
            self.play(&prepared, first..games.end, &mut sinks, &mut tally)?;
        }
        let seconds = began.elapsed().as_secs_f64();
        let unfinished = tally.games < games.end - games.start;
        if sinks.summary {
            self.out.text(sim::summary(&prepared, &tally))?;
            let played = sim::rate(&difference(&tally, &before), seconds, self.threads);
            self.out.text(format!("\n{played}"))?;
        }
        sinks.close(unfinished, &prepared, &tally)?;
        if unfinished {
            let can_resume = simulation.write.iter().any(|write| matches!(write, Write::Games(_)));
            return Err(broken_off(&format!("{} games", tally.games), can_resume));
        }
        self.verdict(&prepared, &tally, "")
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
        let mut next = games.start;
        if self.args.resume {
            next += sinks.earlier(prepared, games.clone(), tally)?;
            sinks.nothing_left()?;
        }
        for path in &self.args.merge {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| super::given::unreadable(&name, &error))?;
            let mut lines = Lines::new(BufReader::new(file));
            let mut failed = Ok(());
            let mut keep = |batch: &Batch| {
                tally.add(&batch.tally);
                if failed.is_ok() {
                    failed = sinks.write(batch);
                }
            };
            let read = sim::read_back(prepared, &mut lines, next..games.end, &mut keep)
                .map_err(|(line, wrong)| Failure::usage(format!("{name}:{line}: {wrong}")))?;
            failed.map_err(|error| Failure::usage(format!("cannot write: {error}")))?;
            whole(&name, read, &mut lines)?;
            next += read.games;
        }
        if !self.args.merge.is_empty() && next < games.end {
            return Err(Failure::Usage(
                format!("these files end before game {next}, and the script has {}", games.end),
                Some("name all parts in their order; `--games A..B` says which games are wanted".into()),
            ));
        }
        Ok(next)
    }

    /// The files that are put together must not be those that are written.
    fn keeps_inputs(&self, write: &[Write], folder: &Path) -> Result<(), Failure> {
        let place = |path: &Path| path.canonicalize().ok();
        for name in write.iter().filter_map(Write::file) {
            let part = place(&OutFile::part(&folder.join(name)));
            if let Some(input) = self.args.merge.iter().find(|input| part.is_some() && place(input) == part) {
                return Err(Failure::Usage(
                    format!("`{}` is what `{name}` would be written over", input.display()),
                    Some("give it another name before it is merged, or go on with it: `--resume`".into()),
                ));
            }
        }
        Ok(())
    }

    fn play(
        &mut self,
        prepared: &Prepared,
        games: Range<u64>,
        sink: &mut dyn Sink,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let bar = bar(games.end.saturating_sub(games.start));
        let progress = |done: u64| bar.inc(done);
        let run = Run {
            prepared,
            threads: self.threads,
            records: sink.wants_records(),
            table: sink.wants_table(),
            interrupted: &self.interrupted,
            progress: &progress,
        };
        let done = run.games(games, &mut |batch| {
            tally.add(&batch.tally);
            sink.take(&batch)
        });
        bar.finish_and_clear();
        done.map(|_| ()).map_err(|error| Failure::usage(format!("cannot write the games: {error}")))
    }

    /// Looks whether all is as expected.
    fn verdict(&mut self, prepared: &Prepared, tally: &Tally, of: &str) -> Result<Status, Failure> {
        let wrong = sim::check_expectations(&prepared.simulation.expect, tally, prepared.game.model());
        for line in &wrong {
            let line = self.out.paint(&format!("not as expected{of}: {line}"), Ink::Bad);
            self.out.line(line)?;
        }
        if wrong.is_empty() && !prepared.simulation.expect.is_empty() && of.is_empty() {
            let line = self.out.paint("all is as expected", Ink::Good);
            self.out.line(line)?;
        }
        Ok(if wrong.is_empty() { Status::Clean } else { Status::Finding })
    }

    // --- scenarios ---------------------------------------------------------------------------------------------------

    fn scenario(&mut self, scenario: &Scenario, script: &ScriptText, folder: &Path) -> Result<Status, Failure> {
        self.nothing_to_change(self.args.games.is_some() || self.args.resume)?;
        let mut sinks = Sinks::open(&scenario.write, folder, script, false)?;
        if let Some(title) = &scenario.title {
            let title = self.out.paint(title, Ink::Bold);
            self.out.line(title)?;
        }
        let (shown, mut failed) = (sinks.summary, Ok(()));
        let out = &mut *self.out;
        let (wrong, record) = sim::play_scenario(scenario, script, folder, &mut |game, told| {
            if failed.is_ok() && (shown || matches!(told, Told::Wrong(_))) {
                failed = tell(out, game, told);
            }
        })?;
        failed?;
        let batch = Batch { games: 1, records: record.to_line() + "\n", ..Batch::default() };
        sinks.write(&batch).map_err(|error| Failure::usage(format!("cannot write: {error}")))?;
        sinks.finish()?;
        let (text, ink) = match wrong {
            0 => ("all came out as it must".to_string(), Ink::Good),
            1 => ("1 thing did not come out as it must".to_string(), Ink::Bad),
            wrong => (format!("{wrong} things did not come out as they must"), Ink::Bad),
        };
        let text = self.out.paint(&text, ink);
        self.out.line(text)?;
        Ok(if wrong == 0 { Status::Clean } else { Status::Finding })
    }

    // --- sweeps and tournaments --------------------------------------------------------------------------------------

    fn sweep(&mut self, sweep: &Sweep, script: &ScriptText, folder: &Path) -> Result<Status, Failure> {
        let mut cells = Vec::new();
        for cell in sim::cells(sweep, script)? {
            cells.push((cell.name, sim::prepare(&cell.simulation, script, folder)?));
        }
        let games = self.games_of_each(sweep.games)?;
        let mut sinks = Sinks::open_with(&sweep.write, folder, script, self.args.resume, &sim::report::CELL_HEAD)?;
        let (mut done, mut status) = (Vec::new(), Status::Clean);
        let all = cells.len();
        for (name, prepared) in cells {
            let Some(tally) = self.part(&prepared, games.clone(), &mut sinks)? else { break };
            sinks.row(&sim::report::cell_row(&name, &prepared, &tally))?;
            status = status.and(self.verdict(&prepared, &tally, &format!(" of {name}"))?);
            done.push((name, prepared, tally));
        }
        if sinks.summary {
            let mut rows = vec![sim::report::CELL_HEAD.map(String::from).to_vec()];
            rows.extend(done.iter().map(|(name, prepared, tally)| sim::report::cell_row(name, prepared, tally)));
            self.out.text(aligned(&rows))?;
        }
        if done.len() < all {
            return sinks.broken_off(&format!("{} of {all} combinations", done.len()));
        }
        sinks.nothing_left()?;
        sinks.report(&|| sim::report::sweep(&done))?;
        sinks.finish()?;
        Ok(status)
    }

    /// Which games of each combination or pair are played.
    fn games_of_each(&self, games: i64) -> Result<Range<u64>, Failure> {
        self.nothing_to_change(false)?;
        Ok(self.args.games.clone().map_or(0..games as u64, |games| games.0))
    }

    /// Only a simulation can be changed from the command line.
    fn nothing_to_change(&self, more: bool) -> Result<(), Failure> {
        let args = self.args;
        let unfit = more || !args.merge.is_empty() || args.south.is_some() || args.north.is_some() || args.swap_sides;
        if unfit || args.seed.is_some() || !args.options.set.is_empty() || args.options.preset.is_some() {
            return Err(Failure::Usage(
                "only a simulation can be changed from the command line".into(),
                Some("write into the script what is to be played".into()),
            ));
        }
        Ok(())
    }

    /// Plays the games of a combination or pair, less those that are there already; none if the run was broken off.
    fn part(&mut self, prepared: &Prepared, games: Range<u64>, sinks: &mut Sinks) -> Result<Option<Tally>, Failure> {
        let mut tally = Tally::default();
        let first = games.start + sinks.earlier(prepared, games.clone(), &mut tally)?;
        self.play(prepared, first..games.end, &mut sinks.games_only(), &mut tally)?;
        Ok((tally.games == games.end - games.start).then_some(tally))
    }

    /// Whether the players came out in the order that was expected.
    fn ranking(&mut self, wanted: &[String], cross: &Crosstable) -> Result<Status, Failure> {
        let order: Vec<&String> = rating::order(cross)
            .into_iter()
            .map(|player| &cross.names[player])
            .filter(|name| wanted.contains(name))
            .collect();
        if order.iter().copied().eq(wanted) {
            return Ok(Status::Clean);
        }
        let order: Vec<&str> = order.into_iter().map(String::as_str).collect();
        let line = format!("not as expected: the order is {}, expected {}", order.join(", "), wanted.join(", "));
        let line = self.out.paint(&line, Ink::Bad);
        self.out.line(line)?;
        Ok(Status::Finding)
    }

    fn tournament(&mut self, tournament: &Tournament, script: &ScriptText, folder: &Path) -> Result<Status, Failure> {
        let mut pairs = Vec::new();
        for (first, second, simulation) in sim::pairings(tournament, script)? {
            pairs.push((first, second, sim::prepare(&simulation, script, folder)?));
        }
        let names: Vec<String> = tournament.players.keys().cloned().collect();
        for Rank::Order(wanted) in &tournament.expect {
            if let Some(stranger) = wanted.iter().find(|name| !names.contains(name)) {
                let list: Vec<&str> = names.iter().map(String::as_str).collect();
                let error = ScriptError::new(format!("no player of the tournament is called `{stranger}`"));
                return Err(script.at(stranger, error.help_if(did_you_mean(stranger, "players", &list))).into());
            }
        }
        let games = self.games_of_each(tournament.games)?;
        let mut sinks = Sinks::open_with(&tournament.write, folder, script, self.args.resume, &rating::PAIR_HEAD)?;
        let mut cross = Crosstable::new(names);
        let mut met = 0;
        for (first, second, prepared) in &pairs {
            let Some(tally) = self.part(prepared, games.clone(), &mut sinks)? else { break };
            cross.count(*first, *second, &tally);
            sinks.row(&cross.pair_row(*first, *second, &tally))?;
            met += 1;
        }
        let title = pairs
            .first()
            .map_or(String::new(), |(_, _, prepared)| format!("{}: a tournament", prepared.game.model().title));
        if sinks.summary {
            self.out.line(format!(
                "{title}, {} games of each pair, seed {}\n",
                games.end - games.start,
                tournament.seed
            ))?;
            self.out.text(rating::table(&cross))?;
            let reproducible = tournament.players.values().all(PlayerSpec::is_reproducible);
            for note in rating::notes(&cross, reproducible && tournament.max_time.is_none()) {
                self.out.line(format!("\n{note}"))?;
            }
        }
        if met < pairs.len() {
            return sinks.broken_off(&format!("{met} of {} pairs", pairs.len()));
        }
        sinks.nothing_left()?;
        sinks.report(&|| sim::report::tournament(&title, &cross))?;
        sinks.finish()?;
        let mut status = Status::Clean;
        for Rank::Order(wanted) in &tournament.expect {
            status = status.and(self.ranking(wanted, &cross)?);
        }
        Ok(status)
    }
}

/// Rows with their columns one under the other.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(at, (cell, width))| if at == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

/// What was counted since.
fn difference(now: &Tally, before: &Tally) -> Tally {
    Tally { turns: now.turns - before.turns, games: now.games - before.games, ..Tally::default() }
}

fn broken_off(after: &str, can_resume: bool) -> Failure {
    let help = if can_resume {
        "what is finished lies beside its place, as `NAME.part`; `--resume` goes on from there"
    } else {
        "with `Games(\"…\")` in `write`, `--resume` can go on"
    };
    Failure::Usage(format!("broken off after {after}"), Some(help.into()))
}

/// A file that is put together with others must be whole, and hold no more games than are wanted.
fn whole(name: &str, read: ReadBack, lines: &mut Lines) -> Result<(), Failure> {
    if let Some(line) = read.broken {
        let help = "go on with the run that wrote it (`--resume`), or take the line out";
        return Err(Failure::Usage(format!("{name}:{line}: the record breaks off"), Some(help.into())));
    }
    match lines.next_number() {
        Some(line) => Err(Failure::usage(format!("{name}:{line}: there are more games than the script has"))),
        None => Ok(()),
    }
}

/// A player in the notation of scripts.
pub(crate) fn read_player(text: &str) -> Result<sim::script::PlayerSpec, Failure> {
    sim::read_ron(text).map_err(|error| {
        let help = "as in `Random`, `Greedy`, `AlphaBeta(depth: 6)`, `Mcts(playouts: 2000)`";
        Failure::Usage(format!("`{text}` is no player: {error}"), Some(help.into()))
    })
}

/// A bar on a terminal, nothing elsewhere.
fn bar(games: u64) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr_with_hz(8) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(games), target);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// A step of a scenario for the reader.
fn tell(out: &mut Output, game: &crate::game::Game, told: Told) -> Result<(), Failure> {
    match told {
        Told::Position(situation) => out.board(&situation, game.model())?,
        Told::Said(text) => out.line(format!("\n{text}"))?,
        Told::Played(number, player, text, sentences) => {
            let mut name = player.word().to_string();
            name[..1].make_ascii_uppercase();
            out.heading(&format!("{number}. {name} plays {text}"))?;
            for sentence in sentences {
                out.line(format!("  {sentence}"))?;
            }
            out.line("")?;
        }
        Told::Over(outcome) => {
            let who = match outcome.result {
                crate::situation::GameResult::Winner(player) => format!("{} has won", player.word()),
                crate::situation::GameResult::Draw => "the game is drawn".into(),
                crate::situation::GameResult::NoWinner => "nobody has won".into(),
            };
            out.line(format!("  the game is over by `{}`: {who}", outcome.reason))?;
        }
        Told::Right(text) => {
            let text = out.paint(&format!("  ok: {text}"), Ink::Good);
            out.line(text)?;
        }
        Told::Wrong(lines) => {
            for line in lines {
                let line = out.paint(&format!("  wrong: {line}"), Ink::Bad);
                out.line(line)?;
            }
        }
    }
    Ok(())
}

// --- files -----------------------------------------------------------------------------------------------------------

/// Takes the games of a run.
trait Sink {
    fn wants_records(&self) -> bool;
    fn wants_table(&self) -> bool;
    fn take(&mut self, batch: &Batch) -> io::Result<()>;
}

impl Sink for Sinks {
    fn wants_records(&self) -> bool {
        self.games.is_some()
    }

    fn wants_table(&self) -> bool {
        self.table.is_some()
    }

    fn take(&mut self, batch: &Batch) -> io::Result<()> {
        self.write(batch)
    }
}

/// The file of games of a run of many simulations.
struct GamesOnly<'a> {
    games: Option<&'a mut OutFile>,
}

impl Sink for GamesOnly<'_> {
    fn wants_records(&self) -> bool {
        self.games.is_some()
    }

    fn wants_table(&self) -> bool {
        false
    }

    fn take(&mut self, batch: &Batch) -> io::Result<()> {
        self.games.as_mut().map_or(Ok(()), |games| games.write_all(batch.records.as_bytes()))
    }
}

impl Earlier {
    /// Opens what a run has written, or what one has finished. A run that has written nothing begins with an empty file.
    fn open(path: &Path) -> Result<Self, Failure> {
        let part = OutFile::part(path);
        let name = part.display().to_string();
        let unwritable = |error: io::Error| Failure::usage(format!("cannot write `{name}`: {error}"));
        if !part.exists() && path.exists() {
            std::fs::copy(path, &part).map_err(unwritable)?;
        }
        if !part.exists() {
            OutFile::create(path)?.leave()?;
        }
        let file = File::open(&part).map_err(unwritable)?;
        Ok(Earlier { path: path.to_path_buf(), part: name, lines: Lines::new(BufReader::new(file)), length: 0 })
    }
}

/// Where results go.
struct Sinks {
    summary: bool,
    games: Option<OutFile>,
    table: Option<OutFile>,
    /// Whether the table has a line for each game.
    by_game: bool,
    report: Option<OutFile>,
    earlier: Option<Earlier>,
}

/// Games of a run that was broken off, while they are read.
struct Earlier {
    path: PathBuf,
    part: String,
    lines: Lines,
    /// Bytes of the games that were read.
    length: u64,
}

impl Sinks {
    /// Opens every file before the first game, so that one that cannot be written is found at once.
    fn open(write: &[Write], folder: &Path, script: &ScriptText, resume: bool) -> Result<Self, Failure> {
        Sinks::make(write, folder, script, resume, &sim::table_head())
    }

    /// The same with another heading of the table.
    fn open_with(
        write: &[Write],
        folder: &Path,
        script: &ScriptText,
        resume: bool,
        head: &[&str],
    ) -> Result<Self, Failure> {
        let head: Vec<String> =
            head.iter().map(|name| if name.is_empty() { "combination" } else { *name }.to_string()).collect();
        let sinks = Sinks::make(write, folder, script, resume, &sim::csv_line(&head))?;
        Ok(Sinks { by_game: false, ..sinks })
    }

    fn make(write: &[Write], folder: &Path, script: &ScriptText, resume: bool, head: &[u8]) -> Result<Self, Failure> {
        sim::check_outputs(write, script)?;
        let mut sinks = Sinks { summary: false, games: None, table: None, by_game: true, report: None, earlier: None };
        let create = |name: &String| OutFile::create(&folder.join(name)).map_err(|error| script.at(name, error));
        for one in write {
            match one {
                Write::Summary => sinks.summary = true,
                Write::Games(name) if resume => sinks.earlier = Some(Earlier::open(&folder.join(name))?),
                Write::Games(name) => {
                    OutFile::nothing_left_behind(&folder.join(name)).map_err(|error| script.at(name, error))?;
                    sinks.games = Some(create(name)?);
                }
                Write::Table(name) => sinks.table = Some(create(name)?),
                Write::Report(name) => sinks.report = Some(create(name)?),
            }
        }
        if resume && sinks.earlier.is_none() {
            return Err(Failure::Usage(
                "there is nothing to go on from".into(),
                Some("`--resume` needs `Games(\"…\")` in `write`".into()),
            ));
        }
        if let Some(table) = &mut sinks.table {
            table.write_all(head).map_err(|error| Failure::usage(format!("cannot write the table: {error}")))?;
        }
        Ok(sinks)
    }

    /// Counts those of the wanted games that were written before the run was broken off, and tells how many there are.
    /// Where they end, the file goes on.
    fn earlier(&mut self, prepared: &Prepared, wanted: Range<u64>, tally: &mut Tally) -> Result<u64, Failure> {
        let Some(mut earlier) = self.earlier.take() else { return Ok(0) };
        let mut failed = Ok(());
        let mut table = self.table.as_mut().filter(|_| self.by_game);
        let mut keep = |batch: &Batch| {
            earlier.length += batch.records.len() as u64;
            tally.add(&batch.tally);
            if let (Some(table), true) = (&mut table, failed.is_ok()) {
                failed = table.write_all(&batch.table);
            }
        };
        let count = wanted.end - wanted.start;
        let read = sim::read_back(prepared, &mut earlier.lines, wanted, &mut keep)
            .map_err(|(line, wrong)| Failure::usage(format!("{}:{line}: {wrong}", earlier.part)))?;
        failed.map_err(|error| Failure::usage(format!("cannot write the table: {error}")))?;
        if read.games < count {
            self.games = Some(OutFile::resume(&earlier.path, earlier.length)?);
        } else {
            self.earlier = Some(earlier);
        }
        Ok(read.games)
    }

    /// All games that were written before must have been counted.
    fn nothing_left(&mut self) -> Result<(), Failure> {
        let Some(mut earlier) = self.earlier.take() else { return Ok(()) };
        if let Some(line) = earlier.lines.next_number() {
            return Err(Failure::usage(format!("{}:{line}: there are more games than the script has", earlier.part)));
        }
        self.games = Some(OutFile::resume(&earlier.path, earlier.length)?);
        Ok(())
    }

    /// Leaves what there is of a run that was broken off beside its place.
    fn broken_off(&mut self, after: &str) -> Result<Status, Failure> {
        let can_resume = self.games.is_some();
        self.leave()?;
        Err(broken_off(after, can_resume))
    }

    fn leave(&mut self) -> Result<(), Failure> {
        for file in [self.games.take(), self.table.take()].into_iter().flatten() {
            file.leave()?;
        }
        self.report.take().into_iter().for_each(OutFile::discard);
        Ok(())
    }

    /// Takes away what has been begun.
    fn give_up(&mut self) {
        [self.games.take(), self.table.take(), self.report.take()].into_iter().flatten().for_each(OutFile::discard);
    }

    /// A line of the table.
    fn row(&mut self, fields: &[String]) -> Result<(), Failure> {
        let Some(table) = &mut self.table else { return Ok(()) };
        table
            .write_all(&sim::csv_line(fields))
            .map_err(|error| Failure::usage(format!("cannot write the table: {error}")))
    }

    fn report(&mut self, page: &dyn Fn() -> String) -> Result<(), Failure> {
        let Some(report) = &mut self.report else { return Ok(()) };
        report.write_all(page().as_bytes()).map_err(|error| Failure::usage(format!("cannot write the report: {error}")))
    }

    /// Lets only the games of a run through: its table has other lines.
    fn games_only(&mut self) -> GamesOnly<'_> {
        GamesOnly { games: self.games.as_mut() }
    }

    fn write(&mut self, batch: &Batch) -> io::Result<()> {
        if let Some(games) = &mut self.games {
            games.write_all(batch.records.as_bytes())?;
        }
        if let Some(table) = &mut self.table {
            table.write_all(&batch.table)?;
        }
        Ok(())
    }

    /// Moves the files to their places; of a run that was broken off the games stay beside theirs.
    fn close(&mut self, unfinished: bool, prepared: &Prepared, tally: &Tally) -> Result<(), Failure> {
        if unfinished {
            return self.leave();
        }
        self.report(&|| sim::report::simulation(prepared, tally))?;
        self.finish()
    }

    fn finish(&mut self) -> Result<(), Failure> {
        for file in [self.games.take(), self.table.take(), self.report.take()].into_iter().flatten() {
            file.finish()?;
        }
        Ok(())
    }
}
