//! `mancala list`

use super::failure::{Failure, Status, warn};
use super::given::presets;
use super::output::{Ink, Output};
use super::words::{count, padded, widest, wrapped};
use crate::game::{Capture, Facts, REGIONS, Region, Variant};
use crate::library::{Entry, Library, key};
use crate::model::{Bound, Choices};
use crate::syntax::ast;
use clap::builder::PossibleValuesParser;
use serde_json::{Map, Value, json};

/// Lists the variants: all, or those that are looked for
///
/// Words are looked for in names, other names, sources, and what a file says of who plays the game. What the board, the
/// laps and the captures are is read off the rules; how much there is to learn is told by their length.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mancala list
  mancala list maasai
  mancala list --region south-asia --laps
  mancala list --rows 4 --capture facing --options
  mancala list --difficulty easy --single-lap --json")]
pub(crate) struct Args {
    /// Words that all have to be there
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Where a game is played
    #[arg(long, value_parser = PossibleValuesParser::new(REGIONS.iter().map(|region| region.folder)))]
    region: Option<String>,
    /// Rows of the board
    #[arg(long, value_name = "N")]
    rows: Option<usize>,
    /// Games in which a turn may have several laps
    #[arg(long)]
    laps: bool,
    /// Games in which each turn has one lap
    #[arg(long, conflicts_with = "laps")]
    single_lap: bool,
    /// What is captured: the last pit, one that faces another, a chain of pits, one beyond the last, pits that the sowing
    /// passes, every pit that matches, something else, or nothing
    #[arg(long, value_name = "WHAT", value_parser = PossibleValuesParser::new(captures()))]
    capture: Option<String>,
    /// How much there is to learn
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(["easy", "medium", "hard"]))]
    difficulty: Option<String>,
    /// Also names the options of each game
    #[arg(long)]
    options: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The word for games without captures.
const NO_CAPTURE: &str = "none";

fn captures() -> impl Iterator<Item = &'static str> {
    Capture::ALL.iter().map(|capture| capture.word()).chain([NO_CAPTURE])
}

/// A variant, and what is known of it.
struct Listed<'a> {
    entry: &'a Entry,
    facts: Facts,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let library = Library::open();
    let words: Vec<String> = args.words.iter().map(|word| key(word)).collect();
    let all = library.entries.iter().map(|entry| Listed { entry, facts: entry.facts() });
    let found: Vec<Listed<'_>> = all.filter(|listed| args.wants(listed) && listed.has(&words)).collect();
    if args.json {
        out.json(&found.iter().map(Listed::to_json).collect())?;
    } else {
        table(&found, library.entries.len(), args, out)?;
    }
    out.flush()?;
    library.problems.iter().for_each(|problem| warn(problem, None));
    library.entries.iter().for_each(warn_of_a_file);
    Ok(Status::Clean)
}

impl Args {
    fn wants(&self, listed: &Listed<'_>) -> bool {
        let facts = &listed.facts;
        self.region.as_ref().is_none_or(|wanted| listed.entry.region.is_some_and(|region| region.folder == wanted))
            && self.rows.is_none_or(|rows| facts.rows == rows)
            && (!self.laps || facts.laps)
            && (!self.single_lap || !facts.laps)
            && self.capture.as_ref().is_none_or(|wanted| captured(facts).contains(&wanted.as_str()))
            && self.difficulty.as_ref().is_none_or(|wanted| facts.difficulty.word() == wanted)
    }
}

/// Words for what is captured.
fn captured(facts: &Facts) -> Vec<&'static str> {
    match facts.captures.as_slice() {
        [] => vec![NO_CAPTURE],
        some => some.iter().map(|capture| capture.word()).collect(),
    }
}

// --- tables -----------------------------------------------------------------------------------------------------------

/// Width of a terminal that nobody has made wider.
const WIDTH: usize = 80;

/// How wide the columns of a list are.
struct Columns {
    name: usize,
    /// None where titles stand below, so that no line is wider than a terminal.
    title: Option<usize>,
}

