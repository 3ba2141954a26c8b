//! `mancala page`: a page for each game, with a picture, made from its file and from games at random.

mod escape;
mod example;
mod figures;
mod index;
mod markdown;
mod prose;

use super::failure::{Failure, Status};
use super::output::Output;
use super::svg;
use crate::library::{self, Entry, Library};
use figures::Figures;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Writes a page about a game, with a picture of its board
///
/// NAME.md tells the rules, the options, an example and how the game plays; NAME.svg is the board at the start. Without a
/// variant the pages of all shipped ones are written, and README.md, which lists them. The figures of a page are kept as
/// long as the rules are the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mancala page my-game.mancala --into pages
  mancala page oware --games 1000 --fresh
  mancala page --check")]
pub(crate) struct Args {
    /// Names of variants, or paths of .mancala files; all shipped variants without one
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// The folder of the pages
    #[arg(long, value_name = "DIR", default_value = "docs/games")]
    into: PathBuf,
    /// Games at random; none leaves the figures of a new page out
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(0..=10_000_000))]
    games: u64,
    /// Plays no more games after this many seconds; the page says how many there were
    #[arg(long, value_name = "S", default_value_t = 20)]
    seconds: u64,
    /// Plays again even if the page has figures of these rules; the figures of more games are kept
    #[arg(long)]
    fresh: bool,
    /// Writes nothing: tells which pages are missing or out of date
    #[arg(long, conflicts_with = "fresh")]
    check: bool,
}

/// A file of a page.
struct Sheet {
    path: PathBuf,
    text: String,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let entries = entries(&args.variants)?;
    let mut status = Status::Clean;
    for entry in &entries {
        status = status.and(page(entry, args, out)?);
    }
    if args.variants.is_empty() {
        let sheet = Sheet { path: args.into.join("README.md"), text: index::page(&entries) };
        status = status.and(write_or_compare(&[sheet], args, out)?);
    }
    if args.check && status == Status::Clean {
        out.line(format!("{} pages are up to date", entries.len()))?;
    }
    Ok(status)
}

fn entries(names: &[String]) -> Result<Vec<Entry>, Failure> {
    if names.is_empty() {
        return Ok(Library::open().entries.into_iter().filter(|entry| entry.path.is_none()).collect());
    }
    names.iter().map(|name| entry(name)).collect()
}

fn entry(name: &str) -> Result<Entry, Failure> {
    let path = Path::new(name);
    if path.extension().is_some_and(|extension| extension == "mancala") {
        return Entry::at(path).map_err(|error| super::given::unreadable(name, &error));
    }
    let found = library::find(name).map_err(|unfound| Failure::Usage(unfound.to_string(), Some(unfound.help)))?;
    Ok(found.entry)
}

/// Writes the page of a game, or tells whether it is up to date.
fn page(entry: &Entry, args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let (variant, _) = entry.read();
    let rejected = |rejected| Failure::Diagnostics(Status::Finding, rejected, String::new());
    let game = variant.game().map_err(rejected)?;
    let facts = entry.facts();
    let path = args.into.join(format!("{}.md", entry.name));
    let Some(figures) = known_or_played(entry, &path, args)? else {
        out.line(format!("{}: missing, or its figures are those of other rules", path.display()))?;
        return Ok(Status::Finding);
    };
    let text = markdown::page(entry, &variant, &game, &facts, &figures);
    let picture = svg::picture(&game.without_expired_state(&game.start()), game.model());
    let sheets = [Sheet { path: path.clone(), text }, Sheet { path: path.with_extension("svg"), text: picture }];
    write_or_compare(&sheets, args, out)
}

/// The figures that the page has, if they are of these rules, or new ones; none if nothing is to be played. New ones of fewer
/// games say less than those that are there.
fn known_or_played(entry: &Entry, page: &Path, args: &Args) -> Result<Option<Figures>, Failure> {
    let known = fs::read_to_string(page).ok().and_then(|text| Figures::read(&text));
    let rules = entry.rules_hash();
    let known = known.filter(|known| known.rules == rules && (known.games > 0 || args.check));
    if args.check || (known.is_some() && !args.fresh) {
        return Ok(known);
    }
    let name = entry.path.as_ref().map_or_else(|| entry.name.clone(), |path| path.to_string_lossy().into_owned());
    let played = Figures::play(&name, rules, args.games, Duration::from_secs(args.seconds))?;
    Ok(Some(known.filter(|known| known.games > played.games).unwrap_or(played)))
}

/// Writes files that are not as they should be, or tells which those are.
fn write_or_compare(sheets: &[Sheet], args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    for sheet in sheets.iter().filter(|sheet| fs::read_to_string(&sheet.path).ok().as_ref() != Some(&sheet.text)) {
        let path = sheet.path.display();
        if args.check {
            out.line(format!("{path}: out of date; `mancala page` writes it anew"))?;
            status = Status::Finding;
            continue;
        }
        let unwritten = |error| Failure::usage(format!("cannot write `{path}`: {error}"));
        fs::create_dir_all(&args.into).map_err(unwritten)?;
        fs::write(&sheet.path, &sheet.text).map_err(unwritten)?;
        out.line(format!("wrote {path}"))?;
        out.flush()?;
    }
    Ok(status)
}
