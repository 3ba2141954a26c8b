//! Writes down what games come to: counts, records, lines of the table.

use super::ending::Ending;
use super::prepare::Prepared;
use super::record::{Played, reason, record, result_word};
use super::referee::Referee;
use super::tally::{Tally, count};
use crate::engine::{Event, Machine, Observer, Shape};
use crate::model::RuleId;

/// What some games that follow each other came to.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// Number of the first.
    pub first: u64,
    /// How many.
    pub games: u64,
    /// Counts.
    pub tally: Tally,
    /// Their records, a line each, where they are asked for.
    pub records: String,
    /// Their lines of the table, where it is asked for.
    pub table: Vec<u8>,
}

/// Sees games through a referee, and writes down what they come to. Make one for each thread, and use it again.
#[derive(Debug)]
pub(super) struct Scribe<'p, S: Shape> {
    pub(super) prepared: &'p Prepared,
    pub(super) referee: Referee<'p, S>,
    /// Looks at games that are over.
    machine: Machine<'p, S>,
    records: bool,
    table: bool,
    batch: Batch,
}

impl<'p, S: Shape> Scribe<'p, S> {
    /// A scribe who makes records, and lines of the table, where they are wanted.
    pub(super) fn new(prepared: &'p Prepared, records: bool, table: bool) -> Self {
        let program = prepared.game.program();
        let (referee, machine) = (Referee::new(program), Machine::new(program));
        Scribe { prepared, referee, machine, records, table, batch: Batch::default() }
    }

    /// Counts and writes down the game that the referee has just seen.
    pub(super) fn finish(&mut self, number: u64, swapped: bool, ending: &Ending) {
        let scores = match ending {
            Ending::Rules(ended) => ended.scores,
            Ending::Stopped(_) => self.machine.scores(self.referee.last()),
        };
        let trail = self.referee.trail();
        let tally = &mut self.batch.tally;
        for (turn, ply) in trail.iter().enumerate() {
            tally.turn(turn, ply);
        }
        tally.game(ending, trail.len(), swapped, scores);
        if let Some(lead) = self.referee.proven() {
            *tally.proven.entry(i64::from(lead)).or_default() += 1;
        }
        if self.prepared.simulation.count_rules {
            for ply in trail {
                let mut watch = Watch { rows: &mut tally.rows, origin: None };
                let _ = self.machine.play(&ply.position, &ply.script, &mut watch).is_ok();
                if let Some(origin) = watch.origin {
                    count(&mut tally.pits, origin, 1);
                }
            }
        }
        let played = Played { number, swapped, trail, last: self.referee.last(), ending };
        if self.records {
            self.batch.records += &record(self.prepared, &mut self.machine, &played).to_line();
            self.batch.records.push('\n');
        }
        if self.table {
            table_row(&mut self.batch.table, self.prepared, &played, scores);
        }
    }

    /// What was counted since the last time.
    pub(super) fn take(&mut self, first: u64, games: u64) -> Batch {
        Batch { first, games, ..std::mem::take(&mut self.batch) }
    }
}

/// Counts rows, and remembers the pit that a turn began with.
struct Watch<'a> {
    rows: &'a mut Vec<u64>,
    origin: Option<usize>,
}

impl Observer for Watch<'_> {
    const ACTIVE: bool = true;

    #[inline]
    fn event(&mut self, event: Event) {
        match event {
            // In a match a row of `end` ends a round, and the game goes on.
            Event::Row(rule) | Event::RoundOver(rule) => count(self.rows, usize::from(rule as RuleId), 1),
            Event::Lifted(_, place, _) if self.origin.is_none() => self.origin = Some(place),
            _ => {}
        }
    }
}

/// The heading of a table of games.
pub(super) const TABLE_HEAD: [&str; 13] = [
    "game",
    "seed",
    "south",
    "north",
    "winner",
    "reason",
    "south_score",
    "north_score",
    "moves",
    "captures",
    "captured_south",
    "captured_north",
    "laps",
];

/// The heading of a table as a line.
#[must_use]
pub fn table_head() -> Vec<u8> {
    csv_line(&TABLE_HEAD.map(String::from))
}

/// A line of comma-separated values.
#[must_use]
pub fn csv_line(fields: &[String]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(fields);
    writer.into_inner().unwrap_or_default()
}

fn table_row<S: Shape>(table: &mut Vec<u8>, prepared: &Prepared, played: &Played<'_, S>, scores: Option<[i32; 2]>) {
    let simulation = &prepared.simulation;
    let (mut south, mut north) = (simulation.players.south.to_string(), simulation.players.north.to_string());
    if played.swapped {
        (south, north) = (north, south);
    }
    let score = |side: usize| scores.map_or(String::new(), |scores| scores[side].to_string());
    let captured = |side: usize| -> i32 {
        let of_side = played.trail.iter().filter(|ply| crate::engine::Cells::mover(&ply.position).index() == side);
        of_side.map(|ply| ply.captured).sum()
    };
    table.extend(csv_line(&[
        played.number.to_string(),
        simulation.seed.to_string(),
        south,
        north,
        result_word(played.ending).into(),
        reason(played.ending, prepared),
        score(0),
        score(1),
        played.trail.len().to_string(),
        played.trail.iter().filter(|ply| ply.captured > 0).count().to_string(),
        captured(0).to_string(),
        captured(1).to_string(),
        played.trail.iter().map(|ply| u64::from(ply.laps)).sum::<u64>().to_string(),
    ]));
}
