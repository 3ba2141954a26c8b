//! What an expression is worth. Expressions that find pits are in [`super::pits`].

use super::turn::Turn;
use mancala::model::{ArithmeticOp, CompareOp, Expr, LocalId, Model, Player, Type};
use mancala::situation::Situation;
use std::collections::BTreeSet;

/// The value of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A number, or anything that is written as one: a truth value, a pit, a way, a player, a kind; -1 for none.
    Number(i32),
    /// A set of places.
    Set(BTreeSet<usize>),
    /// Drops of the last lap, from the last one back.
    Run(Vec<Dropped>),
}

/// A piece that fell in the last lap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dropped {
    /// Where.
    pub(super) place: usize,
    /// Which kind.
    pub(super) kind: usize,
    /// Pieces of each kind that were there just before.
    pub(super) held: Vec<u32>,
}

impl Value {
    fn truth(holds: bool) -> Value {
        Value::Number(i32::from(holds))
    }

    pub(super) fn place(place: Option<usize>) -> Value {
        Value::Number(place.map_or(-1, |place| place as i32))
    }

    fn player(player: Player) -> Value {
        Value::Number(player.index() as i32)
    }

    /// What a local is before it has a value.
    pub(super) fn unset(ty: Type) -> Value {
        match ty {
            Type::Pit | Type::Player => Value::Number(-1),
            Type::Set => Value::Set(BTreeSet::new()),
            Type::Run => Value::Run(Vec::new()),
            _ => Value::Number(0),
        }
    }
}

/// A position as a player sees it in the course of a turn: what expressions are read in.
#[derive(Debug, Clone)]
pub(super) struct View<'a> {
    pub(super) model: &'a Model,
    /// Facts of the turn.
    pub(super) turn: &'a Turn<'a>,
    /// The seeds and the state.
    pub(super) position: &'a Situation,
    /// Who is the mover for this expression.
    pub(super) side: Player,
    /// Values of the locals that belong to the expression itself, innermost last.
    bound: Vec<(LocalId, Value)>,
    /// The drop that a condition of `drops` looks at.
    drop: Option<&'a Dropped>,
}

