//! A compiled game: immutable, shared between threads.

use super::block::{Action, Block, Choice, Exit, Sowing};
use super::expression::{Binding, Expressions, Truth};
use super::id::*;
use super::layout::Layout;
use crate::model::{Award, Model, Player, Ranking, RuleId, TrackNumber};
use std::sync::Arc;

/// A compiled game.
#[derive(Debug, Clone)]
pub struct Program {
    /// What it was compiled from: names, notation, rules with their places.
    pub model: Arc<Model>,
    /// The cells of a position.
    pub layout: Layout,
    /// What is known of the board.
    pub board: BoardTables,
    /// What each player does when it is his turn, South first.
    pub sides: [Code; 2],
    /// Laps since the last capture after which a turn is endless.
    pub lap_limit: u32,
    /// What must be kept for expressions that look back.
    pub keeps: Keeps,
}

impl Program {
    /// What a player does when it is his turn.
    #[inline]
    #[must_use]
    pub fn code(&self, mover: Player) -> &Code {
        &self.sides[mover.index()]
    }

    /// Whether a rule asks how often a position has been there.
    #[must_use]
    pub fn asks_for_repetition(&self) -> bool {
        self.keeps.repetition
    }
}

/// What expressions look back to, and must therefore be kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Keeps {
    /// The drops of the last lap.
    pub drops: bool,
    /// The position before the last lap.
    pub before_sowing: bool,
    /// How often each position has been there.
    pub repetition: bool,
}

/// What is known of the places of a board, whoever moves.
#[derive(Debug, Clone, Default)]
pub struct BoardTables {
    /// For each place: the place that faces it.
    pub facing: Vec<Option<Place>>,
    /// For each place: the place behind it.
    pub behind: Vec<Option<Place>>,
    /// For each place: its number in its row; 0 for other places.
    pub numbers: Vec<i32>,
    /// For each place: whose it is.
    pub owners: Vec<Option<Player>>,
    /// Store of each player, where there are stores.
    pub stores: [Option<Place>; 2],
    /// Worth of each kind of piece.
    pub worths: Vec<i32>,
}

/// What one player does when it is his turn. Every place is fixed, so nothing is looked up by side.
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// Expressions.
    pub expressions: Expressions,
    /// Blocks.
    pub blocks: Arena<BlockId, Block>,
    /// Choices.
    pub choices: Arena<ChoiceId, Choice>,
    /// Sowings.
    pub sowings: Arena<SowingId, Sowing>,
    /// Values for parameters.
    pub arguments: Arena<ArgumentsId, Vec<Binding>>,
    /// Paths.
    pub tracks: Arena<TrackId, Track>,
    /// Kinds of move.
    pub kinds: Arena<MoveKind, KindCode>,
    /// Phases: condition and ranking.
    pub phases: Vec<(Option<TruthId>, Ranking)>,
    /// Rules of legality.
    pub legal: Vec<LegalCode>,
    /// Rows of `end` that are looked at `at a capture`.
    pub ends_at_capture: Vec<EndCode>,
    /// Rows of `end` that are looked at `after a turn`.
    pub ends_after_turn: Vec<EndCode>,
    /// Rows of `end` that are looked at `before a turn`.
    pub ends_before_turn: Vec<EndCode>,
    /// What an endless turn comes to.
    pub endless: Vec<EndCode>,
    /// What is done between rounds, in order.
    pub rounds: Vec<RoundCode>,
    /// State that falls back as soon as a condition holds.
    pub untils: Vec<Until>,
    /// Scores of the mover and of the opponent.
    pub scores: Option<[NumberId; 2]>,
    /// Marks behind a move: their conditions.
    pub marks: Vec<TruthId>,
    /// Slots in use: those of statements first.
    pub slots: Slots,
    /// What is kept in the slots of statements, for listings.
    pub names: SlotNames,
}

impl Code {
    /// The track of a sowing; where nothing was sown yet, the first track of the board.
    #[inline]
    #[must_use]
    pub fn track_of(&self, sowing: Option<SowingId>) -> Option<TrackId> {
        match sowing {
            Some(sowing) => Some(self.sowings[sowing].track),
            None => Some(TrackId::FIRST).filter(|_| !self.tracks.is_empty()),
        }
    }

    /// The blocks that a block does or goes on with, in the order in which they are read.
    #[must_use]
    pub fn next_blocks(&self, block: BlockId) -> Vec<BlockId> {
        let block = &self.blocks[block];
        let done = block.actions.iter().filter_map(|(action, _)| match action {
            Action::ForEach(_, _, body) | Action::Do(body) => Some(*body),
            _ => None,
        });
        let mut next: Vec<BlockId> = done.collect();
        match block.exit {
            Exit::Go(to) | Exit::Pass(_, to) | Exit::SowOn(to) => next.push(to),
            Exit::Branch(_, then, otherwise) => next.extend([then, otherwise]),
            Exit::Choose(choice) => next.extend(self.choices[choice].next_blocks()),
            Exit::Sow(sowing, landing) => {
                next.extend(self.sowings[sowing].at_drop);
                next.push(landing);
            }
            Exit::Close(_) | Exit::Done | Exit::NotLegal | Exit::Return => {}
        }
        next
    }

