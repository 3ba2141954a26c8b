//! Whole-file sense, as far as it is certain, and the worked examples.

mod apart;
mod combinations;
mod declared;
mod example;
mod lint;
mod meant;

use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::game::Variant;
use crate::limits;
use crate::model::{Choices, Model};
use crate::resolve::{Bindings, Loader, Observed, Resolved};
use crate::source::{SourceMap, Span};
use std::sync::Arc;

use example::Games;
pub use example::{ExampleRun, run_example};

/// What `mancala check` found in a file.
#[derive(Debug, Clone)]
#[non_exhaustive]
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
///
/// # Examples
/// ```
/// use mancala::check::check;
///
/// let text = mancala::shipped_text("oware").expect("it is shipped");
/// let report = check("oware.mancala", text, &|_| None);
/// assert!(report.diagnostics.is_empty() && report.examples > 5);
///
/// let report = check("oware.mancala", &text.replace("lift pit", "lift pot"), &|_| None);
/// assert!(report.fails(false));
/// assert_eq!(report.diagnostics[0].code.name, "unknown_name");
/// ```
#[must_use]
pub fn check(name: &str, text: &str, loader: &Loader<'_>) -> Report {
    let variant = Variant::read(name, text, loader);
    let mut found = Diagnostics::default();
    variant.problems().iter().for_each(|problem| found.report(problem.clone()));
    let settings = settings(&variant, &mut found);
    let examples = if found.any_error() { 0 } else { judge(&variant, &settings, &mut found) };
    let mut diagnostics = found.sorted();
    declared::point_to(&variant, &mut diagnostics);
    Report { diagnostics, sources: Arc::clone(variant.sources()), examples }
}

/// What a file is with one setting of its options.
struct Setting {
    bindings: Bindings,
    model: Model,
    /// What was seen while it was resolved.
    observed: Observed,
}

/// The file with each setting that it is checked with, defaults first, as far as it resolves.
fn settings(variant: &Variant, found: &mut Diagnostics) -> Vec<Setting> {
    let mut combinations = combinations::of(variant);
    let count = combinations.len();
    if count > limits::SETTINGS {
        found.report(too_many_settings(variant, count));
        combinations.truncate(1);
    }
    let bytes: usize = variant.sources().files().iter().map(|file| file.text.len()).sum();
    let mut checked = 0;
    let mut all = Vec::new();
    for (bindings, words) in combinations {
        let (resolved, problems) = variant.resolved(&bindings);
        // Of one combination all that is wrong is told, also what is wrong at one place.
        let more: Vec<Diagnostic> = problems.into_iter().filter(|problem| !found.has(problem)).collect();
        more.into_iter().for_each(|problem| report_with(found, problem, &words));
        if let Some(Resolved { model, observed, expressions }) = resolved {
            checked += bytes + EXPRESSION_BYTES * expressions;
            all.push(Setting { bindings, model, observed });
        }
        if checked > limits::CHECKED && all.len() > 1 {
            found.report(too_many_settings(variant, count));
            break;
        }
    }
    all
}

/// Judges a file as a whole, and plays its examples where nothing is wrong; tells how many they are.
fn judge(variant: &Variant, settings: &[Setting], found: &mut Diagnostics) -> usize {
    let models: Vec<&Model> = settings.iter().map(|setting| &setting.model).collect();
    let Some(default) = models.first() else { return 0 };
    let mut games = Games::for_examples(&default.examples);
    lint::whole(variant, settings, &mut games, found);
    meant::all(variant, &models, found);
    if found.any_error() {
        return 0;
    }
    example::all(variant, &default.examples, games, found);
    default.examples.len()
}

/// What an expression counts for, beside the bytes of a text.
const EXPRESSION_BYTES: usize = 16;

/// That a file cannot be checked with every setting of its options.
fn too_many_settings(variant: &Variant, settings: usize) -> Diagnostic {
    let declared = variant.options().into_iter().max_by_key(|option| match &option.choices {
        Choices::Values(values) => values.len(),
        Choices::Range(..) => 1,
    });
    let span = declared.map_or_else(Span::default, |option| option.span);
    let message = format!("the file has {settings} settings, too many to check a file of its size with each");
    Diagnostic::error(code::FILE_TOO_LARGE, span, message, "an option with many values, or one of many options").help(
        "a setting is a value of an option, a preset, or a corner of the parameters; say it with fewer, or make two files of it",
    )
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
