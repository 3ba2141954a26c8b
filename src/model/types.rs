//! The types of expressions.

use super::{Expr, Model, Type};

impl Model {
    /// What an expression of this model is, as far as it shows: a number may be a truth value too, so that its type is not
    /// known.
    pub(crate) fn type_of(&self, expr: &Expr) -> Type {
        match expr {
            Expr::Int(_) => Type::Unknown,
            Expr::NoPit
            | Expr::Place(_)
            | Expr::Last
            | Expr::Origin
            | Expr::Only(_)
            | Expr::Nth(..)
            | Expr::Steps { .. }
            | Expr::Facing(_)
            | Expr::Behind(_) => Type::Pit,
            Expr::Places(_)
            | Expr::AsSet(_)
            | Expr::PitsOf(_)
            | Expr::Where(..)
            | Expr::Union(..)
            | Expr::Minus(..)
            | Expr::FacingSet(_)
            | Expr::BehindSet(_)
            | Expr::Chain { .. }
            | Expr::Each(..) => Type::Set,
            Expr::Hand
            | Expr::Held(_)
            | Expr::LastHeld
            | Expr::Captured
            | Expr::Laps
            | Expr::Pieces(..)
            | Expr::Worth(_)
            | Expr::Count(_)
            | Expr::Number(_)
            | Expr::Arithmetic(..)
            | Expr::Larger(..) => Type::Number,
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
            | Expr::CannotMove => Type::Truth,
            Expr::Player(_) | Expr::Mover | Expr::OtherPlayer | Expr::RoundWinner | Expr::Owner(_) => Type::Player,
            Expr::Kind | Expr::MoveKind(_) => Type::Kind,
            Expr::PieceKind(_) => Type::Piece,
            Expr::Way(_) | Expr::Opposite(_) => Type::Way,
            Expr::Drops { .. } => Type::Run,
            Expr::Local(local) => self.locals[*local].ty,
            Expr::StateGame(state)
            | Expr::StatePlayer(state, _)
            | Expr::StateOf(state, _)
            | Expr::StatePit(state, _) => self.states[*state].ty,
            Expr::AtTurnStart(inner) | Expr::BeforeSowing(inner) | Expr::Flipped(inner) => self.type_of(inner),
            Expr::If(cases, otherwise) => {
                let values = cases.iter().map(|(_, value)| value).chain([&**otherwise]);
                values.map(|value| self.type_of(value)).find(|ty| *ty != Type::Unknown).unwrap_or(Type::Unknown)
            }
            Expr::Call { define, .. } => self.type_of(&self.defines[*define].body),
        }
    }
}
