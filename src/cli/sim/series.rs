//! Sweeps and tournaments: many simulations, one after the other.

use super::Job;
use super::sinks::Sinks;
use crate::cli::failure::{Failure, Status, warn};
use crate::cli::output::Ink;
use crate::cli::words::{widest, wrapped};
use crate::diagnostic::did_you_mean;
use crate::sim::rating::{self, Crosstable};
use crate::sim::report::SweepCell;
use crate::sim::script::{PlayerSpec, Rank, Simulation, Sweep, Tournament};
use crate::sim::{self, Columns, Figures, ScriptError, ScriptText, Tally};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

impl Job<'_> {
    pub(super) fn sweep(&mut self, sweep: &Sweep, script: &ScriptText, folder: &Path) -> Result<Status, Failure> {
        sweep.repeated().iter().for_each(|repeated| warn(repeated, Some("what comes out twice is the same")));
        let cells = sim::cells(sweep, script)?;
        let checked = Checked::of(cells.iter().map(|cell| &cell.simulation), script, folder)?;
        let games = self.games_of_each(sweep.games)?;
        let inputs: Vec<PathBuf> = checked.inputs.iter().chain(&self.args.merge).cloned().collect();
        let head = checked.columns.head(&checked.example);
        let mut sinks = Sinks::open_with(&sweep.write, folder, script, self.args.resume, &inputs, &head)?;
        let (mut done, mut status, mut unexpected) = (Vec::new(), Status::Clean, Vec::new());
        let all = cells.len();
        self.progress.begin((games.end - games.start).saturating_mul(all as u64));
        for sim::Cell { name, simulation } in cells {
            let prepared = sim::prepare(&simulation, script, folder)?;
            self.progress.of(&name);
            let Some(tally) = self.games_of(&prepared, games.clone(), &mut sinks)? else { break };
            let figures = Figures::of(&name, &prepared, &tally);
            sinks.row(&checked.columns.row(&figures))?;
            let (found, wrong) = self.verdict(&prepared, &tally, &format!(" of {name}"))?;
            status = status.and(found);
            unexpected.extend(wrong.into_iter().map(|wrong| format!("{name}: {wrong}")));
            let section = sinks.wants_report().then(|| sim::report::section_of(&prepared, &tally));
            done.push(SweepCell { figures, section });
        }
        self.progress.end();
        let title = sweep.words();
        if sinks.summary {
            let seed = sweep.seed;
            let head = format!("{title}, {} games of each combination, seed {seed}", games.end - games.start);
            self.wrapped(&head, 0)?;
            sim::report::sweep_settings(&done).iter().try_for_each(|line| self.wrapped(line, 2))?;
            self.out.line("")?;
            self.out.text(fitting(&sim::report::brief(&done)))?;
            self.wrapped(BRIEF, 0)?;
            self.out.line("")?;
            self.wrapped(&made_by(script, done.iter().map(|cell| &cell.figures)), 0)?;
        }
        let text_hash = (!script.file.is_empty()).then(|| sim::hash_of(&script.text));
        let mut document = sim::sweep_document(&title, text_hash, done.iter().map(|cell| &cell.figures));
        document["not_as_expected"] = unexpected.into();
        document["made_by"]["command"] = script.command.clone().into();
        if done.len() < all {
            self.show_broken_off(document, done.len() as u64, all as u64)?;
            return sinks.broken_off(&format!("{} of {all} combinations", done.len()));
        }
        document["broken_off"] = Value::Null;
        self.all_read(&mut sinks)?;
        sinks.json(&document)?;
        let made_by = made_by(script, done.iter().map(|cell| &cell.figures));
        sinks.report(&|| sim::report::sweep(&title, &made_by, &done))?;
        sinks.finish()?;
        self.show_json(&document)?;
        Ok(status)
    }

    /// A line of text, broken where it does not fit a terminal; all its lines begin with n blanks.
    fn wrapped(&mut self, text: &str, indent: usize) -> Result<(), Failure> {
        let blanks = " ".repeat(indent);
        let mut lines = wrapped(text, WIDTH - indent).into_iter();
        Ok(lines.try_for_each(|line| self.out.line(format!("{blanks}{line}")))?)
    }

    /// Which games of each combination or pair are played.
    pub(super) fn games_of_each(&self, games: i64) -> Result<Range<u64>, Failure> {
        self.nothing_to_change(false)?;
        Ok(self.args.games.clone().map_or(0..games as u64, |games| games.0))
    }

    /// Only a simulation can be changed from the command line.
    pub(super) fn nothing_to_change(&self, more: bool) -> Result<(), Failure> {
        let args = self.args;
        let unfit = more || args.precision.is_some() || args.south.is_some() || args.north.is_some() || args.swap_sides;
        if unfit || args.seed.is_some() || !args.options.set.is_empty() || args.options.preset.is_some() {
            return Err(Failure::Usage(
                "only a simulation can be changed from the command line".into(),
                Some("write into the script what is to be played".into()),
            ));
        }
        Ok(())
    }

    /// Every game that was there already must have been counted.
    fn all_read(&mut self, sinks: &mut Sinks) -> Result<(), Failure> {
        sinks.nothing_left()?;
        self.parts.nothing_left().inspect_err(|_| sinks.give_up())
    }

    /// Whether the players came out in the order that was expected; if not, what is wrong.
    fn ranking(&mut self, wanted: &[String], cross: &Crosstable) -> Result<Option<String>, Failure> {
        let order: Vec<&String> = rating::order(cross)
            .into_iter()
            .map(|player| &cross.names[player])
            .filter(|name| wanted.contains(name))
            .collect();
        if order.iter().copied().eq(wanted) {
            return Ok(None);
        }
        let order: Vec<&str> = order.into_iter().map(String::as_str).collect();
        let wrong = format!("the order is {}, expected {}", order.join(", "), wanted.join(", "));
        if !self.args.json {
            let line = self.out.paint(&format!("not as expected: {wrong}"), Ink::Bad);
            self.out.line(line)?;
        }
        Ok(Some(wrong))
    }

    pub(super) fn tournament(
        &mut self,
        tournament: &Tournament,
        script: &ScriptText,
        folder: &Path,
    ) -> Result<Status, Failure> {
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
        let inputs = pairs.iter().flat_map(|(_, _, prepared)| prepared.inputs.clone());
        let inputs: Vec<PathBuf> = inputs.chain(self.args.merge.iter().cloned()).collect();
        let prepared = &pairs[0].2;
        let columns = Columns::new(prepared.game.model().bindings.iter().map(|bound| bound.name.clone()));
        let mut head = vec!["first".to_string(), "second".to_string()];
        head.extend(columns.head(&Figures::of("", prepared, &Tally::default())));
        let mut sinks = Sinks::open_with(&tournament.write, folder, script, self.args.resume, &inputs, &head)?;
        let title =
            tournament.title.clone().unwrap_or_else(|| format!("{}: a tournament", prepared.game.model().title));
        let mut cross = Crosstable::new(names);
        let example = Figures::of("", prepared, &Tally::default());
        let (mut met, mut documents) = (0, Vec::new());
        self.progress.begin((games.end - games.start).saturating_mul(pairs.len() as u64));
        for (first, second, prepared) in &pairs {
            let Some(tally) = self.games_of(prepared, games.clone(), &mut sinks)? else { break };
            cross.count(*first, *second, &tally);
            let names = [first, second].map(|player| cross.names[*player].clone());
            let figures = Figures::of(&names.join(" - "), prepared, &tally);
            sinks.row(&[&names[..], &columns.row(&figures)].concat())?;
            documents.push(json!({"first": names[0], "second": names[1], "figures": sim::figures_json(&figures)}));
            met += 1;
        }
        self.progress.end();
        let reproducible =
            tournament.players.values().all(PlayerSpec::is_reproducible) && tournament.max_time.is_none();
        if sinks.summary {
            for line in rating::settings(&title, tournament, games.end - games.start) {
                self.out.line(line)?;
            }
            self.out.line("")?;
            self.out.text(rating::table(&cross))?;
            for note in rating::notes(&cross, reproducible) {
                self.out.line(format!("\n{note}"))?;
            }
            self.out.line(format!("\n{}", made_by(script, [&example])))?;
        }
        let whole = met == pairs.len();
        if whole {
            self.all_read(&mut sinks)?;
        }
        let (mut status, mut unexpected) = (Status::Clean, Vec::new());
        for Rank::Order(wanted) in tournament.expect.iter().filter(|_| whole) {
            if let Some(wrong) = self.ranking(wanted, &cross)? {
                status = Status::Finding;
                unexpected.push(wrong);
            }
        }
        let text_hash = (!script.file.is_empty()).then(|| sim::hash_of(&script.text));
        let rest = json!({
            "variant": tournament.variant,
            "options": pairs[0].2.game.model().bindings.iter().map(|bound| (bound.name.clone(), bound.value.clone().into())).collect::<Map<_, Value>>(),
            "seed": tournament.seed,
            "random_moves": tournament.random_moves,
            "games_of_each_pair": games.end - games.start,
            "players": rating::standings(&cross, tournament),
            "by_mover": cross.by_mover(),
            "pairs": documents,
            "not_as_expected": whole.then_some(unexpected),
            "broken_off": null,
        });
        let mut document = sim::other_document("tournament", &title, text_hash, rest);
        document["made_by"]["rules"] = example.made_by.rules.clone().into();
        document["made_by"]["command"] = script.command.clone().into();
        if !whole {
            self.show_broken_off(document, met as u64, pairs.len() as u64)?;
            return sinks.broken_off(&format!("{met} of {} pairs", pairs.len()));
        }
        sinks.json(&document)?;
        let about = rating::settings(&title, tournament, games.end - games.start);
        let made_by = made_by(script, [&example]);
        sinks.report(&|| sim::report::tournament(&title, &made_by, &about, &cross, reproducible))?;
        sinks.finish()?;
        self.show_json(&document)?;
        Ok(status)
    }
}

