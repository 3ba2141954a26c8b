//! Plays one game between two players, by the rules of the variant alone.

use super::occurrences::Occurrences;
use super::player::{Decision, Player, Seat};
use super::seed::{Generator, below};
use crate::engine::{Ended, Exhausted, Found, Machine, Script, Shape, Silent};
use crate::ir::Program;
use crate::model::Player as Side;
use rand_chacha::rand_core::RngCore as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Most moves of a turn that are kept in a list; of the others only the number is known.
pub const MOST_LISTED: usize = 4096;

/// What is known of a legal move.
#[derive(Debug, Clone)]
pub struct Candidate<S: Shape> {
    /// The position that it leads to.
    pub position: S::Position,
    /// How the game ends in this turn, if it does.
    pub ended: Option<Ended>,
    /// Pieces that the mover captures.
    pub captured: i32,
    /// Laps sown.
    pub laps: u32,
    /// Whether the same player moves again.
    pub again: bool,
    /// The move itself.
    pub script: Script,
}

/// The legal moves of a turn.
#[derive(Debug, Clone)]
pub struct Candidates<S: Shape> {
    /// The first of them, at most [`MOST_LISTED`].
    pub listed: Vec<Candidate<S>>,
    /// How many there are in all; where there are too many orders to list, how many orders.
    pub count: u64,
    /// The number of orders in which pieces can be sown, if there are more moves than are listed and so many orders that
    /// the others were not even looked for.
    pub orders: Option<u128>,
    /// Set if the moves take too many steps to be listed; then some are missing.
    pub exhausted: Option<Exhausted>,
}

impl<S: Shape> Candidate<S> {
    fn of(found: &Found<'_, S>) -> Self {
        Candidate {
            position: *found.position,
            ended: found.ended,
            captured: found.captured,
            laps: found.laps,
            again: found.again,
            script: found.script.clone(),
        }
    }
}

impl<S: Shape> Default for Candidates<S> {
    fn default() -> Self {
        Candidates { listed: Vec::new(), count: 0, orders: None, exhausted: None }
    }
}

impl<S: Shape> Candidates<S> {
    /// Lists the moves of a position.
    #[inline]
    pub fn list(&mut self, machine: &mut Machine<'_, S>, position: &S::Position) {
        self.listed.clear();
        self.count = 0;
        self.orders = None;
        let all = !machine.chooses_orders();
        let listed = machine.moves(position, |found| {
            self.count += 1;
            if self.listed.len() < MOST_LISTED {
                self.listed.push(Candidate::of(&found));
            } else if !all {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        self.exhausted = listed.err();
        if !all && self.count > MOST_LISTED as u64 {
            match machine.orders(position) {
                Ok(orders) => {
                    self.count = u64::try_from(orders).unwrap_or(u64::MAX);
                    self.orders = Some(orders);
                }
                Err(exhausted) => self.exhausted = Some(exhausted),
            }
        }
    }

    /// A move by its number.
    pub fn at(&mut self, machine: &mut Machine<'_, S>, position: &S::Position, index: u64) -> Option<Candidate<S>> {
        let place = self.fetch(machine, position, index)?;
        self.listed.get(place).cloned()
    }

    /// Makes sure that a move is in the list, and tells its place there. Moves behind the list are looked for again.
    fn fetch(&mut self, machine: &mut Machine<'_, S>, position: &S::Position, index: u64) -> Option<usize> {
        if index < self.listed.len() as u64 {
            return Some(index as usize);
        }
        let mut at = 0;
        let mut fetched = None;
        let all = machine.moves(position, |found| {
            if at == index {
                fetched = Some(Candidate::of(&found));
                return ControlFlow::Break(());
            }
            at += 1;
            ControlFlow::Continue(())
        });
        // What is found before the budget is spent is found.
        let _ = all.is_ok();
        self.listed.push(fetched?);
        Some(self.listed.len() - 1)
    }

    /// Draws a move, all alike likely, and tells its place in the list, to which it is added if need be.
    fn any(
        &mut self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        generator: &mut Generator,
    ) -> Option<usize> {
        if self.orders.is_none() {
            return self.fetch(machine, position, random_index(self.count, generator));
        }
        let script = machine.sample(position, &mut || generator.next_u64()).ok()??;
        let found = machine.play(position, &script, &mut Silent).ok()?;
        self.listed.push(Candidate::of(&found));
        Some(self.listed.len() - 1)
    }
}

/// Why a game came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// By its rules.
    Rules(Ended),
    /// By something else.
    Stopped(Stop),
}

/// Why a game was not played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// It had as many moves as it may have.
    Moves,
    /// It took as long as it may take.
    Time,
    /// A player could not move, and the rules do not say what that comes to.
    Stuck,
    /// A turn takes more steps than a turn may take.
    TooLong,
    /// A player lost it by giving no legal move, for this reason.
    Forfeit(Side, String),
    /// The run was called off.
    Interrupted,
}

/// A turn that was played.
#[derive(Debug, Clone)]
pub struct Ply<S: Shape> {
    /// The position before it.
    pub position: S::Position,
    /// The move.
    pub script: Script,
    /// Number of legal moves.
    pub choices: u64,
    /// Pieces that the mover captured.
    pub captured: i32,
    /// Laps sown.
    pub laps: u32,
    /// Whether the same player moved again.
    pub again: bool,
    /// Whether the move was played at random for the players.
    pub opening: bool,
}

/// How long a game may last, and how it begins.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Most moves.
    pub moves: u32,
    /// Most time.
    pub time: Option<Duration>,
    /// So many first moves are played at random.
    pub random_moves: u32,
}

