//! The order that the shipped variants are kept in: regions, names, other names, and what is listed of them.

use mancala::diagnostic::Diagnostics;
use mancala::library::{find, key};
use mancala::sim::script::Simulation;
use mancala::sim::{Run, ScriptText, Tally, prepare};
use mancala::syntax::ast::ItemKind;
use mancala::syntax::parse;
use mancala::{Facts, REGIONS, Variant, region, shipped};
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

/// Names that a game is known by, besides the name of its file, and what is wrong with them. A title may be that of several
/// games; who asks for it is told which.
fn wrong_aliases(files: &[(&str, Facts)]) -> Vec<String> {
    let mut told = Vec::new();
    for (name, facts) in files {
        for alias in &facts.aliases {
            let hidden = files.iter().find(|(other, _)| key(other) == key(alias));
            match hidden {
                Some((other, _)) if other == name => {
                    told.push(format!("{name} is also called \"{alias}\": that is its own name"));
                }
                Some((other, _)) => {
                    told.push(format!("{name} is also called \"{alias}\", by which {other} is found: leave it out"));
                }
                None if key(alias) == key(&facts.title) => {
                    told.push(format!("{name} is also called \"{alias}\": that is its title"));
                }
                None => {}
            }
        }
    }
    told
}

#[test]
fn other_names_lead_to_their_games() {
    let files: Vec<(&str, Facts)> = shipped().iter().map(|one| (one.name, Facts::of(one.text, &|_| None))).collect();
    let told = wrong_aliases(&files);
    assert!(told.is_empty(), "{}", told.join("\n"));
    for (name, facts) in &files {
        for alias in &facts.aliases {
            match find(alias) {
                Ok(found) => assert_eq!(found.entry.name, *name, "{alias}"),
                Err(several) => assert!(several.help.contains(&format!("`{name}`")), "{alias}: {several:?}"),
            }
        }
    }
}

#[test]
fn names_that_hide_others_are_told() {
    let game = |line: &str| Facts::of(&format!("mancala 1\n{line}\n"), &|_| None);
    let files = [
        ("wari", game("game \"Wari\"\n    also called \"Ouare\"")),
        ("oware", game("game \"Oware\" from \"somewhere\"\n    also called \"Awale\", \"Wari\", \"Öware\"")),
        ("das-spiel", game("game \"Ein Spiel\" also called \"ein spiel\"")),
    ];
    insta::assert_snapshot!(wrong_aliases(&files).join("\n"));
}

/// What is listed of a game that is not so.
fn wrong_facts(name: &str, text: &str) -> Vec<String> {
    let facts = Facts::of(text, &|_| None);
    let variant = Variant::shipped(name).unwrap();
    let game = variant.game().unwrap();
    let model = game.model();
    let sizes: Vec<usize> = model.board.rows.iter().map(|row| usize::from(row.size)).collect();
    let rows = 2 * sizes.iter().sum::<usize>() / sizes.iter().max().unwrap();
    let sorted = |names: &mut dyn Iterator<Item = &str>| {
        let mut names: Vec<String> = names.map(String::from).collect();
        names.sort();
        names
    };
    let listed = sorted(&mut facts.options.iter().map(|option| option.split('=').next().unwrap()));
    let declared = variant.options();
    let tally = played(name);
    // At the end what is left may be captured, though no move captures; and moves may capture with other options only.
    let may = !facts.options.is_empty();
    let fits = if facts.captures.is_empty() { tally.captures <= tally.games } else { tally.captures > 0 || may };
    let compared = [
        ("title", facts.title == model.title),
        ("source", facts.source == model.source),
        ("rows", facts.rows == rows),
        ("options", listed == sorted(&mut declared.iter().map(|bound| bound.name.as_str()))),
        ("laps", facts.laps == (tally.most_laps > 1)),
        ("captures", fits),
    ];
    compared.iter().filter(|(_, right)| !right).map(|(what, _)| format!("{name}: {what} {facts:?}")).collect()
}

