//! What is known of an expression before a game is played: options are constants by then, and what is worked out of
//! constants is one. Each function gives the simplest expression for what it joins.

use crate::model::{ArithmeticOp, CompareOp, Expr, LocalId, Spot, Type};

/// The set of one pit.
pub(crate) fn as_set(pit: Expr) -> Expr {
    match pit {
        Expr::Place(spot) => Expr::Places(vec![spot]),
        Expr::NoPit => Expr::Places(Vec::new()),
        pit => Expr::AsSet(Box::new(pit)),
    }
}

/// A condition that does not hold.
pub(crate) fn not(expr: Expr) -> Expr {
    match expr {
        Expr::Int(value) => Expr::Int(i32::from(value == 0)),
        Expr::Not(inner) => *inner,
        expr => Expr::Not(Box::new(expr)),
    }
}

/// All of these conditions; what contradicts itself holds never.
pub(crate) fn and(members: Vec<Expr>) -> Expr {
    let mut live: Vec<Expr> =
        members.into_iter().filter(|member| !matches!(member, Expr::Int(value) if *value != 0)).collect();
    if live.contains(&Expr::Int(0)) || contradict(&live) {
        return Expr::Int(0);
    }
    match live.len() {
        0 => Expr::Int(1),
        1 => live.remove(0),
        _ => Expr::And(live),
    }
}

/// Whether two of these conditions leave no value for a number that both ask for.
fn contradict(members: &[Expr]) -> bool {
    let bounds: Vec<(&Expr, i32, i32)> = members.iter().filter_map(bounds).collect();
    bounds.iter().enumerate().any(|(at, (number, low, high))| {
        bounds[at + 1..].iter().any(|(other, lowest, highest)| number == other && low.max(lowest) > high.min(highest))
    }) || in_two_places(members)
}

/// Whether a condition wants `it` to lie where none of these places is.
pub(crate) fn outside_of(spots: &[Spot], it: LocalId, condition: &Expr) -> bool {
    let mut wanted = condition.members().iter().filter_map(fixed_places);
    wanted.any(|(pit, wanted)| *pit == Expr::Local(it) && have_nothing_in_common(spots, wanted))
}

/// For a condition that a pit lies in a fixed set: the pit and the places.
fn fixed_places(condition: &Expr) -> Option<(&Expr, &[Spot])> {
    match condition {
        Expr::InSet(pit, set) => match &**set {
            Expr::Places(spots) => Some((pit, spots)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a pit would have to lie in two sets that have no place in common.
fn in_two_places(members: &[Expr]) -> bool {
    let places: Vec<(&Expr, &[Spot])> = members.iter().filter_map(fixed_places).collect();
    places.iter().enumerate().any(|(at, (pit, one))| {
        places[at + 1..].iter().any(|(other, two)| pit == other && have_nothing_in_common(one, two))
    })
}

/// Places that are fixed for one player may be those of the mover, so only places of the same manner are told apart.
fn have_nothing_in_common(one: &[Spot], two: &[Spot]) -> bool {
    let told_apart = |spot: &Spot| !matches!(spot, Spot::Of(..));
    one.iter().chain(two).all(told_apart) && !one.iter().any(|spot| two.contains(spot))
}

/// The number that a condition is about, with the least and the most that it may be.
fn bounds(condition: &Expr) -> Option<(&Expr, i32, i32)> {
    let constant = |expr: &Expr| match expr {
        Expr::Int(value) => Some(*value),
        _ => None,
    };
    match condition {
        Expr::Compare(op, number, value) => {
            let value = constant(value)?;
            let (low, high) = match op {
                CompareOp::Equal => (value, value),
                CompareOp::Less => (i32::MIN, value.checked_sub(1)?),
                CompareOp::AtMost => (i32::MIN, value),
                CompareOp::More => (value.checked_add(1)?, i32::MAX),
                CompareOp::AtLeast => (value, i32::MAX),
                CompareOp::NotEqual => return None,
            };
            Some((number, low, high))
        }
        Expr::Same(what, value) => {
            let value = value.constant()?;
            Some((what, value, value))
        }
        Expr::InRanges(number, ranges) => {
            let low = ranges.iter().map(|(low, _)| constant(low)).collect::<Option<Vec<_>>>()?;
            let high = ranges.iter().map(|(_, high)| constant(high)).collect::<Option<Vec<_>>>()?;
            Some((number, low.into_iter().min()?, high.into_iter().max()?))
        }
        _ => None,
    }
}

/// One of these conditions at least.
pub(crate) fn or(members: Vec<Expr>) -> Expr {
    let mut live: Vec<Expr> = members.into_iter().filter(|member| *member != Expr::Int(0)).collect();
    if live.iter().any(|member| matches!(member, Expr::Int(_))) {
        return Expr::Int(1);
    }
    match live.len() {
        0 => Expr::Int(0),
        1 => live.remove(0),
        _ => Expr::Or(live),
    }
}

/// A comparison of two numbers.
pub(crate) fn compare(op: CompareOp, left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Int(one), Expr::Int(two)) => Expr::Int(i32::from(op.holds(*one, *two))),
        // Nothing holds fewer pieces than none.
        (Expr::Pieces(..) | Expr::Count(_), Expr::Int(0)) if op == CompareOp::AtLeast => Expr::Int(1),
        (Expr::Pieces(..) | Expr::Count(_), Expr::Int(0)) if op == CompareOp::Less => Expr::Int(0),
        _ => Expr::Compare(op, Box::new(left), Box::new(right)),
    }
}

/// A number worked out of two.
pub(crate) fn arithmetic(op: ArithmeticOp, left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Int(one), Expr::Int(two)) => Expr::Int(op.apply(*one, *two)),
        _ => Expr::Arithmetic(op, Box::new(left), Box::new(right)),
    }
}

