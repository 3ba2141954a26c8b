//! Turns at random, of which tests compare what comes out in several ways.

use crate::model::Choices;
use crate::{Bindings, Variant};

/// A position in a game that is played at random.
pub(super) struct Turn<const W: usize> {
    pub(super) cells: [u8; W],
    /// The number of the player who is to move.
    pub(super) by: usize,
    start: [u8; W],
    random: usize,
}

/// What a move leads to, and whether the mover moves again.
pub(super) type Led<const W: usize> = ([u8; W], bool);

impl<const W: usize> Turn<W> {
    /// The first one of a game.
    pub(super) fn first(start: [u8; W]) -> Self {
        Turn { cells: start, by: 0, start, random: 7 }
    }

    /// Goes on with one of some moves; where there is none, the game begins anew.
    pub(super) fn go_on(&mut self, moves: &[Led<W>]) {
        self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        match moves.get((self.random >> 33) % moves.len().max(1)) {
            Some((cells, again)) => (self.cells, self.by) = (*cells, if *again { self.by } else { 1 - self.by }),
            None => (self.cells, self.by) = (self.start, 0),
        }
    }
}

/// The defaults of a variant, and every other value of every option.
pub(super) fn settings(variant: &Variant) -> Vec<Bindings> {
    let mut settings = vec![Bindings::default()];
    for bound in variant.options() {
        if let Choices::Values(values) = &bound.choices {
            let others = values.iter().filter(|(value, _)| *value != bound.value);
            settings.extend(others.map(|(value, _)| Bindings::default().with(&bound.name, value)));
        }
    }
    settings
}
