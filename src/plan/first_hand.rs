//! Moves that choose a place, lift all pieces there, and sow them at once in an order that the mover chooses: of which places all
//! orders are legal is told by what they hold, without lifting anything.

use super::Side;
use super::along::{as_i32, as_set};
use super::first_choice::{leaves_all_as_it_is, only_choice_first};
use super::hand_orders::Orders;
use super::machine::MOST_CHOICES;
use super::op::{Op, Reg, Several, several};
use super::seeds::Begins;

/// Where the pieces of each place fall when it is lifted.
#[derive(Debug, Clone)]
pub(super) struct FirstHand {
    /// By the place: those into which its pieces fall, in order; none if there are none.
    falls: Vec<Option<Vec<u8>>>,
}

/// How the pieces are sown.
#[derive(Debug, Clone, Copy, Default)]
struct How {
    lifts: bool,
    way: Option<i32>,
    /// Whether the place is left out that was lifted.
    leaves_it_out: bool,
}

impl<const W: usize> Side<W> {
    /// What is known of moves of a kind that begin so, where the code asks for all orders at once.
    #[inline]
    pub(super) fn first_hand(&self, kind: usize) -> Option<&FirstHand> {
        let all = || (0..self.kinds.len()).map(|kind| self.finds_first_hand(kind)).collect();
        self.first_hands.get_or_init(all).get(kind)?.as_ref()
    }

    fn finds_first_hand(&self, kind: usize) -> Option<FirstHand> {
        let (choice, before) = only_choice_first(self, kind)?;
        let Op::ChoosePlace(slot, _) = self.made_ops()[choice] else { return None };
        if !before.iter().all(leaves_all_as_it_is) {
            return None;
        }
        let (mut how, mut behind) = (How::default(), &self.made_ops()[choice + 1..]);
        while let [op, rest @ ..] = behind {
            match (*op, rest) {
                (
                    Op::Several(Several::Drops { sowing, start, after }),
                    [Op::IsEmpty(several::IN_HAND, true, _), Op::ChooseOrder, ..],
                ) if start == slot && how.lifts && how.leaves_it_out => {
                    let path = self.tables.sowings[usize::from(sowing)].path;
                    let way = how.way?;
                    let begins = (0..self.places).map(|place| Begins { path, start: as_i32(place), way, after });
                    return Some(FirstHand { falls: begins.map(|begins| self.falls(begins)).collect() });
                }
                (op, _) => how.goes_past(op, slot, self)?,
            }
            behind = rest;
        }
        None
    }

    /// The places into which what lies at the start falls, which is left out itself.
    fn falls(&self, begins: Begins) -> Option<Vec<u8>> {
        let skipped = as_set(begins.start);
        let at = self.tables.begin_drops(begins, skipped);
        let (path, index) = (usize::try_from(at.path).ok()?, usize::try_from(at.index).ok()?);
        let places = self.tables.paths[path >> 1].places[path & 1].as_slice();
        let (before, behind) = places.split_at(index % places.len());
        let is_sown = |place: &u8| skipped & as_set((*place).into()) == 0;
        // No track passes a place twice.
        Some(behind.iter().chain(before).copied().filter(is_sown).collect())
    }
}

impl How {
    /// Takes up an operation; none if it does anything else.
    fn goes_past<const W: usize>(&mut self, op: Op, slot: Reg, side: &Side<W>) -> Option<()> {
        match op {
            Op::Several(Several::Lift(most, place))
                if place == slot && side.constants.number(most) == Some(i32::MAX) =>
            {
                self.lifts = true;
            }
            Op::Sowing(_, way) => self.way = Some(side.constants.number(way)?),
            Op::Single(several::SKIPPED, place) if place == slot => self.leaves_it_out = true,
            _ => return None,
        }
        Some(())
    }
}

