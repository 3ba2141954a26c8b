//! Where a record and the rules part, told with what the rules allow above and what the record claims below.

use super::Claims;
use crate::cli::output::{Ink, Output};
use crate::cli::words::{count, ending, title};
use crate::game::{Game, Unreadable};
use crate::model::{Model, Player};
use crate::position::{GameResult, Outcome, Position};
use crate::text::Expectation;
use crate::text::json::{self, PartialPosition, RecordedOutcome};
use serde_json::{Value, json};
use std::io;

/// A place where a record and the rules part.
pub(crate) struct Disagreement {
    /// Number of the move, from 0; the number of moves if it is about the end.
    pub(crate) ply: usize,
    /// The position before the move.
    pub(crate) before: Position,
    /// What the record tells of the position after it.
    pub(crate) claimed: Option<PartialPosition>,
    pub(crate) why: Why,
}

/// Legal moves, and whether there are more.
type Legal = (Vec<String>, bool);

/// What is wrong.
pub(crate) enum Why {
    /// No legal move leads to the next position.
    NoMove { legal: Legal, nearest: Option<(String, Position)> },
    /// The recorded move is not legal.
    Move { text: String, error: Unreadable },
    /// The recorded move leads to another position.
    Elsewhere { text: String, after: Option<Position> },
    /// The legal moves lead to another number of positions.
    Successors { told: u32, found: usize, legal: Legal },
    /// Another number of moves is legal.
    Legal { told: u32, found: usize, legal: Legal },
    /// The game is over, and the record goes on.
    Over(Outcome),
    /// The game ended in another way.
    Outcome { told: Option<RecordedOutcome>, found: Option<Outcome> },
    /// Too much is left out to follow the record.
    TooMany(usize),
    /// The moves cannot be listed.
    TooLong,
}

impl Disagreement {
    /// What is wrong, in one line.
    pub(crate) fn message(&self) -> String {
        let mover = title(self.before.to_move());
        match &self.why {
            Why::NoMove { .. } => format!("no legal move of {mover} leads to the next position"),
            Why::Move { text, .. } => format!("{mover} cannot play `{text}`"),
            Why::Elsewhere { text, .. } => format!("`{text}` does not lead to the next position"),
            Why::Successors { told, found, .. } => {
                format!("the legal moves of {mover} lead to {}, and the record says {told}", count(*found, "position"))
            }
            Why::Legal { told, found, .. } => {
                format!("{mover} has {}, and the record says {told}", count(*found, "legal move"))
            }
            Why::Over(_) => "the game is over, and the record goes on".to_string(),
            Why::Outcome { .. } => "the game ends in another way".to_string(),
            Why::TooMany(number) => {
                format!("{number} full positions fit: the record leaves out too much to be followed")
            }
            Why::TooLong => format!("a turn of {mover} takes too many steps to be followed"),
        }
    }

    /// What is wrong, and what the rules allow, for programs.
    pub(crate) fn to_json(&self, claims: &Claims, game: &Game) -> Value {
        let model = game.model();
        let at_end = self.ply == claims.plies();
        let mut all = json!({
            "at": if at_end { "end" } else { "move" }, "number": (!at_end).then_some(self.ply + 1),
            "message": self.message(), "position": json::to_json(&self.before, model),
        });
        match &self.why {
            Why::NoMove { nearest, .. } => {
                let led = |(text, after): &(String, Position)| json!({ "move": text, "position": json::to_json(after, model) });
                all["nearest"] = nearest.as_ref().map(led).into();
            }
            Why::Move { text, error } => {
                all["move"] = text.as_str().into();
                all["because"] = error.to_string().into();
            }
            Why::Elsewhere { text, after } => {
                all["move"] = text.as_str().into();
                all["leads_to"] = after.as_ref().map(|after| json::to_json(after, model)).into();
            }
            Why::Successors { found, .. } => all["successors"] = (*found).into(),
            Why::Legal { found, .. } => all["legal_moves"] = (*found).into(),
            Why::Over(outcome) => all["outcome"] = json::outcome_json(Some(outcome)),
            Why::Outcome { found, .. } => all["outcome"] = json::outcome_json(found.as_ref()),
            Why::TooMany(fitting) => all["fitting"] = (*fitting).into(),
            Why::TooLong => {}
        }
        if let Why::NoMove { legal, .. } | Why::Successors { legal, .. } | Why::Legal { legal, .. } = &self.why {
            all["legal"] = legal.0.as_slice().into();
            all["more_are_legal"] = legal.1.into();
        }
        all
    }

