//! The measures of games side by side, as rows of tables for people.

use super::{Balance, Measures};
use crate::sim::statistics::Estimate;

fn percent(share: Estimate) -> String {
    format!("{:.1} ({:.1} to {:.1})", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
}

fn number(estimate: Estimate, digits: usize) -> String {
    format!("{:.digits$} ({:.digits$} to {:.digits$})", estimate.value, estimate.low, estimate.high)
}

/// A heading, and rows of which the first names the columns.
pub type Table = (&'static str, Vec<Vec<String>>);

/// The measures of games under headings, a line for each game.
#[must_use]
pub fn side_by_side(done: &[Measures]) -> [Table; 3] {
    let head = |names: &[&str]| [""].iter().chain(names).map(ToString::to_string).collect::<Vec<String>>();
    let mut balance = vec![head(&["at random", "greedy", "looking ahead", "seeds to even it", "Elo by doubling"])];
    let mut length = vec![head(&["moves", "from, to", "at random", "choices", "forced %", "openings"])];
    let mut drama = vec![head(&["draws %", "unfinished %", "lead changes", "settled after %", "behind half-way %"])];
    for one in done {
        let Balance { random, greedy, searching } = one.balance;
        let dash = || "-".to_string();
        balance.push(vec![
            one.name.clone(),
            percent(random),
            percent(greedy),
            percent(searching),
            one.evening_seeds.map_or_else(dash, |seeds| number(seeds, 0)),
            number(one.skill.elo_by_doubling, 0),
        ]);
        let openings = one.openings;
        length.push(vec![
            one.name.clone(),
            one.length.map_or_else(dash, |length| number(length.mean, 1)),
            one.length.map_or_else(dash, |length| format!("{} to {}", length.least, length.greatest)),
            one.length_at_random.map_or_else(dash, |length| number(length.mean, 1)),
            number(one.legal_moves, 2),
            percent(one.forced),
            format!("{}{}", if openings.exact { "" } else { "more than " }, openings.positions),
        ]);
        drama.push(vec![
            one.name.clone(),
            percent(one.draws),
            percent(one.unfinished),
            number(one.lead_changes, 2),
            percent(one.settled_at),
            percent(one.behind_half_way),
        ]);
    }
    [
        ("Balance (points of who moves first, in 100) and skill", balance),
        ("Length and variety", length),
        ("Decision and drama, between players that look ahead", drama),
    ]
}

/// What a star behind a change means.
pub const SHOWN: &str = "* shown to differ: the interval does not hold 0";

/// What differs from the first of the same variant.
#[must_use]
pub fn changes(done: &[Measures]) -> Option<Table> {
    let star = |change: Estimate, text: String| {
        if change.low > 0.0 || change.high < 0.0 { format!("{text} *") } else { text + "  " }
    };
    let row = |one: &Measures| {
        let change = one.change?;
        Some(vec![
            one.name.clone(),
            star(change.balance, percent(change.balance)),
            star(change.length, number(change.length, 1)),
            star(change.draws, percent(change.draws)),
        ])
    };
    let rows: Vec<Vec<String>> = done.iter().filter_map(row).collect();
    let head = ["", "points of who moves first, in 100  ", "moves  ", "draws, in 100  "].map(String::from).to_vec();
    let heading = "What options change: less the first of the same variant";
    (!rows.is_empty()).then(|| (heading, [head].into_iter().chain(rows).collect()))
}
