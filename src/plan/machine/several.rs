//! What is done with pieces of several kinds.

use super::Machine;
use crate::id::Id;
use crate::plan::along::{as_i32, as_set, first_of};
use crate::plan::bags::{Bag, Bags, members};
use crate::plan::op::{KindBits, Reg, SetReg, Several, View, several, turn};
use crate::plan::pieces::{NOWHERE, Taken, byte};
use crate::plan::seeds::{Begins, Dropping};

impl<const W: usize> Machine<'_, W> {
    /// Does an operation on pieces of several kinds. Whoever runs code of one kind has nothing to do with it.
    #[inline(never)]
    pub(super) fn several(&mut self, op: Several) {
        match op {
            Several::At(to, view, place, kinds) => self.put_pieces_at(to, view, place, kinds),
            Several::In(to, view, set, kinds) => self.put_pieces_in(to, view, set, kinds),
            Several::Worth(to, view, table) => self.put_worth(to, view, table),
            Several::Holding { to, of, view, kinds, counts } => self.put_holding(to, of, view, (kinds, counts)),
            Several::Lift(most, place) => self.lift_several(self.get(place), self.get(most)),
            Several::Put(most, from, to) => self.put_several(self.get(most), self.get(from), self.get(to)),
            Several::PutHand(most, to) => self.put_hand_of_several(self.get(most), self.get(to)),
            Several::Capture(set, into, captor) => self.capture_several(self.set(set), self.get(into), captor),
            Several::CaptureSome { count, pit, into, captor } => {
                self.capture_some_of_several(self.get(count), self.get(pit), self.get(into), captor);
            }
            Several::Lap { sowing, start, after, skipped, each } => {
                let begins = self.begins(u16::from(sowing), self.get(start), after);
                self.sow_several(begins, self.set(skipped), self.get(each));
            }
            Several::Drops { sowing, start, after } => {
                self.begin_drops_of_several(self.begins(u16::from(sowing), self.get(start), after));
            }
            Several::Hand => self.look_into_hand(),
            Several::First => self.put(several::PIECE, first_of(self.set(several::IN_HAND))),
            Several::Drop { each, chosen } => {
                let each = self.get(each);
                if each > 1 { self.drop_together(each) } else { self.drop_one_by_one(chosen) }
            }
            Several::LastDrops(to, count) if self.get(count) == 0 => self.put_set(to, 0),
            Several::LastDrops(to, count) => self.put_last_drops(to, count),
            Several::BeginTaking(count, kinds) => self.begin_taking(self.get(count), kinds),
            Several::Take(kinds) => self.take_chosen(kinds),
            Several::EndTaking => self.end_taking(),
        }
    }

    // --- what is counted ---------------------------------------------------------------------------------------------

    #[inline(never)]
    fn put_pieces_at(&mut self, to: Reg, view: View, place: Reg, kinds: KindBits) {
        let bags = &self.side.bags;
        let bag = bags.place(self.get(place));
        let pieces = bag.map_or(0, |bag| bags.sum(self.view(view), bag, kinds));
        self.put(to, pieces);
    }

    #[inline(never)]
    fn put_pieces_in(&mut self, to: Reg, view: View, set: SetReg, kinds: KindBits) {
        let pieces = self.side.bags.in_set(self.view(view), self.set(set), kinds);
        self.put(to, pieces);
    }

    #[inline(never)]
    fn put_worth(&mut self, to: Reg, view: View, table: u8) {
        let (cells, table) = (self.view(view), &self.side.tables.worths[usize::from(table)]);
        let worth = table.iter().map(|(cell, worth)| i32::from(cells[usize::from(*cell) & (W - 1)]) * worth).sum();
        self.put(to, worth);
    }

    #[inline(never)]
    fn put_holding(&mut self, to: SetReg, of: SetReg, view: View, (kinds, counts): (KindBits, u8)) {
        let counts = &self.side.tables.counts[usize::from(counts)];
        let those = self.side.bags.holding(self.view(view), self.set(of), kinds, counts);
        self.put_set(to, those);
    }

    // --- what is moved -----------------------------------------------------------------------------------------------

    #[inline(never)]
    fn lift_several(&mut self, place: i32, most: i32) {
        let bags = &self.side.bags;
        self.put(turn::LIFTED, place);
        if let Some(bag) = bags.place(place) {
            let lifted = if most == i32::MAX {
                bags.pour(self.now(), bag, bags.hand)
            } else {
                bags.move_some(self.now(), bag, most, bags.hand)
            };
            self.add_to_hand(lifted);
            self.put(turn::ORIGIN, place);
            self.lifts(place);
        }
    }

    #[inline(never)]
    fn put_several(&mut self, most: i32, from: i32, to: i32) {
        let bags = &self.side.bags;
        if let (Some(from), Some(to)) = (bags.place(from), bags.place(to)) {
            bags.move_some(self.now(), from, most, to);
        }
    }

    #[inline(never)]
    fn put_hand_of_several(&mut self, most: i32, to: i32) {
        let bags = &self.side.bags;
        if let Some(to) = bags.place(to) {
            let moved = bags.move_some(self.now(), bags.hand, most, to);
            self.add_to_hand(-moved);
        }
    }

    // --- captures ----------------------------------------------------------------------------------------------------

    /// Where captured pieces go: none if they stay where they are.
    fn goal(&self, into: i32) -> Option<Bag> {
        let bags = &self.side.bags;
        if into == NOWHERE { None } else { bags.place(into).or(Some(bags.hand)) }
    }

    #[inline(never)]
    fn capture_several(&mut self, set: u64, into: i32, captor: Reg) {
        if let Some(bag) = self.goal(into) {
            self.count_captures_of_several(set);
            let all = self.side.bags.move_all(self.now(), set, bag);
            self.captured_into(into, self.get(captor), all);
        }
    }

    #[inline(never)]
    fn capture_some_of_several(&mut self, count: i32, place: i32, into: i32, captor: Reg) {
        let bags = &self.side.bags;
        if let (Some(from), Some(bag)) = (bags.place(place), self.goal(into)) {
            let all = bags.move_some(self.now(), from, count, bag);
            self.counting.capture(usize::from(byte(place)), all);
            self.captured_into(into, self.get(captor), all);
        }
    }

    fn captured_into(&mut self, into: i32, captor: i32, all: i32) {
        self.captured(captor, Taken { all, to_hand: if into < 0 { all } else { 0 } });
    }

    fn count_captures_of_several(&mut self, set: u64) {
        if self.side.logs {
            let bags = &self.side.bags;
            for place in members(set) {
                let there = bags.place(place).map_or(0, |bag| bags.all(self.view(View::Now), bag));
                self.counting.capture(usize::from(byte(place)), there);
            }
        }
    }

    // --- sowing ------------------------------------------------------------------------------------------------------

    /// Begins to sow piece by piece; where there is nowhere to sow, nothing falls.
    #[inline(never)]
    fn begin_drops_of_several(&mut self, begins: Begins) {
        let at = self.side.tables.begin_drops(begins, self.set(several::SKIPPED));
        self.put(several::PATH, at.path);
        self.put(several::INDEX, at.index);
        self.put(several::FALLEN, 0);
        for run in several::RUNS.iter().take(self.side.tables.runs.len()) {
            self.put(*run, 0);
        }
        if at.path < 0 {
            self.put_set(several::IN_HAND, 0);
        } else {
            self.look_into_hand();
        }
    }

    /// Finds out which kinds are in the hand.
    #[inline]
    fn look_into_hand(&mut self) {
        let kinds = self.side.bags.in_hand(self.view(View::Now));
        self.put_set(several::IN_HAND, kinds);
    }

    /// The next place in the order that is not left out, and how far that is.
    #[inline(always)]
    fn place_of_drop(&self, at: Dropping, skipped: u64) -> Option<(i32, i32)> {
        let path = usize::try_from(at.path).ok()?;
        let places = self.side.tables.paths[path >> 1].places[path & 1].as_slice();
        let mut index = usize::try_from(at.index).unwrap_or(0);
        loop {
            index = if index < places.len() { index } else { index % places.len() };
            let place = i32::from(places[index]);
            index += 1;
            if skipped & as_set(place) == 0 {
                return Some((place, as_i32(index)));
            }
        }
    }

    /// Sows the hand, kind after kind.
    #[inline(never)]
    fn sow_several(&mut self, begins: Begins, skipped: u64, each: i32) {
        let bags = &self.side.bags;
        let mut at = self.side.tables.begin_drops(begins, skipped);
        let mut hand = self.get(turn::HAND);
        while hand > 0
            && let Some((place, index)) = self.place_of_drop(at, skipped)
            && let Some(bag) = bags.place(place)
        {
            at.index = index;
            let held = bags.all(self.view(View::Now), bag);
            self.put(turn::HELD, held);
            self.put(turn::LAST, place);
            hand -= bags.move_some(self.now(), bags.hand, each.max(1), bag);
        }
        self.put(turn::HAND, hand);
    }

    /// Drops pieces that fall together, kind after kind.
    #[inline(never)]
    fn drop_together(&mut self, each: i32) {
        let bags = &self.side.bags;
        self.steps += 1;
        let at = Dropping { path: self.get(several::PATH), index: self.get(several::INDEX) };
        let Some((place, index)) = self.place_of_drop(at, self.set(several::SKIPPED)) else { return };
        let Some(bag) = bags.place(place) else { return };
        let held = bags.all(self.view(View::Now), bag);
        let dropped = bags.move_some(self.now(), bags.hand, each, bag);
        let left = bags.in_hand(self.view(View::Now));
        self.put(several::INDEX, index);
        self.put(turn::LAST, place);
        self.put(turn::HELD, held);
        self.add_to_hand(-dropped);
        self.put_set(several::IN_HAND, left);
    }

    /// Drops the piece that falls; where the mover chooses, those behind it as well that he cannot choose otherwise.
    #[inline(never)]
    fn drop_one_by_one(&mut self, chosen: bool) {
        let (bags, skipped) = (&self.side.bags, self.set(several::SKIPPED));
        let mut at = Dropping { path: self.get(several::PATH), index: self.get(several::INDEX) };
        let mut kind = usize::from(byte(self.get(several::PIECE)));
        let (mut left, mut fallen) = (self.set(several::IN_HAND), 0_i32);
        while let Some((place, index)) = self.place_of_drop(at, skipped)
            && let Some(bag) = bags.place(place)
        {
            at.index = index;
            fallen += 1;
            self.count_runs(place, bag, kind);
            Bags::move_one(self.now(), kind, bags.hand, bag);
            if Bags::count(self.view(View::Now), bags.hand, kind) == 0 {
                left &= !(1 << kind);
            }
            if !(chosen && left.is_power_of_two()) {
                self.put(turn::LAST, place);
                if self.side.asks_for_held {
                    // The piece that has fallen was not there before.
                    let held = bags.all(self.view(View::Now), bag) - 1;
                    self.put(turn::HELD, held);
                }
                break;
            }
            kind = left.trailing_zeros() as usize;
            self.choose_only(byte(first_of(left)));
        }
        self.steps += fallen.unsigned_abs();
        self.add_to_hand(-fallen);
        self.put(several::INDEX, at.index);
        self.put(several::FALLEN, self.get(several::FALLEN) + fallen);
        self.put_set(several::IN_HAND, left);
    }

    /// Counts how long runs of drops are with the piece that is about to fall.
    #[inline(always)]
    fn count_runs(&mut self, place: i32, bag: Bag, kind: usize) {
        let (tables, bags) = (&self.side.tables, &self.side.bags);
        let mut all = None;
        for (run, number) in tables.runs.iter().zip(several::RUNS[0].index()..) {
            let cells = &self.cells[View::Now as usize];
            let mut of = |kinds| match kinds == bags.all_kinds {
                true => *all.get_or_insert_with(|| bags.all(cells, bag)),
                false => bags.sum(cells, bag, kinds),
            };
            let holds = run.kinds >> kind & 1 == 1
                && run.places & as_set(place) != 0
                && run.held.iter().all(|(kinds, counts)| counts.has(of(*kinds)));
            let length = &mut self.numbers[number & 0xff];
            *length = if holds { *length + 1 } else { 0 };
        }
    }

    /// The places of the last n drops of the last lap, each of one piece.
    #[inline(never)]
    fn put_last_drops(&mut self, to: SetReg, count: Reg) {
        let Ok(path) = usize::try_from(self.get(several::PATH)) else { return self.put_set(to, 0) };
        let places = self.side.tables.paths[path >> 1].places[path & 1].as_slice();
        let skipped = self.set(several::SKIPPED);
        let mut index = usize::try_from(self.get(several::INDEX)).unwrap_or(0);
        let (mut left, mut last) = (self.get(count).min(self.get(several::FALLEN)), 0);
        while left > 0 {
            index = index.checked_sub(1).unwrap_or(places.len() - 1);
            let place = as_set(i32::from(places[index]));
            if skipped & place == 0 {
                last |= place;
                left -= 1;
            }
        }
        self.put_set(to, last);
    }

    // --- pieces that are taken one by one ----------------------------------------------------------------------------

    /// Begins to take n pieces of some kinds: from the first set, and when there are no more, from the second.
    #[inline(never)]
    fn begin_taking(&mut self, count: i32, kinds: KindBits) {
        let bags = &self.side.bags;
        let [first, then] = several::FROM.map(|set| self.set(set));
        let now = self.view(View::Now);
        let of_the_first = bags.in_set(now, first, kinds);
        let all = of_the_first + bags.in_set(now, then & !first, kinds);
        let left = if self.get(several::INTO) == NOWHERE { 0 } else { count.clamp(0, all) };
        self.put(several::LEFT, left);
        self.put(several::SECOND, i32::from(of_the_first == 0));
        self.put(several::TAKEN, 0);
    }

    /// The first piece from a number on that may be taken next. Pieces are taken in the order of their numbers, so that
    /// equal sets are one move; enough must lie behind for those that are still to be taken, or all that there are.
    #[inline(never)]
    pub(super) fn next_take(&self, kinds: KindBits, from: i32) -> Option<i32> {
        let needed = self.get(several::LEFT);
        if needed == 1 {
            return self.first_takeable(kinds, from);
        }
        let (mut behind, mut next, mut first) = (0, None, None);
        self.each_takeable(kinds, |number, count| {
            behind += count;
            first = Some(number);
            if behind >= needed && number >= from {
                next = Some(number);
            }
        });
        if behind < needed { first.filter(|first| *first >= from) } else { next }
    }

    /// The same where only one is still to be taken: then it may be any.
    fn first_takeable(&self, kinds: KindBits, from: i32) -> Option<i32> {
        let (bags, now) = (&self.side.bags, self.view(View::Now));
        let (all, from) = (as_i32(bags.kinds), from.max(self.get(several::TAKEN)));
        let (first, mut of_kinds) = (from / all, kinds & KindBits::MAX << (from % all));
        let places = self.set(several::FROM[usize::from(self.get(several::SECOND) != 0)]);
        for place in members(places & u64::MAX << first) {
            if place > first {
                of_kinds = kinds;
            }
            let bag = bags.place(place)?;
            while of_kinds != 0 {
                let kind = of_kinds.trailing_zeros();
                of_kinds &= of_kinds - 1;
                if Bags::count(now, bag, kind as usize) > 0 {
                    return Some(place * all + kind.cast_signed());
                }
            }
        }
        None
    }

    /// Looks at the pieces that may still be taken, by their numbers, and how many each: the last ones first.
    #[inline(always)]
    fn each_takeable(&self, kinds: KindBits, mut look: impl FnMut(i32, i32)) {
        let (bags, least, now) = (&self.side.bags, self.get(several::TAKEN), self.view(View::Now));
        let mut places = self.set(several::FROM[usize::from(self.get(several::SECOND) != 0)]);
        while let Some(place) = places.checked_ilog2().map(u32::cast_signed) {
            places &= !as_set(place);
            let (Some(bag), number) = (bags.place(place), place * as_i32(bags.kinds)) else { return };
            let mut of_kinds = kinds;
            while let Some(kind) = of_kinds.checked_ilog2() {
                of_kinds &= !(1 << kind);
                let number = number + kind.cast_signed();
                let count = Bags::count(now, bag, kind as usize);
                if number < least {
                    return;
                }
                if count > 0 {
                    look(number, count);
                }
            }
        }
    }

    /// Takes the piece that was chosen.
    #[inline(never)]
    fn take_chosen(&mut self, kinds: KindBits) {
        let bags = &self.side.bags;
        let (number, all) = (self.get(several::TAKEN), as_i32(bags.kinds));
        let (place, kind) = (number / all, usize::from(byte(number % all)));
        let Some(bag) = bags.place(place) else { return };
        Bags::move_one(self.now(), kind, bag, bags.taken);
        self.counting.capture(usize::from(byte(place)), 1);
        let left = self.get(several::LEFT) - 1;
        self.put(several::LEFT, left);
        if left > 0 && self.get(several::SECOND) == 0 {
            let mut is_any_left = false;
            self.each_takeable(kinds, |_, _| is_any_left = true);
            if !is_any_left {
                self.put(several::SECOND, 1);
                self.put(several::TAKEN, 0);
            }
        }
    }

    /// Gives the pieces that were taken where they go.
    #[inline(never)]
    fn end_taking(&mut self) {
        let (bags, into) = (&self.side.bags, self.get(several::INTO));
        if let Some(bag) = self.goal(into) {
            let all = bags.pour(self.now(), bags.taken, bag);
            self.captured_into(into, self.side.mover, all);
        }
    }
}
