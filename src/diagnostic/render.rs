//! Diagnostics as text: drawn for people, plain for screen readers, JSON and SARIF for programs.

use super::{Diagnostic, Severity};
use crate::source::{SourceMap, Span};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NarratableReportHandler, SourceSpan};
use serde_json::{Value, json};
use std::fmt;

/// How diagnostics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Drawn, with the lines of the source; `color` for a terminal.
    Human {
        /// Whether to colour it.
        color: bool,
    },
    /// In plain sentences.
    Plain,
    /// One JSON array.
    Json,
    /// SARIF 2.1.0.
    Sarif,
}

/// Shows the diagnostics one after the other, or as one document for the formats that programs read.
#[must_use]
pub fn render_all(diagnostics: &[Diagnostic], sources: &SourceMap, format: Format) -> String {
    match format {
        Format::Json => pretty(&Value::Array(diagnostics.iter().map(|one| to_json(one, sources)).collect())),
        Format::Sarif => pretty(&sarif(diagnostics, sources)),
        Format::Human { .. } | Format::Plain => {
            diagnostics.iter().map(|one| render(one, sources, format)).collect::<Vec<_>>().join("\n")
        }
    }
}

/// Shows one diagnostic.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, format: Format) -> String {
    let report = Report::new(diagnostic, sources);
    let mut text = String::new();
    let written = match format {
        Format::Human { color } => {
            let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
            GraphicalReportHandler::new_themed(theme)
                .with_width(100)
                .with_links(false)
                .render_report(&mut text, &report)
        }
        Format::Plain => NarratableReportHandler::new().render_report(&mut text, &report),
        Format::Json | Format::Sarif => return pretty(&to_json(diagnostic, sources)),
    };
    // Writing to a string fails only if the handler does; the message alone is still worth showing.
    if written.is_err() { diagnostic.message.clone() } else { trimmed(&text) }
}

fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).skip_while(|line| line.is_empty()).collect();
    format!("{}\n", lines.join("\n").trim_end())
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// What miette draws: a diagnostic with its file.
struct Report<'a> {
    diagnostic: &'a Diagnostic,
    source: miette::NamedSource<String>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<String>,
}

impl<'a> Report<'a> {
    fn new(diagnostic: &'a Diagnostic, sources: &SourceMap) -> Self {
        let number = diagnostic.labels.first().map_or(0, |label| label.span.file);
        let file = sources.file(number);
        let mut labels = Vec::new();
        let mut elsewhere = Vec::new();
        for (index, label) in diagnostic.labels.iter().enumerate() {
            if label.span.file == number {
                let span = drawable(label.span, &file.text);
                let text = Some(label.text.clone());
                labels.push(match index {
                    0 => LabeledSpan::new_primary_with_span(text, span),
                    _ => LabeledSpan::new_with_span(text, span),
                });
            } else {
                let other = sources.file(label.span.file);
                let (line, _) = other.line_column(label.span.start);
                elsewhere.push(format!("{} ({}, line {line})", label.text, other.name));
            }
        }
        let source = miette::NamedSource::new(&*file.name, file.text.to_string());
        Report { diagnostic, source, labels, elsewhere }
    }
}

/// A span that miette can draw: it must lie inside the text, so the end of a file is its last visible byte.
fn drawable(span: Span, text: &str) -> SourceSpan {
    let last = text.trim_end().len();
    let start = (span.start as usize).min(last.saturating_sub(1));
    let end = (span.end as usize).clamp(start, last.max(start));
    SourceSpan::new(start.into(), end - start)
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(out)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(self.diagnostic.code.full_name()))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        let mut lines: Vec<&str> = self.elsewhere.iter().map(String::as_str).collect();
        lines.extend(self.diagnostic.help.as_deref());
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        (!self.labels.is_empty() && !self.source.inner().trim().is_empty()).then_some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn to_json(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .enumerate()
        .map(|(index, label)| {
            let file = sources.file(label.span.file);
            let (line, column) = file.line_column(label.span.start);
            let (end_line, end_column) = file.line_column(label.span.end);
            json!({
                "file": &*file.name, "start": label.span.start, "end": label.span.end, "line": line, "column": column,
                "end_line": end_line, "end_column": end_column, "primary": index == 0, "text": label.text,
            })
        })
        .collect();
    json!({
        "version": 1, "code": diagnostic.code.full_name(), "severity": severity_word(diagnostic.severity),
        "message": diagnostic.message, "help": diagnostic.help, "page": diagnostic.code.page(), "labels": labels,
    })
}

fn sarif(diagnostics: &[Diagnostic], sources: &SourceMap) -> Value {
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|one| {
            let locations: Vec<Value> =
                one.labels.iter().take(1).map(|label| sarif_place(label.span, sources)).collect();
            json!({
                "ruleId": one.code.full_name(), "level": severity_word(one.severity),
                "message": { "text": one.message }, "locations": locations,
            })
        })
        .collect();
    let rules: Vec<Value> = super::code::ALL
        .iter()
        .map(|code| json!({ "id": code.full_name(), "shortDescription": { "text": code.about } }))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "mancala", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints", "results": results,
        }],
    })
}

fn sarif_place(span: Span, sources: &SourceMap) -> Value {
    let file = sources.file(span.file);
    let (line, column) = file.line_column(span.start);
    let (end_line, end_column) = file.line_column(span.end);
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": &*file.name },
        "region": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
    }})
}
