//! Numbers that name things. Each kind of thing has a type of its own, made where the thing is allocated, so that what
//! does not fit is found when a file is resolved or compiled, and one number is never taken for another.
//!
//! Here are those that a model and a compiled game share; `ir` adds those of its expressions and blocks.

use crate::limits;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

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
    /// The first of them.
    const FIRST: Self;

    /// It as a value of an expression ([`crate::model::Expr`]).
    fn value(self) -> i32 {
        i32::try_from(self.index()).unwrap_or(i32::MAX)
    }

    /// What a value of an expression names; none if it names none.
    fn of_value(value: i32) -> Option<Self> {
        Self::at(usize::try_from(value).ok()?)
    }

    /// All that there may be, in order.
    fn all() -> impl Iterator<Item = Self> {
        (0..Self::MOST).map_while(Self::at)
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $vis:vis $name:ident($inner:ty, $most:expr, $what:literal);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name($inner);

        impl Id for $name {
            const WHAT: &'static str = $what;
            const MOST: usize = $most;
            const FIRST: Self = $name(0);

            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }

            #[inline]
            fn at(index: usize) -> Option<Self> {
                if index < Self::MOST { <$inner>::try_from(index).ok().map($name) } else { None }
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(out, "{}({})", stringify!($name), self.0)
            }
        }
    )*};
}

ids! {
    /// A place of the board: a pit, a store, a reserve, `off`. Numbered as in [`crate::model::Board`].
    pub Place(u8, limits::PLACES, "places");
    /// A kind of piece.
    pub PieceKind(u8, limits::PIECE_KINDS, "kinds of pieces");
    /// A kind of move.
    pub MoveKind(u16, limits::NUMBERED, "kinds of move");
    /// A place as each player counts his own: a pit, a store or a reserve. Pits come first, row by row.
    pub HalfPlace(u16, limits::NUMBERED, "places of a player");
    /// A track of the board, as the file writes it.
    pub TrackNumber(u16, limits::NUMBERED, "tracks");
    /// A way along a track that has two: as the track is written, or against that.
    pub WayNumber(u8, 2, "ways");
    /// Something declared in `state`.
    pub StateId(u16, limits::NUMBERED, "values of state");
    /// A name for a value: a choice, what `let` keeps, a parameter, `it`.
    pub LocalId(u16, limits::NUMBERED, "names of values");
    /// A definition, for arguments of certain types.
    pub DefineId(u16, limits::NUMBERED, "definitions");
    /// A sequence.
    pub SequenceId(u16, limits::NUMBERED, "sequences");
    /// A sowing, as the file writes it.
    pub SowingNumber(u16, limits::NUMBERED, "sowings");
    /// A rule or statement: what traces, records and counts name.
    pub RuleId(u16, limits::NUMBERED, "rules and statements");
}

pub(crate) use ids;

impl Place {
    /// The last that a board may have.
    pub(crate) const LAST: Place = Place(127);
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

    /// All with their numbers, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.things.iter().enumerate().filter_map(|(at, thing)| Some((I::at(at)?, thing)))
    }

    /// All, in the order of their numbers.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.things.iter()
    }

    /// All, to be changed.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.things.iter_mut()
    }

    /// Their numbers, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.things.len()).filter_map(I::at)
    }

    /// The number of the first that is meant.
    pub fn find(&self, is_meant: impl FnMut(&T) -> bool) -> Option<I> {
        I::at(self.things.iter().position(is_meant)?)
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

    /// The thing with a number, if there are that many.
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        self.things.get(id.index())
    }

    /// The thing with a number, to be changed.
    pub(crate) fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.things.get_mut(id.index())
    }
}

impl<I, T: PartialEq> PartialEq for Arena<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.things == other.things
    }
}

impl<I, T: Eq> Eq for Arena<I, T> {}

impl<I, T: Hash> Hash for Arena<I, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.things.hash(state);
    }
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Arena { things: Vec::new(), ids: PhantomData }
    }
}

/// Things by number; those that cannot be numbered are left out.
impl<I: Id, T> FromIterator<T> for Arena<I, T> {
    fn from_iter<Things: IntoIterator<Item = T>>(things: Things) -> Self {
        Arena { things: things.into_iter().take(I::MOST).collect(), ids: PhantomData }
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

impl<I: Id, T> IndexMut<I> for Arena<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.things[id.index()]
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
