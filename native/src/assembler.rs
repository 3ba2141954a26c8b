//! Putting code together: words, truth values and vectors; blocks; memory and tables.

use crate::bounds;
use crate::memory::Area;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, ConstantData, Endianness, InstBuilder, MemFlagsData, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, Switch};
use std::collections::HashMap;
use std::fmt;

/// A number of 64 bits, or a set of as many members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word(ir::Value);

/// Whether something is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Truth(ir::Value);

/// Sixteen bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vector(ir::Value);

/// A word that changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable(cranelift_frontend::Variable);

/// Sixteen bytes that change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VectorVariable(cranelift_frontend::Variable);

/// A place in the code to go on at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block(ir::Block);

/// Bytes that never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    start: u32,
    size: u32,
    /// The largest of them.
    most: u8,
}

/// How two words compare, as numbers with a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// The same.
    Equal,
    /// Not the same.
    NotEqual,
    /// The first is less.
    Less,
    /// The first is less, or they are the same.
    AtMost,
    /// The first is more.
    More,
    /// The first is more, or they are the same.
    AtLeast,
    /// The first is less, both taken as numbers without a sign.
    Below,
}

impl Condition {
    fn code(self) -> IntCC {
        match self {
            Condition::Equal => IntCC::Equal,
            Condition::NotEqual => IntCC::NotEqual,
            Condition::Less => IntCC::SignedLessThan,
            Condition::AtMost => IntCC::SignedLessThanOrEqual,
            Condition::More => IntCC::SignedGreaterThan,
            Condition::AtLeast => IntCC::SignedGreaterThanOrEqual,
            Condition::Below => IntCC::UnsignedLessThan,
        }
    }
}

/// Puts code together.
///
/// Code stands in blocks; [`Assembler::begin`] says into which one what follows goes. A block ends with a jump, a branch or a
/// stop.
pub struct Assembler<'f> {
    builder: FunctionBuilder<'f>,
    memory: ir::Value,
    tables: ir::Value,
    entry: Word,
    /// How large the memory is that the code works on.
    bytes: usize,
    keeps_vectors: bool,
    contents: Vec<u8>,
    /// Tables by their size.
    known: HashMap<usize, Vec<Table>>,
    /// How large what is read from tables can be.
    loaded: HashMap<ir::Value, u64>,
    /// Where a number led to last, in this block.
    reached: Option<(Area, Word, ir::Value)>,
}

impl fmt::Debug for Assembler<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Assembler").field("tables", &self.contents.len()).finish_non_exhaustive()
    }
}

/// Whether this computer has some instructions.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($instructions:tt) => {
        std::arch::is_x86_feature_detected!($instructions)
    };
}

#[cfg(not(target_arch = "x86_64"))]
macro_rules! has {
    ($instructions:tt) => {
        false
    };
}

/// Whether this computer has an instruction that finds bytes by their numbers as [`Assembler::bytes_at`] does.
fn finds_bytes() -> bool {
    has!("ssse3")
}

/// Whether this computer has an instruction that chooses bytes as [`Assembler::choose_bytes`] does.
fn chooses_bytes() -> bool {
    has!("sse4.1")
}

/// The only value of which something holds, if there is one alone.
fn only(holds: &[bool; 256]) -> Option<u8> {
    let mut values = (0..=u8::MAX).filter(|value| holds[usize::from(*value)]);
    values.next().filter(|_| values.next().is_none())
}

/// Bytes behind a table that can be read with its last one.
const REACH: u32 = 16;

/// More bytes of tables than this are refused.
const MOST_TABLES: usize = 1 << 26;

impl<'f> Assembler<'f> {
    pub(crate) fn new(mut builder: FunctionBuilder<'f>, bytes: usize) -> Self {
        let first = builder.create_block();
        builder.append_block_params_for_function_params(first);
        builder.switch_to_block(first);
        let params = builder.block_params(first);
        let (memory, tables, entry) = (params[0], params[1], Word(params[2]));
        Assembler {
            builder,
            memory,
            tables,
            entry,
            bytes,
            keeps_vectors: false,
            contents: Vec::new(),
            known: HashMap::new(),
            loaded: HashMap::new(),
            reached: None,
        }
    }

