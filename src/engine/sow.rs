//! Lifting, sowing, and moving pieces.

use super::evaluate::{Dropped, members};
use super::machine::Machine;
use super::shape::{Cells, Shape};
use super::trace::{Event, Observer};
use crate::ir::{Increments, Instruction, Into, SowingCode};

impl<'p, S: Shape> Machine<'p, S> {
    /// Pieces in the hand.
    #[inline]
    pub(super) fn hand(&self) -> i32 {
        self.turn.hand.as_ref().iter().map(|count| i32::from(*count)).sum()
    }

    #[inline]
    pub(super) fn kinds(&self) -> usize {
        if S::KINDS == 1 { 1 } else { self.program.layout.kinds }
    }

    #[inline]
    pub(super) fn cell(&self, kind: usize, place: usize) -> usize {
        if S::KINDS == 1 { place } else { kind * self.program.layout.places + place }
    }

    #[inline]
    pub(super) fn rule(&self) -> u16 {
        self.code.rules[usize::from(self.address)]
    }

    /// Takes at most so many pieces of a place into the hand.
    pub(super) fn lift<O: Observer>(&mut self, place: i32, most: i32, observer: &mut O) {
        let Ok(place) = usize::try_from(place) else { return };
        let mut left = most;
        for kind in 0..self.kinds() {
            let cell = self.cell(kind, place);
            let count = self.now.get(cell).min(left.max(0));
            self.now.add(cell, -count);
            self.turn.hand.as_mut()[kind] += count as u16;
            left -= count;
        }
        self.turn.origin = place as i16;
        if O::ACTIVE {
            observer.event(Event::Lifted(self.rule(), place, most - left));
        }
    }

    /// Moves at most so many pieces from a place to a place.
    pub(super) fn put<O: Observer>(&mut self, from: i32, to: i32, most: i32, observer: &mut O) {
        let (Ok(from), Ok(to)) = (usize::try_from(from), usize::try_from(to)) else { return };
        let mut left = most.max(0);
        for kind in 0..self.kinds() {
            let cell = self.cell(kind, from);
            let count = self.now.get(cell).min(left);
            self.now.add(cell, -count);
            self.now.add(self.cell(kind, to), count);
            left -= count;
        }
        if O::ACTIVE {
            observer.event(Event::Put(self.rule(), Some(from), to, most.max(0) - left));
        }
    }

    /// Moves at most so many pieces of the hand to a place.
    pub(super) fn put_hand<O: Observer>(&mut self, to: i32, most: i32, observer: &mut O) {
        let Ok(to) = usize::try_from(to) else { return };
        let mut left = most.max(0);
        for kind in 0..self.kinds() {
            let count = i32::from(self.turn.hand.as_ref()[kind]).min(left);
            self.turn.hand.as_mut()[kind] -= count as u16;
            self.now.add(self.cell(kind, to), count);
            left -= count;
        }
        if O::ACTIVE {
            observer.event(Event::Put(self.rule(), None, to, most.max(0) - left));
        }
    }

    /// One piece of the hand, placed by choice.
    pub(super) fn place_one<O: Observer>(&mut self, place: usize, observer: &mut O) {
        self.put_hand(place as i32, 1, observer);
        self.taking.from = place as u16;
        if self.hand() == 0 {
            self.taking.from = 0;
            self.address += 1;
        }
    }

    // --- sowing ------------------------------------------------------------------------------------------------------

    /// Begins the sowing of a statement.
    pub(super) fn sow<O: Observer>(&mut self, number: u16, observer: &mut O) {
        let code = self.code;
        let sowing = &code.sowings[usize::from(number)];
        let start = self.num(sowing.start);
        self.turn.way = self.num(sowing.way) as u8 & 1;
        self.turn.sowing = number;
        self.lap(sowing, start, sowing.after, observer);
    }

    /// Sows on behind the pit last lifted, as in the lap before.
    pub(super) fn sow_on<O: Observer>(&mut self, observer: &mut O) {
        let code = self.code;
        let Some(sowing) = code.sowings.get(usize::from(self.turn.sowing)) else { return };
        self.lap(sowing, i32::from(self.turn.origin), true, observer);
    }

