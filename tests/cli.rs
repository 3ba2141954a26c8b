//! The binary, as people and scripts call it.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// What a call came to.
struct Called {
    status: i32,
    out: String,
    errors: String,
}

fn mancala(arguments: &[&str]) -> Called {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    let output = command.args(arguments).env_remove("MANCALA_FORMAT").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Called { status: output.status.code().unwrap(), out: text(output.stdout), errors: text(output.stderr) }
}

impl Called {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// A file for one test, in the build folder.
fn scratch(name: &str, contents: impl AsRef<[u8]>) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, contents).unwrap();
    path.to_string_lossy().into_owned()
}

const SLAM: &str = "south home: 1 0 0 0 0 3 store: 10 north home: 1 1 1 0 0 0 store: 31 to move: south";

#[test]
fn list_names_every_shipped_variant() {
    let called = mancala(&["list"]);
    assert_eq!(called.status, 0);
    for name in mancala::shipped_names() {
        assert!(called.out.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
    let listed = mancala(&["list", "--json"]).json();
    assert_eq!(listed.as_array().unwrap().len(), mancala::shipped_names().count());
}

#[test]
fn check_accepts_a_shipped_file() {
    let path = scratch("good.mancala", mancala::shipped_text("kalah").unwrap());
    let called = mancala(&["check", &path]);
    assert_eq!(called.status, 0, "{}{}", called.out, called.errors);
    assert!(called.out.ends_with("no problems\n"), "{}", called.out);
}

#[test]
fn fmt_writes_what_differs_and_leaves_what_cannot_be_read() {
    let text = mancala::shipped_text("kalah").unwrap();
    let wild = text.replace("    ", " ");
    let (good, other) = (scratch("styled.mancala", text), scratch("wild.mancala", &wild));
    let checked = mancala(&["fmt", "--check", &good, &other]);
    assert_eq!(checked.status, 1);
    assert!(checked.out.contains("wild.mancala:") && !checked.out.contains("styled.mancala:"), "{}", checked.out);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), wild, "`--check` changes nothing");
    let written = mancala(&["fmt", &good, &other]);
    assert_eq!(written.out, format!("{other}: written\n"));
    assert_eq!(std::fs::read_to_string(&other).unwrap(), text);
    let broken = scratch("broken.mancala", wild.replace("lift pit", "lift"));
    let refused = mancala(&["fmt", &broken, &good]);
    assert_eq!(refused.status, 1);
    assert!(refused.errors.ends_with("broken.mancala is left as it is: it cannot be read\n"), "{}", refused.errors);
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), wild.replace("lift pit", "lift"));
}

#[test]
fn check_shows_a_problem_in_each_format() {
    let text = mancala::shipped_text("kalah").unwrap().replace("setup {", "setup { lawn: 3");
    let path = scratch("bad.mancala", text);
    let human = mancala(&["check", &path]);
    assert_eq!(human.status, 1);
    assert!(human.out.contains("lawn") && human.out.contains(&format!("1 error in {path}")), "{}", human.out);
    let problems = mancala(&["check", &path, "--format", "json"]).json();
    assert!(problems[0]["code"].as_str().unwrap().starts_with("mancala::resolve::"));
    let log = mancala(&["check", &path, "--format", "sarif"]).json();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 1);
}

#[test]
fn check_can_play_at_random() {
    let text = mancala::shipped_text("kalah").unwrap();
    let with_a_rare_row =
        text.replacen("end {", "end {\n    most: after a turn, score = total -> higher score wins", 1);
    let path = scratch("deep.mancala", with_a_rare_row);
    let called = mancala(&["check", &path, "--deep"]);
    assert_eq!(called.status, 0, "{}{}", called.out, called.errors);
    assert!(called.out.contains("500 games at random") && called.out.contains("of the points"), "{}", called.out);
    assert!(called.out.contains("`most` of `end` never applied"), "{}", called.out);
    assert_eq!(mancala(&["check", &path, "--deep", "--format", "json"]).status, 2);
}

