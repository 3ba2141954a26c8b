//! Machine code for the straight code of one player, operation by operation. It does what the machine beside it does
//! (`plan/machine`): what a number or a set is there is a variable here, and so are cells, where a vector has room for them.

mod both;
mod cells;
mod chains;
mod choices;
mod counting;
mod doing;
mod found;
#[cfg(feature = "sim")]
mod games;
mod numbers;
mod sets;
mod sowing;
mod together;
mod trial;

use super::ranges::Ranges;
use super::room::{Control, Room, stop};
use super::ways::{self, OnlyChoice};
use crate::id::Id;
use crate::plan::Side;
use crate::plan::goes_on::told_live;
use crate::plan::live::{Carried, Live, Writers};
use crate::plan::op::{Address, Op, Reg, SetReg, View, of_machines, turn};
use both::Common;
pub(super) use both::{Entries, both};
use choices::Resumed;
pub(super) use choices::point_bytes;
pub(super) use counting::{count_of_listed, counts, lists_within};
#[cfg(feature = "sim")]
pub(super) use games::{games, next_turn};
use mancala_native::{Area, Assembler, Block, Condition, Truth, Variable, Vector, Word};
use sets::Single;
use sowing::{Rows, WhichRows};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use trial::{Sum, Trial};

/// What an operation does besides its work.
enum Then {
    /// The next operation follows.
    Next,
    /// If this is so, it goes on elsewhere.
    If(Truth, Address),
    /// It has gone on elsewhere.
    Gone,
}

/// Puts the code of one player together.
pub(super) struct Lowering<'l, 'f, const W: usize> {
    side: &'l Side<W>,
    room: &'l Room,
    carried: &'l BTreeMap<Address, Carried>,
    ranges: Ranges,
    writers: Writers,
    live: Live,
    common: Common,
    to: &'l mut Assembler<'f>,
    numbers: [Option<Variable>; 256],
    sets: [Option<Variable>; 256],
    constants: [Option<i32>; 256],
    constant_sets: [Option<u64>; 256],
    /// For each address that is come to from elsewhere: its block.
    blocks: BTreeMap<Address, Block>,
    /// Where the next option is taken.
    next_option: Block,
    /// Where it stops because it takes too long, and because there are no more turns.
    too_long: Block,
    over: Block,
    /// Where a legal turn ends, and where a question is answered; the answer.
    legal: Block,
    answers: Block,
    answer: Variable,
    /// Where the moves of a listed position are looked for.
    moves: Block,
    /// Choices that options are left of.
    resumed: Vec<Resumed>,
    /// The choice, if there is but one; what is left of it, and what registers held there.
    only: Option<OnlyChoice>,
    left: Variable,
    kept: Vec<Variable>,
    /// Choices that were made.
    made: Variable,
    /// The place that was lifted first, or none.
    lifted_first: Variable,
    /// What lies where the last seed of a lap fell.
    there: Variable,
    /// By the number of an operation: whether something else may lie there by now.
    changed_since_lap: Vec<bool>,
    /// The option that is tried, where all are tried one after the other without a branch between them.
    trial: Option<Trial>,
    /// Registers of the turn that nobody asks for.
    unasked: Vec<Reg>,
    /// The places of sets that have but few.
    places_of: HashMap<Word, Vec<Single>>,
    /// What is known of words: those that are no negative numbers, which places are in sets at most, what bytes those are, and
    /// how many they are; and of which cells sums are.
    not_negative: HashSet<Word>,
    at_most: HashMap<Word, u64>,
    masks: HashMap<Word, Vector>,
    counted_by: HashMap<Word, Word>,
    /// For places that are known: by what number of seeds it is looked up where the last one falls, and what is found then.
    fallen: HashMap<Word, (Word, Rc<[u8]>)>,
    /// Laps of which tables were made.
    made_rows: BTreeMap<WhichRows, Rows>,
    /// What is nearly always so.
    foreseen: HashSet<Truth>,
    sums: HashMap<Word, Sum>,
}

