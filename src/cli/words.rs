//! Words for people: players, results, numbers.

use crate::model::{Model, Player, RuleInfo};
use crate::position::{GameResult, Outcome};
pub(crate) use crate::sim::grouped;
use crate::source::SourceMap;
use crate::source::Span;
use serde_json::{Value, json};

/// `South` or `North`.
pub(crate) fn title(player: Player) -> &'static str {
    if player == Player::South { "South" } else { "North" }
}

/// `South has won, 27 to 21 (stuck)`.
pub(crate) fn ending(outcome: &Outcome) -> String {
    let result = match outcome.result {
        GameResult::Winner(player) => format!("{} has won", title(player)),
        GameResult::Draw => "a draw".to_string(),
        GameResult::NoWinner => "over without a winner".to_string(),
    };
    let score = outcome.score.map(|[south, north]| match outcome.result {
        GameResult::Winner(Player::North) => format!(", {north} to {south}"),
        _ => format!(", {south} to {north}"),
    });
    format!("{result}{} ({})", score.unwrap_or_default(), outcome.reason)
}

/// A text that begins with a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// `1 error`, `3 errors`.
pub(crate) fn count(number: usize, word: &str) -> String {
    format!("{} {word}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

/// `1 seed`, `3 seeds`; pieces where there are several kinds.
pub(crate) fn seeds(number: i32, model: &Model) -> String {
    let word = model.only_kind().map_or("piece", |kind| kind.name.as_str());
    count(usize::try_from(number).unwrap_or(0), word)
}

/// `oware.mancala:57`.
pub(crate) fn place(sources: &SourceMap, span: Span) -> String {
    let file = sources.file(span.file);
    format!("{}:{}", file.name, file.line_column(span.start).0)
}

/// A rule and where it stands, for programs.
pub(crate) fn rule_json(sources: &SourceMap, rule: &RuleInfo) -> Value {
    let file = sources.file(rule.span.file);
    let line = file.line_column(rule.span.start).0;
    json!({ "label": rule.label, "of": rule.of, "file": &*file.name, "line": line })
}

/// Pads a text to a width, by its characters.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())))
}

/// Number of characters of the longest.
pub(crate) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(|text| text.chars().count()).max().unwrap_or(0)
}

/// A text broken into lines of at most a width, at its blanks; a word that is too long stands by itself, whole.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width).break_words(false).word_splitter(textwrap::WordSplitter::NoHyphenation);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    textwrap::wrap(&text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}
