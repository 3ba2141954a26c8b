//! Sequences that go on with each other without sowing in between would never end.

use super::Resolver;
use crate::diagnostic::{Diagnostic, code};
use crate::model::{Action, Model, SequenceId, Statement};

impl Resolver<'_> {
    /// A turn goes on only by sowing, which the lap limit ends; every other circle is an error.
    pub(super) fn circles(&mut self) {
        for number in self.model.sequences.ids() {
            let sequence = &self.model.sequences[number];
            if returns_to(&self.model, number, number, &mut Vec::new()) {
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

fn returns_to(model: &Model, from: SequenceId, to: SequenceId, seen: &mut Vec<SequenceId>) -> bool {
    let mut next = Vec::new();
    followers(&model.sequences[from].body, &mut next);
    next.into_iter().any(|next| {
        if next == to {
            return true;
        }
        if seen.contains(&next) {
            return false;
        }
        seen.push(next);
        returns_to(model, next, to, seen)
    })
}

/// The sequences that a body may go on with before it has sown.
fn followers(body: &[Statement], all: &mut Vec<SequenceId>) {
    for statement in body {
        match &statement.action {
            Action::Sow(_) if statement.condition.is_none() => return,
            Action::Then(sequence, _) => all.push(*sequence),
            Action::Landing(rows) => rows.iter().for_each(|row| followers(&row.body, all)),
            Action::Either(alternatives) => alternatives.iter().for_each(|one| followers(&one.body, all)),
            _ => {}
        }
    }
}
