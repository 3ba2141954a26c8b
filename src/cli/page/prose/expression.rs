//! Expressions in words: things (`your home`), and conditions (`pit 3 of your home is empty`).

use super::super::super::words::count;
use super::super::escape::code;
use super::Words;
use crate::syntax::ast::{Adjective, ArithmeticOp, CompareOp, Expr, ExprKind, Name, Side, SidedTail};

impl Words<'_> {
    /// What an expression stands for.
    pub(super) fn thing(&self, expression: &Expr) -> String {
        match &expression.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Truth(truth) => (if *truth { "yes" } else { "no" }).to_string(),
            ExprKind::Nobody => "nobody".into(),
            ExprKind::NoPit => "none".into(),
            ExprKind::Call(name, arguments) => self.named(name, arguments.as_deref().unwrap_or_default()),
            ExprKind::Sided(side, name, tail) => self.sided(*side, name.as_ref(), tail),
            ExprKind::Facing(pit) => format!("what faces {}", self.thing(pit)),
            ExprKind::Behind(pit) => format!("what lies behind {}", self.thing(pit)),
            ExprKind::Opposite(way) => format!("the way opposite to {}", self.thing(way)),
            ExprKind::Where(..) => format!("every {}", self.pit_of(expression)),
            ExprKind::Along { count, after, from, track, going } => {
                let place = match count.as_deref().map(|count| self.thing(count)) {
                    None => format!("the place {} {}", after_or_before(*after), self.thing(from)),
                    Some(n) if n.contains(' ') => {
                        format!("the place that lies ({n}) places {} {}", after_or_before(*after), self.thing(from))
                    }
                    Some(n) => format!("the place {n} places {} {}", after_or_before(*after), self.thing(from)),
                };
                let on = track.as_ref().map(|track| format!(" on {}", spoken(&track.text))).unwrap_or_default();
                let going = going.as_ref().map(|way| format!(", going {}", self.thing(way))).unwrap_or_default();
                format!("{place}{on}{going}")
            }
            ExprKind::Arithmetic(op, one, other) => self.arithmetic(*op, one, other),
            ExprKind::Conditional(cases, otherwise) => {
                let cases = cases.iter().map(|(value, when)| format!("{} if {}", self.thing(value), self.holds(when)));
                format!("({}, otherwise {})", cases.collect::<Vec<_>>().join(", "), self.thing(otherwise))
            }
            ExprKind::Chain { back, from, limit, condition } => {
                let way = if *back { "before it, backward" } else { "after it, onward" };
                let most =
                    limit.as_ref().map(|most| format!(", at most {} of them", self.thing(most))).unwrap_or_default();
                let (from, holds) = (self.thing(from), self.holds(condition));
                format!("{from} and the places {way} one after the other, as long as {holds}{most}")
            }
            ExprKind::Drops(condition) => {
                format!("the places where seeds fell, from the last one backward, as long as {}", self.holds(condition))
            }
            ExprKind::Each(value, bindings) => {
                let each = bindings.iter().map(|(name, set)| match set {
                    Some(set) => format!("each *{}* of {}", spoken(&name.text), self.thing(set)),
                    None => format!("each way *{}*", spoken(&name.text)),
                });
                format!("{}, for {}", self.thing(value), each.collect::<Vec<_>>().join(" and "))
            }
            ExprKind::AtTurnStart(inner) => format!("{} when the turn began", self.thing(inner)),
            ExprKind::BeforeSowing(inner) => format!("{} before the sowing", self.thing(inner)),
            _ => format!("whether {}", self.holds(expression)),
        }
    }

    /// A condition as a clause.
    pub(super) fn holds(&self, condition: &Expr) -> String {
        match &condition.kind {
            ExprKind::Truth(truth) => (if *truth { "always" } else { "never" }).to_string(),
            ExprKind::And(all) => self.joined(all, " and "),
            ExprKind::Or(all) => self.joined(all, ", or "),
            ExprKind::Not(inner) => self.fails(inner),
            ExprKind::Compare(op, one, other) => self.compared(*op, one, other),
            ExprKind::Is(one, negated, other) => {
                let value = match (&one.kind, &other.kind) {
                    (ExprKind::Call(option, None), ExprKind::Call(value, None)) if self.is_option(option) => {
                        code(&value.text)
                    }
                    _ => self.thing(other),
                };
                format!("{} {} {value}", self.thing(one), to_be(one, !*negated))
            }
            ExprKind::Adjective(what, negated, adjective) => {
                let said = match adjective {
                    Adjective::Empty => "empty",
                    Adjective::Even => "even",
                    Adjective::Odd => "odd",
                };
                format!("{} {} {said}", self.thing(what), to_be(what, !*negated))
            }
            ExprKind::WasEmpty(what, negated) => {
                format!("{} {} empty before", self.thing(what), if *negated { "was not" } else { "was" })
            }
            ExprKind::In(what, negated, members, numbers) => self.among(what, !*negated, members, *numbers),
            ExprKind::Some(set) => format!("there is a {}", self.pit_of(set)),
            ExprKind::No(set) => format!("there is no {}", self.pit_of(set)),
            ExprKind::Occurs(times) => format!("the position is there for the {} time", ordinal(*times)),
            ExprKind::CannotMove => "you cannot move".into(),
            ExprKind::AtTurnStart(inner) => format!("when the turn began {}", self.holds(inner)),
            ExprKind::BeforeSowing(inner) => format!("before the sowing {}", self.holds(inner)),
            ExprKind::Call(name, None) if self.is_option(name) => {
                format!("{} is `yes`", self.thing(condition))
            }
            ExprKind::Call(name, Some(arguments)) if !arguments.is_empty() => {
                format!("*{}* holds of {}", spoken(&name.text), self.list(arguments))
            }
            ExprKind::Sided(side, Some(name), SidedTail::Index(argument, None)) if !self.is_place(name) => {
                format!("{} holds of {}", self.sided(*side, Some(name), &SidedTail::None), self.thing(argument))
            }
            ExprKind::Sided(side, Some(name), SidedTail::Arguments(all)) if !all.is_empty() => {
                format!("{} holds of {}", self.sided(*side, Some(name), &SidedTail::None), self.list(all))
            }
            _ => format!("{} holds", self.thing(condition)),
        }
    }

    /// That a condition does not hold.
    fn fails(&self, condition: &Expr) -> String {
        match &condition.kind {
            ExprKind::Call(name, None) if self.is_option(name) => {
                format!("{} is `no`", self.thing(condition))
            }
            ExprKind::Call(..) | ExprKind::Sided(..) => self.holds(condition).replacen(" holds", " does not hold", 1),
            _ => format!("it is not so that {}", self.holds(condition)),
        }
    }

    /// What is said of `it`, as clauses behind a noun.
    pub(super) fn that(&self, condition: &Expr) -> String {
        let all = match &condition.kind {
            ExprKind::And(all) => all.as_slice(),
            _ => std::slice::from_ref(condition),
        };
        let clauses = all.iter().map(|one| {
            let clause = self.member(one, " and ");
            match clause.strip_prefix("it ") {
                Some(said) if !matches!(one.kind, ExprKind::Or(_) | ExprKind::Not(_)) => format!("that {said}"),
                _ => format!("for which {clause}"),
            }
        });
        clauses.collect::<Vec<_>>().join(" and ")
    }

    fn joined(&self, all: &[Expr], word: &str) -> String {
        all.iter().map(|one| self.member(one, word)).collect::<Vec<_>>().join(word)
    }

    /// A member of a list; one that is joined by another word stands in parentheses.
    pub(super) fn member(&self, condition: &Expr, word: &str) -> String {
        let other = matches!(condition.kind, ExprKind::Or(_)) && word == " and ";
        let clause = self.holds(condition);
        if other { format!("({clause})") } else { clause }
    }

    fn compared(&self, op: CompareOp, one: &Expr, other: &Expr) -> String {
        if let Some(places) = seeds_of(one) {
            let holds = if is_you(places) { "hold" } else { "holds" };
            let place = self.thing(places);
            return match (op, &other.kind) {
                (CompareOp::AtLeast, ExprKind::Number(1)) => format!("{place} {holds} a seed"),
                (_, ExprKind::Number(number)) => {
                    format!("{place} {holds} {} {}", how_many(op), count(*number as usize, "seed"))
                }
                _ => match seeds_of(other) {
                    Some(theirs) => format!("{place} {holds} {} {}", as_many(op), self.thing(theirs)),
                    None => format!("the number of seeds in {place} {} {}", compares(op), self.thing(other)),
                },
            };
        }
        match (&one.kind, op, &other.kind) {
            (ExprKind::Call(name, None), CompareOp::AtLeast, ExprKind::Number(1)) if name.text == "captured" => {
                "you have captured a seed in this turn".into()
            }
            _ => format!("{} {} {}", self.thing(one), compares(op), self.thing(other)),
        }
    }

    /// Membership in a set, or in a list of numbers.
    fn among(&self, what: &Expr, is: bool, members: &[(Expr, Option<Expr>)], numbers: bool) -> String {
        let list: Vec<String> = members
            .iter()
            .map(|(low, high)| match high {
                Some(high) => format!("{} to {}", self.thing(low), self.thing(high)),
                None => self.thing(low),
            })
            .collect();
        let counts = numbers || members.iter().any(|(_, high)| high.is_some());
        let list = one_of(&list);
        match seeds_of(what).filter(|_| counts) {
            Some(place) if is => format!("{} holds {list} seeds", self.thing(place)),
            Some(place) => format!("{} does not hold {list} seeds", self.thing(place)),
            None if counts => format!("{} {} {list}", self.thing(what), to_be(what, is)),
            None => format!("{} {} in {list}", self.thing(what), to_be(what, is)),
        }
    }

    /// `pit of your home that holds a seed`.
    pub(super) fn pit_of(&self, set: &Expr) -> String {
        match &set.kind {
            ExprKind::Where(set, condition) => format!("pit of {} {}", self.thing(set), self.that(condition)),
            _ => format!("pit of {}", self.thing(set)),
        }
    }

    fn arithmetic(&self, op: ArithmeticOp, one: &Expr, other: &Expr) -> String {
        let (left, right) = (self.operand(one), self.operand(other));
        let numbers = self.is_number(one) || self.is_number(other);
        match op {
            ArithmeticOp::Add if numbers => format!("{left} + {right}"),
            ArithmeticOp::Add => format!("{left} and {right}"),
            ArithmeticOp::Subtract if numbers => format!("{left} − {right}"),
            ArithmeticOp::Subtract => format!("{left} without {right}"),
            ArithmeticOp::Multiply => format!("{left} × {right}"),
            ArithmeticOp::Divide => format!("{left} ÷ {right}"),
        }
    }

    fn operand(&self, expression: &Expr) -> String {
        match &expression.kind {
            ExprKind::Arithmetic(..) => format!("({})", self.thing(expression)),
            _ => self.thing(expression),
        }
    }

    /// Whether an expression is plainly a number.
    fn is_number(&self, expression: &Expr) -> bool {
        match &expression.kind {
            ExprKind::Number(_) => true,
            ExprKind::Arithmetic(ArithmeticOp::Multiply | ArithmeticOp::Divide, ..) => true,
            ExprKind::Arithmetic(_, one, other) => self.is_number(one) || self.is_number(other),
            ExprKind::Call(name, _) => is_counted(&name.text) || self.numbers.contains(name.text.as_str()),
            ExprKind::Sided(_, Some(name), _) => name.text == "score" || self.numbers.contains(name.text.as_str()),
            _ => false,
        }
    }

    fn is_option(&self, name: &Name) -> bool {
        self.options.contains(name.text.as_str())
    }

    fn is_place(&self, name: &Name) -> bool {
        self.places.contains(name.text.as_str()) || matches!(name.text.as_str(), "side" | "store")
    }

    fn list(&self, all: &[Expr]) -> String {
        all.iter().map(|one| self.thing(one)).collect::<Vec<_>>().join(", ")
    }

    /// A name without a side: a word of the language, an option, or a name that the file gives.
    fn named(&self, name: &Name, arguments: &[Expr]) -> String {
        let list = self.list(arguments);
        match (name.text.as_str(), arguments) {
            ("it", _) => "it".into(),
            ("last", _) => "the last pit".into(),
            ("origin", _) => "the pit that was lifted last".into(),
            ("mover", _) => "you".into(),
            ("south", _) => "South".into(),
            ("north", _) => "North".into(),
            ("winner", _) => "the winner of the round".into(),
            ("hand", _) => "the hand".into(),
            ("held", []) => "what it held before".into(),
            ("held", [_]) => format!("the number of {} pieces that it held before", list.trim_matches('*')),
            ("captured", _) => "the number of seeds that you have captured in this turn".into(),
            ("laps", _) => "the number of laps of this turn".into(),
            ("total", _) => "the number of all seeds".into(),
            ("score", _) => "your score".into(),
            ("off", _) => "the space beside the board".into(),
            ("kind", _) => "the move".into(),
            ("seeds", [_]) => format!("the number of seeds in {list}"),
            ("count", [_]) => format!("the number of pits in {list}"),
            ("number", [_]) => format!("the number of {list}"),
            ("owner", [_]) => format!("the owner of {list}"),
            ("max", _) => format!("the larger of {}", list.replacen(", ", " and ", 1)),
            ("min", _) => format!("the smaller of {}", list.replacen(", ", " and ", 1)),
            ("only", [_]) => format!("the only pit of {list} (if there is just one)"),
            ("worth", [_]) => format!("the worth of {list}"),
            ("piece", []) => "the piece".into(),
            (kind, [_]) if self.kinds.contains(kind) => format!("the number of {} pieces in {list}", spoken(kind)),
            (word, _) if self.options.contains(word) => code(word),
            (word, []) => format!("*{}*", spoken(word)),
            (word, _) => format!("*{}* of {list}", spoken(word)),
        }
    }

    fn sided(&self, side: Side, name: Option<&Name>, tail: &SidedTail) -> String {
        let Some(name) = name else {
            return match side {
                Side::Own => "you",
                Side::Opponent => "the opponent",
                Side::All => "both players",
                Side::South => "South",
                Side::North => "North",
            }
            .to_string();
        };
        let whose = match side {
            Side::Own => "your",
            Side::Opponent => "the opponent's",
            Side::All => "both players'",
            Side::South => "South's",
            Side::North => "North's",
        };
        let is_place = self.is_place(name);
        let name =
            if is_place || name.text == "score" { spoken(&name.text) } else { format!("*{}*", spoken(&name.text)) };
        match tail {
            SidedTail::None => format!("{whose} {name}"),
            SidedTail::Index(argument, None) if !is_place => format!("{whose} {name} of {}", self.thing(argument)),
            SidedTail::Index(pit, None) => format!("pit {} of {whose} {name}", self.thing(pit)),
            SidedTail::Index(low, Some(high)) => {
                format!("pits {} to {} of {whose} {name}", self.thing(low), self.thing(high))
            }
            SidedTail::Arguments(all) if all.is_empty() => format!("{whose} {name}"),
            SidedTail::Arguments(all) => format!("{whose} {name} of {}", self.list(all)),
        }
    }
}

