//! What a designer asks of a game: is it balanced, does skill tell, how long and how varied is it, is it decided or
//! dramatic, and what do its options change. `docs/measures.md` has the definitions, and where they come from.

mod column;
mod effects;
mod side_by_side;

use crate::engine::pack;
use crate::game::shaped;
use crate::game::{VERSION, hash_of};
use crate::sim::document::other_document;
use crate::sim::figures::Figures;
use crate::sim::prepare::Prepared;
use crate::sim::script::{AlphaBetaSpec, Options, PlayerSpec, Players, Simulation};
use crate::sim::statistics::{Estimate, Histogram, Spread, difference, elo, median, portion};
use crate::sim::tally::Tally;
pub(super) use column::COLUMNS;
pub use effects::{Effect, effects};
use serde::Serialize;
use serde_json::{Value, json};
pub use side_by_side::{SHOWN, Table, changes, of_options, side_by_side, steps};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

/// How much is played for a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Games at random, and between greedy players.
    pub games: u64,
    /// Games between players that look ahead, for each question that they answer.
    pub searching_games: u64,
    /// Positions that such a player looks at for each move.
    pub nodes: i64,
    /// The seed of the first game that is measured; each other one has the next.
    pub seed: u64,
}

impl Effort {
    /// The seed of the game with this number, from 0. Games that are measured side by side share no random numbers, so that
    /// means over them are those of figures that were found apart.
    #[must_use]
    pub fn seed_of(&self, number: usize) -> u64 {
        self.seed.wrapping_add(number as u64)
    }
}

impl Default for Effort {
    fn default() -> Self {
        Effort { games: 1000, searching_games: 200, nodes: 800, seed: 0 }
    }
}

/// What a simulation of a measure is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Two players at random.
    Random,
    /// Two greedy players.
    Greedy,
    /// Two players that look ahead alike.
    Searching,
    /// One that looks at n positions against one that looks at half as many.
    Doubling(i64),
    /// Two players at random, from the seed that all games of a measure have in common: by what they come to, values of
    /// options are known that no game tells apart.
    RandomInCommon,
    /// Two greedy players, for the same.
    GreedyInCommon,
}

impl Purpose {
    /// Whether its games have the seed that all have in common.
    fn is_in_common(self) -> bool {
        matches!(self, Purpose::RandomInCommon | Purpose::GreedyInCommon)
    }
}

/// How often the search is doubled.
const DOUBLINGS: u32 = 3;
/// First moves at random, so that players without chance do not play one game again and again.
const RANDOM_MOVES: i64 = 4;

fn looking_at(nodes: i64) -> PlayerSpec {
    PlayerSpec::AlphaBeta(AlphaBetaSpec { nodes: Some(nodes), memory: Some(1), ..AlphaBetaSpec::default() })
}

/// The simulations that the measure of the game with this number is made of.
#[must_use]
pub fn simulations(variant: &str, options: &Options, effort: Effort, number: usize) -> Vec<(Purpose, Simulation)> {
    let simulation =
        |south: PlayerSpec, north: PlayerSpec, games: u64, random_moves: i64, swap_sides: bool| Simulation {
            options: options.clone(),
            players: Players { south, north },
            games: games as i64,
            seed: effort.seed_of(number),
            random_moves,
            swap_sides,
            ..Simulation::new(variant)
        };
    let search = looking_at(effort.nodes);
    let mut all = vec![
        (Purpose::Random, simulation(PlayerSpec::Random, PlayerSpec::Random, effort.games, 0, false)),
        (Purpose::Greedy, simulation(PlayerSpec::Greedy, PlayerSpec::Greedy, effort.games, RANDOM_MOVES, false)),
        (Purpose::Searching, simulation(search.clone(), search, effort.searching_games, RANDOM_MOVES, false)),
    ];
    for halvings in (0..DOUBLINGS).rev() {
        let nodes = (effort.nodes >> halvings).max(2);
        let (strong, weak) = (looking_at(nodes), looking_at(nodes / 2));
        all.push((Purpose::Doubling(nodes), simulation(strong, weak, effort.searching_games, RANDOM_MOVES, true)));
    }
    let in_common = |(purpose, at): (Purpose, usize)| (purpose, Simulation { seed: effort.seed, ..all[at].1.clone() });
    let in_common: Vec<_> = [(Purpose::RandomInCommon, 0), (Purpose::GreedyInCommon, 1)].map(in_common).into();
    all.extend(in_common);
    all
}

