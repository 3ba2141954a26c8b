//! Runs straight code: one turn of one position after the other, in the order of listing.

#[cfg(feature = "sim")]
mod any_order;
#[cfg(feature = "sim")]
mod behind_lap;
mod choices;
mod counting;
mod doing;
mod joined;
mod round;
mod several;
mod snapshot;
#[cfg(feature = "sim")]
mod standing;

use super::Side;
use super::abreast::{Head, UnderWay};
use super::along::{Chained, Walk, as_i32, as_set, first_of, member, only_of};
#[cfg(feature = "sim")]
use super::below;
use super::cells;
use super::counts::Counts;
#[cfg(feature = "sim")]
use super::expand::{Drawing, Told};
#[cfg(feature = "sim")]
use super::first_choice::FirstChoice;
use super::joined::Joined;
use super::op::{Address, Op, Reg, SetReg, VIEWS, View, turn};
use super::pieces::{self, byte};
use super::tables::NOWHERE;
use super::versions::{Switch, Unwritten, Versions};
use crate::id::Id;
pub(super) use choices::MOST_CHOICES;
pub(super) use choices::{MOST_NUMBERS, MOST_STEPS};
use choices::{Options, Point};
use counting::Counting;
use round::Round;
pub(super) use round::leaves_laps_alone;
pub(super) use snapshot::{KEPT, KEPT_SETS};
#[cfg(feature = "sim")]
pub(super) use standing::Standing;
use std::hint::black_box;

/// What running came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// A legal move, as the machine now stands.
    Legal,
    /// There are no more.
    Over,
    /// An answer to what was asked.
    Answer(i32),
    /// It takes too long.
    TooLong,
}

/// Positions whose turns are played before versions are written, which takes as long as the turns of some thousands do.
const BEFORE_VERSIONS: u32 = 1 << 13;

/// Plays turns.
#[derive(Debug, Clone)]
pub(super) struct Machine<'p, const W: usize> {
    side: &'p Side<W>,
    /// Whether state that falls back has done so in positions, as far as it is known.
    are_settled: bool,
    /// The code with versions, once enough positions were looked at.
    versions: Option<Box<Versions<'p, W>>>,
    /// Positions that are looked at before versions are written, or given up.
    before_versions: u32,
    numbers: [i32; 256],
    sets: [u64; 256],
    /// By view.
    cells: [[u8; W]; VIEWS],
    /// Choices to come back to: those before `open` have options left.
    points: Vec<Point<W>>,
    open: usize,
    /// The choices of this turn, and how many.
    choices: [u16; MOST_CHOICES],
    made: usize,
    /// What the next choice of a pit is asked for.
    asked: Asked,
    /// Where the options of a choice were counted: the register, what they are, and where it goes on with one of them.
    #[cfg(feature = "sim")]
    counted: (Reg, u64, Address),
    counting: Counting,
    /// Where the turn was settled that was found, if the code stops there.
    settled: Address,
    /// The place that was lifted first in this turn, or none.
    lifted_first: i32,
    /// South's lead before the turn, where a move is drawn.
    #[cfg(feature = "sim")]
    lead: i32,
    /// Whether hands that may fall in any order are found as they are.
    #[cfg(feature = "sim")]
    takes_orders_together: bool,
    /// How many moves were found, where they are counted and nothing else.
    found: Option<u64>,
    steps: u32,
    /// Steps in turns of positions before this one.
    #[cfg(feature = "native")]
    steps_before: u32,
    /// Whether laps go round.
    round: Round<W>,
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
    /// To take those of its options that are among these places.
    #[cfg(feature = "sim")]
    Among(u64),
    /// To take, at every choice, what a move says.
    Move,
    /// To take an option that is drawn by this word at random; how many there are, where another word is needed.
    #[cfg(feature = "sim")]
    Draw(u32),
}

