//! The page of measures.

use super::plot::{self, Axis, NEUTRAL, Named, SERIES};
use super::{escaped, figure, page, percent, table};
use crate::sim::measure::{Effort, Measures};
use crate::sim::statistics::Estimate;

/// Most games in one plot.
const IN_A_PLOT: usize = 24;

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
    out += &figures(measured);
    out += "<div class=\"plots\">\n";
    let half = Axis::shares("points of who moves first, in 100").against(0.5);
    let plots: [Plotted<'_>; 8] = [
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
        for part in measured.chunks(IN_A_PLOT) {
            let color = if axis.reference.is_some() { SERIES[0] } else { NEUTRAL };
            let named = |one: &Measures| Some(Named { name: one.name.clone(), estimate: of(one)?, color });
            let part: Vec<Named> = part.iter().filter_map(named).collect();
            if !part.is_empty() {
                out += &figure(title, tells, &plot::forest(&part, axis));
            }
        }
    }
    out += "</div>\n";
    page(&format!("Measures: {title}"), "", &out)
}

fn figures(measured: &[Measures]) -> String {
    let number = |estimate: Estimate| format!("{:.0} ({:.0} to {:.0})", estimate.value, estimate.low, estimate.high);
    let dash = || "–".to_string();
    let row = |one: &Measures| {
        vec![
            one.name.clone(),
            percent(one.balance.random.value),
            percent(one.balance.greedy.value),
            percent(one.balance.searching.value),
            one.evening_seeds.map_or_else(dash, number),
            number(one.skill.elo_by_doubling),
            one.length.map_or_else(dash, |length| format!("{:.1}", length.mean.value)),
            format!("{:.2}", one.legal_moves.value),
            percent(one.forced.value),
            format!("{}{}", if one.openings.exact { "" } else { "> " }, one.openings.positions),
            percent(one.draws.value),
            format!("{:.2}", one.lead_changes.value),
            percent(one.settled_at.value),
            percent(one.behind_half_way.value),
            one.change.map_or_else(dash, |change| if change.is_shown() { "yes".into() } else { "not shown".into() }),
        ]
    };
    let head = [
        "",
        "first mover at random",
        "greedy",
        "looking ahead",
        "seeds to even it",
        "Elo by doubling",
        "moves",
        "choices",
        "forced",
        "openings",
        "draws",
        "lead changes",
        "settled after",
        "behind half-way",
        "differs from the first",
    ];
    table(&head, &measured.iter().map(row).collect::<Vec<_>>())
}
