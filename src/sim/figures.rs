//! What a simulation came to, as figures: the one place from which summaries, tables, pages and JSON are made.
//! `docs/results.md` describes every field.

use super::prepare::Prepared;
use super::statistics::{Estimate, Histogram, Spread, mean, portion, share, spread};
use super::tally::Tally;
use crate::game::VERSION;
use crate::model::{Id, Player, RuleId};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What made a result, so that it can be made again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MadeBy {
    /// The version of the program.
    pub version: &'static str,
    /// Hash of the rules.
    pub rules: String,
    /// Hash of the settings that decide the games.
    pub settings: String,
    /// Hash of the text of the script; none without a script.
    pub script: Option<String>,
    /// The command that makes it again, where a script does not say all of it.
    pub command: Option<String>,
}

impl MadeBy {
    /// In words, as pages and summaries end.
    #[must_use]
    pub fn words(&self) -> String {
        let settings = [format!("settings {}", self.settings)];
        made_by_words([self.rules.as_str()], settings, self.script.as_deref(), self.command.as_deref())
    }
}

/// What made results of these rules, in words.
#[must_use]
pub fn made_by_words<'a>(
    rules: impl IntoIterator<Item = &'a str>,
    more: impl IntoIterator<Item = String>,
    script: Option<&str>,
    command: Option<&str>,
) -> String {
    let rules: BTreeSet<&str> = rules.into_iter().collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    let mut parts = vec![format!("mancala {VERSION}"), format!("rules {}", rules.join(" "))];
    parts.extend(more);
    parts.extend(script.map(|script| format!("script {script}")));
    parts.extend(command.map(|command| format!("by `{command}`")));
    parts.join(", ")
}

/// A run that was to last until the interval of the points is narrow enough.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Precision {
    /// How narrow the interval was to be.
    pub wanted: f64,
    /// Whether it came to be.
    pub reached: bool,
}

/// The games of a player, of a side, or of who moved first or second.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Standing {
    /// Who it is.
    pub name: String,
    /// Games won.
    pub wins: u64,
    /// Share of all games that were won.
    pub win_share: Estimate,
    /// Points by game that was won or drawn: 1 for a win, a half for a draw.
    pub points: Estimate,
}

/// One of the two players.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PlayerFigures {
    /// His results.
    #[serde(flatten)]
    pub standing: Standing,
    /// His final scores, where the game has a score.
    pub score: Option<Spread>,
    /// Pieces captured by game.
    pub captured: f64,
    /// Games lost by giving no legal move.
    pub forfeits: u64,
}

/// A number of games, and which share of all they are.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Part {
    /// How many.
    pub games: u64,
    /// Their share of all games.
    pub share: Estimate,
}

/// Games that ended in one way.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EndedBy {
    /// The label of the row, or in brackets what else ended them.
    pub by: String,
    /// Which games.
    #[serde(flatten)]
    pub part: Part,
}

/// A row of the rules, and how often it was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RowTaken {
    /// Its label.
    pub row: String,
    /// The table that it stands in.
    pub of: String,
    /// How often.
    pub times: u64,
}

/// Figures of turns.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TurnFigures {
    /// Turns in all games.
    pub turns: u64,
    /// Legal moves of a turn, on average.
    pub legal_moves: Estimate,
    /// Most legal moves of a turn.
    pub most_legal_moves: u64,
    /// Share of the turns in which there was one legal move only.
    pub forced: Estimate,
    /// Laps by turn.
    pub laps: f64,
    /// Most laps of a turn.
    pub most_laps: u32,
    /// Turns with a capture, by game.
    pub captures: f64,
    /// Turns after which the same player moved again, by game.
    pub extra_turns: f64,
}

/// How games went; absent where rules are not counted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CourseFigures {
    /// How often the lead went to the other player, by game.
    pub lead_changes: Estimate,
    /// After which share of the game the winner led to the end, by won game.
    pub settled_at: Estimate,
    /// Share of the won games whose winner was behind half-way.
    pub behind_half_way: Estimate,
    /// Share of the turns of won games before which the later winner was behind.
    pub turns_behind: f64,
}

