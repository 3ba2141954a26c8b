//! A machine: reusable scratch that lists, samples and plays the moves of a program.

use super::evaluate::{Dropped, Registers, Turn, members};
use super::flow::Ended;
use super::shape::{Cells, Shape};
use super::trace::{Event, Observer, Silent};
use crate::ir::{Address, AtOnce, Code, Instruction, MOST_CHOICES, Part, Program};
use crate::model::{Player, Ranking, RuleId};
use std::cell::Cell;
use std::ops::ControlFlow;

/// A complete move that was found, and what it leads to.
#[derive(Debug)]
pub struct Found<'a, S: Shape> {
    /// The position that it leads to, with the next player to move.
    pub position: &'a S::Position,
    /// The move itself.
    pub script: &'a Script,
    /// Whether the same player moves again.
    pub again: bool,
    /// How the game ended in this turn, if it did.
    pub ended: Option<Ended>,
    /// Pieces captured by the mover.
    pub captured: i32,
    /// Laps sown.
    pub laps: u32,
}

/// A move: its kind and its choices in order. Small, `Copy`, and all that is needed to play it again.
#[derive(Clone, Copy)]
pub struct Script {
    kind: u8,
    length: u8,
    choices: [u8; MOST_CHOICES],
}

impl Script {
    pub(super) fn new(kind: usize) -> Self {
        Script { kind: kind as u8, length: 0, choices: [0; MOST_CHOICES] }
    }

    /// The same with one more choice; none if it has too many.
    pub(super) fn with(mut self, choice: u8) -> Option<Self> {
        self.push(choice).then_some(self)
    }

    fn restart(&mut self, kind: usize) {
        self.kind = kind as u8;
        self.length = 0;
    }

    /// Number of its kind.
    #[must_use]
    pub fn kind(&self) -> usize {
        usize::from(self.kind)
    }

    /// Its choices in order: places, ways, numbers, alternatives, kinds of piece.
    #[must_use]
    pub fn choices(&self) -> &[u8] {
        &self.choices[..usize::from(self.length)]
    }

    #[inline]
    fn push(&mut self, choice: u8) -> bool {
        let at = usize::from(self.length);
        if at == MOST_CHOICES {
            return false;
        }
        self.choices[at] = choice;
        self.length += 1;
        true
    }
}

/// Two moves are the same when their choices are; what lies behind the last choice does not count.
impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.choices() == other.choices()
    }
}

impl Eq for Script {}

impl std::hash::Hash for Script {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
        self.choices().hash(state);
    }
}

impl std::fmt::Debug for Script {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}{:?}", self.kind, self.choices())
    }
}

/// What is written for each choice of a move: the choice and what it was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveText {
    /// A pit.
    Pit(usize),
    /// The pit for a piece that is placed freely.
    Free(usize),
    /// A way.
    Way(usize),
    /// A number.
    Number(i32),
    /// An alternative: address of its list and number in it.
    Alternative(u16, usize),
    /// A piece of a kind, dropped next.
    Piece(usize),
    /// A piece of a kind, taken at a place.
    Take(usize, usize),
}

/// What comes after some choices of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The turn is complete; the rule that forbids it, if it is no legal move.
    Complete(Script, Option<RuleId>),
    /// It can come to no legal move, because of this rule.
    Dead(RuleId),
    /// Another choice: the options in order.
    Choice(Vec<(u8, MoveText)>),
}

/// What must be chosen.
#[derive(Debug, Clone, Copy)]
pub(super) enum Options {
    /// A pit of a set.
    Pits { register: u8, set: u128 },
    /// A way: bit 0, bit 1.
    Ways { register: u8, ways: u128 },
    /// A number from low to high.
    Numbers { register: u8, low: i32, high: i32 },
    /// One of so many addresses of a list.
    Fork { list: u16, count: u8 },
    /// Where the next piece of the hand is put, in a set; and the places that are still allowed.
    Free { set: u128 },
    /// The kind of the next piece to drop, by bits.
    Piece { kinds: u128 },
    /// The next piece to take: `kind * 256 + place` are numbered; see `Taking`.
    Take,
}

/// How a run of the machine stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// The turn is closed.
    Done,
    /// No legal move, because of this rule.
    Dead(RuleId),
    /// A choice must be made.
    Choose,
}

