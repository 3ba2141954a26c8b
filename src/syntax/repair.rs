//! Looks for the one change of a word or mark that would let an item be read: a word that stands twice, is misspelt,
//! changed places with its neighbour, is missing, or does not belong there. The grammar itself is the judge: a change is
//! tried, and what counts is how much further reading comes. So nothing here knows what may follow what.

use super::chunk::brackets;
use super::failure::{Failure, read_until};
use super::grammar::is_reserved;
use super::rule_name::keywords;
use super::token::{Kind, Token, tokens};
use crate::diagnostic::{nearest, word_instead};
use std::collections::HashMap;
use std::ops::Range;

/// How many tokens before the place where reading stopped are tried.
const TOKENS_BACK: usize = 24;
/// How many tokens further reading must come, unless it comes to the end of the item.
const TOKENS_AHEAD: usize = 5;
/// Most bytes that are read in all trials for one item.
const MOST_BYTES: usize = 600_000;
/// Largest file, and deepest nesting of brackets, in which changes are tried.
const LARGEST: usize = 200_000;
const DEEPEST: usize = 12;
/// Stands for any name, number or expression that is missing.
const ANYTHING: &str = "it";
/// Words and marks that join what stands beside them; the grammar seldom names them where one is missing.
const JOINING: [&str; 17] =
    ["in", "is", "=", ">=", "and", "or", ",", "->", ":", "(", ")", "where", "from", "after", "..", "own", "becomes"];
/// How far from where reading stopped one of them may be missing.
const JOINING_BACK: usize = 3;
/// Signs that are seldom forgotten: whoever reckons knows that he does.
const SIGNS: [&str; 4] = ["+", "-", "*", "/"];
/// A sign that nothing can be read behind: what was expected there is what may stand there.
const NOTHING_FITS: &str = "\u{1}";

/// What must be done to a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// It stands there twice.
    Doubled,
    /// It is misspelt: the word that is meant.
    Misspelt(String),
    /// It and the next one have changed places.
    Swapped,
    /// One of these is missing before it.
    Missing(Vec<String>),
    /// A name, a number or an expression is missing before it.
    MissingPart(String),
    /// One of these belongs in its place.
    Replaced(Vec<String>),
    /// It is a word of others, and has one of its own here.
    Foreign,
    /// It does not belong there.
    Stray,
}

/// A change that lets more be read.
#[derive(Debug, Clone)]
pub(super) struct Repair {
    /// The bytes of the item that are to be changed; empty if something is missing there.
    pub(super) at: Range<usize>,
    /// How.
    pub(super) change: Change,
    /// What is to stand there instead.
    pub(super) new: String,
}

impl Repair {
    /// Whether hardly anything else can have been meant.
    pub(super) fn is_sure(&self) -> bool {
        matches!(self.change, Change::Doubled | Change::Misspelt(_) | Change::Swapped | Change::Foreign)
    }

    /// What is to be written, if it is plain.
    pub(super) fn fix(&self) -> Option<String> {
        match &self.change {
            Change::MissingPart(_) | Change::Stray => None,
            Change::Missing(literals) | Change::Replaced(literals) if literals.len() > 1 => None,
            _ => Some(self.new.clone()),
        }
    }
}

struct Trial {
    at: Range<usize>,
    new: String,
    change: Change,
    cost: usize,
    /// How far from where reading stopped.
    distance: usize,
}

/// Tries changes near the place where reading an item stopped; `text` is the whole file, whose names are believed.
pub(super) fn repair(text: &str, item: &str, failure: &Failure) -> Option<Repair> {
    if text.len() > LARGEST || brackets(item).depth > DEEPEST {
        return None;
    }
    let mut bench = Bench::new(text, item, failure);
    let trials = bench.trials();
    let mut good: Vec<(usize, Trial)> = Vec::new();
    for trial in trials {
        if let Some(gain) = bench.gain(&trial.at, &trial.new) {
            good.push((gain, trial));
        }
    }
    // What lets the whole item be read beats what only moves the trouble on.
    let best = good.iter().map(|(gain, trial)| (*gain != usize::MAX, trial.rank())).min()?;
    let same: Vec<&Trial> = good
        .iter()
        .filter(|(gain, trial)| (*gain != usize::MAX, trial.rank()) == best)
        .map(|(_, trial)| trial)
        .collect();
    let first = same[0];
    let alike = same.iter().filter(|trial| trial.at == first.at).map(|trial| trial.new.trim().to_string());
    let change = match &first.change {
        Change::Missing(_) => Change::Missing(alike.collect()),
        Change::Replaced(_) => Change::Replaced(alike.collect()),
        other => other.clone(),
    };
    Some(Repair { at: first.at.clone(), change, new: first.new.clone() })
}