/// A name as it is spoken.
pub(super) fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

fn after_or_before(after: bool) -> &'static str {
    if after { "after" } else { "before" }
}

/// `2, 4 or 6`.
fn one_of(all: &[String]) -> String {
    match all {
        [some @ .., last] if !some.is_empty() => format!("{} or {last}", some.join(", ")),
        _ => all.concat(),
    }
}

/// Whether an expression is a condition, and not a thing.
pub(super) fn is_condition(expression: &Expr) -> bool {
    matches!(
        expression.kind,
        ExprKind::Or(_)
            | ExprKind::And(_)
            | ExprKind::Not(_)
            | ExprKind::Compare(..)
            | ExprKind::Is(..)
            | ExprKind::Adjective(..)
            | ExprKind::WasEmpty(..)
            | ExprKind::In(..)
            | ExprKind::Some(_)
            | ExprKind::No(_)
            | ExprKind::Occurs(_)
            | ExprKind::CannotMove
    )
}

/// The places of `seeds(…)`.
fn seeds_of(expression: &Expr) -> Option<&Expr> {
    match &expression.kind {
        ExprKind::Call(name, Some(arguments)) if name.text == "seeds" => arguments.first(),
        _ => None,
    }
}

fn is_counted(name: &str) -> bool {
    matches!(name, "seeds" | "count" | "number" | "captured" | "laps" | "total" | "score" | "max" | "min" | "held")
}

