//! Which way seeds are sown along a row.

use crate::model::{Board, BoardRow, Id, Place, Player, Spot};

/// A direction along a row, as its owner sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Nothing is sown along it.
    None,
    Right,
    Left,
    Both,
}

/// The way of a row: that of the first track on which two pits of it lie side by side.
pub(crate) fn way(board: &Board, player: Player, row: &BoardRow) -> Way {
    let pits: Vec<Place> = row.pits().map(|pit| board.place(player, pit)).collect();
    for track in board.tracks.values() {
        let places: Vec<Place> = track.spots.iter().map(|spot: &Spot| board.resolve(*spot, player)).collect();
        let pairs = places.iter().zip(places.iter().cycle().skip(1));
        let step = pairs.filter(|(one, next)| pits.contains(one) && pits.contains(next)).find_map(|(one, next)| {
            match next.index().abs_diff(one.index()) {
                1 => Some(next > one),
                _ => None,
            }
        });
        match step {
            Some(_) if track.two_way => return Way::Both,
            Some(true) => return Way::Right,
            Some(false) => return Way::Left,
            None => {}
        }
    }
    Way::None
}
