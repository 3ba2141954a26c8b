//! What ends turns and games as code: endless turns, captures that end the game, rules of legality, end rows.

use super::build::{Builder, LATER, Label};
use super::free::{self, Free};
use super::live::Effects;
use super::op::{Address, Op, Reg, View, answer, number_of, turn};
use super::refusal::Refusal;
use crate::ir::{EndCode, Kinds, Verdict};
use crate::model::{ArithmeticOp, CompareOp, Id, MoveKind, Player, Ranking};

impl<const W: usize> Builder<'_, W> {
    /// Where closed turns are judged: whether they are legal, and whether they end the game.
    pub(super) fn judgement(&mut self) -> Result<(), Refusal> {
        let code = self.code;
        let judge = self.judge;
        self.place(judge);
        let zero = self.constant(0)?;
        for legal in &code.legal {
            let mark = self.mark();
            let (end, not) = (self.label(), self.label());
            let satisfied = self.label();
            if let Some(when) = legal.when {
                self.go_if(when, View::Now, satisfied, false)?;
            }
            self.go_if(legal.condition, View::Now, not, false)?;
            self.place(satisfied);
            if let Some(bit) = legal.prefer {
                self.emit(Op::Prefer(bit));
            }
            self.jump(end);
            self.place(not);
            if legal.prefer.is_none() {
                self.emit(Op::Dead);
            }
            self.place(end);
            self.release(mark);
        }
        let found = self.label();
        if !code.ends_after_turn.is_empty() {
            self.emit_to(Op::Compare(CompareOp::NotEqual, turn::ENDED, zero, LATER), found);
            self.end_rows(&code.ends_after_turn, code.ends_at_capture.len(), found)?;
        }
        self.place(found);
        self.emit(Op::Legal);
        Ok(())
    }

    /// The first row whose condition holds ends the game, if it says so. Goes on elsewhere then.
    fn end_rows(&mut self, rows: &[EndCode], first: usize, ended: Label) -> Result<(), Refusal> {
        let end = self.label();
        for (number, row) in (first..).zip(rows) {
            let other = self.label();
            if let Some(condition) = row.condition {
                self.go_if(condition, View::Now, other, false)?;
            }
            if matches!(row.verdict, Verdict::Award(_)) {
                self.end_game(row, number, ended)?;
            } else {
                self.jump(end);
            }
            self.place(other);
        }
        self.place(end);
        Ok(())
    }

    fn end_game(&mut self, row: &EndCode, number: usize, ended: Label) -> Result<(), Refusal> {
        self.actions_of(row)?;
        let number = i32::try_from(number + 1).map_err(|_| Refusal::Rows)?;
        let number = self.constant(number)?;
        self.move_to(turn::ENDED, number);
        self.jump(ended);
        Ok(())
    }

    /// Looks at the rows `at a capture`, if the mover has captured since they last were.
    pub(super) fn capture_ends(&mut self) -> Result<(), Refusal> {
        let code = self.code;
        let (zero, end, judge) = (self.constant(0)?, self.label(), self.judge);
        self.emit_to(Op::Compare(CompareOp::Equal, turn::JUST_CAPTURED, zero, LATER), end);
        self.emit(Op::Move(turn::JUST_CAPTURED, zero));
        self.end_rows(&code.ends_at_capture, 0, judge)?;
        self.place(end);
        Ok(())
    }

    /// Where endless turns go on.
    pub(super) fn endless_turns(&mut self) -> Result<(), Refusal> {
        let code = self.code;
        let (endless, judge) = (self.endless, self.judge);
        self.place(endless);
        let first = code.ends_at_capture.len() + code.ends_after_turn.len();
        for (number, row) in (first..).zip(&code.endless) {
            let other = self.label();
            if let Some(condition) = row.condition {
                self.go_if(condition, View::Now, other, false)?;
            }
            match row.verdict {
                Verdict::NotLegal => self.emit(Op::Dead),
                Verdict::Award(_) => self.end_game(row, number, judge)?,
                Verdict::Stop => {
                    if let Some(actions) = row.actions {
                        self.inline(actions)?;
                    }
                    self.emit(Op::Close);
                }
            }
            self.place(other);
        }
        self.emit(Op::Close);
        Ok(())
    }

    /// Tells by its answer whether a game is over before a turn although there is a legal move and the position has not
    /// been there before.
    pub(super) fn over_before_turn(&mut self) -> Result<(), Refusal> {
        let over = self.label();
        self.go_if_over(&vec![over; self.code.ends_before_turn.len()])?;
        self.emit(Op::Answer(0));
        self.place(over);
        self.emit(Op::Answer(1));
        Ok(())
    }

    /// Goes to the label of the first row by which it is so.
    fn go_if_over(&mut self, over: &[Label]) -> Result<(), Refusal> {
        let code = self.code;
        for (row, over) in code.ends_before_turn.iter().zip(over) {
            match row.condition {
                None => self.jump(*over),
                Some(condition) if !self.is_stuck && code.needs_history(condition) => {}
                Some(condition) => self.go_if(condition, View::Now, *over, true)?,
            }
        }
        Ok(())
    }

    /// Tells by its answer which row ends the game before a turn where there is no legal move, and makes of the position what that
    /// row does; nobody counts it. The position has not been there before. None where that is left to others.
    pub(super) fn over_when_stuck(&mut self) -> Result<Option<Address>, Refusal> {
        let code = self.code;
        if self.logs || code.ends_before_turn.is_empty() {
            return Ok(None);
        }
        let here = self.here();
        self.is_stuck = true;
        let labels: Vec<Label> = code.ends_before_turn.iter().map(|_| self.label()).collect();
        self.go_if_over(&labels)?;
        self.is_stuck = false;
        self.emit(Op::Answer(answer::NOT));
        self.rows_before_turn(&labels)?;
        Ok(Some(here))
    }

    /// How many of the first rows that are looked at before a turn end the game by themselves: what they do is done here, and
    /// nobody counts it. Where it matters that there is no legal move, or that the position has been there, others say which row
    /// it is.
    fn rows_that_end(&self) -> usize {
        let code = self.code;
        if self.logs || code.asks_for_stuck() {
            return 0;
        }
        let ends = |row: &EndCode| {
            matches!(row.verdict, Verdict::Award(_))
                && row.condition.is_none_or(|condition| !code.needs_history(condition))
        };
        code.ends_before_turn.iter().take_while(|row| ends(row)).count()
    }

    /// What the first rows do that end the game before a turn, each at its label.
    fn rows_before_turn(&mut self, labels: &[Label]) -> Result<(), Refusal> {
        let code = self.code;
        for ((number, row), label) in (0..).zip(&code.ends_before_turn).zip(labels) {
            self.place(*label);
            self.actions_of(row)?;
            self.emit(Op::Answer(answer::OVER_BY - number));
        }
        Ok(())
    }

    /// What a row does that ends the game.
    fn actions_of(&mut self, row: &EndCode) -> Result<(), Refusal> {
        let mark = self.mark();
        if let Some(actions) = row.actions {
            let before = self.steady.is_in_turn(false);
            self.inline(actions)?;
            self.steady.is_in_turn(before);
        }
        self.release(mark);
        Ok(())
    }

    /// Tells by its answer South's lead.
    pub(super) fn lead(&mut self, mover: Player) -> Result<(), Refusal> {
        let lead = self.lead_of(mover)?;
        self.emit(Op::AnswerWith(lead));
        Ok(())
    }

    /// South's lead: in score, and in a game without score in the seeds of the players' places.
    fn lead_of(&mut self, mover: Player) -> Result<Reg, Refusal> {
        let first = self.here();
        let [south, north] = match self.code.scores {
            Some([own, opponent]) => {
                let scores = [self.number(own, View::Now)?, self.number(opponent, View::Now)?];
                if mover == Player::South { scores } else { [scores[1], scores[0]] }
            }
            None => [self.seeds_of(Player::South)?, self.seeds_of(Player::North)?],
        };
        let lead = self.fresh()?;
        self.emit(Op::Arithmetic(ArithmeticOp::Subtract, lead, south, north));
        let first = first.index();
        let is_of_the_turn =
            |op: &Op| Effects::of(op).reads_of_the_turn() || op.view().is_some_and(|view| view != View::Now);
        if self.ops[first..].iter().any(is_of_the_turn) {
            return Err(Refusal::Score);
        }
        Ok(lead)
    }

    /// Everything that is asked before a move is drawn, in one: tells South's lead, whether the game is over, and goes on with
    /// the kind of move that is drawn from, whose choice is answered by how many options it has.
    pub(super) fn drawing(&mut self, mover: Player, turns: &[Label], free: &[Free]) -> Result<(), Refusal> {
        let code = self.code;
        let mark = self.mark();
        let lead = self.lead_of(mover)?;
        self.emit(Op::Lead(lead));
        self.release(mark);
        let (over, rows) = (self.label(), code.ends_before_turn.len());
        let mut ends: Vec<Label> = (0..self.rows_that_end()).map(|_| self.label()).collect();
        let by_themselves = ends.len();
        ends.resize(rows, over);
        self.go_if_over(&ends)?;
        for (number, (condition, ranking)) in (0..).zip(&code.phases) {
            let (other, list) = (self.label(), self.label());
            if let Some(condition) = condition {
                self.go_if(*condition, View::Now, other, false)?;
            }
            self.draw_from(ranking, turns, free, list)?;
            self.place(list);
            self.emit(Op::Answer(answer::LIST - number));
            self.place(other);
        }
        self.emit(Op::Answer(answer::NOT));
        self.place(over);
        self.emit(Op::Answer(answer::OVER));
        self.rows_before_turn(&ends[..by_themselves])
    }

    /// Goes on with a kind of move of which all options are legal, or which is tried; to a label if a ranking does not begin with one.
    /// Where there is no option of it, others that it gives way to are listed.
    fn draw_from(&mut self, ranking: &Ranking, turns: &[Label], free: &[Free], list: Label) -> Result<(), Refusal> {
        if let Ranking::Kind(kind) = ranking
            && self.tried.contains(&kind.index())
        {
            return self.begin_drawn(*kind, turns);
        }
        let free = ranking.first_kind().and_then(|kind| Some((kind, free[kind.index()].as_ref()?)));
        let (Some((kind, rooms)), Some(judged)) = (free, free::judged_by(self.code)) else {
            self.jump(list);
            return Ok(());
        };
        for when in judged {
            self.go_if(when, View::Now, list, true)?;
        }
        for room in rooms {
            self.go_without(room, list)?;
        }
        self.begin_drawn(kind, turns)
    }

    fn begin_drawn(&mut self, kind: MoveKind, turns: &[Label]) -> Result<(), Refusal> {
        self.emit(Op::Begin(number_of(kind)?));
        self.jump(turns[kind.index()]);
        Ok(())
    }

    /// The pieces in all places of a player.
    fn seeds_of(&mut self, player: Player) -> Result<Reg, Refusal> {
        let half = self.program.model.board.half();
        let places = (0..half).map(|place| 1 << (player.index() * half + place)).sum();
        let (mask, pieces) = (self.mask(places, self.kind_bits(Kinds::ALL))?, self.fresh()?);
        self.emit(Op::PiecesOf(pieces, View::Now, mask));
        Ok(pieces)
    }

    /// Tells by its answer which phase applies: its number, or -1.
    pub(super) fn phase(&mut self) -> Result<(), Refusal> {
        let code = self.code;
        for (number, (condition, _)) in (0..).zip(&code.phases) {
            let other = self.label();
            if let Some(condition) = condition {
                self.go_if(*condition, View::Now, other, false)?;
            }
            self.emit(Op::Answer(number));
            self.place(other);
        }
        self.emit(Op::Answer(-1));
        Ok(())
    }
}
