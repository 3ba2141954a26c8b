//! Reads scripts, and says where one is wrong.

use super::script::Script;
use crate::diagnostic::{did_you_mean, nearest};
use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use std::fmt;

/// What is wrong with a script, where, and how to go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    /// The file, and line and column from 1 where they are known.
    pub place: Option<(String, usize, usize)>,
    /// What is wrong.
    pub message: String,
    /// How to go on.
    pub help: Option<String>,
}

impl ScriptError {
    /// An error without a place.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        ScriptError { place: None, message: message.into(), help: None }
    }

    /// Says how to go on.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says how to go on, where there is something to say.
    #[must_use]
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// The message with its place in front.
    #[must_use]
    pub fn headline(&self) -> String {
        match &self.place {
            Some((file, line, column)) => format!("{file}:{line}:{column}: {}", self.message),
            None => self.message.clone(),
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.headline())?;
        self.help.as_ref().map_or(Ok(()), |help| write!(out, "\n  help: {help}"))
    }
}

impl std::error::Error for ScriptError {}

/// The text of a script, to find the place of what is wrong in it.
#[derive(Debug, Clone, Default)]
pub struct ScriptText {
    /// Its file; none for what was put together from a command line.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The command that plays this, where a script does not say all of it.
    pub command: Option<String>,
}

impl ScriptText {
    /// Reads it.
    ///
    /// # Errors
    /// What is wrong, where.
    pub fn read(&self) -> Result<Script, ScriptError> {
        read_ron(&self.text).map_err(|error| self.ron_error(&error))
    }

    fn ron_error(&self, error: &SpannedError) -> ScriptError {
        let (message, help) = words(error, &self.text);
        let unclosed = if may_be_unclosed(&error.code) { unclosed(&self.text) } else { None };
        let (line, column) = unclosed.map_or_else(|| place(error, &self.text), |(_, line, column)| (line, column));
        ScriptError { place: Some((self.file.clone(), line, column)), message, help }
    }

    /// Puts the place of a word, which stands in the script as it is or in quotes, to an error.
    #[must_use]
    pub fn at(&self, word: &str, mut error: ScriptError) -> ScriptError {
        if error.place.is_none() && !self.file.is_empty() {
            let (line, column) = self.find(word).unwrap_or((1, 1));
            error.place = Some((self.file.clone(), line, column));
        }
        error
    }

    /// Line and column of a word outside comments.
    fn find(&self, word: &str) -> Option<(usize, usize)> {
        let quoted = format!("{word:?}");
        [quoted.as_str(), word].into_iter().find_map(|wanted| {
            self.text.lines().enumerate().find_map(|(line, text)| {
                let code = text.split("//").next().unwrap_or(text);
                let at = code.match_indices(wanted).map(|(at, _)| at).find(|at| stands_alone(code, *at, wanted))?;
                Some((line + 1, code[..at].chars().count() + 1))
            })
        })
    }
}

/// Whether a word is not a part of another.
fn stands_alone(line: &str, at: usize, word: &str) -> bool {
    let part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    word.starts_with('"') || !(part(line[..at].chars().next_back()) || part(line[at + word.len()..].chars().next()))
}

/// Reads a value in the notation of scripts.
///
/// # Errors
/// What is wrong, where.
pub fn read_ron<T: DeserializeOwned>(text: &str) -> Result<T, SpannedError> {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES;
    Options::default().with_default_extension(extensions).from_str(text)
}

/// Reads a value that stands alone, as on a command line.
///
/// # Errors
/// What is wrong, and what is allowed.
pub fn read_value<T: DeserializeOwned>(text: &str) -> Result<T, ScriptError> {
    read_ron(text).map_err(|error| {
        let (message, help) = words(&error, text);
        ScriptError { place: None, message: format!("`{text}`: {message}"), help }
    })
}

/// Whether this is what is found where a bracket is not closed.
fn may_be_unclosed(code: &ron::Error) -> bool {
    use ron::Error;
    matches!(
        code,
        Error::Eof
            | Error::ExpectedComma
            | Error::ExpectedStringEnd
            | Error::ExpectedArrayEnd
            | Error::ExpectedMapEnd
            | Error::ExpectedStructLikeEnd
            | Error::ExpectedOptionEnd
            | Error::ExpectedMapColon
            | Error::ExpectedIdentifier
            | Error::NoSuchEnumVariant { .. }
    )
}

