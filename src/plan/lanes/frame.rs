//! What the turns in some lanes have come to: their positions and registers, a row for each register.

use super::list::{LANES, List};
use crate::id::Id;
use crate::model::CompareOp;
use crate::plan::Side;
use crate::plan::along::{Along, Chained, Walk};
use crate::plan::cells;
use crate::plan::leads_back::LeadsBack;
use crate::plan::live::Carried;
use crate::plan::op::{Reg, SetReg, VIEWS, View, turn};
use crate::plan::pieces::{self, Taken};
use crate::plan::seeds::{self, Begins, Drop, Dropping, Sown};
use crate::plan::tables::{SowingTable, Tables};
use std::cell::Cell;
use std::marker::PhantomData;

/// Registers, each with what it holds in every lane.
pub(super) struct Rows<R, T>(Box<[[Cell<T>; LANES]; 256]>, PhantomData<R>);

impl<R: Id, T: Copy + Default> Rows<R, T> {
    fn new() -> Self {
        let rows: Vec<[Cell<T>; LANES]> = (0..256).map(|_| std::array::from_fn(|_| Cell::default())).collect();
        match rows.into_boxed_slice().try_into() {
            Ok(rows) => Rows(rows, PhantomData),
            Err(_) => unreachable!("there are 256 registers"),
        }
    }

    /// What a register holds in each lane.
    #[inline(always)]
    pub(super) fn of(&self, reg: R) -> &[Cell<T>; LANES] {
        &self.0[reg.index()]
    }

    /// The same value in the first lanes.
    fn fill(&self, reg: R, value: T, count: usize) {
        self.of(reg)[..count.min(LANES)].iter().for_each(|cell| cell.set(value));
    }
}

/// What those who follow others have of them.
#[derive(Clone, Copy)]
pub(super) struct Kept<'c> {
    pub(super) carried: &'c Carried,
    /// The views of a position that are asked for.
    pub(super) views: [bool; VIEWS],
    /// Whether it is asked from which of the first positions they came.
    pub(super) roots: bool,
}

/// Turns in lanes.
pub(super) struct Frame<const W: usize> {
    pub(super) numbers: Rows<Reg, i32>,
    pub(super) sets: Rows<SetReg, u64>,
    /// Positions by view.
    pub(super) cells: [Box<[[u8; W]; LANES]>; VIEWS],
    /// Lanes that are used: the first ones.
    count: usize,
    /// For each lane: from which of the first positions it came.
    pub(super) root: [u8; LANES],
    /// Whether pieces may be in the hand of any lane.
    in_hand: Cell<bool>,
    /// No lane has sown more laps.
    laps: Cell<i32>,
}

impl<const W: usize> Frame<W> {
    pub(super) fn new(side: &Side<W>) -> Self {
        let (numbers, sets) = (Rows::new(), Rows::new());
        side.constants.numbers.iter().for_each(|(reg, value)| numbers.fill(*reg, *value, LANES));
        side.constants.sets.iter().for_each(|(reg, set)| sets.fill(*reg, *set, LANES));
        let cells = std::array::from_fn(|_| Box::new([[0; W]; LANES]));
        Frame { numbers, sets, cells, count: 0, root: [0; LANES], in_hand: Cell::new(false), laps: Cell::new(0) }
    }

    /// Takes positions into the first lanes.
    pub(super) fn take(&mut self, positions: &[[u8; W]]) {
        self.count = positions.len().min(LANES);
        for (lane, position) in positions.iter().enumerate().take(LANES) {
            self.cells[View::TurnStart as usize][lane] = *position;
            self.root[lane] = lane.to_le_bytes()[0];
        }
    }

    /// The turns are played from what was done to the positions.
    pub(super) fn settle(&mut self) {
        let [now, start, _] = self.cells.each_mut().map(|cells| &mut cells[..self.count]);
        start.copy_from_slice(now);
    }

    /// Turns of a kind begin in all lanes that are used.
    pub(super) fn begin(&mut self, kind: i32, remembers: bool) {
        let count = self.count;
        let [now, start, before] = self.cells.each_mut().map(|cells| &mut cells[..count]);
        now.copy_from_slice(start);
        if remembers {
            before.copy_from_slice(start);
        }
        self.in_hand.set(false);
        self.laps.set(0);
        Reg::all().zip(turn::BEGIN).for_each(|(reg, value)| self.numbers.fill(reg, value, count));
        self.numbers.fill(turn::KIND, kind, count);
    }

