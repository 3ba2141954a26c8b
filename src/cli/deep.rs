//! `mancala check --deep`: what games at random show of a file that has no errors.

use super::failure::{Failure, Status};
use super::output::{Ink, Output};
use super::told::is_row;
use super::words::{count, place, rule_json};
use crate::model::{Id, Player, RuleId, RuleInfo};
use crate::sim::script::Simulation;
use crate::sim::statistics::portion;
use crate::sim::{self, Prepared, Run, RunError, ScriptText, Tally, share, wilson};
use crate::source::Span;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many games, and how long they may be: in moves, and in seconds.
const GAMES: u64 = 500;
const MOVES: i64 = 1000;
const SECONDS: f64 = 10.0;

/// Games that are played before it is looked at the clock.
const BATCH: u64 = 20;

/// No more games are begun after this.
const ENOUGH: Duration = Duration::from_secs(60);

/// Games in which rows are looked for that forbid moves, and how long at most.
const SEARCHED: u64 = 50;
const SEARCH: Duration = Duration::from_secs(20);

/// Games at random by a file, with its default options.
pub(super) struct Deep {
    prepared: Prepared,
    tally: Tally,
}

impl Deep {
    /// Plays them; none by rules that cannot be played, which has been told already. An example that fails is no reason not
    /// to play.
    pub(super) fn of(file: &str) -> Result<Option<Self>, Failure> {
        let mut simulation = Simulation::new(file);
        simulation.max_moves = MOVES;
        simulation.max_time = Some(SECONDS);
        let Ok(prepared) = sim::prepare(&simulation, &ScriptText::default(), Path::new("")) else { return Ok(None) };
        let tally = play(&prepared).map_err(|error| Failure::usage(format!("the games cannot be played: {error}")))?;
        Ok(Some(Deep { prepared, tally }))
    }

    /// What a file says of itself and games disprove is a finding.
    pub(super) fn status(&self) -> Status {
        if met_all_the_same(&self.prepared, &self.tally).is_empty() { Status::Clean } else { Status::Finding }
    }

    /// How many games did not end by the rules, with why.
    fn stopped(&self) -> [(&'static str, u64, String); 4] {
        let [long, slow, stuck, _, endless] = self.tally.stops;
        [
            ("moves", long, format!("did not end within {MOVES} moves")),
            ("time", slow, format!("took more than {SECONDS} seconds")),
            ("stuck", stuck, UNCOVERED.into()),
            ("too_long", endless, "met a turn that takes more steps than a turn may take".into()),
        ]
    }

    /// Tells what they show.
    fn tell(&self, out: &mut Output) -> Result<(), Failure> {
        let Deep { prepared, tally } = self;
        let fewer = if tally.games < GAMES { format!("; {GAMES} take too long") } else { String::new() };
        out.line(format!("  {} at random, with the default options{fewer}", count(tally.games as usize, "game")))?;
        balance(tally, out)?;
        for (_, games, what) in self.stopped().into_iter().filter(|(_, games, _)| *games > 0) {
            let games = out.paint(&count(games as usize, "game"), Ink::Warning);
            out.line(format!("  {games} {what}"))?;
        }
        for rule in never_applied(prepared, tally) {
            let place = place(prepared.game.sources(), rule.span);
            let text = format!("`{}` of `{}` never applied", rule.label, rule.of);
            out.line(format!("  {}  {place}", out.paint(&text, Ink::Warning)))?;
        }
        for (rule, met) in met_all_the_same(prepared, tally) {
            let place = place(prepared.game.sources(), rule.span);
            let text = format!("`{}` of `{}` was met {}, and says `never`", rule.label, rule.of, times(met));
            out.line(format!("  {}  {place}", out.paint(&text, Ink::Bad)))?;
        }
        Ok(())
    }

    /// The same for programs.
    pub(super) fn to_json(&self) -> Value {
        let Deep { prepared, tally } = self;
        let sources = prepared.game.sources();
        let decided = tally.decided() as f64;
        let points = (decided > 0.0).then(|| portion(tally.side_score(Player::South) * decided, decided));
        let stopped: Map<String, Value> =
            self.stopped().into_iter().map(|(name, games, _)| (name.into(), games.into())).collect();
        let never: Vec<Value> =
            never_applied(prepared, tally).into_iter().map(|rule| rule_json(sources, rule)).collect();
        let met = |(rule, times): (&RuleInfo, u64)| {
            let mut rule = rule_json(sources, rule);
            rule["times"] = times.into();
            rule
        };
        let met: Vec<Value> = met_all_the_same(prepared, tally).into_iter().map(met).collect();
        json!({
            "games": tally.games, "wanted": GAMES, "decided": tally.decided(), "draws": tally.drawn(),
            "points_of_south": points, "stopped": stopped, "never_applied": never, "met_though_never": met,
        })
    }
}

/// Plays games at random by a file, and tells what they show.
pub(super) fn tell(file: &str, out: &mut Output) -> Result<Status, Failure> {
    let Some(deep) = Deep::of(file)? else {
        let text = out.paint("no games at random: these rules cannot be played", Ink::Warning);
        out.line(format!("  {text}"))?;
        return Ok(Status::Clean);
    };
    deep.tell(out)?;
    Ok(deep.status())
}

fn times(number: u64) -> String {
    if number == 1 { "once".into() } else { format!("{number} times") }
}

/// Rows that say that they are never met, and how often they were.
fn met_all_the_same<'p>(prepared: &'p Prepared, tally: &Tally) -> Vec<(&'p RuleInfo, u64)> {
    let mut found: Vec<(&RuleInfo, u64)> = Vec::new();
    for (number, rule) in prepared.game.model().rules.iter().filter(|(_, rule)| rule.never) {
        let met = applied(tally, number);
        // A table that is read for several moves has its rows once for each.
        match found.iter_mut().find(|(other, _)| other.span == rule.span) {
            Some((_, so_far)) => *so_far += met,
            None => found.push((rule, met)),
        }
    }
    found.retain(|(_, met)| *met > 0);
    found
}

