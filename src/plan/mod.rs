//! A program as straight code, played fast. It gives just what the interpreter gives: the legal moves of a position in the
//! order of listing, and what each leads to. What cannot be said so is left to the interpreter, with the reason.

mod abreast;
mod along;
#[cfg(feature = "sim")]
mod any_order;
mod at_once;
#[cfg(test)]
mod at_random;
mod bags;
#[cfg(feature = "sim")]
mod below;
mod blocks;
mod build;
mod cells;
#[cfg(any(feature = "native", feature = "sim"))]
mod column;
mod counts;
mod expand;
mod expressions;
#[cfg(feature = "sim")]
mod falls_back;
mod fast;
#[cfg(feature = "sim")]
mod filled;
mod filter;
#[cfg(feature = "sim")]
mod first_choice;
#[cfg(feature = "sim")]
mod first_hand;
mod fixed;
#[cfg(feature = "sim")]
mod foreseen;
mod free;
mod goes_on;
#[cfg(feature = "sim")]
mod half_played;
#[cfg(feature = "sim")]
mod hand;
#[cfg(feature = "sim")]
mod hand_orders;
mod joined;
mod judge;
mod known;
mod lanes;
mod laps;
mod leads_back;
#[cfg(feature = "sim")]
mod listed;
mod live;
mod machine;
#[cfg(feature = "native")]
#[cfg_attr(not(feature = "sim"), allow(dead_code, reason = "only simulations play games at random"))]
mod native;
mod onward;
mod op;
mod orders;
#[cfg(feature = "sim")]
mod origins;
mod outcomes;
#[cfg(feature = "sim")]
mod outlook;
mod parts;
mod perft;
mod pieces;
#[cfg(feature = "sim")]
mod random_turns;
mod refusal;
#[cfg(feature = "sim")]
mod repeats;
#[cfg(feature = "sim")]
mod rulings;
mod runner;
mod seeds;
mod sets;
#[cfg(feature = "sim")]
mod settled;
mod several;
mod shortcuts;
mod side;
mod sowing;
mod steady;
mod tables;
mod takings;
#[cfg(feature = "sim")]
mod tried;
mod versions;

use crate::ir::{Code, EndCode, Id, Program};
use crate::model::Player;
use crate::position::Position;
use bags::Bags;
#[cfg(feature = "sim")]
pub(crate) use below::below;
pub(crate) use cells::{filled_tops, pieces_in_all};
#[cfg(feature = "sim")]
pub(crate) use cells::{more_filled, more_pieces, side_by_side};
#[cfg(feature = "sim")]
pub(crate) use column::{Column, TURNS, moved};
#[cfg(feature = "sim")]
pub(crate) use counts::Counts;
pub(crate) use fast::{Fast, InMatch, Played, Reached, Seen, Wanted};
#[cfg(feature = "sim")]
pub use foreseen::Foreseen;
#[cfg(feature = "native")]
pub(crate) use native::{Begin, in_the_background};
use op::KindBits;
pub(crate) use outcomes::Outcomes;
pub use outcomes::{Name, Outcome};
#[cfg(feature = "sim")]
pub(crate) use outlook::{Outlook, Outlooks};
#[cfg(feature = "sim")]
pub(crate) use random_turns::{DrawnTurn, Halt, NotDrawn, RandomTurns, Sheet, Trail, Words};
pub use refusal::Refusal;
use side::{Side, sides};

/// Both players, for positions of as many cells as they need.
#[derive(Debug, Clone)]
enum Width {
    Narrow(Box<[Side<16>; 2]>),
    Middle(Box<[Side<64>; 2]>),
    Wide(Box<[Side<128>; 2]>),
}

/// A program made ready to be played fast.
#[derive(Debug, Clone)]
pub struct Plan {
    width: Width,
}

impl Plan {
    /// Makes a program ready.
    ///
    /// # Errors
    /// Why the game has to be played by the interpreter.
    pub fn new(program: &Program) -> Result<Self, Refusal> {
        Plan::made(program, false)
    }

    /// The same, for whoever asks which rows were taken; a little slower.
    ///
    /// # Errors
    /// Why the game has to be played by the interpreter.
    pub fn telling_rows(program: &Program) -> Result<Self, Refusal> {
        Plan::made(program, true)
    }

