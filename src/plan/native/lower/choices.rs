//! Choices: what is kept of a position at each, and going back to it.

use super::{Lowering, Then};
use crate::id::Id;
use crate::plan::machine::MOST_NUMBERS;
use crate::plan::native::room::{Control, MOST_CHOICES, asked};
use crate::plan::native::ways::{self, OnlyChoice};
use crate::plan::op::{Address, Reg, SetReg, View, turn};
use mancala_native::{Block, Condition, Truth, Variable, Word};

/// A choice that can be come back to.
pub(super) struct Resumed {
    at: Address,
    block: Block,
    options: Options,
}

/// What is chosen from.
#[derive(Debug, Clone, Copy)]
enum Options {
    Places(Reg),
    Numbers(Reg),
    Alternatives(u16),
}

/// Where things stand in a point, behind the cells: what is left or comes next, the last number, the choices made before,
/// and which choice it is; then what registers held.
const NEXT: u32 = 0;
const HIGH: u32 = 8;
const LOW: u32 = 16;
const MADE: u32 = 24;
const CHOICE: u32 = 32;
const KEPT: u32 = 40;

/// Bytes that a point takes with n vectors of cells and n registers.
pub(in crate::plan::native) fn point_bytes(vectors: u32, registers: u32) -> u32 {
    32 * vectors + KEPT + 8 * registers
}

impl<const W: usize> Lowering<'_, '_, W> {
    pub(super) fn choose_place(&mut self, at: Address, slot: Reg, set: SetReg) -> Then {
        #[cfg(feature = "sim")]
        if self.common.plays_games() {
            return self.draw_place(at, slot, set);
        }
        if self.side.logs {
            return self.choose_as_told(at, slot, set);
        }
        let members = if self.common.counts_moves() { self.set(set) } else { self.members_asked_for(at, set) };
        if self.only.is_some() {
            if self.common.counts_moves() {
                self.try_all(at, slot, set, members);
            }
            self.choose_only(at, slot, members);
            return Then::Gone;
        }
        let (zero, some) = (self.to.word(0), self.to.block());
        let there = self.to.compare(Condition::NotEqual, members, zero);
        self.to.branch(there, some, self.next_option);
        self.to.begin(some);
        let (place, others) = (self.to.first_bit(members), self.to.without_first_bit(members));
        let more = self.to.compare(Condition::NotEqual, others, zero);
        self.when(more, |this| this.open(at, Options::Places(slot), [others, zero, zero]));
        self.note(place);
        self.put(slot, place);
        self.go_on(at.next())
    }

    /// The members of a set, or what is asked for of them.
    fn members_asked_for(&mut self, at: Address, set: SetReg) -> Word {
        let (members, left) = (self.set(set), self.to.variable());
        self.to.put(left, members);
        let (all, other, go) = (self.to.block(), self.to.seldom(), self.to.block());
        let asked = self.told(Control::Asked);
        let every = self.to.word(asked::ALL);
        let wants_all = self.to.compare(Condition::Equal, asked, every);
        self.to.branch(wants_all, all, other);
        self.to.begin(other);
        self.only_what_is_asked(asked, left, self.possible(at, set));
        self.to.jump(go);
        self.to.begin(all);
        self.to.jump(go);
        self.to.begin(go);
        self.to.get(left)
    }

    // --- a move that is played -------------------------------------------------------------------------------------------

    /// The place that the move says, if it is a member; or the one of the number that is asked for.
    fn choose_as_told(&mut self, at: Address, slot: Reg, set: SetReg) -> Then {
        let (members, zero, left) = (self.set(set), self.to.word(0), self.to.variable());
        self.to.put(left, members);
        let (told, asks, go) = (self.to.block(), self.to.block(), self.to.block());
        let (asked, every) = (self.told(Control::Asked), self.to.word(asked::ALL));
        let is_told = self.to.compare(Condition::Equal, asked, every);
        self.to.branch(is_told, told, asks);
        self.to.begin(told);
        let place = self.next_choice();
        let member = self.single(place);
        let member = self.to.and(member, members);
        self.to.put(left, member);
        self.to.jump(go);
        self.to.begin(asks);
        self.only_what_is_asked(asked, left, self.possible(at, set));
        self.to.jump(go);
        self.to.begin(go);
        let member = self.to.get(left);
        let there = self.to.compare(Condition::NotEqual, member, zero);
        self.only_if(there);
        self.begin_behind(at);
        let place = self.to.first_bit(member);
        self.put(slot, place);
        self.go_on(at.next())
    }

