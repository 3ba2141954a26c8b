//! What the documents say is so: pages of errors, statement tables of sources, the instruction set. The book has `book.rs`.

use crate::shipped::variants;
use mancala::Variant;
use mancala::check::check;
use mancala::diagnostic::code;
use mancala::syntax::ast::{BoardEntry, ItemKind, Name, Statement, StatementKind};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn docs(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(below)
}

/// Fenced blocks of a page that are rules files.
pub(crate) fn blocks(page: &str) -> Vec<String> {
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

/// Codes that no text of one file shows: it has several files, or bytes that are no text.
const NOT_IN_A_TEXT: [&str; 2] = ["base_loop", "not_utf8"];

/// The first of them, and a file that is too large for a page; `not_utf8` is shown where the program is called.
#[test]
fn codes_that_a_text_cannot_show() {
    let codes =
        |report: mancala::check::Report| -> Vec<&str> { report.diagnostics.iter().map(|one| one.code.name).collect() };
    let page = fs::read_to_string(docs("errors").join("base_loop.md")).unwrap();
    let texts: Vec<String> =
        page.split("```text\n# mill.mancala\n").skip(1).map(|part| part.split("```").next().unwrap().into()).collect();
    let [wrong, right] = texts.as_slice() else { panic!("a wrong and a right example") };
    let itself = |text: &str| {
        let text = text.to_string();
        move |name: &str| (name == "mill").then(|| ("mill.mancala".to_string(), text.clone()))
    };
    assert_eq!(codes(check("mill.mancala", wrong, &itself(wrong))), ["base_loop"]);
    assert!(!codes(check("mill.mancala", right, &itself(right))).contains(&"base_loop"));
    let large = format!("mancala 1\n{}", "# a comment\n".repeat(100_000));
    assert_eq!(codes(check("large.mancala", &large, &|_| None)), ["file_too_large"]);
}

#[test]
fn every_code_has_a_page_whose_examples_are_right() {
    let mut tested = 0;
    for code in code::ALL {
        let path = docs("errors").join(format!("{}.md", code.name));
        let page = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} has no page", code.name));
        assert!(page.starts_with(&format!("# `{}`", code.full_name())), "{}: heading", code.name);
        let blocks = blocks(&page);
        if NOT_IN_A_TEXT.contains(&code.name) {
            continue;
        }
        let [wrong, right] = blocks.as_slice() else { panic!("{}: a wrong and a right example", code.name) };
        assert_eq!(codes(wrong), [code.name], "{}: the wrong example", code.name);
        assert_eq!(codes(right), [""; 0], "{}: the right example", code.name);
        tested += 1;
    }
    assert!(tested >= 30, "{tested} codes have tested examples");
    let pages = fs::read_dir(docs("errors")).unwrap().count();
    assert_eq!(pages, code::ALL.len(), "no page without a code");
}

