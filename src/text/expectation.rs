//! What an example expects of a position, and how the position differs from it.

use super::fact::{ExpectedEnd, FactKind, error, facts};
use super::line::{state_name, state_text};
use super::pieces::{Bag, words};
use super::place::{self, following};
use crate::diagnostic::Diagnostic;
use crate::model::{Model, Place, Player, StateId, ValueOf};
use crate::position::{GameResult, Outcome, Position};
use crate::syntax::ast::PositionEntry;

/// What `expect { … }` names; what it does not name may be anything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expectation {
    /// Places, each with the number of its pieces of each kind.
    pub pieces: Vec<(Place, Vec<u32>)>,
    /// State, of what its value is, the value as in [`Position::state`].
    pub states: Vec<(StateId, ValueOf, i32)>,
    /// Who is to move.
    pub to_move: Option<Player>,
    /// Whether the game is over, and who has won.
    pub end: Option<ExpectedEnd>,
    /// Label of the row that ended the game.
    pub reason: Option<String>,
}

/// What the entries of `expect { … }` name.
///
/// # Errors
/// An entry that has no meaning on this board.
pub fn expectation(entries: &[PositionEntry], model: &Model) -> Result<Expectation, Box<Diagnostic>> {
    let mut expected = Expectation::default();
    for fact in facts(entries, model, true)? {
        match fact.kind {
            FactKind::ToMove(player) => expected.to_move = Some(player),
            FactKind::Pieces(first, bags) => {
                expected.pieces.extend(following(first).zip(bags));
            }
            FactKind::State(state, of, value) => expected.states.push((state, of, value)),
            FactKind::End(end) => expected.end = Some(end),
            FactKind::Reason(reason) => expected.reason = Some(reason),
            FactKind::Rest(_) => {
                let rest = error(
                    fact.span,
                    "`expect` compares what it names, and `rest` names no number",
                    "only in `position`",
                );
                return Err(Box::new(rest.help("leave it out")));
            }
        }
    }
    Ok(expected)
}

impl Expectation {
    /// One line for each difference, in words; none if all is as expected. `outcome` is none while the game goes on.
    #[must_use]
    pub fn compare(&self, position: &Position, model: &Model, outcome: Option<&Outcome>) -> Vec<String> {
        let pieces = self.pieces.iter().filter_map(|(at, bag)| other_pieces(*at, bag, position, model));
        let states = self.states.iter().filter_map(|expected| other_value(*expected, position, model));
        let mut lines: Vec<String> = pieces.chain(states).collect();
        lines.extend(self.to_move.filter(|player| *player != position.to_move()).map(other_player));
        lines.extend(self.end.and_then(|end| other_end(end, outcome)));
        lines.extend(self.reason.as_ref().and_then(|reason| other_reason(reason, outcome)));
        lines
    }
}

fn other_pieces(at: Place, expected: &Bag, position: &Position, model: &Model) -> Option<String> {
    let found = position.pieces().bag(at);
    let wanted = match expected.as_slice() {
        [count] => count.to_string(),
        bag => words(bag, model),
    };
    (found != *expected)
        .then(|| format!("{} holds {}, expected {wanted}", place::words(&model.board, at), words(&found, model)))
}

fn other_value((state, of, expected): (StateId, ValueOf, i32), position: &Position, model: &Model) -> Option<String> {
    let found = position.state(state)[of.index()];
    (found != expected).then(|| {
        let text = |value| state_text(&model.states[state], value, model);
        format!("{} is {}, expected {}", state_name(state, of, model), text(found), text(expected))
    })
}

fn other_player(expected: Player) -> String {
    format!("{} is to move, expected {}", expected.other().word(), expected.word())
}

fn other_end(expected: ExpectedEnd, outcome: Option<&Outcome>) -> Option<String> {
    let found = outcome.map_or(ExpectedEnd::NotOver, |outcome| ExpectedEnd::Over(outcome.result));
    let reason = outcome.map(|outcome| format!(" (`{}`)", outcome.reason)).unwrap_or_default();
    (found != expected).then(|| format!("{}{reason}, expected: {}", end_words(found), end_words(expected)))
}

fn end_words(end: ExpectedEnd) -> String {
    match end {
        ExpectedEnd::NotOver => "the game is not over".to_string(),
        ExpectedEnd::Over(GameResult::Winner(player)) => format!("{} has won", player.word()),
        ExpectedEnd::Over(GameResult::Draw) => "the game is drawn".to_string(),
        ExpectedEnd::Over(GameResult::NoWinner) => "the game is over without a winner".to_string(),
    }
}

fn other_reason(expected: &str, outcome: Option<&Outcome>) -> Option<String> {
    match outcome {
        None => Some(format!("the game is not over, expected the reason `{expected}`")),
        Some(outcome) if outcome.reason != expected => {
            Some(format!("the game ended with the reason `{}`, expected `{expected}`", outcome.reason))
        }
        Some(_) => None,
    }
}
