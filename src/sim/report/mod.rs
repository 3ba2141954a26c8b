//! A page with the figures and plots of a run: one file that needs no other, readable in light and dark, on paper and on a
//! telephone. Blue is the first player, or South where sides are not swapped; orange the second, or North; grey belongs to
//! neither.

mod measured;
mod plot;
mod swept;

pub use measured::{measure, seeds};
pub use swept::{SweepCell, brief, overview, section_of, sweep, sweep_settings};

use super::course::Lead;
use super::figures::Figures;
use super::prepare::Prepared;
use super::rating::{Crosstable, Rating, notes, order};
use super::statistics::{Estimate, mean, share};
use super::summary::summary;
use super::tally::Tally;
use crate::model::{BoardRow, Id, Model, Player};
use plot::{Axis, Heat, Line, NEUTRAL, Named, SERIES};
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");

/// Letters that mean something in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A page; its foot says what made it.
fn page(title: &str, made_by: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\
         <footer>{}</footer>\n</main>\n</body>\n</html>\n",
        escaped(made_by)
    )
}

/// A plot with its title, and what it tells.
fn figure(title: &str, tells: &str, svg: &str) -> String {
    if svg.is_empty() {
        return String::new();
    }
    format!("<figure>\n<figcaption>{}<small>{}</small></figcaption>\n{svg}</figure>\n", escaped(title), escaped(tells))
}

/// Most columns of a table for which paper stands upright.
const UPRIGHT: usize = 9;

fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let names: String = head.iter().map(|cell| format!("<th>{}</th>", escaped(cell))).collect();
    let class = if head.len() > UPRIGHT { "wide broad" } else { "wide" };
    let mut out = format!("<div class=\"{class}\"><table>\n<thead><tr>{names}</tr></thead>\n<tbody>\n");
    for row in rows {
        let Some((name, figures)) = row.split_first() else { continue };
        let figures: String = figures.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
        let _ = writeln!(out, "<tr><td><div>{}</div></td>{figures}</tr>", escaped(name));
    }
    out + "</tbody></table></div>\n"
}

