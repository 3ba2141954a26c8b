//! Whole-file sense, as far as it is certain, and the worked examples.

mod apart;
mod combinations;
mod declared;
mod example;
mod lint;
mod meant;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::Variant;
use crate::resolve::Loader;
use crate::source::SourceMap;
use std::sync::Arc;

pub use example::{ExampleRun, run_example};

/// What `mancala check` found in a file.
#[derive(Debug, Clone)]
pub struct Report {
    /// Problems by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that the places lie in.
    pub sources: Arc<SourceMap>,
    /// Number of examples that were played.
    pub examples: usize,
}

impl Report {
    /// Whether there is an error, or a warning too if these are denied.
    #[must_use]
    pub fn fails(&self, deny_warnings: bool) -> bool {
        use crate::diagnostic::Severity;
        self.diagnostics.iter().any(|one| deny_warnings || one.severity == Severity::Error)
    }
}

/// Reads a rules file, resolves it with its defaults, each option value, its presets and the corners of its parameters,
/// judges the whole, and plays its examples.
#[must_use]
pub fn check(name: &str, text: &str, loader: &Loader<'_>) -> Report {
    let variant = Variant::read(name, text, loader);
    let mut found = Diagnostics::default();
    variant.problems().iter().for_each(|problem| found.report(problem.clone()));
    let (mut models, mut observed) = (Vec::new(), Vec::new());
    let combinations = combinations::of(&variant);
    for (bindings, words) in &combinations {
        let (resolved, problems) = variant.resolved(bindings);
        // Of one combination all that is wrong is told, also what is wrong at one place.
        let more: Vec<Diagnostic> = problems.into_iter().filter(|problem| !found.has(problem)).collect();
        more.into_iter().for_each(|problem| report_with(&mut found, problem, words));
        if let Some(resolved) = resolved {
            models.push(resolved.model);
            observed.push(resolved.observed);
        }
    }
    let clean = !found.any_error();
    if clean {
        lint::whole(&variant, &models, &observed, &mut found);
        meant::all(&variant, &mut found);
    }
    let mut examples = 0;
    if !found.any_error()
        && let Some(model) = models.first()
    {
        examples = model.examples.len();
        example::all(&variant, model, &mut found);
    }
    let mut diagnostics = found.sorted();
    declared::point_to(&variant, &mut diagnostics);
    Report { diagnostics, sources: Arc::clone(variant.sources()), examples }
}

/// A problem that shows only with some options says with which.
fn report_with(found: &mut Diagnostics, problem: Diagnostic, words: &str) {
    let seen_with = format!("this shows with `{words}`");
    let help = match (&problem.help, words.is_empty()) {
        (help, true) => help.clone(),
        (Some(help), false) => Some(format!("{help}\n{seen_with}")),
        (None, false) => Some(seen_with),
    };
    found.report(Diagnostic { help, ..problem });
}
