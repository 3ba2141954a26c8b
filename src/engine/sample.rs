//! Moves drawn uniformly at random, without listing them.
//!
//! A hand of many pieces of several kinds can be sown in more orders than anybody can list, but their number is known:
//! `n! / (a! b! …)`. So an order is drawn first, uniformly from all orders of all turns, and it is kept in proportion to
//! the moves that it leads to: none if it is not legal, one, or as many as there are choices behind it (which pieces are
//! captured). One of those is then drawn. So each legal move comes out with the same chance.

use super::budget::Exhausted;
use super::choice_point::Options;
use super::encoded_move::{Choice, EncodedMove};
use super::listing::{Halt, finished};
use super::machine::Machine;
use super::position::{Cells, Shape, in_bag};
use super::trace::Silent;
use super::turn::Status;
use crate::ir::{self, BlockId, ChoiceId, Exit, Id, Kinds, MoveKind, Number, NumberId, Place, Places, Set, SetId};
use crate::limits;
use crate::model::Ranking;
use std::ops::ControlFlow;

/// How many orders in a row may come to nothing before the moves are listed after all.
const MOST_REJECTED: u32 = 10_000_000;

/// The choices of a turn up to where an order begins; or all of them, where none does.
struct Root {
    encoded: EncodedMove,
    orders: u128,
}

