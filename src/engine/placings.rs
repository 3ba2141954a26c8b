//! Moves that differ in nothing but where the pieces of the hand are placed. There may be thousands of them; their number is
//! known before any is played, and so is each of them.

use super::choice_point::Options;
use super::encoded_move::{Choice, EncodedMove};
use super::listing::Successor;
use super::machine::Machine;
use super::position::{Shape, in_bag};
use crate::ir::{self, Action, BlockId, Exit, Id, Places};
use smallvec::SmallVec;

/// Legal moves that differ in nothing but where the pieces of the hand are placed.
#[derive(Debug, Clone)]
pub struct Placings {
    /// What is chosen before.
    begun: EncodedMove,
    places: Places,
    /// How many pieces of each kind are placed.
    hand: SmallVec<[u32; 8]>,
    count: u32,
}

/// What is listed where not every move is looked at.
#[derive(Debug)]
pub enum Listed<'a, S: Shape> {
    /// A move, and what it leads to.
    Move(Successor<'a, S>),
    /// Moves that follow one another.
    Placings(Placings),
}

impl Placings {
    fn new(begun: &EncodedMove, places: Places, hand: SmallVec<[u32; 8]>) -> Option<Self> {
        let mut each = hand.iter().map(|pieces| ways(*pieces, places.count().unsigned_abs()));
        let count = each.try_fold(1_u32, |all, ways| all.checked_mul(ways?))?;
        Some(Placings { begun: begun.clone(), places, hand, count })
    }

    /// How many they are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The move with a number below that, in the order of listing: of two ways to place the pieces, the one comes first whose
    /// first piece that lies elsewhere lies in the place before.
    #[must_use]
    pub fn nth(&self, number: u32) -> EncodedMove {
        let mut encoded = self.begun.clone();
        let places: SmallVec<[usize; 32]> = self.places.map(Id::index).collect();
        let (mut number, mut further) = (number, self.count);
        for pieces in &self.hand {
            let all = ways(*pieces, size(&places)).unwrap_or(1);
            further = further.checked_div(all).unwrap_or(0);
            let mut rest = number.checked_div(further).unwrap_or(0);
            number = number.checked_rem(further).unwrap_or(0);
            let mut left = places.as_slice();
            for behind in (0..*pieces).rev() {
                while let [_, others @ ..] = left
                    && let Some(fewer) = rest.checked_sub(ways(behind, size(left)).unwrap_or(u32::MAX))
                {
                    (rest, left) = (fewer, others);
                }
                encoded.extend(left.first().map(|place| Choice::of(*place)));
            }
        }
        encoded
    }
}

fn size(places: &[usize]) -> u32 {
    u32::try_from(places.len()).unwrap_or(u32::MAX)
}

/// In how many ways pieces that are alike can be placed; none if they are too many to be counted.
fn ways(pieces: u32, places: u32) -> Option<u32> {
    let Some(others) = places.checked_sub(1) else { return Some(u32::from(pieces == 0)) };
    // Binomial coefficients one factor after the other stay whole numbers.
    let count = (1..=u64::from(pieces)).try_fold(1_u64, |ways, piece| {
        let more = ways.checked_mul(u64::from(others) + piece)?.checked_div(piece)?;
        (more <= u64::from(u32::MAX)).then_some(more)
    })?;
    u32::try_from(count).ok()
}

impl<S: Shape> Machine<'_, S> {
    /// The turns that go on from the choice that has come, where it is one of the place for the first piece of the hand, and
    /// all of them are legal whatever is chosen.
    pub(super) fn placings(&self) -> Option<Placings> {
        let Options::Free { set, choice } = self.options else { return None };
        let ir::Choice::Placing { next, .. } = &self.code.choices[choice] else { return None };
        // What comes between the rounds of a match may take more steps than there are.
        if self.plays_on || !self.code.legal.is_empty() || !self.is_legal_from(*next) {
            return None;
        }
        let in_hand = self.each_kind().map(|kind| in_bag(self.turn.hand.as_ref(), kind).unsigned_abs());
        Placings::new(&self.encoded, set, in_hand.collect())
    }

    /// Whether a turn that has come to a block is closed without another choice or lap, and nothing forbids it.
    fn is_legal_from(&self, block: BlockId) -> bool {
        let code = self.code;
        let (mut open, mut seen) = (vec![block], Vec::new());
        while let Some(id) = open.pop() {
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            let block = &code.blocks[id];
            let may_forbid = |action: &Action| {
                matches!(action, Action::Require(_) | Action::Prefer(..) | Action::ForEach(..) | Action::Do(_))
            };
            if block.actions.iter().any(|(action, _)| may_forbid(action)) {
                return false;
            }
            match block.exit {
                Exit::Go(to) | Exit::Pass(_, to) => open.push(to),
                Exit::Branch(_, then, otherwise) => open.extend([then, otherwise]),
                Exit::Close(_) => open.extend(self.turn.kind.map(|kind| code.kinds[kind].close)),
                Exit::Done => {}
                Exit::Choose(_) | Exit::Sow(..) | Exit::SowOn(_) | Exit::NotLegal | Exit::Return => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{EncodedMove, Placings, ways};
    use crate::ir::{Id, MoveKind, Place};

    #[test]
    fn ways_are_counted_without_being_listed() {
        assert_eq!([ways(0, 0), ways(1, 0), ways(0, 7), ways(1, 7)], [Some(1), Some(0), Some(1), Some(7)]);
        assert_eq!([ways(5, 16), ways(2, 2), ways(20, 16)], [Some(15_504), Some(3), Some(3_247_943_160)]);
        assert_eq!([ways(21, 16), ways(u32::MAX, u32::MAX)], [None, None]);
    }

    /// Pieces of two kinds, a place of which none is, and one kind of which there is no piece.
    #[test]
    fn each_has_its_number() {
        let places = [1, 4, 5].into_iter().filter_map(Place::at).collect();
        let placings =
            Placings::new(&EncodedMove::new(MoveKind::FIRST), places, [2, 0, 3].into_iter().collect()).unwrap();
        assert_eq!(placings.count(), 6 * 10);
        let all: Vec<Vec<usize>> = (0..placings.count())
            .map(|number| placings.nth(number).choices().iter().map(|choice| choice.number()).collect())
            .collect();
        assert_eq!((&all[0], &all[59]), (&vec![1, 1, 1, 1, 1], &vec![5, 5, 5, 5, 5]));
        assert!(all.is_sorted_by(|one, next| one < next), "{all:?}");
        let is_in_order = |one: &Vec<usize>| one[..2].is_sorted() && one[2..].is_sorted();
        assert!(all.iter().all(is_in_order), "{all:?}");
    }
}