/// What a statement can rest on in a variant: labels of its rows, names that it declares, items by their word.
fn rules_of(variant: &Variant) -> HashSet<String> {
    let mut rules: HashSet<String> = HashSet::new();
    let mut add = |name: &Name| {
        rules.insert(name.text.clone());
    };
    let mut words = Vec::new();
    for item in &variant.file().items {
        match &item.kind {
            ItemKind::Option(option) => add(&option.name),
            ItemKind::Parameter(parameter) => add(&parameter.name),
            ItemKind::Preset(name, ..) | ItemKind::Phase(name, ..) | ItemKind::Move(name, _) => add(name),
            ItemKind::Sequence(name, ..) => add(name),
            ItemKind::Define(define) => add(&define.name),
            ItemKind::State(entries) => {
                entries.iter().for_each(|entry| add(&entry.name));
                words.push("state");
            }
            ItemKind::Board(entries) => {
                for entry in entries {
                    match entry {
                        BoardEntry::Row { name, .. } | BoardEntry::Track { name, .. } => add(name),
                        BoardEntry::Reserve(name) | BoardEntry::Pit(name, ..) | BoardEntry::Set(name, _) => add(name),
                        BoardEntry::Store(_) => words.push("store"),
                        BoardEntry::Off(_) => words.push("off"),
                    }
                }
                words.push("board");
            }
            ItemKind::Legal(entries) => entries.iter().for_each(|rule| add(&rule.label)),
            ItemKind::End(entries) => entries.iter().for_each(|row| add(&row.row.label)),
            ItemKind::Endless(_, rows) => {
                rows.iter().for_each(|row| add(&row.label));
                words.push("endless");
            }
            ItemKind::Game(..) => words.push("game"),
            ItemKind::Pieces(_) => words.push("pieces"),
            ItemKind::Setup(_) => words.push("setup"),
            ItemKind::Notation(_) => words.push("notation"),
            ItemKind::Turn(_) => words.push("turn"),
            ItemKind::Finally(_) => words.push("finally"),
            ItemKind::Match(..) => words.push("match"),
            ItemKind::BasedOn(..) | ItemKind::Without(_) | ItemKind::Splice(..) | ItemKind::Example(_) => {}
        }
    }
    let labels = variant.game().unwrap();
    rules.extend(labels.model().rules.values().map(|rule| rule.label.clone()));
    rules.extend(words.into_iter().map(String::from));
    rules.extend(labels_in_tables(variant));
    rules
}

/// Labels of rows that only some options let stand.
fn labels_in_tables(variant: &Variant) -> Vec<String> {
    fn in_body(body: &[Statement]) -> Vec<String> {
        let tables = body.iter().flat_map(|statement| match &statement.kind {
            StatementKind::Landing(rows) => rows.as_slice(),
            StatementKind::Sow(sow) => sow.each_drop.as_ref().map_or(&[][..], |each| each.rows.as_slice()),
            _ => &[],
        });
        tables.flat_map(|row| [vec![row.label.text.clone()], in_body(&row.body)].concat()).collect()
    }
    let bodies = variant.file().items.iter().map(|item| match &item.kind {
        ItemKind::Move(_, body) | ItemKind::Sequence(_, _, body) => in_body(body),
        _ => Vec::new(),
    });
    bodies.flatten().collect()
}

/// Texts in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn source_tables_name_rules_and_examples_that_exist() {
    let variants = variants();
    let examples: HashSet<(&str, &str)> = variants
        .iter()
        .flat_map(|(name, variant)| variant.file().items.iter().map(move |item| (*name, item)))
        .filter_map(|(variant, item)| match &item.kind {
            ItemKind::Example(example) => Some((variant, example.name.text.as_str())),
            _ => None,
        })
        .collect();
    let mut checked = 0;
    for entry in fs::read_dir(docs("sources")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let statements = text.split("| statement").nth(1).unwrap_or_default();
        for row in statements.lines().skip(2).take_while(|line| line.starts_with('|')) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            let [_, rules, shown_by] = cells.as_slice() else { panic!("{}: {row}", path.display()) };
            for rule in quoted(rules) {
                let (name, label) = rule.split_once('#').unwrap_or_else(|| panic!("{}: {rule}", path.display()));
                let variant = variants.iter().find(|(other, _)| *other == name);
                let (_, variant) = variant.unwrap_or_else(|| panic!("{}: no variant `{name}`", path.display()));
                assert!(rules_of(variant).contains(label), "{}: no rule `{rule}`", path.display());
                checked += 1;
            }
            for example in quoted(shown_by) {
                let is_there = match example.split_once('#') {
                    Some(named) => examples.contains(&named),
                    None => examples.iter().any(|(_, name)| *name == example),
                };
                assert!(is_there, "{}: no example `{example}`", path.display());
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
            // Where a word begins: `TruthId` is not Uthi's.
            let begins = |at: usize| {
                let before = at.checked_sub(1).and_then(|last| lower.as_bytes().get(last));
                !before.is_some_and(u8::is_ascii_alphanumeric)
                    || code.as_bytes().get(at).is_some_and(u8::is_ascii_uppercase)
            };
            let known = names.iter().find(|name| !shows && lower.match_indices(**name).any(|(at, _)| begins(at)));
            assert!(known.is_none(), "{}:{}: names {known:?}", path.display(), number + 1);
        }
    }
}

