//! What goes wrong around a run: signals at any moment, a disk that is full, an output that nobody reads, a file that cannot
//! be read. Finished games are kept once, and what comes out in the end is what would have come out undisturbed.
#![cfg(unix)]

use super::sim::{folder, mancala, run_script, text};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const SCRIPT: &str = "Simulation(variant: \"oware\", games: 150, seed: 3, random_moves: 2,
    players: (south: AlphaBeta(depth: 1), north: Random),
    write: [Games(\"g.jsonl\"), Table(\"t.csv\"), Json(\"f.json\"), Report(\"r.html\")])";

const SWEEP: &str = "Sweep(variants: [\"oware\", \"kalah\"], games: 15, seed: 3, random_moves: 2,
    players: [(south: AlphaBeta(depth: 1), north: Random), (south: Random, north: Greedy)],
    write: [Games(\"g.jsonl\"), Table(\"t.csv\"), Json(\"f.json\"), Report(\"r.html\")])";

const TOURNAMENT: &str = "Tournament(variant: \"oware\", games: 20, seed: 3, random_moves: 2,
    players: {\"one\": Random, \"two\": Greedy, \"three\": AlphaBeta(depth: 1)},
    write: [Games(\"g.jsonl\"), Table(\"t.csv\"), Json(\"f.json\"), Report(\"r.html\")])";

/// What a script writes in the end.
const WRITTEN: [&str; 4] = ["g.jsonl", "t.csv", "f.json", "r.html"];

fn written(folder: &Path) -> [Vec<u8>; 4] {
    WRITTEN.map(|name| fs::read(folder.join(name)).unwrap_or_default())
}

/// How the script is called: resumed, if something is there to be resumed.
fn arguments(folder: &Path) -> &'static [&'static str] {
    if folder.join("g.jsonl.part").exists() { &["sim", "s.ron", "--resume"] } else { &["sim", "s.ron"] }
}

/// Runs the script until it is hit by a signal after a while, or has ended before.
fn hit(folder: &Path, signal: &str, after: Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    let quiet = command.args(arguments(folder)).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn().unwrap();
    std::thread::sleep(after);
    Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
    child.wait().unwrap();
}

/// Hits runs at random moments, each up to three times, and takes them to their end. Tells how many hits found a run under way.
fn hit_and_resumed(name: &str, script: &str, times: usize, seed: u64) -> usize {
    let folder = folder(name);
    let began = Instant::now();
    let output = run_script(&folder, script);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let (whole, undisturbed) = (began.elapsed(), written(&folder));
    assert!(undisturbed.iter().all(|file| !file.is_empty()));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut under_way = 0;
    for time in 0..times {
        for name in WRITTEN {
            fs::remove_file(folder.join(name)).unwrap();
        }
        for _ in 0..random.random_range(1..=3) {
            let signal = ["KILL", "INT", "TERM"][random.random_range(0..3)];
            hit(&folder, signal, whole.mul_f64(random.random_range(0.0..0.7)));
            under_way += usize::from(folder.join("g.jsonl.part").exists());
        }
        let output = mancala(&folder, arguments(&folder));
        assert!(output.status.success(), "{time}: {}", text(&output.stderr));
        for (name, (now, before)) in WRITTEN.iter().zip(written(&folder).iter().zip(&undisturbed)) {
            assert!(now == before, "{time}: {name} of seed {seed} is another one");
        }
        assert!(!folder.join("g.jsonl.part").exists(), "{time}");
    }
    under_way
}

#[test]
fn runs_hit_by_signals_come_out_as_if_undisturbed() {
    assert!(hit_and_resumed("signals", SCRIPT, 5, 1) > 0, "no run was under way when it was hit");
}

#[test]
fn sweeps_and_tournaments_hit_by_signals_come_out_as_if_undisturbed() {
    assert!(hit_and_resumed("signals-sweep", SWEEP, 3, 3) > 0, "no sweep was under way when it was hit");
    assert!(hit_and_resumed("signals-tournament", TOURNAMENT, 3, 4) > 0, "no tournament was under way when it was hit");
}

#[test]
#[ignore = "minutes: cargo test --test suite a_hundred_runs -- --ignored"]
fn a_hundred_runs_hit_by_signals_come_out_as_if_undisturbed() {
    let runs = hit_and_resumed("many-signals", SCRIPT, 100, 2);
    let sweeps = hit_and_resumed("many-signals-sweep", SWEEP, 50, 5);
    let tournaments = hit_and_resumed("many-signals-tournament", TOURNAMENT, 50, 6);
    let under_way = [runs, sweeps, tournaments];
    assert!(runs > 50 && sweeps > 25 && tournaments > 25, "only {under_way:?} were under way when they were hit");
}

/// Runs a command line of the shell with the program as `$0`.
fn shell(folder: &Path, line: &str) -> Output {
    Command::new("sh").args(["-c", line, env!("CARGO_BIN_EXE_mancala")]).current_dir(folder).output().unwrap()
}

/// A file may grow to a few blocks only: writing fails in the middle, as it does when a disk is full.
#[test]
fn a_run_without_room_on_the_disk_is_resumed_when_there_is_some() {
    let folder = folder("no-room");
    assert!(run_script(&folder, SCRIPT).status.success());
    let undisturbed = written(&folder);
    for name in WRITTEN {
        fs::remove_file(folder.join(name)).unwrap();
    }
    let output = shell(&folder, "trap '' XFSZ; ulimit -f 40; exec \"$0\" sim s.ron");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write the games"), "{said}");
    assert!(fs::metadata(folder.join("g.jsonl.part")).unwrap().len() > 0);
    assert!(mancala(&folder, arguments(&folder)).status.success());
    assert!(written(&folder) == undisturbed, "the files are other ones");
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_said() {
    let folder = folder("full");
    for line in ["list", "sim kalah --games 3", "perft oware 2", "moves oware", "show oware", "check oware.mancala"] {
        fs::write(folder.join("oware.mancala"), mancala::shipped_text("oware").unwrap()).unwrap();
        let output = shell(&folder, &format!("exec \"$0\" {line} > /dev/full"));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("cannot write the output"), "{line}: {said}");
    }
}

/// Whoever reads the output may stop, as `head` does: that is no fault, and nothing to be told.
#[test]
fn an_output_that_nobody_reads_any_more_is_no_fault() {
    let folder = folder("closed");
    for line in ["list", "sim kalah --games 3", "perft oware 2", "show oware --source"] {
        let output = shell(&folder, &format!("{{ sleep 0.2; \"$0\" {line}; echo $? > status; }} | true"));
        let said = text(&output.stderr);
        assert!(!said.contains("panicked") && !said.contains("error"), "{line}: {said}");
        assert_eq!(fs::read_to_string(folder.join("status")).unwrap().trim(), "0", "{line}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = folder("unreadable");
    // Nobody may read the first page of a process, however powerful.
    for line in ["check", "verify", "fmt --check", "sim kalah --games 1 --merge"] {
        let output = shell(&folder, &format!("exec \"$0\" {line} /proc/self/mem"));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("/proc/self/mem") && said.contains("error 5"), "{line}: {said}");
    }
}
