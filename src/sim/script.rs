//! What a script may say. Fields that are not known are refused; numbers are read wider than they may be, so that a wrong
//! one can be told in words.

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A script.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[non_exhaustive]
pub enum Script {
    /// Many games.
    Simulation(Simulation),
    /// A fixed line of play.
    Scenario(Scenario),
    /// Many simulations.
    Sweep(Sweep),
    /// Every player against every other.
    Tournament(Tournament),
}

/// The value of an option or parameter: a name or a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Value(pub String);

/// Options and parameters by name.
pub type Options = BTreeMap<String, Value>;

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Value;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the name of a value in quotes, or a number")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value(text.to_string()))
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Value, E> {
                Ok(Value(number.to_string()))
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Value, E> {
                Ok(Value(number.to_string()))
            }
        }
        from.deserialize_any(Read)
    }
}

/// A map in which no name stands twice.
fn each_once<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<BTreeMap<String, T>, D::Error> {
    struct Read<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Read<T> {
        type Value = BTreeMap<String, T>;
        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("a map, as in `{ \"name\": … }`")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut read = BTreeMap::new();
            while let Some(name) = map.next_key::<String>()? {
                if read.contains_key(&name) {
                    return Err(A::Error::custom(format!("`{name}` is there twice")));
                }
                read.insert(name, map.next_value()?);
            }
            Ok(read)
        }
    }
    from.deserialize_map(Read(PhantomData))
}

/// One value, or several of which each is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Values(pub Vec<Value>);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let values = Vec::<Value>::deserialize(from)?;
        if values.is_empty() {
            return Err(D::Error::custom("a sweep needs at least one value"));
        }
        Ok(Values(values))
    }
}

/// A player.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PlayerSpec {
    /// Draws a legal move uniformly at random.
    #[default]
    Random,
    /// Most captured now.
    Greedy,
    /// Looks ahead.
    AlphaBeta(AlphaBetaSpec),
    /// Plays games at random from where it stands.
    Mcts(MctsSpec),
    /// These moves, as far as they go.
    Moves(Vec<String>),
    /// An outside program.
    Process(String),
}

/// How `AlphaBeta` thinks. At least one of `depth`, `time` and `nodes`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AlphaBetaSpec {
    /// Moves to look ahead.
    pub depth: Option<i64>,
    /// Seconds for each move.
    pub time: Option<f64>,
    /// Positions to look at for each move.
    pub nodes: Option<i64>,
    /// What seeds count where they lie.
    pub weights: Option<Weights>,
    /// How many captures are followed behind the last move; 2 where nothing is said.
    pub captures: Option<i64>,
    /// Most memory for positions already looked at, in megabytes; 16 where nothing is said.
    pub memory: Option<i64>,
}

/// What a position that is not over is worth for a player, in hundredths of a seed: always the difference between him and
/// his opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// The score of the game, where it has one: seeds captured or held.
    pub score: i32,
    /// Seeds in his pits.
    pub seeds: i32,
    /// His pits that hold seeds.
    pub pits: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { score: 100, seeds: 0, pits: 0 }
    }
}

/// How `Mcts` thinks. At least one of `playouts` and `time`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MctsSpec {
    /// Games at random for each move.
    pub playouts: Option<i64>,
    /// Seconds for each move.
    pub time: Option<f64>,
    /// How much it tries what it knows little of; 1.0 where nothing is said.
    pub exploration: Option<f64>,
    /// Most moves of a game at random; 300 where nothing is said.
    pub length: Option<i64>,
}

/// Two players.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Players {
    /// Who plays South, in the games where sides are not swapped.
    pub south: PlayerSpec,
    /// Who plays North.
    pub north: PlayerSpec,
}

impl Players {
    /// Whether the same games come out again.
    #[must_use]
    pub fn are_reproducible(&self) -> bool {
        self.south.is_reproducible() && self.north.is_reproducible()
    }
}

