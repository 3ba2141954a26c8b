//! The order that the shipped variants are kept in: regions, names, other names, and what is listed of them.

use mancala::library::{find, key};
use mancala::sim::script::Simulation;
use mancala::sim::{Run, ScriptText, Tally, prepare};
use mancala::{Facts, REGIONS, Variant, region, shipped};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

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
                    told.push(format!("{name} is also called \"{alias}\": that is its own name"))
                }
                Some((other, _)) => {
                    told.push(format!("{name} is also called \"{alias}\", by which {other} is found: leave it out"))
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

/// What the list says of a game is what the compiled game is, and what happens when it is played.
#[test]
fn facts_are_those_of_the_games() {
    for one in shipped() {
        let facts = Facts::of(one.text, &|_| None);
        let game = Variant::shipped(one.name).unwrap().game().unwrap();
        let model = game.model();
        assert_eq!(facts.title, model.title, "{}", one.name);
        assert_eq!(facts.source, model.source, "{}", one.name);
        let sizes: Vec<usize> = model.board.rows.iter().map(|row| usize::from(row.size)).collect();
        assert_eq!(facts.rows, 2 * sizes.iter().sum::<usize>() / sizes.iter().max().unwrap(), "{}: rows", one.name);
        let options: Vec<&str> = facts.options.iter().map(|option| option.split('=').next().unwrap()).collect();
        let declared = Variant::shipped(one.name).unwrap().options();
        let mut names: Vec<&str> = declared.iter().map(|bound| bound.name.as_str()).collect();
        names.sort_unstable();
        let mut listed = options.clone();
        listed.sort_unstable();
        assert_eq!(listed, names, "{}: options", one.name);
        let tally = played(one.name);
        assert_eq!(facts.laps, tally.most_laps > 1, "{}: most laps of a turn {}", one.name, tally.most_laps);
        assert_eq!(
            facts.captures.is_empty(),
            tally.captures == 0,
            "{}: turns with captures {}",
            one.name,
            tally.captures
        );
    }
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
        interrupted: &AtomicBool::new(false),
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