    /// The first lanes go on from where others have come to: their parents.
    pub(super) fn follow(&mut self, before: &Frame<W>, parents: &[u8], kept: Kept<'_>) {
        let from = |lane: usize| usize::from(parents[lane]) % LANES;
        let (count, carried) = (parents.len().min(LANES), kept.carried);
        self.count = count;
        let children = || 0..count;
        for (view, _) in kept.views.iter().enumerate().filter(|(_, used)| **used) {
            let (to, others) = (&mut self.cells[view], &before.cells[view]);
            children().for_each(|lane| to[lane] = others[from(lane)]);
        }
        if kept.roots {
            children().for_each(|lane| self.root[lane] = before.root[from(lane)]);
        }
        for reg in &carried.numbers {
            let (to, others) = (self.numbers.of(*reg), before.numbers.of(*reg));
            children().for_each(|lane| to[lane].set(others[from(lane)].get()));
        }
        for reg in &carried.sets {
            let (to, others) = (self.sets.of(*reg), before.sets.of(*reg));
            children().for_each(|lane| to[lane].set(others[from(lane)].get()));
        }
        self.in_hand.set(before.in_hand.get());
        self.laps.set(before.laps.get());
        carried.begun.iter().for_each(|(reg, value)| self.numbers.fill(*reg, *value, count));
        self.numbers.fill(turn::KIND, before.numbers.of(turn::KIND)[0].get(), count);
    }

    #[inline(always)]
    pub(super) fn get(&self, reg: Reg, lane: usize) -> i32 {
        self.numbers.of(reg)[lane % LANES].get()
    }

    #[inline(always)]
    pub(super) fn put(&self, reg: Reg, lane: usize, value: i32) {
        self.numbers.of(reg)[lane % LANES].set(value);
    }

    #[inline(always)]
    pub(super) fn set(&self, reg: SetReg, lane: usize) -> u64 {
        self.sets.of(reg)[lane % LANES].get()
    }

    #[inline(always)]
    pub(super) fn view(&self, view: View, lane: usize) -> &[u8; W] {
        &self.cells[view as usize][lane % LANES]
    }

    #[inline(always)]
    pub(super) fn now(&mut self, lane: usize) -> &mut [u8; W] {
        &mut self.cells[View::Now as usize][lane % LANES]
    }

    /// Puts a number for each lane.
    #[inline(always)]
    pub(super) fn number(&self, list: &List, to: Reg, value: impl Fn(usize) -> i32) {
        let to = self.numbers.of(to);
        list.each_small(|lane| to[lane % LANES].set(value(lane)));
    }

    /// Puts a set for each lane.
    #[inline(always)]
    pub(super) fn places(&self, list: &List, to: SetReg, value: impl Fn(usize) -> u64) {
        let to = self.sets.of(to);
        list.each(|lane| to[lane % LANES].set(value(lane)));
    }

    /// Where two numbers compare so, and where not.
    #[inline]
    pub(super) fn compare(&self, list: &List, op: CompareOp, one: Reg, two: Reg) -> (List, List) {
        let (one, two) = (self.numbers.of(one), self.numbers.of(two));
        let (one, two) = (|lane: usize| one[lane].get(), |lane: usize| two[lane].get());
        // Which comparison it is, is asked once.
        match op {
            CompareOp::Equal => list.split(|lane| one(lane) == two(lane)),
            CompareOp::NotEqual => list.split(|lane| one(lane) != two(lane)),
            CompareOp::Less => list.split(|lane| one(lane) < two(lane)),
            CompareOp::AtMost => list.split(|lane| one(lane) <= two(lane)),
            CompareOp::More => list.split(|lane| one(lane) > two(lane)),
            CompareOp::AtLeast => list.split(|lane| one(lane) >= two(lane)),
        }
    }

    /// A sowing is made, and its way.
    #[inline]
    pub(super) fn sow_by(&self, list: &List, sowing: i32, way: Reg) {
        let way = self.numbers.of(way);
        self.number(list, turn::SOWING, |_| sowing);
        self.number(list, turn::WAY, |lane| way[lane].get());
    }

    // --- what is done in a lane --------------------------------------------------------------------------------------

    #[inline(always)]
    pub(super) fn along(&self, lane: usize) -> Along {
        Along { sowing: self.get(turn::SOWING, lane), way: self.get(turn::WAY, lane) }
    }