/// Plays games. Make one for each thread, and use it again.
#[derive(Debug)]
pub struct Referee<'p, S: Shape> {
    machine: Machine<'p, S>,
    candidates: Candidates<S>,
    seen: Occurrences<S>,
    trail: Vec<Ply<S>>,
    last: S::Position,
    flow: Flow,
    proven: Option<i32>,
    interrupted: Option<&'p AtomicBool>,
}

/// What a program asks for before a turn.
#[derive(Debug, Clone, Copy)]
pub struct Flow {
    /// Whether it has a rule on positions that repeat.
    pub repetition: bool,
    /// Whether the game can be over before a turn although there is a legal move.
    pub before_turns: bool,
}

impl Flow {
    /// Of a program.
    #[must_use]
    pub fn of<S: Shape>(machine: &Machine<'_, S>) -> Self {
        Flow { repetition: machine.program().asks_for_repetition(), before_turns: machine.ends_before_turns() }
    }
}

impl<'p, S: Shape> Referee<'p, S> {
    /// A referee for a game.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        let machine = Machine::<S>::new(program);
        let flow = Flow::of(&machine);
        let last = crate::engine::Cells::zero();
        let (candidates, seen, trail) = (Candidates::default(), Occurrences::default(), Vec::with_capacity(256));
        Referee { machine, candidates, seen, trail, last, flow, proven: None, interrupted: None }
    }

    /// Gives up games as soon as this is set.
    pub fn heed(&mut self, interrupted: &'p AtomicBool) {
        self.interrupted = Some(interrupted);
    }

    /// South's lead with perfect play, if the player of the first turn has found it.
    #[must_use]
    pub fn proven(&self) -> Option<i32> {
        self.proven
    }

    /// The turns of the last game.
    #[must_use]
    pub fn trail(&self) -> &[Ply<S>] {
        &self.trail
    }

    /// The last position of the last game.
    #[must_use]
    pub fn last(&self) -> &S::Position {
        &self.last
    }

    /// The machine, to look at the last game with.
    pub fn machine(&mut self) -> &mut Machine<'p, S> {
        &mut self.machine
    }

    /// Plays a game. `opening` chooses the moves that are played at random for both players; players draw from
    /// `generator`.
    pub fn play<'q>(
        &mut self,
        start: &S::Position,
        limits: Limits,
        players: &mut [&mut (dyn Player<S> + 'q); 2],
        generator: &mut Generator,
        opening: &mut Generator,
    ) -> Ending {
        self.seen.clear();
        self.trail.clear();
        self.proven = None;
        self.last = *start;
        let began = limits.time.map(|time| (Instant::now(), time));
        loop {
            if let Some(ending) = self.before_turn() {
                return ending;
            }
            if let Some(stop) = self.stopped(limits, began) {
                return Ending::Stopped(stop);
            }
            let is_opening = self.trail.len() < limits.random_moves as usize;
            let chosen = if is_opening {
                Decision::Any
            } else {
                let seat = Seat {
                    position: &self.last,
                    candidates: &self.candidates,
                    seen: &self.seen,
                    turns: self.trail.len(),
                };
                let mover = crate::engine::Cells::mover(&self.last);
                let decision = players[mover.index()].choose(&seat, generator);
                if self.trail.is_empty() {
                    let lead = players[mover.index()].proven();
                    self.proven = lead.map(|lead| if mover == Side::South { lead } else { -lead });
                }
                decision
            };
            let drawn_from = if is_opening { &mut *opening } else { &mut *generator };
            if let Some(ending) = self.advance(chosen, is_opening, drawn_from) {
                return ending;
            }
        }
    }

    /// Lists the moves, and looks at the end rows that come before them.
    fn before_turn(&mut self) -> Option<Ending> {
        let times = if self.flow.repetition { self.seen.note(&self.last) } else { 1 };
        self.candidates.list(&mut self.machine, &self.last);
        if self.candidates.exhausted.is_some() {
            return Some(Ending::Stopped(Stop::TooLong));
        }
        if self.candidates.count > 0 && times == 1 && !self.flow.before_turns {
            return None;
        }
        match self.machine.before_turn(&mut self.last, times) {
            Ok(Some(ended)) => Some(Ending::Rules(ended)),
            Ok(None) if self.candidates.count == 0 => Some(Ending::Stopped(Stop::Stuck)),
            Ok(None) => None,
            Err(_) => Some(Ending::Stopped(Stop::TooLong)),
        }
    }

    fn stopped(&self, limits: Limits, began: Option<(Instant, Duration)>) -> Option<Stop> {
        if self.trail.len() >= limits.moves as usize {
            return Some(Stop::Moves);
        }
        if began.is_some_and(|(began, time)| began.elapsed() >= time) {
            return Some(Stop::Time);
        }
        let interrupted = self.interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed));
        interrupted.then_some(Stop::Interrupted)
    }

    /// Plays what was chosen.
    fn advance(&mut self, chosen: Decision, opening: bool, generator: &mut Generator) -> Option<Ending> {
        let mover = crate::engine::Cells::mover(&self.last);
        let index = match chosen {
            Decision::Play(index) => self.candidates.fetch(&mut self.machine, &self.last, index),
            Decision::Any => self.candidates.any(&mut self.machine, &self.last, generator),
            Decision::Forfeit(reason) => return Some(Ending::Stopped(Stop::Forfeit(mover, reason))),
            Decision::Stop(stop) => return Some(Ending::Stopped(stop)),
        };
        let Some(index) = index else {
            return Some(Ending::Stopped(Stop::Forfeit(mover, "chose a move that is not there".into())));
        };
        let made = &self.candidates.listed[index];
        self.trail.push(Ply {
            position: self.last,
            script: made.script.clone(),
            choices: self.candidates.count,
            captured: made.captured,
            laps: made.laps,
            again: made.again,
            opening,
        });
        self.last = made.position;
        made.ended.map(Ending::Rules)
    }
}

/// One of so many, all alike likely.
pub(super) fn random_index(count: u64, generator: &mut Generator) -> u64 {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    u64::from(below(generator, count))
}
