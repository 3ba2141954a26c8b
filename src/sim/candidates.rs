//! The legal moves of a turn, as players see them.

use super::seed::{Generator, below};
use crate::engine::{EncodedMove, Ended, Exhausted, Machine, Shape, Silent, Successor};
use rand_chacha::rand_core::RngCore as _;
use std::ops::ControlFlow;

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
    pub encoded: EncodedMove,
}

/// The legal moves of a turn.
#[derive(Debug, Clone)]
pub struct Candidates<S: Shape> {
    /// The first of them, at most [`MOST_LISTED`].
    pub listed: Vec<Candidate<S>>,
    /// How many there are in all; where there are too many orders to list, how many orders.
    pub count: u64,
    /// The number of orders in which pieces can be sown, if there are more moves than are listed: then the
    /// others were not even looked for.
    pub orders: Option<u128>,
    /// Whether none of them is listed, because their number was known before any was played.
    pub unplayed: bool,
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
}

impl<S: Shape> Default for Candidates<S> {
    fn default() -> Self {
        Candidates { listed: Vec::new(), count: 0, orders: None, unplayed: false, exhausted: None }
    }
}

impl<S: Shape> Candidates<S> {
    /// Counts the moves of a position for whoever draws one of them: where their number is known before any is played,
    /// none is listed.
    #[inline]
    pub fn count(&mut self, machine: &mut Machine<'_, S>, position: &S::Position) {
        match machine.count_unplayed(position) {
            Some(count) => {
                self.listed.clear();
                (self.count, self.orders, self.exhausted, self.unplayed) = (u64::from(count), None, None, true);
            }
            None => self.list(machine, position),
        }
    }

    /// Lists the moves of a position.
    #[inline]
    pub fn list(&mut self, machine: &mut Machine<'_, S>, position: &S::Position) {
        self.listed.clear();
        self.count = 0;
        self.orders = None;
        self.unplayed = false;
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
    pub(super) fn fetch(&mut self, machine: &mut Machine<'_, S>, position: &S::Position, index: u64) -> Option<usize> {
        if index < self.listed.len() as u64 {
            return Some(index as usize);
        }
        if self.unplayed {
            machine.visit_unplayed(position, u32::try_from(index).ok()?, &mut |found| {
                self.listed.push(Candidate::of(&found));
                ControlFlow::Continue(())
            });
            return self.listed.len().checked_sub(1);
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
        let script = machine.sample(position, &mut || generator.next_u64()).ok()??;
        let found = machine.play(position, &script, &mut Silent).ok()?;
        self.listed.push(Candidate::of(&found));
        Some(self.listed.len() - 1)
    }
}

/// A number below `count`, uniformly at random.
pub(super) fn random_index(count: u64, generator: &mut Generator) -> u64 {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    u64::from(below(generator, count))
}
