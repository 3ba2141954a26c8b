//! Runs straight code: one turn of one position after the other, in the order of listing.

use super::Side;
use super::cells;
use super::laps::LeftOut;
use super::op::{Address, Op, Reg, SetReg, VIEWS, View, turn};
use super::tables::{NOWHERE, SowingTable};
use crate::ir::Id;
use std::hint::black_box;

/// Steps (choices, laps, drops) that the turns of one position may take before they are left to the interpreter, which
/// has a budget. So few that the budget would not be spent by them: whoever plays, the same comes of it.
/// Few enough that the interpreter's budget would not be spent by them: whoever plays, the same comes of it.
const MOST_STEPS: u32 = 50_000;

/// Choices that a turn may have.
const MOST_CHOICES: usize = 64;

/// What running came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// A legal move, as the machine now stands.
    Found,
    /// There are no more.
    Over,
    /// An answer to what was asked.
    Answer(i32),
    /// It takes too long.
    TooLong,
}

/// Where a lap begins.
#[derive(Debug, Clone, Copy)]
struct Begins {
    path: usize,
    start: i32,
    /// Behind the start, or at it.
    after: bool,
}

/// What is left to choose from.
#[derive(Debug, Clone, Copy)]
enum Options {
    Places { slot: Reg, left: u64 },
    Numbers { slot: Reg, low: i32, next: i32, high: i32 },
    Alternatives { table: u16, next: usize },
}

/// A choice of which not all options have been tried.
#[derive(Debug, Clone)]
struct Point<const W: usize> {
    now: [u8; W],
    before: [u8; W],
    options: Options,
    /// Where it goes on.
    address: Address,
    /// Choices made before.
    made: u8,
    /// What registers held.
    numbers: [i32; KEPT],
    sets: [u64; KEPT_SETS],
}

/// Registers that can live through choices.
pub(super) const KEPT: usize = 48;
/// Registers for sets that can.
pub(super) const KEPT_SETS: usize = 8;

/// Plays turns.
#[derive(Debug, Clone)]
pub(super) struct Machine<'p, const W: usize> {
    side: &'p Side<W>,
    numbers: [i32; 256],
    sets: [u64; 256],
    /// By view.
    cells: [[u8; W]; VIEWS],
    open: Vec<Point<W>>,
    /// The choices of this turn, and how many.
    choices: [u16; MOST_CHOICES],
    made: u8,
    /// What the next choice of a pit is asked for.
    asked: Asked,
    /// What was told of the move that was played.
    log: Vec<Told>,
    /// How many moves were found, where they are counted and nothing else.
    found: Option<u64>,
    steps: u32,
}

/// What a choice of a pit is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// To take its options one after the other.
    All,
    /// How many options there are.
    Count,
    /// To take this option alone.
    One(u32),
    /// To take, at every choice, what a move says.
    Move,
}

/// What a log tells of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// This row was taken.
    Row(u16),
    /// This place was lifted.
    Lifted(u8),
    /// So many pieces were captured at a place.
    Captured(u8, i32),
}

/// The number of a place or option; those of positions played so fit.
#[inline(always)]
fn as_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(-1)
}

/// The first member of a set that has one.
#[inline(always)]
fn first_of(set: u64) -> i32 {
    set.trailing_zeros().cast_signed()
}

/// A place as a set; none is the empty set.
#[inline(always)]
fn as_set(place: i32) -> u64 {
    // The number of a place is below 64; that of none is not.
    if place < 0 { 0 } else { 1 << (place & 63) }
}

/// The low byte of a number.
#[inline(always)]
fn byte(number: i32) -> u8 {
    number.to_le_bytes()[0]
}

impl<'p, const W: usize> Machine<'p, W> {
    pub(super) fn new(side: &'p Side<W>) -> Self {
        let (mut numbers, mut sets) = ([0; 256], [0; 256]);
        for (reg, value) in &side.constants.numbers {
            numbers[usize::from(*reg)] = *value;
        }
        for (reg, set) in &side.constants.sets {
            sets[usize::from(*reg)] = *set;
        }
        Machine {
            side,
            numbers,
            sets,
            cells: [[0; W]; VIEWS],
            open: Vec::new(),
            choices: [0; MOST_CHOICES],
            made: 0,
            asked: Asked::All,
            log: Vec::new(),
            found: None,
            steps: 0,
        }
    }

    /// Makes a position the one before the turn.
    #[inline]
    pub(super) fn set_position(&mut self, position: &[u8; W]) {
        self.cells[View::TurnStart as usize] = *position;
        self.steps = 0;
        if let Some(settle) = self.side.settle {
            let _ = self.ask(settle);
            self.cells[View::TurnStart as usize] = self.cells[View::Now as usize];
        }
    }

