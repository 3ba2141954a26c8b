//! What is known at one point of a turn, and what expressions come to as far as that settles them. Whatever is not known
//! counts as possible: a number may lie anywhere in a range, a pit may be one of several places, a condition may hold or
//! not. So what is said here to be impossible is.

mod evaluate;
mod value;
#[cfg(test)]
mod value_test;

use super::block::{Action, Choice, Into};
use super::expression::{Binding, Number, Set, Truth};
use super::id::*;
use super::program::{Code, Program};
use evaluate::{AnySlot, View};
use std::collections::BTreeMap;
pub(super) use value::{Either, Known, PitFact, Range, SetFact};

/// What is known at one point of a turn.
#[derive(Debug, Clone)]
pub(super) struct Facts<'p> {
    program: &'p Program,
    code: &'p Code,
    /// Every place of the board.
    places: Places,
    /// All pieces of the game.
    total: i32,
    /// The kind of move that is played.
    kind: Option<MoveKind>,
    /// Where the last piece fell.
    last: PitFact,
    /// Whether the last sowing had a piece to drop, so that the last pit lies on its track.
    fallen: bool,
    /// Pieces in the last pit.
    count: Range,
    /// What it held before its last pieces fell.
    held: Range,
    /// Whether the hand holds a piece.
    in_hand: bool,
    /// Slots of pits that were chosen from those that hold a piece.
    filled: Vec<Slot>,
    slots: BTreeMap<AnySlot, Known>,
}

impl<'p> Facts<'p> {
    /// Nothing is known.
    pub(super) fn nothing(program: &'p Program, code: &'p Code) -> Self {
        let places: Places = (0..program.layout.places).filter_map(Place::at).collect();
        // A set-up without a piece is not finished: what follows from it is nobody's rule.
        let total = match program.model.total() {
            0 => i32::MAX,
            total => i32::try_from(total).unwrap_or(i32::MAX),
        };
        let any = Range { low: 0, high: total };
        Facts {
            program,
            code,
            places,
            total,
            kind: None,
            last: PitFact { places, none: true },
            fallen: false,
            count: any,
            held: any,
            in_hand: false,
            filled: Vec::new(),
            slots: BTreeMap::new(),
        }
    }

    /// There may be more pieces than the game has, as in a position from elsewhere.
    pub(super) fn of_any_pieces(self) -> Self {
        let any = Range::COUNT;
        Facts { total: any.high, count: any, held: any, ..self }
    }

    /// This kind of move is played.
    pub(super) fn of_kind(self, kind: MoveKind) -> Self {
        Facts { kind: Some(kind), ..self }
    }

    /// The last piece fell here, if any has fallen in this turn.
    pub(super) fn with_last(self, last: Option<Place>) -> Self {
        Facts { last: PitFact::of(last), ..self }
    }

    /// The last sowing dropped its last pieces into the last pit; how many that now holds.
    pub(super) fn landed(self, count: Range, dropped: Range) -> Self {
        let held = Range {
            low: count.low.saturating_sub(dropped.high).max(0),
            high: count.high.saturating_sub(dropped.low).max(0),
        };
        Facts { fallen: true, count, held, ..self }
    }

    /// What is known where anything may have been done: which kind of move is played, and no more.
    pub(super) fn elsewhere(&self) -> Self {
        Facts { kind: self.kind, ..Facts::nothing(self.program, self.code) }
    }

    /// All pieces of the game.
    pub(super) fn total(&self) -> i32 {
        self.total
    }

    /// Whether these are all kinds of pieces that there are.
    fn are_all(&self, kinds: Kinds) -> bool {
        let all = self.program.layout.kinds;
        kinds.members(all).count() == all
    }

    /// Whether the same is known.
    pub(super) fn same_as(&self, other: &Facts<'_>) -> bool {
        (self.kind, self.last, self.fallen, self.count, self.held, self.in_hand)
            == (other.kind, other.last, other.fallen, other.count, other.held, other.in_hand)
            && self.filled == other.filled
            && self.slots == other.slots
    }

    // --- what expressions come to ------------------------------------------------------------------------------------

    /// Whether a condition holds; none if it may or may not.
    pub(super) fn truth(&self, truth: TruthId) -> Either {
        View::of(self).truth(truth)
    }

    /// What a number may be.
    pub(super) fn number(&self, number: NumberId) -> Range {
        View::of(self).number(number)
    }

    /// Any place, or none.
    pub(super) fn anywhere(&self) -> PitFact {
        PitFact { places: self.places, none: true }
    }

    /// Which places a pit may be.
    pub(super) fn pit(&self, pit: PitId) -> PitFact {
        View::of(self).pit(pit)
    }

    /// Which members a set has, and may have.
    pub(super) fn set(&self, set: SetId) -> SetFact {
        View::of(self).set(set)
    }

    /// Whether the hand holds a piece for certain.
    pub(super) fn has_hand(&self) -> bool {
        self.in_hand
    }

    // --- what is known then ------------------------------------------------------------------------------------------

    /// A slot holds something.
    pub(super) fn learn(&mut self, slot: Slot, known: Known) {
        self.filled.retain(|filled| *filled != slot);
        self.slots.insert(AnySlot::Value(slot), known);
    }

