//! Results as JSON documents. `docs/results.md` describes them.

use super::figures::Figures;
use crate::game::VERSION;
use serde_json::{Map, Value, json};

/// The number of the schema; it changes when a field changes its meaning or goes.
pub const SCHEMA: u32 = 1;

fn document(kind: &str, title: &str, rest: Value) -> Value {
    let mut fields = Map::new();
    fields.insert("schema".into(), SCHEMA.into());
    fields.insert("kind".into(), kind.into());
    fields.insert("heading".into(), title.into());
    if let Value::Object(rest) = rest {
        fields.extend(rest);
    }
    Value::Object(fields)
}

/// The document of a simulation.
#[must_use]
pub fn simulation_document(title: &str, figures: &Figures) -> Value {
    document("simulation", title, value(figures))
}

/// The document of a sweep.
#[must_use]
pub fn sweep_document<'a>(title: &str, script: Option<String>, cells: impl IntoIterator<Item = &'a Figures>) -> Value {
    let cells: Vec<Value> = cells.into_iter().map(value).collect();
    other_document("sweep", title, script, json!({"cells": cells}))
}

/// The document of what is written down field by field.
#[must_use]
pub fn other_document(kind: &str, title: &str, script: Option<String>, rest: Value) -> Value {
    let mut document = document(kind, title, rest);
    document["made_by"] = json!({"version": VERSION, "script": script});
    document
}

/// Figures as JSON. Figures that are not there are null.
#[must_use]
pub fn value(figures: &Figures) -> Value {
    // Figures have no maps but those with names, so that they can always be written.
    serde_json::to_value(figures).unwrap_or_default()
}
