//! Many turns played at once: what one player's code comes to from many positions.
//!
//! The code is run block by block, each block for all turns that wait for it, so that what it costs to find out what to do
//! next is paid once for many turns. Turns that go different ways wait for different blocks, and meet again where their
//! ways meet.

use super::bits::Bits;
use super::lanes::{Lane, Lanes};
use super::pool::Pool;
use super::prepared::{Prepared, Tables};
use crate::ir::{BlockId, Code, Id, MoveKind, Past, Program};
use crate::model::Player;

/// A complete turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Complete<const W: usize> {
    /// The position that it leads to, before anything is done between rounds.
    pub(super) cells: [u8; W],
    /// Its choices; see [`super::lanes::Facts::path`].
    pub(super) path: u128,
    /// Number of the position that it begins from.
    pub(super) source: u32,
    pub(super) preference: u32,
    /// Turns of one position in the order of these numbers, and then of their paths, are in the order of listing.
    pub(super) rank: u32,
    /// Number of the row that ended the game, plus one; 0 if none did.
    pub(super) ended: u16,
    /// Whether the same player moves again.
    pub(super) again: bool,
    /// Whether no rule forbids it.
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
    /// Whether turns of it are played: no kind is played where a position is asked before a turn.
    pub(super) playing: bool,
    /// Of the turns that are being played.
    pub(super) rank: u32,
    pub(super) complete: Vec<Complete<W>>,
    /// Positions of which a turn cannot be followed here.
    pub(super) given_up: Vec<u32>,
    /// Blocks run so far, times lanes.
    pub(super) steps: u64,
    pub(super) numbers: Pool<i32>,
    pub(super) truths: Pool<bool>,
    pub(super) sets: Pool<B>,
    pub(super) lists: Pool<Lane>,
    pub(super) chosen: Pool<(usize, i32)>,
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
            playing: false,
            kind: MoveKind::at(0).expect("there is room for a kind of move"),
            rank: 0,
            complete: Vec::new(),
            given_up: Vec::new(),
            steps: 0,
            numbers: Pool::default(),
            truths: Pool::default(),
            sets: Pool::default(),
            lists: Pool::default(),
            chosen: Pool::default(),
        }
    }

    /// Plays all turns of a kind from some positions (by their numbers in [`Turns::sources`]).
    pub(super) fn play(&mut self, kind: MoveKind, sources: &[u32]) {
        self.kind = kind;
        self.playing = true;
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
        self.playing = false;
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
        self.wait(&mut waiting, block, lanes);
        while let Some(next) = pop_first(&mut waiting) {
            self.steps += next.lanes.len() as u64;
            self.block(next.block, next.lanes, &mut Onward { waiting: &mut waiting, returned: &mut returned });
        }
        returned
    }

    fn wait(&mut self, waiting: &mut Vec<Waiting>, block: BlockId, lanes: Vec<Lane>) {
        if lanes.is_empty() {
            return self.lists.give(lanes);
        }
        if let Some(there) = waiting.iter_mut().find(|there| there.block == block) {
            there.lanes.extend_from_slice(&lanes);
            return self.lists.give(lanes);
        }
        waiting.push(Waiting { rank: self.tables.ranks[block.index()], block, lanes });
    }

    /// Lanes go on with a block.
    pub(super) fn go(&mut self, onward: &mut Onward<'_>, block: BlockId, lanes: Vec<Lane>) {
        self.wait(onward.waiting, block, lanes);
    }

    /// Reads something in another position.
    pub(super) fn in_past<T>(&mut self, past: Past, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.view.replace(past);
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
