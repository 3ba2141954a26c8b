//! What the grammar says of the layout of a text: its tokens and comments, and which of them begin something. All of it
//! is read off the parsed items, so that a construct which the grammar gains needs no line here.

use super::chunk::{chunks, comments};
use super::grammar::{MancalaParser, Rule};
use super::token::tokens;
use pest::Parser;
use pest::iterators::Pair;
use std::collections::HashMap;
use std::ops::Range;

/// A token or a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    /// As it is written; a comment with its `#`.
    pub(crate) text: &'a str,
    /// Its bytes.
    pub(crate) at: Range<usize>,
    /// Its line, counted from the beginning of the text.
    pub(crate) line: usize,
    /// What it is to what stands around it.
    pub(crate) role: Role,
}

/// What a piece is to what stands around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A comment.
    Comment,
    /// The first token of an item.
    Item,
    /// The first token of what stands in braces beside others of its kind: a statement, a row, an entry.
    Entry,
    /// It is one with the token before it: the parenthesis behind the name of a function, a mark within a name.
    Joined,
    /// It may stand close to the token before it or not, and each means something to its reader.
    AsWritten,
    /// A brace of a list, which is no block.
    ListBrace,
    /// The arrow of a row.
    Arrow,
    /// Anything else.
    Plain,
}

/// The tokens and comments of a text that can be read.
pub(crate) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let roles = roles(text);
    let mut found: Vec<Piece<'_>> = tokens(text)
        .into_iter()
        .map(|token| {
            let role = roles.get(&token.at.start).copied().unwrap_or(Role::Plain);
            Piece { text: &text[token.at.clone()], at: token.at, line: token.line, role }
        })
        .collect();
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    found.extend(comments(text, 0).into_iter().map(|comment| {
        let at = comment.start as usize..comment.end as usize;
        Piece { text: &text[at.clone()], line: lines.partition_point(|end| *end < at.start), at, role: Role::Comment }
    }));
    found.sort_by_key(|piece| piece.at.start);
    found
}

/// The tree of a text, without its places: every rule with its depth, and every token.
pub(crate) type Shape = Vec<(usize, Rule, String)>;

/// The tree of a text, without its places.
pub(crate) fn shape(text: &str) -> Shape {
    let mut found = Vec::new();
    for_each_item(text, |_, pair| shape_of(pair, 0, &mut found));
    found
}

fn shape_of(pair: Pair<'_, Rule>, depth: usize, found: &mut Vec<(usize, Rule, String)>) {
    let (rule, whole, start) = (pair.as_rule(), pair.as_str(), pair.as_span().start());
    let (gaps, inner): (Vec<_>, Vec<_>) = pair.into_inner().partition(is_gap);
    let end = gaps.first().map_or(whole.len(), |gap| gap.as_span().start() - start);
    let is_token = inner.is_empty();
    let written = if is_token { without_blanks(&whole[..end]) } else { String::new() };
    found.push((depth, rule, written));
    inner.into_iter().for_each(|part| shape_of(part, depth + 1, found));
}

/// A token as it would be written without blanks in it; a quoted text is its blanks too.
fn without_blanks(token: &str) -> String {
    if token.starts_with('"') { token.to_string() } else { token.split_whitespace().collect() }
}

pub(super) fn is_gap(pair: &Pair<'_, Rule>) -> bool {
    matches!(pair.as_rule(), Rule::gap | Rule::line_end | Rule::EOI)
}

/// Calls back with every item, and the byte that it begins at.
fn for_each_item<'a>(text: &'a str, mut see: impl FnMut(usize, Pair<'a, Rule>)) {
    for chunk in chunks(text) {
        let rule = if chunk.text.starts_with("mancala") { Rule::version_line } else { Rule::item };
        if let Some(pair) = MancalaParser::parse(rule, chunk.text).ok().and_then(|mut pairs| pairs.next()) {
            see(chunk.offset as usize, pair);
        }
    }
}

/// The roles of tokens by their first byte, as far as they have one.
fn roles(text: &str) -> HashMap<usize, Role> {
    let mut roles = Roles { offset: 0, last: None, found: HashMap::new() };
    for_each_item(text, |offset, pair| {
        roles.offset = offset;
        roles.last = None;
        roles.see(pair, false);
        roles.found.insert(offset, Role::Item);
    });
    roles.found
}

struct Roles {
    /// First byte of the item.
    offset: usize,
    /// The rule of the last token seen.
    last: Option<Rule>,
    found: HashMap<usize, Role>,
}

impl Roles {
    fn set(&mut self, at: usize, role: Role) {
        self.found.entry(self.offset + at).or_insert(role);
    }

    /// Looks at a part of the tree; `open` says whether a parenthesis in it may be the number of a pit.
    fn see(&mut self, pair: Pair<'_, Rule>, open: bool) {
        let (rule, start, text) = (pair.as_rule(), pair.as_span().start(), pair.as_str());
        let inner: Vec<_> = pair.into_inner().filter(|part| !is_gap(part)).collect();
        if inner.is_empty() {
            self.token(rule, start, text, open);
            return;
        }
        let is_list = matches!(rule, Rule::bag | Rule::number_list);
        // What stands in parentheses of its own belongs to no name before it.
        let is_group = rule == Rule::grouped;
        let opening = inner.iter().position(|part| part.as_rule() == Rule::lbrace);
        let open = rule == Rule::sided_tail || open && rule == Rule::arguments;
        for (at, part) in inner.into_iter().enumerate() {
            let (rule, start) = (part.as_rule(), part.as_span().start());
            let is_brace = matches!(rule, Rule::lbrace | Rule::rbrace);
            if is_list && is_brace {
                self.set(start, Role::ListBrace);
            }
            if opening.is_some_and(|opening| opening < at) && !is_list && !is_brace && rule != Rule::comma {
                self.set(start, Role::Entry);
            }
            if is_group && rule == Rule::lparen {
                self.last = None;
            }
            self.see(part, open && matches!(rule, Rule::lparen | Rule::arguments));
        }
    }

    fn token(&mut self, rule: Rule, start: usize, text: &str, open: bool) {
        let behind_name = matches!(self.last, Some(Rule::name | Rule::entry_name));
        match rule {
            Rule::lparen if open => self.set(start, Role::AsWritten),
            Rule::lparen if behind_name => self.set(start, Role::Joined),
            Rule::arrow => self.set(start, Role::Arrow),
            Rule::file_name => {
                for token in tokens(text).iter().skip(1) {
                    self.set(start + token.at.start, Role::Joined);
                }
            }
            _ => {}
        }
        self.last = Some(rule);
    }
}
