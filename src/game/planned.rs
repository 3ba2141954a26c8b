//! A game as straight code, made when it is first asked for, and as machine code behind that.

#[cfg(feature = "native")]
use crate::plan::{Begin, in_the_background};
use crate::plan::{Plan, Refusal};
#[cfg(feature = "native")]
use std::sync::OnceLock;
use std::sync::{Arc, LazyLock};

/// A plan, or why there is none. Cheap to clone: all clones share it.
#[derive(Debug, Clone)]
pub(super) struct Planned(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    plan: LazyLock<Result<Plan, Refusal>, Maker>,
    /// Whether it was said how machine code of turns is begun to be made, and whether it is being made, or was.
    #[cfg(feature = "native")]
    wanted: OnceLock<()>,
    #[cfg(feature = "native")]
    turns: OnceLock<()>,
    /// The same of what counts paths, and of games at random.
    #[cfg(feature = "native")]
    paths: OnceLock<()>,
    #[cfg(all(feature = "native", feature = "sim"))]
    games: OnceLock<()>,
}

/// What makes it.
type Maker = Box<dyn FnOnce() -> Result<Plan, Refusal> + Send>;

impl Planned {
    /// One that is made like this.
    pub(super) fn new(make: impl FnOnce() -> Result<Plan, Refusal> + Send + 'static) -> Self {
        Planned(Arc::new(Parts {
            plan: LazyLock::new(Box::new(make)),
            #[cfg(feature = "native")]
            wanted: OnceLock::new(),
            #[cfg(feature = "native")]
            turns: OnceLock::new(),
            #[cfg(feature = "native")]
            paths: OnceLock::new(),
            #[cfg(all(feature = "native", feature = "sim"))]
            games: OnceLock::new(),
        }))
    }

    /// The plan; machine code of turns is made once enough was played without it.
    pub(super) fn turns(&self) -> Result<&Plan, Refusal> {
        let plan = self.plan();
        #[cfg(feature = "native")]
        if let Ok(plan) = plan {
            self.0.wanted.get_or_init(|| plan.compile_when_wanted(&self.beginning()));
        }
        plan
    }

    /// The plan, and machine code of turns and of what counts paths on its way.
    pub(super) fn paths(&self) -> Result<&Plan, Refusal> {
        let plan = self.plan();
        #[cfg(feature = "native")]
        {
            self.begin_turns();
            self.0.paths.get_or_init(|| self.compile_in_the_background(Plan::compile_paths));
        }
        plan
    }

    /// The plan, and machine code of turns and of games at random on its way.
    #[cfg(feature = "sim")]
    pub(super) fn games(&self) -> Result<&Plan, Refusal> {
        let plan = self.plan();
        #[cfg(feature = "native")]
        {
            self.begin_turns();
            self.0.games.get_or_init(|| self.compile_in_the_background(Plan::compile));
        }
        plan
    }

    /// Begins to make machine code of turns, if that was not done before.
    #[cfg(feature = "native")]
    fn begin_turns(&self) {
        self.0.turns.get_or_init(|| self.compile_in_the_background(Plan::compile_turns));
    }

    /// What does that. The plan has it, and does not keep itself by it.
    #[cfg(feature = "native")]
    fn beginning(&self) -> Begin {
        let parts = Arc::downgrade(&self.0);
        Arc::new(move || parts.upgrade().into_iter().for_each(|parts| Planned(parts).begin_turns()))
    }

    /// Waits until all machine code is made. Tells whether there is any.
    #[cfg(feature = "native")]
    pub(super) fn compile(&self) -> bool {
        self.0.turns.get_or_init(|| ());
        #[cfg(feature = "sim")]
        self.0.games.get_or_init(|| ());
        self.plan().is_ok_and(Plan::compile)
    }

    /// Waits until that is made which counts paths.
    #[cfg(feature = "native")]
    pub(super) fn compile_paths(&self) {
        self.0.paths.get_or_init(|| ());
        let _ = self.plan().map(Plan::compile_paths);
    }

    fn plan(&self) -> Result<&Plan, Refusal> {
        self.0.plan.as_ref().map_err(|reason| *reason)
    }

    /// Makes machine code of the plan, if there is one, while the first moves are played without it.
    #[cfg(feature = "native")]
    fn compile_in_the_background(&self, compile: fn(&Plan) -> bool) {
        let parts = Arc::clone(&self.0);
        in_the_background(move || {
            if let Ok(plan) = &*parts.plan {
                compile(plan);
            }
        });
    }
}
