//! A budget of steps, so that every listing and every turn comes to an end, whatever the rules say.

use crate::limits;
use crate::model::RuleId;
use std::cell::Cell;
use std::sync::Arc;

/// Steps that a choice counts for: going back to it puts a whole turn back.
pub(super) const CHOICE: u64 = 8;
/// Steps between two questions whether the machine is called off.
const UNHEEDED: u64 = 8192;

/// How much work a machine may do before it gives up. A step is a block of actions, a piece that falls, a choice, or a
/// member of a set that is looked at.
#[derive(Debug, Clone)]
pub struct Budget {
    /// Steps in which the moves of a position are listed, or something else is found out about it.
    pub position: u64,
    /// Steps of one turn, from its first choice to its end.
    pub turn: u64,
    /// Gives up as soon as this says so.
    pub stop: Option<Stop>,
}

impl Budget {
    /// Steps between two questions whether work is called off.
    pub const BETWEEN_QUESTIONS: u64 = UNHEEDED;
}

/// Whether work is called off: asked every few thousand steps, within a turn too.
#[derive(Clone)]
pub struct Stop(Arc<dyn Fn() -> bool + Send + Sync>);

impl Stop {
    /// Called off as soon as the question is answered with yes.
    pub fn when(question: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Stop(Arc::new(question))
    }

    fn is_called(&self) -> bool {
        (self.0)()
    }
}

impl std::fmt::Debug for Stop {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Stop")
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget { position: limits::POSITION_STEPS, turn: limits::TURN_STEPS, stop: None }
    }
}

/// The budget was spent, or the work was called off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// The rule that was being followed.
    pub rule: RuleId,
}

impl std::fmt::Display for Exhausted {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("the turn takes more steps than a turn may take")
    }
}

impl std::error::Error for Exhausted {}

/// Counts steps. Expressions count too, and only read the machine: so it counts in cells.
#[derive(Debug)]
pub(super) struct Meter {
    budget: Budget,
    /// Steps that may be spent before anything else is looked at.
    left: Cell<u64>,
    /// What was left when it was last looked at the rest.
    granted: Cell<u64>,
    /// Spent since it was last asked whether work is called off: going back to a choice grants anew, and asks nothing.
    unheeded: Cell<u64>,
    /// Spent on this position, and in this turn, before that.
    position: Cell<u64>,
    turn: Cell<u64>,
    /// Spent on earlier positions.
    earlier: Cell<u64>,
    exhausted: Cell<bool>,
}

impl Meter {
    pub(super) fn new(budget: Budget) -> Self {
        Meter {
            budget,
            left: Cell::new(0),
            granted: Cell::new(0),
            unheeded: Cell::new(0),
            position: Cell::new(0),
            turn: Cell::new(0),
            earlier: Cell::new(0),
            exhausted: Cell::new(false),
        }
    }

    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Begins to count anew, for another position.
    #[inline]
    pub(super) fn begin(&self) {
        self.earlier.set(self.spent());
        self.exhausted.set(false);
        self.position.set(0);
        self.turn.set(0);
        self.grant();
    }

    /// Spends steps; `false` if there are none left, now and from now on.
    #[inline]
    #[must_use]
    pub(super) fn spend(&self, steps: u64) -> bool {
        match self.left.get().checked_sub(steps) {
            Some(left) => {
                self.left.set(left);
                true
            }
            None => self.look(steps),
        }
    }

    /// Steps that are left for this position.
    pub(super) fn left_for_position(&self) -> u64 {
        self.budget.position.saturating_sub(self.position.get() + self.since_granted())
    }

    /// From now on there are at most so many steps for a position.
    pub(super) fn set_most_for_position(&mut self, steps: u64) {
        self.budget.position = steps;
    }

    /// Spends steps on this position that are not of its turn.
    pub(super) fn spend_on_position(&self, steps: u64) {
        let in_turn = self.in_turn();
        self.go_back(in_turn);
        self.position.set(self.position.get().saturating_add(steps));
        self.grant();
    }

    /// Steps spent on all positions.
    pub(super) fn spent(&self) -> u64 {
        self.earlier.get() + self.position.get() + self.since_granted()
    }

    #[inline]
    fn since_granted(&self) -> u64 {
        self.granted.get() - self.left.get()
    }

    /// Whether there are none left.
    #[inline]
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.get()
    }

    /// Steps spent in this turn.
    #[inline]
    pub(super) fn in_turn(&self) -> u64 {
        self.turn.get() + self.since_granted()
    }

    /// Goes back to where `in_turn` steps had been spent in the turn. What was spent since has been spent on the position.
    #[inline]
    pub(super) fn go_back(&self, in_turn: u64) {
        let spent = self.since_granted();
        self.position.set(self.position.get() + spent);
        self.unheeded.set(self.unheeded.get() + spent);
        self.turn.set(in_turn);
        self.grant();
    }

    #[inline]
    fn grant(&self) {
        let position = self.budget.position.saturating_sub(self.position.get());
        let turn = self.budget.turn.saturating_sub(self.turn.get());
        let unheeded = UNHEEDED.saturating_sub(self.unheeded.get());
        let steps = if self.exhausted.get() { 0 } else { position.min(turn).min(unheeded) };
        self.left.set(steps);
        self.granted.set(steps);
    }

    #[cold]
    fn look(&self, steps: u64) -> bool {
        let spent = self.since_granted();
        let (position, turn) = (self.position.get() + spent, self.turn.get() + spent);
        let stopped = self.budget.stop.as_ref().is_some_and(Stop::is_called);
        let spent_all =
            position.saturating_add(steps) > self.budget.position || turn.saturating_add(steps) > self.budget.turn;
        if stopped || spent_all {
            self.exhausted.set(true);
        }
        self.unheeded.set(0);
        self.position.set(position.saturating_add(steps));
        self.turn.set(turn.saturating_add(steps));
        self.grant();
        !self.exhausted.get()
    }
}
