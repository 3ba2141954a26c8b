//! A fixed line of play, with what must come out.

use super::bounds::whole;
use super::prepare::{game, no_position, position};
use super::read::{ScriptError, ScriptText};
use super::script::{Scenario, Step, Write};
use crate::game::{Game, Playthrough};
use crate::model::Player;
use crate::position::{GameResult, Outcome, Position};
use crate::syntax::parse_position;
use crate::text::record::Record;
use crate::text::{Expectation, expectation};
use std::path::Path;

/// What a scenario tells its reader.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// A position.
    Position(Box<Position>),
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

/// Legal moves that a step names beside those it expects.
const MOST_OTHERS: usize = 20;
/// How far beyond the expected number moves are counted.
const MOST_COUNTED: u64 = 100_000;

/// A scenario that is being played.
struct Line<'a> {
    played: Playthrough,
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
        None => game.start(),
    };
    check(scenario, &game, script)?;
    let mut line = Line { played: Playthrough::from(&game, &start), tell, wrong: 0 };
    line.show(Told::Position(Box::new(line.played.position().clone())));
    for step in &scenario.line {
        if !line.step(step, script) {
            break;
        }
    }
    let record = line.record(scenario, &variant);
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
        Write::Table(path) | Write::Report(path) | Write::Json(path) | Write::Counts(path) => Some(path),
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
    read.map_err(|problem| no_position(&problem))
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
        (self.tell)(self.played.game(), told);
    }

    fn judge(&mut self, right: String, wrong: Vec<String>) {
        self.show(if wrong.is_empty() { Told::Right(right) } else { Told::Wrong(wrong) });
    }

    /// Does a step; `false` if the rest makes no sense any more.
    fn step(&mut self, step: &Step, script: &ScriptText) -> bool {
        match step {
            Step::Say(text) => self.show(Told::Said(text.clone())),
            Step::Play(text) => return self.play(text, script),
            Step::Position(text) => {
                // It was read once already.
                let game = self.played.game();
                let Ok(expected) = expected(text, game) else { return false };
                let wrong = expected.compare(self.played.final_position(), game.model(), self.played.outcome());
                self.judge("the position is as expected".into(), wrong);
            }
            Step::Moves(texts) => self.moves(texts),
            Step::Count(count) => {
                let expected = *count as u64;
                let found = self.count(expected);
                let than = if found == expected.saturating_add(MOST_COUNTED) { "at least " } else { "" };
                let wrong =
                    (found != expected).then(|| format!("there are {than}{found} legal moves, expected {count}"));
                self.judge(format!("there are {found} legal moves"), wrong.into_iter().collect());
            }
            Step::Illegal(text) => {
                let (right, wrong) = match self.played.look_at(text) {
                    Ok(_) => (String::new(), vec![format!("`{text}` is legal, and must not be")]),
                    Err(error) => (format!("`{text}` is not legal: {error}"), Vec::new()),
                };
                self.judge(right, wrong);
            }
            Step::Over(text) => {
                let Ok(expected) = result(text) else { return false };
                let wrong = match self.played.outcome() {
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

    /// How many legal moves there are; counted only so far that another number than the expected one is seen.
    fn count(&self, expected: u64) -> u64 {
        match self.played.outcome() {
            Some(_) => 0,
            None => self.played.game().count_moves(self.played.position(), expected.saturating_add(MOST_COUNTED)),
        }
    }

    fn moves(&mut self, texts: &[String]) {
        let legal = self.played.moves(texts.len() + MOST_OTHERS);
        let mut scripts = Vec::new();
        let mut wrong = Vec::new();
        for text in texts {
            match self.played.look_at(text) {
                Ok(made) => scripts.push(made.encoded),
                Err(error) => wrong.push(format!("`{text}` is not legal: {error}")),
            }
        }
        let others = legal
            .iter()
            .filter(|one| !scripts.contains(&one.encoded))
            .map(|one| format!("`{}` is legal too", one.text));
        wrong.extend(others.take(MOST_OTHERS));
        self.judge(format!("the legal moves are {}", texts.join(", ")), wrong);
    }

    fn play(&mut self, text: &str, script: &ScriptText) -> bool {
        let number = self.played.turns().len() + 1;
        let mover = self.played.position().to_move();
        match self.played.trace(text) {
            Err(error) => {
                let error = ScriptError::new(format!("move {number}, `{text}`, of {}: {error}", mover.word()));
                self.show(Told::Wrong(vec![script.at(text, error).headline()]));
                false
            }
            Ok((turn, story)) => {
                let sentences = story
                    .into_iter()
                    .map(|sentence| format!("{} [{}: {}]", sentence.text, sentence.of, sentence.label))
                    .collect();
                let text = turn.text();
                self.show(Told::Played(number, mover, text, sentences));
                self.show(Told::Position(Box::new(self.played.final_position().clone())));
                if let Some(outcome) = self.played.outcome().cloned() {
                    self.show(Told::Over(outcome));
                }
                true
            }
        }
    }

    fn record(&self, scenario: &Scenario, variant: &str) -> Record {
        let options = scenario.options.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
        Record { source: scenario.title.clone(), ..self.played.to_record(variant, &options) }
    }
}
