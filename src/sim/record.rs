//! Games as records, which `mancala verify` accepts, and records as games again.

use super::ending::{Ending, Stop};
use super::player::Replay;
use super::prepare::Prepared;
use super::referee::{Limits, Ply};
use super::run::Worker;
use super::seed::{game_generator, opening_generator};
use crate::engine::{Machine, Shape, pack, unpack};
use crate::game::write;
use crate::model::Player;
use crate::situation::{GameResult, Outcome};
use crate::text::json::{from_json, outcome_json, to_json};
use crate::text::record::{Record, read_record};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{self, BufRead};
use std::iter::Peekable;
use std::ops::{ControlFlow, Range};

/// A game as it is told in results.
#[derive(Debug)]
pub(super) struct Played<'a, S: Shape> {
    pub(super) number: u64,
    pub(super) swapped: bool,
    pub(super) trail: &'a [Ply<S>],
    pub(super) last: &'a S::Position,
    pub(super) ending: &'a Ending,
}

/// The record of a game.
pub(super) fn record<S: Shape>(prepared: &Prepared, machine: &mut Machine<'_, S>, played: &Played<'_, S>) -> Record {
    let program = prepared.game.program();
    let model = prepared.game.model();
    let mut record = Record::new(prepared.variant.clone());
    record.options = prepared.simulation.options.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
    record.game = Some(played.number);
    record.seed = Some(prepared.simulation.seed);
    record.players = Some(players(prepared, played.swapped));
    let positions = played.trail.iter().map(|ply| &ply.position);
    record.positions = positions.map(|position| to_json(&unpack::<S>(program, position), model)).collect();
    record.positions.push(to_json(&unpack::<S>(program, played.last), model));
    record.moves = Some(played.trail.iter().map(|ply| write(machine, &ply.position, &ply.script)).collect());
    record.successors = played.trail.iter().map(|ply| successors(machine, &ply.position)).collect();
    match played.ending {
        Ending::Rules(ended) => record.outcome = Some(outcome_json(Some(&ended.outcome(program)))),
        Ending::Stopped(stop) => write_stop(&mut record, stop),
    }
    record
}

/// Says in a record that a game was stopped, and by what.
pub fn write_stop(record: &mut Record, stop: &Stop) {
    record.outcome = Some(Value::Null);
    record.other.insert("stopped".into(), stop_json(stop));
}

/// Who lost a recorded game by giving no legal move, and why.
#[must_use]
pub fn forfeit_of(record: &Record) -> Option<(Player, String)> {
    match stop_of(record.other.get("stopped")) {
        Stop::Forfeit(loser, reason) => Some((loser, reason)),
        _ => None,
    }
}

fn players(prepared: &Prepared, swapped: bool) -> Value {
    let players = &prepared.simulation.players;
    let (south, north) = if swapped { (&players.north, &players.south) } else { (&players.south, &players.north) };
    json!({"south": south.to_string(), "north": north.to_string()})
}

/// Most moves of a turn whose successors are counted for a record.
const MOST_COUNTED: usize = 20_000;

