//! Runs steps in columns: each step in all positions before the next one. Every step is a loop over bytes that do not depend on
//! each other, of which compilers make vector instructions.

use super::code::{At, Code, CodePart, Does, MOST_COLUMNS, Step};
use super::relayed::MOST_NUMBERS;
use super::transposed::transposed;
use std::cell::Cell;
use std::ops::ControlFlow;

/// Bytes that are worked out at one go.
pub(in crate::plan) const VECTOR: usize = 16;

/// They are worked out together.
type Vector = [u8; VECTOR];

/// A turn at the beginning of a lap of a relay: its position, and what is kept from lap to lap.
#[derive(Debug, Clone, Copy)]
pub(in crate::plan) struct UnderWay<const W: usize> {
    pub(in crate::plan) cells: [u8; W],
    pub(in crate::plan) numbers: [u8; MOST_NUMBERS],
    /// Moves that are to go, this one among them.
    pub(super) to_go: u8,
}

/// A byte for each position: N vectors of them.
#[derive(Debug)]
#[repr(align(16))]
struct Column<const N: usize>([Cell<Vector>; N]);

/// All of them: as many as there can be, so that none that a step names is beyond them.
type All<const N: usize> = [Column<N>; MOST_COLUMNS];

/// Does a step in its columns.
type Run<const N: usize> = fn(columns: &All<N>, step: &Ready<N>);

/// A step that is made ready: what does it, where it goes, and what it is made from.
#[derive(Debug, Clone, Copy)]
struct Ready<const N: usize> {
    run: Run<N>,
    to: At,
    of: [At; 3],
}

/// Columns, and the steps up to each thing that is asked for.
#[derive(Debug)]
pub(in crate::plan) struct Columns<F, const N: usize> {
    columns: Box<All<N>>,
    /// How many of them are given.
    given: usize,
    steps: Vec<(Vec<Ready<N>>, F, Vec<At>)>,
}

impl<F: Clone, const N: usize> Columns<F, N> {
    pub(super) fn new(code: &Code<F>) -> Self {
        let column = || Column(std::array::from_fn(|_| Cell::new([0; VECTOR])));
        let columns: Box<All<N>> = Box::new(std::array::from_fn(|_| column()));
        for (at, number) in &code.constants {
            columns[usize::from(*at)].0.iter().for_each(|vector| vector.set([number.cast_unsigned(); VECTOR]));
        }
        let ready =
            |(steps, what, at): &CodePart<F>| (steps.iter().map(Ready::new).collect(), what.clone(), at.clone());
        Columns { columns, given: code.given, steps: code.parts.iter().map(ready).collect() }
    }

    /// Puts positions into the first columns.
    pub(super) fn take<const W: usize>(&mut self, positions: &[[u8; W]]) {
        let cells = self.given.min(W);
        for (number, some) in positions.chunks(VECTOR).take(N).enumerate() {
            for first in (0..cells).step_by(16) {
                let mut rows = [[0; 16]; VECTOR];
                for at in 0..some.len() {
                    rows[at] = sixteen_from(&some[at], first);
                }
                let made = transposed(&rows);
                for cell in first..cells.min(first + 16) {
                    self.columns[cell].0[number].set(made[cell - first]);
                }
            }
        }
    }

    /// Runs all steps; tells of each thing that was asked for, and where it stands, when it is there, and breaks off if that does.
    pub(super) fn run(&self, mut found: impl FnMut(&F, &[At]) -> ControlFlow<()>) -> ControlFlow<()> {
        for (number, (_, what, at)) in self.steps.iter().enumerate() {
            self.run_part(number);
            found(what, at)?;
        }
        ControlFlow::Continue(())
    }

    /// What was asked for last, and where it stands.
    pub(super) fn last(&self) -> Option<(&F, &[At])> {
        self.steps.last().map(|(_, what, at)| (what, at.as_slice()))
    }

    /// The bytes of a column.
    pub(super) fn copy(&self, at: At, to: &mut [u8]) {
        to.chunks_mut(VECTOR).zip(self.column(at)).for_each(|(to, vector)| to.copy_from_slice(&vector.get()));
    }

    /// Runs the steps of one part, up to what is asked for behind them.
    pub(in crate::plan) fn run_part(&self, number: usize) {
        let Some((steps, ..)) = self.steps.get(number) else { return };
        for step in steps {
            (step.run)(&self.columns, step);
        }
    }

    /// Whether a truth value holds in one of the first n positions.
    pub(super) fn holds_somewhere(&self, at: At, positions: usize) -> bool {
        let mut vectors = self.column(at).iter().zip((0..positions).step_by(VECTOR));
        vectors.any(|(vector, first)| vector.get().iter().take(positions - first).any(|byte| *byte != 0))
    }

