//! A page with the figures and plots of a run: one file that needs no other, readable in light and dark.

mod plot;

use super::prepare::Prepared;
use super::rating::{Crosstable, notes, order};
use super::summary::{fired, proven, summary};
use super::tally::{Spread, Tally, share, spread, wilson};
use crate::model::{Model, Player};
use plot::{Bar, Heat};
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");

/// Letters that mean something in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\
         <footer>mancala {}</footer>\n</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn figure(caption: &str, svg: &str) -> String {
    format!("<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>\n", escaped(caption))
}

fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let cells = |cells: &[String], tag: &str| {
        cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect::<String>()
    };
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    let mut out = format!("<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n", cells(&head, "th"));
    for row in rows {
        let _ = writeln!(out, "<tr>{}</tr>", cells(row, "td"));
    }
    out + "</tbody></table></div>\n"
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The page of a simulation.
#[must_use]
pub fn simulation(prepared: &Prepared, tally: &Tally) -> String {
    page(&prepared.game.model().title, &section(prepared, tally))
}

/// What is told of one simulation.
fn section(prepared: &Prepared, tally: &Tally) -> String {
    let simulation = &prepared.simulation;
    let mut facts = vec![
        vec!["variant".to_string(), prepared.variant.clone()],
        vec!["South".into(), simulation.players.south.to_string()],
        vec!["North".into(), simulation.players.north.to_string()],
        vec!["sides swapped in every second game".into(), if simulation.swap_sides { "yes" } else { "no" }.into()],
        vec!["games".into(), tally.games.to_string()],
        vec!["seed".into(), simulation.seed.to_string()],
    ];
    facts.extend(simulation.options.iter().map(|(name, value)| vec![format!("option {name}"), value.0.clone()]));
    let mut out = table(&["", ""], &facts);
    out += "<div class=\"plots\">\n";
    out += &figure("Results, as shares of the games, with 95 % intervals", &plot::bars(&result_bars(prepared, tally)));
    out += &figure("How games ended", &plot::bars(&share_bars(&tally.ending_list(prepared.game.model()), tally.games)));
    out += &figure("Moves of a game", &plot::histogram(&[("games", &tally.lengths)]));
    if !tally.scores[0].is_empty() {
        out += &figure("Final scores", &plot::histogram(&[("South", &tally.scores[0]), ("North", &tally.scores[1])]));
        out += &figure("South's lead at the end", &plot::histogram(&[("games", &tally.margins)]));
    }
    out += &figure("Legal moves, on average, by turn of the game", &plot::line(&branching(tally)));
    if tally.pits.iter().any(|times| *times > 0) {
        out += &figure("Which pits are played: share of all turns", &plot::heat(&heat(prepared.game.model(), tally)));
    }
    out += "</div>\n";
    let rows: Vec<Vec<String>> = fired(prepared, tally)
        .into_iter()
        .map(|(name, times)| vec![name, times.to_string(), percent(share(times, tally.turns))])
        .collect();
    if !rows.is_empty() {
        out += "<h2>Rows that fired</h2>\n";
        out += &table(&["row", "times", "of the turns"], &rows);
    }
    let _ = write!(out, "<h2>Figures</h2>\n<pre>{}</pre>\n", escaped(&summary(prepared, tally)));
    out
}

fn result_bars(prepared: &Prepared, tally: &Tally) -> Vec<Bar> {
    let bar = |name: String, games: u64| {
        let (low, high) = wilson(games as f64, tally.games as f64);
        Bar { name, value: share(games, tally.games), interval: Some((low, high)) }
    };
    let mut bars = vec![
        bar("South wins".into(), tally.won_by_side(Player::South)),
        bar("North wins".into(), tally.won_by_side(Player::North)),
        bar("draws".into(), tally.drawn()),
    ];
    if tally.unfinished > 0 {
        bars.push(bar("not finished".into(), tally.unfinished));
    }
    if prepared.simulation.swap_sides {
        let players = &prepared.simulation.players;
        bars.push(bar(format!("{} wins", players.south), tally.won_by_player(0)));
        bars.push(bar(format!("{} wins", players.north), tally.won_by_player(1)));
    }
    bars
}

fn share_bars(list: &[(String, u64)], games: u64) -> Vec<Bar> {
    let bar = |(name, count): &(String, u64)| {
        let (low, high) = wilson(*count as f64, games as f64);
        Bar { name: name.clone(), value: share(*count, games), interval: Some((low, high)) }
    };
    list.iter().take(12).map(bar).collect()
}

/// Means of turns that at least one game in a hundred has.
fn branching(tally: &Tally) -> Vec<(f64, f64)> {
    let enough = |(_, (_, turns)): &(usize, &(u64, u64))| *turns > 0 && *turns * 100 >= tally.games;
    tally
        .by_turn
        .iter()
        .enumerate()
        .filter(enough)
        .map(|(turn, (choices, turns))| (turn as f64 + 1.0, share(*choices, *turns)))
        .collect()
}

