//! `mancala trace`

use super::boards::{PLAIN, indented};
use super::failure::{Failure, Status};
use super::given::{GameArgs, PositionArgs};
use super::output::{Ink, Output};
use super::words::{ending, padded, place, title, widest};
use crate::game::{Game, Move, PlayError, Sentence, Unreadable};
use crate::situation::{Outcome, Situation};
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
    let mut line = Line::new(&game, args.position.situation(&game)?);
    if args.json {
        return run_json(args, line, out);
    }
    out.board(&line.now, game.model())?;
    for (index, text) in args.moves.iter().enumerate() {
        let mover = title(line.now.to_move);
        let (made, story) = line.play(index, text)?;
        let heading = format!("{}. {mover} plays {}{}", index + 1, made.text, made.marks);
        out.heading(&heading)?;
        tell(&story, &game, out)?;
        if made.again && made.outcome.is_none() {
            out.line(format!("  {mover} moves again"))?;
        }
        out.line("")?;
        out.board(&line.now, game.model())?;
    }
    close(&line, out)?;
    Ok(Status::Clean)
}

/// A line of play: the position now, those before, and how the game ended.
struct Line<'a> {
    game: &'a Game,
    now: Situation,
    before: Vec<Situation>,
    over: Option<Outcome>,
    /// The position with what was awarded before the next turn.
    last: Option<Situation>,
}

impl<'a> Line<'a> {
    fn new(game: &'a Game, start: Situation) -> Self {
        let mut line = Line { game, now: start, before: Vec::new(), over: None, last: None };
        line.look();
        line
    }

    /// Looks whether the game is over before the next turn.
    fn look(&mut self) {
        let occurrences = 1 + self.before.iter().filter(|before| **before == self.now).count() as u32;
        if let Some((last, outcome)) = self.game.before_turn(&self.now, occurrences) {
            self.over = Some(outcome);
            self.last = Some(last).filter(|last| *last != self.now);
        }
    }

    fn play(&mut self, index: usize, text: &str) -> Result<(Move, Vec<Sentence>), Failure> {
        let refused = |error: &PlayError| refusal(index, text, error, &self.now, self.game);
        if let Some(outcome) = &self.over {
            return Err(refused(&PlayError::Over(outcome.clone())));
        }
        let (made, story) = self.game.trace(&self.now, text).map_err(|error| refused(&error))?;
        self.before.push(std::mem::replace(&mut self.now, made.after.clone()));
        self.over.clone_from(&made.outcome);
        if self.over.is_none() {
            self.look();
        }
        Ok((made, story))
    }
}

/// Why a move cannot be played, with the board.
fn refusal(index: usize, text: &str, error: &PlayError, situation: &Situation, game: &Game) -> Failure {
    let mut shown = indented(&draw(situation, game.model(), PLAIN));
    if !matches!(
        error,
        PlayError::Over(_) | PlayError::Unreadable(Unreadable::Unknown { .. } | Unreadable::Ambiguous { .. })
    ) {
        let legal: Vec<String> = game.first_moves(situation, 40).into_iter().map(|made| made.text).collect();
        shown.push_str(&format!(
            "  legal: {}\n",
            if legal.is_empty() { "nothing".to_string() } else { legal.join(", ") }
        ));
    }
    let mover = title(situation.to_move);
    let which = if index == 0 { String::new() } else { format!(" (move {})", index + 1) };
    let rule = rule_place(error, game).map(|place| format!(" ({place})")).unwrap_or_default();
    Failure::Refused(Status::Finding, format!("{mover} cannot play `{text}`{which}: {error}{rule}"), shown)
}

/// Where the rule stands that forbids a move.
fn rule_place(error: &PlayError, game: &Game) -> Option<String> {
    let PlayError::Unreadable(Unreadable::NotLegal { rule, .. }) = error else { return None };
    let info = game.model().rules.iter().find(|info| info.label == *rule)?;
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
fn close(line: &Line<'_>, out: &mut Output) -> io::Result<()> {
    let Some(outcome) = &line.over else { return Ok(()) };
    let said = line
        .game
        .model()
        .end
        .iter()
        .map(|row| row.row.rule)
        .find(|rule| line.game.model().rules[usize::from(*rule)].label == outcome.reason);
    let place = said.map(|rule| place(line.game.sources(), line.game.model().rules[usize::from(rule)].span));
    let place = place.map(|place| out.paint(&format!("  {place}"), Ink::Faint)).unwrap_or_default();
    let heading = out.paint(&format!("The game is over: {}", ending(outcome)), Ink::Bold);
    out.line(format!("\n{heading}{place}"))?;
    match &line.last {
        Some(last) => {
            out.line("")?;
            out.board(last, line.game.model())
        }
        None => Ok(()),
    }
}

fn run_json(args: &Args, mut line: Line<'_>, out: &mut Output) -> Result<Status, Failure> {
    let model = line.game.model();
    let start = json::to_json(&line.now, model);
    let mut steps: Vec<Value> = Vec::new();
    for (index, text) in args.moves.iter().enumerate() {
        let (made, story) = line.play(index, text)?;
        let story: Vec<Value> = story.iter().map(|sentence| sentence_json(sentence, line.game)).collect();
        steps.push(json!({
            "move": made.text, "marks": made.marks, "kind": made.kind, "captured": made.captured, "again": made.again,
            "steps": story, "position": json::to_json(&made.after, model),
            "outcome": json::outcome_json(line.over.as_ref()),
        }));
    }
    let mut all = json!({ "position": start, "moves": steps, "outcome": json::outcome_json(line.over.as_ref()) });
    if let Some(last) = &line.last {
        all["final"] = json::to_json(last, model);
    }
    out.json(&all)?;
    Ok(Status::Clean)
}

fn sentence_json(sentence: &Sentence, game: &Game) -> Value {
    let file = game.sources().file(sentence.span.file);
    let line = file.line_column(sentence.span.start).0;
    json!({ "text": sentence.text, "label": sentence.label, "of": sentence.of, "file": &*file.name, "line": line })
}
