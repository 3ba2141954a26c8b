//! Models for the tests of the reference evaluator itself.

use mancala::diagnostic::Diagnostics;
use mancala::model::Model;
use mancala::resolve::{Bindings, load, resolve};
use mancala::source::SourceMap;
use std::path::Path;

/// A shipped variant with its default options.
pub(super) fn variant(name: &str) -> Model {
    let (path, text) = read(name).unwrap_or_else(|| panic!("there is no variant `{name}`"));
    model(&path, &text)
}

/// The game of a rules text.
pub(super) fn model(name: &str, text: &str) -> Model {
    let (mut sources, mut found) = (SourceMap::default(), Diagnostics::default());
    let (file, defaults) = load(name, text, &read, &mut sources, &mut found);
    let mut bindings = Bindings::default();
    bindings.defaults(&defaults);
    resolve(&file, &bindings, &mut found).unwrap_or_else(|| panic!("`{name}` does not resolve: {:#?}", found.sorted()))
}

fn read(name: &str) -> Option<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants").join(format!("{name}.mancala"));
    std::fs::read_to_string(&path).ok().map(|text| (path.display().to_string(), text))
}
