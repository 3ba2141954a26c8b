//! Options, parameters and presets, and the values they are bound to.

use super::Resolver;
use crate::diagnostic::{Diagnostic, code, did_you_mean};
use crate::model::{Bound, Choices, Preset};
use crate::source::Span;
use crate::syntax::ast::{Binding, File, Item, ItemKind, Name, OptionItem};
use crate::syntax::is_reserved;
use std::collections::BTreeMap;

/// Values for options and parameters by name; what is not named has its default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bindings {
    values: BTreeMap<String, (String, Option<Span>)>,
}

impl Bindings {
    /// Binds an option or parameter from outside a file.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.values.insert(name.to_string(), (value.to_string(), None));
        self
    }

    /// Binds what a file says; it wins over what was bound before.
    pub fn overrides(&mut self, bindings: &[Binding]) {
        for binding in bindings {
            self.values.insert(binding.name.text.clone(), (binding.value.text.clone(), Some(binding.value.span)));
        }
    }

    /// These bindings, and those of another where it has some.
    #[must_use]
    pub fn over(mut self, other: &Bindings) -> Self {
        for (name, value) in &other.values {
            self.values.insert(name.clone(), value.clone());
        }
        self
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, (value, _))| (name.as_str(), value.as_str()))
    }
}

/// The options and parameters that a file declares, each with its default as value.
#[must_use]
pub fn declared_options(file: &File) -> Vec<Bound> {
    file.items.iter().filter_map(declared).collect()
}

fn declared(item: &Item) -> Option<Bound> {
    match &item.kind {
        ItemKind::Option(option) => {
            let (default, _) = option.values.first()?;
            let values = option
                .values
                .iter()
                .map(|(name, about)| (name.text.clone(), about.as_ref().map(|text| text.text.clone())));
            Some(Bound {
                name: option.name.text.clone(),
                value: default.text.clone(),
                about: option.about.as_ref().map(|text| text.text.clone()),
                choices: Choices::Values(values.collect()),
                span: option.name.span,
            })
        }
        ItemKind::Parameter(parameter) => Some(Bound {
            name: parameter.name.text.clone(),
            value: parameter.default.to_string(),
            about: parameter.about.as_ref().map(|text| text.text.clone()),
            choices: Choices::Range(parameter.low, parameter.high),
            span: parameter.name.span,
        }),
        _ => None,
    }
}

/// Words of the language that a rule can ask for as values of options.
const ASKED_FOR: [&str; 6] = ["no", "own", "opponent", "all", "south", "north"];

/// Values of an option that are words of the language. One of them is told from all others by `is not`; two are not told from
/// each other.
fn indistinct_values(option: &OptionItem) -> Option<Diagnostic> {
    let unasked = |value: &&Name| {
        let word = value.text.as_str();
        matches!(word, "empty" | "even" | "odd") || is_reserved(word) && !ASKED_FOR.contains(&word)
    };
    let mut values = option.values.iter().map(|(value, ..)| value).filter(unasked);
    let (first, second) = (values.next()?, values.next()?);
    let message = format!("no rule can tell the values `{}` and `{}` from each other", first.text, second.text);
    let report = Diagnostic::error(code::RESERVED_WORD, second.span, message, "a word of the language, too");
    Some(report.also(first.span, "a word of the language").help(format!(
        "rename one of them, such as `{}_it`: a rule cannot ask `{} is {}`",
        second.text, option.name.text, second.text
    )))
}

impl Resolver<'_> {
    pub(super) fn bind_options(&mut self, bindings: &Bindings) {
        self.model.bindings = self.items.iter().filter_map(declared).collect();
        for item in self.items {
            match &item.kind {
                ItemKind::Option(option) => {
                    indistinct_values(option).into_iter().for_each(|problem| self.report(problem));
                }
                ItemKind::Parameter(parameter) if parameter.low > parameter.high => {
                    self.error(
                        code::OUT_OF_RANGE,
                        parameter.numbers,
                        format!("`{}` can have no value", parameter.name.text),
                        format!("{} to {} runs downward", parameter.low, parameter.high),
                    );
                }
                ItemKind::Parameter(parameter) if !(parameter.low..=parameter.high).contains(&parameter.default) => {
                    self.error(
                        code::OUT_OF_RANGE,
                        parameter.numbers,
                        format!("the default of `{}` is outside its range", parameter.name.text),
                        format!("{} is not in {}..{}", parameter.default, parameter.low, parameter.high),
                    );
                }
                ItemKind::Preset(name, about, values) => {
                    values.iter().for_each(|binding| {
                        self.known_binding(&binding.name.text, &binding.value.text, Some(binding.value.span));
                    });
                    self.model.presets.push(Preset {
                        name: name.text.clone(),
                        about: about.as_ref().map(|text| text.text.clone()),
                        bindings: values.iter().map(|one| (one.name.text.clone(), one.value.text.clone())).collect(),
                    });
                }
                _ => {}
            }
        }
        for (name, (value, span)) in &bindings.values {
            self.known_binding(name, value, *span);
            if let Some(bound) = self.model.bindings.iter_mut().find(|bound| bound.name == *name) {
                bound.value.clone_from(value);
            }
        }
    }

    fn known_binding(&mut self, name: &str, value: &str, span: Option<Span>) {
        let here = self.items.first().map_or(Span::default(), |item| item.span);
        let span = span.unwrap_or(here);
        let Some(bound) = self.model.bindings.iter().find(|bound| bound.name == name).cloned() else {
            let names: Vec<&str> = self.model.bindings.iter().map(|bound| bound.name.as_str()).collect();
            let help = did_you_mean(name, "options and parameters", &names)
                .unwrap_or_else(|| "this game has no options".into());
            self.report(
                Diagnostic::error(
                    code::UNKNOWN_OPTION,
                    span,
                    format!("there is no option or parameter `{name}`"),
                    "bound for this game",
                )
                .help(help),
            );
            return;
        };
        let (fits, help) = match &bound.choices {
            Choices::Values(values) => {
                let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
                (names.contains(&value), did_you_mean(value, "values", &names))
            }
            Choices::Range(low, high) => {
                // A range without a number is a mistake of its own.
                let fits = low > high || value.parse::<u32>().is_ok_and(|number| (*low..=*high).contains(&number));
                (fits, Some(format!("`{name}` is a number from {low} to {high}")))
            }
        };
        if !fits {
            self.report(
                Diagnostic::error(code::UNKNOWN_VALUE, span, format!("`{name}` cannot be `{value}`"), "bound to this")
                    .also(bound.span, "declared here")
                    .help_if(help),
            );
        }
    }
}
