//! `mancala measure`

use super::failure::{Failure, Status, warn};
use super::given::OptionArgs;
use super::output::{Ink, Output};
use super::sim::{Progress, Sinks, aligned, interruptible, shell_line};
use crate::game::Variant;
use crate::model::Choices;
use crate::sim::measure::{
    Effort, Measured, Measures, SHOWN, Table, changes, measure_document, measure_row, measures, of_options,
    side_by_side, simulations, steps,
};
use crate::sim::script::{Options, Value, Write};
use crate::sim::{self, Prepared, Run, ScriptText, Tally};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Measures games: balance, skill, length and variety, decision and drama, and what options change
///
/// Each game is played at random, by greedy players, and by players that look ahead; docs/measures.md defines every
/// figure. Several variants, and values of options, stand side by side.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mancala measure oware kalah bohnenspiel
  mancala measure oware --set grand_slam=captures_nothing,forbidden,takes_all
  mancala measure bawo --every --games 200 --report bawo.html
  mancala measure my-game.mancala --each-option --json")]
pub(crate) struct Args {
    /// Shipped variants, or paths of .mancala files
    #[arg(required = true, value_name = "VARIANT")]
    variants: Vec<String>,
    /// Values of an option or parameter that are compared; may be repeated, for all combinations
    #[arg(long = "set", value_name = "NAME=VALUE,…")]
    set: Vec<String>,
    /// Compares every combination of the values of all options
    #[arg(long, conflicts_with = "each_option")]
    every: bool,
    /// Compares the defaults with each other value of each option
    #[arg(long)]
    each_option: bool,
    /// Games at random and between greedy players; a fifth of them between players that look ahead
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    games: u32,
    /// Positions that a player who looks ahead looks at for each move
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u32).range(16..=100_000_000))]
    nodes: u32,
    /// Where the random numbers of the first game begin; each further one has the next seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Writes to standard error how many games are done, each second, instead of a bar
    #[arg(long)]
    progress: bool,
    /// Threads; as many as there are cores without it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Writes one JSON document; docs/measures.md describes it
    #[arg(long)]
    json: bool,
    /// Writes a table to this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Writes a page with figures and plots to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// A game that is measured.
struct Subject {
    name: String,
    variant: String,
    options: Options,
}

/// Most games that are measured at once.
const MOST: usize = 1000;

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut measuring = Measuring::new(args)?;
    let subjects = subjects(args)?;
    let checked = Checked::of(&subjects)?;
    let mut sinks =
        Sinks::open_with(&outputs(args)?, Path::new(""), &ScriptText::default(), false, &checked.inputs, &[])?;
    let games =
        simulations("", &Options::new(), measuring.effort, 0).iter().map(|(_, one)| one.games as u64).sum::<u64>();
    measuring.progress.begin(games.saturating_mul(subjects.len() as u64));
    let mut done: Vec<Measures> = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        measuring.progress.of(&subject.name);
        let Some((prepared, measured)) = measuring.play(subject, number)? else { break };
        let first = done.iter().find(|other| other.variant == prepared.variant);
        let Some(one) = measures(&subject.name, &prepared, &measured, first) else { break };
        // Each line is written when it is known, so that it is there whatever happens to the run.
        let [head, row] = measure_row(&one, measuring.effort, &checked.options);
        let rows = if done.is_empty() { vec![head, row] } else { vec![row] };
        rows.iter().try_for_each(|row| sinks.row(row))?;
        done.push(one);
    }
    measuring.progress.end();
    if done.is_empty() {
        sinks.give_up();
        return Err(Failure::usage(format!("broken off after 0 of {} games", subjects.len())));
    }
    measuring.write(&done, subjects.len(), sinks, out)?;
    if done.len() < subjects.len() {
        let help = "what was measured until then is written".to_string();
        return Err(Failure::Usage(format!("broken off after {} of {} games", done.len(), subjects.len()), Some(help)));
    }
    Ok(Status::Clean)
}

/// Games that were found to be in order. What is wrong is found before the first of them is played; each is made when its turn
/// comes, since all together would take too much memory.
struct Checked {
    inputs: Vec<PathBuf>,
    options: BTreeSet<String>,
}

impl Checked {
    fn of(subjects: &[Subject]) -> Result<Self, Failure> {
        let (mut inputs, mut options) = (BTreeSet::new(), BTreeSet::new());
        for subject in subjects {
            let all = simulations(&subject.variant, &subject.options, Effort::default(), 0);
            let (_, simulation) = &all[0];
            let prepared = sim::prepare(simulation, &ScriptText::default(), Path::new(""))?;
            options.extend(prepared.game.model().bindings.iter().map(|bound| bound.name.clone()));
            inputs.extend(prepared.inputs);
        }
        Ok(Checked { inputs: inputs.into_iter().collect(), options })
    }
}

/// A command that is being carried out.
struct Measuring<'a> {
    args: &'a Args,
    effort: Effort,
    command: String,
    threads: usize,
    interrupted: Arc<AtomicBool>,
    progress: Progress,
}

