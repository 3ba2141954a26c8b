//! The rules of a game in plain words, made from its syntax tree. Whoever moves is spoken to.

mod expression;
mod statement;

use super::super::words::capital;
use super::escape::escaped;
use crate::game::{Game, Variant};
use crate::source::Span;
use crate::syntax::ast::{DefineItem, Item, ItemKind, LegalRule, MatchEntry, Ranking, StateEntry, StateScope};
use expression::spoken;
use statement::told_once;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What the words of a file mean.
struct Words<'a> {
    game: &'a Game,
    /// Options and parameters: these are written as in the file.
    options: BTreeSet<&'a str>,
    /// Kinds of pieces, and families of them.
    kinds: BTreeSet<&'a str>,
    /// Rows, holders, named pits and sets.
    places: BTreeSet<&'a str>,
    /// State that counts.
    numbers: BTreeSet<&'a str>,
}

/// A line of a list, with a list under it.
struct Line {
    label: Option<String>,
    text: String,
    /// What the file says of it.
    comment: String,
    below: Vec<Line>,
}

impl Line {
    fn plain(text: String, comment: String) -> Self {
        Line { label: None, text, comment, below: Vec::new() }
    }

    /// What stands under a line on the line itself, if it is short and has neither comments nor parts.
    fn joined(mut self) -> Self {
        let simple = |line: &Line| line.below.is_empty() && line.comment.is_empty() && line.label.is_none();
        if self.below.iter().all(simple) {
            let all: Vec<String> = self.below.drain(..).map(|line| line.text).collect();
            self.text = format!("{} {}", self.text, all.join("; ")).trim().to_string();
        }
        self
    }

    /// Leaves out a comment that has been told already.
    fn leave_out(&mut self, told: &str) {
        if self.comment == told {
            self.comment.clear();
        }
        self.below.iter_mut().for_each(|line| line.leave_out(told));
    }

    /// As Markdown, so deep in a list.
    fn write(&self, depth: usize, out: &mut String) {
        let label = self.label.as_ref().map(|label| format!("**{label}**: ")).unwrap_or_default();
        let comment =
            if self.comment.is_empty() { String::new() } else { format!(" — *{}*", escaped(&self.comment)) };
        let text = if self.label.is_none() { capital(&self.text) } else { self.text.clone() };
        let _ = writeln!(out, "{}- {label}{text}{comment}", "  ".repeat(depth));
        self.below.iter().for_each(|line| line.write(depth + 1, out));
    }
}

/// The section of a page that tells the rules.
pub(super) fn rules(variant: &Variant, game: &Game) -> String {
    let words = Words::of(variant, game);
    let mut text = String::from(
        "## The rules\n\n\"You\" are who moves. Words in *italics* are names that the rules give; what stands behind a dash is said by the file.\n",
    );
    let items = &variant.file().items;
    let kept = items.iter().filter_map(|item| match &item.kind {
        ItemKind::State(entries) => Some(entries.iter().map(|entry| words.state(entry)).collect()),
        _ => None,
    });
    section("What is remembered", kept.collect::<Vec<Vec<Line>>>().into_iter().flatten().collect(), &mut text);
    let meant = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Define(define) => Some(words.define(define, item.span)),
        _ => None,
    });
    section("What words mean", meant.collect(), &mut text);
    let (turns, others): (Vec<&Item>, Vec<&Item>) =
        items.iter().partition(|item| matches!(item.kind, ItemKind::Turn(_) | ItemKind::Phase(..)));
    for item in turns.into_iter().chain(others) {
        let (heading, lines) = match &item.kind {
            ItemKind::Turn(ranking) => ("A turn".into(), vec![Line::plain(ranked(ranking), String::new())]),
            ItemKind::Phase(name, condition, ranking) => {
                let when = condition.as_ref().map(|when| format!("as long as {}: ", words.holds(when)));
                let line = Line::plain(when.unwrap_or_default() + &ranked(ranking), words.comment(item.span));
                (format!("A turn, {}", spoken(&name.text)), vec![line])
            }
            ItemKind::Move(name, body) => (format!("The move *{}*", spoken(&name.text)), words.statements(body)),
            ItemKind::Sequence(name, parameters, body) => {
                let given: Vec<String> = parameters.iter().map(|one| format!("*{}*", spoken(&one.text))).collect();
                let given = if given.is_empty() { String::new() } else { format!(" ({})", given.join("; ")) };
                (format!("How *{}* goes{given}", spoken(&name.text)), words.statements(body))
            }
            ItemKind::Finally(body) => ("What closes every turn".into(), words.statements(body)),
            ItemKind::Legal(rules) => {
                ("Not every move is legal".into(), rules.iter().map(|rule| words.legal(rule)).collect())
            }
            ItemKind::Endless(limit, rows) => {
                let after = limit.map_or(String::new(), |(laps, _)| format!(" (more than {laps} laps)"));
                (format!("A turn that does not end{after}"), words.rows(rows))
            }
            ItemKind::End(rows) => {
                ("The end of the game".into(), told_once(rows.iter().map(|row| words.end_row(row)).collect()))
            }
            ItemKind::Match(condition, entries) => {
                let when = condition.as_ref().map(|when| format!(", if {}", words.holds(when))).unwrap_or_default();
                (format!("Between two rounds{when}"), entries.iter().map(|entry| words.between(entry)).collect())
            }
            _ => continue,
        };
        section(&heading, lines, &mut text);
    }
    text
}