/// Points of who moved first, by decided game, between players that are alike.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Balance {
    /// At random.
    pub random: Estimate,
    /// Between greedy players.
    pub greedy: Estimate,
    /// Between players that look ahead.
    pub searching: Estimate,
}

/// What looking at twice as many positions gains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Skill {
    /// Points of the stronger by decided game, of all steps.
    pub points: Estimate,
    /// The same in Elo, by doubling.
    pub elo_by_doubling: Estimate,
    /// Each step.
    pub steps: Vec<Step>,
}

/// One doubling.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Step {
    /// Positions that the stronger looks at.
    pub nodes: i64,
    /// Its points against one that looks at half of them.
    pub points: Estimate,
    /// The same in Elo.
    pub elo: Estimate,
}

/// How many different positions the first moves lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Openings {
    /// After how many moves.
    pub moves: u32,
    /// Different positions.
    pub positions: u64,
    /// Whether there are no more than these.
    pub exact: bool,
}

/// How far a game is from the first of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Change {
    /// Points of who moves first, between players that look ahead, less those of the first.
    pub balance: Estimate,
    /// Moves of a game less those of the first.
    pub length: Estimate,
    /// Share of draws less that of the first.
    pub draws: Estimate,
    /// Whether every game from the common seed came out like that of the first: nothing in them differs.
    pub same_games: bool,
}

/// The measures of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measures {
    /// What sets it apart from the others.
    pub name: String,
    /// The variant.
    pub variant: String,
    /// The title of the game.
    pub title: String,
    /// Its options and parameters.
    pub options: BTreeMap<String, String>,
    /// Where its random numbers begin.
    pub seed: u64,
    /// The version of the program.
    pub version: &'static str,
    /// Hash of the rules.
    pub rules: String,
    /// Whether it is balanced.
    pub balance: Balance,
    /// How many seeds given to the second player would even the game: the median of the first mover's leads, between
    /// players that look ahead. None in a game without score.
    pub evening_seeds: Option<Estimate>,
    /// Whether skill tells.
    pub skill: Skill,
    /// Moves of a game between players that look ahead.
    pub length: Option<Spread>,
    /// Moves of a game at random.
    pub length_at_random: Option<Spread>,
    /// Legal moves of a turn.
    pub legal_moves: Estimate,
    /// Share of the turns with one legal move only.
    pub forced: Estimate,
    /// Different openings.
    pub openings: Openings,
    /// Share of games that were won or drawn.
    pub decided: Estimate,
    /// Share of drawn games.
    pub draws: Estimate,
    /// Share of games that ended without a winner.
    pub no_winner: Estimate,
    /// Share of games that were not played to their end.
    pub unfinished: Estimate,
    /// Changes of the lead by game.
    pub lead_changes: Estimate,
    /// After which share of a game its winner led to the end.
    pub settled_at: Estimate,
    /// Share of the winners who were behind half-way.
    pub behind_half_way: Estimate,
    /// How far it is from the first that is measured of the same variant; none for that one.
    pub change: Option<Change>,
    /// Hash of what its games from the common seed came to, by which games that are the same are known.
    #[serde(skip)]
    pub games: String,
}

/// What a simulation of a measure came to.
#[derive(Debug, Clone)]
pub struct Measured {
    /// What it was for.
    pub purpose: Purpose,
    /// Its figures.
    pub figures: Figures,
    /// The leads of who moved first at the end of its games.
    pub leads: Histogram,
    /// Hash of what its games came to.
    pub games: String,
}

impl Measured {
    /// Of a simulation that was played.
    #[must_use]
    pub fn of(purpose: Purpose, prepared: &Prepared, tally: &Tally) -> Self {
        let (figures, leads) = (Figures::of("", prepared, tally), tally.mover_margins.clone());
        Measured { purpose, figures, leads, games: hash_of_games(tally) }
    }
}

