//! What a script expects of its results.

use super::read::ScriptError;
use super::script::Expect;
use super::statistics::{Histogram, share, spread};
use super::tally::Tally;
use crate::diagnostic::did_you_mean;
use crate::model::{Model, Player};

/// Finds rows that are not there, and bounds that nothing can lie between.
pub(super) fn check_names(expected: &[Expect], model: &Model) -> Result<(), (String, ScriptError)> {
    for one in expected {
        let (name, least, most) = bounds(one);
        if least > most || least.is_nan() || most.is_nan() {
            let error = ScriptError::new(format!("`{name}` expects at least {least} and at most {most}"));
            return Err((name.to_string(), error.help("`at_least` is not above `at_most`")));
        }
        if let Expect::Ended(ended) = one {
            row_ends(&ended.by, model)?;
        }
        if !least.is_finite() && !most.is_finite() {
            let error = ScriptError::new(format!("`{name}` expects nothing"));
            return Err((name.to_string(), error.help("give it `at_least`, `at_most`, or both")));
        }
        let outside = [least, most].into_iter().find(|bound| bound.is_finite() && !(0.0..=1.0).contains(bound));
        if let (Some(bound), true) = (outside, is_share(one)) {
            let error = ScriptError::new(format!("`{name}` is a share, and cannot be {bound}"));
            return Err((name.to_string(), error.help("shares are from 0 to 1: half of the games is 0.5")));
        }
    }
    Ok(())
}

/// Finds a row that is not there.
fn row_ends(by: &str, model: &Model) -> Result<(), (String, ScriptError)> {
    let labels: Vec<&str> = model
        .rules
        .values()
        .filter(|rule| matches!(rule.of.as_str(), "end" | "endless"))
        .map(|rule| rule.label.as_str())
        .collect();
    if model.rules.values().any(|rule| rule.label == by) {
        return Ok(());
    }
    let mut listed: Vec<String> = Vec::new();
    for label in labels.iter().map(|label| format!("`{label}`")) {
        if !listed.contains(&label) {
            listed.push(label);
        }
    }
    let all = format!("rows that end it: {}", listed.join(", "));
    let error = ScriptError::new(format!("no row `{by}` ends this game"));
    Err((by.to_string(), error.help(did_you_mean(by, "rows", &labels).unwrap_or(all))))
}

fn bounds(one: &Expect) -> (&'static str, f64, f64) {
    let (name, bounds) = match one {
        Expect::SouthScore(bounds) => ("SouthScore", bounds),
        Expect::NorthScore(bounds) => ("NorthScore", bounds),
        Expect::FirstPlayerScore(bounds) => ("FirstPlayerScore", bounds),
        Expect::SecondPlayerScore(bounds) => ("SecondPlayerScore", bounds),
        Expect::SouthWins(bounds) => ("SouthWins", bounds),
        Expect::NorthWins(bounds) => ("NorthWins", bounds),
        Expect::Draws(bounds) => ("Draws", bounds),
        Expect::Unfinished(bounds) => ("Unfinished", bounds),
        Expect::Forfeits(bounds) => ("Forfeits", bounds),
        Expect::Length(bounds) => ("Length", bounds),
        Expect::Branching(bounds) => ("Branching", bounds),
        Expect::Margin(bounds) => ("Margin", bounds),
        Expect::Ended(ended) => return ("Ended", ended.at_least, ended.at_most),
    };
    (name, bounds.at_least, bounds.at_most)
}

/// Whether a figure is a share of games or points.
fn is_share(one: &Expect) -> bool {
    !matches!(one, Expect::Length(_) | Expect::Branching(_) | Expect::Margin(_))
}

fn found(one: &Expect, tally: &Tally, model: &Model) -> f64 {
    let mean = |histogram: &Histogram| spread(histogram).map_or(f64::NAN, |spread| spread.mean.value);
    match one {
        Expect::SouthScore(_) => tally.side_score(Player::South),
        Expect::NorthScore(_) => tally.side_score(Player::North),
        Expect::FirstPlayerScore(_) => tally.player_score(0),
        Expect::SecondPlayerScore(_) => tally.player_score(1),
        Expect::SouthWins(_) => share(tally.won_by_side(Player::South), tally.games),
        Expect::NorthWins(_) => share(tally.won_by_side(Player::North), tally.games),
        Expect::Draws(_) => share(tally.drawn(), tally.games),
        Expect::Unfinished(_) => share(tally.unfinished, tally.games),
        Expect::Forfeits(_) => share(tally.forfeits.iter().sum(), tally.games),
        Expect::Length(_) => mean(&tally.lengths),
        Expect::Branching(_) => tally.branching(),
        Expect::Margin(_) => mean(&tally.side_margins()),
        Expect::Ended(ended) => {
            let list = tally.ending_list(model);
            share(list.iter().find(|(label, _)| *label == ended.by).map_or(0, |(_, games)| *games), tally.games)
        }
    }
}

/// One line for each figure that is not as expected.
#[must_use]
pub fn check(expected: &[Expect], tally: &Tally, model: &Model) -> Vec<String> {
    let lines = expected.iter().filter_map(|one| {
        let (name, least, most) = bounds(one);
        let found = found(one, tally, model);
        let name = if let Expect::Ended(ended) = one { format!("{name} by `{}`", ended.by) } else { name.to_string() };
        let wanted = match (least.is_finite(), most.is_finite()) {
            (true, true) => format!("from {least} to {most}"),
            (true, false) => format!("at least {least}"),
            (false, true) => format!("at most {most}"),
            (false, false) => return None,
        };
        (!(least..=most).contains(&found)).then(|| format!("{name} is {found:.4}, expected {wanted}"))
    });
    lines.collect()
}
