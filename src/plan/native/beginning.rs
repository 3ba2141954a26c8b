//! When machine code is made: once enough was played without it, so that what is over before that does not pay for it.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// Choices and laps of whoever plays one position after the other without it: questions that are answered without playing do not count.
pub(in crate::plan) const BEFORE_CODE: u32 = 20_000;

/// What begins to make the machine code of a plan.
pub(crate) type Begin = Arc<dyn Fn() + Send + Sync>;

/// The same, if somebody has said what does.
#[derive(Clone, Default)]
pub(in crate::plan) struct Beginning(OnceLock<Begin>);

impl fmt::Debug for Beginning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Beginning").field(&self.0.get().is_some()).finish()
    }
}

impl Beginning {
    /// Says what begins it; only the first time counts.
    pub(in crate::plan) fn say(&self, begin: &Begin) {
        self.0.get_or_init(|| Arc::clone(begin));
    }

    /// Begins, if it is known how.
    #[cold]
    pub(in crate::plan) fn begin(&self) {
        self.0.get().into_iter().for_each(|begin| begin());
    }
}
