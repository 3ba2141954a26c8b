//! What is worked out once, so that many turns can be played at once: laps, conditions on single cells, an order of the
//! blocks; and what cannot be played so, with the reason.

use super::bits::number_of;
use super::filter::Filter;
use super::laps::{LapTable, LeftOut};
use crate::ir::{Action, BlockId, Choice, Code, Exit, Id, Number, Program, Set, Sowing, Way};

/// Cells of a position that may be needed.
pub(super) const MOST_CELLS: usize = 128;

/// What is worked out for a program.
#[derive(Debug, Clone)]
pub(super) struct Prepared<const W: usize> {
    /// For each place: the place that faces it; -1 is none.
    pub(super) facing: Vec<i32>,
    /// For each place: the place behind it; -1 is none.
    pub(super) behind: Vec<i32>,
    pub(super) sides: [Tables<W>; 2],
}

/// What is worked out for one player's code.
#[derive(Debug, Clone)]
pub(super) struct Tables<const W: usize> {
    /// For each block: those with a lower rank are run first.
    pub(super) ranks: Vec<u32>,
    /// For each set that is filtered: the condition, if it asks single cells alone.
    pub(super) filters: Vec<Option<Filter>>,
    /// For each chain: the same.
    pub(super) chains: Vec<Option<Filter>>,
    laps: Vec<LapTable<W>>,
    /// For each sowing, each way: its laps.
    pub(super) laps_of: Vec<Option<LapsOf>>,
    /// For each kind of move: why its turns cannot be played so.
    pub(super) refused: Vec<Option<&'static str>>,
}

/// Where the laps of a sowing are.
#[derive(Debug, Clone, Copy)]
pub(super) struct LapsOf {
    numbers: [usize; 2],
    /// Whether they leave out the place that is lifted, so that they hold only for laps from the start.
    pub(super) from_start: bool,
}

/// Why a whole game is played turn by turn.
pub(super) fn refusal(program: &Program) -> Option<&'static str> {
    let (layout, model) = (&program.layout, &program.model);
    let cells = layout.cells();
    if layout.kinds > 1 {
        return Some("there are several kinds of pieces");
    }
    if model.total() > 255 || layout.largest.iter().skip(layout.places).any(|(_, most)| *most > 255) {
        return Some("a cell may hold more than 255");
    }
    if cells > MOST_CELLS {
        return Some("a position has more than 128 cells");
    }
    if program.keeps.drops {
        return Some("single drops are asked for");
    }
    if !model.rounds.is_empty() {
        return Some("a match has several rounds");
    }
    None
}

impl<const W: usize> Prepared<W> {
    pub(super) fn of(program: &Program) -> Self {
        let numbers = |places: &[Option<crate::ir::Place>]| places.iter().map(|place| number_of(*place)).collect();
        Prepared {
            facing: numbers(&program.board.facing),
            behind: numbers(&program.board.behind),
            sides: [0, 1].map(|side| Tables::of(program, &program.sides[side])),
        }
    }
}

impl<const W: usize> Tables<W> {
    fn of(program: &Program, code: &Code) -> Self {
        let expressions = &code.expressions;
        let filter = |set: &Set| match set {
            Set::Where(_, slot, condition) => Filter::new(expressions, *slot, *condition),
            _ => None,
        };
        let mut tables = Tables {
            ranks: ranks(code),
            filters: expressions.sets.iter().map(|(_, set)| filter(set)).collect(),
            chains: expressions
                .chains
                .iter()
                .map(|(_, chain)| Filter::new(expressions, chain.it, chain.condition))
                .collect(),
            laps: Vec::new(),
            laps_of: Vec::new(),
            refused: code.kinds.iter().map(|(_, kind)| refused(code, kind.entry)).collect(),
        };
        tables.work_out_laps(program, code);
        tables
    }

    /// Laps can be worked out where no rule sees the single drops, and what is left out is known.
    fn work_out_laps(&mut self, program: &Program, code: &Code) {
        let mut known = Vec::new();
        for (_, sowing) in code.sowings.iter() {
            let laps = left_out(code, sowing).map(|left_out| {
                let ways = match code.expressions.ways[sowing.way] {
                    Way::Constant(way) => [usize::from(way); 2],
                    _ => [0, 1],
                };
                let numbers = ways.map(|way| {
                    let key = (sowing.track, way, left_out);
                    known.iter().position(|other| *other == key).unwrap_or_else(|| {
                        let places = &code.tracks[sowing.track].places[way];
                        self.laps.push(LapTable::of(places, left_out, program.model.total(), program.layout.places));
                        known.push(key);
                        known.len() - 1
                    })
                });
                LapsOf { numbers, from_start: left_out == LeftOut::Lifted }
            });
            self.laps_of.push(laps);
        }
    }

