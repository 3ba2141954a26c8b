//! What the reference of the language says of a word: the rows of its tables in which the word stands.

use std::collections::HashMap;
use std::sync::OnceLock;

const REFERENCE: &str = include_str!("../../docs/language.md");
/// Most rows that are told of one word.
const MOST_ROWS: usize = 3;

/// A row of a table.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// How it is written.
    form: &'static str,
    /// What it does.
    meaning: &'static str,
}

/// What is written with a word of the language, and what it means.
pub(super) fn explained(word: &str) -> Option<String> {
    static ROWS: OnceLock<HashMap<&'static str, Vec<Row>>> = OnceLock::new();
    let rows = ROWS.get_or_init(rows).get(word)?;
    // Rows that begin with the word are about it; the others only mention it.
    let begins = |row: &&Row| row.form.trim_start_matches(['`', '…', ' ', ',']).starts_with(word);
    let (about, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(begins);
    let told = about.into_iter().chain(others).take(MOST_ROWS);
    Some(told.map(|row| format!("{}: {}", row.form, row.meaning)).collect::<Vec<_>>().join("\n\n"))
}

fn rows() -> HashMap<&'static str, Vec<Row>> {
    let mut found: HashMap<&str, Vec<Row>> = HashMap::new();
    for line in REFERENCE.lines().filter(|line| line.starts_with("| ")) {
        let mut cells = line.trim_matches('|').splitn(2, " | ").map(str::trim);
        let (Some(form), Some(meaning)) = (cells.next(), cells.next()) else { continue };
        let row = Row { form, meaning };
        let code = form.split('`').skip(1).step_by(2);
        let words = code.flat_map(|code| code.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_'));
        for word in words.filter(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase())) {
            let rows = found.entry(word).or_default();
            if rows.last().is_none_or(|last| last.form != form) {
                rows.push(row);
            }
        }
    }
    found
}
