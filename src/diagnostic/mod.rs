//! What is wrong in a rules file, where, why, and how to go on.
//!
//! Every stage reports into a [`Diagnostics`] and goes on, so that one run shows every independent mistake.

pub mod code;
mod render;
mod suggest;

pub use code::Code;
pub use render::{Format, render, render_all};
pub use suggest::{did_you_mean, nearest};

use crate::source::Span;

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
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words.
    pub text: String,
}

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
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
}

impl Diagnostic {
    /// An error at a place, with the words to write under it.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        let labels = vec![Label { span, text: label.into() }];
        Diagnostic { code, severity: Severity::Error, message: message.into(), labels, help: None }
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

    /// Says how to go on.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says how to go on, where there is something to say.
    #[must_use]
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }
}

/// The problems found so far.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Takes one more.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if !self.found.contains(&diagnostic) {
            self.found.push(diagnostic);
        }
    }

    /// Whether this problem, whatever its help, has been found before.
    #[must_use]
    pub fn has(&self, diagnostic: &Diagnostic) -> bool {
        self.found.iter().any(|found| found.code == diagnostic.code && found.labels == diagnostic.labels)
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
