//! A game as straight code, made when it is first asked for, and as machine code behind that.

#[cfg(feature = "native")]
use crate::plan::{Begin, in_the_background};
use crate::plan::{Plan, Refusal};
#[cfg(feature = "native")]
use std::sync::OnceLock;
use std::sync::{Arc, LazyLock, Weak};

/// A plan, or why there is none. Cheap to clone: all clones share it.
#[derive(Debug, Clone)]
pub(super) struct Planned(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    plan: LazyLock<Result<Plan, Refusal>, Maker>,
    /// Whether machine code of turns is being made, or was.
    #[cfg(feature = "native")]
    turns: OnceLock<()>,
    /// The same of what counts paths, and of games at random.
    #[cfg(feature = "native")]
    paths: OnceLock<()>,
    #[cfg(all(feature = "native", feature = "sim"))]
    games: OnceLock<()>,
    /// Whether somebody plays games at random.
    #[cfg(all(feature = "native", feature = "sim"))]
    plays_games: OnceLock<()>,
}

/// What makes it.
type Maker = Box<dyn FnOnce() -> Result<Plan, Refusal> + Send>;

/// What makes a plan, and says to it how its machine code is begun to be made: it has no more than a weak hold of what it is part of.
#[cfg(feature = "native")]
fn maker(make: impl FnOnce() -> Result<Plan, Refusal> + Send + 'static, parts: &Weak<Parts>) -> Maker {
    let parts = Weak::clone(parts);
    let begin: Begin = Arc::new(move || parts.upgrade().into_iter().for_each(|parts| Planned(parts).begin()));
    Box::new(move || make().inspect(|plan| plan.compile_when_wanted(&begin)))
}

/// What makes a plan.
#[cfg(not(feature = "native"))]
fn maker(make: impl FnOnce() -> Result<Plan, Refusal> + Send + 'static, _: &Weak<Parts>) -> Maker {
    Box::new(make)
}

impl Planned {
    /// One that is made like this.
    pub(super) fn new(make: impl FnOnce() -> Result<Plan, Refusal> + Send + 'static) -> Self {
        Planned(Arc::new_cyclic(|parts| Parts {
            plan: LazyLock::new(maker(make, parts)),
            #[cfg(feature = "native")]
            turns: OnceLock::new(),
            #[cfg(feature = "native")]
            paths: OnceLock::new(),
            #[cfg(all(feature = "native", feature = "sim"))]
            games: OnceLock::new(),
            #[cfg(all(feature = "native", feature = "sim"))]
            plays_games: OnceLock::new(),
        }))
    }

    /// The plan; machine code of turns is made once enough was played without it.
    pub(super) fn turns(&self) -> Result<&Plan, Refusal> {
        self.0.plan.as_ref().map_err(|reason| *reason)
    }

    /// The plan, and machine code of turns and of what counts paths on its way.
    pub(super) fn paths(&self) -> Result<&Plan, Refusal> {
        let plan = self.turns();
        #[cfg(feature = "native")]
        {
            self.begin();
            self.0.paths.get_or_init(|| self.compile_in_the_background(Plan::compile_paths));
        }
        plan
    }

    /// The plan; machine code of turns and of games at random is made once enough was played without it.
    #[cfg(feature = "sim")]
    pub(super) fn games(&self) -> Result<&Plan, Refusal> {
        #[cfg(feature = "native")]
        {
            self.0.plays_games.get_or_init(|| ());
            // Where that of turns is begun, enough was played.
            if self.0.turns.get().is_some() {
                self.begin();
            }
        }
        self.turns()
    }

    /// Begins to make the machine code that somebody can use, if that was not done before.
    #[cfg(feature = "native")]
    fn begin(&self) {
        self.0.turns.get_or_init(|| self.compile_in_the_background(Plan::compile_turns));
        #[cfg(feature = "sim")]
        if self.0.plays_games.get().is_some() {
            self.0.games.get_or_init(|| self.compile_in_the_background(Plan::compile));
        }
    }

    /// Waits until all machine code is made. Tells whether there is any.
    #[cfg(feature = "native")]
    pub(super) fn compile(&self) -> bool {
        self.0.turns.get_or_init(|| ());
        #[cfg(feature = "sim")]
        self.0.games.get_or_init(|| ());
        self.turns().is_ok_and(Plan::compile)
    }

    /// Waits until that is made which counts paths.
    #[cfg(feature = "native")]
    pub(super) fn compile_paths(&self) {
        self.0.paths.get_or_init(|| ());
        let _ = self.turns().map(Plan::compile_paths);
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
