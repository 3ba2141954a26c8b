//! Expressions: pairs of the grammar to nodes of the tree.

use super::ast::{Adjective, ArithmeticOp, CompareOp, Expr, ExprKind, Name, SidedTail};
use super::grammar::Rule;
use super::node::{Builder, Built, Node, content, has, parts, side};
use crate::diagnostic::{Diagnostic, code};
use crate::limits;

type Range = (Expr, Option<Expr>);

impl Builder {
    /// `expr`, `conjunction`, `sum`, …: any rule of the expression ladder.
    pub(super) fn expression(&self, node: Node<'_>) -> Built<Expr> {
        self.nested(node, 0)
    }

    fn nested(&self, node: Node<'_>, depth: usize) -> Built<Expr> {
        let span = self.span(&node);
        // Each level of brackets passes through a ladder of ten rules.
        if depth > limits::NESTING * 12 {
            return Err(Box::new(
                Diagnostic::error(code::TOO_DEEP, span, "this expression is nested too deeply", "nested too deeply")
                    .help("name parts of it with `define`"),
            ));
        }
        let depth = depth + 1;
        let kind = match node.as_rule() {
            Rule::expr => return self.chained(node, depth, ExprKind::Or),
            Rule::conjunction => return self.chained(node, depth, ExprKind::And),
            Rule::comparison => return self.comparison(node, depth),
            Rule::denied => return self.denied(node, depth),
            Rule::some_test => {
                let quantifier = if has(&node, Rule::kw_no) { ExprKind::No } else { ExprKind::Some };
                quantifier(Box::new(self.nested(only(node), depth)?))
            }
            Rule::sum | Rule::product => return self.arithmetic(node, depth),
            Rule::prefixed => return self.prefixed(node, depth),
            Rule::number => ExprKind::Number(self.number(&node)?),
            Rule::truth => match node.as_str() {
                "yes" => ExprKind::Truth(true),
                "no" => ExprKind::Truth(false),
                "nobody" => ExprKind::Nobody,
                _ => ExprKind::NoPit,
            },
            Rule::occurs => ExprKind::Occurs(self.number(&only(node))?),
            Rule::place_along => self.along(only(node), None, depth)?,
            Rule::cannot_move => ExprKind::CannotMove,
            Rule::grouped => return self.grouped(node, depth),
            Rule::sided => self.sided(node, depth)?,
            Rule::call => self.call(node, depth)?,
            Rule::chain => self.chain(node, depth)?,
            Rule::drop_run => ExprKind::Drops(Box::new(self.nested(only(node), depth)?)),
            Rule::collected => self.collected(node, depth)?,
            _ => return self.nested(only(node), depth),
        };
        Ok(Expr { kind, span })
    }

    fn chained(&self, node: Node<'_>, depth: usize, join: fn(Vec<Expr>) -> ExprKind) -> Built<Expr> {
        let span = self.span(&node);
        let mut members = content(node).map(|part| self.nested(part, depth)).collect::<Built<Vec<_>>>()?;
        match members.len() {
            1 => Ok(members.remove(0)),
            _ => Ok(Expr { kind: join(members), span }),
        }
    }

