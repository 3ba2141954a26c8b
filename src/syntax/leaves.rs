//! The names that stand in a text, each with the rules that it stands in, in items that cannot be read as well: what is
//! wrong in them is blanked out, and the rest is read.

use super::chunk::{brackets, chunks};
use super::failure::read_until;
use super::grammar::{ITEM_WORDS, MancalaParser, Rule};
use super::layout::is_gap;
use super::token::tokens;
use pest::Parser;
use pest::iterators::Pair;
use std::ops::Range;

/// Most lines of an item that are blanked out so that the rest can be read.
const MOST_BLANKED: usize = 8;
/// Longest item that is read again and again.
const LONGEST: usize = 60_000;

/// A word, a name or a mark, with the rules around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leaf<'a> {
    /// As it is written.
    pub(crate) text: &'a str,
    /// Its bytes.
    pub(crate) at: Range<usize>,
    /// Its rule.
    pub(crate) rule: Rule,
    /// The rule that it is a part of, and the one around that; the item's where there is none.
    pub(crate) within: [Rule; 2],
    /// How many leaves of its rule stand before it in the rule that it is a part of.
    pub(crate) place: usize,
}

/// An item with its leaves.
#[derive(Debug, Clone)]
pub(crate) struct ItemLeaves<'a> {
    /// Its bytes, without the blank lines behind it.
    pub(crate) at: Range<usize>,
    /// The leaves, in order; of what cannot be read the words, with the rule `word`.
    pub(crate) leaves: Vec<Leaf<'a>>,
}

/// The leaves of every item of a text.
pub(crate) fn item_leaves(text: &str) -> Vec<ItemLeaves<'_>> {
    let of = |chunk: super::chunk::Chunk<'_>| {
        let at = chunk.offset as usize..chunk.offset as usize + chunk.text.len();
        let rule = if chunk.text.starts_with("mancala") { Rule::version_line } else { Rule::item };
        let mut leaves = Vec::new();
        let readable = if rule == Rule::item { readable(chunk.text) } else { None };
        let read = readable.as_deref().unwrap_or(chunk.text);
        if let Some(pair) = MancalaParser::parse(rule, read).ok().and_then(|mut pairs| pairs.next()) {
            collect(&pair, [rule, rule], &mut |rule, within, place, range| {
                let range = at.start + range.start..at.start + range.end;
                if let Some(written) = text.get(range.clone()) {
                    leaves.push(Leaf { text: written, at: range, rule, within, place });
                }
            });
        }
        add_unread(text, &at, &mut leaves);
        ItemLeaves { at, leaves }
    };
    chunks(text).into_iter().map(of).collect()
}

/// Adds the words that no rule has read.
fn add_unread<'a>(text: &'a str, item: &Range<usize>, leaves: &mut Vec<Leaf<'a>>) {
    let mut seen: Vec<usize> = leaves.iter().map(|leaf| leaf.at.start).collect();
    seen.sort_unstable();
    for token in tokens(&text[item.clone()]).into_iter().filter(super::token::Token::is_word) {
        let at = item.start + token.at.start..item.start + token.at.end;
        if seen.binary_search(&at.start).is_err() {
            leaves.push(Leaf {
                text: &text[at.clone()],
                at,
                rule: Rule::word,
                within: [Rule::item, Rule::item],
                place: 0,
            });
        }
    }
    leaves.sort_by_key(|leaf| leaf.at.start);
}

/// What is called back with: rule, the rules around it, its place among those of its rule, its bytes.
type See<'s> = &'s mut dyn FnMut(Rule, [Rule; 2], usize, Range<usize>);

fn collect(pair: &Pair<'_, Rule>, around: [Rule; 2], see: See<'_>) {
    let rule = pair.as_rule();
    let mut before: Vec<Rule> = Vec::new();
    for part in pair.clone().into_inner().filter(|part| !is_gap(part)) {
        let place = before.iter().filter(|other| **other == part.as_rule()).count();
        before.push(part.as_rule());
        if part.clone().into_inner().any(|inner| !is_gap(&inner)) {
            collect(&part, [rule, around[0]], see);
        } else {
            let written = part.as_str();
            let length = written.find(['\n', '#', ' ', '\t']).filter(|_| !written.starts_with('"'));
            let start = part.as_span().start();
            see(part.as_rule(), [rule, around[0]], place, start..start + length.unwrap_or(written.len()));
        }
    }
}

/// An item that can be read, of the same length or with closing braces behind it: the lines on which reading stops are
/// blank.
pub(super) fn readable(item: &str) -> Option<String> {
    if item.len() > LONGEST || brackets(item).depth > crate::limits::NESTING {
        return None;
    }
    let mut text = item.to_string();
    for _ in 0..MOST_BLANKED {
        let Err(failure) = read_until(&text) else { return Some(text) };
        let rest = failure.at.min(text.len());
        if text[rest..].trim().is_empty() {
            let closers = closers(&text);
            if closers.is_empty() {
                return None;
            }
            let closed = format!("{}\n{closers}", text.trim_end());
            if read_until(&closed).is_ok() {
                return Some(closed);
            }
            blank_line(&mut text, rest)?;
        } else {
            blank_line(&mut text, rest)?;
        }
    }
    None
}

/// Blanks out the line on which reading stops, or what stands before it where it begins with nothing else.
fn blank_line(text: &mut String, at: usize) -> Option<()> {
    let here = at + text[at..].len() - text[at..].trim_start().len();
    let here = if here >= text.len() { text.trim_end().len().checked_sub(1)? } else { here };
    let start = text[..here].rfind('\n').map(|before| before + 1)?;
    let end = text[here..].find('\n').map_or(text.len(), |behind| here + behind);
    let blank: String = text[start..end].bytes().map(|_| ' ').collect();
    text.replace_range(start..end, &blank);
    Some(())
}

/// The brackets that close what is open at the end of a text.
pub(super) fn closers(text: &str) -> String {
    let mut open = Vec::new();
    for token in tokens(text) {
        match token.spelled(text) {
            "{" => open.push('}'),
            "(" => open.push(')'),
            "}" | ")" => drop(open.pop()),
            _ => {}
        }
    }
    open.iter().rev().collect()
}

/// Whether every item of a text can be read; much less work than to find out why one cannot.
pub(crate) fn is_whole(text: &str) -> bool {
    chunks(text).iter().all(|chunk| chunk.text.starts_with("mancala") || read_until(chunk.text).is_ok())
}

/// The words that begin items.
pub(crate) fn item_words() -> impl Iterator<Item = &'static str> {
    ITEM_WORDS.into_iter()
}
