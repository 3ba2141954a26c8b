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
use crate::model::{Player, RuleId};
use crate::situation::Situation;
use perft::Perft;
use prepared::Prepared;
use turns::Turns;

/// What is worked out for a program, for positions of as many cells as it needs.
#[derive(Debug, Clone)]
enum Width {
    Narrow(Box<Prepared<16>>),
    Middle(Box<Prepared<64>>),
    Wide(Box<Prepared<128>>),
}

/// A legal move of a position, and what it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Child {
    /// The position that it leads to, with the next player to move.
    pub after: Situation,
    /// Whether the same player moves again.
    pub again: bool,
    /// The row that ended the game in this turn, if one did.
    pub ended: Option<RuleId>,
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

    /// The legal moves of each of some positions, in the order of listing; none for a position whose turns have to be played
    /// one by one.
    #[must_use]
    pub fn children(&self, program: &Program, situations: &[Situation]) -> Vec<Option<Vec<Child>>> {
        match &self.width {
            Width::Narrow(prepared) => children_of::<16, u64>(program, prepared, situations),
            Width::Middle(prepared) => children_of::<64, u64>(program, prepared, situations),
            Width::Wide(prepared) => children_of::<128, u128>(program, prepared, situations),
        }
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

fn children_of<const W: usize, B: bits::Bits>(
    program: &Program,
    prepared: &Prepared<W>,
    situations: &[Situation],
) -> Vec<Option<Vec<Child>>> {
    let mut children: Vec<Option<Vec<Child>>> = vec![None; situations.len()];
    for mover in Player::BOTH {
        let of_mover: Vec<usize> = (0..situations.len()).filter(|at| situations[*at].to_move == mover).collect();
        let mut turns = Turns::<W, B>::new(program, prepared, mover);
        turns.sources.extend(of_mover.iter().map(|at| pack::<W>(program, &situations[*at])));
        turns.expand();
        for (source, at) in of_mover.iter().enumerate() {
            let given_up = turns.given_up.iter().any(|given_up| *given_up as usize == source);
            children[*at] = (!given_up).then(Vec::new);
        }
        let mut complete = std::mem::take(&mut turns.complete);
        complete.retain(|turn| turn.legal);
        complete.sort_by_key(|turn| (turn.source, turn.rank, turn.path));
        for turn in &complete {
            let next = if turn.again { mover } else { mover.other() };
            let ended = blocks::end_row(program.code(mover), turn.ended).map(|row| row.rule);
            let child = Child { after: unpack(program, &turn.cells, next), again: turn.again, ended };
            if let Some(children) = &mut children[of_mover[turn.source as usize]] {
                children.push(child);
            }
        }
    }
    children
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