/// Where games begin.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[non_exhaustive]
pub enum Start {
    /// At the opening position.
    #[default]
    Opening,
    /// At these positions in turn, each on one line or in JSON.
    Positions(Vec<String>),
    /// At the positions of a file in turn, one a line.
    PositionsFile(String),
}

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub enum Write {
    /// The summary, in the terminal.
    Summary,
    /// Every game, one JSON object a line.
    Games(String),
    /// A table, as comma-separated values.
    Table(String),
    /// A page with figures and plots.
    Report(String),
    /// The figures, as one JSON document.
    Json(String),
    /// The counts from which figures are made, one JSON object a line, to be put together with those of other parts.
    Counts(String),
}

impl Write {
    /// The file, if it goes to one.
    #[must_use]
    pub fn file(&self) -> Option<&String> {
        match self {
            Write::Summary => None,
            Write::Games(name) | Write::Table(name) | Write::Report(name) | Write::Json(name) | Write::Counts(name) => {
                Some(name)
            }
        }
    }
}

/// A range in which a figure must lie.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Not less than this.
    #[serde(default = "lowest")]
    pub at_least: f64,
    /// Not more than this.
    #[serde(default = "highest")]
    pub at_most: f64,
}

fn lowest() -> f64 {
    f64::NEG_INFINITY
}

fn highest() -> f64 {
    f64::INFINITY
}

/// What a run must come to. Shares are from 0 to 1.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[non_exhaustive]
pub enum Expect {
    /// South's points by finished game: 1 for a win, a half for a draw.
    SouthScore(Bounds),
    /// North's points by finished game.
    NorthScore(Bounds),
    /// Points by finished game of the player who stands under `south`, whichever side he played.
    FirstPlayerScore(Bounds),
    /// Points by finished game of the player who stands under `north`.
    SecondPlayerScore(Bounds),
    /// Share of the games that South won.
    SouthWins(Bounds),
    /// Share of the games that North won.
    NorthWins(Bounds),
    /// Share of the games that were drawn.
    Draws(Bounds),
    /// Share of the games that were not played to their end.
    Unfinished(Bounds),
    /// Share of the games that a player lost by giving no legal move.
    Forfeits(Bounds),
    /// Moves of a game, on average.
    Length(Bounds),
    /// Legal moves of a turn, on average.
    Branching(Bounds),
    /// South's score less North's, on average.
    Margin(Bounds),
    /// Share of the games that a row ended.
    Ended(EndedBy),
}

/// A row of `end`, and how often it must end games.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndedBy {
    /// Label of the row.
    pub by: String,
    /// Not less than this.
    #[serde(default = "lowest")]
    pub at_least: f64,
    /// Not more than this.
    #[serde(default = "highest")]
    pub at_most: f64,
}

/// Many games of one variant.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Simulation {
    /// What results call it; the title of the game where nothing is said.
    #[serde(default)]
    pub title: Option<String>,
    /// A shipped variant, or the path of a rules file.
    pub variant: String,
    /// Options and parameters.
    #[serde(default, deserialize_with = "each_once")]
    pub options: Options,
    /// Who plays.
    #[serde(default)]
    pub players: Players,
    /// How many games; 1000 where nothing is said.
    #[serde(default = "thousand")]
    pub games: i64,
    /// If it is given, no more games are played once the interval of the first player's points is narrower.
    #[serde(default)]
    pub precision: Option<f64>,
    /// Whether every second game is played with swapped sides.
    #[serde(default)]
    pub swap_sides: bool,
    /// Where the random numbers begin.
    #[serde(default)]
    pub seed: u64,
    /// Most moves of a game; 1000 where nothing is said.
    #[serde(default = "thousand")]
    pub max_moves: i64,
    /// Most seconds of a game.
    #[serde(default)]
    pub max_time: Option<f64>,
    /// Most seconds for a move of an outside program; 10 where nothing is said.
    #[serde(default)]
    pub answer_time: Option<f64>,
    /// Where games begin.
    #[serde(default)]
    pub start: Start,
    /// How many first moves are played at random for both players.
    #[serde(default)]
    pub random_moves: i64,
    /// Whether to count which rows of the rules fired, and which pits were played; costs some time.
    #[serde(default = "yes")]
    pub count_rules: bool,
    /// What to write; the summary where nothing is said.
    #[serde(default = "summary")]
    pub write: Vec<Write>,
    /// What must come out.
    #[serde(default)]
    pub expect: Vec<Expect>,
}

