//! Plays the worked examples of a file.

use super::Setting;
use super::apart::Apart;
use super::lint::first_line;
use crate::diagnostic::{Diagnostic, Diagnostics, code, did_you_mean, nearest};
use crate::engine::{Budget, Stop};
use crate::game::{Game, Move, PlayError, Playthrough, Sentence, Unreadable, Variant};
use crate::ir::TooMany;
use crate::limits;
use crate::position::{Outcome, Position};
use crate::resolve::Bindings;
use crate::source::Span;
use crate::syntax::ast::{ExampleItem, ExampleStep, ExampleStepKind, Name, PositionEntry, PositionEntryKind, Text};
use crate::text::{DrawStyle, Expectation, draw, expectation, position_of_entries};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const PLAIN: DrawStyle = DrawStyle { color: false, unicode: true };
/// Legal moves that `only` lists beside those it expects.
const MOST_OTHERS: usize = 40;

/// Plays every example of a file, and looks at the positions that come up.
pub(super) fn all(variant: &Variant, examples: &[Arc<ExampleItem>], games: Games, found: &mut Diagnostics) {
    let work = Arc::new(AtomicU64::new(0));
    let mut games = games.with_budget(&budget(&work));
    let mut steps = 0;
    let mut apart = Apart::new(first_line(variant));
    if let Ok(game) = games.bound(variant, &Bindings::default()) {
        apart.look(&game, &game.start(), None);
    }
    for example in examples {
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
    let mut games = Games::for_examples(&[]);
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
    let game = match games.bound(variant, &bindings_of(example)) {
        Ok(game) => game,
        Err(found) => {
            problems.extend(found);
            return;
        }
    };
    let mut run = Run::new(game, example, problems, listener);
    for (at, step) in example.steps.iter().enumerate() {
        if !run.step(step, &example.steps[at + 1..]) {
            break;
        }
    }
}

/// Whether one of these steps says how the game ends.
fn expects_end(steps: &[ExampleStep]) -> bool {
    let says = |entry: &PositionEntry| matches!(&entry.kind, PositionEntryKind::Contents { name, .. } if matches!(name.text.as_str(), "winner" | "reason"));
    steps.iter().any(|step| matches!(&step.kind, ExampleStepKind::Expect(entries) if entries.iter().any(says)))
}

/// The first of these steps that does more than bind options.
fn first_of(steps: &[ExampleStep]) -> Option<&ExampleStepKind> {
    steps.iter().map(|step| &step.kind).find(|kind| !matches!(kind, ExampleStepKind::With(_)))
}

/// Whether the first of these steps that is about moves comes before anything is expected.
fn asks_for_moves(steps: &[ExampleStep]) -> bool {
    first_of(steps).is_some_and(|step| match step {
        ExampleStepKind::Moves(count) => *count > 0,
        ExampleStepKind::Play(_)
        | ExampleStepKind::Legal(_)
        | ExampleStepKind::Illegal(..)
        | ExampleStepKind::Only(_) => true,
        ExampleStepKind::With(_) | ExampleStepKind::Position(_) | ExampleStepKind::Expect(_) => false,
    })
}

/// Whether the first of these steps plays a move.
fn plays_first(steps: &[ExampleStep]) -> bool {
    matches!(first_of(steps), Some(ExampleStepKind::Play(_)))
}

/// The entry that puts the rest of the pieces somewhere.
fn rest_of(entries: &[PositionEntry]) -> Option<Span> {
    let rest = entries.iter().find(|entry| matches!(entry.kind, PositionEntryKind::Rest(..)));
    rest.map(|rest| rest.span)
}

/// What an example binds.
fn bindings_of(example: &ExampleItem) -> Bindings {
    let mut bindings = Bindings::default();
    for step in &example.steps {
        if let ExampleStepKind::With(with) = &step.kind {
            bindings.overrides(with);
        }
    }
    bindings
}

/// Games that are compiled once, by their options.
pub(super) struct Games {
    made: HashMap<String, Game>,
    /// Those that examples are played with: others are not kept, since there may be many.
    played: HashSet<String>,
    budget: Budget,
}

impl Games {
    /// None yet; those are to be kept that these examples are played with, and that of the defaults.
    pub(super) fn for_examples(examples: &[Arc<ExampleItem>]) -> Self {
        let played = examples.iter().map(|example| bindings_of(example)).chain([Bindings::default()]);
        let played = played.map(|bindings| key(&bindings)).collect();
        Games { made: HashMap::new(), played, budget: Budget::default() }
    }

    /// The same with another budget.
    fn with_budget(mut self, budget: &Budget) -> Self {
        self.made = self.made.into_iter().map(|(key, game)| (key, game.with_budget(budget.clone()))).collect();
        Games { budget: budget.clone(), ..self }
    }

    /// The game with a setting.
    pub(super) fn compiled(&mut self, variant: &Variant, setting: &Setting) -> Result<Game, TooMany> {
        let game = Game::new(setting.model.clone(), Arc::clone(variant.sources()))?;
        let key = key(&setting.bindings);
        if self.played.contains(&key) {
            self.made.insert(key, game.clone());
        }
        Ok(game)
    }

    /// The game with these options.
    fn bound(&mut self, variant: &Variant, bindings: &Bindings) -> Result<Game, Vec<Diagnostic>> {
        let key = key(bindings);
        if let Some(game) = self.made.get(&key) {
            return Ok(game.clone());
        }
        let (model, found) = variant.model(bindings);
        let game = Game::new(model.ok_or(found)?, Arc::clone(variant.sources()))
            .map_err(|too_many| vec![variant.too_large(too_many)])?
            .with_budget(self.budget.clone());
        self.made.insert(key, game.clone());
        Ok(game)
    }
}

/// What tells bindings from others.
fn key(bindings: &Bindings) -> String {
    bindings.iter().map(|(name, value)| format!("{name}={value};")).collect()
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

    /// Does one step, behind which these come; `false` if they make no sense any more.
    fn step(&mut self, step: &ExampleStep, behind: &[ExampleStep]) -> bool {
        match &step.kind {
            ExampleStepKind::With(_) => true,
            ExampleStepKind::Position(entries) => match position_of_entries(entries, self.played.game().model()) {
                Ok(start) => {
                    self.played = Playthrough::from(self.played.game(), &start);
                    self.tell(ExampleRun::Position(self.played.position().clone()));
                    self.tell_end();
                    self.look(step.span);
                    !self.is_over_at_once(step.span, entries, behind)
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
                match because.as_ref().and_then(|label| self.unknown_reason(label)) {
                    Some(problem) => self.problems.push(problem),
                    None => self.illegal(text, because.as_ref().map(|label| label.text.as_str())),
                }
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

    /// Whether the game is over in the position that was set, and the steps behind it ask for moves all the same; then that is
    /// told. A row that is read after a turn ends it with the first move, whichever that is.
    fn is_over_at_once(&mut self, span: Span, entries: &[PositionEntry], behind: &[ExampleStep]) -> bool {
        if !asks_for_moves(behind) {
            return false;
        }
        let over = match self.played.outcome() {
            Some(outcome) => Some(outcome.reason.clone()),
            // Who says how the game ends knows that it does; and of what is set pit by pit, each pit was thought of.
            None if rest_of(entries).is_none() || !plays_first(behind) || expects_end(behind) => None,
            None => self.ended_by_every_move(),
        };
        let Some(reason) = over else { return false };
        let at_once = self.played.outcome().is_some();
        let when = if at_once { "before the first move" } else { "with the first move, whichever it is" };
        let message = format!("the example \"{}\" is over {when}: `{reason}`", self.name.text);
        let report = |span: Span, label: &str| match at_once {
            true => Diagnostic::error(code::EXAMPLE_OVER, span, message.clone(), label),
            false => Diagnostic::warning(code::EXAMPLE_OVER, span, message.clone(), label),
        };
        let said = match rest_of(entries) {
            Some(rest) => report(rest, "puts all the others there"),
            None => report(span, "over already"),
        };
        let how = if at_once { "or say nothing of moves" } else { "or say how it ends: `expect { winner: … }`" };
        let board = self.board();
        self.problems
            .push(said.help(format!("let the game go on from here, {how}; the board at this point:\n{board}")));
        at_once
    }

    /// The row that ends the game with every legal move, of two or more.
    fn ended_by_every_move(&self) -> Option<String> {
        let listed = self.played.moves(MOST_OTHERS);
        let reason = listed.first()?.outcome.as_ref()?.reason.clone();
        let alike = listed.iter().all(|made| made.outcome.as_ref().is_some_and(|outcome| outcome.reason == reason));
        (listed.len() > 1 && alike).then_some(reason)
    }

    /// That nothing is called like what is said to forbid a move.
    fn unknown_reason(&self, label: &Name) -> Option<Diagnostic> {
        let model = self.played.game().model();
        let rules = model.rules.values().map(|rule| rule.label.as_str());
        let mut known: Vec<&str> = rules.chain(model.moves.values().map(|kind| kind.name.as_str())).collect();
        if known.contains(&label.text.as_str()) {
            return None;
        }
        known.sort_unstable();
        known.dedup();
        let forbidding: Vec<&str> = model.legal.iter().map(|legal| model.rules[legal.rule].label.as_str()).collect();
        let near = nearest(&label.text, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let help = near.or_else(|| did_you_mean(&label.text, "rules of `legal`", &forbidding));
        let message = format!("no row, rule or kind of move is called `{}`", label.text);
        Some(Diagnostic::error(code::EXAMPLE_FAILED, label.span, message, "not declared").help_if(help))
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
        let wanted = draw(&overlaid(now, expected), model, PLAIN);
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
fn overlaid(now: &Position, expected: &Expectation) -> Position {
    let mut wanted = now.clone();
    for (place, pieces) in &expected.pieces {
        wanted.pieces_mut().set_bag(*place, pieces.iter().copied());
    }
    for (state, of, value) in &expected.states {
        wanted.state_mut(*state)[of.index()] = *value;
    }
    wanted.set_to_move(expected.to_move.unwrap_or(now.to_move()));
    wanted
}
