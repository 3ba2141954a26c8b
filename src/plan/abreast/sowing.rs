//! Laps and chains: what a lap adds to a cell is a function of how many seeds are sown.

use super::Refused;
use super::follow::Follower;
use super::state::{Members, State};
use super::terms::{Range, Term, Terms};
use crate::plan::op::{Reg, View, turn};
use crate::plan::seeds::{Begins, Sown};

/// A lap from a place that is known: what it adds to each cell by the number of seeds, and where the last one falls.
struct Lap<const W: usize> {
    fewest: i16,
    rows: Vec<([u8; W], Option<i32>)>,
}

impl<const W: usize> Lap<W> {
    fn row(&self, seeds: i16) -> &([u8; W], Option<i32>) {
        &self.rows[usize::try_from(seeds - self.fewest).unwrap_or(0).min(self.rows.len() - 1)]
    }

    /// After how many seeds it goes on as it began, with the same added to each cell again; the number of all if it never does.
    fn round(&self) -> i16 {
        let seeds = || self.rows.iter().zip(self.fewest..).filter(|(_, seeds)| *seeds > 0).map(|(row, _)| row);
        let begins_anew = |round: usize| {
            let mut pairs = seeds().zip(seeds().skip(round));
            let added = |one: &[u8; W], two: &[u8; W]| -> [u8; W] {
                std::array::from_fn(|cell| two[cell].wrapping_sub(one[cell]))
            };
            let first = pairs.next().map(|(one, two)| added(&one.0, &two.0));
            first.is_some_and(|first| pairs.all(|(one, two)| one.1 == two.1 && added(&one.0, &two.0) == first))
        };
        let all = self.rows.len();
        let round = (1..all).find(|round| begins_anew(*round)).unwrap_or(all);
        i16::try_from(round).unwrap_or(i16::MAX)
    }
}

