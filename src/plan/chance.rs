//! Games at random: the position stays in cells from turn to turn, and a move is drawn before any is played, where that
//! can be.

use super::expand::{Drawing, Expander};
use super::machine::Told;
use super::op::turn;
use super::{Plan, Side, Width, end_row, first_cells};
use crate::ir::{EndCode, Program};
use crate::model::Player;

/// A game at random on its way. Make one for each thread, and use it again.
#[derive(Debug)]
pub(crate) struct Chance<'p>(Table<'p>);

#[derive(Debug)]
enum Table<'p> {
    Narrow(Box<OnCells<'p, 16>>),
    Middle(Box<OnCells<'p, 64>>),
    Wide(Box<OnCells<'p, 128>>),
}

/// What came of a turn at random.
#[derive(Debug)]
pub(crate) enum Came<'a, 'p> {
    /// A move was drawn and played.
    Played(Drawn<'a, 'p>),
    /// None was: the game is over, or there is no legal move.
    Not { can_move: bool },
    /// The interpreter has to say what comes.
    Unknown,
}

/// A turn that was drawn and played.
#[derive(Debug)]
pub(crate) struct Drawn<'a, 'p> {
    /// Number of legal moves that it was drawn from.
    pub(crate) choices: u64,
    /// Pieces captured by the mover.
    pub(crate) captured: i32,
    /// Laps sown.
    pub(crate) laps: u32,
    /// Whether the same player moves again.
    pub(crate) again: bool,
    /// The row that ended the game, if one did.
    pub(crate) ended: Option<&'p EndCode>,
    /// Number of the place where the last piece fell.
    pub(crate) last: Option<usize>,
    /// South's lead before the turn.
    pub(crate) lead: i32,
    /// What is told of the turn, where turns are told.
    pub(crate) told: &'a [Told],
}

/// The same for positions of so many cells.
#[derive(Debug)]
struct OnCells<'p, const W: usize> {
    program: &'p Program,
    /// What finds moves, where all have to be listed.
    finds: Box<[Expander<'p, W>; 2]>,
    /// What plays them.
    plays: Box<[Expander<'p, W>; 2]>,
    cells: [u8; W],
    mover: Player,
    listed: Listed,
}

/// Legal moves, by their kinds and choices.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// The kind of each, and where its choices end.
    moves: Vec<(usize, usize)>,
    choices: Vec<u16>,
}

impl Listed {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.choices.clear();
    }

    pub(super) fn add(&mut self, kind: usize, choices: &[u16]) {
        self.choices.extend_from_slice(choices);
        self.moves.push((kind, self.choices.len()));
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The kind and the choices of a move.
    pub(super) fn get(&self, number: usize) -> Option<(usize, &[u16])> {
        let (kind, end) = *self.moves.get(number)?;
        let begin = number.checked_sub(1).map_or(0, |before| self.moves[before].1);
        Some((kind, &self.choices[begin..end]))
    }
}

impl<'p> Chance<'p> {
    /// A game of a program that is no match; one plan finds moves, another plays them:
    /// one that tells rows, if turns are to be told.
    pub(crate) fn new(program: &'p Program, finds: &'p Plan, plays: &'p Plan) -> Option<Self> {
        match (&finds.width, &plays.width) {
            (Width::Narrow(finds), Width::Narrow(plays)) => {
                Some(Chance(Table::Narrow(OnCells::new(program, finds, plays))))
            }
            (Width::Middle(finds), Width::Middle(plays)) => {
                Some(Chance(Table::Middle(OnCells::new(program, finds, plays))))
            }
            (Width::Wide(finds), Width::Wide(plays)) => Some(Chance(Table::Wide(OnCells::new(program, finds, plays)))),
            _ => None,
        }
    }

    /// Begins a game at a position.
    pub(crate) fn begin(&mut self, cells: &[u8], mover: Player) {
        match &mut self.0 {
            Table::Narrow(game) => game.begin(cells, mover),
            Table::Middle(game) => game.begin(cells, mover),
            Table::Wide(game) => game.begin(cells, mover),
        }
    }

    /// The cells of the position now; further ones are empty.
    pub(crate) fn cells(&self) -> &[u8] {
        match &self.0 {
            Table::Narrow(game) => &game.cells,
            Table::Middle(game) => &game.cells,
            Table::Wide(game) => &game.cells,
        }
    }

    /// Whose turn it is.
    pub(crate) fn mover(&self) -> Player {
        match &self.0 {
            Table::Narrow(game) => game.mover,
            Table::Middle(game) => game.mover,
            Table::Wide(game) => game.mover,
        }
    }

    /// Plays a turn; `draw` gives a number below how many moves there are.
    #[inline]
    pub(crate) fn turn(&mut self, draw: &mut impl FnMut(u64) -> u64) -> Came<'_, 'p> {
        match &mut self.0 {
            Table::Narrow(game) => game.turn(draw),
            Table::Middle(game) => game.turn(draw),
            Table::Wide(game) => game.turn(draw),
        }
    }
}

impl<'p, const W: usize> OnCells<'p, W> {
    fn new(program: &'p Program, finds: &'p [Side<W>; 2], plays: &'p [Side<W>; 2]) -> Box<Self> {
        let prefers = program.model.preferences > 0;
        Box::new(OnCells {
            program,
            finds: Box::new(finds.each_ref().map(|side| Expander::new(side, prefers))),
            plays: Box::new(plays.each_ref().map(|side| Expander::drawing(side, prefers))),
            cells: [0; W],
            mover: Player::South,
            listed: Listed::default(),
        })
    }

    fn begin(&mut self, cells: &[u8], mover: Player) {
        (self.cells, self.mover) = (first_cells(self.program, cells), mover);
    }

    #[inline]
    fn turn(&mut self, draw: &mut impl FnMut(u64) -> u64) -> Came<'_, 'p> {
        let mover = self.mover;
        let plays = &mut self.plays[mover.index()];
        let lead = plays.lead(&self.cells);
        let choices = match plays.draw(draw) {
            Drawing::Played(choices) => choices,
            Drawing::Not => return Came::Not { can_move: false },
            Drawing::Over => return Came::Not { can_move: true },
            Drawing::TooLong => return Came::Unknown,
            Drawing::List => match self.draw_from_list(draw) {
                Ok(0) => return Came::Not { can_move: false },
                Ok(choices) => choices,
                Err(TooLong) => return Came::Unknown,
            },
        };
        let runner = self.plays[mover.index()].runner();
        let again = runner.get(turn::AGAIN) != 0;
        self.cells = *runner.position();
        self.mover = if again { mover } else { mover.other() };
        Came::Played(Drawn {
            choices,
            captured: runner.get(turn::CAPTURED),
            laps: runner.get(turn::LAPS).unsigned_abs(),
            again,
            ended: end_row(self.program.code(mover), runner.get(turn::ENDED)),
            last: usize::try_from(runner.get(turn::LAST)).ok(),
            lead,
            told: runner.told(),
        })
    }

    /// Lists all moves, and plays one of them; tells how many there are.
    fn draw_from_list(&mut self, draw: &mut impl FnMut(u64) -> u64) -> Result<u64, TooLong> {
        let by = self.mover.index();
        self.finds[by].list(&self.cells, &mut self.listed).map_err(|_| TooLong)?;
        let count = self.listed.len() as u64;
        if count == 0 {
            return Ok(0);
        }
        let number = usize::try_from(draw(count)).unwrap_or(usize::MAX);
        let (kind, choices) = self.listed.get(number).ok_or(TooLong)?;
        let is_played = self.plays[by].play(&self.cells, kind, choices);
        if is_played { Ok(count) } else { Err(TooLong) }
    }
}

/// It is left to the interpreter.
struct TooLong;