impl<'p, const W: usize> Machine<'p, W> {
    pub(super) fn new(side: &'p Side<W>) -> Self {
        let (mut numbers, mut sets) = ([0; 256], [0; 256]);
        for (reg, value) in &side.constants.numbers {
            numbers[reg.index()] = *value;
        }
        for (reg, set) in &side.constants.sets {
            sets[reg.index()] = *set;
        }
        Machine {
            side,
            are_settled: false,
            versions: None,
            before_versions: BEFORE_VERSIONS,
            numbers,
            sets,
            cells: [[0; W]; VIEWS],
            points: Vec::new(),
            open: 0,
            choices: [0; MOST_CHOICES],
            made: 0,
            asked: Asked::All,
            #[cfg(feature = "sim")]
            counted: (Reg::FIRST, 0, Address::FIRST),
            counting: Counting::new(Counts::of(side)),
            settled: Address::FIRST,
            lifted_first: -1,
            #[cfg(feature = "sim")]
            lead: 0,
            #[cfg(feature = "sim")]
            takes_orders_together: false,
            found: None,
            steps: 0,
            #[cfg(feature = "native")]
            steps_before: 0,
            round: Round::new(side.lap_limit),
        }
    }

    /// One that writes versions from the first turn on.
    #[cfg(test)]
    pub(super) fn with_versions(side: &'p Side<W>) -> Self {
        let versions = Versions::of(side).map(|versions| Box::new(versions.without_trial()));
        Machine { versions, before_versions: 0, ..Machine::new(side) }
    }

