//! Players that play what they are given.

use super::error::NoSuchMove;
use super::{Decision, Random, Seat, Strategy};
use crate::engine::{Machine, Shape};
use crate::game::read;
use crate::ir::Program;
use crate::sim::ending::Stop;
use crate::sim::seed::Generator;

/// Plays these moves one after another; where they are at their end, any legal move.
#[derive(Debug)]
pub struct Moves<'p, S: Shape> {
    machine: Machine<'p, S>,
    moves: Vec<String>,
    next: usize,
}

impl<'p, S: Shape> Moves<'p, S> {
    /// A player of these moves.
    #[must_use]
    pub fn new(program: &'p Program, moves: Vec<String>) -> Self {
        Moves { machine: Machine::new(program), moves, next: 0 }
    }
}

impl<S: Shape> Strategy<S> for Moves<'_, S> {
    fn begin(&mut self) {
        self.next = 0;
    }

    fn choose(&mut self, seat: &Seat<'_, S>, generator: &mut Generator) -> Decision {
        let Some(text) = self.moves.get(self.next) else { return Random.choose(seat, generator) };
        self.next += 1;
        numbered(&mut self.machine, seat, text)
            .map_or_else(|reason| Decision::Forfeit(format!("`{text}`: {reason}")), Decision::Play)
    }
}

/// Plays a recorded game again, both sides, and stops where it stopped.
#[derive(Debug)]
pub struct Replay<'p, 'm, S: Shape> {
    machine: Machine<'p, S>,
    moves: &'m [String],
    stop: Stop,
}

impl<'p, 'm, S: Shape> Replay<'p, 'm, S> {
    /// A player of all these moves.
    #[must_use]
    pub fn new(program: &'p Program, moves: &'m [String], stop: Stop) -> Self {
        Replay { machine: Machine::new(program), moves, stop }
    }
}

impl<S: Shape> Strategy<S> for Replay<'_, '_, S> {
    fn choose(&mut self, seat: &Seat<'_, S>, _: &mut Generator) -> Decision {
        match self.moves.get(seat.turns) {
            None => Decision::Stop(self.stop.clone()),
            Some(text) => numbered(&mut self.machine, seat, text)
                .map_or_else(|reason| Decision::Forfeit(format!("`{text}`: {reason}")), Decision::Play),
        }
    }
}

/// Number of the move that is written so.
pub(super) fn numbered<S: Shape>(
    machine: &mut Machine<'_, S>,
    seat: &Seat<'_, S>,
    text: &str,
) -> Result<u64, NoSuchMove> {
    let script = read(machine, seat.position, text)?;
    if let Some(index) = seat.candidates.listed.iter().position(|candidate| candidate.encoded == script) {
        return Ok(index as u64);
    }
    // It stands behind the moves that are listed.
    let (mut at, mut found) = (0, None);
    let all = machine.moves(seat.position, |one| {
        if *one.encoded == script {
            found = Some(at);
            return std::ops::ControlFlow::Break(());
        }
        at += 1;
        std::ops::ControlFlow::Continue(())
    });
    found.ok_or_else(|| all.err().map_or(NoSuchMove::Unknown, NoSuchMove::TooLong))
}
