//! A program as straight code, played fast. It gives just what the interpreter gives: the legal moves of a position in the
//! order of listing, and what each leads to. What cannot be said so is left to the interpreter, with the reason.

mod along;
mod blocks;
mod build;
mod cells;
#[cfg(feature = "sim")]
mod chance;
mod counts;
mod expand;
mod expressions;
mod fast;
mod filter;
mod fixed;
mod free;
mod judge;
mod lanes;
mod laps;
mod live;
mod machine;
#[cfg(feature = "native")]
mod native;
mod op;
mod perft;
mod pieces;
mod refusal;
#[cfg(feature = "sim")]
mod repeats;
mod runner;
mod seeds;
mod sets;
#[cfg(feature = "sim")]
mod settled;
mod shortcuts;
mod sowing;
mod tables;

use crate::ir::{Code, EndCode, Id, Program};
use crate::limits;
use crate::model::{Player, Ranking};
use crate::position::Position;
use build::{Builder, Constants, MOST_OPERATIONS};
#[cfg(feature = "sim")]
pub(crate) use chance::{Chance, DrawnTurn, Halt, below};
#[cfg(feature = "sim")]
pub(crate) use counts::Counts;
pub(crate) use fast::{Fast, InMatch, Played, Reached, Seen, Wanted};
use free::Judged;
use live::{Carried, Ways};
use op::{Address, Op, turn};
pub use refusal::Refusal;
use std::collections::BTreeMap;
#[cfg(feature = "native")]
use std::sync::Arc;
use std::sync::OnceLock;
use tables::Tables;

/// How many registers live through choices.
#[derive(Debug, Clone, Copy)]
struct Kept {
    numbers: usize,
    sets: usize,
}

/// What one player does when it is his turn.
#[derive(Debug, Clone)]
struct Side<const W: usize> {
    /// 0 South, 1 North.
    mover: i32,
    #[cfg(feature = "native")]
    sizes: native::Sizes,
    /// As many as there can be addresses.
    ops: Box<[Op; MOST_OPERATIONS]>,
    /// How many of them were made.
    made: usize,
    tables: Tables<W>,
    constants: Constants,
    kept: Kept,
    /// What the options of each choice begin with, by the address of the choice: found out when it is first asked for.
    carried: OnceLock<BTreeMap<Address, Carried>>,
    /// Its machine code, once that is made; none if there is none for this computer.
    #[cfg(feature = "native")]
    compiled: OnceLock<Option<Arc<native::Compiled>>>,
    /// Whether the position before a lap is asked for.
    remembers: bool,
    /// Whether something is done between rounds.
    #[cfg(feature = "native")]
    in_match: bool,
    /// Whether a kind of move gives way to another.
    ranks: bool,
    lap_limit: i32,
    lap_limit_altogether: i32,
    /// For each kind of move: where a turn begins.
    kinds: Vec<Address>,
    /// What lets state fall back in positions that come from outside.
    settle: Option<Address>,
    /// What tells which phase applies, where that is a question; and their rankings.
    phase: Option<Address>,
    phases: Vec<Ranking>,
    /// For each kind of move: whether all its options are legal, rules of legality apart.
    free: Vec<bool>,
    /// Whether a rule of legality is looked at.
    judged: Judged,
    /// Whether the game is over before the turn, where a rule can say so of a position alone.
    over: Option<Address>,
    /// What tells South's lead.
    lead: Address,
    /// What draws a move.
    #[cfg_attr(not(feature = "sim"), expect(dead_code, reason = "games at random ask for it"))]
    drawn: Address,
    /// Whether rows and captures are counted; how many rules and places there are.
    logs: bool,
    rules: usize,
    places: usize,
}

impl<const W: usize> Side<W> {
    /// The operations that were made.
    fn made_ops(&self) -> &[Op] {
        &self.ops[..self.made]
    }

    /// Whether there is machine code.
    #[cfg(feature = "native")]
    fn is_compiled(&self) -> bool {
        self.compiled().is_some()
    }

    /// Whether there is machine code: there never is.
    #[cfg(not(feature = "native"))]
    #[expect(clippy::unused_self, reason = "with machine code it is asked")]
    fn is_compiled(&self) -> bool {
        false
    }

    /// What the options of each choice begin with, by the address of the choice.
    fn carried(&self) -> &BTreeMap<Address, Carried> {
        let ways = Ways { alternatives: &self.tables.alternatives, closes: &self.tables.closes };
        self.carried.get_or_init(|| live::carried(self.made_ops(), ways, &[]))
    }
}

#[cfg(feature = "native")]
impl<const W: usize> Side<W> {
    /// Makes its machine code, if that was not done before; tells whether there is any.
    fn compile(&self) -> bool {
        self.compiled.get_or_init(|| native::Compiled::new(self).ok().map(Arc::new)).is_some()
    }

    /// Whether a position can be played by it: no more pieces than a row of a table can sow.
    #[inline]
    fn has_no_more_pieces_than_the_game(&self, position: &[u8; W]) -> bool {
        let places = cells::mask(if self.places < 64 { (1 << self.places) - 1 } else { u64::MAX });
        usize::try_from(cells::sum(position, &places)).is_ok_and(|pieces| pieces < self.sizes.hands)
    }

