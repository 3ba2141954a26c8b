//! Makes a simulation ready: everything that can be wrong with it is found before the first game.

use super::bounds::{seconds, whole};
use super::ending::Limits;
use super::origin::Origin;
use super::player::{self, Venue};
use super::read::{ScriptError, ScriptText};
use super::script::{Options, PlayerSpec, Players, Scenario, Simulation, Start};
use super::seed::Draws;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, OptionError, Variant, hash_of};
use crate::library;
use crate::position::Position;
use crate::text;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A simulation that can be run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Prepared {
    /// What it is made from.
    pub simulation: Simulation,
    /// The game with its options.
    pub game: Game,
    /// The variant as records name it.
    pub variant: String,
    /// The positions that games begin at.
    pub starts: Vec<Position>,
    /// How long games may last.
    pub limits: Limits,
    /// Where outside programs run: the folder of the script.
    pub folder: PathBuf,
    /// Most time for an answer of an outside program.
    pub answer_time: Duration,
    /// What decides its games.
    pub origin: Origin,
    /// Hash of the text of its script; none without a script.
    pub script: Option<String>,
    /// The command that plays it, where a script does not say all of it.
    pub command: Option<String>,
    /// The files that are read for it.
    pub inputs: Vec<PathBuf>,
}

impl Prepared {
    /// What its players are told of where they play.
    #[must_use]
    pub fn venue(&self) -> Venue<'_> {
        Venue {
            game: &self.game,
            variant: &self.variant,
            options: &self.simulation.options,
            folder: &self.folder,
            answer_time: self.answer_time,
        }
    }

    /// What results call it.
    #[must_use]
    pub fn title(&self) -> &str {
        self.simulation.title.as_deref().unwrap_or(&self.game.model().title)
    }

    /// Whether the sides are swapped in a game.
    #[must_use]
    pub fn is_swapped(&self, game: u64) -> bool {
        self.simulation.swap_sides && game % 2 == 1
    }

    /// Two games with swapped sides are a pair, and begin alike.
    pub(super) fn pair(&self, game: u64) -> u64 {
        if self.simulation.swap_sides { game / 2 } else { game }
    }

    /// By which words the moves of a game are drawn.
    pub(super) fn draws(&self, game: u64) -> Draws {
        let (seed, random_moves) = (self.simulation.seed, self.limits.random_moves);
        Draws { seed, game, pair: self.pair(game), random_moves }
    }
}

/// Makes a simulation ready. Paths are relative to `folder`.
///
/// # Errors
/// What is wrong with it, and where in the script.
pub fn prepare(simulation: &Simulation, script: &ScriptText, folder: &Path) -> Result<Prepared, ScriptError> {
    let (game, variant) = game(&simulation.variant, &simulation.options, script, folder)?;
    let mut inputs = rules_files(&simulation.variant, &game, folder);
    inputs.extend((!script.file.is_empty()).then(|| PathBuf::from(&script.file)));
    if let Start::PositionsFile(name) = &simulation.start {
        inputs.push(folder.join(name));
    }
    let games = |name: &str, number: i64| whole(name, number, 1, i64::MAX).map_err(|error| script.at(name, error));
    games("games", simulation.games)?;
    if simulation.precision.is_some_and(|precision| !(1e-4..1.0).contains(&precision)) {
        let error = ScriptError::new("`precision` is a share of the points, below 1 and not below 0.0001");
        return Err(
            script.at("precision", error.help("0.01 plays until the interval is narrower than one in a hundred"))
        );
    }
    let max_moves =
        whole("max_moves", simulation.max_moves, 1, 1_000_000).map_err(|error| script.at("max_moves", error))?;
    let random_moves =
        whole("random_moves", simulation.random_moves, 0, 10_000).map_err(|error| script.at("random_moves", error))?;
    let time = seconds("max_time", simulation.max_time).map_err(|error| script.at("max_time", error))?;
    let answer = seconds("answer_time", simulation.answer_time).map_err(|error| script.at("answer_time", error))?;
    let limits = Limits { moves: max_moves as u32, time, random_moves: random_moves as u32 };
    let starts = starts(&simulation.start, &game, script, folder)?;
    let origin = Origin::of(simulation, &game, &starts);
    inputs.extend(programs(&simulation.players, folder));
    let prepared = Prepared {
        simulation: simulation.clone(),
        game,
        variant,
        starts,
        limits,
        folder: folder.to_path_buf(),
        answer_time: answer.unwrap_or(Duration::from_secs(10)),
        origin,
        script: (!script.file.is_empty()).then(|| hash_of(&script.text)),
        command: script.command.clone(),
        inputs,
    };
    check_players(&simulation.players, script, folder)?;
    super::expect::check_names(&simulation.expect, prepared.game.model())
        .map_err(|(word, error)| script.at(&word, error))?;
    Ok(prepared)
}

fn check_players(players: &Players, script: &ScriptText, folder: &Path) -> Result<(), ScriptError> {
    [&players.south, &players.north].into_iter().try_for_each(|spec| player::check(spec, script, folder))
}

/// The files of outside programs: whatever of their commands is a file.
fn programs(players: &Players, folder: &Path) -> Vec<PathBuf> {
    let commands = [&players.south, &players.north].into_iter().filter_map(|spec| match spec {
        PlayerSpec::Process(command) => Some(command),
        _ => None,
    });
    let words = commands.flat_map(|command| player::command_words(command).unwrap_or_default());
    words.map(|word| folder.join(word)).filter(|path| path.is_file()).collect()
}

