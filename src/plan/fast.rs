//! Straight code for whoever holds positions as cells: moves are told as they are found, and nothing is packed or unpacked.

use super::counts::Counts;
use super::expand::{Expander, Halt};
#[cfg(feature = "sim")]
use super::foreseen::Foreseen;
use super::op::turn;
#[cfg(feature = "sim")]
use super::outcomes::Outcome;
use super::outcomes::Outcomes;
use super::runner::Runner;
use super::{Plan, Side, Width, end_row, first_cells};
use crate::ir::{EndCode, Program};
use crate::model::Player;
use std::ops::ControlFlow;

/// A legal move that was found.
#[derive(Debug)]
pub(crate) struct Reached<'a> {
    /// The cells of the position that it leads to; further ones are empty.
    pub(crate) cells: &'a [u8],
    /// The kind of move.
    pub(crate) kind: usize,
    /// The choices, by the numbers of what was chosen.
    pub(crate) choices: &'a [u16],
    /// Whether the same player moves again.
    pub(crate) again: bool,
    /// The row that ended the game, if one did.
    pub(crate) ended: Option<&'a EndCode>,
    /// Pieces captured by the mover.
    pub(crate) captured: i32,
    /// Laps sown.
    pub(crate) laps: u32,
    /// What else a rule between two rounds may ask, in games that have rounds.
    pub(crate) in_match: Option<InMatch<'a>>,
}

/// What is known of a turn behind which a round may be over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InMatch<'a> {
    /// The cells of the position before the last lap, where that is asked for.
    pub(crate) before_sowing: &'a [u8],
    /// Number of the place where the last piece fell.
    pub(crate) last: Option<usize>,
    /// Number of the place last lifted that was a pit.
    pub(crate) origin: Option<usize>,
    /// Pieces in the place of the last drop before it fell.
    pub(crate) held: u16,
    /// Number of the place last lifted.
    pub(crate) lifted: Option<usize>,
    /// Number of the last sowing.
    pub(crate) sowing: Option<usize>,
    /// Whether it went against the way in which its track is written.
    pub(crate) backward: bool,
}

impl<'a> InMatch<'a> {
    fn of<const W: usize>(machine: &'a Runner<'_, W>) -> InMatch<'a> {
        InMatch {
            before_sowing: machine.before_sowing(),
            last: usize::try_from(machine.get(turn::LAST)).ok(),
            origin: usize::try_from(machine.get(turn::ORIGIN)).ok(),
            held: u16::try_from(machine.get(turn::HELD)).unwrap_or(0),
            lifted: usize::try_from(machine.get(turn::LIFTED)).ok(),
            sowing: usize::try_from(machine.get(turn::SOWING)).ok(),
            backward: machine.get(turn::WAY) != 0,
        }
    }
}

/// What is counted of a move.
#[derive(Debug)]
pub(crate) struct Played<'a> {
    /// Rows and captures.
    pub(crate) counts: &'a Counts,
    /// Number of the place that was lifted first.
    pub(crate) origin: Option<usize>,
    /// Number of the place where the last piece fell.
    pub(crate) last: Option<usize>,
    /// The cells of the position that it leads to, and whether the same player moves again.
    pub(crate) cells: &'a [u8],
    pub(crate) again: bool,
    /// Whether the game, or a round of a match, ended in the turn.
    pub(crate) ended: bool,
}

/// What a visit came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// All moves were seen.
    All,
    /// The visitor had seen enough.
    Enough,
    /// How many moves were seen; the others take too long for this.
    Some(u64),
}

/// Finds the moves of one position after the other. Make one for each thread.
#[derive(Debug)]
pub(crate) struct Fast<'p> {
    program: &'p Program,
    sides: Sides<'p>,
}

