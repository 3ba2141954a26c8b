//! Runs steps in columns: each step in all positions before the next one. Every step is a loop over bytes that do not depend on
//! each other, of which compilers make vector instructions.

use super::code::{At, Code, Does, FoundAt, MoveAt, Step};
use super::transposed::transposed;
use crate::plan::lanes::LANES;
use std::cell::Cell;
use std::ops::ControlFlow;

/// Bytes that are worked out at one go.
const VECTOR: usize = 16;

/// Those of a column: there is a byte for as many positions as are given at one go.
const VECTORS: usize = LANES / VECTOR;

#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
struct Vector([u8; VECTOR]);

/// A byte for each position.
type Column = [Cell<Vector>; VECTORS];

/// Does a step in some vectors of its columns.
type Run = fn(columns: &[Column], used: usize, step: &Ready);

/// A step that is made ready: what does it, where it goes, and what it is made from.
#[derive(Debug, Clone, Copy)]
struct Ready {
    run: Run,
    to: At,
    of: [At; 3],
}

/// Columns, how many vectors of them are in use, and the steps up to each thing that is found.
#[derive(Debug)]
pub(super) struct Columns {
    columns: Vec<Column>,
    used: usize,
    steps: Vec<(Vec<Ready>, FoundAt)>,
}

impl Columns {
    pub(super) fn new(code: &Code) -> Self {
        let column = || std::array::from_fn(|_| Cell::new(Vector([0; VECTOR])));
        let columns: Vec<Column> = (0..code.columns).map(|_| column()).collect();
        for (at, number) in &code.constants {
            columns[usize::from(*at)].iter().for_each(|vector| vector.set(Vector([number.cast_unsigned(); VECTOR])));
        }
        let ready = |(steps, found): &(Vec<Step>, FoundAt)| (steps.iter().map(Ready::new).collect(), found.clone());
        Columns { columns, used: 0, steps: code.parts.iter().map(ready).collect() }
    }

    /// Puts positions into the first columns.
    pub(super) fn take<const W: usize>(&mut self, positions: &[[u8; W]], cells: usize) {
        self.used = positions.len().div_ceil(VECTOR).min(VECTORS);
        for (number, some) in positions.chunks(VECTOR).take(VECTORS).enumerate() {
            for first in (0..cells).step_by(16) {
                let mut rows = [[0; 16]; VECTOR];
                for at in 0..some.len() {
                    rows[at] = sixteen_from(&some[at], first);
                }
                let made = transposed(&rows);
                for cell in first..cells.min(first + 16) {
                    self.columns[cell][number].set(Vector(made[cell - first]));
                }
            }
        }
    }

    /// Runs all steps; tells of each thing when it is found, and breaks off if that does.
    pub(super) fn run(&self, mut found: impl FnMut(&FoundAt) -> ControlFlow<()>) -> ControlFlow<()> {
        for (steps, found_at) in &self.steps {
            for step in steps {
                (step.run)(&self.columns, self.used, step);
            }
            found(found_at)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a truth value holds in one of the first n positions.
    pub(super) fn holds_somewhere(&self, at: At, positions: usize) -> bool {
        let mut vectors = self.column(at).iter().zip((0..positions).step_by(VECTOR));
        vectors.any(|(vector, first)| vector.get().0.iter().take(positions - first).any(|byte| *byte != 0))
    }

    fn column(&self, at: At) -> &Column {
        &self.columns[usize::from(at)]
    }

    /// The sum of a column of numbers in the first n positions.
    pub(super) fn sum(&self, at: At, positions: usize) -> u64 {
        let mut sum = 0;
        for (number, vector) in self.column(at).iter().enumerate().take(positions.div_ceil(VECTOR)) {
            let mut bytes = vector.get().0;
            if let Some(behind) = bytes.get_mut(positions - VECTOR * number..) {
                behind.fill(0);
            }
            sum += u64::from(bytes.iter().copied().map(u16::from).sum::<u16>());
        }
        sum
    }

    /// The first n positions in which a move is legal and does not end the game: their cells, and whether the mover moves again.
    pub(super) fn each<const W: usize>(&self, at: &MoveAt, positions: usize, mut tell: impl FnMut(&[u8; W], bool)) {
        for number in 0..positions.div_ceil(VECTOR).min(VECTORS) {
            let vector = |at: At| self.column(at)[number].get().0;
            let (is_legal, ended, again) = (vector(at.is_legal), vector(at.ended), vector(at.again));
            let mut there = [[0; W]; VECTOR];
            for first in (0..at.cells.len()).step_by(16) {
                let mut rows = [[0; VECTOR]; 16];
                for cell in first..at.cells.len().min(first + 16) {
                    rows[cell - first] = vector(at.cells[cell]);
                }
                let made = transposed(&rows);
                for position in 0..VECTOR {
                    there[position][first..first + 16].copy_from_slice(&made[position]);
                }
            }
            for position in 0..VECTOR.min(positions - VECTOR * number) {
                if is_legal[position] != 0 && ended[position] == 0 {
                    tell(&there[position], again[position] != 0);
                }
            }
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

impl Ready {
    fn new(step: &Step) -> Self {
        match *step {
            Step::Two(does, to, [first, second]) => {
                Ready { run: for_each!(does, A => two::<A>), to, of: [first, second, first] }
            }
            Step::Three(first, then, to, of) => {
                Ready { run: for_each!(first, A => for_each!(then, B => three::<A, B>)), to, of }
            }
            Step::Choose(to, of) => Ready { run: choose, to, of },
        }
    }
}

/// A truth value as a byte.
#[inline(always)]
fn truth(holds: bool) -> u8 {
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

fn two<A: Operation>(columns: &[Column], used: usize, step: &Ready) {
    in_each(columns, used, step, |one, two, _| A::of(one, two));
}

fn three<A: Operation, B: Operation>(columns: &[Column], used: usize, step: &Ready) {
    in_each(columns, used, step, |one, two, three| B::of(A::of(one, two), three));
}

fn choose(columns: &[Column], used: usize, step: &Ready) {
    in_each(columns, used, step, |truth, one, two| (truth & one) | (!truth & two));
}

/// Does the same with all bytes of three columns.
#[inline(always)]
fn in_each(columns: &[Column], used: usize, step: &Ready, does: impl Fn(u8, u8, u8) -> u8) {
    let [one, two, three] = step.of;
    let (to, one) = (&columns[usize::from(step.to)], &columns[usize::from(one)]);
    let of = [one, &columns[usize::from(two)], &columns[usize::from(three)]];
    // Most often all vectors are in use: then there is nothing to count.
    if used == VECTORS {
        in_vectors(to, of, VECTORS, does);
    } else {
        in_vectors(to, of, used.min(VECTORS), does);
    }
}

#[inline(always)]
fn in_vectors(to: &Column, [one, two, three]: [&Column; 3], used: usize, does: impl Fn(u8, u8, u8) -> u8) {
    for number in 0..used {
        let (one, two, three) = (one[number].get().0, two[number].get().0, three[number].get().0);
        let mut made = [0; VECTOR];
        for at in 0..VECTOR {
            made[at] = does(one[at], two[at], three[at]);
        }
        to[number].set(Vector(made));
    }
}