    /// Makes known that registers hold what they hold at the beginning of every turn, wherever code has come from.
    pub(super) fn begin_behind(&mut self, at: Address) {
        for (reg, _) in &self.carried[&at].begun {
            self.put_beginning(*reg);
        }
        if ways::only_choice(self.side).is_some_and(|only| only.at == at && only.unchanged) {
            let none = self.to.word(-1);
            self.to.put(self.lifted_first, none);
        }
    }

    /// The places that may be in a set where it is chosen from.
    pub(super) fn possible(&self, at: Address, set: SetReg) -> u64 {
        let (ops, known) = (self.side.made_ops(), self.constant_sets[set.index()].unwrap_or(0));
        let written = self.writers.last(at.index(), |effects| effects.writes_places(set));
        written.into_iter().fold(known, |places, at| places | self.ranges.places_of(&ops[at]))
    }

    /// What the move says next.
    fn next_choice(&mut self) -> Word {
        let (made, one) = (self.to.get(self.made), self.to.word(1));
        let at = self.to.add(made, made);
        let number = self.to.load_pair(self.room.choices, Some(at), 0);
        let made = self.to.add(made, one);
        self.to.put(self.made, made);
        number
    }

    /// Goes on if it is so; otherwise the move is none.
    fn only_if(&mut self, truth: Truth) {
        let go = self.to.block();
        self.to.branch(truth, go, self.over);
        self.to.begin(go);
    }

    // --- options ---------------------------------------------------------------------------------------------------------

    /// How many options there are, or some of them, or one, which may be drawn.
    fn only_what_is_asked(&mut self, asked: Word, left: Variable, possible: u64) {
        let draws = self.to.word(asked::DRAW);
        let is_drawn = self.to.compare(Condition::Equal, asked, draws);
        self.either(is_drawn, |this| this.draw(left, possible), |this| this.only_what_is_told(asked, left, possible));
    }

    fn only_what_is_told(&mut self, asked: Word, left: Variable, possible: u64) {
        let (count, one) = (self.to.block(), self.to.block());
        let [counts, among] = [asked::COUNT, asked::AMONG].map(|asked| self.to.word(asked));
        let is_count = self.to.compare(Condition::Equal, asked, counts);
        self.to.branch(is_count, count, one);
        self.to.begin(count);
        let members = self.to.get(left);
        let number = self.to.count_bits(members);
        self.answer(number);
        self.to.begin(one);
        let is_among = self.to.compare(Condition::Equal, asked, among);
        self.either(is_among, |this| this.only_those_among(left), |this| this.only_the_number(left, possible));
    }

    /// Leaves the options that are among the places asked for.
    fn only_those_among(&mut self, left: Variable) {
        let (places, members) = (self.told(Control::Option), self.to.get(left));
        let only = self.to.and(members, places);
        self.to.put(left, only);
    }

    /// Leaves the option of the number asked for.
    fn only_the_number(&mut self, left: Variable, possible: u64) {
        let (members, number, none) = (self.to.get(left), self.told(Control::Option), self.to.word(0));
        let count = self.to.count_bits(members);
        let place = self.place_of_number(members, number, possible);
        let (there, only) = (self.to.compare(Condition::Below, number, count), self.single(place));
        let only = self.to.select(there, only, none);
        self.to.put(left, only);
    }

