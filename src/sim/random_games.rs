//! Games of players who only ever draw their moves: the same games as a referee sees, played without what other players need.

use super::clock::Clock;
use super::ending::{Ending, Stop};
use super::referee::Limits;
use super::seed::Generator;
use crate::engine::{Cells as _, Ended, Machine, Shape};
use crate::game::Game;
use crate::model::Player as Side;
use crate::plan::{self, Counts, DrawnTurn, Halt};
use rand_chacha::rand_core::RngCore as _;
use std::sync::Arc;

/// After how many turns the clock is looked at.
const TURNS_OF_THE_CLOCK: usize = 32;

/// Plays games at random. Make one for each thread, and use it again.
#[derive(Debug)]
pub(super) struct RandomGames<'p, S: Shape> {
    game: plan::RandomTurns<'p>,
    /// Says what the rules say where a game may be over.
    machine: Machine<'p, S>,
    clock: Arc<Clock>,
    start: Side,
    /// What was counted in the turns of the last game.
    counts: Counts,
}

impl<'p, S: Shape> RandomGames<'p, S> {
    /// None if a game needs more than its cells. Rows and captures are counted if that is wanted.
    pub(super) fn new(game: &'p Game, counts: bool, clock: &Arc<Clock>) -> Option<Self> {
        let (played, mut machine) = (game.random_turns(counts)?, game.machine::<S>());
        machine.set_budget(clock.budget());
        let counts = played.no_counts();
        Some(RandomGames { game: played, machine, clock: Arc::clone(clock), start: Side::South, counts })
    }

    /// Plays a game: first moves are drawn by `opening`, the others by `generator`. None if a referee has to see to it, from
    /// its start.
    pub(super) fn play(
        &mut self,
        start: &S::Position,
        limits: Limits,
        generator: &mut Generator,
        opening: &mut Generator,
    ) -> Option<Ending> {
        self.start = start.mover();
        self.game.begin(start.bytes()?, self.start);
        self.clock.start(limits.time);
        let ending = self.play_on(limits, generator, opening);
        self.clock.rest();
        self.counts.clear();
        self.game.take_counts(&mut self.counts);
        ending
    }

    fn play_on(&mut self, limits: Limits, generator: &mut Generator, opening: &mut Generator) -> Option<Ending> {
        loop {
            let played = self.game.trail().len();
            if played >= limits.moves as usize {
                let can_move = self.machine.can_move(&self.last()).ok()?;
                return self.without_move(can_move, Some(Stop::Moves));
            }
            if played.is_multiple_of(TURNS_OF_THE_CLOCK)
                && let Some(stop) = self.clock.stopped()
            {
                return Some(Ending::Stopped(stop));
            }
            if self.game.times() > 1
                && let Some(ended) = self.by_the_rules()?
            {
                return Some(Ending::Rules(ended));
            }
            let openings = limits.random_moves as usize;
            let (drawn_from, most) =
                if played < openings { (&mut *opening, openings) } else { (&mut *generator, usize::MAX) };
            let next_look = (played + 1).next_multiple_of(TURNS_OF_THE_CLOCK);
            let most = most.min(limits.moves as usize).min(next_look) - played;
            match self.game.go_on(most, &mut || drawn_from.next_u32()) {
                Halt::Enough | Halt::Repeated => {}
                Halt::NotDrawn { can_move } => return self.without_move(can_move, None),
                Halt::Unknown => return None,
                Halt::Ended(row) => {
                    let mover = self.game.trail().last()?.mover;
                    let last = self.last();
                    return self.machine.ended_by(row, mover, &last).map(Ending::Rules);
                }
            }
        }
    }

    /// How the game ends before the turn by its rules, if it does; none if they take too long.
    fn by_the_rules(&mut self) -> Option<Option<Ended>> {
        let mut looked_at = self.last();
        self.machine.before_turn(&mut looked_at, self.game.times()).ok()
    }

    /// How a game ends where no move is played: by its rules, or because there is none, or otherwise so.
    fn without_move(&mut self, can_move: bool, otherwise: Option<Stop>) -> Option<Ending> {
        match self.by_the_rules()? {
            Some(ended) => Some(Ending::Rules(ended)),
            None if can_move => otherwise.map(Ending::Stopped),
            None => Some(Ending::Stopped(Stop::Stuck)),
        }
    }

    /// The last position of the last game, without what end rows have awarded before a turn.
    pub(super) fn last(&self) -> S::Position {
        let mut position = S::Position::zero();
        position.set_bytes(self.game.cells());
        position.set_mover(self.game.mover());
        position
    }

    /// Who began the last game.
    pub(super) fn first(&self) -> Side {
        self.start
    }

    /// The turns of the last game.
    pub(super) fn trail(&self) -> &[DrawnTurn] {
        self.game.trail()
    }

    /// South's lead before each of them.
    pub(super) fn leads(&self) -> &[i32] {
        self.game.leads()
    }

    /// Which rows were taken in them, and where pieces were captured.
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }
}
