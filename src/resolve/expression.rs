//! Expressions: names found, types known.

use super::Resolver;
use super::names::{FUNCTIONS, WORDS};
use crate::diagnostic::{Diagnostic, Fix, code, did_you_mean, nearest, other_word};
use crate::fold;
use crate::limits;
use crate::model::*;
use crate::source::Span;
use crate::syntax::ast::{self, Adjective, ExprKind, Name, Side, SidedTail};

type Typed = (Expr, Type);

const UNKNOWN: Typed = (Expr::Int(0), Type::Unknown);

impl Resolver<'_> {
    // --- what a place needs ------------------------------------------------------------------------------------------

    pub(super) fn number(&mut self, expr: &ast::Expr) -> Expr {
        self.typed(expr, Type::Number)
    }

    pub(super) fn truth(&mut self, expr: &ast::Expr) -> Expr {
        self.typed(expr, Type::Truth)
    }

    /// Conditions that stand beside each other. `seeds(last) in 2, 3` reads as two of them, and is meant as one.
    pub(super) fn truths(&mut self, members: &[ast::Expr]) -> Vec<Expr> {
        let mut truths = Vec::new();
        let mut rest = members;
        while let Some((first, behind)) = rest.split_first() {
            let numbers = behind.iter().take_while(|one| matches!(one.kind, ExprKind::Number(_))).count();
            if self.is_list_without_braces(first, &behind[..numbers]) {
                rest = &behind[numbers..];
            } else {
                truths.push(self.truth(first));
                rest = behind;
            }
        }
        truths
    }

    /// Whether a comparison with a number goes on with others, which is reported.
    fn is_list_without_braces(&mut self, comparison: &ast::Expr, others: &[ast::Expr]) -> bool {
        let comparison = match &comparison.kind {
            ExprKind::And(members) => members.last().unwrap_or(comparison),
            _ => comparison,
        };
        let (asked, first) = match &comparison.kind {
            ExprKind::Compare(ast::CompareOp::Equal, asked, number) => (asked, &**number),
            ExprKind::In(asked, false, ranges, false) => match ranges.as_slice() {
                [(number, None)] => (asked, number),
                _ => return false,
            },
            _ => return false,
        };
        let number =
            |one: &ast::Expr| if let ExprKind::Number(number) = one.kind { Some(number.to_string()) } else { None };
        let Some(numbers) = std::iter::once(first).chain(others).map(number).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let Some(last) = others.last() else { return false };
        let list = format!("in {{{}}}", numbers.join(", "));
        let place = Span { start: asked.span.end, end: last.span.end, ..last.span };
        self.report(
            Diagnostic::error(
                code::WRONG_TYPE,
                first.span.to(last.span),
                "several numbers stand in braces",
                "these numbers are compared together",
            )
            .help(format!("write `{list}` for one of them"))
            .fix_if(Some(Fix { span: place, text: format!(" {list}") })),
        );
        true
    }

    pub(super) fn pit(&mut self, expr: &ast::Expr) -> Expr {
        self.typed(expr, Type::Pit)
    }

    pub(super) fn set(&mut self, expr: &ast::Expr) -> Expr {
        self.typed(expr, Type::Set)
    }

    pub(super) fn player(&mut self, expr: &ast::Expr) -> Expr {
        self.typed(expr, Type::Player)
    }

    pub(super) fn typed(&mut self, expr: &ast::Expr, wanted: Type) -> Expr {
        let (value, found) = self.expr(expr);
        self.fitting(value, found, wanted, expr.span, None)
    }

    /// A value where this type is needed; a pit serves as a set.
    pub(super) fn fitting(
        &mut self,
        value: Expr,
        found: Type,
        wanted: Type,
        span: Span,
        reason: Option<(Span, &str)>,
    ) -> Expr {
        match (found, wanted) {
            _ if found == wanted || found == Type::Unknown || wanted == Type::Unknown => value,
            (Type::Pit, Type::Set) => fold::as_set(value),
            (Type::Run, Type::Set) => Expr::PitsOf(Box::new(value)),
            _ => {
                let help = match (found, wanted) {
                    (Type::Set, Type::Pit) => {
                        Some("a set may have many members; `choose` picks one, `only(…)` is its only member")
                    }
                    (Type::Set | Type::Pit, Type::Number) => {
                        Some("`seeds(…)` counts the seeds, `count(…)` the pits, `number(…)` is a pit's number")
                    }
                    (Type::Set | Type::Pit, Type::Truth) => {
                        Some("`some …` asks whether a set has members, `… is empty` whether there are no seeds")
                    }
                    (Type::Number, Type::Truth) => {
                        Some("compare it: `… >= 1`; whether it is one of several numbers is asked by `n in {2, 3}`")
                    }
                    (Type::Number, Type::Set | Type::Pit) => Some(
                        "write the place itself: `last`, `own home 3`, `own home where seeds(it) = 2`; seeds are moved from there",
                    ),
                    _ => None,
                };
                let mut problem = Diagnostic::error(
                    code::WRONG_TYPE,
                    span,
                    format!("expected {}, found {}", wanted.words(), found.words()),
                    format!("this is {}", found.words()),
                )
                .help_if(help.map(String::from));
                if let Some((span, text)) = reason {
                    problem = problem.also(span, text);
                }
                self.report(problem);
                Expr::Int(0)
            }
        }
    }

    // --- the kinds of expression -------------------------------------------------------------------------------------

    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Typed {
        let span = expr.span;
        self.weight += 1;
        if self.weight > limits::EXPRESSIONS {
            self.too_deep(span, "the file's conditions and definitions are too many, or use each other too often");
            self.weight = 0;
            return UNKNOWN;
        }
        match &expr.kind {
            ExprKind::Number(number) => (Expr::Int(*number as i32), Type::Number),
            ExprKind::Truth(value) => (Expr::Int(i32::from(*value)), Type::Truth),
            ExprKind::Nobody => (Expr::Player(None), Type::Player),
            ExprKind::NoPit => (Expr::NoPit, Type::Pit),
            ExprKind::Or(members) => (fold::or(self.truths(members)), Type::Truth),
            ExprKind::And(members) => (fold::and(members.iter().map(|one| self.truth(one)).collect()), Type::Truth),
            ExprKind::Not(inner) => (fold::not(self.truth(inner)), Type::Truth),
            ExprKind::Compare(op, left, right) => self.compare(*op, left, right),
            ExprKind::Is(left, negated, right) => {
                let same = self.same(left, right, span);
                (if *negated { fold::not(same) } else { same }, Type::Truth)
            }
            ExprKind::Adjective(left, negated, adjective) => {
                let holds = match adjective {
                    Adjective::Empty => {
                        self.reads_position = true;
                        let set = self.set(left);
                        Expr::Compare(
                            CompareOp::Equal,
                            Box::new(Expr::Pieces(Box::new(set), None)),
                            Box::new(Expr::Int(0)),
                        )
                    }
                    Adjective::Even => Expr::Even(Box::new(self.number(left))),
                    Adjective::Odd => fold::not(Expr::Even(Box::new(self.number(left)))),
                };
                (if *negated { fold::not(holds) } else { holds }, Type::Truth)
            }
            ExprKind::WasEmpty(what, negated) => {
                let (pit, ty) = self.expr(what);
                if pit != Expr::Last && ty != Type::Unknown {
                    self.report(
                        Diagnostic::error(code::NOT_HERE, what.span, "only `last` can be asked what it was", "not `last`")
                            .help("`last was empty` reads the last pit before its seed fell; for another moment say `… when the turn began`"),
                    );
                }
                let empty = Expr::Compare(CompareOp::Equal, Box::new(Expr::LastHeld), Box::new(Expr::Int(0)));
                (if *negated { fold::not(empty) } else { empty }, Type::Truth)
            }
            ExprKind::In(left, negated, ranges, braces) => {
                let inside = self.inside(left, ranges, *braces);
                (if *negated { fold::not(inside) } else { inside }, Type::Truth)
            }
            ExprKind::Some(set) => (self.some(set, span), Type::Truth),
            ExprKind::No(set) => (fold::not(self.some(set, span)), Type::Truth),
            ExprKind::Occurs(times) => self.occurs(*times, span),
            ExprKind::CannotMove => self.only_in_end(Expr::CannotMove, span, "mover cannot move"),
            ExprKind::AtTurnStart(inner) => self.in_the_past(inner, Expr::AtTurnStart),
            ExprKind::BeforeSowing(inner) => self.in_the_past(inner, Expr::BeforeSowing),
            ExprKind::Arithmetic(op, left, right) => self.arithmetic(*op, left, right),
            ExprKind::Where(set, condition) => {
                let set = self.set(set);
                self.it_is_free(span);
                if self.nesting >= limits::NESTED_SETS {
                    self.too_deep(span, "too many sets are looked through within each other here");
                    return UNKNOWN;
                }
                let errors = self.errors;
                let (local, condition) = self.with_local("it", Type::Pit, |this| this.truth(condition));
                let outside = match &set {
                    Expr::Places(spots) => fold::outside_of(spots, local, &condition),
                    _ => false,
                };
                if (condition == Expr::Int(0) || outside) && self.errors == errors {
                    return (Expr::Places(Vec::new()), Type::Set);
                }
                if matches!(condition, Expr::Int(_)) {
                    return (set, Type::Set);
                }
                (Expr::Where(Box::new(set), local, Box::new(condition)), Type::Set)
            }
            ExprKind::Along { count, after, from, track, going } => {
                let count = Box::new(count.as_ref().map_or(Expr::Int(1), |count| self.number(count)));
                let from = Box::new(self.pit(from));
                let Some(track) = self.track_or_only(track.as_ref(), span) else { return UNKNOWN };
                let way = Box::new(self.way_on(track, going.as_deref(), span));
                (Expr::Steps { count, from, track, way, back: !after }, Type::Pit)
            }
            ExprKind::Facing(inner) => match self.expr(inner) {
                (set, Type::Set) => (Expr::FacingSet(Box::new(set)), Type::Set),
                (pit, ty) => (Expr::Facing(Box::new(self.fitting(pit, ty, Type::Pit, inner.span, None))), Type::Pit),
            },
            ExprKind::Behind(inner) => match self.expr(inner) {
                (set, Type::Set) => (Expr::BehindSet(Box::new(set)), Type::Set),
                (pit, ty) => (Expr::Behind(Box::new(self.fitting(pit, ty, Type::Pit, inner.span, None))), Type::Pit),
            },
            ExprKind::Opposite(inner) => match self.expr(inner) {
                (_, Type::Pit | Type::Set) => {
                    self.report(
                        Diagnostic::error(
                            code::WRONG_TYPE,
                            span,
                            "`opposite` turns a way round, and this is no way",
                            "opposite to a pit lies what it faces",
                        )
                        .help("write `facing last` for the pit on the other side, `opposite right` for the other way"),
                    );
                    UNKNOWN
                }
                (way, ty) => {
                    let way = self.fitting(way, ty, Type::Way, inner.span, None);
                    (Expr::Opposite(Box::new(way)), Type::Way)
                }
            },
            ExprKind::Conditional(cases, otherwise) => self.conditional(cases, otherwise),
            ExprKind::Sided(side, name, tail) => self.sided(*side, name.as_ref(), tail, span),
            ExprKind::Call(name, None) => self.word(name),
            ExprKind::Call(name, Some(arguments)) => self.function(name, arguments),
            ExprKind::Chain { back, from, limit, condition } => {
                let from = Box::new(self.pit(from));
                let limit = limit.as_ref().map(|limit| Box::new(self.number(limit)));
                self.it_is_free(span);
                let (local, condition) = self.with_local("it", Type::Pit, |this| this.truth(condition));
                (Expr::Chain { back: *back, from, limit, local, condition: Box::new(condition) }, Type::Set)
            }
            ExprKind::Drops(condition) => {
                self.it_is_free(span);
                let (pit, (piece, condition)) = self.with_local("it", Type::Pit, |this| {
                    this.with_local("piece", Type::Piece, |this| this.truth(condition))
                });
                (Expr::Drops { pit, piece, condition: Box::new(condition) }, Type::Run)
            }
            ExprKind::Each(value, binders) => self.collected(value, binders),
        }
    }

    /// A value of the position before: what lies on the board, and declared state. Whatever else is named is read now.
    fn in_the_past(&mut self, inner: &ast::Expr, moment: fn(Box<Expr>) -> Expr) -> Typed {
        let outside = (std::mem::replace(&mut self.past, true), std::mem::take(&mut self.reads_position));
        let (value, ty) = self.expr(inner);
        let reads_position = self.reads_position;
        (self.past, self.reads_position) = (outside.0, true);
        if ty == Type::Unknown {
            return UNKNOWN;
        }
        if value.constant().is_some() {
            return (value, ty);
        }
        if !matches!(ty, Type::Number | Type::Truth | Type::Player | Type::Pit) {
            self.report(
                Diagnostic::error(
                    code::WRONG_TYPE,
                    inner.span,
                    format!("only numbers, conditions, players and pits have a past, and this is {}", ty.words()),
                    format!("this is {}", ty.words()),
                )
                .help("keep the set with `let` before seeds are moved"),
            );
            return UNKNOWN;
        }
        if !reads_position {
            self.report(
                Diagnostic::error(
                    code::NOT_HERE,
                    inner.span,
                    "nothing here asks what lay on the board, so that it was as it is",
                    "the same then and now",
                )
                .help("only seeds and declared state are read in the past; keep other values with `let`"),
            );
        }
        (moment(Box::new(value)), ty)
    }

    /// Whether a set has a member; a row of the board always has some.
    fn some(&mut self, set: &ast::Expr, span: Span) -> Expr {
        let places = self.set(set);
        if let (Expr::Places(spots), ExprKind::Sided(..)) = (&places, &set.kind)
            && !spots.is_empty()
        {
            self.report(
                Diagnostic::error(
                    code::ALWAYS_HOLDS,
                    span,
                    "these pits are always there, whatever lies in them",
                    "asks whether the set has members",
                )
                .help("`… is empty` asks whether there are no seeds; `some SET where seeds(it) >= 1` looks for pits"),
            );
        }
        Expr::Some(Box::new(places))
    }

    /// `it` is one thing at a time.
    fn it_is_free(&mut self, span: Span) {
        if self.scope.find("it").is_some() {
            self.report(
                Diagnostic::error(
                    code::IT_TWICE,
                    span,
                    "`it` would be two things here: this stands where `it` has a meaning already",
                    "and here it would have another",
                )
                .help(
                    "name the inner set or condition with `define`, and hand the outer `it` over: \
                     `define twin(p) = some opponent home where number(it) = number(p)`",
                ),
            );
        }
    }

    fn occurs(&mut self, times: u32, span: Span) -> Typed {
        if times < 2 {
            self.report(
                Diagnostic::error(
                    code::OUT_OF_RANGE,
                    span,
                    format!("every position occurs {times} times"),
                    "the position that is there now is counted",
                )
                .help("the second time is the first repetition: write `position occurs 2 times`"),
            );
        }
        self.only_in_end(Expr::Repeats(times), span, "position occurs … times")
    }

    fn only_in_end(&mut self, expr: Expr, span: Span, words: &str) -> Typed {
        if !self.in_end {
            self.report(
                Diagnostic::error(
                    code::NOT_HERE,
                    span,
                    format!("`{words}` can only be asked in `end`, before a turn"),
                    "not in a row of `end` that is read before a turn",
                )
                .help("a move is judged by the position alone; the history is read when the next player is to move"),
            );
        }
        (expr, Type::Truth)
    }

    /// Reads something in which a new local is visible.
    pub(super) fn with_local<T>(&mut self, name: &str, ty: Type, read: impl FnOnce(&mut Self) -> T) -> (LocalId, T) {
        let local = self.new_local(name, ty, false);
        let mark = self.scope.open();
        self.scope.add(name, local);
        self.nesting += 1;
        self.deepest = self.deepest.max(self.nesting);
        let value = read(self);
        self.nesting -= 1;
        self.scope.close(mark);
        (local, value)
    }

    pub(super) fn new_local(&mut self, name: &str, ty: Type, kept: bool) -> LocalId {
        let local = self.model.locals.push(Local { name: name.to_string(), ty, kept });
        self.or_refuse(local)
    }

    fn compare(&mut self, op: CompareOp, left: &ast::Expr, right: &ast::Expr) -> Typed {
        let (first, first_type) = self.expr(left);
        let (second, second_type) = self.expr(right);
        let both = [(first_type, left.span), (second_type, right.span)];
        let wrong = both.iter().find(|(ty, _)| !matches!(ty, Type::Number | Type::Unknown));
        if let Some((ty, span)) = wrong {
            let equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
            let help = match ty {
                Type::Pit | Type::Set if !equality || first_type == Type::Number || second_type == Type::Number => {
                    "`seeds(…)` counts the seeds in it"
                }
                _ => "`=` compares numbers; write `is` or `is not` to compare anything else",
            };
            self.report(
                Diagnostic::error(
                    code::WRONG_TYPE,
                    *span,
                    format!("only numbers are compared so, and this is {}", ty.words()),
                    format!("this is {}", ty.words()),
                )
                .help(help),
            );
            return UNKNOWN;
        }
        (fold::compare(op, first, second), Type::Truth)
    }

    fn same(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        if let Some(folded) = self.option_is(left, right) {
            return Expr::Int(i32::from(folded));
        }
        let (first, first_type) = self.expr(left);
        if first_type == Type::Truth
            && let ExprKind::Truth(asked) = right.kind
        {
            self.is_truth_value(left, asked, span);
            return Expr::Int(0);
        }
        match first_type {
            Type::Kind => return self.kind_is(right),
            Type::Piece => return self.piece_is(first, right),
            _ => {}
        }
        let (second, second_type) = self.expr(right);
        match (first_type, second_type) {
            (Type::Unknown, _) | (_, Type::Unknown) => Expr::Int(0),
            (Type::Number, Type::Number) => {
                self.report(
                    Diagnostic::error(code::WRONG_TYPE, span, "numbers are compared with `=`", "both are numbers")
                        .help("write `=` or `!=`"),
                );
                Expr::Int(0)
            }
            (Type::Pit, Type::Set) => {
                if let Expr::Places(_) = second {
                    self.report(
                        Diagnostic::error(
                            code::WRONG_TYPE,
                            right.span,
                            "a pit is compared with a set of pits",
                            "this is a set of pits",
                        )
                        .help("write `in` to ask whether the pit is one of them"),
                    );
                }
                Expr::SameSet(Box::new(fold::as_set(first)), Box::new(second))
            }
            (Type::Set, Type::Pit) => Expr::SameSet(Box::new(first), Box::new(fold::as_set(second))),
            (Type::Set, Type::Set) => Expr::SameSet(Box::new(first), Box::new(second)),
            _ if first_type == second_type => fold::same(first, second, first_type),
            _ => {
                self.report(
                    Diagnostic::error(
                        code::WRONG_TYPE,
                        right.span,
                        format!("{} is compared with {}", first_type.words(), second_type.words()),
                        format!("this is {}", second_type.words()),
                    )
                    .also(left.span, format!("this is {}", first_type.words()))
                    .help("`is` asks whether two things of one kind are the same; numbers are compared by `=`, `seeds(…)` is one"),
                );
                Expr::Int(0)
            }
        }
    }

    /// A truth value holds or does not; to ask whether it is `yes` would be a second way to say so.
    fn is_truth_value(&mut self, left: &ast::Expr, asked: bool, span: Span) {
        let name = if let ExprKind::Call(name, None) = &left.kind { name.text.as_str() } else { "…" };
        let not = if asked { "" } else { "not " };
        self.report(
            Diagnostic::error(code::WRONG_TYPE, span, "a condition is compared with yes or no", "holds, or does not")
                .help(format!("write `{not}{name}`")),
        );
    }

    /// `option is value`, folded; `None` if the left side is no option.
    fn option_is(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<bool> {
        let ExprKind::Call(name, None) = &left.kind else { return None };
        if self.scope.find(&name.text).is_some() {
            return None;
        }
        let bound = self.model.bindings.iter().find(|bound| bound.name == name.text)?.clone();
        let Choices::Values(values) = &bound.choices else { return None };
        if bound.choices.is_truth() {
            return None;
        }
        self.uses(&name.text);
        let value = match &right.kind {
            ExprKind::Call(value, None) => value.text.clone(),
            ExprKind::Truth(true) => "yes".into(),
            ExprKind::Truth(false) => "no".into(),
            ExprKind::NoPit => "none".into(),
            ExprKind::Nobody => "nobody".into(),
            ExprKind::Sided(side, None, _) => side_word(*side).into(),
            _ => String::new(),
        };
        if !values.iter().any(|(name, _)| *name == value) {
            let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
            self.report(
                Diagnostic::error(
                    code::UNKNOWN_VALUE,
                    right.span,
                    format!("option `{}` has no value `{value}`", name.text),
                    "not one of its values",
                )
                .also(bound.span, "declared here")
                .help_if(did_you_mean(&value, "values", &names)),
            );
            return Some(false);
        }
        Some(bound.value == value)
    }

    fn kind_is(&mut self, right: &ast::Expr) -> Expr {
        let number = match &right.kind {
            ExprKind::Call(name, None) => self.move_number(name),
            _ => {
                self.error(code::WRONG_TYPE, right.span, "expected the name of a kind of move", "not a kind of move");
                None
            }
        };
        number.map_or(Expr::Int(0), |number| Expr::Same(Box::new(Expr::Kind), Box::new(Expr::MoveKind(number))))
    }

    /// The number of a kind of move.
    pub(super) fn move_number(&mut self, name: &Name) -> Option<MoveKind> {
        let items = self.items;
        let names: Vec<&str> = items
            .iter()
            .filter_map(
                |item| if let ast::ItemKind::Move(name, _) = &item.kind { Some(name.text.as_str()) } else { None },
            )
            .collect();
        let number = names.iter().position(|other| *other == name.text);
        if number.is_none() {
            let help = did_you_mean(&name.text, "kinds of move", &names);
            self.report(
                Diagnostic::error(
                    code::UNKNOWN_MOVE,
                    name.span,
                    format!("there is no kind of move `{}`", name.text),
                    "no `move` has this name",
                )
                .help_if(help),
            );
        }
        self.uses(&name.text);
        MoveKind::at(number?)
    }

    fn piece_is(&mut self, piece: Expr, right: &ast::Expr) -> Expr {
        let kinds = match &right.kind {
            ExprKind::Call(name, None) => self.kinds_of(name),
            _ => {
                self.error(code::WRONG_TYPE, right.span, "expected the name of a kind of piece", "not a kind of piece");
                return Expr::Int(0);
            }
        };
        let same = |kind: PieceKind| Expr::Same(Box::new(piece.clone()), Box::new(Expr::PieceKind(kind)));
        fold::or(kinds.unwrap_or_default().into_iter().map(same).collect())
    }

    /// The kinds of a family or of a single kind's name.
    pub(super) fn kinds_of(&mut self, name: &Name) -> Option<Vec<PieceKind>> {
        let family = self.model.families.iter().find(|(other, _)| *other == name.text).map(|(_, kinds)| kinds.clone());
        let kinds = family.or_else(|| self.model.kinds.find(|kind| kind.name == name.text).map(|kind| vec![kind]));
        if kinds.is_none() {
            let names: Vec<String> = self.model.families.iter().map(|(name, _)| name.clone()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.report(
                Diagnostic::error(
                    code::UNKNOWN_PIECE,
                    name.span,
                    format!("there is no kind of piece `{}`", name.text),
                    "not declared in `pieces`",
                )
                .help_if(did_you_mean(&name.text, "kinds", &names)),
            );
        }
        kinds
    }

    /// A range that is written in numbers must have one in it.
    fn runs_upward(&mut self, (low, high): &(ast::Expr, Option<ast::Expr>)) {
        let Some(high) = high else { return };
        if let (ExprKind::Number(from), ExprKind::Number(to)) = (&low.kind, &high.kind)
            && from > to
        {
            self.report(
                Diagnostic::error(
                    code::OUT_OF_RANGE,
                    low.span.to(high.span),
                    format!("no number is in {from}..{to}"),
                    "runs downward",
                )
                .help(format!("write `{to}..{from}`")),
            );
        }
    }

    fn inside(&mut self, left: &ast::Expr, ranges: &[(ast::Expr, Option<ast::Expr>)], braces: bool) -> Expr {
        let (value, ty) = self.expr(left);
        match (ty, ranges) {
            (Type::Pit, [(set, None)]) if !braces => Expr::InSet(Box::new(value), Box::new(self.set(set))),
            (Type::Set | Type::Run, [(set, None)]) if !braces => {
                let value = self.fitting(value, ty, Type::Set, left.span, None);
                Expr::Subset(Box::new(value), Box::new(self.set(set)))
            }
            (Type::Number, [(one, None)]) if !braces => {
                self.report(
                    Diagnostic::error(
                        code::WRONG_TYPE,
                        one.span,
                        "a number is in a range or a list",
                        "neither a range nor a list",
                    )
                    .also(left.span, "this is a number")
                    .help("write `in 2..3` or `in {2, 4, 6}`"),
                );
                Expr::Int(0)
            }
            (Type::Number, _) => {
                ranges.iter().for_each(|range| self.runs_upward(range));
                let ranges = ranges
                    .iter()
                    .map(|(low, high)| {
                        let low = self.number(low);
                        let high = high.as_ref().map_or(low.clone(), |high| self.number(high));
                        (low, high)
                    })
                    .collect();
                Expr::InRanges(Box::new(value), ranges)
            }
            (Type::Unknown, _) => Expr::Int(0),
            _ => {
                self.fitting(value, ty, Type::Number, left.span, None);
                Expr::Int(0)
            }
        }
    }

    fn arithmetic(&mut self, op: ArithmeticOp, left: &ast::Expr, right: &ast::Expr) -> Typed {
        let (first, first_type) = self.expr(left);
        let (second, second_type) = self.expr(right);
        let setlike = |ty| matches!(ty, Type::Pit | Type::Set);
        if setlike(first_type) && matches!(op, ArithmeticOp::Add | ArithmeticOp::Subtract) {
            let first = self.fitting(first, first_type, Type::Set, left.span, None);
            let second = self.fitting(
                second,
                second_type,
                Type::Set,
                right.span,
                Some((left.span, "because this is a set of pits")),
            );
            return (fold::union_or_minus(op, first, second), Type::Set);
        }
        let first = self.fitting(first, first_type, Type::Number, left.span, None);
        let second = self.fitting(second, second_type, Type::Number, right.span, None);
        (fold::arithmetic(op, first, second), Type::Number)
    }

    fn conditional(&mut self, cases: &[(ast::Expr, ast::Expr)], otherwise: &ast::Expr) -> Typed {
        let mut values = Vec::new();
        for (value, condition) in cases {
            let (value_expr, ty) = self.expr(value);
            let condition = self.truth(condition);
            values.push((value_expr, ty, condition, value.span));
        }
        let (otherwise_value, otherwise_type) = self.expr(otherwise);
        let types = || values.iter().map(|(_, ty, ..)| *ty).chain([otherwise_type]);
        let wanted = if types().any(|ty| ty == Type::Set) {
            Type::Set
        } else {
            types().find(|ty| *ty != Type::Unknown).unwrap_or(Type::Unknown)
        };
        let first = values[0].3;
        let otherwise_value = self.fitting(
            otherwise_value,
            otherwise_type,
            wanted,
            otherwise.span,
            Some((first, "because of this value")),
        );
        let mut cases = Vec::new();
        for (value, ty, condition, span) in values {
            let always = matches!(condition, Expr::Int(holds) if holds != 0);
            cases.push((condition, self.fitting(value, ty, wanted, span, None)));
            if always {
                break;
            }
        }
        (fold::first_of(cases, otherwise_value), wanted)
    }

    fn collected(&mut self, value: &ast::Expr, binders: &[(Name, Option<ast::Expr>)]) -> Typed {
        let mark = self.scope.open();
        let mut locals = Vec::new();
        for (name, set) in binders {
            if super::names::is_taken(&name.text) {
                self.report(super::names::taken(name));
            }
            let set = set.as_ref().map(|set| self.set(set));
            let ty = if set.is_some() { Type::Pit } else { Type::Way };
            let local = self.new_local(&name.text, ty, false);
            self.scope.add(&name.text, local);
            locals.push((local, set));
        }
        let value = self.pit(value);
        self.scope.close(mark);
        (Expr::Each(Box::new(value), locals), Type::Set)
    }

    // --- names -------------------------------------------------------------------------------------------------------

    fn word(&mut self, name: &Name) -> Typed {
        let text = name.text.as_str();
        self.uses(text);
        if let Some(local) = self.scope.find(text) {
            return (Expr::Local(local), self.model.locals[local].ty);
        }
        if let Some(found) = self.option_value(text, name.span) {
            return found;
        }
        if let Some(state) = self.model.states.find(|state| state.name == text) {
            return self.plain_state(state, name.span);
        }
        if let Some((_, way)) = self.model.board.ways.iter().find(|(way, _)| way == text) {
            return (Expr::Way(*way), Type::Way);
        }
        if self.defines.contains_key(text) {
            return self.call_define(name, &[], false);
        }
        if self.past && matches!(text, "hand" | "held" | "captured" | "laps") {
            self.report(
                Diagnostic::error(
                    code::NOT_HERE,
                    name.span,
                    format!("`{text}` belongs to the turn, not to the position, and is known only as it is now"),
                    "asked of the past",
                )
                .help("only seeds and declared state are read in the past; keep it with `let` when it is so"),
            );
        }
        match text {
            "last" => (Expr::Last, Type::Pit),
            "origin" => (Expr::Origin, Type::Pit),
            "hand" => (Expr::Hand, Type::Number),
            "held" => (Expr::Held(None), Type::Number),
            "captured" => (Expr::Captured, Type::Number),
            "laps" => (Expr::Laps, Type::Number),
            "total" => (Expr::Int(self.model.total() as i32), Type::Number),
            "mover" => (Expr::Mover, Type::Player),
            "winner" => (self.round_winner(name.span), Type::Player),
            "kind" => (Expr::Kind, Type::Kind),
            "score" => (self.default_score(name.span), Type::Number),
            "off" if self.model.board.off => (Expr::Place(Spot::Off), Type::Pit),
            "off" => {
                self.report(
                    Diagnostic::error(
                        code::NO_OFF,
                        name.span,
                        "seeds leave the game here, but the board has no `off`",
                        "no such place",
                    )
                    .help("write `off` in `board`, so that every seed is always in a declared place"),
                );
                UNKNOWN
            }
            _ => {
                self.unknown_name(name, false);
                UNKNOWN
            }
        }
    }

    pub(super) fn round_winner(&mut self, span: Span) -> Expr {
        if !self.in_match {
            self.report(
                Diagnostic::error(code::NOT_HERE, span, "there is no winner yet", "not in `match` or a `mark`")
                    .help("`winner` is who won the round that is over, in `match`; or the game, behind a move that is written (`mark`)"),
            );
        }
        Expr::RoundWinner
    }

    fn default_score(&mut self, span: Span) -> Expr {
        self.reads_position = true;
        match self.model.board.store() {
            Some(store) => Expr::Pieces(Box::new(fold::as_set(Expr::Place(Spot::Own(store)))), None),
            None => {
                self.report(
                    Diagnostic::error(
                        code::NO_DESTINATION,
                        span,
                        "there is no score: the board has no store",
                        "seeds in the store are the score",
                    )
                    .help("declare `store` in `board`, or write `define score = …`"),
                );
                Expr::Int(0)
            }
        }
    }

    fn option_value(&mut self, text: &str, span: Span) -> Option<Typed> {
        let bound = self.model.bindings.iter().find(|bound| bound.name == text)?.clone();
        if let Choices::Range(..) = bound.choices {
            let value = bound.value.parse().unwrap_or(0);
            return Some((Expr::Int(value), Type::Number));
        }
        if bound.choices.is_truth() {
            return Some((Expr::Int(i32::from(bound.value == "yes")), Type::Truth));
        }
        self.report(
            Diagnostic::error(
                code::WRONG_TYPE,
                span,
                format!("`{text}` is an option and must be compared with one of its values"),
                "an option by itself",
            )
            .help(format!("write `{text} is {}`", bound.value)),
        );
        Some(UNKNOWN)
    }

    fn plain_state(&mut self, state: StateId, span: Span) -> Typed {
        self.reads_position = true;
        let info = &self.model.states[state];
        let (name, ty, scope) = (info.name.clone(), info.ty, info.scope);
        match scope {
            StateScope::Game => (Expr::StateGame(state), ty),
            StateScope::Player => {
                self.report(
                    Diagnostic::error(code::SIDE_NEEDED, span, format!("`{name}` is kept for each player"), "whose?")
                        .help(format!("write `own {name}` or `opponent {name}`")),
                );
                UNKNOWN
            }
            StateScope::Pit => {
                self.report(
                    Diagnostic::error(
                        code::WRONG_ARGUMENTS,
                        span,
                        format!("`{name}` is kept for each pit"),
                        "of which pit?",
                    )
                    .help(format!("write `{name}(last)`")),
                );
                UNKNOWN
            }
        }
    }

    /// A name that is not known; `is_called` with parentheses behind it.
    fn unknown_name(&mut self, name: &Name, is_called: bool) {
        let board = &self.model.board;
        if name.text == "it" {
            self.report(
                Diagnostic::error(
                    code::NOT_HERE,
                    name.span,
                    "`it` has a meaning only in `where` and `while`",
                    "what is `it`?",
                )
                .help("name the pit: the one that was chosen, or `last`, which in `each drop` is where the seed has just fallen; what a set holds is \
                     filtered by `where`"),
            );
            return;
        }
        let placed = board.row(&name.text).is_some()
            || board.holder(&name.text).is_some()
            || name.text == "side"
            || board.pits.iter().any(|(pit, _)| *pit == name.text)
            || board.sets.iter().any(|(set, _)| *set == name.text);
        if placed {
            self.report(
                Diagnostic::error(
                    code::SIDE_NEEDED,
                    name.span,
                    format!("`{}` is there for each player", name.text),
                    "whose?",
                )
                .help(format!("write `own {0}`, `opponent {0}` or `all {0}`", name.text)),
            );
            return;
        }
        if FUNCTIONS.contains(&name.text.as_str()) {
            let of = if self.scope.find("it").is_some() { "it" } else { "last" };
            self.report(
                Diagnostic::error(
                    code::WRONG_ARGUMENTS,
                    name.span,
                    format!("`{}` needs something in parentheses", name.text),
                    "of what?",
                )
                .help(match name.text.as_str() {
                    "min" | "max" => format!("write `{}(a, b)`", name.text),
                    "count" | "only" => format!("write `{}(own home where …)`", name.text),
                    "pits" => "write `pits(RUN)`, where `RUN` is a run of drops: `drops back while …`".into(),
                    _ => format!("write `{}({of})`", name.text),
                }),
            );
            return;
        }
        if let Some((_, later)) = self.chosen_here.iter().find(|(chosen, _)| *chosen == name.text).copied() {
            self.report(
                Diagnostic::error(
                    code::USED_TOO_EARLY,
                    name.span,
                    format!("`{}` is used before it is known", name.text),
                    "what is it at this point?",
                )
                .also(later, "known only from here on")
                .help(if self.scope.find("it").is_some() {
                    "what a `where` looks at is called `it`; a choice has its name only in what follows it"
                } else {
                    "a turn is done in the order in which it is written: move the choice up"
                }),
            );
            return;
        }
        if let Some(kept) = self.kept_elsewhere(name) {
            self.report(kept);
            return;
        }
        let mut names: Vec<String> = self.scope.names().map(String::from).collect();
        names.extend(self.model.bindings.iter().map(|bound| bound.name.clone()));
        names.extend(self.model.states.values().map(|state| state.name.clone()));
        names.extend(self.model.board.ways.iter().map(|(way, _)| way.clone()));
        names.extend(self.defines.keys().map(ToString::to_string));
        let there = |word: &&&str| **word != "it" || self.scope.find("it").is_some();
        names.extend(WORDS.iter().filter(there).map(ToString::to_string));
        names.extend(FUNCTIONS.iter().filter(|_| is_called).map(ToString::to_string));
        names.sort();
        let near = nearest(&name.text, names.iter().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
        let ways: Vec<String> = self.model.board.ways.iter().map(|(way, _)| format!("`{way}`")).collect();
        let other = if is_way(&name.text) && !ways.is_empty() {
            Some(format!("the ways of this board are {}", ways.join(", ")))
        } else {
            other_word(&name.text).map(str::to_string)
        };
        self.report(
            Diagnostic::error(
                code::UNKNOWN_NAME,
                name.span,
                format!("the name `{}` is not known", name.text),
                "not declared",
            )
            .help(either_help(near, other).unwrap_or_else(|| {
                "declare it with `choose`, `let` or `define`, as an option or parameter, or in `state`".into()
            })),
        );
    }

    /// That a name is known in another move or sequence alone, with what else can be asked.
    fn kept_elsewhere(&self, name: &Name) -> Option<Diagnostic> {
        let is_of_move = |item: &ast::Item| matches!(&item.kind, ast::ItemKind::Move(of, _) if of.text == self.of);
        // Another move has choices of its own, and may have called one otherwise.
        if self.items.iter().any(is_of_move) {
            return None;
        }
        let (kind, of, statement) = self.items.iter().find_map(|item| match &item.kind {
            ast::ItemKind::Move(of, body) => Some(("move", of, kept_in(body, &name.text)?)),
            ast::ItemKind::Sequence(of, _, body) => Some(("sequence", of, kept_in(body, &name.text)?)),
            _ => None,
        })?;
        let help = match statement.kind {
            _ if self.sequences.contains_key(self.of.as_str()) => {
                format!("hand it on: `sequence {0}({1})`, and `then {0}({1})`", self.of, name.text)
            }
            ast::StatementKind::Let(..) => format!(
                "what others are to know is state: declare it, as in `state {{ {0}: number up to 48 }}`, and write `{0} becomes …` \
                 for the `let`; what the board still tells is a `define {0} = …`",
                name.text
            ),
            _ => "after the sowing, `origin` is the pit that was sown from, `last` that of the last seed".to_string(),
        };
        let message = format!("`{}` is known in `{kind} {}` alone", name.text, of.text);
        let here = match self.of.as_str() {
            "" => "not known here".to_string(),
            of => format!("not known in `{of}`"),
        };
        let known = if matches!(statement.kind, ast::StatementKind::Let(..)) { "kept here" } else { "chosen here" };
        Some(Diagnostic::error(code::UNKNOWN_NAME, name.span, message, here).also(statement.span, known).help(help))
    }

    fn sided(&mut self, side: Side, name: Option<&Name>, tail: &SidedTail, span: Span) -> Typed {
        let Some(name) = name else { return self.bare_side(side, span) };
        self.uses(&name.text);
        let text = name.text.as_str();
        if let SidedTail::Arguments(arguments) = tail {
            return self.sided_define(side, name, arguments, span);
        }
        if let Some(row) = self.model.board.row(text).cloned() {
            return self.row_part(side, &row, tail);
        }
        if let (SidedTail::Index(argument, None), true) = (tail, self.defines.contains_key(text)) {
            // In `opponent name(x)` the grammar takes `(x)` for the number of a pit.
            return self.sided_define(side, name, std::slice::from_ref(argument), span);
        }
        if let SidedTail::Index(index, _) = tail {
            let rows: Vec<&str> = self.model.board.rows.iter().map(|row| row.name.as_str()).collect();
            let problem = Diagnostic::error(
                code::UNKNOWN_ROW,
                name.span,
                format!("`{text}` is not a row, so its pits have no numbers"),
                "not a row",
            )
            .also(index.span, "this number")
            .help_if(did_you_mean(text, "rows", &rows));
            self.report(problem);
            return UNKNOWN;
        }
        let board = &self.model.board;
        let single =
            board.holder(text).or_else(|| board.pits.iter().find(|(pit, _)| pit == text).map(|(_, local)| *local));
        if let Some(local) = single {
            let spots = spots(side, &[local]);
            return match spots.as_slice() {
                [one] => (Expr::Place(*one), Type::Pit),
                _ => (Expr::Places(spots), Type::Set),
            };
        }
        let set = match board.sets.iter().find(|(set, _)| set == text) {
            Some((_, locals)) => Some(locals.clone()),
            None if text == "side" => Some(board.pits_of_side().collect()),
            None => None,
        };
        if let Some(locals) = set {
            return (Expr::Places(spots(side, &locals)), Type::Set);
        }
        if let Some(state) = self.model.states.find(|state| state.name == text) {
            return self.sided_state(side, state, span);
        }
        self.sided_define(side, name, &[], span)
    }

    fn bare_side(&mut self, side: Side, span: Span) -> Typed {
        match side {
            Side::Opponent => (Expr::OtherPlayer, Type::Player),
            Side::South => (Expr::Player(Some(Player::South)), Type::Player),
            Side::North => (Expr::Player(Some(Player::North)), Type::Player),
            Side::Own | Side::All => {
                self.report(
                    Diagnostic::error(
                        code::SYNTAX,
                        span,
                        format!("`{}` needs the name of a place", side_word(side)),
                        format!("{} what?", side_word(side)),
                    )
                    .help("write `own home`, or `mover` for the player"),
                );
                UNKNOWN
            }
        }
    }

    fn row_part(&mut self, side: Side, row: &BoardRow, tail: &SidedTail) -> Typed {
        let SidedTail::Index(low, high) = tail else {
            let locals: Vec<HalfPlace> = row.pits().collect();
            return (Expr::Places(spots(side, &locals)), Type::Set);
        };
        let is_known = |this: &mut Self, expr: &ast::Expr| {
            let failed = this.failed;
            matches!(this.number(expr), Expr::Int(_)) || this.failed && !failed
        };
        if !is_known(self, low) || high.as_ref().is_some_and(|high| !is_known(self, high)) {
            return self.computed_part(side, row, low, high.as_deref());
        }
        let Some(from) = self.pit_of_row(low, row) else { return UNKNOWN };
        match high {
            None => {
                let spots = spots(side, &[from]);
                match spots.as_slice() {
                    [one] => (Expr::Place(*one), Type::Pit),
                    _ => (Expr::Places(spots), Type::Set),
                }
            }
            Some(high) => {
                let Some(to) = self.pit_of_row(high, row) else { return UNKNOWN };
                let between = from.min(to)..=to.max(from);
                let locals: Vec<HalfPlace> = row.pits().filter(|pit| between.contains(pit)).collect();
                (Expr::Places(spots(side, &locals)), Type::Set)
            }
        }
    }

    /// Pits of a row by numbers that are known only in play: none where the row has no such pit.
    fn computed_part(&mut self, side: Side, row: &BoardRow, low: &ast::Expr, high: Option<&ast::Expr>) -> Typed {
        let locals: Vec<HalfPlace> = row.pits().collect();
        let from = self.number(low);
        let Some(high) = high else {
            let nth = |spots: Vec<Spot>| Expr::Nth(Box::new(from.clone()), spots);
            if side == Side::All {
                let (own, other) = (nth(spots(Side::Own, &locals)), nth(spots(Side::Opponent, &locals)));
                return (Expr::Union(Box::new(fold::as_set(own)), Box::new(fold::as_set(other))), Type::Set);
            }
            return (nth(spots(side, &locals)), Type::Pit);
        };
        let to = self.number(high);
        let pit = self.new_local("pit", Type::Pit, false);
        let number = || Box::new(Expr::Number(Box::new(Expr::Local(pit))));
        let upward = Expr::InRanges(number(), vec![(from.clone(), to.clone())]);
        let downward = Expr::InRanges(number(), vec![(to, from)]);
        let within = Expr::Or(vec![upward, downward]);
        let all = Expr::Places(spots(side, &locals));
        (Expr::Where(Box::new(all), pit, Box::new(within)), Type::Set)
    }

    fn sided_state(&mut self, side: Side, state: StateId, span: Span) -> Typed {
        self.reads_position = true;
        let info = self.model.states[state].clone();
        if info.scope != StateScope::Player {
            self.report(
                Diagnostic::error(
                    code::NOT_HERE,
                    span,
                    format!("`{}` is not kept for each player", info.name),
                    "no side here",
                )
                .also(info.span, "declared here"),
            );
            return UNKNOWN;
        }
        let expr = match side {
            Side::Own => Expr::StatePlayer(state, true),
            Side::Opponent => Expr::StatePlayer(state, false),
            Side::South => Expr::StateOf(state, Player::South),
            Side::North => Expr::StateOf(state, Player::North),
            Side::All => {
                self.error(code::NOT_HERE, span, "a condition of both players has to be said for each", "of which?");
                return UNKNOWN;
            }
        };
        (expr, info.ty)
    }

    fn sided_define(&mut self, side: Side, name: &Name, arguments: &[ast::Expr], span: Span) -> Typed {
        if name.text == "score" && !self.defines.contains_key("score") && matches!(side, Side::Own | Side::Opponent) {
            let score = self.default_score(span);
            let score = if side == Side::Opponent { Expr::Flipped(Box::new(score)) } else { score };
            return (score, Type::Number);
        }
        if !self.defines.contains_key(name.text.as_str()) {
            self.unknown_place(name);
            return UNKNOWN;
        }
        match side {
            Side::Own => self.call_define(name, arguments, false),
            Side::Opponent => self.call_define(name, arguments, true),
            Side::South | Side::North | Side::All => {
                self.error(
                    code::NOT_HERE,
                    span,
                    "a definition is read for the mover or for the opponent",
                    "write `own` or `opponent`",
                );
                UNKNOWN
            }
        }
    }

    fn unknown_place(&mut self, name: &Name) {
        let board = &self.model.board;
        let mut names: Vec<String> = board.rows.iter().map(|row| row.name.clone()).collect();
        names.extend(board.holders.iter().map(|holder| holder.name.clone()));
        names.extend(board.pits.iter().map(|(pit, _)| pit.clone()));
        names.extend(board.sets.iter().map(|(set, _)| set.clone()));
        names.extend(self.defines.keys().map(ToString::to_string));
        names.push("side".into());
        names.sort();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.report(
            Diagnostic::error(
                code::UNKNOWN_NAME,
                name.span,
                format!("there is no place or definition `{}`", name.text),
                "not declared",
            )
            .help_if(self.without_side(name).or_else(|| other_place(&name.text, &names))),
        );
    }

    /// What is said of a value of the turn that has no side.
    fn without_side(&self, name: &Name) -> Option<String> {
        let stands_alone = WORDS.contains(&name.text.as_str()) || self.scope.find(&name.text).is_some();
        stands_alone.then(|| format!("`{}` is there once: write it without a side", name.text))
    }

    // --- definitions and functions -----------------------------------------------------------------------------------

    fn call_define(&mut self, name: &Name, arguments: &[ast::Expr], flipped: bool) -> Typed {
        self.reads_position = true;
        let item = self.defines[name.text.as_str()];
        if arguments.len() != item.parameters.len() {
            self.wrong_count(name, item.parameters.len(), arguments.len(), Some(item.name.span));
            return UNKNOWN;
        }
        let (arguments, types): (Vec<Expr>, Vec<Type>) = arguments.iter().map(|argument| self.expr(argument)).unzip();
        if types.contains(&Type::Unknown) {
            return UNKNOWN;
        }
        let made = self.made.iter().find(|(other, for_types, ..)| *other == name.text && *for_types == types);
        let (define, ty) = match made {
            Some((_, _, define, ty)) => (*define, *ty),
            None => match self.make_define(name, &types) {
                Some(made) => made,
                None => return UNKNOWN,
            },
        };
        let (weight, nested) = self.define_sizes[define];
        self.weight += weight;
        self.deepest = self.deepest.max(self.nesting + nested);
        if self.deepest > limits::NESTED_SETS {
            self.too_deep(name.span, "too many sets are looked through within each other here");
            self.deepest = 0;
            return UNKNOWN;
        }
        let body = &self.model.defines[define].body;
        if body.constant().is_some() && arguments.is_empty() {
            return (body.clone(), ty);
        }
        (Expr::Call { define, flipped, arguments }, ty)
    }

    /// Reads a definition for these types of arguments.
    fn make_define(&mut self, name: &Name, types: &[Type]) -> Option<(DefineId, Type)> {
        let item = self.defines[name.text.as_str()];
        if self.reading.contains(&name.text) {
            self.report(
                Diagnostic::error(
                    code::DEFINITION_LOOP,
                    name.span,
                    format!("`{}` is defined by itself", name.text),
                    "used while it is being defined",
                )
                .also(item.name.span, "the definition")
                .help("a definition names an expression; what goes on and on is a `sequence`"),
            );
            return None;
        }
        if self.reading.len() > limits::DEFINITIONS {
            self.too_deep(name.span, "definitions use each other in too long a chain");
            return None;
        }
        self.reading.push(name.text.clone());
        let outer = std::mem::take(&mut self.scope);
        let (weight, nesting, deepest) =
            (self.weight, std::mem::take(&mut self.nesting), std::mem::take(&mut self.deepest));
        let mut parameters = Vec::new();
        for (parameter, ty) in item.parameters.iter().zip(types) {
            let local = self.new_local(&parameter.text, *ty, false);
            self.scope.add(&parameter.text, local);
            parameters.push(local);
        }
        let (body, ty) = self.expr(&item.body);
        self.scope = outer;
        self.reading.pop();
        let size = (self.weight.saturating_sub(weight), self.deepest);
        (self.weight, self.nesting, self.deepest) = (weight.min(self.weight), nesting, deepest);
        if ty == Type::Unknown {
            return None;
        }
        let sized = self.define_sizes.push(size);
        self.or_refuse(sized);
        let define = self.model.defines.push(Define { name: name.text.clone(), parameters, body });
        let define = self.or_refuse(define);
        self.made.push((name.text.clone(), types.to_vec(), define, ty));
        Some((define, ty))
    }

    pub(super) fn wrong_count(&mut self, name: &Name, wanted: usize, given: usize, declared: Option<Span>) {
        let plural = if wanted == 1 { "" } else { "s" };
        let mut problem = Diagnostic::error(
            code::WRONG_ARGUMENTS,
            name.span,
            format!("`{}` takes {wanted} argument{plural}, and {given} {} given", name.text, is_or_are(given)),
            format!("needs {wanted}"),
        );
        if let Some(span) = declared {
            problem = problem.also(span, "declared here");
        }
        let each = ["last", "pit", "way"].iter().cycle().take(wanted).copied().collect::<Vec<_>>().join(", ");
        self.report(problem.help(format!("write what it is asked of in parentheses, as in `{}({each})`", name.text)));
    }

    fn function(&mut self, name: &Name, arguments: &[ast::Expr]) -> Typed {
        let text = name.text.as_str();
        // These ask for places, all others for what lies there.
        self.reads_position |= !matches!(text, "number" | "owner" | "only" | "count" | "min" | "max" | "pits");
        self.uses(text);
        if let Some(state) = self.model.states.find(|state| state.name == text) {
            return self.state_of_pit(state, name, arguments);
        }
        if self.defines.contains_key(text) {
            return self.call_define(name, arguments, false);
        }
        let family = self.model.families.iter().find(|(other, _)| other == text).map(|(_, kinds)| kinds.clone());
        let kinds = family.or_else(|| self.model.kinds.find(|kind| kind.name == text).map(|kind| vec![kind]));
        if let (Some(kinds), [of]) = (kinds, arguments) {
            let set = self.set(of);
            return (Expr::Pieces(Box::new(set), Some(kinds)), Type::Number);
        }
        let [first, rest @ ..] = arguments else {
            self.wrong_count(name, 1, 0, None);
            return UNKNOWN;
        };
        let wanted = if matches!(text, "min" | "max") { 2 } else { 1 };
        if FUNCTIONS.contains(&text) && arguments.len() != wanted {
            self.wrong_count(name, wanted, arguments.len(), None);
            return UNKNOWN;
        }
        match text {
            "seeds" => (Expr::Pieces(Box::new(self.set(first)), None), Type::Number),
            "worth" => self.worth(first),
            "count" => match self.expr(first) {
                (run, Type::Run) => (Expr::Count(Box::new(run)), Type::Number),
                (set, ty) => (Expr::Count(Box::new(self.fitting(set, ty, Type::Set, first.span, None))), Type::Number),
            },
            "number" => (Expr::Number(Box::new(self.pit(first))), Type::Number),
            "owner" => (Expr::Owner(Box::new(self.pit(first))), Type::Player),
            "only" => (Expr::Only(Box::new(self.set(first))), Type::Pit),
            "pits" => (self.set(first), Type::Set),
            "held" => match &first.kind {
                ExprKind::Call(kind, None) => (Expr::Held(self.kinds_of(kind)), Type::Number),
                _ => {
                    self.error(
                        code::WRONG_TYPE,
                        first.span,
                        "expected the name of a kind of piece",
                        "not a kind of piece",
                    );
                    UNKNOWN
                }
            },
            "min" | "max" => {
                let (first, second) = (self.number(first), self.number(&rest[0]));
                (fold::larger(text == "max", first, second), Type::Number)
            }
            _ if WORDS.contains(&text) || self.scope.find(text).is_some() => {
                self.report(
                    Diagnostic::error(
                        code::WRONG_ARGUMENTS,
                        name.span,
                        format!("`{text}` is asked nothing in parentheses"),
                        "no function",
                    )
                    .also(first.span, "this stands behind it")
                    .help("a `,` or `and` stands between two conditions; `seeds(last)` asks how many lie there"),
                );
                UNKNOWN
            }
            _ => {
                self.unknown_name(name, true);
                UNKNOWN
            }
        }
    }

    fn worth(&mut self, of: &ast::Expr) -> Typed {
        let worthless = self.model.kinds.values().find(|kind| kind.worth.is_none());
        if let Some(name) = worthless.map(|kind| kind.name.clone()) {
            self.report(
                Diagnostic::error(
                    code::KIND_WITHOUT_WORTH,
                    of.span,
                    format!("nothing says what a `{name}` is worth"),
                    "worth is asked for here",
                )
                .help(format!("write `{name} worth 1` in `pieces`; `{name} worth 0` if it counts nothing")),
            );
        }
        (Expr::Worth(Box::new(self.set(of))), Type::Number)
    }

    fn state_of_pit(&mut self, state: StateId, name: &Name, arguments: &[ast::Expr]) -> Typed {
        let info = self.model.states[state].clone();
        match (info.scope, arguments) {
            (StateScope::Pit, [pit]) => (Expr::StatePit(state, Box::new(self.pit(pit))), info.ty),
            (StateScope::Pit, _) => {
                self.wrong_count(name, 1, arguments.len(), Some(info.span));
                UNKNOWN
            }
            _ => {
                self.report(
                    Diagnostic::error(
                        code::NOT_HERE,
                        name.span,
                        format!("`{}` is not kept for each pit", name.text),
                        "no pit here",
                    )
                    .also(info.span, "declared here"),
                );
                UNKNOWN
            }
        }
    }

    // --- tracks ------------------------------------------------------------------------------------------------------

    /// The track with this name.
    pub(super) fn track_number(&mut self, name: &Name) -> Option<TrackNumber> {
        self.uses(&name.text);
        let track = self.model.board.tracks.find(|track| track.name == name.text);
        if track.is_none() {
            let names: Vec<String> = self.model.board.tracks.values().map(|track| track.name.clone()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.report(
                Diagnostic::error(
                    code::UNKNOWN_TRACK,
                    name.span,
                    format!("the board has no track `{}`", name.text),
                    "no such track",
                )
                .help_if(either_help(
                    did_you_mean(&name.text, "tracks", &names).or_else(|| self.how_to_declare_a_track(name)),
                    other_word(&name.text).map(str::to_string),
                )),
            );
        }
        track
    }

    /// Where the board has no track at all: how one is written.
    fn how_to_declare_a_track(&self, name: &Name) -> Option<String> {
        let board = &self.model.board;
        let row = board.rows.first().filter(|_| board.tracks.is_empty())?;
        let (track, row) = (&name.text, &row.name);
        Some(format!("say in `board` which way it leads: `track {track}: own {row}, opponent {row}`"))
    }

    fn track_or_only(&mut self, name: Option<&Name>, span: Span) -> Option<TrackNumber> {
        match name {
            Some(name) => self.track_number(name),
            None if self.model.board.tracks.len() == 1 => Some(TrackNumber::FIRST),
            None => {
                self.report(
                    Diagnostic::error(
                        code::UNKNOWN_TRACK,
                        span,
                        "the board has several tracks, or none",
                        "along which track?",
                    )
                    .help("write `place after … on TRACK`"),
                );
                None
            }
        }
    }

    /// The way along a track: needed if it has two, not allowed if it has one.
    pub(super) fn way_on(&mut self, track: TrackNumber, going: Option<&ast::Expr>, span: Span) -> Expr {
        let info = &self.model.board.tracks[track];
        let (name, two_way) = (info.name.clone(), info.two_way);
        match (going, two_way) {
            (Some(way), true) => self.typed(way, Type::Way),
            (None, false) => Expr::Way(WayNumber::FIRST),
            (Some(way), false) => {
                self.report(
                    Diagnostic::error(
                        code::WAY_UNKNOWN,
                        way.span,
                        format!("track `{name}` has one way"),
                        "no way can be given",
                    )
                    .help("declare the track with `both ways right, left`, or leave `going` out"),
                );
                Expr::Way(WayNumber::FIRST)
            }
            (None, true) => {
                let ways: Vec<&str> = self.model.board.ways.iter().map(|(way, _)| way.as_str()).collect();
                let help = format!(
                    "write `going {}`, or choose a way first: `choose way in both ways`",
                    ways.first().unwrap_or(&"way")
                );
                self.report(
                    Diagnostic::error(
                        code::WAY_NEEDED,
                        span,
                        format!("track `{name}` can be walked both ways"),
                        "which way?",
                    )
                    .help(help),
                );
                Expr::Way(WayNumber::FIRST)
            }
        }
    }
}

pub(super) fn is_or_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Own => "own",
        Side::Opponent => "opponent",
        Side::All => "all",
        Side::South => "south",
        Side::North => "north",
    }
}

fn spots(side: Side, locals: &[HalfPlace]) -> Vec<Spot> {
    let of = |make: fn(HalfPlace) -> Spot| locals.iter().map(|local| make(*local)).collect::<Vec<_>>();
    match side {
        Side::Own => of(Spot::Own),
        Side::Opponent => of(Spot::Opponent),
        Side::South => of(|local| Spot::Of(Player::South, local)),
        Side::North => of(|local| Spot::Of(Player::North, local)),
        Side::All => [of(Spot::Own), of(Spot::Opponent)].concat(),
    }
}

/// What is said for a name that is no place: one that is like it, and how a word of others is said here.
fn other_place(word: &str, places: &[&str]) -> Option<String> {
    match other_word(word) {
        Some(other) => {
            let near = nearest(word, places.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            either_help(near, Some(other.to_string()))
        }
        None => did_you_mean(word, "places", places),
    }
}

/// Whether a word is one by which people call a way round the board.
fn is_way(word: &str) -> bool {
    matches!(word, "left" | "right" | "clockwise" | "anticlockwise" | "counterclockwise" | "forward" | "backward")
}

/// Two pieces of help, or the one that there is.
fn either_help(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => Some(format!("{one}\n{other}")),
        (one, other) => one.or(other),
    }
}

/// The statement that keeps or chooses something by this name, among statements that are done in turn.
fn kept_in<'b>(body: &'b [ast::Statement], wanted: &str) -> Option<&'b ast::Statement> {
    body.iter().find(|statement| match &statement.kind {
        ast::StatementKind::Let(name, _) | ast::StatementKind::Choose(name, ..) => name.text == wanted,
        _ => false,
    })
}
