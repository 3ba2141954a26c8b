//! Where a game stands, in the form that the engine works with: its position, and what its rules ask of the positions
//! before it. Whatever plays a game from move to move goes through this.

use crate::engine::{Cells as _, Ended, Exhausted, History, Machine, Shape};

/// What a program asks for before a turn.
#[derive(Debug, Clone, Copy)]
pub struct Flow {
    /// Whether it has a rule on positions that repeat.
    pub repetition: bool,
    /// Whether the game can be over before a turn although there is a legal move.
    pub before_turns: bool,
}

impl Flow {
    /// Of a program.
    #[must_use]
    pub fn of<S: Shape>(machine: &Machine<'_, S>) -> Self {
        Flow { repetition: machine.program().asks_for_repetition(), before_turns: machine.ends_before_turns() }
    }
}

/// A game on its way: the position now, and those that have been there.
#[derive(Debug, Clone)]
pub struct Course<S: Shape> {
    flow: Flow,
    history: History<S>,
    now: S::Position,
    times: u32,
}

impl<S: Shape> Course<S> {
    /// Of a game that has not begun.
    #[must_use]
    pub fn new(machine: &Machine<'_, S>) -> Self {
        Course { flow: Flow::of(machine), history: History::new(), now: S::Position::zero(), times: 0 }
    }

    /// Begins a game at a position.
    pub fn begin(&mut self, start: &S::Position) {
        self.history.clear();
        self.advance(start);
    }

    /// Goes on to the position that a turn has led to.
    #[inline]
    pub fn advance(&mut self, to: &S::Position) {
        self.now = *to;
        self.times = if self.flow.repetition { self.history.note(to) } else { 1 };
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &S::Position {
        &self.now
    }

    /// The positions that have been there, this one included; empty where no rule asks for them.
    #[must_use]
    pub fn history(&self) -> &History<S> {
        &self.history
    }

    /// Whether the game may be over here although there is a legal move.
    #[inline]
    #[must_use]
    pub fn may_be_over(&self) -> bool {
        self.flow.before_turns || self.times > 1
    }

    /// What the rules say before the next turn: how the game has ended, and the position with what was awarded then. None
    /// if it goes on.
    ///
    /// # Errors
    /// If that takes more steps than may be taken.
    pub fn over(&self, machine: &mut Machine<'_, S>) -> Result<Option<(Ended, S::Position)>, Exhausted> {
        let mut awarded = self.now;
        let ended = machine.before_turn(&mut awarded, self.times)?;
        Ok(ended.map(|ended| (ended, awarded)))
    }
}
