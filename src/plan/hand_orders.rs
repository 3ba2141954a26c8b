//! The orders in which a hand of several kinds can fall: how many there are, and each by its number.

use super::{MOST_KINDS, cells};

/// The orders in which a hand can fall.
#[derive(Debug, Clone, Copy)]
pub(super) struct Orders {
    /// Pieces of each kind, a byte for each.
    hand: u64,
}

/// There is a byte for each kind.
const _: () = assert!(MOST_KINDS == size_of::<Orders>());

impl Orders {
    /// Those of so many pieces of each kind, a byte for each.
    pub(super) fn of(hand: u64) -> Self {
        Orders { hand }
    }

    /// The kinds of which there is a piece, by bits.
    pub(super) fn kinds(self) -> u64 {
        cells::filled(self.hand)
    }

    /// How many there are, or more than so many.
    pub(super) fn count(&self, most: usize) -> usize {
        if self.kinds().is_power_of_two() {
            return 1;
        }
        let mut pieces = self.hand.to_le_bytes().into_iter().map(usize::from).filter(|pieces| *pieces > 0);
        // Those of the first kind fall in one order.
        let (mut orders, mut placed) = (1, pieces.next().unwrap_or(0));
        for number in pieces.flat_map(|pieces| 1..=pieces) {
            // Binomial coefficients one factor after the other stay whole numbers, and never become less.
            placed += 1;
            orders = orders * placed / number;
            if orders > most {
                break;
            }
        }
        orders
    }

    /// The kinds in the order with this number, of as many as there are.
    pub(super) fn nth(self, count: usize, number: usize) -> impl Iterator<Item = u16> {
        let (mut hand, mut orders, mut number) = (self.hand.to_le_bytes(), count, number);
        let pieces: usize = hand.iter().copied().map(usize::from).sum();
        (1..=pieces).rev().filter_map(move |left| {
            for (kind, count) in (0..).zip(&mut hand) {
                let with_it = orders * usize::from(*count) / left;
                if number < with_it {
                    *count -= 1;
                    orders = with_it;
                    return Some(kind);
                }
                number -= with_it;
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_come_in_the_order_of_kinds() {
        let orders = Orders::of(u64::from_le_bytes([2, 0, 1, 0, 0, 0, 0, 1]));
        let count = orders.count(100);
        assert_eq!(count, 12);
        let all: Vec<Vec<u16>> = (0..count).map(|number| orders.nth(count, number).collect()).collect();
        assert_eq!(all.first().unwrap(), &[0, 0, 2, 7]);
        assert_eq!(all.last().unwrap(), &[7, 2, 0, 0]);
        assert!(all.is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn pieces_of_one_kind_fall_in_one_order() {
        let orders = Orders::of(40 << 8);
        assert_eq!(orders.count(1), 1);
        assert_eq!(orders.nth(1, 0).collect::<Vec<_>>(), [1; 40]);
    }

    #[test]
    fn counting_ends_where_there_are_more_than_so_many() {
        let orders = Orders::of(u64::from_le_bytes([7; 8]));
        assert!(orders.count(4_096) > 4_096);
    }
}
