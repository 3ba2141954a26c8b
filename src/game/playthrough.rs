//! A game that is played from its start, move by move.

use super::course::Course;
use super::play::{Game, Move, PlayError};
use super::story::Sentence;
use crate::engine::{Middle, Shape, Small, Wide, pack, unpack};
use crate::ir::PositionShape;
use crate::model::Player;
use crate::position::{Outcome, Position, SetUpError};

/// A game from its first position to where it stands: the moves made, whether it is over, and how often positions have been
/// there, where a rule asks for that. What plays one game goes through it: users of the library, `mancala play` and `trace`,
/// scenarios, examples. What plays or verifies very many goes through the `Course` that it rests on, and counts nothing itself.
///
/// # Examples
/// ```
/// use mancala::{Playthrough, Variant};
///
/// let oware = Variant::shipped("oware")?.game()?;
/// let mut played = Playthrough::new(&oware);
/// played.play("3")?;
/// played.play("6")?;
/// assert_eq!(played.turns().len(), 2);
/// assert!(played.outcome().is_none());
/// played.undo();
/// assert_eq!(played.moves(10).len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Playthrough {
    game: Game,
    start: Position,
    turns: Vec<Turn>,
    course: AnyCourse,
    over: Option<Outcome>,
    awarded: Option<Position>,
}

/// A turn of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Turn {
    /// The position before it.
    pub before: Position,
    /// The move, and what it has led to.
    pub made: Move,
}

impl Turn {
    /// Who has moved.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.before.to_move()
    }

    /// The move as it is written, with its marks.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{}", self.made.text, self.made.marks)
    }
}

impl Playthrough {
    /// A game that begins at the opening position.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Playthrough::from(game, &game.start())
    }

    /// A game that begins at a position that was set up by hand.
    ///
    /// # Errors
    /// It is no position of this game.
    pub fn set_up(game: &Game, start: &Position) -> Result<Self, SetUpError> {
        start.check(game.model())?;
        Ok(Playthrough::from(game, start))
    }

    /// A game that begins at a position of this game, as it stands: without what end rows would award there.
    #[must_use]
    pub(crate) fn from(game: &Game, start: &Position) -> Self {
        let start = game.without_expired_state(start);
        let course = AnyCourse::begin(game, &start);
        let mut playthrough =
            Playthrough { game: game.clone(), start, turns: Vec::new(), course, over: None, awarded: None };
        playthrough.look();
        playthrough
    }

    /// What is played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The turns so far.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The position now: where the last turn has led to.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.turns.last().map_or(&self.start, |turn| &turn.made.after)
    }

    /// The position now, with what was awarded when the game ended before a turn.
    #[must_use]
    pub fn final_position(&self) -> &Position {
        self.awarded.as_ref().unwrap_or_else(|| self.position())
    }

    /// The position with what was awarded, if the game has ended before a turn and that has changed anything.
    #[must_use]
    pub fn awarded(&self) -> Option<&Position> {
        self.awarded.as_ref()
    }

    /// All positions: the first, and where each turn has led to.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        std::iter::once(&self.start).chain(self.turns.iter().map(|turn| &turn.made.after))
    }

    /// How the game has ended; none while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.over.as_ref()
    }

    /// The first `most` legal moves; none if the game is over.
    #[must_use]
    pub fn moves(&self, most: usize) -> Vec<Move> {
        if self.over.is_some() { Vec::new() } else { self.game.first_moves(self.position(), most) }
    }

    /// What a move would lead to.
    ///
    /// # Errors
    /// The game is over, or the text is not a legal move here.
    pub fn look_at(&self, text: &str) -> Result<Move, PlayError> {
        self.not_over()?;
        self.game.play(self.position(), text)
    }

    /// Makes a move, and tells what it has led to.
    ///
    /// # Errors
    /// The game is over, or the text is not a legal move here. The game stays as it is.
    pub fn play(&mut self, text: &str) -> Result<&Turn, PlayError> {
        let made = self.look_at(text)?;
        Ok(self.make(made))
    }

    /// Makes a move, and tells step by step what has happened, with the rules that said so.
    ///
    /// # Errors
    /// The game is over, or the text is not a legal move here. The game stays as it is.
    pub fn trace(&mut self, text: &str) -> Result<(&Turn, Vec<Sentence>), PlayError> {
        self.not_over()?;
        let (made, story) = self.game.trace(self.position(), text)?;
        Ok((self.make(made), story))
    }

    /// Takes the last turn back; none if nothing has been played.
    pub fn undo(&mut self) -> Option<Turn> {
        let undone = self.turns.pop()?;
        self.course = AnyCourse::begin(&self.game, &self.start);
        for turn in &self.turns {
            self.course.advance(&self.game, &turn.made.after);
        }
        (self.over, self.awarded) = (None, None);
        Some(undone)
    }

    fn not_over(&self) -> Result<(), PlayError> {
        self.over.as_ref().map_or(Ok(()), |outcome| Err(PlayError::Over(outcome.clone())))
    }

    fn make(&mut self, made: Move) -> &Turn {
        let before = self.position().clone();
        self.course.advance(&self.game, &made.after);
        self.over.clone_from(&made.outcome);
        self.turns.push(Turn { before, made });
        if self.over.is_none() {
            self.look();
        }
        &self.turns[self.turns.len() - 1]
    }

    /// Looks whether the game is over before the next turn.
    fn look(&mut self) {
        let Some((outcome, awarded)) = self.course.over(&self.game) else { return };
        self.over = Some(outcome);
        self.awarded = Some(awarded).filter(|awarded| awarded != self.position());
    }
}

/// A course of any shape of position.
#[derive(Debug, Clone)]
enum AnyCourse {
    Small(Course<Small>),
    Middle(Box<Course<Middle>>),
    // A wide position is large.
    Wide(Box<Course<Wide>>),
}

/// Begins a game, and packs its first position.
fn begun<S: Shape>(game: &Game, start: &Position) -> Course<S> {
    let mut course = Course::new(&game.interpreter::<S>());
    course.begin(&pack::<S>(game.program(), start));
    course
}

fn ended<S: Shape>(course: &Course<S>, game: &Game) -> Option<(Outcome, Position)> {
    let (ended, awarded) = course.over(&mut game.interpreter::<S>()).ok()??;
    Some((ended.outcome(game.program()), unpack::<S>(game.program(), &awarded)))
}

impl AnyCourse {
    fn begin(game: &Game, start: &Position) -> Self {
        match game.program().layout.shape {
            PositionShape::Small => AnyCourse::Small(begun(game, start)),
            PositionShape::Middle => AnyCourse::Middle(Box::new(begun(game, start))),
            PositionShape::Wide => AnyCourse::Wide(Box::new(begun(game, start))),
        }
    }

    fn advance(&mut self, game: &Game, to: &Position) {
        match self {
            AnyCourse::Small(course) => course.advance(&pack::<Small>(game.program(), to)),
            AnyCourse::Middle(course) => course.advance(&pack::<Middle>(game.program(), to)),
            AnyCourse::Wide(course) => course.advance(&pack::<Wide>(game.program(), to)),
        }
    }

    fn over(&self, game: &Game) -> Option<(Outcome, Position)> {
        match self {
            AnyCourse::Small(course) => ended(course, game),
            AnyCourse::Middle(course) => ended(course, game),
            AnyCourse::Wide(course) => ended(course, game),
        }
    }
}
