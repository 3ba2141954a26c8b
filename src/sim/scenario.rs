//! A fixed line of play, with what must come out.

use super::bounds::whole;
use super::prepare::{game, position};
use super::read::{ScriptError, ScriptText};
use super::script::{Scenario, Step, Write};
use crate::game::Game;
use crate::model::Player;
use crate::situation::{GameResult, Outcome, Situation};
use crate::syntax::parse_position;
use crate::text::json::{outcome_json, to_json};
use crate::text::record::Record;
use crate::text::{Expectation, expectation};
use std::path::Path;

/// What a scenario tells its reader.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// A position.
    Position(Box<Situation>),
    /// Words of the script.
    Said(String),
    /// A move: its number, who played it, its text, what happened.
    Played(usize, Player, String, Vec<String>),
    /// How the game ended.
    Over(Outcome),
    /// Something came out as it must.
    Right(String),
    /// Something did not.
    Wrong(Vec<String>),
}

/// A scenario that is being played.
struct Line<'a> {
    game: Game,
    now: Situation,
    before: Vec<Situation>,
    moves: Vec<String>,
    successors: Vec<u32>,
    over: Option<Outcome>,
    /// The position with what was awarded before the next turn.
    last: Option<Situation>,
    tell: &'a mut dyn FnMut(&Game, Told),
    wrong: usize,
}

/// Plays a scenario and tells what comes out. The result holds how many things were not as they must be, and the record of
/// the game.
///
/// # Errors
/// What is wrong with the scenario itself: found before the first move.
pub fn play_scenario(
    scenario: &Scenario,
    script: &ScriptText,
    folder: &Path,
    tell: &mut dyn FnMut(&Game, Told),
) -> Result<(usize, Record), ScriptError> {
    let (game, variant) = game(&scenario.variant, &scenario.options, script, folder)?;
    let start = match &scenario.start {
        Some(text) => position(text, &game).map_err(|error| script.at(text, error))?,
        None => game.settled(&game.start()),
    };
    check(scenario, &game, script)?;
    let mut line = Line {
        game,
        now: start,
        before: Vec::new(),
        moves: Vec::new(),
        successors: Vec::new(),
        over: None,
        last: None,
        tell,
        wrong: 0,
    };
    line.look();
    line.show(Told::Position(Box::new(line.now.clone())));
    for step in &scenario.line {
        if !line.step(step, script) {
            break;
        }
    }
    let record = line.record(scenario, variant);
    Ok((line.wrong, record))
}

/// Finds what can be wrong before anything is played.
fn check(scenario: &Scenario, game: &Game, script: &ScriptText) -> Result<(), ScriptError> {
    for step in &scenario.line {
        match step {
            Step::Position(text) => drop(expected(text, game).map_err(|error| script.at(text, error))?),
            Step::Over(text) => drop(result(text).map_err(|error| script.at(text, error))?),
            Step::Count(count) => drop(whole("Count", *count, 0, i64::MAX).map_err(|error| script.at("Count", error))?),
            Step::Play(_) | Step::Say(_) | Step::Moves(_) | Step::Illegal(_) => {}
        }
    }
    let unfit = scenario.write.iter().find_map(|write| match write {
        Write::Table(path) | Write::Report(path) | Write::Json(path) => Some(path),
        Write::Summary | Write::Games(_) => None,
    });
    match unfit {
        Some(path) => {
            let error = ScriptError::new("a scenario writes no tables and reports");
            Err(script.at(path, error.help("`write` of a scenario holds `Summary` and `Games(\"…\")`")))
        }
        None => Ok(()),
    }
}

fn expected(text: &str, game: &Game) -> Result<Expectation, ScriptError> {
    let read = parse_position(text, 0).and_then(|entries| expectation(&entries, game.model()));
    read.map_err(|problem| {
        let said = problem.labels.first().map_or(String::new(), |label| format!(" ({})", label.text));
        ScriptError::new(format!("the position cannot be used: {}{said}", problem.message))
            .help_if(problem.help.clone())
    })
}

fn result(text: &str) -> Result<GameResult, ScriptError> {
    match text {
        "south" => Ok(GameResult::Winner(Player::South)),
        "north" => Ok(GameResult::Winner(Player::North)),
        "draw" => Ok(GameResult::Draw),
        "none" => Ok(GameResult::NoWinner),
        _ => {
            Err(ScriptError::new(format!("`{text}` is no result"))
                .help("there are `south`, `north`, `draw` and `none`"))
        }
    }
}

