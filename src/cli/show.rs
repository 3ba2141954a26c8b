//! `mancala show`

use super::failure::{Failure, Status};
use super::given::{GameArgs, PositionArgs, presets};
use super::output::{Ink, Output};
use super::svg;
use super::words::{padded, place, seeds, title, widest, wrapped};
use crate::game::{Game, Variant};
use crate::ir;
use crate::model::{Bound, Choices, Ranking, RuleInfo};
use crate::source::Span;
use crate::syntax::ast;
use std::fs;
use std::io;
use std::path::PathBuf;

/// Shows a variant: its board, its options, its rules
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  mancala show oware\n  mancala show oware --source > my-oware.mancala\n  mancala show bao --svg bao.svg"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the compiled program
    #[arg(long, conflicts_with = "source")]
    listing: bool,
    /// Print the rules file
    #[arg(long)]
    source: bool,
    /// Write the board to a file as a picture
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "listing"])]
    svg: Option<PathBuf>,
}

/// Width of what is told.
const WIDTH: usize = 110;

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let variant = args.game.read()?;
    if args.source {
        let source = variant.sources().files().first().map_or("", |file| &*file.text).to_string();
        out.text(source)?;
        return Ok(Status::Clean);
    }
    let game = args.game.options.game(&variant)?;
    if args.listing {
        out.text(ir::listing(game.program()))?;
        if let Err(reason) = game.plan() {
            out.text(format!("\nplayed by the interpreter alone: {reason}\n"))?;
        }
        return Ok(Status::Clean);
    }
    let situation = args.position.situation(&game)?;
    if let Some(path) = &args.svg {
        let picture = svg::picture(&situation, game.model());
        fs::write(path, picture)
            .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))?;
        out.line(format!("wrote {}", path.display()))?;
        return Ok(Status::Clean);
    }
    let shown = Shown { variant: &variant, game: &game };
    shown.head(out)?;
    out.board(&situation, game.model())?;
    shown.options(out)?;
    shown.presets(out)?;
    shown.turns(out)?;
    shown.rules(out)?;
    Ok(Status::Clean)
}

struct Shown<'a> {
    variant: &'a Variant,
    game: &'a Game,
}

