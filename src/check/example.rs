//! Plays the worked examples of a file.

use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::engine::{History, Wide, pack};
use crate::game::{Game, Move, PlayError, Sentence, Unreadable, Variant};
use crate::model::Model;
use crate::resolve::Bindings;
use crate::situation::{Outcome, Situation};
use crate::source::Span;
use crate::syntax::ast::{ExampleItem, ExampleStep, ExampleStepKind, Text};
use crate::text::{DrawStyle, Expectation, draw, expectation, situation};
use std::collections::HashMap;

const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };

/// Plays every example of a model.
pub(super) fn all(variant: &Variant, model: &Model, found: &mut Diagnostics) {
    let mut games: HashMap<String, Game> = HashMap::new();
    for example in &model.examples {
        let mut problems = Vec::new();
        run_with(variant, example, &mut games, &mut problems, None);
        problems.into_iter().for_each(|problem| found.report(problem));
    }
}

/// A step of an example as it came out, for snapshots and documents.
#[derive(Debug, Clone)]
pub enum ExampleRun {
    /// This position was set.
    Position(Situation),
    /// This move was played.
    Played(Box<Move>, Vec<Sentence>),
    /// The game ended so.
    Over(Situation, Outcome),
}

/// Plays one example and tells what happened; the problems are what did not come out as it says.
pub fn run_example<'a>(
    variant: &Variant,
    example: &'a ExampleItem,
    tell: &'a mut (dyn FnMut(&Game, ExampleRun) + 'a),
) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    run_with(variant, example, &mut HashMap::new(), &mut problems, Some(tell));
    problems
}

/// Listens to an example.
type Tell<'a> = &'a mut (dyn FnMut(&Game, ExampleRun) + 'a);

fn run_with<'a>(
    variant: &Variant,
    example: &'a ExampleItem,
    games: &mut HashMap<String, Game>,
    problems: &'a mut Vec<Diagnostic>,
    tell: Option<Tell<'a>>,
) {
    let mut bindings = Bindings::default();
    for step in &example.steps {
        if let ExampleStepKind::With(with) = &step.kind {
            bindings.overrides(with);
        }
    }
    let key: String = bindings.iter().map(|(name, value)| format!("{name}={value};")).collect();
    let game = match games.get(&key) {
        Some(game) => game.clone(),
        None => match variant.model(&bindings) {
            (Some(model), _) => {
                let game = match Game::new(model, std::sync::Arc::clone(variant.sources())) {
                    Ok(game) => game,
                    Err(too_many) => {
                        problems.push(variant.too_large(too_many));
                        return;
                    }
                };
                games.insert(key, game.clone());
                game
            }
            (None, found) => {
                problems.extend(found);
                return;
            }
        },
    };
    let mut run = Run::new(game, example, problems, tell);
    for step in &example.steps {
        if !run.step(step) {
            break;
        }
    }
}

/// An example that is being played.
struct Run<'a> {
    game: Game,
    name: &'a Text,
    now: Situation,
    outcome: Option<Outcome>,
    history: History<Wide>,
    problems: &'a mut Vec<Diagnostic>,
    tell: Option<Tell<'a>>,
}

impl<'a> Run<'a> {
    fn new(game: Game, example: &'a ExampleItem, problems: &'a mut Vec<Diagnostic>, tell: Option<Tell<'a>>) -> Self {
        let now = game.start();
        let mut run = Run { game, name: &example.name, now, outcome: None, history: History::new(), problems, tell };
        let sets_position = example.steps.iter().any(|step| matches!(step.kind, ExampleStepKind::Position(_)));
        if !sets_position {
            run.enter();
        }
        run
    }

    /// Does one step; `false` if the rest makes no sense any more.
    fn step(&mut self, step: &ExampleStep) -> bool {
        match &step.kind {
            ExampleStepKind::With(_) => true,
            ExampleStepKind::Position(entries) => match situation(entries, self.game.model()) {
                Ok(now) => {
                    self.now = self.game.settled(&now);
                    self.history.clear();
                    self.tell(ExampleRun::Position(self.now.clone()));
                    self.enter();
                    true
                }
                Err(problem) => {
                    self.problems.push(*problem);
                    false
                }
            },
            ExampleStepKind::Play(moves) => moves.iter().all(|text| self.play(text)),
            ExampleStepKind::Expect(entries) => {
                match expectation(entries, self.game.model()) {
                    Ok(expected) => self.compare(&expected, step.span),
                    Err(problem) => self.problems.push(*problem),
                }
                true
            }
            ExampleStepKind::Legal(moves) => {
                for text in moves {
                    if let Err(reason) = self.game.play(&self.now, &text.text) {
                        self.fails(
                            text.span,
                            format!("`{}` is not legal: {reason}", text.text),
                            "expected to be legal",
                        );
                    }
                }
                true
            }
            ExampleStepKind::Illegal(text, because) => {
                self.illegal(text, because.as_ref().map(|label| label.text.as_str()));
                true
            }
            ExampleStepKind::Moves(count) => {
                let found = if self.outcome.is_some() {
                    0
                } else {
                    self.game.count_moves(&self.now, u64::from(*count) + 100_000)
                };
                if found != u64::from(*count) {
                    self.fails(
                        step.span,
                        format!("there are {found} legal moves, expected {count}"),
                        "another number of moves",
                    );
                }
                true
            }
            ExampleStepKind::Only(moves) => {
                self.only(moves, step.span);
                true
            }
        }
    }

