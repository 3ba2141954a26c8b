//! `mancala new`

mod draft;

use super::failure::{Failure, Status, warn};
use super::output::{Ink, Output};
use super::words::capital;
use crate::library;
use draft::{Capture, Draft, Laps, Stores};
use inquire::{Confirm, CustomType, InquireError, Select};
use std::fs::OpenOptions;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// Begins a rules file: a small game that checks, with comments that say what to change
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  mancala new my-game\n  mancala new my-game --pits 7 --seeds 5 --capture facing\n  mancala new my-game --rows 2 --laps many --capture number --stores no\n\nOn a terminal, what is not given is asked for."
)]
pub(crate) struct Args {
    /// What the file is called; `.mancala` is added
    name: String,
    /// Rows of each player
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2))]
    rows: Option<u8>,
    /// Pits of a row
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=24))]
    pits: Option<u8>,
    /// Seeds in each pit at the start
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=20))]
    seeds: Option<u8>,
    /// Whether captured seeds are kept in a store
    #[arg(long, value_enum)]
    stores: Option<Stores>,
    /// How far a turn is sown
    #[arg(long, value_enum)]
    laps: Option<Laps>,
    /// What is captured
    #[arg(long, value_enum)]
    capture: Option<Capture>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let path = path(&args.name);
    if path.exists() {
        return Err(there_already(&path));
    }
    let draft = drafted(args, title(&path))?;
    let text = draft.text().map_err(|why| Failure::usage(format!("this game cannot be begun: {why}")))?;
    write(&path, &text)?;
    out.line(format!("{}: {}", path.display(), out.paint("written", Ink::Accent)))?;
    let name = path.to_string_lossy();
    // What a shell cannot be told is shown as it is.
    let name = shlex::try_quote(&name).unwrap_or(std::borrow::Cow::Borrowed(&name));
    out.line(format!("  mancala check {name} --watch   says what is wrong at every save"))?;
    out.line(format!("  mancala trace {name} 1         plays a move, step by step"))?;
    warn_of_name(&path, &name);
    Ok(Status::Clean)
}

/// Commands that are given a name find the game that has it already.
fn warn_of_name(path: &Path, file: &str) {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let is_other =
        |there: &library::Entry| there.path.as_ref().and_then(|there| there.canonicalize().ok()) != own(path);
    if library::find(&stem).is_ok_and(|there| is_other(&there.entry)) {
        let message = format!("there is a game `{stem}` already");
        warn(&message, Some(&format!("commands find that one by this name; yours is `{file}`")));
    }
}

/// The path of a file that was just written, as it is compared with others.
fn own(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(name);
    if path.extension().is_some_and(|ending| ending == "mancala") {
        path
    } else {
        PathBuf::from(format!("{name}.mancala"))
    }
}

fn there_already(path: &Path) -> Failure {
    let help = "choose another name, or take the file away first";
    Failure::Usage(format!("`{}` is there already", path.display()), Some(help.to_string()))
}

/// A file's name as the name of a game: `my-game` is "My game".
fn title(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().replace(['-', '_', '"'], " ")).unwrap_or_default();
    if stem.trim().is_empty() { "New game".to_string() } else { capital(stem.trim()) }
}

/// Never over a file that has come into being in the meantime.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written =
        OpenOptions::new().write(true).create_new(true).open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => there_already(path),
        io::ErrorKind::NotFound => {
            Failure::usage(format!("cannot write `{}`: there is no such folder", path.display()))
        }
        _ => Failure::usage(format!("cannot write `{}`: {error}", path.display())),
    })
}

/// The game that is wanted; what is not given is asked for on a terminal, and otherwise as in most games.
fn drafted(args: &Args, title: String) -> Result<Draft, Failure> {
    let asks = io::stdin().is_terminal() && io::stdout().is_terminal();
    let rows = given(args.rows, asks, 1, || number("Rows of each player", 1, 1..=2))?;
    let pits = given(args.pits, asks, 6, || number("Pits of a row", 6, 2..=24))?;
    let seeds = given(args.seeds, asks, 4, || number("Seeds in each pit", 4, 1..=20))?;
    let stores = given(args.stores, asks, Stores::Yes, || {
        let kept = Confirm::new("Are captured seeds kept in a store?").with_default(true).prompt()?;
        Ok(if kept { Stores::Yes } else { Stores::No })
    })?;
    let laps = given(args.laps, asks, Laps::One, || choice("How far is a turn sown?"))?;
    let capture = given(args.capture, asks, Capture::Facing, || choice("What is captured?"))?;
    Ok(Draft { title, rows, pits, seeds, stores, laps, capture })
}

fn given<T>(
    given: Option<T>,
    asks: bool,
    usual: T,
    ask: impl FnOnce() -> Result<T, InquireError>,
) -> Result<T, Failure> {
    match given {
        Some(given) => Ok(given),
        None if asks => ask().map_err(|error| Failure::usage(format!("nothing is written: {error}"))),
        None => Ok(usual),
    }
}

fn number(what: &str, usual: u8, range: std::ops::RangeInclusive<u8>) -> Result<u8, InquireError> {
    let fits = move |number: &u8| {
        let message = format!("a number from {} to {}", range.start(), range.end());
        Ok(if range.contains(number) {
            inquire::validator::Validation::Valid
        } else {
            inquire::validator::Validation::Invalid(message.into())
        })
    };
    CustomType::<u8>::new(what).with_default(usual).with_validator(fits).prompt()
}

/// One of the values of a flag, each with what it means.
fn choice<T: clap::ValueEnum>(what: &str) -> Result<T, InquireError> {
    let texts: Vec<String> = T::value_variants()
        .iter()
        .filter_map(|value| value.to_possible_value())
        .map(|value| format!("{}: {}", value.get_name(), value.get_help().map(ToString::to_string).unwrap_or_default()))
        .collect();
    let chosen = Select::new(what, texts).raw_prompt()?;
    Ok(T::value_variants()[chosen.index].clone())
}
