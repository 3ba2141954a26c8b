//! Plays one game between two players, by the rules of the variant alone.

use super::candidates::Candidates;
use super::clock::Clock;
use super::ending::{Ending, Limits, Stop};
use super::player::{Decision, Seat, Strategy};
use super::seed::Generator;
use crate::engine::{Cells as _, EncodedMove, Machine, Shape};
use crate::game::{Course, Game};
use crate::model::Player as Side;
use std::sync::Arc;

/// A turn that was played.
#[derive(Debug, Clone)]
pub struct Ply<S: Shape> {
    /// The position before it.
    pub position: S::Position,
    /// The move.
    pub encoded: EncodedMove,
    /// What came of it.
    pub turn: Turn,
}

/// What came of a turn, whatever the game.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    /// Who moved.
    pub mover: Side,
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

/// Plays games. Make one for each thread, and use it again.
#[derive(Debug)]
pub struct Referee<'p, S: Shape> {
    machine: Machine<'p, S>,
    candidates: Candidates<S>,
    trail: Vec<Ply<S>>,
    course: Course<S>,
    proven: Option<i32>,
    clock: Arc<Clock>,
}

impl<'p, S: Shape> Referee<'p, S> {
    /// A referee for a game.
    #[must_use]
    pub fn new(game: &'p Game) -> Self {
        let machine = game.machine::<S>();
        let course = Course::new(&machine);
        let (candidates, trail) = (Candidates::default(), Vec::with_capacity(256));
        Referee { machine, candidates, trail, course, proven: None, clock: Arc::default() }
    }

    /// A referee who gives up games when a clock says so.
    pub fn heeding(game: &'p Game, clock: &Arc<Clock>) -> Self {
        let mut referee = Referee { clock: Arc::clone(clock), ..Referee::new(game) };
        referee.machine.set_budget(clock.budget());
        referee
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

    /// The last position of the last game, without what end rows have awarded before a turn.
    #[must_use]
    pub fn last(&self) -> &S::Position {
        self.course.position()
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
        players: &mut [&mut (dyn Strategy<S> + 'q); 2],
        generator: &mut Generator,
        opening: &mut Generator,
    ) -> Ending {
        self.trail.clear();
        self.proven = None;
        self.course.begin(start);
        let clock = Arc::clone(&self.clock);
        clock.start(limits.time);
        let ending = self.play_on(limits, players, generator, opening);
        clock.rest();
        ending
    }

    fn play_on<'q>(
        &mut self,
        limits: Limits,
        players: &mut [&mut (dyn Strategy<S> + 'q); 2],
        generator: &mut Generator,
        opening: &mut Generator,
    ) -> Ending {
        loop {
            let is_opening = self.trail.len() < limits.random_moves as usize;
            let mover = self.course.position().mover();
            if let Some(ending) = self.before_turn(is_opening || players[mover.index()].draws()) {
                return ending;
            }
            if let Some(stop) = self.stopped(limits) {
                return Ending::Stopped(stop);
            }
            let chosen = if is_opening {
                Decision::Any
            } else {
                let seat = Seat {
                    position: self.course.position(),
                    candidates: &self.candidates,
                    seen: self.course.history(),
                    turns: self.trail.len(),
                    clock: &self.clock,
                };
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

    /// Lists the moves, or counts them if one is to be drawn, and looks at the end rows that come before them.
    fn before_turn(&mut self, draws: bool) -> Option<Ending> {
        if draws {
            self.candidates.count(&mut self.machine, self.course.position());
        } else {
            self.candidates.list(&mut self.machine, self.course.position());
        }
        if self.candidates.exhausted.is_some() {
            return Some(self.gave_up());
        }
        if self.candidates.count > 0 && !self.course.may_be_over() {
            return None;
        }
        match self.course.over(&mut self.machine) {
            Ok(Some((ended, _))) => Some(Ending::Rules(ended)),
            Ok(None) if self.candidates.count == 0 => Some(Ending::Stopped(Stop::Stuck)),
            Ok(None) => None,
            Err(_) => Some(self.gave_up()),
        }
    }

    /// How a game ends in which a machine has given up: it was called off, or a turn took too many steps.
    fn gave_up(&self) -> Ending {
        Ending::Stopped(self.clock.stopped().unwrap_or(Stop::TooLong))
    }

    fn stopped(&self, limits: Limits) -> Option<Stop> {
        if self.trail.len() >= limits.moves as usize { Some(Stop::Moves) } else { self.clock.stopped() }
    }

    /// Plays what was chosen.
    fn advance(&mut self, chosen: Decision, opening: bool, generator: &mut Generator) -> Option<Ending> {
        let position = *self.course.position();
        let mover = position.mover();
        let index = match chosen {
            Decision::Play(index) => self.candidates.fetch(&mut self.machine, &position, index),
            Decision::Any => match self.candidates.any(&mut self.machine, &position, generator) {
                // There are moves: that none is drawn is no fault of the player's.
                None => return Some(self.gave_up()),
                drawn => drawn,
            },
            Decision::Forfeit(reason) => return Some(Ending::Stopped(Stop::Forfeit(mover, reason))),
            Decision::Stop(stop) => return Some(Ending::Stopped(stop)),
        };
        let Some(index) = index else {
            if let Some(stop) = self.clock.stopped() {
                return Some(Ending::Stopped(stop));
            }
            return Some(Ending::Stopped(Stop::Forfeit(mover, "chose a move that is not there".into())));
        };
        let made = &self.candidates.listed[index];
        self.trail.push(Ply {
            position,
            encoded: made.encoded.clone(),
            turn: Turn {
                mover,
                choices: self.candidates.count,
                captured: made.captured,
                laps: made.laps,
                again: made.again,
                opening,
            },
        });
        self.course.advance(&made.position);
        made.ended.map(Ending::Rules)
    }
}
