//! `mancala verify`

use super::failure::{Failure, Status};
use super::given::OptionArgs;
use super::output::{Ink, Output};
use super::records::{Claims, Disagreement, Flaw, Games, RecordInFile, Stop, each_record, follow};
use super::words::{count, grouped};
use crate::game::Game;
use std::io;

/// Checks recorded games against the rules
///
/// A record is one JSON object on a line, with at least `variant` and `positions`; some legal move must lead from each
/// position to the next. What it tells of moves, numbers of legal moves (`legal`) and of the positions that they lead to
/// (`successors`) and the outcome is checked as well.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  mancala verify games.jsonl")]
pub(crate) struct Args {
    /// The records
    #[arg(required = true, value_name = "RECORD.jsonl")]
    files: Vec<String>,
    #[command(flatten)]
    options: OptionArgs,
}

/// Most disagreements of a file that are told.
const MOST_TOLD: usize = 20;

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut status = Status::Clean;
    let mut games = Games::new(&args.options);
    for file in &args.files {
        let mut tally = Tally { file, games: 0, positions: 0, wrong: 0, shown: status == Status::Finding };
        each_record(file, |found| tally.record(&found, &mut games, out))?;
        tally.close(out)?;
        if tally.wrong > 0 || tally.games == 0 {
            status = Status::Finding;
        }
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
}

impl Tally<'_> {
    fn record(&mut self, found: &RecordInFile, games: &mut Games<'_>, out: &mut Output) -> Result<(), Failure> {
        let game = games.of(&found.record)?;
        self.games += 1;
        let claims = match Claims::read(&found.record, &game) {
            Ok(claims) => claims,
            Err(flaw) => return Ok(self.flaw(found, &flaw, &game, out)?),
        };
        self.positions += claims.plies() + 1;
        match follow(&game, &claims, None) {
            Ok(_) => Ok(()),
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