    /// The walk that three registers hold.
    pub(super) fn walk(&self, first: Reg, lane: usize) -> Walk {
        Walk {
            path: self.get(first, lane),
            index: self.get(first.behind(1), lane),
            left: self.get(first.behind(2), lane),
        }
    }

    pub(super) fn put_walk(&self, first: Reg, lane: usize, walk: Walk) {
        self.put(first, lane, walk.path);
        self.put(first.behind(1), lane, walk.index);
        self.put(first.behind(2), lane, walk.left);
    }

    #[inline(always)]
    pub(super) fn add_to_hand(&self, lane: usize, count: i32) {
        self.in_hand.set(true);
        self.put(turn::HAND, lane, self.get(turn::HAND, lane) + count);
    }

    #[inline]
    pub(super) fn lift(&mut self, lane: usize, place: i32, most: i32) {
        self.put(turn::LIFTED, lane, place);
        if place >= 0 {
            let lifted = pieces::take(self.now(lane), place, most);
            self.add_to_hand(lane, lifted);
            self.put(turn::ORIGIN, lane, place);
        }
    }

    /// Pieces were taken for the mover, or for somebody else.
    #[inline(always)]
    pub(super) fn captured(&self, lane: usize, by_mover: bool, taken: Taken) {
        if taken.to_hand != 0 {
            self.add_to_hand(lane, taken.to_hand);
        }
        if by_mover && taken.all > 0 {
            self.put(turn::CAPTURED, lane, self.get(turn::CAPTURED, lane) + taken.all);
            self.put(turn::JUST_CAPTURED, lane, 1);
            self.put(turn::LAPS_SINCE_CAPTURE, lane, 0);
        }
    }

    #[inline(always)]
    fn dropped(&self, lane: usize, drop: Drop) {
        self.put(turn::HELD, lane, drop.held);
        self.put(turn::LAST, lane, drop.place);
    }

    /// Lifts a place in each lane and sows behind it, by rows that are worked out where there are any.
    #[inline]
    pub(super) fn lift_laps(&mut self, side: &Side<W>, sowing: &SowingTable<W>, list: &List, start: Reg) {
        let [start, way] = [start, turn::WAY].map(|reg| self.numbers.of(reg));
        let none_in_hand = self.without_hand(list).len() == list.len();
        let Some(laps) = sowing.laps.as_ref().filter(|_| none_in_hand) else {
            list.each_small(|lane| self.put(turn::LIFTED, lane, start[lane].get()));
            list.each(|lane| self.lift_and_sow(side, sowing, lane, self.get(turn::LIFTED, lane)));
            return;
        };
        let [held, last, lifted, origin] =
            [turn::HELD, turn::LAST, turn::LIFTED, turn::ORIGIN].map(|reg| self.numbers.of(reg));
        let tables = [&*laps[0], &*laps[1]];
        let now = &mut self.cells[View::Now as usize];
        list.each_small(|lane| lifted[lane].set(start[lane].get()));
        let mut others = List::NONE;
        list.each(|lane| {
            let (from, cells) = (start[lane].get(), &mut now[lane]);
            let table = tables[usize::from(way[lane].get() == 1)];
            let place = usize::try_from(from).unwrap_or(usize::MAX);
            let Some(lap) = table.lap(place, usize::from(cells[place & (W - 1)])) else { return others.add(lane) };
            cells::add(cells, &lap.row);
            origin[lane].set(from);
            last[lane].set(i32::from(lap.last));
            held[lane].set(i32::from(cells[usize::from(lap.last) & (W - 1)]) - 1);
        });
        others.each(|lane| self.lift_and_sow(side, sowing, lane, self.get(turn::LIFTED, lane)));
    }

    /// The same in one lane, where no row is worked out.
    #[cold]
    fn lift_and_sow(&mut self, side: &Side<W>, sowing: &SowingTable<W>, lane: usize, start: i32) {
        self.lift(lane, start, i32::MAX);
        self.lap(side, sowing, lane, (start, true));
    }