#[derive(Debug)]
enum Sides<'p> {
    Narrow(Box<[Expander<'p, 16>; 2]>),
    Middle(Box<[Expander<'p, 64>; 2]>),
    Wide(Box<[Expander<'p, 128>; 2]>),
}

impl Plan {
    /// What finds moves by this plan of a program.
    pub(crate) fn fast<'p>(&'p self, program: &'p Program) -> Fast<'p> {
        let prefers = program.model.preferences > 0;
        let sides = match &self.width {
            Width::Narrow(sides) => Sides::Narrow(both(sides, prefers)),
            Width::Middle(sides) => Sides::Middle(both(sides, prefers)),
            Width::Wide(sides) => Sides::Wide(both(sides, prefers)),
        };
        Fast { program, sides }
    }
}

fn both<const W: usize>(sides: &[Side<W>; 2], prefers: bool) -> Box<[Expander<'_, W>; 2]> {
    Box::new(sides.each_ref().map(|side| Expander::new(side, prefers)))
}

/// The same of whichever finds the mover's moves.
macro_rules! of_mover {
    ($fast:expr, $mover:expr, $side:ident => $what:expr) => {
        match &mut $fast.sides {
            Sides::Narrow(sides) => {
                let $side = &mut sides[$mover.index()];
                $what
            }
            Sides::Middle(sides) => {
                let $side = &mut sides[$mover.index()];
                $what
            }
            Sides::Wide(sides) => {
                let $side = &mut sides[$mover.index()];
                $what
            }
        }
    };
}

/// Which legal moves of a position are asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wanted {
    /// All, in the order of listing.
    All,
    /// The one with this number, of a position whose moves were counted unplayed.
    One(u32),
    /// The one with this place as its only choice, if moves of the position can be counted unplayed.
    #[cfg(feature = "sim")]
    Chosen(u16),
}

impl Fast<'_> {
    /// Visits legal moves of a position of this mover.
    #[inline]
    pub(crate) fn visit(
        &mut self,
        mover: Player,
        cells: &[u8],
        wanted: Wanted,
        visit: &mut impl FnMut(Reached<'_>) -> ControlFlow<()>,
    ) -> Seen {
        let visits = Visit { program: self.program, mover, wanted };
        of_mover!(self, mover, side => visits.by(side, cells, visit))
    }

    /// Lists what legal moves of a position of this mover lead to.
    #[inline]
    pub(crate) fn children(&mut self, mover: Player, cells: &[u8], wanted: Wanted, outcomes: &mut Outcomes) -> Seen {
        let program = self.program;
        of_mover!(self, mover, side => children_of(side, &first_cells(program, cells), wanted, outcomes))
    }

    /// The same, but for those behind the first that is enough.
    #[cfg(feature = "sim")]
    pub(crate) fn children_until(
        &mut self,
        mover: Player,
        cells: &[u8],
        outcomes: &mut Outcomes,
        is_enough: &impl Fn(&Outcome, &[u8]) -> bool,
    ) -> Seen {
        let program = self.program;
        let halted =
            of_mover!(self, mover, side => side.outcomes_until(&first_cells(program, cells), outcomes, is_enough));
        seen_of(halted, outcomes.len() as u64)
    }

    /// Plays a move, and tells what is counted of it. None if it has to be played by the interpreter.
    pub(crate) fn tell(&mut self, mover: Player, cells: &[u8], kind: usize, choices: &[u16]) -> Option<Played<'_>> {
        let program = self.program;
        of_mover!(self, mover, side => told(side, &first_cells(program, cells), kind, choices))
    }

    /// South's lead: in score, and in a game without score in the pieces of the players' places.
    pub(crate) fn lead(&mut self, mover: Player, cells: &[u8]) -> i32 {
        let program = self.program;
        of_mover!(self, mover, side => side.lead(&first_cells(program, cells)))
    }

    /// Whether a position is not over before the turn, if it has a legal move and has not been there before.
    pub(crate) fn goes_on(&mut self, mover: Player, cells: &[u8]) -> bool {
        let program = self.program;
        of_mover!(self, mover, side => side.is_over(&first_cells(program, cells)) == Some(false))
    }

    /// Whether it is known soon that a position has a legal move, and that the game is not over before it.
    #[cfg(feature = "sim")]
    pub(crate) fn surely_goes_on(&mut self, mover: Player, cells: &[u8]) -> bool {
        let program = self.program;
        of_mover!(self, mover, side => side.surely_goes_on(&first_cells(program, cells)))
    }

    /// From now on all positions are those that turns have come to, and have as many pieces as the next one.
    #[cfg(feature = "sim")]
    pub(crate) fn begin_search(&mut self) {
        for mover in [Player::South, Player::North] {
            of_mover!(self, mover, side => side.begin_search());
        }
    }

    /// What is known of the moves of a position before any of them is played, if it is known of all of them.
    #[cfg(feature = "sim")]
    #[inline]
    pub(crate) fn foresee(&mut self, mover: Player, cells: &[u8]) -> Option<Foreseen> {
        let program = self.program;
        of_mover!(self, mover, side => side.foresee(&first_cells(program, cells)))
    }

    /// Whether it is known that all moves are legal that were foreseen of a position.
    #[cfg(feature = "sim")]
    pub(crate) fn are_legal(&mut self, mover: Player, cells: &[u8], foreseen: &Foreseen) -> bool {
        let program = self.program;
        of_mover!(self, mover, side => side.is_free(&first_cells(program, cells), foreseen.kind()))
    }

    /// Those of some places of which nothing but their lap comes, by what was foreseen of the moves.
    #[cfg(feature = "sim")]
    #[inline]
    pub(crate) fn known_among(&mut self, mover: Player, cells: &[u8], foreseen: &Foreseen, places: u64) -> u64 {
        let program = self.program;
        of_mover!(self, mover, side => places & side.known(&first_cells(program, cells), foreseen, places))
    }

    /// What the first lap from a place adds to each cell, modulo 256, where moves were foreseen and it is worked out.
    #[cfg(feature = "sim")]
    #[inline]
    pub(crate) fn row(&self, mover: Player, cells: &[u8], foreseen: &Foreseen, place: u16) -> Option<&[u8]> {
        let seeds = *cells.get(usize::from(place))?;
        match &self.sides {
            Sides::Narrow(sides) => sides[mover.index()].row(foreseen, place.into(), seeds).map(<[u8; 16]>::as_slice),
            Sides::Middle(sides) => sides[mover.index()].row(foreseen, place.into(), seeds).map(<[u8; 64]>::as_slice),
            Sides::Wide(sides) => sides[mover.index()].row(foreseen, place.into(), seeds).map(<[u8; 128]>::as_slice),
        }
    }

    /// Lists what those legal moves of a position lead to that choose one of some places, by what was foreseen of them.
    #[cfg(feature = "sim")]
    #[inline]
    pub(crate) fn children_among(
        &mut self,
        mover: Player,
        cells: &[u8],
        among: (&Foreseen, u64),
        outcomes: &mut Outcomes,
    ) -> Seen {
        let (program, (foreseen, places)) = (self.program, among);
        let halted = of_mover!(self, mover, side => side.outcomes_among(&first_cells(program, cells), foreseen, places, outcomes));
        seen_of(halted, outcomes.len() as u64)
    }

    /// How many legal moves a position has, where that is known before any of them is played.
    pub(crate) fn count_unplayed(&mut self, mover: Player, cells: &[u8]) -> Option<u32> {
        let program = self.program;
        of_mover!(self, mover, side => side.count_unplayed(&first_cells(program, cells)))
    }
}

#[inline]
fn children_of<const W: usize>(
    side: &mut Expander<'_, W>,
    position: &[u8; W],
    wanted: Wanted,
    outcomes: &mut Outcomes,
) -> Seen {
    let halted = match wanted {
        Wanted::All => side.outcomes(position, outcomes),
        Wanted::One(number) => side.visit_one(position, number, &mut |runner| outcomes.add_found(runner)),
        #[cfg(feature = "sim")]
        Wanted::Chosen(place) => {
            side.outcome_chosen(position, place, outcomes);
            Ok(())
        }
    };
    seen_of(halted, outcomes.len() as u64)
}

/// What a visit came to in which so many moves were seen.
#[inline]
pub(super) fn seen_of(halted: Result<(), Halt>, seen: u64) -> Seen {
    match halted {
        Ok(()) => Seen::All,
        Err(Halt::Enough) => Seen::Enough,
        Err(Halt::TooLong) => Seen::Some(seen),
    }
}

/// What is counted of a move, if it could be played.
fn told<'a, const W: usize>(
    side: &'a mut Expander<'_, W>,
    position: &[u8; W],
    kind: usize,
    choices: &[u16],
) -> Option<Played<'a>> {
    side.count_rows(position, kind, choices)?;
    let runner = side.runner();
    Some(Played {
        counts: side.counts(),
        origin: usize::try_from(runner.lifted_first()).ok(),
        last: usize::try_from(runner.get(turn::LAST)).ok(),
        cells: runner.position(),
        again: runner.get(turn::AGAIN) != 0,
        ended: runner.get(turn::ENDED) != 0,
    })
}

/// Whose moves are told, and which.
struct Visit<'p> {
    program: &'p Program,
    mover: Player,
    wanted: Wanted,
}