    fn tell(&mut self, run: ExampleRun) {
        if let Some(tell) = &mut self.tell {
            tell(&self.game, run);
        }
    }

    /// The position is there: notes it, and looks at what the rules say before the turn.
    fn enter(&mut self) {
        let packed = pack::<Wide>(self.game.program(), &self.now);
        let occurrences = self.history.note(&packed);
        self.outcome = None;
        if let Some((after, outcome)) = self.game.before_turn(&self.now, occurrences) {
            self.now = after.clone();
            self.outcome = Some(outcome.clone());
            self.tell(ExampleRun::Over(after, outcome));
        }
    }

    fn play(&mut self, text: &Text) -> bool {
        let played = match &self.outcome {
            Some(outcome) => Err(PlayError::Over(outcome.clone())),
            // The story of a turn is long; it is told only to whoever listens.
            None if self.tell.is_none() => self.game.play(&self.now, &text.text).map(|made| (made, Vec::new())),
            None => self.game.trace(&self.now, &text.text),
        };
        match played {
            Ok((made, story)) => {
                self.now = made.after.clone();
                let ended = made.outcome.clone();
                self.tell(ExampleRun::Played(Box::new(made), story));
                match ended {
                    Some(outcome) => {
                        self.tell(ExampleRun::Over(self.now.clone(), outcome.clone()));
                        self.outcome = Some(outcome);
                    }
                    None => self.enter(),
                }
                true
            }
            Err(reason) => {
                let board = draw(&self.now, self.game.model(), PLAIN);
                self.problems.push(
                    Diagnostic::error(
                        code::EXAMPLE_MOVE,
                        text.span,
                        format!("`{}` cannot be played: {reason}", text.text),
                        format!("in the example \"{}\"", self.name.text),
                    )
                    .help(format!("the board at this point:\n{board}")),
                );
                false
            }
        }
    }

    fn illegal(&mut self, text: &Text, because: Option<&str>) {
        match self.game.play(&self.now, &text.text) {
            Ok(_) => self.fails(text.span, format!("`{}` is legal", text.text), "expected to be illegal"),
            Err(PlayError::Unreadable(Unreadable::NotLegal { rule, .. })) => {
                if let Some(wanted) = because.filter(|wanted| *wanted != rule) {
                    self.fails(
                        text.span,
                        format!("`{}` is illegal because of `{rule}`, expected `{wanted}`", text.text),
                        "another rule forbids it",
                    );
                }
            }
            Err(reason @ PlayError::Unreadable(Unreadable::Incomplete { .. } | Unreadable::Ambiguous { .. })) => {
                self.fails(text.span, format!("`{}` does not name one move: {reason}", text.text), "not a whole move");
            }
            Err(reason) => {
                if let Some(wanted) = because {
                    self.fails(
                        text.span,
                        format!("`{}` is not offered at all, expected the rule `{wanted}`: {reason}", text.text),
                        "no rule forbids it",
                    );
                }
            }
        }
    }

    fn only(&mut self, moves: &[Text], span: Span) {
        let mut found: Vec<String> = match self.outcome {
            Some(_) => Vec::new(),
            None => self.game.moves(&self.now).into_iter().map(|one| one.text).collect(),
        };
        let mut wanted: Vec<String> = Vec::new();
        for text in moves {
            match self.game.play(&self.now, &text.text) {
                Ok(made) => wanted.push(made.text),
                Err(_) => wanted.push(text.text.clone()),
            }
        }
        found.sort();
        wanted.sort();
        if found != wanted {
            self.fails(
                span,
                format!("the legal moves are {}, expected {}", found.join(", "), wanted.join(", ")),
                "other moves are legal",
            );
        }
    }

    fn compare(&mut self, expected: &Expectation, span: Span) {
        let differences = expected.compare(&self.now, self.game.model(), self.outcome.as_ref());
        if differences.is_empty() {
            return;
        }
        let model = self.game.model();
        let found = draw(&self.now, model, PLAIN);
        let wanted = draw(&overlaid(&self.now, expected, model), model, PLAIN);
        self.problems.push(
            Diagnostic::error(
                code::EXAMPLE_FAILED,
                span,
                format!("the example \"{}\" comes out otherwise: {}", self.name.text, differences.join("; ")),
                "expected this",
            )
            .help(format!("the board as it is:\n{found}\nas it was expected:\n{wanted}")),
        );
    }

    fn fails(&mut self, span: Span, message: String, label: &str) {
        let board = draw(&self.now, self.game.model(), PLAIN);
        let message = format!("the example \"{}\" comes out otherwise: {message}", self.name.text);
        self.problems.push(
            Diagnostic::error(code::EXAMPLE_FAILED, span, message, label)
                .help(format!("the board at this point:\n{board}")),
        );
    }
}

/// The position with what was expected in place of what is there.
fn overlaid(now: &Situation, expected: &Expectation, model: &Model) -> Situation {
    let mut wanted = now.clone();
    let places = model.board.places();
    for (place, pieces) in &expected.pieces {
        for (kind, count) in pieces.iter().enumerate() {
            wanted.pieces[kind * places + place] = *count;
        }
    }
    for (state, index, value) in &expected.states {
        wanted.states[*state][*index] = *value;
    }
    wanted.to_move = expected.to_move.unwrap_or(now.to_move);
    wanted
}