impl Shown<'_> {
    fn head(&self, out: &mut Output) -> io::Result<()> {
        let model = self.game.model();
        let name = out.paint(&model.title, Ink::Bold);
        let source =
            model.source.as_ref().map(|source| out.paint(&format!("  from {source}"), Ink::Faint)).unwrap_or_default();
        out.line(format!("{name}{source}"))?;
        let bases: Vec<&str> = self.variant.sources().files().iter().skip(1).map(|file| &*file.name).collect();
        if !bases.is_empty() {
            out.line(format!("based on {}: each rule says which file it stands in", bases.join(", ")))?;
        }
        let begins = title(model.first);
        out.line(format!("{} on the board, {begins} begins", seeds(model.total() as i32, model)))?;
        out.line("")
    }

    /// Options and parameters with their values; a point stands before the one that holds.
    fn options(&self, out: &mut Output) -> io::Result<()> {
        let bindings = &self.game.model().bindings;
        if bindings.is_empty() {
            return Ok(());
        }
        out.heading("Options")?;
        bindings.iter().try_for_each(|bound| self.option(bound, out))
    }

    fn option(&self, bound: &Bound, out: &mut Output) -> io::Result<()> {
        let name = out.paint(&bound.name, Ink::Accent);
        let about = bound.about.as_deref().unwrap_or_default();
        match &bound.choices {
            Choices::Range(low, high) => {
                let range = out.paint(&format!("({low} to {high})"), Ink::Faint);
                out.line(format!("  {name} = {}  {about}  {range}", bound.value))
            }
            Choices::Values(values) => {
                out.line(format!("  {name}  {about}"))?;
                let width = widest(values.iter().map(|(value, _)| value.as_str()));
                for (value, meaning) in values {
                    let holds = *value == bound.value;
                    let padded = padded(value, width);
                    let (point, value) = if holds { ("●", out.paint(&padded, Ink::Bold)) } else { ("○", padded) };
                    let point = if out.style.unicode {
                        point
                    } else if holds {
                        "*"
                    } else {
                        " "
                    };
                    out.line(format!("    {point} {value}  {}", meaning.as_deref().unwrap_or_default()))?;
                }
                Ok(())
            }
        }
    }

    fn presets(&self, out: &mut Output) -> io::Result<()> {
        let mut first = true;
        for (name, about, bindings) in presets(self.variant) {
            if std::mem::take(&mut first) {
                out.heading("Presets")?;
            }
            let binds: Vec<String> =
                bindings.iter().map(|binding| format!("{}: {}", binding.name.text, binding.value.text)).collect();
            let name = out.paint(name, Ink::Accent);
            out.line(format!("  {name}  {}", about.unwrap_or_default()))?;
            for line in wrapped(&binds.join(", "), WIDTH - 4) {
                out.line(format!("    {line}"))?;
            }
        }
        Ok(())
    }

    /// Phases and kinds of move.
    fn turns(&self, out: &mut Output) -> io::Result<()> {
        let model = self.game.model();
        out.heading("A turn")?;
        for phase in &model.phases {
            let ranking = self.ranking(&phase.ranking);
            let name = out.paint(&phase.name, Ink::Accent);
            match (model.phases.len(), self.condition(&phase.name)) {
                (1, _) => out.line(format!("  {ranking}"))?,
                (_, Some(condition)) => out.line(format!("  {name}  while {condition}: {ranking}"))?,
                (_, None) => out.line(format!("  {name}  otherwise: {ranking}"))?,
            }
        }
        Ok(())
    }

    /// The condition of a phase, as the file has it.
    fn condition(&self, phase: &str) -> Option<String> {
        self.variant.file().items.iter().find_map(|item| match &item.kind {
            ast::ItemKind::Phase(name, condition, _) if name.text == phase => Some(self.text(condition.as_ref()?.span)),
            _ => None,
        })
    }

    /// Kinds of move and their rank, in words.
    fn ranking(&self, ranking: &Ranking) -> String {
        let kinds = &self.game.model().moves;
        let list = |members: &[Ranking], between: &str| {
            let inner = |member: &Ranking| match member {
                Ranking::Kind(_) => self.ranking(member),
                _ => format!("({})", self.ranking(member)),
            };
            members.iter().map(inner).collect::<Vec<_>>().join(between)
        };
        match ranking {
            Ranking::Kind(kind) => kinds[*kind].name.clone(),
            Ranking::Else(members) => list(members, ", or if none is legal "),
            Ranking::Or(members) => list(members, " or "),
        }
    }

    /// The statements, and the labelled rows that may hold under these options, with their lines.
    fn rules(&self, out: &mut Output) -> io::Result<()> {
        let model = self.game.model();
        let mut rows: Vec<&RuleInfo> = Vec::new();
        let told =
            |rule: &&RuleInfo| (self.is_row(rule) && !model.never.contains(&rule.span)) || self.is_statement(rule);
        for rule in model.rules.iter().filter(told) {
            // A table that is read for several moves stands there once.
            if rows.iter().all(|other| other.span != rule.span) {
                rows.push(rule);
            }
        }
        let places: Vec<String> = rows.iter().map(|rule| place(self.game.sources(), rule.span)).collect();
        let width = widest(places.iter().map(String::as_str));
        while let Some(first) = rows.first() {
            let of = first.of.clone();
            let (group, rest): (Vec<&RuleInfo>, Vec<&RuleInfo>) = rows.into_iter().partition(|rule| rule.of == of);
            rows = rest;
            out.heading(&heading(&of))?;
            let labels = widest(group.iter().map(|rule| rule.label.as_str()));
            group.iter().try_for_each(|rule| self.row(rule, width, labels, out))?;
        }
        Ok(())
    }

    fn row(&self, rule: &RuleInfo, width: usize, labels: usize, out: &mut Output) -> io::Result<()> {
        let text = self.text(rule.span);
        // The rows of a table in a statement are told by themselves.
        let text = if self.is_row(rule) { text } else { text.split(" {").next().unwrap_or_default().to_string() };
        let rest = text.strip_prefix(&rule.label).unwrap_or(&text).trim_start().trim_start_matches(':');
        let place = place(self.game.sources(), rule.span);
        for (index, line) in wrapped(&arrow(rest, out.style.unicode), WIDTH - width - labels - 6).iter().enumerate() {
            let (place, label) = if index == 0 { (place.as_str(), rule.label.as_str()) } else { ("", "") };
            let place = out.paint(&padded(place, width), Ink::Faint);
            let label = out.paint(&padded(label, labels), Ink::Accent);
            out.line(format!("  {place}  {label}  {line}"))?;
        }
        Ok(())
    }

    fn is_row(&self, rule: &RuleInfo) -> bool {
        is_row(self.game, rule)
    }

    /// Whether a rule is a statement of a move or sequence, and not one of a row or a table.
    fn is_statement(&self, rule: &RuleInfo) -> bool {
        let text = self.game.sources().text(rule.span);
        let is_table = matches!(rule.label.as_str(), "landing" | "finally");
        let in_row = |other: &RuleInfo| other.span.contains(rule.span) && self.is_row(other);
        // `own housed becomes no`, `opponent captures own home`
        let begins_otherwise = matches!(rule.label.as_str(), "becomes" | "capture");
        let begins = text.starts_with(rule.label.as_str()) || (begins_otherwise && rule.of != "score");
        begins && !is_table && !self.is_row(rule) && !self.game.model().rules.iter().any(in_row)
    }

    /// The text of a place on one line, without its comments.
    fn text(&self, span: Span) -> String {
        let lines = self.game.sources().text(span).lines().map(|line| line.split('#').next().unwrap_or(""));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }
}

/// Whether a rule is a row of a table and not a statement.
pub(super) fn is_row(game: &Game, rule: &RuleInfo) -> bool {
    let text = game.sources().text(rule.span);
    let rest = text.strip_prefix(rule.label.as_str()).map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(':') || rest.starts_with("->"))
}

/// Heading of a group of rows.
fn heading(of: &str) -> String {
    match of {
        "legal" => "Not every move is legal".to_string(),
        "end" => "The end of the game".to_string(),
        "endless" => "A turn that does not end".to_string(),
        "finally" => "What closes every turn".to_string(),
        "match" => "The match".to_string(),
        _ => format!("What happens in `{of}`"),
    }
}

fn arrow(text: &str, unicode: bool) -> String {
    if unicode { text.replace("->", "→") } else { text.to_string() }
}
