//! Finds the moves of many positions at once where turns lead onward only: each cell of all positions is one column of bytes, and
//! what a move makes of it is worked out for all of them in a few vector instructions. No branch depends on a position, and what
//! an option of a choice comes to is worked out whether it can be chosen or not.
//!
//! Code is followed once, with every option known in turn (`follow`, `values`, `doing`, `sowing`), in terms of the position before the
//! turn (`terms`, `functions`, `state`); what is asked for is made steps (`code`), which run in columns (`run`). What seldom happens is
//! left out first: only where it does in one of the positions are they looked at once more, with all of it.
//!
//! Code that goes round in relays (`relay`) is followed lap by lap, from where a lap begins to where the next one does (`relayed`). Each
//! turn sows its laps in a lane of its own, which the next one takes when it has come to its end (`going`).

mod code;
#[cfg(feature = "native")]
mod compiled;
mod doing;
#[cfg(feature = "sim")]
mod drawing;
#[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "moves are drawn in games at random"))]
mod drawn;
mod follow;
mod functions;
#[cfg(feature = "sim")]
mod games;
mod going;
mod implied;
mod paths;
mod places;
#[cfg(feature = "native")]
mod registers;
mod relay;
mod relayed;
mod run;
mod sowing;
mod state;
mod terms;
mod transposed;
mod values;

use super::Side;
use super::lanes::LANES;
use crate::model::RuleId;
pub(super) use code::At;
use code::{Asked, Code, Does, Step};
#[cfg(feature = "sim")]
pub(super) use drawing::{DrawingSteps, Part, marks};
use drawn::Counted;
use follow::{Follower, Found, Tells};
#[cfg(feature = "sim")]
pub(super) use games::{BeforeTurn, CameOfTurns, EndOfTurn, Note, RelaySteps, TurnsOf};
use going::{Came, Going};
pub(super) use paths::Paths;
use relay::Relays;
pub(super) use relayed::Head;
use relayed::{Arrival, MOST_NUMBERS, Relayed};
#[cfg(feature = "sim")]
pub(super) use run::truth;
pub(super) use run::{Columns, UnderWay, VECTOR};
use std::hint::black_box;
use std::ops::ControlFlow;
use terms::{Term, Terms};

/// Vectors of a column of as many positions as are looked at together.
const VECTORS: usize = LANES / VECTOR;

/// The code of a player cannot be followed so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Refused;

/// Steps that find the legal moves of one player: those that count them, and those that list what they lead to, up to laps of relays if
/// code comes to such; and what each of these laps leads to.
#[derive(Debug)]
pub(super) struct Steps {
    counting: Codes,
    listing: Codes,
    laps: Vec<LapSteps>,
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
        let relays = Relays::of(side);
        if !relays.is_empty() {
            return Steps::of_relays(side, &relays);
        }
        let all = Followed::new(side, false)?;
        let usual =
            Followed::new(side, true).ok().filter(|usual| ![Terms::NEVER, Terms::UNKNOWN].contains(&usual.seldom));
        let codes = |wanted| {
            let code =
                |followed: &Followed| Code::new(side.sizes.cells, &[(&followed.terms, followed.asked(wanted, &[]))]);
            Ok(Codes { usual: usual.as_ref().map(code).transpose()?, all: code(&all)? })
        };
        Ok(Steps { counting: codes(Wanted::Count)?, listing: codes(Wanted::Moves)?, laps: Vec::new() })
    }

    fn of_relays<const W: usize>(side: &Side<W>, relays: &Relays) -> Result<Self, Refused> {
        // Which moves are legal must not depend on whether there are others.
        if side.ranks {
            return Err(Refused);
        }
        let mut turn = Follower::new(side, false);
        turn.relays = Some(relays);
        turn.moves()?;
        let (mut turn, cells) = (Followed::of(turn), side.sizes.cells);
        let Relayed { heads, laps } = Relayed::new(side, relays, (&turn.arrivals, &turn.terms), Tells::Nothing)?;
        let mut codes = |wanted| {
            let asked = turn.asked_of_turns(wanted, &heads);
            Ok(Codes { usual: None, all: Code::new(cells, &[(&turn.terms, asked)])? })
        };
        let (counting, listing) = (codes(Wanted::Count)?, codes(Wanted::Moves)?);
        Ok(Steps { counting, listing, laps: steps_of_laps(heads, laps, cells)? })
    }
}

/// A lap of a relay, with the steps of all turns that are there.
type LapSteps = (Head, Code<What>);

/// The steps of all laps of positions of so many cells.
fn steps_of_laps<const W: usize>(
    heads: Vec<Head>,
    laps: Vec<Follower<'_, W>>,
    cells: usize,
) -> Result<Vec<LapSteps>, Refused> {
    let codes = laps.into_iter().enumerate().map(|(own, lap)| {
        let mut code = Followed::of(lap).code_of_lap(own, W, &heads)?;
        code.take_rows(cells).map(|()| code)
    });
    let codes = codes.collect::<Result<Vec<_>, _>>()?;
    Ok(heads.into_iter().zip(codes).collect())
}

