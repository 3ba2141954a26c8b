//! Which rules forbid moves in games at random. What is forbidden is never played, so that it is looked for among the
//! turns that a player might have thought of.

use super::clock::Clock;
use super::ending::Limits;
use super::player::Random;
use super::prepare::Prepared;
use super::referee::Referee;
use super::seed::{game_generator, opening_generator};
use super::shaped;
use crate::engine::{Choice, Machine, Shape, Step, pack};
use crate::model::{MoveKind, RuleId};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Most turns that are looked at in one position.
const MOST_TURNS: usize = 2_000;

/// The rules that forbid a turn in one of these games at random, as far as they are found in this time.
#[must_use]
pub fn forbidding(prepared: &Prepared, games: u64, time: Duration) -> BTreeSet<RuleId> {
    let program = prepared.game.program();
    let mut found = BTreeSet::new();
    let search = Arc::new(Clock::default());
    search.start(Some(time));
    shaped!(program, S => {
        let start = pack::<S>(program, &prepared.starts[0]);
        let mut referee = Referee::<S>::new(&prepared.game);
        referee.machine().set_budget(search.budget());
        let limits = Limits { random_moves: 0, ..prepared.limits };
        for number in (0..games).take_while(|_| search.stopped().is_none()) {
            let (mut generator, mut opening) = (game_generator(1, number), opening_generator(1, number));
            referee.play(&start, limits, &mut [&mut Random, &mut Random], &mut generator, &mut opening);
            let positions: Vec<_> = referee.trail().iter().map(|ply| ply.position).chain([*referee.last()]).collect();
            for position in positions.into_iter().take_while(|_| search.stopped().is_none()) {
                let mut search = Search { machine: referee.machine(), position, left: MOST_TURNS, found: &mut found };
                program.model.moves.ids().for_each(|kind| search.walk(kind, &mut Vec::new()));
            }
        }
    });
    found
}

/// Walks the turns of a position, choice by choice.
struct Search<'a, 'p, S: Shape> {
    machine: &'a mut Machine<'p, S>,
    position: S::Position,
    left: usize,
    found: &'a mut BTreeSet<RuleId>,
}

impl<S: Shape> Search<'_, '_, S> {
    fn walk(&mut self, kind: MoveKind, made: &mut Vec<Choice>) {
        if self.left == 0 {
            return;
        }
        match self.machine.step(&self.position, kind, made) {
            Step::Complete(_, forbidden) => {
                self.left -= 1;
                self.found.extend(forbidden);
            }
            Step::Dead(rule) => {
                self.left -= 1;
                self.found.insert(rule);
            }
            // What comes after more steps than that is not looked for.
            Step::Exhausted(_) => self.left -= 1,
            Step::Choice(options) => {
                for (option, _) in options {
                    made.push(option);
                    self.walk(kind, made);
                    made.pop();
                }
            }
        }
    }
}