/// What made the results of many simulations, in words.
fn made_by<'f>(script: &ScriptText, figures: impl IntoIterator<Item = &'f Figures>) -> String {
    let rules = figures.into_iter().map(|figures| figures.made_by.rules.as_str());
    let hash = (!script.file.is_empty()).then(|| sim::hash_of(&script.text));
    sim::made_by_words(rules, None, hash.as_deref(), script.command.as_deref())
}

/// Simulations that were found to be in order. What is wrong is found before the first game; the games themselves are
/// made one after the other, since all together would take too much memory.
struct Checked {
    inputs: Vec<PathBuf>,
    columns: Columns,
    /// Figures of no games.
    example: Figures,
}

impl Checked {
    fn of<'s>(
        simulations: impl Iterator<Item = &'s Simulation>,
        script: &ScriptText,
        folder: &Path,
    ) -> Result<Self, Failure> {
        let (mut inputs, mut options) = (BTreeSet::new(), BTreeSet::new());
        let mut example = None;
        for simulation in simulations {
            let prepared = sim::prepare(simulation, script, folder)?;
            options.extend(prepared.game.model().bindings.iter().map(|bound| bound.name.clone()));
            example.get_or_insert_with(|| Figures::of("", &prepared, &Tally::default()));
            inputs.extend(prepared.inputs);
        }
        let example = example.ok_or_else(|| Failure::usage("there is nothing to play"))?;
        Ok(Checked { inputs: inputs.into_iter().collect(), columns: Columns::new(options), example })
    }
}

