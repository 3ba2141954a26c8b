//! Moves drawn at random, all alike likely, without listing them.
//!
//! A hand of many pieces of several kinds can be sown in more orders than anybody can list, but their number is known:
//! `n! / (a! b! …)`. So an order is drawn first, all orders of all turns alike likely, and it is kept in proportion to
//! the moves that it leads to: none if it is not legal, one, or as many as there are choices behind it (which gems are
//! captured). One of those is then drawn. Each legal move comes out with the same chance.

use super::evaluate::members;
use super::machine::{Machine, Options, Script, Status};
use super::shape::{Cells, Shape};
use super::trace::Silent;
use crate::ir::{Address, Instruction, Node, Num, Set, SetNode};
use crate::model::Ranking;
use std::ops::ControlFlow;

/// So many orders in a row may come to nothing before the moves are listed after all.
const MOST_REJECTED: u32 = 10_000_000;

/// The choices of a turn up to where an order begins; or all of them, where none does.
struct Root {
    script: Script,
    orders: u128,
}

impl<S: Shape> Machine<'_, S> {
    /// Whether turns of this game sow pieces in an order that the mover chooses.
    #[must_use]
    pub fn chooses_orders(&self) -> bool {
        self.code.sowings.iter().any(|sowing| sowing.choosing)
    }

    /// The number of orders in which the pits of this position can be sown, legal or not, without the choices behind
    /// them. A turn without such a sowing counts as one order. At most `u128::MAX`.
    pub fn orders(&mut self, position: &S::Position) -> u128 {
        self.take_up(position);
        self.roots().iter().fold(0, |sum: u128, root| sum.saturating_add(root.orders))
    }

    /// A legal move, all alike likely; none if there is none. `random` gives 64 random bits.
    pub fn sample(&mut self, position: &S::Position, random: &mut impl FnMut() -> u64) -> Option<Script> {
        if !self.can_move(position) {
            return None;
        }
        self.take_up(position);
        let roots = self.roots();
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
            })?;
            let order = self.random_order(&root.script, random);
            let moves = self.completions(&order);
            let kept = below(most, random);
            if let Some(script) = usize::try_from(kept).ok().and_then(|kept| moves.get(kept)) {
                return Some(*script);
            }
        }
        self.sample_from_list(position, random)
    }

    fn sample_from_list(&mut self, position: &S::Position, random: &mut impl FnMut() -> u64) -> Option<Script> {
        let (mut count, mut chosen) = (0, None);
        self.moves(position, |found| {
            count += 1;
            if below(count, random) == 0 {
                chosen = Some(*found.script);
            }
            ControlFlow::Continue(())
        });
        chosen
    }

    // --- turns up to their order -------------------------------------------------------------------------------------

    /// The turns of all kinds that may be played.
    fn roots(&mut self) -> Vec<Root> {
        let mut roots = Vec::new();
        if let Some(ranking) = self.ranking() {
            self.roots_of(ranking, &mut roots);
        }
        roots
    }

    fn roots_of(&mut self, ranking: &Ranking, roots: &mut Vec<Root>) {
        match ranking {
            Ranking::Kind(kind) => self.roots_behind(&Script::new(*kind), roots),
            Ranking::Or(members) => members.iter().for_each(|member| self.roots_of(member, roots)),
            Ranking::Else(members) => {
                let playable =
                    members.iter().find(|member| self.ranked(member, &mut |_, _| ControlFlow::Break(())).is_break());
                if let Some(member) = playable {
                    self.roots_of(member, roots);
                }
            }
        }
    }

    fn roots_behind(&mut self, script: &Script, roots: &mut Vec<Root>) {
        match self.resume_at(script) {
            Status::Dead(_) => {}
            Status::Done => roots.push(Root { script: *script, orders: 1 }),
            Status::Choose => match self.options {
                Options::Piece { .. } => roots.push(Root { script: *script, orders: self.orders_of_hand() }),
                options => {
                    for choice in self.choices_of(options) {
                        if let Some(script) = script.with(choice) {
                            self.roots_behind(&script, roots);
                        }
                    }
                }
            },
        }
    }

    /// Plays the choices of a turn of the position that was taken up, and on to the next choice.
    fn resume_at(&mut self, script: &Script) -> Status {
        self.begin(script.kind());
        let mut status = self.run(&mut Silent);
        for choice in script.choices() {
            self.choose(self.options, *choice, false, &mut Silent);
            status = self.run(&mut Silent);
        }
        status
    }

    fn choices_of(&self, options: Options) -> Vec<u8> {
        let mut choices = Vec::new();
        let mut from = 0;
        while let Some((choice, next)) = self.option_after(options, from) {
            choices.push(choice);
            from = next;
        }
        choices
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

    /// Draws an order behind the choices of a turn, all orders alike likely.
    fn random_order(&mut self, script: &Script, random: &mut impl FnMut() -> u64) -> Script {
        let mut script = *script;
        let mut status = self.resume_at(&script);
        while let (Status::Choose, Options::Piece { .. }) = (status, self.options) {
            let mut number = below(self.hand() as u128, random) as i32;
            let counts = self.turn.hand.as_ref().iter().map(|count| i32::from(*count));
            let kind = counts.take_while(|count| {
                number -= count;
                number >= 0
            });
            let kind = kind.count() as u8;
            self.choose(self.options, kind, false, &mut Silent);
            script = self.script;
            status = self.run(&mut Silent);
        }
        script
    }

    /// The legal moves that begin with these choices.
    fn completions(&mut self, script: &Script) -> Vec<Script> {
        let mut moves = Vec::new();
        self.complete(script, &mut moves);
        moves
    }

    fn complete(&mut self, script: &Script, moves: &mut Vec<Script>) {
        match self.resume_at(script) {
            Status::Dead(_) => {}
            Status::Done => {
                if self.judge(&mut Silent).is_none() {
                    moves.push(*script);
                }
            }
            Status::Choose => {
                for choice in self.choices_of(self.options) {
                    if let Some(script) = script.with(choice) {
                        self.complete(&script, moves);
                    }
                }
            }
        }
    }

    // --- how many moves an order can lead to -------------------------------------------------------------------------

    /// At least as many as the most moves that any order of this position leads to. None if the turn can sow on behind an
    /// order, so that nothing is known.
    fn most_completions(&mut self) -> Option<u128> {
        let instructions = self.code.instructions.len();
        let mut known = vec![None; instructions];
        let mut most = 1;
        for at in 0..instructions {
            if self.code.instructions[at] == Instruction::DropChosen {
                most = most.max(self.most_from(at + 1, &mut known, 0)?);
            }
        }
        Some(most)
    }

    /// The most ways in which the choices from an address on can be made.
    fn most_from(&self, at: usize, known: &mut [Option<u128>], depth: usize) -> Option<u128> {
        if let Some(known) = known[at] {
            return Some(known);
        }
        // A path longer than the code goes in a circle.
        if depth > self.code.instructions.len() {
            return None;
        }
        let code = self.code;
        let mut follow = |address: usize| self.most_from(address, known, depth + 1);
        let places = self.program.layout.places as u128;
        let most = match code.instructions[at] {
            Instruction::Jump(address) => follow(usize::from(address))?,
            Instruction::Unless(_, address) | Instruction::UnlessSome(_, address) => {
                follow(at + 1)?.max(follow(usize::from(address))?)
            }
            Instruction::Stop(_) => {
                let closes = code.kinds.iter().map(|kind| follow(usize::from(kind.close)));
                closes.collect::<Option<Vec<_>>>()?.into_iter().max()?
            }
            Instruction::Done | Instruction::Finish(_) | Instruction::NotLegal | Instruction::Return => 1,
            Instruction::Fork(list) => {
                let addresses = code.lists[usize::from(list)].iter();
                let each = addresses.map(|address: &Address| follow(usize::from(*address)));
                each.collect::<Option<Vec<_>>>()?.into_iter().fold(0, u128::saturating_add)
            }
            Instruction::ChoosePit(..) => places.checked_mul(follow(at + 1)?)?,
            Instruction::ChooseWay(..) => 2_u128.checked_mul(follow(at + 1)?)?,
            Instruction::ChooseNumber(_, low, high) => {
                let ways = if low == high || self.number_of_captures(at).is_some() { 1 } else { 256 };
                follow(at + 1)?.checked_mul(ways)?
            }
            Instruction::CaptureChosen(count, kinds, first, second, _) => {
                let chosen = at.checked_sub(1).and_then(|before| self.number_of_captures(before));
                let number = self.most_of(chosen.unwrap_or(count));
                let ways = self.most_captures(chosen.is_some(), number, kinds, first, second);
                follow(at + 1)?.checked_mul(ways)?
            }
            Instruction::DropChosen
            | Instruction::PlaceFreely(_)
            | Instruction::Sow(_)
            | Instruction::SowOn
            | Instruction::LiftAndSow(..)
            | Instruction::Relay(..) => return None,
            _ => follow(at + 1)?,
        };
        known[at] = Some(most);
        Some(most)
    }

    /// The highest number that can be chosen at an address, if it says how many pieces are captured next.
    fn number_of_captures(&self, at: usize) -> Option<Num> {
        match (self.code.instructions[at], self.code.instructions.get(at + 1)?) {
            (Instruction::ChooseNumber(register, _, high), Instruction::CaptureChosen(count, ..)) => {
                (self.code.nodes[usize::from(*count)] == Node::Local(register)).then_some(high)
            }
            _ => None,
        }
    }

    /// In how many ways at most so many pieces of these kinds can be taken from these sets, wherever the pieces of the
    /// tracks are sown: of any number of pieces together, or of that with the most ways.
    fn most_captures(&self, any_number: bool, most: usize, kinds: u16, first: Set, second: Option<Set>) -> u128 {
        let from = [Some(first), second].into_iter().flatten().fold(0, |all, set| all | self.at_most(set));
        let tracks = self.code.tracks.iter().fold(0, |all, track| all | track.mask);
        // Ways to take 0, 1, 2, … pieces: once as if each piece that is sown came to lie in a pit of its own, once as if
        // all of them lay in each pit. Both are more than there can be.
        let (mut apart, mut together) = (vec![1], vec![1]);
        for kind in self.code.lists[usize::from(kinds)].iter().map(|kind| usize::from(*kind)) {
            let at = |place: usize| self.start.get(self.cell(kind, place)).max(0) as usize;
            let sown = members::<S>(tracks & !from).map(at).sum::<usize>();
            for place in members::<S>(from) {
                apart = with_more(&apart, at(place), most);
                let more = if S::has(tracks, place) { sown } else { 0 };
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
    fn most_of(&self, number: Num) -> usize {
        match self.code.nodes[usize::from(number)] {
            Node::Const(value) => usize::try_from(value).unwrap_or(0),
            Node::Larger(larger, one, two) => {
                let (one, two) = (self.most_of(one), self.most_of(two));
                if larger { one.max(two) } else { one.min(two) }
            }
            _ => usize::MAX,
        }
    }

    /// Places that a set can hold at all.
    fn at_most(&self, set: Set) -> u128 {
        match self.code.sets[usize::from(set)] {
            SetNode::Mask(mask) => self.code.masks[usize::from(mask)],
            _ => self.all_places(),
        }
    }

    fn all_places(&self) -> u128 {
        1_u128.checked_shl(self.program.layout.places as u32).map_or(u128::MAX, |bit| bit - 1)
    }
}

/// Ways to take so many pieces, when so many more that are alike can be taken as well; at most so many are taken.
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

/// A number below `count`, all alike likely; 0 for 0.
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
