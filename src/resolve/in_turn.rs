//! Rounds that the players begin in turn: who began is state that no file declares.

use super::Resolver;
use crate::diagnostic::{Diagnostic, code};
use crate::model::*;
use crate::source::Span;
use crate::syntax::ast::{ItemKind, MatchEntry};

/// Its name in rules, positions and records.
pub(super) const BEGAN: &str = "began";

impl Resolver<'_> {
    /// State that holds who began the round, if the players begin in turn. Goes before what is declared is looked up, and
    /// behind the set-up, which tells who begins the first one.
    pub(super) fn declare_who_began(&mut self) {
        let Some(span) = self.said_in_turn() else { return };
        if let Some(declared) = self.model.states.values().find(|state| state.name == BEGAN) {
            let report = Diagnostic::error(
                code::DUPLICATE_NAME,
                declared.span,
                format!("`{BEGAN}` is declared twice"),
                "declared here",
            );
            self.report(
                report
                    .also(span, "keeps who began under this name")
                    .help(format!("leave out this one, and every `{BEGAN} becomes …`: it is set when a round begins")),
            );
            return;
        }
        let number = self.model.states.push(State {
            name: BEGAN.into(),
            scope: StateScope::Game,
            ty: Type::Player,
            start: vec![self.model.first.value()],
            largest: 1,
            until: None,
            asked: false,
            span,
        });
        self.or_refuse(number);
    }

    fn said_in_turn(&self) -> Option<Span> {
        let matches = self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Match(_, entries) => Some(entries),
            _ => None,
        });
        matches.flatten().find_map(|entry| match entry {
            MatchEntry::StartsInTurn(span) => Some(*span),
            _ => None,
        })
    }

    /// Who did not begin the round before begins the next, which is noted.
    pub(super) fn in_turn(&mut self, span: Span) -> Vec<RoundStep> {
        let Some(state) = self.model.states.find(|state| state.name == BEGAN) else { return Vec::new() };
        self.uses(BEGAN);
        let began = || Expr::StateGame(state);
        let mover_began = Expr::Same(Box::new(began()), Box::new(Expr::Mover));
        let other = Expr::If(vec![(mover_began, Expr::OtherPlayer)], Box::new(Expr::Mover));
        let rule = self.rule("starts", span);
        let noted = Statement { action: Action::Become(StateRef::Game(state), other), condition: None, rule };
        vec![RoundStep::Act(Box::new(noted)), RoundStep::Starts(began())]
    }
}
