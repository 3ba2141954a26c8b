//! Games played move by move, their texts and their records. The rules in `tests/play/` have what the shipped games lack:
//! moves that the notation writes alike, state of a store, state that is never shown.

use crate::shipped::{random_positions, variants};
use crate::sim::{folder, mancala, run_script, text};
use mancala::model::{Id as _, Player, StateId};
use mancala::text::json::{from_json, parse, to_json};
use mancala::text::record::{read_record, read_records};
use mancala::{Game, PlayError, Playthrough, SetUpError, Variant, shipped_text};
use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The rules files of these tests, by name.
fn files() -> Vec<(String, Game)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/play"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mancala"))
        .collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), game(&name(path)))).collect()
}

fn game(name: &str) -> Game {
    let path = format!("{}/tests/play/{name}.mancala", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    Variant::from_text(name, &text).game().unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn texts(game: &Game) -> Vec<String> {
    game.moves(&game.start()).into_iter().map(|one| one.text).collect()
}

// --- texts -----------------------------------------------------------------------------------------------------------

#[test]
fn no_two_moves_share_a_text() {
    let shipped = variants().into_iter().map(|(name, variant)| (name.to_string(), variant.game().unwrap()));
    for (name, game) in shipped.chain(files()) {
        for position in random_positions(&game, 30, 11) {
            let moves = game.first_moves(&position, 200);
            let mut seen = HashSet::new();
            for one in &moves {
                assert!(seen.insert(&one.text), "{name}: two moves are written `{}`", one.text);
                let read = game.play(&position, &one.text).unwrap_or_else(|why| panic!("{name} `{}`: {why}", one.text));
                assert_eq!((&read.encoded, &read.text), (&one.encoded, &one.text), "{name}");
            }
        }
    }
}

#[test]
fn moves_that_would_be_written_alike_are_written_out() {
    assert_eq!(
        texts(&game("two_kinds_one_text")),
        [
            "slow: south home 1",
            "slow: south home 2",
            "slow: south home 3",
            "quick: south home 1",
            "quick: south home 2",
            "quick: south home 3"
        ]
    );
    let either = game("either_row");
    assert_eq!(texts(&either)[..2], ["sowing: south home 1", "sowing: south home 2"]);
    assert!(matches!(either.play(&either.start(), "1"), Err(PlayError::Unreadable(_))));
    assert!(either.play(&either.start(), "sowing: south home 7").is_err());
    assert!(either.play(&either.start(), "sowing: south home 1, south home 1").is_err());
    // What the notation tells apart stays as the notation writes it.
    assert_eq!(texts(&game("lost_pits_of_the_page")), ["1", "2", "3"]);
}

/// The way right that is written may be that of the choice behind one that has no other.
#[test]
fn a_choice_that_is_left_out_is_not_read_from_what_tells_a_later_one() {
    let game = game("choice_behind_a_forced_one");
    let moves = game.moves(&game.start());
    assert_eq!(texts(&game), ["1>", "1<>", "1<<", "2>", "2<", "3"]);
    for one in &moves {
        assert_eq!(game.play(&game.start(), &one.text).unwrap().encoded, one.encoded, "{}", one.text);
    }
    // What may be left out may be written, before and behind what must be.
    for (long, short) in [("2>>", "2>"), ("2><", "2<"), ("1>>", "1>"), ("3>>", "3"), ("3>", "3")] {
        assert_eq!(game.play(&game.start(), long).unwrap().text, short);
    }
    assert!(game.play(&game.start(), "2>>>").is_err());
}

#[test]
fn the_paths_behind_each_first_move_are_all_told() {
    let folder = folder("divide");
    fs::write(folder.join("x.mancala"), include_str!("play/two_kinds_one_text.mancala")).unwrap();
    let output = mancala(&folder, &["perft", "x.mancala", "2", "--divide", "--json"]);
    let counts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let last = counts.as_array().unwrap().last().unwrap();
    let parts: u64 = last["divide"].as_object().unwrap().values().map(|nodes| nodes.as_u64().unwrap()).sum();
    assert_eq!(Some(parts), last["nodes"].as_u64());
}

// --- a game from its start -------------------------------------------------------------------------------------------

#[test]
fn a_playthrough_counts_positions_and_takes_moves_back() {
    let kara = Variant::shipped("kara").unwrap().game().unwrap();
    let mut played = Playthrough::new(&kara);
    let mut moves = 0;
    while played.outcome().is_none() && moves < 500 {
        let text = played.moves(1)[0].text.clone();
        played.play(&text).unwrap();
        moves += 1;
    }
    assert!(played.outcome().is_some());
    assert!(matches!(played.play("1"), Err(PlayError::Over(_))));
    assert!(played.moves(10).is_empty());
    assert_eq!(played.positions().count(), moves + 1);
    let (end, outcome) = (played.final_position().clone(), played.outcome().cloned());
    let last = played.undo().unwrap();
    assert!(played.outcome().is_none());
    played.play(&last.made.text).unwrap();
    assert_eq!((played.final_position(), played.outcome()), (&end, outcome.as_ref()));
    while played.undo().is_some() {}
    assert_eq!(played.position(), &kara.start());
}

#[test]
fn a_position_that_comes_back_ends_a_playthrough_by_the_rule_on_repetition() {
    let text = r#"mancala 1
game "Round"
board { row home: 1  store  track ring: own home, opponent home }
setup { home: 1 each }
turn: pass
move pass { }
end { cycle: before a turn, position occurs 3 times -> draw }
"#;
    let game = Variant::from_text("round", text).game().unwrap();
    let mut played = Playthrough::new(&game);
    for _ in 0..4 {
        played.play("pass").unwrap();
    }
    assert_eq!(played.outcome().map(|outcome| outcome.reason.as_str()), Some("cycle"));
    played.undo();
    assert!(played.outcome().is_none());
}

// --- records ---------------------------------------------------------------------------------------------------------

#[test]
fn own_records_verify_and_are_gone_on_with() {
    for (name, _) in files() {
        if name == "round_and_round" || name == "only_lists_everything" || name == "perft_stack" {
            continue;
        }
        let folder = folder(&format!("records-{name}"));
        let rules = format!("{}/tests/play/{name}.mancala", env!("CARGO_MANIFEST_DIR"));
        fs::copy(rules, folder.join("x.mancala")).unwrap();
        let script =
            r#"Simulation(variant: "x.mancala", games: 30, seed: 3, max_moves: 60, write: [Games("g.jsonl")])"#;
        let run = run_script(&folder, script);
        assert_eq!(run.status.code(), Some(0), "{name}: {}", text(&run.stderr));
        let records = fs::read_to_string(folder.join("g.jsonl")).unwrap();
        let verified = mancala(&folder, &["verify", "g.jsonl"]);
        assert_eq!(verified.status.code(), Some(0), "{name}: {}", text(&verified.stdout));
        // Half of it is left; the other half is played again.
        let half: String = records.lines().take(15).map(|line| format!("{line}\n")).collect();
        fs::write(folder.join("g.jsonl.part"), half).unwrap();
        fs::remove_file(folder.join("g.jsonl")).unwrap();
        let resumed = mancala(&folder, &["sim", "s.ron", "--resume"]);
        assert_eq!(resumed.status.code(), Some(0), "{name}: {}", text(&resumed.stderr));
        assert_eq!(fs::read_to_string(folder.join("g.jsonl")).unwrap(), records, "{name}");
    }
}

#[test]
fn a_game_that_is_over_before_its_first_move_is_recorded_as_it_was_set_up() {
    let folder = folder("over-at-once");
    let start = "south home: 0 0 0 0 0 0 store: 23 north home: 0 0 0 0 0 1 store: 24 to move: south";
    let script =
        format!(r#"Simulation(variant: "oware", games: 1, start: Positions(["{start}"]), write: [Games("g.jsonl")])"#);
    let run = run_script(&folder, &script);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let records = read_records(&fs::read_to_string(folder.join("g.jsonl")).unwrap()).unwrap();
    assert_eq!(records[0].positions[0]["north"]["home"][5], 1);
    assert_eq!(records[0].positions[0]["north"]["store"], 24);
    assert_eq!(records[0].outcome.as_ref().unwrap()["score"]["north"], 25);
    assert_eq!(mancala(&folder, &["verify", "g.jsonl"]).status.code(), Some(0));
}

#[test]
fn state_of_a_store_is_in_json() {
    let game = game("state_of_a_store");
    let mut position = game.start();
    let store = 3;
    position.state_mut(StateId::FIRST)[store] = 1;
    let json = to_json(&position, game.model());
    assert_eq!(json["state"]["mark"]["south"]["store"], "north");
    assert_eq!(from_json(&json, game.model()), Ok(position));
}

#[test]
fn a_record_says_what_made_it() {
    let oware = Variant::shipped("oware").unwrap().game().unwrap();
    let mut played = Playthrough::new(&oware);
    played.play("3").unwrap();
    let record = played.to_record("oware", &Default::default());
    let made_by = record.made_by.clone().unwrap();
    assert_eq!((made_by.version.as_str(), made_by.rules.as_str()), (env!("CARGO_PKG_VERSION"), &*oware.rules_hash()));
    assert_eq!(read_record(&record.to_line()), Ok(record));
    let changed = shipped_text("oware").unwrap().replace("2..3", "2..4");
    assert_ne!(Variant::from_text("oware", &changed).game().unwrap().rules_hash(), oware.rules_hash());
}

#[test]
fn a_key_that_stands_twice_is_refused() {
    assert!(parse(r#"{"a": 1, "b": {"a": 2}}"#).is_ok());
    let why = parse(r#"{"a": {"b": 1, "b": 2}}"#).unwrap_err().to_string();
    assert!(why.starts_with("`b` stands twice in one object"), "{why}");
    assert!(read_record(r#"{"variant": "oware", "positions": [{"to_move": "south", "to_move": "north"}]}"#).is_err());
    let folder = folder("twice");
    let called = mancala(&folder, &["moves", "kalah", "--set", "pits=4", "--set", "pits=5"]);
    assert_eq!(called.status.code(), Some(2));
    assert!(text(&called.stderr).contains("`--set` binds `pits` twice"), "{}", text(&called.stderr));
    let position = r#"{"to_move": "south", "to_move": "south", "south": {}, "north": {}}"#;
    let called = mancala(&folder, &["moves", "oware", "--position", position]);
    assert!(text(&called.stderr).contains("`to_move` stands twice"), "{}", text(&called.stderr));
}

// --- what has no end -------------------------------------------------------------------------------------------------

#[test]
fn only_lists_no_more_than_it_tells() {
    let folder = folder("only");
    fs::write(folder.join("x.mancala"), include_str!("play/only_lists_everything.mancala")).unwrap();
    let called = mancala(&folder, &["check", "x.mancala"]);
    assert_eq!(called.status.code(), Some(1));
    assert!(text(&called.stdout).contains("and more, expected 1"), "{}", text(&called.stdout));
}

#[test]
fn perft_is_as_deep_as_asked() {
    let game = game("perft_stack");
    assert_eq!(game.perft(&game.start(), 20_000), Ok(1));
}

#[test]
fn what_is_no_text_is_asked_for_again() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command.args(["play", "oware", "--north", "person"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\n3\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("this cannot be read") && said.ends_with("North> "), "{said}");
}

// --- what is given ---------------------------------------------------------------------------------------------------

#[test]
fn a_position_set_up_by_hand_is_checked() {
    let game = game("state_of_a_store");
    let start = game.start();
    assert!(Playthrough::set_up(&game, &start).is_ok());
    let refused = |change: &dyn Fn(&mut mancala::Position)| {
        let mut changed = start.clone();
        change(&mut changed);
        Playthrough::set_up(&game, &changed).unwrap_err()
    };
    let oware = Variant::shipped("oware").unwrap().game().unwrap().start();
    assert_eq!(refused(&|position| position.clone_from(&oware)), SetUpError::Size);
    let (pieces, south) = (start.pieces().clone(), Player::South);
    let stateless = mancala::Position::of_parts(pieces, [], south);
    assert_eq!(refused(&|position| position.clone_from(&stateless)), SetUpError::Size);
    let too_many = SetUpError::Pieces { kind: "seed".into(), held: 300, total: 12 };
    assert_eq!(refused(&|position| position.pieces_mut().as_mut_slice()[0] = 290), too_many);
    let value = |value| SetUpError::Value { state: "mark".into(), value };
    assert_eq!(refused(&|position| position.state_mut(StateId::FIRST)[0] = 2), value(2));
    assert_eq!(refused(&|position| position.state_mut(StateId::FIRST)[3] = -2), value(-2));
}

#[test]
fn options_that_cannot_be_bound_are_told_with_a_remedy() {
    let kalah = Variant::shipped("kalah").unwrap();
    let why = kalah.bind([("pit", "4")]).unwrap_err();
    assert_eq!(
        (why.to_string().as_str(), why.help()),
        ("there is no option or parameter `pit`", "did you mean `pits`?")
    );
    let why = kalah.bind([("pits", "many")]).unwrap_err();
    assert_eq!(why.to_string(), "`pits` cannot be `many`");
    assert!(why.help().starts_with("`pits` is a number from "), "{}", why.help());
    assert_eq!(Variant::shipped("kala").unwrap_err().help, "did you mean `kalah`?");
}
