//! What an expression is worth: section 4 of the language page. Pits and sets are found in [`super::places`].

use super::environment::Names;
use super::options::Setting;
use super::position::Position;
use super::rules::Rules;
use super::turn::Turn;
use super::value::{Dropped, Value, Way};
use super::{Answer, meaningless};
use mancala::model::Player;
use mancala::syntax::ast::{Adjective, ArithmeticOp, CompareOp, Expr, ExprKind, Side, StateScope};

/// A position as a player sees it in the course of a turn: what expressions are read in.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) rules: &'a Rules,
    /// Facts of the turn.
    pub(super) turn: &'a Turn<'a>,
    /// The pieces and the state.
    pub(super) position: &'a Position,
    /// Who is the mover for this expression.
    pub(super) side: Player,
    /// The drop that a condition of `drops back while` looks at.
    pub(super) drop: Option<&'a Dropped>,
}

impl<'a> View<'a> {
    pub(super) fn of(self, side: Player) -> View<'a> {
        View { side, ..self }
    }

    pub(super) fn number(&self, expr: &Expr, names: &Names<'_>) -> Answer<i64> {
        self.value(expr, names)?.number()
    }

    pub(super) fn holds(&self, expr: &Expr, names: &Names<'_>) -> Answer<bool> {
        self.value(expr, names)?.truth()
    }

    /// Whether a condition that may be left out holds.
    pub(super) fn allows(&self, condition: Option<&Expr>, names: &Names<'_>) -> Answer<bool> {
        condition.map_or(Ok(true), |condition| self.holds(condition, names))
    }

    /// The value of an expression.
    pub(super) fn value(&self, expr: &Expr, names: &Names<'_>) -> Answer<Value> {
        self.rules.step()?;
        Ok(match &expr.kind {
            ExprKind::Number(number) => Value::Number(i64::from(*number)),
            ExprKind::Truth(truth) => Value::Truth(*truth),
            ExprKind::Nobody => Value::Player(None),
            ExprKind::NoPit => Value::Pit(None),

            ExprKind::Or(members) => {
                for member in members {
                    if self.holds(member, names)? {
                        return Ok(Value::Truth(true));
                    }
                }
                Value::Truth(false)
            }
            ExprKind::And(members) => {
                for member in members {
                    if !self.holds(member, names)? {
                        return Ok(Value::Truth(false));
                    }
                }
                Value::Truth(true)
            }
            ExprKind::Not(inner) => Value::Truth(!self.holds(inner, names)?),
            ExprKind::Compare(op, left, right) => {
                Value::Truth(compare(*op, self.number(left, names)?, self.number(right, names)?))
            }
            ExprKind::Is(left, negated, right) => Value::Truth(self.is(left, right, names)? != *negated),
            ExprKind::Adjective(what, negated, adjective) => {
                let holds = match adjective {
                    Adjective::Empty => self.seeds(what, None, names)? == 0,
                    Adjective::Even => self.number(what, names)? % 2 == 0,
                    Adjective::Odd => self.number(what, names)? % 2 != 0,
                };
                Value::Truth(holds != *negated)
            }
            ExprKind::WasEmpty(_, negated) => Value::Truth((self.turn.held.iter().sum::<u32>() == 0) != *negated),
            ExprKind::In(what, negated, ranges, braces) => {
                Value::Truth(self.is_in(what, ranges, *braces, names)? != *negated)
            }
            ExprKind::Some(set) => Value::Truth(self.set(set, names)?.count() > 0),
            ExprKind::No(set) => Value::Truth(self.set(set, names)?.count() == 0),
            ExprKind::Occurs(times) => Value::Truth(self.turn.occurrences.is_some_and(|seen| seen >= *times)),
            ExprKind::CannotMove => Value::Truth(self.turn.occurrences.is_some() && self.cannot_move()?),
            ExprKind::AtTurnStart(inner) => View { position: &self.turn.before, ..*self }.value(inner, names)?,
            ExprKind::BeforeSowing(inner) => View { position: &self.turn.before_lap, ..*self }.value(inner, names)?,
            ExprKind::Arithmetic(op, left, right) => self.arithmetic(*op, left, right, names)?,
            ExprKind::Conditional(cases, otherwise) => self.conditional(cases, otherwise, names)?,
            ExprKind::Opposite(way) => Value::Way(self.value(way, names)?.way()?.opposite()),
            ExprKind::Drops(condition) => Value::Run(self.drops(condition, names)?),
            ExprKind::Sided(side, None, _) => Value::Player(Some(self.player_called(*side)?)),
            ExprKind::Sided(side, Some(name), tail) => self.sided(*side, &name.text, tail, names)?,
            ExprKind::Call(name, None) => self.word(&name.text, names)?,
            ExprKind::Call(name, Some(arguments)) => self.function(&name.text, arguments, names)?,

            ExprKind::Where(..)
            | ExprKind::Along { .. }
            | ExprKind::Facing(_)
            | ExprKind::Behind(_)
            | ExprKind::Chain { .. }
            | ExprKind::Each(..) => self.places(expr, names)?,
        })
    }

    // --- conditions --------------------------------------------------------------------------------------------------

    /// Whether two things are the same. A pit is the same as the set that has no other member.
    fn is(&self, left: &Expr, right: &Expr, names: &Names<'_>) -> Answer<bool> {
        let first = self.value(left, names)?;
        match &first {
            Value::Word(word) => return Ok(*word == written(right)?),
            Value::Move(kind) => return Ok(*kind == Some(written(right)?)),
            Value::Piece(kind) => return Ok(self.rules.kinds_called(&written(right)?).contains(kind)),
            _ => {}
        }
        let second = self.value(right, names)?;
        match (&first, &second) {
            (Value::Pit(_) | Value::Set(_) | Value::Run(_), Value::Pit(_) | Value::Set(_) | Value::Run(_)) => {
                Ok(first.set()? == second.set()?)
            }
            (Value::Truth(_), Value::Truth(_))
            | (Value::Player(_), Value::Player(_))
            | (Value::Way(_), Value::Way(_)) => Ok(first == second),
            _ => meaningless(format!("{first:?} is {second:?}")),
        }
    }

    fn is_in(&self, what: &Expr, ranges: &[(Expr, Option<Expr>)], braces: bool, names: &Names<'_>) -> Answer<bool> {
        let value = match self.value(what, names)? {
            Value::Number(number) => number,
            other => {
                let [(set, None)] = ranges else { return meaningless(format!("{other:?} in a list")) };
                if braces {
                    return meaningless(format!("{other:?} in a list"));
                }
                let set = self.set(set, names)?;
                return match other {
                    Value::Pit(pit) => Ok(pit.is_some_and(|place| set.has(place))),
                    other => Ok(other.set()?.within(&set)),
                };
            }
        };
        for (low, high) in ranges {
            let low = self.number(low, names)?;
            let high = high.as_ref().map_or(Ok(low), |high| self.number(high, names))?;
            if (low..=high).contains(&value) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn cannot_move(&self) -> Answer<bool> {
        let position = Position { to_move: self.side, ..self.position.clone() };
        Ok(!self.rules.can_move(&position)?)
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    fn arithmetic(&self, op: ArithmeticOp, left: &Expr, right: &Expr, names: &Names<'_>) -> Answer<Value> {
        let (first, second) = (self.value(left, names)?, self.value(right, names)?);
        match (first, second, op) {
            (Value::Number(first), Value::Number(second), _) => Ok(Value::Number(calculate(op, first, second))),
            (first, second, ArithmeticOp::Add) => Ok(Value::Set(first.set()?.with(&second.set()?))),
            (first, second, ArithmeticOp::Subtract) => Ok(Value::Set(first.set()?.without(&second.set()?))),
            (first, second, _) => meaningless(format!("{first:?} and {second:?} are no numbers")),
        }
    }

    /// Pieces of these kinds, or of all, in a pit or set.
    fn seeds(&self, what: &Expr, kinds: Option<&[usize]>, names: &Names<'_>) -> Answer<i64> {
        let set = self.set(what, names)?;
        let counts = |kind: usize| kinds.is_none_or(|kinds| kinds.contains(&kind));
        let at = |place: usize| self.position.pieces[place].iter().enumerate();
        let pieces = |place: usize| at(place).filter(|(kind, _)| counts(*kind)).map(|(_, pieces)| i64::from(*pieces));
        Ok(set.places().flat_map(pieces).sum())
    }

    fn worth(&self, what: &Expr, names: &Names<'_>) -> Answer<i64> {
        let mut worth = 0;
        for place in self.set(what, names)?.places() {
            for (kind, pieces) in self.rules.kinds.iter().zip(&self.position.pieces[place]) {
                let Some(each) = kind.worth else { return meaningless(format!("{} has no worth", kind.name)) };
                worth += each * i64::from(*pieces);
            }
        }
        Ok(worth)
    }

    /// Pieces that the pit held just before a piece fell: in `drops`, that drop; otherwise the last one.
    fn held(&self, kinds: Option<&[usize]>) -> i64 {
        let held = self.drop.map_or(&self.turn.held, |drop| &drop.held);
        let counts = |kind: usize| kinds.is_none_or(|kinds| kinds.contains(&kind));
        held.iter().enumerate().filter(|(kind, _)| counts(*kind)).map(|(_, pieces)| i64::from(*pieces)).sum()
    }

    // --- values of any type ------------------------------------------------------------------------------------------

    /// The first value whose condition holds. If one of the values is a set, all are.
    fn conditional(&self, cases: &[(Expr, Expr)], otherwise: &Expr, names: &Names<'_>) -> Answer<Value> {
        let mut found = None;
        for (value, condition) in cases {
            if self.holds(condition, names)? {
                found = Some(value);
                break;
            }
        }
        let value = self.value(found.unwrap_or(otherwise), names)?;
        if let Value::Pit(_) = value {
            for other in cases.iter().map(|(value, _)| value).chain([otherwise]) {
                if let Value::Set(_) = self.value(other, names)? {
                    return Ok(Value::Set(value.set()?));
                }
            }
        }
        Ok(value)
    }

    /// Drops of the last lap, from the last one back, while a condition holds.
    fn drops(&self, condition: &Expr, names: &Names<'_>) -> Answer<Vec<Dropped>> {
        let mut run = Vec::new();
        for drop in self.turn.drops.iter().rev() {
            let (it, piece) = (Value::Pit(Some(drop.place)), Value::Piece(drop.kind));
            let names = Names::And("it", &it, names);
            let names = Names::And("piece", &piece, &names);
            if !(View { drop: Some(drop), ..*self }).holds(condition, &names)? {
                break;
            }
            run.push(drop.clone());
        }
        Ok(run)
    }

    /// A name by itself.
    fn word(&self, name: &str, names: &Names<'_>) -> Answer<Value> {
        if let Some(value) = names.find(name) {
            return Ok(value);
        }
        match self.rules.options.setting(name) {
            Some(Setting::Named(value)) => return Ok(Value::Word(value.clone())),
            Some(Setting::Truth(truth)) => return Ok(Value::Truth(*truth)),
            Some(Setting::Number(number)) => return Ok(Value::Number(i64::from(*number))),
            None => {}
        }
        if let Some(state) = self.rules.states.iter().position(|state| state.name == name) {
            return Ok(self.position.states[state][0].clone());
        }
        if let Some(way) = self.rules.board.way(name) {
            return Ok(Value::Way(way));
        }
        if self.rules.defines.contains_key(name) {
            return self.definition(name, self.side, &[], names);
        }
        Ok(match name {
            "last" => Value::Pit(self.turn.last),
            "origin" => Value::Pit(self.turn.origin),
            "hand" => Value::Number(self.turn.hand.iter().map(|pieces| i64::from(*pieces)).sum()),
            "held" => Value::Number(self.held(None)),
            "captured" => Value::Number(i64::from(self.turn.captured)),
            "laps" => Value::Number(i64::from(self.turn.laps)),
            "total" => Value::Number(self.rules.total()),
            "mover" => Value::Player(Some(self.side)),
            "winner" => Value::Player(self.turn.winner),
            "kind" => Value::Move(self.turn.kind.clone()),
            "score" => self.score_in_store(self.side)?,
            "off" => Value::Pit(self.rules.board.off()),
            _ => return meaningless(format!("{name} has no meaning")),
        })
    }

    /// A name with something in parentheses.
    fn function(&self, name: &str, arguments: &[Expr], names: &Names<'_>) -> Answer<Value> {
        if let Some(state) = self.rules.states.iter().position(|state| state.name == name) {
            let [pit] = arguments else { return meaningless(format!("{name} of which pit?")) };
            return self.state_of(state, pit, names);
        }
        if self.rules.defines.contains_key(name) {
            return self.definition(name, self.side, arguments, names);
        }
        let kinds = self.rules.kinds_called(name);
        let number = match (name, arguments) {
            (_, [what]) if !kinds.is_empty() => self.seeds(what, Some(&kinds), names)?,
            ("seeds", [what]) => self.seeds(what, None, names)?,
            ("worth", [what]) => self.worth(what, names)?,
            ("count", [what]) => match self.value(what, names)? {
                Value::Run(run) => run.len() as i64,
                other => other.set()?.count() as i64,
            },
            ("number", [pit]) => self.pit(pit, names)?.map_or(0, |place| self.rules.board.number(place) as i64),
            ("held", [kind]) => self.held(Some(&self.rules.kinds_called(&written(kind)?))),
            ("min", [one, other]) => self.number(one, names)?.min(self.number(other, names)?),
            ("max", [one, other]) => self.number(one, names)?.max(self.number(other, names)?),
            ("owner", [pit]) => {
                let owner = self.pit(pit, names)?.and_then(|place| self.rules.board.owner(place));
                return Ok(Value::Player(owner));
            }
            ("only", [set]) => {
                let places = self.set(set, names)?.in_order();
                return Ok(Value::Pit(if let [one] = places[..] { Some(one) } else { None }));
            }
            ("pits", [run]) => return Ok(Value::Set(self.set(run, names)?)),
            _ => return meaningless(format!("{name} of {} things", arguments.len())),
        };
        Ok(Value::Number(number))
    }

    /// State per pit; of no pit it is 0, no, none or nobody.
    fn state_of(&self, state: usize, pit: &Expr, names: &Names<'_>) -> Answer<Value> {
        if self.rules.states[state].scope != StateScope::Pit {
            return meaningless("it is not kept for each pit");
        }
        Ok(match (self.pit(pit, names)?, self.rules.states[state].start.first()) {
            (Some(place), _) => self.position.states[state][place].clone(),
            (None, Some(Value::Number(_))) => Value::Number(0),
            (None, Some(Value::Truth(_))) => Value::Truth(false),
            (None, Some(Value::Pit(_))) => Value::Pit(None),
            (None, Some(Value::Way(_))) => Value::Way(Way::Written),
            (None, _) => Value::Player(None),
        })
    }

    /// A definition, read from a player's side with the values of its arguments, which are read from this side. It knows
    /// no names but its parameters.
    pub(super) fn definition(&self, name: &str, side: Player, arguments: &[Expr], names: &Names<'_>) -> Answer<Value> {
        let define = &self.rules.defines[name];
        if define.parameters.len() != arguments.len() {
            return meaningless(format!("{name} of {} things", arguments.len()));
        }
        let values: Answer<Vec<Value>> = arguments.iter().map(|argument| self.value(argument, names)).collect();
        let values = values?;
        let parameters = define.parameters.iter().map(|parameter| parameter.text.as_str());
        let known: Vec<(&str, &Value)> = parameters.zip(&values).collect();
        self.of(side).with_names(&known, &Names::Global, &define.body)
    }

    fn with_names(&self, known: &[(&str, &Value)], names: &Names<'_>, body: &Expr) -> Answer<Value> {
        match known.split_first() {
            Some(((name, value), rest)) => self.with_names(rest, &Names::And(name, value, names), body),
            None => self.value(body, names),
        }
    }

    /// What a player has: by `score`, or the seeds in his store; nothing where there is neither.
    pub(super) fn score(&self) -> Answer<Option<i64>> {
        if self.rules.defines.contains_key("score") {
            return self.definition("score", self.side, &[], &Names::Global)?.number().map(Some);
        }
        match self.rules.board.single("store") {
            Some(_) => self.score_in_store(self.side)?.number().map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn score_in_store(&self, side: Player) -> Answer<Value> {
        let Some(store) = self.rules.board.single("store") else { return meaningless("there is no store") };
        let pieces = &self.position.pieces[self.rules.board.place(side, store)];
        Ok(Value::Number(pieces.iter().map(|pieces| i64::from(*pieces)).sum()))
    }

    fn player_called(&self, side: Side) -> Answer<Player> {
        match side {
            Side::Opponent => Ok(self.side.other()),
            Side::South => Ok(Player::South),
            Side::North => Ok(Player::North),
            Side::Own | Side::All => meaningless("no player is called so"),
        }
    }
}

/// A word as it is written: the value of an option, a kind of move or of piece.
fn written(expr: &Expr) -> Answer<String> {
    Ok(match &expr.kind {
        ExprKind::Call(name, None) => name.text.clone(),
        ExprKind::Truth(truth) => if *truth { "yes" } else { "no" }.into(),
        ExprKind::Nobody => "nobody".into(),
        ExprKind::NoPit => "none".into(),
        ExprKind::Sided(side, None, _) => match side {
            Side::Own => "own",
            Side::Opponent => "opponent",
            Side::All => "all",
            Side::South => "south",
            Side::North => "north",
        }
        .into(),
        other => return meaningless(format!("{other:?} is no word")),
    })
}

fn compare(op: CompareOp, left: i64, right: i64) -> bool {
    match op {
        CompareOp::Equal => left == right,
        CompareOp::NotEqual => left != right,
        CompareOp::Less => left < right,
        CompareOp::AtMost => left <= right,
        CompareOp::More => left > right,
        CompareOp::AtLeast => left >= right,
    }
}

/// Division rounds down, and by 0 gives 0; what does not fit into 32 bits stays at the limit.
fn calculate(op: ArithmeticOp, left: i64, right: i64) -> i64 {
    let result = match op {
        ArithmeticOp::Add => left + right,
        ArithmeticOp::Subtract => left - right,
        ArithmeticOp::Multiply => left * right,
        ArithmeticOp::Divide if right == 0 => 0,
        ArithmeticOp::Divide => {
            let exact = left % right == 0;
            left / right - i64::from(!exact && (left < 0) != (right < 0))
        }
    };
    result.clamp(i64::from(i32::MIN), i64::from(i32::MAX))
}