/// The board as South sees it: North's rows above, from right to left.
fn heat(model: &Model, tally: &Tally) -> Vec<Vec<Heat>> {
    let played: u64 = tally.pits.iter().sum();
    let line = |player: Player, start: u16, size: u16| -> Vec<Heat> {
        let cell = |pit: u16| {
            let place = model.board.place(player, start + pit);
            let share = share(tally.pits.get(place).copied().unwrap_or(0), played);
            Heat { name: model.notation.places.get(place).cloned().unwrap_or_default(), share }
        };
        (0..size).map(cell).collect()
    };
    let mut rows: Vec<Vec<Heat>> = Vec::new();
    for row in model.board.rows.iter().rev() {
        let mut cells = line(Player::North, row.start, row.size);
        cells.reverse();
        rows.push(cells);
    }
    rows.extend(model.board.rows.iter().map(|row| line(Player::South, row.start, row.size)));
    rows
}

/// What a simulation comes to, in a row of a table; the heading is [`CELL_HEAD`].
#[must_use]
pub fn cell_row(name: &str, prepared: &Prepared, tally: &Tally) -> Vec<String> {
    let mean = |spread: Option<Spread>| spread.map_or("-".to_string(), |spread| format!("{:.2}", spread.mean));
    vec![
        name.to_string(),
        tally.games.to_string(),
        percent(share(tally.won_by_side(Player::South), tally.games)),
        percent(share(tally.won_by_side(Player::North), tally.games)),
        percent(share(tally.drawn(), tally.games)),
        percent(share(tally.unfinished, tally.games)),
        mean(spread(&tally.margins)),
        mean(spread(&tally.lengths)),
        format!("{:.2}", tally.branching()),
        tally
            .ending_list(prepared.game.model())
            .first()
            .map_or("-".to_string(), |(label, games)| format!("{label} {}", percent(share(*games, tally.games)))),
        proven(tally).unwrap_or_else(|| "-".into()),
    ]
}

/// The heading of a table of simulations.
pub const CELL_HEAD: [&str; 11] = [
    "",
    "games",
    "South",
    "North",
    "draws",
    "unfinished",
    "South's lead",
    "moves",
    "choices",
    "most frequent end",
    "perfect play",
];

/// The page of a sweep: each combination with its name, what was played, and what came out.
#[must_use]
pub fn sweep(cells: &[(String, Prepared, Tally)]) -> String {
    let rows: Vec<Vec<String>> = cells.iter().map(|(name, prepared, tally)| cell_row(name, prepared, tally)).collect();
    let mut out = table(&CELL_HEAD, &rows);
    let bar = |(name, _, tally): &(String, Prepared, Tally)| {
        let points = tally.won_by_side(Player::South) as f64 + tally.drawn() as f64 / 2.0;
        let interval = wilson(points, tally.decided() as f64);
        Bar { name: name.clone(), value: tally.side_score(Player::South), interval: Some(interval) }
    };
    let bars: Vec<Bar> = cells.iter().map(bar).collect();
    out += "<div class=\"plots\">\n";
    for part in bars.chunks(24) {
        out += &figure(
            "South's points by game, with 95 % intervals: at 50 % neither side has an advantage",
            &plot::bars(part),
        );
    }
    out += "</div>\n";
    for (name, prepared, tally) in cells {
        let _ = write!(out, "<details><summary>{}</summary>\n{}</details>\n", escaped(name), section(prepared, tally));
    }
    let title =
        cells.first().map_or("Sweep".to_string(), |(_, prepared, _)| format!("Sweep: {}", prepared.game.model().title));
    page(&title, &out)
}

/// The page of a tournament.
#[must_use]
pub fn tournament(title: &str, cross: &Crosstable, reproducible: bool) -> String {
    let (ratings, order) = (cross.ratings(), order(cross));
    let mut head = vec!["", "player", "Elo", "±", "points", "games"];
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
        ];
        row.extend(
            order
                .iter()
                .map(|other| if other == player { "–".into() } else { cross.points[*player][*other].to_string() }),
        );
        row
    };
    let rows: Vec<Vec<String>> = order.iter().enumerate().map(row).collect();
    let points: Vec<(String, f64, f64)> = order
        .iter()
        .map(|player| (cross.names[*player].clone(), ratings[*player].elo, ratings[*player].error))
        .collect();
    let mut out = table(&head, &rows);
    out += "<div class=\"plots\">\n";
    out += &figure("Elo, the mean being 0, with 95 % intervals", &plot::ratings(&points));
    out += "</div>\n";
    for note in notes(cross, reproducible) {
        out += &format!("<p>{}</p>\n", escaped(&note));
    }
    page(title, &out)
}
