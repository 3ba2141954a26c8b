//! Sweeps and tournaments as lists of simulations.

use super::read::{ScriptError, ScriptText};
use super::script::{Options, Players, Simulation, Sweep, Tournament, Value, Values};

/// One combination of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// What it is called: what sets it apart from the others.
    pub name: String,
    /// What is played.
    pub simulation: Simulation,
}

/// Most combinations of a sweep.
const MOST_CELLS: usize = 100_000;

impl Sweep {
    /// What is named twice, and is played twice.
    #[must_use]
    pub fn repeated(&self) -> Vec<String> {
        let twice = |one: &[String]| {
            one.iter().enumerate().find(|(at, name)| one[..*at].contains(name)).map(|(_, name)| name.clone())
        };
        let variant = twice(&self.variants).map(|name| format!("the sweep names `{name}` twice"));
        let value = |(name, values): (&String, &Values)| {
            let values: Vec<String> = values.0.iter().map(|value| value.0.clone()).collect();
            twice(&values).map(|value| format!("the sweep gives `{name}` the value `{value}` twice"))
        };
        let pairs: Vec<String> = self.players.iter().map(|pair| format!("{} - {}", pair.south, pair.north)).collect();
        let pair = twice(&pairs).map(|pair| format!("the sweep has the players {pair} twice"));
        variant.into_iter().chain(self.options.iter().filter_map(value)).chain(pair).collect()
    }

    /// What results call it: its own title, or what it compares.
    #[must_use]
    pub fn words(&self) -> String {
        if let Some(title) = &self.title {
            return title.clone();
        }
        let varied = self.options.iter().filter(|(_, values)| values.0.len() > 1);
        let mut over: Vec<String> = varied.map(|(name, _)| name.clone()).collect();
        over.extend((self.players.len() > 1).then(|| "players".to_string()));
        let variants = self.variants.join(", ");
        if over.is_empty() { variants } else { format!("{variants} by {}", over.join(", ")) }
    }
}

/// All combinations: variants, then options in the order of their names, then players; the last runs fastest.
///
/// # Errors
/// What is missing.
pub fn cells(sweep: &Sweep, script: &ScriptText) -> Result<Vec<Cell>, ScriptError> {
    for (name, empty) in [("variants", sweep.variants.is_empty()), ("players", sweep.players.is_empty())] {
        if empty {
            return Err(
                script.at(name, ScriptError::new(format!("`{name}` of the sweep is empty")).help("name at least one"))
            );
        }
    }
    let number = sweep.options.values().map(|values| values.0.len());
    let number = number.chain([sweep.variants.len(), sweep.players.len()]).try_fold(1_usize, usize::checked_mul);
    if number.is_none_or(|number| number > MOST_CELLS) {
        let number =
            number.map_or("more combinations than can be counted".into(), |number| format!("{number} combinations"));
        let error = ScriptError::new(format!("the sweep has {number}, and {MOST_CELLS} is the most"));
        return Err(script.at("Sweep", error.help("take values out, or make several sweeps of it")));
    }
    let mut cells = Vec::new();
    for variant in &sweep.variants {
        for options in combinations(sweep) {
            for players in &sweep.players {
                let simulation =
                    Simulation { variant: variant.clone(), options: options.clone(), ..simulation(sweep, players) };
                cells.push(Cell { name: name(sweep, &simulation), simulation });
            }
        }
    }
    Ok(cells)
}

fn combinations(sweep: &Sweep) -> Vec<Options> {
    let mut combinations = vec![Options::new()];
    for (name, values) in &sweep.options {
        let with = |options: &Options, value: &Value| {
            let mut options = options.clone();
            options.insert(name.clone(), value.clone());
            options
        };
        combinations =
            combinations.iter().flat_map(|options| values.0.iter().map(move |value| with(options, value))).collect();
    }
    combinations
}

fn simulation(sweep: &Sweep, players: &Players) -> Simulation {
    Simulation {
        players: players.clone(),
        games: sweep.games,
        precision: sweep.precision,
        swap_sides: sweep.swap_sides,
        seed: sweep.seed,
        max_moves: sweep.max_moves,
        max_time: sweep.max_time,
        answer_time: sweep.answer_time,
        random_moves: sweep.random_moves,
        count_rules: sweep.count_rules,
        write: sweep.write.clone(),
        expect: sweep.expect.clone(),
        ..Simulation::new("")
    }
}

fn name(sweep: &Sweep, simulation: &Simulation) -> String {
    let mut parts = Vec::new();
    if sweep.variants.len() > 1 {
        parts.push(simulation.variant.clone());
    }
    let varied =
        simulation.options.iter().filter(|(name, _)| sweep.options.get(*name).is_some_and(|values| values.0.len() > 1));
    parts.extend(varied.map(|(name, value)| format!("{name}: {}", value.0)));
    if sweep.players.len() > 1 {
        parts.push(format!("{} - {}", simulation.players.south, simulation.players.north));
    }
    if parts.is_empty() { simulation.variant.clone() } else { parts.join(", ") }
}

/// The pairs of a tournament, by the order of the players' names, each with its simulation.
///
/// # Errors
/// What is missing.
pub fn pairings(tournament: &Tournament, script: &ScriptText) -> Result<Vec<(usize, usize, Simulation)>, ScriptError> {
    let players: Vec<_> = tournament.players.values().collect();
    if players.len() < 2 {
        let error = ScriptError::new("a tournament needs two players or more");
        return Err(script.at("players", error.help("as in `players: { \"one\": Random, \"two\": Greedy }`")));
    }
    let mut pairs = Vec::new();
    for first in 0..players.len() {
        for second in first + 1..players.len() {
            let simulation = Simulation {
                options: tournament.options.clone(),
                players: Players { south: players[first].clone(), north: players[second].clone() },
                games: tournament.games,
                swap_sides: true,
                seed: tournament.seed.wrapping_add(pairs.len() as u64),
                max_moves: tournament.max_moves,
                max_time: tournament.max_time,
                answer_time: tournament.answer_time,
                random_moves: tournament.random_moves,
                count_rules: false,
                ..Simulation::new(tournament.variant.clone())
            };
            pairs.push((first, second, simulation));
        }
    }
    Ok(pairs)
}
