//! The type of an expression of the model, for whoever wants to be told.

use crate::model::{Expr, Model, Type};

/// What an expression is; nothing for a constant, which may be of any type but pit and set.
pub(super) fn type_of(expr: &Expr, model: &Model) -> Option<Type> {
    Some(match expr {
        Expr::Int(_) => return None,
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
        Expr::Mover | Expr::OtherPlayer | Expr::RoundWinner | Expr::Owner(_) => Type::Player,
        Expr::Kind => Type::Kind,
        Expr::Opposite(_) => Type::Way,
        Expr::Drops { .. } => Type::Run,
        Expr::Local(local) => model.locals.get(usize::from(*local))?.ty,
        Expr::StateGame(state) | Expr::StatePlayer(state, _) | Expr::StateOf(state, _) | Expr::StatePit(state, _) => {
            model.states.get(*state)?.ty
        }
        Expr::AtTurnStart(inner) | Expr::BeforeSowing(inner) | Expr::Flipped(inner) => return type_of(inner, model),
        Expr::If(cases, otherwise) => {
            let values = cases.iter().map(|(_, value)| value).chain([&**otherwise]);
            return values.into_iter().find_map(|value| type_of(value, model));
        }
        Expr::Call { define, .. } => return type_of(&model.defines.get(*define)?.body, model),
    })
}
