//! What state is at the start: values that the board settles, for each player or pit its own.

use super::Resolver;
use crate::diagnostic::{Diagnostic, code};
use crate::limits;
use crate::model::*;
use crate::source::Span;
use crate::syntax::ast;

/// The type of a state, its values at the start, the largest number.
pub(super) struct Start {
    pub(super) ty: Type,
    pub(super) values: Vec<i32>,
    pub(super) largest: i32,
}

/// From where a start value is read.
#[derive(Debug, Clone, Copy)]
struct View<'b> {
    board: &'b Board,
    side: Player,
    /// The name of the pit in question, and the pit.
    it: Option<(LocalId, Place)>,
}

impl Resolver<'_> {
    /// The start of a declared state.
    pub(super) fn start_of(&mut self, entry: &ast::StateEntry) -> Start {
        let (local, (value, ty)) = match entry.scope {
            StateScope::Pit => {
                let (local, typed) = self.with_local("it", Type::Pit, |this| this.expr(&entry.start));
                (Some(local), typed)
            }
            StateScope::Game | StateScope::Player => (None, self.expr(&entry.start)),
        };
        let most = entry.largest.as_ref().map(|largest| self.constant(largest, 0, limits::STATE_NUMBER).cast_signed());
        self.is_of_a_state(ty, most, entry);
        let views = views(&self.model.board, entry.scope, local);
        let values: Option<Vec<i32>> = views.iter().map(|view| view.value(&value)).collect();
        let nothing = if matches!(ty, Type::Player | Type::Pit) { -1 } else { 0 };
        let count = views.len();
        let largest = if ty == Type::Number {
            most.unwrap_or(limits::STATE_NUMBER.cast_signed())
        } else {
            i32::from(ty != Type::Pit)
        };
        let values = match values {
            Some(values) => values,
            None => {
                self.depends_on_the_game(entry.start.span);
                vec![nothing; count]
            }
        };
        if let Some(number) = values.iter().find(|value| ty == Type::Number && !(0..=largest).contains(*value)) {
            self.report(
                Diagnostic::error(
                    code::OUT_OF_RANGE,
                    entry.start.span,
                    format!("this state is a number from 0 to {largest}, and would be {number} at the start"),
                    "outside its range",
                )
                .help("write a larger number behind `up to`"),
            );
        }
        Start { ty, values, largest }
    }

    fn is_of_a_state(&mut self, ty: Type, most: Option<i32>, entry: &ast::StateEntry) {
        let span = entry.start.span;
        let (message, label, help) = match (ty, most) {
            (Type::Unknown, _) => return,
            (Type::Number, None) => (
                "nothing says how large this number may become",
                "how large?",
                "write `up to` and the largest number: `0 up to 9`",
            ),
            (Type::Number, Some(_)) | (Type::Truth | Type::Player | Type::Pit | Type::Way, None) => return,
            (_, Some(_)) => ("only numbers have a largest one", "this is no number", "leave out `up to …`"),
            _ => (
                "state holds a number, yes or no, a player, a pit or a way",
                "none of these",
                "write the value at the start: `0 up to 9`, `no`, `nobody`, `none`, `owner(it)`",
            ),
        };
        self.report(Diagnostic::error(code::WRONG_TYPE, span, message, label).help(help));
    }

    fn depends_on_the_game(&mut self, span: Span) {
        if self.failed {
            return;
        }
        self.report(
            Diagnostic::error(
                code::NOT_HERE,
                span,
                "the value at the start must be known before the game starts",
                "this depends on the game",
            )
            .help("the board and the options can be asked: `owner(it)`, `number(it) = 1`, `own home 3`"),
        );
    }
}

/// One view for each value of a state: of the game, of each player, of each place from its owner's side.
fn views(board: &Board, scope: StateScope, local: Option<LocalId>) -> Vec<View<'_>> {
    let of = |side, it| View { board, side, it };
    match scope {
        StateScope::Game => vec![of(Player::South, None)],
        StateScope::Player => Player::BOTH.map(|player| of(player, None)).to_vec(),
        StateScope::Pit => board
            .every_place()
            .map(|place| of(board.owner(place).unwrap_or(Player::South), local.map(|local| (local, place))))
            .collect(),
    }
}

