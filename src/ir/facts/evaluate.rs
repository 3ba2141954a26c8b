//! What expressions come to, as far as what is known settles them.

use super::Facts;
use super::value::{Either, Known, PitFact, Range, SetFact, Whoever};
use crate::ir::expression::{Binding, Chain, Each, Number, Pit, Set, Steps, Truth, Way, Who};
use crate::ir::id::*;
use crate::model::{CompareOp, Player};

/// A slot of either kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AnySlot {
    /// Of a number, pit, way, player or truth value.
    Value(Slot),
    /// Of a set.
    Set(SetSlot),
}

/// A value that an expression binds, and those bound around it.
struct Bound<'v> {
    slot: AnySlot,
    known: Known,
    outer: Option<&'v Bound<'v>>,
}

/// How an expression is read: with what facts, under which bound values.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    facts: &'v Facts<'v>,
    bound: Option<&'v Bound<'v>>,
    /// Whether the cells of another position are read.
    past: bool,
    /// Whether this is the condition of a filter. A filter within a filter is not looked into: that would cost the
    /// product of their members.
    filtering: bool,
}

impl<'v> View<'v> {
    pub(super) fn of(facts: &'v Facts<'v>) -> Self {
        View { facts, bound: None, past: false, filtering: false }
    }

    /// What a binding keeps.
    pub(super) fn binding(self, binding: Binding) -> (AnySlot, Known) {
        match binding {
            Binding::Number(slot, number) => (AnySlot::Value(slot), Known::Number(self.number(number))),
            Binding::Truth(slot, truth) => (AnySlot::Value(slot), Known::Truth(self.truth(truth))),
            Binding::Pit(slot, pit) => (AnySlot::Value(slot), Known::Pit(self.pit(pit))),
            Binding::Way(slot, way) => (AnySlot::Value(slot), Known::Way(self.way(way))),
            Binding::Player(slot, player) => (AnySlot::Value(slot), Known::Player(self.player(player))),
            Binding::Set(slot, set) => (AnySlot::Set(slot), Known::Set(self.set(set))),
        }
    }

    fn known(self, slot: AnySlot) -> Option<Known> {
        let mut bound = self.bound;
        while let Some(Bound { slot: other, known, outer }) = bound {
            if *other == slot {
                return Some(*known);
            }
            bound = *outer;
        }
        self.facts.slots.get(&slot).copied()
    }

    /// Reads something in another position.
    fn in_past(self) -> Self {
        View { past: true, ..self }
    }