impl<'l, 'f, const W: usize> Lowering<'l, 'f, W> {
    fn new(
        side: &'l Side<W>,
        room: &'l Room,
        carried: &'l BTreeMap<Address, Carried>,
        common: Common,
        to: &'l mut Assembler<'f>,
    ) -> Self {
        let (mut constants, mut constant_sets) = ([None; 256], [None; 256]);
        side.constants.numbers.iter().for_each(|(reg, value)| constants[reg.index()] = Some(*value));
        side.constants.sets.iter().for_each(|(reg, set)| constant_sets[reg.index()] = Some(*set));
        let [made, left, lifted_first, there, answer] = [(); 5].map(|()| to.variable());
        // Where a move is played, there is nothing to come back to.
        let only = ways::only_choice(side).filter(|_| !side.logs && !common.plays_games());
        let carries = only.map(|only| &carried[&only.at]).map_or(0, |held| held.numbers.len() + held.sets.len());
        let kept = (0..carries).map(|_| to.variable()).collect();
        let [next_option, over, legal, answers, moves] = [(); 5].map(|()| to.block());
        let too_long = to.seldom();
        let unasked = if common.counts_moves() { counting::unasked(side) } else { Vec::new() };
        Lowering {
            side,
            room,
            carried,
            unasked,
            ranges: Ranges::of(side),
            writers: Writers::of(side.made_ops(), ways::ways(side)),
            live: told_live(side),
            common,
            to,
            numbers: [None; 256],
            sets: [None; 256],
            constants,
            constant_sets,
            blocks: BTreeMap::new(),
            next_option,
            too_long,
            over,
            legal,
            answers,
            answer,
            moves,
            resumed: Vec::new(),
            only,
            left,
            kept,
            made,
            lifted_first,
            there,
            changed_since_lap: ways::changed_since_lap(side),
            trial: None,
            not_negative: HashSet::new(),
            places_of: HashMap::new(),
            at_most: HashMap::new(),
            masks: HashMap::new(),
            counted_by: HashMap::new(),
            fallen: HashMap::new(),
            made_rows: BTreeMap::new(),
            foreseen: HashSet::new(),
            sums: HashMap::new(),
        }
    }

    /// All of it.
    fn all(mut self, begins: &[Block]) {
        self.enter(begins);
        self.find_blocks();
        self.operations();
        self.found();
        self.options();
        self.ends();
    }

    // --- the whole -----------------------------------------------------------------------------------------------------

    /// Where the code begins, by its entry.
    fn enter(&mut self, begins: &[Block]) {
        let kinds = self.side.kinds.len();
        let Some((again, begins)) = begins.split_last() else { return };
        for ((number, address), block) in ways::entries(self.side).into_iter().enumerate().zip(begins) {
            self.to.begin(*block);
            self.read_cells();
            // What is asked of a position is asked before a kind of move is played.
            let kind = if number < kinds { i64::try_from(number).unwrap_or(-1) } else { -1 };
            self.begin_turn(kind);
            let first = self.block_at(address);
            self.to.jump(first);
        }
        self.to.begin(*again);
        self.read_cells();
        if self.only.is_some() {
            self.go_on_with_only_choice();
        } else {
            self.to.jump(self.next_option);
        }
    }

    fn begin_turn(&mut self, kind: i64) {
        self.copy_cells(View::TurnStart, View::Now);
        self.begin_laid_out(kind);
    }

    /// The same where the position before the turn is the one now.
    fn begin_laid_out(&mut self, kind: i64) {
        if self.side.remembers {
            self.copy_cells(View::TurnStart, View::BeforeSowing);
        }
        for reg in Reg::all().take(turn::COUNT) {
            self.put_beginning(reg);
        }
        let kind = self.to.word(kind);
        self.put(turn::KIND, kind);
        let (none, zero) = (self.to.word(-1), self.to.word(0));
        self.to.put(self.lifted_first, none);
        self.to.put(self.made, zero);
        if !self.common.plays_games() {
            self.nothing_is_left(kind);
        }
    }

    /// There is no choice of this turn to come back to.
    fn nothing_is_left(&mut self, kind: Word) {
        self.tell(Control::Kind, kind);
        let zero = self.to.word(0);
        if self.only.is_some() {
            self.to.put(self.left, zero);
        } else {
            self.tell(Control::Open, zero);
        }
    }

    /// Makes a block for each address that is come to from elsewhere.
    fn find_blocks(&mut self) {
        let side = self.side;
        for (at, op) in Address::all().zip(side.made_ops()) {
            if let Some(to) = { *op }.address_mut() {
                self.block_at(*to);
            }
            match op {
                Op::ChoosePlace(..) | Op::ChooseNumber(..) => {
                    self.block_at(at.next());
                }
                Op::ChooseAlternative(table) => side.tables.alternatives[usize::from(*table)].iter().for_each(|to| {
                    self.block_at(*to);
                }),
                _ => {}
            }
        }
        for close in &side.tables.closes {
            self.block_at(*close);
        }
        for (at, op) in Address::all().zip(side.made_ops()) {
            if let Some(to) = { *op }.address_mut()
                && !(self.is_in_turn(at) && self.last_of_next_condition(at.next(), *to).is_some())
            {
                self.block_at(at.next());
            }
        }
    }