impl Trial {
    fn rank(&self) -> (usize, usize) {
        (self.cost * 4 + self.distance, self.cost)
    }
}

/// An item on which changes are tried.
struct Bench<'a> {
    item: &'a str,
    tokens: Vec<Token>,
    /// Index of the token where reading stopped.
    stopped: usize,
    /// Names of the file, each with how often it stands there.
    names: HashMap<String, usize>,
    expected: Vec<String>,
    part: Option<String>,
    bytes: usize,
}

impl<'a> Bench<'a> {
    fn new(text: &str, item: &'a str, failure: &Failure) -> Self {
        let tokens = tokens(item);
        let stopped = tokens.iter().position(|token| token.at.end > failure.at).unwrap_or(tokens.len());
        let mut names = HashMap::new();
        for token in super::token::tokens(text).iter().filter(|token| token.is_word()) {
            *names.entry(token.spelled(text).to_string()).or_insert(0) += 1;
        }
        let (expected, part) = (failure.literals(), failure.part());
        Bench { item, tokens, stopped, names, expected, part, bytes: 0 }
    }

    fn trials(&mut self) -> Vec<Trial> {
        let mut trials = Vec::new();
        let from = self.stopped.saturating_sub(TOKENS_BACK);
        for at in (from..=self.stopped.min(self.tokens.len())).rev() {
            let distance = self.stopped - at;
            let expected =
                if distance == 0 { (self.expected.clone(), self.part.clone()) } else { self.expected_at(at) };
            self.insertions(at, distance, &expected, &mut trials);
            if at < self.tokens.len() {
                self.changes(at, distance, &expected, &mut trials);
            }
        }
        trials.sort_by_key(Trial::rank);
        trials
    }

    /// What may stand before a token.
    fn expected_at(&mut self, at: usize) -> (Vec<String>, Option<String>) {
        let before = format!("{}{NOTHING_FITS}", &self.item[..self.tokens[at].at.start]);
        self.bytes += before.len();
        match read_until(&before) {
            Err(failure) => (failure.literals(), failure.part()),
            Ok(()) => (Vec::new(), None),
        }
    }

    fn insertions(
        &self,
        at: usize,
        distance: usize,
        (literals, part): &(Vec<String>, Option<String>),
        trials: &mut Vec<Trial>,
    ) {
        // What begins a line is seldom joined to the line before; what is missing is missing there, at its end.
        let begins_line = self.begins_line(at);
        let joined = usize::from(begins_line) * 2;
        let place = self.tokens.get(at).map_or(self.item.len(), |token| token.at.start);
        let line_before = at.checked_sub(1).filter(|_| begins_line).map(|before| self.tokens[before].at.end);
        let mut missing = |new: &str, change: &dyn Fn() -> Change, cost| {
            trials.push(Trial { at: place..place, new: format!("{new} "), change: change(), cost, distance });
            if let Some(end) = line_before {
                trials.push(Trial { at: end..end, new: format!(" {new}"), change: change(), cost, distance });
            }
        };
        let is_joining =
            |literal: &&str| JOINING.contains(literal) || !literal.starts_with(|c: char| c.is_alphabetic());
        let word = || Change::Missing(Vec::new());
        for literal in literals {
            let is_sign = SIGNS.contains(&literal.as_str());
            let cost = if is_sign { 7 } else { 4 } + if is_joining(&literal.as_str()) { joined } else { 0 };
            missing(literal, &word, cost);
        }
        if distance <= JOINING_BACK {
            for joining in JOINING.iter().filter(|word| literals.iter().all(|literal| literal != *word)) {
                missing(joining, &word, 5 + joined);
            }
            let part = part.clone().unwrap_or_else(|| "a name".into());
            missing(ANYTHING, &|| Change::MissingPart(part.clone()), 5);
        }
    }

    fn begins_line(&self, at: usize) -> bool {
        let line = |at: usize| self.tokens.get(at).map(|token| token.line);
        at.checked_sub(1).is_none_or(|before| line(before) != line(at))
    }

