//! `mancala measure`

use super::failure::{Failure, Status};
use super::given::OptionArgs;
use super::output::{Ink, Output};
use super::sim::{Sinks, aligned, bar, interruptible};
use crate::game::Variant;
use crate::model::Choices;
use crate::sim::measure::{
    Effort, Measured, Measures, SHOWN, changes, measure_document, measure_table, measures, side_by_side, simulations,
};
use crate::sim::script::{Options, Value, Write};
use crate::sim::{self, Prepared, Run, ScriptText, Tally};
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
    /// Where the random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
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
    let subjects = subjects(args)?;
    let effort = Effort {
        games: u64::from(args.games),
        searching_games: u64::from(args.games / 5).max(10),
        nodes: i64::from(args.nodes),
        seed: args.seed,
    };
    let prepared: Vec<Prepared> = subjects.iter().map(prepare).collect::<Result<_, _>>()?;
    let inputs: Vec<PathBuf> = prepared.iter().flat_map(|one| one.inputs.clone()).collect();
    let mut sinks = Sinks::open_with(&outputs(args)?, Path::new(""), &ScriptText::default(), false, &inputs, &[])?;
    let interrupted = interruptible();
    let mut done: Vec<Measures> = Vec::new();
    for (subject, prepared) in subjects.iter().zip(&prepared) {
        let Some(measured) = play(subject, effort, args, &interrupted)? else {
            sinks.give_up();
            return Err(Failure::usage(format!("broken off after {} of {} games", done.len(), subjects.len())));
        };
        let first = done.iter().find(|other| other.variant == prepared.variant);
        done.extend(measures(&subject.name, prepared, &measured, first));
    }
    write(args, effort, &done, sinks, out)?;
    Ok(Status::Clean)
}

fn prepare(subject: &Subject) -> Result<Prepared, Failure> {
    let all = simulations(&subject.variant, &subject.options, Effort::default());
    let (_, simulation) = &all[0];
    Ok(sim::prepare(simulation, &ScriptText::default(), Path::new(""))?)
}

/// Plays what a measure needs; none if it was broken off.
fn play(
    subject: &Subject,
    effort: Effort,
    args: &Args,
    interrupted: &Arc<AtomicBool>,
) -> Result<Option<Vec<Measured>>, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut measured = Vec::new();
    let all = simulations(&subject.variant, &subject.options, effort);
    let bar = bar(all.iter().map(|(_, simulation)| simulation.games as u64).sum());
    bar.set_prefix(format!("{}: ", subject.name));
    for (purpose, simulation) in all {
        let prepared = sim::prepare(&simulation, &ScriptText::default(), Path::new(""))?;
        let progress = |games: u64| bar.inc(games);
        let run = Run {
            prepared: &prepared,
            threads: args.threads.unwrap_or(cores).clamp(1, 1024),
            records: false,
            table: false,
            interrupted,
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
            bar.finish_and_clear();
            return Ok(None);
        }
        measured.push(Measured::of(purpose, &prepared, &tally));
    }
    bar.finish_and_clear();
    Ok(Some(measured))
}

// --- what is measured -------------------------------------------------------------------------------------------------

fn subjects(args: &Args) -> Result<Vec<Subject>, Failure> {
    let mut subjects = Vec::new();
    for name in &args.variants {
        let variant = super::given::read_variant(name)?;
        let several = args.variants.len() > 1;
        for (label, options) in bindings(args, &variant)? {
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
fn bindings(args: &Args, variant: &Variant) -> Result<Vec<(String, Options)>, Failure> {
    let mut axes = swept(args, variant)?;
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

fn swept(args: &Args, variant: &Variant) -> Result<Axes, Failure> {
    let mut axes: Axes = Vec::new();
    for text in &args.set {
        let unbound = || {
            let help = "write `--set name=value` or `--set name=value,value`";
            Failure::Usage(format!("`--set {text}` does not bind anything"), Some(help.into()))
        };
        let (name, values) = text.split_once('=').ok_or_else(unbound)?;
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_string()).collect();
        if values.iter().any(String::is_empty) {
            return Err(unbound());
        }
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
            args.game(variant)?;
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

fn write(args: &Args, effort: Effort, done: &[Measures], mut sinks: Sinks, out: &mut Output) -> Result<(), Failure> {
    let title = args.variants.join(", ");
    measure_table(done).iter().try_for_each(|row| sinks.row(row))?;
    sinks.report(&|| sim::report::measure(&title, effort, done))?;
    sinks.finish()?;
    if args.json {
        return Ok(out.json(&measure_document(&title, effort, done))?);
    }
    let Effort { games, searching_games, nodes, seed } = effort;
    out.line(format!(
        "{games} games at random and between greedy players, {searching_games} between players that look"
    ))?;
    out.line(format!("at {nodes} positions for each move; seed {seed}; intervals of 95 %"))?;
    for (heading, columns) in side_by_side(done) {
        out.heading(heading)?;
        out.text(aligned(&columns))?;
    }
    if let Some((heading, columns)) = changes(done) {
        out.heading(heading)?;
        out.text(aligned(&columns))?;
        let star = out.paint(SHOWN, Ink::Faint);
        out.line(star)?;
    }
    Ok(())
}
