//! Which moves there are, and when the game is over: sections 5 and 6 of the language page.

use super::environment::Names;
use super::merge::Texts;
use super::position::Position;
use super::rules::Rules;
use super::turn::{Leave, Step, Turn};
use super::{Answer, Choice, Played, Reference, meaningless};
use mancala::Position as PlainPosition;
use mancala::model::Player;
use mancala::position::{GameResult, Outcome};
use mancala::syntax::ast::{Award, Moment, Ranking, StatementKind};

/// Steps that one question may take.
const STEPS: u64 = 20_000_000;

/// A complete turn that the rules of legality that bind allow.
pub(super) struct Candidate<'r> {
    turn: Turn<'r>,
    choices: Vec<Choice>,
    again: bool,
    ended: Option<Outcome>,
}

impl Reference {
    /// The game of a text, with these options: name and value. `texts` finds the files that it is based on.
    pub(crate) fn read(text: &str, texts: &Texts<'_>, options: &[(String, String)]) -> Answer<Reference> {
        Ok(Reference { rules: Rules::read(text, texts, options)? })
    }

    /// The opening position.
    pub(crate) fn start(&self) -> PlainPosition {
        let start = self.rules.start.as_ref().expect("the rules were read");
        start.plain(&self.rules.board)
    }

    /// All complete legal moves: kinds of move in their ranking (`or`: the members in order), and for each kind the
    /// choices in the order in which they are offered: pits by number of their place, ways as they are named, numbers
    /// upward, alternatives as they are written, places, kinds of pieces and pieces taken upward.
    pub(crate) fn legal(&self, plain: &PlainPosition) -> Answer<Vec<Played>> {
        self.rules.steps_left.set(STEPS);
        let candidates = self.rules.candidates(&Position::from_plain(plain, &self.rules)?)?;
        let best = candidates.iter().map(|candidate| candidate.turn.preference.clone()).max();
        let preferred = candidates.into_iter().filter(|candidate| Some(&candidate.turn.preference) == best.as_ref());
        preferred.map(|candidate| self.rules.finish(candidate)).collect()
    }

    /// Looks whether the game is over before the player to move moves: the position with what was left awarded, and how
    /// it ended. `occurrences` says how often this position, with this player to move, has been there, now included.
    pub(crate) fn before_turn(
        &self,
        plain: &PlainPosition,
        occurrences: u32,
    ) -> Answer<Option<(PlainPosition, Outcome)>> {
        self.rules.steps_left.set(STEPS);
        let ended = self.rules.before_turn(&Position::from_plain(plain, &self.rules)?, occurrences)?;
        Ok(ended.map(|(position, outcome)| (position.plain(&self.rules.board), outcome)))
    }
}

impl Rules {
    /// All seeds of the game.
    pub(super) fn total(&self) -> i64 {
        let start = self.start.iter().flat_map(|start| &start.pieces).flatten();
        start.map(|pieces| i64::from(*pieces)).sum()
    }

    /// Whether there is a legal move. What is preferred does not matter, since it always leaves one.
    pub(super) fn can_move(&self, position: &Position) -> Answer<bool> {
        Ok(!self.candidates(position)?.is_empty())
    }

    pub(super) fn before_turn(&self, position: &Position, occurrences: u32) -> Answer<Option<(Position, Outcome)>> {
        let mut turn = Turn::new(self, position, Vec::new())?;
        turn.occurrences = Some(occurrences);
        let ended = only_acts(turn.look_at_end(Moment::BeforeTurn))?;
        Ok(ended.map(|outcome| (turn.now, outcome)))
    }

