//! Which options a variant has, and what they may be.

use super::variant::Variant;
use crate::diagnostic::did_you_mean;
use crate::model::{Bound, Choices};
use crate::resolve::Bindings;

/// Why an option cannot be bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The variant has no such option or parameter.
    #[error("there is no option or parameter `{name}`")]
    Unknown {
        /// The name.
        name: String,
        /// The nearest names, or all.
        help: String,
    },
    /// It cannot have this value.
    #[error("`{name}` cannot be `{value}`")]
    Value {
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What it may be.
        help: String,
    },
}

impl OptionError {
    /// How to go on.
    #[must_use]
    pub fn help(&self) -> &str {
        let (OptionError::Unknown { help, .. } | OptionError::Value { help, .. }) = self;
        help
    }
}

impl Variant {
    /// Binds options and parameters by name. A file with something wrong in it has no options that could be judged: what is
    /// wrong is told when the game is made.
    ///
    /// # Errors
    /// There is no such option, or it cannot have the value.
    ///
    /// # Examples
    /// ```
    /// let kalah = mancala::Variant::shipped("kalah")?;
    /// let small = kalah.game_with(&kalah.bind([("pits", "4"), ("seeds", "3")])?)?;
    /// assert_eq!(small.start().total(), 24);
    /// assert!(kalah.bind([("pits", "many")]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bind<'a>(&self, options: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Bindings, OptionError> {
        let declared = self.problems().is_empty().then(|| self.options());
        options.into_iter().try_fold(Bindings::default(), |bindings, (name, value)| {
            declared.as_ref().map_or(Ok(()), |declared| fits(declared, name, value))?;
            Ok(bindings.with(name, value))
        })
    }
}

/// Whether an option may have a value.
fn fits(declared: &[Bound], name: &str, value: &str) -> Result<(), OptionError> {
    let Some(bound) = declared.iter().find(|bound| bound.name == name) else {
        let names: Vec<&str> = declared.iter().map(|bound| bound.name.as_str()).collect();
        return Err(OptionError::Unknown { name: name.into(), help: nearest(name, "options", &names) });
    };
    let help = match &bound.choices {
        Choices::Values(values) if values.iter().all(|(known, _)| known != value) => {
            let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
            nearest(value, "values", &names)
        }
        Choices::Range(low, high) if value.parse::<u32>().map_or(true, |number| !(*low..=*high).contains(&number)) => {
            format!("`{name}` is a number from {low} to {high}")
        }
        _ => return Ok(()),
    };
    Err(OptionError::Value { name: name.into(), value: value.into(), help })
}

/// The nearest of some names, or all of them.
pub(crate) fn nearest(name: &str, what: &str, names: &[&str]) -> String {
    if names.is_empty() {
        return format!("this game has no {what}");
    }
    let all = || format!("there are {}", names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
    did_you_mean(name, what, names).unwrap_or_else(all)
}
