//! Sets, chains and walks.

use super::cells::{LANES, Spot};
use super::{Lowering, Then};
use crate::plan::filter::{Filter, spans};
use crate::plan::op::{Address, Op, Reg, SetReg, View, turn};
use mancala_native::{Condition, Truth, Word};

/// A filter of more ranges than this is looked up place by place.
const MOST_RANGES: usize = 6;

/// Most places of a set that are looked at one by one.
const MOST_SINGLE: usize = 2;

/// A place that is alone, or not there at all.
#[derive(Debug, Clone, Copy)]
pub(super) struct Single {
    number: Word,
    is_there: bool,
}

impl<const W: usize> Lowering<'_, '_, W> {
    /// An operation that gives a set.
    pub(super) fn make_set(&mut self, op: &Op) {
        let (to, set) = match *op {
            Op::MoveSet(to, from) => (to, self.set(from)),
            Op::NoSet(to) => (to, self.to.word(0)),
            Op::Single(to, place) => (to, self.as_set(place)),
            Op::Union(to, one, two) => {
                let (one, two) = (self.set(one), self.set(two));
                let set = self.to.or(one, two);
                self.note_places(set, one, two);
                (to, set)
            }
            Op::Minus(to, one, two) => {
                let (one, two) = (self.set(one), self.set(two));
                (to, self.to.and_not(one, two))
            }
            Op::Related(to, of, table) => {
                let set = self.set(of);
                (to, self.related(set, table))
            }
            Op::Filter(to, of, view, filter) => {
                let set = self.set(of);
                let side = self.side;
                (to, self.filtered(set, view, &side.tables.filters[usize::from(filter)]))
            }
            Op::Add(to, place) => {
                let (others, place) = (self.set(to), self.as_set(place));
                let set = self.to.or(others, place);
                self.note_places(set, others, place);
                (to, set)
            }
            Op::Chain { to, from, most, view, chain } => (to, self.chain(from, most, view, usize::from(chain))),
            _ => return,
        };
        self.put_set(to, set);
    }

    /// A place as a set; none is the empty set.
    pub(super) fn as_set(&mut self, place: Reg) -> Word {
        let number = self.get(place);
        let (set, is_there) = (self.single(number), self.is_never_negative(place));
        let set = if is_there { set } else { self.if_there(number, set) };
        self.places_of.insert(set, vec![Single { number, is_there }]);
        set
    }

    /// Notes of which places a set is that has the members of two others, if those are few.
    fn note_places(&mut self, set: Word, one: Word, two: Word) {
        if let (Some(one), Some(two)) = (self.places_of.get(&one), self.places_of.get(&two))
            && one.len() + two.len() <= MOST_SINGLE
        {
            let both = [one.as_slice(), two].concat();
            self.places_of.insert(set, both);
        }
    }

    /// How many pieces lie in a set, where it is of few places: they are added up sooner than whole vectors are.
    pub(super) fn pieces_one_by_one(&mut self, set: Word) -> Option<Word> {
        let places = self.places_of.get(&set)?.clone();
        let mut all = self.to.word(0);
        for (number, place) in places.iter().enumerate() {
            let mut here = self.cell_if_there(View::Now, 0, Spot::of(place.number), place.is_there);
            for other in &places[..number] {
                let (is_same, zero) = (self.to.compare(Condition::Equal, place.number, other.number), self.to.word(0));
                here = self.to.select(is_same, zero, here);
            }
            all = self.to.add(all, here);
        }
        Some(all)
    }

    /// A place that there is, as a set.
    pub(super) fn single(&mut self, place: Word) -> Word {
        let one = self.to.word(1);
        self.to.shift_up(one, place)
    }

    /// What a table holds for the members of a set.
    fn related(&mut self, set: Word, table: u16) -> Word {
        let entries = &self.side.tables.places[usize::from(table)];
        let bytes: Vec<u8> =
            entries.iter().skip(1).flat_map(|place| crate::plan::along::as_set(*place).to_le_bytes()).collect();
        let table = self.to.table(&bytes);
        let (left, related) = (self.to.variable(), self.to.variable());
        let zero = self.to.word(0);
        self.to.put(left, set);
        self.to.put(related, zero);
        self.each_member(left, |this, place| {
            let (more, all) = (this.to.long_of(table, place), this.to.get(related));
            let all = this.to.or(all, more);
            this.to.put(related, all);
        });
        self.to.get(related)
    }

