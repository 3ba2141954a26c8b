//! Says why an item cannot be read, where, and how to go on.

use super::chunk::{Chunk, Unclosed, items, next_item};
use super::failure::{Failure, read_until};
use super::grammar::is_reserved;
use super::idiom::idiom;
use super::repair::{Change, Repair, repair};
use super::rule_name::keywords;
use super::slip::{another_name, behind, guess, joined};
use super::token::{Kind, Token, tokens};
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

/// How many tokens are shown before what is missing.
const TOKENS_SHOWN: usize = 3;
/// How many tokens before the place where reading stopped a word of others may stand.
const FOREIGN_BACK: usize = 8;

/// Whether a file gives this name to something.
fn is_declared(text: &str, word: &str) -> bool {
    // Behind what else declares a name stands a colon.
    const DECLARING: [&str; 10] =
        ["reserve", "option", "preset", "define", "let", "choose", "for", "move", "sequence", "ways"];
    let tokens = tokens(text);
    let spelled = |at: usize| tokens.get(at).map_or("", |token| token.spelled(text));
    (0..tokens.len()).filter(|at| spelled(*at) == word).any(|at| {
        let before = at.checked_sub(1).map_or("", spelled);
        let is_declaring = match before {
            "(" | "," => tokens[..at]
                .iter()
                .rev()
                .take_while(|token| token.line == tokens[at].line)
                .any(|token| matches!(token.spelled(text), "define" | "sequence" | "ways")),
            _ => DECLARING.contains(&before),
        };
        is_declaring || matches!(spelled(at + 1), ":" | "per")
    })
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
    unclosed: Option<Unclosed>,
) -> Diagnostic {
    let item = Item { chunk, file, failure };
    let stop = item.found();
    let found = stop.word();
    if let (Unexpected::ItemEnd, Some(unclosed)) = (stop, unclosed) {
        return item.unclosed(unclosed, text);
    }
    if let Some(said) = item.asked_for_value(text).or_else(|| item.no_outcome()) {
        return said;
    }
    let repair = repair(text, chunk.text, failure);
    let before = &chunk.text[..failure.at.min(chunk.text.len())];
    let joined = joined(before, found);
    // Whatever else could be said: a word that stands twice or is misspelt is what is wrong.
    let is_slip = |repair: &&Repair| matches!(repair.change, Change::Doubled | Change::Misspelt(_));
    if let Some(slip) = repair.as_ref().filter(is_slip) {
        return item.with(slip);
    }
    if let Some(reserved) = item.reserved_label() {
        return reserved;
    }
    if let Some(said) = item.said_otherwise() {
        return said;
    }
    let is_order = |repair: &&Repair| repair.change == Change::Swapped && joined.is_some();
    if let Some(sure) = repair.as_ref().filter(|repair| repair.is_sure() && !is_order(repair)) {
        return item.with(sure);
    }
    if let Some(help) = joined {
        return item.joined(found).help(help);
    }
    if let Some(reserved) = item.reserved(found) {
        return reserved;
    }
    if let Some(computed) = item.computed_pit() {
        return computed;
    }
    let rest = chunk.text[failure.at.min(chunk.text.len())..].trim_start();
    if let Some(help) = guess(before, found, rest, &failure.expected) {
        return item.unexpected().help(help);
    }
    if let Some(foreign) = item.foreign(text) {
        return foreign;
    }
    match repair {
        Some(repair) => item.with(&repair),
        None => {
            let report = item.unexpected();
            let span = item.stopped();
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

    /// Index of the token where reading stopped.
    fn stopped_at(&self, tokens: &[Token]) -> usize {
        tokens.iter().position(|token| token.at.end > self.failure.at).unwrap_or(tokens.len())
    }

    /// A bracket that is never closed, and where that shows.
    fn unclosed(&self, unclosed: Unclosed, text: &str) -> Diagnostic {
        let Unclosed { open, crossed } = unclosed;
        let bracket = &self.chunk.text[open..=open];
        let message = format!("this `{bracket}` is never closed");
        let report = Diagnostic::error(code::UNCLOSED, self.span(&(open..open + 1)), message, "opened here");
        if let Some(crossed) = crossed {
            return report
                .also(self.span(&(crossed..crossed + 1)), "closes it, and stands where an outer one is closed")
                .help("close it on the line before");
        }
        let report = report.help("close it before the next item, which begins in the first column");
        let end = self.chunk.offset as usize + self.chunk.text.len();
        match (next_item(text, end), tokens(self.chunk.text).last()) {
            (Some(next), _) => {
                let word = text[next.clone()].to_string();
                let span = Span { file: self.file, start: next.start as u32, end: next.end as u32 };
                report.also(span, format!("`{word}` begins here, and it is still open"))
            }
            (None, Some(last)) if last.at.start > open => report.also(self.span(&last.at), "the file ends here"),
            (None, _) => report,
        }
    }

    /// A value of an option that is a word of the language: nothing can ask for it.
    fn asked_for_value(&self, text: &str) -> Option<Diagnostic> {
        let tokens = tokens(self.chunk.text);
        let stopped = self.stopped_at(&tokens);
        let spelled = |at: usize| tokens.get(at).map_or("", |token| token.spelled(self.chunk.text));
        let asked = |at: usize| -> Option<usize> {
            let before = at.checked_sub(1)?;
            let is = if spelled(before) == "not" { before.checked_sub(1)? } else { before };
            (spelled(is) == "is" && is_reserved(spelled(at))).then(|| is.checked_sub(1)).flatten()
        };
        let at = [Some(stopped), stopped.checked_sub(1)].into_iter().flatten().find(|at| asked(*at).is_some())?;
        let (option, value) = (spelled(asked(at)?), spelled(at));
        let declared = value_of_option(text, option, value)?;
        let message = format!("no rule can ask whether `{option}` is `{value}`, a word of the language");
        let report = Diagnostic::error(code::RESERVED_WORD, self.span(&tokens[at].at), message, "cannot be asked for");
        let declared = Span { file: self.file, start: declared.start as u32, end: declared.end as u32 };
        Some(
            report
                .also(declared, "rename it here")
                .help(format!("rename the value, or ask for the others: `{option} is not …`")),
        )
    }

    /// An arrow, or a comma behind what happens, at the end of a line with a row below it: nothing is said to happen.
    fn no_outcome(&self) -> Option<Diagnostic> {
        let text = self.chunk.text;
        let tokens = tokens(text);
        let stopped = self.stopped_at(&tokens);
        let is_arrow = |token: &Token| token.spelled(text) == "->";
        let ends_line = |at: &usize| {
            tokens.get(at + 1).is_none_or(|next| next.line != tokens[*at].line || next.spelled(text) == "}")
        };
        let goes_on = |at: &usize| matches!(tokens[*at].spelled(text), "->" | ",");
        let last = (0..stopped).rev().filter(goes_on).find(ends_line)?;
        let at = &tokens[last].at;
        // With an outcome the row below can be read as far as its own arrow.
        let outcome = " stop";
        let next = tokens[stopped..].iter().find(|token| is_arrow(token)).map_or(text.len(), |next| next.at.end);
        let goes_on = read_until(&format!("{}{outcome}{}", &text[..at.end], &text[at.end..]))
            .map_or_else(|failure| failure.at >= next + outcome.len(), |()| true);
        let in_end = tokens.first().is_some_and(|first| first.spelled(text) == "end");
        goes_on.then(|| {
            let message = format!("nothing is said to happen behind this `{}`", tokens[last].spelled(text));
            Diagnostic::error(code::SYNTAX, self.span(at), message, "what then?").help(if in_end {
                "say who wins: `higher score wins`, `mover wins`, `opponent wins`, `draw`"
            } else {
                "say what happens: `stop`, `again`, `relay`, `capture last, stop`"
            })
        })
    }

    /// The number of a pit that is worked out and stands without parentheses.
    fn computed_pit(&self) -> Option<Diagnostic> {
        let text = self.chunk.text;
        let tokens = tokens(text);
        let at = self.stopped_at(&tokens);
        let spelled = |at: usize| tokens.get(at).map_or("", |token| token.spelled(text));
        let (first, side) = (tokens.get(at)?, at.checked_sub(2)?);
        let is_number = self.failure.expected.contains(&"a pit number")
            && matches!(spelled(side), "own" | "opponent" | "all" | "south" | "north")
            && !keywords().contains(&spelled(at - 1))
            && first.is_word()
            && !is_reserved(spelled(at));
        if !is_number {
            return None;
        }
        let sum = first.at.start..tokens[end_of_sum(&tokens, text, at) - 1].at.end;
        let goes_on = |new: &str| {
            let changed = format!("{}{new}{}", &text[..sum.start], &text[sum.end..]);
            read_until(&changed).map_or_else(|failure| failure.at > sum.start + new.len() + 1, |()| true)
        };
        let written = &text[sum.clone()];
        let in_parentheses = format!("({written})");
        // Behind `in` another condition is meant, if it can be one.
        let is_condition =
            goes_on(&format!(", {written}")) && side.checked_sub(1).is_some_and(|at| spelled(at) == "in");
        (goes_on(&in_parentheses) && !is_condition).then(|| {
            let span = self.span(&sum);
            let message =
                format!("the number of a pit that is worked out stands in parentheses, and `{written}` does not");
            Diagnostic::error(code::SYNTAX, span, message, "which pit?")
                .help(format!(
                    "write `{} {} {in_parentheses}`; a `,` or `and` stands between two conditions",
                    spelled(side),
                    spelled(at - 1)
                ))
                .fix_if(Some(Fix { span, text: in_parentheses }))
        })
    }

    /// Conditions or sets that are joined so that a reader might take them otherwise.
    fn joined(&self, found: &str) -> Diagnostic {
        if found != "where" {
            return self.unexpected();
        }
        let message = "nothing says what this `where` is about: one of the sets, or all";
        Diagnostic::error(code::SYNTAX, self.stopped(), message, "about one, or about all?")
    }

    /// A turn of phrase of others.
    fn said_otherwise(&self) -> Option<Diagnostic> {
        let tokens = tokens(self.chunk.text);
        let found = idiom(self.chunk.text, &tokens, self.stopped_at(&tokens))?;
        let spelled = &self.chunk.text[found.at.clone()];
        let span = self.span(&found.at);
        let label = match found.instead {
            Some("") => "to be left out".to_string(),
            Some(instead) => format!("did you mean `{instead}`?"),
            None => "written otherwise".to_string(),
        };
        let message = format!("`{spelled}` is said otherwise here");
        let fix = found.instead.map(|instead| Fix { span, text: instead.to_string() });
        Some(Diagnostic::error(code::OTHER_WORD, span, message, label).help(found.help).fix_if(fix))
    }

    /// A word or mark of others, which the file has not declared, at or shortly before the place where reading stopped.
    fn foreign(&self, text: &str) -> Option<Diagnostic> {
        let all = tokens(self.chunk.text);
        let stopped = self.stopped_at(&all);
        let line = |token: &Token| all.get(stopped.saturating_sub(1)).is_none_or(|before| token.line >= before.line);
        let near = all[..all.len().min(stopped + 1)].iter().rev().take(FOREIGN_BACK).filter(|token| line(token));
        let is_foreign = |token: &&Token| {
            let word = token.spelled(self.chunk.text);
            other_word(word).is_some() && !keywords().contains(&word) && !is_declared(text, word)
        };
        let token = near.into_iter().find(is_foreign)?;
        let word = token.spelled(self.chunk.text);
        let message = format!("the language has no `{word}`");
        Some(
            Diagnostic::error(code::OTHER_WORD, self.span(&token.at), message, "said otherwise here")
                .help(other_word(word)?),
        )
    }

    /// A word of the language where a name is needed.
    fn reserved(&self, found: &str) -> Option<Diagnostic> {
        let rest = self.chunk.text[self.failure.at.min(self.chunk.text.len())..].trim_start();
        let expected = &self.failure.expected;
        let as_label = behind(rest, found).is_some_and(|behind| behind.starts_with(':'))
            && expected.iter().any(|word| word.starts_with("a row") || word.starts_with("a label"));
        if found.is_empty() {
            return None;
        }
        let of_rows = matches!(items(self.chunk.text).next(), Some(("legal" | "end" | "endless", _)));
        let what = if as_label || of_rows { "row" } else { "value" };
        ((as_label || expected.contains(&"a name")) && is_reserved(found)).then(|| {
            let message = format!("`{found}` is a word of the language and cannot be a name");
            Diagnostic::error(code::RESERVED_WORD, self.stopped(), message, "a name is needed here").help(format!(
                "choose another name, such as `{}`; or, if `{found}` is meant, write the name that belongs before it",
                another_name(found, what)
            ))
        })
    }

    /// A word of the language where a row is to have its label; the parser stops behind it, at the colon.
    fn reserved_label(&self) -> Option<Diagnostic> {
        let tokens = tokens(self.chunk.text);
        let colon = self.stopped_at(&tokens);
        let label = &tokens[colon.checked_sub(1)?];
        let begins_line = colon == 1 || tokens[colon - 2].line != label.line;
        let spelled = label.spelled(self.chunk.text);
        let is_label = tokens.get(colon)?.spelled(self.chunk.text) == ":" && begins_line && label.is_word();
        (is_label && spelled != "otherwise" && is_reserved(spelled)).then(|| {
            let message = format!("`{spelled}` is a word of the language and cannot be a name");
            Diagnostic::error(code::RESERVED_WORD, self.span(&label.at), message, "a label is needed here")
                .help(format!("choose another label, such as `{}`", another_name(spelled, "row")))
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
                let is_known = keywords().contains(&spelled);
                let why = if is_known { "cannot stand here" } else { "is no word of the language" };
                error(span, format!("`{spelled}` {why}"), format!("did you mean `{near}`?"))
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
            Change::Foreign if repair.new.is_empty() => {
                error(span, format!("the language has no `{spelled}`"), "to be left out".into())
                    .help_if(other_word(spelled).map(str::to_string))
            }
            Change::Foreign => {
                error(span, format!("the language has no `{spelled}`"), format!("did you mean `{}`?", repair.new))
                    .help_if(other_word(spelled).map(str::to_string))
            }
            Change::Missing(literals) if begins_statement(literals) => self.no_statement(repair),
            Change::Missing(literals) if literals.iter().any(|literal| literal == "even") => self.missing(
                repair,
                "what is asked",
                "write `is empty`, `is even` or `is odd`, or what it may be: `is last`, `is nobody`, `is own home 3`",
            ),
            Change::Missing(literals) => self.missing(repair, &one_of(literals), &self.with_literal(repair, literals)),
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

    /// Words that say nothing of what happens.
    fn no_statement(&self, repair: &Repair) -> Diagnostic {
        let tokens = tokens(self.chunk.text);
        let at = tokens.iter().position(|token| token.at.end > repair.at.start).unwrap_or(tokens.len());
        let begins = |at: usize| {
            let before = at.checked_sub(1).map(|before| &tokens[before]);
            before.is_none_or(|before| {
                tokens.get(at).is_none_or(|token| token.line != before.line)
                    || matches!(before.spelled(self.chunk.text), "->" | "," | "{" | "}")
            })
        };
        let first = (0..=at.min(tokens.len().saturating_sub(1))).rev().find(|at| begins(*at)).unwrap_or(0);
        let Some(token) = tokens.get(first) else { return self.unexpected() };
        let spelled = token.spelled(self.chunk.text);
        let message = format!("nothing that can happen begins with `{spelled}`");
        Diagnostic::error(code::SYNTAX, self.span(&token.at), message, "not the beginning of a statement").help(
            other_word(spelled).map_or_else(
                || {
                    "write what happens: `capture X`, `put 1 from X in Y`, `sow …`, `stop`, `again`, `relay`; state is set by \
                     `X becomes VALUE`"
                        .into()
                },
                str::to_string,
            ),
        )
    }

    /// How what is missing is written, with what stands beside it.
    fn with_literal(&self, repair: &Repair, literals: &[String]) -> String {
        let [literal, others @ ..] = literals else { return "write what belongs there".into() };
        let text = self.chunk.text;
        let tokens = tokens(text);
        let at = tokens.iter().position(|token| token.at.start >= repair.at.start).unwrap_or(tokens.len());
        let line = text[..repair.at.start].matches('\n').count();
        let on_line = |token: &&Token| token.line == line;
        let before = tokens[..at].iter().rev().take(TOKENS_SHOWN).take_while(on_line).last();
        let before = before.map_or("", |first| text[first.at.start..repair.at.start].trim_end());
        let next = tokens.get(at).filter(on_line).map_or("", |next| next.spelled(text));
        let close_before = before.is_empty() || matches!(literal.as_str(), ")" | "," | ":" | "..");
        let close_behind = next.is_empty() || matches!(literal.as_str(), "(" | "..");
        let blank = |close: bool| if close { "" } else { " " };
        let written = format!("{before}{}{literal}{}{next}", blank(close_before), blank(close_behind));
        if others.is_empty() { format!("write `{written}`") } else { format!("for instance `{written}`") }
    }

    /// Something is missing before a token, or behind the last one of a line.
    fn missing(&self, repair: &Repair, what: &str, help: &str) -> Diagnostic {
        let tokens = tokens(self.chunk.text);
        let at = tokens.iter().position(|token| token.at.start >= repair.at.start).unwrap_or(tokens.len());
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let is_beside =
            |next: &&Token| next.at.start == repair.at.start || before.is_none_or(|before| before.line == next.line);
        let next = tokens.get(at).filter(is_beside);
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

/// Whether what is missing is a word that makes a statement of what stands there.
fn begins_statement(literals: &[String]) -> bool {
    let has = |word: &str| literals.iter().any(|literal| literal == word);
    literals.len() > 1 && (has("lift") && has("capture") || has("becomes") && has("captures"))
}

/// Where a text declares a value of an option.
fn value_of_option(text: &str, option: &str, value: &str) -> Option<Range<usize>> {
    let tokens = tokens(text);
    let spelled = |at: usize| tokens.get(at).map_or("", |token| token.spelled(text));
    let begin = (1..tokens.len()).find(|at| spelled(*at) == option && spelled(at - 1) == "option")?;
    let values = (begin + 1..tokens.len()).take_while(|at| spelled(*at) != "}");
    let value = values.skip_while(|at| spelled(*at) != "{").find(|at| spelled(*at) == value)?;
    Some(tokens[value].at.clone())
}

/// The index behind a sum that begins with a word: its arguments, and what is added to it or taken away.
fn end_of_sum(tokens: &[Token], text: &str, begin: usize) -> usize {
    let spelled = |at: usize| tokens.get(at).map_or("", |token| token.spelled(text));
    let mut at = begin + 1;
    loop {
        if spelled(at) == "(" {
            let mut open = 0;
            let closing = (at..tokens.len()).find(|at| {
                open += i32::from(spelled(*at) == "(") - i32::from(spelled(*at) == ")");
                open == 0
            });
            let Some(closing) = closing else { return at };
            at = closing + 1;
        }
        let is_operand = |token: &Token| token.is_word() || token.kind == Kind::Number;
        if !matches!(spelled(at), "+" | "-" | "*" | "/") || !tokens.get(at + 1).is_some_and(is_operand) {
            return at;
        }
        at += 2;
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
