//! Reads scripts, and says where one is wrong.

use super::script::Script;
use crate::diagnostic::did_you_mean;
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
        let (line, column) = (error.span.start.line, error.span.start.col);
        let (message, help) = words(&error.code);
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

/// What was read wrongly, in words; and help.
pub(super) fn words(error: &ron::Error) -> (String, Option<String>) {
    match error {
        ron::Error::NoSuchStructField { expected, found, outer } => {
            let of = outer.as_ref().map_or(String::new(), |outer| format!(" in `{outer}`"));
            (
                format!("there is no field `{found}`{of}"),
                did_you_mean(found, "fields", expected).or_else(|| Some(all(expected))),
            )
        }
        ron::Error::NoSuchEnumVariant { expected, found, .. } => (
            format!("`{found}` is not known here"),
            did_you_mean(found, "possible", expected).or_else(|| Some(all(expected))),
        ),
        ron::Error::MissingStructField { field, outer } => {
            let of = outer.as_ref().map_or(String::new(), |outer| format!(" of `{outer}`"));
            (format!("the field `{field}`{of} is missing"), Some(format!("write `{field}: …`")))
        }
        ron::Error::DuplicateStructField { field, .. } => {
            (format!("the field `{field}` is there twice"), Some("take one of them out".into()))
        }
        ron::Error::IntegerOutOfBounds => {
            ("this number is too large or too small".into(), Some("a whole number from 0 is wanted here".into()))
        }
        ron::Error::Eof => ("the script breaks off".into(), Some("a bracket or a quotation mark is not closed".into())),
        other => {
            let text = other.to_string();
            let mut letters = text.chars();
            let lower = letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect());
            (lower, Some("`mancala sim --print-example` shows scripts of each kind".into()))
        }
    }
}

fn all(names: &[&str]) -> String {
    format!("there are {}", names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
}
