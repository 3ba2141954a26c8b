//! What the documents say is so: pages of errors, statement tables of sources, the reference of the language.

use crate::shipped::variants;
use mancala::Variant;
use mancala::check::check;
use mancala::diagnostic::code;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn docs(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(below)
}

/// Fenced blocks of a page that are rules files.
fn blocks(page: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once("```mancala\n") {
        let (block, after) = after.split_once("```").unwrap();
        blocks.push(block.to_string());
        rest = after;
    }
    blocks
}

fn codes(text: &str) -> Vec<&'static str> {
    let report = check("page.mancala", text, &|_| None);
    let mut codes: Vec<&str> = report.diagnostics.iter().map(|one| one.code.name).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn every_code_has_a_page_whose_examples_are_right() {
    let mut tested = 0;
    for code in code::ALL {
        let path = docs("errors").join(format!("{}.md", code.name));
        let page = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has no page", code.name));
        assert!(page.starts_with(&format!("# `{}`", code.full_name())), "{}: heading", code.name);
        let blocks = blocks(&page);
        if let [wrong, right] = blocks.as_slice() {
            assert_eq!(codes(wrong), [code.name], "{}: the wrong example", code.name);
            assert_eq!(codes(right), [""; 0], "{}: the right example", code.name);
            tested += 1;
        }
    }
    assert!(tested >= 30, "{tested} codes have tested examples");
    let pages = fs::read_dir(docs("errors")).unwrap().count();
    assert_eq!(pages, code::ALL.len(), "no page without a code");
}

/// Words of the rules of a variant, without comments and examples: labels and names are among them.
fn words_of_rules(variant: &Variant) -> HashSet<String> {
    let mut words = HashSet::new();
    for file in variant.sources().files() {
        let rules = file.text.split("\nexample ").next().unwrap_or_default();
        for line in rules.lines().map(|line| line.split('#').next().unwrap_or_default()) {
            words.extend(line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').map(String::from));
        }
    }
    words
}

/// Texts in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn source_tables_name_rules_and_examples_that_exist() {
    let variants = variants();
    let names: HashSet<String> = variants
        .iter()
        .flat_map(|(_, variant)| variant.game().unwrap().model().examples.clone())
        .map(|example| example.name.text)
        .collect();
    let mut checked = 0;
    for entry in fs::read_dir(docs("sources")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let statements = text.split("| statement").nth(1).unwrap_or_default();
        for row in statements.lines().skip(2).take_while(|line| line.starts_with('|')) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            let [_, rules, examples] = cells.as_slice() else { panic!("{}: {row}", path.display()) };
            for rule in quoted(rules) {
                let (file, label) = rule.split_once('#').unwrap_or_else(|| panic!("{}: {rule}", path.display()));
                let name = file.trim_start_matches("variants/").trim_end_matches(".mancala");
                let variant = variants.iter().find(|(other, _)| *other == name);
                let (_, variant) = variant.unwrap_or_else(|| panic!("{}: no variant `{file}`", path.display()));
                assert!(words_of_rules(variant).contains(label), "{}: no rule `{rule}`", path.display());
                checked += 1;
            }
            for example in quoted(examples) {
                let name = example
                    .split_once('#')
                    .filter(|(file, _)| file.starts_with("variants/"))
                    .map_or(example, |(_, name)| name);
                assert!(names.contains(name), "{}: no example `{example}`", path.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 150, "{checked} rules and examples are named");
}

#[test]
fn every_shipped_file_checks() {
    for (name, variant) in variants() {
        let report = check(variant.name(), &variant.sources().files()[0].text, &|_| None);
        assert!(report.diagnostics.is_empty(), "{name}: {:?}", report.diagnostics);
        assert!(report.examples >= 3, "{name} has examples");
    }
}

#[test]
fn whole_files_in_the_language_reference_check() {
    let page = fs::read_to_string(docs("language.md")).unwrap();
    let blocks = blocks(&page);
    assert!(!blocks.is_empty(), "the reference shows whole files");
    for block in blocks {
        assert_eq!(codes(&block), [""; 0], "{block}");
    }
}

#[test]
fn no_game_is_known_to_the_source() {
    let mut files = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let names: Vec<&str> = mancala::shipped_names().filter(|name| name.len() > 3).collect();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let code = line.trim_start();
            // Comments, texts, and the examples of the help may show a game.
            let shows = code.starts_with("//") || code.contains('"') || code.starts_with("mancala ");
            let lower = code.to_lowercase();
            let known = names.iter().find(|name| !shows && lower.contains(**name));
            assert!(known.is_none(), "{}:{}: names {known:?}", path.display(), number + 1);
        }
    }
}
