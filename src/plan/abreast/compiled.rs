//! Steps as machine code: sixteen positions at a time, what is worked out stands in registers of the processor, and goes into columns
//! where somebody asks for it later.

use super::code::{At, Code, Does, MOST_COLUMNS, Rows, Step};
use super::registers::{Flow, Source, stored};
use super::run::VECTOR;
use mancala_native::{Area, Assembler, Block, Condition, Layout, Sixteen, Vector, Word, compile_in_order};

/// Bytes of a vector, and of one of each column.
const WIDE: u32 = 16;
const ROW: u32 = WIDE << 9;
const _: () = assert!(WIDE as usize == VECTOR && ROW as usize == VECTOR * MOST_COLUMNS);

/// The machine code of the steps of all parts.
#[derive(Debug)]
pub(super) struct Compiled(mancala_native::Code);

impl Compiled {
    /// For columns of so many vectors. None if there is none for this computer.
    pub(super) fn new<F: Clone>(code: &Code<F>, vectors: usize) -> Option<Self> {
        let vectors = u32::try_from(vectors).ok().filter(|vectors| vectors.is_power_of_two())?;
        let mut layout = Layout::new();
        let columns = layout.rows(vectors, ROW);
        let stored = stored(code);
        let made = compile_in_order(&layout, |to| {
            let blocks: Vec<Block> = (0..=code.parts.len()).map(|_| to.block()).collect();
            let entry = to.entry();
            to.select_block(entry, &blocks);
            let mut assembling = |block: Block, assemble: &dyn Fn(&mut Assembling<'_, '_>)| {
                to.begin(block);
                in_all_vectors(to, vectors, |to, here| {
                    assemble(&mut Assembling { to, columns, here, made: Vec::new() });
                });
            };
            for ((block, (steps, ..)), stored) in blocks.iter().zip(&code.parts).zip(&stored) {
                let flow = Flow::new(steps, stored);
                assembling(*block, &|assembling| assembling.steps(&flow));
            }
            let rows = |assembling: &mut Assembling<'_, '_>| code.rows.iter().for_each(|rows| assembling.rows(*rows));
            assembling(blocks[code.parts.len()], &rows);
        });
        made.ok().map(Compiled)
    }

    /// Runs the steps of a part; behind the last one, puts rows into columns.
    #[inline]
    pub(super) fn run(&self, columns: &[Sixteen], part: usize) {
        self.0.run_in(columns, u32::try_from(part).unwrap_or(u32::MAX));
    }
}

/// Does the same in so many vectors, and stops.
fn in_all_vectors(to: &mut Assembler<'_>, vectors: u32, body: impl FnOnce(&mut Assembler<'_>, Word)) {
    let (sixteen, done, at) = (to.block(), to.block(), to.variable());
    let first = to.word(0);
    to.put(at, first);
    to.jump(sixteen);
    to.begin(sixteen);
    let here = to.get(at);
    body(to, here);
    let (by, end) = (to.word(ROW.into()), to.word((vectors * ROW).into()));
    let next = to.add(here, by);
    to.put(at, next);
    let goes_on = to.compare(Condition::Less, next, end);
    to.branch(goes_on, sixteen, done);
    to.begin(done);
    to.stop(first);
}

/// Puts the code of a part together.
struct Assembling<'a, 'f> {
    to: &'a mut Assembler<'f>,
    columns: Area,
    /// Where the vectors stand that are worked on.
    here: Word,
    /// What each step has made.
    made: Vec<Vector>,
}

impl Assembling<'_, '_> {
    fn steps(&mut self, flow: &Flow<'_>) {
        for ((step, of), is_stored) in flow.steps.iter().zip(&flow.sources).zip(&flow.is_stored) {
            let made = self.step(step, of);
            self.made.push(made);
            if *is_stored {
                self.store(step.to(), made);
            }
        }
    }

    fn step(&mut self, step: &Step, of: &[Source]) -> Vector {
        match *step {
            Step::Two(does, ..) => self.two(does, of[0], of[1]),
            Step::Three(first, then, ..) => {
                // What comes of the first two stands for what the step makes until that is there.
                let both = self.two(first, of[0], of[1]);
                self.made.push(both);
                let made = self.two(then, Source::Step(self.made.len() - 1), of[2]);
                self.made.pop();
                made
            }
            // What stands in a column is read by the instruction that takes it, if it was asked for last and stands where it may.
            Step::Choose(..) => {
                let [otherwise, truth, then] = [of[2], of[0], of[1]].map(|source| self.get(source));
                self.to.choose_bytes(truth, then, otherwise)
            }
        }
    }

    /// What is taken. What stands in a column is read wherever it is asked for: it is at hand there, and registers are few.
    fn get(&mut self, source: Source) -> Vector {
        match source {
            Source::Step(made) => self.made[made],
            Source::Column(at) => self.load(at),
        }
    }

    fn load(&mut self, at: At) -> Vector {
        self.to.load_vector(self.columns, Some(self.here), u32::from(at) * WIDE)
    }

    fn store(&mut self, at: At, vector: Vector) {
        self.to.store_vector(vector, self.columns, Some(self.here), u32::from(at) * WIDE);
    }

    /// Puts rows into the first columns where there are some, and forgets them.
    fn rows(&mut self, rows: Rows) {
        for sixteen in 0..rows.sixteens {
            let mut square: Vec<Vector> = (0..16).map(|row| self.load(rows.at(sixteen, row))).collect();
            // Each row with the one eight rows below it, in turn: done four times, rows are columns.
            for _ in 0..4 {
                let (above, below) = square.split_at(8);
                let pairs = above.iter().zip(below);
                square = pairs
                    .flat_map(|(one, two)| [self.to.first_in_turn(*one, *two), self.to.last_in_turn(*one, *two)])
                    .collect();
            }
            for (cell, made) in (16 * sixteen..).zip(square) {
                let (there, which) = (self.load(cell), self.load(rows.which()));
                let chosen = self.to.choose_bytes(which, made, there);
                self.store(cell, chosen);
            }
        }
        let none = self.to.vector([0; 16]);
        self.store(rows.which(), none);
    }

    fn two(&mut self, does: Does, one: Source, two: Source) -> Vector {
        let is_read = |source: Source| matches!(source, Source::Column(_));
        let [one, two] = match does {
            Does::SubtractFrom | Does::Less | Does::WithoutFrom => [two, one],
            _ if does.turned() == does && is_read(one) && !is_read(two) => [two, one],
            _ => [one, two],
        };
        let [one, two] = match does {
            Does::Without | Does::WithoutFrom => {
                let [two, one] = [two, one].map(|source| self.get(source));
                [one, two]
            }
            _ => [one, two].map(|source| self.get(source)),
        };
        match does {
            Does::Add => self.to.add_bytes(one, two),
            Does::Subtract | Does::SubtractFrom => self.to.subtract_bytes(one, two),
            Does::Smaller => self.to.smaller_bytes(one, two),
            Does::Larger => self.to.larger_bytes(one, two),
            Does::Equal => self.to.equal_bytes(one, two),
            Does::More | Does::Less => self.to.more_bytes(one, two),
            Does::Both => self.to.and_bytes(one, two),
            Does::Either => self.to.or_bytes(one, two),
            Does::Without | Does::WithoutFrom => self.to.and_not_bytes(one, two),
        }
    }
}