    /// Complete turns of the kinds of move that may be played, before what is preferred.
    fn candidates(&self, position: &Position) -> Answer<Vec<Candidate<'_>>> {
        let turn = Turn::new(self, position, Vec::new())?;
        for (condition, ranking) in &self.phases {
            if turn.view().allows(condition.as_ref(), &Names::Global)? {
                return self.ranked(ranking, position);
            }
        }
        Ok(Vec::new())
    }

    fn ranked(&self, ranking: &Ranking, position: &Position) -> Answer<Vec<Candidate<'_>>> {
        let mut found = Vec::new();
        match ranking {
            Ranking::Kind(name) => {
                let Some(kind) = self.moves.iter().position(|kind| kind.name == name.text) else {
                    return meaningless(format!("there is no move {}", name.text));
                };
                self.explore(kind, position, &mut Vec::new(), &mut found)?;
            }
            Ranking::Or(members) => {
                for member in members {
                    found.extend(self.ranked(member, position)?);
                }
            }
            Ranking::Else(members) => {
                for member in members {
                    found = self.ranked(member, position)?;
                    if !found.is_empty() {
                        break;
                    }
                }
            }
        }
        Ok(found)
    }

    /// Plays a kind of move with these choices, and with each further one that it turns out to need.
    fn explore<'r>(
        &'r self,
        kind: usize,
        position: &Position,
        choices: &mut Vec<Choice>,
        found: &mut Vec<Candidate<'r>>,
    ) -> Answer<()> {
        let mut turn = Turn::new(self, position, choices.clone())?;
        match turn.play(kind) {
            Ok((again, ended)) => found.push(Candidate { turn, choices: choices.clone(), again, ended }),
            Err(Leave::Illegal) => {}
            Err(Leave::Choose(options)) => {
                for option in options {
                    choices.push(option);
                    self.explore(kind, position, choices, found)?;
                    choices.pop();
                }
            }
            Err(Leave::Trouble(trouble)) => return Err(trouble),
            Err(Leave::Stopped { .. } | Leave::Over(_)) => unreachable!("a turn ends with these"),
        }
        Ok(())
    }

    /// Looks whether the game is over after the turn, and hands over to the next player.
    fn finish<'r>(&'r self, candidate: Candidate<'r>) -> Answer<Played> {
        let Candidate { mut turn, choices, again, mut ended } = candidate;
        if ended.is_none() {
            ended = only_acts(turn.look_at_end(Moment::AfterTurn))?;
        }
        let (mover, kind) = (turn.mover, turn.kind.clone().expect("a move was played"));
        let to_move = if again { mover } else { mover.other() };
        let after = Position { to_move, ..turn.now.clone() };
        let (after, ended) = if self.rounds.is_empty() { (after, ended) } else { self.go_on(turn, after, ended)? };
        Ok(Played { kind, choices, again: after.to_move == mover, after: after.plain(&self.board), ended })
    }
}

/// What came of a row of `end`, which only moves pieces and sets state.
pub(super) fn only_acts<T>(result: Step<T>) -> Answer<T> {
    result.or_else(|leave| match leave {
        Leave::Trouble(trouble) => Err(trouble),
        other => meaningless(format!("a row of `end` led to {other:?}")),
    })
}

impl<'r> Turn<'r> {
    /// The first row of `end` for this moment whose condition holds: does its outcomes, and tells how the game ended.
    pub(super) fn look_at_end(&mut self, moment: Moment) -> Step<Option<Outcome>> {
        let rules = self.rules;
        let frame = std::mem::take(&mut self.frame);
        for end in rules.end.iter().filter(|end| end.moment == moment) {
            if self.all_hold(&end.row)? {
                self.closing = true;
                return self.close(&end.row).map(Some);
            }
        }
        self.frame = frame;
        Ok(None)
    }

    /// Does what a row says, who wins being said last.
    pub(super) fn close(&mut self, row: &'r mancala::syntax::ast::Row) -> Step<Outcome> {
        for statement in &row.body {
            match &statement.kind {
                StatementKind::Award(award) => return Ok(self.award(*award, &row.label.text)?),
                StatementKind::Never => return Ok(self.award(Award::NoWinner, &row.label.text)?),
                _ => self.act_if(statement)?,
            }
        }
        Ok(meaningless("a row of `end` says who wins")?)
    }

    /// Who has won, the scores being those of the present position.
    pub(super) fn award(&self, award: Award, label: &str) -> Answer<Outcome> {
        let of = |side| self.view().of(side).score();
        let score = match (of(Player::South)?, of(Player::North)?) {
            (Some(south), Some(north)) => Some([south as i32, north as i32]),
            _ => None,
        };
        let result = match (award, score) {
            (Award::Mover, _) => GameResult::Winner(self.mover),
            (Award::Opponent, _) => GameResult::Winner(self.mover.other()),
            (Award::Winner, _) => self.winner.map_or(GameResult::Draw, GameResult::Winner),
            (Award::Draw, _) => GameResult::Draw,
            (Award::NoWinner, _) => GameResult::NoWinner,
            (Award::HigherScore, Some([south, north])) => match south.cmp(&north) {
                std::cmp::Ordering::Greater => GameResult::Winner(Player::South),
                std::cmp::Ordering::Less => GameResult::Winner(Player::North),
                std::cmp::Ordering::Equal => GameResult::Draw,
            },
            (Award::HigherScore, None) => return meaningless("there is no score"),
        };
        Ok(Outcome::new(result, label, score))
    }
}