    /// Reads something with a value that is bound.
    fn with<T>(self, binding: BindingId, read: impl FnOnce(View<'_>) -> T) -> T {
        let (slot, known) = self.binding(self.facts.code.expressions.bindings[binding]);
        self.bind(slot, known, read)
    }

    fn bind<T>(self, slot: AnySlot, known: Known, read: impl FnOnce(View<'_>) -> T) -> T {
        let bound = Bound { slot, known, outer: self.bound };
        let View { facts, past, filtering, .. } = self;
        read(View { facts, bound: Some(&bound), past, filtering })
    }

    /// One of two values, or whichever a condition settles.
    fn either<T>(self, condition: TruthId, then: impl Fn() -> T, otherwise: impl Fn() -> T, or: fn(T, T) -> T) -> T {
        match self.truth(condition) {
            Some(true) => then(),
            Some(false) => otherwise(),
            None => or(then(), otherwise()),
        }
    }

    // --- numbers -----------------------------------------------------------------------------------------------------

    /// What a number may be.
    pub(super) fn number(self, number: NumberId) -> Range {
        let facts = self.facts;
        match facts.code.expressions.numbers[number] {
            Number::Constant(value) => Range::of(value),
            Number::Kept(slot) => match self.known(AnySlot::Value(slot)) {
                Some(Known::Number(range)) => range,
                _ => Range::ANY,
            },
            Number::Hand => Range { low: i32::from(facts.in_hand), high: facts.total },
            Number::LastHeld => facts.held,
            Number::Held(kinds) if facts.are_all(kinds) => facts.held,
            Number::Held(_) => Range { low: 0, high: facts.held.high },
            Number::Captured => Range { low: 0, high: facts.total },
            Number::Laps | Number::Worth(_) | Number::Run(_) => Range::COUNT,
            Number::State(cell) | Number::StateOf(cell, _) => {
                Range { low: 0, high: facts.program.layout.largest[cell] }
            }
            Number::Pieces(set, kinds) => self.pieces(self.set(set), kinds),
            Number::PiecesAt(pit, kinds) => self.pieces_at(pit, kinds),
            Number::Count(set) => self.set(set).count(),
            Number::PitNumber(pit) => self.pit_number(self.pit(pit)),
            Number::Arithmetic(op, one, two) => self.number(one).arithmetic(op, self.number(two)),
            Number::Larger(one, two) => self.number(one).larger(self.number(two)),
            Number::Smaller(one, two) => self.number(one).smaller(self.number(two)),
            Number::If(condition, one, two) => {
                self.either(condition, || self.number(one), || self.number(two), Range::or)
            }
            Number::In(_, number) => self.in_past().number(number),
            Number::With(binding, rest) => self.with(binding, |view| view.number(rest)),
        }
    }

    /// How many pieces lie in a set: what is known of the last pit is all that is known.
    fn pieces(self, set: SetFact, kinds: Kinds) -> Range {
        let facts = self.facts;
        if set.most.is_empty() {
            return Range::of(0);
        }
        let Some(last) = facts.last.place().filter(|_| !self.past) else { return Range { low: 0, high: facts.total } };
        let low = if set.least.has(last) && facts.are_all(kinds) { facts.count.low } else { 0 };
        let high = if set.most == Places::of(last) { facts.count.high } else { facts.total };
        Range { low, high }
    }

    /// Pieces of all kinds in a set.
    pub(super) fn number_in(self, set: SetId) -> Range {
        self.pieces(self.set(set), Kinds::ALL)
    }

    /// Pieces of all kinds at a place.
    pub(super) fn number_at(self, pit: PitId) -> Range {
        self.pieces_at(pit, Kinds::ALL)
    }

    fn pieces_at(self, pit: PitId, kinds: Kinds) -> Range {
        let pieces = self.pieces(SetFact::single(self.pit(pit)), kinds);
        let filled = !self.past && self.facts.are_all(kinds) && self.is_filled(pit);
        Range { low: pieces.low.max(i32::from(filled)), high: pieces.high }
    }

    /// Whether a pit was chosen from those that hold a piece.
    fn is_filled(self, pit: PitId) -> bool {
        match self.facts.code.expressions.pits[pit] {
            Pit::Kept(slot) => self.facts.filled.contains(&slot),
            _ => false,
        }
    }

    /// Whether a binding keeps such a pit.
    pub(super) fn is_filled_by(self, binding: Binding) -> bool {
        matches!(binding, Binding::Pit(_, pit) if self.is_filled(pit))
    }

    fn pit_number(self, pit: PitFact) -> Range {
        let numbers = &self.facts.program.board.numbers;
        let of_places = pit.places.map(|place| numbers.get(place.index()).copied().unwrap_or(0));
        let all = of_places.chain(pit.none.then_some(0)).map(Range::of);
        all.reduce(Range::or).unwrap_or(Range::of(0))
    }

    // --- truth values ------------------------------------------------------------------------------------------------

    /// Whether a condition holds; none if it may or may not.
    pub(super) fn truth(self, truth: TruthId) -> Either {
        let facts = self.facts;
        let code = &facts.code.expressions;
        match code.truths[truth] {
            Truth::Constant(value) => Some(value),
            Truth::Kept(slot) => match self.known(AnySlot::Value(slot)) {
                Some(Known::Truth(value)) => value,
                _ => None,
            },
            Truth::StateOf(_, pit) => self.pit(pit).is_none().then_some(false),
            Truth::And(one, two) => self.joined(one, two, false),
            Truth::Or(one, two) => self.joined(one, two, true),
            Truth::Not(inner) => self.truth(inner).map(|holds| !holds),
            Truth::Compare(op, one, two) => self.number(one).compare(op, self.number(two)),
            Truth::IsIn(number, counts) => self.number(number).is_in(&code.counts[counts]),
            Truth::Between(number, low, high) => self.between(number, low, high),
            Truth::Even(number) => self.number(number).only().map(|number| number % 2 == 0),
            Truth::SamePit(one, two) if one == two => Some(true),
            Truth::SamePit(one, two) => self.pit(one).same(self.pit(two)),
            Truth::SameWay(one, two) if one == two => Some(true),
            Truth::SameWay(one, two) => Some(self.way(one)? == self.way(two)?),
            Truth::SamePlayer(one, two) if one == two => Some(true),
            Truth::SamePlayer(one, two) => Some(self.player(one)? == self.player(two)?),
            Truth::MoveIs(kind) => facts.kind.map(|played| played == kind),
            Truth::In(pit, set) => self.set(set).has(self.pit(pit)),
            Truth::Within(one, two) => self.set(one).is_within(self.set(two)),
            Truth::SameSet(one, two) if one == two => Some(true),
            Truth::SameSet(one, two) => self.set(one).same(self.set(two)),
            Truth::Some(set) => self.set(set).has_member(),
            Truth::NoPieces(set) => self.number_in(set).compare(CompareOp::Equal, Range::of(0)),
            Truth::If(condition, one, two) => {
                let same = |one: Either, two: Either| if one == two { one } else { None };
                self.either(condition, || self.truth(one), || self.truth(two), same)
            }
            Truth::Past(_, inner) => self.in_past().truth(inner),
            Truth::With(binding, rest) => self.with(binding, |view| view.truth(rest)),
            Truth::State(_) | Truth::PieceIs(..) | Truth::Occurs(_) | Truth::CannotMove => None,
        }
    }

    /// Two conditions of which one that is so settles the whole.
    fn joined(self, one: TruthId, two: TruthId, settles: bool) -> Either {
        match self.truth(one) {
            Some(one) if one == settles => Some(settles),
            Some(_) => self.truth(two),
            None => self.truth(two).filter(|two| *two == settles),
        }
    }

    fn between(self, number: NumberId, low: NumberId, high: NumberId) -> Either {
        let number = self.number(number);
        let above = number.compare(CompareOp::AtLeast, self.number(low));
        let below = number.compare(CompareOp::AtMost, self.number(high));
        match (above, below) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }

    // --- pits --------------------------------------------------------------------------------------------------------

    /// Which places a pit may be.
    pub(super) fn pit(self, pit: PitId) -> PitFact {
        let facts = self.facts;
        let anywhere = facts.anywhere();
        let board = &facts.program.board;
        match facts.code.expressions.pits[pit] {
            Pit::Constant(place) => PitFact::of(place),
            Pit::Kept(slot) => match self.known(AnySlot::Value(slot)) {
                Some(Known::Pit(pit)) => pit,
                _ => anywhere,
            },
            Pit::Last => facts.last,
            Pit::Origin | Pit::State(_) | Pit::StateOf(..) => anywhere,
            Pit::Facing(pit) => self.pit(pit).through(&board.facing),
            Pit::Behind(pit) => self.pit(pit).through(&board.behind),
            Pit::Steps(steps) => self.steps(facts.code.expressions.steps[steps]),
            Pit::Only(set) => self.set(set).only(),
            Pit::If(condition, one, two) => self.either(condition, || self.pit(one), || self.pit(two), PitFact::or),
            Pit::In(_, pit) => self.in_past().pit(pit),
            Pit::With(binding, rest) => self.with(binding, |view| view.pit(rest)),
        }
    }

    fn steps(self, steps: Steps) -> PitFact {
        let track = &self.facts.code.tracks[steps.track];
        let from = self.pit(steps.from);
        let none = from.none || !from.places.without(track.all).is_empty();
        let on_track = from.places.common(track.all);
        if on_track.is_empty() {
            return PitFact::of(None);
        }
        let places = match (self.way(steps.way), self.number(steps.count).only()) {
            (Some(way), Some(count)) => {
                let count = if steps.back { -i64::from(count) } else { i64::from(count) };
                on_track.filter_map(|place| self.along(steps.track, way, place, count)).collect()
            }
            _ => track.all,
        };
        PitFact { places, none }
    }

    /// The place n steps along a track.
    fn along(self, track: TrackId, way: bool, from: Place, count: i64) -> Option<Place> {
        let track = &self.facts.code.tracks[track];
        let (places, index) = (&track.places[usize::from(way)], &track.index[usize::from(way)]);
        let at = i64::try_from(index.get(from.index()).copied()??).ok()?;
        let at = (at + count).rem_euclid(i64::try_from(places.len()).ok()?);
        places.get(usize::try_from(at).ok()?).copied()
    }

    // --- sets --------------------------------------------------------------------------------------------------------

    /// Which members a set has, and may have.
    pub(super) fn set(self, set: SetId) -> SetFact {
        let facts = self.facts;
        let board = &facts.program.board;
        match facts.code.expressions.sets[set] {
            Set::Constant(places) => SetFact::of(facts.code.expressions.constants[places]),
            Set::Kept(slot) => match self.known(AnySlot::Set(slot)) {
                Some(Known::Set(set)) => set,
                _ => SetFact::within(facts.places),
            },
            Set::Single(pit) => SetFact::single(self.pit(pit)),
            Set::Where(of, slot, condition) => self.filtered(self.set(of), slot, condition),
            Set::Union(one, two) => self.set(one).union(self.set(two)),
            Set::Minus(one, two) => self.set(one).minus(self.set(two)),
            Set::Facing(of) => self.set(of).through(&board.facing),
            Set::Behind(of) => self.set(of).through(&board.behind),
            Set::Chain(chain) => self.chain(facts.code.expressions.chains[chain]),
            Set::Each(each) => {
                let Each { value, over } = &facts.code.expressions.eaches[each];
                self.each(*value, over)
            }
            Set::LastDrops(count) => self.last_drops(self.number(count)),
            Set::If(condition, one, two) => self.either(condition, || self.set(one), || self.set(two), SetFact::or),
            Set::In(_, set) => self.in_past().set(set),
            Set::With(binding, rest) => self.with(binding, |view| view.set(rest)),
        }
    }

    /// Whether a condition holds of a place.
    fn holds_of(self, place: Place, slot: Slot, condition: TruthId) -> Either {
        let view = View { filtering: true, ..self };
        view.bind(AnySlot::Value(slot), Known::Pit(PitFact::of(Some(place))), |view| view.truth(condition))
    }

    fn filtered(self, of: SetFact, slot: Slot, condition: TruthId) -> SetFact {
        if self.filtering {
            return SetFact::within(of.most);
        }
        let (mut sure, mut possible) = (Places::NONE, Places::NONE);
        for place in of.most {
            let holds = self.holds_of(place, slot, condition);
            if holds != Some(false) {
                possible = possible.with(Places::of(place));
            }
            if holds == Some(true) {
                sure = sure.with(Places::of(place));
            }
        }
        let least = of.least.common(sure);
        SetFact { least, most: possible, some: !least.is_empty() || of.some && sure == of.most }
    }

    /// A chain has a member if its first place satisfies the condition, and lies on the track of the last sowing, as
    /// the last pit does.
    fn chain(self, chain: Chain) -> SetFact {
        let facts = self.facts;
        let from = self.pit(chain.from);
        let limit = chain.limit.map_or(Range::COUNT, |limit| self.number(limit));
        let nowhere = |place| self.holds_of(place, chain.it, chain.condition) == Some(false);
        if from.is_none() || chain.limit.is_some() && limit.high <= 0 || !self.filtering && { from.places }.all(nowhere)
        {
            return SetFact::of(Places::NONE);
        }
        let all = SetFact::within(facts.places);
        let Some(place) = from.place().filter(|place| facts.fallen && facts.last.place() == Some(*place)) else {
            return all;
        };
        let enough = chain.limit.is_none() || limit.low >= 1;
        if enough && self.holds_of(place, chain.it, chain.condition) == Some(true) {
            SetFact { least: Places::of(place), some: true, ..all }
        } else {
            all
        }
    }

    /// All values of a pit expression, where what it runs over may be any member.
    fn each(self, value: PitId, over: &[(Slot, Option<SetId>)]) -> SetFact {
        let Some(((slot, set), rest)) = over.split_first() else {
            let pit = self.pit(value);
            return SetFact { least: Places::NONE, most: pit.places, some: !pit.none };
        };
        let (known, some) = match set {
            None => (Known::Way(None), true),
            Some(set) => {
                let set = self.set(*set);
                if set.most.is_empty() {
                    return SetFact::of(Places::NONE);
                }
                (Known::Pit(PitFact::one_of(set.most)), set.some)
            }
        };
        let values = self.bind(AnySlot::Value(*slot), known, |view| view.each(value, rest));
        SetFact { some: some && values.some, ..values }
    }

    fn last_drops(self, count: Range) -> SetFact {
        let all = SetFact::within(self.facts.places);
        match self.facts.last.place() {
            _ if count.high <= 0 => SetFact::of(Places::NONE),
            Some(last) if count.low >= 1 && self.facts.fallen => SetFact { least: Places::of(last), some: true, ..all },
            _ => all,
        }
    }

    // --- ways and players --------------------------------------------------------------------------------------------

    /// Which way this is; none if it may be either.
    pub(super) fn way(self, way: WayId) -> Either {
        match self.facts.code.expressions.ways[way] {
            Way::Constant(way) => Some(way),
            Way::Kept(slot) => match self.known(AnySlot::Value(slot)) {
                Some(Known::Way(way)) => way,
                _ => None,
            },
            Way::State(_) | Way::StateOf(..) => None,
            Way::Opposite(way) => self.way(way).map(|way| !way),
            Way::If(condition, one, two) => {
                let same = |one: Either, two: Either| if one == two { one } else { None };
                self.either(condition, || self.way(one), || self.way(two), same)
            }
            Way::In(_, way) => self.in_past().way(way),
            Way::With(binding, rest) => self.with(binding, |view| view.way(rest)),
        }
    }

    /// Which player this is; none if it may be any.
    pub(super) fn player(self, player: PlayerId) -> Whoever {
        match self.facts.code.expressions.players[player] {
            Who::Constant(player) => Some(player),
            Who::Kept(slot) => match self.known(AnySlot::Value(slot)) {
                Some(Known::Player(player)) => player,
                _ => None,
            },
            Who::State(_) | Who::StateOf(..) | Who::Winner => None,
            Who::Owner(pit) => self.owner(self.pit(pit)),
            Who::If(condition, one, two) => {
                let same = |one: Whoever, two: Whoever| if one == two { one } else { None };
                self.either(condition, || self.player(one), || self.player(two), same)
            }
            Who::In(_, player) => self.in_past().player(player),
            Who::With(binding, rest) => self.with(binding, |view| view.player(rest)),
        }
    }

    /// Whose place a pit is, if all that it may be have the same owner.
    fn owner(self, pit: PitFact) -> Whoever {
        let owners = &self.facts.program.board.owners;
        let of = |place: Place| -> Option<Player> { owners.get(place.index()).copied().flatten() };
        let mut all = pit.places.map(of).chain(pit.none.then_some(None));
        let first = all.next()?;
        all.all(|owner| owner == first).then_some(first)
    }
}
