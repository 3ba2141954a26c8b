//! Blocks that are being made. A block is reserved before it is filled, so that others can go to it.

use crate::ir::block::{Action, Block, Choice, Exit};
use crate::ir::expression::Binding;
use crate::ir::id::*;
use crate::limits;
use crate::model::RuleId;

/// Blocks of one player's code; at most one of them is open.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    all: Vec<Option<Block>>,
    open: Option<Open>,
    choices: Arena<ChoiceId, Choice>,
    arguments: Arena<ArgumentsId, Vec<Binding>>,
    /// Actions of all blocks.
    actions: usize,
    too_many: Option<TooMany>,
}

/// The block that is being filled.
#[derive(Debug)]
struct Open {
    id: BlockId,
    row: Option<RuleId>,
    actions: Vec<(Action, RuleId)>,
}

/// A block that is gone on with later.
#[derive(Debug)]
pub(super) struct Suspended(Option<Open>);

/// What finished blocks consist of.
pub(super) type Finished = (Arena<BlockId, Block>, Arena<ChoiceId, Choice>, Arena<ArgumentsId, Vec<Binding>>);

impl Blocks {
    /// A block to be filled later.
    pub(super) fn reserve(&mut self) -> BlockId {
        self.all.push(None);
        BlockId::at(self.all.len() - 1).unwrap_or_else(|| {
            self.too_many = Some(TooMany { what: BlockId::WHAT, most: BlockId::MOST });
            BlockId::FIRST
        })
    }

    /// Begins to fill a block.
    pub(super) fn begin(&mut self, id: BlockId) {
        self.begin_row(id, None);
    }

    /// Begins to fill the block of a row.
    pub(super) fn begin_row(&mut self, id: BlockId, row: Option<RuleId>) {
        debug_assert!(self.open.is_none(), "a block is closed before the next one is begun");
        self.open = Some(Open { id, row, actions: Vec::new() });
    }

    /// Reserves a block and begins to fill it.
    pub(super) fn begin_new(&mut self) -> BlockId {
        let id = self.reserve();
        self.begin(id);
        id
    }

    /// Lets another block be filled before the open one is gone on with.
    pub(super) fn suspend(&mut self) -> Suspended {
        Suspended(self.open.take())
    }

    /// Goes on with a block that was left.
    pub(super) fn resume(&mut self, suspended: Suspended) {
        self.open = suspended.0;
    }

    /// Whether a block is open: what is added now can be reached.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Adds an action. The first of a row belongs to the row, whatever statement it is of.
    pub(super) fn act(&mut self, action: Action, rule: RuleId) {
        if let Some(open) = &mut self.open {
            let rule = if open.actions.is_empty() { open.row.unwrap_or(rule) } else { rule };
            open.actions.push((action, rule));
            self.actions += 1;
        }
        if self.actions > limits::ACTIONS {
            self.too_many = Some(TooMany { what: "actions", most: limits::ACTIONS });
        }
    }

    /// Whether there is too much of something already.
    pub(super) fn is_overfull(&self) -> bool {
        self.too_many.is_some()
    }

    /// Closes the open block.
    pub(super) fn exit(&mut self, exit: Exit, rule: RuleId) {
        if let Some(Open { id, row, actions }) = self.open.take()
            && let Some(place) = self.all.get_mut(id.index())
        {
            *place = Some(Block { row, actions, exit, rule });
        }
    }

    /// Closes the open block with a choice.
    pub(super) fn choose(&mut self, choice: Choice, rule: RuleId) {
        match self.choices.push(choice) {
            Ok(choice) => self.exit(Exit::Choose(choice), rule),
            Err(too_many) => self.too_many = Some(too_many),
        }
    }

    /// Closes the open block by going on with another, whose parameters are bound.
    pub(super) fn pass(&mut self, arguments: Vec<Binding>, to: BlockId, rule: RuleId) {
        if arguments.is_empty() {
            return self.exit(Exit::Go(to), rule);
        }
        match self.arguments.push(arguments) {
            Ok(arguments) => self.exit(Exit::Pass(arguments, to), rule),
            Err(too_many) => self.too_many = Some(too_many),
        }
    }

    /// Where the open block begins, if nothing has been added to it; otherwise it is closed and a new one begun.
    pub(super) fn here(&mut self, rule: RuleId) -> BlockId {
        match &self.open {
            Some(open) if open.actions.is_empty() && open.row.is_none() => open.id,
            _ => {
                let id = self.reserve();
                self.exit(Exit::Go(id), rule);
                self.begin(id);
                id
            }
        }
    }

    /// All blocks, if everything could be numbered.
    pub(super) fn finish(self) -> Result<Finished, TooMany> {
        if let Some(too_many) = self.too_many {
            return Err(too_many);
        }
        let mut blocks = Arena::default();
        for block in self.all {
            // Behind a way out that is always taken nothing is filled, and nothing goes there.
            let nothing = Block { row: None, actions: Vec::new(), exit: Exit::Return, rule: RuleId::FIRST };
            blocks.push(block.unwrap_or(nothing))?;
        }
        Ok((blocks, self.choices, self.arguments))
    }
}