    /// The same plan for whoever asks for the choices of legal moves and nothing else.
    #[cfg(feature = "sim")]
    pub(crate) fn listing(&self) -> Self {
        let width = match &self.width {
            Width::Narrow(sides) => Width::Narrow(Box::new(sides.each_ref().map(Side::listing))),
            Width::Middle(sides) => Width::Middle(Box::new(sides.each_ref().map(Side::listing))),
            Width::Wide(sides) => Width::Wide(Box::new(sides.each_ref().map(Side::listing))),
        };
        Plan { width }
    }

    /// Whether a kind of move can be tried of which it is not known that all options are legal.
    #[cfg(feature = "sim")]
    pub(crate) fn has_moves_to_try(&self) -> bool {
        match &self.width {
            Width::Narrow(sides) => sides.iter().any(Side::has_kinds_to_try),
            Width::Middle(sides) => sides.iter().any(Side::has_kinds_to_try),
            Width::Wide(sides) => sides.iter().any(Side::has_kinds_to_try),
        }
    }

    /// The same plan for whoever draws one of all options where that can be, and another one if it is not legal.
    ///
    /// # Errors
    /// Why the game has to be played by the interpreter.
    #[cfg(feature = "sim")]
    pub(crate) fn trying(&self, program: &Program) -> Result<Self, Refusal> {
        let width = match &self.width {
            Width::Narrow(sides) => Width::Narrow(Box::new(tried::trying(program, sides)?)),
            Width::Middle(sides) => Width::Middle(Box::new(tried::trying(program, sides)?)),
            Width::Wide(sides) => Width::Wide(Box::new(tried::trying(program, sides)?)),
        };
        Ok(Plan { width })
    }

    fn made(program: &Program, logs: bool) -> Result<Self, Refusal> {
        if let Some(reason) = refusal(program) {
            return Err(reason);
        }
        let width = match Bags::cells(program) {
            ..=16 => Width::Narrow(Box::new(sides(program, logs, NOTHING_TRIED)?)),
            17..=64 => Width::Middle(Box::new(sides(program, logs, NOTHING_TRIED)?)),
            _ => Width::Wide(Box::new(sides(program, logs, NOTHING_TRIED)?)),
        };
        Ok(Plan { width })
    }

    /// Says what begins to make machine code of turns, once enough was played without it.
    #[cfg(feature = "native")]
    pub(crate) fn compile_when_wanted(&self, begin: &Begin) {
        match &self.width {
            Width::Narrow(sides) => sides.iter().for_each(|side| side.beginning.say(begin)),
            Width::Middle(sides) => sides.iter().for_each(|side| side.beginning.say(begin)),
            Width::Wide(sides) => sides.iter().for_each(|side| side.beginning.say(begin)),
        }
    }

    /// Whether there is machine code of turns by now.
    #[cfg(feature = "native")]
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        match &self.width {
            Width::Narrow(sides) => sides.iter().all(Side::is_compiled),
            Width::Middle(sides) => sides.iter().all(Side::is_compiled),
            Width::Wide(sides) => sides.iter().all(Side::is_compiled),
        }
    }

    /// Makes all machine code of both players, if that was not done before; tells whether there is any.
    #[cfg(feature = "native")]
    pub fn compile(&self) -> bool {
        let is_there = self.compile_turns();
        #[cfg(feature = "sim")]
        match &self.width {
            Width::Narrow(sides) => native::compile_games(sides),
            Width::Middle(sides) => native::compile_games(sides),
            Width::Wide(sides) => native::compile_games(sides),
        }
        is_there
    }

    /// The same for whoever plays no games at random from turn to turn.
    #[cfg(feature = "native")]
    pub fn compile_turns(&self) -> bool {
        match &self.width {
            Width::Narrow(sides) => native::compile(sides),
            Width::Middle(sides) => native::compile(sides),
            Width::Wide(sides) => native::compile(sides),
        }
    }

    /// The same, and that which counts paths of moves in many positions at once, where that can be done so.
    #[cfg(feature = "native")]
    pub fn compile_paths(&self) -> bool {
        let is_there = self.compile_turns();
        match &self.width {
            Width::Narrow(sides) => sides.iter().for_each(Side::compile_steps),
            Width::Middle(sides) => sides.iter().for_each(Side::compile_steps),
            Width::Wide(sides) => sides.iter().for_each(Side::compile_steps),
        }
        is_there
    }

    /// Counts the paths of exactly `depth` moves of a game that is no match of several rounds: what is done between rounds
    /// is not part of a plan. What cannot be followed here is counted by `otherwise`: a position, and
    /// how deep.
    pub fn perft(
        &self,
        program: &Program,
        position: &Position,
        depth: u32,
        otherwise: &mut dyn FnMut(&Position, u32) -> u64,
    ) -> u64 {
        match &self.width {
            Width::Narrow(sides) => perft_of(program, sides, position, depth, otherwise),
            Width::Middle(sides) => perft_of(program, sides, position, depth, otherwise),
            Width::Wide(sides) => perft_of(program, sides, position, depth, otherwise),
        }
    }
}

