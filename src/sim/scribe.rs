//! Writes down what games come to: counts, records, lines of the table.

use super::columns::csv_line;
use super::drawn_games::DrawnGames;
use super::ending::{Ending, Stop};
use super::player::{Effort, Evaluation};
use super::prepare::Prepared;
use super::random_games::RandomGames;
use super::record::{Played, reason, record, result_word};
use super::referee::{Ply, Referee};
use super::script::Weights;
use super::tally::Tally;
use super::watch::Watch;
use crate::engine::{Cells as _, Machine, Shape};
use crate::model::{Id, Model, Player};
use crate::position::GameResult;

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
    /// What it took the first and the second player to choose their moves.
    pub efforts: [Effort; 2],
}

/// Writes down what the games come to that a referee has seen. Make one for each thread, and use it again.
#[derive(Debug)]
pub(super) struct Scribe<'p, S: Shape> {
    pub(super) prepared: &'p Prepared,
    /// Looks at games that are over.
    machine: Machine<'p, S>,
    records: bool,
    table: bool,
    batch: Batch,
    /// Counts of games at random that are not in the tally of the batch yet.
    drawn: DrawnGames,
    /// Tells who leads.
    evaluation: Evaluation,
    leads: Vec<i32>,
}

impl<'p, S: Shape> Scribe<'p, S> {
    /// A scribe who makes records, and lines of the table, where they are wanted.
    pub(super) fn new(prepared: &'p Prepared, records: bool, table: bool) -> Self {
        let program = prepared.game.program();
        let machine = prepared.game.telling_machine();
        let evaluation = Evaluation::new(&program.model, Some(leading(&program.model)));
        let (batch, drawn, leads) = (Batch::default(), DrawnGames::default(), Vec::new());
        Scribe { prepared, machine, records, table, batch, drawn, evaluation, leads }
    }

    /// Counts and writes down the game that a referee has just seen.
    pub(super) fn finish(&mut self, referee: &Referee<'_, S>, number: u64, swapped: bool, ending: &Ending) {
        let scores = match ending {
            Ending::Rules(ended) => ended.scores,
            Ending::Stopped(_) => self.machine.scores(referee.last()),
        };
        let trail = referee.trail();
        let tally = &mut self.batch.tally;
        tally.turns(trail.iter().map(|ply| &ply.turn), swapped);
        let first = trail.first().map_or(referee.last(), |ply| &ply.position).mover();
        tally.game(ending, trail.len(), swapped, first, scores);
        if let Some(lead) = referee.proven() {
            *tally.proven.entry(i64::from(lead)).or_default() += 1;
        }
        if self.prepared.simulation.count_rules {
            self.look_closely(trail, swapped, winner(ending));
        }
        let played = Played { number, swapped, trail, last: referee.last(), ending };
        if self.records {
            self.batch.records += &record(self.prepared, &mut self.machine, &played).to_line();
            self.batch.records.push('\n');
        }
        if self.table {
            table_row(&mut self.batch.table, self.prepared, &played, first, scores);
        }
    }

    /// Plays the game again, and counts which rows applied, where, and who led when.
    fn look_closely(&mut self, trail: &[Ply<S>], swapped: bool, winner: Option<Player>) {
        let tally = &mut self.batch.tally;
        self.leads.clear();
        for (turn, ply) in trail.iter().enumerate() {
            self.leads.push(self.evaluation.judge(&mut self.machine, &ply.position, Player::South));
            let mut watch = Watch::new(&mut tally.rows, &mut tally.captured_at);
            if !self.machine.tell_by_plan(&ply.position, &ply.encoded, &mut watch) {
                let _ = self.machine.play(&ply.position, &ply.encoded, &mut watch).is_ok();
            }
            let (origin, last) = (watch.origin.map(Id::index), watch.last.map(Id::index));
            tally.begins_and_ends(turn == 0, origin, last);
        }
        tally.course.game(&self.leads, swapped, winner);
    }

