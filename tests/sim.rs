//! Simulations: example scripts, reproducibility, players, records, files, bad input.

use mancala::Variant;
use mancala::engine::{History, Machine, Small, pack};
use mancala::sim::player::{AlphaBeta, Effort, Seat, Strategy};
use mancala::sim::script::{AlphaBetaSpec, MctsSpec, PlayerSpec, Players, Script, Simulation, Value};
use mancala::sim::{
    Batch, Candidates, Clock, Lines, Prepared, ReadBack, Run, ScriptText, Tally, Wanted, game_generator, playouts,
    prepare, read_back, wilson,
};
use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

/// A folder for the files of one test, with a copy of the examples.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("mancala-sim-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "ron" || extension == "py") {
            fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}

pub(crate) fn mancala(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mancala")).args(arguments).current_dir(folder).output().unwrap()
}

/// Writes a script as `s.ron` and runs it.
pub(crate) fn run_script(folder: &Path, script: &str) -> Output {
    fs::write(folder.join("s.ron"), script).unwrap();
    mancala(folder, &["sim", "s.ron"])
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs an example script; its output, if it came out as it should.
fn example(name: &str, more: &[&str], status: i32) -> (PathBuf, String) {
    let folder = folder(name);
    let file = format!("{name}.ron");
    let output = mancala(&folder, &[&["sim", file.as_str()][..], more].concat());
    assert_eq!(output.status.code(), Some(status), "{name}: {}{}", text(&output.stdout), text(&output.stderr));
    (folder, text(&output.stdout))
}

fn script(text: &str) -> ScriptText {
    ScriptText { file: "test.ron".into(), text: text.into(), command: None }
}

fn prepared(simulation: &Simulation) -> Prepared {
    prepare(simulation, &ScriptText::default(), Path::new("")).unwrap()
}

fn run(prepared: &Prepared, games: Range<u64>, threads: usize) -> (Tally, String) {
    let interrupted = Arc::default();
    let run = Run { prepared, threads, records: true, table: false, interrupted: &interrupted, progress: &|_: u64| {} };
    let (mut tally, mut records) = (Tally::default(), String::new());
    run.games(games, &mut |batch: Batch| {
        tally.add(&batch.tally);
        records += &batch.records;
        Ok(())
    })
    .unwrap();
    (tally, records)
}

fn efforts(prepared: &Prepared, games: Range<u64>, threads: usize) -> [Effort; 2] {
    let interrupted = Arc::default();
    let run =
        Run { prepared, threads, records: false, table: false, interrupted: &interrupted, progress: &|_: u64| {} };
    let mut efforts = [Effort::default(); 2];
    run.games(games, &mut |batch: Batch| {
        efforts.iter_mut().zip(&batch.efforts).for_each(|(all, effort)| all.add(effort));
        Ok(())
    })
    .unwrap();
    efforts
}

fn looking_ahead(depth: i64) -> PlayerSpec {
    PlayerSpec::AlphaBeta(AlphaBetaSpec { depth: Some(depth), ..AlphaBetaSpec::default() })
}

fn thinking(playouts: i64) -> PlayerSpec {
    PlayerSpec::Mcts(MctsSpec { playouts: Some(playouts), ..MctsSpec::default() })
}

// --- example scripts ----------------------------------------------------------------------------------------------------

#[test]
fn example_quickstart() {
    let (_, out) = example("quickstart", &[], 0);
    for wanted in ["Oware, 1 000 games, seed 7", "South wins", "95 % interval", "How games ended", "moves per second"] {
        assert!(out.contains(wanted), "{wanted} is missing in {out}");
    }
}

/// What it takes players to choose is told of those who think; what they look at is the same on any number of threads.
#[test]
fn players_who_think_are_timed() {
    let simulation = Simulation {
        players: Players { south: looking_ahead(3), north: thinking(20) },
        games: 4,
        swap_sides: true,
        ..Simulation::new("oware")
    };
    let prepared = prepared(&simulation);
    let [one, two] = [1, 2].map(|threads| efforts(&prepared, 0..4, threads));
    for (one, two) in one.iter().zip(&two) {
        assert_eq!((one.moves, one.looked_at), (two.moves, two.looked_at));
        assert!(one.moves > 20 && one.looked_at > 5 * one.moves && !one.time.is_zero(), "{one:?}");
    }
    let told = mancala::sim::efforts(&prepared, &one);
    let [looks_ahead, thinks] = told.lines().collect::<Vec<_>>().try_into().unwrap();
    assert!(looks_ahead.starts_with("AlphaBeta(depth: 3): ") && looks_ahead.contains("positions looked at"), "{told}");
    assert!(thinks.starts_with("Mcts(playouts: 20): ") && thinks.contains("games played in its mind"), "{told}");
    assert!(told.lines().all(|line| line.contains("ms a move, with") && line.ends_with(" a second")), "{told}");
    let (_, drawn) = example("quickstart", &["--games", "4"], 0);
    assert!(!drawn.contains("ms a move"), "{drawn}");
}

#[test]
fn example_grand_slam() {
    let (_, out) = example("grand_slam", &["--games", "4"], 0);
    assert!(out.contains("forbidden") && out.contains("takes_all"), "{out}");
}

#[test]
fn example_kalah_small_boards() {
    let folder = folder("kalah");
    let text = fs::read_to_string(folder.join("kalah_small_boards.ron")).unwrap();
    let small = text.replace("[1, 2, 3, 4]", "[1, 2, 3]");
    assert_ne!(small, text);
    fs::write(folder.join("small.ron"), small).unwrap();
    let output = mancala(&folder, &["sim", "small.ron"]);
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{out}");
    let row = |name: &str| out.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_string();
    assert!(row("pits: 1, seeds: 1").ends_with("a draw"), "{out}");
    assert!(row("pits: 3, seeds: 3").ends_with("South wins by 2"), "{out}");
}

#[test]
#[ignore = "half a minute: cargo test --release --test suite example_kalah_all_small_boards -- --ignored"]
fn example_kalah_all_small_boards() {
    let (_, out) = example("kalah_small_boards", &[], 0);
    assert!(
        out.lines().any(|line| line.starts_with("pits: 4, seeds: 3") && line.ends_with("South wins by 6")),
        "{out}"
    );
}

#[test]
fn example_bao_opening() {
    let (_, out) = example("bao_opening", &[], 0);
    assert!(out.contains("all came out as it must"), "{out}");
}

#[test]
fn example_tournament() {
    let (_, out) = example("tournament", &["--games", "8"], 0);
    assert!(out.contains("Elo") && out.contains("four ahead"), "{out}");
}

#[test]
fn example_outside_player() {
    let (_, out) = example("outside_player", &["--games", "4"], 0);
    assert!(out.contains("Process(python3 outside_player.py)"), "{out}");
}

#[test]
fn example_report() {
    let (folder, _) = example("report", &["--games", "60"], 0);
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("<svg") && !page.contains("http-equiv"));
    assert_eq!(fs::read_to_string(folder.join("report.csv")).unwrap().lines().count(), 9);
}

