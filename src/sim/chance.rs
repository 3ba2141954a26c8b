//! Games of players who only ever draw their moves: the same games as a referee sees, played without what other players need.

use super::candidates::random_index;
use super::clock::Clock;
use super::ending::{Ending, Stop};
use super::referee::{Limits, Turn};
use super::seed::Generator;
use crate::engine::{Cells as _, Ended, History, Machine, Shape};
use crate::game::Game;
use crate::model::Player as Side;
use crate::plan::{self, Came, Drawn, Told};
use std::sync::Arc;

/// After how many turns the clock is looked at.
const TURNS_OF_THE_CLOCK: usize = 32;

/// Plays games at random. Make one for each thread, and use it again.
#[derive(Debug)]
pub(super) struct Chance<'p, S: Shape> {
    game: plan::Chance<'p>,
    /// Says what the rules say where a game may be over.
    machine: Machine<'p, S>,
    clock: Arc<Clock>,
    /// The positions that have been there, where a rule asks for them; and how often the one that is there now has.
    history: Option<History<S>>,
    times: u32,
    start: Side,
    trail: Vec<DrawnTurn>,
    told: Vec<Told>,
}

/// A turn of a game at random.
#[derive(Debug)]
pub(super) struct DrawnTurn {
    /// What came of it.
    pub(super) turn: Turn,
    /// South's lead before it, in hundredths.
    pub(super) lead: i32,
    /// Number of the place where its last piece fell.
    pub(super) last: Option<usize>,
    /// Where what is told of it ends.
    told: usize,
}

impl<'p, S: Shape> Chance<'p, S> {
    /// None if a game needs more than its cells. What happens in turns is told if that is wanted.
    pub(super) fn new(game: &'p Game, tells: bool, clock: &Arc<Clock>) -> Option<Self> {
        let (played, mut machine) = (game.chance(tells)?, game.machine::<S>());
        machine.set_budget(clock.budget());
        let history = game.program().asks_for_repetition().then(History::new);
        let clock = Arc::clone(clock);
        let (trail, told) = (Vec::new(), Vec::new());
        Some(Chance { game: played, machine, clock, history, times: 1, start: Side::South, trail, told })
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
        self.trail.clear();
        self.told.clear();
        self.start = start.mover();
        self.game.begin(start.bytes()?, self.start);
        self.history.iter_mut().for_each(History::clear);
        self.note();
        self.clock.start(limits.time);
        let ending = self.play_on(limits, generator, opening);
        self.clock.rest();
        ending
    }

    fn play_on(&mut self, limits: Limits, generator: &mut Generator, opening: &mut Generator) -> Option<Ending> {
        loop {
            let played = self.trail.len();
            let is_opening = played < limits.random_moves as usize;
            let drawn_from = if is_opening { &mut *opening } else { &mut *generator };
            if played >= limits.moves as usize {
                let can_move = self.machine.can_move(&self.last()).ok()?;
                return self.without_move(can_move, Some(Stop::Moves));
            }
            if played.is_multiple_of(TURNS_OF_THE_CLOCK)
                && let Some(stop) = self.clock.stopped()
            {
                return Some(Ending::Stopped(stop));
            }
            if self.times > 1
                && let Some(ended) = self.by_the_rules()?
            {
                return Some(Ending::Rules(ended));
            }
            let mover = self.game.mover();
            let came = self.game.turn(&mut |choices| random_index(choices, drawn_from));
            let drawn = match came {
                Came::Played(drawn) => drawn,
                Came::Not { can_move } => return self.without_move(can_move, None),
                Came::Unknown => return None,
            };
            self.told.extend_from_slice(drawn.told);
            self.trail.push(DrawnTurn::of(&drawn, mover, is_opening, self.told.len()));
            if let Some(row) = drawn.ended {
                let last = self.last();
                return self.machine.ended_by(row, mover, &last).map(Ending::Rules);
            }
            self.note();
        }
    }

    /// Counts how often the position has been there.
    #[inline]
    fn note(&mut self) {
        // Where no rule asks for it, the position is not even made.
        let last = self.history.is_some().then(|| self.last());
        self.times = self.history.as_mut().zip(last).map_or(1, |(history, last)| history.note(&last));
    }

    /// How the game ends before the turn by its rules, if it does; none if they take too long.
    fn by_the_rules(&mut self) -> Option<Option<Ended>> {
        let mut looked_at = self.last();
        self.machine.before_turn(&mut looked_at, self.times).ok()
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
        &self.trail
    }

    /// The turns of the last game, each with what is told of it.
    pub(super) fn told(&self) -> impl Iterator<Item = (&DrawnTurn, &[Told])> {
        let mut begin = 0;
        self.trail.iter().map(move |turn| {
            let told = &self.told[begin..turn.told];
            begin = turn.told;
            (turn, told)
        })
    }
}

impl DrawnTurn {
    fn of(drawn: &Drawn<'_, '_>, mover: Side, opening: bool, told: usize) -> Self {
        let Drawn { choices, captured, laps, again, .. } = *drawn;
        let turn = Turn { mover, choices, captured, laps, again, opening };
        DrawnTurn { turn, lead: 100 * drawn.lead, last: drawn.last, told }
    }
}