fn thousand() -> i64 {
    1000
}

fn yes() -> bool {
    true
}

fn summary() -> Vec<Write> {
    vec![Write::Summary]
}

impl Simulation {
    /// A thousand games at random.
    #[must_use]
    pub fn new(variant: impl Into<String>) -> Self {
        Simulation {
            title: None,
            variant: variant.into(),
            options: Options::new(),
            players: Players::default(),
            games: thousand(),
            precision: None,
            swap_sides: false,
            seed: 0,
            max_moves: thousand(),
            max_time: None,
            answer_time: None,
            start: Start::Opening,
            random_moves: 0,
            count_rules: true,
            write: summary(),
            expect: Vec::new(),
        }
    }
}

/// A fixed line of play.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// A shipped variant, or the path of a rules file.
    pub variant: String,
    /// Options and parameters.
    #[serde(default, deserialize_with = "each_once")]
    pub options: Options,
    /// What it shows.
    #[serde(default)]
    pub title: Option<String>,
    /// Where it begins, on one line or in JSON; at the opening position where nothing is said.
    #[serde(default)]
    pub start: Option<String>,
    /// What is played, and what must come out.
    pub line: Vec<Step>,
    /// What to write: `Summary` and `Games`.
    #[serde(default = "summary")]
    pub write: Vec<Write>,
}

/// A step of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub enum Step {
    /// Plays a move, as the game writes it, with all its choices.
    Play(String),
    /// Says something to the reader.
    Say(String),
    /// The position, as `expect` in a rules file has it: what is not named may be anything.
    Position(String),
    /// These moves are legal, and no others.
    Moves(Vec<String>),
    /// How many moves are legal.
    Count(i64),
    /// This is no legal move.
    Illegal(String),
    /// The game is over: who has won (`south`, `north`, `draw`, `none`).
    Over(String),
}

/// Simulations over all combinations of variants, values of options and parameters, and players.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// What results call it; what is compared, where nothing is said.
    #[serde(default)]
    pub title: Option<String>,
    /// Variants.
    pub variants: Vec<String>,
    /// For each option or parameter its values.
    #[serde(default, deserialize_with = "each_once")]
    pub options: BTreeMap<String, Values>,
    /// Pairs of players; two at random where nothing is said.
    #[serde(default = "random_pair")]
    pub players: Vec<Players>,
    /// How many games of each combination; 1000 where nothing is said.
    #[serde(default = "thousand")]
    pub games: i64,
    /// If it is given, no more games are played once the interval of the first player's points is narrower.
    #[serde(default)]
    pub precision: Option<f64>,
    /// Whether every second game is played with swapped sides.
    #[serde(default)]
    pub swap_sides: bool,
    /// Where the random numbers begin.
    #[serde(default)]
    pub seed: u64,
    /// Most moves of a game; 1000 where nothing is said.
    #[serde(default = "thousand")]
    pub max_moves: i64,
    /// Most seconds of a game.
    #[serde(default)]
    pub max_time: Option<f64>,
    /// Most seconds for a move of an outside program; 10 where nothing is said.
    #[serde(default)]
    pub answer_time: Option<f64>,
    /// How many first moves are played at random for both players.
    #[serde(default)]
    pub random_moves: i64,
    /// Whether to count which rows of the rules fired.
    #[serde(default = "yes")]
    pub count_rules: bool,
    /// What to write; the summary where nothing is said. `Table` has one line for each combination.
    #[serde(default = "summary")]
    pub write: Vec<Write>,
    /// What must come out, of every combination.
    #[serde(default)]
    pub expect: Vec<Expect>,
}

fn random_pair() -> Vec<Players> {
    vec![Players::default()]
}

