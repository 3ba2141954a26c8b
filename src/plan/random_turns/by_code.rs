//! Turns that machine code plays, many in one run of it. What it cannot go on with is played one by one, as without it.

use super::{Ahead, Drawn, Halt, OnCells, end_row};
use crate::model::Player;
use crate::plan::Side;
use crate::plan::native::{Came, DrawnGame};

/// Runs that may come to nothing before a game is left to others.
const MOST_IDLE: u32 = 8;

/// The machine code, and what is known of the position that it has come to.
#[derive(Debug)]
pub(super) struct ByCode<'p, const W: usize> {
    sides: &'p [Side<W>; 2],
    game: Option<DrawnGame<'p, W>>,
    /// Whether it can play the game that was begun.
    pub(super) plays: bool,
    /// Runs one after the other that have not played a turn.
    idle: u32,
    /// Whether the code has marked the position now, and whether it is noted how often that has been there.
    marked: bool,
    noted: bool,
    /// Positions that are not noted yet. They were there once: otherwise the code would have said so.
    left: Vec<([u8; W], Player)>,
}

impl<'p, const W: usize> ByCode<'p, W> {
    pub(super) fn new(sides: &'p [Side<W>; 2]) -> Self {
        ByCode { sides, game: None, plays: false, idle: 0, marked: false, noted: false, left: Vec::new() }
    }

    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.left.clear();
        if self.game.is_none() {
            self.game = DrawnGame::new(self.sides);
        }
        self.game.iter_mut().for_each(DrawnGame::begin);
    }

    /// A game, or a round of a match, is laid out.
    pub(super) fn lay_out(&mut self, position: &[u8; W]) {
        self.idle = 0;
        self.plays = self.game.is_some() && self.sides[0].has_no_more_pieces_than_the_game(position);
    }

    /// The position now was noted by who does so without code.
    pub(super) fn is_noted(&mut self) {
        (self.noted, self.marked) = (true, false);
    }

    pub(super) fn game(&mut self) -> Option<&mut DrawnGame<'p, W>> {
        self.game.as_mut()
    }
}

impl<'p, const W: usize> OnCells<'p, W> {
    pub(super) fn go_on_by_code(
        &mut self,
        most: usize,
        ahead: &mut Ahead,
        random: &mut impl FnMut() -> u32,
    ) -> Halt<'p> {
        let end = self.trail.len() + most;
        while self.trail.len() < end {
            // Each turn takes a word, so that none is drawn for others.
            ahead.draw((end - self.trail.len()).min(DrawnGame::<W>::MOST_TURNS), random);
            let Some(game) = &mut self.by_code.game else { return Halt::Unknown };
            let came = game.run(&self.cells, self.mover.index(), !self.by_code.marked, ahead.words());
            self.by_code.marked = true;
            let played = self.trail.len();
            if let Some(halt) = self.take_turns(ahead) {
                return halt;
            }
            self.by_code.idle = if self.trail.len() == played { self.by_code.idle + 1 } else { 0 };
            // Where moves have to be listed for turn after turn, it would only be in the way.
            self.by_code.plays &= self.by_code.idle < MOST_IDLE;
            let halt = match came {
                Came::Enough => Halt::Enough,
                Came::PerhapsSeen => self.note_what_is_left(),
                Came::Ended => Halt::Unknown,
                Came::Unknown => self.turn(&mut ahead.then(random)),
            };
            if !matches!(halt, Halt::Enough) {
                return halt;
            }
        }
        Halt::Enough
    }

    /// Takes up the turns that the code has played; tells whether the last one has ended the game.
    fn take_turns(&mut self, ahead: &mut Ahead) -> Option<Halt<'p>> {
        let game = self.by_code.game.as_ref()?;
        let notes = self.repeats.is_some();
        for turn in game.turns() {
            let (word, mover) = (ahead.next(), self.mover);
            if self.in_match {
                self.drawn = Drawn { cells: self.cells, word: word.unwrap_or(0) };
            }
            self.trail.push(turn.told.drawn(mover, turn.choices));
            self.cells = *turn.cells;
            self.mover = if turn.told.again { mover } else { mover.other() };
            if turn.told.ended != 0 {
                self.times = 0;
                return Some(end_row(self.program.code(mover), turn.told.ended).map_or(Halt::Unknown, Halt::Ended));
            }
            if notes {
                (self.times, self.by_code.noted) = (1, false);
                self.by_code.left.push((self.cells, self.mover));
            }
        }
        None
    }

    /// Notes how often the positions have been there that are not noted yet.
    pub(super) fn note_what_is_left(&mut self) -> Halt<'p> {
        let Some(repeats) = &mut self.repeats else { return Halt::Enough };
        if self.by_code.noted {
            return Halt::Enough;
        }
        for (cells, mover) in self.by_code.left.drain(..) {
            self.times = repeats.note(&cells, mover);
        }
        self.by_code.noted = true;
        if self.times > 1 { Halt::Repeated } else { Halt::Enough }
    }
}
