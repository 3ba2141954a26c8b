//! Where a turn stands that is settled, so that another machine goes on there.

use super::snapshot::{Keeps, Snapshot};
use super::{Machine, Stop};
use crate::id::Id as _;
use crate::plan::op::{Address, turn};
use crate::plan::side::Kept;

/// What a turn has come to.
#[derive(Debug)]
pub(in crate::plan) struct Standing<const W: usize> {
    /// Where it goes on.
    at: Address,
    snapshot: Snapshot<W>,
    /// How many registers of it are read from there on.
    kept: Kept,
    kind: i32,
    lifted_first: i32,
}

impl<const W: usize> Standing<W> {
    /// Nothing was played.
    pub(in crate::plan) const NOWHERE: Self = Standing {
        at: Address::FIRST,
        snapshot: Snapshot::EMPTY,
        kept: Kept { numbers: 0, sets: 0 },
        kind: 0,
        lifted_first: -1,
    };
}

impl<const W: usize> Machine<'_, W> {
    /// Notes where the turn stands that was found.
    pub(in crate::plan) fn note_standing(&self, standing: &mut Standing<W>) {
        let Some(goes_on) = &self.side.goes_on else { return };
        let keeps = Keeps { registers: goes_on.kept, before_sowing: self.side.remembers };
        standing.snapshot.keep(&self.cells, (&self.numbers, &self.sets), keeps);
        (standing.at, standing.kept, standing.kind) = (self.settled, goes_on.kept, self.get(turn::KIND));
        standing.lifted_first = self.lifted_first;
    }

    /// Plays a turn of the position on from where it stands.
    pub(in crate::plan) fn go_on_from(&mut self, standing: &Standing<W>) -> Stop {
        self.begin(standing.kind);
        let keeps = Keeps { registers: standing.kept, before_sowing: self.side.remembers };
        standing.snapshot.put_back(&mut self.cells, (&mut self.numbers, &mut self.sets), keeps);
        self.lifted_first = standing.lifted_first;
        self.run(standing.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::at_random::Turn;
    use crate::plan::counts::Counts;
    use crate::plan::expand::Told;
    use crate::plan::{Plan, Side, Width, pack};
    use crate::{Variant, shipped_names};

    /// Turns of games at random that are played.
    const TURNS: usize = 60;
    /// Moves of a turn that are compared.
    const MOVES: usize = 40;

    /// What came of a turn.
    type Came<const W: usize> = ([u8; W], Told, Counts);

    fn came<const W: usize>(plays: &mut Machine<'_, W>) -> Came<W> {
        let mut counts = Counts::of(plays.side());
        plays.take_counts(&mut counts);
        (*plays.position(), plays.told_of_drawn(), counts)
    }

    /// One player's machines: those that find moves, without and with versions, and the one that plays them.
    struct Player<'p, const W: usize> {
        finds: [Machine<'p, W>; 2],
        plays: Machine<'p, W>,
    }

    impl<'p, const W: usize> Player<'p, W> {
        fn new(listing: &'p Side<W>, side: &'p Side<W>) -> Self {
            let finds = [Machine::new(listing), Machine::with_versions(listing)];
            Player { finds, plays: Machine::new(side) }
        }

        /// Goes on with the moves of a kind from where they are found to stand, and plays them as well; adds what they come to.
        fn compares(&mut self, cells: &[u8; W], kind: usize, all: &mut Vec<Came<W>>) {
            let (finds, plays) = (&mut self.finds, &mut self.plays);
            let mut standing = Standing::NOWHERE;
            for finds in finds {
                finds.set_position(cells);
                finds.takes_notes(true);
                let mut stop = finds.first(kind);
                for _ in 0..MOVES {
                    if stop != Stop::Legal {
                        break;
                    }
                    plays.set_position(cells);
                    assert_eq!(plays.play(kind, finds.choices()), Stop::Legal);
                    let played = came(plays);
                    if let Some(notes) = finds.notes() {
                        finds.note_standing(&mut standing);
                        plays.set_position(cells);
                        plays.count_notes(notes);
                        assert_eq!(plays.go_on_from(&standing), Stop::Legal);
                        assert_eq!(came(plays), played);
                    }
                    all.push(played);
                    stop = finds.next();
                }
            }
        }
    }

    /// Plays turns at random from a position on; how many were compared.
    fn compared<const W: usize>(listing: &[Side<W>; 2], sides: &[Side<W>; 2], start: [u8; W]) -> usize {
        if listing.iter().any(|side| side.goes_on.is_none() || side.chooses_orders) {
            return 0;
        }
        let mut players = [0, 1].map(|by| Player::new(&listing[by], &sides[by]));
        let (mut turn, mut all) = (Turn::first(start), 0);
        for _ in 0..TURNS {
            let mut moves = Vec::new();
            for kind in 0..sides[turn.by].kinds.len() {
                players[turn.by].compares(&turn.cells, kind, &mut moves);
            }
            all += moves.len();
            let go_on = moves.iter().filter(|(_, told, _)| told.ended == 0);
            turn.go_on(&go_on.map(|(cells, told, _)| (*cells, told.again)).collect::<Vec<_>>());
        }
        all
    }

    /// A turn that is gone on with from where it stands comes to what it comes to when it is played, and the same is counted of it.
    #[test]
    fn turns_go_on_from_where_they_stand() {
        let mut all = 0;
        for name in shipped_names() {
            let game = Variant::shipped(name).expect("it is shipped").game().expect("it checks");
            let Ok(plan) = Plan::telling_rows(game.program()) else { continue };
            let (listing, start) = (plan.listing(), game.start());
            all += match (&listing.width, &plan.width) {
                (Width::Narrow(lists), Width::Narrow(sides)) => compared(lists, sides, pack(game.program(), &start)),
                (Width::Middle(lists), Width::Middle(sides)) => compared(lists, sides, pack(game.program(), &start)),
                (Width::Wide(lists), Width::Wide(sides)) => compared(lists, sides, pack(game.program(), &start)),
                _ => 0,
            };
        }
        assert!(all > 100_000, "only {all}");
    }
}