#[test]
fn show_tells_the_rules_in_their_words() {
    let called = mancala(&["show", "kalah"]);
    for line in ["choose      pit in own home where seeds(it) >= 1", "lift        pit", "again_turn  last is own store"]
    {
        assert!(called.out.contains(line), "{}", called.out);
    }
}

#[test]
fn check_tells_files_that_are_no_text_from_files_that_are_not_there() {
    let path = scratch("noise.mancala", b"mancala 1\ngame \"\xff\"\n");
    let called = mancala(&["check", &path]);
    assert_eq!(called.status, 1);
    assert!(called.out.contains("mancala::parse::not_utf8"), "{}", called.out);
    let missing = mancala(&["check", "no/such.mancala"]);
    assert_eq!((missing.status, missing.out.as_str()), (2, ""));
    assert!(missing.errors.contains("there is no such file"), "{}", missing.errors);
}

#[test]
fn wrong_names_get_the_nearest() {
    for (arguments, help) in [
        (vec!["show", "owware"], "did you mean `oware`?"),
        (vec!["show", "oware", "--set", "grandslam=forbidden"], "did you mean `grand_slam`?"),
        (vec!["show", "oware", "--set", "grand_slam=forbiden"], "did you mean `forbidden`?"),
        (vec!["show", "kalah", "--set", "pits=13"], "`pits` is a number from 1 to 12"),
        (vec!["explain", "ded_row"], "did you mean `dead_row`?"),
    ] {
        let called = mancala(&arguments);
        assert_eq!((called.status, called.out.as_str()), (2, ""), "{arguments:?}");
        assert!(called.errors.contains(help), "{}", called.errors);
    }
}

