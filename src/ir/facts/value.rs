//! What may be known of one value: a number lies in a range, a pit is one of several places, of a set some places are
//! members for certain and others may be.

use crate::ir::Counts;
use crate::ir::id::{Id, Place, Places};
use crate::model::{ArithmeticOp, CompareOp, Player};

/// What is known of a truth value or a way; none if it may be either.
pub(crate) type Either = Option<bool>;

/// What is known of a player, who may be nobody; none if it may be any.
pub(crate) type Whoever = Option<Option<Player>>;

/// A number is one of these: from the lowest to the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    /// The lowest.
    pub(crate) low: i32,
    /// The highest.
    pub(crate) high: i32,
}

impl Range {
    /// Any number.
    pub(crate) const ANY: Range = Range { low: i32::MIN, high: i32::MAX };
    /// Any number that is not negative.
    pub(crate) const COUNT: Range = Range { low: 0, high: i32::MAX };

    /// This number.
    pub(crate) fn of(number: i32) -> Self {
        Range { low: number, high: number }
    }

    /// The number, if there is only one.
    pub(crate) fn only(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// In one of the two.
    pub(crate) fn or(self, other: Range) -> Self {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The larger of two.
    pub(crate) fn larger(self, other: Range) -> Self {
        Range { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// The smaller of two.
    pub(crate) fn smaller(self, other: Range) -> Self {
        Range { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// Whether it compares so with another.
    pub(crate) fn compare(self, op: CompareOp, other: Range) -> Either {
        match op {
            CompareOp::Less => other.exceeds(self),
            CompareOp::More => self.exceeds(other),
            CompareOp::AtMost => self.exceeds(other).map(|more| !more),
            CompareOp::AtLeast => other.exceeds(self).map(|less| !less),
            CompareOp::Equal => self.equals(other),
            CompareOp::NotEqual => self.equals(other).map(|same| !same),
        }
    }

    fn exceeds(self, other: Range) -> Either {
        if self.low > other.high {
            Some(true)
        } else if self.high <= other.low {
            Some(false)
        } else {
            None
        }
    }

    fn equals(self, other: Range) -> Either {
        if self.low > other.high || other.low > self.high {
            return Some(false);
        }
        (self.only()? == other.only()?).then_some(true)
    }

    /// Whether it is one of these numbers.
    pub(crate) fn is_in(self, counts: &Counts) -> Either {
        // Of negative numbers none is in a set, of numbers from the end on all are or none is.
        let (low, high) = (self.low.max(-1), self.high.min(Counts::END));
        let first = counts.has(low);
        (low..=high).all(|count| counts.has(count) == first).then_some(first)
    }

    /// Sum, difference, product or quotient.
    pub(crate) fn arithmetic(self, op: ArithmeticOp, other: Range) -> Self {
        match op {
            ArithmeticOp::Add => {
                Range { low: self.low.saturating_add(other.low), high: self.high.saturating_add(other.high) }
            }
            ArithmeticOp::Subtract => {
                Range { low: self.low.saturating_sub(other.high), high: self.high.saturating_sub(other.low) }
            }
            ArithmeticOp::Multiply => self.corners(other, i32::saturating_mul),
            ArithmeticOp::Divide if other.low >= 1 => self.corners(other, i32::div_euclid),
            ArithmeticOp::Divide if other == Range::of(0) => Range::of(0),
            ArithmeticOp::Divide => Range::ANY,
        }
    }

    /// What an operation gives whose extremes lie where both numbers are extreme.
    fn corners(self, other: Range, operation: impl Fn(i32, i32) -> i32) -> Self {
        let [one, two] = [self.low, self.high].map(|number| {
            let (low, high) = (operation(number, other.low), operation(number, other.high));
            Range { low: low.min(high), high: low.max(high) }
        });
        one.or(two)
    }
}

/// A pit is one of these places, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PitFact {
    /// The places that it may be.
    pub(crate) places: Places,
    /// Whether it may be none.
    pub(crate) none: bool,
}

impl PitFact {
    /// A place that is known, or none.
    pub(crate) fn of(place: Option<Place>) -> Self {
        PitFact { places: place.map_or(Places::NONE, Places::of), none: place.is_none() }
    }

    /// One of these places, and not none.
    pub(crate) fn one_of(places: Places) -> Self {
        PitFact { places, none: false }
    }

    /// The place, if it is known and not none.
    pub(crate) fn place(self) -> Option<Place> {
        if self.none { None } else { self.places.only() }
    }

    /// Whether it is none for certain.
    pub(crate) fn is_none(self) -> bool {
        self.places.is_empty()
    }

    /// One of the two.
    pub(crate) fn or(self, other: PitFact) -> Self {
        PitFact { places: self.places.with(other.places), none: self.none || other.none }
    }

    /// What a table of places makes of it.
    pub(crate) fn through(self, table: &[Option<Place>]) -> Self {
        let images = self.places.map(|place| PitFact::of(table.get(place.index()).copied().flatten()));
        images.fold(PitFact { places: Places::NONE, none: self.none }, PitFact::or)
    }

    /// Whether it is the same as another.
    pub(crate) fn same(self, other: PitFact) -> Either {
        if self.is_none() && other.is_none() {
            return Some(true);
        }
        if self.places.common(other.places).is_empty() && !(self.none && other.none) {
            return Some(false);
        }
        (self.place()? == other.place()?).then_some(true)
    }
}

/// Of a set these are members for certain, and others may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SetFact {
    /// Members for certain.
    pub(crate) least: Places,
    /// What may be a member.
    pub(crate) most: Places,
    /// Whether it has a member for certain, whichever that is.
    pub(crate) some: bool,
}

impl SetFact {
    /// A set that is known.
    pub(crate) fn of(places: Places) -> Self {
        SetFact { least: places, most: places, some: !places.is_empty() }
    }

    /// Whatever of these places.
    pub(crate) fn within(most: Places) -> Self {
        SetFact { least: Places::NONE, most, some: false }
    }

    /// A pit as a set.
    pub(crate) fn single(pit: PitFact) -> Self {
        SetFact { least: pit.place().map_or(Places::NONE, Places::of), most: pit.places, some: !pit.none }
    }

    /// The set, if it is known.
    pub(crate) fn exact(self) -> Option<Places> {
        (self.least == self.most).then_some(self.least)
    }

    /// Whether it has a member.
    pub(crate) fn has_member(self) -> Either {
        if self.some { Some(true) } else { self.most.is_empty().then_some(false) }
    }

    /// How many members it has.
    pub(crate) fn count(self) -> Range {
        Range { low: self.least.count().max(i32::from(self.some)), high: self.most.count() }
    }

    /// One of the two.
    pub(crate) fn or(self, other: SetFact) -> Self {
        SetFact {
            least: self.least.common(other.least),
            most: self.most.with(other.most),
            some: self.some && other.some,
        }
    }

    /// Both together.
    pub(crate) fn union(self, other: SetFact) -> Self {
        SetFact { least: self.least.with(other.least), most: self.most.with(other.most), some: self.some || other.some }
    }

    /// Without another.
    pub(crate) fn minus(self, other: SetFact) -> Self {
        let least = self.least.without(other.most);
        SetFact { least, most: self.most.without(other.least), some: !least.is_empty() }
    }

    /// What a table of places makes of its members.
    pub(crate) fn through(self, table: &[Option<Place>]) -> Self {
        let images = |places: Places| -> Places {
            places.filter_map(|place| table.get(place.index()).copied().flatten()).collect()
        };
        let least = images(self.least);
        SetFact { least, most: images(self.most), some: !least.is_empty() }
    }

    /// Its only member; none if it has none or several.
    pub(crate) fn only(self) -> PitFact {
        match self.exact() {
            Some(places) => PitFact::of(places.only()),
            None if self.least.count() > 1 => PitFact::of(None),
            None => PitFact { places: self.most, none: true },
        }
    }

    /// Whether a pit is in it.
    pub(crate) fn has(self, pit: PitFact) -> Either {
        if pit.places.common(self.most).is_empty() {
            Some(false)
        } else {
            (!pit.none && pit.places.without(self.least).is_empty()).then_some(true)
        }
    }

    /// Whether all its members are in another.
    pub(crate) fn is_within(self, other: SetFact) -> Either {
        if self.most.without(other.least).is_empty() {
            Some(true)
        } else {
            (!self.least.without(other.most).is_empty()).then_some(false)
        }
    }

    /// Whether it is the same as another.
    pub(crate) fn same(self, other: SetFact) -> Either {
        let both = (self.is_within(other), other.is_within(self));
        match both {
            (Some(true), Some(true)) => Some(true),
            (Some(false), _) | (_, Some(false)) => Some(false),
            _ => None,
        }
    }
}

/// What is known of a value in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// A number.
    Number(Range),
    /// A truth value.
    Truth(Either),
    /// A place, or none.
    Pit(PitFact),
    /// A way.
    Way(Either),
    /// A player, or nobody.
    Player(Whoever),
    /// A set.
    Set(SetFact),
}
