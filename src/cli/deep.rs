//! `mancala check --deep`: what games at random show of a file that has no errors.

use super::failure::Failure;
use super::output::{Ink, Output};
use super::show::is_row;
use super::words::{count, place};
use crate::model::{Player, RuleInfo};
use crate::sim::script::Simulation;
use crate::sim::{self, Prepared, Run, RunError, ScriptText, Tally, share, wilson};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How many games, and how long they may be.
const GAMES: u64 = 500;
const MOVES: i64 = 1000;

/// Plays games at random by a file, with its default options, and tells what they show.
pub(super) fn tell(file: &str, out: &mut Output) -> Result<(), Failure> {
    let mut simulation = Simulation::new(file);
    simulation.max_moves = MOVES;
    let prepared = sim::prepare(&simulation, &ScriptText::default(), Path::new(""))?;
    let tally = play(&prepared).map_err(|error| Failure::usage(format!("the games cannot be played: {error}")))?;
    out.line(format!("  {} at random, with the default options", count(GAMES as usize, "game")))?;
    balance(&tally, out)?;
    if tally.unfinished > 0 {
        let text = format!("did not end within {MOVES} moves, or met a position that no rule covers");
        let unfinished = count(tally.unfinished as usize, "game");
        out.line(format!("  {} {text}", out.paint(&unfinished, Ink::Warning)))?;
    }
    for rule in never_applied(&prepared, &tally) {
        let place = place(prepared.game.sources(), rule.span);
        let text = format!("`{}` of `{}` never applied", rule.label, rule.of);
        out.line(format!("  {}  {place}", out.paint(&text, Ink::Warning)))?;
    }
    Ok(())
}

fn play(prepared: &Prepared) -> Result<Tally, RunError> {
    let run = Run {
        prepared,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        records: false,
        table: false,
        interrupted: &AtomicBool::new(false),
        progress: &|_| (),
    };
    let mut tally = Tally::default();
    run.games(0..GAMES, &mut |batch| {
        tally.add(&batch.tally);
        Ok(())
    })?;
    Ok(tally)
}

/// Points of South by finished game, and how far they may be from half by chance.
fn balance(tally: &Tally, out: &mut Output) -> Result<(), Failure> {
    let decided = tally.decided() as f64;
    let points = tally.side_score(Player::South) * decided;
    let (low, high) = wilson(points, decided);
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let drawn = percent(share(tally.drawn(), tally.decided()));
    let south = percent(tally.side_score(Player::South));
    let range = format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high);
    Ok(out
        .line(format!("  South takes {south} of the points (95 % interval {range}), {drawn} of the games are drawn"))?)
}

/// Rows of tables and of `end` that no game came to.
fn never_applied<'p>(prepared: &'p Prepared, tally: &Tally) -> Vec<&'p RuleInfo> {
    let model = prepared.game.model();
    let at = |list: &[u64], rule: usize| list.get(rule).copied().unwrap_or(0);
    let rules = model.rules.iter().enumerate().filter(|(_, rule)| {
        // Rules of legality and rounds are not counted, nor rows that these options rule out.
        !matches!(rule.of.as_str(), "legal" | "match" | "endless") && !model.never.contains(&rule.span)
    });
    // A table that is read for several moves has its rows once for each.
    let (applied, not): (Vec<_>, Vec<_>) = rules
        .filter(|(_, rule)| is_row(&prepared.game, rule))
        .partition(|(number, _)| at(&tally.rows, *number) + at(&tally.endings, *number) > 0);
    let mut never: Vec<&RuleInfo> = Vec::new();
    for (_, rule) in not {
        let is_known = |other: &&RuleInfo| other.span == rule.span;
        if !applied.iter().any(|(_, other)| other.span == rule.span) && !never.iter().any(is_known) {
            never.push(rule);
        }
    }
    never
}
