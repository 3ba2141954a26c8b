//! Straight code as machine code: for each player one function, which does what the machine does, from the same operations.

mod beginning;
#[cfg(feature = "sim")]
mod games;
mod lists;
mod lower;
mod ranges;
mod room;
mod ways;

use super::Side;
use super::counts::Counts;
use super::expand::Halt;
#[cfg(feature = "sim")]
use super::expand::{Drawing, Told};
use super::lanes::Child;
#[cfg(feature = "sim")]
use super::listed::Listed;
use super::live::{self, Carried};
use super::machine::Stop;
use super::op::{Address, Reg, View, turn};
use super::outcomes::Outcomes;
pub(crate) use beginning::Begin;
pub(super) use beginning::{BEFORE_CODE, Beginning};
#[cfg(feature = "sim")]
pub(super) use games::{Came, DrawnGame};
pub(super) use lists::Lists;
use lower::Entries;
use mancala_native::{Area, Code, Error, Memory};
use room::{Control, MOST_CHOICES, Room, WORDS, asked, stop, told_of_a_turn, wanted, word_of};
#[cfg(feature = "sim")]
use room::{MOST_LISTED, named};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Makes machine code while the first moves are played without it.
#[expect(clippy::disallowed_methods, reason = "the only threads of the library: machine code is not waited for")]
pub(crate) fn in_the_background(make: impl FnOnce() + Send + 'static) {
    // Without another thread there is no machine code, and the game is played all the same.
    let _ = std::thread::Builder::new().name("machine code".into()).spawn(make);
}

/// The machine code of both players.
pub(super) struct Compiled {
    code: Code,
    /// That of games at random, made for whoever plays some; none where moves have to be listed before one is drawn.
    #[cfg(feature = "sim")]
    games: OnceLock<Option<Code>>,
    /// That of counts, made when something is counted first.
    counts: OnceLock<Option<Code>>,
    room: Room,
    /// Where it can begin, for each player.
    entries: [Entries; 2],
}

impl fmt::Debug for Compiled {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.code.fmt(formatter)
    }
}

impl Compiled {
    /// Makes the machine code of both players.
    ///
    /// # Errors
    /// There is none for this computer.
    fn new<const W: usize>(sides: &[Side<W>; 2]) -> Result<Self, Error> {
        let [side, _] = sides;
        let carried = carried(sides, told_of_a_turn(side.in_match));
        let registers = carried.iter().flat_map(|carried| carried.values());
        let registers = registers.map(|carried| carried.numbers.len() + carried.sets.len()).max().unwrap_or(0);
        let point = lower::point_bytes(number(side.sizes.cells.div_ceil(16)), number(registers));
        let rows = if side.logs { number(side.rules) } else { 0 };
        let repeats = side.sizes.repeats;
        let room = Room::new(number(W), point, rows, repeats, repeats || side.in_match);
        let code = mancala_native::compile(&room.layout, |to| lower::both(sides, &room, carried.each_ref(), to))?;
        Ok(Compiled {
            code,
            #[cfg(feature = "sim")]
            games: OnceLock::new(),
            counts: OnceLock::new(),
            room,
            entries: Entries::of(sides),
        })
    }

    /// Makes the code of games at random, if there is none yet.
    #[cfg(feature = "sim")]
    fn make_games<const W: usize>(&self, sides: &[Side<W>; 2]) {
        let made = || {
            let carried = carried(sides, told_of_a_turn(sides[0].in_match));
            let made = mancala_native::compile(&self.room.layout, |to| {
                lower::games(sides, &self.room, carried.each_ref(), to);
            });
            made.ok()
        };
        let is_asked = sides.iter().all(|side| side.draws() && side.settle.is_none());
        self.games.get_or_init(|| is_asked.then(made).flatten());
    }

    /// The code that counts moves; none where they are played.
    fn counts<const W: usize>(&self, sides: &[Side<W>; 2]) -> Option<&Code> {
        let made = || {
            // Nothing is told of a turn that is counted.
            let carried = carried(sides, &[]);
            let made = mancala_native::compile(&self.room.layout, |to| {
                lower::counts(sides, &self.room, carried.each_ref(), to);
            });
            made.ok()
        };
        let is_asked = sides.iter().all(|side| !side.logs && side.settle.is_none());
        is_asked.then(|| self.counts.get_or_init(made).as_ref()).flatten()
    }

