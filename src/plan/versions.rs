//! Code once more for each place that it has to do with. Most of what a turn asks depends on where the last piece fell, or on
//! what was chosen, and on state that seldom changes; where these are known, hardly anything is left to be asked. So the code of
//! a turn goes on, wherever it first asks for a place, with a version that was written for that one: it does the same, and leaves
//! out what is known. A version is written when code first comes to it, by whoever runs it.
//!
//! Versions stand behind the operations that they were made from. They come back to those at every choice, so that whatever
//! knows operations by their addresses need not know of versions.

mod constants;
mod here;
mod learnt;
mod occupied;
mod trial;
mod writer;

use super::Side;
use super::build::MOST_OPERATIONS;
use super::op::{Address, Op, Reg, SetReg};
use crate::id::Id as _;
use here::Here;
pub(super) use writer::Versions;

/// What was not written by now: the version that an operation goes on with, or that of a switch for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unwritten {
    Version(u16),
    Switched { number: u16, value: i32 },
}

/// Where code goes on by what a register holds: for each place, and then for whatever else it may be.
#[derive(Debug, Clone)]
pub(super) struct Switch([Address; PLACES + 1]);

/// Places that are told apart.
const PLACES: usize = 64;

/// Stands in the place of an address for what is not written.
const LATER: Address = Address::FIRST;

impl Switch {
    /// Where it goes on from what a register holds; none if that is not written.
    #[inline(always)]
    pub(super) fn from(&self, number: i32) -> Option<Address> {
        let address = self.0[usize::try_from(number).map_or(PLACES, |place| place.min(PLACES))];
        (address != LATER).then_some(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::at_random::{Led, Turn, settings};
    use crate::plan::machine::{Machine, Stop};
    use crate::plan::op::turn;
    use crate::plan::{Plan, Width, pack};
    use crate::{Game, Variant, shipped_names};
    use std::collections::HashSet;
    use std::mem::{Discriminant, discriminant};

    /// Turns of games at random that are compared.
    const TURNS: usize = 60;
    /// Moves of a turn that are compared.
    const MOVES: usize = 40;

    /// Compares moves of a kind as they are found one after the other; adds what those lead to that do not end the game.
    fn compared<const W: usize>(
        plain: &mut Machine<'_, W>,
        with: &mut Machine<'_, W>,
        kind: usize,
        children: &mut Vec<Led<W>>,
    ) {
        let mut stops = (plain.first(kind), with.first(kind));
        for _ in 0..MOVES {
            assert_eq!(stops.0, stops.1);
            if stops.0 != Stop::Legal {
                break;
            }
            assert_eq!(plain.position(), with.position());
            assert_eq!(plain.choices(), with.choices());
            let told = |machine: &Machine<'_, W>| -> Vec<i32> {
                Reg::all().take(turn::COUNT).chain([turn::KIND]).map(|reg| machine.get(reg)).collect()
            };
            assert_eq!(told(plain), told(with));
            assert_eq!(plain.lifted_first(), with.lifted_first());
            if plain.get(turn::ENDED) == 0 {
                children.push((*plain.position(), plain.get(turn::AGAIN) != 0));
            }
            stops = (plain.next(), with.next());
        }
    }

    /// What was played with.
    struct Played {
        /// Whether there are versions of both players' code.
        with_versions: bool,
        /// Operations that are run as one in versions alone.
        joined: HashSet<Discriminant<Op>>,
    }

    /// Plays turns at random from a position on.
    fn plays_alike<const W: usize>(sides: &[Side<W>; 2], start: [u8; W]) -> Played {
        let mut plain = sides.each_ref().map(Machine::new);
        let mut with = sides.each_ref().map(Machine::with_versions);
        let mut turn = Turn::first(start);
        for _ in 0..TURNS {
            let (mut children, cells, by) = (Vec::new(), turn.cells, turn.by);
            plain[by].set_position(&cells);
            with[by].set_position(&cells);
            #[cfg(feature = "sim")]
            assert!(cells == start || *plain[by].turn_start() == cells, "state falls back in the turn that lets it");
            for kind in 0..sides[by].kinds.len() {
                compared(&mut plain[by], &mut with[by], kind, &mut children);
            }
            turn.go_on(&children);
        }
        let joins = |op: &Op| matches!(op, Op::CellSteps { .. } | Op::LiftLapHeld { .. });
        let versions = with.iter().filter_map(Machine::versions);
        Played {
            with_versions: versions.clone().count() == 2,
            joined: versions.flat_map(|versions| versions.run()).filter(|op| joins(op)).map(discriminant).collect(),
        }
    }

    /// With versions the same moves are found, and the same is told of them.
    #[test]
    fn versions_do_what_they_were_made_from_does() {
        let (mut with_versions, mut joined) = (0, HashSet::new());
        for name in shipped_names() {
            let variant = Variant::shipped(name).expect("it is shipped");
            for bindings in settings(&variant) {
                let game = variant.game_with(&bindings).expect("it checks");
                let plans = [Plan::new, Plan::telling_rows].map(|made| made(game.program()));
                for played in plans.iter().flatten().map(|plan| is_played_alike(plan, &game)) {
                    with_versions += usize::from(played.with_versions);
                    joined.extend(played.joined);
                }
            }
        }
        assert!(with_versions >= 1_000, "only {with_versions}");
        assert_eq!(joined.len(), 2);
    }

    fn is_played_alike(plan: &Plan, game: &Game) -> Played {
        let (program, start) = (game.program(), game.start());
        match &plan.width {
            Width::Narrow(sides) => plays_alike(sides, pack(program, &start)),
            Width::Middle(sides) => plays_alike(sides, pack(program, &start)),
            Width::Wide(sides) => plays_alike(sides, pack(program, &start)),
        }
    }
}