/// No kind of move of either player.
const NOTHING_TRIED: [&[usize]; 2] = [&[], &[]];

/// Kinds of pieces that a set of them has room for.
const MOST_KINDS: usize = KindBits::BITS as usize;

/// Why a whole game is played by the interpreter.
fn refusal(program: &Program) -> Option<Refusal> {
    let (layout, model) = (&program.layout, &program.model);
    if layout.kinds > MOST_KINDS {
        return Some(Refusal::PieceKinds);
    }
    if layout.kinds > 1 && !model.rounds.is_empty() {
        return Some(Refusal::KindsInMatch);
    }
    if model.total() > 255 || layout.largest.iter().skip(layout.places * layout.kinds).any(|(_, most)| *most > 255) {
        return Some(Refusal::LargeCell);
    }
    if Bags::cells(program) > 128 {
        return Some(Refusal::LargePosition);
    }
    if layout.places > 64 {
        return Some(Refusal::Places);
    }
    if program.keeps.drops && layout.kinds == 1 {
        return Some(Refusal::Drops);
    }
    None
}

/// As many cells as a position of a program has; the others are empty.
#[inline]
fn first_cells<const W: usize>(program: &Program, cells: &[u8]) -> [u8; W] {
    if let Some(first) = cells.first_chunk::<W>() {
        let mut position = *first;
        // A position that is no longer than this ends with who is to move.
        if cells.len() == W {
            position[W - 1] = 0;
        }
        return position;
    }
    let mut position = [0; W];
    let there = cells.len().min(program.layout.cells()).min(W);
    position[..there].copy_from_slice(&cells[..there]);
    position
}

/// The row that ended a game, from its number plus one.
#[inline]
pub(crate) fn end_row(code: &Code, ended: i32) -> Option<&EndCode> {
    let number = usize::try_from(ended.checked_sub(1)?).ok()?;
    code.ends_at_capture.iter().chain(&code.ends_after_turn).chain(&code.endless).nth(number)
}

fn perft_of<const W: usize>(
    program: &Program,
    sides: &[Side<W>; 2],
    position: &Position,
    depth: u32,
    otherwise: &mut dyn FnMut(&Position, u32) -> u64,
) -> u64 {
    let mut one_by_one = |cells: &[u8; W], mover: Player, depth: u32| otherwise(&unpack(program, cells, mover), depth);
    perft::Perft::new(program, sides).count(&pack(program, position), position.to_move(), depth, &mut one_by_one)
}

/// The cells of a position.
fn pack<const W: usize>(program: &Program, position: &Position) -> [u8; W] {
    let mut cells = [0; W];
    let byte = |value: i32| u8::try_from(value).unwrap_or(u8::MAX);
    for (cell, count) in cells.iter_mut().zip(position.pieces().as_slice()) {
        *cell = u8::try_from(*count).unwrap_or(u8::MAX);
    }
    for ((_, state), (_, values)) in program.layout.states.iter().zip(position.states()) {
        for (offset, value) in values.iter().enumerate() {
            cells[state.first.index() + offset] = byte(value + state.shift);
        }
    }
    cells
}

/// The position of some cells.
fn unpack<const W: usize>(program: &Program, cells: &[u8; W], mover: Player) -> Position {
    let mut position = Position::empty(&program.model);
    for (count, cell) in position.pieces_mut().as_mut_slice().iter_mut().zip(cells) {
        *count = u32::from(*cell);
    }
    for (id, state) in program.layout.states.iter() {
        for (offset, value) in position.state_mut(id).iter_mut().enumerate() {
            *value = i32::from(cells[state.first.index() + offset]) - state.shift;
        }
    }
    position.set_to_move(mover);
    position
}
