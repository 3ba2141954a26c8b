//! Which blocks stand alone in a listing, and what they are called. A block that is come to from one place only stands
//! there; the others have a heading.

use crate::ir::block::Exit;
use crate::ir::id::*;
use crate::ir::program::{Code, Program, RoundCode};
use crate::model::RuleId;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What the block that closes a turn is called, before the name of the kind of move.
pub(super) const CLOSE: &str = "close of ";

/// How blocks are arranged.
pub(super) struct Flow {
    /// From how many places each block is come to; what has a heading in any case counts as one more.
    ways_in: Vec<usize>,
    /// Blocks where what is done on a condition comes back to what is done in any case: they stand behind it.
    joins: HashSet<BlockId>,
    /// Blocks with a heading, in the order of the listing, and what they are called.
    pub(super) headings: Vec<(BlockId, String)>,
}

impl Flow {
    pub(super) fn of(program: &Program, code: &Code) -> Self {
        let mut ways_in = vec![0; code.blocks.len()];
        let mut order = Vec::new();
        let mut open: Vec<BlockId> = roots(code);
        open.reverse();
        while let Some(block) = open.pop() {
            ways_in[block.index()] += 1;
            if ways_in[block.index()] == 1 {
                order.push(block);
                open.extend(code.next_blocks(block).into_iter().rev());
            }
        }
        for block in begins(code) {
            ways_in[block.index()] += 1;
        }
        let joins = joins(code, &ways_in);
        order.retain(|block| ways_in[block.index()] > 1 && !joins.contains(block) && !is_nothing(code, *block));
        let names = names(program, code, &order);
        Flow { ways_in, joins, headings: order.into_iter().zip(names).collect() }
    }

    /// Whether a block stands where it is come to.
    pub(super) fn stands_there(&self, block: BlockId) -> bool {
        self.ways_in[block.index()] <= 1
    }

    /// Whether a block stands behind what is done on a condition.
    pub(super) fn joins(&self, block: BlockId) -> bool {
        self.joins.contains(&block)
    }

    /// What a block is called.
    pub(super) fn name(&self, block: BlockId) -> &str {
        self.headings.iter().find(|(other, _)| *other == block).map_or("done", |(_, name)| name)
    }
}

/// Blocks that are come to by a condition that does not hold, and by what is done where it holds, and from nowhere else.
fn joins(code: &Code, ways_in: &[usize]) -> HashSet<BlockId> {
    let joined = code.blocks.iter().filter_map(|(_, block)| match block.exit {
        Exit::Branch(_, then, otherwise) if code.blocks[then].exit == Exit::Go(otherwise) => Some((then, otherwise)),
        _ => None,
    });
    joined.filter(|(then, to)| ways_in[then.index()] == 1 && ways_in[to.index()] == 2).map(|(_, to)| to).collect()
}

/// Whether a block does nothing but end a turn that is closed.
fn is_nothing(code: &Code, block: BlockId) -> bool {
    let block = &code.blocks[block];
    block.actions.is_empty() && block.exit == Exit::Done
}

/// Blocks that have a heading even if they are come to from one place: where turns begin, and what has parameters.
fn begins(code: &Code) -> BTreeSet<BlockId> {
    let kinds = code.kinds.iter().flat_map(|(_, kind)| [kind.entry, kind.close]);
    let passed = code.blocks.iter().filter_map(|(_, block)| match block.exit {
        Exit::Pass(_, to) => Some(to),
        _ => None,
    });
    kinds.chain(passed).collect()
}

/// Where turns begin, and what is done besides.
fn roots(code: &Code) -> Vec<BlockId> {
    let kinds = code.kinds.iter().flat_map(|(_, kind)| [kind.entry, kind.close]);
    let ends = [&code.ends_at_capture, &code.ends_after_turn, &code.ends_before_turn, &code.endless];
    let actions = ends.into_iter().flatten().filter_map(|row| row.actions);
    let rounds = code.rounds.iter().flat_map(|step| match step {
        RoundCode::Act(block) => vec![*block],
        RoundCode::Over(rows) => rows.iter().filter_map(|row| row.actions).collect(),
        RoundCode::Setup(_) | RoundCode::Fill(_) | RoundCode::Starts(_) => Vec::new(),
    });
    kinds.chain(actions).chain(rounds).collect()
}

/// What blocks are called: after the kind of move or sequence that they begin, after the row that they are, or after what
/// they belong to, with a number.
fn names(program: &Program, code: &Code, blocks: &[BlockId]) -> Vec<String> {
    let rules = &program.model.rules;
    let of = |rule: RuleId| rules.get(rule).map_or("", |rule| rule.of.as_str());
    let mut begun: HashSet<&str> = HashSet::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut names = Vec::new();
    for id in blocks {
        let block = &code.blocks[*id];
        let entry = code.kinds.iter().find(|(_, kind)| kind.entry == *id).map(|(kind, _)| kind);
        let close = code.kinds.iter().find(|(_, kind)| kind.close == *id).map(|(kind, _)| kind);
        let belongs = of(block.actions.first().map_or(block.rule, |(_, rule)| *rule));
        let is_sequence = program.model.sequences.values().any(|sequence| sequence.name == belongs);
        let name = match (entry, close, block.row) {
            (Some(kind), ..) => program.model.moves[kind].name.clone(),
            (_, Some(kind), _) => format!("{CLOSE}{}", program.model.moves[kind].name),
            (.., Some(row)) => format!("{}.{}", of(row), rules[row].label),
            _ if is_sequence && begun.insert(belongs) => belongs.to_string(),
            _ => {
                let number = numbers.entry(belongs.to_string()).or_insert(1);
                *number += 1;
                format!("{belongs}:{number}")
            }
        };
        names.push(name);
    }
    names
}
