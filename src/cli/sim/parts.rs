//! Runs in parts: what each plays, the plan of all of them, and how they are put together.

use super::sinks::{Sink, Sinks};
use super::{Args, Games, Job};
use crate::cli::failure::{Failure, Status};
use crate::cli::given;
use crate::library;
use crate::sim::script::{PlayerSpec, Script, Simulation, Write};
use crate::sim::{self, Batch, Lines, Prepared, ScriptText, Tally, Wanted};
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::fs::File;
use std::io::BufReader;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// One of several parts of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// From 1.
    number: u64,
    of: u64,
}

pub(super) fn read_part(text: &str) -> Result<Part, String> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let read = text.split_once('/').and_then(|(part, of)| Some(Part { number: number(part)?, of: number(of)? }));
    match read {
        Some(part) if (1..=part.of).contains(&part.number) => Ok(part),
        Some(part) => Err(format!("there is no part {} of {}", part.number, part.of)),
        None => Err("a part is written as `3/64`".into()),
    }
}

impl Part {
    /// Which of n games belong to it.
    fn range(self, games: u64) -> Range<u64> {
        let end = |part: u64| u128::from(games) * u128::from(part) / u128::from(self.of);
        // They are no more than there are games.
        let end = |part: u64| u64::try_from(end(part)).unwrap_or(games);
        end(self.number - 1)..end(self.number)
    }
}

/// What a script plays: simulations one after the other, and these games of each.
pub(super) struct Work {
    simulations: Vec<Simulation>,
    games: Range<u64>,
    write: Vec<Write>,
    /// Whether there is a line of the table for each game.
    table_by_game: bool,
}

impl Work {
    fn games_of_each(&self) -> u64 {
        self.games.end - self.games.start
    }

    /// All games, those of the first simulation first.
    fn all(&self) -> u64 {
        self.games_of_each().saturating_mul(self.simulations.len() as u64)
    }

    /// The simulations of which a part plays games, and which games.
    fn of_part(&self, part: Part) -> impl Iterator<Item = (&Simulation, Range<u64>)> {
        let Range { start, end } = part.range(self.all());
        let each = self.games_of_each();
        let games = move |(at, simulation)| {
            let before = each.saturating_mul(at as u64);
            let behind = before.saturating_add(each);
            let (from, to) = (start.clamp(before, behind), end.clamp(before, behind));
            (simulation, self.games.start + from - before..self.games.start + to - before)
        };
        self.simulations.iter().enumerate().map(games).filter(|(_, games)| !games.is_empty())
    }

    /// Whether the results need every game, and not only counts.
    fn needs_games(&self) -> bool {
        let needs = |one: &Write| match one {
            Write::Games(_) => true,
            Write::Table(_) => self.table_by_game,
            _ => false,
        };
        self.write.iter().any(needs)
    }
}

