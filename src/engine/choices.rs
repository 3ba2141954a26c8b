//! Choices: what can be chosen, and what comes of it.

use super::budget::CHOICE;
use super::choice_point::{ChoicePoint, Lengths, Options};
use super::encoded_move::{Alternatives, Choice, MoveText};
use super::machine::Machine;
use super::position::{Cells, Shape, in_bag};
use super::trace::{Event, Observer, Silent};
use super::turn::{Piecewise, Point, Status, Target};
use crate::ir::{self, BlockId, ChoiceId, Id, Kinds, PieceKind, Place, Places};
use crate::limits;
use crate::model::{RuleId, WayNumber};

/// What came of asking for a choice.
pub(super) enum Asked {
    /// There are options.
    Choose,
    /// There is nothing to choose, or nothing left: it goes on.
    Nothing(BlockId),
    /// There are more options than can be numbered.
    TooMany,
}

impl<S: Shape> Machine<'_, S> {
    /// Finds out what can be chosen.
    pub(super) fn ask(&mut self, id: ChoiceId) -> Asked {
        let code = self.code;
        self.turn.point = Point::Choice(id);
        self.options = match &code.choices[id] {
            ir::Choice::Pit { slot, sets, next } => {
                let sets = sets.iter().map(|set| self.set(&self.now, *set));
                let set = sets.into_iter().find(|set| !set.is_empty()).unwrap_or(Places::NONE);
                Options::Pits { slot: *slot, set, next: *next }
            }
            ir::Choice::Number { slot, low, high, next } => {
                let (low, high) = (self.number(&self.now, *low), self.number(&self.now, *high));
                if i64::from(high) - i64::from(low) >= i64::from(limits::OFFERED_NUMBERS) {
                    return Asked::TooMany;
                }
                Options::Numbers { slot: *slot, low, high, next: *next }
            }
            ir::Choice::Way { slot, condition, next } => {
                let ways = [false, true].map(|way| {
                    self.frame.keep_truth(*slot, way);
                    condition.is_none_or(|condition| self.truth(&self.now, condition))
                });
                Options::Ways { slot: *slot, ways, next: *next }
            }
            ir::Choice::Alternative { ways } => Options::Alternatives { choice: id, count: ways.len() },
            ir::Choice::Placing { set, next } => {
                if self.turn.in_hand() == 0 {
                    self.piecewise.begun = false;
                    return Asked::Nothing(*next);
                }
                if !self.piecewise.begun {
                    let set = self.set(&self.now, *set);
                    self.piecewise = Piecewise { begun: true, sets: [set, Places::NONE], ..Piecewise::default() };
                }
                let from = Place::at(self.piecewise.from);
                Options::Free { set: from.map_or(Places::NONE, |from| self.piecewise.sets[0].from(from)), choice: id }
            }
            ir::Choice::Taking { count, kinds, from, then, into, next } => {
                if !self.piecewise.begun {
                    let from = self.set(&self.now, *from);
                    let then = then.map_or(Places::NONE, |then| self.set(&self.now, then));
                    let (count, into) = (self.number(&self.now, *count), self.target(self.mover, *into));
                    self.begin_taking(count, *kinds, [from, then], into);
                }
                if self.piecewise.left == 0 {
                    self.end_taking();
                    return Asked::Nothing(*next);
                }
                Options::Take
            }
        };
        Asked::Choose
    }

    /// Gets ready to choose the piece that falls next.
    pub(super) fn ask_for_piece(&mut self) {
        self.options = Options::Piece;
    }

    /// The first option from a number on, and the number behind it.
    #[inline]
    pub(super) fn option_after(&self, options: Options, from: usize) -> Option<(Choice, usize)> {
        let number = match options {
            Options::Pits { set, .. } | Options::Free { set, .. } => set.from(Place::at(from)?).first()?.index(),
            Options::Ways { ways, .. } => (from..2).find(|way| ways[*way])?,
            Options::Numbers { low, high, .. } => {
                let value = i64::from(low).saturating_add_unsigned(u64::try_from(from).ok()?);
                (value <= i64::from(high)).then_some(from)?
            }
            Options::Alternatives { count, .. } => (from < count).then_some(from)?,
            Options::Piece => {
                let mut there = self.each_kind().filter(|kind| in_bag(self.turn.hand.as_ref(), *kind) > 0);
                there.find(|kind| kind.index() >= from)?.index()
            }
            Options::Take => self.next_take(from)?,
        };
        Some((Choice::of(number), number + 1))
    }

    /// Whether there is one option and no other.
    pub(super) fn is_only_one(&self, options: Options) -> bool {
        let first = self.option_after(options, 0);
        first.is_some_and(|(_, next)| self.option_after(options, next).is_none())
    }

    /// Takes an option. Whether it was the only one is told to the observer.
    #[inline]
    pub(super) fn choose<O: Observer>(&mut self, options: Options, choice: Choice, forced: bool, observer: &mut O) {
        let rule = self.turn.rule;
        if !self.meter.spend(CHOICE) {
            self.turn.point = Point::Stopped(Status::Exhausted(rule));
            return;
        }
        if O::ACTIVE {
            observer.event(Event::Chose(rule, self.encoded.choices().len(), forced));
        }
        self.encoded.push(choice);
        self.turn.point = match options {
            Options::Pits { slot, next, .. } => {
                self.frame.keep_pit(slot, choice.place());
                Point::Block(next)
            }
            Options::Ways { slot, next, .. } => {
                self.frame.keep_truth(slot, choice.number() == 1);
                Point::Block(next)
            }
            Options::Numbers { slot, low, next, .. } => {
                self.frame.keep_number(slot, low.saturating_add(i32::try_from(choice.number()).unwrap_or(i32::MAX)));
                Point::Block(next)
            }
            Options::Alternatives { choice: id, .. } => match &self.code.choices[id] {
                ir::Choice::Alternative { ways } => {
                    ways.get(choice.number()).map_or(self.turn.point, |(_, next)| Point::Block(*next))
                }
                _ => self.turn.point,
            },
            Options::Free { choice: id, .. } => {
                self.place_one(choice.place(), rule, observer);
                Point::Choice(id)
            }
            Options::Piece => self.drop_one(choice, observer),
            Options::Take => {
                self.take_chosen(choice.number(), rule, observer);
                self.turn.point
            }
        };
    }

    /// Drops the piece that was chosen; tells where the turn goes on.
    fn drop_one<O: Observer>(&mut self, choice: Choice, observer: &mut O) -> Point {
        let point = self.turn.point;
        let stopped = PieceKind::at(choice.number()).and_then(|kind| self.drop_chosen(kind, observer));
        stopped.map_or(point, Point::Stopped)
    }

    /// Places a piece of the hand. Pieces of one kind are placed in the order of the places: equal ways of placing them are
    /// one move.
    fn place_one<O: Observer>(&mut self, place: Option<Place>, rule: RuleId, observer: &mut O) {
        let kind = self.each_kind().find(|kind| in_bag(self.turn.hand.as_ref(), *kind) > 0);
        self.put_hand(place, 1, rule, observer);
        let more = kind.is_some_and(|kind| in_bag(self.turn.hand.as_ref(), kind) > 0);
        self.piecewise.from = place.filter(|_| more).map_or(0, Id::index);
    }

    // --- pieces that are taken ---------------------------------------------------------------------------------------

    /// Begins to take n pieces of these kinds: from the first set, and when there are no more, from the second.
    fn begin_taking(&mut self, count: i32, kinds: Kinds, sets: [Places; 2], into: Target) {
        let available = self.pieces_in(&self.now, sets[0].with(sets[1]), kinds);
        let left = if into == Target::Nowhere { 0 } else { count.clamp(0, available) };
        self.piecewise = Piecewise { begun: true, left, sets, kinds, into, ..Piecewise::default() };
        self.piecewise.second = self.pieces_in(&self.now, sets[0], kinds) == 0;
    }

    /// The set from which the next piece is taken.
    fn taken_from(&self) -> Places {
        self.piecewise.sets[usize::from(self.piecewise.second)]
    }

    /// The pieces that may still be taken, by their numbers: number, place, kind, how many.
    fn takeable(&self) -> impl Iterator<Item = (usize, Place, PieceKind, i32)> {
        let (all, from) = (self.kinds(), self.piecewise.from);
        let each = self.taken_from().flat_map(move |place| {
            self.kinds_of(self.piecewise.kinds).map(move |kind| (place.index() * all + kind.index(), place, kind))
        });
        let each = each.filter(move |(number, ..)| *number >= from);
        each.map(|(number, place, kind)| (number, place, kind, self.now.get(self.cell(kind, place))))
    }

    /// The first piece from a number on that may be taken next. Pieces are taken in the order of their numbers, so that
    /// equal sets are one move; enough must lie behind for those that are still to be taken.
    fn next_take(&self, from: usize) -> Option<usize> {
        let mut rest = self.takeable().map(|(.., count)| count).sum();
        let needed = self.piecewise.left.min(rest);
        for (number, _, _, count) in self.takeable() {
            if number >= from && count > 0 && rest >= needed {
                return Some(number);
            }
            rest -= count;
        }
        None
    }

    /// Takes the piece that was chosen.
    fn take_chosen<O: Observer>(&mut self, number: usize, rule: RuleId, observer: &mut O) {
        let Some((place, kind)) = self.numbered(number) else { return };
        self.take_one(place, kind, rule, observer);
        self.piecewise.left -= 1;
        self.piecewise.from = number;
        if !self.piecewise.second && self.takeable().all(|(.., count)| count == 0) {
            self.piecewise.second = true;
            self.piecewise.from = 0;
        }
    }

    /// Gives the pieces that were taken where they go.
    fn end_taking(&mut self) {
        self.piecewise.begun = false;
        let (taken, into) = (self.piecewise.taken, self.piecewise.into);
        let mut captured = 0;
        for kind in self.each_kind() {
            let count = in_bag(taken.as_ref(), kind);
            self.give(into, kind, count);
            captured += count;
        }
        self.count_captured(self.mover, captured);
    }

    /// Place and kind of a numbered piece.
    fn numbered(&self, number: usize) -> Option<(Place, PieceKind)> {
        let all = self.kinds();
        Some((Place::at(number.checked_div(all)?)?, PieceKind::at(number.checked_rem(all)?)?))
    }

    // --- what is written ---------------------------------------------------------------------------------------------

    /// What a choice is written from; none if it is none of these options.
    pub(super) fn text_of(&self, options: Options, choice: Choice) -> Option<MoveText> {
        let number = choice.number();
        Some(match options {
            Options::Pits { .. } => MoveText::Pit(choice.place()?),
            Options::Free { .. } => MoveText::Free(choice.place()?),
            Options::Ways { .. } => MoveText::Way(WayNumber::at(number)?),
            Options::Numbers { low, .. } => {
                MoveText::Number(low.saturating_add(i32::try_from(number).unwrap_or(i32::MAX)))
            }
            Options::Alternatives { choice, .. } => {
                MoveText::Alternative(Alternatives { player: self.mover, choice }, number)
            }
            Options::Piece => MoveText::Piece(PieceKind::at(number)?),
            Options::Take => {
                let (place, kind) = self.numbered(number)?;
                MoveText::Take(place, kind)
            }
        })
    }

    // --- trying one option after the other ---------------------------------------------------------------------------

    /// Takes the first option; if there are others, notes what must be put back before they are tried. Tells whether there
    /// is one.
    pub(super) fn choose_first(&mut self) -> bool {
        let options = self.options;
        let Some((choice, behind)) = self.option_after(options, 0) else { return false };
        if let Some(upcoming) = self.option_after(options, behind) {
            self.remember(options, upcoming);
        }
        self.choose(options, choice, false, &mut Silent);
        true
    }

    /// Goes back to the last choice that has an option left, and takes it. Tells whether there was one.
    pub(super) fn choose_next(&mut self) -> bool {
        let Some(point) = self.open.last() else { return false };
        self.now = point.position;
        self.turn = point.turn;
        let (options, (choice, behind), kept, in_turn) = (point.options, point.upcoming, point.kept, point.in_turn);
        self.encoded.truncate(point.length);
        self.ended = None;
        self.put_back(&kept);
        self.meter.go_back(in_turn);
        match self.option_after(options, behind) {
            Some(upcoming) => {
                if let Some(point) = self.open.last_mut() {
                    point.upcoming = upcoming;
                }
            }
            None => {
                self.open.pop();
                self.forget(&kept);
            }
        }
        self.choose(options, choice, false, &mut Silent);
        true
    }

    #[inline]
    fn remember(&mut self, options: Options, upcoming: (Choice, usize)) {
        let (saved, keeps) = (&mut self.saved, self.program.keeps);
        let kept = Lengths {
            drops: self.drops.len(),
            numbers: saved.numbers.len(),
            sets: saved.sets.len(),
            before: saved.before.len(),
            piecewise: saved.piecewise.len(),
        };
        self.frame.save(self.code.slots, &mut saved.numbers, &mut saved.sets);
        if keeps.before_sowing {
            saved.before.push(self.before);
        }
        if self.chooses_pieces {
            saved.piecewise.push(self.piecewise);
        }
        self.open.push(ChoicePoint {
            position: self.now,
            turn: self.turn,
            options,
            upcoming,
            length: self.encoded.choices().len(),
            in_turn: self.meter.in_turn(),
            kept,
        });
    }

    /// Puts back what was saved.
    #[inline]
    fn put_back(&mut self, kept: &Lengths) {
        self.drops.truncate(kept.drops);
        let saved = &self.saved;
        let (numbers, sets) = (saved.numbers.get(kept.numbers..), saved.sets.get(kept.sets..));
        self.frame.restore(self.code.slots, numbers.unwrap_or_default(), sets.unwrap_or_default());
        if let Some(before) = saved.before.get(kept.before) {
            self.before = *before;
        }
        if let Some(piecewise) = saved.piecewise.get(kept.piecewise) {
            self.piecewise = *piecewise;
        }
    }

    /// Forgets what was saved.
    fn forget(&mut self, kept: &Lengths) {
        self.saved.numbers.truncate(kept.numbers);
        self.saved.sets.truncate(kept.sets);
        self.saved.before.truncate(kept.before);
        self.saved.piecewise.truncate(kept.piecewise);
    }
}
