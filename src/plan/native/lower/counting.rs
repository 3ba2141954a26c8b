//! Counts of moves, in code of their own: the moves of all positions that were listed are counted in one run, one position after
//! the other. Nothing is asked there of what is wanted, and what nobody asks of a turn is not worked out. Where every turn has one
//! choice at most, what the moves of a position lead to can be listed there first, behind the positions that were listed: then
//! paths of two moves are counted.

use super::Lowering;
use super::both::{Common, Held};
use crate::plan::Side;
use crate::plan::live::{Carried, Effects};
use crate::plan::machine::MOST_STEPS;
use crate::plan::native::room::{Control, MOST_LISTED, Room, stop};
use crate::plan::native::ways;
use crate::plan::op::{Address, Reg, View, turn};
use mancala_native::{Area, Assembler, Block, Condition, Variable, Word};
use std::collections::BTreeMap;

/// What the code of counts shares.
#[derive(Debug, Clone, Copy)]
pub(super) struct OfCounts {
    /// Whether this code lists what moves lead to, instead of counting them.
    pub(super) lists: bool,
    /// Where the next position is taken, and for each player: where his moves are counted and where they are listed.
    next: Block,
    counted: [Block; 2],
    listed: [Block; 2],
    /// Who has listed the positions; where the next of those stands that are counted, and of those that are listed from, and
    /// where these end.
    lister: Variable,
    at: Variable,
    from: Variable,
    end_of_from: Variable,
    /// Words that are told.
    pub(super) held: Held<{ HELD.len() }>,
}

/// What stands in variables here, and elsewhere in memory.
const HELD: [Control; 5] = [Control::Counted, Control::Listed, Control::Steps, Control::Kind, Control::Open];

impl OfCounts {
    fn new(to: &mut Assembler<'_>) -> Self {
        let (next, counted, listed) = (to.block(), [(); 2].map(|()| to.block()), [(); 2].map(|()| to.block()));
        let [lister, at, from, end_of_from] = [(); 4].map(|()| to.variable());
        let held = Held::new(HELD, to);
        OfCounts { lists: false, next, counted, listed, lister, at, from, end_of_from, held }
    }

    /// Where nothing was counted yet: the entry tells who has listed the positions, and whether paths of two moves are counted.
    fn begin(&self, room: &Room, to: &mut Assembler<'_>) {
        let (zero, one) = (to.word(0), to.word(1));
        let entry = to.entry();
        let (lister, is_deep) = (to.and(entry, one), to.compare(Condition::More, entry, one));
        to.put(self.lister, lister);
        let (area, offset) = room.control(Control::Listed);
        let (end, behind) = (to.load_word(area, None, offset), to.word(behind_listed(room)));
        for (variable, deep, usual) in
            [(self.at, behind, zero), (self.end(), behind, end), (self.from, zero, zero), (self.end_of_from, end, zero)]
        {
            let word = to.select(is_deep, deep, usual);
            to.put(variable, word);
        }
        to.jump(self.next);
    }

    /// Where those end that are counted.
    fn end(&self) -> Variable {
        let [_, end, ..] = self.held.variables;
        end
    }
}

/// The entry at which moves are counted of positions that a player has listed, or paths of two moves.
pub(in crate::plan::native) fn count_of_listed(lister: usize, is_deep: bool) -> u32 {
    crate::plan::native::number(lister) + if is_deep { 2 } else { 0 }
}

/// Where it is listed what one of the positions leads to that were listed.
fn behind_listed(room: &Room) -> i64 {
    i64::from(room.listed_stride * MOST_LISTED)
}

/// Puts the code together that counts.
pub(in crate::plan::native) fn counts<const W: usize>(
    sides: &[Side<W>; 2],
    room: &Room,
    carried: [&BTreeMap<Address, Carried>; 2],
    to: &mut Assembler<'_>,
) {
    let of_counts = OfCounts::new(to);
    let common = Common { counts: Some(of_counts), ..Common::new(to, sides[0].sizes.cells) };
    of_counts.begin(room, to);
    common.next_of_list(&of_counts, room, super::cells::vectors(sides[0].sizes.cells), to);
    let is_deep = lists_within(sides);
    for (side, carried) in sides.iter().zip(carried) {
        Lowering::new(side, room, carried, common, to).of_counts(&of_counts);
        if is_deep {
            let of_lists = OfCounts { lists: true, ..of_counts };
            let common = Common { counts: Some(of_lists), ..common };
            Lowering::new(side, room, carried, common, to).of_counts(&of_lists);
        } else {
            to.begin(of_counts.listed[side.by()]);
            let too_long = to.word(stop::TOO_LONG);
            to.stop(too_long);
        }
    }
}

