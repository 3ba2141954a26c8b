//! The rules of a game as statements and rows, grouped by what they belong to.

use crate::game::Game;
use crate::model::{Ranking, RuleInfo};
use crate::source::Span;
use crate::syntax::comment_start;

/// Statements and rows that belong together.
pub(super) struct Group<'a> {
    /// What they say, as a heading.
    pub(super) heading: String,
    pub(super) rules: Vec<Told<'a>>,
}

/// A statement or row.
pub(super) struct Told<'a> {
    pub(super) rule: &'a RuleInfo,
    /// What it says, on one line and without its label.
    pub(super) text: String,
}

/// The statements, and the labelled rows that may hold under these options.
pub(super) fn groups(game: &Game) -> Vec<Group<'_>> {
    let model = game.model();
    let mut rows: Vec<&RuleInfo> = Vec::new();
    let told = |rule: &&RuleInfo| is_row(game, rule) || is_statement(game, rule);
    for rule in model.rules.values().filter(told) {
        // A table that is read for several moves stands there once.
        if rows.iter().all(|other| other.span != rule.span) {
            rows.push(rule);
        }
    }
    let mut groups: Vec<(&str, Group<'_>)> = Vec::new();
    for rule in rows {
        let told = Told { rule, text: without_label(game, rule) };
        match groups.iter_mut().find(|(of, _)| *of == rule.of) {
            Some((_, group)) => group.rules.push(told),
            None => groups.push((&rule.of, Group { heading: heading(&rule.of), rules: vec![told] })),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn without_label(game: &Game, rule: &RuleInfo) -> String {
    let text = text(game, rule.span);
    let text = if is_row(game, rule) { text.as_str() } else { before_its_block(&text) };
    text.strip_prefix(&rule.label).unwrap_or(text).trim_start().trim_start_matches(':').trim_start().to_string()
}

/// A statement without the rows and statements in its braces, which are told by themselves. The braces of a set of numbers,
/// which stand behind `in`, belong to what it says.
fn before_its_block(statement: &str) -> &str {
    let block = statement.match_indices(" {").find(|(at, _)| !statement[..*at].ends_with(" in"));
    block.map_or(statement, |(at, _)| &statement[..at])
}

/// Whether a rule is a row of a table and not a statement.
pub(super) fn is_row(game: &Game, rule: &RuleInfo) -> bool {
    let text = game.sources().text(rule.span);
    let rest = text.strip_prefix(rule.label.as_str()).map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(':') || rest.starts_with("->"))
}

/// Whether a rule is a statement of a move or sequence, and not one of a row or a table.
fn is_statement(game: &Game, rule: &RuleInfo) -> bool {
    let text = game.sources().text(rule.span);
    let is_table = matches!(rule.label.as_str(), "landing" | "finally");
    let in_row = |other: &RuleInfo| other.span.contains(rule.span) && is_row(game, other);
    // `own housed becomes no`, `opponent captures own home`
    let begins_otherwise = matches!(rule.label.as_str(), "becomes" | "capture");
    let begins = text.starts_with(rule.label.as_str()) || (begins_otherwise && rule.of != "score");
    begins && !is_table && !is_row(game, rule) && !game.model().rules.values().any(in_row)
}

/// The text of a place on one line, without its comments.
pub(super) fn text(game: &Game, span: Span) -> String {
    game.sources().on_one_line(span)
}

/// What the file says of a statement or row: the comment behind its first line, or else those on the lines above it.
pub(super) fn comment(game: &Game, span: Span) -> String {
    let file = game.sources().file(span.file);
    let (before, from) = file.text.split_at(span.start as usize);
    let behind = from.lines().next().and_then(|line| Some(line[comment_start(line)?..].trim_start_matches('#').trim()));
    if let Some(behind) = behind {
        return behind.to_string();
    }
    let above = before.lines().rev().skip(usize::from(!before.ends_with('\n')));
    let comments: Vec<&str> = above.map_while(|line| line.trim().strip_prefix('#')).map(str::trim).collect();
    comments.into_iter().rev().collect::<Vec<_>>().join(" ")
}

/// Heading of a group of rows.
fn heading(of: &str) -> String {
    match of {
        "legal" => "Not every move is legal".to_string(),
        "end" => "The end of the game".to_string(),
        "endless" => "A turn that does not end".to_string(),
        "finally" => "What closes every turn".to_string(),
        "match" => "The match".to_string(),
        _ => format!("What happens in `{of}`"),
    }
}

/// Kinds of move and their rank, in words.
pub(super) fn ranking(game: &Game, told: &Ranking) -> String {
    let list = |members: &[Ranking], between: &str| {
        let inner = |member: &Ranking| match member {
            Ranking::Kind(_) => ranking(game, member),
            _ => format!("({})", ranking(game, member)),
        };
        members.iter().map(inner).collect::<Vec<_>>().join(between)
    };
    match told {
        Ranking::Kind(kind) => game.model().moves[*kind].name.clone(),
        Ranking::Else(members) => list(members, ", or if none is legal "),
        Ranking::Or(members) => list(members, " or "),
    }
}