#[cfg(feature = "native")]
impl Steps {
    /// Makes machine code of them, if that was not done before.
    pub(super) fn compile(&self) {
        self.codes().for_each(|code| code.compile(VECTORS));
    }

    /// Whether there is machine code of all of them by now.
    pub(super) fn is_compiled(&self) -> bool {
        self.codes().all(Code::is_compiled)
    }

    fn codes(&self) -> impl Iterator<Item = &Code<What>> {
        let turns =
            [&self.counting, &self.listing].into_iter().flat_map(|codes| codes.usual.iter().chain([&codes.all]));
        turns.chain(self.laps.iter().map(|(_, code)| code))
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

    /// How many legal moves some positions have together, of which there are no more than stand in columns. Each is made. Turns that
    /// come to a lap of a relay are told there.
    fn count<const W: usize>(
        &mut self,
        positions: &[[u8; W]],
        (laps, came): (&mut [Going<'_, u8, W>], &mut Came<W>),
    ) -> u64 {
        let mut count = 0;
        self.counting.run(positions, |columns, found, at| match found {
            What::Count => count = columns.sum(at[0], positions.len()),
            What::Begin(to, kept) => laps[*to].begin(columns, (at, *kept), (positions, |_| 1), came),
            What::Lap(to, kept) => laps[*to].begin_long(columns, (at, *kept), (positions, |_| 1)),
            // The last move of a path is made like any other.
            _ => {
                black_box(columns);
            }
        });
        count
    }

    /// Lists what the legal moves of some positions lead to, where they do not end the game: where the same player moves again, and
    /// where he does not. Turns that come to a lap of a relay are told there; so many moves are to go.
    fn children<const W: usize>(
        &mut self,
        (positions, to_go): (&[[u8; W]], u8),
        [again, others]: [&mut Vec<[u8; W]>; 2],
        (laps, came): (&mut [Going<'_, u8, W>], &mut Came<W>),
    ) {
        self.listing.run(positions, |columns, found, at| match found {
            What::Move => {
                let mut tell = |cells: &[u8; W], is_again| {
                    if is_again { again.push(*cells) } else { others.push(*cells) }
                };
                columns.each(at, positions.len(), &mut tell);
            }
            What::Begin(to, kept) => laps[*to].begin(columns, (at, *kept), (positions, |_| to_go), came),
            What::Lap(to, kept) => laps[*to].begin_long(columns, (at, *kept), (positions, |_| to_go)),
            _ => {}
        });
    }
}

/// What a player's code comes to.
struct Followed {
    terms: Terms,
    found: Vec<Found>,
    arrivals: Vec<Arrival>,
    count: Term,
    counted: Option<Counted>,
    /// Where this does not hold, because something happens that seldom does.
    seldom: Term,
}

impl Followed {
    /// Follows all of it, or what usually happens.
    fn new<const W: usize>(side: &Side<W>, is_usual: bool) -> Result<Self, Refused> {
        let mut follower = Follower::new(side, is_usual);
        follower.moves()?;
        Ok(Followed::of(follower))
    }

    fn of<const W: usize>(mut follower: Follower<'_, W>) -> Self {
        let count = follower.count();
        let Follower { seldom, terms, found, arrivals, counted, .. } = follower;
        Followed { terms, found, arrivals, count, counted, seldom }
    }

    /// What is asked for, and in which order.
    fn asked(&self, wanted: Wanted, laps: &[Head]) -> Vec<Asked<What>> {
        let one = |what, term| Asked { what, terms: vec![term] };
        let seldom = (self.seldom != Terms::NEVER).then(|| one(What::Seldom, self.seldom));
        let moves = self.found.iter().map(|found| {
            let told = if wanted == Wanted::Moves { &[found.is_legal, found.again, found.ended][..] } else { &[] };
            let terms = told.iter().chain(&found.told).chain(&found.cells);
            Asked { what: What::Move, terms: terms.copied().collect() }
        });
        let arrivals = self.arrivals.iter().filter_map(|arrival| arrival.told(arrival.comes, laps));
        let counted = self.counted.iter().flat_map(Counted::asked);
        let count = (wanted == Wanted::Count && !self.found.is_empty()).then(|| one(What::Count, self.count));
        seldom.into_iter().chain(counted).chain(moves).chain(arrivals).chain(count).collect()
    }

    /// The same of turns that may come to laps of relays: those that can be sown in columns, and the others.
    fn asked_of_turns(&mut self, wanted: Wanted, laps: &[Head]) -> Vec<Asked<What>> {
        let arrivals = std::mem::take(&mut self.arrivals);
        let mut asked = self.asked(wanted, laps);
        for arrival in &arrivals {
            let [short, long] = self.by_length(arrival, laps);
            asked.extend(arrival.told(long, laps));
            asked.extend(arrival.told(short, laps).map(Asked::begins));
        }
        self.arrivals = arrivals;
        asked
    }

    /// Whether a turn comes to a lap that can be sown in columns, and to one that cannot.
    fn by_length(&mut self, arrival: &Arrival, laps: &[Head]) -> [Term; 2] {
        let can_be_sown = arrival.to(laps).map_or(Terms::NEVER, |to| arrival.can_be_sown(&laps[to], &mut self.terms));
        [self.terms.both(arrival.comes, can_be_sown), self.terms.without(arrival.comes, can_be_sown)]
    }

    /// Steps of a lap of a relay, from so many columns for cells and what is kept behind them. Where a turn comes to the same lap again, it
    /// stays where it is; at least those that come there first do, if ways part.
    fn code_of_lap(mut self, own: usize, cells: usize, laps: &[Head]) -> Result<Code<What>, Refused> {
        let stays = self.arrivals.iter().position(|arrival| arrival.to(laps) == Some(own));
        let stays = stays.map(|at| self.arrivals.remove(at));
        let mut asked = self.asked(Wanted::Moves, laps);
        let given = cells + MOST_NUMBERS;
        let Some(arrival) = stays else { return Code::new(given, &[(&self.terms, asked)]) };
        let [short, long] = self.by_length(&arrival, laps);
        asked.extend(arrival.told(long, laps));
        asked.extend(arrival.told(short, laps).map(|asked| Asked { what: What::Stay, ..asked }));
        let mut code = Code::new(given, &[(&self.terms, asked)])?;
        code.take_up(cells, laps[own].kept().len())?;
        Ok(code)
    }
}

impl Counted {
    /// What is asked for to count them.
    fn asked(&self) -> impl Iterator<Item = Asked<What>> {
        let rows = self.rows.iter().map(|(row, taken)| (What::Row(*row), *taken));
        let captures = self.captures.iter().map(|(place, pieces)| (What::Captured(*place), *pieces));
        rows.chain(captures)
            .filter(|(_, term)| *term != Terms::NEVER)
            .map(|(what, term)| Asked { what, terms: vec![term] })
    }
}

impl Asked<What> {
    /// The lap begins there in columns.
    fn begins(self) -> Self {
        match self.what {
            What::Lap(to, kept) => Asked { what: What::Begin(to, kept), ..self },
            _ => self,
        }
    }
}

impl Code<What> {
    /// The cells and what is kept are taken up where they stand, in all lanes: whoever does not stay has told what he leads to.
    fn take_up(&mut self, cells: usize, kept: usize) -> Result<(), Refused> {
        let Some((.., at)) = self.parts.last() else { return Err(Refused) };
        let (numbers, places) = (&at[1..=kept], &at[kept + 1..]);
        let to = (0..).zip(places).chain((At::try_from(cells).map_err(|_| Refused)?..).zip(numbers));
        let all: Vec<(At, At)> = to.map(|(to, from)| (to, *from)).filter(|(to, from)| to != from).collect();
        let is_alone = |from: At| all.iter().filter(|(_, other)| *other == from).count() == 1;
        let mut left = all.clone();
        left.retain(|(to, from)| !(is_alone(*from) && self.make_there(*to, *from)));
        let mut steps = Vec::new();
        while !left.is_empty() {
            // What another takes up from here is taken up first.
            let free = |at: &usize| left.iter().all(|(_, from)| *from != left[*at].0);
            let next = (0..left.len()).find(free).ok_or(Refused)?;
            let (to, from) = left.remove(next);
            steps.push(Step::Two(Does::Either, to, [from, from]));
        }
        let stays = self.parts.last().map_or(0, |(.., at)| at[0]);
        self.parts.push((steps, What::Stayed, vec![stays]));
        Ok(())
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// A move: whether it is legal, whether the mover moves again, whether the game is over, what else is told, and the cells; or the cells
    /// alone.
    Move,
    /// How many legal moves there are.
    Count,
    /// Whether something happens for which these are not the steps.
    Seldom,
    /// A lap of a relay, by its number, and how much is kept there: whether a turn comes to it, what is kept, and the cells.
    Lap(usize, usize),
    /// The same of one that can be sown in columns.
    Begin(usize, usize),
    /// The same of the lap that it is at.
    Stay,
    /// Whether a turn has stayed where it is.
    Stayed,
    /// Whether a row is taken, and how many pieces are captured at a place.
    Row(RuleId),
    Captured(usize),
    /// What is told of turns that are drawn: from how many options, South's lead before it, and the place that is lifted first.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "moves are drawn in games at random"))]
    Told,
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
    usual: Option<Code<What>>,
    all: Code<What>,
}

/// The same, with columns for them to run in.
#[derive(Debug)]
struct Running {
    usual: Option<Columns<What, VECTORS>>,
    all: Columns<What, VECTORS>,
}

impl Running {
    fn new(codes: &Codes) -> Self {
        Running { usual: codes.usual.as_ref().map(Columns::new), all: Columns::new(&codes.all) }
    }

    /// Runs steps for some positions; tells of each thing when it is found, first of whether steps can be used at all.
    fn run<const W: usize>(
        &mut self,
        positions: &[[u8; W]],
        mut found: impl FnMut(&Columns<What, VECTORS>, &What, &[At]),
    ) {
        for columns in self.usual.iter_mut().chain([&mut self.all]) {
            columns.take(positions);
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

    /// A fifth of the shipped games lead onward only, and a seventh goes round in relays that are followed lap by lap.
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
        assert!(count >= 90, "only {count} are");
    }
}