/// Hash of what games came to. Rows have numbers, which differ from one value of an option to the next; they are left out.
fn hash_of_games(tally: &Tally) -> String {
    let tally = Tally { rows: Vec::new(), endings: Vec::new(), ..tally.clone() };
    // Counts have no maps but those with names and numbers, so that they can always be written.
    hash_of(&serde_json::to_string(&tally).unwrap_or_default())
}

/// The measures of a game from all its simulations; none if one is missing.
#[must_use]
pub fn measures(name: &str, prepared: &Prepared, measured: &[Measured], first: Option<&Measures>) -> Option<Measures> {
    let of = |purpose: Purpose| measured.iter().find(|one| one.purpose == purpose);
    let (random, greedy, searching) = (of(Purpose::Random)?, of(Purpose::Greedy)?, of(Purpose::Searching)?);
    let points = |one: &Measured| one.figures.by_mover[0].points;
    let figures = &searching.figures;
    let course = figures.course.as_ref()?;
    let mut measures = Measures {
        name: name.to_string(),
        variant: figures.variant.clone(),
        title: figures.title.clone(),
        options: figures.options.clone(),
        seed: figures.seed,
        version: VERSION,
        rules: figures.made_by.rules.clone(),
        balance: Balance { random: points(random), greedy: points(greedy), searching: points(searching) },
        evening_seeds: median(&searching.leads),
        skill: skill(measured),
        length: figures.length,
        length_at_random: random.figures.length,
        legal_moves: figures.turns.legal_moves,
        forced: figures.turns.forced,
        openings: openings(prepared),
        decided: portion(figures.decided as f64, figures.games as f64),
        draws: figures.draws.share,
        no_winner: figures.no_winner.share,
        unfinished: figures.unfinished.share,
        lead_changes: course.lead_changes,
        settled_at: course.settled_at,
        behind_half_way: course.behind_half_way,
        change: None,
        games: measured.iter().filter(|one| one.purpose.is_in_common()).map(|one| one.games.as_str()).collect(),
    };
    measures.change = first.and_then(|first| change(&measures, first));
    Some(measures)
}

fn skill(measured: &[Measured]) -> Skill {
    let in_elo = |points: Estimate| Estimate { value: elo(points.value), low: elo(points.low), high: elo(points.high) };
    let (mut steps, mut points, mut games) = (Vec::new(), 0.0, 0.0);
    for one in measured {
        let Purpose::Doubling(nodes) = one.purpose else { continue };
        let of_stronger = one.figures.by_player[0].standing.points;
        points += of_stronger.value * one.figures.decided as f64;
        games += one.figures.decided as f64;
        steps.push(Step { nodes, points: of_stronger, elo: in_elo(of_stronger) });
    }
    let points = portion(points, games);
    Skill { points, elo_by_doubling: in_elo(points), steps }
}

fn change(of: &Measures, first: &Measures) -> Option<Change> {
    Some(Change {
        balance: difference(of.balance.searching, first.balance.searching),
        length: difference(of.length?.mean, first.length?.mean),
        draws: difference(of.draws, first.draws),
        same_games: of.games == first.games,
    })
}

impl Change {
    /// Whether anything is shown to be different: an interval that does not hold 0.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        !self.same_games && [self.balance, self.length, self.draws].into_iter().any(Estimate::shows_difference)
    }
}

/// After how many moves openings are counted.
const OPENING: u32 = 3;
/// Most moves that are looked at for them.
const MOST_MOVES: usize = 300_000;

