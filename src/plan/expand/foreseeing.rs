//! Moves of which something is known before they are played: those that are wanted are listed, and the others are left alone. Where
//! all is known of them, they are not even played.

use super::{Expander, Halt, Ranking};
use crate::id::Id as _;
use crate::plan::along::as_set;
use crate::plan::cells;
use crate::plan::foreseen::{Foreseen, Foresight};
use crate::plan::laps::Lap;
use crate::plan::machine::Stop;
use crate::plan::outcomes::Outcomes;
use crate::plan::runner::Runner;
use std::ops::ControlFlow;

/// What is known beforehand of all moves of a position; and whether they are of another kind if there is none of this one.
pub(super) type Beforehand<'p, const W: usize> = (&'p Foresight<W>, bool);

impl<'p, const W: usize> Expander<'p, W> {
    /// What is known of the moves of a position before any of them is played, if it is known of all of them.
    #[inline]
    pub(in crate::plan) fn foresee(&mut self, position: &[u8; W]) -> Option<Foreseen> {
        let (foresight, gives_way) = self.foresight(position)?;
        let foreseen = foresight.foresee(self.side, position);
        let is_known = !gives_way || (foreseen.options() != 0 && self.is_free(position, foreseen.kind()));
        is_known.then_some(foreseen)
    }

