//! A game with its options bound: positions in, moves and positions out.

use super::hash::hash_of_parts;
use super::notation::{Alike, Unreadable, alike, choice_texts, first_legal, marks, read, write, write_all, write_read};
use super::planned::Planned;
use super::shaped;
use super::story::{Sentence, tell};
use crate::engine::{Budget, Choice, EncodedMove, Event, Exhausted, Machine, Shape, Silent, Step, pack, unpack};
use crate::ir::{Program, TooMany, compile};
use crate::model::{Id, Model, MoveKind};
#[cfg(feature = "sim")]
use crate::plan::RandomTurns;
use crate::plan::{Plan, Refusal};
use crate::position::{Outcome, Position};
use crate::source::SourceMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game that can be played. Cheap to clone; every method may be called from many threads.
///
/// # Examples
/// ```
/// let kalah = mancala::Variant::shipped("kalah")?.game()?;
/// let start = kalah.start();
/// assert_eq!(kalah.count_moves(&start, 100), 6);
/// assert_eq!(kalah.perft(&start, 3)?, 185);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    program: Arc<Program>,
    plan: Planned,
    /// The plan that tells which rows are taken.
    #[cfg(feature = "sim")]
    telling: Planned,
    /// The plan that tells which moves there are, and not what they lead to.
    #[cfg(feature = "sim")]
    listing: Planned,
    /// The same where rows are noted.
    #[cfg(feature = "sim")]
    telling_listing: Planned,
    /// The plan that tries moves which are drawn.
    #[cfg(feature = "sim")]
    trying: Planned,
    sources: Arc<SourceMap>,
    /// What a turn and a listing may take, but for machines that others make.
    budget: Budget,
}

/// A legal move.
///
/// # Examples
/// ```
/// let kalah = mancala::Variant::shipped("kalah")?.game()?;
/// let moves = kalah.moves(&kalah.start());
/// let last_in_store = moves.iter().find(|one| one.again).expect("four seeds, and the store is the fourth place");
/// assert_eq!((last_in_store.text.as_str(), last_in_store.captured), ("3", 0));
/// assert_eq!(last_in_store.after.to_move(), kalah.start().to_move());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// Its text, without marks.
    pub text: String,
    /// Marks that add nothing to the text.
    pub marks: String,
    /// Name of its kind.
    pub kind: String,
    /// The position that it leads to.
    pub after: Position,
    /// Whether the same player moves again.
    pub again: bool,
    /// How the game ended in this turn, if it did.
    pub outcome: Option<Outcome>,
    /// Pieces captured by the mover.
    pub captured: i32,
    /// The choices, to play it again.
    pub encoded: EncodedMove,
}

/// How many legal moves there are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// Those that were counted.
    pub moves: u64,
    /// Whether these are all.
    pub exact: bool,
    /// Whether these are not all because listing the others takes more steps than may be taken.
    pub too_long: bool,
    /// The same by kind of move.
    pub by_kind: Vec<u64>,
    /// If these are not all: in how many orders pits can be sown, legal or not and without the choices behind them, where
    /// pieces are sown in a chosen order. At most `u128::MAX`.
    pub orders: Option<u128>,
}

/// Why a move could not be played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The text is not a legal move.
    Unreadable(Unreadable),
    /// The game is over.
    Over(Outcome),
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayError::Unreadable(unreadable) => unreadable.fmt(out),
            PlayError::Over(outcome) => write!(out, "the game is over: `{}`", outcome.reason),
        }
    }
}

impl std::error::Error for PlayError {}

impl Game {
    /// Compiles a model.
    ///
    /// # Errors
    /// If the game has more of something than a program can hold.
    pub fn new(model: Model, sources: Arc<SourceMap>) -> Result<Self, TooMany> {
        let program = Arc::new(compile(model)?);
        let plan = planned(&program, Plan::new);
        #[cfg(feature = "sim")]
        let telling = planned(&program, Plan::telling_rows);
        Ok(Game {
            #[cfg(feature = "sim")]
            listing: listing(&plan),
            #[cfg(feature = "sim")]
            telling_listing: listing(&telling),
            #[cfg(feature = "sim")]
            telling,
            #[cfg(feature = "sim")]
            trying: trying(&plan, &program),
            program,
            plan,
            sources,
            budget: Budget::default(),
        })
    }