    /// Counts a game of players who draw their moves.
    pub(super) fn finish_drawn(&mut self, swapped: bool, ending: &Ending, game: &RandomGames<'_, S>) {
        let scores = match ending {
            Ending::Rules(ended) => ended.scores,
            Ending::Stopped(_) => self.machine.scores(&game.last()),
        };
        let (trail, tally) = (game.trail(), &mut self.batch.tally);
        self.drawn.turns(trail, swapped, tally);
        tally.ended(ending, swapped, game.first());
        if let Some(scores) = scores {
            self.drawn.scored(scores, swapped, game.first(), tally);
        }
        if self.prepared.simulation.count_rules {
            self.drawn.look_closely(trail, swapped, winner(ending), tally);
        }
    }

    /// Takes which rows were taken in games at random, and where pieces were captured.
    pub(super) fn take_counts(&mut self, game: &mut RandomGames<'_, S>) {
        game.take_counts(|counts| self.batch.tally.counted(counts));
    }

    /// What was counted since the last time.
    pub(super) fn take(&mut self, first: u64, games: u64) -> Batch {
        self.drawn.put_to(&mut self.batch.tally);
        Batch { first, games, ..std::mem::take(&mut self.batch) }
    }
}

/// What it is to lead: to have the higher score, and where there is none, more seeds.
fn leading(model: &Model) -> Weights {
    if model.score.is_some() { Weights::default() } else { Weights { score: 0, seeds: 100, pits: 0 } }
}

fn winner(ending: &Ending) -> Option<Player> {
    match ending {
        Ending::Rules(ended) => match ended.result {
            GameResult::Winner(winner) => Some(winner),
            GameResult::Draw | GameResult::NoWinner => None,
        },
        Ending::Stopped(Stop::Forfeit(loser, _)) => Some(loser.other()),
        Ending::Stopped(_) => None,
    }
}

/// The heading of a table of games of this simulation as a line.
#[must_use]
pub fn table_head(prepared: &Prepared) -> Vec<u8> {
    let mut head: Vec<String> = ["game", "variant"].map(String::from).to_vec();
    head.extend(prepared.game.model().bindings.iter().map(|bound| format!("option_{}", bound.name)));
    let rest = [
        "seed",
        "swap_sides",
        "random_moves",
        "max_moves",
        "south",
        "north",
        "winner",
        "winning_player",
        "first_mover",
        "reason",
        "south_score",
        "north_score",
        "moves",
        "captures",
        "captured_south",
        "captured_north",
        "laps",
        "version",
        "rules",
        "settings",
        "script",
        "command",
    ];
    head.extend(rest.map(String::from));
    csv_line(&head)
}

fn table_row<S: Shape>(
    table: &mut Vec<u8>,
    prepared: &Prepared,
    played: &Played<'_, S>,
    first: Player,
    scores: Option<[i32; 2]>,
) {
    let [one, two] = prepared.player_names();
    let winning = winner(played.ending).map(|side| (side == Player::North) ^ played.swapped);
    let winning = winning.map_or("", |second| if second { two.as_str() } else { one.as_str() });
    let (south, north) = if played.swapped { (&two, &one) } else { (&one, &two) };
    let score = |side: usize| scores.map_or(String::new(), |scores| scores[side].to_string());
    let captured = |side: usize| -> i32 {
        let of_side = played.trail.iter().filter(|ply| ply.turn.mover.index() == side);
        of_side.map(|ply| ply.turn.captured).sum()
    };
    let made_by = prepared.made_by();
    let mut line = vec![played.number.to_string(), prepared.variant.clone()];
    line.extend(prepared.game.model().bindings.iter().map(|bound| bound.value.clone()));
    line.extend([
        prepared.simulation.seed.to_string(),
        prepared.simulation.swap_sides.to_string(),
        prepared.limits.random_moves.to_string(),
        prepared.limits.moves.to_string(),
        south.clone(),
        north.clone(),
        result_word(played.ending).into(),
        winning.to_string(),
        first.word().to_string(),
        reason(played.ending, prepared),
        score(0),
        score(1),
        played.trail.len().to_string(),
        played.trail.iter().filter(|ply| ply.turn.captured > 0).count().to_string(),
        captured(0).to_string(),
        captured(1).to_string(),
        played.trail.iter().map(|ply| u64::from(ply.turn.laps)).sum::<u64>().to_string(),
        made_by.version.to_string(),
        made_by.rules,
        made_by.settings,
        made_by.script.unwrap_or_default(),
        made_by.command.unwrap_or_default(),
    ]);
    table.extend(csv_line(&line));
}