fn openings(prepared: &Prepared) -> Openings {
    let program = prepared.game.program();
    shaped!(program, S => {
        let mut machine = prepared.game.machine::<S>();
        let mut now = HashSet::from([pack::<S>(program, &prepared.starts[0])]);
        let mut left = MOST_MOVES;
        for _ in 0..OPENING {
            let mut next = HashSet::new();
            // The order of a set does not matter: what is counted is the same, unless too many moves are there.
            let mut positions: Vec<_> = now.into_iter().collect();
            positions.sort_by_cached_key(crate::engine::fingerprint);
            for position in &positions {
                let listed = machine.moves(position, |found| {
                    next.insert(*found.position);
                    left = left.saturating_sub(1);
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                // Moves are missing where one of them takes too many steps.
                if listed.is_err() {
                    left = 0;
                }
            }
            now = next;
        }
        Openings { moves: OPENING, positions: now.len() as u64, exact: left > 0 }
    })
}

// --- as data ------------------------------------------------------------------------------------------------------------

/// The names of the columns of a table of measures, and a line of it: a column for each thing. `options` are those that any
/// of the lines has.
#[must_use]
pub fn measure_row(one: &Measures, effort: Effort, options: &BTreeSet<String>) -> [Vec<String>; 2] {
    let (head, row) = line(one, effort, options).into_iter().unzip();
    [head, row]
}

fn line(one: &Measures, effort: Effort, options: &BTreeSet<String>) -> Vec<(String, String)> {
    let mut line = vec![("name".to_string(), one.name.clone()), ("variant".into(), one.variant.clone())];
    let option = |name: &String| (format!("option_{name}"), one.options.get(name).cloned().unwrap_or_default());
    line.extend(options.iter().map(option));
    let Effort { games, searching_games, nodes, .. } = effort;
    line.extend([
        ("seed".to_string(), one.seed.to_string()),
        ("games".into(), games.to_string()),
        ("searching_games".into(), searching_games.to_string()),
        ("nodes".into(), nodes.to_string()),
    ]);
    let number = |value: f64| if value.is_finite() { value.to_string() } else { String::new() };
    let estimates: [(&str, Option<Estimate>); 19] = [
        ("balance_random", Some(one.balance.random)),
        ("balance_greedy", Some(one.balance.greedy)),
        ("balance_searching", Some(one.balance.searching)),
        ("evening_seeds", one.evening_seeds),
        ("elo_by_doubling", Some(one.skill.elo_by_doubling)),
        ("length", one.length.map(|length| length.mean)),
        ("length_at_random", one.length_at_random.map(|length| length.mean)),
        ("legal_moves", Some(one.legal_moves)),
        ("forced", Some(one.forced)),
        ("decided", Some(one.decided)),
        ("draws", Some(one.draws)),
        ("no_winner", Some(one.no_winner)),
        ("unfinished", Some(one.unfinished)),
        ("lead_changes", Some(one.lead_changes)),
        ("settled_at", Some(one.settled_at)),
        ("behind_half_way", Some(one.behind_half_way)),
        ("change_of_balance", one.change.map(|change| change.balance)),
        ("change_of_length", one.change.map(|change| change.length)),
        ("change_of_draws", one.change.map(|change| change.draws)),
    ];
    let mut three = |name: &str, estimate: Option<Estimate>| {
        type Of = fn(Estimate) -> f64;
        let parts: [(&str, Of); 3] = [("", |one| one.value), ("_low", |one| one.low), ("_high", |one| one.high)];
        for (end, of) in parts {
            line.push((format!("{name}{end}"), estimate.map_or(String::new(), |estimate| number(of(estimate)))));
        }
    };
    estimates.into_iter().for_each(|(name, estimate)| three(name, estimate));
    for (at, step) in (1..).zip(&one.skill.steps) {
        three(&format!("doubling_{at}_points"), Some(step.points));
        three(&format!("doubling_{at}_elo"), Some(step.elo));
    }
    let nodes = |(at, step): (u32, &Step)| (format!("doubling_{at}_nodes"), step.nodes.to_string());
    line.extend((1..).zip(&one.skill.steps).map(nodes));
    line.extend([
        ("same_games".to_string(), one.change.map_or(String::new(), |change| change.same_games.to_string())),
        ("openings".into(), one.openings.positions.to_string()),
        ("openings_exact".into(), one.openings.exact.to_string()),
        ("version".into(), one.version.to_string()),
        ("rules".into(), one.rules.clone()),
    ]);
    line
}

/// The document of measures. `wanted` is how many games were to be measured, `command` what measures them again.
#[must_use]
pub fn measure_document(title: &str, command: &str, effort: Effort, measured: &[Measures], wanted: usize) -> Value {
    let Effort { games, searching_games, nodes, seed } = effort;
    let effort = json!({"games": games, "searching_games": searching_games, "nodes": nodes, "seed": seed});
    let effects = effects(measured);
    let rest = json!({"effort": effort, "wanted": wanted, "effects": effects, "measures": measured});
    let mut document = other_document("measure", title, None, rest);
    document["made_by"]["command"] = command.into();
    document
}