    #[cfg(test)]
    pub(super) fn versions(&self) -> Option<&Versions<'p, W>> {
        self.versions.as_deref()
    }

    /// Makes a position the one before the turn.
    #[inline]
    pub(super) fn set_position(&mut self, position: &[u8; W]) {
        self.cells[View::TurnStart as usize] = *position;
        self.forget_steps();
        if self.before_versions > 0 {
            self.count_to_versions();
        }
        if let Some(settle) = self.side.settle.filter(|_| !self.are_settled) {
            let _ = self.ask(settle);
            self.cells[View::TurnStart as usize] = self.cells[View::Now as usize];
        }
    }

    /// Whether state that falls back is taken to have done so in positions from here on.
    #[cfg(feature = "sim")]
    pub(super) fn take_as_settled(&mut self, do_so: bool) {
        self.are_settled = do_so;
    }

    /// Whether it is.
    #[cfg(feature = "native")]
    pub(super) fn are_settled(&self) -> bool {
        self.are_settled
    }

    /// Versions are written from here on once enough was played, and no longer once it is known that they do not pay.
    #[cold]
    fn count_to_versions(&mut self) {
        self.before_versions -= 1;
        if self.before_versions == 0 {
            self.versions = if self.versions.is_some() { None } else { Versions::of(self.side).map(Box::new) };
        }
    }

    /// No step was taken in turns of the position.
    #[inline(always)]
    fn forget_steps(&mut self) {
        #[cfg(feature = "native")]
        {
            self.steps_before = self.steps_before.saturating_add(self.steps);
        }
        self.steps = 0;
    }

    /// Whether so many steps were taken in turns of positions before this one.
    #[cfg(feature = "native")]
    pub(super) fn has_taken(&self, steps: u32) -> bool {
        self.steps_before >= steps
    }

    /// Whose turns it plays.
    pub(super) fn side(&self) -> &'p Side<W> {
        self.side
    }

    /// Steps that were taken in turns of the position.
    #[cfg(feature = "sim")]
    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    /// Asks something of the position before the turn.
    pub(super) fn ask(&mut self, address: Address) -> i32 {
        // No kind of move is played yet.
        self.begin(-1);
        match self.run(address) {
            Stop::Answer(answer) => answer,
            Stop::Legal | Stop::Over | Stop::TooLong => -1,
        }
    }

    /// The first legal move of a kind.
    #[inline]
    pub(super) fn first(&mut self, kind: usize) -> Stop {
        self.begin(as_i32(kind));
        self.run(self.side.kinds[kind])
    }

    /// The first legal move of a kind, where a choice of a pit is asked for something else than all its options.
    fn asking(&mut self, asked: Asked, kind: usize) -> Stop {
        self.asked = asked;
        let stop = self.first(kind);
        self.asked = Asked::All;
        stop
    }

    /// How many options the first choice of a pit has.
    pub(super) fn count_options(&mut self, kind: usize) -> i32 {
        match self.asking(Asked::Count, kind) {
            Stop::Answer(count) => count,
            Stop::Legal | Stop::Over | Stop::TooLong => 0,
        }
    }

    /// The options of the first choice of a kind of move, which is that of a place.
    #[cfg(feature = "sim")]
    pub(super) fn options(&mut self, kind: usize) -> u64 {
        if self.count_options(kind) > 0 { self.counted.1 } else { 0 }
    }

    /// The first legal move that chooses one of the options that were told last and are among these places, there where they were.
    #[cfg(feature = "sim")]
    pub(super) fn first_of_options(&mut self, among: u64) -> Stop {
        let (slot, options, address) = self.counted;
        let left = options & among;
        match self.choose(Options::Places { slot, left }, address) {
            Some(next) => self.run(next),
            None => self.over(),
        }
    }

    /// The position before the turn.
    #[cfg(feature = "sim")]
    pub(super) fn turn_start(&self) -> &[u8; W] {
        &self.cells[View::TurnStart as usize]
    }

    /// The first legal move of a kind whose only choice is one of these places.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn first_among(&mut self, kind: usize, places: u64) -> Stop {
        self.asking(Asked::Among(places), kind)
    }

    /// The legal move with this option of the first choice of a pit.
    pub(super) fn option(&mut self, kind: usize, number: u32) -> Stop {
        self.asking(Asked::One(number), kind)
    }

    /// Draws a move of a position and plays it, where the number of moves is known before any is played, or their kind is tried: by a
    /// word at random, or by `draw`, which gives a number below how many options there are, where that word does not do.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn draw(&mut self, position: &[u8; W], word: u32, draw: impl FnOnce(u32) -> u32) -> Drawing {
        self.set_position(position);
        self.asked = Asked::Draw(word);
        // A turn may come to its end before anything is chosen.
        self.counted.1 = 0;
        self.begin(-1);
        let stop = self.run(self.side.drawn);
        self.asked = Asked::All;
        match stop {
            Stop::Legal => Drawing::Played(self.counted.1.count_ones()),
            Stop::Answer(answer) => match u32::try_from(answer) {
                Ok(count @ 1..) => self.draw_another(count, draw),
                _ => Drawing::answered(answer),
            },
            Stop::Over => Drawing::NotLegal(self.counted.1.count_ones()),
            Stop::TooLong => Drawing::TooLong,
        }
    }

    /// How many moves would be drawn from; none or less if that is not known, there are none, or the game is over.
    #[cfg(feature = "sim")]
    pub(super) fn count_drawn_from(&mut self) -> i32 {
        self.asked = Asked::Count;
        let count = self.ask(self.side.drawn);
        self.asked = Asked::All;
        count
    }

    /// Plays one of n options of the choice that was come to: the turn goes on from there.
    #[cfg(feature = "sim")]
    #[cold]
    fn draw_another(&mut self, count: u32, draw: impl FnOnce(u32) -> u32) -> Drawing {
        let (slot, options, address) = self.counted;
        self.put(slot, first_of(member(options, draw(count))));
        Drawing::of_option(self.run(address), count)
    }

    /// What came of a turn that was drawn.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn told_of_drawn(&self) -> Told {
        Told {
            lead: self.lead,
            again: self.get(turn::AGAIN) != 0,
            ended: self.get(turn::ENDED),
            captured: self.get(turn::CAPTURED),
            laps: self.get(turn::LAPS),
            last: self.get(turn::LAST),
            lifted_first: self.lifted_first,
        }
    }

    /// A turn goes on where it has come to a lap of a relay: the first legal move that comes of it.
    pub(super) fn go_on(&mut self, lap: &Head, turn: &UnderWay<W>) -> Stop {
        self.set_position(&turn.cells);
        self.begin(-1);
        lap.constants().for_each(|(reg, number)| self.put(reg, number));
        lap.kept().iter().zip(turn.numbers).for_each(|(reg, number)| self.put(*reg, number.cast_signed().into()));
        if lap.lifts() {
            let (start, hand) = (self.get(lap.start()), self.get(turn::HAND));
            let left = pieces::give(&mut self.cells[View::Now as usize], start, hand);
            self.put(turn::HAND, left);
        }
        self.run(lap.address())
    }

    /// Plays a move.
    pub(super) fn play(&mut self, kind: usize, choices: &[u16]) -> Stop {
        if choices.len() >= MOST_CHOICES {
            return Stop::TooLong;
        }
        // Each choice is read before it is noted in the same place.
        self.choices[..choices.len()].copy_from_slice(choices);
        self.asking(Asked::Move, kind)
    }

    /// Plays a legal move, begun behind the choice of a place that it begins with.
    #[cfg(feature = "sim")]
    pub(super) fn play_behind(&mut self, kind: usize, choices: &[u16], first: FirstChoice) -> Stop {
        let (Some(place), true) = (choices.first(), choices.len() < MOST_CHOICES) else { return Stop::TooLong };
        self.choices[..choices.len()].copy_from_slice(choices);
        self.begin(as_i32(kind));
        self.put(first.slot, i32::from(*place));
        self.note(*place);
        self.asked = Asked::Move;
        let stop = self.run(first.behind);
        self.asked = Asked::All;
        stop
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
        if self.side.remembers {
            self.cells[View::BeforeSowing as usize] = self.cells[View::TurnStart as usize];
        }
        self.numbers[..turn::COUNT].copy_from_slice(&turn::BEGIN);
        self.put(turn::KIND, kind);
        self.lifted_first = -1;
        self.round.begin();
        self.open = 0;
        self.made = 0;
        self.counting.go_back(0);
    }

    /// The position as it is.
    #[inline]
    pub(super) fn position(&self) -> &[u8; W] {
        &self.cells[View::Now as usize]
    }

    /// The position before the last lap, where that is asked for.
    #[inline]
    pub(super) fn before_sowing(&self) -> &[u8; W] {
        &self.cells[View::BeforeSowing as usize]
    }

    /// What a register holds.
    #[inline(always)]
    pub(super) fn get(&self, reg: Reg) -> i32 {
        self.numbers[reg.index()]
    }

    #[inline(always)]
    fn put(&mut self, reg: Reg, value: i32) {
        self.numbers[reg.index()] = value;
    }

    #[inline(always)]
    fn set(&self, reg: SetReg) -> u64 {
        self.sets[reg.index()]
    }

    #[inline(always)]
    fn put_set(&mut self, reg: SetReg, set: u64) {
        self.sets[reg.index()] = set;
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
    #[inline(always)]
    fn run(&mut self, at: Address) -> Stop {
        match self.versions.take() {
            Some(versions) => self.run_versions(versions, at),
            // What is not written stands in versions alone.
            None => match &self.side.joined {
                Joined::Few(ops) => self.run_code((&**ops, &[]), at).unwrap_or(Stop::Over),
                Joined::Many(ops) => self.run_code((&**ops, &[]), at).unwrap_or(Stop::Over),
            },
        }
    }

    /// The same with versions, which are written where code comes to what is not.
    #[inline(never)]
    fn run_versions(&mut self, mut versions: Box<Versions<'p, W>>, at: Address) -> Stop {
        let mut at = at;
        let stop = loop {
            match self.run_code((versions.run(), versions.switches()), at) {
                Ok(stop) => break stop,
                Err(unwritten) => at = self.write_version(&mut versions, unwritten),
            }
        };
        self.versions = Some(versions);
        stop
    }

    /// Writes a version that code has come to; gives where it goes on.
    #[cold]
    fn write_version(&mut self, versions: &mut Versions<'p, W>, unwritten: Unwritten) -> Address {
        let at = versions.write(unwritten);
        versions.numbers().iter().for_each(|(reg, number)| self.numbers[reg.index()] = *number);
        versions.sets().iter().for_each(|(set, places)| self.sets[set.index()] = *places);
        if versions.have_failed() {
            // They are needed up to the end of the turn.
            self.before_versions = 1;
        }
        at
    }

    /// The same of code up to what is not written.
    #[inline(never)]
    fn run_code<const N: usize>(
        &mut self,
        (ops, switches): (&[Op; N], &[Switch]),
        mut at: Address,
    ) -> Result<Stop, Unwritten> {
        const { assert!(N.is_power_of_two()) };
        let side = self.side;
        loop {
            let op = &ops[at.index() & (N - 1)];
            at = at.next();
            match *op {
                Op::Move(to, from) => self.put(to, self.get(from)),
                Op::Cell(to, view, cell) => self.put(to, i32::from(self.view(view)[usize::from(cell) & (W - 1)])),
                Op::CellOf(to, view, first, pit) => {
                    let held = self.held_at(view, first, self.get(pit));
                    self.put(to, held);
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
                    self.put(to, side.tables.entry(table, self.get(at)));
                }
                Op::Arithmetic(op, to, one, two) => self.put(to, op.apply(self.get(one), self.get(two))),
                Op::Larger(to, one, two) => self.put(to, self.get(one).max(self.get(two))),
                Op::Smaller(to, one, two) => self.put(to, self.get(one).min(self.get(two))),
                Op::Only(to, set) => self.put(to, only_of(self.set(set))),
                Op::Steps { to, count, from, way, steps } => self.step(to, count, from, way, steps),

                Op::MoveSet(to, from) => self.put_set(to, self.set(from)),
                Op::NoSet(to) => self.put_set(to, 0),
                Op::Single(to, place) => self.put_set(to, as_set(self.get(place))),
                Op::Union(to, one, two) => self.put_set(to, self.set(one) | self.set(two)),
                Op::Minus(to, one, two) => self.put_set(to, self.set(one) & !self.set(two)),
                Op::Related(to, of, table) => {
                    self.put_set(to, side.tables.related(self.set(of), table));
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
                    let asked = Chained { from: self.get(from), most: self.get(most), chain };
                    self.put_set(to, side.tables.chain(self.view(view), self.along(), asked));
                }
                Op::Walk { first, from, back, off } => {
                    let most = self.get(first.behind(2));
                    match side.tables.walk(self.along(), self.get(from), back, most) {
                        Some(walk) => self.put_walk(first, walk),
                        None => at = off,
                    }
                }
                Op::WalkAt { place, first, over } => match side.tables.walk_at(self.walk(first)) {
                    Some(here) => self.put(place, here),
                    None => at = over,
                },
                Op::WalkOn(first) => {
                    let walk = self.walk(first);
                    self.put_walk(first, Walk { index: walk.index + 1, left: walk.left - 1, ..walk });
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
                Op::Switch(reg, number) => {
                    let value = self.get(reg);
                    match switches[usize::from(number)].from(value) {
                        Some(to) => at = to,
                        None => return Err(Unwritten::Switched { number, value }),
                    }
                }
                Op::Unwritten(number) => return Err(Unwritten::Version(number)),
                Op::CellIsIn { cell, counts, expected, to } => {
                    let held = self.held_in(cell);
                    if side.tables.counts[usize::from(counts)].has(held) == expected {
                        at = to;
                    }
                }
                Op::Close => {
                    let kind = usize::try_from(self.get(turn::KIND)).unwrap_or(0);
                    at = side.tables.closes[kind];
                }

                #[cfg(feature = "sim")]
                Op::Lead(lead) => self.lead = self.get(lead),
                #[cfg(not(feature = "sim"))]
                Op::Lead(_) => {}
                Op::Begin(kind) => self.put(turn::KIND, i32::from(kind)),
                Op::Row(row) => self.counting.row(row),
                Op::Lift(place) => self.lift(self.get(place), i32::MAX),
                Op::LiftSome(most, place) => self.lift(self.get(place), self.get(most)),
                Op::Put(most, from, to) => {
                    let (most, from, to) = (self.get(most), self.get(from), self.get(to));
                    if to >= 0 {
                        pieces::take_some(self.now(), from, most, to);
                    }
                }
                Op::PutHand(most, to) => {
                    let to = self.get(to);
                    if to >= 0 {
                        let moved = self.get(turn::HAND).min(self.get(most).max(0));
                        self.add_to_hand(-moved);
                        pieces::give(self.now(), to, moved);
                    }
                }
                Op::Capture(set, into, captor) => {
                    let (set, into) = (self.set(set), self.get(into));
                    if side.logs {
                        self.count_captures(set, into);
                    }
                    let taken = pieces::take_all(self.now(), set, into);
                    self.captured(self.get(captor), taken);
                }
                Op::CaptureSome { count, pit, into, captor } => {
                    let (count, place, into) = (self.get(count), self.get(pit), self.get(into));
                    let taken = pieces::take_some(self.now(), place, count, into);
                    if let Ok(place) = usize::try_from(place) {
                        self.counting.capture(place, taken.all);
                    }
                    self.captured(self.get(captor), taken);
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
                Op::LiftLap { sowing, start, endless, back } => {
                    let sowing = &side.tables.sowings[usize::from(sowing)];
                    if self.laps_on(sowing, self.get(start), &side.tables.leads_back[usize::from(back)], at) {
                        at = endless;
                    }
                }
                Op::FirstLap { sowing, start, way, endless } => {
                    self.put(turn::SOWING, i32::from(sowing));
                    self.put(turn::WAY, self.get(way));
                    self.lift_lap(&side.tables.sowings[usize::from(sowing)], self.get(start));
                    if self.counts_too_many_laps(at) {
                        at = endless;
                    }
                }
                Op::AnyLap { sowing, start, after, skipped, each } => {
                    let begins = self.begins(sowing, self.get(start), after);
                    self.sow_each(begins, self.set(skipped), self.get(each));
                }
                Op::Drops { sowing, start, after, first, skipped } => {
                    let begins = self.begins(sowing, self.get(start), after);
                    self.begin_drops(begins, first, self.set(skipped));
                }
                Op::Drop { first, skipped, each, over, back } => {
                    let back = &side.tables.leads_back[usize::from(back)];
                    if !self.drop_on(first, self.set(skipped), self.get(each), back) {
                        at = over;
                    }
                    if self.steps > MOST_STEPS {
                        return Ok(Stop::TooLong);
                    }
                }
                Op::LapOver(endless) => {
                    if self.counts_too_many_laps(at) {
                        at = endless;
                    }
                }

                Op::ChoosePlace(slot, set) => {
                    let mut left = self.set(set);
                    match self.asked {
                        Asked::All | Asked::Move => {}
                        Asked::Count => {
                            #[cfg(feature = "sim")]
                            {
                                self.counted = (slot, left, at);
                            }
                            return Ok(Stop::Answer(left.count_ones().cast_signed()));
                        }
                        Asked::One(number) => left = member(left, number),
                        #[cfg(feature = "sim")]
                        Asked::Among(places) => left &= places,
                        #[cfg(feature = "sim")]
                        Asked::Draw(word) => {
                            self.counted = (slot, left, at);
                            let count = left.count_ones();
                            let Some(number) = below::at_once(count, word) else {
                                return Ok(Stop::Answer(count.cast_signed()));
                            };
                            self.steps += 1;
                            // Nothing else is chosen in such a turn, and nobody asks what was.
                            self.put(slot, first_of(member(left, number)));
                            continue;
                        }
                    }
                    match self.choose(Options::Places { slot, left }, at) {
                        Some(next) => at = next,
                        None => return Ok(self.over()),
                    }
                }
                #[cfg(feature = "sim")]
                Op::ChooseOrder => {
                    if self.may_fall_in_any_order() {
                        return Ok(self.found_one());
                    }
                    match self.choose(self.pieces_of_hand(), at) {
                        Some(next) => at = next,
                        None => return Ok(self.over()),
                    }
                }
                Op::ChooseNumber(slot, low, high) => {
                    let (low, high) = (self.get(low), self.get(high));
                    if i64::from(high) - i64::from(low) >= i64::from(MOST_NUMBERS) {
                        return Ok(Stop::TooLong);
                    }
                    match self.choose(Options::Numbers { slot, low, next: low, high }, at) {
                        Some(next) => at = next,
                        None => return Ok(self.over()),
                    }
                }
                Op::ChooseAlternative(table) => match self.choose(Options::Alternatives { table, next: 0 }, at) {
                    Some(next) => at = next,
                    None => return Ok(self.over()),
                },
                Op::ChoosePiece(kinds) => {
                    let next = self.next_take(kinds, 0);
                    match self.choose(Options::Pieces { kinds, next }, at) {
                        Some(next) => at = next,
                        None => return Ok(self.over()),
                    }
                }
                Op::Several(op) => {
                    self.several(op);
                    if self.steps > MOST_STEPS {
                        return Ok(Stop::TooLong);
                    }
                }
                Op::Dead => match self.next_option() {
                    Some(next) => at = next,
                    None => return Ok(self.over()),
                },
                Op::Legal | Op::Settled(_) => {
                    // Nothing comes of a turn that leaves pieces in the hand.
                    if self.get(turn::HAND) == 0 {
                        if let Op::Settled(there) = *op {
                            self.settled = there;
                        }
                        let Some(found) = self.found.as_mut() else { return Ok(self.found_one()) };
                        // The last move of a path is made like any other.
                        black_box(&self.cells[View::Now as usize]);
                        *found += 1;
                    }
                    match self.next_option() {
                        Some(next) => at = next,
                        None => return Ok(self.over()),
                    }
                }
                Op::Answer(answer) => return Ok(Stop::Answer(answer)),
                Op::AnswerWith(answer) => return Ok(Stop::Answer(self.get(answer))),

                Op::CellCompare { to, cell, op, with, elsewhere } => {
                    let held = self.held_in(cell);
                    self.put(to, held);
                    at = if op.holds(held, self.get(with)) { elsewhere.address() } else { at.next() };
                }
                Op::CellOfIsIn { to, first, pit, counts, expected, elsewhere } => {
                    let held = self.held_at(View::Now, first.into(), self.get(pit));
                    self.put(to, held);
                    let goes = side.tables.counts[usize::from(counts)].has(held) == expected;
                    at = if goes { elsewhere.address() } else { at.next() };
                }
                Op::TableCellOf { to, table, of, held, first } => {
                    self.look_up(to, table, of, held, first);
                    at = at.next();
                }
                Op::TableCellOfIsIn { to, table, of, held, counts, elsewhere } => {
                    let holds = self.look_up(to, table, of, held, 0);
                    let goes = !side.tables.counts[usize::from(counts)].has(holds);
                    at = if goes { elsewhere.address() } else { at.next().next() };
                }
                Op::CellSteps { count, cell, to, from, way, steps } => {
                    self.put(count, self.held_in(cell));
                    self.step(to, count, from, way, steps.into());
                    at = at.next();
                }
                Op::StepsCellOf { to, count, from, way, steps, held, first } => {
                    self.step(to, count, from, way, steps.into());
                    self.put(held, self.held_at(View::Now, first.into(), self.get(to)));
                    at = at.next();
                }
                Op::Moves { to, from } => {
                    self.move_both(to, from);
                    at = at.next();
                }
                Op::MoveJump { to, from, elsewhere } => {
                    self.put(to, self.get(from));
                    at = elsewhere.address();
                }
                Op::MovesJump { to, from, elsewhere } => {
                    self.move_both(to, from);
                    at = elsewhere.address();
                }
                Op::SowLapOver { sowing, start, after, endless } => {
                    self.lap(&side.tables.sowings[usize::from(sowing)], self.get(start), after);
                    at = at.next();
                    if self.counts_too_many_laps(at) {
                        at = endless.address();
                    }
                }
                Op::SowLapOverHeld { sowing, start, after, endless, elsewhere } => {
                    self.lap(&side.tables.sowings[usize::from(sowing)], self.get(start), after);
                    at = at.next();
                    at = self.behind_lap(at, endless, elsewhere);
                }
                Op::LiftLapHeld { sowing, start, endless, elsewhere } => {
                    self.lift_lap(&side.tables.sowings[usize::from(sowing)], self.get(start));
                    at = self.behind_lap(at, endless, elsewhere);
                }
                Op::LapOverCompare { endless, op, one, two, elsewhere } => {
                    at = if self.counts_too_many_laps(at) {
                        endless.address()
                    } else if op.holds(self.get(one), self.get(two)) {
                        elsewhere.address()
                    } else {
                        at.next()
                    };
                }
                Op::CellIsEmpty { cell, expected, to } => {
                    if (self.held_in(cell) == 0) == expected {
                        at = to;
                    }
                }
                Op::NoPiecesIn { mask, sixteen, expected, to } => {
                    let mask = &side.tables.masks[usize::from(mask)];
                    if cells::none_among_sixteen(self.view(View::Now), mask, sixteen.into()) == expected {
                        at = to;
                    }
                }
                Op::CompareMove { op, one, two, to, from, elsewhere } => {
                    at = if op.holds(self.get(one), self.get(two)) {
                        elsewhere.address()
                    } else {
                        self.put(to, self.get(from));
                        at.next()
                    };
                }
                Op::CompareJump { op, one, two, elsewhere, otherwise } => {
                    let goes = op.holds(self.get(one), self.get(two));
                    at = if goes { elsewhere.address() } else { otherwise.address() };
                }
                Op::AddJump { to, place, elsewhere } => {
                    self.put_set(to, self.set(to) | as_set(self.get(place)));
                    at = elsewhere.address();
                }
            }
        }
    }

    /// A legal move was found, if it did not take too long.
    fn found_one(&self) -> Stop {
        if self.steps > MOST_STEPS { Stop::TooLong } else { Stop::Legal }
    }

    /// Why there are no more turns.
    fn over(&self) -> Stop {
        if self.steps > MOST_STEPS { Stop::TooLong } else { Stop::Over }
    }

    /// Counts a lap behind which this operation follows; tells whether there have been too many.
    #[inline(always)]
    fn counts_too_many_laps(&mut self, at: Address) -> bool {
        self.steps += 1;
        let (laps, since) = (self.get(turn::LAPS) + 1, self.get(turn::LAPS_SINCE_CAPTURE) + 1);
        self.put(turn::LAPS, laps);
        self.put(turn::LAPS_SINCE_CAPTURE, since);
        self.round.looks_at(laps) && self.has_too_many_laps(at)
    }
}

/// A byte that stands for no place is none of the 64.
const _: () = assert!(NOWHERE > 63);