    /// The member of a set with a number, of which there are more. Nothing is branched by: which member it is, no processor could
    /// foresee. Members are among those that are possible.
    pub(super) fn place_of_number(&mut self, members: Word, number: Word, possible: u64) -> Word {
        let lowest = possible.trailing_zeros() & 63;
        let width = u64::BITS - (possible >> lowest).leading_zeros();
        let mut first = self.to.word(lowest.into());
        let (mut members, mut number) = (self.to.shift_down(members, first), number);
        let mut half = width.next_power_of_two() / 2;
        while half >= 8 {
            // In which half it is.
            let (low, by) = (self.to.word((1 << half) - 1), self.to.word(half.into()));
            let lower = self.to.and(members, low);
            let count = self.to.count_bits(lower);
            let above = self.to.compare(Condition::AtLeast, number, count);
            let (upper, further) = (self.to.shift_down(members, by), self.to.subtract(number, count));
            let (members_above, first_above) = (upper, self.to.add(first, by));
            members = self.to.select(above, members_above, lower);
            number = self.to.select(above, further, number);
            first = self.to.select(above, first_above, first);
            half /= 2;
        }
        let (table, three) = (self.to.table(&places_of(width.min(8))), self.to.word(3));
        let row = self.to.shift_up(members, three);
        let entry = self.to.add(row, number);
        let place = self.to.byte_of(table, entry);
        self.to.add(place, first)
    }

    /// Leaves the option that a word at random draws.
    fn draw(&mut self, left: Variable, possible: u64) {
        let members = self.to.get(left);
        let (number, count) = self.number_at_random(members);
        self.tell(Control::Answer, count);
        let place = self.place_of_number(members, number, possible);
        let only = self.single(place);
        self.to.put(left, only);
    }

    /// The number of the member that a word at random draws (Lemire's method on 32 bits), and how many there are. Where another
    /// word is needed, and where there is no member, that is the answer.
    pub(super) fn number_at_random(&mut self, members: Word) -> (Word, Word) {
        let one = self.to.word(1);
        let (count, word) = (self.to.count_bits(members), self.told(Control::Option));
        let product = self.to.multiply(word, count);
        let (low, bits) = (self.to.low_bits(product), self.to.word(32));
        // One less than nothing is more than any number.
        let less = self.to.subtract(count, one);
        let (again, go) = (self.to.seldom(), self.to.block());
        let high_enough = self.to.compare(Condition::Below, less, low);
        self.to.branch(high_enough, go, again);
        self.to.begin(again);
        self.answer(count);
        self.to.begin(go);
        (self.to.shift_down(product, bits), count)
    }

    pub(super) fn choose_number(&mut self, at: Address, slot: Reg, low: Reg, high: Reg) -> Then {
        #[cfg(feature = "sim")]
        if self.common.plays_games() {
            return self.not_drawn();
        }
        let (low, high) = (self.get(low), self.get(high));
        if self.side.logs {
            let number = self.next_choice();
            let number = self.to.add(low, number);
            let there = self.to.compare(Condition::AtMost, number, high);
            self.only_if(there);
            self.put(slot, number);
            return self.go_on(at.next());
        }
        let (width, most) = (self.to.subtract(high, low), self.to.word(i64::from(MOST_NUMBERS)));
        let (fits, some) = (self.to.block(), self.to.block());
        let too_many = self.to.compare(Condition::AtLeast, width, most);
        self.to.branch(too_many, self.too_long, fits);
        self.to.begin(fits);
        let there = self.to.compare(Condition::AtMost, low, high);
        self.to.branch(there, some, self.next_option);
        self.to.begin(some);
        let (zero, one) = (self.to.word(0), self.to.word(1));
        let more = self.to.compare(Condition::Less, low, high);
        self.when(more, |this| {
            let next = this.to.add(low, one);
            this.open(at, Options::Numbers(slot), [next, high, low]);
        });
        self.note(zero);
        self.put(slot, low);
        self.go_on(at.next())
    }