    /// Where rows and captures are counted, and how many bytes that takes.
    fn counted<const W: usize>(&self, side: &Side<W>) -> [(Area, u32); 2] {
        [(self.room.rows, side.rules), (self.room.captured, side.places)]
            .map(|(area, count)| (area, if side.logs { 8 * number(count) } else { 0 }))
    }

    /// A copy of nothing that was counted.
    #[cfg(feature = "sim")]
    fn no_counts<const W: usize>(&self, side: &Side<W>) -> KeptCounts {
        self.counted(side).map(|(_, bytes)| vec![0; bytes as usize])
    }

    /// Takes what was counted in a memory.
    fn take_counts<const W: usize>(&self, memory: &mut Memory, side: &Side<W>, into: &mut Counts) {
        let counted = self.counted(side);
        let [rows, captured] = counted.map(|(area, bytes)| memory.bytes(area, 0, bytes).as_chunks::<8>().0);
        into.add(rows, captured);
        for (area, bytes) in counted {
            memory.bytes_mut(area, 0, bytes).fill(0);
        }
    }

    /// Copies what was counted in a memory.
    #[cfg(feature = "sim")]
    fn keep_counts<const W: usize>(&self, memory: &Memory, side: &Side<W>, kept: &mut KeptCounts) {
        for ((area, bytes), kept) in self.counted(side).into_iter().zip(kept) {
            kept.copy_from_slice(memory.bytes(area, 0, bytes));
        }
    }

    /// Makes a memory hold what was counted when that was copied.
    #[cfg(feature = "sim")]
    fn take_counts_back<const W: usize>(&self, memory: &mut Memory, side: &Side<W>, kept: &KeptCounts) {
        for ((area, bytes), kept) in self.counted(side).into_iter().zip(kept) {
            memory.bytes_mut(area, 0, bytes).copy_from_slice(kept);
        }
    }
}

/// For each player: what choices have to keep, where this is told of a turn.
fn carried<const W: usize>(sides: &[Side<W>; 2], told: &[Reg]) -> [BTreeMap<Address, Carried>; 2] {
    sides.each_ref().map(|side| live::carried(side.made_ops(), ways::ways(side), told))
}

/// Makes the machine code of both players' turns, if that was not done before; tells whether there is any.
pub(super) fn compile<const W: usize>(sides: &[Side<W>; 2]) -> bool {
    let [south, north] = sides;
    let made = || if south.has_several_kinds() { None } else { Compiled::new(sides).ok().map(Arc::new) };
    let compiled = south.compiled.get_or_init(made);
    north.compiled.get_or_init(|| compiled.clone()).is_some()
}

/// Makes that of games at random, where there is machine code of turns.
#[cfg(feature = "sim")]
pub(super) fn compile_games<const W: usize>(sides: &[Side<W>; 2]) {
    sides[0].compiled().into_iter().for_each(|compiled| compiled.make_games(sides));
}

/// Copies of what was counted: of rows, and of captures.
#[cfg(feature = "sim")]
type KeptCounts = [Vec<u8>; 2];

/// Plays turns by machine code.
#[derive(Debug, Clone)]
pub(super) struct Native<'p, const W: usize> {
    side: &'p Side<W>,
    compiled: &'p Compiled,
    memory: Memory,
    choices: [u16; MOST_CHOICES as usize],
    made: usize,
    /// Whether state that falls back has done so in positions, as far as it is known.
    are_settled: bool,
    #[cfg(feature = "sim")]
    kept_counts: KeptCounts,
}

impl<'p, const W: usize> Native<'p, W> {
    /// None as long as there is no machine code; `are_settled` tells whether state that falls back is taken to have done so.
    pub(super) fn new(side: &'p Side<W>, are_settled: bool) -> Option<Self> {
        let compiled = side.compiled()?;
        let memory = Memory::new(&compiled.room.layout);
        Some(Native {
            side,
            compiled,
            memory,
            choices: [0; MOST_CHOICES as usize],
            made: 0,
            are_settled,
            #[cfg(feature = "sim")]
            kept_counts: compiled.no_counts(side),
        })
    }