impl<S: Shape> Machine<'_, S> {
    /// Whether turns of this game sow pieces in an order that the mover chooses.
    #[must_use]
    pub fn chooses_orders(&self) -> bool {
        self.code.sowings.iter().any(|(_, sowing)| sowing.in_order)
    }

    /// The number of orders in which the pits of this position can be sown, legal or not, without the choices behind
    /// them. A turn without such a sowing counts as one order. At most `u128::MAX`.
    ///
    /// # Errors
    /// If the budget is spent before they are known.
    pub fn orders(&mut self, position: &S::Position) -> Result<u128, Exhausted> {
        self.set_position(position);
        Ok(self.roots()?.iter().fold(0, |sum: u128, root| sum.saturating_add(root.orders)))
    }

    /// A legal move, drawn uniformly; none if there is none. `random` gives 64 random bits.
    ///
    /// # Errors
    /// If the budget is spent before one is found.
    pub fn sample(
        &mut self,
        position: &S::Position,
        random: &mut impl FnMut() -> u64,
    ) -> Result<Option<EncodedMove>, Exhausted> {
        if !self.can_move(position)? {
            return Ok(None);
        }
        self.set_position(position);
        let roots = self.roots()?;
        let orders = roots.iter().try_fold(0_u128, |sum, root| sum.checked_add(root.orders));
        let most = self.most_completions();
        let (Some(orders), Some(most), 0) = (orders, most, self.program.model.preferences) else {
            return self.sample_from_list(position, random);
        };
        for _ in 0..MOST_REJECTED {
            let mut number = below(orders, random);
            let root = roots.iter().find(|root| match number.checked_sub(root.orders) {
                Some(rest) => {
                    number = rest;
                    false
                }
                None => true,
            });
            let Some(root) = root else { return Ok(None) };
            // Each try is as much work as a turn, and orders that come to nothing are no fault of the game.
            self.meter.begin();
            let order = self.random_order(&root.encoded, random);
            let mut moves = self.completions(&order)?;
            let kept = below(most, random);
            if let Some(kept) = usize::try_from(kept).ok().filter(|kept| *kept < moves.len()) {
                return Ok(Some(moves.swap_remove(kept)));
            }
        }
        self.sample_from_list(position, random)
    }

    fn sample_from_list(
        &mut self,
        position: &S::Position,
        random: &mut impl FnMut() -> u64,
    ) -> Result<Option<EncodedMove>, Exhausted> {
        let (mut count, mut chosen) = (0, None);
        self.moves(position, |found| {
            count += 1;
            if below(count, random) == 0 {
                chosen = Some(found.encoded.clone());
            }
            ControlFlow::Continue(())
        })?;
        Ok(chosen)
    }

    // --- turns up to their order -------------------------------------------------------------------------------------

    /// The turns of all kinds that may be played.
    fn roots(&mut self) -> Result<Vec<Root>, Exhausted> {
        let mut roots = Vec::new();
        if let Some(ranking) = self.ranking() {
            self.roots_of(ranking, &mut roots)?;
        }
        Ok(roots)
    }

    fn roots_of(&mut self, ranking: &Ranking, roots: &mut Vec<Root>) -> Result<(), Exhausted> {
        match ranking {
            Ranking::Kind(kind) => self.roots_of_kind(*kind, roots),
            Ranking::Or(members) => members.iter().try_for_each(|member| self.roots_of(member, roots)),
            Ranking::Else(members) => {
                for member in members {
                    if self.has_move_of(member)? {
                        return self.roots_of(member, roots);
                    }
                }
                Ok(())
            }
        }
    }

    fn roots_of_kind(&mut self, kind: MoveKind, roots: &mut Vec<Root>) -> Result<(), Exhausted> {
        self.begin(kind);
        let all = self.explore(&mut |machine, status| {
            let orders = match (status, machine.options) {
                (Status::Done, _) => 1,
                (Status::Choose, Options::Piece) => machine.orders_of_hand(),
                (Status::Choose, _) => return ControlFlow::Continue(true),
                (Status::Dead(_) | Status::Exhausted(_), _) => return ControlFlow::Continue(false),
            };
            roots.push(Root { encoded: machine.encoded.clone(), orders });
            ControlFlow::Continue(false)
        });
        finished(all).map(drop)
    }

    /// Plays the choices of a turn, and on to the next choice.
    fn play_to(&mut self, encoded: &EncodedMove) -> Status {
        self.begin(encoded.kind());
        let mut status = self.run(&mut Silent);
        for choice in encoded.choices() {
            self.choose(self.options, *choice, false, &mut Silent);
            status = self.run(&mut Silent);
        }
        status
    }

    /// `n! / (a! b! …)` for a hand of `n` pieces, `a`, `b`, … of each kind; at most `u128::MAX`.
    fn orders_of_hand(&self) -> u128 {
        let mut orders: u128 = 1;
        let mut placed = 0;
        for count in self.turn.hand.as_ref().iter().map(|count| u128::from(*count)) {
            // Binomial coefficients one factor after the other stay whole numbers.
            for number in 1..=count {
                placed += 1;
                let Some(product) = orders.checked_mul(placed) else { return u128::MAX };
                orders = product / number;
            }
        }
        orders
    }

    // --- an order and what follows it --------------------------------------------------------------------------------

    /// Draws an order behind the choices of a turn, uniformly.
    fn random_order(&mut self, encoded: &EncodedMove, random: &mut impl FnMut() -> u64) -> EncodedMove {
        let mut status = self.play_to(encoded);
        while let (Status::Choose, Options::Piece) = (status, self.options) {
            let mut number = below(u128::from(self.turn.in_hand().unsigned_abs()), random);
            let drawn = self.each_kind().find(|kind| {
                let count = u128::from(in_bag(self.turn.hand.as_ref(), *kind).unsigned_abs());
                match number.checked_sub(count) {
                    Some(rest) => {
                        number = rest;
                        false
                    }
                    None => true,
                }
            });
            let Some(kind) = drawn else { break };
            self.choose(self.options, Choice::of(kind.index()), false, &mut Silent);
            status = self.run(&mut Silent);
        }
        self.encoded.clone()
    }

    /// The legal moves that begin with these choices.
    fn completions(&mut self, encoded: &EncodedMove) -> Result<Vec<EncodedMove>, Exhausted> {
        let mut moves = Vec::new();
        self.begin(encoded.kind());
        for choice in encoded.choices() {
            if self.run(&mut Silent) != Status::Choose {
                return Ok(moves);
            }
            self.choose(self.options, *choice, false, &mut Silent);
        }
        let all = self.explore(&mut |machine, status| match status {
            Status::Choose => ControlFlow::Continue(true),
            Status::Done => match machine.judge(&mut Silent) {
                Some(Status::Exhausted(rule)) => ControlFlow::Break(Halt::Exhausted(rule)),
                Some(_) => ControlFlow::Continue(false),
                None => {
                    moves.push(machine.encoded.clone());
                    ControlFlow::Continue(false)
                }
            },
            Status::Dead(_) | Status::Exhausted(_) => ControlFlow::Continue(false),
        });
        finished(all)?;
        Ok(moves)
    }

    // --- how many moves an order can lead to -------------------------------------------------------------------------

    /// At least as many as the most moves that any order of this position leads to. None if the turn can sow on behind an
    /// order, so that nothing is known.
    fn most_completions(&self) -> Option<u128> {
        if !self.chooses_orders() {
            return Some(1);
        }
        let mut known = vec![None; self.code.blocks.len()];
        let mut most = 1;
        for (_, block) in self.code.blocks.iter() {
            if let Exit::Sow(_, landing) | Exit::SowOn(landing) = block.exit {
                most = most.max(self.most_from(landing, &mut known, 0)?);
            }
        }
        Some(most)
    }

    /// The most ways in which the choices from a block on can be made.
    fn most_from(&self, at: BlockId, known: &mut [Option<u128>], depth: usize) -> Option<u128> {
        if let Some(known) = known[at.index()] {
            return Some(known);
        }
        // A path longer than the code goes in a circle.
        if depth > known.len() {
            return None;
        }
        let code = self.code;
        let mut from = |block: BlockId| self.most_from(block, known, depth + 1);
        let most = match code.blocks[at].exit {
            Exit::Go(next) | Exit::Pass(_, next) => from(next)?,
            Exit::Branch(_, yes, no) => from(yes)?.max(from(no)?),
            Exit::Close(_) => {
                let closes = code.kinds.iter().map(|(_, kind)| from(kind.close));
                closes.collect::<Option<Vec<_>>>()?.into_iter().max()?
            }
            Exit::Done | Exit::NotLegal | Exit::Return => 1,
            Exit::Sow(..) | Exit::SowOn(_) => return None,
            Exit::Choose(choice) => match &code.choices[choice] {
                ir::Choice::Alternative { ways } => {
                    let each = ways.iter().map(|(_, block)| from(*block));
                    each.collect::<Option<Vec<_>>>()?.into_iter().fold(0, u128::saturating_add)
                }
                ir::Choice::Pit { next, .. } => {
                    u128::try_from(self.program.layout.places).ok()?.checked_mul(from(*next)?)?
                }
                ir::Choice::Way { next, .. } => 2_u128.checked_mul(from(*next)?)?,
                ir::Choice::Number { low, high, next, .. } => {
                    // How many pieces are captured is counted where they are.
                    let ways = if self.captures(choice).is_some() { 1 } else { self.most_numbers(*low, *high) };
                    from(*next)?.checked_mul(ways)?
                }
                ir::Choice::Taking { count, kinds, from: first, then, next, .. } => {
                    let number = self.number_before(choice);
                    let most = self.most_of(number.unwrap_or(*count));
                    let ways = self.most_captures(number.is_some(), most, *kinds, *first, *then);
                    from(*next)?.checked_mul(ways)?
                }
                ir::Choice::Placing { .. } => return None,
            },
        };
        known[at.index()] = Some(most);
        Some(most)
    }

    /// How many numbers can be chosen from.
    fn most_numbers(&self, low: NumberId, high: NumberId) -> u128 {
        let numbers = &self.code.expressions.numbers;
        match (numbers[low], numbers[high]) {
            _ if low == high => 1,
            (Number::Constant(low), Number::Constant(high)) => {
                u128::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(0)
            }
            _ => u128::from(limits::OFFERED_NUMBERS),
        }
    }

    /// The capture for which a number is chosen that says how many pieces are taken, and the highest such number.
    fn captures(&self, number: ChoiceId) -> Option<(ChoiceId, NumberId)> {
        let code = self.code;
        let ir::Choice::Number { slot, high, next, .. } = &code.choices[number] else { return None };
        let block = &code.blocks[*next];
        let Exit::Choose(taking) = block.exit else { return None };
        let ir::Choice::Taking { count, .. } = &code.choices[taking] else { return None };
        let at_once = block.actions.is_empty() && code.expressions.numbers[*count] == Number::Kept(*slot);
        at_once.then_some((taking, *high))
    }

    /// The highest number of pieces that can be chosen to be taken, where that is chosen right before.
    fn number_before(&self, taking: ChoiceId) -> Option<NumberId> {
        let mut chosen = self.code.choices.iter().filter_map(|(number, _)| self.captures(number));
        chosen.find(|(other, _)| *other == taking).map(|(_, high)| high)
    }

    /// In how many ways at most n pieces of these kinds can be taken from these sets, wherever the pieces of the
    /// tracks are sown: of any number of pieces together, or of that with the most ways.
    fn most_captures(&self, any_number: bool, most: usize, kinds: Kinds, first: SetId, second: Option<SetId>) -> u128 {
        let from = second.map_or(Places::NONE, |set| self.at_most(set)).with(self.at_most(first));
        let tracks = self.code.tracks.iter().fold(Places::NONE, |all, (_, track)| all.with(track.all));
        // Ways to take 0, 1, 2, … pieces: once as if each piece that is sown came to lie in a pit of its own, once as if
        // all of them lay in each pit. Both are more than there can be.
        let (mut apart, mut together) = (vec![1], vec![1]);
        for kind in self.kinds_of(kinds) {
            let at = |place: Place| usize::try_from(self.start.get(self.cell(kind, place))).unwrap_or(0);
            let sown = tracks.without(from).map(at).sum::<usize>();
            for place in from {
                apart = with_more(&apart, at(place), most);
                let more = if tracks.has(place) { sown } else { 0 };
                together = with_more(&together, at(place) + more, most);
            }
            for _ in 0..sown {
                apart = with_more(&apart, 1, most);
            }
        }
        let fewer = apart.iter().zip(&together).map(|(apart, together)| *apart.min(together));
        if any_number { fewer.fold(0, u128::saturating_add) } else { fewer.max().unwrap_or(1) }
    }

    /// A number that an expression does not exceed; `usize::MAX` where nothing is known.
    fn most_of(&self, number: NumberId) -> usize {
        match self.code.expressions.numbers[number] {
            Number::Constant(value) => usize::try_from(value).unwrap_or(0),
            Number::Larger(one, two) => self.most_of(one).max(self.most_of(two)),
            Number::Smaller(one, two) => self.most_of(one).min(self.most_of(two)),
            _ => usize::MAX,
        }
    }

    /// Places that a set can hold at all.
    fn at_most(&self, set: SetId) -> Places {
        match self.code.expressions.sets[set] {
            Set::Constant(places) => self.code.expressions.constants[places],
            _ => (0..self.program.layout.places).filter_map(Place::at).collect(),
        }
    }
}

