//! Pairs of the grammar, and what every part of the tree is built with.

use super::ast::{Name, Side, Text};
use super::grammar::Rule;
use crate::diagnostic::{Diagnostic, code};
use crate::limits;
use crate::source::{Span, visible};
use pest::iterators::Pair;
use std::sync::LazyLock;

pub(super) type Node<'a> = Pair<'a, Rule>;
pub(super) type Built<T> = Result<T, Box<Diagnostic>>;

/// Knows where the item lies in its file.
pub(super) struct Builder {
    pub(super) file: u16,
    pub(super) offset: u32,
}

/// Rules that carry no content of their own: keywords (`kw_…`) and marks.
static TOKENS: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let mut tokens = vec![false; Rule::all_rules().len() + 1];
    for rule in Rule::all_rules() {
        let at = *rule as usize;
        tokens.resize(tokens.len().max(at + 1), false);
        tokens[at] = is_mark(*rule) || format!("{rule:?}").starts_with("kw_");
    }
    tokens
});

fn is_mark(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::lbrace
            | Rule::rbrace
            | Rule::lparen
            | Rule::rparen
            | Rule::colon
            | Rule::comma
            | Rule::arrow
            | Rule::dots
            | Rule::slash
            | Rule::equals
            | Rule::dot
            | Rule::gap
            | Rule::line_end
            | Rule::EOI
    )
}

fn is_token(rule: Rule) -> bool {
    rule == Rule::EOI || TOKENS.get(rule as usize).copied().unwrap_or(false)
}

/// The parts of a node without punctuation.
pub(super) fn parts(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.into_inner().filter(|part| !is_mark(part.as_rule()))
}

/// The parts of a node without punctuation and keywords.
pub(super) fn content(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.into_inner().filter(|part| !is_token(part.as_rule()))
}

/// Whether a node has a part of this rule.
pub(super) fn has(node: &Node<'_>, rule: Rule) -> bool {
    node.clone().into_inner().any(|part| part.as_rule() == rule)
}

pub(super) fn side(word: &str) -> Side {
    match word {
        "own" => Side::Own,
        "opponent" => Side::Opponent,
        "all" => Side::All,
        "south" => Side::South,
        _ => Side::North,
    }
}

impl Builder {
    pub(super) fn span(&self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        let text = node.as_str();
        let start = self.offset + span.start() as u32;
        Span { file: self.file, start, end: start + text.trim_end().len() as u32 }
    }

    pub(super) fn name(&self, node: &Node<'_>) -> Name {
        Name { text: node.as_str().trim().to_string(), span: self.span(node) }
    }

    pub(super) fn text(&self, node: &Node<'_>) -> Text {
        Text { text: visible(node.as_str().trim_matches('"')), span: self.span(node) }
    }

    pub(super) fn number(&self, node: &Node<'_>) -> Built<u32> {
        match node.as_str().parse::<u32>() {
            Ok(number) if number <= limits::NUMBER => Ok(number),
            _ => Err(Box::new(
                Diagnostic::error(
                    code::NUMBER_TOO_LARGE,
                    self.span(node),
                    "this number is larger than a million",
                    "too large",
                )
                .help("no sowing game needs more; is a space missing?"),
            )),
        }
    }
}