impl<const W: usize> Follower<'_, W> {
    /// Notes by which sowing seeds are sown, and its way.
    pub(super) fn sow_by(&mut self, state: &mut State, sowing: u16, way: Reg) {
        let sowing = self.terms.number(sowing.into());
        state.put(turn::SOWING, sowing);
        state.put(turn::WAY, state.get(way));
    }

    /// Counts a lap, of which there are not too many.
    pub(super) fn count_lap(&mut self, state: &mut State) -> Result<(), Refused> {
        let one = self.terms.number(1);
        for (reg, limit) in
            [(turn::LAPS, self.side.lap_limit_altogether), (turn::LAPS_SINCE_CAPTURE, self.side.lap_limit)]
        {
            let laps = self.terms.add(state.get(reg), one);
            if laps == Terms::UNKNOWN || i32::from(self.terms.range(laps).most) > limit {
                return Err(Refused);
            }
            state.put(reg, laps);
        }
        Ok(())
    }

    /// Lifts a place and sows behind it.
    pub(super) fn lift_and_sow(&mut self, state: &mut State, sowing: usize, start: Reg) -> Result<(), Refused> {
        self.lift(state, start, None)?;
        self.lap(state, sowing, start, true)
    }

    /// Sows the hand from a place that is known.
    pub(super) fn lap(&mut self, state: &mut State, sowing: usize, start: Reg, after: bool) -> Result<(), Refused> {
        let [start, way] = [start, turn::WAY].map(|reg| self.terms.constant(state.get(reg)).map(i32::from));
        let (Some(start), Some(way)) = (start, way) else { return Err(Refused) };
        let seeds = state.get(turn::HAND);
        let range = self.terms.range(seeds);
        if seeds == Terms::UNKNOWN || range.least > range.most {
            return Err(Refused);
        }
        let table = &self.side.tables.sowings[sowing];
        let begins = Begins { path: table.path, start, way, after };
        // A round begins with the first seed.
        let Some(lap) = self.lap_of(Range::new(range.least.min(1), range.most), begins, table.skipped(start)) else {
            return Ok(());
        };
        let seeds = self.in_one_round(state, seeds, lap.round());
        let last = self.sow(state, seeds, &lap);
        let is_any = self.terms.more_than(seeds, 0);
        let last = self.terms.choose(is_any, last, state.get(turn::LAST));
        let held = self.by_place(last, Terms::NEVER, |place| state.cell(View::Now, place));
        let one = self.terms.number(1);
        let held = self.terms.subtract_within(held, one, self.any_pieces());
        let held = self.terms.choose(is_any, held, state.get(turn::HELD));
        state.put(turn::LAST, last);
        state.put(turn::HELD, held);
        state.put(turn::HAND, Terms::NEVER);
        Ok(())
    }

    /// The seeds of a lap, of which there usually are no more than go round once.
    fn in_one_round(&mut self, state: &State, seeds: Term, round: i16) -> Term {
        if !self.is_usual {
            return seeds;
        }
        let more = self.terms.more_than(seeds, round);
        let is_so = self.terms.both(state.chosen, state.comes);
        let is_so = self.terms.both(is_so, more);
        self.seldom = self.terms.either(self.seldom, is_so);
        self.terms.known(seeds, Range::new(0, round))
    }

    /// What laps of so many seeds do; none if there is nowhere to sow.
    fn lap_of(&self, seeds: Range, begins: Begins, skipped: u64) -> Option<Lap<W>> {
        let tables = &self.side.tables;
        let rows = seeds.numbers().map(|hand| {
            let (mut cells, sown) = ([0; W], Sown { hand: hand.into(), skipped, each: 1 });
            let (left, last) = tables.sow_each(&mut cells, begins, sown);
            (left == 0).then_some((cells, last.map(|drop| drop.place)))
        });
        Some(Lap { fewest: seeds.least, rows: rows.collect::<Option<_>>()? })
    }

    /// Adds a lap to the cells; gives where its last seed falls, if it has any.
    fn sow(&mut self, state: &mut State, seeds: Term, lap: &Lap<W>) -> Term {
        let (range, round) = (self.terms.range(seeds), lap.round());
        let once_more = Range::new(range.least.min(1), range.most.min(round));
        let (mut left, mut rounds) = (seeds, Terms::NEVER);
        for behind in (1_i16..).map(|number| number.saturating_mul(round)).take_while(|behind| *behind < range.most) {
            let is_behind = self.terms.more_than(seeds, behind);
            left = self.terms.add_where(left, is_behind, (-round).into());
            rounds = self.terms.add_where(rounds, is_behind, -1);
        }
        let left = self.terms.known(left, once_more);
        let (before, again) = (lap.row(1), lap.row(1_i16.saturating_add(round)));
        for cell in 0..self.side.sizes.cells {
            let by_round = if rounds == Terms::NEVER { 0 } else { again.0[cell].wrapping_sub(before.0[cell]) };
            let added = self.terms.function(left, |seeds| Some(lap.row(seeds).0[cell].into()));
            let mut sum = self.terms.add_within(state.cell(View::Now, cell), added, self.any_pieces());
            for _ in 0..by_round {
                sum = self.terms.subtract_within(sum, rounds, self.any_pieces());
            }
            if added != Terms::NEVER || by_round > 0 {
                state.put_cell(cell, sum);
            }
        }
        self.terms.function(left, |seeds| Some(lap.row(seeds.max(1)).1.unwrap_or(-1)))
    }

    // --- chains ------------------------------------------------------------------------------------------------------

    /// The places of a chain: from where, at most how many.
    pub(super) fn chain(
        &mut self,
        state: &State,
        (from, most): (Reg, Reg),
        view: View,
        chain: u16,
    ) -> Result<Members, Refused> {
        let side = self.side;
        let table = &side.tables.chains[usize::from(chain)];
        let [sowing, way] = [turn::SOWING, turn::WAY].map(|reg| self.terms.constant(state.get(reg)));
        let (Some(sowing), Some(way)) = (sowing, way) else { return Err(Refused) };
        let path = side.tables.paths.get(side.tables.path_of_sowing(sowing.into())).ok_or(Refused)?;
        let places = &path.places[usize::from((way == 1) != table.back)];
        let most = side.constants.numbers.iter().find(|(reg, _)| *reg == most).map(|(_, most)| *most).ok_or(Refused)?;
        let is_once = places.iter().enumerate().all(|(at, place)| !places[..at].contains(place));
        if !is_once || usize::try_from(most).is_ok_and(|most| most < places.len()) || most < 0 {
            return Err(Refused);
        }
        let holds: Vec<Term> =
            places.iter().map(|place| self.holds_of(state, view, &table.filter, (*place).into())).collect();
        // A chain does not go on behind a place of which nothing holds; where there is none, it may go all round.
        let first = holds.iter().position(|holds| *holds == Terms::NEVER);
        let rounds = if first.is_some() { 1 } else { 2 };
        let (length, from) = (places.len(), state.get(from));
        let mut members = vec![Terms::NEVER; side.places];
        let mut before = Terms::NEVER;
        for at in (first.unwrap_or(0)..).take(rounds * length) {
            let place = usize::from(places[at % length]);
            let begins = self.terms.is(from, i32::from(places[at % length]));
            let comes = self.terms.either(begins, before);
            before = self.terms.both(holds[at % length], comes);
            if let Some(member) = members.get_mut(place) {
                *member = before;
            }
        }
        Ok(members.into())
    }
}
