//! The binary, as people and scripts call it.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// What a call came to.
pub(crate) struct Called {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) errors: String,
}

pub(crate) fn mancala(arguments: &[&str]) -> Called {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    let output = command.args(arguments).env_remove("MANCALA_FORMAT").env_remove("MANCALA_PATH").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Called { status: output.status.code().unwrap(), out: text(output.stdout), errors: text(output.stderr) }
}

impl Called {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// A file for one test, in the build folder.
pub(crate) fn scratch(name: &str, contents: impl AsRef<[u8]>) -> String {
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
fn list_looks_for_games() {
    let names = |arguments: &[&str]| -> Vec<String> {
        let listed = mancala(&[&["list", "--json"], arguments].concat()).json();
        listed.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_string()).collect()
    };
    assert!(names(&["Zanzibar", "--rows", "4"]).contains(&"bao".to_string()));
    assert_eq!(names(&["bohnenspiel", "--region", "europe", "--single-lap", "--capture", "chain"]), ["bohnenspiel"]);
    assert_eq!(names(&["bohnenspiel", "--laps"]), [""; 0]);
    assert!(names(&["--difficulty", "hard", "--capture", "other"]).contains(&"glass-bead-game".to_string()));
    assert!(names(&["--capture", "none"]).contains(&"deka".to_string()));
    let nothing = mancala(&["list", "xyzzy"]);
    assert!(nothing.status == 0 && nothing.out.starts_with("0 of "), "{}", nothing.out);
    let options = mancala(&["list", "oware", "--options"]).out;
    assert!(options.contains("options grand_slam"), "{options}");
}

#[test]
fn games_are_found_by_their_titles() {
    let shown = mancala(&["show", "das bohnenSpiel"]);
    assert!(shown.status == 0 && shown.out.starts_with("Das Bohnenspiel"), "{}{}", shown.out, shown.errors);
    let several = mancala(&["moves", "Djenon"]);
    assert_eq!(several.status, 2);
    assert_eq!(
        several.errors,
        "error: 2 games are called `Djenon`\n  help: name the file: `djenon-abe`, `djenon-aboure`\n"
    );
}

/// A folder of the user's: a game of his own with another name, one in the folder of a region that is based on it, one with
/// the name of a shipped game, one that does not check.
fn own_folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli/own");
    std::fs::create_dir_all(folder.join("europe")).unwrap();
    let kalah = mancala::shipped_text("kalah").unwrap();
    let write = |name: &str, text: String| std::fs::write(folder.join(name), text).unwrap();
    write("garden.mancala", "mancala 1\nbased on kalah\ngame \"Kitchen Garden\" also called \"Bödli\"\n".into());
    write("europe/small.mancala", "mancala 1\nbased on garden with pits: 3\ngame \"Small Garden\"\n".into());
    write("oware.mancala", kalah.to_string());
    write("broken.mancala", "mancala 1\ngame \"Broken\"\nboard { row home: 6 }\n".into());
    folder
}

#[test]
fn folders_of_the_user_are_looked_in() {
    let folder = own_folder();
    let folder = folder.to_str().unwrap();
    let with = |arguments: &[&str]| mancala(&[&["--variants", folder], arguments].concat());
    for name in ["garden", "bodli", "kitchen garden", "small"] {
        let called = with(&["moves", name]);
        assert_eq!((called.status, called.errors.as_str()), (0, ""), "{name}");
    }
    let simulated = with(&["sim", "small", "--games", "2"]);
    assert!(simulated.status == 0 && simulated.out.contains("Small Garden"), "{}{}", simulated.out, simulated.errors);
    let hidden = with(&["moves", "oware"]);
    let note =
        format!("warning: `oware` is there twice: `{folder}/oware.mancala` is taken, and hides the shipped one\n");
    assert_eq!((hidden.status, hidden.errors.as_str()), (0, note.as_str()));
    let listed = with(&["list", "--difficulty", "easy"]);
    assert!(listed.out.starts_with("Your own\n") && listed.out.contains("also called Bödli"), "{}", listed.out);
    assert!(listed.out.contains("West Africa"), "{}", listed.out);
    let told = |errors: &str| errors.contains("`broken` cannot be played") && errors.contains(&note);
    assert!(told(&listed.errors), "{}", listed.errors);
    // What is broken is told whatever is looked for: it may have been meant.
    assert!(told(&with(&["list", "--region", "europe"]).errors));
}