    /// Does something for each member of what is left of a set.
    pub(super) fn each_member(&mut self, left: mancala_native::Variable, mut body: impl FnMut(&mut Self, Word)) {
        let zero = self.to.word(0);
        self.while_so(
            |this| {
                let left = this.to.get(left);
                this.to.compare(Condition::NotEqual, left, zero)
            },
            |this| {
                let members = this.to.get(left);
                let (place, others) = (this.to.first_bit(members), this.to.without_first_bit(members));
                this.to.put(left, others);
                body(this, place);
            },
        );
    }

    // --- conditions on cells ---------------------------------------------------------------------------------------------

    /// The members of a set of which a condition holds.
    fn filtered(&mut self, set: Word, view: View, filter: &Filter) -> Word {
        let within = self.to.word(filter.within().cast_signed());
        let mut set = self.to.and(set, within);
        for (first, holds) in filter.tests() {
            let spans = spans(holds);
            set = if spans.len() <= MOST_RANGES {
                let found = self.places_within(view, first, &spans);
                self.to.and(set, found)
            } else {
                self.looked_up(set, view, first, holds)
            };
        }
        set
    }

    /// The places whose cell lies in one of some spans.
    fn places_within(&mut self, view: View, first: usize, spans: &[(u8, u8)]) -> Word {
        let mut found = self.to.word(0);
        for number in 0..self.side.places.div_ceil(LANES) {
            let vector = self.cells_from(view, first + LANES * number);
            let bits = self.to.bytes_within(vector, spans);
            let by = self.to.word(i64::try_from(LANES * number).unwrap_or(0));
            let bits = self.to.shift_up(bits, by);
            found = self.to.or(found, bits);
        }
        found
    }

    /// The same place by place.
    fn looked_up(&mut self, set: Word, view: View, first: usize, holds: &[bool; 256]) -> Word {
        let (left, found) = (self.to.variable(), self.to.variable());
        let zero = self.to.word(0);
        self.to.put(left, set);
        self.to.put(found, zero);
        self.each_member(left, |this, place| {
            let there = this.cell_holds(view, first, holds, place);
            let (there, all) = (this.to.shift_up(there, place), this.to.get(found));
            let all = this.to.or(all, there);
            this.to.put(found, all);
        });
        self.to.get(found)
    }

    /// 1 if a condition holds of the cell of a place, otherwise 0.
    fn cell_holds(&mut self, view: View, first: usize, holds: &[bool; 256], place: Word) -> Word {
        let cell = self.cell_of(view, first, Spot::of(place));
        if let [(least, most)] = spans(holds).as_slice() {
            let (least, width) =
                (self.to.word(i64::from(*least)), self.to.word(i64::from(*most) - i64::from(*least) + 1));
            let above = self.to.subtract(cell, least);
            let within = self.to.compare(Condition::Below, above, width);
            return self.to.word_of(within);
        }
        let entries: Vec<u8> = holds.iter().map(|holds| u8::from(*holds)).collect();
        let table = self.to.table(&entries);
        self.to.byte_of(table, cell)
    }

    /// Whether a condition holds of a place that there is.
    fn holds_of(&mut self, view: View, filter: &Filter, place: Word) -> Truth {
        let one = self.to.word(1);
        let mut holds = one;
        for (first, test) in filter.tests() {
            let this = self.cell_holds(view, first, test, place);
            holds = self.to.and(holds, this);
        }
        if filter.within() != u64::MAX {
            let within = self.to.word(filter.within().cast_signed());
            let within = self.to.shift_down(within, place);
            holds = self.to.and(holds, within);
        }
        let (holds, zero) = (self.to.and(holds, one), self.to.word(0));
        self.to.compare(Condition::NotEqual, holds, zero)
    }

    // --- pieces in sets ----------------------------------------------------------------------------------------------------

