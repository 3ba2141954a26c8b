//! `mancala list`

use super::failure::{Failure, Status};
use super::given::presets;
use super::output::{Ink, Output};
use super::words::{padded, widest, wrapped};
use crate::game::{Variant, shipped_names};
use crate::model::{Bound, Choices};
use crate::syntax::ast;
use serde_json::{Value, json};

/// Lists the shipped variants with their options
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  mancala list")]
pub(crate) struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    // Their rules are not even read for a list.
    let variants: Vec<(&str, Variant)> =
        shipped_names().filter_map(|name| Some((name, Variant::shipped_header(name)?))).collect();
    if args.json {
        let all: Vec<Value> = variants.iter().map(|(name, variant)| to_json(name, variant)).collect();
        out.json(&all.into())?;
        return Ok(Status::Clean);
    }
    let width = widest(variants.iter().map(|(name, _)| *name));
    for (name, variant) in &variants {
        let options: Vec<String> = variant.options().iter().map(short).collect();
        let name = out.paint(&padded(name, width), Ink::Accent);
        out.line(format!("{name}  {}", title(variant).0))?;
        for line in wrapped(&options.join(" "), WIDTH - width - 4) {
            let line = out.paint(&line, Ink::Faint);
            out.line(format!("{}    {line}", padded("", width)))?;
        }
    }
    Ok(Status::Clean)
}

/// Width of a terminal that nobody has made wider.
const WIDTH: usize = 80;

/// Name of the game, and where its rules come from.
pub(crate) fn title(variant: &Variant) -> (&str, Option<&str>) {
    let found = variant.file().items.iter().find_map(|item| match &item.kind {
        ast::ItemKind::Game(title, source) => {
            Some((title.text.as_str(), source.as_ref().map(|text| text.text.as_str())))
        }
        _ => None,
    });
    found.unwrap_or((variant.name(), None))
}

/// `grand_slam` or `pits=1..12`.
fn short(bound: &Bound) -> String {
    match bound.choices {
        Choices::Values(_) => bound.name.clone(),
        Choices::Range(low, high) => format!("{}={low}..{high}", bound.name),
    }
}

fn to_json(name: &str, variant: &Variant) -> Value {
    let (title, source) = title(variant);
    let options: Vec<Value> = variant.options().iter().map(option_json).collect();
    let presets: Vec<Value> = presets(variant)
        .map(|(name, about, bindings)| {
            let binds: serde_json::Map<String, Value> =
                bindings.iter().map(|binding| (binding.name.text.clone(), binding.value.text.clone().into())).collect();
            json!({ "name": name, "about": about, "options": binds })
        })
        .collect();
    json!({ "name": name, "title": title, "source": source, "options": options, "presets": presets })
}

fn option_json(bound: &Bound) -> Value {
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