impl Job<'_> {
    /// What is to be played, from a script or a variant.
    fn work(&self, what: &str) -> Result<(Work, ScriptText, PathBuf), Failure> {
        let (script, read, folder) = self.read(what)?;
        let work = match read {
            Script::Simulation(simulation) => Work {
                games: self.args.games.clone().map_or(0..simulation.games.unsigned_abs(), |Games(range)| range),
                write: simulation.write.clone(),
                simulations: vec![simulation],
                table_by_game: true,
            },
            Script::Sweep(sweep) => Work {
                games: self.games_of_each(sweep.games)?,
                simulations: sim::cells(&sweep, &script)?.into_iter().map(|cell| cell.simulation).collect(),
                write: sweep.write,
                table_by_game: false,
            },
            Script::Tournament(tournament) => Work {
                games: self.games_of_each(tournament.games)?,
                simulations: sim::pairings(&tournament, &script)?
                    .into_iter()
                    .map(|(.., simulation)| simulation)
                    .collect(),
                write: tournament.write,
                table_by_game: false,
            },
            Script::Scenario(_) => {
                let help = "simulations, sweeps and tournaments have parts";
                return Err(Failure::Usage("a scenario is one line of play".into(), Some(help.into())));
            }
        };
        if work.simulations.iter().any(|simulation| simulation.precision.is_some()) {
            return Err(not_in_parts());
        }
        // How many games there are must be in order before they are dealt out; all simulations have as many.
        work.simulations.first().map_or(Ok(()), |first| sim::prepare(first, &script, &folder).map(|_| ()))?;
        Ok((work, script, folder))
    }

    // --- a part ------------------------------------------------------------------------------------------------------

    /// Plays a part, and writes what it came to.
    pub(super) fn one_part(&mut self, what: &str, part: Part) -> Result<Status, Failure> {
        let (work, script, folder) = self.work(what)?;
        // What the script writes is written when the parts are put together.
        let mut write = Vec::new();
        self.outputs(&mut write)?;
        if !write.iter().any(|one| matches!(one, Write::Games(_) | Write::Counts(_))) {
            let help = "name a file for it: `--counts FILE`, or `--records FILE` where every game is wanted";
            return Err(Failure::Usage("this part would be lost".into(), Some(help.into())));
        }
        let mut inputs = BTreeSet::new();
        for (simulation, _) in work.of_part(part) {
            inputs.extend(sim::prepare(simulation, &script, &folder)?.inputs);
        }
        let inputs: Vec<PathBuf> = inputs.into_iter().collect();
        let mut sinks = Sinks::open_with(&write, &folder, &script, self.args.resume, &inputs, &[])?;
        let all = part.range(work.all());
        self.progress.begin(all.end - all.start);
        let mut done = 0;
        for (simulation, games) in work.of_part(part) {
            let prepared = sim::prepare(simulation, &script, &folder)?;
            let Some(tally) = self.games_of(&prepared, games, &mut sinks)? else {
                return sinks.broken_off(&format!("{done} games"));
            };
            done += tally.games;
        }
        self.progress.end();
        sinks.nothing_left()?;
        sinks.finish()?;
        Ok(Status::Clean)
    }

    // --- a plan ------------------------------------------------------------------------------------------------------

    /// Writes the commands that play the parts of a run, one a line, and as the last line the one that puts them together.
    pub(super) fn plan(&mut self, what: &str, parts: u64) -> Result<Status, Failure> {
        let (work, script, folder) = self.work(what)?;
        let mut inputs = BTreeSet::new();
        for simulation in &work.simulations {
            inputs.extend(sim::prepare(simulation, &script, &folder)?.inputs);
        }
        let parts = parts.min(work.all());
        let ending = if work.needs_games() { "jsonl" } else { "counts" };
        let stem = Path::new(what).with_extension("");
        let digits = parts.to_string().len();
        let base = self.args.words(what);
        let mut commands: Vec<(String, Vec<String>)> = Vec::new();
        for number in 1..=parts {
            let file = format!("{}.{number:0digits$}-of-{parts}.{ending}", stem.display());
            let mut command = base.clone();
            command.extend(["--part".into(), format!("{number}/{parts}")]);
            // A part of which games are there already goes on behind them.
            let output = if work.needs_games() { ["--resume", "--records"].as_slice() } else { &["--counts"] };
            command.extend(output.iter().map(ToString::to_string));
            command.push(file.clone());
            commands.push((file, command));
        }
        let mut merge = base;
        merge.extend(self.args.output_words());
        merge.push("--merge".into());
        merge.extend(commands.iter().map(|(file, _)| file.clone()));
        if self.args.json {
            let inputs: Vec<String> = inputs.iter().map(|path| path.display().to_string()).collect();
            self.out.json(&plan_document(&work, &script, &inputs, &commands, &merge))?;
            return Ok(Status::Clean);
        }
        for command in commands.iter().map(|(_, command)| command).chain([&merge]) {
            self.out.line(shell_line(command)?)?;
        }
        Ok(Status::Clean)
    }
}

fn plan_document(
    work: &Work,
    script: &ScriptText,
    inputs: &[String],
    commands: &[(String, Vec<String>)],
    merge: &[String],
) -> Value {
    let of_part = |(number, (file, command)): (u64, &(String, Vec<String>))| {
        let Range { start, end } = Part { number, of: commands.len() as u64 }.range(work.all());
        json!({"games": end - start, "file": file, "command": command})
    };
    let parts: Vec<Value> = (1..).zip(commands).map(of_part).collect();
    let hash = (!script.file.is_empty()).then(|| sim::hash_of(&script.text));
    let rest = json!({"games": work.all(), "inputs": inputs, "parts": parts, "merge": {"command": merge}});
    sim::other_document("plan", "", hash, rest)
}