    /// Makes a position the one before the turn. More pieces than the game has are not played here.
    #[inline]
    pub(super) fn set_position(&mut self, position: &[u8; W]) {
        *self.cells(View::TurnStart) = *position;
        self.set(Control::Steps, 0);
        if let Some(settle) = self.side.settle.filter(|_| !self.are_settled) {
            let _ = self.ask(settle);
            let settled = *self.position();
            *self.cells(View::TurnStart) = settled;
        }
    }

    /// Whether state that falls back is taken to have done so in positions from here on.
    #[cfg(feature = "sim")]
    pub(super) fn take_as_settled(&mut self, do_so: bool) {
        self.are_settled = do_so;
    }

    /// Asks something of the position before the turn.
    pub(super) fn ask(&mut self, address: Address) -> i32 {
        // What is asked is one of the last entries.
        let entry = self.entries().addresses.iter().rposition(|entry| *entry == address);
        match entry.map(|entry| self.run(self.entries().number(entry))) {
            Some(Stop::Answer(answer)) => answer,
            _ => -1,
        }
    }

    /// The first legal move of a kind.
    #[inline]
    pub(super) fn first(&mut self, kind: usize) -> Stop {
        self.run(self.entries().number(kind))
    }

    /// The next legal move of the same kind.
    #[inline]
    pub(super) fn next(&mut self) -> Stop {
        self.run(self.entries().next_option())
    }

    /// How many options the first choice of a pit has.
    pub(super) fn count_options(&mut self, kind: usize) -> i32 {
        match self.asking(asked::COUNT, kind) {
            Stop::Answer(count) => count,
            Stop::Legal | Stop::Over | Stop::TooLong => 0,
        }
    }

    /// The legal move with this option of the first choice of a pit.
    pub(super) fn option(&mut self, kind: usize, number: u32) -> Stop {
        self.set(Control::Option, i64::from(number));
        self.asking(asked::ONE, kind)
    }