impl Columns {
    fn of(found: &[Listed<'_>]) -> Self {
        let name = widest(found.iter().map(|listed| listed.entry.name.as_str()));
        let title = widest(found.iter().map(|listed| listed.facts.title.as_str()));
        let others = found.iter().map(|listed| facts_of(&listed.facts).chars().count()).max().unwrap_or(0);
        let fits = name + 2 + title + 2 + others <= WIDTH;
        Columns { name, title: fits.then_some(title) }
    }
}

/// Rows, laps, difficulty and captures of a game, in columns.
fn facts_of(facts: &Facts) -> String {
    let (rows, laps) = (facts.rows, if facts.laps { "laps   " } else { "one lap" });
    let (difficulty, captured) = (padded(facts.difficulty.word(), 6), captured(facts).join(", "));
    format!("{rows} rows  {laps}  {difficulty}  {captured}")
}

fn table(found: &[Listed<'_>], of: usize, args: &Args, out: &mut Output) -> Result<(), Failure> {
    let columns = Columns::of(found);
    let mine = found.iter().filter(|listed| listed.entry.path.is_some()).collect();
    section("Your own", mine, &columns, args, out)?;
    for region in REGIONS {
        let here = |listed: &&Listed<'_>| listed.entry.path.is_none() && listed.entry.region == Some(region);
        section(region.title, found.iter().filter(here).collect(), &columns, args, out)?;
    }
    let total = if found.len() == of { count(of, "game") } else { format!("{} of {}", found.len(), count(of, "game")) };
    out.line(out.paint(&total, Ink::Faint))?;
    Ok(())
}

fn section(
    title: &str,
    games: Vec<&Listed<'_>>,
    columns: &Columns,
    args: &Args,
    out: &mut Output,
) -> Result<(), Failure> {
    if games.is_empty() {
        return Ok(());
    }
    out.line(out.paint(title, Ink::Bold))?;
    for listed in games {
        let facts = &listed.facts;
        let name = out.paint(&padded(&listed.entry.name, columns.name), Ink::Accent);
        let title = columns.title.map(|width| padded(&facts.title, width) + "  ").unwrap_or_default();
        out.line(format!("{name}  {title}{}", facts_of(facts)))?;
        if columns.title.is_none() {
            below(&facts.title, columns.name, out)?;
        }
        if !facts.aliases.is_empty() {
            below(&format!("also called {}", facts.aliases.join(", ")), columns.name, out)?;
        }
        if args.options && !facts.options.is_empty() {
            below(&format!("options {}", facts.options.join(" ")), columns.name, out)?;
        }
    }
    out.line("")?;
    Ok(())
}

/// What is told of a game below its line.
fn below(text: &str, indent: usize, out: &mut Output) -> Result<(), Failure> {
    for line in wrapped(text, WIDTH.saturating_sub(indent + 4)) {
        let line = out.paint(&line, Ink::Faint);
        out.line(format!("{}    {line}", padded("", indent)))?;
    }
    Ok(())
}

// --- one variant ------------------------------------------------------------------------------------------------------

impl Listed<'_> {
    fn has(&self, words: &[String]) -> bool {
        if words.is_empty() {
            return true;
        }
        let facts = &self.facts;
        let region = self.entry.region.map_or("", |region: &Region| region.title);
        let texts =
            [self.entry.name.as_str(), &facts.title, facts.source.as_deref().unwrap_or(""), &facts.about, region];
        let all: Vec<String> = texts.into_iter().chain(facts.aliases.iter().map(String::as_str)).map(key).collect();
        words.iter().all(|word| all.iter().any(|text| text.contains(word)))
    }

    fn to_json(&self) -> Value {
        let variant = self.entry.read_header();
        let facts = &self.facts;
        let options: Vec<Value> = variant.options().iter().map(option_json).collect();
        let presets = presets_json(&variant);
        let path = self.entry.path.as_ref().map(|path| path.to_string_lossy());
        json!({
            "name": self.entry.name, "title": facts.title, "aliases": facts.aliases, "source": facts.source,
            "about": facts.about, "region": self.entry.region.map(|region| region.folder), "path": path,
            "rows": facts.rows, "laps": facts.laps, "captures": facts.captures.iter().map(|one| one.word()).collect::<Vec<_>>(),
            "difficulty": facts.difficulty.word(), "lines": facts.lines, "rule_lines": facts.rule_lines, "rules": self.entry.rules_hash(), "options": options, "presets": presets,
        })
    }
}

/// Tells if the user's file cannot be played, whether it was looked for or not: of one with a slip in it, nobody knows what
/// would find it. The shipped ones can be played.
fn warn_of_a_file(entry: &Entry) {
    let Some(path) = &entry.path else { return };
    let (variant, _) = entry.read();
    if variant.game().is_err() {
        let help = format!("`mancala check {}` shows what is wrong", path.display());
        warn(&format!("`{}` cannot be played", entry.name), Some(&help));
    }
}

/// The presets of a file: name, what it is, what it binds.
pub(super) fn presets_json(variant: &Variant) -> Vec<Value> {
    let preset = |(name, about, bindings): (&str, Option<&str>, &[ast::Binding])| {
        let bound = |binding: &ast::Binding| (binding.name.text.clone(), binding.value.text.clone().into());
        let binds: Map<String, Value> = bindings.iter().map(bound).collect();
        json!({ "name": name, "about": about, "options": binds })
    };
    presets(variant).map(preset).collect()
}

/// An option or parameter with its default.
pub(super) fn option_json(bound: &Bound) -> Value {
    match &bound.choices {
        Choices::Values(values) => {
            let values: Vec<Value> =
                values.iter().map(|(name, about)| json!({ "value": name, "about": about })).collect();
            json!({ "name": bound.name, "about": bound.about, "default": bound.value, "values": values })
        }
        Choices::Range(low, high) => {
            json!({ "name": bound.name, "about": bound.about, "default": bound.value.parse::<u32>().ok(), "from": low, "to": high })
        }
    }
}