/// Pieces that are being taken by choice: how many are still to be taken, and from where the next may come.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Taking {
    pub(super) left: u16,
    /// Pieces numbered below this one are passed: equal sets of pieces are one move.
    pub(super) from: u16,
    /// 0: first set, 1: second set.
    pub(super) stage: u8,
    pub(super) active: bool,
    /// Places left out in a sowing in chosen order.
    pub(super) skipped: u128,
    /// Kinds that may be taken, by bits.
    pub(super) kinds: u16,
    pub(super) sets: [u128; 2],
}

/// The state at a choice. What only some games need stands in [`Saved`], from these indices on.
struct Crossing<S: Shape> {
    position: S::Position,
    turn: Turn<S>,
    options: Options,
    address: Address,
    length: u8,
    kept: Lengths,
}

/// How much was saved, and logged, before a choice.
#[derive(Debug, Clone, Copy, Default)]
struct Lengths {
    drops: usize,
    numbers: usize,
    sets: usize,
    laps: usize,
    takings: usize,
}

/// Parts of the state at the choices that a walk is in the middle of.
#[derive(Debug)]
struct Saved<S: Shape> {
    numbers: Vec<i32>,
    sets: Vec<u128>,
    laps: Vec<S::Position>,
    takings: Vec<Taking>,
}

impl<S: Shape> Saved<S> {
    fn leave(&mut self, lengths: &Lengths) {
        self.numbers.truncate(lengths.numbers);
        self.sets.truncate(lengths.sets);
        self.laps.truncate(lengths.laps);
        self.takings.truncate(lengths.takings);
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.sets.clear();
        self.laps.clear();
        self.takings.clear();
    }
}

/// Scratch for playing one program. Make one for each thread, and use it again.
#[derive(Debug)]
pub struct Machine<'p, S: Shape> {
    pub(super) program: &'p Program,
    pub(super) code: &'p Code,
    pub(super) mover: Player,
    /// Position before the turn.
    pub(super) start: S::Position,
    /// Position now.
    pub(super) now: S::Position,
    /// Position before the last lap.
    pub(super) before: S::Position,
    pub(super) turn: Turn<S>,
    pub(super) registers: Box<Registers>,
    /// What `held` reads instead of the last drop, while an expression looks at an earlier one.
    pub(super) held_by: Cell<Option<S::Bag>>,
    pub(super) drops: Vec<Dropped<S>>,
    pub(super) taking: Taking,
    pub(super) options: Options,
    pub(super) address: Address,
    pub(super) ended: Option<Ended>,
    /// Rules of legality whose condition `if` holds in the position before the turn, by bits.
    pub(super) asked: u64,
    /// Whether no rule asks anything of a closed turn of this position.
    unjudged: bool,
    pub(super) occurrences: u32,
    pub(super) stuck: bool,
    /// Whether the end of a round is not the end of the game.
    pub(super) plays_on: bool,
    /// Who won the round that is over: 0 South, 1 North, -1 nobody.
    pub(super) winner: i32,
    /// Looks at the position that a turn leads to, in a match.
    pub(super) beyond: Option<Box<Self>>,
    pub(super) script: Script,
    /// Whether the last walk came to the end of its turn.
    complete: bool,
    /// Whether anything but position and turn must be saved at a choice.
    saves: bool,
    saved: Saved<S>,
}

impl<S: Shape> Turn<S> {
    fn new(kind: usize) -> Self {
        Turn {
            hand: S::Bag::default(),
            held: S::Bag::default(),
            last: -1,
            origin: -1,
            kind: kind as u8,
            way: 0,
            sowing: 0,
            lap_start: 0,
            again: false,
            just_captured: false,
            captured: 0,
            laps: 0,
            laps_since_capture: 0,
            preference: 0,
            next: 0,
        }
    }
}

