//! Places by their names.

use crate::model::{Board, Id, Model, Place, Player};

/// Places that share a name on one player's side: the pits of a row, or a store or reserve.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch<'a> {
    pub(super) name: &'a str,
    /// The first of them; the others follow it.
    pub(super) first: Place,
    /// One for a store or reserve.
    pub(super) size: usize,
    pub(super) is_row: bool,
}

impl Stretch<'_> {
    pub(super) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        following(self.first).take(self.size)
    }

    /// The place with a number, from 1.
    pub(super) fn numbered(&self, number: usize) -> Option<Place> {
        self.places().nth(number.checked_sub(1)?)
    }
}

/// A place and those that come after it.
pub(super) fn following(first: Place) -> impl Iterator<Item = Place> {
    Place::all().skip(first.index())
}

/// A player's rows, store and reserves, in the order of the file.
pub(super) fn stretches(board: &Board, player: Player) -> impl Iterator<Item = Stretch<'_>> {
    let rows = board.rows.iter().map(move |row| Stretch {
        name: &row.name,
        first: board.place(player, row.start),
        size: usize::from(row.size),
        is_row: true,
    });
    let holders = board.holders().map(move |(local, holder)| Stretch {
        name: &holder.name,
        first: board.place(player, local),
        size: 1,
        is_row: false,
    });
    rows.chain(holders)
}

/// A player's row, store or reserve with this name.
pub(super) fn stretch<'a>(board: &'a Board, player: Player, name: &str) -> Option<Stretch<'a>> {
    stretches(board, player).find(|stretch| stretch.name == name)
}

/// A place as the language names it where one place is meant: `north home 3`, `north store 1`, `off`.
pub(super) fn reference(board: &Board, place: Place) -> String {
    match locate(board, place) {
        Some((player, stretch)) => {
            format!("{} {} {}", player.word(), stretch.name, place.index() - stretch.first.index() + 1)
        }
        None => "off".to_string(),
    }
}

/// A place in a sentence: `north home 3`, `north store`, `off`.
pub(super) fn words(board: &Board, place: Place) -> String {
    match locate(board, place) {
        Some((player, stretch)) if !stretch.is_row => format!("{} {}", player.word(), stretch.name),
        _ => reference(board, place),
    }
}

fn locate(board: &Board, place: Place) -> Option<(Player, Stretch<'_>)> {
    let player = board.owner(place)?;
    let stretch = stretches(board, player).find(|stretch| stretch.places().any(|one| one == place))?;
    Some((player, stretch))
}

/// A place as the game writes it; where two places are written alike, with its owner and row: `north home 3`.
#[must_use]
pub fn pit_text(model: &Model, place: Place) -> String {
    match model.notation.places.get(place) {
        Some(text) if places_written(model, text).count() == 1 => text.clone(),
        _ => reference(&model.board, place),
    }
}

/// The places that a text may mean: as the game writes them, or `north home 3`.
pub(super) fn places_meant(model: &Model, text: &str) -> Vec<Place> {
    let named = referred(&model.board, text);
    named.map_or_else(|| places_written(model, text).collect(), |place| vec![place])
}

fn places_written<'a>(model: &'a Model, text: &'a str) -> impl Iterator<Item = Place> + 'a {
    model.notation.places.iter().filter(move |(_, written)| *written == text).map(|(place, _)| place)
}

fn referred(board: &Board, text: &str) -> Option<Place> {
    let mut parts = text.split_whitespace();
    let side = parts.next()?;
    let player = Player::BOTH.into_iter().find(|player| player.word() == side)?;
    let stretch = stretch(board, player, parts.next()?)?;
    let number: usize = parts.next()?.parse().ok()?;
    stretch.numbered(number).filter(|_| parts.next().is_none())
}