    /// Pieces under a mask that never changes.
    pub(super) fn pieces_under(&mut self, view: View, mask: &[u8; W]) -> Word {
        let members: Vec<usize> = (0..W).filter(|cell| mask[*cell] != 0).collect();
        if let [only] = members.as_slice() {
            return self.cell(view, *only);
        }
        let cells = self.cells_under(view, mask);
        let sum = self.sum_of(&cells);
        let places = members.iter().fold(0, |places, cell| places | 1 << (cell & 63));
        self.note_sum(sum, view, &cells, places, true);
        sum
    }

    // --- along paths -------------------------------------------------------------------------------------------------------

    /// The number of a path and a way, in one.
    pub(super) fn path_and_way(&mut self, path: Word, way: Word) -> Word {
        let one = self.to.word(1);
        let path = self.to.shift_up(path, one);
        self.to.or(path, way)
    }

    /// Where a place stands on a path; 255 if it does not.
    pub(super) fn index_on(&mut self, path: Word, place: Word) -> Word {
        let entries: Vec<u8> = self.side.tables.paths.iter().flat_map(|path| path.index).flatten().collect();
        let table = self.to.table(&entries);
        let (six, last) = (self.to.word(6), self.to.word(63));
        let (path, place) = (self.to.shift_up(path, six), self.to.and(place, last));
        let number = self.to.add(path, place);
        self.to.byte_of(table, number)
    }

    /// The place with a number on a path, of two rounds.
    pub(super) fn place_on(&mut self, path: Word, index: Word) -> Word {
        let rounds = self.side.tables.paths.iter().flat_map(|path| &path.places);
        let entries: Vec<u8> = rounds
            .flat_map(|places| {
                let mut round = places.repeat(2);
                round.resize(128, 0);
                round
            })
            .collect();
        let table = self.to.table(&entries);
        let seven = self.to.word(7);
        let first = self.to.shift_up(path, seven);
        let number = self.to.add(first, index);
        self.to.byte_of(table, number)
    }

    /// How many places the path with a number has.
    pub(super) fn length_of(&mut self, path: Word) -> Word {
        let lengths = self.side.tables.paths.iter();
        let entries: Vec<u8> = lengths.map(|path| u8::try_from(path.places[0].len()).unwrap_or(u8::MAX)).collect();
        let table = self.to.table(&entries);
        self.to.byte_of(table, path)
    }

    /// The path of the sowing that is made; of the first track before anything was sown.
    pub(super) fn path_of_sowing(&mut self) -> Word {
        let paths = &self.side.tables.path_of;
        let first = [0].into_iter().chain(paths.iter().copied());
        let entries: Vec<u8> = first.map(|path| u8::try_from(path).unwrap_or(u8::MAX)).collect();
        if entries.iter().all(|path| *path == 0) {
            return self.to.word(0);
        }
        let table = self.to.table(&entries);
        let (sowing, one) = (self.get(turn::SOWING), self.to.word(1));
        let number = self.to.add(sowing, one);
        self.to.byte_of(table, number)
    }

    /// The way of the sowing, or against it.
    pub(super) fn way(&mut self, back: bool) -> Word {
        let way = self.get(turn::WAY);
        if back { self.not(way) } else { way }
    }

    /// The places of a chain.
    fn chain(&mut self, from: Reg, most: Reg, view: View, chain: usize) -> Word {
        let side = self.side;
        let chain = &side.tables.chains[chain];
        if self.common.held.is_some() {
            return self.chain_in_vector(from, most, view, chain);
        }
        let (zero, found) = (self.to.word(0), self.to.variable());
        self.to.put(found, zero);
        let (place, most_places) = (self.get(from), self.get(most));
        let mut begins = self.holds_of(view, &chain.filter, place);
        if !self.is_never_negative(from) {
            let there = self.to.compare(Condition::AtLeast, place, zero);
            begins = self.to.both(begins, there);
        }
        if self.ranges.get(most).least < 1 {
            let some = self.to.compare(Condition::More, most_places, zero);
            begins = self.to.both(begins, some);
        }
        self.when(begins, |this| {
            let (path, way) = (this.path_of_sowing(), this.way(chain.back));
            let length = this.length_of(path);
            let path = this.path_and_way(path, way);
            let (index, nowhere) = (this.index_on(path, place), this.to.word(255));
            let on_it = this.to.compare(Condition::NotEqual, index, nowhere);
            this.when(on_it, |this| {
                this.chain_on(view, &chain.filter, found, [path, index, place, most_places, length]);
            });
        });
        self.to.get(found)
    }