    /// Drops the hand along the track; or, where the order is chosen, gets ready to.
    fn lap<O: Observer>(&mut self, sowing: &SowingCode, start: i32, after: bool, observer: &mut O) {
        if sowing.remembered {
            self.before = self.now;
        }
        if sowing.logged {
            self.turn.lap_start = self.drops.len() as u16;
        }
        if O::ACTIVE {
            observer.event(Event::Lap(sowing.rule, self.hand()));
        }
        self.turn.next = 255;
        let way = usize::from(self.turn.way);
        let Some(index) = self.index_on(sowing.track, start, way) else { return };
        let table = &self.code.tracks[usize::from(sowing.track)];
        if !O::ACTIVE
            && let Some(laps) = sowing.laps
            && (!laps.from_start || start == self.num(sowing.start))
            && let behind = if after { index } else { table.before(index) }
            && self.sow_by_table(laps.tables[way & 1], table.places[way][behind])
        {
            return;
        }
        let skipped = sowing.skipping.map_or(0, |set| self.set(set));
        if table.mask & !skipped == 0 {
            return;
        }
        let first = if after { index + 1 } else { index };
        let first = if first == table.length { 0 } else { first };
        if sowing.choosing {
            self.taking.skipped = skipped;
            self.turn.next = first as u8;
            return;
        }
        let simple = S::KINDS == 1 && !sowing.logged && sowing.each_drop.is_none() && !O::ACTIVE;
        if simple {
            self.sow_plainly(&table.places[way], table.length, first, skipped);
        } else {
            self.sow_drop_by_drop(sowing, first, skipped, observer);
        }
    }

    /// Lifts a pit and sows it, if the lap is worked out; otherwise nothing is done.
    #[inline]
    pub(super) fn lift_and_sow(&mut self, place: i32, number: u16) -> bool {
        let code = self.code;
        let sowing = &code.sowings[usize::from(number)];
        let way = self.num(sowing.way) as usize & 1;
        let Some((increments, last)) = self.worked_out(&self.now, sowing, place, way) else { return false };
        self.now.add_row(increments);
        self.sown(number, place, way, last);
        true
    }

    /// What lifting and sowing a pit adds to a position, and its last place, if the lap is worked out.
    #[inline(always)]
    pub(super) fn worked_out(
        &self,
        cells: &S::Position,
        sowing: &SowingCode,
        place: i32,
        way: usize,
    ) -> Option<(&'p Increments, u8)> {
        let table = sowing.laps?.tables[way & 1];
        if place < 0 || self.turn.hand.as_ref()[0] > 0 {
            return None;
        }
        self.code.laps[usize::from(table)].lap(place as usize, cells.get(place as usize) as usize)
    }

    /// Notes that a pit was sown by a sowing, and where its last seed fell.
    #[inline(always)]
    pub(super) fn sown(&mut self, number: u16, place: i32, way: usize, last: u8) {
        self.turn.origin = place as i16;
        self.turn.way = way as u8;
        self.turn.sowing = number;
        self.turn.next = 255;
        self.fallen(last);
    }

    /// Sows the hand, if the lap is worked out; otherwise nothing is done.
    #[inline]
    fn sow_by_table(&mut self, table: u16, place: u8) -> bool {
        let hand = usize::from(self.turn.hand.as_ref()[0]);
        let code = self.code;
        match code.laps[usize::from(table)].lap(usize::from(place), hand) {
            Some((increments, last)) => {
                self.now.add_row(increments);
                // The table lifts what was lifted before.
                self.now.add(usize::from(place), hand as i32);
                self.fallen(last);
                true
            }
            None => false,
        }
    }

    /// Notes where the last seed of the hand fell.
    #[inline]
    fn fallen(&mut self, last: u8) {
        self.turn.hand.as_mut()[0] = 0;
        self.turn.last = i16::from(last);
        self.turn.held.as_mut()[0] = (self.now.get(usize::from(last)) - 1) as u16;
    }

    /// Drops seeds of one kind where no rule can see the single drops.
    #[inline]
    fn sow_plainly(&mut self, places: &[u8], length: usize, first: usize, skipped: u128) {
        let mut hand = usize::from(self.turn.hand.as_ref()[0]);
        if hand == 0 {
            return;
        }
        let path = &places[first..first + length];
        if skipped == 0 {
            while hand > length {
                self.now.add_one_each(path);
                hand -= length;
            }
        } else {
            // The lap can only meet a skipped place if it is long enough to reach one.
            let reach = hand >= length || path[..hand].iter().any(|place| skipped >> place & 1 == 1);
            if reach {
                return self.sow_skipping(path, hand, skipped);
            }
        }
        let path = &path[..hand];
        let last = path[hand - 1];
        self.now.add_one_each(path);
        self.fallen(last);
    }

