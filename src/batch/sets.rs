//! Sets of places, read for many lanes at once, and what lies in them.

use super::bits::Bits;
use super::lanes::Lane;
use super::turns::Turns;
use crate::ir::{Chain, Each, Id, Set, SetId, Slot, TruthId};

impl<const W: usize, B: Bits> Turns<'_, W, B> {
    /// A set of each lane.
    pub(super) fn set(&mut self, set: SetId, on: &[Lane]) -> Vec<B> {
        let mut out = self.sets.take();
        self.set_into(set, on, &mut out);
        out
    }

    /// A set that is the same for all lanes.
    pub(super) fn known_set(&self, set: SetId) -> Option<B> {
        match self.code.expressions.sets[set] {
            Set::Constant(constant) => Some(B::of(self.code.expressions.constants[constant])),
            _ => None,
        }
    }

    fn set_into(&mut self, set: SetId, on: &[Lane], out: &mut Vec<B>) {
        let code = self.code;
        match code.expressions.sets[set] {
            Set::Constant(constant) => {
                let set = B::of(code.expressions.constants[constant]);
                out.extend(on.iter().map(|_| set));
            }
            Set::Kept(slot) => out.extend(on.iter().map(|lane| self.lanes.set(*lane, slot.index()))),
            Set::Single(pit) => {
                let pits = self.pits(pit, on);
                out.extend(pits.iter().map(|pit| usize::try_from(*pit).map_or(B::none(), B::one)));
                self.numbers.give(pits);
            }
            Set::Where(of, slot, condition) => match self.tables.filters[set.index()].as_ref() {
                Some(filter) => {
                    let within = B::of(filter.within);
                    let sets = self.set(of, on);
                    self.read(on, out, |at, cells| filter.of(cells, sets[at] & within));
                    self.sets.give(sets);
                }
                None => self.filtered(of, slot, condition, on, out),
            },
            Set::Union(left, right) => self.combined(left, right, on, out, |left, right| left | right),
            Set::Minus(left, right) => self.combined(left, right, on, out, |left, right| left & !right),
            Set::Facing(set) => self.related_sets(set, on, out, &self.prepared.facing),
            Set::Behind(set) => self.related_sets(set, on, out, &self.prepared.behind),
            Set::Chain(chain) => match self.tables.chains[chain.index()].as_ref() {
                Some(filter) => {
                    let within = B::of(filter.within);
                    self.plain_chain(
                        &code.expressions.chains[chain],
                        within,
                        |cells, place| filter.holds(cells, place),
                        on,
                        out,
                    );
                }
                None => self.chain(&code.expressions.chains[chain], on, out),
            },
            Set::Each(each) => self.each(&code.expressions.eaches[each], on, out),
            Set::LastDrops(_) => unreachable!("turns that log their drops are not prepared"),
            Set::If(condition, left, right) => self.one_of(condition, left, right, on, out),
            Set::In(past, inner) => self.in_past(past, |this| this.set_into(inner, on, out)),
            Set::With(binding, rest) => {
                self.bind_id(binding, on);
                self.set_into(rest, on, out);
            }
        }
    }

    fn combined(&mut self, left: SetId, right: SetId, on: &[Lane], out: &mut Vec<B>, join: impl Fn(B, B) -> B) {
        let (left, right) = (self.set(left, on), self.set(right, on));
        out.extend(left.iter().zip(&right).map(|(left, right)| join(*left, *right)));
        self.sets.give(left);
        self.sets.give(right);
    }

    pub(super) fn sets_compared(
        &mut self,
        left: SetId,
        right: SetId,
        on: &[Lane],
        out: &mut Vec<bool>,
        holds: impl Fn(B, B) -> bool,
    ) {
        let (left, right) = (self.set(left, on), self.set(right, on));
        out.extend(left.iter().zip(&right).map(|(left, right)| holds(*left, *right)));
        self.sets.give(left);
        self.sets.give(right);
    }

    fn related_sets(&mut self, set: SetId, on: &[Lane], out: &mut Vec<B>, table: &[i32]) {
        let sets = self.set(set, on);
        let related = |set: B| {
            let places = set.members().filter_map(|place| usize::try_from(table[place]).ok());
            places.fold(B::none(), |all, place| all | B::one(place))
        };
        out.extend(sets.iter().map(|set| related(*set)));
        self.sets.give(sets);
    }

    fn one_of(&mut self, condition: TruthId, left: SetId, right: SetId, on: &[Lane], out: &mut Vec<B>) {
        let holds = self.truth(condition, on);
        let start = out.len();
        out.resize(start + on.len(), B::none());
        for (side, set) in [(true, left), (false, right)] {
            let mut part = self.lists.take();
            part.extend(on.iter().zip(&holds).filter(|(_, holds)| **holds == side).map(|(lane, _)| *lane));
            if !part.is_empty() {
                let sets = self.set(set, &part);
                let places = holds.iter().enumerate().filter(|(_, holds)| **holds == side).map(|(at, _)| start + at);
                places.zip(&sets).for_each(|(at, set)| out[at] = *set);
                self.sets.give(sets);
            }
            self.lists.give(part);
        }
        self.truths.give(holds);
    }

    /// Members for which a condition holds: for each place, of the lanes that have it.
    fn filtered(&mut self, set: SetId, slot: Slot, condition: TruthId, on: &[Lane], out: &mut Vec<B>) {
        let sets = self.set(set, on);
        let start = out.len();
        out.resize(start + on.len(), B::none());
        self.for_places(slot, &sets, on, |this, place, part, positions| {
            let holds = this.truth(condition, part);
            for (at, _) in positions.iter().zip(&holds).filter(|(_, holds)| **holds) {
                out[start + *at] = out[start + *at] | B::one(place);
            }
            this.truths.give(holds);
        });
        self.sets.give(sets);
    }

    /// Does something for each place that is in the set of some lanes, with these lanes and where they stand among all;
    /// the place is in the slot.
    fn for_places(
        &mut self,
        slot: Slot,
        sets: &[B],
        on: &[Lane],
        mut act: impl FnMut(&mut Self, usize, &[Lane], &[usize]),
    ) {
        let before = self.uniform[slot.index()];
        let all = sets.iter().fold(B::none(), |all, set| all | *set);
        let mut positions = Vec::with_capacity(on.len());
        for place in all.members() {
            let mut part = self.lists.take();
            positions.clear();
            for (at, (lane, _)) in on.iter().zip(sets).enumerate().filter(|(_, (_, set))| set.has(place)) {
                part.push(*lane);
                positions.push(at);
            }
            self.uniform[slot.index()] = i32::try_from(place).ok();
            act(self, place, &part, &positions);
            self.lists.give(part);
        }
        self.uniform[slot.index()] = before;
    }

    /// All values of a pit expression.
    fn each(&mut self, each: &Each, on: &[Lane], out: &mut Vec<B>) {
        let start = out.len();
        out.resize(start + on.len(), B::none());
        let positions: Vec<usize> = (start..start + on.len()).collect();
        self.values(each, &each.over, on, &positions, out);
    }

    fn values(
        &mut self,
        each: &Each,
        over: &[(Slot, Option<SetId>)],
        on: &[Lane],
        positions: &[usize],
        out: &mut Vec<B>,
    ) {
        let Some(((slot, set), rest)) = over.split_first() else {
            let pits = self.pits(each.value, on);
            for (at, place) in
                positions.iter().zip(&pits).filter_map(|(at, pit)| Some((*at, usize::try_from(*pit).ok()?)))
            {
                out[at] = out[at] | B::one(place);
            }
            return self.numbers.give(pits);
        };
        let sets = match set {
            Some(set) => self.set(*set, on),
            None => {
                let mut ways = self.sets.take();
                ways.resize(on.len(), B::one(0) | B::one(1));
                ways
            }
        };
        self.for_places(*slot, &sets, on, |this, _, part, at| {
            let positions: Vec<usize> = at.iter().map(|at| positions[*at]).collect();
            this.values(each, rest, part, &positions, out);
        });
        self.sets.give(sets);
    }

    // --- chains ------------------------------------------------------------------------------------------------------

    /// A chain whose condition asks nothing but cells of the place.
    #[inline(always)]
    fn plain_chain(
        &mut self,
        chain: &Chain,
        within: B,
        holds: impl Fn(&[u8; W], usize) -> bool,
        on: &[Lane],
        out: &mut Vec<B>,
    ) {
        let from = self.pits(chain.from, on);
        let limits = chain.limit.map(|limit| self.number(limit, on));
        let (code, facts) = (self.code, &self.lanes.facts);
        self.read(on, out, |at, cells| {
            let mut set = B::none();
            let Some(from) = usize::try_from(from[at]).ok().filter(|from| within.has(*from) && holds(cells, *from))
            else {
                return set;
            };
            let facts = &facts[on[at] as usize];
            let Some(track) = code.track_of(facts.sowing) else { return set };
            let track = &code.tracks[track];
            let way = usize::from(facts.way ^ u8::from(chain.back)) & 1;
            let Some(first) = track.index[way][from] else { return set };
            let places = &track.places[way];
            let limit = limits.as_ref().map_or(places.len(), |limits| usize::try_from(limits[at]).unwrap_or(0));
            for place in places[first..].iter().chain(&places[..first]).take(limit).map(|place| place.index()) {
                if !(within.has(place) && holds(cells, place)) {
                    break;
                }
                set = set | B::one(place);
            }
            set
        });
        self.numbers.give(from);
        if let Some(limits) = limits {
            self.numbers.give(limits);
        }
    }

    /// Any chain, one step after the other for all lanes that are still on it.
    fn chain(&mut self, chain: &Chain, on: &[Lane], out: &mut Vec<B>) {
        let start = out.len();
        out.resize(start + on.len(), B::none());
        let from = self.pits(chain.from, on);
        let limits = chain.limit.map(|limit| self.number(limit, on));
        let mut walking: Vec<Walking> = Vec::with_capacity(on.len());
        for (at, lane) in on.iter().enumerate() {
            let facts = &self.lanes.facts[*lane as usize];
            let Some(track) = self.code.track_of(facts.sowing) else { continue };
            let way = usize::from(facts.way ^ u8::from(chain.back)) & 1;
            let path = &self.code.tracks[track];
            let Some(index) = usize::try_from(from[at]).ok().and_then(|from| path.index[way][from]) else { continue };
            let limit = limits.as_ref().map_or(usize::MAX, |limits| usize::try_from(limits[at]).unwrap_or(0));
            let left = path.places[way].len().min(limit);
            walking.push(Walking { at, track, way, index, left });
        }
        let slot = chain.it.index();
        let before = self.uniform[slot].take();
        loop {
            walking.retain(|one| one.left > 0);
            if walking.is_empty() {
                break;
            }
            let mut part = self.lists.take();
            let place_of =
                |code: &crate::ir::Code, one: &Walking| code.tracks[one.track].places[one.way][one.index].index();
            for one in &walking {
                let place = place_of(self.code, one);
                part.push(on[one.at]);
                self.lanes.keep(on[one.at], slot, i32::try_from(place).unwrap_or(-1));
            }
            let holds = self.truth(chain.condition, &part);
            for (one, holds) in walking.iter_mut().zip(&holds) {
                if *holds {
                    let place = place_of(self.code, one);
                    out[start + one.at] = out[start + one.at] | B::one(place);
                    one.index = (one.index + 1) % self.code.tracks[one.track].places[one.way].len();
                    one.left -= 1;
                } else {
                    one.left = 0;
                }
            }
            self.truths.give(holds);
            self.lists.give(part);
        }
        self.uniform[slot] = before;
        self.numbers.give(from);
        if let Some(limits) = limits {
            self.numbers.give(limits);
        }
    }

    // --- pieces ------------------------------------------------------------------------------------------------------

    /// Pieces in a set.
    pub(super) fn pieces(&mut self, set: SetId, on: &[Lane], out: &mut Vec<i32>) {
        if let Some(known) = self.known_set(set) {
            return self.read(on, out, |_, cells| pieces(cells, known));
        }
        let sets = self.set(set, on);
        self.read(on, out, |at, cells| pieces(cells, sets[at]));
        self.sets.give(sets);
    }
}

/// A lane on its way along a chain.
#[derive(Debug, Clone, Copy)]
struct Walking {
    at: usize,
    track: crate::ir::TrackId,
    way: usize,
    index: usize,
    left: usize,
}

/// Pieces in a set of places.
#[inline]
fn pieces<const W: usize, B: Bits>(cells: &[u8; W], set: B) -> i32 {
    set.members().map(|place| i32::from(cells[place & (W - 1)])).sum()
}