    /// Its machine code, if there is any yet.
    #[inline]
    fn compiled(&self) -> Option<&native::Compiled> {
        self.compiled.get()?.as_deref()
    }
}

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

    fn made(program: &Program, logs: bool) -> Result<Self, Refusal> {
        if let Some(reason) = refusal(program) {
            return Err(reason);
        }
        let width = match program.layout.cells() {
            ..=16 => Width::Narrow(Box::new(sides(program, logs)?)),
            17..=64 => Width::Middle(Box::new(sides(program, logs)?)),
            _ => Width::Wide(Box::new(sides(program, logs)?)),
        };
        Ok(Plan { width })
    }

    /// Makes the machine code of both players, if that was not done before; tells whether there is any.
    #[cfg(feature = "native")]
    pub fn compile(&self) -> bool {
        match &self.width {
            Width::Narrow(sides) => sides.iter().all(Side::compile),
            Width::Middle(sides) => sides.iter().all(Side::compile),
            Width::Wide(sides) => sides.iter().all(Side::compile),
        }
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

/// Why a whole game is played by the interpreter.
fn refusal(program: &Program) -> Option<Refusal> {
    let (layout, model) = (&program.layout, &program.model);
    if layout.kinds > 1 {
        return Some(Refusal::PieceKinds);
    }
    if model.total() > 255 || layout.largest.iter().skip(layout.places).any(|(_, most)| *most > 255) {
        return Some(Refusal::LargeCell);
    }
    if layout.cells() > 128 {
        return Some(Refusal::LargePosition);
    }
    if layout.places > 64 {
        return Some(Refusal::Places);
    }
    if program.keeps.drops {
        return Some(Refusal::Drops);
    }
    None
}

fn sides<const W: usize>(program: &Program, logs: bool) -> Result<[Side<W>; 2], Refusal> {
    Ok([side(program, Player::South, logs)?, side(program, Player::North, logs)?])
}

fn side<const W: usize>(program: &Program, mover: Player, logs: bool) -> Result<Side<W>, Refusal> {
    let code = program.code(mover);
    let mut builder = Builder::<W>::new(program, code, logs)?;
    builder.sowings()?;
    let kinds: Vec<_> = code.kinds.iter().map(|(_, kind)| *kind).collect();
    let entries: Vec<_> = kinds.iter().map(|kind| kind.entry).chain(kinds.iter().map(|kind| kind.close)).collect();
    let labels = builder.turns(&entries)?;
    builder.judgement()?;
    builder.endless_turns()?;
    let phase = builder.here();
    builder.phase()?;
    let settle = builder.here();
    builder.untils()?;
    builder.emit(Op::Answer(0));
    let judged = builder.is_judged()?;
    let over = builder.here();
    builder.over_before_turn()?;
    let lead = builder.here();
    builder.lead(mover)?;
    let drawn = builder.here();
    builder.drawing(mover, &labels)?;
    let (ops, made) = builder.finish()?;
    let addresses: Result<Vec<Address>, Refusal> = labels.iter().map(|label| builder.address(*label)).collect();
    let addresses = addresses?;
    let (kinds, closes) = addresses.split_at(kinds.len());
    builder.tables.closes = closes.to_vec();
    let constants = builder.constants();
    Ok(Side {
        mover: expressions::number_of_player(Some(mover)),
        #[cfg(feature = "native")]
        sizes: native::Sizes::of(program),
        ops,
        tables: builder.tables,
        constants,
        kept: kept(code)?,
        made,
        carried: OnceLock::new(),
        #[cfg(feature = "native")]
        compiled: OnceLock::new(),
        ranks: code.phases.iter().any(|(_, ranking)| !matches!(ranking, Ranking::Kind(_))),
        remembers: program.keeps.before_sowing,
        #[cfg(feature = "native")]
        in_match: !code.rounds.is_empty(),
        lap_limit: i32::try_from(program.lap_limit).unwrap_or(i32::MAX),
        lap_limit_altogether: i32::try_from(program.lap_limit.saturating_mul(limits::LAPS_ALTOGETHER))
            .unwrap_or(i32::MAX),
        kinds: kinds.to_vec(),
        settle: (!code.untils.is_empty()).then_some(settle),
        phase: (!matches!(code.phases.as_slice(), [(None, _)])).then_some(phase),
        free: code.kinds.iter().map(|(_, kind)| free::is_free(code, kind)).collect(),
        judged,
        phases: code.phases.iter().map(|(_, ranking)| ranking.clone()).collect(),
        over: code.ends_before_turns().then_some(over),
        lead,
        drawn,
        logs,
        rules: program.model.rules.len(),
        places: program.layout.places,
    })
}

fn kept(code: &Code) -> Result<Kept, Refusal> {
    let kept = Kept { numbers: turn::COUNT + code.slots.kept, sets: code.slots.kept_sets };
    let fits = kept.numbers <= machine::KEPT && kept.sets <= machine::KEPT_SETS;
    if fits { Ok(kept) } else { Err(Refusal::KeptThroughChoices) }
}

/// As many cells as a position of a program has; the others are empty.
#[inline]
fn first_cells<const W: usize>(program: &Program, cells: &[u8]) -> [u8; W] {
    let mut position = [0; W];
    let there = cells.len().min(program.layout.cells()).min(W);
    position[..there].copy_from_slice(&cells[..there]);
    position
}

/// The row that ended a game, from its number plus one.
fn end_row(code: &Code, ended: i32) -> Option<&EndCode> {
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