impl View<'_> {
    /// The value, if the board alone settles it, as state keeps it: pits, ways and players by their numbers, none and nobody
    /// as -1, truth values as 0 and 1.
    fn value(self, expr: &Expr) -> Option<i32> {
        if let Some(constant) = expr.constant() {
            return Some(constant);
        }
        Some(match expr {
            Expr::NoPit => -1,
            Expr::Place(spot) => self.board.resolve(*spot, self.side).value(),
            Expr::Local(local) => self.it.filter(|(it, _)| it == local)?.1.value(),
            Expr::Mover => self.side.value(),
            Expr::OtherPlayer => self.side.other().value(),
            Expr::Owner(pit) => self.board_owner(self.value(pit)?),
            Expr::Number(pit) => self
                .place_of(pit)?
                .and_then(|place| self.board.row_and_number(place))
                .map_or(0, |(_, number)| i32::from(number)),
            Expr::Facing(pit) => place_value(self.place_of(pit)?.and_then(|place| self.board.facing_place(place))),
            Expr::Behind(pit) => place_value(self.place_of(pit)?.and_then(|place| self.board.behind_place(place))),
            Expr::Nth(number, spots) => {
                let at = usize::try_from(self.value(number)? - 1).ok();
                let spot = at.and_then(|at| spots.get(at));
                place_value(spot.map(|spot| self.board.resolve(*spot, self.side)))
            }
            Expr::Opposite(way) => 1 - self.value(way)?,
            Expr::Flipped(inner) => View { side: self.side.other(), ..self }.value(inner)?,
            Expr::If(cases, otherwise) => {
                for (condition, value) in cases {
                    if self.holds(condition)? {
                        return self.value(value);
                    }
                }
                self.value(otherwise)?
            }
            Expr::Arithmetic(op, one, two) => op.apply(self.value(one)?, self.value(two)?),
            Expr::Larger(largest, one, two) => {
                let (one, two) = (self.value(one)?, self.value(two)?);
                if *largest { one.max(two) } else { one.min(two) }
            }
            Expr::Count(set) => i32::try_from(self.set(set)?.len()).ok()?,
            condition => i32::from(self.condition(condition)?),
        })
    }

    fn holds(self, condition: &Expr) -> Option<bool> {
        self.value(condition).map(|value| value != 0)
    }

    fn condition(self, expr: &Expr) -> Option<bool> {
        Some(match expr {
            Expr::Not(inner) => !self.holds(inner)?,
            Expr::And(members) => {
                members.iter().map(|one| self.holds(one)).collect::<Option<Vec<_>>>()?.iter().all(|one| *one)
            }
            Expr::Or(members) => {
                members.iter().map(|one| self.holds(one)).collect::<Option<Vec<_>>>()?.iter().any(|one| *one)
            }
            Expr::Compare(op, one, two) => op.holds(self.value(one)?, self.value(two)?),
            Expr::Same(one, two) => self.value(one)? == self.value(two)?,
            Expr::Even(number) => self.value(number)? % 2 == 0,
            Expr::InRanges(number, ranges) => {
                let number = self.value(number)?;
                let mut within = false;
                for (low, high) in ranges {
                    within |= (self.value(low)?..=self.value(high)?).contains(&number);
                }
                within
            }
            Expr::InSet(pit, set) => {
                let (pit, set) = (self.place_of(pit)?, self.set(set)?);
                pit.is_some_and(|pit| set.contains(&pit))
            }
            Expr::Some(set) => !self.set(set)?.is_empty(),
            _ => return None,
        })
    }

    fn set(self, expr: &Expr) -> Option<Vec<Place>> {
        Some(match expr {
            Expr::Places(spots) => spots.iter().map(|spot| self.board.resolve(*spot, self.side)).collect(),
            Expr::AsSet(pit) => self.place_of(pit)?.into_iter().collect(),
            Expr::FacingSet(set) => {
                self.set(set)?.into_iter().filter_map(|place| self.board.facing_place(place)).collect()
            }
            Expr::BehindSet(set) => {
                self.set(set)?.into_iter().filter_map(|place| self.board.behind_place(place)).collect()
            }
            Expr::Union(one, two) => {
                let mut all = self.set(one)?;
                all.extend(self.set(two)?);
                all.sort_unstable();
                all.dedup();
                all
            }
            Expr::Minus(one, two) => {
                let without = self.set(two)?;
                self.set(one)?.into_iter().filter(|place| !without.contains(place)).collect()
            }
            _ => return None,
        })
    }

    /// A pit, which may be none.
    fn place_of(self, pit: &Expr) -> Option<Option<Place>> {
        self.value(pit).map(Place::of_value)
    }

    fn board_owner(self, place: i32) -> i32 {
        let owner = Place::of_value(place).and_then(|place| self.board.owner(place));
        owner.map_or(-1, |owner| owner.value())
    }
}

fn place_value(place: Option<Place>) -> i32 {
    place.map_or(-1, Place::value)
}
