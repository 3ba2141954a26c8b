//! What lies in one place, by kind of piece.

use crate::model::Model;
use crate::position::Position;

/// How many pieces there are of each kind.
pub(super) type Bag = Vec<u32>;

/// Pieces of each kind at a place.
pub(super) fn bag_at(position: &Position, model: &Model, place: usize) -> Bag {
    let places = model.board.places();
    (0..model.kinds.len()).map(|kind| position.pieces[kind * places + place]).collect()
}

/// Puts pieces of each kind at a place, instead of what was there.
pub(super) fn set_bag(position: &mut Position, model: &Model, place: usize, bag: &[u32]) {
    let places = model.board.places();
    for (kind, count) in bag.iter().enumerate() {
        position.pieces[kind * places + place] = *count;
    }
}

/// Pieces of each kind in the game.
pub(super) fn kind_totals(model: &Model) -> Vec<u64> {
    sums(&model.setup, model)
}

/// Pieces of each kind, from counts as [`Position::pieces`] has them.
pub(super) fn sums(pieces: &[u32], model: &Model) -> Vec<u64> {
    let places = model.board.places().max(1);
    pieces.chunks(places).map(|plane| plane.iter().map(|count| u64::from(*count)).sum()).collect()
}

/// As a position writes it: `4`, or `{2 stone, gem3}` where there are several kinds.
pub(super) fn written(bag: &[u32], model: &Model) -> String {
    match bag {
        [count] => count.to_string(),
        _ if bag.iter().all(|count| *count == 0) => "0".to_string(),
        _ => {
            let pieces = present(bag, model).map(|(count, name)| match count {
                1 => name.to_string(),
                _ => format!("{count} {name}"),
            });
            format!("{{{}}}", pieces.collect::<Vec<_>>().join(", "))
        }
    }
}

/// In a sentence: `4 seeds`, `2 stone, 1 gem3`, `nothing`.
pub(super) fn words(bag: &[u32], model: &Model) -> String {
    match bag {
        [count] => counted(u64::from(*count), model),
        _ if bag.iter().all(|count| *count == 0) => "nothing".to_string(),
        _ => present(bag, model).map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", "),
    }
}

/// A number of pieces of any kind, in a sentence: `1 seed`, `4 seeds`, `4 pieces`.
pub(super) fn counted(count: u64, model: &Model) -> String {
    let name = match model.kinds.as_slice() {
        [kind] => kind.name.as_str(),
        _ => "piece",
    };
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

/// The kinds of which there is at least one, with their number and name.
pub(super) fn present<'a>(bag: &'a [u32], model: &'a Model) -> impl Iterator<Item = (u32, &'a str)> {
    let named = bag.iter().zip(&model.kinds).map(|(count, kind)| (*count, kind.name.as_str()));
    named.filter(|(count, _)| *count > 0)
}