    fn operations(&mut self) {
        let ops = self.side.made_ops();
        // Whether what was put together last goes on here, and where the next operation stands that was not put together.
        let (mut open, mut next) = (false, 0);
        for (at, op) in Address::all().zip(ops) {
            if at.index() < next {
                continue;
            }
            (open, next) = (self.begins_at(at, open), at.index() + 1);
            if open {
                (open, next) = self.goes_on_behind(at, op);
            }
        }
        // Nothing goes on behind the last operation.
        let end = Address::at(ops.len());
        if let Some(block) = end.and_then(|end| self.blocks.get(&end)).copied() {
            self.to.begin(block);
            self.to.jump(self.over);
        }
    }

    /// Begins the block of an operation, if it has one; tells whether code comes there.
    fn begins_at(&mut self, at: Address, open: bool) -> bool {
        let Some(block) = self.blocks.get(&at).copied() else { return open };
        if open {
            self.to.jump(block);
        }
        self.to.begin(block);
        true
    }

    /// Puts an operation together, and in turns the conditions that are asked with it. Tells whether the next one follows, and where
    /// that stands.
    fn goes_on_behind(&mut self, at: Address, op: &Op) -> (bool, usize) {
        let (follows, last) = match self.operation(at, op) {
            Then::Next => (true, at),
            Then::If(truth, to) => {
                let (truth, last) = if self.is_in_turn(at) { self.asked_together(at, truth, to) } else { (truth, at) };
                let (then, otherwise) = (self.block_at(to), self.block_at(last.next()));
                self.to.branch(truth, then, otherwise);
                (false, last)
            }
            Then::Gone => (false, at),
        };
        (follows, last.index() + 1)
    }

    /// Whether an operation stands in a turn, or in what is asked of a position: behind all of that stands what a move is drawn and looked
    /// for by, whose conditions hardly ever come out otherwise.
    fn is_in_turn(&self, at: Address) -> bool {
        at < self.side.lead
    }

    /// Where it stops.
    fn ends(&mut self) {
        self.to.begin(self.answers);
        let answer = self.to.get(self.answer);
        self.tell(Control::Answer, answer);
        self.write_cells(View::Now);
        self.stop(stop::ANSWER);
        self.to.begin(self.over);
        self.stop(stop::OVER);
        self.to.begin(self.too_long);
        self.stop(stop::TOO_LONG);
    }

    fn stop(&mut self, code: i64) {
        let code = self.to.word(code);
        self.to.stop(code);
    }

    fn block_at(&mut self, address: Address) -> Block {
        let to = &mut self.to;
        *self.blocks.entry(address).or_insert_with(|| to.block())
    }

    // --- operations ----------------------------------------------------------------------------------------------------

