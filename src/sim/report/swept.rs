//! Pages on many simulations.

use super::plot::{self, Axis, Line, NEUTRAL, Named, SERIES};
use super::{escaped, figure, page, percent, points, section, table, who_played};
use crate::sim::figures::Figures;
use crate::sim::prepare::Prepared;
use crate::sim::statistics::Estimate;
use crate::sim::tally::Tally;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// One combination of a sweep, as it is told in results.
#[derive(Debug, Clone)]
pub struct SweepCell {
    /// Its figures.
    pub figures: Figures,
    /// What is told of it alone, where a page is wanted.
    pub section: Option<String>,
}

/// What a reader of a terminal looks for first in simulations, as rows of a table with a heading. Tables, documents and pages
/// have all figures.
#[must_use]
pub fn brief(cells: &[SweepCell]) -> Vec<Vec<String>> {
    let figures = || cells.iter().map(|cell| &cell.figures);
    let swapped = figures().all(|one| one.swap_sides);
    let numbers: BTreeSet<u64> = figures().map(|one| one.games).collect();
    let shown = |optional: bool, name: &str| optional.then(|| name.to_string());
    let unlike = shown(numbers.len() > 1, "games");
    let unfinished = shown(figures().any(|one| one.unfinished.games > 0), "unfinished");
    let proven = shown(figures().any(|one| one.perfect_play.is_some()), "perfect play");
    let who = if swapped { "first player %" } else { "South %" };
    // Where South always begins they are one and the same.
    let other_mover = figures().any(|one| one.main_standings()[0].points != one.by_mover[0].points);
    let mover = shown(other_mover, "first mover %");
    let mut head = vec![String::new()];
    head.extend(unlike.clone());
    head.push(who.to_string());
    head.extend(mover.clone());
    head.push("draws %".to_string());
    head.extend(unfinished.clone().map(|name| name + " %"));
    head.push("moves".into());
    head.extend(proven.clone());
    let row = |one: &Figures| {
        let mut row = vec![one.name.clone()];
        row.extend(unlike.as_ref().map(|_| one.games.to_string()));
        row.push(in_hundred(one.main_standings()[0].points));
        row.extend(mover.as_ref().map(|_| in_hundred(one.by_mover[0].points)));
        row.push(hundredths(one.draws.share.value));
        row.extend(unfinished.as_ref().map(|_| hundredths(one.unfinished.share.value)));
        row.push(one.length.map_or("-".to_string(), |length| format!("{:.1}", length.mean.value)));
        row.extend(proven.as_ref().map(|_| perfect_play(one.perfect_play)));
        row
    };
    [head].into_iter().chain(figures().map(row)).collect()
}

