//! `mancala replay`

use super::failure::{Failure, Status};
use super::given::OptionArgs;
use super::output::{Ink, Output};
use super::records::{Claims, Games, Ply, RecordInFile, Stop, each_record, follow};
use super::words::{count, ending, seeds, title};
use crate::game::Game;
use crate::sim::other_document;
use crate::text::json;
use serde_json::{Value, json};
use std::io;

/// Plays saved games: checks every move, shows every position
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  mancala replay games.jsonl --game 2\n  mancala replay games.jsonl --game 2 --json"
)]
pub(crate) struct Args {
    /// The records
    #[arg(value_name = "RECORD")]
    file: String,
    /// Play the game with this number in the file, from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    #[command(flatten)]
    options: OptionArgs,
    /// Write JSON; docs/results.md describes it
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let mut games = Games::new(&args.options);
    let mut status = Status::Clean;
    let (mut last, mut documents) = (0, Vec::new());
    each_record(&args.file, |found| {
        last = found.game;
        if args.game.is_none_or(|wanted| wanted == found.game) {
            let game = games.of(&found.record)?;
            let replayed = if args.json {
                let (replayed, document) = as_json(&found, &game)?;
                documents.push(document);
                replayed
            } else {
                replay(&found, &game, out)?
            };
            status = status.and(replayed);
        }
        Ok(())
    })?;
    match args.game {
        Some(wanted) if wanted == 0 || wanted > last => Err(Failure::usage(format!(
            "there is no game {wanted} in `{}`, which has {}",
            args.file,
            count(last, "game")
        ))),
        _ if args.json => {
            out.json(&other_document("replay", &args.file, None, json!({ "games": documents })))?;
            Ok(status)
        }
        _ => Ok(status),
    }
}

/// A game with every position, for programs.
fn as_json(found: &RecordInFile, game: &Game) -> Result<(Status, Value), Failure> {
    let model = game.model();
    let mut document = found.to_json(game);
    document["title"] = model.title.as_str().into();
    let claims = match Claims::read(&found.record, game) {
        Ok(claims) => claims,
        Err(flaw) => {
            document["wrong"] = flaw.to_json(game);
            return Ok((Status::Finding, document));
        }
    };
    let start = claims.positions.first().map_or_else(|| game.start(), |first| first.complete(model));
    let mut plies = Vec::new();
    let followed = follow(
        game,
        &claims,
        Some(&mut |ply| {
            plies.push(ply_json(ply, game));
            Ok(())
        }),
    );
    document["position"] = json::to_json(&start, model);
    document["moves"] = plies.into();
    let status = match followed {
        Ok(outcome) => {
            document["outcome"] = json::outcome_json(outcome.as_ref());
            Status::Clean
        }
        Err(Stop::Disagreement(disagreement)) => {
            document["wrong"] = disagreement.to_json(&claims, game);
            Status::Finding
        }
        Err(Stop::Output(error)) => return Err(error.into()),
    };
    Ok((status, document))
}

fn ply_json(ply: &Ply<'_>, game: &Game) -> Value {
    let again = ply.before.to_move() == ply.after.to_move();
    json!({
        "by": ply.before.to_move().word(), "moves": ply.texts, "captured": ply.captured, "again": again,
        "position": json::to_json(&ply.after, game.model()), "fitting": ply.fitting,
    })
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
    let mover = title(ply.before.to_move());
    let takes = if ply.captured > 0 { format!(" and takes {}", seeds(ply.captured, model)) } else { String::new() };
    let again = if ply.before.to_move() == ply.after.to_move() { ", and moves again" } else { "" };
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