/// What the list says of a game is what the compiled game is, and what happens when it is played.
#[test]
fn facts_are_those_of_the_games() {
    let told: Vec<String> = shipped().iter().flat_map(|one| wrong_facts(one.name, one.text)).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// Some games at random.
fn played(name: &str) -> Tally {
    let simulation = Simulation { games: 6, ..Simulation::new(name) };
    let prepared = prepare(&simulation, &ScriptText::default(), Path::new("")).unwrap();
    let run = Run {
        prepared: &prepared,
        threads: 2,
        records: false,
        table: false,
        interrupted: &std::sync::Arc::default(),
        progress: &|_| {},
    };
    let mut tally = Tally::default();
    run.games(0..6, &mut |batch| {
        tally.add(&batch.tally);
        Ok(())
    })
    .unwrap();
    tally
}

/// The keys of the bibliography.
fn keys() -> Vec<String> {
    let page = fs::read_to_string(repository("docs/bibliography.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| row.split('|').nth(1).unwrap().trim().to_string()).collect()
}

/// What a rules file refers to that the bibliography does not have. A game's source is a key or an address; an example's
/// may also say in words, which begin with a small letter, where it comes from.
fn missing_keys(name: &str, text: &str, keys: &[String]) -> Vec<String> {
    let parsed = parse(text, 0, &mut Diagnostics::default());
    let from = parsed.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Game(game) => game.source.as_ref().map(|source| (source.text.clone(), false)),
        ItemKind::Example(example) => example.source.as_ref().map(|source| (source.text.clone(), true)),
        _ => None,
    });
    let told = from.flat_map(|(source, is_example)| {
        let works: Vec<String> = source.split(';').map(|work| work.trim().to_string()).collect();
        works.into_iter().filter_map(move |work| {
            let key = work.split([',', ':', ' ', '(']).next().unwrap_or_default();
            let in_words = is_example && work.starts_with(char::is_lowercase);
            let known = keys.iter().any(|other| other == key) || work.starts_with("http") || in_words;
            (!known).then(|| {
                format!(
                    "{name}: from \"{source}\": docs/bibliography.md has no key `{key}`; add it there, with the title of the work"
                )
            })
        })
    });
    told.collect()
}

#[test]
fn sources_are_in_the_bibliography() {
    let keys = keys();
    let told: Vec<String> = shipped().iter().flat_map(|one| missing_keys(one.name, one.text, &keys)).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    let mut sorted = keys.clone();
    sorted.sort_by_key(|key| key.to_lowercase());
    sorted.dedup();
    assert_eq!(keys, sorted, "the keys of docs/bibliography.md are in order, and each is there once");
}

#[test]
fn a_missing_key_is_told() {
    let text = "mancala 1\ngame \"Game\" from \"Known2000, p. 3; Nobody1900, p. 3\"\nexample \"one\" from \"Known2000, p. 4\" { moves 1 }\n\
                example \"two\" from \"worked by hand\" { moves 1 }\nexample \"three\" from \"Fig. 3\" { moves 1 }\n";
    insta::assert_snapshot!(missing_keys("game", text, &["Known2000".to_string()]).join("\n"));
}

/// Links of a page that lead to no file of the repository.
fn broken_links(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let links = text.match_indices("](").filter_map(|(at, _)| text[at + 2..].split_once(')'));
    let files = links.map(|(link, _)| link.split('#').next().unwrap_or_default());
    files
        .filter(|link| !link.is_empty() && !link.contains("://") && !link.contains(' '))
        .filter(|link| !page.parent().unwrap().join(link).exists())
        .map(|link| format!("{}: there is no {link}", page.display()))
        .collect()
}

#[test]
fn links_of_the_pages_lead_somewhere() {
    let mut folders = vec![repository("docs"), repository("variants")];
    let mut pages =
        vec![repository("README.md"), repository("CONTRIBUTING.md"), repository("tools/catalogue/README.md")];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder).into_iter().map(|name| folder.join(name)) {
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "md" => pages.push(path),
                _ => {}
            }
        }
    }
    let told: Vec<String> = pages.iter().flat_map(|page| broken_links(page)).collect();
    assert!(pages.len() > 50 && told.is_empty(), "{}", told.join("\n"));
}
