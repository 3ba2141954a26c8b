//! `mancala verify`

use super::failure::{Failure, Status};
use super::given::OptionArgs;
use super::output::{Ink, Output};
use super::records::{Claims, Disagreement, Flaw, Games, RecordInFile, Stop, each_record, follow};
use super::words::{count, grouped};
use crate::game::Game;
use crate::sim::other_document;
use serde_json::{Value, json};
use std::io;

/// Checks recorded games against the rules
///
/// A record is one JSON object on a line, with at least `variant` and `positions`; some legal move must lead from each
/// position to the next. What it tells of moves, numbers of legal moves (`legal`) and of the positions that they lead to
/// (`successors`) and the outcome is checked as well.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  mancala verify games.jsonl\n  mancala verify games.jsonl --json")]
pub(crate) struct Args {
    /// The records
    #[arg(required = true, value_name = "RECORD.jsonl")]
    files: Vec<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// Write JSON; docs/results.md describes it
    #[arg(long)]
    json: bool,
}

/// Most disagreements of a file that are told.
const MOST_TOLD: usize = 20;

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    let mut games = Games::new(&args.options);
    let mut documents = Vec::new();
    for file in &args.files {
        let listed = args.json.then(Vec::new);
        let mut tally = Tally { file, games: 0, positions: 0, wrong: 0, shown: status == Status::Finding, listed };
        each_record(file, |found| tally.record(&found, &mut games, out))?;
        if tally.wrong > 0 || tally.games == 0 {
            status = Status::Finding;
        }
        match tally.listed.take() {
            Some(listed) => documents.push(tally.to_json(listed)),
            None => tally.close(out)?,
        }
    }
    if args.json {
        out.json(&other_document("verify", &args.files.join(", "), None, json!({ "files": documents })))?;
    }
    Ok(status)
}

/// What was found in a file so far.
struct Tally<'a> {
    file: &'a str,
    games: usize,
    positions: usize,
    wrong: usize,
    /// Whether a disagreement has been drawn; the others get a line.
    shown: bool,
    /// The games that disagree, where they are told to a program.
    listed: Option<Vec<Value>>,
}

impl Tally<'_> {
    fn record(&mut self, found: &RecordInFile, games: &mut Games<'_>, out: &mut Output) -> Result<(), Failure> {
        let game = games.of(&found.record)?;
        self.games += 1;
        let claims = match Claims::read(&found.record, &game) {
            Ok(claims) => claims,
            Err(flaw) if self.listed.is_some() => {
                self.list(found, flaw.to_json(&game), &game);
                return Ok(());
            }
            Err(flaw) => return Ok(self.flaw(found, &flaw, &game, out)?),
        };
        self.positions += claims.plies() + 1;
        match follow(&game, &claims, None) {
            Ok(_) => Ok(()),
            Err(Stop::Disagreement(disagreement)) if self.listed.is_some() => {
                self.list(found, disagreement.to_json(&claims, &game), &game);
                Ok(())
            }
            Err(Stop::Disagreement(disagreement)) => {
                self.disagreement(found, &disagreement, &claims, &game, out)?;
                if Claims::of_other_rules(&found.record, &game) && self.wrong <= MOST_TOLD {
                    out.line("  it was made by other rules: they have changed since")?;
                }
                Ok(())
            }
            Err(Stop::Output(error)) => Err(error.into()),
        }
    }

    /// Keeps what is wrong with a game.
    fn list(&mut self, found: &RecordInFile, wrong: Value, game: &Game) {
        self.wrong += 1;
        let mut entry = found.to_json(game);
        entry["wrong"] = wrong;
        self.listed.iter_mut().for_each(|listed| listed.push(entry.take()));
    }

    fn to_json(&self, listed: Vec<Value>) -> Value {
        json!({ "file": self.file, "games": self.games, "positions": self.positions, "disagreements": listed })
    }

    fn flaw(&mut self, found: &RecordInFile, flaw: &Flaw, game: &Game, out: &mut Output) -> io::Result<()> {
        let place = flaw.ply.map_or(String::new(), |ply| format!(", position {ply}"));
        self.tell(found, &place, &flaw.message, out)?;
        match &flaw.drawn {
            Some(position) if !std::mem::replace(&mut self.shown, true) => {
                out.line("")?;
                out.partial_board(position, game.model())?;
                out.line("")
            }
            _ => Ok(()),
        }
    }

    fn disagreement(
        &mut self,
        found: &RecordInFile,
        disagreement: &Disagreement,
        claims: &Claims,
        game: &Game,
        out: &mut Output,
    ) -> io::Result<()> {
        let place = match disagreement.ply {
            last if last == claims.plies() => ", at the end".to_string(),
            ply => format!(", ply {}", ply + 1),
        };
        self.tell(found, &place, &disagreement.message(), out)?;
        if !self.shown {
            self.shown = true;
            disagreement.show(game, out)?;
            out.line("")?;
        }
        Ok(())
    }

    fn tell(&mut self, found: &RecordInFile, place: &str, message: &str, out: &mut Output) -> io::Result<()> {
        self.wrong += 1;
        if self.wrong > MOST_TOLD {
            return Ok(());
        }
        let source = found.record.source.as_ref().map(|source| format!(" ({source})")).unwrap_or_default();
        let place = out.paint(&format!("{}:{}, game {}{source}{place}:", self.file, found.line, found.game), Ink::Bold);
        out.line(format!("{place} {}", out.paint(message, Ink::Bad)))
    }

    fn close(&self, out: &mut Output) -> io::Result<()> {
        if self.wrong > MOST_TOLD {
            out.line(format!("… and {} more", count(self.wrong - MOST_TOLD, "disagreement")))?;
        }
        let all = format!("{}, {}", count(self.games, "game"), count(self.positions, "position"));
        let verdict = match self.wrong {
            0 if self.games == 0 => out.paint("the file holds no game", Ink::Bad),
            0 => out.paint("all as the rules say", Ink::Good),
            1 => out.paint("1 game disagrees with the rules", Ink::Bad),
            wrong => out.paint(&format!("{} games disagree with the rules", grouped(wrong as u64)), Ink::Bad),
        };
        out.line(format!("{}: {all}, {verdict}", self.file))
    }
}
