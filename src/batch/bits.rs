//! Sets of places in as few bits as a board needs.

use crate::ir::{Id, Place, Places};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

/// A set of places.
pub(super) trait Bits:
    Copy + Debug + Default + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + Send + Sync + 'static
{
    /// How many places there may be.
    const MOST: usize;
    /// From the set of a program.
    fn of(places: Places) -> Self;
    /// One place.
    fn one(place: usize) -> Self;
    /// Whether a place is in it.
    fn has(self, place: usize) -> bool;
    /// The first member, if there is one.
    fn first(self) -> Option<usize>;
    /// All but the first member.
    fn rest(self) -> Self;
    /// Number of members.
    fn count(self) -> i32;
    /// The places of one eighth of them, by bits; further places are none.
    fn eight(bits: u64, number: usize) -> Self;

    /// No place.
    fn none() -> Self {
        Self::default()
    }

    /// Whether it has no member.
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The members in order.
    fn members(self) -> Members<Self> {
        Members(self)
    }
}

/// The members of a set, one after the other.
pub(super) struct Members<B>(B);

impl<B: Bits> Iterator for Members<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let first = self.0.first()?;
        self.0 = self.0.rest();
        Some(first)
    }
}

macro_rules! bits {
    ($($type:ty, $of:expr;)*) => {$(
        impl Bits for $type {
            const MOST: usize = <$type>::BITS as usize;

            #[inline]
            fn of(places: Places) -> Self {
                let narrow: fn(u128) -> $type = $of;
                narrow(places.bits())
            }

            #[inline]
            fn one(place: usize) -> Self {
                1 << (place & (Self::MOST - 1))
            }

            #[inline]
            fn has(self, place: usize) -> bool {
                self >> (place & (Self::MOST - 1)) & 1 == 1
            }

            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn count(self) -> i32 {
                self.count_ones().cast_signed()
            }

            #[inline]
            fn eight(bits: u64, number: usize) -> Self {
                <$type>::from(bits) << (8 * number)
            }
        }
    )*};
}

bits! {
    u64, |bits| {
        // The places of a board that is played so are in the lower half.
        let [a, b, c, d, e, f, g, h, ..] = bits.to_le_bytes();
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    };
    u128, |bits| bits;
}

/// The number of a place in arithmetic on places; -1 is none.
#[inline]
pub(super) fn number_of(place: Option<Place>) -> i32 {
    // Fewer than 128.
    place.map_or(-1, |place| i32::try_from(place.index()).unwrap_or(-1))
}