impl<'p, S: Shape> Machine<'p, S> {
    /// A machine for a program.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        let empty = S::Position::zero();
        Machine {
            program,
            code: &program.sides[0],
            mover: Player::South,
            start: empty,
            now: empty,
            before: empty,
            turn: Turn::new(0),
            registers: Box::new(Registers::new()),
            held_by: Cell::new(None),
            drops: Vec::with_capacity(256),
            taking: Taking::default(),
            options: Options::Take,
            address: 0,
            ended: None,
            asked: 0,
            unjudged: false,
            occurrences: 1,
            stuck: false,
            plays_on: !program.model.rounds.is_empty(),
            winner: -1,
            beyond: None,
            script: Script::new(0),
            complete: false,
            saves: program.takes || program.remembers || program.sides.iter().any(|code| code.looks_back),
            saved: Saved {
                numbers: Vec::with_capacity(MOST_CHOICES * 16),
                sets: Vec::with_capacity(MOST_CHOICES * 4),
                laps: Vec::with_capacity(MOST_CHOICES),
                takings: Vec::with_capacity(MOST_CHOICES),
            },
        }
    }

    /// What it plays.
    #[must_use]
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Takes up a position: its player is the mover. What is asked of it before a turn of some kind begins must be asked
    /// of `start`.
    pub(super) fn take_up(&mut self, position: &S::Position) {
        self.start = *position;
        self.mover = position.mover();
        self.code = &self.program.sides[self.mover.index()];
        if !self.code.untils.is_empty() {
            self.stand_still();
            self.untils(&mut Silent);
            self.start = self.now;
        }
        self.asked = 0;
        for (number, legal) in self.code.legal.iter().enumerate() {
            if let Some(when) = legal.settled {
                self.asked |= u64::from(self.holds_of(&self.start, when)) << number;
            }
        }
        self.unjudged = self.asked == 0 && self.code.settled && self.code.ends[1].is_empty() && !self.plays_on;
    }

    /// The position that was taken up, before anybody has chosen a kind of move.
    pub(super) fn stand_still(&mut self) {
        self.now = self.start;
        self.turn = Turn::new(0);
        self.ended = None;
    }

    // --- listing -----------------------------------------------------------------------------------------------------

    /// Visits every legal move: by rank of its kind, then in the order in which choices are offered (pits by their
    /// place, ways as the track declares them, numbers upward, alternatives as written). The visitor may stop.
    pub fn moves(&mut self, position: &S::Position, mut visit: impl FnMut(Found<'_, S>) -> ControlFlow<()>) {
        self.take_up(position);
        let Some(ranking) = self.ranking() else { return };
        if self.program.model.preferences == 0 {
            let _ = self.ranked(ranking, &mut |found, _| visit(found));
            return;
        }
        // A preference binds if some move satisfies it: look for the best first.
        let mut best = 0;
        let _ = self.ranked(ranking, &mut |_, preference| {
            best = best.max(preference);
            ControlFlow::Continue(())
        });
        let _ = self.ranked(ranking, &mut |found, preference| {
            if preference == best { visit(found) } else { ControlFlow::Continue(()) }
        });
    }

    /// Whether there is a legal move.
    pub fn can_move(&mut self, position: &S::Position) -> bool {
        self.take_up(position);
        let Some(ranking) = self.ranking() else { return false };
        self.ranked(ranking, &mut |_, _| ControlFlow::Break(())).is_break()
    }

    /// The ranking of the phase that applies.
    pub(super) fn ranking(&mut self) -> Option<&'p Ranking> {
        let code = self.code;
        if let [(None, ranking)] = code.phases.as_slice() {
            return Some(ranking);
        }
        self.stand_still();
        let phase = code.phases.iter().find(|(condition, _)| condition.is_none_or(|condition| self.holds(condition)));
        phase.map(|(_, ranking)| ranking)
    }

    /// Visits the moves of a ranking; tells whether there was one by the flag, and whether the visitor stopped.
    pub(super) fn ranked(
        &mut self,
        ranking: &Ranking,
        visit: &mut impl FnMut(Found<'_, S>, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.any_of(ranking, visit).map_break(|()| ()).map_continue(|_| ())
    }

    fn any_of(
        &mut self,
        ranking: &Ranking,
        visit: &mut impl FnMut(Found<'_, S>, u32) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        match ranking {
            Ranking::Kind(kind) => self.kind(*kind, visit),
            Ranking::Else(members) => {
                for member in members {
                    if self.any_of(member, visit)? {
                        return ControlFlow::Continue(true);
                    }
                }
                ControlFlow::Continue(false)
            }
            Ranking::Or(members) => {
                let mut any = false;
                for member in members {
                    any |= self.any_of(member, visit)?;
                }
                ControlFlow::Continue(any)
            }
        }
    }

    /// Visits the moves of one kind.
    fn kind(
        &mut self,
        kind: usize,
        visit: &mut impl FnMut(Found<'_, S>, u32) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        self.begin(kind);
        // Most turns begin with the choice of a pit.
        let first = self.code.instructions[usize::from(self.address)];
        if matches!(first, Instruction::ChoosePit(..)) && self.choice(first) == Some(Status::Choose) {
            return self.branch(visit);
        }
        self.explore(visit)
    }

    /// Runs on, and where a choice comes, on with each of its options; tells whether there was a legal move.
    fn explore(&mut self, visit: &mut impl FnMut(Found<'_, S>, u32) -> ControlFlow<()>) -> ControlFlow<(), bool> {
        match self.run(&mut Silent) {
            Status::Choose => self.branch(visit),
            Status::Done => self.closed(visit),
            Status::Dead(_) => ControlFlow::Continue(false),
        }
    }

    /// Visits the move of a closed turn, if it is legal.
    #[inline(always)]
    fn closed(&mut self, visit: &mut impl FnMut(Found<'_, S>, u32) -> ControlFlow<()>) -> ControlFlow<(), bool> {
        if self.judge(&mut Silent).is_some() {
            return ControlFlow::Continue(false);
        }
        self.hand_over(&mut Silent);
        visit(self.found(), self.turn.preference)?;
        ControlFlow::Continue(true)
    }

    /// Takes one option after the other of the choice that has come.
    #[inline(never)]
    fn branch(&mut self, visit: &mut impl FnMut(Found<'_, S>, u32) -> ControlFlow<()>) -> ControlFlow<(), bool> {
        let crossing = self.crossing();
        let any = match self.sown_at_once(&crossing) {
            Some((at_once, options)) => self.sow_each(&crossing, at_once, options, visit)?,
            None => self.take_each(&crossing, visit)?,
        };
        if self.saves {
            self.saved.leave(&crossing.kept);
        }
        ControlFlow::Continue(any)
    }

    fn take_each(
        &mut self,
        crossing: &Crossing<S>,
        visit: &mut impl FnMut(Found<'_, S>, u32) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let (mut any, mut next) = (false, 0);
        loop {
            if self.program.takes {
                // Which pieces may be taken is read from the position, so it must be the one before the choice.
                self.now = crossing.position;
                self.taking = self.saved.takings[crossing.kept.takings];
            }
            let Some((choice, following)) = self.option_after(crossing.options, next) else { break };
            next = following;
            self.come_back(crossing);
            if self.choose(crossing.options, choice, false, &mut Silent) {
                any |= self.explore(visit)?;
            }
        }
        ControlFlow::Continue(any)
    }

    /// What is chosen and sown, if the instruction behind a choice lifts and sows a pit at once.
    #[inline(always)]
    fn sown_at_once(&self, crossing: &Crossing<S>) -> Option<(&'p AtOnce, u128)> {
        let at_once = self.code.at_once.get(usize::from(crossing.address))?.as_ref()?;
        let options = match crossing.options {
            Options::Pits { set, .. } => set,
            Options::Ways { ways, .. } => ways,
            _ => return None,
        };
        let simple = self.hand() == 0 && self.turn.laps < self.program.lap_limit;
        simple.then_some((at_once, options))
    }

    /// The same as [`Machine::take_each`], where each option is sown at once: then the position after the
    /// sowing is made from the one before the choice in one go.
    #[inline(always)]
    fn sow_each(
        &mut self,
        crossing: &Crossing<S>,
        at_once: &AtOnce,
        options: u128,
        visit: &mut impl FnMut(Found<'_, S>, u32) -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let known = |part| match part {
            Part::Chosen => None,
            Part::Always(value) => Some(value as usize),
            Part::Kept(register) => Some(self.registers.number(register) as usize),
        };
        let (pit, way) = (known(at_once.pit), known(at_once.way));
        let before = crossing.position;
        // Nothing asks in the middle of a turn who is to move: most often it is the next player when the turn is over.
        let mut handed_over = before;
        handed_over.set_mover(self.mover.other());
        let mut any = false;
        for choice in members::<S>(options) {
            self.script.length = crossing.length;
            if !self.script.push(choice as u8) {
                continue;
            }
            let (place, way) = (pit.unwrap_or(choice), way.unwrap_or(choice) & 1);
            let seeds = before.get(place) as usize;
            let Some((increments, last)) = at_once.laps[way].lap(place, seeds) else {
                self.come_back(crossing);
                if self.choose(crossing.options, choice as u8, false, &mut Silent) {
                    any |= self.explore(visit)?;
                }
                continue;
            };
            self.now.become_sum(&handed_over, increments);
            let count = S::Position::sum_at(&before, increments, usize::from(last));
            let onward = at_once.landing.after(usize::from(last), count as usize);
            if let (Some(again), true) = (onward.finish, self.unjudged) {
                // Nothing reads the turn any more: it need not even be written.
                any = true;
                let again = again || crossing.turn.again;
                if again {
                    self.now.set_mover(self.mover);
                }
                let (captured, laps) = (crossing.turn.captured, crossing.turn.laps + 1);
                let found = Found { position: &self.now, script: &self.script, again, ended: None, captured, laps };
                visit(found, crossing.turn.preference)?;
                continue;
            }
            self.resume(crossing);
            self.script.length = crossing.length + 1;
            self.registers.keep(at_once.register, choice as i32);
            self.sown(at_once.number, place as i32, way, last);
            self.turn.laps += 1;
            self.turn.laps_since_capture += 1;
            self.address = onward.address;
            if let Some(again) = onward.finish {
                self.turn.again |= again;
                any |= self.closed(visit)?;
            } else {
                any |= self.explore(visit)?;
            }
        }
        ControlFlow::Continue(any)
    }

    /// The state at a choice, to come back to.
    #[inline]
    fn crossing(&mut self) -> Crossing<S> {
        let kept = if self.saves { self.save() } else { Lengths::default() };
        Crossing {
            position: self.now,
            turn: self.turn,
            options: self.options,
            address: self.address,
            length: self.script.length,
            kept,
        }
    }

    /// Saves what only some games need.
    fn save(&mut self) -> Lengths {
        let saved = &mut self.saved;
        let lengths = Lengths {
            drops: self.drops.len(),
            numbers: saved.numbers.len(),
            sets: saved.sets.len(),
            laps: saved.laps.len(),
            takings: saved.takings.len(),
        };
        if self.code.looks_back {
            let (numbers, sets) = self.registers.first(self.code.kept_numbers, self.code.kept_sets);
            saved.numbers.extend(numbers.iter().map(Cell::get));
            saved.sets.extend(sets.iter().map(Cell::get));
        }
        if self.program.remembers {
            saved.laps.push(self.before);
        }
        if self.program.takes {
            saved.takings.push(self.taking);
        }
        lengths
    }

    #[inline]
    fn come_back(&mut self, crossing: &Crossing<S>) {
        self.now = crossing.position;
        self.address = crossing.address;
        self.resume(crossing);
    }

    /// The turn as it was at a choice, whatever the position.
    #[inline(always)]
    fn resume(&mut self, crossing: &Crossing<S>) {
        self.turn = crossing.turn;
        self.script.length = crossing.length;
        self.ended = None;
        if self.code.looks_back {
            self.restore(&crossing.kept);
        }
    }

    fn restore(&mut self, kept: &Lengths) {
        self.drops.truncate(kept.drops);
        if self.program.remembers {
            self.before = self.saved.laps[kept.laps];
        }
        let (numbers, sets) = self.registers.first(self.code.kept_numbers, self.code.kept_sets);
        numbers.iter().zip(&self.saved.numbers[kept.numbers..]).for_each(|(register, value)| register.set(*value));
        sets.iter().zip(&self.saved.sets[kept.sets..]).for_each(|(register, value)| register.set(*value));
    }

    pub(super) fn begin(&mut self, kind: usize) {
        self.now = self.start;
        if self.program.remembers {
            self.before = self.start;
        }
        self.turn = Turn::new(kind);
        self.address = self.code.kinds[kind].entry;
        self.script.restart(kind);
        self.ended = None;
        self.winner = -1;
        if self.program.takes {
            self.taking = Taking::default();
        }
        if self.saves {
            self.drops.clear();
            self.saved.clear();
        }
    }

    /// Makes the next player the one to move; in a match, after what is done between rounds if one is over.
    #[inline]
    pub(super) fn hand_over<O: Observer>(&mut self, observer: &mut O) {
        let next = if self.turn.again { self.mover } else { self.mover.other() };
        self.now.set_mover(next);
        if self.plays_on {
            self.next_round(observer);
        }
    }

    #[inline]
    pub(super) fn found(&self) -> Found<'_, S> {
        Found {
            position: &self.now,
            script: &self.script,
            again: self.turn.again,
            ended: self.ended,
            captured: self.turn.captured,
            laps: self.turn.laps,
        }
    }

    /// The first option from a number on, and the number after it.
    #[inline(always)]
    pub(super) fn option_after(&self, options: Options, from: u32) -> Option<(u8, u32)> {
        let bit = |set: u128| {
            if S::NARROW {
                let rest = (set as u64).checked_shr(from).unwrap_or(0);
                return (rest != 0).then(|| from + rest.trailing_zeros()).map(|bit| (bit as u8, bit + 1));
            }
            let rest = set.checked_shr(from).unwrap_or(0);
            (rest != 0).then(|| from + rest.trailing_zeros()).map(|bit| (bit as u8, bit + 1))
        };
        match options {
            Options::Pits { set, .. } | Options::Free { set } => bit(set),
            Options::Ways { ways, .. } => bit(ways),
            Options::Piece { kinds } => bit(kinds),
            Options::Numbers { low, high, .. } => {
                let value = low + from as i32;
                (value <= high).then_some((from as u8, from + 1))
            }
            Options::Fork { count, .. } => (from < u32::from(count)).then_some((from as u8, from + 1)),
            Options::Take => self.next_take(from as usize).map(|take| (take as u8, take as u32 + 1)),
        }
    }

    /// Whether there is one option and no other.
    fn is_only_one(&self, options: Options) -> bool {
        let first = self.option_after(options, 0);
        first.is_some_and(|(_, next)| self.option_after(options, next).is_none())
    }

    /// Takes an option; `false` if the move has too many choices. Whether it was the only one is told to the observer.
    pub(super) fn choose<O: Observer>(&mut self, options: Options, choice: u8, forced: bool, observer: &mut O) -> bool {
        if !self.script.push(choice) {
            return false;
        }
        if O::ACTIVE {
            let rule = self.code.rules[usize::from(self.address)];
            observer.event(Event::Chose(rule, self.script.length - 1, forced));
        }
        match options {
            Options::Pits { register, .. } | Options::Ways { register, .. } => {
                self.registers.keep(register, i32::from(choice));
                self.address += 1;
            }
            Options::Numbers { register, low, .. } => {
                self.registers.keep(register, low + i32::from(choice));
                self.address += 1;
            }
            Options::Fork { list, .. } => self.address = self.code.lists[usize::from(list)][usize::from(choice)],
            Options::Free { .. } => self.place_one(usize::from(choice), observer),
            Options::Piece { .. } => self.drop_piece(usize::from(choice), observer),
            Options::Take => self.take_piece(usize::from(choice), observer),
        }
        true
    }

    // --- playing one move --------------------------------------------------------------------------------------------

    /// Plays a move that is known to be one of this position, telling an observer. `Err` names the rule that forbids
    /// it, if it is none after all.
    ///
    /// # Errors
    /// The rule because of which the move is not legal; none if its choices do not fit the position.
    pub fn play<O: Observer>(
        &mut self,
        position: &S::Position,
        script: &Script,
        observer: &mut O,
    ) -> Result<Found<'_, S>, Option<RuleId>> {
        self.take_up(position);
        self.begin(script.kind());
        let mut choices = script.choices().iter();
        loop {
            match self.run(observer) {
                Status::Dead(rule) => return Err(Some(rule)),
                Status::Choose => {
                    let Some(&choice) = choices.next() else { return Err(None) };
                    let options = self.options;
                    let offered =
                        self.option_after(options, u32::from(choice)).is_some_and(|(there, _)| there == choice);
                    if !offered {
                        return Err(None);
                    }
                    let forced = self.is_only_one(options);
                    self.choose(options, choice, forced, observer);
                }
                Status::Done => {
                    if choices.next().is_some() {
                        return Err(None);
                    }
                    if let Some(rule) = self.judge(observer) {
                        return Err(Some(rule));
                    }
                    self.hand_over(observer);
                    return Ok(self.found());
                }
            }
        }
    }

    /// Walks a turn of one kind: `decide` is asked at each choice and gives the option to take; it sees what each
    /// choice is, whether it is forced, and the options.
    pub(super) fn walk(
        &mut self,
        kind: usize,
        decide: &mut impl FnMut(&Self, Options) -> Option<u8>,
    ) -> Option<Result<(), RuleId>> {
        self.begin(kind);
        loop {
            match self.run(&mut Silent) {
                Status::Dead(rule) => {
                    self.complete = false;
                    return Some(Err(rule));
                }
                Status::Choose => {
                    let options = self.options;
                    let choice = decide(self, options)?;
                    let forced = self.is_only_one(options);
                    self.choose(options, choice, forced, &mut Silent);
                }
                Status::Done => {
                    let verdict = self.judge(&mut Silent);
                    self.complete = true;
                    self.hand_over(&mut Silent);
                    return Some(verdict.map_or(Ok(()), Err));
                }
            }
        }
    }

    /// What is written for each choice of a move of this position, with whether it was the only one possible.
    pub fn texts(&mut self, position: &S::Position, script: &Script) -> Vec<(MoveText, bool)> {
        let mut texts = Vec::new();
        self.take_up(position);
        self.begin(script.kind());
        // What comes behind the last choice need not be played.
        for choice in script.choices() {
            if self.run(&mut Silent) != Status::Choose {
                break;
            }
            let options = self.options;
            let forced = self.is_only_one(options);
            texts.push((self.text_of(options, *choice), forced));
            self.choose(options, *choice, forced, &mut Silent);
        }
        texts
    }

    /// The ranking of the phase that a position is in; none if no phase applies.
    pub fn phase(&mut self, position: &S::Position) -> Option<Ranking> {
        self.take_up(position);
        self.ranking().cloned()
    }

    /// What comes after these choices of a turn of a kind.
    pub fn step(&mut self, position: &S::Position, kind: usize, choices: &[u8]) -> Step {
        self.take_up(position);
        let mut made = choices.iter();
        let mut offered = None;
        let walked = self.walk(kind, &mut |machine, options| match made.next() {
            Some(choice) => Some(*choice),
            None => {
                offered = Some(machine.all_options(options));
                None
            }
        });
        match (walked, offered) {
            (Some(Ok(())), _) => Step::Complete(self.script, None),
            (Some(Err(rule)), _) if self.complete => Step::Complete(self.script, Some(rule)),
            (Some(Err(rule)), _) => Step::Dead(rule),
            (None, offered) => {
                let offered = offered.unwrap_or_default();
                if offered.is_empty() { Step::Dead(self.rule()) } else { Step::Choice(offered) }
            }
        }
    }

    fn all_options(&self, options: Options) -> Vec<(u8, MoveText)> {
        let mut all = Vec::new();
        let mut from = 0;
        while let Some((choice, next)) = self.option_after(options, from) {
            all.push((choice, self.text_of(options, choice)));
            from = next;
        }
        all
    }

    /// Whether a complete turn that no rule forbids is a legal move: no kind that ranks before its own has one, and no other
    /// turn is preferred.
    pub fn may_be_played(&mut self, position: &S::Position, script: &Script) -> bool {
        self.take_up(position);
        let Some(ranking) = self.ranking() else { return false };
        if self.program.model.preferences > 0 {
            let mut found = false;
            self.moves(position, |one| {
                found |= one.script == script;
                if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            return found;
        }
        self.may_play(ranking, script.kind())
    }

    /// Whether a ranking lets a kind be played in the position that was taken up.
    fn may_play(&mut self, ranking: &Ranking, kind: usize) -> bool {
        match ranking {
            Ranking::Kind(other) => *other == kind,
            Ranking::Or(members) => members.iter().any(|member| self.may_play(member, kind)),
            Ranking::Else(members) => {
                for member in members {
                    if self.may_play(member, kind) {
                        return true;
                    }
                    if self.ranked(member, &mut |_, _| ControlFlow::Break(())).is_break() {
                        return false;
                    }
                }
                false
            }
        }
    }

    /// Whether the condition of a mark holds of the move that was just played.
    pub fn mark_holds(&mut self, mark: usize) -> bool {
        self.code.marks.get(mark).copied().is_some_and(|condition| self.num(condition) != 0)
    }

    pub(super) fn text_of(&self, options: Options, choice: u8) -> MoveText {
        match options {
            Options::Pits { .. } => MoveText::Pit(usize::from(choice)),
            Options::Free { .. } => MoveText::Free(usize::from(choice)),
            Options::Ways { .. } => MoveText::Way(usize::from(choice)),
            Options::Numbers { low, .. } => MoveText::Number(low + i32::from(choice)),
            Options::Fork { list, .. } => MoveText::Alternative(list, usize::from(choice)),
            Options::Piece { .. } => MoveText::Piece(usize::from(choice)),
            Options::Take => {
                let (place, kind) = self.take_of(usize::from(choice));
                MoveText::Take(place, kind)
            }
        }
    }
}
