//! Options and parameters with their values.

use super::{Answer, meaningless};
use mancala::syntax::ast::{Item, ItemKind};
use std::collections::HashMap;

/// What an option or parameter is set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Setting {
    /// A value of an option, by its name.
    Named(String),
    /// That of an option whose values are yes and no.
    Truth(bool),
    /// The value of a parameter.
    Number(u32),
}

/// Every option and parameter of a game with its value.
#[derive(Debug, Default)]
pub(super) struct Options {
    settings: HashMap<String, Setting>,
}

impl Options {
    /// Their defaults, unless something else is bound; what is bound later counts.
    pub(super) fn bind(items: &[Item], bound: &[(String, String)]) -> Answer<Options> {
        let mut options = Options::default();
        for item in items {
            match &item.kind {
                ItemKind::Option(option) => {
                    let names: Vec<&str> = option.values.iter().map(|(name, _)| name.text.as_str()).collect();
                    let setting = match names[..] {
                        [] => return meaningless("an option without values"),
                        ["yes", "no"] | ["no", "yes"] => Setting::Truth(names[0] == "yes"),
                        [first, ..] => Setting::Named(first.into()),
                    };
                    options.settings.insert(option.name.text.clone(), setting);
                }
                ItemKind::Parameter(parameter) => {
                    options.settings.insert(parameter.name.text.clone(), Setting::Number(parameter.default));
                }
                _ => {}
            }
        }
        for (name, value) in bound {
            match options.settings.get_mut(name) {
                Some(Setting::Named(now)) => now.clone_from(value),
                Some(Setting::Truth(now)) => *now = value == "yes",
                Some(Setting::Number(now)) => match value.parse() {
                    Ok(number) => *now = number,
                    Err(_) => return meaningless(format!("{name} cannot be {value}")),
                },
                None => return meaningless(format!("there is no option {name}")),
            }
        }
        Ok(options)
    }

    /// What the option or parameter of this name is set to, if there is one.
    pub(super) fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.get(name)
    }
}
