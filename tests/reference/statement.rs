//! What a statement does: section 5 of the language page.

use super::environment::{Frame, Names};
use super::rules::Sequence;
use super::turn::{Leave, Step, Turn};
use super::value::{Set, Value, Way};
use super::{Choice, meaningless};
use mancala::model::Player;
use mancala::syntax::ast::{
    ChooseFrom, Expr, ExprKind, ForOver, Side, SidedTail, StateScope, Statement, StatementKind,
};
use std::rc::Rc;

/// Where pieces go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Into {
    Hand,
    Place(usize),
}

/// How the turn goes on.
pub(super) enum Onward<'r> {
    /// With a sequence, and the values of its parameters.
    Sequence(&'r Sequence, Rc<Frame>),
    /// After a relay: with the table that the relay stands in.
    Table,
}

impl<'r> Turn<'r> {
    /// Does statements and the sequences they go on with, until the sowing is over; tells whether the mover plays
    /// again.
    pub(super) fn follow(&mut self, body: &'r [Statement]) -> Step<bool> {
        let mut body = body;
        loop {
            match self.statements(body) {
                Ok(Some(Onward::Sequence(sequence, frame))) => {
                    self.rules.step()?;
                    self.frame = frame;
                    body = &sequence.body;
                }
                Ok(Some(Onward::Table)) => return Ok(meaningless("a relay stands in a landing table")?),
                Ok(None) => return Ok(false),
                Err(Leave::Stopped { again }) => return Ok(again),
                Err(other) => return Err(other),
            }
        }
    }

    /// Does statements in order; tells how the turn goes on, if they say so.
    pub(super) fn statements(&mut self, statements: &'r [Statement]) -> Step<Option<Onward<'r>>> {
        for statement in statements {
            if !self.allows(statement.condition.as_ref())? {
                self.without_choice(&statement.kind);
                continue;
            }
            match &statement.kind {
                StatementKind::Then(name, arguments) => return self.next(&name.text, arguments).map(Some),
                StatementKind::Landing(rows) => return self.landing(rows).map(Some),
                StatementKind::Either(alternatives) => return self.either(alternatives),
                StatementKind::Stop | StatementKind::Never => return Err(Leave::Stopped { again: false }),
                StatementKind::Again => return Err(Leave::Stopped { again: true }),
                StatementKind::Relay(from) => {
                    let from = from.as_ref().map_or(Ok(self.last), |from| self.pit(from))?;
                    self.relay(from)?;
                    return Ok(Some(Onward::Table));
                }
                _ => self.act(statement)?,
            }
        }
        Ok(None)
    }

    /// What is not chosen is none, or 0.
    fn without_choice(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Choose(name, ChooseFrom::Pits(_), _) => self.frame.keep(&name.text, Value::Pit(None)),
            StatementKind::Choose(name, ChooseFrom::Numbers(..), _) => self.frame.keep(&name.text, Value::Number(0)),
            _ => {}
        }
    }