/// The rules files that a variant was read from; none of those that are shipped.
fn rules_files(name: &str, game: &Game, folder: &Path) -> Vec<PathBuf> {
    if !is_path(name) {
        return Vec::new();
    }
    // A shipped file that is a base is named like a file in this folder, which may be there as well; it is safe too then.
    let mut files: Vec<PathBuf> = game.sources().files().iter().map(|file| PathBuf::from(&*file.name)).collect();
    files.push(folder.join(name));
    files
}

/// The files that are read for a scenario.
///
/// # Errors
/// What is wrong with its variant.
pub fn scenario_inputs(scenario: &Scenario, script: &ScriptText, folder: &Path) -> Result<Vec<PathBuf>, ScriptError> {
    let (game, _) = game(&scenario.variant, &scenario.options, script, folder)?;
    let mut inputs = rules_files(&scenario.variant, &game, folder);
    inputs.extend((!script.file.is_empty()).then(|| PathBuf::from(&script.file)));
    Ok(inputs)
}

/// Whether a variant is named by the path of its file.
fn is_path(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "mancala")
}

/// The game of a variant with these options, and the name that records give it.
pub(super) fn game(
    name: &str,
    options: &Options,
    script: &ScriptText,
    folder: &Path,
) -> Result<(Game, String), ScriptError> {
    let (variant, recorded) = variant(name, folder).map_err(|error| script.at(name, error))?;
    let bound = variant.bind(options.iter().map(|(name, value)| (name.as_str(), value.0.as_str())));
    let bindings = bound.map_err(|error| unfit(&error, name, script))?;
    let game = variant.game_with(&bindings);
    let game =
        game.map_err(|rejected| script.at(name, ScriptError::new(format!("`{name}` cannot be played:\n{rejected}"))))?;
    Ok((game, recorded))
}

fn variant(name: &str, folder: &Path) -> Result<(Variant, String), ScriptError> {
    if !is_path(name) {
        let found = library::find(name).map_err(|unfound| {
            let help = unfound.help.clone();
            ScriptError::new(unfound.to_string()).help(help)
        })?;
        return Ok(found.entry.read_to_play());
    }
    let path = folder.join(name);
    let text = read_text(&path)?;
    let loader = |wanted: &str| library::base(Some(&path), wanted);
    let shown = path.to_string_lossy().into_owned();
    Ok((Variant::read(&shown, &text, &loader), shown))
}

/// The text of a file that a script names.
pub(super) fn read_text(path: &Path) -> Result<String, ScriptError> {
    fs::read_to_string(path).map_err(|error| {
        let error = ScriptError::new(format!("cannot read `{}`: {}", path.display(), io_words(&error)));
        error.help("paths in a script are relative to the script")
    })
}

/// Why a file cannot be used, in words.
pub(super) fn io_words(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".into(),
        std::io::ErrorKind::PermissionDenied => "this is not allowed".into(),
        std::io::ErrorKind::IsADirectory => "it is a folder".into(),
        _ => error.to_string(),
    }
}

/// An option of a variant that cannot be bound, with the word to point at.
fn unfit(error: &OptionError, variant: &str, script: &ScriptText) -> ScriptError {
    let (word, message) = match error {
        OptionError::Unknown { name, .. } => (name, format!("{error} in `{variant}`")),
        OptionError::Value { value, .. } if value.parse::<i64>().is_err() => (value, error.to_string()),
        OptionError::Value { name, .. } => (name, error.to_string()),
    };
    script.at(word, ScriptError::new(message).help(error.help()))
}

fn starts(start: &Start, game: &Game, script: &ScriptText, folder: &Path) -> Result<Vec<Position>, ScriptError> {
    let (texts, file): (Vec<String>, _) = match start {
        Start::Opening => return Ok(vec![game.without_expired_state(&game.start())]),
        Start::Positions(texts) => (texts.clone(), None),
        Start::PositionsFile(name) => {
            let text = read_text(&folder.join(name)).map_err(|error| script.at(name, error))?;
            (text.lines().map(str::to_string).collect(), Some(name))
        }
    };
    let mut starts = Vec::new();
    // In a file, a line may be a comment.
    let is_comment = |text: &str| file.is_some() && text.trim_start().starts_with('#');
    let is_position = |text: &str| !(text.trim().is_empty() || is_comment(text));
    for (line, text) in texts.iter().enumerate().filter(|(_, text)| is_position(text)) {
        let found = position(text, game).map_err(|error| match file {
            Some(name) => ScriptError { place: Some((name.clone(), line + 1, 1)), ..error },
            None => script.at(text, error),
        })?;
        starts.push(found);
    }
    if starts.is_empty() {
        return Err(script.at(
            "start",
            ScriptError::new("`start` names no position").help("leave `start` out to begin at the opening position"),
        ));
    }
    Ok(starts)
}

/// Why a text is no position, and how one is written.
pub(super) fn no_position(problem: &Diagnostic) -> ScriptError {
    // A label may say again what the message has said.
    let label = problem.labels.first().filter(|label| !problem.message.contains(&label.text));
    let said = label.map_or(String::new(), |label| format!(" ({})", label.text));
    let help = "a position is written as in `south home: 4 4 4 4 4 4 north home: 4 4 4 4 4 4 to move: south`, with the pits of \
                the game; `mancala show` writes one";
    let help = problem.help.clone().unwrap_or_else(|| help.into());
    ScriptError::new(format!("the position cannot be used: {}{said}", problem.message)).help(help)
}

/// A position on one line or in JSON.
///
/// # Errors
/// What is wrong with it.
pub(super) fn position(text: &str, game: &Game) -> Result<Position, ScriptError> {
    let position = text::position(text, game.model()).map_err(|error| match &error {
        text::PositionError::Entry(problem) => no_position(problem),
        _ => ScriptError::new(error.to_string()),
    })?;
    Ok(game.without_expired_state(&position))
}