    fn operation(&mut self, at: Address, op: &Op) -> Then {
        match *op {
            Op::Move(..)
            | Op::Cell(..)
            | Op::CellOf(..)
            | Op::Pieces(..)
            | Op::PiecesOf(..)
            | Op::Count(..)
            | Op::Table(..)
            | Op::Arithmetic(..)
            | Op::Larger(..)
            | Op::Smaller(..)
            | Op::Only(..)
            | Op::Steps { .. } => self.number(op),

            Op::MoveSet(..)
            | Op::NoSet(_)
            | Op::Single(..)
            | Op::Union(..)
            | Op::Minus(..)
            | Op::Related(..)
            | Op::Filter(..)
            | Op::Add(..)
            | Op::Chain { .. } => self.make_set(op),
            Op::Next(to, left, over) => return self.next_member(at, to, left, over),
            Op::Walk { first, from, back, off } => return self.walk(at, first, from, back, off),
            Op::WalkAt { place, first, over } => return self.walk_at(at, place, first, over),
            Op::WalkOn(first) => self.walk_on(first),

            Op::Jump(to) => {
                let block = self.block_at(to);
                self.to.jump(block);
                return Then::Gone;
            }
            Op::Compare(_, _, _, to)
            | Op::IsIn(_, _, _, to)
            | Op::Even(_, _, to)
            | Op::Has(_, _, _, to)
            | Op::Within(_, _, _, to)
            | Op::Same(_, _, _, to)
            | Op::IsEmpty(_, _, to)
            | Op::NoPieces(_, _, _, to)
            | Op::NoPiecesOf(_, _, _, to) => return Then::If(self.condition(op), to),
            Op::Close => return self.close(),

            Op::Lead(lead) => {
                let lead = self.get(lead);
                self.tell(Control::Lead, lead);
            }
            Op::Begin(kind) => {
                let kind = self.to.word(i64::from(kind));
                self.put(turn::KIND, kind);
                if !self.common.plays_games() {
                    self.tell(Control::Kind, kind);
                }
            }
            Op::Row(row) => {
                let one = self.to.word(1);
                self.count(self.room.rows, None, 8 * super::number(row.index()), one);
            }
            Op::Lift(_)
            | Op::LiftSome(..)
            | Op::Put(..)
            | Op::PutHand(..)
            | Op::Capture(..)
            | Op::CaptureSome { .. }
            | Op::SetCell { .. }
            | Op::SetCellOf { .. }
            | Op::Prefer(_) => self.done(op),

            Op::Remember => self.copy_cells(View::Now, View::BeforeSowing),
            Op::Sowing(sowing, way) => self.sowing(sowing, way),
            Op::Lap { sowing, start, after } => self.lap(usize::from(sowing), start, after),
            Op::LiftLap { sowing, start, endless, .. } => {
                self.lift_lap(at, usize::from(sowing), start);
                self.step();
                return Then::If(self.counts_too_many_laps(), endless);
            }
            Op::FirstLap { sowing, start, way, endless } => {
                self.sowing(u16::from(sowing), way);
                self.lift_lap(at, usize::from(sowing), start);
                if ways::repeats_without_choice(self.side, at) {
                    self.step();
                }
                return Then::If(self.counts_too_many_laps(), endless);
            }
            Op::AnyLap { sowing, start, after, skipped, each } => {
                let (skipped, each) = (self.set(skipped), self.get(each));
                let begins = self.begins(usize::from(sowing), start, after);
                self.sow_each(begins, skipped, each);
            }
            Op::Drops { sowing, start, after, first, skipped } => {
                let begins = self.begins(usize::from(sowing), start, after);
                self.begin_drops(begins, first, skipped);
            }
            Op::Drop { first, skipped, each, over, .. } => {
                let (skipped, each) = (self.set(skipped), self.get(each));
                return self.drop_one(at, first, [skipped, each], over);
            }
            Op::LapOver(endless) => {
                self.step();
                return Then::If(self.counts_too_many_laps(), endless);
            }

            Op::ChoosePlace(slot, set) => return self.choose_place(at, slot, set),
            Op::ChooseNumber(slot, low, high) => return self.choose_number(at, slot, low, high),
            Op::ChooseAlternative(table) => return self.choose_alternative(at, table),
            // Games with several kinds of pieces have no machine code.
            Op::ChoosePiece(_) | Op::Several(_) | of_machines!() | Op::Dead => {
                self.to.jump(self.next_option);
                return Then::Gone;
            }
            #[cfg(feature = "sim")]
            Op::ChooseOrder => {
                self.to.jump(self.next_option);
                return Then::Gone;
            }
            Op::Legal => {
                self.to.jump(self.legal);
                return Then::Gone;
            }
            Op::Answer(answer) => {
                let answer = self.to.word(i64::from(answer));
                self.answer(answer);
                return Then::Gone;
            }
            Op::AnswerWith(answer) => {
                let answer = self.get(answer);
                self.answer(answer);
                return Then::Gone;
            }
        }
        Then::Next
    }

    fn close(&mut self) -> Then {
        let closes = &self.side.tables.closes;
        let blocks: Vec<Block> = closes.iter().map(|address| self.block_at(*address)).collect();
        if blocks.iter().all(|block| *block == blocks[0]) && !blocks.is_empty() {
            let only = &blocks[0];
            self.to.jump(*only);
        } else {
            let kind = self.get(turn::KIND);
            self.to.select_block(kind, &blocks);
        }
        Then::Gone
    }

    /// Stops with an answer.
    fn answer(&mut self, answer: Word) {
        self.to.put(self.answer, answer);
        self.to.jump(self.answers);
    }

    // --- what is known ---------------------------------------------------------------------------------------------------

    fn get(&mut self, reg: Reg) -> Word {
        match self.constants[reg.index()] {
            Some(constant) => self.to.word(i64::from(constant)),
            None => {
                let variable = self.variable(reg);
                self.to.get(variable)
            }
        }
    }

    fn put(&mut self, reg: Reg, word: Word) {
        if self.unasked.contains(&reg) {
            return;
        }
        let variable = self.variable(reg);
        self.to.put(variable, word);
    }

    /// A register of the turn holds what it does when that begins.
    fn put_beginning(&mut self, reg: Reg) {
        let word = self.to.word(i64::from(turn::BEGIN[reg.index()]));
        self.put(reg, word);
    }

