//! Runs steps in columns: each step in all positions before the next one. Every step is a loop over bytes that do not depend on
//! each other, of which compilers make vector instructions.

use super::code::{At, Code, CodePart, Does, Rows, Step};
#[cfg(feature = "native")]
use super::compiled::Compiled;
#[cfg(feature = "native")]
use super::places::byte_of;
use super::places::{Column, Places};
use super::relayed::MOST_NUMBERS;
use super::transposed::transposed;
use crate::plan::lanes::LANES;
use std::cell::Cell;
use std::ops::ControlFlow;
#[cfg(feature = "native")]
use std::sync::{Arc, OnceLock};

/// Bytes that are worked out at one go.
pub(in crate::plan) const VECTOR: usize = 16;

/// A turn at the beginning of a lap of a relay: its position, and what is kept from lap to lap.
#[derive(Debug, Clone, Copy)]
pub(in crate::plan) struct UnderWay<const W: usize> {
    pub(in crate::plan) cells: [u8; W],
    pub(in crate::plan) numbers: [u8; MOST_NUMBERS],
}

/// Does a step in its columns.
type Run<const N: usize> = fn(places: &Places<N>, step: &Ready<N>);

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
    places: Box<Places<N>>,
    /// How many of them are given.
    given: usize,
    steps: Vec<(Vec<Ready<N>>, F, Vec<At>)>,
    rows: Option<Rows>,
    /// The same as machine code, once there is some.
    #[cfg(feature = "native")]
    compiled: Arc<OnceLock<Option<Compiled>>>,
}

