//! What is wrong in a rules file, where, why, and how to go on.
//!
//! Every stage reports into a [`Diagnostics`] and goes on, so that one run shows every independent mistake.

pub mod code;
mod drawing;
mod other_words;
mod render;
mod suggest;

pub use code::Code;
pub use other_words::{other_word, word_instead};
pub use render::{Format, render, render_all};
pub use suggest::{did_you_mean, nearest};

use crate::source::Span;
use std::collections::HashMap;
use suggest::meant;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be played.
    Error,
    /// The file can be played, but something in it is most likely not meant.
    Warning,
}

/// A place with the words that are written under it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words.
    pub text: String,
}

/// One problem.
///
/// # Examples
/// ```
/// use mancala::diagnostic::{Format, render};
///
/// let text = "mancala 1\ngame \"Mine\"\nboard { row home: 6 }\nsetup { home: 4 each }\nturn: sweep\n";
/// let rejected = mancala::Variant::from_text("mine.mancala", text).game().unwrap_err();
/// let unknown = rejected.diagnostics.iter().find(|one| one.code.name == "unknown_move").expect("`sweep` is declared nowhere");
/// assert_eq!(unknown.message, "there is no kind of move `sweep`");
/// let drawn = render(unknown, &rejected.sources, Format::Human { color: false });
/// assert!(drawn.contains("mine.mancala:5"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Which kind of problem.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line that stands alone.
    pub message: String,
    /// The place to change first, then the places that give the reason.
    pub labels: Vec<Label>,
    /// How to go on.
    pub help: Option<String>,
    /// The change that mends it, where one is plain.
    pub fix: Option<Fix>,
}

/// A change of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What is replaced; empty where something is put in.
    pub span: Span,
    /// What is written there.
    pub text: String,
}

impl Diagnostic {
    /// An error at a place, with the words to write under it.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        let labels = vec![Label { span, text: label.into() }];
        Diagnostic { code, severity: Severity::Error, message: message.into(), labels, help: None, fix: None }
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message, label) }
    }

    /// Adds a place that gives the reason.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says how to go on. If that is one word to write instead, it is a fix too.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        let help = help.into();
        let place = self.labels.first().map(|label| label.span);
        self.fix = meant(&help).zip(place).map(|(word, span)| Fix { span, text: word.to_string() }).or(self.fix);
        self.help = Some(help);
        self
    }

    /// Adds the change that mends it, where one is plain.
    #[must_use]
    pub fn fix_if(mut self, fix: Option<Fix>) -> Self {
        self.fix = fix.or(self.fix);
        self
    }

    /// Says how to go on, where there is something to say.
    #[must_use]
    pub fn help_if(self, help: Option<String>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }
}

/// Most places that are shown of one name that is not known.
const MOST_PLACES: usize = 4;

impl Diagnostic {
    /// Whether a name is not known, which is said once for all places where it stands.
    fn is_unknown_name(&self) -> bool {
        self.code.name.starts_with("unknown_") && self.code.stage == "resolve"
            || matches!(self.code, code::NO_DESTINATION | code::NO_OFF)
    }

    fn place(&self) -> Option<Place> {
        self.labels.first().map(|label| (label.span.file, label.span.start))
    }

    fn also_here(&mut self, span: Span) {
        if self.labels.len() < MOST_PLACES && self.labels.iter().all(|label| label.span != span) {
            self.labels.push(Label { span, text: "and here".into() });
        }
    }
}

/// The problems found so far.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
    /// Which of them are shown at a place first; a file may have very many.
    at: HashMap<Option<Place>, Vec<usize>>,
    /// Which name that is not known was told of first, by what is said of it.
    unknown: HashMap<(&'static str, Option<u16>, String), usize>,
}

/// File and first byte of what is shown first.
type Place = (u16, u32);

impl Diagnostics {
    /// Takes one more. The same name that is not known here and there is one mistake.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.there(&diagnostic).any(|found| *found == diagnostic) {
            return;
        }
        if diagnostic.is_unknown_name() {
            let file = diagnostic.place().map(|(file, _)| file);
            let said = (diagnostic.code.name, file, diagnostic.message.clone());
            if let (Some(earlier), Some(label)) = (self.unknown.get(&said), diagnostic.labels.first()) {
                return self.found[*earlier].also_here(label.span);
            }
            self.unknown.insert(said, self.found.len());
        }
        self.at.entry(diagnostic.place()).or_default().push(self.found.len());
        self.found.push(diagnostic);
    }

    /// Those that are shown where this one is.
    fn there(&self, diagnostic: &Diagnostic) -> impl Iterator<Item = &Diagnostic> {
        self.at.get(&diagnostic.place()).into_iter().flatten().map(|number| &self.found[*number])
    }

    /// Whether this problem, whatever its help, has been found before.
    #[must_use]
    pub fn has(&self, diagnostic: &Diagnostic) -> bool {
        let places = |one: &Diagnostic| one.labels.iter().map(|label| label.span).collect::<Vec<_>>();
        self.there(diagnostic).any(|found| found.code == diagnostic.code && places(found) == places(diagnostic))
    }

    /// Whether something has been said of the place of a problem before.
    #[must_use]
    pub fn has_at(&self, diagnostic: &Diagnostic) -> bool {
        self.there(diagnostic).next().is_some()
    }

    /// Whether there is an error among them.
    #[must_use]
    pub fn any_error(&self) -> bool {
        self.found.iter().any(|found| found.severity == Severity::Error)
    }

    /// All of them, by place.
    #[must_use]
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|found| found.labels.first().map(|label| label.span));
        self.found
    }
}
