//! Turns in relays, each in a lane of its own that another takes up when it has come to its end: all sow a lap at once.

use super::code::{At, Code};
use super::relayed::{Head, KEPT};
use super::run::{Columns, UnderWay, cell_of, each_set};
use super::{VECTORS, What};
use crate::plan::lanes::{Child, LANES};
use std::ops::ControlFlow;

/// What has come of turns.
#[derive(Debug)]
pub(super) struct Came<const W: usize> {
    /// Moves that were the last of a path.
    pub(super) paths: u64,
    /// What others lead to, where they do not end the game, and how many moves are to go there.
    pub(super) children: Vec<(Child<W>, u8)>,
    /// Turns that have come to another lap, by its number, or do not stay where they are.
    pub(super) laps: Vec<(usize, UnderWay<W>)>,
}

impl<const W: usize> Came<W> {
    pub(super) fn new() -> Self {
        Came { paths: 0, children: Vec::new(), laps: Vec::new() }
    }
}

/// Turns that are at the same lap.
#[derive(Debug)]
pub(super) struct Going<'s, const W: usize> {
    head: &'s Head,
    /// How often sixteen cells hold all that a position has.
    sixteens: usize,
    columns: Columns<What, VECTORS>,
    /// For each lane how many moves are to go, this one among them; 0 where there is no turn.
    to_go: [u8; LANES],
    /// Lanes where there is none.
    free: Vec<u8>,
    /// Those that wait for a lane, and those that take long.
    waiting: Vec<UnderWay<W>>,
    long: Vec<UnderWay<W>>,
}

impl<'s, const W: usize> Going<'s, W> {
    pub(super) fn new(cells: usize, (head, code): &'s (Head, Code<What>)) -> Self {
        let (free, columns) = (all_lanes(), Columns::new(code));
        Going {
            head,
            sixteens: cells.div_ceil(16),
            columns,
            to_go: [0; LANES],
            free,
            waiting: Vec::new(),
            long: Vec::new(),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        LANES - self.free.len() + self.waiting.len()
    }

    pub(super) fn head(&self) -> &'s Head {
        self.head
    }

    /// Turns come to the lap from some positions, with as many moves to go: whether they do, what is kept, and the cells, most of which
    /// are as they were. Whenever there is no lane left, a lap is sown.
    pub(super) fn begin(
        &mut self,
        columns: &Columns<What, VECTORS>,
        (at, kept): (&[At], usize),
        (positions, to_go): (&[[u8; W]], u8),
        came: &mut Came<W>,
    ) {
        let (comes, numbers, cells) = (at[0], &at[1..=kept], &at[kept + 1..]);
        let changed: Vec<(At, At)> = (0..).zip(cells.iter().copied()).filter(|(cell, at)| at != cell).collect();
        let Some((always, others)) = numbers.split_first_chunk::<KEPT>() else { return };
        let always = always.map(|at| columns.column(at));
        let others: Vec<(At, At)> = (0..).skip(W + KEPT).zip(others.iter().copied()).collect();
        columns.lanes_with(comes, |from| {
            let Some(position) = positions.get(from) else { return };
            let lane = self.free_lane(came);
            self.put_cells(lane, position);
            self.columns.put_lane(W, lane, &always.map(|column| cell_of(column, from).get()));
            for (to, at) in changed.iter().chain(&others) {
                self.columns.set_byte(*to, lane, columns.byte(*at, from));
            }
            self.to_go[lane % LANES] = to_go;
        });
    }

    /// The same of turns of which the lap takes long.
    pub(super) fn begin_long(
        &mut self,
        columns: &Columns<What, VECTORS>,
        (at, kept): (&[At], usize),
        (positions, to_go): (&[[u8; W]], u8),
    ) {
        let (comes, numbers, cells) = (at[0], &at[1..=kept], &at[kept + 1..]);
        columns.lanes_with(comes, |lane| {
            if lane >= positions.len() {
                return;
            }
            let (cells, numbers) = (columns.lane(cells, lane), columns.lane(numbers, lane));
            self.long.push(UnderWay { cells, numbers, to_go });
        });
    }

    /// A lane that is free: laps are sown until there is one.
    fn free_lane(&mut self, came: &mut Came<W>) -> usize {
        loop {
            if let Some(lane) = self.free.pop() {
                return lane.into();
            }
            self.sow(came);
        }
    }

