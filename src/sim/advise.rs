//! One move of a player, for games with people.

use super::candidates::Candidates;
use super::clock::Clock;
use super::player::{self, Decision, PlayerError, Seat};
use super::prepare::Prepared;
use super::script::PlayerSpec;
use super::seed::game_generator;
use super::shaped;
use crate::engine::{Exhausted, Machine, pack};
use crate::game::{Course, Playthrough, write};
use rand_chacha::rand_core::RngCore as _;

/// Why a player makes no move.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoAdvice {
    /// None is legal.
    #[error("there is no legal move")]
    NoMove,
    /// There can be no such player on this machine.
    #[error(transparent)]
    NoPlayer(#[from] PlayerError),
    /// It chose one that is not legal.
    #[error("it chose a move that is not there")]
    Illegal,
    /// It says why it makes none.
    #[error("{0}")]
    Forfeit(String),
    /// It was called off.
    #[error("it gave up")]
    GaveUp,
    /// A move takes longer than a turn may take.
    #[error(transparent)]
    TooLong(#[from] Exhausted),
}

/// The move that a player would make, as the game writes it; `seed` is where its random numbers begin.
///
/// # Errors
/// Why it makes none.
pub fn advise(prepared: &Prepared, player: &PlayerSpec, played: &Playthrough, seed: u64) -> Result<String, NoAdvice> {
    let program = prepared.game.program();
    shaped!(program, S => {
        let position = pack::<S>(program, played.position());
        let mut machine = Machine::<S>::new(program);
        let (mut candidates, mut course) = (Candidates::<S>::default(), Course::<S>::new(&machine));
        candidates.list(&mut machine, &position);
        if candidates.count == 0 {
            return Err(NoAdvice::NoMove);
        }
        course.begin(&pack::<S>(program, played.start()));
        played.positions().skip(1).for_each(|one| course.advance(&pack::<S>(program, one)));
        let mut player = player::build::<S>(player, prepared.venue())?;
        player.begin();
        let turns = played.turns().len();
        let seat = Seat { position: &position, candidates: &candidates, seen: course.history(), turns, clock: &Clock::default() };
        let mut generator = game_generator(seed, turns as u64);
        match player.choose(&seat, &mut generator) {
            Decision::Any => match machine.sample(&position, &mut || generator.next_u64()) {
                Ok(Some(script)) => Ok(write(&mut machine, &position, &script)),
                Ok(None) => Err(NoAdvice::NoMove),
                Err(exhausted) => Err(exhausted.into()),
            },
            Decision::Play(index) => match candidates.at(&mut machine, &position, index) {
                Some(candidate) => Ok(write(&mut machine, &position, &candidate.encoded)),
                None => Err(NoAdvice::Illegal),
            },
            Decision::Forfeit(reason) => Err(NoAdvice::Forfeit(reason)),
            Decision::Stop(_) => Err(NoAdvice::GaveUp),
        }
    })
}
