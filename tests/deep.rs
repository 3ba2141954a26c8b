//! What `mancala check --deep` says of the files in `tests/deep`.

use std::process::Command;

/// The lines about games at random, and the exit status.
fn deep(name: &str) -> (Vec<String>, i32) {
    let path = format!("{}/tests/deep/{name}.mancala", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_mancala")).args(["check", "--deep", &path]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let begin = text.lines().position(|line| line.contains("games at random"));
    let lines = text.lines().skip(begin.unwrap_or_else(|| panic!("no games at random in {text}")));
    (lines.map(String::from).collect(), output.status.code().unwrap())
}

fn says(lines: &[String], what: &str) -> bool {
    lines.iter().any(|line| line.contains(what))
}

#[test]
fn a_row_that_forbids_applies_where_it_forbids() {
    let (lines, status) = deep("forbids");
    assert!(!says(&lines, "`no_own`") && says(&lines, "`no_cloud` of `sowing` never applied"), "{lines:#?}");
    assert_eq!(status, 0);
}

#[test]
fn a_row_that_ends_a_round_applies() {
    let (lines, _) = deep("rounds");
    assert!(!says(&lines, "never applied"), "{lines:#?}");
    assert!(says(&lines, "did not end within 1000 moves") && !says(&lines, "no rule covers"), "{lines:#?}");
}

#[test]
fn games_without_an_end_and_games_that_no_rule_ends_are_two_things() {
    let (lines, _) = deep("stuck");
    assert!(
        says(&lines, "500 games met a position that no rule covers") && says(&lines, "no game was won"),
        "{lines:#?}"
    );
    assert!(!says(&lines, "1000 moves"), "{lines:#?}");
    let (lines, _) = deep("for_ever");
    assert!(says(&lines, "500 games did not end within 1000 moves"), "{lines:#?}");
    assert!(!says(&lines, "no rule covers"), "{lines:#?}");
}

#[test]
fn a_row_that_says_never_is_not_missed_and_told_of_where_it_is_met() {
    let (lines, status) = deep("never");
    assert!(!says(&lines, "never applied") && !says(&lines, "`beyond`") && !says(&lines, "`stuck`"), "{lines:#?}");
    assert!(says(&lines, "`there` of `sowing` was met ") && says(&lines, " times, and says `never`"), "{lines:#?}");
    assert_eq!(status, 1);
}

#[test]
fn an_example_that_fails_does_not_keep_games_from_being_played() {
    let (lines, status) = deep("example_fails");
    assert!(says(&lines, "500 games at random") && says(&lines, "of the points"), "{lines:#?}");
    assert_eq!(status, 1);
    let (lines, status) = deep("broken");
    assert!(says(&lines, "no games at random: these rules cannot be played"), "{lines:#?}");
    assert_eq!(status, 1);
}