/// To how many different positions the moves of a turn lead; none if there are too many moves to look at them all.
fn successors<S: Shape>(machine: &mut Machine<'_, S>, position: &S::Position) -> Option<u32> {
    let mut seen = HashSet::new();
    let mut moves = 0;
    machine.moves(position, |found| {
        moves += 1;
        seen.insert(*found.position);
        if moves > MOST_COUNTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (moves <= MOST_COUNTED).then_some(seen.len() as u32)
}

fn stop_json(stop: &Stop) -> Value {
    match stop {
        Stop::Moves => "moves".into(),
        Stop::Time => "time".into(),
        Stop::Stuck => "stuck".into(),
        Stop::Interrupted => "interrupted".into(),
        Stop::Forfeit(loser, reason) => json!({"forfeit": loser.word(), "reason": reason}),
    }
}

fn stop_of(value: Option<&Value>) -> Stop {
    let loser = value.and_then(|value| value.get("forfeit")).and_then(Value::as_str);
    if let Some(loser) = loser {
        let player = if loser == "north" { Player::North } else { Player::South };
        let reason = value.and_then(|value| value.get("reason")).and_then(Value::as_str).unwrap_or_default();
        return Stop::Forfeit(player, reason.to_string());
    }
    match value.and_then(Value::as_str) {
        Some("moves") => Stop::Moves,
        Some("time") => Stop::Time,
        Some("stuck") => Stop::Stuck,
        _ => Stop::Interrupted,
    }
}

/// Plays a recorded game of this simulation again and counts it, as if it had just been played.
///
/// # Errors
/// Why the line is not the record of this game: it breaks off, is of another script, or disagrees with the rules.
pub(super) fn count_line<S: Shape>(worker: &mut Worker<'_, S>, line: &str, expected: u64) -> Result<(), String> {
    let record = read_record(line)?;
    let prepared = worker.prepared;
    let swapped = prepared.is_swapped(expected);
    let same = record.variant == prepared.variant
        && record.seed == Some(prepared.simulation.seed)
        && record.options.iter().eq(prepared.simulation.options.iter().map(|(name, value)| (name, &value.0)));
    if same && record.game != Some(expected) {
        return Err(format!(
            "it is game {}, and game {expected} comes next",
            record.game.map_or("?".into(), |game| game.to_string())
        ));
    }
    if !same || record.players != Some(players(prepared, swapped)) {
        return Err("it is of another script".into());
    }
    let moves = record.moves.as_deref().unwrap_or_default();
    let first = record.positions.first().ok_or("it holds no position")?;
    let start = pack::<S>(prepared.game.program(), &from_json(first, prepared.game.model())?);
    let stop = stop_of(record.other.get("stopped"));
    let limits = Limits { moves: u32::MAX, time: None, random_moves: 0 };
    let program = prepared.game.program();
    let (mut south, mut north) =
        (Replay::<S>::new(program, moves, stop.clone()), Replay::<S>::new(program, moves, stop));
    let (mut one, mut two) = (game_generator(0, 0), opening_generator(0, 0));
    let ending = worker.referee.play(&start, limits, &mut [&mut south, &mut north], &mut one, &mut two);
    agrees(&record, &ending, prepared, worker.referee.trail().len())?;
    worker.finish(expected, swapped, &ending);
    Ok(())
}

fn agrees(record: &Record, ending: &Ending, prepared: &Prepared, length: usize) -> Result<(), String> {
    let moves = record.moves.as_ref().map_or(0, Vec::len);
    if length != moves {
        return Err(format!("its move {} is not legal", length + 1));
    }
    let outcome = match ending {
        Ending::Rules(ended) => outcome_json(Some(&ended.outcome(prepared.game.program()))),
        Ending::Stopped(Stop::Interrupted) => return Err("it was not played to its end".into()),
        Ending::Stopped(_) => Value::Null,
    };
    if record.outcome.as_ref() == Some(&outcome) { Ok(()) } else { Err("its outcome is not that of the rules".into()) }
}

/// The lines of a file, with their line breaks.
pub struct Lines {
    text: Peekable<Box<dyn Iterator<Item = io::Result<String>>>>,
    /// The number of the next line, from 1.
    number: usize,
}

// An iterator of any kind tells nothing of itself.
impl std::fmt::Debug for Lines {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Lines(from {})", self.number)
    }
}

impl Lines {
    /// Those of a text.
    #[must_use]
    pub fn new(mut text: impl BufRead + 'static) -> Self {
        let lines: Box<dyn Iterator<Item = _>> = Box::new(std::iter::from_fn(move || {
            let mut line = String::new();
            match text.read_line(&mut line) {
                Ok(0) => None,
                Ok(_) => Some(Ok(line)),
                Err(error) => Some(Err(error)),
            }
        }));
        Lines { text: lines.peekable(), number: 1 }
    }

    /// The number of the next line, if there is one.
    pub fn next_number(&mut self) -> Option<usize> {
        self.text.peek().map(|_| self.number)
    }

    fn next(&mut self) -> Option<(usize, io::Result<String>)> {
        let line = self.text.next()?;
        self.number += 1;
        Some((self.number - 1, line))
    }
}

/// What was read of some games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadBack {
    /// How many games.
    pub games: u64,
    /// The bytes of their lines.
    pub bytes: u64,
    /// Whether the last of their lines has no line break.
    pub unended: bool,
    /// The last line of the file, if it breaks off.
    pub broken: Option<usize>,
}

/// Reads records of this simulation back: hands each good line to `keep` and counts it, as far as the wanted games go. Stops
/// at a last line that breaks off.
///
/// # Errors
/// The number of a line, from 1, and what is wrong with it.
pub fn read_back(
    prepared: &Prepared,
    lines: &mut Lines,
    wanted: Range<u64>,
    keep: &mut dyn FnMut(&super::run::Batch),
) -> Result<ReadBack, (usize, String)> {
    let interrupted = std::sync::atomic::AtomicBool::new(false);
    super::shaped!(prepared.game.program(), S => {
        let mut worker = Worker::<S>::new(prepared, &interrupted);
        let mut read = ReadBack::default();
        for number in wanted {
            let Some((at, line)) = lines.next() else { break };
            let line = line.map_err(|error| (at, error.to_string()))?;
            if let Err(wrong) = count_line::<S>(&mut worker, &line, number) {
                if lines.next_number().is_none() && serde_json::from_str::<Value>(&line).is_err() {
                    read.broken = Some(at);
                    return Ok(read);
                }
                return Err((at, wrong));
            }
            read.games += 1;
            read.bytes += line.len() as u64;
            read.unended = !line.ends_with('\n');
            keep(&worker.take(number, 1));
        }
        Ok(read)
    })
}

/// The result of a game in a word.
pub(super) fn result_word(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules(ended) => match ended.result {
            GameResult::Winner(player) => player.word(),
            GameResult::Draw => "draw",
            GameResult::NoWinner => "none",
        },
        Ending::Stopped(Stop::Forfeit(loser, _)) => loser.other().word(),
        Ending::Stopped(_) => "unfinished",
    }
}

/// Why a game ended.
pub(super) fn reason(ending: &Ending, prepared: &Prepared) -> String {
    match ending {
        Ending::Rules(ended) => {
            let Outcome { reason, .. } = ended.outcome(prepared.game.program());
            reason
        }
        Ending::Stopped(Stop::Forfeit(_, reason)) => format!("forfeit: {reason}"),
        Ending::Stopped(stop) => stop_json(stop).as_str().unwrap_or_default().to_string(),
    }
}
