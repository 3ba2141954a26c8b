//! What is asked before and behind turns: phases, legality, ends, rounds, scores.

use super::Lowerer;
use crate::ir::program::{EndCode, FillCode, LegalCode, RoundCode, Until, Verdict};
use crate::model::{Action, Moment, Player, RoundStep, Row, StateScope};

impl Lowerer<'_> {
    /// `until` conditions of every state that has one, for both players where each has the state.
    pub(super) fn untils(&mut self) {
        let model = self.model;
        for (number, state) in model.states.iter() {
            let Some(until) = &state.until else { continue };
            let value = |at: usize| i32::from(state.start.get(at) == Some(&0));
            if state.scope != StateScope::Player {
                let until = Until { cell: self.state(number), value: value(0), condition: self.truth(until) };
                self.code.untils.push(until);
                continue;
            }
            for player in Player::BOTH {
                self.side = player;
                let until = Until {
                    cell: self.state_of(number, player),
                    value: value(player.index()),
                    condition: self.truth(until),
                };
                self.code.untils.push(until);
            }
            self.side = self.mover;
        }
    }

    /// Phases with their rankings.
    pub(super) fn phases(&mut self) {
        let model = self.model;
        for phase in &model.phases {
            let condition = phase.condition.as_ref().map(|condition| self.truth(condition));
            self.code.phases.push((condition, phase.ranking.clone()));
        }
    }

    /// Rules of legality, marks behind moves, scores.
    pub(super) fn legality(&mut self) {
        let model = self.model;
        for rule in &model.legal {
            let condition = self.truth(&rule.condition);
            let when = rule.when.as_ref().map(|when| self.truth(when));
            let prefer = rule.prefer.map(|bit| self.preference(bit));
            self.code.legal.push(LegalCode { prefer, condition, when, rule: rule.rule });
        }
        for (_, condition) in &model.notation.marks {
            let condition = self.truth(condition);
            self.code.marks.push(condition);
        }
        self.code.scores = model.score.as_ref().map(|score| {
            let own = self.number(score);
            [own, self.flipped(|this| this.number(score))]
        });
    }

    /// Rows of `end` by their moments, and of `endless`.
    pub(super) fn ends(&mut self) {
        self.code.ends_at_capture = self.ends_of(Moment::Capture);
        self.code.ends_after_turn = self.ends_of(Moment::AfterTurn);
        self.code.ends_before_turn = self.ends_of(Moment::BeforeTurn);
        self.code.endless = self.model.endless.iter().map(|row| self.end_row(row)).collect();
    }

    fn ends_of(&mut self, moment: Moment) -> Vec<EndCode> {
        let rows = self.model.end.iter().filter(|row| row.moment == moment);
        rows.map(|row| self.end_row(&row.row)).collect()
    }

    fn end_row(&mut self, row: &Row) -> EndCode {
        let condition = row.condition.as_ref().map(|condition| self.truth(condition));
        let (actions, last) = row.split();
        let actions = (!actions.is_empty()).then(|| self.block_of(actions, row.rule));
        let verdict = match last {
            Some(Action::Award(award)) => Verdict::Award(*award),
            Some(Action::NotLegal) => Verdict::NotLegal,
            _ => Verdict::Stop,
        };
        EndCode { condition, actions, verdict, rule: row.rule }
    }

    /// What is done between rounds.
    pub(super) fn rounds(&mut self) {
        self.code.rounds = self.model.rounds.iter().map(|step| self.round_step(step)).collect();
    }

    fn round_step(&mut self, step: &RoundStep) -> RoundCode {
        match step {
            RoundStep::Over(rows) => RoundCode::Over(rows.iter().map(|row| self.end_row(row)).collect()),
            RoundStep::Setup(rule) => RoundCode::Setup(*rule),
            RoundStep::Fill(fill) => RoundCode::Fill(FillCode {
                pits: fill.pits.iter().map(|pit| self.place(*pit)).collect(),
                each: i32::try_from(fill.each).unwrap_or(i32::MAX),
                from: self.place(fill.from),
                unfilled: fill.unfilled.map(|state| self.state(state)),
                rule: fill.rule,
            }),
            RoundStep::Act(statement) => {
                let block = self.block_of(std::slice::from_ref(&**statement), statement.rule);
                RoundCode::Act(block)
            }
            RoundStep::Starts(player) => RoundCode::Starts(self.player(player)),
        }
    }
}
