//! One turn: the position, and all that is forgotten when the turn is over.

use super::environment::{Frame, Names};
use super::expression::View;
use super::position::Position;
use super::rules::Rules;
use super::value::{Dropped, Set, Value, Way};
use super::{Answer, Choice, Trouble};
use mancala::Outcome;
use mancala::model::Player;
use mancala::syntax::ast::{Expr, LegalRule, SowStatement, StateScope};
use std::rc::Rc;

/// Why the statements of a turn are not done to their end.
#[derive(Debug)]
pub(super) enum Leave {
    /// This is no legal move.
    Illegal,
    /// A choice is needed beyond those given; the possible ones in order.
    Choose(Vec<Choice>),
    /// The sowing is over; the same player may move again.
    Stopped { again: bool },
    /// The game is over.
    Over(Outcome),
    /// There is no answer.
    Trouble(Trouble),
}

impl From<Trouble> for Leave {
    fn from(trouble: Trouble) -> Leave {
        Leave::Trouble(trouble)
    }
}

/// What comes of a statement.
pub(super) type Step<T = ()> = Result<T, Leave>;

/// The sowing that was done last.
#[derive(Debug, Clone)]
pub(super) struct Sown<'r> {
    /// The statement, with the names that are known where it stands.
    pub(super) statement: &'r SowStatement,
    pub(super) frame: Rc<Frame>,
    /// The places of its track.
    pub(super) track: Vec<usize>,
    /// Its way along it.
    pub(super) way: Way,
}

/// A turn in progress.
#[derive(Debug)]
pub(super) struct Turn<'r> {
    pub(super) rules: &'r Rules,
    pub(super) mover: Player,
    /// The kind of move; none when it is asked what may be played, or whether the game is over.
    pub(super) kind: Option<String>,
    /// The position before the turn.
    pub(super) before: Position,
    /// The position before the drops of the last lap.
    pub(super) before_lap: Position,
    /// The position now.
    pub(super) now: Position,
    /// Pieces of each kind in the hand.
    pub(super) hand: Vec<u32>,
    pub(super) last: Option<usize>,
    pub(super) origin: Option<usize>,
    /// Pieces of each kind that `last` held just before its last piece fell.
    pub(super) held: Vec<u32>,
    pub(super) captured: u32,
    pub(super) laps: u32,
    pub(super) laps_since_capture: u32,
    pub(super) sown: Option<Sown<'r>>,
    /// The drops of the last lap in order.
    pub(super) drops: Vec<Dropped>,
    /// The names of the body that is being done.
    pub(super) frame: Rc<Frame>,
    /// Which of the preferences it satisfies, the most important first.
    pub(super) preference: Vec<bool>,
    /// How often the position has been there, when it is looked at before a turn.
    pub(super) occurrences: Option<u32>,
    /// Who won the round that is over.
    pub(super) winner: Option<Player>,
    /// Whether the outcomes of a row of `end`, or what is done between rounds, are being done.
    pub(super) closing: bool,
    /// Whose turn it is; in what is done for each player, the mover may be the other one.
    pub(super) turn_of: Player,
    choices: Vec<Choice>,
    choices_made: usize,
}

impl<'r> Turn<'r> {
    /// The start of a turn for which these choices will be made.
    pub(super) fn new(rules: &'r Rules, position: &Position, choices: Vec<Choice>) -> Answer<Turn<'r>> {
        let mut turn = Turn {
            rules,
            mover: position.to_move,
            turn_of: position.to_move,
            kind: None,
            before: position.clone(),
            before_lap: position.clone(),
            now: position.clone(),
            hand: vec![0; rules.kinds.len()],
            last: None,
            origin: None,
            held: vec![0; rules.kinds.len()],
            captured: 0,
            laps: 0,
            laps_since_capture: 0,
            sown: None,
            drops: Vec::new(),
            frame: Rc::default(),
            preference: vec![false; rules.preferences.len()],
            occurrences: None,
            winner: None,
            closing: false,
            choices,
            choices_made: 0,
        };
        turn.look_at_until()?;
        turn.before = turn.now.clone();
        turn.before_lap = turn.now.clone();
        Ok(turn)
    }

    /// The present position as the mover sees it.
    pub(super) fn view(&self) -> View<'_> {
        View { rules: self.rules, turn: self, position: &self.now, side: self.mover, drop: None }
    }