    /// Follows a chain from its first place on.
    fn chain_on(
        &mut self,
        view: View,
        filter: &Filter,
        found: mancala_native::Variable,
        [path, index, place, most, length]: [Word; 5],
    ) {
        let (at, first) = (self.to.variable(), self.single(place));
        let one = self.to.word(1);
        self.to.put(found, first);
        let most = self.to.smaller(most, length);
        let end = self.to.add(index, most);
        let next = self.to.add(index, one);
        self.to.put(at, next);
        let (head, look, take, after) = (self.to.block(), self.to.block(), self.to.block(), self.to.block());
        self.to.jump(head);
        self.to.begin(head);
        let here = self.to.get(at);
        let more = self.to.compare(Condition::Less, here, end);
        self.to.branch(more, look, after);
        self.to.begin(look);
        let place = self.place_on(path, here);
        let holds = self.holds_of(view, filter, place);
        self.to.branch(holds, take, after);
        self.to.begin(take);
        let (this, all) = (self.single(place), self.to.get(found));
        let all = self.to.or(all, this);
        self.to.put(found, all);
        let next = self.to.add(here, one);
        self.to.put(at, next);
        self.to.jump(head);
        self.to.begin(after);
    }

    /// Takes the first member out of a set.
    pub(super) fn next_member(&mut self, at: Address, to: Reg, left: SetReg, over: Address) -> Then {
        let (members, zero) = (self.set(left), self.to.word(0));
        let (over, next, some) = (self.block_at(over), self.block_at(at.next()), self.to.block());
        let none = self.to.compare(Condition::Equal, members, zero);
        self.to.branch(none, over, some);
        self.to.begin(some);
        let (place, others) = (self.to.first_bit(members), self.to.without_first_bit(members));
        self.put(to, place);
        self.put_set(left, others);
        self.to.jump(next);
        Then::Gone
    }

    /// Begins a walk.
    pub(super) fn walk(&mut self, at: Address, first: Reg, from: Reg, back: bool, off: Address) -> Then {
        let (place, zero, nowhere) = (self.get(from), self.to.word(0), self.to.word(255));
        let (path, way) = (self.path_of_sowing(), self.way(back));
        let length = self.length_of(path);
        let path = self.path_and_way(path, way);
        let index = self.index_on(path, place);
        let mut on_it = self.to.compare(Condition::NotEqual, index, nowhere);
        if !self.is_never_negative(from) {
            let there = self.to.compare(Condition::AtLeast, place, zero);
            on_it = self.to.both(on_it, there);
        }
        let (off, next, walks) = (self.block_at(off), self.block_at(at.next()), self.to.block());
        self.to.branch(on_it, walks, off);
        self.to.begin(walks);
        let most = self.get(first.behind(2));
        let left = self.to.smaller(most, length);
        self.put(first, path);
        self.put(first.behind(1), index);
        self.put(first.behind(2), left);
        self.to.jump(next);
        Then::Gone
    }

    /// The place that a walk is at.
    pub(super) fn walk_at(&mut self, at: Address, place: Reg, first: Reg, over: Address) -> Then {
        let (left, zero) = (self.get(first.behind(2)), self.to.word(0));
        let goes_on = self.to.compare(Condition::More, left, zero);
        let (over, next, here) = (self.block_at(over), self.block_at(at.next()), self.to.block());
        self.to.branch(goes_on, here, over);
        self.to.begin(here);
        let (path, index) = (self.get(first), self.get(first.behind(1)));
        let there = self.place_on(path, index);
        self.put(place, there);
        self.to.jump(next);
        Then::Gone
    }

    pub(super) fn walk_on(&mut self, first: Reg) {
        let one = self.to.word(1);
        let (index, left) = (self.get(first.behind(1)), self.get(first.behind(2)));
        let (index, left) = (self.to.add(index, one), self.to.subtract(left, one));
        self.put(first.behind(1), index);
        self.put(first.behind(2), left);
    }
}
