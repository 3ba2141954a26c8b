//! What is judged besides turns: phases, legality, ends, rounds, scores.

use super::lines::Lines;
use super::phrase::Level;
use super::turns::{Turns, labelled};
use crate::ir::id::*;
use crate::ir::program::{EndCode, FillCode, RoundCode, Verdict};
use crate::model::{Award, Ranking, RuleId, Type};

impl Turns<'_> {
    /// State that there is: its values, and what lets it fall back.
    pub(super) fn state(self, lines: &mut Lines) {
        let program = self.words.program;
        for (state, cells) in program.model.states.values().zip(program.layout.states.values()) {
            let first = cells.first.index();
            let cells = match cells.count {
                1 => format!("cell {first}"),
                count => format!("cells {first}..{}", first + count - 1),
            };
            lines.add(0, format!("state {}: {}, {cells}", state.name, state.ty.words()));
        }
        for until in &self.words.code.untils {
            let name = self.words.names.state(until.cell);
            let is_truth = self.words.names.declared(until.cell).is_some_and(|state| state.ty == Type::Truth);
            let value = match until.value {
                0 if is_truth => "no".to_string(),
                _ if is_truth => "yes".to_string(),
                value => value.to_string(),
            };
            lines.add(0, format!("{name} becomes {value} as soon as {}", self.words.truth(until.condition)));
        }
    }

    /// Which kinds of move there are, and when.
    pub(super) fn phases(self, lines: &mut Lines) {
        for (phase, (condition, ranking)) in self.words.program.model.phases.iter().zip(&self.words.code.phases) {
            let condition =
                condition.map_or_else(String::new, |condition| format!(" while {}", self.words.truth(condition)));
            lines.add(0, format!("{}{condition}: {}", phase.name, self.ranking(ranking, true)));
        }
    }

    fn ranking(self, ranking: &Ranking, outermost: bool) -> String {
        let (members, word) = match ranking {
            Ranking::Kind(kind) => return self.words.kind(*kind),
            Ranking::Else(members) => (members, " else "),
            Ranking::Or(members) => (members, " or "),
        };
        let members: Vec<String> = members.iter().map(|member| self.ranking(member, false)).collect();
        let text = members.join(word);
        if outermost { text } else { format!("({text})") }
    }

    /// Rules of legality.
    pub(super) fn legality(self, lines: &mut Lines) {
        for legal in &self.words.code.legal {
            let word = if legal.prefer.is_some() { "prefer" } else { "require" };
            let when = legal.when.map_or_else(String::new, |when| format!(" if {}", self.words.truth(when)));
            let condition = self.words.truth(legal.condition);
            lines.add(0, format!("{}: {word} {condition}{when}", self.rule(legal.rule)));
        }
    }

    /// What an endless turn comes to.
    pub(super) fn endless(self, lines: &mut Lines) {
        for row in &self.words.code.endless {
            self.end_row("", row, lines);
        }
    }

    /// Rows of `end`.
    pub(super) fn ends(self, lines: &mut Lines) {
        let code = self.words.code;
        let moments = [
            ("at a capture", &code.ends_at_capture),
            ("after a turn", &code.ends_after_turn),
            ("before a turn", &code.ends_before_turn),
        ];
        for (moment, rows) in moments {
            for row in rows {
                self.end_row(moment, row, lines);
            }
        }
    }

    fn end_row(self, moment: &str, row: &EndCode, lines: &mut Lines) {
        let condition = row.condition.map(|condition| self.words.truth(condition).to_string());
        let moment = (!moment.is_empty()).then(|| moment.to_string());
        let heading: Vec<String> = moment.into_iter().chain(condition).collect();
        let heading = if heading.is_empty() { "otherwise".to_string() } else { heading.join(", ") };
        let mut below = row.actions.map_or_else(Lines::default, |block| self.body(block));
        below.drop_return();
        below.add(0, verdict(row.verdict));
        lines.add_with(0, labelled(&self.rule(row.rule), &heading), below);
    }

    fn rule(self, rule: RuleId) -> String {
        self.words.program.model.rules.get(rule).map_or_else(String::new, |rule| rule.label.clone())
    }

    /// What is done between rounds.
    pub(super) fn rounds(self, lines: &mut Lines) {
        for step in &self.words.code.rounds {
            match step {
                RoundCode::Over(rows) => {
                    let mut below = Lines::default();
                    for row in rows {
                        self.end_row("", row, &mut below);
                    }
                    lines.add_below("over", below);
                }
                RoundCode::Setup(_) => lines.add(0, "setup"),
                RoundCode::Act(block) => lines.append(0, self.body(*block)),
                RoundCode::Starts(player) => lines.add(0, format!("starts: {}", self.words.player(*player))),
                RoundCode::Fill(fill) => lines.add(0, self.fill(fill)),
            }
        }
    }

    fn fill(self, fill: &FillCode) -> String {
        let names = self.words.names;
        let unfilled =
            fill.unfilled.map_or_else(String::new, |first| format!(" otherwise {}", names.state_of_pits(first)));
        let (pits, from) = (names.path(&fill.pits).join(", "), names.place(fill.from));
        format!("fill {pits} with {} each from {from}{unfilled}", fill.each)
    }

    /// Scores, and marks behind moves.
    pub(super) fn scores(self, lines: &mut Lines) {
        if let Some([own, opponent]) = self.words.code.scores {
            lines.add(0, format!("score: {}", self.words.number(own)));
            lines.add(0, format!("opponent score: {}", self.words.number(opponent)));
        }
        for ((mark, _), condition) in self.words.program.model.notation.marks.iter().zip(&self.words.code.marks) {
            lines.add(0, format!("mark \"{mark}\" if {}", self.words.truth(*condition).at(Level::Or)));
        }
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Award(Award::HigherScore) => "higher score wins",
        Verdict::Award(Award::Mover) => "mover wins",
        Verdict::Award(Award::Opponent) => "opponent wins",
        Verdict::Award(Award::Winner) => "winner wins",
        Verdict::Award(Award::Draw) => "draw",
        Verdict::Award(Award::NoWinner) => "no winner",
        Verdict::Stop => "stop",
        Verdict::NotLegal => "not legal",
    }
}