    /// The tables, and how large what is read from them can be.
    pub(crate) fn finish(mut self, config: TargetFrontendConfig) -> (Vec<u8>, HashMap<ir::Value, u64>) {
        self.builder.seal_all_blocks();
        self.builder.finalize(config);
        (self.contents, self.loaded)
    }

    /// The entry that the code was asked to begin at.
    #[must_use]
    pub fn entry(&self) -> Word {
        self.entry
    }

    // --- blocks ------------------------------------------------------------------------------------------------------

    /// A new block, with nothing in it.
    pub fn block(&mut self) -> Block {
        Block(self.builder.create_block())
    }

    /// A new block that is seldom come to.
    pub fn seldom(&mut self) -> Block {
        let block = self.builder.create_block();
        self.builder.set_cold_block(block);
        Block(block)
    }

    /// What follows goes into this block.
    pub fn begin(&mut self, block: Block) {
        self.builder.switch_to_block(block.0);
        self.reached = None;
    }

    /// Nothing more will lead to this block: what variables are in it is then known at once.
    pub fn seal(&mut self, block: Block) {
        self.builder.seal_block(block.0);
    }

    /// Goes on there.
    pub fn jump(&mut self, block: Block) {
        self.builder.ins().jump(block.0, &[]);
    }

    /// Goes on at the first block if it is so, otherwise at the second.
    pub fn branch(&mut self, truth: Truth, then: Block, otherwise: Block) {
        self.builder.ins().brif(truth.0, then.0, &[], otherwise.0, &[]);
    }

    /// Goes on at the block with this number; at the last one if there is none.
    ///
    /// # Panics
    /// If there are no blocks.
    pub fn select_block(&mut self, number: Word, blocks: &[Block]) {
        let (last, others) = blocks.split_last().expect("somewhere to go on");
        let mut switch = Switch::new();
        for (number, block) in (0..).zip(others) {
            switch.set_entry(number, block.0);
        }
        switch.emit(&mut self.builder, number.0, last.0);
    }

    /// Stops, with a word for whoever runs it.
    pub fn stop(&mut self, word: Word) {
        self.builder.ins().return_(&[word.0]);
    }

    // --- variables ---------------------------------------------------------------------------------------------------

    /// A new variable. It is 0 until it is put.
    pub fn variable(&mut self) -> Variable {
        Variable(self.builder.declare_var(types::I64))
    }

    /// What a variable is.
    pub fn get(&mut self, variable: Variable) -> Word {
        let value = self.builder.use_var(variable.0);
        Word(self.builder.func.dfg.resolve_aliases(value))
    }

    /// Makes a variable this word.
    pub fn put(&mut self, variable: Variable, word: Word) {
        self.builder.def_var(variable.0, word.0);
    }

    /// A new variable of sixteen bytes. They are 0 until it is put.
    pub fn vector_variable(&mut self) -> VectorVariable {
        VectorVariable(self.builder.declare_var(types::I8X16))
    }

    /// What such a variable is.
    pub fn get_vector(&mut self, variable: VectorVariable) -> Vector {
        let value = self.builder.use_var(variable.0);
        Vector(self.builder.func.dfg.resolve_aliases(value))
    }

    /// Makes such a variable these bytes.
    pub fn put_vector(&mut self, variable: VectorVariable, vector: Vector) {
        self.builder.def_var(variable.0, vector.0);
    }

    // --- words -------------------------------------------------------------------------------------------------------

    /// A word that never changes.
    pub fn word(&mut self, word: i64) -> Word {
        Word(self.builder.ins().iconst(types::I64, word))
    }

    /// The word, if it is one that never changes.
    #[must_use]
    pub fn known(&self, word: Word) -> Option<i64> {
        bounds::constant(self.builder.func, word.0).map(u64::cast_signed)
    }