#[test]
fn a_folder_that_is_not_there_is_told_and_the_rest_works() {
    let called = mancala(&["moves", "oware", "--variants", "no/such/folder"]);
    assert_eq!(called.status, 0);
    assert_eq!(called.errors, "warning: there is no folder `no/such/folder`\n  help: `--variants` names it\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    let path = std::env::join_paths([own_folder(), PathBuf::from("gone")]).unwrap();
    let output = command.args(["moves", "small"]).env("MANCALA_PATH", path).output().unwrap();
    assert!(output.status.success());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "warning: there is no folder `gone`\n  help: `MANCALA_PATH` names it\n");
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
    assert_eq!(mancala(&["check", &path, "--deep", "--format", "sarif"]).status, 2);
}

/// The same for programs, also where a file is wrong, or says of itself what games disprove.
#[test]
fn what_games_at_random_show_is_told_to_programs() {
    let kalah = mancala::shipped_text("kalah").unwrap();
    let rare = kalah.replacen("end {", "end {\n    most: after a turn, score = total -> higher score wins", 1);
    let never = kalah.replacen("-> stop\n    }", "-> never\n    }", 1);
    assert_ne!(never, kalah);
    let (rare, bad) = (scratch("rare.mancala", rare), scratch("unplayable.mancala", kalah.replace("lift pit", "lift")));
    let called = mancala(&["check", &rare, &bad, "--deep", "--json"]);
    assert_eq!(called.status, 1, "{}{}", called.out, called.errors);
    let document = called.json();
    assert_eq!((document["schema"].as_u64(), document["kind"].as_str()), (Some(1), Some("check")));
    let [one, two] = document["files"].as_array().unwrap().as_slice() else { panic!("{}", called.out) };
    assert_eq!((one["file"].as_str(), one["problems"].as_array().map(Vec::len)), (Some(rare.as_str()), Some(0)));
    let random = &one["at_random"];
    assert_eq!((random["games"].as_u64(), random["wanted"].as_u64()), (Some(500), Some(500)));
    assert!(random["points_of_south"]["low"].as_f64() < random["points_of_south"]["value"].as_f64());
    assert_eq!(random["never_applied"][0]["label"], "most");
    assert!(two["at_random"].is_null() && two["problems"][0]["code"].is_string(), "{two}");
    let disproved = mancala(&["check", &scratch("never.mancala", never), "--deep", "--json"]);
    assert_eq!(disproved.status, 1, "{}", disproved.out);
    let met = &disproved.json()["files"][0]["at_random"]["met_though_never"][0];
    assert!(met["times"].as_u64() > Some(0) && met["line"].is_u64(), "{met}");
}