    #[inline(always)]
    fn put_cells(&mut self, lane: usize, cells: &[u8; W]) {
        for (number, cells) in cells.as_chunks::<16>().0.iter().take(self.sixteens).enumerate() {
            self.columns.put_lane(16 * number, lane, cells);
        }
    }

    /// One more turn has come to the lap.
    pub(super) fn add(&mut self, turn: UnderWay<W>) {
        if self.head.can_sow(&turn.numbers) { self.waiting.push(turn) } else { self.long.push(turn) }
    }

    /// Sows a lap in all lanes.
    pub(super) fn sow(&mut self, came: &mut Came<W>) {
        self.take_lanes();
        let (to_go, columns) = (&mut self.to_go, &self.columns);
        let _ = columns.run(|what, at| {
            match what {
                What::Move => tell_moves(columns, at, to_go, came),
                What::Lap(to, kept) => columns.lanes_with(at[0], |lane| {
                    if to_go[lane] != 0 {
                        let (numbers, cells) = (&at[1..=*kept], &at[kept + 1..]);
                        let turn = UnderWay {
                            cells: columns.lane(cells, lane),
                            numbers: columns.lane(numbers, lane),
                            to_go: to_go[lane],
                        };
                        came.laps.push((*to, turn));
                    }
                }),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        self.leave_lanes();
    }

    /// Those that wait take the lanes that are free.
    fn take_lanes(&mut self) {
        let taken = self.free.len().min(self.waiting.len());
        let (first, left) = (self.waiting.len() - taken, self.free.len() - taken);
        for at in 0..taken {
            let (turn, lane) = (self.waiting[first + at], self.free[left + at]);
            let lane = usize::from(lane);
            self.put_cells(lane, &turn.cells);
            self.columns.put_lane(W, lane, &turn.numbers);
            self.to_go[lane] = turn.to_go;
        }
        self.waiting.truncate(first);
        self.free.truncate(left);
    }

    /// Lanes are free where turns have not stayed.
    fn leave_lanes(&mut self) {
        let mut gone = [0; LANES];
        if let Some((What::Stayed, at)) = self.columns.last() {
            self.columns.copy(at[0], &mut gone);
        }
        for (to_go, gone) in self.to_go.iter_mut().zip(&mut gone) {
            let stayed = *to_go & *gone;
            *gone = if *to_go != stayed { u8::MAX } else { 0 };
            *to_go = stayed;
        }
        each_set(&gone, |lane| self.free.push(lane.to_le_bytes()[0]));
    }

    /// There are too few to go on so.
    pub(super) fn are_few(&mut self) {
        let kept = self.head.kept().len();
        let all: Vec<At> = (0..).take(W + kept).collect();
        let (cells, numbers) = all.split_at(W);
        for lane in (0..LANES).filter(|lane| self.to_go[*lane] != 0) {
            let (cells, numbers) = (self.columns.lane(cells, lane), self.columns.lane(numbers, lane));
            self.long.push(UnderWay { cells, numbers, to_go: self.to_go[lane] });
        }
        self.long.append(&mut self.waiting);
        self.to_go.fill(0);
        self.free = all_lanes();
    }

    /// Turns that take long.
    pub(super) fn long(&mut self) -> &mut Vec<UnderWay<W>> {
        &mut self.long
    }
}

fn all_lanes() -> Vec<u8> {
    (0..LANES).map(|lane| lane.to_le_bytes()[0]).collect()
}

/// Tells of legal moves.
fn tell_moves<const W: usize>(columns: &Columns<What, VECTORS>, at: &[At], to_go: &[u8; LANES], came: &mut Came<W>) {
    let [is_legal, again, ended, cells @ ..] = at else { return };
    let (mut further, mut last) = ([0; LANES], 0_u16);
    columns.copy(*is_legal, &mut further);
    for (is_legal, to_go) in further.iter_mut().zip(to_go) {
        last += u16::from(*is_legal & 1 & u8::from(*to_go == 1));
        *is_legal = if *to_go > 1 { *is_legal } else { 0 };
    }
    came.paths += u64::from(last);
    each_set(&further, |lane| {
        if columns.byte(*ended, lane) == 0 {
            let child = Child { cells: columns.lane(cells, lane), again: columns.byte(*again, lane) != 0 };
            came.children.push((child, to_go[lane] - 1));
        }
    });
}
