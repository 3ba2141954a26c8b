//! Plays the worked examples of a file.

use super::apart::Apart;
use super::lint::first_line;
use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::engine::{Budget, Stop};
use crate::game::{Game, Move, PlayError, Playthrough, Sentence, Unreadable, Variant};
use crate::limits;
use crate::model::Model;
use crate::position::{Outcome, Position};
use crate::resolve::Bindings;
use crate::source::Span;
use crate::syntax::ast::{ExampleItem, ExampleStep, ExampleStepKind, Text};
use crate::text::{DrawStyle, Expectation, draw, expectation, position_of_entries};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };
/// Legal moves that `only` lists beside those it expects.
const MOST_OTHERS: usize = 40;

/// Plays every example of a model, and looks at the positions that come up.
pub(super) fn all(variant: &Variant, model: &Model, found: &mut Diagnostics) {
    let work = Arc::new(AtomicU64::new(0));
    let mut games = Games { made: HashMap::new(), budget: budget(&work) };
    let mut steps = 0;
    let mut apart = Apart::new(first_line(variant));
    if let Ok(game) = bound(variant, &Bindings::default(), &mut games) {
        apart.look(&game, &game.start(), None);
    }
    for example in &model.examples {
        steps += example.steps.iter().map(length).sum::<usize>();
        let mut problems = Vec::new();
        if steps <= limits::EXAMPLE_STEPS {
            run_with(variant, example, &mut games, &mut problems, Listener::Apart(&mut apart));
        }
        // What is found after work was called off means nothing.
        if steps > limits::EXAMPLE_STEPS || is_too_much(&work) {
            found.report(too_long(example));
            return;
        }
        problems.into_iter().for_each(|problem| found.report(problem));
    }
    apart.report(found);
}

/// Moves that a step plays or looks at.
fn length(step: &ExampleStep) -> usize {
    match &step.kind {
        ExampleStepKind::Play(moves) | ExampleStepKind::Legal(moves) | ExampleStepKind::Only(moves) => {
            moves.len().max(1)
        }
        _ => 1,
    }
}

/// A budget that all examples of a file share: each question whether the work is called off says that some was done.
fn budget(work: &Arc<AtomicU64>) -> Budget {
    let work = Arc::clone(work);
    let stop = Stop::when(move || {
        work.fetch_add(Budget::BETWEEN_QUESTIONS, Ordering::Relaxed);
        is_too_much(&work)
    });
    Budget { stop: Some(stop), ..Budget::default() }
}

fn is_too_much(work: &AtomicU64) -> bool {
    work.load(Ordering::Relaxed) > limits::EXAMPLE_WORK * 1_000
}

fn too_long(example: &ExampleItem) -> Diagnostic {
    let message = "the examples up to this one take too long to be played";
    Diagnostic::error(code::FILE_TOO_LARGE, example.name.span, message, "not played any more").help(format!(
        "all examples of a file may have {} moves and statements, and turns as long as those of a game that people play",
        limits::EXAMPLE_STEPS
    ))
}

/// A step of an example as it came out, for snapshots and documents.
#[derive(Debug, Clone)]
pub enum ExampleRun {
    /// This position was set.
    Position(Position),
    /// This move was played.
    Played(Box<Move>, Vec<Sentence>),
    /// The game ended so.
    Over(Position, Outcome),
}

/// Plays one example and tells what happened; the problems are what did not come out as it says.
pub fn run_example<'a>(
    variant: &Variant,
    example: &'a ExampleItem,
    tell: &'a mut (dyn FnMut(&Game, ExampleRun) + 'a),
) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let mut games = Games { made: HashMap::new(), budget: Budget::default() };
    run_with(variant, example, &mut games, &mut problems, Listener::Told(tell));
    problems
}

/// Listens to an example.
enum Listener<'a> {
    /// Is told what happens.
    Told(&'a mut (dyn FnMut(&Game, ExampleRun) + 'a)),
    /// Looks at the positions.
    Apart(&'a mut Apart),
}

fn run_with<'a>(
    variant: &Variant,
    example: &'a ExampleItem,
    games: &mut Games,
    problems: &'a mut Vec<Diagnostic>,
    listener: Listener<'a>,
) {
    let mut bindings = Bindings::default();
    for step in &example.steps {
        if let ExampleStepKind::With(with) = &step.kind {
            bindings.overrides(with);
        }
    }
    let game = match bound(variant, &bindings, games) {
        Ok(game) => game,
        Err(found) => {
            problems.extend(found);
            return;
        }
    };
    let mut run = Run::new(game, example, problems, listener);
    for step in &example.steps {
        if !run.step(step) {
            break;
        }
    }
}

/// Games that are compiled once, by their options.
struct Games {
    made: HashMap<String, Game>,
    budget: Budget,
}

/// The game with these options.
fn bound(variant: &Variant, bindings: &Bindings, games: &mut Games) -> Result<Game, Vec<Diagnostic>> {
    let key: String = bindings.iter().map(|(name, value)| format!("{name}={value};")).collect();
    if let Some(game) = games.made.get(&key) {
        return Ok(game.clone());
    }
    let (model, found) = variant.model(bindings);
    let game = Game::new(model.ok_or(found)?, Arc::clone(variant.sources()))
        .map_err(|too_many| vec![variant.too_large(too_many)])?
        .with_budget(games.budget.clone());
    games.made.insert(key, game.clone());
    Ok(game)
}