/// How often a rule did something, or ended a game.
fn applied(tally: &Tally, rule: RuleId) -> u64 {
    let at = |list: &[u64]| list.get(rule.index()).copied().unwrap_or(0);
    at(&tally.rows) + at(&tally.endings)
}

/// What is said of games that the rules leave without an end.
const UNCOVERED: &str = "met a position that no rule covers: a player cannot move";

fn play(prepared: &Prepared) -> Result<Tally, RunError> {
    let run = Run {
        prepared,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        records: false,
        table: false,
        interrupted: &Arc::default(),
        progress: &|_| (),
    };
    let (began, mut tally) = (Instant::now(), Tally::default());
    while tally.games < GAMES && began.elapsed() < ENOUGH {
        run.games(tally.games..GAMES.min(tally.games + BATCH), &mut |batch| {
            tally.add(&batch.tally);
            Ok(())
        })?;
    }
    Ok(tally)
}

/// Points of South by finished game, and how far they may be from half by chance.
fn balance(tally: &Tally, out: &mut Output) -> Result<(), Failure> {
    if tally.decided() == 0 {
        return Ok(out.line("  no game was won or drawn")?);
    }
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

/// Rows of tables and of `end` that no game came to, and that forbade nothing.
fn never_applied<'p>(prepared: &'p Prepared, tally: &Tally) -> Vec<&'p RuleInfo> {
    let model = prepared.game.model();
    let rules = model.rules.iter().filter(|(_, rule)| {
        // Rules of legality and rounds are not counted, and what is never to apply does well not to.
        !(matches!(rule.of.as_str(), "legal" | "match" | "endless") || rule.never)
    });
    let (applied, not): (Vec<_>, Vec<_>) =
        rules.filter(|(_, rule)| is_row(&prepared.game, rule)).partition(|(number, _)| applied(tally, *number) > 0);
    // A table that is read for several moves has its rows once for each.
    let mut spans: Vec<Span> = applied.iter().map(|(_, rule)| rule.span).collect();
    if not.iter().any(|(_, rule)| !spans.contains(&rule.span)) {
        let forbidding = sim::forbidding(prepared, SEARCHED, SEARCH);
        spans.extend(forbidding.into_iter().filter_map(|rule| Some(model.rules.get(rule)?.span)));
    }
    let mut never: Vec<&RuleInfo> = Vec::new();
    for (_, rule) in not {
        if !spans.contains(&rule.span) {
            spans.push(rule.span);
            never.push(rule);
        }
    }
    never
}
