//! `mancala check`

use super::deep::Deep;
use super::failure::{Failure, Status};
use super::given::{STANDARD_INPUT, Unread, read_named, shown_name, unreadable};
use super::output::{Ink, Output};
use super::watch;
use super::words::count;
use crate::check::{Report, check};
use crate::diagnostic::{Diagnostic, Format, Severity, code, render_all};
use crate::library;
use crate::sim::other_document;
use crate::source::{SourceMap, Span};
use clap::ValueEnum as _;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Checks rules files: every problem at once, and every example played
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  mancala check my-game.mancala\n  mancala check variants/*/*.mancala --deny warnings\n  mancala check my-game.mancala --watch\n  mancala check - < my-game.mancala\n  mancala check my-game.mancala --format sarif > problems.sarif"
)]
pub(crate) struct Args {
    /// The files, names of variants, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// How problems are written; without it as `MANCALA_FORMAT` says, or drawn
    #[arg(long, value_enum)]
    format: Option<Style>,
    /// Writes JSON, as `--format json` does; docs/results.md describes it
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// What counts as a finding besides errors
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Option<Deny>,
    /// Also plays games at random: tells which rows never applied, how games ended, and who won
    #[arg(long)]
    deep: bool,
    /// Checks again at every save, until it is stopped
    #[arg(long)]
    watch: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Style {
    /// Drawn, with the lines of the file
    Human,
    /// Plain sentences, for screen readers
    Plain,
    /// A JSON array
    Json,
    /// SARIF 2.1.0
    Sarif,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Deny {
    /// Warnings too
    Warnings,
}

/// Most problems that are drawn for one file.
const MOST_SHOWN: usize = 20;

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let style = args.format.or(args.json.then_some(Style::Json)).map_or_else(from_environment, Ok)?;
    if args.deep && args.files.iter().any(|name| name == STANDARD_INPUT) {
        return Err(Failure::usage("`--deep` plays a file: standard input has been read when it begins"));
    }
    if args.deep && style == Style::Sarif {
        let help = "take `--json`, or `--format plain`";
        return Err(Failure::Usage("SARIF has no place for what `--deep` finds".into(), Some(help.into())));
    }
    if !args.watch {
        return once(args, style, out);
    }
    if args.files.iter().any(|name| name == STANDARD_INPUT) {
        return Err(Failure::usage("standard input cannot be watched: name the file"));
    }
    watch::at_every_save(&args.files, || {
        once(args, style, out)?;
        Ok(out.flush()?)
    })
}

fn once(args: &Args, style: Style, out: &mut Output) -> Result<Status, Failure> {
    let mut all = All { args, style, status: Status::Clean, documents: Vec::new() };
    for file in &args.files {
        all.file(file, out)?;
    }
    match style {
        Style::Human | Style::Plain => {}
        Style::Json if args.deep => {
            out.json(&other_document("check", &args.files.join(", "), None, json!({ "files": all.documents })))?;
        }
        Style::Json => out.json(&all.documents.into_iter().flat_map(entries).collect())?,
        Style::Sarif => out.json(&one_log(all.documents))?,
    }
    Ok(all.status)
}

/// How the environment wants problems to be written.
fn from_environment() -> Result<Style, Failure> {
    let Ok(wanted) = std::env::var("MANCALA_FORMAT") else { return Ok(Style::Human) };
    if wanted.is_empty() {
        return Ok(Style::Human);
    }
    let help = || Some("it may be `human`, `plain`, `json` or `sarif`".to_string());
    Style::from_str(&wanted, true).map_err(|_| Failure::Usage(format!("`MANCALA_FORMAT` cannot be `{wanted}`"), help()))
}

/// What is known so far of all files.
struct All<'a> {
    args: &'a Args,
    style: Style,
    status: Status,
    /// A document of each file, for the formats that programs read.
    documents: Vec<Value>,
}

impl All<'_> {
    fn file(&mut self, name: &str, out: &mut Output) -> Result<(), Failure> {
        let entry = by_name(name);
        let path = entry.as_ref().map_or_else(|| Some(PathBuf::from(name)), |entry| entry.path.clone());
        let shown = entry.as_ref().map_or_else(|| shown_name(name).to_string(), library::Entry::file);
        let shown = shown.as_str();
        let read = entry.map_or_else(|| read_named(name), |entry| Ok(entry.text.into_owned()));
        let report = match read {
            Ok(text) => check(shown, &text, &|base| library::base(path.as_deref(), base)),
            Err(Unread::NotUtf8(text, byte)) => not_utf8(shown, &text, byte),
            Err(Unread::Io(error)) => {
                out.flush()?;
                unreadable(shown, &error).show(super::output::ColorChoice::Auto);
                self.status = self.status.and(Status::Unable);
                return Ok(());
            }
        };
        self.status = self.status.and(self.judge(&report));
        match self.style {
            Style::Human => self.tell(shown, name, &report, Format::Human { color: out.style.color }, out),
            Style::Plain => self.tell(shown, name, &report, Format::Plain, out),
            Style::Json if self.args.deep => self.keep_deep(shown, name, &report),
            Style::Json => self.keep(&report, Format::Json),
            Style::Sarif => self.keep(&report, Format::Sarif),
        }
    }

    /// Keeps what was found in a file, and what games at random show of it.
    fn keep_deep(&mut self, shown: &str, name: &str, report: &Report) -> Result<(), Failure> {
        let deep = Deep::of(name)?;
        self.status = self.status.and(deep.as_ref().map_or(Status::Clean, Deep::status));
        let problems = document(report, Format::Json)?;
        let games = deep.map(|deep| deep.to_json());
        let file = json!({ "file": shown, "examples": report.examples, "problems": problems, "at_random": games });
        self.documents.push(file);
        Ok(())
    }

    fn tell(
        &mut self,
        shown: &str,
        name: &str,
        report: &Report,
        format: Format,
        out: &mut Output,
    ) -> Result<(), Failure> {
        tell(shown, report, format, out)?;
        if self.args.deep {
            self.status = self.status.and(super::deep::tell(name, out)?);
        }
        Ok(())
    }

    fn judge(&self, report: &Report) -> Status {
        if report.fails(self.args.deny == Some(Deny::Warnings)) { Status::Finding } else { Status::Clean }
    }

    fn keep(&mut self, report: &Report, format: Format) -> Result<(), Failure> {
        self.documents.push(document(report, format)?);
        Ok(())
    }
}

/// A report in a format that programs read.
fn document(report: &Report, format: Format) -> Result<Value, Failure> {
    let text = render_all(&report.diagnostics, &report.sources, format);
    serde_json::from_str(&text).map_err(|error| Failure::usage(format!("a report cannot be joined: {error}")))
}

/// The variant of this name, where no file is called so.
fn by_name(name: &str) -> Option<library::Entry> {
    let path = Path::new(name);
    let is_name = name != STANDARD_INPUT && path.extension().is_none() && !path.exists();
    is_name.then(|| library::find(name).ok()).flatten().map(|found| found.entry)
}

fn not_utf8(name: &str, text: &str, byte: usize) -> Report {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    // Up to this byte the text is as it was; what follows has replacement characters of three bytes.
    let span = Span { file, start: byte as u32, end: (byte + '\u{fffd}'.len_utf8()) as u32 };
    let problem =
        Diagnostic::error(code::NOT_UTF8, span, "the file is not UTF-8 text", format!("byte {byte} cannot be read"))
            .help("save the file as UTF-8");
    Report { diagnostics: vec![problem], sources: Arc::new(sources), examples: 0 }
}

/// The problems of a file, and a closing line.
fn tell(name: &str, report: &Report, format: Format, out: &mut Output) -> Result<(), Failure> {
    let shown = &report.diagnostics[..report.diagnostics.len().min(MOST_SHOWN)];
    for problem in shown {
        out.text(render_all(std::slice::from_ref(problem), &report.sources, format))?;
        out.line("")?;
    }
    let more = report.diagnostics.len() - shown.len();
    if more > 0 {
        out.line(format!("… and {} more in {name}; `--format json` has them all\n", count(more, "problem")))?;
    }
    let closing = closing_line(name, report, out);
    Ok(out.line(closing)?)
}

fn closing_line(name: &str, report: &Report, out: &Output) -> String {
    let number = |severity| report.diagnostics.iter().filter(|one| one.severity == severity).count();
    let (errors, warnings) = (number(Severity::Error), number(Severity::Warning));
    let mut found = Vec::new();
    if errors > 0 {
        found.push(out.paint(&count(errors, "error"), Ink::Bad));
    }
    if warnings > 0 {
        found.push(out.paint(&count(warnings, "warning"), Ink::Warning));
    }
    if found.is_empty() {
        return format!("{name}: {}, {}", count(report.examples, "example"), out.paint("no problems", Ink::Good));
    }
    format!("{} in {name}", found.join(", "))
}

fn entries(document: Value) -> Vec<Value> {
    if let Value::Array(entries) = document { entries } else { Vec::new() }
}

/// The logs of several files as one.
fn one_log(documents: Vec<Value>) -> Value {
    let mut documents = documents.into_iter();
    let Some(mut log) = documents.next() else { return Value::Array(Vec::new()) };
    for mut other in documents {
        let results = entries(other["runs"][0]["results"].take());
        if let Some(all) = log["runs"][0]["results"].as_array_mut() {
            all.extend(results);
        }
    }
    log
}
