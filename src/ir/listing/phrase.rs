//! Text of an expression with how strongly it holds together, so that only those parentheses are written that are needed.

use std::fmt;

/// How strongly the parts of an expression hold together, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// What reaches as far right as it can: `SET where …`.
    Open,
    /// `a or b`
    Or,
    /// `a and b`
    And,
    /// `not a`
    Not,
    /// `a when the turn began`
    Past,
    /// `a = b`
    Compare,
    /// `a + b`
    Sum,
    /// `a * b`
    Product,
    /// `facing a`
    Prefix,
    /// A name, a number, a call.
    Atom,
}

/// Text of an expression.
#[derive(Debug, Clone)]
pub(super) struct Phrase {
    text: String,
    level: Level,
}

impl Phrase {
    pub(super) fn new(level: Level, text: impl Into<String>) -> Self {
        Phrase { text: text.into(), level }
    }

    pub(super) fn atom(text: impl Into<String>) -> Self {
        Phrase::new(Level::Atom, text)
    }

    /// Something in front of an operand that holds together closely: `facing last`.
    pub(super) fn prefixed(word: &str, operand: Phrase) -> Self {
        Phrase::new(Level::Prefix, format!("{word} {}", operand.at(Level::Prefix)))
    }

    /// A call: `seeds(last)`.
    pub(super) fn call(name: &str, operands: &[Phrase]) -> Self {
        let operands: Vec<String> = match operands {
            [only] => vec![only.text.clone()],
            operands => operands.iter().map(Phrase::in_list).collect(),
        };
        Phrase::atom(format!("{name}({})", operands.join(", ")))
    }

    /// Two operands with a word between them, which may hold together as weakly as this, and the second more strongly.
    pub(super) fn joined(level: Level, one: Phrase, word: &str, two: Phrase, second: Level) -> Self {
        Phrase::new(level, format!("{} {word} {}", one.at(level), two.at(second)))
    }

    /// Two operands that compare.
    pub(super) fn compared(one: Phrase, word: &str, two: Phrase) -> Self {
        Phrase::new(Level::Compare, format!("{} {word} {}", one.at(Level::Sum), two.at(Level::Sum)))
    }

    /// The text where a comma or a word follows that must not be taken for a part of it.
    pub(super) fn in_list(&self) -> String {
        self.clone().at(Level::Or)
    }

    /// The text where an operand must hold together so strongly.
    pub(super) fn at(self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}
