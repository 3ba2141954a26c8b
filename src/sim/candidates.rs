//! The legal moves of a turn, as players see them.

use super::seed::{Generator, below};
use crate::engine::{EncodedMove, Ended, Exhausted, Listed, Machine, Placings, Shape, Silent, Successor};
use crate::limits;
use rand_chacha::rand_core::RngCore as _;
use std::ops::ControlFlow;

/// Most moves of a turn that are kept in a list; of the others only the number is known.
pub const MOST_LISTED: usize = limits::LISTED_MOVES;

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
    pub encoded: EncodedMove,
}

/// The legal moves of a turn.
#[derive(Debug, Clone)]
pub struct Candidates<S: Shape> {
    /// The first of them, at most [`MOST_LISTED`]; behind them, the one that was looked for last.
    pub listed: Vec<Candidate<S>>,
    /// How many were found by listing.
    found: usize,
    /// How many there are in all; where there are too many orders to list, how many orders.
    pub count: u64,
    /// The number of orders in which pieces can be sown, if there are more moves than are listed: then the
    /// others were not even looked for.
    pub orders: Option<u128>,
    /// Whether none of them is listed, because their number was known before any was played.
    pub unplayed: bool,
    /// Moves that were counted together and are not listed, with how many come before them.
    placings: Vec<(u64, Placings)>,
    /// Set if the moves take too many steps to be listed; then some are missing.
    pub exhausted: Option<Exhausted>,
}

impl<S: Shape> Candidate<S> {
    fn of(found: &Successor<'_, S>) -> Self {
        Candidate {
            position: *found.position,
            ended: found.ended,
            captured: found.captured,
            laps: found.laps,
            again: found.again,
            encoded: found.encoded.clone(),
        }
    }

    /// The move with this number, which is played, or looked for among those before it: whether the moves of the position
    /// were counted unplayed tells which.
    pub(super) fn numbered(
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        number: u64,
        unplayed: bool,
    ) -> Option<Self> {
        let mut fetched = None;
        if unplayed {
            machine.visit_unplayed(position, u32::try_from(number).ok()?, &mut |found| {
                fetched = Some(Candidate::of(&found));
                ControlFlow::Break(())
            });
            return fetched;
        }
        let mut before = 0..number;
        let all = machine.moves(position, |found| {
            if before.next().is_some() {
                return ControlFlow::Continue(());
            }
            fetched = Some(Candidate::of(&found));
            ControlFlow::Break(())
        });
        // What is found before the budget is spent is found.
        let _ = all.is_ok();
        fetched
    }
}

impl<S: Shape> Default for Candidates<S> {
    fn default() -> Self {
        Candidates {
            listed: Vec::new(),
            found: 0,
            count: 0,
            orders: None,
            unplayed: false,
            placings: Vec::new(),
            exhausted: None,
        }
    }
}

impl<S: Shape> Candidates<S> {
    /// Counts the moves of a position for whoever draws one of them: those whose number is known before any is played are not
    /// listed.
    #[inline]
    pub fn count(&mut self, machine: &mut Machine<'_, S>, position: &S::Position) {
        if let Some(count) = machine.count_unplayed(position) {
            self.clear();
            (self.count, self.unplayed) = (u64::from(count), true);
        } else if machine.chooses_orders() {
            self.list(machine, position);
        } else {
            self.clear();
            let counted = machine.moves_and_placings(position, |one| match one {
                Listed::Move(found) => self.add(&found, true),
                Listed::Placings(placings) => {
                    let before = self.count;
                    self.count += u64::from(placings.count());
                    self.placings.push((before, placings));
                    ControlFlow::Continue(())
                }
            });
            self.exhausted = counted.err();
        }
    }

    /// Lists the moves of a position.
    #[inline]
    pub fn list(&mut self, machine: &mut Machine<'_, S>, position: &S::Position) {
        self.clear();
        let all = !machine.chooses_orders();
        self.exhausted = machine.moves(position, |found| self.add(&found, all)).err();
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

    fn clear(&mut self) {
        self.listed.clear();
        self.placings.clear();
        (self.found, self.count, self.orders, self.unplayed, self.exhausted) = (0, 0, None, false, None);
    }

    /// Takes up a move that was found; whether the others are counted, when the list is full.
    #[inline]
    fn add(&mut self, found: &Successor<'_, S>, all: bool) -> ControlFlow<()> {
        self.count += 1;
        if self.found < MOST_LISTED {
            self.listed.push(Candidate::of(found));
            self.found += 1;
        } else if !all {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// A move by its number.
    pub fn at(&mut self, machine: &mut Machine<'_, S>, position: &S::Position, index: u64) -> Option<Candidate<S>> {
        let place = self.fetch(machine, position, index)?;
        self.listed.get(place).cloned()
    }

    /// Makes sure that a move is in the list, and tells its place there. Moves behind the list are looked for again.
    pub(super) fn fetch(&mut self, machine: &mut Machine<'_, S>, position: &S::Position, index: u64) -> Option<usize> {
        let mut in_list = index;
        for (before, placings) in &self.placings {
            let Some(number) = index.checked_sub(*before) else { break };
            let count = u64::from(placings.count());
            if number < count {
                return self.play(machine, position, &placings.nth(number as u32));
            }
            in_list -= count;
        }
        if in_list < self.found as u64 {
            return Some(in_list as usize);
        }
        self.listed.truncate(self.found);
        self.listed.push(Candidate::numbered(machine, position, index, self.unplayed)?);
        Some(self.found)
    }

    /// Draws a move uniformly at random, and tells its place in the list, to which it is added if need be.
    pub(super) fn any(
        &mut self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        generator: &mut Generator,
    ) -> Option<usize> {
        if self.orders.is_none() {
            return self.fetch(machine, position, random_index(self.count, generator));
        }
        let drawn = machine.sample(position, &mut || generator.next_u64()).ok()??;
        self.play(machine, position, &drawn)
    }

    /// Plays a move that is not in the list, and adds it.
    fn play(&mut self, machine: &mut Machine<'_, S>, position: &S::Position, encoded: &EncodedMove) -> Option<usize> {
        let found = machine.play(position, encoded, &mut Silent).ok()?;
        self.listed.truncate(self.found);
        self.listed.push(Candidate::of(&found));
        Some(self.found)
    }
}

/// A number below `count`, uniformly at random.
pub(super) fn random_index(count: u64, generator: &mut Generator) -> u64 {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    u64::from(below(generator, count))
}