    fn sow_skipping(&mut self, path: &[u8], mut hand: usize, skipped: u128) {
        let mut last = 0;
        for place in path.iter().cycle().filter(|place| skipped >> **place & 1 == 0) {
            if hand == 0 {
                break;
            }
            self.now.add(usize::from(*place), 1);
            last = *place;
            hand -= 1;
        }
        self.fallen(last);
    }

    fn sow_drop_by_drop<O: Observer>(&mut self, sowing: &SowingCode, first: usize, skipped: u128, observer: &mut O) {
        let table = &self.code.tracks[usize::from(sowing.track)];
        let mut at = first;
        let mut left = self.hand();
        while left > 0 {
            let place = usize::from(table.places[usize::from(self.turn.way)][at]);
            at = if at + 1 == table.length { 0 } else { at + 1 };
            if skipped >> place & 1 == 1 {
                continue;
            }
            let kind = self.turn.hand.as_ref().iter().position(|count| *count > 0).unwrap_or(0);
            left -= 1;
            self.drop_at(sowing, place, kind, left == 0, observer);
        }
    }

    /// Drops a piece of the hand.
    fn drop_at<O: Observer>(
        &mut self,
        sowing: &SowingCode,
        place: usize,
        kind: usize,
        is_last: bool,
        observer: &mut O,
    ) {
        for each in 0..self.kinds() {
            self.turn.held.as_mut()[each] = self.now.get(self.cell(each, place)) as u16;
        }
        self.turn.hand.as_mut()[kind] -= 1;
        self.now.add(self.cell(kind, place), 1);
        self.turn.last = place as i16;
        if sowing.logged {
            self.drops.push(Dropped { place: place as u8, kind: kind as u8, held: self.turn.held });
        }
        if O::ACTIVE {
            let now = self.seeds_at(&self.now, place as i32);
            observer.event(Event::Dropped(sowing.rule, place, kind, now));
        }
        if let Some(rows) = sowing.each_drop
            && !(is_last && sowing.but_last)
        {
            self.act(rows, observer);
        }
    }

    /// Drops the piece that was chosen.
    pub(super) fn drop_piece<O: Observer>(&mut self, kind: usize, observer: &mut O) {
        let code = self.code;
        let sowing = &code.sowings[usize::from(self.turn.sowing)];
        let table = &code.tracks[usize::from(sowing.track)];
        let mut at = usize::from(self.turn.next);
        let places = &table.places[usize::from(self.turn.way)];
        while self.taking.skipped >> places[at] & 1 == 1 {
            at = if at + 1 == table.length { 0 } else { at + 1 };
        }
        let place = usize::from(places[at]);
        self.turn.next = if at + 1 == table.length { 0 } else { (at + 1) as u8 };
        let is_last = self.hand() == 1;
        self.drop_at(sowing, place, kind, is_last, observer);
    }

    // --- captures ----------------------------------------------------------------------------------------------------

    /// Takes all pieces of a set for a player.
    pub(super) fn capture<O: Observer>(&mut self, captor: usize, set: u128, into: Into, observer: &mut O) {
        let into = self.destination(captor, into);
        let mut taken = 0;
        for place in members::<S>(set) {
            taken += self.take(place, i32::MAX, into, observer);
        }
        self.count_captured(captor, taken);
    }

    /// Takes at most so many pieces of a place for the mover.
    pub(super) fn capture_some<O: Observer>(&mut self, place: i32, most: i32, into: Into, observer: &mut O) {
        let captor = self.mover.index();
        let into = self.destination(captor, into);
        if let Ok(place) = usize::try_from(place) {
            let taken = self.take(place, most, into, observer);
            self.count_captured(captor, taken);
        }
    }

    /// The place where captured pieces go; none for the hand.
    fn destination(&mut self, captor: usize, into: Into) -> Option<usize> {
        match into {
            Into::Store => Some(usize::from(self.code.stores[captor & 1])),
            Into::Hand => None,
            Into::Place(place) => self.num(place).try_into().ok(),
        }
    }

    fn take<O: Observer>(&mut self, place: usize, most: i32, into: Option<usize>, observer: &mut O) -> i32 {
        let mut left = most.max(0);
        for kind in 0..self.kinds() {
            left -= self.take_kind(place, kind, left, into);
        }
        let taken = most.max(0) - left;
        if O::ACTIVE && taken > 0 {
            observer.event(Event::Captured(self.rule(), place, taken, into));
        }
        taken
    }

