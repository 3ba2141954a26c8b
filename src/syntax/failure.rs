//! Where reading an item stops, and what could have stood there.

use super::grammar::{MancalaParser, Rule};
use super::rule_name::rule_name;
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

/// Whether an item can be read, and if not, where reading stops.
pub(super) fn read_until(item: &str) -> Result<(), Failure> {
    MancalaParser::parse(Rule::item, item).map(drop).map_err(|error| Failure::of(&error))
}

/// Where reading stopped, and what could have stood there.
pub(super) struct Failure {
    /// Byte of the text.
    pub(super) at: usize,
    pub(super) expected: Vec<&'static str>,
    #[cfg(feature = "lsp")]
    rules: Vec<Rule>,
}

impl Failure {
    pub(super) fn of(error: &Error<Rule>) -> Self {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        Failure {
            at,
            expected: expected_words(error),
            #[cfg(feature = "lsp")]
            rules: expected_rules(error).to_vec(),
        }
    }

    /// The rules that were expected there.
    #[cfg(feature = "lsp")]
    pub(super) fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The words and marks that could have stood there.
    pub(super) fn literals(&self) -> Vec<String> {
        let quoted = self.expected.iter().flat_map(|words| words.split('`').skip(1).step_by(2));
        let opening = self.expected.iter().flat_map(|part| opening_words(part));
        let mut literals: Vec<String> = Vec::new();
        for words in quoted.chain(opening.copied()) {
            let literal = words.trim_end_matches("{ … }").split('…').next().unwrap_or_default().trim();
            // A form of several words shows how something is written, and is nothing to write.
            let is_form = literal.contains("->");
            if !literal.is_empty() && !is_form && !literals.iter().any(|other| other == literal) {
                literals.push(literal.to_string());
            }
        }
        literals
    }

    /// What could have stood there that has no fixed words.
    pub(super) fn part(&self) -> Option<String> {
        let parts = self.expected.iter();
        let names = [
            "an expression",
            "a name",
            "a number",
            "a set of pits",
            "a label",
            "a pit number",
            "what then happens",
            "a statement",
        ];
        parts.copied().find(|part| names.contains(part)).map(str::to_string)
    }
}

/// The words that open what has several forms.
fn opening_words(part: &str) -> &'static [&'static str] {
    match part {
        "a statement" => &[
            "choose",
            "lift",
            "put",
            "sow",
            "landing",
            "let",
            "capture",
            "place",
            "require",
            "prefer",
            "then",
            "finally",
            "stop",
            "again",
            "relay",
            "not legal",
            "either",
            "for",
        ],
        "who wins" => &["mover wins", "opponent wins", "higher score wins", "draw"],
        _ => &[],
    }
}

fn expected_rules(error: &Error<Rule>) -> &[Rule] {
    if let ErrorVariant::ParsingError { positives, .. } = &error.variant { positives } else { &[] }
}

fn expected_words(error: &Error<Rule>) -> Vec<&'static str> {
    let mut words: Vec<&str> =
        expected_rules(error).iter().map(|rule| rule_name(*rule)).filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.dedup();
    words
}