    /// Asks something of the position before the turn.
    pub(super) fn ask(&mut self, address: Address) -> i32 {
        // No kind of move is played yet.
        self.begin(-1);
        match self.run(address) {
            Stop::Answer(answer) => answer,
            Stop::Found | Stop::Over | Stop::TooLong => -1,
        }
    }

    /// The first legal move of a kind.
    #[inline]
    pub(super) fn first(&mut self, kind: usize) -> Stop {
        self.begin(as_i32(kind));
        self.run(self.side.kinds[kind])
    }

    /// How many options the first choice of a pit has.
    pub(super) fn count_options(&mut self, kind: usize) -> i32 {
        self.asked = Asked::Count;
        let stop = self.first(kind);
        self.asked = Asked::All;
        match stop {
            Stop::Answer(count) => count,
            Stop::Found | Stop::Over | Stop::TooLong => 0,
        }
    }

    /// The legal move with this option of the first choice of a pit.
    pub(super) fn option(&mut self, kind: usize, number: u32) -> Stop {
        self.asked = Asked::One(number);
        let stop = self.first(kind);
        self.asked = Asked::All;
        stop
    }

    /// Plays a move; what is told of it stands in the log.
    pub(super) fn play(&mut self, kind: usize, choices: &[u16]) -> Stop {
        self.log.clear();
        if choices.len() >= MOST_CHOICES {
            return Stop::TooLong;
        }
        // Each choice is read before it is noted in the same place.
        self.choices[..choices.len()].copy_from_slice(choices);
        self.asked = Asked::Move;
        let stop = self.first(kind);
        self.asked = Asked::All;
        stop
    }

    /// What was told of the move that was played.
    pub(super) fn log(&self) -> &[Told] {
        &self.log
    }

    /// How many legal moves of a kind there are; none if that takes too long. Each is made.
    pub(super) fn count(&mut self, kind: usize) -> Option<u64> {
        self.found = Some(0);
        let stop = self.first(kind);
        self.found.take().filter(|_| stop == Stop::Over)
    }

    /// The next legal move of the same kind.
    #[inline]
    pub(super) fn next(&mut self) -> Stop {
        match self.next_option() {
            Some(address) => self.run(address),
            None => self.over(),
        }
    }

    #[inline]
    fn begin(&mut self, kind: i32) {
        self.cells[View::Now as usize] = self.cells[View::TurnStart as usize];
        self.cells[View::BeforeSowing as usize] = self.cells[View::TurnStart as usize];
        self.numbers[..turn::COUNT].copy_from_slice(&turn::BEGIN);
        self.put(turn::KIND, kind);
        self.open.clear();
        self.made = 0;
    }

    /// The position as it is.
    #[inline]
    pub(super) fn position(&self) -> &[u8; W] {
        &self.cells[View::Now as usize]
    }

    /// What a register holds.
    #[inline(always)]
    pub(super) fn get(&self, reg: Reg) -> i32 {
        self.numbers[usize::from(reg)]
    }

    #[inline(always)]
    fn put(&mut self, reg: Reg, value: i32) {
        self.numbers[usize::from(reg)] = value;
    }

    #[inline(always)]
    fn set(&self, reg: SetReg) -> u64 {
        self.sets[usize::from(reg)]
    }

    #[inline(always)]
    fn put_set(&mut self, reg: SetReg, set: u64) {
        self.sets[usize::from(reg)] = set;
    }

    #[inline(always)]
    fn now(&mut self) -> &mut [u8; W] {
        &mut self.cells[View::Now as usize]
    }

    #[inline(always)]
    fn view(&self, view: View) -> &[u8; W] {
        &self.cells[view as usize]
    }

    // --- running -----------------------------------------------------------------------------------------------------