#[test]
fn what_is_shown_is_told_to_programs() {
    let shown = mancala(&["show", "kalah", "--set", "pits=3", "--json"]).json();
    assert_eq!((shown["kind"].as_str(), shown["heading"].as_str()), (Some("show"), Some("Kalah")));
    assert_eq!((shown["pieces"].as_u64(), shown["first"].as_str()), (Some(24), Some("south")));
    assert_eq!(shown["position"]["south"]["home"], serde_json::json!([4, 4, 4]));
    let pits = &shown["options"][0];
    assert_eq!((pits["value"].as_u64(), pits["default"].as_u64(), pits["to"].as_u64()), (Some(3), Some(6), Some(12)));
    let text = mancala(&["show", "kalah", "--set", "pits=3"]).out;
    for group in shown["groups"].as_array().unwrap() {
        assert!(text.contains(group["heading"].as_str().unwrap()), "{group}");
        for rule in group["rules"].as_array().unwrap() {
            let place = format!("{}:{}", rule["file"].as_str().unwrap(), rule["line"]);
            assert!(text.contains(&place) && text.contains(rule["label"].as_str().unwrap()), "{rule}");
        }
    }
    let based = mancala(&["show", "bawo-advanced", "--json"]).json();
    assert!(!based["based_on"].as_array().unwrap().is_empty() && !based["turn"].as_array().unwrap().is_empty());
    assert_eq!(mancala(&["show", "kalah", "--json", "--listing"]).status, 2);
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
    assert!(called.errors.contains("legal: 1") && called.out.contains("North"), "{}", called.errors);
    assert!(!called.errors.contains("North"), "the board is shown once: {}", called.errors);
    let first = mancala(&["trace", "oware", "--json", "--position", SLAM, "--set", "grand_slam=forbidden", "6"]);
    assert!(first.errors.contains("North"), "nobody has seen it yet: {}", first.errors);
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

/// What is read by programs says the same as what is drawn: of every game, and of every way to be wrong.
#[test]
fn records_are_told_to_programs() {
    let with = |field: &str, value: Value| {
        let mut record = record();
        record[field] = value;
        record
    };
    let mut elsewhere = record();
    elsewhere["positions"][1]["south"]["home"] = serde_json::json!([4, 4, 0, 5, 5, 6]);
    let mut unled = elsewhere.clone();
    unled.as_object_mut().unwrap().remove("moves");
    let mut short = record();
    short["positions"][0]["south"]["home"] = serde_json::json!([4, 4]);
    let records = [
        record(),
        elsewhere,
        unled,
        with("successors", serde_json::json!([6, 5])),
        with("moves", serde_json::json!(["3", "7"])),
        with("outcome", serde_json::json!({ "winner": "south" })),
        short,
    ];
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    let path = scratch("programs.jsonl", lines.join("\n"));
    let called = mancala(&["verify", &path, "--json"]);
    assert_eq!(called.status, 1, "{}", called.errors);
    let file = &called.json()["files"][0];
    assert_eq!((file["games"].as_u64(), file["file"].as_str()), (Some(7), Some(path.as_str())));
    let wrong = file["disagreements"].as_array().unwrap();
    assert_eq!(wrong.iter().map(|one| one["line"].as_u64().unwrap()).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
    let wrong: Vec<&Value> = wrong.iter().map(|one| &one["wrong"]).collect();
    let at = |one: &Value| (one["at"].as_str().unwrap().to_string(), one["number"].as_u64());
    let places = [
        ("move", Some(1)),
        ("move", Some(1)),
        ("move", Some(2)),
        ("move", Some(2)),
        ("end", None),
        ("position", Some(0)),
    ];
    assert_eq!(
        wrong.iter().map(|one| at(one)).collect::<Vec<_>>(),
        places.map(|(at, number)| (at.to_string(), number))
    );
    assert_eq!(wrong[0]["leads_to"]["south"]["home"], serde_json::json!([4, 4, 0, 5, 5, 5]));
    assert_eq!((&wrong[1]["nearest"]["move"], wrong[1]["legal"].as_array().map(Vec::len)), (&"3".into(), Some(6)));
    assert_eq!((wrong[2]["successors"].as_u64(), wrong[3]["move"].as_str()), (Some(6), Some("7")));
    assert!(wrong[3]["because"].is_string() && wrong[4]["outcome"].is_null());
    let told = mancala(&["verify", &path]).out;
    assert!(wrong.iter().all(|one| told.contains(one["message"].as_str().unwrap())), "{told}");
    let replayed = mancala(&["replay", &path, "--json"]);
    assert_eq!(replayed.status, 1);
    let games = replayed.json()["games"].take();
    let games = games.as_array().unwrap();
    assert_eq!((games.len(), games[0]["moves"].as_array().map(Vec::len)), (7, Some(2)));
    assert_eq!((&games[0]["moves"][1]["by"], &games[0]["moves"][1]["moves"][0]), (&"north".into(), &"6".into()));
    assert_eq!(games[0]["moves"][1]["position"], record()["positions"][2]);
    assert!(games[0]["wrong"].is_null() && games[1]["wrong"] == *wrong[0] && games[6]["wrong"]["at"] == "position");
    let one = mancala(&["replay", &path, "--json", "--game", "1"]).json();
    assert_eq!(one["games"].as_array().map(Vec::len), Some(1));
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
fn escape_sequences_of_a_file_are_shown_and_not_obeyed() {
    let kalah = mancala::shipped_text("kalah").unwrap();
    let text = kalah.replacen("game \"", "game \"\u{1b}[31mred\u{1b}]0;title\u{7} ", 1);
    let path = scratch("escapes.mancala", text.replacen("setup {", "setup { lawn: 3", 1));
    let whole = scratch("escapes-whole.mancala", text);
    for arguments in [&["check", &path][..], &["show", &whole], &["moves", &whole], &["sim", &whole, "--games", "2"]] {
        let called = mancala(arguments);
        assert!(!called.out.contains('\x1b') && !called.errors.contains('\x1b'), "{arguments:?}: {}", called.out);
    }
}

#[test]
fn a_picture_is_written() {
    let path = scratch("board.svg", "");
    assert_eq!(mancala(&["show", "oware", "--svg", &path]).status, 0);
    let picture = std::fs::read_to_string(path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}

/// What players hold beside the board lies in trays, piece by piece; a row of one pit lies at the end of the board.
#[test]
fn pictures_show_reserves_and_ends() {
    let picture = |variant: &str| {
        let path = scratch(&format!("{variant}.svg"), "");
        assert_eq!(mancala(&["show", variant, "--svg", &path]).status, 0);
        std::fs::read_to_string(path).unwrap()
    };
    let bao = picture("bao");
    let trays: Vec<usize> =
        bao.lines().filter(|line| line.starts_with("<g ")).map(|line| line.matches("<use").count()).collect();
    assert_eq!(trays, [22, 22]);
    let board = picture("o-an-quan");
    let beside = |name: &str| {
        let label = board.lines().find(|line| line.ends_with(&format!(">{name}</text>"))).unwrap();
        let x = label.split("x=\"").nth(1).unwrap().split('"').next().unwrap();
        x.parse::<f64>().unwrap()
    };
    assert!(beside("end1") < beside("A") && beside("A") < beside("E") && beside("E") < beside("End1"));
}

#[test]
fn pages_are_written_and_found_to_be_out_of_date() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli/pages");
    let _ = std::fs::remove_dir_all(&folder);
    let rules =
        "mancala 1\nbased on kalah with pits: 3\n\n# A small game.\n\ngame \"Pocket Kalah\" also called \"Tiny\"\n";
    let path = scratch("pocket.mancala", rules);
    let into = folder.to_str().unwrap();
    let page = |more: &[&str]| mancala(&[&["page", &path, "--into", into, "--games", "20"], more].concat());
    let missing = page(&["--check"]);
    assert!(missing.status == 1 && missing.out.contains("pocket.md: missing"), "{}{}", missing.out, missing.errors);
    let written = page(&[]);
    assert!(written.status == 0 && written.out.contains("pocket.svg"), "{}{}", written.out, written.errors);
    let text = std::fs::read_to_string(folder.join("pocket.md")).unwrap();
    for wanted in ["# Pocket Kalah", "Also called Tiny.", "A small game.", "3 pits", "20 games at random", "`cleared`"]
    {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert_eq!(page(&["--check"]).status, 0);
    // What people read has changed: the page is made anew, and nothing is played.
    scratch("pocket.mancala", rules.replace("A small game", "A very small game"));
    let other_words = page(&["--check"]);
    assert!(other_words.status == 1 && other_words.out.contains("out of date"), "{}", other_words.out);
    assert_eq!(page(&[]).status, 0);
    assert_eq!(page(&["--check"]).status, 0);
    scratch("pocket.mancala", format!("{rules}setup {{ home: 2 each }}\n"));
    let other_rules = page(&["--check"]);
    assert!(
        other_rules.status == 1 && other_rules.out.contains("figures are those of other rules"),
        "{}",
        other_rules.out
    );
}

/// Which rules hold depends on the base too, on the values that are bound for it, and on what is based on what.
#[test]
fn a_page_is_out_of_date_when_its_base_is_another() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli/based-pages");
    let _ = std::fs::remove_dir_all(&folder);
    let base = mancala::shipped_text("kalah").unwrap();
    let derived = "mancala 1\nbased on my-base with seeds: 3\ngame \"Derived\"\n";
    let base_path = scratch("my-base.mancala", base);
    let path = scratch("derived.mancala", derived);
    let into = folder.to_str().unwrap();
    let page = |more: &[&str]| mancala(&[&["page", &path, "--into", into, "--games", "20"], more].concat());
    let written = page(&[]);
    assert_eq!(written.status, 0, "{}{}", written.out, written.errors);
    assert_eq!(page(&["--check"]).status, 0);
    let is_old = |what: &str| {
        let called = page(&["--check"]);
        assert!(
            called.status == 1 && called.out.contains("figures are those of other rules"),
            "{what}: {}",
            called.out
        );
    };
    scratch("derived.mancala", derived.replace("seeds: 3", "seeds: 4"));
    is_old("another value");
    scratch("derived.mancala", derived.replace(" with seeds: 3", ""));
    is_old("no value");
    scratch("derived.mancala", derived);
    scratch("my-base.mancala", base.replace("capture last + facing last, stop", "capture last, stop"));
    is_old("another rule of the base");
    scratch("my-base.mancala", base.replace("# Some play that", "# Others play that"));
    assert_eq!(page(&["--check"]).status, 0, "a comment of the base is no rule");
    std::fs::remove_file(base_path).unwrap();
    assert_ne!(page(&["--check"]).status, 0, "the base is not there");
}

/// Playing again for a shorter time takes nothing away from a page.
#[test]
fn figures_of_more_games_are_kept() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli/more");
    let _ = std::fs::remove_dir_all(&folder);
    let into = folder.to_str().unwrap();
    let played = |games: &str| {
        let called = mancala(&["page", "tihbat", "--into", into, "--games", games, "--fresh"]);
        assert_eq!(called.status, 0, "{}", called.errors);
        std::fs::read_to_string(folder.join("tihbat.md")).unwrap()
    };
    let forty = played("40");
    assert!(forty.contains("40 games at random"), "{forty}");
    assert_eq!(played("10"), forty);
    assert!(played("50").contains("50 games at random"));
}

/// Of a statement the page leaves out the rows and statements that are told by themselves, and nothing else.
#[test]
fn a_page_tells_statements_whole() {
    let rules = "mancala 1
game \"Twos\"
board {
    row home: 4
    store
    track ring: own home, opponent home
}
setup { home: 3 each }
turn: sowing
move sowing {
    choose pit in own home where seeds(it) not in {0, 2} else own home where seeds(it) = 2
    lift pit
    sow ring after pit skipping opponent home where seeds(it) in {2, 4} each drop {
        five: last in opponent home and seeds(last) = 5 -> capture last
    }
    let taken = chain back from last while it in opponent home and (seeds(it) in {1, 3} or seeds(it) = 7)
    landing { otherwise -> capture taken, stop }
}
end { stuck: before a turn, mover cannot move -> higher score wins }
";
    let path = scratch("twos.mancala", rules);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli/whole");
    let called = mancala(&["page", &path, "--into", folder.to_str().unwrap(), "--games", "2", "--fresh"]);
    assert_eq!(called.status, 0, "{}", called.errors);
    let text = std::fs::read_to_string(folder.join("twos.md")).unwrap();
    for wanted in [
        "- Choose a pit *pit* of your home that does not hold 0 or 2 seeds, or if there is none a pit of your home that \
         holds just 2 seeds\n",
        "leaving out every pit of the opponent's home that holds 2 or 4 seeds; as each falls:\n  - **five**: if",
        "*taken* is the last pit and the places before it, backward one after the other, as long as it is in the \
         opponent's home and (it holds 1 or 3 seeds, or it holds just 7 seeds)\n",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

/// The figures of one short game, played again.
#[test]
fn a_shipped_page_comes_out_again() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli/again");
    let shipped =
        |file: &str| std::fs::read_to_string(format!("{}/docs/games/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let page = shipped("tihbat.md");
    let games = page.split("\"games\":").nth(1).unwrap().split(',').next().unwrap();
    let into = folder.to_str().unwrap();
    let called = mancala(&["page", "tihbat", "--into", into, "--games", games, "--seconds", "600", "--fresh"]);
    assert_eq!(called.status, 0, "{}", called.errors);
    assert_eq!(std::fs::read_to_string(folder.join("tihbat.md")).unwrap(), page);
    assert_eq!(std::fs::read_to_string(folder.join("tihbat.svg")).unwrap(), shipped("tihbat.svg"));
}

#[test]
fn files_that_are_written_are_told_beside_the_results() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&folder).unwrap();
    let names = ["told.jsonl", "told.csv", "told.html", "told.counts"];
    let paths = names.map(|name| folder.join(name).to_string_lossy().into_owned());
    let flags = ["--records", "--table", "--report", "--counts"];
    let wanted: Vec<&str> = flags.iter().zip(&paths).flat_map(|(flag, path)| [*flag, path.as_str()]).collect();
    let called = mancala(&[&["sim", "oware", "--games", "4"], wanted.as_slice()].concat());
    assert_eq!(called.status, 0, "{}", called.errors);
    for name in names {
        let told = called.errors.lines().any(|line| line.ends_with(&format!("{name}: written")));
        assert!(told && !called.out.contains(name), "{name}: {}", called.errors);
    }
    let measured = mancala(&["measure", "oware", "--games", "10", "--nodes", "16", "--table", &paths[1]]);
    assert!(measured.errors.contains("told.csv: written"), "{}", measured.errors);
}

#[test]
fn a_line_of_every_wrong_example_is_marked() {
    let marked = |code: &str| {
        let out = mancala(&["explain", code]).out;
        out.lines().filter_map(|line| line.strip_prefix("  > ")).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(marked("base_loop"), ["based on mill"]);
    assert_eq!(marked("not_utf8"), ["    game \"Königsmulde\""]);
    assert_eq!(marked("file_too_large"), ["option wanted \"seeds that win\" {"]);
}

#[test]
fn a_new_file_with_the_name_of_a_game_is_told_and_its_commands_can_be_typed() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli/new names");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let named = |name: &str| mancala(&["new", &folder.join(name).to_string_lossy()]);
    let taken = named("oware");
    assert!(taken.errors.starts_with("warning: there is a game `oware` already"), "{}", taken.errors);
    let own = named("my-own-pits");
    assert_eq!(own.errors, "");
    let command = own.out.lines().find(|line| line.contains("--watch")).unwrap();
    let path = folder.join("my-own-pits.mancala");
    assert!(command.contains(&format!("mancala check '{}' --watch", path.display())), "{command}");
}

#[test]
fn every_shell_offers_variants_and_codes() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = mancala(&["completions", shell]).out;
        let has = |word: &str| {
            script
                .split(|letter: char| !letter.is_ascii_alphanumeric() && !"-_".contains(letter))
                .any(|one| one == word)
        };
        assert!(has("toguz-kumalak") && has("dead_row"), "{shell}");
    }
    let fish = mancala(&["completions", "fish"]).out;
    let of_variants = fish.lines().find(|line| line.contains("toguz-kumalak")).unwrap();
    assert!(["show", "sim", "measure", "play"].iter().all(|command| of_variants.contains(command)), "{of_variants}");
    let zsh = mancala(&["completions", "zsh"]).out;
    assert_eq!(zsh.matches("_mancala_codes'").count(), 1);
    assert!(zsh.matches("_mancala_variants'").count() >= 8);
}

#[test]
fn boards_fit_a_terminal() {
    let mut in_parts = Vec::new();
    for name in mancala::shipped_names() {
        let game = mancala::Variant::shipped(name).unwrap().game().unwrap();
        let style = mancala::text::DrawStyle { color: false, unicode: true };
        let drawn = mancala::text::draw(&game.start(), game.model(), style);
        let lines = || drawn.lines().filter(|line| line.starts_with(['╭', '│', '├', '╞', '╰']));
        assert!(lines().all(|line| line.chars().count() <= 78), "{name}\n{drawn}");
        if drawn.lines().filter(|line| line.starts_with('╭')).count() > 1 {
            in_parts.push(name);
        }
    }
    assert_eq!(in_parts, ["en-gehe"], "only rows of twenty and more pits");
}

/// Rates of a variant by name and of a file by path; what has no plan says why.
#[test]
fn bench_measures_every_kind_of_work() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/variants/west-africa/oware.mancala");
    let quick = ["--seconds", "0.1", "--rounds", "2", "--depth", "2", "--json"];
    let document = mancala(&[&["bench", file, "en-gehe"], &quick[..]].concat()).json();
    let variants = document["variants"].as_array().unwrap();
    assert!(variants[0]["no_plan_because"].is_null() && variants[1]["no_plan_because"].is_string(), "{document}");
    for variant in variants {
        for (kind, unit) in [
            ("perft", "leaves_per_second"),
            ("random", "moves_per_second"),
            ("sim", "moves_per_second"),
            ("alpha_beta", "nodes_per_second"),
        ] {
            assert!(variant[kind][unit].as_f64().unwrap() > 0.0, "{kind} of {document}");
            assert_eq!(variant[kind]["rounds"].as_array().unwrap().len(), 2);
        }
    }
}
