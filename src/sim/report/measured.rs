//! The page of measures.

use super::plot::{self, Axis, NAMED, NEUTRAL, Named, SERIES};
use super::{escaped, figure, page, table};
use crate::sim::measure::{Effort, Measures, SHOWN, changes, side_by_side};
use crate::sim::statistics::Estimate;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What is plotted of each game: a title, what it tells, the axis, the figure.
type Plotted<'a> = (&'a str, &'a str, Axis<'a>, fn(&Measures) -> Option<Estimate>);

/// The page of measures: games and values of options side by side.
#[must_use]
pub fn measure(title: &str, effort: Effort, measured: &[Measures]) -> String {
    let Effort { games, searching_games, nodes, seed } = effort;
    let about = format!(
        "{games} games at random and between greedy players, {searching_games} between players that look at {nodes} positions for \
         each move, for each question; seed {seed}. Intervals are of 95 %. The project's docs/measures.md defines every figure."
    );
    let mut out = format!("<p>{}</p>\n", escaped(&about));
    out += "<div class=\"plots\">\n";
    let half = Axis::shares("points of who moves first, in 100").against(0.5);
    let plots: [Plotted<'_>; 10] = [
        ("Balance", "Between players that look ahead: right of 50 it is better to begin", half, |one| {
            Some(one.balance.searching)
        }),
        ("Balance at random", "The same where both play at random", half, |one| Some(one.balance.random)),
        (
            "Skill",
            "What looking at twice as many positions gains",
            Axis::numbers("Elo by doubling").against(0.0),
            |one| Some(one.skill.elo_by_doubling),
        ),
        ("Length", "Between players that look ahead", Axis::numbers("moves of a game"), |one| Some(one.length?.mean)),
        ("Choices", "Legal moves of a turn", Axis::numbers("legal moves"), |one| Some(one.legal_moves)),
        ("Forced", "Turns with one legal move", Axis::shares("share of the turns, %"), |one| Some(one.forced)),
        ("Draws", "Between players that look ahead", Axis::shares("share of the games, %"), |one| Some(one.draws)),
        ("Changes of the lead", "How often the lead goes to the other player", Axis::numbers("by game"), |one| {
            Some(one.lead_changes)
        }),
        (
            "Settled after",
            "After this the winner led to the end: the further right, the longer a game is open",
            Axis::shares("share of the moves, %"),
            |one| Some(one.settled_at),
        ),
        (
            "Behind half-way",
            "Winners who were behind in the middle of the game",
            Axis::shares("share of the won games, %"),
            |one| Some(one.behind_half_way),
        ),
    ];
    for (title, tells, axis, of) in plots {
        let color = if axis.reference.is_some() { SERIES[0] } else { NEUTRAL };
        // Those of which there is nothing to tell keep their places, which are their numbers.
        let nothing = Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN };
        let estimate = |one: &Measures| of(one).or_else(|| (measured.len() > NAMED).then_some(nothing));
        let named = |one: &Measures| Some(Named { name: one.name.clone(), estimate: estimate(one)?, color });
        let all: Vec<Named> = measured.iter().filter_map(named).collect();
        if !all.is_empty() {
            out += &figure(title, tells, &plot::forest(&all, axis));
        }
    }
    out += "</div>\n";
    out += &tables(measured);
    let rules: BTreeSet<&str> = measured.iter().map(|one| one.rules.as_str()).collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    page(&format!("Measures: {title}"), &format!(", rules {}, seed {seed}", rules.join(" ")), &out)
}

/// The measures with their intervals, as in the terminal; many are numbered.
fn tables(measured: &[Measures]) -> String {
    let mut out = String::new();
    let names: Vec<&str> = measured.iter().map(|one| one.name.as_str()).collect();
    let number =
        |name: &str| names.iter().position(|other| *other == name).map_or(String::new(), |at| (at + 1).to_string());
    let many = measured.len() > NAMED;
    for (heading, rows) in side_by_side(measured).into_iter().chain(changes(measured)) {
        let numbered = |row: &Vec<String>| [number(&row[0])].into_iter().chain(row.iter().cloned()).collect();
        let rows: Vec<Vec<String>> = if many { rows.iter().map(numbered).collect() } else { rows };
        let head: Vec<&str> = rows[0].iter().map(String::as_str).collect();
        let _ = write!(out, "<h2>{}</h2>\n{}", escaped(heading), table(&head, &rows[1..]));
    }
    if measured.iter().any(|one| one.change.is_some()) {
        let _ = writeln!(out, "<p>{SHOWN}</p>");
    }
    out
}
