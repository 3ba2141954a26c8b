//! Numbers that name things. Each kind of thing has a type of its own, made where the thing is allocated, so that what
//! does not fit is found when a game is compiled, and one number is never taken for another.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

/// A number that names a thing, by which it is found in its [`Arena`].
pub trait Id: Copy + Eq {
    /// What is named, for messages: `places`.
    const WHAT: &'static str;
    /// How many there may be.
    const MOST: usize;
    /// Its number.
    fn index(self) -> usize;
    /// The thing with this number; none if there cannot be that many.
    fn at(index: usize) -> Option<Self>;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty, $most:expr, $what:literal);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($inner);

        impl Id for $name {
            const WHAT: &'static str = $what;
            const MOST: usize = $most;

            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }

            #[inline]
            fn at(index: usize) -> Option<Self> {
                if index < Self::MOST { <$inner>::try_from(index).ok().map($name) } else { None }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "{}({})", stringify!($name), self.0)
            }
        }
    )*};
}

ids! {
    /// A place of the board: a pit, a store, a reserve, `off`. Numbered as in [`crate::model::Board`].
    Place(u8, 128, "places");
    /// A cell of a position: pieces of one kind at one place, or one value of state.
    Cell(u16, 512, "cells of a position");
    /// A kind of piece.
    PieceKind(u8, 16, "kinds of pieces");
    /// A kind of move.
    MoveKind(u16, 65_536, "kinds of move");
    /// A path as one player walks it.
    TrackId(u16, 65_536, "tracks");
    /// A number, pit, way, player or truth value that a turn keeps, or that an expression binds while it is read.
    Slot(u16, 1024, "values that are kept at one time");
    /// A set that a turn keeps, or that an expression binds while it is read.
    SetSlot(u16, 256, "sets that are kept at one time");
    /// An expression that gives a number.
    NumberId(u16, 65_536, "expressions");
    /// An expression that gives yes or no.
    TruthId(u16, 65_536, "conditions");
    /// An expression that gives a place, or none.
    PitId(u16, 65_536, "pits");
    /// An expression that gives a set of places.
    SetId(u16, 65_536, "sets");
    /// An expression that gives a way along a track.
    WayId(u16, 65_536, "ways");
    /// An expression that gives a player, or nobody.
    PlayerId(u16, 65_536, "players");
    /// A value that is bound.
    BindingId(u16, 65_536, "values that are bound");
    /// A chain along a track.
    ChainId(u16, 65_536, "chains");
    /// The set of all values of a pit expression.
    EachId(u16, 65_536, "sets of all values");
    /// Steps along a track.
    StepsId(u16, 65_536, "steps along a track");
    /// A run of drops.
    RunId(u16, 65_536, "runs of drops");
    /// A set of places that is known.
    ConstantId(u16, 65_536, "known sets");
    /// A set of numbers that is known.
    CountsId(u16, 65_536, "sets of numbers");
    /// A block of actions.
    BlockId(u16, 65_536, "blocks");
    /// A sowing.
    SowingId(u16, 65_536, "sowings");
    /// A choice.
    ChoiceId(u16, 65_536, "choices");
    /// Values for the parameters of a block.
    ArgumentsId(u16, 65_536, "sequences gone on with");
}

/// There is more of something than can be numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// Of what.
    pub what: &'static str,
    /// How many there may be.
    pub most: usize,
}

impl fmt::Display for TooMany {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the game has more than {} {}", self.most, self.what)
    }
}

impl std::error::Error for TooMany {}

/// Things by number.
#[derive(Clone)]
pub struct Arena<I, T> {
    things: Vec<T>,
    ids: PhantomData<I>,
}

impl<I: Id, T> Arena<I, T> {
    /// Adds a thing.
    ///
    /// # Errors
    /// If there are as many as can be numbered.
    pub fn push(&mut self, thing: T) -> Result<I, TooMany> {
        let id = I::at(self.things.len()).ok_or(TooMany { what: I::WHAT, most: I::MOST })?;
        self.things.push(thing);
        Ok(id)
    }

    /// All, in the order of their numbers.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.things.iter().enumerate().filter_map(|(at, thing)| Some((I::at(at)?, thing)))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// The thing with a number, to be changed.
    pub(super) fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.things.get_mut(id.index())
    }
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Arena { things: Vec::new(), ids: PhantomData }
    }
}

impl<I, T: fmt::Debug> fmt::Debug for Arena<I, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(&self.things).finish()
    }
}

impl<I: Id, T> Index<I> for Arena<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        &self.things[id.index()]
    }
}

/// A set of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Places(u128);

impl Places {
    /// None.
    pub const NONE: Places = Places(0);
    /// Every place that a board may have.
    pub const ALL: Places = Places(u128::MAX);

    /// One place.
    #[inline]
    #[must_use]
    pub fn of(place: Place) -> Self {
        Places(1 << place.0)
    }

    /// Whether a place is in it.
    #[inline]
    #[must_use]
    pub fn has(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    /// In either.
    #[inline]
    #[must_use]
    pub fn with(self, other: Places) -> Self {
        Places(self.0 | other.0)
    }

    /// In this one and not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Places) -> Self {
        Places(self.0 & !other.0)
    }

    /// In both.
    #[inline]
    #[must_use]
    pub fn common(self, other: Places) -> Self {
        Places(self.0 & other.0)
    }

    /// Whether it has no member.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members.
    #[inline]
    #[must_use]
    pub fn count(self) -> i32 {
        // At most 128.
        self.0.count_ones().cast_signed()
    }

    /// Its only member; none if it has none or several.
    #[inline]
    #[must_use]
    pub fn only(self) -> Option<Place> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// Its first member.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Place> {
        Place::at(self.0.trailing_zeros() as usize)
    }

    /// The members from a place on.
    #[inline]
    #[must_use]
    pub fn from(self, place: Place) -> Self {
        Places(self.0 >> place.0 << place.0)
    }

    /// The places whose bits are set, the first place lowest.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: u128) -> Self {
        Places(bits)
    }

    /// The bits, the first place lowest.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u128 {
        self.0
    }
}

impl Iterator for Places {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<Place> for Places {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        places.into_iter().fold(Places::NONE, |set, place| set.with(Places::of(place)))
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.map(Id::index)).finish()
    }
}

/// Kinds of pieces, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kinds(u16);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds(u16::MAX);

    /// Whether a kind is in it.
    #[inline]
    #[must_use]
    pub fn has(self, kind: PieceKind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Its members among the first n kinds.
    pub fn members(self, kinds: usize) -> impl Iterator<Item = PieceKind> {
        (0..kinds).filter_map(PieceKind::at).filter(move |kind| self.has(*kind))
    }
}

impl FromIterator<PieceKind> for Kinds {
    fn from_iter<I: IntoIterator<Item = PieceKind>>(kinds: I) -> Self {
        Kinds(kinds.into_iter().fold(0, |bits, kind| bits | 1 << kind.0))
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Kinds::ALL { out.write_str("all kinds") } else { write!(out, "kinds {:b}", self.0) }
    }
}