/// A command as a shell reads it.
pub(crate) fn shell_line(words: &[String]) -> Result<String, Failure> {
    shlex::try_join(words.iter().map(String::as_str))
        .map_err(|error| Failure::usage(format!("no shell reads this command: {error}")))
}

/// Why a run with a precision has no parts.
pub(super) fn not_in_parts() -> Failure {
    let help = "leave `precision` out; the number of games is then the same for every part";
    Failure::Usage("a part of a run cannot know when the whole is precise".into(), Some(help.into()))
}

impl Args {
    /// The command that plays this, without what it writes.
    fn words(&self, what: &str) -> Vec<String> {
        let mut words = vec!["mancala".to_string(), "sim".into(), what.into()];
        let mut option = |name: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [name.to_string(), value]));
        };
        library::folders().iter().for_each(|folder| option("--variants", Some(folder.display().to_string())));
        option("--preset", self.options.preset.clone());
        self.options.set.iter().for_each(|binding| option("--set", Some(binding.clone())));
        option("--games", self.games.as_ref().map(|Games(range)| format!("{}..{}", range.start, range.end)));
        option("--seed", self.seed.map(|seed| seed.to_string()));
        option("--south", self.south.clone());
        option("--north", self.north.clone());
        words.extend(self.swap_sides.then(|| "--swap-sides".to_string()));
        words
    }

    /// The command that plays a simulation without a script, with all that decides its games.
    pub(super) fn command_of(&self, simulation: &Simulation) -> Result<String, Failure> {
        let mut words = vec!["mancala".to_string(), "sim".into(), simulation.variant.clone()];
        let mut option = |name: &str, value: String| words.extend([name.to_string(), value]);
        for (name, value) in &simulation.options {
            option("--set", format!("{name}={}", value.0));
        }
        option("--games", self.games_word().unwrap_or_else(|| simulation.games.to_string()));
        option("--seed", simulation.seed.to_string());
        for (name, player) in [("--south", &simulation.players.south), ("--north", &simulation.players.north)] {
            option(
                name,
                match player {
                    PlayerSpec::Process(command) => format!("Process({command:?})"),
                    player => player.to_string(),
                },
            );
        }
        simulation.precision.into_iter().for_each(|precision| option("--precision", precision.to_string()));
        words.extend(simulation.swap_sides.then(|| "--swap-sides".to_string()));
        shell_line(&words)
    }

    /// The command that plays a script of which the command line has changed something; none if it has not.
    pub(super) fn command_over(&self, what: &str) -> Result<Option<String>, Failure> {
        // Where the script lies decides nothing.
        let name = Path::new(what).file_name().map_or(what.into(), |name| name.to_string_lossy().into_owned());
        let mut words = vec!["mancala".to_string(), "sim".into(), name];
        let bare = words.len();
        let mut option = |name: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [name.to_string(), value]));
        };
        self.options.set.iter().for_each(|binding| option("--set", Some(binding.clone())));
        option("--games", self.games_word());
        option("--precision", self.precision.map(|precision| precision.to_string()));
        option("--seed", self.seed.map(|seed| seed.to_string()));
        option("--south", self.south.clone());
        option("--north", self.north.clone());
        words.extend(self.swap_sides.then(|| "--swap-sides".to_string()));
        if words.len() == bare { Ok(None) } else { shell_line(&words).map(Some) }
    }

    fn games_word(&self) -> Option<String> {
        let Games(range) = self.games.as_ref()?;
        Some(if range.start == 0 { range.end.to_string() } else { format!("{}..{}", range.start, range.end) })
    }

    /// What it writes beside the script.
    fn output_words(&self) -> Vec<String> {
        let files = [
            ("--records", &self.records),
            ("--table", &self.table),
            ("--report", &self.report),
            ("--counts", &self.counts),
        ];
        let named =
            files.into_iter().filter_map(|(name, path)| Some([name.to_string(), path.as_ref()?.display().to_string()]));
        named.flatten().collect()
    }
}