/// What a simulation came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Figures {
    /// What sets it apart from others of the same run.
    pub name: String,
    /// The variant as records name it.
    pub variant: String,
    /// The title of the game.
    pub title: String,
    /// The options and parameters with the values that were played with.
    pub options: BTreeMap<String, String>,
    /// The first player, who stands under `south`, and the second.
    pub players: [String; 2],
    /// Whether they swapped sides in every second game.
    pub swap_sides: bool,
    /// Where the random numbers begin.
    pub seed: u64,
    /// First moves that were played at random for both players.
    pub random_moves: u32,
    /// Most moves of a game.
    pub max_moves: u32,
    /// Whether the same games come out again.
    pub reproducible: bool,
    /// Until when it was played, where that was not a number of games.
    pub precision: Option<Precision>,
    /// What made it.
    pub made_by: MadeBy,
    /// Games.
    pub games: u64,
    /// Games that were won or drawn.
    pub decided: u64,
    /// Drawn games.
    pub draws: Part,
    /// Games that ended without a winner.
    pub no_winner: Part,
    /// Games that were not played to their end.
    pub unfinished: Part,
    /// The first and the second player.
    pub by_player: [PlayerFigures; 2],
    /// South and North.
    pub by_side: [Standing; 2],
    /// Who moved first, and who moved second.
    pub by_mover: [Standing; 2],
    /// Moves of a game.
    pub length: Option<Spread>,
    /// The first player's score less the second's.
    pub lead: Option<Spread>,
    /// The score of who moved first less that of the other.
    pub first_mover_lead: Option<Spread>,
    /// Turns.
    pub turns: TurnFigures,
    /// How games went.
    pub course: Option<CourseFigures>,
    /// What ended games, the most frequent first.
    pub endings: Vec<EndedBy>,
    /// Rows that were taken.
    pub rows: Vec<RowTaken>,
    /// South's lead with perfect play from the start, where every line was followed to its end.
    pub perfect_play: Option<i64>,
    /// Why games were forfeited, and how many.
    pub forfeit_reasons: BTreeMap<String, u64>,
}

impl Figures {
    /// Of a simulation that is called so.
    #[must_use]
    pub fn of(name: &str, prepared: &Prepared, tally: &Tally) -> Self {
        let simulation = &prepared.simulation;
        let players = &simulation.players;
        let model = prepared.game.model();
        let part = |games: u64| Part { games, share: portion(games as f64, tally.games as f64) };
        let ending = |(by, games): (String, u64)| EndedBy { by, part: part(games) };
        Figures {
            name: name.to_string(),
            variant: prepared.variant.clone(),
            title: model.title.clone(),
            options: model.bindings.iter().map(|bound| (bound.name.clone(), bound.value.clone())).collect(),
            players: prepared.player_names(),
            swap_sides: simulation.swap_sides,
            seed: simulation.seed,
            random_moves: prepared.limits.random_moves,
            max_moves: prepared.limits.moves,
            reproducible: players.are_reproducible() && prepared.limits.time.is_none(),
            precision: prepared
                .simulation
                .precision
                .map(|wanted| Precision { wanted, reached: prepared.is_narrow(tally) }),
            made_by: prepared.made_by(),
            games: tally.games,
            decided: tally.decided(),
            draws: part(tally.drawn()),
            no_winner: part(tally.without_winner()),
            unfinished: part(tally.unfinished),
            by_player: [0, 1].map(|player| player_figures(player, prepared, tally)),
            by_side: [Player::South, Player::North]
                .map(|side| standing(title_of(side), tally.won_by_side(side), tally)),
            by_mover: [("first mover", 0), ("second mover", 1)]
                .map(|(name, mover)| standing(name, tally.won_by_mover[mover], tally)),
            length: spread(&tally.lengths),
            lead: spread(&tally.player_margins()),
            first_mover_lead: spread(&tally.mover_margins),
            turns: turn_figures(tally),
            course: (simulation.count_rules && tally.games > 0).then(|| course_figures(tally)),
            endings: tally.ending_list(model).into_iter().map(ending).collect(),
            rows: rows(prepared, tally),
            perfect_play: perfect_play(tally),
            forfeit_reasons: tally.reasons.clone(),
        }
    }