/// Every player against every other.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// What results call it; the title of the game where nothing is said.
    #[serde(default)]
    pub title: Option<String>,
    /// A shipped variant, or the path of a rules file.
    pub variant: String,
    /// Options and parameters.
    #[serde(default, deserialize_with = "each_once")]
    pub options: Options,
    /// Players by name.
    #[serde(deserialize_with = "each_once")]
    pub players: BTreeMap<String, PlayerSpec>,
    /// How many games of each pair, half of them with swapped sides.
    #[serde(default = "hundred")]
    pub games: i64,
    /// Where the random numbers begin.
    #[serde(default)]
    pub seed: u64,
    /// Most moves of a game; 1000 where nothing is said.
    #[serde(default = "thousand")]
    pub max_moves: i64,
    /// Most seconds of a game.
    #[serde(default)]
    pub max_time: Option<f64>,
    /// Most seconds for a move of an outside program; 10 where nothing is said.
    #[serde(default)]
    pub answer_time: Option<f64>,
    /// How many first moves are played at random for both players; 2 where nothing is said.
    #[serde(default = "two")]
    pub random_moves: i64,
    /// What to write; the summary where nothing is said.
    #[serde(default = "summary")]
    pub write: Vec<Write>,
    /// What must come out.
    #[serde(default)]
    pub expect: Vec<Rank>,
}

fn hundred() -> i64 {
    100
}

fn two() -> i64 {
    2
}

/// What a tournament must come to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Rank {
    /// These players, the best first.
    Order(Vec<String>),
}

/// What a player is called in results.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random => out.write_str("Random"),
            PlayerSpec::Greedy => out.write_str("Greedy"),
            PlayerSpec::AlphaBeta(spec) => write!(out, "AlphaBeta({})", spec.words()),
            PlayerSpec::Mcts(spec) => write!(out, "Mcts({})", spec.words()),
            PlayerSpec::Moves(moves) => write!(out, "Moves({moves:?})"),
            PlayerSpec::Process(command) => write!(out, "Process({command})"),
        }
    }
}

impl PlayerSpec {
    /// Whether its moves depend on the clock or on another program, so that games cannot be played again.
    #[must_use]
    pub fn is_reproducible(&self) -> bool {
        match self {
            PlayerSpec::AlphaBeta(spec) => spec.time.is_none(),
            PlayerSpec::Mcts(spec) => spec.time.is_none(),
            PlayerSpec::Process(_) => false,
            _ => true,
        }
    }

    /// The memory that it takes at once, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        if let PlayerSpec::AlphaBeta(spec) = self { spec.bytes() } else { 0 }
    }

    /// Whether it thinks for long, so that few games at a time are given to a thread.
    #[must_use]
    pub fn is_slow(&self) -> bool {
        matches!(self, PlayerSpec::AlphaBeta(_) | PlayerSpec::Mcts(_) | PlayerSpec::Process(_))
    }
}

fn listed(parts: &[(&str, Option<String>)]) -> String {
    let said = parts.iter().filter_map(|(name, value)| value.as_ref().map(|value| format!("{name}: {value}")));
    said.collect::<Vec<_>>().join(", ")
}

fn text(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

impl AlphaBetaSpec {
    /// Most memory for positions already looked at, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.memory.unwrap_or(16).clamp(1, 65536) as u64 * 1_000_000
    }

    fn words(&self) -> String {
        let weights = self
            .weights
            .map(|weights| format!("(score: {}, seeds: {}, pits: {})", weights.score, weights.seeds, weights.pits));
        listed(&[
            ("depth", text(self.depth)),
            ("time", text(self.time)),
            ("nodes", text(self.nodes)),
            ("captures", text(self.captures)),
            ("memory", text(self.memory)),
            ("weights", weights),
        ])
    }
}

impl MctsSpec {
    fn words(&self) -> String {
        listed(&[
            ("playouts", text(self.playouts)),
            ("time", text(self.time)),
            ("exploration", text(self.exploration)),
            ("length", text(self.length)),
        ])
    }
}
