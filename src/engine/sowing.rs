//! Sowing: the hand along a track, piece by piece.

use super::machine::Machine;
use super::position::{Cells, Shape, add_to, in_bag};
use super::trace::{Event, Observer};
use super::turn::{Dropped, Status};
use crate::ir::{Id, Kinds, PieceKind, Place, Places, Sowing, SowingId};

/// What became of a lap.
pub(super) enum Lap {
    /// It is over.
    Over,
    /// The next piece is to be chosen.
    Chosen,
    /// The turn stops in the middle of it.
    Stopped(Status),
}

impl<S: Shape> Machine<'_, S> {
    /// Sows the hand.
    pub(super) fn sow<O: Observer>(&mut self, id: SowingId, observer: &mut O) -> Lap {
        let code = self.code;
        let sowing = &code.sowings[id];
        let start = self.pit(&self.now, sowing.start);
        self.turn.backward = self.way(&self.now, sowing.way);
        self.turn.sowing = Some(id);
        self.lap(sowing, start, sowing.after, observer)
    }

    /// Sows the hand on behind the pit that was lifted last, as in the lap before.
    pub(super) fn sow_on<O: Observer>(&mut self, observer: &mut O) -> Lap {
        let code = self.code;
        match self.turn.sowing {
            Some(id) => self.lap(&code.sowings[id], self.turn.lifted, true, observer),
            None => Lap::Over,
        }
    }

    fn lap<O: Observer>(&mut self, sowing: &Sowing, start: Option<Place>, after: bool, observer: &mut O) -> Lap {
        if self.program.keeps.before_sowing {
            self.before = self.now;
        }
        self.turn.lap_start = self.drops.len();
        let hand = self.turn.in_hand();
        if O::ACTIVE {
            observer.event(Event::Lap(sowing.rule, hand));
        }
        let code = self.code;
        let track = &code.tracks[sowing.track];
        let way = usize::from(self.turn.backward);
        let Some(index) = start.and_then(|start| track.index[way][start.index()]) else { return Lap::Over };
        let skipped = sowing.skipping.map_or(Places::NONE, |set| self.set(&self.now, set));
        if track.all.without(skipped).is_empty() {
            return Lap::Over;
        }
        let places = &track.places[way];
        let first = following(if after { index } else { before(index, places.len()) }, places.len());
        if sowing.in_order {
            self.piecewise.skipped = skipped;
            self.piecewise.next = Some(first);
            self.piecewise.each = self.number(&self.now, sowing.each).max(1);
            self.piecewise.more = 0;
            return if hand > 0 { Lap::Chosen } else { Lap::Over };
        }
        let each = self.number(&self.now, sowing.each);
        let unseen = self.kinds() == 1 && each == 1 && sowing.at_drop.is_none() && !self.program.keeps.drops;
        if unseen && !O::ACTIVE {
            self.drop_all(places, first, hand, skipped);
            return Lap::Over;
        }
        self.drop_each(sowing, first, skipped, each, observer)
    }

    // --- where nothing sees the single pieces ------------------------------------------------------------------------

    /// Drops the hand, which holds pieces of one kind, where nothing sees the single pieces fall.
    #[inline]
    fn drop_all(&mut self, places: &[Place], first: usize, hand: i32, skipped: Places) {
        let Ok(mut left) = usize::try_from(hand) else { return };
        let Some((front, back)) = places.split_at_checked(first) else { return };
        if left == 0 || !self.meter.spend(u64::from(hand.unsigned_abs())) {
            return;
        }
        if !skipped.is_empty() {
            return self.drop_skipping([back, front], left, skipped);
        }
        while left > places.len() {
            self.now.add_one_each(places);
            left -= places.len();
        }
        let last = match (back.get(..left), left.checked_sub(back.len())) {
            (Some(fallen), _) => {
                self.now.add_one_each(fallen);
                fallen.last()
            }
            (None, rest) => {
                let fallen = front.get(..rest.unwrap_or(0)).unwrap_or(front);
                self.now.add_one_each(back);
                self.now.add_one_each(fallen);
                fallen.last()
            }
        };
        if let Some(last) = last {
            self.fell(*last);
        }
    }

    fn drop_skipping(&mut self, places: [&[Place]; 2], mut left: usize, skipped: Places) {
        // Some place is not left out, so that every round drops a piece.
        loop {
            for place in places.iter().copied().flatten() {
                if skipped.has(*place) {
                    continue;
                }
                self.now.add(place.index(), 1);
                left -= 1;
                if left == 0 {
                    return self.fell(*place);
                }
            }
        }
    }

    /// Notes where the last piece of the hand fell.
    #[inline]
    fn fell(&mut self, last: Place) {
        self.turn.hand = S::Bag::default();
        self.turn.last = Some(last);
        if let Some(held) = self.turn.held.as_mut().first_mut() {
            *held = u16::try_from(self.now.get(last.index()) - 1).unwrap_or(0);
        }
    }

    // --- piece by piece ----------------------------------------------------------------------------------------------

    fn drop_each<O: Observer>(
        &mut self,
        sowing: &Sowing,
        first: usize,
        skipped: Places,
        each: i32,
        observer: &mut O,
    ) -> Lap {
        let places = &self.code.tracks[sowing.track].places[usize::from(self.turn.backward)];
        let (behind, from) = places.split_at_checked(first).unwrap_or((&[], places));
        for place in from.iter().chain(behind).cycle() {
            if skipped.has(*place) {
                continue;
            }
            let together = self.turn.in_hand().min(each.max(1));
            for fallen in 1..=together.max(1) {
                // The hand is not counted before: what is done at a drop may fill it or empty it.
                let Some(kind) = self.next_in_hand() else { return Lap::Over };
                if !self.meter.spend(1) {
                    return Lap::Stopped(Status::Exhausted(sowing.rule));
                }
                if let Some(status) = self.drop_at(sowing, *place, kind, [fallen == 1, fallen == together], observer) {
                    return Lap::Stopped(status);
                }
            }
        }
        Lap::Over
    }

    /// The kind of the next piece of the hand.
    fn next_in_hand(&self) -> Option<PieceKind> {
        self.each_kind().find(|kind| in_bag(self.turn.hand.as_ref(), *kind) > 0)
    }

    /// Drops a piece of the hand; whether it is the first and the last of those that fall there together. A table of the
    /// drops is looked at when all of them have fallen.
    fn drop_at<O: Observer>(
        &mut self,
        sowing: &Sowing,
        place: Place,
        kind: PieceKind,
        [first, last]: [bool; 2],
        observer: &mut O,
    ) -> Option<Status> {
        if first {
            let mut held = S::Bag::default();
            for kind in self.each_kind() {
                add_to(held.as_mut(), kind, self.now.get(self.cell(kind, place)));
            }
            self.turn.held = held;
        }
        add_to(self.turn.hand.as_mut(), kind, -1);
        self.now.add(self.cell(kind, place), 1);
        self.turn.last = Some(place);
        if self.program.keeps.drops {
            self.drops.push(Dropped { place, kind, held: self.turn.held });
        }
        if O::ACTIVE {
            let now = self.pieces_at(&self.now, place, Kinds::ALL);
            observer.event(Event::Dropped(sowing.rule, place, kind, now));
        }
        let block = sowing.at_drop?;
        if !last || (sowing.but_last && self.turn.in_hand() == 0) {
            return None;
        }
        self.perform(block, observer)
    }

    /// Drops the piece that was chosen; tells how the turn stops, if it does.
    pub(super) fn drop_chosen<O: Observer>(&mut self, kind: PieceKind, observer: &mut O) -> Option<Status> {
        let code = self.code;
        let sowing = &code.sowings[self.turn.sowing?];
        let places = &code.tracks[sowing.track].places[usize::from(self.turn.backward)];
        let first = self.piecewise.more == 0;
        let mut at = self.piecewise.next?;
        while self.piecewise.skipped.has(*places.get(at)?) {
            at = following(at, places.len());
        }
        let place = *places.get(at)?;
        if first {
            self.piecewise.more = self.piecewise.each.min(self.turn.in_hand());
        }
        self.piecewise.more -= 1;
        let last = self.piecewise.more == 0;
        self.piecewise.next = Some(if last { following(at, places.len()) } else { at });
        self.drop_at(sowing, place, kind, [first, last], observer)
    }

    /// Whether pieces of the hand are still to be dropped in chosen order.
    pub(super) fn may_drop(&self) -> bool {
        self.piecewise.next.is_some() && self.turn.in_hand() > 0
    }
}

/// The index behind an index of a track.
#[inline]
fn following(index: usize, length: usize) -> usize {
    if index + 1 >= length { 0 } else { index + 1 }
}

/// The index before an index of a track.
#[inline]
fn before(index: usize, length: usize) -> usize {
    index.checked_sub(1).unwrap_or(length.saturating_sub(1))
}
