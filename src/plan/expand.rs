//! What a position leads to: its legal moves, by the ranking of the phase that it is in.

#[cfg(feature = "sim")]
mod drawing;
#[cfg(feature = "sim")]
mod foreseeing;

use super::Side;
use super::abreast::{Head, UnderWay};
use super::at_once::AtOnce;
use super::counts::Counts;
use super::free::Judged;
use super::lanes::Child;
use super::machine::Stop;
use super::op::{Address, turn};
#[cfg(feature = "sim")]
use super::outcomes::Outcome;
use super::outcomes::Outcomes;
#[cfg(feature = "sim")]
use super::rulings::Rulings;
use super::runner::Runner;
use crate::model::{Id, Ranking};
#[cfg(feature = "sim")]
pub(super) use drawing::{Drawing, Told};
#[cfg(feature = "sim")]
use foreseeing::Beforehand;
#[cfg(feature = "sim")]
use std::cell::OnceCell;
use std::hint::black_box;
use std::ops::ControlFlow;

/// Finds legal moves of one player's positions.
#[derive(Debug, Clone)]
pub(super) struct Expander<'p, const W: usize> {
    side: &'p Side<W>,
    runner: Runner<'p, W>,
    prefers: bool,
    /// What is known beforehand of all moves, whatever the position is.
    #[cfg(feature = "sim")]
    foresight: OnceCell<Option<Beforehand<'p, W>>>,
    /// Whether something is known beforehand of all moves of positions in some phase.
    #[cfg(feature = "sim")]
    foresees: OnceCell<bool>,
    /// Which moves are legal, as far as that is told without playing.
    #[cfg(feature = "sim")]
    rulings: Rulings<'p, W>,
    /// What was counted of a move, where that is wanted.
    counts: Counts,
}

/// Why a visit came to its end before all moves were seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// The visitor has seen enough.
    Enough,
    /// The moves of the position take too long.
    TooLong,
}

impl<'p, const W: usize> Expander<'p, W> {
    pub(super) fn new(side: &'p Side<W>, prefers: bool) -> Self {
        Expander {
            side,
            runner: Runner::new(side),
            prefers,
            #[cfg(feature = "sim")]
            foresight: OnceCell::new(),
            #[cfg(feature = "sim")]
            foresees: OnceCell::new(),
            #[cfg(feature = "sim")]
            rulings: Rulings::new(side),
            counts: Counts::of(side),
        }
    }