    /// The choice that was made of these.
    pub(super) fn choose(&mut self, options: Vec<Choice>) -> Step<Choice> {
        if options.is_empty() {
            return Err(Leave::Illegal);
        }
        let Some(choice) = self.choices.get(self.choices_made) else { return Err(Leave::Choose(options)) };
        self.choices_made += 1;
        Ok(*choice)
    }

    // --- expressions, with the names of the body that is being done --------------------------------------------------

    pub(super) fn value(&self, expr: &Expr) -> Answer<Value> {
        self.view().value(expr, &Names::Kept(&self.frame))
    }

    pub(super) fn number(&self, expr: &Expr) -> Answer<i64> {
        self.value(expr)?.number()
    }

    pub(super) fn pit(&self, expr: &Expr) -> Answer<Option<usize>> {
        self.value(expr)?.pit()
    }

    pub(super) fn set(&self, expr: &Expr) -> Answer<Set> {
        self.value(expr)?.set()
    }

    pub(super) fn holds(&self, condition: &Expr) -> Answer<bool> {
        self.value(condition)?.truth()
    }

    pub(super) fn allows(&self, condition: Option<&Expr>) -> Answer<bool> {
        condition.map_or(Ok(true), |condition| self.holds(condition))
    }

    // --- the whole turn ----------------------------------------------------------------------------------------------

    /// Plays a kind of move, by its number; tells whether the mover plays again, and how the game ended in mid-turn.
    pub(super) fn play(&mut self, kind: usize) -> Step<(bool, Option<Outcome>)> {
        self.kind = Some(self.rules.moves[kind].name.clone());
        let mut again = false;
        let end = match self.play_until_it_stops(kind, &mut again) {
            Ok(()) => (again, None),
            Err(Leave::Over(outcome)) => (again, Some(outcome)),
            Err(other) => return Err(other),
        };
        if self.hand.iter().any(|pieces| *pieces > 0) {
            return Err(Leave::Illegal);
        }
        let rules = self.rules;
        rules.legal.iter().try_for_each(|rule| self.obey(rule))?;
        Ok(end)
    }

    /// Who moves again is said before what is done at last, which may end the game.
    fn play_until_it_stops(&mut self, kind: usize, again: &mut bool) -> Step {
        let rules = self.rules;
        let frame = Rc::<Frame>::default();
        self.frame = Rc::clone(&frame);
        *again = self.follow(&rules.moves[kind].body)?;
        self.frame = frame;
        self.statements(&rules.moves[kind].finally)?;
        self.frame = Rc::default();
        self.statements(&rules.finally)?;
        Ok(())
    }

    fn obey(&mut self, rule: &LegalRule) -> Step {
        let view = self.view();
        let binds = view.allows(rule.when.as_ref(), &Names::Global)?;
        let satisfied = !binds || view.holds(&rule.condition, &Names::Global)?;
        if rule.prefer {
            let at = self.rules.preference(rule.span).expect("every preference has its rank");
            self.preference[at] = satisfied;
        } else if !satisfied {
            return Err(Leave::Illegal);
        }
        Ok(())
    }

    // --- state that changes by itself --------------------------------------------------------------------------------

    /// Truth values that change for good as soon as something holds.
    pub(super) fn look_at_until(&mut self) -> Answer<()> {
        let rules = self.rules;
        for (number, state) in rules.states.iter().enumerate() {
            let Some(until) = &state.until else { continue };
            let sides: &[Player] = if state.scope == StateScope::Player { &Player::BOTH } else { &[self.turn_of] };
            for side in sides {
                if self.view().of(*side).holds(until, &Names::Global)? {
                    let at = if state.scope == StateScope::Player { side.index() } else { 0 };
                    self.now.states[number][at] = Value::Truth(!state.start[at].clone().truth()?);
                }
            }
        }
        Ok(())
    }
}