    /// The sum, modulo 2^64.
    pub fn add(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().iadd(one.0, two.0))
    }

    /// The difference, modulo 2^64.
    pub fn subtract(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().isub(one.0, two.0))
    }

    /// The product, modulo 2^64.
    pub fn multiply(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().imul(one.0, two.0))
    }

    /// The quotient, rounded down; 0 for a divisor of 0. The quotient of the least number and -1 is not defined, but some word.
    pub fn divide(&mut self, one: Word, two: Word) -> Word {
        let (zero, safe) = (self.word(0), self.word(1));
        let none = self.compare(Condition::Equal, two, zero);
        // What the machine cannot divide is never divided.
        let back = self.word(-1);
        let negates = self.compare(Condition::Equal, two, back);
        let unsafe_divisor = Truth(self.builder.ins().bor(none.0, negates.0));
        let divisor = self.select(unsafe_divisor, safe, two);
        let quotient = Word(self.builder.ins().sdiv(one.0, divisor.0));
        let product = self.multiply(quotient, divisor);
        let rest = self.subtract(one, product);
        let (left, signs) = (self.compare(Condition::NotEqual, rest, zero), self.xor(rest, divisor));
        let opposite = self.compare(Condition::Less, signs, zero);
        let rounds = Truth(self.builder.ins().band(left.0, opposite.0));
        let less = self.subtract(quotient, safe);
        let quotient = self.select(rounds, less, quotient);
        let negated = self.subtract(zero, one);
        let quotient = self.select(negates, negated, quotient);
        self.select(none, zero, quotient)
    }

    /// The bits that are in both.
    pub fn and(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().band(one.0, two.0))
    }

    /// The last 32 bits.
    pub fn low_bits(&mut self, word: Word) -> Word {
        let low = self.builder.ins().ireduce(types::I32, word.0);
        Word(self.builder.ins().uextend(types::I64, low))
    }

    /// The bits that are in the first, not in the second.
    pub fn and_not(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().band_not(one.0, two.0))
    }

    /// The bits that are in either.
    pub fn or(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().bor(one.0, two.0))
    }

    /// The bits that are in one of them alone.
    pub fn xor(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().bxor(one.0, two.0))
    }

    /// The bits moved up, by the last six bits of a number.
    pub fn shift_up(&mut self, word: Word, by: Word) -> Word {
        Word(self.builder.ins().ishl(word.0, by.0))
    }

    /// The bits moved down, by the last six bits of a number.
    pub fn shift_down(&mut self, word: Word, by: Word) -> Word {
        Word(self.builder.ins().ushr(word.0, by.0))
    }

    /// How many bits are set.
    pub fn count_bits(&mut self, word: Word) -> Word {
        Word(self.builder.ins().popcnt(word.0))
    }

    /// The number of the lowest bit that is set; 64 if none is.
    pub fn first_bit(&mut self, word: Word) -> Word {
        Word(self.builder.ins().ctz(word.0))
    }

    /// The same bits without the lowest that is set.
    pub fn without_first_bit(&mut self, word: Word) -> Word {
        let one = self.word(1);
        let less = self.subtract(word, one);
        self.and(word, less)
    }

    /// The smaller, as numbers with a sign.
    pub fn smaller(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().smin(one.0, two.0))
    }

    /// The larger, as numbers with a sign.
    pub fn larger(&mut self, one: Word, two: Word) -> Word {
        Word(self.builder.ins().smax(one.0, two.0))
    }

    /// The first if it is so, otherwise the second.
    pub fn select(&mut self, truth: Truth, then: Word, otherwise: Word) -> Word {
        Word(self.builder.ins().select(truth.0, then.0, otherwise.0))
    }

    /// Whether two words compare so.
    pub fn compare(&mut self, condition: Condition, one: Word, two: Word) -> Truth {
        Truth(self.builder.ins().icmp(condition.code(), one.0, two.0))
    }

    /// Whether both are so.
    pub fn both(&mut self, one: Truth, two: Truth) -> Truth {
        Truth(self.builder.ins().band(one.0, two.0))
    }

    /// Whether one of them is so.
    pub fn either(&mut self, one: Truth, two: Truth) -> Truth {
        Truth(self.builder.ins().bor(one.0, two.0))
    }

    /// Whether it is not so.
    pub fn not(&mut self, truth: Truth) -> Truth {
        let zero = self.builder.ins().iconst(types::I8, 0);
        Truth(self.builder.ins().icmp(IntCC::Equal, truth.0, zero))
    }

    /// 1 if it is so, otherwise 0.
    pub fn word_of(&mut self, truth: Truth) -> Word {
        Word(self.builder.ins().uextend(types::I64, truth.0))
    }

    // --- vectors -----------------------------------------------------------------------------------------------------

    /// From here on vectors that never change are kept at hand where they are used first, or made wherever they are used.
    pub fn keep_vectors(&mut self, keeps: bool) {
        self.keeps_vectors = keeps;
    }

    /// Sixteen bytes that never change.
    pub fn vector(&mut self, bytes: [u8; 16]) -> Vector {
        if self.keeps_vectors {
            let (table, first) = (self.table(&bytes), self.word(0));
            return self.vector_of(table, first);
        }
        let constant = self.builder.func.dfg.constants.insert(ConstantData::from(&bytes[..]));
        Vector(self.builder.ins().vconst(types::I8X16, constant))
    }

    /// The sums, byte by byte, modulo 256.
    pub fn add_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().iadd(one.0, two.0))
    }

    /// The differences, byte by byte, modulo 256.
    pub fn subtract_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().isub(one.0, two.0))
    }

    /// The smaller of each two bytes, as numbers with a sign.
    pub fn smaller_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().smin(one.0, two.0))
    }

    /// The larger of each two bytes, as numbers with a sign.
    pub fn larger_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().smax(one.0, two.0))
    }

    /// The bits that are in both.
    pub fn and_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().band(one.0, two.0))
    }

    /// The bits that are in the first, not in the second.
    pub fn and_not_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().band_not(one.0, two.0))
    }

    /// The bits that are in either.
    pub fn or_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().bor(one.0, two.0))
    }

    /// The bits that are in one of them alone.
    pub fn xor_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().bxor(one.0, two.0))
    }

    /// All ones in each byte that is the same in both, otherwise 0.
    pub fn equal_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().icmp(IntCC::Equal, one.0, two.0))
    }

    /// All ones in each byte that is more in the first than in the second, as numbers with a sign, otherwise 0.
    pub fn more_bytes(&mut self, one: Vector, two: Vector) -> Vector {
        Vector(self.builder.ins().icmp(IntCC::SignedGreaterThan, one.0, two.0))
    }

    /// Where a byte is all ones that of the first, and where it is 0 that of the second. Of others it depends on the computer.
    pub fn choose_bytes(&mut self, truth: Vector, then: Vector, otherwise: Vector) -> Vector {
        if chooses_bytes() {
            return Vector(self.builder.ins().blendv(truth.0, then.0, otherwise.0));
        }
        Vector(self.builder.ins().bitselect(truth.0, then.0, otherwise.0))
    }

    /// The first eight bytes of both, one of the first and one of the second in turn.
    pub fn first_in_turn(&mut self, one: Vector, two: Vector) -> Vector {
        self.in_turn(one, two, 0)
    }

    /// The last eight bytes of both, one of the first and one of the second in turn.
    pub fn last_in_turn(&mut self, one: Vector, two: Vector) -> Vector {
        self.in_turn(one, two, 8)
    }

    fn in_turn(&mut self, one: Vector, two: Vector, first: u8) -> Vector {
        let numbers: [u8; 16] = std::array::from_fn(|at| {
            let at = u8::try_from(at).unwrap_or(0);
            first + at / 2 + if at % 2 == 0 { 0 } else { 16 }
        });
        let numbers = self.builder.func.dfg.immediates.push(ConstantData::from(&numbers[..]));
        Vector(self.builder.ins().shuffle(one.0, two.0, numbers))
    }

    /// The last byte of a word, sixteen times.
    pub fn each_byte(&mut self, word: Word) -> Vector {
        let byte = self.builder.ins().ireduce(types::I8, word.0);
        Vector(self.builder.ins().splat(types::I8X16, byte))
    }

    /// Bytes by their numbers: of each number the byte with it; 0 where a number is 128 or more. What comes of those between 16
    /// and 127 depends on the computer.
    pub fn bytes_at(&mut self, vector: Vector, numbers: Vector) -> Vector {
        if finds_bytes() {
            return Vector(self.builder.ins().x86_pshufb(vector.0, numbers.0));
        }
        Vector(self.builder.ins().swizzle(vector.0, numbers.0))
    }

    /// The same of numbers that never change; 0 where one is 16 or more.
    pub fn bytes_at_fixed(&mut self, vector: Vector, numbers: [u8; 16]) -> Vector {
        if finds_bytes() {
            let numbers = self.vector(numbers.map(|number| if number < 16 { number } else { u8::MAX }));
            return self.bytes_at(vector, numbers);
        }
        let none = self.vector([0; 16]);
        // Numbers from 16 on are those of another vector.
        let numbers = numbers.map(|number| number.min(16));
        let numbers = self.builder.func.dfg.immediates.push(ConstantData::from(&numbers[..]));
        Vector(self.builder.ins().shuffle(vector.0, none.0, numbers))
    }

    /// The byte with a number, of which the last eight bits count as in [`Assembler::bytes_at`].
    pub fn byte_at(&mut self, vector: Vector, number: Word) -> Word {
        let numbers = self.with_word(number);
        let bytes = self.bytes_at(vector, numbers);
        self.byte(bytes, 0)
    }

    /// The byte with a number that never changes.
    ///
    /// # Panics
    /// If it is 16 or more.
    pub fn byte(&mut self, vector: Vector, number: u8) -> Word {
        assert!(number < 16, "a vector has sixteen bytes");
        let byte = self.builder.ins().extractlane(vector.0, number);
        Word(self.builder.ins().uextend(types::I64, byte))
    }

    /// The same bytes, but for one: there the last byte of a word.
    ///
    /// # Panics
    /// If its number is 16 or more.
    pub fn with_byte(&mut self, vector: Vector, number: u8, word: Word) -> Vector {
        assert!(number < 16, "a vector has sixteen bytes");
        let byte = self.builder.ins().ireduce(types::I8, word.0);
        Vector(self.builder.ins().insertlane(vector.0, byte, number))
    }

    /// Eight bytes of a word, and eight that are 0.
    pub fn with_word(&mut self, word: Word) -> Vector {
        let vector = self.builder.ins().scalar_to_vector(types::I64X2, word.0);
        Vector(self.builder.ins().bitcast(types::I8X16, Self::lanes(), vector))
    }

    /// The first eight bytes and the others, as words.
    pub fn words(&mut self, vector: Vector) -> [Word; 2] {
        let words = self.builder.ins().bitcast(types::I64X2, Self::lanes(), vector.0);
        [0, 1].map(|number| Word(self.builder.ins().extractlane(words, number)))
    }

    /// The first eight bytes, as a word.
    pub fn first_word(&mut self, vector: Vector) -> Word {
        // As a number with a fraction it is where it was, and a move takes it from there in one step.
        let parts = self.builder.ins().bitcast(types::F64X2, Self::lanes(), vector.0);
        let first = self.builder.ins().extractlane(parts, 0);
        Word(self.builder.ins().bitcast(types::I64, MemFlagsData::new(), first))
    }

    /// Whether some bit is set.
    pub fn any_bit(&mut self, vector: Vector) -> Truth {
        Truth(self.builder.ins().vany_true(vector.0))
    }

    /// In which order bytes stand in the parts of a vector.
    fn lanes() -> MemFlagsData {
        MemFlagsData::new().with_endianness(Endianness::Little)
    }

    /// The bytes that lie in one of some spans, each told by its first and last value, by bits: the first byte is the lowest of
    /// sixteen bits.
    pub fn bytes_within(&mut self, vector: Vector, spans: &[(u8, u8)]) -> Word {
        let mut holds = [false; 256];
        spans.iter().for_each(|(first, last)| holds[usize::from(*first)..=usize::from(*last)].fill(true));
        let others = holds.map(|holds| !holds);
        let (found, is_others) = match (only(&holds), only(&others)) {
            (Some(value), _) => (self.same_bytes(vector, value), false),
            (_, Some(value)) => (self.same_bytes(vector, value), true),
            _ if finds_bytes() && !holds[16..].contains(&true) => (self.small_bytes(vector, &holds), false),
            _ if finds_bytes() && !holds[16..].contains(&false) => (self.small_bytes(vector, &others), true),
            _ => (self.bytes_between(vector, spans), false),
        };
        let bits = self.builder.ins().vhigh_bits(types::I32, found);
        let bits = Word(self.builder.ins().uextend(types::I64, bits));
        if !is_others {
            return bits;
        }
        let all = self.word(u16::MAX.into());
        self.xor(bits, all)
    }

    /// All ones in each byte of this value.
    fn same_bytes(&mut self, vector: Vector, value: u8) -> ir::Value {
        let value = self.vector([value; 16]);
        self.builder.ins().icmp(IntCC::Equal, vector.0, value.0)
    }

    /// All ones in each byte of which something holds that holds of none from 16 on: it is looked up.
    fn small_bytes(&mut self, vector: Vector, holds: &[bool; 256]) -> ir::Value {
        let table = std::array::from_fn(|value| if holds[value] { u8::MAX } else { 0 });
        let (table, beyond) = (self.vector(table), self.vector([128 - 16; 16]));
        // Numbers from 16 on come to 128 or more, of which nothing is found.
        let numbers = self.builder.ins().uadd_sat(vector.0, beyond.0);
        self.builder.ins().x86_pshufb(table.0, numbers)
    }

    /// All ones in each byte that lies from the first to the last value of a span.
    fn bytes_between(&mut self, vector: Vector, spans: &[(u8, u8)]) -> ir::Value {
        let mut found = self.vector([0; 16]).0;
        for (first, last) in spans {
            let (first_of_all, width) = (self.vector([*first; 16]), self.vector([last - first; 16]));
            let above = self.builder.ins().isub(vector.0, first_of_all.0);
            let within = self.builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, above, width.0);
            found = self.builder.ins().bor(found, within);
        }
        found
    }

    // --- memory ------------------------------------------------------------------------------------------------------

    fn flags() -> MemFlagsData {
        MemFlagsData::new().with_notrap().with_endianness(Endianness::Little)
    }

    /// Where something stands: the base, and how far behind it.
    ///
    /// # Panics
    /// If it would not lie in the area, or the area not in the memory.
    fn address(&mut self, area: Area, number: Option<Word>, offset: u32, width: u32) -> (ir::Value, i32) {
        assert!(area.end() <= self.bytes, "an area of another memory");
        let end = u64::from(offset) + u64::from(width);
        let (base, reach) = match number {
            None => (self.memory, u64::from(area.size) + u64::from(area.reach)),
            Some(number) => (self.reached(area, number), u64::from(area.reach) + 1),
        };
        assert!(end <= reach, "an offset of {offset} leads out of its area");
        (base, i32::try_from(area.start + offset).expect("memories are smaller"))
    }

    /// Where a number leads to in an area.
    fn reached(&mut self, area: Area, number: Word) -> ir::Value {
        if let Some((known, other, base)) = self.reached
            && (known, other) == (area, number)
        {
            return base;
        }
        let within = self.builder.ins().band_imm_u(number.0, i64::from(area.size - 1));
        let base = self.builder.ins().iadd(self.memory, within);
        self.reached = Some((area, number, base));
        base
    }

    /// The byte at a number and an offset.
    ///
    /// # Panics
    /// If the offset leads out of the area; so with all that load and store.
    pub fn load_byte(&mut self, area: Area, number: Option<Word>, offset: u32) -> Word {
        let (base, offset) = self.address(area, number, offset, 1);
        Word(self.builder.ins().uload8(types::I64, Self::flags(), base, offset))
    }

    /// The two bytes there.
    pub fn load_pair(&mut self, area: Area, number: Option<Word>, offset: u32) -> Word {
        let (base, offset) = self.address(area, number, offset, 2);
        Word(self.builder.ins().uload16(types::I64, Self::flags(), base, offset))
    }

    /// The number of 32 bits there, without a sign.
    pub fn load_number(&mut self, area: Area, number: Option<Word>, offset: u32) -> Word {
        let (base, offset) = self.address(area, number, offset, 4);
        Word(self.builder.ins().uload32(Self::flags(), base, offset))
    }

    /// The word there.
    pub fn load_word(&mut self, area: Area, number: Option<Word>, offset: u32) -> Word {
        let (base, offset) = self.address(area, number, offset, 8);
        Word(self.builder.ins().load(types::I64, Self::flags(), base, offset))
    }

    /// The sixteen bytes there.
    pub fn load_vector(&mut self, area: Area, number: Option<Word>, offset: u32) -> Vector {
        let (base, offset) = self.address(area, number, offset, 16);
        Vector(self.builder.ins().load(types::I8X16, Self::flags(), base, offset))
    }

    /// Writes the last byte of a word there.
    pub fn store_byte(&mut self, word: Word, area: Area, number: Option<Word>, offset: u32) {
        let (base, offset) = self.address(area, number, offset, 1);
        self.builder.ins().istore8(Self::flags(), word.0, base, offset);
    }

    /// Writes the last two bytes of a word there.
    pub fn store_pair(&mut self, word: Word, area: Area, number: Option<Word>, offset: u32) {
        let (base, offset) = self.address(area, number, offset, 2);
        self.builder.ins().istore16(Self::flags(), word.0, base, offset);
    }

    /// Writes the last four bytes of a word there.
    pub fn store_number(&mut self, word: Word, area: Area, number: Option<Word>, offset: u32) {
        let (base, offset) = self.address(area, number, offset, 4);
        self.builder.ins().istore32(Self::flags(), word.0, base, offset);
    }

    /// Writes a word there.
    pub fn store_word(&mut self, word: Word, area: Area, number: Option<Word>, offset: u32) {
        let (base, offset) = self.address(area, number, offset, 8);
        self.builder.ins().store(Self::flags(), word.0, base, offset);
    }

    /// Writes sixteen bytes there.
    pub fn store_vector(&mut self, vector: Vector, area: Area, number: Option<Word>, offset: u32) {
        let (base, offset) = self.address(area, number, offset, 16);
        self.builder.ins().store(Self::flags(), vector.0, base, offset);
    }

    // --- tables ------------------------------------------------------------------------------------------------------

    /// A table of these bytes. Those that a number reaches beyond them, up to the next power of two, are 0.
    ///
    /// # Panics
    /// If all tables together were too large.
    pub fn table(&mut self, bytes: &[u8]) -> Table {
        let size = bytes.len().max(1).next_power_of_two();
        if let Some(table) = self.known_table(bytes, size) {
            return table;
        }
        let start = self.contents.len().next_multiple_of(64);
        let end = start + size + REACH as usize;
        assert!(end <= MOST_TABLES, "tables would be too large");
        self.contents.resize(end, 0);
        self.contents[start..start + bytes.len()].copy_from_slice(bytes);
        let number = |number: usize| u32::try_from(number).expect("tables are smaller");
        let most = bytes.iter().copied().max().unwrap_or(0);
        let table = Table { start: number(start), size: number(size), most };
        self.known.entry(size).or_default().push(table);
        table
    }

    /// A table of these bytes that was made before. To compare it with all of its size takes less than to mix its bytes.
    fn known_table(&self, bytes: &[u8], size: usize) -> Option<Table> {
        let holds = |table: &&Table| {
            let (start, behind) = self.contents[table.start as usize..][..size].split_at(bytes.len());
            start == bytes && behind.iter().all(|byte| *byte == 0)
        };
        self.known.get(&size)?.iter().find(holds).copied()
    }

    /// Where the entry stands that begins so many bytes behind the first one.
    fn entry_of(&mut self, table: Table, bytes: Word) -> (ir::Value, i32, MemFlagsData) {
        let within = self.builder.ins().band_imm_u(bytes.0, i64::from(table.size - 1));
        let base = self.builder.ins().iadd(self.tables, within);
        (base, i32::try_from(table.start).expect("tables are smaller"), Self::flags().with_readonly().with_can_move())
    }

    /// The byte with a number.
    pub fn byte_of(&mut self, table: Table, number: Word) -> Word {
        let (base, offset, flags) = self.entry_of(table, number);
        let byte = self.builder.ins().uload8(types::I64, flags, base, offset);
        self.loaded.insert(byte, table.most.into());
        Word(byte)
    }

    /// The two bytes that begin so many bytes behind the first one.
    pub fn pair_of(&mut self, table: Table, bytes: Word) -> Word {
        let (base, offset, flags) = self.entry_of(table, bytes);
        Word(self.builder.ins().uload16(types::I64, flags, base, offset))
    }

    /// The number of 32 bits with a number.
    pub fn number_of(&mut self, table: Table, number: Word) -> Word {
        let bytes = self.builder.ins().ishl_imm_u(number.0, 2);
        let (base, offset, flags) = self.entry_of(table, Word(bytes));
        Word(self.builder.ins().sload32(flags, base, offset))
    }

    /// The word of 64 bits with a number.
    pub fn long_of(&mut self, table: Table, number: Word) -> Word {
        let bytes = self.builder.ins().ishl_imm_u(number.0, 3);
        let (base, offset, flags) = self.entry_of(table, Word(bytes));
        Word(self.builder.ins().load(types::I64, flags, base, offset))
    }

    /// The sixteen bytes that begin so many bytes behind the first one.
    pub fn vector_of(&mut self, table: Table, bytes: Word) -> Vector {
        let (base, offset, flags) = self.entry_of(table, bytes);
        Vector(self.builder.ins().load(types::I8X16, flags, base, offset))
    }
}
