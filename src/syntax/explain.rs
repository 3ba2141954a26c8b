//! Says why an item cannot be read, where, and how to go on.

use super::chunk::Chunk;
use super::failure::Failure;
use super::grammar::is_reserved;
use super::repair::{Change, Repair, repair};
use super::slip::{guess, joined};
use super::token::tokens;
use crate::diagnostic::{Diagnostic, Fix, code, other_word};
use crate::source::Span;
use std::ops::Range;

/// What stands where reading stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unexpected<'a> {
    Token(&'a str),
    LineEnd,
    ItemEnd,
}

impl<'a> Unexpected<'a> {
    fn word(self) -> &'a str {
        match self {
            Unexpected::Token(word) => word,
            Unexpected::LineEnd | Unexpected::ItemEnd => "",
        }
    }
}

/// What cannot be read, with everything that is needed to say why.
struct Item<'a> {
    chunk: Chunk<'a>,
    file: u16,
    failure: &'a Failure,
}

/// Says in the words of the language what is wrong where reading an item stopped.
pub(super) fn explain(
    failure: &Failure,
    text: &str,
    chunk: Chunk<'_>,
    file: u16,
    unclosed: Option<usize>,
) -> Diagnostic {
    let item = Item { chunk, file, failure };
    let stop = item.found();
    let found = stop.word();
    if let (Unexpected::ItemEnd, Some(open)) = (stop, unclosed) {
        let bracket = &chunk.text[open..=open];
        let message = format!("this `{bracket}` is never closed");
        return Diagnostic::error(code::UNCLOSED, item.span(&(open..open + 1)), message, "opened here")
            .help("close it before the next item, which begins in the first column");
    }
    let repair = repair(text, chunk.text, failure);
    // Whatever else could be said: a word that stands twice, misspelt, or in its neighbour's place is what is wrong.
    let before = &chunk.text[..failure.at.min(chunk.text.len())];
    let joined = joined(before, found);
    let is_order = |repair: &&Repair| repair.change == Change::Swapped && joined.is_some();
    if let Some(sure) = repair.as_ref().filter(|repair| repair.is_sure() && !is_order(repair)) {
        return item.with(sure);
    }
    if let Some(help) = joined {
        return item.unexpected().help(help);
    }
    if let Some(reserved) = item.reserved(found) {
        return reserved;
    }
    let rest = chunk.text[failure.at.min(chunk.text.len())..].trim_start();
    if let Some(help) = guess(before, found, rest, &failure.expected) {
        return item.unexpected().help(help);
    }
    match repair {
        Some(repair) => item.with(&repair),
        None => {
            let span = item.stopped();
            let last = text.get(span.start as usize..span.end as usize).unwrap_or_default();
            let report = item.unexpected().help_if(other_word(last).map(str::to_string));
            match item.line_before().filter(|before| *before != span) {
                Some(before) => report.also(before, "this line may lack something"),
                None => report,
            }
        }
    }
}

