//! A machine: reusable scratch in which the moves of a program are listed, drawn and played. What it does stands in the
//! other files; here is what it holds.

use super::budget::{Budget, Meter};
use super::choice_point::{ChoicePoint, Options};
use super::encoded_move::EncodedMove;
use super::ended::Ended;
use super::frame::Frame;
use super::position::{Cells, Shape};
use super::score::Score;
use super::turn::{Dropped, Piecewise, Turn};
use crate::ir::{BlockId, Choice, Code, Id, MoveKind, Places, Program};
use crate::model::{Player, RuleId};
use crate::plan::{Fast, Plan};
use std::cell::Cell;

/// Scratch for playing one program. Make one for each thread, and use it again.
#[derive(Debug)]
pub struct Machine<'p, S: Shape> {
    pub(super) program: &'p Program,
    /// What the mover does.
    pub(super) code: &'p Code,
    pub(super) mover: Player,
    /// Position before the turn.
    pub(super) start: S::Position,
    /// Position now.
    pub(super) now: S::Position,
    /// Position before the last lap.
    pub(super) before: S::Position,
    pub(super) turn: Turn<S>,
    pub(super) frame: Frame,
    /// What `held` reads instead of the last drop, while an expression looks at an earlier one.
    pub(super) held_by: Cell<Option<S::Bag>>,
    pub(super) drops: Vec<Dropped<S>>,
    pub(super) piecewise: Piecewise<S>,
    /// What can be chosen.
    pub(super) options: Options,
    /// The choices so far.
    pub(super) encoded: EncodedMove,
    pub(super) ended: Option<Ended>,
    /// How often the position has been there.
    pub(super) occurrences: u32,
    /// Whether the mover cannot move.
    pub(super) stuck: bool,
    /// Whether a rule asks that, for South and for North to move.
    pub(super) asks_for_stuck: [bool; 2],
    /// Who won the round that is over, or the game.
    pub(super) winner: Option<Player>,
    /// Whether the end of a round is not the end of the game.
    pub(super) plays_on: bool,
    /// Looks at the position that a turn leads to, in a match.
    pub(super) next_turn: Option<Box<Self>>,
    pub(super) meter: Meter,
    /// Choices of which not all options have been tried.
    pub(super) open: Vec<ChoicePoint<S>>,
    pub(super) saved: Saved<S>,
    /// Whether choices are made piece by piece.
    pub(super) chooses_pieces: bool,
    /// Where the scores lie, where they are no more than pieces.
    pub(super) score: Option<Score>,
    /// Straight code that finds moves faster, and gives the same.
    pub(super) fast: Option<Box<Fast<'p>>>,
    /// What it is made from.
    pub(super) plan: Option<&'p Plan>,
}

/// What must be put back at the choices that are open, and only some games have.
#[derive(Debug)]
pub(super) struct Saved<S: Shape> {
    pub(super) numbers: Vec<i32>,
    pub(super) sets: Vec<Places>,
    pub(super) before: Vec<S::Position>,
    pub(super) piecewise: Vec<Piecewise<S>>,
}

impl<'p, S: Shape> Machine<'p, S> {
    /// A machine for a program.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        let empty = S::Position::zero();
        let kind = MoveKind::FIRST;
        Machine {
            program,
            code: program.code(Player::South),
            mover: Player::South,
            start: empty,
            now: empty,
            before: empty,
            turn: Turn::new(None, BlockId::FIRST),
            frame: Frame::new(),
            held_by: Cell::new(None),
            drops: Vec::new(),
            piecewise: Piecewise::default(),
            options: Options::Take,
            encoded: EncodedMove::new(kind),
            ended: None,
            occurrences: 1,
            stuck: false,
            asks_for_stuck: program.sides.each_ref().map(Code::asks_for_stuck),
            winner: None,
            plays_on: !program.model.rounds.is_empty(),
            next_turn: None,
            meter: Meter::new(Budget::default()),
            open: Vec::new(),
            saved: Saved { numbers: Vec::new(), sets: Vec::new(), before: Vec::new(), piecewise: Vec::new() },
            chooses_pieces: program.sides.iter().any(chooses_pieces),
            score: Score::of(program),
            fast: None,
            plan: None,
        }
    }

    /// A machine that finds moves by straight code, where there is some. It gives the same as one that does not.
    #[must_use]
    pub fn with_plan(program: &'p Program, plan: Option<&'p Plan>) -> Self {
        Machine { fast: plan.map(|plan| Box::new(plan.fast(program))), plan, ..Machine::new(program) }
    }

    /// What it plays.
    #[must_use]
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Gives it another budget of steps for each position.
    pub fn set_budget(&mut self, budget: Budget) {
        self.meter = Meter::new(budget);
        self.next_turn = None;
    }

    /// Makes a position the one before the turn; its player is the mover.
    #[inline]
    pub(super) fn set_position(&mut self, position: &S::Position) {
        self.meter.begin();
        self.mover = position.mover();
        self.code = self.program.code(self.mover);
        self.start = *position;
        if !self.code.untils.is_empty() {
            self.before_any_kind();
            self.untils(RuleId::FIRST, &mut super::trace::Silent);
            self.start = self.now;
        }
    }

    /// The position before anybody has chosen a kind of move.
    pub(super) fn before_any_kind(&mut self) {
        self.now = self.start;
        self.before = self.start;
        self.turn = Turn::new(None, Id::FIRST);
        self.ended = None;
    }

    /// Begins a turn of a kind.
    #[inline]
    pub(super) fn begin(&mut self, kind: MoveKind) {
        self.now = self.start;
        if self.program.keeps.before_sowing {
            self.before = self.start;
        }
        self.turn = Turn::new(Some(kind), self.code.kinds[kind].entry);
        self.encoded.restart(kind);
        self.ended = None;
        self.winner = None;
        self.drops.clear();
        self.open.clear();
        if self.chooses_pieces {
            self.piecewise = Piecewise::default();
            self.saved.piecewise.clear();
        }
        self.saved.numbers.clear();
        self.saved.sets.clear();
        self.saved.before.clear();
        self.meter.go_back(0);
    }

    /// Kinds of pieces.
    #[inline]
    pub(super) fn kinds(&self) -> usize {
        if S::KINDS == 1 { 1 } else { self.program.layout.kinds }
    }
}

/// Whether pieces are placed, taken or sown one by one.
fn chooses_pieces(code: &Code) -> bool {
    code.sowings.iter().any(|(_, sowing)| sowing.in_order)
        || code.choices.iter().any(|(_, choice)| matches!(choice, Choice::Placing { .. } | Choice::Taking { .. }))
}