impl<'a> Measuring<'a> {
    fn new(args: &'a Args) -> Result<Self, Failure> {
        let effort = Effort {
            games: u64::from(args.games),
            searching_games: u64::from(args.games / 5).max(10),
            nodes: i64::from(args.nodes),
            seed: args.seed,
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Measuring {
            args,
            effort,
            command: args.command()?,
            threads: args.threads.unwrap_or(cores).clamp(1, 1024),
            interrupted: interruptible(),
            progress: Progress::new(args.progress),
        })
    }

    /// Plays what the measure of the game with this number needs; none if it was broken off.
    fn play(&self, subject: &Subject, number: usize) -> Result<Option<(Prepared, Vec<Measured>)>, Failure> {
        let (mut first, mut measured) = (None, Vec::new());
        for (purpose, simulation) in simulations(&subject.variant, &subject.options, self.effort, number) {
            let prepared = sim::prepare(&simulation, &ScriptText::default(), Path::new(""))?;
            let progress = |games: u64| self.progress.add(games);
            let run = Run {
                prepared: &prepared,
                threads: self.threads,
                records: false,
                table: false,
                interrupted: &self.interrupted,
                progress: &progress,
            };
            let mut tally = Tally::default();
            let games = simulation.games as u64;
            run.games(0..games, &mut |batch| {
                tally.add(&batch.tally);
                Ok(())
            })
            .map_err(|error| Failure::usage(error.to_string()))?;
            if tally.games < games {
                return Ok(None);
            }
            measured.push(Measured::of(purpose, &prepared, &tally));
            first.get_or_insert(prepared);
        }
        Ok(first.map(|prepared| (prepared, measured)))
    }
}

impl Args {
    /// The command that measures the same again.
    fn command(&self) -> Result<String, Failure> {
        let mut words = vec!["mancala".to_string(), "measure".into()];
        words.extend(self.variants.iter().cloned());
        self.set.iter().for_each(|set| words.extend(["--set".into(), set.clone()]));
        words.extend(self.every.then(|| "--every".to_string()));
        words.extend(self.each_option.then(|| "--each-option".to_string()));
        let numbers = [
            ("--games", self.games.to_string()),
            ("--nodes", self.nodes.to_string()),
            ("--seed", self.seed.to_string()),
        ];
        numbers.into_iter().for_each(|(name, number)| words.extend([name.to_string(), number]));
        shell_line(&words)
    }
}

// --- what is measured -------------------------------------------------------------------------------------------------

fn subjects(args: &Args) -> Result<Vec<Subject>, Failure> {
    let mut subjects = Vec::new();
    for (at, name) in args.variants.iter().enumerate() {
        if args.variants[..at].contains(name) {
            warn(&format!("`{name}` is named twice, and measured once"), None);
            continue;
        }
        let variant = super::given::read_variant(name)?;
        let several = args.variants.len() > 1;
        for (label, options) in bindings(args, name, &variant)? {
            let title = match (several, label.is_empty()) {
                (_, true) => name.clone(),
                (true, false) => format!("{name}, {label}"),
                (false, false) => label,
            };
            subjects.push(Subject { name: title, variant: name.clone(), options });
            if subjects.len() > MOST {
                let help = "compare fewer options at once, with `--set NAME=VALUE,…`";
                return Err(Failure::Usage(format!("there are more than {MOST} games to measure"), Some(help.into())));
            }
        }
    }
    Ok(subjects)
}

/// What is bound, with what it is called; the first is what all others are compared with.
fn bindings(args: &Args, name: &str, variant: &Variant) -> Result<Vec<(String, Options)>, Failure> {
    let mut axes = swept(args, name, variant)?;
    if args.each_option {
        return Ok(one_at_a_time(&axes, variant));
    }
    if args.every {
        let swept: Vec<String> = axes.iter().map(|(name, _)| name.clone()).collect();
        axes.extend(all_options(variant).into_iter().filter(|(name, _)| !swept.contains(name)));
    }
    let mut all = vec![(String::new(), Options::new())];
    for (name, values) in axes {
        let with = |(label, options): &(String, Options), value: &String| {
            let mut options = options.clone();
            options.insert(name.clone(), Value(value.clone()));
            let comma = if label.is_empty() || values.len() == 1 { "" } else { ", " };
            let own = if values.len() == 1 { String::new() } else { format!("{name}: {value}") };
            (format!("{label}{comma}{own}"), options)
        };
        all = all.iter().flat_map(|one| values.iter().map(|value| with(one, value)).collect::<Vec<_>>()).collect();
        if all.len() > MOST {
            break;
        }
    }
    Ok(all)
}

/// Values of options, the default first.
type Axes = Vec<(String, Vec<String>)>;