    /// The position, what the rules allow, and what the record claims.
    pub(crate) fn show(&self, game: &Game, out: &mut Output) -> io::Result<()> {
        let model = game.model();
        out.heading("The position")?;
        out.board(&self.before, model)?;
        out.heading("The rules")?;
        self.show_rules(game, out)?;
        if let Why::Outcome { told, .. } = &self.why {
            out.heading("The record")?;
            return out.line(format!("  {}", told_ending(told.as_ref())));
        }
        let Some(claimed) = &self.claimed else { return Ok(()) };
        out.heading("The record")?;
        match &self.why {
            Why::Successors { told, .. } => out.line(format!("  {}", count(*told as usize, "position")))?,
            Why::Legal { told, .. } => out.line(format!("  {}", count(*told as usize, "legal move")))?,
            _ => {}
        }
        out.partial_board(claimed, model)?;
        self.show_differences(claimed, game, out)
    }

    fn show_rules(&self, game: &Game, out: &mut Output) -> io::Result<()> {
        let model = game.model();
        match &self.why {
            Why::NoMove { legal, nearest } => {
                out.line(format!("  {}", listed(legal)))?;
                let Some((text, after)) = nearest else { return Ok(()) };
                out.line(format!("  nearest to the record is {}:", out.paint(text, Ink::Accent)))?;
                out.board(after, model)
            }
            Why::Move { error, .. } => out.line(format!("  {error}")),
            Why::Elsewhere { text, after } => match after {
                Some(after) => {
                    out.line(format!("  {} leads to", out.paint(text, Ink::Accent)))?;
                    out.board(after, model)
                }
                None => Ok(()),
            },
            Why::Successors { legal, found, .. } => {
                out.line(format!("  {} by {}", count(*found, "position"), listed(legal)))
            }
            Why::Legal { legal, .. } => out.line(format!("  {}", listed(legal))),
            Why::Over(outcome) => out.line(format!("  the game is over: {}", ending(outcome))),
            Why::Outcome { found, .. } => match found {
                Some(outcome) => out.line(format!("  {}", ending(outcome))),
                None => out.line("  the game is not over"),
            },
            Why::TooMany(_) => out.line("  (too many positions to list)"),
            Why::TooLong => out.line("  (the moves cannot be listed)"),
        }
    }

    /// In which places the nearest position and the claimed one differ.
    fn show_differences(&self, claimed: &PartialPosition, game: &Game, out: &mut Output) -> io::Result<()> {
        let (Why::NoMove { nearest: Some((_, after)), .. } | Why::Elsewhere { after: Some(after), .. }) = &self.why
        else {
            return Ok(());
        };
        let model = game.model();
        let mut differences = told(claimed, model).compare(after, model, None);
        if let Err(error) = claimed.fits_total(model) {
            differences.insert(0, error.to_string());
        }
        for difference in differences {
            let difference = out.paint(&difference.replace(", expected", ", the record says"), Ink::Warning);
            out.line(format!("  {difference}"))?;
        }
        Ok(())
    }
}

/// What a position tells, as an expectation.
fn told(claimed: &PartialPosition, model: &Model) -> Expectation {
    let bag = |place| claimed.pieces.bag(place).into_iter().collect::<Option<Vec<u32>>>();
    let pieces = model.board.every_place().filter_map(|place| Some((place, bag(place)?))).collect();
    let states = model.states.values().zip(claimed.states.iter()).flat_map(|(state, (id, values))| {
        state.values_of().zip(values).filter_map(move |(of, value)| Some((id, of, (*value)?)))
    });
    let states = states.collect();
    Expectation { pieces, states, to_move: Some(claimed.to_move), end: None, reason: None }
}

fn listed((texts, more): &Legal) -> String {
    match texts.as_slice() {
        [] => "there is no legal move".to_string(),
        [one] => format!("1 legal move: {one}"),
        _ if *more => format!("more than {} legal moves: {}, …", texts.len(), texts.join(", ")),
        _ => format!("{}: {}", count(texts.len(), "legal move"), texts.join(", ")),
    }
}

fn told_ending(told: Option<&RecordedOutcome>) -> String {
    let Some(told) = told else { return "the game was not played to its end".to_string() };
    let result = match told.result {
        GameResult::Winner(player) => format!("{} has won", title(player)),
        GameResult::Draw => "a draw".to_string(),
        GameResult::NoWinner => "over without a winner".to_string(),
    };
    let score = told.score.map(|[south, north]| match told.result {
        GameResult::Winner(Player::North) => format!(", {north} to {south}"),
        _ => format!(", {south} to {north}"),
    });
    let reason = told.reason.as_ref().map(|reason| format!(" ({reason})"));
    format!("{result}{}{}", score.unwrap_or_default(), reason.unwrap_or_default())
}
