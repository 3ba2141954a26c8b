//! How strong players are, from their games against each other: Elo, as the strengths that make the results likeliest
//! (Bradley and Terry), with draws as half a win for each, and one drawn game added for every pair that met, so that a
//! player who wins or loses all has a rating too. The mean rating is 0; intervals are of 95 %.
//!
//! Written by hand: `statrs` has distributions and no regression, and crates for ratings (Glicko, TrueSkill, Elo from game to
//! game) answer another question, since they depend on the order of the games. `tests/results/recompute.py` climbs the same
//! likelihood with scipy and comes to the same ratings and intervals.

use super::script::Tournament;
use super::statistics::{Estimate, portion};
use super::tally::Tally;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the pairs came to: for each player his points against each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Crosstable {
    /// Names of the players.
    pub names: Vec<String>,
    /// Points of a player (row) against another (column).
    pub points: Vec<Vec<f64>>,
    /// Games of a player against another.
    pub games: Vec<Vec<f64>>,
    /// Games that each player lost by giving no legal move.
    pub forfeits: Vec<u64>,
    /// Why, and how often.
    pub reasons: BTreeMap<String, u64>,
    /// Games that were not played to their end.
    pub unfinished: u64,
    /// Points of who moved first, and of who moved second.
    pub of_movers: [f64; 2],
}

/// The strength of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Elo, the mean of all being 0.
    pub elo: f64,
    /// Half the width of its interval.
    pub error: f64,
    /// Points.
    pub points: f64,
    /// Games.
    pub games: f64,
}

impl Crosstable {
    /// A table without games.
    #[must_use]
    pub fn new(names: Vec<String>) -> Self {
        let empty = vec![vec![0.0; names.len()]; names.len()];
        let forfeits = vec![0; names.len()];
        Crosstable { names, points: empty.clone(), games: empty, forfeits, ..Crosstable::default() }
    }

    /// Adds what a pair came to. Games that were not played to their end give no points.
    pub fn count(&mut self, first: usize, second: usize, tally: &Tally) {
        self.add(first, second, points(tally));
        for (player, lost) in [first, second].into_iter().zip(tally.forfeits) {
            self.forfeits[player] += lost;
        }
        tally.reasons.iter().for_each(|(reason, games)| *self.reasons.entry(reason.clone()).or_default() += games);
        self.unfinished += tally.unfinished;
        for (mover, points) in self.of_movers.iter_mut().enumerate() {
            *points += tally.won_by_mover[mover] as f64 + tally.drawn() as f64 / 2.0;
        }
    }

    /// Which share of the points of his games a player took.
    #[must_use]
    pub fn share(&self, player: usize) -> Estimate {
        portion(self.points[player].iter().sum(), self.games[player].iter().sum())
    }

    /// Which share of the points who moved first took, and who moved second.
    #[must_use]
    pub fn by_mover(&self) -> [Estimate; 2] {
        let all = self.of_movers.iter().sum();
        self.of_movers.map(|points| portion(points, all))
    }

    /// Adds the games of a pair: points of the first, points of the second.
    pub fn add(&mut self, first: usize, second: usize, points: [f64; 2]) {
        let games = points[0] + points[1];
        self.points[first][second] += points[0];
        self.points[second][first] += points[1];
        self.games[first][second] += games;
        self.games[second][first] += games;
    }

    /// The rating of each player.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        let count = self.names.len();
        let strengths = self.strengths();
        let errors = self.errors(&strengths);
        let logs: Vec<f64> = strengths.iter().map(|strength| strength.log10() * 400.0).collect();
        let mean = logs.iter().sum::<f64>() / count.max(1) as f64;
        let rating = |player: usize| Rating {
            elo: logs[player] - mean,
            error: errors[player],
            points: self.points[player].iter().sum(),
            games: self.games[player].iter().sum(),
        };
        (0..count).map(rating).collect()
    }

    /// Games of a pair with the one that is added.
    fn met(&self, one: usize, two: usize) -> f64 {
        if self.games[one][two] > 0.0 { self.games[one][two] + 1.0 } else { 0.0 }
    }

    fn won(&self, one: usize, two: usize) -> f64 {
        if self.games[one][two] > 0.0 { self.points[one][two] + 0.5 } else { 0.0 }
    }

    /// Strengths by repeated improvement (Hunter's MM); each step makes the results likelier.
    fn strengths(&self) -> Vec<f64> {
        let count = self.names.len();
        let mut strengths = vec![1.0_f64; count];
        for _ in 0..10_000 {
            let before = strengths.clone();
            for one in 0..count {
                let won: f64 = (0..count).map(|two| self.won(one, two)).sum();
                let weight: f64 = (0..count).map(|two| self.met(one, two) / (strengths[one] + strengths[two])).sum();
                if weight > 0.0 {
                    strengths[one] = won / weight;
                }
            }
            let scale = (strengths.iter().map(|strength| strength.ln()).sum::<f64>() / count.max(1) as f64).exp();
            strengths.iter_mut().for_each(|strength| *strength /= scale);
            let moved = strengths.iter().zip(&before).map(|(now, then)| (now / then).ln().abs()).fold(0.0, f64::max);
            if moved < 1e-10 {
                break;
            }
        }
        strengths
    }

    /// 1.96 standard errors in Elo, from the curvature of the likelihood (its generalised inverse: the mean is fixed).
    fn errors(&self, strengths: &[f64]) -> Vec<f64> {
        let count = strengths.len();
        let mut information = vec![vec![1.0 / count.max(1) as f64; count]; count];
        for one in 0..count {
            for two in (0..count).filter(|two| *two != one) {
                let chance = strengths[one] / (strengths[one] + strengths[two]);
                let weight = self.met(one, two) * chance * (1.0 - chance);
                information[one][one] += weight;
                information[one][two] -= weight;
            }
        }
        let to_elo = 400.0 / std::f64::consts::LN_10;
        let variances = inverse_diagonal(information);
        // The constant that made the matrix regular adds the same to each variance.
        variances
            .iter()
            .map(|variance| 1.96 * to_elo * (variance - 1.0 / count.max(1) as f64).max(0.0).sqrt())
            .collect()
    }
}

