//! A game as straight code, made when it is first asked for, and as machine code behind that.

use crate::plan::{Plan, Refusal};
use std::sync::{Arc, OnceLock};

/// A plan, or why there is none. Cheap to clone: all clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct Planned(Arc<Parts>);

#[derive(Debug, Default)]
struct Parts {
    plan: OnceLock<Result<Plan, Refusal>>,
    /// Whether machine code of turns is being made, or was.
    #[cfg(feature = "native")]
    turns: OnceLock<()>,
    /// The same of games at random.
    #[cfg(all(feature = "native", feature = "sim"))]
    games: OnceLock<()>,
}

impl Planned {
    /// The plan, and machine code of turns on its way.
    pub(super) fn turns(&self, make: impl FnOnce() -> Result<Plan, Refusal>) -> Result<&Plan, Refusal> {
        let plan = self.plan(make);
        #[cfg(feature = "native")]
        self.0.turns.get_or_init(|| self.compile_in_the_background(Plan::compile_turns));
        plan
    }

    /// The plan, and machine code of turns and of games at random on its way.
    #[cfg(feature = "sim")]
    pub(super) fn games(&self, make: impl FnOnce() -> Result<Plan, Refusal>) -> Result<&Plan, Refusal> {
        let plan = self.turns(make);
        #[cfg(feature = "native")]
        self.0.games.get_or_init(|| self.compile_in_the_background(Plan::compile));
        plan
    }

    /// Waits until all machine code is made. Tells whether there is any.
    #[cfg(feature = "native")]
    pub(super) fn compile(&self, make: impl FnOnce() -> Result<Plan, Refusal>) -> bool {
        self.0.turns.get_or_init(|| ());
        #[cfg(feature = "sim")]
        self.0.games.get_or_init(|| ());
        self.plan(make).is_ok_and(Plan::compile)
    }

    fn plan(&self, make: impl FnOnce() -> Result<Plan, Refusal>) -> Result<&Plan, Refusal> {
        self.0.plan.get_or_init(make).as_ref().map_err(|reason| *reason)
    }

    /// Makes machine code of the plan, if there is one, while the first moves are played without it.
    #[cfg(feature = "native")]
    #[expect(clippy::disallowed_methods, reason = "the only thread of the library: machine code is not waited for")]
    fn compile_in_the_background(&self, compile: fn(&Plan) -> bool) {
        let parts = Arc::clone(&self.0);
        // Without another thread there is no machine code, and the game is played all the same.
        let _ = std::thread::Builder::new().name("machine code".into()).spawn(move || {
            if let Some(Ok(plan)) = parts.plan.get() {
                compile(plan);
            }
        });
    }
}
