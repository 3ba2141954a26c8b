//! What many games come to, counted so that parts of a run can be put together in any order.

use super::column::Sums;
use super::course::Course;
use super::ending::{Ending, Stop};
use super::referee::Turn;
use super::statistics::{Histogram, Ratio, count, merge, merge_lists, share, turned};
use crate::model::{Id, Model, Player, RuleId};
use crate::plan::Counts;
use crate::position::GameResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Widest turn that is counted by itself.
pub(super) const WIDEST: usize = 255;
/// Last turn of which the branching is counted by itself.
pub(super) const LATEST: usize = 500;

/// Counts over many games.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// For games with sides as given and swapped: how many South won, North won, were drawn, had no winner.
    pub results: [[u64; 4]; 2],
    /// Games won by who moved first, and by the other.
    pub won_by_mover: [u64; 2],
    /// Games that were not played to their end.
    pub unfinished: u64,
    /// Games lost by giving no legal move, by first and second player.
    pub forfeits: [u64; 2],
    /// Why games were forfeited.
    pub reasons: BTreeMap<String, u64>,
    /// For games with sides as given and swapped: final scores of South and North.
    pub scores: [[Histogram; 2]; 2],
    /// For games with sides as given and swapped: South's score less North's.
    pub margins: [Histogram; 2],
    /// The score of who moved first less that of the other.
    pub mover_margins: Histogram,
    /// South's lead with perfect play from the start, where a player has found it.
    pub proven: Histogram,
    /// Moves of a game.
    pub lengths: Histogram,
    /// Games by the row that ended them.
    pub endings: Vec<u64>,
    /// Games by what stopped them otherwise: moves, time, stuck, forfeit.
    pub stops: [u64; 5],
    /// Turns.
    pub turns: u64,
    /// Turns by number of legal moves; the last entry is for all wider ones.
    pub widths: Vec<u64>,
    /// Number of legal moves, summed.
    pub choices: u64,
    /// Legal moves by turn, of each game.
    pub choices_by_game: Ratio,
    /// Turns with one legal move among those of each game.
    pub forced_by_game: Ratio,
    /// Most legal moves of a turn.
    pub widest: u64,
    /// For each turn of the game: legal moves summed, and turns.
    pub by_turn: Vec<(u64, u64)>,
    /// Turns with a capture.
    pub captures: u64,
    /// For games with sides as given and swapped: pieces captured by South and North.
    pub captured: [[i64; 2]; 2],
    /// Laps.
    pub laps: u64,
    /// Most laps of a turn.
    pub most_laps: u32,
    /// Turns after which the same player moved again.
    pub again: u64,
    /// How often each row of the rules fired.
    pub rows: Vec<u64>,
    /// How often each pit was played.
    pub pits: Vec<u64>,
    /// How often each pit was played in the first turn of a game.
    pub first_pits: Vec<u64>,
    /// Pieces captured at each place.
    pub captured_at: Vec<u64>,
    /// How often the last piece of a turn fell into each place.
    pub last_at: Vec<u64>,
    /// How games went.
    pub course: Course,
}