/// The diagonal of the inverse of a matrix (Gauss and Jordan).
fn inverse_diagonal(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let count = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..count).map(|row| (0..count).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for at in 0..count {
        let pivot =
            (at..count).max_by(|one, two| matrix[*one][at].abs().total_cmp(&matrix[*two][at].abs())).unwrap_or(at);
        matrix.swap(at, pivot);
        inverse.swap(at, pivot);
        let scale = if matrix[at][at].abs() < 1e-12 { 1e-12 } else { matrix[at][at] };
        for column in 0..count {
            matrix[at][column] /= scale;
            inverse[at][column] /= scale;
        }
        for row in (0..count).filter(|row| *row != at) {
            let factor = matrix[row][at];
            for column in 0..count {
                let (one, two) = (matrix[at][column], inverse[at][column]);
                matrix[row][column] -= factor * one;
                inverse[row][column] -= factor * two;
            }
        }
    }
    (0..count).map(|at| inverse[at][at]).collect()
}

/// Points of the first and the second player of a pair.
fn points(tally: &Tally) -> [f64; 2] {
    [0, 1].map(|player| tally.won_by_player(player) as f64 + tally.drawn() as f64 / 2.0)
}

/// What was played, in lines: the title first.
#[must_use]
pub fn settings(title: &str, tournament: &Tournament, games: u64) -> Vec<String> {
    let options: Vec<String> = tournament.options.iter().map(|(name, value)| format!("{name}: {}", value.0)).collect();
    let options = if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    let mut lines = vec![format!("{title}{options}, {games} games of each pair, seed {}", tournament.seed)];
    lines.push("  every pair swaps sides in every second game".into());
    if tournament.random_moves > 0 {
        lines.push(format!("  the first {} moves are played at random", tournament.random_moves));
    }
    lines.extend(tournament.players.iter().map(|(name, player)| format!("  {name}: {player}")));
    lines
}

/// Every player with his settings, rating and points, the strongest first.
#[must_use]
pub fn standings(cross: &Crosstable, tournament: &Tournament) -> Vec<Value> {
    let ratings = cross.ratings();
    let line = |player: usize| {
        let Rating { elo, error, points, games } = ratings[player];
        let name = &cross.names[player];
        let settings = tournament.players.get(name).map(ToString::to_string);
        json!({
            "name": name, "settings": settings, "points": points, "games": games, "forfeits": cross.forfeits[player],
            "points_share": cross.share(player),
            "elo": {"value": elo, "low": elo - error, "high": elo + error},
        })
    };
    order(cross).into_iter().map(line).collect()
}

/// What must be known beside the points.
#[must_use]
pub fn notes(cross: &Crosstable, reproducible: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let games = |number: u64| if number == 1 { "1 game".to_string() } else { format!("{number} games") };
    for (name, lost) in cross.names.iter().zip(&cross.forfeits).filter(|(_, lost)| **lost > 0) {
        notes.push(format!("{name} lost {} by giving no legal move", games(*lost)));
    }
    notes.extend(cross.reasons.iter().map(|(reason, lost)| format!("  {}: {reason}", games(*lost))));
    if cross.unfinished > 0 {
        notes.push(format!("{} not played to the end; these give no points", games(cross.unfinished)));
    }
    if !reproducible {
        notes.push(
            "limited by the clock or played by an outside program: the games need not come out the same again".into(),
        );
    }
    notes
}

/// The table and the ratings in the terminal, the strongest first.
#[must_use]
pub fn table(cross: &Crosstable) -> String {
    use std::fmt::Write as _;
    let ratings = cross.ratings();
    let order = order(cross);
    let width = cross.names.iter().map(|name| name.chars().count()).max().unwrap_or(4).max(6);
    let told = |share: Estimate| {
        let Estimate { value, low, high } = share;
        format!("{:.1} % ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
    };
    let mut out = format!(
        "    {:<width$}  {:>6}  {:>7}  {:>13}  {:>24}",
        "player", "Elo", "+/-", "points", "share of the points"
    );
    for place in 1..=order.len() {
        let _ = write!(out, "  {place:>8}");
    }
    out.push('\n');
    for (place, player) in order.iter().enumerate() {
        let Rating { elo, error, points, games } = ratings[*player];
        let _ = write!(
            out,
            "{:>3} {:<width$}  {elo:>6.0}  {error:>7.0}  {:>13}  {:>24}",
            place + 1,
            cross.names[*player],
            format!("{points} / {games}"),
            told(cross.share(*player))
        );
        for other in &order {
            let text = if other == player { "-".into() } else { format!("{}", cross.points[*player][*other]) };
            let _ = write!(out, "  {text:>8}");
        }
        out.push('\n');
    }
    let [first, second] = cross.by_mover().map(told);
    let _ = writeln!(out, "    points by game: who moved first {first}, who moved second {second}");
    out
}

/// Players by rating, the strongest first.
#[must_use]
pub fn order(cross: &Crosstable) -> Vec<usize> {
    let ratings = cross.ratings();
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|one, two| ratings[*two].elo.total_cmp(&ratings[*one].elo).then(one.cmp(two)));
    order
}
