//! Runs as the system sees them: files that belong to one run, signals, memory, outside programs.

use super::sim::{folder, mancala, run_script, text};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs a script that must be refused before the first game; what is said of it.
fn refused(folder: &Path, script: &str, more: &[&str]) -> String {
    fs::write(folder.join("s.ron"), script).unwrap();
    let output = mancala(folder, &[&["sim", "s.ron"][..], more].concat());
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{script}: {said}");
    assert!(output.stdout.is_empty(), "{script}: {}", text(&output.stdout));
    said
}

/// Starts a script and lets it run.
pub(crate) fn start(folder: &Path, script: &str) -> Child {
    fs::write(folder.join("s.ron"), script).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command.args(["sim", "s.ron"]).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until something holds; it must, within a minute.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what} takes too long");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits for the end of a run, which must come soon.
pub(crate) fn ended(mut child: Child) -> Output {
    wait_until("the end of the run", || child.try_wait().unwrap().is_some());
    child.wait_with_output().unwrap()
}

// --- files --------------------------------------------------------------------------------------------------------------

#[test]
fn two_runs_do_not_write_one_file() {
    let folder = folder("two-runs");
    let script = "Simulation(variant: \"oware\", players: (south: AlphaBeta(depth: 6), north: AlphaBeta(depth: 6)),
        games: 100000, random_moves: 4, write: [Games(\"g.jsonl\")])";
    let mut first = start(&folder, script);
    wait_until("a game", || fs::metadata(folder.join("g.jsonl.part")).is_ok_and(|part| part.len() > 0));
    for more in [&[][..], &["--resume"], &["--seed", "2"]] {
        let said = refused(&folder, script, more);
        assert!(said.contains("another run is writing `g.jsonl`"), "{said}");
    }
    assert!(first.try_wait().unwrap().is_none());
    first.kill().unwrap();
    first.wait().unwrap();
    // What is left is nobody's any more, and whole up to its last line.
    let said = refused(&folder, script, &[]);
    assert!(said.contains("holds games of a run that was broken off"), "{said}");
    let resumed = mancala(&folder, &["sim", "s.ron", "--resume", "--games", "1"]);
    assert!(!text(&resumed.stderr).contains("is not"), "{}", text(&resumed.stderr));
}

#[test]
fn no_file_is_written_twice_or_over_what_is_read() {
    let folder = folder("one-file");
    fs::write(folder.join("my.mancala"), mancala::shipped_text("kalah").unwrap()).unwrap();
    fs::write(folder.join("starts.txt"), "south home: 4 4 4 4 4 4 north home: 4 4 4 4 4 4\n").unwrap();
    fs::create_dir(folder.join("in")).unwrap();
    let mut cases = vec![
        ("oware", "Games(\"x\"), Table(\"./x\")", "would both be written"),
        ("oware", "Games(\"x\"), Report(\"in/../x\")", "would both be written"),
        ("oware", "Games(\"y.part\"), Table(\"y\")", "would both be written"),
        ("oware", "Table(\"y\"), Games(\"y.part\")", "would both be written"),
        ("my.mancala", "Games(\"my.mancala\")", "is read by this run"),
        ("my.mancala", "Table(\"in/../my.mancala\")", "is read by this run"),
        ("oware", "Report(\"s.ron\")", "is read by this run"),
    ];
    if cfg!(unix) {
        std::os::unix::fs::symlink("my.mancala", folder.join("link.jsonl")).unwrap();
        cases.push(("my.mancala", "Games(\"link.jsonl\")", "is read by this run"));
    }
    let before = names(&folder);
    for (variant, write, message) in cases {
        let script = format!("Simulation(variant: \"{variant}\", games: 2, write: [{write}])");
        let said = refused(&folder, &script, &[]);
        assert!(said.contains(message) && said.contains("s.ron:1:"), "{write}: {said}");
        assert!(names(&folder).iter().all(|name| before.contains(name) || name == "s.ron"), "{write}");
    }
    let positions = "Simulation(variant: \"oware\", games: 2, start: PositionsFile(\"starts.txt\"), write: [Table(\"starts.txt\")])";
    assert!(refused(&folder, positions, &[]).contains("is read by this run"));
    let outside = "Simulation(variant: \"oware\", games: 2, players: (south: Process(\"python3 outside_player.py\")),
        write: [Table(\"outside_player.py\")])";
    assert!(refused(&folder, outside, &[]).contains("is read by this run"));
    assert_eq!(fs::read_to_string(folder.join("my.mancala")).unwrap(), mancala::shipped_text("kalah").unwrap());
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_run_is_resumed_by_its_own_script_only() {
    let folder = folder("changed");
    let mine = mancala::shipped_text("kalah").unwrap();
    fs::write(folder.join("my.mancala"), mine).unwrap();
    let script = "Simulation(variant: \"my.mancala\", games: 12, seed: 2, max_moves: 900, random_moves: 1,
        players: (south: AlphaBeta(depth: 1, captures: 1), north: Moves([\"1\"])), write: [Games(\"g.jsonl\")])";
    assert!(run_script(&folder, script).status.success());
    let games = fs::read_to_string(folder.join("g.jsonl")).unwrap();
    fs::remove_file(folder.join("g.jsonl")).unwrap();
    let half: String = games.split_inclusive('\n').take(5).collect();
    fs::write(folder.join("g.jsonl.part"), &half).unwrap();
    let start =
        "start: Positions([\"south home: 4 4 4 4 4 4 store: 0 north home: 4 4 4 4 4 3 store: 1 to move: south\"])";
    for (from, to) in [
        ("max_moves: 900", "max_moves: 800"),
        ("random_moves: 1", "random_moves: 2"),
        ("seed: 2,", &format!("seed: 2, {start},")),
        ("captures: 1", "captures: 1, memory: 3"),
        ("[\"1\"]", "[\"2\"]"),
        ("seed: 2", "seed: 2, max_time: 100.0"),
        ("seed: 2", "seed: 3"),
        ("seed: 2", "seed: 2, swap_sides: true"),
    ] {
        let changed = script.replace(from, to);
        assert_ne!(changed, script);
        for more in [&["--resume"][..], &["--merge", "part.jsonl"]] {
            fs::write(folder.join("part.jsonl"), &half).unwrap();
            fs::rename(folder.join("g.jsonl.part"), folder.join("kept")).unwrap();
            if more[0] == "--resume" {
                fs::copy(folder.join("kept"), folder.join("g.jsonl.part")).unwrap();
            }
            let said = refused(&folder, &changed, more);
            assert!(said.contains("it is of another script"), "{to}: {said}");
            fs::rename(folder.join("kept"), folder.join("g.jsonl.part")).unwrap();
        }
        assert_eq!(fs::read_to_string(folder.join("g.jsonl.part")).unwrap(), half, "{to}");
    }
    fs::write(folder.join("my.mancala"), mine.replace("Kalah", "Kalaha")).unwrap();
    assert!(refused(&folder, script, &["--resume"]).contains("the file has changed since"));
    fs::write(folder.join("my.mancala"), mine).unwrap();
    let other = half.replace(&format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION")), "\"version\":\"0.0.1\"");
    assert_ne!(other, half);
    fs::write(folder.join("g.jsonl.part"), &other).unwrap();
    assert!(refused(&folder, script, &["--resume"]).contains("it was made by version 0.0.1"));
    // What is written and how many games there are may change: the games stay the same.
    fs::write(folder.join("g.jsonl.part"), &half).unwrap();
    let more = script.replace("write: [", "expect: [Draws(at_most: 1.0)], write: [Summary, Table(\"t.csv\"), ");
    fs::write(folder.join("s.ron"), more).unwrap();
    let output = mancala(&folder, &["sim", "s.ron", "--resume"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.join("g.jsonl")).unwrap(), games);
}

#[test]
fn a_record_line_without_end_is_refused() {
    let folder = folder("endless-line");
    File::create(folder.join("long.jsonl")).unwrap().set_len(300 << 20).unwrap();
    let script = "Simulation(variant: \"oware\", games: 1, write: [])";
    let said = refused(&folder, script, &["--merge", "long.jsonl"]);
    assert!(said.contains("long.jsonl:1: the line has no end within 256 MB"), "{said}");
}

// --- sizes --------------------------------------------------------------------------------------------------------------

#[test]
fn a_sweep_of_millions_is_refused_before_it_is_laid_out() {
    let folder = folder("millions");
    let values: Vec<String> = (1..=3000).map(|value| value.to_string()).collect();
    let script = format!(
        "Sweep(variants: [\"kalah\"], options: {{\"pits\": [{0}], \"seeds\": [{0}], \"more\": [{0}], \"most\": [{0}], \"all\": [{0}], \"every\": [{0}]}})",
        values.join(", ")
    );
    let said = refused(&folder, &script, &[]);
    assert!(said.contains("more combinations than can be counted") && said.contains("100000 is the most"), "{said}");
    let script =
        format!("Sweep(variants: [\"kalah\"], options: {{\"pits\": [{0}], \"seeds\": [{0}]}})", values.join(", "));
    let said = refused(&folder, &script, &[]);
    assert!(said.contains("s.ron:1:1: the sweep has 9000000 combinations"), "{said}");
}

#[test]
fn players_that_want_more_memory_than_there_is_are_refused() {
    let folder = folder("memory");
    let script = "Simulation(variant: \"oware\", players: (south: AlphaBeta(depth: 2, memory: 65536)), games: 200,
        write: [Games(\"g.jsonl\")])";
    let said = refused(&folder, script, &["--threads", "200"]);
    assert!(said.contains("MB of memory on 200 threads"), "{said}");
    assert!(!folder.join("g.jsonl.part").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_player_that_is_not_given_its_memory_is_refused() {
    let folder = folder("little-memory");
    let script =
        "Simulation(variant: \"oware\", players: (south: AlphaBeta(depth: 2, memory: 500)), games: 20, write: [])";
    fs::write(folder.join("s.ron"), script).unwrap();
    let limited = format!("ulimit -v 400000; exec {} sim s.ron --threads 1", env!("CARGO_BIN_EXE_mancala"));
    let output = Command::new("sh").args(["-c", &limited]).current_dir(&folder).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("memory") && said.contains("AlphaBeta(depth: 2"), "{said}");
}

// --- signals and time -----------------------------------------------------------------------------------------------------

/// Sends a signal by its name.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap().success());
}

/// A program that says who it is, and then does nothing.
#[cfg(unix)]
const HANGS: &str = "import os, signal, time\nopen('pid.tmp', 'w').write(str(os.getpid()))\nos.rename('pid.tmp', 'pid')\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)\n";

#[cfg(unix)]
fn is_alive(folder: &Path) -> bool {
    let id = fs::read_to_string(folder.join("pid")).unwrap();
    // One that has ended, but was not asked for, is gone too.
    let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

#[cfg(target_os = "linux")]
#[test]
fn outside_programs_end_with_the_run_however_it_is_ended() {
    for signals in [&["TERM"][..], &["INT"], &["INT", "INT"], &["HUP", "TERM"]] {
        let folder = folder(&format!("signals-{}", signals.join("-")));
        fs::write(folder.join("player.py"), HANGS).unwrap();
        let script = "Simulation(variant: \"oware\", players: (south: Process(\"python3 player.py\")), games: 1, answer_time: 500.0)";
        let child = start(&folder, script);
        wait_until("the program", || folder.join("pid").exists());
        for one in signals {
            signal(&child, one);
        }
        let output = ended(child);
        assert!(!output.status.success(), "{signals:?}");
        wait_until("the end of the program", || !is_alive(&folder));
    }
}

#[cfg(unix)]
#[test]
fn a_run_is_broken_off_while_a_player_thinks() {
    let folder = folder("thinks");
    for player in ["AlphaBeta(depth: 100)", "Mcts(playouts: 100000000)"] {
        let child = start(&folder, &format!("Simulation(variant: \"oware\", players: (south: {player}), games: 4)"));
        std::thread::sleep(Duration::from_millis(700));
        signal(&child, "INT");
        let output = ended(child);
        assert!(text(&output.stderr).contains("broken off after 0 games"), "{player}: {}", text(&output.stderr));
    }
}

#[test]
fn the_time_of_a_game_is_heeded_while_a_player_thinks() {
    let folder = folder("time");
    for player in ["AlphaBeta(depth: 100)", "Mcts(playouts: 100000000)", "Process(\"python3 sleeps.py\")"] {
        fs::write(folder.join("sleeps.py"), "import time\ntime.sleep(600)\n").unwrap();
        let script = format!(
            "Simulation(variant: \"oware\", players: (south: {player}), games: 1, max_time: 0.5, answer_time: 500.0)"
        );
        let output = ended(start(&folder, &script));
        let out = text(&output.stdout);
        assert!(output.status.success() && out.contains("(most time)"), "{player}: {out}{}", text(&output.stderr));
    }
}

// --- outside programs -------------------------------------------------------------------------------------------------------

#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_executed_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("no-program");
    let script = "Simulation(variant: \"oware\", players: (south: Process(\"./player\")), games: 2, write: [Summary, Games(\"g.jsonl\")])";
    for (contents, mode, message) in [
        ("#!/bin/sh\nexec cat\n", 0o644, "it may not be executed"),
        ("#!/bin/no-such-shell\n", 0o755, "its first line names `/bin/no-such-shell`"),
        ("no first line\n", 0o755, "cannot be started"),
    ] {
        fs::write(folder.join("player"), contents).unwrap();
        fs::set_permissions(folder.join("player"), fs::Permissions::from_mode(mode)).unwrap();
        let said = refused(&folder, script, &[]);
        assert!(said.contains(message), "{contents}: {said}");
        assert!(!folder.join("g.jsonl.part").exists(), "{contents}");
    }
}

/// A program that answers each question as the template says; `I` is the number of the question, `M` a legal move.
fn answering(answer: &str) -> String {
    format!(
        "import json, sys, time\nfor line in sys.stdin:\n    q = json.loads(line)\n    if q['type'] == 'move':\n        I, M = q['id'], q['moves'][0]['move']\n        {answer}\n"
    )
}

#[test]
fn an_answer_that_was_not_asked_for_is_not_taken() {
    let one = "print(json.dumps({'move': M}), flush=True)";
    for (name, answer, reason) in [
        ("asked", one.to_string(), None),
        ("named", "print(json.dumps({'id': I, 'move': M}), flush=True)".into(), None),
        // Both at once; the opponent takes his time, so that the second comes before the next question.
        (
            "twice",
            "print(json.dumps({'move': M}) + '\\n' + json.dumps({'move': M}), flush=True)".into(),
            Some("it answered without being asked"),
        ),
        (
            "late",
            "print(json.dumps({'id': I - 1, 'move': M}), flush=True)".into(),
            Some("it answered a question that was not asked now"),
        ),
    ] {
        let folder = folder(&format!("unasked-{name}"));
        fs::write(folder.join("player.py"), answering(&answer)).unwrap();
        fs::write(folder.join("slow.py"), answering(&format!("time.sleep(2); {one}"))).unwrap();
        let script = "Simulation(variant: \"oware\", players: (south: Process(\"python3 player.py\"), north: Process(\"python3 slow.py\")), games: 1, answer_time: 60.0, max_moves: 3)";
        let output = run_script(&folder, script);
        let out = text(&output.stdout);
        match reason {
            None => assert!(!out.contains("giving no legal move"), "{name}: {out}"),
            Some(reason) => assert!(out.contains(reason), "{name}: {out}"),
        }
    }
}

// --- names that stand twice --------------------------------------------------------------------------------------------------

#[test]
fn a_name_that_stands_twice_is_refused() {
    let folder = folder("twice");
    for (script, name) in [
        ("Simulation(variant: \"kalah\", options: {\"seeds\": 3, \"seeds\": 4})", "seeds"),
        ("Sweep(variants: [\"kalah\"], options: {\"seeds\": [3], \"seeds\": [4]})", "seeds"),
        ("Tournament(variant: \"kalah\", players: {\"one\": Random, \"two\": Greedy, \"one\": Greedy})", "one"),
    ] {
        let said = refused(&folder, script, &[]);
        assert!(said.contains(&format!("`{name}` is there twice")) && said.contains("s.ron:1:"), "{script}: {said}");
    }
    let output = mancala(&folder, &["sim", "kalah", "--games", "1", "--set", "seeds=3", "--set", "seeds=4"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`--set` binds `seeds` twice"), "{}", text(&output.stderr));
}
