//! Lifting, sowing and moving pieces of many lanes.

use super::bits::Bits;
use super::lanes::Lane;
use super::turns::Turns;
use crate::ir::{BlockId, Id, Sowing, SowingId};

/// Where a lap begins.
#[derive(Debug, Clone, Copy)]
struct Start {
    /// The place that it begins behind, or at.
    place: i32,
    after: bool,
}

impl<const W: usize, B: Bits> Turns<'_, W, B> {
    /// Takes at most so many pieces of a place into the hand.
    #[inline]
    pub(super) fn lift(&mut self, lane: Lane, place: i32, most: i32) {
        let Ok(at) = usize::try_from(place) else { return };
        let cell = &mut self.lanes.cells[lane as usize][at & (W - 1)];
        let count = i32::from(*cell).min(most.max(0));
        *cell = rest(*cell, count);
        let facts = &mut self.lanes.facts[lane as usize];
        facts.hand += count;
        facts.origin = place;
    }

    /// Moves at most so many pieces from a place to a place.
    pub(super) fn put(&mut self, lane: Lane, from: i32, to: i32, most: i32) {
        let (Ok(from), Ok(to)) = (usize::try_from(from), usize::try_from(to)) else { return };
        let cells = &mut self.lanes.cells[lane as usize];
        let count = i32::from(cells[from & (W - 1)]).min(most.max(0));
        cells[from & (W - 1)] = rest(cells[from & (W - 1)], count);
        cells[to & (W - 1)] = more(cells[to & (W - 1)], count);
    }

    /// Moves at most so many pieces of the hand to a place.
    pub(super) fn put_hand(&mut self, lane: Lane, to: i32, most: i32) {
        let Ok(to) = usize::try_from(to) else { return };
        let facts = &mut self.lanes.facts[lane as usize];
        let count = facts.hand.min(most.max(0));
        facts.hand -= count;
        let cell = &mut self.lanes.cells[lane as usize][to & (W - 1)];
        *cell = more(*cell, count);
    }

    /// Takes at most so many pieces of a place to another; -1 is the hand, -2 leaves them where they are.
    #[inline]
    pub(super) fn take(&mut self, lane: Lane, place: usize, most: i32, into: i32) -> i32 {
        if into == -2 {
            return 0;
        }
        let cells = &mut self.lanes.cells[lane as usize];
        let count = i32::from(cells[place & (W - 1)]).min(most.max(0));
        cells[place & (W - 1)] = rest(cells[place & (W - 1)], count);
        match usize::try_from(into) {
            Ok(into) => cells[into & (W - 1)] = more(cells[into & (W - 1)], count),
            Err(_) => self.lanes.facts[lane as usize].hand += count,
        }
        count
    }

    #[inline]
    pub(super) fn count_captured(&mut self, lane: Lane, captor: i32, taken: i32) {
        if usize::try_from(captor).is_ok_and(|captor| captor == self.mover.index()) {
            let facts = &mut self.lanes.facts[lane as usize];
            facts.captured += taken;
            facts.just_captured = taken > 0;
            if taken > 0 {
                facts.laps_since_capture = 0;
            }
        }
    }

    // --- sowing ------------------------------------------------------------------------------------------------------

    /// Sows the hands by a sowing.
    pub(super) fn sow(&mut self, id: SowingId, on: &mut Vec<Lane>) {
        let sowing = &self.code.sowings[id];
        let (starts, ways) = (self.pits(sowing.start, on), self.ways(sowing.way, on));
        for (lane, way) in on.iter().zip(&ways) {
            let facts = &mut self.lanes.facts[*lane as usize];
            facts.way = u8::from(*way == 1);
            facts.sowing = Some(id);
        }
        self.laps(sowing, &starts, sowing.after, true, on);
        [starts, ways].into_iter().for_each(|list| self.numbers.give(list));
    }

    /// Sows the hands on behind the place last lifted, as in the lap before.
    pub(super) fn sow_on(&mut self, on: &mut Vec<Lane>) {
        let mut open = self.lists.take();
        open.extend_from_slice(on);
        while let Some(id) = open.first().map(|lane| self.lanes.facts[*lane as usize].sowing) {
            let mut part = self.lists.take();
            open.retain(|lane| {
                let same = self.lanes.facts[*lane as usize].sowing == id;
                if same {
                    part.push(*lane);
                }
                !same
            });
            if let Some(id) = id {
                let mut starts = self.numbers.take();
                starts.extend(part.iter().map(|lane| self.lanes.facts[*lane as usize].origin));
                let asked = part.clone();
                self.laps(&self.code.sowings[id], &starts, true, false, &mut part);
                if part.len() < asked.len() {
                    on.retain(|lane| !asked.contains(lane) || part.contains(lane));
                }
                self.numbers.give(starts);
            }
            self.lists.give(part);
        }
        self.lists.give(open);
    }

    /// A lap of each lane; lanes in which the turn ends at a drop are taken out.
    fn laps(&mut self, sowing: &Sowing, starts: &[i32], after: bool, first: bool, on: &mut Vec<Lane>) {
        if self.program.keeps.before_sowing {
            for lane in on.iter() {
                self.lanes.before[*lane as usize] = self.lanes.cells[*lane as usize];
            }
        }
        if let Some(drop) = sowing.at_drop {
            return self.drop_by_drop(sowing, drop, starts, after, on);
        }
        let laps = self.tables.laps_of[self.number_of(sowing)].filter(|laps| first || !laps.from_start);
        let (skipped, each) = self.asked_of(sowing, laps.is_none(), on);
        for (at, lane) in on.iter().enumerate() {
            let start = Start { place: starts[at], after };
            if let Some(laps) = laps
                && self.by_table(sowing, laps, start, *lane)
            {
                continue;
            }
            let (skipped, each) = match &skipped {
                Some(skipped) => (skipped[at], each.as_ref().map_or(1, |each| each[at])),
                None => (self.skipped_of(sowing, *lane), 1),
            };
            self.one_lap(sowing, start, skipped, each, *lane);
        }
        if let Some(skipped) = skipped {
            self.sets.give(skipped);
        }
        if let Some(each) = each {
            self.numbers.give(each);
        }
    }

    /// The number of a sowing, by which its laps are found.
    fn number_of(&self, sowing: &Sowing) -> usize {
        self.code.sowings.iter().position(|(_, other)| std::ptr::eq(other, sowing)).unwrap_or(0)
    }

    /// What a sowing leaves out, and how many pieces fall into each place, where laps are not worked out.
    fn asked_of(&mut self, sowing: &Sowing, asked: bool, on: &[Lane]) -> (Option<Vec<B>>, Option<Vec<i32>>) {
        if !asked {
            return (None, None);
        }
        let skipped = match sowing.skipping {
            Some(set) => self.set(set, on),
            None => {
                let mut none = self.sets.take();
                none.resize(on.len(), B::none());
                none
            }
        };
        (Some(skipped), Some(self.number(sowing.each, on)))
    }

    /// The same for one lane, whose lap is longer than those that are worked out.
    fn skipped_of(&mut self, sowing: &Sowing, lane: Lane) -> B {
        let Some(set) = sowing.skipping else { return B::none() };
        let sets = self.set(set, &[lane]);
        let set = sets.first().copied().unwrap_or_default();
        self.sets.give(sets);
        set
    }

    /// Sows a hand, if its lap is worked out.
    #[inline]
    fn by_table(&mut self, sowing: &Sowing, laps: super::prepared::LapsOf, start: Start, lane: Lane) -> bool {
        let facts = &mut self.lanes.facts[lane as usize];
        let way = usize::from(facts.way);
        let Ok(mut place) = usize::try_from(start.place) else { return false };
        if !start.after {
            let track = &self.code.tracks[sowing.track];
            let Some(index) = track.index[way][place] else { return false };
            let before = if index == 0 { track.places[way].len() - 1 } else { index - 1 };
            place = track.places[way][before].index();
        }
        let hand = facts.hand;
        let Some((row, last)) =
            usize::try_from(hand).ok().and_then(|hand| self.tables.laps(laps, way).lap(place, hand))
        else {
            return false;
        };
        let cells = &mut self.lanes.cells[lane as usize];
        for (cell, add) in cells.iter_mut().zip(row) {
            *cell = cell.wrapping_add(*add);
        }
        // The row lifts what was lifted before.
        cells[place & (W - 1)] = more(cells[place & (W - 1)], hand);
        facts.hand = 0;
        facts.last = i32::from(last);
        facts.held = i32::from(cells[usize::from(last) & (W - 1)]) - 1;
        true
    }

    /// Sows a hand seed by seed.
    fn one_lap(&mut self, sowing: &Sowing, start: Start, skipped: B, each: i32, lane: Lane) {
        let facts = &mut self.lanes.facts[lane as usize];
        let track = &self.code.tracks[sowing.track];
        let way = usize::from(facts.way);
        let Some(index) = usize::try_from(start.place).ok().and_then(|place| track.index[way][place]) else { return };
        if (B::of(track.all) & !skipped).is_empty() {
            return;
        }
        let places = &track.places[way];
        let first = if start.after { index + 1 } else { index };
        let path = places.iter().map(|place| place.index()).cycle().skip(first % places.len());
        let cells = &mut self.lanes.cells[lane as usize];
        for place in path.filter(|place| !skipped.has(*place)) {
            if facts.hand <= 0 {
                return;
            }
            let count = each.clamp(1, facts.hand);
            facts.held = i32::from(cells[place & (W - 1)]);
            cells[place & (W - 1)] = more(cells[place & (W - 1)], count);
            facts.last = i32::try_from(place).unwrap_or(-1);
            facts.hand -= count;
        }
    }

    /// Sows hands drop by drop, all lanes together, with what is done at each drop.
    fn drop_by_drop(&mut self, sowing: &Sowing, drop: BlockId, starts: &[i32], after: bool, on: &mut Vec<Lane>) {
        let (skipped, each) = self.asked_of(sowing, true, on);
        let (skipped, each) = (skipped.unwrap_or_default(), each.unwrap_or_default());
        let track = &self.code.tracks[sowing.track];
        let mut walking: Vec<Sower<B>> = Vec::with_capacity(on.len());
        for (at, lane) in on.iter().enumerate() {
            let way = usize::from(self.lanes.facts[*lane as usize].way);
            let index = usize::try_from(starts[at]).ok().and_then(|place| track.index[way][place]);
            if let Some(index) = index.filter(|_| !(B::of(track.all) & !skipped[at]).is_empty()) {
                let index = if after { (index + 1) % track.places[way].len() } else { index };
                walking.push(Sower { lane: *lane, way, index, skipped: skipped[at], each: each[at].max(1), more: 0 });
            }
        }
        self.sets.give(skipped);
        self.numbers.give(each);
        loop {
            walking.retain(|sower| self.lanes.facts[sower.lane as usize].hand > 0);
            if walking.is_empty() {
                return;
            }
            let mut dropped = self.lists.take();
            for sower in &mut walking {
                let is_last = self.drop_one(sowing, sower);
                if sower.more == 0 && !(is_last && sowing.but_last) {
                    dropped.push(sower.lane);
                }
            }
            let asked = dropped.clone();
            let returned = self.run(drop, dropped);
            if returned.len() < asked.len() {
                let gone = |lane: &Lane| asked.contains(lane) && !returned.contains(lane);
                walking.retain(|sower| !gone(&sower.lane));
                on.retain(|lane| !gone(lane));
            }
            self.lists.give(returned);
        }
    }

    /// Drops a piece; tells whether it was the last.
    fn drop_one(&mut self, sowing: &Sowing, sower: &mut Sower<B>) -> bool {
        let places = &self.code.tracks[sowing.track].places[sower.way];
        while sower.skipped.has(places[sower.index].index()) {
            sower.index = (sower.index + 1) % places.len();
        }
        let place = places[sower.index].index();
        let facts = &mut self.lanes.facts[sower.lane as usize];
        let cell = &mut self.lanes.cells[sower.lane as usize][place & (W - 1)];
        if sower.more == 0 {
            sower.more = sower.each.min(facts.hand);
            facts.held = i32::from(*cell);
        }
        *cell = more(*cell, 1);
        facts.hand -= 1;
        facts.last = i32::try_from(place).unwrap_or(-1);
        let is_last = facts.hand == 0;
        sower.more -= 1;
        if sower.more == 0 {
            sower.index = (sower.index + 1) % places.len();
        }
        is_last
    }
}

/// A lane that sows drop by drop.
#[derive(Debug, Clone, Copy)]
struct Sower<B> {
    lane: Lane,
    way: usize,
    index: usize,
    skipped: B,
    each: i32,
    /// Pieces that are still to fall into the present place.
    more: i32,
}

/// What is left of a cell. No more is taken than is there.
#[inline]
fn rest(cell: u8, taken: i32) -> u8 {
    cell.wrapping_sub(byte(taken))
}

/// A cell with more in it. No game that is played so has more than 255 pieces.
#[inline]
fn more(cell: u8, added: i32) -> u8 {
    cell.wrapping_add(byte(added))
}

#[inline]
fn byte(number: i32) -> u8 {
    number.to_le_bytes()[0]
}