/// Registers of the turn that no operation asks for but to change them. Nothing is told of turns that are counted.
pub(super) fn unasked<const W: usize>(side: &Side<W>) -> Vec<Reg> {
    let told = [turn::CAPTURED, turn::JUST_CAPTURED, turn::LIFTED, turn::ORIGIN, turn::PREFERENCE];
    let laps = lap_limit_is_out_of_reach(side).then_some(turn::LAPS);
    let effects: Vec<Effects> = side.made_ops().iter().map(Effects::of).collect();
    let is_unasked = |reg: &Reg| !effects.iter().any(|effects| effects.asks_for(*reg));
    told.into_iter().chain(laps).filter(is_unasked).collect()
}

/// Whether a turn takes too many steps before it has too many laps altogether: each lap but the first is a step.
pub(super) fn lap_limit_is_out_of_reach<const W: usize>(side: &Side<W>) -> bool {
    u32::try_from(side.lap_limit_altogether).is_ok_and(|limit| limit > MOST_STEPS + 1)
}

/// Whether paths of two moves are counted: what a position leads to has room where every turn has one choice at most.
pub(in crate::plan::native) fn lists_within<const W: usize>(sides: &[Side<W>; 2]) -> bool {
    sides.iter().all(|side| ways::only_choice(side).is_some())
}

impl Common {
    /// Where the moves of the next position are counted, by the code of who is to move there; or listed.
    fn next_of_list(&self, counts: &OfCounts, room: &Room, vectors: u32, to: &mut Assembler<'_>) {
        to.begin(counts.next);
        let (at, end) = (to.get(counts.at), to.get(counts.end()));
        let (go, none, list, done) = (to.block(), to.block(), to.block(), to.seldom());
        let more = to.compare(Condition::Less, at, end);
        to.branch(more, go, none);
        to.begin(go);
        self.next_position(room, vectors, counts.at, to);
        Self::go_to_mover(counts, room, at, counts.counted, to);
        to.begin(none);
        let (from, end) = (to.get(counts.from), to.get(counts.end_of_from));
        let more = to.compare(Condition::Less, from, end);
        to.branch(more, list, done);
        to.begin(list);
        self.next_position(room, vectors, counts.from, to);
        let behind = to.word(behind_listed(room));
        to.put(counts.at, behind);
        to.put(counts.end(), behind);
        Self::go_to_mover(counts, room, from, counts.listed, to);
        to.begin(done);
        self.tell_count(counts, room.control(Control::Counted), to);
        let over = to.word(stop::OVER);
        to.stop(over);
    }

    /// Reads a position that is listed; the variable goes on to the next.
    fn next_position(&self, room: &Room, vectors: u32, variable: Variable, to: &mut Assembler<'_>) {
        let at = to.get(variable);
        for number in 0..vectors {
            let vector = to.load_vector(room.listed, Some(at), 16 * number);
            match self.held {
                Some(held) => to.put_vector(held[View::TurnStart as usize], vector),
                None => to.store_vector(vector, room.view(View::TurnStart), None, 16 * number),
            }
        }
        let stride = to.word(i64::from(room.listed_stride));
        let next = to.add(at, stride);
        to.put(variable, next);
    }

    /// Goes on at the block of who is to move in a listed position: whoever listed it again, or the other.
    fn go_to_mover(counts: &OfCounts, room: &Room, at: Word, [south, north]: [Block; 2], to: &mut Assembler<'_>) {
        let again = to.load_byte(room.listed, Some(at), room.again);
        let (lister, zero) = (to.get(counts.lister), to.word(0));
        let is_other = to.compare(Condition::Equal, again, zero);
        let other = to.word_of(is_other);
        let is_south = to.compare(Condition::Equal, lister, other);
        to.branch(is_south, south, north);
    }