    fn take_kind(&mut self, place: usize, kind: usize, most: i32, into: Option<usize>) -> i32 {
        let cell = self.cell(kind, place);
        let count = self.now.get(cell).min(most);
        self.now.add(cell, -count);
        match into {
            Some(into) => self.now.add(self.cell(kind, into), count),
            None => self.turn.hand.as_mut()[kind] += count as u16,
        }
        count
    }

    fn count_captured(&mut self, captor: usize, taken: i32) {
        if captor == self.mover.index() {
            self.turn.captured += taken;
            self.turn.just_captured = taken > 0;
            if taken > 0 {
                self.turn.laps_since_capture = 0;
            }
        }
    }

    // --- captures by choice ------------------------------------------------------------------------------------------

    /// The sets, kinds and destination of the capture at this address.
    fn chosen_capture(&mut self) -> Option<(Vec<usize>, [u128; 2], Into)> {
        let Instruction::CaptureChosen(_, kinds, first, second, into) =
            self.code.instructions[usize::from(self.address)]
        else {
            return None;
        };
        let kinds = self.code.lists[usize::from(kinds)].iter().map(|kind| usize::from(*kind)).collect();
        let first = self.set(first);
        let second = second.map_or(0, |set| self.set(set));
        Some((kinds, [first, second], into))
    }

    /// Begins a capture by choice of so many pieces.
    pub(super) fn begin_taking(&mut self, count: i32) {
        let Some((kinds, sets, _)) = self.chosen_capture() else { return };
        let available: i32 = sets.iter().map(|set| self.pieces_from(&kinds, *set, 0)).sum();
        self.taking.left = count.clamp(0, available) as u16;
        self.taking.from = 0;
        self.taking.sets = sets;
        self.taking.kinds = kinds.iter().fold(0, |bits, kind| bits | 1 << kind);
        self.taking.stage = u8::from(self.pieces_from(&kinds, sets[0], 0) == 0);
        self.taking.active = true;
    }

    /// Pieces of these kinds in a set, from a number (place times kinds plus kind) on.
    fn pieces_from(&self, kinds: &[usize], set: u128, from: usize) -> i32 {
        let all = self.program.layout.kinds;
        let at = |place: usize| {
            let counted = kinds.iter().filter(|kind| place * all + **kind >= from);
            counted.map(|kind| self.now.get(self.cell(*kind, place))).sum::<i32>()
        };
        members::<S>(set).map(at).sum()
    }

    /// Place and kind of a numbered piece.
    pub(super) fn take_of(&self, number: usize) -> (usize, usize) {
        let all = self.program.layout.kinds;
        (number / all, number % all)
    }

    /// The first piece from a number on that may be taken next. Pieces are taken in the order of their numbers, so
    /// that equal sets are one move; enough must lie behind for those that are still to be taken.
    pub(super) fn next_take(&self, from: usize) -> Option<usize> {
        let kinds: Vec<usize> = (0..16).filter(|kind| self.taking.kinds >> kind & 1 == 1).collect();
        let set = self.taking.sets[usize::from(self.taking.stage)];
        let all = self.program.layout.kinds;
        let from = from.max(usize::from(self.taking.from));
        let needed = i32::from(self.taking.left).min(self.pieces_from(&kinds, set, usize::from(self.taking.from)));
        (from..self.program.layout.places * all).find(|number| {
            let (place, kind) = (number / all, number % all);
            set >> place & 1 == 1
                && self.taking.kinds >> kind & 1 == 1
                && self.now.get(self.cell(kind, place)) > 0
                && self.pieces_from(&kinds, set, *number) >= needed
        })
    }

    /// Takes the piece that was chosen.
    pub(super) fn take_piece<O: Observer>(&mut self, number: usize, observer: &mut O) {
        let Some((kinds, _, into)) = self.chosen_capture() else { return };
        let (place, kind) = self.take_of(number);
        let captor = self.mover.index();
        let into = self.destination(captor, into);
        let taken = self.take_kind(place, kind, 1, into);
        self.count_captured(captor, taken);
        if O::ACTIVE {
            observer.event(Event::Captured(self.rule(), place, taken, into));
        }
        self.taking.left -= 1;
        self.taking.from = number as u16;
        let set = self.taking.sets[usize::from(self.taking.stage)];
        if self.taking.stage == 0 && self.pieces_from(&kinds, set, number) == 0 {
            self.taking.stage = 1;
            self.taking.from = 0;
        }
    }
}