    fn variable(&mut self, reg: Reg) -> Variable {
        let to = &mut self.to;
        *self.numbers[reg.index()].get_or_insert_with(|| to.variable())
    }

    fn set(&mut self, reg: SetReg) -> Word {
        match self.constant_sets[reg.index()] {
            Some(constant) => self.to.word(constant.cast_signed()),
            None => {
                let variable = self.set_variable(reg);
                self.to.get(variable)
            }
        }
    }

    fn put_set(&mut self, reg: SetReg, word: Word) {
        let variable = self.set_variable(reg);
        self.to.put(variable, word);
    }

    fn set_variable(&mut self, reg: SetReg) -> Variable {
        let to = &mut self.to;
        *self.sets[reg.index()].get_or_insert_with(|| to.variable())
    }

    /// Whether a register never holds a negative number.
    fn is_never_negative(&mut self, reg: Reg) -> bool {
        if self.ranges.get(reg).least >= 0 {
            return true;
        }
        let word = self.get(reg);
        self.not_negative.contains(&word) || self.to.known(word).is_some_and(|number| number >= 0)
    }

    fn tell(&mut self, control: Control, word: Word) {
        if let Some(held) = self.common.held_in_variable(control) {
            return self.to.put(held, word);
        }
        let (area, offset) = self.room.control(control);
        self.to.store_word(word, area, None, offset);
    }

    fn told(&mut self, control: Control) -> Word {
        if let Some(held) = self.common.held_in_variable(control) {
            return self.to.get(held);
        }
        let (area, offset) = self.room.control(control);
        self.to.load_word(area, None, offset)
    }

    /// Adds to what is counted there, where rows are counted.
    fn count(&mut self, area: Area, number: Option<Word>, offset: u32, more: Word) {
        if self.side.logs {
            let counted = self.to.load_word(area, number, offset);
            let counted = self.to.add(counted, more);
            self.to.store_word(counted, area, number, offset);
        }
    }

    /// A place is lifted.
    fn lifts(&mut self, place: Word) {
        if self.side.logs {
            let (first, zero) = (self.to.get(self.lifted_first), self.to.word(0));
            let is_first = self.to.compare(Condition::Less, first, zero);
            let first = self.to.select(is_first, place, first);
            self.to.put(self.lifted_first, first);
        }
    }

    // --- ways through code -----------------------------------------------------------------------------------------------

    /// Does something if it is so.
    fn when(&mut self, truth: Truth, then: impl FnOnce(&mut Self)) {
        let (yes, after) = (self.to.block(), self.to.block());
        self.to.branch(truth, yes, after);
        self.to.begin(yes);
        self.to.seal(yes);
        then(self);
        self.to.jump(after);
        self.to.begin(after);
        self.to.seal(after);
    }

    /// Does the one or the other.
    fn either(&mut self, truth: Truth, then: impl FnOnce(&mut Self), seldom: impl FnOnce(&mut Self)) {
        if let Some(trial) = &self.trial {
            let (yes, otherwise) = (self.to.block(), trial.otherwise);
            self.to.branch(truth, yes, otherwise);
            self.to.begin(yes);
            self.to.seal(yes);
            return then(self);
        }
        let (yes, no, after) = (self.to.block(), self.to.seldom(), self.to.block());
        self.to.branch(truth, yes, no);
        self.to.begin(no);
        seldom(self);
        self.to.jump(after);
        self.to.begin(yes);
        then(self);
        self.to.jump(after);
        self.to.begin(after);
    }

    /// Does something as long as it is so.
    fn while_so(&mut self, so: impl FnOnce(&mut Self) -> Truth, body: impl FnOnce(&mut Self)) {
        let (head, inside, after) = (self.to.block(), self.to.block(), self.to.block());
        self.to.jump(head);
        self.to.begin(head);
        let truth = so(self);
        self.to.branch(truth, inside, after);
        self.to.begin(inside);
        body(self);
        self.to.jump(head);
        self.to.begin(after);
    }

    /// Counts steps; stops if there were too many.
    fn step(&mut self) {
        let one = self.to.word(1);
        if self.trial.is_some() {
            // No operation is come to twice there.
            return;
        }
        let steps = self.told(Control::Steps);
        let steps = self.to.add(steps, one);
        self.tell(Control::Steps, steps);
        let most = self.to.word(i64::from(crate::plan::machine::MOST_STEPS));
        let (go, stop) = (self.to.block(), self.too_long);
        let too_many = self.to.compare(Condition::More, steps, most);
        self.to.branch(too_many, stop, go);
        self.to.begin(go);
    }
}
