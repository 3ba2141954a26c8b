//! Turns in relays, each in a lane of its own that another takes up when it has come to its end: all sow a lap at once.

use super::code::{At, Code};
use super::relayed::{Head, KEPT};
use super::run::{Columns, Lanes, UnderWay, VECTOR, truth};
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
    columns: Columns<What, VECTORS>,
    /// For each lane how many moves are to go, this one among them; 0 where there is no turn.
    to_go: [u8; LANES],
    /// Lanes where there is none.
    free: Vec<u8>,
    /// How many turns have come here from their positions, and how many laps were sown.
    begun: usize,
    sown: usize,
    /// Those that wait for a lane, and those that take long.
    waiting: Vec<UnderWay<W>>,
    long: Vec<UnderWay<W>>,
}

impl<'s, const W: usize> Going<'s, W> {
    pub(super) fn new((head, code): &'s (Head, Code<What>)) -> Self {
        let (free, columns) = (all_lanes(), Columns::new(code));
        Going { head, columns, to_go: [0; LANES], free, begun: 0, sown: 0, waiting: Vec::new(), long: Vec::new() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        LANES - self.free.len() + self.waiting.len()
    }

    /// How many turns have come to the lap from their positions, and how many laps were sown.
    #[cfg(feature = "native")]
    pub(super) fn begun_and_sown(&self) -> [usize; 2] {
        [self.begun, self.sown]
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
            let others_than = changed.iter().map(|(to, at)| (*to, columns.byte(*at, from)));
            self.columns.put_row(lane, position, others_than);
            self.columns.put_lane(W, lane, &always.map(|column| column.byte(from).get()));
            for (to, at) in &others {
                self.columns.set_byte(*to, lane, columns.byte(*at, from));
            }
            self.to_go[lane % LANES] = to_go;
            self.begun += 1;
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

    /// One more turn has come to the lap.
    pub(super) fn add(&mut self, turn: UnderWay<W>) {
        if self.head.can_sow(&turn.numbers) { self.waiting.push(turn) } else { self.long.push(turn) }
    }

    /// Sows a lap in all lanes.
    pub(super) fn sow(&mut self, came: &mut Came<W>) {
        self.take_lanes();
        self.columns.take_rows();
        self.sown += LANES - self.free.len();
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
            self.columns.put_row(lane, &turn.cells, std::iter::empty());
            self.columns.put_lane(W, lane, &turn.numbers);
            self.to_go[lane] = turn.to_go;
        }
        self.waiting.truncate(first);
        self.free.truncate(left);
    }

    /// Lanes are free where turns have not stayed.
    fn leave_lanes(&mut self) {
        let stayed = self.columns.last().filter(|(what, _)| **what == What::Stayed).map(|(_, at)| at[0]);
        let mut gone = [[0; VECTOR]; VECTORS];
        for ((gone, to_go), number) in gone.iter_mut().zip(self.to_go.as_chunks_mut::<VECTOR>().0).zip(0..) {
            let stays = stayed.map_or([0; VECTOR], |at| self.columns.vector(at, number));
            for lane in 0..VECTOR {
                let stayed = to_go[lane] & stays[lane];
                gone[lane] = truth(to_go[lane] != stayed);
                to_go[lane] = stayed;
            }
        }
        Lanes::of(gone.into_iter()).each(|lane| self.free.push(lane.to_le_bytes()[0]));
    }

    /// There are too few to go on so.
    pub(super) fn are_few(&mut self) {
        self.columns.take_rows();
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
    let (mut further, mut last) = ([[0; VECTOR]; VECTORS], [0_u8; VECTOR]);
    for ((further, to_go), number) in further.iter_mut().zip(to_go.as_chunks::<VECTOR>().0).zip(0..) {
        let is_legal = columns.vector(*is_legal, number);
        for lane in 0..VECTOR {
            last[lane] += is_legal[lane] & u8::from(to_go[lane] == 1);
            further[lane] = is_legal[lane] & truth(to_go[lane] > 1);
        }
    }
    came.paths += last.iter().copied().map(u64::from).sum::<u64>();
    Lanes::of(further.into_iter()).each(|lane| {
        if columns.byte(*ended, lane) == 0 {
            let child = Child { cells: columns.lane(cells, lane), again: columns.byte(*again, lane) != 0 };
            came.children.push((child, to_go[lane] - 1));
        }
    });
}