    /// What is known beforehand of all moves of all positions, if something is.
    pub(in crate::plan) fn foresight_of_all(&self) -> Option<&'p Foresight<W>> {
        let ranking = self.side.phases.first().filter(|_| self.side.phase.is_none())?;
        self.foresight_of(ranking).filter(|(_, gives_way)| !gives_way).map(|(foresight, _)| foresight)
    }

    /// What is known beforehand of all moves of a position.
    #[inline]
    pub(super) fn foresight(&mut self, position: &[u8; W]) -> Option<Beforehand<'p, W>> {
        if self.side.phase.is_none() {
            return *self.foresight.get_or_init(|| self.foresight_of(self.side.phases.first()?));
        }
        // Which phase it is in is not asked where that makes no difference.
        let in_any = || self.side.phases.iter().any(|ranking| self.foresight_of(ranking).is_some());
        if !*self.foresees.get_or_init(in_any) {
            return None;
        }
        let ranking = self.ranking(position)?;
        self.foresight_of(ranking)
    }

    /// The same of all moves of a ranking.
    fn foresight_of(&self, ranking: &Ranking) -> Option<Beforehand<'p, W>> {
        if self.prefers {
            return None;
        }
        let (kind, gives_way) = match ranking {
            Ranking::Kind(kind) => (*kind, false),
            ranking => (ranking.first_kind()?, true),
        };
        Some((self.side.foresight(kind.index())?, gives_way))
    }

    /// What is known beforehand of moves of the kind that was foreseen.
    #[inline]
    fn foresight_behind(&self, foreseen: &Foreseen) -> Option<&'p Foresight<W>> {
        match self.foresight.get() {
            Some(Some((foresight, _))) if foresight.kind() == foreseen.kind() => Some(foresight),
            _ => self.side.foresight(foreseen.kind()),
        }
    }

    /// Lists what those legal moves of a position lead to that choose one of some places, in the order of listing, by what was
    /// foreseen of them.
    #[inline]
    pub(in crate::plan) fn outcomes_among(
        &mut self,
        position: &[u8; W],
        foreseen: &Foreseen,
        places: u64,
        outcomes: &mut Outcomes,
    ) -> Result<(), Halt> {
        let Some(foresight) = self.foresight_behind(foreseen) else { return Ok(()) };
        let places = places & foreseen.options();
        let known = self.known(position, foreseen, places);
        let told = foresight.told_among(foreseen, places & !known, || self.is_free(position, foreseen.kind()));
        let (mut left, mut plays) = (places, false);
        while left != 0 {
            let (place, others) = (left.trailing_zeros() as usize, left & (left - 1));
            let lap = foresight.lap_of(place, position[place & (W - 1)]);
            let captured = || if told >> place & 1 == 1 { foresight.captured(position, place) } else { None };
            let added = if let Some(lap) = lap.filter(|_| known >> place & 1 == 1) {
                outcomes.add_cells(&cells::sum_of(position, &lap.row), &foreseen.outcome(place, 0))
            } else if let Some((cells, captured)) = captured() {
                outcomes.add_cells(&cells, &foreseen.outcome(place, captured))
            } else {
                if !plays {
                    // Where one has to be played, machine code plays all that are left.
                    #[cfg(feature = "native")]
                    if let Some(listed) = self.runner.outcomes_among(position, (foreseen.kind(), left), outcomes) {
                        return listed;
                    }
                    #[cfg(not(feature = "native"))]
                    self.runner.set_position(position);
                    plays = true;
                }
                match self.played(foresight, place, lap) {
                    Stop::Legal => outcomes.add_found(&self.runner),
                    Stop::TooLong => return Err(Halt::TooLong),
                    Stop::Over | Stop::Answer(_) => ControlFlow::Continue(()),
                }
            };
            if added.is_break() {
                return Err(Halt::Enough);
            }
            left = others;
        }
        Ok(())
    }

    /// What the first lap from a place with so many seeds adds to each cell, modulo 256, if it is worked out.
    #[inline]
    pub(in crate::plan) fn row(&self, foreseen: &Foreseen, place: usize, seeds: u8) -> Option<&'p [u8; W]> {
        Some(&self.foresight_behind(foreseen)?.lap_of(place, seeds)?.row)
    }

    /// Those of some places of which it is known what moves from there lead to.
    #[inline(always)]
    pub(in crate::plan) fn known(&mut self, position: &[u8; W], foreseen: &Foreseen, places: u64) -> u64 {
        foreseen.known_among(places, || self.is_free(position, foreseen.kind()))
    }

    /// Plays the move of a place that is its only choice, from the position before the turn.
    #[inline]
    fn played(&mut self, foresight: &Foresight<W>, place: usize, lap: Option<&Lap<W>>) -> Stop {
        match (lap, foresight.begins_behind(), u16::try_from(place)) {
            (Some(lap), Some(first), Ok(place)) => self.runner.behind_first_lap(foresight.kind(), place, first, lap),
            _ => self.runner.first_among(foresight.kind(), 1 << (place & 63)),
        }
    }

    /// Lists what the legal move with this place as its only choice leads to, where it is known before any move is played that there
    /// is one.
    #[inline]
    pub(in crate::plan) fn outcome_chosen(&mut self, position: &[u8; W], place: u16, outcomes: &mut Outcomes) {
        if let Some((foresight, _)) = self.foresight(position)
            && self.is_free(position, foresight.kind())
        {
            if let Some(foreseen) = foresight.foresee_one(self.side, position, place) {
                let _ = self.outcomes_among(position, &foreseen, foreseen.options(), outcomes);
            }
            return;
        }
        self.visit_chosen(position, place, &mut |runner| outcomes.add_found(runner));
    }

    /// Visits the legal move with this place as its only choice, in a position whose moves can be counted unplayed; tells
    /// whether there is one.
    pub(in crate::plan) fn visit_chosen(
        &mut self,
        position: &[u8; W],
        place: u16,
        visit: &mut impl FnMut(&Runner<'p, W>) -> ControlFlow<()>,
    ) -> bool {
        if !self.side.has_free {
            return false;
        }
        let kind = self.ranking(position).and_then(|ranking| self.unjudged(position, ranking));
        let is_there = kind.is_some_and(|kind| self.runner.first_among(kind, as_set(place.into())) == Stop::Legal);
        if is_there {
            let _ = visit(&self.runner);
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::at_random::{Led, Turn, settings};
    use crate::plan::machine::Machine;
    use crate::plan::op::turn;
    use crate::plan::{Plan, Side, Width, pack};
    use crate::{Variant, shipped_names};

    /// Turns of games at random that are compared.
    const TURNS: usize = 200;

    /// The legal moves of a kind as they are found by playing, each with the pieces that it captures; without those that end the game.
    fn found<const W: usize>(plays: &mut Machine<'_, W>, cells: &[u8; W], kind: usize) -> Vec<(Led<W>, i32)> {
        let mut all = Vec::new();
        plays.set_position(cells);
        let mut stop = plays.first(kind);
        while stop == Stop::Legal {
            if plays.get(turn::ENDED) == 0 {
                all.push(((*plays.position(), plays.get(turn::AGAIN) != 0), plays.get(turn::CAPTURED)));
            }
            stop = plays.next();
        }
        all
    }

    /// Plays turns at random from a position on, and compares what is listed by what was foreseen with what is found by playing; of
    /// how many captures tables told what comes of them.
    fn compared<const W: usize>(sides: &[Side<W>; 2], start: [u8; W], name: &str) -> usize {
        let mut expanders = sides.each_ref().map(|side| Expander::new(side, false));
        let mut plays = sides.each_ref().map(Machine::new);
        let (mut turn, mut told) = (Turn::first(start), 0);
        for _ in 0..TURNS {
            let (expander, plays) = (&mut expanders[turn.by], &mut plays[turn.by]);
            let Some(foreseen) = expander.foresee(&turn.cells) else {
                turn.go_on(&[]);
                continue;
            };
            let mut outcomes = Outcomes::default();
            outcomes.clear(100);
            let all = expander.outcomes_among(&turn.cells, &foreseen, foreseen.options(), &mut outcomes);
            assert_eq!(all, Ok(()), "{name}");
            let listed = (0..outcomes.len()).map(|number| (number, outcomes.outcome(number)));
            let listed = listed.filter(|(_, told)| told.ended() == 0).map(|(number, told)| {
                let cells = *outcomes.first_cells::<W>(number).expect("they are of this width");
                ((cells, told.again()), told.captured)
            });
            let listed: Vec<(Led<W>, i32)> = listed.collect();
            assert_eq!(listed, found(plays, &turn.cells, foreseen.kind()), "{name} {:?}", turn.cells);
            if let Some(foresight) = expander.foresight_behind(&foreseen) {
                let among = foresight
                    .told_among(&foreseen, foreseen.options(), || expander.is_free(&turn.cells, foreseen.kind()));
                let places = (0..64).filter(|place| among >> place & 1 == 1);
                told += places.filter_map(|place| foresight.captured(&turn.cells, place)).count();
            }
            turn.go_on(&listed.into_iter().map(|(led, _)| led).collect::<Vec<_>>());
        }
        told
    }

    /// What is listed of moves that were foreseen is what comes of them when they are played; and in many games tables tell what is
    /// captured.
    #[test]
    fn what_is_foreseen_comes_out_in_play() {
        let mut tell = Vec::new();
        for name in shipped_names() {
            let variant = Variant::shipped(name).expect("it is shipped");
            for bindings in settings(&variant) {
                let game = variant.game_with(&bindings).expect("it checks");
                let Ok(plan) = Plan::new(game.program()) else { continue };
                let (program, start) = (game.program(), game.start());
                let told = match &plan.width {
                    Width::Narrow(sides) => compared(sides, pack(program, &start), name),
                    Width::Middle(sides) => compared(sides, pack(program, &start), name),
                    Width::Wide(sides) => compared(sides, pack(program, &start), name),
                };
                if told >= TURNS / 4 && !tell.contains(&name) {
                    tell.push(name);
                }
            }
        }
        assert!(
            tell.len() >= 10 && ["oware", "kalah", "bohnenspiel"].iter().all(|name| tell.contains(name)),
            "{tell:?}"
        );
    }
}
