//! The order that the shipped variants are kept in: regions and names.

use mancala::{REGIONS, region, shipped};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ENDING: &str = ".mancala";

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Names of what lies in a folder, in order.
fn entries(folder: &Path) -> Vec<String> {
    let found = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut names: Vec<String> = found.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// What is wrong with the order of a folder of variants.
fn complaints(variants: &Path) -> Vec<String> {
    let mut told = Vec::new();
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for folder in entries(variants) {
        if folder.ends_with(ENDING) {
            told.push(format!("{folder} lies in no folder: move it to that of its region (see variants/README.md)"));
        } else if variants.join(&folder).is_dir() {
            if region(&folder).is_none() {
                told.push(format!("{folder} is no region: choose one of those in variants/README.md"));
            }
            for file in entries(&variants.join(&folder)) {
                told.extend(complaint(&folder, &file, &mut seen));
            }
        }
    }
    told
}

/// What is wrong with the name of a file, after those that were seen.
fn complaint(folder: &str, file: &str, seen: &mut BTreeMap<String, String>) -> Option<String> {
    let Some(name) = file.strip_suffix(ENDING) else {
        return Some(format!("{folder}/{file} is no rules file: its name does not end in {ENDING}"));
    };
    if !name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-') {
        return Some(format!("{folder}/{file}: a name has lower-case letters, digits and hyphens"));
    }
    let other = seen.insert(name.to_string(), folder.to_string())?;
    Some(format!("{other}/{file} and {folder}/{file} have one name, by which only one of them can be found"))
}

#[test]
fn shipped_variants_lie_in_regions_and_have_one_name_each() {
    let told = complaints(&repository("variants"));
    assert!(told.is_empty(), "{}", told.join("\n"));
    let regions = entries(&repository("variants")).into_iter().filter(|folder| region(folder).is_some());
    let files: usize = regions.map(|folder| entries(&repository("variants").join(folder)).len()).sum();
    assert_eq!(shipped().len(), files, "every file is in the program");
}

#[test]
fn disorder_is_told() {
    insta::assert_snapshot!(complaints(&repository("tests/catalogue/disorder")).join("\n"));
}

#[test]
fn the_page_names_the_regions() {
    let page = fs::read_to_string(repository("variants/README.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let regions: Vec<String> =
        REGIONS.iter().map(|region| format!("| `{}` | {} |", region.folder, region.about)).collect();
    assert_eq!(rows, regions);
}
