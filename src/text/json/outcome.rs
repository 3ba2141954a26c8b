//! How games ended, in JSON.

use super::error::JsonError;
use super::read::{missing, needs, object, only_known, player};
use crate::model::Player;
use crate::position::{GameResult, Outcome};
use serde_json::{Value, json};

/// `{"winner": "south", "reason": "majority", "score": {"south": 25, "north": 20}}`; null for an unfinished game.
/// `winner` is null for a game that is over without a winner.
#[must_use]
pub fn outcome_json(outcome: Option<&Outcome>) -> Value {
    let Some(outcome) = outcome else { return Value::Null };
    let winner = match outcome.result {
        GameResult::Winner(player) => Value::from(player.word()),
        GameResult::Draw => "draw".into(),
        GameResult::NoWinner => Value::Null,
    };
    let score = outcome.score.map(|[south, north]| json!({ "south": south, "north": north }));
    json!({ "winner": winner, "reason": outcome.reason, "score": score })
}

/// What a record tells of the end of its game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedOutcome {
    /// Who won.
    pub result: GameResult,
    /// Label of the row that ended it, where that is told.
    pub reason: Option<String>,
    /// Scores of South and North, where they are told.
    pub score: Option<[i32; 2]>,
}

impl RecordedOutcome {
    /// Whether the game ended as the record tells.
    #[must_use]
    pub fn matches(&self, outcome: &Outcome) -> bool {
        self.result == outcome.result
            && self.reason.as_ref().is_none_or(|reason| *reason == outcome.reason)
            && self.score.is_none_or(|score| Some(score) == outcome.score)
    }
}

/// What a record tells of the end of its game; none for an unfinished game. `reason` and `score` may be left out. A game
/// without a winner has `winner` null and a reason, or `winner` `"nobody"`.
///
/// # Errors
/// A field is unknown, missing or of the wrong kind.
pub fn outcome_from_json(value: &Value) -> Result<Option<RecordedOutcome>, JsonError> {
    if value.is_null() {
        return Ok(None);
    }
    let fields = object(value, "`outcome`")?;
    only_known(fields, &["winner", "reason", "score"], "`outcome`")?;
    let winner = fields.get("winner").ok_or_else(|| missing("winner", "`outcome`"))?;
    let reason = fields.get("reason").filter(|reason| !reason.is_null()).map(reason).transpose()?;
    if winner.is_null() && reason.is_none() {
        return Ok(None);
    }
    let score = fields.get("score").filter(|score| !score.is_null()).map(score).transpose()?;
    Ok(Some(RecordedOutcome { result: result(winner)?, reason, score }))
}

fn result(winner: &Value) -> Result<GameResult, JsonError> {
    match winner.as_str() {
        None if winner.is_null() => Ok(GameResult::NoWinner),
        Some("nobody") => Ok(GameResult::NoWinner),
        Some("draw") => Ok(GameResult::Draw),
        _ => player(winner, "")
            .map(GameResult::Winner)
            .map_err(|_| needs("`winner`", winner, "\"south\", \"north\", \"draw\" or null")),
    }
}

fn reason(value: &Value) -> Result<String, JsonError> {
    value.as_str().map(str::to_string).ok_or_else(|| needs("`reason`", value, "a label"))
}

fn score(value: &Value) -> Result<[i32; 2], JsonError> {
    let fields = object(value, "`score`")?;
    only_known(fields, &["south", "north"], "`score`")?;
    let of = |player: Player| {
        let number = fields.get(player.word()).and_then(Value::as_i64).and_then(|number| i32::try_from(number).ok());
        number.ok_or_else(|| JsonError::NoScore { player: player.word() })
    };
    Ok([of(Player::South)?, of(Player::North)?])
}