fn section(heading: &str, lines: Vec<Line>, out: &mut String) {
    if lines.is_empty() {
        return;
    }
    let _ = write!(out, "\n### {heading}\n\n");
    lines.iter().for_each(|line| line.write(0, out));
}

/// Kinds of move and their rank.
fn ranked(ranking: &Ranking) -> String {
    let list = |members: &[Ranking], between: &str| {
        let inner = |member: &Ranking| match member {
            Ranking::Kind(_) => ranked(member),
            _ => format!("({})", ranked(member)),
        };
        members.iter().map(inner).collect::<Vec<_>>().join(between)
    };
    match ranking {
        Ranking::Kind(name) => format!("*{}*", spoken(&name.text)),
        Ranking::Else(members) => list(members, ", or if none is legal "),
        Ranking::Or(members) => list(members, " or "),
    }
}

impl<'a> Words<'a> {
    fn of(variant: &'a Variant, game: &'a Game) -> Self {
        let model = game.model();
        let mut options = BTreeSet::new();
        let (mut numbers, mut kinds) = (BTreeSet::new(), BTreeSet::new());
        for item in &variant.file().items {
            match &item.kind {
                ItemKind::Option(option) => {
                    options.insert(option.name.text.as_str());
                }
                ItemKind::Pieces(pieces) => kinds.extend(pieces.iter().map(|piece| piece.name.text.as_str())),
                ItemKind::Parameter(parameter) => {
                    options.insert(parameter.name.text.as_str());
                    numbers.insert(parameter.name.text.as_str());
                }
                ItemKind::State(entries) => {
                    numbers
                        .extend(entries.iter().filter(|one| one.largest.is_some()).map(|one| one.name.text.as_str()));
                }
                _ => {}
            }
        }
        let board = &model.board;
        let rows = board.rows.iter().map(|row| row.name.as_str());
        let holders = board.holders.iter().map(|holder| holder.name.as_str());
        let sets = board.sets.iter().map(|(name, _)| name.as_str());
        Words { game, options, kinds, places: rows.chain(holders).chain(sets).collect(), numbers }
    }

    /// What the file says of a place.
    fn comment(&self, span: Span) -> String {
        super::super::told::comment(self.game, span)
    }

    fn state(&self, entry: &StateEntry) -> Line {
        let whose = match entry.scope {
            StateScope::Game => "",
            StateScope::Player => " of each player",
            StateScope::Pit => " of each pit",
        };
        let mut text = format!("*{}*{whose}: at first {}", spoken(&entry.name.text), self.thing(&entry.start));
        if let Some(largest) = &entry.largest {
            text += &format!(", at most {}", self.thing(largest));
        }
        if let Some(until) = &entry.until {
            text += &format!("; for good only until {}", self.holds(until));
        }
        Line::plain(text, self.comment(entry.name.span))
    }

    fn define(&self, define: &DefineItem, span: Span) -> Line {
        let of: Vec<String> = define.parameters.iter().map(|one| format!("*{}*", spoken(&one.text))).collect();
        let of = if of.is_empty() { String::new() } else { format!(" of {}", of.join(", ")) };
        let name =
            if define.name.text == "score" { "your score".into() } else { format!("*{}*", spoken(&define.name.text)) };
        Line::plain(format!("{name}{of} {}", self.meant(&define.body)), self.comment(span))
    }

    fn legal(&self, rule: &LegalRule) -> Line {
        let when = rule.when.as_ref().map(|when| format!("if {}: ", self.holds(when))).unwrap_or_default();
        let condition = self.holds(&rule.condition);
        let text = if rule.prefer {
            format!("{when}if there are moves after which {condition}, only these are legal")
        } else {
            format!("{when}a move is legal only if after it {condition}")
        };
        let label = Some(spoken(&rule.label.text));
        Line { label, text, comment: self.comment(rule.span), below: Vec::new() }
    }

    fn between(&self, entry: &MatchEntry) -> Line {
        match entry {
            MatchEntry::Setup(span) => {
                Line::plain("every piece goes where it was at the start".into(), self.comment(*span))
            }
            MatchEntry::Fill(fill) => {
                let mut text = format!(
                    "fill {} with {} each from {}, one pit after the other",
                    self.thing(&fill.row),
                    self.thing(&fill.each),
                    self.thing(&fill.from)
                );
                if let Some(state) = &fill.unfilled {
                    text += &format!("; pits that are not filled are *{}*", spoken(&state.text));
                }
                Line::plain(text, self.comment(fill.span))
            }
            MatchEntry::Starts(player) => {
                Line::plain(format!("who begins the next round: {}", self.thing(player)), self.comment(player.span))
            }
            MatchEntry::StartsInTurn(span) => {
                Line::plain("the players begin the rounds in turn".into(), self.comment(*span))
            }
            MatchEntry::Over(rows) => {
                Line { label: None, text: "the match is over:".into(), comment: String::new(), below: self.rows(rows) }
            }
            MatchEntry::Act(statement) => {
                let mut lines = self.statements(std::slice::from_ref(statement));
                lines.pop().unwrap_or_else(|| Line::plain(String::new(), String::new()))
            }
        }
    }
}
