//! The commands of a writer: `new`, and `check` of standard input and at every save.

use crate::cli::{mancala, scratch};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder for one test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Every combination of what a new game may be, with few and with many pits and seeds.
fn combinations() -> Vec<Vec<&'static str>> {
    let mut all: Vec<Vec<&str>> = vec![Vec::new()];
    for (flag, values) in [
        ("--rows", &["1", "2"][..]),
        ("--stores", &["yes", "no"]),
        ("--laps", &["one", "many"]),
        ("--capture", &["facing", "number", "none"]),
        ("--pits", &["2", "7"]),
        ("--seeds", &["1", "5"]),
    ] {
        let mut longer = Vec::new();
        for one in &all {
            longer.extend(values.iter().map(|value| [one.as_slice(), &[flag, *value]].concat()));
        }
        all = longer;
    }
    all
}

#[test]
fn every_new_file_checks_and_is_in_the_one_style() {
    let folder = folder("new");
    let combinations = combinations();
    let mut names = Vec::new();
    for (number, flags) in combinations.iter().enumerate() {
        let name = folder.join(format!("game-{number}.mancala")).to_string_lossy().into_owned();
        let called = mancala(&[&["new", &name], flags.as_slice()].concat());
        assert_eq!(called.status, 0, "{flags:?}: {}", called.errors);
        assert!(called.out.starts_with(&format!("{name}: written")), "{}", called.out);
        names.push(name);
    }
    let each: Vec<&str> = names.iter().map(String::as_str).collect();
    let checked = mancala(&[&["check", "--deny", "warnings"], each.as_slice()].concat());
    assert_eq!(checked.status, 0, "{}", checked.out);
    assert_eq!(checked.out.matches(": 1 example, no problems").count(), combinations.len());
    assert_eq!(mancala(&[&["fmt", "--check"], each.as_slice()].concat()).status, 0);
}

#[test]
fn a_new_file_is_never_written_over_another() {
    let path = scratch("there.mancala", "mine");
    let called = mancala(&["new", &path]);
    assert_eq!(called.status, 2);
    assert!(called.errors.contains("is there already"), "{}", called.errors);
    assert_eq!(std::fs::read_to_string(path).unwrap(), "mine");
    let nowhere = mancala(&["new", "no-such-folder/game"]);
    assert!(nowhere.errors.contains("there is no such folder"), "{}", nowhere.errors);
}

#[test]
fn standard_input_is_checked_and_formatted() {
    let text = mancala::shipped_text("kalah").unwrap();
    let said = |arguments: &[&str], text: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.env_remove("MANCALA_FORMAT").spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, out) = said(&["check", "-"], text);
    assert_eq!(status, 0, "{out}");
    assert!(out.starts_with("standard input: "), "{out}");
    let (status, out) = said(&["check", "-", "--format", "plain"], &text.replace("lift pit", "lift pitt"));
    assert_eq!(status, 1);
    assert!(out.contains("standard input"), "{out}");
    assert_eq!(said(&["fmt", "-"], &text.replace("    ", "\t")), (0, text.to_string()));
    assert_eq!(said(&["fmt", "-"], "mancala 1\nboard {"), (1, String::new()));
}

#[test]
fn watching_checks_again_at_a_save() {
    let folder = folder("watch");
    let path = folder.join("game.mancala");
    let text = mancala::shipped_text("kalah").unwrap();
    std::fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command.args(["check", "--watch", &path.to_string_lossy()]).stdout(Stdio::piped());
    let mut child = command.env_remove("MANCALA_FORMAT").spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |ending: &str| lines.by_ref().map(Result::unwrap).find(|line| line.ends_with(ending));
    assert!(until("no problems").is_some());
    std::fs::write(&path, text.replace("lift pit", "lift pitt")).unwrap();
    assert!(until("game.mancala").is_some_and(|line| line.starts_with("1 error in ")));
    std::fs::write(&path, text).unwrap();
    assert!(until("no problems").is_some(), "mended");
    child.kill().unwrap();
    child.wait().unwrap();
}
