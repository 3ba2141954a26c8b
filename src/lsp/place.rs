//! Where a place lies in its item: what stands before it, and what encloses it.

use crate::syntax::comment_start;

/// Marks of more than one sign.
const LONG_MARKS: [&str; 5] = ["->", "..", "<=", ">=", "!="];

/// A place that is written at.
#[derive(Debug)]
pub(super) struct Place<'a> {
    /// Words, numbers, texts and marks of the item before it.
    before: Vec<&'a str>,
    /// Those of them that are brackets which are open here, by number.
    open: Vec<usize>,
}

impl<'a> Place<'a> {
    /// The place behind this part of an item.
    pub(super) fn behind(item: &'a str) -> Self {
        let before: Vec<&str> = item.split('\n').flat_map(words_and_marks).collect();
        let mut open = Vec::new();
        for (number, word) in before.iter().enumerate() {
            match *word {
                "{" | "(" => open.push(number),
                "}" | ")" => drop(open.pop()),
                _ => {}
            }
        }
        Place { before, open }
    }

    /// What stands before it, in the order of the text.
    pub(super) fn before(&self) -> &[&'a str] {
        &self.before
    }

    /// The word that the item begins with.
    pub(super) fn item(&self) -> &'a str {
        self.before.first().copied().unwrap_or_default()
    }

    pub(super) fn last(&self) -> &'a str {
        self.before.last().copied().unwrap_or_default()
    }

    /// The word of the table or block that a statement here belongs to: `landing`, `drop`, `finally`, `over`, `position`,
    /// `expect`, or that of the item. Bodies of rows, loops and alternatives belong to what they stand in.
    pub(super) fn table(&self) -> &'a str {
        let braces = self.open.iter().rev().filter(|at| self.before[**at] == "{");
        let words = braces.filter_map(|at| match &self.before[..*at] {
            [.., word @ ("landing" | "drop" | "finally" | "over" | "position" | "expect")] => Some(*word),
            [.., "but", "the", "last"] => Some("drop"),
            _ => None,
        });
        words.into_iter().next().unwrap_or(self.item())
    }

    /// Whether it stands in braces within the braces of `position` or `expect`: a bag of pieces.
    pub(super) fn is_in_bag(&self) -> bool {
        let innermost = self.open.last().map(|at| &self.before[..*at]);
        matches!(self.table(), "position" | "expect")
            && !matches!(innermost, Some([.., "position" | "expect"]) | None)
            && self.open.last().is_some_and(|at| self.before[*at] == "{")
    }

    /// What stands before the parenthesis that is open here, if the innermost open bracket is one.
    pub(super) fn before_parenthesis(&self) -> Option<&[&'a str]> {
        let at = *self.open.last()?;
        (self.before[at] == "(").then(|| &self.before[..at])
    }
}

/// The words, numbers, texts and marks of a line, without its comment.
fn words_and_marks(line: &str) -> Vec<&str> {
    let mut rest = line[..comment_start(line).unwrap_or(line.len())].trim_start();
    let mut found = Vec::new();
    while let Some(first) = rest.chars().next() {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |close| close + 2),
            _ if is_part(first) => rest.find(|letter| !is_part(letter)).unwrap_or(rest.len()),
            _ => LONG_MARKS.iter().find(|mark| rest.starts_with(**mark)).map_or(first.len_utf8(), |mark| mark.len()),
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_belong_to_the_table_around_them() {
        let table = |item: &'static str| Place::behind(item).table();
        assert_eq!(table("move sowing {\n lift "), "move");
        assert_eq!(table("move sowing {\n landing {\n a: last in own home -> {\n "), "landing");
        assert_eq!(table("move sowing {\n landing {\n a: b -> stop }\n"), "move");
        assert_eq!(table("move a { sow ring after pit each drop but the last { "), "drop");
        assert_eq!(table("end {\n a: after a turn -> { for p in own home { "), "end");
        assert_eq!(table("example \"#1 {\" {\n expect { south "), "expect");
        assert!(Place::behind("example \"a\" { position { south home: {").is_in_bag());
        assert!(!Place::behind("example \"a\" { position { south home: {stone} ").is_in_bag());
    }

    #[test]
    fn what_is_called_is_known_within_its_parentheses() {
        let place = Place::behind("define a = max(seeds(own home), ");
        assert!(matches!(place.before_parenthesis(), Some([.., "max"])));
    }
}