    pub(super) fn choose_alternative(&mut self, at: Address, table: u16) -> Then {
        #[cfg(feature = "sim")]
        if self.common.plays_games() {
            return self.not_drawn();
        }
        let ways = &self.side.tables.alternatives[usize::from(table)];
        let Some(first) = ways.first() else {
            self.to.jump(self.next_option);
            return Then::Gone;
        };
        if self.side.logs {
            let number = self.next_choice();
            let count = self.to.word(i64::try_from(ways.len()).unwrap_or(0));
            let there = self.to.compare(Condition::Below, number, count);
            self.only_if(there);
            let blocks: Vec<Block> = ways.iter().map(|way| self.blocks[way]).collect();
            self.to.select_block(number, &blocks);
            return Then::Gone;
        }
        let (zero, one) = (self.to.word(0), self.to.word(1));
        if ways.len() > 1 {
            self.open(at, Options::Alternatives(table), [one, zero, zero]);
        }
        self.note(zero);
        self.go_on(*first)
    }

    pub(super) fn go_on(&mut self, address: Address) -> Then {
        let block = self.block_at(address);
        self.to.jump(block);
        Then::Gone
    }

    /// Notes a choice. A turn with more of them than there is room for is left to the interpreter.
    fn note(&mut self, number: Word) {
        let (made, one) = (self.to.get(self.made), self.to.word(1));
        if !self.common.counts_moves() {
            let at = self.to.add(made, made);
            self.to.store_pair(number, self.room.choices, Some(at), 0);
        }
        let made = self.to.add(made, one);
        self.to.put(self.made, made);
        let most = self.to.word(i64::from(MOST_CHOICES));
        let (go, too_many) = (self.to.block(), self.to.compare(Condition::AtLeast, made, most));
        self.to.branch(too_many, self.too_long, go);
        self.to.begin(go);
    }

    // --- points ------------------------------------------------------------------------------------------------------------

    /// Where what follows the cells stands in a point.
    fn behind_cells(&self) -> u32 {
        32 * self.vectors()
    }

    /// Opens a point to come back to.
    fn open(&mut self, at: Address, options: Options, [next, high, low]: [Word; 3]) {
        self.step();
        let number = self.resumed.len();
        let block = self.to.block();
        self.resumed.push(Resumed { at, block, options });
        let (points, words) = (self.room.points, self.behind_cells());
        let open = self.told(Control::Open);
        self.keep_cells(open);
        self.to.store_word(next, points, Some(open), words + NEXT);
        if matches!(options, Options::Numbers(_)) {
            self.to.store_word(high, points, Some(open), words + HIGH);
            self.to.store_word(low, points, Some(open), words + LOW);
        }
        let made = self.to.get(self.made);
        self.to.store_word(made, points, Some(open), words + MADE);
        let number = self.to.word(i64::try_from(number).unwrap_or(0));
        self.to.store_word(number, points, Some(open), words + CHOICE);
        let carried = &self.carried[&at];
        let mut offset = words + KEPT;
        for reg in &carried.numbers {
            let word = self.get(*reg);
            self.to.store_word(word, points, Some(open), offset);
            offset += 8;
        }
        for reg in &carried.sets {
            let word = self.set(*reg);
            self.to.store_word(word, points, Some(open), offset);
            offset += 8;
        }
        let stride = self.to.word(i64::from(self.room.stride));
        let open = self.to.add(open, stride);
        self.tell(Control::Open, open);
    }

    fn kept_views(&self) -> Vec<(View, u32)> {
        let before = self.side.remembers.then_some((View::BeforeSowing, 16 * self.vectors()));
        [(View::Now, 0)].into_iter().chain(before).collect()
    }

    fn keep_cells(&mut self, point: Word) {
        for (view, first) in self.kept_views() {
            for number in 0..self.vectors() {
                let vector = self.vector(view, number);
                self.to.store_vector(vector, self.room.points, Some(point), first + 16 * number);
            }
        }
    }

    // --- the only choice ---------------------------------------------------------------------------------------------------