    /// Some blocks, and all that they do or go on with, each once.
    #[must_use]
    pub fn with_all_behind(&self, blocks: impl IntoIterator<Item = BlockId>) -> Vec<BlockId> {
        let mut open: Vec<BlockId> = blocks.into_iter().collect();
        let mut is_met = vec![false; self.blocks.len()];
        let mut met = Vec::new();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut is_met[at.index()], true) {
                met.push(at);
                open.extend(self.next_blocks(at));
            }
        }
        met
    }

    /// Whether a rule asks whether the mover cannot move.
    #[must_use]
    pub fn asks_for_stuck(&self) -> bool {
        self.expressions.truths.iter().any(|(_, truth)| *truth == Truth::CannotMove)
    }

    /// Whether a position can be over before a turn although there is a legal move and it has not been there before.
    #[must_use]
    pub fn ends_before_turns(&self) -> bool {
        let mut conditions = self.ends_before_turn.iter().map(|row| row.condition);
        conditions.any(|condition| condition.is_none_or(|condition| !self.needs_history(condition)))
    }

    /// Whether a condition can hold only where the mover is stuck or the position has been there before.
    #[must_use]
    pub fn needs_history(&self, condition: TruthId) -> bool {
        match self.expressions.truths[condition] {
            Truth::CannotMove => true,
            Truth::Occurs(times) => times > 1,
            Truth::And(one, other) => self.needs_history(one) || self.needs_history(other),
            Truth::Or(one, other) => self.needs_history(one) && self.needs_history(other),
            _ => false,
        }
    }
}

/// Names of slots that live through choices: those of the locals of statements. Other slots hold now this, now that.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlotNames {
    /// Of slots, in the order of their numbers.
    pub values: Vec<String>,
    /// Of set slots.
    pub sets: Vec<String>,
}

/// How many slots a player's code needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Slots {
    /// Slots that live through choices; they come first.
    pub kept: usize,
    /// All slots.
    pub all: usize,
    /// Set slots that live through choices; they come first.
    pub kept_sets: usize,
    /// All set slots.
    pub all_sets: usize,
}

/// A path: its places in order, as one player walks it.
#[derive(Debug, Clone)]
pub struct Track {
    /// Its number in the model.
    pub number: TrackNumber,
    /// The places in order, for each way: as it is written, and against that.
    pub places: [Vec<Place>; 2],
    /// For each place of the board: where in that order it stands, for each way.
    pub index: [Vec<Option<usize>>; 2],
    /// All its places.
    pub all: Places,
}

/// A kind of move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindCode {
    /// Where a turn begins.
    pub entry: BlockId,
    /// Where it is closed.
    pub close: BlockId,
}

/// State that falls back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Until {
    /// Its cell.
    pub cell: Cell,
    /// What it becomes.
    pub value: i32,
    /// As soon as this holds.
    pub condition: TruthId,
}

/// A rule of legality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegalCode {
    /// Bit of the preference; none if it binds.
    pub prefer: Option<u8>,
    /// What must hold.
    pub condition: TruthId,
    /// When it is asked for.
    pub when: Option<TruthId>,
    /// Its rule.
    pub rule: RuleId,
}

/// What an end row or a row of `endless` comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The game is over.
    Award(Award),
    /// The turn stops.
    Stop,
    /// The move is not legal.
    NotLegal,
}

/// A row of `end` or `endless`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndCode {
    /// Its condition; a row without one always holds.
    pub condition: Option<TruthId>,
    /// What is done first: a block that ends with a return.
    pub actions: Option<BlockId>,
    /// What it comes to.
    pub verdict: Verdict,
    /// Its rule.
    pub rule: RuleId,
}

/// What is done between two rounds, for who made the last move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundCode {
    /// The first of these rows whose condition holds ends the match.
    Over(Vec<EndCode>),
    /// Every piece goes where it was at the start.
    Setup(RuleId),
    /// Pits are filled.
    Fill(FillCode),
    /// A block that ends with a return is done.
    Act(BlockId),
    /// Who begins; for nobody, South.
    Starts(PlayerId),
}

/// Pits that are filled one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillCode {
    /// The pits, in the order in which they are filled.
    pub pits: Vec<Place>,
    /// How many seeds each of them gets.
    pub each: i32,
    /// Where they come from, with what lies in the pits.
    pub from: Place,
    /// First cell of the state of pits that says which were not filled.
    pub unfilled: Option<Cell>,
    /// Its rule.
    pub rule: RuleId,
}
