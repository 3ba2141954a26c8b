//! Diagnostics as text: drawn for people, plain for screen readers, JSON and SARIF for programs.

use super::drawing::{Drawing, boundary};
use super::{Diagnostic, Fix, Label, Severity};
use crate::source::{SourceMap, Span, visible};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NarratableReportHandler, SourceSpan};
use serde_json::{Value, json};
use std::fmt;
use std::ops::Range;

/// How diagnostics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
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
    message: String,
    source: miette::NamedSource<String>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<String>,
}

impl<'a> Report<'a> {
    fn new(diagnostic: &'a Diagnostic, sources: &SourceMap) -> Self {
        let number = diagnostic.labels.first().map_or(0, |label| label.span.file);
        let file = sources.file(number);
        let (here, there): (Vec<&Label>, Vec<&Label>) =
            diagnostic.labels.iter().partition(|label| label.span.file == number);
        let places: Vec<Range<usize>> = here.iter().map(|label| drawable(label.span, &file.text)).collect();
        let drawing = Drawing::of(&file.text, &places);
        let labels = places.iter().zip(&here).enumerate().map(|(index, (place, label))| {
            let (start, end) = (drawing.place(place.start), drawing.place(place.end));
            let span = SourceSpan::new(start.into(), end.saturating_sub(start));
            let text = Some(visible(&label.text));
            match index {
                0 => LabeledSpan::new_primary_with_span(text, span),
                _ => LabeledSpan::new_with_span(text, span),
            }
        });
        let labels = labels.collect();
        let mut elsewhere: Vec<String> = there
            .iter()
            .map(|label| {
                let other = sources.file(label.span.file);
                format!("{} ({}, line {})", visible(&label.text), other.name, other.line_column(label.span.start).0)
            })
            .collect();
        if let (true, Some(first)) = (drawing.is_cut, here.first()) {
            let (line, column) = file.line_column(first.span.start);
            elsewhere.push(format!("line {line} is too long to be shown whole: the place is at its column {column}"));
        }
        let source = miette::NamedSource::new(visible(&file.name), drawing.text);
        Report { message: visible(&diagnostic.message), diagnostic, source, labels, elsewhere }
    }
}

/// A place that can be drawn: it must lie inside the text, so the end of a file is its last visible byte.
fn drawable(span: Span, text: &str) -> Range<usize> {
    let last = text.trim_end().len();
    let start = boundary(text, (span.start as usize).min(last.saturating_sub(1)));
    let end = (span.end as usize).clamp(start, last.max(start));
    start..boundary(text, end).max(start)
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(out)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
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
        let mut lines = self.elsewhere.clone();
        lines.extend(self.diagnostic.help.as_deref().map(visible));
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
        "fix": diagnostic.fix.as_ref().map(|fix| fix_json(fix, sources)),
    })
}

/// The bytes to replace, and what to write there.
fn fix_json(fix: &Fix, sources: &SourceMap) -> Value {
    let file = sources.file(fix.span.file);
    json!({ "file": &*file.name, "start": fix.span.start, "end": fix.span.end, "text": fix.text })
}

fn sarif(diagnostics: &[Diagnostic], sources: &SourceMap) -> Value {
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|one| {
            let places =
                |labels: &[Label]| -> Vec<Value> { labels.iter().map(|label| sarif_place(label, sources)).collect() };
            let (first, others) = one.labels.split_at(one.labels.len().min(1));
            let help = one.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
            let mut result = json!({
                "ruleId": one.code.full_name(), "level": severity_word(one.severity),
                "message": { "text": format!("{}{help}", one.message) },
                "locations": places(first), "relatedLocations": places(others),
            });
            if let Some(fix) = &one.fix {
                result["fixes"] = json!([sarif_fix(fix, sources)]);
            }
            result
        })
        .collect();
    let rules: Vec<Value> = super::code::ALL
        .iter()
        .map(|code| json!({ "id": code.full_name(), "shortDescription": { "text": code.about }, "help": { "text": code.page() } }))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "mancala", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints", "results": results,
        }],
    })
}

fn sarif_place(label: &Label, sources: &SourceMap) -> Value {
    json!({ "message": { "text": label.text }, "physicalLocation": {
        "artifactLocation": { "uri": &*sources.file(label.span.file).name },
        "region": sarif_region(label.span, sources),
    }})
}

fn sarif_region(span: Span, sources: &SourceMap) -> Value {
    let file = sources.file(span.file);
    let (line, column) = file.line_column(span.start);
    let (end_line, end_column) = file.line_column(span.end);
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

fn sarif_fix(fix: &Fix, sources: &SourceMap) -> Value {
    json!({
        "description": { "text": format!("write `{}`", fix.text.trim()) },
        "artifactChanges": [{
            "artifactLocation": { "uri": &*sources.file(fix.span.file).name },
            "replacements": [{
                "deletedRegion": sarif_region(fix.span, sources), "insertedContent": { "text": fix.text },
            }],
        }],
    })
}
