//! Where results go: files that are written beside their places while a run lasts.

use crate::cli::failure::{Failure, Status};
use crate::sim::script::Write;
use crate::sim::{self, Batch, Lines, OutFile, Prepared, ScriptText, Tally};
use std::fs::File;
use std::io::{self, BufReader, Write as _};
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
pub(super) struct Sinks {
    pub(super) summary: bool,
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
    /// Whether the last of them lacks its line break.
    unended: bool,
    /// Whether the part was made for this run only, from a file that is whole.
    copied: bool,
}

impl Earlier {
    /// Opens what a run has written, or what one has finished. A run that has written nothing begins with an empty file.
    fn open(path: &Path) -> Result<Self, Failure> {
        let part = OutFile::part(path);
        let name = part.display().to_string();
        let unwritable = |error: io::Error| Failure::usage(format!("cannot write `{name}`: {error}"));
        let copied = !part.exists();
        if copied && path.exists() {
            std::fs::copy(path, &part).map_err(unwritable)?;
        } else if copied {
            OutFile::create(path)?.leave()?;
        }
        let lines = Lines::new(BufReader::new(File::open(&part).map_err(unwritable)?));
        Ok(Earlier { path: path.to_path_buf(), part: name, lines, length: 0, unended: false, copied })
    }

    /// The file, to go on behind what was read.
    fn go_on(&self) -> Result<OutFile, Failure> {
        let mut file = OutFile::resume(&self.path, self.length)?;
        if self.unended {
            file.write_all(b"\n").map_err(unwritten("games"))?;
        }
        Ok(file)
    }

    /// Takes away what was made for this run.
    fn give_up(&self) {
        if self.copied {
            // What cannot be taken away stays as a part, and does not look whole.
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

impl Sinks {
    /// Opens every file before the first game, so that one that cannot be written is found at once.
    pub(super) fn open(write: &[Write], folder: &Path, script: &ScriptText, resume: bool) -> Result<Self, Failure> {
        Sinks::make(write, folder, script, resume, &sim::table_head())
    }

    /// The same with another heading of the table.
    pub(super) fn open_with(
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
            table.write_all(head).map_err(unwritten("table"))?;
        }
        Ok(sinks)
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
        let mut keep = |batch: &Batch| {
            tally.add(&batch.tally);
            if let (Some(table), true) = (&mut table, failed.is_ok()) {
                failed = table.write_all(&batch.table);
            }
        };
        let count = wanted.end - wanted.start;
        let read = sim::read_back(prepared, &mut earlier.lines, wanted, &mut keep).map_err(|(line, wrong)| {
            earlier.give_up();
            Failure::usage(format!("{}:{line}: {wrong}", earlier.part))
        })?;
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
            earlier.give_up();
            return Err(Failure::usage(format!("{}:{line}: there are more games than the script has", earlier.part)));
        }
        self.games = Some(earlier.go_on()?);
        Ok(())
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
        self.report.take().into_iter().for_each(OutFile::discard);
        Ok(())
    }

    /// Takes away what has been begun.
    pub(super) fn give_up(&mut self) {
        [self.games.take(), self.table.take(), self.report.take()].into_iter().flatten().for_each(OutFile::discard);
    }

    /// A line of the table.
    pub(super) fn row(&mut self, fields: &[String]) -> Result<(), Failure> {
        let Some(table) = &mut self.table else { return Ok(()) };
        table.write_all(&sim::csv_line(fields)).map_err(unwritten("table"))
    }

    pub(super) fn report(&mut self, page: &dyn Fn() -> String) -> Result<(), Failure> {
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

    /// Moves the files to their places.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        for file in [self.games.take(), self.table.take(), self.report.take()].into_iter().flatten() {
            file.finish()?;
        }
        Ok(())
    }
}

/// Why results are not there.
pub(super) fn unwritten(what: &str) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::usage(format!("cannot write the {what}: {error}"))
}