    fn changes(
        &self,
        at: usize,
        distance: usize,
        (literals, part): &(Vec<String>, Option<String>),
        trials: &mut Vec<Trial>,
    ) {
        let token = &self.tokens[at];
        let word = token.spelled(self.item);
        let mut change = |at: Range<usize>, new: String, change, cost| {
            trials.push(Trial { at, new, change, cost, distance });
        };
        let previous = at.checked_sub(1).map(|before| &self.tokens[before]);
        if previous.is_some_and(|before| before.spelled(self.item) == word) {
            change(token.at.clone(), String::new(), Change::Doubled, 0);
        } else {
            change(token.at.clone(), String::new(), Change::Stray, 6);
        }
        let between = |next: &Token| &self.item[token.at.end..next.at.start];
        // What stands on either side of `=` is there for a reason.
        if let Some(next) = self.next_word(at).filter(|next| !between(next).contains('=')) {
            let between = between(next);
            let new = format!("{}{between}{word}", next.spelled(self.item));
            change(token.at.start..next.at.end, new, Change::Swapped, 3);
        }
        if let Some(instead) = word_instead(word) {
            change(token.at.clone(), instead.to_string(), Change::Foreign, 1);
        }
        let is_known = keywords().contains(&word);
        if token.is_word() && !is_known {
            let times = self.names.get(word).copied().unwrap_or(0);
            let alike = keywords().iter().copied().filter(|keyword| keyword.len() > 1);
            if let Some(near) = nearest(word, alike) {
                // A word that stands in the file more than once is most likely a name.
                let cost = if near.eq_ignore_ascii_case(word) { 0 } else { 1 + 2 * times.saturating_sub(1).min(2) };
                change(token.at.clone(), near.to_string(), Change::Misspelt(near.to_string()), cost);
            }
        }
        // A word of the language may be a slip of the pen for another one, if that can stand there.
        if token.is_word() && is_known {
            let sides: &[&str] =
                if part.as_deref() == Some("an expression") { &["own", "opponent", "all"] } else { &[] };
            let alike =
                literals.iter().map(String::as_str).filter(|literal| literal.len() > 2).chain(sides.iter().copied());
            let alike = alike.filter(|other| *other != word);
            if let Some(near) = nearest(word, alike) {
                change(token.at.clone(), near.to_string(), Change::Misspelt(near.to_string()), 4);
            }
        }
        let cost = if is_known || is_reserved(word) { 6 } else { 5 };
        let is_likely = |literal: &&String| !(token.is_word() && SIGNS.contains(&literal.as_str()));
        for literal in literals.iter().filter(|literal| *literal != word).filter(is_likely) {
            change(token.at.clone(), literal.clone(), Change::Replaced(Vec::new()), cost);
        }
        if distance <= JOINING_BACK && token.kind == Kind::Mark {
            let others =
                JOINING.iter().filter(|mark| **mark != word && literals.iter().all(|literal| literal != *mark));
            for mark in others.filter(|mark| !mark.starts_with(|c: char| c.is_alphabetic())) {
                change(token.at.clone(), (*mark).to_string(), Change::Replaced(Vec::new()), 5);
            }
        }
        if token.is_word() && is_reserved(word) {
            change(token.at.clone(), ANYTHING.to_string(), Change::Replaced(Vec::new()), 7);
        }
    }

    /// The word behind a word, on the same line.
    fn next_word(&self, at: usize) -> Option<&Token> {
        let token = &self.tokens[at];
        let same_line = self.tokens[at + 1..].iter().take_while(|next| next.line == token.line);
        let next = same_line.take(3).find(|next| next.is_word())?;
        (token.is_word() && next.spelled(self.item) != token.spelled(self.item)).then_some(next)
    }

    /// How many tokens further an item can be read with a change: none if it is not worth while, [`usize::MAX`] if it
    /// can be read to its end.
    fn gain(&mut self, at: &Range<usize>, new: &str) -> Option<usize> {
        if self.bytes > MOST_BYTES {
            return None;
        }
        let changed = format!("{}{new}{}", &self.item[..at.start], &self.item[at.end..]);
        self.bytes += changed.len();
        let Err(failure) = read_until(&changed) else { return Some(usize::MAX) };
        let begin = at.start + new.len();
        let reached = (failure.at + at.len()).saturating_sub(new.len());
        if failure.at < begin {
            return None;
        }
        let stop = self.tokens.iter().position(|token| token.at.end > reached).unwrap_or(self.tokens.len());
        stop.checked_sub(self.stopped).filter(|gain| *gain >= TOKENS_AHEAD)
    }
}
