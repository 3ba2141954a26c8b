//! Finds what is wrong with what a script says of a player.

use super::command::{cannot_run, find, split};
use crate::diagnostic::nearest;
use crate::sim::bounds::{seconds, whole};
use crate::sim::read::{ScriptError, ScriptText};
use crate::sim::script::{AlphaBetaSpec, MctsSpec, PlayerSpec};
use std::path::Path;

/// Finds what is wrong with a player.
///
/// # Errors
/// What is wrong, and where in the script.
pub fn check(spec: &PlayerSpec, script: &ScriptText, folder: &Path) -> Result<(), ScriptError> {
    match spec {
        PlayerSpec::AlphaBeta(spec) => check_alpha_beta(spec).map_err(|(word, error)| script.at(word, error)),
        PlayerSpec::Mcts(spec) => check_mcts(spec).map_err(|(word, error)| script.at(word, error)),
        PlayerSpec::Process(command) => check_command(command, folder).map_err(|error| script.at(command, error)),
        PlayerSpec::Random | PlayerSpec::Greedy | PlayerSpec::Moves(_) => Ok(()),
    }
}

/// Heaviest weight: no position that is not over may be worth more than a won game.
const MOST_WEIGHT: i64 = 10_000;

type Wrong = (&'static str, ScriptError);

fn in_range(name: &'static str, number: Option<i64>, least: i64, greatest: i64) -> Result<(), Wrong> {
    number.map_or(Ok(()), |number| whole(name, number, least, greatest).map(|_| ()).map_err(|error| (name, error)))
}

fn check_alpha_beta(spec: &AlphaBetaSpec) -> Result<(), Wrong> {
    in_range("depth", spec.depth, 1, 200)?;
    in_range("nodes", spec.nodes, 1, i64::MAX)?;
    in_range("captures", spec.captures, 0, 20)?;
    in_range("memory", spec.memory, 1, 65536)?;
    if let Some(weights) = spec.weights {
        for (name, weight) in [("score", weights.score), ("seeds", weights.seeds), ("pits", weights.pits)] {
            in_range(name, Some(i64::from(weight)), -MOST_WEIGHT, MOST_WEIGHT)?;
        }
    }
    seconds("time", spec.time).map_err(|error| ("time", error))?;
    if spec.depth.is_none() && spec.nodes.is_none() && spec.time.is_none() {
        let error = ScriptError::new("`AlphaBeta` does not say how far it looks ahead");
        return Err((
            "AlphaBeta",
            error.help("give it `depth`, `time` (in seconds) or `nodes`, as in `AlphaBeta(depth: 6)`"),
        ));
    }
    Ok(())
}

fn check_mcts(spec: &MctsSpec) -> Result<(), Wrong> {
    in_range("playouts", spec.playouts, 1, 100_000_000)?;
    in_range("length", spec.length, 1, 1_000_000)?;
    seconds("time", spec.time).map_err(|error| ("time", error))?;
    if spec.exploration.is_some_and(|exploration| !(0.0..=100.0).contains(&exploration)) {
        let error = ScriptError::new("`exploration` cannot be this");
        return Err(("exploration", error.help("`exploration` is a number from 0 to 100; 1.0 is usual")));
    }
    if spec.playouts.is_none() && spec.time.is_none() {
        let error = ScriptError::new("`Mcts` does not say how long it thinks");
        return Err(("Mcts", error.help("give it `playouts` or `time` (in seconds), as in `Mcts(playouts: 2000)`")));
    }
    Ok(())
}

fn check_command(command: &str, folder: &Path) -> Result<(), ScriptError> {
    let words = split(command).map_err(|error| ScriptError::new(error.to_string()))?;
    let Some(program) = words.first() else {
        return Err(ScriptError::new("`Process` names no program").help("as in `Process(\"python3 player.py\")`"));
    };
    let Some(path) = find(program, folder) else {
        let error = ScriptError::new(format!("the program `{program}` is not there"));
        return Err(error.help("it is looked for in the folder of the script and where the system looks for programs"));
    };
    if let Some(reason) = cannot_run(&path) {
        let error = ScriptError::new(format!("the program `{program}` cannot be run: {reason}"));
        return Err(error.help(format!(
            "`chmod +x {program}` makes it a program; or name what runs it, as in `python3 {program}`"
        )));
    }
    // A file among its arguments that is not there is most likely a slip.
    let missing = words[1..].iter().find(|word| is_script(word) && !folder.join(word).exists());
    match missing {
        Some(word) => {
            let near = near_file(&folder.join(word));
            let help = near.unwrap_or_else(|| "paths are relative to the script".into());
            Err(ScriptError::new(format!("the file `{word}` is not there")).help(help))
        }
        None => Ok(()),
    }
}

fn is_script(word: &str) -> bool {
    let known = ["py", "js", "rb", "sh", "pl", "lua"];
    Path::new(word)
        .extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| known.contains(&extension))
}

fn near_file(path: &Path) -> Option<String> {
    let names: Vec<String> =
        path.parent()?.read_dir().ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    let near = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(format!("did you mean `{near}`?"))
}