/// An example that is being played.
struct Run<'a> {
    name: &'a Text,
    played: Playthrough,
    problems: &'a mut Vec<Diagnostic>,
    listener: Listener<'a>,
}

impl<'a> Run<'a> {
    fn new(game: Game, example: &'a ExampleItem, problems: &'a mut Vec<Diagnostic>, listener: Listener<'a>) -> Self {
        let mut run = Run { name: &example.name, played: Playthrough::new(&game), problems, listener };
        let sets_position = example.steps.iter().any(|step| matches!(step.kind, ExampleStepKind::Position(_)));
        if !sets_position {
            run.tell_end();
        }
        run
    }

    /// Does one step; `false` if the rest makes no sense any more.
    fn step(&mut self, step: &ExampleStep) -> bool {
        match &step.kind {
            ExampleStepKind::With(_) => true,
            ExampleStepKind::Position(entries) => match position_of_entries(entries, self.played.game().model()) {
                Ok(start) => {
                    self.played = Playthrough::from(self.played.game(), &start);
                    self.tell(ExampleRun::Position(self.played.position().clone()));
                    self.tell_end();
                    self.look(step.span);
                    true
                }
                Err(problem) => {
                    self.problems.push(*problem);
                    false
                }
            },
            ExampleStepKind::Play(moves) => moves.iter().all(|text| self.play(text)),
            ExampleStepKind::Expect(entries) => {
                match expectation(entries, self.played.game().model()) {
                    Ok(expected) => self.compare(&expected, step.span),
                    Err(problem) => self.problems.push(*problem),
                }
                true
            }
            ExampleStepKind::Legal(moves) => {
                for text in moves {
                    if let Err(reason) = self.played.look_at(&text.text) {
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
                let found = match self.played.outcome() {
                    Some(_) => 0,
                    None => self.played.game().count_moves(self.played.position(), u64::from(*count) + 100_000),
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
        if let Listener::Told(tell) = &mut self.listener {
            tell(self.played.game(), run);
        }
    }

    /// Looks at the position that has come up at a place of the file.
    fn look(&mut self, shown: Span) {
        if let Listener::Apart(apart) = &mut self.listener
            && self.played.outcome().is_none()
        {
            apart.look(self.played.game(), self.played.position(), Some(shown));
        }
    }

    /// Tells how the game has ended, if it has.
    fn tell_end(&mut self) {
        if let Some(outcome) = self.played.outcome().cloned() {
            self.tell(ExampleRun::Over(self.played.final_position().clone(), outcome));
        }
    }

    fn play(&mut self, text: &Text) -> bool {
        // The story of a turn is long; it is told only to whoever listens.
        let made = match &self.listener {
            Listener::Apart(_) => self.played.play(&text.text).map(|_| None),
            Listener::Told(_) => self.played.trace(&text.text).map(|(turn, story)| Some((turn.made.clone(), story))),
        };
        match made {
            Ok(told) => {
                if let Some((made, story)) = told {
                    self.tell(ExampleRun::Played(Box::new(made), story));
                }
                self.tell_end();
                self.look(text.span);
                true
            }
            Err(reason) => {
                let board = self.board();
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
        match self.played.look_at(&text.text) {
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
        let mut wanted: Vec<String> = moves
            .iter()
            .map(|text| self.played.look_at(&text.text).map_or_else(|_| text.text.clone(), |made| made.text))
            .collect();
        let listed = self.played.moves(wanted.len() + MOST_OTHERS + 1);
        let more = listed.len() > wanted.len() + MOST_OTHERS;
        let mut found: Vec<String> = listed.into_iter().map(|one| one.text).collect();
        if more {
            found.truncate(MOST_OTHERS);
            found.push("and more".into());
        } else {
            found.sort();
            wanted.sort();
        }
        if found != wanted {
            let found = if found.is_empty() { "none".to_string() } else { found.join(", ") };
            self.fails(
                span,
                format!("the legal moves are {found}, expected {}", wanted.join(", ")),
                "other moves are legal",
            );
        }
    }

    fn board(&self) -> String {
        draw(self.played.final_position(), self.played.game().model(), PLAIN)
    }

    fn compare(&mut self, expected: &Expectation, span: Span) {
        let (now, model) = (self.played.final_position(), self.played.game().model());
        let differences = expected.compare(now, model, self.played.outcome());
        if differences.is_empty() {
            return;
        }
        let found = self.board();
        let wanted = draw(&overlaid(now, expected, model), model, PLAIN);
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
        let board = self.board();
        let message = format!("the example \"{}\" comes out otherwise: {message}", self.name.text);
        self.problems.push(
            Diagnostic::error(code::EXAMPLE_FAILED, span, message, label)
                .help(format!("the board at this point:\n{board}")),
        );
    }
}

/// The position with what was expected in place of what is there.
fn overlaid(now: &Position, expected: &Expectation, model: &Model) -> Position {
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