    #[inline(always)]
    pub(super) fn column(&self, at: At) -> &[Cell<Vector>; N] {
        &self.columns[usize::from(at) % MOST_COLUMNS].0
    }

    /// The sum of a column of numbers in the first n positions.
    pub(in crate::plan) fn sum(&self, at: At, positions: usize) -> u64 {
        let mut sums = [0_u16; VECTOR];
        for (vector, first) in self.column(at).iter().zip((0..positions).step_by(VECTOR)) {
            let mut bytes = vector.get();
            if let Some(behind) = bytes.get_mut(positions - first..) {
                behind.fill(0);
            }
            for lane in 0..VECTOR {
                sums[lane] += u16::from(bytes[lane]);
            }
        }
        sums.iter().copied().map(u64::from).sum()
    }

    /// The first n positions in which a move is legal and does not end the game: their cells, and whether the mover moves again.
    pub(super) fn each<const W: usize>(&self, at: &[At], positions: usize, mut tell: impl FnMut(&[u8; W], bool)) {
        let [is_legal, again, ended, cells @ ..] = at else { return };
        for number in 0..positions.div_ceil(VECTOR).min(N) {
            let [is_legal, ended, again] = [is_legal, ended, again].map(|at| self.column(*at)[number].get());
            let there = self.rows::<W>(cells, number);
            for position in 0..VECTOR.min(positions - VECTOR * number) {
                if is_legal[position] != 0 && ended[position] == 0 {
                    tell(&there[position], again[position] != 0);
                }
            }
        }
    }

    /// The lanes in which a truth value holds.
    #[inline(always)]
    pub(super) fn lanes_with(&self, at: At, mut tell: impl FnMut(usize)) {
        for (number, vector) in self.column(at).iter().enumerate() {
            each_set(&vector.get(), |lane| tell(VECTOR * number + lane));
        }
    }

    /// What stands in some columns in one lane.
    #[inline(always)]
    pub(super) fn lane<const B: usize>(&self, columns: &[At], lane: usize) -> [u8; B] {
        let mut bytes = [0; B];
        bytes.iter_mut().zip(columns).for_each(|(byte, at)| *byte = self.byte(*at, lane));
        bytes
    }

    /// Puts some bytes into the columns of one lane, from one column on.
    #[inline(always)]
    pub(super) fn put_lane<const B: usize>(&mut self, first: usize, lane: usize, bytes: &[u8; B]) {
        let Some(columns) = self.columns[first..].first_chunk_mut::<B>() else { return };
        for (column, byte) in columns.iter_mut().zip(bytes) {
            column.0[lane / VECTOR % N].get_mut()[lane % VECTOR] = *byte;
        }
    }

    #[inline(always)]
    pub(in crate::plan) fn set_byte(&self, at: At, lane: usize, byte: u8) {
        cell_of(self.column(at), lane).set(byte);
    }

    /// The byte of one lane.
    #[inline(always)]
    pub(in crate::plan) fn byte(&self, at: At, lane: usize) -> u8 {
        cell_of(self.column(at), lane).get()
    }

    /// Some columns as rows of bytes, of the positions of one vector.
    #[inline(always)]
    fn rows<const W: usize>(&self, columns: &[At], number: usize) -> [[u8; W]; VECTOR] {
        let mut there = [[0; W]; VECTOR];
        for first in (0..columns.len()).step_by(16) {
            let mut rows = [[0; VECTOR]; 16];
            for at in first..columns.len().min(first + 16) {
                rows[at - first] = self.column(columns[at])[number].get();
            }
            let made = transposed(&rows);
            for position in 0..VECTOR {
                there[position][first..first + 16].copy_from_slice(&made[position]);
            }
        }
        there
    }
}

/// For whoever plays games in lanes.
#[cfg(feature = "sim")]
impl<F: Clone, const N: usize> Columns<F, N> {
    /// Some bytes of a column, by the number of their vector.
    #[inline(always)]
    pub(in crate::plan) fn vector(&self, at: At, number: usize) -> [u8; VECTOR] {
        self.column(at)[number].get()
    }

    #[inline(always)]
    pub(in crate::plan) fn set_vector(&self, at: At, number: usize, bytes: [u8; VECTOR]) {
        self.column(at)[number].set(bytes);
    }

    /// In how many lanes a truth value holds.
    pub(in crate::plan) fn count(&self, at: At) -> u64 {
        let mut counts = [0_u8; VECTOR];
        for vector in self.column(at) {
            let bytes = vector.get();
            for lane in 0..VECTOR {
                counts[lane] = counts[lane].wrapping_sub(bytes[lane]);
            }
        }
        counts.iter().copied().map(u64::from).sum()
    }
}