    fn denied(&self, node: Node<'_>, depth: usize) -> Built<Expr> {
        let span = self.span(&node);
        let inner = self.comparison(node, depth)?;
        Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span })
    }

    fn comparison(&self, node: Node<'_>, depth: usize) -> Built<Expr> {
        let span = self.span(&node);
        let mut inner = content(node);
        let mut expr = self.nested(inner.next().expect_part(), depth)?;
        for part in inner {
            let end = self.span(&part);
            let boxed = Box::new(expr);
            let kind = match part.as_rule() {
                Rule::comparison_tail => self.comparison_tail(only_any(part), boxed, depth)?,
                _ => match only_any(part).as_rule() {
                    Rule::turn_began => ExprKind::AtTurnStart(boxed),
                    _ => ExprKind::BeforeSowing(boxed),
                },
            };
            expr = Expr { kind, span: span.to(end) };
        }
        Ok(expr)
    }

    fn comparison_tail(&self, tail: Node<'_>, left: Box<Expr>, depth: usize) -> Built<ExprKind> {
        let negated = has(&tail, Rule::kw_not);
        Ok(match tail.as_rule() {
            Rule::is_tail => {
                let right = only(tail);
                match right.as_rule() {
                    Rule::adjective => ExprKind::Adjective(left, negated, adjective(right.as_str())),
                    _ => ExprKind::Is(left, negated, Box::new(self.nested(right, depth)?)),
                }
            }
            Rule::was_tail => ExprKind::WasEmpty(left, negated),
            Rule::in_tail => {
                let right = only(tail);
                let braces = right.as_rule() == Rule::number_list;
                let ranges = match braces {
                    true => content(right).map(|range| self.range(range, depth)).collect::<Built<Vec<_>>>()?,
                    false => vec![self.range(right, depth)?],
                };
                ExprKind::In(left, negated, ranges, braces)
            }
            _ => {
                let mut inner = content(tail);
                let op = compare_op(inner.next().expect_part().as_str());
                ExprKind::Compare(op, left, Box::new(self.nested(inner.next().expect_part(), depth)?))
            }
        })
    }

    fn range(&self, node: Node<'_>, depth: usize) -> Built<Range> {
        let mut inner = content(node);
        let low = self.nested(inner.next().expect_part(), depth)?;
        let high = inner.next().map(|part| self.nested(part, depth)).transpose()?;
        Ok((low, high))
    }

    fn arithmetic(&self, node: Node<'_>, depth: usize) -> Built<Expr> {
        let mut inner = parts(node).peekable();
        let mut left = self.nested(inner.next().expect_part(), depth)?;
        if let Some(filter) = inner.next_if(|part| part.as_rule() == Rule::filter) {
            let condition = self.nested(only(filter), depth)?;
            let span = left.span.to(condition.span);
            return Ok(Expr { kind: ExprKind::Where(Box::new(left), Box::new(condition)), span });
        }
        let mut levels = 0;
        while let (Some(op), Some(right)) = (inner.next(), inner.next()) {
            levels += 1;
            // Long sums lean to the left and would be dropped recursively.
            let right = self.nested(right, depth + levels * 4)?;
            let span = left.span.to(right.span);
            let op = match op.as_str().trim_end() {
                "+" => ArithmeticOp::Add,
                "-" => ArithmeticOp::Subtract,
                "*" => ArithmeticOp::Multiply,
                _ => ArithmeticOp::Divide,
            };
            left = Expr { kind: ExprKind::Arithmetic(op, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn along(&self, along: Node<'_>, count: Option<Expr>, depth: usize) -> Built<ExprKind> {
        let after = has(&along, Rule::kw_after);
        let on_track = has(&along, Rule::kw_on);
        let mut inner = content(along);
        let from = Box::new(self.nested(inner.next().expect_part(), depth)?);
        let track = if on_track { inner.next().map(|name| self.name(&name)) } else { None };
        let going = inner.next().map(|way| self.nested(way, depth)).transpose()?.map(Box::new);
        Ok(ExprKind::Along { count: count.map(Box::new), after, from, track, going })
    }

    fn prefixed(&self, node: Node<'_>, depth: usize) -> Built<Expr> {
        let whole = self.span(&node);
        let mut inner: Vec<Node<'_>> = parts(node).collect();
        let places = inner.pop_if(|part| part.as_rule() == Rule::places_along);
        let primary = inner.pop().expect_part();
        let start = self.span(&primary);
        let mut expr = self.nested(primary, depth + inner.len() * 12)?;
        if let Some(places) = places {
            let span = start.to(self.span(&places));
            expr = Expr { kind: self.along(only(places), Some(expr), depth)?, span };
        }
        for op in inner.into_iter().rev() {
            let span = self.span(&op).to(whole);
            let boxed = Box::new(expr);
            let kind = match only_any(op).as_rule() {
                Rule::kw_facing => ExprKind::Facing(boxed),
                Rule::kw_behind => ExprKind::Behind(boxed),
                _ => ExprKind::Opposite(boxed),
            };
            expr = Expr { kind, span };
        }
        Ok(expr)
    }

    fn grouped(&self, node: Node<'_>, depth: usize) -> Built<Expr> {
        let span = self.span(&node);
        let mut inner = content(node);
        let first = self.nested(inner.next().expect_part(), depth)?;
        let Some(conditional) = inner.next() else { return Ok(Expr { kind: first.kind, span }) };
        let mut values = content(conditional).map(|part| self.nested(part, depth)).collect::<Built<Vec<_>>>()?;
        let otherwise = Box::new(values.pop().expect_part());
        values.insert(0, first);
        let mut values = values.into_iter();
        let mut cases = Vec::new();
        while let (Some(value), Some(condition)) = (values.next(), values.next()) {
            cases.push((value, condition));
        }
        Ok(Expr { kind: ExprKind::Conditional(cases, otherwise), span })
    }

    fn sided(&self, node: Node<'_>, depth: usize) -> Built<ExprKind> {
        let mut inner = content(node);
        let side = side(inner.next().expect_part().as_str());
        let name = inner.next().map(|name| self.name(&name));
        let tail = match inner.next() {
            None => SidedTail::None,
            Some(tail) => self.sided_tail(tail, depth)?,
        };
        Ok(ExprKind::Sided(side, name, tail))
    }

    fn sided_tail(&self, tail: Node<'_>, depth: usize) -> Built<SidedTail> {
        let mut inner = content(tail);
        let first = inner.next().expect_part();
        let mut numbers = match first.as_rule() {
            Rule::arguments => self.arguments(first, depth)?,
            _ => vec![self.nested(first, depth)?],
        };
        let Some(upper) = inner.next() else {
            return Ok(match numbers.len() {
                1 => SidedTail::Index(Box::new(numbers.remove(0)), None),
                _ => SidedTail::Arguments(numbers),
            });
        };
        let high = self.nested(only(upper), depth)?;
        if numbers.len() != 1 {
            let span = high.span;
            return Err(Box::new(
                Diagnostic::error(code::SYNTAX, span, "a range runs from one number to another", "the end of a range")
                    .help("write `own front 1..4` or `own front (n)..4`"),
            ));
        }
        Ok(SidedTail::Index(Box::new(numbers.remove(0)), Some(Box::new(high))))
    }

    fn call(&self, node: Node<'_>, depth: usize) -> Built<ExprKind> {
        let mut inner = content(node);
        let name = self.name(&inner.next().expect_part());
        let arguments = inner.next().map(|arguments| self.arguments(arguments, depth)).transpose()?;
        Ok(ExprKind::Call(name, arguments))
    }

    fn arguments(&self, node: Node<'_>, depth: usize) -> Built<Vec<Expr>> {
        content(node).map(|part| self.nested(part, depth)).collect()
    }

    fn chain(&self, node: Node<'_>, depth: usize) -> Built<ExprKind> {
        let back = has(&node, Rule::kw_back);
        let limited = has(&node, Rule::kw_up);
        let mut inner = content(node);
        let from = Box::new(self.nested(inner.next().expect_part(), depth)?);
        let limit = match limited {
            true => Some(Box::new(self.nested(inner.next().expect_part(), depth)?)),
            false => None,
        };
        let condition = Box::new(self.nested(inner.next().expect_part(), depth)?);
        Ok(ExprKind::Chain { back, from, limit, condition })
    }

    fn collected(&self, node: Node<'_>, depth: usize) -> Built<ExprKind> {
        let mut inner = content(node);
        let value = Box::new(self.nested(inner.next().expect_part(), depth)?);
        let binders = inner.map(|binder| self.binder(binder, depth)).collect::<Built<Vec<_>>>()?;
        Ok(ExprKind::Each(value, binders))
    }

    fn binder(&self, node: Node<'_>, depth: usize) -> Built<(Name, Option<Expr>)> {
        let mut inner = content(node);
        let name = self.name(&inner.next().expect_part());
        let from = inner.next().expect_part();
        let set = match from.as_rule() {
            Rule::both_ways_word => None,
            _ => Some(self.nested(from, depth)?),
        };
        Ok((name, set))
    }
}

/// The grammar promises that this part is there.
trait ExpectPart<T> {
    fn expect_part(self) -> T;
}

impl<T> ExpectPart<T> for Option<T> {
    fn expect_part(self) -> T {
        self.expect("the grammar has this part")
    }
}

/// The single part that is not a token.
fn only(node: Node<'_>) -> Node<'_> {
    content(node).next().expect_part()
}

/// The single part, token or not.
fn only_any(node: Node<'_>) -> Node<'_> {
    parts(node).next().expect_part()
}

fn adjective(word: &str) -> Adjective {
    match word {
        "empty" => Adjective::Empty,
        "even" => Adjective::Even,
        _ => Adjective::Odd,
    }
}

fn compare_op(word: &str) -> CompareOp {
    match word {
        "=" => CompareOp::Equal,
        "!=" => CompareOp::NotEqual,
        "<" => CompareOp::Less,
        "<=" => CompareOp::AtMost,
        ">" => CompareOp::More,
        _ => CompareOp::AtLeast,
    }
}