impl Item<'_> {
    fn span(&self, at: &Range<usize>) -> Span {
        let byte = |at: usize| self.chunk.offset + at as u32;
        Span { file: self.file, start: byte(at.start), end: byte(at.end) }
    }

    /// The word or mark where reading stopped; an end of line where the line cannot be over, or ought to be.
    fn found(&self) -> Unexpected<'_> {
        let rest = self.chunk.text[self.failure.at.min(self.chunk.text.len())..].trim_start_matches([' ', '\t']);
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        match rest.chars().next() {
            _ if rest.trim().is_empty() => Unexpected::ItemEnd,
            Some('\n' | '\r' | '#') => Unexpected::LineEnd,
            Some(first) => Unexpected::Token(&rest[..if word > 0 { word } else { first.len_utf8() }]),
            None => Unexpected::ItemEnd,
        }
    }

    /// What `found` stands at; the token before the end of a line or of the item.
    fn stopped(&self) -> Span {
        let all = tokens(self.chunk.text);
        let next = all.iter().find(|token| token.at.end > self.failure.at);
        let before = all.iter().rev().find(|token| token.at.end <= self.failure.at);
        match (self.found(), next, before) {
            (Unexpected::Token(word), Some(next), _) => self.span(&(next.at.start..next.at.start + word.len())),
            (_, _, Some(before)) => self.span(&before.at),
            (_, Some(next), None) => self.span(&next.at),
            (_, None, None) => self.span(&(0..self.chunk.text.len().min(1))),
        }
    }

    /// A word of the language where a name is needed.
    fn reserved(&self, found: &str) -> Option<Diagnostic> {
        let rest = self.chunk.text[self.failure.at.min(self.chunk.text.len())..].trim_start();
        let expected = &self.failure.expected;
        let as_label = rest[found.len()..].trim_start().starts_with(':')
            && expected.iter().any(|word| word.starts_with("a row") || word.starts_with("a label"));
        if found.is_empty() {
            return None;
        }
        ((as_label || expected.contains(&"a name")) && is_reserved(found)).then(|| {
            let message = format!("`{found}` is a word of the language and cannot be a name");
            Diagnostic::error(code::RESERVED_WORD, self.stopped(), message, "a name is needed here").help(format!(
                "choose another name, such as `the_{found}`; or, if `{found}` is meant, write the name that belongs before it"
            ))
        })
    }

    /// What was expected where reading stopped.
    fn unexpected(&self) -> Diagnostic {
        let list = listed(&self.failure.expected);
        let message = match (self.found(), list.is_empty()) {
            (Unexpected::ItemEnd, true) => "the item ends too early".to_string(),
            (Unexpected::ItemEnd, false) => format!("the item ends too early: expected {list}"),
            (Unexpected::LineEnd, true) => "the line ends too early".to_string(),
            (Unexpected::LineEnd, false) => format!("the line ends too early: expected {list}"),
            (Unexpected::Token(found), true) => format!("`{found}` cannot stand here"),
            (Unexpected::Token(found), false) => format!("expected {list}, found `{found}`"),
        };
        let label = if list.is_empty() { "cannot be read from here".to_string() } else { format!("expected {list}") };
        Diagnostic::error(code::SYNTAX, self.stopped(), message, label)
    }

    /// The last token before the line in which reading stopped, if it stopped at the line's first token: something is
    /// likely to be missing behind it.
    fn line_before(&self) -> Option<Span> {
        let tokens = tokens(self.chunk.text);
        let at = tokens.iter().position(|token| token.at.end > self.failure.at).unwrap_or(tokens.len());
        let before = &tokens[at.checked_sub(1)?];
        let is_first = tokens.get(at).is_none_or(|token| token.line > before.line);
        is_first.then(|| self.span(&before.at))
    }

    fn with(&self, repair: &Repair) -> Diagnostic {
        let spelled = &self.chunk.text[repair.at.clone()];
        let span = self.span(&repair.at);
        let code = match &repair.change {
            Change::Foreign => code::OTHER_WORD,
            Change::Stray | Change::Replaced(_) if other_word(spelled).is_some() => code::OTHER_WORD,
            _ => code::SYNTAX,
        };
        let error = |span, message: String, label: String| Diagnostic::error(code, span, message, label);
        let report = match &repair.change {
            Change::Doubled => {
                error(span, format!("`{spelled}` stands twice"), "one too many".into()).help("take one of them out")
            }
            Change::Misspelt(near) => {
                error(span, format!("`{spelled}` is no word of the language"), format!("did you mean `{near}`?"))
            }
            Change::Swapped => {
                error(span, format!("`{spelled}` is the wrong way round"), format!("did you mean `{}`?", repair.new))
            }
            Change::Stray => {
                error(span, format!("`{spelled}` does not belong here"), "the rest can be read without it".into())
                    .help(other_word(spelled).unwrap_or("take it out, or say what it belongs to").to_string())
            }
            Change::Replaced(literals) => {
                let fits = one_of(literals);
                let report = error(span, format!("`{spelled}` cannot stand here"), format!("{fits} can"));
                report.help(other_word(spelled).map_or_else(|| format!("did you mean {fits}?"), str::to_string))
            }
            Change::Foreign => {
                error(span, format!("the language has no `{spelled}`"), format!("did you mean `{}`?", repair.new))
                    .help_if(other_word(spelled).map(str::to_string))
            }
            Change::Missing(literals) => {
                self.missing(repair, &one_of(literals), &format!("write {} there", one_of(literals)))
            }
            Change::MissingPart(part) => self.missing(repair, part, such_as(part)),
        };
        let report = report.fix_if(repair.fix().map(|text| Fix { span, text }));
        let stopped = self.stopped();
        let is_near = report.labels[0].span.start <= stopped.start && stopped.start <= report.labels[0].span.end + 1;
        if is_near || self.found().word().is_empty() {
            report
        } else {
            report.also(stopped, "cannot be read from here")
        }
    }

    /// Something is missing before a token, or behind the last one of a line.
    fn missing(&self, repair: &Repair, what: &str, help: &str) -> Diagnostic {
        let tokens = tokens(self.chunk.text);
        let at = tokens.iter().position(|token| token.at.start >= repair.at.start).unwrap_or(tokens.len());
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let next = tokens.get(at).filter(|next| before.is_none_or(|before| before.line == next.line));
        let (place, token) = match (next, before) {
            (Some(next), _) => ("before", next),
            (None, Some(before)) => ("behind", before),
            (None, None) => return self.unexpected(),
        };
        let spelled = token.spelled(self.chunk.text);
        let message = format!("{what} is missing {place} `{spelled}`");
        Diagnostic::error(code::SYNTAX, self.span(&token.at), message, format!("{what} belongs {place} this"))
            .help(help)
    }
}

/// A few words to choose from.
fn one_of(literals: &[String]) -> String {
    let quoted: Vec<String> = literals.iter().take(4).map(|literal| format!("`{literal}`")).collect();
    match quoted.as_slice() {
        [] => "something else".into(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// An example of what is missing.
fn such_as(part: &str) -> &'static str {
    match part {
        "what then happens" | "a statement" => "say what happens: `stop`, `again`, `relay`, `capture last, stop`",
        "a number" | "a pit number" => "write a number, or a parameter",
        "a name" => "write the name of what is meant",
        "a label" => "give the row a name: `label: condition -> outcome`",
        "a set of pits" => "write a set of pits, such as `own home where seeds(it) >= 1`",
        _ => "write what is meant: a place such as `own home`, a pit such as `last`, or a number such as `seeds(last)`",
    }
}

/// At most five expectations, joined; more than that help nobody.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_string(),
        [rest @ .., last] if words.len() <= 5 => format!("{} or {last}", rest.join(", ")),
        _ => {
            let common: Vec<&str> = words.iter().copied().filter(|word| word.starts_with("a")).take(3).collect();
            if common.is_empty() { String::new() } else { common.join(" or ") }
        }
    }
}
