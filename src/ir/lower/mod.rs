//! Model to program: once for South to move, once for North.

mod blocks;
mod board;
mod calls;
mod expressions;
mod interned;
mod judgement;
mod of_each;
mod scope;
mod sets;
mod statements;

use super::block::Sowing;
use super::id::*;
use super::layout::Layout;
use super::program::{Code, Keeps, Program};
use crate::model::{Model, Player, SequenceId};
use blocks::Blocks;
use interned::Interned;
use scope::Scope;
use std::sync::Arc;

/// Compiles a resolved game.
///
/// # Errors
/// If the game has more of something than a program can hold.
pub fn compile(model: Model) -> Result<Program, TooMany> {
    let layout = Layout::of(&model)?;
    let board = board::tables(&model);
    let mut keeps = Keeps::default();
    let south = Lowerer::new(&model, &layout, Player::South).code(&mut keeps)?;
    let north = Lowerer::new(&model, &layout, Player::North).code(&mut keeps)?;
    let lap_limit = model.lap_limit;
    Ok(Program { model: Arc::new(model), layout, board, sides: [south, north], lap_limit, keeps })
}

/// What is known while one player's code is made. It becomes a [`Code`] when it is whole.
struct Lowerer<'m> {
    model: &'m Model,
    layout: &'m Layout,
    /// Who moves.
    mover: Player,
    /// From whose side expressions are read just now.
    side: Player,
    interned: Interned,
    blocks: Blocks,
    scope: Scope,
    sowings: Arena<SowingId, Sowing>,
    /// The landing table whose rows are being made.
    table: Option<BlockId>,
    /// The first block of each sequence.
    sequences: Arena<SequenceId, BlockId>,
    /// Whether captures are followed by a look at the rows `at a capture`.
    captures_may_end: bool,
    code: Code,
    keeps: Keeps,
    /// The first thing of which there was too much.
    too_many: Option<TooMany>,
}

impl<'m> Lowerer<'m> {
    fn new(model: &'m Model, layout: &'m Layout, mover: Player) -> Self {
        Lowerer {
            model,
            layout,
            mover,
            side: mover,
            interned: Interned::default(),
            blocks: Blocks::default(),
            scope: Scope::of(model),
            sowings: Arena::default(),
            table: None,
            sequences: Arena::default(),
            captures_may_end: false,
            code: Code::default(),
            keeps: Keeps::default(),
            too_many: None,
        }
    }

    fn code(mut self, keeps: &mut Keeps) -> Result<Code, TooMany> {
        self.tracks()?;
        self.untils();
        // They are looked at whenever pieces have moved, and rows at a capture then too: in the middle of a loop, whose slots
        // must not be theirs.
        if !self.code.untils.is_empty() {
            self.scope.hold();
        }
        // Between rounds, as in rows of `end`, captures end nothing.
        self.rounds();
        self.ends();
        self.captures_may_end = !self.code.ends_at_capture.is_empty();
        if self.captures_may_end {
            self.scope.hold();
        }
        self.sequences();
        self.turns()?;
        self.phases();
        self.legality();
        keeps.drops |= self.keeps.drops;
        keeps.before_sowing |= self.keeps.before_sowing;
        keeps.repetition |= self.keeps.repetition;
        self.finish()
    }

    /// The finished code, if everything could be numbered.
    fn finish(self) -> Result<Code, TooMany> {
        let (slots, names) = (self.scope.slots()?, self.scope.names());
        let (blocks, choices, arguments) = self.blocks.finish()?;
        let expressions = self.interned.finish()?;
        match self.too_many {
            Some(too_many) => Err(too_many),
            None => {
                Ok(Code { expressions, blocks, choices, arguments, sowings: self.sowings, slots, names, ..self.code })
            }
        }
    }

    /// The thing that was made, or that of which there is too much: then it does not matter which, for the program is
    /// refused.
    fn or_refuse<I: Id>(&mut self, made: Result<I, TooMany>) -> I {
        made.unwrap_or_else(|too_many| {
            self.too_many.get_or_insert(too_many);
            I::FIRST
        })
    }

    /// Reads something from the other player's side.
    fn flipped<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.side = self.side.other();
        let value = read(self);
        self.side = self.side.other();
        value
    }
}
