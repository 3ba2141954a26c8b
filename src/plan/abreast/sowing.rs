//! Laps and chains: what a lap adds to a cell is a function of how many seeds are sown.

use super::Refused;
use super::follow::Follower;
use super::state::{Held, Members, State};
use super::terms::{Range, Term, Terms};
use crate::plan::Side;
use crate::plan::op::{Reg, View, turn};
use crate::plan::seeds::{Begins, Sown};
use crate::plan::tables::SowingTable;
use std::collections::BTreeMap;

/// A lap from a place that is known: what it adds to each cell by the number of seeds, and where the last one falls.
struct Lap<const W: usize> {
    fewest: i16,
    rows: Vec<([u8; W], Option<i32>)>,
}

impl<const W: usize> Lap<W> {
    fn row(&self, seeds: i16) -> &([u8; W], Option<i32>) {
        &self.rows[usize::try_from(seeds - self.fewest).unwrap_or(0).min(self.rows.len() - 1)]
    }

    /// What a round more adds to a cell.
    fn by_round(&self, cell: usize) -> u8 {
        self.row(1_i16.saturating_add(self.round())).0[cell].wrapping_sub(self.row(1).0[cell])
    }

    /// With how many seeds its first round comes to a cell, if it does; none if it is not so that it comes there once.
    #[expect(clippy::option_option, reason = "one says whether it comes there, the other whether that can be told")]
    fn comes_to(&self, cell: usize) -> Option<Option<i16>> {
        let most = self.fewest + i16::try_from(self.rows.len()).ok()? - 1;
        let seeds = || self.fewest.max(1)..=self.round().min(most);
        let first = seeds().find(|seeds| self.row(*seeds).0[cell] != 0);
        let is_once =
            seeds().all(|seeds| self.row(seeds).0[cell] == u8::from(first.is_some_and(|first| seeds >= first)));
        is_once.then_some(first)
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

/// The places of a sowing that passes each of them once in a round.
fn path_of<'s, const W: usize>(side: &'s Side<W>, table: &SowingTable<W>, way: i16) -> Option<&'s [u8]> {
    let places = &side.tables.paths.get(table.path)?.places[usize::from(way == 1)];
    let is_once = places.iter().enumerate().all(|(at, place)| !places[..at].contains(place));
    is_once.then_some(places)
}

/// How far behind the place from which it was sown the last round of a lap comes.
struct Behind {
    /// The place, and the first that it can be.
    start: Term,
    first: i16,
    /// How many seeds fall in that round.
    left: Range,
    /// The same and the number of the place, and less that.
    ahead: Term,
    back: Term,
}

