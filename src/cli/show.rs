//! `mancala show`

use super::failure::{Failure, Status};
use super::given::{GameArgs, PositionArgs, presets};
use super::list::{option_json, presets_json};
use super::output::{Ink, Output};
use super::svg;
use super::told::{self, Told};
use super::words::{padded, place, rule_json, seeds, title, widest, wrapped};
use crate::game::{Game, Variant};
use crate::ir;
use crate::model::{Bound, Choices, Phase};
use crate::position::Position;
use crate::sim::other_document;
use crate::syntax::ast;
use crate::text::json;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::PathBuf;

/// Shows a variant: its board, its options, its rules
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  mancala show oware\n  mancala show oware --source > my-oware.mancala\n  mancala show bao --svg bao.svg\n  mancala show kalah --json"
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
    /// Write JSON; docs/results.md describes it
    #[arg(long, conflicts_with_all = ["source", "listing", "svg"])]
    json: bool,
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
    let position = args.position.of(&game)?;
    if let Some(path) = &args.svg {
        let picture = svg::picture(&position, game.model());
        fs::write(path, picture)
            .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display())))?;
        out.line(format!("wrote {}", path.display()))?;
        return Ok(Status::Clean);
    }
    let shown = Shown { variant: &variant, game: &game };
    if args.json {
        out.json(&shown.to_json(&position))?;
        return Ok(Status::Clean);
    }
    shown.head(out)?;
    out.board(&position, game.model())?;
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
    /// The files that it is based on.
    fn bases(&self) -> Vec<&str> {
        self.variant.sources().files().iter().skip(1).map(|file| &*file.name).collect()
    }

    fn head(&self, out: &mut Output) -> io::Result<()> {
        let model = self.game.model();
        let name = out.paint(&model.title, Ink::Bold);
        let source =
            model.source.as_ref().map(|source| out.paint(&format!("  from {source}"), Ink::Faint)).unwrap_or_default();
        out.line(format!("{name}{source}"))?;
        let bases = self.bases();
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
            let ranking = told::ranking(self.game, &phase.ranking);
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
            ast::ItemKind::Phase(name, condition, _) if name.text == phase => {
                Some(told::text(self.game, condition.as_ref()?.span))
            }
            _ => None,
        })
    }

    /// The statements, and the labelled rows that may hold under these options, with their lines.
    fn rules(&self, out: &mut Output) -> io::Result<()> {
        let groups = told::groups(self.game);
        let places = groups.iter().flat_map(|group| &group.rules).map(|told| self.place(told)).collect::<Vec<_>>();
        let width = widest(places.iter().map(String::as_str));
        for group in &groups {
            out.heading(&group.heading)?;
            let labels = widest(group.rules.iter().map(|told| told.rule.label.as_str()));
            group.rules.iter().try_for_each(|told| self.row(told, width, labels, out))?;
        }
        Ok(())
    }

    /// All that is shown, for programs.
    fn to_json(&self, position: &Position) -> Value {
        let model = self.game.model();
        let phase = |phase: &Phase| {
            let condition = self.condition(&phase.name).filter(|_| model.phases.len() > 1);
            json!({ "phase": phase.name, "while": condition, "moves": told::ranking(self.game, &phase.ranking) })
        };
        let groups: Vec<Value> = told::groups(self.game).iter().map(|group| self.group_json(group)).collect();
        let rest = json!({
            "source": model.source, "based_on": self.bases(), "pieces": model.total(), "first": model.first.word(),
            "position": json::to_json(position, model), "options": self.options_json(), "presets": presets_json(self.variant),
            "turn": model.phases.iter().map(phase).collect::<Vec<_>>(), "groups": groups,
        });
        let mut document = other_document("show", &model.title, None, rest);
        document["made_by"]["rules"] = self.game.rules_hash().into();
        document
    }

    /// Options with their defaults, and the values that hold here.
    fn options_json(&self) -> Vec<Value> {
        let defaults = self.variant.options();
        let option = |bound: &Bound| {
            let mut option = option_json(defaults.iter().find(|default| default.name == bound.name).unwrap_or(bound));
            option["value"] = match bound.choices {
                Choices::Range(..) => bound.value.parse::<u32>().ok().into(),
                Choices::Values(_) => bound.value.as_str().into(),
            };
            option
        };
        self.game.model().bindings.iter().map(option).collect()
    }

    fn group_json(&self, group: &told::Group<'_>) -> Value {
        let rule = |told: &Told<'_>| {
            let mut rule = rule_json(self.game.sources(), told.rule);
            rule["text"] = told.text.as_str().into();
            rule
        };
        let rules: Vec<Value> = group.rules.iter().map(rule).collect();
        json!({ "heading": group.heading, "rules": rules })
    }

    fn place(&self, told: &Told<'_>) -> String {
        place(self.game.sources(), told.rule.span)
    }

    fn row(&self, told: &Told<'_>, width: usize, labels: usize, out: &mut Output) -> io::Result<()> {
        let place = self.place(told);
        let lines = wrapped(&arrow(&told.text, out.style.unicode), WIDTH - width - labels - 6);
        for (index, line) in lines.iter().enumerate() {
            let (place, label) = if index == 0 { (place.as_str(), told.rule.label.as_str()) } else { ("", "") };
            let place = out.paint(&padded(place, width), Ink::Faint);
            let label = out.paint(&padded(label, labels), Ink::Accent);
            out.line(format!("  {place}  {label}  {line}"))?;
        }
        Ok(())
    }
}

fn arrow(text: &str, unicode: bool) -> String {
    if unicode { text.replace("->", "→") } else { text.to_string() }
}