    /// What registers held at the only choice stands in variables, and in memory while the code does not run.
    fn choose_only(&mut self, at: Address, slot: Reg, members: Word) {
        self.to.put(self.left, members);
        if !self.only.is_some_and(|only| only.unchanged) {
            let zero = self.to.word(0);
            self.keep_cells(zero);
        }
        let carried = &self.carried[&at];
        let held: Vec<Word> = carried.numbers.iter().map(|reg| self.get(*reg)).collect();
        let held_sets: Vec<Word> = carried.sets.iter().map(|reg| self.set(*reg)).collect();
        for (variable, word) in self.kept.clone().into_iter().zip(held.into_iter().chain(held_sets)) {
            self.to.put(variable, word);
        }
        let block = self.to.block();
        self.resumed.push(Resumed { at, block, options: Options::Places(slot) });
        self.to.jump(self.next_option);
    }

    /// Where code goes on with the only choice after it has stopped for a move.
    pub(super) fn go_on_with_only_choice(&mut self) {
        let left = self.told(Control::Left);
        self.to.put(self.left, left);
        for (variable, offset) in self.kept.clone().into_iter().zip((0..).step_by(8)) {
            let word = self.to.load_word(self.room.points, None, self.behind_cells() + KEPT + offset);
            self.to.put(variable, word);
        }
        self.to.jump(self.next_option);
    }

    /// Before code stops for a move: what it goes on with.
    pub(super) fn put_down(&mut self) {
        if self.only.is_none() {
            return;
        }
        let left = self.to.get(self.left);
        self.tell(Control::Left, left);
        for (variable, offset) in self.kept.clone().into_iter().zip((0..).step_by(8)) {
            let word = self.to.get(variable);
            self.to.store_word(word, self.room.points, None, self.behind_cells() + KEPT + offset);
        }
    }

    /// The next option of the only choice.
    fn options_of_the_only(&mut self, only: OnlyChoice) {
        let (left, zero, one, some) = (self.to.get(self.left), self.to.word(0), self.to.word(1), self.to.block());
        let any = self.to.compare(Condition::NotEqual, left, zero);
        self.to.branch(any, some, self.over);
        self.to.begin(some);
        let Some(Resumed { options: Options::Places(slot), .. }) = self.resumed.pop() else {
            // Code never comes to the choice.
            return self.to.jump(self.over);
        };
        if only.unchanged {
            self.copy_cells(View::TurnStart, View::Now);
            if self.side.remembers {
                self.copy_cells(View::TurnStart, View::BeforeSowing);
            }
        } else {
            self.take_cells_back(zero);
        }
        let carried = &self.carried[&only.at];
        for (reg, _) in &carried.begun {
            self.put_beginning(*reg);
        }
        for (number, reg) in carried.numbers.iter().enumerate() {
            let word = self.to.get(self.kept[number]);
            self.put(*reg, word);
        }
        for (number, reg) in (carried.numbers.len()..).zip(&carried.sets) {
            let word = self.to.get(self.kept[number]);
            self.put_set(*reg, word);
        }
        let kind = self.told(Control::Kind);
        self.put(turn::KIND, kind);
        let (place, others) = (self.to.first_bit(left), self.to.without_first_bit(left));
        self.to.put(self.left, others);
        if !self.common.counts_moves() {
            self.to.store_pair(place, self.room.choices, None, 0);
        }
        self.to.put(self.made, one);
        self.put(slot, place);
        let _ = self.go_on(only.at.next());
    }

    // --- going back --------------------------------------------------------------------------------------------------------

    /// Where the next option is taken of the choice that was made last.
    pub(super) fn options(&mut self) {
        self.to.begin(self.next_option);
        if let Some(only) = self.only {
            return self.options_of_the_only(only);
        }
        let (open, zero) = (self.told(Control::Open), self.to.word(0));
        let (some, resumed) = (self.to.block(), std::mem::take(&mut self.resumed));
        let any = self.to.compare(Condition::NotEqual, open, zero);
        self.to.branch(any, some, self.over);
        self.to.begin(some);
        let stride = self.to.word(i64::from(self.room.stride));
        let point = self.to.subtract(open, stride);
        let blocks: Vec<Block> = resumed.iter().map(|resumed| resumed.block).collect();
        match blocks.as_slice() {
            [] => self.to.jump(self.over),
            [only] => self.to.jump(*only),
            blocks => {
                let number = self.to.load_word(self.room.points, Some(point), self.behind_cells() + CHOICE);
                self.to.select_block(number, blocks);
            }
        }
        for choice in &resumed {
            self.to.begin(choice.block);
            self.resume(choice, open, point);
        }
    }