/// The larger of two numbers, or the smaller one.
pub(crate) fn larger(max: bool, left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Int(one), Expr::Int(two)) => Expr::Int(if max { *one.max(two) } else { *one.min(two) }),
        _ => Expr::Larger(max, Box::new(left), Box::new(right)),
    }
}

/// Two sets put together, or the one without the other.
pub(crate) fn union_or_minus(op: ArithmeticOp, left: Expr, right: Expr) -> Expr {
    match (op, left, right) {
        (ArithmeticOp::Add, Expr::Places(mut one), Expr::Places(two)) => {
            one.extend(two);
            Expr::Places(one)
        }
        (ArithmeticOp::Add, left, right) => Expr::Union(Box::new(left), Box::new(right)),
        (_, left, right) => Expr::Minus(Box::new(left), Box::new(right)),
    }
}

/// Whether two values of one type are the same.
pub(crate) fn same(left: Expr, right: Expr, ty: Type) -> Expr {
    if left.constant().is_some() && right.constant().is_some() {
        return Expr::Int(i32::from(left == right));
    }
    match (&left, &right) {
        (value, Expr::Int(1)) | (Expr::Int(1), value) if ty == Type::Truth => value.clone(),
        (value, Expr::Int(0)) | (Expr::Int(0), value) if ty == Type::Truth => not(value.clone()),
        _ => Expr::Same(Box::new(left), Box::new(right)),
    }
}

/// The value of the first of these cases whose condition holds, or the other one.
pub(crate) fn first_of(cases: Vec<(Expr, Expr)>, mut otherwise: Expr) -> Expr {
    let mut live = Vec::new();
    for (condition, value) in cases {
        match condition {
            Expr::Int(0) => {}
            Expr::Int(_) => {
                otherwise = value;
                break;
            }
            condition => live.push((condition, value)),
        }
    }
    if live.is_empty() { otherwise } else { Expr::If(live, Box::new(otherwise)) }
}

impl CompareOp {
    /// Whether it holds of two numbers.
    #[must_use]
    #[inline]
    pub fn holds(self, left: i32, right: i32) -> bool {
        // Straight code asks this all the time, by comparisons that no processor foresees: it is told without going elsewhere.
        let order = u8::from(left >= right) + u8::from(left > right);
        self.orders() >> order & 1 == 1
    }

    /// In which orders two numbers stand where it holds: bits for less, equal and more.
    const fn orders(self) -> u8 {
        match self {
            CompareOp::Less => 0b001,
            CompareOp::Equal => 0b010,
            CompareOp::AtMost => 0b011,
            CompareOp::More => 0b100,
            CompareOp::NotEqual => 0b101,
            CompareOp::AtLeast => 0b110,
        }
    }
}

impl ArithmeticOp {
    /// The result; division rounds down and by 0 gives 0, and what would not fit stays at the limit.
    #[must_use]
    pub fn apply(self, left: i32, right: i32) -> i32 {
        match self {
            ArithmeticOp::Add => left.saturating_add(right),
            ArithmeticOp::Subtract => left.saturating_sub(right),
            ArithmeticOp::Multiply => left.saturating_mul(right),
            ArithmeticOp::Divide if right == 0 => 0,
            ArithmeticOp::Divide => {
                let (quotient, rest) = (left.wrapping_div(right), left.wrapping_rem(right));
                if rest != 0 && (rest < 0) != (right < 0) { quotient - 1 } else { quotient }
            }
        }
    }
}
