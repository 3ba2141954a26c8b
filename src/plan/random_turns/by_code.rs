//! Turns that machine code plays, many in one run of it. What it cannot go on with is played one by one, as without it.

use super::trail::{mover_after, moves_now};
use super::{Ahead, Drawn, Halt, OnCells, Words};
use crate::model::Player;
use crate::plan::Side;
use crate::plan::column::TURNS;
use crate::plan::native::{Came, DrawnGame};
use crate::plan::repeats::Repeats;

/// Runs that may come to nothing before a game is left to others.
const MOST_IDLE: u32 = 8;

/// Positions that are looked through for one that has come again: where there are more, they are noted in a table.
const MOST_LOOKED_THROUGH: usize = 256;

/// The machine code, and what is known of the position that it has come to.
#[derive(Debug)]
pub(super) struct ByCode<'p, const W: usize> {
    sides: &'p [Side<W>; 2],
    game: Option<DrawnGame<'p, W>>,
    /// Whether more is told of turns than who has moved.
    tells: bool,
    /// Whether it can play the game that was begun.
    pub(super) plays: bool,
    /// Runs one after the other that have not played a turn.
    idle: u32,
    /// Whether the code has marked the position now.
    marked: bool,
    /// Whether it is known how often that has been there.
    known: bool,
    /// The last positions, that now included, which no table has noted; and what was told of who moves next.
    left: Vec<[u8; W]>,
    left_to: Vec<i32>,
}

impl<'p, const W: usize> ByCode<'p, W> {
    pub(super) fn new(sides: &'p [Side<W>; 2], tells: bool) -> Self {
        ByCode {
            sides,
            game: None,
            tells,
            plays: false,
            idle: 0,
            marked: false,
            known: false,
            left: Vec::new(),
            left_to: Vec::new(),
        }
    }

    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.left.clear();
        self.left_to.clear();
        self.is_there();
        self.game.iter_mut().for_each(DrawnGame::begin);
    }

    /// Whether there is machine code by now.
    pub(super) fn is_there(&mut self) -> bool {
        if self.game.is_none() {
            self.game = DrawnGame::new(self.sides, self.tells);
        }
        self.game.is_some()
    }

    /// A game, or a round of a match, is laid out.
    pub(super) fn lay_out(&mut self, position: &[u8; W]) {
        self.idle = 0;
        self.marked = false;
        self.plays = self.game.is_some() && self.sides[0].has_no_more_pieces_than_the_game(position);
    }

    pub(super) fn game(&mut self) -> Option<&mut DrawnGame<'p, W>> {
        self.game.as_mut()
    }

    /// A position that others have played to.
    pub(super) fn comes_to(&mut self, cells: &[u8; W], mover: Player) {
        (self.marked, self.known) = (false, false);
        self.left.push(*cells);
        self.left_to.push(moves_now(mover));
    }

    /// How often the position now has been there, which is the last one.
    fn times(&self, cells: &[u8; W], mover: Player, noted: &Repeats<W>) -> u32 {
        // Few are the same, so that it is seldom asked who moves there.
        let same = self.left.iter().enumerate().filter(|(_, there)| *there == cells);
        let times = same.filter(|(at, _)| mover_after(self.left_to[*at]) == mover).count();
        noted.times(cells, mover) + u32::try_from(times).unwrap_or(u32::MAX)
    }

    /// Notes in a table what is left.
    pub(super) fn note_what_is_left(&mut self, into: &mut Repeats<W>) {
        for (cells, next) in self.left.drain(..).zip(self.left_to.drain(..)) {
            into.note(&cells, mover_after(next));
        }
    }
}

impl<'p, const W: usize> OnCells<'p, W> {
    pub(super) fn go_on_by_code(&mut self, most: usize, ahead: &mut Ahead, random: &mut impl Words) -> Halt<'p> {
        let halt = self.turns_by_code(most, ahead, random);
        self.look_for_now();
        if self.times > 1 && matches!(halt, Halt::Enough) { Halt::Repeated } else { halt }
    }

    fn turns_by_code(&mut self, most: usize, ahead: &mut Ahead, random: &mut impl Words) -> Halt<'p> {
        let end = self.trail.len() + most;
        while self.trail.len() < end {
            // Each turn takes a word, so that none is drawn for others.
            ahead.draw((end - self.trail.len()).min(TURNS), random);
            let Some(game) = &mut self.by_code.game else { return Halt::Unknown };
            let came = game.run(&self.cells, self.mover.index(), !self.by_code.marked, ahead.words());
            let (turns, at_the_end) = (game.played(), *game.at_the_end());
            self.by_code.idle = if turns > 0 { 0 } else { self.by_code.idle + 1 };
            // Where moves have to be listed for turn after turn, it would only be in the way.
            self.by_code.plays &= self.by_code.idle < MOST_IDLE;
            self.take_turns(turns, came, ahead);
            let halt = match came {
                Came::Enough => Halt::Enough,
                Came::PerhapsSeen => self.halt_if_seen(),
                Came::Ended(row) => self.trail.last().map_or(Halt::Unknown, |turn| self.ended_by(turn.mover, row)),
                Came::Over(row) => self.over(row, at_the_end, ahead.then(random)()),
                // There may be moves that the kind gives way to.
                Came::NotDrawn if self.sides[0].ranks => self.turn(&mut ahead.then(random)),
                Came::NotDrawn => self.stuck(ahead.then(random)()),
                Came::Unknown => self.turn(&mut ahead.then(random)),
            };
            if !matches!(halt, Halt::Enough) {
                return halt;
            }
        }
        Halt::Enough
    }

    /// Takes up the turns that the code has played.
    fn take_turns(&mut self, turns: usize, came: Came, ahead: &mut Ahead) {
        let is_new = !matches!(came, Came::PerhapsSeen);
        self.by_code.known = is_new || (self.by_code.known && turns == 0);
        self.by_code.marked = true;
        let Some(game) = self.by_code.game.as_ref().filter(|_| turns > 0) else { return };
        ahead.are_used(turns);
        self.trail.add(turns, game.told());
        if self.in_match {
            let cells = turns.checked_sub(2).map_or(self.cells, |before| game.positions()[before]);
            self.drawn = Drawn { cells, word: ahead.last_used() };
        }
        self.cells = *game.position();
        self.mover = self.trail.next_mover().unwrap_or(self.mover);
        self.times = 1;
        if let Some(repeats) = &mut self.repeats {
            // What an end row has made is no position of a turn.
            let counted = turns - usize::from(matches!(came, Came::Ended(_)));
            self.by_code.left.extend_from_slice(&game.positions()[..counted]);
            self.by_code.left_to.extend_from_slice(&self.trail.next_movers(turns)[..counted]);
            if self.by_code.left.len() > MOST_LOOKED_THROUGH {
                self.by_code.note_what_is_left(repeats);
            }
        }
    }

    fn halt_if_seen(&mut self) -> Halt<'p> {
        if self.look_for_now() && self.times > 1 { Halt::Repeated } else { Halt::Enough }
    }

    /// Looks how often the position now has been there; tells whether that was not known.
    pub(super) fn look_for_now(&mut self) -> bool {
        let Some(repeats) = self.repeats.as_ref().filter(|_| !self.by_code.known) else { return false };
        self.times = self.by_code.times(&self.cells, self.mover, repeats);
        self.by_code.known = true;
        true
    }
}
