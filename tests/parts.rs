//! Runs in parts: a plan, its parts, and what they come to together.

use super::sim::{folder, mancala, text};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const SWEEP: &str = "Sweep(variants: [\"kalah\"], options: {\"pits\": [2, 3], \"seeds\": [1, 2]}, games: 9, seed: 3, swap_sides: true,
    players: [(south: Greedy, north: Random)], write: [Summary, Table(\"s.csv\"), Json(\"s.json\"), Report(\"s.html\")])";
const TOURNAMENT: &str =
    "Tournament(variant: \"kalah\", games: 5, players: {\"a\": Random, \"b\": Greedy, \"c\": AlphaBeta(depth: 1)},
    write: [Summary, Games(\"s.jsonl\"), Table(\"s.csv\"), Json(\"s.json\"), Report(\"s.html\")])";
const SIMULATION: &str =
    "Simulation(variant: \"oware\", games: 11, seed: 2, write: [Json(\"s.json\"), Report(\"s.html\")])";
const GAMES: &str = "Simulation(variant: \"oware\", games: 11, seed: 2, write: [Table(\"s.csv\"), Json(\"s.json\")])";

/// Runs a command that must come out; what it says.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = mancala(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The words of each command of a plan.
fn plan(folder: &Path, arguments: &[&str]) -> Vec<Vec<String>> {
    let lines = done(folder, arguments);
    let words = |line: &str| {
        let words = shlex::split(line).unwrap();
        assert_eq!(words[..2], ["mancala", "sim"]);
        words[1..].to_vec()
    };
    lines.lines().map(words).collect()
}

/// Every file of a folder that a script has written.
fn written(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = files.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path));
    let results = named.filter(|(name, _)| name.starts_with("s.") && name != "s.ron" && !name.contains("-of-"));
    results.map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

#[test]
fn parts_together_are_the_whole_byte_for_byte() {
    for (name, script, ending) in [
        ("sweep", SWEEP, "counts"),
        ("tournament", TOURNAMENT, "jsonl"),
        ("simulation", SIMULATION, "counts"),
        ("games", GAMES, "jsonl"),
    ] {
        let (alone, apart) = (folder(&format!("alone-{name}")), folder(&format!("apart-{name}")));
        for folder in [&alone, &apart] {
            fs::write(folder.join("s.ron"), script).unwrap();
        }
        let said = done(&alone, &["sim", "s.ron"]);
        for parts in ["1", "4", "7"] {
            let mut commands = plan(&apart, &["sim", "s.ron", "--plan", parts]);
            let merge = commands.pop().unwrap();
            assert_eq!(commands.len().to_string(), parts);
            // In any order, and some twice, as a scheduler may.
            for command in commands.iter().rev().chain(&commands[..1]) {
                let words: Vec<&str> = command.iter().map(String::as_str).collect();
                assert_eq!(done(&apart, &words), "");
                assert!(command.last().unwrap().ends_with(ending), "{command:?}");
            }
            let words: Vec<&str> = merge.iter().map(String::as_str).collect();
            assert_eq!(done(&apart, &words), said, "{name} in {parts} parts");
            assert_eq!(written(&apart), written(&alone), "{name} in {parts} parts");
        }
    }
}

/// Without a script, with everything that the command line can change.
#[test]
fn a_plan_names_all_that_decides_the_games() {
    let folder = folder("plan-variant");
    let fixed = [
        "sim",
        "kalah",
        "--set",
        "pits=3",
        "--set",
        "seeds=2",
        "--seed",
        "9",
        "--games",
        "4..20",
        "--south",
        "AlphaBeta(depth: 2)",
    ];
    let fixed = [&fixed[..], &["--north", "Moves([\"1\"])", "--swap-sides"]].concat();
    let whole: serde_json::Value = serde_json::from_str(&done(&folder, &[&fixed[..], &["--json"]].concat())).unwrap();
    let commands = plan(&folder, &[&fixed[..], &["--plan", "3", "--report", "with a blank.html"]].concat());
    assert_eq!(commands.len(), 4);
    for command in &commands {
        done(&folder, &command.iter().map(String::as_str).collect::<Vec<_>>());
    }
    assert!(folder.join("with a blank.html").exists());
    let merge: Vec<&str> = commands[3].iter().map(String::as_str).chain(["--json"]).collect();
    let merged: serde_json::Value = serde_json::from_str(&done(&folder, &merge)).unwrap();
    assert_eq!(merged, whole);
}

/// Folders of the environment may be others where a part is played.
#[test]
fn a_plan_names_the_folders_of_variants() {
    let folder = folder("plan-folders");
    fs::create_dir(folder.join("own")).unwrap();
    fs::write(folder.join("own/mine.mancala"), mancala::shipped_text("kalah").unwrap()).unwrap();
    let commands = plan(&folder, &["sim", "mine", "--games", "4", "--variants", "own", "--plan", "2"]);
    for command in &commands {
        assert_eq!(command[2..4], ["--variants", "own"]);
        done(&folder, &command.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn a_plan_as_data_names_games_files_and_inputs() {
    let folder = folder("plan-json");
    fs::write(folder.join("mine.mancala"), mancala::shipped_text("kalah").unwrap()).unwrap();
    fs::write(folder.join("s.ron"), SWEEP.replace("\"kalah\"", "\"mine.mancala\"")).unwrap();
    let plan: serde_json::Value =
        serde_json::from_str(&done(&folder, &["sim", "s.ron", "--plan", "100", "--json"])).unwrap();
    assert_eq!((plan["kind"].as_str(), plan["games"].as_u64()), (Some("plan"), Some(36)));
    assert_eq!(plan["inputs"], serde_json::json!(["mine.mancala", "s.ron"]));
    // No part is without games.
    let parts = plan["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 36);
    assert!(parts.iter().all(|part| part["games"] == 1));
    assert_eq!(parts[0]["command"][5], parts[0]["file"].as_str().map_or("", |_| "--counts"));
    assert_eq!(plan["merge"]["command"].as_array().unwrap().len(), 4 + 36);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let folder = folder("parts-refused");
    fs::write(folder.join("s.ron"), SIMULATION).unwrap();
    for part in ["1/2", "2/2"] {
        done(&folder, &["sim", "s.ron", "--part", part, "--counts", &format!("{}.counts", &part[..1])]);
    }
    let one = fs::read_to_string(folder.join("1.counts")).unwrap();
    fs::write(folder.join("wrong.counts"), one.replacen("\"games\":5", "\"games\":4", 1)).unwrap();
    fs::write(folder.join("cut.counts"), &one[..one.len() / 2]).unwrap();
    fs::write(folder.join("other.counts"), one.replacen("\"turns\"", "\"tuns\"", 1) + &one).unwrap();
    fs::write(folder.join("games.ron"), GAMES).unwrap();
    fs::write(folder.join("seed.ron"), SIMULATION.replace("seed: 2", "seed: 3")).unwrap();
    fs::write(folder.join("precise.ron"), SIMULATION.replace("seed: 2", "precision: 0.1")).unwrap();
    fs::write(folder.join("line.ron"), "Scenario(variant: \"oware\", line: [])").unwrap();
    fs::write(folder.join("sweep.ron"), SWEEP).unwrap();
    fs::write(folder.join("none.ron"), SWEEP.replace("games: 9", "games: -9")).unwrap();
    let cases: [(&[&str], &str); 19] = [
        (
            &["s.ron", "--merge", "2.counts", "1.counts"],
            "2.counts:1: these counts begin with game 5, and game 0 comes next",
        ),
        (&["s.ron", "--merge", "1.counts"], "these files end before game 5 of Oware"),
        (
            &["s.ron", "--merge", "1.counts", "2.counts", "2.counts"],
            "2.counts:1: there are more games than the script has",
        ),
        (
            &["s.ron", "--games", "3", "--merge", "1.counts"],
            "1.counts:1: there are counts of 5 games, and only 3 are left",
        ),
        (
            &["s.ron", "--merge", "wrong.counts", "2.counts"],
            "wrong.counts:1: it does not count the games that it names",
        ),
        (&["s.ron", "--merge", "cut.counts", "2.counts"], "cut.counts:1: the line breaks off"),
        (&["s.ron", "--merge", "other.counts"], "other.counts:1: these are no counts: unknown field `tuns`"),
        (
            &["games.ron", "--merge", "1.counts", "2.counts"],
            "1.counts:1: here are counts, and the games themselves are wanted",
        ),
        (&["seed.ron", "--merge", "1.counts", "2.counts"], "1.counts:1: it is of another script"),
        (&["s.ron", "--merge", "nowhere.counts"], "nowhere.counts"),
        (&["s.ron", "--part", "1/2"], "this part would be lost"),
        (&["s.ron", "--part", "3/2", "--counts", "x"], "there is no part 3 of 2"),
        (&["s.ron", "--part", "half", "--counts", "x"], "a part is written as `3/64`"),
        (&["precise.ron", "--plan", "2"], "cannot know when the whole is precise"),
        (&["sweep.ron", "--seed", "4", "--plan", "2"], "only a simulation can be changed from the command line"),
        (&["sweep.ron", "--precision", "0.1"], "only a simulation can be changed from the command line"),
        (&["none.ron", "--plan", "2"], "`games` cannot be -9"),
        (&["none.ron", "--part", "1/2", "--counts", "x"], "`games` cannot be -9"),
        (&["line.ron", "--plan", "2"], "a scenario is one line of play"),
    ];
    for (arguments, message) in cases {
        let output = mancala(&folder, &[&["sim"], arguments].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
        assert!(!folder.join("s.json").exists() && !folder.join("s.json.part").exists(), "{arguments:?}");
    }
}

#[test]
fn a_sweep_of_which_parts_are_missing_or_too_many_is_not_put_together() {
    let folder = folder("parts-sweep");
    fs::write(folder.join("s.ron"), SWEEP).unwrap();
    let commands = plan(&folder, &["sim", "s.ron", "--plan", "3"]);
    for command in &commands[..3] {
        done(&folder, &command.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let merge = ["sim", "s.ron", "--merge", "s.1-of-3.counts", "s.2-of-3.counts"];
    for (more, message) in [
        (&[][..], "these files end before game 6 of"),
        (&["s.3-of-3.counts", "s.1-of-3.counts"], "s.1-of-3.counts:1: there are more games than the script has"),
    ] {
        let output = mancala(&folder, &[&merge[..], more].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert!(written(&folder).is_empty(), "{:?}", written(&folder).keys());
    }
}

#[test]
fn a_part_of_records_goes_on_where_it_was_broken_off() {
    let folder = folder("part-resumed");
    fs::write(folder.join("s.ron"), TOURNAMENT).unwrap();
    let part = ["sim", "s.ron", "--part", "2/2", "--resume", "--records", "part.jsonl"];
    done(&folder, &part);
    let games = fs::read(folder.join("part.jsonl")).unwrap();
    for length in [0, games.len() / 2, games.len() - 3] {
        fs::remove_file(folder.join("part.jsonl")).unwrap();
        fs::write(folder.join("part.jsonl.part"), &games[..length]).unwrap();
        done(&folder, &part);
        assert_eq!(fs::read(folder.join("part.jsonl")).unwrap(), games, "{length}");
    }
}

#[test]
fn progress_is_told_in_lines() {
    let folder = folder("progress");
    fs::write(folder.join("s.ron"), SWEEP).unwrap();
    for (more, games) in [(&[][..], 36), (&["--part", "1/2", "--counts", "x.counts"], 18)] {
        let output = mancala(&folder, &[&["sim", "s.ron", "--progress"], more].concat());
        let said = text(&output.stderr);
        // Behind them stand the files that were written.
        let told: Vec<&str> = said.lines().filter(|line| !line.ends_with(": written")).collect();
        assert_eq!(told.last(), Some(&format!("{games}/{games}").as_str()), "{said}");
        let numbers = told.iter().map(|line| line.split_once('/').unwrap().0.parse::<u64>().unwrap());
        assert!(numbers.is_sorted(), "{said}");
    }
    let said = text(&mancala(&folder, &["sim", "s.ron"]).stderr);
    assert!(said.lines().all(|line| line.ends_with(": written")), "{said}");
}