impl Line<'_> {
    fn show(&mut self, told: Told) {
        if let Told::Wrong(_) = told {
            self.wrong += 1;
        }
        (self.tell)(&self.game, told);
    }

    fn judge(&mut self, right: String, wrong: Vec<String>) {
        self.show(if wrong.is_empty() { Told::Right(right) } else { Told::Wrong(wrong) });
    }

    /// Looks whether the game is over before the next turn.
    fn look(&mut self) {
        let occurrences = 1 + self.before.iter().filter(|before| **before == self.now).count() as u32;
        if let Some((last, outcome)) = self.game.before_turn(&self.now, occurrences) {
            self.over = Some(outcome);
            self.last = Some(last);
        }
    }

    /// Does a step; `false` if the rest makes no sense any more.
    fn step(&mut self, step: &Step, script: &ScriptText) -> bool {
        match step {
            Step::Say(text) => self.show(Told::Said(text.clone())),
            Step::Play(text) => return self.play(text, script),
            Step::Position(text) => {
                // It was read once already.
                let Ok(expected) = expected(text, &self.game) else { return false };
                let now = self.last.as_ref().unwrap_or(&self.now);
                let wrong = expected.compare(now, self.game.model(), self.over.as_ref());
                self.judge("the position is as expected".into(), wrong);
            }
            Step::Moves(texts) => self.moves(texts),
            Step::Count(count) => {
                let found = self.game.count_moves(&self.now, u64::MAX);
                let wrong =
                    (found != *count as u64).then(|| format!("there are {found} legal moves, expected {count}"));
                self.judge(format!("there are {found} legal moves"), wrong.into_iter().collect());
            }
            Step::Illegal(text) => {
                let played = self.over.is_none().then(|| self.game.play(&self.now, text));
                let (right, wrong) = match played {
                    Some(Ok(_)) => (String::new(), vec![format!("`{text}` is legal, and must not be")]),
                    Some(Err(error)) => (format!("`{text}` is not legal: {error}"), Vec::new()),
                    None => (format!("`{text}` is not legal: the game is over"), Vec::new()),
                };
                self.judge(right, wrong);
            }
            Step::Over(text) => {
                let Ok(expected) = result(text) else { return false };
                let wrong = match &self.over {
                    Some(outcome) if outcome.result == expected => Vec::new(),
                    Some(outcome) => {
                        vec![format!("the game ended by `{}` with another result than `{text}`", outcome.reason)]
                    }
                    None => vec!["the game is not over".to_string()],
                };
                self.judge("the game is over".into(), wrong);
            }
        }
        true
    }

    fn moves(&mut self, texts: &[String]) {
        let legal = if self.over.is_some() { Vec::new() } else { self.game.first_moves(&self.now, 10_000) };
        let mut scripts = Vec::new();
        let mut wrong = Vec::new();
        for text in texts {
            match self.game.play(&self.now, text) {
                Ok(made) => scripts.push(made.script),
                Err(error) => wrong.push(format!("`{text}` is not legal: {error}")),
            }
        }
        let others =
            legal.iter().filter(|one| !scripts.contains(&one.script)).map(|one| format!("`{}` is legal too", one.text));
        wrong.extend(others.take(20));
        self.judge(format!("the legal moves are {}", texts.join(", ")), wrong);
    }

    fn play(&mut self, text: &str, script: &ScriptText) -> bool {
        let number = self.moves.len() + 1;
        if let Some(outcome) = &self.over {
            let wrong = format!("move {number}, `{text}`: the game is over by `{}`", outcome.reason);
            self.show(Told::Wrong(vec![wrong]));
            return false;
        }
        let mover = self.now.to_move;
        match self.game.trace(&self.now, text) {
            Err(error) => {
                let found =
                    script.at(text, ScriptError::new(format!("move {number}, `{text}`, of {}: {error}", mover.word())));
                self.show(Told::Wrong(vec![found.headline()]));
                false
            }
            Ok((made, story)) => {
                self.successors.push(self.different_positions());
                self.before.push(std::mem::replace(&mut self.now, made.after.clone()));
                self.moves.push(made.text.clone());
                let sentences = story
                    .into_iter()
                    .map(|sentence| format!("{} [{}: {}]", sentence.text, sentence.of, sentence.label))
                    .collect();
                self.show(Told::Played(number, mover, format!("{}{}", made.text, made.marks), sentences));
                self.over = made.outcome;
                if self.over.is_none() {
                    self.look();
                }
                let shown = self.last.clone().unwrap_or_else(|| self.now.clone());
                self.show(Told::Position(Box::new(shown)));
                if let Some(outcome) = self.over.clone() {
                    self.show(Told::Over(outcome));
                }
                true
            }
        }
    }

    fn different_positions(&self) -> u32 {
        let mut seen: Vec<Situation> = Vec::new();
        for one in self.game.first_moves(&self.now, 10_000) {
            if !seen.contains(&one.after) {
                seen.push(one.after);
            }
        }
        seen.len() as u32
    }

    fn record(&self, scenario: &Scenario, variant: String) -> Record {
        let mut record = Record::new(variant);
        record.options = scenario.options.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
        record.source.clone_from(&scenario.title);
        let positions = self.before.iter().chain([&self.now]);
        record.positions = positions.map(|position| to_json(position, self.game.model())).collect();
        record.moves = Some(self.moves.clone());
        record.successors = Some(self.successors.clone());
        record.outcome = Some(outcome_json(self.over.as_ref()));
        record
    }
}
