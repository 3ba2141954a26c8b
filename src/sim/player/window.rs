//! What a search looks for values between, and what it has found.

use super::evaluation::WIN;

/// Worse than anything.
pub(super) const LOWEST: i32 = -2 * WIN;

/// What a value is looked for between: below, it is no better than something known, and above, the other player will not let
/// it come to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The whole of it.
    pub(super) const OPEN: Window = Window { alpha: LOWEST, beta: -LOWEST };

    /// The same for the other player.
    #[inline]
    pub(super) fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// What is enough to know whether a value is better than alpha.
    #[inline]
    pub(super) fn least(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    #[inline]
    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// How a value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found of a position so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) window: Window,
    /// Below it, nothing is better than what was known before.
    lowest: i32,
    pub(super) value: i32,
    /// The label of the best move.
    pub(super) best: u16,
}

impl Found {
    #[inline]
    pub(super) fn nothing(window: Window) -> Self {
        Found { window, lowest: window.alpha, value: LOWEST, best: 0 }
    }

    /// A move is worth so much.
    #[inline]
    pub(super) fn take(&mut self, label: u16, value: i32) {
        if value > self.value {
            (self.value, self.best) = (value, label);
        }
        self.window.alpha = self.window.alpha.max(value);
    }

    #[inline]
    pub(super) fn bound(&self) -> Bound {
        if self.value >= self.window.beta {
            Bound::AtLeast
        } else if self.value <= self.lowest {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }
}