#[test]
fn example_fails() {
    let (_, out) = example("fails", &[], 1);
    assert!(out.contains("not as expected: SouthScore is 0."), "{out}");
}

#[test]
fn example_endgame_verifies() {
    let (folder, _) = example("endgame", &[], 0);
    let output = mancala(&folder, &["verify", "games.jsonl"]);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn every_example_script_has_a_test() {
    let mut names: Vec<String> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples"))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".ron").map(String::from))
        .collect();
    names.sort();
    let tested = [
        "bao_opening",
        "endgame",
        "fails",
        "grand_slam",
        "kalah_small_boards",
        "outside_player",
        "quickstart",
        "report",
        "tournament",
    ];
    assert_eq!(names, tested);
}

#[test]
fn printed_examples_are_scripts() {
    let printed = mancala(&std::env::temp_dir(), &["sim", "--print-example"]);
    let text = text(&printed.stdout);
    assert!(matches!(script(&text).read(), Ok(Script::Simulation(_))));
    // The other kinds stand in comments, which open and close on lines of their own.
    let mut parts = text.split("\n/*\n").skip(1).map(|part| part.split("\n*/").next().unwrap_or_default());
    assert!(matches!(script(parts.next().unwrap()).read(), Ok(Script::Scenario(_))));
    assert!(matches!(script(parts.next().unwrap()).read(), Ok(Script::Sweep(_))));
    assert!(matches!(script(parts.next().unwrap()).read(), Ok(Script::Tournament(_))));
    assert!(parts.next().is_none());
}

// --- the same games, however they are played -----------------------------------------------------------------------------

#[test]
fn threads_and_halves_give_the_same_games() {
    let mut simulation = Simulation::new("oware");
    simulation.players.south = looking_ahead(3);
    simulation.players.north = thinking(20);
    (simulation.seed, simulation.swap_sides, simulation.random_moves) = (9, true, 3);
    let prepared = prepared(&simulation);
    let (tally, records) = run(&prepared, 0..12, 1);
    assert_eq!(run(&prepared, 0..12, 2), (tally.clone(), records.clone()));
    let (mut one, mut halves) = run(&prepared, 0..5, 2);
    let (two, more) = run(&prepared, 5..12, 1);
    one.add(&two);
    halves += &more;
    assert_eq!((one, halves), (tally, records));
}

#[test]
fn games_at_random_do_not_depend_on_threads() {
    let mut simulation = Simulation::new("kalah");
    simulation.seed = 3;
    let prepared = prepared(&simulation);
    assert_eq!(run(&prepared, 0..300, 1), run(&prepared, 0..300, 2));
    assert_ne!(run(&prepared, 0..300, 1), run(&prepared, 300..600, 2));
}

#[test]
fn records_give_the_same_counts_again() {
    let mut simulation = Simulation::new("bohnenspiel");
    (simulation.seed, simulation.max_moves, simulation.swap_sides) = (4, 60, true);
    simulation.players.south = PlayerSpec::Greedy;
    let prepared = prepared(&simulation);
    let (tally, records) = run(&prepared, 0..50, 2);
    let (mut again, mut lines) = (Tally::default(), String::new());
    let wanted = Wanted { games: 0..60, records: true, table: false, counts: false };
    let games =
        read_back(&prepared, &mut Lines::new(std::io::Cursor::new(records.clone())), wanted, &mut |batch: &Batch| {
            again.add(&batch.tally);
            lines += &batch.records;
        });
    let bytes = records.len() as u64;
    assert_eq!(games.unwrap(), ReadBack { games: 50, bytes, unended: false, broken: None });
    assert_eq!((again, lines), (tally, records));
}

#[test]
fn broken_off_run_is_resumed() {
    let folder = folder("resume");
    let text = "Simulation(variant: \"oware\", games: 40, seed: 2, write: [Games(\"g.jsonl\"), Table(\"t.csv\")])";
    fs::write(folder.join("whole.ron"), text).unwrap();
    assert!(mancala(&folder, &["sim", "whole.ron"]).status.success());
    let (games, table) = (fs::read(folder.join("g.jsonl")).unwrap(), fs::read(folder.join("t.csv")).unwrap());
    fs::remove_file(folder.join("g.jsonl")).unwrap();
    fs::write(folder.join("g.jsonl.part"), &games[..games.len() / 2]).unwrap();
    let output = mancala(&folder, &["sim", "whole.ron", "--resume"]);
    assert!(output.status.success(), "{}", self::text(&output.stderr));
    assert_eq!(fs::read(folder.join("g.jsonl")).unwrap(), games);
    assert_eq!(fs::read(folder.join("t.csv")).unwrap(), table);
    assert!(!folder.join("g.jsonl.part").exists());
    // A record that breaks off in the middle of the file is no end of it.
    let broken: String = String::from_utf8(games).unwrap().replacen("\"moves\":", "\"mov", 1);
    fs::write(folder.join("bad.jsonl"), broken).unwrap();
    let output = mancala(&folder, &["sim", "whole.ron", "--merge", "bad.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(self::text(&output.stderr).contains("bad.jsonl:1:"), "{}", self::text(&output.stderr));
}

#[test]
fn games_that_are_there_are_not_lost() {
    let folder = folder("keep");
    let text = "Simulation(variant: \"oware\", games: 10, seed: 2, write: [Games(\"g.jsonl\")])";
    assert!(run_script(&folder, text).status.success());
    let games = fs::read_to_string(folder.join("g.jsonl")).unwrap();
    let refused = |arguments: &[&str], message: &str| {
        let output = mancala(&folder, arguments);
        let said = self::text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(message), "{said}");
    };
    // What a broken-off run left is not written over, by a new run or by the merging of itself.
    fs::write(folder.join("g.jsonl.part"), &games).unwrap();
    refused(&["sim", "s.ron"], "holds games of a run that was broken off");
    refused(&["sim", "s.ron", "--merge", "g.jsonl.part"], "would be written over");
    assert_eq!(fs::read_to_string(folder.join("g.jsonl.part")).unwrap(), games);
    fs::remove_file(folder.join("g.jsonl.part")).unwrap();
    // A part that breaks off, too few games, too many.
    fs::write(folder.join("cut.jsonl"), &games[..games.len() - 30]).unwrap();
    refused(&["sim", "s.ron", "--merge", "cut.jsonl"], "cut.jsonl:10: the line breaks off");
    let four: String = games.split_inclusive('\n').take(4).collect();
    fs::write(folder.join("four.jsonl"), four).unwrap();
    refused(&["sim", "s.ron", "--merge", "four.jsonl"], "end before game 4 of Oware, and the script has 10");
    fs::write(folder.join("all.jsonl"), &games).unwrap();
    refused(&["sim", "s.ron", "--games", "0..8", "--merge", "all.jsonl"], "all.jsonl:9: there are more games");
    refused(&["sim", "s.ron", "--merge", "g.jsonl"], "would be written over");
    assert_eq!(fs::read_to_string(folder.join("g.jsonl")).unwrap(), games);
    assert!(!folder.join("g.jsonl.part").exists());
}

#[test]
fn halves_are_put_together_byte_for_byte() {
    let folder = folder("halves");
    let text = "Simulation(variant: \"kalah\", games: 30, seed: 5, swap_sides: true, write: [Games(\"NAME.jsonl\")])";
    for (name, arguments) in [
        ("whole", &["--threads", "2"][..]),
        ("one", &["--games", "0..13", "--threads", "1"]),
        ("two", &["--games", "13..30"]),
        ("again", &["--merge", "one.jsonl", "two.jsonl"]),
    ] {
        fs::write(folder.join("s.ron"), text.replace("NAME", name)).unwrap();
        let output = mancala(&folder, &[&["sim", "s.ron"], arguments].concat());
        assert!(output.status.success(), "{name}: {}", self::text(&output.stderr));
    }
    assert_eq!(fs::read(folder.join("again.jsonl")).unwrap(), fs::read(folder.join("whole.jsonl")).unwrap());
}

/// Of a sweep and of a tournament, wherever they were broken off.
#[test]
fn broken_off_series_are_resumed() {
    let folder = folder("series");
    let sweep = "Sweep(variants: [\"kalah\"], options: {\"pits\": [2, 3]}, games: 6, write: [Games(\"g.jsonl\"), Table(\"t.csv\")])";
    let tournament = "Tournament(variant: \"kalah\", games: 6, write: [Games(\"g.jsonl\"), Table(\"t.csv\")],
        players: {\"a\": Random, \"b\": Greedy, \"c\": Random})";
    for text in [sweep, tournament] {
        assert!(run_script(&folder, text).status.success());
        let (games, table) = (fs::read(folder.join("g.jsonl")).unwrap(), fs::read(folder.join("t.csv")).unwrap());
        for length in [0, games.len() / 3, games.len() / 2, games.len() - 5, games.len()] {
            fs::remove_file(folder.join("g.jsonl")).unwrap();
            fs::write(folder.join("g.jsonl.part"), &games[..length]).unwrap();
            let output = mancala(&folder, &["sim", "s.ron", "--resume"]);
            assert!(output.status.success(), "{length}: {}", self::text(&output.stderr));
            assert_eq!(fs::read(folder.join("g.jsonl")).unwrap(), games, "{length}");
            assert_eq!(fs::read(folder.join("t.csv")).unwrap(), table, "{length}");
        }
    }
}

#[test]
fn every_shipped_variant_plays_at_random() {
    for name in mancala::shipped_names() {
        let Ok(game) = Variant::shipped(name).unwrap().game() else { continue };
        let played = playouts(&game, 1, 0..2, 200);
        assert_eq!(played.games, 2, "{name}");
        assert!(played.moves > 0, "{name}");
    }
}

// --- players ------------------------------------------------------------------------------------------------------------

/// Kalah, written down again: North's store, then what each side holds.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kalah {
    pits: [Vec<u32>; 2],
    stores: [u32; 2],
    mover: usize,
}

impl Kalah {
    fn new(pits: usize, seeds: u32) -> Self {
        Kalah { pits: [vec![seeds; pits], vec![seeds; pits]], stores: [0, 0], mover: 0 }
    }

    fn lead(&self, side: usize) -> i64 {
        i64::from(self.stores[side]) - i64::from(self.stores[1 - side])
    }

    fn over(&self) -> bool {
        self.pits.iter().any(|row| row.iter().all(|seeds| *seeds == 0))
    }

    fn play(&self, pit: usize) -> Kalah {
        let mut after = self.clone();
        let (me, size) = (self.mover, self.pits[0].len());
        let mut hand = std::mem::take(&mut after.pits[me][pit]);
        let mut at = pit;
        while hand > 0 {
            // Own pits, own store, the other's pits; his store is passed.
            at = (at + 1) % (2 * size + 1);
            hand -= 1;
            match at {
                at if at < size => after.pits[me][at] += 1,
                at if at == size => after.stores[me] += 1,
                at => after.pits[1 - me][at - size - 1] += 1,
            }
        }
        if at < size && after.pits[me][at] == 1 {
            let facing = size - 1 - at;
            if after.pits[1 - me][facing] > 0 {
                after.stores[me] += 1 + std::mem::take(&mut after.pits[1 - me][facing]);
                after.pits[me][at] = 0;
            }
        }
        if at != size {
            after.mover = 1 - me;
        }
        if after.over() {
            for side in 0..2 {
                after.stores[side] += after.pits[side].iter_mut().map(std::mem::take).sum::<u32>();
            }
        }
        after
    }

    /// The mover's lead at the end, with the best play of both.
    fn solve(&self, known: &mut std::collections::HashMap<Kalah, i64>) -> i64 {
        if self.over() {
            return self.lead(self.mover);
        }
        if let Some(value) = known.get(self) {
            return *value;
        }
        let moves = (0..self.pits[0].len()).filter(|pit| self.pits[self.mover][*pit] > 0);
        let values: Vec<i64> = moves
            .map(|pit| {
                let after = self.play(pit);
                let value = after.solve(known);
                if after.mover == self.mover { value } else { -value }
            })
            .collect();
        let best = values.into_iter().max().unwrap();
        known.insert(self.clone(), best);
        best
    }
}

#[test]
fn looking_ahead_finds_the_values_of_small_kalah() {
    for pits in 1..=3 {
        for seeds in 1..=3 {
            let wanted = Kalah::new(pits, seeds).solve(&mut std::collections::HashMap::new());
            let mut simulation = Simulation::new("kalah");
            simulation.options.insert("pits".into(), Value(pits.to_string()));
            simulation.options.insert("seeds".into(), Value(seeds.to_string()));
            let prepared = prepared(&simulation);
            let program = prepared.game.program();
            let mut machine = Machine::<Small>::new(program);
            let start = pack::<Small>(program, &prepared.game.start());
            let (mut candidates, seen) = (Candidates::default(), History::default());
            candidates.list(&mut machine, &start);
            let spec = AlphaBetaSpec { depth: Some(200), ..AlphaBetaSpec::default() };
            let mut player = AlphaBeta::<Small>::new(&prepared.game, &spec).unwrap();
            player.begin();
            let seat =
                Seat { position: &start, candidates: &candidates, seen: &seen, turns: 0, clock: &Clock::default() };
            player.choose(&seat, &mut game_generator(0, 0));
            assert_eq!(player.proven().map(i64::from), Some(wanted), "pits {pits}, seeds {seeds}");
        }
    }
}

fn first_player_score(variant: &str, first: PlayerSpec, second: PlayerSpec, games: u64) -> f64 {
    let mut simulation = Simulation::new(variant);
    (simulation.players.south, simulation.players.north) = (first, second);
    (simulation.swap_sides, simulation.seed) = (true, 1);
    let (tally, _) = run(&prepared(&simulation), 0..games, 2);
    tally.won_by_player(0) as f64 / games as f64
}

#[test]
fn looking_ahead_beats_greed_and_chance() {
    for variant in ["oware", "bohnenspiel", "kalah"] {
        assert!(first_player_score(variant, looking_ahead(3), PlayerSpec::Greedy, 10) >= 0.8, "{variant}");
        assert!(first_player_score(variant, looking_ahead(3), PlayerSpec::Random, 10) >= 0.9, "{variant}");
    }
    assert!(first_player_score("kalah", thinking(200), PlayerSpec::Random, 6) >= 0.8);
}

#[test]
#[ignore = "minutes: cargo test --release --test suite strength_at_depth_6 -- --ignored"]
fn strength_at_depth_6() {
    for variant in ["oware", "bohnenspiel", "kalah"] {
        assert!(first_player_score(variant, looking_ahead(6), PlayerSpec::Greedy, 400) >= 0.9, "{variant}");
        assert!(first_player_score(variant, looking_ahead(6), PlayerSpec::Random, 400) >= 0.99, "{variant}");
    }
}

#[test]
#[ignore = "an hour: cargo test --release --test suite strength_of_mcts -- --ignored"]
fn strength_of_mcts() {
    for variant in ["oware", "bohnenspiel", "kalah"] {
        assert!(first_player_score(variant, thinking(5000), PlayerSpec::Greedy, 100) >= 0.8, "{variant}");
    }
}

#[test]
fn players_cope_with_every_shipped_variant() {
    for name in mancala::shipped_names() {
        let mut simulation = Simulation::new(name);
        (simulation.players.south, simulation.players.north) = (looking_ahead(1), thinking(4));
        (simulation.max_moves, simulation.swap_sides) = (12, true);
        let Ok(prepared) = prepare(&simulation, &ScriptText::default(), Path::new("")) else { continue };
        let (tally, _) = run(&prepared, 0..2, 2);
        assert_eq!((tally.games, tally.forfeits), (2, [0, 0]), "{name}");
    }
}

#[test]
fn given_moves_are_played() {
    let mut simulation = Simulation::new("oware");
    simulation.players.south = PlayerSpec::Moves(vec!["3".into(), "1".into()]);
    simulation.players.north = PlayerSpec::Moves(vec!["6".into(), "9".into()]);
    let (tally, records) = run(&prepared(&simulation), 0..1, 1);
    assert!(records.contains("\"moves\":[\"3\",\"6\",\"1\"]"), "{records}");
    assert_eq!(tally.forfeits, [0, 1]);
}

// --- outside programs -----------------------------------------------------------------------------------------------------

#[test]
fn outside_program_that_misbehaves_loses_and_the_run_goes_on() {
    let answers = [
        ("nonsense", "print('nonsense', flush=True)", "not JSON"),
        ("illegal", "print('{\"move\": \"99\"}', flush=True)", "it played `99`"),
        ("dies", "sys.exit(3)", "it has ended"),
        ("late", "time.sleep(5)", "no answer within"),
        ("slow", "subprocess.run(['sleep', '30'])", "no answer within"),
    ];
    for (name, answer, reason) in answers {
        let folder = folder(&format!("outside-{name}"));
        let program = format!(
            "import subprocess, sys, time\nfor line in sys.stdin:\n    if '\"move\"' in line.split(',')[0]:\n        {answer}\n"
        );
        fs::write(folder.join("player.py"), program).unwrap();
        let text = "Simulation(variant: \"oware\", players: (south: Random, north: Process(\"python3 player.py\")), games: 2, answer_time: 20.0, write: [Summary, Games(\"g.jsonl\")])";
        let time = if matches!(name, "late" | "slow") { "0.5" } else { "20.0" };
        let output = run_script(&folder, &text.replace("20.0", time));
        let out = self::text(&output.stdout);
        assert!(output.status.success(), "{name}: {out}{}", self::text(&output.stderr));
        assert!(out.contains("lost 2 games by giving no legal move") && out.contains(reason), "{name}: {out}");
        let verified = mancala(&folder, &["verify", "g.jsonl"]);
        assert!(verified.status.success(), "{}{}", self::text(&verified.stdout), self::text(&verified.stderr));
    }
}

/// A question may be longer than what the system keeps for a program that does not read.
#[test]
fn outside_program_that_does_not_read_loses_in_time() {
    let folder = folder("outside-deaf");
    fs::write(folder.join("player.py"), "import time\ntime.sleep(60)\n").unwrap();
    let text = "Simulation(variant: \"bawo-advanced\", players: (south: Process(\"python3 player.py\")), games: 1, answer_time: 0.5)";
    let begin = std::time::Instant::now();
    let output = run_script(&folder, text);
    let out = self::text(&output.stdout);
    assert!(out.contains("no answer within 0.5 s"), "{out}");
    assert!(begin.elapsed().as_secs() < 30, "{:?}", begin.elapsed());
}

#[test]
fn tournament_tells_what_its_points_leave_out() {
    let folder = folder("tournament-notes");
    let text = "Tournament(variant: \"oware\", games: 4, max_moves: 5, random_moves: 0,
        players: {\"one\": Random, \"two\": Random, \"deaf\": Process(\"true\")})";
    let output = run_script(&folder, text);
    let out = self::text(&output.stdout);
    assert!(output.status.success(), "{out}{}", self::text(&output.stderr));
    assert!(out.contains("deaf lost 8 games by giving no legal move") && out.contains("it has ended"), "{out}");
    assert!(out.contains("4 games not played to the end; these give no points"), "{out}");
}

// --- bad input ------------------------------------------------------------------------------------------------------------

#[test]
fn bad_scripts_are_refused_with_place_and_remedy() {
    let cases = [
        ("Simulation(variant: \"owarre\")", "s.ron:1:21: there is no variant `owarre`", "`oware`"),
        ("Simulation(\n  variant: \"oware\",\n  seeed: 3)", "s.ron:3:3: there is no field `seeed`", "`seed`"),
        (
            "Simulation(variant: \"oware\", options: {\"grand_slm\": \"x\"})",
            "there is no option or parameter `grand_slm`",
            "`grand_slam`",
        ),
        ("Simulation(variant: \"kalah\", options: {\"seeds\": 999})", "`seeds` cannot be `999`", "a number from"),
        (
            "Simulation(variant: \"oware\", players: (south: Alphabeta(depth: 3)))",
            "`Alphabeta` is not known here",
            "`AlphaBeta`",
        ),
        (
            "Simulation(variant: \"oware\", players: (south: AlphaBeta(depth: -3)))",
            "s.ron:1:57: `depth` cannot be -3",
            "from 1 to 200",
        ),
        ("Simulation(variant: \"oware\", players: (south: AlphaBeta()))", "does not say how far", "depth: 6"),
        (
            "Simulation(variant: \"oware\", players: (south: Process(\"python3 nowhere.py\")))",
            "`nowhere.py` is not there",
            "relative to the script",
        ),
        (
            "Simulation(variant: \"oware\", players: (south: Process(\"no-such-program\")))",
            "`no-such-program` is not there",
            "looked for",
        ),
        ("Simulation(variant: \"nowhere.mancala\")", "cannot read `nowhere.mancala`", "relative to the script"),
        (
            "Simulation(variant: \"oware\", write: [Games(\"nowhere/g.jsonl\")])",
            "cannot write `nowhere/g.jsonl`",
            "folder",
        ),
        ("Simulation(variant: \"oware\", games: -1)", "`games` cannot be -1", "at least 1"),
        ("Simulation(variant: \"oware\", games: 0)", "`games` cannot be 0", "at least 1"),
        ("Simulation(variant: \"oware\", games: \"many\")", "s.ron:1:36: `games`: expected integer", "a whole number"),
        ("Simulation(variant: \"oware\", games: 10.5)", "`games`: ", "a whole number"),
        ("Simulation(variant: \"oware\", swap_sides: 1)", "`swap_sides`: expected boolean", "`true` or `false`"),
        ("Simulation(variant: oware)", "`variant`: expected string", "in quotes"),
        ("Simulation(variant: \"oware\", precision: 2.0)", "`precision` is a share", "0.01"),
        (
            "Simulation(variant: \"oware\", players: (south: AlphaBeta(6)))",
            "s.ron:1:57: `AlphaBeta`: ",
            "`AlphaBeta(depth: 6)`",
        ),
        (
            "Simulation(variant: \"oware\", players: (south: AlphaBeta))",
            "s.ron:1:56: `AlphaBeta`: ",
            "`AlphaBeta(depth: 6)`",
        ),
        (
            "Tournament(variant: \"oware\", players: {\"a\": AlphaBeta, \"b\": Random})",
            "`AlphaBeta`: ",
            "`AlphaBeta(depth: 6)`",
        ),
        (
            "Simulation(variant: \"oware\", players: (south: alphabeta(depth: 3)))",
            "s.ron:1:47: `south`: `alphabeta` is not known here",
            "did you mean `AlphaBeta`? `Random`, `Greedy`, `AlphaBeta(depth: 6)`",
        ),
        (
            "Simulation(variant: \"oware\", write: [Tabel(\"x\")])",
            "`write`: `Tabel` is not known here",
            "did you mean `Table`?",
        ),
        ("Sweep(variants: [\"oware\"],\n  games: 0)", "s.ron:2:3: `games` cannot be 0", "at least 1"),
        (
            "Sweep(variants: [\"oware\"],\n  options: {\"grand_slm\": [\"x\"]})",
            "s.ron:2:13: there is no option or parameter `grand_slm` in `oware`",
            "did you mean `grand_slam`?",
        ),
        ("Simulation(variant: \"oware\", players: (south: Mcts(2000)))", "`Mcts`: ", "`Mcts(playouts: 2000)`"),
        ("Simulation(variant: \"oware\", players: (south: Random(3)))", "`Random`: ", "nothing stands behind it"),
        ("Simulation(variant: \"oware\", options: {\"grand_slam\": true})", "`options`: ", "names and values"),
        ("Simulation(variant: \"oware\", write: [\"x.csv\"])", "`write`: ", "Table("),
        ("Simulation(\"oware\")", "`Simulation`: ", "fields by name"),
        (
            "Simulation(variant: \"oware\", start: PositionsFile(\"none.txt\"))",
            "cannot read `none.txt`",
            "relative to the script",
        ),
        (
            "Sweep(variants: [\"oware\", \"kalah\"], options: {\"grand_slam\": [\"forbidden\"]})",
            "there is no option or parameter `grand_slam` in `kalah`",
            "`pits`",
        ),
        (
            "Simulation(variant: \"oware\", start: Positions([\"south home: 1 1 1 1 1 1\"]))",
            "the position cannot be used",
            "missing",
        ),
        ("Simulation(variant: \"oware\", expect: [Ended(by: \"stuk\")])", "no row `stuk` ends this game", "`stuck`"),
        ("Simulation(variant: \"oware\",", "s.ron:1:11: the bracket `(` is not closed", "close it by `)`"),
        (
            "Simulation(variant: \"oware\", expect: [Draws(at_most: 0.5)",
            "s.ron:1:38: the bracket `[` is not closed",
            "close it by `]`",
        ),
        ("Simulation(variant: \"oware)", "the quotation mark is not closed", "between two"),
        ("Simulation(variant: \"oware\", games: 10 seed: 3)", "a comma is missing before `seed`", "commas part"),
        (
            "Simulation(variant: \"oware\")\nSimulation(variant: \"kalah\")",
            "s.ron:2:1: something follows",
            "one script",
        ),
        ("\n", "the script is empty", "--print-example"),
        ("Simulation(variant: \"oware\", seed: -1)", "`seed`: ", "as in `seed: 7`"),
        ("Simulation(variant: \"oware\", random_moves: \"x\")", "`random_moves`: ", "as in `random_moves: 4`"),
        (
            "Simulation(variant: \"oware\", start: Positions([\"bla\"]))",
            "the item ends too early: expected `(` or `:`\n",
            "a position is written as in",
        ),
        (
            "Simulation(variant: \"oware\", expect: [Ended(by: \"nix\", at_least: 0.5)])",
            "no row `nix` ends this game",
            "rows that end it: `",
        ),
        ("Sweep(variants: [])", "`variants` of the sweep is empty", "at least one"),
        ("Tournament(variant: \"oware\", players: {\"one\": Random})", "two players or more", "Greedy"),
        ("Scenario(variant: \"oware\", line: [Over(\"someone\")])", "`someone` is no result", "`draw`"),
        ("Simulacion(variant: \"oware\")", "`Simulacion` is not known here", "`Simulation`"),
        (
            "Simulation(variant: \"oware\", write: [Games(\"x\"), Table(\"x\")])",
            "s.ron:1:44: two results would be written to `x`",
            "a file of its own",
        ),
        (
            "Simulation(variant: \"oware\", write: [Games(\"a\"), Games(\"b\")])",
            "`b` is the second file of its kind",
            "written once",
        ),
        ("Simulation(variant: \"oware\", write: [Report(\"\")])", "has no name", "as in"),
        ("Simulation(variant: \"oware\", write: [Table(\"/dev/null\")])", "it is no ordinary file", "folder"),
        ("Simulation(variant: \"oware\", expect: [SouthScore()])", "`SouthScore` expects nothing", "`at_least`"),
        ("Simulation(variant: \"oware\", expect: [Draws(at_most: 5)])", "is a share, and cannot be 5", "from 0 to 1"),
        (
            "Simulation(variant: \"oware\", players: (south: AlphaBeta(depth: 1, weights: (score: 2000000000))))",
            "`score` cannot be 2000000000",
            "from -10000 to 10000",
        ),
        (
            "Tournament(variant: \"oware\", players: {\"one\": Random, \"two\": Greedy}, expect: [Order([\"onne\"])])",
            "no player of the tournament is called `onne`",
            "`one`",
        ),
    ];
    let folder = folder("bad");
    for (text, message, help) in cases {
        let output = run_script(&folder, text);
        let said = self::text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}: {said}");
        assert!(said.contains(message) && said.contains(help) && said.contains("s.ron:"), "{text}: {said}");
        assert!(output.stdout.is_empty(), "{text}");
    }
}

/// The command line: an unclosed player, figures of a scenario, a table in the place of that of the script, what is named twice.
#[test]
fn bad_command_lines_are_refused_in_words_of_their_own() {
    let folder = folder("bad-words");
    let said = |arguments: &[&str]| {
        let output = mancala(&folder, &[&["sim"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        text(&output.stderr)
    };
    let player = said(&["oware", "--south", "AlphaBeta(depth: 6"]);
    assert!(player.contains("the bracket `(` is not closed") && !player.contains("games"), "{player}");
    for (name, more) in [("--json", vec![]), ("--table", vec!["t.csv"]), ("--report", vec!["r.html"])] {
        let refused = said(&[&["bao_opening.ron", name], &more[..]].concat());
        assert!(refused.contains(&format!("has no figures for `{name}`")), "{refused}");
    }
    let output = mancala(&folder, &["sim", "bao_opening.ron", "--records", "line.jsonl"]);
    assert!(output.status.success() && folder.join("line.jsonl").exists(), "{}", text(&output.stderr));
    fs::write(folder.join("t.ron"), "Simulation(variant: \"oware\", games: 2, write: [Table(\"one.csv\")])").unwrap();
    assert!(mancala(&folder, &["sim", "t.ron", "--table", "two.csv"]).status.success());
    assert!(folder.join("two.csv").exists() && !folder.join("one.csv").exists(), "the command line wins");
    let twice = run_script(&folder, "Sweep(variants: [\"kalah\"], options: {\"seeds\": [3, 3]}, games: 2)");
    assert!(text(&twice.stderr).contains("the sweep gives `seeds` the value `3` twice"), "{}", text(&twice.stderr));
}

/// What is given to `--merge` and is not of this run is told by what it is.
#[test]
fn games_of_another_variant_and_tables_are_not_put_together() {
    let folder = folder("merge-words");
    let files = ["--counts", "k.counts", "--records", "k.jsonl", "--table", "k.csv"];
    assert!(mancala(&folder, &[&["sim", "kalah", "--games", "3"], &files[..]].concat()).status.success());
    for (file, wanted) in [
        ("k.counts", "k.counts:1: it is of the variant `kalah`, and this is `oware`"),
        ("k.jsonl", "k.jsonl:1: it is of the variant `kalah`, and this is `oware`"),
        ("k.csv", "k.csv:1: here are neither games nor counts of them"),
    ] {
        let said = text(&mancala(&folder, &["sim", "oware", "--games", "3", "--merge", file]).stderr);
        assert!(said.contains(wanted), "{file}: {said}");
    }
}

#[test]
fn players_are_told_with_all_their_settings() {
    let players = [
        "AlphaBeta(depth: 3, memory: 1)",
        "Mcts(playouts: 20, exploration: 0.5, length: 50)",
        "Moves([\"1\", \"2\"])",
        "AlphaBeta(nodes: 9, captures: 0, weights: (score: 1, seeds: 2, pits: 3))",
    ];
    for player in players {
        let read: PlayerSpec = mancala::sim::read_value(player).unwrap();
        assert_eq!(read.to_string(), player);
    }
}

#[test]
fn scenario_that_comes_out_otherwise_is_a_finding() {
    let folder = folder("scenario");
    let text = "Scenario(variant: \"oware\", line: [Play(\"3\"), Position(\"south home: 4 4 1 5 5 5\"), Play(\"7\")])";
    let output = run_script(&folder, text);
    let out = self::text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("south home 3 holds 0") && out.contains("move 2, `7`") && out.contains("2 things"), "{out}");
}

// --- figures ----------------------------------------------------------------------------------------------------------------

#[test]
fn intervals_are_those_of_wilson() {
    // Worked by hand: 443 of 1000.
    let (low, high) = wilson(443.0, 1000.0);
    assert!((low - 0.4124).abs() < 1e-3 && (high - 0.4739).abs() < 1e-3, "{low} {high}");
    assert!(wilson(0.0, 10.0).0 == 0.0 && (wilson(0.0, 10.0).1 - 0.2775).abs() < 1e-3);
}

#[test]
fn ratings_are_those_of_the_points() {
    let mut cross = mancala::sim::rating::Crosstable::new(vec!["a".into(), "b".into()]);
    cross.add(0, 1, [7500.0, 2500.0]);
    let ratings = cross.ratings();
    // Three points of four are 400 log10 3 = 190.8 Elo.
    assert!((ratings[0].elo - ratings[1].elo - 190.8).abs() < 0.5, "{ratings:?}");
    assert!(ratings[0].error > 1.0 && ratings[0].error < 10.0, "{ratings:?}");
}

// --- play -------------------------------------------------------------------------------------------------------------------

#[test]
fn a_game_in_the_terminal() {
    let folder = folder("play");
    let mut child = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(["play", "oware", "--north", "AlphaBeta(depth: 2)"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"help\nmoves\n9\n3\nwhy\nundo\n4\nsave game.jsonl\nquit\n").unwrap();
    let out = text(&child.wait_with_output().unwrap().stdout);
    for wanted in [
        "takes your last move back",
        "North (AlphaBeta(depth: 2)) plays",
        "no move is written so",
        "saved as `game.jsonl`",
    ] {
        assert!(out.contains(wanted), "{wanted} is missing in {out}");
    }
    let verified = mancala(&folder, &["verify", "game.jsonl"]);
    assert!(verified.status.success(), "{}{}", text(&verified.stdout), text(&verified.stderr));
    let again = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(["play", "--from", "game.jsonl", "--north", "person"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(again.status.success(), "{}", text(&again.stderr));
}