    /// Who is told of first: the players where they swap sides, otherwise the sides, which are theirs.
    #[must_use]
    pub fn main_standings(&self) -> [&Standing; 2] {
        if self.swap_sides { self.by_player.each_ref().map(|player| &player.standing) } else { self.by_side.each_ref() }
    }
}

/// What a side is called.
#[must_use]
pub(super) fn title_of(side: Player) -> &'static str {
    match side {
        Player::South => "South",
        Player::North => "North",
    }
}

fn standing(name: &str, wins: u64, tally: &Tally) -> Standing {
    let points = wins as f64 + tally.drawn() as f64 / 2.0;
    Standing {
        name: name.to_string(),
        wins,
        win_share: portion(wins as f64, tally.games as f64),
        points: portion(points, tally.decided() as f64),
    }
}

fn player_figures(player: usize, prepared: &Prepared, tally: &Tally) -> PlayerFigures {
    let [first, second] = prepared.player_names();
    PlayerFigures {
        standing: standing(if player == 0 { &first } else { &second }, tally.won_by_player(player), tally),
        score: spread(&tally.player_scores(player)),
        captured: tally.captured_by_player(player) as f64 / tally.games.max(1) as f64,
        forfeits: tally.forfeits[player],
    }
}

fn turn_figures(tally: &Tally) -> TurnFigures {
    TurnFigures {
        turns: tally.turns,
        legal_moves: tally.choices_by_game.estimate().within(0.0, f64::INFINITY),
        most_legal_moves: tally.widest,
        forced: tally.forced_by_game.estimate().within(0.0, 1.0),
        laps: share(tally.laps, tally.turns),
        most_laps: tally.most_laps,
        captures: share(tally.captures, tally.games),
        extra_turns: share(tally.again, tally.games),
    }
}

/// The mean of a histogram.
fn mean_of(histogram: &Histogram) -> Estimate {
    spread(histogram).map_or(mean(0.0, 0.0, 0), |spread| spread.mean)
}

fn course_figures(tally: &Tally) -> CourseFigures {
    let course = &tally.course;
    let Estimate { value, low, high } = mean_of(&course.settled);
    let settled_at = Estimate { value: value / 1000.0, low: low / 1000.0, high: high / 1000.0 };
    CourseFigures {
        lead_changes: mean_of(&course.changes).within(0.0, f64::INFINITY),
        settled_at: settled_at.within(0.0, 1.0),
        behind_half_way: portion(course.behind_half_way as f64, course.won as f64),
        turns_behind: share(course.turns_behind, course.turns),
    }
}

fn rows(prepared: &Prepared, tally: &Tally) -> Vec<RowTaken> {
    let rules = &prepared.game.model().rules;
    let taken = RuleId::all().zip(&tally.rows).filter(|(_, times)| **times > 0);
    let row = |(rule, times): (RuleId, &u64)| {
        let rule = rules.get(rule)?;
        Some(RowTaken { row: rule.label.clone(), of: rule.of.clone(), times: *times })
    };
    taken.filter_map(row).collect()
}

/// What perfect play comes to, where it is the same in every game.
fn perfect_play(tally: &Tally) -> Option<i64> {
    let (lead, _) = tally.proven.iter().next()?;
    (tally.proven.len() == 1).then_some(*lead)
}

impl Prepared {
    /// What the first and the second player are called: two that are alike are told apart.
    #[must_use]
    pub fn player_names(&self) -> [String; 2] {
        let players = &self.simulation.players;
        let names = [players.south.to_string(), players.north.to_string()];
        if names[0] != names[1] {
            return names;
        }
        let apart = if self.simulation.swap_sides { ["first", "second"] } else { ["South", "North"] };
        let [first, second] = names;
        [format!("{first} ({})", apart[0]), format!("{second} ({})", apart[1])]
    }

    /// What made its results.
    #[must_use]
    pub fn made_by(&self) -> MadeBy {
        MadeBy {
            version: VERSION,
            rules: self.origin.rules.clone(),
            settings: self.origin.settings.clone(),
            script: self.script.clone(),
            command: self.command.clone(),
        }
    }
}
