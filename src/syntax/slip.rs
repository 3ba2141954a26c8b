//! The usual slips of a writer, and how to go on from them.

use super::chunk::comment_start;
use super::parser::Rule;
use super::rule_name::rule_name;
use crate::diagnostic::nearest;
use std::ops::Range;

/// How many words, back from where reading stopped, may be what stopped it.
const WORDS_BACK: usize = 10;
/// How many of them may differ by more than one letter from what was meant.
const WORDS_NEAR: usize = 3;

/// Other spellings of words of the language.
const OTHER_WORDS: [&str; 1] = ["step"];

/// A word that is none of the language and looks much like one.
pub(super) struct Misspelled {
    /// Its bytes in the file.
    pub(super) at: Range<usize>,
    /// The word of the language.
    pub(super) near: &'static str,
}

/// Looks for a misspelled word of the language where reading stopped, and shortly before: a misspelled word is taken for
/// a name, and reading stops somewhere behind it. A word that stands in the file more than once is believed to be a name,
/// unless it is one of the language but for capital letters.
pub(super) fn misspelled(text: &str, item: usize, stopped: usize) -> Option<Misspelled> {
    let code = without_comments(text);
    let words = words(&code);
    let spelled = |at: &Range<usize>| &code[at.clone()];
    let suspects = words.iter().rev().filter(|at| item <= at.start && at.start <= stopped).take(WORDS_BACK);
    let keywords = keywords();
    suspects.enumerate().find_map(|(back, at)| {
        let is_known = |word: &str| keywords.contains(&word) || OTHER_WORDS.contains(&word);
        let word = std::str::from_utf8(spelled(at)).ok().filter(|word| word.len() >= 3 && !is_known(word))?;
        let once = words.iter().filter(|other| spelled(other) == spelled(at)).count() == 1;
        // A slip seldom hits the first letter.
        let alike = keywords.iter().copied().filter(|keyword| keyword[..1].eq_ignore_ascii_case(&word[..1]));
        let near = nearest(word, alike)?;
        let letters = strsim::osa_distance(&word.to_lowercase(), near);
        let is_meant = letters == 0 || once && (back < WORDS_NEAR || letters == 1);
        is_meant.then(|| Misspelled { at: at.clone(), near })
    })
}

/// The words of the language, but for the shortest: almost anything looks like them.
fn keywords() -> Vec<&'static str> {
    let names = Rule::all_rules().iter().filter_map(|rule| rule_name(*rule).strip_prefix('`')?.strip_suffix('`'));
    names.filter(|word| word.len() >= 3 && word.bytes().all(|letter| letter.is_ascii_lowercase())).collect()
}

/// The text with blanks for comments and what stands in quotes.
fn without_comments(text: &str) -> Vec<u8> {
    let mut code = Vec::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = comment_start(line).unwrap_or(line.len());
        let mut quoted = false;
        code.extend(line.bytes().enumerate().map(|(at, byte)| {
            quoted ^= byte == b'"';
            if quoted || at >= end { b' ' } else { byte }
        }));
    }
    code
}

fn words(code: &[u8]) -> Vec<Range<usize>> {
    let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(start) = code[at..].iter().position(|byte| byte.is_ascii_alphabetic()).map(|skip| at + skip) {
        let end = code[start..].iter().position(|byte| !in_word(byte)).map_or(code.len(), |length| start + length);
        words.push(start..end);
        at = end;
    }
    words
}

/// Words of other languages, and of this one before it was published, for what is said otherwise; and conditions that
/// are joined so that a reader might take them otherwise.
pub(super) fn joined(before: &str, found: &str) -> Option<&'static str> {
    let before = before.trim_end();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let last_word = |word: &str| before.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric));
    let has = |word: &str| line.split(|letter: char| !letter.is_alphanumeric()).any(|one| one == word);
    let row = line.rsplit("->").next().unwrap_or_default();
    Some(match found {
        "default" => "the first value of an option is the default: write it first, without `default`",
        "from" if has("sow") => "write `after …` to begin behind a place, `starting in …` to begin in it",
        "repeats" if last_word("position") => {
            "write `position occurs 2 times`: the second time is the first repetition"
        }
        "seeds" if last_word("most") => "write `higher score wins`",
        "step" | "steps" => "write `place after …`, or `2 places after …`",
        "if" if has("skipping") => "write the condition with `where`: `skipping pit where seeds(it) >= 12`",
        "some" if last_word("not") => "write `no …` where there is none",
        "is" | "was" | "in" if has("not") => {
            "the comparison has its own `not`: write `… is not empty`, `… was not empty`, `… not in …`"
        }
        "=" | "<" | ">" if has("not") => "write `!=`, `>=` or `<=`, or put the comparison into parentheses: `not (…)`",
        "or" if row.contains(',') => "put what `or` joins into parentheses: `a, (b or c)`",
        "," if has("or") => "put what `or` joins into parentheses: `(a or b), c`",
        "where" if has("where") || row.contains(" + ") || row.contains(" - ") => {
            "put what `where` filters into parentheses: `a + (b where …)`, or `(a + b) where …`"
        }
        _ => return None,
    })
}

/// How to go on from where reading stopped: what stands before it, what is there, what was expected.
pub(super) fn guess(before: &str, found: &str, rest: &str, expected: &[&str]) -> Option<String> {
    if let Some(help) = joined(before, found) {
        return Some(help.into());
    }
    let missing = |mark: &str| expected.iter().any(|word| word.contains(mark));
    if rest.starts_with("==") || (found == "=" && before.ends_with('=')) {
        return Some("write `=` to compare numbers, `is` to compare anything else".into());
    }
    if found == "=" && missing("`:`") {
        return Some("write `:` here; `=` stands only in `let` and `define`, and compares numbers".into());
    }
    if found == ":" && missing("`->`") {
        return Some("write `->` between the conditions of a row and what happens".into());
    }
    if rest.starts_with('\'') {
        return Some("write texts in double quotes".into());
    }
    if rest.starts_with("=>") || rest.starts_with('→') || (found == ">" && before.ends_with('=')) {
        return Some("write `->` before what happens, and `>=` for “at least”".into());
    }
    if rest.starts_with("&&") || rest.starts_with("||") || rest.starts_with('!') {
        return Some("write `and`, `or`, `not`".into());
    }
    if found == "else" && rest["else".len()..].trim_start().starts_with("->") {
        return Some("write `otherwise` for all that is left".into());
    }
    let asked = before.trim_end().strip_suffix("not").unwrap_or(before).trim_end();
    if asked.ends_with(" is") && super::parser::is_reserved(found) {
        return Some(format!(
            "no rule can ask for a value called `{found}`: rename it, or ask for the others with `is not`"
        ));
    }
    if found == "captures" {
        return Some("write `capture …` for the mover, `opponent captures …` for the other player".into());
    }
    if found == "move" && before.trim_end().ends_with("cannot") {
        return Some("only the player to move can be asked: `mover cannot move`".into());
    }
    if expected.contains(&"a pit number") {
        return Some("a `,` or `and` stands between two conditions".into());
    }
    let begins_line = before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
    if begins_line && super::parser::ITEM_WORDS.contains(&found) {
        return Some(format!("if this is the item `{found}`, it begins in the first column"));
    }
    None
}
