//! What a search looks for values between.

use super::evaluation::WIN;

/// Worse than anything.
pub(super) const LOWEST: i32 = -2 * WIN;

/// What a value is looked for between: below, it is no better than something known, and above, the other player will not let
/// it come to that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The whole of it.
    pub(super) const OPEN: Window = Window { alpha: LOWEST, beta: -LOWEST };

    /// The same for the other player.
    pub(super) fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// What is enough to know whether a value is better than alpha.
    pub(super) fn least(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    pub(super) fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}