impl Tally {
    /// Counts the turns of a game.
    pub fn turns<'t>(&mut self, turns: impl Iterator<Item = &'t Turn>, swapped: bool) {
        let (mut played, mut choices, mut forced) = (0, 0, 0);
        for (number, turn) in turns.enumerate() {
            self.turn(number, turn, swapped);
            played += 1;
            choices += turn.choices;
            forced += u64::from(turn.choices == 1);
        }
        self.choices_by_game.count(choices, played);
        self.forced_by_game.count(forced, played);
    }

    /// Counts the turns of a game at random, but for what is counted turn by turn.
    pub(super) fn drawn_turns(&mut self, sums: &Sums, swapped: bool) {
        self.turns += sums.turns;
        self.choices += sums.choices;
        self.choices_by_game.count(sums.choices, sums.turns);
        self.forced_by_game.count(sums.forced, sums.turns);
        self.again += sums.again;
        self.captures += sums.captures;
        self.captured[usize::from(swapped)].iter_mut().zip(sums.captured).for_each(|(all, captured)| *all += captured);
        self.laps += sums.laps;
        self.most_laps = self.most_laps.max(sums.most_laps);
    }

    /// Counts how many legal moves there were, summed, in which turn, and how many games had it.
    pub(super) fn drawn_by_turn(&mut self, games: &[u64], choices: Vec<i64>) {
        let turns = games.len().min(LATEST + 1);
        if self.by_turn.len() < turns {
            self.by_turn.resize(turns, (0, 0));
        }
        for (turn, (games, choices)) in games.iter().zip(choices).enumerate() {
            let entry = &mut self.by_turn[turn.min(LATEST)];
            *entry = (entry.0 + choices.unsigned_abs(), entry.1 + games);
        }
    }

    /// Counts rows that were taken, and pieces by where they were captured.
    pub(super) fn counted(&mut self, counts: &Counts) {
        merge_lists(&mut self.rows, counts.rows());
        merge_lists(&mut self.captured_at, counts.captured());
    }

    fn turn(&mut self, number: usize, turn: &Turn, swapped: bool) {
        self.turns += 1;
        self.choices += turn.choices;
        self.widest = self.widest.max(turn.choices);
        count(&mut self.widths, WIDEST.min(turn.choices as usize), 1);
        let number = number.min(LATEST);
        if self.by_turn.len() <= number {
            self.by_turn.resize(number + 1, (0, 0));
        }
        self.by_turn[number].0 += turn.choices;
        self.by_turn[number].1 += 1;
        if turn.captured > 0 {
            self.captures += 1;
            self.captured[usize::from(swapped)][turn.mover.index()] += i64::from(turn.captured);
        }
        self.laps += u64::from(turn.laps);
        self.most_laps = self.most_laps.max(turn.laps);
        self.again += u64::from(turn.again);
    }

    /// Counts the pit that a turn began with, and where its last piece fell.
    pub fn begins_and_ends(&mut self, is_first: bool, origin: Option<usize>, last: Option<usize>) {
        if let Some(origin) = origin {
            count(&mut self.pits, origin, 1);
            if is_first {
                count(&mut self.first_pits, origin, 1);
            }
        }
        if let Some(last) = last {
            count(&mut self.last_at, last, 1);
        }
    }

    /// Counts the end of a game. `scores` are those of the last position, where the game has a score; `first` is who
    /// moved first.
    pub fn game(&mut self, ending: &Ending, length: usize, swapped: bool, first: Player, scores: Option<[i32; 2]>) {
        *self.lengths.entry(length as i64).or_default() += 1;
        if let Some(scores) = scores {
            let of_this = usize::from(swapped);
            for (histogram, score) in self.scores[of_this].iter_mut().zip(scores) {
                *histogram.entry(i64::from(score)).or_default() += 1;
            }
            let lead = i64::from(scores[0] - scores[1]);
            *self.margins[of_this].entry(lead).or_default() += 1;
            *self.mover_margins.entry(if first == Player::South { lead } else { -lead }).or_default() += 1;
        }
        self.ended(ending, swapped, first);
    }

    /// Counts how a game ended, but for its length and the scores.
    pub(super) fn ended(&mut self, ending: &Ending, swapped: bool, first: Player) {
        self.games += 1;
        match ending {
            Ending::Rules(ended) => {
                count(&mut self.endings, ended.rule.index(), 1);
                self.came_to(ended.result, swapped, first);
            }
            Ending::Stopped(stop) => self.stopped(stop, swapped, first),
        }
    }

    fn came_to(&mut self, result: GameResult, swapped: bool, first: Player) {
        self.results[usize::from(swapped)][number(result)] += 1;
        if let GameResult::Winner(winner) = result {
            self.won_by_mover[usize::from(winner != first)] += 1;
        }
    }

    fn stopped(&mut self, stop: &Stop, swapped: bool, first: Player) {
        let at = match stop {
            Stop::Moves => 0,
            Stop::Time | Stop::Interrupted => 1,
            Stop::Stuck => 2,
            Stop::TooLong => 4,
            Stop::Forfeit(loser, reason) => {
                self.forfeits[usize::from(loser.index() == 1) ^ usize::from(swapped)] += 1;
                *self.reasons.entry(reason.clone()).or_default() += 1;
                self.came_to(GameResult::Winner(loser.other()), swapped, first);
                3
            }
        };
        self.stops[at] += 1;
        self.unfinished += u64::from(at != 3);
    }

    /// Puts another tally to this one.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        for (mine, theirs) in self.results.iter_mut().flatten().zip(other.results.iter().flatten()) {
            *mine += theirs;
        }
        for (mine, theirs) in self.won_by_mover.iter_mut().zip(other.won_by_mover) {
            *mine += theirs;
        }
        self.unfinished += other.unfinished;
        for (mine, theirs) in self.forfeits.iter_mut().zip(other.forfeits) {
            *mine += theirs;
        }
        other.reasons.iter().for_each(|(reason, games)| *self.reasons.entry(reason.clone()).or_default() += games);
        for (mine, theirs) in self.scores.iter_mut().flatten().zip(other.scores.iter().flatten()) {
            merge(mine, theirs);
        }
        for (mine, theirs) in self.margins.iter_mut().zip(&other.margins) {
            merge(mine, theirs);
        }
        merge(&mut self.mover_margins, &other.mover_margins);
        merge(&mut self.lengths, &other.lengths);
        merge(&mut self.proven, &other.proven);
        merge_lists(&mut self.endings, &other.endings);
        for (mine, theirs) in self.stops.iter_mut().zip(other.stops) {
            *mine += theirs;
        }
        self.add_turns(other);
    }

    fn add_turns(&mut self, other: &Tally) {
        self.turns += other.turns;
        merge_lists(&mut self.widths, &other.widths);
        self.choices += other.choices;
        self.choices_by_game.add(&other.choices_by_game);
        self.forced_by_game.add(&other.forced_by_game);
        self.widest = self.widest.max(other.widest);
        if self.by_turn.len() < other.by_turn.len() {
            self.by_turn.resize(other.by_turn.len(), (0, 0));
        }
        for (mine, theirs) in self.by_turn.iter_mut().zip(&other.by_turn) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
        self.captures += other.captures;
        for (mine, theirs) in self.captured.iter_mut().flatten().zip(other.captured.iter().flatten()) {
            *mine += theirs;
        }
        self.laps += other.laps;
        self.most_laps = self.most_laps.max(other.most_laps);
        self.again += other.again;
        merge_lists(&mut self.rows, &other.rows);
        merge_lists(&mut self.pits, &other.pits);
        merge_lists(&mut self.first_pits, &other.first_pits);
        merge_lists(&mut self.captured_at, &other.captured_at);
        merge_lists(&mut self.last_at, &other.last_at);
        self.course.add(&other.course);
    }

    // --- figures -----------------------------------------------------------------------------------------------------

    /// Games with this result, whichever way the sides were.
    #[must_use]
    pub fn with_result(&self, result: GameResult) -> u64 {
        self.results.iter().map(|of| of[number(result)]).sum()
    }

    /// Games that a side won.
    #[must_use]
    pub fn won_by_side(&self, side: Player) -> u64 {
        self.with_result(GameResult::Winner(side))
    }

    /// Games that the first or second player won.
    #[must_use]
    pub fn won_by_player(&self, player: usize) -> u64 {
        self.results[0][player & 1] + self.results[1][(player & 1) ^ 1]
    }

    /// Games that count for points: with a winner or drawn.
    #[must_use]
    pub fn decided(&self) -> u64 {
        self.results.iter().map(|of| of[..3].iter().sum::<u64>()).sum()
    }

    /// Drawn games.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        self.with_result(GameResult::Draw)
    }

    /// Points of a side by decided game.
    #[must_use]
    pub fn side_score(&self, side: Player) -> f64 {
        share(2 * self.won_by_side(side) + self.drawn(), 2 * self.decided())
    }

    /// Points of the first or second player by decided game.
    #[must_use]
    pub fn player_score(&self, player: usize) -> f64 {
        share(2 * self.won_by_player(player) + self.drawn(), 2 * self.decided())
    }

    /// Points of who moved first, or of the other, by decided game.
    #[must_use]
    pub fn mover_score(&self, mover: usize) -> f64 {
        share(2 * self.won_by_mover[mover & 1] + self.drawn(), 2 * self.decided())
    }

    /// Games without a winner that were not drawn.
    #[must_use]
    pub fn without_winner(&self) -> u64 {
        self.with_result(GameResult::NoWinner)
    }

    /// Final scores of the first or second player.
    #[must_use]
    pub fn player_scores(&self, player: usize) -> Histogram {
        let mut all = self.scores[0][player & 1].clone();
        merge(&mut all, &self.scores[1][(player & 1) ^ 1]);
        all
    }

    /// The score of the first player less that of the second.
    #[must_use]
    pub fn player_margins(&self) -> Histogram {
        let mut all = self.margins[0].clone();
        merge(&mut all, &turned(&self.margins[1]));
        all
    }

    /// South's score less North's.
    #[must_use]
    pub fn side_margins(&self) -> Histogram {
        let mut all = self.margins[0].clone();
        merge(&mut all, &self.margins[1]);
        all
    }

    /// Pieces that the first or second player captured.
    #[must_use]
    pub fn captured_by_player(&self, player: usize) -> i64 {
        self.captured[0][player & 1] + self.captured[1][(player & 1) ^ 1]
    }

    /// Legal moves of a turn, on average.
    #[must_use]
    pub fn branching(&self) -> f64 {
        share(self.choices, self.turns)
    }

    /// Games by what ended them, the most frequent first.
    #[must_use]
    pub fn ending_list(&self, model: &Model) -> Vec<(String, u64)> {
        let mut by_label: BTreeMap<&str, u64> = BTreeMap::new();
        for (rule, games) in RuleId::all().zip(&self.endings).filter(|(_, games)| **games > 0) {
            *by_label.entry(label(model, rule)).or_default() += games;
        }
        let stops =
            ["(most moves)", "(most time)", "(no move, and no rule)", "(lost by giving no legal move)", "(too long)"];
        let stopped = stops.into_iter().zip(self.stops).filter(|(_, games)| *games > 0);
        let mut list: Vec<(String, u64)> =
            by_label.into_iter().chain(stopped).map(|(label, games)| (label.to_string(), games)).collect();
        list.sort_by(|one, two| two.1.cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        list
    }
}

fn label(model: &Model, rule: RuleId) -> &str {
    model.rules.get(rule).map_or("?", |rule| rule.label.as_str())
}

/// Number of a result among the counts of results.
fn number(result: GameResult) -> usize {
    match result {
        GameResult::Winner(player) => player.index(),
        GameResult::Draw => 2,
        GameResult::NoWinner => 3,
    }
}