    /// Sows the hand, by a row that is worked out if there is one; from a start on, or from behind it.
    pub(super) fn lap(&mut self, side: &Side<W>, sowing: &SowingTable<W>, lane: usize, (start, after): (i32, bool)) {
        let begins = Begins { path: sowing.path, start, way: self.get(turn::WAY, lane), after };
        let hand = self.get(turn::HAND, lane);
        match seeds::sow_lap(sowing, self.now(lane), begins, hand) {
            Some(drop) => {
                self.dropped(lane, drop);
                self.put(turn::HAND, lane, 0);
            }
            None => self.sow_each(side, lane, begins, (sowing.skipped(start), 1)),
        }
    }

    /// Sows the hand place by place: what is left out, and how many into each place.
    pub(super) fn sow_each(&mut self, side: &Side<W>, lane: usize, begins: Begins, (skipped, each): (u64, i32)) {
        let sown = Sown { hand: self.get(turn::HAND, lane), skipped, each };
        let (hand, last) = side.tables.sow_each(self.now(lane), begins, sown);
        self.put(turn::HAND, lane, hand);
        if let Some(drop) = last {
            self.dropped(lane, drop);
        }
    }

    /// Drops what falls into a place together, and goes on so where that leads back to the next drop; tells how many drops
    /// there were.
    pub(super) fn drop_on(
        &mut self,
        side: &Side<W>,
        lane: usize,
        first: Reg,
        (skipped, each): (u64, i32),
        back: &LeadsBack,
    ) -> u32 {
        let mut at = Dropping { path: self.get(first, lane), index: self.get(first.behind(1), lane) };
        let sown = Sown { hand: self.get(turn::HAND, lane), skipped, each };
        let Some(dropped) = side.tables.drop_on(self.now(lane), &mut at, sown, back) else { return 0 };
        self.dropped(lane, dropped.last);
        self.put(turn::HAND, lane, dropped.hand);
        self.put(first.behind(1), lane, at.index);
        dropped.drops
    }

    /// The lanes with no pieces in the hand.
    #[inline(always)]
    pub(super) fn without_hand(&self, list: &List) -> List {
        let hand = self.numbers.of(turn::HAND);
        if self.in_hand.get() { list.split(|lane| hand[lane].get() == 0).0 } else { *list }
    }

    /// Counts a lap in each lane; tells in which there have been too many, and in which not.
    #[inline]
    pub(super) fn count_laps(&self, side: &Side<W>, list: &List) -> (List, List) {
        let [laps, since] = [turn::LAPS, turn::LAPS_SINCE_CAPTURE].map(|reg| self.numbers.of(reg));
        list.each_small(|lane| laps[lane].set(laps[lane].get() + 1));
        list.each_small(|lane| since[lane].set(since[lane].get() + 1));
        let (most, most_altogether) = (side.lap_limit, side.lap_limit_altogether);
        self.laps.set(self.laps.get() + 1);
        if self.laps.get() <= most {
            return (List::NONE, *list);
        }
        list.split(|lane| (since[lane].get() > most) | (laps[lane].get() > most_altogether))
    }

    /// The places of a chain in each lane.
    #[inline]
    pub(super) fn chains(
        &self,
        tables: &Tables<W>,
        list: &List,
        to: SetReg,
        (from, most): (Reg, Reg),
        (view, chain): (View, u16),
    ) {
        let (to, [starts, limits]) = (self.sets.of(to), [from, most].map(|reg| self.numbers.of(reg)));
        let (filter, cells) = (&tables.chains[usize::from(chain)].filter, &self.cells[view as usize]);
        list.each(|lane| to[lane].set(0));
        // Most chains end where they begin.
        let begins = |lane: usize| {
            let from = starts[lane].get();
            let place = usize::try_from(from.max(0)).unwrap_or(0);
            (from >= 0) & filter.holds_of(&cells[lane], place)
        };
        let (some, _) = list.split_by(begins);
        some.each(|lane| {
            let (from, most) = (starts[lane].get(), limits[lane].get());
            to[lane].set(tables.chain(&cells[lane], self.along(lane), Chained { from, most, chain }));
        });
    }

    /// All pieces of a set are captured in each lane.
    #[inline]
    pub(super) fn capture(&mut self, side: &Side<W>, list: &List, set: SetReg, (into, captor): (Reg, Reg)) {
        let sets = self.sets.of(set);
        let (some, _) = list.split(|lane| sets[lane].get() != 0);
        some.each(|lane| {
            let (set, into) = (self.set(set, lane), self.get(into, lane));
            let taken = pieces::take_all(self.now(lane), set, into);
            self.captured(lane, self.get(captor, lane) == side.mover, taken);
        });
    }
}