/// How wide a terminal is thought to be.
const WIDTH: usize = 100;

/// What is said below the table of a sweep.
const BRIEF: &str = "points in 100, with 95 % intervals; all figures: `--table FILE`, `--json`, `--report FILE`";

/// Rows as they fit a terminal: names that are too long are broken into lines, or stand in lines of their own, above their
/// figures.
fn fitting(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let column = |at: usize| widest(rows.iter().filter_map(|row| row.get(at)).map(String::as_str));
    let figures: usize = (1..columns).map(|at| column(at) + 2).sum();
    let room = WIDTH.saturating_sub(figures);
    if column(0) <= room {
        return aligned(rows);
    }
    let name = |row: &Vec<String>, room: usize| folded(row.first().map_or("", String::as_str), room);
    if room >= LEAST_ROOM {
        // What is left of a name is indented.
        let broken = rows.iter().flat_map(|row| {
            let mut names = name(row, room - 2).into_iter();
            let first = [names.next().unwrap_or_default()].into_iter().chain(row.iter().skip(1).cloned()).collect();
            [first].into_iter().chain(names.map(|name| vec![format!("  {name}")])).collect::<Vec<Vec<String>>>()
        });
        return aligned(&broken.collect::<Vec<_>>());
    }
    let unnamed: Vec<Vec<String>> = rows.iter().map(|row| [&[String::new()], &row[1..]].concat()).collect();
    let lines = aligned(&unnamed);
    let blocks = rows.iter().zip(lines.lines()).map(|(row, figures)| {
        let name: String = name(row, WIDTH).into_iter().map(|line| line + "\n").collect();
        format!("{}{figures}\n", name.trim_start_matches('\n'))
    });
    blocks.collect()
}

/// Names that have less room than this beside their figures stand above them.
const LEAST_ROOM: usize = 36;

/// What sets a combination apart, in lines: as many of its parts on each as it has room for.
fn folded(name: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in name.split(", ") {
        match lines.last_mut() {
            // A comma may follow.
            Some(line) if length(line) + length(part) + 3 <= room => {
                *line += &format!(", {part}");
            }
            Some(line) => {
                line.push(',');
                lines.extend(wrapped(part, room));
            }
            None => lines.extend(wrapped(part, room)),
        }
    }
    lines
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Rows with their columns one under the other.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
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