// --- parts put together ----------------------------------------------------------------------------------------------------

/// Files of parts, which are read one after the other.
pub(super) struct Parts {
    waiting: VecDeque<PathBuf>,
    /// The one that is being read, with its name.
    open: Option<(String, Lines)>,
}

impl Parts {
    pub(super) fn new(files: &[PathBuf]) -> Self {
        Parts { waiting: files.iter().cloned().collect(), open: None }
    }

    /// The file that has something more.
    fn current(&mut self) -> Result<Option<&mut (String, Lines)>, Failure> {
        while self.open.as_mut().is_none_or(|(_, lines)| lines.next_number().is_none()) {
            let Some(path) = self.waiting.pop_front() else { return Ok(None) };
            let name = path.display().to_string();
            let file = File::open(&path).map_err(|error| given::unreadable(&name, &error))?;
            self.open = Some((name, Lines::new(BufReader::new(file))));
        }
        Ok(self.open.as_mut())
    }

    /// Reads these games of a simulation, which must be there, and hands them on.
    pub(super) fn read(
        &mut self,
        prepared: &Prepared,
        games: Range<u64>,
        sink: &mut dyn Sink,
        keep: &mut dyn FnMut(&Batch),
    ) -> Result<(), Failure> {
        let mut next = games.start;
        while next < games.end {
            let Some((name, lines)) = self.current()? else {
                let (title, end) = (prepared.title(), games.end);
                let message = format!("these files end before game {next} of {title}, and the script has {end}");
                let help = "name all parts in their order; `--games A..B` says which games are wanted";
                return Err(Failure::Usage(message, Some(help.into())));
            };
            let (records, table) = (sink.wants_records(), sink.wants_table());
            let wanted = Wanted { games: next..games.end, records, table, counts: true };
            let mut failed = Ok(());
            let read = sim::read_back(prepared, lines, wanted, &mut |batch| {
                keep(batch);
                if failed.is_ok() {
                    failed = sink.take(batch);
                }
            });
            let read = read.map_err(|bad| Failure::usage(format!("{name}:{}: {}", bad.number, bad.why)))?;
            failed.map_err(|error| Failure::usage(format!("cannot write: {error}")))?;
            if let Some(line) = read.broken {
                let help = "go on with the run that wrote it (`--resume`), or take the line out";
                return Err(Failure::Usage(format!("{name}:{line}: the line breaks off"), Some(help.into())));
            }
            next += read.games;
        }
        Ok(())
    }

    /// All games of all files must have been counted.
    pub(super) fn nothing_left(&mut self) -> Result<(), Failure> {
        let Some((name, lines)) = self.current()? else { return Ok(()) };
        let line = lines.next_number().unwrap_or_default();
        Err(Failure::usage(format!("{name}:{line}: there are more games than the script has")))
    }
}

impl Job<'_> {
    /// The games of a simulation among many: those that are there already, and then those that are not; none if the run was
    /// broken off.
    pub(super) fn games_of(
        &mut self,
        prepared: &Prepared,
        games: Range<u64>,
        sinks: &mut Sinks,
    ) -> Result<Option<Tally>, Failure> {
        let mut tally = Tally::default();
        if self.args.merge.is_empty() {
            let first = games.start + sinks.earlier(prepared, games.clone(), &mut tally)?;
            self.progress.add(tally.games);
            let played = self.play(prepared, first..games.end, &mut sinks.games_only(), &mut tally);
            played.map_err(|failure| sinks.fail(failure))?;
        } else {
            let merged = self.merged(prepared, games.clone(), &mut sinks.games_only(), &mut tally);
            merged.inspect_err(|_| sinks.give_up())?;
        }
        let whole = tally.games == games.end - games.start || prepared.is_precise(&tally);
        if whole {
            sinks.counts(prepared, games.start, &tally)?;
        }
        Ok(whole.then_some(tally))
    }

    /// Takes games from the files that are to be put together.
    pub(super) fn merged(
        &mut self,
        prepared: &Prepared,
        games: Range<u64>,
        sink: &mut dyn Sink,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let progress = &self.progress;
        self.parts.read(prepared, games, sink, &mut |batch| {
            tally.add(&batch.tally);
            progress.add(batch.games);
        })
    }
}
