//! Turns in relays, each in a lane of its own that another takes up when it has come to its end: all sow a lap at once.

use super::code::{At, Code};
use super::relayed::{Head, KEPT};
use super::run::{Columns, Lanes, UnderWay, VECTOR, sum_of, truth};
use super::{VECTORS, What};
use crate::plan::lanes::{Child, LANES};
use std::ops::ControlFlow;

/// Where more cells have changed they are all taken from their columns, otherwise most from the position.
const MANY_CHANGED: usize = 6;

/// Whoever is told what comes of turns.
pub(super) trait Hears<const W: usize> {
    /// What is noted of each turn.
    type Note: Copy + Default;

    /// Legal moves are found in some lanes: what is asked for of them stands there.
    fn moves(&mut self, columns: &Columns<What, VECTORS>, at: &[At], turns: &Turns<Self::Note>);

    /// A turn has come to another lap, by its number, or does not stay where it is.
    fn lap(&mut self, to: usize, turn: UnderWay<W>, note: Self::Note);

    /// So many lanes with turns, or pieces in all of them, are counted for something that was asked for.
    fn counted(&mut self, what: What, count: u64) {
        let _ = (what, count);
    }

    /// Nothing has come of a turn: it is not legal.
    fn nothing(&mut self, note: Self::Note) {
        let _ = note;
    }
}

/// Which lanes hold turns, as truth values, and what is noted of these.
#[derive(Debug)]
pub(super) struct Turns<N> {
    pub(super) are_there: [u8; LANES],
    pub(super) notes: [N; LANES],
}

/// What has come of turns, of each of which it is noted how many moves are to go, this one among them.
#[derive(Debug)]
pub(super) struct Came<const W: usize> {
    /// Moves that were the last of a path.
    pub(super) paths: u64,
    /// What others lead to, where they do not end the game, and how many moves are to go there.
    pub(super) children: Vec<(Child<W>, u8)>,
    /// Turns that have come to another lap, by its number, or do not stay where they are.
    pub(super) laps: Vec<(usize, UnderWay<W>, u8)>,
}

impl<const W: usize> Came<W> {
    pub(super) fn new() -> Self {
        Came { paths: 0, children: Vec::new(), laps: Vec::new() }
    }
}

/// Turns that are at the same lap.
#[derive(Debug)]
pub(super) struct Going<'s, N, const W: usize> {
    head: &'s Head,
    columns: Columns<What, VECTORS>,
    turns: Turns<N>,
    /// Lanes where there is none.
    free: Vec<u8>,
    /// How many turns have come here from their positions, and how many laps were sown.
    begun: usize,
    sown: usize,
    /// Those that wait for a lane, and those that take long.
    waiting: Vec<(UnderWay<W>, N)>,
    long: Vec<(UnderWay<W>, N)>,
}

impl<'s, N: Copy + Default, const W: usize> Going<'s, N, W> {
    pub(super) fn new((head, code): &'s (Head, Code<What>)) -> Self {
        let turns = Turns { are_there: [0; LANES], notes: [N::default(); LANES] };
        let (free, columns) = (all_lanes(), Columns::new(code));
        Going { head, columns, turns, free, begun: 0, sown: 0, waiting: Vec::new(), long: Vec::new() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        LANES - self.free.len() + self.waiting.len()
    }

    /// How many turns have come to the lap from their positions, and how many laps were sown.
    #[cfg(any(feature = "native", feature = "sim"))]
    pub(super) fn begun_and_sown(&self) -> [usize; 2] {
        [self.begun, self.sown]
    }

    pub(super) fn head(&self) -> &'s Head {
        self.head
    }

