//! `mancala replay`

use super::failure::{Failure, Status};
use super::given::OptionArgs;
use super::output::{Ink, Output};
use super::records::{Claims, Games, Ply, RecordInFile, Stop, each_record, follow};
use super::words::{count, ending, seeds, title};
use crate::game::Game;
use std::io;

/// Plays saved games: checks every move, shows every position
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  mancala replay games.jsonl --game 2")]
pub(crate) struct Args {
    /// The records
    #[arg(value_name = "RECORD")]
    file: String,
    /// Play the game with this number in the file, from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    #[command(flatten)]
    options: OptionArgs,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut games = Games::new(&args.options);
    let mut status = Status::Clean;
    let mut last = 0;
    each_record(&args.file, |found| {
        last = found.game;
        if args.game.is_none_or(|wanted| wanted == found.game) {
            let game = games.of(&found.record)?;
            status = status.and(replay(&found, &game, out)?);
        }
        Ok(())
    })?;
    match args.game {
        Some(wanted) if wanted == 0 || wanted > last => Err(Failure::usage(format!(
            "there is no game {wanted} in `{}`, which has {}",
            args.file,
            count(last, "game")
        ))),
        _ => Ok(status),
    }
}

fn replay(found: &RecordInFile, game: &Game, out: &mut Output) -> Result<Status, Failure> {
    let model = game.model();
    let source = found.record.source.as_ref().map(|source| format!(" ({source})")).unwrap_or_default();
    let heading = out.paint(&format!("Game {}{source}: {}", found.game, model.title), Ink::Bold);
    out.line(heading)?;
    if Claims::of_other_rules(&found.record, game) {
        out.line("The rules have changed since it was made.")?;
    }
    let claims = match Claims::read(&found.record, game) {
        Ok(claims) => claims,
        Err(flaw) => {
            let place = flaw.ply.map_or(String::new(), |ply| format!("position {ply}: "));
            let message = out.paint(&format!("{place}{}", flaw.message), Ink::Bad);
            out.line(message)?;
            if let Some(position) = &flaw.drawn {
                out.partial_board(position, model)?;
            }
            return Ok(Status::Finding);
        }
    };
    let start = claims.positions.first().map_or_else(|| game.start(), |first| first.complete(model));
    out.board(&start, model)?;
    match follow(game, &claims, Some(&mut |ply| tell(ply, game, out))) {
        Ok(outcome) => {
            let end = outcome.map_or("The record ends here; the game is not over.".to_string(), |outcome| {
                format!("The game is over: {}.", ending(&outcome))
            });
            out.heading(&end)?;
            out.line("")?;
            Ok(Status::Clean)
        }
        Err(Stop::Disagreement(disagreement)) => {
            let message = out.paint(&format!("{}. {}", disagreement.ply + 1, disagreement.message()), Ink::Bad);
            out.line(format!("\n{message}"))?;
            disagreement.show(game, out)?;
            out.line("")?;
            Ok(Status::Finding)
        }
        Err(Stop::Output(error)) => Err(error.into()),
    }
}

fn tell(ply: &Ply<'_>, game: &Game, out: &mut Output) -> io::Result<()> {
    let model = game.model();
    let mover = title(ply.before.to_move);
    let takes = if ply.captured > 0 { format!(" and takes {}", seeds(ply.captured, model)) } else { String::new() };
    let again = if ply.before.to_move == ply.after.to_move { ", and moves again" } else { "" };
    let text = ply.texts.join(" or ");
    out.heading(&format!("{}. {mover} plays {text}{takes}{again}", ply.ply + 1))?;
    match ply.claimed {
        // Where several full positions fit, only what the record tells is sure.
        Some(claimed) if ply.fitting > 1 => {
            out.partial_board(claimed, model)?;
            out.line(format!("  {} fit what the record tells", count(ply.fitting, "position")))
        }
        _ => out.board(&ply.after, model),
    }
}