    /// Values are bound, all of which are read before.
    pub(super) fn bind(&mut self, bindings: &[Binding]) {
        let view = View::of(self);
        let known: Vec<_> =
            bindings.iter().map(|binding| (view.binding(*binding), view.is_filled_by(*binding))).collect();
        for ((slot, known), is_filled) in known {
            match slot {
                AnySlot::Value(slot) => {
                    self.learn(slot, known);
                    self.filled.extend(is_filled.then_some(slot));
                }
                AnySlot::Set(_) => {
                    self.slots.insert(slot, known);
                }
            }
        }
    }

    /// Something was chosen.
    pub(super) fn choose(&mut self, choice: &Choice) {
        match choice {
            Choice::Pit { slot, sets, .. } => self.choose_pit(*slot, sets),
            Choice::Number { slot, low, high, .. } => {
                let number = Range { low: self.number(*low).low, high: self.number(*high).high };
                self.learn(*slot, Known::Number(number));
            }
            Choice::Way { slot, .. } => self.learn(*slot, Known::Way(None)),
            Choice::Alternative { .. } => {}
            Choice::Placing { .. } => self.empty_hand(),
            Choice::Taking { .. } => self.forget_pieces(),
        }
    }

    /// A pit was chosen from the first of some sets that has a member.
    fn choose_pit(&mut self, slot: Slot, sets: &[SetId]) {
        let places = sets.iter().fold(Places::NONE, |all, set| all.with(View::of(self).set(*set).most));
        let filled = sets.iter().all(|set| self.holds_pieces(*set));
        self.learn(slot, Known::Pit(PitFact::one_of(places)));
        if filled {
            self.filled.push(slot);
        }
    }

    /// What slots hold is not known any more.
    pub(super) fn forget_slots(&mut self) {
        self.slots.clear();
        self.filled.clear();
    }

    /// Pieces were moved.
    pub(super) fn forget_pieces(&mut self) {
        self.count = Range { low: 0, high: self.total };
        self.filled.clear();
    }

    /// Pieces of the hand were put somewhere.
    pub(super) fn empty_hand(&mut self) {
        self.forget_pieces();
        self.in_hand = false;
    }

    /// The hand was sown along these places, if it could be.
    pub(super) fn sow(&mut self, track: Places, could_be: bool) {
        let on_the_track = PitFact::one_of(track);
        self.fallen = self.in_hand && could_be;
        self.last = if self.fallen { on_the_track } else { self.last.or(on_the_track) };
        self.held = Range { low: 0, high: self.total };
        self.empty_hand();
    }

    /// Something is done.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Keep(binding) => self.bind(&[binding]),
            Action::Lift(pit) => self.lift(View::of(self).number_at(pit)),
            Action::LiftSome(count, pit) => self.lift(View::of(self).number_at(pit).smaller(self.number(count))),
            Action::LiftSet(set) => self.lift(View::of(self).number_in(set)),
            Action::Capture(_, set, Into::Hand) => self.lift(View::of(self).number_in(set)),
            Action::Put(_, None, _) => self.empty_hand(),
            Action::Put(..) | Action::PutSet(..) | Action::Capture(..) | Action::CaptureSome(..) => {
                self.forget_pieces();
            }
            // Whatever a block does that may be done several times.
            Action::ForEach(..) | Action::Do(_) => {
                self.empty_hand();
                self.forget_slots();
            }
            Action::Require(_)
            | Action::Prefer(..)
            | Action::SetNumber(..)
            | Action::SetTruth(..)
            | Action::SetPit(..)
            | Action::SetWay(..)
            | Action::SetPlayer(..)
            | Action::Untils
            | Action::CaptureEnds => {}
        }
    }

    fn lift(&mut self, pieces: Range) {
        self.forget_pieces();
        self.in_hand |= pieces.low >= 1;
    }

    /// Whether every member of a set holds a piece.
    fn holds_pieces(&self, set: SetId) -> bool {
        let expressions = &self.code.expressions;
        match expressions.sets[set] {
            Set::Where(of, slot, condition) => self.asks_for_pieces(condition, slot) || self.holds_pieces(of),
            Set::Minus(of, _) => self.holds_pieces(of),
            Set::Union(one, two) => self.holds_pieces(one) && self.holds_pieces(two),
            Set::If(_, one, two) => self.holds_pieces(one) && self.holds_pieces(two),
            Set::With(_, rest) => self.holds_pieces(rest),
            _ => false,
        }
    }

    /// Whether a condition can hold only of a pit that holds a piece.
    fn asks_for_pieces(&self, condition: TruthId, it: Slot) -> bool {
        let expressions = &self.code.expressions;
        match expressions.truths[condition] {
            Truth::And(one, two) => self.asks_for_pieces(one, it) || self.asks_for_pieces(two, it),
            Truth::Or(one, two) => self.asks_for_pieces(one, it) && self.asks_for_pieces(two, it),
            Truth::Compare(op, number, least) => {
                self.counts_pieces_of(number, it) && Range::of(0).compare(op, self.number(least)) == Some(false)
            }
            Truth::IsIn(number, counts) => self.counts_pieces_of(number, it) && !expressions.counts[counts].has(0),
            Truth::Not(inner) => match expressions.truths[inner] {
                Truth::NoPieces(set) => match expressions.sets[set] {
                    Set::Single(pit) => self.is_it(pit, it),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    fn counts_pieces_of(&self, number: NumberId, it: Slot) -> bool {
        match self.code.expressions.numbers[number] {
            Number::PiecesAt(pit, _) => self.is_it(pit, it),
            _ => false,
        }
    }

    fn is_it(&self, pit: PitId, it: Slot) -> bool {
        self.code.expressions.pits[pit] == super::expression::Pit::Kept(it)
    }
}
