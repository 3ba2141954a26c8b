//! Sequences that go on with each other without sowing in between would never end.

use super::Resolver;
use crate::diagnostic::{Diagnostic, code};
use crate::model::{Action, Model, Outcome, Statement};

impl Resolver<'_> {
    /// A turn goes on only by sowing, which the lap limit ends; every other circle is an error.
    pub(super) fn circles(&mut self) {
        for number in 0..self.model.sequences.len() {
            let sequence = &self.model.sequences[number];
            if !sows(&sequence.body) && returns_to(&self.model, number, number, &mut Vec::new()) {
                let (name, span) = (sequence.name.clone(), sequence.span);
                self.report(
                    Diagnostic::error(
                        code::LOOP_WITHOUT_SOWING,
                        span,
                        format!("`{name}` comes back to itself without sowing"),
                        "a circle",
                    )
                    .help("a turn goes on only by sowing: put a `sow` into the circle, or `stop`"),
                );
            }
        }
    }
}

fn sows(body: &[Statement]) -> bool {
    body.iter().any(|statement| matches!(statement.action, Action::Sow(_)) && statement.condition.is_none())
}

fn returns_to(model: &Model, from: usize, to: usize, seen: &mut Vec<usize>) -> bool {
    followers(&model.sequences[from].body).into_iter().any(|next| {
        if next == to {
            return true;
        }
        if seen.contains(&next) || sows(&model.sequences[next].body) {
            return false;
        }
        seen.push(next);
        returns_to(model, next, to, seen)
    })
}

fn followers(body: &[Statement]) -> Vec<usize> {
    fn of(outcome: &Outcome, all: &mut Vec<usize>) {
        match outcome {
            Outcome::Then(sequence, _) => all.push(*sequence),
            Outcome::Either(alternatives) => alternatives.iter().for_each(|(_, _, then)| of(then, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    for statement in body {
        match &statement.action {
            Action::Then(sequence, _) => all.push(*sequence),
            Action::Landing(rows) => rows.iter().for_each(|row| of(&row.then, &mut all)),
            _ => {}
        }
    }
    all
}
