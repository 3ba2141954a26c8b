//! Statements and rows in words. What has parts of its own is a line with a list under it.

use super::expression::{is_condition, spoken};
use super::{Line, Words};
use crate::syntax::ast::{
    Award, Capture, CaptureWhat, ChooseFrom, EndRow, Expr, ExprKind, ForOver, Moment, Put, Row, SowStatement,
    Statement, StatementKind,
};

impl Words<'_> {
    /// Statements that follow each other, a line each.
    pub(super) fn statements(&self, all: &[Statement]) -> Vec<Line> {
        told_once(all.iter().map(|one| self.statement(one)).collect())
    }

    fn statement(&self, statement: &Statement) -> Line {
        let (text, below) = self.done(&statement.kind);
        let text = match &statement.condition {
            Some(condition) => format!("if {}: {text}", self.holds(condition)),
            None => text,
        };
        // What stands above a table is said of what it belongs to, or of its first row.
        let is_table = matches!(statement.kind, StatementKind::Landing(_));
        let comment = if is_table { String::new() } else { self.comment(statement.span) };
        Line { label: None, text, comment, below }
    }

    /// What a statement does, and what stands under it.
    fn done(&self, kind: &StatementKind) -> (String, Vec<Line>) {
        let text = match kind {
            StatementKind::Landing(rows) => return ("where the last seed has fallen:".into(), self.rows(rows)),
            StatementKind::Finally(all) => return ("when the sowing is over:".into(), self.statements(all)),
            StatementKind::For(over, all) => return (self.repeated(over), self.statements(all)),
            StatementKind::Either(alternatives) => {
                let below = alternatives.iter().map(|one| Line {
                    label: Some(spoken(&one.name.text)),
                    text: String::new(),
                    comment: String::new(),
                    below: self.statements(&one.body),
                });
                return ("you choose one of these:".into(), below.map(Line::joined).collect());
            }
            StatementKind::Sow(sow) => return self.sown(sow),
            StatementKind::Choose(name, from, condition) => self.chosen(&spoken(&name.text), from, condition.as_ref()),
            StatementKind::Lift(None, places) => format!("lift all seeds of {}", self.thing(places)),
            StatementKind::Lift(Some(count), places) => {
                format!("lift {} from {}", self.thing(count), self.thing(places))
            }
            StatementKind::Put(put) => self.put(put),
            StatementKind::Let(name, value) => format!("*{}* {}", spoken(&name.text), self.meant(value)),
            StatementKind::Capture(capture) => self.captured(capture),
            StatementKind::PlaceFreely(places) => {
                format!("place the seeds of the hand in {}, as you like", self.thing(places))
            }
            StatementKind::Require(condition) => format!("the move is legal only if {}", self.holds(condition)),
            StatementKind::Prefer(condition) => {
                format!("if there are moves for which {}, only these are legal", self.holds(condition))
            }
            StatementKind::Then(name, arguments) if arguments.is_empty() => {
                format!("go on with *{}*", spoken(&name.text))
            }
            StatementKind::Then(name, arguments) => {
                let list: Vec<String> = arguments.iter().map(|one| self.thing(one)).collect();
                format!("go on with *{}* ({})", spoken(&name.text), list.join("; "))
            }
            StatementKind::Becomes(what, value) => match (self.thing(what), &value.kind) {
                (what, ExprKind::Not(inner)) if self.thing(inner) == what => {
                    format!("{what} changes from no to yes, or from yes to no")
                }
                (what, _) => format!("{what} becomes {}", self.thing(value)),
            },
            StatementKind::NotLegal => "such a move is not legal".into(),
            StatementKind::Stop => "the sowing is over".into(),
            StatementKind::Again => "you move again".into(),
            StatementKind::Relay(None) => "lift the seeds of the last pit, and sow them on from there".into(),
            StatementKind::Relay(Some(pit)) => {
                format!("lift the seeds of {}, and sow them on from there", self.thing(pit))
            }
            StatementKind::Award(award) => awarded(*award).into(),
            StatementKind::Never => "this never happens".into(),
        };
        (text, Vec::new())
    }

    /// What a name is given to.
    pub(super) fn meant(&self, value: &Expr) -> String {
        if is_condition(value) {
            format!("means that {}", self.holds(value))
        } else {
            format!("is {}", self.thing(value))
        }
    }

    fn chosen(&self, name: &str, from: &ChooseFrom, condition: Option<&Expr>) -> String {
        let such = condition.map(|condition| format!(" {}", self.that(condition))).unwrap_or_default();
        match from {
            ChooseFrom::Pits(sets) => {
                let sets: Vec<String> = sets.iter().map(|set| format!("a {}", self.pit_of(set))).collect();
                let sets = sets.join(", or if there is none ");
                format!("choose {}{such}", sets.replacen("a pit", &format!("a pit *{name}*"), 1))
            }
            ChooseFrom::Numbers(low, high) => {
                format!("choose a number *{name}* from {} to {}{such}", self.thing(low), self.thing(high))
            }
            ChooseFrom::BothWays(_) => format!("choose a way *{name}* round the track{such}"),
        }
    }

    fn put(&self, put: &Put) -> String {
        let to = self.thing(&put.to);
        let is_hand = |count: &Expr| matches!(&count.kind, ExprKind::Call(name, None) if name.text == "hand");
        match (&put.count, &put.from) {
            (None, None) => format!("put the seeds of the hand into {to}"),
            (Some(count), None) if is_hand(count) => format!("put the seeds of the hand into {to}"),
            (Some(count), None) => format!("put {} of the seeds of the hand into {to}", self.thing(count)),
            (None, Some(from)) => format!("put all seeds of {} into {to}", self.thing(from)),
            (Some(count), Some(from)) => format!("put {} from {} into {to}", self.thing(count), self.thing(from)),
        }
    }

    fn captured(&self, capture: &Capture) -> String {
        let what = match &capture.what {
            CaptureWhat::All(places) => format!("the seeds of {}", self.thing(places)),
            CaptureWhat::Some(count, places) => format!("{} from {}", self.thing(count), self.thing(places)),
            CaptureWhat::Chosen { count, kind, from, then } => {
                let then = then.as_ref().map(|then| format!(", then from {}", self.thing(then))).unwrap_or_default();
                let (count, kind) = (self.thing(count), spoken(&kind.text));
                format!("{count} {kind} that you choose from {}{then}", self.thing(from))
            }
        };
        let into = capture.into.as_ref().map(|into| format!(" into {}", self.thing(into))).unwrap_or_default();
        match capture.captor.as_ref().map(|captor| self.thing(captor)) {
            None => format!("capture {what}{into}"),
            Some(captor) if captor == "you" => format!("you capture {what}{into}"),
            Some(captor) => format!("{captor} captures {what}{into}"),
        }
    }

    fn sown(&self, sow: &SowStatement) -> (String, Vec<Line>) {
        let each = match &sow.each {
            None => "one by one".to_string(),
            Some(each) => format!("{} into each place", self.thing(each)),
        };
        let begin = if sow.after { "from the place after" } else { "beginning in" };
        let mut text = format!("sow them {each} along {}, {begin} {}", spoken(&sow.track.text), self.thing(&sow.start));
        if let Some(way) = &sow.going {
            text += &format!(", going {}", self.thing(way));
        }
        if let Some(places) = &sow.skipping {
            text += &format!(", leaving out {}", self.thing(places));
        }
        if sow.choosing.is_some() {
            text += "; you choose the order in which they fall";
        }
        match &sow.each_drop {
            None => (text, Vec::new()),
            Some(drop) => {
                let when = if drop.but_last { "; as each but the last falls:" } else { "; as each falls:" };
                (text + when, self.rows(&drop.rows))
            }
        }
    }

    fn repeated(&self, over: &ForOver) -> String {
        match over {
            ForOver::Members(name, set) => {
                let pit = format!("pit *{}*", spoken(&name.text));
                format!("for each {}:", self.pit_of(set).replacen("pit", &pit, 1))
            }
            ForOver::Numbers(name, low, high) => {
                format!("for *{}* from {} to {}:", spoken(&name.text), self.thing(low), self.thing(high))
            }
            ForOver::BothWays(name) => format!("for each way *{}*:", spoken(&name.text)),
            ForOver::Players => "for each player, as if it were his turn:".into(),
        }
    }

    /// The rows of a table, of which the first that holds is taken.
    pub(super) fn rows(&self, rows: &[Row]) -> Vec<Line> {
        told_once(rows.iter().map(|row| self.row(row, None)).collect())
    }

    /// A row of `end`.
    pub(super) fn end_row(&self, row: &EndRow) -> Line {
        let moment = match row.moment {
            Moment::Capture => "at a capture",
            Moment::AfterTurn => "after a turn",
            Moment::BeforeTurn => "before a turn",
        };
        self.row(&row.row, Some(moment))
    }

    fn row(&self, row: &Row, moment: Option<&str>) -> Line {
        let conditions: Vec<String> = row.conditions.iter().map(|one| self.member(one, " and ")).collect();
        let when = match (conditions.is_empty(), moment) {
            (true, None) => "otherwise".to_string(),
            (true, Some(moment)) => moment.to_string(),
            (false, None) => format!("if {}", conditions.join(" and ")),
            (false, Some(moment)) => format!("{moment}, if {}", conditions.join(" and ")),
        };
        let label = (row.label.text != "otherwise").then(|| spoken(&row.label.text));
        let mut below = self.statements(&row.body);
        let comment = self.comment(row.span);
        // What stands behind a row on its line is said of the whole row.
        below.iter_mut().for_each(|line| line.leave_out(&comment));
        Line { label, text: format!("{when}:"), comment, below }.joined()
    }
}

/// A comment that is said of several lines is told at the first of them.
pub(super) fn told_once(mut lines: Vec<Line>) -> Vec<Line> {
    let mut last = String::new();
    for line in &mut lines {
        if line.comment == last {
            line.comment.clear();
        } else {
            last.clone_from(&line.comment);
        }
    }
    lines
}

fn awarded(award: Award) -> &'static str {
    match award {
        Award::HigherScore => "the higher score wins",
        Award::Mover => "you win",
        Award::Opponent => "the opponent wins",
        Award::Winner => "the winner of the round wins",
        Award::Draw => "the game is drawn",
        Award::NoWinner => "the game is over, and nobody wins",
    }
}
