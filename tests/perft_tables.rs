//! Perft tables as files: `tests/perft/*.perft`.
//!
//! A line is `with option=value …` (options for the lines below; alone: none), `position …` (a position for the lines
//! below; alone: the start), or `perft n n n …` (paths of 1, 2, 3 … moves). `#` begins a comment.
//!
//! Most tables are a single line, counted by the engine itself: they show when something changes. That the counts are right is
//! shown elsewhere, by the reference evaluator on games at random (`agreement`), and by the numbers of moves in recorded
//! games (`records`). Where other programs or people have counted, a comment in the table says so.

use crate::shipped::game;
use mancala::text::position_of_entries;
use std::fs;
use std::path::Path;

/// More paths than the usual run should count.
const MOST: u64 = 40_000;

#[test]
fn perft_tables_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let most = if std::env::var_os("MANCALA_POSITIONS").is_some() { u64::MAX } else { MOST };
    let mut tables = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        table(&name, &fs::read_to_string(&path).unwrap(), most);
        tables += 1;
    }
    assert!(tables > 0, "there are tables");
}

fn table(name: &str, text: &str, most: u64) {
    let (mut options, mut position) = (String::new(), String::new());
    for line in
        text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).filter(|line| !line.is_empty())
    {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "with" => options = rest.to_string(),
            "position" => position = rest.to_string(),
            "perft" => {
                let game = game(name, &options);
                let start = match position.as_str() {
                    "" => game.start(),
                    line => {
                        position_of_entries(&mancala::syntax::parse_position(line, 0).unwrap(), game.model()).unwrap()
                    }
                };
                for (depth, expected) in (1..).zip(rest.split_whitespace().map(|count| count.parse::<u64>().unwrap())) {
                    if expected <= most {
                        assert_eq!(
                            game.perft(&start, depth),
                            Ok(expected),
                            "{name} {options} {position}: perft({depth})"
                        );
                    }
                }
            }
            other => panic!("{name}: a line begins with {other}"),
        }
    }
}