    /// The same game, of which no turn and no listing takes more steps than this.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Self {
        Game { budget, ..self }
    }

    /// A machine that runs the program step by step.
    pub(super) fn interpreter<S: crate::engine::Shape>(&self) -> Machine<'_, S> {
        let mut machine = Machine::<S>::new(&self.program);
        machine.set_budget(self.budget.clone());
        machine
    }

    /// The compiled program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// What the program was compiled from.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.program.model
    }

    /// The rules files.
    #[must_use]
    pub fn sources(&self) -> &Arc<SourceMap> {
        &self.sources
    }

    /// What tells its rules from others: the first 16 digits of the SHA-256 of the rules file, followed by those it is
    /// based on. Options are not in it.
    #[must_use]
    pub fn rules_hash(&self) -> String {
        hash_of_parts(self.sources.files().iter().map(|file| file.text.as_bytes()))
    }

    /// The opening position.
    #[must_use]
    pub fn start(&self) -> Position {
        Position::start(self.model())
    }

    /// A position from outside, with the state ended whose `until` already holds in it.
    #[must_use]
    pub fn without_expired_state(&self, position: &Position) -> Position {
        shaped!(self.program, S => {
            let mut position = pack::<S>(&self.program, position);
            self.interpreter::<S>().expire_state(&mut position);
            unpack::<S>(&self.program, &position)
        })
    }

    /// All legal moves, in the order of [`Machine::moves`]. Positions with very many moves give very long lists; see
    /// [`Game::count_moves`].
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        shaped!(self.program, S => self.moves_of::<S>(position, usize::MAX))
    }

    /// The first legal moves.
    #[must_use]
    pub fn first_moves(&self, position: &Position, most: usize) -> Vec<Move> {
        shaped!(self.program, S => self.moves_of::<S>(position, most))
    }

    /// Two of the first legal moves that the notation writes alike.
    pub(crate) fn alike(&self, position: &Position, most: usize) -> Option<Alike> {
        shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            let mut machine = self.interpreter::<S>();
            let (encoded, _) = first_legal(&mut machine, &position, most);
            alike(&mut machine, &position, &encoded)
        })
    }

    fn moves_of<S: Shape>(&self, position: &Position, most: usize) -> Vec<Move> {
        let position = pack::<S>(&self.program, position);
        let mut machine = self.interpreter::<S>();
        let (encoded, all) = first_legal(&mut machine, &position, most);
        let texts = write_all(&mut machine, &position, &encoded, all);
        let moves = encoded.iter().zip(texts);
        moves.filter_map(|(encoded, text)| self.made::<S>(&mut machine, &position, encoded, text)).collect()
    }

    /// What a move leads to that is written so.
    fn made<S: Shape>(
        &self,
        machine: &mut Machine<'_, S>,
        position: &S::Position,
        encoded: &EncodedMove,
        text: String,
    ) -> Option<Move> {
        let program = &self.program;
        let (after, again, ended, captured) = {
            let found = machine.play(position, encoded, &mut Silent).ok()?;
            (unpack::<S>(program, found.position), found.again, found.ended, found.captured)
        };
        let marks = marks(machine);
        let outcome = ended.map(|ended| ended.outcome(program));
        let kind = program.model.moves[encoded.kind()].name.clone();
        Some(Move { text, marks, kind, after, again, outcome, captured, encoded: encoded.clone() })
    }

    /// How many legal moves there are, counted one by one up to a limit.
    ///
    /// # Examples
    /// ```
    /// let game = mancala::Variant::shipped("bawo-advanced").unwrap().game().unwrap();
    /// let count = game.count(&game.start(), 1_000_000);
    /// assert_eq!((count.exact, count.moves), (true, 15_508));
    /// ```
    #[must_use]
    pub fn count(&self, position: &Position, limit: u64) -> Count {
        shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            let mut machine = self.interpreter::<S>();
            let by_kind = vec![0; self.model().moves.len()];
            let mut count = Count { moves: 0, exact: true, too_long: false, by_kind, orders: None };
            let all = machine.moves(&position, |found| {
                if count.moves == limit {
                    count.exact = false;
                    return ControlFlow::Break(());
                }
                count.moves += 1;
                count.by_kind[found.encoded.kind().index()] += 1;
                ControlFlow::Continue(())
            });
            count.too_long = all.is_err();
            count.exact &= !count.too_long;
            if !count.exact && machine.chooses_orders() {
                count.orders = machine.orders(&position).ok();
            }
            count
        })
    }

    /// A legal move, drawn uniformly at random without listing them; none if there is none. `random` gives 64 random bits.
    ///
    /// # Examples
    /// ```
    /// let game = mancala::Variant::shipped("glass-bead-game").unwrap().game().unwrap();
    /// let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    /// let mut random = || { bits ^= bits << 13; bits ^= bits >> 7; bits ^= bits << 17; bits };
    /// let drawn = game.sample(&game.start(), &mut random).unwrap();
    /// assert!(game.moves(&game.start()).contains(&drawn));
    /// ```
    #[must_use]
    pub fn sample(&self, position: &Position, random: &mut impl FnMut() -> u64) -> Option<Move> {
        shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            let mut machine = self.interpreter::<S>();
            let encoded = machine.sample(&position, random).ok()??;
            let text = write(&mut machine, &position, &encoded);
            self.made::<S>(&mut machine, &position, &encoded, text)
        })
    }

    /// Walks a turn choice by choice: what comes after these choices of a turn of a kind (by its number in
    /// [`Model::moves`]). Each option stands with what it means; the first of each pair is what to add to the choices. A
    /// complete turn is not yet known to be legal where another kind of move ranks before its own.
    ///
    /// # Examples
    /// ```
    /// use mancala::engine::{MoveText, Step};
    /// let game = mancala::Variant::shipped("glass-bead-game").unwrap().game().unwrap();
    /// let kind = game.model().moves.ids().next().expect("there is a kind of move");
    /// let Step::Choice(pits) = game.step(&game.start(), kind, &[]) else { panic!("a pit is chosen first") };
    /// assert_eq!(pits.len(), 5);
    /// let Step::Choice(beads) = game.step(&game.start(), kind, &[pits[0].0]) else { panic!("then the first bead") };
    /// assert!(matches!(beads[0].1, MoveText::Piece(_)));
    /// ```
    #[must_use]
    pub fn step(&self, position: &Position, kind: MoveKind, made: &[Choice]) -> Step {
        shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            self.interpreter::<S>().step(&position, kind, made)
        })
    }

    /// Number of legal moves, counted up to a limit.
    #[must_use]
    pub fn count_moves(&self, position: &Position, most: u64) -> u64 {
        shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            let mut count = 0;
            let all = self.interpreter::<S>().moves(&position, |_| {
                count += 1;
                if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let _ = all.is_ok();
            count
        })
    }

    /// Plays a move by its text.
    ///
    /// # Errors
    /// Why the text is not a legal move here.
    ///
    /// # Examples
    /// ```
    /// let game = mancala::Variant::shipped("oware").unwrap().game().unwrap();
    /// let played = game.play(&game.start(), "3").unwrap();
    /// assert_eq!(played.after.pieces().as_slice()[..6], [4, 4, 0, 5, 5, 5]);
    /// ```
    pub fn play(&self, position: &Position, text: &str) -> Result<Move, PlayError> {
        shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            let mut machine = self.interpreter::<S>();
            let encoded = read(&mut machine, &position, text).map_err(PlayError::Unreadable)?;
            let unreadable = || PlayError::Unreadable(Unreadable::Unknown { refused: None, legal: Vec::new() });
            let text = write_read(&mut machine, &position, &encoded, text);
            self.made::<S>(&mut machine, &position, &encoded, text).ok_or_else(unreadable)
        })
    }

    /// Plays a move and tells what happened, with the rule that said so.
    ///
    /// # Errors
    /// Why the text is not a legal move here.
    pub fn trace(&self, position: &Position, text: &str) -> Result<(Move, Vec<Sentence>), PlayError> {
        let made = self.play(position, text)?;
        let story = self.story(position, &made.encoded);
        Ok((made, story))
    }

    /// What happens in a move of this position, step by step; nothing if it is no legal move here.
    #[must_use]
    pub fn story(&self, position: &Position, encoded: &EncodedMove) -> Vec<Sentence> {
        let mut events: Vec<Event> = Vec::new();
        let choices = shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            let mut machine = self.interpreter::<S>();
            if machine.play(&position, encoded, &mut events).is_err() {
                return Vec::new();
            }
            choice_texts(&mut machine, &position, encoded)
        });
        tell(&events, &choices, self.model())
    }

    /// What the rules say before a turn of a position that is there for the nth time: the position with its
    /// awards, and how the game ended. `None` if it goes on.
    #[must_use]
    pub fn before_turn(&self, position: &Position, occurrences: u32) -> Option<(Position, Outcome)> {
        shaped!(self.program, S => {
            let mut position = pack::<S>(&self.program, position);
            let ended = self.interpreter::<S>().before_turn(&mut position, occurrences).ok()??;
            Some((unpack::<S>(&self.program, &position), ended.outcome(&self.program)))
        })
    }

    /// Scores of South and North, where the game has a score.
    #[must_use]
    pub fn scores(&self, position: &Position) -> Option<[i32; 2]> {
        shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            self.interpreter::<S>().scores(&position)
        })
    }

    /// Counts the paths of exactly `depth` moves; see [`crate::engine::perft`]. Straight code plays where the rules
    /// allow it.
    ///
    /// # Errors
    /// If the moves of a position on the way take too many steps to be listed.
    pub fn perft(&self, position: &Position, depth: u32) -> Result<u64, Exhausted> {
        if !self.model().rounds.is_empty() {
            // What comes between rounds has to be known of every position on the way.
            return self.perft_in_turn(position, depth, self.plan().ok());
        }
        let Ok(plan) = self.plan.paths() else { return self.perft_one_by_one(position, depth) };
        let mut exhausted = None;
        let paths = plan.perft(&self.program, position, depth, &mut |position, depth| {
            self.perft_one_by_one(position, depth).unwrap_or_else(|error| {
                exhausted = Some(error);
                0
            })
        });
        exhausted.map_or(Ok(paths), Err)
    }

    /// The same, played by the interpreter alone, one position after the other.
    ///
    /// # Errors
    /// If the moves of a position on the way take too many steps to be listed.
    pub fn perft_one_by_one(&self, position: &Position, depth: u32) -> Result<u64, Exhausted> {
        self.perft_in_turn(position, depth, None)
    }

    /// One position after the other, by a machine that may have straight code.
    fn perft_in_turn(&self, position: &Position, depth: u32, plan: Option<&Plan>) -> Result<u64, Exhausted> {
        shaped!(self.program, S => {
            let position = pack::<S>(&self.program, position);
            let mut machine = Machine::<S>::with_plan(&self.program, plan);
            machine.set_budget(self.budget.clone());
            crate::engine::perft(&mut machine, &position, depth)
        })
    }

    /// A machine that finds the moves of many positions fast. Make one for each thread, and use it again.
    #[must_use]
    pub fn machine<S: crate::engine::Shape>(&self) -> Machine<'_, S> {
        Machine::with_plan(&self.program, self.plan().ok())
    }

    /// A machine that tells fast which rows the moves of a game took.
    #[cfg(feature = "sim")]
    #[must_use]
    pub(crate) fn telling_machine<S: crate::engine::Shape>(&self) -> Machine<'_, S> {
        Machine::with_plan(&self.program, self.telling.turns().ok())
    }

    /// What plays games at random from cell to cell, and tells what turns come to, and counts which rows are taken, if that is wanted.
    #[cfg(feature = "sim")]
    #[must_use]
    pub(crate) fn random_turns(&self, counts: bool) -> Option<RandomTurns<'_>> {
        let plays = if counts { &self.telling } else { &self.plan };
        // Machine code of games is begun before that of lists, for which fewer games ask.
        // Machine code lists moves and notes nothing of them.
        let lists = if counts && !cfg!(feature = "native") { &self.telling_listing } else { &self.listing };
        let (plays, lists) = (plays.games().ok()?, lists.turns().ok()?);
        RandomTurns::new(&self.program, lists, plays, true)
    }

    /// The same for whoever asks for nothing but who has moved, and laps: where that can be, a move is drawn from all options, and another
    /// if it is not legal. Each legal move is as likely as any other, as it is otherwise; but for the same words others are drawn.
    #[cfg(feature = "sim")]
    #[must_use]
    pub(crate) fn random_turns_by_trial(&self) -> Option<RandomTurns<'_>> {
        let plays = self.tried().unwrap_or(&self.plan);
        RandomTurns::new(&self.program, self.listing.turns().ok()?, plays.games().ok()?, false)
    }

    /// What tries moves, if there are any to try.
    #[cfg(feature = "sim")]
    fn tried(&self) -> Option<&Planned> {
        self.plan.turns().is_ok_and(Plan::has_moves_to_try).then_some(&self.trying)
    }

    /// The program as straight code.
    ///
    /// # Errors
    /// Why this game is played by the interpreter alone.
    pub fn plan(&self) -> Result<&Plan, Refusal> {
        self.plan.turns()
    }

    /// Waits until machine code is made, for whoever wants to play by it from the first move on. Tells whether there is any:
    /// not where the game has no plan or several kinds of pieces, nor on computers that Cranelift does not know.
    #[cfg(feature = "native")]
    pub fn compile(&self) -> bool {
        let is_compiled = self.plan.compile();
        self.plan.compile_paths();
        #[cfg(feature = "sim")]
        {
            self.telling.compile();
            self.listing.compile();
            self.tried().map(Planned::compile);
        }
        is_compiled
    }
}

/// What a plan makes of itself for whoever lists moves.
#[cfg(feature = "sim")]
fn listing(plan: &Planned) -> Planned {
    let plan = plan.clone();
    Planned::new(move || plan.turns().map(Plan::listing))
}

/// What a plan makes of itself for whoever tries moves that are drawn.
#[cfg(feature = "sim")]
fn trying(plan: &Planned, program: &Arc<Program>) -> Planned {
    let (plan, program) = (plan.clone(), Arc::clone(program));
    Planned::new(move || plan.turns().and_then(|plan| plan.trying(&program)))
}

/// A plan of a program.
fn planned(program: &Arc<Program>, make: fn(&Program) -> Result<Plan, Refusal>) -> Planned {
    let program = Arc::clone(program);
    Planned::new(move || make(&program))
}
