//! `mancala trace`

use super::boards::{PLAIN, indented};
use super::failure::{Failure, Status};
use super::given::{GameArgs, PositionArgs};
use super::output::{Ink, Output};
use super::words::{ending, padded, place, title, widest};
use crate::game::{Game, PlayError, Playthrough, Sentence, Turn, Unreadable};
use crate::text::{draw, json};
use serde_json::{Value, json};
use std::io;

/// Plays moves and tells, step by step, what happened and which line of the rules said so
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mancala trace oware 3 6
  mancala trace oware --position 'south home: 0 0 0 5 0 3 store: 16 north home: 2 1 1 0 4 0 store: 16' 4")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The moves, in the notation of the game
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<Status, Failure> {
    let game = args.game.game()?;
    let mut played = Playthrough::from(&game, &args.position.of(&game)?);
    if args.json {
        return run_json(args, played, out);
    }
    out.board(played.position(), game.model())?;
    for text in &args.moves {
        let (turn, story) = make(&mut played, text, "")?;
        let mover = title(turn.mover());
        let heading = format!("{}. {mover} plays {}", played.turns().len(), turn.text());
        out.heading(&heading)?;
        tell(&story, &game, out)?;
        if turn.made.again && turn.made.outcome.is_none() {
            out.line(format!("  {mover} moves again"))?;
        }
        out.line("")?;
        out.board(played.position(), game.model())?;
    }
    close(&played, out)?;
    Ok(Status::Clean)
}

/// Makes a move. Where nobody has seen the board yet, a refusal shows it.
fn make(played: &mut Playthrough, text: &str, board: &str) -> Result<(Turn, Vec<Sentence>), Failure> {
    match played.trace(text) {
        Ok((turn, story)) => Ok((turn.clone(), story)),
        Err(error) => Err(refusal(played, text, &error, board)),
    }
}

/// Why a move cannot be played, with what is legal.
fn refusal(played: &Playthrough, text: &str, error: &PlayError, board: &str) -> Failure {
    let (position, game) = (played.position(), played.game());
    let mut shown = board.to_string();
    if !matches!(
        error,
        PlayError::Over(_) | PlayError::Unreadable(Unreadable::Unknown { .. } | Unreadable::Ambiguous { .. })
    ) {
        let legal: Vec<String> = game.first_moves(position, 40).into_iter().map(|made| made.text).collect();
        shown.push_str(&format!(
            "  legal: {}\n",
            if legal.is_empty() { "nothing".to_string() } else { legal.join(", ") }
        ));
    }
    let mover = title(position.to_move());
    let number = played.turns().len() + 1;
    let which = if number == 1 { String::new() } else { format!(" (move {number})") };
    let rule = rule_place(error, game).map(|place| format!(" ({place})")).unwrap_or_default();
    Failure::Refused(Status::Finding, format!("{mover} cannot play `{text}`{which}: {error}{rule}"), shown)
}

/// Where the rule stands that forbids a move.
fn rule_place(error: &PlayError, game: &Game) -> Option<String> {
    let PlayError::Unreadable(Unreadable::NotLegal { rule, .. }) = error else { return None };
    let info = game.model().rules.values().find(|info| info.label == *rule)?;
    Some(place(game.sources(), info.span))
}

/// The sentences of a move, each behind its rule.
fn tell(story: &[Sentence], game: &Game, out: &mut Output) -> io::Result<()> {
    let places: Vec<String> = story.iter().map(|sentence| place(game.sources(), sentence.span)).collect();
    let place_width = widest(places.iter().map(String::as_str));
    let label_width = widest(story.iter().map(|sentence| sentence.label.as_str()));
    for (sentence, place) in story.iter().zip(&places) {
        let place = out.paint(&padded(place, place_width), Ink::Faint);
        let label = out.paint(&padded(&sentence.label, label_width), Ink::Accent);
        out.line(format!("  {place}  {label}  {}", sentence.text))?;
    }
    Ok(())
}

/// Says how the game ended.
fn close(played: &Playthrough, out: &mut Output) -> io::Result<()> {
    let Some(outcome) = played.outcome() else { return Ok(()) };
    let model = played.game().model();
    let mut rows = model.end.iter().map(|row| &model.rules[row.row.rule]);
    let said = rows.find(|rule| rule.label == outcome.reason);
    let place = said.map(|rule| place(played.game().sources(), rule.span));
    let place = place.map(|place| out.paint(&format!("  {place}"), Ink::Faint)).unwrap_or_default();
    let heading = out.paint(&format!("The game is over: {}", ending(outcome)), Ink::Bold);
    out.line(format!("\n{heading}{place}"))?;
    match played.awarded() {
        Some(awarded) => {
            out.line("")?;
            out.board(awarded, model)
        }
        None => Ok(()),
    }
}

fn run_json(args: &Args, mut played: Playthrough, out: &mut Output) -> Result<Status, Failure> {
    let game = played.game().clone();
    let start = json::to_json(played.position(), game.model());
    let mut steps: Vec<Value> = Vec::new();
    for text in &args.moves {
        let board = indented(&draw(played.position(), game.model(), PLAIN));
        let (Turn { made, .. }, story) = make(&mut played, text, &board)?;
        let story: Vec<Value> = story.iter().map(|sentence| sentence_json(sentence, &game)).collect();
        steps.push(json!({
            "move": made.text, "marks": made.marks, "kind": made.kind, "captured": made.captured, "again": made.again,
            "steps": story, "position": json::to_json(&made.after, game.model()),
            "outcome": json::outcome_json(played.outcome()),
        }));
    }
    let mut all = json!({ "position": start, "moves": steps, "outcome": json::outcome_json(played.outcome()) });
    if let Some(awarded) = played.awarded() {
        all["final"] = json::to_json(awarded, game.model());
    }
    out.json(&all)?;
    Ok(Status::Clean)
}

fn sentence_json(sentence: &Sentence, game: &Game) -> Value {
    let file = game.sources().file(sentence.span.file);
    let line = file.line_column(sentence.span.start).0;
    json!({ "text": sentence.text, "label": sentence.label, "of": sentence.of, "file": &*file.name, "line": line })
}
