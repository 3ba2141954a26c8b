//! Many positions played at once. It gives just what the interpreter gives, and is made for whoever has many positions:
//! counting, random games, searches.

mod bits;
mod blocks;
mod expand;
mod expressions;
mod filter;
mod judge;
mod lanes;
mod laps;
mod perft;
mod pool;
mod prepared;
mod sets;
mod sowing;
mod turns;

use crate::ir::{Id, Program};
use crate::model::Player;
use crate::situation::Situation;
use perft::Perft;
use prepared::Prepared;

/// What is worked out for a program, for positions of as many cells as it needs.
#[derive(Debug, Clone)]
enum Width {
    Narrow(Box<Prepared<16>>),
    Middle(Box<Prepared<64>>),
    Wide(Box<Prepared<128>>),
}

/// A program made ready for many positions at once.
#[derive(Debug, Clone)]
pub struct Batch {
    width: Width,
}

impl Batch {
    /// Makes a program ready.
    ///
    /// # Errors
    /// Why the game has to be played turn by turn.
    pub fn new(program: &Program) -> Result<Self, &'static str> {
        if let Some(reason) = prepared::refusal(program) {
            return Err(reason);
        }
        let width = match program.layout.cells() {
            ..=16 => Width::Narrow(Box::new(Prepared::of(program))),
            17..=64 => Width::Middle(Box::new(Prepared::of(program))),
            _ => Width::Wide(Box::new(Prepared::of(program))),
        };
        Ok(Batch { width })
    }

    /// For each kind of move whose turns are played one by one: its number, and why.
    #[must_use]
    pub fn refused(&self) -> Vec<(usize, &'static str)> {
        let refused = match &self.width {
            Width::Narrow(prepared) => &prepared.sides[0].refused,
            Width::Middle(prepared) => &prepared.sides[0].refused,
            Width::Wide(prepared) => &prepared.sides[0].refused,
        };
        refused.iter().enumerate().filter_map(|(kind, reason)| Some((kind, (*reason)?))).collect()
    }

    /// Counts the paths of exactly `depth` moves. What cannot be followed here is counted by `otherwise`: a position, and
    /// how deep.
    pub fn perft(
        &self,
        program: &Program,
        situation: &Situation,
        depth: u32,
        otherwise: &mut dyn FnMut(&Situation, u32) -> u64,
    ) -> u64 {
        match &self.width {
            Width::Narrow(prepared) => perft_of::<16, u64>(program, prepared, situation, depth, otherwise),
            Width::Middle(prepared) => perft_of::<64, u64>(program, prepared, situation, depth, otherwise),
            Width::Wide(prepared) => perft_of::<128, u128>(program, prepared, situation, depth, otherwise),
        }
    }
}

fn perft_of<const W: usize, B: bits::Bits>(
    program: &Program,
    prepared: &Prepared<W>,
    situation: &Situation,
    depth: u32,
    otherwise: &mut dyn FnMut(&Situation, u32) -> u64,
) -> u64 {
    let mut perft = Perft::<W, B>::new(program, prepared);
    let mut one_by_one = |cells: &[u8; W], mover: Player, depth: u32| otherwise(&unpack(program, cells, mover), depth);
    perft.count(pack(program, situation), situation.to_move, depth, &mut one_by_one)
}

/// The cells of a position.
fn pack<const W: usize>(program: &Program, situation: &Situation) -> [u8; W] {
    let mut cells = [0; W];
    let byte = |value: i32| u8::try_from(value).unwrap_or(u8::MAX);
    for (cell, count) in cells.iter_mut().zip(&situation.pieces) {
        *cell = u8::try_from(*count).unwrap_or(u8::MAX);
    }
    for (state, values) in program.layout.states.iter().zip(&situation.states) {
        for (offset, value) in values.iter().enumerate() {
            cells[state.first.index() + offset] = byte(value + state.shift);
        }
    }
    cells
}

/// The position of some cells.
fn unpack<const W: usize>(program: &Program, cells: &[u8; W], mover: Player) -> Situation {
    let mut situation = Situation::empty(&program.model);
    for (count, cell) in situation.pieces.iter_mut().zip(cells) {
        *count = u32::from(*cell);
    }
    for (state, values) in program.layout.states.iter().zip(&mut situation.states) {
        for (offset, value) in values.iter_mut().enumerate() {
            *value = i32::from(cells[state.first.index() + offset]) - state.shift;
        }
    }
    situation.to_move = mover;
    situation
}
