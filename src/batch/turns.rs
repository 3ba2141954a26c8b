//! Many turns played at once: what one player's code comes to from many positions.
//!
//! The code is run block by block, each block for all turns that wait for it, so that what it costs to find out what to do
//! next is paid once for many turns. Turns that go different ways wait for different blocks, and meet again where their
//! ways meet.

use super::bits::Bits;
use super::lanes::{Facts, Lane, Lanes};
use super::pool::Pool;
use super::prepared::{Prepared, Tables};
use crate::ir::{BlockId, Code, Id, MoveKind, Past, Program};
use crate::model::Player;
use std::mem;

/// A complete turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Complete<const W: usize> {
    /// The position that it leads to, before anything is done between rounds.
    pub(super) cells: [u8; W],
    pub(super) facts: Facts,
    pub(super) kind: MoveKind,
    /// Whether no rule forbids it. Rankings and preferences are not looked at.
    pub(super) legal: bool,
}

/// Turns that wait for a block.
#[derive(Debug)]
struct Waiting {
    rank: u32,
    block: BlockId,
    lanes: Vec<Lane>,
}

/// Plays the turns of one player.
#[derive(Debug)]
pub(super) struct Turns<'p, const W: usize, B> {
    pub(super) program: &'p Program,
    pub(super) prepared: &'p Prepared<W>,
    pub(super) code: &'p Code,
    pub(super) tables: &'p Tables<W>,
    pub(super) mover: Player,
    pub(super) lanes: Lanes<W, B>,
    /// The positions that turns begin from.
    pub(super) sources: Vec<[u8; W]>,
    /// In which position cells are read.
    pub(super) view: Option<Past>,
    /// Slots that hold the same in all lanes that are looked at.
    pub(super) uniform: Vec<Option<i32>>,
    pub(super) kind: MoveKind,
    pub(super) complete: Vec<Complete<W>>,
    /// Positions of which a turn cannot be followed here.
    pub(super) given_up: Vec<u32>,
    /// Blocks run so far, times lanes.
    pub(super) steps: u64,
    pub(super) numbers: Pool<i32>,
    pub(super) truths: Pool<bool>,
    pub(super) sets: Pool<B>,
    pub(super) lists: Pool<Lane>,
}

impl<'p, const W: usize, B: Bits> Turns<'p, W, B> {
    pub(super) fn new(program: &'p Program, prepared: &'p Prepared<W>, mover: Player) -> Self {
        let code = program.code(mover);
        Turns {
            program,
            prepared,
            code,
            tables: &prepared.sides[mover.index()],
            mover,
            lanes: Lanes::new(program.keeps.before_sowing),
            sources: Vec::new(),
            view: None,
            uniform: vec![None; code.slots.all],
            kind: MoveKind::at(0).expect("there is room for a kind of move"),
            complete: Vec::new(),
            given_up: Vec::new(),
            steps: 0,
            numbers: Pool::default(),
            truths: Pool::default(),
            sets: Pool::default(),
            lists: Pool::default(),
        }
    }

    /// Plays all turns of a kind from some positions (by their numbers in [`Turns::sources`]).
    pub(super) fn play(&mut self, kind: MoveKind, sources: &[u32]) {
        self.kind = kind;
        self.lanes.clear(self.code.slots);
        let mut begun = self.lists.take();
        for source in sources {
            begun.push(self.lanes.begin(&self.sources[*source as usize], *source));
        }
        let entry = self.code.kinds[kind].entry;
        let returned = self.run(entry, begun);
        self.lists.give(returned);
    }

    /// Lanes for positions in which no turn has begun, to read conditions of them.
    pub(super) fn stand(&mut self, sources: &[u32]) -> Vec<Lane> {
        self.lanes.clear(self.code.slots);
        let mut lanes = self.lists.take();
        for source in sources {
            lanes.push(self.lanes.begin(&self.sources[*source as usize], *source));
        }
        lanes
    }

    /// Runs a block for some lanes, and all that come behind it; gives back the lanes that came to a return.
    pub(super) fn run(&mut self, block: BlockId, lanes: Vec<Lane>) -> Vec<Lane> {
        let mut waiting = Vec::with_capacity(8);
        let mut returned = self.lists.take();
        self.wait(&mut waiting, block, &lanes);
        self.lists.give(lanes);
        while let Some(next) = pop_first(&mut waiting) {
            self.steps += next.lanes.len() as u64;
            self.block(next.block, next.lanes, &mut Onward { waiting: &mut waiting, returned: &mut returned });
        }
        returned
    }

    fn wait(&mut self, waiting: &mut Vec<Waiting>, block: BlockId, lanes: &[Lane]) {
        if lanes.is_empty() {
            return;
        }
        if let Some(there) = waiting.iter_mut().find(|there| there.block == block) {
            there.lanes.extend_from_slice(lanes);
            return;
        }
        let mut list = self.lists.take();
        list.extend_from_slice(lanes);
        waiting.push(Waiting { rank: self.tables.ranks[block.index()], block, lanes: list });
    }

    /// Lanes go on with a block.
    pub(super) fn go(&mut self, onward: &mut Onward<'_>, block: BlockId, lanes: Vec<Lane>) {
        self.wait(onward.waiting, block, &lanes);
        self.lists.give(lanes);
    }

    /// Reads something in another position.
    pub(super) fn in_past<T>(&mut self, past: Past, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = mem::replace(&mut self.view, Some(past));
        let value = read(self);
        self.view = before;
        value
    }

    /// The turns of a position are not followed any further.
    pub(super) fn give_up(&mut self, lanes: &[Lane]) {
        for lane in lanes {
            self.given_up.push(self.lanes.facts[*lane as usize].source);
        }
    }
}

/// Where lanes go.
#[derive(Debug)]
pub(super) struct Onward<'w> {
    waiting: &'w mut Vec<Waiting>,
    pub(super) returned: &'w mut Vec<Lane>,
}

/// The block that all waiting lanes have come to that can come to it without coming to others that wait.
fn pop_first(waiting: &mut Vec<Waiting>) -> Option<Waiting> {
    let first = (0..waiting.len()).min_by_key(|at| waiting[*at].rank)?;
    Some(waiting.swap_remove(first))
}