    /// Turns come to the lap from some positions: whether they do, what is kept, and the cells, most of which are as they were. Whenever
    /// there is no lane left, a lap is sown.
    pub(super) fn begin(
        &mut self,
        columns: &Columns<What, VECTORS>,
        (at, kept): (&[At], usize),
        (positions, note): (&[[u8; W]], impl Fn(usize) -> N),
        hears: &mut impl Hears<W, Note = N>,
    ) {
        let (comes, numbers, cells) = (at[0], &at[1..=kept], &at[kept + 1..]);
        let changed: Vec<(At, At)> = (0..).zip(cells.iter().copied()).filter(|(cell, at)| at != cell).collect();
        let Some((always, others)) = numbers.split_first_chunk::<KEPT>() else { return };
        let always = always.map(|at| columns.column(at));
        let others: Vec<(At, At)> = (0..).skip(W + KEPT).zip(others.iter().copied()).collect();
        let numbers = |from: usize| always.map(|column| column.byte(from).get());
        let byte_of = |from| move |(to, at): &(At, At)| (*to, columns.byte(*at, from));
        let lanes = columns.all_with(comes).common(Lanes::first(positions.len()));
        if changed.len() > MANY_CHANGED {
            columns.rows_with(lanes, cells, |from, cells: &[u8; W]| {
                let lane = self.free_lane(hears);
                self.columns.put_row(lane, cells, std::iter::empty());
                self.put_numbers(lane, numbers(from), others.iter().map(byte_of(from)));
                self.take(lane, note(from));
            });
        } else {
            lanes.each(|from| {
                let lane = self.free_lane(hears);
                self.columns.put_row(lane, &positions[from], changed.iter().map(byte_of(from)));
                self.put_numbers(lane, numbers(from), others.iter().map(byte_of(from)));
                self.take(lane, note(from));
            });
        }
        self.begun += lanes.count();
    }

    /// Puts what is kept into a lane: what is kept in any case, and the others, each with its column.
    #[inline(always)]
    fn put_numbers(&self, lane: usize, always: [u8; KEPT], others: impl Iterator<Item = (At, u8)>) {
        self.columns.put_lane(W, lane, &always);
        others.for_each(|(to, byte)| self.columns.set_byte(to, lane, byte));
    }

    /// The same of turns of which the lap takes long.
    pub(super) fn begin_long(
        &mut self,
        columns: &Columns<What, VECTORS>,
        (at, kept): (&[At], usize),
        (positions, note): (&[[u8; W]], impl Fn(usize) -> N),
    ) {
        let (comes, numbers, cells) = (at[0], &at[1..=kept], &at[kept + 1..]);
        columns.lanes_with(comes, |lane| {
            if lane >= positions.len() {
                return;
            }
            let (cells, numbers) = (columns.lane(cells, lane), columns.lane(numbers, lane));
            self.long.push((UnderWay { cells, numbers }, note(lane)));
        });
    }

    /// A turn takes a lane.
    #[inline(always)]
    fn take(&mut self, lane: usize, note: N) {
        (self.turns.are_there[lane % LANES], self.turns.notes[lane % LANES]) = (u8::MAX, note);
    }

    /// A lane that is free: laps are sown until there is one.
    #[inline(always)]
    fn free_lane(&mut self, hears: &mut impl Hears<W, Note = N>) -> usize {
        loop {
            if let Some(lane) = self.free.pop() {
                return lane.into();
            }
            self.sow(hears);
        }
    }

    /// One more turn has come to the lap.
    pub(super) fn add(&mut self, turn: UnderWay<W>, note: N) {
        if self.head.can_sow(&turn.numbers) { self.waiting.push((turn, note)) } else { self.long.push((turn, note)) }
    }

