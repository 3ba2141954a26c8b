//! The results of a run in words and figures.

use super::figures::{Figures, Precision, Standing};
use super::player::Effort;
use super::prepare::Prepared;
use super::script::PlayerSpec;
use super::statistics::{Estimate, Spread, games_to_tell, least_told, share};
use super::tally::Tally;
use std::fmt::Write as _;

/// A number with its thousands apart: `1 234 567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(" ")
}

fn percent(share: f64) -> String {
    format!("{:5.1} %", 100.0 * share)
}

/// A number of games, their share, and its interval.
fn portion(games: u64, share: Estimate) -> String {
    let Estimate { value, low, high } = share;
    format!("{:>11}  {}   ({:.1} to {:.1})", grouped(games), percent(value), 100.0 * low, 100.0 * high)
}

/// Width of names of figures where players have short ones.
const NAMES: usize = 22;

fn spread_line(name: &str, width: usize, spread: Option<&Spread>) -> String {
    spread.map_or(String::new(), |spread| {
        let Spread { least, mean, median, deviation, greatest, .. } = spread;
        let mean = mean.value;
        format!(
            "  {name:<width$}{mean:>9.2}   median {median}, from {least} to {greatest}, standard deviation {deviation:.2}\n"
        )
    })
}

/// The results of a run, for the terminal.
#[must_use]
pub fn summary(prepared: &Prepared, tally: &Tally) -> String {
    let figures = Figures::of("", prepared, tally);
    let mut out = head(prepared, &figures);
    out += &results(&figures);
    out += "\nGames\n";
    let who = if figures.swap_sides { &figures.players } else { &["South".to_string(), "North".to_string()] };
    let longest = who.iter().map(|who| who.chars().count() + "'s score ".len()).max().unwrap_or(0);
    let width = longest.max(NAMES);
    out += &spread_line("moves", width, figures.length.as_ref());
    for (player, who) in figures.by_player.iter().zip(who) {
        out += &spread_line(&format!("{who}'s score"), width, player.score.as_ref());
    }
    out += &spread_line(&format!("{}'s lead", who[0]), width, figures.lead.as_ref());
    if figures.swap_sides {
        out += &spread_line("first mover's lead", width, figures.first_mover_lead.as_ref());
    }
    if let Some(proven) = proven(tally) {
        let _ = writeln!(out, "  with perfect play: {proven} (every line was followed to its end)");
    }
    out += &course(&figures, width);
    out += &turns(&figures, who);
    out += &endings(&figures);
    out += &rows(&figures);
    let _ = writeln!(out, "\n{}", figures.made_by.words());
    out
}

fn head(prepared: &Prepared, figures: &Figures) -> String {
    let simulation = &prepared.simulation;
    let options: Vec<String> = simulation.options.iter().map(|(name, value)| format!("{name}: {}", value.0)).collect();
    let options = if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    let title = prepared.title();
    let mut out = format!("{title}{options}, {} games, seed {}\n", grouped(figures.games), figures.seed);
    let players = &simulation.players;
    let _ = if figures.swap_sides {
        let [first, second] = &figures.players;
        writeln!(out, "  {first} against {second}, sides swapped in every second game")
    } else {
        writeln!(out, "  {} (South) against {} (North)", players.south, players.north)
    };
    if figures.random_moves > 0 {
        let _ = writeln!(out, "  the first {} moves are played at random", figures.random_moves);
    }
    if !figures.reproducible {
        out += "  limited by the clock or played by an outside program: these games need not come out the same again\n";
    }
    out += &precision(figures.precision.as_ref(), figures.games).map_or(String::new(), |line| format!("  {line}\n"));
    out
}

/// That a run was to be precise, and whether it was.
pub(super) fn precision(precision: Option<&Precision>, games: u64) -> Option<String> {
    let Precision { wanted, reached } = precision?;
    let after = if *reached { "reached after" } else { "not reached: the most are" };
    Some(format!(
        "played until the interval of the points is narrower than {} %: {after} {} games",
        (10_000.0 * wanted).round() / 100.0,
        grouped(games)
    ))
}

fn results(figures: &Figures) -> String {
    let main = figures.main_standings();
    let width = main.iter().map(|one| one.name.chars().count() + 5).max().unwrap_or(0).max(18);
    let mut out = format!("\n{:<width$}{:>13}    share   (95 % interval)\n", "Results", "games");
    let mut line = |name: &str, games: u64, share: Estimate| {
        let _ = writeln!(out, "  {name:<width$}{}", portion(games, share));
    };
    for one in main {
        line(&format!("{} wins", one.name), one.wins, one.win_share);
    }
    line("draws", figures.draws.games, figures.draws.share);
    if figures.no_winner.games > 0 {
        line("no winner", figures.no_winner.games, figures.no_winner.share);
    }
    if figures.unfinished.games > 0 {
        line("not finished", figures.unfinished.games, figures.unfinished.share);
    }
    if figures.swap_sides {
        for one in &figures.by_mover {
            line(&format!("{} wins", one.name), one.wins, one.win_share);
        }
    }
    out += &points(figures);
    for player in figures.by_player.iter().filter(|player| player.forfeits > 0) {
        let lost = grouped(player.forfeits);
        let _ = writeln!(out, "  {} lost {lost} games by giving no legal move", player.standing.name);
    }
    for (reason, games) in figures.forfeit_reasons.iter().take(5) {
        let _ = writeln!(out, "    {} x {reason}", grouped(*games));
    }
    out
}

