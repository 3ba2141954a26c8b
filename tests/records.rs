//! Recorded games of other engines, kept as `tests/records/NAME.jsonl`: the rules of each variant allow them.
//!
//! `tools/catalogue/verify.py --keep NAME` writes such a file from the recordings; `tools/catalogue/README.md` tells more.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Names of the files of a folder, without their ending.
fn names(path: &str, ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(folder(path)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    files.filter_map(|file| file.strip_suffix(ending).map(String::from)).collect()
}

#[test]
fn kept_records_agree_with_the_rules() {
    let kept = names("tests/records", ".jsonl");
    assert!(kept.len() > 15, "{} variants have records", kept.len());
    let paths = kept.iter().map(|name| folder("tests/records").join(format!("{name}.jsonl")));
    let output = Command::new(env!("CARGO_BIN_EXE_mancala")).arg("verify").args(paths).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    assert_eq!(told.lines().filter(|line| line.contains("all as the rules say")).count(), kept.len(), "{told}");
}

#[test]
fn every_mapped_game_has_records() {
    let (mapped, kept) = (names("tools/catalogue/games", ".json"), names("tests/records", ".jsonl"));
    assert_eq!(mapped, kept);
    let shipped: BTreeSet<String> = mancala::shipped_names().map(String::from).collect();
    assert!(kept.is_subset(&shipped), "{:?} are no variants", kept.difference(&shipped));
}
