//! The results of a run in words and figures.

use super::prepare::Prepared;
use super::tally::{Spread, Tally, share, spread, wilson};
use crate::model::Player;
use std::fmt::Write as _;

/// A number with blanks between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn percent(share: f64) -> String {
    format!("{:5.1} %", 100.0 * share)
}

/// So many of so many, as a share with its interval.
fn portion(part: u64, whole: u64) -> String {
    let (low, high) = wilson(part as f64, whole as f64);
    format!("{:>11}  {}   ({:.1} to {:.1})", grouped(part), percent(share(part, whole)), 100.0 * low, 100.0 * high)
}

fn spread_line(name: &str, spread: Option<Spread>) -> String {
    spread.map_or(String::new(), |spread| {
        let Spread { least, mean, median, deviation, greatest } = spread;
        format!(
            "  {name:<22}{mean:>9.2}   median {median}, from {least} to {greatest}, standard deviation {deviation:.2}\n"
        )
    })
}

/// The results of a run, for the terminal.
#[must_use]
pub fn summary(prepared: &Prepared, tally: &Tally) -> String {
    let mut out = head(prepared, tally);
    out += &results(prepared, tally);
    out += "\nGames\n";
    out += &spread_line("moves", spread(&tally.lengths));
    out += &spread_line("South's score", spread(&tally.scores[0]));
    out += &spread_line("North's score", spread(&tally.scores[1]));
    out += &spread_line("South's lead", spread(&tally.margins));
    if let Some(proven) = proven(tally) {
        let _ = writeln!(out, "  with perfect play: {proven} (every line was followed to its end)");
    }
    out += &turns(tally);
    out += &endings(prepared, tally);
    out += &rows(prepared, tally);
    out
}

fn head(prepared: &Prepared, tally: &Tally) -> String {
    let simulation = &prepared.simulation;
    let options: Vec<String> = simulation.options.iter().map(|(name, value)| format!("{name}: {}", value.0)).collect();
    let options = if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    let players = &simulation.players;
    let swapped = if simulation.swap_sides { ", sides swapped in every second game" } else { "" };
    let mut out =
        format!("{}{options}, {} games, seed {}\n", prepared.game.model().title, grouped(tally.games), simulation.seed);
    let _ = writeln!(out, "  {} (South) against {} (North){swapped}", players.south, players.north);
    if prepared.limits.random_moves > 0 {
        let _ = writeln!(out, "  the first {} moves are played at random", prepared.limits.random_moves);
    }
    if !players.south.is_reproducible() || !players.north.is_reproducible() || prepared.limits.time.is_some() {
        out += "  limited by the clock or played by an outside program: these games need not come out the same again\n";
    }
    out
}

fn results(prepared: &Prepared, tally: &Tally) -> String {
    let games = tally.games;
    let mut out = String::from("\nResults                   games    share   (95 % interval)\n");
    let mut line = |name: &str, part: u64| {
        let _ = writeln!(out, "  {name:<18}{}", portion(part, games));
    };
    line("South wins", tally.won_by_side(Player::South));
    line("North wins", tally.won_by_side(Player::North));
    line("draws", tally.drawn());
    let no_winner = tally.results[0][3] + tally.results[1][3];
    if no_winner > 0 {
        line("no winner", no_winner);
    }
    if tally.unfinished > 0 {
        line("not finished", tally.unfinished);
    }
    let players = &prepared.simulation.players;
    if prepared.simulation.swap_sides {
        line("first player wins", tally.won_by_player(0));
        line("second player wins", tally.won_by_player(1));
        let _ = writeln!(out, "  first is {}, second is {}", players.south, players.north);
        let _ =
            writeln!(out, "  points by game: first {:.4}, second {:.4}", tally.player_score(0), tally.player_score(1));
    }
    let _ = writeln!(
        out,
        "  points by game: South {:.4}, North {:.4}",
        tally.side_score(Player::South),
        tally.side_score(Player::North)
    );
    for (player, lost) in [&players.south, &players.north].into_iter().zip(tally.forfeits) {
        if lost > 0 {
            let _ = writeln!(out, "  {player} lost {} games by giving no legal move", grouped(lost));
        }
    }
    for (reason, games) in tally.reasons.iter().take(5) {
        let _ = writeln!(out, "    {} x {reason}", grouped(*games));
    }
    out
}

fn turns(tally: &Tally) -> String {
    let mut out = String::from("\nTurns\n");
    let by_game = |part: u64| share(part, tally.games);
    let _ = writeln!(out, "  {:<22}{:>9.2}   at most {}", "legal moves", tally.branching(), grouped(tally.widest));
    let _ =
        writeln!(out, "  {:<22}{:>9.2}   by turn, at most {}", "laps", share(tally.laps, tally.turns), tally.most_laps);
    let captured = |side: usize| tally.captured[side] as f64 / tally.games.max(1) as f64;
    let _ = writeln!(
        out,
        "  {:<22}{:>9.2}   by game; South takes {:.2}, North {:.2}",
        "captures",
        by_game(tally.captures),
        captured(0),
        captured(1)
    );
    let _ = writeln!(out, "  {:<22}{:>9.2}   by game", "extra turns", by_game(tally.again));
    out
}

fn endings(prepared: &Prepared, tally: &Tally) -> String {
    let mut out = String::from("\nHow games ended\n");
    for (label, games) in tally.ending_list(prepared.game.model()) {
        let _ = writeln!(out, "  {label:<18}{}", portion(games, tally.games));
    }
    out
}

/// Rows of tables that fired, each with its name and how often.
#[must_use]
pub(super) fn fired(prepared: &Prepared, tally: &Tally) -> Vec<(String, u64)> {
    let model = prepared.game.model();
    let rows = tally.rows.iter().enumerate().filter(|(_, times)| **times > 0);
    rows.filter_map(|(rule, times)| model.rules.get(rule).map(|rule| (format!("{} ({})", rule.label, rule.of), *times)))
        .collect()
}

fn rows(prepared: &Prepared, tally: &Tally) -> String {
    let fired = fired(prepared, tally);
    if fired.is_empty() {
        return String::new();
    }
    let mut out = String::from("\nRows that fired              times   of the turns\n");
    for (name, times) in fired {
        let _ = writeln!(out, "  {name:<22}{:>11}  {}", grouped(times), percent(share(times, tally.turns)));
    }
    out
}

/// What perfect play comes to, where a player has followed every line to its end.
#[must_use]
pub(super) fn proven(tally: &Tally) -> Option<String> {
    let (lead, games) = tally.proven.iter().next()?;
    if tally.proven.len() > 1 || *games == 0 {
        return Some("depends on the start".into());
    }
    Some(match lead.signum() {
        0 => "a draw".into(),
        1 => format!("South wins by {lead}"),
        _ => format!("North wins by {}", -lead),
    })
}

/// How fast a run was, in a line.
#[must_use]
pub fn rate(tally: &Tally, seconds: f64, threads: usize) -> String {
    let by_second = |number: u64| if seconds > 0.0 { grouped((number as f64 / seconds) as u64) } else { "-".into() };
    let threads = if threads == 1 { "1 thread".to_string() } else { format!("{threads} threads") };
    format!(
        "{} moves in {seconds:.2} s on {threads}: {} moves per second, {} games per second\n",
        grouped(tally.turns),
        by_second(tally.turns),
        by_second(tally.games)
    )
}