fn points(figures: &Figures) -> String {
    let told = |one: &Standing| {
        let Estimate { value, low, high } = one.points;
        format!("{} {value:.4} ({low:.3} to {high:.3})", one.name)
    };
    let [first, second] = figures.main_standings();
    let mut out = format!("  points by game: {}, {}\n", told(first), told(second));
    if figures.swap_sides {
        let _ = writeln!(out, "  points by game: {}", told(&figures.by_mover[0]));
    }
    out += &power_note(figures);
    out
}

/// What so few games cannot tell.
pub(super) fn power_note(figures: &Figures) -> String {
    let [first, second] = figures.main_standings();
    let Estimate { value, low, high } = first.points;
    let told = low > 0.5 || high < 0.5;
    if told || figures.decided == 0 {
        return String::new();
    }
    let least = least_told(figures.decided);
    let mut out = format!("  no difference between {} and {} is shown: ", first.name, second.name);
    if least >= 1.0 {
        return out + "so few games tell nothing\n";
    }
    let _ = write!(out, "this many games tell {:.1} % of the points from a half, four times in five", 100.0 * least);
    // A lead of a tenth of one in a hundred is nothing that anybody would play for.
    let needed = games_to_tell(value);
    if (value - 0.5).abs() >= 0.001 && needed > figures.decided {
        let _ = write!(out, "; {:.1} % would take {} games", 100.0 * value, grouped(needed));
    }
    out + "\n"
}

fn course(figures: &Figures, width: usize) -> String {
    let Some(course) = &figures.course else { return String::new() };
    let mut out = String::new();
    let _ = writeln!(out, "  {:<width$}{:>9.2}   by game", "changes of the lead", course.lead_changes.value);
    let settled = format!("{:.0} %", 100.0 * course.settled_at.value);
    let behind = percent(course.behind_half_way.value);
    let behind = behind.trim();
    let _ = writeln!(
        out,
        "  {:<width$}{settled:>9}   of the moves, then the winner leads to the end; {behind} of the winners were behind half-way",
        "settled after"
    );
    out
}

fn turns(figures: &Figures, who: &[String; 2]) -> String {
    let turns = &figures.turns;
    let mut out = String::from("\nTurns\n");
    let forced = percent(turns.forced.value);
    let _ = writeln!(
        out,
        "  {:<22}{:>9.2}   at most {}; only one in {} of the turns",
        "legal moves",
        turns.legal_moves.value,
        grouped(turns.most_legal_moves),
        forced.trim()
    );
    let _ = writeln!(out, "  {:<22}{:>9.2}   by turn, at most {}", "laps", turns.laps, turns.most_laps);
    let [one, two] = &figures.by_player;
    let _ = writeln!(
        out,
        "  {:<22}{:>9.2}   by game; {} takes {:.2}, {} {:.2}",
        "captures", turns.captures, who[0], one.captured, who[1], two.captured
    );
    let _ = writeln!(out, "  {:<22}{:>9.2}   by game", "extra turns", turns.extra_turns);
    out
}

fn endings(figures: &Figures) -> String {
    let mut out = String::from("\nHow games ended\n");
    for ending in &figures.endings {
        let _ = writeln!(out, "  {:<18}{}", ending.by, portion(ending.part.games, ending.part.share));
    }
    out
}

fn rows(figures: &Figures) -> String {
    if figures.rows.is_empty() {
        return String::new();
    }
    let mut out = String::from("\nRows that fired              times   by turn\n");
    for row in &figures.rows {
        let name = format!("{} ({})", row.row, row.of);
        let by_turn = percent(share(row.times, figures.turns.turns));
        let _ = writeln!(out, "  {name:<22}{:>11}  {by_turn}", grouped(row.times));
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

/// What it took players to choose their moves, a line for each who thinks.
#[must_use]
pub fn efforts(prepared: &Prepared, efforts: &[Effort; 2]) -> String {
    let players = &prepared.simulation.players;
    let of_each = prepared.player_names().into_iter().zip([&players.south, &players.north]).zip(efforts);
    of_each.filter(|(_, effort)| effort.moves > 0).map(|((name, spec), effort)| line_of(&name, spec, effort)).collect()
}

fn line_of(name: &str, spec: &PlayerSpec, effort: &Effort) -> String {
    let seconds = effort.time.as_secs_f64();
    let mut line = format!("{name}: {:.3} ms a move", 1000.0 * seconds / effort.moves as f64);
    let what = if matches!(spec, PlayerSpec::Mcts(_)) { "games played in its mind" } else { "positions looked at" };
    if effort.looked_at > 0 && seconds > 0.0 {
        let [by_move, by_second] =
            [effort.moves as f64, seconds].map(|by| grouped((effort.looked_at as f64 / by) as u64));
        let _ = write!(line, ", with {by_move} {what}, {by_second} a second");
    }
    line + "\n"
}
