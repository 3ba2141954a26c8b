//! Problems as editors show them, and the changes that mend them.

use super::document::{Document, beside, shown_name};
use super::text::Lines;
use crate::check::check;
use crate::diagnostic::{Diagnostic, Severity};
use crate::game::shipped_text;
use crate::source::Span;
use lsp_types::{
    CodeAction, CodeActionKind, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
    TextEdit, Url, WorkspaceEdit,
};
use std::collections::HashMap;

/// What is wrong with a text, examples and all.
pub(super) fn judged(url: &Url, text: &str) -> Vec<Diagnostic> {
    let beside = beside(url);
    let loader = |wanted: &str| {
        beside(wanted).or_else(|| Some((format!("{wanted}.mancala"), shipped_text(wanted)?.to_string())))
    };
    check(&shown_name(url), text, &loader).diagnostics
}

/// A problem in the words of the protocol. What lies in a file that this one is based on is shown in the first line.
pub(super) fn shown(problem: &Diagnostic, url: &Url, lines: &Lines) -> lsp_types::Diagnostic {
    let first = problem.labels.first();
    let range = first.map_or_else(Range::default, |label| range(label.span, lines));
    let help = problem.help.as_deref().map(|help| format!("\n{help}")).unwrap_or_default();
    let others = problem.labels.iter().skip(1).filter(|label| label.span.file == 0);
    let related = others.map(|label| DiagnosticRelatedInformation {
        location: Location::new(url.clone(), range_of(label.span, lines)),
        message: label.text.clone(),
    });
    let label = first.map(|label| format!(": {}", label.text)).unwrap_or_default();
    lsp_types::Diagnostic {
        range,
        severity: Some(match problem.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(problem.code.name.to_string())),
        source: Some("mancala".to_string()),
        message: format!("{}{label}{help}", problem.message),
        related_information: Some(related.collect()),
        ..lsp_types::Diagnostic::default()
    }
}

fn range(span: Span, lines: &Lines) -> Range {
    if span.file == 0 { range_of(span, lines) } else { Range::default() }
}

fn range_of(span: Span, lines: &Lines) -> Range {
    lines.range(span.start as usize..span.end as usize)
}

/// The changes that mend what is wrong within a range.
pub(super) fn fixes(document: &Document, problems: &[Diagnostic], within: Range) -> Vec<CodeAction> {
    let overlaps = |one: Range| one.start <= within.end && within.start <= one.end;
    problems
        .iter()
        .filter_map(|problem| {
            let fix = problem.fix.as_ref().filter(|fix| fix.span.file == 0)?;
            let shown = shown(problem, &document.url, &document.lines);
            let place = range_of(fix.span, &document.lines);
            (overlaps(shown.range) || overlaps(place)).then(|| {
                let edit = TextEdit::new(place, fix.text.clone());
                let changes = HashMap::from([(document.url.clone(), vec![edit])]);
                CodeAction {
                    title: fix_title(document, fix),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![shown]),
                    edit: Some(WorkspaceEdit::new(changes)),
                    is_preferred: Some(true),
                    ..CodeAction::default()
                }
            })
        })
        .collect()
}

fn fix_title(document: &Document, fix: &crate::diagnostic::Fix) -> String {
    let old = document.text().get(fix.span.start as usize..fix.span.end as usize).unwrap_or_default();
    let new = fix.text.trim();
    match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("write `{new}` here"),
        (false, true) => format!("take `{old}` out"),
        (false, false) => format!("write `{new}` instead of `{old}`"),
    }
}