fn hundredths(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// A share with its interval, in hundredths.
fn in_hundred(share: Estimate) -> String {
    format!("{:.1} ({:.1} to {:.1})", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
}

/// What simulations come to, as rows of a table with a heading.
#[must_use]
pub fn overview(cells: &[SweepCell]) -> Vec<Vec<String>> {
    let swapped = cells.iter().all(|cell| cell.figures.swap_sides);
    let [one, two] = if swapped { ["first player", "second player"] } else { ["South", "North"] };
    let mut head = vec![String::new(), "games".into(), one.into(), two.into(), "draws".into(), "unfinished".into()];
    head.extend([format!("points of {one}"), format!("points of {two}")]);
    head.extend(["points of first mover", "points of second mover"].map(String::from));
    head.push(format!("{one}'s lead"));
    head.extend(["moves", "choices", "most frequent end", "perfect play"].map(String::from));
    let mut rows = vec![head];
    rows.extend(cells.iter().map(|cell| cell_row(&cell.figures, swapped)));
    rows
}

fn cell_row(figures: &Figures, swapped: bool) -> Vec<String> {
    let standings =
        if swapped { figures.by_player.each_ref().map(|player| &player.standing) } else { figures.by_side.each_ref() };
    let mean = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.2}"));
    let mut row = vec![
        figures.name.clone(),
        figures.games.to_string(),
        percent(standings[0].win_share.value),
        percent(standings[1].win_share.value),
        percent(figures.draws.share.value),
        percent(figures.unfinished.share.value),
    ];
    row.extend(standings.into_iter().chain(&figures.by_mover).map(|standing| points(standing.points)));
    row.extend([
        mean(figures.lead.map(|lead| lead.mean.value)),
        mean(figures.length.map(|length| length.mean.value)),
        format!("{:.2}", figures.turns.legal_moves.value),
        figures
            .endings
            .first()
            .map_or("-".to_string(), |ending| format!("{} {}", ending.by, percent(ending.part.share.value))),
        perfect_play(figures.perfect_play),
    ]);
    row
}

fn perfect_play(lead: Option<i64>) -> String {
    match lead {
        None => "-".into(),
        Some(0) => "a draw".into(),
        Some(lead) if lead > 0 => format!("South wins by {lead}"),
        Some(lead) => format!("North wins by {}", -lead),
    }
}

/// What is told of one simulation within a page on many.
#[must_use]
pub fn section_of(prepared: &Prepared, tally: &Tally) -> String {
    section(prepared, tally)
}

/// Most combinations in one plot.
const IN_A_PLOT: usize = 20;

/// The page of a sweep: each combination with its name, what was played, and what came out.
#[must_use]
pub fn sweep(title: &str, made_by: &str, cells: &[SweepCell]) -> String {
    let rows = overview(cells);
    let head: Vec<&str> = rows[0].iter().map(String::as_str).collect();
    let mut out = introduction(cells) + &table(&head, &rows[1..]);
    let swapped = cells.iter().all(|cell| cell.figures.swap_sides);
    let who = if swapped { "the first player" } else { "South" };
    out += "<div class=\"plots\">\n";
    out += &swept(cells, who);
    let named = |cell: &SweepCell| {
        let estimate = cell.figures.main_standings()[0].points;
        Named { name: cell.figures.name.clone(), estimate, color: SERIES[0] }
    };
    let points: Vec<Named> = cells.iter().map(named).collect();
    let axis = Axis::shares("points, in 100, with 95 % intervals").against(0.5).over(&points);
    for part in points.chunks(IN_A_PLOT) {
        out += &figure(&format!("Points of {who}"), "At 50 neither has an advantage", &plot::forest(part, axis));
    }
    let of_movers = |cell: &SweepCell| {
        let estimate = cell.figures.by_mover[0].points;
        Named { name: cell.figures.name.clone(), estimate, color: NEUTRAL }
    };
    let movers: Vec<Named> = cells.iter().map(of_movers).collect();
    let axis = axis.over(&movers);
    for part in movers.chunks(IN_A_PLOT) {
        out += &figure(
            "Points of who moves first",
            "Whoever it is: right of 50 it is better to begin",
            &plot::forest(part, axis),
        );
    }
    let lengths = cells.iter().filter_map(|cell| {
        let estimate = cell.figures.length?.mean;
        Some(Named { name: cell.figures.name.clone(), estimate, color: NEUTRAL })
    });
    let lengths: Vec<Named> = lengths.collect();
    let axis = Axis::numbers("moves of a game, with 95 % intervals").over(&lengths);
    for part in lengths.chunks(IN_A_PLOT) {
        out += &figure("Length", "On average", &plot::forest(part, axis));
    }
    out += "</div>\n";
    for cell in cells {
        let (name, section) = (escaped(&cell.figures.name), cell.section.as_deref().unwrap_or_default());
        let _ = write!(out, "<details><summary>{name}</summary>\n{section}</details>\n");
    }
    page(title, made_by, &out)
}

/// Who played, and how, in lines.
#[must_use]
pub fn sweep_settings(cells: &[SweepCell]) -> Vec<String> {
    let mut pairs: Vec<String> = Vec::new();
    for pair in cells.iter().map(|cell| who_played(&cell.figures)).filter(|pair| !pair.is_empty()) {
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let mut lines = if pairs.len() > 1 { vec!["several pairs of players:".to_string()] } else { Vec::new() };
    lines.extend(pairs);
    let Some(SweepCell { figures, .. }) = cells.first() else { return lines };
    if figures.random_moves > 0 {
        lines.push(format!("the first {} moves are played at random", figures.random_moves));
    }
    if let Some(precision) = figures.precision {
        let reached = cells.iter().filter(|cell| cell.figures.precision.is_some_and(|one| one.reached)).count();
        lines.push(format!(
            "played until the interval of the points is narrower than {} %: reached in {reached} of {} combinations",
            (10_000.0 * precision.wanted).round() / 100.0,
            cells.len()
        ));
    }
    if cells.iter().any(|cell| !cell.figures.reproducible) {
        lines.push(
            "limited by the clock or played by an outside program: these games need not come out the same again".into(),
        );
    }
    lines
}

/// How many games were played, by whom, and how.
fn introduction(cells: &[SweepCell]) -> String {
    let games: BTreeSet<u64> = cells.iter().map(|cell| cell.figures.games).collect();
    let games = match (games.first(), games.last()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (least, _) => least.copied().unwrap_or_default().to_string(),
    };
    let seed = cells.first().map_or(0, |cell| cell.figures.seed);
    let first = format!("{games} games of each combination, random seed {seed}; intervals are of 95 %.");
    let lines = [first].into_iter().chain(sweep_settings(cells));
    lines.map(|line| format!("<p>{}</p>\n", escaped(&line))).collect()
}

/// Parameters that take several numbers, the one with most values first.
fn parameters(cells: &[SweepCell]) -> Vec<String> {
    let mut values: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, value) in cells.iter().flat_map(|cell| &cell.figures.options) {
        values.entry(name).or_default().insert(value);
    }
    let are_numbers = |values: &BTreeSet<&str>| values.iter().all(|value| value.parse::<f64>().is_ok());
    let swept = values.into_iter().filter(|(_, values)| values.len() > 1 && are_numbers(values));
    let mut swept: Vec<(usize, String)> = swept.map(|(name, values)| (values.len(), name.to_string())).collect();
    swept.sort_by(|one, two| two.0.cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
    swept.into_iter().map(|(_, name)| name).collect()
}

/// A line over the parameter with most values; where there is a second one, a plot for each of its values.
fn swept(cells: &[SweepCell], who: &str) -> String {
    let parameters = parameters(cells);
    let Some(over) = parameters.first() else { return String::new() };
    let panel = parameters.get(1);
    let of = |figures: &Figures, name: &String| figures.options.get(name).and_then(|value| value.parse::<f64>().ok());
    // Numbers as texts have no order of their own.
    let mut panels: Vec<Option<f64>> =
        cells.iter().map(|cell| panel.and_then(|name| of(&cell.figures, name))).collect();
    panels.sort_by(|one, two| one.unwrap_or(0.0).total_cmp(&two.unwrap_or(0.0)));
    panels.dedup();
    let points = |one: &Figures| Some(one.main_standings()[0].points);
    let length = |one: &Figures| one.length.map(|length| length.mean);
    let lines_of = |at: &Option<f64>| -> [Vec<Line>; 2] {
        let here = cells.iter().map(|cell| &cell.figures);
        let here: Vec<&Figures> = here.filter(|one| panel.and_then(|name| of(one, name)) == *at).collect();
        [series(&here, over, panel, &of, &points), series(&here, over, panel, &of, &length)]
    };
    let panels: Vec<(Option<f64>, [Vec<Line>; 2])> = panels.into_iter().map(|at| (at, lines_of(&at))).collect();
    // Plots that stand beside each other are compared: their axes are the same.
    let of_points = Axis::shares("points, in 100").against(0.5).over_lines(panels.iter().flat_map(|(_, [one, _])| one));
    let of_lengths = Axis::numbers("moves of a game").over_lines(panels.iter().flat_map(|(_, [_, two])| two));
    let mut out = String::new();
    for (at, [points, lengths]) in &panels {
        let below = match (panel, at) {
            (Some(name), Some(at)) => format!(" ({name}: {at})"),
            _ => String::new(),
        };
        let title = format!("Points of {who} by {over}{below}");
        let tells = "With 95 % intervals; at 50 neither has an advantage";
        out += &figure(&title, tells, &plot::lines(points, over, of_points));
        let title = format!("Length by {over}{below}");
        out += &figure(&title, "With 95 % intervals", &plot::lines(lengths, over, of_lengths));
    }
    out
}

/// Lines over a parameter: one for everything else that is set apart.
fn series(
    here: &[&Figures],
    over: &String,
    panel: Option<&String>,
    of: &dyn Fn(&Figures, &String) -> Option<f64>,
    value: &dyn Fn(&Figures) -> Option<Estimate>,
) -> Vec<Line> {
    let mut lines: Vec<(String, Vec<(f64, Estimate)>)> = Vec::new();
    for figures in here {
        let (Some(x), Some(estimate)) = (of(figures, over), value(figures)) else { continue };
        let is_axis = |part: &&str| {
            let name = part.split(':').next().unwrap_or_default();
            name == over || panel.is_some_and(|panel| name == panel)
        };
        let name = figures.name.split(", ").filter(|part| !is_axis(part)).collect::<Vec<_>>().join(", ");
        match lines.iter_mut().find(|(other, _)| *other == name) {
            Some((_, points)) => points.push((x, estimate)),
            None => lines.push((name, vec![(x, estimate)])),
        }
    }
    // The first two colours are those of players.
    let mut colors = SERIES[2..].iter().copied().cycle();
    let line = |(name, mut points): (String, Vec<(f64, Estimate)>)| {
        points.sort_by(|one, two| one.0.total_cmp(&two.0));
        Line { name, points, color: colors.next().unwrap_or(NEUTRAL), marked: true }
    };
    lines.into_iter().map(line).collect()
}
