//! Where results go: files that are written beside their places while a run lasts.

use crate::cli::failure::{Failure, Status, tell_written};
use crate::sim::script::Write;
use crate::sim::{self, Batch, Lines, OutFile, Prepared, ScriptText, Tally, Wanted};
use serde_json::Value;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Takes the games of a run.
pub(super) trait Sink {
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
pub(super) struct GamesOnly<'a> {
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

/// Where results go.
pub(crate) struct Sinks {
    pub(super) summary: bool,
    games: Option<OutFile>,
    table: Option<OutFile>,
    /// Whether the table has a line for each game.
    by_game: bool,
    report: Option<OutFile>,
    json: Option<OutFile>,
    counts: Option<OutFile>,
    earlier: Option<Earlier>,
}

/// Games of a run that was broken off, while they are read.
struct Earlier {
    file: OutFile,
    part: String,
    lines: Lines,
    /// Bytes of the games that were read.
    length: u64,
    /// Whether the last of them lacks its line break.
    unended: bool,
}

impl Earlier {
    /// Opens what a run has written, or what one has finished. A run that has written nothing begins with an empty file.
    fn open(mut file: OutFile) -> Result<Self, Failure> {
        let part = OutFile::part(file.path()).display().to_string();
        let unreadable = |error: io::Error| Failure::usage(format!("cannot go on with `{part}`: {error}"));
        file.begin_with_the_whole().map_err(unreadable)?;
        let lines = Lines::new(file.reader().map_err(unreadable)?);
        Ok(Earlier { file, part, lines, length: 0, unended: false })
    }

    /// The file, to go on behind what was read.
    fn go_on(self) -> Result<OutFile, Failure> {
        let mut file = self.file;
        file.keep(self.length)?;
        if self.unended {
            file.write_all(b"\n").map_err(unwritten("games"))?;
        }
        Ok(file)
    }
}

/// The files that are to be written, before anything is written to them.
#[derive(Default)]
struct Claimed {
    games: Option<OutFile>,
    table: Option<OutFile>,
    report: Option<OutFile>,
    json: Option<OutFile>,
    counts: Option<OutFile>,
}

impl Claimed {
    /// Takes each file into possession.
    fn all(write: &[Write], folder: &Path, script: &ScriptText, resume: bool) -> Result<Self, Failure> {
        let mut claimed = Claimed::default();
        let taken = claimed.each(write, folder, script, resume);
        if let Err(error) = taken {
            claimed.files().into_iter().for_each(OutFile::give_back);
            return Err(error.into());
        }
        Ok(claimed)
    }

    fn each(
        &mut self,
        write: &[Write],
        folder: &Path,
        script: &ScriptText,
        resume: bool,
    ) -> Result<(), sim::ScriptError> {
        for one in write {
            let (name, place) = match one {
                Write::Summary => continue,
                Write::Games(name) => (name, &mut self.games),
                Write::Table(name) => (name, &mut self.table),
                Write::Report(name) => (name, &mut self.report),
                Write::Json(name) => (name, &mut self.json),
                Write::Counts(name) => (name, &mut self.counts),
            };
            let file = OutFile::claim(&folder.join(name)).map_err(|error| script.at(name, error))?;
            let file = place.insert(file);
            if matches!(one, Write::Games(_)) && !resume {
                file.nothing_left_behind().map_err(|error| script.at(name, error))?;
            }
        }
        Ok(())
    }

    fn files(self) -> Vec<OutFile> {
        [self.games, self.table, self.report, self.json, self.counts].into_iter().flatten().collect()
    }
}

impl Sinks {
    /// Takes every file into possession before the first game, so that one that cannot be written is found at once.
    /// `inputs` are the files that are read.
    pub(super) fn open(
        write: &[Write],
        folder: &Path,
        script: &ScriptText,
        resume: bool,
        inputs: &[PathBuf],
        head: &[u8],
    ) -> Result<Self, Failure> {
        Sinks::make(write, folder, script, resume, inputs, head)
    }

    /// The same for many simulations: the table has this heading, and a line for each.
    pub(crate) fn open_with(
        write: &[Write],
        folder: &Path,
        script: &ScriptText,
        resume: bool,
        inputs: &[PathBuf],
        head: &[String],
    ) -> Result<Self, Failure> {
        let head = if head.is_empty() { Vec::new() } else { sim::csv_line(head) };
        let sinks = Sinks::make(write, folder, script, resume, inputs, &head)?;
        Ok(Sinks { by_game: false, ..sinks })
    }

    fn make(
        write: &[Write],
        folder: &Path,
        script: &ScriptText,
        resume: bool,
        inputs: &[PathBuf],
        head: &[u8],
    ) -> Result<Self, Failure> {
        if resume && !write.iter().any(|one| matches!(one, Write::Games(_))) {
            return Err(Failure::Usage(
                "there is nothing to go on from".into(),
                Some("`--resume` needs `Games(\"…\")` in `write`".into()),
            ));
        }
        sim::check_outputs(write, script, folder, inputs)?;
        let Claimed { mut games, mut table, mut report, mut json, mut counts } =
            Claimed::all(write, folder, script, resume)?;
        let summary = write.contains(&Write::Summary);
        let earlier = games.take_if(|_| resume).map(Earlier::open).transpose()?;
        for file in [&mut games, &mut table, &mut report, &mut json, &mut counts].into_iter().flatten() {
            file.keep(0)?;
        }
        if let Some(table) = &mut table {
            table.write_all(head).map_err(unwritten("table"))?;
        }
        Ok(Sinks { summary, games, table, by_game: true, report, json, counts, earlier })
    }