    /// Who plays.
    pub(super) fn runner(&self) -> &Runner<'p, W> {
        &self.runner
    }

    /// Whether positions are from here on those that turns have come to.
    #[cfg(feature = "sim")]
    pub(super) fn come_from_turns(&mut self, do_so: bool) {
        self.runner.come_from_turns(do_so);
    }

    /// Whether one position after the other is faster than many at once: so it is by machine code.
    pub(super) fn is_faster_than_lanes(&self) -> bool {
        self.side.is_compiled()
    }

    /// Makes a position the one before the turn; gives the ranking of its phase.
    #[inline]
    fn ranking(&mut self, position: &[u8; W]) -> Option<&'p Ranking> {
        self.runner.set_position(position);
        let side = self.side;
        self.runner.phase().and_then(|phase| side.phases.get(phase))
    }

    /// How many legal moves a position has, where that is known before any of them is played.
    pub(super) fn count_unplayed(&mut self, position: &[u8; W]) -> Option<u32> {
        if !self.side.has_free {
            return None;
        }
        let ranking = self.ranking(position)?;
        let kind = self.unjudged(position, ranking)?;
        u32::try_from(self.runner.count_options(kind)).ok()
    }

    /// The kind of move of which all options are legal in a position, if it is so.
    #[inline]
    fn unjudged(&mut self, position: &[u8; W], ranking: &Ranking) -> Option<usize> {
        let Ranking::Kind(kind) = ranking else { return None };
        let kind = kind.index();
        self.is_free(position, kind).then_some(kind)
    }

    /// Whether it is known that all options of a kind are legal in a position.
    #[inline]
    pub(super) fn is_free(&mut self, position: &[u8; W], kind: usize) -> bool {
        self.side.free[kind] && !self.is_judged(position)
    }

    /// Whether a rule of legality is looked at in a position, as far as that is known.
    #[inline]
    fn is_judged(&mut self, position: &[u8; W]) -> bool {
        match self.side.judged {
            Judged::Never => false,
            Judged::Asked(address) => self.ask(position, address, self.side.judged_at_once.as_ref()) != 0,
            Judged::Unknown => true,
        }
    }

    /// Asks something of a position before the turn, at once if that can be.
    #[inline]
    fn ask(&mut self, position: &[u8; W], address: Address, at_once: Option<&AtOnce<W>>) -> i32 {
        at_once.map(|at_once| at_once.answer(position)).unwrap_or_else(|| {
            self.runner.set_position(position);
            self.runner.ask(address)
        })
    }

    /// Makes a position the one before the turn, and tells South's lead there.
    #[inline]
    pub(super) fn lead(&mut self, position: &[u8; W]) -> i32 {
        self.runner.set_position(position);
        self.runner.ask(self.side.lead)
    }

    /// Plays a move; tells whether it could be played.
    #[cfg(feature = "sim")]
    pub(super) fn play(&mut self, position: &[u8; W], kind: usize, choices: &[u16]) -> bool {
        self.runner.play(position, kind, choices)
    }

    /// Plays a legal move of which no more than that was told, behind its first choice if a turn can be begun there; tells whether it
    /// could be played.
    #[cfg(feature = "sim")]
    pub(super) fn play_told(&mut self, position: &[u8; W], kind: usize, choices: &[u16]) -> bool {
        match self.side.first_choice(kind).filter(|first| first.stands_alone) {
            Some(first) => self.runner.play_behind(position, (kind, choices), first),
            None => self.runner.play(position, kind, choices),
        }
    }

    /// Plays a move, and counts what there is to count of it; none if it could not be played.
    pub(super) fn count_rows(&mut self, position: &[u8; W], kind: usize, choices: &[u16]) -> Option<()> {
        // What was counted before is not of this move.
        self.runner.take_counts(&mut self.counts);
        let is_played = self.runner.play(position, kind, choices);
        self.counts.clear();
        self.runner.take_counts(&mut self.counts);
        is_played.then_some(())
    }

    /// What was counted of that move.
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Visits the legal move with this number of a position whose moves can be counted unplayed.
    pub(super) fn visit_one(
        &mut self,
        position: &[u8; W],
        number: u32,
        visit: &mut impl FnMut(&Runner<'p, W>) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        let Some(Ranking::Kind(kind)) = self.ranking(position) else { return Ok(()) };
        match self.runner.option(kind.index(), number) {
            Stop::Legal => {
                let _ = visit(&self.runner);
                Ok(())
            }
            Stop::TooLong => Err(Halt::TooLong),
            Stop::Over | Stop::Answer(_) => Ok(()),
        }
    }

    /// Visits the legal moves of a position in the order of listing.
    #[inline]
    pub(super) fn visit(
        &mut self,
        position: &[u8; W],
        visit: &mut impl FnMut(&Runner<'p, W>) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        let Some(ranking) = self.ranking(position) else { return Ok(()) };
        self.visit_ranked(ranking, visit)
    }

    #[inline]
    fn visit_ranked(
        &mut self,
        ranking: &Ranking,
        visit: &mut impl FnMut(&Runner<'p, W>) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        if !self.prefers {
            return self.ranked(ranking, &mut |this, kind| this.kind(kind, visit)).map(drop);
        }
        // A preference binds if some move satisfies it: look for the best first.
        let mut best = 0;
        let mut look = |runner: &Runner<'p, W>| {
            best = best.max(runner.get(turn::PREFERENCE));
            ControlFlow::Continue(())
        };
        self.ranked(ranking, &mut |this, kind| this.kind(kind, &mut look))?;
        let mut of_the_best = |runner: &Runner<'p, W>| {
            if runner.get(turn::PREFERENCE) == best { visit(runner) } else { ControlFlow::Continue(()) }
        };
        self.ranked(ranking, &mut |this, kind| this.kind(kind, &mut of_the_best)).map(drop)
    }

    /// Lists what the legal moves of a position lead to, in the order of listing. Machine code lists them together.
    #[inline]
    pub(super) fn outcomes(&mut self, position: &[u8; W], outcomes: &mut Outcomes) -> Result<(), Halt> {
        let Some(ranking) = self.ranking(position) else { return Ok(()) };
        #[cfg(feature = "native")]
        if !self.prefers && self.runner.lists_together() {
            return self.ranked(ranking, &mut |this, kind| this.runner.outcomes(kind, outcomes)).map(drop);
        }
        self.visit_ranked(ranking, &mut |runner| outcomes.add_found(runner))
    }

    /// The same, but for those behind the first that is enough.
    #[cfg(feature = "sim")]
    pub(super) fn outcomes_until(
        &mut self,
        position: &[u8; W],
        outcomes: &mut Outcomes,
        is_enough: &impl Fn(&Outcome, &[u8]) -> bool,
    ) -> Result<(), Halt> {
        let Some(ranking) = self.ranking(position) else { return Ok(()) };
        #[cfg(feature = "native")]
        if !self.prefers && self.runner.lists_together() {
            let until = &mut |this: &mut Self, kind| this.runner.outcomes_until(kind, outcomes, is_enough);
            return self.ranked(ranking, until).map(drop);
        }
        self.visit_ranked(ranking, &mut |runner| {
            let before = outcomes.len();
            outcomes.add_found(runner)?;
            if outcomes.end_with_enough(before, is_enough) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// How many legal moves a position has; each is made.
    pub(super) fn count(&mut self, position: &[u8; W]) -> Result<u64, Halt> {
        if !self.prefers
            && let Some(Ranking::Kind(kind)) = self.ranking(position)
        {
            return self.runner.count(kind.index()).ok_or(Halt::TooLong);
        }
        let mut count = 0;
        self.visit(position, &mut |runner| {
            black_box(runner.position());
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    /// What the legal moves of a position lead to, where they do not end the game.
    pub(super) fn children(&mut self, position: &[u8; W], children: &mut Vec<Child<W>>) -> Result<(), Halt> {
        #[cfg(feature = "native")]
        if self.side.is_compiled()
            && !self.prefers
            && let Some(Ranking::Kind(kind)) = self.ranking(position)
            && let Some(is_all) = self.runner.children(kind.index(), children)
        {
            return if is_all { Ok(()) } else { Err(Halt::TooLong) };
        }
        self.visit(position, &mut |runner| {
            children.extend(runner.child());
            ControlFlow::Continue(())
        })
    }

    /// Visits the legal moves that come of a turn that goes on where it has come to a lap of a relay.
    pub(super) fn go_on(
        &mut self,
        lap: &Head,
        turn: &UnderWay<W>,
        mut visit: impl FnMut(&Runner<'p, W>),
    ) -> Result<(), Halt> {
        let mut stop = self.runner.go_on(lap, turn);
        while stop == Stop::Legal {
            visit(&self.runner);
            stop = self.runner.next();
        }
        if stop == Stop::TooLong { Err(Halt::TooLong) } else { Ok(()) }
    }

    /// Whether the game is over before the turn; none if that takes too long.
    pub(super) fn is_over(&mut self, position: &[u8; W]) -> Option<bool> {
        let Some(over) = self.side.over else { return Some(false) };
        match self.ask(position, over, self.side.over_at_once.as_ref()) {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Visits the moves of a ranking, kind by kind; tells whether there was one.
    #[inline]
    fn ranked(
        &mut self,
        ranking: &Ranking,
        visit: &mut impl FnMut(&mut Self, usize) -> Result<bool, Halt>,
    ) -> Result<bool, Halt> {
        if let Ranking::Kind(kind) = ranking { visit(self, kind.index()) } else { self.several(ranking, visit) }
    }

    fn several(
        &mut self,
        ranking: &Ranking,
        visit: &mut impl FnMut(&mut Self, usize) -> Result<bool, Halt>,
    ) -> Result<bool, Halt> {
        match ranking {
            Ranking::Kind(kind) => visit(self, kind.index()),
            Ranking::Else(members) => {
                for member in members {
                    if self.ranked(member, visit)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Ranking::Or(members) => {
                let mut any = false;
                for member in members {
                    any |= self.ranked(member, visit)?;
                }
                Ok(any)
            }
        }
    }

    #[inline]
    fn kind(&mut self, kind: usize, visit: &mut impl FnMut(&Runner<'p, W>) -> ControlFlow<()>) -> Result<bool, Halt> {
        let first = self.runner.first(kind);
        self.visit_from(first, visit)
    }

    /// Visits the move that was found, and those behind it.
    #[inline]
    fn visit_from(
        &mut self,
        first: Stop,
        visit: &mut impl FnMut(&Runner<'p, W>) -> ControlFlow<()>,
    ) -> Result<bool, Halt> {
        let (mut any, mut stop) = (false, first);
        loop {
            match stop {
                Stop::Legal => {
                    any = true;
                    if visit(&self.runner).is_break() {
                        return Err(Halt::Enough);
                    }
                }
                Stop::TooLong => return Err(Halt::TooLong),
                Stop::Over | Stop::Answer(_) => return Ok(any),
            }
            stop = self.runner.next();
        }
    }
}
