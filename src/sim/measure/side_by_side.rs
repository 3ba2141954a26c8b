//! The measures of games side by side, as rows of tables for people.

use super::column::{COLUMNS, Column};
use super::effects::{Effect, effects};
use super::{Balance, Measures};
use crate::sim::statistics::Estimate;

/// How many columns belong into the first of two tables.
const FIRST_TABLE: usize = 4;

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
    // One alone has the seed that is told above.
    let several = done.len() > 1;
    balance[0].extend(several.then(|| "from seed".to_string()));
    let mut length = vec![head(&["moves", "from, to", "at random", "choices", "forced %", "openings"])];
    let mut drama = vec![head(&[
        "decided %",
        "draws %",
        "no winner %",
        "unfinished %",
        "lead changes",
        "settled after %",
        "behind half-way %",
    ])];
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
        balance.last_mut().into_iter().for_each(|row| row.extend(several.then(|| one.seed.to_string())));
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
            percent(one.decided),
            percent(one.draws),
            percent(one.no_winner),
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

/// What is said of values of an option that no game tells apart.
const SAME_GAMES: &str = "the same games  ";

fn star(change: Estimate, text: String) -> String {
    if change.shows_difference() { format!("{text} *") } else { text + "  " }
}

/// What each option changes, summed over the others, where every combination of two or more is measured.
#[must_use]
pub fn of_options(done: &[Measures]) -> Vec<Table> {
    let effects = effects(done);
    if effects.is_empty() {
        return Vec::new();
    }
    let several = effects.iter().any(|effect| effect.variant != effects[0].variant);
    let (first, second) = COLUMNS.split_at(FIRST_TABLE);
    let headings = [
        "What each option changes, summed over all others: balance, skill and decision",
        "What each option changes, summed over all others: length, variety and drama",
    ];
    let table = |(heading, columns): (&'static str, &'static [Column])| {
        let of = if several { Some("variant".to_string()) } else { None };
        let mut head: Vec<String> = of.into_iter().collect();
        head.extend(["option".into(), "value".into()]);
        head.extend(columns.iter().map(|column| format!("{}  ", column.heading)));
        let rows = effects.iter().map(|effect| effect_row(effect, columns, several));
        (heading, [head].into_iter().chain(rows).collect())
    };
    headings.into_iter().zip([first, second]).map(table).collect()
}

fn effect_row(effect: &Effect, columns: &[Column], several: bool) -> Vec<String> {
    let mut row: Vec<String> = several.then(|| effect.variant.clone()).into_iter().collect();
    row.extend([effect.option.clone(), effect.value.clone()]);
    if effect.same_games {
        row.push(SAME_GAMES.into());
        return row;
    }
    row.extend(columns.iter().map(|column| {
        let told = effect.mean(column).map_or("-".to_string(), |mean| told(column, mean));
        match effect.changes.get(column.field) {
            Some(change) => star(*change, told),
            None => told + "  ",
        }
    }));
    row
}

/// A figure with its interval, as its column tells it.
fn told(column: &Column, estimate: Estimate) -> String {
    if column.percent { percent(estimate) } else { number(estimate, column.digits) }
}

/// What each doubling of the search gains.
#[must_use]
pub fn steps(done: &[Measures]) -> Option<Table> {
    let of_first = &done.first()?.skill.steps;
    let head = of_first.iter().map(|step| format!("{} against {}", step.nodes, step.nodes / 2));
    let row = |one: &Measures| {
        let steps = one.skill.steps.iter().map(|step| format!("{}, Elo {:.0}", percent(step.points), step.elo.value));
        [one.name.clone()].into_iter().chain(steps).collect()
    };
    let rows = [[String::new()].into_iter().chain(head).collect()].into_iter().chain(done.iter().map(row));
    Some(("Skill: points of who looks at twice as many positions, in 100", rows.collect()))
}

/// What differs from the first of the same variant.
#[must_use]
pub fn changes(done: &[Measures]) -> Option<Table> {
    let row = |one: &Measures| {
        let change = one.change?;
        if change.same_games {
            return Some([one.name.as_str(), SAME_GAMES, "", ""].map(String::from).to_vec());
        }
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