    /// Runs up to a legal move, an answer, or the end of all turns.
    fn run(&mut self, mut at: Address) -> Stop {
        let side = self.side;
        let ops = &side.ops;
        loop {
            let op = &ops[usize::from(at)];
            at = at.wrapping_add(1);
            match *op {
                Op::Move(to, from) => self.put(to, self.get(from)),
                Op::Cell(to, view, cell) => self.put(to, i32::from(self.view(view)[usize::from(cell) & (W - 1)])),
                Op::CellOf(to, view, first, pit) => {
                    let value = match usize::try_from(self.get(pit)) {
                        Ok(place) => i32::from(self.view(view)[(usize::from(first) + place) & (W - 1)]),
                        Err(_) => 0,
                    };
                    self.put(to, value);
                }
                Op::Pieces(to, view, set) => {
                    let set = self.set(set);
                    let pieces = if set == 0 { 0 } else { cells::sum(self.view(view), &cells::mask(set)) };
                    self.put(to, pieces);
                }
                Op::PiecesOf(to, view, mask) => {
                    let pieces = cells::sum(self.view(view), &side.tables.masks[usize::from(mask)]);
                    self.put(to, pieces);
                }
                Op::Count(to, set) => self.put(to, self.set(set).count_ones().cast_signed()),
                Op::Table(to, table, at) => {
                    let entry = usize::try_from(self.get(at) + 1).unwrap_or(0);
                    let table = &side.tables.places[usize::from(table)];
                    self.put(to, table.get(entry).copied().unwrap_or(table[0]));
                }
                Op::Arithmetic(op, to, one, two) => self.put(to, op.apply(self.get(one), self.get(two))),
                Op::Larger(to, one, two) => self.put(to, self.get(one).max(self.get(two))),
                Op::Smaller(to, one, two) => self.put(to, self.get(one).min(self.get(two))),
                Op::Only(to, set) => {
                    let set = self.set(set);
                    self.put(to, if set.is_power_of_two() { first_of(set) } else { -1 });
                }
                Op::Steps { to, count, from, way, steps } => {
                    let place = self.steps_along(self.get(count), self.get(from), self.get(way), usize::from(steps));
                    self.put(to, place);
                }

                Op::MoveSet(to, from) => self.put_set(to, self.set(from)),
                Op::NoSet(to) => self.put_set(to, 0),
                Op::Single(to, place) => self.put_set(to, as_set(self.get(place))),
                Op::Union(to, one, two) => self.put_set(to, self.set(one) | self.set(two)),
                Op::Minus(to, one, two) => self.put_set(to, self.set(one) & !self.set(two)),
                Op::Related(to, of, table) => {
                    let related = self.related(self.set(of), usize::from(table));
                    self.put_set(to, related);
                }
                Op::Filter(to, of, view, filter) => {
                    let members = side.tables.filters[usize::from(filter)].of(self.view(view), self.set(of));
                    self.put_set(to, members);
                }
                Op::Add(to, place) => self.put_set(to, self.set(to) | as_set(self.get(place))),
                Op::Next(to, left, over) => {
                    let members = self.set(left);
                    if members == 0 {
                        at = over;
                    } else {
                        self.put(to, first_of(members));
                        self.put_set(left, members & (members - 1));
                    }
                }
                Op::Chain { to, from, most, view, chain } => {
                    let places = self.chain(self.get(from), self.get(most), view, usize::from(chain));
                    self.put_set(to, places);
                }
                Op::Walk { first, from, back, off } => {
                    if !self.begin_walk(first, self.get(from), back) {
                        at = off;
                    }
                }
                Op::WalkAt { place, first, over } => match self.walk_at(first) {
                    Some(here) => self.put(place, here),
                    None => at = over,
                },
                Op::WalkOn(first) => {
                    let (index, left) = (self.get(first + 1) + 1, self.get(first + 2) - 1);
                    self.put(first + 1, index);
                    self.put(first + 2, left);
                }

                Op::Jump(to) => at = to,
                Op::Compare(op, one, two, to) => {
                    if op.holds(self.get(one), self.get(two)) {
                        at = to;
                    }
                }
                Op::IsIn(number, counts, expected, to) => {
                    if side.tables.counts[usize::from(counts)].has(self.get(number)) == expected {
                        at = to;
                    }
                }
                Op::Even(number, expected, to) => {
                    if (self.get(number) % 2 == 0) == expected {
                        at = to;
                    }
                }
                Op::Has(place, set, expected, to) => {
                    if (self.set(set) & as_set(self.get(place)) != 0) == expected {
                        at = to;
                    }
                }
                Op::Within(one, two, expected, to) => {
                    if (self.set(one) & !self.set(two) == 0) == expected {
                        at = to;
                    }
                }
                Op::Same(one, two, expected, to) => {
                    if (self.set(one) == self.set(two)) == expected {
                        at = to;
                    }
                }
                Op::IsEmpty(set, expected, to) => {
                    if (self.set(set) == 0) == expected {
                        at = to;
                    }
                }
                Op::NoPieces(set, view, expected, to) => {
                    if cells::none_under(self.view(view), &cells::mask(self.set(set))) == expected {
                        at = to;
                    }
                }
                Op::NoPiecesOf(view, mask, expected, to) => {
                    if cells::none_under(self.view(view), &side.tables.masks[usize::from(mask)]) == expected {
                        at = to;
                    }
                }
                Op::Close => {
                    let kind = usize::try_from(self.get(turn::KIND)).unwrap_or(0);
                    at = side.tables.closes[kind];
                }

                Op::DeadIfHand => {
                    if self.get(turn::HAND) > 0 {
                        match self.next_option() {
                            Some(next) => at = next,
                            None => return self.over(),
                        }
                    }
                }

                Op::Row(row) => {
                    if self.asked == Asked::Move {
                        self.log.push(Told::Row(row));
                    }
                }
                Op::Lift(place) => self.lift(self.get(place), i32::MAX),
                Op::LiftSome(most, place) => self.lift(self.get(place), self.get(most)),
                Op::Put(most, from, to) => {
                    let (from, to) = (self.get(from), self.get(to));
                    if from >= 0 && to >= 0 {
                        let moved = self.take(from, self.get(most));
                        self.give(to, moved);
                    }
                }
                Op::PutHand(most, to) => {
                    let to = self.get(to);
                    if to >= 0 {
                        let moved = self.get(turn::HAND).min(self.get(most).max(0));
                        self.put(turn::HAND, self.get(turn::HAND) - moved);
                        self.give(to, moved);
                    }
                }
                Op::Capture(set, into, captor) => {
                    if self.asked == Asked::Move {
                        self.tell_captures(self.set(set), self.get(into));
                    }
                    let taken = self.take_all(self.set(set), self.get(into));
                    self.count_captured(self.get(captor), taken);
                }
                Op::CaptureSome { count, pit, into, captor } => {
                    let (place, into) = (self.get(pit), self.get(into));
                    if place >= 0 && into != -2 {
                        let taken = self.take(place, self.get(count));
                        self.give(into, taken);
                        if self.asked == Asked::Move && taken > 0 {
                            self.log.push(Told::Captured(byte(place), taken));
                        }
                        self.count_captured(self.get(captor), taken);
                    }
                }
                Op::SetCell { cell, most, value } => {
                    let value = byte(self.get(value).clamp(0, i32::from(most)));
                    self.now()[usize::from(cell) & (W - 1)] = value;
                }
                Op::SetCellOf { first, pit, most, value } => {
                    if let Ok(place) = usize::try_from(self.get(pit)) {
                        let value = byte(self.get(value).clamp(0, i32::from(most)));
                        self.now()[(usize::from(first) + place) & (W - 1)] = value;
                    }
                }
                Op::Prefer(bit) => self.put(turn::PREFERENCE, self.get(turn::PREFERENCE) | 1 << (bit & 31)),

                Op::Remember => self.cells[View::BeforeSowing as usize] = self.cells[View::Now as usize],
                Op::Lap { sowing, start, after } => {
                    self.lap(&side.tables.sowings[usize::from(sowing)], self.get(start), after);
                }
                Op::Sowing(sowing, way) => {
                    self.put(turn::SOWING, i32::from(sowing));
                    self.put(turn::WAY, self.get(way));
                }
                Op::LiftLap { sowing, start, endless } => {
                    self.lift_lap(&side.tables.sowings[usize::from(sowing)], self.get(start));
                    if self.counts_too_many_laps() {
                        at = endless;
                    }
                }
                Op::FirstLap { sowing, start, way, endless } => {
                    self.put(turn::SOWING, i32::from(sowing));
                    self.put(turn::WAY, self.get(way));
                    self.lift_lap(&side.tables.sowings[usize::from(sowing)], self.get(start));
                    if self.counts_too_many_laps() {
                        at = endless;
                    }
                }
                Op::AnyLap { sowing, start, after, skipped, each } => {
                    let path = side.tables.sowings[usize::from(sowing)].path;
                    let begins = Begins { path, start: self.get(start), after };
                    self.sow_each(begins, self.set(skipped), self.get(each));
                }
                Op::Drops { sowing, start, after, first, skipped } => {
                    let path = side.tables.sowings[usize::from(sowing)].path;
                    let begins = Begins { path, start: self.get(start), after };
                    self.begin_drops(begins, first, self.set(skipped));
                }
                Op::Drop { first, skipped, each, over } => {
                    if !self.drop_one(first, self.set(skipped), self.get(each)) {
                        at = over;
                    }
                    if self.steps > MOST_STEPS {
                        return Stop::TooLong;
                    }
                }
                Op::LapOver(endless) => {
                    if self.counts_too_many_laps() {
                        at = endless;
                    }
                }

                Op::ChoosePlace(slot, set) => {
                    let mut left = self.set(set);
                    match self.asked {
                        Asked::All | Asked::Move => {}
                        Asked::Count => return Stop::Answer(left.count_ones().cast_signed()),
                        Asked::One(number) => left = member(left, number),
                    }
                    match self.choose(Options::Places { slot, left }, at) {
                        Some(next) => at = next,
                        None => return self.over(),
                    }
                }
                Op::ChooseNumber(slot, low, high) => {
                    let (low, high) = (self.get(low), self.get(high));
                    if i64::from(high) - i64::from(low) >= i64::from(u16::MAX) {
                        return Stop::TooLong;
                    }
                    match self.choose(Options::Numbers { slot, low, next: low, high }, at) {
                        Some(next) => at = next,
                        None => return self.over(),
                    }
                }
                Op::ChooseAlternative(table) => match self.choose(Options::Alternatives { table, next: 0 }, at) {
                    Some(next) => at = next,
                    None => return self.over(),
                },
                Op::Dead => match self.next_option() {
                    Some(next) => at = next,
                    None => return self.over(),
                },
                Op::Found if self.steps > MOST_STEPS => return Stop::TooLong,
                Op::Found => match self.found.as_mut() {
                    None => return Stop::Found,
                    Some(found) => {
                        // The last move of a path is made like any other.
                        black_box(&self.cells[View::Now as usize]);
                        *found += 1;
                        match self.next_option() {
                            Some(next) => at = next,
                            None => return self.over(),
                        }
                    }
                },
                Op::Answer(answer) => return Stop::Answer(answer),
            }
        }
    }