impl<F: Clone, const N: usize> Columns<F, N> {
    pub(super) fn new(code: &Code<F>) -> Self {
        let places = Places::new();
        for (at, number) in &code.constants {
            (0..N).for_each(|vector| places.column(*at).vector(vector).set([number.cast_unsigned(); VECTOR]));
        }
        let ready =
            |(steps, what, at): &CodePart<F>| (steps.iter().map(Ready::new).collect(), what.clone(), at.clone());
        Columns {
            places,
            given: code.given,
            steps: code.parts.iter().map(ready).collect(),
            rows: code.rows,
            #[cfg(feature = "native")]
            compiled: code.compiled.clone(),
        }
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
                for (cell, made) in (first..cells).zip(made) {
                    self.places.column(At::try_from(cell).unwrap_or(At::MAX)).vector(number).set(made);
                }
            }
        }
    }

    /// Runs all steps; tells of each thing that was asked for, and where it stands, when it is there, and breaks off if that does.
    pub(super) fn run(&self, found: impl FnMut(&F, &[At]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.run_from(0, found)
    }

    /// The same from the part with a number on.
    pub(super) fn run_from(
        &self,
        first: usize,
        mut found: impl FnMut(&F, &[At]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (number, (_, what, at)) in self.steps.iter().enumerate().skip(first) {
            self.run_part(number);
            found(what, at)?;
        }
        ControlFlow::Continue(())
    }

    /// Where it stands what was asked for in the part with a number.
    #[cfg(feature = "sim")]
    pub(super) fn part(&self, number: usize) -> &[At] {
        self.steps.get(number).map_or(&[], |(.., at)| at)
    }

    /// What was asked for last, and where it stands.
    pub(super) fn last(&self) -> Option<(&F, &[At])> {
        self.steps.last().map(|(_, what, at)| (what, at.as_slice()))
    }

    #[inline(always)]
    pub(super) fn column(&self, at: At) -> Column<'_, N> {
        self.places.column(at)
    }

    /// Some bytes of a column, by the number of their vector.
    #[inline(always)]
    pub(in crate::plan) fn vector(&self, at: At, number: usize) -> [u8; VECTOR] {
        self.places.column(at).vector(number).get()
    }

    /// Runs the steps of one part, up to what is asked for behind them.
    pub(in crate::plan) fn run_part(&self, number: usize) {
        #[cfg(feature = "native")]
        if let Some(compiled) = self.compiled() {
            return compiled.run(self.places.all(), number);
        }
        let Some((steps, ..)) = self.steps.get(number) else { return };
        for step in steps {
            (step.run)(&self.places, step);
        }
    }

    /// Whether a truth value holds in one of the first n positions.
    pub(super) fn holds_somewhere(&self, at: At, positions: usize) -> bool {
        let mut vectors = self.places.column(at).vectors().zip((0..positions).step_by(VECTOR));
        vectors.any(|(vector, first)| vector.get().iter().take(positions - first).any(|byte| *byte != 0))
    }

    /// The sum of a column of numbers in the first n positions.
    pub(in crate::plan) fn sum(&self, at: At, positions: usize) -> u64 {
        let vectors = self.places.column(at).vectors().zip((0..positions).step_by(VECTOR));
        sum_of(vectors.map(|(vector, first)| {
            let mut bytes = vector.get();
            if let Some(behind) = bytes.get_mut(positions - first..) {
                behind.fill(0);
            }
            bytes
        }))
    }

    /// The first n positions in which a move is legal and does not end the game: their cells, and whether the mover moves again.
    pub(super) fn each<const W: usize>(&self, at: &[At], positions: usize, mut tell: impl FnMut(&[u8; W], bool)) {
        let [is_legal, again, ended, cells @ ..] = at else { return };
        let mut rows = [[0; W]; VECTOR];
        for number in 0..positions.div_ceil(VECTOR).min(N) {
            let [is_legal, ended, again] =
                [is_legal, ended, again].map(|at| self.places.column(*at).vector(number).get());
            self.make_rows(&mut rows, cells, number);
            for position in 0..VECTOR.min(positions - VECTOR * number) {
                if is_legal[position] != 0 && ended[position] == 0 {
                    tell(&rows[position], again[position] != 0);
                }
            }
        }
    }

    /// The lanes in which a truth value holds.
    #[inline(always)]
    pub(super) fn lanes_with(&self, at: At, tell: impl FnMut(usize)) {
        self.all_with(at).each(tell);
    }

    #[inline(always)]
    pub(super) fn all_with(&self, at: At) -> Lanes {
        Lanes::of(self.places.column(at).vectors().map(Cell::get))
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
    pub(super) fn put_lane<const B: usize>(&self, first: usize, lane: usize, bytes: &[u8; B]) {
        self.places.put(first, lane, bytes);
    }

    /// Puts a row of bytes into the first columns of one lane, as many as some rows have; some of them are others.
    #[inline(always)]
    pub(super) fn put_row<const W: usize>(&self, lane: usize, bytes: &[u8; W], others: impl Iterator<Item = (At, u8)>) {
        #[cfg(feature = "native")]
        if let (Some(rows), Some(_)) = (self.rows, self.compiled()) {
            return self.leave_row(rows, lane, bytes, others);
        }
        let sixteens = self.rows.map_or(W, |rows| rows.sixteens.into());
        for (number, bytes) in bytes.as_chunks::<16>().0.iter().enumerate().take(sixteens) {
            self.put_lane(16 * number, lane, bytes);
        }
        others.for_each(|(at, byte)| self.set_byte(at, lane, byte));
    }

    /// The same of a row that machine code puts there, with others.
    #[cfg(feature = "native")]
    #[inline(always)]
    fn leave_row<const W: usize>(
        &self,
        rows: Rows,
        lane: usize,
        bytes: &[u8; W],
        others: impl Iterator<Item = (At, u8)>,
    ) {
        let row = At::from(lane.to_le_bytes()[0]) % 16;
        let place = |sixteen: At| self.places.column(rows.at(sixteen, row)).vector(lane / VECTOR);
        for (sixteen, bytes) in (0..rows.sixteens).zip(bytes.as_chunks().0) {
            place(sixteen).set(*bytes);
        }
        for (at, byte) in others {
            byte_of(place(at / 16), at.into()).set(byte);
        }
        self.set_byte(rows.which(), lane, u8::MAX);
    }

    /// Rows that were put into lanes stand in columns from here on.
    pub(super) fn take_rows(&self) {
        #[cfg(feature = "native")]
        if let Some(compiled) = self.compiled() {
            compiled.run(self.places.all(), self.steps.len());
        }
    }

    /// The machine code, if there is some by now.
    #[cfg(feature = "native")]
    #[inline(always)]
    fn compiled(&self) -> Option<&Compiled> {
        self.compiled.get()?.as_ref()
    }

    #[inline(always)]
    pub(in crate::plan) fn set_byte(&self, at: At, lane: usize, byte: u8) {
        self.places.column(at).byte(lane).set(byte);
    }

    /// The byte of one lane.
    #[inline(always)]
    pub(in crate::plan) fn byte(&self, at: At, lane: usize) -> u8 {
        self.places.column(at).byte(lane).get()
    }

    /// Tells what stands in some columns in each of some lanes, as a row of bytes.
    #[inline(always)]
    pub(super) fn rows_with<const W: usize>(
        &self,
        lanes: Lanes,
        columns: &[At],
        mut tell: impl FnMut(usize, &[u8; W]),
    ) {
        let mut rows = [[0; W]; VECTOR];
        for number in 0..N {
            let some = lanes.of_vector(number);
            if some != 0 {
                self.make_rows(&mut rows, columns, number);
                each_bit(some.into(), |lane| tell(VECTOR * number + lane, &rows[lane % VECTOR]));
            }
        }
    }

    /// Makes rows of some columns, of the positions of one vector: as many sixteens of bytes as hold them.
    #[inline(always)]
    fn make_rows<const W: usize>(&self, rows: &mut [[u8; W]; VECTOR], columns: &[At], number: usize) {
        for (columns, first) in columns.chunks(16).zip((0..).step_by(16)) {
            let mut square = [[0; VECTOR]; 16];
            for (bytes, at) in square.iter_mut().zip(columns) {
                *bytes = self.places.column(*at).vector(number).get();
            }
            for (row, made) in rows.iter_mut().zip(transposed(&square)) {
                row[first..first + 16].copy_from_slice(&made);
            }
        }
    }
}

/// For whoever plays games in lanes.
#[cfg(feature = "sim")]
impl<F: Clone, const N: usize> Columns<F, N> {
    #[inline(always)]
    pub(in crate::plan) fn set_vector(&self, at: At, number: usize, bytes: [u8; VECTOR]) {
        self.places.column(at).vector(number).set(bytes);
    }

    /// The sum of a column of numbers in some lanes.
    pub(super) fn sum_in(&self, at: At, lanes: Lanes) -> u64 {
        let (column, mut sum) = (self.places.column(at), 0);
        lanes.each(|lane| sum += u64::from(column.byte(lane).get()));
        sum
    }

    /// In how many lanes a truth value holds.
    pub(in crate::plan) fn count(&self, at: At) -> u64 {
        let mut counts = [0_u8; VECTOR];
        for vector in self.places.column(at).vectors() {
            let bytes = vector.get();
            for lane in 0..VECTOR {
                counts[lane] = counts[lane].wrapping_sub(bytes[lane]);
            }
        }
        counts.iter().copied().map(u64::from).sum()
    }
}

/// The sum of all bytes of a column.
#[inline(always)]
pub(super) fn sum_of(vectors: impl Iterator<Item = [u8; VECTOR]>) -> u64 {
    let mut sums = [0_u16; VECTOR];
    for bytes in vectors {
        for lane in 0..VECTOR {
            sums[lane] += u16::from(bytes[lane]);
        }
    }
    sums.iter().copied().map(u64::from).sum()
}

/// A set of lanes, as many as there can be.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lanes([u64; LANES / 64]);

impl Lanes {
    /// Those of which a byte has its first bit set.
    #[inline(always)]
    pub(super) fn of(vectors: impl Iterator<Item = [u8; VECTOR]>) -> Self {
        let mut lanes = Lanes::default();
        for (number, vector) in vectors.enumerate() {
            for (half, eight) in vector.as_chunks().0.iter().enumerate() {
                let first = VECTOR * number + 8 * half;
                lanes.0[first / 64 % (LANES / 64)] |= first_bits(*eight) << (first % 64);
            }
        }
        lanes
    }

    /// The first n lanes.
    pub(super) fn first(lanes: usize) -> Self {
        let of_word = |number: usize| match lanes.saturating_sub(64 * number) {
            some @ ..64 => (1 << some) - 1,
            _ => u64::MAX,
        };
        Lanes(std::array::from_fn(of_word))
    }

    #[inline(always)]
    pub(super) fn add(&mut self, lanes: Lanes) {
        self.0.iter_mut().zip(lanes.0).for_each(|(all, some)| *all |= some);
    }

    #[inline(always)]
    pub(super) fn add_one(&mut self, lane: usize) {
        self.0[lane / 64 % (LANES / 64)] |= 1 << (lane % 64);
    }

    /// Those that are among others, too.
    #[inline(always)]
    pub(super) fn common(mut self, others: Lanes) -> Self {
        self.0.iter_mut().zip(others.0).for_each(|(some, others)| *some &= others);
        self
    }

    /// Those that are not among others.
    #[inline(always)]
    pub(super) fn without(mut self, others: Lanes) -> Self {
        self.0.iter_mut().zip(others.0).for_each(|(some, others)| *some &= !others);
        self
    }

    /// How many there are.
    pub(super) fn count(self) -> usize {
        self.0.iter().map(|some| some.count_ones() as usize).sum()
    }

    /// Those of a vector.
    #[inline(always)]
    fn of_vector(&self, number: usize) -> u16 {
        let first = VECTOR * number;
        let [one, two, ..] = (self.0[first / 64 % (LANES / 64)] >> (first % 64)).to_le_bytes();
        u16::from_le_bytes([one, two])
    }

    #[inline(always)]
    pub(super) fn each(self, mut tell: impl FnMut(usize)) {
        for (number, some) in self.0.into_iter().enumerate() {
            each_bit(some, |lane| tell(64 * number + lane));
        }
    }
}

#[inline(always)]
fn each_bit(mut left: u64, mut tell: impl FnMut(usize)) {
    while left != 0 {
        tell(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

/// The first bits of eight bytes, one behind the other.
#[inline(always)]
fn first_bits(bytes: [u8; 8]) -> u64 {
    let bits = u64::from_le_bytes(bytes) >> 7 & u64::from_le_bytes([1; 8]);
    // Each is moved to its place in the last byte.
    bits.wrapping_mul(0x0102_0408_1020_4080) >> 56
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

fn two<A: Operation, const N: usize>(places: &Places<N>, step: &Ready<N>) {
    in_each(places, step, |one, two, _| A::of(one, two));
}

fn three<A: Operation, B: Operation, const N: usize>(places: &Places<N>, step: &Ready<N>) {
    in_each(places, step, |one, two, three| B::of(A::of(one, two), three));
}

fn choose<const N: usize>(places: &Places<N>, step: &Ready<N>) {
    in_each(places, step, |truth, one, two| (truth & one) | (!truth & two));
}

/// Does the same with all bytes of three columns.
#[inline(always)]
fn in_each<const N: usize>(places: &Places<N>, step: &Ready<N>, does: impl Fn(u8, u8, u8) -> u8) {
    let (to, of) = (places.column(step.to), step.of.map(|at| places.column(at)));
    for number in 0..N {
        let [one, two, three] = of.map(|column| column.vector(number).get());
        let mut made = [0; VECTOR];
        for at in 0..VECTOR {
            made[at] = does(one[at], two[at], three[at]);
        }
        to.vector(number).set(made);
    }
}