#[test]
fn moves_are_listed_with_what_they_lead_to() {
    let listed = mancala(&["moves", "oware", "--json", "--position", SLAM, "--set", "grand_slam=takes_all"]).json();
    let moves = listed["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[1]["move"], "6");
    assert_eq!(moves[1]["outcome"]["winner"], "north");
    assert_eq!(moves[1]["position"]["south"]["store"], 17);
    let forbidden = mancala(&["moves", "oware", "--json", "--position", SLAM, "--set", "grand_slam=forbidden"]).json();
    assert_eq!(forbidden["moves"].as_array().unwrap().len(), 1);
    // What is written can be given again, in both forms.
    let again = mancala(&["moves", "oware", "--json", "--position", &listed["position"].to_string()]).json();
    assert_eq!(again["position"], listed["position"]);
}

#[test]
fn moves_stops_at_its_limit() {
    let listed = mancala(&["moves", "oware", "--limit", "4", "--json"]).json();
    assert_eq!(listed["moves"].as_array().unwrap().len(), 4);
    assert_eq!(listed["more"], true);
}

#[test]
fn a_wrong_position_is_refused_with_the_numbers() {
    let short = SLAM.replace("store: 31", "store: 30");
    let called = mancala(&["moves", "oware", "--position", &short]);
    assert_eq!((called.status, called.out.as_str()), (2, ""));
    assert!(called.errors.contains("47 seeds") && called.errors.contains("48"), "{}", called.errors);
}

#[test]
fn trace_names_the_line_of_each_step() {
    let called = mancala(&[
        "trace",
        "oware",
        "--position",
        "south home: 0 0 0 5 0 3 store: 16 north home: 2 1 1 0 4 0 store: 16",
        "4",
    ]);
    assert_eq!(called.status, 0, "{}", called.errors);
    let line =
        1 + mancala::shipped_text("oware").unwrap().lines().position(|line| line.trim().starts_with("take:")).unwrap();
    assert!(called.out.contains(&format!("oware.mancala:{line}")), "{}", called.out);
    assert!(called.out.contains("captures"), "{}", called.out);
}

#[test]
fn trace_says_why_a_move_is_refused() {
    let called = mancala(&["trace", "oware", "--position", SLAM, "--set", "grand_slam=forbidden", "6"]);
    assert_eq!((called.status, called.errors.contains("slam_forbidden")), (1, true), "{}", called.errors);
    assert!(called.errors.contains("North") && called.errors.contains("legal: 1"), "{}", called.errors);
}

#[test]
fn perft_counts() {
    let counts = mancala(&["perft", "kalah", "4", "--json", "--divide"]).json();
    let nodes: Vec<u64> = counts.as_array().unwrap().iter().map(|count| count["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [6, 35, 185, 942]);
    let parts = counts[3]["divide"].as_object().unwrap();
    assert_eq!(parts.values().map(|part| part.as_u64().unwrap()).sum::<u64>(), 942);
}

/// Two moves of Oware, as a record.
fn record() -> Value {
    let first = mancala(&["trace", "oware", "--json", "3", "6"]).json();
    let moves = first["moves"].as_array().unwrap();
    let positions: Vec<&Value> =
        std::iter::once(&first["position"]).chain(moves.iter().map(|one| &one["position"])).collect();
    serde_json::json!({ "variant": "oware", "positions": positions, "moves": ["3", "6"], "successors": [6, 6], "outcome": null })
}

#[test]
fn verify_accepts_what_the_rules_allow() {
    let mut sparse = record();
    sparse.as_object_mut().unwrap().remove("moves");
    for position in sparse["positions"].as_array_mut().unwrap() {
        position["south"].as_object_mut().unwrap().remove("store");
    }
    let path = scratch("good.jsonl", format!("{}\n\n{sparse}\n", record()));
    let called = mancala(&["verify", &path]);
    assert_eq!(called.status, 0, "{}", called.out);
    assert_eq!(called.out, format!("{path}: 2 games, 6 positions, all as the rules say\n"));
    let replayed = mancala(&["replay", &path, "--game", "2"]);
    assert!(replayed.status == 0 && replayed.out.contains("2. North plays 6"), "{}", replayed.out);
}

#[test]
fn verify_draws_the_first_disagreement() {
    let wrong = |change: fn(&mut Value)| {
        let mut record = record();
        change(&mut record);
        record
    };
    for (record, said) in [
        (
            wrong(|record| record["positions"][1]["south"]["home"] = serde_json::json!([4, 4, 0, 5, 5, 6])),
            "ply 1: `3` does not lead",
        ),
        (
            wrong(|record| record["successors"] = serde_json::json!([6, 5])),
            "ply 2: the legal moves of North lead to 6 positions",
        ),
        (
            wrong(|record| record["legal"] = serde_json::json!([6, 99])),
            "ply 2: North has 6 legal moves, and the record says 99",
        ),
        (wrong(|record| record["moves"] = serde_json::json!(["3", "7"])), "ply 2: North cannot play `7`"),
        (
            wrong(|record| record["outcome"] = serde_json::json!({ "winner": "south" })),
            "at the end: the game ends in another way",
        ),
    ] {
        let path = scratch("wrong.jsonl", record.to_string());
        let called = mancala(&["verify", &path]);
        assert_eq!(called.status, 1);
        assert!(called.out.contains(said), "{said}\n{}", called.out);
        assert!(called.out.contains("The rules") && called.out.contains("The record"), "{}", called.out);
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let help = mancala(&["--help"]).out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        let called = mancala(&[command, "--help"]);
        assert!(called.out.contains("Example") && called.out.contains(&format!("mancala {command}")), "{}", called.out);
    }
}

#[test]
fn what_is_written_to_a_pipe_has_no_colour() {
    let called = mancala(&["show", "oware"]);
    assert!(called.status == 0 && !called.out.contains('\x1b'));
    assert!(mancala(&["--color", "always", "show", "oware"]).out.contains('\x1b'));
}

#[test]
fn a_picture_is_written() {
    let path = scratch("board.svg", "");
    assert_eq!(mancala(&["show", "oware", "--svg", &path]).status, 0);
    let picture = std::fs::read_to_string(path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}