/// A bracket or a quotation mark that is not closed, or a bracket closed by another kind, with its line and column from 1.
fn unclosed(text: &str) -> Option<(char, usize, usize)> {
    let mut open: Vec<(char, usize, usize)> = Vec::new();
    let (mut line, mut column) = (1, 0);
    let (mut quoted, mut escaped, mut comment) = (None, false, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        column += 1;
        match letter {
            '\n' => (line, column, comment, escaped) = (line + 1, 0, false, false),
            _ if comment => {}
            _ if escaped => escaped = false,
            '\\' if quoted.is_some() => escaped = true,
            '"' if quoted.is_none() => quoted = Some((letter, line, column)),
            '"' => quoted = None,
            _ if quoted.is_some() => {}
            '/' if letters.peek() == Some(&'/') => comment = true,
            '(' | '[' | '{' => open.push((letter, line, column)),
            ')' | ']' | '}' => {
                let pair = match letter {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                match open.pop() {
                    Some((other, ..)) if other == pair => {}
                    other => return other,
                }
            }
            _ => {}
        }
    }
    quoted.or(open.pop())
}

/// Line and column of an error. What follows behind a script is shown where it begins, and not where the script ends.
fn place(error: &SpannedError, text: &str) -> (usize, usize) {
    let (line, column) = (error.span.start.line, error.span.start.col);
    if error.code != ron::Error::TrailingCharacters {
        return (line, column);
    }
    let behind = text.lines().enumerate().skip(line.saturating_sub(1)).find_map(|(number, content)| {
        let from = if number + 1 == line { column.saturating_sub(1) } else { 0 };
        let at = content.chars().enumerate().skip(from).find(|(_, letter)| !letter.is_whitespace())?.0;
        Some((number + 1, at + 1))
    });
    behind.unwrap_or((line, column))
}

/// What is told where values follow each other without a comma; none if something else stands there.
fn without_comma(error: &SpannedError, text: &str) -> Option<String> {
    let line = text.lines().nth(error.span.start.line.checked_sub(1)?)?;
    let next = line.chars().nth(error.span.start.col.checked_sub(1)?)?;
    let word: String = line
        .chars()
        .skip(error.span.start.col - 1)
        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
        .collect();
    let follows = next.is_alphabetic() || matches!(next, '"' | '[' | '{');
    follows.then(|| format!("a comma is missing before `{}`", if word.is_empty() { next.to_string() } else { word }))
}

/// What was read wrongly, in words; and help.
fn words(error: &SpannedError, text: &str) -> (String, Option<String>) {
    if text.trim().is_empty() {
        return (
            "the script is empty".into(),
            Some("`mancala sim --print-example` writes scripts of each kind".into()),
        );
    }
    if let (true, Some((bracket, ..))) = (may_be_unclosed(&error.code), unclosed(text)) {
        let closing = match bracket {
            '(' => ')',
            '[' => ']',
            '{' => '}',
            _ => {
                return (
                    "the quotation mark is not closed".into(),
                    Some("texts stand between two quotation marks".into()),
                );
            }
        };
        return (
            format!("the bracket `{bracket}` is not closed"),
            Some(format!("close it by `{closing}`, where what it holds ends")),
        );
    }
    match &error.code {
        ron::Error::TrailingCharacters => (
            "something follows behind the end of the script".into(),
            Some("a file holds one script: give what follows a file of its own, or take it out".into()),
        ),
        ron::Error::ExpectedComma if without_comma(error, text).is_some() => (
            without_comma(error, text).unwrap_or_default(),
            Some("commas part fields and values, as in `games: 1000, seed: 7`".into()),
        ),
        ron::Error::NoSuchStructField { expected, found, outer } => {
            let of = outer.as_ref().map_or(String::new(), |outer| format!(" in `{outer}`"));
            (
                format!("there is no field `{found}`{of}"),
                did_you_mean(found, "fields", expected).or_else(|| Some(all(expected))),
            )
        }
        ron::Error::NoSuchEnumVariant { expected, found, .. } => {
            let key = key_at(text, error.span.start.line, error.span.start.col);
            let of = key.as_ref().map_or(String::new(), |key| format!("`{key}`: "));
            let allowed = key.as_deref().and_then(allowed_for).map_or_else(|| all(expected), String::from);
            let meant = nearest(found, expected.iter().copied());
            let meant = meant.map_or(String::new(), |meant| format!("did you mean `{meant}`? "));
            (format!("{of}`{found}` is not known here"), Some(meant + &allowed))
        }
        ron::Error::MissingStructField { field, outer } => {
            let of = outer.as_ref().map_or(String::new(), |outer| format!(" of `{outer}`"));
            (format!("the field `{field}`{of} is missing"), Some(format!("write `{field}: …`")))
        }
        ron::Error::DuplicateStructField { field, .. } => {
            (format!("the field `{field}` is there twice"), Some("take one of them out".into()))
        }
        ron::Error::Eof => ("the script breaks off".into(), Some("a bracket or a quotation mark is not closed".into())),
        ron::Error::IntegerOutOfBounds => of_key(text, error, "this number is too large or too small"),
        // The names of the notation say nothing to who writes a script.
        ron::Error::SuggestRawIdentifier(_) | ron::Error::ExpectedIdentifier => {
            of_key(text, error, "this cannot stand here without the name of its field")
        }
        ron::Error::ExpectedComma => of_key(text, error, "here a comma, or the end of it, was expected"),
        ron::Error::Message(message) => of_key(text, error, message),
        other => {
            let text_of = other.to_string();
            let mut letters = text_of.chars();
            let lower: String =
                letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect());
            of_key(text, error, &lower)
        }
    }
}

