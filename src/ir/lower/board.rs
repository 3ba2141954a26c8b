//! What is known of the board, and the paths over it.

use super::Lowerer;
use crate::ir::id::*;
use crate::ir::program::{BoardTables, Track};
use crate::model::{DeclaredPiece, HalfPlace, Model, Player, Spot, TrackNumber};

/// What is known of the places, whoever moves.
pub(super) fn tables(model: &Model) -> BoardTables {
    let board = &model.board;
    let number = |place| board.row_and_number(place).map_or(0, |(_, number)| i32::from(number));
    let store = |player| board.store().map(|store| board.place(player, store));
    let worth = |kind: &DeclaredPiece| i32::try_from(kind.worth.unwrap_or(0)).unwrap_or(i32::MAX);
    BoardTables {
        facing: board.every_place().map(|place| board.facing_place(place)).collect(),
        behind: board.every_place().map(|place| board.behind_place(place)).collect(),
        numbers: board.every_place().map(number).collect(),
        owners: board.every_place().map(|place| board.owner(place)).collect(),
        stores: Player::BOTH.map(store),
        worths: model.kinds.values().map(worth).collect(),
    }
}

impl Lowerer<'_> {
    /// The place that a spot means, read from the present side.
    pub(super) fn place(&self, spot: Spot) -> Place {
        self.model.board.resolve(spot, self.side)
    }

    /// The places that some spots mean.
    pub(super) fn places(&self, spots: &[Spot]) -> Places {
        spots.iter().map(|spot| self.place(*spot)).collect()
    }

    /// The places of the player whose side is read, those of the other, and `off`: those that there are.
    pub(super) fn halves(&self) -> Vec<Places> {
        let half = self.model.board.half();
        let local = || HalfPlace::all().take(half);
        let own: Vec<Spot> = local().map(Spot::Own).collect();
        let opponent: Vec<Spot> = local().map(Spot::Opponent).collect();
        let off: Vec<Spot> = self.model.board.off.then_some(Spot::Off).into_iter().collect();
        let parts = [own, opponent, off].map(|spots| self.places(&spots));
        parts.into_iter().filter(|part| !part.is_empty()).collect()
    }

    /// Makes every track, as either player walks it: first those of the mover, then those of his opponent.
    pub(super) fn tracks(&mut self) -> Result<(), TooMany> {
        for side in [self.mover, self.mover.other()] {
            self.side = side;
            for (number, track) in self.model.board.tracks.iter() {
                let places: Vec<Place> = track.spots.iter().map(|spot| self.place(*spot)).collect();
                self.code.tracks.push(path(number, places, self.layout.places))?;
            }
        }
        self.side = self.mover;
        Ok(())
    }

    /// A track of the model, as it is walked from the present side.
    pub(super) fn track(&mut self, number: TrackNumber) -> TrackId {
        let others = if self.side == self.mover { 0 } else { self.model.board.tracks.len() };
        let track = TrackId::at(others + number.index()).ok_or(TooMany { what: TrackId::WHAT, most: TrackId::MOST });
        self.or_refuse(track)
    }
}

fn path(number: TrackNumber, forward: Vec<Place>, places: usize) -> Track {
    let backward: Vec<Place> = forward.iter().rev().copied().collect();
    let index = |order: &[Place]| {
        let mut index = vec![None; places];
        for (at, place) in order.iter().enumerate() {
            index[place.index()] = Some(at);
        }
        index
    };
    let index = [index(&forward), index(&backward)];
    Track { number, all: forward.iter().copied().collect(), places: [forward, backward], index }
}