    /// Counts those of the wanted games that were written before the run was broken off, and tells how many there are.
    /// Where they end, the file goes on.
    pub(super) fn earlier(
        &mut self,
        prepared: &Prepared,
        wanted: Range<u64>,
        tally: &mut Tally,
    ) -> Result<u64, Failure> {
        let Some(mut earlier) = self.earlier.take() else { return Ok(0) };
        let mut failed = Ok(());
        let mut table = self.table.as_mut().filter(|_| self.by_game);
        let games = Wanted { games: wanted.clone(), records: false, table: table.is_some(), counts: false };
        let mut keep = |batch: &Batch| {
            tally.add(&batch.tally);
            if let (Some(table), true) = (&mut table, failed.is_ok()) {
                failed = table.write_all(&batch.table);
            }
        };
        let count = wanted.end - wanted.start;
        let read = match sim::read_back(prepared, &mut earlier.lines, games, &mut keep) {
            Ok(read) => read,
            Err(bad) => return Err(self.not_these(earlier, bad.number, &bad.why.to_string())),
        };
        failed.map_err(unwritten("table"))?;
        earlier.length += read.bytes;
        earlier.unended |= read.unended;
        if read.games < count {
            self.games = Some(earlier.go_on()?);
        } else {
            self.earlier = Some(earlier);
        }
        Ok(read.games)
    }

    /// All games that were written before must have been counted.
    pub(super) fn nothing_left(&mut self) -> Result<(), Failure> {
        let Some(mut earlier) = self.earlier.take() else { return Ok(()) };
        if let Some(line) = earlier.lines.next_number() {
            return Err(self.not_these(earlier, line, "there are more games than the script has"));
        }
        self.games = Some(earlier.go_on()?);
        Ok(())
    }

    /// Games that were left behind, and are not those of this run: they stay as they are.
    fn not_these(&mut self, earlier: Earlier, line: usize, wrong: &str) -> Failure {
        earlier.file.give_back();
        self.give_up();
        let help = "what was left of a run goes on with the same script, rules and version only; to begin anew, take that file away";
        Failure::Usage(format!("{}:{line}: {wrong}", earlier.part), Some(help.into()))
    }

    /// Leaves what games there are, and takes the rest away: the run cannot go on.
    pub(super) fn fail(&mut self, failure: Failure) -> Failure {
        // Why the run failed is more than that a part could not be kept.
        let _ = self.games.take().map(OutFile::leave_unless_empty);
        self.give_up();
        failure
    }

    /// Leaves what there is of a run that was broken off beside its place, and says so.
    pub(super) fn broken_off(&mut self, after: &str) -> Result<Status, Failure> {
        let help = if self.games.is_some() {
            "what is finished lies beside its place, as `NAME.part`; `--resume` goes on from there"
        } else {
            "with `Games(\"…\")` in `write`, `--resume` can go on"
        };
        self.leave()?;
        Err(Failure::Usage(format!("broken off after {after}"), Some(help.into())))
    }

    fn leave(&mut self) -> Result<(), Failure> {
        for file in [self.games.take(), self.table.take()].into_iter().flatten() {
            file.leave()?;
        }
        [self.report.take(), self.json.take(), self.counts.take()].into_iter().flatten().for_each(OutFile::discard);
        Ok(())
    }

    /// Takes away what has been begun.
    pub(crate) fn give_up(&mut self) {
        [self.games.take(), self.table.take()].into_iter().flatten().for_each(OutFile::discard);
        [self.report.take(), self.json.take(), self.counts.take()].into_iter().flatten().for_each(OutFile::discard);
    }

    /// A line of the table.
    pub(crate) fn row(&mut self, fields: &[String]) -> Result<(), Failure> {
        let Some(table) = &mut self.table else { return Ok(()) };
        table.write_all(&sim::csv_line(fields)).map_err(unwritten("table"))
    }

    /// Whether a page is wanted.
    pub(super) fn wants_report(&self) -> bool {
        self.report.is_some()
    }

    /// The figures as a document.
    pub(super) fn json(&mut self, document: &Value) -> Result<(), Failure> {
        let Some(json) = &mut self.json else { return Ok(()) };
        let text = serde_json::to_string_pretty(document).unwrap_or_default() + "\n";
        json.write_all(text.as_bytes()).map_err(unwritten("figures"))
    }

    /// What games of a simulation came to, the first of which has this number.
    pub(super) fn counts(&mut self, prepared: &Prepared, first: u64, tally: &Tally) -> Result<(), Failure> {
        let Some(counts) = self.counts.as_mut().filter(|_| tally.games > 0) else { return Ok(()) };
        counts.write_all(sim::counts_line(prepared, first, tally).as_bytes()).map_err(unwritten("counts"))
    }

    pub(crate) fn report(&mut self, page: &dyn Fn() -> String) -> Result<(), Failure> {
        let Some(report) = &mut self.report else { return Ok(()) };
        report.write_all(page().as_bytes()).map_err(unwritten("report"))
    }

    /// Lets only the games of a run through: its table has other lines.
    pub(super) fn games_only(&mut self) -> GamesOnly<'_> {
        GamesOnly { games: self.games.as_mut() }
    }

    pub(super) fn write(&mut self, batch: &Batch) -> io::Result<()> {
        if let Some(games) = &mut self.games {
            games.write_all(batch.records.as_bytes())?;
        }
        if let Some(table) = &mut self.table {
            table.write_all(&batch.table)?;
        }
        Ok(())
    }

    /// Moves the files to their places, and tells which they are.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        let files = [self.games.take(), self.table.take(), self.report.take(), self.json.take(), self.counts.take()];
        for file in files.into_iter().flatten() {
            let path = file.path().to_path_buf();
            file.finish()?;
            tell_written(&path);
        }
        Ok(())
    }
}

/// Why results are not there.
pub(super) fn unwritten(what: &str) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::usage(format!("cannot write the {what}: {error}"))
}