impl FirstHand {
    /// The orders in which what a place holds can fall, if it is told that each of them is a legal move, rules of legality apart.
    #[inline]
    pub(super) fn orders<const W: usize>(&self, side: &Side<W>, cells: &[u8; W], place: u8) -> Option<Orders> {
        let falls = self.falls[usize::from(place)].as_ref()?;
        let (pieces, each) = side.bags.each_at(cells, place);
        let last = *falls.get(pieces.checked_sub(1)? % falls.len())?;
        let orders = Orders::of(each);
        // One choice is that of the place.
        let has_room = 1 + pieces < MOST_CHOICES;
        let leaves_runs = side.kinds_that_leave_runs(cells, last.into(), pieces > falls.len());
        (has_room && orders.kinds() & leaves_runs == 0).then_some(orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::at_random::{Turn, settings};
    use crate::plan::bags::members;
    use crate::plan::expand::Expander;
    use crate::plan::machine::{Machine, Stop};
    use crate::plan::op::turn;
    use crate::plan::pieces::byte;
    use crate::plan::{Plan, Width, pack};
    use crate::{Bindings, Variant};
    use std::ops::ControlFlow;

    /// Turns of games at random in which what is told is compared.
    const TURNS: usize = 500;

    /// Of which places it is told that their pieces may fall in any order, and of which it is found where they are lifted.
    fn told_and_found<const W: usize>(side: &Side<W>, machine: &mut Machine<'_, W>) -> [u64; 2] {
        let first_hand = side.first_hand(0).expect("it is told of these moves");
        let (mut told, mut found) = (0, 0);
        for place in members(machine.options(0)) {
            let orders = first_hand.orders(side, machine.turn_start(), byte(place));
            machine.options(0);
            let stop = machine.first_of_options(as_set(place));
            let as_it_is = stop == Stop::Legal && machine.get(turn::HAND) != 0 && machine.choices().len() == 1;
            if let Some(orders) = orders.filter(|_| as_it_is) {
                assert_eq!(orders.count(usize::MAX), machine.orders().count(usize::MAX));
            }
            told |= if orders.is_some() { as_set(place) } else { 0 };
            found |= if as_it_is { as_set(place) } else { 0 };
        }
        [told, found]
    }

    /// Plays turns at random; tells of how many places it was told, and of how many not.
    fn compared<const W: usize>(sides: &[Side<W>; 2], listing: &[Side<W>; 2], start: [u8; W]) -> [u32; 2] {
        let mut expanders = sides.each_ref().map(|side| Expander::new(side, false));
        let mut machines = listing.each_ref().map(Machine::new);
        let (mut turn, mut all) = (Turn::first(start), [0, 0]);
        for _ in 0..TURNS {
            let (cells, by) = (turn.cells, turn.by);
            let machine = &mut machines[by];
            machine.set_position(&cells);
            machine.takes_orders_together(true);
            let [told, found] = told_and_found(&listing[by], machine);
            assert_eq!(told, found, "{cells:?}");
            all[0] += told.count_ones();
            all[1] += (machine.options(0) & !told).count_ones();
            let mut children = Vec::new();
            let _ = expanders[by].visit(&cells, &mut |runner| {
                children.extend(runner.child().map(|child| (child.cells, child.again)));
                if children.len() < 1_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            turn.go_on(&children);
        }
        all
    }

    /// It is told of just those places of which it is found when they are lifted: of many, and not of all.
    #[test]
    fn hands_are_told_as_they_are_found() {
        let variant = Variant::shipped("glass-bead-game").expect("it is shipped");
        let larger = Bindings::default().with("size", "6");
        for bindings in settings(&variant).into_iter().chain([larger]) {
            let game = variant.game_with(&bindings).expect("it checks");
            let plan = Plan::new(game.program()).expect("it is planned");
            let (program, start) = (game.program(), game.start());
            let [told, not_told] = match (&plan.width, &plan.listing().width) {
                (Width::Narrow(sides), Width::Narrow(listing)) => compared(sides, listing, pack(program, &start)),
                (Width::Middle(sides), Width::Middle(listing)) => compared(sides, listing, pack(program, &start)),
                (Width::Wide(sides), Width::Wide(listing)) => compared(sides, listing, pack(program, &start)),
                _ => [0, 0],
            };
            assert!(told > 200 && not_told > 50, "{bindings:?}: {told} told, {not_told} not");
        }
    }
}