    /// The first legal move of a kind whose only choice is one of these places.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn first_among(&mut self, kind: usize, places: u64) -> Stop {
        self.set(Control::Option, places.cast_signed());
        self.asking(asked::AMONG, kind)
    }

    /// Draws a move of a position and plays it, where the number of moves is known before any is played, or their kind is tried: by a
    /// word at random, or by `draw`, which gives a number below how many options there are, where that word does not do.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn draw(&mut self, position: &[u8; W], word: u32, draw: impl FnOnce(u32) -> u32) -> Drawing {
        self.set_position(position);
        let mut control = self.control_mut();
        control.set(Control::Option, i64::from(word));
        control.set(Control::Asked, asked::DRAW);
        // A turn may come to its end before anything is chosen.
        control.set(Control::Answer, 0);
        let stop = self.code_at(self.entries().drawn());
        let mut control = self.control_mut();
        control.set(Control::Asked, asked::ALL);
        let answer = number_of(control.get(Control::Answer));
        match (stop, u32::try_from(answer)) {
            (stop::FOUND, Ok(count)) => Drawing::Played(count),
            (stop::ANSWER, Ok(count @ 1..)) => self.draw_another(count, draw),
            (stop::ANSWER, _) => Drawing::answered(answer),
            (stop::OVER, Ok(count)) => Drawing::NotLegal(count),
            _ => Drawing::TooLong,
        }
    }

    /// How many moves would be drawn from; none or less if that is not known, there are none, or the game is over.
    #[cfg(feature = "sim")]
    pub(super) fn count_drawn_from(&mut self) -> i32 {
        self.set(Control::Asked, asked::COUNT);
        let stop = self.run(self.entries().drawn());
        self.set(Control::Asked, asked::ALL);
        if let Stop::Answer(count) = stop { count } else { -1 }
    }

    /// Plays one of n options of the kind of move whose choice was come to.
    #[cfg(feature = "sim")]
    #[cold]
    fn draw_another(&mut self, count: u32, draw: impl FnOnce(u32) -> u32) -> Drawing {
        let kind = usize::try_from(self.told(Control::Kind)).unwrap_or(0);
        Drawing::of_option(self.option(kind, draw(count)), count)
    }

    fn asking(&mut self, asked: i64, kind: usize) -> Stop {
        self.set(Control::Asked, asked);
        let stop = self.first(kind);
        self.set(Control::Asked, asked::ALL);
        stop
    }

    /// How many legal moves of a kind there are; none if that takes too long. Each is made.
    pub(super) fn count(&mut self, kind: usize) -> Option<u64> {
        self.set(Control::Counted, 0);
        self.set(Control::Wanted, wanted::COUNT);
        let stop = self.code_at(self.entries().number(kind));
        self.set(Control::Wanted, wanted::EACH);
        u64::try_from(self.told(Control::Counted)).ok().filter(|_| stop == stop::OVER)
    }

    /// Plays a move by code that counts rows; tells whether it could be played.
    pub(super) fn play(&mut self, kind: usize, choices: &[u16]) -> bool {
        let room = &self.compiled.room;
        let bytes = self.memory.bytes_mut(room.choices, 0, 2 * MOST_CHOICES);
        let (pairs, _) = bytes.as_chunks_mut::<2>();
        if choices.len() >= pairs.len() {
            return false;
        }
        for (pair, choice) in pairs.iter_mut().zip(choices) {
            *pair = choice.to_le_bytes();
        }
        self.code_at(self.entries().number(kind)) == stop::FOUND
    }

    /// The place that was lifted first in the move that was played, or none.
    #[inline]
    pub(super) fn lifted_first(&self) -> i32 {
        number_of(self.told(Control::LiftedFirst))
    }

    /// Takes what was counted of moves that were played.
    pub(super) fn take_counts(&mut self, into: &mut Counts) {
        self.compiled.take_counts(&mut self.memory, self.side, into);
    }

    /// Keeps what is counted by now.
    #[cfg(feature = "sim")]
    pub(super) fn keep_counts(&mut self) {
        self.compiled.keep_counts(&self.memory, self.side, &mut self.kept_counts);
    }

    /// Forgets what was counted since that was kept.
    #[cfg(feature = "sim")]
    pub(super) fn take_counts_back(&mut self) {
        self.compiled.take_counts_back(&mut self.memory, self.side, &self.kept_counts);
    }

    /// What the legal moves of a kind lead to, where they do not end the game; none if that takes too long.
    pub(super) fn children(&mut self, kind: usize, children: &mut Vec<Child<W>>) -> Option<()> {
        self.set(Control::Listed, 0);
        self.set(Control::Wanted, wanted::LIST);
        let mut stop = self.code_at(self.entries().number(kind));
        children.extend(self.compiled.room.children(&self.memory));
        while stop == stop::FULL {
            self.set(Control::Listed, 0);
            stop = self.code_at(self.entries().next_option());
            children.extend(self.compiled.room.children(&self.memory));
        }
        self.set(Control::Wanted, wanted::EACH);
        (stop == stop::OVER).then_some(())
    }

    /// Lists what the legal moves of a kind lead to; whether there is any.
    #[inline]
    pub(super) fn outcomes(&mut self, kind: usize, outcomes: &mut Outcomes) -> Result<bool, Halt> {
        self.outcomes_from(self.entries().number(kind), outcomes)
    }

    /// The same of the legal moves of that kind behind the one that was found.
    #[cfg(feature = "sim")]
    pub(super) fn further_outcomes(&mut self, outcomes: &mut Outcomes) -> Result<bool, Halt> {
        self.outcomes_from(self.entries().next_option(), outcomes)
    }

    #[inline]
    fn outcomes_from(&mut self, mut entry: u32, outcomes: &mut Outcomes) -> Result<bool, Halt> {
        let mut any = false;
        loop {
            let (stop, told) = self.tell(entry, (asked::ALL, 0), outcomes)?;
            any |= told;
            match stop {
                stop::OVER => return Ok(any),
                stop::FULL => entry = self.entries().next_option(),
                _ => return Err(Halt::TooLong),
            }
        }
    }

    /// The same of those legal moves of a position whose only choice is one of these places, which are not more than are told at once.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn outcomes_among(
        &mut self,
        position: &[u8; W],
        (kind, places): (usize, u64),
        outcomes: &mut Outcomes,
    ) -> Result<(), Halt> {
        const { assert!(MOST_LISTED >= u64::BITS) };
        self.set_position(position);
        match self.tell(self.entries().number(kind), (asked::AMONG, places.cast_signed()), outcomes)? {
            (stop::OVER, _) => Ok(()),
            _ => Err(Halt::TooLong),
        }
    }

    /// Tells what legal moves lead to from an entry of the code on, of which so much is asked, and which option; with what it stopped,
    /// and whether there was one.
    #[inline(always)]
    fn tell(&mut self, entry: u32, (asked, option): (i64, i64), outcomes: &mut Outcomes) -> Result<(i64, bool), Halt> {
        let mut control = self.control_mut();
        control.set(Control::Option, option);
        control.set(Control::Asked, asked);
        control.set(Control::Wanted, wanted::TELL);
        control.set(Control::AnyEnds, 0);
        control.set(Control::Listed, 0);
        let stop = self.code_at(entry);
        let mut control = self.control_mut();
        control.set(Control::Asked, asked::ALL);
        control.set(Control::Wanted, wanted::EACH);
        let (any_ends, listed) = (control.get(Control::AnyEnds) != 0, control.get(Control::Listed));
        let records = self.compiled.room.first_records(&self.memory, listed);
        if outcomes.add_records::<W>(records, any_ends).is_break() {
            return Err(Halt::Enough);
        }
        Ok((stop, !records.is_empty()))
    }

    /// Lists the legal moves of a kind; whether there is any.
    #[cfg(feature = "sim")]
    pub(super) fn name_together(&mut self, kind: usize, listed: &mut Listed) -> Result<bool, Halt> {
        self.set(Control::Wanted, wanted::NAME);
        let any = self.name_listed(kind, listed);
        self.set(Control::Wanted, wanted::EACH);
        any
    }

    #[cfg(feature = "sim")]
    fn name_listed(&mut self, kind: usize, listed: &mut Listed) -> Result<bool, Halt> {
        let (before, mut entry) = (listed.len(), self.entries().number(kind));
        loop {
            self.set(Control::Listed, 0);
            let stop = self.code_at(entry);
            for one in self.compiled.room.listed(&self.memory) {
                let (choices, made) = called(one);
                listed.add_first(kind, choices, made);
            }
            match stop {
                stop::FULL => {}
                stop::FOUND => {
                    self.read_choices();
                    listed.add(kind, &self.choices[..self.made]);
                }
                stop::OVER => return Ok(listed.len() > before),
                _ => return Err(Halt::TooLong),
            }
            entry = self.entries().next_option();
        }
    }

    /// The position as it is.
    #[inline]
    pub(super) fn position(&self) -> &[u8; W] {
        self.seen_by(View::Now)
    }

    /// The position before the last lap, where that is asked for.
    #[inline]
    pub(super) fn before_sowing(&self) -> &[u8; W] {
        self.seen_by(View::BeforeSowing)
    }

    #[inline]
    fn seen_by(&self, view: View) -> &[u8; W] {
        let area = self.compiled.room.view(view);
        let (cells, _) = self.memory.bytes(area, 0, Self::CELLS).as_chunks::<W>();
        &cells[0]
    }

    /// The choices of the move that was found.
    pub(super) fn choices(&self) -> &[u16] {
        &self.choices[..self.made]
    }

    /// What is told of the move that was found.
    #[inline]
    pub(super) fn get(&self, reg: Reg) -> i32 {
        self.control().of_turn(reg)
    }

    /// What came of a turn that was drawn.
    #[cfg(feature = "sim")]
    #[inline]
    pub(super) fn told_of_drawn(&self) -> Told {
        let control = self.control();
        Told {
            lead: number_of(control.get(Control::Lead)),
            again: control.of_turn(turn::AGAIN) != 0,
            ended: control.of_turn(turn::ENDED),
            captured: control.of_turn(turn::CAPTURED),
            laps: control.of_turn(turn::LAPS),
            last: control.of_turn(turn::LAST),
            lifted_first: number_of(control.get(Control::LiftedFirst)),
        }
    }

    /// Where the code of the player begins.
    #[inline]
    fn entries(&self) -> &'p Entries {
        &self.compiled.entries[self.side.by()]
    }

    /// Runs the code from one of its entries on; gives what it stopped with.
    #[inline]
    fn code_at(&mut self, entry: u32) -> i64 {
        self.compiled.code.run(&mut self.memory, entry)
    }

    // --- the memory ------------------------------------------------------------------------------------------------------

    /// Cells of a position.
    #[allow(clippy::cast_possible_truncation, reason = "a position has at most 128")]
    const CELLS: u32 = W as u32;

    #[inline]
    fn cells(&mut self, view: View) -> &mut [u8; W] {
        let bytes = self.memory.bytes_mut(self.compiled.room.view(view), 0, Self::CELLS);
        bytes.first_chunk_mut().expect("a view has as many cells as a position")
    }

    /// What the code and whoever runs it tell each other.
    #[inline]
    fn control(&self) -> Words<&[[u8; 8]; WORDS as usize]> {
        Words(self.memory.words(self.compiled.room.control))
    }

    #[inline]
    fn control_mut(&mut self) -> Words<&mut [[u8; 8]; WORDS as usize]> {
        Words(self.memory.words_mut(self.compiled.room.control))
    }

    #[inline]
    fn set(&mut self, control: Control, word: i64) {
        self.control_mut().set(control, word);
    }

    #[inline]
    fn told(&self, control: Control) -> i64 {
        self.control().get(control)
    }

    #[inline]
    fn run(&mut self, entry: u32) -> Stop {
        match self.code_at(entry) {
            stop::FOUND => {
                self.read_choices();
                Stop::Legal
            }
            stop::OVER => Stop::Over,
            stop::ANSWER => Stop::Answer(number_of(self.told(Control::Answer))),
            _ => Stop::TooLong,
        }
    }

    #[inline]
    fn read_choices(&mut self) {
        self.made = usize::try_from(self.told(Control::Made)).unwrap_or(0).min(self.choices.len());
        let bytes = self.memory.bytes(self.compiled.room.choices, 0, 2 * MOST_CHOICES);
        let (pairs, _) = bytes.as_chunks::<2>();
        for (choice, pair) in self.choices.iter_mut().zip(&pairs[..self.made]) {
            *choice = u16::from_le_bytes(*pair);
        }
    }
}