/// The variants of an enum, read from its source: a line in it that begins with a name and is no attribute.
fn variants_of(source: &str, name: &str) -> Vec<String> {
    let head = format!("pub enum {name} {{\n");
    let body = source.split_once(&head).unwrap_or_else(|| panic!("there is no enum {name}")).1;
    let body = body.split_once("\n}").unwrap().0;
    let lines = body.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    let words = lines.map(|line| line.trim().split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default());
    words.filter(|word| word.starts_with(char::is_uppercase)).map(String::from).collect()
}

#[test]
fn the_instruction_set_names_every_operation() {
    let page = fs::read_to_string(docs("instruction-set.md")).unwrap();
    let source =
        |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ir").join(name)).unwrap();
    let (expression, block, program) = (source("expression.rs"), source("block.rs"), source("program.rs"));
    let tables = [
        ("## Numbers", &expression, "Number"),
        ("## Truth values", &expression, "Truth"),
        ("## Pits", &expression, "Pit"),
        ("## Sets", &expression, "Set"),
        ("## Ways", &expression, "Way"),
        ("## Players", &expression, "Who"),
        ("## What expressions are made of", &expression, "Past"),
        ("## What expressions are made of", &expression, "Binding"),
        ("## Actions", &block, "Action"),
        ("## Actions", &block, "StateCell"),
        ("## Actions", &block, "Into"),
        ("## Exits", &block, "Exit"),
        ("## Choices", &block, "Choice"),
        ("## Beside the turn", &program, "Verdict"),
        ("## Beside the turn", &program, "RoundCode"),
    ];
    for (heading, source, name) in tables {
        let (_, section) = page.split_once(&format!("{heading}\n")).unwrap_or_else(|| panic!("{heading}"));
        let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
        let variants = variants_of(source, name);
        assert!(variants.len() >= 2, "{name}: {variants:?}");
        for variant in &variants {
            assert!(section.contains(&format!("`{variant}`")), "{heading}: `{variant}` of {name}");
        }
        // Where a table is that of one enum, it names nothing else.
        if section.matches("\n|---").count() == 1 && !heading.contains("Beside") && !heading.contains("made of") {
            let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
            let unknown: Vec<&str> = rows.filter(|row| !variants.iter().any(|variant| variant == row)).collect();
            assert!(unknown.is_empty(), "{heading}: no such {name}: {unknown:?}");
        }
    }
}

/// Sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The modules that code names behind `crate::`, comments left out.
fn modules_used(code: &str) -> HashSet<String> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.collect::<Vec<_>>().join("\n");
    let word = |text: &str| text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    code.split("crate::").skip(1).map(word).collect()
}

#[test]
fn modules_use_only_what_stands_below_them() {
    let page = fs::read_to_string(docs("architecture.md")).unwrap();
    let (_, layers) = page.split_once("```layers\n").unwrap();
    let layers: Vec<Vec<&str>> =
        layers.split("```").next().unwrap().lines().map(|line| line.split_whitespace().collect()).collect();
    let height = |module: &str| layers.iter().rev().position(|layer| layer.contains(&module));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules: HashSet<String> = HashSet::new();
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).unwrap();
        let module = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
        if matches!(module, "lib" | "main") {
            continue;
        }
        let own = height(module).unwrap_or_else(|| panic!("`{module}` stands in no layer"));
        modules.insert(module.to_string());
        for used in modules_used(&fs::read_to_string(&path).unwrap()) {
            let Some(other) = height(&used).filter(|_| used != module) else { continue };
            assert!(other < own, "{} uses `{used}`, which does not stand below `{module}`", inside.display());
        }
    }
    let named: usize = layers.iter().map(Vec::len).sum();
    assert_eq!(named, modules.len(), "a layer names a module that is not there");
}
