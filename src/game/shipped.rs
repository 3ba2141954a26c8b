//! The variants that come with the program.

use super::facts::{Capture, Difficulty, Facts};

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A variant that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shipped {
    /// The name by which it is asked for: that of its file.
    pub name: &'static str,
    /// The folder of the region where it is played: one of [`REGIONS`](super::REGIONS).
    pub region: &'static str,
    /// The rules file.
    pub text: &'static str,
}

/// The shipped variants, in alphabetical order of their names.
#[must_use]
pub fn shipped() -> &'static [Shipped] {
    SHIPPED
}

/// Names of the shipped variants, in alphabetical order.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|variant| variant.name)
}

/// The rules file of a shipped variant.
#[must_use]
pub fn shipped_text(name: &str) -> Option<&'static str> {
    Some(SHIPPED[place_of(name)?].text)
}

/// What a list says of a shipped variant: the facts that [`Facts::of`] finds, without reading its file.
#[must_use]
pub fn shipped_facts(name: &str) -> Option<Facts> {
    Some(FACTS[place_of(name)?].told())
}

/// Where a variant stands in the tables.
fn place_of(name: &str) -> Option<usize> {
    SHIPPED.binary_search_by_key(&name, |variant| variant.name).ok()
}

/// Facts as the tables have them.
struct Known {
    title: &'static str,
    source: Option<&'static str>,
    aliases: &'static [&'static str],
    about: &'static str,
    options: &'static [&'static str],
    rows: usize,
    laps: bool,
    captures: &'static [Capture],
    lines: usize,
    difficulty: Difficulty,
    rule_lines: usize,
}

impl Known {
    fn told(&self) -> Facts {
        let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        Facts {
            title: self.title.into(),
            source: self.source.map(String::from),
            aliases: owned(self.aliases),
            about: self.about.into(),
            options: owned(self.options),
            rows: self.rows,
            laps: self.laps,
            captures: self.captures.to_vec(),
            lines: self.lines,
            difficulty: self.difficulty,
            rule_lines: self.rule_lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Facts, shipped, shipped_facts};

    #[test]
    fn facts_of_the_tables_are_those_of_the_files() {
        for one in shipped() {
            assert_eq!(shipped_facts(one.name), Some(Facts::of(one.text, &|_| None)), "{}", one.name);
        }
    }
}
