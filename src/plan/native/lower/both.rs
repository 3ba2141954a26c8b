//! The code of both players, in one function; and what it shares with other functions of both: that in which many positions are
//! counted at one go, and that in which games at random go on from turn to turn.

use super::Lowering;
use super::cells::LANES;
use super::counting::OfCounts;
#[cfg(feature = "sim")]
use super::games::OfGames;
use crate::plan::Side;
use crate::plan::live::Carried;
use crate::plan::native::room::{Control, Room};
use crate::plan::native::ways::entries;
use crate::plan::op::{Address, VIEWS, View};
use mancala_native::{Assembler, Variable, VectorVariable};
use std::collections::BTreeMap;

/// What the code of both players shares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Common {
    /// The cells of each view, if they have room in a vector.
    pub(super) held: Option<[VectorVariable; VIEWS]>,
    /// What the code of games at random shares besides, and nothing else has.
    #[cfg(feature = "sim")]
    pub(super) games: Option<OfGames>,
    /// The same of code that counts moves.
    pub(super) counts: Option<OfCounts>,
}

/// Words that stand in variables in some code, and elsewhere in memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held<const N: usize> {
    words: [Control; N],
    pub(super) variables: [Variable; N],
}

impl<const N: usize> Held<N> {
    /// All of them are 0.
    pub(super) fn new(words: [Control; N], to: &mut Assembler<'_>) -> Self {
        let (variables, zero) = (words.map(|_| to.variable()), to.word(0));
        variables.into_iter().for_each(|variable| to.put(variable, zero));
        Held { words, variables }
    }

    /// The variable in which a word stands, if it is one of them.
    pub(super) fn get(&self, word: Control) -> Option<Variable> {
        self.words.iter().position(|held| *held == word).map(|number| self.variables[number])
    }
}

impl Common {
    pub(super) fn new(to: &mut Assembler<'_>, cells: usize) -> Self {
        let held = (cells <= LANES).then(|| [(); VIEWS].map(|()| to.vector_variable()));
        Common {
            held,
            #[cfg(feature = "sim")]
            games: None,
            counts: None,
        }
    }

    /// Whether the code plays games at random, and nothing else.
    pub(super) fn plays_games(&self) -> bool {
        #[cfg(feature = "sim")]
        return self.games.is_some();
        #[cfg(not(feature = "sim"))]
        false
    }

    /// Whether the code counts moves, and nothing else.
    pub(super) fn counts_moves(&self) -> bool {
        self.counts.is_some()
    }

    /// The variable in which something is told that elsewhere stands in memory, if it is one.
    pub(super) fn held_in_variable(&self, control: Control) -> Option<Variable> {
        #[cfg(feature = "sim")]
        if let Some(games) = self.games {
            return games.held.get(control);
        }
        self.counts.and_then(|counts| counts.held.get(control))
    }

    /// Reads the position before the turn, which somebody else has written.
    pub(super) fn read_cells(&self, room: &Room, to: &mut Assembler<'_>) {
        if let Some(held) = self.held {
            let vector = to.load_vector(room.view(View::TurnStart), None, 0);
            to.put_vector(held[View::TurnStart as usize], vector);
        }
    }

    /// The position before the turn is the one now.
    #[cfg(feature = "sim")]
    pub(super) fn lay_out_cells(&self, cells: usize, room: &Room, to: &mut Assembler<'_>) {
        if let Some(held) = self.held {
            let vector = to.get_vector(held[View::TurnStart as usize]);
            return to.put_vector(held[View::Now as usize], vector);
        }
        for number in 0..super::cells::vectors(cells) {
            let vector = to.load_vector(room.view(View::TurnStart), None, 16 * number);
            to.store_vector(vector, room.view(View::Now), None, 16 * number);
        }
    }
}

/// Which entry of a player's code begins with something.
pub(in crate::plan::native) struct Entries {
    /// Where turns and questions begin, in order.
    pub(in crate::plan::native) addresses: Vec<Address>,
    /// The number of the first of them.
    first: u32,
}

impl Entries {
    /// Those of both players, in the order of their numbers.
    pub(in crate::plan::native) fn of<const W: usize>(sides: &[Side<W>; 2]) -> [Self; 2] {
        let [south, north] = sides.each_ref().map(entries);
        // Behind each player's comes the next option.
        let first = super::super::number(south.len()) + 1;
        [Entries { addresses: south, first: 0 }, Entries { addresses: north, first }]
    }

    #[inline]
    pub(in crate::plan::native) fn number(&self, of: usize) -> u32 {
        self.first + super::super::number(of)
    }

    /// What draws a move: it is the last that can be asked for.
    #[cfg(feature = "sim")]
    #[inline]
    pub(in crate::plan::native) fn drawn(&self) -> u32 {
        self.number(self.addresses.len() - 1)
    }

    /// The next option.
    pub(in crate::plan::native) fn next_option(&self) -> u32 {
        self.number(self.addresses.len())
    }
}

/// Puts the code of both players together.
pub(in crate::plan::native) fn both<const W: usize>(
    sides: &[Side<W>; 2],
    room: &Room,
    carried: [&BTreeMap<Address, Carried>; 2],
    to: &mut Assembler<'_>,
) {
    let common = Common::new(to, sides[0].sizes.cells);
    let begins =
        Entries::of(sides).map(|entries| (0..=entries.addresses.len()).map(|_| to.block()).collect::<Vec<_>>());
    let [south, north] = &begins;
    let entry = to.entry();
    to.select_block(entry, &[south.as_slice(), north].concat());
    for ((side, carried), begins) in sides.iter().zip(carried).zip(&begins) {
        Lowering::new(side, room, carried, common, to).all(begins);
    }
}