impl Visit<'_> {
    #[inline]
    fn by<const W: usize>(
        &self,
        side: &mut Expander<'_, W>,
        cells: &[u8],
        visit: &mut impl FnMut(Reached<'_>) -> ControlFlow<()>,
    ) -> Seen {
        let code = self.program.code(self.mover);
        let position = first_cells(self.program, cells);
        let in_match = !code.rounds.is_empty();
        let mut seen = 0;
        let visit = &mut |machine: &Runner<'_, W>| {
            seen += 1;
            visit(Reached {
                cells: machine.position(),
                kind: usize::try_from(machine.get(turn::KIND)).unwrap_or(0),
                choices: machine.choices(),
                again: machine.get(turn::AGAIN) != 0,
                ended: end_row(code, machine.get(turn::ENDED)),
                captured: machine.get(turn::CAPTURED),
                laps: machine.get(turn::LAPS).unsigned_abs(),
                in_match: in_match.then(|| InMatch::of(machine)),
            })
        };
        let halted = match self.wanted {
            Wanted::All => side.visit(&position, visit),
            Wanted::One(number) => side.visit_one(&position, number, visit),
            #[cfg(feature = "sim")]
            Wanted::Chosen(place) => {
                side.visit_chosen(&position, place, visit);
                Ok(())
            }
        };
        seen_of(halted, seen)
    }
}