/// Ways to take 0, 1, 2, … pieces, where `alike` pieces that cannot be told apart are added to those that can be taken. At
/// most `most` are taken.
fn with_more(ways: &[u128], alike: usize, most: usize) -> Vec<u128> {
    let taken = (ways.len() - 1).saturating_add(alike).min(most);
    let mut more = vec![0_u128; taken + 1];
    for (number, ways) in ways.iter().enumerate() {
        for sum in &mut more[number..=number.saturating_add(alike).min(taken)] {
            *sum = sum.saturating_add(*ways);
        }
    }
    more
}

/// A number below `count`, drawn uniformly; 0 for 0.
fn below(count: u128, random: &mut impl FnMut() -> u64) -> u128 {
    let mask = count.saturating_sub(1).checked_ilog2().map_or(0, |bits| u128::MAX >> (127 - bits));
    loop {
        let high = if mask > u128::from(u64::MAX) { u128::from(random()) << 64 } else { 0 };
        let number = (high | if mask == 0 { 0 } else { u128::from(random()) }) & mask;
        if number < count.max(1) {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::below;

    /// Draws with these words; gives how many were taken too.
    fn drawn(count: u128, words: &[u64]) -> (u128, usize) {
        let mut taken = 0;
        let number = below(count, &mut || {
            taken += 1;
            words[taken - 1]
        });
        (number, taken)
    }

    #[test]
    fn a_number_takes_as_many_words_as_it_needs() {
        assert_eq!(drawn(0, &[]), (0, 0));
        assert_eq!(drawn(1, &[]), (0, 0));
        assert_eq!(drawn(6, &[0b1101]), (5, 1));
        assert_eq!(drawn(6, &[0b110, 0b111, 0b010]), (2, 3));
        assert_eq!(drawn(1 << 64, &[u64::MAX]), (u128::from(u64::MAX), 1));
        assert_eq!(drawn((1 << 64) + 1, &[0, 7]), (7, 2));
        assert_eq!(drawn((1 << 64) + 1, &[1, 0]), (1 << 64, 2));
        assert_eq!(drawn(u128::MAX, &[2, 3]), ((2 << 64) + 3, 2));
    }
}
