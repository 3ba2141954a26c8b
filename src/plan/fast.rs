//! Straight code for whoever holds positions as cells: moves are told as they are found, and nothing is packed or unpacked.

use super::expand::{Expander, Halt};
use super::op::turn;
use super::{Plan, Side, Width, end_row};
use crate::ir::{EndCode, Program};
use crate::model::Player;
use std::ops::ControlFlow;

/// A legal move that was found.
#[derive(Debug)]
pub(crate) struct Reached<'a> {
    /// The cells of the position that it leads to; further ones are empty.
    pub(crate) cells: &'a [u8],
    /// The kind of move.
    pub(crate) kind: usize,
    /// The choices, by the numbers of what was chosen.
    pub(crate) choices: &'a [u16],
    /// Whether the same player moves again.
    pub(crate) again: bool,
    /// The row that ended the game, if one did.
    pub(crate) ended: Option<&'a EndCode>,
    /// Pieces captured by the mover.
    pub(crate) captured: i32,
    /// Laps sown.
    pub(crate) laps: u32,
}

/// What a visit came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// All moves were seen.
    All,
    /// The visitor had seen enough.
    Enough,
    /// So many moves were seen; the others take too long for this.
    Some(u64),
}

/// Finds the moves of one position after the other. Make one for each thread.
#[derive(Debug)]
pub(crate) struct Fast<'p> {
    program: &'p Program,
    sides: Sides<'p>,
}

#[derive(Debug)]
enum Sides<'p> {
    Narrow(Box<[Expander<'p, 16>; 2]>),
    Middle(Box<[Expander<'p, 64>; 2]>),
    Wide(Box<[Expander<'p, 128>; 2]>),
}

impl Plan {
    /// What finds moves by this plan of a program.
    pub(crate) fn fast<'p>(&'p self, program: &'p Program) -> Fast<'p> {
        let prefers = program.model.preferences > 0;
        let sides = match &self.width {
            Width::Narrow(sides) => Sides::Narrow(both(sides, prefers)),
            Width::Middle(sides) => Sides::Middle(both(sides, prefers)),
            Width::Wide(sides) => Sides::Wide(both(sides, prefers)),
        };
        Fast { program, sides }
    }
}

fn both<const W: usize>(sides: &[Side<W>; 2], prefers: bool) -> Box<[Expander<'_, W>; 2]> {
    Box::new(sides.each_ref().map(|side| Expander::new(side, prefers)))
}

impl Fast<'_> {
    /// Visits the legal moves of a position of this mover, in the order of listing.
    #[inline]
    pub(crate) fn visit(
        &mut self,
        mover: Player,
        cells: &[u8],
        visit: &mut impl FnMut(Reached<'_>) -> ControlFlow<()>,
    ) -> Seen {
        let program = self.program;
        match &mut self.sides {
            Sides::Narrow(sides) => visit_by(program, &mut sides[mover.index()], mover, cells, visit),
            Sides::Middle(sides) => visit_by(program, &mut sides[mover.index()], mover, cells, visit),
            Sides::Wide(sides) => visit_by(program, &mut sides[mover.index()], mover, cells, visit),
        }
    }
}

#[inline]
fn visit_by<const W: usize>(
    program: &Program,
    side: &mut Expander<'_, W>,
    mover: Player,
    cells: &[u8],
    visit: &mut impl FnMut(Reached<'_>) -> ControlFlow<()>,
) -> Seen {
    let code = program.code(mover);
    let mut position = [0; W];
    let there = cells.len().min(program.layout.cells()).min(W);
    position[..there].copy_from_slice(&cells[..there]);
    let mut seen = 0;
    let halted = side.visit(&position, &mut |machine| {
        seen += 1;
        visit(Reached {
            cells: machine.position(),
            kind: usize::try_from(machine.get(turn::KIND)).unwrap_or(0),
            choices: machine.choices(),
            again: machine.get(turn::AGAIN) != 0,
            ended: end_row(code, machine.get(turn::ENDED)),
            captured: machine.get(turn::CAPTURED),
            laps: machine.get(turn::LAPS).unsigned_abs(),
        })
    });
    match halted {
        Ok(()) => Seen::All,
        Err(Halt::Enough) => Seen::Enough,
        Err(Halt::TooLong) => Seen::Some(seen),
    }
}