/// Whether an expression is the player who is spoken to.
fn is_you(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Call(name, None) => name.text == "mover",
        ExprKind::Sided(Side::Own, None, _) => true,
        _ => false,
    }
}

fn to_be(subject: &Expr, is: bool) -> &'static str {
    match (is_you(subject), is) {
        (true, true) => "are",
        (true, false) => "are not",
        (false, true) => "is",
        (false, false) => "is not",
    }
}

fn compares(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "is",
        CompareOp::NotEqual => "is not",
        CompareOp::Less => "is less than",
        CompareOp::AtMost => "is at most",
        CompareOp::More => "is more than",
        CompareOp::AtLeast => "is at least",
    }
}

fn how_many(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "just",
        CompareOp::NotEqual => "not just",
        CompareOp::Less => "fewer than",
        CompareOp::AtMost => "at most",
        CompareOp::More => "more than",
        CompareOp::AtLeast => "at least",
    }
}

fn as_many(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "as many seeds as",
        CompareOp::NotEqual => "not as many seeds as",
        CompareOp::Less => "fewer seeds than",
        CompareOp::AtMost => "at most as many seeds as",
        CompareOp::More => "more seeds than",
        CompareOp::AtLeast => "at least as many seeds as",
    }
}

fn ordinal(number: u32) -> String {
    match number {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        _ => format!("{number}th"),
    }
}
