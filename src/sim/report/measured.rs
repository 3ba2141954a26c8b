//! The page of measures.

use super::plot::{self, Axis, NEUTRAL, Named, SERIES};
use super::{escaped, figure, page, table};
use crate::sim::figures::made_by_words;
use crate::sim::measure::{
    COLUMNS, Effect, Effort, Measures, SHOWN, changes, effects, of_options, side_by_side, steps,
};
use crate::sim::statistics::Estimate;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Most games that are plotted one under the other; of more combinations, what options change is plotted.
const PLOTTED: usize = 24;

/// What is plotted of each game: a title, what it tells, the axis, the figure.
type Plotted<'a> = (&'a str, &'a str, Axis<'a>, fn(&Measures) -> Option<Estimate>);

/// The page of measures: games and values of options side by side. `about` says what was played, in lines.
#[must_use]
pub fn measure(title: &str, command: &str, effort: Effort, about: &[String], measured: &[Measures]) -> String {
    let mut out: String = about.iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
    let effects = effects(measured);
    if !effects.is_empty() {
        out += "<h2>What each option changes</h2>\n<p>Every combination of the options is measured. Each value is told by the mean \
                over the combinations that have it, with its 95 % interval: further apart means that more depends on the \
                option. Each combination is played from a seed of its own, so that they are independent of each other; the \
                tables of all combinations, which tell the seeds, stand below.</p>\n";
        out += &plots_of_options(&effects);
        of_options(measured).iter().for_each(|(heading, rows)| out += &headed(heading, rows));
        let _ = writeln!(out, "<p>{SHOWN}, against the first value of the option</p>");
    }
    // Of very many games without such means, as where a run was broken off, the tables tell.
    let most = if effects.is_empty() { 4 * PLOTTED } else { PLOTTED };
    if measured.len() <= most {
        out += &plots(measured);
    }
    out += &tables(measured);
    let foot = made_by_words(
        measured.iter().map(|one| one.rules.as_str()),
        [seeds(effort, measured.len())],
        None,
        Some(command),
    );
    page(&format!("Measures: {title}"), &foot, &out)
}

/// From which seeds n games are measured.
#[must_use]
pub fn seeds(effort: Effort, games: usize) -> String {
    match games {
        0 | 1 => format!("random seed {}", effort.seed),
        more => format!("random seeds {} to {}", effort.seed, effort.seed_of(more - 1)),
    }
}

fn headed(heading: &str, rows: &[Vec<String>]) -> String {
    let Some((head, rows)) = rows.split_first() else { return String::new() };
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    format!("<h2>{}</h2>\n{}", escaped(heading), table(&head, rows))
}

/// A plot of each figure: the values of options one under the other.
fn plots_of_options(effects: &[Effect]) -> String {
    let several = effects.iter().any(|effect| effect.variant != effects[0].variant);
    let mut out = String::from("<div class=\"plots\">\n");
    for column in &COLUMNS {
        let axis = if column.percent { Axis::shares(column.heading) } else { Axis::numbers(column.heading) };
        let axis = if matches!(column.field, "balance" | "skill") { axis.against(0.5) } else { axis };
        let named = |effect: &Effect| {
            let variant = if several { format!("{}, ", effect.variant) } else { String::new() };
            let name = format!("{variant}{}: {}", effect.option, effect.value);
            // Values of one option have one colour, those of the next another.
            let at = effects.iter().map(|other| (&other.variant, &other.option)).collect::<BTreeSet<_>>();
            let at = at.into_iter().position(|one| one == (&effect.variant, &effect.option)).unwrap_or(0);
            let color = SERIES[2 + at % (SERIES.len() - 2)];
            Some(Named { name, estimate: effect.mean(column)?, color })
        };
        let all: Vec<Named> = effects.iter().filter_map(named).collect();
        let tells = "The mean over all combinations with each value; options that change most stand first";
        out += &in_parts(&format!("Options: {}", column.heading), tells, &all, axis);
    }
    out + "</div>\n"
}

/// A plot, or several where there is too much for one.
fn in_parts(title: &str, tells: &str, all: &[Named], axis: Axis<'_>) -> String {
    let axis = axis.over(all);
    all.chunks(PLOTTED).map(|part| figure(title, tells, &plot::forest(part, axis))).collect()
}

/// A plot of each figure: the games one under the other.
fn plots(measured: &[Measures]) -> String {
    let mut out = String::from("<div class=\"plots\">\n");
    let half = Axis::shares("points of who moves first, in 100").against(0.5);
    let plots: [Plotted<'_>; 11] = [
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
        ("Decided", "Games with a winner or drawn", Axis::shares("share of the games, %"), |one| Some(one.decided)),
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
        let color = NEUTRAL;
        let named = |one: &Measures| Some(Named { name: one.name.clone(), estimate: of(one)?, color });
        let all: Vec<Named> = measured.iter().filter_map(named).collect();
        out += &in_parts(title, tells, &all, axis);
    }
    out + "</div>\n"
}

/// The measures with their intervals, as in the terminal.
fn tables(measured: &[Measures]) -> String {
    let mut out = String::new();
    for (heading, rows) in side_by_side(measured).into_iter().chain(steps(measured)).chain(changes(measured)) {
        out += &headed(heading, &rows);
    }
    if measured.iter().any(|one| one.change.is_some()) {
        let _ = writeln!(out, "<p>{SHOWN}</p>");
    }
    out
}
