//! Numbers that lead to an address are cut to what can be reached. Where it follows from the operations that a number cannot be
//! larger, cutting it does nothing, and is left out here; so is what does nothing to numbers that are not below 0.

use cranelift_codegen::dominator_tree::DominatorTree;
use cranelift_codegen::entity::SecondaryMap;
use cranelift_codegen::flowgraph::ControlFlowGraph;
use cranelift_codegen::ir::{Block, BlockArg, Function, Inst, InstructionData, Opcode, Type, Value, ValueDef, types};
use std::collections::HashMap;

/// What is said of a number that is passed to a block again and again and grows: after so many rounds, nothing.
const ROUNDS: u32 = 2;

/// Leaves out each operation that gives the number which it takes; of some loaded numbers it is known how large they can be.
pub(crate) fn leave_out_what_is_idle(function: &mut Function, loaded: &HashMap<Value, u64>) {
    let bounds = Bounds::of(function, loaded);
    let blocks: Vec<Block> = function.layout.blocks().collect();
    for block in blocks {
        let insts: Vec<Inst> = function.layout.block_insts(block).collect();
        for inst in insts {
            let Some(number) = bounds.given_back(function, inst) else { continue };
            let result = function.dfg.first_result(inst);
            function.dfg.clear_results(inst);
            function.dfg.change_to_alias(result, number);
            function.layout.remove_inst(inst);
        }
    }
}

/// No value is larger than this, as a number without a sign: each bound follows from the operation that gives the value, and
/// from the bounds of what that takes, and is larger than anything that is passed to a block.
struct Bounds {
    most: SecondaryMap<Value, u64>,
}

impl Bounds {
    fn of(function: &Function, loaded: &HashMap<Value, u64>) -> Self {
        let mut bounds = Bounds { most: SecondaryMap::new() };
        for param in function.layout.entry_block().into_iter().flat_map(|entry| function.dfg.block_params(entry)) {
            bounds.most[*param] = u64::MAX;
        }
        // What leads to a block stands before it, but for loops, so that a few rounds do.
        let flow = ControlFlowGraph::with_function(function);
        let ordered = DominatorTree::with_function(function, &flow);
        for round in 0.. {
            let mut grows = false;
            for block in ordered.cfg_rpo() {
                for inst in function.layout.block_insts(*block) {
                    grows |= bounds.take_results(function, inst, loaded);
                    grows |= bounds.pass_on(function, inst, round);
                }
            }
            if !grows {
                break;
            }
        }
        bounds
    }

    fn get(&self, function: &Function, value: Value) -> u64 {
        self.most[function.dfg.resolve_aliases(value)]
    }

    /// Tells whether the bound has grown.
    fn grow(&mut self, value: Value, most: u64) -> bool {
        let grows = self.most[value] < most;
        if grows {
            self.most[value] = most;
        }
        grows
    }

    fn take_results(&mut self, function: &Function, inst: Inst, loaded: &HashMap<Value, u64>) -> bool {
        let mut grows = false;
        for result in function.dfg.inst_results(inst) {
            let largest = largest(function.dfg.value_type(*result));
            let known = loaded.get(result).copied().or_else(|| self.of_operation(function, inst));
            grows |= self.grow(*result, known.map_or(largest, |most| most.min(largest)));
        }
        grows
    }

    /// What a block is given by those that go on there.
    fn pass_on(&mut self, function: &Function, inst: Inst, round: u32) -> bool {
        let dfg = &function.dfg;
        let mut grows = false;
        for to in dfg.insts[inst].branch_destination(&dfg.jump_tables, &dfg.exception_tables) {
            let params = dfg.block_params(to.block(&dfg.value_lists));
            for (param, given) in params.iter().zip(to.args(&dfg.value_lists)) {
                let most = match given {
                    BlockArg::Value(value) => self.get(function, value),
                    _ => u64::MAX,
                };
                if self.most[*param] < most {
                    let is_told = round < ROUNDS;
                    grows |= self.grow(*param, if is_told { most } else { u64::MAX });
                }
            }
        }
        grows
    }

    /// What an operation gives at most; none if that is more than its result can hold, or not known.
    fn of_operation(&self, function: &Function, inst: Inst) -> Option<u64> {
        let most = |value: &Value| self.get(function, *value);
        match &function.dfg.insts[inst] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits().cast_unsigned()),
            InstructionData::Unary { opcode: Opcode::Uextend | Opcode::Ireduce, arg } => Some(most(arg)),
            InstructionData::Unary { opcode: Opcode::Popcnt, arg } => {
                Some((u64::BITS - most(arg).leading_zeros()).into())
            }
            InstructionData::Unary { opcode: Opcode::Ctz, .. } => Some(u64::BITS.into()),
            InstructionData::Load { opcode: Opcode::Uload8, .. } => Some(u8::MAX.into()),
            InstructionData::Load { opcode: Opcode::Uload16, .. } => Some(u16::MAX.into()),
            InstructionData::Load { opcode: Opcode::Uload32, .. } => Some(u32::MAX.into()),
            InstructionData::IntCompare { .. } => Some(1),
            InstructionData::Ternary { opcode: Opcode::Select, args: [_, one, two] } => Some(most(one).max(most(two))),
            InstructionData::Binary { opcode, args: [one, two] } if function.dfg.value_type(*one) == types::I64 => {
                of_two(*opcode, [most(one), most(two)], constant(function, *two))
            }
            _ => None,
        }
    }

    /// The number that an operation takes and gives: it cuts it to what is not less, or raises it to 0.
    fn given_back(&self, function: &Function, inst: Inst) -> Option<Value> {
        let InstructionData::Binary { opcode, args: [one, two] } = function.dfg.insts[inst] else { return None };
        let (most, two) = (self.get(function, one), constant(function, two)?);
        let is_idle = match opcode {
            Opcode::Band => two & two.wrapping_add(1) == 0 && most <= two,
            Opcode::Smax => two == 0 && most <= i64::MAX.cast_unsigned(),
            _ => false,
        };
        is_idle.then_some(one)
    }
}

/// What an operation on two words gives at most, of which the second may be one that never changes.
fn of_two(opcode: Opcode, [one, two]: [u64; 2], second: Option<u64>) -> Option<u64> {
    let by = second.filter(|by| *by < 64);
    let without_sign = one.max(two) <= i64::MAX.cast_unsigned();
    match opcode {
        Opcode::Iadd => one.checked_add(two),
        Opcode::Imul => one.checked_mul(two),
        Opcode::Band => Some(one.min(two)),
        // No bit is above the highest of both.
        Opcode::Bor | Opcode::Bxor => Some(u64::MAX.checked_shr(one.max(two).leading_zeros()).unwrap_or(0)),
        Opcode::Ishl => one.checked_mul(1 << by?),
        Opcode::Ushr => Some(by.map_or(one, |by| one >> by)),
        Opcode::Smin => without_sign.then(|| one.min(two)),
        Opcode::Smax => without_sign.then(|| one.max(two)),
        _ => None,
    }
}

/// The largest number that a value of this type can be.
fn largest(of: Type) -> u64 {
    if of.is_int() { u64::MAX.checked_shr(u64::BITS.saturating_sub(of.bits())).unwrap_or(0) } else { u64::MAX }
}

/// What a value is, if it never changes.
pub(crate) fn constant(function: &Function, value: Value) -> Option<u64> {
    let ValueDef::Result(inst, _) = function.dfg.value_def(function.dfg.resolve_aliases(value)) else { return None };
    match function.dfg.insts[inst] {
        InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits().cast_unsigned()),
        _ => None,
    }
}