/// A message with the key that it is about in front, and what this key allows.
fn of_key(text: &str, error: &SpannedError, message: &str) -> (String, Option<String>) {
    let allowed = key_at(text, error.span.start.line, error.span.start.col);
    let help = allowed.as_deref().and_then(allowed_for).map(String::from);
    let message = allowed.map_or(message.to_string(), |key| format!("`{key}`: {message}"));
    (message, help.or_else(|| Some("`mancala sim --print-example` shows scripts of each kind".into())))
}

/// The key or the name before a place: `games` in `games: 1`, `AlphaBeta` in `AlphaBeta(1` and before `, north: …`.
fn key_at(text: &str, line: usize, column: usize) -> Option<String> {
    let before: Vec<&str> = text.lines().take(line).collect();
    let (last, whole) = before.split_last()?;
    let last: String = last.chars().take(column).collect();
    let code = whole.iter().copied().chain([last.as_str()]).map(|line| line.split("//").next().unwrap_or(line));
    let code: Vec<char> = code.collect::<Vec<_>>().join(" ").chars().collect();
    let is_part = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let ends = code.iter().enumerate().rev().filter(|(_, letter)| matches!(letter, ':' | '(')).map(|(end, _)| end);
    // A name of which the brackets are missing ends where they were expected.
    let mut names = [code.len().saturating_sub(1)].into_iter().chain(ends).filter_map(|end| {
        let length = code[..end].iter().rev().take_while(|letter| is_part(letter)).count();
        (length > 0).then(|| code[end - length..end].iter().collect::<String>())
    });
    names.find(|name| allowed_for(name).is_some())
}

/// What may stand behind a key of a script.
fn allowed_for(key: &str) -> Option<&'static str> {
    Some(match key {
        "games" => "a whole number, as in `games: 1000`",
        "max_moves" => "a whole number, as in `max_moves: 1000`",
        "seed" => "a whole number from 0, as in `seed: 7`",
        "random_moves" => "a whole number, as in `random_moves: 4`",
        "depth" => "a whole number, as in `depth: 6`",
        "nodes" => "a whole number, as in `nodes: 10000`",
        "captures" => "a whole number, as in `captures: 2`",
        "memory" => "a whole number of megabytes, as in `memory: 16`",
        "playouts" => "a whole number, as in `playouts: 2000`",
        "length" => "a whole number, as in `length: 300`",
        "max_time" => "a number of seconds, as in `max_time: 60.0`",
        "answer_time" => "a number of seconds, as in `answer_time: 10.0`",
        "time" => "a number of seconds, as in `time: 0.5`",
        "precision" => "a share of the points, as in `precision: 0.01`",
        "exploration" => "a number, as in `exploration: 1.0`",
        "swap_sides" | "count_rules" => "`true` or `false`",
        "variant" => "a shipped variant or the path of a rules file, in quotes, as in `variant: \"oware\"`",
        "variants" => "variants in quotes, as in `variants: [\"oware\", \"my-game.mancala\"]`",
        "title" => "a text in quotes",
        "options" => {
            "names and values, as in `options: { \"pits\": 6, \"grand_slam\": \"forbidden\" }`; in a sweep lists of values"
        }
        "players" => {
            "`players: ( south: AlphaBeta(depth: 4), north: Random )`; a sweep has a list of such pairs, a tournament `{ \"name\": Random }`"
        }
        "south" | "north" => {
            "`Random`, `Greedy`, `AlphaBeta(depth: 6)`, `Mcts(playouts: 2000)`, `Moves([\"3\"])`, `Process(\"python3 player.py\")`"
        }
        "AlphaBeta" => {
            "how far it looks, by name, as in `AlphaBeta(depth: 6)`; also `time`, `nodes`, `captures`, `memory`, `weights`"
        }
        "Mcts" => "how long it thinks, by name, as in `Mcts(playouts: 2000)`; also `time`, `exploration`, `length`",
        "Random" | "Greedy" => "nothing stands behind it",
        "Process" => "a command in quotes, as in `Process(\"python3 player.py\")`",
        "Moves" => "moves as the game writes them, as in `Moves([\"3\", \"4\"])`",
        "weights" => "`weights: (score: 100, seeds: 0, pits: 0)`",
        "start" => "`Opening`, `Positions([\"south home: …\"])` or `PositionsFile(\"positions.txt\")`",
        "write" => {
            "`write: [ Summary, Games(\"g.jsonl\"), Table(\"t.csv\"), Report(\"r.html\"), Json(\"f.json\"), Counts(\"c.counts\") ]`"
        }
        "expect" => "figures and their bounds, as in `expect: [ SouthScore(at_least: 0.5) ]`",
        "Simulation" => "fields by name, as in `Simulation(variant: \"oware\", games: 1000)`",
        "Sweep" => "fields by name, as in `Sweep(variants: [\"kalah\"], options: { \"seeds\": [3, 4] })`",
        "Tournament" => {
            "fields by name, as in `Tournament(variant: \"kalah\", players: { \"one\": Random, \"two\": Greedy })`"
        }
        _ => return None,
    })
}

fn all(names: &[&str]) -> String {
    format!("there are {}", names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
}
