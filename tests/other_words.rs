//! The table of `docs/errors/other_word.md`: what others write gets help on its line, and what is to be written can be
//! read.

use mancala::check::check;
use mancala::diagnostic::Severity;

/// A game with room for each kind of snippet; `@` stands for the place of the snippet.
const GAME: &str = "mancala 1
@the file@
board {
    row home: 4 facing opponent home
    store
    track ring: own home, opponent home
    track loop: own home, opponent home   both ways right, left
    @the board@
}
setup { home: 3 each }
state { full: no  spot: none
    @the state@
}
turn: sowing
move sowing {
    choose pit in own home where seeds(it) >= 2
    @a statement@
    lift pit
    @the sowing@
    let number_kept = (1 if full, otherwise 2)
    let other = @a number@
    landing {
        @a row@
        first: @a condition@ -> stop
        otherwise -> @an outcome@
    }
}
end { stuck: before a turn, mover cannot move -> @an end@ }
";

const OTHERWISE: [(&str, &str); 10] = [
    ("the file", "game \"x\""),
    ("the board", ""),
    ("the state", ""),
    ("a statement", ""),
    ("the sowing", "sow ring after pit"),
    ("a number", "1"),
    ("a row", ""),
    ("a condition", "seeds(last) = 1"),
    ("an outcome", "stop"),
    ("an end", "higher score wins"),
];

fn game(place: &str, snippet: &str) -> (String, usize) {
    let line = GAME.lines().position(|line| line.contains(&format!("@{place}@"))).unwrap() + 1;
    let text = OTHERWISE.iter().fold(GAME.to_string(), |text, (other, usual)| {
        text.replace(&format!("@{other}@"), if *other == place { snippet } else { usual })
    });
    // A file has a title whatever else is put in.
    let title = if place == "the file" && !snippet.starts_with("game") { "game \"x\"\n" } else { "" };
    (text.replacen("board {", &format!("{title}board {{"), 1), line)
}

fn code(cell: &str) -> String {
    cell.trim().trim_matches('`').replace("\\|", "|")
}

/// The words and marks of a snippet.
fn pieces(snippet: &str) -> Vec<String> {
    const LONG_MARKS: [&str; 5] = ["->", "..", ">=", "<=", "!="];
    let mut found: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in snippet.chars().filter(|letter| *letter != '`') {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        match found.last_mut() {
            Some(last) if is_word(letter) && is_word(before) => last.push(letter),
            Some(last) if LONG_MARKS.contains(&format!("{last}{letter}").as_str()) => last.push(letter),
            _ if letter.is_whitespace() => {}
            _ => found.push(letter.to_string()),
        }
        before = letter;
    }
    found
}

/// What is to be written and was not, as far as it is a word or mark of the language.
fn lacking(wrong: &str, right: &str) -> Vec<String> {
    let grammar = include_str!("../grammar/mancala.pest");
    let had = pieces(wrong);
    let is_known = |piece: &String| {
        grammar.contains(&format!("\"{piece}\"")) || ["seeds", "last", "laps", "it"].contains(&piece.as_str())
    };
    pieces(right).into_iter().filter(|piece| !had.contains(piece) && is_known(piece)).collect()
}

/// Whether what is said of a problem names a word or mark that is lacking.
fn names_what_is_lacking(first: &mancala::diagnostic::Diagnostic, wrong: &str, right: &str) -> bool {
    let said = first.labels.iter().map(|label| label.text.as_str()).chain(first.help.as_deref());
    let quoted: Vec<String> = said.flat_map(|text| text.split('`').skip(1).step_by(2)).flat_map(pieces).collect();
    let lacking = lacking(wrong, right);
    lacking.is_empty() || lacking.iter().any(|piece| quoted.contains(piece))
}

#[test]
fn what_others_write_is_explained_and_what_is_to_be_written_can_be_read() {
    let page = include_str!("../docs/errors/other_word.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(rows.len() >= 120, "{} rows", rows.len());
    let mut bad = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [wrong, right, place] = cells.as_slice() else { panic!("three cells: {row}") };
        let place = place.trim();
        let (text, line) = game(place, &code(wrong));
        let report = check("wrong.mancala", &text, &|_| None);
        let first = report.diagnostics.iter().find(|one| one.severity == Severity::Error);
        let on_line =
            first.is_some_and(|first| first.labels.iter().any(|label| report.sources.line(label.span) == line));
        let helps =
            first.is_some_and(|first| first.help.is_some() && names_what_is_lacking(first, &code(wrong), &code(right)));
        if !on_line || !helps {
            bad.push(format!("{row}\n    {first:?}"));
        }
        let errors = report.diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
        if errors > 2 {
            bad.push(format!("{row}\n    {errors} errors"));
        }
        let report = check("right.mancala", &game(place, &code(right)).0, &|_| None);
        let refused = report.diagnostics.iter().find(|one| matches!(one.code.stage, "parse" | "resolve"));
        if let Some(refused) = refused {
            bad.push(format!("{row}\n    cannot be read: {refused:?}"));
        }
    }
    assert!(bad.is_empty(), "{} rows:\n{}", bad.len(), bad.join("\n"));
}
