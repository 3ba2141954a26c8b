//! Games as records, which `mancala verify` accepts, and records as games again.

use super::ending::{Ending, Stop};
use super::prepare::Prepared;
use super::referee::Ply;
use crate::engine::{Machine, Shape, unpack};
use crate::game::{successors, write};
use crate::model::Player;
use crate::position::{GameResult, Outcome};
use crate::text::json::{outcome_json, to_json};
use crate::text::record::Record;
use serde_json::{Value, json};

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
    record.moves = Some(played.trail.iter().map(|ply| write(machine, &ply.position, &ply.encoded)).collect());
    record.successors = played.trail.iter().map(|ply| successors(machine, &ply.position)).collect();
    record.made_by = Some(prepared.origin.made_by());
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

/// Who plays South and North.
pub(super) fn players(prepared: &Prepared, swapped: bool) -> Value {
    let players = &prepared.simulation.players;
    let (south, north) = if swapped { (&players.north, &players.south) } else { (&players.south, &players.north) };
    json!({"south": south.to_string(), "north": north.to_string()})
}

fn stop_json(stop: &Stop) -> Value {
    match stop {
        Stop::Moves => "moves".into(),
        Stop::Time => "time".into(),
        Stop::Stuck => "stuck".into(),
        Stop::TooLong => "too long".into(),
        Stop::Interrupted => "interrupted".into(),
        Stop::Forfeit(loser, reason) => json!({"forfeit": loser.word(), "reason": reason}),
    }
}

/// By what a recorded game was stopped.
pub(super) fn stop_of(value: Option<&Value>) -> Stop {
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
        Some("too long") => Stop::TooLong,
        _ => Stop::Interrupted,
    }
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
