//! Actions: pieces that are lifted, put and captured, and state that is set.

use super::frame::{number_of, pit_number, player_number};
use super::machine::Machine;
use super::position::{Cells, Shape, add_to, in_bag};
use super::trace::{Event, Observer};
use super::turn::{Status, Target};
use crate::ir::{
    Action, ArgumentsId, Binding, Cell, Id, Into, Kinds, PieceKind, Place, Places, SetSlot, Slot, StateCell,
};
use crate::model::{Player, RuleId};
use smallvec::SmallVec;

impl<S: Shape> Machine<'_, S> {
    /// Does an action; gives how the turn stops, if it does.
    #[inline(always)]
    pub(super) fn act<O: Observer>(&mut self, action: Action, rule: RuleId, observer: &mut O) -> Option<Status> {
        match action {
            Action::Keep(binding) => self.keep(&self.now, binding),
            Action::Require(condition) => {
                if !self.truth(&self.now, condition) {
                    return Some(Status::Dead(rule));
                }
            }
            Action::Prefer(bit, condition) => {
                self.turn.preference |= u32::from(self.truth(&self.now, condition)) << bit;
            }
            Action::Lift(pit) => {
                let pit = self.pit(&self.now, pit);
                self.lift(pit, i32::MAX, rule, observer);
            }
            Action::LiftSome(count, pit) => {
                let (count, pit) = (self.number(&self.now, count), self.pit(&self.now, pit));
                self.lift(pit, count, rule, observer);
            }
            Action::LiftSet(set) => {
                for place in self.set(&self.now, set) {
                    self.lift(Some(place), i32::MAX, rule, observer);
                }
            }
            Action::Put(count, from, to) => {
                let count = self.number(&self.now, count);
                let to = self.pit(&self.now, to);
                match from {
                    None => self.put_hand(to, count, rule, observer),
                    Some(from) => {
                        let from = self.pit(&self.now, from);
                        self.put(from, to, count, rule, observer);
                    }
                }
            }
            Action::PutSet(set, to) => {
                let (set, to) = (self.set(&self.now, set), self.pit(&self.now, to));
                for place in set {
                    self.put(Some(place), to, i32::MAX, rule, observer);
                }
            }
            Action::Capture(captor, set, into) => {
                if let Some(captor) = self.player(&self.now, captor) {
                    let set = self.set(&self.now, set);
                    self.capture(captor, set, i32::MAX, into, rule, observer);
                }
            }
            Action::CaptureSome(captor, count, pit, into) => {
                if let Some(captor) = self.player(&self.now, captor) {
                    let (count, pit) = (self.number(&self.now, count), self.pit(&self.now, pit));
                    self.capture(captor, pit.map_or(Places::NONE, Places::of), count, into, rule, observer);
                }
            }
            Action::SetNumber(cell, number) => {
                let value = self.number(&self.now, number);
                self.set_state(cell, value, rule, observer);
            }
            Action::SetTruth(cell, truth) => {
                let value = i32::from(self.truth(&self.now, truth));
                self.set_state(cell, value, rule, observer);
            }
            Action::SetPit(cell, pit) => {
                let value = self.pit(&self.now, pit).map_or(0, |pit| number_of(pit) + 1);
                self.set_state(cell, value, rule, observer);
            }
            Action::SetWay(cell, way) => {
                let value = i32::from(self.way(&self.now, way));
                self.set_state(cell, value, rule, observer);
            }
            Action::SetPlayer(cell, player) => {
                let value = match self.player(&self.now, player) {
                    None => 0,
                    Some(Player::South) => 1,
                    Some(Player::North) => 2,
                };
                self.set_state(cell, value, rule, observer);
            }
            Action::Untils => self.untils(rule, observer),
            Action::CaptureEnds => {
                let code = self.code;
                if std::mem::take(&mut self.turn.just_captured) && self.end_rows(&code.ends_at_capture, observer) {
                    return Some(Status::Done);
                }
            }
            Action::ForEach(slot, set, block) => {
                for place in self.set(&self.now, set) {
                    self.frame.keep_pit(slot, Some(place));
                    if let Some(status) = self.perform(block, observer) {
                        return Some(status);
                    }
                }
            }
            Action::Do(block) => return self.perform(block, observer),
        }
        None
    }

    /// Binds the parameters of a block: all values are read before the first is bound.
    pub(super) fn pass(&self, arguments: ArgumentsId) {
        let arguments = &self.code.arguments[arguments];
        if let [only] = arguments.as_slice() {
            return self.keep(&self.now, *only);
        }
        let mut numbers: SmallVec<[(Slot, i32); 8]> = SmallVec::new();
        let mut sets: SmallVec<[(SetSlot, Places); 4]> = SmallVec::new();
        for binding in arguments {
            match *binding {
                Binding::Number(slot, number) => numbers.push((slot, self.number(&self.now, number))),
                Binding::Truth(slot, truth) => numbers.push((slot, i32::from(self.truth(&self.now, truth)))),
                Binding::Pit(slot, pit) => numbers.push((slot, pit_number(self.pit(&self.now, pit)))),
                Binding::Way(slot, way) => numbers.push((slot, i32::from(self.way(&self.now, way)))),
                Binding::Player(slot, player) => numbers.push((slot, player_number(self.player(&self.now, player)))),
                Binding::Set(slot, set) => sets.push((slot, self.set(&self.now, set))),
            }
        }
        numbers.iter().for_each(|(slot, value)| self.frame.keep_number(*slot, *value));
        sets.iter().for_each(|(slot, set)| self.frame.keep_set(*slot, *set));
    }

    // --- pieces ------------------------------------------------------------------------------------------------------

    /// Takes at most n pieces of a kind away from a place; gives how many it took.
    #[inline]
    fn take(&mut self, place: Place, kind: PieceKind, most: i32) -> i32 {
        let cell = self.cell(kind, place);
        let count = self.now.get(cell).min(most.max(0));
        self.now.add(cell, -count);
        count
    }

    /// Gives n pieces of a kind to the hand.
    #[inline]
    fn take_in_hand(&mut self, kind: PieceKind, count: i32) {
        add_to(self.turn.hand.as_mut(), kind, count);
    }

    /// All kinds of pieces.
    #[inline]
    pub(super) fn each_kind(&self) -> impl Iterator<Item = PieceKind> + use<S> {
        Kinds::ALL.members(self.kinds())
    }

    /// Takes at most n pieces of a place into the hand.
    #[inline(never)]
    fn lift<O: Observer>(&mut self, pit: Option<Place>, most: i32, rule: RuleId, observer: &mut O) {
        self.turn.lifted = pit;
        let Some(place) = pit else { return };
        let mut lifted = 0;
        for kind in self.each_kind() {
            let count = self.take(place, kind, most.saturating_sub(lifted));
            self.take_in_hand(kind, count);
            lifted += count;
        }
        self.turn.origin = pit;
        if O::ACTIVE {
            observer.event(Event::Lifted(rule, place, lifted));
        }
    }

    /// Moves at most n pieces from a place to a place.
    fn put<O: Observer>(&mut self, from: Option<Place>, to: Option<Place>, most: i32, rule: RuleId, observer: &mut O) {
        let (Some(from), Some(to)) = (from, to) else { return };
        let mut moved = 0;
        for kind in self.each_kind() {
            let count = self.take(from, kind, most.saturating_sub(moved));
            self.now.add(self.cell(kind, to), count);
            moved += count;
        }
        if O::ACTIVE {
            observer.event(Event::Put(rule, Some(from), to, moved));
        }
    }

    /// Moves at most n pieces of the hand to a place.
    pub(super) fn put_hand<O: Observer>(&mut self, to: Option<Place>, most: i32, rule: RuleId, observer: &mut O) {
        let Some(to) = to else { return };
        let mut moved = 0;
        for kind in self.each_kind() {
            let count = in_bag(self.turn.hand.as_ref(), kind).min(most.max(0).saturating_sub(moved));
            self.take_in_hand(kind, -count);
            self.now.add(self.cell(kind, to), count);
            moved += count;
        }
        if O::ACTIVE {
            observer.event(Event::Put(rule, None, to, moved));
        }
    }

    // --- captures ----------------------------------------------------------------------------------------------------

    /// Takes at most n pieces of each place of a set for a player.
    fn capture<O: Observer>(
        &mut self,
        captor: Player,
        set: Places,
        most: i32,
        into: Into,
        rule: RuleId,
        observer: &mut O,
    ) {
        let into = self.target(captor, into);
        if !O::ACTIVE && S::KINDS == 1 && into != Target::Nowhere {
            // Nobody sees place by place what is taken.
            let captured = if most == i32::MAX {
                self.now.take_all(set)
            } else {
                set.fold(0, |captured, place| captured + self.take(place, PieceKind::FIRST, most))
            };
            self.give(into, PieceKind::FIRST, captured);
            return self.count_captured(captor, captured);
        }
        // What a place held that the pieces go to is counted before they lie there: each piece is captured once.
        let goal = match into {
            Target::Place(place) if set.has(place) => Places::of(place),
            _ => Places::NONE,
        };
        let mut captured = 0;
        for place in goal.chain(set.without(goal)) {
            let mut taken = 0;
            for kind in self.each_kind() {
                if into != Target::Nowhere {
                    let count = self.take(place, kind, most.saturating_sub(taken));
                    self.give(into, kind, count);
                    taken += count;
                }
            }
            if O::ACTIVE && taken > 0 {
                observer.event(captured_at(rule, place, taken, into));
            }
            captured += taken;
        }
        self.count_captured(captor, captured);
    }

    /// Where captured pieces go.
    pub(super) fn target(&self, captor: Player, into: Into) -> Target {
        let place = match into {
            Into::Hand => return Target::Hand,
            Into::Store => self.program.board.stores[captor.index()],
            Into::Place(pit) => self.pit(&self.now, pit),
        };
        place.map_or(Target::Nowhere, Target::Place)
    }

    #[inline]
    pub(super) fn give(&mut self, into: Target, kind: PieceKind, count: i32) {
        match into {
            Target::Hand => self.take_in_hand(kind, count),
            Target::Place(place) => self.now.add(self.cell(kind, place), count),
            Target::Nowhere => {}
        }
    }

    /// Takes one piece for the mover, to be given later where it goes.
    pub(super) fn take_one<O: Observer>(&mut self, place: Place, kind: PieceKind, rule: RuleId, observer: &mut O) {
        let taken = self.take(place, kind, 1);
        add_to(self.piecewise.taken.as_mut(), kind, taken);
        if O::ACTIVE {
            observer.event(captured_at(rule, place, taken, self.piecewise.into));
        }
    }

    pub(super) fn count_captured(&mut self, captor: Player, taken: i32) {
        if captor == self.mover && taken > 0 {
            self.turn.captured += taken;
            self.turn.just_captured = true;
            self.turn.laps_since_capture = 0;
        }
    }

    // --- state -------------------------------------------------------------------------------------------------------

    fn set_state<O: Observer>(&mut self, cell: StateCell, value: i32, rule: RuleId, observer: &mut O) {
        let cell = match cell {
            StateCell::At(cell) => Some(cell),
            StateCell::Of(first, pit) => self.pit(&self.now, pit).and_then(|pit| Cell::at(first.index() + pit.index())),
        };
        if let Some(cell) = cell {
            self.set_cell(cell, value, rule, observer);
        }
    }

    /// Sets a cell of state to a value as it is stored, or the nearest one that it may take.
    pub(super) fn set_cell<O: Observer>(&mut self, cell: Cell, value: i32, rule: RuleId, observer: &mut O) {
        let value = value.clamp(0, self.program.layout.largest[cell]);
        if O::ACTIVE && self.now.get(cell.index()) != value {
            observer.event(Event::State(rule, cell, value));
        }
        self.now.set(cell.index(), value);
    }

    /// State that falls back as soon as a condition holds.
    #[inline]
    pub(super) fn untils<O: Observer>(&mut self, rule: RuleId, observer: &mut O) {
        let code = self.code;
        for until in &code.untils {
            if self.now.get(until.cell.index()) != until.value && self.truth(&self.now, until.condition) {
                self.set_cell(until.cell, until.value, rule, observer);
            }
        }
    }
}

/// That n pieces were captured.
fn captured_at(rule: RuleId, place: Place, taken: i32, into: Target) -> Event {
    let into = match into {
        Target::Place(place) => Some(place),
        Target::Hand | Target::Nowhere => None,
    };
    Event::Captured(rule, place, taken, into)
}
