//! `mancala moves`

use super::failure::{Failure, Status};
use super::given::{GameArgs, PositionArgs};
use super::output::{Ink, Output};
use super::words::{count, ending, grouped, padded, seeds, title, widest};
use crate::game::{Count, Game, Move, Playthrough};
use crate::position::{Outcome, Position};
use crate::text::{json, to_line};
use serde_json::{Map, Value};
use std::io;

/// Lists the legal moves of a position and what each leads to
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mancala moves oware
  mancala moves oware --set grand_slam=forbidden \\
      --position 'south home: 1 0 0 0 0 3 store: 10 north home: 1 1 1 0 0 0 store: 31 to move: south'")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// List at most N moves
    #[arg(long, default_value_t = 200, value_name = "N")]
    limit: usize,
}

/// Moves are counted up to this number; where there are more, only the number of orders is told.
const MOST_COUNTED: u64 = 100_000;

/// A legal move with how the game stands when it is done.
struct Listed {
    made: Move,
    /// How the game ended, in the turn or because of what is looked at before the next.
    outcome: Option<Outcome>,
    /// The position with what was awarded before the next turn, where that has ended the game.
    last: Option<Position>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let game = args.game.game()?;
    let position = args.position.of(&game)?;
    let played = Playthrough::from(&game, &position);
    let all = played.moves(args.limit.saturating_add(1));
    let more = all.len() > args.limit;
    let listed: Vec<Listed> = all.into_iter().take(args.limit).map(|made| Listed::new(made, &game)).collect();
    if args.json {
        out.json(&to_json(&listed, more, &played))?;
        return Ok(Status::Clean);
    }
    out.board(&position, game.model())?;
    out.line("")?;
    match played.outcome() {
        Some(outcome) => out.line(format!("The game is over: {}.", ending(outcome)))?,
        None => human(&listed, more, args.limit, &position, &game, out)?,
    }
    Ok(Status::Clean)
}

impl Listed {
    fn new(made: Move, game: &Game) -> Self {
        if let Some(outcome) = made.outcome.clone() {
            return Listed { made, outcome: Some(outcome), last: None };
        }
        let next = Playthrough::from(game, &made.after);
        Listed { made, outcome: next.outcome().cloned(), last: next.awarded().cloned() }
    }

    /// The move as it is written, with its marks.
    fn text(&self) -> String {
        format!("{}{}", self.made.text, self.made.marks)
    }

    /// What is worth saying of it.
    fn notes(&self, kinds: usize, game: &Game) -> String {
        let mut notes = Vec::new();
        if kinds > 1 {
            notes.push(self.made.kind.clone());
        }
        if self.made.captured > 0 {
            notes.push(format!("takes {}", seeds(self.made.captured, game.model())));
        }
        if self.made.again {
            notes.push("moves again".to_string());
        }
        if let Some(outcome) = &self.outcome {
            notes.push(ending(outcome));
        }
        notes.join(", ")
    }
}

fn human(
    listed: &[Listed],
    more: bool,
    limit: usize,
    position: &Position,
    game: &Game,
    out: &mut Output,
) -> io::Result<()> {
    let mut kinds: Vec<&str> = listed.iter().map(|one| one.made.kind.as_str()).collect();
    kinds.dedup();
    let counted = game.count(position, MOST_COUNTED);
    let heading = out.paint(&format!("{} has {}", title(position.to_move()), how_many(&counted, game)), Ink::Bold);
    out.line(heading)?;
    if counted.too_long {
        out.line("  whether there are more is not known: listing them takes more steps than may be taken")?;
    }
    if let Some(orders) = counted.orders {
        out.line(format!("  in {orders} orders of sowing, without the choices that follow some of them"))?;
    }
    let texts: Vec<String> = listed.iter().map(Listed::text).collect();
    let notes: Vec<String> = listed.iter().map(|one| one.notes(kinds.len(), game)).collect();
    let width = widest(texts.iter().map(String::as_str));
    let note_width = widest(notes.iter().map(String::as_str));
    for ((one, text), note) in listed.iter().zip(&texts).zip(&notes) {
        let text = out.paint(&padded(text, width), Ink::Accent);
        let note = if note_width > 0 { format!("{}  ", padded(note, note_width)) } else { String::new() };
        let after = out.paint(&to_line(one.last.as_ref().unwrap_or(&one.made.after), game.model()), Ink::Faint);
        out.line(format!("  {text}  {note}{after}"))?;
    }
    if more {
        out.line(format!("  … and more; `--limit {}` shows more of them", limit.saturating_mul(10).max(1)))?;
    }
    Ok(())
}

/// How many moves there are, and of which kinds.
fn how_many(counted: &Count, game: &Game) -> String {
    if counted.too_long {
        return format!("at least {}", count(counted.moves as usize, "legal move"));
    }
    if !counted.exact {
        return format!("more than {} legal moves", grouped(counted.moves));
    }
    let number = count(counted.moves as usize, "legal move");
    let names = game.model().moves.values().map(|kind| kind.name.as_str());
    let of_kinds: Vec<String> = names
        .zip(&counted.by_kind)
        .filter(|(_, moves)| **moves > 0)
        .map(|(name, moves)| format!("{} {name}", grouped(*moves)))
        .collect();
    if of_kinds.len() > 1 { format!("{number}: {}", of_kinds.join(", ")) } else { number }
}

fn to_json(listed: &[Listed], more: bool, played: &Playthrough) -> Value {
    let (position, game) = (played.position(), played.game());
    let model = game.model();
    let moves: Vec<Value> = listed.iter().map(|one| one.to_json(game)).collect();
    let mut all = Map::new();
    all.insert("position".into(), json::to_json(position, model));
    all.insert("moves".into(), moves.into());
    if let Some(outcome) = played.outcome() {
        all.insert("outcome".into(), json::outcome_json(Some(outcome)));
        all.insert("final".into(), json::to_json(played.final_position(), model));
    }
    if more {
        all.insert("more".into(), true.into());
    }
    let counted = game.count(position, MOST_COUNTED);
    all.insert("count".into(), counted.moves.into());
    all.insert("count_is_exact".into(), counted.exact.into());
    if counted.too_long {
        all.insert("too_long".into(), true.into());
    }
    if let Some(orders) = counted.orders {
        all.insert("orders".into(), orders.to_string().into());
    }
    all.into()
}

impl Listed {
    fn to_json(&self, game: &Game) -> Value {
        let model = game.model();
        let mut entry = Map::new();
        entry.insert("move".into(), self.made.text.clone().into());
        if !self.made.marks.is_empty() {
            entry.insert("marks".into(), self.made.marks.clone().into());
        }
        entry.insert("kind".into(), self.made.kind.clone().into());
        entry.insert("position".into(), json::to_json(&self.made.after, model));
        entry.insert("again".into(), self.made.again.into());
        entry.insert("captured".into(), self.made.captured.into());
        entry.insert("outcome".into(), json::outcome_json(self.outcome.as_ref()));
        if let Some(last) = &self.last {
            entry.insert("final".into(), json::to_json(last, model));
        }
        entry.into()
    }
}