    /// Why there are no more turns.
    fn over(&self) -> Stop {
        if self.steps > MOST_STEPS { Stop::TooLong } else { Stop::Over }
    }

    /// Counts a lap; tells whether there have been too many.
    #[inline(always)]
    fn counts_too_many_laps(&mut self) -> bool {
        self.steps += 1;
        let (laps, since) = (self.get(turn::LAPS) + 1, self.get(turn::LAPS_SINCE_CAPTURE) + 1);
        self.put(turn::LAPS, laps);
        self.put(turn::LAPS_SINCE_CAPTURE, since);
        since > self.side.lap_limit || laps > self.side.lap_limit_altogether
    }

    // --- choices -----------------------------------------------------------------------------------------------------

    /// Takes the first option; if there are none, goes back. Tells where it goes on.
    #[inline]
    fn choose(&mut self, mut options: Options, address: Address) -> Option<Address> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        let made = self.made;
        if self.asked == Asked::Move {
            only(&mut options, self.choices[usize::from(made) % MOST_CHOICES]);
            return self.take_option(&mut options, address);
        }
        match self.take_option(&mut options, address) {
            None => self.next_option(),
            Some(next) => {
                if has_more(&options, self.side) {
                    self.remember(options, address, made);
                }
                Some(next)
            }
        }
    }

    #[inline]
    fn remember(&mut self, options: Options, address: Address, made: u8) {
        let [now, _, before] = self.cells;
        let mut point = Point { now, before, options, address, made, numbers: [0; KEPT], sets: [0; KEPT_SETS] };
        copy(&mut point.numbers, &self.numbers, self.side.kept.numbers);
        copy_sets(&mut point.sets, &self.sets, self.side.kept.sets);
        self.open.push(point);
    }

    /// Goes back to the last choice that has an option left, and takes it.
    #[inline]
    fn next_option(&mut self) -> Option<Address> {
        let side = self.side;
        if self.steps > MOST_STEPS {
            return None;
        }
        let point = self.open.last_mut()?;
        let address = point.address;
        self.cells[View::Now as usize] = point.now;
        if side.remembers {
            self.cells[View::BeforeSowing as usize] = point.before;
        }
        self.made = point.made;
        copy(&mut self.numbers, &point.numbers, side.kept.numbers);
        copy_sets(&mut self.sets, &point.sets, side.kept.sets);
        if let Options::Places { slot, left } = &mut point.options {
            // The choice that most turns have; one with no option left is not open.
            let place = first_of(*left);
            *left &= left.wrapping_sub(1);
            let (slot, is_last) = (*slot, *left == 0);
            if is_last {
                self.open.pop();
            }
            self.put(slot, place);
            self.note(u16::from(byte(place)));
            return Some(address);
        }
        let mut options = point.options;
        let next = self.take_option(&mut options, address);
        if !has_more(&options, side) {
            self.open.pop();
        } else if let Some(point) = self.open.last_mut() {
            point.options = options;
        }
        next
    }

    /// Takes the next option, if there is one; tells where it goes on.
    #[inline]
    fn take_option(&mut self, options: &mut Options, address: Address) -> Option<Address> {
        match options {
            Options::Places { slot, left } => {
                if *left == 0 {
                    return None;
                }
                let place = first_of(*left);
                *left &= *left - 1;
                self.put(*slot, place);
                self.note(u16::from(byte(place)));
                Some(address)
            }
            Options::Numbers { slot, low, next, high } => {
                if *next > *high {
                    return None;
                }
                self.put(*slot, *next);
                self.note(u16::try_from(*next - *low).unwrap_or(u16::MAX));
                *next += 1;
                Some(address)
            }
            Options::Alternatives { table, next } => {
                let address = self.side.tables.alternatives[usize::from(*table)].get(*next).copied()?;
                self.note(u16::try_from(*next).unwrap_or(u16::MAX));
                *next += 1;
                Some(address)
            }
        }
    }

    /// Notes a choice. A turn with more of them than there is room for is left to the interpreter.
    #[inline]
    fn note(&mut self, number: u16) {
        self.choices[usize::from(self.made) % MOST_CHOICES] = number;
        self.made += 1;
        if usize::from(self.made) >= MOST_CHOICES {
            self.steps = MOST_STEPS + 1;
        }
    }

    /// The choices of this turn.
    #[inline]
    pub(super) fn choices(&self) -> &[u16] {
        &self.choices[..usize::from(self.made).min(MOST_CHOICES)]
    }

    // --- places and sets ---------------------------------------------------------------------------------------------

    fn related(&self, set: u64, table: usize) -> u64 {
        let table = &self.side.tables.places[table];
        let (mut left, mut related) = (set, 0);
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            related |= as_set(table.get(place + 1).copied().unwrap_or(-1));
        }
        related
    }

    fn steps_along(&self, count: i32, from: i32, way: i32, steps: usize) -> i32 {
        let (path, back) = self.side.tables.steps[steps];
        let path = &self.side.tables.paths[path];
        let way = i32::from((way == 0) == back);
        let Some(index) = path.find(way, from) else { return -1 };
        let places = &path.places[usize::from(way == 1)];
        let length = i64::try_from(places.len()).unwrap_or(1);
        let at = (i64::try_from(index).unwrap_or(0) + i64::from(count)).rem_euclid(length);
        usize::try_from(at).ok().and_then(|at| places.get(at)).map_or(-1, |place| i32::from(*place))
    }

    /// The path of the sowing; of the first track before anything was sown.
    fn path(&self) -> usize {
        let sowing = usize::try_from(self.get(turn::SOWING)).ok();
        sowing.and_then(|sowing| self.side.tables.path_of.get(sowing)).copied().unwrap_or(0)
    }

    #[inline]
    fn chain(&self, from: i32, most: i32, view: View, chain: usize) -> u64 {
        let tables = &self.side.tables;
        let chain = &tables.chains[chain];
        let cells = self.view(view);
        let Ok(first) = usize::try_from(from) else { return 0 };
        if !chain.filter.holds_of(cells, first) {
            return 0;
        }
        let Some(path) = tables.paths.get(self.path()) else { return 0 };
        let way = self.get(turn::WAY) ^ i32::from(chain.back);
        let Some(index) = path.find(way, from) else { return 0 };
        let places = &path.places[usize::from(way == 1)];
        let most = usize::try_from(most).unwrap_or(0);
        let mut found = 0;
        for place in places[index..].iter().chain(&places[..index]).take(most) {
            if !chain.filter.holds_of(cells, usize::from(*place)) {
                break;
            }
            found |= as_set(i32::from(*place));
        }
        found
    }

    /// The first register holds path and way, the second how far it has come, the third how far it may still go.
    fn begin_walk(&mut self, first: Reg, from: i32, back: bool) -> bool {
        let (number, way) = (self.path(), self.get(turn::WAY) ^ i32::from(back));
        let Some(path) = self.side.tables.paths.get(number) else { return false };
        let Some(index) = path.find(way, from) else { return false };
        let length = as_i32(path.places[0].len());
        self.put(first, as_i32(number) << 1 | way);
        self.put(first + 1, as_i32(index));
        self.put(first + 2, self.get(first + 2).min(length));
        true
    }

    fn walk_at(&self, first: Reg) -> Option<i32> {
        if self.get(first + 2) <= 0 {
            return None;
        }
        let path = &self.side.tables.paths[usize::try_from(self.get(first) >> 1).ok()?];
        let places = &path.places[usize::from(self.get(first) & 1 == 1)];
        let index = usize::try_from(self.get(first + 1)).ok()? % places.len();
        places.get(index).map(|place| i32::from(*place))
    }

    // --- what is told ------------------------------------------------------------------------------------------------

    #[inline(always)]
    fn tell_lifted(&mut self, place: i32) {
        if self.asked == Asked::Move {
            self.log.push(Told::Lifted(byte(place)));
        }
    }

    /// Tells what lies in each place of a set that is to be taken.
    #[cold]
    fn tell_captures(&mut self, set: u64, into: i32) {
        if into == -2 {
            return;
        }
        // What falls into a place that is itself taken is taken again.
        let (mut left, mut fallen) = (set, 0);
        while left != 0 {
            let place = first_of(left);
            left &= left - 1;
            let there = i32::from(self.view(View::Now)[usize::from(byte(place)) & (W - 1)]);
            let taken = if place == into { there + fallen } else { there };
            fallen += there;
            if taken > 0 {
                self.log.push(Told::Captured(byte(place), taken));
            }
        }
    }

    // --- pieces ------------------------------------------------------------------------------------------------------

    /// Takes at most so many pieces away from a place; gives how many it were.
    #[inline]
    fn take(&mut self, place: i32, most: i32) -> i32 {
        let Ok(place) = usize::try_from(place) else { return 0 };
        let cell = &mut self.now()[place & (W - 1)];
        let count = i32::from(*cell).min(most.max(0));
        *cell = cell.wrapping_sub(byte(count));
        count
    }

    /// Gives pieces to a place, or with -1 to the hand.
    #[inline]
    fn give(&mut self, into: i32, count: i32) {
        match usize::try_from(into) {
            Ok(place) => {
                let cell = &mut self.now()[place & (W - 1)];
                *cell = cell.wrapping_add(byte(count));
            }
            Err(_) => self.put(turn::HAND, self.get(turn::HAND) + count),
        }
    }

    #[inline]
    fn lift(&mut self, place: i32, most: i32) {
        self.put(turn::LIFTED, place);
        if place >= 0 {
            let lifted = self.take(place, most);
            self.put(turn::HAND, self.get(turn::HAND) + lifted);
            self.put(turn::ORIGIN, place);
            self.tell_lifted(place);
        }
    }

    /// Takes all pieces of a set to a place; -1 is the hand, -2 leaves them where they are.
    #[inline]
    fn take_all(&mut self, set: u64, into: i32) -> i32 {
        if into == -2 || set == 0 {
            return 0;
        }
        if as_set(into) & set != 0 {
            // What falls into a place that is itself taken is taken again.
            let (mut left, mut taken) = (set, 0);
            while left != 0 {
                let count = self.take(first_of(left), i32::MAX);
                self.give(into, count);
                taken += count;
                left &= left - 1;
            }
            return taken;
        }
        let taken = cells::take(self.now(), &cells::mask(set));
        self.give(into, taken);
        taken
    }

    #[inline]
    fn count_captured(&mut self, captor: i32, taken: i32) {
        if captor == self.side.mover && taken > 0 {
            self.put(turn::CAPTURED, self.get(turn::CAPTURED) + taken);
            self.put(turn::JUST_CAPTURED, 1);
            self.put(turn::LAPS_SINCE_CAPTURE, 0);
        }
    }

    // --- sowing ------------------------------------------------------------------------------------------------------

    /// Lifts a place and sows behind it, by a row that is worked out if there is one.
    #[inline]
    fn lift_lap(&mut self, sowing: &SowingTable<W>, start: i32) {
        if let Ok(place) = usize::try_from(start)
            && self.get(turn::HAND) == 0
            && let Some(laps) = &sowing.laps
        {
            let way = usize::from(self.get(turn::WAY) == 1);
            let seeds = usize::from(self.now()[place & (W - 1)]);
            if let Some((row, last)) = laps[way].lap(place, seeds) {
                self.put(turn::LIFTED, start);
                self.put(turn::ORIGIN, start);
                self.tell_lifted(start);
                let cells = self.now();
                cells::add(cells, row);
                let held = i32::from(cells[usize::from(last) & (W - 1)]) - 1;
                self.put(turn::HELD, held);
                self.put(turn::LAST, i32::from(last));
                return;
            }
        }
        self.lift(start, i32::MAX);
        self.lap(sowing, start, true);
    }

    /// Sows the hand, by a row that is worked out if there is one.
    #[inline]
    fn lap(&mut self, sowing: &SowingTable<W>, start: i32, after: bool) {
        let way = self.get(turn::WAY);
        let hand = self.get(turn::HAND);
        if after
            && let (Ok(place), Ok(seeds)) = (usize::try_from(start), usize::try_from(hand))
            && let Some(laps) = &sowing.laps
            && let Some((row, last)) = laps[usize::from(way == 1)].lap(place, seeds)
        {
            let cells = self.now();
            cells::add(cells, row);
            // The row lifts what was lifted before.
            cells[place & (W - 1)] = cells[place & (W - 1)].wrapping_add(byte(hand));
            let held = i32::from(cells[usize::from(last) & (W - 1)]) - 1;
            self.put(turn::HELD, held);
            self.put(turn::LAST, i32::from(last));
            self.put(turn::HAND, 0);
            return;
        }
        let skipped = match sowing.left_out {
            Some(LeftOut::Always(places)) => {
                places.map(|place| as_set(as_i32(place.index()))).fold(0, |all, one| all | one)
            }
            Some(LeftOut::Lifted) => as_set(start),
            None => 0,
        };
        self.sow_each(Begins { path: sowing.path, start, after }, skipped, 1);
    }

    /// Sows the hand place by place.
    fn sow_each(&mut self, begins: Begins, skipped: u64, each: i32) {
        let side = self.side;
        let path = &side.tables.paths[begins.path];
        let way = self.get(turn::WAY);
        let Some(mut index) = path.find(way, begins.start) else { return };
        let places = &path.places[usize::from(way == 1)];
        if places.iter().all(|place| skipped & as_set(i32::from(*place)) != 0) {
            return;
        }
        index += usize::from(begins.after);
        let mut hand = self.get(turn::HAND);
        while hand > 0 {
            let place = places[index % places.len()];
            index += 1;
            if skipped & as_set(i32::from(place)) != 0 {
                continue;
            }
            let count = each.clamp(1, hand);
            let cell = &mut self.now()[usize::from(place) & (W - 1)];
            let held = i32::from(*cell);
            *cell = cell.wrapping_add(byte(count));
            hand -= count;
            self.put(turn::HELD, held);
            self.put(turn::LAST, i32::from(place));
        }
        self.put(turn::HAND, hand);
    }

    /// The first register holds path and way, or -1 if there is nowhere to sow; the second how far it has come.
    fn begin_drops(&mut self, begins: Begins, first: Reg, skipped: u64) {
        let path = &self.side.tables.paths[begins.path];
        let way = self.get(turn::WAY);
        let places = &path.places[usize::from(way == 1)];
        let somewhere = places.iter().any(|place| skipped & as_set(i32::from(*place)) == 0);
        let index = path.find(way, begins.start).filter(|_| somewhere);
        self.put(first, index.map_or(-1, |_| as_i32(begins.path) << 1 | way));
        self.put(first + 1, index.map_or(0, |index| as_i32(index + usize::from(begins.after))));
    }

    /// Drops what falls into a place together; tells whether there was anything.
    fn drop_one(&mut self, first: Reg, skipped: u64, each: i32) -> bool {
        self.steps += 1;
        let (Ok(path), hand) = (usize::try_from(self.get(first)), self.get(turn::HAND)) else { return false };
        if hand <= 0 {
            return false;
        }
        let places = &self.side.tables.paths[path >> 1].places[path & 1];
        let mut index = usize::try_from(self.get(first + 1)).unwrap_or(0);
        while skipped & as_set(i32::from(places[index % places.len()])) != 0 {
            index += 1;
        }
        let place = places[index % places.len()];
        let together = hand.min(each.max(1));
        let cell = &mut self.now()[usize::from(place) & (W - 1)];
        let held = i32::from(*cell);
        *cell = cell.wrapping_add(byte(together));
        self.put(turn::HELD, held);
        self.put(turn::HAND, hand - together);
        self.put(turn::LAST, i32::from(place));
        self.put(first + 1, as_i32((index + 1) % places.len()));
        true
    }
}

