//! Pieces by kind and place.

use crate::id::{Id, PieceKind, Place};
use std::ops::{Index, IndexMut};

/// Something for each kind of piece at each place: how many there are, or what is known of that.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Pieces<T = u32> {
    places: usize,
    /// Kind after kind.
    all: Vec<T>,
}

impl<T: Clone> Pieces<T> {
    /// The same for every kind at every place.
    #[must_use]
    pub fn filled(kinds: usize, places: usize, with: T) -> Self {
        Pieces { places, all: vec![with; kinds * places] }
    }

    /// What there is of each kind at a place.
    #[must_use]
    pub fn bag(&self, place: Place) -> Vec<T> {
        self.planes().filter_map(|(_, plane)| plane.get(place.index()).cloned()).collect()
    }
}

impl<T> Pieces<T> {
    /// What there is at n places, kind after kind.
    #[must_use]
    pub fn of(places: usize, all: Vec<T>) -> Self {
        Pieces { places, all }
    }

    /// For each kind: what there is of it at each place.
    pub fn planes(&self) -> impl Iterator<Item = (PieceKind, &[T])> {
        PieceKind::all().zip(self.all.chunks(self.places.max(1)))
    }

    /// All of it, kind after kind.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.all
    }

    /// All of it, kind after kind, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.all
    }

    /// For how many places there is something.
    #[must_use]
    pub fn places(&self) -> usize {
        self.places
    }

    /// The same pieces, with something else for each.
    pub fn map<U>(&self, with: impl FnMut(&T) -> U) -> Pieces<U> {
        Pieces { places: self.places, all: self.all.iter().map(with).collect() }
    }

    /// Puts down what there is of each kind at a place, instead of what was there.
    pub fn set_bag(&mut self, place: Place, bag: impl IntoIterator<Item = T>) {
        for (kind, count) in PieceKind::all().zip(bag) {
            self[(kind, place)] = count;
        }
    }
}

impl Pieces {
    /// All pieces of each kind.
    #[must_use]
    pub fn totals(&self) -> Vec<u64> {
        self.planes().map(|(_, plane)| plane.iter().map(|count| u64::from(*count)).sum()).collect()
    }

    /// Pieces of all kinds at a place.
    #[must_use]
    pub fn at(&self, place: Place) -> u32 {
        self.planes().filter_map(|(_, plane)| plane.get(place.index())).sum()
    }

    /// All pieces.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.all.iter().sum()
    }
}

impl<T> Index<(PieceKind, Place)> for Pieces<T> {
    type Output = T;

    fn index(&self, (kind, place): (PieceKind, Place)) -> &T {
        &self.all[kind.index() * self.places + place.index()]
    }
}

impl<T> IndexMut<(PieceKind, Place)> for Pieces<T> {
    fn index_mut(&mut self, (kind, place): (PieceKind, Place)) -> &mut T {
        &mut self.all[kind.index() * self.places + place.index()]
    }
}