    /// A sequence, with the values of its parameters.
    fn next(&self, name: &str, arguments: &[Expr]) -> Step<Onward<'r>> {
        let Some(sequence) = self.rules.sequences.get(name) else {
            return Ok(meaningless(format!("there is no sequence {name}"))?);
        };
        if sequence.parameters.len() != arguments.len() {
            return Ok(meaningless(format!("{name} of {} things", arguments.len()))?);
        }
        let mut names = Vec::new();
        for (parameter, argument) in sequence.parameters.iter().zip(arguments) {
            names.push((parameter.clone(), self.value(argument)?));
        }
        Ok(Onward::Sequence(sequence, Frame::of(names)))
    }

    /// Does a statement that does not lead on.
    pub(super) fn act(&mut self, statement: &'r Statement) -> Step {
        self.rules.step()?;
        match &statement.kind {
            StatementKind::Choose(name, from, condition) => {
                let value = self.chosen(from, condition.as_ref())?;
                self.frame.keep(&name.text, value);
            }
            StatementKind::Let(name, value) => self.frame.keep(&name.text, self.value(value)?),
            StatementKind::Require(condition) if !self.holds(condition)? => return Err(Leave::Illegal),
            StatementKind::Require(_) => {}
            StatementKind::Prefer(condition) => {
                let holds = self.holds(condition)?;
                let at = self.rules.preference(statement.span).expect("every preference has its rank");
                self.preference[at] |= holds;
            }
            StatementKind::Lift(count, from) => {
                let count = count.as_ref().map_or(Ok(i64::MAX), |count| self.number(count))?;
                for place in self.in_order(&self.set(from)?) {
                    self.lift(Some(place), count);
                }
                self.look_at_until()?;
            }
            StatementKind::Put(put) => {
                let count = put.count.as_ref().map_or(Ok(i64::MAX), |count| self.number(count))?;
                let to = self.pit(&put.to)?;
                let from = match &put.from {
                    None => vec![Into::Hand],
                    Some(from) => self.in_order(&self.set(from)?).into_iter().map(Into::Place).collect(),
                };
                for from in from {
                    if let Some(to) = to {
                        self.carry(from, Into::Place(to), count);
                    }
                }
                self.look_at_until()?;
            }
            StatementKind::For(over, body) => self.for_loop(over, body)?,
            StatementKind::NotLegal => return Err(Leave::Illegal),
            StatementKind::Stop | StatementKind::Never => return Err(Leave::Stopped { again: false }),
            StatementKind::PlaceFreely(set) => self.place_freely(&self.set(set)?.in_order())?,
            StatementKind::Sow(sow) => {
                let start = self.pit(&sow.start)?;
                let way = sow.going.as_ref().map_or(Ok(Way::Written), |way| self.value(way)?.way())?;
                self.sow(sow, self.frame.as_it_is(), start, sow.after, way)?;
            }
            StatementKind::Capture(capture) => self.capture(capture)?,
            StatementKind::Becomes(state, value) => self.set_state(state, value)?,
            StatementKind::Then(..)
            | StatementKind::Landing(_)
            | StatementKind::Finally(_)
            | StatementKind::Again
            | StatementKind::Relay(_)
            | StatementKind::Either(_)
            | StatementKind::Award(_) => {
                meaningless("this leads on, and stands in no row that only acts")?;
            }
        }
        Ok(())
    }

    // --- the same for each of several --------------------------------------------------------------------------------

    fn for_loop(&mut self, over: &'r ForOver, body: &'r [Statement]) -> Step {
        match over {
            ForOver::Members(name, set) => {
                for place in self.in_order(&self.set(set)?) {
                    self.once(Some((&name.text, Value::Pit(Some(place)))), body)?;
                }
            }
            ForOver::Numbers(name, low, high) => {
                for number in self.number(low)?..=self.number(high)? {
                    self.once(Some((&name.text, Value::Number(number))), body)?;
                }
            }
            ForOver::BothWays(name) => {
                for way in Way::BOTH {
                    self.once(Some((&name.text, Value::Way(way))), body)?;
                }
            }
            ForOver::Players => {
                self.once(None, body)?;
                self.mover = self.mover.other();
                self.once(None, body)?;
                self.mover = self.mover.other();
            }
        }
        Ok(())
    }

    /// The body of a loop once, with the name of what it is done for.
    fn once(&mut self, of: Option<(&str, Value)>, body: &'r [Statement]) -> Step {
        self.rules.step()?;
        let names = of.map(|(name, value)| (name.to_string(), value)).into_iter().collect();
        let frame = Frame::within(&self.frame, names);
        let outside = std::mem::replace(&mut self.frame, frame);
        let onward = self.statements(body)?;
        self.frame = outside;
        match onward {
            None => Ok(()),
            Some(_) => Ok(meaningless("a loop does not say how the turn goes on")?),
        }
    }

    /// The mover's places first, each player's in the order of their numbers, `off` last.
    fn in_order(&self, set: &Set) -> Vec<usize> {
        let rank = |place: &usize| match self.rules.board.owner(*place) {
            Some(owner) => usize::from(owner != self.mover),
            None => 2,
        };
        let mut places = set.in_order();
        places.sort_by_key(rank);
        places
    }

    // --- choices -----------------------------------------------------------------------------------------------------

    fn chosen(&mut self, from: &ChooseFrom, condition: Option<&Expr>) -> Step<Value> {
        let offered = self.offered(from, condition)?;
        Ok(match self.choose(offered)? {
            Choice::Pit(place) => Value::Pit(Some(place)),
            Choice::Number(number) => Value::Number(i64::from(number)),
            Choice::Way(way) => Value::Way(Way::BOTH[usize::from(way)]),
            other => unreachable!("{other:?} was not offered"),
        })
    }

    fn offered(&self, from: &ChooseFrom, condition: Option<&Expr>) -> Step<Vec<Choice>> {
        let view = self.view();
        let names = Names::Kept(&self.frame);
        let mut offered = Vec::new();
        match from {
            ChooseFrom::Pits(sets) => {
                for set in sets {
                    for place in self.set(set)?.in_order() {
                        if condition.map_or(Ok(true), |condition| view.holds_of(place, condition, &names))? {
                            offered.push(Choice::Pit(place));
                        }
                    }
                    if !offered.is_empty() {
                        break;
                    }
                }
            }
            ChooseFrom::Numbers(low, high) => {
                for number in self.number(low)?..=self.number(high)? {
                    self.rules.step()?;
                    let it = Value::Number(number);
                    if view.allows(condition, &Names::And("it", &it, &names))? {
                        offered.push(Choice::Number(number as i32));
                    }
                }
            }
            ChooseFrom::BothWays(_) => {
                for (number, way) in (0..).zip(Way::BOTH) {
                    let it = Value::Way(way);
                    if view.allows(condition, &Names::And("it", &it, &names))? {
                        offered.push(Choice::Way(number));
                    }
                }
            }
        }
        Ok(offered)
    }

    // --- state -------------------------------------------------------------------------------------------------------

    fn set_state(&mut self, target: &Expr, value: &Expr) -> Step {
        let value = self.value(value)?;
        let (name, of) = match &target.kind {
            ExprKind::Call(name, None) => (&name.text, Some(0)),
            ExprKind::Call(name, Some(arguments)) => match &arguments[..] {
                [pit] => (&name.text, self.pit(pit)?),
                _ => return Ok(meaningless("state of how many pits?")?),
            },
            ExprKind::Sided(side, Some(name), SidedTail::None) => {
                let player = match side {
                    Side::Own => self.mover,
                    Side::Opponent => self.mover.other(),
                    Side::South => Player::South,
                    Side::North => Player::North,
                    Side::All => return Ok(meaningless("state of both players")?),
                };
                (&name.text, Some(player.index()))
            }
            other => return Ok(meaningless(format!("{other:?} is no state"))?),
        };
        let Some(state) = self.rules.states.iter().position(|state| state.name == *name) else {
            return Ok(meaningless(format!("there is no state {name}"))?);
        };
        // Nothing happens to the state of no pit.
        let Some(at) = of else { return Ok(()) };
        self.keep_state(state, at, value)
    }

    pub(super) fn keep_state(&mut self, state: usize, at: usize, value: Value) -> Step {
        let declared = &self.rules.states[state];
        let Some(start) = declared.start.first() else { return Ok(()) };
        let value = match (start, value) {
            (Value::Number(_), Value::Number(number)) => Value::Number(number.clamp(0, declared.largest)),
            (Value::Truth(_), value @ Value::Truth(_))
            | (Value::Pit(_), value @ Value::Pit(_))
            | (Value::Way(_), value @ Value::Way(_))
            | (Value::Player(_), value @ Value::Player(_)) => value,
            (_, other) => return Ok(meaningless(format!("{} cannot become {other:?}", declared.name))?),
        };
        if declared.scope == StateScope::Pit && at >= self.rules.board.places() {
            return Ok(meaningless("state of a place that is not there")?);
        }
        self.now.states[state][at] = value;
        Ok(())
    }

    // --- moving pieces -----------------------------------------------------------------------------------------------

    pub(super) fn cell(&mut self, at: Into, kind: usize) -> &mut u32 {
        match at {
            Into::Hand => &mut self.hand[kind],
            Into::Place(place) => &mut self.now.pieces[place][kind],
        }
    }

    /// Moves at most n pieces, lower kinds first; gives how many it moved.
    pub(super) fn carry(&mut self, from: Into, into: Into, count: i64) -> u32 {
        let mut wanted = u32::try_from(count.max(0)).unwrap_or(u32::MAX);
        let mut carried = 0;
        for kind in 0..self.rules.kinds.len() {
            let pieces = wanted.min(*self.cell(from, kind));
            *self.cell(from, kind) -= pieces;
            *self.cell(into, kind) += pieces;
            wanted -= pieces;
            carried += pieces;
        }
        carried
    }

    /// What is lifted to be sown comes from `origin`.
    pub(super) fn lift(&mut self, pit: Option<usize>, count: i64) {
        if let Some(place) = pit {
            self.carry(Into::Place(place), Into::Hand, count);
            self.origin = Some(place);
        }
    }

    /// Each piece of the hand goes where the mover chooses; no place before that of an earlier piece of the same kind.
    fn place_freely(&mut self, places: &[usize]) -> Step {
        for kind in 0..self.rules.kinds.len() {
            let mut least = 0;
            while self.hand[kind] > 0 {
                self.rules.step()?;
                let offered = places.iter().copied().filter(|place| *place >= least).map(Choice::Place).collect();
                let Choice::Place(place) = self.choose(offered)? else { unreachable!("places were offered") };
                self.carry_one(kind, place);
                least = place;
            }
        }
        Ok(self.look_at_until()?)
    }

    /// A piece falls from the hand.
    pub(super) fn carry_one(&mut self, kind: usize, place: usize) {
        self.hand[kind] -= 1;
        self.now.pieces[place][kind] += 1;
    }
}