    fn take_cells_back(&mut self, point: Word) {
        for (view, first) in self.kept_views() {
            for number in 0..self.vectors() {
                let vector = self.to.load_vector(self.room.points, Some(point), first + 16 * number);
                self.put_vector(view, number, vector);
            }
        }
    }

    /// What a choice began with is there again; its next option is taken.
    fn resume(&mut self, choice: &Resumed, open: Word, point: Word) {
        let (points, words) = (self.room.points, self.behind_cells());
        self.take_cells_back(point);
        let carried = &self.carried[&choice.at];
        for (reg, _) in &carried.begun {
            self.put_beginning(*reg);
        }
        let mut offset = words + KEPT;
        for reg in &carried.numbers {
            let word = self.to.load_word(points, Some(point), offset);
            self.put(*reg, word);
            offset += 8;
        }
        for reg in &carried.sets {
            let word = self.to.load_word(points, Some(point), offset);
            self.put_set(*reg, word);
            offset += 8;
        }
        let kind = self.told(Control::Kind);
        self.put(turn::KIND, kind);
        let made = self.to.load_word(points, Some(point), words + MADE);
        self.to.put(self.made, made);
        let next = self.to.load_word(points, Some(point), words + NEXT);
        self.take_next(choice, next, open, point);
    }

    fn take_next(&mut self, choice: &Resumed, next: Word, open: Word, point: Word) {
        let (points, words) = (self.room.points, self.behind_cells());
        let (zero, one) = (self.to.word(0), self.to.word(1));
        match choice.options {
            Options::Places(slot) => {
                let (place, others) = (self.to.first_bit(next), self.to.without_first_bit(next));
                self.left(others, point);
                let last = self.to.compare(Condition::Equal, others, zero);
                let open = self.to.select(last, point, open);
                self.tell(Control::Open, open);
                self.note(place);
                self.put(slot, place);
                let _ = self.go_on(choice.at.next());
            }
            Options::Numbers(slot) => {
                let high = self.to.load_word(points, Some(point), words + HIGH);
                let low = self.to.load_word(points, Some(point), words + LOW);
                let after = self.to.add(next, one);
                self.left(after, point);
                let last = self.to.compare(Condition::More, after, high);
                let open = self.to.select(last, point, open);
                self.tell(Control::Open, open);
                let number = self.to.subtract(next, low);
                self.note(number);
                self.put(slot, next);
                let _ = self.go_on(choice.at.next());
            }
            Options::Alternatives(table) => {
                let ways = &self.side.tables.alternatives[usize::from(table)];
                let count = self.to.word(i64::try_from(ways.len()).unwrap_or(0));
                let after = self.to.add(next, one);
                self.left(after, point);
                let last = self.to.compare(Condition::AtLeast, after, count);
                let open = self.to.select(last, point, open);
                self.tell(Control::Open, open);
                self.note(next);
                let blocks: Vec<Block> = ways.iter().map(|way| self.blocks[way]).collect();
                self.to.select_block(next, &blocks);
            }
        }
    }

    /// What is left of the options of a point.
    fn left(&mut self, next: Word, point: Word) {
        self.to.store_word(next, self.room.points, Some(point), self.behind_cells() + NEXT);
    }
}

/// For each set of so many places, which are eight at most, and each number: the member with the number; the first place if there
/// are not so many.
fn places_of(width: u32) -> Vec<u8> {
    let members = |set: u8| {
        let all = (0..8).filter(move |place| set & 1 << place != 0);
        all.chain(std::iter::repeat(0)).take(8)
    };
    let last = u8::MAX >> (u8::BITS - width);
    (0..=last).flat_map(members).collect()
}