/// Where the byte of one lane of a column stands.
#[inline(always)]
pub(super) fn cell_of<const N: usize>(column: &[Cell<Vector>; N], lane: usize) -> &Cell<u8> {
    let vector: &Cell<[u8]> = &column[lane / VECTOR % N];
    &vector.as_slice_of_cells()[lane % VECTOR]
}

/// The bytes of which the first bit is set.
#[inline(always)]
pub(super) fn each_set(bytes: &[u8], mut tell: impl FnMut(usize)) {
    for (number, eight) in bytes.as_chunks().0.iter().enumerate() {
        let mut left = u64::from_le_bytes(*eight) & u64::from_le_bytes([0x80; 8]);
        while left != 0 {
            tell(8 * number + (left.trailing_zeros() / 8) as usize);
            left &= left - 1;
        }
    }
}

/// Sixteen cells of a position.
#[inline(always)]
fn sixteen_from<const W: usize>(position: &[u8; W], first: usize) -> [u8; 16] {
    position.get(first..).and_then(|cells| cells.first_chunk()).copied().unwrap_or([0; 16])
}

/// The function for what is done with two bytes.
macro_rules! for_each {
    ($does:expr, $operation:ident => $function:expr) => {
        for_each!(@ $does, $operation, $function,
            Add Subtract Smaller Larger Equal More Both Either Without SubtractFrom Less WithoutFrom)
    };
    (@ $does:expr, $operation:ident, $function:expr, $($name:ident)*) => {
        match $does {
            $(Does::$name => {
                type $operation = operation::$name;
                $function
            })*
        }
    };
}

impl<const N: usize> Ready<N> {
    fn new(step: &Step) -> Self {
        match *step {
            Step::Two(does, to, [first, second]) => {
                Ready { run: for_each!(does, A => two::<A, N>), to, of: [first, second, first] }
            }
            Step::Three(first, then, to, of) => {
                Ready { run: for_each!(first, A => for_each!(then, B => three::<A, B, N>)), to, of }
            }
            Step::Choose(to, of) => Ready { run: choose::<N>, to, of },
        }
    }
}

/// A truth value as a byte.
#[inline(always)]
pub(in crate::plan) fn truth(holds: bool) -> u8 {
    if holds { u8::MAX } else { 0 }
}

/// What can be done with two bytes.
trait Operation {
    fn of(one: u8, two: u8) -> u8;
}

macro_rules! operations {
    ($($name:ident($one:ident, $two:ident) => $of:expr;)*) => {
        mod operation {
            $(
                pub(super) struct $name;
                impl super::Operation for $name {
                    #[inline(always)]
                    fn of($one: u8, $two: u8) -> u8 {
                        $of
                    }
                }
            )*
        }
    };
}

operations! {
    Add(one, two) => one.wrapping_add(two);
    Subtract(one, two) => one.wrapping_sub(two);
    Smaller(one, two) => one.cast_signed().min(two.cast_signed()).cast_unsigned();
    Larger(one, two) => one.cast_signed().max(two.cast_signed()).cast_unsigned();
    Equal(one, two) => super::truth(one == two);
    More(one, two) => super::truth(one.cast_signed() > two.cast_signed());
    Both(one, two) => one & two;
    Either(one, two) => one | two;
    Without(one, two) => one & !two;
    SubtractFrom(one, two) => two.wrapping_sub(one);
    Less(one, two) => super::truth(two.cast_signed() > one.cast_signed());
    WithoutFrom(one, two) => two & !one;
}

fn two<A: Operation, const N: usize>(columns: &All<N>, step: &Ready<N>) {
    in_each(columns, step, |one, two, _| A::of(one, two));
}

fn three<A: Operation, B: Operation, const N: usize>(columns: &All<N>, step: &Ready<N>) {
    in_each(columns, step, |one, two, three| B::of(A::of(one, two), three));
}

fn choose<const N: usize>(columns: &All<N>, step: &Ready<N>) {
    in_each(columns, step, |truth, one, two| (truth & one) | (!truth & two));
}

/// Does the same with all bytes of three columns.
#[inline(always)]
fn in_each<const N: usize>(columns: &All<N>, step: &Ready<N>, does: impl Fn(u8, u8, u8) -> u8) {
    let column = |at: At| &columns[usize::from(at) % MOST_COLUMNS].0;
    let (to, [one, two, three]) = (column(step.to), step.of.map(column));
    for number in 0..N {
        let (one, two, three) = (one[number].get(), two[number].get(), three[number].get());
        let mut made = [0; VECTOR];
        for at in 0..VECTOR {
            made[at] = does(one[at], two[at], three[at]);
        }
        to[number].set(made);
    }
}