/// The words of that area, by what they tell.
struct Words<W>(W);

impl<W: std::ops::Deref<Target = [[u8; 8]; WORDS as usize]>> Words<W> {
    #[inline]
    fn get(&self, control: Control) -> i64 {
        i64::from_le_bytes(self.0[control as usize])
    }

    /// What a register of the turn holds.
    #[inline]
    fn of_turn(&self, reg: Reg) -> i32 {
        let word = if reg == turn::KIND { Control::Kind as u32 } else { word_of(reg) };
        number_of(i64::from_le_bytes(self.0[word as usize]))
    }
}

impl Words<&mut [[u8; 8]; WORDS as usize]> {
    #[inline]
    fn set(&mut self, control: Control, word: i64) {
        self.0[control as usize] = word.to_le_bytes();
    }
}

/// The choices of a move that are listed, each as its two bytes, and how many of them it has.
#[cfg(feature = "sim")]
#[inline]
fn called(one: &[u8]) -> (&[[u8; 2]; named::CHOICES as usize], usize) {
    let (choices, made) = one.split_at(named::MADE as usize);
    (choices.as_chunks().0.first_chunk().unwrap_or(&[[0; 2]; named::CHOICES as usize]), made[0].into())
}

/// A number that is told in a word.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "what registers hold has 32 bits")]
fn number_of(word: i64) -> i32 {
    word as i32
}

#[inline]
fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
