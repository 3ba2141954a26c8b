//! Finds the moves of many positions at once where turns lead onward only: each cell of all positions is one column of bytes, and
//! what a move makes of it is worked out for all of them in a few vector instructions. No branch depends on a position, and what
//! an option of a choice comes to is worked out whether it can be chosen or not.
//!
//! Code is followed once, with every option known in turn (`follow`, `values`, `doing`, `sowing`), in terms of the position before the
//! turn (`terms`, `functions`, `state`); what is asked for is made steps (`code`), which run in columns (`run`). What seldom happens is
//! left out first: only where it does in one of the positions are they looked at once more, with all of it.

mod code;
mod doing;
#[cfg(feature = "sim")]
mod drawing;
#[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "moves are drawn in games at random"))]
mod drawn;
mod follow;
mod functions;
mod implied;
mod paths;
mod run;
mod sowing;
mod state;
mod terms;
mod transposed;
mod values;

use super::Side;
use super::lanes::LANES;
pub(super) use code::At;
use code::{Asked, Code};
#[cfg(feature = "sim")]
pub(super) use drawing::{Drawing, Part, marks};
use follow::{Follower, Found};
pub(super) use paths::Paths;
pub(super) use run::{Columns, VECTOR};
use std::hint::black_box;
use std::ops::ControlFlow;
use terms::{Term, Terms};

/// Vectors of a column of as many positions as are looked at together.
const VECTORS: usize = LANES / VECTOR;

/// The code of a player cannot be followed so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Refused;

/// Steps that find the legal moves of one player: those that count them, and those that list what they lead to.
#[derive(Debug)]
pub(super) struct Steps {
    counting: Codes,
    listing: Codes,
}

impl Steps {
    /// None where a player's code cannot be followed so.
    pub(super) fn new<const W: usize>(side: &Side<W>) -> Option<Self> {
        Steps::made(side).ok()
    }

    fn made<const W: usize>(side: &Side<W>) -> Result<Self, Refused> {
        if !side.can_stand_in_columns() {
            return Err(Refused);
        }
        let all = Followed::new(side, false)?;
        let usual =
            Followed::new(side, true).ok().filter(|usual| ![Terms::NEVER, Terms::UNKNOWN].contains(&usual.seldom));
        let codes = |wanted| {
            let code = |followed: &Followed| Code::new(side.sizes.cells, &[(&followed.terms, followed.asked(wanted))]);
            Ok(Codes { cells: side.sizes.cells, usual: usual.as_ref().map(code).transpose()?, all: code(&all)? })
        };
        Ok(Steps { counting: codes(Wanted::Count)?, listing: codes(Wanted::Moves)? })
    }
}

/// Finds the legal moves of many positions of one player.
#[derive(Debug)]
struct Abreast {
    counting: Running,
    listing: Running,
}

impl Abreast {
    fn new(steps: &Steps) -> Self {
        Abreast { counting: Running::new(&steps.counting), listing: Running::new(&steps.listing) }
    }

    /// How many legal moves some positions have together, of which there are no more than stand in columns. Each is made.
    fn count<const W: usize>(&mut self, positions: &[[u8; W]]) -> u64 {
        let mut count = 0;
        self.counting.run(positions, |columns, found, at| match found {
            // The last move of a path is made like any other.
            What::Move | What::Seldom => {
                black_box(columns);
            }
            What::Count => count = columns.sum(at[0], positions.len()),
        });
        count
    }

    /// Lists what the legal moves of some positions lead to, where they do not end the game: where the same player moves again, and
    /// where he does not.
    fn children<const W: usize>(&mut self, positions: &[[u8; W]], [again, others]: [&mut Vec<[u8; W]>; 2]) {
        self.listing.run(positions, |columns, found, at| {
            if *found != What::Move {
                return;
            }
            columns.each(
                at,
                positions.len(),
                |cells, is_again| {
                    if is_again { again.push(*cells) } else { others.push(*cells) }
                },
            );
        });
    }
}

