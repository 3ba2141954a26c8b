//! Sweeps and tournaments: many simulations, one after the other.

use super::Job;
use super::sinks::Sinks;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Ink;
use crate::diagnostic::did_you_mean;
use crate::sim::rating::{self, Crosstable};
use crate::sim::script::{PlayerSpec, Rank, Sweep, Tournament};
use crate::sim::{self, Prepared, ScriptError, ScriptText, Tally};
use std::ops::Range;
use std::path::{Path, PathBuf};

impl Job<'_> {
    pub(super) fn sweep(&mut self, sweep: &Sweep, script: &ScriptText, folder: &Path) -> Result<Status, Failure> {
        let cells = sim::cells(sweep, script)?;
        let mut inputs = Vec::new();
        for cell in &cells {
            // What is wrong is found before the first game; the games themselves would take too much memory together.
            inputs.extend(sim::prepare(&cell.simulation, script, folder)?.inputs);
            inputs.sort();
            inputs.dedup();
        }
        let games = self.games_of_each(sweep.games)?;
        let head = &sim::report::CELL_HEAD;
        let mut sinks = Sinks::open_with(&sweep.write, folder, script, self.args.resume, &inputs, head)?;
        let (mut done, mut status) = (Vec::new(), Status::Clean);
        let all = cells.len();
        for sim::Cell { name, simulation } in cells {
            let prepared = sim::prepare(&simulation, script, folder)?;
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
    pub(super) fn nothing_to_change(&self, more: bool) -> Result<(), Failure> {
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
        let played = self.play(prepared, first..games.end, &mut sinks.games_only(), &mut tally);
        played.map_err(|failure| sinks.fail(failure))?;
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
        let inputs: Vec<PathBuf> = pairs.iter().flat_map(|(_, _, prepared)| prepared.inputs.clone()).collect();
        let head = &rating::PAIR_HEAD;
        let mut sinks = Sinks::open_with(&tournament.write, folder, script, self.args.resume, &inputs, head)?;
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
        let reproducible =
            tournament.players.values().all(PlayerSpec::is_reproducible) && tournament.max_time.is_none();
        if sinks.summary {
            self.out.line(format!(
                "{title}, {} games of each pair, seed {}\n",
                games.end - games.start,
                tournament.seed
            ))?;
            self.out.text(rating::table(&cross))?;
            for note in rating::notes(&cross, reproducible) {
                self.out.line(format!("\n{note}"))?;
            }
        }
        if met < pairs.len() {
            return sinks.broken_off(&format!("{met} of {} pairs", pairs.len()));
        }
        sinks.nothing_left()?;
        sinks.report(&|| sim::report::tournament(&title, &cross, reproducible))?;
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