    /// The laps of a sowing, one way.
    #[inline]
    pub(super) fn laps(&self, of: LapsOf, way: usize) -> &LapTable<W> {
        &self.laps[of.numbers[way & 1]]
    }
}

/// What a sowing leaves out, if that is known and its laps can be worked out.
fn left_out(code: &Code, sowing: &Sowing) -> Option<LeftOut> {
    let one_each = code.expressions.numbers[sowing.each] == Number::Constant(1);
    if sowing.in_order || sowing.at_drop.is_some() || !one_each {
        return None;
    }
    let Some(set) = sowing.skipping else { return Some(LeftOut::Always(crate::ir::Places::NONE)) };
    match code.expressions.sets[set] {
        Set::Constant(constant) => {
            let places = code.expressions.constants[constant];
            let something_left = !code.tracks[sowing.track].all.without(places).is_empty();
            something_left.then_some(LeftOut::Always(places))
        }
        Set::Single(pit) if pit == sowing.start && sowing.after && code.tracks[sowing.track].all.count() > 1 => {
            Some(LeftOut::Lifted)
        }
        _ => None,
    }
}

/// Where a block goes on.
fn next(code: &Code, block: BlockId) -> Vec<BlockId> {
    match code.blocks[block].exit {
        Exit::Go(to) | Exit::Pass(_, to) | Exit::Sow(_, to) | Exit::SowOn(to) => vec![to],
        Exit::Branch(_, then, otherwise) => vec![then, otherwise],
        Exit::Choose(choice) => match &code.choices[choice] {
            Choice::Pit { next, .. }
            | Choice::Number { next, .. }
            | Choice::Way { next, .. }
            | Choice::Placing { next, .. }
            | Choice::Taking { next, .. } => vec![*next],
            Choice::Alternative { ways } => ways.iter().map(|(_, block)| *block).collect(),
        },
        Exit::Close(_) => code.kinds.iter().map(|(_, kind)| kind.close).collect(),
        Exit::Done | Exit::NotLegal | Exit::Return => Vec::new(),
    }
}

/// An order of the blocks in which each stands before those that it goes on with, circles apart.
fn ranks(code: &Code) -> Vec<u32> {
    let mut ranks = vec![0; code.blocks.len()];
    let mut seen = vec![false; code.blocks.len()];
    let mut left = u32::try_from(code.blocks.len()).unwrap_or(u32::MAX);
    let starts = code.kinds.iter().map(|(_, kind)| kind.entry).chain(code.blocks.iter().map(|(block, _)| block));
    for start in starts.collect::<Vec<_>>() {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut path = vec![(start, next(code, start))];
        while let Some((block, open)) = path.last_mut() {
            match open.pop() {
                Some(to) if !std::mem::replace(&mut seen[to.index()], true) => path.push((to, next(code, to))),
                Some(_) => {}
                None => {
                    ranks[block.index()] = left;
                    left -= 1;
                    path.pop();
                }
            }
        }
    }
    ranks
}

/// Why turns that begin with a block cannot be played many at once.
fn refused(code: &Code, entry: BlockId) -> Option<&'static str> {
    let mut seen = vec![false; code.blocks.len()];
    let mut open = vec![entry];
    while let Some(block) = open.pop() {
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        match code.blocks[block].exit {
            Exit::Choose(choice) => match code.choices[choice] {
                Choice::Placing { .. } => return Some("seeds are placed one by one"),
                Choice::Taking { .. } => return Some("captured pieces are chosen one by one"),
                _ => {}
            },
            Exit::Sow(sowing, _) if code.sowings[sowing].in_order => return Some("the order of sowing is chosen"),
            _ => {}
        }
        for (action, _) in &code.blocks[block].actions {
            if let Action::ForEach(_, _, inner) | Action::Do(inner) = action {
                open.push(*inner);
            }
        }
        open.extend(next(code, block));
    }
    None
}
