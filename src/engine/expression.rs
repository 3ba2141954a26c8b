//! Expressions that give one value: numbers, truth values, places, ways, players.
//!
//! They are read in a position: that of now, or one that has been. Reading changes nothing but slots of their own, and
//! the count of steps; when the budget is spent, loops end at once with whatever they have.

use super::frame::number_of;
use super::machine::Machine;
use super::position::{Cells, Shape};
use crate::ir::{
    Binding, BindingId, Cell, Id, Kinds, Number, NumberId, Past, PieceKind, Pit, PitId, Place, Places, PlayerId, Run,
    Steps, Truth, TruthId, Way, WayId, Who,
};
use crate::model::Player;

impl<S: Shape> Machine<'_, S> {
    // The simplest expressions are most of all that is read: they are read where they stand, without a call.

    /// A number.
    #[inline]
    pub(super) fn number(&self, cells: &S::Position, id: NumberId) -> i32 {
        match self.code.expressions.numbers[id] {
            Number::Constant(value) => value,
            Number::Kept(slot) => self.frame.number(slot),
            number => self.compound_number(cells, number),
        }
    }

    #[inline(never)]
    fn compound_number(&self, cells: &S::Position, number: Number) -> i32 {
        let expressions = &self.code.expressions;
        match number {
            Number::Constant(value) => value,
            Number::Kept(slot) => self.frame.number(slot),
            Number::Hand => self.turn.in_hand(),
            Number::LastHeld => self.of_kinds(&self.turn.held, Kinds::ALL),
            Number::Held(kinds) => self.of_kinds(&self.held_by.get().unwrap_or(self.turn.held), kinds),
            Number::Captured => self.turn.captured,
            Number::Laps => i32::try_from(self.turn.laps).unwrap_or(i32::MAX),
            Number::State(cell) => cells.get(cell.index()),
            Number::StateOf(first, pit) => self.state_of(cells, first, pit),
            Number::Pieces(set, kinds) => {
                let set = self.set(cells, set);
                self.pieces_in(cells, set, kinds)
            }
            Number::PiecesAt(pit, kinds) => self.pit(cells, pit).map_or(0, |place| self.pieces_at(cells, place, kinds)),
            Number::Worth(set) => {
                let set = self.set(cells, set);
                let worths = self.program.board.worths.iter().zip((0..).map_while(PieceKind::at));
                let each = worths.map(|(worth, kind)| worth.saturating_mul(self.kind_in(cells, set, kind)));
                each.fold(0, i32::saturating_add)
            }
            Number::Count(set) => self.set(cells, set).count(),
            Number::Run(run) => self.run_length(cells, &expressions.runs[run]),
            Number::PitNumber(pit) => self.pit(cells, pit).map_or(0, |pit| self.program.board.numbers[pit.index()]),
            Number::Arithmetic(op, one, two) => op.apply(self.number(cells, one), self.number(cells, two)),
            Number::Larger(one, two) => self.number(cells, one).max(self.number(cells, two)),
            Number::Smaller(one, two) => self.number(cells, one).min(self.number(cells, two)),
            Number::If(condition, one, two) => self.number(cells, if self.truth(cells, condition) { one } else { two }),
            Number::In(past, number) => self.number(self.past(past), number),
            Number::With(binding, number) => {
                self.bind(cells, binding);
                self.number(cells, number)
            }
        }
    }

    /// A truth value.
    pub(super) fn truth(&self, cells: &S::Position, id: TruthId) -> bool {
        let expressions = &self.code.expressions;
        match expressions.truths[id] {
            Truth::Constant(value) => value,
            Truth::Kept(slot) => self.frame.truth(slot),
            Truth::State(cell) => cells.get(cell.index()) != 0,
            Truth::StateOf(first, pit) => self.state_of(cells, first, pit) != 0,
            Truth::And(one, two) => self.truth(cells, one) && self.truth(cells, two),
            Truth::Or(one, two) => self.truth(cells, one) || self.truth(cells, two),
            Truth::Not(one) => !self.truth(cells, one),
            Truth::Compare(op, one, two) => op.holds(self.number(cells, one), self.number(cells, two)),
            Truth::IsIn(number, counts) => expressions.counts[counts].has(self.number(cells, number)),
            Truth::Between(number, low, high) => {
                let number = self.number(cells, number);
                self.number(cells, low) <= number && number <= self.number(cells, high)
            }
            Truth::Even(number) => self.number(cells, number) % 2 == 0,
            Truth::SamePit(one, two) => self.pit(cells, one) == self.pit(cells, two),
            Truth::SameWay(one, two) => self.way(cells, one) == self.way(cells, two),
            Truth::SamePlayer(one, two) => self.player(cells, one) == self.player(cells, two),
            Truth::PieceIs(slot, kinds) => {
                let kind = usize::try_from(self.frame.number(slot)).ok().and_then(PieceKind::at);
                kind.is_some_and(|kind| kinds.has(kind))
            }
            Truth::MoveIs(kind) => self.turn.kind == Some(kind),
            Truth::In(pit, set) => {
                let set = self.set(cells, set);
                self.pit(cells, pit).is_some_and(|pit| set.has(pit))
            }
            Truth::Within(one, two) => self.set(cells, one).without(self.set(cells, two)).is_empty(),
            Truth::SameSet(one, two) => self.set(cells, one) == self.set(cells, two),
            Truth::Some(set) => !self.set(cells, set).is_empty(),
            Truth::NoPieces(set) => {
                let set = self.set(cells, set);
                !self.any_in(cells, set)
            }
            Truth::If(condition, one, two) => self.truth(cells, if self.truth(cells, condition) { one } else { two }),
            Truth::Past(past, truth) => self.truth(self.past(past), truth),
            Truth::Occurs(times) => self.occurrences >= times,
            Truth::CannotMove => self.stuck,
            Truth::With(binding, truth) => {
                self.bind(cells, binding);
                self.truth(cells, truth)
            }
        }
    }

    /// A place, or none.
    #[inline]
    pub(super) fn pit(&self, cells: &S::Position, id: PitId) -> Option<Place> {
        match self.code.expressions.pits[id] {
            Pit::Kept(slot) => self.frame.pit(slot),
            Pit::Last => self.turn.last,
            pit => self.compound_pit(cells, pit),
        }
    }

    #[inline(never)]
    fn compound_pit(&self, cells: &S::Position, pit: Pit) -> Option<Place> {
        let expressions = &self.code.expressions;
        match pit {
            Pit::Constant(pit) => pit,
            Pit::Kept(slot) => self.frame.pit(slot),
            Pit::Last => self.turn.last,
            Pit::Origin => self.turn.origin,
            Pit::State(cell) => stored_place(cells.get(cell.index())),
            Pit::StateOf(first, pit) => stored_place(self.state_of(cells, first, pit)),
            Pit::Facing(pit) => self.program.board.facing[self.pit(cells, pit)?.index()],
            Pit::Behind(pit) => self.program.board.behind[self.pit(cells, pit)?.index()],
            Pit::Steps(steps) => self.steps(cells, &expressions.steps[steps]),
            Pit::Only(set) => self.set(cells, set).only(),
            Pit::If(condition, one, two) => self.pit(cells, if self.truth(cells, condition) { one } else { two }),
            Pit::In(past, pit) => self.pit(self.past(past), pit),
            Pit::With(binding, pit) => {
                self.bind(cells, binding);
                self.pit(cells, pit)
            }
        }
    }

    /// A way: whether it goes against the one in which tracks are written.
    #[inline]
    pub(super) fn way(&self, cells: &S::Position, id: WayId) -> bool {
        match self.code.expressions.ways[id] {
            Way::Constant(way) => way,
            Way::Kept(slot) => self.frame.truth(slot),
            way => self.compound_way(cells, way),
        }
    }

    #[inline(never)]
    fn compound_way(&self, cells: &S::Position, way: Way) -> bool {
        match way {
            Way::Constant(way) => way,
            Way::Kept(slot) => self.frame.truth(slot),
            Way::State(cell) => cells.get(cell.index()) != 0,
            Way::StateOf(first, pit) => self.state_of(cells, first, pit) != 0,
            Way::Opposite(way) => !self.way(cells, way),
            Way::If(condition, one, two) => self.way(cells, if self.truth(cells, condition) { one } else { two }),
            Way::In(past, way) => self.way(self.past(past), way),
            Way::With(binding, way) => {
                self.bind(cells, binding);
                self.way(cells, way)
            }
        }
    }

    /// A player, or nobody.
    #[inline]
    pub(super) fn player(&self, cells: &S::Position, id: PlayerId) -> Option<Player> {
        match self.code.expressions.players[id] {
            Who::Constant(player) => player,
            who => self.compound_player(cells, who),
        }
    }

    #[inline(never)]
    fn compound_player(&self, cells: &S::Position, who: Who) -> Option<Player> {
        match who {
            Who::Constant(player) => player,
            Who::Kept(slot) => self.frame.player(slot),
            Who::State(cell) => stored_player(cells.get(cell.index())),
            Who::StateOf(first, pit) => stored_player(self.state_of(cells, first, pit)),
            Who::Owner(pit) => self.program.board.owners[self.pit(cells, pit)?.index()],
            Who::Winner => self.winner,
            Who::If(condition, one, two) => self.player(cells, if self.truth(cells, condition) { one } else { two }),
            Who::In(past, player) => self.player(self.past(past), player),
            Who::With(binding, player) => {
                self.bind(cells, binding);
                self.player(cells, player)
            }
        }
    }

    // --- what they are made of ---------------------------------------------------------------------------------------

    /// A position that has been.
    #[inline]
    pub(super) fn past(&self, past: Past) -> &S::Position {
        match past {
            Past::TurnStart => &self.start,
            Past::BeforeSowing => &self.before,
        }
    }

    /// Binds a value that an expression goes on with.
    #[inline]
    pub(super) fn bind(&self, cells: &S::Position, id: BindingId) {
        self.keep(cells, self.code.expressions.bindings[id]);
    }

    /// Reads a value and puts it into its slot.
    #[inline]
    pub(super) fn keep(&self, cells: &S::Position, binding: Binding) {
        match binding {
            Binding::Number(slot, number) => self.frame.keep_number(slot, self.number(cells, number)),
            Binding::Truth(slot, truth) => self.frame.keep_truth(slot, self.truth(cells, truth)),
            Binding::Pit(slot, pit) => self.frame.keep_pit(slot, self.pit(cells, pit)),
            Binding::Way(slot, way) => self.frame.keep_truth(slot, self.way(cells, way)),
            Binding::Player(slot, player) => self.frame.keep_player(slot, self.player(cells, player)),
            Binding::Set(slot, set) => self.frame.keep_set(slot, self.set(cells, set)),
        }
    }

    /// State of a pit, as it is stored; 0 for none.
    #[inline]
    fn state_of(&self, cells: &S::Position, first: Cell, pit: PitId) -> i32 {
        self.pit(cells, pit).map_or(0, |pit| cells.get(first.index() + pit.index()))
    }

    /// The cell of the pieces of a kind at a place.
    #[inline]
    pub(super) fn cell(&self, kind: PieceKind, place: Place) -> usize {
        if S::KINDS == 1 { place.index() } else { kind.index() * self.program.layout.places + place.index() }
    }

    /// The kinds of pieces of a set of kinds that the game has.
    #[inline]
    pub(super) fn kinds_of(&self, kinds: Kinds) -> impl Iterator<Item = PieceKind> {
        kinds.members(self.kinds())
    }

    /// Pieces of some kinds at a place.
    #[inline]
    pub(super) fn pieces_at(&self, cells: &S::Position, place: Place, kinds: Kinds) -> i32 {
        if S::KINDS == 1 {
            return cells.get(place.index());
        }
        self.kinds_of(kinds).map(|kind| cells.get(self.cell(kind, place))).sum()
    }

    /// Pieces of some kinds in a set.
    #[inline]
    pub(super) fn pieces_in(&self, cells: &S::Position, set: Places, kinds: Kinds) -> i32 {
        if S::KINDS == 1 {
            return cells.pieces_in(set);
        }
        self.kinds_of(kinds).map(|kind| self.kind_in(cells, set, kind)).sum()
    }

    fn kind_in(&self, cells: &S::Position, set: Places, kind: PieceKind) -> i32 {
        set.map(|place| cells.get(self.cell(kind, place))).sum()
    }

    /// Whether a piece lies in a set.
    #[inline]
    fn any_in(&self, cells: &S::Position, mut set: Places) -> bool {
        if S::KINDS == 1 {
            return cells.any_in(set);
        }
        set.any(|place| self.pieces_at(cells, place, Kinds::ALL) > 0)
    }

    /// Pieces of some kinds in a bag.
    #[inline]
    fn of_kinds(&self, bag: &S::Bag, kinds: Kinds) -> i32 {
        self.kinds_of(kinds).map(|kind| i32::from(bag.as_ref()[kind.index()])).sum()
    }

    /// A place along a track.
    fn steps(&self, cells: &S::Position, steps: &Steps) -> Option<Place> {
        let (count, from) = (self.number(cells, steps.count), self.pit(cells, steps.from)?);
        let way = usize::from(self.way(cells, steps.way) != steps.back);
        let track = &self.code.tracks[steps.track];
        let (places, index) = (&track.places[way], track.index[way][from.index()]?);
        // Most steps do not go around the end.
        let near = i32::try_from(index).ok()?.checked_add(count).and_then(|at| usize::try_from(at).ok());
        if let Some(place) = near.and_then(|at| places.get(at)) {
            return Some(*place);
        }
        let length = i64::try_from(places.len()).ok()?;
        let far = (i64::try_from(index).ok()? + i64::from(count)).rem_euclid(length);
        places.get(usize::try_from(far).ok()?).copied()
    }

    /// How many drops of the last lap, from the last one back, satisfy a condition.
    fn run_length(&self, cells: &S::Position, run: &Run) -> i32 {
        let mut length = 0;
        for drop in self.last_lap().iter().rev() {
            self.frame.keep_pit(run.pit, Some(drop.place));
            self.frame.keep_number(run.piece, number_of(drop.kind));
            let outer = self.held_by.replace(Some(drop.held));
            let holds = self.meter.spend(1) && self.truth(cells, run.condition);
            self.held_by.set(outer);
            if !holds {
                break;
            }
            length += 1;
        }
        length
    }
}

/// A place as state stores it: plus one, so that 0 is none.
#[inline]
fn stored_place(value: i32) -> Option<Place> {
    usize::try_from(value - 1).ok().and_then(Place::at)
}

/// A player as state stores him: plus one, so that 0 is nobody.
#[inline]
fn stored_player(value: i32) -> Option<Player> {
    match value {
        1 => Some(Player::South),
        2 => Some(Player::North),
        _ => None,
    }
}