fn all_options(variant: &Variant) -> Axes {
    let of_option = |bound: crate::model::Bound| match bound.choices {
        Choices::Values(values) => {
            let others = values.into_iter().map(|(name, _)| name).filter(|name| *name != bound.value);
            Some((bound.name, [bound.value.clone()].into_iter().chain(others).collect()))
        }
        Choices::Range(..) => None,
    };
    variant.options().into_iter().filter_map(of_option).collect()
}

fn one_at_a_time(axes: &Axes, variant: &Variant) -> Vec<(String, Options)> {
    let fixed: Options = axes.iter().map(|(name, values)| (name.clone(), Value(values[0].clone()))).collect();
    let mut all = vec![("defaults".to_string(), fixed.clone())];
    for (name, values) in all_options(variant).into_iter().filter(|(name, _)| !fixed.contains_key(name)) {
        for value in &values[1..] {
            let mut options = fixed.clone();
            options.insert(name.clone(), Value(value.clone()));
            all.push((format!("{name}: {value}"), options));
        }
    }
    all
}

fn swept(args: &Args, of: &str, variant: &Variant) -> Result<Axes, Failure> {
    let mut axes: Axes = Vec::new();
    for text in &args.set {
        let unbound = || {
            let help = "write `--set name=value` or `--set name=value,value`";
            Failure::Usage(format!("`--set {text}` does not bind anything"), Some(help.into()))
        };
        let (name, values) = text.split_once('=').ok_or_else(unbound)?;
        let mut values: Vec<String> = values.split(',').map(|value| value.trim().to_string()).collect();
        if values.iter().any(String::is_empty) {
            return Err(unbound());
        }
        let mut seen = BTreeSet::new();
        values.retain(|value| {
            let new = seen.insert(value.clone());
            if !new {
                warn(&format!("`--set {text}` names `{value}` twice, and it is measured once"), None);
            }
            new
        });
        if axes.iter().any(|(other, _)| other == name.trim()) {
            let help = "name all its values at once: `--set name=value,value`";
            return Err(Failure::Usage(format!("`--set` names `{}` twice", name.trim()), Some(help.into())));
        }
        axes.push((name.trim().to_string(), values));
    }
    for (name, values) in &axes {
        for value in values {
            // What does not fit is refused in the same words as everywhere.
            let args = OptionArgs { set: vec![format!("{name}={value}")], preset: None };
            args.game(variant).map_err(|failure| match failure {
                Failure::Usage(message, help) => Failure::Usage(format!("{message} in `{of}`"), help),
                other => other,
            })?;
        }
    }
    Ok(axes)
}

// --- what comes out ---------------------------------------------------------------------------------------------------

fn outputs(args: &Args) -> Result<Vec<Write>, Failure> {
    type Kind = fn(String) -> Write;
    let wanted: [(&Option<PathBuf>, Kind); 2] = [(&args.table, Write::Table), (&args.report, Write::Report)];
    let named = wanted.into_iter().filter_map(|(path, kind)| Some(kind(path.as_ref()?.to_string_lossy().into_owned())));
    Ok(named.collect())
}

impl Measuring<'_> {
    /// Writes what was measured of n games.
    fn write(&self, done: &[Measures], wanted: usize, mut sinks: Sinks, out: &mut Output) -> Result<(), Failure> {
        let title = self.args.variants.join(", ");
        let about = self.about(done.len(), wanted);
        sinks.report(&|| sim::report::measure(&title, &self.command, self.effort, &about, done))?;
        sinks.finish()?;
        if self.args.json {
            return Ok(out.json(&measure_document(&title, &self.command, self.effort, done, wanted))?);
        }
        for line in &about {
            out.line(line)?;
        }
        let options = of_options(done);
        self.tables(&options, out)?;
        self.tables(&side_by_side(done), out)?;
        self.tables(steps(done).as_slice(), out)?;
        let changes = changes(done);
        self.tables(changes.as_slice(), out)?;
        if changes.is_some() || !options.is_empty() {
            let star = out.paint(SHOWN, Ink::Faint);
            out.line(star)?;
        }
        let rules = done.iter().map(|one| one.rules.as_str());
        let made_by = sim::made_by_words(rules, None, None, Some(&self.command));
        Ok(out.line(format!("\n{made_by}"))?)
    }

    /// What was played, in lines.
    fn about(&self, done: usize, wanted: usize) -> Vec<String> {
        let Effort { games, searching_games, nodes, .. } = self.effort;
        let seeds = sim::report::seeds(self.effort, wanted);
        let mut lines = vec![
            format!("{games} games at random and between greedy players, {searching_games} between players that look"),
            format!("at {nodes} positions for each move; {seeds}; intervals of 95 %"),
        ];
        lines.extend((done < wanted).then(|| format!("broken off: {done} of {wanted} games were measured")));
        lines
    }

    fn tables(&self, tables: &[Table], out: &mut Output) -> Result<(), Failure> {
        for (heading, rows) in tables {
            out.heading(heading)?;
            out.text(aligned(rows))?;
        }
        Ok(())
    }
}