/// What a player's code comes to.
struct Followed {
    terms: Terms,
    found: Vec<Found>,
    count: Term,
    /// Where this does not hold, because something happens that seldom does.
    seldom: Term,
}

impl Followed {
    /// Follows all of it, or what usually happens.
    fn new<const W: usize>(side: &Side<W>, is_usual: bool) -> Result<Self, Refused> {
        let mut follower = Follower::new(side, is_usual);
        follower.moves()?;
        let count = follower.count();
        Ok(Followed { seldom: follower.seldom, terms: follower.terms, found: follower.found, count })
    }

    /// What is asked for, and in which order.
    fn asked(&self, wanted: Wanted) -> Vec<Asked<What>> {
        let one = |what, term| Asked { what, terms: vec![term] };
        let seldom = (self.seldom != Terms::NEVER).then(|| one(What::Seldom, self.seldom));
        let moves = self.found.iter().map(|found| {
            let told = if wanted == Wanted::Moves { &[found.is_legal, found.again, found.ended][..] } else { &[] };
            Asked { what: What::Move, terms: told.iter().chain(&found.cells).copied().collect() }
        });
        let count = (wanted == Wanted::Count).then(|| one(What::Count, self.count));
        seldom.into_iter().chain(moves).chain(count).collect()
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// A move: whether it is legal, whether the mover moves again, whether the game is over, and the cells; or the cells alone.
    Move,
    /// How many legal moves there are.
    Count,
    /// Whether something happens for which these are not the steps.
    Seldom,
}

/// What is wanted of the moves that were found. All are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// How many are legal.
    Count,
    /// Which are, and what is told of them.
    Moves,
}

/// Steps that work out what is wanted: those for what usually happens, where they are fewer, and those for everything.
#[derive(Debug)]
struct Codes {
    cells: usize,
    usual: Option<Code<What>>,
    all: Code<What>,
}

/// The same, with columns for them to run in.
#[derive(Debug)]
struct Running {
    cells: usize,
    usual: Option<Columns<What, VECTORS>>,
    all: Columns<What, VECTORS>,
}

impl Running {
    fn new(codes: &Codes) -> Self {
        let (usual, all) = (codes.usual.as_ref().map(Columns::new), Columns::new(&codes.all));
        Running { cells: codes.cells, usual, all }
    }

    /// Runs steps for some positions; tells of each thing when it is found, first of whether steps can be used at all.
    fn run<const W: usize>(
        &mut self,
        positions: &[[u8; W]],
        mut found: impl FnMut(&Columns<What, VECTORS>, &What, &[At]),
    ) {
        for columns in self.usual.iter_mut().chain([&mut self.all]) {
            columns.take(positions, self.cells);
            let is_through = columns.run(|what, at| match what {
                What::Seldom if columns.holds_somewhere(at[0], positions.len()) => ControlFlow::Break(()),
                what => {
                    found(columns, what, at);
                    ControlFlow::Continue(())
                }
            });
            if is_through.is_continue() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Plan, Width};
    use crate::{Variant, shipped_names};

    fn is_followed<const W: usize>(sides: &[Side<W>; 2]) -> bool {
        sides.iter().all(|side| Steps::new(side).is_some())
    }

    /// A fifth of the shipped games lead onward only, and their code is followed.
    #[test]
    fn many_games_are_followed() {
        let plans = shipped_names().filter_map(|name| {
            let game = Variant::shipped(name).ok()?.game().ok()?;
            Plan::new(game.program()).ok()
        });
        let followed = plans.filter(|plan| match &plan.width {
            Width::Narrow(sides) => is_followed(sides),
            Width::Middle(sides) => is_followed(sides),
            Width::Wide(sides) => is_followed(sides),
        });
        let count = followed.count();
        assert!(count >= 50, "only {count} are");
    }
}