/// Leaves the option that has this number in a move.
fn only(options: &mut Options, number: u16) {
    match options {
        Options::Places { left, .. } => *left &= as_set(i32::from(number)),
        Options::Numbers { low, next, .. } => *next = low.saturating_add(i32::from(number)),
        Options::Alternatives { next, .. } => *next = usize::from(number),
    }
}

/// The member of a set with this number, as a set.
#[inline]
fn member(mut set: u64, number: u32) -> u64 {
    for _ in 0..number {
        set &= set.wrapping_sub(1);
    }
    set & set.wrapping_neg()
}

/// Copies the first registers, by sixteens: so many words are a few moves, without a call.
#[inline(always)]
fn copy(to: &mut [i32], from: &[i32], count: usize) {
    let (to, _) = to.as_chunks_mut::<16>();
    let (from, _) = from.as_chunks::<16>();
    to[0] = from[0];
    if count > 16 {
        to[1] = from[1];
    }
    if count > 32 {
        to[2] = from[2];
    }
}

/// The same for sets, by twos.
#[inline(always)]
fn copy_sets(to: &mut [u64], from: &[u64], count: usize) {
    let (to, _) = to.as_chunks_mut::<2>();
    let (from, _) = from.as_chunks::<2>();
    for (to, from) in to.iter_mut().zip(from).take(count.div_ceil(2)) {
        *to = *from;
    }
}

/// Whether there is another option.
#[inline]
fn has_more<const W: usize>(options: &Options, side: &Side<W>) -> bool {
    match options {
        Options::Places { left, .. } => *left != 0,
        Options::Numbers { next, high, .. } => next <= high,
        Options::Alternatives { table, next } => *next < side.tables.alternatives[usize::from(*table)].len(),
    }
}

/// A byte that stands for no place is none of the 64.
const _: () = assert!(NOWHERE > 63);