impl<'a> View<'a> {
    pub(super) fn new(turn: &'a Turn<'a>, side: Player) -> View<'a> {
        View { model: turn.model, turn, position: &turn.now, side, bound: Vec::new(), drop: None }
    }

    // --- views of the same turn that differ in one thing -------------------------------------------------------------

    fn of_other_player(&self) -> View<'a> {
        View { side: self.side.other(), ..self.clone() }
    }

    fn in_position(&self, position: &'a Situation) -> View<'a> {
        View { position, ..self.clone() }
    }

    pub(super) fn with(&self, local: LocalId, value: Value) -> View<'a> {
        let mut view = self.clone();
        view.bound.push((local, value));
        view
    }

    fn at_drop(&self, drop: &'a Dropped) -> View<'a> {
        View { drop: Some(drop), ..self.clone() }
    }

    // --- values of a certain type ------------------------------------------------------------------------------------

    pub(super) fn number(&self, expr: &Expr) -> i32 {
        match self.value(expr) {
            Value::Number(number) => number,
            other => panic!("{expr:?} should be a number, not {other:?}"),
        }
    }

    pub(super) fn holds(&self, expr: &Expr) -> bool {
        self.number(expr) != 0
    }

    /// Whether a condition that may be left out holds.
    pub(super) fn allows(&self, condition: Option<&Expr>) -> bool {
        condition.is_none_or(|condition| self.holds(condition))
    }

    pub(super) fn pit(&self, expr: &Expr) -> Option<usize> {
        usize::try_from(self.number(expr)).ok()
    }

    pub(super) fn player(&self, expr: &Expr) -> Option<Player> {
        Player::BOTH.get(usize::try_from(self.number(expr)).ok()?).copied()
    }

    pub(super) fn set(&self, expr: &Expr) -> BTreeSet<usize> {
        match self.value(expr) {
            Value::Set(set) => set,
            other => panic!("{expr:?} should be a set, not {other:?}"),
        }
    }

    pub(super) fn run(&self, expr: &Expr) -> Vec<Dropped> {
        match self.value(expr) {
            Value::Run(run) => run,
            other => panic!("{expr:?} should be a run of drops, not {other:?}"),
        }
    }

    // --- any value ---------------------------------------------------------------------------------------------------

    pub(super) fn value(&self, expr: &Expr) -> Value {
        match expr {
            Expr::Local(local) => self.local(*local),
            Expr::If(cases, otherwise) => {
                let case = cases.iter().find(|(condition, _)| self.holds(condition));
                self.value(case.map_or(otherwise, |(_, value)| value))
            }
            Expr::AtTurnStart(inner) => self.in_position(&self.turn.before).value(inner),
            Expr::BeforeSowing(inner) => self.in_position(&self.turn.before_lap).value(inner),
            Expr::Flipped(inner) => self.of_other_player().value(inner),
            Expr::Call { define, flipped, arguments } => self.call(*define, *flipped, arguments),
            Expr::Drops { pit, piece, condition } => Value::Run(self.drops(*pit, *piece, condition)),

            Expr::NoPit
            | Expr::Place(_)
            | Expr::Last
            | Expr::Origin
            | Expr::Only(_)
            | Expr::Steps { .. }
            | Expr::Facing(_)
            | Expr::Behind(_) => Value::place(self.find_pit(expr)),

            Expr::Places(_)
            | Expr::AsSet(_)
            | Expr::PitsOf(_)
            | Expr::Where(..)
            | Expr::Union(..)
            | Expr::Minus(..)
            | Expr::FacingSet(_)
            | Expr::BehindSet(_)
            | Expr::Chain { .. }
            | Expr::Each(..) => Value::Set(self.find_set(expr)),

            Expr::And(_)
            | Expr::Or(_)
            | Expr::Not(_)
            | Expr::Compare(..)
            | Expr::Same(..)
            | Expr::SameSet(..)
            | Expr::InRanges(..)
            | Expr::InSet(..)
            | Expr::Subset(..)
            | Expr::Some(_)
            | Expr::Even(_)
            | Expr::Repeats(_)
            | Expr::CannotMove => Value::truth(self.judge(expr)),

            Expr::Mover => Value::player(self.side),
            Expr::OtherPlayer => Value::player(self.side.other()),
            Expr::RoundWinner => self.turn.winner.map_or(Value::Number(-1), Value::player),
            Expr::Kind => Value::Number(self.turn.kind.map_or(-1, |kind| kind as i32)),
            Expr::Opposite(way) => Value::Number(1 - self.number(way)),

            Expr::StateGame(state) => Value::Number(self.position.states[*state][0]),
            Expr::StatePlayer(state, own) => {
                let player = if *own { self.side } else { self.side.other() };
                Value::Number(self.position.states[*state][player.index()])
            }
            Expr::StateOf(state, player) => Value::Number(self.position.states[*state][player.index()]),
            Expr::StatePit(state, pit) => match self.pit(pit) {
                Some(place) => Value::Number(self.position.states[*state][place]),
                None => Value::unset(self.model.states[*state].ty),
            },

            _ => Value::Number(self.count(expr)),
        }
    }

    fn local(&self, local: LocalId) -> Value {
        let bound = self.bound.iter().rev().find(|(other, _)| *other == local);
        bound.map_or_else(|| self.turn.locals[usize::from(local)].clone(), |(_, value)| value.clone())
    }

    fn call(&self, define: usize, flipped: bool, arguments: &[Expr]) -> Value {
        let define = &self.model.defines[define];
        let mut inside = if flipped { self.of_other_player() } else { self.clone() };
        for (parameter, argument) in define.parameters.iter().zip(arguments) {
            inside = inside.with(*parameter, self.value(argument));
        }
        inside.value(&define.body)
    }

    /// Drops of the last lap, from the last one back, while a condition holds.
    fn drops(&self, pit: LocalId, piece: LocalId, condition: &Expr) -> Vec<Dropped> {
        let turn: &'a Turn<'a> = self.turn;
        let meets = |drop: &&'a Dropped| {
            let (place, kind) = (Value::place(Some(drop.place)), Value::Number(drop.kind as i32));
            self.at_drop(drop).with(pit, place).with(piece, kind).holds(condition)
        };
        turn.drops.iter().rev().take_while(meets).cloned().collect()
    }

    // --- truth values ------------------------------------------------------------------------------------------------

    fn judge(&self, expr: &Expr) -> bool {
        match expr {
            Expr::And(members) => members.iter().all(|member| self.holds(member)),
            Expr::Or(members) => members.iter().any(|member| self.holds(member)),
            Expr::Not(inner) => !self.holds(inner),
            Expr::Compare(op, left, right) => {
                let (left, right) = (self.number(left), self.number(right));
                match op {
                    CompareOp::Equal => left == right,
                    CompareOp::NotEqual => left != right,
                    CompareOp::Less => left < right,
                    CompareOp::AtMost => left <= right,
                    CompareOp::More => left > right,
                    CompareOp::AtLeast => left >= right,
                }
            }
            Expr::Same(left, right) => self.value(left) == self.value(right),
            Expr::SameSet(left, right) => self.set(left) == self.set(right),
            Expr::InRanges(value, ranges) => {
                let value = self.number(value);
                ranges.iter().any(|(low, high)| self.number(low) <= value && value <= self.number(high))
            }
            Expr::InSet(pit, set) => self.pit(pit).is_some_and(|place| self.set(set).contains(&place)),
            Expr::Subset(part, whole) => self.set(part).is_subset(&self.set(whole)),
            Expr::Some(set) => !self.set(set).is_empty(),
            Expr::Even(number) => self.number(number) % 2 == 0,
            Expr::Repeats(times) => self.turn.occurrences.is_some_and(|seen| seen >= *times),
            Expr::CannotMove => self.turn.occurrences.is_some() && self.cannot_move(),
            _ => unreachable!("{expr:?} is no condition"),
        }
    }

    fn cannot_move(&self) -> bool {
        let to_move = Situation { to_move: self.side, ..self.position.clone() };
        !super::Reference::new(self.model).can_move(&to_move)
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    fn count(&self, expr: &Expr) -> i32 {
        match expr {
            Expr::Int(number) => *number,
            Expr::Hand => self.turn.hand.iter().sum::<u32>() as i32,
            Expr::Held(kinds) => {
                let held = self.drop.map_or(&self.turn.held, |drop| &drop.held);
                self.kinds(kinds.as_deref()).map(|kind| held[kind]).sum::<u32>() as i32
            }
            Expr::Captured => self.turn.captured as i32,
            Expr::Laps => self.turn.laps as i32,
            Expr::Pieces(places, kinds) => {
                let kinds = || self.kinds(kinds.as_deref());
                let at = |place: usize| kinds().map(|kind| self.pieces(place, kind)).sum::<u32>();
                self.places(places).into_iter().map(at).sum::<u32>() as i32
            }
            Expr::Worth(places) => {
                let worth = |kind: usize| self.model.kinds[kind].worth.unwrap_or(0);
                let at =
                    |place: usize| -> u32 { self.kinds(None).map(|kind| worth(kind) * self.pieces(place, kind)).sum() };
                self.places(places).into_iter().map(at).sum::<u32>() as i32
            }
            Expr::Count(of) => match self.value(of) {
                Value::Run(run) => run.len() as i32,
                _ => self.places(of).len() as i32,
            },
            Expr::Number(pit) => {
                let found = self.pit(pit).and_then(|place| self.model.board.row_and_number(place));
                found.map_or(0, |(_, number)| i32::from(number))
            }
            Expr::Owner(pit) => {
                let owner = self.pit(pit).and_then(|place| self.model.board.owner(place));
                owner.map_or(-1, |player| player.index() as i32)
            }
            Expr::Arithmetic(op, left, right) => arithmetic(*op, self.number(left), self.number(right)),
            Expr::Larger(true, left, right) => self.number(left).max(self.number(right)),
            Expr::Larger(false, left, right) => self.number(left).min(self.number(right)),
            _ => unreachable!("{expr:?} is no number"),
        }
    }

    /// These kinds of pieces, or all.
    fn kinds<'k>(&self, kinds: Option<&'k [usize]>) -> Box<dyn Iterator<Item = usize> + 'k> {
        match kinds {
            Some(kinds) => Box::new(kinds.iter().copied()),
            None => Box::new(0..self.model.kinds.len()),
        }
    }

    fn pieces(&self, place: usize, kind: usize) -> u32 {
        self.position.pieces[kind * self.model.board.places() + place]
    }

    /// The members of a set, or a pit as the only one.
    fn places(&self, expr: &Expr) -> BTreeSet<usize> {
        match self.value(expr) {
            Value::Set(set) => set,
            Value::Number(pit) => usize::try_from(pit).into_iter().collect(),
            Value::Run(run) => run.into_iter().map(|drop| drop.place).collect(),
        }
    }
}

/// Division rounds down and by 0 gives 0; what does not fit stays at the limit.
fn arithmetic(op: ArithmeticOp, left: i32, right: i32) -> i32 {
    let (left, right) = (i64::from(left), i64::from(right));
    let result = match op {
        ArithmeticOp::Add => left + right,
        ArithmeticOp::Subtract => left - right,
        ArithmeticOp::Multiply => left * right,
        ArithmeticOp::Divide if right == 0 => 0,
        ArithmeticOp::Divide => {
            let down = i64::from(left % right != 0 && (left < 0) != (right < 0));
            left / right - down
        }
    };
    result.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}
