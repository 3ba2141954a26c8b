//! Rounds: what a `match` does between two of them.

use super::Resolver;
use super::scope::Place;
use crate::diagnostic::{Diagnostic, code};
use crate::limits;
use crate::model::*;
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl<'a> Resolver<'a> {
    /// A match, if the options ask for one.
    pub(super) fn rounds(&mut self, condition: Option<&'a ast::Expr>, entries: &'a [ast::MatchEntry], span: Span) {
        self.of = "match".into();
        let wanted = condition.map(|condition| self.truth(condition));
        if wanted.as_ref().is_some_and(|wanted| !matches!(wanted, Expr::Int(_))) && !self.failed {
            let condition = condition.map_or(span, |condition| condition.span);
            self.error(
                code::NOT_HERE,
                condition,
                "whether a match is played must be known before the game starts",
                "this depends on the game: only options and parameters can stand here",
            );
        }
        let used = self.observed.used.len();
        self.in_match = true;
        self.place = Place::Rounds;
        let steps: Vec<RoundStep> = entries.iter().flat_map(|entry| self.round_steps(entry)).collect();
        self.in_match = false;
        self.place = Place::Turn;
        self.complete(entries, span);
        self.filled_once(&steps);
        if wanted == Some(Expr::Int(0)) {
            self.observed.used.truncate(used);
        } else {
            self.model.rounds = steps;
        }
    }

    /// What an entry does: one step, but for players who begin in turn, of whom it is noted who begins.
    fn round_steps(&mut self, entry: &'a ast::MatchEntry) -> Vec<RoundStep> {
        let step = match entry {
            ast::MatchEntry::StartsInTurn(span) => return self.in_turn(*span),
            ast::MatchEntry::Setup(span) => Some(RoundStep::Setup(self.rule("setup", *span))),
            ast::MatchEntry::Fill(fill) => self.fill(fill).map(RoundStep::Fill),
            ast::MatchEntry::Starts(player) => Some(RoundStep::Starts(self.player(player))),
            ast::MatchEntry::Over(rows) => Some(RoundStep::Over(self.rows(rows, Place::End))),
            ast::MatchEntry::Act(statement) => self.statement(statement).map(|done| RoundStep::Act(Box::new(done))),
        };
        step.into_iter().collect()
    }

    fn fill(&mut self, fill: &'a ast::Fill) -> Option<Fill> {
        let rule = self.rule("fill", fill.span);
        let total = self.model.total();
        let each = self.constant(&fill.each, 1, limits::PIECES);
        let pits = self.set(&fill.row);
        let from = self.pit(&fill.from);
        let unfilled = fill.unfilled.as_ref().and_then(|name| self.pit_truth(name));
        let (Expr::Places(pits), Expr::Place(from)) = (pits, from) else {
            if !self.failed {
                self.error(
                    code::NOT_HERE,
                    fill.span,
                    "`fill` fills the same pits from the same place after every round",
                    "pits or place depend on the game",
                );
            }
            return None;
        };
        if self.model.kinds.len() > 1 {
            self.error(
                code::NOT_HERE,
                fill.span,
                "`fill` counts out pieces that are all alike; this game has several kinds",
                "which kind goes where?",
            );
            return None;
        }
        if each > total {
            self.cannot_refill(
                fill.each.span,
                &format!("a pit needs {each} seeds, and the game has {total}"),
                "no pit can ever be filled with that many",
                "write a smaller number, for instance that of `setup`",
            );
        }
        Some(Fill { pits, each, from, unfilled, rule })
    }

    /// A match must lay out its next round, and it must come to an end.
    fn complete(&mut self, entries: &[ast::MatchEntry], span: Span) {
        if !entries.iter().any(lays_out) && !self.has_phases() {
            self.cannot_refill(
                span,
                "the match does not say how the next round is laid out",
                "neither `setup` nor `fill` in this `match`",
                "`setup` lays out the opening position again; \
                 `fill own home with 4 each from own store` fills pits with what a player won; \
                 or let the players lay it out in a `phase`",
            );
        }
        if !entries.iter().any(|entry| matches!(entry, ast::MatchEntry::Over(_))) {
            self.report(
                Diagnostic::error(
                    code::NO_END,
                    span,
                    "the match has no end: one round follows the other for ever",
                    "`over` is missing in this `match`",
                )
                .help("write who has won it, for instance `over { poor: seeds(own store) < 4 -> opponent wins }`"),
            );
        }
    }

    /// Whether a turn may begin in one phase or another: then a round can be laid out by the players.
    fn has_phases(&self) -> bool {
        self.items.iter().any(|item| matches!(item.kind, ast::ItemKind::Phase(..)))
    }

    /// No pit is filled twice, and none is emptied to fill others.
    fn filled_once(&mut self, steps: &[RoundStep]) {
        let mut filled: Vec<(Spot, Span)> = Vec::new();
        for step in steps {
            let RoundStep::Fill(fill) = step else { continue };
            let span = self.model.rules[fill.rule].span;
            for (index, pit) in fill.pits.iter().enumerate() {
                let before = filled.iter().find(|(other, _)| other == pit).map(|(_, span)| *span);
                if let Some(before) = before.or_else(|| fill.pits[..index].contains(pit).then_some(span)) {
                    let mut report = Diagnostic::error(
                        code::CANNOT_REFILL,
                        span,
                        format!("{} is filled twice", self.spot_name(*pit)),
                        "each pit is filled once after a round",
                    );
                    if before != span {
                        report = report.also(before, "filled here already");
                    }
                    self.report(report.help("what was filled first would be taken up again: name each pit once"));
                    return;
                }
            }
            if fill.pits.contains(&fill.from) || filled.iter().any(|(other, _)| *other == fill.from) {
                self.cannot_refill(
                    span,
                    &format!("{} is filled, and others are filled from it", self.spot_name(fill.from)),
                    "this empties it again",
                    "fill from a place that is filled by none, such as `own store`",
                );
                return;
            }
            filled.extend(fill.pits.iter().map(|pit| (*pit, span)));
        }
    }

    /// A place as the mover would call it.
    fn spot_name(&self, spot: Spot) -> String {
        let board = &self.model.board;
        let place = board.resolve(spot, Player::South);
        let side = if board.owner(place) == Some(Player::South) { "own" } else { "opponent" };
        match board.row_and_number(place) {
            Some((row, number)) => format!("`{side} {} {number}`", row.name),
            None => "this place".into(),
        }
    }

    fn cannot_refill(&mut self, span: Span, message: &str, label: &str, help: &str) {
        self.report(Diagnostic::error(code::CANNOT_REFILL, span, message, label).help(help));
    }

    fn pit_truth(&mut self, name: &Name) -> Option<StateId> {
        self.uses(&name.text);
        let state = self
            .model
            .states
            .find(|state| state.name == name.text && state.scope == StateScope::Pit && state.ty == Type::Truth);
        if state.is_none() {
            self.report(
                Diagnostic::error(
                    code::UNKNOWN_NAME,
                    name.span,
                    format!("`{}` is not declared as yes or no for each pit", name.text),
                    "no such state",
                )
                .help(format!("write `{} per pit: no` in `state`", name.text)),
            );
        }
        state
    }
}

/// Whether an entry puts pieces on the board, in whatever way.
fn lays_out(entry: &ast::MatchEntry) -> bool {
    match entry {
        ast::MatchEntry::Fill(_) | ast::MatchEntry::Setup(_) => true,
        ast::MatchEntry::Act(statement) => puts(statement),
        ast::MatchEntry::Starts(_) | ast::MatchEntry::StartsInTurn(_) | ast::MatchEntry::Over(_) => false,
    }
}

fn puts(statement: &ast::Statement) -> bool {
    match &statement.kind {
        ast::StatementKind::Put(_) => true,
        ast::StatementKind::For(_, body) => body.iter().any(puts),
        _ => false,
    }
}