/// Points with their interval.
fn points(points: Estimate) -> String {
    format!("{} ({:.1} to {:.1})", percent(points.value), 100.0 * points.low, 100.0 * points.high)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The page of a simulation.
#[must_use]
pub fn simulation(prepared: &Prepared, tally: &Tally) -> String {
    page(prepared.title(), &prepared.made_by().words(), &section(prepared, tally))
}

/// What is told of one simulation.
fn section(prepared: &Prepared, tally: &Tally) -> String {
    let figures = Figures::of("", prepared, tally);
    let mut out = facts(&figures);
    out += "<div class=\"plots\">\n";
    out += &results(&figures);
    out += &endings(prepared, &figures, tally);
    out += &games(&figures, tally);
    out += &turns(prepared, tally);
    out += "</div>\n";
    let row = |row: &super::figures::RowTaken| {
        vec![format!("{} ({})", row.row, row.of), row.times.to_string(), percent(share(row.times, tally.turns))]
    };
    let rows: Vec<Vec<String>> = figures.rows.iter().map(row).collect();
    if !rows.is_empty() {
        out += "<h2>Rows that fired</h2>\n<p>How often what each row says was done, whether or not there was anything to take; \
                what the rows say stands below.</p>\n";
        out += &table(&["row", "times", "by turn"], &rows);
        out += &said(&rows_counted(prepared, &tally.rows, |text| text.to_string()));
    }
    let _ = write!(out, "<h2>Figures</h2>\n<pre>{}</pre>\n", escaped(&summary(prepared, tally)));
    out
}

fn who_played(figures: &Figures) -> String {
    let [first, second] = &figures.players;
    if figures.swap_sides {
        format!("{first} against {second}, sides swapped in every second game")
    } else {
        format!("{first} as South against {second} as North")
    }
}

/// What was played.
fn facts(figures: &Figures) -> String {
    let who = who_played(figures);
    let mut lines = vec![format!("{}: {} games, {who}; random seed {}.", figures.title, figures.games, figures.seed)];
    if figures.random_moves > 0 {
        lines.push(format!("The first {} moves were played at random.", figures.random_moves));
    }
    lines.extend(super::summary::precision(figures.precision.as_ref(), figures.games).map(|line| format!("{line}.")));
    if !figures.reproducible {
        lines.push(
            "Limited by the clock or played by an outside program: the games need not come out the same again.".into(),
        );
    }
    let options: Vec<String> = figures.options.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    if !options.is_empty() {
        lines.push(format!("Options: {}.", options.join(", ")));
    }
    lines.iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect()
}

fn results(figures: &Figures) -> String {
    let named = |name: String, estimate: Estimate, color| Named { name, estimate, color };
    let main = figures.main_standings();
    let mut points: Vec<Named> =
        main.iter().zip(SERIES).map(|(one, color)| named(one.name.clone(), one.points, color)).collect();
    points.push(named(figures.by_mover[0].name.clone(), figures.by_mover[0].points, NEUTRAL));
    let out = figure(
        "Points by game",
        "1 for a win, a half for a draw; an interval that does not hold 50 shows an advantage",
        &plot::forest(&points, Axis::shares("points, in 100, with 95 % intervals").against(0.5)),
    );
    let mut results: Vec<Named> =
        main.iter().zip(SERIES).map(|(one, color)| named(format!("{} wins", one.name), one.win_share, color)).collect();
    results.push(named("draws".into(), figures.draws.share, NEUTRAL));
    for (name, part) in [("no winner", &figures.no_winner), ("not finished", &figures.unfinished)] {
        if part.games > 0 {
            results.push(named(name.into(), part.share, NEUTRAL));
        }
    }
    out + &figure("Results", "How often each won", &plot::bars(&results, OF_GAMES))
}

const OF_GAMES: Axis<'static> = Axis::shares("share of the games, %, with 95 % intervals");

/// Which rows of the rules ended the games, and what they say.
fn endings(prepared: &Prepared, figures: &Figures, tally: &Tally) -> String {
    let named =
        |one: &super::figures::EndedBy| Named { name: one.by.clone(), estimate: one.part.share, color: NEUTRAL };
    let endings: Vec<Named> = figures.endings.iter().take(12).map(named).collect();
    let when = |text: &str| text.split(" ->").next().unwrap_or_default().to_string();
    let said = said(&rows_counted(prepared, &tally.endings, when));
    let otherwise = figures.endings.iter().any(|one| one.by.starts_with('('));
    let otherwise = if otherwise { "; in brackets by something else" } else { "" };
    figure(
        "How games ended",
        &format!("By rows of the rules, which are told below{otherwise}"),
        &(plot::bars(&endings, OF_GAMES) + &said),
    )
}

/// The rows of the rules that were counted, and what they say, as a part of their text tells it.
fn rows_counted(prepared: &Prepared, counts: &[u64], part: impl Fn(&str) -> String) -> Vec<(String, String)> {
    let (rules, sources) = (&prepared.game.model().rules, prepared.game.sources());
    let mut rows: Vec<(String, String)> = Vec::new();
    for (rule, _) in rules.values().zip(counts).filter(|(_, times)| **times > 0) {
        let text = sources.on_one_line(rule.span);
        let said = text.strip_prefix(&rule.label).unwrap_or(&text).trim_start_matches(':').trim();
        let row = (rule.label.clone(), part(said));
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

/// Names, and what is said under them.
fn said(rows: &[(String, String)]) -> String {
    let row = |(name, text): &(String, String)| format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(text));
    if rows.is_empty() {
        return String::new();
    }
    format!("<dl>\n{}</dl>\n", rows.iter().map(row).collect::<String>())
}

/// Lengths and scores.
fn games(figures: &Figures, tally: &Tally) -> String {
    let mut out = figure(
        "Length",
        "Share of the games by their number of moves",
        &plot::histogram(&[("games", &tally.lengths, NEUTRAL)], "moves of a game"),
    );
    let scores = [0, 1].map(|player| tally.player_scores(player));
    if scores[0].is_empty() {
        return out;
    }
    let [first, second] = figures.main_standings().map(|one| one.name.as_str());
    out += &figure(
        "Final scores",
        "What each held at the end",
        &plot::histogram(&[(first, &scores[0], SERIES[0]), (second, &scores[1], SERIES[1])], "score"),
    );
    out + &figure(
        "Lead at the end",
        &format!("The score of {first} less that of {second}"),
        &plot::histogram(&[("games", &tally.player_margins(), NEUTRAL)], "lead, in seeds"),
    )
}

/// What happens from turn to turn, and where.
fn turns(prepared: &Prepared, tally: &Tally) -> String {
    let model = prepared.game.model();
    let branching = Line { name: String::new(), points: branching(tally), color: NEUTRAL, marked: false };
    let mut out = figure(
        "Choice",
        "How many moves the player who is to move may choose from, on average; up to the turn that one game in ten reaches",
        &plot::lines(&[branching], "turn of the game", Axis::numbers("legal moves")),
    );
    let leads = leads(tally);
    if !leads.is_empty() {
        let [first, second] = prepared.player_names();
        let what = if model.score.is_some() { "in score" } else { "in seeds on the own side" };
        let lead = Line { name: String::new(), points: leads, color: SERIES[0], marked: false };
        out += &figure(
            "Who leads when",
            &format!(
                "Above 0 {first} is ahead, below 0 {second}: the mean lead {what} before each turn, with its 95 % interval, as far \
                 as at least ten games and a tenth of all go on; late turns are those of long games"
            ),
            &plot::lines(&[lead], "turn of the game", Axis::numbers("lead, in seeds").against(0.0)),
        );
    }
    for (title, tells, counts) in [
        ("First moves", "Share of the games whose first move was from each pit, %", &tally.first_pits),
        ("Moves", "Share of all turns in which each pit was played, %", &tally.pits),
        ("Captures", "Share of all captured seeds that lay in each place, %", &tally.captured_at),
        ("Last seeds", "Share of all turns whose last seed fell there, %", &tally.last_at),
    ] {
        if counts.iter().any(|times| *times > 0) {
            out += &figure(title, tells, &plot::heat(&heat(model, counts)));
        }
    }
    out
}

/// Means of turns that at least one game in ten has.
fn branching(tally: &Tally) -> Vec<(f64, Estimate)> {
    let enough = |(_, (_, turns)): &(usize, &(u64, u64))| *turns > 0 && *turns * 10 >= tally.games;
    let point = |(turn, (choices, turns)): (usize, &(u64, u64))| {
        let value = share(*choices, *turns);
        (turn as f64 + 1.0, Estimate { value, low: value, high: value })
    };
    tally.by_turn.iter().enumerate().filter(enough).map(point).collect()
}

/// Fewest games of which a mean is shown: that of fewer may lie anywhere.
const FEWEST: u64 = 10;

/// The first player's lead before turns that enough games have, and at least one in ten.
fn leads(tally: &Tally) -> Vec<(f64, Estimate)> {
    let seeds = |estimate: Estimate| Estimate {
        value: estimate.value / 100.0,
        low: estimate.low / 100.0,
        high: estimate.high / 100.0,
    };
    let enough = |lead: &Lead| lead.games >= FEWEST && lead.games * 10 >= tally.games;
    let leads = tally.course.leads.iter().enumerate().filter(|(_, lead)| enough(lead));
    leads
        .map(|(turn, lead)| (turn as f64 + 1.0, seeds(mean(lead.sum as f64, lead.squares as f64, lead.games))))
        .collect()
}

/// The board as South sees it: North's rows above, from right to left.
fn heat(model: &Model, counts: &[u64]) -> Vec<Vec<Heat>> {
    let all: u64 = counts.iter().sum();
    let line = |player: Player, row: &BoardRow| -> Vec<Heat> {
        let cell = |pit| {
            let place = model.board.place(player, pit);
            let share = share(counts.get(place.index()).copied().unwrap_or(0), all);
            Heat { name: model.notation.places.get(place).cloned().unwrap_or_default(), share }
        };
        row.pits().map(cell).collect()
    };
    let mut rows: Vec<Vec<Heat>> = Vec::new();
    for row in model.board.rows.iter().rev() {
        let mut cells = line(Player::North, row);
        cells.reverse();
        rows.push(cells);
    }
    rows.extend(model.board.rows.iter().map(|row| line(Player::South, row)));
    rows
}

/// The page of a tournament.
#[must_use]
pub fn tournament(title: &str, made_by: &str, about: &[String], cross: &Crosstable, reproducible: bool) -> String {
    let (ratings, order) = (cross.ratings(), order(cross));
    let mut head = vec!["", "player", "Elo", "±", "points", "games", "share of the points"];
    let places: Vec<String> = (1..=order.len()).map(|place| place.to_string()).collect();
    head.extend(places.iter().map(String::as_str));
    let row = |(place, player): (usize, &usize)| {
        let rating = ratings[*player];
        let mut row = vec![
            (place + 1).to_string(),
            cross.names[*player].clone(),
            format!("{:.0}", rating.elo),
            format!("{:.0}", rating.error),
            rating.points.to_string(),
            rating.games.to_string(),
            points(cross.share(*player)),
        ];
        row.extend(
            order
                .iter()
                .map(|other| if other == player { "–".into() } else { cross.points[*player][*other].to_string() }),
        );
        row
    };
    let rows: Vec<Vec<String>> = order.iter().enumerate().map(row).collect();
    let named = |player: &usize| {
        let Rating { elo, error, .. } = ratings[*player];
        let estimate = Estimate { value: elo, low: elo - error, high: elo + error };
        Named { name: cross.names[*player].clone(), estimate, color: NEUTRAL }
    };
    let points: Vec<Named> = order.iter().map(named).collect();
    let mut out: String = about.iter().map(|line| format!("<p>{}</p>\n", escaped(line.trim()))).collect();
    out += &table(&head, &rows);
    out += "<div class=\"plots\">\n";
    let axis = Axis::numbers("Elo, with 95 % intervals").against(0.0);
    out += &figure("Strength", "The mean of all players is 0", &plot::forest(&points, axis));
    let share =
        |player: &usize| Named { name: cross.names[*player].clone(), estimate: cross.share(*player), color: NEUTRAL };
    let mut shares: Vec<Named> = order.iter().map(share).collect();
    let movers = ["who moved first", "who moved second"].into_iter().zip(cross.by_mover());
    shares.extend(movers.map(|(name, estimate)| Named { name: name.into(), estimate, color: NEUTRAL }));
    let axis = Axis::shares("points, in 100, with 95 % intervals").against(0.5);
    out += &figure(
        "Points by game",
        "1 for a win, a half for a draw; below the players, who moved first and second",
        &plot::forest(&shares, axis),
    );
    out += "</div>\n";
    for note in notes(cross, reproducible) {
        out += &format!("<p>{}</p>\n", escaped(&note));
    }
    page(title, made_by, &out)
}