    /// Sows a lap in all lanes.
    pub(super) fn sow(&mut self, hears: &mut impl Hears<W, Note = N>) {
        self.take_lanes();
        self.columns.take_rows();
        self.sown += LANES - self.free.len();
        let (turns, columns, mut told) = (&self.turns, &self.columns, Lanes::default());
        let _ = columns.run(|what, at| {
            match what {
                What::Move => {
                    told.add(columns.all_with(at[0]));
                    hears.moves(columns, at, turns);
                }
                What::Row(_) | What::Captured(_) => hears.counted(*what, turns.count(columns, (*what, at[0]))),
                What::Lap(to, kept) => columns.lanes_with(at[0], |lane| {
                    told.add_one(lane);
                    if turns.are_there[lane] != 0 {
                        let (numbers, cells) = (&at[1..=*kept], &at[kept + 1..]);
                        let turn = UnderWay { cells: columns.lane(cells, lane), numbers: columns.lane(numbers, lane) };
                        hears.lap(*to, turn, turns.notes[lane]);
                    }
                }),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        self.leave_lanes(told, hears);
    }

    /// Those that wait take the lanes that are free.
    fn take_lanes(&mut self) {
        let taken = self.free.len().min(self.waiting.len());
        let (first, left) = (self.waiting.len() - taken, self.free.len() - taken);
        for at in 0..taken {
            let ((turn, note), lane) = (self.waiting[first + at], usize::from(self.free[left + at]));
            self.columns.put_row(lane, &turn.cells, std::iter::empty());
            self.columns.put_lane(W, lane, &turn.numbers);
            self.take(lane, note);
        }
        self.waiting.truncate(first);
        self.free.truncate(left);
    }

    /// Lanes are free where turns have not stayed.
    fn leave_lanes(&mut self, told: Lanes, hears: &mut impl Hears<W, Note = N>) {
        let stayed = self.columns.last().filter(|(what, _)| **what == What::Stayed).map(|(_, at)| at[0]);
        let mut gone = [[0; VECTOR]; VECTORS];
        let are_there = self.turns.are_there.as_chunks_mut::<VECTOR>().0;
        for ((gone, are_there), number) in gone.iter_mut().zip(are_there).zip(0..) {
            let stays = stayed.map_or([0; VECTOR], |at| self.columns.vector(at, number));
            for lane in 0..VECTOR {
                gone[lane] = are_there[lane] & !stays[lane];
                are_there[lane] &= stays[lane];
            }
        }
        let gone = Lanes::of(gone.into_iter());
        gone.each(|lane| self.free.push(lane.to_le_bytes()[0]));
        gone.without(told).each(|lane| hears.nothing(self.turns.notes[lane % LANES]));
    }

    /// There are too few to go on so.
    pub(super) fn are_few(&mut self) {
        self.columns.take_rows();
        let kept = self.head.kept().len();
        let all: Vec<At> = (0..).take(W + kept).collect();
        let (cells, numbers) = all.split_at(W);
        for lane in (0..LANES).filter(|lane| self.turns.are_there[*lane] != 0) {
            let (cells, numbers) = (self.columns.lane(cells, lane), self.columns.lane(numbers, lane));
            self.long.push((UnderWay { cells, numbers }, self.turns.notes[lane]));
        }
        self.long.append(&mut self.waiting);
        self.turns.are_there.fill(0);
        self.free = all_lanes();
    }

    /// Turns that take long.
    pub(super) fn long(&mut self) -> &mut Vec<(UnderWay<W>, N)> {
        &mut self.long
    }
}

fn all_lanes() -> Vec<u8> {
    (0..LANES).map(|lane| lane.to_le_bytes()[0]).collect()
}

impl<N> Turns<N> {
    /// In how many lanes with turns a row was taken, or how many pieces were captured in them.
    fn count(&self, columns: &Columns<What, VECTORS>, (what, at): (What, At)) -> u64 {
        let all = self.of_column(columns, at);
        if matches!(what, What::Row(_)) { Lanes::of(all).count() as u64 } else { sum_of(all) }
    }

    /// What stands in a column in the lanes with turns; 0 in the others.
    pub(super) fn of_column<'t>(
        &'t self,
        columns: &'t Columns<What, VECTORS>,
        at: At,
    ) -> impl Iterator<Item = [u8; VECTOR]> {
        self.are_there.as_chunks::<VECTOR>().0.iter().zip(0..).map(move |(are_there, number)| {
            let mut holds = columns.vector(at, number);
            holds.iter_mut().zip(are_there).for_each(|(holds, is_there)| *holds &= is_there);
            holds
        })
    }
}

impl<const W: usize> Hears<W> for Came<W> {
    type Note = u8;

    fn moves(&mut self, columns: &Columns<What, VECTORS>, at: &[At], turns: &Turns<u8>) {
        let [is_legal, again, ended, cells @ ..] = at else { return };
        let (mut further, mut last) = ([[0; VECTOR]; VECTORS], [0_u8; VECTOR]);
        let all = further.iter_mut().zip(turns.notes.as_chunks::<VECTOR>().0);
        for ((further, to_go), is_legal) in all.zip(turns.of_column(columns, *is_legal)) {
            for lane in 0..VECTOR {
                last[lane] += is_legal[lane] & u8::from(to_go[lane] == 1);
                further[lane] = is_legal[lane] & truth(to_go[lane] > 1);
            }
        }
        self.paths += last.iter().copied().map(u64::from).sum::<u64>();
        Lanes::of(further.into_iter()).each(|lane| {
            if columns.byte(*ended, lane) == 0 {
                let child = Child { cells: columns.lane(cells, lane), again: columns.byte(*again, lane) != 0 };
                self.children.push((child, turns.notes[lane] - 1));
            }
        });
    }

    fn lap(&mut self, to: usize, turn: UnderWay<W>, to_go: u8) {
        self.laps.push((to, turn, to_go));
    }
}