impl Behind {
    /// For each place that it can be: how many seeds, plus or minus its number, do not suffice to come to a cell, of which it is told how
    /// many do.
    fn fewer_than(&self, by: i16, fewest: &[Option<i16>]) -> Vec<i16> {
        let known = |at: i16| {
            fewest.get(usize::try_from(at).ok()?).copied().flatten().map(|least| least - 1 + by * (self.first + at))
        };
        let all = (0..).take(fewest.len()).map(|at: i16| {
            // Where none does, any number will do that is large enough: most often that of a neighbour is.
            let never = self.left.most + by * (self.first + at);
            let near = [at + 1, at - 1].into_iter().filter_map(known).find(|near| *near >= never);
            known(at).unwrap_or(near.unwrap_or(never))
        });
        all.collect()
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

    /// Sows the hand.
    pub(super) fn lap(&mut self, state: &mut State, sowing: usize, start: Reg, after: bool) -> Result<(), Refused> {
        self.lap_from_places(state, sowing, (start, after), false)
    }

    /// The same; it may be known that it begins at a place of its path.
    pub(super) fn lap_from_places(
        &mut self,
        state: &mut State,
        sowing: usize,
        (start, after): (Reg, bool),
        is_on_path: bool,
    ) -> Result<(), Refused> {
        let (start, seeds) = (state.get(start), state.get(turn::HAND));
        let way = self.terms.constant(state.get(turn::WAY)).ok_or(Refused)?;
        let (range, starts) = (self.terms.range(seeds), self.terms.range(start));
        if [start, seeds].contains(&Terms::UNKNOWN) || range.least > range.most {
            return Err(Refused);
        }
        let table = &self.side.tables.sowings[sowing];
        let is_skipped = |start: i16| table.skipped(start.into()) != 0;
        let path = path_of(self.side, table, way).filter(|_| after && !starts.numbers().any(is_skipped));
        let last = match path.filter(|_| is_on_path && starts.least != starts.most) {
            Some(path) => self.sow_along(state, (start, seeds), path)?,
            None => {
                // A round begins with the first seed.
                let hands = Range::new(range.least.min(1), range.most);
                let lap_from = |start: i16| {
                    let begins = Begins { path: table.path, start: start.into(), way: way.into(), after };
                    self.lap_of(hands, begins, table.skipped(start.into()))
                };
                let laps: Option<Vec<Lap<W>>> = starts.numbers().map(lap_from).collect();
                match laps.as_deref() {
                    Some([lap]) => self.sow(state, seeds, lap),
                    Some(laps) => self.sow_from(state, start, seeds, laps)?,
                    // There is nowhere to sow.
                    None if starts.least == starts.most => return Ok(()),
                    None => return Err(Refused),
                }
            }
        };
        let is_any = self.terms.more_than(seeds, 0);
        let last = self.terms.choose(is_any, last, state.get(turn::LAST));
        self.work_out_held(state);
        let (cells, before) = (state.cells(View::Now).to_vec(), state.get(turn::HELD));
        state.hold(Held { last, cells, is_any, before });
        state.put(turn::LAST, last);
        state.put(turn::HAND, Terms::NEVER);
        Ok(())
    }

    /// Works out what the place of the last drop held before, if nobody has asked for it: by now more may be known of that place.
    pub(super) fn work_out_held(&mut self, state: &mut State) {
        let Some(held) = state.take_held() else { return };
        let known = state.get(turn::LAST);
        let last = if self.terms.plain(known) == self.terms.plain(held.last) { known } else { held.last };
        let cell = |place: usize| held.cells.get(place).copied().unwrap_or(Terms::NEVER);
        let there = self.by_place(last, Terms::NEVER, cell);
        let one = self.terms.number(1);
        let there = self.terms.subtract_within(there, one, self.any_pieces());
        let there = self.terms.choose(held.is_any, there, held.before);
        state.put(turn::HELD, there);
    }

    /// The seeds of a lap, of which there usually are no more than go round a few times.
    fn in_few_rounds(&mut self, state: &State, seeds: Term, round: i16) -> Term {
        let Some(rounds) = self.usual_rounds else { return seeds };
        let most = round.saturating_mul(rounds);
        let more = self.terms.more_than(seeds, most);
        let is_so = self.terms.both(state.chosen, state.comes);
        let is_so = self.terms.both(is_so, more);
        self.seldom = self.terms.either(self.seldom, is_so);
        self.terms.known(seeds, Range::new(0, most))
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

    /// How many seeds of a lap are left for its last round, and minus the number of rounds before that one.
    fn in_rounds(&mut self, seeds: Term, round: i16) -> (Term, Term) {
        let range = self.terms.range(seeds);
        let (mut left, mut rounds) = (seeds, Terms::NEVER);
        for behind in (1_i16..).map(|number| number.saturating_mul(round)).take_while(|behind| *behind < range.most) {
            let is_behind = self.terms.more_than(seeds, behind);
            left = self.terms.add_where(left, is_behind, (-round).into());
            rounds = self.terms.add_where(rounds, is_behind, -1);
        }
        (self.terms.known(left, Range::new(range.least.min(1), range.most.min(round))), rounds)
    }

    /// Adds a lap to the cells; gives where its last seed falls, if it has any.
    fn sow(&mut self, state: &mut State, seeds: Term, lap: &Lap<W>) -> Term {
        let seeds = self.in_few_rounds(state, seeds, lap.round());
        let (left, rounds) = self.in_rounds(seeds, lap.round());
        for cell in 0..self.side.sizes.cells {
            let by_round = if rounds == Terms::NEVER { 0 } else { lap.by_round(cell) };
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

    /// The same from one of several places, where all places of a path are passed in turn: each of them gets a seed for every round in
    /// which the lap comes as far, less the one of the first round if that begins behind it.
    fn sow_along(&mut self, state: &mut State, (start, seeds): (Term, Term), path: &[u8]) -> Result<Term, Refused> {
        let length = i16::try_from(path.len()).unwrap_or(i16::MAX);
        let index =
            |place: i16| path.iter().position(|other| i16::from(*other) == place).and_then(|at| i32::try_from(at).ok());
        let index = self.terms.filled(start, index);
        let seeds = self.in_few_rounds(state, seeds, length);
        let begins = self.terms.function(start, index);
        let ends = self.terms.add(begins, seeds);
        if ends == Terms::UNKNOWN {
            return Err(Refused);
        }
        let farthest = self.terms.range(ends).most;
        for (at, place) in (0..).zip(path) {
            let cell = usize::from(*place);
            let mut sum = state.cell(View::Now, cell);
            for round in (at..=farthest).step_by(path.len()) {
                let is_passed = self.terms.more_than(ends, round - 1);
                sum = self.terms.subtract_within(sum, is_passed, Range::BYTE);
            }
            let is_before = self.terms.more_than(begins, at - 1);
            sum = self.terms.add_within(sum, is_before, Range::BYTE);
            let sum = self.terms.known(sum, self.any_pieces());
            state.put_cell(cell, sum);
        }
        let last = self.terms.function(ends, |at| Some((at % length).into()));
        Ok(self.terms.function(last, |at| path.get(usize::try_from(at).ok()?).map(|place| i32::from(*place))))
    }

    /// The same from one of several places.
    fn sow_from(&mut self, state: &mut State, start: Term, seeds: Term, laps: &[Lap<W>]) -> Result<Term, Refused> {
        let round = laps[0].round();
        if laps.iter().any(|lap| lap.round() != round) {
            return Err(Refused);
        }
        let seeds = self.in_few_rounds(state, seeds, round);
        let first = self.terms.range(start).least;
        let (left, rounds) = self.in_rounds(seeds, round);
        let behind = Behind {
            start,
            first,
            ahead: self.terms.add(left, start),
            back: self.terms.subtract(left, start),
            left: self.terms.range(left),
        };
        for cell in 0..self.side.sizes.cells {
            let added = self.added_from(&behind, laps, cell)?;
            let mut sum = self.terms.subtract_within(state.cell(View::Now, cell), added, self.any_pieces());
            if rounds != Terms::NEVER {
                let by_round = laps.iter().map(|lap| lap.by_round(cell)).collect::<Vec<u8>>();
                if by_round.iter().any(|once| *once > 1) {
                    return Err(Refused);
                }
                let is_added =
                    self.terms.holds(start, |start| by_round[usize::try_from(start - first).unwrap_or(0)] == 1);
                let added = self.terms.both(rounds, is_added);
                sum = self.terms.subtract_within(sum, added, self.any_pieces());
            }
            state.put_cell(cell, sum);
        }
        self.last_from(&behind, laps)
    }

    /// Whether the last round of a lap comes to a cell.
    fn added_from(&mut self, behind: &Behind, laps: &[Lap<W>], cell: usize) -> Result<Term, Refused> {
        let fewest: Option<Vec<Option<i16>>> = laps.iter().map(|lap| lap.comes_to(cell)).collect();
        let fewest = fewest.ok_or(Refused)?;
        if fewest.iter().all(Option::is_none) {
            return Ok(Terms::NEVER);
        }
        let ways = [1, -1].map(|by| behind.fewer_than(by, &fewest));
        let jumps = |least: &[i16]| least.windows(2).filter(|two| two[0] != two[1]).count();
        let (least, sum) =
            if jumps(&ways[1]) < jumps(&ways[0]) { (&ways[1], behind.back) } else { (&ways[0], behind.ahead) };
        let least = |start: i16| Some(i32::from(least[usize::try_from(start - behind.first).unwrap_or(0)]));
        let least = self.terms.function(behind.start, least);
        Ok(self.terms.more(sum, least))
    }

    /// Where the last seed falls: a function of how far behind the start it does.
    fn last_from(&mut self, behind: &Behind, laps: &[Lap<W>]) -> Result<Term, Refused> {
        for (by, sum) in [(1, behind.ahead), (-1, behind.back)] {
            let (mut places, mut is_one) = (BTreeMap::new(), true);
            for (start, lap) in (behind.first..).zip(laps) {
                for seeds in behind.left.numbers().filter(|seeds| *seeds > 0) {
                    let place = lap.row(seeds).1.unwrap_or(-1);
                    is_one &= *places.entry(seeds + by * start).or_insert(place) == place;
                }
            }
            if is_one {
                let nearest = |at: i16| places.range(..=at).next_back().or_else(|| places.iter().next());
                return Ok(self.terms.function(sum, |at| nearest(at).map(|(_, place)| *place)));
            }
        }
        Err(Refused)
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