    /// Tells how many were counted.
    fn tell_count(&self, counts: &OfCounts, (area, offset): (Area, u32), to: &mut Assembler<'_>) {
        let zero = to.word(0);
        let counted = counts.held.get(Control::Counted).map_or(zero, |counted| to.get(counted));
        to.store_word(counted, area, None, offset);
    }
}

impl<const W: usize> Lowering<'_, '_, W> {
    /// The moves of one player.
    fn of_counts(mut self, counts: &OfCounts) {
        self.turns_of_position(counts);
        self.find_blocks();
        self.operations();
        self.begin_legal();
        if counts.lists {
            let one = self.to.word(1);
            self.list_if(counts, one);
        } else {
            self.made_and_counted();
        }
        self.to.jump(self.next_option);
        self.options();
        self.to.begin(self.answers);
        let (answer, zero) = (self.to.get(self.answer), self.to.word(0));
        let is_over = self.to.compare(Condition::NotEqual, answer, zero);
        self.to.branch(is_over, counts.next, self.moves);
        self.to.begin(self.over);
        self.to.jump(counts.next);
        self.to.begin(self.too_long);
        self.stop(stop::TOO_LONG);
    }

    /// Where the moves of a listed position are looked for, if the game is not over there.
    fn turns_of_position(&mut self, counts: &OfCounts) {
        let begins = if counts.lists { counts.listed } else { counts.counted };
        self.to.begin(begins[self.side.by()]);
        let zero = self.to.word(0);
        self.tell(Control::Steps, zero);
        if let Some(over) = self.side.over {
            self.begin_turn(-1);
            let over = self.block_at(over);
            self.to.jump(over);
        } else {
            self.to.jump(self.moves);
        }
        self.to.begin(self.moves);
        let Some(kind) = self.side.only_kind() else { return self.to.jump(self.too_long) };
        self.begin_turn(i64::try_from(kind).unwrap_or(-1));
        let first = self.block_at(self.side.kinds[kind]);
        self.to.jump(first);
    }

    /// A move was made: what it leads to is listed, if that is wanted, the game is not over there, and a word is not 0.
    pub(super) fn list_if(&mut self, counts: &OfCounts, word: Word) {
        let (end, again, ended, zero) =
            (self.to.get(counts.end()), self.get(turn::AGAIN), self.get(turn::ENDED), self.to.word(0));
        for number in 0..self.vectors() {
            let vector = self.vector(View::Now, number);
            self.to.store_vector(vector, self.room.listed, Some(end), 16 * number);
        }
        // Who is to move is told as seen by whoever listed the position before.
        let moves_again = self.to.compare(Condition::NotEqual, again, zero);
        let moves_again = self.to.word_of(moves_again);
        let (mover, lister) = (self.to.word(i64::from(self.side.mover)), self.to.get(counts.lister));
        let is_other = self.to.xor(mover, lister);
        let is_lister = self.to.xor(moves_again, is_other);
        self.to.store_byte(is_lister, self.room.listed, Some(end), self.room.again);
        let stride = self.to.word(i64::from(self.room.listed_stride));
        let next = self.to.add(end, stride);
        let is_listed = self.to.compare(Condition::NotEqual, word, zero);
        let next = self.to.select(is_listed, next, end);
        let goes_on = self.to.compare(Condition::Equal, ended, zero);
        let next = self.to.select(goes_on, next, end);
        self.to.put(counts.end(), next);
    }

    /// Nothing was listed of the position yet.
    pub(super) fn list_anew(&mut self, counts: &OfCounts) {
        let behind = self.to.word(behind_listed(self.room));
        self.to.put(counts.end(), behind);
    }

    fn made_and_counted(&mut self) {
        // Every move is really made.
        self.write_cells(View::Now);
        let one = self.to.word(1);
        self.counts_more(one);
    }

    /// So many moves more.
    pub(super) fn counts_more(&mut self, more: Word) {
        let counted = self.told(Control::Counted);
        let counted = self.to.add(counted, more);
        self.tell(Control::Counted, counted);
    }
}
